/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: accepted options, refused ones, and the defaults that
 * depend on the terminal. */
#include <config.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "app/options.h"
#include "base/text.h"

#define MAX_ARGS 32
#define DEFAULT_EVENTS (1u << EV_PROCESS | 1u << EV_CALL | 1u << EV_SIGNAL)

/* Fills argv with "mmtop" and the words of `line`; `buf` stores them. */
static int split(const char *line, char *buf, size_t size, char **argv)
{
	int argc = 0;

	assert_true(strlen(line) < size);
	strcpy(buf, line);
	argv[argc++] = (char *)"mmtop";
	for (char *p = strtok(buf, " "); p; p = strtok(NULL, " ")) {
		assert_true(argc < MAX_ARGS - 1);
		argv[argc++] = p;
	}
	argv[argc] = NULL;
	return argc;
}

struct line {
	char buf[300];
	char *argv[MAX_ARGS];
	struct options o;
	struct err err;
};

static int parse(struct line *l, const char *line)
{
	int argc = split(line, l->buf, sizeof l->buf, l->argv);

	l->err = (struct err){ 0 };
	return options_parse(&l->o, argc, l->argv, &l->err);
}

static void parse_ok(struct line *l, const char *line)
{
	int ret = parse(l, line);

	if (ret)
		print_error("%s: %s\n", line, l->err.what);
	assert_int_equal(ret, 0);
}

static void defaults_without_options(void **state)
{
	struct line l;

	(void)state;
	parse_ok(&l, "ls -l --json");
	assert_int_equal(l.o.verb, OPTIONS_RUN);
	assert_string_equal(l.o.argv[0], "ls");
	assert_string_equal(l.o.argv[1], "-l");
	assert_string_equal(l.o.argv[2], "--json");
	assert_null(l.o.argv[3]);
	assert_int_equal(l.o.events, DEFAULT_EVENTS);
	assert_int_equal(l.o.history, 64 << 20);
	assert_int_equal(l.o.delay_ns, 500000000);
	assert_int_equal(l.o.duration_ns, 0);
	assert_false(l.o.json || l.o.batch || l.o.step || l.o.force ||
		     l.o.ascii);
	assert_int_equal(l.o.color, COLOR_AUTO);
	assert_null(l.o.output);
	assert_int_equal(options_settle(&l.o, true, &l.err), 0);
	assert_true(l.o.follow);
	assert_int_equal(l.o.level, LEVEL_CALLS);
	assert_false(l.o.batch);
	options_release(&l.o);
}

static void refresh_has_an_old_name(void **state)
{
	struct line l;

	(void)state;
	parse_ok(&l, "-p 12 --refresh=0.25");
	assert_int_equal(l.o.delay_ns, 250000000);
	parse_ok(&l, "-p 12 --delay 0.75");
	assert_int_equal(l.o.delay_ns, 750000000);
}

static void all_options_are_parsed(void **state)
{
	struct line l;

	(void)state;
	parse_ok(&l, "-p 12 --attach=3 -p12 -fo log -b --json --level=watch "
		 "--events=region,pages,system -d.25 --duration 1.5 "
		 "--color=never --ascii --force");
	assert_null(l.o.argv);
	assert_int_equal(l.o.n_attach, 2);
	assert_int_equal(l.o.attach[0], 12);
	assert_int_equal(l.o.attach[1], 3);
	assert_true(l.o.follow && l.o.batch && l.o.json && l.o.ascii &&
		    l.o.force);
	assert_string_equal(l.o.output, "log");
	assert_int_equal(l.o.level, LEVEL_WATCH);
	assert_int_equal(l.o.events, 1u << EV_REGION | 1u << EV_PAGES |
			 1u << EV_SYSTEM);
	assert_int_equal(l.o.delay_ns, 250000000);
	assert_int_equal(l.o.duration_ns, 1500000000);
	assert_int_equal(l.o.color, COLOR_NEVER);
	assert_int_equal(options_settle(&l.o, true, &l.err), 0);
	assert_int_equal(l.o.level, LEVEL_WATCH);
	options_release(&l.o);
	/* Times are clipped to 999,999,999 s, which fit in 64 bits of
	 * nanoseconds. */
	parse_ok(&l, "-d 99999999999 --duration=99999999999999999999.5 ls");
	assert_int_equal(l.o.delay_ns / 1000000000, 999999999);
	assert_int_equal(l.o.duration_ns, 999999999500000000);
	options_release(&l.o);
}

