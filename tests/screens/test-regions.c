/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Regions pane, compared with its golden files. */
#include <config.h>

#include <inttypes.h>

#include "base/str.h"
#include "screens-harness.h"
#include "ui/regions/rows.h"

#define ARENA 0x7f1c40000000
#define COMMANDS_OF(...) ((const enum cmd[]){ __VA_ARGS__, DO_NONE })
#define TO_ARENA \
	COMMANDS_OF(DO_HOME, DO_DOWN, DO_DOWN, DO_DOWN, DO_DOWN)

/* 40 regions change in one frame: only the 20 largest are marked. */
static const char storm[] =
#define R(n, size) \
	"12.40 4121 region op=add start=0x7f1b0" #n "00000 end=+" size \
	" perm=rw-p kind=anon\n"
	R(01, "4K") R(02, "8K") R(03, "12K") R(04, "16K") R(05, "20K")
	R(06, "24K") R(07, "28K") R(08, "32K") R(09, "36K") R(10, "40K")
	R(11, "44K") R(12, "48K") R(13, "52K") R(14, "56K") R(15, "60K")
	R(16, "64K") R(17, "68K") R(18, "72K") R(19, "76K") R(20, "80K")
	R(21, "84K") R(22, "88K") R(23, "92K") R(24, "96K") R(25, "100K");
#undef R

static const char changes[] =
	"12.50 4121 region op=add start=0x7f1c8d700000 end=+1M perm=rw-p "
	"kind=anon\n"
	"12.50 4121 region op=remove start=0x7f1c8ca00000\n"
	"12.50 4121 region op=add start=0x7f1c8d680000 end=+64K perm=rwxp "
	"kind=anon\n";

static const char gone[] =
	"12.50 4121 region op=remove start=0x7f1c40000000\n"
	"14.60 4121 region op=sync\n";

static const char execed[] =
	"12.50 4121 process op=exec comm=\"a\\x1b[2Jb\" exe=/bin/a argv=a\n";
static const char read_again[] =
	"12.60 4121 region op=add start=0x401000 end=+64K perm=r-xp "
	"kind=program inode=7 dev=8:1 name=\"/tmp/\\x1b[31mevil\\xff\"\n"
	"12.60 4121 region op=add start=0x7fff00000000 end=+132K perm=rw-p "
	"kind=stack\n"
	"12.60 4121 region op=add start=0xffffffffff600000 end=+4K perm=--xp "
	"kind=special name=[vsyscall]\n"
	"12.61 4121 region op=sync\n";

/* Two files that differ from the files at their paths. */
#define PLUGIN 0x7f1c8d700000
#define DATA 0x7f1c8d720000
static const char replaced[] =
	"12.50 4121 region op=add start=0x7f1c8d700000 end=+64K perm=r-xp "
	"kind=library inode=7 dev=8:1 name=\"/srv/lib/plugin.so (deleted)\" "
	"disk=replaced own_root=1 build_id=\"\\x0a\\xff\\x01\"\n"
	"12.50 4121 region op=add start=0x7f1c8d720000 end=+64K perm=r--s "
	"kind=file inode=8 dev=8:1 name=\"/srv/data (deleted)\" "
	"disk=deleted has_generation=1 generation=3\n";

/* Owners: the same regions again, with more fields. */
#define BLOCK 0x7f1c90000000
#define OWNED(start, size, rest) \
	"12.50 4121 region op=add start=" start " end=+" size " perm=rw-p " \
	"rss=" size " " rest "\n"
