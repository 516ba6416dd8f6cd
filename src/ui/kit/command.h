/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands: one table (app/command/commands.c) feeds the key map, the help overlay,
 * the key bar, `:`, the console, completion, the man page check and scripts.
 *
 * A pane gets commands, never keys.  Handlers return flags, the loop acts: no
 * handler draws.
 *
 * `exec` does the command on the screen: a key or a typed name leads to the
 * entry, and the entry to the function.  One that takes arguments has `args`:
 * exec gets their text, trimmed; a key gives "".  Whether what is needed is there
 * is checked before (app/command/typed.h).
 */
#ifndef UI_KIT_COMMAND_H
#define UI_KIT_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(ID, name) */
#define COMMANDS(X) \
	X(NEXT, "next") X(CONTINUE, "continue") X(HOLD, "hold") \
	X(LEVEL, "level") X(DETACH, "detach") X(ATTACH, "attach") \
	X(QUIT, "quit") X(SYSTEM, "system") X(PROCESS, "process") \
	X(HELP, "help") X(TYPE, "type") \
	X(UP, "up") X(DOWN, "down") X(PAGE_UP, "page-up") \
	X(PAGE_DOWN, "page-down") X(HOME, "home") X(END, "end") \
	X(LEFT, "left") X(RIGHT, "right") X(ENTER, "enter") X(BACK, "back") \
	X(TAB, "next-pane") X(TAB_BACK, "previous-pane") X(ZOOM, "zoom") \
	X(GROUP, "group") X(ZOOM_IN, "zoom-in") X(ZOOM_OUT, "zoom-out") \
	X(ZOOM_ALL, "zoom-all") X(REGION_PREV, "previous-region") \
	X(REGION_NEXT, "next-region") X(PAINT, "paint") \
	X(RANGE, "range") \
	X(WHEEL_UP, "wheel-up") X(WHEEL_DOWN, "wheel-down") \
	X(REDRAW, "redraw") X(SUSPEND, "suspend") X(RESIZE, "resize") \
	X(PANE_REGIONS, "regions") X(PANE_PAGES, "pages") \
	X(PANE_CALLS, "calls") X(PANE_SIGNALS, "signals") \
	X(PANE_PROCESSES, "processes") X(PANE_SYSTEM, "system-pane") \
	X(PANE_OUTPUT, "output") X(PANE_HEAP, "heap") \
	X(PANE_SOURCES, "sources") \
	X(COMMAND, "command") X(GO, "go") X(TRACK, "track") \
	X(FILE, "file") X(SCREENSHOT, "screenshot") \
	X(FOLDED, "folded") X(WHY, "why") \
	X(FIND, "find") X(FIND_NEXT, "find-next") X(FAMILY, "family") \
	X(BACKTRACE, "backtrace") X(CONTENTS, "contents") \
	X(MARK, "mark") X(COMPARE, "compare") X(FRAME, "frame") \
	X(FRAME_PREV, "previous-frame") X(FRAME_NEXT, "next-frame") \
	X(LIVE, "live") X(CAPTURE, "capture") \
	X(DECODER, "decoder") X(OPEN_WITH, "open-with") X(EDIT, "edit") \
	X(FIND_BYTES, "find-bytes") X(POINTERS, "pointers") \
	X(MESSAGES, "messages") \
	X(KILL, "kill") X(CATCH, "catch") X(WAIT, "wait") \
	X(PALETTE, "palette") X(FILTER, "filter") \
	X(SORT, "sort") X(SORT_BACK, "sort-back") X(SORT_NEXT, "sort-next") \
	X(SORT_INVERT, "sort-invert") X(SORT_MENU, "sort-menu") \
	X(WATCH, "watch") X(WATCH_CALLS, "watch-calls") \
	X(FOLLOW, "follow") X(USER, "user") X(TREE, "tree") \
	X(LEAVE, "leave") X(LETTERS, "letters") X(SETUP, "setup")

/* DO_NEXT... : what to do. CMD_...: what a handler wants done after it. */
enum cmd {
	DO_NONE,
#define X(ID, name) DO_##ID,
	COMMANDS(X)
#undef X
	DOS
};

/* What a handler wants done; 0: the command was not for it. */
enum cmd_result {
	CMD_TAKEN = 1,
	CMD_REDRAW = 2,
	CMD_RESORT = 4,
	CMD_LEAVE = 8,			/* close the screen */
	CMD_OPEN = 16,			/* Enter: open what is selected */
	CMD_FOCUS = 32,			/* the focus region changed */
};

