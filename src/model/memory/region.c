/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/copy.h"
#include "model/fold.h"

#define NAME_MAX_KEPT 4096
#define VMFLAGS_MAX_KEPT 256
#define CODE_MAX_KEPT 512
#define PERMS_MAX 16
#define PERM_ALL (PERM_R | PERM_W | PERM_X | PERM_SHARED)

/* The shared name of all regions without a name: most of up to 65,000 regions
 * have none. */
static char nameless[1];

static char *region_string(const struct bytes *b, size_t max)
{
	return b->len ? bytes_copy(b, max) : nameless;
}

static void region_drop_string(char *s)
{
	if (s != nameless)
		free(s);
}

void region_free(struct region *r)
{
	if (!r)
		return;
	region_drop_string(r->name);
	region_drop_string(r->vmflags);
	free((char *)r->holder.code.data);
	pages_release(&r->pages);
	vec_release(&r->perms);
	free(r->faults);
	free(r);
}

/* --- permission history ------------------------------------------------- */

static void region_add_perm(struct region *r, uint64_t time_ns, uint8_t perm)
{
	/* Drop the second entry: the first is the initial permission. */
	if (r->perms.n == PERMS_MAX)
		vec_remove(&r->perms, 1);
	/* Allocate only one element: nearly all regions keep their
	 * permission. */
	if (!r->perms.cap) {
		r->perms.v = xmalloc(sizeof *r->perms.v);
		r->perms.cap = 1;
	}
	*vec_push(&r->perms) = (struct perm_change){
		.time_ns = time_ns, .perm = perm,
	};
}

/* --- memory counts ------------------------------------------------------ */

static uint64_t region_limit(const struct region *r, uint64_t bytes)
{
	uint64_t size = r->end - r->start;

	return bytes != EV_UNKNOWN && bytes > size ? size : bytes;
}

/* Takes over the memory counts of the event.  A count that the event lacks
 * keeps its value and its time. */
static void region_take_figures(struct region *r, const struct ev_region *ev,
				uint64_t time_ns)
{
	if (ev->rss != EV_UNKNOWN) {
		r->rss = region_limit(r, ev->rss);
		r->rss_at_ns = time_ns;
		rate_add(&r->rss_rate, time_ns, r->rss);
	}
	if (ev->pss != EV_UNKNOWN) {
		r->pss = region_limit(r, ev->pss);
		r->pss_at_ns = time_ns;
	}
	if (ev->swap != EV_UNKNOWN)
		r->swap = region_limit(r, ev->swap);
	r->rss = region_limit(r, r->rss);
	r->pss = region_limit(r, r->pss);
	r->swap = region_limit(r, r->swap);
}

static void region_take_file(struct region *r, const struct ev_region *ev)
{
	r->has_generation = ev->has_generation;
	r->generation = ev->generation;
	r->build_id_len = 0;
	if (ev->build_id.len && ev->build_id.len <= BUILD_ID_MAX) {
		r->build_id_len = (uint8_t)ev->build_id.len;
		memcpy(r->build_id, ev->build_id.data, ev->build_id.len);
	}
	r->disk = ev->disk < DISKS ? (enum region_disk)ev->disk : DISK_UNKNOWN;
	r->own_root = ev->own_root;
}

static struct bytes code_copy(struct bytes code)
{
	size_t n = code.len < CODE_MAX_KEPT ? code.len : CODE_MAX_KEPT;

	return n ? (struct bytes){ xmemdup(code.data, n), n }
		 : (struct bytes){ NULL, 0 };
}

static void region_take_holder(struct region *r, const struct ev_region *ev)
{
	struct owner now = owner_of(ev);

	if (owner_same(&r->holder, &now))
		return;
	free((char *)r->holder.code.data);
	now.code = code_copy(now.code);
	r->holder = now;
}

static void region_take_identity(struct region *r, const struct ev_region *ev)
{
	r->kind = ev->kind < KINDS ? (enum region_kind)ev->kind : KIND_SPECIAL;
	r->owner = ev->owner;
	r->key = ev->key;
	r->attaches = ev->attaches;
	r->offset = ev->offset;
	r->dev = ev->dev;
	r->inode = ev->inode;
	region_take_file(r, ev);
	region_take_holder(r, ev);
	if (strlen(r->name) != ev->name.len ||
	    (ev->name.len && memcmp(r->name, ev->name.data, ev->name.len))) {
		region_drop_string(r->name);
		r->name = region_string(&ev->name, NAME_MAX_KEPT);
	}
	if (ev->vmflags.len) {
		region_drop_string(r->vmflags);
		r->vmflags = region_string(&ev->vmflags, VMFLAGS_MAX_KEPT);
	}
}

