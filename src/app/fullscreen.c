/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/fullscreen.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/refusal.h"
#include "app/screen.h"
#include "app/session.h"
#include "app/signals.h"
#include "app/warn.h"
#include "base/str.h"
#include "sys/loop.h"
#include "sys/pins.h"
#include "sys/pty.h"
#include "term/curses.h"
#include "term/rescue.h"
#include "ui/command.h"
#include "ui/error_words.h"

#define MS 1000000ull
/* At most ten pictures a second of what happens, sixty of what is typed. */
#define FRAME_NS (100 * MS)
#define KEY_FRAME_NS (16 * MS)
#define TICK_NS (250 * MS)
/* Events are taken in slices of this length, keys between them. */
#define EVENTS_NS (5 * MS)
/* A line that takes longer for a picture gets fewer of them. */
#define SLOW_FRAME_NS (100 * MS)
#define SLOWEST_NS (1600 * MS)

bool fullscreen_possible(void)
{
	const char *type = getenv("TERM");

	if (!isatty(STDOUT_FILENO) || !type || !*type ||
	    !strcmp(type, "dumb"))
		return false;
	if (isatty(STDIN_FILENO))
		return true;
	int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return false;
	close(fd);
	return true;
}

/* --- drawing ---------------------------------------------------------------- */

static void draw(struct session *s)
{
	int rows, cols;
	uint64_t before = clock_ns(), took;

	term_size(s->term, &rows, &cols);
	if (s->canvas.rows != rows || s->canvas.cols != cols) {
		canvas_release(&s->canvas);
		canvas_init(&s->canvas, rows, cols);
	}
	if (screen_wants_redraw(s->screen))
		term_forget(s->term);
	screen_draw(s->screen, &s->canvas);
	term_draw(s->term, &s->canvas);
	s->drawn_ns = clock_ns();
	took = s->drawn_ns - before;
	if (took > SLOW_FRAME_NS)
		s->frame_ns = s->frame_ns * 2 < SLOWEST_NS ?
			      s->frame_ns * 2 : SLOWEST_NS;
	else if (took < SLOW_FRAME_NS / 4)
		s->frame_ns = FRAME_NS;
}

/* A terminal that nobody reads takes nothing: no picture is made for it, or
 * the screen would wait in the middle of one and serve no signal. */
static bool terminal_takes(const struct session *s)
{
	struct pollfd p = { .fd = s->out_fd, .events = POLLOUT };

	return poll(&p, 1, 0) == 1 && p.revents & POLLOUT;
}

static uint64_t on_draw(void *arg)
{
	struct session *s = arg;

	if (!s->term || !screen_dirty(s->screen)) {
		s->draw_timer = 0;
		return 0;
	}
	if (!terminal_takes(s)) {
		s->draw_due_ns = clock_ns() + FRAME_NS;
		return FRAME_NS;
	}
	s->draw_timer = 0;
	draw(s);
	return 0;
}

/* A picture as soon as `gap` after the last one. */
static void plan_draw(struct session *s, uint64_t gap)
{
	uint64_t now = clock_ns(), due = s->drawn_ns + gap;

	if (!s->term || !screen_dirty(s->screen))
		return;
	if (due < now)
		due = now;
	if (s->draw_timer) {
		if (s->draw_due_ns <= due)
			return;
		loop_remove_timer(s->loop, s->draw_timer);
	}
	s->draw_due_ns = due;
	s->draw_timer = loop_add_timer(s->loop, due > now ? due - now : 0,
				       on_draw, s);
}

/* --- what comes in ------------------------------------------------------------ */

static void stop(struct session *s)
{
	s->leaving = true;
	loop_stop(s->loop);
}

static void check_leaving(struct session *s)
{
	bool kill;

	if (!screen_leaving(s->screen, &kill))
		return;
	s->kill |= kill;
	stop(s);
}

static void on_event(void *arg, const struct event *ev)
{
	struct session *s = arg;
	bool held = ev->kind == EV_STATUS && ev->u.status.state == TARGET_HELD;
	struct event status;

	if (ev->kind == EV_STATUS) {
		status = *ev;
		own_cost_add(&s->cost, &status.u.status);
		ev = &status;
	}
	screen_event(s->screen, ev);
	/* A stop at level step is drawn at once. */
	plan_draw(s, held ? KEY_FRAME_NS : s->frame_ns);
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
	stop(s);
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

	loop_set_events(s->loop, s->engine.link, link_down_events(s->link));
	return more;
}

static void on_request(void *arg, const struct request *req)
{
	struct session *s = arg;

	if (s->link)
		link_down_request(s->link, req);
}

