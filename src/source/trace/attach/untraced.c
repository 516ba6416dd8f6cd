/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Children that the kernel does not report to the tracer: those created by
 * clone() with CLONE_UNTRACED, which mmtop can remove only with a filter.  From
 * time to time the tracer compares the children in /proc with its table, and
 * reports each untraced child once.
 */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/core/tracer.h"

#include <stdlib.h>

#include "sys/proc/root.h"

/* Number of threads that are checked at a time. */
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

	/* If the child has a tracer, mmtop traces it, and its event will
	 * come. */
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

void untraced_scan(struct tracer *s)
{
	struct str text = STR_INIT;
	struct tracee *t, *next;
	unsigned skip, i = 0, n = tracees_count(&s->tracees);

	/* The tasks of a detached tree, which have no tracer, must not be
	 * reported. */
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
