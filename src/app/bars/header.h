/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The status rows: what the program does, the process, the machine.
 *
 *	 RUN   python3 4121  calls   stop 20us  lost 0  own 1.1% 9M  LIVE  12.4s
 *	 RSS  412M +3.10M/s ▁▂▃▄▅▆▇  virt 1.38G  swap 0  flt  794/s  cg  412M/..
 *
 * Fields have fixed slots, made from the width alone; what does not fit goes,
 * what is worth least first, and what is gone leaves spaces.  Nothing is owned
 * beyond a few samples.
 */
#ifndef APP_BARS_HEADER_H
#define APP_BARS_HEADER_H

#include <stddef.h>
#include <stdint.h>

#include "model/model.h"
#include "ui/kit/canvas.h"

/* What the model does not keep and the rows want. */
struct header {
	struct rate majflt;		/* of the main process */
	uint64_t now_ns;		/* on the events' time base */
};

/* Before or after the model's own fold. */
void header_event(struct header *h, const struct event *ev,
		  const struct model *m);
/* Rows 0 to rows-1 of the whole canvas; rows 1 to 3. */
void header_draw(const struct header *h, const struct model *m,
		 const struct look *look, struct canvas *c, int rows);
/* The calm message of a terminal below 20x5. */
void header_draw_small(const struct model *m, const struct look *look,
		       struct canvas *c);

/* "12.4s", "0:16:40", "10h02": at most seven columns. */
char *header_time(char *buf, size_t size, uint64_t ns);

#endif
