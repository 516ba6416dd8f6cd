/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/decoders/private.h"

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/decoders/scripts.h"
#include "base/alloc.h"
#include "base/fmt.h"
#include "event/names.h"
#include "sys/loop.h"
#include "sys/program.h"
#include "ui/words/error.h"
#include "ui/pane/rule_words.h"

/* A decoder that has run for longer than SHORT_NS (5 ms) pauses for REST times
 * that duration.  So it uses at most a tenth of the time. */
#define SHORT_NS UINT64_C(5000000)
#define REST 9

/* --- copies of inputs ------------------------------------------------- */

static void job_release(struct job *j)
{
	str_release(&j->raw);
	str_release(&j->name);
	vec_release(&j->unknown);
	j->given = false;
}

static void job_take(struct job *j, const struct decoder_input *in)
{
	size_t n = in->n < DECODER_RAW ? in->n : DECODER_RAW;

	str_clear(&j->raw);
	str_clear(&j->name);
	vec_clear(&j->unknown);
	str_add(&j->raw, in->raw, n);
	str_add(&j->name, in->name.data, in->name.len);
	for (size_t i = 0; i < in->n_unknown; i++)
		*vec_push(&j->unknown) = in->unknown[i];
	j->in = *in;
	j->in.raw = j->raw.data;
	j->in.n = n;
	j->in.name.data = j->name.data;
	j->in.unknown = j->unknown.v;
	j->given = true;
}

/* True if the input is the same as that of j.  The times are not compared,
 * because they differ at each refresh of the screen. */
static bool is_same(const struct job *j, const struct decoder_input *in)
{
	size_t n = in->n < DECODER_RAW ? in->n : DECODER_RAW;

	return j->given && j->in.number == in->number &&
	       j->in.address == in->address && j->in.size == in->size &&
	       j->in.offset == in->offset && j->raw.len == n &&
	       !memcmp(j->raw.data, in->raw, n) &&
	       j->name.len == in->name.len &&
	       !memcmp(j->name.data, in->name.data, in->name.len) &&
	       j->unknown.n == in->n_unknown &&
	       (!in->n_unknown ||
		!memcmp(j->unknown.v, in->unknown,
			in->n_unknown * sizeof *in->unknown));
}

/* --- errors ----------------------------------------------------------- */

static const struct choice *chosen(const struct decoding *d)
{
	return d->chosen == DECODING_NONE ? NULL : &d->choices.v[d->chosen];
}

static void say_error(struct decoding *d)
{
	const struct rule_error *e = &d->result.error;

	str_clear(&d->wrong);
	if (e->fault == RULE_OK)
		return;
	if (e->line)
		/* TRANSLATORS: a line number in a script; an error message
		 * follows. */
		str_addf(&d->wrong, _("line %d: "), e->line);
	rule_words(&d->wrong, e, d->ascii);
}

static void say_end(struct decoding *d, const struct program_end *end)
{
	char size[FMT_MAX], time[FMT_MAX], name[16];

	str_clear(&d->wrong);
	switch (end->fate) {
	case PROGRAM_EXITED:
		if (end->code)
			str_addf(&d->wrong, _("it exited with status %d"),
				 end->code);
		break;
	case PROGRAM_KILLED:
		/* TRANSLATORS: "it" is a program; the argument is a signal's
		 * name. */
		str_addf(&d->wrong, _("it was killed by %s"),
			 signal_name((uint64_t)end->code, name));
		break;
	case PROGRAM_SLOW:
		str_addf(&d->wrong, _("it took longer than %s, and was killed"),
			 fmt_duration(time, DECODING_LIMIT_NS));
		break;
	case PROGRAM_LOUD:
		str_addf(&d->wrong, _("it wrote more than %s, and was killed"),
			 fmt_size(size, DECODING_OUTPUT));
		break;
	case PROGRAM_NOT_RUN:
		str_addf(&d->wrong, _("it cannot be run: %s"),
			 error_words(end->code));
		break;
	}
}

/* --- running decoders ------------------------------------------------- */

static void go_on(struct decoding *d);

static uint64_t on_rested(void *arg)
{
	struct decoding *d = arg;

	d->rest = 0;
	if (d->next.given) {
		go_on(d);
		d->changed(d->arg);
	}
	return 0;
}

static void on_done(void *arg, const struct program_end *end)
{
	struct decoding *d = arg;

	d->program = NULL;
	decoded_text(&d->result, end->output, end->n);
	say_end(d, end);
	if (d->next.given)
		go_on(d);
	d->changed(d->arg);
}

static void run_command(struct decoding *d, const struct word_list *command)
{
	const char **argv = xcalloc(command->v.n + 1, sizeof *argv);
	const struct program_options o = {
		.argv = argv, .bytes = d->last.in.raw, .n = d->last.in.n,
		.limit_ns = DECODING_LIMIT_NS, .output_max = DECODING_OUTPUT,
	};
	struct err err = { 0 };

	for (size_t i = 0; i < command->v.n; i++)
		argv[i] = command->v.v[i];
	d->program = program_start(d->loop, &o, on_done, d, &err);
	free(argv);
	if (d->program)
		return;
	decoded_clear(&d->result);
	str_clear(&d->wrong);
	str_addf(&d->wrong, _("it cannot be run: %s"), error_words(err.code));
}

