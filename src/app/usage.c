/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --help and --version, as GNU programs say them. */
#include <config.h>

#include "app/options.h"

#include <stdio.h>

#include "app/i18n.h"
#include "base/text.h"

/* Where what an option does begins, and the lines of it after the first. */
#define TEXT_COL 25
#define MORE_COL 27
#define END_COL 79

struct option_help {
	const char *name;	/* "-p, --attach"; NULL: the end */
	const char *value;	/* N_("PID"), NULL: it takes none */
	const char *text;	/* N_() */
};

static const struct option_help what_to_watch[] = {
	/* TRANSLATORS: words in capitals stand for what is to be typed. */
	{ "-p, --attach", N_("PID"),
	  N_("attach to a running process (may be repeated)") },
	{ "    --all", NULL,
	  N_("watch all processes: calls and page faults of each, without a "
	     "stop (needs root); Enter attaches to one") },
	{ "-f, --follow", NULL,
	  N_("follow its children too (a launched program's: always, unless "
	     "--no-follow)") },
	{ "    --no-follow", NULL,
	  N_("follow threads only") },
	{ "-s, --step", NULL,
	  N_("begin stopped; stop before and after each system call") },
	{ "    --level", N_("LEVEL"),
	  N_("how closely: watch, calls or step") },
	{ "    --no-filter", NULL,
	  N_("stop a launched program at every call, not only at those that "
	     "concern memory; once detached, it needs no keeper") },
	{ "    --no-pin", NULL,
	  N_("never keep mmtop on one CPU") },
	{ "    --no-repair", NULL,
	  N_("do not hide from its calls that attaching interrupts them") },
	{ "    --force", NULL,
	  N_("attach to what is refused for safety: PID 1, and what mmtop "
	     "itself runs in") },
	{ "    --keepers", NULL,
	  N_("list what stayed behind to serve detached programs") },
	{ NULL, NULL, NULL }
};

static const struct option_help the_log[] = {
	{ "-o, --output", N_("FILE"),
	  N_("write it to FILE, beside the screen too") },
	{ "-b, --batch", NULL,
	  N_("no screen: one line per event, to standard error; the default "
	     "when standard output is no terminal") },
	{ "    --console", NULL,
	  N_("no screen: commands at a prompt, or from standard input, a line "
	     "each; with -s from the first stop") },
	{ "    --script", N_("FILE"),
	  N_("commands from FILE (implies --console)") },
	{ "    --command", N_("COMMANDS"),
	  N_("commands, with semicolons between (implies --console)") },
	{ "    --json", NULL,
	  N_("JSON Lines instead of text (implies --batch)") },
	{ "    --summary", NULL,
	  N_("at the end, to standard error: calls by name with counts, "
	     "errors and time, bytes mapped, peak RSS, signals (implies "
	     "--batch)") },
	{ "    --events", N_("LIST"),
	  N_("which kinds: process, call, signal (the default), region, "
	     "pages, system, usage, fault, map, rss, frame, heap") },
	{ "    --trace-mmap", NULL,
	  N_("the pages of mapped files that are, or ever were, resident, as "
	     "ranges; at each refresh and before they are unmapped") },
	{ "    --save-mmap", N_("[=DIR]"),
	  N_("capture what is in mapped memory each time it changes, as "
	     "mmap_filter in the configuration selects, into DIR "
	     "(mmtop-capture)") },
	{ "    --heap", NULL,
	  N_("what a launched program allocates, and what it has left at its "
	     "end: it is made to load a library of mmtop's (--events=heap: "
	     "each block)") },
	{ "    --no-heap", NULL,
	  N_("no such library (the default), whatever was said before") },
	{ "    --heap-stacks", N_("N"),
	  N_("tell sites apart by up to N callers too (implies --heap)") },
	{ "    --heap-folded", N_("FILE"),
	  N_("what was left at the end, by stack, for flame graphs (implies "
	     "--heap)") },
	{ "    --heap-folded-peak", N_("FILE"),
	  N_("what each process had when it had most, so too") },
	{ "    --allocation-trace", N_("FILE"),
	  N_("each allocation of a launched program, as `mmtop heap' reads it "
	     "(implies --heap)") },
	{ "    --mmap-trace", N_("FILE"),
	  N_("each mapping that calls of the kernel made or took away, as "
	     "`mmtop heap' reads it") },
	{ "    --fail-on", N_("leak>SIZE"),
	  N_("exit with 123 when the processes that ended left more than SIZE "
	     "(implies --heap, --batch)") },
	{ "    --perf", NULL,
	  N_("page faults and mappings, by perf, must be told; a log has "
	     "each") },
	{ "    --no-perf", NULL,
	  N_("they are not asked for") },
	{ "    --ftrace", NULL,
	  N_("memory calls without a stop, from the kernel's trace ring, must "
	     "be told (implies --level=watch); in a log faults, signals, "
	     "tasks and rss as well") },
	{ "    --no-ftrace", NULL,
	  N_("the trace ring is not used (the default)") },
	{ "    --build-id", "on|off",
	  N_("whether perf knows mapped files by build-id, where they have "
	     "one (on), or by device, inode and generation") },
	{ "    --track-writes", NULL,
	  N_("note which pages are written: marks private memory of the "
	     "program read-only") },
	{ "    --allow-clear-refs", NULL,
	  N_("for that, where the kernel has nothing better, reset soft-dirty "
	     "bits, which others may use") },
	{ NULL, NULL, NULL }
};

