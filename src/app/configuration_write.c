/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A first configuration: a file, and its folders, that were not there. */
#include <config.h>

#include "app/configuration.h"
#include "app/file/newfile.h"
#include "app/file/owned.h"
#include "base/str.h"

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
	struct str text = STR_INIT;
	int r;

	if (base)
		configuration_extend(&text, base, setup);
	if (!base || !is_right(&text)) {
		str_clear(&text);
		configuration_print(&text, setup);
	}
	r = owned_make_folders(file);
	/* Half of one would be read the next time. */
	if (r == 0)
		r = newfile_write(file, &text);
	str_release(&text);
	return r;
}
