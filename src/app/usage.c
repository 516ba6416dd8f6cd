/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints --help and --version, in the format of GNU programs. */
#include <config.h>

#include "app/options.h"

#include <stdio.h>

#include "app/i18n.h"
#include "base/text.h"

/* Columns: TEXT_COL is where the text of an option starts, MORE_COL where its
 * next lines start, and END_COL where lines end. */
#define TEXT_COL 25
#define MORE_COL 27
#define END_COL 79

struct option_help {
	const char *name;	/* such as "-p, --attach"; NULL ends the
				 * table */
	const char *value;	/* such as N_("PID"); NULL if the option takes
				 * no value */
	const char *text;	/* marked with N_() */
};

static const struct option_help what_to_watch[] = {
	/* TRANSLATORS: words in capitals stand for what the user types. */
	{ "-p, --attach", N_("PID"),
	  N_("attach to a running process (may be repeated)") },
	{ "    --all", NULL,
	  N_("watch calls and page faults of all processes, without stopping "
	     "any (needs root); Enter attaches to one") },
	{ "-f, --follow", NULL,
	  N_("also trace children (the default for a launched program)") },
	{ "    --no-follow", NULL,
	  N_("do not trace children") },
	{ "-s, --step", NULL,
	  N_("start stopped, and stop before and after each system call") },
	{ "    --level", N_("LEVEL"),
	  N_("watch at this level: watch, calls or step") },
	{ "    --no-filter", NULL,
	  N_("launch without a seccomp filter: every system call stops the "
	     "program, but after a detach it needs no mmtop-keeper") },
	{ "    --no-pin", NULL,
	  N_("let mmtop run on all CPUs") },
	{ "    --no-repair", NULL,
	  N_("do not restart calls that attaching interrupted") },
	{ "    --force", NULL,
	  N_("attach even to PID 1, and to programs that mmtop itself runs "
	     "in") },
	{ "    --keepers", NULL,
	  N_("list mmtop-keeper processes, and exit") },
	{ NULL, NULL, NULL }
};

static const struct option_help the_log[] = {
	{ "-o, --output", N_("FILE"),
	  N_("write the log to FILE (also while the screen runs); -: to "
	     "standard output") },
	{ "-b, --batch", NULL,
	  N_("no screen: write a line for each event to standard error (the "
	     "default if standard output is not a terminal)") },
	{ "    --console", NULL,
	  N_("no screen: read commands from a prompt or from standard input; "
	     "-s: start at the first stop") },
	{ "    --script", N_("FILE"),
	  N_("run the commands in FILE (implies --console)") },
	{ "    --command", N_("COMMANDS"),
	  N_("run COMMANDS, separated by semicolons (implies --console)") },
	{ "    --json", NULL,
	  N_("write JSON Lines instead of text; with -p to standard output "
	     "(implies --batch)") },
	{ "    --csv", NULL,
	  N_("write CSV, a line for each process at each refresh (or "
	     "--events=system); with -p to standard output (implies "
	     "--batch)") },
	{ "    --summary", NULL,
	  N_("at the end, write to standard error: calls with counts, errors "
	     "and times, bytes mapped, peak RSS, signals (implies --batch)") },
	{ "    --events", N_("LIST"),
	  N_("log these kinds of events: process, call, signal, region, "
	     "pages, system, memory, pss, fault, map, rss, frame, heap "
	     "(default: the first three)") },
	{ "    --trace-mmap", NULL,
	  N_("log which ranges of mapped files are, or ever were, resident: "
	     "at each refresh, and before an unmap") },
	{ "    --save-mmap", N_("[=DIR]"),
	  N_("capture mapped memory into DIR (mmtop-capture) each time it "
	     "changes; mmap_filter in the configuration selects regions") },
	{ "    --heap", NULL,
	  N_("preload a library that reports what a launched program "
	     "allocates and leaves unfreed at exit (--events=heap: each "
	     "block)") },
	{ "    --no-heap", NULL,
	  N_("do not load this library (the default); overrides --heap") },
	{ "    --heap-stacks", N_("N"),
	  N_("distinguish allocation sites by up to N callers (implies "
	     "--heap)") },
	{ "    --heap-folded", N_("FILE"),
	  N_("write what is unfreed at exit, by stack, for flame graphs "
	     "(implies --heap)") },
	{ "    --heap-folded-peak", N_("FILE"),
	  N_("like --heap-folded, but at the peak of each process") },
	{ "    --allocation-trace", N_("FILE"),
	  N_("write each allocation of a launched program, for 'mmtop heap' "
	     "(implies --heap)") },
	{ "    --mmap-trace", N_("FILE"),
	  N_("write each mapping that system calls make or remove, for "
	     "'mmtop heap'") },
	{ "    --fail-on", N_("leak>SIZE"),
	  N_("exit with 123 if more than SIZE is unfreed at exit (implies "
	     "--heap, --batch)") },
	{ "    --perf", NULL,
	  N_("take page faults and mappings from perf, log each; fail "
	     "without perf") },
	{ "    --no-perf", NULL,
	  N_("do not use perf") },
	{ "    --ftrace", NULL,
	  N_("take memory calls from the kernel's trace ring, without "
	     "stops, or fail (implies --level=watch); also log its faults, "
	     "signals, tasks and changes of RSS") },
	{ "    --no-ftrace", NULL,
	  N_("do not use the trace ring (the default)") },
	{ "    --build-id", "on|off",
	  N_("identify mapped files in perf by build-id, if they have one "
	     "(on), or by device, inode and generation (off)") },
	{ "    --track-writes", NULL,
	  N_("track which pages are written: marks private memory of the "
	     "program read-only") },
	{ "    --allow-clear-refs", NULL,
	  N_("for --track-writes, fall back to soft-dirty bits (resets them "
	     "for other tools)") },
	{ NULL, NULL, NULL }
};

