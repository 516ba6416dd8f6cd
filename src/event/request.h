/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Requests of the screen to the engine.  They have a fixed size and no
 * pointers, since they pass through a function call or through a socket between
 * two processes.  The engine answers with events: a STATUS, or a NOTE with the
 * reason for a refusal.
 *
 * Each request_op below names the fields of struct request that it uses, and
 * its answer if that is neither STATUS nor NOTE.
 */
#ifndef EVENT_REQUEST_H
#define EVENT_REQUEST_H

#include <stdint.h>
#include <sys/types.h>

enum request_op {
	REQ_NEXT,		/* step thread tid (0: the held thread, or any)
				 * by a calls.  If b is 1 and tid has exited,
				 * another thread may be stepped */
	REQ_CONTINUE,		/* return from level step to the previous
				 * level */
	REQ_HOLD,		/* stop every task */
	REQ_LEVEL,		/* a: LEVEL_WATCH or LEVEL_CALLS */
	REQ_DETACH,		/* detach from all processes; the program keeps
				 * running.  If a is 1, the tracing thread then
				 * exits, as it may after QUIT */
	REQ_ATTACH,		/* attach again to the detached processes */
	REQ_KILL,		/* kill the launched program */
	REQ_QUIT,		/* quit: kill the launched program unless it is
				 * detached; detach from attached processes */
	REQ_FOCUS,		/* scan a region in detail. pid, a: start of the
				 * region (0: none); b is 1 if the Pages pane
				 * has the focus */
	REQ_DETAILS,		/* read smaps of the process pid once (pss,
				 * vmflags, swap) */
	REQ_OUTPUT_SIZE,	/* a: rows, b: columns of the program's
				 * terminal */
	REQ_INPUT,		/* pass input to the program. text[a]: the
				 * bytes; b: enum request_input */
	REQ_SAMPLE,		/* sample everything now */
	REQ_SNAPSHOT,		/* events were lost on the link to the screen:
				 * send the state again (EV_SNAPSHOT) */
	REQ_RELAY,		/* if a is 1, the sender reads the program's
				 * terminal from now on; if a is 0, it stops
				 * reading */
	/* report the visible part, a to b, of the region in focus of pid, in
	 * cells of 2^c pages.  If b is 0, the whole region is visible.  If only
	 * a is 0, report all regions of pid, in cells of at most 2^c pages */
	REQ_WINDOW,
	REQ_FAMILY,		/* count the pages of a region in each process
				 * that has shared it since a fork. pid, a:
				 * start of the region; 0: stop counting */
	REQ_FILE,		/* scan the file of a region by file offset;
				 * answered by STRIP. pid, a: start of the
				 * region; 0: stop scanning */
	REQ_TRACK,		/* if a is 1, track the pages that pid (0: the
				 * main process) and its new children write; if
				 * a is 0, stop tracking */
	REQ_CATCH,		/* choose the calls at which NEXT stops.  a:
				 * enum catch.  For CATCH_CALLS, text has names
				 * or numbers of calls, separated by commas, and
				 * b is 1 if another request with names
				 * follows */
	REQ_STACK,		/* send the backtrace of tid (0: the held
				 * thread, or the main one); answered by
				 * STACK */
	REQ_MOUSE,		/* pass a mouse event to the program if it has
				 * enabled the mouse. a: row, b: column of the
				 * program's terminal, c: enum request_mouse */
	REQ_REFRESH,		/* set the refresh period. a: the period in
				 * ns */
	REQ_CONTENTS,		/* read memory; answered by CONTENTS. pid, a:
				 * address, b: number of bytes, at most
				 * REQ_CONTENTS_MAX */
	REQ_CAPTURE,		/* capture contents. pid (0: all), a: start of a
				 * region (0: all regions that are selected for
				 * capture), b: enum capture_what */
	REQ_HEAP,		/* if a is 1, the heap is shown: send HEAP
				 * events with its sites and their resident
				 * bytes at each refresh; if a is 0, stop
				 * sending */
	REQ_HEAP_BLOCKS,	/* send the blocks of a site; answered by HEAP.
				 * pid, a: site, b: maximum number of blocks, at
				 * most REQ_HEAP_BLOCKS_MAX */
	REQ_HEAP_INFO,		/* send mallinfo2(3) of the allocator of pid;
				 * answered by HEAP */
	REQ_HEAP_PAGES,		/* find the pages with live blocks in an address
				 * range; answered by HEAP. pid, a to b: the
				 * range, in cells of 2^c pages, at most
				 * REQ_HEAP_PAGES_MAX cells */
	REQ_CGROUP,		/* read the control group of pid; answered by
				 * CGROUP, about once a second; pid 0: stop */
	REQ_SIGNAL,		/* send signal a to the process pid whose start
				 * time is b; answered by NOTE_SIGNALLED or
				 * NOTE_NOT_SIGNALLED */
	REQ_UNTIL,		/* run the process of tid (0: the held thread)
				 * until one of its threads enters a call.  The
				 * calls are chosen as for CATCH; the process
				 * runs once the last names have arrived */
	REQ_CALL_STACK,		/* send the stored stack of the call that mapped
				 * memory at address a of pid; answered by
				 * STACK */
	REQ_SYMBOL,		/* find the function at address a of pid;
				 * answered by SYMBOL */
	REQS
};

/* The low bits are the button (4 and 5: wheel; 0: a move without a button), the
 * high bits the modifiers. */
enum request_mouse {
	REQ_MOUSE_BUTTON = 0xf, REQ_MOUSE_PRESSED = 0x10,
	REQ_MOUSE_SHIFT = 0x100, REQ_MOUSE_ALT = 0x200, REQ_MOUSE_CTRL = 0x400
};

/* INPUT_PASTE_...: start and end of a paste, for a program that has enabled
 * bracketed paste. */
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
