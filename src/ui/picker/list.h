/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The list of processes to choose from, and the selected one in detail.
 *
 *	 x  1944  redis      618M   +112K  617M   618M/1.00G   3d04  ├ …
 *	>   1960  redis     2.31G  +4.02M 2.31G  2.31G/2.50G   3d04  ├ …
 */
#ifndef UI_PICKER_LIST_H
#define UI_PICKER_LIST_H

#include <stdbool.h>

#include "base/fmt.h"
#include "ui/kit/canvas.h"
#include "ui/picker/processes.h"
#include "ui/kit/widgets.h"

/* Rows of the detail, with its rule. */
#define PICK_DETAIL_ROWS 7

struct pick_list {
	struct list list;
	long height;			/* rows in view, as last drawn */
};

/* The title rule, the heads of the columns and the rows, in the whole clip;
 * heads and rows are hot.  focus: the keys are the list's, not those of what is
 * typed. */
void pick_list_draw(struct pick_list *l, const struct picks *p,
		    const struct look *look, struct canvas *c, bool focus,
		    uint64_t now_ns);

/* Selects what a hot row is of, on the line where it is shown; false when it is
 * not there any more. */
bool pick_list_choose(struct pick_list *l, struct picks *p,
		      const struct hot *hot);

/* What stands in the detail beside the figures; safe and translated. */
struct pick_words {
	const char *attach;		/* whether it may be, and why not */
	bool follow;
};
void pick_detail_draw(const struct picks *p, const struct pick_words *words,
		      const struct look *look, struct canvas *c,
		      uint64_t now_ns);

/* Safe: "redis-server *:6379"; never empty. */
const char *pick_name(const struct pick *k);
/* "0:11", "2h40", "3d04", "412d". */
char *pick_age(char buf[FMT_MAX], const struct pick *k, uint64_t now_ns);

#endif
