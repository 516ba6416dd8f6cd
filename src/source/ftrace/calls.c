/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A CALL event is emitted when the call returns, with the arguments of the
 * call's entry record.  If there is no entry record (it was lost, or recording
 * started later), the call is not reported: its arguments would be a guess.
 */
#include <config.h>

#include "source/ftrace/ftrace.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "event/call.h"
#include "source/everybody.h"
#include "source/places.h"

/* Restart codes that only the kernel sees: the call will be restarted, or a
 * signal handler runs first (include/linux/errno.h). */
#define RESTART_FIRST 512
#define RESTART_LAST 516
#define ERROR_LAST 4095

/* The ABI of the events that exist per system call.  Calls of 32-bit programs
 * have no such events (ARCH_TRACE_IGNORE_COMPAT_SYSCALLS). */
#if defined __x86_64__
#define NATIVE ABI_X86_64
#elif defined __aarch64__
#define NATIVE ABI_AARCH64
#else
#define NATIVE ABI_I386
#endif
/* The execve of a 32-bit program returns with this call number. */
#define I386_EXECVE 11

/* --- calls in progress ---------------------------------------------------- */

static size_t index_of(const struct ring_source *s, pid_t tid)
{
	return vec_lower(&s->calls, c, c->tid < tid);
}

static struct ring_call *call_at(struct ring_source *s, pid_t tid)
{
	size_t i = index_of(s, tid);

	return i < s->calls.n && s->calls.v[i].tid == tid ? &s->calls.v[i]
							  : NULL;
}

static void drop(struct ring_source *s, pid_t tid)
{
	struct ring_call *call = call_at(s, tid);

	if (!call)
		return;
	free(call->file);
	vec_remove(&s->calls, (size_t)(call - s->calls.v));
}

static void enter(struct ring_source *s, const struct trace_record *r,
		  enum abi abi, uint64_t time)
{
	struct ring_call call = { .tid = r->tid, .time = time, .abi = abi,
				  .nr = r->v[TRACE_CALL_NR] };

	memcpy(call.args, &r->v[TRACE_CALL_ARG], sizeof call.args);
	/* If the thread has an older call, that call's exit record was lost, or
	 * the call restarts. */
	drop(s, r->tid);
	*vec_insert(&s->calls, index_of(s, r->tid)) = call;
}

void ring_calls_release(struct ring_source *s)
{
	for (size_t i = 0; i < s->calls.n; i++)
		free(s->calls.v[i].file);
	vec_release(&s->calls);
}

/* The lost records may contain the exit of a call and the entry of the
 * thread's next call.  Then the next exit record would be matched with the
 * wrong call. */
void ring_calls_gap(struct ring_source *s)
{
	for (size_t i = 0; i < s->calls.n; i++)
		free(s->calls.v[i].file);
	s->b.lost += s->calls.n;
	vec_clear(&s->calls);
	if (s->b.host->everybody)
		ring_tasks_sweep(s);
	else
		compat_recheck(s);
}

/* --- results -------------------------------------------------------------- */

static void fill_result(struct ev_call *c, int64_t ret)
{
	c->result = ret;
	if (ret < 0 && ret >= -ERROR_LAST) {
		c->error = (uint64_t)-ret;
		c->result = -1;
	}
}

static bool is_restarted(int64_t ret)
{
	return ret <= -RESTART_FIRST && ret >= -RESTART_LAST;
}

/* Unpacks the arguments of an i386 call: the program's values have 32 bits.
 * Arguments in its memory are not read, as they may have changed. */
static void unpack(struct ev_call *c)
{
	uint64_t third;

	for (int i = 0; i < 6; i++)
		c->args[i] = c->nr == CALL_I386_OLD_MMAP ?
			EV_UNKNOWN : (uint32_t)c->args[i];
	if (c->nr == CALL_I386_IPC)
		call_unpack_ipc(c, &third);
	if (c->error)
		return;
	if (c->nr == CALL_I386_IPC && c->call == CALL_SHMAT)
		c->result = CALL_RESULT_UNKNOWN;
	else
		c->result = call_gives_address(c) ?
			(int64_t)(uint32_t)c->result : (int32_t)c->result;
}

