/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For the tests of sinks: events with every field set, and a sink that
 * writes into a file without a name.
 */
#ifndef TESTS_UNIT_SINK_EVENTS_H
#define TESTS_UNIT_SINK_EVENTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "event/call.h"
#include "event/event.h"
#include "sink/sink.h"

#define ALL_KINDS UINT32_MAX
/* A string literal with its NULs as struct bytes. */
#define B(s) ((struct bytes){ s, sizeof(s) - 1 })

static inline struct event event_at(enum event_kind kind)
{
	return (struct event){ .time_ns = 12391000123, .pid = 4121,
			       .tid = 4122, .kind = kind, .source = 't' };
}

/* What n events become, to be freed. */
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

#endif
