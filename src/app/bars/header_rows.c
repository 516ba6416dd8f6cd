/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/bars/header_rows.h"

#include <stdio.h>
#include <string.h>

#include "app/i18n.h"
#include "base/fmt.h"
#include "base/text.h"
#include "ui/kit/say.h"
#include "ui/kit/widgets.h"
#include "ui/processes/rows.h"

/* The cgroup field is coloured when the used memory reaches these percentages
 * of the limit. */
enum { CGROUP_WARN = 80, CGROUP_ERR = 95 };
/* Fields that can become narrower are not narrower than this. */
enum { SPARK_MIN = 6, BAR_MIN = 10, PEAK_NAME_COLS = 9 };

/*
 * A field of a status row.  Fields are drawn from left to right in the order of
 * the array.  If room is short, the field with the highest `order` is dropped
 * first.
 */
struct field {
	int order;
	int cols;			/* width of the slot, without the gap
					 * after it */
	char text[64];
	style st;
	int spark;			/* width of a sparkline that is drawn
					 * instead of text; 0: none */
	int bar;			/* width of a share bar after the text;
					 * 0: none */
	uint64_t part, whole;
};

/* Copies s with blanks before it, so that it has `cols` columns; printf() would
 * count bytes instead of columns. */
static const char *pad(char buf[FMT_MAX], const char *s, int cols)
{
	int blanks = cols - text_width(s);

	snprintf(buf, FMT_MAX, "%*s%s", blanks > 0 ? blanks : 0, "", s);
	return buf;
}

static const char *size_or_na(char buf[FMT_MAX], uint64_t v)
{
	/* TRANSLATORS: not available; at most 5 columns. */
	return v == EV_UNKNOWN ? _("n/a") : fmt_size(buf, v);
}

/* Like size_or_na(), but always five columns wide. */
static const char *size_five(char buf[FMT_MAX], uint64_t v)
{
	char number[FMT_MAX];

	return pad(buf, size_or_na(number, v), 5);
}

/* Widens the slot of each field whose translated text is wider. */
static void widen(struct field *f, int n)
{
	for (int i = 0; i < n; i++) {
		int width = text_width(f[i].text) + (f[i].bar ? 1 : 0) +
			    f[i].bar;
		if (!f[i].spark && f[i].cols < width)
			f[i].cols = width;
	}
}

/* Makes a sparkline or a bar narrower, so that `excess` columns become free. */
static bool shorten_bar(struct field *f, int n, int excess)
{
	for (int i = 0; i < n; i++) {
		int *part = f[i].spark ? &f[i].spark : &f[i].bar;

		if (f[i].cols < 0 || *part - excess <
		    (f[i].spark ? SPARK_MIN : BAR_MIN))
			continue;
		*part -= excess;
		f[i].cols -= excess;
		return true;
	}
	return false;
}

/* Drops fields, the least important first, until the other fields fit. */
static void fit(struct field *f, int n, int cols)
{
	widen(f, n);
	for (;;) {
		int width = 1, worst = -1;
		for (int i = 0; i < n; i++) {
			if (f[i].cols < 0)
				continue;
			width += f[i].cols + (f[i].spark ? 1 : 2);
			if (worst < 0 || f[i].order > f[worst].order)
				worst = i;
		}
		/* The gap after the last field may be cut off. */
		int excess = width - 2 - cols;
		if (excess <= 0 || worst < 0)
			return;
		if (!shorten_bar(f, n, excess))
			f[worst].cols = -1;
	}
}

static void draw(struct canvas *c, const struct look *look, int row,
		 const struct field *f, int n, const struct spark *s)
{
	int col = 1;

	for (int i = 0; i < n; i++) {
		if (f[i].cols < 0)
			continue;
		if (f[i].spark) {
			/* A sparkline has one blank before it, not two. */
			sparkline(c, look, row, col - 1, f[i].spark, s);
			col += f[i].cols + 1;
			continue;
		}
		int end = canvas_puts(c, row, col, f[i].st, f[i].text);
		if (f[i].bar)
			share_bar(c, look, row, end + 1, f[i].bar, f[i].part,
				  f[i].whole);
		col += f[i].cols + 2;
	}
}

