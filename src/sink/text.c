/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The text log: `SECONDS PID[/TID] WHAT`, calls and signals as strace shows
 * them, everything else as words and key=value, a name always last.
 */
#include <config.h>

#include "sink/form.h"

#include <inttypes.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "base/text.h"
#include "event/call.h"
#include "event/names.h"

static void add_safe(struct str *out, struct bytes b)
{
	text_safe(out, b.data, b.len, false);
}

/* In quotes, with those inside marked: where a name ends stays plain. */
static void add_quoted(struct str *out, const char *p, size_t n)
{
	str_addc(out, '"');
	for (size_t i = 0, from = 0; i <= n; i++) {
		if (i < n && p[i] != '"' && p[i] != '\\')
			continue;
		text_safe(out, p + from, i - from, false);
		if (i < n) {
			str_addc(out, '\\');
			str_addc(out, p[i]);
		}
		from = i + 1;
	}
	str_addc(out, '"');
}

/* NUL-separated words as ["ls", "-l"]. */
static void add_argv(struct str *out, struct bytes argv)
{
	const char *p = argv.data, *end = p + argv.len;

	str_adds(out, " [");
	for (const char *sep = ""; p < end; sep = ", ") {
		size_t n = strnlen(p, (size_t)(end - p));
		str_adds(out, sep);
		add_quoted(out, p, n);
		p += n + 1;
	}
	str_addc(out, ']');
}

static void add_number(struct str *out, const char *name, uint64_t n)
{
	if (n == EV_UNKNOWN)
		str_addf(out, " %s=n/a", name);
	else
		str_addf(out, " %s=%" PRIu64, name, n);
}

static void add_span(struct str *out, uint64_t start, uint64_t end)
{
	str_addf(out, "0x%" PRIx64 "-0x%" PRIx64, start, end);
}

static void start_text(struct str *out, const struct ev_start *s)
{
	const char *p = s->sources.data, *end = p + s->sources.len;

	str_adds(out, "start version=");
	add_safe(out, s->version);
	str_adds(out, " kernel=");
	add_safe(out, s->kernel);
	str_adds(out, " machine=");
	add_safe(out, s->machine);
	add_number(out, "page_size", s->page_size);
	while (p < end) {
		size_t n = strnlen(p, (size_t)(end - p));
		str_adds(out, " [");
		text_safe(out, p, n, false);
		str_addc(out, ']');
		p += n + 1;
	}
	if (s->command.len) {
		str_adds(out, " command=");
		add_quoted(out, s->command.data, s->command.len);
	}
}

static void exit_text(struct str *out, const struct ev_process *p)
{
	char sig[16];

	if (p->signal > 0)
		str_addf(out, "+++ killed by %s%s +++",
			 signal_name((uint64_t)p->signal, sig),
			 p->core ? " (core dumped)" : "");
	else
		str_addf(out, "+++ exited with %" PRId64 " +++", p->status);
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
			add_quoted(out, p->exe.data, p->exe.len);
		else
			str_adds(out, "n/a");
		add_argv(out, p->argv);
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
		str_adds(out, s->action == SIGNAL_HELD ? " held ---" : " ---");
	}
	if (s->region_end) {
		str_adds(out, " in ");
		add_span(out, s->region_start, s->region_end);
		str_addc(out, ' ');
		add_safe(out, s->region_name);
	}
}

static void region_text(struct str *out, const struct ev_region *r)
{
	char perm[5];

	str_addf(out, "region %s ", region_op_name(r->op));
	add_span(out, r->start, r->end);
	str_addf(out, " %s", perm_text(perm, r->perm));
	if (r->vmflags.len) {
		str_adds(out, " flags=");
		for (size_t i = 0; i < r->vmflags.len; i++) {
			char c = ((const char *)r->vmflags.data)[i];
			if (c == ' ')
				c = '|';
			text_safe(out, &c, 1, false);
		}
	}
	add_number(out, "offset", r->offset);
	str_addf(out, " dev=%02x:%02x", major(r->dev), minor(r->dev));
	add_number(out, "inode", r->inode);
	str_addf(out, " kind=%s", region_kind_name(r->kind));
	add_number(out, "rss", r->rss);
	add_number(out, "pss", r->pss);
	add_number(out, "swap", r->swap);
	if (r->name.len) {
		str_addc(out, ' ');
		add_safe(out, r->name);
	}
}

static void add_ranges(struct str *out, struct bytes ranges)
{
	const char *range = ranges.data;

	for (size_t n = ranges.len / sizeof(struct page_range); n; n--) {
		struct page_range r;	/* the bytes may lie anywhere */
		memcpy(&r, range, sizeof r);
		range += sizeof r;
		str_addc(out, ' ');
		add_span(out, r.start, r.end);
	}
}

static void pages_text(struct str *out, const struct ev_pages *p)
{
	str_adds(out, "pages ");
	add_span(out, p->start, p->end);
	add_number(out, "page_size", p->page_size);
	add_number(out, "resident", p->resident);
	add_number(out, "swapped", p->swapped);
	add_number(out, "zero", p->zero);
	add_number(out, "huge", p->huge);
	add_number(out, "exclusive", p->exclusive);
	add_number(out, "written", p->written);
	add_ranges(out, p->ranges);
	if (p->written_ranges.len) {
		str_adds(out, " written:");
		add_ranges(out, p->written_ranges);
	}
}

