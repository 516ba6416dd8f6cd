/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/headless/console_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/options.h"
#include "base/alloc.h"
#include "sys/loop.h"

#define LOOK_NS 100000000ull
/* After a stop of its job, mmtop waits this long before it checks the terminal
 * again: by then the shell has taken the terminal. */
#define TAKEN_NS (10 * LOOK_NS)
#define BLANKS " \t\r"

/* Adds the commands of one line, which are separated by ';'.  '#' starts a
 * comment.  An empty command is added only for an empty line: "next;" is one
 * command. */
void input_add(struct console *c, const char *line)
{
	const char *p = line + strspn(line, BLANKS);
	size_t n;

	if (*p == '#')
		return;
	if (!*p) {
		*vec_push(&c->in.lines) = xstrdup("");
		return;
	}
	for (;; p += n + 1) {
		n = strcspn(p, ";");
		if (strspn(p, BLANKS) < n)
			*vec_push(&c->in.lines) = xstrndup(p, n);
		if (!p[n])
			break;
	}
}

void input_refuse(struct console *c)
{
	console_say(c, _("Skipped a line of more than %d bytes."),
		    CONSOLE_LINE);
}

static void take_line(struct console *c, const char *line)
{
	if (strlen(line) > CONSOLE_LINE)
		input_refuse(c);
	else
		input_add(c, line);
}

static void take_lines(struct console *c, bool last)
{
	struct str *text = &c->in.text, rest = STR_INIT;
	char *p = text->data, *end;

	for (; (end = strchr(p, '\n')); p = end + 1) {
		*end = '\0';
		take_line(c, p);
	}
	if (last && *p)
		take_line(c, p);
	else
		str_adds(&rest, p);
	str_release(text);
	*text = rest;
}

/* Stores at most CONSOLE_LINE + 1 bytes of a line: enough to detect that the
 * line is too long. */
void input_bytes(struct console_input *in, const char *buf, size_t n)
{
	size_t line = in->text.len;

	for (size_t i = 0; i < n; i++) {
		if (buf[i] != '\n' && line > CONSOLE_LINE)
			continue;
		line = buf[i] == '\n' ? 0 : line + 1;
		str_addc(&in->text, buf[i] ? buf[i] : ' ');
	}
}

char *input_next(struct console *c)
{
	struct console_input *in = &c->in;
	char *line;

	if (in->at == in->lines.n) {
		vec_clear(&in->lines);
		in->at = 0;
		if (in->fd >= 0 && !in->ended && !in->away)
			loop_set_events(c->loop, in->fd, POLLIN);
		return NULL;
	}
	line = in->lines.v[in->at];
	in->lines.v[in->at++] = NULL;
	return line;
}

void input_forget(struct console_input *in)
{
	for (; in->at < in->lines.n; in->at++)
		free(in->lines.v[in->at]);
}

/* --- input from a descriptor ---------------------------------------------- */

static bool in_front(const struct console_input *in)
{
	pid_t front = in->terminal ? tcgetpgrp(in->fd) : -1;

	/* tcgetpgrp() fails for a terminal that hung up, or that belongs to
	 * another session: then no other job can have it. */
	return front < 0 || front == getpgrp();
}

static uint64_t look_again(void *arg)
{
	struct console *c = arg;

	if (!c->in.ended && !in_front(&c->in))
		return LOOK_NS;
	c->in.look_timer = 0;
	if (c->in.ended)
		return 0;
	c->in.away = false;
	if (c->in.edits)
		edit_begin(c);
	loop_set_events(c->loop, c->in.fd, POLLIN);
	return 0;
}

/* Until the shell returns the terminal, mmtop neither reads it nor changes its
 * settings. */
static void step_aside(struct console *c, uint64_t look_ns)
{
	c->in.away = true;
	if (c->in.edits)
		edit_end();
	loop_set_events(c->loop, c->in.fd, 0);
	c->in.look_timer = loop_add_timer(c->loop, look_ns, look_again, c);
}

static void look_no_more(struct console *c)
{
	if (c->in.look_timer)
		loop_remove_timer(c->loop, c->in.look_timer);
	c->in.look_timer = 0;
}

void console_job(void *arg, bool stopped)
{
	struct console *c = arg;

	if (!c->in.terminal || c->in.fd < 0 || c->in.ended)
		return;
	if (stopped && !c->in.away) {
		step_aside(c, TAKEN_NS);
		/* The message about the stop must precede the shell's
		 * prompt. */
		output_flush(c);
	} else if (!stopped && c->in.away) {
		look_no_more(c);
		c->in.look_timer = loop_add_timer(c->loop, 1, look_again, c);
	}
}

static void at_end(struct console *c)
{
	take_lines(c, true);
	c->in.ended = true;
	loop_remove_fd(c->loop, c->in.fd);
}

static void on_input(void *arg, int fd, short revents)
{
	struct console *c = arg;
	char buf[4096];
	ssize_t n;

	(void)revents;
	if (!in_front(&c->in)) {
		step_aside(c, LOOK_NS);
		return;
	}
	n = read(fd, buf, sizeof buf);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		at_end(c);
	} else if (c->in.edits) {
		edit_bytes(c, buf, (size_t)n);
	} else {
		input_bytes(&c->in, buf, (size_t)n);
		if (memchr(buf, '\n', (size_t)n))
			take_lines(c, false);
		/* More input is read only after these commands have run. */
		if (c->in.lines.n)
			loop_set_events(c->loop, fd, 0);
	}
	console_work(c);
}

static void open_stdin(struct console *c)
{
	struct console_input *in = &c->in;

	in->repeats = true;
	in->fd = STDIN_FILENO;
	in->terminal = isatty(STDIN_FILENO);
	if (in->terminal) {
		/* The descriptor must be non-blocking: poll() may report a line
		 * to mmtop, but the traced program may read the same terminal
		 * and take the line. */
		int fd = open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK |
			      O_NOCTTY | O_CLOEXEC);
		if (fd >= 0) {
			in->fd = fd;
			in->own_fd = true;
		}
		in->edits = isatty(STDOUT_FILENO) && edit_possible();
	}
	loop_add_fd(c->loop, in->fd, POLLIN, 1, on_input, c);
	if (!in_front(in))
		step_aside(c, LOOK_NS);
	else if (in->edits)
		edit_begin(c);
}

void input_open(struct console *c)
{
	struct console_input *in = &c->in;

	if (c->opt->reads_stdin) {
		open_stdin(c);
		return;
	}
	in->fd = -1;
	take_lines(c, true);
	in->ended = true;
}

void input_release(struct console *c)
{
	struct console_input *in = &c->in;

	look_no_more(c);
	if (in->edits && !in->away)
		edit_end();
	if (in->fd >= 0 && !in->ended)
		loop_remove_fd(c->loop, in->fd);
	if (in->own_fd)
		close(in->fd);
	in->fd = -1;
	while (in->at < in->lines.n)
		free(in->lines.v[in->at++]);
	vec_release(&in->lines);
	str_release(&in->text);
}
