/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/json/value.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"

/* --- writing -------------------------------------------------------------- */

void json_begin(struct str *out)
{
	str_addc(out, '{');
}

static void put_key(struct str *out, const char *key)
{
	if (out->data[out->len - 1] != '{')
		str_addc(out, ',');
	str_addc(out, '"');
	str_adds(out, key);
	str_add(out, "\":", 2);
}

void json_open(struct str *out, const char *key)
{
	put_key(out, key);
	str_addc(out, '{');
}

void json_close(struct str *out)
{
	str_addc(out, '}');
}

static void put_null(struct str *out, const char *key)
{
	put_key(out, key);
	str_add(out, "null", 4);
}

void json_put_text(struct str *out, const char *key, const char *s)
{
	if (!s) {
		put_null(out, key);
		return;
	}
	put_key(out, key);
	str_addc(out, '"');
	str_adds(out, s);
	str_addc(out, '"');
}

void json_put_hex(struct str *out, const char *key, uint64_t n)
{
	put_key(out, key);
	str_addc(out, '"');
	str_addx(out, n);
	str_addc(out, '"');
}

void json_put_int(struct str *out, const char *key, int64_t n)
{
	put_key(out, key);
	str_addd(out, n);
}

void json_put_size(struct str *out, const char *key, uint64_t n)
{
	if (n > INT64_MAX)
		json_put_hex(out, key, n);
	else
		json_put_int(out, key, (int64_t)n);
}

void json_put_known(struct str *out, const char *key, uint64_t n)
{
	if (n == EV_UNKNOWN)
		put_null(out, key);
	else
		json_put_size(out, key, n);
}

void json_put_task(struct str *out, const char *key, int64_t id)
{
	if (id)
		json_put_int(out, key, id);
	else
		put_null(out, key);
}

void json_put_bool(struct str *out, const char *key, bool is)
{
	put_key(out, key);
	str_adds(out, is ? "true" : "false");
}

/* True if no byte of b needs an escape. */
static bool is_plain(struct bytes b)
{
	const unsigned char *p = b.data;

	for (size_t i = 0; i < b.len; i++)
		if (p[i] < ' ' || p[i] > '~' || p[i] == '"' || p[i] == '\\')
			return false;
	return true;
}

void json_put_name(struct str *out, const char *key, struct bytes b)
{
	if (!is_plain(b)) {
		json_put(out, key, json_name(b));
		return;
	}
	put_key(out, key);
	str_addc(out, '"');
	str_add(out, b.data, b.len);
	str_addc(out, '"');
}

void json_put_word(struct str *out, const char *key, const char *s)
{
	if (is_plain(bytes_of(s)))
		json_put_text(out, key, s);
	else
		json_put(out, key, json_string(s));
}

void json_open_list(struct str *out, const char *key)
{
	put_key(out, key);
	str_addc(out, '[');
}

void json_cut(struct str *out, size_t len)
{
	out->len = len;
	out->data[len] = '\0';
}

/* Appends jansson's output, and escapes DEL, which JSON_ENSURE_ASCII does not.
 * DEL occurs only in strings. */
static int append(const char *p, size_t n, void *out)
{
	for (const char *del; n && (del = memchr(p, 127, n));) {
		str_add(out, p, (size_t)(del - p));
		str_adds(out, "\\u007f");
		n -= (size_t)(del - p) + 1;
		p = del + 1;
	}
	str_add(out, p, n);
	return 0;
}

void json_put(struct str *out, const char *key, json_t *value)
{
	size_t before;

	if (!value)
		return;
	put_key(out, key);
	before = out->len;
	if (json_dump_callback(value, append, out, JSON_COMPACT |
			       JSON_ENSURE_ASCII | JSON_ENCODE_ANY |
			       JSON_REAL_PRECISION(6)) < 0) {
		json_cut(out, before);
		str_add(out, "null", 4);
	}
	json_decref(value);
}

void json_set(json_t *obj, const char *key, json_t *value)
{
	(void)json_object_set_new_nocheck(obj, key, value);
}

/* --- values --------------------------------------------------------------- */

json_t *json_hex(uint64_t n)
{
	char buf[24];

	snprintf(buf, sizeof buf, "0x%" PRIx64, n);
	return json_string_nocheck(buf);
}

json_t *json_size(uint64_t n)
{
	return n > INT64_MAX ? json_hex(n) : json_integer((json_int_t)n);
}

json_t *json_known(uint64_t n)
{
	return n == EV_UNKNOWN ? json_null() : json_size(n);
}

json_t *json_text(const char *s)
{
	return s ? json_string_nocheck(s) : json_null();
}

json_t *json_bytes(struct bytes b)
{
	const unsigned char *p = b.data;
	struct str s = STR_INIT;
	json_t *value;

	for (size_t i = 0; i < b.len; i++)
		str_addf(&s, "%02x", p[i]);
	value = json_stringn_nocheck(s.data, s.len);
	str_release(&s);
	return value;
}

json_t *json_name_n(const void *p, size_t n)
{
	json_t *value = NULL;

	/* A string must not contain a NUL byte: many readers reject it. */
	if (!n || !memchr(p, '\0', n))
		value = json_stringn(n ? p : "", n);
	if (value)
		return value;
	value = json_object();
	json_set(value, "path", json_null());
	json_set(value, "path_hex", json_bytes((struct bytes){ p, n }));
	return value;
}

json_t *json_name(struct bytes b)
{
	return json_name_n(b.data, b.len);
}

json_t *json_name_or_null(struct bytes b)
{
	return b.len ? json_name(b) : json_null();
}

void json_put_region(struct str *o, uint64_t start, uint64_t end,
		     struct bytes name)
{
	if (!end) {
		json_put_text(o, "region", NULL);
		return;
	}
	json_open(o, "region");
	json_put_hex(o, "start", start);
	json_put_hex(o, "end", end);
	json_put_name(o, "name", name);
	json_close(o);
}
