/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words and signs of the header, for the help. */
#include <config.h>

#include "app/bars/header.h"

#include "app/i18n.h"

static const struct term state_part_list[] = {
	{ N_("START"), N_("mmtop is starting the program."),
	  .st = STYLE_ST_RUN },
	{ N_("RUN"), N_("The program runs."), .st = STYLE_ST_RUN },
	{ N_("HELD"),
	  N_("mmtop holds it: n steps, c continues."), .st = STYLE_ST_HELD },
	{ N_("STOP"),
	  N_("A signal stopped it, as Ctrl-Z does."), .st = STYLE_ST_HELD },
	{ N_("DETACH"),
	  N_("It runs without mmtop; the values are old."),
	  .st = STYLE_ST_HELD },
	{ N_("ENDED"),
	  N_("It exited (grey), or a signal killed it (coloured)."),
	  .st = STYLE_ST_ENDED },
	{ N_("ALL"), N_("System-wide: all processes (--all)."),
	  .st = STYLE_ST_RUN },
	{ N_("SAVED"), N_("A capture from a file."), .st = STYLE_SEL_AWAY },
	{ N_("+2 threads"), N_("Threads next to the main thread."),
	  .st = STYLE_KEY },
	{ N_("+2 children"), N_("Running child processes."), .st = STYLE_KEY },
	{ "calls",
	  N_("Level calls: each memory call stops the program for "
	     "a moment."), .st = STYLE_KEY },
	{ "watch",
	  N_("Level watch: mmtop reads /proc, and stops the program "
	     "only to attach."), .st = STYLE_KEY },
	{ N_("unfiltered"),
	  N_("All system calls stop the program, not only memory "
	     "calls."), .st = STYLE_KEY },
	{ "+W",
	  N_("Written pages are tracked (W), which slows the "
	     "program down."), .st = STYLE_KEY },
	{ N_("worst stop"),
	  N_("Longest time that mmtop stopped a thread; - is "
	     "never."), .st = STYLE_KEY },
	{ N_("stop"), N_("The same on a narrow screen."), .st = STYLE_KEY },
	{ N_("ran"), N_("Time from start to end of the program."),
	  .st = STYLE_KEY },
	{ N_("lost"),
	  N_("Events that mmtop missed; Sources (9) has the "
	     "reason."), .st = STYLE_KEY },
	{ "mmtop", N_("CPU time and memory that mmtop itself uses."),
	  .st = STYLE_KEY },
	{ N_("LIVE"),
	  N_("The values are current; the time since the start "
	     "follows."), .st = STYLE_ST_LIVE },
	{ N_("PAUSED"),
	  N_("The view is paused; how long ago that moment was follows."),
	  .st = STYLE_ST_PAUSED },
	{ N_("END"),
	  N_("The program has ended; the time of its end follows."),
	  .st = STYLE_ST_PAUSED },
};
static const struct terms_part state_part =
	TERMS_PART(N_("ROW 1: THE PROGRAM AND MMTOP"), state_part_list);

static const struct term process_part_list[] = {
	{ N_("RSS"),
	  N_("Resident: its memory in RAM, and the growth per "
	     "second."), .st = STYLE_KEY },
	{ "▁▂▃▅▇",
	  N_("RSS of the last samples; the newest is at the right."),
	  .st = STYLE_BAR, .ascii = "_-=#" },
	{ N_("peak"), N_("Highest RSS so far, and when."), .st = STYLE_KEY },
	{ N_("final"), N_("RSS at the end of the program."), .st = STYLE_KEY },
	{ N_("virt"), N_("Virtual memory: the size of all mapped addresses."),
	  .st = STYLE_KEY },
	{ N_("swap"), N_("Its memory that is in swap."), .st = STYLE_KEY },
	{ N_("faults"),
	  N_("Page faults; minor without, major with a read from "
	     "disk."), .st = STYLE_KEY },
	{ N_("calls"), N_("Memory calls per second."), .st = STYLE_KEY },
	{ "cgroup",
	  N_("Used memory of its control group (cgroup), and the limit "
	     "of the group or none."), .st = STYLE_KEY },
	{ N_("processes"),
	  N_("Processes, regions and frames (states in time) of a "
	     "capture."), .st = STYLE_KEY },
};
static const struct terms_part process_part =
	TERMS_PART(N_("ROW 2: THE PROCESS"), process_part_list);

static const struct term machine_part_list[] = {
	{ N_("Mem"), N_("RAM of the machine; the bar is the used part."),
	  .st = STYLE_KEY },
	{ N_("used"), N_("Memory that programs and the kernel use."),
	  .st = STYLE_KEY },
	{ N_("available"), N_("Memory that programs can get without swapping."),
	  .st = STYLE_KEY },
	{ N_("cache"),
	  N_("Pages of files that the kernel keeps for the next "
	     "read."), .st = STYLE_KEY },
	{ N_("dirty"), N_("Changed pages that are not on disk yet."),
	  .st = STYLE_KEY },
	{ N_("slab"), N_("Data structures of the kernel."), .st = STYLE_KEY },
	{ N_("swap"), N_("Used swap, and its size."), .st = STYLE_KEY },
	{ N_("pressure"),
	  N_("Share of the last 10 s in which a task waited for "
	     "memory."), .st = STYLE_KEY },
	{ "some full", N_("Shares in which one task, or all tasks, waited."),
	  .st = STYLE_KEY },
	{ N_("refresh"), N_("Time between two samples (-d)."),
	  .st = STYLE_KEY },
};
static const struct terms_part machine_part =
	TERMS_PART(N_("ROW 3: THE MACHINE"), machine_part_list);

static const struct term timeline_part_list[] = {
	{ N_("at time"), N_("The time that is shown."), .st = STYLE_KEY },
	{ N_("all events from"),
	  N_("Before that time only some moments are stored "
	     "(--history)."), .st = STYLE_KEY },
	{ N_("RSS"),
	  N_("Largest RSS of the main process; the scale starts at 0."),
	  .st = STYLE_KEY },
	{ N_("events"),
	  N_("Calls, signals, processes and region changes; , and . "
	     "step through them."), .st = STYLE_KEY },
	{ "^", N_("At least one signal."), .st = STYLE_WARN },
	{ "│", N_("The time that is shown; a click moves it."),
	  .st = STYLE_ST_PAUSED, .ascii = "|" },
};
static const struct terms_part timeline_part =
	TERMS_PART(N_("TIMELINE OF A PAUSED VIEW"), timeline_part_list);

const struct terms_part *const header_terms[] = {
	&state_part, &process_part, &machine_part, &timeline_part, NULL,
};
