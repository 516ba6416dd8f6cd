/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fork family pane, compared with its golden files. */
#include <config.h>

#include "screens-harness.h"

#define COMMANDS_OF(...) ((const enum cmd[]){ __VA_ARGS__, DO_NONE })

/* 64M: three quarters are touched, then each process writes to different
 * pages. */
#define HEAD \
	"0 0 start command=worker page_size=4096\n" \
	"0 4121 process op=launch child=4121 ppid=4100 comm=worker\n" \
	"0 4121 region op=add start=0x7f1c40000000 end=+64M perm=rw-p\n" \
	"0 4121 region op=sync\n"
#define CHILD(pid, at, name) \
	at " 4121 process op=fork child=" pid " ppid=4121 comm=" name "\n" \
	at " " pid " region op=add start=0x7f1c40000000 end=+64M perm=rw-p\n" \
	at " " pid " region op=sync\n"
#define PAGES_OF(at, pid, bins) \
	at " " pid " pages start=0x7f1c40000000 end=+64M bin_pages=16 " \
	"detail=3 bins=" bins "\n"
#define TWO \
	HEAD CHILD("4200", "1.0", "worker-a") CHILD("4201", "2.0", "worker-b") \
	PAGES_OF("3.0", "4121", "512x16r,16x16r16e,240x16r,256x0") \
	PAGES_OF("3.0", "4200", "32x16r8e,736x16r,256x0") \
	PAGES_OF("3.0", "4201", "256x16r,128x16r16e,376x16r,8x8s,256x0") \
	PAGES_OF("4.0", "4121", "512x16r,16x16r16e,240x16r,256x0") \
	PAGES_OF("4.0", "4200", "64x16r8e,704x16r,256x0") \
	PAGES_OF("4.0", "4201", "256x16r,128x16r16e,376x16r,8x8s,256x0")

static const char alone[] = HEAD
	PAGES_OF("3.0", "4121", "768x16r16e,256x0");
static const char none_yet[] = HEAD;
static const char shared_map[] =
	"0 0 start command=worker page_size=4096\n"
	"0 4121 process op=launch child=4121 ppid=4100 comm=worker\n"
	"0 4121 region op=add start=0x7f1c40000000 end=+64M perm=rw-s\n";
static const char many[] = TWO
	CHILD("4202", "2.1", "worker-c") CHILD("4203", "2.2", "worker-d")
	PAGES_OF("4.0", "4202", "768x16r,256x0")
	PAGES_OF("4.0", "4203", "768x16r,256x0");
/* The children exist before mmtop attaches. */
static const char attached[] = HEAD
	"1.0 4200 process op=attach ppid=4121 comm=worker-a\n"
	"1.0 4200 region op=add start=0x7f1c40000000 end=+64M perm=rw-p\n"
	"1.0 4200 region op=sync\n"
	PAGES_OF("3.0", "4121", "512x16r,16x16r16e,240x16r,256x0")
	PAGES_OF("3.0", "4200", "32x16r8e,736x16r,256x0");
static const char one_ends[] = TWO
	"4.5 4200 process op=exit gone=1 status=0\n";

#define REGION 0x7f1c40000000
#define CASE(NAME, ROWS, COLS, EVENTS, ...) \
	{ .name = NAME, .rows = ROWS, .cols = COLS, .pane = &family_pane, \
	  .more = EVENTS, .region = REGION, __VA_ARGS__ }

static const struct pane_case cases[] = {
	CASE("family-80x24", 24, 80, TWO, .away = false),
	CASE("family-120x40", 40, 120, TWO,
	     .commands = COMMANDS_OF(DO_DOWN, DO_DOWN, DO_RIGHT)),
	CASE("family-237x70", 70, 237, TWO, .away = false),
	CASE("family-8-80x24", 24, 80, TWO, .colors = 8),
	CASE("family-ascii-80x24", 24, 80, TWO, .ascii = true, .colors = -1,
	     .commands = COMMANDS_OF(DO_END)),
	CASE("family-child-80x24", 24, 80, TWO, .pid = 4201),
	CASE("family-many-80x24", 24, 80, many, .away = true),
	CASE("family-ended-80x24", 24, 80, one_ends, .away = true),
	CASE("family-attached-120x40", 40, 120, attached, .away = true),
	CASE("family-alone-80x24", 24, 80, alone, .away = false),
	CASE("family-none-80x24", 24, 80, none_yet, .away = false),
	CASE("family-shared-80x24", 24, 80, shared_map, .away = false),
	CASE("family-20x5", 5, 20, TWO, .away = false),
	{ .name = "family-no-region-80x24", .rows = 24, .cols = 80,
	  .pane = &family_pane },
};

int main(void)
{
	return pane_cases_run(cases, sizeof cases / sizeof cases[0]);
}
