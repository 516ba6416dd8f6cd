/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes perf.data files, in either byte order, as `perf record` does:
 *
 *	perffile_begin(&f, big, types, 2)	two events of those sample_types
 *	perffile_map(&f, 0, 41, 42, 1000, ...)	records, each of an event
 *	perffile_end(&f)			f.v, f.n: the file
 *
 * The ids of event i are 100 + i and 200 + i.
 */
#ifndef TESTS_SUPPORT_PERFFILE_H
#define TESTS_SUPPORT_PERFFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Values of include/uapi/linux/perf_event.h. */
enum {
	P_TID = 2, P_TIME = 4, P_ID = 64, P_CPU = 128, P_STREAM = 512,
	P_IDENTIFIER = 65536
};

struct perffile {
	unsigned char v[65536];
	size_t n;
	bool big;
	const uint64_t *types;	/* 0: records of this event have no trailer */
	size_t n_types;
	size_t record;		/* offset of the last record */
};

void perffile_begin(struct perffile *f, bool big, const uint64_t *types,
		    size_t n);
void perffile_end(struct perffile *f);

/* Append at the end of the file, in its byte order. */
void perffile_put(struct perffile *f, const void *p, size_t n);
void perffile_number(struct perffile *f, uint64_t value, size_t bytes);

/* A record: its header, then its fields, then the trailer of that event. */
void perffile_record(struct perffile *f, uint32_t type, uint16_t misc);
void perffile_close(struct perffile *f, size_t event, uint64_t time);

/* build_id_len 0: by device 8:1, inode 1234, generation 5. */
void perffile_map(struct perffile *f, size_t event, uint64_t time, int pid,
		  uint64_t addr, unsigned build_id_len, const char *name);
void perffile_comm(struct perffile *f, size_t event, uint64_t time, int pid,
		   bool exec, const char *name);
/* type: FORK or EXIT. */
void perffile_family(struct perffile *f, uint32_t type, uint64_t time, int pid,
		     int tid, int ppid);
void perffile_lost(struct perffile *f, uint64_t time, uint64_t count);
void perffile_round(struct perffile *f);

#endif
