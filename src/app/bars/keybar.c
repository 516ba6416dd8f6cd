/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/bars/keybar.h"

#include <limits.h>
#include <string.h>

#include "app/i18n.h"
#include "base/str.h"
#include "base/text.h"

enum { ENTRIES = 32, LABEL = 48 };

struct keybar_entry {
	enum cmd id;
	char text[LABEL];		/* key and word: "n Next" */
	size_t key;			/* length of the key in text, in
					 * bytes */
	enum cmd before;		/* command of the first key if two keys
					 * share the word, as in "+ - Zoom" */
	int width;
	int group;			/* 0 target, 1 pane, 2 general keys,
					 * 3 time */
	int order;			/* the entry with the highest order is
					 * dropped first */
	int bare_order;			/* order of the entry without its word;
					 * 0: the word is never dropped */
	bool on;
	bool dropped;
};

bool keybar_launched(const struct model *m)
{
	const struct process *p = model_main(m);

	/* Before the first STATUS event, only `p->launched` shows whether mmtop
	 * launched the program. */
	return !model_is_system_wide(m) &&
	       (m->status.origin || !p || p->launched);
}

static unsigned when_now(const struct model *m)
{
	const struct ev_status *s = &m->status;
	unsigned when = keybar_launched(m) ? WHEN_LAUNCHED : 0;

	switch (s->state) {
	case TARGET_HELD:
		/* A key ends a number of steps. */
		return when | WHEN_HELD | (s->steps > 1 ? WHEN_RUN : 0);
	case TARGET_DETACHED: return when | WHEN_DETACHED;
	case TARGET_ENDED:
	case TARGET_CAPTURE: return when | WHEN_ENDED;
	case TARGET_EVERYBODY: return when | WHEN_EVERYBODY;
	default: return when | WHEN_RUN;
	}
}

bool keybar_applies(const struct command *cmd, const struct model *m)
{
	unsigned now = when_now(m);

	if (cmd->when & WHEN_LAUNCHED && !(now & WHEN_LAUNCHED))
		return false;
	return cmd->when & now & (unsigned)WHEN_ALWAYS;
}

/* Returns the word of a key whose meaning changes with the state; NULL if its
 * usual word applies now. */
static const char *state_word(enum cmd id, const struct view *view)
{
	const struct ev_status *s = &view_live(view)->status;

	/* TRANSLATORS: keys of the paused view: Space returns to live; , and .
	 * step by event; at most 10 columns each. */
	if (view_paused(view) && id == DO_PAUSE)
		return _("Live");
	if (view_paused(view) && (id == DO_FRAME_PREV || id == DO_FRAME_NEXT))
		return _("Event");
	if (s->state == TARGET_CAPTURE && id == DO_LIVE)
		return _("Newest");
	if (s->state != TARGET_HELD)
		return NULL;
	/* TRANSLATORS: keys that are shown while the program is held; at most
	 * 14 columns each. */
	if (id == DO_NEXT)
		return s->held_phase == PHASE_ENTER ? _("Run this call") :
		       _("Next call");
	if (id == DO_CATCH)
		return _("Stop at");
	return id == DO_CONTINUE ? _("Continue") : NULL;
}

/* Returns the word after the key, or NULL.  Sets *can to true if the command
 * can run. */
static const char *word_of(const struct command *cmd, const struct view *view,
			   const struct pane *pane, bool *can)
{
	const char *word = state_word(cmd->id, view);

	*can = keybar_applies(cmd, view_live(view));
	if (word)
		return word;
	if (cmd->id == DO_ENTER) {
		word = pane->ops->enter
			? pane->ops->enter(pane->state, view, can) : NULL;
		return word ? _(word) : NULL;
	}
	return cmd->bar[0] ? _(cmd->bar) : NULL;
}

/* Appends the name of a key of the command, the key-th in its label. */
static void add_key(struct str *out, const struct command *cmd, size_t key)
{
	const char *label = cmd->key_label;

	for (; key; key--) {
		label += strcspn(label, " ");
		label += strspn(label, " ");
	}
	str_add(out, label, strcspn(label, " "));
}

/* Sets the text to "n Next".  If the entry has a key already, because two keys
 * share the word, both are shown: "+ - Zoom". */
static void set_text(struct keybar_entry *e, const struct command *cmd,
		     size_t key, const char *word)
{
	struct str s = STR_INIT;
	size_t bytes;

	if (e->key) {
		str_add(&s, e->text, e->key);
		str_addc(&s, ' ');
	}
	add_key(&s, cmd, key);
	e->key = s.len;
	str_addc(&s, ' ');
	str_adds(&s, word);
	bytes = s.len < LABEL ? s.len : LABEL - 1;
	memcpy(e->text, s.data, bytes);
	e->text[bytes] = '\0';
	e->width = text_width(e->text);
	str_release(&s);
}

