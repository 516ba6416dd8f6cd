/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Search in Contents: for text, for bytes, and for pointers into a region.  The
 * search is not limited to the part in view.  It requests one window of bytes
 * after another, each when the previous one has arrived.  It stops after
 * SEARCH_MAX bytes; the user can continue it from there.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/panes/contents.h"
#include "app/input/find.h"
#include "app/screen/past.h"
#include "app/screen/place.h"
#include "app/screen/private.h"
#include "app/input/search.h"
#include "base/alloc.h"
#include "base/fmt.h"
#include "base/text.h"
#include "ui/contents/values.h"
#include "ui/kit/keyed.h"
#include "ui/words/what.h"

#define SECOND 1000000000ull
/* Maximum number of bytes to search before the user has to continue the search.
 * Ranges without resident pages are skipped and not counted. */
#define SEARCH_MAX (UINT64_C(256) << 20)
/* Timeout of a request for bytes, and maximum number of requests for the same
 * bytes. */
#define ANSWER_NS (2 * SECOND)
#define TRIES 3
/* Maximum number of requests for bytes of a frame in one call of
 * search_work(). */
#define AT_ONCE 64

/* What to search for in Contents, and the progress of the search. */
#define SEARCH_BYTES 256
struct contents_search {
	bool on, pointers, wrapped;
	bool all;			/* search all regions */
	uint8_t bytes[SEARCH_BYTES];
	size_t n;			/* length of `bytes', or of a pointer;
					 * 0: nothing was searched for yet */
	uint64_t target, target_end;	/* pointers into this range match */
	pid_t pid;
	struct contents_of of;
	uint64_t region;		/* start of the region to search; not
					 * used if `all' is set */
	uint64_t from, at;		/* address where the search started, and
					 * where it is now */
	uint64_t asked, asked_ns;	/* number of bytes requested from `at';
					 * 0: no request is pending */
	int tries;
	uint64_t looked, limit;		/* bytes searched so far, and their
					 * limit */
	uint64_t found;			/* address of the last match; 0: none */
};

void search_init(struct screen *s)
{
	s->search = xcalloc(1, sizeof *s->search);
}

void search_release(struct screen *s)
{
	free(s->search);
}

/* --- matches in an answer ------------------------------------------------ */

/* True if all n bytes at `from' are known.  A hole is a range of unknown
 * bytes. */
static bool is_known(const struct bytes *holes, uint64_t from, uint64_t n)
{
	struct contents_hole h;

	for (size_t i = 0; i < holes->len / sizeof h; i++) {
		memcpy(&h, (const char *)holes->data + i * sizeof h, sizeof h);
		if (h.start < from + n && from < h.end)
			return false;
	}
	return true;
}

static bool is_it(const struct contents_search *f, const uint8_t *at)
{
	uint64_t to = 0;

	if (!f->pointers)
		return !memcmp(at, f->bytes, f->n);
	memcpy(&to, at, f->n);
	return to >= f->target && to < f->target_end;
}

/* Returns the address of the first match in the data, or 0. */
static uint64_t match(const struct contents_search *f,
		      const struct ev_contents *e)
{
	const uint8_t *data = e->data.data;
	size_t step = f->pointers ? f->n : 1, i = 0;

	if (f->pointers && e->start % f->n)
		i = f->n - e->start % f->n;
	for (; i + f->n <= e->data.len; i += step)
		if (is_it(f, data + i) &&
		    is_known(&e->holes, e->start + i, f->n))
			return e->start + i;
	return 0;
}

/* --- position ------------------------------------------------------------ */

/* Skips ranges that are known to have no resident pages. */
static uint64_t skip_absent(const struct process *p, const struct region *r,
			    uint64_t at)
{
	const struct pages *g = space_pages(&p->space, r);
	uint64_t bytes = g ? g->bin_pages * g->page_size : 0;

	if (!bytes || at < g->start || g->scanned < g->end)
		return at;
	while (at < g->end) {
		size_t bin = (at - g->start) / bytes;

		if (bin >= g->n || g->bins[bin].resident)
			break;
		at = g->start + (bin + 1) * bytes;
	}
	return at < r->end ? at : r->end;
}

/* Returns the first region at or after an address, or NULL. */
static const struct region *region_from(const struct process *p, uint64_t at)
{
	for (size_t i = space_index(&p->space, at); i < p->space.regions.n;
	     i++)
		if (!p->space.regions.v[i]->removed_ns)
			return p->space.regions.v[i];
	return NULL;
}

