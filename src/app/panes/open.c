/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opens bytes in another program.  The user selects the program in a menu, and
 * the screen requests the bytes.  Then the session, which owns the terminal,
 * runs the program.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/panes/contents.h"
#include "app/panes/decoding.h"
#include "app/input/find.h"
#include "app/panes/open.h"
#include "app/screen/past.h"
#include "app/screen/private.h"
#include "base/alloc.h"
#include "base/text.h"
#include "ui/kit/keyed.h"

#define SECOND 1000000000ull
#define ANSWER_NS (2 * SECOND)

/* The bytes to open.  `with' is the number of the program that opens them; 0 is
 * the editor. */
struct opening {
	const struct config *config;	/* NULL: there is no configuration */
	size_t with;
	bool on;			/* the requested bytes have not been
					 * opened yet */
	int told;
	pid_t pid;
	struct view_bytes window;
	uint64_t asked_ns;
};

void open_init(struct screen *s)
{
	s->opening = xcalloc(1, sizeof *s->opening);
}

void open_release(struct screen *s)
{
	free(s->opening);
}

void open_configure(struct screen *s, const struct config *config)
{
	s->opening->config = config;
}

/* --- the menu ---------------------------------------------------------------------- */

/* Returns the number of choices: the editor, and the programs of the
 * configuration. */
static size_t choices(const struct screen *s)
{
	return 1 + (s->opening->config ? s->opening->config->open_with.n : 0);
}

static const struct question open_question;

void exec_open_with(const struct command_context *x)
{
	struct screen *s = x->screen;

	if (s->place.focus != PANE_CONTENTS || !view_region(&s->view)) {
		screen_say(s, SEV_NOTE, keyed(_("Only in Contents "
						"({contents}).")));
		return;
	}
	if (past_refuses(s))
		return;
	s->opening->with = 0;
	s->ask = &open_question;
}

/* Requests the bytes of the region.  If the region is too large for one
 * request, requests the part that starts at the cursor's row. */
static void begin(struct screen *s)
{
	const struct process *p = view_process(&s->view);
	const struct region *r = view_region(&s->view);
	struct opening *o = s->opening;
	uint64_t at = find_cursor(s);

	s->ask = NULL;
	if (!p || !r)
		return;
	o->on = true;
	o->pid = p->pid;
	o->asked_ns = s->now_ns;
	o->told = 0;
	o->window = (struct view_bytes){ .start = r->start,
					 .bytes = r->end - r->start,
					 .of = s->view.shown.of };
	if (o->window.bytes > REQ_CONTENTS_MAX) {
		o->window.start = at - at % CONTENTS_BLOCK;
		if (o->window.start < r->start)
			o->window.start = r->start;
		o->window.bytes = r->end - o->window.start;
	}
	if (o->window.bytes > REQ_CONTENTS_MAX)
		o->window.bytes = REQ_CONTENTS_MAX;
	contents_request(s, o->pid, o->window.of, o->window.start,
			 o->window.bytes);
}

static void open_key(struct screen *s, uint32_t key)
{
	size_t n = choices(s);

	if (key >= '1' && key <= '9' && key - '1' < n) {
		s->opening->with = key - '1';
		begin(s);
		return;
	}
	switch (ask_menu_key(key, DO_OPEN_WITH)) {
	case MENU_ACCEPT: begin(s); break;
	case MENU_CANCEL: s->ask = NULL; break;
	case MENU_NEXT:
		s->opening->with = (s->opening->with + 1) % n;
		break;
	case MENU_BEFORE:
		s->opening->with = (s->opening->with + n - 1) % n;
		break;
	case MENU_OTHER: break;
	}
}

static void add_name(struct str *out, const struct screen *s, size_t i)
{
	const char *name = s->opening->config->open_with.v[i].name;

	text_safe(out, name, strlen(name), !s->view.look.utf8);
}

static void open_draw(const struct screen *s, struct canvas *c, int row)
{
	size_t n = choices(s);
	int col;

	canvas_fill(c, row, 0, c->cols, STYLE_TEXT, " ");
	col = canvas_puts(c, row, 1, STYLE_TEXT, _("Open with:"));
	for (size_t i = 0; i < n && i < 9; i++) {
		struct str name = STR_INIT;
		int from = ++col;

		if (i)
			add_name(&name, s, i - 1);
		else
			str_adds(&name, _("editor (hex dump)"));
		col = canvas_printf(c, row, col, i == s->opening->with ?
				    STYLE_WARN : STYLE_DIM,
				    i == s->opening->with ? "[%d %s]" : "%d %s",
				    (int)i + 1, name.data);
		canvas_hot(c, row, from, col - from,
			   (struct hot){ .kind = HOT_KEY,
					 .value = '1' + i });
		str_release(&name);
	}
	col = ask_put_key(c, row, col, "Enter", NULL, KEY_ENTER_);
	ask_put_key(c, row, col, "Esc", NULL, KEY_ESC_);
}

static const struct question open_question = {
	.key = open_key, .draw = open_draw, .lasts = true,
};

/* --- the bytes ----------------------------------------------------------------------- */

void open_event(struct screen *s, const struct event *ev)
{
	const struct ev_contents *e = &ev->u.contents;
	struct opening *o = s->opening;

	if (o->on && ev->kind == EV_CONTENTS && ev->pid == o->pid &&
	    e->number == o->window.of.number &&
	    e->start == o->window.start && e->data.len == o->window.bytes)
		o->told = 1;
}

bool screen_wants_open(struct screen *s, struct screen_open *out)
{
	struct opening *o = s->opening;
	struct gathered g = { .unknown = VEC_INIT };

	if (!o->on || (!o->told && s->now_ns < o->asked_ns + ANSWER_NS))
		return false;
	o->on = false;
	if (!contents_gather(s, o->pid, &o->window, &g)) {
		gathered_release(&g);
		screen_say(s, SEV_NOTE, _("Nothing to open: the bytes could "
					  "not be read in time."));
		return false;
	}
	*out = (struct screen_open){
		.with = o->with ? &o->config->open_with.v[o->with - 1] : NULL,
		.bytes = g.bytes, .n = o->window.bytes,
	};
	vec_release(&g.unknown);
	return true;
}
