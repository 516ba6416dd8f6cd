/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An event of the kernel's trace ring: the payload of a subbuf_event. Every one
 * begins alike (kernel/trace/trace.h, struct trace_entry):
 *
 *	u16 type   u8 flags   u8 preempt_count   s32 tid
 *
 * and goes on as its `format` file says, which is the kernel's own affair: a
 * struct trace_format has been made of that before. Values come in the order of
 * that format's fields; what a kernel has not is 0.
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
	TRACE_ENTER,		/* a system call begins */
	TRACE_LEAVE,		/* and returns */
	TRACE_RAW_ENTER,	/* the same of whatever ABI: raw_syscalls */
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

/* What v[] has, by kind.  Of a call: its number, then its arguments. */
enum { TRACE_CALL_NR, TRACE_CALL_ARG, TRACE_CALL_RET = TRACE_CALL_ARG };
enum { TRACE_FAULT_ADDR, TRACE_FAULT_IP, TRACE_FAULT_CODE };
enum { TRACE_SIGNAL_NR, TRACE_SIGNAL_CODE,
       TRACE_SIGNAL_TO, TRACE_SIGNAL_RESULT /* of SENT alone */ };
enum { TRACE_RSS_OWN, TRACE_RSS_OF, TRACE_RSS_BYTES };
enum { TRACE_FORK_CHILD, TRACE_FORK_FLAGS };
enum { TRACE_EXEC_OLD, TRACE_EXEC_FILE };
#define TRACE_VALUES 7

/* Where a value lies in the payload. */
struct trace_field {
	uint16_t at;
	uint8_t size;		/* 1, 2, 4 or 8; 0: this kernel has none */
	bool is_signed;
	bool is_text;		/* 4 bytes: where in the payload (low half), and
				 * how long: a string with a NUL behind it */
};

struct trace_format {
	enum trace_kind kind;
	uint16_t id;
	struct trace_field fields[TRACE_VALUES];
	/* trace_format_ready() sets these: how many fields there are to look at,
	 * and how long a payload is that has them all. */
	uint8_t n;
	bool has_text;
	uint32_t least;
};

struct trace_record {
	enum trace_kind kind;
	pid_t tid;		/* who ran, as the first PID namespace numbers
				 * it */
	uint64_t v[TRACE_VALUES];
	struct bytes text;	/* borrowed from the payload */
};

/* The type of an event; -1: it is too short to have one. */
static inline int trace_record_id(struct bytes payload)
{
	uint16_t id;

	if (payload.len < sizeof id)
		return -1;
	memcpy(&id, payload.data, sizeof id);
	return id;
}

/* Once, when the fields are known. */
void trace_format_ready(struct trace_format *format);
/* False where it is not of that format, or shorter than that says. */
bool trace_record_parse(struct bytes payload, const struct trace_format *format,
			struct trace_record *out);

#endif
