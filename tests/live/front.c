/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process that was started (front) and the one that traces (engine): jobs
 * of a shell, one of the two killed, and complete logs at the front's exit.
 * For filtered programs see kept.c. */
#include <config.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counter.h"
#include "job.h"
#include "live.h"

enum { JOBS = 54 };

/* --- jobs of a shell ------------------------------------------------------------- */

static bool is_stopped(void *arg)
{
	char state = task_state(*(pid_t *)arg);

	/* t: stopped and traced. */
	return state == 'T' || state == 't';
}

static bool runs(void *arg)
{
	char state = task_state(*(pid_t *)arg);

	return state == 'S' || state == 'R' || state == 'D';
}

/* The parent may be slow to reap a zombie. */
static bool is_over(void *arg)
{
	char state = task_state(*(pid_t *)arg);

	return state == 0 || state == 'Z';
}

/* Types a command, and finds the processes of mmtop and the program. */
struct started {
	pid_t front, engine, program;
};

static bool start_job(struct job *j, const char *command, const char *program,
		      struct started *out)
{
	job_type(j, command);
	*out = (struct started){ 0 };
	out->front = child_of(j->shell, "mmtop");
	if (out->front)
		out->engine = engine_of(out->front);
	if (out->engine && program)
		out->program = child_of(out->engine, program);
	return out->engine && (out->program || !program);
}

static void interrupted(struct job *j)
{
	struct started s;

	ok(start_job(j, "$MMTOP -b -o $LOG sleep 1000\n", "sleep", &s),
	   "a job in the foreground");
	ok(job_foreground(j) == s.front && getpgid(s.program) == s.front &&
	   getpgid(s.engine) == s.engine && getsid(s.engine) == j->shell,
	   "P59 the program is in the foreground, the engine in the background");
	job_type(j, CTRL_C);
	job_prompt(j);
	job_type(j, "echo st=$?\n");
	ok(job_shows(j, "st=130\r\n"), "Ctrl-C ends mmtop and the program");
	job_prompt(j);
	ok(wait_for(is_over, &s.program) && wait_for(is_over, &s.engine),
	   "no process is left");
}

/* True if the shell has a child that runs sleep. */
static bool sleeps_below(void *arg)
{
	return child_of(*(pid_t *)arg, "sleep") != 0;
}

/* The shell would get the terminal if mmtop exited at the first signal. */
static void program_decides(struct job *j)
{
	struct started s;

	ok(start_job(j, "$MMTOP -b -o $LOG sh -c 'trap \"echo caught-int\" INT; "
		     "trap \"echo caught-quit\" QUIT; for i in 1 2 3; do "
		     "echo turn-$i; sleep 1000; done; exit 7'\n", "sh", &s) &&
	   job_shows(j, "turn-1\r\n") && wait_for(sleeps_below, &s.program),
	   "a program that handles Ctrl-C");
	job_type(j, CTRL_C);
	ok(job_shows(j, "caught-int\r\n") && job_shows(j, "turn-2\r\n") &&
	   wait_for(sleeps_below, &s.program) && runs(&s.engine) &&
	   status_field(s.program, "TracerPid") == s.engine,
	   "the program gets Ctrl-C, and mmtop traces on");
	job_type(j, CTRL_BACKSLASH);
	ok(job_shows(j, "caught-quit\r\n") && job_shows(j, "turn-3\r\n") &&
	   wait_for(sleeps_below, &s.program) &&
	   job_foreground(j) == s.front, "the program gets Ctrl-\\, too");
	job_type(j, CTRL_C);
	job_prompt(j);
	job_type(j, "echo st=$?\n");
	ok(job_shows(j, "st=7\r\n") && job_prompt(j),
	   "mmtop exits with the program's status");
}

static void program_stays(struct job *j)
{
	struct started s;

	ok(start_job(j, "$MMTOP -b -o $LOG sh -c 'trap \"\" TSTP; echo deaf; "
		     "read x; echo got-$x; exit 7'\n", "sh", &s) &&
	   job_shows(j, "deaf\r\n"), "a program that ignores Ctrl-Z");
	job_type(j, CTRL_Z);
	job_type(j, "more\n");
	ok(job_shows(j, "got-more\r\n") && job_prompt(j),
	   "the program keeps the terminal");
	job_type(j, "echo st=$?\n");
	ok(job_shows(j, "st=7\r\n") && job_prompt(j),
	   "the program exits by itself");
}

