/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/heap/readable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/str.h"
#include "sys/proc/root.h"

#define STATUS_MAX 65536
/* From <linux/openat2.h>, which older kernel headers lack. */
#define NR_OPENAT2 437
#define RESOLVE_BELOW_ROOT 0x10		/* the kernel's RESOLVE_IN_ROOT */
#define RESOLVE_FROM_CACHE 0x20		/* the kernel's RESOLVE_CACHED */
/* CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH */
#define READS_ALL (1u << 1 | 1u << 2)
/* Bits for each class (owner, group, others) in a file mode. */
#define BITS 3

/* Credentials of a process, from /proc/PID/status. */
struct credentials {
	uint64_t capabilities;
	uid_t uid;
	gid_t gid;
	const char *groups;	/* a list of numbers: "4 24 27 \n" */
};

/* Returns the part of the line after its name; NULL: there is no such line. */
static const char *line_of(const struct str *status, const char *name)
{
	const char *at = strstr(status->data, name);

	return at ? at + strlen(name) : NULL;
}

/* Reads the second number of a line: it is the effective ID. */
static bool second_of(const char *line, unsigned long *out)
{
	char *end;

	if (!line)
		return false;
	(void)strtoul(line, &end, 10);
	*out = strtoul(end, NULL, 10);
	return true;
}

static bool read_user(const struct str *status, struct credentials *u)
{
	const char *capabilities = line_of(status, "\nCapEff:");
	unsigned long uid, gid;

	u->groups = line_of(status, "\nGroups:");
	if (!capabilities || !u->groups ||
	    !second_of(line_of(status, "\nUid:"), &uid) ||
	    !second_of(line_of(status, "\nGid:"), &gid))
		return false;
	u->capabilities = strtoull(capabilities, NULL, 16);
	u->uid = (uid_t)uid;
	u->gid = (gid_t)gid;
	return true;
}

static bool is_in(const struct credentials *u, gid_t gid)
{
	const char *at = u->groups;
	char *end;

	if (gid == u->gid)
		return true;
	while (*at == ' ' || *at == '\t' || (*at >= '0' && *at <= '9')) {
		unsigned long group = strtoul(at, &end, 10);

		if (end == at)
			break;
		if (group == gid)
			return true;
		at = end;
	}
	return false;
}

static bool may(const struct credentials *u, const struct statx *st,
		mode_t others)
{
	if (st->stx_uid == u->uid)
		return st->stx_mode & others << 2 * BITS;
	if (is_in(u, st->stx_gid))
		return st->stx_mode & others << BITS;
	return st->stx_mode & others;
}

int open_in_root(const struct procroot *proc, pid_t pid, const char *path)
{
	const struct {
		uint64_t flags, mode, resolve;
	} how = {
		.flags = O_PATH | O_CLOEXEC,
		.resolve = RESOLVE_BELOW_ROOT | RESOLVE_FROM_CACHE,
	};
	int root = procroot_openf(proc, O_PATH | O_DIRECTORY, "%d/root",
				  (int)pid);
	int fd;

	if (root < 0)
		return root;
	fd = (int)syscall(NR_OPENAT2, root, path, &how, sizeof how);
	if (fd < 0)
		fd = -errno;
	close(root);
	return fd;
}

/* True if the user may read the file, or search the folder, named by the first
 * n bytes of the path. */
static bool may_at(const struct procroot *proc, pid_t pid,
		   const struct credentials *u, const char *path, size_t n)
{
	struct str name = STR_INIT;
	struct statx st;
	bool good = true;
	int fd;

	str_add(&name, path, n);
	fd = open_in_root(proc, pid, name.data);
	str_release(&name);
	if (fd < 0)
		return true;
	/* Uses the kernel's cache, without a request to the file system. */
	if (statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC,
		  STATX_BASIC_STATS, &st) == 0)
		good = may(u, &st, S_ISDIR(st.stx_mode) ? S_IXOTH : S_IROTH);
	close(fd);
	return good;
}

bool readable_by(const struct procroot *proc, pid_t pid, const char *path)
{
	struct str status = STR_INIT;
	struct credentials user;
	bool good = true;

	if (procroot_readf(proc, &status, STATUS_MAX, "%d/status",
			   (int)pid) == 0 &&
	    read_user(&status, &user) && !(user.capabilities & READS_ALL))
		for (size_t n = 1; good && n <= strlen(path); n++)
			if (path[n] == '/' || !path[n])
				good = may_at(proc, pid, &user, path, n);
	str_release(&status);
	return good;
}
