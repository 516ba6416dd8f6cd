/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The launched program's own terminal.  mmtop always reads it, so that the
 * program never waits for mmtop.  Changed rows become OUTPUT events, at most
 * ten times a second.
 */
#include <config.h>

#include "source/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "source/output/emulator.h"
#include "source/target.h"
#include "sys/loop.h"

#define TELL_NS 100000000ull
/* The maximum time that reading takes before a process ends. */
#define FLUSH_NS 1000000ull
#define READ_MAX 65536
/* Bytes between two checks of the clock: few, as three bytes can fill the whole
 * screen. */
#define FEED 64
/* Maximum number of typed bytes that wait for the program to read them; further
 * bytes are dropped. */
#define INPUT_MAX 65536
/* Typed bytes leave this much of INPUT_MAX for the emulator's answers and the
 * end of a paste. */
#define REPLY_ROOM 128
#define PRIORITY 2

struct output_source {
	struct source_host *host;
	int fd;
	bool open;		/* fd is in the loop */
	bool relayed;		/* another process reads the terminal */
	bool unread;		/* more bytes may be waiting */
	bool stale;		/* an OUTPUT event is due */
	uint64_t told_ns;
	int timer;
	pid_t pid;		/* the launched program */
	struct emulator *emu;
	struct str input;	/* typed bytes, not yet written */
	char *read;		/* READ_MAX bytes; those from `at` to `len` are
				 * not shown yet */
	size_t at, len;
};

