/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every way to leave the screen: the terminal is restored, an attached program
 * continues, a released program still has a terminal.
 */
#include <config.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../live/counter.h"
#include "session.h"

static char *talker;

/* The PID that the talker printed. */
static pid_t talker_pid(struct session *s)
{
	int pid = 0;

	session_type(s, "7");
	if (!session_shows(s, "is ready"))
		return 0;
	for (int row = 0; row < s->rows && !pid; row++) {
		const char *at = strstr(session_row(s, row), "talker ");
		if (at && strstr(at, "is ready"))
			sscanf(at, "talker %d", &pid);
	}
	return pid;
}

struct process {
	pid_t pid;
};

static bool is_free(void *arg)
{
	const struct process *p = arg;

	return status_field(p->pid, "TracerPid") == 0;
}

static bool is_zombie(void *arg)
{
	const pid_t *pid = arg;

	return task_state(*pid) == 'Z';
}

static bool is_gone(void *arg)
{
	const struct process *p = arg;

	return task_state(p->pid) == 0;
}

/* --- a launched program --------------------------------------------------- */

static void detach_and_relay(void)
{
	struct session s;
	struct process p;

	/* With a filter, the program gets a keeper: tests/live/front.c. */
	session_start(&s, 24, 80,
		      (const char *[]){ "--no-filter", talker, NULL });
	session_shows(&s, "1 Regions");
	p.pid = talker_pid(&s);
	screen_ok(&s, p.pid > 0, "the program runs");
	session_type(&s, "d");
	screen_ok(&s, session_row_shows(&s, 0, "DETACH"), "d detaches");
	ok(is_free(&p), "the program has no tracer");
	session_type(&s, "Tonce\r\035");
	screen_ok(&s, session_shows(&s, "heard: once"),
		  "its output still appears on the screen");
	session_type(&s, "A");
	screen_ok(&s, session_row_shows(&s, 0, "RUN"), "A attaches again");
	ok(!is_free(&p), "the program is traced again");
	session_type(&s, "d");
	session_row_shows(&s, 0, "DETACH");
	session_type(&s, "q");
	session_hides(&s, "DETACH");
	session_type(&s, "twice\r");
	screen_ok(&s, session_shows(&s, "heard: twice"),
		  "after q the program uses this terminal");
	screen_ok(&s, session_has(&s, "heard: once"),
		  "its earlier output is printed");
	ok(s.status < 0, "mmtop stays in the foreground");
	session_resize(&s, 30, 100);
	session_type(&s, "size\r");
	screen_ok(&s, session_shows(&s, "size: 100x30"),
		  "the program's terminal has the size of this one");
	session_type(&s, "exit 5\r");
	ok(session_end(&s) == 5, "mmtop exits with the program's status");
	ok(session_restored(&s), "the terminal is restored");
	session_release(&s);
}

static void detach_from_the_question(void)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	session_shows(&s, "1 Regions");
	session_type(&s, "q");
	session_row_shows(&s, 23, "Kill talker");
	session_answer(&s, "d");
	session_hides(&s, "Regions");
	session_type(&s, "here\r");
	screen_ok(&s, session_shows(&s, "heard: here"),
		  "d in the question leaves the program running on this "
		  "terminal");
	session_type(&s, "die\r");
	ok(session_end(&s) == -SIGUSR1, "mmtop ends with the program's signal");
	ok(session_restored(&s), "the terminal is restored after a signal");
	session_release(&s);
}

/* The program's own terminal is gone, but its last lines are not. */
static void last_lines_stay(void)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){
		"sh", "-c", "seq 30; printf 'a\\033[2Jb\\n' >&2; exit 3", NULL });
	screen_ok(&s, session_shows(&s, "exited with status 3. Its last "
				    "output: b"),
		  "the message row shows the last line of an ended program");
	session_type(&s, "q");
	ok(session_end(&s) == 3, "mmtop exits with the program's status");
	ok(session_restored(&s), "the terminal is restored");
	screen_ok(&s, session_has(&s, "the program's last output:") &&
		  session_has(&s, " b") && !session_has(&s, "30"),
		  "the program's output is printed");
	session_release(&s);

	session_start(&s, 24, 80, (const char *[]){
		"sh", "-c", "seq 30; exit 4", NULL });
	session_shows(&s, "status 4. Its last output: 30");
	session_type(&s, "q");
	ok(session_end(&s) == 4, "mmtop exits with the program's status");
	screen_ok(&s, session_has(&s, "21") && session_has(&s, "30") &&
		  !session_has(&s, "20"),
		  "the last ten lines of a longer output are printed");
	session_release(&s);
}

static bool is_removed(void *arg)
{
	return access(arg, F_OK) < 0;
}

