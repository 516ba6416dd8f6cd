/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What happened: the one type that joins sources to sinks.
 *
 * A source emits events, the model folds them, sinks write them.  An event
 * is a fixed head and one payload from the union, chosen by kind.  Payload
 * fields are listed once, in the EV_..._FIELDS macros: the structs, the
 * binary codec (event/codec.h) and the tests' text form are made from them.
 *
 * Ownership: struct bytes fields are borrowed for the duration of the call
 * that hands the event over; copy to keep.  Their contents are hostile.
 *
 * Times are CLOCK_MONOTONIC nanoseconds since the session's start; addresses
 * and sizes are bytes, counts of pages say so.  EV_UNKNOWN in a u64 means
 * "not known", and is never to be shown as a number.
 *
 *	12.391 4121/4122 CALL  abi=x86_64 nr=9 args=... result=0x7f1c8d700000
 */
#ifndef EVENT_EVENT_H
#define EVENT_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define EV_UNKNOWN UINT64_MAX

struct bytes {
	const void *data;
	size_t len;
};

/* --- kinds: X(NAME, member, help) --------------------------------------- */

#define EVENT_KINDS(X) \
	X(START, start, "the session begins") \
	X(PROCESS, process, "launch, attach, thread, fork, exec, exit, detach") \
	X(CALL, call, "a system call, or one phase of it") \
	X(SIGNAL, signal, "a signal received, or a group-stop") \
	X(REGION, region, "a region appeared, went or changed") \
	X(PAGES, pages, "the pages of a region") \
	X(USAGE, usage, "memory figures of one process") \
	X(TASK, task, "state of one thread") \
	X(SYSTEM, system, "the machine's memory totals") \
	X(STATUS, status, "what the engine does with the target") \
	X(OUTPUT, output, "one row of the program's terminal") \
	X(NOTE, note, "something a person should be told") \
	X(SNAPSHOT, snapshot, "what there is, told anew after a loss") \
	X(LOST, lost, "events that could not be had") \
	X(END, end, "the session ends") \
	X(FILE, file, "the pages of mapped files, now and ever resident") \
	X(STRIP, strip, "a mapped file from its beginning to its end") \
	X(FAULT, fault, "a page fault, or a sum of them") \
	X(SOURCE, source, "what a source does, or why it does not") \
	X(WRITES, writes, "whether a process's written pages are tracked") \
	X(STACK, stack, "the frames of a thread that stands still") \
	X(MAP, map, "a mapping, as the kernel recorded it") \
	X(COST, cost, "what each source costs") \
	X(RING, ring, "the trace ring of one CPU") \
	X(RSS, rss, "how much of one kind of a process' memory is resident") \
	X(DENIED, denied, "what a source said is mapped, and is not") \
	X(FRAME, frame, "what changed in a region's contents") \
	X(CONTENTS, contents, "bytes of memory, as the screen asked for them") \
	X(HEAP, heap, "blocks that a program has got, and who in it got them")

enum event_kind {
#define X(NAME, member, help) EV_##NAME,
	EVENT_KINDS(X)
#undef X
	EV_KINDS
};

enum event_flag {
	EVF_LOST = 1,		/* something before this one is missing */
	EVF_SYNTHETIC = 2,	/* made up from a snapshot, not seen happen */
	EVF_INFERRED = 4,	/* a guess */
	EVF_AGAIN = 8,		/* told before: only for those who may have
				 * missed it (SNAPSHOT); no log writes it */
	EVF_EACH = 16,		/* a FAULT by itself, a MAP or an RSS, for logs
				 * and sources: the screen gets it in a sum, as
				 * USAGE; of a MAP only who told of it */
	EVF_ALSO_PERF = 32,	/* others than its source told it too: event/ */
	EVF_ALSO_RING = 64,	/* join.h */
	EVF_ALSO_PTRACE = 128,
};
#define EVF_ALSO (EVF_ALSO_PERF | EVF_ALSO_RING | EVF_ALSO_PTRACE)

/* --- payload fields: F(type, name) --------------------------------------- */
/* Types: U (uint64_t), I (int64_t), B (struct bytes), A (uint64_t[6]). */

#define EV_START_FIELDS(F) \
	F(B, version) F(B, command) F(B, kernel) F(B, machine) \
	F(U, page_size) F(B, sources) /* "name=on\0name=reason\0" */

/*
 * op: enum process_op.  The head's pid/tid is who did it (the creator, the
 * one that exits), child the new task; child_pid its process (equal to child
 * for a new process).  argv is NUL-separated.  start is the start time in
 * clock ticks since boot (/proc/PID/stat field 22) of child, or of the
 * process for launch, attach and exec; 0 unknown.  sp: the new thread's stack
 * pointer, 0 unknown.  ns_pid: a process's number in its own PID namespace,
 * the last of /proc/PID/status's NSpid, 0 when that is the same one.  exec:
 * old_tid is the thread that called it.
 * exit: exactly one of status (0..255) and signal, the other -1, as both are
 * where neither was recorded; core is 0 or 1; gone is 1
 * when the whole process ended, 0 when one of its threads did.
 */
