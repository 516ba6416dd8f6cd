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

#include "app/i18n.h"
#include "app/logfile.h"
#include "app/notes.h"
#include "app/options.h"
#include "app/refusal.h"
#include "app/warn.h"
#include "base/str.h"
#include "sys/loop.h"

#define NS_PER_S 1000000000ull
/* Lines reach their reader this soon without a write for each. */
#define FLUSH_NS (NS_PER_S / 20)
/* A task that sleeps where nothing wakes it is not waited for longer. */
#define LEAVE_NS (2 * NS_PER_S)

struct batch {
	struct loop *loop;
	struct engine *engine;
	const struct engine_config *cfg;
	struct logfile *log;
	int signal_fd;
	int flush_timer;	/* 0: none */
	int signal;		/* that ended the session, 0 */
	bool killed;		/* by --duration */
	bool leaving;		/* what we asked for is under way */
	bool gave_up;
};

static bool is_launch(const struct batch *b)
{
	return b->cfg->target.argv != NULL;
}

static void request(struct batch *b, enum request_op op)
{
	const struct request req = { .op = op };

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

/*
 * What mmtop reacts to: nothing that it was started to ignore, for a shell
 * without job control starts `mmtop &` with SIGINT ignored, nohup with SIGHUP.
 * Ctrl-Z stops the program with mmtop as one job when they are one; else it
 * would freeze a program that has nothing to do with this terminal.
 */
static int open_signals(struct batch *b)
{
	const int signals[] = { SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP };
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		struct sigaction sa;

		if (signals[i] == SIGTSTP && is_launch(b))
			continue;
		if (sigaction(signals[i], NULL, &sa) == 0 &&
		    sa.sa_handler != SIG_IGN)
			sigaddset(&set, signals[i]);
	}
	sigprocmask(SIG_BLOCK, &set, NULL);
	b->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return b->signal_fd < 0 ? -errno : 0;
}

static void on_signal(void *arg, int fd, short revents)
{
	struct batch *b = arg;
	struct signalfd_siginfo si;

	(void)revents;
	while (read(fd, &si, sizeof si) == (ssize_t)sizeof si) {
		if (si.ssi_signo == SIGTSTP) {
			warn_user("%s", _("Ctrl-Z would hold up the program: "
					  "end mmtop with Ctrl-C, it lets the "
					  "program go"));
			continue;
		}
		if (b->leaving)
			b->gave_up = true;
		loop_stop(b->loop);
		if (!b->signal)
			b->signal = (int)si.ssi_signo;
		leave(b, REQ_DETACH);
	}
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

	b->flush_timer = 0;
	(void)logfile_flush(b->log);
	return 0;
}

static void on_note(const struct ev_note *n)
{
	struct str s = STR_INIT;

	if (n->severity < SEV_WARN)
		return;
	if (note_sentence(&s, n, NULL, false))
		warn_user("%s", s.data);
	str_release(&s);
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
	logfile_event(b->log, ev);
	if (ev->kind == EV_STATUS && ends(ev->u.status.state))
		loop_stop(b->loop);
	if (b->log->pending && !b->flush_timer)
		b->flush_timer = loop_add_timer(b->loop, FLUSH_NS, on_flush, b);
}

/* --- the session -------------------------------------------------------------------- */

static int cannot_start(const struct batch *b, const struct refusal *refusal,
			const struct err *err)
{
	const char *program = is_launch(b) ? b->cfg->target.argv[0] : NULL;
	struct str s = STR_INIT;
	int status = start_failure(&s, program, refusal, err, false);

	/* A session that never began has no log, only this sentence. */
	logfile_discard(b->log);
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

static int run(struct batch *b, const struct options *o)
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
		if (o->duration_ns)
			loop_add_timer(b->loop, o->duration_ns, on_duration, b);
		while (!is_over(b))
			loop_run(b->loop);
		status = exit_status(b, engine_exit(b->engine));
	}
	engine_free(b->engine);
	return status;
}

int batch_run(struct loop *loop, const struct engine_config *cfg,
	      const struct options *o, struct logfile *log)
{
	struct batch b = { .loop = loop, .cfg = cfg, .log = log };
	int status, ret = open_signals(&b);

	if (ret < 0) {
		warn_user(_("cannot watch for signals: %s"), strerror(-ret));
		return EXIT_OWN;
	}
	/* A log on a terminal is written from the background as well. */
	signal(SIGTTOU, SIG_IGN);
	loop_add_fd(loop, b.signal_fd, POLLIN, 0, on_signal, &b);
	status = run(&b, o);
	loop_remove_fd(loop, b.signal_fd);
	close(b.signal_fd);
	return status;
}
