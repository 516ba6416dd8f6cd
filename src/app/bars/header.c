/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/bars/header.h"

#include <stdio.h>
#include <string.h>

#include "app/bars/header_rows.h"
#include "app/bars/header_words.h"
#include "app/i18n.h"
#include "base/fmt.h"
#include "base/str.h"
#include "base/text.h"
#include "ui/kit/keyed.h"

#define SECOND 1000000000ull
/* Columns of the two badges in every state. */
enum { LEFT_BADGE = 6, RIGHT_BADGE = 12 };
/* Narrower than this there is no right badge. */
enum { RIGHT_BADGE_COLS = 32 };

void header_event(struct header *h, const struct event *ev,
		  const struct model *m)
{
	const struct process *p;

	if (ev->kind != EV_USAGE || ev->u.usage.majflt == EV_UNKNOWN)
		return;
	p = model_main(m);
	if (p && p->pid == ev->pid)
		rate_add(&h->majflt, ev->time_ns, ev->u.usage.majflt);
}

/* The state, in at most six columns: "RUN", "HELD"; translated. */
static const char *header_badge(uint64_t state)
{
	switch (state) {
	/* TRANSLATORS: the badges of the first row; at most 6 columns. */
	case TARGET_STARTING: return _("START");
	case TARGET_RUN: return _("RUN");
	case TARGET_HELD: return _("HELD");
	case TARGET_STOPPED: return _("STOP");
	case TARGET_DETACHED: return _("DETACH");
	case TARGET_ENDED: return _("ENDED");
	case TARGET_EVERYBODY: return _("ALL");
	case TARGET_CAPTURE: return _("SAVED");
	}
	return "?";
}

static style badge_style(const struct ev_status *s)
{
	switch (s->state) {
	case TARGET_HELD:
	case TARGET_STOPPED: return STYLE_ST_HELD;
	case TARGET_ENDED:
		return s->exit_signal > 0 ? STYLE_ST_ENDED : STYLE_SEL_AWAY;
	case TARGET_CAPTURE: return STYLE_SEL_AWAY;
	case TARGET_DETACHED: return STYLE_ST_HELD;
	default: return STYLE_ST_RUN;
	}
}

char *header_time(char *buf, size_t size, uint64_t ns)
{
	uint64_t s = ns / SECOND;

	if (s < 1000)
		snprintf(buf, size, "%u.%us", (unsigned)s,
			 (unsigned)(ns % SECOND / (SECOND / 10)));
	else if (s < 36000)
		snprintf(buf, size, "%u:%02u:%02u", (unsigned)(s / 3600),
			 (unsigned)(s / 60 % 60), (unsigned)(s % 60));
	else if (s < 100 * 3600)
		snprintf(buf, size, "%uh%02u", (unsigned)(s / 3600),
			 (unsigned)(s / 60 % 60));
	else
		snprintf(buf, size, "%ud%02uh",
			 (unsigned)(s / 86400 % 100000),
			 (unsigned)(s / 3600 % 24));
	return buf;
}

/* --- row 1 ----------------------------------------------------------------- */

/* 20.0us as 20us: two digits are enough for a cost. */
static void shorten(char *number)
{
	char *point = strchr(number, '.');

	if (point && point - number > 1)
		memmove(point, point + 2, strlen(point + 2) + 1);
}

/* 9.20M as 9.2M, or as 9M where that has no room. */
static void shorten_size(char *size, bool wide)
{
	char *point = strchr(size, '.');

	if (point && point == size + 1)
		memmove(point + (wide ? 2 : 0), point + 3, strlen(point + 3) + 1);
	else if (point)
		memmove(point, point + 2, strlen(point + 2) + 1);
}

/* A field of the right half: its text, its slot, whether it has room. */
struct cost {
	char text[64];
	int slot;
	style style;
	bool shown;
};

static void make_costs(struct cost cost[3], const struct model *m, bool wide,
		       uint64_t ran_ns)
{
	const struct ev_status *s = &m->status;
	uint64_t lost = s->lost > m->lost ? s->lost : m->lost;
	unsigned cpu = (unsigned)(s->own_cpu > 9999 ? 9999 : s->own_cpu);
	char a[FMT_MAX];

	fmt_size(a, s->own_rss);
	shorten_size(a, wide);
	cost[0] = (struct cost){ .slot = wide ? 13 : 11 };
	/* TRANSLATORS: mmtop's own CPU and memory. At most 3 columns and the
	 * numbers. */
	snprintf(cost[0].text, sizeof cost->text, _("own %u.%u%% %s"),
		 cpu / 10, cpu % 10, a);
	cost[1] = (struct cost){ .slot = 6,
				 .style = lost ? STYLE_ST_ERR : STYLE_TEXT };
	/* TRANSLATORS: events lost. At most 4 columns and a count. */
	snprintf(cost[1].text, sizeof cost->text, _("lost %s"),
		 fmt_count(a, lost));
	cost[2] = (struct cost){ .slot = wide ? 15 : 9 };
	if (s->state == TARGET_ENDED) {
		header_time(a, sizeof a, ran_ns);
		snprintf(cost[2].text, sizeof cost->text, _("ran %s"), a);
	} else {
		/* None was stopped: there is no worst one. */
		if (s->worst_stop_ns)
			shorten(fmt_duration(a, s->worst_stop_ns));
		else
			strcpy(a, "-");
		/* TRANSLATORS: the longest time that a thread stood still.
		 * At most 5, and 11, columns before the number. */
		snprintf(cost[2].text, sizeof cost->text,
			 wide ? _("worst stop %s") : _("stop %s"), a);
	}
	for (int i = 0; i < 3; i++)
		if (text_width(cost[i].text) > cost[i].slot)
			cost[i].slot = text_width(cost[i].text);
}

