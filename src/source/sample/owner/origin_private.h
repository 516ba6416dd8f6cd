/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by origin.c, which stores the calls and the ranges that they mapped,
 * and origin_job.c, which lets the reader process unwind the stacks of these
 * calls.
 */
#ifndef SOURCE_SAMPLE_OWNER_ORIGIN_PRIVATE_H
#define SOURCE_SAMPLE_OWNER_ORIGIN_PRIVATE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"
#include "source/sample/owner/origin.h"
#include "source/stack/stack.h"

/* Minimum age of a call before its stack is unwound: memory that is unmapped
 * sooner needs no stack. */
#define ASKED_YOUNG_NS (20 * NS_PER_MS)

/* A call whose stack is not unwound yet: its registers and the top of its
 * stack. */
struct waiting_call {
	unsigned refs;
	uint64_t at_ns;
	struct stack_ask ask;
	size_t n;
	char stack[];
};

/* The frames of a stack, as in EV_STACK.  Calls from the same place share
 * them. */
struct kept_stack {
	uint32_t end;			/* enum stack_end */
	size_t frames_len, text_len;
	char bytes[];
};

struct origin_job {
	struct reader *reader;		/* NULL: not started yet */
	int fd;				/* descriptor of the reader process in
					 * the event loop; -1: none */
	struct waiting_call *now;	/* call that is being unwound; NULL:
					 * none */
	uid_t uid;			/* credentials of the running reader
					 * process */
	gid_t gid;
	uint64_t caps;
	uint64_t due, begun_ns;
	size_t waiting;			/* number of waiting calls */
	unsigned burst;			/* number of calls unwound since no call
					 * was waiting */
	VEC(char *) codes;		/* names of code, each stored once;
					 * owned */
	VEC(struct kept_stack *) stacks;	/* each stored once; owned */
	size_t stack_bytes;		/* size of all of them */
	pid_t wanted_pid;		/* REQ_CALL_STACK that is not answered
					 * yet; 0: none */
	uint64_t wanted_at;
};

/* Drops a reference to w, which may be NULL. */
void origin_drop(struct sampler *s, struct waiting_call *w);
/* Returns the range that a call mapped at address `start`, or NULL. */
const struct asked *origin_at(const origin_list *v, uint64_t start);

#endif
