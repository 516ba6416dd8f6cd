/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine/process.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "app/engine/drain.h"
#include "app/engine/signals.h"
#include "app/link/link.h"
#include "app/session/terminal.h"
#include "source/capture_host.h"
#include "source/ftrace/state.h"
#include "source/trace/core/trace.h"
#include "sys/loop.h"
#include "sys/own/inherit.h"
#include "sys/own/limits.h"
#include "sys/own/role_name.h"
#include "term/rescue.h"

#define MS 1000000ull
#define FLUSH_NS (500 * MS)
/* The time that the engine waits for tasks to be detached.  The engine then
 * ends, and the kernel detaches them. */
#define LET_GO_NS (2000 * MS)
/* The limit for detaching tasks if a signal ends mmtop, which must then end
 * within a second, whatever state the tasks are in. */
#define TOLD_NS (500 * MS)
#define SETTLE_NS (5 * MS)
/* The time that the engine waits for the log's reader or disk; the screen waits
 * a little longer for the engine. */
#define LOG_NS (15000 * MS)
/* The time that the engine waits for the screen to read the last messages. */
#define LAST_WORDS_NS (1000 * MS)
/* The time that the screen waits for the engine's process to end after the link
 * was closed.  A crashed engine may continue as a keeper, so the wait is short
 * (STAYS_MS). */
#define STAYS_MS 300
#define END_MS 10000

struct role {
	struct loop *loop;
	struct engine_config cfg;
	const struct fullscreen_taker *log;	/* may be NULL */
	struct engine_life *life;
	struct engine *engine;
	struct link_up *link;
	int terminal;		/* the screen's terminal, opened again by the
				 * engine */
	int term_signal;	/* descriptor that is readable after SIGTERM */
	int log_error;		/* positive errno of the log; 0: none */
	uint64_t start_ns, leave_by_ns;
	bool alone;		/* the screen has exited, or the engine must
				 * end */
	bool kill;		/* REQ_QUIT or REQ_KILL killed the launched
				 * program */
};

/* --- the link ------------------------------------------------------------- */

static void on_event(void *arg, const struct event *ev)
{
	struct role *r = arg;

	if (!r->start_ns)
		r->start_ns = clock_ns() - ev->time_ns;
	if (ev->kind == EV_STATUS)
		atomic_store(&r->life->filtered, ev->u.status.filter);
	link_up_event(r->link, ev);
}

static void on_request(void *arg, const struct request *req)
{
	struct role *r = arg;
	const struct link_message m = { .word = LINK_RELAY, .a = req->a };

	if (!r->engine)
		return;
	if (req->op == REQ_QUIT || req->op == REQ_KILL)
		r->kill = r->cfg.target.argv != NULL &&
			  engine_state(r->engine) != TARGET_DETACHED;
	engine_request(r->engine, req);
	if (req->op == REQ_RELAY)
		link_up_send(r->link, &m);
}

static void on_settled(void *arg)
{
	link_up_settled(arg);
}

static void on_lost(void *arg)
{
	const struct request req = { .op = REQ_SNAPSHOT };
	struct role *r = arg;

	if (r->engine)
		engine_request(r->engine, &req);
}

static void leave(struct role *r)
{
	r->alone = true;
	loop_stop(r->loop);
}

static void on_gone(void *arg)
{
	leave(arg);
}

static void end_by(struct role *r, int sig)
{
	atomic_store(&r->life->signal, sig);
	engine_hurry(r->engine);
	leave(r);
}

static void on_term(void *arg, int fd, short revents)
{
	struct role *r = arg;

	(void)revents;
	loop_remove_fd(r->loop, fd);
	end_by(r, SIGTERM);
}

/* Ends the engine before the kernel kills it at its hard limit of CPU time. */
static uint64_t on_limit(void *arg)
{
	uint64_t wait = own_limits_cpu_wait();

	if (!wait)
		end_by(arg, SIGXCPU);
	return wait;
}

/* --- the log -------------------------------------------------------------- */

/* Reports the first error of the log to the screen; ignores later errors. */
static void log_failed(struct role *r, int err)
{
	struct event ev = { .time_ns = clock_ns() - r->start_ns,
			    .kind = EV_NOTE };

	if (err >= 0 || r->log_error)
		return;
	r->log_error = -err;
	ev.u.note = (struct ev_note){
		.id = NOTE_LOG_FAILED, .severity = SEV_ERROR, .b = -err,
		.text = bytes_of(r->log->name),
	};
	link_up_event(r->link, &ev);
}

static uint64_t on_flush(void *arg)
{
	struct role *r = arg;

	log_failed(r, r->log->flush(r->log->arg));
	return FLUSH_NS;
}

