/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A system call in one sentence: what is asked for, before it, and what came
 * of it, after it.
 *
 *	asks for 1.00M of new private memory, the kernel chooses where.
 *	1 region added, virt +1.00M, RSS +0: its pages come at the first touch.
 */
#ifndef UI_WORDS_CALL_H
#define UI_WORDS_CALL_H

#include "base/str.h"
#include "model/model.h"

/* p is the process of the call, NULL when it is not known any more. */
void call_before(struct str *out, const struct process *p,
		 const struct call_row *row);
void call_after(struct str *out, const struct model *m,
		const struct process *p, const struct call_row *row);

#endif
