/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/report/contents_private.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/language.h"
#include "app/words/refusal.h"
#include "app/warn.h"
#include "base/fmt.h"
#include "base/text.h"
#include "event/wire/codec.h"
#include "event/names.h"
#include "sink/sink.h"
#include "ui/words/error.h"

/* A frame and the object that it belongs to. */
struct one {
	const struct captured_object *object;
	const struct captured_frame *frame;
};
typedef VEC(struct one) ones;

static int by_time(const void *a, const void *b)
{
	const struct one *x = a, *y = b;

	if (x->object->file != y->object->file)
		return x->object->file < y->object->file ? -1 : 1;
	if (x->frame->ev.time_ns != y->frame->ev.time_ns)
		return x->frame->ev.time_ns < y->frame->ev.time_ns ? -1 : 1;
	/* The frames of an object are in one array, in order of time. */
	return x->frame < y->frame ? -1 : x->frame > y->frame;
}

static void gather(const struct options *o, const struct captured *c,
		   ones *out)
{
	for (size_t i = 0; i < c->objects.n; i++) {
		const struct captured_object *object = &c->objects.v[i];

		for (size_t j = 0; j < object->frames.n; j++)
			if (contents_wants(o, object->frames.v[j].ev.pid))
				*vec_push(out) = (struct one){
					object, &object->frames.v[j] };
	}
	if (out->n)
		qsort(out->v, out->n, sizeof *out->v, by_time);
}

/* --- JSON ----------------------------------------------------------------- */

static void on_failed(void *arg, int err)
{
	(void)arg;
	warn_user(_("cannot write to standard output: %s"), error_words(err));
}

int contents_json(const struct options *o, struct captured *c)
{
	struct sink *sink = sink_new(SINK_JSON, STDOUT_FILENO, false,
				     1u << EV_FRAME, on_failed, NULL);
	ones frames = VEC_INIT;

	gather(o, c, &frames);
	for (size_t i = 0; i < frames.n; i++)
		sink_event(sink, &frames.v[i].frame->ev);
	vec_release(&frames);
	return sink_free(sink) < 0 ? EXIT_OWN : EXIT_SUCCESS;
}

/* --- the list ------------------------------------------------------------- */

static void put_safe(struct str *out, struct bytes b)
{
	text_safe(out, b.data, b.len, !locale_is_utf8());
}

static const char *end_of(const struct captured_file *f)
{
	if (!f->closed)
		return "cut off";
	switch (f->close_why) {
	case CAPTURE_WHOLE:
		return "whole";
	case CAPTURE_AT_LIMIT:
		return "up to its limit";
	case CAPTURE_AT_FLOOR:
		return "until its disk was full";
	default:
		return "?";
	}
}

static void put_file(struct str *out, const struct captured_file *f)
{
	time_t began = (time_t)(f->head.began_ns / 1000000000);
	struct event ev;
	char when[40], size[FMT_MAX];
	struct tm tm;

	strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ",
		 gmtime_r(&began, &tm));
	str_adds(out, "capture ");
	put_safe(out, bytes_of(f->name));
	str_addf(out, "\n  began %s, %s, %s\n", when,
		 fmt_size(size, f->size), end_of(f));
	if (!f->start.len || event_decode(f->start.data, f->start.len, &ev) <= 0)
		return;
	if (ev.u.start.command.len) {
		str_adds(out, "  command ");
		put_safe(out, ev.u.start.command);
		str_addc(out, '\n');
	}
	str_adds(out, "  mmtop ");
	put_safe(out, ev.u.start.version);
	str_adds(out, ", Linux ");
	put_safe(out, ev.u.start.kernel);
	str_addc(out, ' ');
	put_safe(out, ev.u.start.machine);
	if (ev.u.start.host.len) {
		str_adds(out, ", on ");
		put_safe(out, ev.u.start.host);
	}
	str_addc(out, '\n');
}

static bool is_blank(struct bytes b, size_t i)
{
	char c = ((const char *)b.data)[i];

	return !c || c == ' ';
}

static void put_process(struct str *out, const struct captured_process *p)
{
	char when[FMT_MAX], name[16];
	struct bytes argv = { p->argv.data, p->argv.len };

	/* Blanks at the end of argv are not shown: a program may write its
	 * state into argv and fill the rest with blanks. */
	while (argv.len > 1 && is_blank(argv, argv.len - 1))
		argv.len--;
	str_addf(out, "process %ld", (long)p->pid);
	if (p->parent)
		str_addf(out, " of %ld", (long)p->parent);
	str_addf(out, " from %s ", fmt_when(when, p->time_ns));
	if (p->ended_ns) {
		str_addf(out, "to %s, ", fmt_when(when, p->ended_ns));
		if (p->signal > 0)
			str_addf(out, "killed by %s, ",
				 signal_name((uint64_t)p->signal, name));
		else
			str_addf(out, "exited with %" PRId64 ", ", p->status);
	}
	put_safe(out, (struct bytes){ p->exe.data, p->exe.len });
	while (argv.len) {
		size_t n = strnlen(argv.data, argv.len);

		str_adds(out, argv.data == p->argv.data ? " [" : " ");
		put_safe(out, (struct bytes){ argv.data, n });
		n += n < argv.len;
		argv.data = (const char *)argv.data + n;
		argv.len -= n;
	}
	str_adds(out, p->argv.len ? "]\n" : "\n");
}

