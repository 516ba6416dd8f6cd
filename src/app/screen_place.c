/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>

#include "app/i18n.h"
#include "app/keybar.h"
#include "app/screen_contents.h"
#include "app/screen_decoding.h"
#include "app/screen_heap.h"
#include "app/screen_place.h"
#include "app/screen_private.h"
#include "app/screen_search.h"
#include "base/alloc.h"
#include "ui/regions/detail.h"
#include "ui/pane/setup.h"

#define SECOND 1000000000ull
/* smaps is costly to the target, the more it has in memory: it is read for
 * somebody who looks at another region or process, or who asks, and never as
 * time goes by; and not more often than this, of a big process less. */
#define DETAILS_NS (3 * SECOND)
#define DETAILS_BIG_NS (10 * SECOND)
#define BIG_RSS (1ull << 30)
/* Regions has a PSS column from this width on. */
#define PSS_COLS 84

struct places {
	VEC(struct place) back;		/* what Esc returns to, newest last */
	struct place marked;		/* place_undo() returns there, with so */
	size_t marked_back;		/* many places that Esc returns to */
	bool met_everybody;		/* the focus has moved to Processes */
	bool held_once;			/* the first hold moved the focus */
	pid_t opened;			/* of everybody: leaving, to attach to
					 * it; 0: none */
};

/* The last request of each kind. */
struct view_requests {
	struct request focus, window, family, output, file;
	struct request stack;		/* whose frames, of so many stops */
	/* When, and with what selected, smaps was requested last. */
	bool details;
	pid_t details_pid;
	unsigned details_generation;
	uint64_t details_region, details_ns;
};

void place_init(struct screen *s)
{
	s->place = (struct place){ PANE_REGIONS, PANES };
	s->places = xcalloc(1, sizeof *s->places);
	s->requests = xcalloc(1, sizeof *s->requests);
}

void place_release(struct screen *s)
{
	vec_release(&s->places->back);
	free(s->places);
	free(s->requests);
}

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
		.hidden = s->view.setup->hidden_panes,
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

void place_mark(struct screen *s)
{
	s->places->marked = s->place;
	s->places->marked_back = s->places->back.n;
}

void place_undo(struct screen *s)
{
	struct places *p = s->places;

	if (p->back.n > p->marked_back)
		p->back.n = p->marked_back;
	put(s, p->marked);
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
	*vec_push(&s->places->back) = s->place;
}

void place_open(struct screen *s, enum pane_id id)
{
	bool beside = s->place.full == PANES && has_place(s, id);

	if (in_front(s, id))
		return;
	/* Opening is asking: what it shows is read anew. */
	s->requests->details = false;
	push(s);
	put(s, (struct place){ id, beside ? PANES : id });
}

static void place_all(struct screen *s)
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
	s->places->opened = p->pid;
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
	vec_clear(&s->places->back);
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
	if (s->place.full != PANES && s->places->back.n) {
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

static void place_tab(struct screen *s, int step)
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
	if (!s->places->back.n)
		return false;
	struct place p = s->places->back.v[--s->places->back.n];
	put(s, p);
	return true;
}

pid_t screen_opened(const struct screen *s)
{
	return s->places->opened;
}

/* The first stop takes the focus to Calls: there is what is being stepped. */
static void follow_hold(struct screen *s)
{
	if (screen_state(s) != TARGET_HELD || s->places->held_once)
		return;
	s->places->held_once = true;
	if (s->place.full == PANES && layout_find(&s->layout, PANE_CALLS))
		s->place.focus = PANE_CALLS;
}

/* There is nothing to see of anybody but what they do. */
static void follow_everybody(struct screen *s)
{
	if (!model_everybody(s->model) || s->places->met_everybody)
		return;
	s->places->met_everybody = true;
	place_all(s);
}

void place_follow(struct screen *s)
{
	place_layout(s);
	follow_hold(s);
	follow_everybody(s);
}

/* --- what is asked of the engine for what is in view --------------------------- */

void screen_output_size(const struct screen *s, int *rows, int *cols)
{
	struct layout l;
	struct layout_want want = { .rows = s->rows, .cols = s->cols,
				    .full = PANES, .output = true };

	/* Where it stands when it is beside the others, else alone. */
	layout_make(&l, &want);
	const struct rect *r = layout_find(&l, PANE_OUTPUT);
	if (!r) {
		want.full = PANE_OUTPUT;
		layout_make(&l, &want);
		r = layout_find(&l, PANE_OUTPUT);
	}
	*rows = r && r->rows > 2 ? r->rows - 1 : 24;
	*cols = r && r->cols > 2 ? r->cols : 80;
}