static const struct option_help the_time[] = {
	{ "-d, --refresh", N_("SECONDS"),
	  N_("time between two samples (default: 0.5)") },
	{ "    --duration", N_("SECONDS"),
	  N_("after this time detach an attached program, or kill a launched "
	     "one") },
	{ "    --history", N_("SIZE"),
	  N_("memory for past events, to look back with Space , [ (default: "
	     "64M; 0: none)") },
	{ "    --time", "start|iso",
	  N_("time of log lines: seconds since the start (default), or date "
	     "and time") },
	{ NULL, NULL, NULL }
};

static const struct option_help the_screen[] = {
	{ "    --color", N_("WHEN"),
	  N_("use colours: auto, always or never") },
	{ "    --ascii", NULL,
	  N_("use ASCII characters only, no box drawing") },
	{ "    --theme", N_("NAME"),
	  N_("use theme default, light, mono, high-contrast or 8-colour") },
	{ "    --no-mouse", NULL,
	  N_("leave the mouse to the terminal, to select text") },
	{ "    --config", N_("FILE"),
	  N_("read FILE instead of ~/.config/mmtop/config.lua") },
	{ NULL, NULL, NULL }
};

static const struct option_help captures[] = {
	{ "    --extract", N_("REGION@FRAME"),
	  N_("write the bytes of a frame to standard output; REGION is a "
	     "number in the list, an address or a name; FRAME is a number or "
	     "'last'") },
	{ "    --diff", N_("REGION@FRAME"),
	  N_("compare this frame with the one that the next argument names; "
	     "show the bytes that differ in hex; exit with 1 if any differ") },
	{ NULL, NULL, NULL }
};

static const struct option_help about_itself[] = {
	{ "    --print-config", NULL,
	  N_("print the default configuration") },
	{ "-h, --help", NULL, N_("show this help") },
	{ "    --version", NULL, N_("show the version") },
	{ NULL, NULL, NULL }
};

/* `at`: column where the next line of text starts; `used`: columns that the
 * current line has already. */
struct usage_line {
	int at, used;
};

static void put_line(void *arg, const char *s, size_t n)
{
	struct usage_line *put = arg;

	if (put->used >= put->at) {
		putchar('\n');
		put->used = 0;
	}
	printf("%*s%.*s\n", put->at - put->used, "", (int)n, s);
	*put = (struct usage_line){ .at = MORE_COL };
}

static void put_option(const struct option_help *o)
{
	const char *value = o->value ? _(o->value) : NULL;
	struct usage_line put = {
		.at = TEXT_COL, .used = 2 + text_width(o->name)
	};

	printf("  %s", o->name);
	if (value) {
		/* An optional value such as "[=DIR]" already contains the
		 * "=". */
		printf("%s%s", *value == '[' ? "" : "=", value);
		put.used += (*value != '[') + text_width(value);
	}
	text_wrap(_(o->text), END_COL - MORE_COL, put_line, &put);
}

static void put_group(const char *title, const struct option_help *o)
{
	printf("\n%s\n", title);
	for (; o->name; o++)
		put_option(o);
}

void options_help(void)
{
	fputs(_("Usage: mmtop [OPTION]... [--] PROGRAM [ARG]...\n"
		"  or:  mmtop [OPTION]... -p PID\n"
		"  or:  mmtop [OPTION]...\n"
		"  or:  mmtop [OPTION]... --all\n"
		"  or:  mmtop maps [-p PID]... [--json] [-o LOG] FILE...\n"
		"  or:  mmtop contents [-p PID]... [OPTION]... DIR...\n"
		"  or:  mmtop heap [--sort=WORD] TRACE [LIST]\n"
		"  or:  mmtop heap --match LIST MAPPINGS\n"
		"Show the memory of a program live: launch PROGRAM, attach "
		"to process PID, or\n"
		"choose a process from a list. With maps, show what was "
		"mapped while 'perf\n"
		"record' wrote FILE; with contents, what was captured into "
		"DIR; with heap, the\n"
		"active allocations of TRACE. If PROGRAM has one of these "
		"names, put -- before\n"
		"it.\n"), stdout);
	put_group(_("What to watch:"), what_to_watch);
	put_group(_("The log:"), the_log);
	put_group(_("Time:"), the_time);
	put_group(_("The screen:"), the_screen);
	put_group(_("Captures (mmtop contents DIR):"), captures);
	put_group(_("About mmtop itself:"), about_itself);
	fputs(_("\n"
		"Exit status: that of the program, or its signal; 0 after a "
		"detach; 122 and\n"
		"123 from --fail-on; 124 if --duration killed it; 125 if "
		"mmtop failed, 126 if\n"
		"PROGRAM cannot be executed, 127 if it was not found.\n"),
	      stdout);
	printf(_("\nReport bugs to: %s\nHome page: %s\n"), PACKAGE_BUGREPORT,
	       PACKAGE_URL);
}

void options_version(void)
{
	printf("mmtop (mmtop) %s\n", PACKAGE_VERSION);
	/* TRANSLATORS: keep the year and the licence's name. */
	fputs(_("Copyright (C) 2026 the mmtop authors.\n"
		"License GPLv3+: GNU GPL version 3 or later "
		"<https://gnu.org/licenses/gpl.html>.\n"
		"This is free software: you are free to change and "
		"redistribute it.\n"
		"There is NO WARRANTY, to the extent permitted by law.\n"),
	      stdout);
}
