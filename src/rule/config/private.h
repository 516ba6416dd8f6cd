/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files of the configuration share.
 *
 *	config.c		runs the text, and collects what it set
 *	config_read.c		each setting: from Lua into struct config
 *	config_decoders.c	decoders and open_with
 *	config_mmap_filter.c	asks its function
 */
#ifndef RULE_CONFIG_PRIVATE_H
#define RULE_CONFIG_PRIVATE_H

#include "late/lua.h"
#include "rule/config.h"

/* While it is read. */
struct config_reading {
	struct config *config;
	const struct config_vocabulary *vocabulary;
	config_problem_fn *problem;
	void *arg;
	const char *text;
	size_t n;
	const char *key;		/* that is being read */
	int line;			/* where its statement ends */
};

/* A setting.  read: the value on top of the stack, which it leaves there; what
 * is wrong with it is told. */
struct config_key {
	const char *name;
	void (*read)(struct config_reading *r, lua_State *L);
};

#define CONFIG_KEYS 13
extern const struct config_key config_keys[CONFIG_KEYS];

typedef void config_entry_fn(struct config_reading *r, lua_State *L,
			     const char *name);
/* For each name of the table on top, with its value there; gives the number of
 * other keys.  In the names' order: Lua's is another one each time, and what is
 * told of two mistakes with it. */
int config_each_name(struct config_reading *r, lua_State *L,
		     config_entry_fn *entry);
void config_binding_release(struct config_binding *b);

/* A list with nothing right in it is not given: it is not the empty one. */
typedef bool config_fit_fn(struct config_reading *r, const char *word,
			   const void *arg);
void config_list(struct config_reading *r, lua_State *L,
		 struct word_list *out, config_fit_fn *fits,
		 const void *arg);
void config_words_release(struct word_list *w);

/* Each tells: of the setting, at the last line that has `word`. */
void config_tell(struct config_reading *r, struct rule_error *e,
		 const char *word);
void config_wrong_type(struct config_reading *r, enum rule_want want,
		       const char *word);
void config_no_word(struct config_reading *r, const char *word,
		    const char *const *words, enum rule_fault fault);

/* In config_decoders.c. */
void config_read_decoders(struct config_reading *r, lua_State *L);
void config_read_open_with(struct config_reading *r, lua_State *L);
void config_decoder_release(struct config_decoder *d);
void config_opener_release(struct config_opener *o);

/* Tells that there is no such setting. */
void config_no_key(struct config_reading *r, const char *name);

#endif