/* True if a process of mmtop reads the program's output. */
static bool drains(struct session *s, char *file)
{
	int fd = open(file, O_CREAT | O_WRONLY, 0600);

	if (fd < 0)
		bail("cannot make a file");
	close(fd);
	return s ? session_until(s, is_removed, file) :
	       wait_for(is_removed, file);
}

static bool is_stopped(void *arg)
{
	const struct session *s = arg;

	return task_state(s->pid) == 'T';
}

static void let_run_on(struct session *s, struct process *p)
{
	session_shows(s, "1 Regions");
	p->pid = talker_pid(s);
	session_type(s, "q");
	session_row_shows(s, 23, "Kill talker");
	session_answer(s, "d");
	screen_ok(s, session_shows(s, "keeps running. Its output follows"),
		  "a message says that the program continues");
}

/* The keys that end a job go to mmtop, which is the job. */
static void left_by_a_key(const char *key, const char *name)
{
	char *file = work_file("flood"), line[256];
	struct session s;
	struct process p;

	session_start(&s, 24, 100, (const char *[]){ talker, NULL });
	let_run_on(&s, &p);
	snprintf(line, sizeof line, "flood %s\r", file);
	session_type(&s, line);
	session_shows(&s, "flood ");
	session_type(&s, key);
	ok(session_end(&s) == 0, "%s: the relay exits with 0", name);
	screen_ok(&s, session_has(&s, "its output is no longer shown"),
		  "a message says that the output is no longer shown");
	ok(session_restored(&s), "%s: the terminal is restored", name);
	ok(p.pid > 0 && !is_gone(&p), "%s: the program continues", name);
	ok(drains(NULL, file), "%s: its output is drained", name);
	if (p.pid > 0)
		kill(p.pid, SIGKILL);
	ok(wait_for(is_gone, &p), "%s: the program can exit", name);
	session_release(&s);
	free(file);
}

static void stopped_while_relayed(void)
{
	char *file = work_file("flood"), line[256];
	struct session s;
	struct process p;

	session_start_job(&s, 24, 100, (const char *[]){ talker, NULL });
	let_run_on(&s, &p);
	snprintf(line, sizeof line, "flood %s\r", file);
	session_type(&s, line);
	session_shows(&s, "flood ");
	session_type(&s, "\032");
	ok(session_until(&s, is_stopped, &s), "Ctrl-Z stops mmtop");
	ok(session_restores(&s), "the shell gets its terminal");
	ok(!is_gone(&p), "the program does not stop");
	ok(drains(&s, file), "output while mmtop is stopped is drained");
	session_continue(&s);
	screen_ok(&s, session_shows(&s, "~~~~"), "fg shows the output");
	session_type(&s, "back\r");
	screen_ok(&s, session_shows(&s, "heard: back"),
		  "after fg the program gets input");
	session_type(&s, "exit 3\r");
	ok(session_end(&s) == 3, "mmtop exits with the program's status");
	session_release(&s);
	free(file);
}

/* P80: the kernel discards SIGTSTP in an orphaned process group. */
static void nobody_to_come_back_from(void)
{
	struct session s;
	struct process p;

	session_start(&s, 24, 100, (const char *[]){ talker, NULL });
	let_run_on(&s, &p);
	session_type(&s, "\032");
	screen_ok(&s, session_shows(&s, "Ctrl-Z needs a shell"),
		  "P80 without a shell, a message says why Ctrl-Z has no "
		  "effect");
	session_type(&s, "on\r");
	screen_ok(&s, session_shows(&s, "heard: on"),
		  "P80 the relay continues");
	session_type(&s, "exit 0\r");
	ok(session_end(&s) == 0, "P80 mmtop exits with the program's status");
	session_release(&s);
}

static bool is_listed(void *arg)
{
	char name[48];
	struct run r;
	bool listed;

	snprintf(name, sizeof name, "  counter %d  1 process  ",
		 (int)*(pid_t *)arg);
	run_mmtop(&r, "--keepers", NULL);
	listed = run_wait(&r) && strstr(r.out, name);
	run_release(&r);
	return listed;
}

/* The process becomes a keeper at d, not only when the screen has exited. */
static void kept_beside_the_screen(void)
{
	bool filter = filters_here();
	struct session s;
	struct counter c;

	counter_init(&c, 1);
	session_start(&s, 24, 80, (const char *[]){ c.program, c.path, "1", NULL });
	session_shows(&s, "1 Regions");
	c.pid = child_of(engine_of(s.pid), "counter");
	ok(c.pid && !is_listed(&c.pid), "a watched program has no keeper");
	session_type(&s, "d");
	session_row_shows(&s, 0, "DETACH");
	ok(filter ? wait_for(is_listed, &c.pid) : !is_listed(&c.pid),
	   "after d --keepers lists the program%s",
	   filter ? "" : " with a filter");
	session_type(&s, "A");
	screen_ok(&s, session_row_shows(&s, 0, "RUN"), "A attaches again");
	ok(engine_of(s.pid) && !is_listed(&c.pid), "A ends the keeper");
	counter_stop(&c);
	session_leave(&s);
	session_end(&s);
	counter_release(&c);
	session_release(&s);
}

