/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which rows a list shows: the user can set one filter each for regions,
 * processes, calls, signals and the sites of the heap.
 *
 *	filter_set(f, "rss > 1M")	an expression (rule/expr), or words to
 *					search for as `/` does
 *	filter_begin(f, m)		before a pass over the rows
 *	filter_region(f, p, r) ...
 *
 * If a text is not valid, the filter stays unchanged, and f->error has the
 * reason.
 */
#ifndef UI_PANE_FILTER_H
#define UI_PANE_FILTER_H

#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"
#include "rule/expr.h"
#include "ui/pane/find.h"
#include "ui/kit/order.h"

/* Filters of the panes of text, after those of enum rule_over: they are always
 * words. */
enum { FILTER_MESSAGES = OVERS, FILTER_HELP, FILTERS };

struct filter {
	int over;			/* an enum rule_over, or FILTER_... */
	struct str text;		/* the typed text; "": the list shows
					 * all rows */
	struct expr *expr;		/* the expression; NULL: the text is
					 * words to search for */
	struct rule_error error;	/* error of the last text that was
					 * tried */
	struct rule_error row_error;	/* error in evaluating a row in the last
					 * pass */
	unsigned changes;		/* counter that changes with the text */
	bool ascii;			/* show names of regions and processes
					 * in ASCII */
	/* private: set for the current pass */
	const struct model *model;
	struct find find;
	const struct space *space;
};

void filter_init(struct filter *f, int over);
void filter_drop(struct filter *f);
/* Sets the text.  Returns false if the text is not a valid filter; f->error
 * then has the reason. */
bool filter_set(struct filter *f, const char *text);
/* True if the filter hides rows. f may be NULL. */
bool filter_on(const struct filter *f);

void filter_begin(struct filter *f, const struct model *m);
bool filter_region(struct filter *f, const struct process *p,
		   const struct region *r);
bool filter_process(struct filter *f, const struct process *p);
bool filter_call(struct filter *f, const struct call_row *c);
bool filter_signal(struct filter *f, const struct signal_row *s);
bool filter_site(struct filter *f, const struct process *p,
		 const struct heap_site *s);
/* True if a line of a pane of text, which is safe, contains the words. */
bool filter_text(const struct filter *f, const char *line);
/* Ends the pass. f->row_error is then the error of this pass, if there was
 * one. */
void filter_end(struct filter *f);

/* Appends "filtered: 12 of 61", for a title. */
void filter_title(struct str *out, size_t shown, size_t all);
/* Appends the sentence for a list that has no matching rows.  `key` is the key
 * that clears the filter. */
void filter_empty(struct str *out, const struct filter *f, const char *key);

struct pane_ops;

/* Parses "rss", "rss reverse" or "RSS/s": a sort of the pane, or the head of a
 * column.  Returns false with an error message in `wrong`. */
bool sort_parse(struct sort *out, const char *args, const struct pane_ops *ops,
		bool ascii, struct str *wrong);

#endif
