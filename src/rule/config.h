/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The configuration: a Lua text that assigns settings.
 *
 *	theme = "light"
 *	refresh = 0.25
 *	mouse = false
 *	history = 64*MiB
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
 * config_new() takes the valid settings and reports each invalid one with its
 * line.  A setting that is missing or invalid is NULL, empty or 0: the caller
 * uses its default.  This module reads no file; the caller checks the owner and
 * permissions of the file (app/configuration).
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

/* Limit of CPU time for a call of mmap_filter.  It is short, since the target
 * may be stopped during the call. */
#define CONFIG_FILTER_NS UINT64_C(12000000)
#define CONFIG_REFRESH_MIN 0.01		/* minimum of the setting `refresh`, in
					 * seconds */
#define CONFIG_REFRESH_MAX 86400.0

struct word_list {
	VEC(char *) v;			/* owned words */
	bool given;			/* true also for an empty list, {} */
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
	DECODER_SCRIPT,			/* a Lua script in a file, which the
					 * caller reads */
	DECODER_FUNCTION,		/* a function in the configuration,
					 * called by config_decode() */
	DECODER_COMMAND,		/* a command that receives the bytes;
					 * the caller runs it */
};

struct field_layout;
struct pattern;

struct config_decoder {
	char *name;
	struct pattern *region;		/* matches the region's name; NULL: any
					 * name */
	char *file;			/* path of the mapped file; NULL: any
					 * file */
	enum config_decoder_way way;
	struct field_layout *layout;
	char *script;
	struct word_list command;
	/* The remaining members are private. */
	int function;
};

/* A program that opens a file with the bytes. */
struct config_opener {
	char *name;
	struct word_list command;	/* the word "%s" is replaced with the
					 * file's name */
};

struct sandbox;

struct config {
	char *theme;
	uint64_t refresh_ns;
	enum config_switch ascii, mouse;
	bool history_given;
	uint64_t history;		/* bytes of memory for past events */
	VEC(struct config_binding) keys;
	struct word_list columns[CONFIG_TABLES];
	struct word_list panes;
	char *filters[OVERS];		/* filters that compile */
	struct word_list ignore;	/* regular expressions that compile */
	bool capture_at_calls;		/* false for "memory", the default */
	bool has_mmap_filter;
	VEC(struct config_decoder) decoders;
	VEC(struct config_opener) open_with;
	/* The remaining members are private. */
	struct sandbox *sb;
	int mmap_filter;
};

/* Permitted words, in NULL-terminated lists; a NULL list permits any word. */
struct config_vocabulary {
	const char *const *themes, *const *commands, *const *panes;
	const char *const *columns[CONFIG_TABLES];
	uint32_t (*key)(const char *name);	/* Converts the name of a key;
						 * returns 0 if the key is
						 * unknown. */
	/* True if both commands can be active at the same time, so that they
	 * must not share a key.  NULL: true for any two commands. */
	bool (*meet)(const char *command, const char *other);
};

typedef void config_problem_fn(void *arg, const struct rule_error *e);

struct config *config_new(const char *text, size_t n,
			  const struct config_vocabulary *vocabulary,
			  config_problem_fn *problem, void *arg);
void config_free(struct config *c);

/* The part of a region to capture. */
struct config_window {
	uint64_t offset, size;		/* if size is 0, the region is not
					 * captured */
	uint64_t period_ns;		/* minimum time between two frames; 0:
					 * not set */
	uint64_t limit;			/* maximum number of captured bytes; 0:
					 * no limit */
	bool past;			/* offset is past the end of the
					 * region */
};
/* Calls mmap_filter with a row that has a region and a process.  Without an
 * mmap_filter, the whole region is captured.  Returns -1 with *e filled if the
 * call fails; then nothing is captured. */
MUST_CHECK int config_mmap_filter(struct config *c, const struct rule_row *row,
				  struct config_window *out,
				  struct rule_error *e);

struct decoder_input;
struct decoded;

/* True if the decoder applies to a region with this name and file ("" if it
 * maps no file). */
bool config_decoder_fits(const struct config_decoder *d, struct bytes name,
			 struct bytes path);
/* Runs the function of decoder d with the arguments raw, region and frame. *out
 * is made from its return value, as from the `result` of a script. */
void config_decode(struct config *c, const struct config_decoder *d,
		   const struct decoder_input *in, struct decoded *out);

#endif
