/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine/engine.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "app/engine/private.h"
#include "base/alloc.h"
#include "base/str.h"
#include "source/everybody.h"
#include "source/source.h"
#include "source/trace/core/trace.h"
#include "sys/loop.h"
#include "sys/own/role_name.h"
#include "sys/proc/root.h"
#include "sys/reader/process.h"
#include "ui/words/source.h"

/* The urgent work of sources other than the tracer gets at most 1/AHEAD_SHARE
 * of the time, and at most AHEAD_NS (in ns) at once. */
#define AHEAD_NS 2000000
#define AHEAD_SHARE 5
/* The longest turn of the tracer.  It comes before the other sources, so stops
 * are handled soon. */
#define TRACE_BUDGET_NS 5000000ull
/* The interval at which a keeper checks whether it is still needed.  A stop of
 * a task wakes the keeper at once. */
#define KEPT_NS 1000000000ull
/* A keeper ends its reader process when the reader was not used for UNREAD_NS.
 * An earlier end would be wasteful: threads are often created in bursts, and
 * each clone3() needs the reader. */
#define UNREAD_NS 500000000ull

const struct source_ops *const engine_ops[SRCS] = {
	[SRC_TRACE] = &trace_source, &perf_source, &ring_source,
	&sample_source, &output_source, &contents_source, &heap_source,
};

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
	/* The read only consumes the wakeup, as on_idle() handles the stops.
	 * One read is enough, because SIGCHLD does not queue. */
	if (read(fd, &si, sizeof si) < 0)
		return;
}

/*
 * While the engine waits for a CPU, it handles no stop of the program.  So the
 * engine raises its priority ("urgent") while it captures or records heaps.  It
 * does not while it attaches and detaches: it would keep thousands of threads
 * from a CPU.  A source that can use a whole CPU (SOURCE_HUNGRY) is urgent only
 * for a share of the time.  The other sources have little work; they are urgent
 * while heaps are recorded, so that they need not wait for a CPU.
 */
static bool is_urgent(struct engine *e, int i)
{
	bool heap = e->traits & SOURCE_RECORDS;

	if (!e->host.capturing && !heap)
		return false;
	if (engine_ops[i]->traits & SOURCE_SERVES)
		return true;
	if (engine_ops[i]->traits & SOURCE_HUNGRY)
		return allowance_left(&e->ahead, clock_ns());
	return heap;
}

/* Changes the priority of the engine and of its reader process: the tracer
 * waits for the reader while it handles a stop. */
static void engine_urgent(struct engine *e, bool on)
{
	urgency_set(&e->urgency, on);
	reader_urgent(e->host.reader, on);
}

bool engine_has_time(struct engine *e)
{
	return allowance_left(&e->ahead, clock_ns()) || !cpu_is_contended();
}

static void engine_unhurried(void *arg, bool on)
{
	struct engine *e = arg;

	engine_urgent(e, !on && is_urgent(e, SRC_TRACE));
}

static bool drain_other(struct engine *e, int i)
{
	unsigned traits = engine_ops[i]->traits;
	bool urgent = is_urgent(e, i), more;
	uint64_t begun = 0;

	/* At normal priority the engine might wait for a CPU during this turn,
	 * which would delay the next stop.  So the turn is skipped: records can
	 * wait or be lost, and samples can be taken later. */
	if (!urgent && e->traits & SOURCE_RECORDS && traits & SOURCE_HUNGRY &&
	    cpu_is_contended())
		return false;
	engine_urgent(e, urgent);
	if (urgent && !(traits & SOURCE_SERVES))
		begun = clock_cpu_ns();
	more = engine_drain(e, i, ENGINE_SLICE_NS);
	if (begun)
		allowance_spend(&e->ahead, clock_cpu_ns() - begun);
	return more;
}

