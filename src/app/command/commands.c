/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/kit/command.h"

#include <string.h>

#include "app/i18n.h"
#include "app/command/keynames.h"
#include "app/input/kill.h"
#include "app/input/questions.h"
#include "app/panes/contents.h"
#include "app/panes/copy.h"
#include "app/panes/decoding.h"
#include "app/panes/files.h"
#include "app/input/filter.h"
#include "app/input/find.h"
#include "app/screen/go.h"
#include "app/screen/keys.h"
#include "app/screen/past.h"
#include "app/panes/open.h"
#include "app/screen/place.h"
#include "app/picker/picker.h"
#include "app/input/prompt.h"
#include "app/input/search.h"
#include "app/panes/setup.h"
#include "app/screen/target.h"
#include "app/screen/type.h"
#include "app/panes/why.h"
#include "base/near.h"
#include "base/str.h"

#define LIVE (WHEN_RUN | WHEN_HELD)

/*
 * Each command can be used without cursor and function keys: some keyboards and
 * screen readers lack them.  So a command with such a key also has a letter.
 * Enter, Esc and Tab count as letters, because they can be typed as Ctrl-M,
 * Ctrl-[ and Ctrl-I.
 *
 * The key bar shows the first word of `key_label`.  The text in `bar` has at
 * most 10 columns; the first sentence of `help` has at most 24.
 */
struct command commands[] = {
	{ DO_NEXT, "next", "n step", { 'n' }, "n",
	  LIVE, ON_BOTH, GROUP_TARGET,
	  N_("Next"), N_("step to the next call"), N_("[N]"), exec_next },
	{ DO_CONTINUE, "continue", "c cont run", { 'c' }, "c",
	  WHEN_HELD, ON_BOTH, GROUP_TARGET,
	  N_("Continue"), N_("continue"), NULL, exec_request },
	{ DO_HOLD, "hold", "i interrupt", { 'i' }, "i",
	  WHEN_RUN, ON_BOTH, GROUP_TARGET,
	  N_("Hold"), N_("hold all threads now"), NULL, exec_request },
	{ DO_DETACH, "detach", "d", { 'd' }, "d",
	  LIVE, ON_BOTH, GROUP_TARGET,
	  N_("Detach"), N_("detach, leave it running"), NULL, exec_request },
	{ DO_ATTACH, "attach", "", { 'A' }, "A",
	  WHEN_DETACHED, ON_SCREEN, GROUP_TARGET,
	  N_("Attach"), N_("reattach"), NULL, exec_request },
	{ DO_LEVEL, "level", "t", { 't' }, "t",
	  LIVE, ON_BOTH, GROUP_TARGET,
	  N_("Level"), N_("level watch / calls"),
	  N_("[watch|calls]"), exec_level },
	{ DO_TYPE, "type", "", { 'T' }, "T",
	  LIVE | WHEN_DETACHED | WHEN_LAUNCHED, ON_SCREEN, GROUP_TARGET,
	  N_("Type"), N_("send keys; Ctrl-] ends"), NULL, exec_type },

