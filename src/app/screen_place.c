/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/i18n.h"
#include "app/keybar.h"
#include "app/screen_private.h"
#include "ui/regions/detail.h"

#define SECOND 1000000000ull
/* smaps is costly to the target, the more it has in memory: it is read for
 * somebody who looks at another region or process, or who asks, and never as
 * time goes by; and not more often than this, of a big process less. */
#define DETAILS_NS (3 * SECOND)
#define DETAILS_BIG_NS (10 * SECOND)
#define BIG_RSS (1ull << 30)
/* Regions has a PSS column from this width on. */
#define PSS_COLS 84

/* With the focus on that pane. */
static void make(const struct screen *s, struct layout *l, enum pane_id full,
		 enum pane_id focus)
{
	const struct ev_status *st = &s->model->status;
	bool known = s->model->status_ns != 0;
	bool everybody = model_everybody(s->model);
	struct layout_want want = {
		.rows = s->rows,
		.cols = s->cols,
		.hidden = s->hidden_panes,
		.full = full,
		.setup = focus == PANE_SETUP,
		.step = known && st->state == TARGET_HELD,
		.output = keybar_launched(s->model) && !everybody &&
			  !model_captured(s->model),
		.everybody = everybody,
		.captured = model_captured(s->model),
		.ending = known && st->state == TARGET_ENDED &&
			  st->exit_signal > 0,
	};

	layout_make(l, &want);
}

void place_layout(struct screen *s)
{
	make(s, &s->layout, s->place.full, s->place.focus);
	if (s->layout.too_small || layout_find(&s->layout, s->place.focus))
		return;
	/* The focus is on a pane that has no room beside the others. */
	make(s, &s->layout, s->place.focus, s->place.focus);
}

static void put(struct screen *s, struct place p)
{
	s->place = p;
	s->view.focus = p.focus;
	place_layout(s);
}

void place_undo(struct screen *s, struct place p, size_t back)
{
	if (s->back.n > back)
		s->back.n = back;
	put(s, p);
}

static bool in_front(const struct screen *s, enum pane_id id)
{
	return s->place.focus == id;
}

/* Whether the pane is one of those shown together at this size. */
static bool has_place(const struct screen *s, enum pane_id id)
{
	struct layout l;

	make(s, &l, PANES, id);
	return layout_find(&l, id) != NULL;
}

static void push(struct screen *s)
{
	*vec_push(&s->back) = s->place;
}

void place_open(struct screen *s, enum pane_id id)
{
	bool beside = s->place.full == PANES && has_place(s, id);

	if (in_front(s, id))
		return;
	/* Opening is asking: what it shows is read anew. */
	s->details_asked = false;
	push(s);
	put(s, (struct place){ id, beside ? PANES : id });
}

void place_all(struct screen *s)
{
	put(s, (struct place){ PANE_PROCESSES, PANES });
}

/* Whoever leaves for it finds it in a screen of its own. */
static void attach_to(struct screen *s)
{
	const struct process *p = view_process(&s->view);

	if (!p)
		return;
	if (p->ended) {
		screen_say(s, SEV_NOTE, _("%d has ended: there is nothing to "
					  "attach to."), (int)p->pid);
		return;
	}
	s->opened = p->pid;
	s->leaving = true;
}

void place_open_selected(struct screen *s)
{
	if (s->place.focus == PANE_PROCESSES && model_everybody(s->model)) {
		attach_to(s);
		return;
	}
	switch (s->place.focus) {
	case PANE_REGIONS:
		place_open(s, model_captured(s->model) ? PANE_CONTENTS :
			   PANE_PAGES);
		break;
	case PANE_PROCESSES:
		place_open(s, model_captured(s->model) ? PANE_REGIONS :
			   PANE_PROCESS);
		break;
	case PANE_PAGES:
	case PANE_HEAP:
		place_open(s, PANE_CONTENTS);
		break;
	default:
		/* More of a list is the list itself, in full. */
		if (s->place.full == PANES)
			place_zoom(s);
	}
}

void place_go(struct screen *s, enum pane_id id)
{
	if (!has_place(s, id)) {
		place_open(s, id);
		return;
	}
	vec_clear(&s->back);
	put(s, (struct place){ id, PANES });
}

void place_toggle(struct screen *s, enum pane_id id)
{
	if (in_front(s, id))
		place_back(s);
	else
		place_open(s, id);
}

void place_zoom(struct screen *s)
{
	if (s->place.full != PANES && s->back.n) {
		place_back(s);
		return;
	}
	if (s->place.full != PANES) {
		put(s, (struct place){ s->place.focus, PANES });
		return;
	}
	push(s);
	put(s, (struct place){ s->place.focus, s->place.focus });
}

void place_focus(struct screen *s, enum pane_id id)
{
	if (!in_front(s, id) && layout_find(&s->layout, id))
		put(s, (struct place){ id, s->place.full });
}

void place_tab(struct screen *s, int step)
{
	enum pane_id id = s->place.focus;

	if (s->layout.n > 1) {
		put(s, (struct place){ layout_next(&s->layout, id, step),
				       PANES });
		return;
	}
	/* One alone: the next by number, alone as well. */
	const int numbered = PANE_SOURCES + 1;
	int next = (int)id < numbered ? (int)id + step : 0;
	id = (enum pane_id)((next + numbered) % numbered);
	put(s, (struct place){ id, id });
}

