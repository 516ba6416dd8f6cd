/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ends all processes that a test leaves behind.  Before main(), the test
 * becomes a child of a subreaper, which kills its descendants when the test has
 * exited, by itself or through a time limit or a user.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process that hangs in the kernel for longer is left. */
#define TRIES 500
#define TRY_MS 10

static void kill_children(void)
{
	char path[64], text[4096], *at = text, *end;
	ssize_t n;
	int fd;

	snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = '\0';
	for (;; at = end) {
		long pid = strtol(at, &end, 10);

		/* The last number may be truncated: read it next time. */
		if (end == at || *end != ' ')
			return;
		kill((pid_t)pid, SIGKILL);
	}
}

/* True if no children are left. */
static bool reap(pid_t test, int *status)
{
	int w;
	pid_t pid;

	while ((pid = waitpid(-1, &w, WNOHANG)) > 0)
		if (pid == test)
			*status = w;
	return pid < 0 && errno == ECHILD;
}

static void clean_up(void)
{
	int w;

	for (int i = 0; i < TRIES && !reap(0, &w); i++) {
		kill_children();
		poll(NULL, 0, i ? TRY_MS : 1);
	}
}

_Noreturn static void end_as(int status)
{
	const struct rlimit none = { 0, 0 };
	sigset_t set;

	if (!WIFSIGNALED(status))
		_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 99);
	setrlimit(RLIMIT_CORE, &none);
	signal(WTERMSIG(status), SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, WTERMSIG(status));
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(WTERMSIG(status));
	_exit(99);
}

_Noreturn static void watch_over(pid_t test, const sigset_t *set)
{
	int status = -1, sig;

	while (status == -1) {
		if (sigwait(set, &sig))
			continue;
		if (sig != SIGCHLD)
			kill(test, sig);
		(void)reap(test, &status);
	}
	clean_up();
	end_as(status);
}

__attribute__((constructor)) static void guard(void)
{
	static const int sigs[] = { SIGTERM, SIGINT, SIGHUP, SIGQUIT,
				    SIGCHLD };
	sigset_t set, was;
	pid_t pid, parent = getpid();

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof sigs / sizeof *sigs; i++)
		sigaddset(&set, sigs[i]);
	sigprocmask(SIG_BLOCK, &set, &was);
	signal(SIGCHLD, SIG_DFL);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	pid = fork();
	if (pid > 0) {
		prctl(PR_SET_NAME, "test-guard");
		watch_over(pid, &set);
	}
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(99);
	}
	sigprocmask(SIG_SETMASK, &was, NULL);
}
