/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes events about memory and its contents as text. */
#include <config.h>

#include "sink/text/value.h"

#include <inttypes.h>
#include <sys/sysmacros.h>

#include "base/text.h"
#include "event/call.h"
#include "event/names.h"
#include "event/owner.h"

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

/* Writes the owner; ~ marks an owner that was inferred. */
static void region_owner_text(struct str *out, const struct ev_region *r)
{
	struct owner owner = owner_of(r);

	if (!owner.whose)
		return;
	str_addf(out, " owner=%s\"", owner.guessed ? "~" : "");
	owner_text(out, &owner);
	str_addc(out, '"');
}

void put_region(struct str *out, const struct ev_region *r)
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

void put_pages(struct str *out, const struct ev_pages *p)
{
	str_adds(out, "pages ");
	put_span(out, p->start, p->end);
#define PUT(name) put_number(out, #name, p->name);
	EV_PAGES_LOGGED(PUT)
#undef PUT
	put_ranges(out, p->ranges);
	if (p->written_ranges.len) {
		str_adds(out, " written:");
		put_ranges(out, p->written_ranges);
	}
}

void put_file(struct str *out, const struct ev_file *f)
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

/* Writes whether writes are tracked, and if not, why. */
void put_writes(struct str *out, const struct ev_writes *w)
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

void put_usage(struct str *out, const struct ev_usage *u)
{
	str_adds(out, "memory");
	if (u->comm.len) {
		str_adds(out, " comm=");
		put_quoted(out, u->comm.data, u->comm.len);
	}
#define PUT(name) put_number(out, #name, u->name);
	EV_MEMORY_LOGGED(PUT)
#undef PUT
	if (u->cgroup.len) {
		str_adds(out, " cgroup=");
		put_quoted(out, u->cgroup.data, u->cgroup.len);
	}
}

void put_system(struct str *out, const struct ev_system *s)
{
	str_adds(out, "system");
#define PUT(name) put_number(out, #name, s->name);
	EV_SYSTEM_LOGGED(PUT)
#undef PUT
	put_number(out, "psi_some_10", s->psi_some_10);
	put_number(out, "psi_full_10", s->psi_full_10);
}

void put_fault(struct str *out, const struct ev_fault *f)
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

void put_rss(struct str *out, const struct ev_rss *r)
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

void put_map(struct str *out, const struct ev_map *m)
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

void put_frame(struct str *out, const struct ev_frame *f)
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
