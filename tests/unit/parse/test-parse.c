/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parsers of /proc: the kernel's text, hostile text, and text cut
 * anywhere. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <cmocka.h>

#include "base/alloc.h"
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

static struct bytes bytes_n(const char *s, size_t n)
{
	return (struct bytes){ s, n };
}

static struct bytes text_of(const char *s)
{
	return bytes_n(s, strlen(s));
}

static struct scan scan_str(const char *s)
{
	return scan_of(s, strlen(s));
}

/*
 * Calls parse() with each prefix of the text, in a block of exactly that size,
 * so that a sanitizer reports every read beyond it.
 */
static void cut_everywhere(const char *text, size_t len,
			   void (*parse)(struct bytes text))
{
	for (size_t n = 0; n <= len; n++) {
		char *exact = xmalloc(n ? n : 1);

		memcpy(exact, text, n);
		parse(bytes_n(exact, n));
		free(exact);
	}
}

/* --- scan ---------------------------------------------------------------- */

static void test_numbers_at_their_limits(void **state)
{
	struct scan s = scan_str("18446744073709551615 ff -9 0.30 x");
	uint64_t v = 7;
	int64_t i;

	(void)state;
	assert_true(scan_u64(&s, 10, &v));
	assert_true(v == UINT64_MAX);
	assert_false(scan_u64(&s, 10, &v));
	assert_true(scan_blanks(&s) && scan_u64(&s, 16, &v));
	assert_int_equal(v, 0xff);
	assert_true(scan_blanks(&s) && scan_i64(&s, &i));
	assert_int_equal(i, -9);
	assert_true(scan_blanks(&s) && scan_fixed(&s, 100, &v));
	assert_int_equal(v, 30);
	assert_true(scan_text(&s, " x") && !scan_char(&s, 'x'));
	s = scan_str("18446744073709551616");
	v = 5;
	assert_false(scan_u64(&s, 10, &v));
	assert_int_equal(v, 5);
	s = scan_str("9223372036854775808");
	assert_false(scan_i64(&s, &i));
	s = scan_str("-9223372036854775808");
	assert_true(scan_i64(&s, &i));
	assert_true(i == INT64_MIN);
	s = scan_str("-9223372036854775809");
	assert_false(scan_i64(&s, &i));
	s = scan_str("184467440737095516.15");
	assert_true(scan_fixed(&s, 100, &v));
	assert_true(v == UINT64_MAX);
	s = scan_str("184467440737095516.16");
	assert_false(scan_fixed(&s, 100, &v));
	assert_true(bytes_list_has(text_of("cpu,memory"), "memory"));
	assert_false(bytes_list_has(text_of("cpu,memory2,xmemory"),
				    "memory"));
}

/* --- maps ---------------------------------------------------------------- */

static const char maps_text[] =
	"55ce775fd000-55ce775ff000 r--p 00000000 fe:00 248056"
	"                     /usr/bin/sleep\n"
	"7fe6c3d03000-7fe6c3d06000 rw-p 00000000 00:00 0 \n"
	"not a line\n"
	"7fe6c3d06000-7fe6c3d07000 rw-s 00001000 00:05 3"
	"                          /tmp/a\\012b (deleted)\n"
	"ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0"
	"                  [vsyscall]\n";

static void test_maps_lines_are_parsed(void **state)
{
	struct scan s = scan_of(maps_text, sizeof maps_text - 1);
	struct str name = STR_INIT;
	struct maps_entry e;
	size_t bad = 0;

	(void)state;
	assert_true(maps_next(&s, &e, &bad));
	assert_true(e.start == 0x55ce775fd000 && e.end == 0x55ce775ff000);
	assert_int_equal(e.perm, PERM_R);
	assert_true(e.dev == makedev(0xfe, 0) && e.inode == 248056);
	assert_true(bytes_equal(e.raw, "/usr/bin/sleep"));
	assert_true(maps_next(&s, &e, &bad));
	assert_int_equal(e.perm, PERM_R | PERM_W);
	assert_int_equal(e.raw.len, 0);
	assert_true(maps_next(&s, &e, &bad));
	assert_int_equal(e.perm, PERM_R | PERM_W | PERM_SHARED);
	assert_int_equal(e.offset, 0x1000);
	maps_name(&name, &e);
	assert_string_equal(name.data, "/tmp/a\nb (deleted)");
	assert_true(maps_name_is(&e, name.data, name.len));
	assert_false(maps_name_is(&e, name.data, name.len - 1));
	assert_true(maps_next(&s, &e, &bad));
	assert_true(e.end == 0xffffffffff601000);
	assert_int_equal(e.perm, PERM_X);
	assert_false(maps_next(&s, &e, &bad));
	assert_int_equal(bad, 1);
	str_release(&name);
}

