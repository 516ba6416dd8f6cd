/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/core/sample.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "parse/proc/stat.h"
#include "parse/proc/syscall.h"
#include "source/sample/core/cgroup.h"
#include "source/sample/core/oom.h"
#include "source/sample/core/procs.h"
#include "sys/loop.h"
#include "sys/proc/root.h"
#include "sys/proc/text.h"

#define TEXT_MAX 4096
#define THREADS_MAX 65536
/* What a rate is of: model/rate.h. */
#define RATE_NS (5 * NS_PER_S)

/* --- the process --------------------------------------------------------- */

/* When all of it was looked at, once that is three periods ago. */
static uint64_t counted_ns(const struct sampler *s, const struct sproc *p)
{
	uint64_t at = p->map.totals.at_ns;

	if (!p->map.totals.known || !p->round.totals.known ||
	    !sproc_selected(s, p))
		return 0;
	/* Where each change is reported the map is always new. */
	if (p->round.totals.at_ns < at || p->quiet.reported)
		at = p->round.totals.at_ns;
	return clock_ns() - at < 3 * s->host->period_ns ? 0 :
	       at - s->host->start_ns;
}

/* How far its main stack may grow; EV_UNKNOWN: without a limit. */
static uint64_t stack_limit(const struct sampler *s, pid_t pid)
{
	struct rlimit rl;

	if (!procroot_is_live(s->host->proc) ||
	    prlimit(pid, RLIMIT_STACK, NULL, &rl) < 0 ||
	    rl.rlim_cur == RLIM_INFINITY)
		return EV_UNKNOWN;
	return rl.rlim_cur;
}

/*
 * For a log, emits the figures of each period.  For the screen alone, emits
 * unchanged figures until their rates are 0, and again after a gap.  When
 * figures change after a rest, emits the old ones first, with the time of the
 * last sample: they were right until then.
 */
static void usage_tell(struct sampler *s, struct sproc *p, struct event *ev)
{
	uint64_t was_ns = p->usage.sampled_ns;
	bool same = p->usage.emitted &&
		    memcmp(&ev->u.usage, &p->usage.last,
			   sizeof p->usage.last) == 0;

	p->usage.sampled_ns = ev->time_ns;
	if (!same || ev->time_ns - was_ns > 2 * s->host->period_ns)
		p->usage.moved_ns = ev->time_ns;
	if (same && !host_logs(s->host, EV_USAGE) &&
	    ev->time_ns - p->usage.moved_ns > RATE_NS + s->host->period_ns)
		return;
	if (!same && p->usage.emitted && was_ns > p->usage.told_ns) {
		struct event old = *ev;

		old.time_ns = was_ns;
		old.u.usage = p->usage.last;
		sample_emit(s, &old);
	}
	p->usage.last = ev->u.usage;
	p->usage.emitted = true;
	p->usage.told_ns = ev->time_ns;
	sample_emit(s, ev);
}

static void usage_of(struct sampler *s, struct sproc *p)
{
	struct event ev = sample_event(s, EV_USAGE, p->pid, 0);
	struct ev_usage *u = &ev.u.usage;
	uint64_t now = clock_ns();
	struct cgroup_usage cg;
	struct proc_memory m;

	if (proctext_process(s->host->proc, p->pid, &m) < 0 ||
	    m.virt == PROCPS_UNKNOWN)
		return;		/* it has ended: the last figures stay */
	p->counted = (struct counted){ now, m.minflt, m.majflt, m.threads };
	oom_sample(s, p);
	cg = cgroups_usage(s->cgroups, p->pid, now, s->host->period_ns / 2);
#define COPY(name) u->name = m.name
	COPY(virt); COPY(rss); COPY(rss_anon); COPY(rss_file);
	COPY(rss_shmem); COPY(peak); COPY(swap); COPY(data); COPY(stack);
	COPY(text); COPY(locked); COPY(hugetlb); COPY(minflt); COPY(majflt);
	COPY(threads);
#undef COPY
	u->state = (uint64_t)(unsigned char)m.state;
	/* Only the first event after smaps was read has PSS. */
	u->pss = p->usage.pss;
	p->usage.pss = EV_UNKNOWN;
	u->counted_ns = counted_ns(s, p);
	u->stack_max = stack_limit(s, p->pid);
	u->cgroup_used = cg.used;
	u->cgroup_max = cg.max;
	usage_tell(s, p, &ev);
}

