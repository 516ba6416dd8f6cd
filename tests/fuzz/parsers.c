/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parsers of /proc. */
#include <config.h>

#include "fuzz.h"

#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "parse/heap/set.h"
#include "parse/heap/trace.h"
#include "parse/proc/cgroup.h"
#include "parse/proc/maps.h"
#include "parse/proc/meminfo.h"
#include "parse/proc/mountinfo.h"
#include "parse/proc/oom.h"
#include "parse/proc/psi.h"
#include "parse/proc/smaps.h"
#include "parse/proc/stat.h"
#include "parse/proc/status.h"
#include "parse/proc/syscall.h"
#include "parse/proc/sysvipc.h"
#include "parse/scan.h"
#include "sys/proc/stat.h"

static void check_map(const struct maps_entry *e, const uint8_t *data, size_t n)
{
	struct str name = STR_INIT;

	FUZZ_MUST(e->start < e->end && e->perm < 16);
	fuzz_inside(e->raw, data, n);
	maps_name(&name, e);
	FUZZ_MUST(name.len <= e->raw.len);
	FUZZ_MUST(maps_name_is(e, name.data, name.len));
	str_addc(&name, 'x');
	FUZZ_MUST(!maps_name_is(e, name.data, name.len));
	str_release(&name);
}

static void run_maps(const uint8_t *data, size_t n)
{
	struct scan text = scan_of(data, n);
	struct maps_entry e;
	size_t bad = 0, good = 0, lines = 0;

	while (maps_next(&text, &e, &bad)) {
		check_map(&e, data, n);
		good++;
	}
	for (size_t i = 0; i < n; i++)
		lines += data[i] == '\n';
	FUZZ_MUST(good + bad >= lines && good + bad <= lines + 1);
}

/* A checksum of the regions, read in pieces of `piece` bytes: it must not
 * depend on their size. */
static uint64_t smaps_sum(const uint8_t *data, size_t n, size_t piece)
{
	struct str text = STR_INIT;
	uint64_t sum = 0;
	size_t at = 0;

	for (;;) {
		size_t add = n - at < piece ? n - at : piece;
		bool last = at + add == n, found = true;

		str_add(&text, data + at, add);
		at += add;
		while (found) {
			struct bytes left = { text.data, text.len };
			struct smaps_entry e;
			size_t took = smaps_region(left, last, &e, &found);

			FUZZ_MUST(took <= text.len && (!found || took));
			if (found) {
				check_map(&e.map, left.data, left.len);
				fuzz_inside(e.vmflags, left.data, left.len);
				sum = sum * 31 + e.map.start + e.rss +
				      e.vmflags.len;
			}
			memmove(text.data, text.data + took, text.len - took);
			text.len -= took;
		}
		if (last)
			break;
	}
	FUZZ_MUST(!text.len);
	str_release(&text);
	return sum;
}

static void run_smaps(const uint8_t *data, size_t n)
{
	uint64_t whole;

	/* The parser starts again after each piece: limit the input. */
	if (n > 8192)
		n = 8192;
	whole = smaps_sum(data, n, n ? n : 1);
	FUZZ_MUST(smaps_sum(data, n, 7) == whole);
	FUZZ_MUST(smaps_sum(data, n, 1000) == whole);
}

static void run_stat(const uint8_t *data, size_t n)
{
	struct stat_info st;
	struct str text = STR_INIT;
	uint64_t start;

	str_add(&text, data, n);
	start = procstat_start(text.len ? text.data : "");
	if (stat_parse((struct bytes){ data, n }, &st)) {
		fuzz_inside(st.comm, data, n);
		/* Both parsers must read the same start time. */
		if (!memchr(data, '\0', n))
			FUZZ_MUST(start == st.start);
	}
	str_release(&text);
}

