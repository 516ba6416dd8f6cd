/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/headless/private.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/headless/front.h"
#include "app/i18n.h"
#include "app/words/notes.h"
#include "app/options.h"
#include "app/words/refusal.h"
#include "app/warn.h"
#include "base/str.h"
#include "sink/maptrace.h"
#include "sink/summary.h"
#include "source/capture_host.h"
#include "source/heap/pool.h"
#include "source/perf/state.h"
#include "source/trace/core/trace.h"
#include "sys/loop.h"
#include "sys/own/outlive.h"
#include "ui/words/error.h"

#define NS_PER_S 1000000000ull
/* The interval at which log lines are written together, to save calls of
 * write(). */
#define FLUSH_NS (NS_PER_S / 20)
/* The time that mmtop, when it ends, waits for tasks that sleep
 * uninterruptibly. */
#define LEAVE_NS (2 * NS_PER_S)
#define NEXT_LOOK_NS (NS_PER_S / 10)

static bool is_launch(const struct headless *h)
{
	return h->cfg->target.argv != NULL;
}

void headless_request(struct headless *h, const struct request *req)
{
	if (h->engine)
		engine_request(h->engine, req);
}

uint64_t headless_give_up(void *arg)
{
	struct headless *h = arg;
	unsigned tasks = h->engine ? engine_tasks(h->engine) : 0;

	/* Detaching thousands of threads takes longer than LEAVE_NS.  So mmtop
	 * waits as long as the number of traced tasks falls. */
	if (tasks < h->tasks_left && clock_ns() < h->give_up_by_ns) {
		h->tasks_left = tasks;
		return NEXT_LOOK_NS;
	}
	h->gave_up = true;
	loop_stop(h->loop);
	return 0;
}

void headless_leave(struct headless *h, enum request_op op)
{
	const struct request req = { .op = op, .a = 1 };

	if (h->leaving)
		return;
	h->leaving = true;
	h->quit = op == REQ_QUIT;
	headless_request(h, &req);
	loop_add_timer(h->loop, LEAVE_NS, headless_give_up, h);
}

bool headless_is_cut(const struct headless *h)
{
	return h->cut;
}

static uint64_t on_duration(void *arg)
{
	struct headless *h = arg;

	h->killed = is_launch(h) && !h->leaving;
	headless_leave(h, is_launch(h) ? REQ_KILL : REQ_DETACH);
	return 0;
}

/* --- events --------------------------------------------------------------- */

static uint64_t on_flush(void *arg)
{
	struct headless *h = arg;

	if (logfile_flush(&h->log) == -EPIPE)
		headless_reader_gone(h);
	if (h->log.pending)
		return FLUSH_NS;
	h->flush_timer = 0;
	return 0;
}

/* The last reader has closed the pipe or socket: mmtop ends now, not at the next
 * line. */
static void on_reader(void *arg, int fd, short revents)
{
	loop_remove_fd(((struct headless *)arg)->loop, fd);
	if (revents & (POLLERR | POLLHUP))
		headless_reader_gone(arg);
}

static void watch_reader(struct headless *h)
{
	struct stat st;

	h->piped = h->log.sink && !fstat(h->log.fd, &st) &&
		   (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode));
	if (h->piped)
		loop_add_fd(h->loop, h->log.fd, 0, 1, on_reader, h);
}

void headless_note(void *arg, const struct ev_note *n)
{
	struct str s = STR_INIT;

	(void)arg;
	/* NOTE_KEEPER reports a detach that the user requested.  It names the
	 * key that attaches again, which exists only on the screen. */
	if (n->severity < SEV_WARN || n->id == NOTE_KEEPER)
		return;
	if (note_sentence(&s, n, NULL, false))
		warn_user("%s", s.data);
	str_release(&s);
}

/* Stops and continues mmtop's job together with the launched program.  So
 * mmtop's parent sees the stops as if it were the program's parent. */