#define EV_PROCESS_FIELDS(F) \
	F(U, op) F(I, child) F(I, child_pid) F(I, ppid) F(U, start) F(U, sp) \
	F(I, old_tid) F(I, status) F(I, signal) F(U, core) F(U, gone) \
	F(B, comm) F(B, exe) F(B, argv) F(I, ns_pid)

/*
 * abi: enum abi; nr: the kernel's number in that abi; phase: enum call_phase.
 * args are normalised (old_mmap's struct and i386's ipc are unpacked: call
 * gives what it really is, enum call_id of event/call.h, CALL_OTHER for those
 * that are no memory calls).  error: a positive errno, 0 for none; result is
 * the raw value (-1 with error set).  path: the file of the fd argument, or
 * the string argument (execve, memfd_create), empty when there is none.
 * restarted: 1 when the call was interrupted and goes on by itself; error is
 * then the kernel's restart code (512...), where it is known, and no failure.
 */
#define EV_CALL_FIELDS(F) \
	F(U, abi) F(U, nr) F(U, call) F(U, phase) F(A, args) F(I, result) \
	F(U, error) F(U, restarted) F(U, duration_ns) F(B, path)

/* code: si_code; value: si_value; addr: si_addr when has_addr.  The region
 * is that of addr, if any (region_end 0: none).  action: enum
 * signal_action. */
#define EV_SIGNAL_FIELDS(F) \
	F(U, signal) F(I, code) F(I, sender) F(U, uid) F(U, value) \
	F(U, has_addr) F(U, addr) F(U, region_start) F(U, region_end) \
	F(B, region_name) F(U, action)

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
 * exclusive_ns: when the exclusive ones were counted, 0 with the others.
 */
#define EV_PAGES_FIELDS(F) \
	F(U, start) F(U, end) F(U, scanned) F(U, page_size) F(U, bin_pages) \
	F(U, detail) F(U, resident) F(U, swapped) F(U, zero) F(U, huge) \
	F(U, exclusive) F(U, written) F(B, bins) F(B, ranges) F(U, cost) \
	F(B, written_ranges) F(U, exclusive_ns)

/* Bytes; faults since the process began; cgroup_max EV_UNKNOWN for none.
 * counted_ns: when all of its regions, or their pages, were last looked at,
 * where that is longer ago than it is by itself; 0: a moment ago. */
#define EV_USAGE_FIELDS(F) \
	F(U, virt) F(U, rss) F(U, rss_anon) F(U, rss_file) F(U, rss_shmem) \
	F(U, peak) F(U, swap) F(U, pss) F(U, data) F(U, stack) F(U, text) \
	F(U, locked) F(U, minflt) F(U, majflt) F(U, threads) F(U, state) \
	F(U, cgroup_used) F(U, cgroup_max) F(U, counted_ns)

/* state: the letter of /proc/TID/stat; in_call: the number of the system call
 * it sits in, EV_UNKNOWN when it runs; sp: 0 unknown. */
#define EV_TASK_FIELDS(F) \
	F(U, state) F(U, in_call) F(U, in_call_abi) F(U, sp) F(U, minflt) \
	F(U, majflt) F(B, comm)

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

/*
 * state: enum target_state; level: enum level; origin 1 launched, 0 attached.
 * held_tid: whose stop a hold is about, 0 none; held_phase: enum call_phase;
 * held: how many tasks stand still.  waits_on: the tid that a blocked step
 * waits for, -1 when it waits for no known one, 0 not blocked.  own_cpu: per
 * mille of one CPU; own_rss: bytes.  exit_*: when ENDED.  filter: 1 when a
 * filtered tree is traced or kept; keeper: 1 when DETACHED means that the
 * engine still passes its filtered calls on; pinned: 1 while target and engine
 * share a CPU; untraced: children that escaped.  CAPTURE: stops is how many
 * frames there are.
 */
#define EV_STATUS_FIELDS(F) \
	F(U, state) F(U, level) F(U, origin) F(I, main_pid) F(I, held_tid) \
	F(U, held_phase) F(U, held) F(U, tasks) F(I, waits_on) F(U, stops) \
	F(U, stop_total_ns) F(U, worst_stop_ns) F(U, lost) F(U, own_cpu) \
	F(U, own_rss) F(I, exit_status) F(I, exit_signal) F(U, exit_core) \
	F(U, filter) F(U, keeper) F(U, pinned) F(U, untraced)

/* Row of the emulated terminal: cells is struct output_cell[cols]. */
#define EV_OUTPUT_FIELDS(F) \
	F(U, rows) F(U, cols) F(U, row) F(U, cursor_row) F(U, cursor_col) \
	F(U, cursor_shown) F(B, cells)

