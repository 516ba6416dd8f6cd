/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The text log, in the form `SECONDS PID[/TID] WHAT`.  Calls and signals look
 * as in strace; all other events are words and key=value.  A name is always
 * last.
 */
#include <config.h>

#include "sink/form.h"

#include <inttypes.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "event/call.h"
#include "event/names.h"
#include "sink/text/value.h"

static void start_text(struct str *out, const struct ev_start *s)
{
	const char *p = s->sources.data, *end = p + s->sources.len;
	char date[FMT_DATE_MAX];

	str_adds(out, "start version=");
	put_safe(out, s->version);
	str_adds(out, " kernel=");
	put_safe(out, s->kernel);
	str_adds(out, " machine=");
	put_safe(out, s->machine);
	if (s->host.len) {
		str_adds(out, " host=");
		put_quoted(out, s->host.data, s->host.len);
	}
	if (s->clock_ns)
		str_addf(out, " date=%s",
			 fmt_date(date, s->clock_ns, s->utc_offset));
	put_number(out, "page_size", s->page_size);
	while (p < end) {
		size_t n = strnlen(p, (size_t)(end - p));
		str_adds(out, " [");
		text_safe(out, p, n, false);
		str_addc(out, ']');
		p += n + 1;
	}
	if (s->command.len) {
		str_adds(out, " command=");
		put_quoted(out, s->command.data, s->command.len);
	}
}

static void exit_text(struct str *out, const struct ev_process *p)
{
	char sig[16];

	if (p->signal > 0)
		str_addf(out, "+++ killed by %s%s +++",
			 signal_name((uint64_t)p->signal, sig),
			 p->core ? " (core dumped)" : "");
	else if (p->status >= 0)
		str_addf(out, "+++ exited with %" PRId64 " +++", p->status);
	else
		str_adds(out, "+++ exited +++");
}

static void process_text(struct str *out, const struct event *ev)
{
	const struct ev_process *p = &ev->u.process;

	switch (p->op) {
	case PROCESS_EXIT:
		exit_text(out, p);
		return;
	case PROCESS_THREAD:
	case PROCESS_FORK:
	case PROCESS_VFORK:
	case PROCESS_CLONE:
		str_addf(out, "%s %" PRId64, process_op_name(p->op), p->child);
		if (p->ns_pid)
			str_addf(out, " (NSpid %" PRId64 ")",
				 p->ns_pid);
		return;
	case PROCESS_DETACH:
		str_adds(out, process_op_name(p->op));
		return;
	default:
		str_addf(out, "%s ", process_op_name(p->op));
		if (p->exe.len)
			put_quoted(out, p->exe.data, p->exe.len);
		else
			str_adds(out, "n/a");
		if (p->op != PROCESS_SEEN)
			put_argv(out, p->argv, p->argv_cut);
		if (!p->exe.len && p->comm.len) {
			str_adds(out, " comm=");
			put_quoted(out, p->comm.data, p->comm.len);
		}
		if (p->op == PROCESS_EXEC && p->old_tid &&
		    p->old_tid != ev->pid)
			str_addf(out, " by thread %" PRId64, p->old_tid);
	}
}

static void siginfo_text(struct str *out, const struct ev_signal *s)
{
	const char *code = signal_code_name(s->signal, s->code);

	if (code)
		str_addf(out, " {si_code=%s", code);
	else
		str_addf(out, " {si_code=%" PRId64, s->code);
	if (s->sender > 0)
		str_addf(out, ", si_pid=%" PRId64 ", si_uid=%" PRIu64,
			 s->sender, s->uid);
	if (s->value)
		str_addf(out, ", si_value=0x%" PRIx64, s->value);
	if (s->has_addr)
		str_addf(out, ", si_addr=0x%" PRIx64, s->addr);
	str_addc(out, '}');
}

static void signal_text(struct str *out, const struct ev_signal *s)
{
	char name[16];

	signal_name(s->signal, name);
	switch (s->action) {
	case SIGNAL_STOPPED:
		str_addf(out, "--- stopped by %s ---", name);
		return;
	case SIGNAL_CONTINUED:
		str_adds(out, "--- continued ---");
		return;
	default:
		str_addf(out, "--- %s", name);
		siginfo_text(out, s);
		str_adds(out, s->action == SIGNAL_HELD ? " held ---" :
			 s->action == SIGNAL_DROPPED ? " dropped ---" :
			 " ---");
	}
	if (s->region_end) {
		str_adds(out, " in ");
		put_span(out, s->region_start, s->region_end);
		str_addc(out, ' ');
		put_safe(out, s->region_name);
	}
}

