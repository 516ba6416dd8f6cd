/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls and Signals: following, scrolling, stepping, the end. */
#include <config.h>

#include "screens-harness.h"

static const enum cmd up3[] = { DO_UP, DO_UP, DO_UP, DO_NONE };
static const enum cmd home_end[] = { DO_HOME, DO_PAGE_DOWN, DO_END, DO_NONE };
static const enum cmd home[] = { DO_HOME, DO_NONE };
static const enum cmd up[] = { DO_UP, DO_NONE };

#define PROC "0 9 process op=launch child=9 child_pid=9 comm=one\n"
#define WATCH "0 0 status state=run level=watch main_pid=9 tasks=1\n"
#define HELD(phase) \
	"3 0 status state=held level=step origin=launched main_pid=9 tasks=1 " \
	"held_tid=9 held=1 held_phase=" phase "\n"

/* Calls reported by ptrace, or by the ring and perf. */
#define TOLD \
	"0 9 source name=perf state=1\n" \
	"2 9 call call=mmap args=0,8K,3,0x22,-1,0 result=0x4000 " \
	"duration_ns=5us\n" \
	"2 9 map src=k addr=0x4000 len=8K\n" \
	"3 9 call call=munmap args=0x4000,8K duration_ns=4us\n" \
	"4 9 call src=r call=mmap args=0,8K,3,0x22,-1,0 result=0x8000 " \
	"duration_ns=5us\n" \
	"4 9 map src=k addr=0x8000 len=8K\n" \
	"5 9 call call=mmap phase=enter args=0,8K,3,0x22,-1,0\n"

/* Signals reported by ptrace and the ring, or by one of them. */
#define SIGNALS_TOLD \
	"0 9 source name=ring state=1\n" \
	"0 0 status state=run level=watch main_pid=9 tasks=1\n" \
	"2 9 signal flags=also-ring signal=SIGUSR1 code=SI_USER sender=9\n" \
	"3 9 signal src=r signal=SIGUSR2 code=SI_USER action=dropped " \
	"sender=9\n" \
	"4 9 signal signal=SIGALRM code=SI_KERNEL\n"

/* A step: the call's arguments, and its result. */
#define ENTER(call, args) \
	"2 9 call phase=enter call=" call " args=" args "\n" HELD("enter")
#define LEAVE(call, args, rest) \
	ENTER(call, args) \
	"4 9 call phase=exit duration_ns=9us call=" call " args=" args " " \
	rest "\n" "4 0 status state=held level=step origin=launched " \
	"main_pid=9 tasks=1 held_tid=9 held=1 held_phase=exit\n"
#define HEAP \
	"1 9 region op=add start=0x1000000 end=+1M perm=rw-p kind=heap " \
	"name=[heap] rss=4K\n" "1 9 region op=sync\n" \
	"1.5 9 call call=brk args=0 result=0x1100000 duration_ns=1us\n"

#define STEP(id, events) \
	{ .name = "calls-" id, .pane = &calls_pane, .rows = 5, .cols = 80, \
	  .more = PROC HEAP events }

