/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One command of the console. */
#include <config.h>

#include "app/headless/console_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/headless/answers.h"
#include "app/i18n.h"
#include "app/bars/keybar.h"
#include "app/command/typed.h"
#include "base/alloc.h"
#include "sys/loop.h"
#include "ui/pane/find.h"

/* The console waits at most this long for new figures. */
#define FACTS_NS 2000000000ull
/* Bytes that :contents shows without a length. */
#define CONTENTS_BYTES 256

static int main_pid(const struct console *c)
{
	const struct process *p = model_main(c->model);

	return p ? (int)p->pid : 0;
}

/* --- facts --------------------------------------------------------------------- */

static uint64_t no_facts(void *arg)
{
	struct console *c = arg;

	c->timer = 0;
	console_answer(c);
	console_work(c);
	return 0;
}

/* Requests new figures first; the answer comes with them. */
static void ask_facts(struct console *c, pid_t pid, pid_t tid, bool system,
		      const char *text)
{
	const struct request sample = { .op = REQ_SAMPLE };
	const struct request details = { .op = REQ_DETAILS, .pid = pid };

	c->waiting = WAIT_FACTS;
	c->asked_ns = clock_ns() - c->start_ns;
	c->asked_pid = pid;
	c->asked_tid = tid;
	c->asked_system = system;
	free(c->asked_text);
	c->asked_text = text ? xstrdup(text) : NULL;
	c->timer = loop_add_timer(c->loop, FACTS_NS, no_facts, c);
	headless_request(c->headless, &sample);
	if (!system)
		headless_request(c->headless, &details);
}

void console_answer(struct console *c)
{
	const struct process *p = model_process(c->model, c->asked_pid);

	if (c->timer)
		loop_remove_timer(c->loop, c->timer);
	c->timer = 0;
	c->waiting = WAIT_NOT;
	if (c->asked_system)
		answer_system(&c->out.text, c->model);
	else if (p && c->asked_text)
		answer_regions(&c->out.text, p, c->asked_text, c->ascii);
	else if (p)
		answer_process(&c->out.text, c->model, p, c->asked_tid,
			       c->ascii);
	output_plan(c);
}

/* The process that args name, or the main one; NULL after an error message.  *id
 * stays as it is without args. */
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
		console_say(c, _("No process or thread %s is watched here."),
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
	ask_facts(c, p->pid, id ? (pid_t)id : p->pid, false, NULL);
	if (p->ended)
		console_answer(c);
}

static void backtrace(const struct command_context *x)
{
	struct console *c = x->console;
	struct request req = { .op = REQ_STACK };
	uint64_t id = 0;

	if (!of_id(c, x->args, &id))
		return;
	req.tid = (pid_t)id;
	c->asked_told = c->model->backtrace.told;
	c->waiting = WAIT_STACK;
	headless_request(c->headless, &req);
}

void console_answer_stack(struct console *c)
{
	c->waiting = WAIT_NOT;
	answer_backtrace(&c->out.text, c->model, c->ignore, c->ascii);
	output_plan(c);
}

/* --- contents -------------------------------------------------------------------- */

/* The lines name the parts that mmtop has not read. */
void console_answer_contents(struct console *c)
{
	if (c->timer)
		loop_remove_timer(c->loop, c->timer);
	c->timer = 0;
	c->waiting = WAIT_NOT;
	if (c->model->contents.told == c->asked_told)
		console_say(c, _("No answer: %d does not run any more, or its "
				 "memory cannot be read now."),
			    (int)c->asked_pid);
	else
		answer_contents(&c->out.text, c->model, c->asked_pid,
				c->asked_addr, c->asked_bytes);
	output_plan(c);
}

static uint64_t no_contents(void *arg)
{
	struct console *c = arg;

	c->timer = 0;
	console_answer_contents(c);
	console_work(c);
	return 0;
}

/* Parses ADDRESS or the name of a region, then the number of bytes; false after
 * an error message. */
static bool read_place(struct console *c, const struct process *p,
		       const char *args)
{
	size_t n = strcspn(args, " ");
	char *place = xstrndup(args, n);
	const char *count = args + n + strspn(args + n, " ");
	struct str safe = STR_INIT;
	struct find f;
	struct go to = { 0 };
	bool ok;

	find_init(&f, &p->space, place, c->ascii);
	c->asked_bytes = CONTENTS_BYTES;
	ok = *place && go_find(&to, &f, 0) == GO_FOUND;
	if (!ok) {
		typed_word(&safe, place, c->ascii);
		console_say(c, _("%s is neither an address where something is "
				 "mapped nor the name of a region."),
			    safe.data);
	} else if (*count && (!typed_id(&c->asked_bytes, count) ||
			      c->asked_bytes > REQ_CONTENTS_MAX)) {
		ok = false;
		console_say(c, _("How many bytes is a number up to %d."),
			    REQ_CONTENTS_MAX);
	}
	c->asked_addr = to.addr;
	str_release(&safe);
	free(place);
	return ok;
}

