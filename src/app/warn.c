/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/warn.h"

#include <langinfo.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/text.h"

/* Writes the line with one call of write(), so that lines of several processes
 * do not mix. */
static void write_line(const char *text, size_t n)
{
	bool ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
	struct str line = STR_INIT;

	str_adds(&line, "mmtop: ");
	text_safe(&line, text, n, ascii);
	str_addc(&line, '\n');
	/* If the write fails, there is nowhere to report it. */
	if (write(STDERR_FILENO, line.data, line.len) < 0)
		(void)0;
	str_release(&line);
}

void warn_user(const char *fmt, ...)
{
	struct str s = STR_INIT;
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(&s, fmt, ap);
	va_end(ap);
	write_line(s.data, s.len);
	str_release(&s);
}