/* id: enum note_id, which says what a, b and text mean. */
#define EV_NOTE_FIELDS(F) F(U, id) F(U, severity) F(I, a) F(I, b) F(B, text)

/*
 * op: enum snapshot_op.  After BEGIN every process and thread there is comes
 * again as a PROCESS event, SYNTHETIC and AGAIN, with the CALL that it is in
 * where that was told, then a STATUS; at END those that did not come are gone.
 * Each one's regions follow, ADD and AGAIN, closed by its REGION_SYNC: what did
 * not come again before it is gone too.  What happens meanwhile comes between,
 * as ever.  A LOST of the link in between undoes it all: another one follows.
 */
#define EV_SNAPSHOT_FIELDS(F) F(U, op)

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

/* state: enum source_state; why: enum source_why, which says what value is.
 * missed: tasks that it cannot tell of.  Told again whenever it changes.  Of the
 * ring, when it is on, value is an enum ring_way. */
#define EV_SOURCE_FIELDS(F) \
	F(B, name) F(U, state) F(U, why) F(I, value) F(U, missed)

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

/*
 * What the sources cost since the last COST: CPU time, with what came of their
 * events, in millionths of one CPU.  perf_fill: how full the fullest of perf's
 * rings was, per mille; EV_UNKNOWN where there is none.
 */
#define EV_COST_FIELDS(F) \
	F(U, ptrace) F(U, perf) F(U, ring) F(U, maps) F(U, output) \
	F(U, perf_fill)

/*
 * The trace ring of one CPU, which the kernel counts in events: unread ones,
 * those that were overwritten unread, and those that were read by whoever.
 * others: how many of them somebody else took.  subbufs: how many sub-buffers it
 * has, of subbuf_size bytes each.  fill: how full it was at most since the last
 * RING, per mille.  reader: while it is mapped, the sub-buffer that is ours, and
 * reader_at where that lies in the mapping.  way: enum ring_way.  EV_UNKNOWN
 * what is not known.
 */
#define EV_RING_FIELDS(F) \
	F(U, cpu) F(U, way) F(U, unread) F(U, overrun) F(U, read) \
	F(U, others) F(U, subbufs) F(U, subbuf_size) F(U, fill) \
	F(U, reader) F(U, reader_at)

/* member: enum rss_member; bytes of it from now on, exactly. */
#define EV_RSS_FIELDS(F) F(U, member) F(U, bytes)

/* The head's source is the map's.  told_by: whose word that was, told since by
 * nobody that it went, or that it is another's now.  what: enum denied_what. */
#define EV_DENIED_FIELDS(F) F(B, told_by) F(U, addr) F(U, len) F(U, what)

/*
 * What changed in a captured window since the frame before it: [start + offset,
 * + length) of the region [start, end).  object: a number for what is captured,
 * the same for all who share it (shared 1) and for the life of a private
 * mapping; number: 1 and up, of that object.  cause: enum frame_cause, and of
 * FRAME_CALL and FRAME_UNMAP call: its name.  It comes in parts, so that a large one needs
 * no memory: each has data, the bytes of the pages in `ranges` one after the
 * other, and the last (last 1) has the figures, of the whole frame, and gone:
 * what was resident in the frame before and is not now.  pages: that changed;
 * absent: of the window, not resident; unread: that could not be read, error
 * the last -errno why; missed: looks that were left out since the frame before
 * (rate, limit), between which states may have come and gone unseen.  by: enum
 * frame_by, what told which pages to read.  Only the store sees the data:
 * frame_head() is for everybody else.
 */
#define EV_FRAME_FIELDS(F) \
	F(U, object) F(U, number) F(U, start) F(U, end) F(U, offset) \
	F(U, length) F(U, page_size) F(U, shared) F(U, cause) F(B, call) \
	F(U, pages) F(U, absent) F(U, unread) F(I, error) F(U, missed) \
	F(U, by) F(U, last) F(B, name) F(B, ranges) F(B, gone) F(B, data)

/*
 * The answer to REQ_CONTENTS, or of a capture: [start, start + data.len), of
 * the region [region_start, region_end) (0: there is none).  object, number:
 * of which frame, number 0: as it was a moment ago.  holes: struct
 * contents_hole[], addresses in order, whose bytes are not known; data has
 * zeros there.
 */
#define EV_CONTENTS_FIELDS(F) \
	F(U, start) F(U, region_start) F(U, region_end) F(U, object) \
	F(U, number) F(B, data) F(B, holes)

