/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decides which of a target's pages mmtop may read.
 *
 * While mmtop reads an absent page of another process, the kernel holds that
 * process's mmap_lock (access_remote_vm() in mm/memory.c).  If it must wait for
 * a file server, no signal can end the wait (request_wait_answer() in
 * fs/fuse/dev.c).  If a FUSE or network server delayed the read, the target
 * could not even map memory.  So mmtop reads only pages that are present, or
 * that come from the memory or a disk of this machine.
 */
#include <config.h>

#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"
#include "parse/proc/maps.h"
#include "parse/proc/mountinfo.h"
#include "sys/proc/map.h"
#include "sys/proc/root.h"

#define MAPS_MAX (64u << 20)
#define MOUNTS_MAX (1u << 20)
/* Documentation/admin-guide/mm/pagemap.rst */
#define PAGE_PRESENT (UINT64_C(1) << 63)
#define PAGE_SWAPPED (UINT64_C(1) << 62)
#define PAGE_OF_FILE (UINT64_C(1) << 61)
#define PAGES_MAX 64

bool remote_there(const struct source_host *h, pid_t tid, uint64_t addr)
{
	uint64_t size = (uint64_t)sysconf(_SC_PAGESIZE), entry = 0;
	int fd = procroot_openf(h->proc, O_RDONLY, "%d/pagemap", tid);
	bool had;

	if (fd < 0)
		return false;
	had = pread(fd, &entry, sizeof entry,
		    (off_t)(addr / size * sizeof entry)) == sizeof entry;
	close(fd);
	return had && entry & (PAGE_PRESENT | PAGE_SWAPPED);
}

bool remote_stays(const struct source_host *h, pid_t tid, uint64_t addr,
		  uint64_t end)
{
	uint64_t size = (uint64_t)sysconf(_SC_PAGESIZE), entries[PAGES_MAX];
	uint64_t first = addr / size, n = (end + size - 1) / size - first;
	bool stays = false;
	int fd;

	if (addr >= end || n > PAGES_MAX)
		return false;
	fd = procroot_openf(h->proc, O_RDONLY, "%d/pagemap", tid);
	if (fd < 0)
		return false;
	stays = pread(fd, entries, n * sizeof *entries,
		      (off_t)(first * sizeof *entries)) ==
		(ssize_t)(n * sizeof *entries);
	close(fd);
	for (uint64_t i = 0; stays && i < n; i++)
		stays = (entries[i] & (PAGE_PRESENT | PAGE_OF_FILE)) ==
			PAGE_PRESENT;
	return stays;
}

static bool dev_by_text(const struct source_host *h, pid_t tid, uint64_t addr,
			uint64_t *dev)
{
	struct str text = STR_INIT;
	struct maps_entry e;
	bool found = false;

	if (procroot_readf(h->proc, &text, MAPS_MAX, "%d/maps", tid) == 0) {
		struct scan rest = { text.data, text.data + text.len };

		while (!found && maps_next(&rest, &e, NULL))
			found = e.start <= addr && addr < e.end;
	}
	if (found)
		*dev = e.inode ? e.dev : 0;
	str_release(&text);
	return found;
}

/* Gets the device of the file that is mapped at addr; 0: no file. */
static bool dev_at(const struct source_host *h, pid_t tid, uint64_t addr,
		   uint64_t *dev)
{
	int fd = procroot_openf(h->proc, O_RDONLY, "%d/maps", tid), r;
	struct procmap m;

	if (fd < 0)
		return false;
	r = procmap_query(fd, addr, false, &m, NULL, 0);
	close(fd);
	if (r < 0)
		return dev_by_text(h, tid, addr, dev);
	*dev = m.inode ? m.dev : 0;
	return true;
}

/* Returns the device of shared memory and memfds, which no list of mounts
 * has. */
static uint64_t memory_dev(void)
{
	static uint64_t dev;
	struct stat st;
	int fd;

	if (dev)
		return dev;
	fd = memfd_create("dev", MFD_CLOEXEC);
	if (fd < 0)
		return 0;
	if (fstat(fd, &st) == 0)
		dev = st.st_dev;
	close(fd);
	return dev;
}

/* True if another machine or a user's program serves this file system type. */
static bool is_served(struct bytes type)
{
	static const char *const served[] = {
		"fuse", "fuseblk", "nfs", "nfs4", "cifs", "smb3", "ceph",
		"afs", "coda", "orangefs",
	};

	if (type.len > 5 && !memcmp(type.data, "fuse.", 5))
		return true;
	for (size_t i = 0; i < sizeof served / sizeof *served; i++)
		if (bytes_equal(type, served[i]))
			return true;
	return false;
}

static bool is_local(const struct source_host *h, pid_t tid, uint64_t dev)
{
	struct str text = STR_INIT;
	struct mount_entry m;
	bool found = false, served = false;

	if (dev == 0 || dev == memory_dev())
		return true;
	if (procroot_readf(h->proc, &text, MOUNTS_MAX, "%d/mountinfo",
			   tid) == 0) {
		struct scan rest = { text.data, text.data + text.len };

		while (!found && mountinfo_next(&rest, &m))
			found = m.dev == dev;
		served = found && is_served(m.fstype);
	}
	str_release(&text);
	return found && !served;
}

bool remote_may(const struct source_host *h, pid_t tid, uint64_t addr)
{
	uint64_t dev;

	return fault_on("read-absent") || remote_there(h, tid, addr) ||
	       (dev_at(h, tid, addr, &dev) && is_local(h, tid, dev));
}
