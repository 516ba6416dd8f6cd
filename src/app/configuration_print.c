/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For --print-config: prints a configuration that explains its settings. */
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

void configuration_block(struct str *out, const struct setup *setup)
{
	static const enum setup_key keys[] = {
		SETUP_THEME, SETUP_REFRESH, SETUP_ASCII, SETUP_MOUSE,
		SETUP_PANES, SETUP_COLUMNS,
	};

	str_adds(out, CONFIGURATION_BEGIN "\n");
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		setup_line(out, setup, keys[i], SETUP_COLS);
	str_adds(out, CONFIGURATION_END "\n");
}

void configuration_extend(struct str *out, const char *base,
			  const struct setup *setup)
{
	struct str what = STR_INIT;

	str_adds(out, "-- mmtop " PACKAGE_VERSION "\n");
	str_addf(&what, _("Contents of %s when this was written:"),
		 SYSTEM_CONFIG);
	comment(out, what.data);
	str_release(&what);
	str_addf(out, "%s\n", base);
	comment(out, _("Choices of mmtop's setup screen, which override the "
		       "above. See mmtop-config(5)."));
	configuration_block(out, setup);
}

void configuration_print(struct str *out, const struct setup *setup)
{
	struct setup usual;
	const char *what = setup ?
		_("Choices of mmtop's setup screen, and the defaults of all "
		  "other settings, in Lua. A setting that you delete gets its "
		  "default. The command line overrides this file. See "
		  "mmtop-config(5).") :
		_("The default settings of mmtop, in Lua. Keep only those that "
		  "you change. The command line overrides this file. See "
		  "mmtop-config(5).");

	setup_default(&usual);
	if (!setup)
		setup = &usual;
	str_adds(out, "-- mmtop " PACKAGE_VERSION "\n");
	str_adds(out, "-- ~/.config/mmtop/config.lua\n");
	comment(out, what);
	comment(out, _("Theme: default, light, mono, high-contrast or "
		       "8-colour."));
	setup_line(out, setup, SETUP_THEME, SETUP_COLS);
	comment(out, _("Seconds between two samples, as with -d."));
	setup_line(out, setup, SETUP_REFRESH, SETUP_COLS);
	comment(out, _("ASCII characters only, without box drawing, as with "
		       "--ascii."));
	setup_line(out, setup, SETUP_ASCII, SETUP_COLS);
	comment(out, _("Whether mmtop uses the mouse; false leaves it to the "
		       "terminal, as --no-mouse does."));
	setup_line(out, setup, SETUP_MOUSE, SETUP_COLS);
	comment(out, _("Bytes of memory for past events, as with --history; 0: "
		       "none."));
	str_adds(out, "history = 64*MiB\n");
	comment(out, _("The panes to show, as far as they fit; the first has "
		       "the focus at the start. The keys 1 to 9 open any "
		       "pane."));
	setup_line(out, setup, SETUP_PANES, SETUP_COLS);
	comment(out, _("The columns to show, as far as they fit. The address "
		       "and the process ID are always shown."));
	setup_line(out, setup, SETUP_COLUMNS, SETUP_COLS);
	comment(out, _("The filters at the start: words to find, or an "
		       "expression such as \"rss > 1M and ends(name, "
		       "'.so')\". Empty shows all."));
	str_adds(out, "filters = { regions = \"\", processes = \"\", "
		      "calls = \"\", signals = \"\", heap = \"\" }\n");
	comment(out, _("Frames that a backtrace hides: regular expressions "
		       "that match the name of the function, or of its source "
		       "or object file."));
	str_adds(out, "ignore = {}\n");
	comment(out, _("Which contents are captured: true for a whole region, "
		       "false for nothing, or a table: the part of the "
		       "region, the captures per second, and the total limit "
		       "in bytes."));
	str_adds(out, "function mmap_filter(region)\n"
		      "\t-- return { offset = 0, size = 8*KiB, rate = 10, "
		      "limit = 1*GiB }\n"
		      "\treturn true\nend\n");
	comment(out, _("Where a launched program is stopped and captured: at "
		       "\"memory\" for memory calls only, or at \"calls\" for "
		       "every call through which another task may see what "
		       "the program wrote."));
	str_adds(out, "capture_at = \"memory\"\n");
	comment(out, _("Decoders for the bytes of regions: a layout, a script "
		       "in Lua, or a command. See mmtop-config(5)."));
	str_adds(out, "decoders = {}\n");
	comment(out, _("Programs that can open the bytes, in addition to the "
		       "editor: { name = \"less\", command = { \"less\" } }."));
	str_adds(out, "open_with = {}\n");
	comment(out, _("Keys of commands. The keys given here replace all "
		       "keys of a command. If another command had one of "
		       "these keys, it loses that key."));
	keys(out);
}
