/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The language of messages, and the character set that they come in. */
#ifndef APP_LANGUAGE_H
#define APP_LANGUAGE_H

#include <stdbool.h>

/* As the environment says. */
void locale_begin(void);
bool locale_is_utf8(void);
/* All text is UTF-8 inside; where that cannot be shown, or is not wanted, a
 * translation goes without its accents. */
void locale_speak(bool utf8);

#endif