static void program_ended(struct job *j)
{
	char *log = getenv("LOG"), *child = work_file("child"), *pid;
	struct started s;

	unlink(log);
	job_type(j, "export CHILD=");
	job_type(j, child);
	job_type(j, "\n");
	job_prompt(j);
	ok(start_job(j, "$MMTOP -b -o $LOG sh -c 'setsid sh -c \"echo \\$\\$ "
		     ">$CHILD; exec sleep 1000\" & exit 0'\n", NULL, &s) &&
	   file_holds(log, "exited with 0") && file_holds(child, "\n"),
	   "a program that leaves a child in another session");
	job_type(j, CTRL_C);
	job_prompt(j);
	job_type(j, "echo st=$?\n");
	ok(job_shows(j, "st=130\r\n") && job_prompt(j),
	   "then Ctrl-C ends mmtop");
	pid = read_file(child, NULL);
	send_to(pid ? atoi(pid) : 0, SIGKILL);
	free(pid);
	free(child);
}

/* Checks $? after the shell has reported its job as stopped. */
static bool stopped_by(struct job *j, int sig)
{
	char text[32];

	job_type(j, "echo st=$?\n");
	snprintf(text, sizeof text, "st=%d\r\n", 128 + sig);
	return job_shows(j, text) && job_prompt(j);
}

static void suspended(struct job *j)
{
	struct started s;

	ok(start_job(j, "$MMTOP -b -o $LOG sed s/^/got-/\n", "sed", &s),
	   "a job that reads the terminal");
	job_type(j, "one\n");
	ok(job_shows(j, "got-one\r\n"), "the program reads the terminal");
	job_type(j, CTRL_Z);
	ok(job_shows(j, "Stopped") && job_prompt(j), "Ctrl-Z stops the job");
	ok(stopped_by(j, SIGTSTP), "the shell sees SIGTSTP");
	ok(wait_for(is_stopped, &s.front) && wait_for(is_stopped, &s.program) &&
	   runs(&s.engine), "program and front stop, the engine does not");
	job_type(j, "fg\n");
	ok(wait_for(runs, &s.front) && wait_for(runs, &s.program),
	   "fg continues both");
	job_type(j, "two\n");
	ok(job_shows(j, "got-two\r\n"), "the program reads the terminal again");
	job_type(j, CTRL_D);
	job_prompt(j);
	job_type(j, "echo st=$?\n");
	ok(job_shows(j, "st=0\r\n") && job_prompt(j),
	   "the program exits by itself");
}

/* Programs may stop only themselves, as less does. */
static void stops_itself(struct job *j, const char *name, int sig)
{
	char command[128];
	struct started s;

	snprintf(command, sizeof command, "$MMTOP -b -o $LOG sh -c "
		 "'kill -%s $$; echo went on; exit 3'\n", name);
	ok(start_job(j, command, NULL, &s), "a program that stops itself: %s",
	   name);
	ok(job_shows(j, "Stopped") && job_prompt(j) && stopped_by(j, sig),
	   "the shell sees the stop and its signal");
	ok(wait_for(is_stopped, &s.front), "the front is stopped, too");
	job_type(j, "bg\n");
	ok(job_shows(j, "went on\r\n"), "bg continues both");
	job_type(j, "wait %1; echo st=$?\n");
	ok(job_shows(j, "st=3\r\n") && job_prompt(j),
	   "the program exits by itself");
}

static void in_background(struct job *j)
{
	struct started s;

	ok(start_job(j, "$MMTOP -b -o $LOG sed s/^/got-/ &\n", "sed", &s),
	   "a job in the background");
	ok(wait_for(is_stopped, &s.front) && wait_for(is_stopped, &s.program) &&
	   runs(&s.engine), "P59 stops when it reads the terminal");
	job_type(j, "fg\n");
	ok(wait_for(runs, &s.program), "fg continues it");
	job_type(j, "three\n");
	ok(job_shows(j, "got-three\r\n"), "the program reads the terminal");
	job_type(j, CTRL_D);
	ok(job_prompt(j), "the job ends");
}