static void on_job_control(struct headless *h, const struct event *ev)
{
	uint64_t action = ev->u.signal.action;

	if (!is_launch(h) || ev->pid != engine_launched(h->engine))
		return;
	if (action == SIGNAL_STOPPED)
		headless_follow_job(h, (int)ev->u.signal.signal);
	else if (action == SIGNAL_CONTINUED)
		headless_follow_job(h, 0);
}

static bool ends(uint64_t state)
{
	return state == TARGET_ENDED || state == TARGET_DETACHED;
}

/* Copies parts of the status to shared memory: the front needs them even if the
 * engine dies or is busy. */
static void tell_front(struct headless *h, const struct ev_status *status)
{
	bool runs = is_launch(h) && !ends(status->state) &&
		    status->exit_status < 0 && status->exit_signal <= 0;

	front_filtered(h->front, status->filter);
	front_launched(h->front, runs ? engine_launched(h->engine) : 0);
}

static void on_event(void *arg, const struct event *ev)
{
	struct headless *h = arg;

	if (ev->kind == EV_NOTE)
		h->ops->note(h->arg, &ev->u.note);
	/* Only the source perf counts threads whose page faults it cannot
	 * report. */
	if (ev->kind == EV_SOURCE && ev->source == PERF_LETTER)
		h->missed = ev->u.source.missed;
	if (h->ops->event)
		h->ops->event(h->arg, ev);
	if (ev->kind == EV_SIGNAL)
		on_job_control(h, ev);
	if (ev->kind == EV_STATUS)
		tell_front(h, &ev->u.status);
	if (ev->kind == EV_STATUS && ends(ev->u.status.state))
		loop_stop(h->loop);
}

/* Counts leaked bytes and lost heap records.  Each lost record may have been an
 * allocation or a free. */
static void count_leaks(struct headless *h, const struct event *ev)
{
	if (ev->kind == EV_LOST && ev->source == HEAP_LETTER)
		h->unjudged += ev->u.lost.count;
	if (ev->kind == EV_NOTE && ev->u.note.id == NOTE_NO_HEAP)
		h->unwatched++;
	if (ev->kind != EV_HEAP)
		return;
	if (ev->u.heap.op == HEAP_OP_LEAK)
		h->leaked += ev->u.heap.size;
	if (ev->u.heap.op == HEAP_OP_TOTAL && ev->u.heap.last)
		h->unjudged += ev->u.heap.missed;
}

static void on_logged(void *arg, const struct event *ev)
{
	struct headless *h = arg;

	if (h->log.sink)
		logfile_event(&h->log, ev);
	if (h->summary)
		summary_event(h->summary, ev);
	count_leaks(h, ev);
	if (h->log.pending && !h->flush_timer)
		h->flush_timer = loop_add_timer(h->loop, FLUSH_NS, on_flush, h);
}

/* --- the session ---------------------------------------------------------- */

static int cannot_start(struct headless *h, const struct refusal *refusal,
			const struct err *err)
{
	const char *program = is_launch(h) ? h->cfg->target.argv[0] : NULL;
	struct str s = STR_INIT;
	int status = start_failure(&s, program, refusal, err, false);

	/* The session did not start, so the log is discarded, and only this
	 * sentence is printed. */
	if (h->log.sink)
		logfile_discard(&h->log);
	summary_free(h->summary);
	h->summary = NULL;
	warn_user("%s", s.data);
	str_release(&s);
	return status;
}

static bool is_over(const struct headless *h)
{
	return h->gave_up || ends(engine_state(h->engine));
}

static int exit_status(const struct headless *h, struct engine_exit end)
{
	if (h->signal)
		return EXIT_BY_SIGNAL + h->signal;
	if (h->killed)
		return EXIT_TIMED_OUT;
	if (h->quit)
		return EXIT_SUCCESS;
	if (!is_launch(h) || !end.ended)
		return EXIT_SUCCESS;
	return end.signal > 0 ? -end.signal : end.status;
}

