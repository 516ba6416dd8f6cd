/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files of the screen share.  A pointer is to the state of one file,
 * which alone knows what is in it, makes it in its *_init() and frees it in its
 * *_release(); screen.c calls these.  Each header of app/screen, app/input and
 * app/panes says what its file does.
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

/* What is in front: the focus, and the pane that has the body to itself
 * (PANES: none has). */
struct screen_place {
	enum pane_id focus, full;
};

struct screen {
	struct model *model;		/* owned */
	struct view view;
	struct pane panes[PANES];	/* states owned */
	struct messages messages;
	struct layout layout;
	int rows, cols;
	struct screen_place place;
	struct prompt prompt;
	const struct question *ask;	/* NULL: none is open */
	bool dirty, leaving;
	uint64_t now_ns;
	request_fn *request;
	void *request_arg;

	struct header *header;
	struct answers *answers;
	struct contents_requests *contents;
	struct contents_search *search;
	struct event_reports *reports;
	struct folded_file *folded;
	struct heap_requests *heap;
	struct list_orders *orders;
	struct opening *opening;
	struct picker *picker;		/* NULL: there is a target */
	struct picture_file *picture;
	struct screen_places *places;
	struct prompt_history *history;
	struct region_find *finding;
	struct rss_mark *why;
	struct screen_decoding *decoding;
	struct screen_keys *keys;
	struct screen_mouse *mouse;
	struct screen_pace *pace;
	struct screen_setup *setup;
	struct stepping *stepping;
	struct typing *typing;
	struct view_requests *requests;
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

#endif
