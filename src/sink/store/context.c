/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/store/private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "event/wire/codec.h"

/* Maximum number of regions of all processes; further regions are not
 * recorded. */
#define REGIONS_MAX 262144
/* Maximum length of a command line; a longer one is cut. */
#define ARGV_MAX 65536

struct context_region {
	pid_t pid;
	uint64_t start, end, perm, offset, dev, inode, kind;
	char *name;
	size_t name_len;
	bool told;		/* the region was recorded in its current
				 * state */
};

struct file_key {
	uint64_t dev, inode;
};

struct context {
	struct batch *batch;
	VEC(struct context_region) regions;	/* sorted by pid and start */
	VEC(struct file_key) shared;	/* shared objects that are captured */
};

struct context *context_new(struct batch *b)
{
	struct context *c = xcalloc(1, sizeof *c);

	c->batch = b;
	return c;
}

void context_free(struct context *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->regions.n; i++)
		free(c->regions.v[i].name);
	vec_release(&c->regions);
	vec_release(&c->shared);
	free(c);
}

bool context_put(struct batch *b, const struct event *ev)
{
	struct event copy = *ev;
	struct str body = STR_INIT;
	bool taken;

	if (ev->kind == EV_PROCESS && ev->u.process.argv.len > ARGV_MAX) {
		copy.u.process.argv.len = ARGV_MAX;
		copy.u.process.argv_cut = 1;
	}
	event_encode(&body, &copy);
	taken = body.len && batch_record(b, CAPTURE_EVENT, &body);
	str_release(&body);
	return taken;
}

/* --- regions -------------------------------------------------------------- */

static bool is_before(const struct context_region *k, pid_t pid, uint64_t start)
{
	return k->pid < pid || (k->pid == pid && k->start < start);
}

static size_t place_of(struct context *c, pid_t pid, uint64_t start)
{
	return vec_lower(&c->regions, k, is_before(k, pid, start));
}

static struct context_region *find(struct context *c, pid_t pid, uint64_t start)
{
	size_t i = place_of(c, pid, start);
	struct context_region *k;

	if (i == c->regions.n)
		return NULL;
	k = &c->regions.v[i];
	return k->pid == pid && k->start == start ? k : NULL;
}

static void forget(struct context *c, size_t i, size_t n)
{
	struct context_region *v = c->regions.v;

	for (size_t j = i; j < i + n; j++)
		free(v[j].name);
	if (n)
		memmove(v + i, v + i + n, (c->regions.n - i - n) * sizeof *v);
	c->regions.n -= n;
}

static void forget_all(struct context *c, pid_t pid)
{
	size_t i = place_of(c, pid, 0), n = 0;

	while (i + n < c->regions.n && c->regions.v[i + n].pid == pid)
		n++;
	forget(c, i, n);
}

static void tell(struct context *c, struct context_region *k, uint64_t time_ns,
		 enum region_op op)
{
	const struct event ev = {
		.kind = EV_REGION, .time_ns = time_ns, .pid = k->pid,
		.source = 'm',
		.u.region = {
			.op = op, .start = k->start, .old_start = k->start,
			.end = k->end, .perm = k->perm, .offset = k->offset,
			.dev = k->dev, .inode = k->inode, .kind = k->kind,
			.rss = EV_UNKNOWN, .pss = EV_UNKNOWN,
			.swap = EV_UNKNOWN,
			.name = { k->name, k->name_len },
		},
	};

	k->told = context_put(c->batch, &ev);
}

/* True if the region maps a shared object that is captured. */
static bool is_viewer(const struct context *c, const struct context_region *k)
{
	if (!(k->perm & PERM_SHARED) || !k->inode)
		return false;
	for (size_t i = 0; i < c->shared.n; i++)
		if (c->shared.v[i].dev == k->dev &&
		    c->shared.v[i].inode == k->inode)
			return true;
	return false;
}

static bool is_same(const struct context_region *k, const struct ev_region *r)
{
	return k->end == r->end && k->perm == r->perm &&
	       k->offset == r->offset && k->dev == r->dev &&
	       k->inode == r->inode && k->name_len == r->name.len &&
	       (!r->name.len || !memcmp(k->name, r->name.data, r->name.len));
}

static void keep(struct context *c, const struct event *ev)
{
	const struct ev_region *r = &ev->u.region;
	size_t i = place_of(c, ev->pid, r->start);
	struct context_region *k = find(c, ev->pid, r->start);

	if (k && is_same(k, r))
		return;
	if (k)
		free(k->name);
	else if (c->regions.n == REGIONS_MAX)
		return;
	else
		k = vec_insert(&c->regions, i);
	*k = (struct context_region){
		.pid = ev->pid, .start = r->start, .end = r->end,
		.perm = r->perm, .offset = r->offset, .dev = r->dev,
		.inode = r->inode, .kind = r->kind,
		.name = xmemdup(r->name.data, r->name.len),
		.name_len = r->name.len,
	};
	if (is_viewer(c, k))
		tell(c, k, ev->time_ns, REGION_ADD);
}

void context_region(struct context *c, const struct event *ev)
{
	const struct ev_region *r = &ev->u.region;
	struct context_region *old;

	if (r->op == REGION_SYNC)
		return;
	if (r->op == REGION_REMOVE || r->old_start != r->start) {
		old = find(c, ev->pid, r->op == REGION_REMOVE ? r->start
							      : r->old_start);
		if (old && old->told)
			tell(c, old, ev->time_ns, REGION_REMOVE);
		if (old)
			forget(c, (size_t)(old - c->regions.v), 1);
	}
	if (r->op != REGION_REMOVE)
		keep(c, ev);
}

static void tell_viewers(struct context *c, const struct context_region *k,
			 uint64_t time_ns)
{
	const struct file_key id = { k->dev, k->inode };

	if (!(k->perm & PERM_SHARED) || !k->inode || is_viewer(c, k))
		return;
	*vec_push(&c->shared) = id;
	for (size_t i = 0; i < c->regions.n; i++)
		if (is_viewer(c, &c->regions.v[i]) && !c->regions.v[i].told)
			tell(c, &c->regions.v[i], time_ns, REGION_ADD);
}

void context_frame(struct context *c, const struct event *ev)
{
	struct context_region *k = find(c, ev->pid, ev->u.frame.start);

	if (!k)
		return;
	if (!k->told)
		tell(c, k, ev->time_ns, REGION_ADD);
	tell_viewers(c, k, ev->time_ns);
}

/* --- processes ------------------------------------------------------------ */

void context_process(struct context *c, const struct event *ev)
{
	const struct ev_process *p = &ev->u.process;

	switch (p->op) {
	case PROCESS_EXEC:
		forget_all(c, ev->pid);
		break;
	case PROCESS_EXIT:
		if (!p->gone)
			return;
		forget_all(c, ev->pid);
		break;
	case PROCESS_THREAD:
	case PROCESS_SEEN:
		return;
	default:
		if (p->child != p->child_pid)
			return;
	}
	context_put(c->batch, ev);
}
