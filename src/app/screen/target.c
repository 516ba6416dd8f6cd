/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands for the program: steps (`:next 5` or 50n), its level, `:catch`. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/bars/keybar.h"
#include "app/input/questions.h"
#include "app/screen/place.h"
#include "app/screen/private.h"
#include "app/screen/target.h"
#include "app/command/stops.h"
#include "app/command/typed.h"
#include "base/alloc.h"
#include "ui/kit/keyed.h"

/* 10n: a digit that went to a pane, then the number that it became. */
#define COUNT_KEYS_MAX 1000000u
struct stepping {
	uint64_t first, n;		/* 0: none */
	struct stops stops;		/* of :catch */
};

void stepping_init(struct screen *s)
{
	s->stepping = xcalloc(1, sizeof *s->stepping);
	s->stepping->stops = (struct stops)STOPS_INIT;
}

void stepping_release(struct screen *s)
{
	stops_release(&s->stepping->stops);
	free(s->stepping);
}

/* Why a command of the target cannot be done now, and what can. */
void target_not_now(struct screen *s, const struct command *cmd)
{
	int pid = (int)screen_main_pid(s);
	enum target_state state = screen_state(s);

	if (model_everybody(s->model))
		screen_say(s, SEV_NOTE, keyed(_("All processes are watched, "
						"none is attached to. {enter} "
						"in Processes attaches to "
						"one.")));
	else if (model_captured(s->model))
		screen_say(s, SEV_NOTE, _("This is a capture: there is no "
					  "process to do that with."));
	else if (cmd->when & WHEN_LAUNCHED && !keybar_launched(s->model))
		screen_say(s, SEV_NOTE, _("%d was attached: it has a terminal "
					  "of its own to type at."), pid);
	else if (state == TARGET_ENDED)
		screen_say(s, SEV_NOTE,
			   keyed(_("%d has ended. {quit} leaves.")), pid);
	else if (state == TARGET_DETACHED)
		screen_say(s, SEV_NOTE, keyed(_("%d was let go and runs on. "
						"{attach} attaches again.")), pid);
	else if (cmd->id == DO_ATTACH)
		screen_say(s, SEV_NOTE, _("%d is attached already."), pid);
	else if (cmd->id == DO_CONTINUE)
		screen_say(s, SEV_NOTE, keyed(_("%d runs already. {next} "
						"steps, {hold} holds it.")), pid);
	else if (cmd->id == DO_HOLD)
		screen_say(s, SEV_NOTE, keyed(_("%d is held already. {next} "
						"steps, {continue} lets it "
						"run on.")), pid);
	else
		screen_say(s, SEV_NOTE, _("Not now."));
}

/* So many steps of the selected thread, or the question that comes before. */
static void step_next_calls(struct screen *s, uint64_t n)
{
	const struct ev_status *st = &s->model->status;
	pid_t tid = s->view.tid ? s->view.tid : screen_main_pid(s);

	/* Steps that pile up meanwhile would be taken at once afterwards. */
	if (st->state == TARGET_HELD && st->waits_on && st->held_tid == tid) {
		screen_say(s, SEV_NOTE, keyed(_("%d is still in its call. "
						"{processes} selects another "
						"task, {next} steps that one.")),
			   (int)tid);
		return;
	}
	if (ask_step(s, n))
		return;
	screen_ask_for(s, REQ_NEXT, s->view.tid, n);
}

void exec_next(const struct command_context *x)
{
	struct screen *s = x->screen;
	struct str wrong = STR_INIT;
	uint64_t n;

	if (typed_count(&n, x->args)) {
		step_next_calls(s, n);
		return;
	}
	typed_no_count(&wrong, ":next");
	screen_say(s, SEV_NOTE, "%s", wrong.data);
	str_release(&wrong);
}

void exec_level(const struct command_context *x)
{
	struct screen *s = x->screen;
	const char *args = x->args;

	if (!*args)
		ask_level(s);
	else if (!strcmp(args, "watch"))
		screen_ask_for(s, REQ_LEVEL, 0, LEVEL_WATCH);
	else if (!strcmp(args, "calls"))
		screen_ask_for(s, REQ_LEVEL, 0, LEVEL_CALLS);
	else
		screen_say(s, SEV_NOTE, _("%s takes watch or calls."),
			   ":level");
}

void exec_catch(const struct command_context *x)
{
	struct screen *s = x->screen;
	struct str said = STR_INIT;

	stops_set(&s->stepping->stops, x->args, s->request, s->request_arg,
		  !s->view.look.utf8, &said);
	screen_say(s, SEV_NOTE, "%s", said.data);
	str_release(&said);
}

void exec_request(const struct command_context *x)
{
	static const enum request_op ops[DOS] = {
		[DO_CONTINUE] = REQ_CONTINUE, [DO_HOLD] = REQ_HOLD,
		[DO_DETACH] = REQ_DETACH, [DO_ATTACH] = REQ_ATTACH,
	};

	screen_ask_for(x->screen, ops[x->cmd->id], 0, 0);
}

/*
 * A digit goes to a pane at once.  With a 0 behind it, it was the beginning of
 * a number instead: 10n takes ten steps.
 */
bool count_key(struct screen *s, uint32_t key, const struct command *cmd)
{
	struct stepping *c = s->stepping;
	bool digit = key >= '0' && key <= '9';
	uint64_t n = c->n, first = c->first;

	c->n = c->first = 0;
	if (digit && (n || (first && key == '0'))) {
		if (!n)
			place_undo(s);
		c->n = (n ? n : first) * 10 + (key - '0');
		if (c->n > COUNT_KEYS_MAX)
			c->n = COUNT_KEYS_MAX;
		screen_say(s, SEV_NOTE, _("%llun takes so many steps."),
			   (unsigned long long)c->n);
		return true;
	}
	if (n && cmd && cmd->id == DO_NEXT) {
		step_next_calls(s, n);
		return true;
	}
	if (digit && key != '0') {
		c->first = key - '0';
		place_mark(s);
	}
	return false;
}