/* Formats a rate per second in at most four columns, because a wider text would
 * move the fields after it.  "-" if the rate is unknown. */
static const char *per_second(char buf[FMT_MAX], const struct rate *r)
{
	static const char units[] = " kMG";
	double v = rate_value(r);
	size_t u = 0;

	if (!rate_known(r))
		return "-";
	if (v < 999.5)
		return fmt_count(buf, v <= 0 ? 0 : (uint64_t)(v + 0.5));
	for (; v >= 999.5 && units[u + 1]; u++)
		v /= 1000;
	snprintf(buf, FMT_MAX, v < 9.95 ? "%.1f%c" : "%.0f%c", v, units[u]);
	return buf;
}

/* Returns 0 if the shown values are current.  Otherwise, returns their time:
 * when the process was detached, or when the machine was last sampled. */
static uint64_t old_since(const struct header *h, const struct model *m,
			  const struct process *p)
{
	if (p && p->detached)
		return p->detached_ns;
	return model_in_gap(m, h->now_ns) ? m->system_ns : 0;
}

static void old_rss_field(struct field *f, const struct header *h,
			  const struct process *p, uint64_t since_ns)
{
	char a[FMT_MAX], b[FMT_MAX];

	*f = (struct field){ .order = 0, .cols = 18, .st = STYLE_DIM };
	/* TRANSLATORS: resident memory: its size, and how long ago that size
	 * was measured.  At most 18 columns with the numbers. */
	snprintf(f->text, sizeof f->text, _("RSS %6s %s ago"),
		 p->usage.rss == EV_UNKNOWN ? _("n/a") :
		 old_size(a, p->usage.rss), fmt_ago(b, h->now_ns, since_ns));
}

static void rss_field(struct field *f, const struct process *p, bool ended)
{
	char a[FMT_MAX], b[FMT_MAX];
	bool known = p && p->usage_ns;

	*f = (struct field){ .order = 0, .cols = 18, .st = STYLE_TEXT };
	if (ended)
		snprintf(f->text, sizeof f->text, _("RSS %5s   final"),
			 size_five(a, known ? p->usage.rss : EV_UNKNOWN));
	else if (known && rate_known(&p->rss_rate))
		snprintf(f->text, sizeof f->text, "RSS %5s %6s/s",
			 size_five(a, p->usage.rss),
			 fmt_rate(b, rate_value(&p->rss_rate)));
	else
		snprintf(f->text, sizeof f->text, "RSS %5s",
			 size_five(a, known ? p->usage.rss : EV_UNKNOWN));
}

static void cgroup_field(struct field *f, const struct process *p, bool wide)
{
	char a[FMT_MAX], b[FMT_MAX], share[FMT_MAX];
	uint64_t used = EV_UNKNOWN, max = EV_UNKNOWN;

	if (p && p->usage_ns) {
		used = p->usage.cgroup_used;
		max = p->usage.cgroup_max;
	}
	*f = (struct field){ .order = 2, .cols = wide ? 22 : 18,
			     .st = STYLE_TEXT };
	const char *limit = max == EV_UNKNOWN ? pad(b, _("none"), 5) :
			    fmt_size(b, max);
	if (used == EV_UNKNOWN) {
		snprintf(f->text, sizeof f->text, _("cgroup   n/a"));
		return;
	}
	/* TRANSLATORS: memory used in the cgroup and its limit.  At most 6
	 * columns before the numbers. */
	snprintf(f->text, sizeof f->text, _("cgroup %5s/%5s"),
		 fmt_size(a, used), limit);
	if (max == EV_UNKNOWN || !max)
		return;
	if (wide) {
		size_t n = 0;
		while (f->text[n])
			n++;
		snprintf(f->text + n, sizeof f->text - n, " %s",
			 fmt_share(share, used, max));
	}
	double full = (double)used * 100.0 / (double)max;
	f->st = full >= CGROUP_ERR ? STYLE_ERR :
		full >= CGROUP_WARN ? STYLE_WARN : STYLE_TEXT;
}

