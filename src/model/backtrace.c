/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The newest backtraces of a thread and of a past call. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "event/stack.h"
#include "model/copy.h"
#include "model/fold.h"

/* A limit against hostile events: backtraces have at most STACK_FRAMES_MAX
 * frames. */
#define FRAMES_MAX_KEPT (4 * STACK_FRAMES_MAX)

void backtrace_release(struct backtrace *b)
{
	vec_release(&b->frames);
	free(b->text);
	*b = (struct backtrace){ .frames = VEC_INIT };
}

/* The copied string at the same distance from the start of the text. */
static const char *moved(const struct backtrace *b, const char *text,
			 const char *s)
{
	return b->text + (s - text);
}

void copy_backtrace(struct copying *c, struct backtrace *b)
{
	const char *text = b->text;
	size_t n = 0;

	copy_vec(c, &b->frames);
	/* The strings of a frame follow each other; `lines` is the last. */
	if (b->frames.n) {
		const char *last = b->frames.v[b->frames.n - 1].lines;

		n = (size_t)(last - text) + strlen(last) + 1;
	}
	b->text = copied(c, text, n);
	for (size_t i = 0; i < b->frames.n; i++) {
		struct frame *f = &b->frames.v[i];

		f->function = moved(b, text, f->function);
		f->module = moved(b, text, f->module);
		f->file = moved(b, text, f->file);
		f->lines = moved(b, text, f->lines);
	}
}

/* Copies b to *to and adds a NUL.  Moves *to past the NUL. */
static const char *keep(char **to, const struct bytes *b)
{
	char *s = *to;

	if (b->len)
		memcpy(s, b->data, b->len);
	for (size_t i = 0; i < b->len; i++)
		if (!s[i])
			s[i] = ' ';
	s[b->len] = '\0';
	*to += b->len + 1;
	return s;
}

/* The call that the thread had just made at that time.  0: not stored. */
static uint64_t call_at(const struct model *m, pid_t tid, uint64_t time_ns)
{
	for (uint64_t seq = m->calls_last; seq && seq >= m->calls_first;
	     seq--) {
		const struct call_row *r = model_call(m, seq);

		if (r && r->tid == tid && r->time_ns <= time_ns)
			return seq;
	}
	return 0;
}

void fold_stack(struct model *m, const struct event *ev)
{
	const struct ev_stack *es = &ev->u.stack;
	struct backtrace *b = es->mapped ? &m->call_stack : &m->backtrace;
	struct stack_walk w = stack_walk(es);
	struct stack_entry e;
	uint64_t told = b->told + 1;
	char *to;

	if (es->why >= STACK_WHYS || es->end >= STACK_ENDS || ev->tid < 0) {
		model_drop(m);
		return;
	}
	backtrace_release(b);
	*b = (struct backtrace){
		.pid = ev->pid, .tid = ev->tid, .took_ns = es->took_ns,
		.time_ns = ev->time_ns - (es->took_ns < ev->time_ns ?
					  es->took_ns : ev->time_ns),
		.why = (enum stack_why)es->why, .error = (int)es->error,
		.end = (enum stack_end)es->end, .frames = VEC_INIT,
		.told = told, .signal = es->signal, .mapped = es->mapped,
		.text = xmalloc(es->text.len + 4 * FRAMES_MAX_KEPT),
	};
	to = b->text;
	while (b->frames.n < FRAMES_MAX_KEPT && stack_next(&w, &e))
		*vec_push(&b->frames) = (struct frame){
			.at = e.frame, .function = keep(&to, &e.function),
			.module = keep(&to, &e.module),
			.file = keep(&to, &e.file),
			.lines = keep(&to, &e.lines),
		};
	if (b->mapped)
		b->call = call_at(m, b->tid, b->time_ns);
	if (w.frames.len)
		model_drop(m);
}
