/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Contents: the bytes of the selected region, from live memory or a captured
 * frame, and the values at the cursor.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fmt.h"
#include "base/text.h"
#include "ui/contents/state.h"
#include "ui/contents/values.h"
#include "ui/contents/words.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/say.h"
#include "ui/kit/terms.h"
#include "ui/words/what.h"
#include "ui/kit/widgets.h"

/* The values at the cursor take a rule and two lines in a pane of at least
 * DETAIL_MIN rows, one line in a lower pane of at least LINE_MIN rows. */
#define DETAIL_ROWS 3
#define DETAIL_MIN 8
#define LINE_MIN 5

static void *contents_new(void)
{
	return xcalloc(1, sizeof(struct contents_state));
}

static void contents_free(void *state)
{
	struct contents_state *s = state;

	if (!s)
		return;
	mark_release(&s->mark);
	vec_release(&s->way);
	free(s);
}

/* The selected frame is shown as long as it belongs to the selected region. */
bool contents_get_shown(struct contents_shown *l,
			const struct contents_state *s,
			const struct view *view)
{
	struct view_frame f;

	*l = (struct contents_shown){
		.view = view, .state = s, .process = view_process(view),
		.region = view_region(view), .cursor = view->page,
	};
	if (!l->process || !l->region || l->region->start >= l->region->end)
		return false;
	f = view_frame(view, l->process, l->region);
	l->object = f.object;
	l->frame = f.frame;
	l->of = f.of;
	if (l->cursor < l->region->start || l->cursor >= l->region->end)
		l->cursor = l->region->start;
	return true;
}

/* --- the title ------------------------------------------------------------ */

/* False if the view is paused, or the process has ended or was detached: mmtop
 * does not read its memory. */
static bool is_read(const struct contents_shown *l)
{
	const struct model *m = l->view->model;

	return !view_paused(l->view) && !l->process->ended &&
	       !l->process->detached &&
	       !(m->status_ns && m->status.state == TARGET_DETACHED);
}

static void which_words(struct str *out, const struct contents_shown *l,
			int cols)
{
	const struct view *view = l->view;
	char buf[FMT_MAX];
	uint64_t n;

	if (l->frame) {
		contents_frame_words(out, view, l->object, l->frame, cols);
		return;
	}
	str_adds(out, is_read(l) ? _("live") : _("as last read"));
	n = l->object ? l->object->frames.n : 0;
	if (n)
		str_addf(out, ngettext(", %s frame", ", %s frames",
				       (unsigned long)n), fmt_grouped(buf, n));
}

static void draw_title(const struct contents_shown *l, struct canvas *c,
		       bool focused)
{
	const struct view *view = l->view;
	struct str left = STR_INIT, name = STR_INIT, cut = STR_INIT;
	struct str right = STR_INIT;
	char a[FMT_MAX], b[FMT_MAX];
	int room;

	fmt_size(a, l->cursor - l->region->start);
	fmt_size(b, l->region->end - l->region->start);
	/* TRANSLATORS: offset in a region, and the size of the region. */
	str_addf(&right, _("+%s of %s"), a + strspn(a, " "),
		 b + strspn(b, " "));
	str_addf(&left, "%s  ", _(contents_pane.title));
	region_short(&name, l->region, !view->look.utf8);
	text_cut(&cut, name.data, c->clip.cols / 3 > 8 ? c->clip.cols / 3 : 8,
		 CUT_PATH, !view->look.utf8);
	str_adds(&left, cut.data);
	if (l->state->since_mark)
		str_addf(&left, _("  since the mark at %s"),
			 fmt_when(a, l->state->mark.time_ns));
	str_adds(&left, "  ");
	room = c->clip.cols - text_width(left.data) -
	       text_width(right.data) - 8;
	which_words(&left, l, room);
	title_rule(c, &view->look, focused, left.data,
		   c->clip.cols >= 40 ? right.data : "");
	str_release(&left);
	str_release(&right);
	str_release(&name);
	str_release(&cut);
}

/* --- the bytes at the cursor ---------------------------------------------- */

