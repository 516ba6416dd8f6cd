/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands of Contents: cursor, frames, mark, pointers. */
#include <config.h>

#include <string.h>

#include "ui/contents/state.h"
#include "ui/contents/values.h"
#include "ui/kit/i18n.h"
#include "ui/kit/widgets.h"

/* Esc returns from at most this many followed pointers. */
#define WAY_MAX 256

/* --- the cursor ----------------------------------------------------------- */

static uint64_t rows_bytes(const struct contents_state *s)
{
	return (uint64_t)(s->rows > 0 ? s->rows : 1) *
	       (uint64_t)(s->per > 0 ? s->per : 16);
}

void contents_scroll(struct contents_state *s, const struct region *r,
		     uint64_t cursor)
{
	uint64_t per = (uint64_t)s->per, room = rows_bytes(s);
	uint64_t line = cursor - cursor % per, last;

	s->top -= s->top % per;
	/* After a jump, the row of the cursor is a third of the way down the
	 * view. */
	if (s->region != r->start || s->top + 2 * room < line ||
	    line + room < s->top)
		s->top = line - r->start > room / 3 ?
			 line - room / 3 / per * per : r->start;
	s->region = r->start;
	if (line < s->top)
		s->top = line;
	if (line - s->top >= room)
		s->top = line - room + per;
	last = r->end - 1 - (r->end - 1) % per;
	if (s->top > r->start && last - s->top < room - per)
		s->top = last - r->start >= room - per ? last - room + per :
			 r->start;
	if (s->top < r->start)
		s->top = r->start - r->start % per;
}

/* Moves the cursor by `bytes`.  If that is beyond the region, the cursor moves
 * to the region's end or start if `all` is true, otherwise it stays. */
static void move_by(struct view *view, const struct contents_shown *l,
		    uint64_t bytes, bool forward, bool all)
{
	uint64_t before = l->cursor - l->region->start;
	uint64_t behind = l->region->end - 1 - l->cursor;

	view->page = l->cursor;
	if (bytes <= (forward ? behind : before))
		view->page = forward ? l->cursor + bytes : l->cursor - bytes;
	else if (all)
		view->page = forward ? l->region->end - 1 : l->region->start;
}

/* Scrolls the rows.  The cursor moves only to stay in view. */
static void wheel(struct contents_state *s, struct view *view,
		  const struct contents_shown *l, bool down)
{
	uint64_t per = (uint64_t)s->per, room = rows_bytes(s);
	uint64_t step = WHEEL_ROWS * per, in = l->cursor % per;
	uint64_t start = l->region->start, last = l->region->end - 1;

	if (down)
		s->top += last - s->top >= room + step ? step :
			  last - s->top >= room ?
			  (last - s->top - room) / per * per + per : 0;
	else
		s->top -= s->top - start >= step ? step : s->top - start;
	view->page = l->cursor;
	if (view->page < s->top)
		view->page = s->top + in;
	if (view->page - s->top >= room)
		view->page = s->top + room - per + in;
	if (view->page > last)
		view->page = last;
}

static bool move(struct contents_state *s, struct view *view,
		 const struct contents_shown *l, enum cmd cmd)
{
	uint64_t per = s->per > 0 ? (uint64_t)s->per : 16;
	bool forward = cmd == DO_DOWN || cmd == DO_RIGHT ||
		       cmd == DO_PAGE_DOWN || cmd == DO_HALF_DOWN;

	if (!s->per)
		s->per = (int)per;
	switch (cmd) {
	case DO_LEFT:
	case DO_RIGHT:
		move_by(view, l, 1, forward, false);
		return true;
	case DO_UP:
	case DO_DOWN:
		move_by(view, l, per, forward, false);
		return true;
	case DO_PAGE_UP:
	case DO_PAGE_DOWN:
		move_by(view, l, rows_bytes(s), forward, true);
		return true;
	case DO_HALF_UP:
	case DO_HALF_DOWN:
		move_by(view, l, (rows_bytes(s) / per + 1) / 2 * per, forward,
			true);
		return true;
	case DO_HOME:
		view->page = l->region->start;
		return true;
	case DO_END:
		view->page = l->region->end - 1;
		return true;
	case DO_WHEEL_UP:
	case DO_WHEEL_DOWN:
		wheel(s, view, l, cmd == DO_WHEEL_DOWN);
		return true;
	default:
		return false;
	}
}

/* --- frames --------------------------------------------------------------- */

