/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/batch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "app/front.h"
#include "app/i18n.h"
#include "app/logfile.h"
#include "app/notes.h"
#include "app/options.h"
#include "app/refusal.h"
#include "app/warn.h"
#include "base/str.h"
#include "sys/loop.h"
#include "ui/error_words.h"

#define NS_PER_S 1000000000ull
/* Lines reach their reader this soon without a write for each. */
#define FLUSH_NS (NS_PER_S / 20)
/* A task that sleeps where nothing wakes it is not waited for longer. */
#define LEAVE_NS (2 * NS_PER_S)
/* Nor a log's reader, from a signal on; without one it has all the time it
 * wants. */
#define LOG_NS (20 * NS_PER_S)
/* And from the second one on: a shell that is hung up sends two. */
#define CUT_NS (NS_PER_S / 2)

struct batch {
	const struct engine_config *cfg;
	const struct options *opt;
	struct front_link *front;
	struct loop *loop;
	struct engine *engine;
	struct logfile log;
	int signal_fd;
	int flush_timer;	/* 0: none */
	int signal;		/* that ended the session, 0 */
	bool passed_on, direct;	/* it came from the front, to us */
	bool killed;		/* by --duration */
	bool leaving;		/* what we asked for is under way */
	bool gave_up;
	bool cut;		/* the log is not waited for any more */
	uint64_t missed;	/* tasks whose page faults were not told */
};

static bool is_launch(const struct batch *b)
{
	return b->cfg->target.argv != NULL;
}

static void request(struct batch *b, enum request_op op)
{
	const struct request req = { .op = op };

	if (b->engine)
		engine_request(b->engine, &req);
}

static uint64_t give_up(void *arg)
{
	struct batch *b = arg;

	b->gave_up = true;
	loop_stop(b->loop);
	return 0;
}

static void leave(struct batch *b, enum request_op op)
{
	if (b->leaving)
		return;
	b->leaving = true;
	request(b, op);
	loop_add_timer(b->loop, LEAVE_NS, give_up, b);
}

/* --- signals and time ---------------------------------------------------------- */

static uint64_t cut_log(void *arg)
{
	struct batch *b = arg;

	b->cut = true;
	return 0;
}

static void told_to_end(struct batch *b, int sig, bool *before)
{
	/* The second of its kind: a service manager sends to both of us. */
	b->gave_up |= *before;
	loop_stop(b->loop);
	if (!b->signal)
		b->signal = sig;
	if (!b->cut)
		loop_add_timer(b->loop, *before ? CUT_NS : LOG_NS, cut_log, b);
	*before = true;
	leave(b, REQ_DETACH);
}

static void on_signal(void *arg, int fd, short revents)
{
	struct batch *b = arg;
	struct signalfd_siginfo si;

	(void)revents;
	while (read(fd, &si, sizeof si) == (ssize_t)sizeof si)
		told_to_end(b, (int)si.ssi_signo, &b->direct);
}

static void on_front(void *arg, int fd, short revents)
{
	struct batch *b = arg;
	int sig;

	(void)revents;
	while ((sig = front_next(b->front)) > 0)
		told_to_end(b, sig, &b->passed_on);
	if (sig != FRONT_GONE)
		return;
	/* Killed: nobody waits for what is logged from now on. */
	loop_remove_fd(b->loop, fd);
	told_to_end(b, SIGTERM, &b->direct);
}

/* Blocked by the front, before it made us. */
static int open_signals(struct batch *b)
{
	sigset_t set;

	front_signals(&set);
	b->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (b->signal_fd < 0)
		return -errno;
	loop_add_fd(b->loop, b->signal_fd, POLLIN, 0, on_signal, b);
	loop_add_fd(b->loop, b->front->fd, POLLIN, 0, on_front, b);
	return 0;
}

static uint64_t on_duration(void *arg)
{
	struct batch *b = arg;

	b->killed = is_launch(b) && !b->leaving;
	leave(b, is_launch(b) ? REQ_KILL : REQ_DETACH);
	return 0;
}

/* --- events ---------------------------------------------------------------------- */

static uint64_t on_flush(void *arg)
{
	struct batch *b = arg;

	(void)logfile_flush(&b->log);
	if (b->log.pending)
		return FLUSH_NS;
	b->flush_timer = 0;
	return 0;
}

static void on_note(const struct ev_note *n)
{
	struct str s = STR_INIT;

	/* Letting go was asked for, and A is no key here. */
	if (n->severity < SEV_WARN || n->id == NOTE_KEEPER)
		return;
	if (note_sentence(&s, n, NULL, false))
		warn_user("%s", s.data);
	str_release(&s);
}

