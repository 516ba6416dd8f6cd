/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked of the engine for what is in view, each time that it changes. */
#include <config.h>

#include <stdlib.h>

#include "app/panes/contents.h"
#include "app/panes/decoding.h"
#include "app/panes/heap.h"
#include "app/screen/private.h"
#include "app/screen/requests.h"
#include "app/input/search.h"
#include "base/alloc.h"
#include "ui/words/region_flags.h"

#define SECOND 1000000000ull
/* Reading smaps delays the target, the more memory it has.  So mmtop reads it
 * when the user selects another region or process, or requests it; at most this
 * often, and less often for a big process. */
#define DETAILS_NS (3 * SECOND)
#define DETAILS_BIG_NS (10 * SECOND)
#define BIG_RSS (1ull << 30)
/* Regions has a PSS column from this width on. */
#define PSS_COLS 84

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

void requests_init(struct screen *s)
{
	s->requests = xcalloc(1, sizeof *s->requests);
}

void requests_release(struct screen *s)
{
	free(s->requests);
}

void requests_details(struct screen *s)
{
	s->requests->details = false;
}

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

void requests_send_size(struct screen *s)
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

void requests_send(struct screen *s)
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
