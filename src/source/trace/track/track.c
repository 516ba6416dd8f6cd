/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/track/track.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "event/call.h"
#include "source/trace/track/inject.h"
#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"
#include "sys/loop.h"
#include "sys/proc/root.h"
#include "sys/pages/uffd.h"

/* Maximum time for one task before mmtop tries another task of the process, and
 * maximum time for the process. */
#define TASK_NS 200000000ull
#define GIVE_UP_NS 5000000000ull
/* How long mmtop waits for a thread that is still being attached to. */
#define SETTLE_NS 1000000000ull
/* A program that is starting has not mapped its libraries yet.  These are the
 * interval and the duration of the search for the needed instructions. */
#define PLACE_EVERY_NS 10000000ull
#define PLACE_NS 1000000000ull
#define STATUS_MAX 16384
/* include/linux/errno.h; never seen by programs. */
#define ERESTARTNOINTR 513

static void tell(struct tracer *s, pid_t pid, int fd, enum writes_why why,
		 int error)
{
	const struct fact fact = {
		.kind = FACT_TRACKED, .from = s,
		.tracked = { pid, fd, why, error },
	};

	if (!host_fact(s->host, &fact) && fd >= 0)
		close(fd);
}

/* Warns that the calls of the process do not stop it, so the memory that they
 * map is registered too late (the sampler's writecall.h). */
static void warn_at_watch(struct tracer *s, pid_t pid)
{
	if (!s->track.warned)
		tracer_note(s, NOTE_TRACK_WATCH, SEV_WARN, pid, 0, "");
	s->track.warned = true;
}

void track_level(struct tracer *s)
{
	struct group *g, *next;

	s->track.warned = false;
	if (s->level == LEVEL_WATCH)
		HASH_ITER(hh, s->tracees.groups, g, next)
			if (g->track == TRACK_DONE)
				warn_at_watch(s, g->tgid);
}

/* Reports the calls in progress whose entries were not reported. */
static void report_calls(struct tracer *s, pid_t pid)
{
	struct tracee *t, *next;

	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (t->in_call && t->entry_known &&
		    (t->group->tgid == pid || t->group->borrows == pid))
			track_call(s, t, PHASE_ENTER);
}

static void finish(struct tracer *s, enum writes_why why, int error)
{
	struct track *k = &s->track;
	struct group *g = group_find(&s->tracees, k->pid);
	pid_t pid = k->pid;
	int fd = k->fd;

	if (!why && k->own)
		why = WRITES_WHY_OWN;
	if (!why && (s->detaching || s->keeping))
		why = WRITES_WHY_NOT_TRACED;
	if (why && fd >= 0) {
		close(fd);
		fd = -1;
	}
	guard_stop(&s->inject.guard);
	if (g)
		g->track = why ? TRACK_REFUSED : TRACK_DONE;
	k->pid = 0;
	k->ever = k->ever || !why;
	tell(s, pid, fd, why, error);
	if (!why)
		report_calls(s, pid);
	if (!why && s->level == LEVEL_WATCH)
		warn_at_watch(s, pid);
}

/* Returns a task whose files in /proc describe the process.  If the leader has
 * ended, its files are empty, even if other threads live. */
static pid_t living(const struct tracer *s, const struct group *g)
{
	const struct tracee *t, *next;
	pid_t tid = g->tgid;

	HASH_ITER(hh, s->tracees.tasks, t, next) {
		if (t->group != g || t->exiting || task_ends(s->host, t->tid))
			continue;
		tid = t->tid;
		if (tid == g->tgid)
			break;
	}
	return tid;
}

/* --- checks --------------------------------------------------------------- */

static long status_number(const struct str *status, const char *field)
{
	const char *at = strstr(status->data, field);

	return at ? strtol(at + strlen(field), NULL, 10) : -1;
}

/* True if the program has a seccomp filter of its own, which may react in any
 * way to an unexpected call. */
static bool filters_calls(const struct tracer *s, pid_t tid)
{
	struct str status = STR_INIT;
	long mode, filters;

	if (procroot_readf(s->host->proc, &status, STATUS_MAX, "%d/status",
			   tid) < 0) {
		str_release(&status);
		return true;
	}
	mode = status_number(&status, "\nSeccomp:");
	filters = status_number(&status, "\nSeccomp_filters:");
	str_release(&status);
	return mode > 0 && !(s->filter && mode == 2 && filters == 1);
}

