/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Children that no event told of: clone() with CLONE_UNTRACED, which only a
 * filter lets us take out.  Now and then the children that /proc knows are
 * compared with the table; who has no tracer is told of, once.
 */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/core/tracer.h"

#include <stdlib.h>

#include "sys/proc/root.h"

/* Threads looked at in one go: with more, others come next time. */
#define LOOKS_MAX 128
#define CHILDREN_MAX (64u << 10)

static bool is_told(const struct tracer *s, pid_t pid, uint64_t start)
{
	for (size_t i = 0; i < s->escaped.n; i++)
		if (s->escaped.v[i].pid == pid && s->escaped.v[i].start == start)
			return true;
	return false;
}

static void look_at(struct tracer *s, pid_t parent, pid_t pid)
{
	struct task_facts f;

	/* One that has a tracer is ours, and its event is on its way. */
	if (tracee_find(&s->tracees, pid) || pending_has(s, pid) ||
	    task_facts(s->host, pid, &f) < 0 || f.tracer || f.state == 'Z' ||
	    is_told(s, pid, f.start))
		return;
	*vec_push(&s->escaped) = (struct task_id){ pid, f.start };
	tracer_note(s, NOTE_UNTRACED, SEV_WARN, pid, parent, f.comm);
}

static void look_below(struct tracer *s, const struct tracee *t,
		       struct str *text)
{
	char *at, *end;

	if (procroot_readf(s->host->proc, text, CHILDREN_MAX,
			   "%d/task/%d/children", t->group->tgid, t->tid) < 0)
		return;
	for (at = text->data;; at = end) {
		long pid = strtol(at, &end, 10);

		if (end == at)
			return;
		if (pid > 0)
			look_at(s, t->group->tgid, (pid_t)pid);
	}
}

/* Those that have ended are no longer out there. */
static void forget_dead(struct tracer *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->escaped.n; i++) {
		struct task_facts f;

		if (task_facts(s->host, s->escaped.v[i].pid, &f) == 0 &&
		    f.start == s->escaped.v[i].start && f.state != 'Z')
			s->escaped.v[n++] = s->escaped.v[i];
	}
	s->escaped.n = n;
}

void untraced_look(struct tracer *s)
{
	struct str text = STR_INIT;
	struct tracee *t, *next;
	unsigned skip, i = 0, n = tracees_count(&s->tracees);

	/* Those that were let go have none either. */
	if (!s->follow || s->keeping || s->filter || s->detaching)
		return;
	forget_dead(s);
	skip = n > LOOKS_MAX ? s->looked % n : 0;
	HASH_ITER(hh, s->tracees.tasks, t, next) {
		if (i >= skip && i < skip + LOOKS_MAX && !t->exiting)
			look_below(s, t, &text);
		i++;
	}
	s->looked = skip + LOOKS_MAX;
	str_release(&text);
}