static void attached_job(struct job *j, struct counter *c)
{
	struct started s;

	ok(start_job(j, "$MMTOP -b -o $LOG --level=calls -p $COUNTER\n", NULL, &s) &&
	   file_holds(getenv("LOG"), " munmap("), "attached in the foreground");
	job_type(j, CTRL_Z);
	ok(job_shows(j, "Stopped") && job_prompt(j) &&
	   wait_for(is_stopped, &s.front) && stopped_by(j, SIGTSTP),
	   "Ctrl-Z stops mmtop");
	ok(runs(&s.engine) && counter_counts(c) &&
	   status_field(c->pid, "TracerPid") == s.engine,
	   "the program counts and is still traced");
	job_type(j, "fg\n");
	ok(wait_for(runs, &s.front), "fg continues it");
	job_type(j, CTRL_C);
	job_prompt(j);
	job_type(j, "echo st=$?\n");
	ok(job_shows(j, "st=130\r\n") && job_prompt(j), "Ctrl-C ends mmtop");
	ok(status_field(c->pid, "TracerPid") == 0 && counter_counts(c),
	   "the program runs on");
}

static bool is_free(void *arg)
{
	const struct counter *c = arg;

	return status_field(c->pid, "TracerPid") == 0;
}

static void hung_up(struct job *j, struct counter *c)
{
	struct started s;

	unlink(getenv("LOG"));
	ok(start_job(j, "$MMTOP -b -o $LOG --level=calls -p $COUNTER\n", NULL, &s) &&
	   file_holds(getenv("LOG"), " munmap("), "attached on a terminal");
	job_close(j);
	ok(wait_for(is_free, c) && counter_counts(c) &&
	   file_holds(getenv("LOG"), " end "),
	   "P54 a hangup detaches the program and completes the log");
}

static void jobs(void)
{
	struct counter c;
	struct job j;
	char pid[16];

	if (!job_open(&j)) {
		for (int i = 0; i < JOBS; i++)
			skip("jobs of a shell", "no bash, or no terminal for it");
		return;
	}
	/* The shell already runs: type the assignment. */
	counter_init(&c, 2);
	counter_start(&c);
	snprintf(pid, sizeof pid, "%d", c.pid);
	job_type(&j, "COUNTER=");
	job_type(&j, pid);
	job_type(&j, "\n");
	job_prompt(&j);
	interrupted(&j);
	program_decides(&j);
	program_stays(&j);
	program_ended(&j);
	suspended(&j);
	stops_itself(&j, "STOP", SIGSTOP);
	stops_itself(&j, "TSTP", SIGTSTP);
	stops_itself(&j, "TTIN", SIGTTIN);
	stops_itself(&j, "TTOU", SIGTTOU);
	in_background(&j);
	attached_job(&j, &c);
	hung_up(&j, &c);
	counter_release(&c);
}

/* --- one of the two is killed ------------------------------------------------------ */

static void kill_one(struct counter *c, struct run *r, bool front,
		     const char *how)
{
	pid_t engine = engine_of(r->pid);

	ok(engine && status_field(c->pid, "TracerPid") == engine,
	   "%s: the engine traces", how);
	send_to(front ? r->pid : engine, SIGKILL);
	run_wait(r);
	ok(wait_for(is_free, c) && counter_counts(c),
	   "%s, %s killed: the program runs", how, front ? "front" : "engine");
	if (front)
		ok(run_status(r) == -SIGKILL && !*r->err,
		   "the front prints nothing");
	else
		ok(run_status(r) == 125 && run_said(r, "SIGKILL"),
		   "one message and status 125");
}

static void killed_attached(bool front)
{
	char *log = work_file("killed"), pid[16];
	struct counter c;
	struct run r;

	counter_init(&c, 3);
	counter_start(&c);
	snprintf(pid, sizeof pid, "%d", c.pid);
	run_mmtop(&r, "-b", "-o", log, "--level=watch", "-p", pid, NULL);
	file_holds(log, " attach ");
	kill_one(&c, &r, front, "attached");
	if (front)
		ok(file_holds(log, " detach\n") && file_holds(log, " end "),
		   "the log is complete");
	run_release(&r);
	counter_release(&c);
	free(log);
}

static void killed_launched(bool front)
{
	char *log = work_file("killed");
	struct counter c;
	struct run r;

	counter_init(&c, 3);
	run_mmtop(&r, "-b", "--no-filter", "-o", log, c.program, c.path, "3",
		  NULL);
	file_holds(log, " munmap(");
	c.pid = child_of(engine_of(r.pid), "counter");
	kill_one(&c, &r, front, "launched, no filter");
	run_release(&r);
	counter_release(&c);
	free(log);
}

static bool is_opening(void *arg)
{
	return task_call(*(pid_t *)arg) == SYS_openat;
}

