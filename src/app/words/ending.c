/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/words/ending.h"

#include <string.h>

#include "app/i18n.h"
#include "app/words/notes.h"
#include "base/fmt.h"
#include "base/str.h"
#include "base/text.h"
#include "event/call.h"
#include "event/names.h"
#include "ui/words/fault_place.h"
#include "ui/signals/detail.h"
#include "ui/words/what.h"
#include "ui/kit/widgets.h"

enum { LINES = 4 };

struct ending_lines {
	struct str s[LINES];
	int n;
};

/* Returns the signal that ended the main process; NULL if no event has reported
 * it. */
static const struct signal_row *fatal_signal(const struct model *m,
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
	/* If a thread other than the main one has exited, its name is not
	 * known. */
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

static void word_below(struct ending_lines *l, const struct region *r,
		       uint64_t addr, bool ascii)
{
	uint64_t past = addr - r->end;
	char size[FMT_MAX];

	/* TRANSLATORS: the addresses of a region follow. */
	str_addf(&l->s[l->n], past < 1024 ?
		 ngettext("%s byte past the end of ",
			  "%s bytes past the end of ", past) :
		 _("%s past the end of "),
		 past < 1024 ? fmt_grouped(size, past) : fmt_size(size, past));
	add_region(&l->s[l->n++], r, ascii);
}

static void word_above(struct ending_lines *l, const struct fault_place *at,
		       uint64_t addr, bool ascii)
{
	char size[FMT_MAX], where[FMT_MAX];
	struct str *out = &l->s[l->n++];

	if (!at->above_first) {
		str_addf(out, _("next region above: +%s  %s "),
			 fmt_size(size, at->above->start - addr),
			 fmt_addr(where, at->above->start));
		region_what(out, at->above, ascii);
		return;
	}
	str_addf(out, _("%s below "), fmt_size(size, at->above->start - addr));
	if (at->stack) {
		region_what(out, at->above, ascii);
		fault_place_overflow(out, at);
	} else {
		add_region(out, at->above, ascii);
	}
}

static void word_in(struct ending_lines *l, const struct fault_place *at,
		    bool ascii)
{
	struct str *out = &l->s[l->n++];

	if (at->stack) {
		str_adds(out, _("in the guard below "));
		region_what(out, at->stack, ascii);
		fault_place_overflow(out, at);
		return;
	}
	str_adds(out, _("in "));
	add_region(out, at->in, ascii);
}

/* Appends the region that contains the address, or else the nearest region.
 * Also appends the next region above the address. */
static void word_place(struct ending_lines *l, const struct fault_place *at,
		       uint64_t addr, bool ascii)
{
	if (at->in)
		word_in(l, at, ascii);
	else if (at->above_first)
		word_above(l, at, addr, ascii);
	if (at->below && !at->in)
		word_below(l, at->below, addr, ascii);
	if (at->above && (at->in ? !at->stack : !at->above_first)) {
		struct fault_place next = *at;

		next.above_first = false;
		word_above(l, &next, addr, ascii);
	}
}

static void word_origin(struct ending_lines *l, const struct region *r)
{
	const struct call_desc *born = r && r->born.known ?
				       call_by_id(r->born.call) : NULL;
	char where[FMT_MAX], when[FMT_MAX];

	if (born)
		/* TRANSLATORS: an address, a time, a system call, a thread. */
		str_addf(&l->s[l->n++], _("%s mapped at %s by %s of %d"),
			 fmt_addr(where, r->start),
			 fmt_when(when, r->born.time_ns), born->name,
			 (int)r->born.tid);
}

/* Appends the code that made the access or, if that is not known, the call that
 * created the region. */
static void word_code(struct ending_lines *l, const struct view *view,
		      const struct signal_row *s, const struct fault_place *at)
{
	struct str code = STR_INIT;

	if (l->n == LINES)
		return;
	if (signal_code_place(&code, view, s))
		/* TRANSLATORS: an address, and the function or file in which it
		 * is. */
		str_addf(&l->s[l->n++], _("by code %s"), code.data);
	else
		word_origin(l, at->in ? at->in :
			    at->above_first ? at->above : at->below);
	str_release(&code);
}

static void word_signal(struct ending_lines *l, const struct view *view,
			const struct process *p, const struct signal_row *s)
{
	const struct ev_signal *g = &s->signal;
	bool ascii = !view->look.utf8;
	struct fault_place at;
	const char *code = signal_code_name(g->signal, g->code);
	char name[16], where[FMT_MAX];
	struct str *out = &l->s[l->n++];

	signal_name(g->signal, name);
	add_task(out, p, s->tid, ascii);
	if (g->has_addr) {
		str_addf(out, _(" accessed %s: %s"), fmt_addr(where, g->addr),
			 name);
		if (code)
			str_addf(out, ", %s", code);
		if (code && !strcmp(code, "SEGV_MAPERR"))
			str_adds(out, _(" (nothing mapped)"));
		else if (code && !strcmp(code, "SEGV_ACCERR"))
			str_adds(out, _(" (not permitted there)"));
		fault_place_find(&at, p, s->tid, g->addr, 0);
		word_place(l, &at, g->addr, ascii);
		word_code(l, view, s, &at);
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

/* Returns the newest note that the OOM killer killed the process, certainly or
 * maybe; NULL if there is none. */
static const struct note_row *oom_note(const struct model *m, pid_t pid)
{
	for (uint64_t seq = m->notes_last; seq; seq--) {
		const struct note_row *n = model_note(m, seq);

		if (!n)
			break;
		if ((n->note.id == NOTE_OOM || n->note.id == NOTE_OOM_MAYBE) &&
		    n->note.a == pid)
			return n;
	}
	return NULL;
}

void ending_draw(const struct view *view, struct canvas *c)
{
	const struct model *m = view->model;
	const struct process *p = model_main(m);
	bool ascii = !view->look.utf8;
	struct ending_lines l = { .n = 0 };
	char name[16];

	for (int i = 0; i < LINES; i++)
		l.s[i] = (struct str)STR_INIT;
	title_rule(c, &view->look, false, _("At the end"), "");
	const struct signal_row *s = p ? fatal_signal(m, p) : NULL;
	const struct note_row *oom = p ? oom_note(m, p->pid) : NULL;
	if (oom)
		(void)!note_sentence(&l.s[l.n++], &oom->note, m, ascii);
	else if (s)
		word_signal(&l, view, p, s);
	else if (p)
		/* Only the trace ring reports SIGKILL, so without an event its
		 * sender is unknown. */
		str_addf(&l.s[l.n++], _("%d was killed by %s. The sender is "
					"unknown; --ftrace would show it."),
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
