/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which rows a list shows, and in which order: what a person asked for, one of
 * each for regions, processes, calls, signals and the sites of the heap.
 *
 *	filter_set(f, "rss > 1M")	an expression (rule/expr), or words to
 *					be looked for as `/` does
 *	filter_begin(f, m)		before a pass over the rows
 *	filter_region(f, p, r) ...
 *
 * A text that is neither leaves the filter that was, with the reason in
 * f->error.
 */
#ifndef UI_PANE_FILTER_H
#define UI_PANE_FILTER_H

#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"
#include "rule/expr.h"
#include "ui/pane/find.h"
#include "ui/kit/order.h"

struct filter {
	enum rule_over over;
	struct str text;		/* "" : all rows are shown */
	struct expr *expr;		/* NULL: words */
	struct rule_error error;	/* of the text that was tried last */
	struct rule_error row_error;	/* of a row of the last pass */
	unsigned changes;		/* differs when the text does */
	bool ascii;			/* names as the look has them */
	/* private: of this pass */
	const struct model *model;
	struct find find;
	const struct space *space;
};

void filter_init(struct filter *f, enum rule_over over);
void filter_drop(struct filter *f);
/* False when the text is no filter: f->error says why. */
bool filter_set(struct filter *f, const char *text);
/* f may be NULL. */
bool filter_on(const struct filter *f);

void filter_begin(struct filter *f, const struct model *m);
bool filter_region(struct filter *f, const struct process *p,
		   const struct region *r);
bool filter_process(struct filter *f, const struct process *p);
bool filter_call(struct filter *f, const struct call_row *c);
bool filter_signal(struct filter *f, const struct signal_row *s);
bool filter_site(struct filter *f, const struct process *p,
		 const struct heap_site *s);
/* After it; f->row_error is then of this pass. */
void filter_end(struct filter *f);

/* "filtered: 12 of 61", behind two blanks. */
void filter_title(struct str *out, size_t shown, size_t all);
/* The sentence of a list that it leaves empty; key: what shows all again. */
void filter_empty(struct str *out, const struct filter *f, const char *key);

#endif
