/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Backtrace: the frames of a stopped thread.  Below them is the source code of
 * the selected frame or, without source, its full names.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "event/names.h"
#include "ui/kit/i18n.h"
#include "ui/pane/pane.h"
#include "ui/kit/say.h"
#include "ui/kit/terms.h"
#include "ui/words/stack.h"
#include "ui/kit/widgets.h"

/* The detail below the list: a rule and five lines. */
#define DETAIL_ROWS 6
#define LIST_ROWS_MIN 6
#define NUMBER_COLS 4
#define NUMBER_WIDTH 6
/* A pane narrower than this shows no addresses. */
#define ADDRESS_COLS_MIN 46
#define ADDRESS_WIDTH 14

struct backtrace_state {
	struct list list;
	long sel, height;
	pid_t tid;			/* thread that the selected frame
					 * belongs to */
	bool open;			/* frames that the configuration ignores
					 * are shown */
	struct stack_rows rows;
};

static void *backtrace_new(void)
{
	return xcalloc(1, sizeof(struct backtrace_state));
}

static void backtrace_free(void *state)
{
	struct backtrace_state *s = state;

	if (s)
		vec_release(&s->rows.v);
	free(s);
}

/* True if the last backtrace is the one to show: that of the requested thread
 * or, after the end of the program, that of its fatal signal. */
static bool is_wanted(const struct view *view)
{
	const struct backtrace *b = &view->model->backtrace;

	return b->tid == view_backtrace(view) ||
	       (b->signal && view->model->status.state == TARGET_ENDED);
}

static bool has_frames(const struct backtrace *b)
{
	return b->why == STACK_TOLD || b->why == STACK_MOVED;
}

static void update(struct backtrace_state *s, const struct view *view)
{
	const struct backtrace *b = &view->model->backtrace;

	if (b->tid != s->tid || !has_frames(b)) {
		s->sel = 0;
		s->list = (struct list){ 0 };
	}
	s->tid = b->tid;
	stack_rows_make(&s->rows, b, s->open ? NULL : view->ignore);
	if (s->sel >= (long)s->rows.v.n)
		s->sel = (long)s->rows.v.n - 1;
	if (s->sel < 0)
		s->sel = 0;
}

/* --- no backtrace --------------------------------------------------------- */

static void why_none(struct str *out, const struct view *view)
{
	const struct backtrace *b = &view->model->backtrace;
	const struct backtrace runs = {
		.tid = view_backtrace(view), .why = STACK_RUNS,
	};
	int tid = (int)runs.tid;

	switch (view->model->status.state) {
	case TARGET_ENDED:
		str_addf(out, _("%d has ended; no backtrace was kept."),
			 (int)view->model->status.main_pid);
		break;
	case TARGET_DETACHED:
		str_addf(out, _("%d is no longer watched."), tid);
		break;
	case TARGET_HELD:
		if (b->tid == runs.tid)
			stack_why_not(out, b, false);
		else if (view_paused(view))
			str_adds(out, view_reading(view, ""));
		else
			str_addf(out, _("Reading the frames of %d ..."), tid);
		break;
	default:
		stack_why_not(out, &runs, false);
	}
}

/* --- drawing -------------------------------------------------------------- */

static void draw_title(const struct backtrace_state *s,
		       const struct view *view, const struct backtrace *b,
		       struct canvas *c, bool focused)
{
	const struct process *p = model_process_of_task(view->model, b->tid);
	const struct task *t = p ? process_task(p, b->tid) : NULL;
	struct str left = STR_INIT;
	char time[FMT_MAX], took[FMT_MAX], range[48];
	size_t n = b->frames.n;

	str_addf(&left, _("Backtrace  %d "), (int)b->tid);
	if (t)
		say_name(&left, &view->look, t->comm);
	str_adds(&left, "  ");
	str_addf(&left, ngettext("%d frame", "%d frames", (unsigned long)n),
		 (int)n);
	if (c->clip.cols >= 60)
		/* TRANSLATORS: the time of the backtrace, and how long reading
		 * it took */
		str_addf(&left, _("  at %s, read in %s"),
			 fmt_when(time, b->time_ns),
			 fmt_duration(took, b->took_ns));
	title_rule(c, &view->look, focused, left.data,
		   list_range(&s->list, (long)s->rows.v.n, s->height, range));
	str_release(&left);
}

