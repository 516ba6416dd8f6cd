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
#include "event/owner.h"
#include "sink/text_value.h"

static void start_text(struct str *out, const struct ev_start *s)
{
	const char *p = s->sources.data, *end = p + s->sources.len;

	str_adds(out, "start version=");
	put_safe(out, s->version);
	str_adds(out, " kernel=");
	put_safe(out, s->kernel);
	str_adds(out, " machine=");
	put_safe(out, s->machine);
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
			put_argv(out, p->argv);
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

/* What is known of its file. */
static void region_file_text(struct str *out, const struct ev_region *r)
{
	if (r->has_generation)
		put_number(out, "generation", r->generation);
	put_build_id(out, r->build_id);
	if (region_disk_name(r->disk))
		str_addf(out, " disk=%s", region_disk_name(r->disk));
	if (r->own_root)
		str_adds(out, " own_root");
}

/* ~ where it is inferred. */
static void region_owner_text(struct str *out, const struct ev_region *r)
{
	struct owner owner = owner_of(r);

	if (!owner.whose)
		return;
	str_addf(out, " owner=%s\"", owner.guessed ? "~" : "");
	owner_text(out, &owner);
	str_addc(out, '"');
}

static void region_text(struct str *out, const struct ev_region *r)
{
	char perm[5];

	str_addf(out, "region %s ", region_op_name(r->op));
	put_span(out, r->start, r->end);
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
	put_number(out, "offset", r->offset);
	str_addf(out, " dev=%02x:%02x", major(r->dev), minor(r->dev));
	put_number(out, "inode", r->inode);
	region_file_text(out, r);
	str_addf(out, " kind=%s", region_kind_name(r->kind));
	put_number(out, "rss", r->rss);
	put_number(out, "pss", r->pss);
	put_number(out, "swap", r->swap);
	region_owner_text(out, r);
	if (r->name.len) {
		str_addc(out, ' ');
		put_safe(out, r->name);
	}
}

static void pages_text(struct str *out, const struct ev_pages *p)
{
	str_adds(out, "pages ");
	put_span(out, p->start, p->end);
	put_number(out, "page_size", p->page_size);
	put_number(out, "resident", p->resident);
	put_number(out, "swapped", p->swapped);
	put_number(out, "zero", p->zero);
	put_number(out, "huge", p->huge);
	put_number(out, "exclusive", p->exclusive);
	put_number(out, "written", p->written);
	put_ranges(out, p->ranges);
	if (p->written_ranges.len) {
		str_adds(out, " written:");
		put_ranges(out, p->written_ranges);
	}
}

static void file_text(struct str *out, const struct ev_file *f)
{
	str_addf(out, "file %s ", file_op_name(f->op));
	if (f->op == FILE_MAPPING) {
		put_span(out, f->start, f->end);
		put_number(out, "offset", f->offset);
		str_addf(out, " at=%s ", file_at_name(f->at));
	}
	str_addf(out, "dev=%02x:%02x", major(f->dev), minor(f->dev));
	put_number(out, "inode", f->inode);
	if (f->op == FILE_MAPPING) {
		put_number(out, "now", f->now);
		put_parts(out, f->now_ranges, f->now_more);
	} else {
		put_number(out, "mappings", f->mappings);
	}
	put_number(out, "ever", f->ever);
	put_parts(out, f->ever_ranges, f->ever_more);
	if (f->partial)
		str_adds(out, " partial");
	if (f->name.len) {
		str_addc(out, ' ');
		put_safe(out, f->name);
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
	put_number(out, "regions", w->regions);
	put_number(out, "bytes", w->bytes);
	put_number(out, "left", w->left);
	if (w->way == WRITES_BY_SOFT_DIRTY)
		put_number(out, "missed", w->missed);
}

static void system_text(struct str *out, const struct ev_system *s)
{
	str_adds(out, "system");
	put_number(out, "total", s->total);
	put_number(out, "available", s->available);
	put_number(out, "used", s->used);
	put_number(out, "free", s->free);
	put_number(out, "buffers", s->buffers);
	put_number(out, "cached", s->cached);
	put_number(out, "shmem", s->shmem);
	put_number(out, "slab", s->slab);
	put_number(out, "page_tables", s->page_tables);
	put_number(out, "anon", s->anon);
	put_number(out, "swap_total", s->swap_total);
	put_number(out, "swap_free", s->swap_free);
	put_number(out, "huge_total", s->huge_total);
	put_number(out, "huge_free", s->huge_free);
	put_number(out, "huge_size", s->huge_size);
	put_number(out, "psi_some_10", s->psi_some_10);
	put_number(out, "psi_full_10", s->psi_full_10);
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

/* Of the notes those that tell what was done to a target are logged. */
static void deed_text(struct str *out, const struct ev_note *n)
{
	str_adds(out, n->id == NOTE_UNMARKED ? "unmarked " : "repaired ");
	put_safe(out, n->text);
}

static void end_text(struct str *out, const struct ev_end *e)
{
	str_adds(out, "end");
	put_number(out, "events", e->events);
	put_number(out, "lost", e->lost);
	put_number(out, "duration_ns", e->duration_ns);
	put_number(out, "worst_stop_ns", e->worst_stop_ns);
}

static void fault_text(struct str *out, const struct ev_fault *f)
{
	const char *access = fault_access_name(f->access);

	str_addf(out, "fault %s addr=0x%" PRIx64 " ip=0x%" PRIx64,
		 f->major ? "major" : f->minor ? "minor" : "n/a", f->addr,
		 f->ip);
	if (f->kernel)
		str_adds(out, " (kernel)");
	if (access)
		str_addf(out, " %s", access);
	if (!f->region_end)
		return;
	str_adds(out, " in ");
	put_span(out, f->region_start, f->region_end);
	str_addc(out, ' ');
	put_safe(out, f->region_name);
}

static void rss_text(struct str *out, const struct ev_rss *r)
{
	str_addf(out, "rss %s", rss_member_name(r->member));
	put_number(out, "bytes", r->bytes);
}

static void add_flags(struct str *out, const struct ev_call *call, int i)
{
	if (call->args[i] == EV_UNKNOWN)
		str_adds(out, "n/a");
	else
		call_arg(out, call, i, false);
}

static void map_text(struct str *out, const struct ev_map *m)
{
	const struct ev_call call = call_of_map(m);

	str_addf(out, "map addr=0x%" PRIx64, m->addr);
	put_number(out, "len", m->len);
	str_addf(out, " pgoff=0x%" PRIx64 " prot=", m->pgoff);
	add_flags(out, &call, 2);
	str_adds(out, " flags=");
	add_flags(out, &call, 3);
	if (!m->build_id.len) {
		put_device(out, m->dev);
		put_number(out, "inode", m->inode);
		put_number(out, "generation", m->generation);
	}
	put_build_id(out, m->build_id);
	str_addc(out, ' ');
	put_safe(out, m->filename);
}

static void frame_text(struct str *out, const struct ev_frame *f)
{
	str_addf(out, "frame object=%" PRIu64 " number=%" PRIu64 " cause=%s",
		 f->object, f->number, frame_cause_name(f->cause));
	if (f->call.len) {
		str_adds(out, " call=");
		put_safe(out, f->call);
	}
	put_number(out, "offset", f->offset);
	put_number(out, "length", f->length);
	put_number(out, "pages", f->pages);
	put_number(out, "absent", f->absent);
	put_number(out, "unread", f->unread);
	put_number(out, "missed", f->missed);
	str_addf(out, " by=%s", frame_by_name(f->by));
	if (f->error)
		str_addf(out, " error=%s", errno_name((uint64_t)-f->error)
				? errno_name((uint64_t)-f->error) : "?");
	str_adds(out, f->shared ? " shared in " : " in ");
	put_span(out, f->start, f->end);
	str_addc(out, ' ');
	put_safe(out, f->name);
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
		file_text(out, &ev->u.file);
		break;
	case EV_FAULT:
		fault_text(out, &ev->u.fault);
		break;
	case EV_RSS:
		rss_text(out, &ev->u.rss);
		break;
	case EV_WRITES:
		writes_text(out, &ev->u.writes);
		break;
	case EV_MAP:
		map_text(out, &ev->u.map);
		break;
	case EV_FRAME:
		frame_text(out, &ev->u.frame);
		break;
	case EV_HEAP:
		put_heap(out, &ev->u.heap);
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
