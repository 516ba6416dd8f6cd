/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/ending.h"

#include <string.h>

#include "app/i18n.h"
#include "base/fmt.h"
#include "base/str.h"
#include "base/text.h"
#include "event/call.h"
#include "event/names.h"
#include "ui/what.h"
#include "ui/widgets.h"

enum { LINES = 4 };

struct lines {
	struct str s[LINES];
	int n;
};

/* The signal that ended the main process, as it came; NULL: not seen. */
static const struct signal_row *last_blow(const struct model *m,
					  const struct process *p)
{
	uint64_t sig = (uint64_t)m->status.exit_signal;

	for (uint64_t seq = m->signals_last; seq; seq--) {
		const struct signal_row *s = model_signal(m, seq);
		if (!s)
			break;
		if (s->pid == p->pid && s->signal.signal == sig)
			return s;
	}
	return NULL;
}

static void add_task(struct str *out, const struct process *p, pid_t tid,
		     bool ascii)
{
	const struct task *t = process_task(p, tid);

	str_addf(out, "%d", (int)tid);
	/* A thread that is gone has taken its name with it. */
	if (!t && tid != p->pid)
		return;
	str_addc(out, ' ');
	text_safe(out, t ? t->comm : p->comm,
		  strlen(t ? t->comm : p->comm), ascii);
}

static void add_region(struct str *out, const struct region *r, bool ascii)
{
	char a[FMT_MAX], b[FMT_MAX], size[FMT_MAX], perm[5];

	str_addf(out, "%s-%s  %s %s  ", fmt_addr(a, r->start),
		 fmt_addr(b, r->end), fmt_size(size, r->end - r->start),
		 perm_text(perm, r->perm));
	region_what(out, r, ascii);
}

/* What lay at the address, or what lies nearest below and above it. */
static void word_place(struct lines *l, const struct process *p, uint64_t addr,
		       bool ascii)
{
	const struct region *in = space_find(&p->space, addr);
	const struct region *below = NULL, *above = NULL;
	char size[FMT_MAX], where[FMT_MAX];

	if (in) {
		str_adds(&l->s[l->n], _("in "));
		add_region(&l->s[l->n++], in, ascii);
		below = in;
	}
	for (size_t i = 0; !in && i < p->space.regions.n; i++) {
		const struct region *r = p->space.regions.v[i];
		if (r->removed_ns)
			continue;
		if (r->end <= addr)
			below = r;
		if (r->start > addr && !above)
			above = r;
	}
	if (!in && below) {
		uint64_t past = addr - below->end;
		/* TRANSLATORS: a region's addresses follow. */
		str_addf(&l->s[l->n], past < 1024 ?
			 ngettext("%s byte past the end of ",
				  "%s bytes past the end of ", past) :
			 _("%s past the end of "),
			 past < 1024 ? fmt_grouped(size, past) :
			 fmt_size(size, past));
		add_region(&l->s[l->n++], below, ascii);
	}
	if (above) {
		str_addf(&l->s[l->n], _("next region above: +%s  %s "),
			 fmt_size(size, above->start - addr),
			 fmt_addr(where, above->start));
		region_what(&l->s[l->n++], above, ascii);
	}
	const struct call_desc *born = below && below->born.known ?
				       call_by_id(below->born.call) : NULL;
	if (born && l->n < LINES)
		/* TRANSLATORS: address, time, system call, task. */
		str_addf(&l->s[l->n++], _("%s was born at %s by %s of %d"),
			 fmt_addr(where, below->start),
			 fmt_when(size, below->born.time_ns), born->name,
			 (int)below->born.tid);
}

static void word_signal(struct lines *l, const struct process *p,
			const struct signal_row *s, bool ascii)
{
	const struct ev_signal *g = &s->signal;
	const char *code = signal_code_name(g->signal, g->code);
	char name[16], where[FMT_MAX];
	struct str *out = &l->s[l->n++];

	signal_name(g->signal, name);
	add_task(out, p, s->tid, ascii);
	if (g->has_addr) {
		str_addf(out, _(" used %s: %s"), fmt_addr(where, g->addr),
			 name);
		if (code)
			str_addf(out, ", %s", code);
		if (code && !strcmp(code, "SEGV_MAPERR"))
			str_adds(out, _(" (nothing mapped)"));
		else if (code && !strcmp(code, "SEGV_ACCERR"))
			str_adds(out, _(" (not permitted there)"));
		word_place(l, p, g->addr, ascii);
		return;
	}
	str_addf(out, _(" got %s"), name);
	if (code)
		str_addf(out, ", %s", code);
	if (g->sender > 0) {
		str_addf(out, _(", from %d"), (int)g->sender);
		if (s->sender_comm[0])
			str_addc(out, ' ');
		text_safe(out, s->sender_comm, strlen(s->sender_comm), ascii);
	}
}

void ending_draw(const struct view *view, struct canvas *c)
{
	const struct model *m = view->model;
	const struct process *p = model_main(m);
	bool ascii = !view->look.utf8;
	struct lines l = { .n = 0 };
	char name[16];

	for (int i = 0; i < LINES; i++)
		l.s[i] = (struct str)STR_INIT;
	title_rule(c, &view->look, false, _("At the end"), "");
	const struct signal_row *s = p ? last_blow(m, p) : NULL;
	if (s)
		word_signal(&l, p, s, ascii);
	else if (p)
		/* SIGKILL is never seen to arrive. */
		str_addf(&l.s[l.n++], _("%d was ended by %s; who sent it is "
					"n/a: it is delivered unseen."),
			 (int)p->pid,
			 signal_name((uint64_t)m->status.exit_signal, name));
	for (int i = 0; i < LINES; i++) {
		struct str cut = STR_INIT;
		text_cut(&cut, l.s[i].data, c->clip.cols - (i ? 4 : 2),
			 CUT_END, ascii);
		canvas_puts(c, i + 1, i ? 3 : 1, STYLE_TEXT, cut.data);
		str_release(&cut);
		str_release(&l.s[i]);
	}
}
