/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pane/pane.h"

#include "ui/kit/i18n.h"

/* After a key press, the order of a list does not change for this time. */
#define SORT_HOLD_NS UINT64_C(3000000000)

struct process *view_process(const struct view *view)
{
	struct process *p = NULL;

	if (!view->model)
		return NULL;
	if (view->pid)
		p = model_process(view->model, view->pid);
	return p ? p : model_main(view->model);
}

bool view_paused(const struct view *view)
{
	return view->live && view->live != view->model;
}

const char *view_reading(const struct view *view, const char *text)
{
	return view_paused(view) ? _("n/a: not read at that time.") : text;
}

const struct model *view_live(const struct view *view)
{
	return view->live ? view->live : view->model;
}

pid_t view_backtrace(const struct view *view)
{
	const struct ev_status *st = &view->model->status;
	const struct process *p = view_process(view);

	if (view->tid)
		return view->tid;
	if (p && !p->ended && p != model_main(view->model))
		return p->pid;
	if (st->held_tid)
		return (pid_t)st->held_tid;
	return p ? p->pid : (pid_t)st->main_pid;
}

struct region *view_region(const struct view *view)
{
	struct process *p = view_process(view);

	if (!p || !view->region ||
	    view->region_generation != p->space.generation)
		return NULL;
	/* If the region has grown down, or became part of another one, its old
	 * start is inside the region that is there now. */
	return space_find(&p->space, view->region);
}

unsigned view_other_region(struct view *view, bool next)
{
	const struct process *p = view_process(view);
	const struct region *is = view_region(view), *found = NULL;
	/* If the selected region has grown down, it starts below
	 * view->region. */
	uint64_t start = is ? is->start : view->region;

	for (size_t i = 0; p && i < p->space.regions.n; i++) {
		const struct region *r = p->space.regions.v[i];

		if (r->removed_ns)
			continue;
		if (next && r->start > start) {
			found = r;
			break;
		}
		if (!next && r->start < start)
			found = r;
	}
	if (!found)
		return CMD_TAKEN;
	view->region = found->start;
	view->region_end = found->end;
	view->region_generation = p->space.generation;
	view->page = 0;
	return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
}

struct view_frame view_frame(const struct view *view, const struct process *p,
			     const struct region *r)
{
	const struct contents_object *o =
		contents_object(&view->model->contents, p, r);
	struct view_frame f = { .object = o };

	if (!o)
		return f;
	if (view->frame.object == o->object)
		f.frame = contents_frame(o, view->frame.number);
	if (!f.frame && model_captured(view->model))
		f.frame = contents_frame_by(o, UINT64_MAX, 0);
	if (f.frame)
		f.of = (struct contents_of){ o->object, f.frame->number };
	return f;
}

struct filter *view_filter(const struct view *view, int over)
{
	return view->filters && filter_on(&view->filters[over]) ?
	       &view->filters[over] : NULL;
}

const struct sort *view_sort(const struct view *view, enum rule_over over)
{
	const struct sort *s = view->sorts ? &view->sorts[over] : NULL;

	return s && (s->column || s->reverse) ? s : NULL;
}

unsigned view_unfilter(const struct view *view, int over)
{
	filter_set(view_filter(view, over), "");
	return CMD_TAKEN | CMD_REDRAW;
}

bool view_sort_holds(const struct view *view)
{
	return view->finding ||
	       (view->key_ns &&
		view->model->now_ns < view->key_ns + SORT_HOLD_NS);
}

void view_moved(struct view *view, enum pane_id id)
{
	view->moved = id;
	view->moved_ns = view->key_ns;
}

bool view_moved_just_now(const struct view *view, enum pane_id id)
{
	return view->moved_ns && view->moved == id &&
	       view->key_ns < view->moved_ns + SORT_HOLD_NS;
}

void view_order_title(struct str *out, const struct sort *sort,
		      const char *const *names)
{
	if (sort)
		/* TRANSLATORS: how a list is sorted: by rss. */
		str_addf(out, sort->reverse ? _(", by %s, reversed") :
					      _(", by %s"),
			 names[sort->column]);
}

int pane_filter(enum pane_id id)
{
	switch (id) {
	case PANE_REGIONS: return OVER_REGIONS;
	case PANE_PROCESSES: return OVER_PROCESSES;
	case PANE_CALLS: return OVER_CALLS;
	case PANE_SIGNALS: return OVER_SIGNALS;
	case PANE_HEAP: return OVER_HEAP;
	case PANE_MESSAGES: return FILTER_MESSAGES;
	case PANE_HELP: return FILTER_HELP;
	default: return FILTERS;
	}
}
