/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs tests in another language, with the catalogues of the build tree and
 * without a locale of that language: LANGUAGE suffices unless LC_ALL is "C".
 */
#ifndef TESTS_SUPPORT_LANGUAGE_H
#define TESTS_SUPPORT_LANGUAGE_H

#include <stdbool.h>

/* The languages of po/LINGUAS, NULL-terminated; empty in a build without
 * NLS. */
const char *const *languages(void);

/* Switches messages to that language; NULL: to English. False if there is no
 * catalogue. */
bool language_speak(const char *language);

#endif
