/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Details of the selected process, and what mmtop could report about it. */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/picker/pane.h"
#include "ui/process/lines.h"
#include "ui/kit/say.h"
#include "ui/words/source.h"

enum detail_line { LINE_STATE, LINE_MEMORY, LINE_ATTACH, LINE_GIVES, LINES };
/* TRANSLATORS: four labels; at most 9 columns each. */
static const char *const labels[LINES] = {
	[LINE_STATE] = N_("State"), [LINE_MEMORY] = N_("Memory"),
	[LINE_ATTACH] = N_("Attach"), [LINE_GIVES] = N_("Data"),
};
#define TEXT_LEAST 9

struct detail {
	struct canvas *c;
	int row, col;			/* where the text of a line starts */
};

/* Returns the column where the texts start, the same after all labels. */
static int text_col(void)
{
	int col = TEXT_LEAST;

	for (int i = 0; i < LINES; i++)
		if (text_width(_(labels[i])) + 2 > col)
			col = text_width(_(labels[i])) + 2;
	return col;
}

static void put_line(void *arg, const char *s, size_t n)
{
	struct detail *d = arg;
	struct str line = STR_INIT;

	while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\n'))
		n--;
	str_add(&line, s, n);
	canvas_puts(d->c, d->row++, d->col, STYLE_TEXT, line.data);
	str_release(&line);
}

/* Draws the text of a line.  Long text continues on the next rows. */
static void put(struct detail *d, enum detail_line line, const char *text)
{
	int cols = d->c->clip.cols - d->col - 1;

	canvas_field(d->c, d->row, 1, d->col - 2, STYLE_DIM, _(labels[line]));
	text_wrap(text, cols > 1 ? cols : 1, put_line, d);
}

static void state(struct str *s, const struct picks *p, const struct pick *k,
		  uint64_t now_ns)
{
	const struct pick *child;
	size_t n = picks_children(p, k, &child);
	char age[FMT_MAX];

	str_addf(s, "%c %s", k->p.state >= ' ' && k->p.state <= '~' ?
		 k->p.state : '?', process_state_word(k->p.state));
	if (k->p.threads != EV_UNKNOWN)
		str_addf(s, ngettext(", %" PRIu64 " thread",
				     ", %" PRIu64 " threads",
				     (unsigned long)k->p.threads),
			 k->p.threads);
	/* TRANSLATORS: how long ago the process started: "3d04", "2h40" or
	 * "0:11". */
	str_addf(s, _(", started %s ago"), pick_age(age, k, now_ns));
	if (n == 1)
		/* TRANSLATORS: the pid of a process's only child, and the
		 * child's age. */
		str_addf(s, _(", 1 child (%d, %s ago)"), (int)child->p.pid,
			 pick_age(age, child, now_ns));
	else if (n)
		str_addf(s, ngettext(", %zu child", ", %zu children",
				     (unsigned long)n), n);
}

static const char *pss_why(const struct listed_more *m)
{
	switch (m->pss_why) {
	case LISTED_KNOWN: break;
	case LISTED_LATER: return _("is being read");
	case LISTED_NO_MEMORY: return _("n/a: no memory of its own");
	case LISTED_FORBIDDEN: return _("n/a: mmtop may not read it");
	case LISTED_NO_KERNEL: return _("n/a: needs Linux 4.14");
	case LISTED_HUNG: return _("n/a: reading timed out");
	case LISTED_TOO_LARGE: return _("n/a: large (select to read)");
	}
	return "";
}

static void memory(struct str *s, const struct pick *k)
{
	const struct listed_more *m = &k->more;
	char a[FMT_MAX], b[FMT_MAX];

	if (k->p.rss == EV_UNKNOWN) {
		str_adds(s, _("none of its own"));
		return;
	}
	str_addf(s, "RSS %s", fmt_size(a, k->p.rss));
	if (k->p.swap != EV_UNKNOWN)
		/* TRANSLATORS: the amount of swap that a process uses. */
		str_addf(s, _(", swap %s"), fmt_size(a, k->p.swap));
	if (!m->pid)
		return;
	if (m->pss_why == LISTED_KNOWN)
		str_addf(s, ", PSS %s", fmt_size(a, m->pss));
	else
		str_addf(s, ", PSS %s", pss_why(m));
	if (m->cgroup_max != EV_UNKNOWN && m->cgroup_used != EV_UNKNOWN)
		/* TRANSLATORS: the memory of a cgroup: per cent, and its
		 * limit. */
		str_addf(s, _(", cgroup at %s of %s"),
			 fmt_share(a, m->cgroup_used, m->cgroup_max),
			 fmt_size(b, m->cgroup_max));
	else if (m->cgroup_used != EV_UNKNOWN)
		str_adds(s, _(", no cgroup limit"));
}

static void attach(struct str *s, const struct picking *p,
		   const struct pick *k)
{
	const struct pick *child;
	size_t n = picks_children(&p->picks, k, &child);

	str_adds(s, p->attach);
	if (!k->more.pid || k->more.refusal.why != REFUSED_NOT || !n)
		return;
	str_addc(s, ' ');
	str_adds(s, p->follow ? _("Follows its children (F).") :
				    _("Follows no children (F)."));
}

static void gives(struct str *s, const struct pick *k)
{
	const struct listed_more *m = &k->more;
	bool attach = m->refusal.why == REFUSED_NOT;

	if (!m->maps)
		str_adds(s, _("regions n/a"));
	else
		str_adds(s, m->pagemap ? _("regions, pages") :
					 _("regions; pages n/a"));
	if (m->faults && attach)
		str_adds(s, _(", faults (perf)"));
	str_adds(s, ". ");
	if (attach)
		str_adds(s, _("Memory calls need level calls (C)."));
	if (m->faults || !attach)
		return;
	str_addc(s, ' ');
	str_adds(s, _("Faults n/a: "));
	source_why_words(s, m->faults_why, m->faults_value);
}

void pick_detail_draw(const struct picking *p, const struct view *view,
		      struct canvas *c)
{
	const struct pick *k = picks_selected(&p->picks);
	struct detail d = { .c = c, .row = 1, .col = text_col() };
	struct str s = STR_INIT;

	if (k)
		str_addf(&s, "%d %s", (int)k->p.pid, pick_name(k));
	title_rule(c, &view->look, false, s.data, "");
	if (k) {
		str_clear(&s);
		state(&s, &p->picks, k, view->model->now_ns);
		put(&d, LINE_STATE, s.data);
		str_clear(&s);
		memory(&s, k);
		put(&d, LINE_MEMORY, s.data);
		str_clear(&s);
		attach(&s, p, k);
		put(&d, LINE_ATTACH, s.data);
	}
	/* Only the selected process is probed for the data that mmtop could
	 * report.  Before the result is known, an ellipsis is drawn. */
	if (k && k->more.pid && k->p.rss != EV_UNKNOWN &&
	    k->more.refusal.why == REFUSED_NOT) {
		str_clear(&s);
		if (k->more.probed)
			gives(&s, k);
		else
			str_adds(&s, view->look.utf8 ? "…" : "~");
		put(&d, LINE_GIVES, s.data);
	}
	str_release(&s);
}
