/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files of source/trace do for each other, and for nobody else; what
 * they keep is declared in tracer_state.h.  Which file does what:
 *
 *	trace.c		the source: open, requests, close
 *	drain.c		finding out who stopped
 *	wave.c		stopping many tasks, a few at a time
 *	tracer.c	what a task is asked, and how it goes on
 *	stop.c		what a wait report means; tracee.c: the table
 *	stops.c		what is done about each kind of stop
 *	newcomers.c	tasks that are made; creator.c: and who made them
 *	calls.c		system calls: entry and exit into CALL events
 *	signals.c	signals into SIGNAL events
 *	init_fault.c	faults of the init of a PID namespace
 *	announce.c	PROCESS events and what /proc says of a task
 *	again.c		all of it told anew after a loss
 *	launch.c	starting a program; attach.c: seizing a running one
 *	alarm.c		a PTRACE_SEIZE that gives up; a timer
 *	tick.c		the clock of what is under way
 *	pending.c	processes that cannot be attached to yet, or stop
 *	refuse.c	why a process may not be attached to
 *	step.c		hold, next, continue; catch.c: what next stops at
 *	backtrace.c	the frames of a task that is held
 *	detach.c	letting go, kill
 *	filter.c	the seccomp filter; seccomp.c: its stops
 *	keep.c		passing filtered calls on, in silence
 *	emergency.c	the same after a crash, with next to nothing
 *	track.c		whose written pages are tracked; inject.c: a call made
 *			in the target for that, at the place that track/place.c
 *			finds; guard.c: should mmtop die then
 *	repair.c	hiding the EINTR that tracing makes; limits.c: when
 *			such a call is to end
 *	share.c		one CPU for a busy task and its tracer
 *	untraced.c	children that escaped
 *	succeed.c	leaders that another thread's exec took away
 *	status.c	STATUS events: state, cost
 *	leaving.c	what is about to be unmapped
 *	remote.c	reading a target's memory; present.c: what may be read
 *
 * Stops are peeked at (waitid with WNOWAIT).  One that goes on at once is
 * resumed unconsumed, so that the signal in it survives the sudden death of
 * mmtop; one that is held is waited for.
 */
#ifndef SOURCE_TRACE_CORE_TRACER_H
#define SOURCE_TRACE_CORE_TRACER_H

#include <sys/ptrace.h>
#include <sys/wait.h>

#include "base/err.h"
#include "base/str.h"
#include "event/refusal.h"
#include "event/request.h"
#include "source/source.h"
#include "source/target.h"
#include "source/trace/core/arch.h"
#include "source/trace/calls/filter.h"
#include "source/trace/core/tracee.h"
#include "source/trace/core/tracer_state.h"

/* After this long in a call a step counts as blocked. */
#define STEP_BLOCKED_NS 100000000ull
/* How long a first stop waits for its creator's event, where that is needed. */
#define PARK_NS 200000000ull

/* --- drain.c */
/* Serves stops until there is none, or for budget_ns: then it is true. */
bool tracer_drain(struct source *s, uint64_t budget_ns);
/* For long work between two drains: serves the stops that came, now and then. */
void drain_between(struct source *s);
/* A stop of that task, or of any. */
bool drain_peek(idtype_t type, pid_t id, struct stop *out);
bool drain_peek_any(struct source *s, struct stop *out);
/* It is time for drain_peek_any(), whose cost grows with the number of tasks. */
bool drain_is_due(const struct source *s);

/* --- wave.c */
/* t must stop once, in its turn. */
void wave_add(struct source *s, struct tracee *t);
bool wave_runs(const struct source *s);
/* Another task of t's process is still to stop.  wave_add() was called for the
 * tasks of that process in a row. */
bool wave_awaits(const struct source *s, const struct tracee *t);
/* True if more tasks may be interrupted. */
bool wave_is_due(const struct source *s);
/* The next stop of any task, while waves run.  last: no new wave. */
bool wave_next(struct source *s, struct stop *out, bool last);
void wave_release(struct source *s);

/* --- tracer.c */
struct event tracer_event(const struct source *s, enum event_kind kind,
			  const struct tracee *t);
void tracer_emit(struct source *s, const struct event *ev);
void tracer_note(struct source *s, enum note_id id, enum severity severity,
		 int64_t a, int64_t b, const char *text);
/* ptrace options for a task of the tree. */
long tracer_options(const struct source *s);
/*
 * Lets a stopped task go on by that ptrace request.  0; -ESRCH: killed
 * meanwhile, of which the next wait tells.  After any other failure it still
 * stands there, and it is tried again before long.
 */
