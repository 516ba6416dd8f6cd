/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/owner/symbol.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "source/sample/core/procs.h"
#include "source/stack/names.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

/* Maximum number of requests that wait for a name. */
#define WANTS_MAX 16
/* Time between two checks for an answer. */
#define CHECK_NS (10 * NS_PER_MS)

struct symbol_want {
	pid_t pid;
	uint64_t ip, offset;		/* offset of ip in the file */
	uint32_t file;
};

struct symbol_job {
	struct names *names;
	VEC(struct symbol_want) wants;
	uint64_t due;
};

void symbol_free(struct sampler *s)
{
	struct symbol_job *j = s->symbols;

	if (!j)
		return;
	names_free(j->names);
	vec_release(&j->wants);
	free(j);
	s->symbols = NULL;
}

static void tell(struct sampler *s, pid_t pid, uint64_t ip,
		 const char *function)
{
	struct event ev = sample_event(s, EV_SYMBOL, pid, 0);

	ev.u.symbol = (struct ev_symbol){
		.ip = ip, .function = { function, strlen(function) },
	};
	sample_emit(s, &ev);
}

/* Registers the file of the region; the path is below the root of the
 * process. */
static uint32_t file_of(struct sampler *s, const struct sproc *p,
			const struct sregion *r)
{
	const struct procroot *proc = s->host->proc;
	int pid = (int)(p->via ? p->via : p->pid);
	struct names *names = s->symbols->names;
	char *path = xstrndup(r->name, r->name_len);
	uint32_t root, file;

	root = names_root(names,
			  procroot_openf(proc, O_PATH | O_DIRECTORY, "%d/root",
					 pid),
			  procroot_openf(proc, O_RDONLY, "%d/ns/mnt", pid));
	file = names_file(names, root, path, r->dev, r->inode);
	free(path);
	return file;
}

void symbol_want(struct sampler *s, pid_t pid, uint64_t ip)
{
	const struct sproc *p = sproc_find(s, pid);
	const struct sregion *r = p ? sregions_find(&p->regions, ip) : NULL;
	struct symbol_job *j = s->symbols;

	if (!r || !r->inode || !r->name || !(r->perm & PERM_X) ||
	    (j && j->wants.n == WANTS_MAX)) {
		tell(s, pid, ip, "");
		return;
	}
	if (!j) {
		j = s->symbols = xcalloc(1, sizeof *j);
		j->names = names_new(s->host->loop);
	}
	*vec_push(&j->wants) = (struct symbol_want){
		.pid = pid, .ip = ip, .offset = ip - r->start + r->offset,
		.file = file_of(s, p, r),
	};
	j->due = clock_ns();
	sample_due(s, j->due);
}

uint64_t symbol_due(const struct sampler *s)
{
	return s->symbols && s->symbols->wants.n ? s->symbols->due : 0;
}

bool symbol_work(struct sampler *s, uint64_t deadline)
{
	struct symbol_job *j = s->symbols;
	size_t kept = 0;

	(void)deadline;
	if (!j || (j->wants.n && j->due > clock_ns()))
		return false;
	for (size_t i = 0; i < j->wants.n; i++) {
		const struct symbol_want *w = &j->wants.v[i];
		const char *function;

		if (names_get(j->names, w->file, w->offset, &function))
			tell(s, w->pid, w->ip, function);
		else
			j->wants.v[kept++] = *w;
	}
	j->wants.n = kept;
	j->due = clock_ns() + CHECK_NS;
	(void)names_work(j->names);
	return false;
}
