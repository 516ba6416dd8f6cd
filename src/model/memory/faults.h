/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The page faults of one address space: how many, which pages, by which code.
 *
 * Counts are exact: of the whole, and of each region as the map was known
 * (what faulted before its region was told of waits for it).  Pages are kept
 * in blocks of 64, each page with the time of its last fault, at most
 * FAULT_BLOCKS_MAX of them: then the older half is forgotten and `forgot` says
 * so.  Codes are the addresses that faulted most; the last of a full list
 * gives way to a new one, which takes over its count, so the first are right
 * and the last are not.
 */
#ifndef MODEL_MEMORY_FAULTS_H
#define MODEL_MEMORY_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"
#include "event/event.h"
#include "model/rate.h"

#define FAULT_BLOCK_PAGES 64
#define FAULT_BLOCKS_MAX 16384
#define FAULT_CODES 16
#define FAULT_REGION_CODES 4

/*
 * A file as it was mapped at the time of a fault: later another one may lie at
 * the same address.
 */
struct fault_module {
	uint64_t start, end, offset;
	uint64_t dev, inode, generation;
	uint64_t mapped_ns;		/* a record of perf told so then; 0: the
					 * map did */
	char *name;			/* owned; hostile */
};
#define FAULT_MODULES_MAX 256

struct fault_code {
	uint64_t ip, count;
	uint16_t module;		/* modules.v[module - 1]; 0: not known */
	bool kernel;
};

struct fault_last {
	uint64_t time_ns, addr, ip;	/* time 0: none yet */
	pid_t tid;
	uint16_t module;		/* of ip, as in fault_code */
	bool kernel, major;
	char source;			/* who told it, */
	uint8_t also;			/* ... and who else: EVF_ALSO */
};

/* Of one region; NULL in it: none were told of. */
struct region_faults {
	uint64_t minor, major;
	struct rate rate;
	struct fault_last last;
	struct fault_code codes[FAULT_REGION_CODES];	/* most first */
};

struct fault_block {
	uint64_t start;
	uint64_t touched;		/* bit i: page i has faulted */
	uint64_t last_ns;
	uint64_t page_ns[FAULT_BLOCK_PAGES];
};

/* As it was told. */
struct fault_one {
	uint64_t time_ns;
	pid_t tid;
	char source;
	uint8_t also;
	uint16_t module;
	struct ev_fault fault;		/* without its name */
};

struct faults {
	uint64_t minor, major;
	struct rate rate;
	struct fault_last last;
	struct fault_code codes[FAULT_CODES];		/* most first */
	uint64_t homeless;		/* of no region that is known */
	uint64_t pageless;		/* too many places: not in blocks */
	bool forgot;
	uint64_t page_size;		/* 0: no block yet */
	VEC(struct fault_block *) blocks;	/* by start, owned */
	VEC(struct fault_one) waiting;	/* for their region */
	VEC(struct fault_module) modules;	/* with code that faulted */
};

void faults_free(struct faults *f);
/* NULL: that is not known. */
const struct fault_module *faults_module(const struct faults *f,
					 uint16_t module);
/* The newest fault of the pages in [start, end), 0 for none. */
uint64_t faults_newest(const struct faults *f, uint64_t start, uint64_t end);
/* How many pages of [start, end) have faulted. */
uint64_t faults_touched(const struct faults *f, uint64_t start, uint64_t end);

#endif
