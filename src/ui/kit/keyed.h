/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sentences that name keys, which the configuration may give to others:
 *
 *	str_addf(out, keyed(_("%d has ended. {quit} leaves.")), pid);
 *
 * is "4121 has ended. q leaves." until `quit` has another key.
 */
#ifndef UI_KIT_KEYED_H
#define UI_KIT_KEYED_H

#include "ui/kit/command.h"

/* A command in braces becomes its first key, or what is typed for it where it
 * has none.  Valid until eight more are made; a format stays one. */
const char *keyed(const char *sentence) __attribute__((format_arg(1)));

/* That key alone; valid as long. */
const char *key_of(enum cmd id);

#endif
