/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stops of the filter, at the entry of a call.  If the task runs under
 * PTRACE_SYSCALL, such a stop follows the entry stop (since Linux 4.8), and
 * contains no new information.
 */
#include <config.h>

#include "event/call.h"
#include "source/trace/calls/filter.h"
#include "source/trace/track/track.h"
#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"

#include <errno.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/ptrace.h>

#define CLONE3 435	/* on every architecture */

static bool word_stays(const struct tracer *s, const struct tracee *t,
		       uint64_t addr)
{
	return remote_stays(s->host, t->tid, addr, addr + sizeof(uint64_t));
}

/* Reads a word of t's memory.  The reader process reads it, unless s is NULL or
 * no other task can change this memory.  If the reader cannot run (no
 * descriptors, no processes left), or gives no answer because the machine
 * stalls, the tracer reads the word itself if that cannot hang. */
static int word_at(struct tracer *s, struct tracee *t, uint64_t addr,
		   uint64_t *word)
{
	if (s && !(remote_alone(s, t->group) && word_stays(s, t, addr))) {
		long got = remote_read(s->host, t->tid, addr, word,
				       sizeof *word);

		if (got == (long)sizeof *word)
			return 0;
		if (got == -ETIMEDOUT ? !word_stays(s, t, addr)
				      : !remote_may(s->host, t->tid, addr))
			return got < 0 ? (int)got : -EFAULT;
	}
	errno = 0;
	*word = (uint64_t)ptrace(PTRACE_PEEKDATA, t->tid, addr, 0);
	return -errno;
}

/*
 * Clears CLONE_UNTRACED in the flags of clone3, which are the first word of a
 * struct in memory.
 *
 * The old value is stored before the change.  If mmtop crashes in between, the
 * restore writes the value that is already there.
 */
static int patch_word(struct tracer *s, struct tracee *t, uint64_t addr)
{
	uint64_t flags;
	int r = word_at(s, t, addr, &flags);

	if (r < 0 || !(flags & CLONE_UNTRACED))
		return r;
	t->patch = (struct patch){ .where = PATCH_WORD, .addr = addr,
				   .value = flags };
	if (ptrace(PTRACE_POKEDATA, t->tid, addr,
		   flags & ~(uint64_t)CLONE_UNTRACED) < 0) {
		r = -errno;
		t->patch.where = PATCH_NONE;
	}
	return r;
}

static int patch_register(struct tracee *t, uint64_t flags)
{
	int r;

	if (!(flags & CLONE_UNTRACED))
		return 0;
	t->patch = (struct patch){ .where = PATCH_REGISTER, .value = flags };
	r = arch_set_arg(t->tid, 0, flags & ~(uint64_t)CLONE_UNTRACED);
	if (r < 0)
		t->patch.where = PATCH_NONE;
	return r;
}

void seccomp_clone(struct tracer *s, struct tracee *t,
		   const struct __ptrace_syscall_info *info)
{
	uint64_t first = info->seccomp.args[0];
	int r = -1;

	t->making = true;
	/* Retries after a transient error: otherwise the child would escape the
	 * tracer, and its filtered calls would fail. */
	for (int tries = ASK_TRIES; r < 0 && tries; tries--)
		r = (info->seccomp.nr & 0xffff) == CLONE3
			? patch_word(s, t, first) : patch_register(t, first);
}

void seccomp_pass_on(struct tracee *t, struct tracee *child)
{
	/* If the child has already run, its registers have changed, and must
	 * not be restored. */
	if (child->state != TRACEE_SEIZING && child->state != TRACEE_PARKED)
		return;
	child->patch = t->patch;
	child->patch.in_child = true;
	t->patch.passed_on = true;
}

static int put_back(const struct tracee *t)
{
	switch (t->patch.where) {
	case PATCH_REGISTER:
		return arch_restore_arg(t->tid, 0, t->patch.value);
	case PATCH_WORD:
		return (int)ptrace(PTRACE_POKEDATA, t->tid, t->patch.addr,
				   t->patch.value);
	case PATCH_NONE:
		break;
	}
	return 0;
}

void seccomp_restore(struct tracee *t)
{
	/* If this fails, the task is dead. */
	for (int tries = ASK_TRIES; tries && put_back(t) < 0; tries--)
		;
	t->patch = (struct patch){ .where = PATCH_NONE };
}

