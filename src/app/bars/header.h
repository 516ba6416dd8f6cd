/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The status rows at the top of the screen: the state of the program, its main
 * process, and the machine.
 *
 *	 RUN   python3 4121  calls   stop 20us  lost 0  own 1.1% 9M  LIVE  12.4s
 *	 RSS  412M +3.10M/s ▁▂▃▄▅▆▇  virt 1.38G  swap 0  flt  794/s  cg  412M/..
 *
 * Fields have fixed slots, which depend only on the width of the screen. Fields
 * that do not fit are dropped, the least important first; a dropped field
 * leaves blanks.
 */
#ifndef APP_BARS_HEADER_H
#define APP_BARS_HEADER_H

#include <stddef.h>
#include <stdint.h>

#include "model/model.h"
#include "ui/kit/canvas.h"
#include "ui/kit/terms.h"

/* Values that the status rows need and that the model does not store. */
struct header {
	uint64_t now_ns;		/* time that is shown, on the clock of
					 * the events */
	bool paused;
	uint64_t ago_ns;		/* if paused: how long ago that was */
};

/* Draws the status rows on the rows 0 to rows - 1 of the whole canvas; `rows`
 * is 1 to 3. */
void header_draw(const struct header *h, const struct model *m,
		 const struct look *look, struct canvas *c, int rows);
/* Draws the text that is shown on a terminal smaller than 20x5. */
void header_draw_small(const struct model *m, const struct look *look,
		       struct canvas *c);

/* Formats a time as "12.4s", "0:16:40" or "10h02": at most seven columns. */
char *header_time(char *buf, size_t size, uint64_t ns);

/* What the header shows, for the help; NULL-terminated. */
extern const struct terms_part *const header_terms[];

#endif
