/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/language.h"

#include <dirent.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/file/trusted.h"

/* True if only trusted users can change the translations in `dir`.
 * Translations are format strings: a hostile one could corrupt mmtop's memory.
 * glob() is not used, because glibc's glob() frees names twice if memory runs
 * out. */
static bool trusts_catalogues(const char *dir)
{
	DIR *languages = opendir(dir);
	char path[PATH_MAX];
	const struct dirent *d;
	bool good = true, found = false;
	const char *why;
	struct stat st;

	while (languages && good && (d = readdir(languages))) {
		good = snprintf(path, sizeof path,
				"%s/%s/LC_MESSAGES/" PACKAGE ".mo", dir,
				d->d_name) < (int)sizeof path;
		if (!good || lstat(path, &st) < 0)
			continue;
		found = true;
		good = trusted_path(path, &why);
	}
	if (languages)
		closedir(languages);
	return good && found;
}

/* Finds the translations of a build tree: they are in ../locale, relative to
 * the folder of src/mmtop.  Only a build tree has the file locale/stamp. */
static bool build_tree_locales(char dir[PATH_MAX])
{
	char exe[PATH_MAX];
	const char *why;
	ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
	char *slash;

	if (n <= 0)
		return false;
	exe[n] = '\0';
	for (int i = 0; i < 2; i++) {
		slash = strrchr(exe, '/');
		if (!slash)
			return false;
		*slash = '\0';
	}
	n = snprintf(dir, PATH_MAX, "%s/locale/stamp", exe);
	if (n >= PATH_MAX || access(dir, R_OK) != 0 || !trusted_path(dir, &why))
		return false;
	*strrchr(dir, '/') = '\0';
	return trusts_catalogues(dir);
}

/* True if gettext() may find translations: in the locale C it finds none, and
 * in C.* (such as C.UTF-8) only those of the languages in LANGUAGE. */
static bool translates(void)
{
	const char *locale = setlocale(LC_MESSAGES, NULL);
	const char *language = getenv("LANGUAGE");

	return locale && strcmp(locale, "C") != 0 &&
	       (strncmp(locale, "C.", 2) != 0 || (language && *language));
}

void locale_speak(bool utf8)
{
	const char *codeset = utf8 ? "UTF-8" : "ASCII";

	bind_textdomain_codeset(PACKAGE, codeset);
	/* The domain of the messages of strerror(). */
	bind_textdomain_codeset("libc", codeset);
}

bool locale_is_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

void locale_begin(void)
{
	char dir[PATH_MAX];

	/* Only two categories are set, because glibc reads a file for each of
	 * the twelve.  Numbers have a decimal point in every locale; see
	 * base/fmt.h. */
	setlocale(LC_CTYPE, "");
	setlocale(LC_MESSAGES, "");
	bindtextdomain(PACKAGE, translates() && build_tree_locales(dir) ?
		       dir : LOCALEDIR);
	textdomain(PACKAGE);
	locale_speak(locale_is_utf8());
}
