/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The screen's own state, shared by screen*.c and by nobody else.
 *
 *	screen.c	life, events, time, drawing
 *	screen_tell.c	what is said of events
 *	screen_keys.c	keys to commands, commands to panes and requests
 *	screen_mouse.c	the same of the mouse
 *	screen_place.c	which pane has the focus and what Esc goes back to
 *	screen_ask.c	questions and the level line in the bottom row
 *	screen_type.c	keys for the program
 *	screen_prompt.c	the line that `:` opens
 *	screen_find.c	the line that `/` opens, and what it finds
 *	screen_contents.c what Contents asks for, frames
 *	screen_search.c	what is looked for in Contents
 *	screen_folded.c	stacks of the heap, for a file
 *	screen_heap.c	what Heap asks for
 *	screen_why.c	what has changed the RSS
 *	screen_decoding.c which decoder is at work, and on what
 *	screen_open.c	bytes in another program, a script in the editor
 *	screen_filter.c	the line that `f` opens, and the order of lists
 *	screen_setup.c	what the setup screen changes
 *	screen_words.c	what was typed there, to commands with arguments
 *	screen_args.c	those that keys do without any
 */
#ifndef APP_SCREEN_PRIVATE_H
#define APP_SCREEN_PRIVATE_H

#include "app/header.h"
#include "app/layout.h"
#include "app/message.h"
#include "app/screen.h"
#include "app/settings.h"
#include "app/stops.h"
#include "base/vec.h"
#include "model/model.h"
#include "ui/kit/line.h"
#include "ui/pane/pane.h"
#include "ui/pane/setup.h"

/* What is in front: the focus, and the pane that has the body to itself
 * (PANES: none has). */
struct place {
	enum pane_id focus, full;
};

enum ask {
	ASK_NONE,
	ASK_KILL,		/* q: what was launched */
	ASK_KILL_ONLY,		/* :kill */
	ASK_LEAVE,		/* q: what was attached */
	ASK_STEP,		/* n on a running attached tree */
	ASK_LEVEL,		/* t */
	ASK_TRACK,		/* W */
	ASK_SORT,		/* o */
	ASK_OPEN,		/* O */
	ASK_DETACH,		/* d, by a click */
	ASK_GO,			/* q, by a click, when all is over */
};

enum prompt_kind {
	PROMPT_NONE,
	PROMPT_COMMAND,		/* : */
	PROMPT_FIND,		/* / */
	PROMPT_FILTER,		/* f */
};

struct prompt {
	enum prompt_kind kind;
	struct line line;
	VEC(char *) history;		/* owned; the newest last */
	size_t recalled;		/* history.n: the line that is new */
	struct str kept;		/* that line, while an old one is there */
};

/* A find goes on from where it began for as long as its text changes. */
struct finding {
	struct str last;		/* what F3 looks for */
	uint64_t region, page;		/* selected when it began */
	size_t count, place;		/* of the matches, and of the one shown */
	struct filter filter;		/* an expression to look for */
};

/* What is looked for in Contents, and how far that has come. */
#define SEARCH_BYTES 256
struct searching {
	bool on, pointers, wrapped;
	bool all;			/* from region to region */
	uint8_t bytes[SEARCH_BYTES];
	size_t n;			/* of them, or of a pointer; 0: nothing
					 * was looked for yet */
	uint64_t target, target_end;	/* what is pointed to */
	pid_t pid;
	struct contents_of of;
	uint64_t region;		/* its start; not all: that alone */
	uint64_t from, at;		/* where it began, and is now */
	uint64_t asked, asked_ns;	/* so many bytes from there; 0: none */
	int tries;
	uint64_t looked, limit;		/* bytes */
	uint64_t found;			/* 0: nothing */
};

/* Of which region, and on which bytes, a decoder is at work. */
struct decoding_now {
	bool by_hand;			/* it, or none, was chosen */
	pid_t pid;
	uint64_t region;
	unsigned generation;
	struct view_bytes window;	/* bytes 0: none is */
	struct contents_of of;		/* as they were given last, and */
	uint64_t told;			/* after how many answers, + 1 */
};

