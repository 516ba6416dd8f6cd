/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/options_private.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "base/str.h"
#include "sink/sink.h"

#define DELAY_NS 500000000ull

enum long_option {
	OPT_VERSION = 256, OPT_NO_FOLLOW, OPT_JSON, OPT_LEVEL, OPT_EVENTS,
	OPT_DURATION, OPT_COLOR, OPT_ASCII, OPT_FORCE,
	OPT_NO_FILTER, OPT_NO_PIN, OPT_NO_REPAIR, OPT_KEEPERS, OPT_TRACE_MMAP,
	OPT_SAVE_MMAP, OPT_HEAP, OPT_HEAP_STACKS, OPT_FAIL_ON,
	OPT_PERF, OPT_NO_PERF, OPT_FTRACE, OPT_NO_FTRACE, OPT_BUILD_ID,
	OPT_TRACK_WRITES, OPT_CLEAR_REFS, OPT_SUMMARY, OPT_CONFIG,
	OPT_EXTRACT, OPT_DIFF,
	OPT_PRINT_CONFIG, OPT_THEME, OPT_CONSOLE, OPT_SCRIPT, OPT_COMMAND,
	OPT_NO_MOUSE, OPT_ALL
};

static const struct option long_options[] = {
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ "attach", required_argument, NULL, 'p' },
	{ "all", no_argument, NULL, OPT_ALL },
	{ "follow", no_argument, NULL, 'f' },
	{ "no-follow", no_argument, NULL, OPT_NO_FOLLOW },
	{ "step", no_argument, NULL, 's' },
	{ "output", required_argument, NULL, 'o' },
	{ "batch", no_argument, NULL, 'b' },
	{ "console", no_argument, NULL, OPT_CONSOLE },
	{ "script", required_argument, NULL, OPT_SCRIPT },
	{ "command", required_argument, NULL, OPT_COMMAND },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "summary", no_argument, NULL, OPT_SUMMARY },
	{ "level", required_argument, NULL, OPT_LEVEL },
	{ "events", required_argument, NULL, OPT_EVENTS },
	{ "delay", required_argument, NULL, 'd' },
	{ "duration", required_argument, NULL, OPT_DURATION },
	{ "color", required_argument, NULL, OPT_COLOR },
	{ "ascii", no_argument, NULL, OPT_ASCII },
	{ "force", no_argument, NULL, OPT_FORCE },
	{ "no-filter", no_argument, NULL, OPT_NO_FILTER },
	{ "no-pin", no_argument, NULL, OPT_NO_PIN },
	{ "no-repair", no_argument, NULL, OPT_NO_REPAIR },
	{ "keepers", no_argument, NULL, OPT_KEEPERS },
	{ "trace-mmap", no_argument, NULL, OPT_TRACE_MMAP },
	{ "save-mmap", optional_argument, NULL, OPT_SAVE_MMAP },
	{ "heap", no_argument, NULL, OPT_HEAP },
	{ "heap-stacks", required_argument, NULL, OPT_HEAP_STACKS },
	{ "fail-on", required_argument, NULL, OPT_FAIL_ON },
	{ "perf", no_argument, NULL, OPT_PERF },
	{ "no-perf", no_argument, NULL, OPT_NO_PERF },
	{ "ftrace", no_argument, NULL, OPT_FTRACE },
	{ "no-ftrace", no_argument, NULL, OPT_NO_FTRACE },
	{ "build-id", required_argument, NULL, OPT_BUILD_ID },
	{ "track-writes", no_argument, NULL, OPT_TRACK_WRITES },
	{ "allow-clear-refs", no_argument, NULL, OPT_CLEAR_REFS },
	{ "extract", required_argument, NULL, OPT_EXTRACT },
	{ "diff", required_argument, NULL, OPT_DIFF },
	{ "config", required_argument, NULL, OPT_CONFIG },
	{ "print-config", no_argument, NULL, OPT_PRINT_CONFIG },
	{ "theme", required_argument, NULL, OPT_THEME },
	{ "no-mouse", no_argument, NULL, OPT_NO_MOUSE },
	{ NULL, 0, NULL, 0 },
};

