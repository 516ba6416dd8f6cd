/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `/`: while the user types the text, the selection moves to the match.  Enter
 * and Esc close the line and leave the selection at the match.  In Regions and
 * Pages, mmtop searches all regions; in Contents, Enter starts a search of the
 * bytes (search.c).  All other panes are searched by rows.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/input/find.h"
#include "app/input/find_rows.h"
#include "app/screen/private.h"
#include "app/screen/requests.h"
#include "app/input/search.h"
#include "base/alloc.h"
#include "base/fmt.h"
#include "base/text.h"
#include "ui/pane/find.h"
#include "ui/heap/find.h"
#include "ui/kit/keyed.h"
#include "ui/pane/rule_words.h"

/* A search in Regions and Pages.  A change of the text restarts the search at
 * its origin: the region and page that were selected before the search. */
struct region_find {
	struct str last;		/* the text that find-next searches for
					 * again */
	struct find_row row;		/* the match, in a pane of rows */
	enum pane_id mark;		/* pane of text whose matches are
					 * marked; PANES: none */
	uint64_t region, page;		/* the origin of the search */
	size_t count, place;		/* number of matches, and number of the
					 * selected match */
	struct filter filter;		/* the text as an expression, if it has
					 * operators */
};

void finding_init(struct screen *s)
{
	s->finding = xcalloc(1, sizeof *s->finding);
	s->finding->last = (struct str)STR_INIT;
	s->finding->mark = PANES;
	filter_init(&s->finding->filter, OVER_REGIONS);
}

void finding_release(struct screen *s)
{
	str_release(&s->finding->last);
	filter_drop(&s->finding->filter);
	find_rows_forget(&s->finding->row);
	free(s->finding);
}

void find_select(struct screen *s, const struct region *r, uint64_t addr)
{
	const struct process *p = view_process(&s->view);

	s->view.region = r->start;
	s->view.region_end = r->end;
	s->view.region_generation = p->space.generation;
	s->view.page = addr;
	s->view.file = false;
	view_moved(&s->view, PANE_REGIONS);
}

uint64_t find_cursor(const struct screen *s)
{
	const struct region *r = view_region(&s->view);

	if (r && s->view.page >= r->start && s->view.page < r->end)
		return s->view.page;
	return r ? r->start : s->view.region;
}

static bool judge(void *arg, const struct region *r)
{
	struct screen *s = arg;
	const struct process *p = view_process(&s->view);

	return p && filter_region(&s->finding->filter, p, r);
}

/* If the text has operators, uses it as an expression.  Any other text consists
 * of words to search for. */
static void use_expression(struct screen *s, struct find *f)
{
	struct filter *x = &s->finding->filter;

	x->ascii = f->ascii;
	if (filter_set(x, f->text) && x->expr) {
		filter_begin(x, s->view.model);
		f->judge = judge;
		f->arg = s;
	}
}

static bool in_regions(const struct screen *s)
{
	return s->place.focus == PANE_REGIONS || s->place.focus == PANE_PAGES;
}

/* Prepares a search in the regions.  If there is nothing to search, shows a
 * message and returns false. */
static bool make(struct screen *s, struct find *f, const char *text)
{
	const struct process *p = view_process(&s->view);

	if (!p || !p->space.regions.n) {
		screen_say(s, SEV_NOTE, _("There are no regions."));
		return false;
	}
	find_init(f, &p->space, text, !s->view.look.utf8);
	use_expression(s, f);
	return true;
}

/* Selects the nearest match after `from' (step 1) or before it (step -1).
 * If `here' is set, `from' itself may match.  Returns false if there is no
 * match. */
static bool find_from(struct screen *s, const struct find *f, uint64_t from,
		      int step, bool here)
{
	const struct region *r = find_region(f, from, step, here);

	s->finding->count = s->finding->place = 0;
	if (!r)
		return false;
	find_select(s, r, find_address(f, r));
	s->finding->count = find_count(f, r, &s->finding->place);
	return true;
}