/* relayed: after d and q. */
static void kept_is_said(bool relayed)
{
	struct session s;
	struct counter c;

	counter_init(&c, 1);
	session_start(&s, 24, 80, (const char *[]){ c.program, c.path, "1", NULL });
	session_shows(&s, "1 Regions");
	if (relayed) {
		session_type(&s, "d");
		session_row_shows(&s, 0, "DETACH");
		session_type(&s, "q");
		session_hides(&s, "Regions");
	}
	counter_counts(&c);
	send_to(s.pid, SIGTERM);
	ok(session_end(&s) == -SIGTERM, "TERM%s ends mmtop",
	   relayed ? " after d and q" : "");
	screen_ok(&s,
		  session_has(&s, "keeps running; mmtop-keeper ") ==
		  filters_here(),
		  "a message names the keeper, if there is one");
	ok(counter_counts(&c), "the program continues");
	counter_stop(&c);
	counter_release(&c);
	session_release(&s);
}

static void terminal_gone_while_relayed(void)
{
	struct session s;
	struct counter c;

	counter_init(&c, 1);
	session_start(&s, 24, 80, (const char *[]){ c.program, c.path, "1", NULL });
	session_shows(&s, "1 Regions");
	session_type(&s, "d");
	session_row_shows(&s, 0, "DETACH");
	session_type(&s, "q");
	session_hides(&s, "Regions");
	close(s.master);
	close(s.slave);
	s.master = s.slave = -1;
	ok(counter_counts(&c),
	   "P54 the terminal is closed: the released program continues");
	counter_stop(&c);
	ok(session_end(&s) != -1000, "P54 mmtop exits with the program");
	counter_release(&c);
	session_release(&s);
}

/* --- an attached program -------------------------------------------------- */

static void start_attached(struct session *s, struct counter *c)
{
	static char pid[16];

	counter_init(c, 2);
	counter_start(c);
	counter_counts(c);
	snprintf(pid, sizeof pid, "%d", (int)c->run.pid);
	session_start(s, 24, 80, (const char *[]){ "-p", pid, NULL });
	session_row_shows(s, 0, "watch");
}

static void quit_attached(void)
{
	struct session s;
	struct counter c;
	struct process p;

	start_attached(&s, &c);
	p.pid = c.run.pid;
	screen_ok(&s, session_row_shows(&s, 0, "RUN"),
		  "the program is attached");
	ok(!is_free(&p), "the program is traced");
	session_type(&s, "i");
	screen_ok(&s, session_row_shows(&s, 0, "HELD"), "the program is held");
	session_type(&s, "q");
	screen_ok(&s, session_row_shows(&s, 23, "Quit? counter"),
		  "q asks before leaving");
	session_answer(&s, "y");
	ok(session_end(&s) == 0, "y leaves with status 0");
	ok(session_restored(&s), "the terminal is restored after an attach");
	ok(is_free(&p), "the program has no tracer");
	ok(counter_counts(&c), "the program continues");
	counter_stop(&c);
	counter_release(&c);
	session_release(&s);
}

static void die_by(int sig, const char *name)
{
	struct session s;
	struct counter c;
	struct process p;
	int end;

	start_attached(&s, &c);
	p.pid = c.run.pid;
	send_fault(s.pid, sig);
	end = session_end(&s);
	ok(end == -sig, "P57 %s: mmtop ends by this signal (%d)", name, end);
	ok(session_restored(&s), "P57 %s: the terminal is restored", name);
	ok(wait_for(is_free, &p), "P57 %s: the program has no tracer", name);
	ok(counter_counts(&c), "P57 %s: the program continues", name);
	counter_stop(&c);
	counter_release(&c);
	session_release(&s);
}

static void launched_survives(int sig, const char *name)
{
	struct session s;
	struct counter c;

	counter_init(&c, 1);
	session_start(&s, 24, 80, (const char *[]){ c.program, c.path, "1", NULL });
	session_shows(&s, "1 Regions");
	send_fault(s.pid, sig);
	ok(session_end(&s) == -sig, "P57 %s: mmtop ends by this signal", name);
	ok(session_restored(&s), "P57 %s: the terminal is restored", name);
	/* Checks for a while, as a hangup may come late. */
	bool counts = true;
	for (int i = 0; counts && i < 50; i++)
		counts = counter_counts(&c);
	ok(counts, "P57 %s: a launched program continues", name);
	counter_stop(&c);
	counter_release(&c);
	session_release(&s);
}