static void test_invalid_maps_lines_are_rejected(void **state)
{
	static const char *const no[] = {
		"", "-", "1-2", "1000-1000 r--p 0 0:0 0",
		"2000-1000 r--p 0 0:0 0", "1000-2000 r-xq 0 0:0 0",
		"1000-2000 rwx 0 0:0 0", "1000-2000 r--p 0 0:0 ",
		"1000-2000 r--p 0 0:0 5x",
		"11112222333344445-2000 r--p 0 0:0 0",
		"1000-2000 r--p 0 100000000:0 0",
		" 1000-2000 r--p 0 0:0 0", "1000-2000 r--p 0 0-0 0",
	};
	struct maps_entry e = { .inode = 99 };

	(void)state;
	for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
		assert_false(maps_line(scan_str(no[i]), &e));
		assert_int_equal(e.inode, 99);
	}
	/* Escape sequences, high bytes and blanks inside a name are kept. */
	assert_true(maps_line(scan_str("1-2 ---p 0 0:0 1  /\033]0;x\a"
				       "\xff  y"), &e));
	assert_true(bytes_equal(e.raw, "/\033]0;x\a\xff  y"));
	assert_false(e.escaped);
}

static void cut_maps(struct bytes text)
{
	struct scan s = scan_of(text.data, text.len);
	struct str name = STR_INIT;
	struct maps_entry e;
	size_t n = 0;

	while (maps_next(&s, &e, NULL)) {
		str_clear(&name);
		maps_name(&name, &e);
		assert_true(e.start < e.end && name.len <= e.raw.len);
		n++;
	}
	assert_true(n <= 4);
	str_release(&name);
}

/* --- smaps --------------------------------------------------------------- */

static const char smaps_text[] =
	"7f10-7f20 rw-p 00000000 00:00 0 [heap]\n"
	"Size:               1024 kB\n"
	"KernelPageSize:        4 kB\n"
	"Rss:                  16 kB\n"
	"Pss:                   8 kB\n"
	"Pss_Dirty:             3 kB\n"
	"Swap:                  4 kB\n"
	"SwapPss:               1 kB\n"
	"VmFlags: rd wr mr mw me ac \n"
	"7f20-7f30 r--p 00000000 00:00 0 \n"
	"Rss:                   0 kB\n"
	"Anonymous:            12 kB\n"
	"VmFlags: rd mr\n";

static void test_smaps_regions_are_parsed(void **state)
{
	struct bytes text = bytes_n(smaps_text, sizeof smaps_text - 1);
	struct smaps_entry e;
	bool found;
	size_t n = smaps_region(text, false, &e, &found), first = n;

	(void)state;
	assert_true(found);
	assert_int_equal(e.map.start, 0x7f10);
	assert_int_equal(e.rss, 16384);
	assert_int_equal(e.pss, 8192);
	assert_int_equal(e.swap, 4096);
	assert_int_equal(e.kernel_page, 4096);
	assert_true(e.locked == EV_UNKNOWN);
	assert_true(bytes_equal(e.vmflags, "rd wr mr mw me ac"));
	text = bytes_n(smaps_text + n, text.len - n);
	n = smaps_region(text, false, &e, &found);
	assert_true(found);
	assert_int_equal(e.map.start, 0x7f20);
	assert_int_equal(e.rss, 0);
	assert_true(e.pss == EV_UNKNOWN);
	assert_int_equal(e.anonymous, 12288);
	assert_int_equal(first + n, sizeof smaps_text - 1);
	n = smaps_region(bytes_n("", 0), true, &e, &found);
	assert_false(found);
	assert_int_equal(n, 0);
}

