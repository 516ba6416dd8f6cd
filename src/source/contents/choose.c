/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses which part of a region is captured, and to which object the part
 * belongs. */
#include <config.h>

#include "source/contents/capture.h"

#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "base/alloc.h"
#include "parse/proc/mountinfo.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

#define MOUNTS_MAX (1u << 20)

/* --- objects -------------------------------------------------------------- */

static struct object *find_shared(const struct capture *c,
				  const struct region_seen *r)
{
	for (size_t i = 0; i < c->objects.n; i++) {
		struct object *o = c->objects.v[i];

		if (o->shared && o->dev == r->map.dev &&
		    o->inode == r->map.inode &&
		    o->offset == r->map.offset + r->offset)
			return o;
	}
	return NULL;
}

static struct object *object_new(struct capture *c, const struct region_seen *r)
{
	struct object *o = xcalloc(1, sizeof *o);

	o->id = ++c->last_id;
	o->shared = r->map.perm & PROCMAP_SHARED;
	o->dev = r->map.dev;
	o->inode = r->map.inode;
	o->offset = r->map.offset + r->offset;
	o->due_ns = clock_ns();
	o->skips = c->skips;
	/* An object that a call created is not scanned at once: it waits for
	 * its period, as if it was scanned before. */
	o->looked = c->partly;
	*vec_push(&c->objects) = o;
	return o;
}

static void object_free(struct capture *c, struct object *o)
{
	for (size_t i = 0; i < c->objects.n; i++)
		if (c->objects.v[i] == o) {
			vec_remove(&c->objects, i);
			break;
		}
	hashes_release(&o->hashes);
	vec_release(&o->viewers);
	free(o);
}

static void attach(struct contents_source *s, struct region_seen *r)
{
	struct capture *c = s->capture;
	bool shared = r->map.perm & PROCMAP_SHARED && r->map.inode;

	r->object = shared ? find_shared(c, r) : NULL;
	if (!r->object)
		r->object = object_new(c, r);
	r->bias = shared ? (r->map.offset - r->map.start) / s->page_size : 0;
	*vec_push(&r->object->viewers) = r;
}

static void detach(struct contents_source *s, struct region_seen *r)
{
	struct object *o = r->object;

	if (!o)
		return;
	if (s->capture->look.object == o)
		look_cut(s);
	r->object = NULL;
	for (size_t i = 0; i < o->viewers.n; i++)
		if (o->viewers.v[i] == r) {
			vec_remove(&o->viewers, i);
			break;
		}
	if (!o->viewers.n)
		object_free(s->capture, o);
}

void choose_tell(struct contents_source *s, struct region_seen *r,
		 enum region_op op)
{
	struct event ev = contents_event(s, EV_REGION, r->pid);

	ev.u.region = (struct ev_region){
		.op = op, .old_start = r->map.start, .start = r->map.start,
		.end = r->map.end, .perm = r->map.perm,
		.offset = r->map.offset, .dev = r->map.dev,
		.inode = r->map.inode, .kind = r->kind, .owner = r->owner,
		.rss = EV_UNKNOWN, .pss = EV_UNKNOWN, .swap = EV_UNKNOWN,
		.name = bytes_of(r->name),
	};
	owner_put(&ev.u.region, &r->holder);
	capture_store(s, &ev, NO_SUMS);
	r->told = op != REGION_REMOVE;
}

void choose_none(struct contents_source *s, struct region_seen *r)
{
	detach(s, r);
	if (r->told)
		choose_tell(s, r, REGION_REMOVE);
	r->length = 0;
}

/* --- the choice ----------------------------------------------------------- */

/* Returns the newest mapping call that overlaps the region m; NULL if none is
 * known. */
static const struct flags_seen *call_about(const struct contents_process *p,
					   const struct procmap *m)
{
	unsigned n = p->n_flags < FLAGS_KEPT ? p->n_flags : FLAGS_KEPT;

	for (unsigned i = 1; i <= n; i++) {
		const struct flags_seen *f =
			&p->flags[(p->n_flags - i) % FLAGS_KEPT];

		if (f->start < m->end && m->start < f->end)
			return f;
	}
	return NULL;
}

