/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/picker/pick.h"

#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/picker/process.h"
#include "app/words/refusal.h"
#include "app/session/signals.h"
#include "app/session/terminal.h"
#include "app/warn.h"
#include "source/list/list.h"
#include "sys/loop.h"
#include "term/curses.h"
#include "term/rescue.h"
#include "ui/kit/command.h"
#include "ui/words/error.h"

#define MS 1000000ull
/* At most ten pictures a second of what changes, sixty of what is typed. */
#define FRAME_NS (100 * MS)
#define KEY_FRAME_NS (16 * MS)
#define TICK_NS (250 * MS)
/* Figures change no oftener than twice a second, whatever -d says. */
#define PERIOD_NS (500 * MS)
/* Messages are taken in slices, keys between them. */
#define MESSAGES_MAX 200

struct pick_session {
	const struct pick_options *opt;
	struct loop *loop;
	struct picker *picker;
	struct pick_process lister;
	struct terminal *term;
	struct canvas canvas;
	int in_fd, signals;
	bool own_in;
	uint64_t drawn_ns, due_ns;
	int draw_timer;
	int leave_signal;
	bool hangup, failed, leaving;
};

/* The base of what is told of processes. */
static uint64_t boot_ns(void)
{
	struct timespec ts = { 0, 0 };

	clock_gettime(CLOCK_BOOTTIME, &ts);
	return (uint64_t)ts.tv_sec * 1000000000ull + (uint64_t)ts.tv_nsec;
}

static void stop(struct pick_session *s)
{
	s->leaving = true;
	loop_stop(s->loop);
}

/* --- pictures ------------------------------------------------------------------ */

static void tell_view(struct pick_session *s)
{
	pid_t pids[LISTER_WATCHED], selected, asked;
	size_t n;

	/* What is not taken now is told again: it is no answer that was. */
	if (picker_watch(s->picker, pids, LISTER_WATCHED, &n, &selected) &&
	    !pick_process_watch(&s->lister, pids, n, selected))
		picker_unwatch(s->picker);
	asked = picker_ask(s->picker);
	if (asked && !pick_process_ask(&s->lister, asked))
		picker_unask(s->picker);
}

static void draw(struct pick_session *s)
{
	int rows, cols;

	term_size(s->term, &rows, &cols);
	canvas_fit(&s->canvas, rows, cols);
	if (picker_wants_redraw(s->picker))
		term_forget(s->term);
	picker_draw(s->picker, &s->canvas);
	term_draw(s->term, &s->canvas);
	s->drawn_ns = clock_ns();
	tell_view(s);
}

static uint64_t on_draw(void *arg)
{
	struct pick_session *s = arg;

	if (!terminal_takes(STDOUT_FILENO)) {
		s->due_ns = clock_ns() + FRAME_NS;
		return FRAME_NS;
	}
	s->draw_timer = 0;
	if (picker_dirty(s->picker))
		draw(s);
	return 0;
}

static void plan_draw(struct pick_session *s, uint64_t gap_ns)
{
	uint64_t now = clock_ns(), due = s->drawn_ns + gap_ns;

	if (!picker_dirty(s->picker))
		return;
	if (due < now)
		due = now;
	if (s->draw_timer && s->due_ns <= due)
		return;
	loop_remove_timer(s->loop, s->draw_timer);
	s->due_ns = due;
	s->draw_timer = loop_add_timer(s->loop, due - now, on_draw, s);
}

/* --- what comes in ---------------------------------------------------------------- */

static void check_end(struct pick_session *s)
{
	struct picker_choice choice;

	if (picker_end(s->picker, &choice) != PICKER_STAYS)
		stop(s);
}

static void on_lister(void *arg, int fd, short revents)
{
	struct pick_session *s = arg;
	struct listed_message m;
	int r = 1;

	(void)revents;
	picker_time(s->picker, boot_ns());
	for (int i = 0; i < MESSAGES_MAX && r > 0; i++) {
		r = pick_process_next(&s->lister, &m);
		if (r > 0)
			picker_take(s->picker, &m);
	}
	if (r < 0) {
		loop_remove_fd(s->loop, fd);
		s->failed = true;
		stop(s);
	}
	check_end(s);
	plan_draw(s, FRAME_NS);
}

static void suspend(struct pick_session *s)
{
	const char *why = terminal_suspend(s->term);

	picker_key(s->picker, KEY_RESIZE_);
	if (why)
		picker_say(s->picker, SEV_NOTE, why);
}

static void take_keys(struct pick_session *s)
{
	struct mouse mouse;
	struct pasted part;
	uint32_t key = KEY_NONE_;

	/* Other sources get a turn after each part of a paste. */
	while (!s->leaving && key != KEY_PASTE_ &&
	       (key = term_key(s->term, &mouse)) != KEY_NONE_) {
		part = term_pasted(s->term);
		if (key == KEY_PASTE_)
			picker_paste(s->picker, &part);
		else if (key == KEY_MOUSE_)
			picker_mouse(s->picker, &s->canvas, &mouse);
		else
			picker_key(s->picker, key);
		if (picker_wants_suspend(s->picker))
			suspend(s);
		check_end(s);
	}
}

