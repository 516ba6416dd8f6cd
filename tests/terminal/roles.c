/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The two roles: a screen that hangs, is stopped, crashes or is killed stops no
 * program, and the engine cleans up after it. An engine that is killed or
 * crashes kills no program, and the screen reports it.
 */
#include <config.h>

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../live/counter.h"
#include "session.h"

#define STUCK_MS 5000

static char *talker;

/* --- the watched program -------------------------------------------------- */

/* True if no task of the process is traced or stopped for a tracer. */
static bool is_free(void *arg)
{
	const pid_t *pid = arg;
	struct dirent *e;
	bool is = true;
	char path[64];
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", *pid);
	d = opendir(path);
	while (d && (e = readdir(d))) {
		pid_t tid = (pid_t)strtol(e->d_name, NULL, 10);

		if (tid && (status_field(tid, "TracerPid") != 0 ||
			    task_state(tid) == 't'))
			is = false;
	}
	if (!d)
		return false;
	closedir(d);
	return is;
}

static bool is_gone(void *arg)
{
	const pid_t *pid = arg;
	char state = task_state(*pid);

	return state == 0 || state == 'Z';
}

static bool is_stopped(void *arg)
{
	const pid_t *pid = arg;

	return task_state(*pid) == 'T';
}

struct watched {
	struct session s;
	struct counter c;
	pid_t engine;
};

#define ROUNDS 200
#define LOOKS_A_SECOND 8

struct going {
	const struct watched *w;
	uint64_t from;
};

static bool has_rounds(void *arg)
{
	const struct going *g = arg;

	return g->w->c.words[0] >= g->from + ROUNDS;
}

/*
 * True if the program continues for 5 s and some rounds more, when every buffer
 * that a stopped screen could fill is full. alone: the program runs
 * undisturbed, that is, it sleeps once a round and hardly more. It also sleeps
 * when its /proc/PID/maps is read, a few times a second, whatever the number of
 * rounds.
 */
static bool keeps_running(const struct watched *w, bool alone)
{
	static const char field[] = "voluntary_ctxt_switches";
	uint64_t rounds = w->c.words[0];
	long sleeps = status_field(w->c.pid, field);
	struct going g = { .w = w };
	time_t began = time(NULL);
	long looks;
	bool good;

	poll(NULL, 0, STUCK_MS);
	g.from = w->c.words[0];
	good = wait_for(has_rounds, &g);
	sleeps = status_field(w->c.pid, field) - sleeps;
	rounds = w->c.words[0] - rounds;
	looks = LOOKS_A_SECOND * (time(NULL) - began + 1);
	diag("%ju rounds, %ld sleeps", (uintmax_t)rounds, sleeps);
	return good && (!alone ||
			sleeps <= (long)(rounds + rounds / 10) + looks);
}

static void end(struct watched *w)
{
	counter_stop(&w->c);
	counter_release(&w->c);
	session_release(&w->s);
}

/* Starts a victim and attaches mmtop to it. */
static void attach(struct watched *w, const char *name, const char *level)
{
	static char pid[16];

	counter_init(&w->c, 1);
	free(w->c.program);
	w->c.program = victim(name);
	counter_start(&w->c);
	snprintf(pid, sizeof pid, "%d", (int)w->c.pid);
	session_start_job(&w->s, 24, 80, (const char *[]){
		level, "-f", "-p", pid, NULL });
	session_row_shows(&w->s, 0, strchr(level, '=') + 1);
	w->engine = engine_of(w->s.pid);
}

/* Launches a victim with mmtop; the victim prints in each round. */
static void launch(struct watched *w, const char *name)
{
	counter_init(&w->c, 1);
	free(w->c.program);
	w->c.program = victim(name);
	session_start_job(&w->s, 24, 80, (const char *[]){
		w->c.program, w->c.path, "1", "talk", NULL });
	session_shows(&w->s, "1 Regions");
	w->engine = engine_of(w->s.pid);
}

static const char watch[] = "--level=watch", calls[] = "--level=calls";

/* --- a stopped screen ----------------------------------------------------- */

static void screen_unread(const char *name, const char *level, bool alone)
{
	struct watched w;

	attach(&w, name, level);
	ok(session_stall(&w.s), "P53 %s, %s: the terminal is full", name,
	   level);
	ok(keeps_running(&w, alone),
	   "P53 %s, %s: unread for 5 s, the program continues", name,
	   level);
	ok(counter_counts(&w.c),
	   "P53 %s, %s: the program continues to the end", name, level);
	session_type(&w.s, "q");
	screen_ok(&w.s, session_end(&w.s) == 0,
		  "P53 once read again, the screen handles keys");
	ok(is_free(&w.c.pid), "the program has no tracer");
	end(&w);
}