/* `contents` is a command of mmtop; its options may also follow the names. */
static void contents_command_takes_its_options(void **state)
{
	static const char *const refused[] = {
		"contents", "contents --json", "contents -o log d",
		"-s contents d", "contents d --level=calls", "contents d -d 1",
		"contents d --diff 1@1", "contents d --extract",
		"contents --extract 1@1 --diff 1@1 1@2 d", "--extract 1@1 ls",
		"--diff 1@1 1@2 maps f", "--extract 1@1 -p 1", "--diff a b",
	};
	struct line l;

	(void)state;
	parse_ok(&l, "contents -p 3 a --diff 1@7 q@last -p 4 b");
	assert_int_equal(l.o.verb, OPTIONS_CONTENTS);
	assert_string_equal(l.o.files[0], "a");
	assert_string_equal(l.o.files[1], "b");
	assert_null(l.o.files[2]);
	assert_string_equal(l.o.diff[0], "1@7");
	assert_string_equal(l.o.diff[1], "q@last");
	assert_null(l.o.extract);
	assert_int_equal(l.o.n_attach, 2);
	options_release(&l.o);
	parse_ok(&l, "contents --ascii --no-mouse --config=x --color=never "
		 "--theme=light d");
	assert_int_equal(l.o.verb, OPTIONS_CONTENTS);
	assert_true(l.o.ascii);
	parse_ok(&l, "--extract 1@7 contents a -- --json --");
	assert_string_equal(l.o.extract, "1@7");
	assert_string_equal(l.o.files[0], "a");
	assert_string_equal(l.o.files[1], "--json");
	assert_string_equal(l.o.files[2], "--");
	assert_null(l.o.files[3]);
	assert_int_equal(parse(&l, "contents a --json"), 0);
	parse_ok(&l, "contents a --help");
	assert_int_equal(l.o.verb, OPTIONS_HELP);
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		assert_int_equal(parse(&l, refused[i]), -EINVAL);
	parse_ok(&l, "-- contents f");
	assert_int_equal(l.o.verb, OPTIONS_RUN);
	assert_string_equal(l.o.argv[0], "contents");
}

/* `heap` is a command of mmtop; its options follow it. */
static void heap_command_takes_its_options(void **state)
{
	static const char *const refused[] = {
		"heap", "heap a b c", "-s heap a", "heap -s a",
		"heap --sort=colour a", "heap --match a", "heap --match a b c",
		"heap --sort a",
	};
	struct line l;

	(void)state;
	parse_ok(&l, "heap a");
	assert_int_equal(l.o.verb, OPTIONS_HEAP);
	assert_int_equal(l.o.sort, HEAPSET_BY_ADDRESS);
	assert_string_equal(l.o.files[0], "a");
	assert_null(l.o.files[1]);
	assert_false(l.o.match);
	parse_ok(&l, "heap --sort=age -- --match b");
	assert_int_equal(l.o.sort, HEAPSET_BY_AGE);
	assert_string_equal(l.o.files[0], "--match");
	parse_ok(&l, "heap --match a b");
	assert_true(l.o.match);
	parse_ok(&l, "heap --help");
	assert_int_equal(l.o.verb, OPTIONS_HELP);
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		assert_int_equal(parse(&l, refused[i]), -EINVAL);
	parse_ok(&l, "-- heap f");
	assert_int_equal(l.o.verb, OPTIONS_RUN);
}

