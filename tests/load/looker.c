/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "looker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARGS_MAX 32
#define ROWS 40
#define COLS 120

/* Keys that do not harm the target: without K (signal), W (writes), and q with
 * k. */
static const char *const keys[] = {
	"n", "y", "n", "i", "c", "t", "\r", "s", "\t", "z", "j", "k", "1",
	"2", "3", "4", "5", "6", "7", "v", "+", "-", "\033[B", "\033[A", "\033",
	"d", "A", "?", "\014", " ",
};

static _Noreturn void on_terminal(int master, char *const argv[])
{
	int slave;

	setsid();
	slave = open(ptsname(master), O_RDWR);
	if (slave < 0 || ioctl(slave, TIOCSCTTY, 0) < 0)
		_exit(98);
	for (int fd = 0; fd < 3; fd++)
		dup2(slave, fd);
	signals_default();
	setenv("TERM", "xterm-256color", 1);
	close_range(3, ~0u, 0);
	execv(argv[0], argv);
	_exit(99);
}

static void start_on_terminal(struct looker *l, char *const argv[])
{
	const struct winsize size = { .ws_row = ROWS, .ws_col = COLS };

	l->run = (struct run){ .in = -1, .wait_status = -1 };
	l->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	if (l->master < 0 || grantpt(l->master) || unlockpt(l->master))
		bail("cannot open a terminal");
	ioctl(l->master, TIOCSWINSZ, &size);
	fflush(stdout);
	l->run.pid = fork();
	if (l->run.pid < 0)
		bail("fork");
	if (l->run.pid == 0)
		on_terminal(l->master, argv);
}

void looker_start(struct looker *l, bool on_screen, char *const args[])
{
	char *argv[ARGS_MAX] = { getenv("MMTOP") };
	size_t n = 1;

	if (!argv[0])
		argv[0] = (char *)"src/mmtop";
	for (; *args; args++) {
		if (n + 1 == ARGS_MAX)
			bail("too many arguments");
		argv[n++] = *args;
	}
	*l = (struct looker){ .master = -1 };
	if (on_screen) {
		l->is_read = random() % 4;
		start_on_terminal(l, argv);
	} else {
		run_start(&l->run, argv);
	}
}

static void drain(struct looker *l)
{
	char buf[65536];

	while (l->master >= 0 && l->is_read &&
	       read(l->master, buf, sizeof buf) > 0)
		;
}

void looker_plays(struct looker *l, int ms)
{
	const size_t n = sizeof keys / sizeof *keys;

	while (ms > 0) {
		int step = 1 + (int)random() % 10;

		poll(NULL, 0, step < ms ? step : ms);
		ms -= step;
		drain(l);
		if (l->master >= 0) {
			const char *key = keys[(size_t)random() % n];

			if (write(l->master, key, strlen(key)) < 0 &&
			    errno != EAGAIN)
				return;
		}
	}
}

pid_t looker_engine(struct looker *l)
{
	char path[64], *text;
	long child;

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", l->run.pid,
		 l->run.pid);
	text = read_file(path, NULL);
	child = text ? strtol(text, NULL, 10) : 0;
	free(text);
	if (child > 0)
		l->engine = (pid_t)child;
	return child > 0 ? (pid_t)child : l->run.pid;
}

static bool is_over(void *arg)
{
	struct looker *l = arg;
	char state;

	drain(l);
	if (l->run.wait_status == -1 &&
	    waitpid(l->run.pid, &l->run.wait_status, WNOHANG) != l->run.pid)
		return false;
	state = l->engine ? task_state(l->engine) : 0;
	return !state || state == 'Z';
}

void tell_task(const char *who, pid_t pid)
{
	static const char *const files[] = { "status", "stack", "syscall" };
	char path[64];

	for (size_t i = 0; pid > 0 && i < sizeof files / sizeof *files; i++) {
		char *text;

		snprintf(path, sizeof path, "/proc/%d/%s", pid, files[i]);
		text = read_file(path, NULL);
		diag("%s %d, %s:\n%s", who, pid, files[i],
		     text ? text : "n/a");
		free(text);
	}
}

bool looker_wait(struct looker *l)
{
	/* mmtop may be blocked on a full terminal: drain it. */
	l->is_read = true;
	if (wait_for(is_over, l))
		return true;
	diag("mmtop %d: %s, its engine %d: %c", l->run.pid,
	     l->run.wait_status == -1 ? "runs" : "ended", l->engine,
	     l->engine ? task_state(l->engine) : '-');
	tell_task("mmtop", l->run.pid);
	tell_task("its engine", l->engine);
	return false;
}

void looker_release(struct looker *l)
{
	if (l->master >= 0)
		close(l->master);
	if (l->run.out_path) {
		unlink(l->run.out_path);
		unlink(l->run.err_path);
	}
	run_release(&l->run);
}
