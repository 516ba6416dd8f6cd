/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds out from which file the code of a process came.
 *
 * Records are read some time after they were written, when the mappings of the
 * process may already have changed.  So each change of the mappings has a time,
 * and takes effect with the first record that is newer.
 *
 * The address of a call is ambiguous once its file is unmapped and another one
 * is mapped at the same address.  So sites have keys instead: a file and the
 * offset in that file, or the address if it is in no file.
 *
 *	heap_modules_read(&m, proc, pid, names)	reads the current mappings
 *	heap_modules_call(&m, &call, ...)	a call changed the mappings
 *	heap_modules_object(&m, ...)		the process reports a mapping
 *	heap_modules_until(&m, ticks)		before a record of that time
 *	key = heap_modules_key(&m, addr)
 */
#ifndef SOURCE_HEAP_MODULES_H
#define SOURCE_HEAP_MODULES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"

struct ev_call;
struct names;
struct procroot;

#define HEAP_NO_FILE UINT32_MAX

struct heap_module {
	uint64_t start, end, offset;
	uint32_t file;		/* number of the file in source/stack/names.h;
				 * HEAP_NO_FILE: nothing is mapped here */
};
struct heap_remap {
	uint64_t ticks;
	struct heap_module module;
};
struct heap_modules {
	VEC(struct heap_module) list;	/* sorted by address */
	VEC(struct heap_remap) later;	/* changes that have not taken effect
					 * yet, sorted by time */
	uint64_t next_ns, cost_ns;	/* reading the mappings: the earliest
					 * time of the next read, and the
					 * duration of the last one */
	unsigned reads;
	bool called, told;		/* heap_modules_call() was used for
					 * an mmap; heap_modules_object() was
					 * used */
	uint32_t root;			/* names_root() at the last read */
};

void heap_modules_release(struct heap_modules *m);
/* Copies the parent's modules to the child, at a fork. */
void heap_modules_copy(struct heap_modules *to, const struct heap_modules *from);
/* Reads the current mappings of process pid.  Changes nothing if they cannot be
 * read. */
void heap_modules_read(struct heap_modules *m, const struct procroot *proc,
		       pid_t pid, struct names *names);
/* Reads the mappings, for an address that is in no known module.  Returns
 * false, and does nothing, if the last read was too recent. */
bool heap_modules_read_again(struct heap_modules *m, const struct procroot *proc,
			     pid_t pid, struct names *names);
/* Processes a call that may have mapped or unmapped code at time `ticks`.
 * Returns false if it did neither. */
bool heap_modules_call(struct heap_modules *m, const struct ev_call *call,
		       uint64_t ticks, const struct procroot *proc, pid_t pid,
		       struct names *names);
/* The process reports that, from time `ticks` on, it calls code of a file with
 * mappings in [start, end).  `path` comes from the loader of the process, which
 * may be hostile; NULL: the file is its program. */
void heap_modules_object(struct heap_modules *m, struct heap_module at,
			 const char *path, uint64_t ticks,
			 const struct procroot *proc, pid_t pid,
			 struct names *names);
/* True if a change up to time `ticks` unmaps or replaces a known module. */
bool heap_modules_ends(const struct heap_modules *m, uint64_t ticks);
/* Applies the changes up to time `ticks`.  Returns true if there were any. */
bool heap_modules_until(struct heap_modules *m, uint64_t ticks);

bool heap_modules_has(const struct heap_modules *m, uint64_t addr);
uint64_t heap_modules_key(const struct heap_modules *m, uint64_t addr);
/* Splits a key into file and offset.  *file is HEAP_NO_FILE if the key is an
 * address. */
void heap_modules_place(uint64_t key, uint32_t *file, uint64_t *offset);

#endif
