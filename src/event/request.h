/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the screen asks of the engine.  Small, fixed, no pointers: it goes
 * through a function call here and through a socket between two roles.
 * Answers come as events: a STATUS, or a NOTE that says why not.
 */
#ifndef EVENT_REQUEST_H
#define EVENT_REQUEST_H

#include <stdint.h>
#include <sys/types.h>

enum request_op {
	REQ_NEXT,		/* tid (0: the held one, or any), count in a;
				 * b: or another one if tid has exited */
	REQ_CONTINUE,		/* leave step; the level that was running */
	REQ_HOLD,		/* stop every task */
	REQ_LEVEL,		/* a: LEVEL_WATCH or LEVEL_CALLS */
	REQ_DETACH,		/* let everything go; the program lives on.
				 * a 1: the thread that traces ends then, as
				 * it may after QUIT */
	REQ_ATTACH,		/* attach again to what was detached */
	REQ_KILL,		/* kill what was launched */
	REQ_QUIT,		/* leave: kill what was launched and is not
				 * detached, detach what was attached */
	REQ_FOCUS,		/* pid, a: start of the region whose pages are
				 * wanted in detail (0 none), b: 1 when the
				 * Pages pane has focus */
	REQ_DETAILS,		/* pid: read smaps once (pss, vmflags, swap) */
	REQ_OUTPUT_SIZE,	/* a rows, b columns of the program's terminal */
	REQ_INPUT,		/* text[a]: bytes typed into the program, b: enum
				 * request_input */
	REQ_SAMPLE,		/* refresh everything now */
	REQ_SNAPSHOT,		/* events were lost on the way: tell anew what
				 * there is (EV_SNAPSHOT) */
	REQ_RELAY,		/* a 1: who asks reads the program's terminal
				 * from now on; 0: no longer */
	REQ_WINDOW,		/* pid, a to b: what is in view of the region
				 * in focus, in cells of 2^c pages; b 0: all of
				 * it; a 0 and b not: every region, in cells of
				 * at most that */
	REQ_FAMILY,		/* pid, a: start of the region whose pages are
				 * counted in each process that shares them
				 * since a fork; a 0: no longer */
	REQ_FILE,		/* pid, a: start of the region whose file is
				 * wanted by offset (STRIP), 0 none */
	REQ_TRACK,		/* pid (0: the main one), a 1: which pages are
				 * written is tracked from now on, also in the
				 * children to come; 0: no longer */
	REQ_CATCH,		/* a: enum catch, what NEXT stops at; for
				 * CATCH_CALLS text has their names, separated
				 * by commas, and b is 1 while more follow */
	REQ_STACK,		/* tid (0: the held one, or the main thread):
				 * its frames (EV_STACK) */
	REQ_MOUSE,		/* a row, b column of the program's terminal,
				 * c: enum request_mouse; it is for the program
				 * if that asked for it */
	REQ_REFRESH,		/* a: the refresh period, ns */
	REQ_CONTENTS,		/* pid, a: address, b: bytes from there on, at
				 * most REQ_CONTENTS_MAX (CONTENTS) */
	REQ_CAPTURE,		/* pid (0: all), a: start of a region (0: all
				 * that are to be captured), b: enum
				 * capture_what */
	REQ_HEAP,		/* a 1: the heap is looked at: sites at each
				 * refresh (HEAP), with what of them is resident;
				 * 0: no longer */
	REQ_HEAP_BLOCKS,	/* pid, a: a site, b: at most so many of its
				 * blocks, REQ_HEAP_BLOCKS_MAX (HEAP) */
	REQ_HEAP_INFO,		/* pid: what its allocator says of itself
				 * (HEAP) */
	REQ_HEAP_PAGES,		/* pid, a to b: which of these pages live blocks
				 * lie in (HEAP), in cells of 2^c pages,
				 * REQ_HEAP_PAGES_MAX at most */
	REQS
};

/* A button, 4 and 5 for the wheel, 0: it moved; then modifiers. */
enum request_mouse {
	REQ_MOUSE_BUTTON = 0xf, REQ_MOUSE_PRESSED = 0x10,
	REQ_MOUSE_SHIFT = 0x100, REQ_MOUSE_ALT = 0x200, REQ_MOUSE_CTRL = 0x400
};

/* Before and after a paste: for a program that enabled bracketed paste. */
enum request_input { INPUT_KEYS, INPUT_PASTE_BEGINS, INPUT_PASTE_ENDS };

#define REQ_CONTENTS_MAX 65536
#define REQ_HEAP_BLOCKS_MAX 4096
#define REQ_HEAP_PAGES_MAX 8192
enum capture_what { CAPTURE_STOP, CAPTURE_ONCE, CAPTURE_ON };

enum catch { CATCH_ALL, CATCH_MEMORY, CATCH_CALLS };

struct request {
	enum request_op op;
	pid_t pid, tid;
	uint32_t c;
	uint64_t a, b;
	char text[64];
};

typedef void request_fn(void *arg, const struct request *req);

#endif
