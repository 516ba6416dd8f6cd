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

void stack_name(struct str *out, const struct frame *f, bool ascii)
{
	if (f->at.flags & STACK_SIGNAL) {
		/* TRANSLATORS: a frame of the backtrace: a signal interrupted
		 * the next frame */
		str_adds(out, _("<signal handler called>"));
		return;
	}
	if (!*f->function) {
		str_adds(out, "??");
		return;
	}
	text_safe(out, f->function, strlen(f->function), ascii);
}

void stack_function(struct str *out, const struct frame *f, bool ascii)
{
	stack_name(out, f, ascii);
	if (*f->function && !(f->at.flags & (STACK_SIGNAL | STACK_INLINE)))
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
		str_adds(out, _("unmapped"));
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
		/* TRANSLATORS: after the name of a function in a backtrace */
		str_adds(out, _(" (inlined)"));
}

void stack_why_not(struct str *out, const struct backtrace *b, bool console)
{
	int tid = (int)b->tid;

	switch (b->why) {
	case STACK_RUNS:
		str_addf(out, console ?
			 _("%d is running. Type 'hold', then 'backtrace'.") :
			 keyed(_("%d is running. Its stack can be read only "
				 "while it is held: {hold} holds it now, "
				 "{next} at its next call. Then "
				 "{backtrace}.")), tid);
		break;
	case STACK_LISTENS:
		str_addf(out, _("%d is stopped by job control: its registers "
				"cannot be read. SIGCONT continues it."), tid);
		break;
	case STACK_NO_TASK:
		str_addf(out, _("%d is not traced."), tid);
		break;
	case STACK_NO_LIBRARY:
		str_adds(out, _("No backtraces: libdw is missing."));
		break;
	case STACK_MACHINE:
		str_addf(out, _("libdw cannot unwind the stack of %d: its "
				"architecture is not supported."), tid);
		break;
	case STACK_HUNG:
		str_addf(out, _("No frames of %d: its files or memory could "
				"not be read in time."), tid);
		break;
	case STACK_DIED:
		str_addf(out, _("No frames of %d: a file that it maps is "
				"damaged and crashed the unwinder."), tid);
		break;
	case STACK_NOT_STORED:
		str_adds(out, _("n/a: not stored. The memory was unmapped or "
				"mapped again, or the program made too many "
				"such calls a second."));
		break;
	case STACK_FAILED:
		str_addf(out, _("The frames of %d cannot be read: %s."), tid,
			 error_words(b->error));
		break;
	default:
		break;
	}
}

static bool is_named(const struct frame *f, const char *const names[])
{
	/* "mmap64@@GLIBC_2.2.5" is mmap64, "f.constprop.0" is f. */
	size_t n = strcspn(f->function, "@.");

	for (; *names; names++)
		if (strlen(*names) == n && !memcmp(f->function, *names, n))
			return true;
	return false;
}

/* True if malloc called brk or mmap to extend the heap: which code calls malloc
 * at that moment is a matter of chance.  A large block has a mapping of its
 * own. */
static bool extends_heap(const struct backtrace *b)
{
	static const char *const calls[] = {
		"brk", "__brk", "sbrk", "__sbrk", "__default_morecore",
		"__glibc_morecore", "mmap", "mmap64", "__mmap", "__mmap64",
		"mremap", "__mremap", NULL
	};
	static const char *const large[] = { "sysmalloc_mmap", NULL };
	static const char *const allocators[] = {
		"malloc", "__libc_malloc", "_int_malloc", "sysmalloc",
		"calloc", "__libc_calloc", "realloc", "__libc_realloc",
		"_int_realloc", "memalign", "_int_memalign", "_mid_memalign",
		NULL
	};

	if (!b->frames.n || !is_named(&b->frames.v[0], calls))
		return false;
	for (size_t i = 1; i < b->frames.n; i++) {
		if (is_named(&b->frames.v[i], large))
			return false;
		if (is_named(&b->frames.v[i], allocators))
			return true;
	}
	return false;
}

void stack_heap_words(struct str *out, const struct backtrace *b)
{
	if (extends_heap(b))
		str_adds(out, _("malloc extended the heap; not necessarily the "
				"leak."));
}

void stack_end_words(struct str *out, const struct backtrace *b)
{
	int n = (int)b->frames.n;

	stack_heap_words(out, b);
	if (out->len && (b->why == STACK_MOVED || b->end != STACK_END_WHOLE))
		str_addc(out, ' ');
	if (b->why == STACK_MOVED)
		str_addf(out, _("%d ran during the read: frames may be wrong."),
			 (int)b->tid);
	else if (b->end == STACK_END_LIMIT)
		str_addf(out, ngettext("Only the first %d frame is shown.",
				       "Only the first %d frames are shown.",
				       (unsigned long)n), n);
	else if (b->end == STACK_END_LOST)
		str_adds(out, _("The caller is unknown: the stack or the "
				"unwind tables end here."));
	else if (b->end == STACK_END_SWAPPED)
		str_adds(out, _("The next frame's page is swapped out: mmtop "
				"does not swap it in to read it."));
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
	str_addf(out, ngettext("%d frame hidden by 'ignore'",
			       "%d frames hidden by 'ignore'",
			       (unsigned long)n), (int)n);
}
