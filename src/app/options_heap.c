/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of `mmtop heap`. */
#include <config.h>

#include "app/options_private.h"

#include <errno.h>
#include <string.h>

#include "app/i18n.h"

static int parse_sort(struct options *o, const char *word, struct err *err)
{
	static const char *const names[] = {
		[HEAPSET_BY_ADDRESS] = "address",
		[HEAPSET_BY_SIZE] = "size",
		[HEAPSET_BY_AGE] = "age",
		[HEAPSET_BY_SITE] = "site",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!strcmp(word, names[i])) {
			o->sort = (enum heapset_sort)i;
			return 0;
		}
	}
	return option_bad(err, _("invalid --sort \"%s\": use address, size, "
				 "age or site"), word);
}

static int parse_option(struct options *o, const char *word, struct err *err)
{
	if (!strcmp(word, "--match"))
		o->match = true;
	else if (!strncmp(word, "--sort=", 7))
		return parse_sort(o, word + 7, err);
	else if (!strcmp(word, "--help") || !strcmp(word, "-h"))
		o->verb = OPTIONS_HELP;
	else
		return option_bad(err, _("option \"%s\" cannot be used with "
					 "'mmtop heap'"), word);
	return 0;
}

int options_heap(struct options *o, char **words, struct err *err)
{
	size_t n = 0;
	int ret;

	o->verb = OPTIONS_HEAP;
	for (; *words && **words == '-' && (*words)[1]; words++) {
		if (!strcmp(*words, "--")) {
			words++;
			break;
		}
		ret = parse_option(o, *words, err);
		if (ret || o->verb != OPTIONS_HEAP)
			return ret;
	}
	while (words[n])
		n++;
	o->files = words;
	if (o->match && n != 2)
		return err_set(err, EINVAL, "%s",
			       _("'mmtop heap --match' needs two files: the "
				 "list of allocations, to which it adds the "
				 "mappings, and the list of mappings"));
	if (n == 0 || n > 2)
		return err_set(err, EINVAL, "%s",
			       _("'mmtop heap' needs a trace file, and "
				 "optionally an output file"));
	return 0;
}
