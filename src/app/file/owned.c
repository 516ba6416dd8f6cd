/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/file/owned.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/i18n.h"
#include "ui/words/error.h"

bool owned_folder(struct str *path)
{
	const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	/* A relative one is to be ignored. */
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
		return _("it is no regular file");
	if (st->st_uid != geteuid() && st->st_uid != 0)
		return _("it belongs neither to you nor to root");
	if (st->st_mode & (S_IWGRP | S_IWOTH))
		return _("others may write to it (chmod go-w takes that away)");
	return NULL;
}

/* In a sticky folder only the owner of an entry can replace it. */
static const char *distrust_folder(const struct stat *st)
{
	if (S_ISLNK(st->st_mode))
		return _("a symbolic link is on its path");
	if (st->st_uid != geteuid() && st->st_uid != 0)
		return _("a folder on its path belongs neither to you nor to "
			 "root");
	if (st->st_mode & (S_IWGRP | S_IWOTH) && !(st->st_mode & S_ISVTX))
		return _("other users may write to a folder on its path");
	return NULL;
}

/* 0; -1 where fd is not trusted, or its status cannot be read. */
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

bool owned_trusts(const char *path, const char **why)
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

int owned_read(const char *path, size_t max, struct str *out,
	       const char **why)
{
	struct stat st;
	int r, fd;

	*why = NULL;
	/* Not to wait for who writes into a pipe. */
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

/* What was made for root would be in its owner's way. */
static int make_folder(const char *path, struct stat *st)
{
	if (stat(path, st) < 0 && mkdir(path, 0700) < 0 && errno != EEXIST)
		return -errno;
	if (stat(path, st) < 0)
		return -errno;
	/* Whose folder it is could lead root elsewhere. */
	return geteuid() == 0 && st->st_uid != 0 ? -EPERM : 0;
}

int owned_make_folders(const char *path)
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
	/* Of the last one, where the file is to be. */
	if (r == 0 && st.st_uid != geteuid())
		r = -EPERM;
	return r;
}
