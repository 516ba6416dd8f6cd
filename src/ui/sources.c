/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * 9 Sources: where the facts come from, what each gave, and why the others
 * give nothing.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "ui/i18n.h"
#include "ui/pane.h"
#include "ui/say.h"
#include "ui/source_words.h"
#include "ui/widgets.h"
#include "ui/writes_words.h"

enum source { SRC_MAPS, SRC_PTRACE, SRC_PERF, SRC_FIXED };

/* Sources that this version does not have, with what they would tell. */
static const struct {
	const char *name;		/* never translated */
	const char *why;
} absent[] = {
	{ "r ring", N_("not in this version: mappings without stops") },
	{ "h heap", N_("not in this version: blocks of malloc") },
};

/* The last row is that of written pages. */
#define SRC_WRITES (SRC_FIXED + (long)(sizeof absent / sizeof *absent))
#define SOURCES (SRC_WRITES + 1)

struct sources_state {
	struct list list;
	long sel;
	long height;
};

/* One row as it stands now. */
struct source_row {
	const char *name;
	const char *state;
	bool counted;
	uint64_t events;
	const struct rate *rate;
	uint64_t lost;
	struct str why;
};

static void *sources_new(void)
{
	return xcalloc(1, sizeof(struct sources_state));
}

static void sources_free(void *state)
{
	free(state);
}

static bool traced(const struct model *m)
{
	return m->status_ns && !m->ended &&
	       (m->status.state == TARGET_RUN ||
		m->status.state == TARGET_HELD ||
		m->status.state == TARGET_STOPPED);
}

static void ptrace_row(struct source_row *r, const struct model *m)
{
	char buf[FMT_MAX];

	r->name = "t ptrace";
	r->state = traced(m) ? _("on") : _("off");
	r->counted = true;
	r->events = m->calls_total + m->signals_last;
	r->rate = &m->call_rate;
	r->lost = m->lost - m->lost_perf;
	if (m->status_ns && m->status.state == TARGET_DETACHED)
		str_adds(&r->why, _("detached; A attaches again"));
	else if (m->status_ns && m->status.state == TARGET_ENDED)
		str_adds(&r->why, _("the program has ended"));
	else if (!traced(m))
		str_adds(&r->why, _("nothing is traced yet"));
	else if (m->status.level == LEVEL_WATCH)
		str_adds(&r->why, _("no calls at level watch; t changes it"));
	else
		str_addf(&r->why, _("level %s, worst stop %s"),
			 level_name(m->status.level),
			 fmt_duration(buf, m->status.worst_stop_ns));
}

static void maps_row(struct source_row *r, const struct view *view)
{
	const struct process *p = view_process(view);
	char n[FMT_MAX], when[FMT_MAX];

	r->name = "m maps";
	r->state = p && p->space.synced_ns ? _("on") : _("off");
	if (!p || !p->space.synced_ns)
		str_adds(&r->why, _("no map has been read yet"));
	else
		str_addf(&r->why,
			 ngettext("%s region, read whole at %s",
				  "%s regions, read whole at %s",
				  (unsigned long)p->space.live),
			 fmt_grouped(n, p->space.live),
			 fmt_when(when, p->space.synced_ns));
}

static void perf_row(struct source_row *r, const struct model *m)
{
	const struct ev_source *perf = &m->perf;
	bool on = m->perf_known && perf->state == SOURCE_ON;

	r->name = "k perf";
	r->state = on && traced(m) ? _("on") :
		   m->perf_known && perf->state == SOURCE_REFUSED ? _("n/a") :
		   _("off");
	r->counted = on;
	r->events = m->faults_total;
	r->rate = &m->faults_rate;
	r->lost = m->lost_perf;
	if (!m->perf_known)
		str_adds(&r->why, _("nothing is traced yet"));
	else if (perf->missed)
		str_addf(&r->why, ngettext("%llu task not told of: ",
					   "%llu tasks not told of: ",
					   (unsigned long)perf->missed),
			 (unsigned long long)perf->missed);
	if (on && perf->why == WHY_NONE)
		str_adds(&r->why, _("page faults"));
	source_why_words(&r->why, perf->why, perf->value);
}

