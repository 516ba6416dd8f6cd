/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The key bar: target keys │ keys of this pane │ the rest, from the command
 * table.
 *
 *	 n Next  c Cont  i Hold  d Detach │ Enter Pages  g Group │ ? Help  q ..
 *
 * Keys that cannot work now are dimmed, not gone: places never move but for
 * the words of a hold and of what Enter opens.  When there is no room whole
 * entries go, never half a label; `q` and `?` last.
 * A click on an entry presses it; of two keys with one word the word is the
 * second one's.
 */
#ifndef APP_BARS_KEYBAR_H
#define APP_BARS_KEYBAR_H

#include "model/model.h"
#include "ui/kit/canvas.h"
#include "ui/pane/pane.h"

/* Whether mmtop launched the program; true before that is known. */
bool keybar_launched(const struct model *m);
/* Whether a command can work now. */
bool keybar_applies(const struct command *cmd, const struct model *m);
/* With the keys of the pane that has the focus. */
void keybar_draw(struct canvas *c, int row, const struct view *view,
		 const struct pane *pane);
/* Of these commands, where there is no pane.  word NULL: the command's. */
struct keybar_item {
	enum cmd id;
	const char *word;
	bool can;
	int group, order;		/* the highest order goes first */
};
void keybar_draw_items(struct canvas *c, int row, const struct look *look,
		       const struct keybar_item *items, size_t n);
/* While keys go to the program. */
void keybar_draw_typing(struct canvas *c, int row, const struct model *m);

#endif
