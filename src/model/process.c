/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Start, exec and end of processes. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/fold.h"

#define EXE_MAX_KEPT 4096
#define ARGV_MAX_KEPT 32768

/* --- the table ---------------------------------------------------------- */

/* Index after the last process with that pid. */
static size_t processes_index(const struct model *m, pid_t pid)
{
	return vec_lower(&m->processes, p, (*p)->pid <= pid);
}

struct process *model_process(const struct model *m, pid_t pid)
{
	size_t i = processes_index(m, pid);

	return i && m->processes.v[i - 1]->pid == pid
		? m->processes.v[i - 1] : NULL;
}

struct process *model_process_of_task(const struct model *m, pid_t tid)
{
	struct process *p = model_process(m, tid);

	if (p && !p->ended)
		return p;
	for (size_t i = 0; i < m->processes.n; i++)
		if (!m->processes.v[i]->ended &&
		    process_task(m->processes.v[i], tid))
			return m->processes.v[i];
	return p;
}

struct process *model_main(const struct model *m)
{
	return m->main;
}

static void forget_since(struct process *p)
{
	if (p->since)
		growth_release(p->since);
	free(p->since);
	p->since = NULL;
}

void process_free(struct process *p)
{
	if (!p)
		return;
	free(p->exe);
	free(p->argv);
	vec_release(&p->tasks);
	space_release(&p->space);
	cause_release(p);
	recorded_release(p);
	heap_release(p->heap);
	forget_since(p);
	free(p);
}

static struct process *processes_add(struct model *m, pid_t pid,
				     uint64_t time_ns)
{
	struct process *p;
	size_t at;

	if (pid <= 0 || m->processes.n >= MODEL_PROCESSES_MAX) {
		model_drop(m);
		return NULL;
	}
	p = xcalloc(1, sizeof *p);
	p->pid = pid;
	p->exe = xstrdup("");
	p->argv = xstrdup("");
	p->status = p->signal = -1;
	memset(&p->usage, 0xff, sizeof p->usage);	/* every U field becomes
							 * EV_UNKNOWN */
	p->usage.comm = p->usage.cgroup = bytes_of(NULL);
	p->born_ns = time_ns;
	process_add_task(p, pid);
	at = processes_index(m, pid);
	*vec_insert(&m->processes, at) = p;
	return p;
}

/* --- dead processes ----------------------------------------------------- */

/* Returns the dead process that ended first; NULL if there are at most
 * more_than dead processes.  With with_space, counts only dead processes that
 * still have regions or a heap. */
static struct process *oldest_dead(const struct model *m, bool with_space,
				   size_t more_than)
{
	struct process *oldest = NULL;
	size_t n = 0;

	for (size_t i = 0; i < m->processes.n; i++) {
		struct process *p = m->processes.v[i];
		if (!p->ended || p == m->main ||
		    (with_space && !p->space.regions.n && !p->heap))
			continue;
		n++;
		if (!oldest || p->ended_ns < oldest->ended_ns)
			oldest = p;
	}
	return n > more_than ? oldest : NULL;
}

static void processes_remove(struct model *m, struct process *p)
{
	size_t i = processes_index(m, p->pid);

	while (i-- && m->processes.v[i] != p)
		;
	vec_remove(&m->processes, i);
	process_free(p);
}

static void processes_trim_dead(struct model *m)
{
	struct process *p;

	while ((p = oldest_dead(m, true, MODEL_DEAD_SPACES))) {
		space_release(&p->space);
		heap_release(p->heap);
		p->heap = NULL;
		forget_since(p);
	}
	while ((p = oldest_dead(m, false, MODEL_DEAD_MAX)))
		processes_remove(m, p);
}

void process_end(struct model *m, struct process *p, uint64_t time_ns)
{
	if (p->ended)
		return;
	p->ended = true;
	p->ended_ns = time_ns;
	for (size_t i = 0; i < p->tasks.n; i++)
		calls_abandon(m, &p->tasks.v[i]);
	p->tasks.n = 1;
	p->tasks.v[0].state = 'Z';
	p->tasks.v[0].in_call = EV_UNKNOWN;
	process_zero_rates(p);
	space_purge(&p->space, UINT64_MAX);
	cause_release(p);
	recorded_release(p);
	processes_trim_dead(m);
}

/* --- events ------------------------------------------------------------- */

/*
 * Returns process pid; adds it if it is new.  A different start time means that
 * the pid was reused, and the end of the old process was missed.
 */
static struct process *process_known(struct model *m, pid_t pid,
				     uint64_t start, uint64_t time_ns)
{
	struct process *p = model_process(m, pid);

	if (p && !p->ended && start && p->start && p->start != start)
		process_end(m, p, time_ns);
	if (!p || p->ended)
		p = processes_add(m, pid, time_ns);
	if (p && start)
		p->start = start;
	return p;
}

