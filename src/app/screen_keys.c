/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>

#include "app/i18n.h"
#include "app/keybar.h"
#include "app/screen_args.h"
#include "app/screen_contents.h"
#include "app/screen_find.h"
#include "app/screen_keys.h"
#include "app/screen_place.h"
#include "app/screen_private.h"
#include "app/screen_search.h"
#include "app/screen_setup.h"
#include "app/screen_type.h"
#include "app/screen_words.h"
#include "base/alloc.h"
#include "ui/kit/keyed.h"

/* Different capital letters in a row that look like Caps Lock. */
#define CAPITALS_MANY 3

struct screen_keys {
	uint32_t capitals;		/* 1 << letter - 'A': typed in a row */
	bool redraw, suspend;		/* the session is to do that */
};

void keys_init(struct screen *s)
{
	s->keys = xcalloc(1, sizeof *s->keys);
}

void keys_release(struct screen *s)
{
	free(s->keys);
}

bool screen_wants_redraw(struct screen *s)
{
	bool redraw = s->keys->redraw;

	s->keys->redraw = false;
	return redraw;
}

bool screen_wants_suspend(struct screen *s)
{
	bool suspend = s->keys->suspend;

	s->keys->suspend = false;
	return suspend;
}

bool screen_give(struct screen *s, enum pane_id id, enum cmd cmd)
{
	struct pane *p = &s->panes[id];
	unsigned r = p->ops->command ?
		     p->ops->command(p->state, &s->view, cmd) : 0;

	if (!(r & CMD_TAKEN))
		return false;
	if (id == PANE_SETUP)
		setup_apply(s);
	if (r & CMD_LEAVE)
		place_back(s);
	else if (r & CMD_OPEN)
		place_open_selected(s);
	return true;
}

/* A command for the focused pane, or for the one whose business it is. */
static void pane_command(struct screen *s, enum cmd cmd)
{
	enum pane_id other = PANES;

	if (screen_give(s, s->place.focus, cmd))
		return;
	switch (cmd) {
	case DO_ENTER:
		place_open_selected(s);
		return;
	case DO_GROUP:
	case DO_REGION_PREV:
	case DO_REGION_NEXT:
		other = PANE_REGIONS;
		break;
	case DO_ZOOM_IN:
	case DO_ZOOM_OUT:
	case DO_ZOOM_ALL:
	case DO_PAINT:
	case DO_RANGE:
		other = PANE_PAGES;
		break;
	default:
		return;
	}
	/* The next region may be chosen while only its pages are in view. */
	if (other != s->place.focus &&
	    (layout_find(&s->layout, other) || cmd == DO_REGION_PREV ||
	     cmd == DO_REGION_NEXT))
		screen_give(s, other, cmd);
}

/* Why a command of the target cannot be done now, and what can. */
static void not_now(struct screen *s, const struct command *cmd)
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

void step_next_calls(struct screen *s, uint64_t n)
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

/* Target commands; false when it is none. */
static bool target_command(struct screen *s, enum cmd cmd)
{
	switch (cmd) {
	case DO_CONTINUE: screen_ask_for(s, REQ_CONTINUE, 0, 0); break;
	case DO_HOLD: screen_ask_for(s, REQ_HOLD, 0, 0); break;
	case DO_DETACH: screen_ask_for(s, REQ_DETACH, 0, 0); break;
	case DO_ATTACH: screen_ask_for(s, REQ_ATTACH, 0, 0); break;
	case DO_TYPE: type_begin(s); break;
	default: return false;
	}
	return true;
}

static void help(struct screen *s)
{
	if (s->place.focus != PANE_HELP) {
		s->view.help_pane = s->place.focus;
		place_open(s, PANE_HELP);
		return;
	}
	if (screen_give(s, PANE_HELP, DO_HELP))
		return;
	/* Again: the next pane's page. */
	s->view.help_pane = (enum pane_id)((s->view.help_pane + 1) % PANES);
	if (s->view.help_pane == PANE_HELP)
		s->view.help_pane = (enum pane_id)0;
}

