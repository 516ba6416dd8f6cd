/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/report/album_private.h"

#include <stdlib.h>

#include "base/alloc.h"

static bool is_wanted(const struct album *a, pid_t pid)
{
	for (size_t i = 0; i < a->n_pids; i++)
		if (a->pids[i] == pid)
			return true;
	return !a->n_pids && pid > 0 && pid < ALBUM_STEP;
}

/* --- REGION events -------------------------------------------------------- */

/* Orders REGION events by file, pid and start address; events of the same
 * region by age, the oldest first. */
static int by_place(const void *x, const void *y)
{
	const struct captured_view *const *a = x, *const *b = y;

	COMPARE((*a)->file, (*b)->file);
	COMPARE((*a)->ev.pid, (*b)->ev.pid);
	COMPARE((*a)->ev.u.region.start, (*b)->ev.u.region.start);
	COMPARE(*a, *b);
	return 0;
}

static int by_identity(const void *x, const void *y)
{
	const struct captured_view *const *a = x, *const *b = y;

	COMPARE((*a)->file, (*b)->file);
	COMPARE((*a)->ev.u.region.dev, (*b)->ev.u.region.dev);
	COMPARE((*a)->ev.u.region.inode, (*b)->ev.u.region.inode);
	COMPARE(*a, *b);
	return 0;
}

static void sort_views(struct album *a)
{
	for (size_t i = 0; i < a->c->views.n; i++) {
		const struct captured_view *v = &a->c->views.v[i];
		const struct ev_region *r = &v->ev.u.region;

		if (r->op == REGION_REMOVE || r->start >= r->end)
			continue;
		*vec_push(&a->places) = v;
		if (r->inode && r->perm & PERM_SHARED)
			*vec_push(&a->identities) = v;
	}
	if (a->places.n)
		qsort(a->places.v, a->places.n, sizeof *a->places.v, by_place);
	if (a->identities.n)
		qsort(a->identities.v, a->identities.n,
		      sizeof *a->identities.v, by_identity);
}

/* Returns the newest REGION event up to time_ns for the region at `start`.
 * Returns the first event if all are later; NULL if there are none. */
static const struct ev_region *region_at(const struct album *a, size_t file,
					 pid_t pid, uint64_t start,
					 uint64_t time_ns)
{
	const struct captured_view key = {
		.file = file,
		.ev = { .pid = pid, .u.region = { .start = start } },
	};
	const struct captured_view *k = &key;
	size_t i = vec_lower(&a->places, v, (*v)->file < k->file ||
			((*v)->file == k->file && ((*v)->ev.pid < pid ||
			 ((*v)->ev.pid == pid &&
			  (*v)->ev.u.region.start < start))));
	const struct ev_region *found = NULL;

	for (; i < a->places.n; i++) {
		const struct captured_view *v = a->places.v[i];

		if (v->file != file || v->ev.pid != pid ||
		    v->ev.u.region.start != start)
			break;
		if (!found || v->ev.time_ns <= time_ns)
			found = &v->ev.u.region;
	}
	return found;
}

/* --- regions of processes ------------------------------------------------- */

static bool has_seat(const struct album *a, size_t first, pid_t pid)
{
	for (size_t i = first; i < a->seats.n; i++)
		if (a->seats.v[i].pid == pid)
			return true;
	return false;
}

static void add_seat(struct album *a, size_t object, pid_t pid, uint64_t start,
		     uint64_t end, uint64_t time_ns)
{
	size_t file = a->c->objects.v[object].file;

	if (!is_wanted(a, pid))
		return;
	*vec_push(&a->seats) = (struct seat){
		.object = object, .file = file, .pid = pid, .start = start,
		.end = end, .time_ns = time_ns, .row = NONE,
		.program = captured_process(a->c, file, pid, time_ns),
		.region = region_at(a, file, pid, start, time_ns),
	};
}

/* Adds a seat (a region of a process) for each other process that maps the
 * object. */
static void add_viewers(struct album *a, size_t object, size_t first)
{
	const struct captured_object *o = &a->c->objects.v[object];
	const struct captured_frame *f = &o->frames.v[o->frames.n - 1];
	const struct ev_region *r = region_at(a, o->file, f->ev.pid,
					      f->ev.u.frame.start,
					      f->ev.time_ns);
	size_t i;

	if (!r || !r->inode)
		return;
	i = vec_lower(&a->identities, v, (*v)->file < o->file ||
		      ((*v)->file == o->file &&
		       ((*v)->ev.u.region.dev < r->dev ||
			((*v)->ev.u.region.dev == r->dev &&
			 (*v)->ev.u.region.inode < r->inode))));
	for (; i < a->identities.n; i++) {
		const struct captured_view *v = a->identities.v[i];
		const struct ev_region *is = &v->ev.u.region;

		if (v->file != o->file || is->dev != r->dev ||
		    is->inode != r->inode)
			break;
		if (!has_seat(a, first, v->ev.pid))
			add_seat(a, object, v->ev.pid, is->start, is->end,
				 v->ev.time_ns);
	}
}

/* Adds a seat (a region of a process) for each process in which the object was
 * read.  Its addresses are those of the last frame of that process. */
