/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of Sources: each source, then, while the trace ring is on, the ring
 * of each CPU.
 *
 *	source_row(&r, view, i)		0 <= i < source_rows(model)
 *	source_row_release(&r)
 */
#ifndef UI_SOURCES_ROWS_H
#define UI_SOURCES_ROWS_H

#include "base/str.h"
#include "ui/pane/pane.h"

/* Number of rows that always exist; the rows of CPUs follow. */
#define SOURCES 6

struct source_row {
	struct str name;	/* name of the source; never translated */
	const char *state;
	bool on;
	bool counted;
	uint64_t events;
	const struct rate *rate;
	uint64_t lost;
	uint64_t cost;		/* overhead in millionths of one CPU;
				 * EV_UNKNOWN: not measured */
	struct str why;
};

long source_rows(const struct model *m);
void source_row(struct source_row *r, const struct view *view, long i);
void source_row_release(struct source_row *r);

/* --- shared by rows.c and ring.c ---------------------------- */

bool source_traced(const struct model *m);
void source_not_traced(struct str *why, const struct model *m);
uint64_t source_cost(const struct model *m, uint64_t cost);
/* Appends how full the buffers are, per mille, if they are full enough to
 * mention. */
void source_fill(struct str *why, uint64_t fill);
/* Appends the number of reported mappings that are missing in
 * /proc/PID/maps. */
void source_denied(struct str *why, uint64_t n);
void source_ring_row(struct source_row *r, const struct model *m);
void source_cpu_row(struct source_row *r, const struct ring_row *cpu);

#endif
