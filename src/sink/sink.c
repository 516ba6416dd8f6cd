/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/sink.h"

#include <errno.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/text.h"
#include "late/jansson.h"
#include "sink/form.h"
#include "sink/writer.h"

/* A write of this size costs next to nothing a line. */
#define BUFFER_FULL 65536

/* The kinds that a log may hold; the rest is for the screen alone. */
#define LOGGED_KINDS (1u << EV_START | 1u << EV_PROCESS | 1u << EV_CALL | \
		      1u << EV_SIGNAL | 1u << EV_REGION | 1u << EV_PAGES | \
		      1u << EV_USAGE | 1u << EV_SYSTEM | 1u << EV_LOST | \
		      1u << EV_END | \
		      1u << EV_FILE | 1u << EV_FAULT | 1u << EV_WRITES | \
		      1u << EV_MAP | 1u << EV_RSS | 1u << EV_DENIED | \
		      1u << EV_FRAME | 1u << EV_HEAP)
#define ALWAYS_KINDS (1u << EV_START | 1u << EV_LOST | 1u << EV_END | \
		      1u << EV_WRITES | 1u << EV_DENIED)

typedef void form_fn(struct str *out, const struct event *ev);

struct sink {
	form_fn *form;
	int fd;
	bool own_fd;
	bool lines;		/* a person reads along: each at once */
	bool ascii;		/* a terminal that shows only ASCII */
	uint32_t kinds;
	void (*failed)(void *arg, int err);
	void *arg;
	struct str buf;
	int err;		/* of the first failure, positive */
	struct writer *writer;
	bool full;		/* it has not taken buf */
	bool last;		/* END came: it takes all */
	bool discarded;
	uint64_t lost, lost_all;	/* events; since it is full, and ever */
	uint64_t lost_ns;	/* the time of the last of them */
};

static form_fn *const forms[] = {
	[SINK_TEXT] = form_text,
	[SINK_JSON] = form_json,
};

