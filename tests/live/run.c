/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that are run with a deadline. */
#include <config.h>

#include "live.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARGS_MAX 32

static uid_t user;

void run_as(uid_t uid)
{
	user = uid;
}

static int ignored;

void run_ignores(int sig)
{
	ignored = sig;
}

void signals_default(void)
{
	static const int sigs[] = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM,
				    SIGCHLD, SIGTSTP, SIGTTIN, SIGTTOU };
	sigset_t none;

	for (size_t i = 0; i < sizeof sigs / sizeof *sigs; i++)
		signal(sigs[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void become(struct run *r, int in, char *const argv[])
{
	int out = open(r->out_path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND,
		       0666);
	int err = open(r->err_path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND,
		       0666);

	signals_default();
	if (ignored)
		signal(ignored, SIG_IGN);
	/* The process group of `nohup make check` may be orphaned, and SIGTSTP
	 * has no effect on an orphaned group. */
	setpgid(0, 0);
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	if (user && (setgroups(0, NULL) || setgid(user) || setuid(user)))
		_exit(98);
	/* mmtop's program would inherit open descriptors. */
	close_range(STDERR_FILENO + 1, ~0u, 0);
	execvp(argv[0], argv);
	dprintf(STDERR_FILENO, "cannot run %s: %s\n", argv[0],
		strerror(errno));
	_exit(99);
}

void run_start(struct run *r, char *const argv[])
{
	static int runs;
	char name[32];
	int fds[2];

	*r = (struct run){ .wait_status = -1 };
	runs++;
	snprintf(name, sizeof name, "out.%d", runs);
	r->out_path = work_file(name);
	snprintf(name, sizeof name, "err.%d", runs);
	r->err_path = work_file(name);
	if (pipe2(fds, O_CLOEXEC) < 0)
		bail("pipe");
	fflush(stdout);
	r->pid = fork();
	if (r->pid < 0)
		bail("fork");
	if (r->pid == 0)
		become(r, fds[0], argv);
	close(fds[0]);
	r->in = fds[1];
	signal(SIGPIPE, SIG_IGN);
}

void run_mmtop(struct run *r, ...)
{
	char *argv[ARGS_MAX], *program = getenv("MMTOP");
	size_t n = 0;
	va_list ap;

	argv[n++] = program ? program : (char *)"src/mmtop";
	va_start(ap, r);
	while ((argv[n] = va_arg(ap, char *)))
		if (++n == ARGS_MAX)
			bail("too many arguments");
	va_end(ap);
	run_start(r, argv);
}

struct child {
	pid_t parent, pid;
	const char *name;
};

static bool find_child(void *arg)
{
	struct child *c = arg;
	DIR *proc = opendir("/proc");
	char path[64], *name;
	struct dirent *d;

	c->pid = 0;
	while (proc && !c->pid && (d = readdir(proc))) {
		pid_t pid = (pid_t)strtol(d->d_name, NULL, 10);

		if (pid <= 0 || status_field(pid, "PPid") != c->parent)
			continue;
		snprintf(path, sizeof path, "/proc/%d/comm", pid);
		name = read_file(path, NULL);
		if (name && name[strcspn(name, "\n")] &&
		    !strncmp(name, c->name, strcspn(name, "\n")) &&
		    !c->name[strcspn(name, "\n")])
			c->pid = pid;
		free(name);
	}
	if (proc)
		closedir(proc);
	return c->pid > 0;
}

pid_t child_of(pid_t parent, const char *name)
{
	struct child c = { .parent = parent, .name = name };

	wait_for(find_child, &c);
	return c.pid;
}

pid_t engine_of(pid_t mmtop)
{
	return child_of(mmtop, "mmtop-engine");
}

void send_to(pid_t pid, int sig)
{
	if (pid > 1)
		kill(pid, sig);
	else
		diag("no process to send signal %d to", sig);
}

static bool has_ended(void *arg)
{
	struct run *r = arg;

	return waitpid(r->pid, &r->wait_status, WNOHANG) == r->pid;
}

bool run_wait(struct run *r)
{
	bool in_time = true;

	if (r->wait_status == -1 && !wait_for(has_ended, r)) {
		in_time = false;
		diag("%d did not exit in %u seconds", r->pid, DEADLINE_S);
		kill(r->pid, SIGKILL);
		waitpid(r->pid, &r->wait_status, 0);
	}
	free(r->out);
	free(r->err);
	r->out = read_file(r->out_path, NULL);
	r->err = read_file(r->err_path, NULL);
	return in_time;
}

int run_status(const struct run *r)
{
	if (r->wait_status == -1)
		return -1000;
	return WIFSIGNALED(r->wait_status) ? -WTERMSIG(r->wait_status) :
					     WEXITSTATUS(r->wait_status);
}

/* True for a line that explains the level of an attached process, or names the
 * keeper of a launched one. */
static bool is_usual(const char *line)
{
	return strstr(line, "--level=calls stops ") ||
	       strstr(line, "level watch does not stop ") ||
	       strstr(line, " keeps running; mmtop-keeper ");
}

/* Counts the lines of stderr except usual ones; *holding counts the lines that
 * contain part, even usual ones. */
static int lines_told(const struct run *r, const char *part, int *holding)
{
	char *copy = strdup(r->err), *rest = NULL;
	int n = 0;

	*holding = 0;
	for (char *line = copy ? strtok_r(copy, "\n", &rest) : NULL; line;
	     line = strtok_r(NULL, "\n", &rest)) {
		bool holds = part && strstr(line, part) &&
			     !strncmp(line, "mmtop: ", 7);

		n += holds || !is_usual(line);
		*holding += holds;
	}
	free(copy);
	return n;
}

bool run_said(const struct run *r, const char *part)
{
	int holding, n = lines_told(r, part, &holding);

	if (n == 1 && holding == 1)
		return true;
	diag("not one message with '%s':\n"
	     "%s", part, r->err);
	return false;
}

bool run_quiet(const struct run *r)
{
	int holding;

	return lines_told(r, NULL, &holding) == 0;
}

void send_fault(pid_t tid, int sig)
{
	pid_t pid = tid > 1 ? (pid_t)status_field(tid, "Tgid") : 0;
	siginfo_t si = { .si_signo = sig, .si_code = SI_QUEUE };

	si.si_pid = pid;
	if (pid <= 1 || syscall(SYS_rt_tgsigqueueinfo, pid, tid, sig, &si) < 0)
		diag("no thread to raise signal %d in", sig);
}

void run_poke(struct run *r)
{
	if (write(r->in, "\n", 1) != 1)
		diag("cannot write to the stdin of %d", r->pid);
}

void run_release(struct run *r)
{
	if (r->wait_status == -1) {
		kill(r->pid, SIGKILL);
		waitpid(r->pid, &r->wait_status, 0);
	}
	if (r->in >= 0)
		close(r->in);
	free(r->out_path);
	free(r->err_path);
	free(r->out);
	free(r->err);
}

bool run_printed(struct run *r, const char *text)
{
	return file_holds(r->out_path, text);
}

bool filters_here(void)
{
	char *log = work_file("filters");
	struct run r;
	bool filters;

	run_mmtop(&r, "-b", "-o", log, "sh", "-c",
		  "grep -q 'Seccomp:.2' /proc/self/status", NULL);
	filters = run_wait(&r) && run_status(&r) == 0;
	run_release(&r);
	free(log);
	return filters;
}