bool place_back(struct screen *s)
{
	if (!s->back.n)
		return false;
	struct place p = s->back.v[--s->back.n];
	put(s, p);
	return true;
}

/* Whether what is in view has figures that only smaps tells. */
static bool shows_details(const struct screen *s, const struct region *r)
{
	const struct rect *regions = layout_find(&s->layout, PANE_REGIONS);

	if (layout_find(&s->layout, PANE_PROCESS))
		return true;
	if (!r)
		return false;
	return (regions && regions->cols >= PSS_COLS) ||
	       !region_flags_known(r);
}

/* Another process or region than when smaps was read last.  One that grew
 * down is the same. */
static bool details_of_other(const struct screen *s, const struct process *p,
			     const struct region *r)
{
	if (p->pid != s->details_pid ||
	    p->space.generation != s->details_generation)
		return true;
	return r && (s->details_region < r->start ||
		     s->details_region >= r->end);
}

/* PSS, swap and VmFlags come from smaps. */
static void tell_details(struct screen *s, const struct process *p,
			 const struct region *r)
{
	bool big = p->usage_ns && p->usage.rss != EV_UNKNOWN &&
		   p->usage.rss > BIG_RSS;
	struct request req = { .op = REQ_DETAILS, .pid = p->pid };

	/* There is nothing to ask before there are regions. */
	if (!p->space.synced_ns)
		return;
	if (s->details_asked && !details_of_other(s, p, r))
		return;
	if (!shows_details(s, r))
		return;
	if (p->pid == s->details_pid &&
	    s->now_ns < s->details_ns + (big ? DETAILS_BIG_NS : DETAILS_NS))
		return;
	s->details_asked = true;
	s->details_pid = p->pid;
	s->details_generation = p->space.generation;
	s->details_region = r ? r->start : 0;
	s->details_ns = s->now_ns;
	s->request(s->request_arg, &req);
}

/* What is in view of the region in focus, where that is not all of it. */
static void tell_window(struct screen *s, const struct process *p,
			const struct region *r)
{
	const struct view_window *w = &s->view.window;
	struct request req = { .op = REQ_WINDOW, .pid = p->pid };
	const struct request *was = &s->window_sent;

	if (w->cell_pages)
		req.c = (uint32_t)__builtin_ctzll(w->cell_pages);
	if (w->space) {
		req.b = UINT64_MAX;
	} else if (w->start < w->end) {
		if (!r || w->start < r->start || w->end > r->end)
			return;
		req.a = w->start;
		req.b = w->end;
	} else {
		req.c = 0;
	}
	if ((!req.b && !was->b) ||
	    (req.pid == was->pid && req.a == was->a && req.b == was->b &&
	     req.c == was->c))
		return;
	s->window_sent = req;
	s->request(s->request_arg, &req);
}

/* The pages of a fork family are counted while they are in view. */
static void tell_family(struct screen *s, const struct process *p,
			const struct region *r)
{
	bool shown = p && !p->ended && r &&
		     layout_find(&s->layout, PANE_FAMILY);
	struct request req = {
		.op = REQ_FAMILY,
		.pid = shown ? p->pid : 0,
		.a = shown ? r->start : 0,
	};

	if (req.pid == s->family_sent.pid && req.a == s->family_sent.a)
		return;
	s->family_sent = req;
	s->request(s->request_arg, &req);
}

/* The file in view, for as long as it is. */
static void tell_file(struct screen *s, const struct process *p,
		      const struct region *r)
{
	bool shown = s->view.file && r && r->inode &&
		     layout_find(&s->layout, PANE_PAGES);
	struct request req = {
		.op = REQ_FILE, .pid = p->pid, .a = shown ? r->start : 0,
	};

	if (req.a == s->file_sent.a && (!req.a || req.pid == s->file_sent.pid))
		return;
	s->file_sent = req;
	s->request(s->request_arg, &req);
}

/* Its frames, anew at each stop for as long as they are in view. */
static void tell_stack(struct screen *s)
{
	const struct ev_status *st = &s->model->status;
	struct request req = { .op = REQ_STACK, .a = st->stops };

	if (st->state != TARGET_HELD ||
	    !layout_find(&s->layout, PANE_BACKTRACE)) {
		s->stack_sent.tid = 0;
		return;
	}
	req.tid = view_backtrace(&s->view);
	if (req.tid == s->stack_sent.tid && req.a == s->stack_sent.a)
		return;
	s->stack_sent = req;
	s->request(s->request_arg, &req);
}

void place_tell(struct screen *s)
{
	const struct process *p = view_process(&s->view);
	const struct region *r = view_region(&s->view);
	struct request req = {
		.op = REQ_FOCUS,
		.pid = p ? p->pid : 0,
		.a = r ? r->start : 0,
		.b = s->place.focus == PANE_PAGES,
	};

	tell_family(s, p, r);
	tell_stack(s);
	decoding_work(s);
	contents_tell(s);
	search_work(s);
	heap_tell(s);
	if (!p || p->ended)
		return;
	if (req.pid != s->focus_sent.pid || req.a != s->focus_sent.a ||
	    req.b != s->focus_sent.b) {
		/* Another region: the engine forgets what was in view. */
		if (req.pid != s->focus_sent.pid || req.a != s->focus_sent.a)
			s->window_sent = (struct request){ .pid = req.pid };
		s->focus_sent = req;
		s->request(s->request_arg, &req);
	}
	tell_window(s, p, r);
	tell_file(s, p, r);
	tell_details(s, p, r);
}
