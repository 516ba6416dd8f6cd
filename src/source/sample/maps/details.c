/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads smaps of one process, once per request.  The read blocks the target's
 * mmap() (31 ms for 2 GiB), so it is never repeated to refresh a screen.
 */
#include <config.h>

#include "source/sample/core/sample.h"

#include <errno.h>
#include <unistd.h>

#include "parse/proc/smaps.h"
#include "source/sample/core/procs.h"
#include "source/sample/maps/space.h"
#include "source/sample/maps/vmflags.h"
#include "sys/loop.h"

#define CHUNK 32768
#define LINE_MAX_BYTES (1u << 20)

void details_stop(struct sampler *s)
{
	struct details_job *j = &s->details;

	if (j->fd >= 0)
		close(j->fd);
	j->fd = -1;
	j->pid = 0;
	str_release(&j->text);
}

void details_begin(struct sampler *s, pid_t pid)
{
	struct details_job *j = &s->details;
	struct sproc *p = sproc_find(s, pid);
	int fd;

	if (!p || j->pid == pid)
		return;
	details_stop(s);
	fd = sproc_open(s, p, "smaps");
	if (fd < 0) {
		if (fd != -ENOENT && fd != -ESRCH)
			sample_unreadable(s, p, FILE_SMAPS, -fd);
		return;
	}
	*j = (struct details_job){ .pid = pid, .fd = fd, .text = STR_INIT };
}

static void one_region(struct sampler *s, struct sproc *p,
		       const struct smaps_entry *e)
{
	struct sregion *r = sregions_find(&p->regions, e->map.start);

	if (e->pss != EV_UNKNOWN)
		s->details.pss += e->pss;
	/* smaps and the map were read at different times: use only identical
	 * regions. */
	if (!r || r->start != e->map.start || r->end != e->map.end)
		return;
	/* The RSS of counted pages is newer. */
	if (!s->host->wants.pages)
		r->rss = e->rss;
	r->pss = e->pss;
	r->swap = e->swap;
	r->vmflags = vmflags_bits(e->vmflags);
	space_emit(s, p, REGION_CHANGE, r, r->start, 0);
	r->pss = EV_UNKNOWN;
}

static void consume(struct str *text, size_t n)
{
	struct str rest = STR_INIT;

	str_add(&rest, text->data + n, text->len - n);
	str_release(text);
	*text = rest;
}

/* Handles the regions whose text is complete. */
static void parse_some(struct sampler *s, struct sproc *p)
{
	struct details_job *j = &s->details;
	size_t used = 0;

	for (;;) {
		struct bytes rest = { j->text.data + used,
				      j->text.len - used };
		struct smaps_entry e;
		bool found;
		size_t n = smaps_region(rest, j->eof, &e, &found);

		if (found)
			one_region(s, p, &e);
		used += n;
		if (n == 0 || used >= j->text.len)
			break;
	}
	if (used)
		consume(&j->text, used);
}

static void details_end(struct sampler *s, struct sproc *p)
{
	p->usage.pss = s->details.pss;
	p->usage.due = clock_ns();
	details_stop(s);
}

bool details_ready(struct sampler *s)
{
	struct sproc *p = s->details.pid ? sproc_find(s, s->details.pid)
					 : NULL;

	return p && p->synced && p->map.phase != MAP_EMIT;
}

bool details_work(struct sampler *s, uint64_t deadline)
{
	struct details_job *j = &s->details;
	struct sproc *p;
	char buf[CHUNK];

	if (!details_ready(s))
		return false;
	p = sproc_find(s, j->pid);
	do {
		ssize_t n = read(j->fd, buf, sizeof buf);

		if (n < 0 && errno == EINTR)
			continue;
		j->eof = n == 0;
		if (n > 0)
			str_add(&j->text, buf, (size_t)n);
		parse_some(s, p);
		if (n < 0 || j->text.len > LINE_MAX_BYTES) {
			details_stop(s);
			return true;
		}
		if (j->eof) {
			details_end(s, p);
			return true;
		}
	} while (clock_ns() < deadline);
	return true;
}
