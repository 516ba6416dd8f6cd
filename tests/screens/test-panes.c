/* SPDX-License-Identifier: GPL-3.0-or-later */
/* System, Output, Heap and Sources. */
#include <config.h>

#include "screens-harness.h"

static const enum cmd down2[] = { DO_DOWN, DO_DOWN, DO_NONE };

static void typing(struct view *view)
{
	view->typing = true;
}

/* A terminal of the program: colours, wide and combining characters, and
 * what it should not get away with. */
#define OUTPUT \
	"0 9 process op=launch child=9 child_pid=9 comm=one\n" \
	"0 0 status state=run level=calls origin=launched main_pid=9\n" \
	"1 0 output rows=4 cols=30 row=0 cursor_row=2 cursor_col=10 " \
	"cursor_shown=1 text=\"ingest: reading\"\n" \
	"1 0 output rows=4 cols=30 row=1 cursor_row=2 cursor_col=10 " \
	"cursor_shown=1 fg=1 bg=4 attrs=1 text=\"warning: row 812,004\"\n" \
	"1 0 output rows=4 cols=30 row=2 cursor_row=2 cursor_col=10 " \
	"cursor_shown=1 text=\"[p]ause > \"\n"

#define PERF(state) \
	"0 9 process op=launch child=9 child_pid=9 comm=one\n" \
	"0 9 status state=run tasks=1\n" \
	"0 9 source name=perf state=" state "\n" \
	"1 9 fault addr=0x1000 ip=1 minor=3000 start=0 step=4096 touched=2\n" \
	"2 9 fault addr=0x1000 ip=1 minor=2000 start=0 step=4096 touched=2\n" \
	"2 9 lost source=perf count=17\n" \
	"2 0 lost source=link count=4\n"

static const struct pane_case cases[] = {
	{ .name = "system-g", .events = "story.events",
	  .pane = &system_pane, .rows = 16, .cols = 80 },
	{ .name = "system-80x24", .events = "story.events",
	  .pane = &system_pane, .rows = 24, .cols = 80 },
	{ .name = "system-120x40", .events = "story.events",
	  .pane = &system_pane, .rows = 40, .cols = 120 },
	{ .name = "system-20x5", .events = "story.events",
	  .pane = &system_pane, .rows = 5, .cols = 20 },
	{ .name = "system-ascii", .events = "story.events",
	  .pane = &system_pane, .rows = 16, .cols = 60, .ascii = true,
	  .colors = -1 },
	{ .name = "system-none", .pane = &system_pane, .rows = 5,
	  .cols = 40 },
	{ .name = "system-unknown", .pane = &system_pane, .rows = 16,
	  .cols = 80, .more = "1 0 system total=31.2G used=14.1G free=7.8G "
		"available=? buffers=214M cached=9G swap_total=0 "
		"swap_free=0\n" },

	{ .name = "output-story", .events = "story.events",
	  .pane = &output_pane, .rows = 25, .cols = 80 },
	{ .name = "output-20x5", .events = "story.events",
	  .pane = &output_pane, .rows = 5, .cols = 20 },
	{ .name = "output-ascii", .events = "story.events",
	  .pane = &output_pane, .rows = 12, .cols = 80, .ascii = true,
	  .colors = 8 },
	{ .name = "output-colours", .pane = &output_pane, .rows = 6,
	  .cols = 40, .more = OUTPUT },
	{ .name = "output-mono", .pane = &output_pane, .rows = 6,
	  .cols = 40, .more = OUTPUT, .colors = -1 },
	{ .name = "output-typing", .pane = &output_pane, .rows = 6,
	  .cols = 60, .more = OUTPUT, .prepare = typing },
	{ .name = "output-typing-small", .pane = &output_pane, .rows = 3,
	  .cols = 8, .more = OUTPUT, .prepare = typing },
	{ .name = "output-attached", .pane = &output_pane, .rows = 4,
	  .cols = 70, .more =
		"0 9 process op=attach child=9 child_pid=9 comm=one\n"
		"0 0 status state=run level=watch origin=attached "
		"main_pid=9\n" },
	{ .name = "output-hostile", .pane = &output_pane, .rows = 4,
	  .cols = 30, .more =
		"1 0 output rows=2 cols=20 row=0 cursor_row=0 cursor_col=0 "
		"text=\"a\\x1b[2J\\xe2\\x80\\xaeb\\xe4\\xb8\\xad!\"\n" },
	{ .name = "output-none", .pane = &output_pane, .rows = 4,
	  .cols = 40 },

	{ .name = "heap-80x24", .pane = &heap_pane, .rows = 6, .cols = 80 },
	{ .name = "heap-20x5", .pane = &heap_pane, .rows = 5, .cols = 20 },

	{ .name = "sources-k", .events = "story.events",
	  .pane = &sources_pane, .rows = 8, .cols = 80, .commands = down2 },
	{ .name = "sources-end", .events = "story-end.events",
	  .pane = &sources_pane, .rows = 8, .cols = 120 },
	{ .name = "sources-20x5", .events = "story.events",
	  .pane = &sources_pane, .rows = 5, .cols = 20 },
	{ .name = "sources-ascii", .events = "story.events",
	  .pane = &sources_pane, .rows = 9, .cols = 58, .ascii = true,
	  .colors = -1 },
	{ .name = "sources-perf", .pane = &sources_pane, .rows = 8,
	  .cols = 120, .more = PERF("1 why=6 value=2 missed=2") },
	{ .name = "sources-no-perf", .pane = &sources_pane, .rows = 8,
	  .cols = 120, .more = PERF("2 why=3 value=3") },
	{ .name = "sources-whole-why", .pane = &sources_pane, .rows = 15,
	  .cols = 80, .more = PERF("2 why=5 value=516"), .commands = down2 },
	{ .name = "sources-no-room", .pane = &sources_pane, .rows = 10,
	  .cols = 80, .more = PERF("2 why=5 value=516"), .commands = down2 },
	{ .name = "sources-nothing", .pane = &sources_pane, .rows = 8,
	  .cols = 80 },
};

int main(void)
{
	return pane_cases_run(cases, sizeof cases / sizeof *cases);
}