static void fault_field(struct field *f, const struct process *p, int cols)
{
	static const struct rate unknown;
	char a[FMT_MAX], b[FMT_MAX];
	const struct rate *r = p ? &p->fault_rate : &unknown;
	const struct rate *major = p ? &p->majflt_rate : &unknown;

	*f = (struct field){ .order = 4, .st = STYLE_TEXT };
	if (cols >= 140) {
		f->cols = 30;
		snprintf(f->text, sizeof f->text,
			 _("faults %4s/s minor %2s/s major"),
			 per_second(a, r), per_second(b, major));
	} else {
		f->cols = 13;
		/* TRANSLATORS: page faults; at most 12 columns before the
		 * number. */
		snprintf(f->text, sizeof f->text, _("faults %4s/s"),
			 per_second(a, r));
	}
}

static int live_fields(struct field *f, const struct header *h,
		       const struct model *m, const struct process *p,
		       int cols)
{
	static const struct rate unknown;
	char a[FMT_MAX];
	bool wide = cols >= 100, known = p && p->usage_ns;
	uint64_t since_ns = known ? old_since(h, m, p) : 0, tree;
	size_t live;
	int n = 0;

	if (since_ns)
		old_rss_field(&f[n++], h, p, since_ns);
	else
		rss_field(&f[n++], p, false);
	/* If the values are old, all fields but RSS are shown as unknown. */
	if (since_ns)
		p = NULL;
	known &= p != NULL;
	f[n++] = (struct field){ .order = 7, .cols = wide ? 20 : 12,
				 .spark = wide ? 20 : 12 };
	tree = processes_rss(m, &live);
	if (live > 1 && tree && !since_ns) {
		f[n] = (struct field){ .order = 1, .cols = 10,
				       .st = STYLE_TEXT };
		/* TRANSLATORS: the sum of the RSS of all processes; at most 4
		 * columns before the number. */
		snprintf(f[n++].text, sizeof f->text, _("tree %s"),
			 size_five(a, tree));
	}
	/* Next to the sum of the tree, a narrow row has room for the sparkline
	 * or for `virt'. */
	f[n] = (struct field){ .order = n > 2 && !wide ? 8 : 6, .cols = 10,
			       .st = STYLE_TEXT };
	/* TRANSLATORS: virtual memory: the size of all mapped addresses; at
	 * most 4 columns. */
	snprintf(f[n++].text, sizeof f->text, _("virt %s"),
		 size_or_na(a, known ? p->usage.virt : EV_UNKNOWN));
	bool swapped = known && p->usage.swap && p->usage.swap != EV_UNKNOWN;
	/* A narrow row has no room for a swap of 0. */
	f[n] = (struct field){ .order = swapped ? 3 : wide ? 6 : 8,
			       .cols = wide ? 10 : 6,
			       .st = swapped ? STYLE_WARN : STYLE_TEXT };
	snprintf(f[n++].text, sizeof f->text, wide ? _("swap %5s") :
		 _("swap %s"), (wide ? size_five : size_or_na)
		 (a, known ? p->usage.swap : EV_UNKNOWN));
	fault_field(&f[n++], p, cols);
	if (wide) {
		f[n] = (struct field){ .order = 5, .cols = 12,
				       .st = STYLE_TEXT };
		if (m->status_ns && !model_calls_reported(m))
			snprintf(f[n++].text, sizeof f->text, _("calls %4s"),
				 pad(a, _("n/a"), 4));
		else
			snprintf(f[n++].text, sizeof f->text, _("calls %4s/s"),
				 per_second(a, p ? &m->call_rate : &unknown));
	}
	cgroup_field(&f[n++], p, wide);
	return n;
}

/* The peak of a process that is not the main one, with its name. */
static void peak_of_other(struct field *f, const struct process *p, bool ascii)
{
	struct str name = STR_INIT, cut = STR_INIT;
	char a[FMT_MAX];

	text_safe(&name, p->comm, strlen(p->comm), ascii);
	text_cut(&cut, name.data, PEAK_NAME_COLS, CUT_END, ascii);
	/* TRANSLATORS: the largest peak of RSS, and the name of its process; at
	 * most 4 columns before the number. */
	snprintf(f->text, sizeof f->text, _("peak %5s %s"),
		 fmt_size(a, p->peak_rss), cut.data);
	str_release(&name);
	str_release(&cut);
}

