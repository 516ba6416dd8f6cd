/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * P76: no process of mmtop exits because of a signal or a limit that is not
 * meant for it.  Each role gets every signal except those that it handles.  The
 * launched program has the dispositions, limits and OOM score of mmtop's start.
 */
#include <config.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../terminal/session.h"
#include "live.h"
#include "ours.h"
#include "victims/jobs.h"
#include "words.h"

#define SIG(n) (UINT64_C(1) << (n))
#define STOPS (SIG(SIGSTOP) | SIG(SIGTSTP) | SIG(SIGTTIN) | SIG(SIGTTOU))
#define ENDS (SIG(SIGHUP) | SIG(SIGINT) | SIG(SIGQUIT) | SIG(SIGTERM))

/* True for signals that a role handles, or that cannot be ignored. */
static bool is_meant(uint64_t served, int sig)
{
	return sig == SIGKILL || sig == SIGSTOP ||
	       (sig < 64 && served & SIG(sig));
}

static bool is_there(pid_t pid)
{
	char state = task_state(pid);

	return state && state != 'Z' && state != 'T';
}

static bool sums_are_right(struct words *w)
{
	return words_reach(w, JOBS_ROUNDS, w->v[JOBS_ROUNDS] + 3) &&
	       !w->v[JOBS_BAD];
}

/* served: signals meant for the role.  w: the program, NULL: none. */
static void hit_role(const char *role, uint64_t served, struct words *w,
		     const char *mode)
{
	pid_t pid = ours_find(role);
	int sig;

	for (sig = 1; sig < NSIG && is_there(pid); sig++)
		if (!is_meant(served, sig))
			kill(pid, sig);
	/* The last signals may still be pending. */
	if (!ok((!w || sums_are_right(w)) && is_there(pid),
		"%s, %s: survives signals that are not for it", mode, role))
		diag("%d: state %c, after signal %d", pid, task_state(pid),
		     sig - 1);
}

static bool is_gone(void *arg)
{
	const pid_t *pid = arg;

	waitpid(*pid, NULL, WNOHANG);
	return task_state(*pid) == 0 || task_state(*pid) == 'Z';
}

static void program_ends(struct words *w, const char *mode)
{
	pid_t pid = (pid_t)w->v[JOBS_PID];

	w->v[JOBS_STOP] = 1;
	ok(wait_for(is_gone, &pid) && !w->v[JOBS_BAD] && ours_end(),
	   "%s: the program exits by itself, and mmtop with it", mode);
}

/* --- each role ----------------------------------------------------------------------- */

static void batch(void)
{
	struct words w;
	struct run r;

	words_init(&w, "jobs", 64, JOBS_WORDS);
	ours_mark();
	run_mmtop(&r, "-b", "-o", "/dev/null", "--level=calls", w.program,
		  w.path, NULL);
	words_reach(&w, JOBS_ROUNDS, 2);
	hit_role("first", ENDS | STOPS, &w, "batch");
	hit_role("engine", ENDS, &w, "batch");
	kill(r.pid, SIGTERM);
	run_wait(&r);
	if (filters_here())
		hit_role("keeper", 0, &w, "batch");
	else
		skip("batch, keeper", "launched programs get no filter here");
	program_ends(&w, "batch");
	run_release(&r);
	words_release(&w);
}

static void attached(void)
{
	struct words w;
	struct run r;
	char pid[16];

	words_start(&w, "jobs", 64, JOBS_WORDS, NULL);
	words_reach(&w, JOBS_ROUNDS, 1);
	snprintf(pid, sizeof pid, "%d", w.pid);
	ours_mark();
	run_mmtop(&r, "-b", "-o", "/dev/null", "--level=watch",
		  "-p", pid, NULL);
	hit_role("engine", ENDS, &w, "attached");
	hit_role("reader", 0, &w, "attached");
	w.v[JOBS_STOP] = 1;
	ok(run_wait(&w.run) && run_status(&w.run) == 0 && run_wait(&r) &&
	   run_status(&r) == 0,
	   "attached: the program's exit status is unchanged");
	run_release(&r);
	words_release(&w);
}

