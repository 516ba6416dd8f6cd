/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "base/alloc.h"
#include "base/str.h"
#include "base/text.h"
#include "sink/sink.h"

#define NS_PER_S 1000000000ull
#define DELAY_MIN (NS_PER_S / 100)
#define SECONDS_MAX 999999999ull	/* 31 years; fits nanoseconds */

enum long_option {
	OPT_VERSION = 256, OPT_NO_FOLLOW, OPT_JSON, OPT_LEVEL, OPT_EVENTS,
	OPT_DURATION, OPT_COLOR, OPT_ASCII, OPT_FORCE,
	OPT_NO_FILTER, OPT_NO_PIN, OPT_NO_REPAIR, OPT_KEEPERS, OPT_TRACE_MMAP,
	OPT_PERF, OPT_NO_PERF,
	OPT_TRACK_WRITES, OPT_CLEAR_REFS, OPT_SUMMARY, OPT_CONFIG,
	OPT_PRINT_CONFIG, OPT_THEME, OPT_CONSOLE, OPT_SCRIPT, OPT_COMMAND
};

static const struct option long_options[] = {
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ "attach", required_argument, NULL, 'p' },
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
	{ "perf", no_argument, NULL, OPT_PERF },
	{ "no-perf", no_argument, NULL, OPT_NO_PERF },
	{ "track-writes", no_argument, NULL, OPT_TRACK_WRITES },
	{ "allow-clear-refs", no_argument, NULL, OPT_CLEAR_REFS },
	{ "config", required_argument, NULL, OPT_CONFIG },
	{ "print-config", no_argument, NULL, OPT_PRINT_CONFIG },
	{ "theme", required_argument, NULL, OPT_THEME },
	{ NULL, 0, NULL, 0 },
};

/* The kinds that --events may name; start, lost and end are always there. */
static const enum event_kind choosable[] = {
	EV_PROCESS, EV_CALL, EV_SIGNAL, EV_REGION, EV_PAGES, EV_SYSTEM,
	EV_FAULT,
};

/* Of a word quoted in a sentence: the sentence stays one line or two. */
#define WORD_COLS 40

/* A sentence with one word of the user's in it, made safe. */
static int bad(struct err *err, const char *sentence, const char *word)
{
	struct str safe = STR_INIT, cut = STR_INIT;
	int ret;

	text_safe(&safe, word, strlen(word), false);
	text_cut(&cut, safe.data, WORD_COLS, CUT_END, true);
	ret = err_set(err, EINVAL, sentence, cut.data);
	str_release(&safe);
	str_release(&cut);
	return ret;
}

/* --- values ------------------------------------------------------------------ */

static int parse_pid(const char *s, pid_t *out)
{
	long long pid = 0;

	if (!*s)
		return -EINVAL;
	for (; *s; s++) {
		if (*s < '0' || *s > '9')
			return -EINVAL;
		pid = pid * 10 + (*s - '0');
		if (pid > INT_MAX)
			return -EINVAL;
	}
	if (pid == 0)
		return -EINVAL;
	*out = (pid_t)pid;
	return 0;
}

/* "2", "0.25", ".5": a point in every locale, as scripts write it.  What is
 * longer than anybody can wait is as long as can be counted. */
static int parse_seconds(const char *s, uint64_t *out)
{
	uint64_t seconds = 0, ns = 0, unit = NS_PER_S / 10;
	bool digits = false;

	for (; *s >= '0' && *s <= '9'; s++) {
		digits = true;
		seconds = seconds * 10 + (uint64_t)(*s - '0');
		if (seconds > SECONDS_MAX)
			seconds = SECONDS_MAX;
	}
	if (*s == '.') {
		for (s++; *s >= '0' && *s <= '9'; s++) {
			digits = true;
			ns += (uint64_t)(*s - '0') * unit;
			unit /= 10;
		}
	}
	if (*s || !digits || seconds * NS_PER_S + ns == 0)
		return -EINVAL;
	*out = seconds * NS_PER_S + ns;
	return 0;
}

static int add_attach(struct options *o, const char *s, struct err *err)
{
	pid_t pid;

	if (parse_pid(s, &pid) < 0)
		return bad(err, _("'%s' is not a process ID: -p takes a "
				  "positive number"), s);
	for (size_t i = 0; i < o->n_attach; i++)
		if (o->attach[i] == pid)
			return 0;
	o->attach = xreallocarray(o->attach, o->n_attach + 1,
				  sizeof *o->attach);
	o->attach[o->n_attach++] = pid;
	return 0;
}

