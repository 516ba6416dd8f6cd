/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handles the input of a session: events and messages of the engine, keys,
 * signals, and timers. */
#include <config.h>

#include "app/session/session.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>

#include "app/configuration.h"
#include "app/panes/folds.h"
#include "app/language.h"
#include "app/file/newfile.h"
#include "app/panes/picture.h"
#include "app/screen/screen.h"
#include "app/session/signals.h"
#include "app/session/terminal.h"
#include "sys/loop.h"
#include "term/curses.h"
#include "ui/kit/command.h"

#define MS 1000000ull
/* The minimum time between redraws that keys cause; for events it is
 * SESSION_FRAME_NS. */
#define KEY_FRAME_NS (16 * MS)
/* Events are handled for this time, then keys. */
#define EVENTS_NS (5 * MS)
/* The maximum number of keys dropped at once; a terminal queues at most 4096
 * bytes. */
#define DROP_MAX 65536
/* The maximum time for which keys wait for the engine's answer to the previous
 * key. */
#define ANSWER_NS (100 * MS)

void session_stop(struct session *s)
{
	s->leaving = true;
	loop_stop(s->loop);
}

void session_check_leaving(struct session *s)
{
	bool kill;

	if (!screen_leaving(s->screen, &kill))
		return;
	s->kill |= kill;
	session_stop(s);
}

/* Suspends the screen until the shell continues mmtop.  The engine still
 * handles the program's stops.  If the link drops events, a snapshot later
 * replaces them. */
static void suspend(struct session *s)
{
	const char *why = terminal_suspend(s->term);

	screen_key(s->screen, KEY_RESIZE_);
	if (why)
		screen_message(s->screen, SEV_NOTE, why);
}

static void change_look(struct session *s)
{
	struct look_wish wish;
	struct look look;

	if (!screen_wants_look(s->screen, &wish))
		return;
	term_set_look(s->term, wish.theme, wish.ascii);
	term_set_mouse(s->term, wish.mouse);
	look = term_look(s->term);
	locale_speak(look.utf8);
	screen_set_look(s->screen, &look);
}

static void write_config(struct session *s)
{
	const struct setup *setup = screen_wants_config(s->screen);

	if (setup)
		screen_config_done(s->screen,
			configuration_write(s->opt->settings->file,
					    s->opt->settings->base, setup));
}

static void copy_text(struct session *s)
{
	char *text = screen_wants_copy(s->screen);

	if (text)
		screen_copy_done(s->screen, text, term_copy(s->term, text));
	free(text);
}

/* Draws the screen without the command line, and saves the picture to a
 * file. */
static void make_picture(struct session *s)
{
	char *path = screen_wants_picture(s->screen);
	const struct look look = term_look(s->term);
	struct canvas c;

	if (!path)
		return;
	canvas_init(&c, s->canvas.rows, s->canvas.cols);
	screen_draw(s->screen, &c);
	screen_picture_done(s->screen, path,
			    picture_write(path, &c, look.colors, look.theme));
	canvas_release(&c);
	free(path);
}

static void write_folded(struct session *s)
{
	const struct process *p;
	bool peak;
	char *path = screen_wants_folded(s->screen, &p, &peak);
	struct str text = STR_INIT;
	uint64_t bytes;

	if (!path)
		return;
	bytes = folds_text(&text, p, peak);
	screen_folded_done(s->screen, path, bytes,
			   newfile_write_typed(path, &text));
	str_release(&text);
	free(path);
}

/* --- waiting keys --------------------------------------------------------- */

/*
 * Passes a key to the screen.  The effect of a key depends on the state of the
 * program.  So after a key that may change that state, the next keys wait in
 * the terminal's queue for the engine's answer.
 */
