/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events of memory: mappings, their pages, faults and writes, and the memory
 * totals of a process and of the system.
 */
#ifndef EVENT_KINDS_MEMORY_H
#define EVENT_KINDS_MEMORY_H

#include <stdint.h>

#include "event/field.h"

/* --- REGION -------------------------------------------------------------- */

/*
 * A region was added, removed or changed.
 *
 *	op		enum region_op
 *	old_start	start of a changed region before the change; mostly
 *			equal to `start`
 *	perm		bits of enum perm_bit
 *	dev		as made by makedev()
 *	kind		enum region_kind
 *	owner		tid of the thread, for a stack; id of a System V segment
 *	key, attaches	of a System V segment
 *	vmflags		two-letter names of smaps, separated by spaces; empty if
 *			not read
 *
 * If the region maps a file:
 *
 *	generation	as the kernel recorded it when the file was mapped;
 *			valid if has_generation is 1
 *	build_id	recorded by the kernel instead of the generation
 *	disk		enum region_disk: what is at the file's path now
 *	own_root	1 if the process has another root directory than mmtop
 *
 * The owner (see event/owner.h):
 *
 *	whose		enum region_whose
 *	whose_tid	its thread; 0: not known, or no thread
 *	arena		number of the arena, from 1; 0: not known
 *	code		"libfoo.so: func()"; hostile
 *	guessed		1 if inferred from the place or the memory of the region
 *	others		number of further owners, which have smaller parts
 *
 * A REGION_SYNC has no region.  It means that the events before it have given
 * the model all regions, as of the time in the event's head.
 */
#define EV_REGION_FIELDS(F) \
	F(U, op) F(U, old_start) F(U, start) F(U, end) F(U, perm) \
	F(U, offset) F(U, dev) F(U, inode) F(U, kind) F(I, owner) F(U, key) \
	F(U, attaches) F(U, rss) F(U, pss) F(U, swap) F(B, vmflags) F(B, name) \
	F(U, has_generation) F(U, generation) F(B, build_id) F(U, disk) \
	F(U, own_root) F(U, whose) F(I, whose_tid) F(U, arena) F(B, code) \
	F(U, guessed) F(U, others)
struct ev_region { EV_REGION_FIELDS(EV_MEMBER) };

enum region_op { REGION_ADD, REGION_REMOVE, REGION_CHANGE, REGION_SYNC };
enum region_disk { DISK_UNKNOWN, DISK_SAME, DISK_REPLACED, DISK_DELETED, DISKS };
#define BUILD_ID_MAX 20		/* bytes */
enum region_whose {
	WHOSE_UNKNOWN,
	WHOSE_HEAP,		/* [heap], enlarged by brk(2) */
	WHOSE_ARENA,		/* another arena of malloc */
	WHOSE_STACK,		/* stack of a thread */
	WHOSE_MALLOC,		/* one large block of malloc */
	WHOSE_TLS,		/* thread-local storage */
	WHOSE_LOADER,		/* mapped by the dynamic loader, for a library
				 * or for itself */
	WHOSE_LIBC,		/* mapped by libc for its own use, not as
				 * heap */
	WHOSE_CODE,		/* mapped by other code, which called mmap or
				 * mremap */
	WHOSES
};
enum perm_bit { PERM_R = 1, PERM_W = 2, PERM_X = 4, PERM_SHARED = 8 };
enum region_kind {
	KIND_ANON, KIND_PROGRAM, KIND_LIBRARY, KIND_FILE, KIND_HEAP,
	KIND_STACK, KIND_THREAD_STACK, KIND_GUARD, KIND_ARENA,
	KIND_ARENA_RESERVE, KIND_RESERVE, KIND_SYSV, KIND_POSIX_SHM,
	KIND_MEMFD, KIND_SHARED_ANON, KIND_VDSO, KIND_SPECIAL,
	KINDS
};

const char *region_op_name(uint64_t op);
const char *region_kind_name(uint64_t kind);
/* This and the next function return NULL if the value is not known. */
const char *region_disk_name(uint64_t disk);
const char *region_whose_name(uint64_t whose);
/* Writes permissions like "rw-p" into buf; returns buf. */
char *perm_text(char buf[5], uint64_t perm);

