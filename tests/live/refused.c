/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refused requests print one message, exit with the documented status, and
 * leave no process stopped. */
#include <config.h>

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counter.h"
#include "isolated.h"
#include "live.h"

/* --- programs that cannot be run ------------------------------------------------ */

static char *file_of(const char *name, const char *text, mode_t mode)
{
	char *path = work_file(name);
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	if (fd < 0 || write(fd, text, strlen(text)) < 0 || fchmod(fd, mode))
		bail(path);
	close(fd);
	return path;
}

static void program_refused(const char *program, int status, const char *part,
			    const char *name)
{
	struct run r;

	run_mmtop(&r, "-b", program, NULL);
	if (!ok(run_wait(&r) && run_status(&r) == status, "%s: status %d", name,
		status))
		diag("status %d", run_status(&r));
	ok(run_said(&r, part), "%s: one message", name);
	run_release(&r);
}

static void programs(void)
{
	char *plain = file_of("plain", "text\n", 0644);
	char *script = file_of("script", "#!/nonexistent/interpreter\n", 0755);

	program_refused("no-such-program-anywhere", 127, "no such program",
			"unknown program");
	program_refused("./no/such/path", 127, "no such file", "unknown path");
	program_refused(script, 127, "interpreter", "unknown interpreter");
	program_refused(plain, 126, "not executable", "not executable");
	program_refused(work_dir(), 126, "directory", "a directory");
	free(plain);
	free(script);
}

/* --- options ---------------------------------------------------------------------- */

static void usage(void)
{
	static const char *const words[][2] = {
		{ "--nonsense", "ls" }, { "-d", "soon" }, { "-p", "me" },
		{ "--events=dreams", "ls" }, { "-s", "ls" }, { "-b", NULL },
		{ "--level=deep", "ls" },
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const char *try = "\nTry 'mmtop --help' for more information."
				  "\n";
		struct run r;
		size_t n;

		run_mmtop(&r, words[i][0], words[i][1], NULL);
		run_wait(&r);
		n = strlen(r.err);
		if (!ok(run_status(&r) == 125 && !*r.out &&
			!strncmp(r.err, "mmtop: ", 7) && n > strlen(try) &&
			strchr(r.err, '\n') == r.err + n - strlen(try) &&
			!strcmp(r.err + n - strlen(try), try),
			"usage: %s %s", words[i][0],
			words[i][1] ? words[i][1] : ""))
			diag("status %d\n%s", run_status(&r), r.err);
		run_release(&r);
	}
}

/* --- processes that cannot be attached ------------------------------------ */

static void refused(pid_t pid, const char *part, const char *name)
{
	char arg[16];
	struct run r;

	snprintf(arg, sizeof arg, "%d", pid);
	run_mmtop(&r, "-b", "-p", arg, NULL);
	if (!ok(run_wait(&r) && run_status(&r) == 125, "%s: status 125", name))
		diag("status %d", run_status(&r));
	ok(run_said(&r, part), "%s: one message", name);
	run_release(&r);
}

static void skip_refused(const char *name, const char *why)
{
	skip(name, why);
	skip(name, why);
}

static void attach_to_itself(void)
{
	struct run r;

	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"exec \"$MMTOP\" -b -p $$", NULL });
	ok(run_wait(&r) && run_status(&r) == 125, "P45 itself: status 125");
	ok(run_said(&r, "itself"), "P45 itself: one message");
	run_release(&r);
}

/* mmtop's parent waits for it, and mmtop detaches in time. */
static void forced(void)
{
	struct run r;

	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"\"$MMTOP\" -b -o /dev/null --force --duration=0.2 "
		  "-p $$; echo st=$?; exit 5", NULL });
	ok(run_wait(&r) && run_status(&r) == 5 && !strcmp(r.out, "st=0\n"),
	   "P45 --force attaches to its parent");
	run_release(&r);
}

struct thread {
	int tid[2], end[2];
};

static void *say_tid(void *arg)
{
	const struct thread *t = arg;
	pid_t tid = gettid();
	char byte;

	if (write(t->tid[1], &tid, sizeof tid) < 0 ||
	    read(t->end[0], &byte, 1) < 0)
		bail("pipe");
	return NULL;
}

