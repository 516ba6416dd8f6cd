/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * JSON Lines: the keys that DESIGN.md section 6 lists for each type, always
 * all of them, null where one does not apply or is not known.
 *
 * jansson refuses what is not UTF-8: such a name becomes an object with its
 * bytes in hex.  Output is ASCII, everything else escaped, so that a log on
 * a terminal does nothing to it.  A JSON number that must be read by any
 * language is a signed 64-bit one at most: what is larger is a "0x" string.
 */
#include <config.h>

#ifdef HAVE_JANSSON

#include "sink/form.h"

#include <inttypes.h>
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

/* Only want of memory makes these fail: one key less, never broken JSON. */
static void put(json_t *obj, const char *key, json_t *value)
{
	(void)json_object_set_new_nocheck(obj, key, value);
}

static json_t *hex(uint64_t n)
{
	char buf[24];

	snprintf(buf, sizeof buf, "0x%" PRIx64, n);
	return json_string_nocheck(buf);
}

static json_t *size(uint64_t n)
{
	return n > INT64_MAX ? hex(n) : json_integer((json_int_t)n);
}

static json_t *known(uint64_t n)
{
	return n == EV_UNKNOWN ? json_null() : size(n);
}

static json_t *text(const char *s)
{
	return s ? json_string_nocheck(s) : json_null();
}

static json_t *bytes_in_hex(const unsigned char *p, size_t n)
{
	struct str s = STR_INIT;
	json_t *value;

	for (size_t i = 0; i < n; i++)
		str_addf(&s, "%02x", p[i]);
	value = json_stringn_nocheck(s.data, s.len);
	str_release(&s);
	return value;
}

static json_t *name_n(const void *p, size_t n)
{
	json_t *value = NULL;

	/* Nor a NUL, which many a reader refuses. */
	if (!n || !memchr(p, '\0', n))
		value = json_stringn(n ? p : "", n);
	if (value)
		return value;
	value = json_object();
	put(value, "path", json_null());
	put(value, "path_hex", bytes_in_hex(p, n));
	return value;
}

static json_t *name(struct bytes b)
{
	return name_n(b.data, b.len);
}

/* NULL for "none" where an empty name is no name. */
static json_t *name_or_null(struct bytes b)
{
	return b.len ? name(b) : json_null();
}

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
				name_n(eq + 1, n - (size_t)(eq + 1 - p)));
			free(key);
		}
		p += n + 1;
	}
	return obj;
}

static void start_json(json_t *o, const struct event *ev)
{
	const struct ev_start *s = &ev->u.start;

	put(o, "version", name(s->version));
	put(o, "command", name_or_null(s->command));
	put(o, "kernel", name(s->kernel));
	put(o, "machine", name(s->machine));
	put(o, "page_size", known(s->page_size));
	put(o, "sources", sources(s->sources));
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
		(void)json_array_append_new(list, name_n(p, n));
		p += n + 1;
	}
	return list;
}

static void process_json(json_t *o, const struct event *ev)
{
	const struct ev_process *p = &ev->u.process;
	bool is_exit = p->op == PROCESS_EXIT;
	char sig[16];

	put(o, "event", text(process_op_name(p->op)));
	put(o, "child", p->child ? json_integer(p->child) : json_null());
	put(o, "exe", name_or_null(p->exe));
	put(o, "argv", argv_json(p->argv));
	put(o, "status", is_exit && p->signal <= 0 ?
	    json_integer(p->status) : json_null());
	put(o, "signal", is_exit && p->signal > 0 ?
	    text(signal_name((uint64_t)p->signal, sig)) : json_null());
}

static json_t *region_of_fault(const struct ev_signal *s)
{
	json_t *r;

	if (!s->region_end)
		return json_null();
	r = json_object();
	put(r, "start", hex(s->region_start));
	put(r, "end", hex(s->region_end));
	put(r, "name", name(s->region_name));
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

	put(o, "signal", text(signal_name(s->signal, sig)));
	put(o, "code", code ? text(code) : json_integer(s->code));
	put(o, "sender", s->sender ? json_integer(s->sender) : json_null());
	put(o, "value", has_value(s) ? size(s->value) : json_null());
	put(o, "addr", s->has_addr ? hex(s->addr) : json_null());
	put(o, "region", region_of_fault(s));
	put(o, "action", text(signal_action_name(s->action)));
}

/* --- call ------------------------------------------------------------------- */

static void add_name(void *arg, const char *s)
{
	(void)json_array_append_new(arg, json_string_nocheck(s));
}

