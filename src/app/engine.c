/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "source/perf/state.h"
#include "source/sample/leaving.h"
#include "source/source.h"
#include "source/trace/trace.h"
#include "sys/loop.h"
#include "sys/procroot.h"
#include "sys/reader.h"
#include "sys/role_name.h"
#include "ui/source_words.h"

#define TAKERS_MAX 8
/* Stops first and often; everything else in short slices between. */
#define TRACE_BUDGET_NS 5000000ull
#define SLICE_NS 2000000ull
/* How long a dying process may be held for its last picture. */
#define SNAPSHOT_NS 10000000ull
/* A keeper looks this often whether it is still needed; stops wake it. */
#define KEPT_NS 1000000000ull

enum { SRC_TRACE, SRC_PERF, SRC_SAMPLE, SRC_OUTPUT, SRCS };

static const struct source_ops *const ops[SRCS] = {
	[SRC_TRACE] = &trace_source,
	[SRC_PERF] = &perf_source,
	[SRC_SAMPLE] = &sample_source,
	[SRC_OUTPUT] = &output_source,
};

struct engine {
	struct loop *loop;
	struct engine_config cfg;
	struct source_host host;
	struct source *src[SRCS];
	int sigchld;
	struct { event_fn *fn; void *arg; } takers[TAKERS_MAX];
	size_t n_takers;
	uint64_t events, lost;
	struct ev_status status;	/* the last one */
	bool started, told_end;
};

static void flush(struct engine *e, const struct event *ev)
{
	for (int i = 0; i < SRCS; i++)
		if (e->src[i] && ops[i]->flush)
			ops[i]->flush(e->src[i], ev);
}

static void engine_ending(void *arg)
{
	flush(arg, NULL);
}

/* After it nothing that was before is about the same memory, or any. */
static bool is_break(const struct event *ev)
{
	return ev->kind == EV_PROCESS && !(ev->flags & EVF_AGAIN) &&
	       (ev->u.process.op == PROCESS_EXEC ||
		ev->u.process.op == PROCESS_DETACH ||
		(ev->u.process.op == PROCESS_EXIT && ev->u.process.gone));
}

static void engine_emit(void *arg, const struct event *ev)
{
	struct engine *e = arg;

	if (is_break(ev))
		flush(e, ev);
	e->events++;
	if (ev->kind == EV_STATUS)
		e->status = ev->u.status;
	else if (ev->kind == EV_LOST)
		e->lost += ev->u.lost.count;
	for (int i = 0; i < SRCS; i++)
		if (e->src[i] && ops[i]->event && ops[i]->letter != ev->source)
			ops[i]->event(e->src[i], ev);
	for (size_t i = 0; i < e->n_takers; i++)
		e->takers[i].fn(e->takers[i].arg, ev);
}

static void engine_snapshot(void *arg, pid_t tid)
{
	struct engine *e = arg;
	struct request req = { .op = REQ_SAMPLE, .tid = tid };
	uint64_t until = clock_ns() + SNAPSHOT_NS;

	if (ops[SRC_SAMPLE]->request(e->src[SRC_SAMPLE], &req) < 0)
		return;
	while (ops[SRC_SAMPLE]->drain(e->src[SRC_SAMPLE], SLICE_NS) &&
	       clock_ns() < until)
		;
}

static void engine_leaving(void *arg, const struct leaving *what)
{
	struct engine *e = arg;

	if (e->src[SRC_SAMPLE])
		sample_leaving(e->src[SRC_SAMPLE], what);
}

static void engine_tracked(void *arg, const struct tracked *t)
{
	struct engine *e = arg;

	if (e->src[SRC_SAMPLE])
		sample_tracked(e->src[SRC_SAMPLE], t);
	else if (t->fd >= 0)
		close(t->fd);
}

static bool engine_crowded(void *arg)
{
	const struct engine *e = arg;

	return e->cfg.crowded && e->cfg.crowded(e->cfg.crowded_arg);
}

