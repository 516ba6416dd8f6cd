/* SPDX-License-Identifier: GPL-3.0-or-later */
/* System, Cgroup, Output, Heap and Sources, compared with their golden files. */
#include <config.h>

#include "screens-harness.h"

static const enum cmd down2[] = { DO_DOWN, DO_DOWN, DO_NONE };

static void typing(struct view *view)
{
	view->typing = true;
}

/* The program's terminal: colours, wide and combining characters, and escapes
 * that must be removed. */
#define OUTPUT \
	"0 9 process op=launch child=9 child_pid=9 comm=one\n" \
	"0 0 status state=run level=calls origin=launched main_pid=9\n" \
	"1 0 output rows=4 cols=30 row=0 cursor_row=2 cursor_col=10 " \
	"cursor_shown=1 text=\"ingest: reading\"\n" \
	"1 0 output rows=4 cols=30 row=1 cursor_row=2 cursor_col=10 " \
	"cursor_shown=1 fg=1 bg=4 attrs=1 text=\"warning: row 812,004\"\n" \
	"1 0 output rows=4 cols=30 row=2 cursor_row=2 cursor_col=10 " \
	"cursor_shown=1 text=\"[p]ause > \"\n"

#define COSTS "4 0 cost ptrace=4200 perf=123456 maps=999 output=0 " \
	"perf_fill=347\n"
/* 66,200 records in two seconds, of which some were lost. */
#define HEAP \
	"0 9 process op=launch child=9 child_pid=9 comm=one\n" \
	"0 9 status state=run tasks=1\n" \
	"0 9 source name=heap state=1\n" \
	"1 9 lost source=heap count=25\n" \
	"1 0 cost perf_fill=? heap=31000 heap_records=800\n" \
	"2 0 cost perf_fill=? heap=31000 " \
		"heap_records=33900\n" \
	"3 0 cost perf_fill=? heap=42000 " \
		"heap_records=67000\n"
#define PERF(state) \
	"0 9 process op=launch child=9 child_pid=9 comm=one\n" \
	"0 9 status state=run tasks=1\n" \
	"0 9 source name=perf state=" state "\n" \
	"1 9 fault addr=0x1000 ip=1 minor=3000 start=0 step=4096 touched=2\n" \
	"2 9 fault addr=0x1000 ip=1 minor=2000 start=0 step=4096 touched=2\n" \
	"2 9 lost source=perf count=17\n" \
	"2 0 lost source=link count=4\n"

/* Rows R1, R2: Linux on two CPUs, which the sampler numbers 0 and 7. */
#define RING(more) \
	"0 9 process op=attach child=9 child_pid=9 comm=one\n" \
	"0 9 status state=run level=watch tasks=1\n" \
	"0 9 source name=ring state=1 why=0 value=0\n" \
	"1 9 ring cpu=7 way=0 unread=12 overrun=1234567 read=98765432 " \
	"subbufs=34 subbuf_size=65536 fill=347 reader=33 " \
	"reader_at=0x220000" more "\n" \
	"2 9 ring cpu=0 way=0 unread=0 read=0 subbufs=34 " \
	"subbuf_size=65536 reader=1 reader_at=0x11000\n"
/* A ring that cannot be mapped, of unknown size. */
#define RING_COPIES \
	"0 9 process op=attach child=9 child_pid=9 comm=one\n" \
	"0 9 status state=run level=watch tasks=1\n" \
	"0 9 source name=ring state=1 why=0 value=1\n" \
	"1 9 ring cpu=0 way=1 read=20 others=? subbufs=? subbuf_size=4096 " \
	"fill=? reader=? reader_at=?\n" \
	"2 9 ring cpu=1 way=1 read=1 others=1 subbufs=1 subbuf_size=4096 " \
	"fill=1000 reader=? reader_at=?\n"
/* The kernel's region list contradicts these sources. */
#define DENIED \
	"3 9 denied told_by=perf addr=0x1000 len=4096\n" \
	"3 9 denied told_by=ptrace addr=0x3000 len=4096\n" \
	"3 9 denied told_by=ring addr=0x1000 len=4096\n" \
	"3 9 denied told_by=ring addr=0x5000 len=4096\n" \
	"3 9 denied told_by=nobody addr=0x5000 len=4096\n"