/* --- its threads --------------------------------------------------------- */

static int list_one(void *arg, pid_t tid)
{
	struct sproc *p = arg;

	if (p->usage.listed.n >= THREADS_MAX)
		return 1;
	*vec_push(&p->usage.listed) = tid;
	return 0;
}

static int by_tid(const void *a, const void *b)
{
	pid_t x = *(const pid_t *)a, y = *(const pid_t *)b;

	return (x > y) - (x < y);
}

/* The tracer tells of threads, but not of those of a captured tree. */
static void tasks_match(struct sproc *p)
{
	VEC(struct stask) old = { p->tasks.v, p->tasks.n, p->tasks.cap };
	size_t o = 0;

	if (p->usage.listed.n)
		qsort(p->usage.listed.v, p->usage.listed.n, sizeof(pid_t),
		      by_tid);
	if (old.n)
		qsort(old.v, old.n, sizeof *old.v, by_tid);
	p->tasks.v = NULL;
	p->tasks.n = p->tasks.cap = 0;
	for (size_t i = 0; i < p->usage.listed.n; i++) {
		pid_t tid = p->usage.listed.v[i];

		while (o < old.n && old.v[o].tid < tid)
			o++;
		if (o < old.n && old.v[o].tid == tid)
			*vec_push(&p->tasks) = old.v[o];
		else
			*vec_push(&p->tasks) = (struct stask){ .tid = tid };
	}
	vec_release(&old);
}
_Static_assert(offsetof(struct stask, tid) == 0, "by_tid() sorts both");

/* The one that is known is the only one: no need to ask who there is. */
static bool is_alone(const struct sproc *p)
{
	return counted_fresh(&p->counted) && p->counted.threads == 1 &&
	       p->tasks.n == 1 && p->tasks.v[0].tid == p->pid;
}

static bool tasks_list(struct sampler *s, struct sproc *p)
{
	char dir[32];

	vec_clear(&p->usage.listed);
	p->usage.listed_at = 0;
	if (is_alone(p)) {
		list_one(p, p->pid);
		return true;
	}
	snprintf(dir, sizeof dir, "%d/task", (int)p->pid);
	if (procroot_each_pid(s->host->proc, dir, list_one, p) < 0 ||
	    !p->usage.listed.n)
		return false;
	tasks_match(p);
	return true;
}

/* False when the thread is gone. */
static bool read_stat(struct sampler *s, struct sproc *p, pid_t tid,
		      struct ev_task *t)
{
	struct stat_info st;
	struct str *text = &s->scratch;

	if (procroot_readf(s->host->proc, text, TEXT_MAX,
			   "%d/task/%d/stat", (int)p->pid, (int)tid) < 0 ||
	    !stat_parse((struct bytes){ text->data, text->len }, &st))
		return false;
	t->state = (uint64_t)(unsigned char)st.state;
	t->minflt = st.minflt;
	t->majflt = st.majflt;
	t->comm = st.comm;
	return true;
}

static enum abi abi_of(const struct sproc *p)
{
#ifdef __aarch64__
	(void)p;
	return ABI_AARCH64;
#else
	return p->wide ? ABI_X86_64 : ABI_I386;
#endif
}

static void read_syscall(struct sampler *s, struct sproc *p, pid_t tid,
			 struct ev_task *t)
{
	struct str text = STR_INIT;
	struct syscall_info sc;
	int rc = procroot_readf(s->host->proc, &text, TEXT_MAX,
				"%d/task/%d/syscall", (int)p->pid, (int)tid);

	t->in_call = EV_UNKNOWN;
	if (rc == -EACCES || rc == -EPERM)
		sample_unreadable(s, p, FILE_SYSCALL, -rc);
	else if (rc == 0 &&
		 syscallfile_parse((struct bytes){ text.data, text.len },
				   &sc)) {
		t->in_call = sc.nr;
		t->sp = sc.sp;
		/* The map may not have been read yet. */
		p->wide |= sc.sp > 1ull << 32;
	}
	t->in_call_abi = abi_of(p);
	str_release(&text);
}

