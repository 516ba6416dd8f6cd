/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands behind the options: a program, or a verb and its files. */
#include <config.h>

#include "app/options_private.h"

#include <errno.h>
#include <getopt.h>
#include <string.h>

#include "app/i18n.h"
#include "sink/folded.h"

/* A program or -p, or all of them, and nothing else. */
static int check_target(struct options *o, struct err *err)
{
	if (o->all && (o->argv || o->n_attach))
		return err_set(err, EINVAL, "%s",
			       _("--all watches every process: it goes with "
				 "neither a program nor -p PID"));
	o->pick = !o->argv && !o->n_attach && !o->all;
	/* A list needs a screen. */
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

/* mmtop maps [OPTION]... FILE... */
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
		return option_bad(err, _("option '%s' does not go with maps"),
				  w->no_maps);
	if (optind == w->argc)
		return err_set(err, EINVAL, "%s",
			       _("maps needs a file that perf record wrote"));
	o->files = w->argv + optind;
	if (!o->events_given)
		o->events = 1u << EV_PROCESS | 1u << EV_MAP;
	return options_check_json(o, err);
}

/* Options may stand behind the names too; those are then moved together. */
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

/* mmtop contents [OPTION]... DIR... */
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
		return option_bad(err, _("option '%s' does not go with "
					 "contents"), w->no_contents);
	if (!*o->files)
		return err_set(err, EINVAL, "%s",
			       _("contents needs a folder that --save-mmap "
				 "wrote"));
	if (o->extract && (o->diff[0] || o->json))
		return err_set(err, EINVAL, "%s",
			       _("--extract goes with neither --diff nor "
				 "--json"));
	return options_check_json(o, err);
}

/* mmtop heap [OPTION]... FILE...: options of its own, and none before it. */
static int parse_heap(struct command_line *w, struct options *o,
		      struct err *err)
{
	if (optind > 1)
		return option_bad(err, _("option '%s' does not go with heap"),
				  w->argv[1]);
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

/* memory_tracker's own way of being asked. */
static void keep_environment(struct options *o)
{
	const char *allocations = getenv("ALLOCATION_TRACE");
	const char *mappings = getenv("MMAP_TRACE");

	if (!o->allocation_trace && !o->no_heap && allocations && *allocations)
		o->allocation_trace = allocations;
	if (!o->mmap_trace && mappings && *mappings)
		o->mmap_trace = mappings;
	settle_heap(o);
}

/* What stands behind the options. */
int options_rest(struct command_line *w, struct options *o, struct err *err)
{
	o->step |= o->level_step;
	if (o->trace_mmap)
		o->events |= 1u << EV_FILE;
	if (o->save_mmap && !o->events_given)
		o->events |= 1u << EV_FRAME;
	settle_heap(o);
	/* Behind "--" it is the name of a program. */
	if (optind < w->argc && !w->dashes) {
		if (!strcmp(w->argv[optind], "contents"))
			return parse_contents(w, o, err);
		if (!strcmp(w->argv[optind], "maps"))
			return parse_maps(w, o, err);
		if (!strcmp(w->argv[optind], "heap"))
			return parse_heap(w, o, err);
	}
	if (w->no_program)
		return option_bad(err, _("option '%s' goes with contents "
					 "only"), w->no_program);
	if (optind == w->argc)
		return check_target(o, err);
	o->argv = w->argv + optind;
	keep_environment(o);
	return check_target(o, err);
}