/* Stores the known bytes from the cursor on, up to 8.  Returns their number. */
static size_t known_bytes(const struct contents_shown *l, uint8_t bytes[8])
{
	size_t n = 0;

	while (n < 8 && l->cursor + n < l->region->end &&
	       contents_bytes(&l->view->model->contents, l->process->pid,
			      l->of, l->cursor + n, &bytes[n], 1))
		n++;
	return n;
}

static void cursor_words(const struct contents_shown *l, int cols,
			 struct str *small, struct str *large)
{
	const struct view *view = l->view;
	const struct contents_block *b = contents_block(
		&view->model->contents, l->process->pid, l->of, l->cursor);
	uint8_t bytes[8] = { 0 };
	size_t n = known_bytes(l, bytes), size = pointer_bytes(l->process);
	uint64_t pointer = 0;

	unsigned state = b ? b->state[l->cursor % CONTENTS_BLOCK] :
			     CONTENTS_UNTOLD;

	if (!n && state == CONTENTS_UNTOLD && view_paused(view)) {
		str_adds(small, view_reading(view, ""));
		return;
	}
	if (!n) {
		contents_why(small, state, b ? b->error : 0);
		return;
	}
	values_small(small, bytes, n);
	values_large(large, bytes, n);
	if (n < size)
		return;
	memcpy(&pointer, bytes, size);
	if (large->len)
		str_adds(large, "  ");
	pointer_words(large, l->process, pointer,
		      cols - text_width(large->data), !view->look.utf8);
}

/* Appends the previous value of the byte at the cursor, if it is
 * highlighted. */
static void news_words(const struct contents_shown *l, struct str *out)
{
	char buf[FMT_MAX];
	uint64_t age;
	uint8_t was;

	switch (contents_news(l, l->cursor, &age)) {
	case BYTE_CHANGED:
		str_addf(out, _("  changed %s ago"), fmt_ago(buf, age, 0));
		break;
	case BYTE_DIFFERS:
		if (!l->state->since_mark)
			str_adds(out, _("  changed in this frame"));
		else if (mark_byte(&l->state->mark, l->process->pid,
				   l->cursor, &was))
			str_addf(out, _("  was %02x at the mark"), was);
		break;
	default:
		break;
	}
}

static void search_words(const struct view *view, struct str *out)
{
	char a[FMT_MAX], b[FMT_MAX];

	if (!view->search.on)
		return;
	fmt_size(a, view->search.bytes);
	str_addf(out, _("search: %s so far, at %s"), a + strspn(a, " "),
		 fmt_addr(b, view->search.at));
}

/* Draws `rows` rows about the bytes at the cursor, from row `at` on. */
static void draw_detail(const struct contents_shown *l, struct canvas *c,
			int at, int rows)
{
	const struct look *look = &l->view->look;
	struct str title = STR_INIT, small = STR_INIT, large = STR_INIT;
	struct str right = STR_INIT;
	struct rect old = clip_part(c, at, 0, rows, c->clip.cols);
	char buf[FMT_MAX];
	int row = 0;

	cursor_words(l, c->clip.cols - 2, &small, &large);
	if (rows == DETAIL_ROWS) {
		str_addf(&title, "%s +0x%" PRIx64, fmt_addr(buf, l->cursor),
			 l->cursor - l->region->start);
		news_words(l, &title);
		search_words(l->view, &right);
		title_rule(c, look, false, title.data, right.data);
		row = 1;
	}
	put_cut(c, look, row, 1, STYLE_TEXT, small.data);
	if (rows == DETAIL_ROWS)
		put_cut(c, look, row + 1, 1, STYLE_TEXT, large.data);
	canvas_clip(c, old);
	str_release(&title);
	str_release(&right);
	str_release(&small);
	str_release(&large);
}

/* --- the pane ------------------------------------------------------------- */

static void draw_none(struct view *view, struct canvas *c, bool focused)
{
	const struct process *p = view_process(view);

	title_rule(c, &view->look, focused, _(contents_pane.title), "");
	view->shown = (struct view_bytes){ .bytes = 0 };
	if (p && !p->space.live && p->space.synced_ns)
		say_empty(c, _("The process has no region to show."));
	else
		say_empty(c, keyed(_("No region is selected. Select one in "
				     "Regions ({regions}), then press "
				     "{contents}.")));
}

/* Requests whole blocks, so that scrolling by a few rows needs no new
 * request. */
