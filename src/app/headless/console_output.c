/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/headless/console_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "app/i18n.h"
#include "base/fmt.h"
#include "sink/writer.h"
#include "sys/loop.h"

#define SOON_NS 10000000ull
#define CLOSE_NS 1000000000ull
/* A terminal or pipe that no process reads must not block mmtop: unread text
 * beyond this limit (in bytes) is dropped, and replaced with a message. */
#define TEXT_MAX (1u << 20)

void output_open(struct console *c)
{
	struct console_output *o = &c->out;

	o->text = (struct str)STR_INIT;
	o->fd = -1;
	/* The descriptor needs a file description of its own, because
	 * O_NONBLOCK affects all processes that share a description. */
	if (isatty(STDOUT_FILENO))
		o->fd = open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK |
			     O_NOCTTY | O_CLOEXEC);
	if (o->fd >= 0)
		return;
	o->writer = writer_new(STDOUT_FILENO);
	writer_behind(o->writer);
}

static uint64_t on_time(void *arg)
{
	struct console *c = arg;

	c->out.timer = 0;
	output_flush(c);
	return 0;
}

void output_plan(struct console *c)
{
	if (!c->out.timer && c->loop)
		c->out.timer = loop_add_timer(c->loop, SOON_NS, on_time, c);
}

static void drop_front(struct str *text, size_t n)
{
	struct str rest = STR_INIT;

	str_add(&rest, text->data + n, text->len - n);
	str_release(text);
	*text = rest;
}

static void leave_out(struct console_output *o)
{
	char size[FMT_MAX];

	o->left_out += o->text.len;
	str_clear(&o->text);
	str_addc(&o->text, '\n');
	str_addf(&o->text, _("%s of output was not read in time and was "
			     "dropped."),
		 fmt_size(size, o->left_out));
	str_addc(&o->text, '\n');
}

static bool has_room(const struct console_output *o)
{
	struct pollfd p = { .fd = o->fd, .events = POLLOUT };

	return poll(&p, 1, 0) > 0 && p.revents & POLLOUT;
}

static void to_terminal(struct console *c)
{
	struct console_output *o = &c->out;
	ssize_t n;

	if (!o->text.len && !o->hidden)
		return;
	if (!has_room(o)) {
		output_plan(c);
		return;
	}
	if (!o->hidden && c->in.edits)
		edit_hide();
	o->hidden = true;
	while (o->text.len) {
		n = write(o->fd, o->text.data, o->text.len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno != EAGAIN)
			n = (ssize_t)o->text.len;	/* the terminal hung up:
							 * drop the text */
		if (n < 0) {
			output_plan(c);
			return;
		}
		drop_front(&o->text, (size_t)n);
	}
	o->hidden = false;
	if (c->in.edits)
		edit_show();
}

void output_flush(struct console *c)
{
	struct console_output *o = &c->out;

	if (o->fd >= 0)
		to_terminal(c);
	else if (o->writer && o->text.len &&
		 !writer_put(o->writer, &o->text, false))
		output_plan(c);
	if (o->text.len > TEXT_MAX)
		leave_out(o);
}

/* True while the rest of the output may still be written.  A terminal has a
 * deadline, because its output may be stopped forever (Ctrl-S).  A pipe needs
 * none: its reader reads or exits. */
static bool in_time(const struct console *c, uint64_t until)
{
	return c->out.fd >= 0 ? clock_ns() < until :
		!headless_is_cut(c->headless);
}

int output_close(struct console *c)
{
	struct console_output *o = &c->out;
	uint64_t until = clock_ns() + CLOSE_NS;
	int err;

	do
		output_flush(c);
	while ((o->text.len || (o->writer && writer_pending(o->writer) &&
				!writer_error(o->writer))) &&
	       in_time(c, until) && (loop_turn(c->loop, SOON_NS), true));
	if (o->timer)
		loop_remove_timer(c->loop, o->timer);
	o->timer = 0;
	err = o->writer ? writer_error(o->writer) : 0;
	if (o->writer)
		(void)writer_free(o->writer);
	o->writer = NULL;
	if (o->fd >= 0)
		close(o->fd);
	o->fd = -1;
	str_release(&o->text);
	return err;
}