void place_tell_size(struct screen *s)
{
	struct request req = { .op = REQ_OUTPUT_SIZE };
	int rows, cols;

	screen_output_size(s, &rows, &cols);
	req.a = (uint64_t)rows;
	req.b = (uint64_t)cols;
	if (req.a == s->requests->output.a && req.b == s->requests->output.b)
		return;
	s->requests->output = req;
	s->request(s->request_arg, &req);
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
	const struct view_requests *was = s->requests;

	if (p->pid != was->details_pid ||
	    p->space.generation != was->details_generation)
		return true;
	return r && (was->details_region < r->start ||
		     was->details_region >= r->end);
}

/* PSS, swap and VmFlags come from smaps. */
static void tell_details(struct screen *s, const struct process *p,
			 const struct region *r)
{
	struct view_requests *was = s->requests;
	bool big = p->usage_ns && p->usage.rss != EV_UNKNOWN &&
		   p->usage.rss > BIG_RSS;
	struct request req = { .op = REQ_DETAILS, .pid = p->pid };

	/* There is nothing to ask before there are regions. */
	if (!p->space.synced_ns)
		return;
	if (was->details && !details_of_other(s, p, r))
		return;
	if (!shows_details(s, r))
		return;
	if (p->pid == was->details_pid &&
	    s->now_ns < was->details_ns + (big ? DETAILS_BIG_NS : DETAILS_NS))
		return;
	was->details = true;
	was->details_pid = p->pid;
	was->details_generation = p->space.generation;
	was->details_region = r ? r->start : 0;
	was->details_ns = s->now_ns;
	s->request(s->request_arg, &req);
}

/* What is in view of the region in focus, where that is not all of it. */
static void tell_window(struct screen *s, const struct process *p,
			const struct region *r)
{
	const struct view_window *w = &s->view.window;
	struct request req = { .op = REQ_WINDOW, .pid = p->pid };
	const struct request *was = &s->requests->window;

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
	s->requests->window = req;
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
	const struct request *was = &s->requests->family;

	if (req.pid == was->pid && req.a == was->a)
		return;
	s->requests->family = req;
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
	const struct request *was = &s->requests->file;

	if (req.a == was->a && (!req.a || req.pid == was->pid))
		return;
	s->requests->file = req;
	s->request(s->request_arg, &req);
}

/* Its frames, anew at each stop for as long as they are in view. */
static void tell_stack(struct screen *s)
{
	const struct ev_status *st = &s->model->status;
	struct request req = { .op = REQ_STACK, .a = st->stops };

	if (st->state != TARGET_HELD ||
	    !layout_find(&s->layout, PANE_BACKTRACE)) {
		s->requests->stack.tid = 0;
		return;
	}
	req.tid = view_backtrace(&s->view);
	if (req.tid == s->requests->stack.tid && req.a == s->requests->stack.a)
		return;
	s->requests->stack = req;
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
	const struct request *was = &s->requests->focus;

	tell_family(s, p, r);
	tell_stack(s);
	decoding_work(s);
	contents_tell(s);
	search_work(s);
	heap_tell(s);
	if (!p || p->ended)
		return;
	if (req.pid != was->pid || req.a != was->a || req.b != was->b) {
		/* Another region: the engine forgets what was in view. */
		if (req.pid != was->pid || req.a != was->a)
			s->requests->window = (struct request){ .pid = req.pid };
		s->requests->focus = req;
		s->request(s->request_arg, &req);
	}
	tell_window(s, p, r);
	tell_file(s, p, r);
	tell_details(s, p, r);
}

/* --- commands -------------------------------------------------------------- */

void exec_toggle(const struct command_context *x)
{
	static const enum pane_id panes[DOS] = {
		[DO_SYSTEM] = PANE_SYSTEM, [DO_PROCESS] = PANE_PROCESS,
		[DO_SETUP] = PANE_SETUP, [DO_FAMILY] = PANE_FAMILY,
		[DO_BACKTRACE] = PANE_BACKTRACE,
	};

	place_toggle(x->screen, panes[x->cmd->id]);
}

void exec_pane_go(const struct command_context *x)
{
	place_go(x->screen, (enum pane_id)(x->cmd->id - DO_PANE_REGIONS));
}

void exec_messages(const struct command_context *x)
{
	place_open(x->screen, PANE_MESSAGES);
}

void exec_tab(const struct command_context *x)
{
	place_tab(x->screen, x->cmd->id == DO_TAB ? 1 : -1);
}

void exec_zoom(const struct command_context *x)
{
	place_zoom(x->screen);
}
