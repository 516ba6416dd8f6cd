/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals arrive unchanged, once and in order, and the log has each; a
 * stopped program stays stopped, whoever stopped it and when. */
#include <config.h>

#include "live.h"
#include "log.h"

#ifndef HAVE_JANSSON

int main(void)
{
	skip_all("built without jansson");
}

#else

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counter.h"

/* SIGNAL CODE VALUE-OR-ADDRESS, as victims/signals.c prints them. */
static char *lines_of(const char *path)
{
	json_t *log = log_read(path), *e;
	char *text = NULL;
	size_t size, i;
	FILE *out = open_memstream(&text, &size);

	json_array_foreach(log, i, e) {
		json_t *value = json_object_get(e, "value");

		if (!log_is(e, "type", "signal"))
			continue;
		fprintf(out, "%s %s ", log_str(e, "signal"),
			log_str(e, "code"));
		if (*log_str(e, "addr"))
			fprintf(out, "%s\n", log_str(e, "addr"));
		else if (json_is_integer(value))
			fprintf(out, "%lld\n", log_num(e, "value"));
		else
			fprintf(out, "-\n");
	}
	fclose(out);
	json_decref(log);
	return text;
}

static void delivered(const char *program, const char *name)
{
	char *log = work_file("signals"), *got;
	struct run r;

	run_mmtop(&r, "--json", "--events=signal", "-o", log, program, NULL);
	if (!ok(run_wait(&r) && run_status(&r) == 0,
		"%s: each signal comes once and unchanged", name))
		diag("%d: %s", run_status(&r), r.err);
	got = lines_of(log);
	if (!ok(!strcmp(got, r.out), "%s: the log has them in order", name))
		same_lines(got, r.out);
	free(got);
	run_release(&r);
	free(log);
}

static void group_stop(int sig, bool attach)
{
	const char *name = attach ? "attached" : "launched";
	char *log = work_file("stops"), pid[16], stopped[64];
	struct counter c;
	struct run r;

	counter_init(&c, 3);
	if (attach) {
		counter_start(&c);
		snprintf(pid, sizeof pid, "%d", c.run.pid);
		run_mmtop(&r, "--json", "-o", log, "-p", pid, NULL);
	} else {
		run_mmtop(&r, "--json", "-o", log, c.program, c.path, "3",
			  NULL);
	}
	ok(file_holds(log, "\"munmap\"") && counter_counts(&c),
	   "%s: it counts", name);
	c.pid = attach ? c.run.pid : counter_pid(log);
	kill(c.pid, sig);
	snprintf(stopped, sizeof stopped, "\"%s\",\"code\":", sig == SIGSTOP ?
		 "SIGSTOP" : "SIGTSTP");
	ok(file_holds(log, stopped) && file_holds(log, "\"stopped\""),
	   "%s: the log says that it is stopped", name);
	ok(counter_stands(&c), "%s: and it stands still", name);
	kill(c.pid, SIGCONT);
	ok(file_holds(log, "\"continued\""),
	   "%s: the log says that it is continued", name);
	ok(counter_counts(&c), "%s: and it counts", name);
	counter_stop(&c);
	ok(run_wait(&r) && run_status(&r) == 0, "%s: it ends with 0", name);
	run_release(&r);
	counter_release(&c);
	free(log);
}

/* Attached to while stopped, and let go again: it never runs. */
static void found_stopped(void)
{
	char *log = work_file("found"), pid[16];
	struct counter c;
	struct run r;

	counter_init(&c, 2);
	counter_start(&c);
	c.pid = c.run.pid;
	kill(c.pid, SIGSTOP);
	ok(counter_stands(&c), "found stopped: it stands still");
	snprintf(pid, sizeof pid, "%d", c.pid);
	run_mmtop(&r, "--json", "-o", log, "-p", pid, NULL);
	ok(file_holds(log, "\"attach\"") && counter_stands(&c),
	   "found stopped: also while attached to");
	kill(r.pid, SIGTERM);
	ok(run_wait(&r) && run_status(&r) == 128 + SIGTERM,
	   "found stopped: mmtop lets go");
	ok(task_state(c.pid) == 'T' && status_field(c.pid, "TracerPid") == 0,
	   "found stopped: still stopped, by nobody's tracer");
	ok(counter_stands(&c), "found stopped: it stands still after it");
	kill(c.pid, SIGCONT);
	ok(counter_counts(&c), "found stopped: SIGCONT lets it run");
	counter_stop(&c);
	run_release(&r);
	counter_release(&c);
	free(log);
}

int main(void)
{
	char *v64 = victim("signals"), *v32 = victim32("signals");

	plan(2 + (v32 ? 2 : 0) + 3 * 6 + 6);
	delivered(v64, "native");
	if (v32)
		delivered(v32, "32-bit");
	group_stop(SIGSTOP, false);
	group_stop(SIGSTOP, true);
	group_stop(SIGTSTP, true);
	found_stopped();
	free(v64);
	free(v32);
	return done();
}

#endif
