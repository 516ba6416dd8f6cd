/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/folded.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#define uthash_malloc(n) xmalloc(n)
#include <uthash.h>

#include "base/text.h"
#include "sink/outfile.h"

/* Maximum number of stacks in a file; without it, a hostile program could
 * create any number. */
#define STACKS_MAX (1u << 18)
/* Maximum number of frames in a stack; more than HEAP_FRAMES_MAX, which a
 * record can have. */
#define FRAMES_MAX 64
#define NAME_KEPT 1024

struct stack {
	char *line;
	uint64_t bytes;
	UT_hash_handle hh;
};
struct folded_process {
	pid_t pid;
	char *name;
	UT_hash_handle hh;
};

struct folded {
	struct stack *stacks;
	uint64_t others;		/* sum of the bytes of stacks beyond
					 * STACKS_MAX */
	/* The members below are used only if a file is written. */
	enum folded_what what;
	char *path;
	int fd;				/* -1: no file, or already written */
	struct folded_process *names;		/* names of the processes, by
						 * PID */
	folded_failed_fn *failed;
	void *arg;
};

/* --- a line --------------------------------------------------------------- */

static struct bytes file_of(struct bytes path)
{
	const char *slash = path.len ? memrchr(path.data, '/', path.len) : NULL;
	size_t n = slash ? (size_t)(slash + 1 - (const char *)path.data) : 0;

	return (struct bytes){ (const char *)path.data + n, path.len - n };
}

/* Adds a name.  Replaces semicolons, which end a frame.  Also replaces blanks
 * at the start or end of the name or before a digit: a reader could take the
 * text after them for the number of bytes. */
static void put_name(struct str *out, struct bytes name)
{
	size_t at = out->len;

	text_safe(out, name.data, name.len < NAME_KEPT ? name.len : NAME_KEPT,
		  false);
	for (char *c = out->data + at; *c; c++) {
		if (*c == ';')
			*c = ':';
		else if (*c == ' ' && (c == out->data + at || !c[1] ||
				       (c[1] >= '0' && c[1] <= '9')))
			*c = '_';
	}
}

/* Writes [library] for a function whose name is unknown. */
static void put_frame(struct str *out, const struct folded_frame *f)
{
	struct bytes file = file_of(f->library);

	str_addc(out, ';');
	if (f->symbol.len) {
		put_name(out, f->symbol);
	} else if (file.len) {
		str_addc(out, '[');
		put_name(out, file);
		str_addc(out, ']');
	} else if (f->addr) {
		str_addx(out, f->addr);
	} else {
		str_adds(out, "[other sites]");
	}
}

/* Writes the only frame of a stack: its library, then the function or, without
 * a name, the address. */
static void put_alone(struct str *out, const struct folded_frame *f)
{
	struct folded_frame place = *f;
	struct bytes file = file_of(f->library);

	if (file.len) {
		str_addc(out, ';');
		put_name(out, file);
	}
	place.library = (struct bytes){ NULL, 0 };
	put_frame(out, &place);
}

void folded_put(struct str *out, struct bytes process,
		const struct folded_frame *frames, size_t n)
{
	if (process.len)
		put_name(out, process);
	else
		str_adds(out, "[no name]");
	if (n == 1)
		put_alone(out, frames);
	else
		while (n-- > 0)
			put_frame(out, &frames[n]);
}

/* --- table of stacks ------------------------------------------------------ */

struct folded *folded_new(void)
{
	struct folded *f = xcalloc(1, sizeof *f);

	f->fd = -1;
	return f;
}

void folded_add(struct folded *f, const char *stack, uint64_t bytes)
{
	struct stack *s;

	if (!bytes)
		return;
	HASH_FIND_STR(f->stacks, stack, s);
	if (!s && HASH_COUNT(f->stacks) >= STACKS_MAX) {
		f->others += bytes;
		return;
	}
	if (!s) {
		s = xcalloc(1, sizeof *s);
		s->line = xstrdup(stack);
		HASH_ADD_KEYPTR(hh, f->stacks, s->line, strlen(s->line), s);
	}
	s->bytes += bytes;
}

static int by_line(const void *a, const void *b)
{
	const struct stack *const *x = a, *const *y = b;

	return strcmp((*x)->line, (*y)->line);
}

void folded_text(const struct folded *f, struct str *out)
{
	size_t n = HASH_COUNT(f->stacks), i = 0;
	const struct stack **list = xcalloc(n + 1, sizeof *list);

	for (const struct stack *s = f->stacks; s; s = s->hh.next)
		list[i++] = s;
	if (n)
		qsort(list, n, sizeof *list, by_line);
	for (i = 0; i < n; i++)
		str_addf(out, "%s %" PRIu64 "\n", list[i]->line,
			 list[i]->bytes);
	if (f->others)
		str_addf(out, "[other stacks] %" PRIu64 "\n", f->others);
	free(list);
}

