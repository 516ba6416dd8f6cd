/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of decoders: those of the configuration, then the scripts. */
#include <config.h>

#include "app/decoders/private.h"

#include <stdlib.h>
#include <string.h>

#include "app/decoders/scripts.h"
#include "base/alloc.h"
#include "base/text.h"

static void add_choice(struct decoding *d, const struct config_decoder *decoder,
		       const char *script, const char *name)
{
	struct str safe = STR_INIT;

	text_safe(&safe, name, strlen(name), d->ascii);
	*vec_push(&d->choices) = (struct choice){
		.decoder = decoder, .script = script ? xstrdup(script) : NULL,
		.name = str_take(&safe),
	};
}

/* True if the configuration lists the script `script`, with or without .lua at
 * its end. */
static bool is_named(const struct decoding *d, const char *script)
{
	size_t n = strlen(script);

	for (size_t i = 0; i < d->choices.n; i++) {
		const char *s = d->choices.v[i].script;

		if (s && !strncmp(s, script, n) &&
		    (!s[n] || !strcmp(s + n, ".lua")))
			return true;
	}
	return false;
}

void decoding_drop_choices(struct decoding *d)
{
	for (size_t i = 0; i < d->choices.n; i++) {
		free(d->choices.v[i].script);
		free(d->choices.v[i].name);
	}
	vec_clear(&d->choices);
}

void decoding_fill_choices(struct decoding *d)
{
	struct word_list scripts = { .given = false };

	for (size_t i = 0; d->config && i < d->config->decoders.n; i++) {
		const struct config_decoder *c = &d->config->decoders.v[i];

		add_choice(d, c, c->script, c->name);
	}
	scripts_list(&scripts);
	for (size_t i = 0; i < scripts.v.n; i++) {
		if (!is_named(d, scripts.v.v[i]))
			add_choice(d, NULL, scripts.v.v[i], scripts.v.v[i]);
		free(scripts.v.v[i]);
	}
	vec_release(&scripts.v);
}

size_t decoding_count(const struct decoding *d)
{
	return d->choices.n;
}

const char *decoding_name(const struct decoding *d, size_t i)
{
	return d->choices.v[i].name;
}

size_t decoding_find(const struct decoding *d, const char *name)
{
	for (size_t i = 0; i < d->choices.n; i++)
		if (!strcmp(d->choices.v[i].name, name))
			return i;
	return DECODING_NONE;
}

bool decoding_fits(const struct decoding *d, size_t i, struct bytes name,
		   struct bytes path)
{
	const struct config_decoder *c = d->choices.v[i].decoder;

	return !c || config_decoder_fits(c, name, path);
}

size_t decoding_made_for(const struct decoding *d, struct bytes name,
			 struct bytes path)
{
	for (size_t i = 0; i < d->choices.n; i++) {
		const struct config_decoder *c = d->choices.v[i].decoder;

		if (c && (c->region || c->file) &&
		    config_decoder_fits(c, name, path))
			return i;
	}
	return DECODING_NONE;
}
