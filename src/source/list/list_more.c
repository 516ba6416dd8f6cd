/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Details of the processes in view: whether mmtop may attach to them, the
 * memory of their control group, and their PSS.
 *
 * For a PSS, the kernel walks through all pages of a process, and calls of the
 * process that map memory wait until the walk is done (KERNEL.md part F).  So
 * mmtop reads one PSS at a time, with pauses.  It reads the PSS of a process at
 * most every 10 s, and that of a large process only while the process is
 * selected.
 */
#include <config.h>

#include "source/list/list_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "source/trace/attach/may_attach.h"
#include "sys/loop.h"
#include "sys/proc/root.h"
#include "sys/proc/text.h"
#include "sys/reader/process.h"

#define MS 1000000ull
#define PSS_AGAIN_NS (10000 * MS)
/* Reads of the PSS get at most 1/PSS_SHARE of the time. */
#define PSS_SHARE 20
#define PSS_LARGE (UINT64_C(2) << 30)
#define ROLLUP_MAX 4096

/* --- permission to attach ------------------------------------------------- */

/* Finds out whether mmtop may attach.  A permanent refusal is checked again
 * only if the user requests it (`now`), even if the kernel logs the check. */
static void ask(struct lister *l, struct listed_process *k, bool now)
{
	struct attach_query asked = {
		.pid = k->pid, .front = l->o.front, .force = l->o.force,
		.logged = now,
	};

	if (k->asked && !now &&
	    (k->refusal.why == REFUSED_OTHER_USER ||
	     k->refusal.why == REFUSED_KTHREAD ||
	     k->refusal.why == REFUSED_ERRNO))
		return;
	attach_check(l->o.proc, &asked, &k->refusal);
	k->asked = true;
}

static bool may_read(const struct lister *l, pid_t pid, const char *file)
{
	int fd = procroot_openf(l->o.proc, O_RDONLY, "%d/%s", (int)pid, file);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static void emit_more(struct lister *l, const struct listed_process *k,
		      bool asked)
{
	struct listed_message m = { .kind = LISTED_MORE };
	struct listed_more *more = &m.u.more;
	struct cgroup_usage cg = cgroups_usage(l->cgroups, k->pid, clock_ns(),
					       l->o.period_ns / 2);

	*more = (struct listed_more){
		.pid = k->pid, .start = k->start, .asked = asked,
		.refusal = k->refusal, .rss = k->rss, .swap = k->swap,
		.pss = k->pss, .pss_why = k->pss_why,
		.cgroup_used = cg.used, .cgroup_max = cg.max,
	};
	if (k->pid == l->selected) {
		more->probed = true;
		more->maps = !k->no_memory && may_read(l, k->pid, "maps");
		more->pagemap = !k->no_memory &&
				may_read(l, k->pid, "pagemap");
		more->faults = l->perf == WHY_NONE ||
			       l->perf == WHY_USER_ONLY;
		more->faults_why = l->perf;
		more->faults_value = l->perf_value;
	}
	l->o.emit(l->o.arg, &m);
}

/* --- PSS ------------------------------------------------------------------ */

static bool wants_pss(const struct lister *l, struct listed_process *k)
{
	if (k->no_memory) {
		k->pss_why = LISTED_NO_MEMORY;
		return false;
	}
	if (k->rss > PSS_LARGE && k->pid != l->selected && !k->pss_ns) {
		k->pss_why = LISTED_TOO_LARGE;
		return false;
	}
	return true;
}

/* Returns the process whose PSS was never read, or was read least recently. */
static struct listed_process *pss_next(struct lister *l)
{
	struct listed_process *next = NULL;

	for (size_t i = 0; i < l->watched.n; i++) {
		struct listed_process *k = lister_known(l, l->watched.v[i]);

		if (!k || !wants_pss(l, k) ||
		    (k->rss > PSS_LARGE && k->pid != l->selected))
			continue;
		if (k->pss_ns && clock_ns() - k->pss_ns < PSS_AGAIN_NS)
			continue;
		if (!next || k->pss_ns < next->pss_ns ||
		    (!k->pss_ns && k->pid == l->selected))
			next = k;
	}
	return next;
}

bool lister_pss_due(struct lister *l)
{
	return pss_next(l);
}

static enum listed_why why_of(long error)
{
	switch (error) {
	case -EACCES: case -EPERM:
		return LISTED_FORBIDDEN;
	case -ENOENT:
		return LISTED_NO_KERNEL;
	case -ETIMEDOUT:
		return LISTED_HUNG;
	default:
		return LISTED_NO_MEMORY;
	}
}

bool lister_pss(struct lister *l, uint64_t now)
{
	struct listed_process *k = l->pss_next <= now ? pss_next(l) : NULL;
	char text[ROLLUP_MAX];
	uint64_t begin, took, pss = PROCPS_UNKNOWN;
	long n;

	if (!k)
		return false;
	begin = clock_ns();
	n = reader_read(l->o.reader, k->pid, "smaps_rollup", 0, text,
			sizeof text - 1);
	took = clock_ns() - begin;
	text[n > 0 ? n : 0] = '\0';
	proctext_pss(text, &pss);
	if (pss != PROCPS_UNKNOWN)
		k->pss = pss;
	k->pss_ns = clock_ns();
	k->pss_why = pss != PROCPS_UNKNOWN ? LISTED_KNOWN : why_of(n);
	l->pss_next = k->pss_ns + took * (PSS_SHARE - 1);
	if (k->asked)
		emit_more(l, k, false);
	return true;
}

/* --- the processes in view ------------------------------------------------ */

static void look_at(struct lister *l, pid_t pid, bool now)
{
	struct listed_process gone = { .pid = pid, .no_memory = true }, *k;

	lister_rows(l, &pid, 1);
	k = lister_known(l, pid);
	if (!k && now)
		k = &gone;
	if (!k)
		return;
	if (!k->pss_ns)
		k->pss_why = LISTED_LATER;
	(void)wants_pss(l, k);
	ask(l, k, now);
	emit_more(l, k, now);
}

void lister_query(struct lister *l, pid_t pid)
{
	look_at(l, pid, true);
}

void lister_details(struct lister *l)
{
	for (size_t i = 0; i < l->watched.n; i++)
		look_at(l, l->watched.v[i], false);
	l->look_due = clock_ns() + l->o.period_ns;
}
