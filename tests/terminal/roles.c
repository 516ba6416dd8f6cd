/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The two roles: a screen that is stuck, stopped, crashed or killed holds up
 * no program, and the engine cleans up after it; an engine that is killed or
 * crashes takes no program with it, and the screen says so.
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

/* --- the watched ----------------------------------------------------------------- */

/* No task of it is traced or stands still for a tracer. */
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

static bool went_on(void *arg)
{
	const struct going *g = arg;

	return g->w->c.words[0] >= g->from + ROUNDS;
}

/*
 * For 5 s, and some rounds more, when all that a screen which stands still
 * could hold up is full.  alone: as if nobody were there, each sleep is the
 * program's own, one a round, but for some when its map is read: that is now
 * and then, however few rounds there are.
 */
static bool goes_on(const struct watched *w, bool alone)
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
	good = wait_for(went_on, &g);
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

/* A victim that runs already, and mmtop attached to it. */
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

/* The same, launched; it talks when it can. */
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

/* --- a screen that stands still ---------------------------------------------------- */

static void unread(const char *name, const char *level, bool alone)
{
	struct watched w;

	attach(&w, name, level);
	ok(session_stall(&w.s), "P53 %s, %s: the terminal takes no more", name,
	   level);
	ok(goes_on(&w, alone), "P53 %s, %s: unread for 5 s, it goes on", name,
	   level);
	ok(counter_counts(&w.c), "P53 %s, %s: to the end", name, level);
	session_type(&w.s, "q");
	screen_ok(&w.s, session_row_shows(&w.s, 23, "Leave"),
		  "P53 read again, keys are served");
	session_answer(&w.s, "y");
	ok(session_end(&w.s) == 0, "and it can be left");
	ok(is_free(&w.c.pid), "nobody traces the program");
	end(&w);
}

static void suspended(const char *name, const char *level, bool alone)
{
	struct watched w;

	attach(&w, name, level);
	session_type(&w.s, "\032");
	ok(wait_for(is_stopped, &w.s.pid), "P55 %s, %s: ^Z stops the screen", name,
	   level);
	ok(session_restores(&w.s), "P55 the shell has its terminal");
	ok(w.engine && task_state(w.engine) != 'T', "P55 the engine goes on");
	ok(goes_on(&w, alone), "P55 %s, %s: for 5 s, it goes on", name, level);
	session_continue(&w.s);
	session_type(&w.s, "i");
	screen_ok(&w.s, session_row_shows(&w.s, 0, "HELD"),
		  "P55 after fg keys are served");
	session_type(&w.s, "c");
	screen_ok(&w.s, session_row_shows(&w.s, 0, "RUN"),
		  "P55 and the screen follows");
	session_leave(&w.s);
	ok(session_end(&w.s) == 0, "and it can be left");
	ok(session_restored(&w.s), "P55 with the terminal as it was");
	end(&w);
}

/* --- the screen is gone --------------------------------------------------------------- */

static void hold(struct watched *w)
{
	session_type(&w->s, "i");
	session_row_shows(&w->s, 0, "HELD");
}

static void step(struct watched *w)
{
	session_type(&w->s, "n");
	if (session_row_shows(&w->s, 23, "  y "))
		session_answer(&w->s, "y");
	if (!session_row_shows(&w->s, 0, "HELD"))
		diag("not held");
	session_type(&w->s, "nnnnn");
}

static void run_on(struct watched *w)
{
	(void)w;
}

static const struct {
	const char *name;
	void (*go)(struct watched *w);
} states[] = { { "running", run_on }, { "held", hold }, { "step", step } };

static void screen_killed(size_t i, int sig, const char *level)
{
	struct watched w;

	attach(&w, "counter", level);
	states[i].go(&w);
	send_fault(w.s.pid, sig);
	ok(session_end(&w.s) == -sig, "P57 screen: signal %d, %s, %s", sig,
	   states[i].name, level);
	ok(session_restores(&w.s), "P57 the engine puts the terminal back");
	ok(wait_for(is_free, &w.c.pid), "nobody traces the program");
	ok(counter_counts(&w.c), "it counts on");
	ok(w.engine && wait_for(is_gone, &w.engine), "the engine ends");
	end(&w);
}

/* What was launched talks on at a terminal that nobody reads. */
static void launched_screen_killed(void)
{
	struct watched w;
	bool counts = true;

	launch(&w, "reaper");
	w.c.pid = w.engine;
	send_to(w.s.pid, SIGKILL);
	ok(session_end(&w.s) == -SIGKILL, "P57 screen: killed, launched");
	ok(session_restores(&w.s), "P57 the engine puts the terminal back");
	for (int i = 0; counts && i < 100; i++)
		counts = counter_counts(&w.c);
	ok(counts, "what was launched runs on and can write");
	counter_stop(&w.c);
	ok(w.engine && wait_for(is_gone, &w.engine),
	   "the engine ends with it");
	end(&w);
}

