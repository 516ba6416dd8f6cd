/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The Cgroup view, opened with `C`: the control group that limits the process,
 * and the processes that share the limit.
 */
#include <config.h>

#include "ui/process/cgroup.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "event/names.h"
#include "ui/kit/i18n.h"
#include "ui/kit/say.h"
#include "ui/kit/terms.h"
#include "ui/kit/widgets.h"
#include "ui/process/text.h"

/* A slope is only used if it was measured for this long. */
#define SLOPE_NS 2000000000ull
/* Less is shown as 0, in bytes per second. */
#define SLOPE_MIN 512
#define MINUTE 60
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)
/* The time to the limit that is drawn as an error, and as a warning. */
enum { LEFT_ERR = MINUTE, LEFT_WARN = 10 * MINUTE };

/* --- values --------------------------------------------------------------- */

enum unit { SIZE, COUNT, PER_MILLE };

/* A value of struct ev_cgroup. */
struct group_figure {
	const char *name;	/* NULL: the first of its line */
	size_t at;
};
#define FIGURE(name, field) { name, offsetof(struct ev_cgroup, field) }

static uint64_t value_of(const struct ev_cgroup *e, size_t at)
{
	uint64_t v;

	memcpy(&v, (const char *)e + at, sizeof v);
	return v;
}

static const char *value_text(char buf[FMT_MAX], uint64_t v, enum unit unit)
{
	if (cgroup_error(v))
		return _("n/a");
	if (v == EV_UNKNOWN)
		return _("no limit");
	if (unit == SIZE)
		return fmt_size(buf, v);
	if (unit == COUNT)
		return fmt_grouped(buf, v);
	snprintf(buf, FMT_MAX, "%" PRIu64 ".%" PRIu64 "%%", v / 10, v % 10);
	return buf;
}

/* Appends why a value is n/a: " (memory.peak: ENOENT)". */
static void add_why(struct str *s, const struct ev_cgroup *e, size_t at)
{
	const struct cgroup_source *from = cgroup_source_of(at, e->version);
	int error = cgroup_error(value_of(e, at));
	const char *name = errno_name((uint64_t)error);

	if (error == ENOTSUP)
		str_addf(s, _(" (cgroup version %d does not have it)"),
			 (int)e->version);
	else if (error == ENODATA && from && from->key)
		str_addf(s, _(" (%s has no %s)"), from->file, from->key);
	else if (error)
		str_addf(s, " (%s: %s)", from ? from->file : "?",
			 name ? name : "?");
}

/* Appends "NAME 1.20M   NAME n/a (FILE: ENOENT)".  A value that this version
 * does not have is left out if another is known. */
static void add_figures(struct str *s, const struct ev_cgroup *e,
			const struct group_figure *f, size_t n, enum unit unit)
{
	size_t why = n, shown = 0;
	char buf[FMT_MAX];

	for (size_t i = 0; i < n; i++) {
		uint64_t v = value_of(e, f[i].at);
		int error = cgroup_error(v);

		if (error && why == n)
			why = i;
		if (error == ENOTSUP)
			continue;
		str_addf(s, "%s%s%s%s", shown++ ? "   " : "",
			 f[i].name ? f[i].name : "", f[i].name ? " " : "",
			 value_text(buf, v, unit));
	}
	if (!shown)
		str_adds(s, _("n/a"));
	if (why < n && (!shown || cgroup_error(value_of(e, f[why].at)) !=
				  ENOTSUP))
		add_why(s, e, f[why].at);
}

/* --- lines ---------------------------------------------------------------- */

struct making {
	struct process_lines *st;
	const struct cgroup *c;
	const struct process *p;
	int cols;		/* width of a text */
	bool ascii;
};

/* Appends a hostile path, cut in its middle. */
static void add_path(struct str *s, const struct making *m, const char *path)
{
	struct str safe = STR_INIT;
	int room = m->cols - text_width(s->data);

	text_safe(&safe, path, strlen(path), m->ascii);
	text_cut(s, safe.data, room > 8 ? room : 8, CUT_PATH, m->ascii);
	str_release(&safe);
}

static void line(const struct making *m, const char *label, struct str *s)
{
	process_lines_add(m->st, label, s);
}

/* Appends ", set by this group" or ", set by /a". */
static void add_setter(struct str *s, const struct making *m,
		       const char *path)
{
	if (strcmp(path, m->c->path) == 0) {
		str_adds(s, _(", set by this group"));
	} else {
		str_adds(s, _(", set by "));
		add_path(s, m, path);
	}
}

static void add_group(const struct making *m)
{
	struct str s = STR_INIT;

	str_addf(&s, "v%d  ", (int)m->c->told.version);
	add_path(&s, m, m->c->path);
	line(m, _("Cgroup"), &s);
}