struct fd_search {
	const struct tracer *s;
	pid_t tid;
};

static int is_userfaultfd(void *arg, pid_t fd)
{
	const struct fd_search *look = arg;
	struct str link = STR_INIT;
	int found;

	found = procroot_linkf(look->s->host->proc, &link, "%d/fd/%d",
			       look->tid, fd) == 0 &&
		!strcmp(link.data, "anon_inode:[userfaultfd]");
	str_release(&link);
	return found;
}

static bool has_userfaultfd(const struct tracer *s, pid_t tid)
{
	struct fd_search look = { s, tid };
	char dir[32];

	snprintf(dir, sizeof dir, "%d/fd", (int)tid);
	return procroot_each_pid(s->host->proc, dir, is_userfaultfd,
				 &look) == 1;
}

static enum writes_why kernel_refuses(int *error)
{
	*error = uffd_probe();
	if (*error == 0)
		return WRITES_WHY_NONE;
	if (*error == -ENOSYS || *error == -EOPNOTSUPP)
		return WRITES_WHY_KERNEL;
	return *error == -EPERM || *error == -EACCES ? WRITES_WHY_DENIED :
						       WRITES_WHY_FAILED;
}

/* --- one process at a time ------------------------------------------------ */

static void try_task(struct tracer *s, const struct group *g)
{
	struct track *k = &s->track;
	struct tracee *t, *next;
	unsigned n = 0, i = 0;

	HASH_ITER(hh, s->tracees.tasks, t, next)
		n += t->group == g && t->state == TRACEE_RUNNING &&
		     !t->exiting;
	if (!n)
		return;
	HASH_ITER(hh, s->tracees.tasks, t, next) {
		if (t->group != g || t->state != TRACEE_RUNNING ||
		    t->exiting || i++ != k->turn % n)
			continue;
		if (filters_calls(s, t->tid))
			continue;
		k->asked_ns = clock_ns();
		k->tid = t->tid;
		if (k->remote < 0)
			inject_begin(s, t, INJECT_USERFAULTFD, UFFD_FLAGS);
		else
			inject_begin(s, t, INJECT_CLOSE, (uint64_t)k->remote);
		break;
	}
	k->turn++;
}

/* Called when g has no code for an injected call.  Returns true if g may still
 * map such code. */
static bool place_may_come(struct group *g)
{
	uint64_t now = clock_ns();

	if (!g->placeless_ns)
		g->placeless_ns = now;
	g->place_next_ns = now + PLACE_EVERY_NS;
	return now - g->placeless_ns < PLACE_NS;
}

static void begin(struct tracer *s, struct group *g)
{
	struct track *k = &s->track;
	pid_t tid = living(s, g);
	enum writes_why why;
	int error, place = 0;

	*k = (struct track){
		.ever = k->ever, .warned = k->warned, .pid = g->tgid,
		.remote = -1, .fd = -1,
		.since_ns = clock_ns(),
	};
	g->track = TRACK_BUSY;
	why = arch_can_inject ? kernel_refuses(&error) : WRITES_WHY_MACHINE;
	if (!why && filters_calls(s, tid))
		why = WRITES_WHY_SECCOMP;
	if (!why && has_userfaultfd(s, tid))
		why = WRITES_WHY_OWN;
	if (!why)
		place = track_place(s, tid);
	if (place == -EAGAIN || (place == -ENOEXEC && place_may_come(g))) {
		k->pid = 0;
		g->track = TRACK_WANTED;
		s->wanting = true;
		return;
	}
	if (place < 0)
		why = WRITES_WHY_PLACE;
	if (!why && (error = guard_start(&s->inject.guard)) < 0)
		why = WRITES_WHY_FAILED;
	if (why)
		finish(s, why, why == WRITES_WHY_MACHINE ? 0 : -error);
	else
		try_task(s, g);
}

