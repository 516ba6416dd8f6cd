/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Translation of texts for the user.  Names of commands, calls, flags and
 * signals, and JSON keys, are never translated.  If a one-word label has
 * limited room, its TRANSLATORS comment gives the maximum width in columns.
 */
#ifndef UI_KIT_I18N_H
#define UI_KIT_I18N_H

#include <libintl.h>

#define _(s) gettext(s)
#define N_(s) (s)

#endif
