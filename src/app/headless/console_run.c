/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/headless/console_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/headless/answers.h"
#include "app/i18n.h"
#include "app/bars/keybar.h"
#include "app/command/typed.h"
#include "app/options.h"
#include "event/names.h"
#include "ui/pane/filter.h"
#include "ui/pane/find.h"
#include "ui/pane/pane.h"
#include "ui/regions/rows.h"

static int main_pid(const struct console *c)
{
	const struct process *p = model_main(c->model);

	return p ? (int)p->pid : 0;
}

/* --- values --------------------------------------------------------------- */

const struct region *console_largest_copied(const struct process *p)
{
	const struct region *found = NULL;

	for (size_t i = 0; i < p->space.regions.n; i++) {
		const struct region *r = p->space.regions.v[i];

		if (!r->removed_ns && r->perm & PERM_W &&
		    !(r->perm & PERM_SHARED) && r->rss != EV_UNKNOWN &&
		    (!found || r->rss > found->rss))
			found = r;
	}
	return found;
}

/* Returns the process with the PID or TID in `args`, and sets *id to that
 * number.  If `args` is empty, returns the main process, and leaves *id
 * unchanged.  If there is no such process, prints an error message and returns
 * NULL. */
static const struct process *of_id(struct console *c, const char *args,
				   uint64_t *id)
{
	const struct process *p = *args ? NULL : model_main(c->model);
	struct str safe = STR_INIT;

	if (*args && typed_id(id, args)) {
		p = model_process_of_task(c->model, (pid_t)*id);
		if (!p)
			p = model_process(c->model, (pid_t)*id);
	}
	if (!p) {
		typed_word(&safe, args, c->ascii);
		console_say(c, _("No process or thread %s is watched."),
			    safe.data);
		str_release(&safe);
	}
	return p;
}

static void process(const struct command_context *x)
{
	struct console *c = x->console;
	uint64_t id = 0;
	const struct process *p = of_id(c, x->args, &id);

	if (!p)
		return;
	c->asked_tid = id ? (pid_t)id : p->pid;
	console_want(c, DO_PROCESS, p, "", NULL);
}

static void backtrace(const struct command_context *x)
{
	struct console *c = x->console;
	struct request req = { .op = REQ_STACK };
	const struct process *p;
	uint64_t id = 0;

	p = of_id(c, x->args, &id);
	if (!p)
		return;
	req.tid = (pid_t)id;
	console_want(c, DO_BACKTRACE, p, "", &req);
}

/* Requests new values of the main process for a command that shows them. */
static void ask_main(const struct command_context *x)
{
	struct console *c = x->console;
	const struct process *p = model_main(c->model);
	const struct request heap = { .op = REQ_HEAP, .pid = p ? p->pid : 0,
				      .a = 1 };

	if (p)
		console_want(c, x->cmd->id, p, x->args,
			     x->cmd->id == DO_PANE_HEAP && c->opt->heap ?
			     &heap : NULL);
	else
		console_say(c, _("There are no regions."));
}

static void find(const struct command_context *x)
{
	if (*x->args)
		ask_main(x);
	else
		console_say(x->console, _("Usage: find TEXT"));
}

void console_family_of(struct console *c, const struct process *p,
		       const struct region *r)
{
	const struct request req = { .op = REQ_FAMILY, .pid = p->pid,
				     .a = r ? r->start : 0 };

	if (!r) {
		console_say(c, "%s", p->space.synced_ns ?
			    _("There are no regions.") :
			    _("The regions are not read yet."));
		return;
	}
	c->asked_addr = r->start;
	console_want(c, DO_FAMILY, p, "", &req);
}

static void family(const struct command_context *x)
{
	struct console *c = x->console;
	const struct process *p = model_main(c->model);
	struct str safe = STR_INIT;
	struct go to = { 0 };
	struct find f;

	if (!p) {
		console_say(c, _("There are no regions."));
		return;
	}
	if (!*x->args) {
		/* The largest region is that of the values that arrive. */
		c->asked_addr = 0;
		console_want(c, DO_FAMILY, p, "", NULL);
		return;
	}
	find_init(&f, &p->space, x->args, c->ascii);
	if (go_find(&to, &f, 0) == GO_FOUND) {
		console_family_of(c, p, to.region);
		return;
	}
	typed_word(&safe, x->args, c->ascii);
	console_say(c, _("%s is neither a mapped address nor the name of a "
			 "region."), safe.data);
	str_release(&safe);
}

