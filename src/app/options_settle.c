/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What goes together, and what is meant where nothing is said. */
#include <config.h>

#include "app/options_private.h"

#include <errno.h>

#include "app/i18n.h"
#include "sink/folded.h"
#include "sink/sink.h"

/* What only perf tells; of faults the ring does too. */
#define PERF_KINDS (1u << EV_FAULT | 1u << EV_MAP)

/* What is told of everybody. */
#define ALL_KINDS (1u << EV_PROCESS | 1u << EV_CALL | 1u << EV_SIGNAL | \
		   1u << EV_FAULT | 1u << EV_RSS)
#define ALL_DEFAULT (1u << EV_PROCESS | 1u << EV_CALL | 1u << EV_FAULT)

int options_no_target(struct err *err)
{
	return err_set(err, EINVAL, "%s",
		       _("name a program to launch, or a running "
			 "process with -p PID"));
}

int options_check_json(const struct options *o, struct err *err)
{
	struct err why;

	if (o->json && !sink_available(SINK_JSON, &why))
		/* TRANSLATORS: %s is what the dynamic linker says. */
		return err_set(err, EINVAL, _("--json is not available: %s"),
			       why.what);
	return 0;
}

/* Whether the ring tells of what ptrace does not tell: it is at rest elsewhere. */
static bool rings(const struct options *o)
{
	return o->ring && (!o->level_given || o->level == LEVEL_WATCH);
}

/* What is asked for and nobody may tell. */
static int check_tellers(const struct options *o, struct err *err)
{
	uint32_t no_perf = rings(o) ? 1u << EV_MAP : PERF_KINDS;

	if (o->perf == PERF_NO && o->events & no_perf)
		return err_set(err, EINVAL,
			       _("--events=%s needs perf, which --no-perf "
				 "leaves out"),
			       o->events & no_perf & 1u << EV_FAULT ? "fault"
								    : "map");
	if (o->events & 1u << EV_RSS && !rings(o))
		return err_set(err, EINVAL, "%s",
			       _("--events=rss needs --ftrace and "
				 "--level=watch"));
	return 0;
}

/* Of everybody nothing is held, stopped or looked into. */
static int check_all(const struct options *o, struct err *err)
{
	const char *word =
		o->console ? "--console" :
		o->level_step ? "--level=step" : o->step ? "--step" :
		o->summary ? "--summary" :
		o->level_given && o->level != LEVEL_WATCH ? "--level=calls" :
		o->track_writes ? "--track-writes" :
		o->trace_mmap ? "--trace-mmap" :
		o->save_mmap ? "--save-mmap" :
		o->mmap_trace ? "--mmap-trace" :
		o->ring_given && !o->ring ? "--no-ftrace" : NULL;

	if (word)
		return err_set(err, EINVAL, _("%s does not go with --all"),
			       word);
	for (int kind = 0; kind < EV_KINDS; kind++)
		if (o->events & ~ALL_KINDS & 1u << kind)
			return err_set(err, EINVAL,
				       _("--events=%s does not go with "
					 "--all"), event_descs[kind].name);
	return 0;
}

/* Only who launches it can have it load the library. */
static int check_heap(const struct options *o, struct err *err)
{
	const char *word =
		o->heap_each ? "--events=heap" :
		o->fail_on_leak ? "--fail-on" :
		o->heap_stacks_given ? "--heap-stacks" :
		o->allocation_trace ? "--allocation-trace" :
		o->folded[FOLDED_LEFT] ? "--heap-folded" :
		o->folded[FOLDED_PEAK] ? "--heap-folded-peak" : NULL;

	if (o->no_heap && word)
		return err_set(err, EINVAL, _("%s needs --heap, which "
					      "--no-heap leaves out"), word);
	if (!o->heap)
		return 0;
	if (!o->argv)
		return err_set(err, EINVAL, "%s",
			       _("--heap needs a program to launch"));
	return 0;
}

/* What does not go together. */
static int check_together(const struct options *o, bool screen_possible,
			  struct err *err)
{
	const char *step = o->level_step ? "--level=step" : "-s";

	if (o->batch && o->step && !o->console)
		return err_set(err, EINVAL,
			       _("%s waits for `next`, on the screen or with "
				 "--console: it does not go with --batch or "
				 "--json"), step);
	if (!screen_possible && o->step && !o->console)
		return err_set(err, EINVAL,
			       _("%s waits for `next`, and standard output is "
				 "no terminal that can show the screen: add "
				 "--console"), step);
	if (o->json && o->summary && !o->output)
		return err_set(err, EINVAL, "%s",
			       _("--summary goes to standard error, and so "
				 "does the log of --json: give that a file "
				 "with -o"));
	if (check_heap(o, err) < 0)
		return -EINVAL;
	return check_tellers(o, err);
}

/* Only the trace ring tells of the calls of all, and without a stop. */
static void settle_all(struct options *o)
{
	o->ring = o->follow = o->follow_given = true;
	if (!o->events_given)
		o->events = ALL_DEFAULT;
}

int options_settle(struct options *o, bool screen_possible, struct err *err)
{
	int ret;

	if (o->pick && !screen_possible)
		return options_no_target(err);
	if (o->script && o->commands)
		return err_set(err, EINVAL, "%s",
			       _("give --script or --command, not both"));
	/* Without a screen, but for its first line it is no batch. */
	if (o->console) {
		o->batch = true;
		o->reads_stdin = !o->script && !o->commands;
	}
	ret = options_check_json(o, err);
	if (!ret && o->all)
		ret = check_all(o, err);
	if (!ret && o->all)
		settle_all(o);
	if (!ret)
		ret = check_together(o, screen_possible, err);
	if (ret)
		return ret;
	if (!screen_possible)
		o->batch = true;
	if (o->perf == PERF_YES && !o->events_given)
		o->events |= PERF_KINDS;
	/* Whoever asks for them is to be told when there are none; of everybody
	 * the ring tells of faults too. */
	if (o->events & PERF_KINDS && o->perf != PERF_NO && !o->all)
		o->perf = PERF_YES;
	if (!o->follow_given)
		o->follow = o->argv != NULL;
	/* A launched program has a filter, so that only memory calls stop.  An
	 * attached one has none: level calls would stop it at every call. */
	if (!o->level_given)
		o->level = !o->ring && o->argv ? LEVEL_CALLS : LEVEL_WATCH;
	if (o->mmap_trace && o->level == LEVEL_WATCH && !o->ring)
		return err_set(err, EINVAL, "%s",
			       _("--mmap-trace needs each call: --level=calls "
				 "or --ftrace"));
	/* Watched, it is stopped by no call: a filter would only add some. */
	o->filter = o->argv && o->level != LEVEL_WATCH && !o->no_filter;
	return 0;
}
