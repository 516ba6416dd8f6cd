/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine's end of the link to the screen. */
#include <config.h>

#include "app/link/link.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "app/link/private.h"
#include "base/alloc.h"
#include "event/wire/codec.h"
#include "sys/loop.h"

#define MS 1000000ull
/* Events are sent together: after FLUSH_NS, or when FLUSH_FULL bytes wait. */
#define FLUSH_NS (4 * MS)
#define FLUSH_FULL (64u << 10)
/* Additional space for NOTE events when the queue is full, in bytes. */
#define SPARE (64u << 10)
/* If the screen has read nothing for PATIENCE_NS, sources no longer defer work
 * for it. */
#define PATIENCE_NS (500 * MS)
/* An empty buffer is freed if it is larger than KEEP_MAX bytes. */
#define KEEP_MAX (256u << 10)
/* The minimum interval between snapshots, which are expensive. */
#define LOST_NS (500 * MS)
/* The maximum number of requests handled at a time; stops of the program are
 * handled in between. */
#define REQUESTS 64
#define PRIORITY 1

struct link_up {
	struct loop *loop;
	int fd;
	struct link_up_ops ops;
	void *arg;
	struct str out;
	size_t at;		/* bytes of `out' already sent */
	bool waits;		/* waits for POLLOUT */
	bool dead;		/* the screen has closed its end */
	bool told_gone;
	int flush_timer, lost_timer;
	bool losing;		/* true from a loss until the queue is empty */
	uint64_t lost, lost_ns;	/* number of lost events, and time of the last
				 * one */
	uint64_t taken_ns;	/* when the screen last read something */
	struct event status;	/* the newest STATUS, if events were lost and it
				 * could not be sent */
	bool has_status;
	uint64_t snapshot_ns;	/* when ops.lost() was called last */
	uint64_t settled_ns;	/* when LINK_SETTLED was sent last */
	struct ev_status told;	/* the newest STATUS that was sent */
	uint8_t in[LINK_REQUEST_SIZE];
	size_t in_len;
};

static size_t waiting(const struct link_up *l)
{
	return l->out.len - l->at;
}

static void watch(struct link_up *l, bool out)
{
	if (l->waits == out)
		return;
	l->waits = out;
	loop_set_events(l->loop, l->fd, out ? POLLIN | POLLOUT : POLLIN);
}

/* --- loss ----------------------------------------------------------------- */

static uint64_t on_lost(void *arg)
{
	struct link_up *l = arg;

	l->lost_timer = 0;
	l->snapshot_ns = clock_ns();
	l->ops.lost(l->arg);
	return 0;
}

/* Plans the request for a snapshot.  A timer makes the request, because an
 * event may be in delivery now. */
static void plan_snapshot(struct link_up *l)
{
	uint64_t now = clock_ns(), due = l->snapshot_ns + LOST_NS;

	if (l->lost_timer)
		return;
	if (!l->snapshot_ns || due < now)
		due = now;
	l->lost_timer = loop_add_timer(l->loop, due - now, on_lost, l);
}

static void lose(struct link_up *l, const struct event *ev)
{
	l->losing = true;
	if (ev->kind == EV_STATUS) {
		l->status = *ev;
		l->has_status = true;
	} else {
		l->lost++;
		l->lost_ns = ev->time_ns;
	}
}

/* --- sending -------------------------------------------------------------- */

static bool queue_event(struct link_up *l, const struct event *ev)
{
	size_t before = l->out.len, head = before + 1;

	str_addc(&l->out, LINK_EVENT);
	event_encode(&l->out, ev);
	if (l->out.len > head)
		return true;
	l->out.data[before] = '\0';
	l->out.len = before;
	return false;
}

static void queue_lost(struct link_up *l)
{
	struct event ev = { .time_ns = l->lost_ns, .kind = EV_LOST };

	ev.u.lost = (struct ev_lost){ .source = bytes_of("link"),
				      .count = l->lost };
	l->losing = false;
	if (l->lost) {
		queue_event(l, &ev);
		plan_snapshot(l);
	}
	if (l->has_status)
		queue_event(l, &l->status);
	l->lost = 0;
	l->has_status = false;
}

/* Sends as much as possible.  Returns false if the socket accepts no more
 * now. */
static bool send_some(struct link_up *l)
{
	while (waiting(l)) {
		ssize_t n = send(l->fd, l->out.data + l->at, waiting(l),
				 MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n > 0) {
			l->at += (size_t)n;
			l->taken_ns = clock_ns();
		} else if (n < 0 && errno == EAGAIN) {
			return false;
		} else if (n == 0 || errno != EINTR) {
			/* The screen has closed its end; on_ready() will also
			 * read end of file. */
			l->dead = true;
			break;
		}
	}
	l->at = 0;
	str_clear(&l->out);
	if (l->out.cap > KEEP_MAX)
		str_release(&l->out);
	return true;
}

/* Removes sent bytes from the start of the buffer. */
static void compact(struct link_up *l)
{
	if (l->at < KEEP_MAX)
		return;
	l->out.len -= l->at;
	memmove(l->out.data, l->out.data + l->at, l->out.len + 1);
	l->at = 0;
}