static void go_on(struct tracer *s)
{
	struct track *k = &s->track;
	struct group *g = group_find(&s->tracees, k->pid);
	uint64_t now = clock_ns();

	if (!g) {
		inject_forget(s);
		finish(s, WRITES_WHY_GONE, 0);
		return;
	}
	if (s->inject.phase == INJECT_STOPPING &&
	    now - k->asked_ns > TASK_NS)
		inject_forget(s);
	if (s->inject.phase != INJECT_IDLE)
		return;
	/* If a userfaultfd was created in the program, it must be closed,
	 * however long that takes. */
	if (k->remote < 0 && now - k->since_ns > GIVE_UP_NS)
		finish(s, k->error ? WRITES_WHY_FAILED : WRITES_WHY_STOPPED,
		       k->error);
	else if (s->inject.guard.pid || guard_start(&s->inject.guard) == 0)
		try_task(s, g);
}

/* True if mmtop is still attaching to a thread that waits for a CPU, or is
 * about to stop: its calls do not stop it yet.  A thread in uninterruptible
 * sleep does not count: it maps no memory. */
static bool is_settling(const struct tracer *s, const struct group *g)
{
	uint64_t now = clock_ns();
	struct tracee *t, *next;

	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (t->group == g && t->state == TRACEE_SEIZING &&
		    !t->exiting &&
		    (!t->interrupted || now - t->asked_ns < SETTLE_NS ||
		     task_runs(s->host, t->tid)))
			return true;
	return false;
}

/* Does nothing while all tasks are held, since they will run again. */
void track_work(struct tracer *s)
{
	struct group *g, *next;

	if (s->track.pid) {
		go_on(s);
		return;
	}
	if (s->mode != MODE_RUN || s->detaching || s->keeping || !s->wanting)
		return;
	s->wanting = false;
	HASH_ITER(hh, s->tracees.groups, g, next) {
		if (g->track != TRACK_WANTED)
			continue;
		if (s->track.pid || is_settling(s, g) ||
		    clock_ns() < g->place_next_ns)
			s->wanting = true;
		else
			begin(s, g);
	}
}

static enum writes_why why_of(int error)
{
	switch (error) {
	case ESRCH:
		return WRITES_WHY_GONE;
	case ENOEXEC:
		return WRITES_WHY_PLACE;
	case EPERM:
	case ENOSYS:
		return WRITES_WHY_DENIED;
	default:
		return WRITES_WHY_FAILED;
	}
}

void track_injected(struct tracer *s, int64_t result)
{
	struct track *k = &s->track;
	struct group *g = group_find(&s->tracees, k->pid);
	/* If this task has ended, another task does the call. */
	bool ended = result == -ESRCH && g && g->tasks > 1;
	struct tracee *t;

	if (!k->pid || ended)
		return;
	if (result == -EIO) {
		/* The guard was killed: track_work() starts another one. */
		guard_stop(&s->inject.guard);
		if (k->remote < 0)
			k->error = EIO;
		return;
	}
	if (k->remote >= 0) {
		finish(s, k->error ? WRITES_WHY_FAILED : WRITES_WHY_NONE,
		       k->error);
		return;
	}
	if (result < 0) {
		finish(s, why_of((int)-result), (int)-result);
		return;
	}
	k->remote = (int)result;
	k->error = 0;
	k->fd = remote_take_fd(k->pid, k->tid, k->remote);
	if (k->fd < 0)
		k->error = -k->fd;
	t = tracee_find(&s->tracees, k->tid);
	if (t)
		inject_begin(s, t, INJECT_CLOSE, (uint64_t)k->remote);
}

/* --- requests ------------------------------------------------------------- */

void track_want(struct tracer *s, pid_t pid)
{
	struct group *g = group_find(&s->tracees, pid ? pid : s->main_pid);

	if (!g || s->detached || s->ended) {
		tell(s, pid ? pid : s->main_pid, -1, WRITES_WHY_NOT_TRACED, 0);
		return;
	}
	if (g->track == TRACK_BUSY)
		return;
	g->track = TRACK_WANTED;
	s->wanting = true;
}

void track_unwant(struct tracer *s, pid_t pid)
{
	struct group *g = group_find(&s->tracees, pid ? pid : s->main_pid);

	if (g && g->track != TRACK_BUSY)
		g->track = TRACK_NO;
}

