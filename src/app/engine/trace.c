/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the files other than logs: the mappings as text for memory_tracker,
 * and stacks with their heap use. */
#include <config.h>

#include "app/engine/private.h"

#include "sink/folded.h"
#include "sink/maptrace.h"

/* Only stores the error, which is reported after the next STATUS: no event may
 * be emitted while another one is being handled. */
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
		folded_on_failure(e->cfg.folded[i], on_failed, e);
		engine_add_log(e, folded_event, e->cfg.folded[i]);
	}
	if (!e->cfg.mmap_trace)
		return;
	maptrace_on_failure(e->cfg.mmap_trace, on_failed, e);
	engine_add_log(e, maptrace_event, e->cfg.mmap_trace);
}

void engine_report_trace(struct engine *e)
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
	engine_report_trace(e);
	for (int i = 0; i < 2; i++) {
		if (e->cfg.folded[i])
			folded_finish(e->cfg.folded[i]);
		engine_report_trace(e);
	}
}
