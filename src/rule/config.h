/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The configuration: a text in Lua that sets names.
 *
 *	theme = "light"
 *	refresh = 0.25
 *	mouse = false
 *	keys = { level = "t", quit = { "q", "Ctrl-C" } }
 *	columns = { regions = { "address", "rss", "what" } }
 *	panes = { "regions", "calls" }
 *	filters = { calls = "duration > 1ms" }
 *	ignore = { "^__libc_start" }
 *	function mmap_filter(region) return region.size > 64*KiB end
 *	capture_at = "calls"
 *	decoders = { { name = "ring", region = "^/dev/shm/",
 *		       layout = { "u32 head", "char letters[5]" } } }
 *	open_with = { { name = "less", command = { "less", "%s" } } }
 *
 * config_new() takes what is right and tells of each thing that is not, with
 * its line; what was not said, or not right, is NULL, empty or 0: the caller's
 * default.  It reads no file; who may have written the text is the caller's
 * business (app/configuration).
 */
#ifndef RULE_CONFIG_H
#define RULE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/vec.h"
#include "rule/error.h"
#include "rule/fields.h"

/* The CPU time of a call of mmap_filter: the target may stand still during
 * it. */
#define CONFIG_FILTER_NS UINT64_C(12000000)
#define CONFIG_REFRESH_MIN 0.01		/* seconds */
#define CONFIG_REFRESH_MAX 86400.0

struct word_list {
	VEC(char *) v;			/* owned */
	bool given;			/* `{}` is something else than nothing */
};

/* Tables whose columns can be chosen. */
enum config_table { TABLE_REGIONS, TABLE_PROCESSES, CONFIG_TABLES };

struct config_binding {
	char *command;
	struct word_list keys;
};

enum config_switch { SWITCH_UNSAID, SWITCH_OFF, SWITCH_ON };

/* How contents are decoded: see rule/decoder. */
enum config_decoder_way {
	DECODER_LAYOUT,
	DECODER_SCRIPT,			/* Lua in a file: the caller's to read */
	DECODER_FUNCTION,		/* of the configuration: config_decode() */
	DECODER_COMMAND,		/* gets the bytes: the caller's to run */
};

struct field_layout;
struct pattern;

struct config_decoder {
	char *name;
	struct pattern *region;		/* of the region's name; NULL: any */
	char *file;			/* its path; NULL: any */
	enum config_decoder_way way;
	struct field_layout *layout;
	char *script;
	struct word_list command;
	/* private */
	int function;
};

/* What a file with the bytes is opened with. */
struct config_opener {
	char *name;
	struct word_list command;	/* one word is "%s", the file's name */
};

struct sandbox;

struct config {
	char *theme;
	uint64_t refresh_ns;
	enum config_switch ascii, mouse;
	VEC(struct config_binding) keys;
	struct word_list columns[CONFIG_TABLES];
	struct word_list panes;
	char *filters[OVERS];		/* each compiles */
	struct word_list ignore;	/* regular expressions, each compiles */
	bool capture_at_calls;		/* false: "memory", the default */
	bool has_mmap_filter;
	VEC(struct config_decoder) decoders;
	VEC(struct config_opener) open_with;
	/* private */
	struct sandbox *sb;
	int mmap_filter;
};

/* What may be said; NULL-terminated lists, NULL: anything. */
struct config_vocabulary {
	const char *const *themes, *const *commands, *const *panes;
	const char *const *columns[CONFIG_TABLES];
	uint32_t (*key)(const char *name);	/* 0: no key has it */
	/* Whether two commands may be wanted at the same place; NULL: yes. */
	bool (*meet)(const char *command, const char *other);
};

typedef void config_problem_fn(void *arg, const struct rule_error *e);

struct config *config_new(const char *text, size_t n,
			  const struct config_vocabulary *vocabulary,
			  config_problem_fn *problem, void *arg);
void config_free(struct config *c);

/* What of a region is to be captured. */
struct config_window {
	uint64_t offset, size;		/* size 0: nothing */
	uint64_t period_ns;		/* one frame in so long; 0: not said */
	uint64_t limit;			/* bytes of it in all; 0: none */
	bool past;			/* it began behind the region's end */
};
/* Asks mmap_filter; without one everything is.  row: region and process.  -1
 * with *e filled when it fails: then nothing is. */
MUST_CHECK int config_mmap_filter(struct config *c, const struct rule_row *row,
				  struct config_window *out,
				  struct rule_error *e);

struct decoder_input;
struct decoded;

/* Whether a decoder is meant for a region of that name, of that file ("" when
 * it is none). */
bool config_decoder_fits(const struct config_decoder *d, struct bytes name,
			 struct bytes path);
/* Runs the function of one; it is called with raw, region and frame, and gives
 * what a script's `result` is. */
void config_decode(struct config *c, const struct config_decoder *d,
		   const struct decoder_input *in, struct decoded *out);

#endif
