/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The screen under overload and hostile input: a closed terminal (P54) or one
 * that is resized all the time (P56), a program that writes to its terminal
 * (P58) and reads from it (P59), hostile names (P60), 500 processes (P63),
 * 65,000 regions (P65).
 */
#include <config.h>

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../live/counter.h"
#include "session.h"

#define KEYS 11

static char *talker;

/* A field of /proc/PID/stat, numbered as in proc(5); -1 if the process has
 * exited. */
static long stat_field(pid_t pid, int field)
{
	char path[64], *text, *p;
	long value = -1;

	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	text = read_file(path, NULL);
	p = text ? strrchr(text, ')') : NULL;
	for (int i = 2; p && i < field; i++)
		p = strchr(p + 1, ' ');
	if (p)
		value = strtol(p, NULL, 10);
	free(text);
	return value;
}

static double cpu_s(pid_t pid)
{
	long user = stat_field(pid, 14), kernel = stat_field(pid, 15);

	return user < 0 ? 0 : (double)(user + kernel) /
			      (double)sysconf(_SC_CLK_TCK);
}

static void close_terminal(struct session *s)
{
	close(s->master);
	close(s->slave);
	s->master = s->slave = -1;
}

/* --- P54: a closed terminal ----------------------------------------------- */

static bool is_gone(void *arg)
{
	const pid_t *pid = arg;
	char state = task_state(*pid);

	return state == 0 || state == 'Z';
}

static bool is_free(void *arg)
{
	const pid_t *pid = arg;

	return status_field(*pid, "TracerPid") == 0;
}

static void gone_attached(void)
{
	struct counter c;
	bool good = true;
	char pid[16];

	counter_init(&c, 1);
	counter_start(&c);
	snprintf(pid, sizeof pid, "%d", c.pid);
	for (int i = 0; i < 3; i++) {
		struct session s;
		pid_t engine;

		session_start(&s, 24, 80, (const char *[]){ "-p", pid, NULL });
		session_shows(&s, "1 Regions");
		engine = engine_of(s.pid);
		close_terminal(&s);
		good = session_end(&s) != -1000 && wait_for(is_gone, &engine) &&
		       wait_for(is_free, &c.pid) && good;
		session_release(&s);
	}
	ok(good && counter_counts(&c),
	   "P54 the terminal is closed: mmtop exits, the program continues");
	counter_stop(&c);
	counter_release(&c);
}

/* Uses 1 s of CPU time; a busy loop on the same CPU would get about as much. */
static double spin(void)
{
	double from = cpu_s(getpid());

	while (cpu_s(getpid()) < from + 1)
		;
	return cpu_s(getpid()) - from;
}

/* The process that remains only because of the program must be idle. */
static void gone_launched(const char *option)
{
	struct session s;
	pid_t engine, program;
	double own, busy;

	session_start(&s, 24, 80, (const char *[]){ option, talker, NULL });
	session_shows(&s, "1 Regions");
	engine = engine_of(s.pid);
	program = child_of(engine, "talker");
	close_terminal(&s);
	session_end(&s);
	busy = cpu_s(engine);
	own = spin();
	busy = cpu_s(engine) - busy;
	ok(busy < 0.3 * own,
	   "P54 no process spins, launched, %s (%.2f s while this test spins "
	   "for %.2f s)", option, busy, own);
	if (program)
		kill(program, SIGKILL);
	ok(engine && wait_for(is_gone, &engine),
	   "P54 mmtop exits with the program, %s", option);
	session_release(&s);
}

/* --- P56: any size -------------------------------------------------------- */

static bool at_once(void *arg)
{
	(void)arg;
	return true;
}

static int count(const char *text, const char *part)
{
	int n = 0;

	for (; text && (text = strstr(text, part)); text++)
		n++;
	return n;
}

