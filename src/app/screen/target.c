/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that control the program: steps (`:next 5` or 50n), the level,
 * `:catch`. */
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
#include "event/call.h"
#include "ui/kit/keyed.h"

/* A count such as 10n: `first' is the first digit, which also selects a pane;
 * `n' is the count, or 0 before the second digit. */
#define COUNT_KEYS_MAX 1000000u
struct stepping {
	uint64_t first, n;		/* 0: none */
	struct stops stops;		/* where :catch makes n stop */
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

void target_not_now(struct screen *s, const struct command *cmd)
{
	int pid = (int)screen_main_pid(s);
	enum target_state state = screen_state(s);

	if (model_is_system_wide(s->model))
		screen_say(s, SEV_NOTE, keyed(_("Watching all processes, "
						"attached to none. {enter} "
						"in Processes attaches to "
						"one.")));
	else if (model_captured(s->model))
		screen_say(s, SEV_NOTE, _("This is a capture: there is no "
					  "running process."));
	else if (cmd->when & WHEN_LAUNCHED && !keybar_launched(s->model))
		screen_say(s, SEV_NOTE, _("mmtop did not start %d: type in its "
					  "own terminal."), pid);
	else if (state == TARGET_ENDED)
		screen_say(s, SEV_NOTE,
			   keyed(_("%d has ended. {quit} quits.")), pid);
	else if (state == TARGET_DETACHED)
		screen_say(s, SEV_NOTE, keyed(_("%d is detached and running. "
						"{attach} reattaches.")), pid);
	else if (cmd->id == DO_ATTACH)
		screen_say(s, SEV_NOTE, _("%d is already attached."), pid);
	else if (cmd->id == DO_CONTINUE)
		screen_say(s, SEV_NOTE, keyed(_("%d is already running. "
						"{next} steps, {hold} holds "
						"it.")), pid);
	else if (cmd->id == DO_HOLD)
		screen_say(s, SEV_NOTE, keyed(_("%d is already held. {next} "
						"steps, {continue} resumes "
						"it.")), pid);
	else
		screen_say(s, SEV_NOTE, _("Not now."));
}

pid_t target_thread(const struct screen *s)
{
	const struct process *p = s->view.pid ?
				  model_process(s->model, s->view.pid) : NULL;

	if (s->view.tid || !p || p->ended || p->pid == screen_main_pid(s))
		return s->view.tid;
	return p->pid;
}

/* Steps the selected thread n times, or asks the user for confirmation
 * first. */
static void step_next_calls(struct screen *s, uint64_t n)
{
	const struct ev_status *st = &s->model->status;
	pid_t selected = target_thread(s);
	pid_t tid = selected ? selected : screen_main_pid(s);

	/* The thread is still in its call: steps would be queued, and all run
	 * when the call ends. */
	if (st->state == TARGET_HELD && st->waits_on && st->held_tid == tid) {
		screen_say(s, SEV_NOTE, keyed(_("%d is still in its call. "
						"{processes} selects another "
						"thread, {next} steps that "
						"one.")),
			   (int)tid);
		return;
	}
	if (ask_step(s, n))
		return;
	screen_ask_for(s, REQ_NEXT, selected, n);
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
	typed_count_error(&wrong, ":next");
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
		screen_say(s, SEV_NOTE, _("Usage: %s watch|calls"),
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

/* Appends the selected call of Calls, if that pane has the focus, and sets *tid
 * to a thread of the process that made it, if that still runs. */
static void selected_call(struct screen *s, struct str *out, pid_t *tid)
{
	const struct pane *calls = &s->panes[PANE_CALLS];
	const struct call_row *row;
	const struct process *p;

	s->view.call = 0;
	if (s->place.focus == PANE_CALLS)
		calls->ops->command(calls->state, &s->view, DO_UNTIL);
	row = s->view.call ? model_call(s->view.model, s->view.call) : NULL;
	if (!row)
		return;
	if (*call_of(&row->call)->name)
		str_adds(out, call_of(&row->call)->name);
	else
		str_addf(out, "%llu", (unsigned long long)row->call.nr);
	/* A process that started later only has the same pid. */
	p = model_process(s->model, row->pid);
	if (p && !p->ended && p->born_ns <= row->time_ns)
		*tid = process_task(p, row->tid) ? row->tid : row->pid;
}

void exec_until(const struct command_context *x)
{
	struct screen *s = x->screen;
	struct str said = STR_INIT, calls = STR_INIT;
	pid_t tid = target_thread(s);

	str_adds(&calls, x->args);
	if (!calls.len)
		selected_call(s, &calls, &tid);
	if (calls.len)
		(void)stops_until(calls.data, tid, s->request,
				  s->request_arg, !s->view.look.utf8, &said);
	else
		str_adds(&said, keyed(_("Select a call in Calls, or type "
					":until CALL.")));
	screen_say(s, SEV_NOTE, "%s", said.data);
	str_release(&calls);
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
 * A digit selects a pane at once.  If a 0 follows, the digit was the start of a
 * count: 10n takes ten steps, and the selection of the pane is undone.
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
		screen_say(s, SEV_NOTE, _("Step count: %llu."),
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
