/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/signals/detail.h"

#include "base/text.h"
#include "event/names.h"
#include "ui/words/fault_place.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/say.h"
#include "ui/words/signal.h"
#include "ui/words/stack.h"
#include "ui/words/what.h"
#include "ui/kit/widgets.h"

#define LABEL_COLS 10

static void add_region(struct str *out, const struct view *view,
		       const struct region *r)
{
	char a[FMT_MAX], size[FMT_MAX], perm[5];

	region_short(out, r, !view->look.utf8);
	str_addf(out, " %s (%s %s)", fmt_addr(a, r->start),
		 fmt_size(size, r->end - r->start), perm_text(perm, r->perm));
}

static void add_below(struct str *out, const struct view *view,
		      const struct region *r, uint64_t addr)
{
	uint64_t past = addr - r->end;
	char buf[FMT_MAX];

	if (past < 1024)
		str_addf(out, ngettext(" %d byte past the end of ",
				       " %d bytes past the end of ",
				       past), (int)past);
	else
		str_addf(out, _(" %s past the end of "), fmt_size(buf, past));
	add_region(out, view, r);
}

/* Appends the regions next to an unmapped address, the nearer one first. */
static void add_neighbours(struct str *out, const struct view *view,
			   const struct fault_place *at, uint64_t addr)
{
	char buf[FMT_MAX];

	if (at->above_first) {
		/* TRANSLATORS: the distance of an address from the region above
		 * it. */
		str_addf(out, _(" %s below "),
			 fmt_size(buf, at->above->start - addr));
		add_region(out, view, at->above);
		if (at->stack)
			fault_place_overflow(out, at);
		else if (at->below)
			str_adds(out, ";");
	}
	if (at->below && !at->stack)
		add_below(out, view, at->below, addr);
	if (at->above && !at->above_first) {
		str_addf(out, at->below ? _("; next above: +%s, ") :
			 _(" next above: +%s, "),
			 fmt_size(buf, at->above->start - addr));
		region_short(out, at->above, !view->look.utf8);
	}
}

static void put_address(struct labelled *l, const struct view *view,
			const struct signal_row *s)
{
	const struct process *p = model_process(view->model, s->pid);
	struct fault_place at = { .in = NULL };
	struct str out = STR_INIT;
	char a[FMT_MAX], b[FMT_MAX];

	if (p)
		fault_place_find(&at, p, s->tid, s->signal.addr, s->time_ns);
	str_addf(&out, "%s: ", fmt_addr(a, s->signal.addr));
	if (s->signal.region_end) {
		str_addf(&out, _("in %s-%s "),
			 fmt_addr(a, s->signal.region_start),
			 fmt_addr(b, s->signal.region_end));
		text_safe(&out, s->signal.region_name.data,
			  s->signal.region_name.len, !view->look.utf8);
		if (at.stack) {
			str_adds(&out, _(" below "));
			region_short(&out, at.stack, !view->look.utf8);
			fault_place_overflow(&out, &at);
		}
	} else {
		str_adds(&out, _("no region."));
		add_neighbours(&out, view, &at, s->signal.addr);
	}
	labelled_put(l, _("Address"), out.data);
	str_release(&out);
}

static void put_sender(struct labelled *l, const struct view *view,
		       const struct signal_row *s)
{
	struct str out = STR_INIT;

	signal_sender(&out, &view->look, s);
	if (s->signal.sender > 0)
		str_addf(&out, _(", user %llu"),
			 (unsigned long long)s->signal.uid);
	if (s->signal.value)
		str_addf(&out, _(", value 0x%llx"),
			 (unsigned long long)s->signal.value);
	labelled_put(l, _("Sender"), out.data);
	str_clear(&out);
	signal_child(&out, s);
	if (out.len)
		labelled_put(l, _("Child"), out.data);
	str_release(&out);
}

static bool is_held(const struct view *view, const struct signal_row *s)
{
	return s->signal.action == SIGNAL_HELD &&
	       view->model->status.state == TARGET_HELD;
}

bool signal_code_place(struct str *out, const struct view *view,
		       const struct signal_row *s)
{
	const struct backtrace *b = &view->model->backtrace;
	char addr[FMT_MAX];

	if (b->tid != s->tid || !b->frames.n || b->time_ns < s->time_ns ||
	    (b->signal != s->signal.signal && !is_held(view, s)))
		return false;
	const struct frame *f = &b->frames.v[0];

	str_addf(out, "%s  ", fmt_addr(addr, f->at.pc));
	stack_where(out, view->model, b, f, true, !view->look.utf8);
	str_adds(out, "  ");
	stack_function(out, f, !view->look.utf8);
	return true;
}

/* Draws where the thread was in its code, if its frames were read. */
static void put_code(struct labelled *l, const struct view *view,
		     const struct signal_row *s)
{
	struct str out = STR_INIT;

	if (signal_code_place(&out, view, s)) {
		str_adds(&out, "   ");
		str_adds(&out, keyed(_("{backtrace}: backtrace")));
	} else if (is_held(view, s)) {
		str_adds(&out, keyed(_("{backtrace}: backtrace")));
	} else {
		str_adds(&out, _("n/a: only read when held or killed by a "
				 "signal"));
	}
	labelled_put(l, _("Code"), out.data);
	str_release(&out);
}

void signal_detail(struct canvas *c, const struct view *view,
		   const struct signal_row *s)
{
	struct labelled l = { .c = c, .row = 1, .col = LABEL_COLS };
	const struct process *p;
	const struct task *t;
	struct str title = STR_INIT;
	char buf[FMT_MAX], name[16];

	if (!s)
		return;
	p = model_process(view->model, s->pid);
	t = p ? process_task(p, s->tid) : NULL;
	str_addf(&title, _("%s %s to %d "), fmt_when(buf, s->time_ns),
		 signal_name(s->signal.signal, name), (int)s->tid);
	if (t)
		say_name(&title, &view->look, t->comm);
	else if (p && s->tid == s->pid)
		say_name(&title, &view->look, p->comm);
	title_rule(c, &view->look, false, title.data, "");
	str_release(&title);
	if (s->signal.has_addr)
		put_address(&l, view, s);
	else
		put_sender(&l, view, s);
	put_code(&l, view, s);
	labelled_put(&l, _("Next"), s->signal.action == SIGNAL_HELD ?
		     keyed(_("{next} delivers it unchanged, {continue} delivers "
			     "it and resumes")) :
		     _("it was delivered unchanged"));
}
