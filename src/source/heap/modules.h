/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which file the code of a process came from.
 *
 * Records are older than what mmtop sees of the process: so a change of its map
 * has a time, and comes into effect with the first record that is newer.
 *
 * An address in code stands for nothing once its file is unmapped and another
 * one is mapped there.  Sites therefore have keys: the file and the offset in it,
 * or the address where there is no file.
 *
 *	heap_modules_read(&m, proc, pid, names)	what is mapped now
 *	heap_modules_call(&m, &call, ...)	a call changed that
 *	heap_modules_object(&m, ...)		the process says what is mapped
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
	uint32_t file;		/* source/stack/names.h; HEAP_NO_FILE: it was
				 * unmapped */
};
struct heap_remap {
	uint64_t ticks;
	struct heap_module module;
};
struct heap_modules {
	VEC(struct heap_module) list;	/* by address */
	VEC(struct heap_remap) later;	/* not in effect yet, by time */
	uint64_t next_ns, cost_ns;	/* of reading: not before, and how long */
	unsigned reads;
	bool called, told;		/* heap_modules_call(), _object() */
	uint32_t root;			/* names_root(), at the last read */
};

void heap_modules_release(struct heap_modules *m);
/* A fork: the child has what its parent has. */
void heap_modules_copy(struct heap_modules *to, const struct heap_modules *from);
/* What is mapped there now; nothing changes where that cannot be read. */
void heap_modules_read(struct heap_modules *m, const struct procroot *proc,
		       pid_t pid, struct names *names);
/* The same, if it is worth the time: an address is in no known module. */
bool heap_modules_read_again(struct heap_modules *m, const struct procroot *proc,
			     pid_t pid, struct names *names);
/* A call that mapped or unmapped code, at that time.  False: it did not. */
bool heap_modules_call(struct heap_modules *m, const struct ev_call *call,
		       uint64_t ticks, const struct procroot *proc, pid_t pid,
		       struct names *names);
/* The process calls code of a file, whose mappings are in [start, end), from that
 * time on; path: as its loader has it, hostile, NULL: its program. */
void heap_modules_object(struct heap_modules *m, struct heap_module at,
			 const char *path, uint64_t ticks,
			 const struct procroot *proc, pid_t pid,
			 struct names *names);
/* They end what is mapped now. */
bool heap_modules_ends(const struct heap_modules *m, uint64_t ticks);
/* Changes up to that time are in effect.  True: there were any. */
bool heap_modules_until(struct heap_modules *m, uint64_t ticks);

bool heap_modules_has(const struct heap_modules *m, uint64_t addr);
uint64_t heap_modules_key(const struct heap_modules *m, uint64_t addr);
/* What a key stands for; file is HEAP_NO_FILE if it is an address. */
void heap_modules_place(uint64_t key, uint32_t *file, uint64_t *offset);

#endif