/* Returns the region in which the search continues.  A captured frame of a live
 * process contains only one region. */
static const struct region *next_region(const struct contents_search *f,
					const struct process *p)
{
	const struct region *r;

	if (f->all)
		return region_from(p, f->at);
	r = space_find(&p->space, f->region);
	return r && f->at < r->end ? r : NULL;
}

/* Moves the position to the next range to search; after the last region, the
 * search continues at the start.  *end is set to the end of the range.  Returns
 * false when the search is back where it started. */
static bool go_on(struct screen *s, const struct process *p, uint64_t *end)
{
	struct contents_search *f = s->search;

	for (;;) {
		const struct region *r = next_region(f, p);
		uint64_t at = f->at;

		if (f->wrapped && (!r || at >= f->from || r->start >= f->from))
			return false;
		if (!r) {
			f->wrapped = true;
			f->at = f->all ? 0 : f->region;
			continue;
		}
		if (model_captured(s->model))
			f->of = view_frame(&s->view, p, r).of;
		if (at < r->start)
			at = r->start;
		if (!f->of.number)
			at = skip_absent(p, r, at);
		f->at = at;
		if (at >= r->end)
			continue;
		*end = r->end;
		/* After the search has wrapped around, it continues beyond
		 * `from', to find a match that starts before `from'. */
		if (f->wrapped && *end > f->from + f->n - 1)
			*end = f->from + f->n - 1;
		return at < *end;
	}
}

/* --- progress ------------------------------------------------------------ */

static void stop(struct screen *s)
{
	s->search->on = s->view.search.on = false;
	s->dirty = true;
}

static void say_end(struct screen *s, const char *sentence)
{
	char a[FMT_MAX], b[FMT_MAX];

	fmt_size(a, s->search->looked);
	screen_say(s, SEV_NOTE, sentence, a + strspn(a, " "),
		   fmt_addr(b, s->search->at));
	stop(s);
}

static void ask(struct screen *s, const struct process *p)
{
	struct contents_search *f = s->search;
	uint64_t end, n;

	if (!go_on(s, p, &end)) {
		say_end(s, _("Not found in the %s that could be read."));
		return;
	}
	if (f->looked >= f->limit) {
		say_end(s, keyed(_("Not found in %s, up to %s. {find-next} "
				   "continues.")));
		return;
	}
	n = end - f->at < REQ_CONTENTS_MAX ? end - f->at : REQ_CONTENTS_MAX;
	f->asked = n;
	f->asked_ns = s->now_ns;
	if (!contents_request(s, f->pid, f->of, f->at, n))
		say_end(s, _("Stopped after %s: cannot read the frame at %s."));
}

bool search_work(struct screen *s)
{
	struct contents_search *f = s->search;
	const struct process *p;

	if (!f->on)
		return false;
	p = model_process(s->model, f->pid);
	if (!p || (!f->of.number && p->ended)) {
		say_end(s, _("The process has ended: not found in %s, up to "
			     "%s."));
		return false;
	}
	s->view.search = (struct view_search){
		.on = true, .at = f->at, .bytes = f->looked,
	};
	if (!f->asked) {
		/* The bytes of a frame arrive during ask() itself, so one call
		 * can search several windows of bytes. */
		for (int i = 0; f->on && !f->asked && i < AT_ONCE; i++)
			ask(s, p);
	} else if (s->now_ns >= f->asked_ns + ANSWER_NS) {
		if (++f->tries >= TRIES)
			say_end(s, _("Stopped after %s: no answer for %s."));
		else
			ask(s, p);
	}
	return f->on && !f->asked;
}

static void found(struct screen *s, uint64_t addr)
{
	struct contents_search *f = s->search;
	const struct process *p = model_process(s->model, f->pid);
	const struct region *r = p ? space_find(&p->space, addr) : NULL;
	struct str name = STR_INIT;
	char a[FMT_MAX];

	stop(s);
	if (!r)
		return;
	f->found = addr;
	s->view.pid = f->pid;
	find_select(s, r, addr);
	region_short(&name, r, !s->view.look.utf8);
	screen_say(s, SEV_NOTE, _("Found at %s, in %s."), fmt_addr(a, addr),
		   name.data);
	str_release(&name);
}