/*
 * What watching costs, from *col leftwards, where `least` columns stay free on
 * the left.  They stand in the order own, lost, stop; when there is no room
 * own goes before stop, and what was lost is told before all.
 */
static void costs(struct canvas *c, const struct model *m, int *col,
		  int least, uint64_t ran_ns)
{
	static const int by_worth[] = { 1, 2, 0 };
	bool wide = c->cols >= 100;
	bool held = m->status.state == TARGET_HELD && !wide;
	int room = *col - least;
	struct cost cost[3];

	if (!m->status_ns || model_captured(m))
		return;
	make_costs(cost, m, wide, ran_ns);
	bool lost = cost[1].style == STYLE_ST_ERR;
	for (int i = 0; i < 3; i++) {
		struct cost *x = &cost[by_worth[i]];
		/* `lost 0` is worth no more than what it stands beside. */
		int more = x == &cost[0] && !lost ? cost[1].slot + 2 : 0;
		if ((x == &cost[1] && !lost) || (x == &cost[2] && held) ||
		    x->slot + 2 + more > room)
			continue;
		x->shown = true;
		room -= x->slot + 2 + more;
		if (more)
			cost[1].shown = true;
	}
	for (int i = 0; i < 3; i++) {
		if (!cost[i].shown)
			continue;
		*col -= cost[i].slot;
		canvas_puts(c, 0, *col, cost[i].style, cost[i].text);
		*col -= 2;
	}
}

static void row_state(const struct header *h, const struct model *m,
		      const struct look *look, struct canvas *c)
{
	const struct ev_status *s = &m->status;
	const struct process *p = model_main(m);
	char text[64], when[32];
	struct str words = STR_INIT;
	uint64_t now = h->now_ns, ran = 0;
	bool ended = m->status_ns && s->state == TARGET_ENDED;

	if (p && p->ended) {
		ran = p->ended_ns - p->born_ns;
		if (ended)
			now = p->ended_ns;
	}
	/* It was told at the time of the last frame. */
	if (model_captured(m)) {
		ended = true;
		now = m->status_ns;
	}
	snprintf(text, sizeof text, " %s", header_badge(s->state));
	/* A badge of six letters has no room for the blank before it. */
	canvas_field(c, 0, 0, LEFT_BADGE, badge_style(s),
		     text_width(text) > LEFT_BADGE ? text + 1 : text);
	header_time(when, sizeof when, now);
	/* TRANSLATORS: the right badge; at most 4 columns each. */
	const char *badge = ended ? _("END") : _("LIVE");
	int gap = RIGHT_BADGE - 1 - text_width(badge) - text_width(when);
	snprintf(text, sizeof text, "%s%*s%s ", badge, gap > 1 ? gap : 1, "",
		 when);
	int col = c->cols;
	/* The process is worth more than the time. */
	if (col >= RIGHT_BADGE_COLS) {
		col -= RIGHT_BADGE;
		canvas_field(c, 0, col, RIGHT_BADGE,
			     ended ? STYLE_ST_PAUSED : STYLE_ST_LIVE, text);
	}
	int least = LEFT_BADGE + 1 + (s->state == TARGET_HELD ? 31 :
				      c->cols < 60 ? 14 : 20);
	col -= 2;
	costs(c, m, &col, least, ran);
	int room = col - LEFT_BADGE - 1;
	header_words(&words, m, room, !look->utf8);
	if (room > 0)
		canvas_field(c, 0, LEFT_BADGE + 1, room, STYLE_TEXT,
			     words.data);
	str_release(&words);
}

void header_draw(const struct header *h, const struct model *m,
		 const struct look *look, struct canvas *c, int rows)
{
	row_state(h, m, look, c);
	if (rows > 1)
		header_process_row(h, m, look, c, 1);
	if (rows > 2)
		header_system_row(m, look, c, 2);
}

void header_draw_small(const struct model *m, const struct look *look,
		       struct canvas *c)
{
	const struct process *p = model_main(m);
	char a[FMT_MAX], b[FMT_MAX];
	int row = 0;

	(void)look;
	canvas_puts(c, row++, 0, STYLE_TEXT, _("mmtop needs 20x5"));
	if (p) {
		bool known = p->usage_ns && p->usage.rss != EV_UNKNOWN;
		canvas_printf(c, row++, 0, STYLE_TEXT, "%d %s  RSS %s",
			      (int)p->pid, header_badge(m->status.state),
			      known ? fmt_size(a, p->usage.rss) : _("n/a"));
		bool rate = rate_known(&p->rss_rate);
		canvas_printf(c, row++, 0, STYLE_TEXT, "%s%s%s %s",
			      rate ? fmt_rate(b, rate_value(&p->rss_rate)) : "",
			      rate ? "/s  " : "", _("lost"),
			      fmt_count(a, m->lost));
	}
	canvas_puts(c, row, 0, STYLE_TEXT, keyed(_("{quit} Quit")));
}
