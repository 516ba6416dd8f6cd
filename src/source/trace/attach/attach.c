/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/core/tracer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/fault.h"
#include "parse/proc/stat.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

/* A process can create threads while mmtop lists them.  Besides, the kernel
 * ends the list early if the thread at the current position dies (next_tid() in
 * fs/proc/base.c).  So mmtop repeats the listing until PASSES_QUIET passes in a
 * row were complete and found no new thread, but at most PASSES_MAX times. */
#define PASSES_QUIET 2
#define PASSES_MAX 100
/* If a task is seized while it creates another task, the new task is not
 * traced: kernel_clone() in kernel/fork.c decides about tracing before it
 * creates the task.  A list of children may also be incomplete if a child ends
 * while mmtop reads it.  So mmtop reads threads again for LATE_TICKS ticks.  It
 * reads children, whose creation may take long, until the creator was seen
 * outside of fork, or for FORKING_TICKS ticks. */
#define LATE_TICKS 10
#define FORKING_TICKS 100
#define LATE_LOOKS 256
/* How long mmtop waits for an exec of a requested process, whose program may be
 * on a slow disk. */
#define EXEC_NS 1000000000ull

struct pass {
	struct tracer *s;
	pid_t tgid;
	bool root;		/* requested with -p */
	bool leads;		/* the first seized task must report the
				 * process */
	bool reported;		/* the process and its leader are reported */
	unsigned listed, added;
	bool leader;		/* the leader is seized, too */
	int err;		/* errno of the first SEIZE that failed */
	pid_t foreign;		/* a thread with another tracer */
};

/* Returns the current time in clock ticks since boot, as task_facts.start. */
static uint64_t now_ticks(void)
{
	uint64_t ticks = (uint64_t)sysconf(_SC_CLK_TCK);
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now);
	return (uint64_t)now.tv_sec * ticks +
	       (uint64_t)now.tv_nsec * ticks / 1000000000;
}

/* True if t may be creating a child; false if t is blocked in another call. */
static bool may_fork(const struct tracer *s, const struct tracee *t)
{
	static const long calls[] = {
		SYS_clone, SYS_clone3,
#ifdef SYS_fork
		SYS_fork, SYS_vfork,
#endif
	};
	struct str text = STR_INIT;
	bool may = true;
	char *end;
	long nr;

	if (procroot_readf(s->host->proc, &text, 256, "%d/task/%d/syscall",
			   t->group->tgid, t->tid) == 0) {
		nr = strtol(text.data, &end, 10);
		/* not a number, but the word "running" */
		may = end == text.data;
		for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
			may |= nr == calls[i];
	}
	str_release(&text);
	return may;
}

/* False if the leader is dead: it cannot be traced, and another task represents
 * its process. */
static bool leader_lives(const struct tracer *s, pid_t tgid)
{
	struct task_facts f;

	return task_facts(s->host, tgid, &f) == 0 && f.state != 'Z' &&
	       f.state != 'X';
}

/* Reports a process when its first task is seized, which is not the leader: the
 * leader is seized last. */
static void report_root(struct tracer *s, struct tracee *t, struct pass *p)
{
	struct tracee leader = { .tid = p->tgid, .group = t->group,
				 .state = TRACEE_RUNNING };

	p->leads = false;
	p->reported = t->tid != p->tgid && leader_lives(s, p->tgid);
	t->group->root = p->root;
	announce_root(s, p->reported ? &leader : t, PROCESS_ATTACH, 0);
}

/* Lets a task run after mmtop has seized it.  mmtop stops the task once, except
 * at level watch. */
static void begin(struct tracer *s, struct tracee *t, struct pass *p)
{
	tracee_set_state(t, TRACEE_RUNNING);
	t->ran_ns = clock_ns();
	t->group->seized = true;
	if (p->leads)
		report_root(s, t, p);
	if (t->tid == p->tgid && p->reported)
		t->announced = true;
	else if (!t->announced)
		announce_task(s, t, EVF_SYNTHETIC);
	if (s->mode != MODE_RUN)
		tracer_interrupt(s, t);
	else if (s->level != LEVEL_WATCH)
		wave_add(s, t);
}

