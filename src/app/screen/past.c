/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/screen/past.h"

#include <stdlib.h>
#include <string.h>

#include "app/bars/header.h"
#include "app/history/history.h"
#include "app/i18n.h"
#include "app/input/search.h"
#include "app/panes/contents.h"
#include "app/screen/place.h"
#include "app/screen/private.h"
#include "app/screen/requests.h"
#include "base/alloc.h"
#include "base/fmt.h"
#include "base/str.h"
#include "ui/kit/keyed.h"

#define SECOND 1000000000ull

/* What the user has selected. */
struct selection {
	pid_t pid, tid;
	uint64_t region, region_end, page, site;
	unsigned generation;
};

struct screen_past {
	struct history *history;
	bool captured;			/* a capture has no history */
	uint64_t then_ns;		/* the time that is shown */
	bool thinned;			/* it has only some moments */
	struct selection kept, drawn;	/* by the user; after the last draw */
};

void past_init(struct screen *s)
{
	s->past = xcalloc(1, sizeof *s->past);
	s->past->history = history_new(0);
}

void past_release(struct screen *s)
{
	history_free(s->past->history);
	free(s->past);
}

void screen_set_history(struct screen *s, uint64_t bytes)
{
	history_free(s->past->history);
	s->past->history = history_new(bytes);
}

void past_event(struct screen *s, const struct event *ev)
{
	history_event(s->past->history, s->model, ev);
}

bool past_on(const struct screen *s)
{
	return view_paused(&s->view);
}

bool past_has_history(const struct screen *s)
{
	return past_on(s) && history_extent(s->past->history).limit;
}

const struct history *past_history(const struct screen *s)
{
	return s->past->history;
}

bool past_refuses(struct screen *s)
{
	if (past_on(s))
		screen_say(s, SEV_NOTE,
			   keyed(_("This reads the program as it is now: "
				   "{pause} returns to live first.")));
	return past_on(s);
}

void past_acted(struct screen *s)
{
	/* The command's own answer, such as an error, matters more. */
	if (past_on(s) && !s->messages.n)
		screen_say(s, SEV_NOTE,
			   keyed(_("The view stays paused: {pause} shows the "
				   "program as it is now.")));
}

/* --- time ----------------------------------------------------------------- */

uint64_t past_live_ns(const struct screen *s)
{
	return screen_state(s) == TARGET_ENDED ? s->model->status_ns :
						 s->now_ns;
}

uint64_t past_now_ns(const struct screen *s)
{
	return past_on(s) ? s->past->then_ns : s->now_ns;
}

uint64_t past_ago_ns(const struct screen *s)
{
	uint64_t live = past_live_ns(s), then = s->past->then_ns;

	return past_on(s) && live > then ? live - then : 0;
}

/* --- the selection -------------------------------------------------------- */

static struct selection selected(const struct view *v)
{
	return (struct selection){
		.pid = v->pid, .tid = v->tid, .region = v->region,
		.region_end = v->region_end, .page = v->page,
		.site = v->heap_site, .generation = v->region_generation,
	};
}

static void select_again(struct view *v, const struct selection *of)
{
	v->pid = of->pid;
	v->tid = of->tid;
	v->region = of->region;
	v->region_end = of->region_end;
	v->region_generation = of->generation;
	v->page = of->page;
	v->heap_site = of->site;
}

static bool is_same(const struct selection *a, const struct selection *b)
{
	return a->pid == b->pid && a->tid == b->tid &&
	       a->region == b->region && a->page == b->page &&
	       a->site == b->site && a->generation == b->generation;
}

void past_used(struct screen *s)
{
	struct selection now = selected(&s->view);

	if (!is_same(&now, &s->past->drawn))
		s->past->kept = now;
}

void past_drawn(struct screen *s)
{
	s->past->drawn = selected(&s->view);
}

/* --- moving --------------------------------------------------------------- */

/* Shows a model in all panes. */
static void show(struct screen *s, const struct model *m)
{
	s->view.model = m;
	/* Lists take the order of that time at once. */
	s->view.key_ns = 0;
	select_again(&s->view, &s->past->kept);
	place_follow(s);
	s->dirty = true;
}

static void show_past(struct screen *s)
{
	show(s, history_model(s->past->history));
}

static void pause_view(struct screen *s)
{
	search_end(s);
	s->past->then_ns = past_live_ns(s);
	s->past->kept = selected(&s->view);
	history_pause(s->past->history, s->model);
	history_clock(s->past->history, s->past->then_ns);
	show_past(s);
}

static void resume_view(struct screen *s)
{
	show(s, s->model);
	history_resume(s->past->history);
	contents_renew(s);
	requests_send(s);
}

void past_end(struct screen *s)
{
	if (past_on(s))
		resume_view(s);
}

/* Reports why there is no history, or pauses the view.  Returns false if the
 * view cannot move in time. */
static bool can_move(struct screen *s)
{
	bool stored = history_extent(s->past->history).limit;

	if (s->past->captured)
		screen_say(s, SEV_NOTE, _("A capture has no history: only its "
					  "frames."));
	else if (!stored)
		screen_say(s, SEV_NOTE, _("No history is stored: it was "
					  "turned off by --history=0."));
	else if (!past_on(s))
		pause_view(s);
	return stored && past_on(s);
}