static void resize_often(void)
{
	static const unsigned short all[][2] = {
		{ 1, 1 }, { 200, 500 }, { 24, 80 }, { 2, 500 }, { 200, 1 },
		{ 0, 0 }, { 5, 20 }, { 40, 120 }, { 3, 3 },
	};
	char *log = work_file("sizes"), *text;
	struct counter c;
	struct session s;
	long done;

	counter_init(&c, 1);
	session_start(&s, 24, 80, (const char *[]){
		"-o", log, "--events=call", c.program, c.path, "1", NULL });
	session_shows(&s, "1 Regions");
	for (int i = 0; i < test_times(300, 60); i++) {
		size_t n = (size_t)i * 7 % (sizeof all / sizeof *all);
		struct winsize ws = { .ws_row = all[n][0],
				      .ws_col = all[n][1] };

		ioctl(s.master, TIOCSWINSZ, &ws);
		if (i % 3 == 0)
			session_until(&s, at_once, NULL);
	}
	session_resize(&s, 200, 500);
	screen_ok(&s, session_shows(&s, "7 Output"),
		  "P56 300 sizes, then 500x200: the panes are shown");
	session_resize(&s, 1, 1);
	session_until(&s, at_once, NULL);
	session_resize(&s, 24, 80);
	screen_ok(&s, session_shows(&s, "1 Regions") &&
		  session_row_shows(&s, 0, "RUN"),
		  "P56 1x1, then 80x24: the panes are shown");
	ok(counter_counts(&c), "P56 the program continues");
	session_leave(&s);
	ok(session_end(&s) == 0 && session_restored(&s),
	   "P56 mmtop exits and restores the terminal");
	done = (long)c.words[0];
	text = read_file(log, NULL);
	/* A round that was killed may have been counted or not. */
	if (!ok(labs(count(text, ", 4096) = 0") - done) <= 1 &&
		strstr(text, " lost=0 "), "P56 no event is lost"))
		diag("%d of %ld", count(text, ", 4096) = 0"), done);
	free(text);
	free(log);
	session_release(&s);
	counter_release(&c);
}

/* --- P58, P59: the program's own terminal --------------------------------- */

static void program_writes(void)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){
		"sh", "-c", "printf '\\033]0;owned\\007\\033[2J\\033[?1049l' "
		"| tee /dev/tty >&2; echo over; exec sleep 1000 >/dev/tty",
		NULL });
	session_shows(&s, "1 Regions");
	session_type(&s, "7");
	screen_ok(&s, session_shows(&s, "over"),
		  "P58 the program's output is shown");
	screen_ok(&s, session_row_shows(&s, 0, "RUN"),
		  "P58 the screen remains");
	ok(!strstr(s.raw, "owned") && !strstr(s.raw, "\033[?1049l"),
	   "P58 no escape sequence of it reaches mmtop's terminal");
	session_leave(&s);
	session_end(&s);
	ok(session_restored(&s), "P58 the terminal is restored");
	session_release(&s);
}

static void program_reads(void)
{
	struct session s;
	pid_t engine, pid;

	session_start_job(&s, 24, 80, (const char *[]){ talker, NULL });
	session_shows(&s, "1 Regions");
	engine = engine_of(s.pid);
	pid = child_of(engine, "talker");
	ok(pid && getsid(pid) == pid && stat_field(pid, 8) == pid,
	   "P59 it leads a session, in the foreground of its terminal");
	ok(getsid(s.pid) == s.shell && getsid(engine) != s.shell,
	   "P59 it is not in the shell's session");
	/* The signals that the kernel sends if another job owns the terminal.
	 * The shell may stop the screen, but not the engine. */
	if (engine) {
		send_to(engine, SIGTTIN);
		send_to(engine, SIGTTOU);
		send_to(engine, SIGTSTP);
	}
	session_type(&s, "7");
	session_shows(&s, "is ready");
	session_type(&s, "Tread\r");
	screen_ok(&s, session_shows(&s, "heard: read"),
		  "P59 SIGTTIN and SIGTTOU do not stop the engine, it "
		  "continues to read");
	ok(task_state(s.pid) != 'T' && task_state(engine) != 'T',
	   "P59 the program's read does not stop mmtop");
	session_type(&s, "\003");
	screen_ok(&s, session_row_shows(&s, 0, "SIGINT"),
		  "P59 a Ctrl-C typed into the program interrupts only it");
	session_type(&s, "\035q");
	ok(session_end(&s) == -SIGINT, "P59 mmtop runs until q");
	session_release(&s);
}

/* --- P60: names ----------------------------------------------------------- */

