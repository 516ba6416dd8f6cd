/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/vec.h"
#include "event/event.h"
#include "parse/cgroup.h"
#include "parse/mountinfo.h"
#include "sys/procroot.h"

#define TEXT_MAX (1u << 20)
#define GROUPS_MAX 256
/* Limits are set by hand, and there is one to read at each level. */
#define LIMITS_NS 2000000000ull
/* Version 1 has no "max": this much, in whole pages, means none. */
#define V1_NONE ((uint64_t)INT64_MAX & ~0xffffull)

/* A hierarchy: where it is mounted, and what its files are called. */
struct hierarchy {
	struct str point;	/* empty: there is none */
	struct str root;	/* the group that is mounted there */
	const char *used, *max;
};

struct group {
	char *path;		/* of the file system, owned */
	const struct hierarchy *h;
	uint64_t read_ns, limits_ns;
	size_t limited;		/* of path: the group with that limit */
	struct cgroup_usage usage;
};

struct cgroups {
	const struct procroot *proc;
	struct hierarchy v2, v1;
	VEC(struct group) groups;
	struct str text;
};

static void find_mounts(struct cgroups *c)
{
	struct str text = STR_INIT;
	struct mount_entry m;
	struct scan rest;

	if (procroot_readf(c->proc, &text, TEXT_MAX, "self/mountinfo") < 0)
		return;
	rest = scan_of(text.data, text.len);
	while (mountinfo_next(&rest, &m)) {
		struct hierarchy *h = NULL;

		if (bytes_equal(m.fstype, "cgroup2"))
			h = &c->v2;
		else if (bytes_equal(m.fstype, "cgroup") &&
			 bytes_list_has(m.options, "memory"))
			h = &c->v1;
		if (!h || h->point.len)
			continue;
		mount_path(&h->point, m.point);
		mount_path(&h->root, m.root);
	}
	str_release(&text);
}

struct cgroups *cgroups_new(const struct procroot *proc)
{
	struct cgroups *c = xcalloc(1, sizeof *c);

	c->proc = proc;
	c->text = (struct str)STR_INIT;
	c->v2 = (struct hierarchy){ STR_INIT, STR_INIT, "memory.current",
				    "memory.max" };
	c->v1 = (struct hierarchy){ STR_INIT, STR_INIT,
				    "memory.usage_in_bytes",
				    "memory.limit_in_bytes" };
	if (procroot_is_live(proc))
		find_mounts(c);
	return c;
}

static void groups_clear(struct cgroups *c)
{
	for (size_t i = 0; i < c->groups.n; i++)
		free(c->groups.v[i].path);
	vec_clear(&c->groups);
}

static void hierarchy_release(struct hierarchy *h)
{
	str_release(&h->point);
	str_release(&h->root);
}

void cgroups_free(struct cgroups *c)
{
	if (!c)
		return;
	groups_clear(c);
	vec_release(&c->groups);
	hierarchy_release(&c->v2);
	hierarchy_release(&c->v1);
	str_release(&c->text);
	free(c);
}

/* "123\n"; "max" and whatever is no number is EV_UNKNOWN. */
static uint64_t read_number(const char *dir, size_t len, const char *file)
{
	struct str path = STR_INIT;
	uint64_t v = EV_UNKNOWN;
	char buf[32];
	ssize_t n;
	int fd;

	str_add(&path, dir, len);
	str_addc(&path, '/');
	str_adds(&path, file);
	fd = open(path.data, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	str_release(&path);
	if (fd < 0)
		return v;
	n = read(fd, buf, sizeof buf);
	close(fd);
	if (n > 0) {
		struct scan s = scan_of(buf, (size_t)n);

		if (!scan_u64(&s, 10, &v) || !scan_char(&s, '\n'))
			v = EV_UNKNOWN;
	}
	return v >= V1_NONE ? EV_UNKNOWN : v;
}

/* From the group up to the mount point: the tightest. */
static void read_limits(struct group *g)
{
	size_t len = strlen(g->path);

	g->limited = len;
	g->usage.max = EV_UNKNOWN;
	for (;;) {
		uint64_t max = read_number(g->path, len, g->h->max);

		if (max < g->usage.max) {
			g->usage.max = max;
			g->limited = len;
		}
		while (len > g->h->point.len && g->path[--len] != '/')
			;
		if (len <= g->h->point.len)
			break;
	}
}

static void group_look(struct group *g, uint64_t now_ns)
{
	bool limits = !g->limits_ns || now_ns - g->limits_ns >= LIMITS_NS;

	if (limits) {
		read_limits(g);
		g->limits_ns = now_ns;
	}
	/* Where memory is not counted it is not so a moment later. */
	if (limits || g->usage.used != EV_UNKNOWN)
		g->usage.used = read_number(g->path, g->limited, g->h->used);
	g->read_ns = now_ns;
}

static struct group *group_of(struct cgroups *c, const struct hierarchy *h,
			      const char *path)
{
	for (size_t i = 0; i < c->groups.n; i++)
		if (strcmp(c->groups.v[i].path, path) == 0)
			return &c->groups.v[i];
	if (c->groups.n >= GROUPS_MAX)
		groups_clear(c);
	*vec_push(&c->groups) = (struct group){
		.path = xstrdup(path), .h = h,
	};
	return &c->groups.v[c->groups.n - 1];
}

/* The file system's path of a group, below the one that is mounted. */
static bool group_path(const struct hierarchy *h, struct bytes group,
		       struct str *out)
{
	size_t root = h->root.len;

	if (!h->point.len || !group.data ||
	    memchr(group.data, '\0', group.len))
		return false;
	str_clear(out);
	str_add(out, h->point.data, h->point.len);
	if (root > 1) {
		if (group.len < root ||
		    memcmp(group.data, h->root.data, root) != 0)
			return true;
		str_add(out, (const char *)group.data + root,
			group.len - root);
	} else {
		str_add(out, group.data, group.len);
	}
	while (out->len > h->point.len && out->data[out->len - 1] == '/')
		out->data[--out->len] = '\0';
	return true;
}

static struct cgroup_usage usage_of(struct cgroups *c,
				    const struct hierarchy *h,
				    struct bytes group, uint64_t now_ns,
				    uint64_t period_ns)
{
	struct cgroup_usage none = { EV_UNKNOWN, EV_UNKNOWN };
	struct str path = STR_INIT;
	struct group *g;

	if (!group_path(h, group, &path))
		return none;
	g = group_of(c, h, path.data);
	if (!g->read_ns || now_ns - g->read_ns >= period_ns)
		group_look(g, now_ns);
	str_release(&path);
	return g->usage;
}

struct cgroup_usage cgroups_usage(struct cgroups *c, pid_t pid,
				  uint64_t now_ns, uint64_t period_ns)
{
	struct cgroup_usage u = { EV_UNKNOWN, EV_UNKNOWN };
	struct cgroup_paths paths;

	if (!c->v2.point.len && !c->v1.point.len)
		return u;
	if (procroot_readf(c->proc, &c->text, TEXT_MAX, "%d/cgroup",
			   (int)pid) < 0)
		return u;
	cgroup_parse((struct bytes){ c->text.data, c->text.len }, &paths);
	u = usage_of(c, &c->v2, paths.v2, now_ns, period_ns);
	/* In a hybrid set-up memory is in the other one. */
	if (u.used == EV_UNKNOWN && u.max == EV_UNKNOWN)
		u = usage_of(c, &c->v1, paths.v1_memory, now_ns, period_ns);
	return u;
}
