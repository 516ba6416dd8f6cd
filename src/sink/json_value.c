/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#ifdef HAVE_JANSSON

#include "sink/json_value.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"

void json_put(json_t *obj, const char *key, json_t *value)
{
	(void)json_object_set_new_nocheck(obj, key, value);
}

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

static json_t *bytes_in_hex(const unsigned char *p, size_t n)
{
	struct str s = STR_INIT;
	json_t *value;

	for (size_t i = 0; i < n; i++)
		str_addf(&s, "%02x", p[i]);
	value = json_stringn_nocheck(s.data, s.len);
	str_release(&s);
	return value;
}

json_t *json_name_n(const void *p, size_t n)
{
	json_t *value = NULL;

	/* Nor a NUL, which many a reader refuses. */
	if (!n || !memchr(p, '\0', n))
		value = json_stringn(n ? p : "", n);
	if (value)
		return value;
	value = json_object();
	json_put(value, "path", json_null());
	json_put(value, "path_hex", bytes_in_hex(p, n));
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

#endif