/*
 * Explains the consequences of the level for an attached process.  It has no
 * seccomp filter, so level `calls` stops it at every system call.  Level
 * `watch` stops nothing, so the log has no calls.  Nothing is printed if JSON
 * or CSV goes to stderr: text would make it invalid.
 */
static void explain_level(const struct headless *h)
{
	const struct options *o = h->opt;

	if (is_launch(h) || !o->n_attach ||
	    ((o->json || o->csv) && h->log.fd == STDERR_FILENO))
		return;
	if (o->level == LEVEL_CALLS)
		warn_user("%s", _("--level=calls stops the process at every "
				  "system call: a busy server may run at a "
				  "quarter of its speed. --level=watch does "
				  "not stop it"));
	else if (!o->level_given && !o->ring && !h->ops->own_log &&
		 o->events & 1u << EV_CALL)
		warn_user("%s", _("level watch does not stop the process, so "
				  "the log has no calls. --ftrace logs them "
				  "without stops; --level=calls stops the "
				  "process at every system call"));
}

/* Runs the session until all processes are detached or have ended. */
static void run(struct headless *h)
{
	struct refusal refusal = { .why = REFUSED_NOT };
	struct err err = { 0 };

	h->engine = engine_new(h->loop, h->cfg, &refusal, &err);
	if (!h->engine) {
		h->status = cannot_start(h, &refusal, &err);
		return;
	}
	engine_add_taker(h->engine, on_event, h);
	engine_add_log(h->engine, on_logged, h);
	if (engine_start(h->engine, &refusal, &err) < 0) {
		h->status = cannot_start(h, &refusal, &err);
		return;
	}
	h->began = true;
	/* Before the first STATUS: the program may already wait for Ctrl-C. */
	front_launched(h->front, engine_launched(h->engine));
	explain_level(h);
	if (h->ops->begin)
		h->ops->begin(h->arg, h, h->loop);
	if (h->opt->duration_ns)
		loop_add_timer(h->loop, h->opt->duration_ns, on_duration, h);
	headless_watch_limit(h);
	watch_reader(h);
	while (!is_over(h))
		loop_run(h->loop);
	if (h->piped)
		loop_remove_fd(h->loop, h->log.fd);
}

static void end_session(struct headless *h)
{
	if (!h->engine)
		return;
	if (h->began) {
		h->status = exit_status(h, engine_exit(h->engine));
		if (h->ops->end && !h->ops->end(h->arg) && h->status == 0)
			h->status = EXIT_OWN;
	}
	if (h->missed)
		warn_user(ngettext("the page faults of %llu thread are not in "
				   "the log: perf cannot open that many events",
				   "the page faults of %llu threads are not in "
				   "the log: perf cannot open that many events",
				   (unsigned long)h->missed),
			  (unsigned long long)h->missed);
	if (engine_keeping(h->engine)) {
		engine_end(h->engine);
	} else {
		engine_free(h->engine);
		h->engine = NULL;
	}
}

/* Prints the summary on stderr, after the log if the log goes to stderr,
 * too. */
static void tell_summary(struct headless *h)
{
	struct str text = STR_INIT;
	struct logfile err;

	summary_text(h->summary, &text);
	if (h->log.sink && h->log.fd == STDERR_FILENO) {
		logfile_lines(&h->log, &text);
	} else {
		logfile_open_stderr(&err);
		logfile_lines(&err, &text);
		logfile_finish(&err, h->loop, &h->cut);
		(void)logfile_close(&err);
	}
	str_release(&text);
}

static int end_capture(struct headless *h)
{
	const struct capture_host *c = h->cfg->capture;

	struct str words = STR_INIT;
	int r = c && c->end ? c->end(c->arg, h->loop, &h->cut, &words) : 0;

	/* The text must be that of NOTE_CAPTURE_FAILED. */
	if (words.len)
		warn_user(_("Capturing has stopped: %s."), words.data);
	str_release(&words);
	return r;
}

/* Computes the exit status with --fail-on.  A failure of the program or of
 * mmtop takes precedence over leaks. */