/* Before tracing starts, one signal is enough to end all processes. */
static void fifo_without_reader(void)
{
	char *fifo = work_file("fifo");
	struct run r;

	ok(mkfifo(fifo, 0600) == 0, "a FIFO");
	run_mmtop(&r, "-b", "-o", fifo, "true", NULL);
	wait_for(is_opening, &r.pid);
	kill(r.pid, SIGTERM);
	ok(run_wait(&r) && run_status(&r) == -SIGTERM,
	   "TERM while the log waits for its reader (%d)", run_status(&r));
	run_release(&r);
	free(fifo);
}

/* The filter could not be installed: the program does not depend on the
 * engine. */
static void ended_unfiltered(int sig)
{
	char *log = work_file("unfiltered");
	struct counter c;
	struct run r;

	counter_init(&c, 3);
	setenv("MMTOP_FAULT", "no-seccomp", 1);
	run_mmtop(&r, "-b", "-o", log, c.program, c.path, "3", NULL);
	unsetenv("MMTOP_FAULT");
	file_holds(log, " munmap(");
	pid_t engine = engine_of(r.pid);
	c.pid = child_of(engine, "counter");
	send_fault(engine, sig);
	/* A sanitizer has a message of its own. */
	if (!ok(run_wait(&r) && run_status(&r) == 125 &&
		(strstr(r.err, "the program keeps running") ||
		 (sig == SIGSEGV && strstr(r.err, "Sanitizer"))),
		"no filter possible, engine killed by %d: it is reported", sig))
		diag("%s", r.err);
	ok(counter_counts(&c), "the program runs on");
	counter_stop(&c);
	run_release(&r);
	counter_release(&c);
	free(log);
}

/* --- signals that end mmtop ----------------------------------------------- */

/* A second signal has no further effect. */
static void two_signals(void)
{
	char *log = work_file("twice"), pid[16];
	struct counter c;
	struct run r;

	counter_init(&c, 2);
	counter_start(&c);
	snprintf(pid, sizeof pid, "%d", c.pid);
	run_mmtop(&r, "-b", "-o", log, "--level=calls", "-p", pid, NULL);
	file_holds(log, " munmap(");
	kill(r.pid, SIGTERM);
	kill(r.pid, SIGINT);
	if (!ok(run_wait(&r) && (run_status(&r) == 128 + SIGTERM ||
				 run_status(&r) == 128 + SIGINT),
		"two signals: status is 128 + N"))
		diag("status %d\n%s", run_status(&r), r.err);
	ok(wait_for(is_free, &c) && counter_counts(&c), "the program runs on");
	run_release(&r);
	counter_release(&c);
	free(log);
}

/* As a service manager does: the signal goes to all processes. */
static void signal_to_both(void)
{
	char *log = work_file("both"), pid[16];
	struct counter c;
	struct run r;
	pid_t engine;

	counter_init(&c, 2);
	counter_start(&c);
	snprintf(pid, sizeof pid, "%d", c.pid);
	run_mmtop(&r, "-b", "-o", log, "--level=calls", "-p", pid, NULL);
	file_holds(log, " munmap(");
	engine = engine_of(r.pid);
	if (engine)
		send_to(engine, SIGTERM);
	kill(r.pid, SIGTERM);
	if (!ok(run_wait(&r) && run_status(&r) == 128 + SIGTERM,
		"a signal to front and engine: status is 128 + N"))
		diag("status %d\n%s", run_status(&r), r.err);
	ok(file_holds(log, " detach\n") && file_holds(log, " end ") &&
	   is_free(&c) && counter_counts(&c),
	   "it detaches and completes the log");
	run_release(&r);
	counter_release(&c);
	free(log);
}

/* The program stops itself and the front with it: the signal still ends
 * mmtop. */
static void signal_while_stopped(void)
{
	char *log = work_file("stopped");
	struct run r;
	pid_t program;

	run_mmtop(&r, "-b", "-o", log, "--level=watch", "sh", "-c",
		  "kill -STOP $$", NULL);
	program = child_of(engine_of(r.pid), "sh");
	ok(program && wait_for(is_stopped, &r.pid), "the front is stopped");
	kill(r.pid, SIGTERM);
	/* The kernel sends SIGHUP to a stopped program in an orphaned group. */
	ok(run_wait(&r) && run_status(&r) == 128 + SIGTERM,
	   "a signal ends it while stopped: status is 128 + N");
	send_to(program, SIGKILL);
	run_release(&r);
	free(log);
}

/* --- streams ------------------------------------------------------------------------ */

