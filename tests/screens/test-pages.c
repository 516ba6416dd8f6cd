/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Pages pane, compared with its golden files. */
#include <config.h>

#include "screens-harness.h"

#include "event/event.h"

#define ARENA UINT64_C(0x7f1c40000000)

/* The cursor of the screens in doc/, 282 MiB into the arena. */
static void cursor_b(struct view *view)
{
	view->page = ARENA + (UINT64_C(282) << 20);
}

static void cursor_c(struct view *view)
{
	view->page = ARENA + (UINT64_C(565) << 19);
}

static const enum cmd in[] = { DO_ZOOM_IN, DO_NONE };
static const enum cmd in_in_out[] = {
	DO_ZOOM_IN, DO_ZOOM_IN, DO_ZOOM_OUT, DO_NONE,
};
static const enum cmd paint_age[] = { DO_PAINT, DO_NONE };
static const enum cmd paint_state[] = {
	DO_PAINT, DO_PAINT, DO_PAINT, DO_PAINT, DO_PAINT, DO_NONE,
};
static const enum cmd paint_sharing[] = {
	DO_PAINT, DO_PAINT, DO_PAINT, DO_NONE,
};
static const enum cmd out[] = { DO_ZOOM_OUT, DO_NONE };
static const enum cmd all_down[] = {
	DO_ZOOM_ALL, DO_DOWN, DO_DOWN, DO_RIGHT, DO_NONE,
};
static const enum cmd out_home[] = { DO_ZOOM_OUT, DO_HOME, DO_NONE };
static const enum cmd out_in[] = {
	DO_ZOOM_OUT, DO_HOME, DO_RIGHT, DO_RIGHT, DO_ZOOM_IN, DO_NONE,
};
static const enum cmd out_sharing[] = {
	DO_ZOOM_OUT, DO_PAINT, DO_PAINT, DO_PAINT, DO_NONE,
};
/* Zooms to one page a cell, for which the story has no events: the pane shows
 * the bins. */
static const enum cmd to_pages[] = {
	DO_ZOOM_IN, DO_ZOOM_IN, DO_ZOOM_IN, DO_ZOOM_IN, DO_ZOOM_IN,
	DO_ZOOM_IN, DO_ZOOM_IN, DO_ZOOM_IN, DO_NONE,
};
static const enum cmd big[] = {
	DO_BIG, DO_DOWN, DO_RIGHT, DO_RIGHT, DO_NONE,
};
static const enum cmd big_range[] = {
	DO_BIG, DO_RIGHT, DO_RANGE, DO_RIGHT, DO_DOWN, DO_NONE,
};
/* Two pages, one page, large cells; - goes back. */
static const enum cmd in_big[] = { DO_ZOOM_IN, DO_DOWN, DO_NONE };
static const enum cmd in_big_out[] = { DO_ZOOM_IN, DO_ZOOM_OUT, DO_NONE };
static const enum cmd paint_faults[] = {
	DO_PAINT, DO_PAINT, DO_PAINT, DO_PAINT, DO_NONE,
};
static const enum cmd next_region[] = { DO_REGION_NEXT, DO_NONE };

/* A process with one region; the events of its scan follow. */
#define ONE(end, perm, rss) \
	"0 9 process op=launch child=9 child_pid=9 comm=one\n" \
	"0 9 region op=add start=0x10000000 end=" end " perm=" perm \
	" kind=anon rss=" rss "\n" \
	"0 9 region op=sync\n"

/* perf in state `source`, and its faults in 1 MiB. */
#define FAULTS(source) \
	"0 9 process op=launch child=9 child_pid=9 comm=one\n" \
	"0 9 source name=perf state=" source "\n" \
	"0 9 region op=add start=0x400000 end=+64K perm=r-xp kind=program " \
	"offset=0x1000 inode=7 name=/usr/bin/one rss=64K\n" \
	"0 9 region op=sync\n" \
	"1 9 region op=add start=0x10000000 end=+1M perm=rw-p kind=anon " \
	"rss=512K\n" \
	"1 9 region op=sync\n" \
	"1 9/9 fault addr=0x10000000 ip=0x400010 minor=8 start=0x10000000 " \
	"step=4096 touched=0xff\n" \
	"20 9/10 fault addr=0x10040000 ip=0x400020 minor=48 " \
	"start=0x10040000 step=4096 touched=0xffffffffffff\n" \
	"29.6 9/10 fault addr=0x10087000 ip=0x400020 minor=7 major=1 " \
	"start=0x10080000 step=4096 touched=0xff\n" \
	"30 9 pages start=0x10000000 end=+1M bin_pages=1 detail=1 " \
	"bins=64x1,48x1,16x0,16x1,112x0\n" \
	"30 9 task state=R\n"