static void seat_object(struct album *a, size_t object)
{
	const struct captured_object *o = &a->c->objects.v[object];
	size_t first = a->seats.n;
	size_t n = o->shared ? o->frames.n : 1;

	for (size_t i = o->frames.n; n; n--) {
		const struct captured_frame *f = &o->frames.v[--i];

		if (!has_seat(a, first, f->ev.pid))
			add_seat(a, object, f->ev.pid, f->ev.u.frame.start,
				 f->ev.u.frame.end, f->ev.time_ns);
	}
	if (o->shared)
		add_viewers(a, object, first);
}

/* --- processes on the screen ---------------------------------------------- */

/* Returns the position in row->seats at which s belongs; NONE if another region
 * of the row uses addresses of s. */
static size_t place_in(const struct album *a, const struct row *row,
		       const struct seat *s)
{
	size_t i = vec_lower(&row->seats, e, a->seats.v[*e].end <= s->start);

	return i < row->seats.n && a->seats.v[row->seats.v[i]].start < s->end
		? NONE : i;
}

static bool is_shown(const struct album *a, pid_t shown)
{
	for (size_t i = 0; i < a->rows.n; i++)
		if (a->rows.v[i].shown == shown)
			return true;
	return false;
}

static struct row *add_row(struct album *a, const struct seat *s)
{
	pid_t shown = s->pid;
	int twins = 0;

	while (is_shown(a, shown) && twins++ < ALBUM_TWINS)
		shown += ALBUM_STEP;
	if (twins > ALBUM_TWINS)
		return NULL;
	a->sums.twins += twins > 0;
	*vec_push(&a->rows) = (struct row){
		.file = s->file, .pid = s->pid, .shown = shown,
		.program = s->program,
	};
	return &a->rows.v[a->rows.n - 1];
}

static void sit(struct album *a, size_t seat)
{
	struct seat *s = &a->seats.v[seat];
	struct row *row = NULL;
	size_t at = NONE;

	for (size_t i = 0; at == NONE && i < a->rows.n; i++) {
		row = &a->rows.v[i];
		if (row->file == s->file && row->pid == s->pid &&
		    row->program == s->program)
			at = place_in(a, row, s);
	}
	if (at == NONE) {
		row = add_row(a, s);
		at = 0;
	}
	if (!row) {
		a->sums.left_out++;
		return;
	}
	*vec_insert(&row->seats, at) = seat;
	s->row = (size_t)(row - a->rows.v);
	a->sums.regions++;
}

struct seat_order {
	size_t seat, file;
	uint64_t time_ns;
};

/* Sorts the newest regions first: the newest process with a pid gets the real
 * pid, the others become extra processes. */
static int by_age(const void *x, const void *y)
{
	const struct seat_order *a = x, *b = y;

	COMPARE(b->file, a->file);
	COMPARE(b->time_ns, a->time_ns);
	COMPARE(a->seat, b->seat);
	return 0;
}

static void album_place_all(struct album *a)
{
	VEC(struct seat_order) order = VEC_INIT;

	for (size_t i = 0; i < a->seats.n; i++)
		*vec_push(&order) = (struct seat_order){
			i, a->seats.v[i].file, a->seats.v[i].time_ns };
	if (order.n)
		qsort(order.v, order.n, sizeof *order.v, by_age);
	for (size_t i = 0; i < order.n; i++)
		sit(a, order.v[i].seat);
	vec_release(&order);
}

/* Computes the sums.  An object may have several seats, which are adjacent: its
 * frames are counted once. */
static void add_up(struct album *a)
{
	a->sums.captures = a->c->files.n;
	a->sums.processes = a->rows.n;
	for (size_t i = 0; i < a->seats.n; i++) {
		size_t object = a->seats.v[i].object;
		const struct captured_object *o = &a->c->objects.v[object];
		const struct captured_frame *f = o->frames.v + o->frames.n;

		if (i && object == a->seats.v[i - 1].object)
			continue;
		a->sums.frames += o->frames.n;
		if (o->frames.n > ALBUM_FRAMES)
			a->sums.frames_left_out += o->frames.n - ALBUM_FRAMES;
		if (f[-1].ev.time_ns > a->sums.last_ns)
			a->sums.last_ns = f[-1].ev.time_ns;
	}
}

struct album *album_new(struct captured *c, const pid_t *pids, size_t n)
{
	struct album *a = xcalloc(1, sizeof *a);

	a->c = c;
	a->pids = pids;
	a->n_pids = n;
	sort_views(a);
	for (size_t i = 0; i < c->objects.n; i++)
		if (c->objects.v[i].frames.n)
			seat_object(a, i);
	album_place_all(a);
	add_up(a);
	return a;
}

void album_free(struct album *a)
{
	if (!a)
		return;
	for (size_t i = 0; i < a->rows.n; i++)
		vec_release(&a->rows.v[i].seats);
	vec_release(&a->rows);
	vec_release(&a->seats);
	vec_release(&a->places);
	vec_release(&a->identities);
	free(a);
}

struct album_sums album_sums(const struct album *a)
{
	return a->sums;
}

struct captured *album_captured(const struct album *a)
{
	return a->c;
}

bool album_find(const struct album *a, uint64_t object, uint64_t number,
		struct album_found *out)
{
	const struct captured_object *o;
	const struct captured_frame *f;

	if (!object || object > a->seats.n)
		return false;
	o = &a->c->objects.v[a->seats.v[object - 1].object];
	f = captured_frame(o, number);
	if (!f || f->ev.u.frame.number != number)
		return false;
	*out = (struct album_found){ o, f };
	return true;
}