static void on_terminal(void *arg, int fd, short revents)
{
	struct pick_session *s = arg;

	if (revents & (POLLHUP | POLLERR | POLLNVAL)) {
		s->hangup = true;
		loop_remove_fd(s->loop, fd);
		stop(s);
		return;
	}
	picker_time(s->picker, boot_ns());
	take_keys(s);
	tell_view(s);
	plan_draw(s, KEY_FRAME_NS);
}

static void on_signal(void *arg, int fd, short revents)
{
	struct pick_session *s = arg;
	int sig;

	(void)fd;
	(void)revents;
	while ((sig = terminal_signal(s->term))) {
		if (sig == SIGTSTP) {
			suspend(s);
		} else if (sig != SIGWINCH && sig != SIGCONT) {
			s->leave_signal = sig;
			stop(s);
		}
		picker_key(s->picker, KEY_RESIZE_);
	}
	plan_draw(s, KEY_FRAME_NS);
}

static uint64_t on_tick(void *arg)
{
	struct pick_session *s = arg;

	picker_time(s->picker, boot_ns());
	/* A paste without an end marker may have timed out. */
	take_keys(s);
	plan_draw(s, FRAME_NS);
	return TICK_NS;
}

/* --- beginning and end --------------------------------------------------------------- */

/* 0, or the exit status; then it has said why. */
static int begin(struct pick_session *s)
{
	const struct fullscreen_options *opt = s->opt->screen;
	const struct term_options term = {
		.in_fd = s->in_fd, .out_fd = STDOUT_FILENO,
		.color = terminal_wants_color(opt->color),
		.ascii = opt->ascii, .theme = opt->theme,
		.mouse = opt->mouse,
	};
	const struct pick_process_options list = {
		.period_ns = s->opt->period_ns > PERIOD_NS ?
			     s->opt->period_ns : PERIOD_NS,
		.force = s->opt->force, .no_perf = s->opt->no_perf,
		.terminal = STDOUT_FILENO,
	};
	struct err err = { 0 };
	int r;

	if (term_probe(STDOUT_FILENO, &err) < 0) {
		fullscreen_cannot_draw(&err);
		return EXIT_OWN;
	}
	rescue_share();
	r = pick_process_start(&s->lister, &list);
	if (r < 0) {
		warn_user(_("Cannot list processes: %s."), error_words(-r));
		return EXIT_OWN;
	}
	s->signals = signals_open();
	if (s->signals < 0)
		err.code = -s->signals;
	if (s->signals < 0 || term_open(&s->term, &term, &err) < 0) {
		fullscreen_cannot_draw(&err);
		return EXIT_OWN;
	}
	signals_terminal(STDOUT_FILENO, term_fd(s->term));
	return 0;
}

static void watch(struct pick_session *s)
{
	const struct look look = term_look(s->term);
	const struct fullscreen_options *opt = s->opt->screen;

	picker_set_look(s->picker, &look);
	picker_time(s->picker, boot_ns());
	if (s->opt->error)
		picker_say(s->picker, SEV_ERROR, s->opt->error);
	for (size_t i = 0; i < opt->n_notes; i++)
		picker_say(s->picker, SEV_WARN, opt->notes[i]);
	loop_add_fd(s->loop, s->in_fd, POLLIN, 2, on_terminal, s);
	loop_add_fd(s->loop, s->signals, POLLIN, 1, on_signal, s);
	loop_add_fd(s->loop, s->lister.fd, POLLIN, 3, on_lister, s);
	loop_add_timer(s->loop, 0, on_tick, s);
	plan_draw(s, 0);
	while (!s->leaving)
		loop_run(s->loop);
}

static void end(struct pick_session *s)
{
	if (s->term && s->hangup)
		term_abandon(s->term);
	else if (s->term)
		term_close(s->term);
	signals_terminal(STDOUT_FILENO, -1);
	signals_close();
	pick_process_end(&s->lister);
	if (s->canvas.cells)
		canvas_release(&s->canvas);
	picker_free(s->picker);
	if (s->own_in)
		close(s->in_fd);
}

static int status_of(const struct pick_session *s)
{
	if (s->leave_signal)
		return -s->leave_signal;
	if (s->hangup)
		return -SIGHUP;
	if (s->failed) {
		warn_user("%s", _("the part of mmtop that lists processes is "
				  "gone"));
		return EXIT_OWN;
	}
	return 0;
}

enum picker_end pick_run(const struct pick_options *opt,
			 struct picker_choice *choice, int *status)
{
	const struct picker_options options = {
		.look = { .utf8 = !opt->screen->ascii,
			  .theme = opt->screen->theme },
		.level = opt->level, .follow = opt->follow,
		.step = opt->step, .uid = geteuid(),
	};
	struct pick_session s = { .opt = opt, .loop = loop_new(),
				  .signals = -1 };
	enum picker_end how = PICKER_LEAVES;

	s.picker = picker_new(&options);
	s.in_fd = terminal_input(&s.own_in);
	*status = begin(&s);
	if (!*status) {
		watch(&s);
		how = picker_end(s.picker, choice);
	}
	end(&s);
	loop_free(s.loop);
	if (!*status)
		*status = status_of(&s);
	return how == PICKER_CHOSEN && !*status ? how : PICKER_LEAVES;
}
