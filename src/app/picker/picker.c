/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/picker/private.h"

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "base/alloc.h"
#include "base/text.h"
#include "ui/kit/command.h"
#include "ui/kit/say.h"

/* Numbers change twice a second. */
#define TICK_NS 500000000ull

struct picker *picker_new(const struct picker_options *o)
{
	struct picker *p = xcalloc(1, sizeof *p);

	p->o = *o;
	p->find = (struct line)LINE_INIT;
	p->attach = (struct str)STR_INIT;
	p->typing = p->dirty = true;
	picks_init(&p->picks, !o->look.utf8);
	return p;
}

void picker_free(struct picker *p)
{
	if (!p)
		return;
	picks_release(&p->picks);
	line_release(&p->find);
	messages_release(&p->messages);
	vec_release(&p->watched);
	str_release(&p->attach);
	free(p);
}

void picker_set_look(struct picker *p, const struct look *look)
{
	p->o.look = *look;
	p->picks.ascii = !look->utf8;
	p->dirty = true;
}

void picker_say(struct picker *p, enum severity severity, const char *text)
{
	messages_add(&p->messages, severity, text, p->now_ns);
	p->dirty = true;
}

static void say_of(struct picker *p, const char *fmt, int pid,
		   const char *name)
{
	struct str s = STR_INIT, cut = STR_INIT;

	text_cut(&cut, name, 40, CUT_END, !p->o.look.utf8);
	str_addf(&s, fmt, pid, cut.data);
	picker_say(p, SEV_NOTE, s.data);
	str_release(&s);
	str_release(&cut);
}

/* --- what the lister tells ----------------------------------------------------- */

static void answer(struct picker *p, const struct listed_more *more)
{
	struct refusal why = more->refusal;
	struct str s = STR_INIT;

	if (!p->choice.pid || more->pid != p->choice.pid || !more->asked)
		return;
	if (more->start != p->choice_start)
		why = (struct refusal){ .why = REFUSED_NO_PROCESS,
					.pid = p->choice.pid };
	if (why.why == REFUSED_NOT) {
		p->end = PICKER_CHOSEN;
		return;
	}
	picker_refusal_text(p, &s, picks_at(&p->picks, more->pid), &why);
	picker_say(p, SEV_ERROR, s.data);
	str_release(&s);
	p->choice.pid = 0;
}

void picker_take(struct picker *p, const struct listed_message *m)
{
	pid_t pid = p->picks.pid;
	char *gone = NULL;

	if (picks_take(&p->picks, m, p->now_ns, &gone))
		/* TRANSLATORS: its pid and its command. */
		say_of(p, _("%d %s has ended."), (int)pid, gone);
	free(gone);
	if (m->kind == LISTED_MORE)
		answer(p, &m->u.more);
	p->dirty |= m->kind != LISTED_ROW || !p->picks.walked;
}

/* --- keys ------------------------------------------------------------------------- */

static bool is_movement(enum cmd id)
{
	return id >= DO_UP && id <= DO_END;
}

static void move(struct picker *p, enum cmd cmd)
{
	long row;

	picks_update(&p->picks);
	row = list_move(&p->list.list, cmd, picks_row(&p->picks),
			(long)p->picks.rows.n, p->list.height);
	if (row >= 0)
		picks_select(&p->picks, row);
	p->typing = false;
}

/* The wheel: what is selected goes along only at the edge, and what is typed
 * goes on. */
static void scroll(struct picker *p, enum cmd cmd)
{
	long was, row;

	picks_update(&p->picks);
	was = picks_row(&p->picks);
	row = list_move(&p->list.list, cmd, was, (long)p->picks.rows.n,
			p->list.height);
	if (row != was)
		picks_select(&p->picks, row);
}

/* All, then one's own, then those of whose was selected at the beginning. */
static void next_user(struct picker *p)
{
	const struct pick *k = picks_selected(&p->picks);
	struct picks *list = &p->picks;

	/* With one's own alone in view nobody else's can be selected. */
	if (!list->by_user) {
		p->other = k ? k->p.uid : p->o.uid;
		picks_user(list, p->o.uid);
	} else if (list->uid == p->o.uid && p->other != p->o.uid) {
		picks_user(list, p->other);
	} else {
		picks_all_users(list);
	}
}

static void sort(struct picker *p, int step)
{
	int by = (int)p->picks.sort + step;

	picks_sort(&p->picks, (enum pick_sort)((by + PICK_SORTS) % PICK_SORTS),
		   p->picks.reverse);
}

static void choose(struct picker *p, enum level level)
{
	const struct pick *k;

	/* What was shown, or is found only now; but nobody who stands where
	 * that one was. */
	if (p->picks.sought || !p->picks.pid)
		picks_update(&p->picks);
	k = picks_selected(&p->picks);
	if (!k) {
		picker_say(p, SEV_NOTE, _("There is nothing to choose."));
		return;
	}
	p->choice = (struct picker_choice){
		.pid = k->p.pid, .level = level, .follow = p->o.follow,
	};
	p->choice_start = k->p.start;
	p->asked = false;
}