/* Makes the fields of a process that has ended; they show totals. */
static int final_fields(struct field *f, const struct model *m,
			const struct process *p, int cols, bool ascii)
{
	const struct process *most = processes_peak(m);
	char a[FMT_MAX], when[16];
	int n = 0;
	bool known = p && p->usage_ns;
	uint64_t faults = EV_UNKNOWN;

	rss_field(&f[n++], p, true);
	f[n++] = (struct field){ .order = 7, .cols = cols >= 100 ? 20 : 12,
				 .spark = cols >= 100 ? 20 : 12 };
	f[n] = (struct field){ .order = 2, .cols = 20, .st = STYLE_TEXT };
	if (most && most == p)
		snprintf(f[n].text, sizeof f->text, _("peak %5s at %s"),
			 fmt_size(a, p->peak_rss),
			 header_time(when, sizeof when, p->peak_ns));
	else if (most)
		peak_of_other(&f[n], most, ascii);
	n++;
	if (known && p->usage.minflt != EV_UNKNOWN &&
	    p->usage.majflt != EV_UNKNOWN)
		faults = p->usage.minflt + p->usage.majflt;
	f[n] = (struct field){ .order = 4, .cols = 11, .st = STYLE_TEXT };
	snprintf(f[n++].text, sizeof f->text, _("faults %4s"),
		 faults == EV_UNKNOWN ? pad(a, _("n/a"), 4) :
		 fmt_count(a, faults));
	f[n] = (struct field){ .order = 5, .cols = 11, .st = STYLE_TEXT };
	snprintf(f[n++].text, sizeof f->text, _("calls %4s"),
		 m->calls_total || model_calls_reported(m) ?
		 fmt_count(a, m->calls_total) : pad(a, _("n/a"), 4));
	/* The memory limit of the cgroup may be the reason why the process
	 * ended. */
	cgroup_field(&f[n], p, cols >= 100);
	f[n].order = 3;
	return n + 1;
}

/* Makes the fields of system-wide mode, in which mmtop has only sums over all
 * processes. */
static int system_wide_fields(struct field *f, const struct model *m)
{
	char a[FMT_MAX];
	bool perf = m->perf_known && m->perf.state == SOURCE_ON;
	int n = 0;

	f[n] = (struct field){ .order = 0, .cols = 12, .st = STYLE_TEXT };
	snprintf(f[n++].text, sizeof f->text, _("calls %4s/s"),
		 per_second(a, &m->call_rate));
	f[n] = (struct field){ .order = 1, .cols = 13, .st = STYLE_TEXT };
	if (perf)
		snprintf(f[n++].text, sizeof f->text, _("faults %4s/s"),
			 per_second(a, &m->faults_rate));
	else
		snprintf(f[n++].text, sizeof f->text, _("faults %s"),
			 _("n/a"));
	return n;
}

static int captured_fields(struct field *f, const struct model *m)
{
	size_t regions = 0;
	char a[FMT_MAX];
	int n = 0;

	for (size_t i = 0; i < m->processes.n; i++)
		regions += m->processes.v[i]->space.live;
	f[n] = (struct field){ .order = 1, .cols = 16, .st = STYLE_TEXT };
	/* TRANSLATORS: numbers of captured processes, regions and frames
	 * (states in time); at most 10 columns each. */
	snprintf(f[n++].text, sizeof f->text, _("processes %s"),
		 fmt_grouped(a, m->processes.n));
	f[n] = (struct field){ .order = 2, .cols = 16, .st = STYLE_TEXT };
	snprintf(f[n++].text, sizeof f->text, _("regions %s"),
		 fmt_grouped(a, regions));
	f[n] = (struct field){ .order = 0, .cols = 16, .st = STYLE_TEXT };
	snprintf(f[n++].text, sizeof f->text, _("frames %s"),
		 fmt_grouped(a, m->status.stops));
	return n;
}

