/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/captured/private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "event/wire/codec.h"

/* Position of the first byte of an object.  It is not 0, because a stack may
 * grow to lower positions. */
#define BASE (1ull << 62)

static void release_frame(struct captured_frame *f)
{
	vec_release(&f->runs);
	free(f->bytes);
}

void captured_drop_index(struct captured *c)
{
	for (size_t i = 0; i < c->objects.n; i++) {
		struct captured_object *o = &c->objects.v[i];

		for (size_t j = 0; j < o->frames.n; j++)
			release_frame(&o->frames.v[j]);
		vec_release(&o->frames);
		vec_release(&o->runs);
	}
	vec_release(&c->objects);
	for (size_t i = 0; i < c->processes.n; i++) {
		str_release(&c->processes.v[i].exe);
		str_release(&c->processes.v[i].argv);
	}
	vec_release(&c->processes);
	for (size_t i = 0; i < c->views.n; i++)
		free(c->views.v[i].bytes);
	vec_release(&c->views);
	vec_release(&c->blocks);
	captured_drop_newest(c);
}

/* --- objects -------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
	const struct captured_object *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static struct captured_object *object_of(struct captured *c, size_t file,
					 uint64_t number)
{
	const struct captured_key key = {
		.kind = CAPTURED_OBJECT, .file = file, .id = number,
	};
	struct captured_newest *is = captured_newest_of(c, &key);
	struct captured_object one = { .file = file, .number = number };

	if (!is->at.n) {
		c->unordered |= c->objects.n &&
			by_number(&c->objects.v[c->objects.n - 1], &one) > 0;
		*vec_push(&is->at) = c->objects.n;
		*vec_push(&c->objects) = one;
	}
	return &c->objects.v[is->at.v[0]];
}

void captured_settle(struct captured *c)
{
	if (!c->unordered)
		return;
	c->unordered = false;
	qsort(c->objects.v, c->objects.n, sizeof *c->objects.v, by_number);
	for (size_t i = 0; i < c->objects.n; i++) {
		const struct captured_key key = {
			.kind = CAPTURED_OBJECT, .file = c->objects.v[i].file,
			.id = c->objects.v[i].number,
		};

		captured_newest_of(c, &key)->at.v[0] = i;
	}
}

static void on_list(struct captured *c, size_t file,
		    const struct capture_list *l)
{
	struct captured_object *o = object_of(c, file, l->object);

	uint32_t epoch = c->files.v[file].epoch;

	if (o->coming != l->number || o->coming_epoch != epoch)
		vec_clear(&o->runs);
	o->coming = l->number;
	o->coming_epoch = epoch;
	for (size_t i = 0; i < l->n; i++)
		*vec_push(&o->runs) = capture_list_run(l, i);
}

static int by_start(const void *a, const void *b)
{
	const struct capture_run *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

/* Sorts the runs of the frame, and drops runs that overlap others.  The list of
 * each process is sorted already; in shared memory, the lists of several
 * processes follow one another. */
static void sort_runs(struct captured_frame *f)
{
	size_t sorted = 1, n = 0;

	while (sorted < f->runs.n &&
	       f->runs.v[sorted - 1].start <= f->runs.v[sorted].start)
		sorted++;
	if (sorted < f->runs.n)
		qsort(f->runs.v, f->runs.n, sizeof *f->runs.v, by_start);
	for (size_t i = 0; i < f->runs.n; i++)
		if (!n || f->runs.v[i].start >= f->runs.v[n - 1].end)
			f->runs.v[n++] = f->runs.v[i];
	f->runs.n = n;
}

static struct captured_key view_key(size_t file, pid_t pid, uint64_t start)
{
	return (struct captured_key){ .kind = CAPTURED_VIEW, .file = file,
				      .id = (uint64_t)pid, .start = start };
}

/* Returns the newest event of the frame's region; NULL if there is none. */
static const struct ev_region *region_of(const struct captured *c, size_t file,
					 const struct event *ev)
{
	const struct captured_key key = view_key(file, ev->pid,
						 ev->u.frame.start);
	const struct captured_newest *is = captured_newest(c, &key);

	return is ? &c->views.v[is->at.v[0]].ev.u.region : NULL;
}