static void cgroup(const struct command_context *x)
{
	struct console *c = x->console;
	const struct process *p = model_main(c->model);
	const struct request req = { .op = REQ_CGROUP, .pid = p ? p->pid : 0 };

	if (p)
		console_want(c, DO_CGROUP, p, "", &req);
	else
		console_say(c, _("No process yet."));
}

static void sort(const struct command_context *x)
{
	struct console *c = x->console;
	struct str wrong = STR_INIT;

	if (*x->args && !sort_parse(&c->sort, x->args, &regions_pane,
				    c->ascii, &wrong))
		console_say(c, "%s", wrong.data);
	else
		console_say(c, c->sort.reverse ?
			    _("Regions are sorted by %s, reversed.") :
			    _("Regions are sorted by %s."),
			    region_sort_names[c->sort.column]);
	str_release(&wrong);
}

static void help(const struct command_context *x)
{
	struct console *c = x->console;
	struct str wrong = STR_INIT;
	struct typed t;

	(void)typed_read(&t, x->args, ON_CONSOLE, c->ascii, &wrong);
	if (wrong.len && (!t.cmd || !(t.cmd->where & ON_CONSOLE))) {
		console_say(c, "%s", wrong.data);
	} else {
		answer_help(&c->out.text, t.cmd);
		output_plan(c);
	}
	str_release(&wrong);
	typed_release(&t);
}

/* --- the program ---------------------------------------------------------- */

static void next(const struct command_context *x)
{
	struct console *c = x->console;
	struct request req = { .op = REQ_NEXT };
	struct str wrong = STR_INIT;
	uint64_t n;

	if (!typed_count(&n, x->args)) {
		typed_count_error(&wrong, "next");
		console_say(c, "%s", wrong.data);
		str_release(&wrong);
		return;
	}
	snprintf(c->repeat, sizeof c->repeat, "next %llu",
		 (unsigned long long)n);
	c->waiting = WAIT_STEP;
	c->told_held = true;
	/* Step the main thread, even if another thread stopped first, but not
	 * if `until` has caught that one. */
	req.tid = c->caught ? (pid_t)c->model->status.held_tid : 0;
	if (!req.tid)
		req.tid = (pid_t)c->model->status.main_pid;
	req.a = n;
	req.b = true;
	headless_request(c->headless, &req);
}

static void level(const struct command_context *x)
{
	struct console *c = x->console;
	const char *args = x->args;

	if (!strcmp(args, "watch"))
		console_ask(c, REQ_LEVEL, LEVEL_WATCH);
	else if (!strcmp(args, "calls"))
		console_ask(c, REQ_LEVEL, LEVEL_CALLS);
	else if (*args)
		console_say(c, _("Usage: %s watch|calls"), "level");
	else
		console_say(c, _("The level is %s."),
			    level_name(c->model->status.level));
}

static void track(const struct command_context *x)
{
	struct console *c = x->console;
	const char *args = x->args;

	if (!strcmp(args, "writes on"))
		console_ask(c, REQ_TRACK, 1);
	else if (!strcmp(args, "writes off"))
		console_ask(c, REQ_TRACK, 0);
	else
		console_say(c, _("Usage: track writes on|off"));
}

static void to_engine(void *arg, const struct request *req)
{
	headless_request(((struct console *)arg)->headless, req);
}

static void catch(const struct command_context *x)
{
	struct console *c = x->console;
	struct str said = STR_INIT;

	stops_set(&c->stops, x->args, to_engine, c, c->ascii, &said);
	console_say(c, "%s", said.data);
	str_release(&said);
}

static void until(const struct command_context *x)
{
	struct console *c = x->console;
	pid_t tid = (pid_t)c->model->status.held_tid;
	struct str said = STR_INIT;

	if (stops_until(x->args, tid ? tid : main_pid(c), to_engine, c,
			c->ascii, &said)) {
		/* A part of a long list would name other calls. */
		if (snprintf(c->repeat, sizeof c->repeat, "until %s",
			     x->args) >= (int)sizeof c->repeat)
			c->repeat[0] = '\0';
		c->waiting = WAIT_STEP;
		c->told_held = c->caught = true;
	} else {
		console_say(c, "%s", said.data);
	}
	str_release(&said);
}

