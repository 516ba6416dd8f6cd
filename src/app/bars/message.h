/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Messages of the bottom row: one at a time, the others wait their turn.
 *
 * A note stays 4 s or until the next key, a warning until a key after 10 s, an
 * error until Esc or a key that is no movement.  Of equal messages that wait
 * only one is kept.  One that is too long for the row covers rows above it.
 * Texts are safe and translated.
 */
#ifndef APP_BARS_MESSAGE_H
#define APP_BARS_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"
#include "ui/kit/canvas.h"
#include "ui/pane/pane.h"

enum { MESSAGES_MAX = 16, MESSAGES_KEPT = 200 };

struct message {
	enum severity severity;
	bool let_go;			/* true only while it is let go of */
	char *text;			/* owned */
	uint64_t since_ns;		/* shown since then; 0 not yet */
};

/* The first of `n` is the one shown; `:messages` has all. */
struct messages {
	struct message m[MESSAGES_MAX];
	size_t n;
	struct said_list said;		/* all of them, MESSAGES_KEPT at most */
};

void messages_release(struct messages *q);
void messages_add(struct messages *q, enum severity severity,
		  const char *text, uint64_t now_ns);
/* The same, of what runs on without us: until messages_taken_up(). */
void messages_let_go(struct messages *q, enum severity severity,
		     const char *text, uint64_t now_ns);
/* It was attached to again, or ended: nobody is told that it runs on. */
void messages_taken_up(struct messages *q, uint64_t now_ns);
/* Time passes; true when what is shown changed. */
bool messages_time(struct messages *q, uint64_t now_ns);
/* A key was pressed; movement: it only moves a selection. */
void messages_key(struct messages *q, bool esc, bool movement,
		  uint64_t now_ns);
/* False when there is none: the row is free for the key bar. */
bool messages_draw(const struct messages *q, struct canvas *c, int row,
		   bool ascii);

#endif