void folded_free(struct folded *f)
{
	struct stack *s, *next_stack;
	struct folded_process *p, *next;

	if (!f)
		return;
	HASH_ITER(hh, f->stacks, s, next_stack) {
		HASH_DEL(f->stacks, s);
		free(s->line);
		free(s);
	}
	HASH_ITER(hh, f->names, p, next) {
		HASH_DEL(f->names, p);
		free(p->name);
		free(p);
	}
	if (f->fd >= 0)
		close(f->fd);
	free(f->path);
	free(f);
}

/* --- processes ------------------------------------------------------------ */

static struct folded_process *name_of(struct folded *f, pid_t pid)
{
	struct folded_process *p;

	HASH_FIND_INT(f->names, &pid, p);
	return p;
}

static void set_name(struct folded *f, pid_t pid, struct bytes name)
{
	struct folded_process *p = name_of(f, pid);

	if (!name.len)
		return;
	if (!p) {
		p = xcalloc(1, sizeof *p);
		p->pid = pid;
		HASH_ADD_INT(f->names, pid, p);
	}
	free(p->name);
	p->name = xstrndup(name.data, name.len);
}

static void on_process(struct folded *f, const struct event *ev)
{
	const struct ev_process *e = &ev->u.process;
	const struct folded_process *parent = name_of(f, ev->pid);
	struct bytes exe = file_of(e->exe);

	switch (e->op) {
	case PROCESS_LAUNCH:
	case PROCESS_ATTACH:
	case PROCESS_EXEC:
		set_name(f, ev->pid, exe.len ? exe : e->comm);
		break;
	case PROCESS_FORK:
	case PROCESS_VFORK:
	case PROCESS_CLONE:
		if (parent && e->child_pid != ev->pid)
			set_name(f, (pid_t)e->child_pid,
				 bytes_of(parent->name));
		break;
	default:
		break;
	}
}

/* --- sites ---------------------------------------------------------------- */

static size_t read_frames(const struct ev_heap *h,
			  struct folded_frame frames[FRAMES_MAX])
{
	struct bytes names = h->names;
	struct heap_frame called;
	size_t n = 1, depth = h->stack.len / sizeof(uint64_t);

	frames[0] = (struct folded_frame){ h->caller, h->library, h->symbol };
	for (size_t i = 0; i < depth && n < FRAMES_MAX; i++, n++) {
		frames[n] = (struct folded_frame){ .addr = 0 };
		memcpy(&frames[n].addr,
		       (const char *)h->stack.data + i * sizeof(uint64_t),
		       sizeof(uint64_t));
		if (!heap_frame_next(&names, &called))
			continue;
		frames[n].library = called.library;
		frames[n].symbol = called.symbol;
	}
	return n;
}

static void on_site(struct folded *f, const struct event *ev)
{
	const struct folded_process *p = name_of(f, ev->pid);
	struct folded_frame frames[FRAMES_MAX];
	struct str line = STR_INIT, name = STR_INIT;
	const struct ev_heap *h = &ev->u.heap;

	str_adds(&name, p ? p->name : "[no name]");
	if (f->what == FOLDED_PEAK)
		str_addf(&name, "-%d", (int)ev->pid);
	folded_put(&line, (struct bytes){ name.data, name.len }, frames,
		   read_frames(h, frames));
	folded_add(f, line.data, h->size);
	str_release(&name);
	str_release(&line);
}

/* --- the file ------------------------------------------------------------- */

int folded_open(struct folded **out, const char *path, enum folded_what what)
{
	int fd = outfile_open(path, O_TRUNC);

	if (fd < 0)
		return fd;
	*out = folded_new();
	(*out)->fd = fd;
	(*out)->what = what;
	(*out)->path = xstrdup(path);
	return 0;
}

void folded_on_failure(struct folded *f, folded_failed_fn *failed, void *arg)
{
	f->failed = failed;
	f->arg = arg;
}

void folded_finish(struct folded *f)
{
	struct str text = STR_INIT;
	int r;

	if (f->fd < 0)
		return;
	folded_text(f, &text);
	r = outfile_write(f->fd, &text);
	if (close(f->fd) < 0 && !r)
		r = -errno;
	f->fd = -1;
	if (r < 0 && f->failed)
		f->failed(f->arg, f->path, -r);
	str_release(&text);
}

void folded_event(void *arg, const struct event *ev)
{
	struct folded *f = arg;

	if (ev->kind == EV_PROCESS && !(ev->flags & EVF_AGAIN))
		on_process(f, ev);
	else if (ev->kind == EV_HEAP &&
		 ev->u.heap.op == (f->what == FOLDED_PEAK ? HEAP_OP_PEAK
							  : HEAP_OP_LEAK))
		on_site(f, ev);
}
