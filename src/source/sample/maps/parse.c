/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The text of a map against the one before.
 *
 * What both have in common, byte for byte, is passed over at the speed of
 * memory; only the lines between are parsed.  After a patch the text before is
 * none of the regions: then each line is parsed and held against its region.
 */
#include <config.h>

#include "source/sample/maps/space_private.h"

#include <string.h>
#include <unistd.h>

#include "source/sample/core/procs.h"
#include "source/sample/maps/edits.h"
#include "source/sample/maps/space.h"
#include "sys/loop.h"

/* The work between two looks at the clock. */
#define PARSE_STRIDE 256
/* A map that changed while it was read is read again, so often. */
#define TORN_MAX 2
/* What of two texts is compared at once. */
#define BLOCK 1024

/* --- what is the same ------------------------------------------------------- */

static size_t same_bytes(const char *a, const char *b, size_t n)
{
	size_t i = 0;

	while (n - i >= BLOCK && !memcmp(a + i, b + i, BLOCK))
		i += BLOCK;
	while (i < n && a[i] == b[i])
		i++;
	return i;
}

/* Whole lines. */
static size_t same_lines(const struct map_job *j)
{
	const char *a = j->text.data + j->pos;
	const char *b = j->known.data + j->known_pos;
	size_t n = j->text.len - j->pos, m = j->known.len - j->known_pos;
	const char *last;

	n = same_bytes(a, b, n < m ? n : m);
	last = n ? memrchr(a, '\n', n) : NULL;
	return last ? (size_t)(last + 1 - a) : 0;
}

/* Of which region the line at known_pos is; false: of none, which cannot be. */
static bool known_index(const struct map_job *j, const sregions *old,
			size_t *at)
{
	struct scan line = scan_of(j->known.data + j->known_pos,
				   j->known.len - j->known_pos);
	uint64_t start;

	*at = old->n;
	if (line.p == line.end)
		return true;
	if (!scan_u64(&line, 16, &start))
		return false;
	*at = sregions_index(old, start);
	return *at < old->n && old->v[*at]->start == start;
}

/* The regions of lines that are the same are kept. */
static void skip_same(struct sproc *p)
{
	struct map_job *j = &p->map;
	size_t n = same_lines(j), at;

	if (!n)
		return;
	j->known_pos += n;
	if (!known_index(j, &p->regions, &at) || at <= j->old_at) {
		str_clear(&j->known);
		j->known_pos = 0;
		return;
	}
	edits_close(&j->edits);
	j->pos += n;
	j->old_at = at;
	j->last_end = p->regions.v[at - 1]->end;
}

/* --- line by line ----------------------------------------------------------- */

static bool sysv_named(const struct maps_entry *e)
{
	return e->raw.len > 5 && memcmp(e->raw.data, "/SYSV", 5) == 0;
}

static bool is_line_of(const struct sregion *r, const struct maps_entry *e)
{
	return r->start == e->start && r->end == e->end &&
	       r->perm == e->perm && r->offset == e->offset &&
	       r->dev == e->dev && r->inode == e->inode &&
	       maps_name_is(e, r->name, r->name_len);
}

/* The next old region has been dealt with, and its line. */
static void old_done(struct map_job *j)
{
	const char *from = j->known.data + j->known_pos;
	const char *line = memchr(from, '\n', j->known.len - j->known_pos);

	j->old_at++;
	if (line)
		j->known_pos += (size_t)(line + 1 - from);
	else
		j->known_pos = j->known.len;
}

static void drop_old(struct map_job *j)
{
	edits_drop(&j->edits, j->old_at);
	old_done(j);
}

static struct sregion *new_region(struct sampler *s, const struct sproc *p,
				  const struct maps_entry *e)
{
	int fd = e->escaped ? sproc_open(s, p, "maps") : -1;
	struct sregion *r = sregion_new(e, &s->scratch, fd);

	if (fd >= 0)
		close(fd);
	return r;
}

static void one_region(struct sampler *s, struct sproc *p,
		       const struct maps_entry *e)
{
	struct map_job *j = &p->map;
	const sregions *old = &p->regions;

	/* Lines of two moments: the map moved between two reads. */
	if (e->start < j->last_end) {
		j->overlap = j->loose = true;
		return;
	}
	while (j->old_at < old->n && old->v[j->old_at]->start < e->start)
		drop_old(j);
	j->last_end = e->end;
	if (j->old_at < old->n && is_line_of(old->v[j->old_at], e)) {
		edits_close(&j->edits);
		old_done(j);
		return;
	}
	edits_add_fresh(&j->edits, j->old_at, new_region(s, p, e));
	if (j->old_at < old->n && old->v[j->old_at]->start == e->start)
		drop_old(j);
	p->sysv |= sysv_named(e);
	p->wide |= e->end > 1ull << 32;
}

static void one_line(struct sampler *s, struct sproc *p)
{
	struct map_job *j = &p->map;
	struct scan rest = scan_of(j->text.data + j->pos,
				   j->text.len - j->pos);
	struct scan line;
	struct maps_entry e;

	if (!scan_line(&rest, &line))
		return;
	j->pos = j->text.len - (size_t)(rest.end - rest.p);
	s->work.lines++;
	if (maps_line(line, &e))
		one_region(s, p, &e);
	else
		j->loose = true;
}

/* What is known goes on at a line of a region that comes later. */
static bool may_skip(const struct sproc *p)
{
	const struct map_job *j = &p->map;

	return j->known_pos < j->known.len && j->old_at < p->regions.n &&
	       p->regions.v[j->old_at]->start >= j->last_end;
}

bool map_parse(struct sampler *s, struct sproc *p, uint64_t deadline)
{
	struct map_job *j = &p->map;

	for (unsigned n = 1; j->pos < j->text.len; n++) {
		if (may_skip(p))
			skip_same(p);
		one_line(s, p);
		if (n % PARSE_STRIDE == 0 && clock_ns() >= deadline)
			return false;
	}
	while (j->old_at < p->regions.n)
		drop_old(j);
	if (j->overlap && j->torn++ < TORN_MAX)
		sproc_stale(s, p, true);
	else if (!j->overlap)
		j->torn = 0;
	return true;
}
