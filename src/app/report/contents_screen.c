/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/report/contents_private.h"

#include <inttypes.h>
#include <stdlib.h>

#include "app/report/album.h"
#include "app/report/contents.h"
#include "app/i18n.h"
#include "base/alloc.h"
#include "base/fmt.h"
#include "base/str.h"
#include "sys/loop.h"

/* Adds notes about everything that the screen shows differently from the
 * capture, or not at all. */
static void note_sums(struct sentences *n, const struct album_sums *sums)
{
	struct str text[3] = { STR_INIT, STR_INIT, STR_INIT };
	char a[FMT_MAX], b[FMT_MAX];

	if (sums->twins)
		str_addf(&text[0], _("A region or program that replaced an "
				     "earlier one is shown as an extra process "
				     "(number: %s), whose pid is larger by %s or "
				     "more."),
			 fmt_grouped(a, sums->twins),
			 fmt_grouped(b, ALBUM_STEP));
	if (sums->left_out)
		str_addf(&text[1], _("Regions not shown: %s (too many used the "
				     "same addresses). --batch lists them."),
			 fmt_grouped(a, sums->left_out));
	if (sums->frames_left_out)
		str_addf(&text[2], _("Only the last %s frames of a region are "
				     "shown; not shown: %s. --batch lists "
				     "them."),
			 fmt_grouped(b, ALBUM_FRAMES),
			 fmt_grouped(a, sums->frames_left_out));
	for (int i = 0; i < 3; i++)
		if (text[i].len)
			*vec_push(n) = str_take(&text[i]);
}

int contents_screen(const struct options *o, struct captured *c,
		    const struct fullscreen_options *screen,
		    const struct sentences *said)
{
	struct album *a = album_new(c, o->attach, o->n_attach);
	const struct album_sums sums = album_sums(a);
	struct fullscreen_options opt = *screen;
	struct loop *loop = loop_new();
	struct sentences notes = VEC_INIT;
	int status;

	for (size_t i = 0; i < screen->n_notes; i++)
		*vec_push(&notes) = xstrdup(screen->notes[i]);
	for (size_t i = 0; i < said->n; i++)
		*vec_push(&notes) = xstrdup(said->v[i]);
	note_sums(&notes, &sums);
	opt.album = a;
	opt.notes = notes.v;
	opt.n_notes = notes.n;
	status = fullscreen_show(loop, &opt, album_tell);
	for (size_t i = 0; i < notes.n; i++)
		free(notes.v[i]);
	vec_release(&notes);
	loop_free(loop);
	album_free(a);
	return status;
}

bool contents_on_screen(const struct options *o)
{
	return !o->batch && !o->json && !o->extract && !o->diff[0] &&
	       fullscreen_possible();
}
