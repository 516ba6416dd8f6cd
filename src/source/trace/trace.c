/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/filter.h"
#include "source/trace/trace.h"
#include "source/trace/tracer.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include "base/alloc.h"
#include "sys/loop.h"

/* waitid(P_ALL) returns the first of the kernel's list that is ready, so the
 * last would never be served while the first are busy.  After so many stops,
 * and more of them where there are many tasks, everybody is looked at. */
#define FAIR_STOPS 16
#define FAIR_TASKS 8
/* And so often at least the kernel is asked who stopped. */
#define GLANCES 16
#define TICK_NS 50000000ull
/* So long at most everything else waits for stops that come fast. */
#define HOT_US 5000
/* Waking up takes longer than this, on either side, so it is looked for the
 * next stop for so long before sleeping; meanwhile others may have the CPU. */
#define SPIN_NS 30000ull

struct event tracer_event(const struct source *s, enum event_kind kind,
			  const struct tracee *t)
{
	return host_event(s->host, trace_source.letter, kind,
			  t ? t->group->tgid : 0, t ? t->tid : 0);
}

void tracer_emit(struct source *s, const struct event *ev)
{
	s->host->emit(s->host->emit_arg, ev);
}

void tracer_note(struct source *s, enum note_id id, enum severity severity,
		 int64_t a, int64_t b, const char *text)
{
	struct event ev = tracer_event(s, EV_NOTE, NULL);

	ev.u.note = (struct ev_note){ .id = id, .severity = severity, .a = a,
				      .b = b, .text = bytes_of(text) };
	tracer_emit(s, &ev);
}

long tracer_options(const struct source *s)
{
	/* TRACECLONE also without follow: it is how threads are made. */
	long o = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE |
		 PTRACE_O_TRACEEXEC | PTRACE_O_TRACEEXIT;

	/* Whoever is under the filter must have a tracer, or die with it:
	 * its filtered calls would fail for ever. */
	if (s->filter)
		o |= PTRACE_O_TRACESECCOMP | PTRACE_O_EXITKILL;
	if (s->follow || s->filter)
		o |= PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
		     PTRACE_O_TRACEVFORKDONE;
	return o;
}

void tracer_consume(pid_t tid)
{
	siginfo_t si;

	while (waitid(P_PID, (id_t)tid, &si,
		      WEXITED | WSTOPPED | __WALL | WNOHANG) < 0 &&
	       errno == EINTR)
		;
}

bool tracer_call_info(pid_t tid, struct __ptrace_syscall_info *out)
{
	for (int tries = ASK_TRIES; tries; tries--)
		if (ptrace(PTRACE_GET_SYSCALL_INFO, tid, sizeof *out, out) > 0)
			return true;
	return false;
}

bool tracee_call_info(struct tracee *t, struct __ptrace_syscall_info *out)
{
	if (!t->glanced)
		return tracer_call_info(t->tid, out);
	t->glanced = false;
	*out = t->glance;
	return true;
}

pid_t tracer_event_message(pid_t tid)
{
	unsigned long msg = 0;

	for (int tries = ASK_TRIES; tries; tries--)
		if (ptrace(PTRACE_GETEVENTMSG, tid, 0, &msg) == 0)
			return (pid_t)msg;
	return 0;
}

int tracer_go(struct source *s, struct tracee *t, int request, int sig)
{
	int e = 0;

	if (ptrace((enum __ptrace_request)request, t->tid, 0, (long)sig) < 0)
		e = errno;
	t->glanced = false;
	t->owed = e && e != ESRCH ? request : 0;
	t->owed_sig = sig;
	s->owing = s->owing || t->owed;
	return -e;
}

static void pay(struct source *s)
{
	struct tracee *t, *next;

	if (!s->owing)
		return;
	s->owing = false;
	HASH_ITER(hh, s->tracees.tasks, t, next) {
		if (t->owed == PTRACE_DETACH)
			detach_at(s, t, &t->held);
		else if (t->owed)
			tracer_go(s, t, t->owed, t->owed_sig);
	}
}

