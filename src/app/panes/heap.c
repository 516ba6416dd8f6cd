/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Requests to the engine.  For the Heap pane: the sites, the blocks of one
 * site, and the statistics of the allocator.  For the Pages pane: which pages
 * contain heap blocks.
 */
#include <config.h>

#include <stdlib.h>

#include "app/panes/heap.h"
#include "app/panes/why.h"
#include "app/screen/private.h"
#include "app/screen/requests.h"
#include "base/alloc.h"

#define SECOND 1000000000ull
/* The engine may skip a request that comes too soon after its last read of the
 * heap.  The screen repeats the request after this delay. */
#define AGAIN_NS 200000000ull

struct heap_requests {
	bool on;			/* the engine reads the heap */
	pid_t pid;			/* process of the last request */
	uint64_t site, ns;		/* site and time of the last request */
	struct request pages;		/* the last REQ_HEAP_PAGES */
	uint64_t pages_ns;
};

void heap_requests_init(struct screen *s)
{
	s->heap = xcalloc(1, sizeof *s->heap);
}

void heap_requests_release(struct screen *s)
{
	free(s->heap);
}

bool heap_is_read(const struct screen *s)
{
	return s->heap->on && layout_find(&s->layout, PANE_HEAP);
}

/* Notifies the engine when the screen starts or stops to need the sites. */
static void report_in_view(struct screen *s, pid_t pid, bool looking)
{
	const struct request req = { .op = REQ_HEAP, .pid = pid,
				     .a = looking };

	if (s->heap->on == looking)
		return;
	s->heap->on = looking;
	s->heap->ns = 0;
	s->request(s->request_arg, &req);
}

/* True if the model has the answer to this request. */
static bool are_told(const struct process *p, const struct request *req)
{
	const struct heap *h = p->heap;

	return h && h->pages.told && h->pages.start == req->a &&
	       (h->pages.end == req->b || !h->pages.v.n);
}

/* Asks the engine which pages in the Pages pane contain heap blocks. */
static void tell_pages(struct screen *s)
{
	const struct process *p = view_process(&s->view);
	const struct view_window *w = &s->view.heap_window;
	const struct request *was = &s->heap->pages;
	struct request req = { .op = REQ_HEAP_PAGES, .pid = p ? p->pid : 0,
			       .a = w->start, .b = w->end };

	if (!p || p->ended || !w->cell_pages || w->start >= w->end)
		return;
	req.c = (uint32_t)__builtin_ctzll(w->cell_pages);
	if (req.pid == was->pid && req.a == was->a && req.b == was->b &&
	    req.c == was->c && s->now_ns < s->heap->pages_ns +
	    (are_told(p, &req) ? SECOND : AGAIN_NS))
		return;
	s->heap->pages = req;
	s->heap->pages_ns = s->now_ns;
	s->request(s->request_arg, &req);
}

void heap_request_due(struct screen *s)
{
	const struct process *p = view_process(&s->view);
	bool shown = p && layout_find(&s->layout, PANE_HEAP), needed;
	struct request req = { .op = REQ_HEAP_INFO, .pid = p ? p->pid : 0 };
	uint64_t site = s->view.heap_site;

	tell_pages(s);
	needed = shown || (p && why_needs_heap(s));
	report_in_view(s, needed ? p->pid : 0, needed);
	if (!shown || !p->heap || p->ended)
		return;
	if (p->pid == s->heap->pid && site == s->heap->site && s->heap->ns &&
	    s->now_ns < s->heap->ns + SECOND)
		return;
	s->heap->pid = p->pid;
	s->heap->site = site;
	s->heap->ns = s->now_ns ? s->now_ns : 1;
	if (site) {
		req.op = REQ_HEAP_BLOCKS;
		req.a = site - 1;
		req.b = REQ_HEAP_BLOCKS_MAX;
	}
	s->request(s->request_arg, &req);
}