static void put_field(const struct view *view, struct canvas *c, int row,
		      int col, int cols, style st, const char *s,
		      enum text_cut how)
{
	struct str cut = STR_INIT;

	if (col + cols > c->clip.cols)
		cols = c->clip.cols - col;
	if (cols > 0) {
		text_cut(&cut, s, cols, how, !view->look.utf8);
		canvas_puts(c, row, col, st, cut.data);
	}
	str_release(&cut);
}

struct frame_columns {
	bool address;
	int function, function_cols, where, where_cols;
};

static struct frame_columns columns_of(const struct canvas *c)
{
	struct frame_columns k = {
		.address = c->clip.cols >= ADDRESS_COLS_MIN
	};
	int room;

	k.function = NUMBER_WIDTH + (k.address ? ADDRESS_WIDTH : 0);
	room = c->clip.cols - k.function;
	k.function_cols = room * 3 / 5 - 2;
	k.where = k.function + room * 3 / 5;
	k.where_cols = c->clip.cols - k.where;
	return k;
}

static void draw_row(const struct view *view, struct canvas *c, int y,
		     const struct stack_row *row)
{
	const struct backtrace *b = &view->model->backtrace;
	const struct frame *f = &b->frames.v[row->frame];
	bool ascii = !view->look.utf8, inlined = f->at.flags & STACK_INLINE;
	struct frame_columns k = columns_of(c);
	struct str text = STR_INIT;
	char buf[FMT_MAX];

	if (row->hidden) {
		stack_hidden(&text, row->hidden);
		put_field(view, c, y, NUMBER_WIDTH, c->clip.cols, STYLE_DIM,
			  text.data, CUT_END);
		str_release(&text);
		return;
	}
	canvas_printf(c, y, 1, STYLE_DIM, "%*zu", NUMBER_COLS, row->frame);
	if (k.address && !inlined)
		canvas_puts(c, y, NUMBER_WIDTH, STYLE_DIM,
			    fmt_addr(buf, f->at.pc));
	stack_function(&text, f, ascii);
	put_field(view, c, y, k.function, k.function_cols, *f->function ?
		  STYLE_TEXT : STYLE_DIM, text.data, CUT_END);
	str_clear(&text);
	stack_where(&text, view->model, b, f, true, ascii);
	put_field(view, c, y, k.where, k.where_cols, f->at.line ? STYLE_TEXT :
		  STYLE_DIM, text.data, CUT_PATH);
	str_release(&text);
}

static void draw_rows(struct backtrace_state *s, const struct view *view,
		      struct canvas *c, int row, bool focused)
{
	style st = focused ? STYLE_SEL : STYLE_SEL_AWAY;

	c->keep = NUMBER_WIDTH;
	for (long y = 0; y < s->height; y++) {
		long i = s->list.top + y;
		int at = row + (int)y;

		if (i >= (long)s->rows.v.n)
			return;
		draw_row(view, c, at, &s->rows.v.v[i]);
		canvas_hot(c, at, 0, c->clip.cols,
			   (struct hot){ .kind = HOT_ROW, .value = (uint64_t)i,
					 .part = (unsigned)s->tid,
					 .selected = i == s->sel });
		if (i != s->sel)
			continue;
		canvas_restyle(c, at, 0, c->clip.cols, st);
		canvas_puts(c, at, 0, st, ">");
		if (focused)
			canvas_cursor(c, at, 0, false);
	}
}

static void draw_header(const struct view *view, struct canvas *c, int row)
{
	struct frame_columns k = columns_of(c);

	canvas_rfield(c, row, 1, NUMBER_COLS, STYLE_DIM, "#");
	if (k.address)
		canvas_puts(c, row, NUMBER_WIDTH, STYLE_DIM, _("ADDRESS"));
	put_field(view, c, row, k.function, k.function_cols, STYLE_DIM,
		  _("FUNCTION"), CUT_END);
	put_field(view, c, row, k.where, k.where_cols, STYLE_DIM, _("WHERE"),
		  CUT_END);
}

/* --- the selected frame --------------------------------------------------- */

