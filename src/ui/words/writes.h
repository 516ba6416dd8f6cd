/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether mmtop knows the pages that a process wrote, and if not, why.
 */
#ifndef UI_WORDS_WRITES_H
#define UI_WORDS_WRITES_H

#include "model/model.h"

/* The translated reason why writes of the process are not tracked, as in
 * "n/a: needs Linux 6.7"; NULL if they are tracked. */
const char *writes_why_not_tracked(const struct process *p);
/* The translated reason why the written pages of one region are not known;
 * `pages` may be NULL. */
const char *written_why_not(const struct process *p, const struct pages *pages);

#endif
