/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/reader/filecache.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/capability.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/fault.h"
#include "sys/loop.h"
#include "sys/proc/map.h"

/* System call numbers, equal on all architectures.  The headers of Debian 12
 * are of Linux 6.1 and lack cachestat(). */
#define NR_CACHESTAT 451
#define NR_OPENAT2 437
#define RESOLVE_BELOW_ROOT 0x10		/* RESOLVE_IN_ROOT */
#define RESOLVE_NO_MAGIC 0x02		/* RESOLVE_NO_MAGICLINKS */
#define MAGIC_TMPFS 0x01021994
#define MAGIC_HUGETLBFS 0x958458f6

/* Bytes of a file that one mincore() call covers.  The call returns one byte
 * per page. */
#define WINDOW (64u << 20)

struct range_arg {
	uint64_t off, len;
};
struct stat_arg {
	uint64_t cache, dirty, writeback, evicted, recently_evicted;
};
struct how_arg {
	uint64_t flags, mode, resolve;
};

uint64_t filecache_bin_pages(uint64_t size, uint64_t page_size)
{
	uint64_t pages = size / page_size + (size % page_size != 0), n = 1;

	while (pages / n + (pages % n != 0) > FILECACHE_BINS)
		n *= 2;
	return n;
}

/* --- opening the file ---------------------------------------------------- */