/* value: made as wide and as signed as the type by call_arg_value(). */
static json_t *arg_number(enum arg_type type, uint64_t value)
{
	switch (type) {
	case ARG_INT:
	case ARG_LONG:
	case ARG_FD:
	case ARG_SIGNAL:
		return json_integer((json_int_t)value);
	case ARG_UINT:
	case ARG_U32:
	case ARG_MODE:
	case ARG_SIZE:
	case ARG_OFFSET:
		return size(value);
	default:
		return hex(value);
	}
}

/* Arguments that have one value of a few, not a set of flags. */
static bool is_choice(enum arg_type type)
{
	return type == ARG_MADVICE || type == ARG_SHM_CMD ||
	       type == ARG_SHM_KEY;
}

static json_t *arg_json(const struct ev_call *c, enum arg_type type, int i)
{
	json_t *names = json_array(), *one;

	if (!call_arg_names(c, i, add_name, names)) {
		json_decref(names);
		return arg_number(type, call_arg_value(c, i));
	}
	if (!is_choice(type) || json_array_size(names) != 1)
		return names;
	one = json_incref(json_array_get(names, 0));
	json_decref(names);
	return one;
}

/* The argument that c->path tells of: the first string, else a descriptor;
 * -1 when there is none. */
static int path_arg(const struct ev_call *c, const struct call_desc *d)
{
	int fd = -1;

	if (!c->path.len)
		return -1;
	for (int i = 0; i < d->nargs; i++) {
		if (d->args[i].type == ARG_STRING)
			return i;
		if (d->args[i].type == ARG_FD && fd < 0)
			fd = i;
	}
	return fd;
}

/* {"addr": "0x0", "length": 8192, "prot": ["PROT_READ"], ..., "fd": 3,
 * "path": "/usr/lib/libfoo.so"}: what a descriptor stands for is beside it. */
static json_t *args_json(const struct ev_call *c, const struct call_desc *d)
{
	json_t *args = json_object();
	int path = path_arg(c, d);

	for (int i = 0; i < d->nargs; i++) {
		if (i == path && d->args[i].type == ARG_STRING)
			put(args, d->args[i].name, name(c->path));
		else
			put(args, d->args[i].name,
			    arg_json(c, d->args[i].type, i));
		if (i == path && d->args[i].type == ARG_FD)
			put(args, "path", name(c->path));
	}
	return args;
}

static void call_json(json_t *o, const struct event *ev)
{
	static const char *const phases[] = {
		[PHASE_ENTER] = "enter",
		[PHASE_EXIT] = "exit",
	};
	const struct ev_call *c = &ev->u.call;
	const struct call_desc *d = call_of(c);
	bool done = c->phase != PHASE_ENTER;
	const char *error = done && c->error ? errno_name(c->error) : NULL;
	struct str s = STR_INIT;

	put(o, "abi", text(abi_name(c->abi)));
	call_name(&s, c);
	put(o, "name", text(s.data));
	str_release(&s);
	put(o, "args", args_json(c, d));
	if (!done || c->restarted)	/* the program sees no result yet */
		put(o, "result", json_null());
	else if (!c->error && call_gives_address(c))
		put(o, "result", hex((uint64_t)c->result));
	else
		put(o, "result", json_integer(c->result));
	if (done && c->error && !error)
		put(o, "error", hex(c->error));
	else
		put(o, "error", text(error));
	put(o, "duration_ns", done ? known(c->duration_ns) : json_null());
	if (c->phase < sizeof phases / sizeof *phases && phases[c->phase])
		put(o, "phase", text(phases[c->phase]));
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
				name_n(p, (size_t)(stop - p)));
		p = stop + 1;
	}
	return list;
}

static void region_json(json_t *o, const struct event *ev)
{
	const struct ev_region *r = &ev->u.region;
	char buf[32];

	put(o, "op", text(region_op_name(r->op)));
	put(o, "start", hex(r->start));
	put(o, "end", hex(r->end));
	put(o, "perm", text(perm_text(buf, r->perm)));
	put(o, "flags", vmflags_json(r->vmflags));
	put(o, "offset", size(r->offset));
	snprintf(buf, sizeof buf, "%02x:%02x", major(r->dev), minor(r->dev));
	put(o, "dev", text(buf));
	put(o, "inode", size(r->inode));
	put(o, "generation", json_null());
	put(o, "build_id", json_null());
	put(o, "name", name(r->name));
	put(o, "kind", text(region_kind_name(r->kind)));
	put(o, "rss", known(r->rss));
	put(o, "pss", known(r->pss));
	put(o, "swap", known(r->swap));
}

