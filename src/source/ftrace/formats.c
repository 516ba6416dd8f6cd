/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/ftrace/ftrace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "event/call.h"
#include "late/tracefs.h"

#define NAME_SIZE 64

static const char *const call_names[] = {
#define X(ID, name) #name,
	MEMORY_CALLS(X)
#undef X
};
#define CALLS (sizeof call_names / sizeof *call_names)

#define ALWAYS UINT32_MAX
#define FAULT_FIELDS { \
	[TRACE_FAULT_ADDR] = "address", [TRACE_FAULT_IP] = "ip", \
	[TRACE_FAULT_CODE] = "error_code", \
}

/* The events other than calls.  kinds: the kinds of mmtop's events (bits of
 * enum event_kind) that need the event.  fields: the fields to read, in the
 * order of enum TRACE_..._.  The event sched_process_fork is not used, as it
 * has the same fields for threads and processes. */
static const struct wanted {
	enum trace_kind kind;
	uint32_t kinds;
	const char *system, *event;
	const char *fields[TRACE_VALUES];
} wanted[] = {
	{ TRACE_FAULT, 1u << EV_FAULT, "exceptions", "page_fault_user",
	  FAULT_FIELDS },
	{ TRACE_FAULT, 1u << EV_FAULT, "exceptions", "page_fault_kernel",
	  FAULT_FIELDS },
	{ TRACE_SENT, 1u << EV_SIGNAL, "signal", "signal_generate",
	  { [TRACE_SIGNAL_NR] = "sig", [TRACE_SIGNAL_CODE] = "code",
	    [TRACE_SIGNAL_TO] = "pid", [TRACE_SIGNAL_RESULT] = "result" } },
	{ TRACE_SIGNAL, 1u << EV_SIGNAL, "signal", "signal_deliver",
	  { [TRACE_SIGNAL_NR] = "sig", [TRACE_SIGNAL_CODE] = "code" } },
	{ TRACE_RSS, 1u << EV_RSS, "kmem", "rss_stat",
	  { [TRACE_RSS_OWN] = "curr", [TRACE_RSS_OF] = "member",
	    [TRACE_RSS_BYTES] = "size" } },
	{ TRACE_FORK, 1u << EV_PROCESS | 1u << EV_SIGNAL, "task", "task_newtask",
	  { [TRACE_FORK_CHILD] = "pid", [TRACE_FORK_FLAGS] = "clone_flags" } },
	{ TRACE_EXEC, ALWAYS, "sched", "sched_process_exec",
	  { [TRACE_EXEC_OLD] = "old_pid", [TRACE_EXEC_FILE] = "filename" } },
	{ TRACE_EXIT, ALWAYS, "sched", "sched_process_exit", { NULL } },
};
#define WANTED (sizeof wanted / sizeof *wanted)

static bool field_of(const struct tep_format_field *from,
		     struct trace_field *out)
{
	if (!from || from->offset < 0 || from->offset > UINT16_MAX ||
	    (from->size != 1 && from->size != 2 && from->size != 4 &&
	     from->size != 8))
		return false;
	*out = (struct trace_field){
		.at = (uint16_t)from->offset, .size = (uint8_t)from->size,
		.is_signed = from->flags & TEP_FIELD_IS_SIGNED,
		.is_text = from->flags & TEP_FIELD_IS_DYNAMIC &&
			   from->size == 4,
	};
	return true;
}

/* Reads the fields of a call event: the number of the call, then its arguments
 * or result. */
static bool call_fields(const struct tep_event *event, struct trace_format *out)
{
	const struct tep_format_field *f = event->format.fields;

	for (int i = 0; f && i < TRACE_VALUES; i++, f = f->next)
		if (!field_of(f, &out->fields[i]))
			return false;
	/* On x86 the number has 32 bits and a sign: -1 is not a call. */
	return out->fields[TRACE_CALL_NR].size == 4;
}

/* Like call_fields(), for raw_syscalls: all arguments are one field. */
static bool raw_fields(struct tep_event *event, struct trace_format *out)
{
	const struct tep_format_field *args = tep_find_field(event, "args");

	if (!field_of(tep_find_field(event, "id"), &out->fields[TRACE_CALL_NR]))
		return false;
	if (out->kind == TRACE_RAW_LEAVE)
		return field_of(tep_find_field(event, "ret"),
				&out->fields[TRACE_CALL_RET]);
	if (!args || args->offset < 0 || args->size != 6 * 8 ||
	    args->offset + args->size > UINT16_MAX)
		return false;
	for (int i = 0; i < 6; i++)
		out->fields[TRACE_CALL_ARG + i] = (struct trace_field){
			.at = (uint16_t)(args->offset + 8 * i), .size = 8,
		};
	return true;
}

static bool other_fields(struct tep_event *event, const struct wanted *w,
			 struct trace_format *out)
{
	for (int i = 0; i < TRACE_VALUES; i++)
		if (w->fields[i] &&
		    !field_of(tep_find_field(event, w->fields[i]),
			      &out->fields[i]))
			return false;
	return true;
}

