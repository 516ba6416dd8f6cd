/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which keys may answer a question.  Without bracketed paste the terminal sends
 * a paste as keys, and a key that was typed ahead was meant for something else.
 * So an answer counts only after the question has been on the terminal, with no
 * other character typed, for ASKING_QUIET_NS.
 *
 *	asking_now(&a, screen_asks(s))	after each key
 *	asking_drawn(&a, now)		the question is on the terminal, and what
 *					was typed before has been dropped
 *	if (asking_takes(&a, key, now))	a key that was read at that time counts
 *
 * Pure: the clock is the caller's.
 */
#ifndef APP_INPUT_ASKING_H
#define APP_INPUT_ASKING_H

#include <stdbool.h>
#include <stdint.h>

#define ASKING_QUIET_NS 200000000ull

struct asking {
	bool open, drawn;
	uint64_t quiet_ns;		/* time of the drawing or the last key */
};

void asking_now(struct asking *a, bool open);
/* True when there is a question that was not on the terminal before. */
bool asking_undrawn(const struct asking *a);
void asking_drawn(struct asking *a, uint64_t now_ns);
/* True also without a question. */
bool asking_takes(struct asking *a, uint32_t key, uint64_t now_ns);

#endif