static void terminal_gone(struct session *s)
{
	s->hangup = true;
	loop_remove_fd(s->loop, s->in_fd);
	stop(s);
}

/* Ctrl-Z: only the screen stands still.  The engine serves the program, and
 * what it could not tell meanwhile comes as a snapshot. */
static void suspend(struct session *s)
{
	bool stopped;

	term_suspend(s->term);
	stopped = signals_stop();
	term_resume(s->term);
	screen_key(s->screen, KEY_RESIZE_);
	if (!stopped)
		screen_message(s->screen, SEV_NOTE,
			       _("Ctrl-Z needs a shell to come back from, and "
				 "mmtop has none here."));
}

static void on_terminal(void *arg, int fd, short revents)
{
	struct session *s = arg;
	uint32_t key;

	(void)fd;
	if (revents & (POLLHUP | POLLERR | POLLNVAL)) {
		terminal_gone(s);
		return;
	}
	while ((key = term_key(s->term)) != KEY_NONE_) {
		screen_key(s->screen, key);
		if (screen_wants_suspend(s->screen))
			suspend(s);
		check_leaving(s);
	}
	plan_draw(s, KEY_FRAME_NS);
}

static void on_signal(void *arg, int fd, short revents)
{
	struct session *s = arg;
	int sig, rows, cols;

	(void)fd;
	(void)revents;
	while ((sig = signals_next())) {
		switch (sig) {
		case SIGWINCH:
			term_resized(s->term);
			term_size(s->term, &rows, &cols);
			screen_resize(s->screen, rows, cols);
			break;
		case SIGTSTP:
			suspend(s);
			break;
		case SIGCONT:
			term_resume(s->term);
			screen_key(s->screen, KEY_RESIZE_);
			break;
		default:
			s->leave_signal = sig;
			stop(s);
		}
	}
	plan_draw(s, KEY_FRAME_NS);
}

static uint64_t on_tick(void *arg)
{
	struct session *s = arg;

	screen_time(s->screen, clock_ns() - s->start_ns);
	plan_draw(s, s->frame_ns);
	return TICK_NS;
}

static uint64_t on_deadline(void *arg)
{
	struct session *s = arg;

	s->end_timer = 0;
	s->timed_out = true;
	s->kill = s->cfg.target.argv != NULL;
	stop(s);
	return 0;
}

/* --- begin -------------------------------------------------------------------- */

static void open_input(struct session *s)
{
	s->out_fd = STDOUT_FILENO;
	s->in_fd = STDIN_FILENO;
	if (isatty(STDIN_FILENO))
		return;
	/* The program's input may come from a file; keys come from here. */
	s->in_fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	s->own_in = s->in_fd >= 0;
	if (!s->own_in)
		s->in_fd = STDOUT_FILENO;
}

static bool wants_color(const struct fullscreen_options *opt)
{
	const char *no_color = getenv("NO_COLOR");

	if (opt->color != COLOR_AUTO)
		return opt->color == COLOR_ALWAYS;
	return !no_color || !*no_color;
}

static int open_pty(struct session *s, struct err *err)
{
	struct winsize ws = { .ws_row = 24, .ws_col = 80 };
	int rows, cols;

	s->cfg.target.pty_master = s->cfg.target.pty_slave = -1;
	if (ioctl(s->out_fd, TIOCGWINSZ, &ws) == 0 && ws.ws_row && ws.ws_col)
		screen_resize(s->screen, ws.ws_row, ws.ws_col);
	if (!s->cfg.target.argv)
		return 0;
	screen_output_size(s->screen, &rows, &cols);
	return pty_open(&s->cfg.target.pty_master, &s->cfg.target.pty_slave,
			(unsigned)rows, (unsigned)cols, err);
}

/* Says why it did not come off; the exit status for it. */
static int explain(const struct session *s)
{
	const char *program = s->cfg.target.argv ? s->cfg.target.argv[0] :
			      NULL;
	struct str text = STR_INIT;
	int status = start_failure(&text, program, &s->failure.refusal,
				   &s->failure.err, false);

	warn_user("%s", text.data);
	str_release(&text);
	return status;
}

/* Until the program runs, or is attached to, or neither can be. */
static void await_start(struct session *s)
{
	while (!s->started && !s->failed && !s->engine_gone) {
		struct pollfd p = { .fd = link_down_fd(s->link),
				    .events = POLLIN };

		if (poll(&p, 1, -1) > 0)
			link_down_ready(s->link, p.revents);
		while (link_down_drain(s->link, EVENTS_NS))
			;
	}
}

