/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of events, in the bottom row. */
#include <config.h>

#include <limits.h>
#include <stdlib.h>

#include "app/i18n.h"
#include "app/words/notes.h"
#include "app/screen/private.h"
#include "app/screen/tell.h"
#include "base/alloc.h"
#include "base/fmt.h"
#include "base/text.h"
#include "event/call.h"
#include "event/names.h"
#include "ui/kit/keyed.h"
#include "ui/words/owner.h"
#include "ui/regions/rows.h"
#include "ui/words/writes.h"

/* A loss is told at most so often. */
#define LOST_NS 10000000000ull

/* So many regions a second are reported one by one. */
#define WX_EACH 8
#define SECOND_NS 1000000000ull

/* Regions that became writable and executable, as told last. */
#define WX_TOLD 256
struct wx_told {
	struct { pid_t pid; uint64_t start, time_ns; } v[WX_TOLD];
	size_t next;
	uint64_t second_ns;		/* when this second began */
	unsigned shown, hidden;		/* one by one, and not */
};

struct event_reports {
	struct wx_told wx;
	bool end;			/* the program's end was reported */
	uint64_t lost, lost_ns;		/* losses of the link; when last */
};

void tell_init(struct screen *s)
{
	s->reports = xcalloc(1, sizeof *s->reports);
}

void tell_release(struct screen *s)
{
	free(s->reports);
}

/* Events that only bring new figures are no news: each change once. */
static bool wx_is_new(struct wx_told *w, pid_t pid, uint64_t start,
		      uint64_t time_ns)
{
	for (size_t i = 0; i < WX_TOLD; i++)
		if (w->v[i].pid == pid && w->v[i].start == start &&
		    w->v[i].time_ns == time_ns)
			return false;
	w->v[w->next].pid = pid;
	w->v[w->next].start = start;
	w->v[w->next].time_ns = time_ns;
	w->next = (w->next + 1) % WX_TOLD;
	return true;
}

/* At most WX_EACH messages a second; tell_wx_hidden() reports how many more. */
static bool wx_has_room(struct screen *s, uint64_t time_ns)
{
	struct wx_told *w = &s->reports->wx;

	if (time_ns >= w->second_ns + SECOND_NS) {
		w->second_ns = time_ns;
		w->shown = 0;
	}
	if (w->shown < WX_EACH) {
		w->shown++;
		return true;
	}
	w->hidden++;
	return false;
}

static void tell_wx_hidden(struct screen *s, uint64_t time_ns)
{
	struct wx_told *w = &s->reports->wx;
	char buf[FMT_MAX];

	if (!w->hidden || time_ns < w->second_ns + SECOND_NS)
		return;
	screen_say(s, SEV_WARN,
		   ngettext("%s more region became writable and executable.",
			    "%s more regions became writable and executable.",
			    w->hidden), fmt_grouped(buf, w->hidden));
	w->hidden = 0;
}

/* " (mprotect by 4121, libfoo.so: func())": the owner only if it is known. */
static void wx_cause(struct str *out, const struct region *r, bool changed,
		     bool ascii)
{
	const struct perm_change *now = &r->perms.v[r->perms.n - 1];
	const struct call_desc *d = !changed && r->born.known ?
				    call_by_id(r->born.call) : NULL;
	const char *call = changed ? "mprotect" : d ? d->name : NULL;
	pid_t tid = changed ? now->tid : r->born.tid;

	if (!call || !tid)
		return;
	/* TRANSLATORS: a system call, the thread that made it. */
	str_addf(out, _(" (%s by %d"), call, (int)tid);
	if (r->holder.whose) {
		str_adds(out, ", ");
		owner_words(out, &r->holder, ascii);
	}
	str_addc(out, ')');
}

/* A region that may be written and executed, or that is executed after it was
 * written: each time that one becomes so. */
static void tell_wx(struct screen *s, const struct event *ev)
{
	const struct ev_region *er = &ev->u.region;
	const struct process *p = model_process(s->model, ev->pid);
	const struct region *r = p ? space_at(&p->space, er->start) : NULL;
	char size[FMT_MAX], addr[FMT_MAX];
	struct str cause = STR_INIT;
	bool changed, both;
	uint64_t time_ns;

	tell_wx_hidden(s, ev->time_ns);
	if (er->op == REGION_REMOVE || er->op == REGION_SYNC ||
	    ev->flags & EVF_SYNTHETIC || !r || !r->perms.n || !region_wx(r))
		return;
	changed = r->perms.n > 1;
	time_ns = changed ? region_perm_changed(r) : r->added_ns;
	/* What was found at the start is no change. */
	if (!time_ns ||
	    !wx_is_new(&s->reports->wx, ev->pid, r->start, time_ns) ||
	    !wx_has_room(s, ev->time_ns))
		return;
	both = r->perm & PERM_W;
	fmt_size(size, r->end - r->start);
	fmt_addr(addr, r->start);
	wx_cause(&cause, r, changed, !s->view.look.utf8);
	screen_say(s, SEV_WARN, both ?
		   _("%d: %s at %s may be written and executed%s.") :
		   _("%d: %s at %s was writable and may be executed now%s."),
		   (int)ev->pid, size, addr, cause.data ? cause.data : "");
	str_release(&cause);
}