static bool on_idle(void *arg)
{
	struct engine *e = arg;
	bool more;

	if (!e->started)
		return false;
	more = engine_drain(e, SRC_TRACE, TRACE_BUDGET_NS);
	for (int i = SRC_TRACE + 1; i < SRCS; i++) {
		/* If a taker cannot keep up, samples are taken later. */
		if (!e->src[i] || (engine_ops[i]->traits & SOURCE_SAMPLES &&
				   engine_crowded(e)))
			continue;
		more |= drain_other(e, i);
	}
	if (!more && e->sampled && e->cfg.settled)
		e->cfg.settled(e->cfg.settled_arg);
	e->sampled &= more;
	engine_urgent(e, is_urgent(e, SRC_TRACE));
	return more;
}

static int open_sigchld(struct engine *e, struct err *err)
{
	sigset_t set;

	/* If SIGCHLD is ignored, the kernel does not send it for a stop
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
		int r = engine_ops[i]->open(&e->src[i], &e->host, err);

		if (r < 0)
			return r;
		if (e->src[i])
			e->traits |= engine_ops[i]->traits;
	}
	return 0;
}

static void engine_release(struct engine *e)
{
	for (int i = SRCS; i-- > 0;)
		engine_ops[i]->close(e->src[i]);
	if (e->sigchld >= 0) {
		loop_remove_fd(e->loop, e->sigchld);
		close(e->sigchld);
	}
	loop_set_idle(e->loop, NULL, NULL);
	order_free(e->order);
	everybody_free(e->host.everybody);
	reader_free(e->host.reader);
	procroot_free(e->host.proc);
	str_release(&e->trace.name);
	free(e);
}

struct engine *engine_new(struct loop *loop, const struct engine_config *cfg,
			  struct refusal *refusal, struct err *err)
{
	struct engine *e = xcalloc(1, sizeof *e);

	*refusal = (struct refusal){ .why = REFUSED_NOT };
	urgency_prompt();
	e->loop = loop;
	e->cfg = *cfg;
	e->sigchld = -1;
	e->order = order_new(loop, &(struct order_ops){
		.ask = engine_drain_late, .out = engine_log, .arg = e,
	});
	spent_init(&e->spent);
	e->status.exit_status = e->status.exit_signal = -1;
	e->ahead = (struct allowance){ .most_ns = AHEAD_NS,
				       .share = AHEAD_SHARE };
	e->host = (struct source_host){
		.loop = loop, .target = &e->cfg.target,
		.emit = engine_emit, .emit_arg = e,
		.fact = engine_fact, .capture = cfg->capture,
		.crowded = engine_crowded, .set_long_work = engine_unhurried,
		.start_ns = clock_ns(), .period_ns = cfg->period_ns,
		.wants = cfg->wants,
	};
	if (cfg->target.everybody)
		e->host.everybody = everybody_new(&e->host);
	e->host.reader = reader_new("/proc");
	if (procroot_open(&e->host.proc, "/proc", err) < 0 ||
	    open_sigchld(e, err) < 0 || open_sources(e, err) < 0) {
		engine_release(e);
		return NULL;
	}
	loop_set_idle(loop, on_idle, e);
	return e;
}

/* Adds the state of source i: "perf=on", or "perf=" and the reason why perf is
 * off. */
static void add_source(const struct engine *e, struct str *out, int i)
{
	const struct ev_source *st = engine_ops[i]->state ?
				     engine_ops[i]->state(e->src[i]) : NULL;

	str_addf(out, "%s=", engine_ops[i]->name);
	if (!st || st->state == SOURCE_ON)
		str_adds(out, "on");
	else if (st->why == WHY_NONE)
		str_adds(out, "off");
	else
		source_why_log(out, st->why, st->value);
	str_add(out, "", 1);
}

/* Adds the wall-clock time of the session's start, so that a reader can convert
 * time_ns to a date. */
static void add_date(const struct engine *e, struct ev_start *start)
{
	struct timespec now;
	struct tm tm;
	uint64_t since = clock_ns() - e->host.start_ns;

	clock_gettime(CLOCK_REALTIME, &now);
	start->clock_ns = (uint64_t)now.tv_sec * 1000000000 +
			  (uint64_t)now.tv_nsec - since;
	if (localtime_r(&now.tv_sec, &tm))
		start->utc_offset = tm.tm_gmtoff;
}

static void emit_start(struct engine *e)
{
	struct event ev = host_event(&e->host, 0, EV_START, 0, 0);
	struct str sources = STR_INIT;
	struct utsname un;

	if (uname(&un) < 0)
		memset(&un, 0, sizeof un);
	for (int i = 0; i < SRCS; i++)
		if (engine_ops[i]->traits & SOURCE_LISTED)
			add_source(e, &sources, i);
	ev.u.start = (struct ev_start){
		.version = bytes_of(PACKAGE_VERSION),
		.command = bytes_of(e->cfg.command),
		.kernel = bytes_of(un.release),
		.machine = bytes_of(un.machine),
		.page_size = (uint64_t)sysconf(_SC_PAGESIZE),
		.sources = { sources.data, sources.len },
		.host = bytes_of(un.nodename),
	};
	add_date(e, &ev.u.start);
	engine_emit(e, &ev);
	str_release(&sources);
}

int engine_start(struct engine *e, struct refusal *refusal, struct err *err)
{
	int r;

	engine_begin_order(e);
	engine_begin_trace(e);
	emit_start(e);
	r = trace_start(e->src[SRC_TRACE], refusal, err);
	e->started = r == 0;
	return r;
}

void engine_request(struct engine *e, const struct request *req)
{
	if (req->op == REQ_REFRESH)
		e->host.period_ns = req->a;
	for (int i = 0; i < SRCS; i++)
		if (engine_ops[i]->request && e->src[i])
			(void)!engine_ops[i]->request(e->src[i], req);
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

unsigned engine_tasks(const struct engine *e)
{
	return trace_tasks(e->src[SRC_TRACE]);
}

pid_t engine_launched(const struct engine *e)
{
	return e->cfg.target.argv ? trace_main_pid(e->src[SRC_TRACE]) : 0;
}

void engine_hurry(struct engine *e)
{
	if (!e)
		return;
	e->host.hurry = true;
}

void engine_end(struct engine *e)
{
	struct event ev;

	if (!e->started || e->told_end)
		return;
	e->told_end = true;
	engine_flush(e, &(struct event){ .kind = EV_END });
	engine_fact(e, &(struct fact){ .kind = FACT_SESSION_END });
	engine_report_dropped(e);
	order_end(e->order);
	engine_end_trace(e);
	ev = host_event(&e->host, 0, EV_END, 0, 0);
	ev.u.end = (struct ev_end){
		.events = e->events, .lost = e->lost,
		.duration_ns = ev.time_ns,
		.worst_stop_ns = e->status.worst_stop_ns,
	};
	engine_emit(e, &ev);
	/* No event follows END: the owner may now free the takers and the
	 * arguments of crowded() and settled(). */
	e->n_takers = e->n_logs = 0;
	e->cfg.crowded = NULL;
	e->cfg.settled = NULL;
}

bool engine_keeping(const struct engine *e)
{
	return e && trace_keeping(e->src[SRC_TRACE]);
}

void engine_keep(struct engine *e)
{
	role_name(ROLE_KEEPER);
	engine_end(e);
	e->host.hurry = false;
	for (int i = 0; i < SRCS; i++) {
		if (engine_ops[i]->traits & SOURCE_KEPT)
			continue;
		engine_ops[i]->close(e->src[i]);
		e->src[i] = NULL;
	}
	reader_end_child(e->host.reader);
	while (trace_keeping(e->src[SRC_TRACE])) {
		loop_turn(e->loop, KEPT_NS);
		/* A filtered clone3() starts the reader process again, because
		 * the flags of clone3() are in the task's memory. */
		reader_end_idle(e->host.reader, UNREAD_NS);
	}
	engine_free(e);
}

void engine_free(struct engine *e)
{
	if (!e)
		return;
	engine_ops[SRC_TRACE]->close(e->src[SRC_TRACE]);
	e->src[SRC_TRACE] = NULL;
	engine_end(e);
	engine_release(e);
}