static const char owners[] =
	"12.50 4121 region op=change start=0x55d0ca4e2000 end=+96M perm=rw-p "
	"kind=heap name=[heap] rss=88M whose=heap\n"
	"12.50 4121 region op=change start=0x7f1c38000000 end=+132K perm=rw-p "
	"kind=arena owner=4122 rss=12K whose=arena whose_tid=4122 arena=1\n"
	"12.50 4121 region op=change start=0x7f1c38021000 end=+65404K "
	"perm=---p kind=arena-reserve owner=4122 whose=arena whose_tid=4122 "
	"arena=1\n"
	OWNED("0x7f1c90000000", "2M", "whose=malloc code=\"python3.11: "
	      "PyObject_Malloc()\" others=2")
	OWNED("0x7f1c90400000", "1M", "whose=malloc guessed=1")
	OWNED("0x7f1c90600000", "1M", "whose=code "
	      "code=\"libevil\\x1b[31m.so: grow()\"")
	OWNED("0x7f1c90800000", "1M", "whose=code "
	      "code=\"libevil\\x1b[31m.so: grow()\"")
	OWNED("0x7f1c90a00000", "64K", "whose=tls whose_tid=4121 guessed=1")
	OWNED("0x7f1c90c00000", "64K", "whose=loader code=libc.so.6 guessed=1")
	OWNED("0x7f1c90e00000", "64K", "whose=libc "
	      "code=\"libc.so.6: getdelim()\"")
	OWNED("0x7f1c91000000", "64K", "whose=stack guessed=1")
	OWNED("0x7f1c91200000", "64K", "");

/* 640 pages of one region written in 2 s, none of another; a third region is
 * not tracked. */
#define ARENA_PAGES "start=0x7f1c40000000 end=+1G bin_pages=2048 "
#define HEAP_PAGES "start=0x55d0ca4e2000 end=+96M bin_pages=256 "
static const char writes[] =
	"12.50 4121 writes state=on way=userfaultfd regions=9 bytes=2G\n"
	"12.60 4121 pages " ARENA_PAGES "written=0 bins=512x0\n"
	"12.60 4121 pages " HEAP_PAGES "written=0 bins=96x0\n"
	"13.60 4121 pages " ARENA_PAGES "written=320 bins=512x0\n"
	"14.60 4121 pages " ARENA_PAGES "written=320 bins=512x0\n"
	"14.60 4121 pages " HEAP_PAGES "written=0 bins=96x0\n"
	"15.10 4121 region op=sync\n";
static const char refused[] =
	"12.50 4121 writes state=refused why=own-userfaultfd\n";

/* Files with so many mappings that their counts need more columns. */
#define MANY 0x7f1c98000000
static struct str many = STR_INIT;

static void add_maps(const char *file, unsigned n)
{
	static uint64_t start = MANY;

	for (; n; n--, start += 0x2000)
		str_addf(&many, "12.50 4121 region op=add start=%#" PRIx64
			 " end=+4K perm=r--p kind=file inode=9 dev=8:1 "
			 "name=%s\n", start, file);
}

/* Kinds sorted by their resident size, and by the bytes written. */
static void by_rss(struct view *view)
{
	static struct sort sorts[OVERS] = {
		[OVER_REGIONS] = { .column = SORT_RSS },
	};

	view->sorts = sorts;
}

static void by_writes(struct view *view)
{
	static struct sort sorts[OVERS] = {
		[OVER_REGIONS] = { .column = SORT_WRITTEN },
	};

	view->sorts = sorts;
}

