/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decides which keys may answer a question.  Without bracketed paste, the
 * terminal sends pasted text as keys.  A key typed before the question appeared
 * is not an answer, either.  So a key counts only if the question has been on
 * the terminal for ASKING_QUIET_NS without a typed character.
 *
 *	asking_now(&a, screen_asks(s))	after each key
 *	asking_drawn(&a, now)		the question is on the terminal, and
 *					earlier input was dropped
 *	asking_takes(&a, key, now)	true: the key, read at `now`, counts
 *
 * The functions read no clock: the caller passes the time.
 */
#ifndef APP_INPUT_ASKING_H
#define APP_INPUT_ASKING_H

#include <stdbool.h>
#include <stdint.h>

#define ASKING_QUIET_NS 200000000ull

struct asking {
	bool open, drawn;
	uint64_t quiet_ns;		/* time of the drawing or, if later, of
					 * the last character */
};

void asking_now(struct asking *a, bool open);
/* True if a question is open that has not been drawn on the terminal yet. */
bool asking_undrawn(const struct asking *a);
void asking_drawn(struct asking *a, uint64_t now_ns);
/* True if the key counts as an answer.  Without an open question, every key
 * counts. */
bool asking_takes(struct asking *a, uint32_t key, uint64_t now_ns);

#endif
