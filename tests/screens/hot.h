/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that the parts of test-hot share. */
#ifndef TESTS_SCREENS_HOT_H
#define TESTS_SCREENS_HOT_H

#include <stdbool.h>

#include "base/str.h"
#include "ui/kit/canvas.h"

struct model;

/* Stores the text of a canvas row without the selection mark in out. */
void row_text(struct str *out, const struct canvas *c, const struct rect *r);
/* True if a key bar entry, like "n Next", starts with a key of its command. */
bool entry_ok(const struct canvas *c, const struct hot *hot);

/* A parent and two children that share a region with it; a held thread and its
 * frames. The caller frees the models with model_free(). */
struct model *hot_family(void);
struct model *hot_backtrace(void);

/* The tests of the picker, and their number. */
enum { PICKER_TESTS = 14 };
void picker_hot(void);

#endif
