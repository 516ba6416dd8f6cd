/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The newest CGROUP event: the control group that limits a process. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "model/copy.h"
#include "model/fold.h"

#define PATH_MAX_KEPT 4096

void cgroup_release(struct cgroup *c)
{
	free(c->path);
	free(c->limit_path);
	free(c->high_path);
	*c = (struct cgroup){ 0 };
}

void copy_cgroup(struct copying *c, struct cgroup *g)
{
	g->path = copied_text(c, g->path);
	g->limit_path = copied_text(c, g->limit_path);
	g->high_path = copied_text(c, g->high_path);
}

/* Reads a number and the blank after it. */
static bool number(const char **p, const char *end, uint64_t *out)
{
	uint64_t v = 0;
	const char *s = *p;

	for (; s < end && *s >= '0' && *s <= '9'; s++)
		if (__builtin_mul_overflow(v, (uint64_t)10, &v) ||
		    __builtin_add_overflow(v, (uint64_t)(*s - '0'), &v))
			return false;
	if (s == *p || s >= end || *s != ' ')
		return false;
	*p = s + 1;
	*out = v;
	return true;
}

/* Reads the list "PID RSS COMM\0...", up to the first invalid element. */
static void take_largest(struct cgroup *c, const struct bytes *list)
{
	const char *p = list->data, *end = p + list->len;

	while (p < end && c->n < CGROUP_LARGEST) {
		struct cgroup_member *m = &c->largest[c->n];
		const char *stop = memchr(p, '\0', (size_t)(end - p));
		uint64_t pid, rss;
		struct bytes comm;

		if (!stop || !number(&p, stop, &pid) || !pid ||
		    pid > INT32_MAX || !number(&p, stop, &rss))
			return;
		comm = (struct bytes){ p, (size_t)(stop - p) };
		m->pid = (pid_t)pid;
		m->rss = rss;
		bytes_into(m->comm, sizeof m->comm, &comm);
		c->n++;
		p = stop + 1;
	}
}

void fold_cgroup(struct model *m, const struct event *ev)
{
	const struct ev_cgroup *e = &ev->u.cgroup;
	struct cgroup *c = &m->cgroup;

	if (e->version > 2) {
		model_drop(m);
		return;
	}
	cgroup_release(c);
	c->pid = ev->pid;
	c->time_ns = ev->time_ns;
	c->told = *e;
	c->path = bytes_copy(&e->path, PATH_MAX_KEPT);
	c->limit_path = bytes_copy(&e->limit_path, PATH_MAX_KEPT);
	c->high_path = bytes_copy(&e->high_path, PATH_MAX_KEPT);
	take_largest(c, &e->largest);
}