static const struct pane_case cases[] = {
	{ .name = "calls-a", .events = "story.events", .pane = &calls_pane,
	  .rows = 4, .cols = 80, .away = true },
	{ .name = "calls-b", .events = "story.events", .pane = &calls_pane,
	  .rows = 11, .cols = 77, .away = true },
	{ .name = "calls-80x24", .events = "story.events",
	  .pane = &calls_pane, .rows = 24, .cols = 80 },
	{ .name = "calls-120x40", .events = "story.events",
	  .pane = &calls_pane, .rows = 40, .cols = 120 },
	{ .name = "calls-shifted-60x12", .events = "story.events",
	  .pane = &calls_pane, .rows = 12, .cols = 60,
	  .commands = (const enum cmd[]){
		DO_SCROLL_RIGHT, DO_SCROLL_RIGHT, DO_NONE } },
	{ .name = "calls-20x5", .events = "story.events",
	  .pane = &calls_pane, .rows = 5, .cols = 20 },
	{ .name = "calls-40x6", .events = "story.events",
	  .pane = &calls_pane, .rows = 6, .cols = 40 },
	{ .name = "calls-ascii", .events = "story-held.events",
	  .pane = &calls_pane, .rows = 6, .cols = 60, .ascii = true,
	  .colors = -1 },
	{ .name = "calls-d-before", .events = "story-held.events",
	  .pane = &calls_pane, .rows = 6, .cols = 80 },
	{ .name = "calls-d-after", .events = "story-after.events",
	  .pane = &calls_pane, .rows = 6, .cols = 80 },
	{ .name = "calls-h", .events = "story-end.events",
	  .pane = &calls_pane, .rows = 4, .cols = 80, .away = true },
	{ .name = "calls-end-80x24", .events = "story-end.events",
	  .pane = &calls_pane, .rows = 24, .cols = 80, .commands = up3 },
	{ .name = "calls-end", .events = "story-end.events",
	  .pane = &calls_pane, .rows = 8, .cols = 80, .commands = home_end },
	{ .name = "calls-home", .events = "story-end.events",
	  .pane = &calls_pane, .rows = 8, .cols = 80, .commands = home },
	{ .name = "calls-watch", .pane = &calls_pane, .rows = 5, .cols = 60,
	  .more = PROC WATCH },
	{ .name = "calls-none", .pane = &calls_pane, .rows = 5, .cols = 60,
	  .more = PROC },
	{ .name = "calls-failed", .pane = &calls_pane, .rows = 6, .cols = 80,
	  .more = PROC "2 9 call call=madvise args=0x7f0000001000,64K,8 "
		"error=EINVAL duration_ns=1.1us\n"
		"3 9 call call=mmap args=0,1T,3,0x22,-1,0 error=ENOMEM "
		"duration_ns=3us\n" },
	{ .name = "calls-tellers", .pane = &calls_pane, .rows = 7,
	  .cols = 120, .more = PROC TOLD },
	{ .name = "calls-tellers-99", .pane = &calls_pane, .rows = 7,
	  .cols = 99, .more = PROC TOLD },
	{ .name = "calls-gap", .pane = &calls_pane, .rows = 6, .cols = 60,
	  .more = PROC "2 9 call call=brk args=0x1000 duration_ns=1us\n"
		"3 9 call call=brk phase=enter args=0x2000\n"
		"5 0 lost source=link count=77056\n"
		"6 9 call call=brk args=0x3000 duration_ns=1us\n"
		"7 9 signal signal=SIGTERM code=SI_USER sender=9\n"
		"7 0 lost source=link count=1\n" },
	{ .name = "calls-hostile", .pane = &calls_pane, .rows = 6,
	  .cols = 80, .more = PROC
		"2 9 call call=memfd_create args=0x7f0000001000,1 result=3 "
		"path=\"a\\x1b[31m\\n\\xe2\\x80\\xae\\xff\" "
		"duration_ns=1.1us\n" },
	/* The arguments of each call, and its result. */
	STEP("step-brk", ENTER("brk", "0x1121000")),
	STEP("step-brk-after",
	     LEAVE("brk", "0x1121000", "result=0x1121000")),
	STEP("step-brk-refused",
	     LEAVE("brk", "0x9121000", "result=0x1100000")),
	STEP("step-mmap-fixed",
	     ENTER("mmap", "0x2000000,64K,0,0x32,-1,0")),
	STEP("step-mmap-failed",
	     LEAVE("mmap", "0,1T,3,0x22,-1,0", "error=ENOMEM")),
	/* The sentence of a stop wraps, and is never cut; nor is it on the screen
	 * with other threads, whose calls then have no row. */
	{ .name = "calls-step-wrapped", .pane = &calls_pane, .rows = 5,
	  .cols = 40, .more = PROC HEAP
		LEAVE("mmap", "0,1T,3,0x22,-1,0", "error=ENOMEM") },
	{ .name = "calls-step-wrapped-20", .pane = &calls_pane, .rows = 7,
	  .cols = 20, .more = PROC HEAP
		LEAVE("mmap", "0,1T,3,0x22,-1,0", "error=ENOMEM") },
	{ .name = "calls-step-wrapped-wide", .events = "story-held.events",
	  .pane = &calls_pane, .rows = 6, .cols = 40 },
	STEP("step-munmap", ENTER("munmap", "0x2000000,64K")),
	STEP("step-munmap-after", LEAVE("munmap", "0x2000000,64K", "")),
	STEP("step-mprotect", ENTER("mprotect", "0x2000000,4K,1")),
	STEP("step-mprotect-after", LEAVE("mprotect", "0x2000000,4K,1", "")),
	STEP("step-madvise", ENTER("madvise", "0x2000000,2M,4")),
	STEP("step-madvise-after", LEAVE("madvise", "0x2000000,2M,4", "")),
	STEP("step-execve",
	     ENTER("execve", "0x2000000,0,0 path=/bin/sh")),
	STEP("step-shmget-after",
	     LEAVE("shmget", "0x1234,64K,0x380", "result=7")),
	STEP("step-other", "2 9 call phase=enter nr=1 args=1,2,3\n"
	     HELD("enter")),
	STEP("step-blocked", ENTER("munmap", "0x2000000,64K")
	     "4 0 status state=run level=step origin=launched main_pid=9 "
	     "tasks=1 waits_on=12\n"),

	{ .name = "signals-b", .events = "story.events",
	  .pane = &signals_pane, .rows = 11, .cols = 42, .away = true },
	{ .name = "signals-e", .events = "story.events",
	  .pane = &signals_pane, .rows = 9, .cols = 80, .away = true },
	{ .name = "signals-g", .events = "story-end.events",
	  .pane = &signals_pane, .rows = 14, .cols = 80 },
	{ .name = "signals-g-up", .events = "story-end.events",
	  .pane = &signals_pane, .rows = 14, .cols = 80, .commands = up },
	{ .name = "signals-120x40", .events = "story-end.events",
	  .pane = &signals_pane, .rows = 40, .cols = 120 },
	{ .name = "signals-80x24", .events = "story-end.events",
	  .pane = &signals_pane, .rows = 24, .cols = 80 },
	{ .name = "signals-20x5", .events = "story-end.events",
	  .pane = &signals_pane, .rows = 5, .cols = 20 },
	{ .name = "signals-ascii", .events = "story-end.events",
	  .pane = &signals_pane, .rows = 14, .cols = 80, .ascii = true,
	  .colors = -1 },
	{ .name = "signals-home", .events = "story-end.events",
	  .pane = &signals_pane, .rows = 4, .cols = 50, .commands = home },
	{ .name = "signals-none", .pane = &signals_pane, .rows = 4,
	  .cols = 40, .more = PROC },
	{ .name = "signals-hostile", .pane = &signals_pane, .rows = 14,
	  .cols = 80, .more =
		"0 9 process op=launch child=9 child_pid=9 "
		"comm=\"\\x1b[31mx\\xff\"\n"
		"1 9 signal signal=SIGTERM code=SI_USER sender=9 uid=1000\n"
		"2 9 signal signal=SIGSEGV code=SEGV_ACCERR has_addr=1 "
		"addr=0x1234 region_start=0x1000 region_end=0x2000 "
		"region_name=\"/\\x1b]0;evil\\x07\\xe2\\x80\\xae\"\n" },
	{ .name = "signals-tellers", .pane = &signals_pane, .rows = 14,
	  .cols = 120, .more = PROC SIGNALS_TOLD },
	{ .name = "signals-tellers-low", .pane = &signals_pane, .rows = 6,
	  .cols = 100, .more = PROC SIGNALS_TOLD },
	{ .name = "signals-tellers-99", .pane = &signals_pane, .rows = 6,
	  .cols = 99, .more = PROC SIGNALS_TOLD },
	{ .name = "signals-tellers-in-calls", .pane = &calls_pane, .rows = 6,
	  .cols = 100, .more = PROC SIGNALS_TOLD },
	/* A single source needs no column for the source. */
	{ .name = "signals-tellers-one", .pane = &signals_pane, .rows = 6,
	  .cols = 120, .more = PROC
		"2 9 signal signal=SIGUSR1 code=SI_USER sender=9\n" },
	{ .name = "signals-stops", .pane = &signals_pane, .rows = 8,
	  .cols = 78, .more = PROC
		"1 9 signal signal=SIGTSTP code=SI_KERNEL action=stopped\n"
		"2 9 signal signal=SIGCONT code=SI_USER sender=7 "
		"action=continued\n"
		"3 9 signal signal=SIGUSR2 code=SI_QUEUE sender=7 value=5 "
		"action=held\n" },
};

int main(void)
{
	return pane_cases_run(cases, sizeof cases / sizeof *cases);
}
