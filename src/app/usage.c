/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --help and --version, as GNU programs say them. */
#include <config.h>

#include "app/options.h"

#include <stdio.h>

#include "app/i18n.h"

void options_help(void)
{
	fputs(_("Usage: mmtop [OPTION]... [--] PROGRAM [ARG]...\n"
		"  or:  mmtop [OPTION]... -p PID\n"
		"Show what the memory of a program does, live: launch "
		"PROGRAM, or attach to\n"
		"the running process PID.\n"), stdout);
	fputs(_("\nWhat to watch:\n"
		"  -p, --attach=PID       attach to a running process "
		"(may be repeated)\n"
		"  -f, --follow           follow its children too "
		"(a launched program's: always,\n"
		"                           unless --no-follow)\n"
		"      --no-follow        follow threads only\n"
		"  -s, --step             begin stopped; stop before and "
		"after each system call\n"
		"      --level=LEVEL      how closely: watch, calls or step\n"
		"      --no-filter        stop a launched program at every "
		"call, not only at\n"
		"                           those that concern memory; once "
		"detached, it\n"
		"                           needs no keeper\n"
		"      --no-pin           never share a CPU with the program\n"
		"      --no-repair        do not hide from its calls that "
		"attaching interrupts\n"
		"                           them\n"
		"      --force            attach to what is refused for "
		"safety: PID 1, and what\n"
		"                           mmtop itself runs in\n"
		"      --keepers          list what stayed behind to serve "
		"detached programs\n"),
	      stdout);
	fputs(_("\nThe log:\n"
		"  -o, --output=FILE      write it to FILE, beside the screen "
		"too\n"
		"  -b, --batch            no screen: one line per event, to "
		"standard error;\n"
		"                           the default when standard output "
		"is no terminal\n"
		"      --json             JSON Lines instead of text (implies "
		"--batch)\n"
		"      --events=LIST      which kinds: process, call, signal "
		"(the default),\n"
		"                           region, pages, system, fault\n"
		"      --trace-mmap       the pages of mapped files that are, or "
		"ever were,\n"
		"                           resident, as ranges; at each refresh "
		"and before\n"
		"                           they are unmapped\n"
		"      --perf             page faults, by perf, must be "
		"told; a log has each\n"
		"      --no-perf          they are not asked for\n"
		"      --track-writes     note which pages are written: marks "
		"private memory\n"
		"                           of the program read-only\n"
		"      --allow-clear-refs for that, where the kernel has "
		"nothing better, reset\n"
		"                           soft-dirty bits, which others "
		"may use\n"),
	      stdout);
	fputs(_("\nTime:\n"
		"  -d, --delay=SECONDS    refresh period (0.5)\n"
		"      --duration=SECONDS\n"
		"                         after that long detach what was "
		"attached, kill what\n"
		"                           was launched\n"),
	      stdout);
	fputs(_("\nThe screen:\n"
		"      --color=WHEN       auto, always or never\n"
		"      --ascii            no line drawing, no blocks\n"
		"\n"
		"  -h, --help             show this help\n"
		"      --version          show the version\n"),
	      stdout);
	fputs(_("\nExit status: the program's own, or its signal; 0 after a "
		"detach; 124 when\n"
		"--duration killed it; 125 mmtop failed, 126 PROGRAM cannot "
		"be executed,\n"
		"127 it was not found.\n"), stdout);
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