static bool writes_on(const struct process *p)
{
	return p && p->writes.state == WRITES_ON;
}

static void writes_row(struct source_row *r, const struct view *view)
{
	const struct process *p = view_process(view);
	const char *why = p ? writes_why_not_tracked(p) : NULL;
	char n[FMT_MAX], size[FMT_MAX], took[FMT_MAX];

	r->name = "w writes";
	r->state = writes_on(p) ? _("on") : !p || !p->writes.why ? _("off") :
		   _("n/a");
	if (!p || p->writes.state == WRITES_OFF)
		str_adds(&r->why, _("W turns it on (userfaultfd)"));
	else if (why)
		str_adds(&r->why, why);
	else
		/* TRANSLATORS: regions, their size, a way, a time */
		str_addf(&r->why,
			 ngettext("%s region, %s, by %s in %s",
				  "%s regions, %s, by %s in %s",
				  (unsigned long)p->writes.regions),
			 fmt_grouped(n, p->writes.regions),
			 fmt_size(size, p->writes.bytes),
			 writes_way_name(p->writes.way),
			 fmt_duration(took, p->writes.scan_ns));
	if (writes_on(p) && p->writes.missed)
		/* TRANSLATORS: pages that were written. */
		str_addf(&r->why,
			 ngettext(", at most %s not seen",
				  ", at most %s not seen",
				  (unsigned long)p->writes.missed),
			 fmt_grouped(n, p->writes.missed));
}

static void source_row(struct source_row *r, const struct view *view, long i)
{
	*r = (struct source_row){ .why = STR_INIT };
	if (i == SRC_MAPS) {
		maps_row(r, view);
	} else if (i == SRC_PTRACE) {
		ptrace_row(r, view->model);
	} else if (i == SRC_PERF) {
		perf_row(r, view->model);
	} else if (i == SRC_WRITES) {
		writes_row(r, view);
	} else {
		r->name = absent[i - SRC_FIXED].name;
		r->state = _("n/a");
		str_adds(&r->why, _(absent[i - SRC_FIXED].why));
	}
}

/* "1.86k" without its last digit: with "/s" it fills the column. */
static const char *four_columns(char *count)
{
	size_t n = strlen(count);

	if (n > 4 && strchr(count, '.'))
		memmove(count + n - 2, count + n - 1, 2);
	return count;
}

static void put_counts(struct canvas *c, int row, const struct source_row *r)
{
	struct str s = STR_INIT;
	char buf[FMT_MAX];
	double rate = r->rate && rate_known(r->rate) ? rate_value(r->rate) : 0;

	if (!r->counted) {
		canvas_rfield(c, row, 22, 6, STYLE_DIM, "-");
		canvas_rfield(c, row, 29, 6, STYLE_DIM, "-");
		canvas_rfield(c, row, 36, 5, STYLE_DIM, "-");
		return;
	}
	canvas_rfield(c, row, 22, 6, STYLE_TEXT, fmt_count(buf, r->events));
	fmt_count(buf, rate > 0 ? (uint64_t)(rate + 0.5) : 0);
	str_addf(&s, "%s/s", four_columns(buf));
	canvas_rfield(c, row, 29, 6, STYLE_TEXT, s.data);
	canvas_rfield(c, row, 36, 5, r->lost ? STYLE_ST_ERR : STYLE_TEXT,
		      fmt_count(buf, r->lost));
	str_release(&s);
}

static int why_col(int cols)
{
	return cols >= 60 ? 43 : 22;
}

static void draw_row(const struct view *view, struct canvas *c, int row,
		     const struct source_row *r)
{
	int cols = c->clip.cols, why = why_col(cols);
	struct str cut = STR_INIT;

	canvas_puts(c, row, 2, STYLE_TEXT, r->name);
	canvas_puts(c, row, 14, STYLE_TEXT, r->state);
	if (cols >= 60)
		put_counts(c, row, r);
	text_cut(&cut, r->why.data, cols - why, CUT_END, !view->look.utf8);
	if (cols > why)
		canvas_puts(c, row, why, STYLE_DIM, cut.data);
	str_release(&cut);
}