void region_forget_vmflags(struct region *r)
{
	region_drop_string(r->vmflags);
	r->vmflags = nameless;
}

struct region *region_new(const struct ev_region *ev, uint64_t time_ns)
{
	struct region *r = xcalloc(1, sizeof *r);

	r->start = ev->start;
	r->end = ev->end;
	r->perm = (uint8_t)(ev->perm & PERM_ALL);
	r->name = r->vmflags = nameless;
	r->rss = r->pss = r->swap = EV_UNKNOWN;
	region_take_identity(r, ev);
	region_take_figures(r, ev, time_ns);
	region_add_perm(r, time_ns, r->perm);
	return r;
}

void region_update(struct region *r, const struct ev_region *ev,
		   uint64_t time_ns)
{
	uint8_t perm = (uint8_t)(ev->perm & PERM_ALL);
	bool moved = r->start != ev->start || r->end != ev->end;
	bool changed = moved || r->perm != perm;

	/* If the region has grown, the pages of the old part remain known. */
	pages_crop_front(&r->pages, ev->start);
	pages_crop(&r->pages, ev->end);
	r->start = ev->start;
	r->end = ev->end;
	if (r->perm != perm) {
		r->perm = perm;
		region_add_perm(r, time_ns, perm);
	}
	region_take_identity(r, ev);
	region_take_figures(r, ev, time_ns);
	if (changed)
		r->changed_ns = time_ns;
	r->unseen = false;
}

/* --- cutting ------------------------------------------------------------ */

static void region_limit_all(struct region *r)
{
	r->rss = region_limit(r, r->rss);
	r->pss = region_limit(r, r->pss);
	r->swap = region_limit(r, r->swap);
}

void region_cut_front(struct region *r, uint64_t start)
{
	if (r->inode)
		r->offset += start - r->start;
	r->start = start;
	pages_crop_front(&r->pages, start);
	region_limit_all(r);
}

void region_cut_back(struct region *r, uint64_t end)
{
	r->end = end;
	pages_crop(&r->pages, end);
	region_limit_all(r);
}

struct region *region_split(struct region *r, uint64_t at)
{
	struct region *right = xmalloc(sizeof *right);

	*right = *r;
	right->name = *r->name ? xstrdup(r->name) : nameless;
	right->vmflags = *r->vmflags ? xstrdup(r->vmflags) : nameless;
	right->holder.code = code_copy(r->holder.code);
	right->pages = (struct pages){ 0 };
	/* It is not known how the faults divide between the two parts, so the
	 * right part counts from 0. */
	right->faults = NULL;
	right->perms.v = NULL;
	right->perms.n = right->perms.cap = 0;
	for (size_t i = 0; i < r->perms.n; i++)
		*vec_push(&right->perms) = r->perms.v[i];
	region_cut_front(right, at);
	region_cut_back(r, at);
	return right;
}

struct region *copied_region(struct copying *c, const struct region *from)
{
	struct region *r = copied(c, from, sizeof *r);

	r->name = *r->name ? copied_text(c, r->name) : nameless;
	r->vmflags = *r->vmflags ? copied_text(c, r->vmflags) : nameless;
	r->holder.code.data = copied(c, r->holder.code.data,
				     r->holder.code.len);
	copy_pages(c, &r->pages);
	r->faults = r->faults ?
		    copied(c, r->faults, sizeof *r->faults) : NULL;
	copy_vec(c, &r->perms);
	return r;
}

/* --- files -------------------------------------------------------------- */

static bool region_is_file(const struct region *r)
{
	return r->kind == KIND_PROGRAM || r->kind == KIND_LIBRARY ||
	       r->kind == KIND_FILE;
}

bool region_same_file(const struct region *a, const struct region *b)
{
	return region_is_file(a) && region_is_file(b) && a->inode == b->inode &&
	       a->dev == b->dev && *a->name && !strcmp(a->name, b->name);
}