/* --- MAP ----------------------------------------------------------------- */

/*
 * A new mapping, as the kernel recorded it.  [addr, addr + len) is its region,
 * which is larger than the mapping if the kernel merged neighbours.
 *
 *	pgoff		bytes from the start of the file; for private anonymous
 *			memory an address
 *	prot, flags	as in mmap(2), as far as the region shows them
 *	build_id	of the ELF file; if it is set, dev, inode and generation
 *			are not known
 *	filename	the path as the task sees it from its root, or a label
 *			([heap], //anon)
 *
 * prot, flags, dev, inode and generation are EV_UNKNOWN if an old kernel did
 * not record them.
 */
#define EV_MAP_FIELDS(F) \
	F(U, addr) F(U, len) F(U, pgoff) F(U, prot) F(U, flags) F(U, dev) \
	F(U, inode) F(U, generation) F(B, build_id) F(B, filename)
struct ev_map { EV_MAP_FIELDS(EV_MEMBER) };

/* --- SYMBOL -------------------------------------------------------------- */

/* Answers REQ_SYMBOL: the function that contains the address `ip` of the
 * process; "" if it is not known. */
#define EV_SYMBOL_FIELDS(F) F(U, ip) F(B, function)
struct ev_symbol { EV_SYMBOL_FIELDS(EV_MEMBER) };

/* --- DENIED -------------------------------------------------------------- */

/* A mapping that source `told_by` reported, but that /proc/PID/maps does not
 * confirm.  No source has reported since then that it was unmapped or replaced.
 * The source in the event's head is 'm'.  `what` is an enum denied_what. */
#define EV_DENIED_FIELDS(F) F(B, told_by) F(U, addr) F(U, len) F(U, what)
struct ev_denied { EV_DENIED_FIELDS(EV_MEMBER) };

/* DENIED_MAPPING: /proc/PID/maps has no mapping at the address.  DENIED_FILE:
 * it has a mapping of another file. */
enum denied_what { DENIED_MAPPING, DENIED_FILE, DENIED_WHATS };

const char *denied_what_name(uint64_t what);

/* --- PAGES --------------------------------------------------------------- */

/*
 * The pages of [start, end): a whole region as it was when scanned, or a window
 * of a region.  Counts are in pages of page_size bytes; EV_UNKNOWN: not known.
 *
 *	scanned		end of the scanned part; equal to `end` if the scan is
 *			complete
 *	bins		struct page_bin[], from `start` on; each covers
 *			bin_pages pages (a power of two), the last maybe fewer
 *	detail		enum pages_of
 *	resident	includes `zero`, but not `huge`
 *	written		pages written since the last scan of that region with
 *			that detail; only if writes are tracked (EV_WRITES)
 *	ranges		struct page_range[]: the resident ranges, merged; only
 *			if a log needs them
 *	written_ranges	the same for the written pages
 *	cost		time of page scans, per mille of one CPU; 0: not
 *			measured yet
 *	exclusive_ns	when `exclusive` was counted; 0: at the same time as the
 *			other counts
 */
#define EV_PAGES_FIELDS(F) \
	F(U, start) F(U, end) F(U, scanned) F(U, page_size) F(U, bin_pages) \
	F(U, detail) F(U, resident) F(U, swapped) F(U, zero) F(U, huge) \
	F(U, exclusive) F(U, written) F(B, bins) F(B, ranges) F(U, cost) \
	F(B, written_ranges) F(U, exclusive_ns)
struct ev_pages { EV_PAGES_FIELDS(EV_MEMBER) };

/* The numbers that a log shows of a PAGES event, in this order.  Each
 * ..._LOGGED list does the same for its event. */
#define EV_PAGES_LOGGED(P) \
	P(page_size) P(resident) P(swapped) P(zero) P(huge) P(exclusive) \
	P(written)

