/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stack job, which runs in the reader's child process.  Private to
 * source/stack. */
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

/* The cached name of an address: a search through the symbols of a large file
 * takes milliseconds. */
struct pc_name {
	uint64_t pc;
	char *name;			/* "": the address has no symbol */
	uint64_t offset;		/* of pc from the symbol's start */
};

/* A file from which code is mapped, or the vdso. */
struct module {
	struct unwinder *u;
	uint64_t start, end;		/* range of all its mappings */
	uint64_t first_end;		/* end of its first mapping */
	uint64_t dev, inode;
	char *path;			/* hostile */
	char *image;			/* contents copied from memory; NULL:
					 * the file is read */
	VEC(struct pc_name) named;	/* sorted by address; at most
					 * NAMED_MAX */
};

struct process_mapping {
	uint64_t start, end, offset, dev, inode;
	bool runs;			/* executable */
	char *name;			/* hostile */
};

/* The source file that was read last. */
struct source_lines {
	char *path;			/* NULL: no file was read */
	struct str text;
};

/* State that is kept from one job to the next. */
struct unwinder {
	int dir, mem, root, pagemap;	/* descriptors of the current job */
	struct stack_ask ask;
	const char *stack;		/* stack_len bytes of a stack that may
					 * no longer exist */
	Dwfl *dwfl;			/* NULL: not created yet */
	Elf *machine;			/* ELF header: tells libdw the
					 * machine */
	VEC(struct process_mapping) maps;	/* sorted by address */
	VEC(struct module *) modules;	/* owned; includes unmapped modules */
	struct source_lines lines;
	uint64_t page_at;		/* address of `page`, the last page
					 * read */
	size_t page_n;
	bool swapped;			/* the memory of the next frame is
					 * swapped out */
	char page[4096];
};

/* The frames found so far. */
struct stack_frames {
	struct unwinder *u;
	struct str frames, text;
	struct str name;		/* name of the current frame */
	unsigned n;
	bool begun;			/* libdw has reported a frame */
	bool again;			/* unwind again from the registers in
					 * u->ask */
	bool trampoline;		/* the last frame is the code to which a
					 * signal handler returns */
	uint64_t context;		/* address of the struct ucontext in the
					 * last frame */
	uint64_t last_pc, last_sp;
	struct caller_way way;		/* used only if ask.past is set */
	unsigned beyond;		/* also: number of frames from the code
					 * that requested the mapping on */
	bool limit, lost;
};

/* --- stack.c */
bool stack_is_wide(const struct unwinder *u);
/* Reads all n bytes, or returns false. */
bool stack_memory(struct unwinder *u, uint64_t addr, void *to, size_t n);
/* Reads an address-sized word of the process. */
bool stack_word(struct unwinder *u, uint64_t addr, uint64_t *out);

/* --- modules.c */
/* Reads the map from the descriptor `maps`, or from `text` if n is not 0.
 * Returns 0 or -errno. */
int modules_read(struct unwinder *u, int maps, const char *text, size_t n);
/* Reports the modules to libdw. */
void modules_report(struct unwinder *u);
/* Returns the mapping that contains addr, or NULL. */
const struct process_mapping *modules_mapping(const struct unwinder *u,
					      uint64_t addr);
/* Returns the symbol that contains pc, or "" if there is none.  The name is
 * valid until the next call.  Sets *offset to the distance of pc from its
 * start. */
const char *modules_symbol(Dwfl_Module *mod, uint64_t pc, uint64_t *offset);
/* Frees the modules; libdw must not use them any more. */
void modules_release(struct unwinder *u);

/* --- image.c: callback of libdw */
/* Finds the file of a module.  Returns a descriptor.  If there is none, returns
 * -1, and sets *elf if the module could be copied from memory. */
int image_find(Dwfl_Module *mod, void **data, const char *name,
	       Dwarf_Addr base, char **file, Elf **elf);

/* --- frames.c */
/* Adds the frame that libdw has found. */
int frames_add(Dwfl_Frame *state, void *frames);
/* Adds a frame for pc, the innermost address, which is not in code. */
void frames_nowhere(struct stack_frames *f, uint64_t pc);

/* --- nowhere.c */
/* For a current address that is not in code, as after a call of NULL: adds a
 * frame, and continues at the return address.  Returns false if the return
 * address is not in code either. */
bool nowhere_called(struct stack_frames *f);
/* Returns false if the frame has the same pc and stack pointer as the frame
 * before: the stack is damaged. */
bool nowhere_new(struct stack_frames *f, Dwfl_Frame *state, uint64_t pc);
/* Stores the stack pointer of a frame to which a signal handler returns. */
void nowhere_remember(struct stack_frames *f, Dwfl_Frame *state);
/* Continues at the code that the signal handler interrupted.  Returns false if
 * that code is unknown. */
bool nowhere_interrupted(struct stack_frames *f);

/* --- lines.c */
/* Appends the source lines around `line` to out, or nothing if the file cannot
 * be read. */
void lines_around(struct unwinder *u, const char *path, uint32_t line,
		  struct str *out, uint32_t *first);
void lines_release(struct source_lines *l);

#endif