	{ DO_UP, "up", "", { KEY_UP_, 'k' }, "Up k",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_PANE, "", N_("one row up"), NULL,
	  exec_pane },
	{ DO_DOWN, "down", "", { KEY_DOWN_, 'j' }, "Dn j",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_PANE, "", N_("one row down"), NULL,
	  exec_pane },
	{ DO_PAGE_UP, "page-up", "", { KEY_PGUP_, 'U', KEY_CTRL('b') },
	  "PgUp U Ctrl-B",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_PANE,
	  "", N_("one screen up"), NULL, exec_pane },
	{ DO_PAGE_DOWN, "page-down", "", { KEY_PGDN_, 'J', KEY_CTRL('f') },
	  "PgDn J Ctrl-F",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_PANE,
	  "", N_("one screen down"), NULL, exec_pane },
	{ DO_HALF_UP, "half-up", "", { KEY_CTRL('u') }, "Ctrl-U",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_PANE,
	  "", N_("half a screen up"), NULL, exec_pane },
	{ DO_HALF_DOWN, "half-down", "", { KEY_CTRL('d') }, "Ctrl-D",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_PANE,
	  "", N_("half a screen down"), NULL, exec_pane },
	{ DO_HOME, "home", "first row", { KEY_HOME_, 'B' }, "Home B",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_PANE, "", N_("first row"), NULL,
	  exec_pane },
	{ DO_END, "end", "last", { KEY_END_, 'E', 'G' }, "End E G",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_PANE,
	  "", N_("last row; follow newest"), NULL, exec_pane },
	/* The commands of the mouse wheel have no key. */
	{ DO_WHEEL_UP, "wheel-up", "", { 0 }, "",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE, "", N_("scroll up"), NULL,
	  exec_pane },
	{ DO_WHEEL_DOWN, "wheel-down", "", { 0 }, "",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE, "", N_("scroll down"), NULL,
	  exec_pane },
	{ DO_LEFT, "left", "", { KEY_LEFT_, 'H' }, "Left H",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  "", N_("left; fold a row"), NULL, exec_sideways },
	{ DO_RIGHT, "right", "", { KEY_RIGHT_, 'L' }, "Right L",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  "", N_("right; unfold a row"), NULL, exec_sideways },
	{ DO_SCROLL_LEFT, "scroll-left", "", { KEY_SLEFT_, '{' },
	  "Shift-Left {",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_PANE,
	  "", N_("scroll left"), NULL, exec_shift },
	{ DO_SCROLL_RIGHT, "scroll-right", "", { KEY_SRIGHT_, '}' },
	  "Shift-Right }",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_PANE,
	  "", N_("scroll right"), NULL, exec_shift },
	{ DO_SCROLL_HOME, "scroll-home", "", { '^' }, "^",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_PANE,
	  "", N_("scroll to the left end"), NULL, exec_shift },
	{ DO_ENTER, "enter", "open", { KEY_ENTER_ }, "Enter",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  N_("Open"), N_("details of the selection"),
	  NULL, exec_enter },
	{ DO_BACK, "back", "", { KEY_ESC_ }, "Esc",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN,
	  N_("Back"), N_("go back"),
	  NULL, exec_back },
	{ DO_GROUP, "group", "g", { 'g', KEY_F5_ }, "g F5",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  N_("Group"), N_("group: file, kind, none"), NULL, exec_group },
	{ DO_ZOOM_IN, "zoom-in", "", { '+', '=' }, "+ =",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  N_("Zoom"), N_("zoom in"), NULL, exec_pages },
	{ DO_ZOOM_OUT, "zoom-out", "", { '-' }, "-",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  N_("Zoom"), N_("zoom out"), NULL, exec_pages },
	{ DO_ZOOM_ALL, "zoom-all", "", { 'a' }, "a",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  N_("All"), N_("region; 2x: all memory"), NULL, exec_pages },
	{ DO_REGION_PREV, "previous-region", "", { '(' }, "(",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  N_("Region"), N_("previous region"), NULL, exec_region },
	{ DO_REGION_NEXT, "next-region", "", { ')' }, ")",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  N_("Region"), N_("next region"), NULL, exec_region },
	{ DO_PAINT, "paint", "v", { 'v' }, "v",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  N_("Paint"), N_("paint next property"), NULL, exec_pages },
	{ DO_BIG, "big", "", { 0 }, ":big",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  "", N_("large cells on or off"), NULL, exec_pages },
	{ DO_RANGE, "range", "", { 'R' }, "R",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  "", N_("start a range here"), NULL, exec_pages },
	{ DO_FIND, "find", "", { '/' }, "/",
	  WHEN_ALWAYS, ON_SCREENS | ON_CONSOLE, GROUP_PANE,
	  N_("Find"), N_("find: name, address"),
	  N_("[TEXT]"), exec_find },
	{ DO_FIND_NEXT, "find-next", "", { KEY_F3_, KEY_CTRL('n') },
	  "F3 Ctrl-N",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  "", N_("next match"), NULL, exec_find_again },
	{ DO_FIND_PREV, "find-previous", "", { 'N', KEY_SF3_ },
	  "N Shift-F3",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  "", N_("previous match"), NULL, exec_find_again },

