/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The frame of a perf.data file, as `perf record -o FILE` writes it
 * (tools/perf/Documentation/perf.data-file-format.txt of the kernel):
 *
 *	head        magic, size, attr_size, sections, features: 104 bytes
 *	attrs       per event: struct perf_event_attr, where its ids lie
 *	data        records (parse/ring/perfrecord.h), one behind the other
 *	features    behind the data: a section for each bit that is set
 *
 * The machine that wrote it chose the byte order, which the magic tells.  All
 * of it is hostile: offsets and sizes are what the file says, no more.
 */
#ifndef PARSE_RING_PERFDATA_H
#define PARSE_RING_PERFDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/event.h"
#include "parse/ring/perfrecord.h"

#define PERFDATA_HEAD 104
/* Of attr_size: the least of all versions, and what nobody will reach. */
#define PERFDATA_ATTR_LEAST (64 + 16)
#define PERFDATA_ATTR_MAX 4096
#define PERFDATA_SECTION 16

/* Records of perf itself, among the kernel's. */
enum perfdata_type {
	PERFDATA_FINISHED_ROUND = 68, PERFDATA_AUXTRACE = 71,
	PERFDATA_COMPRESSED = 81, PERFDATA_COMPRESSED2 = 83
};

enum perfdata_kind {
	PERFDATA_FILE,
	PERFDATA_OTHER,		/* no perf.data at all */
	PERFDATA_PIPE,		/* of `perf record -o -`: another format */
	PERFDATA_OLD,		/* "PERFFILE", of Linux 2.6 */
	PERFDATA_WRONG		/* the head says what cannot be */
};

/* In file order: bytes from its beginning. */
struct perfdata_section {
	uint64_t offset, size;
};

struct perfdata_head {
	bool big_endian, swapped;	/* the file's; against ours */
	uint64_t attr_size;
	struct perfdata_section attrs, data;
	uint64_t features[4];
};

struct perfdata_attr {
	struct perfrecord_form form;
	struct perfdata_section ids;	/* uint64_t each */
};

/* Features whose texts are of use here. */
enum perfdata_feature {
	PERFDATA_HOSTNAME = 3, PERFDATA_OSRELEASE = 4,
	PERFDATA_ARCH = 6, PERFDATA_CMDLINE = 11
};

/* out is set only for PERFDATA_FILE.  start: the first PERFDATA_HEAD bytes, or
 * all there are. */
enum perfdata_kind perfdata_head(struct bytes start, struct perfdata_head *out);
/* An entry of attrs, head->attr_size bytes. */
struct perfdata_attr perfdata_attr(const void *entry,
				   const struct perfdata_head *head);
uint64_t perfdata_u64(const void *p, bool swapped);
/* Where a feature's section stands in the table; false: it is not there. */
bool perfdata_feature(const struct perfdata_head *head,
		      enum perfdata_feature f, unsigned *index);
struct perfdata_section perfdata_section(const void *p, bool swapped);
/* The string at *at of a section, without the NULs behind it; *at is moved on.
 * False: there is none. */
bool perfdata_string(struct bytes section, bool swapped, size_t *at,
		     struct bytes *out);

#endif