static void relay_killed(void)
{
	struct watched w;
	bool counts = true;

	launch(&w, "reaper");
	session_type(&w.s, "d");
	session_row_shows(&w.s, 0, "DETACHED");
	session_type(&w.s, "q");
	ok(session_shows(&w.s, "........") && session_hides(&w.s, "DETACHED"),
	   "relayed");
	send_to(w.s.pid, SIGKILL);
	ok(session_end(&w.s) == -SIGKILL, "P57 the relay is killed");
	ok(session_restores(&w.s), "P57 the engine puts the terminal back");
	for (int i = 0; counts && i < 100; i++)
		counts = counter_counts(&w.c);
	ok(counts, "the program runs on and can write");
	end(&w);
}

/* The shell has its own settings already when the engine comes. */
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
	ok(left, "P57 settings that a shell made meanwhile stay");
	ok(session_restores(&w.s), "P57 the main screen and the cursor come back");
	ok(is_free(&w.c.pid) && counter_counts(&w.c), "the program runs on");
	end(&w);
}

/* --- the engine is gone ---------------------------------------------------------------- */

static void engine_killed(size_t i, int sig, const char *words)
{
	struct watched w;

	attach(&w, "counter", watch);
	states[i].go(&w);
	send_fault(w.engine, sig);
	ok(session_end(&w.s) == 125, "P57 engine: signal %d, %s: 125", sig,
	   states[i].name);
	ok(session_restored(&w.s), "P57 the terminal is as it was");
	screen_ok(&w.s, session_has(&w.s, words), "one sentence");
	screen_ok(&w.s, session_has(&w.s, "runs on"), "with what became of it");
	ok(wait_for(is_free, &w.c.pid), "nobody traces the program");
	ok(counter_counts(&w.c), "it counts on");
	end(&w);
}

/* The program lives on, here. */
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
	screen_ok(&s, session_shows(&s, words) && session_has(&s, "runs on"),
		  "engine: signal and launched: said");
	session_type(&s, "still here\r");
	screen_ok(&s, session_shows(&s, "heard: still here"),
		  "P58 the program has this terminal");
	session_type(&s, "exit 5\r");
	ok(session_end(&s) == 125, "mmtop ends after it, with 125");
	ok(session_restored(&s), "P57 the terminal is as it was");
	session_release(&s);
}

/* Better ended than broken: its calls would fail for ever. */
static void filtered_engine_killed(void)
{
	struct watched w;
	pid_t pid;

	launch(&w, "reaper");
	pid = child_of(w.engine, "reaper");
	screen_ok(&w.s, pid && status_field(pid, "Seccomp") == 2,
		  "launched with a filter");
	send_to(w.engine, SIGKILL);
	ok(session_end(&w.s) == 125, "engine killed, filtered: 125");
	screen_ok(&w.s, session_has(&w.s, "was filtered and ends with it"),
		  "one sentence");
	ok(session_restored(&w.s), "P57 the terminal is as it was");
	ok(pid && wait_for(is_gone, &pid), "and so it is");
	end(&w);
}

/* --- requests ---------------------------------------------------------------------------- */

static void flood(void)
{
	struct watched w;

	attach(&w, "counter", watch);
	for (int i = 0; i < 200; i++) {
		session_type(&w.s, "icicicicic");
		session_has(&w.s, "RUN");
		session_shows(&w.s, "RSS");
	}
	session_type(&w.s, "c");
	ok(counter_counts(&w.c), "2,000 requests: the program counts");
	session_type(&w.s, "q");
	screen_ok(&w.s, session_row_shows(&w.s, 23, "Leave"),
		  "keys are served");
	session_answer(&w.s, "y");
	screen_ok(&w.s, session_end(&w.s) == 0, "and it can be left");
	ok(is_free(&w.c.pid), "nobody traces the program");
	end(&w);
}

static void no_start(void)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ "/etc/passwd", NULL });
	ok(session_end(&s) == 126, "what cannot be executed is 126");
	ok(session_has(&s, "Cannot run /etc/passwd"), "and one sentence");
	session_release(&s);
	session_start(&s, 24, 80, (const char *[]){ "-p", "4194304", NULL });
	ok(session_end(&s) == 125, "who is not there is 125");
	ok(session_has(&s, "Cannot attach to 4194304"), "and one sentence");
	session_release(&s);
}

int main(void)
{
	talker = built("tests/terminal/talker");
	plan(6 * 3 + 8 * 2 + 5 * 8 + 4 + 4 + 3 + 6 * 6 + 4 * 3 +
	     5 + 4 + 4);
	unread("counter", watch, true);
	unread("reaper", watch, false);
	unread("counter", calls, false);
	suspended("counter", watch, true);
	suspended("reaper", calls, false);
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
	engine_killed(0, SIGTERM, "told to end (signal 15)");
	launched_engine_killed("--no-filter", SIGKILL,
			       "was killed (signal 9)");
	launched_engine_killed("--no-filter", SIGSEGV, "crashed (signal 11)");
	launched_engine_killed(NULL, SIGSEGV, "crashed (signal 11)");
	filtered_engine_killed();
	flood();
	no_start();
	free(talker);
	return done();
}