static void say_none(struct screen *s, const char *text)
{
	struct str safe = STR_INIT, cut = STR_INIT;

	text_safe(&safe, text, strlen(text), !s->view.look.utf8);
	text_cut(&cut, safe.data, 30, CUT_END, !s->view.look.utf8);
	if (in_regions(s))
		screen_say(s, SEV_NOTE, _("No region has %s in its name, "
					  "address or kind."), cut.data);
	else if (s->place.focus == PANE_HEAP)
		screen_say(s, SEV_NOTE, _("No site has %s in its name or "
					  "address."), cut.data);
	else
		screen_say(s, SEV_NOTE, _("No row has %s."), cut.data);
	str_release(&safe);
	str_release(&cut);
}

/* Heap searches rows that are folded, too. */
static bool find_row(struct screen *s, const char *text, int step, bool here)
{
	struct find_row *f = &s->finding->row;
	bool found = s->place.focus == PANE_HEAP ?
		heap_find(&s->panes[PANE_HEAP], &s->view, text, step, here,
			  &f->place, &f->count) :
		find_rows(s, f, text, step, here);

	s->finding->mark = found ? s->place.focus : PANES;
	s->finding->count = f->count;
	s->finding->place = f->place;
	return found;
}

static void remember(struct screen *s, const char *text)
{
	if (!text[0])
		return;
	str_clear(&s->finding->last);
	str_adds(&s->finding->last, text);
}

/* Selects the next match of the last text (step 1), or the previous one. */
static void find_again(struct screen *s, int step)
{
	const char *text = s->finding->last.data;
	struct find f;

	if (s->place.focus == PANE_CONTENTS) {
		if (step > 0)
			search_next(s);
		else
			screen_say(s, SEV_NOTE, _("Contents is searched only "
						  "forwards."));
		return;
	}
	if (!text[0]) {
		screen_say(s, SEV_NOTE, keyed(_("No search yet. Press {find} "
						"to search.")));
		return;
	}
	if (in_regions(s) ? make(s, &f, text) &&
			    !find_from(s, &f, find_cursor(s), step, false) :
			    !find_row(s, text, step, false))
		say_none(s, text);
}

void find_begin(struct screen *s, const char *text)
{
	struct pane *regions = &s->panes[PANE_REGIONS];
	struct find f;

	if (s->place.focus == PANE_CONTENTS) {
		if (text[0])
			search_text(s, text);
		else
			prompt_open(s, &find_prompt);
		return;
	}
	if (s->place.focus == PANE_FAMILY) {
		screen_say(s, SEV_NOTE, keyed(_("This map has no text. "
						"{regions} shows the regions, "
						"which can be searched.")));
		return;
	}
	if (in_regions(s) && !make(s, &f, text))
		return;
	find_rows_forget(&s->finding->row);
	if (s->place.focus == PANE_REGIONS)
		regions->ops->command(regions->state, &s->view, DO_FIND);
	if (!text[0]) {
		prompt_open(s, &find_prompt);
		s->finding->region = s->view.region;
		s->finding->page = s->view.page;
		s->finding->count = 0;
		return;
	}
	remember(s, text);
	find_again(s, 1);
}

/* Repeats the search from its origin.  Selects the origin if there is no text
 * or no match. */
static void find_anew(struct screen *s)
{
	struct find f;

	if (!in_regions(s)) {
		remember(s, s->prompt.line.text.data);
		find_row(s, s->prompt.line.text.data, 1, true);
		return;
	}
	if (!make(s, &f, s->prompt.line.text.data))
		return;
	remember(s, f.text);
	if (find_from(s, &f, s->finding->region, 1, true))
		return;
	s->view.region = s->finding->region;
	s->view.page = s->finding->page;
}

