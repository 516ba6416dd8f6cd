/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a typed line to a command, and the commands that have arguments. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/screen_filter.h"
#include "app/screen_find.h"
#include "app/screen_folded.h"
#include "app/screen_keys.h"
#include "app/screen_place.h"
#include "app/screen_private.h"
#include "app/screen_search.h"
#include "app/screen_setup.h"
#include "app/screen_why.h"
#include "app/screen_words.h"
#include "app/typed.h"
#include "base/alloc.h"
#include "base/fmt.h"
#include "base/str.h"
#include "base/text.h"
#include "ui/words/error.h"
#include "ui/pane/find.h"
#include "ui/kit/keyed.h"
#include "ui/words/what.h"

/* Of a file's name in a sentence. */
#define WORD_COLS 30

struct picture_file {
	struct str path;		/* "": none is to be made */
};

/* A word of the user's, as a sentence can bear it. */
static void safe_word(struct str *out, const struct screen *s,
		      const char *word)
{
	typed_word(out, word, !s->view.look.utf8);
}

/* --- commands with arguments --------------------------------------------------- */

static void say_unmapped(struct screen *s, const struct go *to)
{
	const struct region *r = to->region;
	bool above = r && r->start > to->addr;
	char a[FMT_MAX], b[FMT_MAX], size[FMT_MAX];
	struct str name = STR_INIT;

	fmt_addr(a, to->addr);
	if (!r) {
		screen_say(s, SEV_NOTE, _("Nothing is mapped at %s, nor "
					  "anywhere else."), a);
		return;
	}
	region_short(&name, r, !s->view.look.utf8);
	fmt_addr(b, r->start);
	fmt_size(size, above ? r->start - to->addr : to->addr - r->end + 1);
	screen_say(s, SEV_NOTE, above ?
		   _("Nothing is mapped at %s. The nearest region is %s at "
		     "%s, %s above.") :
		   _("Nothing is mapped at %s. The nearest region is %s at "
		     "%s, which ends %s below."), a, name.data, b, size);
	str_release(&name);
}

static void go(struct screen *s, const char *args)
{
	const struct process *p = view_process(&s->view);
	struct str safe = STR_INIT;
	struct find f;
	struct go to;

	if (!p || !p->space.regions.n) {
		screen_say(s, SEV_NOTE, _("There are no regions to go to."));
		return;
	}
	find_init(&f, &p->space, args, !s->view.look.utf8);
	switch (go_find(&to, &f, find_cursor(s))) {
	case GO_FOUND:
		/* What is found later must not take the reader away again. */
		search_end(s);
		find_select(s, to.region, to.addr);
		place_open(s, s->place.focus == PANE_CONTENTS ?
			   PANE_CONTENTS : PANE_PAGES);
		break;
	case GO_UNMAPPED:
		say_unmapped(s, &to);
		break;
	case GO_NO_NAME:
		safe_word(&safe, s, args);
		screen_say(s, SEV_NOTE, keyed(_("%s is neither an address "
						"nor the name of a region. "
						"{regions} lists them.")),
			   safe.data);
		str_release(&safe);
	}
}

/* The file of the selected region, or of one that is named. */
static void file(struct screen *s, const char *args)
{
	const struct process *p = view_process(&s->view);
	struct find f = { .space = p ? &p->space : NULL, .text = args,
			  .ascii = !s->view.look.utf8 };
	const struct region *r = view_region(&s->view);
	struct go to;

	if (*args) {
		r = NULL;
		if (p && go_find(&to, &f, find_cursor(s)) == GO_FOUND) {
			r = to.region;
			find_select(s, to.region, to.addr);
		}
	}
	if (!r || !r->inode) {
		screen_say(s, SEV_NOTE, r || !*args ?
			   _("The selected region is of no file. :file PATH "
			     "names another one.") :
			   keyed(_("No file of that name is mapped. "
				   "{regions} lists the regions.")));
		return;
	}
	s->view.file = true;
	place_open(s, PANE_PAGES);
}

/* --- a picture ----------------------------------------------------------------- */

void screenshot_init(struct screen *s)
{
	s->picture = xcalloc(1, sizeof *s->picture);
	s->picture->path = (struct str)STR_INIT;
}

void screenshot_release(struct screen *s)
{
	str_release(&s->picture->path);
	free(s->picture);
}

static void screenshot(struct screen *s, const char *path)
{
	str_clear(&s->picture->path);
	str_adds(&s->picture->path, path);
}

char *screen_wants_picture(struct screen *s)
{
	return s->picture->path.len ? str_take(&s->picture->path) : NULL;
}

void screen_picture_done(struct screen *s, const char *path, int r)
{
	struct str safe = STR_INIT, name = STR_INIT;

	text_safe(&safe, path, strlen(path), !s->view.look.utf8);
	text_cut(&name, safe.data, WORD_COLS, CUT_PATH, !s->view.look.utf8);
	switch (r) {
	case 0:
		screen_say(s, SEV_NOTE, _("The picture is in %s."), name.data);
		break;
	case -EINVAL:
		screen_say(s, SEV_NOTE, _("%s: the name of a picture ends in "
					  ".svg, .txt or .ans."), name.data);
		break;
	case -EEXIST:
	case -ELOOP:
		screen_say(s, SEV_ERROR, _("%s is there already and stays as "
					  "it is: choose another name."),
			   name.data);
		break;
	default:
		screen_say(s, SEV_ERROR, _("No picture in %s: %s."), name.data,
			   error_words(-r));
	}
	str_release(&name);
	str_release(&safe);
}

bool words_command(struct screen *s, enum cmd cmd, const char *args)
{
	switch (cmd) {
	case DO_GO: go(s, args); break;
	case DO_FIND: find_begin(s, args); break;
	case DO_FILTER: filter_command(s, args); break;
	case DO_FILE: file(s, args); break;
	case DO_TRACK: ask_track(s, args); break;
	case DO_SCREENSHOT: screenshot(s, args); break;
	case DO_FOLDED: folded_command(s, args); break;
	case DO_WHY: why_command(s, args); break;
	case DO_PALETTE: palette_command(s, args); break;
	default: return sort_command(s, cmd, args);
	}
	return true;
}

/* --- the line --------------------------------------------------------------------- */

void words_run(struct screen *s, const char *line)
{
	struct str wrong = STR_INIT;
	struct typed t;

	if (typed_read(&t, line, ON_SCREEN, !s->view.look.utf8, &wrong))
		screen_run(s, t.cmd, t.args);
	else if (wrong.len)
		screen_say(s, SEV_NOTE, "%s", wrong.data);
	str_release(&wrong);
	typed_release(&t);
}
