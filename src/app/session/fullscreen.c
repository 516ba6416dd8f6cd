/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/session/fullscreen.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/session/first_run.h"
#include "app/i18n.h"
#include "app/words/refusal.h"
#include "app/session/rescuer.h"
#include "app/screen/screen.h"
#include "app/session/session.h"
#include "app/session/signals.h"
#include "app/session/terminal.h"
#include "app/warn.h"
#include "base/str.h"
#include "sys/loop.h"
#include "sys/pty.h"
#include "term/curses.h"
#include "term/rescue.h"
#include "ui/words/error.h"
#include "ui/kit/keyed.h"

/* The time for which events are handled at a stretch while the screen cannot
 * draw yet. */
#define START_NS 100000000ull

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

bool fullscreen_plain(void)
{
	const char *type = getenv("TERM");

	return type && (!strcmp(type, "linux") || !strncmp(type, "linux-", 6));
}

/* --- start ---------------------------------------------------------------- */

void fullscreen_cannot_draw(const struct err *err)
{
	if (err->code == ENOTSUP)
		warn_user(_("cannot draw on this terminal: unknown type %s; "
			    "set TERM, or use --batch"), err->what);
	else
		warn_user(_("cannot draw on this terminal: %s"), err->code ?
			  error_words(err->code) : err->what);
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

/* Reports why the start failed, and returns the exit status. */
static int explain(const struct session *s)
{
	const char *program = s->cfg.target.argv ? s->cfg.target.argv[0] :
			      NULL;
	struct str text = STR_INIT;
	int status = start_failure(&text, program, &s->failure.refusal,
				   &s->failure.err, false);

	if (s->opt->not_started)
		str_adds(s->opt->not_started, text.data);
	else
		warn_user("%s", text.data);
	str_release(&text);
	return status;
}

/* Waits until the program was launched or attached to, or the start has
 * failed. */
static void await_start(struct session *s)
{
	while (!s->started && !s->failed && !s->engine_gone) {
		struct pollfd p = { .fd = link_down_fd(s->link),
				    .events = POLLIN };

		if (poll(&p, 1, -1) > 0)
			link_down_ready(s->link, p.revents);
		while (link_down_drain(s->link, START_NS))
			;
	}
}

static int open_link(struct session *s)
{
	int r = engine_process_start(&s->engine, s->loop, &s->cfg,
				     s->opt->log, s->out_fd);

	if (r < 0)
		return r;
	s->link = link_down_new(s->engine.link, &session_link_ops, s);
	session_watch_link(s);
	return 0;
}

/* Returns 0 if the engine runs; otherwise the exit status. */
static int start_engine(struct session *s)
{
	struct err err = { 0 };
	int r;

	if (term_probe(s->out_fd, &err) < 0) {
		fullscreen_cannot_draw(&err);
		return EXIT_OWN;
	}
	if (open_pty(s, &err) < 0) {
		warn_user(_("cannot create a terminal for the program: %s"),
			  error_words(err.code));
		return EXIT_OWN;
	}
	rescue_share();
	r = open_link(s);
	if (s->cfg.target.pty_slave >= 0)
		close(s->cfg.target.pty_slave);
	s->cfg.target.pty_slave = -1;
	if (r < 0) {
		warn_user(_("cannot start the engine: %s"), error_words(-r));
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
		.color = terminal_wants_color(s->opt->color),
		.ascii = s->opt->ascii, .theme = s->opt->theme,
		.mouse = s->opt->mouse,
	};
	struct err err = { 0 };
	struct look look;
	int rows, cols;

	s->signals = signals_open();
	if (s->signals < 0)
		err.code = -s->signals;
	if (s->signals < 0 || term_open(&s->term, &opt, &err) < 0) {
		fullscreen_cannot_draw(&err);
		return EXIT_OWN;
	}
	signals_terminal(s->out_fd, term_fd(s->term));
	look = term_look(s->term);
	screen_set_look(s->screen, &look);
	term_size(s->term, &rows, &cols);
	canvas_init(&s->canvas, rows, cols);
	screen_resize(s->screen, rows, cols);
	session_watch_terminal(s);
	return 0;
}

/* --- the session ---------------------------------------------------------- */

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
	session_end_contents(s);
	screen_free(s->screen);
	if (s->canvas.cells)
		canvas_release(&s->canvas);
	if (s->cfg.target.pty_master >= 0)
		close(s->cfg.target.pty_master);
	if (s->own_in)
		close(s->in_fd);
}