static void run_status(const uint8_t *data, size_t n)
{
	struct status_info st;

	if (!status_parse((struct bytes){ data, n }, &st))
		return;
	FUZZ_MUST(st.n_nspid <= STATUS_NSPIDS && st.tgid >= 0);
	FUZZ_MUST(st.vm_rss == EV_UNKNOWN || st.vm_rss % 1024 == 0);
}

static void run_syscallfile(const uint8_t *data, size_t n)
{
	struct syscall_info info;

	if (syscallfile_parse((struct bytes){ data, n }, &info))
		FUZZ_MUST(!info.running || (!info.sp && !info.pc));
}

static void run_sysvipc(const uint8_t *data, size_t n)
{
	struct scan text = scan_of(data, n);
	struct sysv_segment seg;
	size_t left = n + 1;

	while (sysvipc_next(&text, &seg)) {
		FUZZ_MUST(seg.key <= UINT32_MAX);
		FUZZ_MUST((size_t)(text.end - text.p) < left);
		left = (size_t)(text.end - text.p);
	}
	FUZZ_MUST(text.p == text.end);
}

static void run_mountinfo(const uint8_t *data, size_t n)
{
	struct scan text = scan_of(data, n);
	struct str path = STR_INIT;
	struct mount_entry m;

	while (mountinfo_next(&text, &m)) {
		fuzz_inside(m.root, data, n);
		fuzz_inside(m.point, data, n);
		fuzz_inside(m.fstype, data, n);
		fuzz_inside(m.options, data, n);
		bytes_list_has(m.options, "memory");
		str_clear(&path);
		mount_path(&path, m.point);
		FUZZ_MUST(path.len <= m.point.len && path.len);
	}
	str_release(&path);
}

static void run_oom(const uint8_t *data, size_t n)
{
	struct oom_record r;

	(void)!oom_record_parse((struct bytes){ data, n }, &r);
}

static void run_cgroup(const uint8_t *data, size_t n)
{
	struct cgroup_paths paths;

	cgroup_parse((struct bytes){ data, n }, &paths);
	for (int i = 0; i < 2; i++) {
		struct bytes path = i ? paths.v1_memory : paths.v2;

		if (!path.data)
			continue;
		fuzz_inside(path, data, n);
		FUZZ_MUST(path.len && *(const char *)path.data == '/');
		FUZZ_MUST(!memmem(path.data, path.len, "/../", 4));
	}
}

static void run_meminfo(const uint8_t *data, size_t n)
{
	static const char *const keys[] = {
		"MemTotal", "MemAvailable", "Hugepagesize", "oom_kill", "",
	};
	struct bytes text = { data, n };
	uint64_t v;

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (meminfo_find(text, keys[i], &v))
			FUZZ_MUST(memmem(data, n, keys[i], strlen(keys[i])));
}

static void run_psi(const uint8_t *data, size_t n)
{
	struct psi_info info;

	if (psi_parse((struct bytes){ data, n }, &info))
		FUZZ_MUST(memmem(data, n, "some", 4));
}

/* A call written as text and read again must be the same. */
static void check_call(const struct heaptrace_call *c)
{
	struct str text = STR_INIT;
	struct heaptrace_call again;

	FUZZ_MUST(c->size <= UINT64_MAX - c->addr);
	heaptrace_text(&text, c);
	FUZZ_MUST(heaptrace_line(scan_of(text.data, text.len), &again) ==
		  HEAPTRACE_CALL || c->kind == HEAPTRACE_STAY);
	str_release(&text);
}

static void check_active(const struct heapset *set)
{
	struct heapset_entry **all;
	struct heapset_cover cover = { .spans = VEC_INIT };
	size_t n;

	for (size_t i = 1; i < set->maps.n; i++)
		FUZZ_MUST(set->maps.v[i - 1]->call.addr +
			  set->maps.v[i - 1]->call.size <=
			  set->maps.v[i]->call.addr);
	all = heapset_list(set, HEAPSET_BY_ADDRESS, &n);
	FUZZ_MUST(n == set->maps.n + set->n_blocks);
	heapset_cover(&cover, all, n);
	for (size_t i = 1; i < cover.spans.n; i++)
		FUZZ_MUST(cover.spans.v[i - 1].end < cover.spans.v[i].start);
	vec_release(&cover.spans);
	free(all);
}