/* What is to be opened, and with what: 0 the editor. */
struct opening {
	size_t with;
	bool on;			/* its bytes are awaited */
	int told;
	pid_t pid;
	struct view_bytes window;
	uint64_t asked_ns;
};

/* Bytes as far as they are known, 0 elsewhere. */
struct gathered {
	uint8_t *bytes;
	VEC(struct page_range) unknown;
};

/* 10n: a digit that went to a pane, and where the focus was before; then the
 * number that it became. */
#define COUNT_KEYS_MAX 1000000u
struct count {
	uint64_t first, n;		/* 0: none */
	struct place before;
	size_t back;
};

/* Regions that became writable and executable, as told last. */
#define WX_TOLD 256
struct wx_told {
	struct { pid_t pid; uint64_t start, time_ns; } v[WX_TOLD];
	size_t next;
	uint64_t second_ns;		/* when this second began */
	unsigned shown, hidden;		/* one by one, and not */
};

struct screen {
	struct model *model;		/* owned */
	struct view view;
	struct pane panes[PANES];	/* states owned */
	struct header header;
	struct messages messages;
	struct layout layout;
	int rows, cols;
	uint32_t hidden_panes;		/* as struct settings has them */
	struct setup setup;		/* file is owned */
	struct setup done;		/* what of it is so already */
	struct place place;
	VEC(struct place) back;		/* what Esc returns to, newest last */
	struct prompt prompt;
	struct finding finding;
	struct searching searching;
	screen_frame_fn *frames;	/* NULL: there are none */
	void *frames_arg;
	struct screen_decoders decoders;	/* choose NULL: none */
	struct decoding_now decoding;
	struct opening opening;
	const struct config *config;	/* NULL: none */
	struct str edit;		/* a script that is to be edited */
	struct stops stops;		/* of :catch */
	struct count count;
	struct filter filters[OVERS];
	struct sort sorts[OVERS], sort_before;
	struct ignore *ignore;		/* owned, or NULL */
	struct str picture;		/* a file that :screenshot is to make */
	struct str folded;		/* so too :folded */
	bool folded_peak;
	struct {
		bool marked;		/* :why tells since then, ... */
		pid_t pid;		/* ... of this process */
		uint64_t start;
		struct growth mark;
	} why;
	enum ask ask;
	enum level ask_level;
	bool step_agreed;		/* ASK_STEP was answered with y */
	uint64_t ask_steps;		/* so many are taken then */
	bool met_everybody;		/* the focus has moved to Processes */
	bool held_once;			/* the first hold moved the focus */
	bool left_typing;		/* the last key was Ctrl-] */
	uint32_t capitals;		/* 1 << letter - 'A': typed in a row */
	bool opened_typing;		/* T opened the Output pane */
	enum pane_id dragging;		/* a button is held there; PANES: none */
	unsigned sent_button;		/* held, as the program was told */
	uint64_t sent_row, sent_col;	/* where that was last */
	bool dirty, redraw, suspend, leaving, kill, look_wanted;
	pid_t opened;			/* of everybody: leaving, to attach to
					 * it; 0: none */
	uint64_t now_ns;
	uint64_t glow_ns;		/* the last change that fades */
	uint64_t pace_ns;		/* from one picture to the next, while
					 * dirty */
	uint64_t drawn_ns;		/* the last one, on the events' time */
	struct wx_told wx;
	bool end_told;
	uint64_t lost_told, lost_told_ns; /* of the link's losses; when last */
	request_fn *request;
	void *request_arg;
	struct request focus_sent, window_sent, family_sent, output_sent;
	struct request file_sent;
	/* What Contents was asked for, of whom and when. */
	struct view_bytes contents_sent;
	pid_t contents_pid;
	uint64_t contents_ns;
	/* Whether Heap is in view; what was asked for it, of whom and when. */
	bool heap_looking;
	pid_t heap_pid;
	uint64_t heap_site, heap_ns;
	struct request heap_pages_sent;
	uint64_t heap_pages_ns;
	/* Whose frames were asked for, of so many stops. */
	struct request stack_sent;
	/* When, and with what selected, smaps was asked for last. */
	bool details_asked;
	pid_t details_pid;
	unsigned details_generation;
	uint64_t details_region, details_ns;
};

