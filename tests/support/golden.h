/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text against the file that was agreed on.
 *
 *	golden_same("tests/replay/golden/main.txt", text, strlen(text))
 *
 * The path is below $top_srcdir.  The first lines that differ are printed as
 * diagnostics, `-` is the file's.  UPDATE_GOLDEN=1 in the environment writes
 * the file anew instead; what changed is then for a person to judge, in the
 * diff.
 */
#ifndef TESTS_SUPPORT_GOLDEN_H
#define TESTS_SUPPORT_GOLDEN_H

#include <stdbool.h>
#include <stddef.h>

bool golden_same(const char *path, const char *text, size_t n);
/* The same without a word, and never writing: for what comes to be so. */
bool golden_is(const char *path, const char *text, size_t n);

#endif
