/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/maptrace.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#define uthash_malloc(n) xmalloc(n)
#include <uthash.h>

#include "base/str.h"
#include "event/call.h"
#include "preload/heap_wire.h"
#include "sink/beside.h"

#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4		/* Linux 5.7 */
#endif

/* A write of this size costs next to nothing a line. */
#define FULL 65536

struct proc {
	pid_t pid;
	struct str lines;		/* not written yet */
	bool begun;			/* its file is this session's */
	UT_hash_handle hh;
};

struct maptrace {
	char *path;
	pid_t first;			/* who has it; 0: nobody yet */
	uint64_t page_size;
	struct proc *procs;
	bool over;			/* a write failed */
	maptrace_failed_fn *failed;
	void *arg;
};

/* --- files ---------------------------------------------------------------------- */

static int write_lines(struct proc *p, const char *path)
{
	int fd = beside_open(path, O_APPEND | (p->begun ? 0 : O_TRUNC)), r;

	if (fd < 0)
		return fd;
	r = beside_write(fd, &p->lines);
	if (close(fd) < 0 && !r)
		r = -errno;
	p->begun = true;
	return r;
}

static void flush(struct maptrace *m, struct proc *p)
{
	struct str path = STR_INIT;
	int r;

	if (m->over || (!p->lines.len && p->begun))
		return;
	str_adds(&path, m->path);
	if (p->pid != m->first)
		str_addf(&path, ".%d", (int)p->pid);
	r = write_lines(p, path.data);
	str_clear(&p->lines);
	if (r < 0) {
		m->over = true;
		if (m->failed)
			m->failed(m->arg, path.data, -r);
	}
	str_release(&path);
}

/* --- processes ------------------------------------------------------------------ */

static struct proc *proc_of(struct maptrace *m, pid_t pid)
{
	struct proc *p;

	HASH_FIND_INT(m->procs, &pid, p);
	if (p)
		return p;
	p = xcalloc(1, sizeof *p);
	p->pid = pid;
	p->lines = (struct str)STR_INIT;
	HASH_ADD_INT(m->procs, pid, p);
	return p;
}

static void drop(struct maptrace *m, struct proc *p)
{
	HASH_DEL(m->procs, p);
	str_release(&p->lines);
	free(p);
}

void maptrace_flush(struct maptrace *m)
{
	struct proc *p, *next;

	HASH_ITER(hh, m->procs, p, next)
		flush(m, p);
}

static void on_process(struct maptrace *m, const struct event *ev)
{
	struct proc *p;

	if (ev->flags & EVF_AGAIN)
		return;
	switch (ev->u.process.op) {
	case PROCESS_LAUNCH:
	case PROCESS_ATTACH:
		if (!m->first)
			m->first = ev->pid;
		break;
	case PROCESS_EXEC:
		/* All that was mapped is gone, without a call. */
		p = proc_of(m, ev->pid);
		str_clear(&p->lines);
		p->begun = false;
		break;
	case PROCESS_EXIT:
		if (!ev->u.process.gone)
			break;
		p = proc_of(m, ev->pid);
		flush(m, p);
		drop(m, p);
		break;
	default:
		break;
	}
}

/* The ring of --heap lies in the program, where its library had room mapped. */
static bool is_own(const struct ev_call *c)
{
	static const char own[] = "/memfd:" HEAP_RING_NAME " (deleted)";

	return c->path.len == sizeof own - 1 &&
	       !memcmp(c->path.data, own, sizeof own - 1);
}

/* --- calls ---------------------------------------------------------------------- */

static void add(struct maptrace *m, struct proc *p, const char *name,
		uint64_t addr, uint64_t bytes)
{
	uint64_t more = bytes + m->page_size - 1;

	if (more >= bytes)
		bytes = more - more % m->page_size;
	if (bytes)
		str_addf(&p->lines, "%s(syscall): 0x%" PRIx64 " 0x%" PRIx64
			 "\n", name, addr, bytes);
}

static void on_call(struct maptrace *m, const struct event *ev)
{
	const struct ev_call *c = &ev->u.call;
	uint64_t result = (uint64_t)c->result;
	struct proc *p;

	if (c->phase == PHASE_ENTER || c->restarted || c->error ||
	    !call_result_known(c))
		return;
	p = proc_of(m, ev->pid);
	switch (c->call) {
	case CALL_MMAP:
	case CALL_MMAP2:
	case CALL_OLD_MMAP:
		if (call_args_known(c))
			add(m, p, is_own(c) ? "munmap" : "mmap", result,
			    call_arg_value(c, 1));
		break;
	case CALL_MUNMAP:
		add(m, p, "munmap", call_arg_value(c, 0),
		    call_arg_value(c, 1));
		break;
	case CALL_MREMAP:
		if (!(call_arg_value(c, 3) & MREMAP_DONTUNMAP))
			add(m, p, "munmap", call_arg_value(c, 0),
			    call_arg_value(c, 1));
		add(m, p, "mmap", result, call_arg_value(c, 2));
		break;
	default:
		break;
	}
	if (p->lines.len >= FULL)
		flush(m, p);
}

void maptrace_event(void *arg, const struct event *ev)
{
	struct maptrace *m = arg;

	switch (ev->kind) {
	case EV_START:
		if (ev->u.start.page_size)
			m->page_size = ev->u.start.page_size;
		break;
	case EV_CALL:
		on_call(m, ev);
		break;
	case EV_PROCESS:
		on_process(m, ev);
		break;
	case EV_STATUS:
	case EV_END:
		maptrace_flush(m);
		break;
	default:
		break;
	}
}

/* --- begin and end -------------------------------------------------------------- */

int maptrace_new(struct maptrace **out, const char *path)
{
	int fd = beside_open(path, O_TRUNC);

	if (fd < 0)
		return fd;
	close(fd);
	*out = xcalloc(1, sizeof **out);
	(*out)->path = xstrdup(path);
	(*out)->page_size = 4096;
	return 0;
}

void maptrace_tell(struct maptrace *m, maptrace_failed_fn *failed, void *arg)
{
	m->failed = failed;
	m->arg = arg;
}

bool maptrace_failed(const struct maptrace *m)
{
	return m->over;
}

void maptrace_free(struct maptrace *m)
{
	struct proc *p, *next;

	if (!m)
		return;
	HASH_ITER(hh, m->procs, p, next)
		drop(m, p);
	free(m->path);
	free(m);
}
