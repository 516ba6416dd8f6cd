/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strerror() in the user's language: the C library has its words in English
 * alone where its translations are not installed.
 */
#ifndef UI_WORDS_ERROR_H
#define UI_WORDS_ERROR_H

const char *error_words(int err);
/* What the user can do about an exhausted resource or a missing call: a sentence
 * without its full stop.  NULL: no advice. */
const char *error_advice(int err);

#endif
