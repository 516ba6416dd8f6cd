/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/ring/perfrecord.h"

#include <byteswap.h>
#include <stddef.h>
#include <string.h>
#include <sys/sysmacros.h>

#define CPUMODE_MASK 7
#define CPUMODE_KERNEL 1
#define CPUMODE_USER 2
/* Bits of the field misc; their meaning depends on the record's type. */
#define MISC_COMM_EXEC (1u << 13)
#define MISC_MMAP_BUILD_ID (1u << 14)
#define MISC_LOST_BY_FILTER (1u << 15)
/* Bits of sample_type in perf_event_open(2). */
#define TYPE_IP 1u
#define TYPE_TID 2u
#define TYPE_TIME 4u
#define TYPE_ADDR 8u
#define TYPE_ID (1u << 6)
#define TYPE_CPU (1u << 7)
#define TYPE_STREAM_ID (1u << 9)
#define TYPE_IDENTIFIER (1u << 16)

const struct perfrecord_form perfrecord_own = {
	.sample_type = TYPE_IDENTIFIER | TYPE_IP | TYPE_TID | TYPE_TIME |
		       TYPE_ADDR,
	.trailer = true,
};

/* The part of a record not read yet.  `bad`: the record was too short. */
struct cursor {
	const char *p;
	size_t left;
	const struct perfrecord_form *form;
	bool bad;
};

static uint64_t get_raw(struct cursor *c)
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

static uint64_t get_u64(struct cursor *c)
{
	uint64_t n = get_raw(c);

	return c->form->swapped ? bswap_64(n) : n;
}

static void get_pair(struct cursor *c, uint32_t pair[2])
{
	uint64_t both = get_raw(c);

	memcpy(pair, &both, sizeof both);
	for (int i = 0; c->form->swapped && i < 2; i++)
		pair[i] = bswap_32(pair[i]);
}

static void get_task(struct cursor *c, struct perfrecord *r)
{
	uint32_t pair[2];

	get_pair(c, pair);
	r->pid = (pid_t)pair[0];
	r->tid = (pid_t)pair[1];
}

size_t perfrecord_trailer(const struct perfrecord_form *form)
{
	const uint64_t parts = TYPE_TID | TYPE_TIME | TYPE_ID | TYPE_STREAM_ID |
			       TYPE_CPU | TYPE_IDENTIFIER;

	if (!form->trailer)
		return 0;
	return 8 * (size_t)__builtin_popcountll(form->sample_type & parts);
}

/* Reads the trailer from the end of the record, since new fields may come
 * before it.  The trailer's pid and tid are skipped: they are those of the task
 * that caused the record, not of the task that the record describes. */
static void get_trailer(struct cursor *c, struct perfrecord *r)
{
	size_t n = perfrecord_trailer(c->form);
	uint64_t type = n ? c->form->sample_type : 0;

	if (c->left < n) {
		c->bad = true;
		return;
	}
	c->p += c->left - n;
	c->left = n;
	if (type & TYPE_TID)
		(void)get_raw(c);
	if (type & TYPE_TIME)
		r->time = get_u64(c);
	if (type & TYPE_ID)
		r->id = get_u64(c);
	if (type & TYPE_STREAM_ID)
		(void)get_raw(c);
	if (type & TYPE_CPU)
		(void)get_raw(c);
	if (type & TYPE_IDENTIFIER)
		r->id = get_u64(c);
}

/* Gets a name without its trailing NULs.  It fills the record up to the
 * trailer. */
static void get_name(struct cursor *c, struct bytes *name)
{
	size_t n = perfrecord_trailer(c->form);

	if (c->left < n) {
		c->bad = true;
		return;
	}
	name->data = c->p;
	name->len = strnlen(c->p, c->left - n);
}

static void get_build_id(struct cursor *c, struct perfrecord_map *m)
{
	const unsigned char *p = (const unsigned char *)c->p;

	m->build_id_len = p[0];
	m->build_id = p + 4;		/* after three reserved bytes */
	c->bad |= !p[0] || p[0] > PERFRECORD_BUILD_ID_MAX;
}

