/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/files/files.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "source/sample/core/sample.h"
#include "sys/loop.h"

/* Maximum number of ranges in all sets of a process; they need 16 MiB. */
#define RANGES_ALL (1u << 20)

struct file_mapping {
	uint64_t bias;			/* start address minus file offset */
	uint64_t start, end;		/* range of all its regions, including
					 * unmapped ones */
	bool mapped;
	struct ranges now, ever;
	unsigned sweep;			/* number of the last sweep (scan of all
					 * mappings) that found the mapping */
	bool partial;			/* the last scan was not complete */
	bool missed;			/* a part was unmapped before it was
					 * scanned completely */
	uint64_t told;			/* hash of the last event; 0: none */
};

struct mapped_file {
	uint64_t dev, inode;
	char *name;
	size_t name_len;
	uint64_t n_mappings;		/* number of mappings so far */
	bool missed;			/* `missed` is set in one of the
					 * mappings */
	struct ranges ever;
	VEC(struct file_mapping) maps;	/* in order of creation */
};

struct files {
	pid_t pid;
	VEC(struct mapped_file *) v;		/* sorted by device and inode */
	size_t ranges;			/* number of ranges in all sets */
	unsigned sweep;
	uint64_t lost;			/* number of parts that did not fit */
};

/* --- search -------------------------------------------------------------- */

static int compare(const struct mapped_file *f, uint64_t dev, uint64_t inode)
{
	if (f->dev != dev)
		return f->dev < dev ? -1 : 1;
	return f->inode < inode ? -1 : f->inode > inode;
}

static size_t file_index(const struct files *f, uint64_t dev, uint64_t inode)
{
	return vec_lower(&f->v, e, compare(*e, dev, inode) < 0);
}

static struct mapped_file *file_find(const struct files *f, uint64_t dev,
				     uint64_t inode)
{
	size_t i = f ? file_index(f, dev, inode) : 0;

	return f && i < f->v.n && !compare(f->v.v[i], dev, inode)
		? f->v.v[i] : NULL;
}

static struct mapped_file *file_of(struct sproc *p,
				   const struct file_part *part)
{
	struct mapped_file *file;

	if (!p->files) {
		p->files = xcalloc(1, sizeof *p->files);
		p->files->pid = p->pid;
	}
	file = file_find(p->files, part->dev, part->inode);
	if (file || p->files->v.n == FILES_MAX)
		return file;
	file = xcalloc(1, sizeof *file);
	file->dev = part->dev;
	file->inode = part->inode;
	file->name = xstrndup(part->name ? part->name : "", part->name_len);
	file->name_len = part->name_len;
	file->ever = (struct ranges)RANGES_INIT(FILE_RANGES_MAX);
	*vec_insert(&p->files->v, file_index(p->files, part->dev,
					     part->inode)) = file;
	return file;
}

static void mapping_release(struct files *f, struct file_mapping *m)
{
	f->ranges -= m->now.v.n + m->ever.v.n;
	ranges_release(&m->now);
	ranges_release(&m->ever);
}

static bool make_room(struct files *f, struct mapped_file *file)
{
	if (file->maps.n < MAPPINGS_MAX)
		return true;
	for (size_t i = 0; i < file->maps.n; i++) {
		if (file->maps.v[i].mapped)
			continue;
		mapping_release(f, &file->maps.v[i]);
		vec_remove(&file->maps, i);
		return true;
	}
	return false;
}

static struct file_mapping *mapping_of(struct files *f,
				       struct mapped_file *file,
				       const struct file_part *part)
{
	uint64_t bias = part->start - part->offset;
	struct file_mapping *m;

	for (size_t i = file->maps.n; i-- > 0;)
		if (file->maps.v[i].bias == bias)
			return &file->maps.v[i];
	if (!make_room(f, file))
		return NULL;
	file->n_mappings++;
	m = vec_push(&file->maps);
	*m = (struct file_mapping){
		.bias = bias,
		.now = RANGES_INIT(FILE_RANGES_MAX),
		.ever = RANGES_INIT(FILE_RANGES_MAX),
	};
	return m;
}

/* --- recording ----------------------------------------------------------- */

/* Limits the size of a set, so that the sets of the process do not exceed
 * RANGES_ALL. */
