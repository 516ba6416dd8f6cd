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
#include "sys/pty.h"
#include "term/curses.h"
#include "ui/command.h"

#define MS 1000000ull
/* At most ten pictures a second of what happens, sixty of what is typed. */
#define FRAME_NS (100 * MS)
#define KEY_FRAME_NS (16 * MS)
#define TICK_NS (250 * MS)
#define FLUSH_NS (500 * MS)
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
 * mmtop would wait, and with it whoever it traces. */
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

static void check_leaving(struct session *s)
{
	bool kill;

	if (!screen_leaving(s->screen, &kill))
		return;
	s->kill |= kill;
	loop_stop(s->loop);
}

static void on_event(void *arg, const struct event *ev)
{
	struct session *s = arg;
	bool stop = ev->kind == EV_STATUS && ev->u.status.state == TARGET_HELD;

	if (!s->start_ns)
		s->start_ns = clock_ns() - ev->time_ns;
	screen_event(s->screen, ev);
	/* A stop at level step is drawn at once. */
	plan_draw(s, stop ? KEY_FRAME_NS : s->frame_ns);
}

static void on_request(void *arg, const struct request *req)
{
	struct session *s = arg;

	if (s->engine)
		engine_request(s->engine, req);
}

static void terminal_gone(struct session *s)
{
	s->hangup = true;
	loop_remove_fd(s->loop, s->in_fd);
	loop_stop(s->loop);
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
			screen_key(s->screen, KEY_CTRL('z'));
			break;
		case SIGCONT:
			term_resume(s->term);
			screen_key(s->screen, KEY_RESIZE_);
			break;
		default:
			s->leave_signal = sig;
			loop_stop(s->loop);
		}
	}
	plan_draw(s, KEY_FRAME_NS);
}

static uint64_t on_tick(void *arg)
{
	struct session *s = arg;
	uint64_t now = clock_ns();

	if (now - s->flushed_ns >= FLUSH_NS) {
		s->flushed_ns = now;
		session_flush(s, true);
	}
	screen_time(s->screen, now - s->start_ns);
	plan_draw(s, s->frame_ns);
	return TICK_NS;
}

static uint64_t on_deadline(void *arg)
{
	struct session *s = arg;

	s->end_timer = 0;
	s->timed_out = true;
	s->kill = s->cfg.target.argv != NULL;
	loop_stop(s->loop);
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
static int explain(const struct session *s, const struct refusal *refusal,
		   const struct err *err)
{
	const char *program = s->cfg.target.argv ? s->cfg.target.argv[0] :
			      NULL;
	struct str text = STR_INIT;
	int status = start_failure(&text, program, refusal, err, false);

	warn_user("%s", text.data);
	str_release(&text);
	return status;
}

/* 0: the engine runs; else the exit status. */
static int start_engine(struct session *s)
{
	struct refusal refusal = { .why = REFUSED_NOT };
	struct err err = { 0 };

	if (term_probe(s->out_fd, &err) < 0) {
		warn_user(_("Cannot draw on this terminal: %s is not known. "
			    "Set TERM, or use --batch."), err.what);
		return EXIT_OWN;
	}
	if (open_pty(s, &err) < 0) {
		warn_user(_("Cannot make a terminal for the program: %s."),
			  strerror(err.code));
		return EXIT_OWN;
	}
	s->engine = engine_new(s->loop, &s->cfg, &refusal, &err);
	if (!s->engine)
		return explain(s, &refusal, &err);
	engine_add_taker(s->engine, on_event, s);
	for (size_t i = 0; i < s->opt->n_takers && i < SESSION_TAKERS; i++)
		engine_add_taker(s->engine, s->opt->takers[i].fn,
				 s->opt->takers[i].arg);
	if (engine_start(s->engine, &refusal, &err) < 0)
		return explain(s, &refusal, &err);
	if (s->cfg.target.pty_slave >= 0)
		close(s->cfg.target.pty_slave);
	s->cfg.target.pty_slave = -1;
	return 0;
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
			  strerror(err.code) : strerror(-s->signals));
		return EXIT_OWN;
	}
	signals_keep_pty(s->cfg.target.pty_master);
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
	engine_free(s->engine);
	if (s->signals >= 0)
		loop_remove_fd(s->loop, s->signals);
	signals_close();
	screen_free(s->screen);
	if (s->canvas.cells)
		canvas_release(&s->canvas);
	if (s->cfg.target.pty_master >= 0)
		close(s->cfg.target.pty_master);
	if (s->cfg.target.pty_slave >= 0)
		close(s->cfg.target.pty_slave);
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
	} else if (!status) {
		loop_run(loop);
		status = session_leave(&s);
	}
	release(&s);
	return status;
}