/* `maps` is a command of mmtop, unless it follows "--". */
static void maps_command_takes_its_options(void **state)
{
	static const char *const refused[] = {
		"maps", "maps --json", "maps -s f", "-s maps f",
		"--level=calls maps f", "maps --no-such f", "maps -p x f",
		"maps --events=none f",
	};
	struct line l;

	(void)state;
	parse_ok(&l, "maps -p 3 -p 4 -o log a b");
	assert_int_equal(l.o.verb, OPTIONS_MAPS);
	assert_string_equal(l.o.files[0], "a");
	assert_string_equal(l.o.files[1], "b");
	assert_null(l.o.files[2]);
	assert_null(l.o.argv);
	assert_int_equal(l.o.n_attach, 2);
	assert_string_equal(l.o.output, "log");
	assert_int_equal(l.o.events, 1u << EV_PROCESS | 1u << EV_MAP);
	options_release(&l.o);
	parse_ok(&l, "--events=map maps -- -f");
	assert_int_equal(l.o.verb, OPTIONS_MAPS);
	assert_string_equal(l.o.files[0], "-f");
	assert_int_equal(l.o.events, 1u << EV_MAP);
	assert_int_equal(parse(&l, "--json maps f"), 0);
	parse_ok(&l, "maps --help");
	assert_int_equal(l.o.verb, OPTIONS_HELP);
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		assert_int_equal(parse(&l, refused[i]), -EINVAL);
	parse_ok(&l, "-- maps f");
	assert_int_equal(l.o.verb, OPTIONS_RUN);
	assert_string_equal(l.o.argv[0], "maps");
	parse_ok(&l, "-s -- maps f");
	assert_string_equal(l.o.argv[0], "maps");
	parse_ok(&l, "ls maps");
	assert_int_equal(l.o.verb, OPTIONS_RUN);
}

static void help_version_and_keepers_are_commands(void **state)
{
	static const struct {
		const char *line;
		enum options_verb verb;
	} cases[] = {
		{ "--help", OPTIONS_HELP }, { "-h", OPTIONS_HELP },
		{ "--version", OPTIONS_VERSION }, { "--vers", OPTIONS_VERSION },
		{ "-p 1 --help --nonsense", OPTIONS_HELP },
		{ "--keepers", OPTIONS_KEEPERS },
		{ "--json --keepers ls", OPTIONS_KEEPERS },
	};
	struct line l;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		parse_ok(&l, cases[i].line);
		assert_int_equal(l.o.verb, cases[i].verb);
		options_release(&l.o);
	}
}

static void json_without_a_program_and_a_dash_go_to_stdout(void **state)
{
	static const struct {
		const char *line;
		bool to_stdout;
	} cases[] = {
		{ "--json -p 1", true }, { "--json --all", true },
		{ "--json ls", false }, { "-b -p 1", false },
		{ "--json -p 1 -o log", false },
		{ "--json --console -p 1", false },
		{ "-o - ls", true }, { "-o log -o - -p 1", true },
		{ "-o - -o log ls", false },
		{ "--json --summary -p 1", true },
		{ "--csv -p 1", true }, { "--csv ls", false },
		{ "--csv -p 1 -o log", false },
	};
	struct line l;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		parse_ok(&l, cases[i].line);
		if (options_settle(&l.o, true, &l.err) < 0)
			fail_msg("%s: %s", cases[i].line, l.err.what);
		if (l.o.to_stdout != cases[i].to_stdout)
			fail_msg("%s", cases[i].line);
		assert_true(l.o.batch || !l.o.to_stdout);
		assert_true(!l.o.to_stdout || !l.o.output);
		options_release(&l.o);
	}
	parse_ok(&l, "-o -");
	assert_true(options_settle(&l.o, true, &l.err) < 0);
	options_release(&l.o);
}

static void csv_has_one_kind_of_events(void **state)
{
	static const struct {
		const char *line;
		uint32_t kinds;		/* 0: refused */
		bool pss;
	} cases[] = {
		{ "--csv -p 1", 1u << EV_USAGE, false },
		{ "--csv --perf ls", 1u << EV_USAGE, false },
		{ "--csv --events=memory,pss ls", 1u << EV_USAGE, true },
		{ "--csv --events=pss ls", 1u << EV_USAGE, true },
		{ "--csv --events=usage ls", 1u << EV_USAGE, false },
		{ "--csv --events=system -p 1", 1u << EV_SYSTEM, false },
		{ "--csv --events=memory,system ls", 0, false },
		{ "--csv --events=call ls", 0, false },
		{ "--csv --json ls", 0, false },
		{ "--csv --summary ls", 0, false },
		{ "--csv --console -o - ls", 0, false },
		{ "--json --console -o - ls", 0, false },
	};
	struct line l;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int r;

		parse_ok(&l, cases[i].line);
		r = options_settle(&l.o, true, &l.err);
		if ((r == 0) != (cases[i].kinds != 0))
			fail_msg("%s: %s", cases[i].line, r ? l.err.what : "");
		if (r == 0) {
			assert_int_equal(l.o.events, cases[i].kinds);
			assert_int_equal(l.o.pss, cases[i].pss);
			assert_true(l.o.batch);
		}
		options_release(&l.o);
	}
}