/* The box on the end is above Regions; elsewhere this leads there. */
static void tell_end(struct screen *s, const struct ev_status *st)
{
	const struct process *p = model_main(s->model);
	char name[16], addr[FMT_MAX];
	uint64_t at;

	if (st->state != TARGET_ENDED || st->exit_signal <= 0 ||
	    s->reports->end)
		return;
	s->reports->end = true;
	if (!p || s->layout.ending.rows || s->place.full == PANES)
		return;
	signal_name((uint64_t)st->exit_signal, name);
	if (region_fault(s->model, p, &at))
		screen_say(s, SEV_ERROR,
			   keyed(_("%s at %s: {back} shows the region, "
				   "{backtrace} the backtrace.")), name,
			   fmt_addr(addr, at));
	else
		screen_say(s, SEV_ERROR,
			   keyed(_("%d was ended by %s: {back} shows "
				   "what is known.")), (int)p->pid, name);
}

static void tell_exec(struct screen *s, const struct event *ev)
{
	struct str exe = STR_INIT;
	const struct process *p = model_process(s->model, ev->pid);

	/* The first exec of a launched program is its beginning; those of its
	 * children are what a shell or make does all day. */
	if (ev->u.process.op == PROCESS_EXEC && p &&
	    p == model_main(s->model) && p->space.generation > 1) {
		text_safe(&exe, ev->u.process.exe.data,
			  ev->u.process.exe.len, !s->view.look.utf8);
		screen_say(s, SEV_NOTE, _("%d runs %s now (exec): all its "
					  "regions are new."), (int)ev->pid,
			   exe.len ? exe.data : _("another program"));
	}
	str_release(&exe);
}

/* Losses come in a row: one sentence is for all of the last ten seconds. */
void tell_lost(struct screen *s)
{
	struct event_reports *told = s->reports;
	uint64_t n = s->model->lost_link - told->lost;
	char buf[FMT_MAX];

	if (!n || (told->lost && s->now_ns < told->lost_ns + LOST_NS))
		return;
	told->lost = s->model->lost_link;
	told->lost_ns = s->now_ns;
	screen_say(s, SEV_WARN,
		   ngettext("%s event was not shown: the screen could not "
			    "keep up.",
			    "%s events were not shown: the screen could not "
			    "keep up.", n < ULONG_MAX ? (unsigned long)n :
			    ULONG_MAX), fmt_grouped(buf, n));
}

static void tell_writes(struct screen *s, const struct event *ev)
{
	const struct process *p = model_process(s->model, ev->pid);
	int pid = (int)ev->pid;
	const char *why;

	if (!p || ev->flags & EVF_AGAIN)
		return;
	why = writes_why_not_tracked(p);
	switch (p->writes.state) {
	case WRITES_ON:
		screen_say(s, SEV_NOTE, keyed(_("Writes of %d are tracked: "
						"{paint} paints them in "
						"Pages ({pages}), {track} "
						"ends it.")),
			   pid);
		break;
	case WRITES_OFF:
		if (!p->writes.why)
			screen_say(s, SEV_NOTE, _("Writes of %d are not "
						  "tracked any more."), pid);
		break;
	case WRITES_REFUSED:
		/* TRANSLATORS: a process; then "n/a: needs Linux 6.7" */
		screen_say(s, SEV_WARN, _("Writes of %d: %s."), pid,
			   why ? why : "");
		break;
	default:
		break;
	}
}

static void tell_note(struct screen *s, const struct ev_note *n)
{
	enum severity sev = n->severity <= SEV_ERROR ?
			    (enum severity)n->severity : SEV_ERROR;
	struct str text = STR_INIT;

	if (!note_sentence(&text, n, s->model, !s->view.look.utf8))
		;
	else if (n->id == NOTE_KEEPER || n->id == NOTE_DETACHED)
		messages_let_go(&s->messages, sev, text.data, s->now_ns);
	else
		screen_message(s, sev, text.data);
	str_release(&text);
}

void tell_event(struct screen *s, const struct event *ev)
{
	switch (ev->kind) {
	case EV_REGION:
		tell_wx(s, ev);
		break;
	case EV_PROCESS:
		tell_exec(s, ev);
		break;
	case EV_WRITES:
		tell_writes(s, ev);
		break;
	case EV_LOST:
		tell_lost(s);
		break;
	case EV_STATUS:
		tell_wx_hidden(s, ev->time_ns);
		tell_end(s, &ev->u.status);
		break;
	case EV_NOTE:
		tell_note(s, &ev->u.note);
		break;
	default:
		break;
	}
}