static void contents(const struct command_context *x)
{
	struct console *c = x->console;
	const char *args = x->args;
	const struct process *p = model_main(c->model);
	struct request req = { .op = REQ_CONTENTS };

	if (!p || !*args) {
		console_say(c, _("Type contents ADDRESS, or the name of a "
				 "region, and how many bytes."));
		return;
	}
	if (!read_place(c, p, args))
		return;
	req.pid = c->asked_pid = p->pid;
	req.a = c->asked_addr;
	req.b = c->asked_bytes;
	c->asked_told = c->model->contents.told;
	c->waiting = WAIT_CONTENTS;
	c->timer = loop_add_timer(c->loop, FACTS_NS, no_contents, c);
	headless_request(c->headless, &req);
}

static void capture(const struct command_context *x)
{
	struct console *c = x->console;
	const char *args = x->args;
	struct request req = { .op = REQ_CAPTURE };

	if (!strcmp(args, "on"))
		req.b = CAPTURE_ON;
	else if (!strcmp(args, "off"))
		req.b = CAPTURE_STOP;
	else if (!*args)
		req.b = CAPTURE_ONCE;
	else
		console_say(c, _("%s takes on or off, or nothing: one frame."),
			    "capture");
	if (!*args || !strcmp(args, "on") || !strcmp(args, "off"))
		headless_request(c->headless, &req);
}

static void regions(const struct command_context *x)
{
	struct console *c = x->console;
	const struct process *p = model_main(c->model);

	if (p)
		ask_facts(c, p->pid, 0, false, x->args);
	else
		console_say(c, _("There are no regions."));
}

/* Of a command's line: what it does, never that it is done. */
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

/* --- the program ------------------------------------------------------------------ */

static void next(const struct command_context *x)
{
	struct console *c = x->console;
	struct request req = { .op = REQ_NEXT };
	struct str wrong = STR_INIT;
	uint64_t n;

	if (!typed_count(&n, x->args)) {
		typed_no_count(&wrong, "next");
		console_say(c, "%s", wrong.data);
		str_release(&wrong);
		return;
	}
	snprintf(c->repeat, sizeof c->repeat, "next %llu",
		 (unsigned long long)n);
	c->waiting = WAIT_STEP;
	c->told_held = true;
	/* Not whatever thread arrived first at a stop. */
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
		console_say(c, _("%s takes watch or calls."), "level");
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
		console_say(c, _("Type track writes on, or track writes "
				 "off."));
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

/* What cannot be done now, and what can. */
static bool applies(struct console *c, const struct command *cmd)
{
	enum target_state state = (enum target_state)c->model->status.state;

	if (cmd->group != GROUP_TARGET || cmd->id == DO_WAIT ||
	    keybar_applies(cmd, c->model) || state == TARGET_STARTING)
		return true;
	if (cmd->id == DO_CONTINUE)
		console_say(c, _("%d runs already. next steps, hold holds "
				 "it."), main_pid(c));
	else if (cmd->id == DO_HOLD)
		console_say(c, _("%d is held already. next steps, continue "
				 "lets it run on."), main_pid(c));
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
	console_ask(x->console, REQ_HOLD, 0);
}

static void kill_it(const struct command_context *x)
{
	x->console->waiting = WAIT_END;
	console_ask(x->console, REQ_KILL, 0);
}

static void wait_for(const struct command_context *x)
{
	x->console->waiting = WAIT_STOP;
}

static void system_facts(const struct command_context *x)
{
	ask_facts(x->console, 0, 0, true, NULL);
}

static void detach(const struct command_context *x)
{
	leave(x->console, REQ_DETACH);
}

static void quit(const struct command_context *x)
{
	leave(x->console, REQ_QUIT);
}

/* One for each command with ON_CONSOLE. */
static command_exec *const execs[DOS] = {
	[DO_NEXT] = next, [DO_CONTINUE] = run_on, [DO_HOLD] = hold,
	[DO_LEVEL] = level, [DO_TRACK] = track, [DO_CATCH] = catch,
	[DO_SYSTEM] = system_facts, [DO_PROCESS] = process,
	[DO_BACKTRACE] = backtrace, [DO_CONTENTS] = contents,
	[DO_CAPTURE] = capture, [DO_PANE_REGIONS] = regions,
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
