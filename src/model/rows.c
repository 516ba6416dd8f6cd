/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rings of signals and notes. */
#include <config.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/copy.h"
#include "model/fold.h"

#define TEXT_MAX_KEPT 4096

static struct bytes bytes_keep(const struct bytes *b)
{
	size_t n = b->len < TEXT_MAX_KEPT ? b->len : TEXT_MAX_KEPT;

	if (!n)
		return (struct bytes){ NULL, 0 };
	return (struct bytes){ .data = xmemdup(b->data, n), .len = n };
}

static void bytes_free(struct bytes *b)
{
	free((void *)(uintptr_t)b->data);
	*b = (struct bytes){ NULL, 0 };
}

/* --- signals ------------------------------------------------------------ */

static struct signal_row *signals_row(const struct model *m, uint64_t seq)
{
	if (!seq || seq < m->signals_first || seq > m->signals_last)
		return NULL;
	return &m->signals[(seq - 1) % MODEL_SIGNALS_MAX];
}

const struct signal_row *model_signal(const struct model *m, uint64_t seq)
{
	return signals_row(m, seq);
}

static void signals_name_sender(const struct model *m, struct signal_row *row)
{
	const struct process *p;

	if (row->signal.sender <= 0 || row->signal.sender > INT32_MAX)
		return;
	p = model_process(m, (pid_t)row->signal.sender);
	if (p)
		memcpy(row->sender_comm, p->comm, sizeof row->sender_comm);
}

void fold_signal(struct model *m, const struct event *ev)
{
	struct signal_row *row;

	if (ev->u.signal.action > SIGNAL_DROPPED) {
		model_drop(m);
		return;
	}
	if (!m->signals)
		m->signals = xcalloc(MODEL_SIGNALS_MAX, sizeof *m->signals);
	if (!m->signals_first)
		m->signals_first = 1;
	if (m->signals_last - m->signals_first + 1 == MODEL_SIGNALS_MAX) {
		row = signals_row(m, m->signals_first);
		bytes_free(&row->signal.region_name);
		m->signals_first++;
	}
	m->signals_last++;

	row = signals_row(m, m->signals_last);
	*row = (struct signal_row){
		.seq = m->signals_last, .time_ns = ev->time_ns,
		.pid = ev->pid, .tid = ev->tid, .source = ev->source,
		.also = ev->flags & EVF_ALSO, .signal = ev->u.signal,
	};
	row->signal.region_name = bytes_keep(&ev->u.signal.region_name);
	/* si_status and si_value share the same bytes in siginfo_t, so `value`
	 * has si_status. */
	if (ev->u.signal.signal == SIGCHLD)
		row->child_status = (int)(int32_t)ev->u.signal.value;
	signals_name_sender(m, row);
}

/* --- notes -------------------------------------------------------------- */

static struct note_row *notes_row(const struct model *m, uint64_t seq)
{
	if (!seq || seq < m->notes_first || seq > m->notes_last)
		return NULL;
	return &m->notes[(seq - 1) % MODEL_NOTES_MAX];
}

const struct note_row *model_note(const struct model *m, uint64_t seq)
{
	return notes_row(m, seq);
}

void fold_note(struct model *m, const struct event *ev)
{
	struct note_row *row;

	if (ev->u.note.id >= NOTES || ev->u.note.severity > SEV_ERROR) {
		model_drop(m);
		return;
	}
	if (!m->notes)
		m->notes = xcalloc(MODEL_NOTES_MAX, sizeof *m->notes);
	if (!m->notes_first)
		m->notes_first = 1;
	if (m->notes_last - m->notes_first + 1 == MODEL_NOTES_MAX) {
		row = notes_row(m, m->notes_first);
		bytes_free(&row->note.text);
		m->notes_first++;
	}
	m->notes_last++;

	row = notes_row(m, m->notes_last);
	*row = (struct note_row){
		.seq = m->notes_last, .time_ns = ev->time_ns,
		.note = ev->u.note,
	};
	row->note.text = bytes_keep(&ev->u.note.text);
}

void rows_release(struct model *m)
{
	for (uint64_t s = m->signals_first; s && s <= m->signals_last; s++)
		bytes_free(&signals_row(m, s)->signal.region_name);
	for (uint64_t s = m->notes_first; s && s <= m->notes_last; s++)
		bytes_free(&notes_row(m, s)->note.text);
	free(m->signals);
	free(m->notes);
}

void copy_rows(struct copying *c, const struct model *from)
{
	struct model *m = c->to;

	if (m->signals)
		m->signals = xcalloc(MODEL_SIGNALS_MAX, sizeof *m->signals);
	for (uint64_t s = m->signals_first; s && s <= m->signals_last; s++) {
		struct signal_row *row = signals_row(m, s);
		struct bytes *name = &row->signal.region_name;

		*row = *signals_row(from, s);
		name->data = copied(c, name->data, name->len);
		c->bytes += sizeof *row;
	}
	if (m->notes)
		m->notes = xcalloc(MODEL_NOTES_MAX, sizeof *m->notes);
	for (uint64_t s = m->notes_first; s && s <= m->notes_last; s++) {
		struct note_row *row = notes_row(m, s);
		struct bytes *text = &row->note.text;

		*row = *notes_row(from, s);
		text->data = copied(c, text->data, text->len);
		c->bytes += sizeof *row;
	}
}
