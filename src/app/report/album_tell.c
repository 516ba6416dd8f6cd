/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Emits the events of an album. */
#include <config.h>

#include "app/report/album_private.h"

#include <stdlib.h>
#include <string.h>

#include "event/wire/codec.h"

struct album_telling {
	const struct album *a;
	event_fn *fn;
	void *arg;
};

static void give(const struct album_telling *t, const struct event *ev)
{
	t->fn(t->arg, ev);
}

static struct bytes last_part(struct bytes path)
{
	const char *s = path.data;

	for (size_t i = path.len; i > 0; i--)
		if (s[i - 1] == '/')
			return (struct bytes){ s + i, path.len - i };
	return path;
}

/* Returns the name of the process: the file name of its executable, or, if the
 * executable is unknown, of the first word of the command line. */
static struct bytes name_of(const struct captured_process *p)
{
	struct bytes name = { p->exe.data, p->exe.len };

	if (!name.len && p->argv.len)
		name = (struct bytes){ p->argv.data,
				       strnlen(p->argv.data, p->argv.len) };
	return last_part(name);
}

static const struct row *row_of(const struct album *a, size_t file, pid_t pid)
{
	for (size_t i = 0; i < a->rows.n; i++)
		if (a->rows.v[i].file == file && a->rows.v[i].pid == pid)
			return &a->rows.v[i];
	return NULL;
}

/* Returns the parent's pid on the screen.  The extra processes of a process are
 * children of its first row. */
static pid_t shown_parent(const struct album *a, const struct row *row)
{
	const struct row *r = row_of(a, row->file, row->pid);

	if (r == row)
		r = row->program ? row_of(a, row->file, row->program->parent) :
		    NULL;
	return r ? r->shown : 0;
}

static void tell_process(const struct album_telling *t, const struct row *row)
{
	const struct captured_process *p = row->program;
	struct event ev = { .kind = EV_PROCESS, .pid = row->shown,
			    .tid = row->shown, .source = 't',
			    .flags = EVF_SYNTHETIC };

	ev.u.process = (struct ev_process){
		.op = PROCESS_ATTACH, .child = row->shown,
		.child_pid = row->shown, .ppid = shown_parent(t->a, row),
		.status = -1, .signal = -1,
	};
	if (p) {
		ev.time_ns = p->time_ns;
		ev.u.process.comm = name_of(p);
		ev.u.process.exe = (struct bytes){ p->exe.data, p->exe.len };
		ev.u.process.argv = (struct bytes){ p->argv.data,
						    p->argv.len };
	}
	give(t, &ev);
}

/* Emits the region as its REGION event described it.  If there is no such
 * event, uses the few values that the last frame has. */
static void tell_region(const struct album_telling *t, const struct row *row,
			const struct seat *s)
{
	const struct captured_object *o = &t->a->c->objects.v[s->object];
	const struct captured_frame *f = &o->frames.v[o->frames.n - 1];
	struct event ev = { .kind = EV_REGION, .pid = row->shown,
			    .source = 'm', .flags = EVF_SYNTHETIC,
			    .time_ns = o->frames.v[0].ev.time_ns };

	if (s->region)
		ev.u.region = *s->region;
	else
		ev.u.region = (struct ev_region){
			.perm = o->shared ? PERM_SHARED : 0,
			.kind = KIND_SPECIAL, .name = f->ev.u.frame.name,
		};
	ev.u.region.op = REGION_ADD;
	ev.u.region.start = ev.u.region.old_start = s->start;
	ev.u.region.end = s->end;
	ev.u.region.rss = ev.u.region.pss = ev.u.region.swap = EV_UNKNOWN;
	give(t, &ev);
}

static void tell_row(const struct album_telling *t, const struct row *row)
{
	struct event sync = { .kind = EV_REGION, .pid = row->shown,
			      .source = 'm', .flags = EVF_SYNTHETIC,
			      .time_ns = t->a->sums.last_ns };

	tell_process(t, row);
	for (size_t i = 0; i < row->seats.n; i++)
		tell_region(t, row, &t->a->seats.v[row->seats.v[i]]);
	sync.u.region.op = REGION_SYNC;
	give(t, &sync);
}

/* Emits the frames of a region of a process.  On the screen, each process
 * has its own objects, so the frames of shared memory are emitted for each
 * process. */
static void tell_frames(const struct album_telling *t, size_t seat)
{
	const struct seat *s = &t->a->seats.v[seat];
	const struct captured_object *o = &t->a->c->objects.v[s->object];
	size_t n = o->frames.n < ALBUM_FRAMES ? o->frames.n : ALBUM_FRAMES;

	if (s->row == NONE)
		return;
	for (size_t i = o->frames.n - n; i < o->frames.n; i++) {
		struct event ev = o->frames.v[i].ev;
		struct ev_frame *e = &ev.u.frame;

		ev.pid = t->a->rows.v[s->row].shown;
		e->object = seat + 1;
		e->start = s->start;
		e->end = s->end;
		e->shared = 0;
		e->last = 1;
		e->data = e->ranges = e->gone = (struct bytes){ NULL, 0 };
		give(t, &ev);
	}
}

static void tell_start(const struct album_telling *t, size_t file)
{
	const struct str *start = &t->a->c->files.v[file].start;
	struct event ev;

	if (start->len && event_decode(start->data, start->len, &ev) > 0 &&
	    ev.kind == EV_START)
		give(t, &ev);
}

static int by_row(const void *x, const void *y)
{
	const struct row *const *a = x, *const *b = y;
	uint64_t at = (*a)->program ? (*a)->program->time_ns : 0;
	uint64_t other = (*b)->program ? (*b)->program->time_ns : 0;

	COMPARE((*a)->file, (*b)->file);
	COMPARE((*a)->shown, (*b)->shown);
	COMPARE(at, other);
	return 0;
}

static void tell_rows(const struct album_telling *t)
{
	VEC(const struct row *) rows = VEC_INIT;

	for (size_t i = 0; i < t->a->rows.n; i++)
		*vec_push(&rows) = &t->a->rows.v[i];
	if (rows.n)
		qsort(rows.v, rows.n, sizeof *rows.v, by_row);
	for (size_t i = 0; i < rows.n; i++)
		tell_row(t, rows.v[i]);
	vec_release(&rows);
}

void album_tell(const struct album *a, event_fn *fn, void *arg)
{
	const struct album_telling t = { a, fn, arg };
	struct event ev = { .kind = EV_STATUS, .time_ns = a->sums.last_ns };

	if (a->c->files.n)
		tell_start(&t, 0);
	tell_rows(&t);
	for (size_t i = 0; i < a->seats.n; i++)
		tell_frames(&t, i);
	ev.u.status = (struct ev_status){
		.state = TARGET_CAPTURE, .level = LEVEL_WATCH,
		.stops = a->sums.frames,
		.exit_status = -1, .exit_signal = -1,
	};
	give(&t, &ev);
}
