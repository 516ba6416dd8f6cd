/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strerror() in the user's language: the C library's own messages are English
 * if its translations are not installed.
 */
#ifndef UI_WORDS_ERROR_H
#define UI_WORDS_ERROR_H

const char *error_words(int err);
/* Advice for an error that means an exhausted resource or a missing system
 * call: a sentence without its full stop.  NULL if there is no advice. */
const char *error_advice(int err);

#endif
