/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a session: mmtop's exit status, and whether the program runs
 * on. */
#include <config.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "counter.h"
#include "live.h"

/* --- exit statuses ------------------------------------------------------------ */

static void statuses(void)
{
	static const struct {
		const char *script;
		int status;
	} cases[] = {
		{ "exit 0", 0 }, { "exit 3", 3 }, { "exit 255", 255 },
		{ "kill -TERM $$", -SIGTERM }, { "kill -SEGV $$", -SIGSEGV },
		{ "kill -KILL $$", -SIGKILL }, { "kill -USR1 $$", -SIGUSR1 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *log = work_file("status");
		struct run r;

		run_mmtop(&r, "-b", "-o", log, "sh", "-c", cases[i].script,
			  NULL);
		if (!ok(run_wait(&r) && run_status(&r) == cases[i].status,
			"mmtop's status is that of `%s`", cases[i].script))
			diag("status %d\n%s", run_status(&r), r.err);
		run_release(&r);
		free(log);
	}
}

/* The log cannot be written: the program runs on undisturbed. */
static void full_disk(void)
{
	struct run r;

	run_mmtop(&r, "-b", "-o", "/dev/full", "sh", "-c", "echo it runs on",
		  NULL);
	ok(run_wait(&r) && run_status(&r) == 125, "a full disk: status 125");
	ok(run_said(&r, "/dev/full"), "a full disk: a message names the file");
	ok(!strcmp(r.out, "it runs on\n"), "a full disk: the program runs on");
	run_release(&r);
	run_mmtop(&r, "-b", "-o", "/dev/full", "sh", "-c", "exit 4", NULL);
	ok(run_wait(&r) && run_status(&r) == 4,
	   "a full disk: a failed program keeps its status");
	run_release(&r);
	run_mmtop(&r, "-b", "-o", "/nonexistent/log", "echo", "no", NULL);
	ok(run_wait(&r) && run_status(&r) == 125 && !*r.out &&
	   run_said(&r, "/nonexistent/log"),
	   "a log that cannot be opened: the program does not run");
	run_release(&r);
}

/* --- what the program inherits --------------------------------------------------- */

static void same_as(const char *script, const char *option, const char *name)
{
	char *log = work_file("same");
	struct run plain, watched;

	run_start(&plain, (char *[]){ (char *)"sh", (char *)"-c",
				      (char *)script, NULL });
	run_poke(&plain);
	run_wait(&plain);
	run_mmtop(&watched, option, "-o", log, "sh", "-c", script, NULL);
	run_poke(&watched);
	run_wait(&watched);
	if (!ok(*plain.out && !strcmp(plain.out, watched.out) &&
		!strcmp(plain.err, watched.err), "the same %s", name))
		diag("without:\n%s%swith:\n%s%s", plain.out, plain.err,
		     watched.out, watched.err);
	run_release(&plain);
	run_release(&watched);
	free(log);
}

static void same_with_mmtop(const char *script, const char *name)
{
	same_as(script, "-b", name);
}

static void inherited(void)
{
	same_with_mmtop("grep -E 'Sig(Blk|Ign)|ShdPnd|SigPnd' "
			"/proc/self/status", "signal masks");
	same_as("grep -E 'Seccomp:|NoNewPrivs' /proc/self/status",
		"--no-filter", "seccomp state without a filter");
	same_with_mmtop("cd /proc/$$/fd; echo *", "descriptors");
	same_with_mmtop("cut -d ' ' -f 6,7,8 /proc/$$/stat",
			"session and terminal");
	same_with_mmtop("head -c 1 | od -c; echo oops >&2",
			"stdin, stdout and stderr");
	same_with_mmtop("env | grep -v '^_='; ulimit -a; umask; pwd",
			"environment and limits");
}

/* --- signals that end mmtop ----------------------------------------------- */

static bool is_free(pid_t pid)
{
	return status_field(pid, "TracerPid") == 0;
}

static void signal_attached(int sig)
{
	char *log = work_file("told"), pid[16];
	struct counter c;
	struct run r;

	counter_init(&c, 4);
	counter_start(&c);
	snprintf(pid, sizeof pid, "%d", c.pid);
	run_mmtop(&r, "-b", "-o", log, "--level=calls", "-p", pid, NULL);
	ok(file_holds(log, " munmap("), "mmtop attaches");
	kill(r.pid, sig);
	if (!ok(run_wait(&r) && run_status(&r) == 128 + sig,
		"%s: status is 128 + N",
		strsignal(sig)))
		diag("%d\n%s", run_status(&r), r.err);
	ok(is_free(c.pid) && counter_counts(&c),
	   "it detaches, and every thread counts");
	ok(file_holds(log, " detach\n") && file_holds(log, " end "),
	   "the log is complete");
	run_release(&r);
	counter_release(&c);
	free(log);
}

static pid_t text_pid(const char *log_path)
{
	char *log = read_file(log_path, NULL);
	char *at = log ? strstr(log, " launch ") : NULL;
	pid_t pid = 0;

	if (at) {
		*at = '\0';
		pid = (pid_t)strtol(strrchr(log, ' ') + 1, NULL, 10);
	}
	free(log);
	if (pid <= 0)
		bail("no launch in the log");
	return pid;
}

static void signal_launched(bool filter)
{
	const char *option = filter ? "-b" : "--no-filter";
	char *log = work_file("told");
	struct counter c;
	struct run r;
	pid_t engine;

	counter_init(&c, 2);
	run_mmtop(&r, option, "-o", log, c.program, c.path, "2", NULL);
	ok(file_holds(log, " munmap("), "the program is launched");
	c.pid = text_pid(log);
	engine = engine_of(r.pid);
	kill(r.pid, SIGTERM);
	ok(run_wait(&r) && run_status(&r) == 128 + SIGTERM,
	   "SIGTERM: status is 128 + N");
	ok(file_holds(log, " detach\n") && file_holds(log, " end "),
	   "the log is complete");
	if (filter && filters_here())
		ok(status_field(c.pid, "TracerPid") == engine &&
		   counter_counts(&c),
		   "the launched program runs on, with a keeper");
	else
		ok(is_free(c.pid) && counter_counts(&c),
		   "the launched program runs on without a tracer");
	run_release(&r);
	counter_release(&c);
	free(log);
}

static bool is_stopped(void *arg)
{
	return task_state(*(pid_t *)arg) == 'T';
}

struct grown {
	const char *path;
	off_t size;
};

static off_t file_size(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? st.st_size : 0;
}

static bool has_grown(void *arg)
{
	const struct grown *g = arg;

	return file_size(g->path) > g->size;
}

/* Ctrl-Z stops only the front process: the program and its log continue. */
static void ctrl_z(void)
{
	char *log = work_file("stop"), pid[16];
	struct counter c;
	struct run r;

	counter_init(&c, 2);
	counter_start(&c);
	snprintf(pid, sizeof pid, "%d", c.pid);
	run_mmtop(&r, "-b", "-o", log, "--level=calls", "-p", pid, NULL);
	ok(file_holds(log, " munmap("), "mmtop attaches");
	kill(r.pid, SIGTSTP);
	ok(wait_for(is_stopped, &r.pid), "Ctrl-Z stops the front");
	ok(counter_counts(&c), "the program counts on");
	ok(wait_for(has_grown, &(struct grown){ log, file_size(log) }),
	   "the log continues");
	kill(r.pid, SIGCONT);
	kill(r.pid, SIGTERM);
	ok(run_wait(&r) && run_status(&r) == 128 + SIGTERM,
	   "SIGTERM ends mmtop after that");
	run_release(&r);
	counter_release(&c);
	free(log);
}

/* A shell without job control starts `mmtop &` with SIGINT ignored. */
static void ignored_interrupt(void)
{
	char *log = work_file("ignored"), pid[16], *mmtop = getenv("MMTOP");
	struct counter c;
	struct run r;

	counter_init(&c, 1);
	counter_start(&c);
	snprintf(pid, sizeof pid, "%d", c.pid);
	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"trap '' INT; exec \"$@\"", (char *)"sh", mmtop,
		  (char *)"-b", (char *)"-o", log, (char *)"--level=calls", (char *)"-p", pid, NULL });
	ok(file_holds(log, " munmap("), "P70 started with SIGINT ignored");
	kill(r.pid, SIGINT);
	kill(r.pid, SIGTERM);
	ok(run_wait(&r) && run_status(&r) == 128 + SIGTERM,
	   "P70 SIGINT does nothing, SIGTERM ends mmtop");
	run_release(&r);
	counter_release(&c);
	free(log);
}

