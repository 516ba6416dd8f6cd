/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --print-config: a configuration that says what is so without it. */
#include <config.h>

#include <string.h>

#include "app/configuration.h"
#include "app/i18n.h"
#include "app/keynames.h"
#include "base/str.h"
#include "base/text.h"
#include "ui/command.h"
#include "ui/processes_cells.h"
#include "ui/regions_columns.h"
#include "ui/style.h"

#define COMMENT_COLS 76

static void comment_line(void *arg, const char *s, size_t n)
{
	str_adds(arg, "-- ");
	str_add(arg, s, n);
	str_addc(arg, '\n');
}

static void comment(struct str *out, const char *text)
{
	str_addc(out, '\n');
	text_wrap(text, COMMENT_COLS, comment_line, out);
}

/* `"a", "b"`, broken where a line is full. */
static void names(struct str *out, const char *const *list, int indent)
{
	int col = indent;

	for (; *list; list++) {
		int n = (int)strlen(*list) + 4;

		if (col + n > COMMENT_COLS) {
			str_addf(out, "\n%*s", indent, "");
			col = indent;
		} else if (col > indent) {
			str_addc(out, ' ');
		}
		str_addf(out, "\"%s\"%s", *list, list[1] ? "," : "");
		col += n;
	}
}

static void quoted(struct str *out, uint32_t key)
{
	struct str name = STR_INIT;

	key_name(&name, key);
	str_addf(out, !strcmp(name.data, "\"") ? "'%s'" : "\"%s\"",
		 name.data);
	str_release(&name);
}

static void keys(struct str *out)
{
	str_adds(out, "keys = {\n");
	for (size_t i = 0; i < commands_n; i++) {
		const struct command *c = &commands[i];

		if (!c->keys[0] || !c->key_label[0])
			continue;
		str_addf(out, "\t[\"%s\"] = {", c->name);
		for (size_t k = 0; c->keys[k]; k++) {
			str_adds(out, k ? ", " : " ");
			quoted(out, c->keys[k]);
		}
		str_adds(out, " },\n");
	}
	str_adds(out, "}\n");
}

void configuration_print(struct str *out)
{
	static const char *const panes[] = {
		"regions", "pages", "calls", "signals", "processes", "output",
		NULL,
	};
	str_adds(out, "-- mmtop " PACKAGE_VERSION "\n");
	str_adds(out, "-- ~/.config/mmtop/config.lua\n");
	comment(out, _("What mmtop does without a configuration, in Lua: keep "
		       "of it what you change, the rest stays as it is here. "
		       "The command line counts more. See mmtop-config(5)."));
	comment(out, _("Colours: default, light, mono, high-contrast or "
		       "8-colour."));
	str_addf(out, "theme = \"%s\"\n", theme_names[THEME_DEFAULT]);
	comment(out, _("Refresh period in seconds, as -d takes it."));
	str_adds(out, "refresh = 0.5\n");
	comment(out, _("The panes that share the screen as far as it has room; "
		       "the first has the focus at the start. The keys 1 to 9 "
		       "bring any of them."));
	str_adds(out, "panes = { ");
	names(out, panes, 8);
	str_adds(out, " }\n");
	comment(out, _("The columns, as far as there is room. An address and a "
		       "process' number are there in any case."));
	str_adds(out, "columns = {\n\tregions = { ");
	names(out, region_column_names, 16);
	str_adds(out, " },\n\tprocesses = { ");
	names(out, task_column_names, 16);
	str_adds(out, " },\n}\n");
	comment(out, _("What is shown at first: words to look for, or an "
		       "expression such as rss > 1M and ends(name, '.so'). "
		       "Empty shows all."));
	str_adds(out, "filters = { regions = \"\", processes = \"\", "
		      "calls = \"\", signals = \"\" }\n");
	comment(out, _("Frames that a backtrace leaves out: regular "
		       "expressions on the names of functions. This version "
		       "makes no backtraces."));
	str_adds(out, "ignore = {}\n");
	comment(out, _("Which mapped contents are captured: true for a whole "
		       "region, false for none of it, or a part of it. This "
		       "version captures none."));
	str_adds(out, "function mmap_filter(region)\n"
		      "\t-- return { offset = 0, size = 8*KiB }\n"
		      "\treturn true\nend\n");
	comment(out, _("Keys of commands. Those that are named here replace "
		       "all that the command has; a key that another command "
		       "has is taken from it."));
	keys(out);
}
