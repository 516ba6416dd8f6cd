/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The joint of the two roles: events go up to the screen, requests go down
 * to the engine, over one non-blocking socket pair.
 *
 *	link_pair(fd)				before the roles part
 *
 *	engine: link_up_new(loop, fd[1], ...)	screen: link_down_new(fd[0])
 *	  link_up_event(up, ev)  ------------>	   ops.event(ev)
 *	  link_up_say(up, STARTED) ---------->	   ops.word(STARTED)
 *	  ops.request(req)  <------------------	  link_down_request(down, req)
 *	  ops.gone()  <- end of file, if the other role ended -> ops.gone()
 *
 * The engine never waits: what the screen does not take is queued up to
 * LINK_QUEUE bytes; then whole events are dropped and counted.  Before that,
 * from LINK_CROWDED on, link_up_crowded() asks for patience with what can wait,
 * as long as the screen takes anything at all: a snapshot of 60,000 regions is
 * not the cause of the next loss.  When the queue is empty again the screen
 * gets LOST (source "link") with the count and the last STATUS, and ops.lost()
 * tells that a snapshot is wanted.  NOTEs and words have room of their own.
 *
 * The screen trusts nothing: bytes that are no message break the link, as if
 * the engine had gone.  The engine checks every request and ignores what is
 * none.  The bytes are specified in doc/FORMAT.
 *
 * Each end owns its descriptor.  ops are called from the loop (or from
 * link_down_drain()), never from within link_up_event() or a request.
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
	/* What one turn of the loop may add to it fits three times. */
	LINK_CROWDED = LINK_QUEUE / 4,
	LINK_REQUEST_SIZE = 96,
};

/* What is said beside events. */
enum link_word {
	LINK_STARTED,		/* a: CLOCK_MONOTONIC of the events' time 0 */
	LINK_FAILED,		/* it could not start: refusal, err */
	LINK_RELAY,		/* the program's terminal is yours (a 1) */
	LINK_DONE,		/* a: errno of the log, b: enum link_stays */
	LINK_SETTLED,		/* what was looked at is told: no more comes now */
	LINK_WORDS
};

/* The role of the engine from LINK_DONE on. */
enum link_stays { STAYS_NOT, STAYS_DRAIN, STAYS_KEEPER };

struct link_message {
	enum link_word word;
	uint64_t a, b;
	struct refusal refusal;
	struct err err;
};

/* 0 or -errno; both ends close on exec. */
MUST_CHECK int link_pair(int fd[2]);

/* --- the engine's end ---------------------------------------------------- */

struct link_up_ops {
	request_fn *request;
	void (*lost)(void *arg);
	void (*gone)(void *arg);	/* once; the screen asks no more */
};

struct link_up *link_up_new(struct loop *loop, int fd,
			    const struct link_up_ops *ops, void *arg);
/* An event_fn. */
void link_up_event(void *link, const struct event *ev);
/* Of a `struct link_up *`: see above. */
bool link_up_crowded(void *link);
void link_up_say(struct link_up *l, const struct link_message *m);
/* No more comes now: what waits goes, with LINK_SETTLED behind it; where it
 * went a moment ago it waits, as ever. */
void link_up_settled(struct link_up *l);
/* Waits until all that is queued is taken, or nobody will. */
void link_up_flush(struct link_up *l, uint64_t limit_ns);
/* The screen reads the end of the link; frees l.  The descriptor is the
 * caller's: it hangs up when the screen has closed its own. */
int link_up_finish(struct link_up *l);

/* --- the screen's end ---------------------------------------------------- */

struct link_down_ops {
	event_fn *event;
	void (*word)(void *arg, const struct link_message *m);
	void (*gone)(void *arg);	/* once; the last call */
};

struct link_down *link_down_new(int fd, const struct link_down_ops *ops,
				void *arg);
/* To poll: link_down_events() says for what, link_down_ready() what came. */
int link_down_fd(const struct link_down *l);
short link_down_events(const struct link_down *l);
void link_down_ready(struct link_down *l, short revents);
/* Hands over what has come, for about budget_ns; true when there is more. */
bool link_down_drain(struct link_down *l, uint64_t budget_ns);
/* Kept until the engine takes it; when too many wait only those that end the
 * session are. */
void link_down_request(struct link_down *l, const struct request *req);
/* The same, a request_fn: arg is a struct link_down **, to NULL without a link. */
void link_down_pass(void *arg, const struct request *req);
/* Whether a request since the last call may change how the program stands, which
 * decides what the next key means. */
bool link_down_awaits(struct link_down *l);
/* No more requests: the engine ends, and says LINK_DONE. */
void link_down_finish(struct link_down *l);
void link_down_free(struct link_down *l);

/* --- a request as bytes --------------------------------------------------- */

void request_encode(uint8_t out[LINK_REQUEST_SIZE], const struct request *req);
/* False when these bytes are no request. */
bool request_decode(struct request *out, const uint8_t in[LINK_REQUEST_SIZE]);

#endif