static void screen_suspended(const char *name, const char *level, bool alone)
{
	struct watched w;

	attach(&w, name, level);
	session_type(&w.s, "\032");
	ok(wait_for(is_stopped, &w.s.pid), "P55 %s, %s: ^Z stops the screen", name,
	   level);
	ok(session_restores(&w.s), "P55 the shell gets its terminal");
	ok(w.engine && task_state(w.engine) != 'T', "P55 the engine continues");
	ok(keeps_running(&w, alone),
	   "P55 %s, %s: stopped for 5 s, the program continues", name, level);
	session_continue(&w.s);
	session_type(&w.s, "i");
	screen_ok(&w.s, session_row_shows(&w.s, 0, "HELD"),
		  "P55 after fg the screen handles keys");
	session_type(&w.s, "c");
	screen_ok(&w.s, session_row_shows(&w.s, 0, "RUN"),
		  "P55 after fg the screen is up to date");
	session_leave(&w.s);
	ok(session_end(&w.s) == 0, "y leaves with status 0");
	ok(session_restored(&w.s), "P55 the terminal is restored");
	end(&w);
}

/* --- the screen exits ----------------------------------------------------- */

static void hold_program(struct watched *w)
{
	session_type(&w->s, "i");
	session_row_shows(&w->s, 0, "HELD");
}

static void step_program(struct watched *w)
{
	session_type(&w->s, "n");
	if (session_row_shows(&w->s, 23, "  y "))
		session_answer(&w->s, "y");
	if (!session_row_shows(&w->s, 0, "HELD"))
		diag("not held");
	session_type(&w->s, "nnnnn");
}

static void continue_program(struct watched *w)
{
	(void)w;
}

static const struct {
	const char *name;
	void (*go)(struct watched *w);
} states[] = { { "running", continue_program }, { "held", hold_program },
	       { "step", step_program } };

static void screen_killed(size_t i, int sig, const char *level)
{
	struct watched w;

	attach(&w, "counter", level);
	states[i].go(&w);
	send_fault(w.s.pid, sig);
	ok(session_end(&w.s) == -sig, "P57 screen: signal %d, %s, %s", sig,
	   states[i].name, level);
	ok(session_restores(&w.s), "P57 the engine restores the terminal");
	ok(wait_for(is_free, &w.c.pid), "the program has no tracer");
	ok(counter_counts(&w.c), "the program continues");
	ok(w.engine && wait_for(is_gone, &w.engine), "the engine exits");
	end(&w);
}

/* A launched program continues to write to a terminal without a reader. */
static void launched_screen_killed(void)
{
	struct watched w;
	bool counts = true;

	launch(&w, "reaper");
	w.c.pid = w.engine;
	send_to(w.s.pid, SIGKILL);
	ok(session_end(&w.s) == -SIGKILL, "P57 screen: killed, launched");
	ok(session_restores(&w.s), "P57 the engine restores the terminal");
	for (int i = 0; counts && i < 100; i++)
		counts = counter_counts(&w.c);
	ok(counts, "the launched program continues and can write");
	counter_stop(&w.c);
	ok(w.engine && wait_for(is_gone, &w.engine),
	   "the engine exits with the program");
	end(&w);
}

static void relay_killed(void)
{
	struct watched w;
	bool counts = true;

	launch(&w, "reaper");
	session_type(&w.s, "d");
	session_row_shows(&w.s, 0, "DETACH");
	session_type(&w.s, "q");
	ok(session_shows(&w.s, "........") && session_hides(&w.s, "DETACH"),
	   "relayed");
	send_to(w.s.pid, SIGKILL);
	ok(session_end(&w.s) == -SIGKILL, "P57 the relay is killed");
	ok(session_restores(&w.s), "P57 the engine restores the terminal");
	for (int i = 0; counts && i < 100; i++)
		counts = counter_counts(&w.c);
	ok(counts, "the program continues and can write");
	end(&w);
}

/* The shell has changed the settings before the engine restores them. */
static void settings_of_others(void)
{
	struct watched w;
	struct termios mine;
	bool left;

	attach(&w, "counter", watch);
	send_to(w.engine, SIGSTOP);
	send_to(w.s.pid, SIGKILL);
	session_end(&w.s);
	mine = w.s.before;
	mine.c_cc[VEOF] = 5;
	tcsetattr(w.s.slave, TCSANOW, &mine);
	send_to(w.engine, SIGCONT);
	wait_for(is_gone, &w.engine);
	tcgetattr(w.s.slave, &mine);
	left = mine.c_cc[VEOF] == 5;
	tcsetattr(w.s.slave, TCSANOW, &w.s.before);
	ok(left, "P57 settings changed by a shell are kept");
	ok(session_restores(&w.s),
	   "P57 the main screen and the cursor are restored");
	ok(is_free(&w.c.pid) && counter_counts(&w.c), "the program continues");
	end(&w);
}

/* --- the engine exits ----------------------------------------------------- */

