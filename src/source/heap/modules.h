/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which file the code of a process came from, by address: for names of what
 * calls, also when the process has ended.
 */
#ifndef SOURCE_HEAP_MODULES_H
#define SOURCE_HEAP_MODULES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"
#include "event/event.h"

struct names;
struct procroot;

struct heap_module {
	uint64_t start, end, offset;
	uint32_t file;		/* source/stack/names.h */
};
struct heap_modules {
	VEC(struct heap_module) list;	/* by address */
	uint32_t root;			/* names_root(), at the last read */
};

void heap_modules_release(struct heap_modules *m);
void heap_modules_copy(struct heap_modules *to, const struct heap_modules *from);
/* What is mapped there now; nothing changes where that cannot be read. */
void heap_modules_read(struct heap_modules *m, const struct procroot *proc,
		       pid_t pid, struct names *names);
/* A call that mapped code: so it is known even of who ends at once. */
void heap_modules_call(struct heap_modules *m, const struct ev_call *call,
		       struct names *names);
bool heap_modules_find(const struct heap_modules *m, uint64_t addr,
		       uint32_t *file, uint64_t *offset);

#endif