static void get_identity(struct cursor *c, struct perfrecord_map *m,
			 bool by_build_id)
{
	struct cursor identity = *c;
	uint32_t pair[2];

	get_pair(c, pair);
	m->major = pair[0];
	m->minor = pair[1];
	m->inode = get_u64(c);
	m->generation = get_u64(c);
	if (by_build_id && !c->bad) {
		m->major = m->minor = 0;
		m->inode = m->generation = 0;
		get_build_id(&identity, m);
		c->bad |= identity.bad;
	}
	get_pair(c, pair);
	m->prot = pair[0];
	m->flags = pair[1];
}

static void get_map(struct cursor *c, struct perfrecord *r,
		    const struct perfrecord_head *head)
{
	struct perfrecord_map *m = &r->map;
	unsigned mode = head->misc & CPUMODE_MASK;

	get_task(c, r);
	m->addr = get_u64(c);
	m->len = get_u64(c);
	m->pgoff = get_u64(c);
	m->bare = head->type == PERFRECORD_MMAP;
	if (!m->bare)
		get_identity(c, m, head->misc & MISC_MMAP_BUILD_ID);
	get_name(c, &m->filename);
	r->kernel = mode && mode != CPUMODE_USER;
	/* Reject the mapping of a task that has exited: it has no tid. */
	c->bad |= !r->kernel && (r->pid <= 0 || r->tid <= 0 || !m->len ||
				 m->addr > UINT64_MAX - m->len);
}

static void get_family(struct cursor *c, struct perfrecord *r)
{
	uint32_t pids[2], tids[2];

	get_pair(c, pids);
	get_pair(c, tids);
	r->time = get_u64(c);		/* equal to the time in the trailer, if
					 * any */
	r->ppid = (pid_t)pids[1];
	r->ptid = (pid_t)tids[1];
	r->pid = (pid_t)pids[0];
	r->tid = (pid_t)tids[0];
}

/* Parses the fields between head and trailer.  Returns false for an unknown
 * type. */
static bool get_body(struct cursor *c, const struct perfrecord_head *head,
		     struct perfrecord *r)
{
	switch (head->type) {
	case PERFRECORD_MMAP:
	case PERFRECORD_MMAP2:
		get_map(c, r, head);
		break;
	case PERFRECORD_COMM:
		r->exec = head->misc & MISC_COMM_EXEC;
		get_task(c, r);
		get_name(c, &r->comm);
		break;
	case PERFRECORD_FORK:
	case PERFRECORD_EXIT:
		get_family(c, r);
		break;
	case PERFRECORD_LOST:
		(void)get_u64(c);	/* id of the event, as in the trailer */
		r->lost = get_u64(c);
		break;
	case PERFRECORD_LOST_SAMPLES:
		r->lost = get_u64(c);
		/* Records that a filter has dropped are not lost. */
		if (head->misc & MISC_LOST_BY_FILTER)
			r->lost = 0;
		break;
	case PERFRECORD_THROTTLE:
	case PERFRECORD_UNTHROTTLE:
		break;
	default:
		return false;
	}
	get_trailer(c, r);
	return true;
}

bool perfrecord_has_time(const struct perfrecord_form *form)
{
	return form->trailer && form->sample_type & TYPE_TIME;
}

bool perfrecord_has_identifier(const struct perfrecord_form *form)
{
	return form->trailer && form->sample_type & TYPE_IDENTIFIER;
}

static struct ev_map map_event(const struct perfrecord_map *m)
{
	struct ev_map ev = {
		.addr = m->addr, .len = m->len, .pgoff = m->pgoff,
		.prot = m->prot, .flags = m->flags,
		.dev = makedev(m->major, m->minor), .inode = m->inode,
		.generation = m->generation,
		.build_id = { m->build_id, m->build_id_len },
		.filename = m->filename,
	};

	if (m->bare)
		ev.prot = ev.flags = ev.dev = ev.inode = ev.generation =
			EV_UNKNOWN;
	return ev;
}

static void fork_event(const struct perfrecord *r, struct event *ev)
{
	bool thread = r->pid == r->ppid;

	ev->pid = r->ppid;
	ev->tid = r->ptid;
	ev->u.process.op = thread ? PROCESS_THREAD : PROCESS_FORK;
	ev->u.process.child = thread ? r->tid : r->pid;
	ev->u.process.child_pid = r->pid;
	ev->u.process.ppid = r->ppid;
}