static void replace(char **to, const struct bytes *from, size_t max)
{
	if (!from->len)
		return;
	free(*to);
	*to = bytes_copy(from, max);
}

static void process_take_names(struct process *p, const struct ev_process *ep)
{
	if (ep->comm.len) {
		bytes_into(p->comm, sizeof p->comm, &ep->comm);
		memcpy(p->tasks.v[0].comm, p->comm, sizeof p->comm);
	}
	replace(&p->exe, &ep->exe, EXE_MAX_KEPT);
	replace(&p->argv, &ep->argv, ARGV_MAX_KEPT);
	if (ep->ns_pid)
		p->ns_pid = (pid_t)ep->ns_pid;
}

static void process_root(struct model *m, const struct event *ev)
{
	const struct ev_process *ep = &ev->u.process;
	struct process *p;
	struct task *t;

	p = process_known(m, ev->pid, ep->start, ev->time_ns);
	if (!p)
		return;
	/* An event of a snapshot does not distinguish launch from attach. */
	if (!p->unseen && ep->op == PROCESS_LAUNCH)
		p->launched = true;
	else if (!p->unseen)
		p->attached = true;
	/* Changes were missed while the process was detached. */
	if (p->detached)
		space_unconfirm(&p->space);
	p->detached = false;
	if (ep->ppid > 0)
		p->ppid = (pid_t)ep->ppid;
	snapshot_mark_seen(m, p, ev);
	process_take_names(p, ep);
	t = process_add_task(p, ev->tid);
	if (t)
		t->unseen = false;
	if (!m->main)
		m->main = p;
}

static void process_seen(struct model *m, const struct event *ev)
{
	const struct ev_process *ep = &ev->u.process;
	struct process *p = process_known(m, ev->pid, ep->start, ev->time_ns);

	if (!p)
		return;
	if (ep->ppid > 0)
		p->ppid = (pid_t)ep->ppid;
	snapshot_mark_seen(m, p, ev);
	p->tasks.v[0].unseen = false;
	process_take_names(p, ep);
}

static void process_thread(struct model *m, const struct event *ev)
{
	const struct ev_process *ep = &ev->u.process;
	pid_t pid = ep->child_pid > 0 && ep->child_pid != ep->child
		? (pid_t)ep->child_pid : ev->pid;
	struct process *p = model_process(m, pid);
	struct task *t = NULL;

	if (p && !p->ended)
		t = process_add_task(p, (pid_t)ep->child);
	if (!t) {
		model_drop(m);
		return;
	}
	t->unseen = false;
	if (ep->sp)
		t->sp = ep->sp;
	if (ep->comm.len)
		bytes_into(t->comm, sizeof t->comm, &ep->comm);
}

static void process_child(struct model *m, const struct event *ev)
{
	const struct ev_process *ep = &ev->u.process;
	struct process *parent, *p;

	p = process_known(m, (pid_t)ep->child, ep->start, ev->time_ns);
	if (!p)
		return;
	/* Keep the parent that created the process. */
	if (!(ev->flags & EVF_AGAIN) || !p->ppid)
		p->ppid = ep->ppid > 0 ? (pid_t)ep->ppid : ev->pid;
	if (p->born_ns == ev->time_ns && !(ev->flags & EVF_SYNTHETIC))
		p->forked = true;
	snapshot_mark_seen(m, p, ev);
	p->tasks.v[0].unseen = false;
	parent = model_process(m, ev->pid);
	if (parent && parent != p && !*p->comm) {
		memcpy(p->comm, parent->comm, sizeof p->comm);
		memcpy(p->tasks.v[0].comm, p->comm, sizeof p->comm);
		free(p->exe);
		p->exe = xstrdup(parent->exe);
		free(p->argv);
		p->argv = xstrdup(parent->argv);
	}
	process_take_names(p, ep);
	if (ep->sp)
		p->tasks.v[0].sp = ep->sp;
}

void process_renew(struct process *p, uint64_t time_ns)
{
	space_clear(&p->space);
	cause_release(p);
	recorded_release(p);
	heap_release(p->heap);
	p->heap = NULL;
	forget_since(p);
	p->space.generation++;
	p->space.execed_ns = time_ns;
	p->rss_rate = p->fault_rate = (struct rate){ 0 };
	p->peak_rss = p->peak_ns = p->pss_ns = 0;
}

static void process_exec(struct model *m, const struct event *ev)
{
	const struct ev_process *ep = &ev->u.process;
	struct process *p = process_known(m, ev->pid, ep->start, ev->time_ns);
	pid_t caller = ep->old_tid > 0 ? (pid_t)ep->old_tid : ev->pid;

	if (!p)
		return;
	process_take_names(p, ep);
	for (size_t i = 0; i < p->tasks.n; i++)
		if (p->tasks.v[i].tid != caller)
			calls_abandon(m, &p->tasks.v[i]);
	process_merge_tasks(p, caller);
	process_renew(p, ev->time_ns);
	contents_forget(&m->contents, p->pid);
}

