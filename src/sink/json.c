/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * JSON Lines: the keys that doc/FORMAT lists for each type, always all of them,
 * null where one does not apply or is not known.
 *
 * jansson refuses what is not UTF-8: such a name becomes an object with its
 * bytes in hex.  Output is ASCII, everything else escaped, so that a log on
 * a terminal does nothing to it.  A JSON number that must be read by any
 * language is a signed 64-bit one at most: what is larger is a "0x" string.
 */
#include <config.h>

#ifdef HAVE_JANSSON

#include "sink/form.h"

#include <jansson.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "base/alloc.h"
#include "event/call.h"
#include "event/names.h"
#include "event/owner.h"
#include "sink/json_value.h"

/* --- start, process, signal ------------------------------------------------ */

/* "ptrace=on\0perf=needs root\0": {"ptrace": "on", "perf": "needs root"} */
static json_t *sources(struct bytes b)
{
	json_t *obj = json_object();
	const char *p = b.data, *end = p + b.len;

	while (p < end) {
		size_t n = strnlen(p, (size_t)(end - p));
		const char *eq = memchr(p, '=', n);
		if (eq) {
			char *key = xstrndup(p, (size_t)(eq - p));
			(void)json_object_set_new(obj, key,
				json_name_n(eq + 1, n - (size_t)(eq + 1 - p)));
			free(key);
		}
		p += n + 1;
	}
	return obj;
}

static void start_json(struct str *o, const struct event *ev)
{
	const struct ev_start *s = &ev->u.start;

	json_put_name(o, "version", s->version);
	json_put(o, "command", json_name_or_null(s->command));
	json_put_name(o, "kernel", s->kernel);
	json_put_name(o, "machine", s->machine);
	json_put_known(o, "page_size", s->page_size);
	json_put(o, "sources", sources(s->sources));
}

static json_t *argv_json(struct bytes argv)
{
	json_t *list;
	const char *p = argv.data, *end = p + argv.len;

	if (!argv.len)
		return json_null();
	list = json_array();
	while (p < end) {
		size_t n = strnlen(p, (size_t)(end - p));
		(void)json_array_append_new(list, json_name_n(p, n));
		p += n + 1;
	}
	return list;
}

static void process_json(struct str *o, const struct event *ev)
{
	const struct ev_process *p = &ev->u.process;
	bool is_exit = p->op == PROCESS_EXIT;
	char sig[16];

	json_put_text(o, "event", process_op_name(p->op));
	json_put_task(o, "child", p->child);
	json_put(o, "ns_pid", p->ns_pid ? json_integer(p->ns_pid)
					: json_null());
	json_put(o, "exe", json_name_or_null(p->exe));
	json_put(o, "argv", argv_json(p->argv));
	json_put(o, "comm", json_name_or_null(p->comm));
	json_put(o, "status", is_exit && p->signal <= 0 && p->status >= 0 ?
	    json_integer(p->status) : json_null());
	json_put(o, "signal", is_exit && p->signal > 0 ?
	    json_text(signal_name((uint64_t)p->signal, sig)) : json_null());
}

static void put_region(struct str *o, uint64_t start, uint64_t end,
		       struct bytes name)
{
	if (!end) {
		json_put_text(o, "region", NULL);
		return;
	}
	json_open(o, "region");
	json_put_hex(o, "start", start);
	json_put_hex(o, "end", end);
	json_put_name(o, "name", name);
	json_close(o);
}

/* Those whose siginfo has a value; SIGCHLD's is the child's status. */
static bool has_value(const struct ev_signal *s)
{
	return s->code == SI_QUEUE || s->code == SI_MESGQ ||
	       s->code == SI_ASYNCIO || (s->signal == SIGCHLD && s->code > 0);
}

static void signal_json(struct str *o, const struct event *ev)
{
	const struct ev_signal *s = &ev->u.signal;
	const char *code = signal_code_name(s->signal, s->code);
	char sig[16];

	json_put_text(o, "signal", signal_name(s->signal, sig));
	json_put(o, "code", code ? json_text(code) : json_integer(s->code));
	json_put_task(o, "sender", s->sender);
	json_put(o, "value", has_value(s) ? json_size(s->value) : json_null());
	json_put(o, "addr", s->has_addr ? json_hex(s->addr) : json_null());
	put_region(o, s->region_start, s->region_end, s->region_name);
	json_put_text(o, "action", signal_action_name(s->action));
}

