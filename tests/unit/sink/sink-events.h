/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For the tests of sinks: events with all fields set, and the text that a sink
 * writes for them.
 */
#ifndef TESTS_UNIT_SINK_SINK_EVENTS_H
#define TESTS_UNIT_SINK_SINK_EVENTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/alloc.h"
#include "event/call.h"
#include "event/event.h"
#include "event/ranges.h"
#include "sink/sink.h"

#define ALL_KINDS UINT32_MAX
/* A string literal, with its NULs, as struct bytes. */
#define B(s) ((struct bytes){ s, sizeof(s) - 1 })

static inline struct event event_at(enum event_kind kind)
{
	return (struct event){ .time_ns = 12391000123, .pid = 4121,
			       .tid = 4122, .kind = kind, .source = 't' };
}

/* Returns the text of `n` events; the caller frees it. */
static inline char *written(enum sink_form form, uint32_t kinds,
			    const struct event *ev, size_t n)
{
	int fd = memfd_create("log", MFD_CLOEXEC);
	struct sink *s = sink_new(form, fd, false, kinds, NULL, NULL);
	struct stat st;
	char *text;

	for (size_t i = 0; i < n; i++)
		sink_event(s, &ev[i]);
	assert_int_equal(sink_free(s), 0);
	assert_int_equal(fstat(fd, &st), 0);
	text = xcalloc((size_t)st.st_size + 1, 1);
	assert_int_equal(pread(fd, text, (size_t)st.st_size, 0), st.st_size);
	close(fd);
	return text;
}

static inline struct event mmap_event(void)
{
	struct event ev = event_at(EV_CALL);

	ev.u.call = (struct ev_call){
		.abi = ABI_X86_64, .nr = 9, .call = CALL_MMAP,
		.args = { 0, 8192, PROT_READ | PROT_EXEC,
			  MAP_PRIVATE | MAP_DENYWRITE, 3, 4096 },
		.result = 0x7f12a000, .duration_ns = 2500,
		.path = B("/usr/lib/libfoo.so"),
	};
	return ev;
}

/* The report on a mapping that is unmapped; `ranges` has two entries. */
static inline struct event file_event(const struct page_range *ranges,
				      struct bytes name)
{
	struct event ev = event_at(EV_FILE);

	ev.tid = 0;
	ev.u.file = (struct ev_file){
		.op = FILE_MAPPING,
		.start = 0x7f0000000000, .end = 0x7f0006400000,
		.dev = makedev(254, 1), .inode = 12, .page_size = 4096,
		.now = 4096, .now_ranges = { ranges, sizeof *ranges },
		.ever = 8192, .ever_ranges = { ranges, 2 * sizeof *ranges },
		.ever_more = 3, .partial = 1, .name = name,
	};
	return ev;
}

/* A minor fault in a region of that name. */
static inline struct event fault_event(struct bytes name)
{
	struct event ev = event_at(EV_FAULT);

	ev.flags = EVF_EACH;
	ev.u.fault = (struct ev_fault){
		.addr = 0x7f0000001000, .ip = 0x400123, .minor = 1,
		.region_start = 0x7f0000000000, .region_end = 0x7f0000002000,
		.region_name = name,
	};
	return ev;
}

/* A file mapping, identified by `build_id` if it is not empty, otherwise by
 * device and inode. */
static inline struct event map_event(struct bytes name, struct bytes build_id)
{
	struct event ev = event_at(EV_MAP);

	ev.source = 'k';
	ev.flags = EVF_EACH;
	ev.u.map = (struct ev_map){
		.addr = 0x7f0000000000, .len = 8192, .pgoff = 0x1000,
		.prot = PROT_READ | PROT_EXEC, .flags = MAP_PRIVATE,
		.build_id = build_id, .filename = name,
	};
	if (!build_id.len) {
		ev.u.map.dev = makedev(8, 1);
		ev.u.map.inode = 12;
		ev.u.map.generation = 3;
	}
	return ev;
}

/* A major fault of the kernel, outside of every region. */
static inline struct event kernel_fault_event(void)
{
	struct event ev = event_at(EV_FAULT);

	ev.flags = EVF_EACH;
	ev.u.fault = (struct ev_fault){
		.addr = 1, .ip = 0xffffffff81000000, .kernel = 1, .major = 1,
		.region_name = bytes_of(NULL),
	};
	return ev;
}

#endif