void tracer_resume(struct source *s, struct tracee *t, int sig)
{
	const struct stop end = { .kind = STOP_EXITING, .tid = t->tid };
	bool calls;

	if (leaving_unseen(s, t, sig)) {
		stops_exiting(s, t, &end);
		return;
	}
	calls = s->mode != MODE_RUN ||
		(s->level != LEVEL_WATCH && !s->filter) ||
		calls_wants_exit(s, t) || (t->asked && repair_ahead(s, t));
	tracer_go(s, t, calls ? PTRACE_SYSCALL : PTRACE_CONT, sig);
	t->inject = 0;
	/* Time spent held is not the call's. */
	if (t->in_call && t->state == TRACEE_STOPPED)
		t->entry_ns = clock_ns();
	tracee_set_state(t, TRACEE_RUNNING);
}

void tracer_interrupt(struct source *s, struct tracee *t)
{
	(void)s;
	if (t->interrupted || t->exiting)
		return;
	if (t->state == TRACEE_RUNNING || t->state == TRACEE_GROUP_STOP ||
	    t->state == TRACEE_SEIZING)
		t->interrupted = ptrace(PTRACE_INTERRUPT, t->tid, 0, 0) == 0;
}

/* --- draining ------------------------------------------------------------- */

static bool peek(idtype_t type, pid_t id, struct stop *out)
{
	siginfo_t si;
	int r;

	do {
		si.si_pid = 0;
		r = waitid(type, (id_t)id, &si, WEXITED | WSTOPPED | __WALL |
			   WNOWAIT | WNOHANG);
	} while (r < 0 && errno == EINTR);
	if (r < 0 || !si.si_pid)
		return false;
	*out = stop_classify(&si);
	return true;
}

/*
 * The one task that shares our CPU has mostly come to its next stop by the time
 * that we run again.  What call it is at has to be asked then, and the answer
 * says that it is stopped, and how: that saves the wait.
 */
static bool glance(struct source *s, struct stop *out)
{
	siginfo_t si = { .si_code = CLD_TRAPPED };
	struct tracee *t = s->tracees.tasks;

	if (!t || t->tid != s->share.tid || t->state != TRACEE_RUNNING ||
	    tracees_count(&s->tracees) != 1 || ++s->glances % GLANCES == 0 ||
	    ptrace(PTRACE_GET_SYSCALL_INFO, t->tid, sizeof t->glance,
		   &t->glance) <= 0)
		return false;
	switch (t->glance.op) {
	case PTRACE_SYSCALL_INFO_SECCOMP:
		/* Ours has a number.  What has none may be a signal that the
		 * program sent itself with that si_code. */
		if (t->glance.seccomp.ret_data == FILTER_NONE)
			return false;
		si.si_status = SIGTRAP | PTRACE_EVENT_SECCOMP << 8;
		break;
	case PTRACE_SYSCALL_INFO_ENTRY:
	case PTRACE_SYSCALL_INFO_EXIT:
		si.si_status = SIGTRAP | 0x80;
		break;
	default:
		return false;
	}
	si.si_pid = t->tid;
	t->glanced = true;
	*out = stop_classify(&si);
	return true;
}

/*
 * Where stops come thick and fast, waiting for the next one here costs two
 * system calls less than going through poll() and the signalfd.  A timer ends
 * the wait; it repeats, for a single shot could come before the wait begins.
 */
