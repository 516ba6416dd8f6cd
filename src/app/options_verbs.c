/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the arguments after the options: a program to launch, or a verb and
 * its files. */
#include <config.h>

#include "app/options_private.h"

#include <errno.h>
#include <getopt.h>
#include <string.h>

#include "app/i18n.h"
#include "sink/folded.h"

/* Refuses more than one target: a program, -p, or --all. */
static int check_target(struct options *o, struct err *err)
{
	if (o->all && (o->argv || o->n_attach))
		return err_set(err, EINVAL, "%s",
			       _("--all watches every process, and cannot be "
				 "used with a program or -p PID"));
	o->pick = !o->argv && !o->n_attach && !o->all;
	/* Without a target, the user chooses a process from a list, which needs
	 * a screen. */
	if (o->pick && (o->batch || o->console))
		return options_no_target(err);
	if (o->argv && o->n_attach)
		return err_set(err, EINVAL, "%s",
			       _("give a program to launch or -p PID, "
				 "not both"));
	if (o->argv && !*o->argv[0])
		return err_set(err, EINVAL, "%s",
			       _("the program's name is empty"));
	return 0;
}

/* Parses `mmtop maps [OPTION]... FILE...`. */
static int parse_maps(struct command_line *w, struct options *o,
		      struct err *err)
{
	int ret;

	optind++;
	ret = options_words(w, o, err);
	if (ret || o->verb != OPTIONS_RUN)
		return ret;
	o->verb = OPTIONS_MAPS;
	if (w->no_maps)
		return option_bad(err, _("option \"%s\" cannot be used with "
					 "'mmtop maps'"), w->no_maps);
	if (optind == w->argc)
		return err_set(err, EINVAL, "%s",
			       _("'mmtop maps' needs a file written by 'perf "
				 "record'"));
	o->files = w->argv + optind;
	if (!o->events_given)
		o->events = 1u << EV_PROCESS | 1u << EV_MAP;
	return options_check_json(o, err);
}

/* Moves the file names together in argv, because options may also follow a
 * name. */
static int gather_names(struct command_line *w, struct options *o,
			struct err *err)
{
	int first = optind, n = 0, ret = 0;

	while (!ret && o->verb == OPTIONS_RUN && optind < w->argc) {
		if (!w->dashes)
			ret = options_words(w, o, err);
		if (!ret && o->verb == OPTIONS_RUN && optind < w->argc)
			w->argv[first + n++] = w->argv[optind++];
	}
	w->argv[first + n] = NULL;
	o->files = w->argv + first;
	return ret;
}

/* Parses `mmtop contents [OPTION]... DIR...`. */
static int parse_contents(struct command_line *w, struct options *o,
			  struct err *err)
{
	int ret;

	optind++;
	ret = gather_names(w, o, err);
	if (ret || o->verb != OPTIONS_RUN)
		return ret;
	o->verb = OPTIONS_CONTENTS;
	if (w->no_contents)
		return option_bad(err, _("option \"%s\" cannot be used with "
					 "'mmtop contents'"), w->no_contents);
	if (!*o->files)
		return err_set(err, EINVAL, "%s",
			       _("'mmtop contents' needs a folder written by "
				 "--save-mmap"));
	if (o->extract && (o->diff[0] || o->json))
		return err_set(err, EINVAL, "%s",
			       _("--extract cannot be used with --diff or "
				 "--json"));
	return options_check_json(o, err);
}

/* Parses `mmtop heap [OPTION]... FILE...`.  This verb has its own options,
 * which follow it. */
static int parse_heap(struct command_line *w, struct options *o,
		      struct err *err)
{
	if (optind > 1)
		return option_bad(err, _("option \"%s\" cannot be used with "
					 "'mmtop heap'"), w->argv[1]);
	return options_heap(o, w->argv + optind + 1, err);
}

static void settle_heap(struct options *o)
{
	o->heap_each = o->events_given && o->events & 1u << EV_HEAP;
	o->heap |= o->heap_each || o->allocation_trace ||
		   o->folded[FOLDED_LEFT] || o->folded[FOLDED_PEAK];
	if (o->heap && !o->events_given)
		o->events |= 1u << EV_HEAP;
}

/* Reads the environment variables of memory_tracker. */
static void read_environment(struct options *o)
{
	const char *allocations = getenv("ALLOCATION_TRACE");
	const char *mappings = getenv("MMAP_TRACE");

	if (!o->allocation_trace && !o->no_heap && allocations && *allocations)
		o->allocation_trace = allocations;
	if (!o->mmap_trace && mappings && *mappings)
		o->mmap_trace = mappings;
	settle_heap(o);
}

int options_rest(struct command_line *w, struct options *o, struct err *err)
{
	o->step |= o->level_step;
	if (o->trace_mmap)
		o->events |= 1u << EV_FILE;
	if (o->save_mmap && !o->events_given)
		o->events |= 1u << EV_FRAME;
	settle_heap(o);
	/* After "--" the word is the name of a program, and not a verb. */
	if (optind < w->argc && !w->dashes) {
		if (!strcmp(w->argv[optind], "contents"))
			return parse_contents(w, o, err);
		if (!strcmp(w->argv[optind], "maps"))
			return parse_maps(w, o, err);
		if (!strcmp(w->argv[optind], "heap"))
			return parse_heap(w, o, err);
	}
	if (w->no_program)
		return option_bad(err, _("option \"%s\" can only be used "
					 "with 'mmtop contents'"),
				  w->no_program);
	if (optind == w->argc)
		return check_target(o, err);
	o->argv = w->argv + optind;
	read_environment(o);
	return check_target(o, err);
}
