/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Many processes, each with a memory call of its own. Prints the log's lines
 * for them, as victims/tasks.c does.
 *
 *	crowd tree N		N children; then prints "all", waits for a byte,
 *				and all exit
 *	crowd bomb LIVE TOTAL	TOTAL children that have children in turn, at
 *				most LIVE at once; prints "quarter" after a
 *				quarter of them and "all" after the last, and
 *				waits for a byte each time
 *	crowd burst N		N children that stop themselves at once, are
 *				continued at once and exit at once
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#include "victim.h"

static void map_and_unmap(void)
{
	void *p = mmap(NULL, 12288, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		       0);

	if (p == MAP_FAILED || munmap(p, 12288))
		_exit(90);
}

static void say(const char *word)
{
	char c;

	if (write(STDOUT_FILENO, word, strlen(word)) < 0 ||
	    read(STDIN_FILENO, &c, 1) != 1)
		_exit(95);
}

/* Reads from it block until gate[1] is closed or written to. */
static int gate[2];

static void wait_at_gate(void)
{
	char c;

	while (read(gate[0], &c, 1) < 0 && errno == EINTR)
		;
}

static pid_t child_at_gate(int status)
{
	pid_t pid = fork();

	if (pid < 0)
		_exit(91);
	if (pid == 0) {
		close(gate[1]);
		map_and_unmap();
		wait_at_gate();
		_exit(status);
	}
	expect("%d fork %d\n%d/%d exit %d\n", getpid(), pid, pid, pid, status);
	return pid;
}

static void reap_one(void)
{
	int status;

	if (wait(&status) < 0 || !WIFEXITED(status))
		_exit(92);
}

static void tree(int n)
{
	for (int i = 0; i < n; i++)
		child_at_gate(i % 100);
	say("all\n");
	close(gate[1]);
	for (int i = 0; i < n; i++)
		reap_one();
}

/* Each child has a child, so that creators come and go, too. */
static void bomb(int live, int total)
{
	int alive = 0;

	for (int i = 0; i < total; i += 2) {
		pid_t pid = fork();

		if (pid < 0)
			_exit(91);
		if (pid == 0) {
			child_at_gate(i % 100);
			close(gate[1]);
			wait_at_gate();
			reap_one();
			_exit(7);
		}
		expect("%d fork %d\n%d/%d exit 7\n", getpid(), pid, pid, pid);
		alive += 2;
		if (i == total / 4 / 2 * 2)
			say("quarter\n");
		/* Any two children may exit. A child first waits for its own,
		 * so the order is irregular. */
		if (alive >= live) {
			if (write(gate[1], "..", 2) != 2)
				_exit(93);
			while (waitpid(-1, NULL, WNOHANG) > 0)
				;
			alive -= 2;
		}
	}
	say("all\n");
	close(gate[1]);
	while (wait(NULL) > 0)
		;
}

/* --- all at once ---------------------------------------------------------- */

static void burst(int n)
{
	pid_t *pids = calloc((size_t)n, sizeof *pids);
	int stopped = 0, continued = 0, ended = 0, status;
	pid_t pid;

	for (int i = 0; i < n; i++) {
		pids[i] = fork();
		if (pids[i] == 0) {
			close(gate[1]);
			wait_at_gate();
			raise(SIGSTOP);
			_exit(i % 100);
		}
		expect("%d fork %d\n%d/%d exit %d\n", getpid(), pids[i],
		       pids[i], pids[i], i % 100);
	}
	close(gate[1]);
	while (ended < n && (pid = waitpid(-1, &status, WUNTRACED |
					   WCONTINUED)) > 0) {
		stopped += WIFSTOPPED(status);
		continued += WIFCONTINUED(status) != 0;
		ended += WIFEXITED(status) || WIFSIGNALED(status);
		if (WIFSTOPPED(status) && stopped == n)
			for (int i = 0; i < n; i++)
				kill(pids[i], SIGCONT);
	}
	/* The kernel does not report the SIGCONT of a process that has exited
	 * before the wait. */
	if (stopped != n || ended != n || continued > n)
		_exit(94);
	free(pids);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int n = argc > 2 ? atoi(argv[2]) : 0;

	if (!n || pipe(gate))
		return 1;
	expected_init();
	wait_to_be_watched();
	if (!strcmp(what, "tree"))
		tree(n);
	else if (!strcmp(what, "bomb") && argc > 3)
		bomb(n, atoi(argv[3]));
	else if (!strcmp(what, "burst"))
		burst(n);
	expect("%d/%d exit 0\n", getpid(), getpid());
	expected_print();
	return 0;
}
