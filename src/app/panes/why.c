/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command :why shows how the RSS of the process in view has changed. */
#include <config.h>

#include <stdlib.h>

#include "app/panes/why.h"
#include "app/screen/pace.h"
#include "app/screen/private.h"
#include "base/alloc.h"
#include "base/str.h"
#include "ui/process/why.h"

/* Time for which the engine reads the sites for an answer: their names may come
 * later than their sizes. */
#define HEAP_NS UINT64_C(3000000000)

struct why {
	struct rss_mark mark;
	uint64_t until_ns;		/* until then, the sites of the heap
					 * renew the answer */
};

void why_init(struct screen *s)
{
	s->why = xcalloc(1, sizeof *s->why);
}

void why_release(struct screen *s)
{
	rss_mark_release(&s->why->mark);
	free(s->why);
}

static bool has_heap(const struct screen *s, const struct process *p)
{
	return p->heap || s->view.model->heap_known;
}

/* Runs the command; returns true if it has answered. */
static bool answer(struct screen *s, const struct process *p, const char *args)
{
	struct why_asked asked = {
		.process = p, .heap = p && has_heap(s, p), .keys = true,
		.ascii = !s->view.look.utf8,
	};
	struct str text = STR_INIT;
	uint64_t addr = 0;
	bool answers = why_command(&text, &s->why->mark, ":why", args, s->view.model,
				   &asked, &addr);

	if (answers) {
		messages_answer(&s->messages, text.data, addr, s->now_ns);
		pace_now(s);
	} else {
		screen_say(s, SEV_NOTE, "%s", text.data);
	}
	str_release(&text);
	return answers;
}

bool why_needs_heap(const struct screen *s)
{
	return s->now_ns < s->why->until_ns && messages_answered(&s->messages);
}

void why_event(struct screen *s, const struct event *ev)
{
	const struct process *p = view_process(&s->view);

	if (ev->kind == EV_HEAP && ev->u.heap.op == HEAP_OP_TOTAL &&
	    why_needs_heap(s) && p && p->pid == ev->pid)
		answer(s, p, "");
}

void exec_why(const struct command_context *x)
{
	struct screen *s = x->screen;
	const struct process *p = view_process(&s->view);

	if (answer(s, p, x->args))
		s->why->until_ns = has_heap(s, p) && !p->ended ?
				   s->now_ns + HEAP_NS : 0;
}
