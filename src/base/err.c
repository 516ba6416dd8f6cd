/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int err_set(struct err *err, int code, const char *fmt, ...)
{
	va_list ap;

	if (err) {
		err->code = code;
		va_start(ap, fmt);
		if (vsnprintf(err->what, sizeof err->what, fmt, ap) < 0)
			err->what[0] = '\0';
		va_end(ap);
	}
	return -code;
}

const char *err_text(const struct err *err, char *buf, size_t size)
{
	if (!err->code)
		snprintf(buf, size, "%s", err->what);
	else if (!err->what[0])
		snprintf(buf, size, "%s", strerror(err->code));
	else
		snprintf(buf, size, "%s: %s", err->what, strerror(err->code));
	return buf;
}