static bool next_stop(struct source *s, struct stop *out)
{
	siginfo_t si = { 0 };
	uint64_t until;

	/* With no task left there may still be children that end by
	 * themselves, in their time. */
	if (!s->share.busy || !tracees_count(&s->tracees))
		return peek(P_ALL, 0, out);
	if (glance(s, out))
		return true;
	/* More than one have the CPU to use meanwhile. */
	until = tracees_count(&s->tracees) > 1 ? 0 : clock_ns() + SPIN_NS;
	while (clock_ns() < until) {
		if (peek(P_ALL, 0, out))
			return true;
		sched_yield();
	}
	if (waitid(P_ALL, 0, &si, WEXITED | WSTOPPED | __WALL | WNOWAIT) < 0)
		return false;
	*out = stop_classify(&si);
	return true;
}

static void serve(struct source *s, const struct stop *stop,
		  uint64_t *since)
{
	stops_handle(s, stop);
	s->stops++;

	uint64_t now = clock_ns();
	uint64_t took = now - *since;

	s->stop_total_ns += took;
	if (took > s->worst_stop_ns)
		s->worst_stop_ns = took;
	*since = now;
}

/* Looks once at every task that runs. */
static void serve_all(struct source *s, uint64_t *since)
{
	struct tracee *t, *next;
	struct stop stop;

	vec_clear(&s->turn);
	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (t->state != TRACEE_STOPPED)
			*vec_push(&s->turn) = t->tid;
	for (size_t i = 0; i < s->turn.n; i++)
		if (peek(P_PID, s->turn.v[i], &stop))
			serve(s, &stop, since);
}

static bool trace_drain(struct source *s, uint64_t budget_ns)
{
	uint64_t now = clock_ns(), until = now + budget_ns;
	/* A stop may have come right after the last look, or it ended the
	 * wait since then. */
	uint64_t woke = loop_woke_ns(s->host->loop);
	uint64_t since = woke > s->drained_ns ? woke : s->drained_ns;
	bool alone = tracees_count(&s->tracees) == 1, more = false;
	bool busy = s->share.busy;
	struct stop stop;

	if (!since)
		since = now;
	if (busy)
		alarm_every(HOT_US);
	while (next_stop(s, &stop)) {
		unsigned n;

		serve(s, &stop, &since);
		n = tracees_count(&s->tracees);
		/* Nobody else to look for, and its next stop sends another
		 * SIGCHLD. */
		if (!busy && alone && n == 1 && tracee_find(&s->tracees, stop.tid))
			break;
		if (++s->unfair >= FAIR_STOPS + n / FAIR_TASKS) {
			s->unfair = 0;
			serve_all(s, &since);
		}
		if (since > until) {
			more = true;
			break;
		}
	}
	if (busy)
		alarm_every(0);
	if (s->detaching)
		detach_check(s);
	stops_check_end(s);
	if (s->wanting)
		track_work(s);
	more |= again_work(s);
	status_tell(s);
	s->drained_ns = clock_ns();
	return more;
}

static uint64_t trace_tick(void *arg)
{
	struct source *s = arg;

	pay(s);
	step_tick(s);
	share_tick(s);
	attach_late(s);
	succeed_look(s);
	stops_unpark(s);
	track_work(s);
	status_tick(s);
	status_tell(s);
	return TICK_NS;
}

/* --- the source ------------------------------------------------------------ */

static int trace_probe(struct err *err)
{
	(void)err;
	return 0;	/* refusals are per process: source/trace/refuse.c */
}

static int trace_open(struct source **out, struct source_host *host,
		      struct err *err)
{
	struct source *s = xcalloc(1, sizeof *s);

	(void)err;
	s->host = host;
	s->level = host->target->level == LEVEL_WATCH ? LEVEL_WATCH
						      : LEVEL_CALLS;
	s->follow = host->target->follow;
	s->launched = host->target->argv != NULL;
	s->exit_status = s->exit_signal = -1;
	s->catch_names = s->catch_more = (struct str)STR_INIT;
	alarm_open();
	s->timer = loop_add_timer(host->loop, TICK_NS, trace_tick, s);
	*out = s;
	return 0;
}