static void begin(struct session *s)
{
	const struct fullscreen_options *opt = s->opt;
	/* For now `look` has only the user's choices; the terminal's features
	 * become known later. */
	const struct look look = { .utf8 = !opt->ascii,
				   .theme = opt->theme };

	s->cfg.target.pty_master = s->cfg.target.pty_slave = -1;
	s->screen = screen_new(&look, link_down_pass, &s->link);
	if (opt->settings)
		screen_configure(s->screen, opt->settings);
	s->out_fd = STDOUT_FILENO;
	s->in_fd = terminal_input(&s->own_in);
}

static void say_notes(struct session *s)
{
	for (size_t i = 0; i < s->opt->n_notes; i++)
		screen_message(s->screen, SEV_WARN, s->opt->notes[i]);
}

static void begin_watching(struct session *s)
{
	begin(s);
	session_begin_contents(s);
	say_notes(s);
	if (s->opt->error)
		screen_message(s->screen, SEV_ERROR, s->opt->error);
}

static void greet(struct session *s)
{
	if (first_run())
		screen_hint(s->screen,
			    keyed(_("First time? Enter opens a row, Esc "
				       "goes back, {help} shows help, {quit} "
				       "quits.")));
}

int fullscreen_run(struct loop *loop, const struct engine_config *cfg,
		   const struct fullscreen_options *opt)
{
	struct session s = {
		.loop = loop, .opt = opt, .cfg = *cfg, .signals = -1,
		.frame_ns = SESSION_FRAME_NS,
	};
	int status;

	begin_watching(&s);
	screen_set_history(s.screen, opt->history);
	status = start_engine(&s);
	if (!status && (status = start_terminal(&s)) != 0) {
		/* Without a screen the user could neither see nor end the
		 * program, so it is killed. */
		s.kill = cfg->target.argv != NULL;
		session_detach(&s);
		session_finish_engine(&s);
	} else if (!status) {
		greet(&s);
		while (!s.leaving)
			loop_run(loop);
		if (opt->opened)
			*opt->opened = screen_opened(s.screen);
		status = session_leave(&s);
	}
	release(&s);
	return status;
}

/* --- without an engine ---------------------------------------------------- */

static void on_told(void *arg, const struct event *ev)
{
	screen_event(((struct session *)arg)->screen, ev);
}

static int show(struct session *s)
{
	session_watch_alone(s);
	while (!s->leaving)
		loop_run(s->loop);
	session_close_terminal(s);
	return s->leave_signal ? -s->leave_signal : s->hangup ? -SIGHUP : 0;
}

int fullscreen_show(struct loop *loop, const struct fullscreen_options *opt,
		    album_tell_fn *tell)
{
	struct session s = {
		.loop = loop, .opt = opt, .signals = -1,
		.frame_ns = SESSION_FRAME_NS,
	};
	struct rescuer rescuer = { .pid = 0 };
	struct err err = { 0 };
	int status = EXIT_OWN;

	begin_watching(&s);
	screen_keep_frames(s.screen);
	tell(opt->album, on_told, &s);
	/* Time on the screen continues from the last event of the capture. */
	s.start_ns = clock_ns() - screen_model(s.screen)->status_ns;
	if (term_probe(s.out_fd, &err) < 0) {
		fullscreen_cannot_draw(&err);
	} else {
		rescue_share();
		rescuer_start(&rescuer, s.out_fd, -1);
		status = start_terminal(&s);
	}
	if (!status) {
		greet(&s);
		status = show(&s);
	}
	release(&s);
	rescuer_end(&rescuer);
	return status;
}

enum picker_end fullscreen_choose(const struct choice_options *opt,
				  struct picker_choice *choice, int *status)
{
	struct fullscreen_options screen = *opt->screen;
	struct session s = {
		.loop = loop_new(), .opt = &screen, .signals = -1,
		.frame_ns = SESSION_FRAME_NS,
	};
	enum picker_end how = PICKER_LEAVES;
	struct err err = { 0 };

	/* --duration limits the session with the chosen process, not the
	 * choice. */
	screen.duration_ns = 0;
	begin(&s);
	*status = EXIT_OWN;
	if (term_probe(s.out_fd, &err) < 0) {
		fullscreen_cannot_draw(&err);
	} else {
		rescue_share();
		*status = session_begin_choice(&s, opt);
	}
	if (!*status) {
		if (opt->error)
			screen_message(s.screen, SEV_ERROR, opt->error);
		say_notes(&s);
		*status = start_terminal(&s);
	}
	if (!*status) {
		*status = show(&s);
		how = picker_end(s.screen, choice);
	}
	session_close_terminal(&s);
	if (!*status)
		*status = session_end_choice(&s);
	pick_process_end(&s.lister);
	release(&s);
	loop_free(s.loop);
	return *status ? PICKER_LEAVES : how;
}
