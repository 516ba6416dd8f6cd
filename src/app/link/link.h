/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Connects the engine and the screen: events go up to the screen, requests go
 * down to the engine, over one non-blocking socket pair.
 *
 *	link_pair(fd)				before the fork
 *
 *	engine: link_up_new(loop, fd[1], ...)	screen: link_down_new(fd[0])
 *	  link_up_event(up, ev)  ------------>	   ops.event(ev)
 *	  link_up_send(up, STARTED) ---------->	   ops.word(STARTED)
 *	  ops.request(req)  <------------------	  link_down_request(down, req)
 *	  ops.gone()  <- end of file, if the other process ended -> ops.gone()
 *
 * The engine never waits.  It queues up to LINK_QUEUE bytes that the screen has
 * not read; beyond that, it drops and counts whole events.  NOTEs and messages
 * have reserved space.
 *
 * From LINK_CROWDED bytes on, link_up_crowded() returns true as long as the
 * screen still reads.  Sources then defer work that can wait: a snapshot of
 * 60,000 regions must not overflow the queue again.  When the queue is empty
 * after a loss, the engine sends LOST (source "link") with the count, and the
 * last STATUS; ops.lost() requests a snapshot.
 *
 * The screen checks everything that it reads: invalid bytes break the link, as
 * if the engine had exited.  The engine ignores invalid requests.  The bytes
 * are specified in doc/FORMAT.
 *
 * Each end owns its descriptor.  The functions of `ops` are called from the
 * loop or from link_down_drain(), never from link_up_event() or a request.
 */
#ifndef APP_LINK_LINK_H
#define APP_LINK_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "event/event.h"
#include "event/refusal.h"
#include "event/request.h"

struct loop;
struct link_up;
struct link_down;

enum {
	LINK_QUEUE = 4 << 20,
	/* With LINK_CROWDED bytes, the queue has room for the events of three
	 * more turns of the event loop. */
	LINK_CROWDED = LINK_QUEUE / 4,
	LINK_REQUEST_SIZE = 96,
};

/* Messages from the engine to the screen that are not events. */
enum link_word {
	LINK_STARTED,		/* a: CLOCK_MONOTONIC of event time 0 */
	LINK_FAILED,		/* the engine could not start: refusal, err */
	LINK_RELAY,		/* if a is 1, the screen may use the program's
				 * pty */
	LINK_DONE,		/* a: errno of the log, or 0; b: enum
				 * link_stays */
	LINK_SETTLED,		/* all events that were due have been sent */
	LINK_WORDS
};

/* What the engine's process does after LINK_DONE: it ends, drains a pty, or
 * handles filtered calls. */
enum link_stays { STAYS_NOT, STAYS_DRAIN, STAYS_KEEPER };

struct link_message {
	enum link_word word;
	uint64_t a, b;
	struct refusal refusal;
	struct err err;
};

/* Creates the socket pair.  Returns 0 or -errno.  Both descriptors are
 * close-on-exec. */
MUST_CHECK int link_pair(int fd[2]);

/* --- the engine's end ---------------------------------------------------- */

struct link_up_ops {
	request_fn *request;
	void (*lost)(void *arg);
	void (*gone)(void *arg);	/* called once, when the screen sends no
					 * more requests */
};

struct link_up *link_up_new(struct loop *loop, int fd,
			    const struct link_up_ops *ops, void *arg);
/* Sends an event to the screen.  It is an event_fn. */
void link_up_event(void *link, const struct event *ev);
/* True if more than LINK_CROWDED bytes are queued and the screen still reads;
 * `link` is a `struct link_up *`. */
bool link_up_crowded(void *link);
void link_up_send(struct link_up *l, const struct link_message *m);
/* Sends the waiting data at once, followed by LINK_SETTLED.  Called when no
 * more events are expected now.  If the last LINK_SETTLED was sent less than
 * FLUSH_NS ago, the timer sends the data. */
void link_up_settled(struct link_up *l);
/* Waits until the screen has read the whole queue or has exited, at most
 * limit_ns. */
void link_up_flush(struct link_up *l, uint64_t limit_ns);
/* Half-closes the link, so that the screen reads end of file, and frees l.
 * Returns the descriptor, which the caller then owns; it hangs up when the
 * screen closes its end. */
int link_up_finish(struct link_up *l);

/* --- the screen's end ---------------------------------------------------- */

struct link_down_ops {
	event_fn *event;
	void (*word)(void *arg, const struct link_message *m);
	void (*gone)(void *arg);	/* called once, after all other calls */
};

struct link_down *link_down_new(int fd, const struct link_down_ops *ops,
				void *arg);
/* For poll(): link_down_events() returns the events to wait for, and
 * link_down_ready() gets the events that poll() returned. */
int link_down_fd(const struct link_down *l);
short link_down_events(const struct link_down *l);
void link_down_ready(struct link_down *l, short revents);
/* Delivers the messages that have arrived, for about budget_ns.  Returns true
 * if more messages are left. */
bool link_down_drain(struct link_down *l, uint64_t budget_ns);
/* Queues the request until the engine reads it.  If too many requests wait,
 * only requests that must not be lost are queued, such as REQ_QUIT. */
void link_down_request(struct link_down *l, const struct request *req);
/* Calls link_down_request(); it is a request_fn. arg is a `struct link_down
 * **`.  If it points to NULL, there is no link, and the request is dropped. */
void link_down_pass(void *arg, const struct request *req);
/* True if a request since the last call may change the state of the program.
 * The effect of the next key depends on that state. */
bool link_down_awaits(struct link_down *l);
/* Announces that no more requests follow: the engine then ends, and sends
 * LINK_DONE. */
void link_down_finish(struct link_down *l);
void link_down_free(struct link_down *l);

/* --- a request as bytes --------------------------------------------------- */

void request_encode(uint8_t out[LINK_REQUEST_SIZE], const struct request *req);
/* False if the bytes are not a valid request. */
bool request_decode(struct request *out, const uint8_t in[LINK_REQUEST_SIZE]);

#endif