/* A TID stands for its process. */
static void thread_of_parent(void)
{
	struct thread t;
	pthread_t thread;
	pid_t tid;

	if (pipe2(t.tid, O_CLOEXEC) || pipe2(t.end, O_CLOEXEC) ||
	    pthread_create(&thread, NULL, say_tid, &t) ||
	    read(t.tid[0], &tid, sizeof tid) != sizeof tid)
		bail("a thread");
	refused(tid, "it started mmtop", "P45 a thread of its own parent");
	close(t.end[1]);
	pthread_join(thread, NULL);
	close(t.end[0]);
	close(t.tid[0]);
	close(t.tid[1]);
}

static bool is_zombie(void *arg)
{
	return task_state(*(pid_t *)arg) == 'Z';
}

static void zombie(void)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	wait_for(is_zombie, &pid);
	refused(pid, "it is a zombie", "P40 a zombie");
	waitpid(pid, NULL, 0);
	refused(pid, "no such process", "P40 no such PID");
}

static void kernel_thread(void)
{
	char *comm = read_file("/proc/2/comm", NULL);

	if (comm && !strcmp(comm, "kthreadd\n"))
		refused(2, "kernel thread", "P40 a kernel thread");
	else
		skip_refused("P40 a kernel thread", "none is visible");
	free(comm);
}

static void already_traced(void)
{
	char part[64];
	struct counter c;
	pid_t tracer;
	int fds[2];
	char byte;

	counter_init(&c, 1);
	counter_start(&c);
	if (pipe2(fds, O_CLOEXEC) < 0)
		bail("pipe");
	tracer = fork();
	if (tracer == 0) {
		bool good = ptrace(PTRACE_SEIZE, c.pid, 0, 0) == 0;

		byte = good ? 'y' : 'n';
		if (write(fds[1], &byte, 1) == 1)
			pause();
		_exit(0);
	}
	if (read(fds[0], &byte, 1) == 1 && byte == 'y') {
		snprintf(part, sizeof part, " %d traces it", tracer);
		refused(c.pid, part, "P39 already traced");
		ok(status_field(c.pid, "TracerPid") == tracer &&
		   counter_counts(&c), "P39 already traced: nothing changed");
	} else {
		skip_refused("P39 already traced", "tracing is not allowed here");
		skip("P39 already traced", "tracing is not allowed here");
	}
	kill(tracer, SIGKILL);
	waitpid(tracer, NULL, 0);
	close(fds[0]);
	close(fds[1]);
	counter_release(&c);
}

/* --- tracers of mmtop ----------------------------------------------------- */

/* A process that traces pid, across exec, and lets it run. */
_Noreturn static void trace_on(pid_t pid, int told, bool children)
{
	bool good = ptrace(PTRACE_SEIZE, pid, 0, children ?
			   PTRACE_O_TRACEFORK | PTRACE_O_TRACECLONE |
			   PTRACE_O_TRACEVFORK : 0) == 0;
	int status;

	if (write(told, good ? "y" : "n", 1) != 1 || !good)
		_exit(1);
	while ((pid = waitpid(-1, &status, __WALL)) > 0) {
		int sig = WIFSTOPPED(status) && !(status >> 16) ?
			WSTOPSIG(status) : 0;

		if (WIFSTOPPED(status))
			ptrace(PTRACE_CONT, pid, 0, sig);
	}
	_exit(0);
}

static void tracer_of_mmtop(bool children, const char *name)
{
	char pid[16], byte = 'n';
	pid_t tracer;
	struct run r;
	int fds[2];

	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"echo on; read pid; exec \"$MMTOP\" -b -p $pid",
		  NULL });
	run_printed(&r, "on\n");
	if (pipe2(fds, O_CLOEXEC) < 0)
		bail("pipe");
	tracer = fork();
	if (tracer == 0)
		trace_on(r.pid, fds[1], children);
	if (read(fds[0], &byte, 1) == 1 && byte == 'y') {
		snprintf(pid, sizeof pid, "%d\n", tracer);
		if (write(r.in, pid, strlen(pid)) < 0)
			diag("mmtop's shell does not read the PID");
		if (!ok(run_wait(&r) && run_status(&r) == 125,
			"%s: status 125", name))
			diag("status %d", run_status(&r));
		ok(run_said(&r, "traces mmtop"), "%s: one message", name);
	} else {
		skip_refused(name, "tracing is not allowed here");
	}
	kill(tracer, SIGKILL);
	waitpid(tracer, NULL, 0);
	close(fds[0]);
	close(fds[1]);
	run_release(&r);
}

