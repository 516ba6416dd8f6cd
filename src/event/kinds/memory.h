/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events of memory: what is mapped, which pages of it there are and which are
 * written, and the figures of a process and of the machine.
 */
#ifndef EVENT_KINDS_MEMORY_H
#define EVENT_KINDS_MEMORY_H

#include <stdint.h>

#include "event/field.h"

/* --- REGION -------------------------------------------------------------- */

/*
 * op: enum region_op; perm: enum perm_bit; dev: makedev(); kind: enum
 * region_kind.  old_start is where a changed region began before (equal to
 * start mostly).  vmflags: smaps' two-letter names, space-separated, empty
 * when not read.  owner: the tid of a thread stack, the id of a System V
 * segment; key and attaches for System V.  Of a file: generation, where
 * has_generation is 1, or build_id, as the kernel recorded it when the file was
 * mapped; disk: enum region_disk, what lies at its path now; own_root: 1 where
 * its process has another root directory than mmtop.  whose: enum region_whose,
 * whose_tid: the thread (0: not known, or of none), arena: which one (from 1 on;
 * 0 not known), code: "libfoo.so: func()" (hostile), all as event/owner.h has
 * them; guessed: 1 where that is inferred, from where it lies or what it holds;
 * others: so many more have smaller parts of it.  REGION_SYNC has no region: the
 * events before it made the model's map whole as of the head's time.
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
	WHOSE_HEAP,		/* the main one, which brk makes */
	WHOSE_ARENA,		/* another one of malloc's */
	WHOSE_STACK,		/* a thread's */
	WHOSE_MALLOC,		/* one large block */
	WHOSE_TLS,		/* what threads have of their own */
	WHOSE_LOADER,		/* the dynamic loader, for a library or itself */
	WHOSE_LIBC,		/* libc, by itself, for something else */
	WHOSE_CODE,		/* who asked for it */
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
/* NULL: not known. */
const char *region_disk_name(uint64_t disk);
const char *region_whose_name(uint64_t whose);
/* "rw-p" into buf. */
char *perm_text(char buf[5], uint64_t perm);

/* --- MAP ----------------------------------------------------------------- */

/*
 * The region that came of it, which may be larger than what was mapped: the
 * kernel joins neighbours.  pgoff: where it begins in the file, of private
 * anonymous memory an address.  prot and flags as mmap(2) has them, as far as
 * the region tells.  build_id: of the ELF file; it being there, dev, inode and
 * generation are not known.  filename: as the task sees it from its root; or a
 * label: [heap], //anon.  prot, flags, dev, inode, generation: EV_UNKNOWN where
 * a recording of an old kernel does not tell them.
 */
#define EV_MAP_FIELDS(F) \
	F(U, addr) F(U, len) F(U, pgoff) F(U, prot) F(U, flags) F(U, dev) \
	F(U, inode) F(U, generation) F(B, build_id) F(B, filename)
struct ev_map { EV_MAP_FIELDS(EV_MEMBER) };

/* --- DENIED -------------------------------------------------------------- */

/* The head's source is the map's.  told_by: whose word that was, told since by
 * nobody that it went, or that it is another's now.  what: enum denied_what. */
#define EV_DENIED_FIELDS(F) F(B, told_by) F(U, addr) F(U, len) F(U, what)
struct ev_denied { EV_DENIED_FIELDS(EV_MEMBER) };

/* What the map has not: anything there, or that file. */
enum denied_what { DENIED_MAPPING, DENIED_FILE, DENIED_WHATS };

const char *denied_what_name(uint64_t what);

/* --- PAGES --------------------------------------------------------------- */