static void draw_header(struct canvas *c)
{
	int cols = c->clip.cols;

	canvas_puts(c, 1, 2, STYLE_DIM, _("SOURCE"));
	canvas_puts(c, 1, 14, STYLE_DIM, _("STATE"));
	if (cols >= 60) {
		canvas_rfield(c, 1, 22, 6, STYLE_DIM, _("EVENTS"));
		canvas_rfield(c, 1, 29, 6, STYLE_DIM, _("RATE"));
		canvas_rfield(c, 1, 36, 5, STYLE_DIM, _("LOST"));
	}
	canvas_puts(c, 1, why_col(cols), STYLE_DIM, _("WHY"));
}

static void draw_title(const struct view *view, struct canvas *c, bool focused)
{
	const struct process *p = view_process(view);
	struct str left = STR_INIT;

	/* TRANSLATORS: how many of all sources are on */
	str_addf(&left, _("9 Sources  %d of %ld on"),
		 (p && p->space.synced_ns) + traced(view->model) +
		 (traced(view->model) && view->model->perf_known &&
		  view->model->perf.state == SOURCE_ON) +
		 writes_on(p), SOURCES);
	title_rule(c, &view->look, focused, left.data, "");
	str_release(&left);
}

struct put {
	struct canvas *c;
	int row;
};

static void put_line(void *arg, const char *s, size_t n)
{
	struct put *put = arg;
	struct str line = STR_INIT;

	str_add(&line, s, n);
	canvas_puts(put->c, put->row++, 1, STYLE_TEXT, line.data);
	str_release(&line);
}

static void count_line(void *arg, const char *s, size_t n)
{
	(void)s;
	(void)n;
	++*(int *)arg;
}

/* The whole reason of the selected source, at the bottom: what to do stands at
 * its end. */
static void draw_whole_why(const struct view *view, struct canvas *c,
			   const struct source_row *r)
{
	int cols = c->clip.cols, lines = 0;

	if (text_width(r->why.data) <= cols - why_col(cols))
		return;
	text_wrap(r->why.data, cols - 2, count_line, &lines);
	struct put put = { .c = c, .row = c->clip.rows - lines };
	if (put.row - 1 < 2 + SOURCES)
		return;
	struct rect whole = clip_part(c, put.row - 1, 0, 1, cols);
	title_rule(c, &view->look, false, r->name, "");
	canvas_clip(c, whole);
	text_wrap(r->why.data, cols - 2, put_line, &put);
}

static void sources_draw(void *state, struct view *view, struct canvas *c,
			 bool focused)
{
	struct sources_state *s = state;
	style st = focused ? STYLE_SEL : STYLE_SEL_AWAY;

	draw_title(view, c, focused);
	if (c->clip.rows < 3)
		return;
	s->height = c->clip.rows - 2;
	list_keep(&s->list, s->sel, SOURCES, s->height);
	draw_header(c);
	for (long y = 0; y < s->height && s->list.top + y < SOURCES; y++) {
		struct source_row row;

		source_row(&row, view, s->list.top + y);
		draw_row(view, c, 2 + (int)y, &row);
		if (s->list.top + y == s->sel)
			draw_whole_why(view, c, &row);
		str_release(&row.why);
		if (s->list.top + y != s->sel)
			continue;
		canvas_restyle(c, 2 + (int)y, 0, c->clip.cols, st);
		canvas_puts(c, 2 + (int)y, 0, st, ">");
		if (focused)
			canvas_cursor(c, 2 + (int)y, 0, false);
	}
}

static unsigned sources_command(void *state, struct view *view, enum cmd cmd)
{
	struct sources_state *s = state;
	long to = list_move(&s->list, cmd, s->sel, SOURCES,
			    s->height > 0 ? s->height : 1);

	(void)view;
	if (to < 0)
		return 0;
	s->sel = to;
	return CMD_TAKEN | CMD_REDRAW;
}

static const enum cmd sources_bar_cmds[] = { DO_NONE };

const struct pane_ops sources_pane = {
	.id = PANE_SOURCES,
	.name = "sources",
	.new_state = sources_new,
	.free_state = sources_free,
	.draw = sources_draw,
	.command = sources_command,
	.bar = sources_bar_cmds,
};