static void allow(struct files *f, struct ranges *set)
{
	size_t left = f->ranges < RANGES_ALL ? RANGES_ALL - f->ranges : 0;
	size_t most = set->v.n + left;

	if (most < 1)
		most = 1;
	set->max = most < FILE_RANGES_MAX ? most : FILE_RANGES_MAX;
}

static void note(struct files *f, struct ranges *set,
		 const struct ranges *more)
{
	size_t before = set->v.n;

	allow(f, set);
	ranges_add_all(set, more);
	f->ranges += set->v.n;
	f->ranges -= before;
}

/* Extends the mapped range of the file so that it includes `part`. */
static void widen(struct file_mapping *m, const struct file_part *part)
{
	if (!m->mapped) {
		m->start = part->start;
		m->end = part->end;
		m->mapped = true;
		return;
	}
	if (part->start < m->start)
		m->start = part->start;
	if (part->end > m->end)
		m->end = part->end;
}

static void replace_now(struct files *f, struct file_mapping *m,
			const struct file_part *part,
			const struct ranges *found, bool whole)
{
	size_t before = m->now.v.n;

	allow(f, &m->now);
	if (whole && m->sweep != f->sweep) {
		ranges_clear(&m->now);
		m->mapped = m->partial = false;
	}
	m->sweep = f->sweep;
	ranges_remove(&m->now, part->offset,
		      part->offset + (part->end - part->start));
	f->ranges += m->now.v.n;
	f->ranges -= before;
	note(f, &m->now, found);
	widen(m, part);
}

static bool is_sane(const struct file_part *part)
{
	uint64_t end;

	return part->start < part->end &&
	       !__builtin_add_overflow(part->offset, part->end - part->start,
				       &end);
}

void files_see(struct sproc *p, const struct file_part *part,
	       const struct page_range *runs, size_t n, bool whole)
{
	struct ranges found = RANGES_INIT(FILE_RANGES_MAX);
	uint64_t bias = part->start - part->offset;
	struct file_mapping *m = NULL;
	struct mapped_file *file;

	if (p->files_told || !is_sane(part))
		return;
	for (size_t i = 0; i < n; i++)
		ranges_add(&found, runs[i].start - bias, runs[i].end - bias);
	file = file_of(p, part);
	if (file) {
		note(p->files, &file->ever, &found);
		m = mapping_of(p->files, file, part);
	}
	if (m) {
		replace_now(p->files, m, part, &found, whole);
		note(p->files, &m->ever, &found);
	} else {
		p->files->lost++;
	}
	ranges_release(&found);
}

static void not_seen(struct mapped_file *file, struct file_mapping *m,
		     bool goes)
{
	m->partial = true;
	m->missed |= goes;
	file->missed |= goes;
}

void files_partial(struct sproc *p, const struct file_part *part, bool goes)
{
	struct mapped_file *file = file_find(p->files, part->dev, part->inode);
	struct file_mapping *m = file && is_sane(part)
		? mapping_of(p->files, file, part) : NULL;

	if (m)
		not_seen(file, m, goes);
}

void files_unseen(struct sproc *p, uint64_t start, uint64_t end, bool goes)
{
	for (size_t i = 0; p->files && i < p->files->v.n; i++) {
		struct mapped_file *file = p->files->v.v[i];

		for (size_t k = 0; k < file->maps.n; k++) {
			struct file_mapping *m = &file->maps.v[k];

			if (m->mapped && m->start < end && m->end > start)
				not_seen(file, m, goes);
		}
	}
}

void files_sweep(struct sproc *p)
{
	if (p->files)
		p->files->sweep++;
}

/* --- emitting ------------------------------------------------------------ */

static struct bytes range_bytes(const struct ranges *r)
{
	return (struct bytes){ r->v.v, r->v.n * sizeof *r->v.v };
}

static struct event file_event(struct sampler *s, pid_t pid,
			       const struct mapped_file *file)
{
	struct event ev = sample_event(s, EV_FILE, pid, 0);

	ev.u.file = (struct ev_file){
		.dev = file->dev, .inode = file->inode,
		.page_size = s->page_size,
		.name = { file->name, file->name_len },
	};
	return ev;
}

/* Returns a hash of the mapping's state; never 0. */
static uint64_t picture(const struct file_mapping *m)
{
	uint64_t h = ranges_hash(&m->now) * 31 + ranges_hash(&m->ever);

	h = (h * 31 + m->start) * 31 + m->end;
	return (h * 4 + (m->partial || m->missed) * 2u + m->mapped) |
	       1ull << 63;
}