static int open_map_file(int dir, const struct filecache_ask *ask)
{
	char name[64];

	if (fault_on("no-map-files"))
		return -EPERM;
	snprintf(name, sizeof name, "map_files/%" PRIx64 "-%" PRIx64,
		 ask->start, ask->end);
	int fd = openat(dir, name, O_PATH | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int filecache_root(int dir)
{
	int root = openat(dir, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);

	return root < 0 ? -errno : root;
}

/* Opens a path as the process sees it: no symbolic link leads out of its root
 * directory. */
static int open_below(int root, const char *path, uint64_t more)
{
	const struct how_arg how = {
		.flags = O_PATH | O_CLOEXEC | more,
		.resolve = RESOLVE_BELOW_ROOT | RESOLVE_NO_MAGIC,
	};
	int fd;

	if (root < 0)
		return root;
	fd = (int)syscall(NR_OPENAT2, root, path, &how, sizeof how);
	if (fd < 0 && errno == ENOSYS)
		fd = openat(root, path + strspn(path, "/"),
			    O_PATH | O_CLOEXEC | (int)more);
	return fd < 0 ? -errno : fd;
}

/* Opens the file of an O_PATH descriptor for reading.  The caller has checked
 * the file's type. */
static int reopen(int fd)
{
	char self[32];

	snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
	fd = open(self, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/*
 * True if fd is the file in *ask.  Maps the file and compares the device number
 * in /proc/self/maps, because stat() reports another number on file systems
 * with several devices (btrfs, overlayfs).
 */
static bool maps_as(int fd, const struct filecache_ask *ask)
{
	void *own = mmap(NULL, ask->page_size, PROT_NONE, MAP_SHARED, fd, 0);
	struct procmap m = { 0 };
	int maps;

	if (own == MAP_FAILED)
		return false;
	maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
	if (maps < 0 ||
	    procmap_query(maps, (uintptr_t)own, false, &m, NULL, 0) < 0)
		m = (struct procmap){ 0 };
	if (maps >= 0)
		close(maps);
	munmap(own, ask->page_size);
	return m.dev == ask->dev && m.inode == ask->inode;
}

int filecache_is_at(int root, const struct filecache_ask *ask,
		    const char *path)
{
	int place = open_below(root, path, O_NOFOLLOW), fd, same = 0;
	struct stat st;

	if (place < 0)
		return place;
	if (fstat(place, &st) == 0 && S_ISREG(st.st_mode) &&
	    st.st_ino == ask->inode) {
		fd = st.st_dev == ask->dev ? 0 : reopen(place);
		same = fd < 0 ? fd : !fd || maps_as(fd, ask);
		if (fd > 0)
			close(fd);
	}
	close(place);
	return same;
}

static int fail(struct filecache_answer *a, enum filecache_why why, int error)
{
	a->why = a->dirty_why = why;
	a->error = (uint64_t)error;
	return -1;
}

static bool is_deleted(const char *path)
{
	static const char end[] = " (deleted)";
	size_t n = strlen(path), len = sizeof end - 1;

	return n >= len && !strcmp(path + n - len, end);
}

int filecache_open_path(int root, const char *path)
{
	int place = open_below(root, path, 0), fd = -EINVAL;
	struct stat st;

	if (place < 0)
		return place;
	if (fstat(place, &st) == 0 && S_ISREG(st.st_mode))
		fd = reopen(place);
	close(place);
	return fd;
}

int filecache_open(int dir, int root, const struct filecache_ask *ask,
		   const char *path, struct filecache_answer *a)
{
	bool sure = true;
	int place = open_map_file(dir, ask), fd;
	struct stat st;

	if (place < 0) {
		sure = false;
		place = open_below(root, path, O_NOFOLLOW);
	}
	if (place < 0)
		return fail(a, is_deleted(path) ? FILECACHE_DELETED :
			    FILECACHE_OPEN, -place);
	if (fstat(place, &st) < 0 || !S_ISREG(st.st_mode)) {
		close(place);
		return fail(a, FILECACHE_SPECIAL, 0);
	}
	fd = !sure && st.st_ino != ask->inode ? -ESTALE : reopen(place);
	close(place);
	if (fd >= 0 && !sure && st.st_dev != ask->dev && !maps_as(fd, ask)) {
		close(fd);
		fd = -ESTALE;
	}
	if (fd == -ESTALE)
		return fail(a, FILECACHE_OTHER, 0);
	if (fd < 0)
		return fail(a, FILECACHE_OPEN, -fd);
	a->size = (uint64_t)st.st_size;
	return fd;
}

/* --- querying the page cache --------------------------------------------- */

static int by_cachestat(int fd, uint64_t from, uint64_t to,
			struct filecache_bin *bin)
{
	const struct range_arg range = { from, to - from };
	struct stat_arg st = { 0 };

	if (fault_on("no-cachestat"))
		return -ENOSYS;
	if (syscall(NR_CACHESTAT, fd, &range, &st, 0) < 0)
		return -errno;
	bin->cached = (uint32_t)st.cache;
	bin->dirty = (uint32_t)st.dirty;
	return 0;
}

static int by_mincore(int fd, uint64_t from, uint64_t to, uint64_t page_size,
		      struct filecache_bin *bin)
{
	static unsigned char there[WINDOW / 4096];

	while (from < to) {
		size_t n = to - from < WINDOW ? (size_t)(to - from) : WINDOW;
		size_t pages = n / page_size + (n % page_size != 0);
		void *own = mmap(NULL, n, PROT_NONE, MAP_SHARED, fd,
				 (off_t)from);
		int rc;

		if (own == MAP_FAILED)
			return -errno;
		rc = mincore(own, n, there) < 0 ? -errno : 0;
		munmap(own, n);
		if (rc < 0)
			return rc;
		for (size_t i = 0; i < pages; i++)
			bin->cached += there[i] & 1;
		from += n;
	}
	return 0;
}

static bool has_fowner(void)
{
	struct __user_cap_header_struct head = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct caps[2] = { 0 };

	return syscall(SYS_capget, &head, caps) == 0 &&
	       caps[0].effective & 1u << CAP_FOWNER;
}

/* True if mincore() reports real values to this user.  To users without the
 * permission it reports every page as cached (can_do_mincore() in
 * mm/mincore.c). */
static bool mincore_is_true(int fd)
{
	char self[32];
	struct stat st;

	if (fstat(fd, &st) == 0 && st.st_uid == geteuid())
		return true;
	snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
	return has_fowner() ||
	       faccessat(AT_FDCWD, self, W_OK, AT_EACCESS) == 0;
}

/* Chooses a method by trying it on the first page. */
static void choose(int fd, uint64_t page_size, struct filecache_answer *a)
{
	struct filecache_bin ignored;
	struct statfs fs = { 0 };
	int rc = by_cachestat(fd, 0, page_size, &ignored);
	bool truth = mincore_is_true(fd);

	if (fstatfs(fd, &fs) == 0 &&
	    (uint32_t)fs.f_type == MAGIC_HUGETLBFS) {
		fail(a, FILECACHE_KERNEL, EOPNOTSUPP);
		return;
	}
	/* The user lacks the permission, for cachestat() (which checks it since
	 * Linux 6.14) or for mincore(). */
	if (rc == -EPERM || rc == -EACCES || (rc < 0 && !truth)) {
		fail(a, FILECACHE_RIGHTS, -rc);
		return;
	}
	a->how = rc == 0 ? FILECACHE_STAT : FILECACHE_MINCORE;
	if (a->how == FILECACHE_MINCORE)
		a->dirty_why = FILECACHE_NO_STAT;
	if ((uint32_t)fs.f_type == MAGIC_TMPFS)
		a->dirty_why = FILECACHE_MEMORY;
}

static int count(int fd, const struct filecache_answer *a, uint64_t page_size,
		 uint64_t from, struct filecache_bin *bin)
{
	uint64_t to = from + a->bin_pages * page_size;

	*bin = (struct filecache_bin){ 0, 0 };
	if (from >= a->size)
		return 0;
	if (to > a->size)
		to = a->size;
	return a->how == FILECACHE_STAT ?
		by_cachestat(fd, from, to, bin) :
		by_mincore(fd, from, to, page_size, bin);
}

void filecache_look(int dir, const struct filecache_ask *ask,
		    const char *path, struct filecache_answer *a,
		    struct filecache_bin *bins)
{
	uint64_t until = clock_ns() + FILECACHE_NS, reach = ask->least, bytes;
	int fd, rc, root;

	*a = (struct filecache_answer){ .size = UINT64_MAX,
					.first = ask->first };
	root = filecache_root(dir);
	fd = filecache_open(dir, root, ask, path, a);
	if (root >= 0)
		close(root);
	if (a->size != UINT64_MAX && a->size > reach)
		reach = a->size;
	a->bin_pages = filecache_bin_pages(reach, ask->page_size);
	bytes = a->bin_pages * ask->page_size;
	a->bins = reach / bytes + (reach % bytes != 0);
	if (fd < 0)
		return;
	choose(fd, ask->page_size, a);
	while (a->how != FILECACHE_NOT && ask->first + a->done < a->bins &&
	       (!a->done || clock_ns() < until)) {
		rc = count(fd, a, ask->page_size,
			   (ask->first + a->done) * bytes, &bins[a->done]);
		if (rc < 0) {
			a->how = FILECACHE_NOT;
			a->done = 0;
			fail(a, FILECACHE_KERNEL, -rc);
			break;
		}
		a->done++;
	}
	close(fd);
}