static void add_word(struct keybar_entry *e, size_t *n,
		     const struct command *cmd, size_t key, const char *word,
		     struct keybar_entry new)
{
	struct keybar_entry *last = *n ? &e[*n - 1] : NULL;

	if (last && last->group == new.group && last->key == 1 &&
	    !strcmp(last->text + last->key + 1, word)) {
		set_text(last, cmd, key, word);
		last->before = last->id;
		last->id = new.id;
		return;
	}
	e[*n] = new;
	set_text(&e[(*n)++], cmd, key, word);
}

static void add(struct keybar_entry *e, size_t *n, enum cmd id, int group,
		int order, const struct view *view, const struct pane *pane)
{
	const struct command *cmd = command_by_id(id);
	const char *word;
	bool can;

	if (!cmd || *n == ENTRIES)
		return;
	for (size_t i = 0; i < *n; i++)
		if (!strncmp(e[i].text, cmd->key_label, e[i].key) &&
		    e[i].key == strcspn(cmd->key_label, " "))
			return;
	word = word_of(cmd, view, pane, &can);
	/* Without a program to control, the commands for the target are not
	 * shown. */
	if ((model_is_system_wide(view->model) ||
	     model_captured(view->model)) &&
	    cmd->group == GROUP_TARGET)
		return;
	/* A key that does not work now is dropped before one that does. */
	if (word)
		add_word(e, n, cmd, 0, word,
			 (struct keybar_entry){ .id = id, .group = group,
					 .order = can ? order : order + 40,
					 .on = can });
}

/* Lets the entry lose its word before it is dropped.  `order` is the order of
 * the entry without the word. */
static void bare(struct keybar_entry *e, size_t n, enum cmd id, int order)
{
	for (size_t i = 0; i < n; i++)
		if (e[i].id == id)
			e[i].bare_order = order;
}

/* The keys of a paused view come first. */
static const enum cmd time_keys[] = {
	DO_PAUSE, DO_FRAME_PREV, DO_FRAME_NEXT, DO_SECOND_BACK, DO_SECOND_NEXT,
	DO_NONE,
};

static size_t entries(struct keybar_entry *e, const struct view *view,
		      const struct pane *pane)
{
	const struct model *m = view_live(view);
	bool closed = pane_closed(pane->ops, view->model);
	const enum cmd *bar = closed ? NULL : pane->ops->bar;
	bool detached = m->status.state == TARGET_DETACHED;
	size_t n = 0;
	int order = 10;

	/* The first, which returns to live, is dropped last. */
	for (size_t i = 0; view_paused(view) && time_keys[i]; i++)
		add(e, &n, time_keys[i], 3, i > 0, view, pane);
	add(e, &n, DO_NEXT, 0, 2, view, pane);
	add(e, &n, DO_CONTINUE, 0, 3, view, pane);
	add(e, &n, DO_HOLD, 0, 4, view, pane);
	add(e, &n, detached ? DO_ATTACH : DO_DETACH, 0, 2, view, pane);
	if (m->status.state == TARGET_HELD)
		add(e, &n, DO_CATCH, 0, 45, view, pane);
	bare(e, n, DO_CATCH, 9);
	if (m->status.state == TARGET_HELD ||
	    (m->status.state == TARGET_ENDED && m->backtrace.signal))
		add(e, &n, DO_BACKTRACE, 1, order++, view, pane);
	for (size_t i = 0; bar && bar[i] != DO_NONE; i++)
		add(e, &n, bar[i], 1, order++, view, pane);
	add(e, &n, DO_LEVEL, 2, 100, view, pane);
	add(e, &n, DO_PROCESS, 2, 101, view, pane);
	add(e, &n, DO_SYSTEM, 2, 102, view, pane);
	add(e, &n, DO_ZOOM, 2, 103, view, pane);
	if (keybar_launched(m))
		add(e, &n, DO_TYPE, 2, 104, view, pane);
	add(e, &n, DO_COMMAND, 2, 99, view, pane);
	bare(e, n, DO_COMMAND, 8);
	add(e, &n, DO_HELP, 2, 98, view, pane);
	bare(e, n, DO_HELP, 1);
	add(e, &n, DO_QUIT, 2, 0, view, pane);
	return n;
}

static int total_width(const struct keybar_entry *e, size_t n)
{
	int width = 1, group = -1;

	for (size_t i = 0; i < n; i++) {
		if (e[i].dropped)
			continue;
		/* Two blanks between entries, ` │ ` between groups. */
		if (group >= 0)
			width += e[i].group == group ? 2 : 3;
		group = e[i].group;
		width += e[i].width;
	}
	return width;
}