static const struct pane_case cases[] = {
	{ .name = "regions-80x24", .rows = 24, .cols = 80,
	  .rect = { 2, 0, 17, 80 }, .commands = TO_ARENA },
	{ .name = "regions-120x40", .rows = 40, .cols = 120,
	  .rect = { 3, 34, 13, 86 }, .commands = TO_ARENA },
	{ .name = "regions-away-80x24", .rows = 24, .cols = 80,
	  .rect = { 2, 0, 15, 80 }, .region = ARENA, .away = true },
	{ .name = "regions-20x5", .rows = 5, .cols = 20, .region = ARENA },
	{ .name = "regions-59x12", .rows = 12, .cols = 59 },
	{ .name = "regions-79x17", .rows = 17, .cols = 160,
	  .rect = { 0, 0, 17, 79 } },
	{ .name = "regions-160x50", .rows = 50, .cols = 160, .region = ARENA },
	{ .name = "regions-ascii-80x24", .rows = 24, .cols = 80,
	  .rect = { 2, 0, 17, 80 }, .commands = TO_ARENA, .ascii = true,
	  .colors = -1 },
	{ .name = "regions-open-80x24", .rows = 24, .cols = 80,
	  .commands = COMMANDS_OF(DO_HOME, DO_RIGHT, DO_DOWN) },
	{ .name = "regions-kind-80x24", .rows = 24, .cols = 80,
	  .commands = COMMANDS_OF(DO_GROUP, DO_DOWN) },
	/* The selected row stays selected in any order. */
	{ .name = "regions-kind-rss-80x24", .rows = 24, .cols = 80,
	  .commands = COMMANDS_OF(DO_GROUP, DO_DOWN), .prepare = by_rss },
	{ .name = "regions-kind-writes-80x24", .rows = 24, .cols = 80,
	  .commands = COMMANDS_OF(DO_GROUP, DO_DOWN), .later = writes,
	  .prepare = by_writes },
	{ .name = "regions-one-kind-80x24", .rows = 24, .cols = 80,
	  .commands = COMMANDS_OF(DO_GROUP, DO_DOWN, DO_DOWN, DO_ENTER) },
	{ .name = "regions-owner-80x24", .rows = 24, .cols = 80,
	  .commands = COMMANDS_OF(DO_GROUP, DO_GROUP) },
	{ .name = "regions-owners-160x50", .rows = 50, .cols = 160,
	  .rect = { 2, 0, 48, 160 }, .more = owners, .region = BLOCK },
	/* The sums of each owner. */
	{ .name = "regions-by-owner-120x40", .rows = 40, .cols = 120,
	  .more = owners, .commands = COMMANDS_OF(DO_GROUP, DO_GROUP) },
	{ .name = "regions-none-80x24", .rows = 24, .cols = 80,
	  .commands = COMMANDS_OF(DO_GROUP, DO_GROUP, DO_GROUP, DO_END) },
	/* New rows above do not move the selected row. */
	{ .name = "regions-storm-80x24", .rows = 24, .cols = 80,
	  .commands = TO_ARENA, .later = storm },
	{ .name = "regions-marks-80x24", .rows = 24, .cols = 80,
	  .more = changes, .region = 0x7f1c8ca00000 },
	/* The selected region was removed: its neighbour becomes selected. */
	{ .name = "regions-gone-80x24", .rows = 24, .cols = 80,
	  .commands = TO_ARENA, .later = gone },
	{ .name = "regions-exec-80x24", .rows = 24, .cols = 80,
	  .later = execed },
	{ .name = "regions-exec-read-80x24", .rows = 24, .cols = 80,
	  .more = execed, .later = read_again },
	{ .name = "regions-wide-fold-160x50", .rows = 50, .cols = 160,
	  .rect = { 0, 0, 12, 100 }, .region = 0x7f1c8d8a0000 },
	{ .name = "regions-replaced-120x40", .rows = 40, .cols = 120,
	  .rect = { 2, 0, 20, 120 }, .more = replaced, .region = PLUGIN },
	{ .name = "regions-deleted-120x40", .rows = 40, .cols = 120,
	  .rect = { 2, 0, 20, 120 }, .more = replaced, .region = DATA },
	/* Written pages: as they arrive, at the width of 120x40, and a
	 * refusal. */
	{ .name = "regions-writes-80x24", .rows = 24, .cols = 80,
	  .rect = { 2, 0, 17, 80 }, .commands = TO_ARENA, .later = writes },
	{ .name = "regions-writes-120x40", .rows = 40, .cols = 120,
	  .rect = { 3, 34, 13, 86 }, .commands = TO_ARENA, .later = writes },
	/* main() fills in .more. */
	{ .name = "regions-many-80x24", .rows = 24, .cols = 80,
	  .more = "", .region = MANY },
	{ .name = "regions-refused-160x50", .rows = 50, .cols = 160,
	  .region = ARENA, .later = refused },
};

int main(void)
{
	struct pane_case all[sizeof cases / sizeof cases[0]];
	size_t n = sizeof cases / sizeof cases[0];
	int status;

	add_maps("/srv/99", 99);
	add_maps("/srv/193", 193);
	add_maps("/srv/1234", 1234);
	for (size_t i = 0; i < n; i++) {
		all[i] = cases[i];
		if (all[i].more && !*all[i].more)
			all[i].more = many.data;
		all[i].events = "story.events";
		all[i].pane = &regions_pane;
	}
	status = pane_cases_run(all, n);
	str_release(&many);
	return status;
}
