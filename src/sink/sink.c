/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/sink.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "sink/form.h"

/* A write of this size costs next to nothing a line. */
#define BUFFER_FULL 65536

/* The kinds that a log may hold; the rest is for the screen alone. */
#define LOGGED_KINDS (1u << EV_START | 1u << EV_PROCESS | 1u << EV_CALL | \
		      1u << EV_SIGNAL | 1u << EV_REGION | 1u << EV_PAGES | \
		      1u << EV_SYSTEM | 1u << EV_LOST | 1u << EV_END)
#define ALWAYS_KINDS (1u << EV_START | 1u << EV_LOST | 1u << EV_END)

typedef void form_fn(struct str *out, const struct event *ev);

struct sink {
	form_fn *form;
	int fd;
	bool own_fd;
	uint32_t kinds;
	void (*failed)(void *arg, int err);
	void *arg;
	struct str buf;
	int err;		/* of the first failure, positive */
};

/* NULL where it was left out of the build. */
static form_fn *const forms[] = {
	[SINK_TEXT] = form_text,
#ifdef HAVE_JANSSON
	[SINK_JSON] = form_json,
#else
	[SINK_JSON] = NULL,
#endif
};

bool sink_available(enum sink_form form)
{
	return forms[form] != NULL;
}

struct sink *sink_new(enum sink_form form, int fd, bool own_fd,
		      uint32_t kinds, void (*failed)(void *arg, int err),
		      void *arg)
{
	struct sink *s = xmalloc(sizeof *s);

	*s = (struct sink){
		.form = forms[form],
		.fd = fd,
		.own_fd = own_fd,
		.kinds = (kinds | ALWAYS_KINDS) & LOGGED_KINDS,
		.failed = failed,
		.arg = arg,
		.buf = STR_INIT,
	};
	return s;
}

static void fail(struct sink *s, int err)
{
	if (s->err)
		return;
	s->err = err;
	str_release(&s->buf);
	if (s->failed)
		s->failed(s->arg, err);
}

/*
 * A log shares its file description with others (stderr does), who may have
 * made it non-blocking: then it is waited for, a log loses nothing.
 */
static bool write_all(struct sink *s)
{
	size_t done = 0;

	while (done < s->buf.len) {
		ssize_t n = write(s->fd, s->buf.data + done,
				  s->buf.len - done);
		if (n > 0) {
			done += (size_t)n;
		} else if (n < 0 && errno == EAGAIN) {
			struct pollfd p = { .fd = s->fd, .events = POLLOUT };
			(void)poll(&p, 1, -1);
		} else if (n == 0 || errno != EINTR) {
			fail(s, n == 0 ? EIO : errno);
			return false;
		}
	}
	str_clear(&s->buf);
	return true;
}

/* The region is not scanned to its end yet, or only its visible part is
 * looked at more closely: the whole one is another event. */
static bool is_partial(const struct event *ev)
{
	if (ev->kind == EV_REGION)
		return ev->u.region.op == REGION_SYNC;
	return ev->kind == EV_PAGES &&
	       (ev->u.pages.detail || ev->u.pages.scanned < ev->u.pages.end);
}

/* Whatever the kinds asked for: a log tells what was done to a target. */
static bool is_repair(const struct event *ev)
{
	return ev->kind == EV_NOTE && ev->u.note.id == NOTE_REPAIRED;
}

void sink_event(struct sink *s, const struct event *ev)
{
	if (s->err || ev->kind >= EV_KINDS || is_partial(ev) ||
	    ev->flags & EVF_AGAIN ||
	    !(s->kinds & 1u << ev->kind || is_repair(ev)))
		return;
	s->form(&s->buf, ev);
	str_addc(&s->buf, '\n');
	if (s->buf.len >= BUFFER_FULL)
		(void)write_all(s);
}

int sink_flush(struct sink *s)
{
	if (!s->err && s->buf.len)
		(void)write_all(s);
	return -s->err;
}

void sink_discard(struct sink *s)
{
	str_clear(&s->buf);
}

int sink_free(struct sink *s)
{
	int err;

	if (!s)
		return 0;
	(void)sink_flush(s);
	/* Some file systems tell only now that there was no room. */
	if (s->own_fd && close(s->fd) < 0 && errno != EINTR)
		fail(s, errno);
	err = s->err;
	str_release(&s->buf);
	free(s);
	return -err;
}
