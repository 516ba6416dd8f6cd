/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Declarations that the files of the configuration share.
 *
 *	../config.c		runs the text and collects the assignments
 *	read.c			reads each setting from Lua into struct config
 *	decoders.c		reads the settings decoders and open_with
 *	mmap_filter.c		calls the function mmap_filter
 */
#ifndef RULE_CONFIG_PRIVATE_H
#define RULE_CONFIG_PRIVATE_H

#include "late/lua.h"
#include "rule/config.h"

/* State while the text of the configuration is read. */
struct config_reading {
	struct config *config;
	const struct config_vocabulary *vocabulary;
	config_problem_fn *problem;
	void *arg;
	const char *text;
	size_t n;
	const char *key;		/* name of the setting that is being
					 * read */
	int line;			/* line where the setting's assignment
					 * ends */
};

/* A setting.  read() reads the value on top of the Lua stack without popping
 * it, and reports errors in the value. */
struct config_key {
	const char *name;
	void (*read)(struct config_reading *r, lua_State *L);
};

#define CONFIG_KEYS 14
extern const struct config_key config_keys[CONFIG_KEYS];

typedef void config_entry_fn(struct config_reading *r, lua_State *L,
			     const char *name);
/* Calls entry() for each string key of the table on top of the stack, with the
 * key's value on top.  Returns the number of keys that are not strings.  The
 * keys are sorted: Lua's order differs from run to run, and so would the order
 * of error messages. */
int config_each_name(struct config_reading *r, lua_State *L,
		     config_entry_fn *entry);
void config_binding_release(struct config_binding *b);

/* Reads a list of words.  A list with only invalid words counts as not given;
 * an empty list counts as given. */
typedef bool config_fit_fn(struct config_reading *r, const char *word,
			   const void *arg);
void config_list(struct config_reading *r, lua_State *L,
		 struct word_list *out, config_fit_fn *fits,
		 const void *arg);
void config_words_release(struct word_list *w);

/* Report an error in the current setting, at the last line that contains
 * `word`. */
void config_report(struct config_reading *r, struct rule_error *e,
		   const char *word);
void config_wrong_type(struct config_reading *r, enum rule_want want,
		       const char *word);
void config_no_word(struct config_reading *r, const char *word,
		    const char *const *words, enum rule_fault fault);

/* The following functions are in decoders.c. */
void config_read_decoders(struct config_reading *r, lua_State *L);
void config_read_open_with(struct config_reading *r, lua_State *L);
void config_decoder_release(struct config_decoder *d);
void config_opener_release(struct config_opener *o);

/* Reports an unknown setting. */
void config_no_key(struct config_reading *r, const char *name);

#endif
