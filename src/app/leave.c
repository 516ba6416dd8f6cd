/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ways out of a full-screen session. */
#include <config.h>

#include "app/session.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/notes.h"
#include "app/relay.h"
#include "app/screen.h"
#include "app/signals.h"
#include "app/warn.h"
#include "base/str.h"
#include "sys/loop.h"
#include "term/curses.h"

#define MS 1000000ull
/* How long letting go, or a kill, is waited for on the way out. */
#define LEAVE_NS (2000 * MS)
#define SETTLE_NS (5 * MS)

static void tell_log_error(struct session *s, size_t i)
{
	const char *name = s->opt->takers[i].name;
	const struct ev_note note = {
		.id = NOTE_LOG_FAILED, .severity = SEV_ERROR,
		.b = s->log_errors[i], .text = bytes_of(name),
	};
	struct str text = STR_INIT;

	if (note_sentence(&text, &note, NULL, false))
		screen_message(s->screen, SEV_ERROR, text.data);
	str_release(&text);
}

void session_flush(struct session *s, bool tell)
{
	for (size_t i = 0; i < s->opt->n_takers && i < SESSION_TAKERS; i++) {
		const struct fullscreen_taker *t = &s->opt->takers[i];
		int r = t->flush ? t->flush(t->arg) : 0;
		if (r >= 0 || s->log_errors[i])
			continue;
		s->log_errors[i] = -r;
		if (tell)
			tell_log_error(s, i);
	}
}

static bool settled(const struct session *s)
{
	enum target_state state = engine_state(s->engine);

	return state == TARGET_ENDED || state == TARGET_DETACHED;
}

static uint64_t on_settle(void *arg)
{
	struct session *s = arg;

	if (settled(s) || clock_ns() > s->leave_by_ns)
		loop_stop(s->loop);
	return SETTLE_NS;
}

void session_let_go(struct session *s)
{
	struct request req = { .op = s->kill ? REQ_QUIT : REQ_DETACH };
	int timer;

	loop_remove_fd(s->loop, s->in_fd);
	loop_remove_timer(s->loop, s->draw_timer);
	loop_remove_timer(s->loop, s->tick_timer);
	loop_remove_timer(s->loop, s->end_timer);
	if (settled(s))
		return;
	s->leave_by_ns = clock_ns() + LEAVE_NS;
	engine_request(s->engine, &req);
	timer = loop_add_timer(s->loop, SETTLE_NS, on_settle, s);
	while (!settled(s) && clock_ns() < s->leave_by_ns)
		loop_run(s->loop);
	loop_remove_timer(s->loop, timer);
}

void session_close_terminal(struct session *s)
{
	if (!s->term)
		return;
	/* What is gone cannot be put back, and waiting for it would last. */
	if (s->hangup)
		term_abandon(s->term);
	else
		term_close(s->term);
	s->term = NULL;
}

/* A program that was launched and let go keeps its terminal: through us, or
 * when ours is gone through a child that drains it. */
static int go_on(struct session *s, pid_t pid, const struct str *text)
{
	struct relay relay = {
		.pid = pid, .master = s->cfg.target.pty_master,
		.in_fd = s->in_fd, .out_fd = s->out_fd,
		.signals_fd = s->signals,
	};

	if (s->hangup || s->leave_signal) {
		signals_drain(relay.master);
		return s->leave_signal ? -s->leave_signal : -SIGHUP;
	}
	for (size_t at = 0; at < text->len;) {
		ssize_t n = write(s->out_fd, text->data + at, text->len - at);
		if (n <= 0)
			break;
		at += (size_t)n;
	}
	return relay_run(&relay);
}

static int exit_code(const struct session *s, struct engine_exit end)
{
	if (s->leave_signal)
		return -s->leave_signal;
	if (s->hangup)
		return -SIGHUP;
	if (s->timed_out && s->cfg.target.argv)
		return 124;
	if (s->kill || !s->cfg.target.argv || !end.ended)
		return 0;
	return end.signal > 0 ? -end.signal : end.status;
}

int session_leave(struct session *s)
{
	struct str text = STR_INIT;
	struct engine_exit end;
	pid_t launched;
	int status;

	session_let_go(s);
	end = engine_exit(s->engine);
	launched = engine_launched(s->engine);
	bool alive = launched > 0 && !end.ended && !s->kill;
	if (alive)
		relay_text(&text, screen_model(s->screen), false);
	session_close_terminal(s);
	engine_free(s->engine);
	s->engine = NULL;
	session_flush(s, false);
	for (size_t i = 0; i < s->opt->n_takers && i < SESSION_TAKERS; i++)
		if (s->log_errors[i])
			warn_user(_("the log %s ends early: %s"),
				  s->opt->takers[i].name,
				  strerror(s->log_errors[i]));
	status = alive ? go_on(s, launched, &text) : exit_code(s, end);
	str_release(&text);
	return status;
}
