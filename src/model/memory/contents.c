/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/copy.h"
#include "model/fold.h"

#define NAME_MAX_KEPT 4096
/* No request may ask for more bytes, so longer answers are dropped. */
#define ANSWER_MAX 65536
#define ERRNO_MAX 4095

void contents_release(struct contents *c)
{
	for (size_t i = 0; i < c->blocks.n; i++)
		free(c->blocks.v[i]);
	vec_release(&c->blocks);
	for (size_t i = 0; i < c->objects.n; i++) {
		free(c->objects.v[i]->name);
		vec_release(&c->objects.v[i]->frames);
		free(c->objects.v[i]);
	}
	vec_release(&c->objects);
}

void copy_contents(struct copying *c, struct contents *k)
{
	copy_vec(c, &k->blocks);
	for (size_t i = 0; i < k->blocks.n; i++)
		k->blocks.v[i] = copied(c, k->blocks.v[i],
					sizeof *k->blocks.v[i]);
	copy_vec(c, &k->objects);
	for (size_t i = 0; i < k->objects.n; i++) {
		struct contents_object *o = copied(c, k->objects.v[i],
						   sizeof *o);

		o->name = copied_text(c, o->name);
		copy_vec(c, &o->frames);
		k->objects.v[i] = o;
	}
}

/* --- bytes ------------------------------------------------------------ */

static bool is_of(const struct contents_block *b, pid_t pid,
		  struct contents_of of, uint64_t addr)
{
	return b->addr == addr && b->pid == pid && b->number == of.number &&
	       b->object == of.object;
}

static struct contents_block *find_block(const struct contents *c, pid_t pid,
					 struct contents_of of, uint64_t addr)
{
	addr -= addr % CONTENTS_BLOCK;
	for (size_t i = 0; i < c->blocks.n; i++)
		if (is_of(c->blocks.v[i], pid, of, addr))
			return c->blocks.v[i];
	return NULL;
}

const struct contents_block *contents_block(const struct contents *c,
					    pid_t pid, struct contents_of of,
					    uint64_t addr)
{
	return find_block(c, pid, of, addr);
}

unsigned contents_byte(const struct contents *c, pid_t pid,
		       struct contents_of of, uint64_t addr, uint8_t *byte)
{
	const struct contents_block *b = find_block(c, pid, of, addr);

	*byte = b ? b->data[addr % CONTENTS_BLOCK] : 0;
	return b ? b->state[addr % CONTENTS_BLOCK] : CONTENTS_UNTOLD;
}

bool contents_bytes(const struct contents *c, pid_t pid,
		    struct contents_of of, uint64_t addr, void *to, size_t n)
{
	uint8_t *bytes = to;

	for (size_t i = 0; i < n; i++)
		if (contents_byte(c, pid, of, addr + i, &bytes[i]) !=
		    CONTENTS_KNOWN)
			return false;
	return true;
}

/* Makes a new block.  If all are used, replaces the block that was updated
 * longest ago. */
static struct contents_block *make_block(struct contents *c, pid_t pid,
					 struct contents_of of, uint64_t addr)
{
	struct contents_block *b = find_block(c, pid, of, addr);

	if (!b && c->blocks.n < CONTENTS_BLOCKS) {
		b = *vec_push(&c->blocks) = xcalloc(1, sizeof *b);
	} else if (!b) {
		b = c->blocks.v[0];
		for (size_t i = 1; i < c->blocks.n; i++)
			if (c->blocks.v[i]->used < b->used)
				b = c->blocks.v[i];
		memset(b, 0, sizeof *b);
	}
	b->pid = pid;
	b->object = of.object;
	b->number = of.number;
	b->addr = addr - addr % CONTENTS_BLOCK;
	b->used = ++c->used;
	return b;
}

static void take_byte(struct contents_block *b, size_t i, uint64_t time_ns,
		      unsigned state, uint8_t byte)
{
	/* A byte that was unknown before does not count as changed. */
	if (b->state[i] == CONTENTS_KNOWN && state == CONTENTS_KNOWN &&
	    b->data[i] != byte)
		b->changed_ns[i] = time_ns;
	b->state[i] = (uint8_t)state;
	b->data[i] = byte;
}

/* Returns the hole that contains addr, or NULL. *at becomes the index of that
 * hole, otherwise of the next hole. */
static const struct contents_hole *hole_at(const struct bytes *holes,
					   size_t *at, uint64_t addr,
					   struct contents_hole *copy)
{
	for (; *at < holes->len / sizeof *copy; ++*at) {
		memcpy(copy, (const char *)holes->data + *at * sizeof *copy,
		       sizeof *copy);
		if (addr < copy->end)
			return addr >= copy->start ? copy : NULL;
	}
	return NULL;
}

static int sane_error(int64_t error)
{
	return error < 0 && error >= -ERRNO_MAX ? (int)error : 0;
}

