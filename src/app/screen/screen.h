/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The screen without its terminal: it takes events and keys, sends requests,
 * and draws on a canvas.  It does no I/O and has no clock of its own, so replay
 * tests can run it.
 *
 *	screen_event(s, ev)     update the model; note what must be drawn
 *	screen_key(s, key)      -> commands -> panes, requests, questions
 *	screen_mouse(s, canvas, m)  a click on an area of that canvas
 *	screen_time(s, now_ns)  messages expire, marks fade
 *	screen_draw(s, canvas)  the whole screen at the canvas' size
 *
 * The functions for keys, the mouse, time, size and drawing may send requests.
 * screen_event() never sends any, so the engine is not re-entered while it
 * emits events.
 */
#ifndef APP_SCREEN_SCREEN_H
#define APP_SCREEN_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"
#include "event/request.h"
#include "model/model.h"
#include "ui/kit/canvas.h"
#include "ui/kit/command.h"
#include "ui/pane/decoding.h"
#include "ui/kit/style.h"

struct screen;

struct screen *screen_new(const struct look *look, request_fn *request,
			  void *arg);
void screen_free(struct screen *s);
struct settings;
/* Applies the configuration, before the first event. */
void screen_configure(struct screen *s, const struct settings *settings);
/* Stores the events from now on in up to `bytes` of memory, so that the user can
 * look back; 0, the default: stores nothing. */
void screen_set_history(struct screen *s, uint64_t bytes);
/* Sets the look of the terminal (colours, characters) when it is known. */
void screen_set_look(struct screen *s, const struct look *look);
void screen_event(struct screen *s, const struct event *ev);
void screen_resize(struct screen *s, int rows, int cols);
/* Handles a key: a Unicode code point, or an enum key of ui/kit/command.h. */
void screen_key(struct screen *s, uint32_t key);
/* Handles a part of pasted text, which goes to the open input line, or to the
 * program while the user types into the program.  Otherwise it is ignored. */
void screen_paste(struct screen *s, const struct pasted *part);
/* True if a question is open whose answer may change the program. */
bool screen_asks(const struct screen *s);
/* Handles a mouse event.  `shown' is the picture of screen_draw() that the user
 * saw: its hot areas determine the effect of the event. */
void screen_mouse(struct screen *s, const struct canvas *shown,
		  const struct mouse *m);
/* Continues the search and the decoder, which may send requests.  Call this
 * after events.  Returns true if it should be called again at once. */
bool screen_work(struct screen *s);
/* Advances the time to now_ns, in the time of events.  Returns true if the
 * screen must be redrawn. */
bool screen_time(struct screen *s, uint64_t now_ns);
/* True if a redraw would change the picture. */
bool screen_dirty(const struct screen *s);
/* The minimum time in ns between two redraws while the screen is dirty. */
uint64_t screen_pace(const struct screen *s);
/* The time in ns after which the picture changes even without events: ages grow
 * and marks fade. */
uint64_t screen_rest_ns(const struct screen *s);
void screen_draw(struct screen *s, struct canvas *c);
/* Shows a note, warning or error in the bottom row.  The text must be
 * translated and safe. */
void screen_message(struct screen *s, enum severity sev, const char *text);
/* Shows a note that stays until a key is pressed. */
void screen_hint(struct screen *s, const char *text);
/* True if mmtop is to quit; *kill is set if it must kill the launched
 * program. */
bool screen_leaving(const struct screen *s, bool *kill);
/* In system-wide mode, the process that the user chose to attach to; 0:
 * none. */
pid_t screen_opened(const struct screen *s);
/* The size of the program's own terminal on this screen. */
void screen_output_size(const struct screen *s, int *rows, int *cols);
/* The model is read-only for the caller and belongs to the screen. */
const struct model *screen_model(const struct screen *s);
/* True if the user pressed Ctrl-L to redraw the terminal.  The call clears the
 * request. */
bool screen_wants_redraw(struct screen *s);
/* Returns the name of the file that :screenshot is to write, or NULL.  The
 * caller frees the name with free(), and reports the result, 0 or -errno, to
 * screen_picture_done(). */