static void screen_command(struct screen *s, enum cmd cmd)
{
	switch (cmd) {
	case DO_FIND_NEXT: find_next(s); break;
	case DO_MESSAGES: place_open(s, PANE_MESSAGES); break;
	case DO_COMMAND: prompt_open(s, PROMPT_COMMAND); break;
	case DO_QUIT: ask_quit(s); break;
	case DO_SYSTEM: place_toggle(s, PANE_SYSTEM); break;
	case DO_PROCESS: place_toggle(s, PANE_PROCESS); break;
	case DO_SETUP: place_toggle(s, PANE_SETUP); break;
	case DO_FAMILY: place_toggle(s, PANE_FAMILY); break;
	case DO_BACKTRACE: place_toggle(s, PANE_BACKTRACE); break;
	case DO_HELP: help(s); break;
	case DO_TAB: place_tab(s, 1); break;
	case DO_TAB_BACK: place_tab(s, -1); break;
	case DO_ZOOM: place_zoom(s); break;
	case DO_BACK:
		if (!search_end(s) &&
		    !screen_give(s, s->place.focus, DO_BACK))
			place_back(s);
		break;
	case DO_REDRAW:
		s->keys->redraw = true;
		screen_ask_for(s, REQ_SAMPLE, 0, 0);
		break;
	case DO_SUSPEND:
		s->keys->suspend = true;
		break;
	default:
		if (cmd >= DO_PANE_REGIONS && cmd <= DO_PANE_SOURCES)
			place_go(s, (enum pane_id)(cmd - DO_PANE_REGIONS));
		else
			pane_command(s, cmd);
	}
}

static void no_command(struct screen *s, uint32_t key)
{
	const struct later *l = command_later(key);

	if (l)
		/* TRANSLATORS: a key, and what it will do. */
		screen_say(s, SEV_NOTE, keyed(_("%s (%s) is not available in "
						"this version. {help} lists "
						"the keys that are.")),
			   l->key_label, _(l->what));
}

static bool is_movement(const struct command *cmd)
{
	return cmd && cmd->id >= DO_UP && cmd->id <= DO_RIGHT;
}

void screen_run(struct screen *s, const struct command *cmd, const char *args)
{
	if (cmd->group == GROUP_TARGET && !keybar_applies(cmd, s->model)) {
		not_now(s, cmd);
		return;
	}
	if (!contents_run(s, cmd->id, args) &&
	    !args_command(s, cmd->id, args) &&
	    !words_command(s, cmd->id, args) && !target_command(s, cmd->id))
		screen_command(s, cmd->id);
	place_tell(s);
}

/* Once in a run of capital letters.  Those that move the selection are typed in
 * a row by whoever uses letters alone. */
static bool looks_like_caps_lock(struct screen *s, uint32_t key,
				 const struct command *cmd)
{
	uint32_t before = s->keys->capitals;

	if (s->view.typing || s->ask != ASK_NONE ||
	    s->prompt.kind != PROMPT_NONE || key < 'A' || key > 'Z') {
		s->keys->capitals = 0;
		return false;
	}
	if (!is_movement(cmd))
		s->keys->capitals |= 1u << (key - 'A');
	return s->keys->capitals != before &&
	       __builtin_popcount(s->keys->capitals) == CAPITALS_MANY;
}

static void take_key(struct screen *s, uint32_t key, const struct command *cmd)
{
	bool error = s->messages.n &&
		     s->messages.m[0].severity == SEV_ERROR;

	s->dirty = true;
	s->view.key_ns = s->now_ns;
	if (key == KEY_HANGUP_) {
		s->leaving = true;
		return;
	}
	if (type_key(s, key))
		return;
	if (s->ask != ASK_NONE) {
		ask_key(s, key);
		return;
	}
	if (s->prompt.kind != PROMPT_NONE) {
		prompt_key(s, key);
		return;
	}
	messages_key(&s->messages, key == KEY_ESC_, is_movement(cmd),
		     s->now_ns);
	/* Esc takes an error away, and nothing more with the same stroke. */
	if (error && key == KEY_ESC_)
		return;
	if (count_key(s, key, cmd))
		return;
	if (!cmd) {
		no_command(s, key);
		return;
	}
	screen_run(s, cmd, "");
}

void screen_paste(struct screen *s, const struct pasted *part)
{
	s->dirty = true;
	s->view.key_ns = s->now_ns;
	if (s->view.typing)
		type_paste(s, part);
	else if (s->ask == ASK_NONE && s->prompt.kind != PROMPT_NONE)
		prompt_paste(s, part);
	else if (s->ask == ASK_NONE && part->first)
		screen_say(s, SEV_NOTE, "%s",
			   keyed(_("Pasted text is ignored here. {command}, "
				   "{find} or {filter} opens a line for it.")));
}

void screen_key(struct screen *s, uint32_t key)
{
	const struct command *cmd = command_by_key(key, ON_SCREEN);
	bool capitals = looks_like_caps_lock(s, key, cmd);

	take_key(s, key, cmd);
	if (capitals)
		screen_say(s, SEV_NOTE, "%s", _("Only capital letters: is Caps "
						"Lock on?"));
}
