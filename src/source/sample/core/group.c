/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/core/group.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "parse/proc/stat.h"
#include "parse/scan.h"
#include "source/sample/core/cgroup.h"
#include "source/sample/core/sample.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

#define VIEW_NS NS_PER_S
/* Passes use at most 1/SHARE of the time. */
#define SHARE 20
#define SUBGROUPS_MAX 256
#define PROCESSES_MAX 8192
#define PIDS_TEXT_MAX (1u << 18)
#define FILE_MAX 16384
#define TEXT_MAX 4096

struct member {
	pid_t pid;
	uint64_t rss;
	char comm[16];
	size_t len;			/* length of comm */
};

struct group_view {
	pid_t asked;			/* 0: none */
	uint64_t due, spent_ns;
	bool running;
	bool gone;			/* the process has ended */
	struct cgroup_place place;	/* version 0: not known yet */
	struct event ev;		/* without the B fields */
	struct str path, limit_path, high_path, list;
	VEC(char *) folders;		/* the group and its subgroups, to be
					 * read from folders.v[folder] on */
	size_t folder;
	VEC(pid_t) pids;		/* to be read from pids.v[at] on */
	size_t at;
	struct member largest[CGROUP_LARGEST];	/* the largest first */
	size_t n;
};

struct group_view *group_new(void)
{
	struct group_view *v = xcalloc(1, sizeof *v);

	v->path = v->limit_path = v->high_path = v->list =
		(struct str)STR_INIT;
	return v;
}

static void folders_clear(struct group_view *v)
{
	for (size_t i = 0; i < v->folders.n; i++)
		free(v->folders.v[i]);
	vec_clear(&v->folders);
}

void group_free(struct group_view *v)
{
	if (!v)
		return;
	folders_clear(v);
	vec_release(&v->folders);
	vec_release(&v->pids);
	cgroup_place_release(&v->place);
	str_release(&v->path);
	str_release(&v->limit_path);
	str_release(&v->high_path);
	str_release(&v->list);
	free(v);
}

void group_focus(struct sampler *s, pid_t pid)
{
	struct group_view *v = s->group;

	v->asked = pid;
	v->running = v->gone = false;
	cgroup_place_release(&v->place);
	v->due = clock_ns();
	if (pid)
		sample_due(s, v->due);
}

void group_gone(struct sampler *s, pid_t pid)
{
	if (s->group->asked == pid)
		s->group->gone = true;
}

uint64_t group_due(const struct sampler *s)
{
	const struct group_view *v = s->group;

	return !v->asked ? 0 : v->running ? 1 : v->due;
}

/* --- values --------------------------------------------------------------- */

/* Returns the sum, if it is not one of the special values. */
static uint64_t sum_of(uint64_t a, uint64_t b)
{
	uint64_t sum;

	return __builtin_add_overflow(a, b, &sum) ||
	       sum >= CGROUP_ERROR(4095) ? CGROUP_ERROR(EBADMSG) : sum;
}

/* Returns the number after "KEY " or, in "some avg10=1.25 ...", per mille. */
static uint64_t keyed(struct bytes text, const char *key)
{
	struct scan s = scan_of(text.data, text.len), line;
	uint64_t v;

	while (scan_line(&s, &line)) {
		if (!scan_text(&line, key) || !scan_char(&line, ' '))
			continue;
		if (scan_text(&line, "avg10="))
			return scan_fixed(&line, 100, &v) && v <= 10000 ?
			       v / 10 : CGROUP_ERROR(EBADMSG);
		return scan_u64(&line, 10, &v) && line.p == line.end &&
		       s.p[-1] == '\n' ? sum_of(v, 0) : CGROUP_ERROR(EBADMSG);
	}
	return CGROUP_ERROR(ENODATA);
}

static uint64_t keys_read(const char *dir, size_t len,
			  const struct cgroup_source *from)
{
	char buf[FILE_MAX];
	ssize_t n = cgroup_read(dir, len, from->file, buf, sizeof buf);
	struct bytes text = { buf, n > 0 ? (size_t)n : 0 };
	uint64_t v, also = 0;

	if (n < 0)
		return CGROUP_ERROR(-n);
	v = keyed(text, from->key);
	if (from->also)
		also = keyed(text, from->also);
	if (cgroup_error(v) || cgroup_error(also))
		return cgroup_error(v) ? v : also;
	return sum_of(v, also);
}

static void values_read(struct ev_cgroup *e, const char *dir, size_t len)
{
	for (size_t i = 0; i < CGROUP_FILES; i++) {
		const struct cgroup_file *f = &cgroup_files[i];
		const struct cgroup_source *from = &f->of[e->version == 2];
		uint64_t v = !from->file ? CGROUP_ERROR(ENOTSUP) :
			     from->key ? keys_read(dir, len, from) :
			     cgroup_number(dir, len, from->file);

		memcpy((char *)e + f->at, &v, sizeof v);
	}
}