void track_end(struct tracer *s)
{
	struct group *g, *next;

	s->wanting = false;
	HASH_ITER(hh, s->tracees.groups, g, next)
		if (g->track != TRACK_BUSY)
			g->track = TRACK_NO;
	if (s->track.ever)
		host_fact(s->host, &(struct fact){
			.kind = FACT_UNTRACKED, .from = s,
		});
}

void track_child(struct tracer *s, const struct tracee *t, struct group *child,
		 bool shares)
{
	if (t->group != child && shares)
		child->borrows = t->group->borrows ? t->group->borrows
						   : t->group->tgid;
	if (t->group == child || t->group->track == TRACK_NO ||
	    child->track != TRACK_NO)
		return;
	child->track = shares ? TRACK_LATER : TRACK_WANTED;
	s->wanting = true;
}

void track_exec(struct tracer *s, struct group *g)
{
	g->borrows = 0;
	if (g->track == TRACK_NO)
		return;
	if (s->track.pid == g->tgid) {
		/* The process has new memory, to which the userfaultfd does not
		 * apply. */
		inject_forget(s);
		finish(s, WRITES_WHY_GONE, 0);
	}
	g->placeless_ns = g->place_next_ns = 0;
	g->track = TRACK_WANTED;
	s->wanting = true;
}

static bool is_own(enum abi abi, uint64_t nr, const uint64_t *args)
{
	const struct call_desc *call = call_by_nr(abi, nr);

	return call->id == CALL_USERFAULTFD ||
	       ((uint32_t)args[1] == UFFD_REGISTER &&
		!strcmp(call->name, "ioctl"));
}

void track_own(struct tracer *s, const struct tracee *t, enum abi abi,
	       uint64_t nr, const uint64_t *args)
{
	struct group *g = t->group;

	if (g->track == TRACK_NO || g->track == TRACK_REFUSED ||
	    !is_own(abi, nr, args))
		return;
	if (g->track == TRACK_BUSY) {
		s->track.own = true;
	} else {
		g->track = TRACK_REFUSED;
		tell(s, g->tgid, -1, WRITES_WHY_OWN, 0);
	}
}

/* --- memory calls --------------------------------------------------------- */

/* Makes the kernel restart the call of t at the trap before t continues, by
 * setting the call's result (see repair.c). */
static bool make_again(struct tracee *t)
{
	if (t->repeated || ptrace(PTRACE_INTERRUPT, t->tid, 0, 0) < 0)
		return false;
	t->interrupted = true;
	t->repeated = arch_set_result(t->tid, -ERESTARTNOINTR) == 0;
	return t->repeated;
}

/* True if a child, which may be untraced, uses the memory of the process. */
static bool has_lent(const struct tracer *s, const struct tracee *t)
{
	const char *name = call_by_nr(t->call.abi, t->call.nr)->name;
	uint64_t flags = t->call.args[0];

	if (s->follow)
		return false;
	/* clone3 has its flags in the first word of a struct in memory. */
	if (!strcmp(name, "clone3") &&
	    remote_read(s->host, t->tid, flags, &flags, sizeof flags) !=
	    (long)sizeof flags)
		return false;
	return !strcmp(name, "vfork") ||
	       (!strncmp(name, "clone", 5) && flags & CLONE_VFORK);
}

bool track_late(const struct tracer *s, struct tracee *t,
		const struct __ptrace_syscall_info *info)
{
	struct arch_call c;

	return s->track.ever && info->op == PTRACE_SYSCALL_INFO_EXIT &&
	       info->exit.rval == -EFAULT && arch_call_get(t->tid, &c) == 0 &&
	       c.nr >= 0 &&
	       call_by_nr(c.abi, (uint64_t)c.nr)->id == CALL_MREMAP &&
	       make_again(t);
}

bool track_call(struct tracer *s, struct tracee *t, enum call_phase phase)
{
	const struct fact fact = {
		.kind = FACT_TRACKED_CALL, .from = s,
		.call = { t->group->borrows ? t->group->borrows
					    : t->group->tgid,
			  t->tid, &t->call, phase },
	};

	return s->track.ever &&
	       (t->call.call != CALL_OTHER ||
		(phase == PHASE_EXIT && has_lent(s, t))) &&
	       host_fact(s->host, &fact) && make_again(t);
}
