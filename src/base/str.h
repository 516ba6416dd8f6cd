/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A growable string of bytes.
 *
 * Invariant: data[len] is NUL, even if the string is empty (data then points to
 * a static "").  Bytes may have any value, including NUL. str_release() frees
 * the memory; the str is then empty and can be used again.
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
/* Makes room for n more bytes after len, and returns a pointer to the room.
 * The caller writes the bytes, adds their number to len, and writes the final
 * NUL. */
char *str_room(struct str *s, size_t n);
void str_adds(struct str *s, const char *text);
void str_addc(struct str *s, char c);
/* Append a number as printf() does with "%0*" PRIu64, PRId64 and "0x%" PRIx64,
 * but many times faster: logs have millions of numbers. */
void str_addu(struct str *s, uint64_t n, int width);
void str_addd(struct str *s, int64_t n);
void str_addx(struct str *s, uint64_t n);
void str_addf(struct str *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void str_vaddf(struct str *s, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));
/* Appends at most max bytes of the file, from its current position on.  Returns
 * 0 at the end of the file, 1 if there may be more, or -errno. */
int str_read(struct str *s, int fd, size_t max);
/* Returns the string, which the caller must free(); s is then empty. */
char *str_take(struct str *s);

#endif