/* --- region, pages, system --------------------------------------------------- */

/* smaps' two-letter names as an array; they were not read: null. */
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

static json_t *hex_bytes(struct bytes b)
{
	const unsigned char *p = b.data;
	struct str s = STR_INIT;
	json_t *v;

	if (!b.len)
		return json_null();
	for (size_t i = 0; i < b.len; i++)
		str_addf(&s, "%02x", p[i]);
	v = json_text(s.data);
	str_release(&s);
	return v;
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

static void region_json(struct str *o, const struct event *ev)
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
	json_put(o, "build_id", hex_bytes(r->build_id));
	json_put_text(o, "disk", region_disk_name(r->disk));
	json_put_bool(o, "own_root", r->own_root != 0);
	json_put_name(o, "name", r->name);
	json_put_text(o, "kind", region_kind_name(r->kind));
	put_owner(o, r);
	json_put_known(o, "rss", r->rss);
	json_put_known(o, "pss", r->pss);
	json_put_known(o, "swap", r->swap);
}

/* [["0x7f12a000", "0x7f12c000"], ...] */
static json_t *ranges_json(struct bytes ranges)
{
	const char *at = ranges.data;
	json_t *list = json_array();

	for (size_t n = ranges.len / sizeof(struct page_range); n; n--) {
		struct page_range r;	/* the bytes may lie anywhere */
		json_t *pair = json_array();
		memcpy(&r, at, sizeof r);
		at += sizeof r;
		(void)json_array_append_new(pair, json_hex(r.start));
		(void)json_array_append_new(pair, json_hex(r.end));
		(void)json_array_append_new(list, pair);
	}
	return list;
}

static void pages_json(struct str *o, const struct event *ev)
{
	const struct ev_pages *p = &ev->u.pages;

	json_put_hex(o, "start", p->start);
	json_put_hex(o, "end", p->end);
	json_put_known(o, "page_size", p->page_size);
	json_put_known(o, "resident", p->resident);
	json_put_known(o, "swapped", p->swapped);
	json_put_known(o, "zero", p->zero);
	json_put_known(o, "huge", p->huge);
	json_put_known(o, "exclusive", p->exclusive);
	json_put_known(o, "written", p->written);
	/* Null when they were not collected. */
	json_put(o, "ranges", !p->ranges.len && p->resident ? json_null() :
		 ranges_json(p->ranges));
	json_put(o, "written_ranges",
		 !p->written_ranges.len && p->written ? json_null() :
		 ranges_json(p->written_ranges));
}

static void file_json(struct str *o, const struct event *ev)
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

static void writes_json(struct str *o, const struct event *ev)
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

/* Per cent of the last 10, 60 and 300 seconds, as /proc/pressure/memory. */
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

static void system_json(struct str *o, const struct event *ev)
{
	const struct ev_system *s = &ev->u.system;
	json_t *psi = json_null();

	json_put_known(o, "total", s->total);
	json_put_known(o, "available", s->available);
	json_put_known(o, "used", s->used);
	json_put_known(o, "free", s->free);
	json_put_known(o, "buffers", s->buffers);
	json_put_known(o, "cached", s->cached);
	json_put_known(o, "shmem", s->shmem);
	json_put_known(o, "slab", s->slab);
	json_put_known(o, "page_tables", s->page_tables);
	json_put_known(o, "anon", s->anon);
	json_put_known(o, "swap_total", s->swap_total);
	json_put_known(o, "swap_free", s->swap_free);
	json_put_known(o, "huge_total", s->huge_total);
	json_put_known(o, "huge_free", s->huge_free);
	json_put_known(o, "huge_size", s->huge_size);
	if (s->psi_some_10 != EV_UNKNOWN || s->psi_full_10 != EV_UNKNOWN) {
		psi = json_object();
		json_set(psi, "some", psi_json(s->psi_some_10, s->psi_some_60,
					  s->psi_some_300));
		json_set(psi, "full", psi_json(s->psi_full_10, s->psi_full_60,
					  s->psi_full_300));
	}
	json_put(o, "psi", psi);
}

