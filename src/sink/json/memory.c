/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes events about memory and its contents as JSON. */
#include <config.h>

#include "sink/json/value.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "event/call.h"
#include "event/names.h"
#include "event/owner.h"

/* Returns the two-letter flags of smaps as an array, or null if they were not
 * read. */
static json_t *vmflags_json(struct bytes b)
{
	json_t *list;
	const char *p = b.data, *end = p + b.len;

	if (!b.len)
		return json_null();
	list = json_array();
	while (p < end) {
		const char *space = memchr(p, ' ', (size_t)(end - p));
		const char *stop = space ? space : end;
		if (stop > p)
			(void)json_array_append_new(list,
				json_name_n(p, (size_t)(stop - p)));
		p = stop + 1;
	}
	return list;
}

static void put_build_id(struct str *o, struct bytes b)
{
	json_put(o, "build_id", b.len ? json_bytes(b) : json_null());
}

static void put_owner(struct str *o, const struct ev_region *r)
{
	struct owner owner = owner_of(r);
	struct str s = STR_INIT;

	owner_text(&s, &owner);
	json_put(o, "owner", json_text(s.len ? s.data : NULL));
	json_put_text(o, "owner_kind", region_whose_name(owner.whose));
	json_put_bool(o, "owner_inferred", owner.guessed);
	str_release(&s);
}

void json_region(struct str *o, const struct event *ev)
{
	const struct ev_region *r = &ev->u.region;
	char buf[32];

	json_put_text(o, "op", region_op_name(r->op));
	json_put_hex(o, "start", r->start);
	json_put_hex(o, "end", r->end);
	json_put_text(o, "perm", perm_text(buf, r->perm));
	json_put(o, "flags", vmflags_json(r->vmflags));
	json_put_size(o, "offset", r->offset);
	snprintf(buf, sizeof buf, "%02x:%02x", major(r->dev), minor(r->dev));
	json_put_text(o, "dev", buf);
	json_put_size(o, "inode", r->inode);
	json_put(o, "generation", r->has_generation ? json_size(r->generation)
						    : json_null());
	put_build_id(o, r->build_id);
	json_put_text(o, "disk", region_disk_name(r->disk));
	json_put_bool(o, "own_root", r->own_root != 0);
	json_put_name(o, "name", r->name);
	json_put_text(o, "kind", region_kind_name(r->kind));
	put_owner(o, r);
	json_put_known(o, "rss", r->rss);
	json_put_known(o, "pss", r->pss);
	json_put_known(o, "swap", r->swap);
}

/* Returns [["0x7f12a000", "0x7f12c000"], ...]. */
static json_t *ranges_json(struct bytes ranges)
{
	const char *at = ranges.data;
	json_t *list = json_array();

	for (size_t n = ranges.len / sizeof(struct page_range); n; n--) {
		struct page_range r;	/* a copy, as the bytes may be
					 * unaligned */
		json_t *pair = json_array();
		memcpy(&r, at, sizeof r);
		at += sizeof r;
		(void)json_array_append_new(pair, json_hex(r.start));
		(void)json_array_append_new(pair, json_hex(r.end));
		(void)json_array_append_new(list, pair);
	}
	return list;
}

void json_pages(struct str *o, const struct event *ev)
{
	const struct ev_pages *p = &ev->u.pages;

	json_put_hex(o, "start", p->start);
	json_put_hex(o, "end", p->end);
#define PUT(name) json_put_known(o, #name, p->name);
	EV_PAGES_LOGGED(PUT)
#undef PUT
	/* null if the ranges were not collected */
	json_put(o, "ranges", !p->ranges.len && p->resident ? json_null() :
		 ranges_json(p->ranges));
	json_put(o, "written_ranges",
		 !p->written_ranges.len && p->written ? json_null() :
		 ranges_json(p->written_ranges));
}

void json_file(struct str *o, const struct event *ev)
{
	const struct ev_file *f = &ev->u.file;
	bool mapping = f->op == FILE_MAPPING;
	char dev[32];

	json_put_text(o, "op", file_op_name(f->op));
	json_put(o, "at", mapping ? json_text(file_at_name(f->at)) :
		 json_null());
	json_put(o, "start", mapping ? json_hex(f->start) : json_null());
	json_put(o, "end", mapping ? json_hex(f->end) : json_null());
	json_put(o, "offset", mapping ? json_size(f->offset) : json_null());
	snprintf(dev, sizeof dev, "%02x:%02x", major(f->dev), minor(f->dev));
	json_put_text(o, "dev", dev);
	json_put_size(o, "inode", f->inode);
	json_put_name(o, "name", f->name);
	json_put_known(o, "page_size", f->page_size);
	json_put(o, "mappings", mapping ? json_null() :
		 json_known(f->mappings));
	json_put(o, "now", mapping ? json_known(f->now) : json_null());
	json_put(o, "now_ranges", mapping ? ranges_json(f->now_ranges) :
		 json_null());
	json_put(o, "now_more", mapping ? json_known(f->now_more) :
		 json_null());
	json_put_known(o, "ever", f->ever);
	json_put(o, "ever_ranges", ranges_json(f->ever_ranges));
	json_put_known(o, "ever_more", f->ever_more);
	json_put_bool(o, "partial", f->partial != 0);
}

