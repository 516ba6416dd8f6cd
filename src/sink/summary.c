/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/summary.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#define uthash_malloc(n) xmalloc(n)
#include <uthash.h>

#include "base/vec.h"
#include "event/call.h"
#include "event/names.h"

#define SIGNALS 65
#define NS_PER_S 1000000000ull

/* Sum of the calls with one name, in all ABIs. */
struct call_sum {
	struct str name;
	uint64_t calls, errors;
	uint64_t timed, ns;		/* number of calls with a known time,
					 * and sum of their times */
};

/* Cache entry that maps the number of a call to the index of the call's sum. */
struct known_call {
	uint64_t abi, nr, call;
	size_t sum;			/* index in sums */
};

struct proc_sum {
	pid_t pid;
	uint64_t brk;			/* end of the brk heap; 0: unknown */
	UT_hash_handle hh;
};

struct summary {
	VEC(struct call_sum) sums;
	VEC(struct known_call) known;
	struct proc_sum *procs;
	uint64_t page_size, duration_ns;
	uint64_t mapped, unmapped;
	uint64_t signals[SIGNALS];
	uint64_t oom, oom_maybe;	/* processes killed by the OOM killer:
					 * certain, and possible */
	uint64_t peak;			/* largest peak memory of a process;
					 * EV_UNKNOWN: no peak was read */
	pid_t peak_pid;
	uint64_t lost, denied;
	bool watched;			/* level watch was used for a time: no
					 * calls were traced then */
};

struct summary *summary_new(void)
{
	struct summary *s = xcalloc(1, sizeof *s);

	s->page_size = 4096;
	s->peak = EV_UNKNOWN;
	return s;
}

void summary_free(struct summary *s)
{
	struct proc_sum *p, *next;

	if (!s)
		return;
	HASH_ITER(hh, s->procs, p, next) {
		HASH_DEL(s->procs, p);
		free(p);
	}
	for (size_t i = 0; i < s->sums.n; i++)
		str_release(&s->sums.v[i].name);
	vec_release(&s->sums);
	vec_release(&s->known);
	free(s);
}

/* --- calls ---------------------------------------------------------------- */

static size_t sum_of_name(struct summary *s, const struct ev_call *c)
{
	struct str name = STR_INIT;

	call_name(&name, c);
	for (size_t i = 0; i < s->sums.n; i++) {
		if (strcmp(s->sums.v[i].name.data, name.data) != 0)
			continue;
		str_release(&name);
		return i;
	}
	*vec_push(&s->sums) = (struct call_sum){ .name = name };
	return s->sums.n - 1;
}

static struct call_sum *sum_of(struct summary *s, const struct ev_call *c)
{
	struct known_call *k = s->known.v, *end = k + s->known.n;

	for (; k < end; k++)
		if (k->nr == c->nr && k->abi == c->abi && k->call == c->call)
			return &s->sums.v[k->sum];
	k = vec_push(&s->known);
	*k = (struct known_call){ .abi = c->abi, .nr = c->nr, .call = c->call,
				  .sum = sum_of_name(s, c) };
	return &s->sums.v[k->sum];
}

static struct proc_sum *proc_of(struct summary *s, pid_t pid)
{
	struct proc_sum *p;

	HASH_FIND_INT(s->procs, &pid, p);
	if (p)
		return p;
	p = xcalloc(1, sizeof *p);
	p->pid = pid;
	HASH_ADD_INT(s->procs, pid, p);
	return p;
}

static uint64_t pages_up(const struct summary *s, uint64_t bytes)
{
	uint64_t more = bytes + s->page_size - 1;

	return more < bytes ? bytes : more - more % s->page_size;
}

static void resized(struct summary *s, uint64_t from, uint64_t to)
{
	from = pages_up(s, from);
	to = pages_up(s, to);
	if (to > from)
		s->mapped += to - from;
	else
		s->unmapped += from - to;
}

/* The result of brk is the new end of the heap.  A child starts with the heap
 * of its parent. */
