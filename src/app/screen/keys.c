/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>

#include "app/i18n.h"
#include "app/bars/keybar.h"
#include "app/picker/picker.h"
#include "app/screen/go.h"
#include "app/screen/keys.h"
#include "app/screen/past.h"
#include "app/screen/place.h"
#include "app/screen/private.h"
#include "app/screen/requests.h"
#include "app/input/find.h"
#include "app/input/search.h"
#include "app/panes/setup.h"
#include "app/screen/target.h"
#include "app/screen/timeline.h"
#include "app/screen/type.h"
#include "app/command/keynames.h"
#include "app/command/typed.h"
#include "base/alloc.h"
#include "base/text.h"
#include "ui/kit/keyed.h"

/* The number of different capital letters in a row after which mmtop warns that
 * Caps Lock may be on. */
#define CAPITALS_MANY 3

/* Keys without a command that follow each other within this time give one
 * message. */
#define UNKNOWN_NS UINT64_C(1000000000)

struct screen_keys {
	uint32_t capitals;		/* bits of the capital letters typed in
					 * a row: 1 << (letter - 'A') */
	uint32_t unknown;		/* the last key without a command; 0:
					 * none */
	uint64_t unknown_ns;
	bool redraw, suspend;		/* the session must redraw the terminal,
					 * or suspend mmtop */
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

static bool is_movement(enum cmd id)
{
	return id >= DO_UP && id <= DO_RIGHT;
}

bool screen_give(struct screen *s, enum pane_id id, enum cmd cmd)
{
	struct pane *p = &s->panes[id];
	unsigned r = p->ops->command ?
		     p->ops->command(p->state, &s->view, cmd) : 0;

	if (!(r & CMD_TAKEN))
		return false;
	if (is_movement(cmd) || cmd == DO_WHEEL_UP || cmd == DO_WHEEL_DOWN)
		view_moved(&s->view, id);
	if (id == PANE_SETUP)
		setup_apply(s);
	if (r & CMD_LEAVE)
		place_back(s);
	else if (r & CMD_OPEN)
		place_open_selected(s);
	return true;
}

/* Passes a command to the focused pane.  Returns false if the pane does not use
 * the command. */
static bool give_focused(const struct command_context *x)
{
	return screen_give(x->screen, x->screen->place.focus, x->cmd->id);
}

void exec_pane(const struct command_context *x)
{
	(void)give_focused(x);
}

/* In a pane that does not use the keys Left and Right, they move in the
 * timeline; while none is shown, they shift the rows. */
void exec_sideways(const struct command_context *x)
{
	if (!give_focused(x) && !timeline_key(x->screen, x->cmd->id))
		pane_shift(&x->screen->panes[x->screen->place.focus],
			   x->cmd->id);
}

void exec_shift(const struct command_context *x)
{
	if (!pane_shift(&x->screen->panes[x->screen->place.focus],
			x->cmd->id))
		screen_say(x->screen, SEV_NOTE,
			   _("This pane does not scroll sideways."));
}

void exec_enter(const struct command_context *x)
{
	if (!give_focused(x))
		place_open_selected(x->screen);
}

/* Passes a command to the focused pane.  If that pane does not use it, passes
 * it to the pane `other` if this pane is in view or `hidden` is set. */
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

/* Regions gets the command even if it is not in view: the user may select the
 * next region while only the pages of a region are in view. */
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
	if (!search_end(x->screen) && !find_end(x->screen) && !give_focused(x))
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

/* `:help COMMAND`: shows the usage of the command, or an error if it does not
 * exist. */
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
		s->view.help_page = 0;
		place_open(s, PANE_HELP);
		return;
	}
	screen_give(s, PANE_HELP, DO_HELP);
}

void keys_unknown(struct screen *s, uint32_t key)
{
	struct screen_keys *k = s->keys;
	struct str name = STR_INIT, safe = STR_INIT;

	/* A text that is typed by mistake, or pasted into a terminal that does
	 * not mark pastes, gives one message, not one a letter. */
	if (k->unknown && s->now_ns < k->unknown_ns + UNKNOWN_NS)
		key = k->unknown;
	k->unknown = key;
	k->unknown_ns = s->now_ns;
	key_name(&name, key);
	text_safe(&safe, name.data, name.len, !s->view.look.utf8);
	if (safe.len)
		/* TRANSLATORS: the name of a key, such as F4. */
		screen_say(s, SEV_NOTE, keyed(_("No key %s here: {help} lists "
						"the keys.")), safe.data);
	str_release(&safe);
	str_release(&name);
}

void screen_run(struct screen *s, const struct command *cmd, const char *args)
{
	const struct command_context x = { .screen = s, .cmd = cmd,
					   .args = args };

	if (cmd->group == GROUP_TARGET && !keybar_applies(cmd, s->model)) {
		target_not_now(s, cmd);
		return;
	}
	/* Without a target, the list of the process chooser gets the command
	 * first. */
	if (!s->picker || !give_focused(&x))
		cmd->exec(&x);
	if (cmd->group == GROUP_TARGET)
		past_acted(s);
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

/* Returns true once in a run of capital letters.  Letters that move the
 * selection do not count: users often type one several times. */
static bool looks_like_caps_lock(struct screen *s, uint32_t key,
				 const struct command *cmd)
{
	uint32_t before = s->keys->capitals;

	if (s->view.typing || s->ask || s->picker ||
	    s->prompt.kind || key < 'A' || key > 'Z') {
		s->keys->capitals = 0;
		return false;
	}
	if (!cmd || !is_movement(cmd->id))
		s->keys->capitals |= 1u << (key - 'A');
	return s->keys->capitals != before &&
	       __builtin_popcount(s->keys->capitals) == CAPITALS_MANY;
}

bool keys_clear_message(struct screen *s, uint32_t key,
			const struct command *cmd)
{
	bool error = s->messages.n &&
		     s->messages.m[0].severity == SEV_ERROR;
	const struct message *answer = messages_answered(&s->messages);
	uint64_t address = answer ? answer->address : 0;

	messages_key(&s->messages, key == KEY_ESC_,
		     cmd && is_movement(cmd->id), s->now_ns);
	if (!address || key != KEY_ENTER_)
		return error && key == KEY_ESC_;
	go_to_region(s, address);
	return true;
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
		keys_unknown(s, key);
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
			   keyed(_("Pasted text is ignored here. Press "
				   "{command}, {find} or {filter} first.")));
}

void screen_key(struct screen *s, uint32_t key)
{
	const struct command *cmd =
		command_by_key(key, s->picker ? ON_PICKER : ON_SCREEN);
	bool capitals = looks_like_caps_lock(s, key, cmd);

	take_key(s, key, cmd);
	past_used(s);
	if (capitals)
		screen_say(s, SEV_NOTE, "%s", _("Only capital letters: is Caps "
						"Lock on?"));
}