static const struct option_help the_time[] = {
	{ "-d, --delay", N_("SECONDS"),
	  N_("refresh period (0.5)") },
	{ "    --duration", N_("SECONDS"),
	  N_("after that long detach what was attached, kill what was "
	     "launched") },
	{ NULL, NULL, NULL }
};

static const struct option_help the_screen[] = {
	{ "    --color", N_("WHEN"),
	  N_("auto, always or never") },
	{ "    --ascii", NULL,
	  N_("no line drawing, no blocks") },
	{ "    --theme", N_("NAME"),
	  N_("the colours: default, light, mono, high-contrast, 8-colour") },
	{ "    --no-mouse", NULL,
	  N_("the mouse is the terminal's own, to select text with") },
	{ "    --config", N_("FILE"),
	  N_("this configuration instead of ~/.config/mmtop/config.lua") },
	{ NULL, NULL, NULL }
};

static const struct option_help captures[] = {
	{ "    --extract", N_("REGION@FRAME"),
	  N_("the bytes of a frame, to standard output; REGION is a number of "
	     "the list, an address or a name, FRAME a number or `last'") },
	{ "    --diff", N_("REGION@FRAME"),
	  N_("the bytes that differ between this frame and the one named "
	     "behind it, in hex; exit status 1 when there are any") },
	{ NULL, NULL, NULL }
};

static const struct option_help about_itself[] = {
	{ "    --print-config", NULL,
	  N_("write a configuration that says what is so without one") },
	{ "-h, --help", NULL, N_("show this help") },
	{ "    --version", NULL, N_("show the version") },
	{ NULL, NULL, NULL }
};

/* Where the next line of text begins, and what stands before it. */
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
		/* One that may be left out has its own. */
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
		"Show what the memory of a program does, live: launch "
		"PROGRAM, or attach to\n"
		"the running process PID, or to one that is chosen from a "
		"list. With maps,\n"
		"show what was mapped while `perf record' wrote FILE; with "
		"contents, what\n"
		"was captured into DIR; with heap, which allocations of a "
		"TRACE are active. A\n"
		"PROGRAM of such a name stands behind --.\n"), stdout);
	put_group(_("What to watch:"), what_to_watch);
	put_group(_("The log:"), the_log);
	put_group(_("Time:"), the_time);
	put_group(_("The screen:"), the_screen);
	put_group(_("Captures (mmtop contents DIR):"), captures);
	put_group(_("About mmtop itself:"), about_itself);
	fputs(_("\nExit status: the program's own, or its signal; 0 after a "
		"detach; 122 and\n"
		"123 by --fail-on; 124 when --duration killed it; 125 mmtop "
		"failed, 126 PROGRAM\n"
		"cannot be executed, 127 it was not found.\n"), stdout);
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
