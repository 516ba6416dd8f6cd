/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Processes pane and the Process view, compared with their golden files. */
#include <config.h>

#include "screens-harness.h"

#define COMMANDS_OF(...) ((const enum cmd[]){ __VA_ARGS__, DO_NONE })

static const char ends[] =
	"14.0 4131 process op=exit gone=1 signal=SIGSEGV core=1\n"
	"14.1 4130 process op=exit gone=1 status=3\n";
static const char all_end[] =
	"14.0 4131 process op=exit gone=1 signal=SIGSEGV core=1\n"
	"14.1 4130 process op=exit gone=1 status=3\n"
	"14.2 4121 process op=exit gone=1 status=0\n";

static const struct pane_case cases[] = {
	{ .name = "processes-33x13", .rows = 40, .cols = 120,
	  .rect = { 3, 0, 13, 33 }, .pane = &processes_pane,
	  .events = "story.events" },
	{ .name = "processes-79x6", .rows = 50, .cols = 160,
	  .rect = { 3, 0, 8, 79 }, .pane = &processes_pane,
	  .events = "story.events" },
	{ .name = "processes-80x24", .rows = 24, .cols = 80,
	  .pane = &processes_pane, .events = "story.events" },
	{ .name = "processes-120x40", .rows = 40, .cols = 120,
	  .pane = &processes_pane, .events = "story.events",
	  .commands = COMMANDS_OF(DO_DOWN) },
	{ .name = "processes-20x5", .rows = 5, .cols = 20,
	  .pane = &processes_pane, .events = "story.events",
	  .commands = COMMANDS_OF(DO_END) },
	{ .name = "processes-ascii-80x24", .rows = 24, .cols = 80,
	  .pane = &processes_pane, .events = "story.events", .ascii = true,
	  .colors = -1, .away = true },
	{ .name = "processes-shifted-60x12", .rows = 12, .cols = 60,
	  .pane = &processes_pane, .events = "story.events",
	  .commands = COMMANDS_OF(DO_DOWN, DO_SCROLL_RIGHT, DO_SCROLL_RIGHT) },
	{ .name = "processes-folded-80x24", .rows = 24, .cols = 80,
	  .pane = &processes_pane, .events = "story.events",
	  .commands = COMMANDS_OF(DO_LEFT) },
	{ .name = "processes-ended-80x24", .rows = 24, .cols = 80,
	  .pane = &processes_pane, .events = "story.events", .more = ends },
	/* Enter on the row of the ended processes shows them with their peaks;
	 * ← hides them. */
	{ .name = "processes-ended-open-80x24", .rows = 24, .cols = 80,
	  .pane = &processes_pane, .events = "story.events", .more = ends,
	  .commands = COMMANDS_OF(DO_END, DO_ENTER) },
	{ .name = "processes-ended-closed-80x24", .rows = 24, .cols = 80,
	  .pane = &processes_pane, .events = "story.events", .more = ends,
	  .commands = COMMANDS_OF(DO_END, DO_ENTER, DO_UP, DO_LEFT) },
	{ .name = "processes-all-ended-33x13", .rows = 13, .cols = 33,
	  .pane = &processes_pane, .events = "story.events",
	  .more = all_end },
	{ .name = "processes-none-80x24", .rows = 24, .cols = 80,
	  .pane = &processes_pane },
	{ .name = "process-80x24", .rows = 24, .cols = 80,
	  .pane = &process_pane, .events = "story.events" },
	{ .name = "process-thread-120x40", .rows = 40, .cols = 120,
	  .pane = &process_pane, .events = "story.events", .pid = 4121,
	  .tid = 4122 },
	{ .name = "process-20x5", .rows = 5, .cols = 20,
	  .pane = &process_pane, .events = "story.events",
	  .commands = COMMANDS_OF(DO_DOWN, DO_DOWN) },
	{ .name = "process-ascii-80x24", .rows = 24, .cols = 80,
	  .pane = &process_pane, .events = "story.events", .pid = 4130,
	  .ascii = true, .colors = -1 },
};

int main(void)
{
	return pane_cases_run(cases, sizeof cases / sizeof cases[0]);
}