static void engine_killed(size_t i, int sig, const char *words)
{
	struct watched w;

	attach(&w, "counter", watch);
	states[i].go(&w);
	send_fault(w.engine, sig);
	ok(session_end(&w.s) == 125,
	   "P57 engine: signal %d, %s: mmtop exits with 125", sig,
	   states[i].name);
	ok(session_restored(&w.s), "P57 the terminal is restored");
	screen_ok(&w.s, session_has(&w.s, words),
		  "a message says what happened to the engine");
	screen_ok(&w.s, session_has(&w.s, "keeps running"),
		  "a message says that the program continues");
	ok(wait_for(is_free, &w.c.pid), "the program has no tracer");
	ok(counter_counts(&w.c), "the program continues");
	end(&w);
}

/* The launched program continues on this terminal. */
static void launched_engine_killed(const char *filter, int sig,
				   const char *words)
{
	struct session s;

	session_start_job(&s, 24, 80, (const char *[]){
		filter ? filter : talker, filter ? talker : NULL, NULL });
	session_shows(&s, "1 Regions");
	session_type(&s, "7");
	session_shows(&s, "is ready");
	send_fault(engine_of(s.pid), sig);
	screen_ok(&s, session_shows(&s, words) && session_has(&s, "keeps running"),
		  "engine killed, launched: a message reports it");
	session_type(&s, "still here\r");
	screen_ok(&s, session_shows(&s, "heard: still here"),
		  "P58 the program uses this terminal");
	session_type(&s, "exit 5\r");
	ok(session_end(&s) == 125, "mmtop exits after the program, with 125");
	ok(session_restored(&s), "P57 the terminal is restored");
	session_release(&s);
}

/* Without a tracer, the calls that the filter traces would fail forever: the
 * program must end. */
static void filtered_engine_killed(void)
{
	struct watched w;
	pid_t pid;

	launch(&w, "reaper");
	pid = child_of(w.engine, "reaper");
	screen_ok(&w.s, pid && status_field(pid, "Seccomp") == 2,
		  "the program is launched with a filter");
	send_to(w.engine, SIGKILL);
	ok(session_end(&w.s) == 125,
	   "engine killed, filtered: mmtop exits with 125");
	screen_ok(&w.s, session_has(&w.s, "has a seccomp filter and ends"),
		  "a message says that the program ends");
	ok(session_restored(&w.s), "P57 the terminal is restored");
	ok(pid && wait_for(is_gone, &pid), "the program ends");
	end(&w);
}

/* --- requests ------------------------------------------------------------- */

static void flood_with_requests(void)
{
	struct watched w;

	attach(&w, "counter", watch);
	for (int i = 0; i < 200; i++) {
		session_type(&w.s, "icicicicic");
		session_has(&w.s, "RUN");
		session_shows(&w.s, "RSS");
	}
	session_type(&w.s, "c");
	ok(counter_counts(&w.c), "2,000 requests: the program continues");
	session_type(&w.s, "q");
	screen_ok(&w.s, session_end(&w.s) == 0,
		  "2,000 requests: keys are handled");
	ok(is_free(&w.c.pid), "the program has no tracer");
	end(&w);
}

static void start_fails(void)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ "/etc/passwd", NULL });
	ok(session_end(&s) == 126,
	   "a file that cannot be executed exits with 126");
	ok(session_has(&s, "Cannot run /etc/passwd"),
	   "a message names the file");
	session_release(&s);
	session_start(&s, 24, 80, (const char *[]){ "-p", "4194304", NULL });
	ok(session_end(&s) == 125, "a PID that does not exist exits with 125");
	ok(session_has(&s, "Cannot attach to 4194304"),
	   "a message names the PID");
	session_release(&s);
}

int main(void)
{
	talker = built("tests/terminal/talker");
	plan(5 * 3 + 8 * 2 + 5 * 8 + 4 + 4 + 3 + 6 * 6 + 4 * 3 +
	     5 + 3 + 4);
	screen_unread("counter", watch, true);
	screen_unread("reaper", watch, false);
	screen_unread("counter", calls, false);
	screen_suspended("counter", watch, true);
	screen_suspended("reaper", calls, false);
	for (size_t i = 0; i < 3; i++) {
		screen_killed(i, SIGKILL, watch);
		screen_killed(i, SIGKILL, calls);
	}
	screen_killed(1, SIGSEGV, watch);
	screen_killed(2, SIGABRT, calls);
	launched_screen_killed();
	relay_killed();
	settings_of_others();
	for (size_t i = 0; i < 3; i++)
		engine_killed(i, SIGKILL, "was killed (signal 9)");
	engine_killed(0, SIGSEGV, "crashed (signal 11)");
	engine_killed(1, SIGABRT, "crashed (signal 6)");
	engine_killed(0, SIGTERM, "was terminated (signal 15)");
	launched_engine_killed("--no-filter", SIGKILL,
			       "was killed (signal 9)");
	launched_engine_killed("--no-filter", SIGSEGV, "crashed (signal 11)");
	launched_engine_killed(NULL, SIGSEGV, "crashed (signal 11)");
	filtered_engine_killed();
	flood_with_requests();
	start_fails();
	free(talker);
	return done();
}
