/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "golden.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of differing lines that are printed. */
#define SHOWN_MAX 24

static FILE *golden_open(const char *path, const char *mode)
{
	const char *top = getenv("top_srcdir");
	char full[PATH_MAX];

	snprintf(full, sizeof full, "%s/%s", top ? top : ".", path);
	return fopen(full, mode);
}

/* Returns the text with a NUL after it, which the caller frees; NULL and errno
 * on errors. */
static char *golden_read(const char *path, size_t *n)
{
	FILE *f = golden_open(path, "re");
	char *text = NULL;
	size_t room = 0;

	*n = 0;
	if (!f)
		return NULL;
	/* Text contains no NUL, so this reads the whole file. */
	if (getdelim(&text, &room, '\0', f) < 0 && !feof(f)) {
		free(text);
		text = NULL;
	} else if (text) {
		*n = strlen(text);
	}
	fclose(f);
	return text;
}

static bool golden_write(const char *path, const char *text, size_t n)
{
	FILE *f = golden_open(path, "we");
	bool ok;

	if (!f)
		return false;
	ok = fwrite(text, 1, n, f) == n;
	return fclose(f) == 0 && ok;
}

static void show_difference(const char *want, const char *have)
{
	for (int shown = 0; (*want || *have) && shown < SHOWN_MAX;) {
		size_t w = strcspn(want, "\n"), h = strcspn(have, "\n");

		if (w != h || memcmp(want, have, w) != 0) {
			printf("# - %.*s\n# + %.*s\n", (int)w, want, (int)h,
			       have);
			shown++;
		}
		want += w + (want[w] == '\n');
		have += h + (have[h] == '\n');
	}
}

bool golden_is(const char *path, const char *text, size_t n)
{
	size_t want_n;
	char *want = golden_read(path, &want_n);
	bool same = want && want_n == n && !memcmp(want, text, n);

	free(want);
	return same;
}

bool golden_same(const char *path, const char *text, size_t n)
{
	const char *update = getenv("UPDATE_GOLDEN");
	char *want;
	size_t want_n;
	bool same;

	if (update && !strcmp(update, "1"))
		return golden_write(path, text, n);
	want = golden_read(path, &want_n);
	same = want && want_n == n && !memcmp(want, text, n);
	if (!want)
		printf("# %s: %s\n", path, strerror(errno));
	else if (!same)
		show_difference(want, text);
	free(want);
	return same;
}