/* Reports that the program sets its own seccomp mode or filter:
 * prctl(PR_SET_SECCOMP, mode, ..) or seccomp(operation, ..). */
static void own_seccomp(struct tracer *s, struct tracee *t,
			const struct __ptrace_syscall_info *info)
{
	const uint64_t *a = (const uint64_t *)info->seccomp.args;
	const struct call_desc *call =
		call_by_nr(arch_abi(info->arch, info->seccomp.nr),
			   info->seccomp.nr);
	bool is_prctl = !strcmp(call->name, "prctl");
	/* Strict mode accepts no flags: libseccomp passes a flag to test
	 * whether the call exists. */
	bool strict = is_prctl ? a[1] == SECCOMP_MODE_STRICT
			       : a[0] == SECCOMP_SET_MODE_STRICT && !a[1] &&
				 !a[2];
	/* A call without a program only tests whether the kernel has
	 * filters. */
	bool filter = a[2] && (is_prctl ? a[1] == SECCOMP_MODE_FILTER
					: a[0] == SECCOMP_SET_MODE_FILTER);

	if (strict && !t->group->told_strict) {
		t->group->told_strict = true;
		tracer_note(s, NOTE_STRICT, SEV_WARN, t->group->tgid, 0, "");
	} else if (filter && !t->group->told_filter) {
		t->group->told_filter = true;
		tracer_note(s, NOTE_OWN_FILTER, SEV_WARN, t->group->tgid, 0,
			    "");
	}
}

static void tell_unmarked(struct tracer *s, struct tracee *t,
			  const struct __ptrace_syscall_info *info)
{
	struct event ev = tracer_event(s, EV_NOTE, t);
	const struct ev_call call = {
		.abi = arch_abi(info->arch, info->seccomp.nr),
		.nr = info->seccomp.nr,
	};
	struct str name = STR_INIT;

	call_name(&name, &call);
	ev.u.note = (struct ev_note){
		.id = NOTE_UNMARKED, .severity = SEV_NOTE,
		.a = t->group->tgid, .b = (int64_t)info->seccomp.nr,
		.text = bytes_of(name.data),
	};
	tracer_emit(s, &ev);
	str_release(&name);
}

/* True if calls are shown.  At level watch, each call is resumed at once. */
static bool is_shown(const struct tracer *s)
{
	return s->mode != MODE_RUN || s->level != LEVEL_WATCH;
}

/* True if memory is captured at this stop, because no entry stop follows. */
static bool passes(const struct tracer *s, uint64_t class)
{
	return s->mode == MODE_RUN &&
	       (class == FILTER_CLONE || class == FILTER_HANDOVER);
}

void seccomp_stop(struct tracer *s, struct tracee *t, const struct stop *stop)
{
	struct __ptrace_syscall_info info = { 0 };
	struct stop at = *stop;

	if (!tracee_call_info(t, &info) ||
	    info.op != PTRACE_SYSCALL_INFO_SECCOMP) {
		stops_settle(s, t, stop, PHASE_WHOLE);
		return;
	}
	switch (info.seccomp.ret_data) {
	case FILTER_MEMORY:
		/* The program's own use of a userfaultfd matters at every
		 * level. */
		track_own(s, t, arch_abi(info.arch, info.seccomp.nr),
			  info.seccomp.nr,
			  (const uint64_t *)info.seccomp.args);
		break;
	case FILTER_CLONE:
		seccomp_clone(s, t, &info);
		if (t->patch.where)
			tell_unmarked(s, t, &info);
		break;
	case FILTER_SECCOMP:
		own_seccomp(s, t, &info);
		break;
	case FILTER_PTRACE:
		debugger_call(s, t, arch_abi(info.arch, info.seccomp.nr),
			      info.seccomp.nr,
			      (const uint64_t *)info.seccomp.args);
		break;
	default:
		break;
	}
	if (!t->in_call && passes(s, info.seccomp.ret_data))
		calls_pass(s, t, &info);
	if (t->in_call || !is_shown(s) ||
	    (s->mode == MODE_RUN && info.seccomp.ret_data != FILTER_MEMORY)) {
		stops_settle(s, t, stop, PHASE_WHOLE);
		return;
	}
	/* Treat this stop as the entry stop, which was not requested. */
	calls_entry(s, t, &info);
	at.kind = STOP_SYSCALL;
	stops_settle(s, t, &at, PHASE_ENTER);
}
