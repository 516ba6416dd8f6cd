/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/buffered.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "source/source.h"
#include "sys/loop.h"

#define PAUSE_MAX_NS UINT64_C(500000000)
#define WAKES 16
/* Limits of a flush: FLUSH_NS and 1/FLUSH_SHARE of the time while a task is
 * stopped, LAST_NS at the end of the session. */
#define FLUSH_NS (5 * BUFFERED_SLICE_NS)
#define FLUSH_SHARE 5
#define LAST_NS UINT64_C(5000000000)

void buffered_init(struct buffered *b, struct source_host *host, char letter,
		   const char *name, uint64_t pause_ns)
{
	*b = (struct buffered){
		.host = host, .letter = letter, .name = name, .epoll = -1,
		.pause_least_ns = pause_ns, .pause_ns = pause_ns,
		.flush = { .most_ns = FLUSH_NS, .share = FLUSH_SHARE },
	};
}

/* --- wake-ups and the timer ---------------------------------------------- */

static void on_epoll(void *arg, int fd, short revents)
{
	struct epoll_event woke[WAKES];
	struct buffered *b = arg;

	(void)revents;
	(void)!epoll_wait(fd, woke, WAKES, 0);
	b->ready = true;
}

static uint64_t on_timer(void *arg)
{
	struct buffered *b = arg;
	uint64_t now;

	b->ready = true;
	if (!b->runs) {
		b->timer = 0;
		return 0;
	}
	/* Read the buffers of an idle target less often. */
	b->pause_ns = b->pause_ns * 2 < PAUSE_MAX_NS ? b->pause_ns * 2 :
		      PAUSE_MAX_NS;
	now = clock_ns();
	return clock_next(now, b->pause_ns) - now;
}

int buffered_open(struct buffered *b)
{
	b->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (b->epoll < 0)
		return -errno;
	loop_add_fd(b->host->loop, b->epoll, POLLIN, 0, on_epoll, b);
	return 0;
}

int buffered_add(struct buffered *b, int fd)
{
	struct epoll_event wake = { .events = EPOLLIN };

	return epoll_ctl(b->epoll, EPOLL_CTL_ADD, fd, &wake) < 0 ? -errno : 0;
}

void buffered_close(struct buffered *b)
{
	if (b->epoll < 0)
		return;
	loop_remove_fd(b->host->loop, b->epoll);
	close(b->epoll);
	b->epoll = -1;
}

void buffered_tick(struct buffered *b)
{
	if (!b->timer)
		b->timer = loop_add_timer(b->host->loop, b->pause_least_ns,
					  on_timer, b);
}

void buffered_stop(struct buffered *b)
{
	loop_remove_timer(b->host->loop, b->timer);
	b->timer = 0;
}

void buffered_busy(struct buffered *b)
{
	b->pause_ns = b->pause_least_ns;
}

uint64_t buffered_flush_begin(struct buffered *b, const struct event *ev)
{
	uint64_t now = b->flush_ns = clock_ns();

	if (ev && ev->kind == EV_END)
		return now + (b->host->hurry ? END_HURRY_NS : LAST_NS);
	return allowance_left(&b->flush, now) ? now + FLUSH_NS : now;
}

void buffered_flush_end(struct buffered *b)
{
	allowance_spend(&b->flush, clock_ns() - b->flush_ns);
}

/* --- events -------------------------------------------------------------- */

void buffered_emit(const struct buffered *b, const struct event *ev)
{
	b->host->emit(b->host->emit_arg, ev);
}

void buffered_emit_state(struct buffered *b)
{
	struct event ev = host_event(b->host, b->letter, EV_SOURCE, 0, 0);

	b->told_state = true;
	ev.u.source = b->state;
	ev.u.source.name = bytes_of(b->name);
	buffered_emit(b, &ev);
}

void buffered_emit_lost(struct buffered *b)
{
	struct event ev = host_event(b->host, b->letter, EV_LOST, 0, 0);

	if (!b->lost)
		return;
	ev.u.lost = (struct ev_lost){ .source = bytes_of(b->name),
				      .count = b->lost };
	b->lost = 0;
	buffered_emit(b, &ev);
}

struct event buffered_event(const struct buffered *b, enum event_kind kind,
			    pid_t pid, pid_t tid, uint64_t time)
{
	uint64_t start = b->host->start_ns;

	return (struct event){
		.time_ns = time > start ? time - start : 0,
		.pid = pid, .tid = tid, .kind = kind, .source = b->letter,
	};
}
