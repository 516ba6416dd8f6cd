/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <limits.h>
#include <stdlib.h>

#include "app/i18n.h"
#include "app/words/notes.h"
#include "app/screen/private.h"
#include "app/screen/event_messages.h"
#include "base/alloc.h"
#include "base/fmt.h"
#include "base/text.h"
#include "event/call.h"
#include "event/names.h"
#include "ui/kit/keyed.h"
#include "ui/plain/output_lines.h"
#include "ui/words/owner.h"
#include "ui/regions/rows.h"
#include "ui/words/writes.h"

/* The minimum time between two reports of lost events. */
#define LOST_NS 10000000000ull

/* The number of regions per second that get a message of their own when they
 * become writable and executable. */
#define WX_EACH 8
#define SECOND_NS 1000000000ull

/* Maximum widths of the program's name, and of its last line of output, in a
 * message. */
enum { NAME_COLS = 30, OUTPUT_COLS = 160 };

/* The regions last reported as writable and executable, to report each change
 * only once. */
#define WX_TOLD 256
struct wx_told {
	struct { pid_t pid; uint64_t start, time_ns; } v[WX_TOLD];
	size_t next;
	uint64_t second_ns;		/* start of the current second */
	unsigned shown, hidden;		/* numbers of regions in this second:
					 * reported, and left out */
};

struct event_reports {
	struct wx_told wx;
	bool end;			/* the program's end was reported */
	bool waits;			/* a wait for input was reported */
	uint64_t lost, lost_ns;		/* the number of lost events and the
					 * time at the last report */
};

void tell_init(struct screen *s)
{
	s->reports = xcalloc(1, sizeof *s->reports);
}

void tell_release(struct screen *s)
{
	free(s->reports);
}

/* True if this change of the region was not reported yet.  A later event about
 * the region may repeat the change. */
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

/* True for the first WX_EACH regions in a second.  tell_wx_hidden() later
 * reports the number of the others. */
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

/* Appends the cause, for example " (mprotect by 4121, libfoo.so: func())".  The
 * owner is added only if it is known. */
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
	/* TRANSLATORS: the name of a system call, and the thread that made
	 * it. */
	str_addf(out, _(" (%s by %d"), call, (int)tid);
	if (r->holder.whose) {
		str_adds(out, ", ");
		owner_words(out, &r->holder, ascii);
	}
	str_addc(out, ')');
}

/* Reports each time that a region becomes writable and executable, or becomes
 * executable after it was writable. */
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
	/* A region that existed when mmtop started has no time of change, and
	 * is not reported. */
	if (!time_ns ||
	    !wx_is_new(&s->reports->wx, ev->pid, r->start, time_ns) ||
	    !wx_has_room(s, ev->time_ns))
		return;
	both = r->perm & PERM_W;
	fmt_size(size, r->end - r->start);
	fmt_addr(addr, r->start);
	wx_cause(&cause, r, changed, !s->view.look.utf8);
	screen_say(s, SEV_WARN, both ?
		   _("%d: %s at %s is writable and executable%s.") :
		   _("%d: %s at %s was writable and is now executable%s."),
		   (int)ev->pid, size, addr, cause.data ? cause.data : "");
	str_release(&cause);
}

/* Appends how the signal ended the program, and which key leads to the details:
 * their box is above Regions, and may not be in view. */
static void add_signal(struct str *out, const struct screen *s,
		       const struct ev_status *st)
{
	const struct process *p = model_main(s->model);
	char name[16], addr[FMT_MAX];
	uint64_t at;

	signal_name((uint64_t)st->exit_signal, name);
	if (region_fault(s->model, p, &at))
		str_addf(out, keyed(_("%s at %s: {back} shows the region, "
				      "{backtrace} the backtrace.")), name,
			 fmt_addr(addr, at));
	else
		str_addf(out, keyed(_("%d was killed by %s: {back} shows the "
				      "details.")), (int)p->pid, name);
}

/* Reports the program's end with its last line of output. */
static void tell_end(struct screen *s, const struct ev_status *st)
{
	bool killed = st->exit_signal > 0, box = s->layout.ending.rows;
	struct str said = STR_INIT, name = STR_INIT, line = STR_INIT;

	if (st->state != TARGET_ENDED || s->reports->end ||
	    !model_main(s->model))
		return;
	s->reports->end = true;
	if (killed && !box)
		add_signal(&said, s, st);
	if (output_last_line(&line, &s->model->output, OUTPUT_COLS,
			     !s->view.look.utf8)) {
		screen_name(s, &name, NAME_COLS);
		if (said.len)
			str_addc(&said, ' ');
		else if (st->exit_status > 0)
			str_addf(&said, _("%s exited with status %d. "),
				 name.data, (int)st->exit_status);
		else
			str_addf(&said, _("%s has ended. "), name.data);
		str_addf(&said, _("Its last output: %s"), line.data);
	}
	if (said.len)
		screen_message(s, killed && !box ? SEV_ERROR :
			       killed || st->exit_status > 0 ? SEV_WARN :
			       SEV_NOTE, said.data);
	str_release(&line);
	str_release(&name);
	str_release(&said);
}

/* Reports once that the program may wait for input. */
static void tell_waits(struct screen *s)
{
	struct str name = STR_INIT;

	if (s->reports->waits || s->view.typing || !output_waits(s->model))
		return;
	s->reports->waits = true;
	screen_name(s, &name, NAME_COLS);
	screen_say(s, SEV_NOTE, keyed(_("%s may wait for input: {type} sends "
					"your keys to it.")), name.data);
	str_release(&name);
}

static void tell_exec(struct screen *s, const struct event *ev)
{
	struct str exe = STR_INIT;
	const struct process *p = model_process(s->model, ev->pid);

	/* The first exec of a launched program is its start.  Execs of its
	 * children are everyday work of a shell or make. */
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

/* Events are often lost many times in a row, so one message covers ten
 * seconds. */
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
		screen_say(s, SEV_NOTE, keyed(_("Tracking writes of %d: "
						"{paint} shows them in Pages "
						"({pages}), {track} stops.")),
			   pid);
		break;
	case WRITES_OFF:
		if (!p->writes.why)
			screen_say(s, SEV_NOTE, _("Writes of %d are no "
						  "longer tracked."), pid);
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
		messages_add_detached(&s->messages, sev, text.data, s->now_ns);
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
		tell_waits(s);
		break;
	case EV_NOTE:
		tell_note(s, &ev->u.note);
		break;
	default:
		break;
	}
}
