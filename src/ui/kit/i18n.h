/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Translation of what people read.  Command names, JSON keys, call, flag and
 * signal names are never translated.  One-word labels whose room is limited
 * carry a translator comment with the columns they may take.
 */
#ifndef UI_KIT_I18N_H
#define UI_KIT_I18N_H

#include <libintl.h>

#define _(s) gettext(s)
#define N_(s) (s)

#endif
