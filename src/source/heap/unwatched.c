/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports programs that do not load the library, or that use an allocator of
 * their own.  The reason can be read only at the start of a program, when it is
 * stopped at the end of its exec.  Whether it has loaded the library is known
 * only at its exit.
 */
#include <config.h>

#include "source/heap/heap_private.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

#include "preload/heap_fit.h"
#include "source/heap/readable.h"
#include "source/target.h"
#include "sys/proc/root.h"

#define AUXV_MAX 4096
/* Number of bytes of the environment that are searched. */
#define ENVIRON_MAX (1u << 20)
/* After this many warnings, notes are emitted instead, which only the log
 * shows. */
#define WARNINGS_MAX 10u
/* Seconds that a program may take to load the library on a busy machine. */
#define LOADING_S 10u

/* True if the program ignores LD_PRELOAD (AT_SECURE).  Also stores its
 * AT_RANDOM as p->image. */
static bool read_auxv(const struct heap_source *s, struct heap_proc *p)
{
	struct str text = STR_INIT;
	ElfW(auxv_t) a;
	bool secure = false;

	p->image = 0;
	if (procroot_readf(s->host->proc, &text, AUXV_MAX, "%d/auxv",
			   (int)p->pid) == 0)
		for (size_t i = 0; i + sizeof a <= text.len; i += sizeof a) {
			memcpy(&a, text.data + i, sizeof a);
			secure |= a.a_type == AT_SECURE && a.a_un.a_val;
			if (a.a_type == AT_RANDOM)
				p->image = a.a_un.a_val;
		}
	str_release(&text);
	return secure;
}

static const char *preloads_in(const struct str *environment)
{
	static const char name[] = "LD_PRELOAD=";
	const char *at = environment->data, *found = NULL;
	const char *end = at + environment->len;

	for (; at < end; at += strlen(at) + 1)
		if (strncmp(at, name, sizeof name - 1) == 0)
			found = at + sizeof name - 1;
	return found;
}

static enum no_heap_why why_by_environment(const struct heap_source *s,
					   pid_t pid)
{
	const char *library = s->host->target->heap_library, *preloads;
	struct str text = STR_INIT;
	enum no_heap_why why = NO_HEAP_ENVIRONMENT;
	int fd;

	if (procroot_readf(s->host->proc, &text, ENVIRON_MAX, "%d/environ",
			   (int)pid) < 0)
		str_clear(&text);
	str_addc(&text, '\0');
	preloads = preloads_in(&text);
	if (heap_fit_forbidden(preloads))
		why = NO_HEAP_SANITIZER;
	else if (preloads && strstr(preloads, library))
		why = NO_HEAP_LIBRARY;
	str_release(&text);
	/* Look for the library in the root folder of the process, which may
	 * differ from mmtop's. */
	fd = open_in_root(s->host->proc, pid, library);
	if (fd == -EAGAIN || fd == -EINVAL || fd == -ENOSYS)
		return why;
	if (fd < 0)
		return NO_HEAP_HIDDEN;
	close(fd);
	return readable_by(s->host->proc, pid, library) ? why
							: NO_HEAP_UNREADABLE;
}

static enum no_heap_why why_of(const struct heap_source *s, pid_t pid,
			       bool secure)
{
	int fd = procroot_openf(s->host->proc, O_RDONLY, "%d/exe", (int)pid);
	enum heap_fit fit = fd < 0 ? HEAP_FIT : heap_fit_fd(fd);

	if (fd >= 0)
		close(fd);
	switch (fit) {
	case HEAP_FIT_STATIC:
		return NO_HEAP_STATIC;
	case HEAP_FIT_LOADER:
		return NO_HEAP_LOADER;
	case HEAP_FIT_MACHINE:
		return NO_HEAP_MACHINE;
	case HEAP_FIT_SANITIZER:
		return NO_HEAP_SANITIZER;
	default:
		return secure ? NO_HEAP_SECURE : why_by_environment(s, pid);
	}
}

void heap_unwatched_begin(struct heap_source *s, struct heap_proc *p)
{
	if (procroot_linkf(s->host->proc, &p->exe, "%d/exe", (int)p->pid) < 0)
		str_clear(&p->exe);
	p->no_heap = why_of(s, p->pid, read_auxv(s, p));
}

void heap_unwatched_fork(struct heap_proc *child, const struct heap_proc *parent)
{
	child->here = parent->here;
	child->no_heap = parent->no_heap;
	child->image = parent->image;
	str_clear(&child->exe);
	str_add(&child->exe, parent->exe.data, parent->exe.len);
}

void heap_unwatched_left(const struct heap_source *s, struct heap_proc *p)
{
	const struct heapclock *clock = heappool_clock(s->pool);
	uint64_t ticks = heapclock_now(clock) - p->began;

	if (p->no_heap == NO_HEAP_LIBRARY && !p->here &&
	    ticks < LOADING_S * heapclock_second(clock))
		p->no_heap = 0;
}

void heap_unwatched_report(struct heap_source *s, const struct heap_proc *p)
{
	struct event ev = host_event(s->host, HEAP_LETTER, EV_NOTE, p->pid,
				     p->pid);
	enum no_heap_why why = p->here ? NO_HEAP_ALLOCATOR :
			       (enum no_heap_why)p->no_heap;

	/* If records were lost, some of them may be from this process: it may
	 * have loaded the library. */
	if (!p->no_heap || p->wrote || (p->here && !p->info.own) || s->lossy)
		return;
	ev.u.note = (struct ev_note){
		.id = NOTE_NO_HEAP, .a = p->pid, .b = why,
		.severity = s->warnings++ < WARNINGS_MAX ? SEV_WARN : SEV_NOTE,
		.text = { p->exe.data, p->exe.len },
	};
	s->host->emit(s->host->emit_arg, &ev);
}