static void draw_source(const struct view *view, struct canvas *c, int row,
			const struct frame *f)
{
	const char *at = f->lines, *end;
	uint32_t n = f->at.first;
	struct str text = STR_INIT;

	for (; (end = strchr(at, '\n')); at = end + 1, n++, row++) {
		bool here = n == f->at.line;
		style st = here ? STYLE_TITLE : STYLE_TEXT;

		str_clear(&text);
		text_safe(&text, at, (size_t)(end - at), !view->look.utf8);
		canvas_puts(c, row, 1, st, here ? ">" : " ");
		canvas_printf(c, row, 2, here ? st : STYLE_DIM, "%5" PRIu32,
			      n);
		put_field(view, c, row, 9, c->clip.cols - 9, st, text.data,
			  CUT_END);
	}
	str_release(&text);
}

struct backtrace_lines {
	struct canvas *c;
	int row;
};

static void one_line(void *arg, const char *s, size_t n)
{
	struct backtrace_lines *w = arg;
	char *copy = xstrndup(s, n);

	canvas_puts(w->c, w->row++, 1, STYLE_TEXT, copy);
	free(copy);
}

/* Draws the full names of a frame that has no source. */
static void draw_names(const struct view *view, struct canvas *c, int row,
		       const struct frame *f)
{
	struct backtrace_lines w = { c, row };
	int cols = c->clip.cols > 2 ? c->clip.cols - 2 : 1;
	struct str text = STR_INIT;

	stack_function(&text, f, !view->look.utf8);
	text_wrap(text.data, cols, one_line, &w);
	str_clear(&text);
	stack_where(&text, view->model, &view->model->backtrace, f, false,
		    !view->look.utf8);
	if (f->at.line && *f->module && !(f->at.flags & STACK_SIGNAL)) {
		str_adds(&text, "  ");
		text_safe(&text, f->module, strlen(f->module),
			  !view->look.utf8);
	}
	text_wrap(text.data, cols, one_line, &w);
	str_release(&text);
}

static void draw_detail(const struct backtrace_state *s,
			const struct view *view, struct canvas *c)
{
	const struct backtrace *b = &view->model->backtrace;
	const struct stack_row *row = &s->rows.v.v[s->sel];
	const struct frame *f = &b->frames.v[row->frame];
	struct rect old = clip_part(c, c->clip.rows - DETAIL_ROWS, 0,
				    DETAIL_ROWS, c->clip.cols);
	struct str title = STR_INIT;

	if (row->hidden) {
		title_rule(c, &view->look, false, "", "");
		say_empty(c, _("The configuration ignores these frames. Enter "
			       "shows or hides them."));
	} else {
		stack_where(&title, view->model, b, f, false,
			    !view->look.utf8);
		title_rule(c, &view->look, false, title.data, "");
		if (*f->lines)
			draw_source(view, c, 1, f);
		else
			draw_names(view, c, 1, f);
	}
	canvas_clip(c, old);
	str_release(&title);
}

/* --- the pane ------------------------------------------------------------- */

static void draw_none(const struct view *view, struct canvas *c, bool focused)
{
	struct str text = STR_INIT;

	title_rule(c, &view->look, focused, _("Backtrace"), "");
	why_none(&text, view);
	say_empty(c, text.data);
	str_release(&text);
}

/* Appends what has happened to the thread since the backtrace was read. */
static void since_words(struct str *out, const struct view *view,
			const struct backtrace *b)
{
	char name[16];

	if (view->model->status.state == TARGET_HELD || b->why == STACK_MOVED)
		return;
	if (b->signal)
		/* TRANSLATORS: the id of a thread, and the name of a signal */
		str_addf(out, _("%d was killed there by %s."), (int)b->tid,
			 signal_name(b->signal, name));
	else
		str_addf(out, _("%d is running again."), (int)b->tid);
}