/* stays: the role that remains after the screen's exit. */
static void screen(const char *option, const char *stays, const char *mode)
{
	struct session s;
	struct words w;

	words_init(&w, "jobs", 64, JOBS_WORDS);
	ours_mark();
	session_start(&s, 24, 80, (const char *[]){ option, w.program, w.path,
						    NULL });
	session_shows(&s, "1 Regions");
	words_reach(&w, JOBS_ROUNDS, 2);
	hit_role("first", ENDS | STOPS, &w, mode);
	hit_role("engine", SIG(SIGTERM), &w, mode);
	kill(s.pid, SIGTERM);
	session_end(&s);
	hit_role(stays, 0, &w, mode);
	program_ends(&w, mode);
	session_release(&s);
	words_release(&w);
}

/* The program keeps its terminal, whichever process of mmtop had it last. */
static void one_after_the_other(void)
{
	struct session s;
	struct words w;

	words_init(&w, "jobs", 64, JOBS_WORDS);
	ours_mark();
	session_start(&s, 24, 80, (const char *[]){ "--no-filter", w.program,
						    w.path, NULL });
	session_shows(&s, "1 Regions");
	words_reach(&w, JOBS_ROUNDS, 2);
	send_to(ours_find("engine"), SIGKILL);
	session_shows(&s, "keeps running");
	ours_find("rescuer");
	kill(s.pid, SIGKILL);
	session_end(&s);
	screen_ok(&s, session_restores(&s),
		  "engine and screen killed: the terminal is restored");
	ok(ours_find("drain") && sums_are_right(&w),
	   "the program keeps its own terminal, and runs on");
	program_ends(&w, "engine and screen killed");
	session_release(&s);
	words_release(&w);
}

static void picker(void)
{
	struct session s;

	ours_mark();
	session_start(&s, 24, 80, (const char *[]){ NULL });
	session_shows(&s, "COMMAND");
	hit_role("lister", 0, NULL, "picker");
	hit_role("first", ENDS | STOPS, NULL, "picker");
	session_type(&s, "\033");
	screen_ok(&s, session_end(&s) == 0 && ours_end(),
		  "Esc ends the picker");
	session_release(&s);
}

/* --- limits --------------------------------------------------------------- */

/* A sanitizer reserves terabytes of address space. */
#ifdef MMTOP_SANITIZED
# define ADDRESS_SPACE ""
#else
# define ADDRESS_SPACE "ulimit -S -d 4000000; ulimit -S -v 8000000; "
#endif

static const char limited[] =
	"ulimit -S -t 100; ulimit -S -n 100; ulimit -S -s 4096; "
	"ulimit -S -l 64; ulimit -S -p 5000; "
	ADDRESS_SPACE "echo 500 >/proc/self/oom_score_adj; exec \"$@\"";

static const char shown[] =
	"cat /proc/self/limits /proc/self/oom_score_adj; "
	"grep -E 'Sig(Ign|Blk)' /proc/self/status; echo end; read -r x";

static void run_limited(struct run *r, bool traced)
{
	char *const with[] = {
		(char *)"sh", (char *)"-c", (char *)limited, (char *)"sh",
		getenv("MMTOP"), (char *)"-b", (char *)"-o",
		(char *)"/dev/null", (char *)"sh", (char *)"-c",
		(char *)shown, NULL,
	};
	char *const without[] = {
		(char *)"sh", (char *)"-c", (char *)limited, (char *)"sh",
		(char *)"sh", (char *)"-c", (char *)shown, NULL,
	};

	ours_mark();
	run_start(r, traced ? with : without);
	run_printed(r, "end\n");
}

/* True if the soft limit equals the hard limit. */
static bool is_raised(const char *limits, const char *name)
{
	const char *at = strstr(limits, name);
	char soft[32], hard[32];
	bool is = at && sscanf(at + strlen(name), "%31s %31s", soft, hard) == 2 &&
		  !strcmp(soft, hard);

	if (!is)
		diag("%.80s", at ? at : name);
	return is;
}

static long oom_score(pid_t pid)
{
	char path[64], *text;
	long n;

	snprintf(path, sizeof path, "/proc/%d/oom_score_adj", pid);
	text = read_file(path, NULL);
	n = text ? strtol(text, NULL, 10) : 9999;
	free(text);
	return n;
}