enum pages_of {
	PAGES_OF_ALL,		/* any region; has few bins */
	PAGES_OF_FOCUS,		/* the region in focus; has up to 4,096 bins */
	PAGES_OF_WINDOW,	/* visible part of the region in focus; has up
				 * to 16,384 bins */
	PAGES_OF_FAMILY,	/* a region shared since a fork; has up to 1,024
				 * bins */
};
/* Numbers of pages in one bin. */
struct page_bin {
	uint32_t resident, swapped, zero, huge, exclusive, written;
};
/* 128-bit XXH3 hash with a seed that the program does not know. */
struct page_sum {
	uint64_t low, high;
};

struct page_range {
	uint64_t start, end;
};

/* --- WRITES -------------------------------------------------------------- */

/*
 * Whether mmtop tracks which pages the process in the event's head writes.
 *
 *	state		enum writes_state
 *	why		enum writes_why; for WRITES_REFUSED and WRITES_OFF
 *	way		enum writes_way
 *	regions, bytes	number and size of the tracked regions
 *	left		number of regions that cannot be tracked (files, shared
 *			memory)
 *	scan_ns		cost of the last complete scan
 *	missed		upper limit for the number of written pages that were
 *			missed since tracking started
 */
#define EV_WRITES_FIELDS(F) \
	F(U, state) F(U, why) F(U, way) F(U, regions) F(U, bytes) F(U, left) \
	F(U, scan_ns) F(I, error) F(U, missed)
struct ev_writes { EV_WRITES_FIELDS(EV_MEMBER) };

enum writes_state { WRITES_OFF, WRITES_STARTING, WRITES_ON, WRITES_REFUSED };
enum writes_way { WRITES_BY_NONE, WRITES_BY_UFFD, WRITES_BY_SOFT_DIRTY };
/* These numbers are stored in logs and sent over the link between engine and
 * screen: add new ones only at the end. */
enum writes_why {
	WRITES_WHY_NONE,
	WRITES_WHY_KERNEL,	/* the kernel has no asynchronous userfaultfd */
	WRITES_WHY_DENIED,	/* the kernel refused userfaultfd; see
				 * `error` */
	WRITES_WHY_MACHINE,	/* not supported on this architecture */
	WRITES_WHY_SECCOMP,	/* the process's own seccomp filter might kill
				 * it */
	WRITES_WHY_OWN,		/* the process uses userfaultfd itself */
	WRITES_WHY_STOPPED,	/* no thread of the process made a system call
				 * in time */
	WRITES_WHY_PLACE,	/* the process's code has no usable syscall
				 * instruction */
	WRITES_WHY_GONE,	/* the process or its address space no longer
				 * exists */
	WRITES_WHY_NOT_TRACED,	/* mmtop does not trace the process, or no
				 * longer does */
	WRITES_WHY_FAILED,	/* any other error; see `error` */
	WRITES_WHYS
};

const char *writes_state_name(uint64_t state);
const char *writes_way_name(uint64_t way);
const char *writes_why_name(uint64_t why);

/* --- FAULT --------------------------------------------------------------- */

/*
 * A page fault, or a sum of faults.  `ip` is the address of the code that
 * caused it; `kernel` is 1 if that is kernel code.
 *
 * With EVF_EACH, a single fault: `minor` or `major` is 1 (neither, if the
 * source cannot distinguish them).  The region is the one that contained addr
 * when the record was read (region_end 0: no region).  `step` and `touched` are
 * 0; `access` is an enum fault_access.
 *
 * Without EVF_EACH, the sum of the faults that one piece of code caused in one
 * range since the last such event.  time, tid and addr are those of the newest
 * fault; `minor` and `major` are counts.  Page i of [start, start + 64 * step)
 * has faulted if bit i of `touched` is set; `step` is the page size.  If
 * `touched` is 0, the faults are too far apart for these bits, and all are in
 * [region_start, region_end).
 */
#define EV_FAULT_FIELDS(F) \
	F(U, addr) F(U, ip) F(U, kernel) F(U, minor) F(U, major) F(U, start) \
	F(U, step) F(U, touched) F(U, region_start) F(U, region_end) \
	F(B, region_name) F(U, access)
struct ev_fault { EV_FAULT_FIELDS(EV_MEMBER) };

