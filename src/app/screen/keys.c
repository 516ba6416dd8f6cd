/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>

#include "app/i18n.h"
#include "app/bars/keybar.h"
#include "app/picker/picker.h"
#include "app/screen/keys.h"
#include "app/screen/place.h"
#include "app/screen/private.h"
#include "app/screen/requests.h"
#include "app/input/search.h"
#include "app/panes/setup.h"
#include "app/screen/target.h"
#include "app/screen/type.h"
#include "app/command/typed.h"
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

/* A command for the focused pane; false when it was not for that. */
static bool give_focused(const struct command_context *x)
{
	return screen_give(x->screen, x->screen->place.focus, x->cmd->id);
}

void exec_pane(const struct command_context *x)
{
	give_focused(x);
}

void exec_enter(const struct command_context *x)
{
	if (!give_focused(x))
		place_open_selected(x->screen);
}

/* Else for another pane, where that is in view. */
static void give_or(const struct command_context *x, enum pane_id other,
		    bool hidden)
{
	struct screen *s = x->screen;

	if (!give_focused(x) && other != s->place.focus &&
	    (hidden || layout_find(&s->layout, other)))
		screen_give(s, other, x->cmd->id);
}

void exec_group(const struct command_context *x)
{
	give_or(x, PANE_REGIONS, false);
}

/* The next region may be chosen while only its pages are in view. */
void exec_region(const struct command_context *x)
{
	give_or(x, PANE_REGIONS, true);
}

void exec_pages(const struct command_context *x)
{
	give_or(x, PANE_PAGES, false);
}

void exec_back(const struct command_context *x)
{
	if (!search_end(x->screen) && !give_focused(x))
		place_back(x->screen);
}

void exec_redraw(const struct command_context *x)
{
	x->screen->keys->redraw = true;
	screen_ask_for(x->screen, REQ_SAMPLE, 0, 0);
}

void exec_suspend(const struct command_context *x)
{
	x->screen->keys->suspend = true;
}

/* `:help COMMAND`: its usage, or what is wrong with the name. */
static void help_of(struct screen *s, const char *name)
{
	const struct command *cmd = command_by_name(name, ON_SCREEN);
	struct str usage = STR_INIT;

	if (!cmd) {
		screen_run_line(s, name);
		return;
	}
	typed_usage(&usage, cmd, ON_SCREEN);
	screen_say(s, SEV_NOTE, "%s   %s", usage.data, _(cmd->help));
	str_release(&usage);
}

void exec_help(const struct command_context *x)
{
	struct screen *s = x->screen;

	if (*x->args) {
		help_of(s, x->args);
		return;
	}
	if (s->place.focus != PANE_HELP) {
		s->view.help_pane = s->place.focus;
		place_open(s, PANE_HELP);
		return;
	}
	if (screen_give(s, PANE_HELP, DO_HELP))
		return;
	/* Again: the next pane's page. */
	s->view.help_pane = (enum pane_id)((s->view.help_pane + 1) % PANES);
	if (s->view.help_pane >= PANE_HELP)
		s->view.help_pane = (enum pane_id)0;
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
	const struct command_context x = { .screen = s, .cmd = cmd,
					   .args = args };

	if (cmd->group == GROUP_TARGET && !keybar_applies(cmd, s->model)) {
		target_not_now(s, cmd);
		return;
	}
	/* Before there is a target the list takes what concerns lists. */
	if (!s->picker || !give_focused(&x))
		cmd->exec(&x);
	requests_send(s);
}

void screen_run_line(struct screen *s, const char *line)
{
	struct str wrong = STR_INIT;
	struct typed t;

	if (typed_read(&t, line, ON_SCREEN, !s->view.look.utf8, &wrong))
		screen_run(s, t.cmd, t.args);
	else if (wrong.len)
		screen_say(s, SEV_NOTE, "%s", wrong.data);
	str_release(&wrong);
	typed_release(&t);
}

/* True once in a run of capital letters.  Letters that move the selection do not
 * count: users type these in a row. */
static bool looks_like_caps_lock(struct screen *s, uint32_t key,
				 const struct command *cmd)
{
	uint32_t before = s->keys->capitals;

	if (s->view.typing || s->ask || s->picker ||
	    s->prompt.kind || key < 'A' || key > 'Z') {
		s->keys->capitals = 0;
		return false;
	}
	if (!is_movement(cmd))
		s->keys->capitals |= 1u << (key - 'A');
	return s->keys->capitals != before &&
	       __builtin_popcount(s->keys->capitals) == CAPITALS_MANY;
}

bool keys_clear_message(struct screen *s, uint32_t key,
			const struct command *cmd)
{
	bool error = s->messages.n &&
		     s->messages.m[0].severity == SEV_ERROR;

	messages_key(&s->messages, key == KEY_ESC_, is_movement(cmd),
		     s->now_ns);
	/* Esc takes an error away, and nothing more with the same stroke. */
	return error && key == KEY_ESC_;
}

static void take_key(struct screen *s, uint32_t key, const struct command *cmd)
{
	s->dirty = true;
	s->view.key_ns = s->now_ns;
	if (key == KEY_HANGUP_) {
		s->leaving = true;
		return;
	}
	if (s->picker) {
		picker_key(s, key, cmd);
		return;
	}
	if (type_key(s, key))
		return;
	if (s->ask) {
		ask_key(s, key);
		return;
	}
	if (s->prompt.kind) {
		prompt_key(s, key);
		return;
	}
	if (keys_clear_message(s, key, cmd))
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
	if (s->picker)
		picker_paste(s, part);
	else if (s->view.typing)
		type_paste(s, part);
	else if (!s->ask && s->prompt.kind)
		prompt_paste(s, part);
	else if (!s->ask && part->first)
		screen_say(s, SEV_NOTE, "%s",
			   keyed(_("Pasted text is ignored here. {command}, "
				   "{find} or {filter} opens a line for it.")));
}

void screen_key(struct screen *s, uint32_t key)
{
	const struct command *cmd =
		command_by_key(key, s->picker ? ON_PICKER : ON_SCREEN);
	bool capitals = looks_like_caps_lock(s, key, cmd);

	take_key(s, key, cmd);
	if (capitals)
		screen_say(s, SEV_NOTE, "%s", _("Only capital letters: is Caps "
						"Lock on?"));
}
