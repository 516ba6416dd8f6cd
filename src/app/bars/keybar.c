/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/bars/keybar.h"

#include <string.h>

#include "app/i18n.h"
#include "base/str.h"
#include "base/text.h"

enum { ENTRIES = 32, LABEL = 48 };

struct keybar_entry {
	enum cmd id;
	char text[LABEL];		/* "n Next" */
	size_t key;			/* bytes of the key in it */
	enum cmd before;		/* of a first key: "+ - Zoom" */
	int width;
	int group;			/* 0 target, 1 pane, 2 the rest */
	int order;			/* the highest goes first */
	int bare_order;			/* then, without its word; 0: never so */
	bool on;
	bool dropped;
};

bool keybar_launched(const struct model *m)
{
	const struct process *p = model_main(m);

	/* Before the first STATUS the process itself knows. */
	return !model_everybody(m) &&
	       (m->status.origin || !p || p->launched);
}

/* WHEN_... bits that hold now. */
static unsigned when_now(const struct model *m)
{
	const struct ev_status *s = &m->status;
	unsigned when = keybar_launched(m) ? WHEN_LAUNCHED : 0;

	switch (s->state) {
	case TARGET_HELD: return when | WHEN_HELD;
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

/* What keys mean in a state where that is something else. */
static const char *state_word(enum cmd id, const struct ev_status *s)
{
	bool over = s->state == TARGET_ENDED || s->state == TARGET_DETACHED ||
		    s->state == TARGET_CAPTURE;

	if (over && id == DO_QUIT)
		return _("Leave");
	if (s->state == TARGET_CAPTURE && id == DO_LIVE)
		return _("Newest");
	if (s->state != TARGET_HELD)
		return NULL;
	/* TRANSLATORS: key bar of a held program; at most 14 columns. */
	if (id == DO_NEXT)
		return s->held_phase == PHASE_ENTER ? _("Run this call") :
		       _("Next call");
	return id == DO_CONTINUE ? _("Leave step") : NULL;
}

/* What stands behind the key, NULL: nothing; *can: whether it can be done. */
static const char *word_of(const struct command *cmd, const struct view *view,
			   const struct pane *pane, bool *can)
{
	const char *word = state_word(cmd->id, &view->model->status);

	*can = keybar_applies(cmd, view->model);
	if (word)
		return word;
	if (cmd->id == DO_ENTER) {
		word = pane->ops->enter
			? pane->ops->enter(pane->state, view, can) : NULL;
		return word ? _(word) : NULL;
	}
	return cmd->bar[0] ? _(cmd->bar) : NULL;
}

/* "n Next"; a second key of the same word goes with the first: "+ - Zoom". */
static void set_text(struct keybar_entry *e, const struct command *cmd,
		     const char *word)
{
	struct str s = STR_INIT;
	size_t bytes;

	if (e->key) {
		str_add(&s, e->text, e->key);
		str_addc(&s, ' ');
	}
	str_add(&s, cmd->key_label, strcspn(cmd->key_label, " "));
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
		     const struct command *cmd, const char *word,
		     struct keybar_entry new)
{
	struct keybar_entry *last = *n ? &e[*n - 1] : NULL;

	if (last && last->group == new.group && last->key == 1 &&
	    !strcmp(last->text + last->key + 1, word)) {
		set_text(last, cmd, word);
		last->before = last->id;
		last->id = new.id;
		return;
	}
	e[*n] = new;
	set_text(&e[(*n)++], cmd, word);
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
	/* There is no program to do it to, now or later. */
	if ((model_everybody(view->model) || model_captured(view->model)) &&
	    cmd->group == GROUP_TARGET)
		return;
	if (word)
		add_word(e, n, cmd, word,
			 (struct keybar_entry){ .id = id, .group = group,
					 .order = order, .on = can });
}

/* The entry stays without its word until that order is reached. */
static void bare(struct keybar_entry *e, size_t n, enum cmd id, int order)
{
	for (size_t i = 0; i < n; i++)
		if (e[i].id == id)
			e[i].bare_order = order;
}

static size_t entries(struct keybar_entry *e, const struct view *view,
		      const struct pane *pane)
{
	const struct model *m = view->model;
	bool closed = pane_closed(pane->ops, m);
	const enum cmd *bar = closed ? NULL : pane->ops->bar;
	bool detached = m->status.state == TARGET_DETACHED;
	size_t n = 0;
	int order = 10;

	add(e, &n, DO_NEXT, 0, 2, view, pane);
	add(e, &n, DO_CONTINUE, 0, 3, view, pane);
	add(e, &n, DO_HOLD, 0, 4, view, pane);
	add(e, &n, detached ? DO_ATTACH : DO_DETACH, 0, 2, view, pane);
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
	bare(e, n, DO_COMMAND, 60);
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

/* Drops entries until the rest fits; `:` and `?` lose their words before that,
 * and `?` is the last but `q`. */
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
	/* A key without its word may have room where others had none. */
	for (size_t i = 0; i < n; i++) {
		if (!e[i].dropped || e[i].text[e[i].key])
			continue;
		e[i].dropped = false;
		e[i].dropped = total_width(e, n) > cols;
	}
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

		add_word(e, &n, cmd, k->word ? k->word : _(cmd->bar),
			 (struct keybar_entry){ .id = k->id, .group = k->group,
					 .order = k->order, .on = k->can });
	}
	draw_entries(c, row, look->utf8, e, n);
}

void keybar_draw_typing(struct canvas *c, int row, const struct model *m)
{
	const struct process *p = model_main(m);
	struct str s = STR_INIT;

	str_addf(&s, _(" TYPING into %d: every key goes to the program.   "
		       "Ctrl-] returns to mmtop (then Ctrl-] again sends one "
		       "Ctrl-])"), p ? (int)p->pid : 0);
	/* Where the whole sentence has no room, the way back must. */
	if (text_width(s.data) > c->cols) {
		str_clear(&s);
		str_addf(&s, _(" TYPING into %d: every key goes to the "
			       "program.   Ctrl-] back"),
			 p ? (int)p->pid : 0);
	}
	if (text_width(s.data) > c->cols) {
		str_clear(&s);
		str_adds(&s, _(" TYPING  Ctrl-] back"));
	}
	canvas_field(c, row, 0, c->cols, STYLE_ST_TYPING, s.data);
	canvas_hot(c, row, 0, c->cols,
		   (struct hot){ .kind = HOT_KEY, .value = KEY_CTRL(']') });
	str_release(&s);
}
