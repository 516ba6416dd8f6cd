/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/file/logfile.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/options.h"
#include "app/warn.h"
#include "sink/sink.h"
#include "sys/loop.h"
#include "ui/words/error.h"

#define LOOK_NS 100000000ull

static void failed(void *arg, int err)
{
	struct logfile *l = arg;

	l->err = err;
	/* A reader that closes the pipe wants no more lines. */
	if (!l->tell || err == EPIPE)
		return;
	if (l->name)
		warn_user(_("the log %s ends here: %s"), l->name,
			  error_words(err));
	else
		warn_user(_("the log ends here: %s"), error_words(err));
}

int logfile_open(struct logfile *l, const struct options *o, bool tell,
		 struct err *err)
{
	int fd = o->to_stdout ? STDOUT_FILENO : STDERR_FILENO;

	/* Without O_NOCTTY, a log that is a terminal could become mmtop's
	 * controlling terminal. */
	if (o->output)
		fd = open(o->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC |
			  O_NOCTTY, 0666);
	if (fd < 0)
		return err_set(err, errno, "%s", o->output);
	*l = (struct logfile){ .fd = fd, .name = o->output, .tell = tell };
	l->csv = o->csv;
	l->sink = sink_new(o->json ? SINK_JSON : o->csv ? SINK_CSV : SINK_TEXT,
			   fd, o->output != NULL, o->events, failed, l);
	if (o->iso_time)
		sink_iso(l->sink);
	sink_write_behind(l->sink);
	return 0;
}

void logfile_open_stderr(struct logfile *l)
{
	*l = (struct logfile){ .fd = STDERR_FILENO };
	l->sink = sink_new(SINK_TEXT, STDERR_FILENO, false, 0, failed, l);
	sink_write_behind(l->sink);
}

void logfile_lines(struct logfile *l, const struct str *lines)
{
	sink_lines(l->sink, lines);
	l->pending = true;
}

void logfile_event(void *arg, const struct event *ev)
{
	struct logfile *l = arg;

	sink_event(l->sink, ev);
	l->pending = true;
}

int logfile_flush(void *arg)
{
	struct logfile *l = arg;
	int r;

	/* The timer that calls this function may fire after logfile_close(). */
	if (!l->sink)
		return 0;
	r = sink_flush(l->sink);
	l->pending = sink_pending(l->sink);
	return r;
}

static void on_written(void *arg, int fd, short revents)
{
	(void)arg;
	(void)fd;
	(void)revents;
}

void logfile_finish(struct logfile *l, struct loop *loop, const bool *cut)
{
	int fd = sink_fd(l->sink);

	if (fd >= 0)
		loop_add_fd(loop, fd, POLLIN, 1, on_written, NULL);
	while (sink_flush(l->sink) == 0 && sink_pending(l->sink) && !*cut)
		loop_turn(loop, LOOK_NS);
	if (fd >= 0)
		loop_remove_fd(loop, fd);
}

void logfile_discard(struct logfile *l)
{
	l->pending = false;
	sink_discard(l->sink);
}

int logfile_close(struct logfile *l)
{
	uint64_t lost = l->sink && l->csv ? sink_lost(l->sink) : 0;

	/* Other logs have this number in their last line. */
	if (lost && l->tell)
		warn_user(ngettext("%llu line of the log was lost: its reader "
				   "is too slow",
				   "%llu lines of the log were lost: its "
				   "reader is too slow", (unsigned long)lost),
			  (unsigned long long)lost);
	(void)sink_free(l->sink);
	l->sink = NULL;
	return -l->err;
}