static void lost_text(struct str *out, const struct ev_lost *l)
{
	str_adds(out, "lost");
	put_number(out, "count", l->count);
	str_adds(out, " source=");
	put_safe(out, l->source);
}

static void denied_text(struct str *out, const struct ev_denied *d)
{
	str_addf(out, "denied addr=0x%" PRIx64, d->addr);
	put_number(out, "len", d->len);
	str_adds(out, " told_by=");
	put_safe(out, d->told_by);
	str_adds(out, d->what == DENIED_FILE ? " what=file" : " what=mapping");
}

/* Writes a logged note: an action of mmtop on a target, an OOM kill, or missing
 * heap data. */
static void deed_text(struct str *out, const struct ev_note *n)
{
	if (n->id == NOTE_NO_HEAP) {
		str_addf(out, "heap unknown why=%s ",
			 no_heap_name((uint64_t)n->b));
		put_safe(out, n->text);
		return;
	}
	if (n->id == NOTE_OOM_MAYBE)
		str_adds(out, "maybe ");
	if (n->id == NOTE_OOM || n->id == NOTE_OOM_MAYBE) {
		str_adds(out, "killed by the OOM killer");
		if (n->text.len) {
			str_adds(out, " full=");
			put_safe(out, n->text);
		}
		if (n->b > 0)
			put_number(out, "cgroup_max", (uint64_t)n->b);
		return;
	}
	str_adds(out, n->id == NOTE_UNMARKED ? "unmarked " : "repaired ");
	put_safe(out, n->text);
}

static void end_text(struct str *out, const struct ev_end *e)
{
	str_adds(out, "end");
#define PUT(name) put_number(out, #name, e->name);
	EV_END_LOGGED(PUT)
#undef PUT
}

static void what_text(struct str *out, const struct event *ev)
{
	switch (ev->kind) {
	case EV_START:
		start_text(out, &ev->u.start);
		break;
	case EV_PROCESS:
		process_text(out, ev);
		break;
	case EV_CALL:
		call_text(out, &ev->u.call, false);
		break;
	case EV_SIGNAL:
		signal_text(out, &ev->u.signal);
		break;
	case EV_REGION:
		put_region(out, &ev->u.region);
		break;
	case EV_PAGES:
		put_pages(out, &ev->u.pages);
		break;
	case EV_USAGE:
		put_usage(out, &ev->u.usage);
		break;
	case EV_SYSTEM:
		put_system(out, &ev->u.system);
		break;
	case EV_LOST:
		lost_text(out, &ev->u.lost);
		break;
	case EV_DENIED:
		denied_text(out, &ev->u.denied);
		break;
	case EV_NOTE:
		deed_text(out, &ev->u.note);
		break;
	case EV_END:
		end_text(out, &ev->u.end);
		break;
	case EV_FILE:
		put_file(out, &ev->u.file);
		break;
	case EV_FAULT:
		put_fault(out, &ev->u.fault);
		break;
	case EV_RSS:
		put_rss(out, &ev->u.rss);
		break;
	case EV_WRITES:
		put_writes(out, &ev->u.writes);
		break;
	case EV_MAP:
		put_map(out, &ev->u.map);
		break;
	case EV_FRAME:
		put_frame(out, &ev->u.frame);
		break;
	case EV_HEAP:
		put_heap(out, &ev->u.heap);
		break;
	default:	/* never logged: sink_event() drops it */
		str_adds(out, event_log_name(ev->kind));
	}
}

void put_time(struct str *out, uint64_t ns, const struct form_clock *clock)
{
	uint64_t us = ns / 1000;
	char date[FMT_DATE_MAX];

	if (clock && clock->start_ns) {
		str_adds(out, fmt_date(date, clock->start_ns + ns,
				       clock->utc_offset));
		return;
	}
	str_addu(out, us / 1000000, 0);
	str_addc(out, '.');
	str_addu(out, us % 1000000, 6);
}

void form_text(struct str *out, const struct event *ev,
	       const struct form_clock *clock)
{
	put_time(out, ev->time_ns, clock);
	str_addc(out, ' ');
	if (ev->pid)
		str_addd(out, ev->pid);
	else
		str_addc(out, '-');
	if (ev->tid && ev->tid != ev->pid) {
		str_addc(out, '/');
		str_addd(out, ev->tid);
	}
	str_addc(out, ' ');
	what_text(out, ev);
}
