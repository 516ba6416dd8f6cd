/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/store/private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

/* Maximum number of captures that one process can start in one second. */
#define TRIES 100

static int refuse(struct store_end *end, enum store_why why, int error)
{
	*end = (struct store_end){ why, error };
	return -error;
}

/* True if any user may rename the folder: that user could replace it. */
static bool is_in_open_place(int folder)
{
	struct stat st;
	int fd = openat(folder, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
	bool open = fd >= 0 && fstat(fd, &st) == 0 && st.st_mode & S_IWOTH &&
		    !(st.st_mode & S_ISVTX);

	if (fd >= 0)
		close(fd);
	return open;
}

static int check_folder(int fd, struct store_end *end)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return refuse(end, STORE_ERROR, errno);
	if (st.st_uid != geteuid())
		return refuse(end, STORE_FOREIGN, EPERM);
	if (st.st_mode & (S_IWGRP | S_IWOTH))
		return refuse(end, STORE_OPEN, EPERM);
	if (is_in_open_place(fd))
		return refuse(end, STORE_PARENT, EPERM);
	return 0;
}

static int not_opened(const char *folder, int error, struct store_end *end)
{
	struct stat st;
	bool found = lstat(folder, &st) == 0;

	if (found && S_ISLNK(st.st_mode))
		return refuse(end, STORE_LINK, error);
	if (found && !S_ISDIR(st.st_mode))
		return refuse(end, STORE_NO_FOLDER, error);
	return refuse(end, STORE_ERROR, error);
}

/* Opens the folder, and creates it if needed.  Returns a descriptor or
 * -errno. */
static int open_folder(const char *folder, struct store_end *end)
{
	int fd, r;

	if (mkdir(folder, 0700) < 0 && errno != EEXIST)
		return refuse(end, STORE_ERROR, errno);
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return not_opened(folder, errno, end);
	r = check_folder(fd, end);
	if (!r)
		return fd;
	close(fd);
	return r;
}

/* Makes a name from PID and time in UTC; it contains no data of the target. */
static void make_name(struct str *out, int try)
{
	char when[32];
	time_t now = time(NULL);
	struct tm tm;

	strftime(when, sizeof when, "%Y%m%d-%H%M%S", gmtime_r(&now, &tm));
	str_addf(out, "mmtop-%ld-%s", (long)getpid(), when);
	if (try)
		str_addf(out, "-%d", try);
	str_adds(out, ".mmc");
}

static int create_in(int folder, struct str *name, struct store_end *end)
{
	int fd;

	for (int try = 0; ; try++) {
		str_clear(name);
		make_name(name, try);
		fd = openat(folder, name->data, O_WRONLY | O_CREAT | O_EXCL |
			    O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0600);
		if (fd >= 0)
			return fd;
		if (errno != EEXIST || try == TRIES)
			return refuse(end, STORE_ERROR, errno);
	}
}

int store_create(const struct store_options *o, struct str *name,
		 struct store_end *end)
{
	const char *path = o->folder ? o->folder : STORE_FOLDER;
	struct str file = STR_INIT;
	int folder = open_folder(path, end), fd;

	if (folder < 0)
		return folder;
	fd = create_in(folder, &file, end);
	if (fd >= 0)
		str_addf(name, "%s/%s", path, file.data);
	str_release(&file);
	close(folder);
	return fd;
}