static void backtrace_draw(void *state, struct view *view, struct canvas *c,
			   bool focused)
{
	struct backtrace_state *s = state;
	const struct backtrace *b = &view->model->backtrace;
	struct str end = STR_INIT, since = STR_INIT;
	int rows = c->clip.rows - 2, foot, last;
	bool detail = rows >= LIST_ROWS_MIN + DETAIL_ROWS;

	update(s, view);
	if (!s->rows.v.n || !is_wanted(view)) {
		draw_none(view, c, focused);
		return;
	}
	stack_end_words(&end, b);
	since_words(&since, view, b);
	foot = rows > 2 ? !!since.len + !!end.len : 0;
	s->height = rows - foot - (detail ? DETAIL_ROWS : 0);
	if (s->height < 1)
		s->height = 1;
	list_keep(&s->list, s->sel, (long)s->rows.v.n, s->height);
	draw_title(s, view, b, c, focused);
	draw_header(view, c, 1);
	draw_rows(s, view, c, 2, focused);
	last = 2 + (int)(s->height < (long)s->rows.v.n ? s->height :
			 (long)s->rows.v.n);
	if (foot && since.len)
		put_cut(c, &view->look, last++, NUMBER_WIDTH, STYLE_WARN,
			since.data);
	if (foot && end.len)
		put_cut(c, &view->look, last, NUMBER_WIDTH, STYLE_WARN,
			end.data);
	if (detail)
		draw_detail(s, view, c);
	str_release(&since);
	str_release(&end);
}

static unsigned backtrace_command(void *state, struct view *view, enum cmd cmd)
{
	struct backtrace_state *s = state;
	long n, to;

	update(s, view);
	n = (long)s->rows.v.n;
	if (cmd == DO_ENTER || cmd == DO_LEFT || cmd == DO_RIGHT) {
		bool open = cmd == DO_ENTER ? !s->open : cmd == DO_RIGHT;
		size_t frame = n ? s->rows.v.v[s->sel].frame : 0;

		if (!view->ignore)
			return cmd == DO_ENTER ? CMD_TAKEN : 0;
		s->open = open;
		update(s, view);
		while (s->sel + 1 < (long)s->rows.v.n &&
		       s->rows.v.v[s->sel].frame < frame)
			s->sel++;
		while (s->sel > 0 && s->rows.v.v[s->sel].frame > frame)
			s->sel--;
		return CMD_TAKEN | CMD_REDRAW;
	}
	to = n ? list_move(&s->list, cmd, s->sel, n,
			   s->height > 0 ? s->height : 1) : -1;
	if (to < 0)
		return 0;
	s->sel = to;
	return CMD_TAKEN | CMD_REDRAW;
}

static unsigned backtrace_choose(void *state, struct view *view,
				 const struct hot *hot, int at,
				 enum choose_how how)
{
	struct backtrace_state *s = state;

	(void)at;
	update(s, view);
	if (hot->kind != HOT_ROW || how != CHOOSE_CLICK ||
	    hot->part != (unsigned)s->tid || hot->value >= s->rows.v.n)
		return 0;
	s->sel = (long)hot->value;
	s->list.line = s->sel - s->list.top;
	return CMD_TAKEN | CMD_REDRAW;
}

static const enum cmd backtrace_bar[] = {
	DO_PAGE_UP, DO_PAGE_DOWN, DO_BACK, DO_NONE,
};

static const struct term columns_part_list[] = {
	{ "#", N_("Number of the frame; 0 is the innermost."),
	  .st = STYLE_KEY },
	{ N_("ADDRESS"), N_("Address of the next instruction in that frame."),
	  .st = STYLE_KEY },
	{ N_("FUNCTION"),
	  N_("Function and offset; without symbols, file and "
	     "offset."), .st = STYLE_KEY },
	{ N_("WHERE"), N_("File and line, or the library."), .st = STYLE_KEY },
};
static const struct terms_part columns_part =
	TERMS_PART(N_("COLUMNS"), columns_part_list);

static const struct terms_part *const terms[] = {
	&columns_part, &terms_common, NULL,
};

const struct pane_ops backtrace_pane = {
	.id = PANE_BACKTRACE,
	.name = "backtrace",
	.title = N_("Backtrace"),
	.terms = terms,
	.of_one = true,
	.new_state = backtrace_new,
	.free_state = backtrace_free,
	.draw = backtrace_draw,
	.full_cols = 240,
	.command = backtrace_command,
	.choose = backtrace_choose,
	.bar = backtrace_bar,
};
