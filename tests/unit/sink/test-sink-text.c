/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text log, line by line, and the handling of the file, which is the same
 * for every sink. */
#include <config.h>

#include "sink-events.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "base/text.h"

static void assert_line(const struct event *ev, const char *what)
{
	char *text = written(SINK_TEXT, ALL_KINDS, ev, 1);

	assert_string_equal(text, what);
	free(text);
}

static void start_has_system_and_sources(void **state)
{
	struct event ev = event_at(EV_START);

	(void)state;
	ev.time_ns = 0;
	ev.pid = ev.tid = 0;
	ev.source = 0;
	ev.u.start = (struct ev_start){
		.version = B("0.1"), .command = B("ls \"x\""),
		.kernel = B("6.18"), .machine = B("x86_64"),
		.page_size = 4096,
		.sources = B("ptrace=on\0perf=needs root"),
	};
	assert_line(&ev, "0.000000 - start version=0.1 kernel=6.18 "
		    "machine=x86_64 page_size=4096 [ptrace=on] "
		    "[perf=needs root] command=\"ls \\\"x\\\"\"\n");
	ev.u.start.command = B("");
	ev.u.start.host = B("a \"b\n\xff");
	ev.u.start.clock_ns = 1795711916123456789;
	ev.u.start.utc_offset = -12600;
	assert_line(&ev, "0.000000 - start version=0.1 kernel=6.18 "
		    "machine=x86_64 host=\"a \\\"b\\x0a\\xff\" "
		    "date=2026-11-26T13:21:56.123456-03:30 page_size=4096 "
		    "[ptrace=on] [perf=needs root]\n");
}