static void tell_mapping(struct sampler *s, pid_t pid,
			 const struct mapped_file *file, struct file_mapping *m,
			 enum file_at at)
{
	struct event ev = file_event(s, pid, file);
	struct ev_file *f = &ev.u.file;

	f->op = FILE_MAPPING;
	f->at = m->mapped ? at : FILE_AT_GONE;
	f->start = m->start;
	f->end = m->end;
	f->offset = m->start - m->bias;
	f->now = m->now.total;
	f->now_more = m->now.more;
	f->now_ranges = range_bytes(&m->now);
	f->ever = m->ever.total;
	f->ever_more = m->ever.more;
	f->ever_ranges = range_bytes(&m->ever);
	f->partial = m->partial || m->missed;
	sample_emit(s, &ev);
}

/* True if the state must be reported.  Parts that are unmapped before any of
 * their pages was resident are not reported; the loader makes such parts. */
static bool is_news(const struct file_mapping *m, enum file_at at)
{
	return m->told != picture(m) &&
	       (m->told || m->ever.v.n || m->missed || at == FILE_AT_TIMER);
}

void files_tell(struct sampler *s, struct sproc *p, enum file_at at)
{
	for (size_t i = 0; p->files && i < p->files->v.n; i++) {
		struct mapped_file *file = p->files->v.v[i];

		for (size_t k = 0; k < file->maps.n; k++) {
			struct file_mapping *m = &file->maps.v[k];

			if (!is_news(m, at))
				continue;
			tell_mapping(s, p->pid, file, m, at);
			m->told = picture(m);
		}
	}
}

void files_swept(struct sampler *s, struct sproc *p, enum file_at at)
{
	struct files *f = p->files;

	for (size_t i = 0; f && i < f->v.n; i++) {
		struct mapped_file *file = f->v.v[i];

		for (size_t k = 0; k < file->maps.n; k++) {
			struct file_mapping *m = &file->maps.v[k];

			if (m->sweep == f->sweep)
				continue;
			f->ranges -= m->now.v.n;
			ranges_clear(&m->now);
			m->mapped = m->partial = false;
		}
	}
	files_tell(s, p, at);
}

static void tell_total(struct sampler *s, pid_t pid,
		       const struct mapped_file *file)
{
	struct event ev = file_event(s, pid, file);

	ev.u.file.op = FILE_TOTAL;
	ev.u.file.mappings = file->n_mappings;
	ev.u.file.partial = file->missed;
	ev.u.file.ever = file->ever.total;
	ev.u.file.ever_more = file->ever.more;
	ev.u.file.ever_ranges = range_bytes(&file->ever);
	sample_emit(s, &ev);
}

static void tell_lost(struct sampler *s, const struct files *f)
{
	struct event ev = sample_event(s, EV_LOST, f->pid, 0);

	ev.u.lost.source = bytes_of("files");
	ev.u.lost.count = f->lost;
	sample_emit(s, &ev);
}

void files_leave(struct sampler *s, struct sproc *p)
{
	if (p->files)
		*vec_push(&s->left) = p->files;
	p->files = NULL;
	p->files_told = true;
	sample_due(s, clock_ns());
}

void files_flush(struct sampler *s)
{
	for (size_t i = 0; i < s->left.n; i++) {
		struct files *f = s->left.v[i];

		for (size_t k = 0; k < f->v.n; k++)
			tell_total(s, f->pid, f->v.v[k]);
		if (f->lost)
			tell_lost(s, f);
		files_free(f);
	}
	vec_clear(&s->left);
}

const struct ranges *files_ever(const struct sproc *p, uint64_t dev,
				uint64_t inode)
{
	const struct mapped_file *file = file_find(p->files, dev, inode);

	return file ? &file->ever : NULL;
}

/* --- freeing ------------------------------------------------------------- */

void files_free(struct files *f)
{
	if (!f)
		return;
	for (size_t i = 0; i < f->v.n; i++) {
		struct mapped_file *file = f->v.v[i];

		for (size_t k = 0; k < file->maps.n; k++)
			mapping_release(f, &file->maps.v[k]);
		vec_release(&file->maps);
		ranges_release(&file->ever);
		free(file->name);
		free(file);
	}
	vec_release(&f->v);
	free(f);
}
