/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "base/str.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"

/* `data` of every empty str.  Only a NUL is ever written here. */
char str_empty_[1];

static void grow(struct str *s, size_t n)
{
	size_t need, cap;

	if (n >= SIZE_MAX - s->len)	/* too long: ends the process */
		xreallocarray(NULL, SIZE_MAX, 2);
	need = s->len + n + 1;
	cap = s->cap ? s->cap : 32;
	while (cap < need)
		cap = cap > SIZE_MAX / 2 ? need : cap * 2;
	s->data = xrealloc(s->cap ? s->data : NULL, cap);
	s->data[s->len] = '\0';
	s->cap = cap;
}

static inline void str_reserve(struct str *s, size_t n)
{
	if (n >= s->cap - s->len)
		grow(s, n);
}

void str_release(struct str *s)
{
	if (s->cap)
		free(s->data);
	*s = (struct str)STR_INIT;
}

void str_clear(struct str *s)
{
	s->len = 0;
	if (s->cap)
		s->data[0] = '\0';
}

void str_add(struct str *s, const void *bytes, size_t n)
{
	if (!n)
		return;
	str_reserve(s, n);
	memcpy(s->data + s->len, bytes, n);
	s->len += n;
	s->data[s->len] = '\0';
}

char *str_room(struct str *s, size_t n)
{
	str_reserve(s, n);
	return s->data + s->len;
}

void str_adds(struct str *s, const char *text)
{
	str_add(s, text, strlen(text));
}

void str_addc(struct str *s, char c)
{
	str_add(s, &c, 1);
}

void str_addu(struct str *s, uint64_t n, int width)
{
	char digits[20], *end = digits + sizeof digits, *p = end;

	do
		*--p = (char)('0' + n % 10);
	while ((n /= 10));
	while (p > digits && end - p < width)
		*--p = '0';
	str_add(s, p, (size_t)(end - p));
}

void str_addd(struct str *s, int64_t n)
{
	if (n < 0)
		str_addc(s, '-');
	str_addu(s, n < 0 ? -(uint64_t)n : (uint64_t)n, 0);
}

void str_addx(struct str *s, uint64_t n)
{
	char digits[18], *end = digits + sizeof digits, *p = end;

	do
		*--p = "0123456789abcdef"[n & 15];
	while ((n >>= 4));
	*--p = 'x';
	*--p = '0';
	str_add(s, p, (size_t)(end - p));
}

void str_addf(struct str *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(s, fmt, ap);
	va_end(ap);
}

void str_vaddf(struct str *s, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	str_reserve(s, 64);
	n = vsnprintf(s->data + s->len, s->cap - s->len, fmt, ap);
	if (n > 0 && (size_t)n >= s->cap - s->len) {
		str_reserve(s, (size_t)n);
		n = vsnprintf(s->data + s->len, s->cap - s->len, fmt, again);
	}
	va_end(again);
	if (n > 0)
		s->len += (size_t)n;
	s->data[s->len] = '\0';
}

int str_read(struct str *s, int fd, size_t max)
{
	char buf[16384];

	while (max) {
		ssize_t n = read(fd, buf, max < sizeof buf ? max : sizeof buf);

		if (n == 0)
			return 0;
		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0) {
			str_add(s, buf, (size_t)n);
			max -= (size_t)n;
		}
	}
	return 1;
}

char *str_take(struct str *s)
{
	char *data = s->cap ? s->data : xstrdup("");

	*s = (struct str)STR_INIT;
	return data;
}