	{ DO_FILTER, "filter", "", { 'f', KEY_F4_ }, "f F4",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE, N_("Filter"),
	  N_("show matches only"),
	  N_("[TEXT]"), exec_filter },
	{ DO_SORT, "sort", "", { 0 }, ":sort",
	  WHEN_ALWAYS, ON_BOTH, GROUP_PANE, "", N_("sort by a column"),
	  N_("[COLUMN [reverse]]"), exec_sort },
	{ DO_SORT_BACK, "sort-back", "", { '<' }, "<",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_PANE, N_("Sort"),
	  N_("sort: previous column"), NULL, exec_sort_step },
	{ DO_SORT_NEXT, "sort-next", "", { '>' }, ">",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_PANE, N_("Sort"),
	  N_("sort: next column"), NULL, exec_sort_step },
	{ DO_SORT_INVERT, "sort-invert", "", { 'I' }, "I",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_PANE, "",
	  N_("reverse the order"), NULL, exec_sort_invert },
	{ DO_SORT_MENU, "sort-menu", "", { 'o', KEY_F6_ }, "o F6",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE, "",
	  N_("choose the sort column"), NULL, exec_sort_menu },

	{ DO_TAB, "next-pane", "", { '\t' }, "Tab",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN,
	  N_("Pane"), N_("next pane"), NULL, exec_tab },
	{ DO_TAB_BACK, "previous-pane", "", { KEY_BTAB_, 'Y' }, "Shift-Tab Y",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN,
	  "", N_("previous pane"), NULL, exec_tab },
	{ DO_ZOOM, "zoom", "z", { 'z' }, "z",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN,
	  N_("Full"), N_("toggle full-size pane"),
	  NULL, exec_zoom },
	{ DO_PANE_REGIONS, "regions", "", { '1' }, "1",
	  WHEN_ALWAYS, ON_BOTH, GROUP_SCREEN, "", N_("Regions"),
	  N_("[TEXT]"), exec_regions },
	{ DO_PANE_PAGES, "pages", "", { '2' }, "2",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN, "", N_("Pages"), NULL,
	  exec_pane_go },
	{ DO_PANE_CALLS, "calls", "", { '3' }, "3",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN, "", N_("Calls"), NULL,
	  exec_pane_go },
	{ DO_PANE_SIGNALS, "signals", "", { '4' }, "4",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN, "", N_("Signals"), NULL,
	  exec_pane_go },
	{ DO_PANE_PROCESSES, "processes", "", { '5' }, "5",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN, "", N_("Processes"), NULL,
	  exec_pane_go },
	{ DO_PANE_SYSTEM, "system-pane", "", { '6' }, "6",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN, "", N_("System"), NULL,
	  exec_pane_go },
	{ DO_PANE_OUTPUT, "output", "", { '7' }, "7",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN,
	  "", N_("the program's output"), NULL, exec_pane_go },
	{ DO_PANE_HEAP, "heap", "", { '8' }, "8",
	  WHEN_ALWAYS, ON_BOTH, GROUP_SCREEN, "", N_("Heap"), NULL,
	  exec_pane_go },
	{ DO_PANE_SOURCES, "sources", "", { '9' }, "9",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN, "", N_("Sources"), NULL,
	  exec_pane_go },