int tracer_go(struct source *s, struct tracee *t, int request, int sig);
/* tick.c: the timer, at its full pace, from now on; the same after a rest, if
 * there is anything to look after; no more. */
void tick_begin(struct source *s);
void tick_soon(struct source *s);
void tick_end(struct source *s);
/* From the timer: tries again what failed then. */
void tracer_pay(struct source *s);
/* Lets a stopped task go on as mode and level want, with sig. */
void tracer_resume(struct source *s, struct tracee *t, int sig);
/* Waits for the stop that was peeked at, so that it can be held. */
void tracer_consume(pid_t tid);
/* The system call that a stopped task is at; false: it does not stand there. */
bool tracer_call_info(pid_t tid, struct __ptrace_syscall_info *out);
/* Of the stop that t is at, for the first who asks. */
bool tracee_call_info(struct tracee *t, struct __ptrace_syscall_info *out);
/* Of an event it stands at; 0: it does not. */
pid_t tracer_event_message(pid_t tid);
/* Asks a running task to stop soon. */
void tracer_interrupt(struct source *s, struct tracee *t);

/* --- stops.c */
void stops_handle(struct source *s, const struct stop *stop);
/* What every stop ends with: let go, hold, or go on. */
void stops_settle(struct source *s, struct tracee *t, const struct stop *stop,
		  enum call_phase phase);
/* t stands at its end. */
void stops_exiting(struct source *s, struct tracee *t, const struct stop *stop);
/* What the end of the main process means for the session. */
void main_ended(struct source *s, const struct stop *stop);
/* Held or not: LISTEN keeps it stopped and lets SIGCONT through. */
void stops_listen(struct source *s, struct tracee *t, const struct stop *stop);
/* t is all that is left of its process: after exec; and the end of a leader is
 * told after that of its threads, so what is left then is a thread that became
 * the leader in an exec that failed too late to come back. */
void stops_others_gone(struct source *s, const struct tracee *t);
/* t has ended, or is not ours any more; a leader's threads went before. */
void stops_forget(struct source *s, struct tracee *t);
/* Notices that the last task is gone. */
void stops_check_end(struct source *s);

/* --- creator.c */
/* Who made c, which stands at its first stop, and how, where that is certain
 * before the event of its creator; else NULL. */
struct tracee *creator_of(const struct source *s, const struct tracee *c,
			  enum stop_kind *kind);

/* --- newcomers.c */
/* t has made a task, as its stop says. */
void newcomer_made(struct source *s, struct tracee *t, const struct stop *stop);
/* A report from a task that is not in the table. */
void newcomer_unknown(struct source *s, const struct stop *stop);
/* The first report of a task whose creator's event came before it. */
void newcomer_first(struct source *s, struct tracee *t,
		    const struct stop *stop);
/* A child of what is traced that is not to be followed. */
bool newcomer_is_foreign(const struct source *s, const struct tracee *t);
/* Adopts first stops whose creator's event never came. */
void newcomers_unpark(struct source *s);

/* --- calls.c */
/* The syscall-stop of t; returns which phase it is. */
enum call_phase calls_stop(struct source *s, struct tracee *t,
			   const struct __ptrace_syscall_info *info);
/* The same, with nothing reported: repair.c needs the call's start. */
enum call_phase calls_note(struct tracee *t,
			   const struct __ptrace_syscall_info *info);
/* The kernel makes the call again, unless a handler is to run. */
bool calls_restarts(int64_t result);
/* The interrupted call of t ended with that result, without an exit stop. */
void calls_cut(struct source *s, struct tracee *t, int64_t result);
/* The call t is in was interrupted and goes on: only a trap is in the way. */
void calls_forget(struct tracee *t);

/* --- callers.c */
/* At the end of a call that may have mapped memory. */
void callers_exit(struct source *s, const struct tracee *t);

/* The entry of a call, as GET_SYSCALL_INFO told it. */
void calls_entry(struct source *s, struct tracee *t,
		 const struct __ptrace_syscall_info *info);
/* ... that is resumed at once: mmtop only captures memory. */
void calls_pass(struct source *s, struct tracee *t,
		const struct __ptrace_syscall_info *info);
