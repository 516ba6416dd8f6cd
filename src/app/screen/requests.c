/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>

#include "app/panes/contents.h"
#include "app/panes/decoding.h"
#include "app/panes/heap.h"
#include "app/screen/past.h"
#include "app/screen/private.h"
#include "app/screen/requests.h"
#include "app/input/search.h"
#include "base/alloc.h"
#include "ui/words/region_flags.h"

#define SECOND 1000000000ull
/* Reading smaps delays the target; the delay grows with the target's memory.
 * So mmtop reads smaps only when the user selects another region or process, or
 * requests it.  These are the minimum times between two reads, for a normal and
 * for a big process. */
#define DETAILS_NS (3 * SECOND)
#define DETAILS_BIG_NS (10 * SECOND)
#define BIG_RSS (1ull << 30)
/* Minimum width of Regions for its PSS column. */
#define PSS_COLS 84

/* Number of requests for functions that are remembered, because their answers
 * may still come. */
#define SYMBOLS_ASKED 8

/* The last request of each kind that was sent to the engine. */
struct view_requests {
	struct request focus, window, family, output, file, cgroup;
	struct request stack;		/* tid is the task, a the number of
					 * stops at that time */
	struct symbol_asked {
		pid_t pid;
		unsigned generation;
		uint64_t ip;
	} symbols[SYMBOLS_ASKED];	/* the last requests for functions */
	size_t next_symbol;
	uint64_t past_call;		/* number of the call whose stack was
					 * requested; 0: none */
	/* Data of the last request for smaps; `details` is set if there was
	 * any. */
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

	/* The size of the pane next to other panes; if the pane does not fit
	 * there, its size when it is alone. */
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

/* True if the view shows numbers that only smaps provides. */
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

/* True if the selected process or region has changed since the last request for
 * smaps.  A region that grew downwards counts as the same region. */
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

/* Requests smaps, which has PSS, swap and VmFlags, if the view needs them. */
static void tell_details(struct screen *s, const struct process *p,
			 const struct region *r)
{
	struct view_requests *was = s->requests;
	bool big = p->usage_ns && p->usage.rss != EV_UNKNOWN &&
		   p->usage.rss > BIG_RSS;
	struct request req = { .op = REQ_DETAILS, .pid = p->pid };

	/* Until the regions are known, there is nothing to request. */
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

/* Requests the pages of the visible part of the focused region.  If the whole
 * region is visible, no request is needed. */
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

/* Requests the page counts of a fork family while Family is in view. */
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

/* Requests the control group of the process while Cgroup is in view, even after
 * its end: the group may have other processes. */
static void tell_cgroup(struct screen *s, const struct process *p)
{
	bool shown = p && layout_find(&s->layout, PANE_CGROUP);
	struct request req = { .op = REQ_CGROUP, .pid = shown ? p->pid : 0 };

	if (req.pid == s->requests->cgroup.pid)
		return;
	s->requests->cgroup = req;
	s->request(s->request_arg, &req);
}

/* Requests a scan of the file in view; ends the scan when the file is no longer
 * in view. */
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

/* Requests the backtrace while Backtrace, or the held call in full, is in view;
 * again at each stop. */
static void tell_stack(struct screen *s)
{
	const struct ev_status *st = &s->model->status;
	struct request req = { .op = REQ_STACK, .a = st->stops };

	if (layout_find(&s->layout, PANE_BACKTRACE))
		req.tid = view_backtrace(&s->view);
	else if (layout_find(&s->layout, PANE_CALLS))
		req.tid = s->view.call_tid;
	if (st->state != TARGET_HELD || !req.tid) {
		s->requests->stack.tid = 0;
		return;
	}
	if (req.tid == s->requests->stack.tid && req.a == s->requests->stack.a)
		return;
	s->requests->stack = req;
	s->request(s->request_arg, &req);
}

/* Requests the function at a code address that the panes show, once. */
static void tell_symbol(struct screen *s, const struct process *p, uint64_t ip,
			bool kernel, uint16_t module)
{
	struct view_requests *rs = s->requests;
	struct request req = { .op = REQ_SYMBOL, .pid = p->pid, .a = ip };
	const struct symbol_asked asked = { p->pid, p->space.generation, ip };

	if (kernel || !ip || p->ended ||
	    faults_symbol(p->space.faults, ip, module))
		return;
	for (size_t i = 0; i < SYMBOLS_ASKED; i++)
		if (rs->symbols[i].pid == asked.pid &&
		    rs->symbols[i].generation == asked.generation &&
		    rs->symbols[i].ip == ip)
			return;
	rs->symbols[rs->next_symbol++ % SYMBOLS_ASKED] = asked;
	s->request(s->request_arg, &req);
}

/* Requests the functions that caused most faults, and the last one. */
static void tell_symbols(struct screen *s, const struct process *p,
			 const struct region *r)
{
	const struct region_faults *rf = r->faults;

	if (!rf)
		return;
	tell_symbol(s, p, rf->codes[0].ip, rf->codes[0].kernel,
		    rf->codes[0].module);
	tell_symbol(s, p, rf->last.ip, rf->last.kernel, rf->last.module);
}

/* Requests the stored stack of the past call that is shown in full. */
static void tell_call_stack(struct screen *s)
{
	const struct view_call *c = &s->view.past_call;
	struct request req = {
		.op = REQ_CALL_STACK, .pid = c->pid, .a = c->at,
	};
	uint64_t seq = layout_find(&s->layout, PANE_CALLS) ? c->seq : 0;

	if (seq && seq != s->requests->past_call)
		s->request(s->request_arg, &req);
	s->requests->past_call = seq;
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

	decoding_work(s);
	if (past_on(s))
		return;
	tell_family(s, p, r);
	tell_cgroup(s, p);
	tell_stack(s);
	tell_call_stack(s);
	if (p && r)
		tell_symbols(s, p, r);
	contents_request_due(s);
	search_work(s);
	heap_request_due(s);
	if (!p || p->ended)
		return;
	if (req.pid != was->pid || req.a != was->a || req.b != was->b) {
		/* When the region changes, the engine drops the window (the
		 * visible part of the region), so mmtop must send it again. */
		if (req.pid != was->pid || req.a != was->a)
			s->requests->window = (struct request){ .pid = req.pid };
		s->requests->focus = req;
		s->request(s->request_arg, &req);
	}
	tell_window(s, p, r);
	tell_file(s, p, r);
	tell_details(s, p, r);
}
