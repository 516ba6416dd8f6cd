/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/core/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/vec.h"
#include "event/event.h"
#include "parse/proc/cgroup.h"
#include "parse/proc/meminfo.h"
#include "parse/proc/mountinfo.h"
#include "sys/proc/root.h"

#define TEXT_MAX (1u << 20)
#define GROUPS_MAX 256
/* Interval at which limits are read: they change rarely, and each level of the
 * hierarchy needs a read. */
#define LIMITS_NS 2000000000ull
/* About how long a victim of the OOM killer may take to exit. */
#define KILLS_NS 2000000000ull
/* Version 1 does not print "max": INT64_MAX, rounded down to a page, means no
 * limit. */
#define V1_NONE ((uint64_t)INT64_MAX & ~0xffffull)

/* A cgroup hierarchy: its mount point and the names of its files. */
struct hierarchy {
	struct str point;	/* mount point; empty: not mounted */
	struct str root;	/* path of the group that is mounted there */
	const char *used, *max, *kills, *peak;
};

/* A counter of OOM kills: its value now and a few seconds ago. */
struct kills {
	uint64_t now, before, before_ns;	/* EV_UNKNOWN: not read */
};

struct known_cgroup {
	char *path;		/* path of the group's folder; owned */
	const struct hierarchy *h;
	uint64_t read_ns, limits_ns;
	size_t limited;		/* length of the part of `path` that is the
				 * group with the tightest limit */
	struct cgroup_usage usage;
	struct kills kills;
};

struct cgroups {
	const struct procroot *proc;
	struct hierarchy v2, v1, huge;	/* huge: hugetlb of version 1 */
	VEC(struct known_cgroup) groups;
	struct str text;
	struct kills kills;	/* OOM kills of the whole machine */
};

static void found_mount(struct hierarchy *h, const struct mount_entry *m)
{
	if (h->point.len)
		return;
	mount_path(&h->point, m->point);
	mount_path(&h->root, m->root);
}

static void find_mounts(struct cgroups *c)
{
	struct str text = STR_INIT;
	struct mount_entry m;
	struct scan rest;

	if (procroot_readf(c->proc, &text, TEXT_MAX, "self/mountinfo") < 0)
		return;
	rest = scan_of(text.data, text.len);
	while (mountinfo_next(&rest, &m)) {
		bool v1 = bytes_equal(m.fstype, "cgroup");

		if (bytes_equal(m.fstype, "cgroup2"))
			found_mount(&c->v2, &m);
		if (v1 && bytes_list_has(m.options, "memory"))
			found_mount(&c->v1, &m);
		if (v1 && bytes_list_has(m.options, "hugetlb"))
			found_mount(&c->huge, &m);
	}
	str_release(&text);
}

struct cgroups *cgroups_new(const struct procroot *proc)
{
	struct cgroups *c = xcalloc(1, sizeof *c);

	c->proc = proc;
	c->text = (struct str)STR_INIT;
	c->v2 = (struct hierarchy){ STR_INIT, STR_INIT, "memory.current",
				    "memory.max", "memory.events",
				    "memory.peak" };
	c->huge = (struct hierarchy){ STR_INIT, STR_INIT, NULL, NULL, NULL,
				      NULL };
	c->v1 = (struct hierarchy){ STR_INIT, STR_INIT,
				    "memory.usage_in_bytes",
				    "memory.limit_in_bytes",
				    "memory.oom_control",
				    "memory.max_usage_in_bytes" };
	c->kills = (struct kills){ EV_UNKNOWN, EV_UNKNOWN, 0 };
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
	hierarchy_release(&c->huge);
	str_release(&c->text);
	free(c);
}

