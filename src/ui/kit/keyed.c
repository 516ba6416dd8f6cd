/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/kit/keyed.h"

#include <stdbool.h>
#include <string.h>

#include "base/str.h"

#define KEPT 8

static struct str *next_kept(void)
{
	static struct str kept[KEPT];
	static unsigned i;
	struct str *s = &kept[i++ % KEPT];

	str_release(s);
	return s;
}

/* Appends the first key of a command: "q" of "q Ctrl-C".  In a format, % is
 * doubled. */
static void add_key(struct str *out, const struct command *c, bool in_format)
{
	size_t n = strcspn(c->key_label, " ");

	for (size_t i = 0; i < n; i++) {
		str_addc(out, c->key_label[i]);
		if (in_format && c->key_label[i] == '%')
			str_addc(out, '%');
	}
}

static const struct command *named(const char *name, size_t n)
{
	char word[32] = "";

	if (n >= sizeof word)
		return NULL;
	memcpy(word, name, n);
	return command_by_name(word, ON_BOTH);
}

const char *keyed(const char *sentence)
{
	struct str *out = next_kept();
	const char *open, *end;

	for (; (open = strchr(sentence, '{')) && (end = strchr(open, '}'));
	     sentence = end + 1) {
		const struct command *c = named(open + 1,
						(size_t)(end - open - 1));

		str_add(out, sentence, (size_t)(open - sentence));
		if (c)
			add_key(out, c, true);
		else
			str_add(out, open, (size_t)(end + 1 - open));
	}
	str_adds(out, sentence);
	return out->data;
}

const char *key_of(enum cmd id)
{
	struct str *out = next_kept();

	add_key(out, command_by_id(id), false);
	return out->data;
}
