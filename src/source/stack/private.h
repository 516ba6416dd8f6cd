/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the stack job, which runs in the reader's child; for source/stack alone. */
#ifndef SOURCE_STACK_PRIVATE_H
#define SOURCE_STACK_PRIVATE_H

#include <stdbool.h>

#include "base/str.h"
#include "base/vec.h"
#include "event/stack.h"
#include "late/dw.h"
#include "source/stack/caller.h"
#include "source/stack/stack.h"

struct unwinder;

/* What an address is called: a look through all symbols of a large file takes
 * milliseconds, and the same code asks for memory again and again. */
struct pc_name {
	uint64_t pc;
	char *name;			/* "" there is none */
};

/* A file that code was mapped from, or what the kernel made. */
struct module {
	struct unwinder *u;
	uint64_t start, end;		/* all its mappings */
	uint64_t first_end;		/* of the first */
	uint64_t dev, inode;
	char *path;			/* hostile */
	char *image;			/* what memory has of it, NULL: it is
					 * read as a file */
	VEC(struct pc_name) named;	/* by address, NAMED_MAX at most */
};

/* One mapping of the process, of any kind. */
struct process_mapping {
	uint64_t start, end, offset, dev, inode;
	bool runs;			/* code may be there */
	char *name;			/* hostile */
};

/* The source file that was read last. */
struct source_lines {
	char *path;			/* NULL: none */
	struct str text;
};

/* What is kept from one time to the next. */
struct unwinder {
	int dir, mem, root, pagemap;	/* of the work at hand */
	struct stack_ask ask;
	const char *stack;		/* kept of one that ends */
	Dwfl *dwfl;			/* NULL: there is none yet */
	Elf *machine;			/* a header: that is how libdw is told
					 * what machine it is */
	VEC(struct process_mapping) maps;	/* by address */
	VEC(struct module *) modules;	/* owned; also those that are gone */
	struct source_lines lines;
	uint64_t page_at;		/* a piece of the process' memory */
	size_t page_n;
	bool swapped;			/* what was to be read for the frame
					 * after the last one is */
	char page[4096];
};

/* The frames so far. */
struct stack_frames {
	struct unwinder *u;
	struct str frames, text;
	struct str name;		/* of the one at hand */
	unsigned n;
	bool begun;			/* libdw told of one */
	bool again;			/* from the registers in u->ask */
	bool trampoline;		/* a handler returns to the last one, */
	uint64_t context;		/* with that on its stack */
	uint64_t last_pc, last_sp;
	struct caller_way way;		/* of a call that is over */
	bool limit, lost;
};

/* --- stack.c */
bool stack_is_wide(const struct unwinder *u);
/* All n bytes, or false. */
bool stack_memory(struct unwinder *u, uint64_t addr, void *to, size_t n);
/* An address of the process' own width. */
bool stack_word(struct unwinder *u, uint64_t addr, uint64_t *out);

/* --- modules.c */
/* Reads the map from a descriptor, or from a text that is not empty; 0 or
 * -errno. */
int modules_read(struct unwinder *u, int maps, const char *text, size_t n);
/* Tells libdw of them. */
void modules_report(struct unwinder *u);
/* The mapping that holds addr, NULL when none does. */
const struct process_mapping *modules_mapping(const struct unwinder *u,
					      uint64_t addr);
/* The symbol that pc lies in, "" in none; until the next one is asked for. */
const char *modules_symbol(Dwfl_Module *mod, uint64_t pc);
/* Forgets all of them: libdw does not know them any more. */
void modules_release(struct unwinder *u);

/* --- image.c: for libdw */
/* Finds the file of a module: a descriptor, or -1, maybe with *elf. */
int image_find(Dwfl_Module *mod, void **data, const char *name,
	       Dwarf_Addr base, char **file, Elf **elf);

/* --- frames.c */
/* One frame of libdw's. */
int frames_add(Dwfl_Frame *state, void *frames);
/* A place where no code is, before all others. */
void frames_nowhere(struct stack_frames *f, uint64_t pc);

/* --- nowhere.c */
/* Where no code is nothing tells who called it.  It may have been called just
 * now: false when it was not. */
bool nowhere_called(struct stack_frames *f);
/* False when the frame is the one before again: a stack that is damaged. */
bool nowhere_new(struct stack_frames *f, Dwfl_Frame *state, uint64_t pc);
/* The frame is one that a handler returns to. */
void nowhere_remember(struct stack_frames *f, Dwfl_Frame *state);
/* What the handler interrupted is gone on from as if it came first; false
 * where that is not known. */
bool nowhere_interrupted(struct stack_frames *f);

/* --- lines.c */
/* The lines around one of them; nothing when they cannot be read. */
void lines_around(struct unwinder *u, const char *path, uint32_t line,
		  struct str *out, uint32_t *first);
void lines_release(struct source_lines *l);

#endif
