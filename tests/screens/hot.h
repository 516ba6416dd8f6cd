/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What test-hot's parts share. */
#ifndef TESTS_SCREENS_HOT_H
#define TESTS_SCREENS_HOT_H

#include <stdbool.h>

#include "base/str.h"
#include "ui/kit/canvas.h"

struct model;

/* The text of a row of the canvas, without the mark of what is selected. */
void row_text(struct str *out, const struct canvas *c, const struct rect *r);
/* "n Next": it begins with a key of its command. */
bool entry_ok(const struct canvas *c, const struct hot *hot);

/* A parent, and two children that share a region with it; one that is held, and
 * its frames.  model_free(). */
struct model *hot_family(void);
struct model *hot_backtrace(void);

/* Where a process is chosen; so many tests. */
enum { PICKER_TESTS = 14 };
void picker_hot(void);

#endif
