/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One sentence on stderr, after "mmtop: ".  Never while the screen is up.
 *
 * The format is ours, what it formats may be anything: the whole line is made
 * safe, and escaped to ASCII where the locale is not UTF-8.
 */
#ifndef APP_WARN_H
#define APP_WARN_H

void warn_user(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