static bool last_line_is_end(const char *text)
{
	const char *end = text ? strstr(text, " - end events=") : NULL;
	const char *line = end ? strchr(end, '\n') : NULL;

	return line && !line[1];
}

static void whole_logs(void)
{
	char *log = work_file("whole"), *text;
	bool good = true;
	struct run r;

	for (int i = 0; i < 20 && good; i++) {
		run_mmtop(&r, "-b", "-o", log, "true", NULL);
		good = run_wait(&r) && run_status(&r) == 0;
		text = read_file(log, NULL);
		good = good && last_line_is_end(text);
		free(text);
		run_release(&r);
	}
	ok(good, "a log in a file is complete when mmtop exits");
	run_mmtop(&r, "-b", "true", NULL);
	ok(run_wait(&r) && last_line_is_end(r.err),
	   "a log on stderr is complete, too");
	run_release(&r);
	free(log);
}

static void run_script(struct run *r, const char *script)
{
	run_start(r, (char *[]){ (char *)"sh", (char *)"-c", (char *)script,
				 NULL });
}

static void streams(void)
{
	struct run r;

	run_script(&r, "\"$MMTOP\" -b -o \"$LOG\" sh -c "
		   "'read x; echo \"$? [$x]\"' </dev/null");
	ok(run_wait(&r) && !strcmp(r.out, "1 []\n"),
	   "stdin at its end stays so");
	run_release(&r);
	run_script(&r, "\"$MMTOP\" -b -o \"$LOG\" sh -c "
		   "'test -e /proc/self/fd/0; echo $?' <&-");
	ok(run_wait(&r) && !strcmp(r.out, "1\n"), "closed stdin stays closed");
	run_release(&r);
	run_script(&r, "\"$MMTOP\" -b -o \"$LOG\" sh -c 'exit 5' "
		   ">&- 2>&-; echo $?");
	ok(run_wait(&r) && !strcmp(r.out, "5\n"),
	   "closed stdout and stderr do no harm");
	run_release(&r);
	run_script(&r, "\"$MMTOP\" -b sh -c 'echo no' 2>&1 >/dev/null |"
		   "head -n 1");
	ok(run_wait(&r) && strstr(r.out, " start "),
	   "a reader that exits early gets the log's start");
	run_release(&r);
	run_script(&r, "if command -v setsid >/dev/null; then setsid -w "
		   "\"$MMTOP\" -b -o \"$LOG\" sh -c 'exit 6'; echo $?; "
		   "else echo 6; fi");
	ok(run_wait(&r) && !strcmp(r.out, "6\n"),
	   "a session without a terminal works");
	run_release(&r);
}

/* Descriptors that the program itself keeps open do not count. */
static void nothing_held_open(void)
{
	struct run r;

	run_script(&r, "exec 3>&1; (echo $$; exec \"$MMTOP\" -b -o \"$LOG\" "
		   "sh -c 'exec >/dev/null 2>&1 3>&1; echo $PPID >\"$0\";"
		   "exec sleep 1000' \"$LOG.pid\") | cat; echo end");
	ok(file_holds(getenv("LOG_PID"), "\n"), "launched into a pipe");
	char *text = read_file(getenv("LOG_PID"), NULL);
	pid_t engine = text ? (pid_t)strtol(text, NULL, 10) : 0;
	pid_t program = engine > 1 ? child_of(engine, "sleep") : 0;
	if (engine > 1)
		send_to((pid_t)status_field(engine, "PPid"), SIGTERM);
	ok(engine > 1 && program > 1 && run_wait(&r) && strstr(r.out, "end\n"),
	   "after SIGTERM, mmtop does not hold the pipe open");
	ok(wait_for(runs, &program), "the program runs on");
	if (program > 1)
		kill(program, SIGKILL);
	run_release(&r);
	free(text);
}

int main(void)
{
	char *log = work_file("log"), *pid_file = work_file("log.pid");

	setenv("LOG", log, 1);
	setenv("LOG_PID", pid_file, 1);
	plan(JOBS + 2 * (3 + 3) + 1 + 2 * 2 + 2 + 2 + 2 + 2 + 5 + 3 + 2);
	fifo_without_reader();
	jobs();
	killed_attached(true);
	killed_attached(false);
	killed_launched(true);
	killed_launched(false);
	ended_unfiltered(SIGSEGV);
	ended_unfiltered(SIGKILL);
	two_signals();
	signal_to_both();
	signal_while_stopped();
	whole_logs();
	streams();
	nothing_held_open();
	free(pid_file);
	free(log);
	return done();
}
