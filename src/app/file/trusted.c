/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/file/trusted.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/i18n.h"
#include "ui/words/error.h"

bool config_folder(struct str *path)
{
	const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	/* The XDG specification requires that a relative path in this variable
	 * is ignored. */
	if (xdg && xdg[0] == '/')
		str_adds(path, xdg);
	else if (home && home[0] == '/')
		str_addf(path, "%s/.config", home);
	else
		return false;
	str_adds(path, "/mmtop");
	return true;
}

static const char *distrust(const struct stat *st)
{
	if (!S_ISREG(st->st_mode))
		return _("not a regular file");
	if (st->st_uid != geteuid() && st->st_uid != 0)
		return _("it belongs neither to you nor to root");
	if (st->st_mode & (S_IWGRP | S_IWOTH))
		return _("other users can write to it (chmod go-w fixes that)");
	return NULL;
}

/* Returns why a directory is not trusted, or NULL.  A sticky directory may be
 * writable for all users: only the owner of an entry, the owner of the
 * directory and root can replace the entry. */
static const char *distrust_folder(const struct stat *st)
{
	if (S_ISLNK(st->st_mode))
		return _("its path contains a symbolic link");
	if (st->st_uid != geteuid() && st->st_uid != 0)
		return _("a folder on its path belongs neither to you nor to "
			 "root");
	if (st->st_mode & (S_IWGRP | S_IWOTH) && !(st->st_mode & S_ISVTX))
		return _("other users can write to a folder on its path");
	return NULL;
}

/* Returns 0, or -1 with a reason in *why: fd is not trusted, or its status
 * cannot be read. */
static int check(int fd, bool is_file, const char **why)
{
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0) {
		*why = error_words(errno);
		return -1;
	}
	*why = is_file ? distrust(&st) : distrust_folder(&st);
	return *why ? -1 : 0;
}

bool trusted_path(const char *path, const char **why)
{
	int fd = open("/", O_PATH | O_CLOEXEC), next, r;
	char name[NAME_MAX + 1];

	r = check(fd, false, why);
	while (r == 0 && *(path += strspn(path, "/"))) {
		size_t n = strcspn(path, "/");
		bool is_file = !path[n + strspn(path + n, "/")];

		if (n > NAME_MAX) {
			*why = error_words(ENAMETOOLONG);
			r = -1;
			break;
		}
		memcpy(name, path, n);
		name[n] = '\0';
		path += n;
		next = openat(fd, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
		r = check(next, is_file, why);
		close(fd);
		fd = next;
	}
	if (fd >= 0)
		close(fd);
	return r == 0;
}

int trusted_read(const char *path, size_t max, struct str *out,
		 const char **why)
{
	struct stat st;
	int r, fd;

	*why = NULL;
	/* With O_NONBLOCK, opening a named pipe does not wait for a writer. */
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd < 0 || fstat(fd, &st) < 0)
		r = -errno;
	else if ((*why = distrust(&st)))
		r = -EPERM;
	else if ((r = str_read(out, fd, max)) > 0)
		r = -EFBIG;
	if (fd >= 0)
		close(fd);
	if (r < 0 && !*why)
		*why = error_words(-r);
	return r;
}

/* Creates a directory if it does not exist.  Returns -EPERM if mmtop runs as
 * root and the directory belongs to another user: directories that root creates
 * in it would be unusable for that user. */
static int make_folder(const char *path, struct stat *st)
{
	if (stat(path, st) < 0 && mkdir(path, 0700) < 0 && errno != EEXIST)
		return -errno;
	if (stat(path, st) < 0)
		return -errno;
	/* The directory's owner could also put a symbolic link into it, and
	 * root would write to another place. */
	return geteuid() == 0 && st->st_uid != 0 ? -EPERM : 0;
}

int make_parent_folders(const char *path)
{
	struct str copy = STR_INIT;
	struct stat st = { 0 };
	int r = 0;

	str_adds(&copy, path);
	for (char *slash = strchr(copy.data + 1, '/'); slash && r == 0;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		r = make_folder(copy.data, &st);
		*slash = '/';
	}
	str_release(&copy);
	/* `st` describes the last directory of the path, in which the file will
	 * be. */
	if (r == 0 && st.st_uid != geteuid())
		r = -EPERM;
	return r;
}