bool search_event(struct screen *s, const struct event *ev)
{
	const struct ev_contents *e = &ev->u.contents;
	struct contents_search *f = s->search;
	uint64_t at;

	if (ev->kind != EV_CONTENTS || !f->on || !f->asked ||
	    ev->pid != f->pid || e->number != f->of.number ||
	    e->start != f->at || e->data.len != f->asked)
		return false;
	at = match(f, e);
	f->looked += f->asked;
	f->at += f->asked;
	/* A match may cross the end of a window, so the windows overlap. */
	if (f->asked == REQ_CONTENTS_MAX && !f->pointers)
		f->at -= f->n - 1;
	f->asked = 0;
	f->tries = 0;
	if (at && !(f->wrapped && at >= f->from))
		found(s, at);
	s->dirty = true;
	return true;
}

bool search_end(struct screen *s)
{
	if (!s->search->on)
		return false;
	say_end(s, _("Ended: not found in %s, up to %s."));
	return true;
}

/* --- start --------------------------------------------------------------- */

/* Starts a search, or continues the last one. */
static void begin(struct screen *s)
{
	struct contents_search *f = s->search;
	const struct process *p = view_process(&s->view);
	const struct region *r = view_region(&s->view);

	if (past_refuses(s))
		return;
	if (!p || !r) {
		screen_say(s, SEV_NOTE, _("There is nothing to search."));
		return;
	}
	/* A new search starts after the cursor, and so does a search for the
	 * next match.  Otherwise the search continues where it stopped, for
	 * example at its limit. */
	if (!f->looked || f->found == find_cursor(s) || f->pid != p->pid ||
	    !f->limit) {
		f->from = find_cursor(s) + 1;
		f->at = f->from;
		f->wrapped = false;
	}
	f->on = true;
	f->found = 0;
	f->pid = p->pid;
	f->region = r->start;
	f->of = view_frame(&s->view, p, r).of;
	f->all = !f->of.number || model_captured(s->model);
	f->looked = f->asked = 0;
	f->tries = 0;
	f->limit = SEARCH_MAX;
	search_work(s);
}

static void begin_new(struct screen *s)
{
	s->search->limit = 0;
	begin(s);
}

void search_next(struct screen *s)
{
	if (!s->search->n)
		screen_say(s, SEV_NOTE, keyed(_("No search yet. Press {find} "
						"to search.")));
	else
		begin(s);
}

/* Parses pairs of hexadecimal digits, with or without blanks between the pairs.
 * Returns false if the text has another form. */
static bool read_hex(struct contents_search *f, const char *text)
{
	size_t n = 0;

	if (!strncmp(text, "0x", 2))
		text += 2;
	while (*(text += strspn(text, " "))) {
		char two[3] = { text[0], text[1], 0 }, *end;
		unsigned long byte = strtoul(two, &end, 16);

		if (end != two + 2 || !strchr("0123456789abcdefABCDEF",
					      two[0]) || n == SEARCH_BYTES)
			return false;
		f->bytes[n++] = (uint8_t)byte;
		text += 2;
	}
	f->n = n;
	return n > 0;
}

void exec_find_bytes(const struct command_context *x)
{
	struct screen *s = x->screen;

	s->search->pointers = false;
	place_open(s, PANE_CONTENTS);
	if (read_hex(s->search, x->args))
		begin_new(s);
	else
		screen_say(s, SEV_NOTE, _("Bytes are pairs of hex digits (de "
					  "ad be ef), at most %d bytes."),
			   SEARCH_BYTES);
}

void search_text(struct screen *s, const char *text)
{
	struct contents_search *f = s->search;
	size_t n = strlen(text);

	if (!n) {
		search_next(s);
		return;
	}
	f->pointers = false;
	if (!strncmp(text, "0x", 2) && read_hex(f, text)) {
		begin_new(s);
		return;
	}
	f->n = n < SEARCH_BYTES ? n : SEARCH_BYTES;
	memcpy(f->bytes, text, f->n);
	begin_new(s);
}

void exec_pointers(const struct command_context *x)
{
	struct screen *s = x->screen;
	struct contents_search *f = s->search;
	const struct process *p = view_process(&s->view);
	const struct region *r = view_region(&s->view);

	place_open(s, PANE_CONTENTS);
	if (p && r) {
		f->pointers = true;
		f->n = pointer_bytes(p);
		f->target = r->start;
		f->target_end = r->end;
	}
	begin_new(s);
}