/* Adds the pids of the processes in which the object was read, or which map the
 * same memory. */
static void put_viewers(struct str *out, const struct captured *c,
			const struct captured_object *o)
{
	const struct ev_region *own = NULL;
	const struct ev_frame *last = &o->frames.v[o->frames.n - 1].ev.u.frame;
	VEC(pid_t) pids = VEC_INIT;

	for (size_t i = 0; i < o->frames.n; i++) {
		pid_t pid = o->frames.v[i].ev.pid;
		size_t at = vec_lower(&pids, p, *p < pid);

		if (at == pids.n || pids.v[at] != pid)
			*vec_insert(&pids, at) = pid;
	}
	for (size_t i = 0; i < c->views.n && o->shared; i++) {
		const struct captured_view *v = &c->views.v[i];

		if (v->file == o->file && v->ev.u.region.start == last->start)
			own = &v->ev.u.region;
	}
	for (size_t i = 0; own && own->inode && i < c->views.n; i++) {
		const struct captured_view *v = &c->views.v[i];
		size_t at = vec_lower(&pids, p, *p < v->ev.pid);

		if (v->file == o->file && v->ev.u.region.dev == own->dev &&
		    v->ev.u.region.inode == own->inode &&
		    (at == pids.n || pids.v[at] != v->ev.pid))
			*vec_insert(&pids, at) = v->ev.pid;
	}
	str_adds(out, o->shared ? " shared by" : " of");
	for (size_t i = 0; i < pids.n; i++)
		str_addf(out, " %ld", (long)pids.v[i]);
	vec_release(&pids);
}

static void put_object(struct str *out, const struct captured *c,
		       const struct captured_object *o)
{
	const struct ev_frame *first = &o->frames.v[0].ev.u.frame;
	const struct ev_frame *last = &o->frames.v[o->frames.n - 1].ev.u.frame;
	char size[FMT_MAX];

	str_addf(out, "region %" PRIu64 " 0x%" PRIx64 "-0x%" PRIx64 " %s",
		 o->number, last->start, last->end,
		 fmt_size(size, last->end - last->start));
	if (last->offset || last->length != last->end - last->start)
		str_addf(out, " offset %" PRIu64 " length %" PRIu64,
			 last->offset, last->length);
	put_viewers(out, c, o);
	str_addf(out, " frames %" PRIu64 "-%" PRIu64 " ", first->number,
		 last->number);
	put_safe(out, last->name);
	str_addc(out, '\n');
}

static bool is_wanted(const struct options *o,
		      const struct captured_object *object)
{
	for (size_t i = 0; i < object->frames.n; i++)
		if (contents_wants(o, object->frames.v[i].ev.pid))
			return true;
	return false;
}

static int write_out(const struct str *text)
{
	for (size_t at = 0; at < text->len;) {
		ssize_t n = write(STDOUT_FILENO, text->data + at,
				  text->len - at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			on_failed(NULL, errno);
			return EXIT_OWN;
		}
		at += (size_t)n;
	}
	return EXIT_SUCCESS;
}

/* Adds the lines that come before the frames of a file: its capture, processes
 * and regions. */
static void put_heads(struct str *out, const struct options *o,
		      const struct captured *c, size_t file)
{
	put_file(out, &c->files.v[file]);
	for (size_t i = 0; i < c->processes.n; i++)
		if (c->processes.v[i].file == file &&
		    contents_wants(o, c->processes.v[i].pid))
			put_process(out, &c->processes.v[i]);
	for (size_t i = 0; i < c->objects.n; i++)
		if (c->objects.v[i].file == file &&
		    is_wanted(o, &c->objects.v[i]))
			put_object(out, c, &c->objects.v[i]);
}

int contents_list(const struct options *o, struct captured *c)
{
	struct str text = STR_INIT;
	ones frames = VEC_INIT;
	size_t at = 0;
	int status;

	gather(o, c, &frames);
	for (size_t i = 0; i < c->files.n; i++) {
		put_heads(&text, o, c, i);
		for (; at < frames.n && frames.v[at].object->file == i; at++)
			sink_line(&text, 1u << EV_FRAME,
				  &frames.v[at].frame->ev,
				  !locale_is_utf8(), NULL);
	}
	status = write_out(&text);
	vec_release(&frames);
	str_release(&text);
	return status;
}
