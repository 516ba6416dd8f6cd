/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/core/sample.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/sample/core/cgroup.h"
#include "source/sample/core/group.h"
#include "source/sample/core/oom.h"
#include "source/sample/core/procs.h"
#include "source/sample/maps/classify.h"
#include "source/sample/maps/map_check.h"
#include "source/sample/maps/space.h"
#include "source/sample/owner/origin.h"
#include "source/sample/owner/symbol.h"
#include "source/sample/files/disk.h"
#include "source/sample/owner/memscan.h"
#include "source/sample/pages/hugetlb.h"
#include "source/sample/maps/identity.h"
#include "source/sample/pages/pages.h"
#include "source/sample/pages/strip.h"
#include "source/sample/writes/unregister.h"
#include "source/sample/writes/writes.h"
#include "sys/loop.h"
#include "sys/proc/figures.h"
#include "sys/proc/root.h"

#define NEVER UINT64_MAX

/* --- used by the jobs ---------------------------------------------------- */

void sample_emit(struct sampler *s, const struct event *ev)
{
	s->host->emit(s->host->emit_arg, ev);
}

struct event sample_event(struct sampler *s, enum event_kind kind, pid_t pid,
			  pid_t tid)
{
	return host_event(s->host, SAMPLE_LETTER, kind, pid, tid);
}

void sample_unreadable(struct sampler *s, struct sproc *p,
		       enum sproc_file file, int error)
{
	static const char *const names[] = {
		[FILE_MAPS] = "maps", [FILE_PAGEMAP] = "pagemap",
		[FILE_SYSCALL] = "syscall", [FILE_SMAPS] = "smaps",
	};
	struct event ev = sample_event(s, EV_NOTE, p->pid, 0);
	char path[64];

	if (p->noted & 1u << file)
		return;
	p->noted |= 1u << file;
	snprintf(path, sizeof path, "/proc/%d/%s", (int)p->pid, names[file]);
	ev.u.note = (struct ev_note){
		.id = NOTE_UNREADABLE, .severity = SEV_WARN, .a = p->pid,
		.b = error, .text = bytes_of(path),
	};
	sample_emit(s, &ev);
}

int sproc_open(struct sampler *s, const struct sproc *p, const char *file)
{
	const struct procroot *root = s->host->proc;

	if (p->via)
		return procroot_openf(root, O_RDONLY, "%d/task/%d/%s",
				      (int)p->pid, (int)p->via, file);
	return procroot_openf(root, O_RDONLY, "%d/%s", (int)p->pid, file);
}

pid_t sample_focus(const struct sampler *s)
{
	return s->focus ? s->focus : s->main_pid;
}

bool sproc_selected(const struct sampler *s, const struct sproc *p)
{
	/* Until the screen selects a process, and while a log is written, the
	 * pages of all processes are counted. */
	return !s->focus || host_logs(s->host, EV_PAGES) ||
	       s->host->wants.files || p->pid == s->focus;
}

void sample_due(struct sampler *s, uint64_t at_ns)
{
	if (at_ns < s->next_due)
		s->next_due = at_ns;
}

bool sample_may_rest(const struct sampler *s)
{
	return !s->host->wants.files;
}

bool sample_wants_maps(const struct sampler *s)
{
	return s->host->wants.regions || s->host->wants.pages ||
	       s->host->wants.files;
}

void sample_spent(struct sampler *s, uint64_t since_cpu_ns)
{
	uint64_t now = clock_ns();

	s->cost.ns += clock_cpu_ns() - since_cpu_ns;
	if (!s->cost.since)
		s->cost.since = now;
	if (now - s->cost.since < NS_PER_S)
		return;
	s->cost.per_mille = s->cost.ns * 1000 / (now - s->cost.since);
	s->cost.ns = 0;
	s->cost.since = now;
}

uint64_t sample_cost(const struct sampler *s)
{
	return s->cost.per_mille;
}

/* --- schedule ------------------------------------------------------------ */

static void tick(struct sampler *s, uint64_t now)
{
	s->tick_due = clock_next(now, s->host->period_ns);
	s->ticked_ns = now;
	for (size_t i = 0; i < s->procs.n; i++) {
		struct sproc *p = s->procs.v[i];

		if (sample_wants_maps(s)) {
			p->map.period = true;
			if (!p->map.due)
				p->map.due = now;
			if (!p->round.due && sproc_selected(s, p)) {
				p->round.due = now;
				p->round.by_time = true;
			}
		}
		if (!p->usage.due)
			p->usage.due = now;
	}
}

