/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/session/relay.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "app/link/link.h"
#include "app/session/signals.h"
#include "base/text.h"
#include "sys/pty.h"
#include "term/rescue.h"
#include "ui/plain/output_lines.h"

/* The interval at which the pty is checked after an end of file: a program may
 * open it again. */
#define EOF_MS 500
#define LINK_NS 5000000ull
/* The maximum number of buffers of output that are read after the program's
 * end. */
#define LAST_WORDS 64

struct relay_run {
	const struct relay *r;
	bool terminal;			/* the terminal is still connected */
	bool eof;			/* no process has the program's end of
					 * the pty open */
	int signal;			/* the signal that ends mmtop; 0:
					 * none */
	bool left;			/* Ctrl-C was typed */
	bool stop;			/* Ctrl-Z was typed */
	struct termios before;
};

void relay_text(struct str *out, const struct model *m, const char *notice,
		bool ascii)
{
	const struct output *o = &m->output;
	struct str line = STR_INIT;
	unsigned blank = 0;

	if (!o->rows)
		str_addf(out, "%s\r\n", notice);
	for (unsigned row = 0; row < o->rows; row++) {
		str_clear(&line);
		output_line(&line, o, row, ascii);
		if (!line.len && row != o->cursor_row) {
			blank++;
			continue;
		}
		for (; blank; blank--)
			str_adds(out, "\r\n");
		if (row == o->cursor_row)
			str_addf(out, "%s\r\n", notice);
		str_add(out, line.data, line.len);
		/* Trailing blanks were removed above: append those before the
		 * cursor again, such as the blank of a prompt. */
		if (row == o->cursor_row) {
			int pad = (int)o->cursor_col - text_width(line.data);
			for (; pad > 0; pad--)
				str_addc(out, ' ');
		} else {
			blank = 1;
		}
	}
	str_release(&line);
}

static bool write_all(int fd, const char *bytes, size_t n)
{
	while (n) {
		ssize_t w = write(fd, bytes, n);
		if (w < 0 && errno == EINTR)
			continue;
		if (w < 0 && errno == EAGAIN) {
			struct pollfd p = { .fd = fd, .events = POLLOUT };
			poll(&p, 1, 1000);
			continue;
		}
		if (w <= 0)
			return false;
		bytes += w;
		n -= (size_t)w;
	}
	return true;
}

/* Passes up to one buffer of the program's output to the terminal.  Returns
 * false if there is no output. */
static bool pass_output(struct relay_run *x)
{
	char buf[4096];
	ssize_t n = read(x->r->master, buf, sizeof buf);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (n <= 0) {
		x->eof = true;
		return false;
	}
	if (x->terminal && !write_all(x->r->out_fd, buf, (size_t)n))
		x->terminal = false;
	return true;
}

static bool is_key(const struct relay_run *x, char byte, int which)
{
	cc_t key = x->before.c_cc[which];

	return key != _POSIX_VDISABLE && (cc_t)byte == key;
}

/* Returns the number of bytes for the program: those before the first key that
 * mmtop itself handles. */
static size_t before_our_key(struct relay_run *x, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		x->left = is_key(x, bytes[i], VINTR) ||
			  is_key(x, bytes[i], VQUIT);
		x->stop = is_key(x, bytes[i], VSUSP);
		if (x->left || x->stop)
			return i;
	}
	return n;
}

static void pass_input(struct relay_run *x)
{
	char buf[512];
	ssize_t n = read(x->r->in_fd, buf, sizeof buf);

	if (n > 0)
		/* If the pty is full because the program does not read its
		 * input, the rest is dropped, as a terminal does. */
		(void)!write(x->r->master, buf,
			     before_our_key(x, buf, (size_t)n));
	else if (n == 0 || (errno != EAGAIN && errno != EINTR))
		x->terminal = false;
}

static void pass_size(const struct relay *r)
{
	struct winsize ws;

	if (ioctl(r->out_fd, TIOCGWINSZ, &ws) == 0 && ws.ws_row && ws.ws_col)
		(void)!pty_resize(r->master, ws.ws_row, ws.ws_col);
}

static void take_signals(struct relay_run *x)
{
	int sig;

	while ((sig = signals_next())) {
		if (sig == SIGWINCH)
			pass_size(x->r);
		else if (sig == SIGHUP)
			x->terminal = false;
		else if (sig == SIGTSTP)
			x->stop = true;
		else if (signals_leave(sig))
			x->signal = sig;
	}
}

/* Waits once, and passes on all input and output that is ready. */
static void turn(struct relay_run *x)
{
	struct pollfd p[] = {
		{ .fd = x->eof ? -1 : x->r->master, .events = POLLIN },
		{ .fd = x->r->in_fd, .events = POLLIN },
		{ .fd = x->r->signals_fd, .events = POLLIN },
		{ .fd = link_down_fd(x->r->link),
		  .events = link_down_events(x->r->link) },
	};

	int n = poll(p, 4, x->eof ? EOF_MS : -1);

	if (n < 0)
		return;
	/* poll() timed out after an end of file: the program may have opened
	 * its terminal again. */
	if (n == 0)
		x->eof = false;
	if (p[0].revents)
		pass_output(x);
	/* The program must get the terminal's new size before it gets keys
	 * typed at that size.  SIGWINCH may have arrived after poll()
	 * returned. */
	take_signals(x);
	if (p[1].revents & POLLIN)
		pass_input(x);
	else if (p[1].revents)
		x->terminal = false;
	link_down_ready(x->r->link, p[3].revents);
	while (link_down_drain(x->r->link, LINK_NS))
		;
}

/* Sets the terminal to raw mode, so that the program gets all keys unchanged.
 * If mmtop is killed, the rescuer or the engine restores the saved settings. */
static void take_terminal(struct relay_run *x)
{
	const struct relay *r = x->r;
	struct termios raw;

	rescue_save(r->in_fd);
	if (tcgetattr(r->in_fd, &raw) < 0)
		return;
	x->before = raw;
	cfmakeraw(&raw);
	rescue_arm_settings();
	tcsetattr(r->in_fd, TCSADRAIN, &raw);
	rescue_changed();
}

static void begin(struct relay_run *x)
{
	take_terminal(x);
	pass_size(x->r);
	x->r->show(x->r->arg);
}

static void stop(struct relay_run *x)
{
	x->stop = false;
	rescue_disarm();
	x->r->stop(x->r->arg);
	begin(x);
}

int relay_run(const struct relay *r)
{
	struct relay_run x = { .r = r, .terminal = true };
	int status = 0;

	begin(&x);
	while (!x.signal && !x.left && x.terminal &&
	       !r->over(r->arg, x.eof, &status)) {
		turn(&x);
		if (x.stop)
			stop(&x);
	}
	for (int i = 0; i < LAST_WORDS && x.terminal && pass_output(&x); i++)
		;
	rescue_disarm();
	if (x.signal)
		return -x.signal;
	if (x.left)
		return RELAY_LEFT;
	return x.terminal ? status : -SIGHUP;
}
