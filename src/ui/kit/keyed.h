/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sentences that name keys, which the configuration can change:
 *
 *	str_addf(out, keyed(_("%d has ended. {quit} quits.")), pid);
 *
 * gives "4121 has ended. q quits." unless `quit` has another key.
 */
#ifndef UI_KIT_KEYED_H
#define UI_KIT_KEYED_H

#include "ui/kit/command.h"

/* Replaces each command in braces with its first key, or with the text to type
 * if the command has no key.  If the sentence is a valid format string, so is
 * the result.  The result is valid until eight more calls of keyed() or
 * key_of(). */
const char *keyed(const char *sentence) __attribute__((format_arg(1)));

/* Returns the first key of a command.  The result is valid as long as that of
 * keyed(). */
const char *key_of(enum cmd id);

#endif
