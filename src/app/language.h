/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The language of messages, and the character set of their output. */
#ifndef APP_LANGUAGE_H
#define APP_LANGUAGE_H

#include <stdbool.h>

/* Sets the locale that the environment names. */
void locale_begin(void);
bool locale_is_utf8(void);
/* Sets the character set of translated messages.  All text is UTF-8 internally.
 * If utf8 is false, translations have no accents, because the terminal cannot
 * show them or the user does not want them. */
void locale_speak(bool utf8);

#endif