/* The ring is disabled and empty. */
#define RING_RESTS RING("") \
	"3 9 status state=run level=calls tasks=1\n" \
	"3 9 source name=ring state=0 why=0\n"

/* Used memory of the cgroup at three times. */
#define GROUP(first, second, third, max) \
	"0 9 process op=launch child=9 child_pid=9 comm=one\n" \
	"0 0 status state=run level=watch main_pid=9\n" \
	"1 9 usage rss=400M swap=4K locked=64K hugetlb=2M cgroup_used=" first \
		" cgroup_max=" max "\n" \
	"2 9 usage rss=400M swap=4K locked=64K hugetlb=2M cgroup_used=" second \
		" cgroup_max=" max "\n" \
	"4 9 usage rss=400M swap=4K locked=64K hugetlb=2M cgroup_used=" third \
		" cgroup_max=" max "\n"
/* A path and names with escapes; a limit of a group above. */
#define VERSION_2(used, max) \
	"4 9 cgroup version=2 path=\"/pod/a\\x1b[2J/in\" limit_path=/pod " \
	"high_path=\"/pod/a\\x1b[2J/in\" used=" used " max=" max \
	" high=450M peak=420M cache=30M some=12 full=4 hit_high=3 " \
	"hit_max=1204 oom=2 oom_kill=1 swap=4K swap_max=? thp=12M hugetlb=2M " \
	"memlock=8M processes=1203 unread=4 partial=0 " \
	"largest=\"9 400000000 one\\x00900 36864000 a\\x1b[31m\\x0ab\\x00" \
	"12345678 4096 \\xff\\x00bad\\x00\"\n"
/* Of 8M anonymous memory 4M are in huge pages; a region of hugetlbfs, and one
 * without resident pages. */
#define HUGE(huge) \
	"3 9 region op=add start=0x10000000 end=+8M perm=rw-p kind=anon " \
	"rss=8M\n" \
	"3 9 region op=add start=0x20000000 end=+2M perm=rw-p kind=anon " \
	"inode=7 name=/anon_hugepage rss=2M\n" \
	"3 9 region op=add start=0x30000000 end=+2M perm=rw-p kind=anon " \
	"rss=0\n" \
	"3 9 region op=sync\n" \
	"3 9 pages start=0x10000000 end=+8M bin_pages=16 huge=" huge " " \
	"bins=128x16\n" \
	"3 9 pages start=0x20000000 end=+2M bin_pages=16 huge=512 " \
	"bins=32x16\n"
#define VERSION_1 \
	"4 9 cgroup version=1 path=/box limit_path=/box used=412M max=512M " \
	"high=0xffffffffffffffa0 peak=0xfffffffffffffff2 cache=30M " \
	"some=0xffffffffffffffa0 full=0xffffffffffffffa0 " \
	"hit_high=0xffffffffffffffa0 hit_max=17 oom=0xffffffffffffffa0 " \
	"oom_kill=3 swap=413M swap_max=1G thp=0xffffffffffffffc2 " \
	"hugetlb=0xfffffffffffffffd memlock=? processes=8192 unread=8191 " \
	"partial=1 largest=\"9 400000000 one\\x00\"\n"
#define NO_LIMIT \
	"4 9 cgroup version=2 path=/a used=412M max=? high=? peak=412M\n"
#define NO_GROUP \
	"4 9 cgroup version=0 used=0xffffffffffffffec memlock=64K\n"

static const enum cmd down3[] = { DO_DOWN, DO_DOWN, DO_DOWN, DO_NONE };
static const enum cmd last[] = { DO_END, DO_NONE };