/* Returns NULL if the kernel does not have the event.  tep owns the result. */
static struct tep_event *parse(struct tep_handle *tep, const char *system,
			       const char *name)
{
	char path[2 * NAME_SIZE];
	char *text;
	int size, bad = -1;

	snprintf(path, sizeof path, "events/%s/%s/format", system, name);
	text = tracefs_instance_file_read(NULL, path, &size);
	if (text)
		bad = tep_parse_event(tep, text, (unsigned long)size, system);
	free(text);
	return bad ? NULL : tep_find_event_by_name(tep, system, name);
}

static void add(struct formats *f, struct tep_handle *tep, const char *system,
		const char *name, const struct wanted *w, enum trace_kind kind)
{
	struct tep_event *event = parse(tep, system, name);
	struct trace_format out = { .kind = kind };

	if (!event)
		return;
	out.id = (uint16_t)event->id;
	if (event->id > 0 && event->id <= UINT16_MAX &&
	    (kind == TRACE_RAW_ENTER || kind == TRACE_RAW_LEAVE ?
	     raw_fields(event, &out) :
	     w ? other_fields(event, w, &out) : call_fields(event, &out)))
		*vec_insert(&f->v, vec_lower(&f->v, e, e->id < out.id)) = out;
}

/* Indexes the formats by id: a search would take longer than parsing a
 * record. */
static void index_them(struct formats *f)
{
	size_t n = f->v.n ? (size_t)f->v.v[f->v.n - 1].id + 1 : 0;

	f->by_id = xcalloc(n, sizeof *f->by_id);
	f->ids = n;
	for (size_t i = 0; i < f->v.n; i++) {
		trace_format_ready(&f->v.v[i]);
		f->by_id[f->v.v[i].id] = (uint16_t)(i + 1);
	}
}

/* Calls each() for the events of these kinds: first the call events, then the
 * other events in the order of `wanted`. */
static void each_event(uint32_t kinds,
		       void (*each)(void *arg, const char *system,
				    const char *event, const struct wanted *w,
				    enum trace_kind kind), void *arg)
{
	char name[NAME_SIZE];

	for (size_t i = 0; kinds & 1u << EV_CALL && i < CALLS; i++) {
		snprintf(name, sizeof name, "sys_enter_%s", call_names[i]);
		each(arg, "syscalls", name, NULL, TRACE_ENTER);
		snprintf(name, sizeof name, "sys_exit_%s", call_names[i]);
		each(arg, "syscalls", name, NULL, TRACE_LEAVE);
	}
	for (size_t i = 0; i < WANTED; i++)
		if (wanted[i].kinds & kinds)
			each(arg, wanted[i].system, wanted[i].event,
			     &wanted[i], wanted[i].kind);
}

struct formats_reading {
	struct formats *f;
	struct tep_handle *tep;
};

static void read_one(void *arg, const char *system, const char *event,
		     const struct wanted *w, enum trace_kind kind)
{
	struct formats_reading *r = arg;

	add(r->f, r->tep, system, event, w, kind);
}

int formats_read(struct formats *f, uint32_t kinds)
{
	struct formats_reading r = { f, tep_alloc() };
	bool has_page;
	char *page;
	int size;

	if (!r.tep)
		return -ENOMEM;
	each_event(kinds, read_one, &r);
	/* The raw_syscalls events are enabled later, for a 32-bit program. */
	if (kinds & 1u << EV_CALL) {
		add(f, r.tep, "raw_syscalls", "sys_enter", NULL,
		    TRACE_RAW_ENTER);
		add(f, r.tep, "raw_syscalls", "sys_exit", NULL,
		    TRACE_RAW_LEAVE);
	}
	tep_free(r.tep);
	index_them(f);
	page = tracefs_instance_file_read(NULL, "events/header_page", &size);
	has_page = page && subbuf_layout_parse((struct bytes){ page,
							       (size_t)size },
					       &f->layout);
	free(page);
	return f->v.n && has_page ? 0 : -ENOENT;
}

void formats_release(struct formats *f)
{
	vec_release(&f->v);
	free(f->by_id);
	f->by_id = NULL;
	f->ids = 0;
}

const struct trace_format *formats_find(const struct formats *f, int id)
{
	size_t i = id >= 0 && (size_t)id < f->ids ? f->by_id[id] : 0;

	return i ? &f->v.v[i - 1] : NULL;
}

struct enabling {
	formats_fn *enable;
	void *arg;
	uint32_t kinds, enabled;
};

static void enable_one(void *arg, const char *system, const char *event,
		       const struct wanted *w, enum trace_kind kind)
{
	struct enabling *e = arg;

	(void)kind;
	/* Some kernels do not have this call. */
	if (!e->enable(e->arg, system, event))
		return;
	/* Events that are always enabled do not count as requested by a
	 * kind. */
	if (!w || w->kinds != ALWAYS)
		e->enabled |= w ? e->kinds & w->kinds : 1u << EV_CALL;
}

uint32_t formats_enable(uint32_t kinds, formats_fn *enable, void *arg)
{
	struct enabling e = { enable, arg, kinds, 0 };

	each_event(kinds, enable_one, &e);
	return e.enabled;
}
