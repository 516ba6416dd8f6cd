/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line as data.
 *
 *	options_parse()  turns argv into options, or an error
 *	options_settle() decides what depends on where mmtop runs: batch or
 *			 screen, the level, the filter, whether -s is possible
 *
 * The functions read only their arguments, and the environment variables of
 * memory_tracker.  All strings are borrowed; only `attach` is owned.
 *
 *	mmtop -d 0.5 -o log ls -l    argv = {"ls", "-l"}, output = "log"
 *	mmtop maps --json perf.data  files = {"perf.data"}, json
 *	mmtop contents dir --json    files = {"dir"}, json; options may follow
 *				     the files, which are then moved together
 *				     in argv
 *	mmtop heap trace.txt         files = {"trace.txt"}
 */
#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "app/session/fullscreen.h"
#include "base/err.h"
#include "event/event.h"
#include "parse/heap/set.h"
#include "source/source.h"
#include "ui/kit/style.h"

/* The exit status if --duration ended the program; app/words/refusal.h has the
 * other statuses. */
enum { EXIT_TIMED_OUT = 124, EXIT_BY_SIGNAL = 128 /* + the signal N */ };

enum options_verb {
	OPTIONS_RUN, OPTIONS_HELP, OPTIONS_VERSION, OPTIONS_KEEPERS,
	OPTIONS_PRINT_CONFIG, OPTIONS_MAPS, OPTIONS_CONTENTS, OPTIONS_HEAP
};

struct options {
	enum options_verb verb;
	char *const *argv;	/* the program to launch; NULL: attach, or
				 * choose from a list */
	/* The files that follow the verb `maps`, `contents` or `heap`;
	 * NULL-terminated. */
	char *const *files;
	const char *extract, *diff[2];	/* REGION@FRAME of --extract and --diff;
					 * NULL: not given */
	uint64_t history;	/* bytes of memory for past events; 0: none */
	bool match;		/* --match, for `mmtop heap` */
	enum heapset_sort sort;	/* --sort, for `mmtop heap` */
	pid_t *attach;		/* the processes of -p, without duplicates;
				 * owned */
	size_t n_attach;
	bool all;		/* --all: every process */
	bool follow;
	bool step;		/* -s was given, or the last --level is
				 * --level=step */
	bool level_step;
	bool batch;
	bool json, csv;
	bool console;
	const char *script, *commands;	/* --script, --command; each implies
					 * `console` */
	bool reads_stdin;	/* the console reads stdin */
	bool summary;
	bool pick;		/* there is no target: the user chooses a
				 * process from a list */
	bool ascii;
	bool force;
	bool no_filter, no_pin, no_repair;
	bool capture_at_calls;		/* from the configuration */
	bool trace_mmap;
	bool heap;		/* --heap was given, or --events has heap */
	bool heap_each;		/* the log also has each allocated and freed
				 * block */
	const char *allocation_trace, *mmap_trace;	/* files to write; NULL:
							 * not requested */
	const char *folded[2];	/* files to write, by enum folded_what; NULL:
				 * not requested */
	bool no_heap;		/* --no-heap was given after --heap */
	uint32_t heap_stacks;	/* --heap-stacks: maximum number of callers that
				 * are compared to distinguish sites */
	bool heap_stacks_given;
	bool fail_on_leak;	/* --fail-on: limit of bytes unfreed at exit */
	uint64_t leak_max;
	bool save_mmap;
	const char *save_folder;	/* --save-mmap=DIR; NULL: the default
					 * folder */
	bool track_writes, allow_clear_refs;
	bool filter;		/* the program gets a seccomp filter */
	enum level level;
	const char *output;	/* file of -o; NULL: none */
	bool to_stdout;		/* the log goes to stdout: -o -, or JSON or CSV
				 * without a launched program */
	uint32_t events;	/* bit set: 1 << EV_... */
	bool pss;		/* --events has pss */
	uint64_t delay_ns;
	uint64_t duration_ns;	/* 0: no limit */
	enum color_when color;
	enum use_perf perf;
	bool ring;			/* --ftrace */
	bool no_build_id;
	const char *config;	/* file of --config; NULL: the default */
	enum theme theme;
	bool mouse;
	bool iso_time;		/* --time=iso */
	bool theme_given, delay_given, mouse_given;
	bool history_given, follow_given, level_given, events_given, ring_given;
};

/* Returns 0, or -EINVAL with the (translated) sentence in err->what. */
MUST_CHECK int options_parse(struct options *o, int argc, char **argv,
			     struct err *err);
MUST_CHECK int options_settle(struct options *o, bool screen_possible,
			      struct err *err);
void options_release(struct options *o);

/* Print the text of --help and of --version on stdout. */
void options_help(void);
void options_version(void);

#endif
