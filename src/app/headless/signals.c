/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handles the signals that end, stop and continue a session without a
 * screen. */
#include <config.h>

#include "app/headless/private.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "app/headless/front.h"
#include "app/i18n.h"
#include "app/warn.h"
#include "sys/loop.h"
#include "sys/own/limits.h"

#define NS_PER_S 1000000000ull
/* After Ctrl-Z mmtop waits this long for the program to stop first. */
#define STOP_NS (NS_PER_S / 5)
#define LOOK_NS (NS_PER_S / 5)
/* After a signal mmtop ends within a second.  TASKS_NS (at most TASKS_MAX_NS)
 * is the time for the tasks to stop, LOG_NS the time for another process to
 * read the log.  Without a signal, mmtop waits for the log's reader without
 * limit. */
#define TASKS_NS (NS_PER_S * 3 / 10)
#define TASKS_MAX_NS (NS_PER_S * 8 / 10)
#define LOG_NS (NS_PER_S * 4 / 10)

/* A stopped front cannot handle signals.  If it has a pending signal that ends
 * mmtop, the engine continues it. */
static uint64_t check_front(void *arg)
{
	struct headless *h = arg;

	if (h->front->stopped && front_has_signal(h->front))
		front_follow(h->front, 0);
	if (h->front->stopped)
		return LOOK_NS;
	h->look_timer = 0;
	return 0;
}

void headless_follow_job(struct headless *h, int sig)
{
	if (h->stop_timer)
		loop_remove_timer(h->loop, h->stop_timer);
	h->stop_timer = 0;
	if (sig && !h->look_timer)
		h->look_timer = loop_add_timer(h->loop, LOOK_NS, check_front,
					       h);
	if (h->ops->job)
		h->ops->job(h->arg, sig);
	front_follow(h->front, sig);
}

static uint64_t stop_now(void *arg)
{
	struct headless *h = arg;

	h->stop_timer = 0;
	headless_follow_job(h, SIGTSTP);
	return 0;
}

/* Handles Ctrl-Z: mmtop stops after the program, so that the program's stop is
 * reported first.  If the program is held or ignores the signal, mmtop stops
 * alone. */
static void stop_soon(struct headless *h)
{
	if (!h->stop_timer)
		h->stop_timer = loop_add_timer(h->loop, STOP_NS, stop_now, h);
}

static uint64_t cut_log(void *arg)
{
	struct headless *h = arg;

	h->cut = true;
	return 0;
}

void headless_bound_log(struct headless *h)
{
	loop_add_timer(h->loop, LOG_NS, cut_log, h);
}

static void told_to_end(struct headless *h, int sig, bool *before)
{
	/* mmtop gives up at once only if a second signal arrives by the same
	 * path.  A service manager signals each process once, so this process
	 * may get one signal directly and another one through the front. */
	h->gave_up |= *before;
	*before = true;
	loop_stop(h->loop);
	if (h->signal)
		return;
	h->signal = sig;
	if (h->engine)
		h->tasks_left = engine_tasks(h->engine);
	h->give_up_by_ns = clock_ns() + TASKS_MAX_NS;
	loop_add_timer(h->loop, TASKS_NS, headless_give_up, h);
	if (h->finishing)
		headless_bound_log(h);
	engine_hurry(h->engine);
	headless_leave(h, REQ_DETACH);
}

void headless_reader_gone(struct headless *h)
{
	if (!h->signal)
		told_to_end(h, SIGPIPE, &h->direct);
}

static uint64_t on_cpu_limit(void *arg)
{
	struct headless *h = arg;
	uint64_t wait = own_limits_cpu_wait();

	if (wait)
		return wait;
	warn_user(_("mmtop reaches its hard limit on CPU time (ulimit -t): it "
		    "detaches, and the log ends here"));
	told_to_end(h, SIGXCPU, &h->direct);
	return 0;
}

void headless_watch_limit(struct headless *h)
{
	uint64_t wait = own_limits_cpu_wait();

	if (wait != UINT64_MAX)
		loop_add_timer(h->loop, wait, on_cpu_limit, h);
}

static void on_signal(void *arg, int fd, short revents)
{
	struct headless *h = arg;
	struct signalfd_siginfo si;

	(void)revents;
	while (read(fd, &si, sizeof si) == (ssize_t)sizeof si)
		if (si.ssi_signo != SIGINT || !h->ops->interrupt ||
		    !h->ops->interrupt(h->arg))
			told_to_end(h, (int)si.ssi_signo, &h->direct);
}

static void on_front(void *arg, int fd, short revents)
{
	struct headless *h = arg;
	int sig;

	(void)revents;
	while ((sig = front_next(h->front)) > 0) {
		if (sig == SIGTSTP)
			stop_soon(h);
		else
			told_to_end(h, sig, &h->passed_on);
	}
	if (sig != FRONT_GONE)
		return;
	/* The front was killed, so no process waits for the end of the log. */
	loop_remove_fd(h->loop, fd);
	told_to_end(h, SIGTERM, &h->direct);
}

/* The front blocked these signals before it forked this process, so a signal to
 * this process stays pending until it is read. */
int headless_open_signals(struct headless *h)
{
	sigset_t set;

	front_signals(&set);
	h->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (h->signal_fd < 0)
		return -errno;
	loop_add_fd(h->loop, h->signal_fd, POLLIN, 0, on_signal, h);
	loop_add_fd(h->loop, h->front->fd, POLLIN, 0, on_front, h);
	return 0;
}

void headless_close_signals(struct headless *h)
{
	loop_remove_fd(h->loop, h->front->fd);
	loop_remove_fd(h->loop, h->signal_fd);
	close(h->signal_fd);
}
