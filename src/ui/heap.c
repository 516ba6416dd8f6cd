/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 8 Heap: what the allocator gave out; it needs a source that reads it. */
#include <config.h>

#include "base/alloc.h"
#include "ui/i18n.h"
#include "ui/pane.h"
#include "ui/say.h"
#include "ui/widgets.h"

static void *heap_new(void)
{
	return xcalloc(1, 1);
}

static void heap_free(void *state)
{
	free(state);
}

static void heap_draw(void *state, struct view *view, struct canvas *c,
		      bool focused)
{
	(void)state;
	title_rule(c, &view->look, focused, _("8 Heap"), "");
	say_empty(c, _("n/a: this version has no source for heap blocks. "
		       "Regions has the heap and the malloc arenas as a "
		       "whole."));
}

static unsigned heap_command(void *state, struct view *view, enum cmd cmd)
{
	(void)state;
	(void)view;
	(void)cmd;
	return 0;
}

static const enum cmd heap_bar_cmds[] = { DO_NONE };

const struct pane_ops heap_pane = {
	.id = PANE_HEAP,
	.name = "heap",
	.of_one = true,
	.new_state = heap_new,
	.free_state = heap_free,
	.draw = heap_draw,
	.command = heap_command,
	.bar = heap_bar_cmds,
};
