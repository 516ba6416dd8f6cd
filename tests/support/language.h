/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests in another language, from the catalogues of the build tree and without
 * a locale of that language: LANGUAGE is enough where LC_ALL is not "C".
 */
#ifndef TESTS_SUPPORT_LANGUAGE_H
#define TESTS_SUPPORT_LANGUAGE_H

#include <stdbool.h>

/* The languages of po/LINGUAS, NULL at the end; none where they cannot be
 * spoken: in a build without NLS. */
const char *const *languages(void);

/* From here on messages are in that language, NULL: in English.  False when
 * there is no catalogue of it. */
bool language_speak(const char *language);

#endif
