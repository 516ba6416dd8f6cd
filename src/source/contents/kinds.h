/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Classifies regions like the sampler (source/sample/maps/classify.h), except
 * thread stacks and arenas: the sampler recognizes these only by watching a
 * process for some time.
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
	uint8_t kind;		/* set by kinds_of() */
	int64_t owner;
	struct owner holder;	/* set by kinds_of(), except holder.code */
};

/* Classifies the n regions of v, which are sorted by address. */
void kinds_of(pid_t pid, struct bytes exe, struct kind_of *v, size_t n);

#endif