static void on_brk(struct summary *s, pid_t pid, uint64_t now)
{
	struct proc_sum *p = proc_of(s, pid);

	if (p->brk)
		resized(s, p->brk, now);
	p->brk = now;
}

static void count_bytes(struct summary *s, pid_t pid, const struct ev_call *c)
{
	switch (c->call) {
	case CALL_MMAP:
	case CALL_MMAP2:
	case CALL_OLD_MMAP:
		if (call_args_known(c))
			resized(s, 0, call_arg_value(c, 1));
		break;
	case CALL_MUNMAP:
		resized(s, call_arg_value(c, 1), 0);
		break;
	case CALL_MREMAP:
		resized(s, call_arg_value(c, 1), call_arg_value(c, 2));
		break;
	case CALL_BRK:
		on_brk(s, pid, (uint64_t)c->result);
		break;
	case CALL_EXECVE:
	case CALL_EXECVEAT:
		proc_of(s, pid)->brk = 0;
		break;
	default:
		break;
	}
}

static void on_call(struct summary *s, const struct event *ev)
{
	const struct ev_call *c = &ev->u.call;
	struct call_sum *sum;

	/* A call that is interrupted and restarted is counted only once, at its
	 * end. */
	if (c->phase == PHASE_ENTER || c->restarted)
		return;
	sum = sum_of(s, c);
	sum->calls++;
	sum->errors += c->error != 0;
	if (c->duration_ns != EV_UNKNOWN) {
		sum->timed++;
		sum->ns += c->duration_ns;
	}
	if (!c->error && call_result_known(c))
		count_bytes(s, ev->pid, c);
}

/* --- other events --------------------------------------------------------- */

static void on_process(struct summary *s, const struct event *ev)
{
	const struct ev_process *e = &ev->u.process;
	struct proc_sum *p;

	switch (e->op) {
	case PROCESS_FORK:
	case PROCESS_VFORK:
	case PROCESS_CLONE:
		proc_of(s, (pid_t)e->child_pid)->brk = proc_of(s, ev->pid)->brk;
		break;
	case PROCESS_EXIT:
		HASH_FIND_INT(s->procs, &ev->pid, p);
		if (!e->gone || !p)
			break;
		HASH_DEL(s->procs, p);
		free(p);
		break;
	default:
		break;
	}
}

static void on_usage(struct summary *s, const struct event *ev)
{
	uint64_t peak = ev->u.usage.peak;

	if (peak == EV_UNKNOWN || (s->peak != EV_UNKNOWN && peak <= s->peak))
		return;
	s->peak = peak;
	s->peak_pid = ev->pid;
}

void summary_event(void *arg, const struct event *ev)
{
	struct summary *s = arg;

	if (ev->flags & EVF_AGAIN)
		return;
	switch (ev->kind) {
	case EV_START:
		s->page_size = ev->u.start.page_size;
		break;
	case EV_CALL:
		on_call(s, ev);
		break;
	case EV_PROCESS:
		on_process(s, ev);
		break;
	case EV_SIGNAL:
		if (ev->u.signal.action == SIGNAL_DELIVERED &&
		    ev->u.signal.signal < SIGNALS)
			s->signals[ev->u.signal.signal]++;
		break;
	case EV_NOTE:
		s->oom += ev->u.note.id == NOTE_OOM;
		s->oom_maybe += ev->u.note.id == NOTE_OOM_MAYBE;
		break;
	case EV_USAGE:
		on_usage(s, ev);
		break;
	case EV_STATUS:
		s->watched |= ev->u.status.level == LEVEL_WATCH;
		break;
	case EV_LOST:
		s->lost += ev->u.lost.count;
		break;
	case EV_DENIED:
		s->denied++;
		break;
	case EV_END:
		s->duration_ns = ev->u.end.duration_ns;
		break;
	default:
		break;
	}
}

/* --- table ---------------------------------------------------------------- */