static const struct pane_case cases[] = {
	{ .name = "system-g", .events = "story.events",
	  .pane = &system_pane, .rows = 16, .cols = 80 },
	{ .name = "system-80x24", .events = "story.events",
	  .pane = &system_pane, .rows = 24, .cols = 80 },
	{ .name = "system-120x40", .events = "story.events",
	  .pane = &system_pane, .rows = 40, .cols = 120 },
	{ .name = "system-20x5", .events = "story.events",
	  .pane = &system_pane, .rows = 5, .cols = 20 },
	{ .name = "system-ascii", .events = "story.events",
	  .pane = &system_pane, .rows = 16, .cols = 60, .ascii = true,
	  .colors = -1 },
	{ .name = "system-none", .pane = &system_pane, .rows = 5,
	  .cols = 40 },
	{ .name = "system-unknown", .pane = &system_pane, .rows = 16,
	  .cols = 80, .more = "1 0 system total=31.2G used=14.1G free=7.8G "
		"available=? buffers=214M cached=9G swap_total=0 "
		"swap_free=0\n" },

	{ .name = "cgroup-80x24", .pane = &cgroup_pane, .rows = 24,
	  .cols = 80, .more = GROUP("403M", "406M", "412M", "512M")
			      VERSION_2("412M", "512M") },
	{ .name = "cgroup-huge", .pane = &cgroup_pane, .rows = 16, .cols = 80,
	  .more = GROUP("403M", "406M", "412M", "512M") HUGE("1024")
		  VERSION_2("412M", "512M") },
	{ .name = "cgroup-huge-old", .pane = &cgroup_pane, .rows = 16,
	  .cols = 80, .more = GROUP("403M", "406M", "412M", "512M") HUGE("?")
			      VERSION_2("412M", "512M") },
	{ .name = "cgroup-120x40-ascii", .pane = &cgroup_pane, .rows = 40,
	  .cols = 120, .ascii = true, .colors = -1,
	  .more = GROUP("403M", "406M", "412M", "512M")
		  VERSION_2("412M", "512M") },
	{ .name = "cgroup-v1", .pane = &cgroup_pane, .rows = 20, .cols = 80,
	  .more = GROUP("412M", "412M", "412M", "512M") VERSION_1 },
	{ .name = "cgroup-falls", .pane = &cgroup_pane, .rows = 6, .cols = 80,
	  .more = GROUP("418M", "416M", "412M", "512M")
		  VERSION_2("412M", "512M") },
	{ .name = "cgroup-full", .pane = &cgroup_pane, .rows = 6, .cols = 80,
	  .more = GROUP("503M", "506M", "512M", "512M")
		  VERSION_2("512M", "512M") },
	{ .name = "cgroup-no-limit", .pane = &cgroup_pane, .rows = 6,
	  .cols = 80, .more = GROUP("403M", "406M", "412M", "?")
			      NO_LIMIT },
	/* The limit has changed: the slope of the new group is not known. */
	{ .name = "cgroup-young", .pane = &cgroup_pane, .rows = 6, .cols = 80,
	  .more = GROUP("403M", "406M", "412M", "512M")
		  "5 9 usage cgroup_used=430M cgroup_max=600M\n"
		  "6 9 usage cgroup_used=440M cgroup_max=600M\n"
		  VERSION_2("440M", "600M") },
	{ .name = "cgroup-none", .pane = &cgroup_pane, .rows = 5, .cols = 80,
	  .more = GROUP("?", "?", "?", "?") NO_GROUP },
	/* The list ends at the first invalid process; a use above the limit,
	 * and impossible numbers, are no forecast. */
	{ .name = "cgroup-hostile", .pane = &cgroup_pane, .rows = 18,
	  .cols = 80, .more = GROUP("403M", "406M", "412M", "1")
		"4 9 cgroup version=2 path=\"\\xe2\\x80\\xaea\" used=18000000000000000000 "
		"max=1 some=99999999999 processes=1 unread=9 "
		"largest=\"9 1 \\x0a\\x00x 2 no\\x00\"\n"
		"5 9 cgroup version=3 path=/never\n" },
	{ .name = "cgroup-not-read", .pane = &cgroup_pane, .rows = 4,
	  .cols = 80, .more = GROUP("?", "?", "?", "?") },
	{ .name = "cgroup-20x5", .pane = &cgroup_pane, .rows = 5, .cols = 20,
	  .more = GROUP("403M", "406M", "412M", "512M")
		  VERSION_2("412M", "512M"), .commands = down2 },

	{ .name = "output-story", .events = "story.events",
	  .pane = &output_pane, .rows = 25, .cols = 80 },
	{ .name = "output-20x5", .events = "story.events",
	  .pane = &output_pane, .rows = 5, .cols = 20 },
	{ .name = "output-ascii", .events = "story.events",
	  .pane = &output_pane, .rows = 12, .cols = 80, .ascii = true,
	  .colors = 8 },
	{ .name = "output-colours", .pane = &output_pane, .rows = 6,
	  .cols = 40, .more = OUTPUT },
	{ .name = "output-mono", .pane = &output_pane, .rows = 6,
	  .cols = 40, .more = OUTPUT, .colors = -1 },
	{ .name = "output-typing", .pane = &output_pane, .rows = 6,
	  .cols = 60, .more = OUTPUT, .prepare = typing },
	{ .name = "output-typing-small", .pane = &output_pane, .rows = 3,
	  .cols = 8, .more = OUTPUT, .prepare = typing },
	{ .name = "output-attached", .pane = &output_pane, .rows = 4,
	  .cols = 70, .more =
		"0 9 process op=attach child=9 child_pid=9 comm=one\n"
		"0 0 status state=run level=watch origin=attached "
		"main_pid=9\n" },
	{ .name = "output-hostile", .pane = &output_pane, .rows = 4,
	  .cols = 30, .more =
		"1 0 output rows=2 cols=20 row=0 cursor_row=0 cursor_col=0 "
		"text=\"a\\x1b[2J\\xe2\\x80\\xaeb\\xe4\\xb8\\xad!\"\n" },
	{ .name = "output-none", .pane = &output_pane, .rows = 4,
	  .cols = 40 },

	{ .name = "heap-80x24", .pane = &heap_pane, .rows = 6, .cols = 80 },
	{ .name = "heap-20x5", .pane = &heap_pane, .rows = 5, .cols = 20 },

	{ .name = "sources-k", .events = "story.events",
	  .pane = &sources_pane, .rows = 8, .cols = 80, .commands = down2 },
	{ .name = "sources-end", .events = "story-end.events",
	  .pane = &sources_pane, .rows = 8, .cols = 120 },
	{ .name = "sources-20x5", .events = "story.events",
	  .pane = &sources_pane, .rows = 5, .cols = 20 },
	{ .name = "sources-ascii", .events = "story.events",
	  .pane = &sources_pane, .rows = 9, .cols = 58, .ascii = true,
	  .colors = -1 },
	{ .name = "sources-perf", .pane = &sources_pane, .rows = 8,
	  .cols = 120, .more = PERF("1 why=6 value=2 missed=2") },
	{ .name = "sources-cost", .pane = &sources_pane, .rows = 8,
	  .cols = 80, .more = PERF("1 why=0") COSTS },
	{ .name = "sources-heap", .pane = &sources_pane, .rows = 8,
	  .cols = 80, .more = HEAP },
	{ .name = "sources-no-perf", .pane = &sources_pane, .rows = 8,
	  .cols = 120, .more = PERF("2 why=3 value=3") },
	{ .name = "sources-whole-why", .pane = &sources_pane, .rows = 15,
	  .cols = 80, .more = PERF("2 why=5 value=516"), .commands = down2 },
	{ .name = "sources-no-room", .pane = &sources_pane, .rows = 10,
	  .cols = 80, .more = PERF("2 why=5 value=516"), .commands = down2 },
	{ .name = "sources-ring-80x24", .pane = &sources_pane, .rows = 24,
	  .cols = 80, .more = RING(""), .commands = down3 },
	{ .name = "sources-ring-cpu", .pane = &sources_pane, .rows = 24,
	  .cols = 80, .more = RING(" others=1204"), .commands = last },
	{ .name = "sources-ring-low", .pane = &sources_pane, .rows = 8,
	  .cols = 80, .more = RING(""), .commands = last },
	{ .name = "sources-ring-120x40", .pane = &sources_pane, .rows = 40,
	  .cols = 120, .more = RING(" others=1204"), .commands = down3 },
	{ .name = "sources-ring-read", .pane = &sources_pane, .rows = 12,
	  .cols = 120, .more = RING_COPIES },
	{ .name = "sources-ring-ascii", .pane = &sources_pane, .rows = 12,
	  .cols = 58, .ascii = true, .colors = -1, .more = RING("") },
	{ .name = "sources-ring-20x5", .pane = &sources_pane, .rows = 5,
	  .cols = 20, .more = RING(""), .commands = last },
	{ .name = "sources-ring-rests", .pane = &sources_pane, .rows = 10,
	  .cols = 80, .more = RING_RESTS, .commands = last },
	{ .name = "sources-denied", .pane = &sources_pane, .rows = 10,
	  .cols = 120, .more = PERF("1 why=0") RING("") DENIED },
	{ .name = "sources-nothing", .pane = &sources_pane, .rows = 8,
	  .cols = 80 },
};

int main(void)
{
	return pane_cases_run(cases, sizeof cases / sizeof *cases);
}
