/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A system call in one sentence: before the call, what it requests; after the
 * call, what it did.
 *
 *	requests 1.00M of new private memory, the kernel chooses where.
 *	1 region added, virt +1.00M, RSS +0: its pages come at the first touch.
 */
#ifndef UI_WORDS_CALL_H
#define UI_WORDS_CALL_H

#include "base/str.h"
#include "model/model.h"

/* Appends the request. p is the process that made the call; NULL if it is no
 * longer known. */
void call_before(struct str *out, const struct process *p,
		 const struct call_row *row);
void call_after(struct str *out, const struct model *m,
		const struct process *p, const struct call_row *row);
/* Returns the call that the held task is stopped at, or NULL if the task is
 * blocked inside a call. */
const struct call_row *call_held(const struct model *m);
/* Appends "Before: " or "After: " and the sentence for call_held(), or that the
 * task is blocked; nothing if no task is held at a call. */
void call_stop(struct str *out, const struct model *m);

#endif