	{ DO_SYSTEM, "system", "s sys", { 's' }, "s",
	  WHEN_ALWAYS, ON_BOTH, GROUP_SCREEN,
	  N_("System"), N_("system memory"),
	  NULL, exec_toggle },
	{ DO_PROCESS, "process", "p proc", { 'p' }, "p",
	  WHEN_ALWAYS, ON_BOTH, GROUP_SCREEN,
	  N_("Process"), N_("process details"),
	  N_("[ID]"), exec_process },
	{ DO_CGROUP, "cgroup", "", { 'C' }, "C",
	  WHEN_ALWAYS, ON_BOTH, GROUP_SCREEN,
	  N_("Cgroup"), N_("cgroup: limit, events"),
	  NULL, exec_toggle },
	{ DO_FAMILY, "family", "", { 'F' }, "F",
	  WHEN_ALWAYS, ON_BOTH, GROUP_SCREEN,
	  N_("Family"), N_("copy-on-write view"),
	  N_("[ADDRESS|REGION]"), exec_family },
	{ DO_BACKTRACE, "backtrace", "b where bt", { 'b' }, "b",
	  WHEN_ALWAYS, ON_BOTH, GROUP_SCREEN,
	  N_("Backtrace"), N_("backtrace"),
	  N_("[ID]"), exec_process },
	{ DO_CONTENTS, "contents", "", { 'x' }, "x",
	  WHEN_ALWAYS, ON_BOTH, GROUP_SCREEN,
	  N_("Contents"), N_("contents of memory"),
	  N_("[ADDRESS [BYTES]]"), exec_contents },
	{ DO_PAUSE, "pause", "", { ' ', 'Z' }, "Space Z",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN,
	  N_("Pause"), N_("pause the view; live"), NULL, exec_pause },
	{ DO_FRAME_PREV, "previous-frame", "", { ',' }, ",",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN,
	  N_("Frame"), N_("previous event or frame"), NULL, exec_event_step },
	{ DO_FRAME_NEXT, "next-frame", "", { '.' }, ".",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN,
	  N_("Frame"), N_("next event or frame"), NULL, exec_event_step },
	{ DO_SECOND_BACK, "second-back", "", { '[' }, "[",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN,
	  N_("Second"), N_("one second back"), NULL, exec_second },
	{ DO_SECOND_NEXT, "second-next", "", { ']' }, "]",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN,
	  N_("Second"), N_("one second on"), NULL, exec_second },
	{ DO_FRAME, "frame", "", { 0 }, ":frame",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE, "", N_("frame by number"),
	  N_("NUMBER"), exec_frame },
	{ DO_LIVE, "live", "", { 'l' }, "l",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  N_("Live"), N_("live contents"), NULL, exec_frame_step },
	{ DO_MARK, "mark", "", { 'm' }, "m",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  N_("Mark"), N_("mark current contents"), NULL, exec_mark },
	{ DO_COMPARE, "compare", "", { 'M' }, "M",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  "", N_("changes since the mark"), NULL, exec_mark },
	{ DO_CAPTURE, "capture", "", { 'w' }, "w",
	  LIVE, ON_BOTH, GROUP_TARGET,
	  N_("Capture"), N_("capture a frame"),
	  N_("[on|off]"), exec_capture },
	{ DO_DECODER, "decoder", "", { 'D' }, "D",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  N_("Decoder"), N_("choose a decoder"),
	  N_("[NAME|LAYOUT|off]"), exec_decoder },
	{ DO_OPEN_WITH, "open-with", "", { 'O' }, "O",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  N_("Open"), N_("open bytes with ..."), NULL, exec_open_with },
	{ DO_EDIT, "edit", "", { 'e' }, "e",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  N_("Edit"), N_("edit the decoder"),
	  N_("[NAME]"), exec_edit },
	{ DO_FIND_BYTES, "find-bytes", "", { 0 }, ":find-bytes",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE, "", N_("find bytes"),
	  N_("HEX..."), exec_find_bytes },
	{ DO_POINTERS, "pointers", "", { 0 }, ":pointers",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_PANE,
	  "", N_("find pointers to this"), NULL, exec_pointers },
	{ DO_REDRAW, "redraw", "", { KEY_CTRL('l') }, "Ctrl-L",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_SCREEN,
	  "", N_("redraw the screen"), NULL, exec_redraw },
	{ DO_SUSPEND, "suspend", "", { KEY_CTRL('z') }, "Ctrl-Z",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_SCREEN,
	  "", N_("suspend; fg continues"), NULL, exec_suspend },
	{ DO_RESIZE, "resize", "", { KEY_RESIZE_ }, "",
	  WHEN_ALWAYS, ON_SCREENS, GROUP_SCREEN,
	  "", N_("terminal resized"), NULL, exec_pane },
	{ DO_COMMAND, "command", "", { ':' }, ":",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN,
	  N_("Command"), N_("type a command"), NULL, exec_prompt },
	/* TRANSLATORS: words in capitals stand for arguments. */
	{ DO_GO, "go", "", { 0 }, ":go",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN, "", N_("show it in Pages"),
	  N_("ADDRESS|REGION"), exec_go },
	{ DO_FILE, "file", "", { 0 }, ":file",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN, "", N_("pages of a file"),
	  N_("[PATH]"), exec_file },
	{ DO_TRACK, "track", "", { 'W' }, "W",
	  LIVE, ON_BOTH, GROUP_TARGET, N_("Writes"), N_("track written pages"),
	  N_("writes on|off"), exec_track },
	{ DO_COPY, "copy", "", { 'y' }, "y",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN, "", N_("copy the selected row"),
	  NULL, exec_copy },
	{ DO_SCREENSHOT, "screenshot", "", { 0 }, ":screenshot",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN, "", N_("save a screenshot"),
	  N_("FILE.svg|.txt|.ans"), exec_screenshot },
	{ DO_FOLDED, "folded", "", { 0 }, ":folded",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN, "", N_("save folded heap "
						       "stacks"),
	  N_("FILE [peak]"), exec_folded },
	{ DO_WHY, "why", "", { 0 }, ":why",
	  WHEN_ALWAYS, ON_BOTH, GROUP_SCREEN, "", N_("why RSS has changed"),
	  N_("[mark|start]"), exec_why },
	{ DO_MESSAGES, "messages", "", { 0 }, ":messages",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN,
	  "", N_("message log"), NULL, exec_messages },
	{ DO_CATCH, "catch", "", { 0 }, ":catch",
	  LIVE, ON_BOTH, GROUP_TARGET, "", N_("set calls to stop at"),
	  N_("[all|memory|CALL,...]"), exec_catch },
	{ DO_UNTIL, "until", "u", { 'u' }, "u",
	  LIVE, ON_BOTH, GROUP_TARGET, N_("Until"), N_("run until this call"),
	  N_("[all|memory|CALL,...]"), exec_until },
	{ DO_KILL, "kill", "", { 'K', KEY_F9_ }, "K F9",
	  LIVE, ON_BOTH, GROUP_TARGET, "", N_("send a signal"),
	  N_("[SIGNAL]"), exec_kill },
	{ DO_WAIT, "wait", "w", { 0 }, "wait",
	  WHEN_ALWAYS, ON_CONSOLE, GROUP_TARGET, "",
	  N_("wait until held or ended"), NULL, NULL },
	{ DO_THEME, "theme", "palette", { 'V' }, "V",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN, "", N_("next theme"),
	  N_("[NAME]"), exec_theme },
	/* Commands of the process list, which is shown before mmtop has a
	 * target. */
	{ DO_WATCH, "watch", "", { KEY_ENTER_ }, "Enter",
	  WHEN_ALWAYS, ON_PICKER, GROUP_TARGET,
	  N_("Watch"), N_("attach at level watch"), NULL, exec_watch },
	{ DO_WATCH_CALLS, "watch-calls", "", { 'C' }, "C",
	  WHEN_ALWAYS, ON_PICKER, GROUP_TARGET,
	  N_("Calls"), N_("attach at level calls"), NULL, exec_watch },
	{ DO_FOLLOW, "follow", "", { 'F' }, "F",
	  WHEN_ALWAYS, ON_PICKER, GROUP_TARGET,
	  N_("Follow"), N_("toggle child tracing"), NULL, exec_follow },
	{ DO_LETTERS, "letters", "", { '\t' }, "Tab",
	  WHEN_ALWAYS, ON_PICKER, GROUP_PANE,
	  "", N_("letters: search or keys"), NULL, exec_pane },
	{ DO_USER, "user", "", { 'u' }, "u",
	  WHEN_ALWAYS, ON_PICKER, GROUP_PANE,
	  N_("User"), N_("filter by user"), NULL, exec_pane },
	{ DO_TREE, "tree", "", { 't', KEY_F5_ }, "t F5",
	  WHEN_ALWAYS, ON_PICKER, GROUP_PANE,
	  N_("Tree"), N_("tree or list"), NULL, exec_pane },
	{ DO_LEAVE, "leave", "", { KEY_ESC_, 'q', KEY_CTRL('c'), KEY_F10_ },
	  "Esc q Ctrl-C F10",
	  WHEN_ALWAYS, ON_PICKER, GROUP_SCREEN,
	  N_("Quit"), N_("quit without watching"), NULL, exec_leave },
	{ DO_SETUP, "setup", "", { 'S', KEY_F2_ }, "S F2",
	  WHEN_ALWAYS, ON_SCREEN, GROUP_SCREEN,
	  "", N_("settings"), NULL, exec_toggle },
	{ DO_HELP, "help", "h he ?", { '?', 'h', KEY_F1_ }, "? h F1",
	  WHEN_ALWAYS, ON_BOTH | ON_PICKER, GROUP_SCREEN,
	  N_("Help"), N_("help: keys and columns"),
	  N_("[COMMAND]"), exec_help },
	{ DO_QUIT, "quit", "q exit", { 'q', KEY_CTRL('c'), KEY_F10_ },
	  "q Ctrl-C F10",
	  WHEN_ALWAYS, ON_BOTH, GROUP_SCREEN,
	  N_("Quit"), N_("quit; may ask"), NULL, exec_quit },
};

