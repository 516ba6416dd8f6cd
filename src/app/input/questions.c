/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/bars/keybar.h"
#include "app/input/questions.h"
#include "app/picker/picker.h"
#include "app/screen/private.h"
#include "app/screen/target.h"
#include "base/alloc.h"
#include "base/text.h"
#include "ui/kit/keyed.h"

struct answers {
	enum level level;		/* the level selected in the menu */
	uint64_t steps;			/* number of steps that step_question
					 * asks about */
	bool step_agreed;		/* the user has answered step_question
					 * with y */
	bool kill;			/* kill the program when mmtop quits */
};

void questions_init(struct screen *s)
{
	s->answers = xcalloc(1, sizeof *s->answers);
}

void questions_release(struct screen *s)
{
	free(s->answers);
}

bool screen_leaving(const struct screen *s, bool *kill)
{
	*kill = s->answers->kill;
	return s->leaving;
}

/* --- quit -------------------------------------------------------------- */

static bool process_tracked(const struct process *p)
{
	return p->writes.state == WRITES_ON ||
	       p->writes.state == WRITES_STARTING;
}

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

/* Returns the number of columns for the program's name in a question; `frame'
 * is the question without the name. */
static int name_room(const struct wording *w, const char *frame, int cols)
{
	return cols - wording_answers_width(w) - text_width(frame) - 2;
}

static void word_kill(const struct screen *s, struct wording *w, int cols)
{
	unsigned long n = live_children(s);
	struct str name = STR_INIT, tail = STR_INIT, frame = STR_INIT;

	wording_answer(w, "y", _("Kill and quit"));
	wording_answer(w, "d", _("Only detach"));
	/* TRANSLATORS: the answer that changes nothing. */
	wording_answer(w, "Esc", _("Stay"));
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
	const char *question = _("Quit? %s keeps running.");

	wording_answer(w, "y", _("Quit"));
	wording_answer(w, "Esc", _("Stay"));
	str_addf(&frame, question, "");
	screen_name(s, &name, name_room(w, frame.data, cols));
	str_addf(&w->text, question, name.data);
	str_release(&name);
	str_release(&frame);
}

static void word_go(const struct screen *s, struct wording *w, int cols)
{
	(void)cols;
	wording_answer(w, "y", _("Quit"));
	wording_answer(w, "Esc", _("Stay"));
	str_adds(&w->text, model_is_system_wide(s->model) ? _("Quit?") :
		 _("Quit? This last view will be lost."));
}

static void leave(struct screen *s)
{
	s->leaving = true;
}

static void kill_and_leave(struct screen *s)
{
	s->answers->kill = true;
	leave(s);
}

static void detach(struct screen *s)
{
	screen_ask_for(s, REQ_DETACH, 0, 0);
}

static void detach_and_leave(struct screen *s)
{
	detach(s);
	leave(s);
}

/* Questions before mmtop quits: the first if mmtop launched the program, the
 * second if mmtop attached to it.  The third follows a click on Quit when the
 * program has ended. */
static const struct question quit_question = {
	.words = word_kill, .agree = kill_and_leave, .detach = detach_and_leave,
};
static const struct question leave_question = {
	.words = word_leave, .agree = leave,
};
static const struct question go_question = {
	.words = word_go, .agree = leave, .lasts = true,
};

/* True if quitting ends or changes nothing in a program: a detached process
 * runs on, unless threads are held or pages are marked for write tracking. */
static bool quits_silently(const struct screen *s)
{
	if (ask_is_over(s) || model_is_system_wide(s->model))
		return true;
	if (keybar_launched(s->model) || screen_state(s) == TARGET_HELD)
		return false;
	for (size_t i = 0; i < s->model->processes.n; i++)
		if (process_tracked(s->model->processes.v[i]))
			return false;
	return true;
}

static void ask_quit(struct screen *s)
{
	if (ask_is_over(s) || model_is_system_wide(s->model))
		s->ask = &go_question;
	else
		s->ask = keybar_launched(s->model) ? &quit_question :
						     &leave_question;
}

void exec_quit(const struct command_context *x)
{
	if (quits_silently(x->screen))
		leave(x->screen);
	else
		ask_quit(x->screen);
}

/* --- Detach and Quit by a click ------------------------------------------ */

/* The key d detaches at once; a click on Detach opens this question first. */
static void word_detach(const struct screen *s, struct wording *w,
			int cols)
{
	(void)cols;
	wording_answer(w, "y", _("Detach"));
	wording_answer(w, "Esc", _("Stay"));
	str_addf(&w->text, _("Detach %d? It runs on."),
		 (int)screen_main_pid(s));
}

static const struct question detach_question = {
	.words = word_detach, .agree = detach,
};

bool ask_before_click(struct screen *s, enum cmd cmd)
{
	if (cmd == DO_LEAVE)
		picker_say_leave(s);
	else if (cmd == DO_QUIT)
		ask_quit(s);
	else if (cmd == DO_DETACH &&
		 keybar_applies(command_by_id(DO_DETACH), s->model))
		s->ask = &detach_question;
	else
		return false;
	return true;
}

/* --- stepping a running program ------------------------------------------ */

