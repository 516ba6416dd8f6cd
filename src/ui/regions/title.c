/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/regions/state.h"

#include <libintl.h>

#include "base/fmt.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/regions/columns.h"
#include "ui/kit/say.h"

static void add_order(struct str *s, const struct regions *st,
		      const struct view *view, const struct process *p)
{
	const struct sort *sort = view_sort(view, OVER_REGIONS);
	const struct model *m = view->model;
	char buf[FMT_MAX];

	if (st->rows.changed > MARKS_MAX)
		/* TRANSLATORS: the number of regions that changed in the last 2
		 * s. */
		str_addf(s, _(", ~ %s changed"),
			 fmt_grouped(buf, st->rows.changed));
	else if (p->space.generation > 0 && !p->ended &&
		 m->now_ns < p->space.execed_ns + MARK_PERM_NS)
		str_addf(s, _(", new program (exec %u)"),
			 p->space.generation + 1);
	else if (sort)
		view_order_title(s, sort, region_sort_names);
	else if (st->by == BY_OWNER)
		str_adds(s, _(", by owner"));
	else
		str_adds(s, _(", address order"));
}

/* Appends how old the last complete scan is, if scans are rare. */
static void add_age(struct str *s, const struct view *view,
		    const struct process *p)
{
	uint64_t at = p->usage.counted_ns, now = view->model->now_ns;
	char buf[FMT_MAX];

	if (at && !p->ended && at < now)	/* `at` may be EV_UNKNOWN, the
						 * highest value */
		/* TRANSLATORS: how long ago all regions were scanned: 3.2s. */
		str_addf(s, _(", scanned %s ago"), fmt_ago(buf, now, at));
}

static void add_title(struct str *s, const struct regions *st,
		      const struct view *view, const struct process *p)
{
	char a[FMT_MAX], b[FMT_MAX];

	str_addf(s, "1 %s", _("Regions"));
	if (!p || p->space.synced_ns == 0)
		return;
	str_adds(s, "  ");
	if (p->ended)
		str_addf(s, _("as of %s, "),
			 fmt_when(a, p->ended_ns));
	fmt_grouped(a, st->rows.live);
	long fault = region_rows_fault(&st->rows);
	size_t rows = st->rows.rows.n;
	rows -= fault >= 0 && st->rows.rows.v[fault].fault;
	if (regions_by_kind(st)) {
		str_addf(s, _("%s by kind"), a);
		if (view_sort(view, OVER_REGIONS))
			add_order(s, st, view, p);
		add_age(s, view, p);
		return;
	}
	if (view_filter(view, OVER_REGIONS))
		filter_title(s, st->rows.shown, st->rows.live);
	else if (st->only >= 0)
		str_addf(s, _("%s of %s: %s"), fmt_grouped(b, st->rows.shown),
			 a, region_kind_name_of(st->only));
	else if (st->by == BY_NONE)
		str_adds(s, a);
	else
		str_addf(s, ngettext("%s in %s row", "%s in %s rows",
				     (unsigned long)rows),
			 a, fmt_grouped(b, rows));
	if (rows < st->rows.rows.n)
		/* TRANSLATORS: after the number of rows: there is one more row,
		 * for the fault. */
		str_adds(s, _(" + fault"));
	else
		add_order(s, st, view, p);
	add_age(s, view, p);
}

void regions_title(const struct regions *st, const struct view *view,
		   struct canvas *c, bool focused, const struct process *p)
{
	struct str title = STR_INIT;
	char range[48] = "";
	long n = regions_by_kind(st) ? REGION_KIND_ROWS : (long)st->rows.rows.n;

	add_title(&title, st, view, p);
	if (p && p->space.synced_ns && st->height > 0)
		list_range(&st->list, n, st->height, range);
	title_rule(c, &view->look, focused, title.data, range);
	str_release(&title);
}

void regions_empty(const struct regions *st, const struct view *view,
		   struct canvas *c, const struct process *p)
{
	struct str s = STR_INIT;

	if (!p)
		str_adds(&s, model_captured(view->model) ?
			 _("No frame was captured.") : _("No process yet."));
	else if (p->space.synced_ns == 0 && p->ended)
		str_addf(&s, _("n/a: regions of %d were dropped (only the "
			       "last %d are stored)."), (int)p->pid,
			 MODEL_DEAD_SPACES);
	else if (p->space.synced_ns == 0)
		str_addf(&s, _("Reading the regions of %d %s"), (int)p->pid,
			 view->look.utf8 ? "…" : "...");
	else if (view_filter(view, OVER_REGIONS) && st->rows.live)
		filter_empty(&s, view_filter(view, OVER_REGIONS),
			     key_of(DO_BACK));
	else if (st->only >= 0)
		str_addf(&s, keyed(ngettext("0 of %zu region matches: %s   "
					    "{back} clears it.",
					    "0 of %zu regions match: %s   "
					    "{back} clears it.",
					    (unsigned long)st->rows.live)),
			 st->rows.live, region_kind_name_of(st->only));
	else
		str_addf(&s, _("%d has no regions: exited, or a kernel "
			       "thread."), (int)p->pid);
	canvas_field(c, 1, 1, c->clip.cols - 1, STYLE_DIM, s.data);
	str_release(&s);
}