static int parse_events(const char *list, uint32_t *out, struct err *err)
{
	uint32_t kinds = 0;

	for (const char *p = list;; p++) {
		size_t n = strcspn(p, ",");
		enum event_kind kind = event_kind_by_name(p, n);
		bool found = false;

		for (size_t i = 0; i < sizeof choosable / sizeof *choosable; i++)
			found |= choosable[i] == kind;
		if (!found) {
			char *word = xstrndup(p, n);
			bad(err, _("'%s' is no kind of event: --events takes "
				   "a list of process, call, signal, region, "
				   "pages, system and fault"), word);
			free(word);
			return -EINVAL;
		}
		kinds |= 1u << kind;
		p += n;
		if (!*p)
			break;
	}
	*out = kinds;
	return 0;
}

static int parse_level(struct options *o, const char *s, struct err *err)
{
	bool step = !strcmp(s, "step");

	if (!strcmp(s, "watch"))
		o->level = LEVEL_WATCH;
	else if (!strcmp(s, "calls"))
		o->level = LEVEL_CALLS;
	else if (!step)
		return bad(err, _("'%s' is no level: --level takes watch, "
				  "calls or step"), s);
	/* The last one counts; what -s asked for stays. */
	o->level_step = step;
	o->level_given = !step;
	return 0;
}

static int parse_color(struct options *o, const char *s, struct err *err)
{
	if (!strcmp(s, "auto"))
		o->color = COLOR_AUTO;
	else if (!strcmp(s, "always"))
		o->color = COLOR_ALWAYS;
	else if (!strcmp(s, "never"))
		o->color = COLOR_NEVER;
	else
		return bad(err, _("'%s' is no time for colour: --color takes "
				  "auto, always or never"), s);
	return 0;
}

static int parse_theme(struct options *o, const char *s, struct err *err)
{
	o->theme = theme_by_name(s);
	o->theme_given = true;
	if (o->theme == THEMES)
		return bad(err, _("'%s' is no theme: --theme takes default, "
				  "light, mono, high-contrast or 8-colour"), s);
	return 0;
}

static int parse_time(int opt, struct options *o, const char *s,
		      struct err *err)
{
	uint64_t ns;

	if (parse_seconds(s, &ns) < 0)
		return bad(err, _("'%s' is no time: it takes seconds, more "
				  "than 0, such as 2 or 0.25"), s);
	if (opt == OPT_DURATION) {
		o->duration_ns = ns;
		return 0;
	}
	if (ns < DELAY_MIN)
		return bad(err, _("'%s' is too short a time: -d takes 0.01 "
				  "seconds at least"), s);
	o->delay_ns = ns;
	o->delay_given = true;
	return 0;
}

/* --- options ------------------------------------------------------------------ */

static int parse_switch(int opt, struct options *o)
{
	switch (opt) {
	case 'h':
		o->verb = OPTIONS_HELP;
		break;
	case OPT_VERSION:
		o->verb = OPTIONS_VERSION;
		break;
	case 'f':
	case OPT_NO_FOLLOW:
		o->follow = opt == 'f';
		o->follow_given = true;
		break;
	case 's':
		o->step = true;
		break;
	case 'b':
		o->batch = true;
		break;
	case OPT_CONSOLE:
		o->console = true;
		break;
	case OPT_JSON:
		o->json = o->batch = true;
		break;
	case OPT_SUMMARY:
		o->summary = o->batch = true;
		break;
	case OPT_ASCII:
		o->ascii = true;
		break;
	case OPT_FORCE:
		o->force = true;
		break;
	case OPT_NO_FILTER:
		o->no_filter = true;
		break;
	case OPT_NO_PIN:
		o->no_pin = true;
		break;
	case OPT_NO_REPAIR:
		o->no_repair = true;
		break;
	case OPT_PERF:
	case OPT_NO_PERF:
		o->perf = opt == OPT_PERF ? PERF_YES : PERF_NO;
		break;
	case OPT_TRACK_WRITES:
		o->track_writes = true;
		break;
	case OPT_CLEAR_REFS:
		o->allow_clear_refs = true;
		break;
	case OPT_KEEPERS:
		o->verb = OPTIONS_KEEPERS;
		break;
	case OPT_PRINT_CONFIG:
		o->verb = OPTIONS_PRINT_CONFIG;
		break;
	case OPT_TRACE_MMAP:
		o->trace_mmap = true;
		break;
	}
	return 0;
}

