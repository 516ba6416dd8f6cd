/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>

#include "event/call.h"
#include "source/trace/core/arch.h"
#include "source/trace/track/track.h"
#include "sys/loop.h"

/* The kernel's own restart codes, which programs never see: ERESTARTSYS 512 ..
 * ERESTART_RESTARTBLOCK 516 (include/linux/errno.h). */
#define RESTART_FIRST 512
#define RESTART_LAST 516
#define ERESTARTNOINTR 513

#define X32_BIT 0x40000000u

bool calls_restarts(int64_t result)
{
	return result <= -RESTART_FIRST && result >= -RESTART_LAST;
}

/* True for restart_syscall(2), which continues the interrupted call. */
static bool is_restart(enum abi abi, uint64_t nr)
{
	static const uint64_t number[ABIS] = {
		[ABI_X86_64] = 219, [ABI_I386] = 0,
		[ABI_X32] = X32_BIT | 219, [ABI_AARCH64] = 128,
	};

	return abi < ABIS && nr == number[abi];
}

/* True if the call ends a signal handler: its "result" is then the result
 * register of the interrupted code. */
static bool is_sigreturn(const struct ev_call *c)
{
	switch (c->abi) {
	case ABI_X86_64:
		return c->nr == 15;
	case ABI_I386:
		return c->nr == 119 || c->nr == 173;
	case ABI_X32:
		return c->nr == (X32_BIT | 513);
	case ABI_AARCH64:
		return c->nr == 139;
	default:
		return false;
	}
}

/* Replaces the argument of old_mmap, the address of the six real arguments,
 * with these arguments. */
static void unpack_old_mmap(struct tracer *s, struct tracee *t)
{
	uint32_t words[6];
	bool had = remote_read(s->host, t->tid, t->call.args[0], words,
			       sizeof words) == (long)sizeof words;

	for (int i = 0; i < 6; i++)
		t->call.args[i] = had ? words[i] : EV_UNKNOWN;
}

static bool is_anonymous(const struct ev_call *c)
{
	return (c->call == CALL_MMAP || c->call == CALL_MMAP2 ||
		c->call == CALL_OLD_MMAP) && c->args[3] & MAP_ANONYMOUS;
}

/* Reads the call's string argument, or the path of its descriptor argument. */
static void fetch_path(struct tracer *s, struct tracee *t, bool strings_only)
{
	const struct call_desc *d = call_of(&t->call);
	struct ev_call *c = &t->call;

	str_clear(&t->path);
	for (int i = 0; i < d->nargs; i++) {
		if (d->args[i].type == ARG_STRING) {
			remote_string(s, t, c->args[i], &t->path);
			break;
		}
		if (d->args[i].type == ARG_FD && !strings_only &&
		    !is_anonymous(c))
			remote_fd(s->host, t->tid, (int)c->args[i], &t->path);
	}
	c->path = (struct bytes){ t->path.data, t->path.len };
}

/* At the exit of a call: reads its string if that failed at the entry.  The
 * kernel has by now brought in the absent pages.  After an exec, the string no
 * longer exists. */
static void fetch_late(struct tracer *s, struct tracee *t)
{
	const struct ev_call *c = &t->call;
	bool replaced = (c->call == CALL_EXECVE || c->call == CALL_EXECVEAT) &&
			!c->error;

	if (!t->path.len && !replaced)
		fetch_path(s, t, true);
}

static bool is_wanted(const struct tracer *s, const struct tracee *t)
{
	return t->call.call != CALL_OTHER || step_stops(s, t);
}

static void emit_call(struct tracer *s, struct tracee *t,
		      enum call_phase phase)
{
	struct event ev = tracer_event(s, EV_CALL, t);

	ev.u.call = t->call;
	ev.u.call.phase = phase;
	t->stop_shown = !t->call.restarted;
	/* mmtop may report the exit later than the call has ended. */
	if (phase != PHASE_ENTER)
		ev.time_ns = t->entry_ns + t->call.duration_ns -
			     s->host->start_ns;
	tracer_emit(s, &ev);
}

/* True if this entry continues an interrupted call, which the kernel has
 * restarted. */
