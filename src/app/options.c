/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the options of the command line into struct options. */
#include <config.h>

#include "app/options_private.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/history/history.h"
#include "app/i18n.h"
#include "base/str.h"
#include "sink/folded.h"

#define DELAY_NS 500000000ull

enum long_option {
	OPT_VERSION = 256, OPT_NO_FOLLOW, OPT_JSON, OPT_LEVEL, OPT_EVENTS,
	OPT_DURATION, OPT_COLOR, OPT_ASCII, OPT_FORCE,
	OPT_NO_FILTER, OPT_NO_PIN, OPT_NO_REPAIR, OPT_KEEPERS, OPT_TRACE_MMAP,
	OPT_SAVE_MMAP, OPT_HEAP, OPT_NO_HEAP, OPT_HEAP_STACKS, OPT_FAIL_ON,
	OPT_HEAP_FOLDED, OPT_HEAP_FOLDED_PEAK,
	OPT_ALLOCATION_TRACE, OPT_MMAP_TRACE,
	OPT_PERF, OPT_NO_PERF, OPT_FTRACE, OPT_NO_FTRACE, OPT_BUILD_ID,
	OPT_TRACK_WRITES, OPT_CLEAR_REFS, OPT_SUMMARY, OPT_CONFIG,
	OPT_EXTRACT, OPT_DIFF,
	OPT_PRINT_CONFIG, OPT_THEME, OPT_CONSOLE, OPT_SCRIPT, OPT_COMMAND,
	OPT_NO_MOUSE, OPT_ALL, OPT_TIME, OPT_CSV, OPT_HISTORY
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
	{ "csv", no_argument, NULL, OPT_CSV },
	{ "summary", no_argument, NULL, OPT_SUMMARY },
	{ "level", required_argument, NULL, OPT_LEVEL },
	{ "events", required_argument, NULL, OPT_EVENTS },
	{ "refresh", required_argument, NULL, 'd' },
	{ "delay", required_argument, NULL, 'd' },	/* its old name */
	{ "duration", required_argument, NULL, OPT_DURATION },
	{ "history", required_argument, NULL, OPT_HISTORY },
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
	{ "no-heap", no_argument, NULL, OPT_NO_HEAP },
	{ "heap-stacks", required_argument, NULL, OPT_HEAP_STACKS },
	{ "heap-folded", required_argument, NULL, OPT_HEAP_FOLDED },
	{ "heap-folded-peak", required_argument, NULL,
	  OPT_HEAP_FOLDED_PEAK },
	{ "allocation-trace", required_argument, NULL,
	  OPT_ALLOCATION_TRACE },
	{ "mmap-trace", required_argument, NULL, OPT_MMAP_TRACE },
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
	{ "time", required_argument, NULL, OPT_TIME },
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
	case OPT_CSV: return &o->csv;
	case OPT_SUMMARY: return &o->summary;
	case OPT_ASCII: return &o->ascii;
	case OPT_FORCE: return &o->force;
	case OPT_NO_FILTER: return &o->no_filter;
	case OPT_NO_PIN: return &o->no_pin;
	case OPT_NO_REPAIR: return &o->no_repair;
	case OPT_TRACK_WRITES: return &o->track_writes;
	case OPT_CLEAR_REFS: return &o->allow_clear_refs;
	case OPT_TRACE_MMAP: return &o->trace_mmap;
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
	case OPT_CSV:
	case OPT_SUMMARY:
		o->batch = true;
		break;
	case OPT_HEAP:
	case OPT_NO_HEAP:
		o->heap = opt == OPT_HEAP;
		o->no_heap = !o->heap;
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

static int named(const char *word, const char *sentence, struct err *err)
{
	return *word ? 0 : err_set(err, EINVAL, "%s", sentence);
}

/* Handles options whose value is stored unchanged, and options without a
 * value. */
static int keep_word(int opt, struct options *o, struct err *err)
{
	switch (opt) {
	case 'o':
		o->to_stdout = !strcmp(optarg, "-");
		o->output = o->to_stdout ? NULL : optarg;
		return named(optarg, _("-o needs the name of a file"), err);
	case OPT_CONFIG:
		o->config = optarg;
		return named(optarg, _("--config needs the name of a file"),
			     err);
	case OPT_SAVE_MMAP:
		o->save_mmap = true;
		o->save_folder = optarg;
		return !optarg ? 0 :
		       named(optarg, _("--save-mmap= needs the name of a "
				       "folder"), err);
	case OPT_ALLOCATION_TRACE:
		o->allocation_trace = optarg;
		return named(optarg, _("--allocation-trace= needs the name of "
				       "a file"), err);
	case OPT_HEAP_FOLDED:
		o->folded[FOLDED_LEFT] = optarg;
		return named(optarg, _("--heap-folded= needs the name of a "
				       "file"), err);
	case OPT_HEAP_FOLDED_PEAK:
		o->folded[FOLDED_PEAK] = optarg;
		return named(optarg, _("--heap-folded-peak= needs the name of "
				       "a file"), err);
	case OPT_MMAP_TRACE:
		o->mmap_trace = optarg;
		return named(optarg, _("--mmap-trace= needs the name of a "
				       "file"), err);
	case OPT_SCRIPT:
		o->console = true;
		o->script = optarg;
		return 0;
	case OPT_COMMAND:
		o->console = true;
		o->commands = optarg;
		return 0;
	case OPT_EXTRACT:
		o->extract = optarg;
		return 0;
	case OPT_DIFF:
		o->diff[0] = optarg;
		return 0;
	default:
		parse_switch(opt, o);
		return 0;
	}
}

/* Handles options whose value must be parsed; passes the others to
 * keep_word(). */
static int parse_option(int opt, struct options *o, struct err *err)
{
	switch (opt) {
	case 'p':
		return option_attach(o, optarg, err);
	case OPT_LEVEL:
		return option_level(o, optarg, err);
	case OPT_EVENTS:
		return option_events(o, optarg, err);
	case OPT_HEAP_STACKS:
		return option_heap_stacks(o, optarg, err);
	case OPT_HISTORY:
		return option_history(o, optarg, err);
	case OPT_FAIL_ON:
		return option_fail_on(o, optarg, err);
	case OPT_COLOR:
		return option_color(o, optarg, err);
	case OPT_THEME:
		return option_theme(o, optarg, err);
	case OPT_TIME:
		return option_time(o, optarg, err);
	case OPT_BUILD_ID:
		return option_build_id(o, optarg, err);
	case 'd':
		return option_delay(o, optarg, err);
	case OPT_DURATION:
		return option_duration(o, optarg, err);
	default:
		return keep_word(opt, o, err);
	}
}

/* Appends the names of all long options that start with `word` (up to its "=").
 * Returns their number. */
static int begun(const char *word, struct str *out)
{
	size_t len = strcspn(word, "=");
	char name[40];
	int n = 0;

	for (const struct option *o = long_options; o->name; o++) {
		if (o > long_options && o->val == o[-1].val)
			continue;	/* an old name */
		snprintf(name, sizeof name, "--%s", o->name);
		if (strncmp(name, word, len))
			continue;
		str_addf(out, "%s%s", n ? " " : "", name);
		n++;
	}
	return n;
}

static int unknown_option(const char *word, struct err *err)
{
	struct str may_be = STR_INIT;
	int ret;

	if (!strncmp(word, "--", 2) && begun(word, &may_be) > 1)
		/* TRANSLATORS: the second %s lists the options that start like
		 * the first. */
		ret = err_set(err, EINVAL,
			      _("option \"%.*s\" is ambiguous: %s"),
			      (int)strcspn(word, "="), word, may_be.data);
	else
		ret = option_bad(err, _("unknown option \"%s\""), word);
	str_release(&may_be);
	return ret;
}

/* Stores the error for which getopt_long() returned '?' or ':'. */
static int bad_option(int opt, char **argv, int before, struct err *err)
{
	const char *word = argv[optind - 1];
	char letter[3] = { '-', (char)optopt, '\0' };

	/* In the middle of a word such as -bf, optind still points at the word
	 * itself, and argv[optind - 1] is another word.  So the letter is
	 * reported. */
	if (strncmp(word, "--", 2) != 0 || optind == before)
		word = letter;
	if (opt == ':')
		return option_bad(err, _("option \"%s\" needs a value"), word);
	if (optopt >= 256 || (word != letter && optopt))
		return option_bad(err, _("option \"%s\" takes no value"), word);
	return unknown_option(word, err);
}

static bool goes_with_maps(int opt)
{
	return opt == 'p' || opt == 'o' || opt == 'b' || opt == OPT_JSON ||
	       opt == OPT_EVENTS;
}

static bool goes_with_contents(int opt)
{
	switch (opt) {
	case 'p': case 'b': case OPT_JSON: case OPT_EXTRACT: case OPT_DIFF:
	/* These options concern the screen, which `contents` can show. */
	case OPT_COLOR: case OPT_ASCII: case OPT_THEME: case OPT_NO_MOUSE:
	case OPT_CONFIG:
		return true;
	default:
		return false;
	}
}

static void note_option(struct command_line *w, int opt, const char *word)
{
	if (!goes_with_maps(opt) && !w->no_maps)
		w->no_maps = word;
	if (!goes_with_contents(opt) && !w->no_contents)
		w->no_contents = word;
	if ((opt == OPT_EXTRACT || opt == OPT_DIFF) && !w->no_program)
		w->no_program = word;
}

/* Stores the second value of --diff, which is the next argument of the command
 * line. */
static int second_of_diff(struct command_line *w, struct options *o,
			  struct err *err)
{
	if (optind == w->argc)
		return err_set(err, EINVAL, "%s",
			       _("--diff needs two frames, for example: "
				 "--diff 1@7 1@8"));
	o->diff[1] = w->argv[optind++];
	return 0;
}

int options_words(struct command_line *w, struct options *o, struct err *err)
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

int options_parse(struct options *o, int argc, char **argv, struct err *err)
{
	struct command_line w = { .argc = argc, .argv = argv };
	int ret;

	*o = (struct options){
		.delay_ns = DELAY_NS,
		.history = HISTORY_BYTES,
		.mouse = true,
		.events = 1u << EV_PROCESS | 1u << EV_CALL | 1u << EV_SIGNAL,
	};
	opterr = 0;
	optind = 0;	/* makes glibc's getopt_long() start again */
	ret = options_words(&w, o, err);
	if (!ret && o->verb == OPTIONS_RUN)
		ret = options_rest(&w, o, err);
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