/* Reports why the view could not move further back. */
static void say_oldest(struct screen *s)
{
	struct history_extent x = history_extent(s->past->history);
	char when[32], size[FMT_MAX];
	uint64_t from = x.from_ns == UINT64_MAX ? past_live_ns(s) :
			x.from_ns;

	if (from)
		/* TRANSLATORS: a time, and the size of the memory for the
		 * history. */
		screen_say(s, SEV_NOTE, _("The history begins at %s: "
					  "--history=%s has no room for more."),
			   header_time(when, sizeof when, from),
			   fmt_size(size, x.limit));
	else
		screen_say(s, SEV_NOTE, _("The history begins here."));
}

/* Reports once in a row of steps that events are missing here. */
static void say_thinned(struct screen *s)
{
	struct history_extent x = history_extent(s->past->history);
	bool thinned = s->past->then_ns < x.whole_ns &&
		       x.whole_ns != UINT64_MAX, was = s->past->thinned;
	char when[32];

	s->past->thinned = thinned;
	if (thinned && !was)
		screen_say(s, SEV_NOTE, _("Before %s only some moments are "
					  "stored."),
			   header_time(when, sizeof when, x.whole_ns));
}

void exec_pause(const struct command_context *x)
{
	struct screen *s = x->screen;

	if (s->past->captured)
		can_move(s);
	else if (past_on(s))
		resume_view(s);
	else
		pause_view(s);
}

/* If the view is live, reports that nothing is later. */
static bool is_newest(struct screen *s)
{
	if (!past_on(s) && !s->past->captured)
		screen_say(s, SEV_NOTE,
			   keyed(_("The view is live. {pause} pauses it, "
				   "{second-back} goes one second back.")));
	return !past_on(s) && !s->past->captured;
}

void exec_event_step(const struct command_context *x)
{
	struct screen *s = x->screen;
	int by = x->cmd->id == DO_FRAME_PREV ? -1 : 1;

	/* In Contents, these keys step through frames. */
	if (!past_on(s) && s->place.focus == PANE_CONTENTS) {
		exec_frame_step(x);
		return;
	}
	if (by > 0 && is_newest(s))
		return;
	if (!can_move(s))
		return;
	if (history_step(s->past->history, by)) {
		s->past->then_ns = history_model(s->past->history)->now_ns;
		say_thinned(s);
	} else if (by < 0) {
		say_oldest(s);
	} else {
		screen_say(s, SEV_NOTE, _("No later event has happened yet."));
	}
	show_past(s);
}

void past_go(struct screen *s, uint64_t to)
{
	struct screen_past *p = s->past;

	if (to > past_live_ns(s))
		to = past_live_ns(s);
	if (history_go(p->history, to)) {
		p->then_ns = to;
		history_clock(p->history, to);
		say_thinned(s);
	} else {
		p->then_ns = history_model(p->history)->now_ns;
		say_oldest(s);
	}
	show_past(s);
}

void exec_second(const struct command_context *x)
{
	struct screen *s = x->screen;
	bool back = x->cmd->id == DO_SECOND_BACK;
	uint64_t then;

	if (!back && is_newest(s))
		return;
	if (!can_move(s))
		return;
	then = s->past->then_ns;
	if (back && !then)
		say_oldest(s);
	past_go(s, back ? then - (then < SECOND ? then : SECOND) :
			  then + SECOND);
}

void screen_keep_frames(struct screen *s)
{
	s->past->captured = true;
	model_keep_frames(s->model);
}

/* --- the sentence --------------------------------------------------------- */

static void add_growth(struct str *out, const struct model *then,
		       const struct model *now)
{
	const struct process *p = model_main(then), *q = model_main(now);
	char size[FMT_MAX];

	if (!p || !q || !p->usage_ns || p->usage.rss == EV_UNKNOWN ||
	    q->usage.rss == EV_UNKNOWN || model_is_system_wide(now))
		return;
	fmt_rate(size, (double)q->usage.rss - (double)p->usage.rss);
	/* TRANSLATORS: the growth of resident memory, with its sign. */
	str_addf(out, _(", RSS %s"), size + strspn(size, " "));
}

void past_draw(const struct screen *s, struct canvas *c, int row)
{
	const struct model *then = s->view.model, *now = s->model;
	enum target_state state = screen_state(s);
	struct str text = STR_INIT, growth = STR_INIT;
	char when[32], count[FMT_MAX];
	uint64_t n = now->events - then->events;

	add_growth(&growth, then, now);
	header_time(when, sizeof when, past_ago_ns(s));
	fmt_grouped(count, n);
	/* TRANSLATORS: shown while the view is paused: a time, a number of
	 * events, and the growth of memory. */
	str_addf(&text, state == TARGET_RUN || state == TARGET_EVERYBODY ?
		 ngettext(" The program keeps running: %s, %s event%s since "
			  "then.", " The program keeps running: %s, %s "
			  "events%s since then.", (unsigned long)n) :
		 state == TARGET_ENDED ?
		 ngettext(" The program has ended: %s, %s event%s since "
			  "then.", " The program has ended: %s, %s "
			  "events%s since then.", (unsigned long)n) :
		 ngettext(" The view is paused: %s, %s event%s since then.",
			  " The view is paused: %s, %s events%s since then.",
			  (unsigned long)n),
		 when, count, growth.len ? growth.data : "");
	canvas_field(c, row, 0, c->cols, STYLE_WARN, text.data);
	str_release(&growth);
	str_release(&text);
}
