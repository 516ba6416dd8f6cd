/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands that write files.  :folded writes the live heap of the process
 * in view, by stack, for flame graphs; :screenshot writes a picture of the
 * screen. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/panes/files.h"
#include "app/panes/heap.h"
#include "app/screen/private.h"
#include "base/alloc.h"
#include "base/fmt.h"
#include "base/text.h"
#include "ui/words/error.h"
#include "ui/kit/keyed.h"

/* Maximum width of a file's name in a message, in columns. */
#define WORD_COLS 30

struct picture_file {
	struct str path;		/* file to write; "": no request */
};

struct folded_file {
	struct str path;		/* file to write; "": no request */
	bool peak;
};

void folded_init(struct screen *s)
{
	s->folded = xcalloc(1, sizeof *s->folded);
	s->folded->path = (struct str)STR_INIT;
}

void folded_release(struct screen *s)
{
	str_release(&s->folded->path);
	free(s->folded);
}

/* True if args end with " peak".  Sets *n to the length of the file's name. */
static bool ends_with_peak(const char *args, size_t *n)
{
	static const char peak[] = " peak";
	size_t len = strlen(args), end = sizeof peak - 1;

	*n = len;
	if (len <= end || strcmp(args + len - end, peak))
		return false;
	for (*n = len - end; *n && args[*n - 1] == ' ';)
		--*n;
	return true;
}

void exec_folded(const struct command_context *x)
{
	struct screen *s = x->screen;
	const char *args = x->args;
	const struct process *p = view_process(&s->view);
	size_t n;

	if (!p || !p->heap || !p->heap->sites.n ||
	    (!p->ended && !heap_is_read(s))) {
		screen_say(s, SEV_NOTE, keyed(_("To save live blocks, open "
						"Heap ({heap}) of a program "
						"launched with --heap.")));
		return;
	}
	s->folded->peak = ends_with_peak(args, &n);
	str_clear(&s->folded->path);
	str_add(&s->folded->path, args, n);
}

char *screen_wants_folded(struct screen *s, const struct process **p,
			  bool *peak)
{
	*peak = s->folded->peak;
	*p = view_process(&s->view);
	return s->folded->path.len && *p && (*p)->heap ?
	       str_take(&s->folded->path) : NULL;
}

void screen_folded_done(struct screen *s, const char *path, uint64_t bytes,
			int r)
{
	struct str safe = STR_INIT, name = STR_INIT;
	char size[FMT_MAX];

	text_safe(&safe, path, strlen(path), !s->view.look.utf8);
	text_cut(&name, safe.data, WORD_COLS, CUT_PATH, !s->view.look.utf8);
	fmt_size(size, bytes);
	if (r == 0 && s->folded->peak)
		/* TRANSLATORS: an amount of memory, and the name of a file. */
		screen_say(s, SEV_NOTE, _("Saved %s of peak heap to %s, by "
					  "stack."), size,
			   name.data);
	else if (r == 0)
		/* TRANSLATORS: an amount of memory, and the name of a file. */
		screen_say(s, SEV_NOTE, _("Saved %s of live blocks to %s, by "
					  "stack."), size, name.data);
	else if (r == -EEXIST || r == -ELOOP)
		screen_say(s, SEV_ERROR, _("%s exists. Choose another name."),
			   name.data);
	else
		screen_say(s, SEV_ERROR, _("Cannot write %s: %s."),
			   name.data, error_words(-r));
	str_release(&name);
	str_release(&safe);
}

/* --- screenshots ---------------------------------------------------------- */

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

void exec_screenshot(const struct command_context *x)
{
	struct screen *s = x->screen;

	str_clear(&s->picture->path);
	str_adds(&s->picture->path, x->args);
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
		screen_say(s, SEV_NOTE, _("Screenshot saved: %s."), name.data);
		break;
	case -EINVAL:
		screen_say(s, SEV_NOTE, _("%s: the name must end in .svg, "
					  ".txt or .ans."), name.data);
		break;
	case -EEXIST:
	case -ELOOP:
		screen_say(s, SEV_ERROR, _("%s exists. Choose another name."),
			   name.data);
		break;
	default:
		screen_say(s, SEV_ERROR, _("Cannot write %s: %s."), name.data,
			   error_words(-r));
	}
	str_release(&name);
	str_release(&safe);
}