static void on_sigchld(void *arg, int fd, short revents)
{
	struct signalfd_siginfo si;

	(void)arg;
	(void)revents;
	/* It only ends the wait: on_idle() drains.  One is all there can be:
	 * SIGCHLD does not queue. */
	if (read(fd, &si, sizeof si) < 0)
		return;
}

static bool on_idle(void *arg)
{
	struct engine *e = arg;
	bool more;

	if (!e->started)
		return false;
	more = ops[SRC_TRACE]->drain(e->src[SRC_TRACE], TRACE_BUDGET_NS);
	for (int i = SRC_TRACE + 1; i < SRCS; i++) {
		/* What is sampled can be sampled later. */
		if (i == SRC_SAMPLE && engine_crowded(e))
			continue;
		more |= e->src[i] && ops[i]->drain(e->src[i], SLICE_NS);
	}
	return more;
}

static int open_sigchld(struct engine *e, struct err *err)
{
	sigset_t set;

	/* Where it is ignored the kernel sends none for a stop
	 * (do_notify_parent_cldstop() in kernel/signal.c). */
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	e->sigchld = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (e->sigchld < 0)
		return err_set(err, errno, "signalfd");
	loop_add_fd(e->loop, e->sigchld, POLLIN, 0, on_sigchld, e);
	return 0;
}

static int open_sources(struct engine *e, struct err *err)
{
	for (int i = 0; i < SRCS; i++) {
		/* Without perf nothing fails: it says itself why not. */
		int r = i == SRC_PERF ? 0 : ops[i]->probe(err);

		if (r == 0)
			r = ops[i]->open(&e->src[i], &e->host, err);
		if (r < 0)
			return r;
	}
	return 0;
}

static void engine_release(struct engine *e)
{
	for (int i = SRCS; i-- > 0;)
		ops[i]->close(e->src[i]);
	if (e->sigchld >= 0) {
		loop_remove_fd(e->loop, e->sigchld);
		close(e->sigchld);
	}
	loop_set_idle(e->loop, NULL, NULL);
	reader_free(e->host.reader);
	procroot_free(e->host.proc);
	free(e);
}

struct engine *engine_new(struct loop *loop, const struct engine_config *cfg,
			  struct refusal *refusal, struct err *err)
{
	struct engine *e = xcalloc(1, sizeof *e);

	*refusal = (struct refusal){ .why = REFUSED_NOT };
	e->loop = loop;
	e->cfg = *cfg;
	e->sigchld = -1;
	e->status.exit_status = e->status.exit_signal = -1;
	e->host = (struct source_host){
		.loop = loop, .target = &e->cfg.target,
		.emit = engine_emit, .emit_arg = e,
		.snapshot = engine_snapshot, .ending = engine_ending,
		.tracked = engine_tracked,
		.crowded = engine_crowded,
		.start_ns = clock_ns(), .period_ns = cfg->period_ns,
		.leaving = cfg->want_files ? engine_leaving : NULL,
		.want_files = cfg->want_files,
		.want_ranges = cfg->want_ranges,
		.allow_clear_refs = cfg->allow_clear_refs,
		.want_regions = cfg->want_regions,
		.want_pages = cfg->want_pages, .want_usage = cfg->want_usage,
		.want_last_usage = cfg->want_last_usage,
		.want_system = cfg->want_system, .perf = cfg->perf,
		.want_faults = cfg->want_faults,
		.want_fault_sums = cfg->want_fault_sums,
	};
	e->host.reader = reader_new("/proc");
	if (procroot_open(&e->host.proc, "/proc", err) < 0 ||
	    open_sigchld(e, err) < 0 || open_sources(e, err) < 0) {
		engine_release(e);
		return NULL;
	}
	loop_set_idle(loop, on_idle, e);
	return e;
}

void engine_add_taker(struct engine *e, event_fn *fn, void *arg)
{
	if (e->n_takers == TAKERS_MAX)
		abort();
	e->takers[e->n_takers].fn = fn;
	e->takers[e->n_takers++].arg = arg;
}

