/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other programs that want the CPU. */
#ifndef SOURCE_CONTENTS_RIVALS_H
#define SOURCE_CONTENTS_RIVALS_H

#include <stdbool.h>
#include <stdint.h>

/* Others who want the CPU: how many, and how long it was waited for. */
struct rivals {
	int load, own;			/* of /proc; 0: not open yet, -1 */
	long cpus;
	bool here;			/* when they were asked for last */
	uint64_t again_ns;		/* ... and are to be again */
	bool asked, many;
	uint64_t waited_ns, turns;	/* when it was last asked */
	bool waits;
};

/* Asked often, it looks now and then. */
bool rivals_here(struct rivals *r);
void rivals_release(struct rivals *r);

#endif
