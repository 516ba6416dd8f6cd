/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/maps/identity.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* Maximum number of files, and of records without a known file.  If exceeded,
 * all files, or the oldest record, are dropped. */
#define KNOWN_MAX 16384
#define WAITING 256

struct file_identity {
	uint64_t dev, inode;
	uint64_t generation;
	uint8_t build_id_len, build_id[BUILD_ID_MAX];
};

struct recorded_mapping {
	pid_t pid;			/* 0: unused entry */
	uint64_t addr;
	struct file_identity id;
};

struct identities {
	VEC(struct file_identity) files;	/* sorted by dev and inode */
	struct recorded_mapping waiting[WAITING];
	unsigned next;
	unsigned state;			/* increased for each new record */
};

struct identities *identities_new(void)
{
	return xcalloc(1, sizeof(struct identities));
}

void identities_free(struct identities *ids)
{
	if (ids)
		vec_release(&ids->files);
	free(ids);
}

static bool same_identity(const struct file_identity *a,
			  const struct file_identity *b)
{
	return a->generation == b->generation &&
	       a->build_id_len == b->build_id_len &&
	       !memcmp(a->build_id, b->build_id, a->build_id_len);
}

static size_t file_index(const struct identities *ids, uint64_t dev,
			 uint64_t inode)
{
	return vec_lower(&ids->files, f, f->dev < dev ||
			 (f->dev == dev && f->inode < inode));
}

static struct file_identity *file_of(const struct identities *ids, uint64_t dev,
				     uint64_t inode)
{
	size_t i = file_index(ids, dev, inode);
	struct file_identity *f = i < ids->files.n ? &ids->files.v[i] : NULL;

	return f && f->dev == dev && f->inode == inode ? f : NULL;
}

/* Replaces the record of a file: its inode may have been reused. */
static void put(struct identities *ids, const struct file_identity *id)
{
	struct file_identity *f = file_of(ids, id->dev, id->inode);

	if (f && same_identity(f, id))
		return;
	ids->state++;
	if (f) {
		*f = *id;
		return;
	}
	if (ids->files.n == KNOWN_MAX)
		vec_clear(&ids->files);
	*vec_insert(&ids->files, file_index(ids, id->dev, id->inode)) = *id;
}

static void wait_for(struct identities *ids, pid_t pid, uint64_t addr,
		     const struct file_identity *id)
{
	ids->waiting[ids->next++ % WAITING] = (struct recorded_mapping){
		.pid = pid, .addr = addr, .id = *id,
	};
	ids->state++;
}

static void forget(struct identities *ids, pid_t pid, const struct ev_map *m)
{
	for (size_t i = 0; i < WAITING; i++) {
		struct recorded_mapping *w = &ids->waiting[i];

		if (w->pid == pid && w->addr - m->addr < m->len)
			w->pid = 0;
	}
}

void identity_note(struct sampler *s, pid_t pid, const struct ev_map *m)
{
	struct file_identity id = {
		.dev = m->dev, .inode = m->inode, .generation = m->generation,
	};

	forget(s->identities, pid, m);
	if (!m->build_id.len) {
		if (m->inode)
			put(s->identities, &id);
		return;
	}
	if (m->build_id.len > BUILD_ID_MAX)
		return;
	id.build_id_len = (uint8_t)m->build_id.len;
	memcpy(id.build_id, m->build_id.data, m->build_id.len);
	wait_for(s->identities, pid, m->addr, &id);
}

bool identity_waits(const struct sampler *s, const struct sproc *p)
{
	return p->identified != s->identities->state;
}

/* Adds the file of a region in v to the records for that region. */
static void settle(struct identities *ids, pid_t pid, const sregions *v)
{
	for (size_t i = 0; i < WAITING; i++) {
		struct recorded_mapping *w = &ids->waiting[i];
		const struct sregion *r = w->pid == pid ?
			sregions_find(v, w->addr) : NULL;

		if (!r)
			continue;
		w->id.dev = r->dev;
		w->id.inode = r->inode;
		if (r->inode)
			put(ids, &w->id);
		w->pid = 0;
	}
}

void identity_give(struct sampler *s, struct sproc *p, sregions *v,
		   bool whole)
{
	struct identities *ids = s->identities;

	settle(ids, p->pid, v);
	for (size_t i = 0; i < v->n && ids->files.n; i++) {
		struct sregion *r = v->v[i];
		const struct file_identity *f = r->inode && !r->identified ?
			file_of(ids, r->dev, r->inode) : NULL;

		if (!f)
			continue;
		r->identified = r->news = true;
		r->has_generation = !f->build_id_len;
		r->generation = f->generation;
		r->build_id_len = f->build_id_len;
		memcpy(r->build_id, f->build_id, sizeof r->build_id);
	}
	if (whole)
		p->identified = ids->state;
}