static bool goes_on(struct tracee *t,
		    const struct __ptrace_syscall_info *info, enum abi abi)
{
	bool same = t->entry_known && t->call.restarted &&
		    t->raw_nr == info->entry.nr &&
		    !memcmp(t->raw_args, info->entry.args, sizeof t->raw_args);

	if (!same && !(t->entry_known && is_restart(abi, info->entry.nr)))
		return false;
	t->call.error = t->call.restarted = 0;
	return true;
}

static struct ev_call entered(enum abi abi, uint64_t nr, const void *args)
{
	struct ev_call c = { .abi = abi, .nr = nr, .path = { "", 0 },
			     .phase = PHASE_ENTER,
			     .call = call_by_nr(abi, nr)->id };

	memcpy(c.args, args, sizeof c.args);
	/* For int 0x80 in a 64-bit process, the kernel ignores the upper
	 * halves. */
	for (int i = 0; abi == ABI_I386 && i < 6; i++)
		c.args[i] = (uint32_t)c.args[i];
	return c;
}

static void record(struct tracee *t, enum abi abi, uint64_t nr,
		   const void *args)
{
	t->limit = (struct limit){ 0 };
	t->entry_known = true;
	t->call_reported = t->repeated = false;
	t->entry_ns = clock_ns();
	t->raw_nr = nr;
	memcpy(t->raw_args, args, sizeof t->raw_args);
	t->call = entered(abi, nr, args);
}

void calls_pass(struct tracer *s, struct tracee *t,
		const struct __ptrace_syscall_info *info)
{
	const struct ev_call call = entered(arch_abi(info->arch,
						     info->seccomp.nr),
					    info->seccomp.nr,
					    info->seccomp.args);

	leaving_passing(s, t, &call);
}

static void begin(struct tracer *s, struct tracee *t, enum abi abi,
		  uint64_t nr, const void *args)
{
	record(t, abi, nr, args);
	if (abi == ABI_I386 && nr == CALL_I386_OLD_MMAP)
		unpack_old_mmap(s, t);
	else if (abi == ABI_I386 && nr == CALL_I386_IPC)
		call_unpack_ipc(&t->call, &t->ipc_third);
	if (is_wanted(s, t))
		fetch_path(s, t, false);
	vector_fetch(s, t);
}

void calls_entry(struct tracer *s, struct tracee *t,
		 const struct __ptrace_syscall_info *info)
{
	enum abi abi = arch_abi(info->arch, info->entry.nr);

	t->in_call = true;
	t->blind_exit = false;
	t->reentered = goes_on(t, info, abi);
	if (t->reentered) {
		track_call(s, t, PHASE_ENTER);
		if (step_stops(s, t))
			emit_call(s, t, PHASE_ENTER);
		return;
	}
	begin(s, t, abi, info->entry.nr, info->entry.args);
	leaving_call(s, t);
	debugger_call(s, t, abi, info->entry.nr, t->call.args);
	track_own(s, t, abi, info->entry.nr, t->call.args);
	track_call(s, t, PHASE_ENTER);
	if (step_stops(s, t)) {
		t->call_reported = true;
		emit_call(s, t, PHASE_ENTER);
	}
}

/* Returns the result as the program sees it, in 32 bits: an address, or a
 * signed number. */
static int64_t i386_result(struct tracer *s, struct tracee *t, int64_t r)
{
	const struct ev_call *c = &t->call;
	uint32_t addr;

	if (c->call == CALL_SHMAT && c->nr == CALL_I386_IPC)
		return remote_read(s->host, t->tid, t->ipc_third, &addr,
				   sizeof addr) == (long)sizeof addr ?
			addr : CALL_RESULT_UNKNOWN;
	return call_gives_address(c) ? (int64_t)(uint32_t)r : (int32_t)r;
}

static void fill_result(struct tracer *s, struct tracee *t,
			const struct __ptrace_syscall_info *info)
{
	struct ev_call *c = &t->call;
	int64_t r = info->exit.rval;

	c->duration_ns = clock_ns() - t->entry_ns;
	c->ip = info->instruction_pointer;
	c->result = r;
	c->error = c->restarted = 0;
	if (is_sigreturn(c)) {
		c->result = CALL_RESULT_UNKNOWN;
	} else if (calls_restarts(r)) {
		c->restarted = 1;
		c->error = (uint64_t)-r;
		c->result = -1;
	} else if (info->exit.is_error) {
		c->error = (uint64_t)-r;
		c->result = -1;
	} else if (c->abi == ABI_I386) {
		c->result = i386_result(s, t, r);
	}
}