static void add_limit(const struct making *m)
{
	static const struct group_figure max[] = { FIGURE(NULL, max) };
	struct str s = STR_INIT;

	add_figures(&s, &m->c->told, max, 1, SIZE);
	if (*m->c->limit_path)
		add_setter(&s, m, m->c->limit_path);
	line(m, _("Limit"), &s);
}

static void add_used(const struct making *m)
{
	const struct ev_cgroup *e = &m->c->told;
	static const struct group_figure used[] = { FIGURE(NULL, used) };
	const struct group_figure more[] = {
		FIGURE(_("peak"), peak), FIGURE(_("file cache"), cache),
	};
	struct str s = STR_INIT;
	char buf[FMT_MAX];

	add_figures(&s, e, used, 1, SIZE);
	if (!cgroup_error(e->used) && !cgroup_error(e->max) &&
	    e->max != EV_UNKNOWN)
		str_addf(&s, "   %s", fmt_share(buf, e->used, e->max));
	str_adds(&s, "   ");
	add_figures(&s, e, more, sizeof more / sizeof *more, SIZE);
	line(m, _("Used"), &s);
}

/* Appends "4 min 10 s". */
static void add_duration(struct str *s, double seconds)
{
	/* Bounded, as the slope may be tiny. */
	long t = seconds < 1000 * DAY ? (long)seconds : 1000 * DAY;

	if (t < MINUTE)
		str_addf(s, _("%ld s"), t);
	else if (t < HOUR)
		str_addf(s, _("%ld min %ld s"), t / MINUTE, t % MINUTE);
	else if (t < DAY)
		str_addf(s, _("%ld h %ld min"), t / HOUR, t % HOUR / MINUTE);
	else
		str_addf(s, _("%ld d"), t / DAY);
}

/* Appends the time to the limit at this slope, and returns its style. */
static style add_forecast(struct str *s, const struct ev_cgroup *e,
			  const struct rate *slope)
{
	double rate = rate_value(slope), left;
	char buf[FMT_MAX];

	if (e->used >= e->max) {
		str_adds(s, _("none: the limit is reached"));
		return STYLE_ERR;
	}
	if (rate_span(slope) < SLOPE_NS) {
		str_adds(s, _("n/a: the use was measured for less than 2 s"));
		return STYLE_TEXT;
	}
	if (rate < SLOPE_MIN) {
		str_addf(s, rate > -SLOPE_MIN ? _("the use does not grow") :
			 _("the use falls: %s/s"), fmt_rate(buf, rate));
		return STYLE_TEXT;
	}
	left = (double)(e->max - e->used) / rate;
	str_adds(s, _("full in "));
	add_duration(s, left);
	str_addf(s, _(" at %s/s"), fmt_rate(buf, rate));
	return left < LEFT_ERR ? STYLE_ERR :
	       left < LEFT_WARN ? STYLE_WARN : STYLE_TEXT;
}

static void add_left(const struct making *m)
{
	const struct ev_cgroup *e = &m->c->told;
	struct str s = STR_INIT;
	style st = STYLE_TEXT;

	if (cgroup_error(e->used) || cgroup_error(e->max))
		str_adds(&s, _("n/a: the use or the limit is not known"));
	else if (e->max == EV_UNKNOWN)
		str_adds(&s, _("no limit"));
	else if (m->p->ended || m->p->detached)
		str_adds(&s, _("n/a: the process is no longer watched"));
	else
		st = add_forecast(&s, e, &m->p->cgroup_rate);
	line(m, _("Time left"), &s);
	m->st->v[m->st->n - 1].st = st;
}

static void add_high(const struct making *m)
{
	static const struct group_figure high[] = { FIGURE(NULL, high) };
	const struct ev_cgroup *e = &m->c->told;
	struct str s = STR_INIT;

	add_figures(&s, e, high, 1, SIZE);
	if (*m->c->high_path)
		add_setter(&s, m, m->c->high_path);
	line(m, _("High"), &s);
}

static void add_pressure(const struct making *m)
{
	static const struct group_figure shares[] = {
		FIGURE("some", some), FIGURE("full", full),
	};
	const struct ev_cgroup *e = &m->c->told;
	struct str s = STR_INIT;

	add_figures(&s, e, shares, 2, PER_MILLE);
	if (!cgroup_error(e->some) && !cgroup_error(e->full))
		str_adds(&s, _("   of the last 10 s"));
	line(m, _("Pressure"), &s);
}

static void add_events(const struct making *m)
{
	static const struct group_figure counts[] = {
		FIGURE("high", hit_high), FIGURE("max", hit_max),
		FIGURE("oom", oom), FIGURE("oom_kill", oom_kill),
	};
	const struct ev_cgroup *e = &m->c->told;
	struct str s = STR_INIT;

	add_figures(&s, e, counts, sizeof counts / sizeof *counts, COUNT);
	line(m, _("Events"), &s);
	if (e->oom_kill && !cgroup_error(e->oom_kill))
		m->st->v[m->st->n - 1].st = STYLE_WARN;
}

