/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen's end of the link to the engine. */
#include <config.h>

#include "app/link/link.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/link/private.h"
#include "base/alloc.h"
#include "event/wire/codec.h"
#include "sys/loop.h"

#define READ_SIZE (64u << 10)
/* The number of events between two reads of the clock. */
#define CLOCK_EVERY 32
/* The maximum number of waiting requests; reached only if the engine is
 * stopped. */
#define REQUESTS_MAX 1024
#define KEEP_MAX (256u << 10)

struct link_down {
	int fd;
	struct link_down_ops ops;
	void *arg;
	struct str in, out;
	size_t at;		/* bytes of `in' already delivered */
	bool readable;
	bool over;		/* end of file was read, or invalid bytes broke
				 * the link */
	bool told_gone;
	bool finish;		/* half-close the socket when `out' is empty */
	bool awaits;		/* the value that link_down_awaits() returns
				 * next */
};

/* --- events --------------------------------------------------------------- */

/* Delivers the first event or message and returns its size; 0 if it is
 * incomplete, negative if it is invalid. */
static long take(struct link_down *l)
{
	const uint8_t *data = (const uint8_t *)l->in.data + l->at;
	size_t n = l->in.len - l->at;
	struct link_message m;
	struct event ev;
	long size;

	if (!n)
		return 0;
	if (data[0] == LINK_EVENT) {
		size = event_decode(data + 1, n - 1, &ev);
		if (size <= 0)
			return size;
		if (ev.kind < EV_KINDS)
			l->ops.event(l->arg, &ev);
		return size + 1;
	}
	size = message_decode(&m, data, n);
	if (size > 0)
		l->ops.word(l->arg, &m);
	return size;
}

static void forget_taken(struct link_down *l)
{
	if (!l->at)
		return;
	l->in.len -= l->at;
	memmove(l->in.data, l->in.data + l->at, l->in.len);
	if (!l->in.len && l->in.cap > KEEP_MAX)
		str_release(&l->in);
	l->at = 0;
}

/* Reads once.  The decoder refuses messages that are too long, so `in' never
 * contains much more than one incomplete message. */
static void receive(struct link_down *l)
{
	static char buf[READ_SIZE];
	ssize_t n;

	forget_taken(l);
	do
		n = recv(l->fd, buf, sizeof buf, MSG_DONTWAIT);
	while (n < 0 && errno == EINTR);
	if (n > 0)
		str_add(&l->in, buf, (size_t)n);
	/* recv() returned less than the buffer's size: nothing is left to read
	 * now. */
	if (n < (ssize_t)sizeof buf)
		l->readable = false;
	if (n == 0 || (n < 0 && errno != EAGAIN))
		l->over = true;
}

bool link_down_drain(struct link_down *l, uint64_t budget_ns)
{
	uint64_t until = clock_ns() + budget_ns;
	long size = 0;

	for (unsigned i = 1; !l->told_gone; i++) {
		size = take(l);
		if (size > 0) {
			l->at += (size_t)size;
			if (i % CLOCK_EVERY == 0 && clock_ns() > until)
				return true;
		} else if (size == 0 && l->readable) {
			receive(l);
		} else {
			break;
		}
	}
	if (l->told_gone || (size == 0 && !l->over))
		return false;
	l->over = l->told_gone = true;
	l->ops.gone(l->arg);
	return false;
}

/* --- requests ------------------------------------------------------------- */

static void send_requests(struct link_down *l)
{
	ssize_t n = 0;

	while (l->out.len && !l->over) {
		n = send(l->fd, l->out.data, l->out.len,
			 MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		l->out.len -= (size_t)n;
		memmove(l->out.data, l->out.data + n, l->out.len);
	}
	/* The engine no longer reads.  `over' is not set here but by receive(),
	 * as the engine's last messages may still arrive. */
	if (n < 0 && errno != EAGAIN)
		str_clear(&l->out);
	if (l->finish && !l->out.len)
		shutdown(l->fd, SHUT_WR);
}

/* True for requests that must not be dropped: each is sent once, and no other
 * request replaces it. */
static bool must_not_drop(const struct request *req)
{
	return req->op == REQ_QUIT || req->op == REQ_DETACH ||
	       req->op == REQ_KILL || req->op == REQ_SIGNAL ||
	       (req->op == REQ_INPUT && req->b == INPUT_PASTE_ENDS);
}

static bool changes_state(const struct request *req)
{
	return req->op == REQ_NEXT || req->op == REQ_CONTINUE ||
	       (req->op == REQ_UNTIL && !req->b) ||
	       req->op == REQ_HOLD || req->op == REQ_LEVEL ||
	       req->op == REQ_DETACH || req->op == REQ_ATTACH;
}

bool link_down_awaits(struct link_down *l)
{
	bool awaits = l->awaits;

	l->awaits = false;
	return awaits;
}

void link_down_pass(void *arg, const struct request *req)
{
	struct link_down *const *l = arg;

	if (*l)
		link_down_request(*l, req);
}

void link_down_request(struct link_down *l, const struct request *req)
{
	uint8_t bytes[LINK_REQUEST_SIZE];

	if (l->over || l->finish ||
	    (l->out.len >= REQUESTS_MAX * sizeof bytes &&
	     !must_not_drop(req)))
		return;
	l->awaits |= changes_state(req);
	request_encode(bytes, req);
	str_add(&l->out, bytes, sizeof bytes);
	send_requests(l);
}

void link_down_finish(struct link_down *l)
{
	l->finish = true;
	send_requests(l);
}

/* --- lifecycle ------------------------------------------------------------ */

struct link_down *link_down_new(int fd, const struct link_down_ops *ops,
				void *arg)
{
	struct link_down *l = xcalloc(1, sizeof *l);

	*l = (struct link_down){ .fd = fd, .ops = *ops, .arg = arg,
				 .in = STR_INIT, .out = STR_INIT };
	return l;
}

int link_down_fd(const struct link_down *l)
{
	return l->over ? -1 : l->fd;
}

short link_down_events(const struct link_down *l)
{
	return l->out.len ? POLLIN | POLLOUT : POLLIN;
}

void link_down_ready(struct link_down *l, short revents)
{
	if (revents & POLLOUT)
		send_requests(l);
	if (revents & (POLLIN | POLLHUP | POLLERR))
		l->readable = true;
}

void link_down_free(struct link_down *l)
{
	if (!l)
		return;
	close(l->fd);
	str_release(&l->in);
	str_release(&l->out);
	free(l);
}