/* Where a command applies: any of these states of the target. */
enum cmd_when {
	WHEN_RUN = 1, WHEN_HELD = 2, WHEN_DETACHED = 4, WHEN_ENDED = 8,
	WHEN_LAUNCHED = 16,		/* only with a program of our own */
	WHEN_EVERYBODY = 32,		/* --all: no process is attached to */
	WHEN_ALWAYS = 47
};
enum cmd_where {
	ON_SCREEN = 1, ON_CONSOLE = 2, ON_BOTH = 3,
	ON_PICKER = 4,			/* where a process is chosen */
	ON_SCREENS = 5,
};
enum cmd_group { GROUP_TARGET, GROUP_PANE, GROUP_TIME, GROUP_SCREEN };

/* Keys: code points, or these beyond Unicode. */
enum key {
	KEY_NONE_ = 0x110000, KEY_UP_, KEY_DOWN_, KEY_LEFT_, KEY_RIGHT_,
	KEY_PGUP_, KEY_PGDN_, KEY_HOME_, KEY_END_, KEY_BTAB_, KEY_F1_,
	KEY_F2_, KEY_F3_, KEY_F4_, KEY_F5_, KEY_F6_, KEY_F7_, KEY_F8_, KEY_F9_,
	KEY_F10_, KEY_DEL_, KEY_INS_, KEY_RESIZE_, KEY_SLEFT_, KEY_SRIGHT_,
	KEY_CLEFT_, KEY_CRIGHT_, KEY_HANGUP_,
	KEY_MOUSE_,			/* struct mouse has what it did */
	KEY_PASTE_			/* struct pasted has the text */
};
#define KEY_CTRL(c) ((c) & 0x1f)
#define KEY_ESC_ 27
#define KEY_ENTER_ 13

/*
 * What the mouse did, in cells of the screen from 0; nothing is told while it
 * moves with no button held.
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
	int button;			/* 1 left, 2, 3 right; 0 of a wheel,
					 * and where it is not known */
	unsigned mods;			/* enum mouse_mod */
	int row, col;
};

/* A part of a pasted text.  The bytes may be anything. */
struct pasted {
	const char *bytes;
	size_t n;
	bool first, last;		/* part of this paste */
};

struct console;
struct screen;
struct command;

/* One use of a command, on the front end that is not NULL. */
struct command_context {
	struct screen *screen;
	struct console *console;
	const struct command *cmd;
	const char *args;		/* "" when there are none */
};
/* Does a command that applies now. */
typedef void command_exec(const struct command_context *x);

#define COMMAND_KEYS 6

struct command {
	enum cmd id;
	const char *name;		/* never translated */
	const char *aliases;		/* "n", space-separated, or "" */
	uint32_t keys[COMMAND_KEYS];	/* 0-terminated */
	const char *key_label;		/* as help shows it: "Up Dn", "Ctrl-L" */
	unsigned when;			/* enum cmd_when */
	enum cmd_where where;
	enum cmd_group group;
	const char *bar;		/* key bar word, N_(), "" none */
	const char *help;		/* N_(), its first 24 columns matter */
	const char *args;		/* N_(), "FILE", "[N]" where it may be
					 * left out; NULL: it takes none */
	command_exec *exec;		/* on the screen; NULL: not there */
};

/* A key that is kept for what this version cannot do. */
struct later {
	uint32_t keys[5];		/* 0-terminated */
	const char *key_label;
	const char *what;		/* N_(), in one or two words */
};

extern struct command commands[];	/* changed by command_bind() alone */
extern const size_t commands_n;

const struct command *command_by_id(enum cmd id);
/* By the key that it has there, NULL when none. */
const struct command *command_by_key(uint32_t key, enum cmd_where where);
/*
 * Gives a command these keys (0-terminated) instead of its own, and takes them
 * from whoever has them in the same place; its label follows.  None: it is
 * there by name.
 */
void command_bind(enum cmd id, const uint32_t *keys);
/* NULL when it is kept for nothing. */
const struct later *command_later(uint32_t key);
/* By name or alias, wherever it is for, or by a prefix that is unique among
 * those for `where`; NULL when none or not unique. */
const struct command *command_by_name(const char *word, enum cmd_where where);
/* The i-th of those for `where` whose name begins with word, in the order of
 * the table; NULL when there are no more. */
const struct command *command_matching(const char *word, size_t i,
				       enum cmd_where where);
/* The one whose name is hardly another word; NULL when none is near. */
const struct command *command_nearest(const char *word, enum cmd_where where);

#endif