static void add_swap(const struct making *m)
{
	const struct ev_cgroup *e = &m->c->told;
	const struct group_figure swap[] = { FIGURE(NULL, swap) };
	struct str s = STR_INIT;
	char buf[FMT_MAX];

	add_figures(&s, e, swap, 1, SIZE);
	if (!cgroup_error(e->swap) && e->swap_max != EV_UNKNOWN &&
	    !cgroup_error(e->swap_max))
		str_addf(&s, _(" of %s"), fmt_size(buf, e->swap_max));
	else if (!cgroup_error(e->swap))
		str_addf(&s, ", %s", value_text(buf, e->swap_max, SIZE));
	if (e->version == 1 && !cgroup_error(e->swap))
		str_adds(&s, _(" (memory and swap together)"));
	if (m->p->usage_ns && m->p->usage.swap != EV_UNKNOWN)
		str_addf(&s, _("   this process %s"),
			 fmt_size(buf, m->p->usage.swap));
	line(m, _("Swap"), &s);
}

/* Formats the anonymous memory in transparent huge pages, AnonHugePages of
 * smaps, from the pages of the regions: reading smaps would hold up the process.
 * A region of hugetlbfs has an inode. */
static const char *anon_huge(char buf[FMT_MAX], const struct process *p)
{
	uint64_t sum = 0;

	if (!p->space.synced_ns)
		return _("n/a: not read yet");

	for (size_t i = 0; i < p->space.regions.n; i++) {
		const struct region *r = p->space.regions.v[i];
		const struct pages *pages = &r->pages;

		if (r->removed_ns || r->inode || !r->rss)
			continue;
		if (!pages->page_size || pages->scanned < pages->end)
			return _("n/a: not read yet");
		if (pages->huge == EV_UNKNOWN)
			return _("n/a: needs Linux 6.7");
		sum += pages->huge * pages->page_size;
	}
	return fmt_size(buf, sum);
}

static void add_huge(const struct making *m)
{
	static const struct group_figure thp[] = { FIGURE("THP", thp) };
	const struct ev_cgroup *e = &m->c->told;
	int error = cgroup_error(e->hugetlb);
	const char *name = errno_name((uint64_t)error);
	struct str s = STR_INIT;
	char buf[FMT_MAX];

	add_figures(&s, e, thp, 1, SIZE);
	str_addf(&s, _("   this process %s"), anon_huge(buf, m->p));
	line(m, _("Huge pages"), &s);
	str_addf(&s, "hugetlb %s", value_text(buf, e->hugetlb, SIZE));
	if (error == ENOENT)
		str_adds(&s, _(" (no controller)"));
	else if (error)
		str_addf(&s, " (%s)", name ? name : "?");
	if (m->p->usage_ns && m->p->usage.hugetlb != EV_UNKNOWN)
		str_addf(&s, _("   this process %s"),
			 fmt_size(buf, m->p->usage.hugetlb));
	line(m, "", &s);
}

static void add_locked(const struct making *m)
{
	const struct ev_cgroup *e = &m->c->told;
	uint64_t locked = m->p->usage_ns ? m->p->usage.locked : EV_UNKNOWN;
	int error = cgroup_error(e->memlock);
	struct str s = STR_INIT;
	char buf[FMT_MAX];
	const char *name = errno_name((uint64_t)error);

	str_addf(&s, _("this process %s"), locked == EV_UNKNOWN ? _("n/a") :
		 fmt_size(buf, locked));
	str_addf(&s, ", RLIMIT_MEMLOCK %s", value_text(buf, e->memlock, SIZE));
	if (error)
		str_addf(&s, " (limits: %s)", name ? name : "?");
	line(m, _("Locked"), &s);
}

/* --- processes ------------------------------------------------------------ */

static void add_heading(const struct making *m)
{
	const struct ev_cgroup *e = &m->c->told;
	uint64_t read = e->processes > e->unread ? e->processes - e->unread : 0;
	uint64_t hidden = read > m->c->n ? read - m->c->n : 0;
	struct str s = STR_INIT;
	char buf[FMT_MAX];

	str_addf(&s, e->partial ? _("more than %s processes") :
		 _("processes: %s"), fmt_grouped(buf, e->processes));
	str_adds(&s, _(", by RSS"));
	if (hidden)
		str_addf(&s, _(", smaller ones not shown: %s"),
			 fmt_grouped(buf, hidden));
	if (e->unread)
		str_addf(&s, _(", not readable: %s"),
			 fmt_grouped(buf, e->unread));
	process_lines_rule(m->st, &s);
}