int trace_start(struct source *s, struct refusal *why, struct err *err)
{
	const struct target *target = s->host->target;
	int r = 0;

	if (target->step) {
		s->mode = MODE_HOLD;
		s->was_step = true;
	}
	if (target->argv)
		return launch(s, why, err);
	for (size_t i = 0; i < target->n_attach; i++) {
		r = attach(s, target->attach[i], why);
		if (r < 0)
			break;
	}
	status_changed(s);
	return r;
}

pid_t trace_main_pid(const struct source *s)
{
	return s->main_pid;
}

static void set_level(struct source *s, enum level level)
{
	struct tracee *t, *next;

	if (level != LEVEL_WATCH)
		level = LEVEL_CALLS;
	if (level == s->level)
		return;
	s->level = level;
	status_changed(s);
	/* Filtered calls stop at every level. */
	if (s->mode != MODE_RUN || level == LEVEL_WATCH || s->filter)
		return;
	/* Tasks that run under PTRACE_CONT must stop once to be resumed with
	 * PTRACE_SYSCALL. */
	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (t->state == TRACEE_RUNNING)
			tracer_interrupt(s, t);
}

static int trace_request(struct source *s, const struct request *req)
{
	bool live = !s->detached && !s->ended && !s->detaching;

	switch (req->op) {
	case REQ_NEXT: case REQ_CONTINUE: case REQ_HOLD: case REQ_LEVEL:
	case REQ_DETACH:
		if (!live)
			tracer_note(s, NOTE_REFUSED_STATE, SEV_NOTE,
				    s->main_pid, 0, "");
		break;
	default:
		break;
	}
	switch (req->op) {
	case REQ_NEXT:
		if (live)
			step_next(s, req->tid, req->a ? req->a : 1);
		break;
	case REQ_CONTINUE:
		if (live)
			step_continue(s);
		break;
	case REQ_HOLD:
		if (live)
			step_hold(s);
		break;
	case REQ_LEVEL:
		if (live)
			set_level(s, (enum level)req->a);
		break;
	case REQ_DETACH:
		if (live)
			detach_begin(s);
		break;
	case REQ_ATTACH:
		if (s->keeping && !s->ended)
			keep_end(s);
		else if (s->detached && !s->ended)
			attach_again(s);
		break;
	case REQ_SNAPSHOT:
		again_begin(s);
		break;
	case REQ_TRACK:
		if (req->a)
			track_want(s, req->pid);
		else
			track_unwant(s, req->pid);
		break;
	case REQ_CATCH:
		catch_set(s, req);
		break;
	case REQ_KILL:
		kill_tree(s);
		break;
	case REQ_QUIT:
		if (s->launched && !s->detached)
			kill_tree(s);
		else if (live)
			detach_begin(s);
		break;
	default:
		return -ENOTSUP;
	}
	status_tell(s);
	return 0;
}

static void trace_close(struct source *s)
{
	struct tracee *t, *next;

	if (!s)
		return;
	share_end(s, 0);
	emergency_remember(NULL);
	if (s->filter && !s->killing) {
		/* Whoever is left dies with us: engine_keep() was not asked
		 * for. */
	} else if (tracees_count(&s->tracees) && !s->killing) {
		if (!s->detaching)
			detach_begin(s);
		detach_finish(s, 1000000000ull);
	} else if (s->killing) {
		detach_finish(s, 1000000000ull);
	}
	HASH_ITER(hh, s->tracees.tasks, t, next)
		tracee_remove(&s->tracees, t);
	guard_stop(&s->inject.guard);
	loop_remove_timer(s->host->loop, s->timer);
	vec_release(&s->turn);
	vec_release(&s->escaped);
	vec_release(&s->roots);
	vec_release(&s->again.tids);
	catch_release(s);
	free(s);
}

const struct source_ops trace_source = {
	.name = "ptrace",
	.letter = 't',
	.summary = "system calls, signals, the process tree",
	.probe = trace_probe,
	.open = trace_open,
	.drain = trace_drain,
	.request = trace_request,
	.close = trace_close,
};