static void want(struct view *view, const struct contents_shown *l,
		 const struct contents_state *s)
{
	uint64_t start = s->top - s->top % CONTENTS_BLOCK;
	uint64_t end = s->top + (uint64_t)s->rows * (uint64_t)s->per;

	/* Add 8 bytes, as a value at the cursor may extend beyond the last
	 * row. */
	end += 8;
	if (end < s->top || end > l->region->end)
		end = l->region->end;
	if (start < l->region->start)
		start = l->region->start;
	end += CONTENTS_BLOCK - 1;
	end -= end % CONTENTS_BLOCK;
	if (end > l->region->end)
		end = l->region->end;
	view->shown = (struct view_bytes){
		.start = start, .bytes = end - start, .of = l->of,
	};
}

static void contents_draw(void *state, struct view *view, struct canvas *c,
			  bool focused)
{
	struct contents_state *s = state;
	struct contents_shown l;
	struct bytes_layout b;
	int rows = c->clip.rows - 1, detail, decoded;

	if (!contents_get_shown(&l, s, view)) {
		draw_none(view, c, focused);
		return;
	}
	detail = c->clip.rows >= DETAIL_MIN ? DETAIL_ROWS :
		 c->clip.rows >= LINE_MIN ? 1 : 0;
	decoded = decoded_rows(view, c->clip.rows, detail);
	/* If there is room for only one of values and decoder, draw the
	 * decoder. */
	if (decoded && rows - detail - decoded < DETAIL_ROWS)
		detail = 0;
	rows -= detail + decoded;
	s->rows = rows > 0 ? rows : 1;
	b = bytes_layout(c->clip.cols, l.region->end - 1);
	s->per = b.per;
	contents_scroll(s, l.region, l.cursor);
	want(view, &l, s);
	draw_title(&l, c, focused);
	for (int y = 0; y < s->rows; y++) {
		uint64_t addr = s->top + (uint64_t)y * (uint64_t)b.per;

		if (addr < s->top || addr >= l.region->end)
			break;
		bytes_draw_row(c, &l, &b, 1 + y, addr, focused);
	}
	if (detail)
		draw_detail(&l, c, 1 + rows, detail);
	if (decoded)
		decoded_draw(c, s, &l, 1 + rows + detail, decoded);
}

static const enum cmd contents_bar[] = {
	DO_ENTER, DO_FIND, DO_FRAME_PREV, DO_FRAME_NEXT, DO_LIVE, DO_MARK,
	DO_DECODER, DO_OPEN_WITH, DO_COMPARE, DO_REGION_PREV, DO_REGION_NEXT,
	DO_EDIT, DO_FIND_NEXT, DO_FIND_BYTES, DO_POINTERS, DO_FRAME, DO_NONE,
};

static const struct term bytes_part_list[] = {
	{ "~",
	  N_("This line changed in the last seconds, or since the "
	     "frame before."), .st = STYLE_FL_CHG },
	{ "7f",
	  N_("A byte that just changed, or that differs from the "
	     "mark."), .st = STYLE_FL_CHG },
	{ "00", N_("A zero byte."), .st = STYLE_DIM },
	{ ".", N_("A byte that is not printable."), .st = STYLE_DIM },
	{ N_("absent"),
	  N_("Not in memory: reading would load it."), .st = STYLE_DIM },
	{ N_("swapped"), N_("In swap: reading would load it."),
	  .st = STYLE_DIM },
	{ N_("unread"),
	  N_("Cannot be read; the line at the bottom has the "
	     "reason."), .st = STYLE_DIM },
	{ N_("omitted"), N_("Outside the captured memory."), .st = STYLE_DIM },
};
static const struct terms_part bytes_part =
	TERMS_PART(N_("BYTES"), bytes_part_list);

static const struct terms_part *const terms[] = {
	&bytes_part, &terms_common, NULL,
};

const struct pane_ops contents_pane = {
	.id = PANE_CONTENTS,
	.name = "contents",
	.title = N_("Contents"),
	.terms = terms,
	.of_one = true,
	.of_capture = true,
	.new_state = contents_new,
	.free_state = contents_free,
	.draw = contents_draw,
	.command = contents_command,
	.choose = contents_choose,
	.bar = contents_bar,
	.enter = contents_enter,
};