/* The filter is installed for a launched program above level watch, unless
 * --no-filter is given. */
static void filter_ring_and_events_follow_the_options(void **state)
{
	static const struct {
		const char *line;
		bool screen, filter;
	} cases[] = {
		{ "ls", true, true }, { "ls", false, true },
		{ "-b ls", true, true }, { "-s ls", true, true },
		{ "--level=calls ls", true, true },
		{ "--no-follow ls", true, true },
		{ "--level=watch ls", true, false },
		{ "--no-filter ls", true, false },
		{ "-p 1", true, false }, { "-b -p 1", true, false },
	};
	struct line l;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		parse_ok(&l, cases[i].line);
		assert_int_equal(options_settle(&l.o, cases[i].screen, &l.err),
				 0);
		if (l.o.filter != cases[i].filter)
			fail_msg("%s", cases[i].line);
		assert_false(l.o.no_pin || l.o.no_repair);
		options_release(&l.o);
	}
	parse_ok(&l, "--no-pin --no-repair --no-filter ls");
	assert_true(l.o.no_pin && l.o.no_repair && l.o.no_filter);
	assert_false(l.o.trace_mmap);
	options_release(&l.o);
	assert_false(l.o.no_build_id);
	parse_ok(&l, "--build-id=off --events=map ls");
	assert_true(l.o.no_build_id);
	assert_int_equal(options_settle(&l.o, false, &l.err), 0);
	assert_int_equal(l.o.events, 1u << EV_MAP);
	assert_int_equal(l.o.perf, PERF_YES);
	options_release(&l.o);
	parse_ok(&l, "--build-id=off --build-id=on --perf ls");
	assert_false(l.o.no_build_id);
	assert_int_equal(options_settle(&l.o, false, &l.err), 0);
	assert_true(l.o.events & 1u << EV_MAP && l.o.events & 1u << EV_FAULT);
	options_release(&l.o);
	assert_false(l.o.ring);
	parse_ok(&l, "--ftrace --no-ftrace ls");
	assert_int_equal(options_settle(&l.o, false, &l.err), 0);
	assert_false(l.o.ring);
	assert_int_equal(l.o.level, LEVEL_CALLS);
	options_release(&l.o);
	parse_ok(&l, "--ftrace ls");
	assert_int_equal(options_settle(&l.o, false, &l.err), 0);
	assert_true(l.o.ring);
	assert_int_equal(l.o.level, LEVEL_WATCH);
	options_release(&l.o);
	parse_ok(&l, "--ftrace --no-perf --events=fault,rss ls");
	assert_int_equal(options_settle(&l.o, false, &l.err), 0);
	assert_int_equal(l.o.perf, PERF_NO);
	options_release(&l.o);
	parse_ok(&l, "--ftrace --level=calls ls");
	assert_int_equal(options_settle(&l.o, false, &l.err), 0);
	assert_int_equal(l.o.level, LEVEL_CALLS);
	options_release(&l.o);
	parse_ok(&l, "--trace-mmap --events=signal ls");
	assert_true(l.o.trace_mmap);
	assert_int_equal(l.o.events, 1u << EV_SIGNAL | 1u << EV_FILE);
	options_release(&l.o);
}