/* "perf=on", or the reason why not. */
static void add_source(const struct engine *e, struct str *out, int i)
{
	const struct ev_source *st;

	str_addf(out, "%s=", ops[i]->name);
	st = i == SRC_PERF ? perf_state(e->src[i]) : NULL;
	if (!st || st->state == SOURCE_ON)
		str_adds(out, "on");
	else if (st->why == WHY_NONE)
		str_adds(out, "off");
	else
		source_why_log(out, st->why, st->value);
	str_add(out, "", 1);
}

static void emit_start(struct engine *e)
{
	struct event ev = host_event(&e->host, 0, EV_START, 0, 0);
	struct str sources = STR_INIT;
	struct utsname un;

	if (uname(&un) < 0)
		memset(&un, 0, sizeof un);
	for (int i = 0; i < SRC_OUTPUT; i++)
		add_source(e, &sources, i);
	ev.u.start = (struct ev_start){
		.version = bytes_of(PACKAGE_VERSION),
		.command = bytes_of(e->cfg.command),
		.kernel = bytes_of(un.release),
		.machine = bytes_of(un.machine),
		.page_size = (uint64_t)sysconf(_SC_PAGESIZE),
		.sources = { sources.data, sources.len },
	};
	engine_emit(e, &ev);
	str_release(&sources);
}

int engine_start(struct engine *e, struct refusal *refusal, struct err *err)
{
	int r;

	emit_start(e);
	r = trace_start(e->src[SRC_TRACE], refusal, err);
	e->started = r == 0;
	return r;
}

void engine_request(struct engine *e, const struct request *req)
{
	for (int i = 0; i < SRCS; i++)
		if (ops[i]->request && e->src[i])
			(void)!ops[i]->request(e->src[i], req);
}

enum target_state engine_state(const struct engine *e)
{
	return (enum target_state)e->status.state;
}

struct engine_exit engine_exit(const struct engine *e)
{
	const struct ev_status *s = &e->status;

	return (struct engine_exit){
		.ended = s->exit_status >= 0 || s->exit_signal > 0,
		.status = (int)s->exit_status, .signal = (int)s->exit_signal,
		.core = s->exit_core,
	};
}

pid_t engine_launched(const struct engine *e)
{
	return e->cfg.target.argv ? trace_main_pid(e->src[SRC_TRACE]) : 0;
}

void engine_end(struct engine *e)
{
	struct event ev;

	if (!e->started || e->told_end)
		return;
	e->told_end = true;
	flush(e, &(struct event){ .kind = EV_END });
	if (e->src[SRC_SAMPLE])
		sample_last_words(e->src[SRC_SAMPLE]);
	ev = host_event(&e->host, 0, EV_END, 0, 0);
	ev.u.end = (struct ev_end){
		.events = e->events, .lost = e->lost,
		.duration_ns = ev.time_ns,
		.worst_stop_ns = e->status.worst_stop_ns,
	};
	engine_emit(e, &ev);
	/* Who took the events, or was crowded by them, may go now. */
	e->n_takers = 0;
	e->cfg.crowded = NULL;
}

bool engine_keeping(const struct engine *e)
{
	return e && trace_keeping(e->src[SRC_TRACE]);
}

void engine_keep(struct engine *e)
{
	role_name(ROLE_KEEPER);
	engine_end(e);
	ops[SRC_SAMPLE]->close(e->src[SRC_SAMPLE]);
	e->src[SRC_SAMPLE] = NULL;
	ops[SRC_PERF]->close(e->src[SRC_PERF]);
	e->src[SRC_PERF] = NULL;
	reader_rest(e->host.reader);
	while (trace_keeping(e->src[SRC_TRACE]))
		loop_turn(e->loop, KEPT_NS);
	engine_free(e);
}

void engine_free(struct engine *e)
{
	if (!e)
		return;
	ops[SRC_TRACE]->close(e->src[SRC_TRACE]);
	e->src[SRC_TRACE] = NULL;
	engine_end(e);
	engine_release(e);
}