const size_t commands_n = sizeof commands / sizeof *commands;

const struct command *command_by_id(enum cmd id)
{
	for (size_t i = 0; i < commands_n; i++)
		if (commands[i].id == id)
			return &commands[i];
	return NULL;
}

const struct command *command_by_key(uint32_t key, enum cmd_where where)
{
	if (!key)
		return NULL;
	/* If the terminal's icrnl flag is set, or in pasted text, the Enter key
	 * arrives as a line feed. */
	if (key == '\n')
		key = KEY_ENTER_;
	for (size_t i = 0; i < commands_n; i++)
		for (size_t k = 0; commands[i].keys[k]; k++)
			if (commands[i].keys[k] == key &&
			    commands[i].where & where)
				return &commands[i];
	return NULL;
}

/* Sets `key_label` to the names of the keys or, if there are none, to the
 * command itself, such as ":go".  The memory of the label is never freed. */
static void relabel(struct command *c)
{
	struct str label = STR_INIT;

	for (size_t i = 0; c->keys[i]; i++) {
		if (i)
			str_addc(&label, ' ');
		key_name(&label, c->keys[i]);
	}
	if (!label.len)
		str_addf(&label, ":%s", c->name);
	c->key_label = str_take(&label);
}

static void unbind(struct command *c, uint32_t key)
{
	size_t n = 0;

	for (size_t i = 0; c->keys[i]; i++)
		if (c->keys[i] != key)
			c->keys[n++] = c->keys[i];
	if (!c->keys[n])
		return;
	while (n < COMMAND_KEYS)
		c->keys[n++] = 0;
	relabel(c);
}

