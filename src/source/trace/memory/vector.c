/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the address ranges of a process_madvise from the program's memory. */
#include <config.h>

#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"

#include <stdlib.h>
#include <string.h>

#include "event/call.h"
#include "sys/proc/root.h"

#define VECTOR_MAX 1024		/* UIO_MAXIOV: calls with more ranges fail */
#define PIECE 4096
#define FDINFO_MAX 4096

/* Decodes a struct iovec with the word size of the call's ABI. */
static struct page_range entry(const char *at, size_t word)
{
	uint32_t narrow[2];
	uint64_t wide[2];
	struct page_range r;

	if (word == sizeof *narrow) {
		memcpy(narrow, at, sizeof narrow);
		wide[0] = narrow[0];
		wide[1] = narrow[1];
	} else {
		memcpy(wide, at, sizeof wide);
	}
	r.start = wide[0];
	if (__builtin_add_overflow(wide[0], wide[1], &r.end))
		r.end = UINT64_MAX;
	return r;
}

static pid_t pidfd_pid(const struct source_host *h, pid_t tid, int fd)
{
	struct str text = STR_INIT;
	const char *at = NULL;
	int pid = 0;

	if (procroot_readf(h->proc, &text, FDINFO_MAX, "%d/fdinfo/%d",
			   (int)tid, fd) == 0)
		at = strstr(text.data, "\nPid:");
	if (at)
		pid = atoi(at + 5);
	str_release(&text);
	return pid > 0 ? pid : 0;
}

void vector_fetch(struct tracer *s, struct tracee *t)
{
	struct ev_call *c = &t->call;
	bool narrow = c->abi == ABI_I386 || c->abi == ABI_X32;
	size_t word = narrow ? 4 : 8, size = (size_t)c->args[2] * 2 * word;
	uint64_t addr = c->args[1];
	char piece[PIECE];

	str_clear(&t->ranges);
	c->ranges = (struct bytes){ "", 0 };
	if (c->call != CALL_PROCESS_MADVISE || c->args[2] > VECTOR_MAX)
		return;
	c->of_pid = pidfd_pid(s->host, t->tid, (int)c->args[0]);
	for (size_t n; c->of_pid && size; size -= n, addr += n) {
		n = size < sizeof piece ? size : sizeof piece;
		if (remote_read(s->host, t->tid, addr, piece, n) != (long)n)
			break;
		for (size_t at = 0; at < n; at += 2 * word) {
			struct page_range r = entry(piece + at, word);

			str_add(&t->ranges, &r, sizeof r);
		}
	}
	c->ranges = (struct bytes){ t->ranges.data, t->ranges.len };
}