/* [["0x7f12a000", "0x7f12c000"], ...]; null when they were not collected. */
static json_t *ranges_json(const struct ev_pages *p)
{
	const char *at = p->ranges.data;
	json_t *list;

	if (!p->ranges.len && p->resident)
		return json_null();
	list = json_array();
	for (size_t n = p->ranges.len / sizeof(struct page_range); n; n--) {
		struct page_range r;	/* the bytes may lie anywhere */
		json_t *pair = json_array();
		memcpy(&r, at, sizeof r);
		at += sizeof r;
		(void)json_array_append_new(pair, hex(r.start));
		(void)json_array_append_new(pair, hex(r.end));
		(void)json_array_append_new(list, pair);
	}
	return list;
}

static void pages_json(json_t *o, const struct event *ev)
{
	const struct ev_pages *p = &ev->u.pages;

	put(o, "start", hex(p->start));
	put(o, "end", hex(p->end));
	put(o, "page_size", known(p->page_size));
	put(o, "resident", known(p->resident));
	put(o, "swapped", known(p->swapped));
	put(o, "zero", known(p->zero));
	put(o, "huge", known(p->huge));
	put(o, "exclusive", known(p->exclusive));
	put(o, "written", known(p->written));
	put(o, "ranges", ranges_json(p));
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
		put(obj, keys[i], values[i] == EV_UNKNOWN ? json_null() :
		    json_real((double)values[i] / 10.0));
	return obj;
}

static void system_json(json_t *o, const struct event *ev)
{
	const struct ev_system *s = &ev->u.system;
	json_t *psi = json_null();

	put(o, "total", known(s->total));
	put(o, "available", known(s->available));
	put(o, "used", known(s->used));
	put(o, "free", known(s->free));
	put(o, "buffers", known(s->buffers));
	put(o, "cached", known(s->cached));
	put(o, "shmem", known(s->shmem));
	put(o, "slab", known(s->slab));
	put(o, "page_tables", known(s->page_tables));
	put(o, "anon", known(s->anon));
	put(o, "swap_total", known(s->swap_total));
	put(o, "swap_free", known(s->swap_free));
	put(o, "huge_total", known(s->huge_total));
	put(o, "huge_free", known(s->huge_free));
	put(o, "huge_size", known(s->huge_size));
	if (s->psi_some_10 != EV_UNKNOWN || s->psi_full_10 != EV_UNKNOWN) {
		psi = json_object();
		put(psi, "some", psi_json(s->psi_some_10, s->psi_some_60,
					  s->psi_some_300));
		put(psi, "full", psi_json(s->psi_full_10, s->psi_full_60,
					  s->psi_full_300));
	}
	put(o, "psi", psi);
}

/* --- lost, end, and the whole -------------------------------------------------- */

static void lost_json(json_t *o, const struct event *ev)
{
	/* Not who tells of it but whose events are missing. */
	put(o, "source", name(ev->u.lost.source));
	put(o, "count", known(ev->u.lost.count));
}

static void end_json(json_t *o, const struct event *ev)
{
	const struct ev_end *e = &ev->u.end;

	put(o, "events", known(e->events));
	put(o, "lost", known(e->lost));
	put(o, "duration_ns", known(e->duration_ns));
	put(o, "worst_stop_ns", known(e->worst_stop_ns));
}

static void (*const payloads[EV_KINDS])(json_t *o, const struct event *ev) = {
	[EV_START] = start_json,
	[EV_PROCESS] = process_json,
	[EV_CALL] = call_json,
	[EV_SIGNAL] = signal_json,
	[EV_REGION] = region_json,
	[EV_PAGES] = pages_json,
	[EV_SYSTEM] = system_json,
	[EV_LOST] = lost_json,
	[EV_END] = end_json,
};

static int append(const char *p, size_t n, void *out)
{
	str_add(out, p, n);
	return 0;
}

void form_json(struct str *out, const struct event *ev)
{
	json_t *o = json_object();
	json_t *source = json_null();

	if (ev->source)
		source = json_stringn(&ev->source, 1);
	put(o, "type", text(event_descs[ev->kind].name));
	put(o, "time_ns", size(ev->time_ns));
	put(o, "pid", ev->pid ? json_integer(ev->pid) : json_null());
	put(o, "tid", ev->tid ? json_integer(ev->tid) : json_null());
	put(o, "source", source);
	if (payloads[ev->kind])
		payloads[ev->kind](o, ev);
	(void)json_dump_callback(o, append, out, JSON_COMPACT |
				 JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6));
	json_decref(o);
}

#endif