static void own_limits(bool filters)
{
	static const char *const names[] = {
		"Max cpu time", "Max open files",
		"Max locked memory", "Max processes", "Max data size",
		"Max address space",
	};
	char path[64], *limits;
	struct run plain, traced;
	bool raised = true;
	pid_t engine;

	run_limited(&plain, false);
	run_poke(&plain);
	run_wait(&plain);
	run_limited(&traced, true);
	engine = ours_find("engine");
	snprintf(path, sizeof path, "/proc/%d/limits", engine);
	limits = read_file(path, NULL);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		raised = limits && is_raised(limits, names[i]) && raised;
	ok(raised, "the engine raises its limits to the hard ones");
	if (filters)
		ok(oom_score(engine) < 500, "the engine lowers its OOM score");
	else
		skip("the OOM score", "launched programs get no filter here");
	run_poke(&traced);
	run_wait(&traced);
	if (!ok(*plain.out && !strcmp(plain.out, traced.out),
		"the program has the given limits, OOM score and signals"))
		diag("without:\n%swith:\n%s", plain.out, traced.out);
	free(limits);
	run_release(&traced);
	run_release(&plain);
}

/* A hard limit that cannot be raised kills the engine.  mmtop then uses no
 * filter, as a filtered program would die with the engine. */
static void hard_limit(void)
{
	struct words w;
	struct run r;
	pid_t engine;
	bool outlives;

	words_init(&w, "jobs", 64, JOBS_WORDS);
	ours_mark();
	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"ulimit -t 100; exec \"$@\"", (char *)"sh",
		  getenv("MMTOP"), (char *)"-b", (char *)"-o",
		  (char *)"/dev/null", w.program, w.path, NULL });
	words_reach(&w, JOBS_ROUNDS, 2);
	engine = ours_find("engine");
	if (status_field((pid_t)w.v[JOBS_PID], "Seccomp") == 2) {
		skip("a hard limit of CPU time", "mmtop may raise it");
		skip("a hard limit of CPU time: the message", "the same");
		kill(r.pid, SIGTERM);
	} else {
		/* As the kernel would at the limit. */
		kill(engine, SIGKILL);
		outlives = run_wait(&r) && sums_are_right(&w);
		ok(outlives, "a hard limit of CPU time: the program outlives "
		   "the engine");
		ok(strstr(r.err, "the program keeps running"),
		   "a hard limit of CPU time: mmtop reports that");
	}
	program_ends(&w, "a hard limit");
	run_release(&r);
	words_release(&w);
}

static bool may_raise(pid_t engine)
{
	struct rlimit cpu;

	return prlimit(engine, RLIMIT_CPU, NULL, &cpu) == 0 &&
	       cpu.rlim_max == RLIM_INFINITY;
}

/* The program's processes are short-lived: only the engine reaches the
 * limit. */
static void limit_reached(void)
{
	char *selfcheck = victim("selfcheck"), *stop = work_file("stop");
	char *out = work_file("out"), *log = work_file("log");
	struct run r;
	pid_t engine;
	bool right;
	char *text;
	int fd;

	ours_mark();
	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"ulimit -t 1; exec \"$0\" -b -o \"$4\" -- sh -c "
		  "'while [ ! -e $1 ]; do $0 2000 || echo bad; done >$2; echo over >>$2' "
		  "\"$1\" \"$2\" \"$3\"",
		  getenv("MMTOP"), selfcheck, stop, out, log, NULL });
	engine = ours_find("engine");
	if (may_raise(engine)) {
		skip("CPU time is used up", "mmtop may raise the limit");
		skip("CPU time is used up: the program runs on", "the same");
		fd = open(stop, O_CREAT | O_CLOEXEC | O_WRONLY, 0600);
		run_wait(&r);
	} else {
		ok(run_wait(&r) && run_status(&r) == 128 + SIGXCPU &&
		   strstr(r.err, "it detaches") && file_holds(log, " end "),
		   "CPU time is used up: mmtop detaches and ends its log");
		fd = open(stop, O_CREAT | O_CLOEXEC | O_WRONLY, 0600);
		right = file_holds(out, "over");
		text = read_file(out, NULL);
		ok(right && !strstr(text, "bad"),
		   "CPU time is used up: the program runs on");
		free(text);
	}
	close(fd);
	run_release(&r);
	free(selfcheck);
	free(stop);
	free(out);
	free(log);
}

int main(void)
{
	bool filters = filters_here();

	plan(4 + 3 + 2 * 4 + 3 + 3 + 3 + 3 + 2);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	batch();
	attached();
	screen("--level=calls", filters ? "keeper" : "drain", "screen");
	screen("--no-filter", "drain", "screen without a filter");
	one_after_the_other();
	picker();
	own_limits(filters);
	hard_limit();
	limit_reached();
	return done();
}
