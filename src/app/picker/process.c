/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/picker/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "source/list/list.h"
#include "sys/own/ignore.h"
#include "sys/own/role_name.h"
#include "sys/proc/root.h"
#include "sys/reader/process.h"
#include "term/rescue.h"

#define MS 1000000ull
/* The longest time that the lister works before it handles the next request.  A
 * read that hangs takes longer (sys/reader/process.h). */
#define SLICE_NS (5 * MS)
#define NS_MAX 3600000000000ull

struct wish {
	pid_t ask;			/* process to check; 0: watch the
					 * processes in `pids' */
	pid_t selected;
	uint64_t n;
	pid_t pids[LISTER_WATCHED];
};

/* --- the lister process --------------------------------------------------- */

struct child {
	int fd, terminal;
};

_Noreturn static void leave(const struct child *c)
{
	rescue_from_engine(c->terminal);
	_exit(0);
}

/* Sends a message to the screen process, and waits while that process is
 * stopped. */
static void tell(void *arg, const struct listed_message *m)
{
	struct child *c = arg;
	ssize_t n;

	do
		n = send(c->fd, m, sizeof *m, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		leave(c);
}

static void lister_requests(struct child *c, struct lister *l)
{
	struct wish w;
	ssize_t n;

	while ((n = recv(c->fd, &w, sizeof w, MSG_DONTWAIT)) ==
	       (ssize_t)sizeof w)
		if (w.ask)
			lister_query(l, w.ask);
		else
			lister_watch(l, w.pids, w.n, w.selected);
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
		leave(c);
}

static void detach_streams(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	setsid();
	for (int fd = 0; null >= 0 && fd <= 2; fd++)
		(void)!dup2(null, fd);
	ignore_signals(IGNORE_ALL);
	role_name(ROLE_LISTER);
}

_Noreturn static void be_lister(struct child *c,
				const struct pick_process_options *o,
				pid_t front)
{
	struct procroot *proc = NULL;
	struct err err;
	struct lister *l;

	c->terminal = fcntl(o->terminal, F_DUPFD_CLOEXEC, 3);
	detach_streams();
	if (procroot_open(&proc, "/proc", &err) < 0)
		leave(c);
	l = lister_new(&(struct lister_options){
		.proc = proc, .reader = reader_new("/proc"), .emit = tell,
		.arg = c, .front = front, .force = o->force,
		.period_ns = o->period_ns, .no_perf = o->no_perf,
	});
	for (;;) {
		struct pollfd p = { .fd = c->fd, .events = POLLIN };
		uint64_t wait = lister_work(l, SLICE_NS);

		if (wait > NS_MAX)
			wait = NS_MAX;
		if (poll(&p, 1, (int)((wait + MS - 1) / MS)) > 0)
			lister_requests(c, l);
	}
}

/* --- functions of the screen process -------------------------------------- */

int pick_process_start(struct pick_process *p,
		       const struct pick_process_options *o)
{
	pid_t front = getpid();
	int fds[2], e;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) < 0)
		return -errno;
	p->pid = fork();
	if (p->pid == 0) {
		struct child c = { .fd = fds[1], .terminal = -1 };

		close(fds[0]);
		be_lister(&c, o, front);
	}
	e = errno;
	close(fds[1]);
	p->fd = fds[0];
	if (p->pid > 0)
		return 0;
	close(p->fd);
	return -e;
}

int pick_process_next(struct pick_process *p, struct listed_message *m)
{
	ssize_t n;

	do
		n = recv(p->fd, m, sizeof *m, MSG_DONTWAIT);
	while (n < 0 && errno == EINTR);
	if (n == (ssize_t)sizeof *m)
		return 1;
	return n < 0 && errno == EAGAIN ? 0 : -EPIPE;
}

static bool wish(struct pick_process *p, const struct wish *w)
{
	return send(p->fd, w, sizeof *w, MSG_DONTWAIT | MSG_NOSIGNAL) ==
	       (ssize_t)sizeof *w;
}

bool pick_process_watch(struct pick_process *p, const pid_t *pids, size_t n,
			pid_t selected)
{
	struct wish w = { .selected = selected, .n = n };

	if (w.n > LISTER_WATCHED)
		w.n = LISTER_WATCHED;
	memcpy(w.pids, pids, w.n * sizeof *pids);
	return wish(p, &w);
}

bool pick_process_ask(struct pick_process *p, pid_t pid)
{
	return wish(p, &(struct wish){ .ask = pid });
}

/* Kills the lister.  It need not restore the terminal: this process has done so
 * already, or still uses the terminal. */
void pick_process_end(struct pick_process *p)
{
	if (p->pid <= 0)
		return;
	close(p->fd);
	kill(p->pid, SIGKILL);
	while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
		;
	p->pid = 0;
}
