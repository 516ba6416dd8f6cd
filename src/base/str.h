/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A growable string of bytes.
 *
 * Invariant: data[len] is NUL, also when empty (data then points to a static
 * "").  Bytes may be anything, NUL included.  str_release() frees; a released
 * str is an empty one and may be used again.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct str {
	char *data;
	size_t len, cap;
};

extern char str_empty_[1];
#define STR_INIT { .data = str_empty_, .len = 0, .cap = 0 }

void str_release(struct str *s);
void str_clear(struct str *s);
void str_add(struct str *s, const void *bytes, size_t n);
/* Where n bytes more may be written: they are no part of it until len says so,
 * and a NUL behind them is whoever's who writes there. */
char *str_room(struct str *s, size_t n);
void str_adds(struct str *s, const char *text);
void str_addc(struct str *s, char c);
/* A number, as "%0*" PRIu64, PRId64 and "0x%" PRIx64 print it, many times
 * faster: logs hold millions. */
void str_addu(struct str *s, uint64_t n, int width);
void str_addd(struct str *s, int64_t n);
void str_addx(struct str *s, uint64_t n);
void str_addf(struct str *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void str_vaddf(struct str *s, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));
/* Adds what the file has from where it stands, at most max bytes.  0: that was
 * all of it; 1: there may be more; -errno. */
int str_read(struct str *s, int fd, size_t max);
/* The string itself, owned by the caller (free()); s is empty after it. */
char *str_take(struct str *s);

#endif