/*
 * The pages of [start, end), which is a region as it was when scanned, or a
 * window of one.
 * Counts are of pages of page_size, EV_UNKNOWN where it cannot be known.
 * bins: struct page_bin[], each of bin_pages pages (a power of two) from
 * start on, the last maybe shorter; scanned: how far the scan came (end when
 * it is whole).  detail: enum pages_of.  ranges: struct page_range[], the
 * resident ranges merged, only where a log wants them.  cost: what looking at
 * pages takes, per mille of one CPU; 0 not measured yet.  written: the pages
 * that were written since the last look at that region, of that detail, where
 * writes are tracked (EV_WRITES); written_ranges: the same as ranges.
 * resident includes zero, huge does not.
 * exclusive_ns: when the exclusive ones were counted, 0 with the others.
 */
#define EV_PAGES_FIELDS(F) \
	F(U, start) F(U, end) F(U, scanned) F(U, page_size) F(U, bin_pages) \
	F(U, detail) F(U, resident) F(U, swapped) F(U, zero) F(U, huge) \
	F(U, exclusive) F(U, written) F(B, bins) F(B, ranges) F(U, cost) \
	F(B, written_ranges) F(U, exclusive_ns)
struct ev_pages { EV_PAGES_FIELDS(EV_MEMBER) };

enum pages_of {
	PAGES_OF_ALL,		/* each region: few bins */
	PAGES_OF_FOCUS,		/* the region in focus: up to 4,096 */
	PAGES_OF_WINDOW,	/* what is in view of it: up to 16,384 */
	PAGES_OF_FAMILY,	/* a region that a fork shares: up to 1,024 */
};
/* Counts of pages in one bin. */
struct page_bin {
	uint32_t resident, swapped, zero, huge, exclusive, written;
};
/* XXH3 of 128 bits, with a seed that whoever made the bytes does not know. */
struct page_sum {
	uint64_t low, high;
};

struct page_range {
	uint64_t start, end;
};

/* --- WRITES -------------------------------------------------------------- */

/*
 * The head's pid is the process.  state: enum writes_state; why: enum
 * writes_why, where it is WRITES_REFUSED or WRITES_OFF; way: enum writes_way.
 * regions: how many are tracked, and bytes of them; left: regions that cannot
 * be (files, shared memory).  scan_ns: what the last whole look cost.  missed:
 * at most so many pages were written and not seen, since it is on.
 */
#define EV_WRITES_FIELDS(F) \
	F(U, state) F(U, why) F(U, way) F(U, regions) F(U, bytes) F(U, left) \
	F(U, scan_ns) F(I, error) F(U, missed)
struct ev_writes { EV_WRITES_FIELDS(EV_MEMBER) };

enum writes_state { WRITES_OFF, WRITES_STARTING, WRITES_ON, WRITES_REFUSED };
enum writes_way { WRITES_BY_NONE, WRITES_BY_UFFD, WRITES_BY_SOFT_DIRTY };
/* The numbers stand in logs of the link: new ones come last. */
enum writes_why {
	WRITES_WHY_NONE,
	WRITES_WHY_KERNEL,	/* no userfaultfd of the asynchronous kind */
	WRITES_WHY_DENIED,	/* error: the kernel refused one */
	WRITES_WHY_MACHINE,	/* not on this architecture */
	WRITES_WHY_SECCOMP,	/* a filter of its own might kill it */
	WRITES_WHY_OWN,		/* it uses userfaultfd itself */
	WRITES_WHY_STOPPED,	/* none of its tasks came by in time */
	WRITES_WHY_PLACE,	/* no code of its that a call could use */
	WRITES_WHY_GONE,	/* it ended, or its memory did */
	WRITES_WHY_NOT_TRACED,	/* mmtop does not trace it (any more) */
	WRITES_WHY_FAILED,	/* error: anything else */
	WRITES_WHYS
};

const char *writes_state_name(uint64_t state);
const char *writes_way_name(uint64_t way);
const char *writes_why_name(uint64_t why);

/* --- FAULT --------------------------------------------------------------- */

