/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The contract of a pane: a view of the model.
 *
 * A pane draws itself into the clip it is given (title rule on row 0, content
 * below) and takes commands.  It keeps only what belongs to the view: scroll,
 * selection (an identity, never an index), grouping, zoom.  It does no I/O
 * and asks nobody; what it wants of the engine it says through `view`.
 *
 * Panes are made once and live as long as the screen.  draw() may be called
 * with any size from 1x1 up.
 */
#ifndef UI_PANE_PANE_H
#define UI_PANE_PANE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/str.h"
#include "model/model.h"
#include "rule/config.h"
#include "rule/ignore.h"
#include "ui/kit/canvas.h"
#include "ui/kit/command.h"
#include "ui/pane/decoding.h"
#include "ui/pane/filter.h"
#include "ui/kit/style.h"

/* In the order of their keys, 1 to 9; then those without a number. */
enum pane_id {
	PANE_REGIONS, PANE_PAGES, PANE_CALLS, PANE_SIGNALS, PANE_PROCESSES,
	PANE_SYSTEM, PANE_OUTPUT, PANE_HEAP, PANE_SOURCES,
	PANE_PROCESS, PANE_FAMILY, PANE_BACKTRACE, PANE_CONTENTS, PANE_MESSAGES,
	PANE_HELP, PANE_SETUP,
	PANE_PICKER,			/* alone, before there is a target */
	PANES
};

/* What the bottom row has said, the newest last; texts are safe and
 * translated. */
struct said {
	uint64_t time_ns;
	enum severity severity;
	char *text;
	unsigned times;			/* in a row; time_ns is the last one's */
};
struct said_list {
	struct said *v;			/* a vector: base/vec.h */
	size_t n, cap;
};

/* What the map of Pages shows: a part of the region in focus, or the whole
 * address space (`space`, no part); cell_pages 0: nothing is shown. */
struct view_window {
	uint64_t start, end;
	uint64_t cell_pages;		/* a power of two */
	bool space;
};

/* What Contents shows; bytes 0: nothing. */
struct view_bytes {
	uint64_t start, bytes;
	struct contents_of of;
};

/* How far a search beyond that has come. */
struct view_search {
	bool on;
	uint64_t at, bytes;
};

/* What all panes share: which process, task and region are looked at.  Owned
 * by the screen; a pane may change the selection and returns CMD_FOCUS. */
struct view {
	struct look look;
	uint32_t hidden_columns[CONFIG_TABLES];	/* 1 << column */
	pid_t pid;			/* selected process, 0: the main one */
	pid_t tid;			/* selected task, 0: the main thread */
	uint64_t region;		/* start of the selected region, 0 none */
	uint64_t region_end;
	unsigned region_generation;
	uint64_t page;			/* address under the cursor of Pages and
					 * of Contents, 0 none */
	struct contents_of frame;	/* that Contents is to show; number 0:
					 * what is live */
	bool file;			/* Pages shows the region's file */
	enum pane_id focus;
	bool typing;			/* keys go to the program */
	const struct model *model;
	const struct said_list *said;	/* NULL: nothing */
	struct filter *filters;		/* [OVERS], or NULL: none */
	struct sort *sorts;		/* the same */
	const struct ignore *ignore;	/* frames left out, NULL: none */
	uint64_t key_ns;		/* when a key was pressed last */
	enum pane_id help_pane;		/* whose help PANE_HELP shows */
	struct view_window window;	/* as the last draw of Pages left it */
	struct view_window heap_window;	/* the same, where blocks are painted */
	struct view_bytes shown;	/* the same of Contents */
	struct view_search search;
	uint64_t heap_site;		/* whose blocks Heap shows, + 1; 0: no
					 * one's */
	struct decoding_shown decoding;	/* of what Contents shows, and */
	struct view_bytes decoded;	/* of which bytes */
	struct setup *setup;		/* what PANE_SETUP changes; NULL: none */
};