static bool *switch_of(struct options *o, int opt)
{
	switch (opt) {
	case 's': return &o->step;
	case 'b': return &o->batch;
	case OPT_ALL: return &o->all;
	case OPT_CONSOLE: return &o->console;
	case OPT_JSON: return &o->json;
	case OPT_SUMMARY: return &o->summary;
	case OPT_ASCII: return &o->ascii;
	case OPT_FORCE: return &o->force;
	case OPT_NO_FILTER: return &o->no_filter;
	case OPT_NO_PIN: return &o->no_pin;
	case OPT_NO_REPAIR: return &o->no_repair;
	case OPT_TRACK_WRITES: return &o->track_writes;
	case OPT_CLEAR_REFS: return &o->allow_clear_refs;
	case OPT_TRACE_MMAP: return &o->trace_mmap;
	case OPT_HEAP: return &o->heap;
	default: return NULL;
	}
}

static void parse_switch(int opt, struct options *o)
{
	bool *on = switch_of(o, opt);

	if (on)
		*on = true;
	switch (opt) {
	case 'h':
		o->verb = OPTIONS_HELP;
		break;
	case OPT_VERSION:
		o->verb = OPTIONS_VERSION;
		break;
	case OPT_KEEPERS:
		o->verb = OPTIONS_KEEPERS;
		break;
	case OPT_PRINT_CONFIG:
		o->verb = OPTIONS_PRINT_CONFIG;
		break;
	case 'f':
	case OPT_NO_FOLLOW:
		o->follow = opt == 'f';
		o->follow_given = true;
		break;
	case OPT_NO_MOUSE:
		o->mouse = false;
		o->mouse_given = true;
		break;
	case OPT_JSON:
	case OPT_SUMMARY:
		o->batch = true;
		break;
	case OPT_PERF:
	case OPT_NO_PERF:
		o->perf = opt == OPT_PERF ? PERF_YES : PERF_NO;
		break;
	case OPT_FTRACE:
	case OPT_NO_FTRACE:
		o->ring = opt == OPT_FTRACE;
		o->ring_given = true;
		break;
	default:
		break;
	}
}

/* Those that take a word. */
static int parse_option(int opt, struct options *o, struct err *err)
{
	switch (opt) {
	case 'p':
		return option_attach(o, optarg, err);
	case 'o':
		o->output = optarg;
		return *optarg ? 0 : err_set(err, EINVAL, "%s",
				_("-o needs the name of a file"));
	case OPT_LEVEL:
		return option_level(o, optarg, err);
	case OPT_EVENTS:
		return option_events(o, optarg, err);
	case OPT_SCRIPT:
		o->console = true;
		o->script = optarg;
		return 0;
	case OPT_COMMAND:
		o->console = true;
		o->commands = optarg;
		return 0;
	case OPT_SAVE_MMAP:
		o->save_mmap = true;
		o->save_folder = optarg;
		return !optarg || *optarg ? 0 : err_set(err, EINVAL, "%s",
				_("--save-mmap= needs the name of a folder"));
	case OPT_HEAP_STACKS:
		return option_heap_stacks(o, optarg, err);
	case OPT_FAIL_ON:
		return option_fail_on(o, optarg, err);
	case OPT_COLOR:
		return option_color(o, optarg, err);
	case OPT_THEME:
		return option_theme(o, optarg, err);
	case OPT_BUILD_ID:
		return option_build_id(o, optarg, err);
	case OPT_CONFIG:
		o->config = optarg;
		return *optarg ? 0 : err_set(err, EINVAL, "%s",
				_("--config needs the name of a file"));
	case OPT_EXTRACT:
		o->extract = optarg;
		return 0;
	case OPT_DIFF:
		o->diff[0] = optarg;
		return 0;
	case 'd':
		return option_delay(o, optarg, err);
	case OPT_DURATION:
		return option_duration(o, optarg, err);
	default:
		parse_switch(opt, o);
		return 0;
	}
}

