/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An event of the kernel's trace ring: the payload of a subbuf_event.  All
 * events start with (kernel/trace/trace.h, struct trace_entry):
 *
 *	u16 type   u8 flags   u8 preempt_count   s32 tid
 *
 * The rest depends on the kernel.  A struct trace_format is made from the
 * event's `format` file, which describes it.  Values are in the order of the
 * format's fields; a value that this kernel does not provide is 0.
 *
 *	sys_enter_munmap  v = { nr, addr, len }
 *	sys_exit_munmap   v = { nr, ret }
 *	page_fault_user   v = { address, ip, error_code }
 */
#ifndef PARSE_RING_TRACERECORD_H
#define PARSE_RING_TRACERECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#include "event/event.h"

enum trace_kind {
	TRACE_NONE,
	TRACE_ENTER,		/* a system call starts */
	TRACE_LEAVE,		/* a system call returns */
	TRACE_RAW_ENTER,	/* raw_syscalls: like TRACE_ENTER, but for any
				 * ABI */
	TRACE_RAW_LEAVE,
	TRACE_FAULT,		/* exceptions:page_fault_user, ..._kernel */
	TRACE_SENT,		/* signal:signal_generate */
	TRACE_SIGNAL,		/* signal:signal_deliver */
	TRACE_RSS,		/* kmem:rss_stat */
	TRACE_FORK,		/* task:task_newtask */
	TRACE_EXEC,		/* sched:sched_process_exec */
	TRACE_EXIT,		/* sched:sched_process_exit */
	TRACE_KINDS
};

/* Indexes of v[] for each kind.  For a call: its number, then its arguments or
 * its result. */
enum { TRACE_CALL_NR, TRACE_CALL_ARG, TRACE_CALL_RET = TRACE_CALL_ARG };
enum { TRACE_FAULT_ADDR, TRACE_FAULT_IP, TRACE_FAULT_CODE };
enum { TRACE_SIGNAL_NR, TRACE_SIGNAL_CODE,
       TRACE_SIGNAL_TO, TRACE_SIGNAL_RESULT /* only for TRACE_SENT */ };
enum { TRACE_RSS_OWN, TRACE_RSS_OF, TRACE_RSS_BYTES };
enum { TRACE_FORK_CHILD, TRACE_FORK_FLAGS };
enum { TRACE_EXEC_OLD, TRACE_EXEC_FILE };
#define TRACE_VALUES 7

/* Where the payload has a value. */
struct trace_field {
	uint16_t at;
	uint8_t size;		/* 1, 2, 4 or 8 bytes; 0: the kernel does not
				 * have the field */
	bool is_signed;
	bool is_text;		/* the field has 4 bytes: offset (low half) and
				 * length of a string in the payload; the string
				 * ends with a NUL */
};

struct trace_format {
	enum trace_kind kind;
	uint16_t id;
	struct trace_field fields[TRACE_VALUES];
	/* Set by trace_format_ready(): number of fields to read, and the length
	 * of a payload that has all of them. */
	uint8_t n;
	bool has_text;
	uint32_t least;
};

struct trace_record {
	enum trace_kind kind;
	pid_t tid;		/* tid of the current task, in the initial PID
				 * namespace */
	uint64_t v[TRACE_VALUES];
	struct bytes text;	/* borrowed from the payload */
};

/* Returns the type of an event; -1: the payload is too short. */
static inline int trace_record_id(struct bytes payload)
{
	uint16_t id;

	if (payload.len < sizeof id)
		return -1;
	memcpy(&id, payload.data, sizeof id);
	return id;
}

/* Must be called once the fields are set. */
void trace_format_ready(struct trace_format *format);
/* Returns false if the payload has another format or is too short. */
bool trace_record_parse(struct bytes payload, const struct trace_format *format,
			struct trace_record *out);

#endif