/* --- lost, end, and the whole -------------------------------------------------- */

static void lost_json(struct str *o, const struct event *ev)
{
	json_put_known(o, "count", ev->u.lost.count);
}

static void denied_json(struct str *o, const struct event *ev)
{
	const struct ev_denied *d = &ev->u.denied;

	json_put_hex(o, "addr", d->addr);
	json_put_size(o, "len", d->len);
	json_put_name(o, "told_by", d->told_by);
	json_put_text(o, "what", denied_what_name(d->what));
}

static void end_json(struct str *o, const struct event *ev)
{
	const struct ev_end *e = &ev->u.end;

	json_put_known(o, "events", e->events);
	json_put_known(o, "lost", e->lost);
	json_put_known(o, "duration_ns", e->duration_ns);
	json_put_known(o, "worst_stop_ns", e->worst_stop_ns);
}

/* Of the notes those that tell what was done to a target are logged. */
static const char *type_of(const struct event *ev)
{
	if (ev->kind != EV_NOTE)
		return event_descs[ev->kind].name;
	return ev->u.note.id == NOTE_UNMARKED ? "unmark" : "repair";
}

static void deed_json(struct str *o, const struct event *ev)
{
	json_put_name(o, "call", ev->u.note.text);
	json_put(o, "nr", json_integer(ev->u.note.b));
}

static void fault_json(struct str *o, const struct event *ev)
{
	const struct ev_fault *f = &ev->u.fault;
	const char *access = fault_access_name(f->access);

	json_put_hex(o, "addr", f->addr);
	json_put_hex(o, "ip", f->ip);
	json_put_bool(o, "kernel", f->kernel);
	json_put_text(o, "kind", f->major ? "major" : f->minor ? "minor" :
		      NULL);
	json_put_text(o, "access", access);
	put_region(o, f->region_start, f->region_end, f->region_name);
}

static void rss_json(struct str *o, const struct event *ev)
{
	json_put_text(o, "member", rss_member_name(ev->u.rss.member));
	json_put_size(o, "bytes", ev->u.rss.bytes);
}

static void map_json(struct str *o, const struct event *ev)
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
	json_put(o, "build_id", hex_bytes(m->build_id));
}

static void frame_json(struct str *o, const struct event *ev)
{
	const struct ev_frame *f = &ev->u.frame;
	const char *error = errno_name((uint64_t)-f->error);

	put_region(o, f->start, f->end, f->name);
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

static void (*const payloads[EV_KINDS])(struct str *o, const struct event *ev) = {
	[EV_START] = start_json,
	[EV_PROCESS] = process_json,
	[EV_CALL] = json_call,
	[EV_SIGNAL] = signal_json,
	[EV_REGION] = region_json,
	[EV_PAGES] = pages_json,
	[EV_SYSTEM] = system_json,
	[EV_LOST] = lost_json,
	[EV_DENIED] = denied_json,
	[EV_NOTE] = deed_json,
	[EV_END] = end_json,
	[EV_FILE] = file_json,
	[EV_FAULT] = fault_json,
	[EV_WRITES] = writes_json,
	[EV_MAP] = map_json,
	[EV_RSS] = rss_json,
	[EV_FRAME] = frame_json,
	[EV_HEAP] = json_heap,
};

void form_json(struct str *out, const struct event *ev)
{
	char tellers[TELLERS_MAX];

	json_begin(out);
	json_put_text(out, "type", type_of(ev));
	json_put_size(out, "time_ns", ev->time_ns);
	json_put_task(out, "pid", ev->pid);
	json_put_task(out, "tid", ev->tid);
	/* Not who tells of a loss but whose events are missing. */
	if (ev->kind == EV_LOST)
		json_put_name(out, "source", ev->u.lost.source);
	else if (!ev->source)
		json_put_text(out, "source", NULL);
	else
		json_put_word(out, "source", event_tellers(tellers, ev));
	if (payloads[ev->kind])
		payloads[ev->kind](out, ev);
	json_close(out);
}

#endif
