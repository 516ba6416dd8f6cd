/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares text with a golden file.
 *
 *	golden_same("tests/replay/golden/main.txt", text, strlen(text))
 *
 * The path is relative to $top_srcdir. The first differing lines are printed as
 * diagnostics; `-` marks the file's. With UPDATE_GOLDEN=1 in the environment
 * the file is written instead: review the diff.
 */
#ifndef TESTS_SUPPORT_GOLDEN_H
#define TESTS_SUPPORT_GOLDEN_H

#include <stdbool.h>
#include <stddef.h>

bool golden_same(const char *path, const char *text, size_t n);
/* Like golden_same(), but prints and writes nothing: for polling. */
bool golden_is(const char *path, const char *text, size_t n);

#endif
