/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/words/stack.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "ui/words/error.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/words/what.h"

void stack_function(struct str *out, const struct frame *f, bool ascii)
{
	if (f->at.flags & STACK_SIGNAL) {
		/* TRANSLATORS: a frame: below it the program took a signal */
		str_adds(out, _("<signal handler called>"));
		return;
	}
	if (!*f->function) {
		str_adds(out, "??");
		return;
	}
	text_safe(out, f->function, strlen(f->function), ascii);
	if (!(f->at.flags & STACK_INLINE))
		str_addf(out, "+0x%" PRIx64, f->at.offset);
}

static void add_path(struct str *out, const char *path, bool brief, bool ascii)
{
	const char *slash = brief ? strrchr(path, '/') : NULL;

	if (slash && slash[1])
		path = slash + 1;
	text_safe(out, path, strlen(path), ascii);
}

static void add_region(struct str *out, const struct model *m,
		       const struct backtrace *b, uint64_t pc, bool ascii)
{
	const struct process *p = model_process(m, b->pid);
	const struct region *r = p ? space_find(&p->space, pc) : NULL;

	if (r)
		region_short(out, r, ascii);
	else
		str_adds(out, _("nothing is mapped there"));
}

void stack_where(struct str *out, const struct model *m,
		 const struct backtrace *b, const struct frame *f, bool brief,
		 bool ascii)
{
	if (f->at.line && *f->file && !(f->at.flags & STACK_SIGNAL)) {
		add_path(out, f->file, brief, ascii);
		str_addf(out, ":%" PRIu32, f->at.line);
	} else if (f->module[0] == '/') {
		add_path(out, f->module, brief, ascii);
	} else {
		add_region(out, m, b, f->at.pc, ascii);
	}
	if (f->at.flags & STACK_INLINE)
		/* TRANSLATORS: of a function in a backtrace */
		str_adds(out, _(" (inlined)"));
}

void stack_why_not(struct str *out, const struct backtrace *b, bool console)
{
	int tid = (int)b->tid;

	switch (b->why) {
	case STACK_RUNS:
		str_addf(out, console ?
			 _("%d runs: hold it first, its frames are told only "
			   "where it stands still.") :
			 keyed(_("%d runs: {hold} holds it, its frames are "
				 "told only where it stands still.")), tid);
		break;
	case STACK_LISTENS:
		str_addf(out, _("%d is stopped by job control, where nobody "
				"can read its registers. SIGCONT lets it go "
				"on."), tid);
		break;
	case STACK_NO_TASK:
		str_addf(out, _("%d is not watched here."), tid);
		break;
	case STACK_NO_LIBRARY:
		str_adds(out, _("libdw is missing, which backtraces need."));
		break;
	case STACK_MACHINE:
		str_addf(out, _("libdw cannot unwind the stack of %d: it runs "
				"on a machine that it does not know."), tid);
		break;
	case STACK_HUNG:
		str_addf(out, _("The frames of %d: its files or its memory "
				"could not be read in time."), tid);
		break;
	case STACK_DIED:
		str_addf(out, _("The frames of %d: what it maps is damaged, "
				"the process that read it died of it."), tid);
		break;
	case STACK_FAILED:
		str_addf(out, _("The frames of %d cannot be read: %s."), tid,
			 error_words(b->error));
		break;
	default:
		break;
	}
}

void stack_how_it_ends(struct str *out, const struct backtrace *b)
{
	int n = (int)b->frames.n;

	if (b->why == STACK_MOVED)
		str_addf(out, _("%d went on meanwhile: this may be wrong."),
			 (int)b->tid);
	else if (b->end == STACK_END_LIMIT)
		str_addf(out, ngettext("There are more: %d frame is shown.",
				       "There are more: %d frames are shown.",
				       (unsigned long)n), n);
	else if (b->end == STACK_END_LOST)
		str_adds(out, _("Who called that is not known: the stack or "
				"the unwind tables end here."));
	else if (b->end == STACK_END_SWAPPED)
		str_adds(out, _("The next frame's page is swapped out: mmtop "
				"does not bring it back to read it."));
}

/* --- rows -------------------------------------------------------------------- */

void stack_rows_make(struct stack_rows *rows, const struct backtrace *b,
		     const struct ignore *ignore)
{
	vec_clear(&rows->v);
	for (size_t i = 0, n; i < b->frames.n; i += n ? n : 1) {
		for (n = 0; i + n < b->frames.n &&
		     ignore_has(ignore, &b->frames.v[i + n]); n++)
			;
		*vec_push(&rows->v) = (struct stack_row){ i, n };
	}
}

void stack_hidden(struct str *out, size_t n)
{
	str_addf(out, ngettext("%d frame is left out (ignore)",
			       "%d frames are left out (ignore)",
			       (unsigned long)n), (int)n);
}