static void send_input(struct output_source *s)
{
	ssize_t n;

	while (s->input.len) {
		n = write(s->fd, s->input.data, s->input.len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		struct str rest = STR_INIT;

		str_add(&rest, s->input.data + n, s->input.len - (size_t)n);
		str_release(&s->input);
		s->input = rest;
	}
	if (s->open)
		loop_set_events(s->host->loop, s->fd, s->input.len
				? POLLIN | POLLOUT : POLLIN);
}

static void queue_input(void *arg, const char *bytes, size_t n)
{
	struct output_source *s = arg;

	if (s->input.len + n > INPUT_MAX)
		return;
	str_add(&s->input, bytes, n);
	send_input(s);
}

static void on_ready(void *arg, int fd, short revents)
{
	struct output_source *s = arg;

	(void)fd;
	if (revents & POLLOUT)
		send_input(s);
	if (revents & (POLLIN | POLLHUP | POLLERR))
		s->unread = true;
}

static void tell_rows(struct output_source *s)
{
	int rows = emulator_rows(s->emu), cols = emulator_cols(s->emu), row,
	    col;
	struct output_cell *cells = xcalloc((size_t)cols, sizeof *cells);
	bool shown, moved = emulator_take_cursor(s->emu, &row, &col, &shown);
	struct event ev = host_event(s->host, 0, EV_OUTPUT, 0, 0);

	ev.u.output = (struct ev_output){
		.rows = (uint64_t)rows, .cols = (uint64_t)cols,
		.cursor_row = (uint64_t)row, .cursor_col = (uint64_t)col,
		.cursor_shown = shown,
	};
	for (int r = 0; r < rows; r++) {
		/* The event of each row also reports the cursor. */
		bool changed = emulator_take_row(s->emu, r, cells);

		if (!changed)
			continue;
		ev.u.output.row = (uint64_t)r;
		ev.u.output.cells = (struct bytes){
			cells, (size_t)cols * sizeof *cells };
		s->host->emit(s->host->emit_arg, &ev);
		moved = false;
	}
	if (moved) {
		ev.u.output.row = (uint64_t)row;
		ev.u.output.cells = (struct bytes){ "", 0 };
		s->host->emit(s->host->emit_arg, &ev);
	}
	free(cells);
}

static uint64_t on_time(void *arg)
{
	struct output_source *s = arg;

	s->timer = 0;
	s->stale = false;
	s->told_ns = clock_ns();
	tell_rows(s);
	return 0;
}

/* Schedules an OUTPUT event: 5 ms after the first output that follows a pause,
 * otherwise at the next tenth of a second. */
static void plan(struct output_source *s)
{
	uint64_t since = clock_ns() - s->told_ns;

	if (s->stale)
		return;
	s->stale = true;
	s->timer = loop_add_timer(s->host->loop,
				  since >= TELL_NS ? 5000000 : TELL_NS - since,
				  on_time, s);
}

static void close_terminal(struct output_source *s)
{
	if (s->open)
		loop_remove_fd(s->host->loop, s->fd);
	s->open = s->unread = false;
}

/* Sets `unread` to read the terminal once without waiting for POLLIN: the
 * program may have closed it by now. */
static void open_terminal(struct output_source *s)
{
	if (!s->open)
		loop_add_fd(s->host->loop, s->fd, POLLIN, PRIORITY, on_ready,
			    s);
	s->open = s->unread = true;
}

static void feed(struct output_source *s)
{
	size_t n = s->len - s->at < FEED ? s->len - s->at : FEED;

	emulator_feed(s->emu, s->read + s->at, n);
	s->at += n;
	plan(s);
}

static bool output_drain(void *state, uint64_t budget_ns)
{
	struct output_source *s = state;
	uint64_t until = clock_ns() + budget_ns;
	ssize_t n;

	while (s->at < s->len || s->unread) {
		if (s->at < s->len) {
			feed(s);
		} else if ((n = read(s->fd, s->read, READ_MAX)) > 0) {
			s->at = 0;
			s->len = (size_t)n;
		} else if (n < 0 && errno == EINTR) {
			continue;
		} else {
			s->unread = false;
			if (n == 0 || errno != EAGAIN)
				close_terminal(s);
			return false;
		}
		if (clock_ns() > until)
			return true;
	}
	return false;
}

static int output_open(void **state, struct source_host *host,
		       struct err *err)
{
	struct winsize ws = { 0 };
	struct output_source *s = xcalloc(1, sizeof *s);

	s->host = host;
	s->input = (struct str)STR_INIT;
	s->fd = host->target->pty_master;
	if (s->fd < 0) {
		*state = s;
		return 0;
	}
	ioctl(s->fd, TIOCGWINSZ, &ws);
	fcntl(s->fd, F_SETFL, fcntl(s->fd, F_GETFL) | O_NONBLOCK);
	s->emu = emulator_new(ws.ws_row ? ws.ws_row : 24,
			      ws.ws_col ? ws.ws_col : 80, queue_input, s, err);
	if (!s->emu) {
		free(s);
		return -ELIBACC;
	}
	s->read = xmalloc(READ_MAX);
	open_terminal(s);
	plan(s);
	*state = s;
	return 0;
}

static void resize(struct output_source *s, int rows, int cols)
{
	struct winsize ws;

	emulator_resize(s->emu, rows, cols);
	ws = (struct winsize){
		.ws_row = (unsigned short)emulator_rows(s->emu),
		.ws_col = (unsigned short)emulator_cols(s->emu),
	};
	ioctl(s->fd, TIOCSWINSZ, &ws);
	plan(s);
}

/* Lets another process read the terminal (`on`), or reads it here again.  Two
 * readers would each get only a part of the output, so all bytes that were read
 * are reported before the other process starts. */
static void relay(struct output_source *s, bool on)
{
	if (on == s->relayed)
		return;
	s->relayed = on;
	if (on) {
		close_terminal(s);
		while (s->at < s->len)
			feed(s);
		tell_rows(s);
	} else {
		open_terminal(s);
	}
}

static void output_event(void *state, const struct event *ev)
{
	struct output_source *s = state;

	if (ev->kind == EV_PROCESS && ev->u.process.op == PROCESS_LAUNCH)
		s->pid = ev->pid;
}

static void last_output(struct output_source *s)
{
	if (!s->emu)
		return;
	s->unread |= s->open;
	output_drain(s, FLUSH_NS);
	if (s->stale)
		tell_rows(s);
}

/* Reports a program's last output before its end.  Its other processes, of which
 * hundreds may end in a second, do not wait for their output to be shown. */
static void output_flush(void *state, const struct event *ev)
{
	struct output_source *s = state;

	if (ev && (ev->kind != EV_PROCESS || ev->pid == s->pid))
		last_output(s);
}

/* FACT_ENDING */
static bool output_note(void *state, const struct fact *fact)
{
	struct output_source *s = state;

	if (fact->task.pid == s->pid)
		last_output(s);
	return false;
}

static int output_request(void *state, const struct request *req)
{
	struct output_source *s = state;

	switch (req->op) {
	case REQ_OUTPUT_SIZE: case REQ_INPUT: case REQ_RELAY:
	case REQ_SNAPSHOT: case REQ_MOUSE:
		break;
	default:
		return -ENOTSUP;
	}
	if (!s->emu)
		return 0;
	if (req->op == REQ_INPUT && req->b != INPUT_KEYS) {
		emulator_paste(s->emu, req->b == INPUT_PASTE_BEGINS);
	} else if (req->op == REQ_INPUT) {
		/* Leave room for the end of a paste. */
		if (s->input.len + REPLY_ROOM < INPUT_MAX)
			queue_input(s, req->text, req->a < sizeof req->text
				    ? req->a : sizeof req->text);
	} else if (req->op == REQ_MOUSE) {
		emulator_mouse(s->emu, (int)req->a, (int)req->b, req->c);
	} else if (req->op == REQ_RELAY) {
		relay(s, req->a == 1);
	} else if (req->op == REQ_SNAPSHOT) {
		emulator_touch(s->emu);
		plan(s);
	} else if (req->a < EMULATOR_ROWS_MAX &&
		   req->b < EMULATOR_COLS_MAX) {
		resize(s, (int)req->a, (int)req->b);
	}
	return 0;
}

static void output_close(void *state)
{
	struct output_source *s = state;

	if (!s)
		return;
	if (s->timer)
		loop_remove_timer(s->host->loop, s->timer);
	if (s->open)
		loop_remove_fd(s->host->loop, s->fd);
	emulator_free(s->emu);
	str_release(&s->input);
	free(s->read);
	free(s);
}

static void output_cost(void *state, uint64_t ppm, struct ev_cost *cost)
{
	(void)state;
	cost->output = ppm;
}

const struct source_ops output_source = {
	.name = "output",
	.letter = 'o',
	.traits = SOURCE_KEPT,
	.open = output_open,
	.drain = output_drain,
	.event = output_event,
	.flush = output_flush,
	.note = output_note,
	.notes = 1u << FACT_ENDING,
	.request = output_request,
	.cost = output_cost,
	.close = output_close,
};
