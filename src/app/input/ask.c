/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/bars/keybar.h"
#include "app/input/filter.h"
#include "app/panes/open.h"
#include "app/picker/picker.h"
#include "app/screen/private.h"
#include "base/alloc.h"
#include "base/str.h"
#include "base/text.h"
#include "ui/kit/keyed.h"

struct answers {
	enum level level;		/* chosen in the level line */
	uint64_t steps;			/* of ASK_STEP */
	bool step_agreed;		/* it was answered with y */
	bool kill;			/* leaving kills the program */
};

enum { ANSWERS = 3 };

struct answer {
	const char *key, *label;
};

/* A question as it stands in the row: what is asked, then the answers. */
struct wording {
	struct str text;
	struct answer answers[ANSWERS];
	size_t n;
};

void ask_init(struct screen *s)
{
	s->answers = xcalloc(1, sizeof *s->answers);
}

void ask_release(struct screen *s)
{
	free(s->answers);
}

bool screen_leaving(const struct screen *s, bool *kill)
{
	*kill = s->answers->kill;
	return s->leaving;
}

static bool is_over(const struct screen *s)
{
	return screen_state(s) == TARGET_ENDED ||
	       screen_state(s) == TARGET_DETACHED ||
	       model_captured(s->model);
}

void exec_quit(const struct command_context *x)
{
	struct screen *s = x->screen;

	/* Of what is watched from afar nothing is let go. */
	if (is_over(s) || model_everybody(s->model)) {
		s->leaving = true;
		return;
	}
	s->ask = keybar_launched(s->model) ? ASK_KILL : ASK_LEAVE;
}

void exec_kill(const struct command_context *x)
{
	x->screen->ask = ASK_KILL_ONLY;
}

bool ask_step(struct screen *s, uint64_t n)
{
	if (keybar_launched(s->model) || screen_state(s) == TARGET_HELD ||
	    s->answers->step_agreed)
		return false;
	s->answers->steps = n;
	s->ask = ASK_STEP;
	return true;
}

bool ask_before_click(struct screen *s, enum cmd cmd)
{
	if (cmd == DO_LEAVE)
		picker_say_leave(s);
	else if (cmd == DO_QUIT && is_over(s))
		s->ask = ASK_GO;
	else if (cmd == DO_DETACH &&
		 keybar_applies(command_by_id(DO_DETACH), s->model))
		s->ask = ASK_DETACH;
	else
		return false;
	return true;
}

void ask_level(struct screen *s)
{
	s->ask = ASK_LEVEL;
	s->answers->level = s->model->status.level == LEVEL_WATCH ?
			    LEVEL_WATCH : LEVEL_CALLS;
}

/* Of the process that is shown. */
static void track(struct screen *s, bool on)
{
	const struct process *p = view_process(&s->view);
	struct request req = { .op = REQ_TRACK, .a = on };

	if (!p)
		return;
	req.pid = p->pid;
	s->request(s->request_arg, &req);
}

void exec_track(const struct command_context *x)
{
	struct screen *s = x->screen;
	const char *args = x->args;
	const struct process *p = view_process(&s->view);
	bool tracked = p && (p->writes.state == WRITES_ON ||
			     p->writes.state == WRITES_STARTING);

	if (!p || p->ended) {
		screen_say(s, SEV_NOTE, _("There is no process whose writes "
					  "could be tracked."));
	} else if (!strcmp(args, "writes on")) {
		track(s, true);
	} else if (!strcmp(args, "writes off")) {
		track(s, false);
	} else if (*args) {
		screen_say(s, SEV_NOTE, _("Type :track writes on, or :track "
					  "writes off."));
	} else if (tracked) {
		track(s, false);
	} else {
		s->ask = ASK_TRACK;
	}
}

/* Choosing the order of a list changes nothing in the program. */
bool screen_asks(const struct screen *s)
{
	return s->ask != ASK_NONE && s->ask != ASK_SORT;
}

