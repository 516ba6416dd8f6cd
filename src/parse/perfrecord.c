/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/perfrecord.h"

#include <string.h>

#define CPUMODE_MASK 7
#define CPUMODE_KERNEL 1
#define TRAILER 24		/* pid,tid  time  id */

/* What is left of the record; bad: it ended too early. */
struct cursor {
	const char *p;
	size_t left;
	bool bad;
};

static uint64_t get_u64(struct cursor *c)
{
	uint64_t n = 0;

	if (c->left < sizeof n) {
		c->bad = true;
		return 0;
	}
	memcpy(&n, c->p, sizeof n);
	c->p += sizeof n;
	c->left -= sizeof n;
	return n;
}

static void get_task(struct cursor *c, struct perfrecord *r)
{
	uint64_t both = get_u64(c);
	uint32_t pair[2];

	memcpy(pair, &both, sizeof pair);
	r->pid = (pid_t)pair[0];
	r->tid = (pid_t)pair[1];
}

static void get_sample(struct cursor *c, struct perfrecord *r)
{
	r->id = get_u64(c);
	r->ip = get_u64(c);
	get_task(c, r);
	r->time = get_u64(c);
	r->addr = get_u64(c);
	/* A task that has ended has no number any more. */
	c->bad |= c->left != 0 || r->pid <= 0 || r->tid <= 0;
}

/* The trailer stands at the end, whatever was added before it. */
static void get_trailer(struct cursor *c, struct perfrecord *r)
{
	if (c->left < TRAILER) {
		c->bad = true;
		return;
	}
	c->p += c->left - TRAILER;
	c->left = TRAILER;
	get_task(c, r);
	r->time = get_u64(c);
	r->id = get_u64(c);
}

bool perfrecord_parse(struct bytes record, struct perfrecord *out)
{
	struct cursor c = { .p = record.data, .left = record.len };
	struct perfrecord_head head;
	struct perfrecord r = { 0 };

	if (record.len < sizeof head)
		return false;
	memcpy(&head, record.data, sizeof head);
	if (head.size != record.len)
		return false;
	c.p += sizeof head;
	c.left -= sizeof head;
	r.type = (enum perfrecord_type)head.type;
	switch (head.type) {
	case PERFRECORD_SAMPLE:
		r.kernel = (head.misc & CPUMODE_MASK) == CPUMODE_KERNEL;
		get_sample(&c, &r);
		break;
	case PERFRECORD_LOST:
		(void)get_u64(&c);	/* the event's id, as in the trailer */
		r.lost = get_u64(&c);
		get_trailer(&c, &r);
		break;
	case PERFRECORD_LOST_SAMPLES:
		r.lost = get_u64(&c);
		get_trailer(&c, &r);
		break;
	case PERFRECORD_THROTTLE:
	case PERFRECORD_UNTHROTTLE:
		get_trailer(&c, &r);
		break;
	default:
		return false;
	}
	if (c.bad)
		return false;
	*out = r;
	return true;
}
