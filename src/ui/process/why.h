/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why the RSS of a process changed, in sentences; the largest change comes
 * first. */
#ifndef UI_PROCESS_WHY_H
#define UI_PROCESS_WHY_H

#include <stdbool.h>

#include "base/str.h"
#include "model/memory/growth.h"
#include "model/model.h"

struct why_asked {
	const struct growth *then, *now;
	const struct process *process;
	bool heap;			/* the process runs with --heap */
	bool keys;			/* name the key that selects the
					 * region */
	bool ascii;
};

/* Appends all changes from `then` to `now`, the region that explains most of
 * them, and the sites of the heap with most live bytes; without them, the
 * command that finds the code.  Changes that are not listed are in the sum of
 * the others, or unaccounted.  Returns an address of that region; 0: no region
 * explains the change. */
uint64_t why_words(struct str *out, const struct why_asked *asked);

/* The start of the growth that `why` reports.  If `marked' is false, `why`
 * reports the growth since mmtop first saw the process. */
struct rss_mark {
	bool marked;
	pid_t pid;
	uint64_t start;
	struct growth growth;
};
void rss_mark_release(struct rss_mark *mark);
/* Runs the command `why` with its arguments, "", "mark" or "start".  `name` is
 * the command as the user types it; asked->process may be NULL, and `then` and
 * `now` are set here.  Returns true if `out` is an answer of why_words(), with
 * its address in *addr; false if it is a message. */
bool why_command(struct str *out, struct rss_mark *mark, const char *name,
		 const char *args, const struct model *m,
		 struct why_asked *asked, uint64_t *addr);

#endif