static void agree(struct screen *s)
{
	enum ask ask = s->ask;

	s->ask = ASK_NONE;
	switch (ask) {
	case ASK_KILL:
		s->answers->kill = true;
		s->leaving = true;
		break;
	case ASK_KILL_ONLY:
		screen_ask_for(s, REQ_KILL, 0, 0);
		break;
	case ASK_LEAVE:
	case ASK_GO:
		s->leaving = true;
		break;
	case ASK_DETACH:
		screen_ask_for(s, REQ_DETACH, 0, 0);
		break;
	case ASK_STEP:
		s->answers->step_agreed = true;
		screen_ask_for(s, REQ_NEXT, s->view.tid, s->answers->steps);
		break;
	case ASK_TRACK:
		track(s, true);
		break;
	default:
		break;
	}
}

static void level_key(struct screen *s, uint32_t key)
{
	const struct command *c = command_by_key(key, ON_SCREEN);

	if (c && c->id == DO_LEVEL) {
		s->answers->level = s->answers->level == LEVEL_WATCH ?
				    LEVEL_CALLS : LEVEL_WATCH;
		return;
	}
	switch (key) {
	case KEY_ENTER_:
	case '\n':
		s->ask = ASK_NONE;
		screen_ask_for(s, REQ_LEVEL, 0, s->answers->level);
		break;
	case KEY_ESC_:
	case KEY_CTRL('c'):
		s->ask = ASK_NONE;
		break;
	default:
		break;
	}
}

enum menu_key ask_menu_key(uint32_t key, enum cmd own)
{
	const struct command *c = command_by_key(key, ON_SCREEN);
	enum cmd id = c ? c->id : DO_NONE;

	if (key == KEY_ENTER_ || key == '\n')
		return MENU_ACCEPT;
	if (key == KEY_ESC_ || key == KEY_CTRL('c'))
		return MENU_CANCEL;
	if (id == own || id == DO_RIGHT || id == DO_DOWN)
		return MENU_NEXT;
	return id == DO_LEFT || id == DO_UP ? MENU_BEFORE : MENU_OTHER;
}

/* Only y agrees; Enter does not, and any other key is ignored. */
void ask_key(struct screen *s, uint32_t key)
{
	if (s->ask == ASK_LEVEL) {
		level_key(s, key);
		return;
	}
	if (s->ask == ASK_SORT) {
		sort_key(s, key);
		return;
	}
	if (s->ask == ASK_OPEN) {
		open_key(s, key);
		return;
	}
	switch (key) {
	case 'y':
		agree(s);
		break;
	case 'n':
	case KEY_ESC_:
		s->ask = ASK_NONE;
		break;
	case 'd':
		if (s->ask != ASK_KILL)
			break;
		s->ask = ASK_NONE;
		screen_ask_for(s, REQ_DETACH, 0, 0);
		s->leaving = true;
		break;
	default:
		break;
	}
}

void ask_check(struct screen *s)
{
	int pid = (int)screen_main_pid(s);

	if (s->ask == ASK_NONE || s->ask == ASK_SORT || s->ask == ASK_OPEN ||
	    s->ask == ASK_GO ||
	    !is_over(s))
		return;
	s->ask = ASK_NONE;
	if (screen_state(s) == TARGET_ENDED)
		screen_say(s, SEV_NOTE, keyed(_("%d has ended meanwhile. "
						"{quit} leaves.")),
			   pid);
	else
		screen_say(s, SEV_NOTE, keyed(_("%d was let go meanwhile. "
						"{quit} leaves.")), pid);
}

/* --- wording ---------------------------------------------------------------- */

static unsigned long live_children(const struct screen *s)
{
	const struct process *main = model_main(s->model);
	unsigned long n = 0;

	for (size_t i = 0; i < s->model->processes.n; i++) {
		const struct process *p = s->model->processes.v[i];
		n += p != main && !p->ended;
	}
	return n;
}