bool perfrecord_event(const struct perfrecord *r, struct event *ev)
{
	struct ev_process *p = &ev->u.process;

	*ev = (struct event){ .kind = EV_PROCESS, .pid = r->pid,
			      .tid = r->tid };
	p->status = p->signal = -1;
	switch (r->type) {
	case PERFRECORD_MMAP:
	case PERFRECORD_MMAP2:
		ev->kind = EV_MAP;
		ev->flags = EVF_EACH;
		ev->u.map = map_event(&r->map);
		return true;
	case PERFRECORD_FORK:
		fork_event(r, ev);
		return true;
	case PERFRECORD_COMM:
		p->op = PROCESS_EXEC;
		p->comm = r->comm;
		return r->exec;
	case PERFRECORD_EXIT:
		p->op = PROCESS_EXIT;
		p->gone = r->pid == r->tid;
		return true;
	default:
		return false;
	}
}

bool perfrecord_is_label(struct bytes filename)
{
	const char *p = filename.data;

	return !filename.len || *p != '/' || (filename.len > 1 && p[1] == '/');
}

struct perfrecord_head perfrecord_head(const void *record, bool swapped)
{
	struct perfrecord_head head;

	memcpy(&head, record, sizeof head);
	if (swapped)
		head = (struct perfrecord_head){
			.type = bswap_32(head.type),
			.misc = bswap_16(head.misc),
			.size = bswap_16(head.size),
		};
	return head;
}

/* A sample in the form perfrecord_own, parsed as a whole: there may be a
 * million samples per second. */
struct sample {
	struct perfrecord_head head;
	uint64_t id, ip;
	uint32_t pid, tid;
	uint64_t time, addr;
};

static bool parse_sample(struct bytes record, const struct perfrecord_form *form,
			 struct perfrecord *out)
{
	struct sample s;

	if (record.len != sizeof s || form->swapped ||
	    form->sample_type != perfrecord_own.sample_type)
		return false;
	memcpy(&s, record.data, sizeof s);
	/* A task that has exited has no tid. */
	if ((pid_t)s.pid <= 0 || (pid_t)s.tid <= 0)
		return false;
	memset(out, 0, offsetof(struct perfrecord, map));
	out->type = PERFRECORD_SAMPLE;
	out->kernel = (s.head.misc & CPUMODE_MASK) == CPUMODE_KERNEL;
	out->id = s.id;
	out->ip = s.ip;
	out->pid = (pid_t)s.pid;
	out->tid = (pid_t)s.tid;
	out->time = s.time;
	out->addr = s.addr;
	return true;
}

/* Reads the head of a record.  Sets *c to the bytes after the head. */
static bool begin_body(struct bytes record, const struct perfrecord_form *form,
		       struct cursor *c, struct perfrecord_head *head)
{
	if (record.len < sizeof *head)
		return false;
	*head = perfrecord_head(record.data, form->swapped);
	*c = (struct cursor){
		.p = record.data + sizeof *head,
		.left = record.len - sizeof *head, .form = form,
	};
	return true;
}

bool perfrecord_has_no_task(struct bytes record,
			    const struct perfrecord_form *form)
{
	struct perfrecord_head head;
	struct perfrecord r;
	struct cursor c;

	if (!begin_body(record, form, &c, &head))
		return false;
	get_task(&c, &r);
	return !c.bad && (r.pid <= 0 || r.tid <= 0) &&
	       (head.type == PERFRECORD_MMAP || head.type == PERFRECORD_MMAP2);
}

bool perfrecord_parse(struct bytes record, const struct perfrecord_form *form,
		      struct perfrecord *out)
{
	struct perfrecord_head head;
	struct perfrecord r;
	struct cursor c;

	if (!begin_body(record, form, &c, &head) || head.size != record.len)
		return false;
	if (head.type == PERFRECORD_SAMPLE)
		return parse_sample(record, form, out);
	r = (struct perfrecord){ 0 };
	r.type = (enum perfrecord_type)head.type;
	if (!get_body(&c, &head, &r) || c.bad)
		return false;
	*out = r;
	return true;
}