/* The long options that begin as word does; how many. */
static int begun(const char *word, struct str *out)
{
	size_t len = strcspn(word, "=");
	char name[40];
	int n = 0;

	for (const struct option *o = long_options; o->name; o++) {
		snprintf(name, sizeof name, "--%s", o->name);
		if (strncmp(name, word, len))
			continue;
		str_addf(out, "%s%s", n ? " " : "", name);
		n++;
	}
	return n;
}

static int no_option(const char *word, struct err *err)
{
	struct str may_be = STR_INIT;
	int ret;

	if (!strncmp(word, "--", 2) && begun(word, &may_be) > 1)
		/* TRANSLATORS: the second: the options that begin so. */
		ret = err_set(err, EINVAL, _("option '%.*s' is ambiguous, it "
					     "may be: %s"),
			      (int)strcspn(word, "="), word, may_be.data);
	else
		ret = option_bad(err, _("there is no option '%s'"), word);
	str_release(&may_be);
	return ret;
}

/* What getopt_long() found wrong: it says only '?' or ':'. */
static int bad_option(int opt, char **argv, int before, struct err *err)
{
	const char *word = argv[optind - 1];
	char letter[3] = { '-', (char)optopt, '\0' };

	/* The word of a cluster of letters is passed only with its last. */
	if (strncmp(word, "--", 2) != 0 || optind == before)
		word = letter;
	if (opt == ':')
		return option_bad(err, _("option '%s' needs a value"), word);
	if (optopt >= 256 || (word != letter && optopt))
		return option_bad(err, _("option '%s' takes no value"), word);
	return no_option(word, err);
}

static int no_target(struct err *err)
{
	return err_set(err, EINVAL, "%s",
		       _("name a program to launch, or a running "
			 "process with -p PID"));
}

static int check_json(const struct options *o, struct err *err)
{
	if (o->json && !sink_available(SINK_JSON))
		return err_set(err, EINVAL, "%s",
			       _("this mmtop was built without jansson: "
				 "--json is not available"));
	return 0;
}

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
		return no_target(err);
	if (o->argv && o->n_attach)
		return err_set(err, EINVAL, "%s",
			       _("give a program to launch or -p PID, "
				 "not both"));
	if (o->argv && !*o->argv[0])
		return err_set(err, EINVAL, "%s",
			       _("the program's name is empty"));
	return 0;
}

/* argv, as far as it was read. */
struct words {
	int argc;
	char **argv;
	bool dashes;		/* they ended with "--" */
	/* The first that does not go with `maps`, with `contents`, with a
	 * program. */
	const char *no_maps, *no_contents, *no_program;
};

static bool goes_with_maps(int opt)
{
	return opt == 'p' || opt == 'o' || opt == 'b' || opt == OPT_JSON ||
	       opt == OPT_EVENTS;
}

static bool goes_with_contents(int opt)
{
	switch (opt) {
	case 'p': case 'b': case OPT_JSON: case OPT_EXTRACT: case OPT_DIFF:
	/* Of the screen. */
	case OPT_COLOR: case OPT_ASCII: case OPT_THEME: case OPT_NO_MOUSE:
	case OPT_CONFIG:
		return true;
	default:
		return false;
	}
}

static void note_option(struct words *w, int opt, const char *word)
{
	if (!goes_with_maps(opt) && !w->no_maps)
		w->no_maps = word;
	if (!goes_with_contents(opt) && !w->no_contents)
		w->no_contents = word;
	if ((opt == OPT_EXTRACT || opt == OPT_DIFF) && !w->no_program)
		w->no_program = word;
}

/* Its second word is one of the command line's own. */
static int second_of_diff(struct words *w, struct options *o, struct err *err)
{
	if (optind == w->argc)
		return err_set(err, EINVAL, "%s",
			       _("--diff needs two frames: --diff 1@7 1@8"));
	o->diff[1] = w->argv[optind++];
	return 0;
}

/* Up to the first word that is none, or to one that only asks. */
static int parse_words(struct words *w, struct options *o, struct err *err)
{
	int ret = 0;

	while (!ret && o->verb == OPTIONS_RUN) {
		int before = optind ? optind : 1;
		int opt = getopt_long(w->argc, w->argv, "+:hp:fso:bd:",
				      long_options, NULL);

		w->dashes = opt == -1 && optind != before;
		if (opt == -1)
			break;
		note_option(w, opt, w->argv[before]);
		if (opt == '?' || opt == ':')
			ret = bad_option(opt, w->argv, before, err);
		else
			ret = parse_option(opt, o, err);
		if (!ret && opt == OPT_DIFF)
			ret = second_of_diff(w, o, err);
	}
	return ret;
}

