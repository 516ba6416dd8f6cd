/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A first configuration: a file, and its folders, that were not there. */
#include <config.h>

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/configuration.h"
#include "app/newfile.h"
#include "base/str.h"

/* Missing folders are made; what was made for root would be in its owner's way. */
static int make_folders(char *path)
{
	struct stat st;

	for (char *slash = strchr(path + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		int r = 0;

		*slash = '\0';
		if (stat(path, &st) < 0)
			r = mkdir(path, 0700) < 0 && errno != EEXIST ? -errno
								     : 0;
		if (r == 0 && stat(path, &st) < 0)
			r = -errno;
		/* Whose folder it is could lead root elsewhere. */
		if (r == 0 && geteuid() == 0 && st.st_uid != 0)
			r = -EPERM;
		*slash = '/';
		if (r < 0)
			return r;
	}
	/* Of the last one, where the file is to be. */
	return st.st_uid == geteuid() ? 0 : -EPERM;
}

/* Lua ends a text at a `return`: nothing can stand below that.  And what is too
 * long would not be read again, with all that it says. */
static bool is_right(const struct str *text)
{
	struct configuration c = { .settings.first = PANE_REGIONS };
	bool right;

	if (text->len >= CONFIGURATION_MAX)
		return false;
	configuration_take(&c, "", text->data, text->len);
	right = !c.problems.n;
	configuration_release(&c);
	return right;
}

int configuration_write(const char *file, const char *base,
			const struct setup *setup)
{
	struct str path = STR_INIT, text = STR_INIT;
	int r;

	if (base)
		configuration_extend(&text, base, setup);
	if (!base || !is_right(&text)) {
		str_clear(&text);
		configuration_print(&text, setup);
	}
	str_adds(&path, file);
	r = make_folders(path.data);
	/* Half of one would be read the next time. */
	if (r == 0)
		r = newfile_write(file, &text);
	str_release(&path);
	str_release(&text);
	return r;
}