/* --- leaving -------------------------------------------------------------- */

static bool settled(const struct role *r)
{
	enum target_state state = engine_state(r->engine);

	return state == TARGET_ENDED || state == TARGET_DETACHED;
}

static uint64_t on_settle(void *arg)
{
	struct role *r = arg;

	if (settled(r) || clock_ns() > r->leave_by_ns)
		loop_stop(r->loop);
	return SETTLE_NS;
}

static void let_go(struct role *r)
{
	const struct request req = { .op = REQ_DETACH };
	int timer;

	if (settled(r))
		return;
	r->leave_by_ns = clock_ns() + (atomic_load(&r->life->signal) ?
				       TOLD_NS : LET_GO_NS);
	if (!r->kill)
		engine_request(r->engine, &req);
	timer = loop_add_timer(r->loop, SETTLE_NS, on_settle, r);
	while (!settled(r) && (atomic_load(&r->life->filtered) ||
			       clock_ns() < r->leave_by_ns))
		loop_run(r->loop);
	/* Closing the log may run the loop after the engine is freed, so the
	 * timer is removed here. */
	loop_remove_timer(r->loop, timer);
}

static uint64_t cut_log(void *arg)
{
	bool *cut = arg;

	*cut = true;
	return 0;
}

/* Closes the log and the capture. */
static void close_log(struct role *r)
{
	const struct capture_host *capture = r->cfg.capture;
	struct str words = STR_INIT;
	bool cut = false, late = false;
	int timer, half;

	if (!r->log && !capture)
		return;
	timer = loop_add_timer(r->loop, LOG_NS, cut_log, &cut);
	half = loop_add_timer(r->loop, LOG_NS / 2, cut_log, &late);
	/* The capture comes first: its timer uses the engine, which may be
	 * freed, and writing the log runs the loop.  Errors of the capture have
	 * already been reported. */
	if (capture)
		(void)!capture->end(capture->arg, r->loop, &late, &words);
	if (!late)
		loop_remove_timer(r->loop, half);
	if (r->log)
		r->log->finish(r->log->arg, r->loop, &cut);
	str_release(&words);
	if (!cut)
		loop_remove_timer(r->loop, timer);
	if (r->log)
		log_failed(r, r->log->close(r->log->arg));
}

/* Sends LINK_DONE, for which the screen waits.  Returns the descriptor of the
 * link, whose other end closes when the screen exits. */
static int send_link_done(struct role *r, enum link_stays stays)
{
	const struct link_message m = {
		.word = LINK_DONE, .a = (uint64_t)r->log_error, .b = stays,
	};

	link_up_send(r->link, &m);
	link_up_flush(r->link, LAST_WORDS_NS);
	return link_up_finish(r->link);
}

/* Ends the engine.  If a filtered process tree is left, first handles its
 * calls and drains its pty until the tree ends.  Returns the descriptor of
 * the link. */
static int end_engine(struct role *r, enum link_stays stays)
{
	const struct request read_on = { .op = REQ_RELAY, .a = 0 };
	int link;

	if (!engine_keeping(r->engine)) {
		engine_free(r->engine);
		r->engine = NULL;	/* callbacks during close_log() test
					 * this */
		close_log(r);
		return send_link_done(r, stays);
	}
	engine_end(r->engine);
	close_log(r);
	link = send_link_done(r, STAYS_KEEPER);
	engine_request(r->engine, &read_on);
	engine_keep(r->engine);
	return link;
}

/* Called when the screen has exited or the engine must end.  Ends everything
 * that a launched program does not need. */
_Noreturn static void finish(struct role *r)
{
	struct engine_exit end;
	pid_t launched;
	bool stays;
	int link;

	rescue_from_engine(r->terminal);
	if (r->terminal >= 0)
		close(r->terminal);
	let_go(r);
	end = engine_exit(r->engine);
	launched = engine_launched(r->engine);
	stays = launched && !r->kill;
	loop_remove_fd(r->loop, r->term_signal);
	engine_signals_close(r->term_signal);
	link = end_engine(r, stays ? STAYS_DRAIN : STAYS_NOT);
	/* This process must end now if only its end releases threads that it
	 * could not stop, or if its CPU limit may kill it.  Then a child
	 * process drains the pty; it has a CPU limit of its own. */
	if (stays && (trace_holds() || own_limits_may_kill()))
		drain_in_child(r->cfg.target.pty_master, link);
	else if (stays)
		drain_run(r->cfg.target.pty_master, end.ended ? 0 : launched,
			  link);
	_exit(0);
}

/* --- start ---------------------------------------------------------------- */

