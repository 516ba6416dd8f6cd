/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The screen role without its terminal: events and keys in, requests and a
 * canvas out.  No I/O, no clock of its own: replay tests run this code.
 *
 *	screen_event(s, ev)     fold it into the model; note what must be drawn
 *	screen_key(s, key)      -> commands -> panes, requests, questions
 *	screen_mouse(s, canvas, m)  the same by what that canvas shows
 *	screen_time(s, now_ns)  messages expire, fades go on (event time base)
 *	screen_draw(s, canvas)  the whole screen at the canvas' size
 *
 * Requests are made from keys, time, size and drawing, never from within
 * screen_event(): the engine is not re-entered while it hands out events.
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
/* What the configuration says, before the first event. */
void screen_configure(struct screen *s, const struct settings *settings);
/* What the terminal can do, once it is known. */
void screen_set_look(struct screen *s, const struct look *look);
void screen_event(struct screen *s, const struct event *ev);
void screen_resize(struct screen *s, int rows, int cols);
/* A key: a code point or enum key of ui/command.h. */
void screen_key(struct screen *s, uint32_t key);
/* A part of a paste goes to the open input line, or to the program while the
 * user types into it.  Elsewhere it is ignored. */
void screen_paste(struct screen *s, const struct pasted *part);
/* Whether a question is open whose answer changes something. */
bool screen_asks(const struct screen *s);
/* What the mouse did on a picture that screen_draw() made: what is hot there is
 * what was seen. */
void screen_mouse(struct screen *s, const struct canvas *shown,
		  const struct mouse *m);
/* After events were handed over: what is asked for because of them.  True while
 * there is more to do at once. */
bool screen_work(struct screen *s);
/* now_ns on the events' time base; true when something must be redrawn. */
bool screen_time(struct screen *s, uint64_t now_ns);
/* True since the last draw when the picture would differ. */
bool screen_dirty(const struct screen *s);
/* How long after the last picture that is soon enough. */
uint64_t screen_pace(const struct screen *s);
/* So long after a picture it changes by itself, if nothing comes. */
uint64_t screen_rest_ns(const struct screen *s);
void screen_draw(struct screen *s, struct canvas *c);
/* A note, warning or error in the bottom row (already translated, safe). */
void screen_message(struct screen *s, enum severity sev, const char *text);
/* The user agreed to leave; *kill: what was launched is to be killed. */
bool screen_leaving(const struct screen *s, bool *kill);
/* Of everybody this one is to be attached to; 0: none. */
pid_t screen_opened(const struct screen *s);
/* The size that the program's own terminal has on this screen. */
void screen_output_size(const struct screen *s, int *rows, int *cols);
/* Read only; lives as long as the screen. */
const struct model *screen_model(const struct screen *s);
/* Ctrl-L: the terminal's contents are to be drawn anew; cleared by asking. */
bool screen_wants_redraw(struct screen *s);
/* :screenshot: the file to be made, NULL when there is none; the caller's
 * (free()).  screen_picture_done() tells what became of it: 0 or -errno. */
char *screen_wants_picture(struct screen *s);
void screen_picture_done(struct screen *s, const char *path, int r);
/* :folded: so too, and whose heap it is to have; bytes: the sum. */
char *screen_wants_folded(struct screen *s, const struct process **p,
			  bool *peak);
void screen_folded_done(struct screen *s, const char *path, uint64_t bytes,
			int r);
/* The session runs the decoders; app/decoders/decoding.h documents each of these
 * functions.  screen_decoded() reports a result. */
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
/* Bytes of a frame: who keeps them gives them with screen_event() before it
 * returns, or false when they are not there yet. */
struct screen_frame {
	struct contents_of of;
	pid_t pid, taken_of;		/* whose addresses these are; in whom it
					 * was taken */
	uint64_t time_ns;		/* when that was */
	uint64_t region, region_end, start, bytes;
	uint64_t offset;		/* of the region, as in its map */
	uint64_t now_ns;
};
typedef bool screen_frame_fn(void *arg, const struct screen_frame *wanted);
void screen_set_frames(struct screen *s, screen_frame_fn *fn, void *arg);
/* Before the first event: model_keep_frames(). */
void screen_keep_frames(struct screen *s);
/* O: bytes to be opened, the caller's (free()); with NULL: as hex in the
 * editor.  False when there are none; cleared by asking. */
struct config_opener;
struct screen_open {
	const struct config_opener *with;
	uint8_t *bytes;
	size_t n;
};
bool screen_wants_open(struct screen *s, struct screen_open *out);
/* e: the name of a script to be edited, NULL when there is none; the caller's.
 * screen_edited() when that is done. */
char *screen_wants_edit(struct screen *s);
void screen_edited(struct screen *s, const char *name);
/* V and S: how the terminal is wanted; cleared by asking.  The answer is
 * screen_set_look(). */
struct look_wish {
	enum theme theme;
	bool ascii, mouse;
};
bool screen_wants_look(struct screen *s, struct look_wish *wish);
/* S: the configuration that is to be written where settings.file says, NULL when
 * there is none; cleared by asking.  screen_config_done() tells what became of
 * it: 0 or -errno. */
struct setup;
const struct setup *screen_wants_config(struct screen *s);
void screen_config_done(struct screen *s, int r);
/* Ctrl-Z: the screen is to stand still for a while; cleared by asking. */
bool screen_wants_suspend(struct screen *s);

#endif
