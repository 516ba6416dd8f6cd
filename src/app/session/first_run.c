/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/session/first_run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"

/* Returns false for a folder of another user, who could not use files that root
 * creates there. */
static bool is_ours(const char *dir)
{
	struct stat st;

	return stat(dir, &st) == 0 && st.st_uid == geteuid();
}

static bool make_below(struct str *path, const char *name)
{
	str_addf(path, "/%s", name);
	return mkdir(path->data, 0700) == 0 || errno == EEXIST;
}

/* Creates the folder of mmtop's persistent state, and appends its path to
 * `path`. */
static bool state_folder(struct str *path)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

	if (state && state[0] == '/') {
		str_adds(path, state);
		return is_ours(state) && make_below(path, "mmtop");
	}
	if (!home || home[0] != '/' || !is_ours(home))
		return false;
	str_adds(path, home);
	return make_below(path, ".local") && make_below(path, "state") &&
	       make_below(path, "mmtop");
}

bool first_run(void)
{
	struct str path = STR_INIT;
	int fd = -1;

	if (state_folder(&path)) {
		str_adds(&path, "/seen");
		fd = open(path.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
			  0600);
	}
	str_release(&path);
	return fd >= 0 && close(fd) == 0;
}
