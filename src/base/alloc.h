/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Allocation without failure.
 *
 * Every function returns usable memory or ends the process, so callers never
 * test for NULL. To end the process, it calls the hook (which restores the
 * terminal), prints a message to stderr and exits with status 125.  Free the
 * memory with free().
 */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stddef.h>

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *p, size_t size);
/* realloc(p, count * size), with a check for overflow. */
void *xreallocarray(void *p, size_t count, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
void *xmemdup(const void *p, size_t n);

/* If memory runs out, `hook` is called once before the process ends. */
void alloc_on_failure(void (*hook)(void));

#endif
