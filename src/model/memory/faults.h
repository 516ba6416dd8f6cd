/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The page faults of one address space: their number, their pages, and the code
 * that caused them.
 *
 * Counts are exact, in total and for each region that was known at the time of
 * the fault.  A fault on an unknown region waits until that region is reported.
 * Pages are stored in blocks of 64, each page with the time of its last fault.
 * Beyond FAULT_BLOCKS_MAX blocks, the older half is dropped and `forgot` is
 * set.  `codes` lists the code addresses with most faults.  In a full list, a
 * new address replaces the last address and takes over its count.  So the first
 * counts are right, and the last counts are too high.
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
 * The file mapped at the time of a fault; later, another file may be mapped at
 * the same address.
 */
struct fault_module {
	uint64_t start, end, offset;
	uint64_t dev, inode, generation;
	uint64_t mapped_ns;		/* time of the perf record; 0: from
					 * /proc/PID/maps */
	char *name;			/* owned; hostile */
};
#define FAULT_MODULES_MAX 256

struct fault_code {
	uint64_t ip, count;
	uint16_t module;		/* modules.v[module - 1]; 0: not
					 * known */
	bool kernel;
};

/* The function at a code address; "": not known. */
struct fault_symbol {
	uint64_t ip;
	uint16_t module;		/* as in fault_code */
	char *function;			/* owned; hostile */
};
#define FAULT_SYMBOLS_MAX 64

struct fault_last {
	uint64_t time_ns, addr, ip;	/* time 0: no fault yet */
	pid_t tid;
	uint16_t module;		/* as in fault_code */
	bool kernel, major;
	char source;			/* letter of the reporting source */
	uint8_t also;			/* EVF_ALSO flags: other sources that
					 * reported the fault */
};

/* Faults of one region. */
struct region_faults {
	uint64_t minor, major;
	struct rate rate;
	struct fault_last last;
	struct fault_code codes[FAULT_REGION_CODES];	/* the code with most
							 * faults first */
};

struct fault_block {
	uint64_t start;
	uint64_t touched;		/* bit i: page i has faulted */
	uint64_t last_ns;
	uint64_t page_ns[FAULT_BLOCK_PAGES];
};

/* One fault event. */
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
	struct fault_code codes[FAULT_CODES];		/* the code with most
							 * faults first */
	uint64_t homeless;		/* number of faults on no known
					 * region */
	uint64_t pageless;		/* number of faults whose pages are
					 * not stored, since they lie too far
					 * apart */
	bool forgot;
	uint64_t page_size;		/* 0: there are no blocks yet */
	VEC(struct fault_block *) blocks;	/* sorted by start; owned */
	VEC(struct fault_one) waiting;	/* faults that wait until their region
					 * is reported */
	VEC(struct fault_module) modules;	/* files whose code has caused
						 * faults */
	VEC(struct fault_symbol) symbols;	/* the newest, oldest first */
};

void faults_free(struct faults *f);
/* Returns NULL if the module is not known. */
const struct fault_module *faults_module(const struct faults *f,
					 uint16_t module);
/* Returns NULL if the function at the address was not requested yet. */
const struct fault_symbol *faults_symbol(const struct faults *f, uint64_t ip,
					 uint16_t module);
/* Time of the newest fault in [start, end); 0: there was no fault. */
uint64_t faults_newest(const struct faults *f, uint64_t start, uint64_t end);
/* Number of pages in [start, end) that have faulted. */
uint64_t faults_touched(const struct faults *f, uint64_t start, uint64_t end);

#endif