static int judge(const struct headless *h, int status)
{
	const struct options *o = h->opt;

	if (!o->fail_on_leak || status)
		return status;
	if (h->unjudged) {
		warn_user(ngettext("%llu heap record was lost: --fail-on cannot "
				   "check for leaks",
				   "%llu heap records were lost: --fail-on "
				   "cannot check for leaks",
				   (unsigned long)h->unjudged),
			  (unsigned long long)h->unjudged);
		return EXIT_NOT_JUDGED;
	}
	if (h->unwatched) {
		warn_user(ngettext("--heap did not watch %u process: --fail-on "
				   "cannot check its leaks",
				   "--heap did not watch %u processes: "
				   "--fail-on cannot check their leaks",
				   h->unwatched), h->unwatched);
		return EXIT_NOT_JUDGED;
	}
	if (h->leaked <= o->leak_max)
		return status;
	warn_user(_("%llu bytes leaked; --fail-on allows %llu"),
		  (unsigned long long)h->leaked,
		  (unsigned long long)o->leak_max);
	return EXIT_FAIL_ON;
}

static int finish(struct headless *h)
{
	int status;

	end_session(h);
	status = h->status;
	h->finishing = true;
	if (h->signal)
		headless_bound_log(h);
	/* End the capture before the loop runs again: its timer uses the
	 * engine, which end_session() may have freed. */
	if (end_capture(h) < 0 && status == 0)
		status = EXIT_OWN;
	if (h->summary)
		tell_summary(h);
	if (h->log.sink)
		logfile_finish(&h->log, h->loop, &h->cut);
	if (h->cfg->mmap_trace && maptrace_failed(h->cfg->mmap_trace) &&
	    status == 0)
		status = EXIT_OWN;
	headless_close_signals(h);
	if (logfile_close(&h->log) < 0 && status == 0)
		status = h->log.err == EPIPE ? EXIT_BY_SIGNAL + SIGPIPE :
			 EXIT_OWN;
	/* The verdict is the last line of the output. */
	status = judge(h, status);
	if (h->engine) {
		front_release(h->front, status,
			      engine_exit(h->engine).ended ? 0 :
			      engine_launched(h->engine));
		engine_keep(h->engine);
	}
	loop_free(h->loop);
	return status;
}

static void *finish_apart(void *arg)
{
	struct headless *h = arg;

	front_end(h->front, finish(h));
}

/* The main function of the engine's process.  If only the end of this thread
 * releases the tasks, another thread does the remaining work, such as waiting
 * for the process that reads the log. */
static int engine_main(void *arg, struct front_link *front)
{
	struct headless *h = arg;
	int ret;

	h->front = front;
	h->loop = loop_new();
	ret = headless_open_signals(h);
	if (ret < 0) {
		warn_user(_("cannot watch for signals: %s"), error_words(-ret));
		return EXIT_OWN;
	}
	run(h);
	if (h->began && engine_state(h->engine) == TARGET_DETACHED &&
	    !engine_keeping(h->engine) && trace_holds())
		outlive(finish_apart, h);
	return finish(h);
}

int headless_run(const struct engine_config *cfg, const struct options *o,
		 const struct headless_ops *ops, void *arg)
{
	struct headless h = { .cfg = cfg, .opt = o, .ops = ops, .arg = arg };
	struct err err;
	int status;

	/* If the log is a FIFO, opening it waits for a reader.  Any signal
	 * still ends mmtop here, as nothing has started yet. */
	if (!ops->own_log && logfile_open(&h.log, o, true, &err) < 0) {
		warn_user(_("cannot write the log %s: %s"), o->output,
			  error_words(err.code));
		return EXIT_OWN;
	}
	if (o->summary)
		h.summary = summary_new();
	status = front_run(&cfg->target, ops->terminal, engine_main, &h);
	/* The engine has written the log; this closes the front's copy. */
	(void)logfile_close(&h.log);
	summary_free(h.summary);
	return status;
}