char *screen_wants_picture(struct screen *s);
void screen_picture_done(struct screen *s, const char *path, int r);
/* Returns the safe text to copy to the clipboard, or NULL; the caller frees it
 * after it has told screen_copy_done() whether the terminal got it. */
char *screen_wants_copy(struct screen *s);
void screen_copy_done(struct screen *s, const char *text, bool sent);
/* Returns the name of the file that :folded is to write, or NULL; the caller
 * frees the name with free().  The file gets the heap of *p: the current heap,
 * or, if *peak is set, the heap at its peak.  The caller reports to
 * screen_folded_done() the sum of all stacks in bytes, and 0 or -errno. */
char *screen_wants_folded(struct screen *s, const struct process **p,
			  bool *peak);
void screen_folded_done(struct screen *s, const char *path, uint64_t bytes,
			int r);
/* The decoders that the session runs; app/decoders/decoding.h documents these
 * functions.  The session calls screen_decoded() when a new result exists. */
struct screen_decoders {
	void *arg;
	size_t (*count)(void *arg);
	const char *(*name)(void *arg, size_t i);
	bool (*fits)(void *arg, size_t i, struct bytes name,
		     struct bytes path);
	size_t (*made_for)(void *arg, struct bytes name, struct bytes path);
	size_t (*chosen)(void *arg);
	void (*choose)(void *arg, size_t i);
	int (*layout)(void *arg, const char *text, struct rule_error *e);
	void (*bytes)(void *arg, const struct decoder_input *in);
	void (*shown)(void *arg, struct decoding_shown *out);
};
void screen_set_decoders(struct screen *s, const struct screen_decoders *d);
void screen_decoded(struct screen *s);
/* A request for bytes of a captured frame.  The screen_frame_fn passes the
 * bytes to screen_event() before it returns.  It returns false if they are not
 * available yet. */
struct screen_frame {
	struct contents_of of;
	pid_t pid, taken_of;		/* process that the addresses belong to,
					 * and process that was captured */
	uint64_t time_ns;		/* time of the capture */
	uint64_t region, region_end, start, bytes;
	uint64_t offset;		/* file offset of the region, as in
					 * /proc/PID/maps */
	uint64_t now_ns;
};
typedef bool screen_frame_fn(void *arg, const struct screen_frame *wanted);
void screen_set_frames(struct screen *s, screen_frame_fn *fn, void *arg);
/* Stores all frames, without a limit (model_keep_frames()).  Call this before
 * the first event. */
void screen_keep_frames(struct screen *s);
/* The bytes that the user opens with O.  `with' is the program; NULL: the
 * editor shows them as hex.  The caller frees `bytes' with free().
 * screen_wants_open() returns false if no request is pending; otherwise it
 * clears the request. */
struct config_opener;
struct screen_open {
	const struct config_opener *with;
	uint8_t *bytes;
	size_t n;
};
bool screen_wants_open(struct screen *s, struct screen_open *out);
/* Returns the name of the script to edit (key e), or NULL; the caller frees it,
 * and calls screen_edited() when the editor has exited. */
char *screen_wants_edit(struct screen *s);
void screen_edited(struct screen *s, const char *name);
/* True if the user requested another look of the terminal (keys V and S).  The
 * call clears the request; the caller then calls screen_set_look(). */
struct look_wish {
	enum theme theme;
	bool ascii, mouse;
};
bool screen_wants_look(struct screen *s, struct look_wish *wish);
/* Returns the configuration that the setup screen (key S) must write to
 * settings.file, or NULL.  The call clears the request.  The caller reports the
 * result, 0 or -errno, to screen_config_done(). */
struct setup;
const struct setup *screen_wants_config(struct screen *s);
void screen_config_done(struct screen *s, int r);
/* True if the user pressed Ctrl-Z to suspend mmtop.  The call clears the
 * request. */
bool screen_wants_suspend(struct screen *s);

#endif
