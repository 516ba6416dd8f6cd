/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ignored [wait]: waits in epoll_wait() while a child sends it signals that it
 * ignores, by default and by choice, and exits. They do not wake an untraced
 * program. Prints how many calls returned EINTR. At the end the child sends a
 * signal with a handler, which must interrupt the call.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "victim.h"

#define ROUNDS 40

static volatile sig_atomic_t handled;

static void on_usr1(int sig)
{
	(void)sig;
	handled++;
}

/* Waits until the parent sleeps in its call, at most ten seconds. */
static void wait_for_sleep(pid_t pid)
{
	char path[64], text[512];

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	for (int i = 0; i < 2000; i++) {
		FILE *f = fopen(path, "r");
		size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
		char *state;

		if (f)
			fclose(f);
		text[n] = '\0';
		state = strrchr(text, ')');
		if (state && state[2] == 'S')
			return;
		poll(NULL, 0, 5);
	}
}

static void send(int go)
{
	static const int signals[] = { SIGWINCH, SIGURG, SIGUSR2, SIGCONT };
	pid_t parent = getppid();

	for (int i = 0; i < ROUNDS; i++) {
		wait_for_sleep(parent);
		if (i % 8 == 7 && fork() == 0)
			_exit(0);	/* a grandchild's exit sends no
					 * SIGCHLD */
		kill(parent, signals[i % 4]);
	}
	wait_for_sleep(parent);
	kill(parent, SIGUSR1);
	wait_for_sleep(parent);
	if (write(go, "", 1) != 1)
		_exit(94);
	_exit(0);
}

int main(int argc, char **argv)
{
	struct epoll_event ev = { .events = EPOLLIN };
	int ep = epoll_create1(0), go[2], broken = 0;

	signal(SIGUSR2, SIG_IGN);
	signal(SIGUSR1, on_usr1);
	if (argc > 1 && !strcmp(argv[1], "wait"))
		wait_to_be_watched();
	if (pipe(go) < 0 || epoll_ctl(ep, EPOLL_CTL_ADD, go[0], &ev) < 0)
		return 93;
	if (fork() == 0)
		send(go[1]);
	if (fork() == 0)
		_exit(0);
	while (epoll_wait(ep, &ev, 1, -1) < 0 && errno == EINTR)
		broken++;
	printf("broken off %d, handled %d\n", broken, (int)handled);
	return 42;
}
