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
#include "base/vec.h"
#include "event/call.h"
#include "preload/heap_wire.h"
#include "sink/outfile.h"

#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4		/* since Linux 5.7 */
#endif

/* Lines are written when they have this number of bytes: the cost of a write()
 * per line is then negligible. */
#define FULL 65536

/* An executable mapping of a file. */
struct code {
	uint64_t start, end;
	struct str file;
};
#define CODES_MAX 4096u

struct traced_process {
	pid_t pid;
	struct str lines;		/* lines that are not written yet */
	bool begun;			/* this session has created the
					 * process's file */
	bool whole;			/* `codes` includes all executable
					 * mappings of the process */
	VEC(struct code) codes;		/* oldest mapping first */
	UT_hash_handle hh;
};

struct maptrace {
	char *path;
	pid_t first;			/* process that writes to path; 0: none
					 * yet */
	uint64_t page_size;
	struct traced_process *procs;
	bool over;			/* a write has failed */
	maptrace_failed_fn *failed;
	void *arg;
};

/* --- files ---------------------------------------------------------------- */

static int write_lines(struct traced_process *p, const char *path)
{
	int fd = outfile_open(path, O_APPEND | (p->begun ? 0 : O_TRUNC)), r;

	if (fd < 0)
		return fd;
	r = outfile_write(fd, &p->lines);
	if (close(fd) < 0 && !r)
		r = -errno;
	p->begun = true;
	return r;
}

static void flush(struct maptrace *m, struct traced_process *p)
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

/* --- processes ------------------------------------------------------------ */

static struct traced_process *proc_of(struct maptrace *m, pid_t pid)
{
	struct traced_process *p;

	HASH_FIND_INT(m->procs, &pid, p);
	if (p)
		return p;
	p = xcalloc(1, sizeof *p);
	p->pid = pid;
	p->lines = (struct str)STR_INIT;
	HASH_ADD_INT(m->procs, pid, p);
	return p;
}

static void forget_code(struct traced_process *p, size_t i)
{
	str_release(&p->codes.v[i].file);
	vec_remove(&p->codes, i);
}

static void forget_codes(struct traced_process *p)
{
	while (p->codes.n)
		forget_code(p, p->codes.n - 1);
}

static void add_code(struct traced_process *p, uint64_t start, uint64_t end,
		     const char *file, size_t len)
{
	struct code code = { .start = start, .end = end, .file = STR_INIT };

	if (p->codes.n == CODES_MAX)
		forget_code(p, 0);
	str_add(&code.file, file, len);
	*vec_push(&p->codes) = code;
}

/* Removes the parts of `codes` that were unmapped, or mapped again. */
static void cut_codes(struct traced_process *p, uint64_t start, uint64_t size)
{
	uint64_t end = start + size < start ? UINT64_MAX : start + size;

	for (size_t i = p->codes.n; i--;) {
		struct code *c = &p->codes.v[i], tail = *c;

		if (start >= c->end || end <= c->start)
			continue;
		if (start <= c->start && end >= c->end) {
			forget_code(p, i);
			continue;
		}
		if (start <= c->start) {
			c->start = end;
			continue;
		}
		c->end = start;
		if (end < tail.end) {
			struct str file = STR_INIT;

			str_add(&file, c->file.data, c->file.len);
			add_code(p, end, tail.end, file.data, file.len);
			str_release(&file);
		}
	}
}

static const struct str *file_at(const struct traced_process *p, uint64_t addr)
{
	for (size_t i = p->codes.n; i--;)
		if (addr >= p->codes.v[i].start && addr < p->codes.v[i].end)
			return &p->codes.v[i].file;
	return NULL;
}

static void drop(struct maptrace *m, struct traced_process *p)
{
	HASH_DEL(m->procs, p);
	forget_codes(p);
	vec_release(&p->codes);
	str_release(&p->lines);
	free(p);
}

void maptrace_flush(struct maptrace *m)
{
	struct traced_process *p, *next;

	HASH_ITER(hh, m->procs, p, next)
		flush(m, p);
}

/* A child inherits its parent's mappings. */
static void on_child(struct maptrace *m, pid_t parent, pid_t pid)
{
	struct traced_process *child = proc_of(m, pid);
	const struct traced_process *p = proc_of(m, parent);

	if (child == p)
		return;
	forget_codes(child);
	child->whole = p->whole;
	for (size_t i = 0; i < p->codes.n; i++) {
		const struct code *c = &p->codes.v[i];

		add_code(child, c->start, c->end, c->file.data, c->file.len);
	}
}

