/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/panes/copy.h"

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/input/find.h"
#include "app/input/find_rows.h"
#include "app/screen/private.h"
#include "base/alloc.h"
#include "base/fmt.h"
#include "base/text.h"

/* Maximum width of the copied text in a message, in columns. */
#define TEXT_COLS 30

struct copied {
	struct str text;		/* text to copy; "": no request */
};

void copy_init(struct screen *s)
{
	s->copied = xcalloc(1, sizeof *s->copied);
	s->copied->text = (struct str)STR_INIT;
}

void copy_release(struct screen *s)
{
	str_release(&s->copied->text);
	free(s->copied);
}

/* True if the pane has a cursor at an address instead of a selected row. */
static bool has_address(enum pane_id id)
{
	return id == PANE_PAGES || id == PANE_CONTENTS || id == PANE_FAMILY;
}

void exec_copy(const struct command_context *x)
{
	struct screen *s = x->screen;
	struct str *text = &s->copied->text;
	char addr[FMT_MAX];

	str_clear(text);
	if (!has_address(s->place.focus))
		find_rows_selected(s, text);
	else if (view_region(&s->view))
		str_addf(text, "0x%s", fmt_addr(addr, find_cursor(s)));
	if (!text->len)
		screen_say(s, SEV_NOTE, _("No row is selected here."));
}

char *screen_wants_copy(struct screen *s)
{
	return s->copied->text.len ? str_take(&s->copied->text) : NULL;
}

void screen_copy_done(struct screen *s, const char *text, bool sent)
{
	struct str cut = STR_INIT;

	text_cut(&cut, text, TEXT_COLS, CUT_END, !s->view.look.utf8);
	if (sent)
		/* TRANSLATORS: the start of the copied text. */
		screen_say(s, SEV_NOTE, _("Copied, if the terminal permits it "
					  "(OSC 52): %s"), cut.data);
	else
		screen_say(s, SEV_NOTE, _("This terminal has no clipboard "
					  "(OSC 52)."));
	str_release(&cut);
}
