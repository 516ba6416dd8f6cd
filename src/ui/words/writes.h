/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Why it is not known which pages were written, and whether they are tracked.
 */
#ifndef UI_WORDS_WRITES_H
#define UI_WORDS_WRITES_H

#include "model/model.h"

/* Of the process: why they are not tracked, "n/a: needs Linux 6.7"; NULL: they
 * are.  Translated. */
const char *writes_why_not_tracked(const struct process *p);
/* The same of a region of it, whose pages may be NULL. */
const char *written_why_not(const struct process *p, const struct pages *pages);

#endif