/* --- another user --------------------------------------------------------- */

static void other_user(void)
{
	char *mmtop = strdup(getenv("MMTOP")), *copy, *unreadable;
	struct counter c;

	if (getuid() != 0) {
		free(mmtop);
		skip_refused("P40 another user's", "needs root");
		skip_refused("P40 not dumpable", "needs root");
		return;
	}
	copy = copy_of(mmtop, "mmtop", 0755);
	setenv("MMTOP", copy, 1);
	counter_init(&c, 1);
	counter_start(&c);
	run_as(NOBODY);
	refused(c.pid, "belongs to root", "P40 another user's");
	run_as(0);
	counter_release(&c);

	counter_init(&c, 1);
	/* A program that its user may run but not read is not dumpable. */
	unreadable = copy_of(c.program, "unreadable", 0711);
	free(c.program);
	c.program = unreadable;
	run_as(NOBODY);
	counter_start(&c);
	refused(c.pid, "not dumpable", "P40 not dumpable");
	run_as(0);
	counter_release(&c);
	setenv("MMTOP", mmtop, 1);
	free(mmtop);
	free(copy);
}

/* mmtop launches a program that it may run but not read; the kernel denies
 * access to its /proc files. */
static void unreadable(void)
{
	const char *log;
	char *copy, *program;
	struct run r;

	if (getuid() != 0) {
		skip("P41 an unreadable program: reported", "needs root");
		skip("P41 an unreadable program: logged", "needs root");
		return;
	}
	copy = copy_of(getenv("MMTOP"), "mmtop", 0755);
	program = copy_of("/bin/sleep", "unreadable", 0711);
	run_as(NOBODY);
	run_start(&r, (char *[]){ copy, (char *)"-b", (char *)"--delay=0.1",
		  (char *)"--events=process,call,region,pages", program,
		  (char *)"0.3", NULL });
	run_as(0);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   strstr(r.err, "maps of") && strstr(r.err, "Permission denied"),
	   "P41 an unreadable program: reported");
	log = r.err;
	if (!ok(strstr(log, " launch n/a [") && strstr(log, " mmap(") &&
		!strstr(log, " region ") && !strstr(log, " pages ") &&
		strstr(log, "+++ exited with 0"),
		"P41 an unreadable program: logged without regions"))
		diag("%s", log);
	run_release(&r);
	free(copy);
	free(program);
}

/* Runs last: from here on, /proc is another one. */
static void hidden_by_hidepid(void)
{
	struct counter c;
	char *copy;

	copy = copy_of(getenv("MMTOP"), "mmtop", 0755);
	if (getuid() != 0 || unshare(CLONE_NEWNS) ||
	    !isolated_proc("hidepid=2")) {
		skip_refused("P42 hidden", "no /proc of our own");
		free(copy);
		return;
	}
	counter_init(&c, 1);
	counter_start(&c);
	setenv("MMTOP", copy, 1);
	run_as(NOBODY);
	refused(c.pid, "hidepid", "P42 hidden");
	run_as(0);
	counter_release(&c);
	free(copy);
}

int main(void)
{
	plan(10 + 7 + 2 + 4 + 2 + 2 + 2 + 3 + 1 + 4 + 4 + 2 + 2 + 2);
	programs();
	usage();
	attach_to_itself();
	zombie();
	kernel_thread();
	refused(1, "stops the system", "P45 PID 1");
	refused(getpid(), "it started mmtop", "P45 its own parent");
	forced();
	thread_of_parent();
	already_traced();
	tracer_of_mmtop(false, "P45 the tracer of mmtop's front");
	tracer_of_mmtop(true, "P45 the tracer of all mmtop processes");
	other_user();
	unreadable();
	hidden_by_hidepid();
	return done();
}
