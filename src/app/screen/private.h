/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * State that the files of the screen share.  Each pointer to an incomplete type
 * is the private state of one file.  That file allocates it in its *_init()
 * function and frees it in *_release(); screen.c calls these functions.
 */
#ifndef APP_SCREEN_PRIVATE_H
#define APP_SCREEN_PRIVATE_H

#include "app/bars/layout.h"
#include "app/bars/message.h"
#include "app/screen/screen.h"
#include "app/input/ask.h"
#include "app/input/prompt.h"
#include "model/model.h"
#include "ui/pane/pane.h"

/* PANES in `full` means that no pane fills the body. */
struct screen_place {
	enum pane_id focus, full;
};

struct screen {
	struct model *model;		/* owned; view.model is another one
					 * while the view is paused */
	struct view view;
	struct pane panes[PANES];	/* each pane's state is owned */
	struct messages messages;
	struct layout layout;
	int rows, cols;
	struct screen_place place;
	struct prompt prompt;
	const struct question *ask;	/* the open question, or NULL */
	bool dirty, leaving;
	uint64_t now_ns;
	request_fn *request;
	void *request_arg;

	struct header *header;
	struct answers *answers;
	struct contents_requests *contents;
	struct copied *copied;
	struct contents_search *search;
	struct event_reports *reports;
	struct folded_file *folded;
	struct heap_requests *heap;
	struct list_orders *orders;
	struct opening *opening;
	struct picker *picker;		/* NULL unless the process chooser is
					 * shown */
	struct picture_file *picture;
	struct screen_places *places;
	struct prompt_history *history;
	struct region_find *finding;
	struct why *why;
	struct screen_decoding *decoding;
	struct screen_keys *keys;
	struct screen_mouse *mouse;
	struct screen_pace *pace;
	struct screen_past *past;
	struct screen_setup *setup;
	struct stepping *stepping;
	struct typing *typing;
	struct view_requests *requests;
	struct killing *killing;
};

/* --- screen.c */
void screen_say(struct screen *s, enum severity sev, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void screen_ask_for(struct screen *s, enum request_op op, pid_t tid,
		    uint64_t a);
/* Formats the name and the pid of the main process as safe text, such as
 * "python3 4121".  The name is cut to fit into `cols` columns. */
void screen_name(const struct screen *s, struct str *out, int cols);
/* As screen_name(), for process p, which may be NULL, with that pid. */
void screen_process_name(const struct screen *s, const struct process *p,
			 pid_t id, struct str *out, int cols);
pid_t screen_main_pid(const struct screen *s);
enum target_state screen_state(const struct screen *s);

#endif