enum choose_how {
	CHOOSE_CLICK,
	CHOOSE_DRAG,			/* to there, from where it began */
	CHOOSE_POINT,			/* pointed at, for what comes next */
};

struct pane {
	const struct pane_ops *ops;
	void *state;			/* the pane's own */
};

struct pane_ops {
	enum pane_id id;
	const char *name;		/* "regions" */
	bool of_one;			/* shows a process that is attached to */
	void *(*new_state)(void);
	void (*free_state)(void *state);
	/* focused: heavy rule, `sel` style, hardware cursor. */
	void (*draw)(void *state, struct view *view, struct canvas *c,
		     bool focused);
	/* 0 when not taken, else CMD_TAKEN | flags of enum cmd_result. */
	unsigned (*command)(void *state, struct view *view, enum cmd cmd);
	/* Something of its own that is hot was chosen with the mouse: of
	 * HOT_CELLS the one `at` columns behind the first.  The answer is as
	 * command()'s.  NULL: nothing is to be chosen. */
	unsigned (*choose)(void *state, struct view *view,
			   const struct hot *hot, int at,
			   enum choose_how how);
	/* What it can be sorted by, NULL-terminated, as the first is without
	 * any wish; NULL: by nothing else. */
	const char *const *sorts;
	/* Key bar entries of this pane: a DO_NONE-terminated list. */
	const enum cmd *bar;
	/* What Enter opens now, where `bar` has it: N_(), at most 10 columns;
	 * *can is false when there is nothing to open. */
	const char *(*enter)(const void *state, const struct view *view,
			     bool *can);
};

extern const struct pane_ops regions_pane, pages_pane, calls_pane,
	signals_pane, processes_pane, system_pane, output_pane, heap_pane,
	sources_pane, process_pane, messages_pane, family_pane,
	backtrace_pane, contents_pane, help_pane, setup_pane, picker_pane;
extern const struct pane_ops *const pane_table[PANES];

/* What is asked of the rows of a list; NULL: nothing. */
struct filter *view_filter(const struct view *view, enum rule_over over);
const struct sort *view_sort(const struct view *view, enum rule_over over);
/* Shows all rows of a filtered list again: what a pane's command() answers. */
unsigned view_unfilter(const struct view *view, enum rule_over over);
/* A key was pressed so lately that no order changes (3 s). */
bool view_sort_holds(const struct view *view);
/* ", by rss, reversed" in a title; nothing without a sort. */
void view_order_title(struct str *out, const struct sort *sort,
		      const char *const *names);
/* The filter of a pane, OVERS when it has none. */
enum rule_over pane_over(enum pane_id id);
/* "Regions", translated. */
const char *pane_title(enum pane_id id);
/* Whether it has nothing to show of what is watched, or was captured. */
bool pane_closed(const struct pane_ops *ops, const struct model *m);
/* Why, and what would open it. */
void pane_draw_closed(const struct view *view, struct canvas *c,
		      enum pane_id id, bool focused);
/* The selected process: view->pid, or the main one; NULL before any. */
struct process *view_process(const struct view *view);
/* The thread whose frames are of interest: the selected one, or the one that
 * is held. */
pid_t view_backtrace(const struct view *view);
/* The selected region, which may have grown down since; NULL when none or
 * gone. */
struct region *view_region(const struct view *view);
/* Selects the live region before or after the selected one, if there is one: what
 * a pane's command() answers. */
unsigned view_other_region(struct view *view, bool next);
/* Which of that region's contents Contents is to show: a frame stays chosen while
 * it is one of its own; where nothing is live it is the newest. */
struct view_frame {
	const struct contents_object *object;	/* NULL: it is not captured */
	const struct contents_frame *frame;	/* NULL: what is live */
	struct contents_of of;
};
struct view_frame view_frame(const struct view *view, const struct process *p,
			     const struct region *r);

#endif