static void ask(struct contents_source *s, const struct contents_process *p,
		const struct region_seen *r, struct capture_choice *out)
{
	const struct capture_host *h = s->host->capture;
	struct str *cwd = &s->capture->scratch;
	const struct flags_seen *f = call_about(p, &r->map);
	struct capture_region region = {
		.pid = p->pid, .ppid = p->ppid, .exe = p->exe.data,
		.argv = p->argv.data,
		.start = r->map.start, .end = r->map.end,
		.offset = r->map.offset, .dev = r->map.dev,
		.inode = r->map.inode, .perm = r->map.perm,
		.flags = f ? f->flags : EV_UNKNOWN,
		.length = f && f->start == r->map.start ? f->end - f->start :
			  EV_UNKNOWN,
		.kind = r->kind,
		.owner = r->owner, .holder = r->holder, .name = r->name,
	};

	str_clear(cwd);
	if (procroot_linkf(s->host->proc, cwd, "%d/cwd", (int)p->pid) < 0)
		str_clear(cwd);
	region.cwd = cwd->data;
	h->choose(h->arg, &region, out);
}

static bool is_forced(const struct contents_process *p, uint64_t start)
{
	for (size_t i = 0; i < p->forced.n; i++)
		if (p->forced.v[i] == start)
			return true;
	return false;
}

/* True for the kernel's pages in every program, such as [vvar]: some are
 * unreadable. */
static bool is_kernels(const struct region_seen *r)
{
	return !strncmp(r->name, "[vvar", 5) || r->map.end > USER_END;
}

void choose_region(struct contents_source *s, struct contents_process *p,
		   struct region_seen *r)
{
	uint64_t whole = r->map.end - r->map.start;
	struct capture_choice choice = { .size = whole };
	bool fresh;

	if (!s->host->capture || is_kernels(r)) {
		choice.size = 0;
	} else if (!is_forced(p, r->map.start)) {
		if (!s->capture->all)
			choice.size = 0;
		else if (s->host->capture->choose)
			ask(s, p, r, &choice);
	}
	r->undecided = choice.undecided;
	if (choice.offset > whole)
		choice.offset = whole;
	if (choice.size > whole - choice.offset)
		choice.size = whole - choice.offset;
	if (!choice.size) {
		choose_none(s, r);
		return;
	}
	/* If the captured part of a shared region has another offset, it is a
	 * different object. */
	if (r->object && r->object->shared &&
	    (r->object->offset != r->map.offset + choice.offset))
		detach(s, r);
	r->offset = choice.offset;
	r->length = choice.size;
	fresh = !r->object;
	if (fresh)
		attach(s, r);
	r->object->period_ns = choice.period_ns;
	/* A region that a call has just mapped is empty: delay its first
	 * scan. */
	if (fresh && s->capture->partly)
		r->object->due_ns += choice.period_ns ? choice.period_ns :
				     s->host->period_ns;
	r->object->limit = choice.limit;
	choose_tell(s, r, REGION_ADD);
}

/* --- memory whose reads can hang ------------------------------------------ */

static bool has_dev(const uint64_t *v, size_t n, uint64_t dev)
{
	for (size_t i = 0; i < n; i++)
		if (v[i] == dev)
			return true;
	return false;
}

/* True for file systems in memory or on a local disk: reads cannot hang, as
 * they do not wait for a program or another machine. */
static bool is_local(struct bytes type)
{
	static const char *const names[] = {
		"tmpfs", "ramfs", "devtmpfs", "hugetlbfs", "ext2", "ext3",
		"ext4", "xfs", "btrfs", "f2fs", "squashfs", "erofs", "vfat",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (type.len == strlen(names[i]) &&
		    !memcmp(type.data, names[i], type.len))
			return true;
	return false;
}

static void read_mounts(struct contents_source *s)
{
	struct capture *c = s->capture;
	struct str text = STR_INIT;
	struct mount_entry m;
	struct scan at;

	vec_clear(&c->tame);
	if (procroot_readf(s->host->proc, &text, MOUNTS_MAX,
			   "self/mountinfo") == 0) {
		at = scan_of(text.data, text.len);
		while (mountinfo_next(&at, &m))
			if (is_local(m.fstype))
				*vec_push(&c->tame) = m.dev;
	}
	str_release(&text);
}

bool choose_tame(struct contents_source *s, const struct procmap *m)
{
	struct capture *c = s->capture;

	if (!m->inode || m->dev == c->memory_dev)
		return true;
	if (has_dev(c->wild.v, c->wild.n, m->dev))
		return false;
	if (has_dev(c->tame.v, c->tame.n, m->dev))
		return true;
	read_mounts(s);
	if (has_dev(c->tame.v, c->tame.n, m->dev))
		return true;
	*vec_push(&c->wild) = m->dev;
	return false;
}
