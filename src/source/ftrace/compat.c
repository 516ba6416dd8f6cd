/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the calls of 32-bit programs.  For its own ABI, the kernel has one
 * event per system call.  For the other ABI it has only raw_syscalls, one event
 * for all calls, with the number of the call but not its ABI.  When mmtop sees
 * a 32-bit program, it enables raw_syscalls for the numbers of memory calls,
 * and uses the records for 32-bit programs only.  A 64-bit program's calls by
 * int 0x80 cannot be distinguished from its other calls.
 *
 * The ABI of a program is known when mmtop attaches, and when execve returns:
 * at its return, execve has the number of the new ABI.
 */
#include <config.h>

#include "source/ftrace/ftrace.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "event/call.h"
#include "sys/proc/root.h"

/* A number above all call numbers of i386. */
#define NUMBERS 512
#define FILTER_SIZE 1024

/*
 * True if the auxv of the process has 32-bit words.  Then the second 32 bits
 * are the value of the first entry.  In a 64-bit program they are the upper
 * half of the first entry's type, which is 0.  The kernel has its own copy of
 * auxv: reading it touches no page of the program.
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

void compat_enable(struct ring_source *s)
{
	char filter[FILTER_SIZE];

	if (!s->compat || s->has_raw || !s->instance.t)
		return;
	compat_filter(filter, sizeof filter);
	s->has_raw = instance_enable_raw(&s->instance, filter) == 0;
}

bool compat_check(struct ring_source *s, pid_t pid)
{
	bool is = s->kinds & 1u << EV_CALL && is_32bit(s, pid);

	s->compat |= is;
	compat_enable(s);
	return is;
}

void compat_recheck(struct ring_source *s)
{
	for (size_t i = 0; s->compat && i < s->tasks.n; i++)
		s->tasks.v[i].is_32bit = is_32bit(s, s->tasks.v[i].pid);
}