static void hostile_names(void)
{
	char *program = victim("hostile"), pid[16];
	struct session s;
	struct run v;

	run_start(&v, (char *[]){ program, (char *)"/nowhere", NULL });
	run_printed(&v, "ready\n");
	snprintf(pid, sizeof pid, "%d", v.pid);
	session_start(&s, 24, 80, (const char *[]){ "-p", pid, NULL });
	screen_ok(&s, session_row_shows(&s, 0, "x) Z 1 1") &&
		  session_row_shows(&s, 0, "RUN"),
		  "P60 a hostile name is shown");
	session_type(&s, "5");
	screen_ok(&s, session_shows(&s, "5 Processes"),
		  "P60 a hostile name is listed");
	ok(!strstr(s.raw, "1 1\n") && !strstr(s.raw, "1 1\r\n"),
	   "P60 a hostile name is escaped");
	session_leave(&s);
	ok(session_end(&s) == 0 && session_restored(&s),
	   "P60 mmtop exits and restores the terminal");
	session_release(&s);
	run_release(&v);
	free(program);
}

/* --- P63, P65: keys ------------------------------------------------------- */

/* bench/keys measures how long each takes. */
static void press_keys(struct session *s, const char *name)
{
	bool good = true;

	for (int i = 0; i < KEYS; i++) {
		session_type(s, "?");
		good = session_shows(s, "Help: Regions") && good;
		session_type(s, "\033");
		good = session_hides(s, "Help: Regions") && good;
	}
	screen_ok(s, good, name);
}

struct moved {
	struct session *s;
	char was[16];	/* " 55d330ba2000  ": the address; the counts after it
			 * change */
};

/* The row with the contents of the cell under the map's cursor. */
static const char *cell_row(struct session *s)
{
	for (int y = 0; y < s->rows; y++)
		if (strstr(session_row(s, y), "  cell = "))
			return session_row(s, y);
	return NULL;
}

static bool is_elsewhere(void *arg)
{
	const struct moved *m = arg;
	const char *row = cell_row(m->s);

	return row && strncmp(row, m->was, sizeof m->was - 1) != 0;
}

/* Moves up and down in the map of all regions, which mmtop lays out again each
 * time. */
static void move_in_map(struct session *s, const char *name)
{
	struct moved m = { .s = s };
	bool good;

	session_type(s, "2a");		/* all regions: a single small one fits
					 * the screen */
	good = session_shows(s, "whole address space");
	good = session_until(s, is_elsewhere, &m) && good;
	for (int i = 0; i < KEYS && good; i++) {
		snprintf(m.was, sizeof m.was, "%s", cell_row(s));
		session_type(s, i % 2 ? "k" : "j");
		good = session_until(s, is_elsewhere, &m);
	}
	screen_ok(s, good, name);
}

static void many_processes(void)
{
	char *program = victim("crowd");
	struct session s;

	session_start(&s, 24, 80, (const char *[]){
		"-f", "-d", "0.2", program, "tree", "500", NULL });
	session_shows(&s, "1 Regions");
	session_type(&s, "7");
	session_shows(&s, "ready");
	session_type(&s, "T\r");
	screen_ok(&s, session_shows(&s, "all"), "P63 500 processes are shown");
	session_type(&s, "\0351");
	session_shows(&s, "1 Regions");
	press_keys(&s, "P63 keys are handled with 500 processes");
	session_leave(&s);
	ok(session_end(&s) == 0, "P63 mmtop exits with 0");
	session_release(&s);
	free(program);
}

static void many_regions(void)
{
	char *program = victim("zombies"), n[16], pid[16];
	struct session s;
	struct run v;

	snprintf(n, sizeof n, "%d", test_times(65000, 6500));
	run_start(&v, (char *[]){ program, (char *)"steady", n, NULL });
	if (!run_printed(&v, "ready\n"))
		diag("fewer regions than needed: vm.max_map_count?");
	snprintf(pid, sizeof pid, "%d", v.pid);
	session_start(&s, 24, 80, (const char *[]){ "-d", "0.2", "-p", pid,
						    NULL });
	screen_ok(&s, session_shows(&s, test_slow() > 4 ? " 6,5" : " 65,0"),
		  "P65 65,000 regions are shown");
	press_keys(&s, "P65 keys are handled with 65,000 regions");
	move_in_map(&s, "P65 keys are handled in the map of all regions");
	session_leave(&s);
	ok(session_end(&s) == 0, "P65 mmtop exits with 0");
	session_release(&s);
	run_release(&v);
	free(program);
}

int main(void)
{
	talker = built("tests/terminal/talker");
	plan(1 + 2 * 2 + 5 + 4 + 6 + 4 + 3 + 4);
	gone_attached();
	gone_launched("--level=calls");
	gone_launched("--no-filter");
	resize_often();
	program_writes();
	program_reads();
	hostile_names();
	many_processes();
	many_regions();
	free(talker);
	return done();
}
