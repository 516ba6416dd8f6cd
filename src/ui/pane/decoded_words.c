/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pane/decoded_words.h"

#include "ui/kit/i18n.h"

void decoded_words(struct str *out, const struct decoded_line *l)
{
	if (l->name[0])
		str_addf(out, "%s: ", l->name);
	switch (l->kind) {
	case DECODED_PAST_END:
		/* TRANSLATORS: a field beyond the end of the available
		 * bytes. */
		str_adds(out, _("past the end"));
		break;
	case DECODED_UNKNOWN:
		/* TRANSLATORS: a field whose bytes could not be read. */
		str_adds(out, _("unknown"));
		break;
	case DECODED_PLAIN: case DECODED_VALUE: case DECODED_POINTER:
		str_adds(out, l->value);
		if (l->hex[0])
			str_addf(out, " (%s)", l->hex);
		break;
	}
}
