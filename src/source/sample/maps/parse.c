/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares the text of a map with the previous text.  Identical bytes are
 * skipped at the speed of memory; only different lines are parsed.  After a
 * patch (patch.c) the previous text does not match the regions: then each line
 * is parsed and compared with its region.
 */
#include <config.h>

#include "source/sample/maps/space_private.h"

#include <string.h>
#include <unistd.h>

#include "source/sample/core/procs.h"
#include "source/sample/maps/edits.h"
#include "source/sample/maps/space.h"
#include "sys/loop.h"

/* Number of lines parsed between two checks of the clock. */
#define PARSE_STRIDE 256
/* Maximum number of rereads of a map that changes while it is read. */
#define TORN_MAX 2
/* Number of bytes that are compared at once. */
#define BLOCK 1024

/* --- identical text ------------------------------------------------------ */

static size_t same_bytes(const char *a, const char *b, size_t n)
{
	size_t i = 0;

	while (n - i >= BLOCK && !memcmp(a + i, b + i, BLOCK))
		i += BLOCK;
	while (i < n && a[i] == b[i])
		i++;
	return i;
}

/* Returns the length of the whole lines that are identical in both texts. */
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

/* Finds the old region of the line at known_pos.  Returns false if it does not
 * exist, which should not happen. */
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

/* --- line by line -------------------------------------------------------- */

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

/* Skips an old region and its line in the previous text. */
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

	/* The regions overlap: the map has changed between two reads of its
	 * text. */
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

/* True if the previous text continues at the line of an old region above the
 * regions parsed so far. */
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
