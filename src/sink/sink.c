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

/* The buffer is written when it has this size: the cost of a write() per line
 * is then negligible. */
#define BUFFER_FULL 65536

/* Event kinds that a log may contain; all other kinds are only for the
 * screen. */
#define LOGGED_KINDS (1u << EV_START | 1u << EV_PROCESS | 1u << EV_CALL | \
		      1u << EV_SIGNAL | 1u << EV_REGION | 1u << EV_PAGES | \
		      1u << EV_USAGE | 1u << EV_SYSTEM | 1u << EV_LOST | \
		      1u << EV_END | \
		      1u << EV_FILE | 1u << EV_FAULT | 1u << EV_WRITES | \
		      1u << EV_MAP | 1u << EV_RSS | 1u << EV_DENIED | \
		      1u << EV_FRAME | 1u << EV_HEAP)
#define ALWAYS_KINDS (1u << EV_START | 1u << EV_LOST | 1u << EV_END | \
		      1u << EV_WRITES | 1u << EV_DENIED)

typedef void form_fn(struct str *out, const struct event *ev,
		     const struct form_clock *clock);

struct sink {
	form_fn *form;
	int fd;
	bool own_fd;
	bool lines;		/* the output is a terminal: write each line at
				 * once */
	bool ascii;		/* the terminal shows only ASCII */
	bool csv;
	bool iso;		/* lines have the wall-clock time */
	struct form_clock clock;
	uint32_t kinds;
	void (*failed)(void *arg, int err);
	void *arg;
	struct str buf;
	int err;		/* positive errno of the first failed write; 0:
				 * none */
	struct writer *writer;
	bool full;		/* the writer has refused buf, as its queue is
				 * full */
	bool last;		/* END was added: the writer must take
				 * everything */
	bool discarded;
	uint64_t lost, lost_all;	/* events lost since `full` was set, and
					 * in total */
	uint64_t lost_ns;	/* time of the last lost event */
};

static form_fn *const forms[] = {
	[SINK_TEXT] = form_text,
	[SINK_JSON] = form_json,
	[SINK_CSV] = form_csv,
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
		.csv = form == SINK_CSV,
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

/* --- writing -------------------------------------------------------------- */

/* Adds a line.  With `ascii`, replaces all other characters: a terminal that
 * does not decode UTF-8 takes the bytes 0x80 to 0x9f inside them for C1 control
 * characters. */
static void add_line(struct str *out, form_fn *form, const struct event *ev,
		     const struct form_clock *clock, bool ascii)
{
	struct str line = STR_INIT;

	if (ascii) {
		form(&line, ev, clock);
		text_safe(out, line.data, line.len, true);
	} else {
		form(out, ev, clock);
	}
	str_addc(out, '\n');
	str_release(&line);
}

static void form_line(struct sink *s, const struct event *ev)
{
	if (s->iso && ev->kind == EV_START)
		s->clock = (struct form_clock){ ev->u.start.clock_ns,
						ev->u.start.utc_offset };
	if (s->csv && ev->kind == EV_START)
		form_csv_head(&s->buf, s->kinds);
	else if (!s->csv || sink_csv_takes(1u << ev->kind))
		add_line(&s->buf, s->form, ev, &s->clock, s->ascii);
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

/* Passes buf to the writer, if the writer has room. */
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

/* True if ev cannot be added: it is counted as lost, or a write has failed. */
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

void sink_iso(struct sink *s)
{
	s->iso = true;
}

bool sink_csv_takes(uint32_t kinds)
{
	return form_csv_takes(kinds);
}

uint64_t sink_lost(const struct sink *s)
{
	return s->lost_all + s->lost;
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

/* --- events --------------------------------------------------------------- */

/* True for heap events that are logged.  The numbers of a site change
 * continually, so only the last ones are logged. */
static bool is_heap_line(const struct ev_heap *h)
{
	return h->op != HEAP_OP_BLOCK && h->op != HEAP_OP_PAGES &&
	       h->op < HEAP_OP_PEAK &&
	       (h->last || (h->op != HEAP_OP_SITE && h->op != HEAP_OP_TOTAL));
}

/* True for an event about a part of a region: the scan has not reached the end,
 * or covers only the visible part.  Another event covers the whole region.
 * Also true for sums of faults, which are only for the screen. */
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

/* True for notes that are written regardless of --events: mmtop's actions on a
 * target, OOM kills and missing heap data. */
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
	       bool ascii, const struct form_clock *clock)
{
	if (!is_logged(kinds & LOGGED_KINDS, ev))
		return false;
	add_line(out, form_text, ev, clock, ascii);
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
	/* START stays buffered until the next event, as sink_discard() may
	 * still drop it. */
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
	/* A thread that hangs still uses the descriptor, so do not close it. */
	if (!writer_free(s->writer))
		s->own_fd = false;
	/* Some file systems report a full disk only at close(). */
	if (s->own_fd && close(s->fd) < 0 && errno != EINTR)
		fail(s, errno);
	err = s->err;
	str_release(&s->buf);
	free(s);
	return -err;
}
