/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `/` in Regions and Pages: the selection goes to what is found while it is
 * being typed.  Esc ends it and leaves the selection there.  In Contents it is
 * Enter that begins to look (search.c).  In Heap it is the rows that are
 * looked through.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/input/find.h"
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

/* A find goes on from where it began for as long as its text changes. */
struct region_find {
	struct str last;		/* what F3 looks for */
	uint64_t region, page;		/* selected when it began */
	size_t count, place;		/* of the matches, and of the one shown */
	struct filter filter;		/* an expression to look for */
};

void finding_init(struct screen *s)
{
	s->finding = xcalloc(1, sizeof *s->finding);
	s->finding->last = (struct str)STR_INIT;
	filter_init(&s->finding->filter, OVER_REGIONS);
}

void finding_release(struct screen *s)
{
	str_release(&s->finding->last);
	filter_drop(&s->finding->filter);
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

/* An expression is one with its operators; what is none of it is words. */
static void use_expression(struct screen *s, struct find *f)
{
	struct filter *x = &s->finding->filter;

	x->ascii = f->ascii;
	if (filter_set(x, f->text) && x->expr) {
		filter_begin(x, s->model);
		f->judge = judge;
		f->arg = s;
	}
}

/* False where there is nothing to find, which is told. */
static bool make(struct screen *s, struct find *f, const char *text)
{
	const struct process *p = view_process(&s->view);

	if (s->place.focus != PANE_REGIONS && s->place.focus != PANE_PAGES) {
		screen_say(s, SEV_NOTE, keyed(_("Find looks through Regions, "
						"Pages, Contents and Heap. "
						"{regions}, {pages}, "
						"{contents} and {heap} go "
						"there.")));
		return false;
	}
	if (!p || !p->space.regions.n) {
		screen_say(s, SEV_NOTE, _("There are no regions to look "
					  "through."));
		return false;
	}
	find_init(f, &p->space, text, !s->view.look.utf8);
	use_expression(s, f);
	return true;
}

/* The match at or beside an address; false when there is none. */
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
	if (s->place.focus == PANE_HEAP)
		screen_say(s, SEV_NOTE, _("No site has %s in its name or "
					  "address."), cut.data);
	else
		screen_say(s, SEV_NOTE, _("No region has %s in its name, "
					  "address or kind."), cut.data);
	str_release(&safe);
	str_release(&cut);
}

static bool in_heap(const struct screen *s)
{
	return s->place.focus == PANE_HEAP;
}

static bool find_site(struct screen *s, const char *text, int step, bool here)
{
	return heap_find(&s->panes[PANE_HEAP], &s->view, text, step, here,
			 &s->finding->place, &s->finding->count);
}

static void remember(struct screen *s, const char *text)
{
	if (!text[0])
		return;
	str_clear(&s->finding->last);
	str_adds(&s->finding->last, text);
}

static void find_next(struct screen *s)
{
	struct find f;

	if (s->place.focus == PANE_CONTENTS) {
		search_next(s);
		return;
	}
	if (in_heap(s))
		f.text = s->finding->last.data;
	else if (!make(s, &f, s->finding->last.data))
		return;
	if (!f.text[0])
		screen_say(s, SEV_NOTE, keyed(_("Nothing was looked for yet. "
						"{find} begins to.")));
	else if (in_heap(s) && find_site(s, f.text, 1, false))
		return;
	else if (in_heap(s))
		say_none(s, f.text);
	else if (!find_from(s, &f, find_cursor(s), 1, false))
		say_none(s, f.text);
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
	if (!in_heap(s) && !make(s, &f, text))
		return;
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
	find_next(s);
}

/* Anew from where it began; without a text, or a match, back to there. */
static void find_anew(struct screen *s)
{
	struct find f;

	if (in_heap(s)) {
		remember(s, s->prompt.line.text.data);
		find_site(s, s->prompt.line.text.data, 1, true);
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
	if (in_heap(s))
		find_site(s, l->text.data, by, false);
	else if (l->text.len && make(s, &f, l->text.data))
		find_from(s, &f, find_cursor(s), by, false);
}

static void find_changed(struct screen *s)
{
	/* A search for bytes starts only when all of them are typed. */
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
	case KEY_DOWN_:
	case KEY_CTRL('n'):
	case KEY_F3_:
		step(s, 1);
		break;
	case KEY_UP_:
	case KEY_CTRL('p'):
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
		str_adds(out, _("text, or 0x and bytes: 0xdeadbeef   Enter "
				"looks for it   Esc leaves"));
	else if (!s->prompt.line.text.len && in_heap(s))
		str_adds(out, _("part of a name or of an address"));
	else if (!s->prompt.line.text.len)
		str_adds(out, _("part of a name, a kind or an address"));
	else if (!in_heap(s) && s->finding->filter.error.fault)
		rule_words(out, &s->finding->filter.error,
			   !s->view.look.utf8);
	else if (!s->finding->count)
		str_adds(out, in_heap(s) ? _("no site has that") :
			      _("no region has that"));
	else if (in_heap(s))
		/* TRANSLATORS: the second of seven matches. */
		str_addf(out, _("%s of %s   Enter goes on   Up goes back   "
				"Esc ends"),
			 fmt_grouped(a, s->finding->place),
			 fmt_grouped(b, s->finding->count));
	else
		/* TRANSLATORS: the second of seven matches, its address. */
		str_addf(out, _("%s of %s at %s   Enter goes on   Up goes "
				"back   Esc ends"),
			 fmt_grouped(a, s->finding->place),
			 fmt_grouped(b, s->finding->count),
			 fmt_addr(addr, s->view.region));
}

const struct prompt_kind find_prompt = {
	.sign = "/", .key = find_key, .changed = find_changed,
	.hint = find_hint,
};

void exec_find(const struct command_context *x)
{
	find_begin(x->screen, x->args);
}

void exec_find_next(const struct command_context *x)
{
	find_next(x->screen);
}
