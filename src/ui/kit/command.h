/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands: one table (app/command/commands.c) feeds the key map, the help
 * overlay, the key bar, `:`, the console, completion, the man page check and
 * scripts.
 *
 * A pane gets commands, never keys.  Handlers do not draw: they return flags,
 * and the loop acts on them.
 *
 * `exec` runs the command on the screen, for a key and for a typed name.  It
 * gets the arguments as trimmed text; a key passes "".  app/command/typed.h
 * checks first that required arguments are present.
 */
#ifndef UI_KIT_COMMAND_H
#define UI_KIT_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/kit/command_list.h"

/* The commands, DO_NEXT and so on, from ui/kit/command_list.h. */
enum cmd {
	DO_NONE,
#define X(ID, name) DO_##ID,
	COMMANDS(X)
#undef X
	DOS
};

/* What a handler requests.  0: it does not handle the command. */
enum cmd_result {
	CMD_TAKEN = 1,
	CMD_REDRAW = 2,
	CMD_RESORT = 4,
	CMD_LEAVE = 8,			/* close this screen */
	CMD_OPEN = 16,			/* as Enter does: open the selected
					 * row */
	CMD_FOCUS = 32,			/* the region in focus has changed */
};

/* The states of the target in which a command applies. */
enum cmd_when {
	WHEN_RUN = 1, WHEN_HELD = 2, WHEN_DETACHED = 4, WHEN_ENDED = 8,
	WHEN_LAUNCHED = 16,		/* the command needs a launched
					 * program */
	WHEN_EVERYBODY = 32,		/* system-wide (--all): no process is
					 * attached */
	WHEN_ALWAYS = 47
};
enum cmd_where {
	ON_SCREEN = 1, ON_CONSOLE = 2, ON_BOTH = 3,
	ON_PICKER = 4,			/* in the process picker */
	ON_SCREENS = 5,
};
enum cmd_group { GROUP_TARGET, GROUP_PANE, GROUP_TIME, GROUP_SCREEN };

/* Keys are code points or, beyond Unicode, these values. */
enum key {
	KEY_NONE_ = 0x110000, KEY_UP_, KEY_DOWN_, KEY_LEFT_, KEY_RIGHT_,
	KEY_PGUP_, KEY_PGDN_, KEY_HOME_, KEY_END_, KEY_BTAB_, KEY_F1_,
	KEY_F2_, KEY_F3_, KEY_F4_, KEY_F5_, KEY_F6_, KEY_F7_, KEY_F8_, KEY_F9_,
	KEY_F10_, KEY_DEL_, KEY_INS_, KEY_RESIZE_, KEY_SLEFT_, KEY_SRIGHT_,
	KEY_CLEFT_, KEY_CRIGHT_, KEY_SF3_, KEY_HANGUP_,
	KEY_MOUSE_,			/* the event is in struct mouse */
	KEY_PASTE_			/* the text is in struct pasted */
};
#define KEY_CTRL(c) ((c) & 0x1f)
#define KEY_ESC_ 27
#define KEY_ENTER_ 13

/*
 * A mouse event, in cells of the screen from 0.  Movement without a pressed
 * button is not reported.
 *
 *	press of the left button at row 3, column 10:
 *		{ .op = MOUSE_PRESS, .button = 1, .row = 3, .col = 10 }
 */
enum mouse_op {
	MOUSE_NONE, MOUSE_PRESS, MOUSE_RELEASE, MOUSE_DRAG, MOUSE_WHEEL_UP,
	MOUSE_WHEEL_DOWN
};

enum mouse_mod { MOUSE_SHIFT = 1, MOUSE_ALT = 2, MOUSE_CTRL = 4 };

struct mouse {
	enum mouse_op op;
	int button;			/* 1 left, 2 middle, 3 right; 0 if
					 * unknown or the wheel */
	unsigned mods;			/* a mask of enum mouse_mod */
	int row, col;
};

/* A part of a pasted text.  The bytes can have any value. */
struct pasted {
	const char *bytes;
	size_t n;
	bool first, last;		/* this is the first or last part of the
					 * paste */
};

struct console;
struct screen;
struct command;

/* Where a command runs: on the screen or in the console.  The pointer to the
 * place where it does not run is NULL. */
struct command_context {
	struct screen *screen;
	struct console *console;
	const struct command *cmd;
	const char *args;		/* the arguments; "" if there are
					 * none */
};
/* Runs a command that applies in the current state. */
typedef void command_exec(const struct command_context *x);

#define COMMAND_KEYS 6

struct command {
	enum cmd id;
	const char *name;		/* the name to type; never translated */
	const char *aliases;		/* other names such as "n",
					 * space-separated; or "" */
	uint32_t keys[COMMAND_KEYS];	/* the keys that run the command;
					 * 0-terminated */
	const char *key_label;		/* the keys as shown in the help: "Up
					 * Dn", "Ctrl-L" */
	unsigned when;			/* a mask of enum cmd_when */
	enum cmd_where where;
	enum cmd_group group;
	const char *bar;		/* N_(), word in the key bar; "":
					 * none */
	const char *help;		/* N_(); the first 24 columns must
					 * suffice */
	const char *args;		/* N_(), the arguments: "FILE", or "[N]"
					 * if optional; NULL: no arguments */
	command_exec *exec;		/* runs the command on the screen; NULL:
					 * not available there */
};

extern struct command commands[];	/* changed only by command_bind() */
extern const size_t commands_n;

const struct command *command_by_id(enum cmd id);
/* Returns the command that a key runs in `where`, or NULL. */
const struct command *command_by_key(uint32_t key, enum cmd_where where);
/*
 * Binds a command to these keys (0-terminated) instead of its present ones,
 * removes the keys from other commands in the same place, and updates the key
 * label.  If `keys` is empty, the command can only be run by its name.
 */
void command_bind(enum cmd id, const uint32_t *keys);
/* Finds a command by its name or alias, whether or not it applies in `where`,
 * or by a prefix that is unique among the commands for `where`.  Returns NULL
 * if there is none, or the prefix is ambiguous. */
const struct command *command_by_name(const char *word, enum cmd_where where);
/* Returns the i-th of the commands for `where` whose names begin with `word`,
 * in the order of the table, or NULL if there are fewer. */
const struct command *command_matching(const char *word, size_t i,
				       enum cmd_where where);
/* Returns the command whose name is closest to `word`, or NULL if no name is
 * close. */
const struct command *command_nearest(const char *word, enum cmd_where where);

#endif