/*
 * A program's own allocator, as libmmtop-heap.so inside it tells of it; op: enum
 * heap_event_op.  A site is a place that allocates: who called (caller, in
 * library and symbol, as far as they are known), and who called that (stack:
 * uint64_t[], innermost first); the same number for the life of the process.
 *
 * ALLOC, FREE: a block: addr, size (FREE: EV_UNKNOWN where nobody told of its
 * beginning); each of millions, for logs alone, at its own time and thread.
 * What realloc moves is given back, and got.  FREE: wrong: enum heap_wrong.
 * SITE: all there is to say of one, absolute, so that a later one replaces it.
 * LEAK: a site that had something when its process ended, but for what its
 * parent got before the fork.
 * BLOCK: answers REQ_HEAP_BLOCKS: list: struct heap_block[], the largest first.
 * TOTAL: the same as SITE, of a whole process.
 * INFO: answers REQ_HEAP_INFO: info: uint64_t[HEAP_INFOS], as mallinfo2(3) has
 * them; why: enum heap_info_why where there are none.
 *
 * size, blocks: live now, bytes as they were asked for.  allocs, frees,
 * reallocs (of which each is an alloc and a free too), bytes: ever.  peak: the
 * most that size ever was; at_peak: of a site, what it had when its process had
 * its peak; of a total, when that was (ns).  resident: bytes of live blocks in
 * memory, freed: bytes in memory that the allocator has, and no live block;
 * EV_UNKNOWN where nobody looked.  wrongs, foreign: frees of what was free
 * already, and of what was never got; missed: blocks that were not kept, there
 * being too many.  ages: uint64_t[HEAP_AGES], live bytes that are less than 1 s,
 * 2 s, 4 s... 64 s old, and older; classes: uint64_t[HEAP_CLASSES], live blocks
 * of less than 16 bytes, 32, 64... and larger.  last: 1: nothing comes after it.
 */
#define EV_HEAP_FIELDS(F) \
	F(U, op) F(U, addr) F(U, size) F(U, blocks) F(U, caller) F(U, site) \
	F(U, resident) F(U, allocs) F(U, frees) F(U, reallocs) F(U, bytes) \
	F(U, peak) F(U, at_peak) F(U, freed) F(U, wrong) F(U, wrongs) \
	F(U, foreign) F(U, missed) F(U, last) F(U, why) F(B, ages) \
	F(B, classes) F(B, list) F(B, info) F(B, stack) F(B, library) \
	F(B, symbol)

#define EV_LOST_FIELDS(F) F(B, source) F(U, count)
#define EV_END_FIELDS(F) \
	F(U, events) F(U, lost) F(U, duration_ns) F(U, worst_stop_ns)

/*
 * op: enum file_op.  MAPPING: the pages of a file that a process maps from
 * start to end, as far as its page table has them, seen at `at` (enum file_at);
 * offset is that of start in the file.  Several regions of one mapping (parts
 * with other permissions) are one.  now, ever: bytes; *_ranges: struct
 * page_range[] of offsets in the file, merged, and *_more how many there are
 * beyond them (ever: at least).  partial: 1 when the time was not enough to see
 * all of it, now or before a part went.  TOTAL: the last word on a file, at the
 * end of its process: ever is of all its mappings, so many there were; partial:
 * at least.
 */
#define EV_FILE_FIELDS(F) \
	F(U, op) F(U, at) F(U, start) F(U, end) F(U, offset) F(U, dev) \
	F(U, inode) F(U, page_size) F(U, mappings) F(U, now) F(U, now_more) \
	F(U, ever) F(U, ever_more) F(U, partial) F(B, now_ranges) \
	F(B, ever_ranges) F(B, name)

/*
 * The file mapped at start (REQ_FILE), by offset: bins: struct file_bin[], each
 * of bin_pages pages (a power of two), from offset 0 on; parts: struct
 * file_span[], the process' mappings of it (mappings: how many there are).
 * size: bytes.  cached, dirty (what the page cache has, and what of it is not
 * on the disk yet), mapped (in the page table of the process), private (copies
 * of its own in private mappings), ever (as EV_FILE has it): pages, EV_UNKNOWN
 * where it is not known: then *_why (enum strip_why) says why, error which
 * errno.  how: enum strip_how.  shared 1: one of the mappings is shared and may
 * be written.  now_ranges, ever_ranges: struct page_range[], the first of
 * `ranges` and `ever_n` of them.
 */
#define EV_STRIP_FIELDS(F) \
	F(U, start) F(U, dev) F(U, inode) F(U, size) F(U, page_size) \
	F(U, bin_pages) F(U, how) F(U, cached_why) F(U, error) \
	F(U, dirty_why) F(U, cached) F(U, dirty) F(U, mapped) F(U, private) \
	F(U, ever) F(U, shared) F(U, mappings) F(U, ranges) F(U, ever_n) \
	F(B, bins) F(B, parts) F(B, now_ranges) F(B, ever_ranges) F(B, name)

/*
 * Answers REQ_STACK: how the thread, which the head names, came to where it
 * stands; time is when its registers were read.  why: enum stack_why; unless it
 * is STACK_TOLD, or STACK_MOVED, there are no frames.  error: a positive errno,
 * of STACK_FAILED.  end: enum stack_end.  frames: struct stack_frame[], the
 * innermost first; text: theirs (event/stack.h).  took_ns: from the request on.
 * signal: nobody asked; that one ended the thread there.
 */
