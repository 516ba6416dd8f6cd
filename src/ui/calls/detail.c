/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/calls/detail.h"

#include "base/text.h"
#include "event/call.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/say.h"
#include "ui/kit/widgets.h"
#include "ui/words/owner.h"
#include "ui/words/stack.h"
#include "ui/words/what.h"

#define LABEL_COLS 12
/* A longer call or stack is cut, so that the lines below it have room. */
#define LINES_MAX 3

static void put_lines(struct labelled *l, const struct view *view,
		      const char *label, const char *s)
{
	int cols = l->c->clip.cols - LABEL_COLS - 1;
	struct str cut = STR_INIT;

	if (cols < 1)
		return;
	text_cut(&cut, s, cols * LINES_MAX - LINES_MAX, CUT_END,
		 !view->look.utf8);
	labelled_put(l, label, cut.data);
	str_release(&cut);
}

static void put_call(struct labelled *l, const struct view *view,
		     const struct call_row *r)
{
	struct ev_call asked = r->call;
	struct str call = STR_INIT, whole = STR_INIT;
	const char *result;

	asked.phase = PHASE_ENTER;
	call_text(&call, &asked, false);
	call_text(&whole, &r->call, false);
	put_lines(l, view, _("Call"), call.data);
	if (r->open)
		result = _("none yet: the thread is in the call");
	else if (r->call.phase == PHASE_ENTER)
		result = _("n/a: its return was not seen");
	else if (whole.len > call.len + 3)
		result = whole.data + call.len + 3;	/* behind " = " */
	else
		result = whole.data;
	put_lines(l, view, _("Result"), result);
	str_release(&whole);
	str_release(&call);
}

static void put_duration(struct labelled *l, const struct view *view,
			 const struct call_row *r)
{
	struct str out = STR_INIT;
	char buf[FMT_MAX];

	if (r->open || r->call.phase == PHASE_ENTER)
		return;
	str_adds(&out, fmt_duration(buf, r->call.duration_ns));
	if (r->repeats > 1)
		str_addf(&out, ngettext(", the first of %u equal call",
					", the first of %u equal calls",
					r->repeats), r->repeats);
	put_lines(l, view, _("Took"), out.data);
	str_release(&out);
}

/* The address that the call is about; 0: none. */
static uint64_t address_of(const struct ev_call *c)
{
	const struct call_desc *d = call_of(c);

	if (call_gives_address(c) && c->phase != PHASE_ENTER &&
	    !call_failed(c) && call_result_known(c))
		return (uint64_t)c->result;
	return call_args_known(c) && d->args[0].type == ARG_ADDR ?
	       call_arg_value(c, 0) : 0;
}

/* A warning, if malloc made the call, and the functions, innermost first. */
static void put_frames(struct str *out, const struct view *view,
		       const struct backtrace *b)
{
	stack_heap_words(out, b);
	for (size_t i = 0; i < b->frames.n; i++) {
		str_adds(out, i ? " < " : out->len ? " " : "");
		stack_name(out, &b->frames.v[i], !view->look.utf8);
	}
	if (!out->len)
		stack_why_not(out, b, false);
}

static void put_region(struct labelled *l, const struct view *view,
		       const struct call_row *r)
{
	const struct process *p = model_process(view->model, r->pid);
	uint64_t at = address_of(&r->call);
	/* The result of brk is the end of the heap. */
	const struct region *in = !p || !at ? NULL :
		space_find(&p->space, r->call.call == CALL_BRK ? at - 1 : at);
	bool ascii = !view->look.utf8;
	struct str out = STR_INIT;
	char a[FMT_MAX], b[FMT_MAX], size[FMT_MAX], perm[5];

	if (!at) {
		str_adds(&out, _("none: the call names no address"));
	} else if (!in || in->removed_ns) {
		str_addf(&out, _("nothing is mapped at %s now"),
			 fmt_addr(a, at));
	} else {
		str_addf(&out, "%s-%s %s %s ", fmt_addr(a, in->start),
			 fmt_addr(b, in->end),
			 fmt_size(size, in->end - in->start),
			 perm_text(perm, in->perm));
		region_short(&out, in, ascii);
	}
	put_lines(l, view, _("Region"), out.data);
	str_clear(&out);
	if (at && in && !in->removed_ns)
		owner_words(&out, &in->holder, ascii);
	if (out.len)
		put_lines(l, view, _("Owner"), out.data);
	str_release(&out);
}

/* The stack of the thread, while the call holds it. */
static void held_stack(struct str *out, const struct view *view,
		       const struct call_row *r)
{
	const struct backtrace *b = &view->model->backtrace;

	if (b->tid == r->tid && b->time_ns >= r->time_ns)
		put_frames(out, view, b);
	if (!out->len)
		str_adds(out, _("being read"));
}

/* The stack that mmtop stored when the call returned. */
static void past_stack(struct str *out, const struct view *view,
		       const struct call_row *r)
{
	const struct backtrace *b = &view->model->call_stack;
	struct backtrace none = { .why = STACK_NOT_STORED };

	if (b->pid != r->pid || b->mapped != (uint64_t)r->call.result)
		str_adds(out, view_reading(view, _("being read")));
	else
		put_frames(out, view, b->call == r->seq ? b : &none);
}

static void put_stack(struct labelled *l, const struct view *view,
		      const struct call_row *r, bool held)
{
	struct str out = STR_INIT;

	if (held)
		held_stack(&out, view, r);
	else if (call_has_stack(r))
		past_stack(&out, view, r);
	else
		str_adds(&out, keyed(_("n/a: mmtop stores it only for calls "
				       "that map memory without a file. "
				       "{next} holds the thread at its next "
				       "call.")));
	put_lines(l, view, _("Stack"), out.data);
	str_release(&out);
}

bool call_has_stack(const struct call_row *r)
{
	return !r->open && r->call.phase != PHASE_ENTER &&
	       !r->call.error && call_result_known(&r->call) &&
	       call_args_known(&r->call) && call_maps_anonymous(&r->call);
}

void call_detail(struct canvas *c, const struct view *view,
		 const struct call_row *r, bool held)
{
	const struct process *p = model_process(view->model, r->pid);
	const struct task *t = p ? process_task(p, r->tid) : NULL;
	struct labelled l = { .c = c, .row = 1, .col = LABEL_COLS };
	struct str title = STR_INIT;
	char buf[FMT_MAX];

	call_name(&title, &r->call);
	/* TRANSLATORS: a thread and its name follow, then the time. */
	str_addf(&title, _(" by %d "), (int)r->tid);
	if (t || p)
		say_name(&title, &view->look, t ? t->comm : p->comm);
	str_addf(&title, _(" at %s"), fmt_time(buf, r->time_ns));
	title_rule(c, &view->look, false, title.data, "");
	str_release(&title);
	put_call(&l, view, r);
	put_duration(&l, view, r);
	put_region(&l, view, r);
	put_stack(&l, view, r, held);
}