static void add_processes(const struct making *m)
{
	add_heading(m);
	for (size_t i = 0; i < m->c->n; i++) {
		const struct cgroup_member *x = &m->c->largest[i];
		bool own = x->pid == m->p->pid;
		struct str s = STR_INIT;
		char buf[FMT_MAX];

		str_addf(&s, "%7d  %6s  ", (int)x->pid, fmt_size(buf, x->rss));
		text_safe(&s, x->comm, strlen(x->comm), m->ascii);
		line(m, own ? _("this one") : "", &s);
	}
}

/* --- all ------------------------------------------------------------------ */

static void add_unknown(const struct making *m)
{
	int error = cgroup_error(m->c->told.used);
	const char *name = errno_name((uint64_t)error);
	struct str s = STR_INIT;

	if (error == ENODEV)
		str_adds(&s, _("n/a: no readable memory controller"));
	else
		str_addf(&s, _("n/a: %s: %s"), "cgroup", name ? name : "?");
	line(m, _("Cgroup"), &s);
}

void cgroup_lines_make(struct process_lines *st, const struct view *view,
		       const struct process *p, int cols)
{
	const struct making m = {
		.st = st, .c = &view->model->cgroup, .p = p,
		.cols = cols - PROCESS_LABEL - 3, .ascii = !view->look.utf8,
	};
	struct str s = STR_INIT;

	process_lines_clear(st);
	if (m.c->pid != p->pid) {
		str_adds(&s, p->ended ? _("n/a: the process has ended") :
			 view_reading(view, _("n/a: not read yet")));
		line(&m, _("Cgroup"), &s);
		return;
	}
	if (!m.c->told.version) {
		add_unknown(&m);
		add_locked(&m);
		return;
	}
	add_group(&m);
	add_limit(&m);
	add_used(&m);
	add_left(&m);
	add_high(&m);
	add_pressure(&m);
	add_events(&m);
	add_swap(&m);
	add_huge(&m);
	add_locked(&m);
	add_processes(&m);
}

/* --- pane ----------------------------------------------------------------- */

static void cgroup_draw(void *state, struct view *view, struct canvas *c,
			bool focused)
{
	const struct process *p = view_process(view);
	struct str s = STR_INIT;

	str_adds(&s, _("Cgroup"));
	if (p) {
		str_addf(&s, _(" of %d "), (int)p->pid);
		say_name(&s, &view->look, p->comm);
	}
	title_rule(c, &view->look, focused, s.data, _("Esc closes"));
	str_release(&s);
	process_text_draw(state, view, c, p, cgroup_lines_make);
}

static const enum cmd cgroup_bar[] = { DO_BACK, DO_NONE };

static const struct term group_part_list[] = {
	{ N_("Cgroup"),
	  N_("Version and path of the control group (cgroup) of the process."),
	  .st = STYLE_KEY },
	{ N_("Limit"),
	  N_("The tightest limit, and the group that sets it: this group or "
	     "one above it."), .st = STYLE_KEY },
	{ N_("Used"),
	  N_("Memory of the group that sets the limit. The kernel can free "
	     "most of the file cache."), .st = STYLE_KEY },
	{ N_("Time left"),
	  N_("Time to the limit if the use grows as in the last seconds."),
	  .st = STYLE_KEY },
	{ N_("High"),
	  N_("Above this size the kernel slows the group down."),
	  .st = STYLE_KEY },
	{ N_("Pressure"),
	  N_("Share of time in which some or all tasks of the group waited "
	     "for memory."), .st = STYLE_KEY },
	{ N_("Events"),
	  N_("How often the group reached high and max, ran out of memory, "
	     "and how many processes were killed for it."),
	  .st = STYLE_KEY },
	{ N_("Swap"), N_("Swapped memory of the group, and its limit."),
	  .st = STYLE_KEY },
	{ N_("Huge pages"),
	  N_("THP: transparent huge pages, of the process only anonymous "
	     "ones; hugetlb: reserved huge pages."),
	  .st = STYLE_KEY },
	{ N_("Locked"),
	  N_("Memory that cannot be swapped, and its limit."),
	  .st = STYLE_KEY },
};
static const struct terms_part group_part =
	TERMS_PART(N_("LINES"), group_part_list);

static const struct terms_part *const terms[] = {
	&group_part, &terms_common, NULL,
};

const struct pane_ops cgroup_pane = {
	.id = PANE_CGROUP,
	.name = "cgroup",
	.title = N_("Cgroup"),
	.terms = terms,
	.of_one = true,
	.new_state = process_text_new,
	.free_state = process_text_free,
	.draw = cgroup_draw,
	.command = process_text_command,
	.scroll = process_text_scroll,
	.bar = cgroup_bar,
};
