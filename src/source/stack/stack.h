/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who called whom: the frames of a thread that stands still.
 *
 * The tracer reads its registers; everything else is done by a job of the
 * disposable reader (sys/reader/process.h), for all of it is hostile: the stack, the
 * map, and above all the files that are mapped, in which libdw looks for unwind
 * tables, symbols and source lines.  They may hang it, crash it, or make it
 * eat memory; then there is a sentence instead of frames.
 *
 *	stack.c		the job: what is asked, limits, who it is then
 *	modules.c	the map: which file lies where
 *	image.c		such a file, opened without harm, or as memory has it
 *	frames.c	one frame: names, source, what is inlined there
 *	nowhere.c	frames where no code is
 *	caller.c	which of them asked for a mapping
 *	lines.c		a few lines of a source file
 *
 * So too for a call that is over (ask.past), whose registers and stack were kept:
 * who asked for a mapping that is still there.
 *
 * The job keeps what it has read of files for the next time, as long as it is
 * about the same process.
 */
#ifndef SOURCE_STACK_STACK_H
#define SOURCE_STACK_STACK_H

#include <stdint.h>
#include <sys/types.h>

#include "sys/reader/process.h"

/* As DWARF numbers them: aarch64 has x0 to x30 and sp. */
#define STACK_REGS 32

struct stack_ask {
	int32_t pid, tid;
	uint32_t machine;	/* EM_X86_64, EM_386, EM_AARCH64 */
	uint32_t n;		/* of regs */
	uint64_t pc;
	uint64_t regs[STACK_REGS];
	/* Root reads nothing with more rights than the process has. */
	uint32_t uid, gid;
	uint64_t caps;
	/* Of one that is about to end there follow so many bytes of its map,
	 * and of what lies from stack_at on: it does not wait for the job. */
	uint32_t map_len, stack_len;
	uint64_t stack_at;
	/* Of a call that is over: so many frames at most, up to who asked for
	 * it, by the names of symbols that they lie in alone, and of its stack
	 * what follows: what is there now is another matter. */
	uint32_t past, pad;
};

/* What comes back; then frames_len bytes of frames, and text_len of text, as
 * EV_STACK has them. */
struct stack_answer {
	uint32_t why, error, end, pad;
	uint64_t frames_len, text_len;
};

/* Takes a struct stack_ask, and what follows it. */
extern const struct reader_job stack_job;

#endif