static void on_exit_stop(struct tracer *s, struct tracee *t,
			 const struct __ptrace_syscall_info *info)
{
	t->in_call = false;
	/* mmtop attached during the call, or the call is the first exec. */
	t->blind_exit = !t->entry_known;
	if (t->blind_exit)
		return;
	fill_result(s, t, info);
	if (!t->call.restarted && track_call(s, t, PHASE_EXIT)) {
		t->call.restarted = 1;
		t->call.error = ERESTARTNOINTR;
		t->call.result = -1;
	}
	if (t->call_reported || (is_wanted(s, t) && !t->call.restarted))
		fetch_late(s, t);
	if (t->call_reported)
		emit_call(s, t, PHASE_EXIT);
	else if (is_wanted(s, t) && !t->call.restarted)
		emit_call(s, t, PHASE_WHOLE);
	callers_exit(s, t);
	if (!t->call.restarted)
		leaving_return(s, t);
	t->call_reported = false;
	t->entry_known = t->call.restarted;
}

static enum call_phase phase_of(const struct __ptrace_syscall_info *info)
{
	return info->op == PTRACE_SYSCALL_INFO_ENTRY ? PHASE_ENTER :
	       info->op == PTRACE_SYSCALL_INFO_EXIT ? PHASE_EXIT : PHASE_WHOLE;
}

enum call_phase calls_stop(struct tracer *s, struct tracee *t,
			   const struct __ptrace_syscall_info *info)
{
	enum call_phase phase = phase_of(info);

	t->stop_shown = false;
	if (phase == PHASE_ENTER)
		calls_entry(s, t, info);
	else if (phase == PHASE_EXIT)
		on_exit_stop(s, t, info);
	return phase;
}

enum call_phase calls_note(struct tracee *t,
			   const struct __ptrace_syscall_info *info)
{
	enum call_phase phase = phase_of(info);
	enum abi abi = arch_abi(info->arch, info->entry.nr);

	if (!t->calls_seen) {
		calls_forget(t);
	} else if (phase == PHASE_ENTER) {
		t->in_call = true;
		if (!goes_on(t, info, abi))
			record(t, abi, info->entry.nr, info->entry.args);
	} else if (phase == PHASE_EXIT) {
		t->in_call = false;
		t->call.restarted = calls_restarts(info->exit.rval);
		t->entry_known = t->entry_known && t->call.restarted;
	}
	return phase;
}

bool calls_wants_exit(const struct tracer *s, const struct tracee *t)
{
	/* Without a filter, every call stops anyway.  If the entry of a call
	 * was reported, its exit is reported at every level. */
	return t->call_reported || t->patch.where ||
	       (s->level != LEVEL_WATCH && t->in_call && t->entry_known);
}

void calls_again(struct tracer *s, struct tracee *t)
{
	struct event ev = tracer_event(s, EV_CALL, t);
	bool at_exit = s->held_tid == t->tid && !t->in_call &&
		       s->held_phase == PHASE_EXIT && !t->blind_exit &&
		       is_wanted(s, t) && !t->call.restarted;

	if (!t->call_reported && !at_exit)
		return;
	ev.flags = EVF_SYNTHETIC | EVF_AGAIN;
	ev.u.call = t->call;
	ev.u.call.phase = t->call_reported ? PHASE_ENTER : PHASE_EXIT;
	tracer_emit(s, &ev);
}

void calls_broken(struct tracee *t)
{
	t->in_call = false;
	t->call.restarted = t->entry_known;
}

void calls_adopt(struct tracer *s, struct tracee *t,
		 const struct arch_call *call)
{
	begin(s, t, call->abi, (uint64_t)call->nr, call->args);
	t->call.restarted = 1;
}

void calls_forget(struct tracee *t)
{
	t->in_call = t->entry_known = t->call_reported = false;
	t->limit = (struct limit){ 0 };
}

void calls_end_early(struct tracer *s, struct tracee *t, int64_t result)
{
	if (t->call_reported) {
		t->call.duration_ns = clock_ns() - t->entry_ns;
		t->call.restarted = 0;
		t->call.error = result < 0 ? (uint64_t)-result : 0;
		t->call.result = result < 0 ? -1 : result;
		emit_call(s, t, PHASE_EXIT);
	}
	calls_forget(t);
}
