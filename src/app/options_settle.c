/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks which options can be used together, and sets defaults. */
#include <config.h>

#include "app/options_private.h"

#include <errno.h>

#include "app/i18n.h"
#include "sink/folded.h"
#include "sink/sink.h"

/* The events that perf reports.  The trace ring can also report faults. */
#define PERF_KINDS (1u << EV_FAULT | 1u << EV_MAP)

/* The events that system-wide mode can report. */
#define ALL_KINDS (1u << EV_PROCESS | 1u << EV_CALL | 1u << EV_SIGNAL | \
		   1u << EV_FAULT | 1u << EV_RSS)
#define ALL_DEFAULT (1u << EV_PROCESS | 1u << EV_CALL | 1u << EV_FAULT)

int options_no_target(struct err *err)
{
	return err_set(err, EINVAL, "%s",
		       _("give a program to launch, or a running process with "
			 "-p PID"));
}

int options_check_json(const struct options *o, struct err *err)
{
	struct err why;

	if (o->json && !sink_available(SINK_JSON, &why))
		/* TRANSLATORS: %s is the message of the dynamic linker. */
		return err_set(err, EINVAL, _("--json is unavailable: %s"),
			       why.what);
	return 0;
}

/* True if the trace ring reports calls.  While ptrace reports them, the ring is
 * not used. */
static bool rings(const struct options *o)
{
	return o->ring && (!o->level_given || o->level == LEVEL_WATCH);
}

/* Refuses events that no source can report with these options. */
static int check_tellers(const struct options *o, struct err *err)
{
	uint32_t no_perf = rings(o) ? 1u << EV_MAP : PERF_KINDS;

	if (o->perf == PERF_NO && o->events & no_perf)
		return err_set(err, EINVAL,
			       _("--events=%s needs perf, but --no-perf was "
				 "given"),
			       o->events & no_perf & 1u << EV_FAULT ? "fault"
								    : "map");
	if (o->events & 1u << EV_RSS && !rings(o))
		return err_set(err, EINVAL, "%s",
			       _("--events=rss needs --ftrace and "
				 "--level=watch"));
	return 0;
}

/* Refuses options that need to stop or read processes: system-wide mode does
 * neither. */
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
		return err_set(err, EINVAL, _("%s cannot be used with --all"),
			       word);
	for (int kind = 0; kind < EV_KINDS; kind++)
		if (o->events & ~ALL_KINDS & 1u << kind)
			return err_set(err, EINVAL,
				       _("--events=%s cannot be used with "
					 "--all"), event_log_name(kind));
	return 0;
}

/* Checks the options of --heap.  Only a program that mmtop launches can be made
 * to load the heap library. */
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
		return err_set(err, EINVAL, _("%s needs --heap, but "
					      "--no-heap was given"), word);
	if (!o->heap)
		return 0;
	if (!o->argv)
		return err_set(err, EINVAL, "%s",
			       _("--heap needs a program to launch"));
	return 0;
}

static int check_together(const struct options *o, bool screen_possible,
			  struct err *err)
{
	const char *step = o->level_step ? "--level=step" : "-s";

	if (o->batch && o->step && !o->console)
		return err_set(err, EINVAL,
			       _("%s needs the screen or --console, and "
				 "cannot be used with --batch or --json"),
			       step);
	if (!screen_possible && o->step && !o->console)
		return err_set(err, EINVAL,
			       _("%s needs a terminal or --console"), step);
	if ((o->json || o->csv) && o->summary && !o->output && !o->to_stdout)
		return err_set(err, EINVAL,
			       _("--summary and the log of %s both go to "
				 "standard error: give the log a file with "
				 "-o"), o->json ? "--json" : "--csv");
	if ((o->json || o->csv) && o->console && o->to_stdout)
		return err_set(err, EINVAL,
			       _("the answers of --console and the log of %s "
				 "both go to standard output: give the log a "
				 "file with -o"), o->json ? "--json" : "--csv");
	if (check_heap(o, err) < 0)
		return -EINVAL;
	return check_tellers(o, err);
}

/* A table has the columns of one kind of events. */
static int settle_csv(struct options *o, struct err *err)
{
	if (!o->csv)
		return 0;
	if (o->json)
		return err_set(err, EINVAL, "%s",
			       _("give --json or --csv, not both"));
	if (!o->events_given)
		o->events = 1u << EV_USAGE;
	o->events_given = true;
	if (!sink_csv_takes(o->events))
		return err_set(err, EINVAL, "%s",
			       _("--csv needs --events=memory or "
				 "--events=system, not both or other kinds"));
	return 0;
}

/* In system-wide mode mmtop stops no process, so only the trace ring can report
 * calls. */
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
	/* The console has no screen, so it implies batch. */
	if (o->console) {
		o->batch = true;
		o->reads_stdin = !o->script && !o->commands;
	}
	/* The answers of the console go to stdout. */
	o->to_stdout |= (o->json || o->csv) && !o->argv && !o->output && !o->console;
	o->batch |= o->to_stdout;
	if (o->pick && o->to_stdout)
		return options_no_target(err);
	ret = options_check_json(o, err);
	if (!ret)
		ret = settle_csv(o, err);
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
	/* If perf is unavailable, a user who requested its events gets an
	 * error.  In system-wide mode perf is not required, because the trace
	 * ring also reports faults. */
	if (o->events & PERF_KINDS && o->perf != PERF_NO && !o->all)
		o->perf = PERF_YES;
	if (!o->follow_given)
		o->follow = o->argv != NULL;
	/* A launched program has a seccomp filter, so at level `calls` only
	 * memory calls stop it.  An attached program has no filter: level
	 * `calls` would stop it at every system call. */
	if (!o->level_given)
		o->level = !o->ring && o->argv ? LEVEL_CALLS : LEVEL_WATCH;
	if (o->mmap_trace && o->level == LEVEL_WATCH && !o->ring)
		return err_set(err, EINVAL, "%s",
			       _("--mmap-trace needs --level=calls or "
				 "--ftrace"));
	/* At level `watch` no call stops the program, so it needs no filter,
	 * which would add stops. */
	o->filter = o->argv && o->level != LEVEL_WATCH && !o->no_filter;
	return 0;
}