static void wrong_options_are_explained(void **state)
{
	static const struct {
		const char *line, *sentence;
	} cases[] = {
		{ "--console", "give a program to launch" },
		{ "-b", "give a program to launch" },
		{ "-p 1 ls", "not both" },
		{ "--nonsense ls", "unknown option \"--nonsense\"" },
		{ "--no ls", "option \"--no\" is ambiguous: "
		  "--no-follow --no-filter --no-pin --no-repair --no-heap "
		  "--no-perf --no-ftrace" },
		{ "--no-p=3 ls", "\"--no-p\" is ambiguous: "
		  "--no-pin --no-perf" },
		{ "-x ls", "unknown option \"-x\"" },
		{ "-bx ls", "unknown option \"-x\"" },
		{ "--batch -bx ls", "unknown option \"-x\"" },
		{ "--record ls", "unknown option \"--record\"" },
		{ "--batch=3 ls", "option \"--batch=3\" takes no value" },
		{ "--help=3 ls", "option \"--help=3\" takes no value" },
		{ "--output", "option \"--output\" needs a value" },
		{ "-o", "option \"-o\" needs a value" },
		{ "-bp", "option \"-p\" needs a value" },
		{ "--output= ls", "-o needs the name of a file" },
		{ "-p x", "invalid process ID \"x\"" },
		{ "-p 0", "invalid process ID \"0\"" },
		{ "-p -1", "invalid process ID \"-1\"" },
		{ "-p 1x", "invalid process ID \"1x\"" },
		{ "-p 99999999999999999999", "invalid process ID" },
		{ "--attach= ls", "invalid process ID \"\"" },
		{ "-d 0 ls", "invalid time \"0\"" },
		{ "-d 0.0000 ls", "invalid time \"0.0000\"" },
		{ "-d . ls", "invalid time \".\"" },
		{ "-d -1 ls", "invalid time \"-1\"" },
		{ "-d 1,5 ls", "invalid time \"1,5\"" },
		{ "-d 1e3 ls", "invalid time \"1e3\"" },
		{ "-d nan ls", "invalid time \"nan\"" },
		{ "-d 0.001 ls", "at least 0.01 seconds" },
		{ "--duration= ls", "invalid time \"\"" },
		{ "--level=off ls", "invalid --level \"off\"" },
		{ "--events=call,heat ls", "invalid --events \"heat\"" },
		{ "--fail-on=leak ls", "invalid --fail-on \"leak\"" },
		{ "--fail-on=leak>5X ls", "invalid --fail-on" },
		{ "--fail-on=leak>99999999999T ls", "invalid --fail-on" },
		{ "--heap-stacks=59 ls", "invalid --heap-stacks \"59\"" },
		{ "--history= ls", "invalid --history \"\"" },
		{ "--history=64X ls", "invalid --history \"64X\"" },
		{ "--history=-1 ls", "invalid --history \"-1\"" },
		{ "--history=99999999999T ls", "invalid --history" },
		{ "--heap-folded= ls", "--heap-folded= needs the name" },
		{ "--heap-folded-peak= ls", "--heap-folded-peak= needs the" },
		{ "--events=note ls", "invalid --events \"note\"" },
		{ "--events=call, ls", "invalid --events \"\"" },
		{ "--events= ls", "invalid --events \"\"" },
		{ "--build-id=maybe ls", "invalid --build-id \"maybe\"" },
		{ "--build-id", "option \"--build-id\" needs a value" },
		{ "--color=blue ls", "invalid --color \"blue\"" },
		{ "--z=\x1b]0;x\x07 ls", "unknown option" },
		{ "--a=\x1b]0;x\x07 ls", "option \"--a\" is ambiguous" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct line l;
		int ret = parse(&l, cases[i].line);

		if (!ret || !strstr(l.err.what, cases[i].sentence))
			print_error("'%s': %s\n", cases[i].line, l.err.what);
		assert_true(ret < 0);
		assert_non_null(strstr(l.err.what, cases[i].sentence));
		for (const char *p = l.err.what; *p; p++)
			assert_true((unsigned char)*p >= ' ');
	}
}

/* The later of --heap and --no-heap counts; both override the environment. */
static void no_heap_conflicts_with_heap_options(void **state)
{
	static const struct {
		const char *line;
		bool heap;
		const char *needs;	/* option that needs the heap */
	} cases[] = {
		{ "ls", true, NULL },
		{ "--no-heap ls", false, NULL },
		{ "--heap --no-heap ls", false, NULL },
		{ "--no-heap --heap ls", true, NULL },
		{ "--heap-folded=a ls", true, NULL },
		{ "--heap-folded-peak=a ls", true, NULL },
		{ "--no-heap --heap-folded=a ls", true, "--heap-folded" },
		{ "--heap-folded-peak=a --no-heap ls", true,
		  "--heap-folded-peak" },
		{ "--heap-stacks=3 --no-heap ls", true, "--heap-stacks" },
		{ "--events=heap --no-heap ls", true, "--events=heap" },
		{ "--fail-on=leak>1 --no-heap ls", true, "--fail-on" },
		{ "--allocation-trace=a --no-heap ls", true,
		  "--allocation-trace" },
	};

	(void)state;
	setenv("ALLOCATION_TRACE", "a", 1);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct line l;
		int ret;

		parse_ok(&l, cases[i].line);
		ret = options_settle(&l.o, false, &l.err);
		assert_int_equal(ret < 0, cases[i].needs != NULL);
		if (!ret)
			assert_int_equal(l.o.heap, cases[i].heap);
		else
			assert_int_equal(strncmp(l.err.what, cases[i].needs,
						 strlen(cases[i].needs)), 0);
		options_release(&l.o);
	}
	unsetenv("ALLOCATION_TRACE");
}