/* True if the program has written its PID and waits in vfork. */
static bool is_in_vfork(void *arg)
{
	char *text = read_file(arg, NULL);
	int pid = text ? atoi(text) : 0;

	free(text);
	return pid > 0 && task_state(pid) == 'D';
}

/* A process that cannot be stopped is released nevertheless and runs to its
 * end. */
static void launched_in_vfork(void)
{
	char *program = victim("spawner"), *file = work_file("number");
	char *fifo = work_file("fifo"), *text;
	struct process p = { 0 };
	struct session s;
	bool there;
	int fd;

	if (mkfifo(fifo, 0600) < 0)
		bail("mkfifo");
	session_start(&s, 24, 80, (const char *[]){ "--no-filter", program,
						    file, fifo, NULL });
	session_shows(&s, "1 Regions");
	there = wait_for(is_in_vfork, file);
	text = read_file(file, NULL);
	p.pid = text ? atoi(text) : 0;
	kill(s.pid, SIGTERM);
	ok(session_end(&s) == -SIGTERM, "P16 in vfork: mmtop ends by TERM");
	ok(there && wait_for(is_free, &p),
	   "P16 in vfork: the process has no tracer");
	fd = open(fifo, O_WRONLY);
	ok(there && wait_for(is_gone, &p),
	   "P16 in vfork: the process runs to its end");
	if (fd >= 0)
		close(fd);
	free(text);
	free(fifo);
	free(file);
	free(program);
	session_release(&s);
}

/* A write to a full terminal blocks. */
static void die_unread(int sig, const char *name)
{
	struct session s;
	struct counter c;
	struct process p;
	int w = 0;

	start_attached(&s, &c);
	p.pid = c.run.pid;
	ok(session_stall(&s), "%s: the terminal is full", name);
	kill(s.pid, sig);
	ok(wait_for(is_zombie, &s.pid), "%s: one signal is enough", name);
	kill(s.pid, SIGKILL);		/* has no effect on a zombie */
	waitpid(s.pid, &w, 0);
	s.status = w;
	ok(WIFSIGNALED(w) && WTERMSIG(w) == sig,
	   "%s: mmtop ends by this signal", name);
	ok(session_restores(&s), "%s: the terminal is restored", name);
	ok(wait_for(is_free, &p), "%s: the program has no tracer", name);
	ok(counter_counts(&c), "%s: the program continues", name);
	counter_stop(&c);
	counter_release(&c);
	session_release(&s);
}

static void hang_up(void)
{
	struct session s;
	struct counter c;
	struct process p;

	start_attached(&s, &c);
	p.pid = c.run.pid;
	close(s.master);
	close(s.slave);
	s.master = s.slave = -1;
	session_end(&s);
	ok(s.status >= 0, "P54 the terminal is closed: mmtop exits");
	ok(wait_for(is_free, &p),
	   "P54 the terminal is closed: the program has no tracer");
	ok(counter_counts(&c),
	   "P54 the terminal is closed: the program continues");
	counter_stop(&c);
	counter_release(&c);
	session_release(&s);
}

static void killed_with_q(void)
{
	struct session s;
	struct process p;

	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	session_shows(&s, "1 Regions");
	p.pid = talker_pid(&s);
	session_leave(&s);
	session_end(&s);
	ok(p.pid > 0 && wait_for(is_gone, &p),
	   "q and y kill a launched program");
	session_release(&s);
}

int main(void)
{
	talker = built("tests/terminal/talker");
	plan(69 + 2 * 3 + 3 * 6 + 3 + 2 * 7 + 8 + 4);
	detach_and_relay();
	detach_from_the_question();
	last_lines_stay();
	left_by_a_key("\003", "Ctrl-C");
	left_by_a_key("\034", "Ctrl-\\");
	stopped_while_relayed();
	nobody_to_come_back_from();
	kept_beside_the_screen();
	kept_is_said(false);
	kept_is_said(true);
	terminal_gone_while_relayed();
	quit_attached();
	die_by(SIGTERM, "TERM");
	die_by(SIGHUP, "HUP");
	die_by(SIGINT, "INT");
	die_by(SIGSEGV, "SEGV");
	die_by(SIGABRT, "ABRT");
	die_by(SIGBUS, "BUS");
	launched_survives(SIGTERM, "TERM");
	launched_survives(SIGSEGV, "SEGV");
	launched_in_vfork();
	die_unread(SIGTERM, "TERM, unread");
	die_unread(SIGHUP, "HUP, unread");
	die_unread(SIGINT, "INT, unread");
	hang_up();
	killed_with_q();
	free(talker);
	return done();
}
