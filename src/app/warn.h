/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints one sentence on stderr, after "mmtop: ".  It must not be called while
 * the screen is shown.
 *
 * The format must be a text of mmtop; its arguments may come from an attacker.
 * So the whole line is made safe, and is escaped to ASCII if the locale is not
 * UTF-8.
 */
#ifndef APP_WARN_H
#define APP_WARN_H

void warn_user(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