/* The same for a program launched with `&` by a shell without job control. */
static void ignored_in_background(const char *option)
{
	char *log = work_file("background"), *out;
	struct counter c;
	struct run r;
	pid_t mmtop;

	counter_init(&c, 1);
	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"\"$MMTOP\" -b \"$@\" & echo $!; wait $!; "
		  "echo st=$?", (char *)"sh", (char *)option, (char *)"-o",
		  log, c.program, c.path, (char *)"1", NULL });
	ok(file_holds(log, " munmap("), "P70 launched in the background, %s",
	   option);
	c.pid = text_pid(log);
	run_printed(&r, "\n");
	out = read_file(r.out_path, NULL);
	mmtop = out ? (pid_t)strtol(out, NULL, 10) : 0;
	free(out);
	if (mmtop <= 1)
		bail("no job");
	kill(mmtop, SIGINT);
	ok(counter_counts(&c) && task_state(mmtop) != 0,
	   "P70 SIGINT does nothing, %s", option);
	kill(mmtop, SIGTERM);
	ok(run_printed(&r, "st=143\n") && run_wait(&r) &&
	   file_holds(log, " end "), "P70 SIGTERM ends mmtop, %s", option);
	ok(counter_counts(&c), "P70 the program runs on, %s", option);
	run_release(&r);
	counter_release(&c);
	free(log);
}