/* Returns the sum of the huge pages of all sizes. */
static uint64_t hugetlb_read(const char *dir, unsigned version)
{
	static const char *const sizes[] = {
		"64KB", "1MB", "2MB", "16MB", "32MB", "512MB", "1GB", "2GB",
		"16GB",
	};
	uint64_t sum = CGROUP_ERROR(ENOENT);
	char name[64];

	for (size_t i = 0; *dir && i < sizeof sizes / sizeof *sizes; i++) {
		uint64_t v;

		snprintf(name, sizeof name, "hugetlb.%s.%s", sizes[i],
			 version == 2 ? "current" : "usage_in_bytes");
		v = cgroup_number(dir, strlen(dir), name);
		if (cgroup_error(v) == ENOENT)
			continue;
		if (cgroup_error(v))
			return v;
		sum = sum_of(cgroup_error(sum) ? 0 : sum, v);
		if (cgroup_error(sum))
			break;
	}
	return sum;
}

/* Returns the soft limit of locked memory. */
static uint64_t memlock_read(struct sampler *s, pid_t pid)
{
	struct scan text, line;
	uint64_t v;
	int rc = procroot_readf(s->host->proc, &s->scratch, TEXT_MAX,
				"%d/limits", (int)pid);

	if (rc < 0)
		return CGROUP_ERROR(-rc);
	text = scan_of(s->scratch.data, s->scratch.len);
	while (scan_line(&text, &line)) {
		if (!scan_text(&line, "Max locked memory "))
			continue;
		scan_blanks(&line);
		if (scan_text(&line, "unlimited "))
			return EV_UNKNOWN;
		return scan_u64(&line, 10, &v) && !cgroup_error(v) ?
		       v : CGROUP_ERROR(EBADMSG);
	}
	return CGROUP_ERROR(ENODATA);
}

/* --- a pass --------------------------------------------------------------- */

/* Sets out to the name of the group whose folder is the first len bytes of
 * place->dir. */
static void group_name(struct str *out, const struct cgroup_place *place,
		       size_t len)
{
	str_clear(out);
	if (strlen(place->root) > 1)
		str_adds(out, place->root);
	str_add(out, place->dir + place->point, len - place->point);
	if (!out->len)
		str_addc(out, '/');
}

/* Returns the tightest value of that kind, and sets *len to the length of its
 * folder and out to its name.  EV_UNKNOWN: none. */
static uint64_t tightest(const struct cgroup_place *place, size_t kind,
			 size_t *len, struct str *out)
{
	const struct cgroup_source *from = cgroup_source_of(kind,
							    place->version);
	uint64_t v = EV_UNKNOWN;

	*len = strlen(place->dir);
	if (from->file)
		v = cgroup_tightest(place->dir, place->point, from->file, len);
	if (v != EV_UNKNOWN)
		group_name(out, place, *len);
	return v;
}

static void place_read(struct group_view *v, const struct cgroup_place *place)
{
	struct ev_cgroup *e = &v->ev.u.cgroup;
	uint64_t high;
	size_t limited, at;

	e->version = place->version;
	group_name(&v->path, place, strlen(place->dir));
	(void)tightest(place, offsetof(struct ev_cgroup, max), &limited,
		       &v->limit_path);
	values_read(e, place->dir, limited);
	high = tightest(place, offsetof(struct ev_cgroup, high), &at,
			&v->high_path);
	if (high != EV_UNKNOWN)
		e->high = high;
	e->hugetlb = hugetlb_read(place->hugetlb, place->version);
	*vec_push(&v->folders) = xstrndup(place->dir, limited);
}

/* Finds the folder of the process, which may have moved to another group. */
static int place_find(struct sampler *s, struct group_view *v)
{
	struct cgroup_place place;
	int rc = v->gone ? -ESRCH :
		 cgroups_place(s->cgroups, v->asked, clock_ns(), &place);

	if (rc == 0) {
		cgroup_place_release(&v->place);
		v->place = place;
	}
	return v->place.version && (rc == -ENOENT || rc == -ESRCH) ? 0 : rc;
}

static void pass_begin(struct sampler *s, struct group_view *v)
{
	int rc = place_find(s, v);

	v->ev = sample_event(s, EV_CGROUP, v->asked, 0);
	v->spent_ns = 0;
	v->folder = v->at = v->n = 0;
	folders_clear(v);
	vec_clear(&v->pids);
	str_clear(&v->path);
	str_clear(&v->limit_path);
	str_clear(&v->high_path);
	/* Another process may have the pid by now. */
	v->ev.u.cgroup.memlock = v->gone ? CGROUP_ERROR(ESRCH) :
				 memlock_read(s, v->asked);
	if (rc < 0)
		v->ev.u.cgroup.used = CGROUP_ERROR(-rc);
	else
		place_read(v, &v->place);
}

static void subgroups_list(struct group_view *v, const char *folder)
{
	DIR *d = opendir(folder);
	struct dirent *de;

	while (d && (de = readdir(d)) != NULL) {
		struct str path = STR_INIT;

		if (de->d_type != DT_DIR || !strcmp(de->d_name, ".") ||
		    !strcmp(de->d_name, ".."))
			continue;
		if (v->folders.n >= SUBGROUPS_MAX) {
			v->ev.u.cgroup.partial = 1;
			break;
		}
		str_addf(&path, "%s/%s", folder, de->d_name);
		*vec_push(&v->folders) = str_take(&path);
	}
	if (d)
		closedir(d);
}