/*
 * A page that was not there when it was touched.  EVF_EACH: this one, minor or
 * major is 1 (neither: the source cannot tell them apart), and the region that
 * addr lies in, as it was when the record was read (region_end 0: none was
 * found); step and touched are 0; access: enum fault_access.
 * Otherwise the sum of what one piece of code faulted in one stretch of memory
 * since the last telling: time, tid and addr are of the newest of them, minor
 * and major how many; page i of [start, start + 64 * step) faulted where bit i
 * of touched is set, step being the page size.  touched 0: too many places to
 * tell; they are of [region_start, region_end).
 * ip: where the code is, an address of the kernel's where kernel is 1.
 */
#define EV_FAULT_FIELDS(F) \
	F(U, addr) F(U, ip) F(U, kernel) F(U, minor) F(U, major) F(U, start) \
	F(U, step) F(U, touched) F(U, region_start) F(U, region_end) \
	F(B, region_name) F(U, access)
struct ev_fault { EV_FAULT_FIELDS(EV_MEMBER) };

/* What the code wanted of the page. */
enum fault_access {
	ACCESS_UNKNOWN, ACCESS_READ, ACCESS_WRITE, ACCESS_EXEC
};

/* NULL: not known. */
const char *fault_access_name(uint64_t access);

/* --- RSS ----------------------------------------------------------------- */

/* member: enum rss_member; bytes of it from now on, exactly. */
#define EV_RSS_FIELDS(F) F(U, member) F(U, bytes)
struct ev_rss { EV_RSS_FIELDS(EV_MEMBER) };

/* As the kernel numbers them (include/linux/mm_types_task.h). */
enum rss_member { RSS_FILE, RSS_ANON, RSS_SWAP, RSS_SHMEM, RSS_MEMBERS };

const char *rss_member_name(uint64_t member);

/* --- USAGE --------------------------------------------------------------- */

/* Bytes; faults since the process began; cgroup_max EV_UNKNOWN for none.
 * counted_ns: when all of its regions, or their pages, were last looked at,
 * where that is longer ago than it is by itself; 0: a moment ago.  stack_max:
 * RLIMIT_STACK, EV_UNKNOWN for none.  hugetlb: what no other member has; 0 in a
 * log that is older than it. */
#define EV_USAGE_FIELDS(F) \
	F(U, virt) F(U, rss) F(U, rss_anon) F(U, rss_file) F(U, rss_shmem) \
	F(U, peak) F(U, swap) F(U, pss) F(U, data) F(U, stack) F(U, text) \
	F(U, locked) F(U, minflt) F(U, majflt) F(U, threads) F(U, state) \
	F(U, cgroup_used) F(U, cgroup_max) F(U, counted_ns) F(U, stack_max) \
	F(U, hugetlb)
struct ev_usage { EV_USAGE_FIELDS(EV_MEMBER) };

/* What a log has of them, in its order. */
#define EV_USAGE_LOGGED(P) \
	P(virt) P(rss) P(rss_anon) P(rss_file) P(rss_shmem) P(hugetlb) \
	P(pss) P(swap) P(peak) P(data) P(stack) P(text) P(locked) P(minflt) \
	P(majflt) P(threads) P(cgroup_used) P(cgroup_max)

/* --- SYSTEM -------------------------------------------------------------- */

/* Bytes, as /proc/meminfo has them; EV_UNKNOWN where the kernel has none. */
#define EV_SYSTEM_FIELDS(F) \
	F(U, total) F(U, free) F(U, available) F(U, used) F(U, buffers) \
	F(U, cached) F(U, shmem) F(U, slab) F(U, page_tables) \
	F(U, kernel_stack) F(U, anon) F(U, dirty) F(U, writeback) \
	F(U, commit) F(U, commit_limit) F(U, swap_total) F(U, swap_free) \
	F(U, huge_total) F(U, huge_free) F(U, huge_size) \
	F(U, psi_some_10) F(U, psi_some_60) F(U, psi_some_300) \
	F(U, psi_full_10) F(U, psi_full_60) F(U, psi_full_300) \
	F(U, oom_kills) /* psi: per mille */
struct ev_system { EV_SYSTEM_FIELDS(EV_MEMBER) };

#endif
