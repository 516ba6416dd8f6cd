/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How soon the screen shows an event: actions of the program at once, numbers
 * twice a second, the heatmap and fading marks a few times a second.
 */
#include <config.h>

#include <stdlib.h>

#include "app/screen/pace.h"
#include "app/screen/past.h"
#include "app/screen/private.h"
#include "base/alloc.h"

#define MS 1000000ull
/* Numbers are redrawn twice a second, fading marks four times a second. */
#define NUMBERS_NS (500 * MS)
#define GLOW_TICK_NS (250 * MS)
/* The time that the screen waits for late numbers before a redraw that only
 * updates ages. */
#define LATE_NS (60 * MS)
#define MAP_NS (250 * MS)
#define MAP_KEEN_NS (125 * MS)
#define GLOW_NS (4000 * MS)
/* In the first two seconds, every event is shown at once. */
#define BEGIN_NS (2000 * MS)

struct screen_pace {
	uint64_t glow_ns;		/* time of the last change that made a
					 * fading mark */
	uint64_t next_ns;		/* delay between two redraws while the
					 * screen is dirty */
	uint64_t drawn_ns;		/* time of the last redraw, on the clock
					 * of the events */
};

void pace_init(struct screen *s)
{
	s->pace = xcalloc(1, sizeof *s->pace);
}

void pace_release(struct screen *s)
{
	free(s->pace);
}

void pace_now(struct screen *s)
{
	s->dirty = true;
	s->pace->next_ns = 0;
}

void pace_drawn(struct screen *s)
{
	s->dirty = false;
	s->pace->next_ns = 0;
	s->pace->drawn_ns = s->now_ns;
}

static uint64_t map_pace(const struct screen *s)
{
	if (!layout_find(&s->layout, PANE_PAGES))
		return NUMBERS_NS;
	return s->place.focus == PANE_PAGES ? MAP_KEEN_NS : MAP_NS;
}

static uint64_t pace_of(const struct screen *s, const struct event *ev)
{
	switch (ev->kind) {
	case EV_USAGE:
	case EV_TASK:
	case EV_SYSTEM:
	case EV_COST:
	case EV_RING:
	case EV_CGROUP:
		return NUMBERS_NS;
	case EV_REGION:
		return ev->u.region.op == REGION_SYNC ||
		       ev->u.region.op == REGION_CHANGE ? NUMBERS_NS : MAP_NS;
	case EV_STATUS:
		return status_is_news(&s->model->status, &ev->u.status)
			? 0 : NUMBERS_NS;
	case EV_PAGES:
		return ev->u.pages.detail == PAGES_OF_ALL ? NUMBERS_NS
							  : map_pace(s);
	case EV_FAULT:
		return map_pace(s);
	default:
		return 0;
	}
}

static bool pages_glow(const struct screen *s, const struct event *ev)
{
	const struct process *p = model_process(s->model, ev->pid);

	return p && (p->space.detail.news_ns == ev->time_ns ||
		     p->space.window.news_ns == ev->time_ns ||
		     p->space.family.news_ns == ev->time_ns);
}

static bool glows(const struct screen *s, const struct event *ev)
{
	switch (ev->kind) {
	case EV_REGION:
		return ev->u.region.op != REGION_SYNC;
	case EV_PAGES:
		return pages_glow(s, ev);
	case EV_CALL:
		return true;
	default:
		return false;
	}
}

void pace_event(struct screen *s, const struct event *ev)
{
	const struct process *p = view_process(&s->view);
	uint64_t pace = pace_of(s, ev);

	/* While the view is paused, only its distance from now changes. */
	if (past_on(s))
		return;
	if (screen_state(s) != TARGET_RUN || !p || !p->space.synced_ns ||
	    ev->time_ns < BEGIN_NS)
		pace = 0;
	if (!s->dirty || pace < s->pace->next_ns)
		s->pace->next_ns = pace;
	s->dirty = true;
}

void pace_told(struct screen *s, const struct event *ev)
{
	if (glows(s, ev))
		s->pace->glow_ns = ev->time_ns > s->now_ns ?
				   ev->time_ns : s->now_ns;
}

static bool fades(const struct screen *s)
{
	return s->pace->glow_ns && s->now_ns - s->pace->glow_ns < GLOW_NS;
}

bool pace_time(struct screen *s)
{
	bool over = screen_state(s) == TARGET_ENDED ||
		    model_captured(s->model);

	return (!over || fades(s)) &&
	       s->now_ns >= s->pace->drawn_ns +
			    (fades(s) ? GLOW_TICK_NS : NUMBERS_NS);
}

uint64_t screen_rest_ns(const struct screen *s)
{
	if (fades(s) || s->messages.n)
		return GLOW_TICK_NS;
	return NUMBERS_NS + LATE_NS;
}

uint64_t screen_pace(const struct screen *s)
{
	return s->pace->next_ns;
}
