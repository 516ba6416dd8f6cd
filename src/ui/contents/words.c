/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/contents/words.h"

#include <errno.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/words/error.h"
#include "ui/kit/i18n.h"
#include "ui/kit/say.h"

const char *contents_why_short(unsigned state)
{
	switch ((int)state - CONTENTS_NOT) {
	/* TRANSLATORS: why bytes are not shown; 8 columns, no more than 16. */
	case CONTENTS_ABSENT: return _("absent");
	case CONTENTS_SWAPPED: return _("swapped");
	case CONTENTS_UNMAPPED: return _("unmapped");
	case CONTENTS_UNREADABLE: return _("unread");
	case CONTENTS_HUNG: return _("no answer");
	case CONTENTS_NOT_KEPT: return _("omitted");
	case CONTENTS_GONE: return _("exited");
	default: return "";
	}
}

void contents_why(struct str *out, unsigned state, int error)
{
	switch ((int)state - CONTENTS_NOT) {
	case CONTENTS_ABSENT:
		str_adds(out, _("n/a: not resident (reading would load it)."));
		break;
	case CONTENTS_SWAPPED:
		str_adds(out, _("n/a: swapped out (reading would swap it "
				"in)."));
		break;
	case CONTENTS_UNMAPPED:
		str_adds(out, _("n/a: nothing is mapped there."));
		break;
	case CONTENTS_UNREADABLE:
		if (error)
			str_addf(out, _("n/a: cannot be read: %s."),
				 error_words(-error));
		else
			str_adds(out, _("n/a: cannot be read."));
		break;
	case CONTENTS_HUNG:
		str_adds(out, _("n/a: timed out: its file system or "
				"userfaultfd does not answer."));
		break;
	case CONTENTS_NOT_KEPT:
		str_adds(out, error == -EBADMSG ?
			 _("n/a: that part of the capture is damaged.") :
			 error == -ENOBUFS ?
			 _("n/a: omitted: the disk was too slow.") :
			 _("n/a: outside the captured memory."));
		break;
	case CONTENTS_GONE:
		str_adds(out, _("n/a: the process has exited."));
		break;
	default:
		str_adds(out, _("reading ..."));
	}
}

static void cause_words(struct str *out, const struct view *view,
			const struct contents_frame *f)
{
	switch (f->cause) {
	case FRAME_FIRST: str_adds(out, _("initial")); return;
	case FRAME_TIMER: str_adds(out, _("timer")); return;
	/* TRANSLATORS: a frame was captured because the user requested it. */
	case FRAME_ASKED: str_adds(out, _("requested")); return;
	case FRAME_EXIT: str_adds(out, _("exit")); return;
	case FRAME_EXEC: str_adds(out, "exec"); return;
	case FRAME_SIGNAL: str_adds(out, _("signal")); return;
	default: break;
	}
	if (f->call[0])
		say_name(out, &view->look, f->call);
	else
		str_adds(out, frame_cause_name(f->cause));
}

/* Appends the piece if there is room for it. */
static void add_piece(struct str *out, struct str *piece, int *cols)
{
	*cols -= text_width(piece->data);
	if (*cols >= 0)
		str_adds(out, piece->data);
	str_clear(piece);
}

void contents_frame_words(struct str *out, const struct view *view,
			  const struct contents_object *o,
			  const struct contents_frame *f, int cols)
{
	const char *dot = view->look.utf8 ? " · " : ", ";
	uint64_t newest = o->frames.v[o->frames.n - 1].number;
	char a[FMT_MAX], b[FMT_MAX];
	struct str s = STR_INIT;

	str_addf(&s, _("frame %s of %s"), fmt_grouped(a, f->number),
		 fmt_grouped(b, newest));
	cols -= text_width(s.data);
	str_adds(out, s.data);
	str_clear(&s);
	str_addf(&s, "%s%s", dot, fmt_when(a, f->time_ns));
	add_piece(out, &s, &cols);
	str_adds(&s, dot);
	cause_words(&s, view, f);
	add_piece(out, &s, &cols);
	str_addf(&s, ngettext("%s%s page changed", "%s%s pages changed",
			      (unsigned long)f->pages), dot,
		 fmt_grouped(a, f->pages));
	add_piece(out, &s, &cols);
	if (f->missed)
		str_addf(&s, ngettext("%s%s frame skipped before",
				      "%s%s frames skipped before",
				      (unsigned long)f->missed), dot,
			 fmt_grouped(a, f->missed));
	add_piece(out, &s, &cols);
	str_release(&s);
}
