/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the file of a call.  A record has only numbers and addresses, which may
 * refer to another file by the time when mmtop reads the record.  A file that
 * does not match the call is not reported.
 */
#include <config.h>

#include "source/ftrace/ftrace.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"
#include "event/call.h"
#include "source/places.h"
#include "sys/proc/root.h"

#define MEMFD_BEGIN "/memfd:"
#define MEMFD_END " (deleted)"
#define S_NS UINT64_C(1000000000)
/* File times are those of the last clock tick: up to 10 ms too early. */
#define TICK_NS (10 * RING_MS)

/* Finds the file in the region list, as the call's descriptor may be closed or
 * reused by now.  The address may be reused, too, so the offset of the region
 * must match the argument of the call. */
static struct bytes mapped_file(struct ring_source *s, pid_t pid,
				const struct ev_call *c, uint64_t time)
{
	const struct place *at;
	uint64_t addr = (uint64_t)c->result, offset = call_arg_value(c, 5);

	if (c->error || !call_args_known(c) || c->args[3] & MAP_ANONYMOUS)
		return bytes_of("");
	at = places_find(s->places, pid, addr, time);
	if (!at || at->name[0] != '/' ||
	    at->offset + (addr - at->start) != offset)
		return bytes_of("");
	return bytes_of(at->name);
}

/* Converts a file time to the clock of the events. */
static uint64_t monotonic(const struct statx_timestamp *t)
{
	struct timespec real, mono;

	clock_gettime(CLOCK_REALTIME, &real);
	clock_gettime(CLOCK_MONOTONIC, &mono);
	return (uint64_t)(t->tv_sec - real.tv_sec + mono.tv_sec) * S_NS +
	       t->tv_nsec + (uint64_t)mono.tv_nsec - (uint64_t)real.tv_nsec;
}

/* True if the file of the descriptor was created between `from` and `to`.
 * Queries no file server, which could block. */
static bool is_made(struct ring_source *s, pid_t pid, int64_t fd, uint64_t from,
		    uint64_t to)
{
	int file = procroot_openf(s->b.host->proc, O_PATH, "%d/fd/%d",
				  (int)pid, (int)fd);
	struct statx st;
	uint64_t made;
	bool known;

	if (file < 0)
		return false;
	known = statx(file, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC,
		      STATX_BTIME, &st) == 0 && st.stx_mask & STATX_BTIME;
	close(file);
	if (!known)
		return false;
	made = monotonic(&st.stx_btime);
	return made + TICK_NS >= from && made <= to;
}

/* Copies NAME of "/memfd:NAME (deleted)" to out. */
static bool memfd_name(struct str *out, const char *link)
{
	size_t n = strlen(link), begin = strlen(MEMFD_BEGIN),
	       end = strlen(MEMFD_END);

	if (n < begin + end || strncmp(link, MEMFD_BEGIN, begin) ||
	    strcmp(link + n - end, MEMFD_END))
		return false;
	str_clear(out);
	str_add(out, link + begin, n - begin - end);
	return true;
}

/* Finds the file by the descriptor that the call returned, as the memory of the
 * name argument may have changed. */
static struct bytes made_file(struct ring_source *s, pid_t pid,
			      const struct ev_call *c, uint64_t time)
{
	struct str link = STR_INIT;
	bool has;

	if (c->error || c->result < 0)
		return bytes_of("");
	has = procroot_linkf(s->b.host->proc, &link, "%d/fd/%d", (int)pid,
			     (int)c->result) == 0 &&
	      memfd_name(&s->name, link.data) &&
	      is_made(s, pid, c->result, time - c->duration_ns, time);
	str_release(&link);
	return has ? (struct bytes){ s->name.data, s->name.len }
		   : bytes_of("");
}

struct bytes ring_name(struct ring_source *s, pid_t pid,
		       const struct ev_call *c, uint64_t time)
{
	switch (c->call) {
	case CALL_MMAP:
	case CALL_MMAP2:
		return mapped_file(s, pid, c, time);
	case CALL_MEMFD_CREATE:
		return made_file(s, pid, c, time);
	default:
		return bytes_of("");
	}
}