static bool has_tracer(const struct tracer *s, pid_t tid)
{
	struct task_facts f;

	return task_whose(s->host, tid, &f) == 0 && f.tracer &&
	       f.tracer != getpid();
}

/* Reports that another tracer traces a thread, while mmtop traces the other
 * threads of the process. */
static void report_foreign(struct tracer *s, const struct pass *p)
{
	struct group *g = group_find(&s->tracees, p->tgid);
	struct refusal why = { .why = REFUSED_NOT };
	char tracer[96];

	if (!p->foreign || !g || g->told_foreign)
		return;
	attach_explain(s, p->foreign, EPERM, &why);
	if (why.why != REFUSED_TRACED)
		return;
	g->told_foreign = true;
	snprintf(tracer, sizeof tracer, "%s %d", why.other_name, why.other);
	tracer_note(s, NOTE_ATTACH_FAILED, SEV_WARN, p->foreign, why.why,
		    tracer);
}

static int seize(void *arg, pid_t tid)
{
	struct pass *p = arg;
	struct tracer *s = p->s;
	struct tracee *t;
	int r;

	p->listed++;
	drain_between(s);
	if (tracee_find(&s->tracees, tid) || (tid == p->tgid && !p->leader))
		return 0;
	r = alarm_seize(tid, tracer_options(s));
	/* A thread of this process may be in an exec that waits for the seized
	 * threads.  Until the exec ends, no thread of the process can be
	 * seized.  So mmtop handles the stops of the seized threads, and seizes
	 * the other threads at the next tick. */
	if (r == -EAGAIN) {
		s->stuck = true;
		p->err = -r;
		return r;
	}
	if (r < 0) {
		/* EPERM (a dead leader) or ESRCH (a thread that has just ended)
		 * is not a failure if the other threads can be seized. */
		if (!p->err)
			p->err = -r;
		if (r == -EPERM && has_tracer(s, tid))
			p->foreign = tid;
		return 0;
	}
	p->added++;
	/* The seized thread has completed an exec: it now has the leader's
	 * id. */
	t = tid != p->tgid ? tracee_find(&s->tracees, p->tgid) : NULL;
	if (t && !alarm_is_ours(tid)) {
		succeed(s, t);
		return 0;
	}
	t = tracee_add(&s->tracees, tid, p->tgid);
	/* A child that exists now will be found in the list of children. */
	t->forked_until = now_ticks();
	begin(s, t, p);
	/* A task inside fork() never sleeps interruptibly, so it is never in
	 * state S. */
	t->forking = s->follow && t->letter != 'S' && may_fork(s, t);
	return 0;
}

/* Returns the number of threads of a process, 0 if it has exited. */
static uint64_t count_threads(const struct tracer *s, pid_t tgid)
{
	struct str text = STR_INIT;
	struct stat_info stat = { .threads = 0 };

	if (procroot_readf(s->host->proc, &text, 4096, "%d/stat",
			   tgid) < 0 ||
	    !stat_parse((struct bytes){ text.data, text.len }, &stat))
		stat.threads = 0;
	str_release(&text);
	return stat.threads;
}

/*
 * Does PTRACE_SEIZE for every thread of a process; returns the number of
 * threads, or -errno.  The leader comes last: until it is traced, the kernel
 * discards the signals that the process ignores.  Afterwards such signals could
 * wake threads that are not traced yet.
 */
static int seize_all(struct pass *p)
{
	const struct procroot *proc = p->s->host->proc;
	char dir[32];
	bool timed = alarm_for_seizes();
	int total = 0, quiet = 0, r;

	snprintf(dir, sizeof dir, "%d/task", p->tgid);
	for (int i = 0; i < PASSES_MAX && quiet < PASSES_QUIET; i++) {
		p->added = p->listed = 0;
		p->leader = i > 0;
		r = procroot_each_pid(proc, dir, seize, p);
		total += (int)p->added;
		if (r < 0)
			break;
		quiet = p->leader && !p->added &&
			p->listed >= count_threads(p->s, p->tgid) ?
			quiet + 1 : 0;
	}
	if (timed)
		alarm_every(0);
	if (!total)
		return p->err ? -p->err : -ESRCH;
	report_foreign(p->s, p);
	return total;
}

