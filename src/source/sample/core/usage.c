/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/core/sample.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "parse/proc/stat.h"
#include "parse/proc/syscall.h"
#include "source/sample/core/cgroup.h"
#include "source/sample/core/oom.h"
#include "source/sample/core/procs.h"
#include "sys/loop.h"
#include "sys/proc/root.h"
#include "sys/proc/text.h"

#define TEXT_MAX 4096
#define ROLLUP_MAX 2048
#define THREADS_MAX 65536
/* The time over which rates are computed, as in model/rate.h. */
#define RATE_NS (5 * NS_PER_S)

/* --- process ------------------------------------------------------------- */

/* Returns when the map and the pages were last counted, in ns since the start.
 * Returns 0 if the time is unknown, or less than three periods ago. */
static uint64_t counted_ns(const struct sampler *s, const struct sproc *p)
{
	uint64_t at = p->map.totals.at_ns;

	if (!p->map.totals.known || !p->round.totals.known ||
	    !sproc_selected(s, p))
		return 0;
	/* If every change of the map is reported, the map is up to date, and
	 * only the pages matter. */
	if (p->round.totals.at_ns < at || p->quiet.reported)
		at = p->round.totals.at_ns;
	return clock_ns() - at < 3 * s->host->period_ns ? 0 :
	       at - s->host->start_ns;
}

/* Returns the limit of the main stack in bytes; EV_UNKNOWN: none, or not
 * readable. */
static uint64_t stack_limit(const struct sampler *s, pid_t pid)
{
	struct rlimit rl;

	if (!procroot_is_live(s->host->proc) ||
	    prlimit(pid, RLIMIT_STACK, NULL, &rl) < 0 ||
	    rl.rlim_cur == RLIM_INFINITY)
		return EV_UNKNOWN;
	return rl.rlim_cur;
}

/* Reads the PSS of the process.  For that the kernel walks all its pages, so a
 * read starts only after nine times the duration of the last read. */
static uint64_t pss_of(struct sampler *s, struct sproc *p)
{
	uint64_t begin = clock_ns(), pss = EV_UNKNOWN;
	char text[ROLLUP_MAX];
	ssize_t n;
	int fd;

	if (begin < p->usage.pss_next)
		return EV_UNKNOWN;
	fd = sproc_open(s, p, "smaps_rollup");
	if (fd < 0) {
		if (fd != -ENOENT && fd != -ESRCH)
			sample_unreadable(s, p, FILE_SMAPS, -fd);
		return EV_UNKNOWN;
	}
	n = read(fd, text, sizeof text - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	proctext_pss(text, &pss);
	p->usage.pss_next = clock_ns() + 9 * (clock_ns() - begin);
	return pss;
}

/* Counts the faults since the last event that a log has got. */
static void count_new(struct sproc *p, struct ev_usage *u)
{
	struct ev_usage *was = &p->usage.last;
	bool known = p->usage.counted;

	u->minflt_new = known && u->minflt >= was->minflt ?
			u->minflt - was->minflt : EV_UNKNOWN;
	u->majflt_new = known && u->majflt >= was->majflt ?
			u->majflt - was->majflt : EV_UNKNOWN;
	p->usage.counted = u->minflt != EV_UNKNOWN && u->majflt != EV_UNKNOWN;
}

/*
 * With a log, emits the figures of each period.  Without a log, emits unchanged
 * figures only until their rates are 0, and after a gap.  If figures change
 * after a pause, emits the old figures first, with the time of the last sample:
 * they were valid until then.
 */
static void usage_tell(struct sampler *s, struct sproc *p, struct event *ev,
		       const char *comm, const char *cgroup)
{
	const struct ev_usage now = ev->u.usage;
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
	if (host_logs(s->host, EV_USAGE)) {
		count_new(p, &ev->u.usage);
		ev->u.usage.comm = bytes_of(comm);
		ev->u.usage.cgroup = bytes_of(cgroup);
	}
	p->usage.last = now;
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
		return;		/* the process has exited: its last figures stay
				 * valid */
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
	u->minflt_new = u->majflt_new = EV_UNKNOWN;
	/* Unless a log wants PSS, only the first event after a read of smaps
	 * has it. */
	u->pss = s->host->wants.pss ? pss_of(s, p) : p->usage.pss;
	p->usage.pss = EV_UNKNOWN;
	u->counted_ns = counted_ns(s, p);
	u->stack_max = stack_limit(s, p->pid);
	u->cgroup_used = cg.used;
	u->cgroup_max = cg.max;
	usage_tell(s, p, &ev, m.comm, cg.name);
}

void usage_last(struct sampler *s, pid_t pid)
{
	const struct wants *w = &s->host->wants;
	/* FACT_LAST_USAGE follows for the main process. */
	struct sproc *p = w->usage && !w->last_usage && pid != s->main_pid ?
			  sproc_find(s, pid) : NULL;

	if (p)
		usage_of(s, p);
}

/* --- threads ------------------------------------------------------------- */

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

/* Replaces the tasks with the listed threads: nothing reports new threads of a
 * captured tree. */
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

/* True if p has one thread, which is known: no listing is needed. */
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
		/* If the map was not read yet, the stack pointer reveals a
		 * 64-bit process. */
		p->wide |= sc.sp > 1ull << 32;
	}
	t->in_call_abi = abi_of(p);
	str_release(&text);
}

/* Stores the thread's first known stack pointer, which then identifies its
 * stack. */
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

/* --- job ----------------------------------------------------------------- */

/* True if threads need not be sampled: no figures are requested, all stacks are
 * known, and nothing has changed. */
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

/* Samples the process in focus first, then the other processes in turn. */
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