#define EV_STACK_FIELDS(F) \
	F(U, why) F(U, error) F(U, end) F(U, took_ns) F(B, frames) F(B, text) \
	F(U, signal)

/* --- values ---------------------------------------------------------------- */

enum process_op {
	PROCESS_LAUNCH, PROCESS_ATTACH, PROCESS_THREAD, PROCESS_FORK,
	PROCESS_VFORK, PROCESS_CLONE, PROCESS_EXEC, PROCESS_EXIT,
	PROCESS_DETACH,
	PROCESS_SEEN,		/* it did something, or runs another program;
				 * where everybody is watched */
	PROCESS_OPS
};
enum abi { ABI_X86_64, ABI_I386, ABI_X32, ABI_AARCH64, ABIS };
enum call_phase { PHASE_WHOLE, PHASE_ENTER, PHASE_EXIT };
/* What the map has not: anything there, or that file. */
enum denied_what { DENIED_MAPPING, DENIED_FILE, DENIED_WHATS };

enum signal_action {
	SIGNAL_DELIVERED,	/* passed on unchanged */
	SIGNAL_STOPPED,		/* group-stop: the process stands still */
	SIGNAL_CONTINUED,	/* and goes on again */
	SIGNAL_HELD,		/* mmtop holds the thread before delivery */
	SIGNAL_DROPPED,		/* it was sent and never comes: it is ignored, one
				 * of its kind waits already, or too many do */
};
/* What the code wanted of the page. */
enum fault_access {
	ACCESS_UNKNOWN, ACCESS_READ, ACCESS_WRITE, ACCESS_EXEC
};
/* As the kernel numbers them (include/linux/mm_types_task.h). */
enum rss_member { RSS_FILE, RSS_ANON, RSS_SWAP, RSS_SHMEM, RSS_MEMBERS };
enum region_op { REGION_ADD, REGION_REMOVE, REGION_CHANGE, REGION_SYNC };
enum region_disk { DISK_UNKNOWN, DISK_SAME, DISK_REPLACED, DISK_DELETED, DISKS };
#define BUILD_ID_MAX 20
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
enum pages_of {
	PAGES_OF_ALL,		/* each region: few bins */
	PAGES_OF_FOCUS,		/* the region in focus: up to 4,096 */
	PAGES_OF_WINDOW,	/* what is in view of it: up to 16,384 */
	PAGES_OF_FAMILY,	/* a region that a fork shares: up to 1,024 */
};
enum region_kind {
	KIND_ANON, KIND_PROGRAM, KIND_LIBRARY, KIND_FILE, KIND_HEAP,
	KIND_STACK, KIND_THREAD_STACK, KIND_GUARD, KIND_ARENA,
	KIND_ARENA_RESERVE, KIND_RESERVE, KIND_SYSV, KIND_POSIX_SHM,
	KIND_MEMFD, KIND_SHARED_ANON, KIND_VDSO, KIND_SPECIAL,
	KINDS
};
enum target_state {
	TARGET_STARTING, TARGET_RUN, TARGET_HELD, TARGET_STOPPED,
	TARGET_DETACHED, TARGET_ENDED,
	TARGET_EVERYBODY,	/* no process: all of them, at level watch */
	TARGET_CAPTURE,		/* none: what was captured of some */
	TARGET_STATES
};
enum level { LEVEL_WATCH, LEVEL_CALLS, LEVEL_STEP };
enum snapshot_op { SNAPSHOT_BEGIN, SNAPSHOT_END };
enum strip_how { STRIP_NOT, STRIP_CACHESTAT, STRIP_MINCORE };
enum strip_why {
	STRIP_TOLD,
	STRIP_OPEN,		/* it cannot be opened: error */
	STRIP_DELETED,		/* nor by a path: it has none any more */
	STRIP_OTHER,		/* another file lies at its path now */
	STRIP_SPECIAL,		/* no regular file */
	STRIP_RIGHTS,		/* only its owner, and who may write it, is told */
	STRIP_KERNEL,		/* there is no way to ask: error */
	STRIP_NO_STAT,		/* mincore does not tell that */
	STRIP_MEMORY,		/* memory is its only place */
	STRIP_HUNG,		/* it did not answer */
	STRIP_WHYS
};
enum file_op { FILE_MAPPING, FILE_TOTAL };
enum file_at {
	FILE_AT_TIMER, FILE_AT_MUNMAP, FILE_AT_MREMAP, FILE_AT_MMAP,
	FILE_AT_MADVISE, FILE_AT_EXEC, FILE_AT_EXIT,
	FILE_AT_GONE,		/* it was unmapped since: nothing is there */
	FILE_ATS
};
/* Why a frame was taken. */
enum frame_cause {
	FRAME_FIRST,		/* the first look at the region */
	FRAME_CALL,		/* a call maps, protects or syncs it */
	FRAME_UNMAP,		/* ... or is about to take it away */
	FRAME_TIMER, FRAME_EXEC, FRAME_EXIT,
	FRAME_ASKED,		/* somebody pressed a key */
	FRAME_CAUSES
};
enum heap_event_op {
	HEAP_OP_ALLOC, HEAP_OP_FREE, HEAP_OP_SITE, HEAP_OP_LEAK, HEAP_OP_BLOCK,
	HEAP_OP_TOTAL, HEAP_OP_INFO, HEAP_EVENT_OPS
};
/* Of a FREE. */
enum heap_wrong {
	HEAP_RIGHT,
	HEAP_DOUBLE,		/* it was given back before */
	HEAP_FOREIGN,		/* nobody told that it was got */
	HEAP_WRONGS
};
enum heap_info_why {
	HEAP_INFO_TOLD,
	HEAP_INFO_NONE,		/* nobody in the process answers: it has no
				 * library of mmtop's, or is at its end */
	HEAP_INFO_OTHER,	/* an allocator that is not the C library's */
	HEAP_INFO_LATE,		/* the process did not come to answer */
	HEAP_INFO_WHYS
};
/* All that is there was read and compared, or what was known to be written. */
enum frame_by { FRAME_BY_HASH, FRAME_BY_WRITES };
/* Why bytes are not known. */
enum contents_why {
	CONTENTS_ABSENT,	/* not resident: reading would fault them in */
	CONTENTS_SWAPPED,
	CONTENTS_UNMAPPED,
	CONTENTS_UNREADABLE,	/* error: -errno */
	CONTENTS_HUNG,		/* they did not come in time */
	CONTENTS_NOT_KEPT,	/* of a frame: outside of what was captured */
	CONTENTS_GONE,		/* the process is */
	CONTENTS_WHYS
};
enum source_state { SOURCE_OFF, SOURCE_ON, SOURCE_REFUSED, SOURCE_STATES };
/* How the trace ring is handed over: where it lies, or as copies. */
enum ring_way { RING_MAPPED, RING_READ, RING_WAYS };
enum source_why {
	WHY_NONE,
	WHY_OPTION,		/* the user said --no-perf */
	WHY_NO_KERNEL,		/* the kernel has none; value: errno */
	WHY_PARANOID,		/* value: kernel.perf_event_paranoid */
	WHY_SECCOMP,		/* refused all the same; value: errno */
	WHY_MLOCK,		/* no memory may be locked for its rings;
				 * value: kernel.perf_event_mlock_kb */
	WHY_USER_ONLY,		/* on, but what the kernel touches for a
				 * program is not told; value: as PARANOID */
	WHY_DESCRIPTORS,	/* no more may be open; value: how many */
	WHY_UNASKED,		/* nobody said --ftrace */
	WHY_NO_TRACEFS,		/* the kernel has none */
	WHY_NOT_MOUNTED,	/* tracefs is mounted nowhere */
	WHY_ROOT,		/* only root may */
	WHY_PID_NAMESPACE,	/* not in the first one */
	WHY_NO_EVENTS,		/* no events of system calls */
	WHY_TRACEFS_REFUSED,	/* tracefs refuses; value: errno */
	WHY_NO_LIBTRACEFS,	/* mmtop was built without */
	WHYS
};
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
enum severity { SEV_NOTE, SEV_WARN, SEV_ERROR };

