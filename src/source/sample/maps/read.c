/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/maps/space_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "source/sample/core/procs.h"
#include "sys/loop.h"
#include "sys/proc/map.h"
#include "sys/proc/root.h"

/* The kernel returns about one page of text per read, whatever the requested
 * size. */
#define CHUNK 32768

static void map_fail(struct sampler *s, struct sproc *p, int rc)
{
	map_end(s, p);
	p->map.totals.known = false;
	/* The process has exited, which the tracer will report. */
	if (rc == -ENOENT || rc == -ESRCH)
		p->gone = true;
	else
		sample_unreadable(s, p, FILE_MAPS, -rc);
}

void map_begin(struct sampler *s, struct sproc *p)
{
	struct map_job *j = &p->map;
	int fd;

	p->map.whole = false;
	p->quiet.odd_ns = 0;
	vec_clear(&p->map.changes);
	p->map.totals = totals_read(s, p);
	p->map.took_ns = 0;
	if (!p->exe_read) {
		struct str exe = STR_INIT;

		if (procroot_linkf(s->host->proc, &exe, "%d/exe",
				   (int)(p->via ? p->via : p->pid)) == 0) {
			str_release(&p->exe);
			p->exe = exe;
			p->exe_read = true;
		}
	}
	fd = sproc_open(s, p, "maps");
	if (fd < 0) {
		map_fail(s, p, fd);
		return;
	}
	j->fd = fd;
	j->phase = MAP_READ;
	s->work.maps++;
	j->text = s->spare_text;
	s->spare_text = (struct str)STR_INIT;
	p->map.read_ns = clock_ns();
}

/* A thread that is read instead of its leader, which has exited before it. */
struct stand_in {
	struct sampler *s;
	struct sproc *p;
};

static int try_stand_in(void *arg, pid_t tid)
{
	struct stand_in *st = arg;
	char c;
	int fd;

	if (tid == st->p->pid)
		return 0;
	fd = procroot_openf(st->s->host->proc, O_RDONLY, "%d/task/%d/maps",
			    (int)st->p->pid, (int)tid);
	if (fd < 0)
		return 0;
	if (read(fd, &c, 1) == 1)
		st->p->via = tid;
	close(fd);
	return st->p->via != 0;
}

/* Called if the map is empty, because the leader is a zombie.  Reads the map of
 * a living thread instead.  Without such a thread, emits no change, rather than
 * an empty map. */
static void map_empty(struct sampler *s, struct sproc *p)
{
	struct stand_in st = { s, p };
	char dir[32];

	map_end(s, p);
	p->map.totals.known = false;
	p->via = 0;
	snprintf(dir, sizeof dir, "%d/task", (int)p->pid);
	if (procroot_each_pid(s->host->proc, dir, try_stand_in, &st) == 1)
		sproc_stale(s, p, true);
	else
		p->gone = true;
}

void map_read(struct sampler *s, struct sproc *p, uint64_t deadline)
{
	struct map_job *j = &p->map;

	do {
		ssize_t n = read(j->fd, str_room(&j->text, CHUNK), CHUNK);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			map_fail(s, p, -errno);
			return;
		}
		if (n == 0 || j->text.len > TEXT_MAX) {
			if (!j->text.len) {
				map_empty(s, p);
				return;
			}
			/* If the process exited or called exec during the read,
			 * the incomplete map looks complete. */
			if (!procmap_alive(j->fd)) {
				map_fail(s, p, -ESRCH);
				return;
			}
			close(j->fd);
			j->fd = -1;
			j->phase = MAP_PARSE;
			return;
		}
		j->text.len += (size_t)n;
	} while (clock_ns() < deadline);
}
