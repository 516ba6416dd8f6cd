/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/proc/root.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/alloc.h"

#define PATH_SIZE 512
#define STATUS_MAX 16384

struct procroot {
	int dir;
	bool live;
};

/* Returns -EXDEV if the PIDs in this /proc are not those of mmtop's PID
 * namespace.  A /proc of an outer namespace is recognized by NSpid, which
 * lists several PIDs of mmtop; a /proc of an inner namespace does not
 * contain mmtop. */
static int check_numbers(const struct procroot *p)
{
	struct str text = STR_INIT;
	const char *at;
	char *end;
	int ret = procroot_readf(p, &text, STATUS_MAX, "self/status");

	if (ret < 0)
		return ret == -ENOENT ? -EXDEV : ret;
	/* If the line is missing, the kernel has no PID namespaces. */
	at = strstr(text.data, "\nNSpid:");
	if (at && (strtol(at + 7, &end, 10) != getpid() || *end != '\n'))
		ret = -EXDEV;
	str_release(&text);
	return ret;
}

/* Checks the numbers only once for each process and mounted /proc. */
static int check_once(const struct procroot *p, const struct statfs *fs)
{
	static pid_t asked;
	static fsid_t of;
	int ret = 0;

	if (asked != getpid() || memcmp(&of, &fs->f_fsid, sizeof of) != 0)
		ret = check_numbers(p);
	if (ret == 0) {
		asked = getpid();
		of = fs->f_fsid;
	}
	return ret;
}

int procroot_open(struct procroot **out, const char *prefix, struct err *err)
{
	struct statfs fs;
	struct procroot *p;
	int fd = open(prefix, O_RDONLY | O_DIRECTORY | O_CLOEXEC), ret;

	if (fd < 0)
		return err_set(err, errno, "open %s", prefix);
	if (fstatfs(fd, &fs) < 0) {
		int code = errno;

		close(fd);
		return err_set(err, code, "fstatfs %s", prefix);
	}
	p = xcalloc(1, sizeof *p);
	p->dir = fd;
	p->live = fs.f_type == PROC_SUPER_MAGIC;
	ret = p->live ? check_once(p, &fs) : 0;
	if (ret < 0) {
		procroot_free(p);
		return err_set(err, -ret, "%s", prefix);
	}
	*out = p;
	return 0;
}

void procroot_free(struct procroot *p)
{
	if (!p)
		return;
	close(p->dir);
	free(p);
}

bool procroot_is_live(const struct procroot *p)
{
	return p->live;
}

static int path_format(char path[PATH_SIZE], const char *fmt, va_list ap)
{
	int n = vsnprintf(path, PATH_SIZE, fmt, ap);

	return n < 0 || n >= PATH_SIZE ? -ENAMETOOLONG : 0;
}

static int open_path(const struct procroot *p, int flags, const char *path)
{
	int fd = openat(p->dir, path, flags | O_CLOEXEC | O_NOCTTY);

	return fd < 0 ? -errno : fd;
}

int procroot_openf(const struct procroot *p, int flags, const char *fmt, ...)
{
	char path[PATH_SIZE];
	va_list ap;
	int rc;

	va_start(ap, fmt);
	rc = path_format(path, fmt, ap);
	va_end(ap);
	return rc < 0 ? rc : open_path(p, flags, path);
}

int procroot_readf(const struct procroot *p, struct str *out, size_t max,
		   const char *fmt, ...)
{
	char path[PATH_SIZE];
	struct str text = STR_INIT;
	va_list ap;
	int fd, rc;

	va_start(ap, fmt);
	rc = path_format(path, fmt, ap);
	va_end(ap);
	if (rc < 0)
		return rc;
	fd = open_path(p, O_RDONLY, path);
	if (fd < 0)
		return fd;
	rc = str_read(&text, fd, max);
	close(fd);
	if (rc < 0) {
		str_release(&text);
		return rc;
	}
	str_release(out);
	*out = text;
	return 0;
}

int procroot_linkf(const struct procroot *p, struct str *out,
		   const char *fmt, ...)
{
	char path[PATH_SIZE], target[PATH_MAX];
	va_list ap;
	ssize_t n;
	int rc;

	va_start(ap, fmt);
	rc = path_format(path, fmt, ap);
	va_end(ap);
	if (rc < 0)
		return rc;
	n = readlinkat(p->dir, path, target, sizeof target);
	if (n < 0)
		return -errno;
	str_clear(out);
	str_add(out, target, (size_t)n);
	return 0;
}

static pid_t name_pid(const char *name)
{
	long v;
	char *end;

	if (*name < '1' || *name > '9')
		return 0;
	errno = 0;
	v = strtol(name, &end, 10);
	return *end || errno || v > INT_MAX ? 0 : (pid_t)v;
}

int procroot_each_pid(const struct procroot *p, const char *dir,
		      int (*each)(void *arg, pid_t pid), void *arg)
{
	int fd = open_path(p, O_RDONLY | O_DIRECTORY, dir), rc = 0;
	struct dirent *de;
	DIR *d;

	if (fd < 0)
		return fd;
	d = fdopendir(fd);
	if (!d) {
		rc = -errno;
		close(fd);
		return rc;
	}
	while (rc == 0) {
		pid_t pid;

		errno = 0;
		de = readdir(d);
		if (!de) {
			rc = -errno;
			break;
		}
		pid = name_pid(de->d_name);
		if (pid)
			rc = each(arg, pid);
	}
	closedir(d);
	return rc;
}