static void add_view(struct captured *c, size_t file, const struct event *ev,
		     char *bytes)
{
	const struct captured_key key = view_key(file, ev->pid,
						 ev->u.region.start);
	struct captured_newest *is = captured_newest_of(c, &key);

	vec_clear(&is->at);
	*vec_push(&is->at) = c->views.n;
	*vec_push(&c->views) = (struct captured_view){
		.file = file, .ev = *ev, .bytes = bytes,
	};
}

/* Returns the position of the frame's region in the object.  In shared memory,
 * it is derived from the offset in that memory.  In private memory it is
 * relative to the region of the first frame, even after the region grows down,
 * loses its start or moves. */
static uint64_t base_of(const struct captured *c,
			const struct captured_object *o, const struct event *ev)
{
	const struct ev_frame *f = &ev->u.frame;
	const struct ev_region *r = region_of(c, o->file, ev);
	const struct captured_frame *last;
	bool same_place;

	if (f->shared && r)
		return BASE + r->offset;
	if (!o->frames.n)
		return BASE;
	last = &o->frames.v[o->frames.n - 1];
	same_place = f->start < last->ev.u.frame.end &&
		     last->ev.u.frame.start < f->end;
	return last->base +
	       (same_place ? f->start - last->ev.u.frame.start : 0);
}

uint64_t captured_begin(const struct captured_frame *f)
{
	return f->base - BASE;
}

static bool is_frame(const struct ev_frame *f)
{
	return f->start < f->end && f->offset <= f->end - f->start &&
	       f->length <= f->end - f->start - f->offset;
}

/* True if all runs are inside the region, and positions cannot overflow. */
static bool fits(const struct captured_frame *frame)
{
	const struct ev_frame *f = &frame->ev.u.frame;
	size_t n = frame->runs.n;

	if (frame->base > UINT64_MAX / 2 ||
	    f->end - f->start > UINT64_MAX / 2 - frame->base)
		return false;
	return !n || (frame->runs.v[0].start >= f->start &&
		      frame->runs.v[n - 1].end <= f->end);
}

/* Handles a FRAME event.  Returns true if it has taken over `bytes`. */
static bool on_frame(struct captured *c, size_t file, const struct event *ev,
		     char *bytes)
{
	const struct ev_frame *f = &ev->u.frame;
	struct captured_object *o;
	struct captured_frame frame = {
		.ev = *ev, .bytes = bytes, .epoch = c->files.v[file].epoch,
	};

	if (!is_frame(f))
		return false;
	o = object_of(c, file, f->object);
	if (o->frames.n && o->frames.v[o->frames.n - 1].ev.u.frame.number >=
			   f->number)
		return false;
	frame.base = base_of(c, o, ev);
	/* Runs from before a gap in the records may be incomplete: they are not
	 * used. */
	if (o->coming == f->number && o->coming_epoch == frame.epoch) {
		frame.runs.v = o->runs.v;
		frame.runs.n = o->runs.n;
		frame.runs.cap = o->runs.cap;
		memset(&o->runs, 0, sizeof o->runs);
	}
	vec_clear(&o->runs);
	o->coming = 0;
	sort_runs(&frame);
	if (!fits(&frame)) {
		vec_release(&frame.runs);
		return false;
	}
	o->shared = f->shared;
	*vec_push(&o->frames) = frame;
	return true;
}

/* --- processes ------------------------------------------------------------ */

static struct captured_key process_key(size_t file, pid_t pid)
{
	return (struct captured_key){ .kind = CAPTURED_PROCESS, .file = file,
				      .id = (uint64_t)pid };
}

const struct captured_process *captured_process(const struct captured *c,
						size_t file, pid_t pid,
						uint64_t time_ns)
{
	const struct captured_key key = process_key(file, pid);
	const struct captured_newest *is = captured_newest(c, &key);
	size_t i;

	if (!is)
		return NULL;
	i = vec_lower(&is->at, e, c->processes.v[*e].time_ns <= time_ns);
	return i ? &c->processes.v[is->at.v[i - 1]] : NULL;
}

static void add_process(struct captured *c, const struct captured_process *p)
{
	const struct captured_key key = process_key(p->file, p->pid);
	struct captured_newest *is = captured_newest_of(c, &key);

	/* A later record of the file replaces earlier records with the same or
	 * a newer time. */
	while (is->at.n &&
	       c->processes.v[is->at.v[is->at.n - 1]].time_ns >= p->time_ns)
		is->at.n--;
	*vec_push(&is->at) = c->processes.n;
	*vec_push(&c->processes) = *p;
}