/* The kind of access that caused a fault. */
enum fault_access {
	ACCESS_UNKNOWN, ACCESS_READ, ACCESS_WRITE, ACCESS_EXEC
};

/* Returns NULL if the access is not known. */
const char *fault_access_name(uint64_t access);

/* --- RSS ----------------------------------------------------------------- */

/* The size of one part of a process's resident memory.  `member` is an enum
 * rss_member; `bytes` is its exact new size. */
#define EV_RSS_FIELDS(F) F(U, member) F(U, bytes)
struct ev_rss { EV_RSS_FIELDS(EV_MEMBER) };

/* The numbers are the kernel's (include/linux/mm_types_task.h). */
enum rss_member { RSS_FILE, RSS_ANON, RSS_SWAP, RSS_SHMEM, RSS_MEMBERS };

const char *rss_member_name(uint64_t member);

/* --- USAGE --------------------------------------------------------------- */

/*
 * Memory of a process, in bytes.  Logs call this event "memory".
 *
 *	minflt, majflt	counted from the start of the process
 *	minflt_new, majflt_new
 *			counted since the last event of the process; only for
 *			logs, like comm and cgroup
 *	cgroup		path of the process's cgroup in its hierarchy
 *	cgroup_max	EV_UNKNOWN: no limit
 *	counted_ns	if the sampler is late: time of the last scan of all
 *			regions of the process, or of their pages; 0: not late
 *	stack_max	RLIMIT_STACK; EV_UNKNOWN: no limit
 *	hugetlb		not included in any other member; 0 in older logs
 */
#define EV_USAGE_FIELDS(F) \
	F(U, virt) F(U, rss) F(U, rss_anon) F(U, rss_file) F(U, rss_shmem) \
	F(U, peak) F(U, swap) F(U, pss) F(U, data) F(U, stack) F(U, text) \
	F(U, locked) F(U, minflt) F(U, majflt) F(U, threads) F(U, state) \
	F(U, cgroup_used) F(U, cgroup_max) F(U, counted_ns) F(U, stack_max) \
	F(U, hugetlb) F(U, minflt_new) F(U, majflt_new) F(B, comm) F(B, cgroup)
struct ev_usage { EV_USAGE_FIELDS(EV_MEMBER) };

/* The numbers that logs have, in the order of the columns of CSV: add new ones
 * at the end. */
#define EV_MEMORY_LOGGED(P) \
	P(virt) P(rss) P(rss_anon) P(rss_file) P(rss_shmem) P(hugetlb) \
	P(pss) P(swap) P(peak) P(data) P(stack) P(text) P(locked) P(minflt) \
	P(majflt) P(minflt_new) P(majflt_new) P(threads) P(cgroup_used) \
	P(cgroup_max)

/* --- SYSTEM -------------------------------------------------------------- */

/* Memory of the system in bytes, as in /proc/meminfo.  EV_UNKNOWN: the kernel
 * does not report the value. */
#define EV_SYSTEM_FIELDS(F) \
	F(U, total) F(U, free) F(U, available) F(U, used) F(U, buffers) \
	F(U, cached) F(U, shmem) F(U, slab) F(U, page_tables) \
	F(U, kernel_stack) F(U, anon) F(U, dirty) F(U, writeback) \
	F(U, commit) F(U, commit_limit) F(U, swap_total) F(U, swap_free) \
	F(U, huge_total) F(U, huge_free) F(U, huge_size) \
	F(U, psi_some_10) F(U, psi_some_60) F(U, psi_some_300) \
	F(U, psi_full_10) F(U, psi_full_60) F(U, psi_full_300) \
	F(U, oom_kills) /* the psi values are per mille */
struct ev_system { EV_SYSTEM_FIELDS(EV_MEMBER) };

#define EV_SYSTEM_LOGGED(P) \
	P(total) P(available) P(used) P(free) P(buffers) P(cached) P(shmem) \
	P(slab) P(page_tables) P(anon) P(swap_total) P(swap_free) \
	P(huge_total) P(huge_free) P(huge_size) P(oom_kills)

#endif
