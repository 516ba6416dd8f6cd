/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file of a call.  A record has numbers and addresses alone; what they meant
 * is looked for when it is read, and may be another's by then: what does not fit
 * the call is not told.
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
/* A file's times are those of the last tick, of 10 ms at most. */
#define TICK_NS (10 * RING_MS)

/* Its descriptor may be closed, and another file's, by now: the map is asked.
 * The place may be another's too: the offset must be what was asked for. */
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

/* By the clock of the events. */
static uint64_t monotonic(const struct statx_timestamp *t)
{
	struct timespec real, mono;

	clock_gettime(CLOCK_REALTIME, &real);
	clock_gettime(CLOCK_MONOTONIC, &mono);
	return (uint64_t)(t->tv_sec - real.tv_sec + mono.tv_sec) * S_NS +
	       t->tv_nsec + (uint64_t)mono.tv_nsec - (uint64_t)real.tv_nsec;
}

/* Whether the file behind that descriptor was made then.  Nobody is asked for
 * its times who could keep us waiting. */
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

/* "/memfd:NAME (deleted)": NAME stands in out. */
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

/* The descriptor that came of it: the name's own memory may hold something else
 * since. */
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