static int by_time(const void *a, const void *b)
{
	const struct call_sum *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns < y->ns ? 1 : -1;
	if (x->calls != y->calls)
		return x->calls < y->calls ? 1 : -1;
	return strcmp(x->name.data, y->name.data);
}

static void add_row(struct str *out, const struct call_sum *c, uint64_t all_ns,
		    const char *name)
{
	double share = all_ns ? 100.0 * (double)c->ns / (double)all_ns : 0;

	if (c->timed)
		str_addf(out, "%6.2f %11.6f %11" PRIu64, share,
			 (double)c->ns / (double)NS_PER_S,
			 c->ns / c->timed / 1000);
	else
		str_addf(out, "%6s %11s %11s", "n/a", "n/a", "n/a");
	str_addf(out, " %9" PRIu64 " ", c->calls);
	if (c->errors)
		str_addf(out, "%9" PRIu64 " %s\n", c->errors, name);
	else
		str_addf(out, "%9s %s\n", "", name);
}

static void add_calls(struct str *out, const struct summary *s)
{
	static const char line[] = "------ ----------- ----------- --------- "
				   "--------- ----------------\n";
	struct call_sum total = { .calls = 0 }, *sorted;
	size_t size = s->sums.n * sizeof *sorted;

	if (!s->sums.n) {
		str_addf(out, "no calls%s\n", s->watched ?
			 " (n/a: level watch does not see them)" : "");
		return;
	}
	sorted = xmalloc(size);
	memcpy(sorted, s->sums.v, size);
	qsort(sorted, s->sums.n, sizeof *sorted, by_time);
	for (size_t i = 0; i < s->sums.n; i++) {
		total.calls += sorted[i].calls;
		total.errors += sorted[i].errors;
		total.timed += sorted[i].timed;
		total.ns += sorted[i].ns;
	}
	str_addf(out, "%% time     seconds  usecs/call     calls    errors "
		 "syscall\n%s", line);
	for (size_t i = 0; i < s->sums.n; i++)
		add_row(out, &sorted[i], total.ns, sorted[i].name.data);
	str_adds(out, line);
	add_row(out, &total, total.ns, "total");
	free(sorted);
}

static void add_signals(struct str *out, const struct summary *s)
{
	const char *sep = "signals    ";
	char name[16];

	for (uint64_t i = 1; i < SIGNALS; i++) {
		if (!s->signals[i])
			continue;
		str_addf(out, "%s %s %" PRIu64, sep, signal_name(i, name),
			 s->signals[i]);
		sep = ",";
	}
	str_adds(out, *sep == ',' ? "\n" : "signals     none\n");
}

void summary_text(const struct summary *s, struct str *out)
{
	add_calls(out, s);
	if (!s->sums.n && s->watched)
		str_adds(out, "\nmapped      n/a\nunmapped    n/a\n");
	else
		str_addf(out, "\nmapped      %" PRIu64 " bytes\n"
			 "unmapped    %" PRIu64 " bytes\n", s->mapped,
			 s->unmapped);
	if (s->peak == EV_UNKNOWN)
		str_adds(out, "peak RSS    n/a (exit not seen)\n");
	else
		str_addf(out, "peak RSS    %" PRIu64 " bytes (process %d)\n",
			 s->peak, (int)s->peak_pid);
	add_signals(out, s);
	if (s->oom || s->oom_maybe)
		str_addf(out, "OOM kills   %" PRIu64, s->oom);
	if (s->oom_maybe)
		str_addf(out, ", and maybe %" PRIu64 " more", s->oom_maybe);
	if (s->oom || s->oom_maybe)
		str_addc(out, '\n');
	str_addf(out, "time        %.6f seconds\n",
		 (double)s->duration_ns / (double)NS_PER_S);
	if (s->lost)
		str_addf(out, "lost        %" PRIu64 " events, not counted "
			 "above\n", s->lost);
	if (s->denied)
		str_addf(out, "denied      %" PRIu64 " mappings: reported by a "
			 "source, not in /proc/PID/maps\n", s->denied);
}
