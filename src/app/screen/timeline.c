/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/screen/timeline.h"

#include <string.h>

#include "app/bars/header.h"
#include "app/history/history.h"
#include "app/i18n.h"
#include "app/screen/past.h"
#include "app/screen/private.h"
#include "base/fmt.h"
#include "base/str.h"
#include "ui/kit/widgets.h"

/* Columns of the labels at the left, and the most of the rest. */
enum { LABEL_COLS = 7, COLS_MAX = 512 };

/* The part of the session that the timeline shows. */
struct timeline_span {
	uint64_t from_ns, ns;
	int cols;
};

/* What happened in the time of one column. */
struct column {
	uint64_t rss, events, signals;
};

static struct timeline_span span_of(const struct screen *s)
{
	struct history_extent x = history_extent(past_history(s));
	struct timeline_span t = { .from_ns = x.from_ns };

	if (t.from_ns > past_now_ns(s))
		t.from_ns = past_now_ns(s);
	t.ns = past_live_ns(s) - t.from_ns;
	t.cols = s->layout.timeline.cols - LABEL_COLS - 1;
	t.cols = t.cols < 1 ? 1 : t.cols > COLS_MAX ? COLS_MAX : t.cols;
	return t;
}

static int column_at(const struct timeline_span *t, uint64_t time_ns)
{
	double share = t->ns ? (double)(time_ns - t->from_ns) /
			       (double)t->ns : 1.0;
	int col = (int)(share * t->cols);

	return col < t->cols ? col : t->cols - 1;
}

/* The last moment of a column: what it shows has happened then. */
static uint64_t column_end(const struct timeline_span *t, int col)
{
	uint64_t ns = (uint64_t)((double)(col + 1) / t->cols * (double)t->ns);

	/* The end itself belongs to the next column. */
	return t->from_ns + ns - (ns && col + 1 < t->cols);
}

static void make_columns(const struct screen *s, const struct timeline_span *t,
			 struct column *v, struct column *max)
{
	size_t n;
	const struct history_sample *sample =
		history_samples(past_history(s), &n);
	uint64_t rss = EV_UNKNOWN;
	int done = 0;

	*max = (struct column){ .rss = 0 };
	for (int i = 0; i < t->cols; i++)
		v[i] = (struct column){ .rss = EV_UNKNOWN };
	for (size_t i = 0; i < n; i++) {
		int col = sample[i].time_ns < t->from_ns ? 0 :
			  column_at(t, sample[i].time_ns);

		/* Until the next sample, RSS counts as constant. */
		for (; done < col; done++)
			if (v[done].rss == EV_UNKNOWN)
				v[done].rss = rss;
		if (sample[i].rss != EV_UNKNOWN) {
			rss = sample[i].rss;
			if (v[col].rss == EV_UNKNOWN || v[col].rss < rss)
				v[col].rss = rss;
		}
		v[col].events += sample[i].events;
		v[col].signals += sample[i].signals;
	}
	for (; done < t->cols; done++)
		if (v[done].rss == EV_UNKNOWN)
			v[done].rss = rss;
	for (int i = 0; i < t->cols; i++) {
		if (v[i].rss != EV_UNKNOWN && v[i].rss > max->rss)
			max->rss = v[i].rss;
		if (v[i].events > max->events)
			max->events = v[i].events;
	}
}

static void draw_cell(struct canvas *c, const struct look *look, int row,
		      int col, uint64_t value, uint64_t max)
{
	if (value && value != EV_UNKNOWN && max)
		canvas_puts(c, row, col, STYLE_BAR,
			    spark_glyph(look, (double)value / (double)max));
}

static void draw_title(const struct screen *s, struct canvas *c,
		       const struct timeline_span *t)
{
	struct history_extent x = history_extent(past_history(s));
	char size[FMT_MAX], time[32], whole[32];
	struct str left = STR_INIT, right = STR_INIT;

	fmt_size(size, x.limit);
	str_addf(&left, _("Timeline  %s in %s"),
		 header_time(time, sizeof time, t->ns),
		 size + strspn(size, " "));
	if (x.whole_ns != UINT64_MAX && x.whole_ns > x.from_ns)
		/* TRANSLATORS: from this time on, all events are stored. */
		str_addf(&left, _(", all events from %s"),
			 header_time(whole, sizeof whole, x.whole_ns));
	str_addf(&right, _("at time %s"),
		 header_time(time, sizeof time, past_now_ns(s)));
	title_rule(c, &s->view.look, false, left.data, right.data);
	str_release(&left);
	str_release(&right);
}

void timeline_draw(const struct screen *s, struct canvas *c)
{
	/* TRANSLATORS: rows of the timeline; at most 6 columns each. */
	const char *const labels[] = { "RSS", _("events"), _("signal") };
	const struct look *look = &s->view.look;
	const struct rect *r = &s->layout.timeline;
	const struct timeline_span t = span_of(s);
	struct column v[COLS_MAX], max;
	int at = column_at(&t, past_now_ns(s));

	make_columns(s, &t, v, &max);
	canvas_clip(c, *r);
	draw_title(s, c, &t);
	for (int row = 1; row < 4; row++) {
		canvas_field(c, row, 0, LABEL_COLS, STYLE_DIM,
			     labels[row - 1]);
		canvas_hot(c, row, LABEL_COLS, t.cols,
			   (struct hot){ .kind = HOT_TIME, .value = t.from_ns,
					 .more = t.ns });
	}
	for (int i = 0; i < t.cols; i++) {
		int col = LABEL_COLS + i;

		draw_cell(c, look, 1, col, v[i].rss, max.rss);
		draw_cell(c, look, 2, col, v[i].events, max.events);
		if (v[i].signals)
			canvas_puts(c, 3, col, STYLE_WARN, "^");
		if (i == at)
			for (int row = 1; row < 4; row++)
				canvas_puts(c, row, col, STYLE_ST_PAUSED,
					    look->utf8 ? "│" : "|");
	}
	canvas_clip(c, (struct rect){ 0, 0, c->rows, c->cols });
}

void timeline_click(struct screen *s, const struct hot *hot, int at)
{
	const struct timeline_span t = { hot->value, hot->more, hot->r.cols };

	if (past_on(s))
		past_go(s, column_end(&t, at));
}

bool timeline_key(struct screen *s, enum cmd cmd)
{
	struct timeline_span t;
	int col;

	if (!past_on(s) || !s->layout.timeline.rows)
		return false;
	t = span_of(s);
	col = column_at(&t, past_now_ns(s)) + (cmd == DO_LEFT ? -1 : 1);
	if (col >= 0 && col < t.cols)
		past_go(s, column_end(&t, col));
	return true;
}