static void step(struct screen *s, int by)
{
	struct line *l = &s->prompt.line;
	struct find f;

	if (!l->text.len)
		line_set(l, s->finding->last.data);
	if (!in_regions(s))
		find_row(s, l->text.data, by, false);
	else if (l->text.len && make(s, &f, l->text.data))
		find_from(s, &f, find_cursor(s), by, false);
}

static void find_changed(struct screen *s)
{
	/* In Contents, the search reads memory, so it waits for Enter. */
	if (s->place.focus != PANE_CONTENTS)
		find_anew(s);
}

static void contents_key(struct screen *s, uint32_t key)
{
	if (key != KEY_ENTER_ && key != '\n' && key != KEY_F3_) {
		line_key(&s->prompt.line, key);
		return;
	}
	s->prompt.kind = NULL;
	search_text(s, s->prompt.line.text.data);
}

static void find_key(struct screen *s, uint32_t key)
{
	if (s->place.focus == PANE_CONTENTS) {
		contents_key(s, key);
		requests_send(s);
		return;
	}
	switch (key) {
	case KEY_ENTER_:
	case '\n':
		s->prompt.kind = NULL;
		if (!s->prompt.line.text.len)
			find_again(s, 1);
		break;
	case KEY_DOWN_:
	case KEY_CTRL('n'):
	case KEY_F3_:
		step(s, 1);
		break;
	case KEY_UP_:
	case KEY_CTRL('p'):
	case KEY_SF3_:
		step(s, -1);
		break;
	default:
		if (line_key(&s->prompt.line, key) == LINE_CHANGED)
			find_changed(s);
	}
	requests_send(s);
}

static void find_hint(const struct screen *s, struct str *out)
{
	char a[FMT_MAX], b[FMT_MAX], addr[FMT_MAX];

	if (s->place.focus == PANE_CONTENTS)
		str_adds(out, _("text, or bytes as in 0xdeadbeef   Enter "
				"search   Esc cancel"));
	else if (!s->prompt.line.text.len && in_regions(s))
		str_adds(out, _("part of a name, a kind or an address"));
	else if (!s->prompt.line.text.len)
		str_adds(out, _("part of a row"));
	else if (in_regions(s) && s->finding->filter.error.fault)
		rule_words(out, &s->finding->filter.error,
			   !s->view.look.utf8);
	else if (!s->finding->count)
		str_adds(out, in_regions(s) ? _("no matching region") :
			      _("no matching row"));
	else if (in_regions(s))
		/* TRANSLATORS: for example "match 2 of 7", then the address of
		 * the match. */
		str_addf(out, _("match %s of %s at %s   Enter stay   Dn "
				"next   Up back"),
			 fmt_grouped(a, s->finding->place),
			 fmt_grouped(b, s->finding->count),
			 fmt_addr(addr, s->view.region));
	else
		/* TRANSLATORS: for example "match 2 of 7". */
		str_addf(out, _("match %s of %s   Enter stay   Dn next   "
				"Up back"),
			 fmt_grouped(a, s->finding->place),
			 fmt_grouped(b, s->finding->count));
}

const struct prompt_kind find_prompt = {
	.sign = "/", .key = find_key, .changed = find_changed,
	.hint = find_hint,
};

void exec_find(const struct command_context *x)
{
	find_begin(x->screen, x->args);
}

void exec_find_again(const struct command_context *x)
{
	find_again(x->screen, x->cmd->id == DO_FIND_NEXT ? 1 : -1);
}

/* True if the focused pane has marks: in a list, the match is selected
 * instead. */
static bool has_marks(const struct screen *s)
{
	return s->finding->mark == s->place.focus &&
	       !s->panes[s->place.focus].ops->choose;
}

bool find_end(struct screen *s)
{
	bool marked = has_marks(s);

	s->finding->mark = PANES;
	return marked;
}

void find_mark(const struct screen *s, struct canvas *c)
{
	const struct rect *r = layout_find(&s->layout, s->place.focus);

	if (r && has_marks(s) && s->finding->last.len)
		find_rows_mark(c, *r, s->finding->last.data);
}
