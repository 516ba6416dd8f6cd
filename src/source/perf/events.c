/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/perf/perf.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/target.h"

/* Maximum number of pages of all rings together; many CPUs get smaller
 * rings. */
#define ALL_PAGES 4096
#define PAGES_LEAST 4
/* mmtop may use half of its descriptors for events, and leaves the rest for
 * files. */
#define SLOTS_SHARE 2
/* Maximum number of open events, with a log and without.  Opening an event
 * takes some 60 us, during which tasks may be stopped. */
#define SLOTS_MAX 8192
#define SCREEN_SLOTS_MAX 2048

/* --- rings --------------------------------------------------------------- */

/* Opens the event that owns a ring; it counts nothing. */
static int open_owner(struct perf_source *s, int cpu, size_t pages)
{
	size_t bytes = pages * (size_t)sysconf(_SC_PAGESIZE);
	struct perf_event_attr attr = perf_owner_attr(bytes / 4);
	struct perf_cpu c = { .number = cpu };
	int ret;

	c.fd = perf_event_open_on(&attr, 0, cpu);
	if (c.fd < 0)
		return c.fd;
	ret = perfring_map(&c.ring, c.fd, pages);
	if (ret == 0)
		ret = buffered_add(&s->b, c.fd);
	if (ret < 0) {
		perfring_unmap(&c.ring);
		close(c.fd);
		return ret;
	}
	c.record = xmalloc(PERFRECORD_MAX);
	*vec_push(&s->cpus) = c;
	return 0;
}

/* Opens a ring on each CPU.  CPUs that are added later are not watched. */
static int open_all(struct perf_source *s, size_t pages)
{
	long n = sysconf(_SC_NPROCESSORS_CONF);
	int ret = 0;

	for (int cpu = 0; cpu < n && ret == 0; cpu++) {
		ret = open_owner(s, cpu, pages);
		if (ret == -ENODEV)
			ret = 0;		/* the CPU is offline */
	}
	if (ret < 0)
		perf_close_rings(s);
	return ret;
}

static size_t slots_limit(const struct source_host *host)
{
	bool logs = host_logs(host, EV_FAULT) || host_logs(host, EV_MAP);
	size_t max = logs ? SLOTS_MAX : SCREEN_SLOTS_MAX;
	rlim_t need = SLOTS_SHARE * max;
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) < 0)
		return 1024 / SLOTS_SHARE;
	return files.rlim_cur < need ? (size_t)files.rlim_cur / SLOTS_SHARE
				     : max;
}

bool perf_open_rings(struct perf_source *s, size_t pages)
{
	size_t n = (size_t)sysconf(_SC_NPROCESSORS_CONF);
	int ret = -ENODEV;

	while (pages > PAGES_LEAST && pages * n > ALL_PAGES)
		pages /= 2;
	/* EPERM: the limit of locked memory is reached, perhaps by another
	 * mmtop. Try smaller rings. */
	for (; pages >= PAGES_LEAST; pages /= 2) {
		ret = open_all(s, pages);
		if (ret != -EPERM && ret != -ENOMEM)
			break;
	}
	s->slots_max = slots_limit(s->b.host);
	if (ret == 0 && s->cpus.n)
		return true;
	s->b.state.why = ret == -EPERM || ret == -ENOMEM ? WHY_MLOCK :
		ret == -EMFILE ? WHY_DESCRIPTORS :
		perf_ran_out(ret) ? WHY_RESOURCES : WHY_SECCOMP;
	s->b.state.value = ret == -EPERM || ret == -ENOMEM ?
		perf_sysctl("perf_event_mlock_kb") :
		ret == -EMFILE ? (int64_t)s->slots_max : -ret;
	return false;
}

void perf_close_rings(struct perf_source *s)
{
	for (size_t i = 0; i < s->cpus.n; i++) {
		perfring_unmap(&s->cpus.v[i].ring);
		close(s->cpus.v[i].fd);
		free(s->cpus.v[i].record);
	}
	vec_release(&s->cpus);
}

/* --- tasks --------------------------------------------------------------- */

static int open_on(struct perf_source *s, pid_t tid, size_t cpu,
		   enum perf_what what)
{
	const struct perf_cpu *c = &s->cpus.v[cpu];
	struct perf_event_attr attr = perf_task_attr(s, what);
	struct perf_slot slot = { .what = what, .cpu = (uint16_t)cpu };

	slot.fd = perf_event_open_on(&attr, tid, c->number);
	if (slot.fd < 0)
		return slot.fd;
	if (ioctl(slot.fd, PERF_EVENT_IOC_SET_OUTPUT, c->fd) < 0 ||
	    ioctl(slot.fd, PERF_EVENT_IOC_ID, &slot.id) < 0) {
		int error = errno;

		close(slot.fd);
		return -error;
	}
	*vec_push(&s->slots) = slot;
	return 0;
}

void perf_open_task(struct perf_source *s, pid_t tid)
{
	static const enum perf_what both[] = { PERF_MINOR, PERF_MAJOR };
	static const enum perf_what maps = PERF_MAPS;
	const enum perf_what *what = s->faults ? both : &maps;
	size_t before = s->slots.n, n = s->faults ? 2 : 1;
	int ret = before + n * s->cpus.n > s->slots_max ? -EMFILE : 0;

	for (size_t i = 0; i < n * s->cpus.n && ret == 0; i++)
		ret = open_on(s, tid, i / n, what[i % n]);
	if (ret == 0)
		return;
	/* Open the events on all CPUs or on none: faults of only some CPUs
	 * would give wrong numbers. */
	while (s->slots.n > before)
		close(s->slots.v[--s->slots.n].fd);
	if (ret == -ESRCH)
		return;
	s->b.told_state = false;
	s->b.state.missed++;
	if (ret == -EMFILE) {
		s->b.state.why = WHY_DESCRIPTORS;
		s->b.state.value = (int64_t)s->slots_max;
	} else {
		s->b.state.why = perf_ran_out(ret) ? WHY_RESOURCES :
						     WHY_SECCOMP;
		s->b.state.value = -ret;
	}
}

void perf_close_tasks(struct perf_source *s)
{
	for (size_t i = 0; i < s->slots.n; i++)
		close(s->slots.v[i].fd);
	vec_release(&s->slots);
	for (size_t i = 0; i < s->cpus.n; i++)
		s->cpus.v[i].last = (struct perf_slot){ 0 };
}

const struct perf_slot *perf_slot(const struct perf_source *s, uint64_t id)
{
	size_t i = vec_lower(&s->slots, p, p->id < id);

	return i < s->slots.n && s->slots.v[i].id == id ? &s->slots.v[i]
							: NULL;
}

uint64_t perf_counted(const struct perf_source *s)
{
	size_t at = s->can & PERF_CAN_LOST ? 1 : 0;
	uint64_t sum = 0, v[2];

	for (size_t i = 0; i < s->slots.n; i++)
		if (read(s->slots.v[i].fd, v, (at + 1) * sizeof *v) ==
		    (ssize_t)((at + 1) * sizeof *v))
			sum += v[at];
	return sum;
}