void json_writes(struct str *o, const struct event *ev)
{
	const struct ev_writes *w = &ev->u.writes;
	const char *error = errno_name((uint64_t)w->error);
	bool on = w->state == WRITES_ON;

	json_put_text(o, "state", writes_state_name(w->state));
	json_put(o, "why", w->why ? json_text(writes_why_name(w->why))
				  : json_null());
	json_put(o, "error", w->error && error ? json_text(error)
					       : json_null());
	json_put(o, "way", on ? json_text(writes_way_name(w->way))
			      : json_null());
	json_put(o, "regions", on ? json_known(w->regions) : json_null());
	json_put(o, "bytes", on ? json_known(w->bytes) : json_null());
	json_put(o, "left", on ? json_known(w->left) : json_null());
	json_put(o, "missed", on ? json_known(w->missed) : json_null());
}

/* Returns the percentages of the last 10, 60 and 300 seconds, as in
 * /proc/pressure/memory. */
static json_t *psi_json(uint64_t s10, uint64_t s60, uint64_t s300)
{
	const uint64_t values[] = { s10, s60, s300 };
	static const char *const keys[] = { "avg10", "avg60", "avg300" };
	json_t *obj;

	if (s10 == EV_UNKNOWN)
		return json_null();
	obj = json_object();
	for (size_t i = 0; i < 3; i++)
		json_set(obj, keys[i], values[i] == EV_UNKNOWN ? json_null() :
		    json_real((double)values[i] / 10.0));
	return obj;
}

void json_usage(struct str *o, const struct event *ev)
{
	const struct ev_usage *u = &ev->u.usage;

	json_put(o, "comm", json_name_or_null(u->comm));
#define PUT(name) json_put_known(o, #name, u->name);
	EV_MEMORY_LOGGED(PUT)
#undef PUT
	json_put(o, "cgroup", json_name_or_null(u->cgroup));
}

void json_system(struct str *o, const struct event *ev)
{
	const struct ev_system *s = &ev->u.system;
	json_t *psi = json_null();

#define PUT(name) json_put_known(o, #name, s->name);
	EV_SYSTEM_LOGGED(PUT)
#undef PUT
	if (s->psi_some_10 != EV_UNKNOWN || s->psi_full_10 != EV_UNKNOWN) {
		psi = json_object();
		json_set(psi, "some", psi_json(s->psi_some_10, s->psi_some_60,
					  s->psi_some_300));
		json_set(psi, "full", psi_json(s->psi_full_10, s->psi_full_60,
					  s->psi_full_300));
	}
	json_put(o, "psi", psi);
}

void json_fault(struct str *o, const struct event *ev)
{
	const struct ev_fault *f = &ev->u.fault;
	const char *access = fault_access_name(f->access);

	json_put_hex(o, "addr", f->addr);
	json_put_hex(o, "ip", f->ip);
	json_put_bool(o, "kernel", f->kernel);
	json_put_text(o, "kind", f->major ? "major" : f->minor ? "minor" :
		      NULL);
	json_put_text(o, "access", access);
	json_put_region(o, f->region_start, f->region_end, f->region_name);
}

void json_rss(struct str *o, const struct event *ev)
{
	json_put_text(o, "member", rss_member_name(ev->u.rss.member));
	json_put_size(o, "bytes", ev->u.rss.bytes);
}

void json_map(struct str *o, const struct event *ev)
{
	const struct ev_map *m = &ev->u.map;
	const struct ev_call call = call_of_map(m);
	bool known = m->prot != EV_UNKNOWN;
	bool by_file = known && !m->build_id.len;
	char dev[32];

	json_put_hex(o, "addr", m->addr);
	json_put_size(o, "len", m->len);
	json_put_size(o, "pgoff", m->pgoff);
	if (known) {
		json_put_flags(o, "prot", &call, 2);
		json_put_flags(o, "flags", &call, 3);
	} else {
		json_put_text(o, "prot", NULL);
		json_put_text(o, "flags", NULL);
	}
	json_put_name(o, "filename", m->filename);
	snprintf(dev, sizeof dev, "%02x:%02x", major(m->dev), minor(m->dev));
	json_put_text(o, "dev", by_file ? dev : NULL);
	json_put(o, "inode", by_file ? json_size(m->inode) : json_null());
	json_put(o, "generation", by_file ? json_size(m->generation) :
		 json_null());
	put_build_id(o, m->build_id);
}

void json_frame(struct str *o, const struct event *ev)
{
	const struct ev_frame *f = &ev->u.frame;
	const char *error = errno_name((uint64_t)-f->error);

	json_put_region(o, f->start, f->end, f->name);
	json_put_size(o, "object", f->object);
	json_put_bool(o, "shared", f->shared);
	json_put_size(o, "number", f->number);
	json_put_size(o, "offset", f->offset);
	json_put_size(o, "length", f->length);
	json_put_size(o, "page_size", f->page_size);
	json_put_text(o, "cause", frame_cause_name(f->cause));
	json_put(o, "call", f->call.len ? json_name(f->call) : json_null());
	json_put_known(o, "pages", f->pages);
	json_put_known(o, "absent", f->absent);
	json_put_known(o, "unread", f->unread);
	json_put(o, "error", f->error && error ? json_text(error)
					       : json_null());
	json_put_known(o, "missed", f->missed);
	json_put_text(o, "by", frame_by_name(f->by));
}
