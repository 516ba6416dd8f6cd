/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls of 32-bit programs.  The kernel has an event for each call of its own
 * ABI; of the other there is only the one for all calls (raw_syscalls), with a
 * number and without a word about whose it is: it is switched on for the numbers
 * of memory calls where a 32-bit program is seen, and believed of such alone.
 * What a 64-bit program calls by int 0x80 cannot be told from calls of its own.
 *
 * Whether a program is one is known when it is attached to, and where execve
 * returns: the kernel has given it its new ABI's number by then.
 */
#include <config.h>

#include "source/ftrace/ftrace.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "event/call.h"
#include "sys/proc/root.h"

/* Above all numbers of i386. */
#define NUMBERS 512
#define FILTER_SIZE 1024

/*
 * Its words are 32 bits wide then: the first entry's number and value fill one
 * word of the others, whose upper half is 0 as all numbers are small.  It is a
 * copy of the kernel's: no page of the program is looked at.
 */
static bool is_32bit(const struct ring_source *s, pid_t pid)
{
#ifdef __x86_64__
	int fd = procroot_openf(s->b.host->proc, O_RDONLY, "%d/auxv",
				(int)pid);
	uint32_t words[2] = { 0, 0 };
	ssize_t n;

	if (fd < 0)
		return false;
	n = read(fd, words, sizeof words);
	close(fd);
	return n == sizeof words && words[1];
#else
	(void)s;
	(void)pid;
	return false;
#endif
}

bool compat_is_memory_call(uint64_t nr)
{
	return call_by_nr(ABI_I386, nr)->id || nr == CALL_I386_IPC;
}

void compat_filter(char *buf, size_t size)
{
	size_t n = 0;

	for (uint64_t nr = 0; nr < NUMBERS && n < size; nr++)
		if (compat_is_memory_call(nr))
			n += (size_t)snprintf(buf + n, size - n, "%sid == %d",
					      n ? " || " : "", (int)nr);
}

/* Not before there is somebody of whom it would be believed. */
void compat_enable(struct ring_source *s)
{
	char filter[FILTER_SIZE];

	if (!s->compat || s->has_raw || !s->instance.t)
		return;
	compat_filter(filter, sizeof filter);
	s->has_raw = instance_enable_raw(&s->instance, filter) == 0;
}

bool compat_look(struct ring_source *s, pid_t pid)
{
	bool is = s->kinds & 1u << EV_CALL && is_32bit(s, pid);

	s->compat |= is;
	compat_enable(s);
	return is;
}

void compat_look_again(struct ring_source *s)
{
	for (size_t i = 0; s->compat && i < s->tasks.n; i++)
		s->tasks.v[i].is_32bit = is_32bit(s, s->tasks.v[i].pid);
}