static void run_heaptrace(const uint8_t *data, size_t n)
{
	struct scan text = scan_of(data, n), line;
	struct heapset set = { .tell = NULL };
	struct heaptrace_call c;

	while (scan_line(&text, &line)) {
		if (heaptrace_line(line, &c) != HEAPTRACE_CALL)
			continue;
		fuzz_inside(c.library, data, n);
		fuzz_inside(c.symbol, data, n);
		check_call(&c);
		heapset_call(&set, &c);
	}
	check_active(&set);
	heapset_release(&set);
}

const struct fuzz_target fuzz_parsers[] = {
	{ .name = "heaptrace", .run = run_heaptrace, .texts = TEXTS(
		"malloc: 0x10 0x20 /a main 0x1\nfree(realloc): 0x10 /a m 0x1\n"
		"malloc(realloc): 0x40 0x20 /a m 0x1\nfree: 0x40 a m 0x1\n",
		"mmap: 0x1000 0x3000\nmunmap: 0x2000 0x1000\n"
		"mmap(syscall): 0x2000 0x9000\nrealloc(failed): 0x10\n") },
	{ .name = "maps", .run = run_maps, .texts = TEXTS("@proc/4121/maps",
		"1000-2000 rwxs 00001000 fd:01 12   /a\\012b (deleted)\n") },
	{ .name = "smaps", .run = run_smaps, .texts = TEXTS(
		"1000-2000 rw-p 0 00:00 0 [heap]\nSize: 4 kB\nRss: 4 kB\n"
		"Pss: 2 kB\nVmFlags: rd wr mr mw me ac \n"
		"3000-4000 r--p 0 00:00 0\nRss: 0 kB\nSwap: 4 kB\n") },
	{ .name = "stat", .run = run_stat, .texts = TEXTS("@proc/4121/stat",
		"7 (a) b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 "
		"20 21 22 23\n") },
	{ .name = "status", .run = run_status,
	  .texts = TEXTS("@proc/4121/status") },
	{ .name = "syscallfile", .run = run_syscallfile, .texts = TEXTS(
		"running\n", "-1 0x7ffd0c3b5b58 0x7f1c8d6f1a3c\n",
		"202 0x7f 0x80 0x0 0x0 0x0 0x0 0x7ffd0c3b5b58 0x7f1c8d6f1a3c\n") },
	{ .name = "sysvipc", .run = run_sysvipc,
	  .texts = TEXTS("@proc/sysvipc/shm") },
	{ .name = "mountinfo", .run = run_mountinfo, .texts = TEXTS(
		"36 35 98:0 /r\\040t /mnt rw,noatime master:1 - ext3 /dev/sda1 "
		"rw,errors=c\n30 1 0:26 / /sys/fs/cgroup rw - cgroup2 c rw\n") },
	{ .name = "oom", .run = run_oom, .texts = TEXTS(
		"6,1,2,-;oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),"
		"oom_memcg=/a,task_memcg=/a/b,task=x,pid=7,uid=0\n",
		"3,1,2,-;Memory cgroup out of memory: Killed process 7 (x)\n") },
	{ .name = "cgroup", .run = run_cgroup, .texts = TEXTS(
		"0::/user.slice/session-2.scope\n", "4:cpu,memory:/box\n"
		"1:name=systemd:/../x\n0::/../a\n") },
	{ .name = "meminfo", .run = run_meminfo, .texts = TEXTS(
		"@proc/meminfo", "@proc/vmstat") },
	{ .name = "psi", .run = run_psi,
	  .texts = TEXTS("@proc/pressure/memory") },
	{ .name = NULL },
};