/* What a, b, text mean is beside each. */
enum note_id {
	NOTE_ATTACH_FAILED,	/* a pid, b enum refusal, text its detail */
	NOTE_LOG_FAILED,	/* b errno, text the file: the log ends here */
	NOTE_NO_TASK,		/* a tid: there is no such task (any more) */
	NOTE_STEP_BLOCKED,	/* a the stepped tid, b whom it waits for or -1 */
	NOTE_STEP_RETURNED,	/* a the stepped tid: its call came back */
	NOTE_SETUID,		/* a pid, text exe: exec dropped privileges */
	NOTE_UNREADABLE,	/* a pid, b errno, text which file */
	NOTE_DETACHED,		/* a pid, b tasks let go */
	NOTE_REFUSED_STATE,	/* a pid: the request does not apply now */
	NOTE_REPAIRED,		/* a tid, b the call's number, text its name:
				 * an EINTR that attaching made was hidden */
	NOTE_KEEPER,		/* a pid, b the keeper's pid: let go, but
				 * filtered calls are still passed on */
	NOTE_NO_FILTER,		/* a pid or 0, b enum no_filter_why, text the
				 * program or the system's reason */
	NOTE_STRICT,		/* a pid: it asked for strict seccomp, which a
				 * filtered program cannot have */
	NOTE_OWN_FILTER,	/* a pid: a seccomp filter of its own may hide
				 * calls that it refuses */
	NOTE_UNTRACED,		/* a child pid, b parent pid: made with
				 * CLONE_UNTRACED, not followed */
	NOTE_READER,		/* a pid, text which file: reading it hung and
				 * was given up */
	NOTE_UNMARKED,		/* a pid, b the call's number, text its name:
				 * CLONE_UNTRACED was taken out for it */
	NOTE_CAPTURE_LIMIT,	/* a pid, b bytes, text the region: so much of
				 * it is captured, and no more will be */
	NOTE_CAPTURE_FILTER,	/* a 1: it is asked no more; text: a sentence's
				 * part, what is wrong with mmap_filter */
	NOTE_CAPTURE_PAST,	/* a pid, b address, text the region: the window
				 * that was chosen lies behind its end */
	NOTE_CAPTURE_FAILED,	/* text: a sentence's part, why nothing (more)
				 * is captured */
	NOTES
};

