/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model of process 7, which mmtop attached to, with thread 8 and an empty
 * region list. */
#ifndef TESTS_SUPPORT_ATTACHED_H
#define TESTS_SUPPORT_ATTACHED_H

#include "evtext.h"
#include "model/model.h"

#define ATTACH \
	"0 7 process op=attach start=1 comm=x\n" \
	"0 7 process op=thread child=8 child_pid=7\n" \
	"0 7 region op=sync\n"

/* The model with these events in addition. */
static inline struct model *model_of(const char *lines)
{
	struct model *m = model_new();

	evtext_text(ATTACH, model_event_fn, m);
	evtext_text(lines, model_event_fn, m);
	return m;
}

static inline const struct region *at(const struct model *m, pid_t pid,
				      uint64_t start)
{
	const struct region *r = space_at(&model_process(m, pid)->space, start);

	assert_non_null(r);
	return r;
}

#endif
