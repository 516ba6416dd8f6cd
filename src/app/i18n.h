/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Translation of texts for users.  Names of commands, JSON keys, calls, flags
 * and signals are never translated.  A short label with limited room has a
 * translator comment with the maximum number of columns.
 */
#ifndef APP_I18N_H
#define APP_I18N_H

#include <libintl.h>

#define _(s) gettext(s)
#define N_(s) (s)

#endif
