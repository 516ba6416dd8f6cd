/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Provides the Contents pane with decoders and captured frames, and runs the
 * user's programs, which get the terminal while they run. */
#include <config.h>

#include "app/session/session.h"

#include <stdlib.h>
#include <sys/wait.h>

#include "app/decoders/decoding.h"
#include "app/session/frames.h"
#include "app/i18n.h"
#include "app/decoders/open_with.h"
#include "app/screen/screen.h"
#include "app/decoders/scripts.h"
#include "app/settings.h"
#include "base/str.h"
#include "sys/loop.h"

#define MS 1000000ull
#define KEY_FRAME_NS (16 * MS)

/* --- decoders ------------------------------------------------------------- */

static size_t count(void *arg)
{
	return decoding_count(arg);
}

static const char *name(void *arg, size_t i)
{
	return decoding_name(arg, i);
}

static bool fits(void *arg, size_t i, struct bytes region, struct bytes path)
{
	return decoding_fits(arg, i, region, path);
}

static size_t made_for(void *arg, struct bytes region, struct bytes path)
{
	return decoding_made_for(arg, region, path);
}

static size_t chosen(void *arg)
{
	return decoding_chosen(arg);
}

static void choose(void *arg, size_t i)
{
	decoding_choose(arg, i);
}

static int layout(void *arg, const char *text, struct rule_error *e)
{
	return decoding_choose_layout(arg, text, e);
}

static void bytes(void *arg, const struct decoder_input *in)
{
	decoding_bytes(arg, in);
}

static void shown(void *arg, struct decoding_shown *out)
{
	decoding_shown(arg, out);
}

static void on_decoded(void *arg)
{
	struct session *s = arg;

	screen_decoded(s->screen);
	if (s->term)
		session_plan_next(s);
}

/* --- frames --------------------------------------------------------------- */

static void give_frame(void *arg, const struct event *ev)
{
	screen_event(((struct session *)arg)->screen, ev);
}

static bool read_frame(void *arg, const struct screen_frame *wanted)
{
	struct session *s = arg;

	return frames_read(s->frames, wanted, give_frame, s);
}

void session_begin_contents(struct session *s)
{
	const struct settings *settings = s->opt->settings;
	struct screen_decoders d = {
		.count = count, .name = name, .fits = fits,
		.made_for = made_for, .chosen = chosen, .choose = choose,
		.layout = layout, .bytes = bytes, .shown = shown,
	};

	s->decoding = decoding_new(s->loop, settings ? settings->config : NULL,
				   s->opt->ascii, on_decoded, s);
	d.arg = s->decoding;
	screen_set_decoders(s->screen, &d);
	s->frames = s->opt->album ? frames_of(s->opt->album) :
		    frames_new(s->opt->save_folder);
	screen_set_frames(s->screen, read_frame, s);
}

void session_end_contents(struct session *s)
{
	decoding_free(s->decoding);
	s->decoding = NULL;
	frames_free(s->frames);
	s->frames = NULL;
}

/* --- programs of the user ------------------------------------------------- */

static struct foreground foreground_of(const struct session *s)
{
	return (struct foreground){ s->term, s->in_fd, s->out_fd,
				    s->signals };
}

/* Redraws everything after a program has used the terminal, and reports its
 * failure. */
static void back(struct session *s, int r, const struct foreground_end *end,
		 const struct err *err)
{
	struct str text = STR_INIT;

	screen_key(s->screen, KEY_RESIZE_);
	if (r < 0) {
		screen_message(s->screen, SEV_ERROR, err->what);
	} else if (WIFEXITED(end->status) && WEXITSTATUS(end->status)) {
		/* TRANSLATORS: the exit status of a program that used the
		 * terminal. */
		str_addf(&text, _("Exit status %d."),
			 WEXITSTATUS(end->status));
		screen_message(s->screen, SEV_NOTE, text.data);
	}
	str_release(&text);
	if (end->signal) {
		s->leave_signal = end->signal;
		s->leaving = true;
		loop_stop(s->loop);
	}
	session_plan_draw(s, KEY_FRAME_NS);
}

static void open_one(struct session *s, struct screen_open *o)
{
	const struct foreground f = foreground_of(s);
	struct foreground_end end = { 0 };
	struct err err = { 0 };
	int r = open_bytes(&f, o->with ? &o->with->command : NULL, o->bytes,
			   o->n, &end, &err);

	free(o->bytes);
	back(s, r, &end, &err);
}

static void edit_one(struct session *s, char *script)
{
	const struct foreground f = foreground_of(s);
	struct foreground_end end = { 0 };
	struct str path = STR_INIT;
	struct err err = { 0 };
	int r = script_make(script, &path, &err);

	if (!r)
		r = open_editor(&f, path.data, &end, &err);
	decoding_rescan(s->decoding);
	screen_edited(s->screen, script);
	decoding_again(s->decoding);
	back(s, r, &end, &err);
	str_release(&path);
	free(script);
}

void session_open(struct session *s)
{
	struct screen_open open;
	char *script;

	if (!s->term || s->leaving)
		return;
	if (screen_wants_open(s->screen, &open))
		open_one(s, &open);
	while (!s->leaving && (script = screen_wants_edit(s->screen)))
		edit_one(s, script);
}