static int parse_option(int opt, struct options *o, struct err *err)
{
	switch (opt) {
	case 'p':
		return add_attach(o, optarg, err);
	case 'o':
		if (!*optarg)
			return err_set(err, EINVAL, "%s",
				       _("-o needs the name of a file"));
		o->output = optarg;
		return 0;
	case OPT_LEVEL:
		return parse_level(o, optarg, err);
	case OPT_EVENTS:
		o->events_given = true;
		return parse_events(optarg, &o->events, err);
	case OPT_SCRIPT:
		o->console = true;
		o->script = optarg;
		return 0;
	case OPT_COMMAND:
		o->console = true;
		o->commands = optarg;
		return 0;
	case OPT_COLOR:
		return parse_color(o, optarg, err);
	case OPT_THEME:
		return parse_theme(o, optarg, err);
	case OPT_CONFIG:
		if (!*optarg)
			return err_set(err, EINVAL, "%s",
				       _("--config needs the name of a file"));
		o->config = optarg;
		return 0;
	case 'd':
	case OPT_DURATION:
		return parse_time(opt, o, optarg, err);
	default:
		return parse_switch(opt, o);
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
		ret = bad(err, _("there is no option '%s'"), word);
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
		return bad(err, _("option '%s' needs a value"), word);
	if (optopt >= 256 || (word != letter && optopt))
		return bad(err, _("option '%s' takes no value"), word);
	return no_option(word, err);
}

/* A program or -p, and not both. */
static int check_target(struct options *o, struct err *err)
{
	if (o->verb != OPTIONS_RUN)
		return 0;
	if (!o->argv && !o->n_attach)
		return err_set(err, EINVAL, "%s",
			       _("name a program to launch, or a running "
				 "process with -p PID"));
	if (o->argv && o->n_attach)
		return err_set(err, EINVAL, "%s",
			       _("give a program to launch or -p PID, "
				 "not both"));
	if (o->argv && !*o->argv[0])
		return err_set(err, EINVAL, "%s",
			       _("the program's name is empty"));
	return 0;
}

int options_parse(struct options *o, int argc, char **argv, struct err *err)
{
	int ret = 0, opt, before;

	*o = (struct options){
		.delay_ns = NS_PER_S / 2,
		.events = 1u << EV_PROCESS | 1u << EV_CALL | 1u << EV_SIGNAL,
	};
	opterr = 0;
	optind = 0;	/* glibc: begin anew */
	while (!ret) {
		before = optind;
		opt = getopt_long(argc, argv, "+:hp:fso:bd:", long_options,
				  NULL);
		if (opt == -1)
			break;
		if (opt == '?' || opt == ':')
			ret = bad_option(opt, argv, before, err);
		else
			ret = parse_option(opt, o, err);
		if (o->verb != OPTIONS_RUN)
			return ret;
	}
	o->step |= o->level_step;
	if (o->trace_mmap)
		o->events |= 1u << EV_FILE;
	if (!ret && optind < argc)
		o->argv = argv + optind;
	if (!ret)
		ret = check_target(o, err);
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

int options_settle(struct options *o, bool screen_possible, struct err *err)
{
	if (o->script && o->commands)
		return err_set(err, EINVAL, "%s",
			       _("give --script or --command, not both"));
	/* Without a screen, but for its first line it is no batch. */
	if (o->console) {
		o->batch = true;
		o->reads_stdin = !o->script && !o->commands;
	}
	if (o->batch && o->step && !o->console)
		return err_set(err, EINVAL, "%s",
			       _("-s waits for `next`, on the screen or with "
				 "--console: it does not go with --batch or "
				 "--json"));
	if (!screen_possible && o->step && !o->console)
		return err_set(err, EINVAL, "%s",
			       _("-s waits for `next`, and standard output is "
				 "no terminal that can show the screen: add "
				 "--console"));
	if (!screen_possible)
		o->batch = true;
	if (o->json && !sink_available(SINK_JSON))
		return err_set(err, EINVAL, "%s",
			       _("this mmtop was built without jansson: "
				 "--json is not available"));
	if (o->json && o->summary && !o->output)
		return err_set(err, EINVAL, "%s",
			       _("--summary goes to standard error, and so "
				 "does the log of --json: give that a file "
				 "with -o"));
	if (o->perf == PERF_NO && o->events & 1u << EV_FAULT)
		return err_set(err, EINVAL, "%s",
			       _("--events=fault needs perf, which --no-perf "
				 "leaves out"));
	if (o->perf == PERF_YES && !o->events_given)
		o->events |= 1u << EV_FAULT;
	/* Whoever asks for faults is to be told when there are none. */
	if (o->events & 1u << EV_FAULT)
		o->perf = PERF_YES;
	if (!o->follow_given)
		o->follow = o->argv != NULL;
	if (!o->level_given)
		o->level = o->batch || o->argv ? LEVEL_CALLS : LEVEL_WATCH;
	/* Watched, it is stopped by no call: a filter would only add some. */
	o->filter = o->argv && o->level != LEVEL_WATCH && !o->no_filter;
	return 0;
}
