/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lower half of Contents: the active decoder and its bytes.  The decoder
 * gets at most REQ_CONTENTS_MAX bytes: of live memory, from the start of the
 * region; of a frame, from the start of the captured part.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/panes/contents.h"
#include "app/panes/decoding.h"
#include "app/screen/pace.h"
#include "app/screen/place.h"
#include "app/screen/private.h"
#include "base/alloc.h"
#include "base/text.h"
#include "ui/kit/keyed.h"
#include "ui/pane/rule_words.h"

#define NONE SIZE_MAX

/* The state of the decoder, and the region and bytes that it decodes. */
struct screen_decoding {
	struct screen_decoders run;	/* functions of the session; run.choose
					 * is NULL if there are no decoders */
	struct str edit;		/* name of the script to edit */
	bool by_hand;			/* the user chose the decoder, or chose
					 * to use none */
	pid_t pid;
	uint64_t region;
	unsigned generation;
	struct view_bytes window;	/* bytes to decode; bytes 0: none */
	struct contents_of of;		/* the frame decoded last */
	uint64_t told;			/* number of answers in the model at
					 * the last decoding, + 1; 0: decode
					 * again */
};

void decoding_init(struct screen *s)
{
	s->decoding = xcalloc(1, sizeof *s->decoding);
	s->decoding->edit = (struct str)STR_INIT;
}

void decoding_release(struct screen *s)
{
	str_release(&s->decoding->edit);
	free(s->decoding);
}

const struct view_bytes *decoding_window(const struct screen *s)
{
	return &s->decoding->window;
}

/* --- choosing a decoder --------------------------------------------------- */

static struct bytes path_of(const struct region *r)
{
	return bytes_of(r->name[0] == '/' ? r->name : "");
}

static bool fits(const struct screen *s, const struct region *r, size_t i)
{
	const struct screen_decoders *d = &s->decoding->run;

	return d->fits(d->arg, i, bytes_of(r->name), path_of(r));
}

static void choose(struct screen *s, size_t i)
{
	s->decoding->run.choose(s->decoding->run.arg, i);
	/* Request the decoder's bytes at once, and decode them even if they
	 * have not changed. */
	contents_renew(s);
	s->decoding->told = 0;
	s->dirty = true;
}

/* When the user moves to another region, the chosen decoder is kept if it fits.
 * Otherwise the decoder that was made for the region is used. */
static void follow_region(struct screen *s, const struct process *p,
			  const struct region *r)
{
	const struct screen_decoders *d = &s->decoding->run;
	struct screen_decoding *now = s->decoding;
	size_t chosen = d->chosen(d->arg);

	if (now->pid == p->pid && now->region == r->start &&
	    now->generation == p->space.generation)
		return;
	now->pid = p->pid;
	now->region = r->start;
	now->generation = p->space.generation;
	if (now->by_hand && (chosen == NONE || fits(s, r, chosen)))
		return;
	now->by_hand = false;
	choose(s, d->made_for(d->arg, bytes_of(r->name), path_of(r)));
}

static void next_decoder(struct screen *s, const struct region *r)
{
	const struct screen_decoders *d = &s->decoding->run;
	size_t n = d->count(d->arg), chosen = d->chosen(d->arg), i;

	for (i = chosen == NONE ? 0 : chosen + 1; i < n; i++)
		if (fits(s, r, i))
			break;
	s->decoding->by_hand = true;
	choose(s, i < n ? i : NONE);
	if (i < n)
		return;
	if (chosen == NONE && !s->view.decoding.name)
		screen_say(s, SEV_NOTE, keyed(_("No decoder fits this "
						"region. See mmtop-config(5) "
						"or try :decoder u32 head; "
						"u32 tail")));
	else
		screen_say(s, SEV_NOTE, _("No decoder is active."));
}

static void by_name(struct screen *s, const char *args)
{
	const struct screen_decoders *d = &s->decoding->run;
	struct rule_error e = { .fault = RULE_OK };
	struct str words = STR_INIT;
	size_t n = d->count(d->arg);

	s->decoding->by_hand = true;
	for (size_t i = 0; i < n; i++)
		if (!strcmp(d->name(d->arg, i), args)) {
			choose(s, i);
			return;
		}
	if (d->layout(d->arg, args, &e) == 0) {
		contents_renew(s);
		s->decoding->told = 0;
		return;
	}
	rule_words(&words, &e, !s->view.look.utf8);
	screen_say(s, SEV_NOTE, _("Unknown decoder or invalid layout: %s."),
		   words.data);
	str_release(&words);
}

void exec_decoder(const struct command_context *x)
{
	struct screen *s = x->screen;
	const char *args = x->args;
	const struct region *r = view_region(&s->view);

	if (!s->decoding->run.choose) {
		screen_say(s, SEV_NOTE, _("No decoders are available."));
		return;
	}
	if (!r) {
		screen_say(s, SEV_NOTE, keyed(_("No region is selected. "
						"{regions} lists them.")));
		return;
	}
	place_open(s, PANE_CONTENTS);
	follow_region(s, view_process(&s->view), r);
	if (!strcmp(args, "off")) {
		s->decoding->by_hand = true;
		choose(s, NONE);
	} else if (*args) {
		by_name(s, args);
	} else {
		next_decoder(s, r);
	}
	decoding_work(s);
}

/* --- bytes ---------------------------------------------------------------- */

