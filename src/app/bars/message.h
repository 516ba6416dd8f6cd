/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Messages of the bottom row.  One message is shown at a time, and newer
 * messages wait.
 *
 * A note stays for 4 s or until the next key.  A hint stays until the next key,
 * and so does an answer, which the user requested and which may take more rows.
 * A warning stays until Esc, or until the first key that is pressed after 10 s.
 * An error stays until Esc or any key that does more than move a selection.  If
 * equal messages wait, only one of them is stored.  A message that is too long
 * for the bottom row covers rows above it.  Texts are translated and safe for a
 * terminal.
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
	bool let_go;			/* the message is valid only while the
					 * program is detached */
	bool until_key;			/* a hint or an answer */
	bool answer;
	uint64_t address;		/* of an answer: Enter selects its
					 * region; 0: none */
	char *text;			/* owned */
	uint64_t since_ns;		/* time at which its display started; 0:
					 * not shown yet */
};

/* The first of the `n` messages is shown.  The command `:messages` lists the
 * messages in `said`. */
struct messages {
	struct message m[MESSAGES_MAX];
	size_t n;
	struct said_list said;		/* all messages so far; at most
					 * MESSAGES_KEPT are stored */
};

void messages_release(struct messages *q);
void messages_add(struct messages *q, enum severity severity,
		  const char *text, uint64_t now_ns);
/* Like messages_add(), for a message about a detached program:
 * messages_attached() drops the message. */
void messages_add_detached(struct messages *q, enum severity severity,
			   const char *text, uint64_t now_ns);
/* Adds a note that stays until a key is pressed. */
void messages_add_hint(struct messages *q, const char *text, uint64_t now_ns);
/* Shows an answer in front of all messages.  If an answer is shown, replaces
 * it. */
void messages_answer(struct messages *q, const char *text, uint64_t address,
		     uint64_t now_ns);
/* Returns the answer that is shown; NULL: none is. */
const struct message *messages_answered(const struct messages *q);
/* Drops the messages of messages_add_detached(): the program was attached
 * again, or has ended. */
void messages_attached(struct messages *q, uint64_t now_ns);
/* Removes a note that has expired.  Returns true if the shown message
 * changed. */
bool messages_time(struct messages *q, uint64_t now_ns);
/* Called when a key was pressed.  `movement`: the key only moves a
 * selection. */
void messages_key(struct messages *q, bool esc, bool movement,
		  uint64_t now_ns);
/* Draws the first message.  Returns false if there is no message, so that the
 * row is free for the key bar. */
bool messages_draw(const struct messages *q, struct canvas *c, int row,
		   bool ascii);

#endif