static int attach_tree(struct tracer *s, pid_t tgid, bool root);

struct children {
	struct tracer *s;
	pid_t tgid;
	uint64_t until;		/* ignore children that started after this
				 * time */
};

/* True if mmtop must attach to the child.  If it started after c->until, it was
 * created with CLONE_UNTRACED, which untraced.c reports. */
static bool is_wanted(const struct children *c, pid_t pid)
{
	struct task_facts f;

	if (group_find(&c->s->tracees, pid))
		return false;
	return c->until == UINT64_MAX ||
	       (task_facts(c->s->host, pid, &f) == 0 && f.start <= c->until);
}

/* Reads /proc/PID/task/TID/children: attaches to the processes that this thread
 * created. */
static int each_thread(void *arg, pid_t tid)
{
	const struct children *c = arg;
	struct str text = STR_INIT;
	char *at, *end;

	drain_between(c->s);
	if (procroot_readf(c->s->host->proc, &text, 1 << 20,
			   "%d/task/%d/children", c->tgid, tid) == 0) {
		for (at = text.data;; at = end) {
			long pid = strtol(at, &end, 10);

			if (end == at)
				break;
			if (pid > 0 && is_wanted(c, (pid_t)pid))
				(void)!attach_tree(c->s, (pid_t)pid, false);
		}
	}
	str_release(&text);
	return 0;
}

/* Attaches to process pid if a thread of the process in c created it. */
static int each_process(void *arg, pid_t pid)
{
	const struct children *c = arg;

	drain_between(c->s);
	if (task_parent(c->s->host, pid) == c->tgid && is_wanted(c, pid))
		(void)!attach_tree(c->s, pid, false);
	return 0;
}

/* True if these threads are more than half of all tasks of the machine. */
static bool has_most(int threads)
{
	struct sysinfo si;

	return sysinfo(&si) == 0 && si.procs >= threads &&
	       si.procs - threads < threads;
}

static int attach_tree(struct tracer *s, pid_t tgid, bool root)
{
	struct children c = { .s = s, .tgid = tgid, .until = UINT64_MAX };
	struct pass p = { .s = s, .tgid = tgid, .root = root, .leads = true };
	bool by_process;
	char dir[32];
	int n;

	if (pending_attach(s, tgid, root))
		return 0;
	n = seize_all(&p);
	if (n < 0)
		return n;
	s->started = true;
	if (s->follow && !fault_on("no-first-children")) {
		by_process = has_most(n);
		snprintf(dir, sizeof dir, "%d/task", tgid);
		/* An error means that the process has exited, and has no
		 * children. */
		if (procroot_each_pid(s->host->proc, by_process ? "." : dir,
				      by_process ? each_process : each_thread,
				      &c) < 0)
			return 0;
	}
	return 0;
}

struct maker {
	pid_t tgid, tid;
	uint64_t until;
};

/* Updates t->forking.  If t is in another call, the child that it was creating
 * when it was seized exists. */
static void look_at_maker(const struct tracer *s, struct tracee *t)
{
	if (!t->forking)
		return;
	t->forking = may_fork(s, t);
	t->forked_until = now_ticks();
}

/* Searches for children that were created during the attach.  If there are many
 * threads, each tick checks only some of them. */
static void seize_late_children(struct tracer *s)
{
	VEC(struct maker) makers = VEC_INIT;
	unsigned i = 0, n = tracees_count(&s->tracees);
	unsigned from = n > LATE_LOOKS ? s->forking * LATE_LOOKS % n : 0;
	struct tracee *t, *next;
	bool forking = false;

	/* The search adds tasks to the table, so list the creators first. */
	HASH_ITER(hh, s->tracees.tasks, t, next) {
		if (i >= from && i < from + LATE_LOOKS && !t->exiting &&
		    (s->late || t->forking)) {
			look_at_maker(s, t);
			*vec_push(&makers) = (struct maker){
				.tgid = t->group->tgid, .tid = t->tid,
				.until = t->forked_until };
		}
		forking |= t->forking;
		i++;
	}
	for (size_t k = 0; k < makers.n; k++) {
		struct children c = { .s = s, .tgid = makers.v[k].tgid,
				      .until = makers.v[k].until };

		(void)!each_thread(&c, makers.v[k].tid);
	}
	vec_release(&makers);
	s->forking = forking || s->late ? s->forking - 1 : 0;
}