/* --all refuses every option that needs a single process. */
static void all_refuses_options_of_one_process(void **state)
{
	static const char *const refused[] = {
		"--all --console", "--all -s", "--all --summary",
		"--all --level=calls", "--all --level=step",
		"--all --track-writes", "--all --trace-mmap",
		"--all --no-ftrace", "--all --events=region",
		"--all --events=call,map",
	};
	static const char *const wrong[] = { "--all ls", "--all -p 1" };
	struct line l;

	(void)state;
	parse_ok(&l, "--all -b");
	assert_int_equal(options_settle(&l.o, false, &l.err), 0);
	assert_true(l.o.all && l.o.ring && !l.o.pick);
	assert_int_equal(l.o.level, LEVEL_WATCH);
	assert_int_equal(l.o.events, 1u << EV_PROCESS | 1u << EV_CALL |
			 1u << EV_FAULT);
	parse_ok(&l, "--all --level=watch --events=call,rss --no-perf");
	assert_int_equal(options_settle(&l.o, true, &l.err), 0);
	assert_int_equal(l.o.events, 1u << EV_CALL | 1u << EV_RSS);
	assert_int_equal(l.o.perf, PERF_NO);
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		parse_ok(&l, refused[i]);
		assert_true(options_settle(&l.o, true, &l.err) < 0);
		assert_non_null(strstr(l.err.what,
				       "cannot be used with --all"));
		options_release(&l.o);
	}
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		assert_true(parse(&l, wrong[i]) < 0);
		assert_non_null(strstr(l.err.what, "a program or -p"));
	}
}

/* Without a target the user selects a process from a list, which needs a
 * screen. */
static void picker_runs_without_a_target(void **state)
{
	static const char *const lines[] = { "", "-f -s", "--", "-o log",
					     "--level=calls --force" };
	struct line l;

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		parse_ok(&l, lines[i]);
		assert_true(l.o.pick);
		assert_int_equal(options_settle(&l.o, true, &l.err), 0);
		assert_false(l.o.batch);
		assert_false(l.o.filter);
		assert_int_equal(l.o.follow, i == 1);
		assert_int_equal(l.o.level, i == 4 ? LEVEL_CALLS : LEVEL_WATCH);
		assert_true(options_settle(&l.o, false, &l.err) < 0);
		assert_non_null(strstr(l.err.what, "give a program to launch"));
		options_release(&l.o);
	}
	parse_ok(&l, "-p 1");
	assert_false(l.o.pick);
	options_release(&l.o);
}

/* A very long word is shortened to fit into the message. */
static void long_word_is_shortened_in_the_message(void **state)
{
	char word[5000] = "--";
	char *argv[] = { (char *)"mmtop", word, NULL };
	struct options o;
	struct err err;

	(void)state;
	memset(word + 2, 'x', sizeof word - 3);
	assert_true(options_parse(&o, 2, argv, &err) < 0);
	assert_true(text_valid(err.what, strlen(err.what)));
	assert_non_null(strchr(err.what, '"'));
	assert_ptr_not_equal(strchr(err.what, '"'), strrchr(err.what, '"'));
}