static unsigned other_frame(struct view *view, const struct contents_shown *l,
			    bool next)
{
	const struct contents_object *o = l->object;
	const struct contents_frame *f = NULL;

	if (!o)
		return CMD_TAKEN;
	/* After the newest frame come the live contents. */
	if (l->frame)
		f = contents_frame_by(o, l->of.number, next ? 1 : -1);
	else if (!next)
		f = contents_frame_by(o, UINT64_MAX, 0);
	if (!f && (!(l->frame && next) || model_captured(view->model)))
		return CMD_TAKEN;
	view->frame = f ? (struct contents_of){ o->object, f->number } :
		      (struct contents_of){ 0, 0 };
	return CMD_TAKEN | CMD_REDRAW;
}

/* --- pointers ------------------------------------------------------------- */

/* Returns the region that the bytes at the cursor point to; else the region
 * that the aligned word around the cursor points to. */
static const struct region *pointed(const struct contents_shown *l,
				    uint64_t *to)
{
	size_t size = pointer_bytes(l->process);
	uint64_t at = l->cursor;

	for (int aligned = 0; aligned < 2; aligned++) {
		const struct region *r;

		if (aligned)
			at -= at % size;
		*to = 0;
		if (!contents_bytes(&l->view->model->contents,
				    l->process->pid, l->of, at, to, size))
			continue;
		r = space_find(&l->process->space, *to);
		if (r)
			return r;
	}
	return NULL;
}

static unsigned follow(struct contents_state *s, struct view *view,
		       const struct contents_shown *l)
{
	uint64_t to;
	const struct region *r = pointed(l, &to);

	if (!r)
		return CMD_TAKEN;
	if (s->way.n == WAY_MAX)
		vec_remove(&s->way, 0);
	*vec_push(&s->way) = (struct contents_place){
		.region = view->region, .region_end = view->region_end,
		.addr = l->cursor, .frame = view->frame,
		.generation = view->region_generation,
	};
	view->region = r->start;
	view->region_end = r->end;
	view->region_generation = l->process->space.generation;
	view->page = to;
	return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
}

/* Returns 0 if no pointer was followed: Esc then closes the pane. */
static unsigned go_back(struct contents_state *s, struct view *view)
{
	const struct contents_place *p;

	if (!s->way.n)
		return 0;
	p = &s->way.v[--s->way.n];
	view->region = p->region;
	view->region_end = p->region_end;
	view->region_generation = p->generation;
	view->page = p->addr;
	view->frame = p->frame;
	return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
}

const char *contents_enter(const void *state, const struct view *view,
			   bool *can)
{
	struct contents_shown l;
	uint64_t to;

	*can = contents_get_shown(&l, state, view) && pointed(&l, &to);
	return N_("Follow");
}

/* --- the pane ------------------------------------------------------------- */

unsigned contents_command(void *state, struct view *view, enum cmd cmd)
{
	struct contents_state *s = state;
	struct contents_shown l;

	if (cmd == DO_BACK)
		return go_back(s, view);
	if (!contents_get_shown(&l, s, view))
		return 0;
	switch (cmd) {
	case DO_ENTER:
		return follow(s, view, &l);
	case DO_REGION_PREV:
	case DO_REGION_NEXT:
		return view_other_region(view, cmd == DO_REGION_NEXT);
	case DO_FRAME_PREV:
	case DO_FRAME_NEXT:
		return other_frame(view, &l, cmd == DO_FRAME_NEXT);
	case DO_LIVE:
		view->frame = (struct contents_of){ 0, 0 };
		return CMD_TAKEN | CMD_REDRAW;
	case DO_SORT_BACK:
	case DO_SORT_NEXT:
		return decoded_scroll(s, view, cmd == DO_SORT_NEXT);
	case DO_MARK:
		mark_set(&s->mark, &l);
		s->since_mark = true;
		return CMD_TAKEN | CMD_REDRAW;
	case DO_COMPARE:
		s->since_mark = !s->since_mark && s->mark.set;
		return CMD_TAKEN | CMD_REDRAW;
	default:
		return move(s, view, &l, cmd) ? CMD_TAKEN | CMD_REDRAW : 0;
	}
}

unsigned contents_choose(void *state, struct view *view, const struct hot *hot,
			 int at, enum choose_how how)
{
	struct contents_state *s = state;
	struct contents_shown l;
	uint64_t to;

	if (hot->kind == HOT_ROW && how == CHOOSE_CLICK)
		return decoded_choose(view, hot);
	if (hot->kind != HOT_CELLS || how != CHOOSE_CLICK ||
	    hot->more != (uint64_t)s->per || !contents_get_shown(&l, s, view))
		return 0;
	to = hot->value + (uint64_t)(hot->part ? at : bytes_at_column(at));
	if (to < l.region->start)
		return 0;
	view->page = to < l.region->end ? to : l.region->end - 1;
	return CMD_TAKEN | CMD_REDRAW;
}