/* Whether the exit of the call that t is in is waited for. */
bool calls_wants_exit(const struct source *s, const struct tracee *t);
/* The call that t is in, or at whose exit it is held, is told once more. */
void calls_again(struct source *s, struct tracee *t);
/* The call was broken off and is begun again as if nothing had happened. */
void calls_broken(struct tracee *t);
/* Attached in the middle of a call that goes on by restart_syscall(2). */
void calls_adopt(struct source *s, struct tracee *t,
		 const struct arch_call *call);

/* --- seccomp.c */
void seccomp_stop(struct source *s, struct tracee *t, const struct stop *stop);
/* Takes CLONE_UNTRACED out of a clone that is entered. */
void seccomp_clone(struct source *s, struct tracee *t,
		   const struct __ptrace_syscall_info *info);
/* The child that t made has what was taken out too. */
void seccomp_pass_on(struct tracee *t, struct tracee *child);
/* Puts back what was taken out: at a stop of the parent after the call, or of
 * the child. */
void seccomp_restore(struct tracee *t);

/* --- leaving.c */
/* t stands at the entry of a call that it made: what it unmaps is looked at. */
void leaving_call(struct source *s, const struct tracee *t);
/* Capture at the exit of a call; at the entry of a call that is not logged; before
 * a signal is delivered. */
void leaving_return(struct source *s, const struct tracee *t);
void leaving_passing(struct source *s, const struct tracee *t,
		     const struct ev_call *call);
void leaving_signal(struct source *s, const struct tracee *t);
/* Whether all the others of its process are past the stop at their end, where
 * t stands: nobody else has the memory. */
bool leaving_is_last(const struct source *s, const struct tracee *t);
/*
 * Whether t was killed in the stop that is served, and stands at its end now:
 * the kernel keeps one report of a task, and a resume takes that one away.
 * sig: what it is to be resumed with.
 */
bool leaving_unseen(const struct source *s, const struct tracee *t, int sig);
/* t is the last, and at its end. */
void leaving_exit(struct source *s, const struct tracee *t);

/* --- keep.c */
/* Filtered, but nobody is told of it: kept alive and that is all. */
bool keep_is_silent(const struct source *s, const struct tracee *t);
unsigned keep_heard(const struct source *s);	/* tasks that are not */
/* Lets go of a filtered tree: it is kept. */
void keep_begin(struct source *s);
/* It is attached again. */
void keep_end(struct source *s);
void keep_stop(struct source *s, struct tracee *t, const struct stop *stop);

/* --- emergency.c */
/* Whose filtered tree trace_emergency() is to keep; NULL: none. */
void emergency_remember(struct source *s);

/* --- repair.c */
/* t is at the stop of a call.  True if the call was interrupted because of
 * tracing, and t must first go on to the trap that follows, where mmtop can
 * hide that.  Changes the result of a call whose time is up, in info too. */
bool repair_exit(struct source *s, struct tracee *t,
		 struct __ptrace_syscall_info *info);
/* t is at that trap. */
void repair_trap(struct source *s, struct tracee *t);
/* t is at the delivery of a signal, perhaps one that only its tracer sees. */
void repair_signal(struct source *s, struct tracee *t, int sig);
/* t is stopped by job control: calls that return EINTR for that do. */
void repair_stopped(struct source *s, struct tracee *t);
/* t is about to be resumed: it could take a signal that woke another thread. */
void repair_woken(struct source *s, struct tracee *t);
/* t stands at the entry of a call: it must not be let go here, and its exit
 * must be seen when it was asked to stop. */
bool repair_ahead(const struct source *s, const struct tracee *t);

/* --- share.c */
void share_tick(struct source *s);
/* Puts back the affinity of the engine. */
/* A program that begins loads its libraries: stops come fast at once. */
void share_launched(struct source *s);
void share_end(struct source *s);

/* --- debugger.c */
/* t is at the entry of a call: reports a ptrace(2) that fails because mmtop traces
 * the thread. */
void debugger_call(struct source *s, const struct tracee *t, enum abi abi,
		   uint64_t nr, const uint64_t *args);

/* --- untraced.c */
void untraced_look(struct source *s);

/* --- signals.c */
void signals_delivery(struct source *s, struct tracee *t, int sig);
void signals_group_stop(struct source *s, struct tracee *t, int sig);
void signals_continued(struct source *s, struct tracee *t);

/* --- init_fault.c */
/* At the delivery of sig: detaches from t where the kernel would repeat its
 * fault for ever because t is traced.  True: t is untraced, and its process
 * ends by sig without a report for t. */
bool init_fault_release(struct source *s, struct tracee *t, int sig);

/* --- announce.c */
void announce_root(struct source *s, struct tracee *t, enum process_op op,
		   uint8_t flags);
