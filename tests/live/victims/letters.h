/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The queue in the file of victims/letters. */
#ifndef TESTS_LIVE_LETTERS_H
#define TESTS_LIVE_LETTERS_H

#include <semaphore.h>
#include <stdint.h>

#define LETTERS_ROOM 5

struct letters_queue {
	sem_t free, used, lock;		/* initially LETTERS_ROOM, 0 and 1 */
	uint32_t head, tail;		/* where the next letter is taken, and
					 * put */
	char letters[LETTERS_ROOM];	/* '.' where one was taken */
};

#endif
