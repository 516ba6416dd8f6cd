/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all panes share: their list, the selection, filters and sorts.
 */
#ifndef UI_PANE_VIEW_H
#define UI_PANE_VIEW_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/str.h"
#include "model/model.h"
#include "rule/config.h"
#include "rule/ignore.h"
#include "ui/kit/command.h"
#include "ui/kit/style.h"
#include "ui/kit/terms.h"
#include "ui/pane/decoding.h"
#include "ui/pane/filter.h"
#include "ui/pane/said.h"

/*
 * All panes: enum value and name of the struct pane_ops.  The panes with a key,
 * 1 to 9, come first, in the order of their keys.  PICKER is shown alone,
 * before mmtop has a target.
 */
#define PANE_LIST(P) \
	P(REGIONS, regions) P(PAGES, pages) P(CALLS, calls) \
	P(SIGNALS, signals) P(PROCESSES, processes) P(SYSTEM, system) \
	P(OUTPUT, output) P(HEAP, heap) P(SOURCES, sources) \
	P(PROCESS, process) P(CGROUP, cgroup) P(FAMILY, family) \
	P(BACKTRACE, backtrace) P(CONTENTS, contents) P(MESSAGES, messages) P(HELP, help) \
	P(SETUP, setup) P(PICKER, picker)

#define PANE_ENUM(id, ops) PANE_##id,
enum pane_id { PANE_LIST(PANE_ENUM) PANES };

/* The memory that the map of Pages shows: a part of the region in focus, or
 * the whole address space if `space` is set.  If cell_pages is 0, no map is
 * shown. */
struct view_window {
	uint64_t start, end;
	uint64_t cell_pages;		/* a power of two */
	bool space;
};

/* The bytes that Contents shows; `bytes` is 0 if there are none. */
struct view_bytes {
	uint64_t start, bytes;
	struct contents_of of;
};

/* Progress of a search in bytes that are not in view. */
struct view_search {
	bool on;
	uint64_t at, bytes;
};

/* State that all panes share: the selected process, task and region.  Owned by
 * the screen; a pane may change the selection and returns CMD_FOCUS. */
struct view {
	struct look look;
	uint32_t hidden_columns[CONFIG_TABLES];	/* masks of 1 << column */
	pid_t pid;			/* selected process, 0: the main one */
	pid_t tid;			/* selected task, 0: the main thread */
	uint64_t region;		/* start of the selected region; 0:
					 * none */
	uint64_t region_end;
	unsigned region_generation;
	uint64_t page;			/* address under the cursor of Pages and
					 * of Contents; 0: none */
	struct contents_of frame;	/* frame in Contents; number 0: live
					 * memory */
	bool file;			/* Pages shows the region's file */
	uint64_t call;			/* number of the call that Calls has
					 * chosen for DO_UNTIL; 0: none */
	enum pane_id focus;
	bool typing;			/* keys are sent to the program */
	bool finding;			/* the find line is open: the rows of
					 * lists stay where they are */
	const struct model *model;	/* what is shown: a past model while the
					 * view is paused */
	const struct model *live;	/* the model of now; NULL: the same */
	const struct said_list *said;	/* NULL: no messages */
	struct filter *filters;		/* array of FILTERS; NULL: no filters */
	struct sort *sorts;		/* array of OVERS; NULL: no sorts */
	const struct ignore *ignore;	/* frames to hide; NULL: hide none */
	uint64_t key_ns;		/* time of the last key press */
	enum pane_id moved;		/* the pane whose selection the user
					 * moved last */
	uint64_t moved_ns;		/* time of that; 0: never */
	enum pane_id help_pane;		/* pane that PANE_HELP explains */
	int help_page;			/* 0: its keys; then what it shows */
	const struct terms_part *const *header;	/* what the header shows */
	struct view_window window;	/* set by the last draw of Pages */
	struct view_window heap_window;	/* as `window`, for the heap paint */
	struct view_bytes shown;	/* set by the last draw of Contents */
	pid_t call_tid;			/* set by the last draw of Calls: thread
					 * whose held call is shown in full; 0:
					 * none */
	struct view_call {
		uint64_t seq;		/* 0: none */
		pid_t pid;
		uint64_t at;		/* the address that it mapped */
	} past_call;			/* set by the last draw of Calls: the
					 * past call that is shown in full, if
					 * mmtop stores its stack */
	struct view_search search;
	uint64_t heap_site;		/* selected site in Heap, + 1; 0:
					 * none */
	struct decoding_shown decoding;	/* a decoder's output, for Contents */
	struct view_bytes decoded;	/* the bytes that were decoded */
	uint64_t output_ns;		/* time of the newest output that
					 * Output has shown */
	struct setup *setup;		/* the settings for PANE_SETUP, or
					 * NULL */
};

/* The user's filter and sort for a list; NULL if there is none. */
struct filter *view_filter(const struct view *view, int over);
const struct sort *view_sort(const struct view *view, enum rule_over over);
/* Shows all rows of a filtered list again.  Returns a result for command(). */
unsigned view_unfilter(const struct view *view, int over);
/* True if a key was pressed less than 3 s ago, or the find line is open: rows
 * must not change order. */
bool view_sort_holds(const struct view *view);
/* Records that the user moved the selection of a list. */
void view_moved(struct view *view, enum pane_id id);
/* True if the user moved that selection less than 3 s ago: a list in a new order
 * keeps it, and otherwise goes to its first row. */
bool view_moved_just_now(const struct view *view, enum pane_id id);
/* Appends ", by rss, reversed" to a title; nothing if the list is not
 * sorted. */
void view_order_title(struct str *out, const struct sort *sort,
		      const char *const *names);
/* The selected process: view->pid, or the main one.  NULL: none yet. */
struct process *view_process(const struct view *view);
/* True if the panes show a past time: nothing can be read from the program. */
bool view_paused(const struct view *view);
/* Returns the text that data are being read, or why they are not. */
const char *view_reading(const struct view *view, const char *text);
/* Returns the model of now, which decides what can be done to the program. */
const struct model *view_live(const struct view *view);
/* The thread to read a backtrace of: the selected one or, of a selected process
 * other than the main one, its first; else the held one. */
pid_t view_backtrace(const struct view *view);
/* The selected region, even if it has grown down since it was selected.  NULL
 * if none is selected, or it was removed. */
struct region *view_region(const struct view *view);
/* Selects the live region before or after the selected one, if there is one.
 * Returns a result for command(). */
unsigned view_other_region(struct view *view, bool next);
/* What Contents shows of a region: the selected frame, if it belongs to the
 * region; else live memory or, in captures, the newest frame. */
struct view_frame {
	const struct contents_object *object;	/* the captured region; NULL:
						 * not captured */
	const struct contents_frame *frame;	/* the frame; NULL: live
						 * memory */
	struct contents_of of;
};
struct view_frame view_frame(const struct view *view, const struct process *p,
			     const struct region *r);

#endif