static void give_key(struct session *s, uint32_t key,
		     const struct mouse *mouse)
{
	const struct pasted part = term_pasted(s->term);

	if (key == KEY_PASTE_)
		screen_paste(s->screen, &part);
	else if (key == KEY_MOUSE_)
		screen_mouse(s->screen, &s->canvas, mouse);
	else
		screen_key(s->screen, key);
}

void session_drop_keys(struct session *s)
{
	struct mouse mouse;

	for (int i = 0; i < DROP_MAX; i++)
		if (term_key(s->term, &mouse) == KEY_NONE_)
			return;
}

static uint64_t on_keys(void *arg);

static void keys_go_on(struct session *s, uint64_t delay_ns)
{
	loop_remove_timer(s->loop, s->keys_timer);
	s->keys_timer = s->term ? loop_add_timer(s->loop, delay_ns, on_keys, s)
				: 0;
}

static bool keys_wait(struct session *s)
{
	if (s->link && link_down_awaits(s->link)) {
		s->asked = true;
		loop_set_events(s->loop, s->in_fd, 0);
		keys_go_on(s, ANSWER_NS);
	}
	return s->asked;
}

/* All keys that are read here were typed before `now', so they share this
 * time. */
static void take_keys(struct session *s)
{
	uint64_t now = clock_ns();
	struct mouse mouse;
	uint32_t key = KEY_NONE_;

	/* The loop ends after each part of a paste, so that other input is
	 * handled in between. */
	while (!keys_wait(s) && !s->leaving && key != KEY_PASTE_ &&
	       (key = term_key(s->term, &mouse)) != KEY_NONE_) {
		asking_now(&s->asking, screen_asks(s->screen));
		if (!asking_takes(&s->asking, key, now))
			continue;
		give_key(s, key, &mouse);
		asking_now(&s->asking, screen_asks(s->screen));
		if (screen_wants_suspend(s->screen))
			suspend(s);
		change_look(s);
		write_config(s);
		copy_text(s);
		make_picture(s);
		write_folded(s);
		session_open(s);
		session_check_leaving(s);
	}
	session_tell_view(s);
	session_plan_draw(s, KEY_FRAME_NS);
}

static uint64_t on_keys(void *arg)
{
	struct session *s = arg;

	s->keys_timer = 0;
	s->asked = false;
	loop_set_events(s->loop, s->in_fd, POLLIN);
	take_keys(s);
	return 0;
}

/* --- the engine ----------------------------------------------------------- */

static void on_event(void *arg, const struct event *ev)
{
	struct session *s = arg;
	bool held = ev->kind == EV_STATUS && ev->u.status.state == TARGET_HELD;
	struct event status;

	if (ev->kind == EV_STATUS) {
		status = *ev;
		own_overhead_add(&s->cost, &status.u.status);
		ev = &status;
	}
	screen_event(s->screen, ev);
	if (s->asked && (ev->kind == EV_STATUS || ev->kind == EV_NOTE))
		keys_go_on(s, 0);
	/* A stop at level step is drawn at once, without waiting for more
	 * events. */
	if (held)
		session_plan_draw(s, KEY_FRAME_NS);
	else
		session_plan_next(s);
}

static void on_word(void *arg, const struct link_message *m)
{
	struct session *s = arg;

	switch (m->word) {
	case LINK_STARTED:
		s->started = true;
		s->start_ns = m->a;
		break;
	case LINK_FAILED:
		s->failed = true;
		s->failure = *m;
		break;
	case LINK_RELAY:
		s->has_pty = m->a == 1;
		break;
	case LINK_DONE:
		s->done = true;
		s->last = *m;
		break;
	case LINK_SETTLED:
		session_settled(s);
		return;
	case LINK_WORDS:
		break;
	}
	loop_stop(s->loop);
}

static void on_engine_gone(void *arg)
{
	struct session *s = arg;

	s->engine_gone = true;
	loop_remove_fd(s->loop, s->engine.link);
	session_stop(s);
}

static void on_link(void *arg, int fd, short revents)
{
	struct session *s = arg;

	(void)fd;
	link_down_ready(s->link, revents);
}

