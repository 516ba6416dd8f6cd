/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The structure of a perf.data file, as `perf record -o FILE` writes it
 * (tools/perf/Documentation/perf.data-file-format.txt of the kernel):
 *
 *	head        magic, size, attr_size, sections, features: 104 bytes
 *	attrs       per event: struct perf_event_attr, section of its ids
 *	data        records (parse/ring/perfrecord.h), one after the other
 *	features    after the data: a section for each feature bit that is set
 *
 * The byte order is that of the machine that wrote the file; the magic number
 * reveals it.  Everything is hostile: offsets and sizes may be any numbers.
 */
#ifndef PARSE_RING_PERFDATA_H
#define PARSE_RING_PERFDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/event.h"
#include "parse/ring/perfrecord.h"

#define PERFDATA_HEAD 104
/* Limits of attr_size: the smallest size of all versions, and a generous
 * maximum. */
#define PERFDATA_ATTR_LEAST (64 + 16)
#define PERFDATA_ATTR_MAX 4096
#define PERFDATA_SECTION 16

/* Types of the records that perf adds to those of the kernel. */
enum perfdata_type {
	PERFDATA_FINISHED_ROUND = 68, PERFDATA_AUXTRACE = 71,
	PERFDATA_COMPRESSED = 81, PERFDATA_COMPRESSED2 = 83
};

enum perfdata_kind {
	PERFDATA_FILE,
	PERFDATA_OTHER,		/* not a perf.data file */
	PERFDATA_PIPE,		/* written by `perf record -o -`, in another
				 * format */
	PERFDATA_OLD,		/* starts with "PERFFILE": written by perf of
				 * Linux 2.6 */
	PERFDATA_WRONG		/* the head has impossible values */
};

/* A range of bytes of the file; the offset counts from its start. */
struct perfdata_section {
	uint64_t offset, size;
};

struct perfdata_head {
	bool big_endian, swapped;	/* big_endian: byte order of the file;
					 * swapped: this machine has the other
					 * byte order */
	uint64_t attr_size;
	struct perfdata_section attrs, data;
	uint64_t features[4];
};

struct perfdata_attr {
	struct perfrecord_form form;
	struct perfdata_section ids;	/* array of uint64_t */
};

/* The features of a file that mmtop reads. */
enum perfdata_feature {
	PERFDATA_HOSTNAME = 3, PERFDATA_OSRELEASE = 4,
	PERFDATA_ARCH = 6, PERFDATA_CMDLINE = 11
};

/* Sets *out only if it returns PERFDATA_FILE.  `start` has the file's first
 * PERFDATA_HEAD bytes, or fewer if the file is shorter. */
enum perfdata_kind perfdata_head(struct bytes start, struct perfdata_head *out);
/* Parses one entry of the attrs section; it has head->attr_size bytes. */
struct perfdata_attr perfdata_attr(const void *entry,
				   const struct perfdata_head *head);
uint64_t perfdata_u64(const void *p, bool swapped);
/* Sets *index to the feature's place in the table of feature sections.  Returns
 * false if the file does not have the feature. */
bool perfdata_feature(const struct perfdata_head *head,
		      enum perfdata_feature f, unsigned *index);
struct perfdata_section perfdata_section(const void *p, bool swapped);
/* Gets the string at offset *at of a section, without trailing NULs, and moves
 * *at past it.  Returns false if there is no string. */
bool perfdata_string(struct bytes section, bool swapped, size_t *at,
		     struct bytes *out);

#endif
