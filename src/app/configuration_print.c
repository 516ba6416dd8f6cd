/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --print-config: a configuration that says what is so without it. */
#include <config.h>

#include <string.h>

#include "app/configuration.h"
#include "app/i18n.h"
#include "app/command/keynames.h"
#include "base/str.h"
#include "base/text.h"
#include "ui/kit/command.h"

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

void configuration_extend(struct str *out, const char *base,
			  const struct setup *setup)
{
	static const enum setup_key keys[] = {
		SETUP_THEME, SETUP_REFRESH, SETUP_ASCII, SETUP_MOUSE,
		SETUP_PANES, SETUP_COLUMNS,
	};
	struct str what = STR_INIT;

	str_adds(out, "-- mmtop " PACKAGE_VERSION "\n");
	str_addf(&what, _("What %s said when this was written:"),
		 SYSTEM_CONFIG);
	comment(out, what.data);
	str_release(&what);
	str_addf(out, "%s\n", base);
	comment(out, _("What was chosen in mmtop's setup screen: it counts "
		       "more. See mmtop-config(5)."));
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		setup_line(out, setup, keys[i], SETUP_COLS);
}

void configuration_print(struct str *out, const struct setup *setup)
{
	struct setup usual;
	const char *what = setup ?
		_("What was chosen in mmtop's setup screen, and below it what "
		  "mmtop does without a configuration, in Lua: what you delete "
		  "is as without one. The command line counts more. See "
		  "mmtop-config(5).") :
		_("What mmtop does without a configuration, in Lua: keep "
		  "of it what you change, the rest stays as it is here. "
		  "The command line counts more. See mmtop-config(5).");

	setup_default(&usual);
	if (!setup)
		setup = &usual;
	str_adds(out, "-- mmtop " PACKAGE_VERSION "\n");
	str_adds(out, "-- ~/.config/mmtop/config.lua\n");
	comment(out, what);
	comment(out, _("Colours: default, light, mono, high-contrast or "
		       "8-colour."));
	setup_line(out, setup, SETUP_THEME, SETUP_COLS);
	comment(out, _("Refresh period in seconds, as -d takes it."));
	setup_line(out, setup, SETUP_REFRESH, SETUP_COLS);
	comment(out, _("Signs of ASCII alone, as --ascii, instead of lines "
		       "and blocks."));
	setup_line(out, setup, SETUP_ASCII, SETUP_COLS);
	comment(out, _("Whether the mouse is mmtop's; else, as with "
		       "--no-mouse, the terminal's own."));
	setup_line(out, setup, SETUP_MOUSE, SETUP_COLS);
	comment(out, _("The panes that share the screen as far as it has room; "
		       "the first has the focus at the start. The keys 1 to 9 "
		       "bring any of them."));
	setup_line(out, setup, SETUP_PANES, SETUP_COLS);
	comment(out, _("The columns, as far as there is room. An address and a "
		       "process' number are there in any case."));
	setup_line(out, setup, SETUP_COLUMNS, SETUP_COLS);
	comment(out, _("What is shown at first: words to look for, or an "
		       "expression such as rss > 1M and ends(name, '.so'). "
		       "Empty shows all."));
	str_adds(out, "filters = { regions = \"\", processes = \"\", "
		      "calls = \"\", signals = \"\", heap = \"\" }\n");
	comment(out, _("Frames that a backtrace leaves out: regular "
		       "expressions on the name of the function, or of the "
		       "file of its source or code."));
	str_adds(out, "ignore = {}\n");
	comment(out, _("Which mapped contents are captured: true for a whole "
		       "region, false for none of it, or a part of it, so "
		       "many times a second, up to so many bytes in all."));
	str_adds(out, "function mmap_filter(region)\n"
		      "\t-- return { offset = 0, size = 8*KiB, rate = 10, "
		      "limit = 1*GiB }\n"
		      "\treturn true\nend\n");
	comment(out, _("Where a launched program stops to be captured: at "
		       "\"memory\" calls, or also at all \"calls\" at which "
		       "another task may see what it has written."));
	str_adds(out, "capture_at = \"memory\"\n");
	comment(out, _("What the bytes of regions mean: a layout, a script in "
		       "Lua, or a command that gets them. See "
		       "mmtop-config(5)."));
	str_adds(out, "decoders = {}\n");
	comment(out, _("Programs that the bytes are opened with, beside the "
		       "editor: { name = \"less\", command = { \"less\" } }."));
	str_adds(out, "open_with = {}\n");
	comment(out, _("Keys of commands. Those that are named here replace "
		       "all that the command has; a key that another command "
		       "has is taken from it."));
	keys(out);
}
