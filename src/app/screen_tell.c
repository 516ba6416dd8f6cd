/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of events, in the bottom row. */
#include <config.h>

#include "app/screen_private.h"

#include <limits.h>

#include "app/i18n.h"
#include "app/notes.h"
#include "base/fmt.h"
#include "base/text.h"
#include "ui/keyed.h"
#include "ui/writes_words.h"

/* A loss is told at most so often. */
#define LOST_NS 10000000000ull

/* A mapping that may be written and executed: told once per program. */
static void tell_wx(struct screen *s, const struct event *ev)
{
	const struct ev_region *r = &ev->u.region;
	const struct process *p = model_process(s->model, ev->pid);
	char size[FMT_MAX], addr[FMT_MAX];

	if (r->op == REGION_REMOVE || r->op == REGION_SYNC ||
	    !(r->perm & PERM_W) || !(r->perm & PERM_X) ||
	    ev->flags & EVF_SYNTHETIC || !p)
		return;
	if (s->wx_pid == ev->pid && s->wx_generation == p->space.generation)
		return;
	s->wx_pid = ev->pid;
	s->wx_generation = p->space.generation;
	screen_say(s, SEV_WARN,
		   _("%d: %s at %s may be written and executed."),
		   (int)ev->pid, fmt_size(size, r->end - r->start),
		   fmt_addr(addr, r->start));
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
	uint64_t n = s->model->lost_link - s->lost_told;
	char buf[FMT_MAX];

	if (!n || (s->lost_told && s->now_ns < s->lost_told_ns + LOST_NS))
		return;
	s->lost_told = s->model->lost_link;
	s->lost_told_ns = s->now_ns;
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
	case EV_NOTE:
		tell_note(s, &ev->u.note);
		break;
	default:
		break;
	}
}