void header_process_row(const struct header *h, const struct model *m,
			const struct look *look, struct canvas *c, int row)
{
	struct field f[9];
	const struct process *p = model_main(m);

	if (model_is_system_wide(m)) {
		int parts = system_wide_fields(f, m);

		fit(f, parts, c->cols);
		draw(c, look, row, f, parts, NULL);
		return;
	}
	if (model_captured(m)) {
		int parts = captured_fields(f, m);

		fit(f, parts, c->cols);
		draw(c, look, row, f, parts, NULL);
		return;
	}
	bool ended = m->status_ns && m->status.state == TARGET_ENDED;
	int n = ended ? final_fields(f, m, p, c->cols, !look->utf8) :
		live_fields(f, h, m, p, c->cols);

	fit(f, n, c->cols);
	draw(c, look, row, f, n, &m->rss_spark);
}

static void system_size(struct field *f, int order, const char *name,
			uint64_t v)
{
	char a[FMT_MAX];

	*f = (struct field){ .order = order, .st = STYLE_TEXT };
	snprintf(f->text, sizeof f->text, "%s %s", name, size_five(a, v));
	f->cols = text_width(name) + 6;
}

static void psi_field(struct field *f, const struct ev_system *s, bool wide)
{
	*f = (struct field){ .order = 7, .cols = wide ? 31 : 14,
			     .st = STYLE_TEXT };
	if (s->psi_some_10 == EV_UNKNOWN) {
		snprintf(f->text, sizeof f->text, _("pressure n/a"));
		return;
	}
	unsigned some = (unsigned)s->psi_some_10;
	unsigned full = s->psi_full_10 == EV_UNKNOWN ? 0 :
			(unsigned)s->psi_full_10;
	if (wide)
		snprintf(f->text, sizeof f->text,
			 /* TRANSLATORS: shares of the time in which some task,
			  * or all tasks, waited for memory. */
			 _("pressure some %2u.%u%% full %2u.%u%%"), some / 10,
			 some % 10, full / 10, full % 10);
	else
		/* TRANSLATORS: the kernel's "pressure stall information"; at
		 * most 8 columns before the number. */
		snprintf(f->text, sizeof f->text, _("pressure %2u.%u%%"),
			 some / 10, some % 10);
}

void header_system_row(const struct model *m, const struct look *look,
		       struct canvas *c, int row)
{
	const struct ev_system *s = &m->system;
	bool wide = c->cols >= 140;
	struct field f[10];
	char a[FMT_MAX], b[FMT_MAX];
	int n = 0, bar = wide ? 36 : 26;

	if (!m->system_ns) {
		canvas_printf(c, row, 1, STYLE_DIM, _("Mem %5s"),
			      pad(a, look->utf8 ? "…" : "~", 5));
		return;
	}
	f[n] = (struct field){ .order = 0, .cols = 10 + bar, .bar = bar,
			       .st = STYLE_TEXT, .part = s->used,
			       .whole = s->total };
	/* TRANSLATORS: the machine's memory; at most 3 columns. */
	snprintf(f[n++].text, sizeof f->text, _("Mem %5s"),
		 size_five(a, s->total));
	/* TRANSLATORS: used, available and cached memory; at most 9 columns
	 * each. */
	system_size(&f[n++], 1, _("used"), s->used);
	system_size(&f[n++], 2, _("available"), s->available);
	system_size(&f[n++], 4, _("cache"), s->cached);
	if (wide) {
		system_size(&f[n++], 5, _("dirty"), s->dirty);
		system_size(&f[n++], 6, _("slab"), s->slab);
	}
	uint64_t swap = s->swap_total == EV_UNKNOWN ||
			s->swap_free == EV_UNKNOWN ? EV_UNKNOWN :
			s->swap_total - s->swap_free;
	f[n] = (struct field){ .order = 3, .cols = 16, .st = STYLE_TEXT };
	snprintf(f[n++].text, sizeof f->text, _("swap %5s/%s"),
		 size_five(a, swap), size_or_na(b, s->swap_total));
	psi_field(&f[n++], s, wide);
	if (m->period_ns && !wide) {
		f[n] = (struct field){ .order = 8, .cols = 13,
				       .st = STYLE_DIM };
		snprintf(f[n++].text, sizeof f->text, _("refresh %u.%us"),
			 (unsigned)(m->period_ns / 1000000000u),
			 (unsigned)(m->period_ns / 100000000u % 10));
	}
	fit(f, n, c->cols);
	draw(c, look, row, f, n, NULL);
}
