/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/contents/contents.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/contents/capture.h"
#include "sys/loop.h"

struct event contents_event(const struct contents_source *s,
			    enum event_kind kind, pid_t pid)
{
	return host_event(s->host, CONTENTS_LETTER, kind, pid, 0);
}

void contents_emit(struct contents_source *s, const struct event *ev)
{
	s->host->emit(s->host->emit_arg, ev);
}

static int open_source(void **state, struct source_host *host,
		       struct err *err)
{
	struct contents_source *s = xcalloc(1, sizeof *s);

	(void)err;
	s->host = host;
	s->scanner = pagescanner_new();
	s->page_size = (uint64_t)sysconf(_SC_PAGESIZE);
	s->peek = peek_new();
	s->capture = capture_new(s);
	*state = s;
	return 0;
}

static bool drain(void *state, uint64_t budget_ns)
{
	struct contents_source *s = state;

	return capture_work(s, clock_ns() + budget_ns);
}

static int request(void *state, const struct request *req)
{
	struct contents_source *s = state;

	switch (req->op) {
	case REQ_CONTENTS:
		peek_request(s, req);
		return 0;
	case REQ_CAPTURE:
		capture_request(s, req);
		return 0;
	default:
		return -ENOTSUP;
	}
}

static bool note(void *state, const struct fact *fact)
{
	struct contents_source *s = state;

	if (fact->kind == FACT_STOPPED)
		stops_visit(s, &fact->stopped);
	else
		written_pages(s, &fact->written);
	return false;
}

static void close_source(void *state)
{
	struct contents_source *s = state;

	if (!s)
		return;
	capture_free(s);
	peek_free(s);
	pagescanner_free(s->scanner);
	free(s);
}

const struct source_ops contents_source = {
	.name = "contents",
	.letter = 'c',
	.traits = SOURCE_SERVES,
	.open = open_source,
	.drain = drain,
	.event = capture_event,
	.request = request,
	.note = note,
	.notes = 1u << FACT_STOPPED | 1u << FACT_WRITTEN,
	.close = close_source,
};