void fold_contents(struct model *m, const struct event *ev)
{
	const struct ev_contents *e = &ev->u.contents;
	struct contents_of of = { e->object, e->number };
	struct contents_block *b = NULL;
	const uint8_t *data = e->data.data;
	size_t at = 0;

	if (e->data.len > ANSWER_MAX || e->start + e->data.len < e->start) {
		model_drop(m);
		return;
	}
	/* Live memory has one block, whether it is captured or not. */
	if (!of.number)
		of.object = 0;
	m->contents.told++;
	for (size_t i = 0; i < e->data.len; i++) {
		uint64_t addr = e->start + i;
		struct contents_hole copy;
		const struct contents_hole *h = hole_at(&e->holes, &at, addr,
							&copy);
		unsigned why = h && h->why < CONTENTS_WHYS ? h->why :
			       CONTENTS_UNREADABLE;

		if (!b || addr % CONTENTS_BLOCK == 0) {
			b = make_block(&m->contents, ev->pid, of, addr);
			b->time_ns = ev->time_ns;
		}
		if (h && h->error)
			b->error = sane_error(h->error);
		take_byte(b, addr % CONTENTS_BLOCK, ev->time_ns,
			  h ? CONTENTS_NOT + why : CONTENTS_KNOWN,
			  h ? 0 : data[i]);
	}
}

void contents_forget(struct contents *c, pid_t pid)
{
	for (size_t i = c->blocks.n; i-- > 0;)
		if (c->blocks.v[i]->pid == pid && !c->blocks.v[i]->number) {
			free(c->blocks.v[i]);
			vec_remove(&c->blocks, i);
		}
}

void model_keep_frames(struct model *m)
{
	m->contents.all = true;
}

/* --- frames ----------------------------------------------------------- */

static size_t object_index(const struct contents *c, uint64_t object)
{
	return vec_lower(&c->objects, o, (*o)->object < object);
}

static struct contents_object *make_object(struct contents *c,
					   const struct ev_frame *e)
{
	size_t i = object_index(c, e->object);
	struct contents_object *o;

	if (i < c->objects.n && c->objects.v[i]->object == e->object)
		return c->objects.v[i];
	if (c->objects.n >= CONTENTS_OBJECTS && !c->all) {
		c->dropped++;
		return NULL;
	}
	o = xcalloc(1, sizeof *o);
	o->object = e->object;
	o->name = bytes_copy(&e->name, NAME_MAX_KEPT);
	*vec_insert(&c->objects, i) = o;
	return o;
}

static size_t frame_index(const struct contents_object *o, uint64_t number)
{
	return vec_lower(&o->frames, f, f->number < number);
}

void fold_frame(struct model *m, const struct event *ev)
{
	const struct ev_frame *e = &ev->u.frame;
	struct contents_object *o;
	struct contents_frame *f;
	size_t i;

	/* Only the last part of a frame has the counts. */
	if (!e->last)
		return;
	if (!e->number || e->start >= e->end) {
		model_drop(m);
		return;
	}
	if (!(o = make_object(&m->contents, e)))
		return;
	o->shared |= e->shared != 0;
	i = frame_index(o, e->number);
	if (i < o->frames.n && o->frames.v[i].number == e->number)
		return;
	if (o->frames.n >= CONTENTS_FRAMES && !m->contents.all) {
		o->dropped++;
		if (!i)
			return;
		vec_remove(&o->frames, 0);
		i--;
	}
	f = vec_insert(&o->frames, i);
	*f = (struct contents_frame){
		.number = e->number, .time_ns = ev->time_ns, .pid = ev->pid,
		.start = e->start, .end = e->end, .offset = e->offset,
		.length = e->length, .pages = e->pages, .absent = e->absent,
		.unread = e->unread, .missed = e->missed,
		.page_size = e->page_size, .error = sane_error(e->error),
		.cause = e->cause < FRAME_CAUSES ? (enum frame_cause)e->cause :
			 FRAME_TIMER,
	};
	bytes_into(f->call, sizeof f->call, &e->call);
}

/* True if object o is the memory of region r.  Addresses are not compared for
 * shared memory: its frames may have the addresses of another process. */
static bool is_same(const struct contents_object *o, const struct process *p,
		    const struct region *r)
{
	const struct contents_frame *f =
		o->frames.n ? &o->frames.v[o->frames.n - 1] : NULL;

	if (!f)
		return false;
	if (f->pid == p->pid)
		return f->start < r->end && r->start < f->end;
	return o->shared && r->perm & PERM_SHARED && r->name[0] &&
	       !strcmp(r->name, o->name);
}

const struct contents_object *contents_object(const struct contents *c,
					      const struct process *p,
					      const struct region *r)
{
	const struct contents_object *found = NULL;

	for (size_t i = 0; i < c->objects.n; i++) {
		const struct contents_object *o = c->objects.v[i];

		if (!is_same(o, p, r))
			continue;
		/* The newer object is mapped now; the older object was mapped
		 * at this address earlier. */
		if (!found || found->frames.v[found->frames.n - 1].time_ns <=
			      o->frames.v[o->frames.n - 1].time_ns)
			found = o;
	}
	return found;
}

const struct contents_frame *contents_frame(const struct contents_object *o,
					    uint64_t number)
{
	size_t i = o ? frame_index(o, number) : 0;

	return o && i < o->frames.n && o->frames.v[i].number == number ?
	       &o->frames.v[i] : NULL;
}

const struct contents_frame *contents_frame_by(const struct contents_object *o,
					       uint64_t number, int step)
{
	size_t i;

	if (!o || !o->frames.n)
		return NULL;
	if (step > 0) {
		i = number == UINT64_MAX ? o->frames.n :
		    frame_index(o, number + 1);
		return i < o->frames.n ? &o->frames.v[i] : NULL;
	}
	i = frame_index(o, number);
	if (!step && i < o->frames.n && o->frames.v[i].number == number)
		return &o->frames.v[i];
	return i ? &o->frames.v[i - 1] : NULL;
}
