/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each row of Sources says: the sources, then the trace ring of each CPU,
 * while it is on.
 *
 *	source_row(&r, view, i)		0 <= i < source_rows(model)
 *	source_row_release(&r)
 */
#ifndef UI_SOURCES_ROWS_H
#define UI_SOURCES_ROWS_H

#include "base/str.h"
#include "ui/pane/pane.h"

/* Those that there always are; the rows of CPUs come behind. */
#define SOURCES 6

/* One row as it stands now. */
struct source_row {
	struct str name;	/* never translated */
	const char *state;
	bool on;
	bool counted;
	uint64_t events;
	const struct rate *rate;
	uint64_t lost;
	uint64_t cost;		/* millionths of one CPU; EV_UNKNOWN: none */
	struct str why;
};

long source_rows(const struct model *m);
void source_row(struct source_row *r, const struct view *view, long i);
void source_row_release(struct source_row *r);

/* --- between rows.c and ring.c ------------------------------ */

bool source_traced(const struct model *m);
void source_not_traced(struct str *why, const struct model *m);
uint64_t source_cost(const struct model *m, uint64_t cost);
/* How full its buffers are, per mille, where that is worth a word. */
void source_fill(struct str *why, uint64_t fill);
/* How often the map denied what it told. */
void source_denied(struct str *why, uint64_t n);
void source_ring_row(struct source_row *r, const struct model *m);
void source_cpu_row(struct source_row *r, const struct ring_row *cpu);

#endif