/* Its stack pointer says which region is its stack, from then on. */
static void learn_stack(struct sampler *s, struct sproc *p, struct stask *t,
			uint64_t sp)
{
	if (t->stack || !sp)
		return;
	t->stack = sp - 1;
	t->stack_ns = clock_ns();
	if (sregions_find(&p->regions, t->stack))
		sproc_named(s, p);
}

static bool same_task(const struct stask *t, const struct ev_task *now)
{
	const struct ev_task *was = &t->last;

	return was->state == now->state && was->in_call == now->in_call &&
	       was->in_call_abi == now->in_call_abi && was->sp == now->sp &&
	       was->minflt == now->minflt && was->majflt == now->majflt &&
	       t->comm_len == now->comm.len &&
	       memcmp(t->comm, now->comm.data, t->comm_len) == 0;
}

static void task_sample(struct sampler *s, struct sproc *p, pid_t tid)
{
	struct event ev = sample_event(s, EV_TASK, p->pid, tid);
	struct stask *t = sproc_task(p, tid);

	if (!t || !read_stat(s, p, tid, &ev.u.task))
		return;
	read_syscall(s, p, tid, &ev.u.task);
	learn_stack(s, p, t, ev.u.task.sp);
	if (ev.u.task.comm.len > sizeof t->comm)
		ev.u.task.comm.len = sizeof t->comm;
	if (!s->host->wants.usage ||
	    (t->emitted && same_task(t, &ev.u.task)))
		return;
	t->emitted = true;
	t->last = ev.u.task;
	t->comm_len = (uint8_t)ev.u.task.comm.len;
	memcpy(t->comm, ev.u.task.comm.data, t->comm_len);
	sample_emit(s, &ev);
}

/* --- the job ------------------------------------------------------------- */

/* Where no figures are asked for threads are listed for their stacks alone:
 * those are known, and nothing has moved. */
static bool tasks_rest(struct sampler *s, struct sproc *p)
{
	struct totals now;

	if (s->host->wants.usage || !sample_may_rest(s))
		return false;
	for (size_t i = 0; i < p->tasks.n; i++)
		if (!p->tasks.v[i].stack)
			return false;
	now = totals_read(s, p);
	return totals_same_pages(&now, &p->usage.totals) &&
	       !totals_stale(s, &p->usage.totals, p->usage.took_ns,
			     TOTALS_PAGES);
}

static void usage_begin(struct sampler *s, struct sproc *p)
{
	uint64_t begin = clock_ns();

	p->usage.due = 0;
	if (tasks_rest(s, p)) {
		oom_sample_group(s, p);
		return;
	}
	if (s->host->wants.usage)
		usage_of(s, p);
	else
		oom_sample(s, p);
	if (!s->host->wants.usage)
		p->usage.totals = totals_read(s, p);
	p->usage.listing = tasks_list(s, p);
	p->usage.took_ns = clock_ns() - begin;
}

static void usage_tasks(struct sampler *s, struct sproc *p, uint64_t deadline)
{
	uint64_t begin = clock_ns();

	while (p->usage.listed_at < p->usage.listed.n) {
		task_sample(s, p, p->usage.listed.v[p->usage.listed_at++]);
		if (clock_ns() >= deadline)
			break;
	}
	p->usage.listing = p->usage.listed_at < p->usage.listed.n;
	p->usage.took_ns += clock_ns() - begin;
}

static bool usage_due(const struct sproc *p, uint64_t now)
{
	return p->usage.listing || (p->usage.due && p->usage.due <= now);
}

/* The one in focus comes first, then all in turns: none is left out where there
 * is no time for all. */
bool usage_work(struct sampler *s, uint64_t deadline)
{
	struct sproc *focus = sproc_find(s, sample_focus(s));
	uint64_t now = clock_ns();
	bool worked = false;

	for (size_t n = s->procs.n; n; n--) {
		struct sproc *p = focus && usage_due(focus, now) ? focus :
			s->procs.v[s->at.usage++ % s->procs.n];

		if (!usage_due(p, now))
			continue;
		worked = true;
		if (!p->usage.listing)
			usage_begin(s, p);
		if (p->usage.listing)
			usage_tasks(s, p, deadline);
		if (clock_ns() >= deadline)
			break;
	}
	return worked;
}
