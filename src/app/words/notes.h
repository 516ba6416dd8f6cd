/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a NOTE event says, as one translated, safe sentence: what, on what,
 * what to do.
 *
 *	4122 waits in futex for 4123; the others run until it returns.
 */
#ifndef APP_WORDS_NOTES_H
#define APP_WORDS_NOTES_H

#include <stdbool.h>

#include "base/str.h"
#include "event/event.h"
#include "model/model.h"

/* Appends the sentence; false when the note has none worth telling (an
 * unknown id from a newer sender).  m may be NULL. */
bool note_sentence(struct str *out, const struct ev_note *n,
	       const struct model *m, bool ascii);

#endif