#define FAULT_TOLD(by) \
	"30.1 9/10 fault " by " addr=0x10087000 ip=0x400020 minor=1 " \
	"start=0x10080000 step=4096 touched=1\n"

#define FUNCTION(name) \
	"30.2 9 symbol ip=0x400020 function=\"" name "\"\n"

#define SPARSE ONE("+8M", "rw-p", "?") \
	"0 9 region op=add start=0x10000000000 end=+1T perm=rw-p " \
	"kind=anon rss=900M\n" \
	"0 9 region op=add start=0x7f0000000000 end=+1M perm=rw-p " \
	"kind=anon\n" \
	"1 9 region op=sync\n" \
	"1 9 pages start=0x10000000 end=+8M bin_pages=16 " \
	"bins=16x16,16x4s12,96x0\n" \
	"1 9 pages start=0x7f0000000000 end=+1M bin_pages=2 " \
	"bins=64x2,64x1\n" \
	"1 9 pages start=0x10000000000 end=+1T bin_pages=65536 huge=2050 " \
	"bins=2x60000,1998x0,8x20000,2088x0\n"

static const struct pane_case cases[] = {
	{ .name = "pages-b", .events = "story.events", .pane = &pages_pane,
	  .rows = 12, .cols = 120, .region = ARENA, .prepare = cursor_b,
	  .away = true, .colors = 8 },
	{ .name = "pages-c", .events = "story.events", .pane = &pages_pane,
	  .rows = 37, .cols = 120, .region = ARENA, .prepare = cursor_c,
	  .colors = 8 },
	{ .name = "pages-e", .events = "story.events", .pane = &pages_pane,
	  .rows = 22, .cols = 79, .region = ARENA, .prepare = cursor_c,
	  .away = true, .colors = 8 },
	{ .name = "pages-120x40", .events = "story.events",
	  .pane = &pages_pane, .rows = 40, .cols = 120, .region = ARENA,
	  .prepare = cursor_c },
	{ .name = "pages-80x24", .events = "story.events",
	  .pane = &pages_pane, .rows = 24, .cols = 80, .region = ARENA,
	  .prepare = cursor_b },
	{ .name = "pages-80x24-mono", .events = "story.events",
	  .pane = &pages_pane, .rows = 24, .cols = 80, .region = ARENA,
	  .prepare = cursor_b, .colors = -1 },
	{ .name = "pages-80x24-ascii", .events = "story.events",
	  .pane = &pages_pane, .rows = 24, .cols = 80, .region = ARENA,
	  .prepare = cursor_b, .ascii = true, .colors = -1 },
	{ .name = "pages-120x12-ascii", .events = "story.events",
	  .pane = &pages_pane, .rows = 12, .cols = 120, .region = ARENA,
	  .prepare = cursor_b, .ascii = true, .colors = 8 },
	{ .name = "pages-20x5", .events = "story.events",
	  .pane = &pages_pane, .rows = 5, .cols = 20, .region = ARENA },
	{ .name = "pages-zoom-in", .events = "story.events",
	  .pane = &pages_pane, .rows = 12, .cols = 120, .region = ARENA,
	  .prepare = cursor_b, .commands = in, .colors = 8 },
	{ .name = "pages-zoom-limit", .events = "story.events",
	  .pane = &pages_pane, .rows = 12, .cols = 120, .region = ARENA,
	  .prepare = cursor_b, .commands = in_in_out, .colors = 8 },
	{ .name = "pages-age", .events = "story.events",
	  .pane = &pages_pane, .rows = 12, .cols = 120, .region = ARENA,
	  .commands = paint_age, .colors = 8 },
	{ .name = "pages-state", .events = "story.events",
	  .pane = &pages_pane, .rows = 12, .cols = 120, .region = ARENA,
	  .commands = paint_state, .colors = 8 },
	{ .name = "pages-sharing", .events = "story.events",
	  .pane = &pages_pane, .rows = 12, .cols = 120, .region = ARENA,
	  .commands = paint_sharing, .colors = 8 },
	{ .name = "pages-next-region", .events = "story.events",
	  .pane = &pages_pane, .rows = 12, .cols = 80, .region = ARENA,
	  .commands = next_region, .colors = 8 },
	{ .name = "pages-237x70", .events = "story.events",
	  .pane = &pages_pane, .rows = 70, .cols = 237, .region = ARENA,
	  .prepare = cursor_c },
	{ .name = "pages-closest", .events = "story.events",
	  .pane = &pages_pane, .rows = 12, .cols = 120, .region = ARENA,
	  .prepare = cursor_b, .commands = to_pages, .colors = 8 },
	{ .name = "pages-space-80x24", .events = "story.events",
	  .pane = &pages_pane, .rows = 24, .cols = 80, .region = ARENA,
	  .commands = out },
	{ .name = "pages-space-120x40", .events = "story.events",
	  .pane = &pages_pane, .rows = 40, .cols = 120, .region = ARENA,
	  .commands = all_down, .colors = 8 },
	{ .name = "pages-space-237x70", .events = "story.events",
	  .pane = &pages_pane, .rows = 70, .cols = 237, .region = ARENA,
	  .commands = out },
	{ .name = "pages-space-mono", .events = "story.events",
	  .pane = &pages_pane, .rows = 24, .cols = 80, .region = ARENA,
	  .commands = out_home, .colors = -1 },
	{ .name = "pages-space-ascii", .events = "story.events",
	  .pane = &pages_pane, .rows = 24, .cols = 80, .region = ARENA,
	  .commands = out_home, .ascii = true, .colors = -1 },
	{ .name = "pages-space-20x5", .events = "story.events",
	  .pane = &pages_pane, .rows = 5, .cols = 20, .region = ARENA,
	  .commands = out },
	{ .name = "pages-space-in", .events = "story.events",
	  .pane = &pages_pane, .rows = 12, .cols = 120, .region = ARENA,
	  .commands = out_in, .colors = 8 },
	{ .name = "pages-space-sharing", .events = "story.events",
	  .pane = &pages_pane, .rows = 12, .cols = 120, .region = ARENA,
	  .commands = out_sharing, .colors = 8 },
	/* A reservation in the middle, and a region that was not scanned. */
	{ .name = "pages-space-reserved", .pane = &pages_pane, .rows = 16,
	  .cols = 100, .region = 0x10000000, .colors = 8, .commands = out,
	  .more = ONE("+8M", "rw-p", "?")
		"0 9 region op=add start=0x10000000000 end=+1T perm=---p "
		"kind=reserve rss=0\n"
		"0 9 region op=add start=0x7f0000000000 end=+1M perm=rw-p "
		"kind=anon\n"
		"1 9 region op=sync\n"
		"1 9 pages start=0x10000000 end=+8M bin_pages=16 "
		"bins=16x16,16x4s12,96x0\n" },
	/* Little of 1 TiB is in use: the rest is folded. */
	{ .name = "pages-space-sparse", .pane = &pages_pane, .rows = 24,
	  .cols = 80, .region = 0x10000000, .colors = 8, .commands = out_home,
	  .more = SPARSE },
	{ .name = "pages-space-sparse-ascii", .pane = &pages_pane, .rows = 40,
	  .cols = 120, .region = 0x10000000000, .ascii = true, .colors = -1,
	  .commands = out, .more = SPARSE },
	{ .name = "pages-no-region", .events = "story.events",
	  .pane = &pages_pane, .rows = 6, .cols = 60 },
	{ .name = "pages-gone", .events = "story.events",
	  .pane = &pages_pane, .rows = 6, .cols = 60, .region = 0x123000 },
	{ .name = "pages-reserved", .pane = &pages_pane, .rows = 8,
	  .cols = 80, .region = 0x10000000,
	  .more = ONE("+1T", "---p", "0") },
	/* A time of 1000 s or more is shown without a unit. */
	{ .name = "pages-late", .pane = &pages_pane, .rows = 24, .cols = 80,
	  .region = 0x10000000, .more = ONE("+64K", "rw-p", "16K")
		"3731 9 call call=mprotect args=0x10000000,64K,1\n"
		"3731 9 region op=change start=0x10000000 end=+64K perm=r--p "
		"kind=anon rss=16K pss=16K\n" },
	{ .name = "pages-unscanned", .pane = &pages_pane, .rows = 8,
	  .cols = 80, .region = 0x10000000, .colors = 8,
	  .more = ONE("+64M", "rw-p", "?") },
	{ .name = "pages-scanning", .pane = &pages_pane, .rows = 8,
	  .cols = 80, .region = 0x10000000, .colors = 8,
	  .more = ONE("+64G", "rw-p", "?")
		"1 9 pages start=0x10000000 end=+64G scanned=0x5A000000 "
		"bin_pages=4096 detail=1 bins=16x4096,40x100,10x0\n" },
	/* Sums of an unfinished scan are marked as such. */
	{ .name = "pages-so-far", .pane = &pages_pane, .rows = 30,
	  .cols = 120, .region = 0x10000000,
	  .more = ONE("+64G", "rw-p", "?")
		"1 9 pages start=0x10000000 end=+64G scanned=0x5A000000 "
		"bin_pages=4096 huge=0 "
		"detail=1 bins=16x4096,40x100s7,10x0\n" },
	{ .name = "pages-odd-size", .pane = &pages_pane, .rows = 8,
	  .cols = 110, .region = 0x10000000, .colors = 8,
	  .more = ONE("+308K", "rw-p", "80K")
		"1 9 pages start=0x10000000 end=+308K bin_pages=1 detail=1 "
		"bins=20x1r1e,1x0s1,56x0\n" },
	{ .name = "pages-glow", .pane = &pages_pane, .rows = 6,
	  .cols = 80, .region = 0x10000000,
	  .more = ONE("+6M", "rw-p", "80K")
		"1 9 pages start=0x10000000 end=+6M bin_pages=4 detail=1 "
		"bins=8x4,376x0\n"
		"2 9 pages start=0x10000000 end=+6M bin_pages=4 detail=1 "
		"bins=8x4,4x2,372x0\n"
		"3 9 pages start=0x10000000 end=+6M bin_pages=4 detail=1 "
		"bins=4x4,4x0,4x2,4x3,368x0\n"
		"3.2 9 task state=R\n" },
	/* Faults just now, earlier, long ago and never; the code that
	 * faulted. */
	{ .name = "pages-faults", .pane = &pages_pane, .rows = 12,
	  .cols = 120, .region = 0x10000000, .commands = paint_faults,
	  .more = FAULTS("1"), .colors = 8 },
	{ .name = "pages-faults-80x24", .pane = &pages_pane, .rows = 24,
	  .cols = 80, .region = 0x10000000, .commands = paint_faults,
	  .more = FAULTS("1") },
	/* The function that faulted; it never pushes its own end out. */
	{ .name = "pages-faults-function", .pane = &pages_pane, .rows = 24,
	  .cols = 80, .region = 0x10000000, .commands = paint_faults,
	  .more = FAULTS("1") FUNCTION("_int_malloc") },
	{ .name = "pages-faults-long-function", .pane = &pages_pane,
	  .rows = 24, .cols = 80, .region = 0x10000000,
	  .commands = paint_faults,
	  .more = FAULTS("1") FUNCTION("__memset_avx512_unaligned_erms") },
	{ .name = "pages-faults-function-120", .pane = &pages_pane,
	  .rows = 37, .cols = 120, .region = 0x10000000,
	  .more = FAULTS("1") FUNCTION("\x1b[1m_malloc") },
	/* The last fault reported by perf, or by perf and the ring. */
	{ .name = "pages-faults-tellers", .pane = &pages_pane, .rows = 12,
	  .cols = 120, .region = 0x10000000,
	  .more = FAULTS("1") FAULT_TOLD("src=k") },
	{ .name = "pages-faults-tellers-both", .pane = &pages_pane,
	  .rows = 12, .cols = 120, .region = 0x10000000,
	  .more = FAULTS("1") FAULT_TOLD("src=r flags=also-perf") },
	{ .name = "pages-faults-tellers-99", .pane = &pages_pane, .rows = 24,
	  .cols = 99, .region = 0x10000000,
	  .more = FAULTS("1") FAULT_TOLD("src=k") },
	/* Reported by the region list, the trace ring and perf. */
	{ .name = "pages-tellers", .pane = &pages_pane, .rows = 37,
	  .cols = 120, .more = ONE("0x10001000", "rw-p", "4K")
		"1 9 call src=r call=mmap args=0,64K,1,2,3,0 "
		"result=0x400000 duration_ns=5us\n"
		"1 9 region op=add start=0x400000 end=+64K perm=r--p "
		"kind=file inode=7 build_id=123 name=/a rss=64K\n"
		"1 9 region op=sync\n", .region = 0x400000 },
	{ .name = "pages-faults-tall", .pane = &pages_pane, .rows = 37,
	  .cols = 120, .region = 0x10000000, .commands = paint_faults,
	  .more = FAULTS("1") },
	{ .name = "pages-faults-ascii", .pane = &pages_pane, .rows = 12,
	  .cols = 80, .region = 0x10000000, .commands = paint_faults,
	  .more = FAULTS("1"), .ascii = true, .colors = -1 },
	{ .name = "pages-faults-refused", .pane = &pages_pane, .rows = 12,
	  .cols = 120, .region = 0x10000000, .commands = paint_faults,
	  .more = FAULTS("2 why=3 value=3"), .colors = 8 },
	/* A region that existed before mmtop attached, with every page touched
	 * since. */
	{ .name = "pages-touched-all", .pane = &pages_pane, .rows = 24,
	  .cols = 80, .region = 0x400000, .more = FAULTS("1") },
	{ .name = "pages-pagemap", .pane = &pages_pane, .rows = 8,
	  .cols = 110, .region = 0x10000000, .colors = 8,
	  .more = ONE("+512K", "rw-p", "80K")
		"1 9 pages start=0x10000000 end=+512K bin_pages=1 detail=1 "
		"zero=? huge=? bins=20x1r1e,108x0\n" },
	{ .name = "pages-no-exclusive", .pane = &pages_pane, .rows = 12,
	  .cols = 110, .region = 0x10000000, .colors = 8,
	  .commands = paint_sharing,
	  .more = ONE("+512K", "rw-p", "80K")
		"1 9 pages start=0x10000000 end=+512K bin_pages=1 detail=1 "
		"exclusive=? bins=20x1,108x0\n" },
#define MIXED "1 9 pages start=0x10000000 end=+512K bin_pages=1 detail=1 " \
		"huge=0 bins=9x1r1e,3x0,2x1r1z,40x0,1x1s,73x0\n"
	{ .name = "pages-big", .pane = &pages_pane, .rows = 21,
	  .cols = 80, .region = 0x10000000, .commands = big,
	  .more = ONE("+512K", "rw-p", "80K") MIXED },
	{ .name = "pages-big-range", .pane = &pages_pane, .rows = 21,
	  .cols = 80, .region = 0x10000000, .commands = big_range,
	  .more = ONE("+512K", "rw-p", "80K") MIXED },
	{ .name = "pages-big-in", .pane = &pages_pane, .rows = 37,
	  .cols = 120, .region = 0x10000000, .commands = in_big,
	  .more = ONE("+512K", "rw-p", "80K") MIXED },
	{ .name = "pages-big-out", .pane = &pages_pane, .rows = 12,
	  .cols = 80, .region = 0x10000000, .commands = in_big_out,
	  .more = ONE("+512K", "rw-p", "80K") MIXED },
	{ .name = "pages-big-ascii", .pane = &pages_pane, .rows = 21,
	  .cols = 80, .region = 0x10000000, .commands = big,
	  .more = ONE("+512K", "rw-p", "80K") MIXED, .ascii = true,
	  .colors = -1 },
	/* No room for two lines of large cells: they are as usual. */
	{ .name = "pages-big-low", .pane = &pages_pane, .rows = 6,
	  .cols = 80, .region = 0x10000000, .commands = big,
	  .more = ONE("+512K", "rw-p", "80K") MIXED },
	{ .name = "pages-hostile", .pane = &pages_pane, .rows = 8,
	  .cols = 80, .region = 0x10000000, .colors = 8,
	  .more = "0 9 process op=launch child=9 child_pid=9 comm=one\n"
		"0 9 region op=add start=0x10000000 end=+64K perm=r--p "
		"kind=file inode=7 dev=8:1 rss=4K "
		"name=\"/tmp/\\x1b[2J\\xe2\\x80\\xaeevil\\xff\\n.so\"\n"
		"0 9 region op=sync\n"
		"1 9 pages start=0x10000000 end=+64K bin_pages=1 detail=1 "
		"bins=1x1,15x0\n" },
};

int main(void)
{
	return pane_cases_run(cases, sizeof cases / sizeof *cases);
}
