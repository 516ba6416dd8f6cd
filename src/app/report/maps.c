/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/report/maps.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/options.h"
#include "app/words/refusal.h"
#include "app/warn.h"
#include "sink/sink.h"
#include "source/perf/datafile.h"
#include "ui/words/error.h"

struct maps {
	const struct options *o;
	struct sink *sink;
	int fd;			/* descriptor of the input file */
	bool failed;		/* the output could not be written */
};

static void on_failed(void *arg, int err)
{
	struct maps *m = arg;

	m->failed = true;
	if (m->o->output)
		warn_user(_("the log %s ends here: %s"), m->o->output,
			  error_words(err));
	else
		warn_user(_("cannot write to standard output: %s"),
			  error_words(err));
}

/* True if -p names a process of the event, or -p was not given. */
static bool is_wanted(const struct options *o, const struct event *ev)
{
	if (!o->n_attach || !ev->pid)
		return true;
	for (size_t i = 0; i < o->n_attach; i++)
		if (o->attach[i] == ev->pid ||
		    (ev->kind == EV_PROCESS &&
		     ev->u.process.child_pid == o->attach[i]))
			return true;
	return false;
}

static void on_event(void *arg, const struct event *ev)
{
	struct maps *m = arg;

	if (is_wanted(m->o, ev))
		sink_event(m->sink, ev);
}

static int64_t read_at(void *arg, uint64_t offset, void *buf, size_t n)
{
	const struct maps *m = arg;
	ssize_t got;

	/* If the output has failed, reading stops here. */
	if (m->failed)
		return -ECANCELED;
	do
		got = pread(m->fd, buf, n, (off_t)offset);
	while (got < 0 && errno == EINTR);
	return got < 0 ? -errno : got;
}

/* Reports why reading the file ended.  Returns true if it was read completely,
 * without an error. */
static bool say_end(const char *name, struct datafile_end end)
{
	unsigned long long at = end.offset;

	switch (end.why) {
	case DATAFILE_WHOLE:
		return true;
	case DATAFILE_OTHER:
		warn_user(_("%s is not a file of perf record"), name);
		break;
	case DATAFILE_PIPE:
		warn_user(_("%s was recorded to a pipe, in another format: "
			    "use perf record -o FILE"), name);
		break;
	case DATAFILE_OLD:
		warn_user(_("%s was written by perf of Linux 2.6, in an "
			    "unsupported format"), name);
		break;
	case DATAFILE_BROKEN:
		warn_user(_("%s is damaged at byte %llu: the rest is not "
			    "shown"), name, at);
		break;
	case DATAFILE_CUT:
		warn_user(_("%s is truncated at byte %llu: the rest is "
			    "missing"), name, at);
		break;
	case DATAFILE_UNFINISHED:
		warn_user(_("perf record did not finish %s: the last "
			    "mappings may be missing"), name);
		break;
	case DATAFILE_COMPRESSED:
		warn_user(_("%s is compressed: use perf record without -z"),
			  name);
		break;
	case DATAFILE_MIXED:
		warn_user(_("%s has events whose records cannot be "
			    "distinguished"), name);
		break;
	case DATAFILE_INVALID:
		warn_user(ngettext("%s has %llu invalid record, at byte %llu: "
				   "it is not shown",
				   "%s has %llu invalid records, the first at "
				   "byte %llu: they are not shown",
				   (unsigned long)end.records), name,
			  (unsigned long long)end.records, at);
		break;
	case DATAFILE_ERROR:
		warn_user(_("cannot read %s: %s"), name,
			  error_words(end.error));
		break;
	}
	return false;
}

/* True for a folder of `perf record --threads`: its file `data` has the header,
 * and each file data.N has the records of one thread. */
static bool is_threads_folder(int fd)
{
	return faccessat(fd, "data", R_OK, 0) == 0 &&
	       faccessat(fd, "data.0", F_OK, 0) == 0;
}

static bool show(struct maps *m, const char *name)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct datafile_input in = { .read = read_at, .arg = m };
	struct datafile_end end;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0) {
		warn_user(_("cannot read %s: %s"), name, error_words(errno));
		if (fd >= 0)
			close(fd);
		return false;
	}
	if (!S_ISREG(st.st_mode)) {
		if (is_threads_folder(fd))
			warn_user(_("cannot read %s, a folder of perf record "
				    "--threads. Record without --threads."),
				  name);
		else
			warn_user(_("cannot read %s: %s"), name,
				  file_type_words(st.st_mode));
		close(fd);
		return false;
	}
	in.size = (uint64_t)st.st_size;
	m->fd = fd;
	end = datafile_read(&in, on_event, m);
	close(fd);
	/* The events of a file must be written before the message about it. */
	(void)sink_flush(m->sink);
	/* on_failed() has already reported the error. */
	if (m->failed)
		return false;
	return say_end(name, end);
}

/* Returns the name of the input file that fd refers to; NULL if it is not an
 * input file. */
static const char *same_file(const struct options *o, int fd)
{
	struct stat in, out;

	for (char *const *name = o->files; *name; name++)
		if (stat(*name, &in) == 0 && fstat(fd, &out) == 0 &&
		    S_ISREG(out.st_mode) && in.st_dev == out.st_dev &&
		    in.st_ino == out.st_ino)
			return *name;
	return NULL;
}

/* Empties the output file.  ftruncate() fails with EINVAL if the output is not
 * a regular file; this is not an error. */
static int empty(int fd)
{
	return ftruncate(fd, 0) < 0 && errno != EINVAL ? -errno : 0;
}

/* Returns a descriptor, or prints an error message and returns -1. */
static int open_output(const struct options *o)
{
	/* The file is emptied only after the check that it is not an input
	 * file. */
	int fd = open(o->output, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY,
		      0666);
	const char *name = fd < 0 ? NULL : same_file(o, fd);
	int ret = fd < 0 ? -errno : name ? -EEXIST : empty(fd);

	if (name)
		warn_user(_("%s is an input and would be overwritten: give "
			    "-o another file"), name);
	else if (ret < 0)
		warn_user(_("cannot write the log %s: %s"), o->output,
			  error_words(-ret));
	if (ret == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

int maps_run(const struct options *o)
{
	struct maps m = { .o = o };
	int fd = o->output ? open_output(o) : STDOUT_FILENO;
	bool good = true;

	if (fd < 0)
		return EXIT_OWN;
	m.sink = sink_new(o->json ? SINK_JSON : SINK_TEXT, fd,
			  fd != STDOUT_FILENO, o->events, on_failed, &m);
	for (char *const *name = o->files; *name && !m.failed; name++)
		good &= show(&m, *name);
	good &= sink_free(m.sink) == 0;
	return good ? EXIT_SUCCESS : EXIT_OWN;
}