void picker_run(struct picker *p, enum cmd cmd)
{
	struct picks *list = &p->picks;

	switch (cmd) {
	case DO_WATCH: choose(p, p->o.level); break;
	case DO_WATCH_CALLS: choose(p, LEVEL_CALLS); break;
	case DO_FOLLOW: p->o.follow = !p->o.follow; break;
	case DO_USER: next_user(p); break;
	case DO_TREE: picks_tree(list, !list->tree); break;
	case DO_SORT_BACK: sort(p, -1); break;
	case DO_SORT_NEXT: sort(p, 1); break;
	case DO_SORT_INVERT: picks_sort(list, list->sort, !list->reverse);
		break;
	case DO_FIND: p->typing = true; break;
	case DO_LETTERS: p->typing = !p->typing; break;
	case DO_HELP: p->help = true; break;
	case DO_REDRAW: p->redraw = true; break;
	case DO_SUSPEND: p->suspend = true; break;
	case DO_LEAVE: p->end = PICKER_LEAVES; break;
	case DO_WHEEL_UP:
	case DO_WHEEL_DOWN: scroll(p, cmd); break;
	default:
		if (is_movement(cmd))
			move(p, cmd);
	}
}

/* A letter, or what edits a line. */
static bool type(struct picker *p, uint32_t key)
{
	enum line_did did = line_key(&p->find, key);

	if (did == LINE_NOT_MINE)
		return false;
	p->typing = true;
	if (did == LINE_CHANGED)
		picks_find(&p->picks, p->find.text.data);
	return true;
}

void picker_paste(struct picker *p, const struct pasted *part)
{
	if (p->help || line_paste(&p->find, part) != LINE_CHANGED)
		return;
	p->typing = p->dirty = true;
	p->choice.pid = 0;
	picks_find(&p->picks, p->find.text.data);
}

/* Whether a key is a command also while something is typed. */
static bool is_always(const struct command *c, uint32_t key)
{
	return c && (key < ' ' || key >= KEY_NONE_) &&
	       (is_movement(c->id) || c->id == DO_WATCH || c->id == DO_LEAVE ||
		c->id == DO_LETTERS || c->id == DO_HELP ||
		c->id == DO_REDRAW || c->id == DO_SUSPEND ||
		c->id == DO_RESIZE);
}

void picker_key(struct picker *p, uint32_t key)
{
	const struct command *c = command_by_key(key, ON_PICKER);
	bool error = p->messages.n &&
		     p->messages.m[0].severity == SEV_ERROR;

	p->dirty = true;
	/* There is always a way out, whatever the configuration says. */
	if (key == KEY_HANGUP_ || key == KEY_CTRL('c')) {
		p->end = PICKER_LEAVES;
		return;
	}
	if (key == KEY_RESIZE_)
		return;
	messages_key(&p->messages, key == KEY_ESC_, c && is_movement(c->id),
		     p->now_ns);
	/* Esc takes an error away, and nothing more with the same stroke. */
	if (error && key == KEY_ESC_)
		return;
	if (p->help) {
		p->help = false;
		return;
	}
	/* Another key, another wish. */
	p->choice.pid = 0;
	if (c && (!p->typing || is_always(c, key)))
		picker_run(p, c->id);
	else
		type(p, key);
}

/* --- wishes ------------------------------------------------------------------------- */

bool picker_watch(struct picker *p, pid_t *pids, size_t max, size_t *n,
		  pid_t *selected)
{
	const struct picks *list = &p->picks;
	const struct pick *k = picks_selected(list);
	long end = p->list.list.top + p->list.height;
	bool same;

	*n = 0;
	*selected = k ? k->p.pid : 0;
	for (long i = p->list.list.top; i < end && *n < max &&
	     (size_t)i < list->rows.n; i++)
		pids[(*n)++] = list->rows.v[i].pid;
	same = *n == p->watched.n && *selected == p->watched_selected &&
	       (!*n || !memcmp(pids, p->watched.v, *n * sizeof *pids));
	if (same)
		return false;
	vec_clear(&p->watched);
	for (size_t i = 0; i < *n; i++)
		*vec_push(&p->watched) = pids[i];
	p->watched_selected = *selected;
	return true;
}

pid_t picker_ask(struct picker *p)
{
	if (!p->choice.pid || p->asked)
		return 0;
	p->asked = true;
	return p->choice.pid;
}

void picker_unwatch(struct picker *p)
{
	p->watched_selected = -1;
}

void picker_unask(struct picker *p)
{
	p->asked = false;
}

enum picker_end picker_end(const struct picker *p,
			   struct picker_choice *choice)
{
	*choice = p->choice;
	return p->end;
}

bool picker_wants_suspend(struct picker *p)
{
	bool suspend = p->suspend;

	p->suspend = false;
	return suspend;
}

bool picker_wants_redraw(struct picker *p)
{
	bool redraw = p->redraw;

	p->redraw = false;
	return redraw;
}

void picker_time(struct picker *p, uint64_t now_ns)
{
	p->now_ns = now_ns;
	if (messages_time(&p->messages, now_ns))
		p->dirty = true;
	if (now_ns / TICK_NS != p->tick) {
		p->tick = now_ns / TICK_NS;
		p->dirty = true;
	}
}

bool picker_dirty(const struct picker *p)
{
	return p->dirty;
}