/* " [0x0-0x1000 0x63ff000-0x6400000 +3 more]": offsets in the file. */
static void add_parts(struct str *out, struct bytes ranges, uint64_t more)
{
	const char *at = ranges.data, *sep = "";

	str_adds(out, " [");
	for (size_t n = ranges.len / sizeof(struct page_range); n; n--) {
		struct page_range r;	/* the bytes may lie anywhere */

		memcpy(&r, at, sizeof r);
		at += sizeof r;
		str_adds(out, sep);
		add_span(out, r.start, r.end);
		sep = " ";
	}
	if (more)
		str_addf(out, "%s+%" PRIu64 " more", sep, more);
	str_addc(out, ']');
}

static void file_text(struct str *out, const struct ev_file *f)
{
	str_addf(out, "file %s ", file_op_name(f->op));
	if (f->op == FILE_MAPPING) {
		add_span(out, f->start, f->end);
		add_number(out, "offset", f->offset);
		str_addf(out, " at=%s ", file_at_name(f->at));
	}
	str_addf(out, "dev=%02x:%02x", major(f->dev), minor(f->dev));
	add_number(out, "inode", f->inode);
	if (f->op == FILE_MAPPING) {
		add_number(out, "now", f->now);
		add_parts(out, f->now_ranges, f->now_more);
	} else {
		add_number(out, "mappings", f->mappings);
	}
	add_number(out, "ever", f->ever);
	add_parts(out, f->ever_ranges, f->ever_more);
	if (f->partial)
		str_adds(out, " partial");
	if (f->name.len) {
		str_addc(out, ' ');
		add_safe(out, f->name);
	}
}

/* What was done to a target, or why it was not. */
static void writes_text(struct str *out, const struct ev_writes *w)
{
	str_addf(out, "writes %s", writes_state_name(w->state));
	if (w->why)
		str_addf(out, " why=%s", writes_why_name(w->why));
	if (w->error)
		str_addf(out, " error=%s",
			 errno_name((uint64_t)w->error)
				? errno_name((uint64_t)w->error) : "?");
	if (w->state != WRITES_ON)
		return;
	str_addf(out, " way=%s", writes_way_name(w->way));
	add_number(out, "regions", w->regions);
	add_number(out, "bytes", w->bytes);
	add_number(out, "left", w->left);
	if (w->way == WRITES_BY_SOFT_DIRTY)
		add_number(out, "missed", w->missed);
}

static void system_text(struct str *out, const struct ev_system *s)
{
	str_adds(out, "system");
	add_number(out, "total", s->total);
	add_number(out, "available", s->available);
	add_number(out, "used", s->used);
	add_number(out, "free", s->free);
	add_number(out, "buffers", s->buffers);
	add_number(out, "cached", s->cached);
	add_number(out, "shmem", s->shmem);
	add_number(out, "slab", s->slab);
	add_number(out, "page_tables", s->page_tables);
	add_number(out, "anon", s->anon);
	add_number(out, "swap_total", s->swap_total);
	add_number(out, "swap_free", s->swap_free);
	add_number(out, "huge_total", s->huge_total);
	add_number(out, "huge_free", s->huge_free);
	add_number(out, "huge_size", s->huge_size);
	add_number(out, "psi_some_10", s->psi_some_10);
	add_number(out, "psi_full_10", s->psi_full_10);
}

static void lost_text(struct str *out, const struct ev_lost *l)
{
	str_adds(out, "lost");
	add_number(out, "count", l->count);
	str_adds(out, " source=");
	add_safe(out, l->source);
}

/* Of the notes those that tell what was done to a target are logged. */
static void deed_text(struct str *out, const struct ev_note *n)
{
	str_adds(out, n->id == NOTE_UNMARKED ? "unmarked " : "repaired ");
	add_safe(out, n->text);
}

static void end_text(struct str *out, const struct ev_end *e)
{
	str_adds(out, "end");
	add_number(out, "events", e->events);
	add_number(out, "lost", e->lost);
	add_number(out, "duration_ns", e->duration_ns);
	add_number(out, "worst_stop_ns", e->worst_stop_ns);
}

static void fault_text(struct str *out, const struct ev_fault *f)
{
	str_addf(out, "fault %s addr=0x%" PRIx64 " ip=0x%" PRIx64,
		 f->major ? "major" : "minor", f->addr, f->ip);
	if (f->kernel)
		str_adds(out, " (kernel)");
	if (!f->region_end)
		return;
	str_adds(out, " in ");
	add_span(out, f->region_start, f->region_end);
	str_addc(out, ' ');
	add_safe(out, f->region_name);
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
		region_text(out, &ev->u.region);
		break;
	case EV_PAGES:
		pages_text(out, &ev->u.pages);
		break;
	case EV_SYSTEM:
		system_text(out, &ev->u.system);
		break;
	case EV_LOST:
		lost_text(out, &ev->u.lost);
		break;
	case EV_NOTE:
		deed_text(out, &ev->u.note);
		break;
	case EV_END:
		end_text(out, &ev->u.end);
		break;
	case EV_FILE:
		file_text(out, &ev->u.file);
		break;
	case EV_FAULT:
		fault_text(out, &ev->u.fault);
		break;
	case EV_WRITES:
		writes_text(out, &ev->u.writes);
		break;
	default:	/* no kind of the log: sink_event() keeps it out */
		str_adds(out, event_descs[ev->kind].name);
	}
}

void form_text(struct str *out, const struct event *ev)
{
	uint64_t us = ev->time_ns / 1000;

	str_addu(out, us / 1000000, 0);
	str_addc(out, '.');
	str_addu(out, us % 1000000, 6);
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