static void answer(struct wording *w, const char *key, const char *label)
{
	w->answers[w->n++] = (struct answer){ key, label };
}

static int answers_width(const struct wording *w)
{
	int width = 0;

	for (size_t i = 0; i < w->n; i++)
		width += 3 + text_width(w->answers[i].key) +
			 text_width(w->answers[i].label);
	return width;
}

/* Columns for the name in a sentence that is `frame` without it. */
static int name_room(const struct wording *w, const char *frame, int cols)
{
	return cols - answers_width(w) - text_width(frame) - 2;
}

static void word_kill(const struct screen *s, struct wording *w, int cols)
{
	unsigned long n = live_children(s);
	struct str name = STR_INIT, tail = STR_INIT, frame = STR_INIT;

	if (s->ask == ASK_KILL) {
		answer(w, "y", _("Kill and quit"));
		answer(w, "d", _("Detach, run on"));
	} else {
		answer(w, "y", _("Kill"));
	}
	/* TRANSLATORS: the answer that changes nothing. */
	answer(w, "Esc", _("Stay"));
	if (n)
		str_addf(&tail, ngettext(" and %lu child", " and %lu children",
					 n), n);
	/* TRANSLATORS: name and pid, then perhaps " and 2 children". */
	const char *question = _("Kill %s%s?");
	str_addf(&frame, question, "", tail.data);
	screen_name(s, &name, name_room(w, frame.data, cols));
	str_addf(&w->text, question, name.data, tail.data);
	str_release(&name);
	str_release(&tail);
	str_release(&frame);
}

static void word_leave(const struct screen *s, struct wording *w, int cols)
{
	struct str name = STR_INIT, frame = STR_INIT;
	const char *question = _("Leave %s? It was attached and runs on.");

	answer(w, "y", _("Leave"));
	answer(w, "Esc", _("Stay"));
	str_addf(&frame, question, "");
	screen_name(s, &name, name_room(w, frame.data, cols));
	str_addf(&w->text, question, name.data);
	str_release(&name);
	str_release(&frame);
}

/* What one key does at once. */
static void word_detach(const struct screen *s, struct wording *w)
{
	answer(w, "y", _("Detach"));
	answer(w, "Esc", _("Stay"));
	str_addf(&w->text, _("Detach %d? It runs on."),
		 (int)screen_main_pid(s));
}

static void word_go(struct wording *w)
{
	answer(w, "y", _("Leave"));
	answer(w, "Esc", _("Stay"));
	str_adds(&w->text, _("Leave mmtop? What is seen here is gone then."));
}

static void word_step(const struct screen *s, struct wording *w)
{
	unsigned long n = (unsigned long)s->model->status.tasks;

	answer(w, "y", _("Hold"));
	answer(w, "Esc", _("No"));
	str_addf(&w->text, ngettext("Hold %lu task of %d at each call?",
				    "Hold all %lu tasks of %d at each call?",
				    n), n, (int)screen_main_pid(s));
}

/* It is the one thing of the screen's that changes a program's memory. */
static void word_track(const struct screen *s, struct wording *w, int cols)
{
	const struct process *p = view_process(&s->view);
	const char *question = _("Mark private memory of %d read-only and note "
				 "each page's next write? It slows down.");
	const char *brief = _("Mark memory of %d read-only to see writes?");

	answer(w, "y", _("Track"));
	answer(w, "Esc", _("No"));
	str_addf(&w->text, question, p ? (int)p->pid : 0);
	if (text_width(w->text.data) + answers_width(w) + 1 <= cols)
		return;
	str_clear(&w->text);
	str_addf(&w->text, brief, p ? (int)p->pid : 0);
}

static struct hot key_hot(uint32_t key)
{
	return (struct hot){ .kind = HOT_KEY, .value = key };
}