static void set(struct str *s, struct bytes b)
{
	if (!b.len)
		return;
	str_clear(s);
	str_add(s, b.data, b.len);
}

/* Sets the end of a process in the entry of its newest program. */
static void on_exit_of(struct captured *c, size_t file, const struct event *ev)
{
	const struct captured_key key = process_key(file, ev->pid);
	const struct captured_newest *is = captured_newest(c, &key);
	struct captured_process *p;

	if (!is)
		return;
	p = &c->processes.v[is->at.v[is->at.n - 1]];
	p->ended_ns = ev->time_ns;
	p->status = ev->u.process.status;
	p->signal = ev->u.process.signal;
}

static void on_process(struct captured *c, size_t file, const struct event *ev)
{
	const struct ev_process *p = &ev->u.process;
	bool is_new = p->op != PROCESS_EXEC && p->child_pid > 0;
	pid_t pid = is_new ? (pid_t)p->child_pid : ev->pid;
	pid_t from = is_new ? ev->pid : pid;
	const struct captured_process *was;
	struct captured_process one = {
		.file = file, .pid = pid, .start = p->start,
		.time_ns = ev->time_ns, .exe = STR_INIT, .argv = STR_INIT,
	};

	if (p->op == PROCESS_EXIT && p->gone)
		on_exit_of(c, file, ev);
	if (p->op == PROCESS_EXIT || p->op == PROCESS_DETACH)
		return;
	was = captured_process(c, file, from, ev->time_ns);
	if (is_new && from != pid)
		one.parent = from;
	else if (was)
		one.parent = was->parent;
	if (was) {
		set(&one.exe, (struct bytes){ was->exe.data, was->exe.len });
		set(&one.argv, (struct bytes){ was->argv.data, was->argv.len });
		if (!is_new)
			one.start = was->start;
	}
	set(&one.exe, p->exe);
	set(&one.argv, p->argv);
	add_process(c, &one);
}

/* --- records -------------------------------------------------------------- */

/* Handles an event.  Returns true if it has taken over `bytes`. */
static bool take_event(struct captured *c, size_t file, const struct event *ev,
		       char *bytes, size_t n)
{
	struct captured_file *f = &c->files.v[file];

	switch (ev->kind) {
	case EV_FRAME:
		return on_frame(c, file, ev, bytes);
	case EV_REGION:
		add_view(c, file, ev, bytes);
		return true;
	case EV_PROCESS:
		on_process(c, file, ev);
		return false;
	case EV_START:
		str_clear(&f->start);
		str_add(&f->start, bytes, n);
		return false;
	default:
		return false;
	}
}

static void on_event(struct captured *c, size_t file, struct bytes body)
{
	char *bytes = xmemdup(body.data, body.len);
	struct event ev;
	long n = event_decode(bytes, body.len, &ev);

	if (n <= 0 || !take_event(c, file, &ev, bytes, body.len))
		free(bytes);
}

static void on_block(struct captured *c, size_t file, uint64_t at,
		     const struct capture_record *r)
{
	struct captured_file *f = &c->files.v[file];
	struct capture_block b;

	if (!capture_get_block(r->body, &b) || b.first < f->next_piece)
		return;
	f->next_piece = b.first + b.n;
	*vec_push(&c->blocks) = (struct captured_block){
		.file = file, .first = b.first, .at = at, .n = (uint32_t)b.n,
		.size = (uint32_t)r->size,
	};
}

void captured_record(struct captured *c, size_t file, uint64_t at,
		     const struct capture_record *r)
{
	struct captured_file *f = &c->files.v[file];
	struct capture_list list;

	switch (r->type) {
	case CAPTURE_EVENT:
		on_event(c, file, r->body);
		break;
	case CAPTURE_PAGES:
		if (capture_get_list(r->body, f->head.page_size, &list))
			on_list(c, file, &list);
		break;
	case CAPTURE_DATA:
		on_block(c, file, at, r);
		break;
	case CAPTURE_CLOSE:
		f->closed = capture_get_close(r->body, &f->close_why);
		break;
	default:
		break;
	}
}