static void seize_late_threads(struct tracer *s)
{
	VEC(pid_t) tgids = VEC_INIT;
	struct group *g, *gnext;

	s->late--;
	HASH_ITER(hh, s->tracees.groups, g, gnext)
		if (g->seized && (g->exiting ||
				  count_threads(s, g->tgid) != g->tasks))
			*vec_push(&tgids) = g->tgid;
	for (size_t i = 0; i < tgids.n; i++) {
		struct pass p = { .s = s, .tgid = tgids.v[i] };

		(void)!seize_all(&p);
	}
	vec_release(&tgids);
}

void attach_late(struct tracer *s)
{
	if (s->detaching || s->detached || (!s->late && !s->forking))
		return;
	s->stuck = false;
	if (s->late)
		seize_late_threads(s);
	if (s->forking)
		seize_late_children(s);
	if (s->stuck && !s->late)
		s->late = 1;
	if (s->stuck && !s->forking)
		s->forking = 1;
}

int attach_process(struct tracer *s, pid_t tgid, bool root,
		   struct refusal *why)
{
	uint64_t until = clock_ns() + EXEC_NS;
	int r;

	/* Threads must not stop at calls yet: they would wait until all others
	 * are seized, and delay that work. */
	s->wave.later = true;
	do
		r = attach_tree(s, tgid, root);
	while (r == -EAGAIN && clock_ns() < until);
	s->wave.later = false;
	s->late = LATE_TICKS;
	s->forking = s->follow ? FORKING_TICKS : 0;
	if (r < 0)
		attach_explain(s, tgid, -r, why);
	status_changed(s);
	return r;
}

/* True if the process is traced or will be, because it was requested twice or a
 * followed process created it. */
static bool is_ours(const struct tracer *s, pid_t tgid)
{
	const struct group *g = group_find(&s->tracees, tgid);

	/* After a detach, the table may contain a task that is about to
	 * exit. */
	return pending_has(s, tgid) || (g && g->tasks > g->exiting);
}

int attach(struct tracer *s, pid_t pid, struct refusal *why)
{
	struct task_facts f;
	struct group *g;
	int r = 0;

	/* If pid is the id of a thread, attach to the thread's process. */
	if (task_facts(s->host, pid, &f) < 0 ||
	    (!is_ours(s, f.tgid) && f.tracer != getpid())) {
		if (!attach_allowed(s, pid, why))
			return -EPERM;
		if (task_facts(s->host, pid, &f) == 0)
			r = attach_process(s, f.tgid, true, why);
		else
			r = -ESRCH;
	}
	if (r == 0 && task_facts(s->host, f.tgid, &f) < 0)
		r = -ESRCH;
	if (r == -ESRCH)
		why->why = REFUSED_NO_PROCESS;
	if (r < 0) {
		why->pid = pid;
		return r;
	}
	if (!s->main_pid)
		s->main_pid = f.tgid;
	g = group_find(&s->tracees, f.tgid);
	if (g)
		g->root = true;
	root_add(s, f.tgid, f.start);
	return 0;
}

void attach_again(struct tracer *s)
{
	struct refusal why;
	unsigned n = 0;

	/* From here on, stops are handled between the attaches. */
	s->detached = s->detaching = false;
	for (size_t i = 0; i < s->roots.n; i++) {
		pid_t pid = s->roots.v[i].id.pid;

		/* Another process may have the pid by now. */
		if (!root_is_there(s, &s->roots.v[i])) {
			why = (struct refusal){ .pid = pid,
						.why = REFUSED_NO_PROCESS };
		} else if (attach(s, pid, &why) == 0) {
			n++;
			continue;
		}
		tracer_note(s, NOTE_ATTACH_FAILED, SEV_ERROR, pid, why.why,
			    why.other_name);
	}
	s->detached = !n;
	status_changed(s);
}
