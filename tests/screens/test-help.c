/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Help is made from the command table. This test uses its own table, so that
 * the golden files do not change with each text. test-follow checks that the
 * real table is complete.
 */
#include <config.h>

#include <string.h>

#include "screens-harness.h"

struct command commands[] = {
	{ .id = DO_NEXT, .key_label = "n", .where = ON_SCREEN,
	  .group = GROUP_TARGET, .help = "next system call, hold" },
	{ .id = DO_DETACH, .key_label = "d", .where = ON_SCREEN,
	  .group = GROUP_TARGET, .help = "detach, and then it lives on and on" },
	{ .id = DO_UP, .key_label = "Up k", .where = ON_SCREEN,
	  .group = GROUP_PANE, .help = "one up" },
	{ .id = DO_DOWN, .key_label = "Dn j", .where = ON_SCREEN,
	  .group = GROUP_PANE, .help = "one down" },
	{ .id = DO_GROUP, .key_label = "g", .where = ON_SCREEN,
	  .group = GROUP_PANE, .help = "group: file, kind, none" },
	{ .id = DO_ZOOM_IN, .key_label = "+ =", .where = ON_SCREEN,
	  .group = GROUP_PANE, .help = "zoom in" },
	{ .id = DO_PAINT, .key_label = "v", .where = ON_SCREEN,
	  .group = GROUP_PANE, .help = "what is painted" },
	{ .id = DO_RESIZE, .key_label = "", .where = ON_SCREEN,
	  .group = GROUP_SCREEN, .help = "has no key and is not shown" },
	{ .id = DO_TAB_BACK, .key_label = "Shift-Tab",
	  .where = ON_SCREEN, .group = GROUP_SCREEN, .help = "previous pane" },
	{ .id = DO_HELP, .key_label = "?", .where = ON_SCREEN,
	  .group = GROUP_SCREEN, .help = "help", .keys = { '?' } },
	{ .id = DO_QUIT, .key_label = "q", .where = ON_SCREEN,
	  .group = GROUP_SCREEN, .help = "quit; may ask" },
};
const size_t commands_n = sizeof commands / sizeof *commands;

/* Panes call it for the keys in their texts. */
const struct command *command_by_id(enum cmd id)
{
	for (size_t i = 0; i < commands_n; i++)
		if (commands[i].id == id)
			return &commands[i];
	return NULL;
}

const struct command *command_by_name(const char *word, enum cmd_where where)
{
	(void)where;
	return strcmp(word, "help") ? NULL : command_by_id(DO_HELP);
}

static const enum cmd down[] = { DO_PAGE_DOWN, DO_NONE };

static void help_of_pages(struct view *view)
{
	view->help_pane = PANE_PAGES;
}

static void seen_of_regions(struct view *view)
{
	view->help_page = 1;
}

static void seen_of_pages(struct view *view)
{
	view->help_pane = PANE_PAGES;
	view->help_page = 1;
}

/* Tab turns to the second page, PgDn after its end to the next pane. */
static const enum cmd turn[] = { DO_TAB, DO_END, DO_PAGE_DOWN, DO_NONE };

static const struct pane_case cases[] = {
	{ .name = "help-regions", .pane = &help_pane, .rows = 24,
	  .cols = 80 },
	{ .name = "help-low", .pane = &help_pane, .rows = 12, .cols = 60,
	  .commands = down },
	{ .name = "help-pages", .pane = &help_pane, .rows = 40,
	  .cols = 120, .prepare = help_of_pages },
	{ .name = "help-20x5", .pane = &help_pane, .rows = 5, .cols = 20,
	  .commands = down },
	{ .name = "help-seen", .pane = &help_pane, .rows = 24, .cols = 80,
	  .prepare = seen_of_regions },
	{ .name = "help-seen-narrow", .pane = &help_pane, .rows = 24,
	  .cols = 40, .prepare = seen_of_regions, .commands = down },
	{ .name = "help-seen-pages", .pane = &help_pane, .rows = 40,
	  .cols = 120, .prepare = seen_of_pages },
	{ .name = "help-seen-ascii", .pane = &help_pane, .rows = 40,
	  .cols = 80, .ascii = true, .colors = -1,
	  .prepare = seen_of_pages },
	{ .name = "help-turned", .pane = &help_pane, .rows = 24, .cols = 80,
	  .commands = turn },
	{ .name = "help-ascii", .pane = &help_pane, .rows = 24, .cols = 60,
	  .ascii = true, .colors = -1 },
};

int main(void)
{
	return pane_cases_run(cases, sizeof cases / sizeof *cases);
}