static void tell(struct ring_source *s, const struct ring_call *call, pid_t pid,
		 int64_t ret, uint64_t time)
{
	struct event ev = buffered_event(&s->b, EV_CALL, pid, call->tid, time);
	struct ev_call *c = &ev.u.call;

	c->abi = call->abi;
	c->nr = call->nr;
	c->call = call_by_nr(call->abi, call->nr)->id;
	c->phase = PHASE_WHOLE;
	memcpy(c->args, call->args, sizeof c->args);
	c->duration_ns = time > call->time ? time - call->time : 0;
	fill_result(c, ret);
	if (c->abi == ABI_I386)
		unpack(c);
	/* ipc(2) also has calls for semaphores and messages, which are not
	 * reported. */
	if (c->call == CALL_OTHER)
		return;
	c->path = call->file ? bytes_of(call->file)
			     : ring_name(s, pid, c, time);
	buffered_emit(&s->b, &ev);
}

/* True if the record is the end of `call`.  A successful execve returns as a
 * call of the new program's ABI. */
static bool is_end_of(const struct ring_call *call, enum abi abi, uint64_t nr)
{
	return call && (call->file || (call->abi == abi && call->nr == nr));
}

static bool is_told(struct ring_source *s, pid_t pid, uint64_t time)
{
	struct everybody *all = s->b.host->everybody;

	return !all || everybody_event(all, pid, time);
}

static void leave(struct ring_source *s, const struct trace_record *r,
		  enum abi abi, uint64_t time)
{
	const struct ring_call *call = call_at(s, r->tid);
	int64_t ret = (int64_t)r->v[TRACE_CALL_RET];
	pid_t pid;

	if (is_end_of(call, abi, r->v[TRACE_CALL_NR]) && !is_restarted(ret)) {
		pid = ring_tasks_pid(s, r->tid);
		if (pid && time >= s->since && time < s->until &&
		    is_told(s, pid, time))
			tell(s, call, pid, ret, time);
	}
	drop(s, r->tid);
}

/* Handles raw_syscalls records: they exist for every ABI, but are used only for
 * 32-bit programs. */
static void raw(struct ring_source *s, const struct trace_record *r,
		uint64_t time)
{
	struct ring_task *task = ring_task_at(s, r->tid);
	const struct ring_call *call = call_at(s, r->tid);

	if (!task)
		return;
	if (r->kind == TRACE_RAW_LEAVE && call && call->file &&
	    r->v[TRACE_CALL_NR] == I386_EXECVE)
		task->is_32bit = true;
	if (!task->is_32bit || !compat_is_memory_call(r->v[TRACE_CALL_NR]))
		return;
	if (r->kind == TRACE_RAW_ENTER)
		enter(s, r, ABI_I386, time);
	else
		leave(s, r, ABI_I386, time);
}

static void native(struct ring_source *s, const struct trace_record *r,
		   uint64_t time)
{
	struct ring_task *task = ring_task_at(s, r->tid);

	if (r->kind == TRACE_ENTER) {
		enter(s, r, NATIVE, time);
		return;
	}
	/* The task runs a native program now. */
	if (task)
		task->is_32bit = false;
	leave(s, r, NATIVE, time);
}

/* After an exec, the thread has the tid of its process.  The path comes from
 * the record, as the program's memory no longer has it. */
static void exec(struct ring_source *s, const struct trace_record *r)
{
	pid_t old = (pid_t)r->v[TRACE_EXEC_OLD];
	struct ring_call *call = call_at(s, old), moved;

	places_forget(s->places, r->tid);
	/* If a thread other than the leader has called exec, the leader's exit
	 * record came earlier, with the same tid. */
	if (old != r->tid && ring_task_at(s, old)) {
		ring_tasks_remove(s, old);
		ring_tasks_add(s, r->tid, r->tid, false);
	}
	/* In system-wide mode no other source reports the new ABI. */
	if (s->b.host->everybody)
		ring_tasks_add(s, r->tid, r->tid, compat_check(s, r->tid));
	if (!call)
		return;
	free(call->file);
	call->file = xstrndup(r->text.data, r->text.len);
	if (old == r->tid)
		return;
	moved = *call;
	moved.tid = r->tid;
	vec_remove(&s->calls, (size_t)(call - s->calls.v));
	drop(s, r->tid);
	*vec_insert(&s->calls, index_of(s, r->tid)) = moved;
}

void ring_calls_record(struct ring_source *s, const struct trace_record *r,
		  uint64_t time)
{
	switch (r->kind) {
	case TRACE_ENTER:
	case TRACE_LEAVE:
		native(s, r, time);
		break;
	case TRACE_RAW_ENTER:
	case TRACE_RAW_LEAVE:
		raw(s, r, time);
		break;
	case TRACE_EXEC:
		exec(s, r);
		break;
	case TRACE_EXIT:
		drop(s, r->tid);
		ring_tasks_remove(s, r->tid);
		break;
	default:
		break;
	}
}
