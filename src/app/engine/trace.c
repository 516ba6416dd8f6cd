/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written beside the logs: memory_tracker's text of the mappings, and
 * stacks with what the heap had of them. */
#include <config.h>

#include "app/engine/private.h"

#include "sink/folded.h"
#include "sink/maptrace.h"

/* It is told with the next STATUS: this is in the middle of an event. */
static void on_failed(void *arg, const char *name, int err)
{
	struct engine *e = arg;

	str_clear(&e->trace.name);
	str_adds(&e->trace.name, name);
	e->trace.err = err;
}

void engine_begin_trace(struct engine *e)
{
	for (int i = 0; i < 2; i++) {
		if (!e->cfg.folded[i])
			continue;
		folded_tell(e->cfg.folded[i], on_failed, e);
		engine_add_log(e, folded_event, e->cfg.folded[i]);
	}
	if (!e->cfg.mmap_trace)
		return;
	maptrace_tell(e->cfg.mmap_trace, on_failed, e);
	engine_add_log(e, maptrace_event, e->cfg.mmap_trace);
}

void engine_tell_trace(struct engine *e)
{
	struct event ev = host_event(&e->host, 0, EV_NOTE, 0, 0);

	if (!e->trace.err)
		return;
	ev.u.note = (struct ev_note){
		.id = NOTE_LOG_FAILED, .severity = SEV_ERROR,
		.b = e->trace.err,
		.text = { e->trace.name.data, e->trace.name.len },
	};
	e->trace.err = 0;
	engine_emit(e, &ev);
}

void engine_end_trace(struct engine *e)
{
	if (e->cfg.mmap_trace)
		maptrace_flush(e->cfg.mmap_trace);
	engine_tell_trace(e);
	for (int i = 0; i < 2; i++) {
		if (e->cfg.folded[i])
			folded_finish(e->cfg.folded[i]);
		engine_tell_trace(e);
	}
}