static void flush(struct link_up *l)
{
	bool all = send_some(l);

	if (all && l->losing && !l->dead) {
		queue_lost(l);
		all = send_some(l);
	}
	if (!all)
		compact(l);
	watch(l, !all);
}

static uint64_t on_flush(void *arg)
{
	struct link_up *l = arg;

	l->flush_timer = 0;
	flush(l);
	return 0;
}

/* Sends the queue: at once if `now' is set, because the user waits for it, or
 * if the queue is long; otherwise after FLUSH_NS. */
static void plan_flush(struct link_up *l, bool now)
{
	if (l->waits)
		return;
	if (now || waiting(l) >= FLUSH_FULL)
		flush(l);
	else if (!l->flush_timer)
		l->flush_timer = loop_add_timer(l->loop, FLUSH_NS, on_flush,
						l);
}

/* True for a STATUS event in which more has changed than mmtop's overhead. */
static bool is_news(struct link_up *l, const struct event *ev)
{
	bool news = ev->kind == EV_STATUS &&
		    status_is_news(&l->told, &ev->u.status);

	if (ev->kind == EV_STATUS)
		l->told = ev->u.status;
	return news;
}

void link_up_event(void *link, const struct event *ev)
{
	struct link_up *l = link;
	bool note = ev->kind == EV_NOTE;
	size_t room = note ? LINK_QUEUE + SPARE : LINK_QUEUE;
	struct event head;

	/* The screen needs only the sums of events that are marked EVF_EACH.
	 * MAP is an exception: the screen shows the source of each mapping. */
	if (l->dead || (ev->flags & EVF_EACH && ev->kind != EV_MAP))
		return;
	/* There may be millions of events about heap blocks; only logs need
	 * them. */
	if (ev->kind == EV_HEAP && (ev->u.heap.op <= HEAP_OP_FREE ||
				    ev->u.heap.op == HEAP_OP_PEAK))
		return;
	if (ev->kind == EV_FRAME) {
		if (!frame_head(ev, &head))
			return;
		ev = &head;
	}
	if ((l->losing && !note) || waiting(l) >= room ||
	    !queue_event(l, ev))
		lose(l, ev);
	plan_flush(l, note || is_news(l, ev));
}

bool link_up_crowded(void *link)
{
	const struct link_up *l = link;

	return !l->dead && !l->losing && waiting(l) > LINK_CROWDED &&
	       clock_ns() - l->taken_ns < PATIENCE_NS;
}

void link_up_send(struct link_up *l, const struct link_message *m)
{
	if (l->dead)
		return;
	message_encode(&l->out, m);
	plan_flush(l, true);
}

void link_up_settled(struct link_up *l)
{
	const struct link_message m = { .word = LINK_SETTLED };
	uint64_t now = clock_ns();

	if (l->dead || l->waits || l->losing || !waiting(l) ||
	    now - l->settled_ns < FLUSH_NS)
		return;
	l->settled_ns = now;
	link_up_send(l, &m);
	loop_remove_timer(l->loop, l->flush_timer);
	l->flush_timer = 0;
}

void link_up_flush(struct link_up *l, uint64_t limit_ns)
{
	uint64_t now = clock_ns(), until = now + limit_ns;

	flush(l);
	while (!l->dead && waiting(l) && now < until) {
		struct pollfd p = { .fd = l->fd, .events = POLLOUT };

		(void)poll(&p, 1, (int)((until - now) / MS) + 1);
		flush(l);
		now = clock_ns();
	}
}

/* --- requests ------------------------------------------------------------- */

static void gone(struct link_up *l)
{
	loop_remove_fd(l->loop, l->fd);
	if (l->told_gone)
		return;
	l->told_gone = true;
	l->ops.gone(l->arg);
}

static void take_request(struct link_up *l)
{
	struct request req;

	l->in_len = 0;
	if (request_decode(&req, l->in))
		l->ops.request(l->arg, &req);
}

static void on_ready(void *arg, int fd, short revents)
{
	struct link_up *l = arg;

	if (revents & POLLOUT)
		flush(l);
	if (!(revents & (POLLIN | POLLHUP | POLLERR)))
		return;
	for (int i = 0; i < REQUESTS; i++) {
		ssize_t n = recv(fd, l->in + l->in_len,
				 sizeof l->in - l->in_len, MSG_DONTWAIT);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			return;
		if (n <= 0) {
			gone(l);
			return;
		}
		l->in_len += (size_t)n;
		if (l->in_len == sizeof l->in)
			take_request(l);
	}
}

/* --- lifecycle ------------------------------------------------------------ */

struct link_up *link_up_new(struct loop *loop, int fd,
			    const struct link_up_ops *ops, void *arg)
{
	struct link_up *l = xcalloc(1, sizeof *l);

	*l = (struct link_up){ .loop = loop, .fd = fd, .ops = *ops,
			       .arg = arg, .out = STR_INIT };
	loop_add_fd(loop, fd, POLLIN, PRIORITY, on_ready, l);
	return l;
}

int link_up_finish(struct link_up *l)
{
	int fd = l->fd;

	shutdown(fd, SHUT_WR);
	loop_remove_fd(l->loop, fd);
	loop_remove_timer(l->loop, l->flush_timer);
	loop_remove_timer(l->loop, l->lost_timer);
	str_release(&l->out);
	free(l);
	return fd;
}
