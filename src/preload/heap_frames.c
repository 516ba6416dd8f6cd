/* SPDX-License-Identifier: 0BSD */
/*
 * Walks the stack by unwind tables or, in code without a table, by frame
 * pointers.  Code without either uses the frame pointer register for other
 * values.  So this file reads only words inside the thread's own stack.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_code.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

/* Set by glibc: the start of the first thread's stack. */
extern void *__libc_stack_end __attribute__((weak));

#define MAIN_MAX ((uintptr_t)64 << 20)

/* The part of the thread's stack that is readable while the thread runs. */
static THREAD_LOCAL struct {
	uintptr_t low, high;
} stack;

struct proc_maps_reading {
	int fd;
	ssize_t n, at;
	char buf[512];
};

static int next_char(struct proc_maps_reading *r)
{
	if (r->at == r->n) {
		r->at = 0;
		r->n = read(r->fd, r->buf, sizeof r->buf);
		if (r->n <= 0) {
			r->n = 0;
			return -1;
		}
	}
	return (unsigned char)r->buf[r->at++];
}

/* Reads hex digits; returns the character after them. */
static int next_number(struct proc_maps_reading *r, uintptr_t *out)
{
	int c;

	*out = 0;
	for (;;) {
		c = next_char(r);
		if (c >= '0' && c <= '9')
			*out = *out << 4 | (uintptr_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			*out = *out << 4 | (uintptr_t)(c - 'a' + 10);
		else
			return c;
	}
}

/* Finds the mapping that contains addr.  pthread_getattr_np() cannot be used
 * for this, since it allocates memory. */
static bool find_mapping(uintptr_t addr, uintptr_t *low, uintptr_t *high)
{
	struct proc_maps_reading r = { .fd = open("/proc/self/maps",
						  O_RDONLY | O_CLOEXEC) };
	bool found = false;
	int c = 0;

	if (r.fd < 0)
		return false;
	while (!found && c >= 0) {
		c = next_number(&r, low);
		if (c == '-')
			c = next_number(&r, high);
		found = c == ' ' && *low <= addr && addr < *high;
		while (!found && c >= 0 && c != '\n')
			c = next_char(&r);
	}
	close(r.fd);
	return found;
}

/* In the first thread, sets the range of its stack and returns true.  This
 * stack grows; no other mapping is created within its size limit. */
static bool is_first(uintptr_t here)
{
	uintptr_t high = &__libc_stack_end ? (uintptr_t)__libc_stack_end : 0;
	uintptr_t size = MAIN_MAX;
	struct rlimit limit;

	if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < size)
		size = (uintptr_t)limit.rlim_cur;
	if (here >= high || high - here >= size)
		return false;
	stack.low = high - size;
	stack.high = high;
	return true;
}

void heap_frames_prepare(void)
{
	uintptr_t here = (uintptr_t)__builtin_frame_address(0), low, high;
	uintptr_t local = (uintptr_t)&stack;

	stack.low = stack.high = 0;
	if (is_first(here) || !find_mapping(here, &low, &high))
		return;
	/* A thread's own variables lie at the end of its stack.  Memory after
	 * them may be another mapping, which the kernel shows merged with the
	 * stack. */
	if (local > here && local < high)
		high = local;
	stack.low = low;
	stack.high = high;
}

struct frame_walk {
	uintptr_t pc, sp, bp;
};

static inline uintptr_t word_at(uintptr_t at)
{
	return *(const uintptr_t *)at;
}

/* Moves to the caller's frame.  Returns the return address; 0: this was
 * the last frame. */
static inline uintptr_t walk_step(struct frame_walk *w)
{
	uint64_t rule = heap_rule_of(w->pc - 1);
	unsigned kind = heap_rule_kind(rule);
	bool saved = kind == HEAP_RULE_NONE || rule & HEAP_RULE_SAVED;
	uintptr_t at = kind == HEAP_RULE_NONE ? 2 * sizeof at :
		       heap_rule_saved(rule);
	uintptr_t cfa = kind == HEAP_RULE_NONE ? w->bp + 2 * sizeof cfa :
			(kind == HEAP_RULE_SP ? w->sp : w->bp) +
			heap_rule_cfa(rule);

	if (kind == HEAP_RULE_END || cfa <= w->sp || cfa > stack.high ||
	    cfa % sizeof cfa != 0 || (saved && cfa - w->sp < at))
		return 0;
	w->pc = word_at(cfa - sizeof cfa);
	if (saved)
		w->bp = word_at(cfa - at);
	w->sp = cfa;
	return w->pc >= HEAP_PAGE ? w->pc : 0;
}

/* Starts a walk at `frame`.  Returns false if the frame is on another stack,
 * such as that of a signal handler or a coroutine. */
static inline bool walk_begin(struct frame_walk *w, const void *frame)
{
	uintptr_t at = (uintptr_t)frame;

	if (at < stack.low || at >= stack.high)
		return false;
	*w = (struct frame_walk){ .pc = heap_return_of(frame),
			    .sp = at + 2 * sizeof at, .bp = word_at(at) };
	while (UNLIKELY(heap_rule_of(w->pc - 1) & HEAP_RULE_NEW))
		if (!walk_step(w))
			return false;
	return true;
}

unsigned heap_frames(uint64_t *out, unsigned max, const void *frame)
{
	unsigned n = 0;
	struct frame_walk w;

	if (!walk_begin(&w, frame))
		return 0;
	while (n < max && (out[n] = walk_step(&w)) != 0)
		n++;
	return n;
}

bool heap_frames_are(const uint64_t *had, unsigned n, unsigned max,
		     const void *frame)
{
	struct frame_walk w;

	if (!walk_begin(&w, frame))
		return n == 0;
	for (unsigned i = 0; i < n; i++)
		if (walk_step(&w) != had[i])
			return false;
	return n == max || walk_step(&w) == 0;
}