ssize_t cgroup_read(const char *dir, size_t len, const char *file, char *buf,
		    size_t size)
{
	struct str path = STR_INIT;
	ssize_t n;
	int fd;

	str_add(&path, dir, len);
	str_addc(&path, '/');
	str_adds(&path, file);
	fd = open(path.data, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	n = fd < 0 ? -errno : 0;
	str_release(&path);
	if (fd < 0)
		return n;
	n = read(fd, buf, size);
	if (n < 0)
		n = -errno;
	close(fd);
	return n;
}

uint64_t cgroup_number(const char *dir, size_t len, const char *file)
{
	uint64_t v;
	char buf[32];
	ssize_t n = cgroup_read(dir, len, file, buf, sizeof buf);
	struct scan s = scan_of(buf, n > 0 ? (size_t)n : 0);

	if (n < 0)
		return CGROUP_ERROR(-n);
	if (scan_text(&s, "max\n"))
		return EV_UNKNOWN;
	if (!scan_u64(&s, 10, &v) || !scan_char(&s, '\n'))
		return CGROUP_ERROR(EBADMSG);
	return v >= V1_NONE ? EV_UNKNOWN : v;
}

/* Returns EV_UNKNOWN if the number is not known, too. */
static uint64_t read_number(const char *dir, size_t len, const char *file)
{
	uint64_t v = cgroup_number(dir, len, file);

	return cgroup_error(v) ? EV_UNKNOWN : v;
}

uint64_t cgroup_tightest(const char *dir, size_t point, const char *file,
			 size_t *limited)
{
	uint64_t tightest = EV_UNKNOWN;

	*limited = strlen(dir);
	/* In a container, the mount point itself may be a group with a
	 * limit. */
	for (size_t len = *limited; len >= point;) {
		uint64_t max = read_number(dir, len, file);

		if (max < tightest) {
			tightest = max;
			*limited = len;
		}
		if (len <= point)
			break;
		while (len > point && dir[--len] != '/')
			;
	}
	return tightest;
}

static void read_limits(struct known_cgroup *g)
{
	g->usage.max = cgroup_tightest(g->path, g->h->point.len, g->h->max,
				       &g->limited);
}

/* --- kills --------------------------------------------------------------- */

/* Returns N of the line "oom_kill N"; EV_UNKNOWN if that line is missing. */
static uint64_t kills_in(const struct str *text)
{
	uint64_t n = EV_UNKNOWN;

	(void)!meminfo_find((struct bytes){ text->data, text->len },
			    "oom_kill", &n);
	return n;
}

static uint64_t group_kills(const struct known_cgroup *g, struct str *text)
{
	char buf[512];
	ssize_t n = cgroup_read(g->path, strlen(g->path), g->h->kills, buf,
			    sizeof buf);

	str_clear(text);
	if (n > 0)
		str_add(text, buf, (size_t)n);
	return kills_in(text);
}

static uint64_t machine_kills(struct cgroups *c)
{
	if (procroot_readf(c->proc, &c->text, TEXT_MAX, "vmstat") < 0)
		return EV_UNKNOWN;
	return kills_in(&c->text);
}

static void kills_sample(struct kills *k, uint64_t n, uint64_t now_ns)
{
	if (!k->before_ns || now_ns - k->before_ns >= KILLS_NS) {
		k->before = k->before_ns ? k->now : n;
		k->before_ns = now_ns;
	}
	k->now = n;
}

/* Attributes one of the kills since `before` to a victim.  Returns false if
 * none is left. */
static bool kills_take(struct kills *k, uint64_t n)
{
	if (n == EV_UNKNOWN || k->before == EV_UNKNOWN || n <= k->before)
		return false;
	k->before++;
	return true;
}

static void group_look(struct known_cgroup *g, uint64_t now_ns)
{
	bool limits = !g->limits_ns || now_ns - g->limits_ns >= LIMITS_NS;

	if (limits) {
		read_limits(g);
		g->limits_ns = now_ns;
	}
	/* If a group does not count memory, its usage is only read with the
	 * limits: it may have started to count. */
	if (limits || g->usage.used != EV_UNKNOWN)
		g->usage.used = read_number(g->path, g->limited, g->h->used);
	g->usage.group = g->path;
	g->usage.name = g->path[g->h->point.len] ?
			g->path + g->h->point.len : "/";
	g->read_ns = now_ns;
}

static struct known_cgroup *group_of(struct cgroups *c,
				     const struct hierarchy *h,
				     const char *path)
{
	for (size_t i = 0; i < c->groups.n; i++)
		if (strcmp(c->groups.v[i].path, path) == 0)
			return &c->groups.v[i];
	if (c->groups.n >= GROUPS_MAX)
		groups_clear(c);
	*vec_push(&c->groups) = (struct known_cgroup){
		.path = xstrdup(path), .h = h,
		.kills = { EV_UNKNOWN, EV_UNKNOWN, 0 },
	};
	return &c->groups.v[c->groups.n - 1];
}

/* Stores the folder of a group in out: the mount point, then the group's path
 * relative to the group that is mounted there. */
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
		const char *path = group.data;

		if (group.len < root || memcmp(path, h->root.data, root) ||
		    (group.len > root && path[root] != '/'))
			return true;
		str_add(out, path + root, group.len - root);
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
	struct cgroup_usage none = { EV_UNKNOWN, EV_UNKNOWN, NULL, NULL };
	struct str path = STR_INIT;
	struct known_cgroup *g;

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
	struct cgroup_usage u = { EV_UNKNOWN, EV_UNKNOWN, NULL, NULL }, v1 = u;
	struct cgroup_paths paths;

	if (!c->v2.point.len && !c->v1.point.len)
		return u;
	if (procroot_readf(c->proc, &c->text, TEXT_MAX, "%d/cgroup",
			   (int)pid) < 0)
		return u;
	cgroup_parse((struct bytes){ c->text.data, c->text.len }, &paths);
	u = usage_of(c, &c->v2, paths.v2, now_ns, period_ns);
	/* In a hybrid setup, the memory controller is in the version 1
	 * hierarchy. */
	if (u.used == EV_UNKNOWN && u.max == EV_UNKNOWN && c->v1.point.len)
		v1 = usage_of(c, &c->v1, paths.v1_memory, now_ns, period_ns);
	return v1.group ? v1 : u;
}