/* Why a launched program got no filter. */
enum no_filter_why {
	NO_FILTER_SETUID = 1,	/* it would lose the rights its file gives */
	NO_FILTER_KERNEL,	/* the kernel has none: text says why */
	NO_FILTER_BUILD,	/* mmtop was built without libseccomp */
	NO_FILTER_STRICT,	/* mmtop itself is under a seccomp sandbox that
				 * answers for the tracer */
};

enum stack_why {
	STACK_TOLD,
	STACK_RUNS,		/* it does not stand still */
	STACK_LISTENS,		/* in a group-stop, where nobody can ask */
	STACK_NO_TASK,		/* it is not traced (any more) */
	STACK_NO_BUILD,		/* mmtop was built without libdw */
	STACK_MACHINE,		/* of a kind that cannot be unwound here */
	STACK_HUNG,		/* its files or memory took too long */
	STACK_DIED,		/* who read them died of them */
	STACK_FAILED,		/* error says why */
	STACK_MOVED,		/* it went on before that was done: what was
				 * read may be wrong */
	STACK_WHYS
};
enum stack_end {
	STACK_END_WHOLE,	/* the last frame is the first one ever */
	STACK_END_LIMIT,	/* there are more frames */
	STACK_END_LOST		/* nothing tells who called the last one */
};
enum stack_flag {
	STACK_INLINE = 1,	/* inlined into the frame that follows */
	STACK_SIGNAL = 2	/* what a handler returns to */
};

/*
 * One frame, all of it little pieces of text that follow each other in `text`,
 * frame after frame, in this order, so many bytes each: function, module (the
 * file that pc lies in), file (of the source), lines (of it, '\n' after each).
 */
struct stack_frame {
	uint64_t pc;
	uint64_t offset;	/* of pc in function */
	uint32_t flags;		/* enum stack_flag */
	uint32_t line;		/* of the source, 0: not known */
	uint32_t first;		/* number of the first of lines */
	uint32_t function, module, file, lines;
	uint32_t pad;
};
#define STACK_FRAMES_MAX 256

/* Counts of pages in one bin. */
struct page_bin {
	uint32_t resident, swapped, zero, huge, exclusive, written;
};
struct page_range {
	uint64_t start, end;
};
/* Of CONTENTS; why: enum contents_why. */
struct contents_hole {
	uint64_t start, end;
	uint32_t why;
	int32_t error;
};
/* A live block; resident: EV_UNKNOWN where nobody looked. */
struct heap_block {
	uint64_t addr, size, time_ns, resident;
};
#define HEAP_AGES 8
#define HEAP_CLASSES 24
#define HEAP_INFOS 10
/* The same in one bin of a file. */
struct file_bin {
	uint32_t cached, dirty, mapped, private, ever;
};
/* A mapping of a file; pages of it are in the page table. */
struct file_span {
	uint64_t start, end, offset;
	uint32_t perm, pages;
};

/* One cell of the program's terminal.  chars: code points, 0-terminated
 * unless all three are used; 0 alone is a blank.  width 0: the right half of
 * the wide cell before it.  fg, bg: 0..255 of the xterm cube, -1 default. */
enum output_attr { OUT_BOLD = 1, OUT_UNDERLINE = 2, OUT_REVERSE = 4 };
struct output_cell {
	uint32_t chars[3];
	int16_t fg, bg;
	uint8_t width, attrs, pad[2];
};

/* --- structs, from the lists above ---------------------------------------- */