static bool on_idle(void *arg)
{
	struct session *s = arg;
	bool more = link_down_drain(s->link, EVENTS_NS);

	more |= screen_work(s->screen);
	session_open(s);
	loop_set_events(s->loop, s->engine.link, link_down_events(s->link));
	return more;
}

static bool on_idle_alone(void *arg)
{
	struct session *s = arg;
	bool more = screen_work(s->screen);

	session_open(s);
	session_plan_next(s);
	return more;
}

void session_watch_alone(struct session *s)
{
	loop_set_idle(s->loop, on_idle_alone, s);
}

const struct link_down_ops session_link_ops = {
	.event = on_event, .word = on_word, .gone = on_engine_gone,
};

void session_watch_link(struct session *s)
{
	loop_add_fd(s->loop, s->engine.link, POLLIN, 2, on_link, s);
	loop_set_idle(s->loop, on_idle, s);
}

/* --- the terminal --------------------------------------------------------- */

static void terminal_gone(struct session *s)
{
	s->hangup = true;
	loop_remove_fd(s->loop, s->in_fd);
	session_stop(s);
}

static void on_terminal(void *arg, int fd, short revents)
{
	struct session *s = arg;

	(void)fd;
	if (revents & (POLLHUP | POLLERR | POLLNVAL))
		terminal_gone(s);
	else
		take_keys(s);
}

/* Handles signals after the screen was closed, while mmtop waits for the engine
 * to end.  Ignores signals that concern the screen. */
static void signals_without_terminal(struct session *s)
{
	int sig;

	while ((sig = signals_next())) {
		switch (sig) {
		case SIGWINCH:
		case SIGCONT:
			break;
		case SIGTSTP:
			(void)signals_stop();
			break;
		default:
			s->leave_signal = sig;
		}
	}
}

static void on_signal(void *arg, int fd, short revents)
{
	struct session *s = arg;
	int sig, rows, cols;

	(void)fd;
	(void)revents;
	if (!s->term) {
		signals_without_terminal(s);
		return;
	}
	while ((sig = terminal_signal(s->term))) {
		switch (sig) {
		case SIGWINCH:
			term_size(s->term, &rows, &cols);
			screen_resize(s->screen, rows, cols);
			break;
		case SIGTSTP:
			suspend(s);
			break;
		case SIGCONT:
			screen_key(s->screen, KEY_RESIZE_);
			break;
		default:
			s->leave_signal = sig;
			session_stop(s);
		}
	}
	session_plan_draw(s, KEY_FRAME_NS);
}

static uint64_t on_tick(void *arg)
{
	struct session *s = arg;

	screen_time(s->screen, clock_ns() - s->start_ns);
	/* If a paste without an end marker has timed out, it ends now. */
	if (s->term)
		take_keys(s);
	session_open(s);
	session_plan_next(s);
	return screen_rest_ns(s->screen);
}

void session_plan_tick(struct session *s)
{
	loop_remove_timer(s->loop, s->tick_timer);
	s->tick_timer = loop_add_timer(s->loop, screen_rest_ns(s->screen),
				       on_tick, s);
}

static uint64_t on_deadline(void *arg)
{
	struct session *s = arg;

	s->end_timer = 0;
	s->timed_out = true;
	s->kill = s->cfg.target.argv != NULL;
	session_stop(s);
	return 0;
}

void session_watch_terminal(struct session *s)
{
	loop_add_fd(s->loop, s->in_fd, POLLIN, 3, on_terminal, s);
	loop_add_fd(s->loop, s->signals, POLLIN, 1, on_signal, s);
	s->tick_timer = loop_add_timer(s->loop, 0, on_tick, s);
	if (s->opt->duration_ns)
		s->end_timer = loop_add_timer(s->loop, s->opt->duration_ns,
					      on_deadline, s);
}
