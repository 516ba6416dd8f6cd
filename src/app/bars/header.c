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
/* Width of the left badge, and that of the time in the right badge with the
 * blanks around it; the same in every state. */
enum { LEFT_BADGE = 6, BADGE_TIME = 8 };
/* Screens with fewer columns have no right badge. */
enum { RIGHT_BADGE_COLS = 32 };

/* Returns the word for the state, translated: "RUN", "HELD".  It has at most
 * six columns. */
static const char *header_badge(uint64_t state)
{
	switch (state) {
	/* TRANSLATORS: states of the program, at the left of the first row; at
	 * most 6 columns.  Use words, never abbreviations. */
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

/* Returns the width of the right badge: that of the longer word and the time. */
static int right_badge_cols(void)
{
	int end = text_width(_("END")), live = text_width(_("LIVE"));

	return BADGE_TIME + (end > live ? end : live);
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

/* --- the first row -------------------------------------------------------- */

/* Turns "20.0us" into "20us": for the overhead, two digits are enough. */
static void shorten(char *number)
{
	char *point = strchr(number, '.');

	if (point && point - number > 1)
		memmove(point, point + 2, strlen(point + 2) + 1);
}

/* Turns "9.20M" into "9.2M", or into "9M" if the header is not wide. */
static void shorten_size(char *size, bool wide)
{
	char *point = strchr(size, '.');

	if (point && point == size + 1)
		memmove(point + (wide ? 2 : 0), point + 3, strlen(point + 3) + 1);
	else if (point)
		memmove(point, point + 2, strlen(point + 2) + 1);
}

/* A field about mmtop's overhead, in the right half of the row. */
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
	cost[0] = (struct cost){ .slot = wide ? 15 : 13 };
	snprintf(cost[0].text, sizeof cost->text, "mmtop %u.%u%% %s",
		 cpu / 10, cpu % 10, a);
	cost[1] = (struct cost){ .slot = 6,
				 .style = lost ? STYLE_ST_ERR : STYLE_TEXT };
	/* TRANSLATORS: number of lost events.  At most 8 columns before the
	 * number. */
	snprintf(cost[1].text, sizeof cost->text, _("lost %s"),
		 fmt_count(a, lost));
	cost[2] = (struct cost){ .slot = wide ? 15 : 9 };
	if (s->state == TARGET_ENDED) {
		header_time(a, sizeof a, ran_ns);
		snprintf(cost[2].text, sizeof cost->text, _("ran %s"), a);
	} else {
		/* worst_stop_ns is 0 until a thread is stopped. */
		if (s->worst_stop_ns)
			shorten(fmt_duration(a, s->worst_stop_ns));
		else
			strcpy(a, "-");
		/* TRANSLATORS: the longest time that a thread was stopped.
		 * Before the number, at most 11 columns in the first text, and
		 * 5 in the second. */
		snprintf(cost[2].text, sizeof cost->text,
			 wide ? _("worst stop %s") : _("stop %s"), a);
	}
	for (int i = 0; i < 3; i++)
		if (text_width(cost[i].text) > cost[i].slot)
			cost[i].slot = text_width(cost[i].text);
}

/*
 * Draws the fields about the overhead to the left of column *col, and moves
 * *col to the left of them.  At least `least` columns stay free on the left.
 * The order on the screen is stop, lost, mmtop.  If room is short, mmtop is
 * dropped first, then stop.
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
		/* The field `lost 0` is shown only if the field `mmtop` is
		 * shown. */
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

/* Draws the badge at the right: PAUSED -12.4s, LIVE 12.4s, END 12.4s; *col is
 * then its first column. */
static void right_badge(const struct header *h, struct canvas *c, int *col,
			uint64_t now_ns, bool ended)
{
	/* TRANSLATORS: the right badge: the view is paused, the program has
	 * ended, or its values are live; at most 8, 5 and 5 columns. */
	const char *badge = h->paused ? _("PAUSED") : ended ? _("END") :
			    _("LIVE");
	int cols = right_badge_cols(), gap;
	char text[64], when[34] = "-";

	header_time(when + h->paused, sizeof when - 1,
		    h->paused ? h->ago_ns : now_ns);
	/* The badge of a paused view is wider, so that its time cannot be taken
	 * for the time since the start. */
	if (h->paused)
		cols = text_width(badge) + 10;
	/* On a narrow screen, the process matters more than the time. */
	if (*col < RIGHT_BADGE_COLS)
		return;
	gap = cols - 1 - h->paused - text_width(badge) - text_width(when);
	snprintf(text, sizeof text, "%s%s%*s%s ", h->paused ? " " : "", badge,
		 gap > 1 ? gap : 1, "", when);
	*col -= cols;
	canvas_field(c, 0, *col, cols, ended || h->paused ? STYLE_ST_PAUSED :
		     STYLE_ST_LIVE, text);
}

static void row_state(const struct header *h, const struct model *m,
		      const struct look *look, struct canvas *c)
{
	const struct ev_status *s = &m->status;
	const struct process *p = model_main(m);
	char text[64];
	struct str words = STR_INIT;
	uint64_t now = h->now_ns, ran = 0;
	bool ended = m->status_ns && s->state == TARGET_ENDED;
	/* Without a right badge, the left one shows that the view is paused. */
	bool paused = h->paused && c->cols < RIGHT_BADGE_COLS;

	if (p && p->ended) {
		ran = p->ended_ns - p->born_ns;
		if (ended)
			now = p->ended_ns;
	}
	/* The status of a saved capture has the time of the last frame. */
	if (model_captured(m)) {
		ended = true;
		now = m->status_ns;
	}
	snprintf(text, sizeof text, " %s", paused ? _("PAUSED") :
		 header_badge(s->state));
	/* A badge of six columns has no room for the blank before it. */
	canvas_field(c, 0, 0, LEFT_BADGE, paused ? STYLE_ST_PAUSED :
		     badge_style(s),
		     text_width(text) > LEFT_BADGE ? text + 1 : text);
	int col = c->cols;
	right_badge(h, c, &col, now, ended);
	int least = LEFT_BADGE + 1 + (s->state == TARGET_HELD ? 38 :
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