static void on_process(struct maptrace *m, const struct event *ev)
{
	struct traced_process *p;

	if (ev->flags & EVF_AGAIN)
		return;
	switch (ev->u.process.op) {
	case PROCESS_LAUNCH:
		proc_of(m, ev->pid)->whole = true;
		/* fall through */
	case PROCESS_ATTACH:
		if (!m->first)
			m->first = ev->pid;
		break;
	case PROCESS_EXEC:
		/* exec has removed all mappings without a call, so start the
		 * file again. */
		p = proc_of(m, ev->pid);
		str_clear(&p->lines);
		p->begun = false;
		forget_codes(p);
		p->whole = true;
		break;
	case PROCESS_FORK:
	case PROCESS_VFORK:
	case PROCESS_CLONE:
		on_child(m, ev->pid, (pid_t)ev->u.process.child_pid);
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

/* True if the call maps the ring of --heap over memory that the preload library
 * had mapped. */
static bool is_own(const struct ev_call *c)
{
	static const char own[] = "/memfd:" HEAP_RING_NAME " (deleted)";

	return c->path.len == sizeof own - 1 &&
	       !memcmp(c->path.data, own, sizeof own - 1);
}

/* --- calls ---------------------------------------------------------------- */

/* Adds a word.  Escapes blanks and control characters as /proc/mounts does, so
 * that the name stays one word. */
static void add_word(struct str *out, const struct str *word)
{
	for (size_t i = 0; i < word->len; i++) {
		unsigned char c = (unsigned char)word->data[i];

		if (c <= ' ' || c == 0x7f || c == '\\')
			str_addf(out, "\\%03o", c);
		else
			str_addc(out, (char)c);
	}
}

/* Adds the calling library.  Adds nothing if it cannot be known, as for an i386
 * call, which comes from the vdso. */
static void add_caller(struct traced_process *p, const struct ev_call *c)
{
	const struct str *file;

	if (!p->whole || !c->ip || c->abi == ABI_I386)
		return;
	file = file_at(p, c->ip);
	str_addc(&p->lines, ' ');
	if (file && file->len)
		add_word(&p->lines, file);
	else
		str_adds(&p->lines, "(null)");
	str_addf(&p->lines, " (null) 0x%" PRIx64, c->ip);
}

static void add(struct maptrace *m, struct traced_process *p, const char *name,
		const struct ev_call *c, uint64_t addr, uint64_t bytes)
{
	uint64_t more = bytes + m->page_size - 1;

	if (more >= bytes)
		bytes = more - more % m->page_size;
	if (!bytes)
		return;
	str_addf(&p->lines, "%s(syscall): 0x%" PRIx64 " 0x%" PRIx64, name, addr,
		 bytes);
	add_caller(p, c);
	str_addc(&p->lines, '\n');
}

static void on_map(struct maptrace *m, struct traced_process *p,
		   const struct ev_call *c)
{
	uint64_t at = (uint64_t)c->result, size = call_arg_value(c, 1);

	if (!call_args_known(c))
		return;
	add(m, p, is_own(c) ? "munmap" : "mmap", c, at, size);
	cut_codes(p, at, size);
	if (c->path.len && call_arg_value(c, 2) & PROT_EXEC && at + size > at)
		add_code(p, at, at + size, c->path.data, c->path.len);
}

static void on_call(struct maptrace *m, const struct event *ev)
{
	const struct ev_call *c = &ev->u.call;
	struct traced_process *p;

	if (c->phase == PHASE_ENTER || c->restarted || c->error ||
	    !call_result_known(c))
		return;
	p = proc_of(m, ev->pid);
	switch (c->call) {
	case CALL_MMAP:
	case CALL_MMAP2:
	case CALL_OLD_MMAP:
		on_map(m, p, c);
		break;
	case CALL_MUNMAP:
		add(m, p, "munmap", c, call_arg_value(c, 0),
		    call_arg_value(c, 1));
		cut_codes(p, call_arg_value(c, 0), call_arg_value(c, 1));
		break;
	case CALL_MREMAP:
		if (!(call_arg_value(c, 3) & MREMAP_DONTUNMAP))
			add(m, p, "munmap", c, call_arg_value(c, 0),
			    call_arg_value(c, 1));
		add(m, p, "mmap", c, (uint64_t)c->result, call_arg_value(c, 2));
		cut_codes(p, call_arg_value(c, 0), call_arg_value(c, 1));
		cut_codes(p, (uint64_t)c->result, call_arg_value(c, 2));
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

/* --- creation and release ------------------------------------------------- */

int maptrace_new(struct maptrace **out, const char *path)
{
	int fd = outfile_open(path, O_TRUNC);

	if (fd < 0)
		return fd;
	close(fd);
	*out = xcalloc(1, sizeof **out);
	(*out)->path = xstrdup(path);
	(*out)->page_size = 4096;
	return 0;
}

void maptrace_on_failure(struct maptrace *m, maptrace_failed_fn *failed,
			 void *arg)
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
	struct traced_process *p, *next;

	if (!m)
		return;
	HASH_ITER(hh, m->procs, p, next)
		drop(m, p);
	free(m->path);
	free(m);
}
