/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The text of a NOTE event: one translated, safe sentence that names the
 * problem, the thread or file concerned, and what the user can do.
 *
 *	4122 is blocked in futex, waiting for 4123 (held); the others run.
 */
#ifndef APP_WORDS_NOTES_H
#define APP_WORDS_NOTES_H

#include <stdbool.h>

#include "base/str.h"
#include "event/event.h"
#include "model/model.h"

/* Appends the sentence.  Returns false if the note has none: a newer sender has
 * sent an unknown id.  `m` may be NULL. */
bool note_sentence(struct str *out, const struct ev_note *n,
	       const struct model *m, bool ascii);

#endif