/* Text that arrives in two parts, cut anywhere, gives the same two regions. */
static void test_smaps_in_two_parts_gives_same_regions(void **state)
{
	size_t len = sizeof smaps_text - 1;

	(void)state;
	for (size_t cut = 0; cut <= len; cut++) {
		size_t at = 0, end = cut;
		uint64_t rss[2] = { 1, 1 };
		int regions = 0;

		for (int part = 0; part < 2; part++, end = len) {
			for (;;) {
				struct bytes text = bytes_n(smaps_text + at,
							    end - at);
				struct smaps_entry e;
				bool found;
				size_t n = smaps_region(text, part == 1, &e,
							&found);

				if (found)
					rss[regions++ & 1] = e.rss;
				at += n;
				if (n == 0 || at >= end)
					break;
			}
		}
		assert_int_equal(regions, 2);
		assert_int_equal(rss[0], 16384);
		assert_int_equal(rss[1], 0);
		assert_int_equal(at, len);
	}
}

static void cut_smaps(struct bytes text)
{
	for (int last = 0; last < 2; last++) {
		struct bytes rest = text;
		int regions = 0;

		for (;;) {
			struct smaps_entry e;
			bool found;
			size_t n = smaps_region(rest, last, &e, &found);

			assert_true(n <= rest.len);
			regions += found;
			rest = bytes_n((const char *)rest.data + n,
				       rest.len - n);
			if (n == 0 || rest.len == 0)
				break;
		}
		assert_true(regions <= 2);
	}
}

/* --- stat ---------------------------------------------------------------- */

#define STAT_TAIL \
	" S 4100 4121 4121 0 -1 4194304 120 7 3 0 5 6 0 0 20 0 3 0 77123" \
	" 1489813504 105472 18446744073709551615 1 1 0"
#define STAT_PENDING " 0 0 256 65536 4096\n"

static void test_stat_with_hostile_comm_is_parsed(void **state)
{
	static const char *const names[] = {
		"sleep", "a) R 1 (b", ") S 1 2 3", "\n\033[31m)", "",
		"(((", "))))",
	};
	struct str text = STR_INIT;
	struct stat_info st;

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		str_clear(&text);
		str_addf(&text, "4121 (%s)%s%s", names[i], STAT_TAIL,
			 i % 2 ? "\n" : STAT_PENDING);
		assert_true(stat_parse(bytes_n(text.data, text.len), &st));
		assert_true(bytes_equal(st.comm, names[i]));
		assert_int_equal(st.pid, 4121);
		assert_int_equal(st.ppid, 4100);
		assert_int_equal(st.state, 'S');
		assert_int_equal(st.minflt, 120);
		assert_int_equal(st.majflt, 3);
		assert_int_equal(st.threads, 3);
		assert_int_equal(st.start, 77123);
		assert_int_equal(st.vsize, 1489813504);
		assert_int_equal(st.rss, 105472);
		assert_int_equal(st.pending, i % 2 ? 0 : 256);
	}
	str_release(&text);
	assert_false(stat_parse(text_of("4121 sleep) S 1"), &st));
	assert_false(stat_parse(text_of("4121 (sleep S 1"), &st));
	assert_false(stat_parse(text_of("4121 (sleep) S 1 2 x"), &st));
}

static void cut_stat(struct bytes text)
{
	struct stat_info st;

	/* A number may be missing, but never shortened. */
	if (stat_parse(text, &st)) {
		assert_int_equal(st.rss, 105472);
		assert_true(st.pending == 0 || st.pending == 256);
	}
}

/* --- status -------------------------------------------------------------- */

static const char status_text[] =
	"Name:\tx\\nTracerPid:\\t9\nState:\tt (tracing stop)\nTgid:\t4121\n"
	"Pid:\t4122\nPPid:\t4100\nTracerPid:\t77\n"
	"Uid:\t1000\t1001\t1000\t1000\nNSpid:\t4122\t7\t2\nKthread:\t0\n"
	"VmPeak:\t  20 kB\nVmSize:\t  10 kB\nVmHWM:\t  9 kB\nVmRSS:\t 8 kB\n"
	"RssAnon:\t5 kB\nRssFile:\t2 kB\nRssShmem:\t1 kB\nVmSwap:\t0 kB\n"
	"Threads:\t3\nNoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t3\n";

