/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine/traces.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/options.h"
#include "app/warn.h"
#include "base/str.h"
#include "sink/folded.h"
#include "sink/maptrace.h"
#include "ui/words/error.h"

static void cannot(const char *name, int err)
{
	if (err == -EINVAL)
		warn_user(_("%s is not a regular file"), name);
	else
		warn_user(_("cannot write %s: %s"), name, error_words(-err));
}

/* Stores the absolute name in the environment, for the library of --heap: the
 * program may change its directory before it executes another program, in which
 * the library opens the file again. */
static int give_name(const char *name)
{
	char *folder = name[0] == '/' ? NULL : getcwd(NULL, 0);
	struct str path = STR_INIT;
	int r;

	if (name[0] != '/' && !folder)
		return -errno;
	if (folder)
		str_addf(&path, "%s/", folder);
	str_adds(&path, name);
	r = setenv("ALLOCATION_TRACE", path.data, 1) < 0 ? -errno : 0;
	str_release(&path);
	free(folder);
	return r;
}

/* Opens the file in the same way as the library of --heap, and closes it: mmtop
 * can report an error, but the library cannot. */
static int try_allocations(const char *name)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC |
		      O_NOCTTY | O_NONBLOCK, 0666);

	if (fd < 0)
		return -errno;
	close(fd);
	return give_name(name);
}

static bool begin_folded(const struct options *o, struct traces *t)
{
	for (int i = 0; i < 2; i++) {
		int r = o->folded[i] ? folded_open(&t->folded[i], o->folded[i],
						   (enum folded_what)i) : 0;

		if (r < 0) {
			cannot(o->folded[i], r);
			return false;
		}
	}
	return true;
}

/* True if the user's LD_PRELOAD names mmtop's heap library, which can also
 * write the traces itself. */
static bool preloads_library(void)
{
	const char *preload = getenv("LD_PRELOAD");

	return preload && strstr(preload, "libmmtop-heap");
}

bool traces_begin(const struct options *o, struct traces *t)
{
	int r = o->allocation_trace ? try_allocations(o->allocation_trace) : 0;

	*t = (struct traces){ .maps = NULL };
	if (r < 0) {
		cannot(o->allocation_trace, r);
		return false;
	}
	if (o->mmap_trace)
		r = maptrace_new(&t->maps, o->mmap_trace);
	/* An empty MMAP_TRACE keeps the library from writing to the file that
	 * mmtop writes. */
	if (!r && o->mmap_trace && getenv("MMAP_TRACE") && preloads_library() &&
	    setenv("MMAP_TRACE", "", 1) < 0)
		r = -errno;
	if (r < 0) {
		cannot(o->mmap_trace, r);
		return false;
	}
	if (begin_folded(o, t))
		return true;
	traces_end(t);
	return false;
}

void traces_end(struct traces *t)
{
	maptrace_free(t->maps);
	for (int i = 0; i < 2; i++)
		folded_free(t->folded[i]);
	*t = (struct traces){ .maps = NULL };
}
