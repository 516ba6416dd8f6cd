/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>

#include "app/i18n.h"
#include "app/bars/keybar.h"
#include "app/picker/picker.h"
#include "app/screen/keys.h"
#include "app/screen/place.h"
#include "app/screen/past.h"
#include "app/screen/private.h"
#include "app/screen/requests.h"
#include "base/alloc.h"
#include "ui/pane/setup.h"

struct screen_places {
	VEC(struct screen_place) back;	/* places that Esc returns to, newest
					 * last */
	struct screen_place marked;	/* place that place_undo() returns to */
	size_t marked_back;		/* number of elements in `back` at
					 * place_mark() */
	bool met_everybody;		/* the focus was moved to Processes */
	bool held_once;			/* the first hold has moved the focus to
					 * Calls */
	pid_t opened;			/* system-wide: the process to attach to
					 * after this session; 0: none */
};

void place_init(struct screen *s)
{
	s->place = (struct screen_place){ PANE_REGIONS, PANES };
	s->places = xcalloc(1, sizeof *s->places);
}

void place_release(struct screen *s)
{
	vec_release(&s->places->back);
	free(s->places);
}

/* Computes a layout with the focus on a pane.  full is the pane that fills the
 * body, or PANES. */
static void make(const struct screen *s, struct layout *l, enum pane_id full,
		 enum pane_id focus)
{
	const struct ev_status *st = &s->view.model->status;
	bool known = s->view.model->status_ns != 0;
	bool everybody = model_is_system_wide(s->view.model);
	struct layout_want want = {
		.rows = s->rows,
		.cols = s->cols,
		.hidden = s->view.setup->hidden_panes,
		.full = full,
		.setup = focus == PANE_SETUP,
		.step = known && st->state == TARGET_HELD,
		.output = keybar_launched(s->view.model) && !everybody &&
			  !model_captured(s->view.model),
		.everybody = everybody,
		.captured = model_captured(s->view.model),
		.picker = s->picker != NULL,
		.paused = view_paused(&s->view),
		.timeline = past_has_history(s),
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
	/* The focused pane has no room next to other panes, so it fills the
	 * body. */
	make(s, &s->layout, s->place.focus, s->place.focus);
}

static void put(struct screen *s, struct screen_place p)
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
	struct screen_places *p = s->places;

	if (p->back.n > p->marked_back)
		p->back.n = p->marked_back;
	put(s, p->marked);
}

static bool in_front(const struct screen *s, enum pane_id id)
{
	return s->place.focus == id;
}

/* True if the pane fits next to other panes. */
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
	/* Opening a pane requests smaps again. */
	requests_details(s);
	push(s);
	put(s, (struct screen_place){ id, beside ? PANES : id });
}

static void place_all(struct screen *s)
{
	put(s, (struct screen_place){ PANE_PROCESSES, PANES });
}

/* Ends the session, so that the next session attaches to the selected
 * process. */
static void attach_to(struct screen *s)
{
	const struct process *p = view_process(&s->view), *now;

	if (!p)
		return;
	/* A paused view may show a process that has ended since then, and
	 * another process may have its pid now. */
	now = model_process(s->model, p->pid);
	if (!now || now->ended || (p->start && now->start != p->start)) {
		screen_say(s, SEV_NOTE, _("%d has ended: there is nothing to "
					  "attach to."), (int)p->pid);
		return;
	}
	s->places->opened = p->pid;
	s->leaving = true;
}

void place_open_selected(struct screen *s)
{
	if (s->place.focus == PANE_PROCESSES &&
	    model_is_system_wide(s->view.model)) {
		attach_to(s);
		return;
	}
	switch (s->place.focus) {
	case PANE_REGIONS:
		place_open(s, model_captured(s->view.model) ? PANE_CONTENTS :
			   PANE_PAGES);
		break;
	case PANE_PROCESSES:
		place_open(s, model_captured(s->view.model) ? PANE_REGIONS :
			   PANE_PROCESS);
		break;
	case PANE_PAGES:
	case PANE_HEAP:
		place_open(s, PANE_CONTENTS);
		break;
	case PANE_PICKER:
		picker_open(s);
		break;
	default:
		/* In any other pane, Enter zooms the pane. */
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
	put(s, (struct screen_place){ id, PANES });
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
		put(s, (struct screen_place){ s->place.focus, PANES });
		return;
	}
	push(s);
	put(s, (struct screen_place){ s->place.focus, s->place.focus });
}

void place_focus(struct screen *s, enum pane_id id)
{
	if (!in_front(s, id) && layout_find(&s->layout, id))
		put(s, (struct screen_place){ id, s->place.full });
}

static void place_tab(struct screen *s, int step)
{
	enum pane_id id = s->place.focus;

	if (s->layout.n > 1) {
		put(s, (struct screen_place){ layout_next(&s->layout, id, step),
				       PANES });
		return;
	}
	/* A pane that is alone on the screen is replaced with the next pane by
	 * number. */
	const int numbered = PANE_SOURCES + 1;
	int next = (int)id < numbered ? (int)id + step : 0;
	id = (enum pane_id)((next + numbered) % numbered);
	put(s, (struct screen_place){ id, id });
}

bool place_back(struct screen *s)
{
	if (!s->places->back.n)
		return false;
	struct screen_place p = s->places->back.v[--s->places->back.n];
	put(s, p);
	return true;
}

pid_t screen_opened(const struct screen *s)
{
	return s->places->opened;
}

/* When the program is held for the first time, moves the focus to Calls, which
 * shows the steps. */
static void follow_hold(struct screen *s)
{
	if (s->view.model->status.state != TARGET_HELD || s->places->held_once)
		return;
	s->places->held_once = true;
	if (s->place.full == PANES && layout_find(&s->layout, PANE_CALLS))
		s->place.focus = PANE_CALLS;
}

/* When system-wide mode starts, moves the focus to Processes. */
static void follow_everybody(struct screen *s)
{
	if (!model_is_system_wide(s->view.model) || s->places->met_everybody)
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

/* --- commands ------------------------------------------------------------- */

void exec_toggle(const struct command_context *x)
{
	static const enum pane_id panes[DOS] = {
		[DO_SYSTEM] = PANE_SYSTEM, [DO_PROCESS] = PANE_PROCESS,
		[DO_CGROUP] = PANE_CGROUP, [DO_SETUP] = PANE_SETUP,
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
	if (!screen_give(x->screen, x->screen->place.focus, x->cmd->id))
		place_tab(x->screen, x->cmd->id == DO_TAB ? 1 : -1);
}

void exec_zoom(const struct command_context *x)
{
	place_zoom(x->screen);
}
