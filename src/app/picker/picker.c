/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/picker/private.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/screen/keys.h"
#include "app/screen/place.h"
#include "base/alloc.h"
#include "base/text.h"
#include "ui/kit/keyed.h"
#include "ui/kit/widgets.h"

void picker_start(struct screen *s, const struct picker_options *o)
{
	struct picker *p = xcalloc(1, sizeof *p);

	p->o = *o;
	p->find = (struct line)LINE_INIT;
	p->attach = (struct str)STR_INIT;
	p->pane = s->panes[PANE_PICKER].state;
	p->pane->uid = o->uid;
	p->pane->follow = o->follow;
	s->picker = p;
	s->place = (struct screen_place){ PANE_PICKER, PANE_PICKER };
	place_layout(s);
}

void picker_release(struct screen *s)
{
	struct picker *p = s->picker;

	if (!p)
		return;
	line_release(&p->find);
	vec_release(&p->watched);
	str_release(&p->attach);
	free(p);
}

/* --- messages of the lister ----------------------------------------------- */

static void say_ended(struct screen *s, pid_t pid, const char *name)
{
	struct str cut = STR_INIT;

	text_cut(&cut, name, 40, CUT_END, !s->view.look.utf8);
	/* TRANSLATORS: pid and command of the process. */
	screen_say(s, SEV_NOTE, _("%d %s has ended."), (int)pid, cut.data);
	str_release(&cut);
}

static void take_answer(struct screen *s, const struct listed_more *more)
{
	struct picker *p = s->picker;
	struct refusal why = more->refusal;
	struct str text = STR_INIT;

	if (!p->choice.pid || more->pid != p->choice.pid || !more->asked)
		return;
	if (more->start != p->choice_start)
		why = (struct refusal){ .why = REFUSED_NO_PROCESS,
					.pid = p->choice.pid };
	if (why.why == REFUSED_NOT) {
		p->chosen = s->leaving = true;
		return;
	}
	picker_refusal_text(s, &text, picks_at(&p->pane->picks, more->pid),
			    &why);
	screen_message(s, SEV_ERROR, text.data);
	str_release(&text);
	p->choice.pid = 0;
}

void picker_take(struct screen *s, const struct listed_message *m)
{
	struct picks *picks = &s->picker->pane->picks;
	pid_t pid = picks->pid;
	char *gone = NULL;

	picks->ascii = !s->view.look.utf8;
	if (picks_take(picks, m, s->now_ns, &gone))
		say_ended(s, pid, gone);
	free(gone);
	if (m->kind == LISTED_MORE)
		take_answer(s, &m->u.more);
	s->dirty |= m->kind != LISTED_ROW || !picks->walked;
}

/* --- commands ------------------------------------------------------------- */

static void choose(struct screen *s, enum level level)
{
	struct picker *p = s->picker;
	struct picks *picks = &p->pane->picks;
	const struct pick *k;

	/* Without a new search, the rows are not updated: an update could move
	 * another process to the row that the user has selected. */
	if (picks->sought || !picks->pid)
		picks_update(picks);
	k = picks_selected(picks);
	if (!k) {
		screen_say(s, SEV_NOTE, _("No process to choose."));
		return;
	}
	p->choice = (struct picker_choice){
		.pid = k->p.pid, .level = level, .follow = p->pane->follow,
	};
	p->choice_start = k->p.start;
	p->asked = false;
}

void picker_open(struct screen *s)
{
	choose(s, s->picker->o.level);
}

void exec_watch(const struct command_context *x)
{
	choose(x->screen, x->cmd->id == DO_WATCH_CALLS ?
	       LEVEL_CALLS : x->screen->picker->o.level);
}

void exec_follow(const struct command_context *x)
{
	struct picking *pane = x->screen->picker->pane;

	pane->follow = !pane->follow;
}

void exec_leave(const struct command_context *x)
{
	x->screen->leaving = true;
}

/* --- keys and mouse ------------------------------------------------------- */

/* Updates the search after an edit of the Find line, if the text has
 * changed. */
static void edit(struct screen *s, uint32_t key, enum line_did did)
{
	struct picker *p = s->picker;

	if (did == LINE_NOT_MINE) {
		keys_unknown(s, key);
		return;
	}
	p->pane->typing = true;
	if (did == LINE_CHANGED)
		picks_find(&p->pane->picks, p->find.text.data);
}

void picker_paste(struct screen *s, const struct pasted *part)
{
	struct picker *p = s->picker;

	if (p->pane->help || line_paste(&p->find, part) != LINE_CHANGED)
		return;
	p->choice.pid = 0;
	edit(s, KEY_PASTE_, LINE_CHANGED);
}

static bool is_movement(const struct command *c)
{
	return c && c->id >= DO_UP && c->id <= DO_END;
}

/* True if the key runs its command even while the user types into Find: keys
 * that are not characters do, except control keys that edit the line. */
