/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What asked.c, which keeps the calls and the stretches that came of them, and
 * asked_job.c, which has their frames read, share.
 */
#ifndef SOURCE_SAMPLE_OWNER_ASKED_PRIVATE_H
#define SOURCE_SAMPLE_OWNER_ASKED_PRIVATE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"
#include "source/sample/owner/asked.h"
#include "source/stack/stack.h"

/* What is unmapped at once is never looked at. */
#define ASKED_YOUNG_NS (20 * NS_PER_MS)

/* A call as it was. */
struct waiting_call {
	unsigned refs;
	uint64_t at_ns;
	struct stack_ask ask;
	size_t n;
	char stack[];
};

struct asked_job {
	struct reader *reader;		/* NULL: none yet */
	int fd;				/* the loop waits for it, -1 */
	struct waiting_call *now;	/* what is looked at, NULL: nothing */
	uid_t uid;			/* with whose rights */
	gid_t gid;
	uint64_t caps;
	uint64_t due, begun_ns;
	size_t waiting;			/* calls in all */
	unsigned burst;			/* so many were looked at */
	VEC(char *) codes;		/* each once; owned */
};

/* One stretch less waits for it; NULL: nothing. */
void asked_drop(struct sampler *s, struct waiting_call *w);

#endif
