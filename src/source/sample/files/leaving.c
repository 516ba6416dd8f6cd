/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/files/leaving.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parse/proc/maps.h"
#include "source/sample/core/procs.h"
#include "source/sample/core/sample.h"
#include "source/sample/pages/pages.h"
#include "sys/loop.h"
#include "sys/proc/map.h"
#include "sys/proc/root.h"

#define SLICE_NS NS_PER_MS
#define NAME_SIZE 4096
#define TEXT_MAX (256u << 20)
/* Maximum number of processes to scan when all processes are detached. */
#define ALL_MAX 16

struct leaving_look {
	struct sampler *s;
	struct sproc *p;
	const struct fact_unmap *what;
	int maps, pagemap;
	uint64_t until, cpu_until;
	uint64_t seen;			/* the memory below this address was
					 * scanned */
	bool whole;			/* scan the whole address space */
	bool late;			/* the time for the scan is over */
	VEC(struct page_range) runs;
};

bool leaving_is_file(const struct sregion *r)
{
	return r->inode && r->kind != KIND_SYSV && r->end < ROUND_USER_END;
}

static void on_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	struct leaving_look *l = arg;

	if (cats & PAGE_PRESENT)
		*vec_push(&l->runs) = (struct page_range){ start, end };
}

static bool is_over(const struct leaving_look *l)
{
	return clock_cpu_ns() >= l->cpu_until || clock_ns() >= l->until;
}

static bool goes(const struct leaving_look *l)
{
	return l->what->at != FILE_AT_TIMER;
}

/* Scans a region, or its part in the given range. */
static void see(struct leaving_look *l, struct file_part *part)
{
	const struct fact_unmap *w = l->what;
	struct pagescan scan;
	int rc = 0;

	if (part->start < w->start) {
		part->offset += w->start - part->start;
		part->start = w->start;
	}
	if (part->end > w->end)
		part->end = w->end;
	vec_clear(&l->runs);
	pagescan_begin(&scan, l->s->scanner, l->pagemap, l->maps, part->start,
		       part->end);
	while (rc == 0 && !l->late) {
		rc = pagescan_step(&scan, SLICE_NS, on_run, l);
		l->late = rc == 0 && is_over(l);
	}
	/* The address space no longer exists: the recorded pages stay
	 * unchanged. */
	if (rc < 0)
		return;
	files_see(l->p, part, l->runs.v, l->runs.n, l->whole);
	if (rc == 0)
		files_partial(l->p, part, goes(l));
	l->seen = part->end;
}

/* --- regions ------------------------------------------------------------- */

static int by_query(struct leaving_look *l)
{
	static char name[NAME_SIZE];
	uint64_t at = l->what->start;
	struct procmap m;
	int rc;

	while (at < l->what->end && !l->late) {
		rc = procmap_query(l->maps, at, true, &m, name, sizeof name);
		if (rc < 0)
			return rc == -ENOENT ? 0 : rc;
		if (m.start >= l->what->end || m.end <= at)
			break;
		at = m.end;
		l->late = is_over(l);
		if (m.inode && m.end < ROUND_USER_END)
			see(l, &(struct file_part){
				.start = m.start, .end = m.end,
				.offset = m.offset, .dev = m.dev,
				.inode = m.inode, .name = name,
				.name_len = strnlen(name, sizeof name),
			});
	}
	return 0;
}

static void see_entry(struct leaving_look *l, const struct maps_entry *e)
{
	struct str name = STR_INIT;

	maps_name(&name, e);
	see(l, &(struct file_part){
		.start = e->start, .end = e->end, .offset = e->offset,
		.dev = e->dev, .inode = e->inode,
		.name = name.data, .name_len = name.len,
	});
	str_release(&name);
}

static int by_text(struct leaving_look *l)
{
	struct str text = STR_INIT;
	struct maps_entry e;
	struct scan at;
	int rc = procroot_readf(l->s->host->proc, &text, TEXT_MAX,
				"%d/task/%d/maps", (int)l->what->pid,
				(int)l->what->tid);

	/* Every address space has regions: an empty text means that it no
	 * longer exists. */
	if (rc == 0 && !text.len)
		rc = -ESRCH;
	at = (struct scan){ text.data, text.data + text.len };
	while (rc == 0 && !l->late && maps_next(&at, &e, NULL)) {
		if (e.end <= l->what->start || !e.inode ||
		    e.end >= ROUND_USER_END)
			continue;
		if (e.start >= l->what->end)
			break;
		l->late = is_over(l);
		see_entry(l, &e);
	}
	str_release(&text);
	return rc;
}

/* --- the look ------------------------------------------------------------ */

static int open_file(const struct leaving_look *l, const char *file)
{
	return procroot_openf(l->s->host->proc, O_RDONLY, "%d/task/%d/%s",
			      (int)l->what->pid, (int)l->what->tid, file);
}

static int look(struct leaving_look *l)
{
	int rc;

	l->maps = open_file(l, "maps");
	if (l->maps < 0)
		return l->maps;
	l->pagemap = open_file(l, "pagemap");
	if (l->pagemap < 0) {
		close(l->maps);
		return l->pagemap;
	}
	if (l->whole)
		files_sweep(l->p);
	rc = by_query(l);
	if (rc == -ENOTTY)
		rc = by_text(l);
	close(l->pagemap);
	close(l->maps);
	vec_release(&l->runs);
	if (rc == 0 && l->late)
		files_unseen(l->p, l->seen, l->what->end, goes(l));
	return rc;
}

static int look_and_tell(struct sampler *s, struct sproc *p,
			 const struct fact_unmap *what)
{
	struct leaving_look l = {
		.s = s, .p = p, .what = what,
		.until = clock_ns() + LEAVING_WALL_NS,
		.cpu_until = clock_cpu_ns() + LEAVING_NS,
		.seen = what->start,
		.whole = what->start == 0 && what->end >= ROUND_USER_END,
	};
	int r = look(&l);

	if (r == 0 && l.whole && !l.late)
		files_swept(s, p, what->at);
	else
		files_tell(s, p, what->at);
	return r;
}

void leaving_unmap(struct sampler *s, const struct fact_unmap *what)
{
	struct sproc *p = sproc_find(s, what->pid);
	struct fact_unmap pages = *what;

	if (!p || p->files_told)
		return;
	/* The kernel unmaps whole pages. */
	pages.start -= pages.start % s->page_size;
	pages.end += (s->page_size - pages.end % s->page_size) % s->page_size;
	/* If the task's memory no longer exists, do not end the records of
	 * files: another task of the process may still be scanned. */
	if (look_and_tell(s, p, &pages) == 0 && what->at == FILE_AT_EXIT) {
		files_leave(s, p);
		files_flush(s);
	}
}

void leaving_all(struct sampler *s)
{
	for (size_t i = 0; s->host->wants.files && i < s->procs.n &&
	     i < ALL_MAX; i++) {
		struct sproc *p = s->procs.v[i];
		const struct fact_unmap all = {
			.pid = p->pid, .tid = p->via ? p->via : p->pid,
			.end = ROUND_USER_END, .at = FILE_AT_TIMER,
		};

		(void)look_and_tell(s, p, &all);
	}
}

void leaving_end(struct sampler *s)
{
	for (size_t i = 0; i < s->procs.n; i++)
		files_leave(s, s->procs.v[i]);
	files_flush(s);
}
