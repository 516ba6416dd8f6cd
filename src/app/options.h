/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line as data.
 *
 *	options_parse()  argv -> options, or what is wrong with it
 *	options_settle() what depends on where mmtop runs: batch or screen,
 *			 the level, the filter, whether -s has anyone to answer it
 *
 * Neither reads anything but its arguments.  argv of the program and the
 * names point into main's argv; only attach is owned.
 *
 *	mmtop -d 0.5 -o log ls -l    argv = {"ls", "-l"}, output = "log"
 *	mmtop maps --json perf.data  files = {"perf.data"}, json
 *	mmtop contents dir --json    the same; names move together in argv
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

/* --duration ended what was launched; the other statuses: app/refusal.h. */
enum { EXIT_TIMED_OUT = 124, EXIT_BY_SIGNAL = 128 /* + N */ };

enum options_verb {
	OPTIONS_RUN, OPTIONS_HELP, OPTIONS_VERSION, OPTIONS_KEEPERS,
	OPTIONS_PRINT_CONFIG, OPTIONS_MAPS, OPTIONS_CONTENTS, OPTIONS_HEAP
};

struct options {
	enum options_verb verb;
	char *const *argv;	/* the program, NULL when attaching or picking */
	/* Of OPTIONS_MAPS, _CONTENTS and _HEAP, NULL-terminated. */
	char *const *files;
	const char *extract, *diff[2];	/* REGION@FRAME, NULL: not asked */
	bool match;		/* of OPTIONS_HEAP: --match */
	enum heapset_sort sort;	/* of OPTIONS_HEAP: --sort */
	pid_t *attach;		/* -p, each once, owned */
	size_t n_attach;
	bool all;		/* --all: every process */
	bool follow;
	bool step;		/* -s, or the last --level */
	bool level_step;
	bool batch;
	bool json;
	bool console;
	const char *script, *commands;	/* --script, --command; imply it */
	bool reads_stdin;	/* the console reads stdin */
	bool summary;
	bool pick;		/* none of these: one is chosen from a list */
	bool ascii;
	bool force;
	bool no_filter, no_pin, no_repair;
	bool capture_at_calls;		/* from the configuration */
	bool trace_mmap;
	bool heap;		/* --heap, or among --events: */
	bool heap_each;		/* then a log has each block */
	const char *allocation_trace, *mmap_trace;	/* files; NULL: none */
	const char *folded[2];	/* so too; by enum folded_what */
	bool no_heap;		/* the last of --heap and --no-heap */
	uint32_t heap_stacks;	/* callers of who calls; --heap-stacks: */
	bool heap_stacks_given;
	bool fail_on_leak;	/* what is left at the end may be, in bytes: */
	uint64_t leak_max;
	bool save_mmap;
	const char *save_folder;	/* --save-mmap=DIR, NULL: the usual */
	bool track_writes, allow_clear_refs;
	bool filter;		/* the program gets one */
	enum level level;
	const char *output;	/* -o, NULL: none */
	uint32_t events;	/* 1 << EV_... */
	uint64_t delay_ns;
	uint64_t duration_ns;	/* 0: none */
	enum color_when color;
	enum use_perf perf;
	bool ring;			/* --ftrace */
	bool no_build_id;
	const char *config;	/* --config, NULL: what is looked for */
	enum theme theme;
	bool mouse;
	bool theme_given, delay_given, mouse_given;
	bool follow_given, level_given, events_given, ring_given;
};

/* 0, or -EINVAL with the (translated) sentence in err->what. */
MUST_CHECK int options_parse(struct options *o, int argc, char **argv,
			     struct err *err);
MUST_CHECK int options_settle(struct options *o, bool screen_possible,
			      struct err *err);
void options_release(struct options *o);

/* --help and --version, to stdout. */
void options_help(void);
void options_version(void);

#endif