static bool is_always(const struct command *c, uint32_t key)
{
	return key >= KEY_NONE_ || (key < ' ' && !is_movement(c));
}

/* A key in the help turns to the other page, scrolls, or closes the help. */
static void help_key(struct picking *pane, const struct command *cmd)
{
	if (cmd && (cmd->id == DO_HELP || cmd->id == DO_LETTERS))
		pane->help = pane->help == 1 ? 2 : 1;
	else if (!is_movement(cmd) || pane->help == 1 ||
		 !text_move(&pane->help_top, cmd->id, LONG_MAX, 10))
		pane->help = 0;
}

/* True if the key runs the command now; otherwise the key edits the Find
 * line. */
static bool runs(const struct picker *p, const struct command *c, uint32_t key)
{
	return c && (!p->pane->typing || is_always(c, key));
}

bool picker_can(const struct screen *s, const struct command *c, size_t *key)
{
	const struct picker *p = s->picker;
	bool watches = c->id == DO_WATCH || c->id == DO_WATCH_CALLS;

	/* While the help is open, keys turn its pages or close it. */
	if (p->pane->help ? c->id != DO_LEAVE && c->id != DO_HELP :
	    watches && !picks_selected(&p->pane->picks))
		return false;
	for (size_t i = 0; c->keys[i]; i++)
		if (runs(p, c, c->keys[i])) {
			*key = i;
			return true;
		}
	return false;
}

void picker_key(struct screen *s, uint32_t key, const struct command *cmd)
{
	struct picker *p = s->picker;

	/* Ctrl-C always quits, whatever command the configuration binds it
	 * to. */
	if (key == KEY_CTRL('c')) {
		s->leaving = true;
		return;
	}
	if (key == KEY_RESIZE_ || keys_clear_message(s, key, cmd))
		return;
	if (p->pane->help) {
		help_key(p->pane, cmd);
		return;
	}
	/* Every key cancels a choice that the lister has not checked yet. */
	p->choice.pid = 0;
	if (runs(p, cmd, key))
		screen_run(s, cmd, "");
	else
		edit(s, key, line_key(&p->find, key));
}

bool picker_mouse(struct screen *s, const struct hot *hot,
		  const struct mouse *m)
{
	struct picker *p = s->picker;
	bool up = m->op == MOUSE_WHEEL_UP;

	s->dirty = true;
	if (up || m->op == MOUSE_WHEEL_DOWN) {
		if (!p->pane->help)
			screen_give(s, PANE_PICKER,
				    up ? DO_WHEEL_UP : DO_WHEEL_DOWN);
		return true;
	}
	if (m->op != MOUSE_PRESS || m->button != 1)
		return true;
	if (p->pane->help || !hot) {
		p->pane->help = 0;
		return true;
	}
	/* Like a key, a click cancels a choice that the lister has not checked
	 * yet. */
	p->choice.pid = 0;
	return false;
}

bool picker_types(const struct screen *s)
{
	return s->picker && s->picker->pane->typing;
}

void picker_say_leave(struct screen *s)
{
	/* TRANSLATORS: the name of a key, such as "Esc". */
	screen_say(s, SEV_NOTE, _("A click does not quit: press %s."),
		   key_of(DO_LEAVE));
}

/* --- requests to the lister ----------------------------------------------- */

bool picker_watch(struct screen *s, pid_t *pids, size_t max, size_t *n,
		  pid_t *selected)
{
	struct picker *p = s->picker;
	const struct picking *pane = p->pane;
	const struct pick *k = picks_selected(&pane->picks);
	long end = pane->list.top + pane->height;

	*n = 0;
	*selected = k ? k->p.pid : 0;
	for (long i = pane->list.top; i < end && *n < max &&
	     (size_t)i < pane->picks.rows.n; i++)
		pids[(*n)++] = pane->picks.rows.v[i].pid;
	if (*n == p->watched.n && *selected == p->watched_selected &&
	    (!*n || !memcmp(pids, p->watched.v, *n * sizeof *pids)))
		return false;
	vec_clear(&p->watched);
	for (size_t i = 0; i < *n; i++)
		*vec_push(&p->watched) = pids[i];
	p->watched_selected = *selected;
	return true;
}

pid_t picker_ask(struct screen *s)
{
	struct picker *p = s->picker;

	if (!p->choice.pid || p->asked)
		return 0;
	p->asked = true;
	return p->choice.pid;
}

void picker_unwatch(struct screen *s)
{
	s->picker->watched_selected = -1;
}

void picker_unask(struct screen *s)
{
	s->picker->asked = false;
}

enum picker_end picker_end(const struct screen *s,
			   struct picker_choice *choice)
{
	*choice = s->picker->choice;
	return s->picker->chosen ? PICKER_CHOSEN :
	       s->leaving ? PICKER_LEAVES : PICKER_STAYS;
}