static uint64_t sooner(uint64_t a, uint64_t b)
{
	return b && b < a ? b : a;
}

/* Returns the time of the next work; 0: now. */
static uint64_t next_due(struct sampler *s)
{
	uint64_t at = NEVER;

	at = sooner(at, s->tick_due);
	at = sooner(at, s->system_due);
	for (size_t i = 0; i < s->procs.n; i++) {
		const struct sproc *p = s->procs.v[i];

		at = sooner(at, p->map.due);
		at = sooner(at, p->usage.due);
		if (p->synced && !p->gone && sproc_selected(s, p))
			at = sooner(at, p->round.due);
		at = sooner(at, writes_due(s, p));
		if (p->map.phase != MAP_IDLE || p->map.again ||
		    p->usage.listing)
			return 0;
	}
	if (s->round.proc || s->left.n || s->unregisters.n)
		at = 0;
	if (detail_next(s) < at)
		at = detail_next(s);
	at = sooner(at, family_due(s));
	at = sooner(at, group_due(s));
	at = sooner(at, strip_due(s));
	at = sooner(at, disk_due(s));
	at = sooner(at, memscan_due(s));
	at = sooner(at, origin_due(s));
	at = sooner(at, symbol_due(s));
	return details_ready(s) ? 0 : at;
}

static uint64_t on_timer(void *arg)
{
	struct sampler *s = arg;

	s->timer = 0;
	return 0;
}

/* Sets the timer for the next due job; when it fires, the engine drains the
 * source. */
static void arm(struct sampler *s)
{
	uint64_t now = clock_ns();

	if (s->next_due == NEVER || (s->timer && s->timer_at <= s->next_due))
		return;
	loop_remove_timer(s->host->loop, s->timer);
	s->timer_at = s->next_due;
	s->timer = loop_add_timer(s->host->loop,
				  s->next_due > now ? s->next_due - now : 1,
				  on_timer, s);
}

/* --- work ---------------------------------------------------------------- */

static bool map_due(const struct sproc *p, uint64_t now)
{
	return p->map.due && p->map.due <= now;
}

/* Returns the process whose map is being read.  If no map is being read,
 * returns the process in focus, if its map is due. */
static struct sproc *space_first(struct sampler *s)
{
	struct sproc *focus = sproc_find(s, sample_focus(s));

	for (size_t i = 0; i < s->procs.n; i++)
		if (s->procs.v[i]->map.phase != MAP_IDLE ||
		    s->procs.v[i]->map.again)
			return s->procs.v[i];
	return focus && map_due(focus, clock_ns()) ? focus : NULL;
}

static bool maps_work(struct sampler *s, uint64_t deadline)
{
	struct sproc *p = space_first(s);
	uint64_t now = clock_ns();
	bool worked = false;

	if (p)
		return space_work(s, p, deadline);
	for (size_t n = s->procs.n; n; n--) {
		p = s->procs.v[s->at.maps++ % s->procs.n];
		if (!map_due(p, now))
			continue;
		worked = space_work(s, p, deadline);
		if (p->map.phase != MAP_IDLE || clock_ns() >= deadline)
			break;
	}
	return worked;
}

static bool system_work(struct sampler *s, uint64_t deadline)
{
	uint64_t now = clock_ns();

	(void)deadline;
	if (!s->system_due || s->system_due > now)
		return false;
	s->system_due = clock_next(now, s->host->period_ns);
	system_sample(s);
	return true;
}

static bool files_work(struct sampler *s, uint64_t deadline)
{
	bool work = s->left.n > 0;

	(void)deadline;
	files_flush(s);
	return work;
}

static bool (*const works[])(struct sampler *s, uint64_t deadline) = {
	maps_work, writes_work, round_work, detail_work, family_work,
	usage_work, details_work, system_work, files_work, strip_work,
	disk_work, memscan_work, origin_work,
	symbol_work, group_work,
};
#define WORKS (sizeof works / sizeof *works)

