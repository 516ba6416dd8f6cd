/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "withperf.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "watched.h"

/* Sends the victim's two bytes: one starts the flood, one ends the victim. */
static void drive(struct watched *w)
{
	pid_t engine = engine_of(w->m.pid);

	if (engine <= 0 || kill(engine, SIGSTOP))
		bail("no engine");
	run_poke(&w->v);
	ok(run_printed(&w->v, "flooded"), "P68 a flood while mmtop is stopped");
	kill(engine, SIGCONT);
	ok(file_holds(w->log, "lost count="),
	   "P68 the loss is logged while the target sleeps");
	run_poke(&w->v);
	ok(watched_end(w, 0), "the program exits");
}

void flood_counts(const char *victim, const char *type, long n, long spare)
{
	const struct mode m = { .attach = true, .quiet = true };
	const size_t len = strlen(type);
	long told = 0, missing = 0, lost;
	char events[64], count[24];
	struct watched w;
	struct entries e;

	snprintf(events, sizeof events, "--events=process,%s", type);
	snprintf(count, sizeof count, "%ld", n);
	watched_start(&w, &m, victim,
		      (const char *[]){ events, "--level=watch", NULL },
		      (const char *[]){ "flood", count, NULL });
	drive(&w);
	entries_read(&e, w.log);
	for (size_t i = 0; i < e.n; i++) {
		const char *what = e.v[i].what;

		told += !strncmp(what, type, len) && what[len] == ' ';
		if (sscanf(what, "lost count=%ld source=perf", &lost) == 1)
			missing += lost;
	}
	if (!ok(missing > 0 && told + missing >= n &&
		told + missing < n + spare,
		"row P7 P68 each event is logged or counted as lost"))
		diag("%ld logged, %ld lost", told, missing);
	entries_release(&e);
	watched_release(&w);
}

bool perf_works(char **why)
{
	struct run r;
	bool works;

	run_mmtop(&r, "-b", "-o", "/dev/null", "--perf", "true", NULL);
	run_wait(&r);
	works = run_status(&r) == 0;
	*why = strdup(r.err ? r.err : "");
	run_release(&r);
	return works;
}

void perf_refusals(const char *event, const char *words)
{
	char option[32], without[100], refused[100];
	struct run r;

	snprintf(option, sizeof option, "--events=%s", event);
	snprintf(without, sizeof without, "%s: this kernel has no perf events",
		 words);
	snprintf(refused, sizeof refused, "%s needs perf, but --no-perf",
		 option);
	setenv("MMTOP_FAULT", "no-perf", 1);
	run_mmtop(&r, "-b", "-o", "/dev/null", option, "true", NULL);
	ok(run_wait(&r) && run_status(&r) == 125 && run_said(&r, without),
	   "without perf: refused with a message, and 125");
	run_release(&r);
	unsetenv("MMTOP_FAULT");
	run_mmtop(&r, "-b", "-o", "/dev/null", option, "--no-perf", "true",
		  NULL);
	ok(run_wait(&r) && run_status(&r) == 125 && strstr(r.err, refused),
	   "with --no-perf: refused with a message, and 125");
	run_release(&r);
}
