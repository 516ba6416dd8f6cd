/* SPDX-License-Identifier: 0BSD */
/*
 * Who called whom, by the chain of frame pointers.  Code that has none uses the
 * register for something else: so no word is read that is not known to be the
 * thread's own stack, and what comes of it is only as good as the code.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_private.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

/* glibc's: where the first thread's stack begins. */
extern void *__libc_stack_end __attribute__((weak));

#define MAIN_MAX ((uintptr_t)64 << 20)

/* [low, high) is readable for as long as the thread runs. */
static THREAD_LOCAL struct {
	uintptr_t low, high;
} stack;

struct reading {
	int fd;
	ssize_t n, at;
	char buf[512];
};

static int next_char(struct reading *r)
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

/* Hex digits up to one that is none, which is returned. */
static int next_number(struct reading *r, uintptr_t *out)
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

/* The mapping around that address.  pthread_getattr_np() would allocate. */
static bool find_mapping(uintptr_t addr, uintptr_t *low, uintptr_t *high)
{
	struct reading r = { .fd = open("/proc/self/maps",
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

/* The first thread's grows: nothing else comes to lie within its limit. */
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
	/* A thread's own variables lie at the end of its stack; what follows
	 * may be another mapping that looks like the same one. */
	if (local > here && local < high)
		high = local;
	stack.low = low;
	stack.high = high;
}

unsigned heap_frames(uint64_t *out, unsigned max, const void *frame)
{
	uintptr_t at = (uintptr_t)frame, low = stack.low;
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	unsigned n = 0;

	/* On a stack of its own, or of a coroutine. */
	if (here < low || here >= stack.high)
		return 0;
	while (n < max && at >= here && at % sizeof at == 0 &&
	       at < stack.high && stack.high - at >= 2 * sizeof at) {
		const uintptr_t *words = (const uintptr_t *)at;

		if (words[1] < HEAP_PAGE)
			break;
		out[n++] = words[1];
		here = at + 2 * sizeof at;
		at = words[0];
	}
	return n;
}