static void test_status_is_parsed(void **state)
{
	struct status_info st;

	(void)state;
	assert_true(status_parse(text_of(status_text), &st));
	assert_int_equal(st.tgid, 4121);
	assert_int_equal(st.ppid, 4100);
	assert_int_equal(st.tracer, 77);
	assert_int_equal(st.state, 't');
	assert_int_equal(st.uid, 1000);
	assert_int_equal(st.euid, 1001);
	assert_int_equal(st.n_nspid, 3);
	assert_int_equal(st.nspid[2], 2);
	assert_int_equal(st.threads, 3);
	assert_false(st.kthread);
	assert_true(st.no_new_privs);
	assert_int_equal(st.seccomp, 2);
	assert_int_equal(st.filters, 3);
	assert_int_equal(st.vm_size, 10240);
	assert_int_equal(st.vm_hwm, 9216);
	assert_int_equal(st.rss_anon + st.rss_file + st.rss_shmem,
			 st.vm_rss);
	assert_int_equal(st.vm_swap, 0);
	assert_true(st.vm_lck == EV_UNKNOWN);
	assert_false(status_parse(text_of("Name:\tx\n"), &st));
	assert_true(status_parse(text_of("Tgid:\t2\nSigCgt:\t"
					 "0000000180004a02\n"), &st));
	assert_true(st.caught == 0x180004a02);
	assert_true(st.pending == 0);
	assert_true(status_parse(text_of("Tgid:\t2\nSigPnd:\t1\nShdPnd:\t"
					 "0000000000004000\n"), &st));
	assert_true(st.pending == 0x4001);
	assert_true(status_parse(text_of("Tgid:\t2\nSigCgt:\t"
					 "0000000180004a02\n"), &st));
	assert_true(st.ignored == EV_UNKNOWN && st.caps == EV_UNKNOWN);
	assert_true(status_parse(text_of("Tgid:\t2\nSigIgn:\t"
					 "0000000000000020\nCapEff:\t"
					 "00000000a80425fb\n"), &st));
	assert_true(st.ignored == 0x20 && st.caps == 0xa80425fb);
	assert_true(st.blocked == EV_UNKNOWN && st.pending == 0);
	assert_true(status_parse(text_of("Tgid:\t2\nSigPnd:\t"
					 "0000000000000200\nShdPnd:\t"
					 "0000000000010000\nSigBlk:\t"
					 "0000000000000008\n"), &st));
	assert_true(st.pending == 0x10200 && st.blocked == 8);
	assert_true(status_parse(text_of("Tgid:\t2\nKthread:\t1\n"), &st));
	assert_true(st.caught == EV_UNKNOWN);
	assert_true(st.seccomp == -1 && st.filters == -1);
	assert_true(st.kthread && st.vm_rss == EV_UNKNOWN);
}

static void cut_status(struct bytes text)
{
	struct status_info st;

	if (!status_parse(text, &st))
		return;
	assert_int_equal(st.tgid, 4121);
	assert_true(st.vm_size == EV_UNKNOWN || st.vm_size == 10240);
	assert_true(st.tracer == -1 || st.tracer == 77);
}

/* --- syscall ------------------------------------------------------------- */

static const char syscall_text[] =
	"202 0x7f1c 0x80 0x0 0x0 0x0 0xffffffffffffffff 0x7ffd0c 0x7f1c8d\n";

static void test_syscall_is_parsed(void **state)
{
	struct syscall_info sc;

	(void)state;
	assert_true(syscallfile_parse(text_of(syscall_text), &sc));
	assert_int_equal(sc.nr, 202);
	assert_int_equal(sc.args[0], 0x7f1c);
	assert_true(sc.args[5] == UINT64_MAX);
	assert_int_equal(sc.sp, 0x7ffd0c);
	assert_int_equal(sc.pc, 0x7f1c8d);
	assert_false(sc.running);
	assert_true(syscallfile_parse(text_of("running\n"), &sc));
	assert_true(sc.running && sc.nr == EV_UNKNOWN && sc.sp == 0);
	assert_true(syscallfile_parse(text_of("-1 0x10 0x20\n"), &sc));
	assert_true(sc.nr == EV_UNKNOWN && sc.sp == 0x10);
	assert_false(syscallfile_parse(text_of("-2 0x10 0x20\n"), &sc));
	assert_false(syscallfile_parse(text_of("202 0x10 0x20\n"), &sc));
}

