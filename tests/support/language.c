/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "language.h"

#include <libintl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { LANGUAGES_MAX = 16, NAME_MAX_ = 16 };

const char *const *languages(void)
{
	static char names[LANGUAGES_MAX][NAME_MAX_];
	static const char *list[LANGUAGES_MAX + 1];
	const char *top = getenv("top_srcdir");
	struct str path = STR_INIT;
	size_t n = 0;

#ifndef ENABLE_NLS
	return list;
#endif
	str_addf(&path, "%s/po/LINGUAS", top ? top : ".");
	FILE *f = fopen(path.data, "re");
	while (f && n < LANGUAGES_MAX && fscanf(f, "%15s", names[n]) == 1) {
		list[n] = names[n];
		n++;
	}
	list[n] = NULL;
	if (f)
		fclose(f);
	str_release(&path);
	return list;
}

bool language_speak(const char *language)
{
	const char *top = getenv("top_builddir");
	struct str dir = STR_INIT, want = STR_INIT;
	bool ok = true;

	if (language)
		setenv("LANGUAGE", language, 1);
	else
		unsetenv("LANGUAGE");
	/* Also discards the messages that gettext has cached. */
	str_addf(&dir, "%s/locale", top ? top : ".");
	bindtextdomain(PACKAGE, dir.data);
	bind_textdomain_codeset(PACKAGE, "UTF-8");
	textdomain(PACKAGE);
	if (language) {
		/* The translation of "" is the header of the catalogue. */
		str_addf(&want, "Language: %s\n", language);
		ok = strstr(gettext(""), want.data);
	}
	str_release(&dir);
	str_release(&want);
	return ok;
}