void announce_task(struct source *s, struct tracee *t, uint8_t flags);
void announce_exec(struct source *s, struct tracee *t, pid_t old_tid);
void announce_exit(struct source *s, struct tracee *t,
		   const struct stop *stop);
/* The end of the launched program after it was let go. */
void announce_main_exit(struct source *s, const struct stop *stop);
void announce_detach(struct source *s, const struct group *g);
/* t was told of before; leads: it stands for its process. */
void announce_again(struct source *s, struct tracee *t, bool leads);
/* True for the init of a PID namespace, also of mmtop's own. */
bool announce_is_init(const struct source *s, struct group *g);
/* Process of a task, its parent and start time; 0 or -errno. */
struct task_facts {
	pid_t tgid, ppid, tracer;
	pid_t ns_pid;		/* in its own PID namespace, 0: the same */
	uint64_t start, caught, ignored;
	uint64_t arg_start, env_end;
	uint64_t pending, blocked;	/* of the thread */
	uint64_t caps;		/* effective */
	char state;
	bool kthread, ends;
	uid_t uid;
	gid_t gid;
	char comm[64];
};
MUST_CHECK int task_facts(const struct source_host *h, pid_t tid,
			  struct task_facts *out);
/* Reads only tgid, tracer, ns_pid, uid, gid, caps, state and the sets of
 * signals, in half the time. */
MUST_CHECK int task_whose(const struct source_host *h, pid_t tid,
			  struct task_facts *out);
bool task_runs(const struct source_host *h, pid_t tid);
/* The parent, or the process that adopted pid; 0: pid has exited. */
pid_t task_parent(const struct source_host *h, pid_t pid);
/* Gone, or on its way: nothing of its program is executed any more. */
bool task_ends(const struct source_host *h, pid_t tid);

/* --- again.c */
void again_begin(struct source *s);
/* A slice of it; true when there is more to tell. */
bool again_work(struct source *s);

/* --- roots.c */
void root_add(struct source *s, pid_t pid, uint64_t start);
/* Not another process of its number. */
bool root_is_there(const struct source *s, const struct root *root);
void roots_release(struct source *s);

/* --- launch.c, attach.c, refuse.c */
MUST_CHECK int launch(struct source *s, struct refusal *why, struct err *err);
MUST_CHECK int attach(struct source *s, pid_t pid, struct refusal *why);
/* The same for a process that mmtop may attach to. */
MUST_CHECK int attach_process(struct source *s, pid_t tgid, bool root,
			      struct refusal *why);
void attach_again(struct source *s);
/* From the timer: tasks that were made while they were seized. */
void attach_late(struct source *s);
/* Fills in why and returns false when pid must not be attached to. */
bool attach_allowed(struct source *s, pid_t pid, struct refusal *why);
/* A child of our own could not be traced: fills in why, if it is known. */
void launch_explain(const struct source *s, pid_t pid, int err,
		    struct refusal *why);
/* What a failed PTRACE_SEIZE of that process means. */
void attach_explain(struct source *s, pid_t pid, int err,
		    struct refusal *why);

/* --- pending.c */
/* True if that process is frozen: the tracer attaches when it has thawed. */
bool pending_attach(struct source *s, pid_t tgid, bool root);
bool pending_has(const struct source *s, pid_t tgid);
/* From the timer. */
void pending_tick(struct source *s);

/* --- alarm.c */
/* Takes SIGALRM. */
void alarm_open(void);
/* One every so often, so that no wait is longer; 0: no more. */
void alarm_every(long us);
/* Starts one timer for all following alarm_seize(), until alarm_every(0); false: a
 * timer runs already. */
MUST_CHECK bool alarm_for_seizes(void);
/* PTRACE_SEIZE.  -EAGAIN: its process is in an exec that does not come to its
 * end while we wait here. */
MUST_CHECK int alarm_seize(pid_t tid, long options);
/* Whether we trace it, stopped, running or dead. */
bool alarm_is_ours(pid_t tid);

/* --- succeed.c */
/* What has the id of this leader now was seized: it came by an exec. */
void succeed(struct source *s, struct tracee *t);
/* From the timer. */
void succeed_look(struct source *s);
/* Before a stop is served: that of one who took over unseen is told as an
 * exec. */
void succeed_stop(struct source *s, struct tracee *t, const struct stop *stop);