bool sample_drain(void *state, uint64_t budget_ns)
{
	struct sampler *s = state;
	uint64_t now = clock_ns(), deadline = now + budget_ns;
	size_t idle = 0;

	if (now < s->next_due) {
		/* The timer may have fired for a due time that has since
		 * changed. */
		arm(s);
		return false;
	}
	if (s->tick_due && s->tick_due <= now)
		tick(s, now);
	/* The jobs run in turn, and the next drain starts with the next job.
	 * So a long job does not delay the other jobs. */
	while (idle < WORKS) {
		idle = works[s->turn++ % WORKS](s, deadline) ? 0 : idle + 1;
		if (clock_ns() >= deadline)
			break;
	}
	s->next_due = next_due(s);
	if (s->next_due <= clock_ns())
		return true;
	arm(s);
	return false;
}

/* --- open and close ------------------------------------------------------ */

static int sample_open(void **state, struct source_host *host,
		       struct err *err)
{
	struct sampler *s = xcalloc(1, sizeof *s);
	uint64_t now = clock_ns();

	(void)err;
	s->host = host;
	s->page_size = (uint64_t)sysconf(_SC_PAGESIZE);
	if (getrandom(s->key, sizeof s->key, 0) != sizeof s->key)
		s->key[0] = s->key[1] = now ^ 0x9e3779b97f4a7c15;
	s->scanner = pagescanner_new();
	s->procps = procps_new(host->proc);
	s->cgroups = cgroups_new(host->proc);
	s->group = group_new();
	s->oom = oom_new(host->proc);
	s->hugetlb = hugetlb_new(host->proc);
	s->sysv = xcalloc(1, sizeof *s->sysv);
	s->strip = strip_new();
	s->disk = disk_new();
	s->holds = memscan_new();
	s->asked = origin_job_new();
	s->identities = identities_new();
	s->claims = claims_new();
	s->scratch = s->spare_text = (struct str)STR_INIT;
	s->round.pagemap = s->round.maps = -1;
	detail_init(s);
	s->details.fd = -1;
	s->details.text = (struct str)STR_INIT;
	binner_init(&s->round.bin);
	binner_init(&s->round.left.bin);
	family_init(&s->family);
	if (sample_wants_maps(s) || host->wants.usage)
		s->tick_due = now + host->period_ns;
	s->system_due = host->wants.system ? now : 0;
	*state = s;
	return 0;
}

static void sample_close(void *state)
{
	struct sampler *s = state;

	if (!s)
		return;
	sproc_remove_all(s);
	unregister_close(s);
	round_stop(s);
	detail_release(s);
	details_stop(s);
	family_release(&s->family);
	loop_remove_timer(s->host->loop, s->timer);
	vec_release(&s->procs);
	vec_release(&s->spare);
	str_release(&s->spare_text);
	for (size_t i = 0; i < s->left.n; i++)
		files_free(s->left.v[i]);
	vec_release(&s->left);
	strip_free(s);
	disk_free(s);
	memscan_free(s);
	origin_job_free(s);
	symbol_free(s);
	identities_free(s->identities);
	claims_free(s->claims);
	vec_release(&s->round.runs);
	vec_release(&s->round.extents);
	vec_release(&s->round.ranges);
	vec_release(&s->round.written);
	binner_release(&s->round.bin);
	vec_release(&s->round.left.ranges);
	binner_release(&s->round.left.bin);
	vec_release(&s->sysv->segments);
	free(s->sysv);
	str_release(&s->scratch);
	hugetlb_free(s->hugetlb);
	oom_free(s->oom);
	group_free(s->group);
	cgroups_free(s->cgroups);
	procps_free(s->procps);
	pagescanner_free(s->scanner);
	free(s);
}

static void enter_cost(void *state, uint64_t ppm, struct ev_cost *cost)
{
	(void)state;
	cost->maps = ppm;
}

const struct source_ops sample_source = {
	.name = "proc",
	.letter = SAMPLE_LETTER,
	.traits = SOURCE_HUNGRY | SOURCE_SAMPLES | SOURCE_LISTED,
	.open = sample_open,
	.drain = sample_drain,
	.event = sample_listen,
	.request = sample_request,
	.note = sample_note,
	.notes = 1u << FACT_MAPPED | 1u << FACT_UNMAP | 1u << FACT_LAST_USAGE |
		 1u << FACT_ENDING | 1u << FACT_TRACKED |
		 1u << FACT_TRACKED_CALL | 1u << FACT_UNTRACKED |
		 1u << FACT_WRITTEN | 1u << FACT_SESSION_END,
	.cost = enter_cost,
	.close = sample_close,
};
