/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory that cannot fail to be there.
 *
 * Every function returns usable memory or ends the process: it calls the
 * hook (which puts the terminal back), says so on stderr and exits with 125.
 * So callers never test for NULL.  free() is libc's.
 */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stddef.h>

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *p, size_t size);
/* realloc(p, count * size) with the product checked. */
void *xreallocarray(void *p, size_t count, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
void *xmemdup(const void *p, size_t n);

/* Called once, before the process ends for want of memory. */
void alloc_on_failure(void (*hook)(void));

#endif