static struct view_bytes window_of(const struct screen *s,
				   const struct process *p,
				   const struct region *r)
{
	const struct view_frame shown = view_frame(&s->view, p, r);
	const struct contents_frame *f = shown.frame;
	struct view_bytes w = { .start = r->start,
				.bytes = r->end - r->start, .of = shown.of };

	if (f) {
		if (f->offset < w.bytes && f->length &&
		    f->length <= w.bytes - f->offset) {
			w.start += f->offset;
			w.bytes = f->length;
		}
	}
	if (w.bytes > REQ_CONTENTS_MAX)
		w.bytes = REQ_CONTENTS_MAX;
	return w;
}

bool contents_gather(const struct screen *s, pid_t pid,
		     const struct view_bytes *w, struct gathered *g)
{
	bool any = false, open = false;

	g->bytes = xcalloc(1, w->bytes ? w->bytes : 1);
	vec_clear(&g->unknown);
	for (uint64_t i = 0; i < w->bytes; i++) {
		uint64_t addr = w->start + i, at = addr % CONTENTS_BLOCK;
		const struct contents_block *b = contents_block(
			&s->view.model->contents, pid, w->of, addr);
		uint64_t n = CONTENTS_BLOCK - at;

		/* Look up each block once, for all of its bytes. */
		if (n > w->bytes - i)
			n = w->bytes - i;
		for (uint64_t k = 0; k < n; k++) {
			bool known = b && b->state[at + k] == CONTENTS_KNOWN;

			g->bytes[i + k] = known ? b->data[at + k] : 0;
			any |= b && b->state[at + k] != CONTENTS_UNTOLD;
			if (!known && !open)
				vec_push(&g->unknown)->start = addr + k;
			if (known && open)
				g->unknown.v[g->unknown.n - 1].end = addr + k;
			open = !known;
		}
		i += n - 1;
	}
	if (open)
		g->unknown.v[g->unknown.n - 1].end = w->start + w->bytes;
	return any;
}

void gathered_release(struct gathered *g)
{
	free(g->bytes);
	g->bytes = NULL;
	vec_release(&g->unknown);
}

static void give(struct screen *s, const struct process *p,
		 const struct region *r, const struct view_bytes *w)
{
	const struct contents_object *o = contents_object(
		&s->view.model->contents, p, r);
	const struct contents_frame *f = w->of.number ?
		contents_frame(o, w->of.number) : NULL;
	struct gathered g = { .unknown = VEC_INIT };

	if (contents_gather(s, p->pid, w, &g)) {
		const struct decoder_input in = {
			.raw = g.bytes, .n = w->bytes,
			.unknown = g.unknown.v, .n_unknown = g.unknown.n,
			.name = bytes_of(r->name), .address = r->start,
			.size = r->end - r->start,
			.offset = w->start - r->start,
			.number = w->of.number,
			.time_ns = f ? f->time_ns : s->view.model->now_ns,
		};

		s->decoding->run.bytes(s->decoding->run.arg, &in);
	}
	gathered_release(&g);
}

void decoding_work(struct screen *s)
{
	const struct screen_decoders *d = &s->decoding->run;
	const struct process *p = view_process(&s->view);
	const struct region *r = view_region(&s->view);
	struct screen_decoding *now = s->decoding;

	if (!d->choose || !p || !r ||
	    !layout_find(&s->layout, PANE_CONTENTS)) {
		s->view.decoding = (struct decoding_shown){ .name = NULL };
		now->window.bytes = 0;
		return;
	}
	follow_region(s, p, r);
	d->shown(d->arg, &s->view.decoding);
	now->window = window_of(s, p, r);
	if (!s->view.decoding.name) {
		now->window.bytes = 0;
		return;
	}
	if (now->told == s->view.model->contents.told + 1 &&
	    now->of.number == now->window.of.number)
		return;
	now->told = s->view.model->contents.told + 1;
	now->of = now->window.of;
	s->view.decoded = now->window;
	give(s, p, r, &now->window);
	d->shown(d->arg, &s->view.decoding);
}

void screen_set_decoders(struct screen *s, const struct screen_decoders *d)
{
	s->decoding->run = *d;
}

void screen_decoded(struct screen *s)
{
	decoding_work(s);
	pace_now(s);
}

/* --- scripts -------------------------------------------------------------- */

void exec_edit(const struct command_context *x)
{
	struct screen *s = x->screen;
	const char *args = x->args;

	if (!*args && !s->view.decoding.editable) {
		screen_say(s, SEV_NOTE, keyed(_("{edit} edits the script of the "
						"decoder in Contents "
						"({contents}); none is in use. "
						":edit NAME creates one.")));
		return;
	}
	str_clear(&s->decoding->edit);
	str_adds(&s->decoding->edit, *args ? args : s->view.decoding.name);
}

char *screen_wants_edit(struct screen *s)
{
	return s->decoding->edit.len ? str_take(&s->decoding->edit) : NULL;
}

void screen_edited(struct screen *s, const char *name)
{
	const struct screen_decoders *d = &s->decoding->run;

	for (size_t i = 0; d->choose && i < d->count(d->arg); i++)
		if (!strcmp(d->name(d->arg, i), name)) {
			s->decoding->by_hand = true;
			d->choose(d->arg, i);
		}
	contents_renew(s);
	s->decoding->told = 0;
	place_open(s, PANE_CONTENTS);
	s->dirty = true;
}