/* --- --duration -------------------------------------------------------------------- */

static void duration(void)
{
	char *log = work_file("duration"), pid[16];
	struct counter c;
	struct run r;

	counter_init(&c, 2);
	counter_start(&c);
	snprintf(pid, sizeof pid, "%d", c.pid);
	run_mmtop(&r, "-b", "-o", log, "--duration=0.3", "--level=calls", "-p", pid, NULL);
	ok(run_wait(&r) && run_status(&r) == 0,
	   "--duration, attached: status 0");
	ok(is_free(c.pid) && counter_counts(&c),
	   "--duration, attached: the program runs on");
	run_release(&r);
	counter_release(&c);

	counter_init(&c, 2);
	run_mmtop(&r, "-b", "-o", log, "--duration=0.5", c.program, c.path,
		  "2", NULL);
	ok(run_wait(&r) && run_status(&r) == 124,
	   "--duration, launched: status 124");
	ok(file_holds(log, " launch ") && task_state(text_pid(log)) == 0,
	   "--duration, launched: the program is killed");
	run_release(&r);
	counter_release(&c);
	free(log);
}

/* True if no process has the other end of the FIFO open. */
static bool is_closed(void *arg)
{
	char c;

	return read(*(int *)arg, &c, 1) == 0;
}

/* mmtop kills a tree of processes with all children that it creates
 * meanwhile. */
static void duration_of_chains(void)
{
	char *log = work_file("chains"), *fifo = work_file("fifo");
	char *program = victim("chain"), *out;
	struct run r;
	int fd;

	if (mkfifo(fifo, 0600))
		bail(fifo);
	fd = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	run_mmtop(&r, "-b", "-o", log, "--duration=0.3", "sh", "-c",
		  "exec \"$1\" 8 20000 9>\"$2\"", "sh", program, fifo, NULL);
	ok(run_wait(&r) && run_status(&r) == 124,
	   "--duration, chains of forks: status 124");
	/* A process that survives prints something at its end. */
	ok(wait_for(is_closed, &fd),
	   "--duration, chains of forks: no process is left");
	out = read_file(r.out_path, NULL);
	ok(out && !*out, "--duration, chains of forks: none ran on");
	run_release(&r);
	close(fd);
	free(out);
	free(program);
	free(fifo);
	free(log);
}

/* With SIGCHLD ignored, the kernel would report no stops. */
static void ignored_children(void)
{
	char *log = work_file("chld");
	struct run r;

	run_ignores(SIGCHLD);
	run_mmtop(&r, "-b", "-o", log, "sh", "-c",
		  "for i in 0 1 2 3 4 5 6 7 8 9; do ls / >/dev/null; done",
		  NULL);
	run_ignores(0);
	ok(run_wait(&r) && run_status(&r) == 0,
	   "started with SIGCHLD ignored: mmtop sees all stops");
	run_release(&r);
	free(log);
}

/* A file size limit must not prevent the filter. */
static void short_files(void)
{
	static const char name[] = "a filter with a file size limit";
	struct run r;

	if (!filters_here()) {
		skip(name, "launched programs get no filter here");
		return;
	}
	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"ulimit -f 1; exec \"$MMTOP\" -b -o /dev/null "
			  "grep -q 'Seccomp:.2' /proc/self/status", NULL });
	ok(run_wait(&r) && run_status(&r) == 0 && !*r.err, "%s", name);
	run_release(&r);
}

/* An attached program exits by itself: mmtop exits with 0. */
static void ends_by_itself(void)
{
	char *log = work_file("itself"), *program = victim("tasks"), pid[16];
	struct run v, r;

	run_start(&v, (char *[]){ program, (char *)"wait", NULL });
	run_printed(&v, "ready\n");
	snprintf(pid, sizeof pid, "%d", v.pid);
	run_mmtop(&r, "-b", "-o", log, "--level=calls", "-p", pid, NULL);
	ok(file_holds(log, " attach "), "mmtop attaches");
	run_poke(&v);
	ok(run_wait(&v) && run_status(&v) == 42, "the program exits with 42");
	ok(run_wait(&r) && run_status(&r) == 0, "mmtop exits with 0");
	run_release(&r);
	run_release(&v);
	free(program);
	free(log);
}

int main(void)
{
	plan(7 + 5 + 6 + 3 * 4 + 2 * 4 + 5 + 2 + 2 * 4 + 1 + 1 + 4 + 3 + 3);
	statuses();
	full_disk();
	inherited();
	signal_attached(SIGTERM);
	signal_attached(SIGINT);
	signal_attached(SIGHUP);
	signal_launched(true);
	signal_launched(false);
	ctrl_z();
	ignored_interrupt();
	ignored_in_background("--level=calls");
	ignored_in_background("--no-filter");
	ignored_children();
	short_files();
	duration();
	duration_of_chains();
	ends_by_itself();
	return done();
}