/* Whoever waits for mmtop is told what the program's parent would be. */
static void on_job_control(struct batch *b, const struct event *ev)
{
	uint64_t action = ev->u.signal.action;

	if (!is_launch(b) || ev->pid != engine_launched(b->engine))
		return;
	if (action == SIGNAL_STOPPED || action == SIGNAL_CONTINUED)
		front_follow(b->front, action == SIGNAL_STOPPED);
}

static bool ends(uint64_t state)
{
	return state == TARGET_ENDED || state == TARGET_DETACHED;
}

static void on_event(void *arg, const struct event *ev)
{
	struct batch *b = arg;

	if (ev->kind == EV_NOTE)
		on_note(&ev->u.note);
	if (ev->kind == EV_SIGNAL)
		on_job_control(b, ev);
	if (ev->kind == EV_SOURCE)
		b->missed = ev->u.source.missed;
	logfile_event(&b->log, ev);
	if (ev->kind == EV_STATUS && ends(ev->u.status.state))
		loop_stop(b->loop);
	if (b->log.pending && !b->flush_timer)
		b->flush_timer = loop_add_timer(b->loop, FLUSH_NS, on_flush, b);
}

/* --- the session -------------------------------------------------------------------- */

static int cannot_start(struct batch *b, const struct refusal *refusal,
			const struct err *err)
{
	const char *program = is_launch(b) ? b->cfg->target.argv[0] : NULL;
	struct str s = STR_INIT;
	int status = start_failure(&s, program, refusal, err, false);

	/* A session that never began has no log, only this sentence. */
	logfile_discard(&b->log);
	warn_user("%s", s.data);
	str_release(&s);
	return status;
}

static bool is_over(const struct batch *b)
{
	return b->gave_up || ends(engine_state(b->engine));
}

static int exit_status(const struct batch *b, struct engine_exit end)
{
	if (b->signal)
		return EXIT_BY_SIGNAL + b->signal;
	if (b->killed)
		return EXIT_TIMED_OUT;
	if (!is_launch(b) || !end.ended)
		return EXIT_SUCCESS;
	return end.signal > 0 ? -end.signal : end.status;
}

static int run(struct batch *b)
{
	struct refusal refusal = { .why = REFUSED_NOT };
	struct err err = { 0 };
	int status;

	b->engine = engine_new(b->loop, b->cfg, &refusal, &err);
	if (!b->engine)
		return cannot_start(b, &refusal, &err);
	engine_add_taker(b->engine, on_event, b);
	if (engine_start(b->engine, &refusal, &err) < 0) {
		status = cannot_start(b, &refusal, &err);
	} else {
		if (b->opt->duration_ns)
			loop_add_timer(b->loop, b->opt->duration_ns,
				       on_duration, b);
		while (!is_over(b))
			loop_run(b->loop);
		status = exit_status(b, engine_exit(b->engine));
	}
	if (b->missed)
		warn_user(ngettext("the page faults of %llu task are not in "
				   "the log: too many events to open",
				   "the page faults of %llu tasks are not in "
				   "the log: too many events to open",
				   (unsigned long)b->missed),
			  (unsigned long long)b->missed);
	if (engine_keeping(b->engine)) {
		engine_end(b->engine);
	} else {
		engine_free(b->engine);
		b->engine = NULL;
	}
	return status;
}

static void close_signals(struct batch *b)
{
	loop_remove_fd(b->loop, b->front->fd);
	loop_remove_fd(b->loop, b->signal_fd);
	close(b->signal_fd);
}

/* The whole life of the engine's process. */
static int engine_main(void *arg, struct front_link *front)
{
	struct batch *b = arg;
	int status, ret;

	b->front = front;
	b->loop = loop_new();
	ret = open_signals(b);
	if (ret < 0) {
		warn_user(_("cannot watch for signals: %s"), error_words(-ret));
		return EXIT_OWN;
	}
	status = run(b);
	logfile_finish(&b->log, b->loop, &b->cut);
	close_signals(b);
	if (logfile_close(&b->log) < 0 && status == 0)
		status = EXIT_OWN;
	if (b->engine) {
		front_let_go(front, status);
		engine_keep(b->engine);
	}
	loop_free(b->loop);
	return status;
}

int batch_run(const struct engine_config *cfg, const struct options *o)
{
	struct batch b = { .cfg = cfg, .opt = o };
	struct err err;
	int status;

	/* A FIFO without a reader is waited for: any signal ends that here,
	 * where nothing has begun. */
	if (logfile_open(&b.log, o, true, &err) < 0) {
		warn_user(_("cannot write the log %s: %s"), o->output,
			  error_words(err.code));
		return EXIT_OWN;
	}
	status = front_run(&cfg->target, engine_main, &b);
	/* The engine wrote it; this is the front's copy. */
	(void)logfile_close(&b.log);
	return status;
}
