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

static void start_json(json_t *o, const struct event *ev)
{
	const struct ev_start *s = &ev->u.start;

	json_put(o, "version", json_name(s->version));
	json_put(o, "command", json_name_or_null(s->command));
	json_put(o, "kernel", json_name(s->kernel));
	json_put(o, "machine", json_name(s->machine));
	json_put(o, "page_size", json_known(s->page_size));
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

static void process_json(json_t *o, const struct event *ev)
{
	const struct ev_process *p = &ev->u.process;
	bool is_exit = p->op == PROCESS_EXIT;
	char sig[16];

	json_put(o, "event", json_text(process_op_name(p->op)));
	json_put(o, "child", p->child ? json_integer(p->child) : json_null());
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

static json_t *region_of_fault(uint64_t start, uint64_t end, struct bytes name)
{
	json_t *r;

	if (!end)
		return json_null();
	r = json_object();
	json_put(r, "start", json_hex(start));
	json_put(r, "end", json_hex(end));
	json_put(r, "name", json_name(name));
	return r;
}

/* Those whose siginfo has a value; SIGCHLD's is the child's status. */
static bool has_value(const struct ev_signal *s)
{
	return s->code == SI_QUEUE || s->code == SI_MESGQ ||
	       s->code == SI_ASYNCIO || (s->signal == SIGCHLD && s->code > 0);
}

static void signal_json(json_t *o, const struct event *ev)
{
	const struct ev_signal *s = &ev->u.signal;
	const char *code = signal_code_name(s->signal, s->code);
	char sig[16];

	json_put(o, "signal", json_text(signal_name(s->signal, sig)));
	json_put(o, "code", code ? json_text(code) : json_integer(s->code));
	json_put(o, "sender", s->sender ? json_integer(s->sender) : json_null());
	json_put(o, "value", has_value(s) ? json_size(s->value) : json_null());
	json_put(o, "addr", s->has_addr ? json_hex(s->addr) : json_null());
	json_put(o, "region", region_of_fault(s->region_start, s->region_end,
					      s->region_name));
	json_put(o, "action", json_text(signal_action_name(s->action)));
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

static void region_json(json_t *o, const struct event *ev)
{
	const struct ev_region *r = &ev->u.region;
	char buf[32];

	json_put(o, "op", json_text(region_op_name(r->op)));
	json_put(o, "start", json_hex(r->start));
	json_put(o, "end", json_hex(r->end));
	json_put(o, "perm", json_text(perm_text(buf, r->perm)));
	json_put(o, "flags", vmflags_json(r->vmflags));
	json_put(o, "offset", json_size(r->offset));
	snprintf(buf, sizeof buf, "%02x:%02x", major(r->dev), minor(r->dev));
	json_put(o, "dev", json_text(buf));
	json_put(o, "inode", json_size(r->inode));
	json_put(o, "generation", r->has_generation ? json_size(r->generation)
						    : json_null());
	json_put(o, "build_id", hex_bytes(r->build_id));
	json_put(o, "disk", json_text(region_disk_name(r->disk)));
	json_put(o, "own_root", json_boolean(r->own_root != 0));
	json_put(o, "name", json_name(r->name));
	json_put(o, "kind", json_text(region_kind_name(r->kind)));
	json_put(o, "rss", json_known(r->rss));
	json_put(o, "pss", json_known(r->pss));
	json_put(o, "swap", json_known(r->swap));
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

static void pages_json(json_t *o, const struct event *ev)
{
	const struct ev_pages *p = &ev->u.pages;

	json_put(o, "start", json_hex(p->start));
	json_put(o, "end", json_hex(p->end));
	json_put(o, "page_size", json_known(p->page_size));
	json_put(o, "resident", json_known(p->resident));
	json_put(o, "swapped", json_known(p->swapped));
	json_put(o, "zero", json_known(p->zero));
	json_put(o, "huge", json_known(p->huge));
	json_put(o, "exclusive", json_known(p->exclusive));
	json_put(o, "written", json_known(p->written));
	/* Null when they were not collected. */
	json_put(o, "ranges", !p->ranges.len && p->resident ? json_null() :
		 ranges_json(p->ranges));
	json_put(o, "written_ranges",
		 !p->written_ranges.len && p->written ? json_null() :
		 ranges_json(p->written_ranges));
}

static void file_json(json_t *o, const struct event *ev)
{
	const struct ev_file *f = &ev->u.file;
	bool mapping = f->op == FILE_MAPPING;
	char dev[32];

	json_put(o, "op", json_text(file_op_name(f->op)));
	json_put(o, "at", mapping ? json_text(file_at_name(f->at)) :
		 json_null());
	json_put(o, "start", mapping ? json_hex(f->start) : json_null());
	json_put(o, "end", mapping ? json_hex(f->end) : json_null());
	json_put(o, "offset", mapping ? json_size(f->offset) : json_null());
	snprintf(dev, sizeof dev, "%02x:%02x", major(f->dev), minor(f->dev));
	json_put(o, "dev", json_text(dev));
	json_put(o, "inode", json_size(f->inode));
	json_put(o, "name", json_name(f->name));
	json_put(o, "page_size", json_known(f->page_size));
	json_put(o, "mappings", mapping ? json_null() :
		 json_known(f->mappings));
	json_put(o, "now", mapping ? json_known(f->now) : json_null());
	json_put(o, "now_ranges", mapping ? ranges_json(f->now_ranges) :
		 json_null());
	json_put(o, "now_more", mapping ? json_known(f->now_more) :
		 json_null());
	json_put(o, "ever", json_known(f->ever));
	json_put(o, "ever_ranges", ranges_json(f->ever_ranges));
	json_put(o, "ever_more", json_known(f->ever_more));
	json_put(o, "partial", json_boolean(f->partial != 0));
}

static void writes_json(json_t *o, const struct event *ev)
{
	const struct ev_writes *w = &ev->u.writes;
	const char *error = errno_name((uint64_t)w->error);
	bool on = w->state == WRITES_ON;

	json_put(o, "state", json_text(writes_state_name(w->state)));
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
		json_put(obj, keys[i], values[i] == EV_UNKNOWN ? json_null() :
		    json_real((double)values[i] / 10.0));
	return obj;
}

static void system_json(json_t *o, const struct event *ev)
{
	const struct ev_system *s = &ev->u.system;
	json_t *psi = json_null();

	json_put(o, "total", json_known(s->total));
	json_put(o, "available", json_known(s->available));
	json_put(o, "used", json_known(s->used));
	json_put(o, "free", json_known(s->free));
	json_put(o, "buffers", json_known(s->buffers));
	json_put(o, "cached", json_known(s->cached));
	json_put(o, "shmem", json_known(s->shmem));
	json_put(o, "slab", json_known(s->slab));
	json_put(o, "page_tables", json_known(s->page_tables));
	json_put(o, "anon", json_known(s->anon));
	json_put(o, "swap_total", json_known(s->swap_total));
	json_put(o, "swap_free", json_known(s->swap_free));
	json_put(o, "huge_total", json_known(s->huge_total));
	json_put(o, "huge_free", json_known(s->huge_free));
	json_put(o, "huge_size", json_known(s->huge_size));
	if (s->psi_some_10 != EV_UNKNOWN || s->psi_full_10 != EV_UNKNOWN) {
		psi = json_object();
		json_put(psi, "some", psi_json(s->psi_some_10, s->psi_some_60,
					  s->psi_some_300));
		json_put(psi, "full", psi_json(s->psi_full_10, s->psi_full_60,
					  s->psi_full_300));
	}
	json_put(o, "psi", psi);
}

/* --- lost, end, and the whole -------------------------------------------------- */

static void lost_json(json_t *o, const struct event *ev)
{
	/* Not who tells of it but whose events are missing. */
	json_put(o, "source", json_name(ev->u.lost.source));
	json_put(o, "count", json_known(ev->u.lost.count));
}

static void denied_json(json_t *o, const struct event *ev)
{
	const struct ev_denied *d = &ev->u.denied;

	json_put(o, "addr", json_hex(d->addr));
	json_put(o, "len", json_size(d->len));
	json_put(o, "told_by", json_name(d->told_by));
	json_put(o, "what", json_text(denied_what_name(d->what)));
}

static void end_json(json_t *o, const struct event *ev)
{
	const struct ev_end *e = &ev->u.end;

	json_put(o, "events", json_known(e->events));
	json_put(o, "lost", json_known(e->lost));
	json_put(o, "duration_ns", json_known(e->duration_ns));
	json_put(o, "worst_stop_ns", json_known(e->worst_stop_ns));
}

/* Of the notes those that tell what was done to a target are logged. */
static const char *type_of(const struct event *ev)
{
	if (ev->kind != EV_NOTE)
		return event_descs[ev->kind].name;
	return ev->u.note.id == NOTE_UNMARKED ? "unmark" : "repair";
}

static void deed_json(json_t *o, const struct event *ev)
{
	json_put(o, "call", json_name(ev->u.note.text));
	json_put(o, "nr", json_integer(ev->u.note.b));
}

static void fault_json(json_t *o, const struct event *ev)
{
	const struct ev_fault *f = &ev->u.fault;
	const char *access = fault_access_name(f->access);

	json_put(o, "addr", json_hex(f->addr));
	json_put(o, "ip", json_hex(f->ip));
	json_put(o, "kernel", json_boolean(f->kernel));
	json_put(o, "kind", f->major ? json_text("major") :
		 f->minor ? json_text("minor") : json_null());
	json_put(o, "access", access ? json_text(access) : json_null());
	json_put(o, "region", region_of_fault(f->region_start, f->region_end,
					      f->region_name));
}

static void rss_json(json_t *o, const struct event *ev)
{
	json_put(o, "member", json_text(rss_member_name(ev->u.rss.member)));
	json_put(o, "bytes", json_size(ev->u.rss.bytes));
}

static void map_json(json_t *o, const struct event *ev)
{
	const struct ev_map *m = &ev->u.map;
	const struct ev_call call = call_of_map(m);
	bool known = m->prot != EV_UNKNOWN;
	bool by_file = known && !m->build_id.len;
	char dev[32];

	json_put(o, "addr", json_hex(m->addr));
	json_put(o, "len", json_size(m->len));
	json_put(o, "pgoff", json_size(m->pgoff));
	json_put(o, "prot", known ? json_flags(&call, 2) : json_null());
	json_put(o, "flags", known ? json_flags(&call, 3) : json_null());
	json_put(o, "filename", json_name(m->filename));
	snprintf(dev, sizeof dev, "%02x:%02x", major(m->dev), minor(m->dev));
	json_put(o, "dev", by_file ? json_text(dev) : json_null());
	json_put(o, "inode", by_file ? json_size(m->inode) : json_null());
	json_put(o, "generation", by_file ? json_size(m->generation)
					  : json_null());
	json_put(o, "build_id", hex_bytes(m->build_id));
}

static void frame_json(json_t *o, const struct event *ev)
{
	const struct ev_frame *f = &ev->u.frame;
	const char *error = errno_name((uint64_t)-f->error);

	json_put(o, "region", region_of_fault(f->start, f->end, f->name));
	json_put(o, "object", json_size(f->object));
	json_put(o, "shared", json_boolean(f->shared));
	json_put(o, "number", json_size(f->number));
	json_put(o, "offset", json_size(f->offset));
	json_put(o, "length", json_size(f->length));
	json_put(o, "page_size", json_size(f->page_size));
	json_put(o, "cause", json_text(frame_cause_name(f->cause)));
	json_put(o, "call", f->call.len ? json_name(f->call) : json_null());
	json_put(o, "pages", json_known(f->pages));
	json_put(o, "absent", json_known(f->absent));
	json_put(o, "unread", json_known(f->unread));
	json_put(o, "error", f->error && error ? json_text(error)
					       : json_null());
	json_put(o, "missed", json_known(f->missed));
	json_put(o, "by", json_text(frame_by_name(f->by)));
}

static void (*const payloads[EV_KINDS])(json_t *o, const struct event *ev) = {
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
};

static int append(const char *p, size_t n, void *out)
{
	str_add(out, p, n);
	return 0;
}

/* Nearly all have room in a line, which costs less than a call for each of
 * their parts. */
static void dump(struct str *out, const json_t *o)
{
	const size_t flags = JSON_COMPACT | JSON_ENSURE_ASCII |
			     JSON_REAL_PRECISION(6);
	char line[1024];
	size_t n = json_dumpb(o, line, sizeof line, flags);

	if (n <= sizeof line)
		str_add(out, line, n);
	else
		(void)json_dump_callback(o, append, out, flags);
}

void form_json(struct str *out, const struct event *ev)
{
	json_t *o = json_object();
	char tellers[TELLERS_MAX];
	json_t *source = ev->source ? json_string(event_tellers(tellers, ev))
				    : json_null();

	json_put(o, "type", json_text(type_of(ev)));
	json_put(o, "time_ns", json_size(ev->time_ns));
	json_put(o, "pid", ev->pid ? json_integer(ev->pid) : json_null());
	json_put(o, "tid", ev->tid ? json_integer(ev->tid) : json_null());
	json_put(o, "source", source);
	if (payloads[ev->kind])
		payloads[ev->kind](o, ev);
	dump(out, o);
	json_decref(o);
}

#endif
