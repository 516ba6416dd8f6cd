/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes events as JSON Lines.  Each type of event always has all the keys that
 * doc/FORMAT lists; a key that does not apply or is unknown is null.
 *
 * jansson rejects strings that are not UTF-8: such a name becomes an object
 * with its bytes in hex.  The output is ASCII; all other characters are
 * escaped, so that a log cannot send control characters to a terminal.  Every
 * language must be able to read the numbers, so a number that exceeds a signed
 * 64-bit integer becomes a "0x" string.
 */
#include <config.h>

#include "sink/form.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fmt.h"
#include "event/names.h"
#include "sink/json/value.h"

/* --- start, process, signal ----------------------------------------------- */

/* Converts "ptrace=on\0perf=needs root\0" to {"ptrace": "on", "perf": "needs
 * root"}. */
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
	char date[FMT_DATE_MAX];

	json_put_name(o, "version", s->version);
	json_put(o, "command", json_name_or_null(s->command));
	json_put_name(o, "kernel", s->kernel);
	json_put_name(o, "machine", s->machine);
	json_put(o, "host", json_name_or_null(s->host));
	json_put(o, "date", s->clock_ns ? json_text(fmt_date(date, s->clock_ns,
							     s->utc_offset))
					: json_null());
	json_put(o, "clock_ns", s->clock_ns ? json_size(s->clock_ns)
					    : json_null());
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
	json_put(o, "argv_cut", json_boolean(p->argv_cut));
	json_put(o, "comm", json_name_or_null(p->comm));
	json_put(o, "status", is_exit && p->signal <= 0 && p->status >= 0 ?
	    json_integer(p->status) : json_null());
	json_put(o, "signal", is_exit && p->signal > 0 ?
	    json_text(signal_name((uint64_t)p->signal, sig)) : json_null());
}

/* True if the siginfo has a value.  For SIGCHLD the value is the child's
 * status. */
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
	json_put_region(o, s->region_start, s->region_end, s->region_name);
	json_put_text(o, "action", signal_action_name(s->action));
}

/* --- lost and end, and the whole line ------------------------------------- */

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

#define PUT(name) json_put_known(o, #name, e->name);
	EV_END_LOGGED(PUT)
#undef PUT
}

/* Returns the type of a logged note: an action of mmtop on a target, an OOM
 * kill, or missing heap data. */
static const char *type_of(const struct event *ev)
{
	if (ev->kind != EV_NOTE)
		return event_log_name(ev->kind);
	return ev->u.note.id == NOTE_NO_HEAP ? "no_heap" :
	       ev->u.note.id == NOTE_OOM ||
	       ev->u.note.id == NOTE_OOM_MAYBE ? "oom_kill" :
	       ev->u.note.id == NOTE_UNMARKED ? "unmark" : "repair";
}

static void deed_json(struct str *o, const struct event *ev)
{
	if (ev->u.note.id == NOTE_NO_HEAP) {
		json_put_name(o, "program", ev->u.note.text);
		json_put_word(o, "why", no_heap_name((uint64_t)ev->u.note.b));
		return;
	}
	if (ev->u.note.id == NOTE_OOM || ev->u.note.id == NOTE_OOM_MAYBE) {
		json_put(o, "certain", json_boolean(ev->u.note.id == NOTE_OOM));
		json_put_name(o, "full", ev->u.note.text);
		json_put_known(o, "cgroup_max", ev->u.note.b > 0 ?
			       (uint64_t)ev->u.note.b : EV_UNKNOWN);
		return;
	}
	json_put_name(o, "call", ev->u.note.text);
	json_put(o, "nr", json_integer(ev->u.note.b));
}

static void (*const payloads[EV_KINDS])(struct str *o, const struct event *ev) = {
	[EV_START] = start_json,
	[EV_PROCESS] = process_json,
	[EV_CALL] = json_call,
	[EV_SIGNAL] = signal_json,
	[EV_REGION] = json_region,
	[EV_PAGES] = json_pages,
	[EV_USAGE] = json_usage,
	[EV_SYSTEM] = json_system,
	[EV_LOST] = lost_json,
	[EV_DENIED] = denied_json,
	[EV_NOTE] = deed_json,
	[EV_END] = end_json,
	[EV_FILE] = json_file,
	[EV_FAULT] = json_fault,
	[EV_WRITES] = json_writes,
	[EV_MAP] = json_map,
	[EV_RSS] = json_rss,
	[EV_FRAME] = json_frame,
	[EV_HEAP] = json_heap,
};

void form_json(struct str *out, const struct event *ev,
	       const struct form_clock *clock)
{
	char tellers[SOURCE_LETTERS_MAX], date[FMT_DATE_MAX];

	json_begin(out);
	json_put_text(out, "type", type_of(ev));
	json_put_size(out, "time_ns", ev->time_ns);
	if (clock && clock->start_ns)
		json_put_text(out, "time", fmt_date(date, clock->start_ns +
						    ev->time_ns,
						    clock->utc_offset));
	json_put_task(out, "pid", ev->pid);
	json_put_task(out, "tid", ev->tid);
	/* For LOST, name the source whose events were lost, not the source that
	 * reports the loss. */
	if (ev->kind == EV_LOST)
		json_put_name(out, "source", ev->u.lost.source);
	else if (!ev->source)
		json_put_text(out, "source", NULL);
	else
		json_put_word(out, "source", event_sources(tellers, ev));
	if (payloads[ev->kind])
		payloads[ev->kind](out, ev);
	json_close(out);
}