bool sink_available(enum sink_form form, struct err *err)
{
	return form != SINK_JSON || LATE_LOAD(jansson, err) == 0;
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
		.lines = isatty(fd),
		.ascii = isatty(fd) && strcmp(nl_langinfo(CODESET), "UTF-8"),
		.kinds = (kinds | ALWAYS_KINDS) & LOGGED_KINDS,
		.failed = failed,
		.arg = arg,
		.buf = STR_INIT,
		.writer = writer_new(fd),
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

/* --- writing --------------------------------------------------------------------- */

/* A terminal that does not decode UTF-8 takes bytes 0x80 to 0x9f for C1 control
 * characters, and UTF-8 has these bytes within letters. */
static void add_line(struct str *out, form_fn *form, const struct event *ev,
		     bool ascii)
{
	struct str line = STR_INIT;

	if (ascii) {
		form(&line, ev);
		text_safe(out, line.data, line.len, true);
	} else {
		form(out, ev);
	}
	str_addc(out, '\n');
	str_release(&line);
}

static void form_line(struct sink *s, const struct event *ev)
{
	add_line(&s->buf, s->form, ev, s->ascii);
}

static void tell_lost(struct sink *s)
{
	const struct event ev = {
		.time_ns = s->lost_ns, .kind = EV_LOST,
		.u.lost = { .count = s->lost, .source = bytes_of("log") },
	};

	form_line(s, &ev);
	s->lost_all += s->lost;
	s->lost = 0;
}

/* Hands over what there is, as far as it is taken. */
static void write_out(struct sink *s)
{
	bool taken = !s->buf.len ||
		     writer_put(s->writer, &s->buf, s->last);
	int err = writer_error(s->writer);

	if (err) {
		fail(s, err);
	} else if (!taken) {
		s->full = true;
	} else if (s->full && (s->last || writer_has_room(s->writer))) {
		s->full = false;
		if (s->lost)
			tell_lost(s);
	}
}

/* True when ev cannot be taken, and is counted instead. */
static bool is_lost(struct sink *s, const struct event *ev)
{
	if (ev->kind == EV_END)
		s->last = true;
	if (!s->full)
		return false;
	write_out(s);
	if (!s->full || s->err)
		return s->err != 0;
	s->lost++;
	s->lost_ns = ev->time_ns;
	return true;
}

void sink_write_behind(struct sink *s)
{
	writer_behind(s->writer);
}

bool sink_pending(struct sink *s)
{
	return !s->err && (s->buf.len || writer_pending(s->writer));
}

int sink_fd(const struct sink *s)
{
	return writer_fd(s->writer);
}

/* --- events ---------------------------------------------------------------------- */

/* The figures of a site change all the time: a log has the last ones. */
static bool is_heap_line(const struct ev_heap *h)
{
	return h->op != HEAP_OP_BLOCK && h->op != HEAP_OP_PAGES &&
	       h->op < HEAP_OP_PEAK &&
	       (h->last || (h->op != HEAP_OP_SITE && h->op != HEAP_OP_TOTAL));
}

/* The region is not scanned to its end yet, or only its visible part is
 * looked at more closely: the whole one is another event.  And a sum of faults
 * is for the screen. */
static bool is_partial(const struct event *ev)
{
	if (ev->kind == EV_REGION)
		return ev->u.region.op == REGION_SYNC;
	if (ev->kind == EV_FAULT)
		return !(ev->flags & EVF_EACH);
	if (ev->kind == EV_FRAME)
		return !ev->u.frame.last;
	if (ev->kind == EV_HEAP)
		return !is_heap_line(&ev->u.heap);
	return ev->kind == EV_PAGES &&
	       (ev->u.pages.detail || ev->u.pages.scanned < ev->u.pages.end);
}

/* Regardless of --events: a log reports what mmtop did to a target, and which
 * processes' leaks are unknown. */
static bool is_deed(const struct event *ev)
{
	return ev->kind == EV_NOTE && (ev->u.note.id == NOTE_REPAIRED ||
				       ev->u.note.id == NOTE_UNMARKED ||
				       ev->u.note.id == NOTE_OOM ||
				       ev->u.note.id == NOTE_OOM_MAYBE ||
				       ev->u.note.id == NOTE_NO_HEAP);
}

static bool is_logged(uint32_t kinds, const struct event *ev)
{
	return ev->kind < EV_KINDS && !is_partial(ev) &&
	       !(ev->flags & EVF_AGAIN) &&
	       (kinds & 1u << ev->kind || is_deed(ev));
}

bool sink_line(struct str *out, uint32_t kinds, const struct event *ev,
	       bool ascii)
{
	if (!is_logged(kinds & LOGGED_KINDS, ev))
		return false;
	add_line(out, form_text, ev, ascii);
	return true;
}

void sink_event(struct sink *s, const struct event *ev)
{
	struct event end;

	if (s->err || s->discarded || !is_logged(s->kinds, ev))
		return;
	if (is_lost(s, ev))
		return;
	if (ev->kind == EV_END && s->lost_all) {
		end = *ev;
		end.u.end.lost += s->lost_all;
		ev = &end;
	}
	form_line(s, ev);
	/* START waits for what follows: it may be discarded. */
	if (s->buf.len >= BUFFER_FULL || (s->lines && ev->kind != EV_START))
		write_out(s);
}

void sink_lines(struct sink *s, const struct str *lines)
{
	const char *line = lines->data, *end;

	for (; !s->err && s->ascii && (end = strchr(line, '\n'));
	     line = end + 1) {
		text_safe(&s->buf, line, (size_t)(end - line), true);
		str_addc(&s->buf, '\n');
	}
	if (!s->err)
		str_adds(&s->buf, line);
}

int sink_flush(struct sink *s)
{
	if (!s->err)
		write_out(s);
	return -s->err;
}

void sink_discard(struct sink *s)
{
	str_clear(&s->buf);
	s->discarded = true;
}

int sink_free(struct sink *s)
{
	int err;

	if (!s)
		return 0;
	(void)sink_flush(s);
	if (sink_pending(s))
		fail(s, ECANCELED);
	/* A thread that hangs keeps the descriptor. */
	if (!writer_free(s->writer))
		s->own_fd = false;
	/* Some file systems tell only now that there was no room. */
	if (s->own_fd && close(s->fd) < 0 && errno != EINTR)
		fail(s, errno);
	err = s->err;
	str_release(&s->buf);
	free(s);
	return -err;
}