#define EV_TYPE_U(name) uint64_t name;
#define EV_TYPE_I(name) int64_t name;
#define EV_TYPE_B(name) struct bytes name;
#define EV_TYPE_A(name) uint64_t name[6];
#define EV_MEMBER(type, name) EV_TYPE_##type(name)
struct ev_start { EV_START_FIELDS(EV_MEMBER) };
struct ev_process { EV_PROCESS_FIELDS(EV_MEMBER) };
struct ev_call { EV_CALL_FIELDS(EV_MEMBER) };
struct ev_signal { EV_SIGNAL_FIELDS(EV_MEMBER) };
struct ev_region { EV_REGION_FIELDS(EV_MEMBER) };
struct ev_pages { EV_PAGES_FIELDS(EV_MEMBER) };
struct ev_usage { EV_USAGE_FIELDS(EV_MEMBER) };
struct ev_task { EV_TASK_FIELDS(EV_MEMBER) };
struct ev_system { EV_SYSTEM_FIELDS(EV_MEMBER) };
struct ev_status { EV_STATUS_FIELDS(EV_MEMBER) };
struct ev_output { EV_OUTPUT_FIELDS(EV_MEMBER) };
struct ev_note { EV_NOTE_FIELDS(EV_MEMBER) };
struct ev_snapshot { EV_SNAPSHOT_FIELDS(EV_MEMBER) };
struct ev_denied { EV_DENIED_FIELDS(EV_MEMBER) };
struct ev_frame { EV_FRAME_FIELDS(EV_MEMBER) };
struct ev_contents { EV_CONTENTS_FIELDS(EV_MEMBER) };
struct ev_heap { EV_HEAP_FIELDS(EV_MEMBER) };
struct ev_lost { EV_LOST_FIELDS(EV_MEMBER) };
struct ev_end { EV_END_FIELDS(EV_MEMBER) };
struct ev_file { EV_FILE_FIELDS(EV_MEMBER) };
struct ev_strip { EV_STRIP_FIELDS(EV_MEMBER) };
struct ev_fault { EV_FAULT_FIELDS(EV_MEMBER) };
struct ev_source { EV_SOURCE_FIELDS(EV_MEMBER) };
struct ev_writes { EV_WRITES_FIELDS(EV_MEMBER) };
struct ev_stack { EV_STACK_FIELDS(EV_MEMBER) };
struct ev_map { EV_MAP_FIELDS(EV_MEMBER) };
struct ev_cost { EV_COST_FIELDS(EV_MEMBER) };
struct ev_ring { EV_RING_FIELDS(EV_MEMBER) };
struct ev_rss { EV_RSS_FIELDS(EV_MEMBER) };

struct event {
	uint64_t time_ns;
	pid_t pid;		/* the process, 0 when it is about none */
	pid_t tid;		/* the thread, 0 when it is about none */
	enum event_kind kind;
	char source;		/* m t k r h, 0 the engine itself */
	uint8_t flags;		/* enum event_flag */
	union {
#define X(NAME, member, help) struct ev_##member member;
		EVENT_KINDS(X)
#undef X
	} u;
};

/* --- tables ---------------------------------------------------------------- */

struct event_field {
	const char *name;
	char type;		/* U I B A */
	uint16_t offset;	/* in struct event */
};
struct event_desc {
	const char *name;	/* lower case: "call", also of --events */
	const char *help;
	const struct event_field *fields;
	size_t n;
};
/* Indexed by enum event_kind. */
extern const struct event_desc event_descs[EV_KINDS];

/* EV_KINDS when there is no such name. */
enum event_kind event_kind_by_name(const char *name, size_t len);

/* Names for values, as logs and screens show them; "?" out of range. */
const char *process_op_name(uint64_t op);
const char *abi_name(uint64_t abi);
const char *level_name(uint64_t level);
const char *signal_action_name(uint64_t action);
const char *denied_what_name(uint64_t what);
/* NULL: not known. */
const char *fault_access_name(uint64_t access);
const char *rss_member_name(uint64_t member);
const char *region_op_name(uint64_t op);
const char *region_kind_name(uint64_t kind);
/* NULL: not known. */
const char *region_disk_name(uint64_t disk);
const char *region_whose_name(uint64_t whose);	/* NULL: not known */
const char *file_op_name(uint64_t op);
const char *file_at_name(uint64_t at);
const char *writes_state_name(uint64_t state);
const char *writes_way_name(uint64_t way);
const char *writes_why_name(uint64_t why);
const char *frame_cause_name(uint64_t cause);
const char *heap_op_name(uint64_t op);
/* NULL: there is nothing wrong with it. */
const char *heap_wrong_name(uint64_t wrong);
/* "uordblks" */
const char *heap_info_name(unsigned i);
const char *frame_by_name(uint64_t by);
const char *contents_why_name(uint64_t why);
/* "rw-p" into buf. */
char *perm_text(char buf[5], uint64_t perm);

/* Whether more has changed than what mmtop costs and how many stops there were. */
bool status_is_news(const struct ev_status *was, const struct ev_status *is);

/* A FRAME without the bytes, for logs and the screen: true and a copy where it
 * is the last part, else there is nothing to tell them. */
bool frame_head(const struct event *ev, struct event *head);

/* "tk": who told it, first the one whose words these are; "" mmtop itself. */
#define TELLERS_MAX 5
char *event_tellers(char buf[TELLERS_MAX], const struct event *ev);
/* The same of a source's letter and EVF_ALSO. */
char *tellers_text(char buf[TELLERS_MAX], char source, unsigned also);

/* A borrowed struct bytes of a C string (NULL: empty). */
struct bytes bytes_of(const char *s);

/* Who takes events: sinks, the model, the link. */
typedef void event_fn(void *arg, const struct event *ev);

#endif