static void process_exit(struct model *m, const struct event *ev)
{
	const struct ev_process *ep = &ev->u.process;
	struct process *p = model_process(m, ev->pid);

	if (!p || p->ended)
		return;
	if (!ep->gone) {
		struct task *t = process_task(p, ev->tid);
		if (t)
			calls_abandon(m, t);
		process_remove_task(p, ev->tid);
		return;
	}
	p->status = (int)ep->status;
	p->signal = (int)ep->signal;
	if (p->signal >= 0)
		p->status = -1;
	p->core = ep->core != 0;
	process_end(m, p, ev->time_ns);
}

void fold_process(struct model *m, const struct event *ev)
{
	const struct ev_process *ep = &ev->u.process;
	struct process *p;

	switch (ep->op) {
	case PROCESS_LAUNCH:
	case PROCESS_ATTACH:
		process_root(m, ev);
		break;
	case PROCESS_THREAD:
		process_thread(m, ev);
		break;
	case PROCESS_FORK:
	case PROCESS_VFORK:
	case PROCESS_CLONE:
		if (ep->child_pid > 0 && ep->child_pid != ep->child)
			process_thread(m, ev);
		else
			process_child(m, ev);
		break;
	case PROCESS_EXEC:
		process_exec(m, ev);
		break;
	case PROCESS_EXIT:
		process_exit(m, ev);
		break;
	case PROCESS_SEEN:
		process_seen(m, ev);
		break;
	case PROCESS_DETACH:
		p = model_process(m, ev->pid);
		if (p) {
			p->detached = true;
			p->detached_ns = ev->time_ns;
			process_zero_rates(p);
		}
		break;
	default:
		model_drop(m);
		break;
	}
}

/* --- usage -------------------------------------------------------------- */

static void usage_take_peak(struct process *p, uint64_t time_ns)
{
	uint64_t rss = p->usage.rss, peak = p->usage.peak;

	if (rss != EV_UNKNOWN && rss > p->peak_rss) {
		p->peak_rss = rss;
		p->peak_ns = time_ns;
	}
	if (peak != EV_UNKNOWN && peak > p->peak_rss) {
		p->peak_rss = peak;
		p->peak_ns = time_ns;
	}
}

/* Sets the start of growth: zero after a launch or exec, otherwise the first
 * sample in which every region is known. */
static void take_since(struct process *p, uint64_t now_ns)
{
	struct growth first;

	if (p->since || !p->space.synced_ns)
		return;
	if (p->space.execed_ns || p->launched)
		first = (struct growth){ .time_ns = p->space.execed_ns,
					 .generation = p->space.generation };
	else if (!growth_take(&first, p, now_ns))
		return;
	if (first.unknown) {
		growth_release(&first);
		return;
	}
	p->since = xcalloc(1, sizeof *p->since);
	*p->since = first;
}

void fold_usage(struct model *m, const struct event *ev)
{
	const struct ev_usage *eu = &ev->u.usage;
	struct process *p = model_process(m, ev->pid);
	uint64_t pss = eu->pss;

	if (!p || p->ended)
		return;
	if (eu->pss != EV_UNKNOWN)
		p->pss_ns = ev->time_ns;
	else if (p->pss_ns)
		pss = p->usage.pss;
	/* Another limit may be the limit of another group. */
	if (eu->cgroup_max != p->usage.cgroup_max)
		p->cgroup_rate = (struct rate){ 0 };
	if (eu->cgroup_used != EV_UNKNOWN)
		rate_add(&p->cgroup_rate, ev->time_ns, eu->cgroup_used);
	p->usage = *eu;
	p->usage.pss = pss;
	p->usage.comm = p->usage.cgroup = bytes_of(NULL);
	p->usage_ns = ev->time_ns ? ev->time_ns : 1;
	if (eu->rss != EV_UNKNOWN) {
		rate_add(&p->rss_rate, ev->time_ns, eu->rss);
		if (p == m->main)
			spark_add(&m->rss_spark, ev->time_ns, eu->rss);
	}
	if (eu->minflt != EV_UNKNOWN && eu->majflt != EV_UNKNOWN)
		rate_add(&p->fault_rate, ev->time_ns, eu->minflt + eu->majflt);
	if (eu->majflt != EV_UNKNOWN)
		rate_add(&p->majflt_rate, ev->time_ns, eu->majflt);
	if (eu->state > ' ' && eu->state < 127)
		p->tasks.v[0].state = (char)eu->state;
	usage_take_peak(p, ev->time_ns);
	if (!model_is_late(m))
		faults_settle(&p->space, ev->time_ns);
	/* If the sampler is late, a region may have changed unseen. */
	if (!process_is_late(p))
		space_settle(m, &p->space, ev->time_ns);
	take_since(p, ev->time_ns);
}