static void mode_and_level_follow_the_terminal(void **state)
{
	static const struct {
		const char *line;
		bool screen;
		int ret;
		bool batch, follow;
		enum level level;
	} cases[] = {
		{ "ls", true, 0, false, true, LEVEL_CALLS },
		{ "ls", false, 0, true, true, LEVEL_CALLS },
		{ "-b ls", true, 0, true, true, LEVEL_CALLS },
		{ "--json ls", true, 0, true, true, LEVEL_CALLS },
		{ "-s --json ls", true, -1, false, false, 0 },
		{ "--no-follow ls", true, 0, false, false, LEVEL_CALLS },
		{ "--level watch ls", true, 0, false, true, LEVEL_WATCH },
		{ "--level calls ls", true, 0, false, true, LEVEL_CALLS },
		{ "-p 1", true, 0, false, false, LEVEL_WATCH },
		{ "-p 1", false, 0, true, false, LEVEL_WATCH },
		{ "-b -p 1", true, 0, true, false, LEVEL_WATCH },
		{ "-b --level=calls -p 1", true, 0, true, false, LEVEL_CALLS },
		{ "-fp 1", true, 0, false, true, LEVEL_WATCH },
		{ "-p 1 --level calls", true, 0, false, false, LEVEL_CALLS },
		{ "-s ls", true, 0, false, true, LEVEL_CALLS },
		{ "--console ls", true, 0, true, true, LEVEL_CALLS },
		{ "--console -p 1", true, 0, true, false, LEVEL_WATCH },
		{ "--console -s ls", false, 0, true, true, LEVEL_CALLS },
		{ "--script x -s ls", true, 0, true, true, LEVEL_CALLS },
		{ "--command quit ls", true, 0, true, true, LEVEL_CALLS },
		{ "-s ls", false, -1, false, false, 0 },
		{ "-sb ls", true, -1, false, false, 0 },
		{ "--heap ls", true, 0, false, true, LEVEL_CALLS },
		{ "--level=step ls", true, 0, false, true, LEVEL_CALLS },
		{ "--level=step -b ls", true, -1, false, false, 0 },
		{ "--level=step --level=watch -b ls", true, 0, true, true,
		  LEVEL_WATCH },
		{ "--level=watch --level=step -b ls", true, -1, false, false,
		  0 },
		{ "-s --level=watch -b ls", true, -1, false, false, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct line l;
		int ret;

		parse_ok(&l, cases[i].line);
		ret = options_settle(&l.o, cases[i].screen, &l.err);
		assert_int_equal(ret < 0 ? -1 : 0, cases[i].ret);
		if (ret < 0) {
			/* The message names the option that was typed. */
			assert_non_null(strstr(l.err.what, l.o.level_step ?
					       "--level=step needs" :
					       "-s needs"));
		} else {
			assert_int_equal(l.o.batch, cases[i].batch);
			assert_int_equal(l.o.follow, cases[i].follow);
			assert_int_equal(l.o.level, cases[i].level);
		}
		options_release(&l.o);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_without_options),
		cmocka_unit_test(refresh_has_an_old_name),
		cmocka_unit_test(all_options_are_parsed),
		cmocka_unit_test(heap_command_takes_its_options),
		cmocka_unit_test(no_heap_conflicts_with_heap_options),
		cmocka_unit_test(maps_command_takes_its_options),
		cmocka_unit_test(contents_command_takes_its_options),
		cmocka_unit_test(all_refuses_options_of_one_process),
		cmocka_unit_test(help_version_and_keepers_are_commands),
		cmocka_unit_test(
			json_without_a_program_and_a_dash_go_to_stdout),
		cmocka_unit_test(csv_has_one_kind_of_events),
		cmocka_unit_test(filter_ring_and_events_follow_the_options),
		cmocka_unit_test(wrong_options_are_explained),
		cmocka_unit_test(picker_runs_without_a_target),
		cmocka_unit_test(long_word_is_shortened_in_the_message),
		cmocka_unit_test(mode_and_level_follow_the_terminal),
	};

	return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