static struct known_cgroup *group_at(struct cgroups *c, const char *path)
{
	for (size_t i = 0; path && i < c->groups.n; i++)
		if (strcmp(c->groups.v[i].path, path) == 0)
			return &c->groups.v[i];
	return NULL;
}

int cgroups_place(struct cgroups *c, pid_t pid, uint64_t now_ns,
		  struct cgroup_place *out)
{
	struct cgroup_usage u = cgroups_usage(c, pid, now_ns, LIMITS_NS);
	const struct known_cgroup *g = group_at(c, u.group);
	struct cgroup_paths paths;
	struct str huge = STR_INIT;
	int rc = procroot_readf(c->proc, &c->text, TEXT_MAX, "%d/cgroup",
				(int)pid);

	if (rc < 0)
		return rc;
	if (!g)
		return -ENODEV;
	cgroup_parse((struct bytes){ c->text.data, c->text.len }, &paths);
	if (g->h == &c->v2)
		str_adds(&huge, g->path);
	else if (!group_path(&c->huge, paths.v1_hugetlb, &huge))
		str_clear(&huge);
	*out = (struct cgroup_place){
		.version = g->h == &c->v2 ? 2 : 1,
		.dir = xstrdup(g->path), .root = xstrdup(g->h->root.data),
		.point = g->h->point.len, .hugetlb = str_take(&huge),
	};
	return 0;
}

void cgroup_place_release(struct cgroup_place *p)
{
	free(p->dir);
	free(p->root);
	free(p->hugetlb);
	*p = (struct cgroup_place){ 0 };
}

void cgroups_count_kills(struct cgroups *c, const char *group, uint64_t now_ns)
{
	struct known_cgroup *g = group_at(c, group);
	uint64_t n = g ? group_kills(g, &c->text) : EV_UNKNOWN;

	if (n != EV_UNKNOWN)
		kills_sample(&g->kills, n, now_ns);
	else
		kills_sample(&c->kills, machine_kills(c), now_ns);
}

bool cgroups_killed(struct cgroups *c, const char *group)
{
	struct known_cgroup *g = group_at(c, group);
	uint64_t n = g ? group_kills(g, &c->text) : EV_UNKNOWN;

	return n != EV_UNKNOWN ? kills_take(&g->kills, n) :
				 kills_take(&c->kills, machine_kills(c));
}

/* Returns the limit of the group at path.  Returns EV_UNKNOWN if its peak usage
 * stayed below the limit: the process has then reached a limit of swap or
 * kernel memory. */
static uint64_t reached_limit(const struct hierarchy *h, const char *path)
{
	size_t len = strlen(path);
	uint64_t max = read_number(path, len, h->max);
	uint64_t peak = read_number(path, len, h->peak);

	return peak == EV_UNKNOWN || max == EV_UNKNOWN ||
	       peak >= max - max / 16 ? max : EV_UNKNOWN;
}

uint64_t cgroups_limit(struct cgroups *c, const char *group,
		       struct bytes reached)
{
	const struct hierarchy *const both[] = { &c->v2, &c->v1 };
	const struct known_cgroup *g = group_at(c, group);
	struct str path = STR_INIT;
	uint64_t max = EV_UNKNOWN;

	for (size_t i = 0; i < 2 && max == EV_UNKNOWN; i++) {
		if (!group_path(both[i], reached, &path))
			continue;
		max = reached_limit(both[i], path.data);
		/* The group may be removed with its last process.  Its limit is
		 * then the one that was read before. */
		if (max == EV_UNKNOWN && g && g->h == both[i] &&
		    g->limited == path.len &&
		    memcmp(g->path, path.data, path.len) == 0 &&
		    access(path.data, F_OK) < 0)
			max = g->usage.max;
	}
	str_release(&path);
	return max;
}