/* --- screen.c */
void screen_say(struct screen *s, enum severity sev, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void screen_ask_for(struct screen *s, enum request_op op, pid_t tid,
		    uint64_t a);
/* "python3 4121" of the main process, safe. */
void screen_name(const struct screen *s, struct str *out, int cols);
pid_t screen_main_pid(const struct screen *s);
enum target_state screen_state(const struct screen *s);

/* --- screen_tell.c */
/* After it is folded: what there is to say of it. */
void tell_event(struct screen *s, const struct event *ev);
/* What the link has lost, when it is time to say so. */
void tell_lost(struct screen *s);

/* --- screen_pace.c */
/* Before the event is folded: when what it changes is to be seen. */
void pace_event(struct screen *s, const struct event *ev);
/* After: whether it has left something behind that fades. */
void pace_told(struct screen *s, const struct event *ev);
/* Whether the time alone calls for a picture. */
bool pace_time(struct screen *s);

/* --- screen_keys.c */
/* Does a command, by a key or by its name; args "" when there are none.  One
 * that cannot be done now says why. */
void screen_run(struct screen *s, const struct command *cmd,
		const char *args);

/* Gives a command to a pane; false when it was not for it. */
bool screen_give(struct screen *s, enum pane_id id, enum cmd cmd);

/* So many steps of the selected thread, or the question that comes before. */
void step_next_calls(struct screen *s, uint64_t n);

/* --- screen_place.c */
/* Makes the layout for the size and place as they are. */
void place_layout(struct screen *s);
/* Shows a pane and gives it the focus; Esc returns. */
void place_open(struct screen *s, enum pane_id id);
/* To what there is of everybody. */
void place_all(struct screen *s);
/* Enter on a pane's selection. */
void place_open_selected(struct screen *s);
/* To a pane by its digit. */
void place_go(struct screen *s, enum pane_id id);
/* s, p: opens it, or closes it when it is in front. */
void place_toggle(struct screen *s, enum pane_id id);
void place_zoom(struct screen *s);
/* The focus alone, of what is shown. */
void place_focus(struct screen *s, enum pane_id id);
/* As it was, with so many places that Esc returns to. */
void place_undo(struct screen *s, struct place p, size_t back);
void place_tab(struct screen *s, int step);
/* False at the top level, where Esc does nothing. */
bool place_back(struct screen *s);
/* Tells the engine what is looked at, when that changed. */
void place_tell(struct screen *s);

/* --- screen_ask.c */
void ask_quit(struct screen *s);
void ask_kill(struct screen *s);
/* Before so many steps of a running tree that was attached to. */
void ask_step(struct screen *s, uint64_t n);
void ask_level(struct screen *s);
/* W, or :track with what is typed behind it. */
void ask_track(struct screen *s, const char *args);
/* False when the command may be done by one click; else it was asked. */
bool ask_before_click(struct screen *s, enum cmd cmd);
/* Handles any key while something is asked. */
void ask_key(struct screen *s, uint32_t key);
/* Closes a question whose object went away. */
void ask_check(struct screen *s);
void ask_draw(const struct screen *s, struct canvas *c, int row);
/* A key two columns behind col, with its label (NULL: none), to press or to
 * click; the column after it. */
int ask_put_key(struct canvas *c, int row, int col, const char *name,
		const char *label, uint32_t key);

/* --- screen_type.c */
void type_begin(struct screen *s);
void type_end(struct screen *s);
void type_key(struct screen *s, uint32_t key);
void type_paste(struct screen *s, const struct pasted *part);

/* --- screen_prompt.c */
void prompt_init(struct prompt *p);
void prompt_release(struct prompt *p);
void prompt_open(struct screen *s, enum prompt_kind kind);
/* Handles any key while it is open. */
void prompt_key(struct screen *s, uint32_t key);
void prompt_paste(struct screen *s, const struct pasted *part);
void prompt_draw(const struct screen *s, struct canvas *c, int row);

/* --- screen_find.c */
void finding_init(struct finding *f);
void finding_release(struct finding *f);
/* `/`, or `:find TEXT`, which is done at once. */
void find_begin(struct screen *s, const char *text);
void find_next(struct screen *s);
/* Handles any key while the line of `/` is open. */
void find_key(struct screen *s, uint32_t key);
/* Its text has changed. */
void find_changed(struct screen *s);
/* What stands behind the line. */
void find_hint(const struct screen *s, struct str *out);
/* Takes the selection to a place in a region. */
void find_select(struct screen *s, const struct region *r, uint64_t addr);
/* The address that the selection is at. */
uint64_t find_cursor(const struct screen *s);

/* --- screen_contents.c */
/* Commands of Contents; false when it is none of them. */
bool contents_run(struct screen *s, enum cmd cmd, const char *args);
/* Asks for what is in view, when it is time to. */
void contents_tell(struct screen *s);
/* Asks for bytes, of the engine or of the capture; false: that has not got them
 * yet. */
bool contents_ask(struct screen *s, pid_t pid, struct contents_of of,
		  uint64_t start, uint64_t bytes);

/* --- screen_folded.c */
void folded_command(struct screen *s, const char *args);

/* --- screen_why.c */
void why_command(struct screen *s, const char *args);
void why_forget(struct screen *s);

/* --- screen_heap.c */
/* Asks for what is in view, when it is time to. */
void heap_tell(struct screen *s);

/* --- screen_decoding.c */
/* D, or :decoder with a name or a layout. */
void decoding_command(struct screen *s, const char *args);
/* Gives it what is new. */
void decoding_work(struct screen *s);
/* False when nothing was told of any of these bytes. */
bool contents_gather(const struct screen *s, pid_t pid,
		     const struct view_bytes *w, struct gathered *g);
void gathered_release(struct gathered *g);

/* --- screen_open.c */
void open_ask(struct screen *s);
/* Handles any key while the menu is open. */
void open_key(struct screen *s, uint32_t key);
void open_draw(const struct screen *s, struct canvas *c, int row);
/* After the event is folded: these may be its bytes. */
void open_event(struct screen *s, const struct event *ev);
/* e, or :edit NAME. */
void edit_command(struct screen *s, const char *args);

/* --- screen_search.c */
/* What is typed at `/`: text, or 0x and bytes; "": the last one again. */
void search_text(struct screen *s, const char *text);
void search_bytes(struct screen *s, const char *text);
void search_pointers(struct screen *s);
void search_next(struct screen *s);
/* Asks for the next window, when it is time to.  True while more can be done
 * at once. */
bool search_work(struct screen *s);
/* True when the event was for it, and for nobody else. */
bool search_event(struct screen *s, const struct event *ev);
/* Esc; false when nothing is looked for. */
bool search_end(struct screen *s);

/* --- screen_filter.c */
void filters_init(struct screen *s);
void filters_release(struct screen *s);
/* `f`, or `:filter TEXT`, which is done at once. */
void filter_command(struct screen *s, const char *text);
/* Handles any key while the line of `f` is open; Esc: all is shown. */
void filter_key(struct screen *s, uint32_t key);
void filter_changed(struct screen *s);
void filter_cancel(struct screen *s);
/* What stands behind the line. */
void filter_hint(const struct screen *s, struct str *out);
/* < > I o and :sort; false when it is none of them. */
bool sort_command(struct screen *s, enum cmd cmd, const char *args);
/* By that column of the pane in front; again: the other way round.  False when
 * the pane has no such order. */
bool sort_click(struct screen *s, int column);
/* Handles any key while the menu is open. */
void sort_key(struct screen *s, uint32_t key);
void sort_draw(const struct screen *s, struct canvas *c, int row);

/* --- screen_setup.c */
void setup_begin(struct screen *s);
void setup_release(struct screen *s);
void setup_configure(struct screen *s, const struct settings *settings);
/* Does what of s->setup is not done yet. */
void setup_apply(struct screen *s);

/* --- screen_words.c */
/* Does what a typed line says, or says what is wrong with it. */
void words_run(struct screen *s, const char *line);
/* Commands that have arguments; false when it is none of them. */
bool words_command(struct screen *s, enum cmd cmd, const char *args);

/* --- screen_args.c */
/* False when the command is none of these, or has no arguments now. */
bool args_command(struct screen *s, enum cmd cmd, const char *args);
/* True when the key is part of a number of steps, or ends it. */
bool count_key(struct screen *s, uint32_t key, const struct command *cmd);

#endif
