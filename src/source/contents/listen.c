/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Updates the captured processes from the events of other sources. */
#include <config.h>

#include "source/contents/capture.h"

#include "event/call.h"
#include "event/wire/codec.h"

static void copy_text(struct str *out, struct bytes from, bool words)
{
	str_clear(out);
	str_add(out, from.data, from.len);
	/* Each word of argv ends in a NUL byte. */
	for (size_t i = 0; words && i + 1 < out->len; i++)
		if (!out->data[i])
			out->data[i] = ' ';
}

static void new_process(struct contents_source *s, pid_t pid,
			const struct event *ev)
{
	const struct ev_process *e = &ev->u.process;
	const struct contents_process *parent = proc_find(s, ev->pid);
	struct contents_process *p = proc_add(s, pid);
	bool child = pid != ev->pid;

	proc_forget_space(s, p);
	p->tracked = false;
	if (child || e->ppid)
		p->ppid = child ? ev->pid : (pid_t)e->ppid;
	p->borrowed = child && e->op == PROCESS_VFORK;
	p->via = 0;
	copy_text(&p->exe, e->exe, false);
	copy_text(&p->argv, e->argv, true);
	if (child && parent && !p->exe.len)
		str_adds(&p->exe, parent->exe.data);
	if (child && parent && !p->argv.len)
		str_adds(&p->argv, parent->argv.data);
}

static void on_process(struct contents_source *s, const struct event *ev)
{
	const struct ev_process *e = &ev->u.process;
	struct contents_process *p = proc_find(s, ev->pid);

	switch (e->op) {
	case PROCESS_LAUNCH:
	case PROCESS_ATTACH:
	case PROCESS_EXEC:
		new_process(s, ev->pid, ev);
		break;
	case PROCESS_FORK:
	case PROCESS_VFORK:
	case PROCESS_CLONE:
		if (e->child == e->child_pid)
			new_process(s, (pid_t)e->child, ev);
		break;
	case PROCESS_EXIT:
		if (p && e->gone)
			proc_remove(s, p);
		break;
	case PROCESS_DETACH:
		if (p)
			proc_remove(s, p);
		break;
	default:
		break;
	}
}

static void keep_flags(struct contents_process *p, const struct ev_call *c)
{
	p->flags[p->n_flags++ % FLAGS_KEPT] = (struct flags_seen){
		(uint64_t)c->result, (uint64_t)c->result + c->args[1],
		c->args[3],
	};
}

/* Applies the changes that a returned call has made to the region list. */
static void on_call(struct contents_source *s, const struct event *ev)
{
	const struct ev_call *c = &ev->u.call;
	struct contents_process *p = proc_find(s, ev->pid);
	uint64_t result = (uint64_t)c->result;
	const uint64_t *a = c->args;

	if (c->phase != PHASE_ENTER && ev->tid == s->capture->calling)
		s->capture->call_until_ns = 0;
	if (!p || c->phase == PHASE_ENTER || c->error)
		return;
	switch (c->call) {
	case CALL_MMAP: case CALL_MMAP2: case CALL_OLD_MMAP:
		proc_unmapped(s, p, result, result + a[1]);
		keep_flags(p, c);
		break;
	case CALL_MUNMAP:
		proc_unmapped(s, p, a[0], a[0] + a[1]);
		break;
	case CALL_MREMAP:
		if (result != a[0])
			proc_moved(s, p, a[0], result, a[2]);
		proc_stale(p, a[0], a[0] + a[1]);
		proc_stale(p, result, result + a[2]);
		break;
	case CALL_MPROTECT: case CALL_PKEY_MPROTECT:
	case CALL_REMAP_FILE_PAGES: case CALL_MADVISE: case CALL_MLOCK:
	case CALL_MLOCK2: case CALL_MUNLOCK: case CALL_MBIND:
		proc_stale(p, a[0], a[0] + a[1]);
		break;
	case CALL_PROCESS_MADVISE:
	case CALL_BRK: case CALL_SHMAT: case CALL_SHMDT:
	case CALL_MAP_SHADOW_STACK: case CALL_MLOCKALL: case CALL_MUNLOCKALL:
		proc_stale(p, 0, USER_END);
		break;
	default:
		break;
	}
}

void capture_event(void *state, const struct event *ev)
{
	struct contents_source *s = state;

	if (ev->flags & EVF_AGAIN)
		return;
	if (capture_on(s) && (ev->kind == EV_START || ev->kind == EV_PROCESS))
		capture_store(s, ev, NO_SUMS);
	if (ev->kind == EV_START)
		event_encode(&s->capture->start, ev);
	else if (ev->kind == EV_PROCESS)
		on_process(s, ev);
	else if (ev->kind == EV_WRITES)
		written_event(s, ev);
	else if (ev->kind == EV_CALL && capture_on(s))
		on_call(s, ev);
}