void command_bind(enum cmd id, const uint32_t *keys)
{
	struct command *to = (struct command *)command_by_id(id);

	if (!to)
		return;
	for (size_t i = 0; i < commands_n; i++)
		for (size_t k = 0; keys[k]; k++)
			if (commands[i].where & to->where)
				unbind(&commands[i], keys[k]);
	memset(to->keys, 0, sizeof to->keys);
	for (size_t k = 0; k < COMMAND_KEYS - 1 && keys[k]; k++)
		to->keys[k] = keys[k];
	relabel(to);
}

/* True if `word` is one of `aliases`, which are separated by spaces. */
static int has_alias(const char *aliases, const char *word)
{
	size_t n = strlen(word);

	for (const char *a = aliases; *a;) {
		size_t len = strcspn(a, " ");
		if (len == n && !memcmp(a, word, n))
			return 1;
		a += len;
		a += strspn(a, " ");
	}
	return 0;
}

const struct command *command_by_name(const char *word, enum cmd_where where)
{
	const struct command *found = NULL;
	size_t n = strlen(word);

	if (!n)
		return NULL;
	for (size_t i = 0; i < commands_n; i++)
		if (!strcmp(commands[i].name, word) ||
		    has_alias(commands[i].aliases, word))
			return &commands[i];
	for (size_t i = 0; i < commands_n; i++) {
		if (strncmp(commands[i].name, word, n) ||
		    !(commands[i].where & where))
			continue;
		if (found)
			return NULL;
		found = &commands[i];
	}
	return found;
}

const struct command *command_matching(const char *word, size_t i,
				       enum cmd_where where)
{
	for (size_t k = 0; k < commands_n; k++) {
		const struct command *c = &commands[k];

		/* Commands with an empty `key_label` are internal. */
		if (!c->key_label[0] || !(c->where & where) ||
		    strncmp(c->name, word, strlen(word)))
			continue;
		if (!i--)
			return c;
	}
	return NULL;
}

const struct command *command_nearest(const char *word, enum cmd_where where)
{
	const struct command *found = NULL;
	size_t best = 3, d;

	for (size_t i = 0; i < commands_n; i++) {
		d = near_distance(word, commands[i].name);
		if (d >= best || !near_is_typo(word, commands[i].name, d) ||
		    !commands[i].key_label[0] || !(commands[i].where & where))
			continue;
		best = d;
		found = &commands[i];
	}
	return found;
}