/* A shorter entry may still fit into the columns that a long one leaves: takes
 * dropped entries back, first the one that was dropped last. */
static void refill(struct keybar_entry *e, size_t n, int cols)
{
	for (int order = 0, next; order < INT_MAX; order = next) {
		next = INT_MAX;
		for (size_t i = 0; i < n; i++) {
			if (!e[i].dropped || !e[i].on || e[i].order < order)
				continue;
			if (e[i].order > order) {
				next = e[i].order < next ? e[i].order : next;
				continue;
			}
			e[i].dropped = false;
			e[i].dropped = total_width(e, n) > cols;
		}
	}
}

/* Drops entries until the rest fits.  The entries `:` and `?` lose their words
 * before they are dropped. */
static void fit(struct keybar_entry *e, size_t n, int cols)
{
	while (total_width(e, n) > cols) {
		struct keybar_entry *worst = NULL;
		for (size_t i = 0; i < n; i++)
			if (!e[i].dropped &&
			    (!worst || e[i].order > worst->order))
				worst = &e[i];
		if (!worst)
			break;
		if (worst->bare_order) {
			worst->text[worst->key] = '\0';
			worst->width = (int)worst->key;
			worst->order = worst->bare_order;
			worst->bare_order = 0;
		} else {
			worst->dropped = true;
		}
	}
	refill(e, n, cols);
}

static void draw_entries(struct canvas *c, int row, bool utf8,
			 struct keybar_entry *e, size_t n)
{
	int col = 1, group = -1;

	fit(e, n, c->cols);
	canvas_fill(c, row, 0, c->cols, STYLE_TEXT, " ");
	for (size_t i = 0; i < n; i++) {
		char key[LABEL];
		if (e[i].dropped)
			continue;
		if (group >= 0 && e[i].group != group) {
			canvas_puts(c, row, col + 1, STYLE_TITLE,
				    utf8 ? "│" : "|");
			col += 3;
		} else if (group >= 0) {
			col += 2;
		}
		group = e[i].group;
		memcpy(key, e[i].text, e[i].key);
		key[e[i].key] = '\0';
		canvas_hot(c, row, col, e[i].width,
			   (struct hot){ .kind = HOT_COMMAND,
					 .value = e[i].id });
		if (e[i].before)
			canvas_hot(c, row, col, 1,
				   (struct hot){ .kind = HOT_COMMAND,
						 .value = e[i].before });
		col = canvas_puts(c, row, col,
				  e[i].on ? STYLE_KEY : STYLE_KEY_OFF, key);
		col = canvas_puts(c, row, col,
				  e[i].on ? STYLE_KEY_LABEL : STYLE_KEY_OFF,
				  e[i].text + e[i].key);
	}
}

void keybar_draw(struct canvas *c, int row, const struct view *view,
		 const struct pane *pane)
{
	struct keybar_entry e[ENTRIES];
	size_t n = entries(e, view, pane);

	draw_entries(c, row, view->look.utf8, e, n);
}

void keybar_draw_items(struct canvas *c, int row, const struct look *look,
		       const struct keybar_item *items, size_t n_items)
{
	struct keybar_entry e[ENTRIES];
	size_t n = 0;

	for (size_t i = 0; i < n_items && n < ENTRIES; i++) {
		const struct keybar_item *k = &items[i];
		const struct command *cmd = command_by_id(k->id);

		add_word(e, &n, cmd, k->key, k->word ? k->word : _(cmd->bar),
			 (struct keybar_entry){ .id = k->id, .group = k->group,
					 .order = k->order, .on = true });
	}
	draw_entries(c, row, look->utf8, e, n);
}

void keybar_draw_typing(struct canvas *c, int row, const struct model *m)
{
	const struct process *p = model_main(m);
	struct str s = STR_INIT;

	str_addf(&s, _(" TYPING into %d: every key goes to the program.   "
		       "Ctrl-] returns to mmtop (press it twice to send one "
		       "Ctrl-])"), p ? (int)p->pid : 0);
	/* Each version of the sentence names the key that returns to mmtop. */
	if (text_width(s.data) > c->cols) {
		str_clear(&s);
		str_addf(&s, _(" TYPING into %d: every key goes to the "
			       "program.   Ctrl-] returns"),
			 p ? (int)p->pid : 0);
	}
	if (text_width(s.data) > c->cols) {
		str_clear(&s);
		str_adds(&s, _(" TYPING  Ctrl-] returns"));
	}
	canvas_field(c, row, 0, c->cols, STYLE_ST_TYPING, s.data);
	canvas_hot(c, row, 0, c->cols,
		   (struct hot){ .kind = HOT_KEY, .value = KEY_CTRL(']') });
	str_release(&s);
}
