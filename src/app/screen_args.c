/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What keys do too, with more behind it: `:next 5` or 50n, `:process 4122`. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/screen_args.h"
#include "app/screen_find.h"
#include "app/screen_keys.h"
#include "app/screen_place.h"
#include "app/screen_private.h"
#include "app/screen_words.h"
#include "app/stops.h"
#include "app/typed.h"
#include "base/alloc.h"

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

static void next(struct screen *s, const char *args)
{
	struct str wrong = STR_INIT;
	uint64_t n;

	if (typed_count(&n, args)) {
		step_next_calls(s, n);
		return;
	}
	typed_no_count(&wrong, ":next");
	screen_say(s, SEV_NOTE, "%s", wrong.data);
	str_release(&wrong);
}

static void level(struct screen *s, const char *args)
{
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

static void process(struct screen *s, const char *args, enum pane_id pane)
{
	uint64_t id;
	const struct process *p = typed_id(&id, args) ?
		model_process_of_task(s->model, (pid_t)id) : NULL;
	struct str safe = STR_INIT;

	if (!p) {
		typed_word(&safe, args, !s->view.look.utf8);
		screen_say(s, SEV_NOTE, _("No process or thread %s is watched "
					  "here."), safe.data);
		str_release(&safe);
		return;
	}
	s->view.pid = p->pid;
	s->view.tid = (pid_t)id == p->pid ? 0 : (pid_t)id;
	place_open(s, pane);
}

static void help(struct screen *s, const char *args)
{
	const struct command *cmd = command_by_name(args, ON_SCREEN);
	struct str usage = STR_INIT;

	if (!cmd) {
		words_run(s, args);
		return;
	}
	typed_usage(&usage, cmd, ON_SCREEN);
	screen_say(s, SEV_NOTE, "%s   %s", usage.data, _(cmd->help));
	str_release(&usage);
}

static void catch(struct screen *s, const char *args)
{
	struct str said = STR_INIT;

	stops_set(&s->stepping->stops, args, s->request, s->request_arg,
		  !s->view.look.utf8, &said);
	screen_say(s, SEV_NOTE, "%s", said.data);
	str_release(&said);
}

bool args_command(struct screen *s, enum cmd cmd, const char *args)
{
	switch (cmd) {
	case DO_NEXT: next(s, args); return true;
	case DO_LEVEL: level(s, args); return true;
	case DO_CATCH: catch(s, args); return true;
	case DO_KILL: ask_kill(s); return true;
	default: break;
	}
	if (!*args)
		return false;
	switch (cmd) {
	case DO_PROCESS: process(s, args, PANE_PROCESS); return true;
	case DO_BACKTRACE: process(s, args, PANE_BACKTRACE); return true;
	case DO_HELP: help(s, args); return true;
	case DO_PANE_REGIONS:
		place_go(s, PANE_REGIONS);
		find_begin(s, args);
		return true;
	default: return false;
	}
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