static int open_link(struct session *s)
{
	const struct link_down_ops ops = {
		.event = on_event, .word = on_word, .gone = on_engine_gone,
	};
	int r = engine_process_start(&s->engine, s->loop, &s->cfg,
				     s->opt->log, s->out_fd);

	if (r < 0)
		return r;
	s->link = link_down_new(s->engine.link, &ops, s);
	loop_add_fd(s->loop, s->engine.link, POLLIN, 2, on_link, s);
	loop_set_idle(s->loop, on_idle, s);
	return 0;
}

/* 0: the engine runs; else the exit status. */
static int start_engine(struct session *s)
{
	struct err err = { 0 };
	int r;

	if (term_probe(s->out_fd, &err) < 0) {
		warn_user(_("Cannot draw on this terminal: %s is not known. "
			    "Set TERM, or use --batch."), err.what);
		return EXIT_OWN;
	}
	if (open_pty(s, &err) < 0) {
		warn_user(_("Cannot make a terminal for the program: %s."),
			  error_words(err.code));
		return EXIT_OWN;
	}
	rescue_share();
	s->cfg.target.pins = pins_new();
	r = open_link(s);
	if (s->cfg.target.pty_slave >= 0)
		close(s->cfg.target.pty_slave);
	s->cfg.target.pty_slave = -1;
	if (r < 0) {
		warn_user(_("Cannot start the engine: %s."), error_words(-r));
		return EXIT_OWN;
	}
	await_start(s);
	if (s->started)
		return 0;
	if (s->failed)
		return explain(s);
	session_explain_end(s);
	return EXIT_OWN;
}

static int start_terminal(struct session *s)
{
	const struct term_options opt = {
		.in_fd = s->in_fd, .out_fd = s->out_fd,
		.color = wants_color(s->opt), .ascii = s->opt->ascii,
		.light = s->opt->light,
	};
	struct err err = { 0 };
	struct look look;
	int rows, cols;

	s->signals = signals_open();
	if (s->signals < 0 || term_open(&s->term, &opt, &err) < 0) {
		warn_user(_("Cannot draw on this terminal: %s."), err.code ?
			  error_words(err.code) : error_words(-s->signals));
		return EXIT_OWN;
	}
	look = term_look(s->term);
	screen_set_look(s->screen, &look);
	term_size(s->term, &rows, &cols);
	canvas_init(&s->canvas, rows, cols);
	screen_resize(s->screen, rows, cols);
	loop_add_fd(s->loop, s->in_fd, POLLIN, 3, on_terminal, s);
	loop_add_fd(s->loop, s->signals, POLLIN, 1, on_signal, s);
	s->tick_timer = loop_add_timer(s->loop, 0, on_tick, s);
	if (s->opt->duration_ns)
		s->end_timer = loop_add_timer(s->loop, s->opt->duration_ns,
					      on_deadline, s);
	return 0;
}

/* --- all of it ------------------------------------------------------------------ */

static void release(struct session *s)
{
	session_close_terminal(s);
	loop_set_idle(s->loop, NULL, NULL);
	if (s->link)
		loop_remove_fd(s->loop, s->engine.link);
	link_down_free(s->link);
	engine_process_release(&s->engine);
	if (s->signals >= 0)
		loop_remove_fd(s->loop, s->signals);
	signals_close();
	screen_free(s->screen);
	if (s->canvas.cells)
		canvas_release(&s->canvas);
	if (s->cfg.target.pty_master >= 0)
		close(s->cfg.target.pty_master);
	pins_free(s->cfg.target.pins);
	if (s->own_in)
		close(s->in_fd);
}

int fullscreen_run(struct loop *loop, const struct engine_config *cfg,
		   const struct fullscreen_options *opt)
{
	/* Only what it looks like; what the terminal can do comes later. */
	const struct look look = { .utf8 = !opt->ascii };
	struct session s = {
		.loop = loop, .opt = opt, .cfg = *cfg, .signals = -1,
		.frame_ns = FRAME_NS,
	};
	int status;

	s.cfg.target.pty_master = s.cfg.target.pty_slave = -1;
	s.screen = screen_new(&look, on_request, &s);
	open_input(&s);
	status = start_engine(&s);
	if (!status && (status = start_terminal(&s)) != 0) {
		/* Nobody would ever see or end what was launched. */
		s.kill = cfg->target.argv != NULL;
		session_let_go(&s);
		session_finish_engine(&s);
	} else if (!status) {
		while (!s.leaving)
			loop_run(loop);
		status = session_leave(&s);
	}
	release(&s);
	return status;
}