static void draw_question(const struct screen *s, struct canvas *c, int row)
{
	struct wording w = { .text = STR_INIT };
	struct str cut = STR_INIT;

	if (s->ask == ASK_KILL || s->ask == ASK_KILL_ONLY)
		word_kill(s, &w, c->cols);
	else if (s->ask == ASK_LEAVE)
		word_leave(s, &w, c->cols);
	else if (s->ask == ASK_TRACK)
		word_track(s, &w, c->cols);
	else if (s->ask == ASK_DETACH)
		word_detach(s, &w);
	else if (s->ask == ASK_GO)
		word_go(&w);
	else
		word_step(s, &w);
	/* The answers are kept whole, whatever the question loses. */
	int room = c->cols - answers_width(&w) - 1;
	text_cut(&cut, w.text.data, room < 0 ? 0 : room, CUT_END,
		 !s->view.look.utf8);
	canvas_fill(c, row, 0, c->cols, STYLE_TEXT, " ");
	int col = canvas_puts(c, row, cut.len ? 1 : 0, STYLE_WARN, cut.data);
	for (size_t i = 0; i < w.n; i++) {
		int from = col += cut.len || i ? 2 : 0;

		col = canvas_puts(c, row, col, STYLE_KEY, w.answers[i].key);
		col = canvas_puts(c, row, col + 1, STYLE_KEY_LABEL,
				  w.answers[i].label);
		/* To agree takes a key: a click may come twice. */
		if (!strcmp(w.answers[i].key, "Esc"))
			canvas_hot(c, row, from, col - from,
				   key_hot(KEY_ESC_));
	}
	str_release(&w.text);
	str_release(&cut);
}

int ask_put_key(struct canvas *c, int row, int col, const char *name,
		const char *label, uint32_t key)
{
	int end = canvas_puts(c, row, col + 2, STYLE_KEY, name);

	if (label)
		end = canvas_puts(c, row, end + 1, STYLE_KEY_LABEL, label);
	canvas_hot(c, row, col + 2, end - col - 2, key_hot(key));
	return end;
}

/* What the level costs the program. */
static const char *level_cost(const struct screen *s, bool calls)
{
	bool filter = s->model->status.filter;

	if (calls)
		return filter ? _("calls stops %d at memory calls") :
				_("calls stops %d at every call");
	return filter ? _("the filter still stops %d") :
			_("watch stops %d at no call");
}

static void draw_level(const struct screen *s, struct canvas *c, int row)
{
	bool calls = s->answers->level == LEVEL_CALLS;
	int pid = (int)screen_main_pid(s);

	canvas_fill(c, row, 0, c->cols, STYLE_TEXT, " ");
	/* TRANSLATORS: watch and calls are names and stay. */
	int col = canvas_puts(c, row, 1, STYLE_TEXT, _("Level: "));
	col = canvas_printf(c, row, col, calls ? STYLE_DIM : STYLE_WARN,
			    calls ? "watch " : "[watch] ");
	col = canvas_printf(c, row, col, calls ? STYLE_WARN : STYLE_DIM,
			    calls ? "[calls]" : "calls");
	canvas_hot(c, row, 1, col - 1, key_hot(command_by_id(DO_LEVEL)->keys[0]));
	col = ask_put_key(c, row, col, key_of(DO_LEVEL), _("changes"),
			  command_by_id(DO_LEVEL)->keys[0]);
	col = ask_put_key(c, row, col, "Enter", NULL, KEY_ENTER_);
	col = ask_put_key(c, row, col, "Esc", NULL, KEY_ESC_);
	canvas_printf(c, row, col + 2, STYLE_TEXT, level_cost(s, calls), pid);
}

void ask_draw(const struct screen *s, struct canvas *c, int row)
{
	if (s->ask == ASK_LEVEL)
		draw_level(s, c, row);
	else if (s->ask == ASK_SORT)
		sort_draw(s, c, row);
	else if (s->ask == ASK_OPEN)
		open_draw(s, c, row);
	else
		draw_question(s, c, row);
}