/* Version 1 counts an OOM kill only in the group of the victim: adds the kills
 * of a subgroup. */
static void kills_add(struct ev_cgroup *e, const char *folder)
{
	uint64_t n = keys_read(folder, strlen(folder), cgroup_source_of(
				offsetof(struct ev_cgroup, oom_kill), 1));

	if (!cgroup_error(n) && !cgroup_error(e->oom_kill))
		e->oom_kill = sum_of(e->oom_kill, n);
}

/* Lists the processes of the next folder, and its subgroups. */
static void folder_read(struct group_view *v)
{
	struct ev_cgroup *e = &v->ev.u.cgroup;
	const char *folder = v->folders.v[v->folder++];
	struct str path = STR_INIT, text = STR_INIT;
	struct scan s;
	uint64_t pid;
	int fd;

	str_addf(&path, "%s/cgroup.procs", folder);
	fd = open(path.data, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd >= 0) {
		if (str_read(&text, fd, PIDS_TEXT_MAX) > 0)
			e->partial = 1;
		close(fd);
	}
	if (e->version == 1 && v->folder > 1)
		kills_add(e, folder);
	s = scan_of(text.data, text.len);
	while (scan_u64(&s, 10, &pid) && scan_char(&s, '\n')) {
		if (v->pids.n >= PROCESSES_MAX) {
			e->partial = 1;
			break;
		}
		e->processes++;
		/* 0: the process is in another PID namespace. */
		if (pid && pid <= INT32_MAX)
			*vec_push(&v->pids) = (pid_t)pid;
		else
			e->unread++;
	}
	str_release(&text);
	str_release(&path);
	subgroups_list(v, folder);
}

static void member_add(struct group_view *v, const struct member *m)
{
	size_t i = CGROUP_LARGEST - 1;

	if (v->n < CGROUP_LARGEST)
		i = v->n++;
	else if (v->largest[i].rss >= m->rss)
		return;
	for (; i > 0 && v->largest[i - 1].rss < m->rss; i--)
		v->largest[i] = v->largest[i - 1];
	v->largest[i] = *m;
}

static void member_read(struct sampler *s, struct group_view *v, pid_t pid)
{
	struct member m = { .pid = pid };
	struct stat_info st;

	if (procroot_readf(s->host->proc, &s->scratch, TEXT_MAX, "%d/stat",
			   (int)pid) < 0 ||
	    !stat_parse((struct bytes){ s->scratch.data, s->scratch.len },
			&st)) {
		v->ev.u.cgroup.unread++;
		return;
	}
	m.rss = st.rss < EV_UNKNOWN / s->page_size ? st.rss * s->page_size : 0;
	m.len = st.comm.len < sizeof m.comm ? st.comm.len : sizeof m.comm;
	memcpy(m.comm, st.comm.data, m.len);
	member_add(v, &m);
}

static void pass_end(struct sampler *s, struct group_view *v)
{
	struct ev_cgroup *e = &v->ev.u.cgroup;
	uint64_t pace = v->spent_ns * SHARE;

	str_clear(&v->list);
	for (size_t i = 0; i < v->n; i++) {
		const struct member *m = &v->largest[i];

		str_addd(&v->list, m->pid);
		str_addc(&v->list, ' ');
		str_addu(&v->list, m->rss, 0);
		str_addc(&v->list, ' ');
		str_add(&v->list, m->comm, m->len);
		str_addc(&v->list, '\0');
	}
	e->path = (struct bytes){ v->path.data, v->path.len };
	e->limit_path = (struct bytes){ v->limit_path.data,
					v->limit_path.len };
	e->high_path = (struct bytes){ v->high_path.data, v->high_path.len };
	e->largest = (struct bytes){ v->list.data, v->list.len };
	sample_emit(s, &v->ev);
	v->running = false;
	v->due = clock_next(clock_ns() + pace, VIEW_NS);
}

bool group_work(struct sampler *s, uint64_t deadline)
{
	struct group_view *v = s->group;
	uint64_t now = clock_ns(), begin = now;

	if (!v->asked || (!v->running && v->due > now))
		return false;
	/* The group may be removed after its last process: the values that were
	 * read last stay valid. */
	if (!v->running && v->gone &&
	    (!v->place.version || access(v->place.dir, F_OK) < 0)) {
		v->asked = 0;
		return false;
	}
	if (!v->running)
		pass_begin(s, v);
	v->running = true;
	while (v->folder < v->folders.n && now < deadline) {
		folder_read(v);
		now = clock_ns();
	}
	while (v->folder >= v->folders.n && v->at < v->pids.n &&
	       now < deadline) {
		member_read(s, v, v->pids.v[v->at++]);
		now = clock_ns();
	}
	v->spent_ns += clock_ns() - begin;
	if (v->folder >= v->folders.n && v->at >= v->pids.n)
		pass_end(s, v);
	return true;
}