static void cut_syscall(struct bytes text)
{
	struct syscall_info sc;

	assert_int_equal(syscallfile_parse(text, &sc),
			 text.len == sizeof syscall_text - 1);
}

/* --- small files --------------------------------------------------------- */

static const char meminfo_text[] =
	"MemTotal:       24684096 kB\nMemFree:   12 kB\nHugePages_Total:   3\n"
	"oom_kill 5\n";

static void test_meminfo_is_parsed(void **state)
{
	uint64_t v = 1;

	(void)state;
	assert_true(meminfo_find(text_of(meminfo_text), "MemTotal", &v));
	assert_true(v == 24684096ull * 1024);
	assert_true(meminfo_find(text_of(meminfo_text), "HugePages_Total",
				 &v));
	assert_int_equal(v, 3);
	assert_true(meminfo_find(text_of(meminfo_text), "oom_kill", &v));
	assert_int_equal(v, 5);
	assert_false(meminfo_find(text_of(meminfo_text), "Mem", &v));
	assert_false(meminfo_find(text_of("x 99999999999999999999\n"), "x",
				  &v));
	assert_false(meminfo_find(text_of("x: 18014398509481984 kB\n"), "x",
				  &v));
	assert_int_equal(v, 5);
}

static void cut_meminfo(struct bytes text)
{
	uint64_t v;

	if (meminfo_find(text, "MemTotal", &v))
		assert_true(v == 24684096ull * 1024);
	if (meminfo_find(text, "oom_kill", &v))
		assert_int_equal(text.len, sizeof meminfo_text - 1);
}

static const char psi_text[] =
	"some avg10=0.30 avg60=12.05 avg300=100.00 total=2481\n"
	"full avg10=0.09 avg60=0.00 avg300=1.00 total=310\n";

static void test_psi_is_parsed(void **state)
{
	struct psi_info psi;

	(void)state;
	assert_true(psi_parse(text_of(psi_text), &psi));
	assert_int_equal(psi.some[0], 3);
	assert_int_equal(psi.some[1], 120);
	assert_int_equal(psi.some[2], 1000);
	assert_int_equal(psi.full[0], 0);
	assert_int_equal(psi.full[2], 10);
	assert_false(psi_parse(text_of("some avg10=1.00\n"), &psi));
}

static void cut_psi(struct bytes text)
{
	struct psi_info psi;

	if (psi_parse(text, &psi))
		assert_int_equal(psi.full[2], 10);
}

static const char sysv_text[] =
	"       key      shmid perms                  size  cpid  lpid nattch"
	"   uid\n"
	"         0          2  1600               1048576  4121  4121      1"
	"     0     0\n"
	"-559038737      65539   666                  4096   101   102     17"
	"  1000\n"
	"garbage 1 2 3\n";

static void test_sysvipc_is_parsed(void **state)
{
	struct scan s = scan_of(sysv_text, sizeof sysv_text - 1);
	struct sysv_segment seg;

	(void)state;
	assert_true(sysvipc_next(&s, &seg));
	assert_int_equal(seg.id, 2);
	assert_int_equal(seg.key, 0);
	assert_int_equal(seg.attaches, 1);
	assert_true(sysvipc_next(&s, &seg));
	assert_true(seg.key == 0xdeadbeef);
	assert_int_equal(seg.size, 4096);
	assert_int_equal(seg.attaches, 17);
	assert_false(sysvipc_next(&s, &seg));
}

static void cut_sysvipc(struct bytes text)
{
	struct scan s = scan_of(text.data, text.len);
	struct sysv_segment seg;

	while (sysvipc_next(&s, &seg))
		assert_true(seg.attaches == 1 || seg.attaches == 17);
}