static void word_step(const struct screen *s, struct wording *w, int cols)
{
	unsigned long n = (unsigned long)s->model->status.tasks;

	(void)cols;
	wording_answer(w, "y", _("Hold"));
	wording_answer(w, "Esc", _("No"));
	str_addf(&w->text, ngettext("Hold %lu thread of %d at each call?",
				    "Hold all %lu threads of %d at each call?",
				    n), n, (int)screen_main_pid(s));
}

static void step(struct screen *s)
{
	s->answers->step_agreed = true;
	screen_ask_for(s, REQ_NEXT, target_thread(s), s->answers->steps);
}

static const struct question step_question = {
	.words = word_step, .agree = step,
};

bool ask_step(struct screen *s, uint64_t n)
{
	if (keybar_launched(s->model) || screen_state(s) == TARGET_HELD ||
	    s->answers->step_agreed)
		return false;
	s->answers->steps = n;
	s->ask = &step_question;
	return true;
}

/* --- write tracking ------------------------------------------------------ */

/* Write tracking needs the user's consent: it is the only function of the
 * screen that changes the program's memory. */
static void word_track(const struct screen *s, struct wording *w, int cols)
{
	const struct process *p = view_process(&s->view);
	const char *question = _("Mark private memory of %d read-only to see "
				 "each page's next write? Slows it down.");
	const char *brief = _("Mark memory of %d read-only to see writes?");

	wording_answer(w, "y", _("Track"));
	wording_answer(w, "Esc", _("No"));
	str_addf(&w->text, question, p ? (int)p->pid : 0);
	if (text_width(w->text.data) + wording_answers_width(w) + 1 <= cols)
		return;
	str_clear(&w->text);
	str_addf(&w->text, brief, p ? (int)p->pid : 0);
}

static void track(struct screen *s, bool on)
{
	const struct process *p = view_process(&s->view);
	struct request req = { .op = REQ_TRACK, .a = on };

	if (!p)
		return;
	req.pid = p->pid;
	s->request(s->request_arg, &req);
}

static void track_on(struct screen *s)
{
	track(s, true);
}

static const struct question track_question = {
	.words = word_track, .agree = track_on,
};

void exec_track(const struct command_context *x)
{
	struct screen *s = x->screen;
	const char *args = x->args;
	const struct process *p = view_process(&s->view);
	bool tracked = p && process_tracked(p);

	if (!p || p->ended) {
		screen_say(s, SEV_NOTE, _("There is no live process to "
					  "track."));
	} else if (!strcmp(args, "writes on")) {
		track(s, true);
	} else if (!strcmp(args, "writes off")) {
		track(s, false);
	} else if (*args) {
		screen_say(s, SEV_NOTE, _("Usage: :track writes on|off"));
	} else if (tracked) {
		track(s, false);
	} else {
		s->ask = &track_question;
	}
}

/* --- the level ----------------------------------------------------------- */

static void level_key(struct screen *s, uint32_t key)
{
	enum level *level = &s->answers->level;
	const struct command *c = command_by_key(key, ON_SCREEN);

	if (c && c->id == DO_LEVEL) {
		*level = *level == LEVEL_WATCH ? LEVEL_CALLS : LEVEL_WATCH;
		return;
	}
	switch (ask_menu_key(key, DO_LEVEL)) {
	case MENU_ACCEPT:
		s->ask = NULL;
		screen_ask_for(s, REQ_LEVEL, 0, *level);
		break;
	case MENU_CANCEL:
		s->ask = NULL;
		break;
	default:
		break;
	}
}

/* Returns a sentence about the effect of a level, with %d for the pid. */
static const char *level_cost(const struct screen *s, bool calls)
{
	bool filter = s->model->status.filter;

	if (calls)
		return filter ? _("calls: stop %d at memory calls") :
				_("calls: stop %d at each call");
	return filter ? _("seccomp still stops %d") :
			_("watch: never stop %d");
}

static void draw_level(const struct screen *s, struct canvas *c, int row)
{
	bool calls = s->answers->level == LEVEL_CALLS;
	int pid = (int)screen_main_pid(s);

	canvas_fill(c, row, 0, c->cols, STYLE_TEXT, " ");
	/* TRANSLATORS: do not translate watch and calls. */
	int col = canvas_puts(c, row, 1, STYLE_TEXT, _("Level: "));
	col = canvas_printf(c, row, col, calls ? STYLE_DIM : STYLE_WARN,
			    calls ? "watch " : "[watch] ");
	col = canvas_printf(c, row, col, calls ? STYLE_WARN : STYLE_DIM,
			    calls ? "[calls]" : "calls");
	canvas_hot(c, row, 1, col - 1, (struct hot){
		.kind = HOT_KEY, .value = command_by_id(DO_LEVEL)->keys[0],
	});
	col = ask_put_key(c, row, col, key_of(DO_LEVEL), _("change"),
			  command_by_id(DO_LEVEL)->keys[0]);
	col = ask_put_key(c, row, col, "Enter", NULL, KEY_ENTER_);
	col = ask_put_key(c, row, col, "Esc", NULL, KEY_ESC_);
	canvas_printf(c, row, col + 2, STYLE_TEXT, level_cost(s, calls), pid);
}

static const struct question level_question = {
	.key = level_key, .draw = draw_level,
};

void ask_level(struct screen *s)
{
	s->ask = &level_question;
	s->answers->level = s->model->status.level == LEVEL_WATCH ?
			    LEVEL_WATCH : LEVEL_CALLS;
}