_Noreturn static void give_up(struct role *r, const struct refusal *refusal,
			      const struct err *err)
{
	const struct link_message m = {
		.word = LINK_FAILED, .refusal = *refusal, .err = *err,
	};

	engine_free(r->engine);
	link_up_send(r->link, &m);
	link_up_flush(r->link, LAST_WORDS_NS);
	_exit(0);
}

static void start(struct role *r)
{
	struct refusal refusal = { .why = REFUSED_NOT };
	struct err err = { 0 };
	struct link_message m = { .word = LINK_STARTED };

	r->engine = engine_new(r->loop, &r->cfg, &refusal, &err);
	if (!r->engine)
		give_up(r, &refusal, &err);
	engine_add_taker(r->engine, on_event, r);
	if (r->log)
		engine_add_log(r->engine, r->log->fn, r->log->arg);
	if (engine_start(r->engine, &refusal, &err) < 0)
		give_up(r, &refusal, &err);
	/* The requested value applies until the first EV_STATUS. */
	atomic_store(&r->life->filtered, r->cfg.target.filter);
	atomic_store(&r->life->launched, engine_launched(r->engine));
	/* The launched program has its own copies of the inherited
	 * descriptors. */
	inherit_close();
	if (r->cfg.target.pty_slave >= 0)
		close(r->cfg.target.pty_slave);
	if (r->log)
		loop_add_timer(r->loop, FLUSH_NS, on_flush, r);
	m.a = r->start_ns;
	link_up_send(r->link, &m);
}

_Noreturn static void run(struct role *r, int link, int terminal)
{
	const struct link_up_ops ops = {
		.request = on_request, .lost = on_lost, .gone = on_gone,
	};

	setsid();
	r->terminal = terminal_own(terminal);
	inherit_null_streams();
	r->term_signal = engine_signals_open(r->life, link,
					     r->cfg.target.pty_master);
	role_name(ROLE_ENGINE);
	r->link = link_up_new(r->loop, link, &ops, r);
	r->cfg.crowded = link_up_crowded;
	r->cfg.crowded_arg = r->link;
	r->cfg.settled = on_settled;
	r->cfg.settled_arg = r->link;
	if (r->term_signal >= 0)
		loop_add_fd(r->loop, r->term_signal, POLLIN, 1, on_term, r);
	start(r);
	if (own_limits_cpu_wait() != UINT64_MAX)
		loop_add_timer(r->loop, own_limits_cpu_wait(), on_limit, r);
	while (!r->alone)
		loop_run(r->loop);
	finish(r);
}

/* --- the screen's side ---------------------------------------------------- */

int engine_process_start(struct engine_process *p, struct loop *loop,
			 const struct engine_config *cfg,
			 const struct fullscreen_taker *log, int terminal)
{
	struct role role = { .loop = loop, .cfg = *cfg, .log = log };
	int fd[2], r = link_pair(fd);

	if (r < 0)
		return r;
	p->life = mmap(NULL, sizeof *p->life, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	p->pid = p->life == MAP_FAILED ? -1 : fork();
	if (p->pid == 0) {
		close(fd[0]);
		role.life = p->life;
		run(&role, fd[1], terminal);
	}
	r = p->pid < 0 ? -errno : 0;
	close(fd[1]);
	p->link = fd[0];
	if (r < 0) {
		close(fd[0]);
		if (p->life == MAP_FAILED)
			p->life = NULL;
	}
	return r;
}

struct engine_end engine_process_end(struct engine_process *p)
{
	struct engine_end end = { .status = -1 };
	const struct timespec ms = { .tv_nsec = 1000000 };
	int w, limit;

	limit = p->life && (atomic_load(&p->life->signal) ||
			    atomic_load(&p->life->no_memory)) ?
		STAYS_MS : END_MS;
	for (int i = 0; i < limit && p->pid > 0; i++) {
		if (waitpid(p->pid, &w, WNOHANG) == p->pid) {
			p->pid = 0;
			end.signal = WIFSIGNALED(w) ? WTERMSIG(w) : 0;
			end.status = WIFEXITED(w) ? WEXITSTATUS(w) : -1;
		} else {
			nanosleep(&ms, NULL);
		}
	}
	/* Removes the tracing instance that the killed engine left in the
	 * kernel. */
	if (end.signal)
		ring_sweep();
	if (p->life && atomic_load(&p->life->signal))
		end.signal = atomic_load(&p->life->signal);
	end.no_memory = p->life && atomic_load(&p->life->no_memory);
	end.filtered = p->life && atomic_load(&p->life->filtered);
	end.launched = p->life ? atomic_load(&p->life->launched) : 0;
	return end;
}

void engine_process_release(struct engine_process *p)
{
	if (p->life)
		munmap(p->life, sizeof *p->life);
	p->life = NULL;
}