/* mmtop maps [OPTION]... FILE... */
static int parse_maps(struct words *w, struct options *o, struct err *err)
{
	int ret;

	optind++;
	ret = parse_words(w, o, err);
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
	return check_json(o, err);
}

/* Options may stand behind the names too; those are then moved together. */
static int gather_names(struct words *w, struct options *o, struct err *err)
{
	int first = optind, n = 0, ret = 0;

	while (!ret && o->verb == OPTIONS_RUN && optind < w->argc) {
		if (!w->dashes)
			ret = parse_words(w, o, err);
		if (!ret && o->verb == OPTIONS_RUN && optind < w->argc)
			w->argv[first + n++] = w->argv[optind++];
	}
	w->argv[first + n] = NULL;
	o->files = w->argv + first;
	return ret;
}

/* mmtop contents [OPTION]... DIR... */
static int parse_contents(struct words *w, struct options *o, struct err *err)
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
	return check_json(o, err);
}

/* mmtop heap [OPTION]... FILE...: options of its own, and none before it. */
static int parse_heap(struct words *w, struct options *o, struct err *err)
{
	if (optind > 1)
		return option_bad(err, _("option '%s' does not go with heap"),
				  w->argv[1]);
	return options_heap(o, w->argv + optind + 1, err);
}

/* What stands behind the options. */
static int parse_rest(struct words *w, struct options *o, struct err *err)
{
	o->step |= o->level_step;
	if (o->trace_mmap)
		o->events |= 1u << EV_FILE;
	if (o->save_mmap && !o->events_given)
		o->events |= 1u << EV_FRAME;
	o->heap_each = o->events_given && o->events & 1u << EV_HEAP;
	o->heap |= o->heap_each;
	if (o->heap && !o->events_given)
		o->events |= 1u << EV_HEAP;
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
	return check_target(o, err);
}

int options_parse(struct options *o, int argc, char **argv, struct err *err)
{
	struct words w = { .argc = argc, .argv = argv };
	int ret;

	*o = (struct options){
		.delay_ns = DELAY_NS,
		.mouse = true,
		.events = 1u << EV_PROCESS | 1u << EV_CALL | 1u << EV_SIGNAL,
	};
	opterr = 0;
	optind = 0;	/* glibc: begin anew */
	ret = parse_words(&w, o, err);
	if (!ret && o->verb == OPTIONS_RUN)
		ret = parse_rest(&w, o, err);
	if (ret)
		options_release(o);
	return ret;
}

void options_release(struct options *o)
{
	free(o->attach);
	o->attach = NULL;
	o->n_attach = 0;
}

/* What only perf tells; of faults the ring does too. */
#define PERF_KINDS (1u << EV_FAULT | 1u << EV_MAP)

/* What is told of everybody. */
#define ALL_KINDS (1u << EV_PROCESS | 1u << EV_CALL | 1u << EV_SIGNAL | \
		   1u << EV_FAULT | 1u << EV_RSS)
#define ALL_DEFAULT (1u << EV_PROCESS | 1u << EV_CALL | 1u << EV_FAULT)

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
		return no_target(err);
	if (o->script && o->commands)
		return err_set(err, EINVAL, "%s",
			       _("give --script or --command, not both"));
	/* Without a screen, but for its first line it is no batch. */
	if (o->console) {
		o->batch = true;
		o->reads_stdin = !o->script && !o->commands;
	}
	ret = check_json(o, err);
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
	/* At the others ptrace tells of calls. */
	if (!o->level_given)
		o->level = !o->ring && (o->batch || o->argv) ?
			LEVEL_CALLS : LEVEL_WATCH;
	/* Watched, it is stopped by no call: a filter would only add some. */
	o->filter = o->argv && o->level != LEVEL_WATCH && !o->no_filter;
	return 0;
}
