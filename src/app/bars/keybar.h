/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The key bar: keys for the target │ keys of the focused pane │ general keys.
 * All come from the command table.
 *
 *	 n Next  c Cont  i Hold  d Detach │ Enter Pages  g Group │ ? Help  q ..
 *
 * Keys that do not work now are dimmed, not removed, so that entries rarely
 * move.  If room is short, whole entries are dropped, `?` and `q` last.  A
 * click on an entry runs its command.  If two keys share a word, a click on the
 * word runs the command of the second key.
 */
#ifndef APP_BARS_KEYBAR_H
#define APP_BARS_KEYBAR_H

#include "model/model.h"
#include "ui/kit/canvas.h"
#include "ui/pane/pane.h"

/* True if mmtop launched the program, or if that is not known yet. */
bool keybar_launched(const struct model *m);
/* True if the command can run in the current state of the program. */
bool keybar_applies(const struct command *cmd, const struct model *m);
/* Draws the key bar with the keys of the focused pane. */
void keybar_draw(struct canvas *c, int row, const struct view *view,
		 const struct pane *pane);
/* An entry of the key bar of a screen without panes, which works now.  If
 * `word` is NULL, the command's own word is shown. */
struct keybar_item {
	enum cmd id;
	const char *word;
	size_t key;			/* index of the command's key to show */
	int group, order;		/* the entry with the highest `order` is
					 * dropped first */
};
void keybar_draw_items(struct canvas *c, int row, const struct look *look,
		       const struct keybar_item *items, size_t n);
/* Draws the bar that is shown while all keys are sent to the program. */
void keybar_draw_typing(struct canvas *c, int row, const struct model *m);

#endif