/* Returns false if the program's present state does not permit the command;
 * then prints a message with the permitted commands. */
static bool applies(struct console *c, const struct command *cmd)
{
	enum target_state state = (enum target_state)c->model->status.state;

	if (cmd->group != GROUP_TARGET || cmd->id == DO_WAIT ||
	    keybar_applies(cmd, c->model) || state == TARGET_STARTING)
		return true;
	if (cmd->id == DO_CONTINUE)
		console_say(c, _("%d is already running: 'next' steps, "
				 "'hold' stops it."), main_pid(c));
	else if (cmd->id == DO_HOLD)
		console_say(c, _("%d is already held: 'next' steps, "
				 "'continue' resumes."), main_pid(c));
	else
		console_say(c, _("Not now."));
	return false;
}

static void leave(struct console *c, enum request_op op)
{
	c->leaving = true;
	headless_leave(c->headless, op);
}

static void run_on(const struct command_context *x)
{
	struct console *c = x->console;

	snprintf(c->repeat, sizeof c->repeat, "continue");
	console_ask(c, REQ_CONTINUE, 0);
}

static void hold(const struct command_context *x)
{
	x->console->waiting = WAIT_STEP;
	x->console->caught = false;
	console_ask(x->console, REQ_HOLD, 0);
}

/* With a signal: sends it to the main process. */
static void kill_it(const struct command_context *x)
{
	const struct process *p = model_main(x->console->model);
	int sig = signal_by_name(x->args);
	const struct request req = {
		.op = REQ_SIGNAL, .pid = p ? p->pid : 0, .a = (uint64_t)sig,
		.b = p ? p->start : 0,
	};

	if (*x->args && sig < 0) {
		console_say(x->console, _("No such signal."));
	} else if (*x->args) {
		to_engine(x->console, &req);
	} else {
		x->console->waiting = WAIT_END;
		console_ask(x->console, REQ_KILL, 0);
	}
}

static void wait_for(const struct command_context *x)
{
	x->console->waiting = WAIT_STOP;
}

static void system_facts(const struct command_context *x)
{
	console_want(x->console, DO_SYSTEM, NULL, "", NULL);
}

static void detach(const struct command_context *x)
{
	leave(x->console, REQ_DETACH);
}

static void quit(const struct command_context *x)
{
	leave(x->console, REQ_QUIT);
}

static command_exec *const execs[DOS] = {
	[DO_NEXT] = next, [DO_CONTINUE] = run_on, [DO_HOLD] = hold,
	[DO_LEVEL] = level, [DO_TRACK] = track, [DO_CATCH] = catch,
	[DO_UNTIL] = until,
	[DO_SYSTEM] = system_facts, [DO_PROCESS] = process,
	[DO_BACKTRACE] = backtrace, [DO_CONTENTS] = console_contents,
	[DO_CAPTURE] = console_capture, [DO_PANE_REGIONS] = ask_main,
	[DO_FIND] = find, [DO_SORT] = sort, [DO_WHY] = ask_main,
	[DO_PANE_HEAP] = ask_main, [DO_FAMILY] = family,
	[DO_CGROUP] = cgroup,
	[DO_HELP] = help, [DO_WAIT] = wait_for, [DO_DETACH] = detach,
	[DO_QUIT] = quit, [DO_KILL] = kill_it,
};

void console_check_commands(void)
{
	for (size_t i = 0; i < commands_n; i++)
		if (!execs[commands[i].id] ==
		    !!(commands[i].where & ON_CONSOLE))
			abort();
}

static void console_run(struct console *c, const struct command *cmd,
			const char *args)
{
	const struct command_context x = { .console = c, .cmd = cmd,
					   .args = args };

	execs[cmd->id](&x);
}

void console_do(struct console *c, const char *line)
{
	struct str wrong = STR_INIT;
	struct typed t;

	if (typed_read(&t, line, ON_CONSOLE, c->ascii, &wrong)) {
		if (applies(c, t.cmd))
			console_run(c, t.cmd, t.args);
	} else if (wrong.len) {
		console_say(c, "%s", wrong.data);
	} else if (c->in.repeats && c->repeat[0]) {
		console_do(c, c->repeat);
	}
	str_release(&wrong);
	typed_release(&t);
}
