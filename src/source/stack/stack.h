/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The backtrace of a stopped thread.
 *
 * The tracer reads the registers.  A job of the disposable reader process
 * (sys/reader/process.h) does everything else, because all data are hostile:
 * the stack, the map, and the mapped files, in which libdw reads unwind tables,
 * symbols and source lines.  They may make the reader hang, crash or use much
 * memory; then the result is a reason instead of frames.
 *
 *	stack.c		the job: request, limits, credentials
 *	modules.c	the map: which file is at an address
 *	image.c		opens such a file safely, or copies it from memory
 *	frames.c	one frame: names, source, inlined functions
 *	nowhere.c	frames at addresses without code
 *	caller.c	the frame that requested a mapping
 *	lines.c		a few lines of a source file
 *
 * If ask.past is set, the job unwinds a call that has already returned, from
 * stored registers and a stored stack, to find the code that requested a
 * mapping.
 *
 * The job caches the contents of files until it is used for another process.
 */
#ifndef SOURCE_STACK_STACK_H
#define SOURCE_STACK_STACK_H

#include <stdint.h>
#include <sys/types.h>

#include "sys/reader/process.h"

/* Registers are numbered as in DWARF; aarch64 has the most: x0 to x30 and
 * sp. */
#define STACK_REGS 32

struct stack_ask {
	int32_t pid, tid;
	uint32_t machine;	/* EM_X86_64, EM_386, EM_AARCH64 */
	uint32_t n;		/* number of registers in `regs` */
	uint64_t pc;
	uint64_t regs[STACK_REGS];
	/* Credentials of the process: if mmtop is root, the job reads files
	 * with these rights only. */
	uint32_t uid, gid;
	uint64_t caps;
	/* A thread that is about to exit does not wait for the job.  The
	 * request is then followed by copies: map_len bytes of the map, and
	 * stack_len bytes of the stack from address stack_at on. */
	uint32_t map_len, stack_len;
	uint64_t stack_at;
	/* For a call that has returned: the maximum number of frames; otherwise
	 * 0.  The frames end with the code that requested the mapping and a few
	 * callers, and have only symbol names.  Only the stack in the request is used, because
	 * the current stack has changed. */
	uint32_t past, pad;
};

/* The answer.  It is followed by frames_len bytes of frames and text_len bytes
 * of text, as in EV_STACK. */
struct stack_answer {
	uint32_t why, error, end, pad;
	uint64_t frames_len, text_len;
};

/* The job; its request is a struct stack_ask and the bytes that follow it. */
extern const struct reader_job stack_job;

#endif