static void process_events_have_their_text(void **state)
{
	static const struct {
		struct ev_process p;
		const char *what;
	} cases[] = {
		{ { .op = PROCESS_LAUNCH, .child = 4121, .exe = B("/bin/ls"),
		    .argv = B("ls\0-l\0a\"b\\c\n") },
		  "launch \"/bin/ls\" [\"ls\", \"-l\", "
		  "\"a\\\"b\\\\c\\x0a\"]" },
		{ { .op = PROCESS_ATTACH, .exe = B("/bin/x") },
		  "attach \"/bin/x\" []" },
		{ { .op = PROCESS_THREAD, .child = 4123, .child_pid = 4121 },
		  "thread 4123" },
		{ { .op = PROCESS_FORK, .child = 4124 }, "fork 4124" },
		{ { .op = PROCESS_VFORK, .child = 4125 }, "vfork 4125" },
		{ { .op = PROCESS_CLONE, .child = 4126 }, "clone 4126" },
		{ { .op = PROCESS_EXEC, .old_tid = 4122,
		    .exe = B("/bin/\x1b[31m"), .argv = B("") },
		  "exec \"/bin/\\x1b[31m\" [] by thread 4122" },
		{ { .op = PROCESS_EXIT, .status = 3, .signal = -1 },
		  "+++ exited with 3 +++" },
		{ { .op = PROCESS_EXIT, .status = -1, .signal = SIGSEGV,
		    .core = 1 }, "+++ killed by SIGSEGV (core dumped) +++" },
		{ { .op = PROCESS_EXIT, .status = -1, .signal = SIGKILL },
		  "+++ killed by SIGKILL +++" },
		{ { .op = PROCESS_EXIT, .status = -1, .signal = -1 },
		  "+++ exited +++" },
		{ { .op = PROCESS_EXEC, .comm = B("a\x1b") },
		  "exec n/a [] comm=\"a\\x1b\"" },
		{ { .op = PROCESS_DETACH }, "detach" },
		{ { .op = PROCESS_SEEN, .exe = B("/bin/x\x1b"),
		    .comm = B("x") }, "seen \"/bin/x\\x1b\"" },
		{ { .op = PROCESS_SEEN, .comm = B("x") },
		  "seen n/a comm=\"x\"" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct event ev = event_at(EV_PROCESS);
		char line[200];

		ev.u.process = cases[i].p;
		snprintf(line, sizeof line, "12.391000 4121/4122 %s\n",
			 cases[i].what);
		assert_line(&ev, line);
	}
}

static void tid_of_the_main_thread_is_omitted(void **state)
{
	struct event ev = event_at(EV_PROCESS);

	(void)state;
	ev.u.process.op = PROCESS_DETACH;
	ev.tid = ev.pid;
	assert_line(&ev, "12.391000 4121 detach\n");
	ev.tid = 0;
	assert_line(&ev, "12.391000 4121 detach\n");
}

static void call_has_the_text_of_strace(void **state)
{
	struct event ev = mmap_event();

	(void)state;
	assert_line(&ev, "12.391000 4121/4122 mmap(NULL, 8192, "
		    "PROT_READ|PROT_EXEC, MAP_PRIVATE|MAP_DENYWRITE, "
		    "3</usr/lib/libfoo.so>, 0x1000) = 0x7f12a000\n");
	ev.u.call.result = -1;
	ev.u.call.error = ENOMEM;
	assert_line(&ev, "12.391000 4121/4122 mmap(NULL, 8192, "
		    "PROT_READ|PROT_EXEC, MAP_PRIVATE|MAP_DENYWRITE, "
		    "3</usr/lib/libfoo.so>, 0x1000) = -1 ENOMEM "
		    "(Cannot allocate memory)\n");
}

static void signal_has_sender_or_address(void **state)
{
	static const struct {
		struct ev_signal s;
		const char *what;
	} cases[] = {
		{ { .signal = SIGSEGV, .code = SEGV_MAPERR, .has_addr = 1,
		    .addr = 0x10 },
		  "--- SIGSEGV {si_code=SEGV_MAPERR, si_addr=0x10} ---" },
		{ { .signal = SIGSEGV, .code = SEGV_ACCERR, .has_addr = 1,
		    .addr = 0x5010, .region_start = 0x5000,
		    .region_end = 0x6000, .region_name = B("/lib/a\xff") },
		  "--- SIGSEGV {si_code=SEGV_ACCERR, si_addr=0x5010} --- "
		  "in 0x5000-0x6000 /lib/a\\xff" },
		{ { .signal = SIGUSR1, .code = SI_QUEUE, .sender = 77,
		    .uid = 1000, .value = 0x2a },
		  "--- SIGUSR1 {si_code=SI_QUEUE, si_pid=77, si_uid=1000, "
		  "si_value=0x2a} ---" },
		{ { .signal = SIGUSR1, .sender = 77, .action = SIGNAL_HELD },
		  "--- SIGUSR1 {si_code=SI_USER, si_pid=77, si_uid=0} "
		  "held ---" },
		{ { .signal = SIGTSTP, .action = SIGNAL_STOPPED },
		  "--- stopped by SIGTSTP ---" },
		{ { .signal = SIGCONT, .action = SIGNAL_CONTINUED },
		  "--- continued ---" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct event ev = event_at(EV_SIGNAL);
		char line[200];

		ev.u.signal = cases[i].s;
		snprintf(line, sizeof line, "12.391000 4121/4122 %s\n",
			 cases[i].what);
		assert_line(&ev, line);
	}
}

static void region_has_file_and_owner(void **state)
{
	struct event ev = event_at(EV_REGION);

	(void)state;
	ev.tid = 0;
	ev.u.region = (struct ev_region){
		.op = REGION_CHANGE, .start = 0x7f0000001000,
		.end = 0x7f0000003000, .perm = PERM_R | PERM_W,
		.offset = 4096, .dev = makedev(254, 1), .inode = 12,
		.kind = KIND_FILE, .rss = 4096, .pss = EV_UNKNOWN,
		.swap = 0, .vmflags = B("rd wr"), .name = B("/tmp/a b\x07\\x07"),
	};
	assert_line(&ev, "12.391000 4121 region change "
		    "0x7f0000001000-0x7f0000003000 rw-p flags=rd|wr "
		    "offset=4096 dev=fe:01 inode=12 kind=file rss=4096 "
		    "pss=n/a swap=0 /tmp/a b\\x07\\\\x07\n");
	ev.u.region.has_generation = 1;
	ev.u.region.generation = 3;
	ev.u.region.build_id = B("\x0a\xff");
	ev.u.region.disk = DISK_DELETED;
	ev.u.region.own_root = 1;
	ev.u.region.whose = WHOSE_ARENA;
	ev.u.region.whose_tid = 4122;
	ev.u.region.arena = 2;
	ev.u.region.guessed = 1;
	assert_line(&ev, "12.391000 4121 region change "
		    "0x7f0000001000-0x7f0000003000 rw-p flags=rd|wr "
		    "offset=4096 dev=fe:01 inode=12 generation=3 "
		    "build_id=0aff disk=deleted own_root kind=file rss=4096 "
		    "pss=n/a swap=0 owner=~\"arena 2 of thread 4122\" "
		    "/tmp/a b\\x07\\\\x07\n");
	ev.u.region.op = REGION_SYNC;
	assert_line(&ev, "");
}

static void pages_are_logged_after_a_whole_scan(void **state)
{
	struct page_range ranges[] = { { 0x1000, 0x3000 }, { 0x5000, 0x6000 } };
	struct event ev = event_at(EV_PAGES);

	(void)state;
	ev.tid = 0;
	ev.u.pages = (struct ev_pages){
		.start = 0x1000, .end = 0x9000, .scanned = 0x9000,
		.page_size = 4096, .resident = 3, .swapped = 1, .zero = 2,
		.huge = 0, .exclusive = EV_UNKNOWN, .written = EV_UNKNOWN,
		.ranges = { ranges, sizeof ranges },
	};
	assert_line(&ev, "12.391000 4121 pages 0x1000-0x9000 page_size=4096 "
		    "resident=3 swapped=1 zero=2 huge=0 exclusive=n/a "
		    "written=n/a 0x1000-0x3000 0x5000-0x6000\n");
	ev.u.pages.scanned = 0x8000;
	assert_line(&ev, "");
	ev.u.pages.scanned = 0x9000;
	ev.u.pages.detail = 1;
	assert_line(&ev, "");
}

static void file_has_mappings_and_totals(void **state)
{
	struct page_range ranges[] = { { 0, 4096 }, { 0x63ff000, 0x6400000 } };
	struct event ev = file_event(ranges, B("/tmp/a\x1b"));

	(void)state;
	ev.u.file.at = FILE_AT_EXIT;
	assert_line(&ev, "12.391000 4121 file mapping "
		    "0x7f0000000000-0x7f0006400000 offset=0 at=exit dev=fe:01 "
		    "inode=12 now=4096 [0x0-0x1000] ever=8192 [0x0-0x1000 "
		    "0x63ff000-0x6400000 +3 more] partial /tmp/a\\x1b\n");
	ev.u.file.op = FILE_TOTAL;
	ev.u.file.mappings = 2;
	ev.u.file.partial = ev.u.file.ever = ev.u.file.ever_more = 0;
	ev.u.file.ever_ranges.len = 0;
	assert_line(&ev, "12.391000 4121 file total dev=fe:01 inode=12 "
		    "mappings=2 ever=0 [] /tmp/a\\x1b\n");
}

static void map_has_file_or_build_id(void **state)
{
	struct event ev = map_event(B("/tmp/a\x1b"), (struct bytes){ "", 0 });

	(void)state;
	assert_line(&ev, "12.391000 4121/4122 map addr=0x7f0000000000 len=8192 "
			 "pgoff=0x1000 prot=PROT_READ|PROT_EXEC "
			 "flags=MAP_PRIVATE dev=08:01 inode=12 generation=3 "
			 "/tmp/a\\x1b\n");
	ev = map_event(B("/lib/x.so"), B("\x0a\xff"));
	ev.u.map.prot = 0;
	ev.u.map.flags = MAP_SHARED | MAP_LOCKED;
	assert_line(&ev, "12.391000 4121/4122 map addr=0x7f0000000000 len=8192 "
			 "pgoff=0x1000 prot=PROT_NONE "
			 "flags=MAP_SHARED|MAP_LOCKED build_id=0aff "
			 "/lib/x.so\n");
}

static void fault_has_kind_and_region(void **state)
{
	struct event ev = fault_event(B("/tmp/a\x1b"));

	(void)state;
	assert_line(&ev, "12.391000 4121/4122 fault minor addr=0x7f0000001000 "
		    "ip=0x400123 in 0x7f0000000000-0x7f0000002000 "
		    "/tmp/a\\x1b\n");
	ev = kernel_fault_event();
	assert_line(&ev, "12.391000 4121/4122 fault major addr=0x1 "
		    "ip=0xffffffff81000000 (kernel)\n");
	ev.u.fault.access = ACCESS_WRITE;
	ev.u.fault.major = 0;
	assert_line(&ev, "12.391000 4121/4122 fault n/a addr=0x1 "
		    "ip=0xffffffff81000000 (kernel) write\n");
	ev.flags = 0;
	assert_line(&ev, "");
}

static void rss_has_member_and_bytes(void **state)
{
	struct event ev = event_at(EV_RSS);

	(void)state;
	ev.u.rss = (struct ev_rss){ .member = RSS_ANON, .bytes = 8192 };
	assert_line(&ev, "12.391000 4121/4122 rss anon bytes=8192\n");
}

static void denied_has_source_and_kind(void **state)
{
	struct event ev = event_at(EV_DENIED);

	(void)state;
	ev.u.denied = (struct ev_denied){
		.told_by = B("ring"), .addr = 0x1000, .len = 8192,
	};
	assert_line(&ev, "12.391000 4121/4122 denied addr=0x1000 len=8192 "
		    "told_by=ring what=mapping\n");
	ev.u.denied.what = DENIED_FILE;
	assert_line(&ev, "12.391000 4121/4122 denied addr=0x1000 len=8192 "
		    "told_by=ring what=file\n");
}

static void frame_is_logged_once_complete(void **state)
{
	struct event ev = event_at(EV_FRAME);

	(void)state;
	ev.u.frame = (struct ev_frame){
		.object = 3, .number = 2, .start = 0x10000, .end = 0x20000,
		.length = 8192, .page_size = 4096, .cause = FRAME_UNMAP,
		.call = B("munmap"), .pages = 1, .absent = 1, .unread = 1,
		.error = -EIO, .last = 1, .name = B("[anon]"),
	};
	assert_line(&ev, "12.391000 4121/4122 frame object=3 number=2 "
		    "cause=unmap call=munmap offset=0 length=8192 pages=1 "
		    "absent=1 unread=1 missed=0 by=hash error=EIO in "
		    "0x10000-0x20000 [anon]\n");
	/* A part of a frame: its figures are not complete yet. */
	ev.u.frame.last = 0;
	assert_line(&ev, "");
}

static void heap_events_have_their_text(void **state)
{
	static const uint64_t words[HEAP_INFOS] = { 0x401190, 2, 3 };
	struct event ev = event_at(EV_HEAP);

	(void)state;
	ev.u.heap = (struct ev_heap){
		.op = HEAP_OP_ALLOC, .addr = 0x1010, .size = 40, .site = 3,
		.caller = 0x401136, .stack = { words, 24 },
		.library = B("/bin/p\x1b"), .symbol = B("f(int)"),
		.names = { "/bin/p\0ma\x1bn\0/lib/c\0\0", 20 },
	};
	assert_line(&ev, "12.391000 4121/4122 heap alloc addr=0x1010 size=40 "
		    "site=3 caller=0x401136 "
		    "stack=[0x401190(ma\\x1bn) 0x2(/lib/c) 0x3] "
		    "/bin/p\\x1b: f(int)\n");
	ev.u.heap = (struct ev_heap){
		.op = HEAP_OP_FREE, .addr = 0x1010, .size = EV_UNKNOWN,
		.caller = 0x401136, .wrong = HEAP_DOUBLE,
	};
	assert_line(&ev, "12.391000 4121/4122 heap free addr=0x1010 size=n/a "
		    "wrong=double site=0 caller=0x401136\n");
	ev.u.heap = (struct ev_heap){
		.op = HEAP_OP_LEAK, .size = 80, .blocks = 2, .site = 3,
		.resident = 64,
		.caller = 0x401136, .library = B("/bin/p"),
	};
	assert_line(&ev, "12.391000 4121/4122 heap leak size=80 blocks=2 "
		    "resident=64 site=3 caller=0x401136 /bin/p\n");
	ev.u.heap = (struct ev_heap){
		.op = HEAP_OP_TOTAL, .size = 80, .blocks = 2, .allocs = 5,
		.frees = 3, .bytes = 100, .peak = 90, .resident = EV_UNKNOWN,
		.freed = 5, .spare = 4, .wrongs = 1, .foreign = 2, .missed = 3, .last = 1,
		.ages = { words + 1, 16 },
	};
	assert_line(&ev, "12.391000 4121/4122 heap total size=80 blocks=2 "
		    "allocs=5 frees=3 reallocs=0 bytes=100 peak=90 "
		    "resident=n/a freed=5 spare=4 doubles=1 foreign=2 missed=3 "
		    "ages=[2 3]\n");
	ev.u.heap = (struct ev_heap){ .op = HEAP_OP_INFO,
				      .info = { words + 1, 16 } };
	assert_line(&ev, "12.391000 4121/4122 heap info arena=2 ordblks=3 "
		    "smblks=n/a hblks=n/a hblkhd=n/a usmblks=n/a fsmblks=n/a "
		    "uordblks=n/a fordblks=n/a keepcost=n/a\n");
	ev.u.heap = (struct ev_heap){ .op = HEAP_OP_INFO,
				      .why = HEAP_INFO_UNABLE };
	assert_line(&ev, "12.391000 4121/4122 heap info n/a why=unable\n");
}

static void figures_of_the_system_are_logged(void **state)
{
	struct event ev = event_at(EV_SYSTEM);
	char *text;

	(void)state;
	ev.pid = ev.tid = 0;
	ev.u.system = (struct ev_system){ .total = 8192, .available = 100,
					  .huge_size = EV_UNKNOWN };
	text = written(SINK_TEXT, ALL_KINDS, &ev, 1);
	assert_memory_equal(text, "12.391000 - system total=8192 "
			    "available=100 used=0 ", 48);
	assert_non_null(strstr(text, " huge_size=n/a "));
	free(text);

	ev = event_at(EV_USAGE);
	ev.tid = 0;
	ev.u.usage = (struct ev_usage){ .virt = 40960, .rss = 8192,
					.rss_anon = 8192, .pss = EV_UNKNOWN,
					.peak = 9000, .minflt = 7,
					.threads = 2, .cgroup_used = 1,
					.cgroup_max = EV_UNKNOWN };
	ev.u.usage.comm = B("a\x1b");
	ev.u.usage.minflt_new = 2;
	ev.u.usage.cgroup = B("/x y");
	assert_line(&ev, "12.391000 4121 memory comm=\"a\\x1b\" virt=40960 "
		    "rss=8192 "
		    "rss_anon=8192 rss_file=0 rss_shmem=0 hugetlb=0 pss=n/a "
		    "swap=0 peak=9000 data=0 stack=0 text=0 locked=0 minflt=7 "
		    "majflt=0 minflt_new=2 majflt_new=0 threads=2 "
		    "cgroup_used=1 cgroup_max=n/a cgroup=\"/x y\"\n");

	ev = event_at(EV_LOST);
	ev.pid = ev.tid = 0;
	ev.u.lost = (struct ev_lost){ .source = B("perf"), .count = 12 };
	assert_line(&ev, "12.391000 - lost count=12 source=perf\n");
	ev.kind = EV_END;
	ev.u.end = (struct ev_end){ 5, 0, 1000, 7 };
	assert_line(&ev, "12.391000 - end events=5 lost=0 duration_ns=1000 "
		    "worst_stop_ns=7\n");
}

static void csv_has_a_head_and_escaped_cells(void **state)
{
	static const struct {
		struct bytes comm;
		const char *cell;
	} names[] = {
		{ B("st"), "\"st\"" }, { B("a,\"b\n"), "\"a,\"\"b\\x0a\"" },
		{ B("=1+1"), "\"\\x3d1+1\"" }, { B("@x"), "\"\\x40x\"" },
		{ B("a=\x1b\\"), "\"a=\\x1b\\\\\"" }, { B(""), "\"\"" },
	};
	struct event ev[] = { event_at(EV_START), event_at(EV_USAGE),
			      event_at(EV_LOST), event_at(EV_END) };
	char expected[600], *text;

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		memset(&ev[1].u.usage, 0, sizeof ev[1].u.usage);
		ev[1].u.usage.virt = 40960;
		ev[1].u.usage.pss = EV_UNKNOWN;
		ev[1].u.usage.cgroup_max = EV_UNKNOWN;
		ev[1].u.usage.comm = names[i].comm;
		ev[1].u.usage.cgroup = B("/");
		text = written(SINK_CSV, 1u << EV_USAGE, ev, 4);
		snprintf(expected, sizeof expected,
			 "time,pid,comm,virt,rss,rss_anon,rss_file,rss_shmem,"
			 "hugetlb,pss,swap,peak,data,stack,text,locked,minflt,"
			 "majflt,minflt_new,majflt_new,threads,cgroup_used,"
			 "cgroup_max,cgroup\n"
			 "12.391000,4121,%s,40960,0,0,0,0,0,,0,0,0,0,0,0,0,0,"
			 "0,0,0,0,,\"/\"\n", names[i].cell);
		assert_string_equal(text, expected);
		free(text);
	}
	ev[1] = event_at(EV_SYSTEM);
	ev[1].u.system = (struct ev_system){ .total = 5, .psi_some_10 = 123,
					     .psi_full_10 = EV_UNKNOWN };
	text = written(SINK_CSV, 1u << EV_SYSTEM, ev, 4);
	assert_string_equal(text, "time,total,available,used,free,buffers,"
			    "cached,shmem,slab,page_tables,anon,swap_total,"
			    "swap_free,huge_total,huge_free,huge_size,"
			    "oom_kills,psi_some_avg10,psi_full_avg10\n"
			    "12.391000,5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,12.3,"
			    "\n");
	free(text);
}

/* The log has the selected kinds and always start, lost, denied and end, but no
 * events of the screen. */
static void only_selected_kinds_are_logged(void **state)
{
	struct event ev[EV_KINDS];
	char *text;
	size_t lines = 0;

	(void)state;
	for (int i = 0; i < EV_KINDS; i++) {
		ev[i] = event_at(i);
		ev[i].u.pages.end = ev[i].u.pages.scanned = 0;
	}
	ev[EV_PROCESS].u.process.op = PROCESS_DETACH;
	text = written(SINK_TEXT, 1u << EV_PROCESS | 1u << EV_NOTE |
		       1u << EV_TASK | 1u << EV_STATUS, ev, EV_KINDS);
	for (char *p = text; (p = strchr(p, '\n')); p++)
		lines++;
	assert_int_equal(lines, 6);
	assert_non_null(strstr(text, " start "));
	assert_non_null(strstr(text, " detach\n"));
	assert_non_null(strstr(text, " lost "));
	assert_non_null(strstr(text, " denied "));
	assert_non_null(strstr(text, " end "));
	/* Changes to the target are always logged. */
	assert_non_null(strstr(text, " writes off\n"));
	free(text);
	text = written(SINK_TEXT, ALL_KINDS, &ev[EV_NOTE], 1);
	assert_string_equal(text, "");
	free(text);
}

/* Notes about changes to the target are always logged. */
static void changes_to_the_target_are_always_logged(void **state)
{
	struct event ev = event_at(EV_NOTE);
	char *text;

	(void)state;
	ev.u.note = (struct ev_note){ .id = NOTE_REPAIRED, .a = 4122, .b = 232,
				      .text = B("epoll_wait") };
	text = written(SINK_TEXT, 0, &ev, 1);
	assert_string_equal(text, "12.391000 4121/4122 repaired epoll_wait\n");
	free(text);
	ev.u.note = (struct ev_note){ .id = NOTE_UNMARKED, .a = 4121, .b = 435,
				      .text = B("clone3") };
	text = written(SINK_TEXT, 0, &ev, 1);
	assert_string_equal(text, "12.391000 4121/4122 unmarked clone3\n");
	free(text);
	ev.u.note = (struct ev_note){ .id = NOTE_NO_HEAP, .a = 4121,
				      .b = NO_HEAP_LOADER, .text = B("/bin/a b") };
	text = written(SINK_TEXT, 0, &ev, 1);
	assert_string_equal(text, "12.391000 4121/4122 heap unknown why=loader "
			    "/bin/a b\n");
	free(text);
	ev.u.note = (struct ev_note){ .id = NOTE_OOM, .a = 4121,
				      .b = 134217728, .text = B("/batch") };
	text = written(SINK_TEXT, 0, &ev, 1);
	assert_string_equal(text, "12.391000 4121/4122 killed by the OOM "
			    "killer full=/batch cgroup_max=134217728\n");
	free(text);
	ev.u.note = (struct ev_note){ .id = NOTE_OOM_MAYBE, .a = 4121 };
	text = written(SINK_TEXT, 0, &ev, 1);
	assert_string_equal(text, "12.391000 4121/4122 maybe killed by the OOM "
			    "killer\n");
	free(text);
}

/* Repeated events are for a screen that missed them; a log misses none. */
static void repeated_events_are_not_logged(void **state)
{
	struct event ev = mmap_event();
	char *text;

	(void)state;
	ev.flags = EVF_SYNTHETIC;
	text = written(SINK_TEXT, ALL_KINDS, &ev, 1);
	assert_string_not_equal(text, "");
	free(text);
	ev.flags = EVF_SYNTHETIC | EVF_AGAIN;
	text = written(SINK_TEXT, ALL_KINDS, &ev, 1);
	assert_string_equal(text, "");
	free(text);
}

/* For every byte in a name, the line is one line of safe, valid text. */
static void every_byte_of_a_name_is_safe(void **state)
{
	(void)state;
	for (int c = 0; c < 256; c++) {
		struct event ev = event_at(EV_REGION);
		char name[3] = { 'a', (char)c, 'b' };
		char *text, *newline;

		ev.u.region.name = (struct bytes){ name, 3 };
		text = written(SINK_TEXT, ALL_KINDS, &ev, 1);
		newline = strchr(text, '\n');
		assert_non_null(newline);
		assert_int_equal(newline[1], '\0');
		*newline = '\0';
		assert_true(text_valid(text, strlen(text)));
		for (char *p = text; *p; p++)
			assert_true((unsigned char)*p >= ' ' && *p != 0x7f);
		if (c > ' ' && c < 0x7f)
			assert_non_null(strstr(text, c == '\\' ? "a\\\\b" :
				(char[4]){ 'a', (char)c, 'b', 0 }));
		free(text);
	}
}

static void count_failure(void *arg, int err)
{
	int *seen = arg;

	assert_int_equal(*seen, 0);
	*seen = err;
}

/* A full disk is reported once; later events are dropped. */
static void full_disk_is_reported_once(void **state)
{
	int fd = open("/dev/full", O_WRONLY | O_CLOEXEC), seen = 0;
	struct event ev = mmap_event();
	struct sink *s;

	(void)state;
	assert_true(fd >= 0);
	s = sink_new(SINK_TEXT, fd, true, ALL_KINDS, count_failure, &seen);
	sink_event(s, &ev);
	assert_int_equal(seen, 0);
	assert_int_equal(sink_flush(s), -ENOSPC);
	assert_int_equal(seen, ENOSPC);
	for (int i = 0; i < 2000; i++)
		sink_event(s, &ev);
	assert_int_equal(sink_flush(s), -ENOSPC);
	assert_int_equal(sink_free(s), -ENOSPC);
	assert_int_equal(fcntl(fd, F_GETFD), -1);
}

/* A non-blocking pipe, as another process can make it, loses no line. */
static void nonblocking_pipe_loses_nothing(void **state)
{
	struct event ev = mmap_event();
	struct sink *s;
	int fds[2];
	char *line = written(SINK_TEXT, ALL_KINDS, &ev, 1);
	size_t per_line = strlen(line), total = 0, want = 3000 * per_line;
	pid_t reader;
	int status;

	(void)state;
	assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
	reader = fork();
	if (reader == 0) {
		char buf[512];
		ssize_t n;

		close(fds[1]);
		while ((n = read(fds[0], buf, sizeof buf)) > 0)
			total += (size_t)n;
		_exit(total == want ? 0 : 1);
	}
	close(fds[0]);
	assert_int_equal(fcntl(fds[1], F_SETFL, O_NONBLOCK), 0);
	s = sink_new(SINK_TEXT, fds[1], true, ALL_KINDS, NULL, NULL);
	for (int i = 0; i < 3000; i++)
		sink_event(s, &ev);
	assert_int_equal(sink_free(s), 0);
	assert_int_equal(waitpid(reader, &status, 0), reader);
	assert_int_equal(status, 0);
	free(line);
}

/* On a terminal every line is written at once, otherwise at the next flush. */
static void terminal_gets_every_line_at_once(void **state)
{
	struct event ev = mmap_event(), start = event_at(EV_START);
	char *line = written(SINK_TEXT, ALL_KINDS, &ev, 1), got[512];
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), fd;
	int fds[2], unread = -1;
	struct termios t;
	struct sink *s;
	ssize_t n;

	(void)state;
	assert_true(master >= 0 && !grantpt(master) && !unlockpt(master));
	fd = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(fd >= 0 && !tcgetattr(fd, &t));
	t.c_oflag &= ~(tcflag_t)OPOST;
	assert_int_equal(tcsetattr(fd, TCSANOW, &t), 0);
	s = sink_new(SINK_TEXT, fd, true, ALL_KINDS, NULL, NULL);
	/* A session that failed to start leaves no log. */
	sink_event(s, &start);
	assert_int_equal(ioctl(master, FIONREAD, &unread), 0);
	assert_int_equal(unread, 0);
	sink_discard(s);
	sink_event(s, &ev);
	assert_int_equal(sink_free(s), 0);
	assert_int_equal(ioctl(master, FIONREAD, &unread), 0);
	assert_int_equal(unread, 0);

	fd = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(fd >= 0);
	s = sink_new(SINK_TEXT, fd, true, ALL_KINDS, NULL, NULL);
	for (int i = 0; i < 3; i++) {
		sink_event(s, &ev);
		n = read(master, got, sizeof got - 1);
		assert_int_equal(n, strlen(line));
		got[n] = '\0';
		assert_string_equal(got, line);
	}
	assert_int_equal(sink_free(s), 0);
	close(master);

	assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
	s = sink_new(SINK_TEXT, fds[1], true, ALL_KINDS, NULL, NULL);
	sink_event(s, &ev);
	assert_int_equal(ioctl(fds[0], FIONREAD, &unread), 0);
	assert_int_equal(unread, 0);
	assert_int_equal(sink_flush(s), 0);
	assert_int_equal(ioctl(fds[0], FIONREAD, &unread), 0);
	assert_int_equal(unread, strlen(line));
	assert_int_equal(sink_free(s), 0);
	close(fds[0]);
	free(line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(start_has_system_and_sources),
		cmocka_unit_test(process_events_have_their_text),
		cmocka_unit_test(tid_of_the_main_thread_is_omitted),
		cmocka_unit_test(call_has_the_text_of_strace),
		cmocka_unit_test(signal_has_sender_or_address),
		cmocka_unit_test(region_has_file_and_owner),
		cmocka_unit_test(pages_are_logged_after_a_whole_scan),
		cmocka_unit_test(fault_has_kind_and_region),
		cmocka_unit_test(rss_has_member_and_bytes),
		cmocka_unit_test(denied_has_source_and_kind),
		cmocka_unit_test(map_has_file_or_build_id),
		cmocka_unit_test(file_has_mappings_and_totals),
		cmocka_unit_test(frame_is_logged_once_complete),
		cmocka_unit_test(heap_events_have_their_text),
		cmocka_unit_test(figures_of_the_system_are_logged),
		cmocka_unit_test(csv_has_a_head_and_escaped_cells),
		cmocka_unit_test(only_selected_kinds_are_logged),
		cmocka_unit_test(changes_to_the_target_are_always_logged),
		cmocka_unit_test(repeated_events_are_not_logged),
		cmocka_unit_test(every_byte_of_a_name_is_safe),
		cmocka_unit_test(full_disk_is_reported_once),
		cmocka_unit_test(nonblocking_pipe_loses_nothing),
		cmocka_unit_test(terminal_gets_every_line_at_once),
	};

	return cmocka_run_group_tests_name("sink-text", tests, NULL, NULL);
}
