/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What regions are, as the sampler tells it (source/sample/maps/classify.h), but for
 * stacks of threads and arenas, which only who watches them for a while knows.
 */
#ifndef SOURCE_CONTENTS_KINDS_H
#define SOURCE_CONTENTS_KINDS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"
#include "event/owner.h"
#include "sys/proc/map.h"

struct kind_of {
	const struct procmap *map;
	const char *name;
	uint8_t kind;		/* the answer */
	int64_t owner;
	struct owner holder;	/* without the code */
};

/* v: regions in order. */
void kinds_of(pid_t pid, struct bytes exe, struct kind_of *v, size_t n);

#endif