static void run_script(struct decoding *d, const char *name)
{
	struct str text = STR_INIT;
	struct err err = { 0 };

	if (script_read(name, &text, &err) < 0) {
		decoded_clear(&d->result);
		str_clear(&d->wrong);
		str_adds(&d->wrong, err.what);
	} else {
		decoder_lua(text.data, text.len, &d->last.in, &d->result);
		say_error(d);
	}
	str_release(&text);
}

/* Runs the selected decoder on the input d->last. */
static void run(struct decoding *d)
{
	const struct choice *c = chosen(d);
	const struct config_decoder *decoder = c ? c->decoder : NULL;

	if (d->typed) {
		decoder_layout(d->typed, &d->last.in, &d->result);
	} else if (c && c->script) {
		run_script(d, c->script);
		return;
	} else if (!decoder) {
		decoded_clear(&d->result);
	} else if (decoder->way == DECODER_COMMAND) {
		run_command(d, &decoder->command);
		return;
	} else if (decoder->way == DECODER_LAYOUT) {
		decoder_layout(decoder->layout, &d->last.in, &d->result);
	} else {
		config_decode(d->config, decoder, &d->last.in, &d->result);
	}
	say_error(d);
}

/* Decodes the input d->next, unless a decoder is running or pausing. */
static void go_on(struct decoding *d)
{
	struct job job = d->last;
	uint64_t begin = clock_ns(), took;

	if (d->program || d->rest)
		return;
	d->last = d->next;
	d->next = job;
	d->next.given = false;
	d->stale = false;
	run(d);
	took = clock_ns() - begin;
	if (!d->program && took > SHORT_NS)
		d->rest = loop_add_timer(d->loop, took * REST, on_rested, d);
}

/* Stops the running decoder, ends the pause, and clears the result and the
 * error. */
static void halt(struct decoding *d)
{
	program_stop(d->program);
	d->program = NULL;
	loop_remove_timer(d->loop, d->rest);
	d->rest = 0;
	d->stale = true;
	decoded_clear(&d->result);
	str_clear(&d->wrong);
}

void decoding_again(struct decoding *d)
{
	halt(d);
	if (!d->next.given && d->last.given)
		job_take(&d->next, &d->last.in);
	if (d->next.given)
		go_on(d);
}

void decoding_bytes(struct decoding *d, const struct decoder_input *in)
{
	/* The result for these bytes is complete, or a decoder is computing
	 * it. */
	if (!d->stale && is_same(&d->last, in)) {
		d->next.given = false;
		return;
	}
	if (!is_same(&d->next, in))
		job_take(&d->next, in);
	go_on(d);
}

/* --- the selected decoder --------------------------------------------- */

static void choose(struct decoding *d, size_t i, struct field_layout *typed)
{
	layout_free(d->typed);
	d->typed = typed;
	d->chosen = i;
	decoding_again(d);
}

void decoding_choose(struct decoding *d, size_t i)
{
	choose(d, i < d->choices.n ? i : DECODING_NONE, NULL);
}

int decoding_choose_layout(struct decoding *d, const char *text,
			   struct rule_error *e)
{
	struct field_layout *typed = layout_new(text, e);

	if (!typed)
		return -1;
	choose(d, DECODING_NONE, typed);
	return 0;
}

size_t decoding_chosen(const struct decoding *d)
{
	return d->chosen;
}

const char *decoding_script(const struct decoding *d)
{
	const struct choice *c = chosen(d);

	return c && !d->typed ? c->script : NULL;
}

void decoding_rescan(struct decoding *d)
{
	const struct choice *c = chosen(d);
	char *name = c ? xstrdup(c->name) : NULL;

	decoding_drop_choices(d);
	decoding_fill_choices(d);
	if (name) {
		d->chosen = decoding_find(d, name);
		if (d->chosen == DECODING_NONE)
			halt(d);
	}
	free(name);
}

void decoding_shown(const struct decoding *d, struct decoding_shown *out)
{
	const struct choice *c = chosen(d);

	*out = (struct decoding_shown){
		/* TRANSLATORS: shown as the name of the decoder if the user has
		 * typed a layout of fields. */
		.name = d->typed ? _("layout") : c ? c->name : NULL,
		.result = &d->result,
		.wrong = d->wrong.len ? d->wrong.data : NULL,
		.running = d->program || d->next.given,
		.editable = decoding_script(d) != NULL,
	};
}

/* --- creation and destruction ----------------------------------------- */

struct decoding *decoding_new(struct loop *l, struct config *config,
			      bool ascii, void (*changed)(void *arg),
			      void *arg)
{
	struct decoding *d = xcalloc(1, sizeof *d);

	*d = (struct decoding){
		.loop = l, .config = config, .ascii = ascii,
		.changed = changed, .arg = arg, .chosen = DECODING_NONE,
		.result = { .ascii = ascii }, .wrong = STR_INIT,
		.last = { .raw = STR_INIT, .name = STR_INIT },
		.next = { .raw = STR_INIT, .name = STR_INIT },
	};
	decoding_fill_choices(d);
	return d;
}

void decoding_free(struct decoding *d)
{
	if (!d)
		return;
	halt(d);
	decoding_drop_choices(d);
	vec_release(&d->choices);
	layout_free(d->typed);
	job_release(&d->last);
	job_release(&d->next);
	decoded_release(&d->result);
	str_release(&d->wrong);
	free(d);
}