static void test_oom_records_only_from_the_kernel(void **state)
{
	static const struct {
		const char *text;
		bool known, killed;
		pid_t pid;
		enum oom_scope scope;
		const char *memcg;
	} t[] = {
		{ "6,81,5948053,-;oom-kill:constraint=CONSTRAINT_MEMCG,"
		  "nodemask=(null),cpuset=/,mems_allowed=0,oom_memcg=/a,"
		  "task_memcg=/a/b,task=x,pid=8446,uid=0\n",
		  true, false, 8446, OOM_CGROUP, "/a" },
		{ "6,81,5948053,-;oom-kill:constraint=CONSTRAINT_NONE,"
		  "nodemask=(null),cpuset=/,mems_allowed=0,global_oom,"
		  "task_memcg=/,task=,pid=1,uid=,pid=8446,uid=0\n",
		  true, false, 8446, OOM_MACHINE, "" },
		{ "6,1,2,-;oom-kill:constraint=CONSTRAINT_CPUSET,nodemask=0,"
		  "cpuset=/c,mems_allowed=0,global_oom,task_memcg=/,task=x,"
		  "pid=7,uid=0\n", true, false, 7, OOM_CPUSET, "" },
		{ "3,82,5948054,-;Memory cgroup out of memory: Killed process "
		  "8446 (python3) total-vm:75364kB, anon-rss:64864kB\n",
		  true, true, 8446, OOM_CGROUP, "" },
		{ "3,82,5948054,-,caller=T1;Out of memory: Killed process 9 "
		  "(x) total-vm:1kB\n SUBSYSTEM=x\n",
		  true, true, 9, OOM_MACHINE, "" },
		{ "3,82,1,-;Out of memory (oom_kill_allocating_task): Killed "
		  "process 9 (x)\n", true, true, 9, OOM_MACHINE, "" },
		/* Written to the log by a user; within a name; implausible
		 * PIDs. */
		{ "11,82,1,-;Out of memory: Killed process 9 (x)\n", false, false, 0, OOM_MACHINE, "" },
		{ "3,82,1,-;x Out of memory: Killed process 9 (x)\n", false, false, 0, OOM_MACHINE, "" },
		{ "3,82,1,-;Out of memory: Killed process 0 (x)\n", false, false, 0, OOM_MACHINE, "" },
		{ "3,82,1,-;Out of memory: Killed process 4294967305 (x)\n", false, false, 0, OOM_MACHINE, "" },
		{ "6,1,2,-;oom-kill:constraint=CONSTRAINT_MEMCG,pid=7,uid=0\n", false, false, 0, OOM_MACHINE, "" },
		{ "6,1,2,-;oom-kill:constraint=CONSTRAINT_NONE,task=x\n", false, false, 0, OOM_MACHINE, "" },
		{ "6,1,2,-;oom_reaper: reaped process 7 (x)\n", false, false, 0, OOM_MACHINE, "" },
		{ "", false, false, 0, OOM_MACHINE, "" }, { ";", false, false, 0, OOM_MACHINE, "" }, { "3", false, false, 0, OOM_MACHINE, "" },
	};
	struct oom_record r;

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		bool known = oom_record_parse((struct bytes){
			t[i].text, strlen(t[i].text) }, &r);

		assert_int_equal(known, t[i].known);
		if (!known)
			continue;
		assert_int_equal(r.killed, t[i].killed);
		assert_int_equal(r.pid, t[i].pid);
		assert_int_equal(r.scope, t[i].scope);
		assert_int_equal(r.memcg.len, strlen(t[i].memcg));
		assert_memory_equal(r.memcg.len ? r.memcg.data : "",
				    t[i].memcg, r.memcg.len);
	}
}

static void test_cgroup_paths_must_be_absolute(void **state)
{
	struct cgroup_paths p;

	(void)state;
	cgroup_parse(text_of("5:hugetlb:/h\n3:memory,hugetlb:/both\n"), &p);
	assert_true(bytes_equal(p.v1_memory, "/both"));
	assert_true(bytes_equal(p.v1_hugetlb, "/both"));
	cgroup_parse(text_of("9:name=systemd:/\n4:cpu,memory:/a:b/c\n"
			     "0::/user.slice/x\n"), &p);
	assert_true(bytes_equal(p.v2, "/user.slice/x"));
	assert_true(bytes_equal(p.v1_memory, "/a:b/c"));
	cgroup_parse(text_of("4:memory_x:/a\n0:nope:/b\nx\n:::\n1:\n"), &p);
	assert_null(p.v2.data);
	assert_null(p.v1_memory.data);
	cgroup_parse(text_of("0::/../../host\n4:memory:relative\n"), &p);
	assert_null(p.v2.data);
	assert_null(p.v1_memory.data);
}