/* --- step.c */
void step_hold(struct source *s);
void step_next(struct source *s, pid_t tid, uint64_t count, bool or_other);
void step_continue(struct source *s);
/* Whether t, at a stop now, is to be held. */
bool step_holds(const struct source *s, const struct tracee *t,
		const struct stop *stop);
/* t stands still at stop. */
void step_arrived(struct source *s, struct tracee *t,
		  const struct stop *stop, enum call_phase phase);
/* A task is gone: another must be stepped. */
void step_gone(struct source *s, pid_t tid);
/* t goes on from a call that a step does not stop at. */
void step_passes(struct source *s, const struct tracee *t);
/* From the timer: notices that a step blocks. */
void step_tick(struct source *s);

/* --- catch.c */
void catch_release(struct source *s);
/* REQ_CATCH */
void catch_set(struct source *s, const struct request *req);
/* Whether a step stops at the call that t is at. */
bool catch_has(const struct source *s, const struct tracee *t);

/* --- backtrace.c */
void backtrace_open(struct source *s);
void backtrace_close(struct source *s);
/* REQ_STACK */
void backtrace_request(struct source *s, pid_t tid);
/* t stands at the delivery of a signal.  Where that ends it, what its frames
 * are made from is kept, and it goes on at once. */
void backtrace_last(struct source *s, struct tracee *t, int sig);
/* From the timer. */
void backtrace_tick(struct source *s);

/* --- detach.c */
/* ends: so does the calling thread, once everything is let go. */
void detach_begin(struct source *s, bool ends);
/* t is at a stop: lets go of it, now or before long. */
void detach_at(struct source *s, struct tracee *t, const struct stop *stop);
void detach_check(struct source *s);
/* Waits, bounded, until everything is let go. */
void detach_finish(struct source *s, uint64_t limit_ns);
void kill_tree(struct source *s);

/* --- status.c */
void status_changed(struct source *s);
void status_tick(struct source *s);
/* Emits a STATUS when it would differ from the last. */
void status_tell(struct source *s);

/* --- remote.c */
/* All of these but remote_fd() go through the host's reader, as they may hang;
 * where it gives up, a NOTE says so once per process.
 *
 * Reads at most n bytes at addr, two pages at most; what could be read or
 * -errno.  Through /proc/TID/mem, which answers EIO where process_vm_readv
 * would hang on a userfaultfd page; -EAGAIN for a page that a file server
 * would have to deliver (remote_may).  For the arguments of a call: what is
 * absent there the kernel fetches too, a moment later. */
MUST_CHECK long remote_read(const struct source_host *h, pid_t tid,
			    uint64_t addr, void *buf, size_t n);
/* As remote_read(), but of pages that are there (remote_there): for all else,
 * as the target would keep what a read has brought. */
MUST_CHECK long remote_read_there(const struct source_host *h, pid_t tid,
				  uint64_t addr, void *buf, size_t n);
/* Whether the page is in memory or on a swap device. */
bool remote_there(const struct source_host *h, pid_t tid, uint64_t addr);
bool remote_may(const struct source_host *h, pid_t tid, uint64_t addr);
/* --- vector.c */
/* Of process_madvise: ranges and of_pid of its call. */
void vector_fetch(struct source *s, struct tracee *t);

/* --- alone.c */
/* t has made a task of child, its own process or a new one. */
void alone_made(struct source *s, const struct tracee *t, struct group *child,
		enum stop_kind kind);
/* A new process whose creator is not known. */
void alone_stranger(struct source *s);
void alone_exec(struct group *g);
/* While the task of g stands at a stop, nobody changes its memory. */
bool remote_alone(const struct source *s, const struct group *g);

/* --- remote.c, present.c */
/* Every page of [addr, end) is there, of no file, and no more than 256 KiB. */
bool remote_stays(const struct source_host *h, pid_t tid, uint64_t addr,
		  uint64_t end);
/* A string of a stopped task, at most 4 KiB of it; empty when not all of it can
 * be read. */
void remote_string(const struct source *s, const struct tracee *t,
		   uint64_t addr, struct str *out);
/* The first READER_MAX bytes of /proc/TID/FILE (cmdline), empty if it cannot be
 * read; true: the file has more. */
bool remote_file(const struct source_host *h, pid_t tid, const char *file,
		 struct str *out);
/* The file behind a descriptor: its path, or what the link says. */
void remote_fd(const struct source_host *h, pid_t tid, int fd,
	       struct str *out);
/* A descriptor of ours for the same open file, to be closed; or -errno. */
MUST_CHECK int remote_take_fd(pid_t pid, pid_t tid, int remote);

#endif