static const char mount_text[] =
	"36 35 0:32 /a\\040b /sys/fs/my\\134cg rw,noatime shared:1 master:2"
	" - cgroup cgroup rw,memory\n"
	"bad line\n"
	"40 35 254:1 / / rw - ext4 /dev/root rw\n";

static void test_mountinfo_escapes_are_decoded(void **state)
{
	struct scan s = scan_of(mount_text, sizeof mount_text - 1);
	struct str path = STR_INIT;
	struct mount_entry m;

	(void)state;
	assert_true(mountinfo_next(&s, &m));
	assert_true(m.dev == makedev(0, 32));
	assert_true(bytes_equal(m.fstype, "cgroup"));
	assert_true(bytes_list_has(m.options, "memory"));
	mount_path(&path, m.root);
	assert_string_equal(path.data, "/a b");
	str_clear(&path);
	mount_path(&path, m.point);
	assert_string_equal(path.data, "/sys/fs/my\\cg");
	assert_true(mountinfo_next(&s, &m));
	assert_true(bytes_equal(m.fstype, "ext4"));
	assert_false(mountinfo_next(&s, &m));
	str_clear(&path);
	mount_path(&path, text_of("x\\04"));
	assert_string_equal(path.data, "x\\04");
	str_release(&path);
}

static void cut_mountinfo(struct bytes text)
{
	struct scan s = scan_of(text.data, text.len);
	struct mount_entry m;
	int n = 0;

	while (mountinfo_next(&s, &m))
		n++;
	assert_true(n <= 2);
}

static void cut_cgroup(struct bytes text)
{
	struct cgroup_paths p;

	cgroup_parse(text, &p);
	assert_true(!p.v2.data || p.v2.len <= text.len);
}

static void test_truncated_files_are_not_misread(void **state)
{
	static const char stat_text[] = "4121 (a) b)" STAT_TAIL
		STAT_PENDING;
	static const char cgroup_text[] = "4:cpu,memory:/a\n0::/b\n";

	(void)state;
	cut_everywhere(maps_text, sizeof maps_text - 1, cut_maps);
	cut_everywhere(smaps_text, sizeof smaps_text - 1, cut_smaps);
	cut_everywhere(stat_text, sizeof stat_text - 1, cut_stat);
	cut_everywhere(status_text, sizeof status_text - 1, cut_status);
	cut_everywhere(syscall_text, sizeof syscall_text - 1, cut_syscall);
	cut_everywhere(meminfo_text, sizeof meminfo_text - 1, cut_meminfo);
	cut_everywhere(psi_text, sizeof psi_text - 1, cut_psi);
	cut_everywhere(sysv_text, sizeof sysv_text - 1, cut_sysvipc);
	cut_everywhere(cgroup_text, sizeof cgroup_text - 1, cut_cgroup);
	cut_everywhere(mount_text, sizeof mount_text - 1, cut_mountinfo);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers_at_their_limits),
		cmocka_unit_test(test_maps_lines_are_parsed),
		{ "P61 invalid maps lines are rejected",
		  test_invalid_maps_lines_are_rejected, NULL, NULL, NULL },
		cmocka_unit_test(test_smaps_regions_are_parsed),
		cmocka_unit_test(test_smaps_in_two_parts_gives_same_regions),
		{ "P60 stat with a hostile comm is parsed",
		  test_stat_with_hostile_comm_is_parsed, NULL, NULL, NULL },
		cmocka_unit_test(test_status_is_parsed),
		cmocka_unit_test(test_syscall_is_parsed),
		cmocka_unit_test(test_meminfo_is_parsed),
		cmocka_unit_test(test_psi_is_parsed),
		cmocka_unit_test(test_sysvipc_is_parsed),
		cmocka_unit_test(test_cgroup_paths_must_be_absolute),
		cmocka_unit_test(test_oom_records_only_from_the_kernel),
		cmocka_unit_test(test_mountinfo_escapes_are_decoded),
		{ "P69 truncated files are not misread",
		  test_truncated_files_are_not_misread, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
