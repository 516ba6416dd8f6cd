/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/perf/perf.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/str.h"
#include "source/target.h"
#include "sys/procroot.h"

/* All rings together; with many CPUs each one is smaller. */
#define ALL_PAGES 4096
#define PAGES_LEAST 4
#define LOG_WAKE 2048
/* Half of what may be open is for everything else. */
#define SLOTS_SHARE 2
/* Opening one takes some 60 microseconds, while stops wait: more are worth it
 * only where they were asked for. */
#define SLOTS_MAX 8192
#define SCREEN_SLOTS_MAX 2048
/* Linux 5.13; the headers may be older. */
#define ATTR_INHERIT_THREAD (UINT64_C(1) << 35)

static int event_open(const struct perf_event_attr *attr, pid_t tid, int cpu)
{
	long fd;

	if (fault_on("no-perf"))
		fd = -1, errno = ENOSYS;
	else
		fd = syscall(SYS_perf_event_open, attr, tid, cpu, -1,
			     PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? -errno : (int)fd;
}

static struct perf_event_attr attr_of(uint64_t config, size_t wake_bytes)
{
	return (struct perf_event_attr){
		.size = sizeof(struct perf_event_attr),
		.type = PERF_TYPE_SOFTWARE, .config = config,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP |
			PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR,
		.sample_id_all = 1, .exclude_hv = 1,
		.use_clockid = 1, .clockid = CLOCK_MONOTONIC,
		/* A wake-up for each fault would cost more than the fault. */
		.watermark = 1,
		.wakeup_watermark = (uint32_t)wake_bytes,
	};
}

/* inherit_thread has no name in older headers: it is bit 35 of the flags,
 * which stand behind read_format. */
static void set_inherit_thread(struct perf_event_attr *attr)
{
	char *flags = (char *)&attr->read_format + sizeof attr->read_format;
	uint64_t bits;

	memcpy(&bits, flags, sizeof bits);
	bits |= ATTR_INHERIT_THREAD;
	memcpy(flags, &bits, sizeof bits);
}

/* --- may we? ------------------------------------------------------------- */

static int64_t sysctl_of(const char *name)
{
	struct procroot *proc;
	struct str text = STR_INIT;
	int64_t value = INT64_MIN;
	char *end;

	if (procroot_open(&proc, "/proc", NULL) < 0)
		return value;
	if (procroot_readf(proc, &text, 64, "sys/kernel/%s", name) == 0) {
		value = strtoll(text.data, &end, 10);
		if (end == text.data)
			value = INT64_MIN;
	}
	str_release(&text);
	procroot_free(proc);
	return value;
}

enum source_why perf_ask(int64_t *value, int *error)
{
	struct perf_event_attr attr =
		attr_of(PERF_COUNT_SW_PAGE_FAULTS_MIN, 0);
	int64_t paranoid = sysctl_of("perf_event_paranoid");
	int fd = event_open(&attr, 0, -1);
	bool user_only = fd == -EACCES || fd == -EPERM;

	if (user_only) {
		attr.exclude_kernel = 1;
		fd = event_open(&attr, 0, -1);
	}
	*value = user_only ? paranoid : 0;
	*error = fd < 0 ? -fd : 0;
	if (fd >= 0) {
		close(fd);
		return user_only ? WHY_USER_ONLY : WHY_NONE;
	}
	*value = -fd;
	/* Where there are no perf events there is no such file. */
	if (fd == -ENOSYS || fd == -ENOENT || fd == -EOPNOTSUPP ||
	    fd == -EINVAL)
		return WHY_NO_KERNEL;
	/* Debian and Android know a 3 that refuses everything. */
	if ((fd == -EACCES || fd == -EPERM) && paranoid > 2) {
		*value = paranoid;
		return WHY_PARANOID;
	}
	return WHY_SECCOMP;
}

/* --- rings --------------------------------------------------------------- */

/* The event that a ring belongs to: nothing happens to it. */
static int open_owner(struct source *s, int cpu, size_t pages)
{
	size_t bytes = pages * (size_t)sysconf(_SC_PAGESIZE);
	/* A log names regions: it is read before they are gone. */
	struct perf_event_attr attr = attr_of(PERF_COUNT_SW_DUMMY,
		s->host->want_faults ? LOG_WAKE : bytes / 4);
	struct perf_cpu c = { .number = cpu };
	struct epoll_event wake = { .events = EPOLLIN };
	int ret;

	attr.exclude_kernel = 1;
	c.fd = event_open(&attr, 0, cpu);
	if (c.fd < 0)
		return c.fd;
	ret = perfring_map(&c.ring, c.fd, pages);
	if (ret == 0 && epoll_ctl(s->epoll, EPOLL_CTL_ADD, c.fd, &wake) < 0)
		ret = -errno;
	if (ret < 0) {
		perfring_unmap(&c.ring);
		close(c.fd);
		return ret;
	}
	*vec_push(&s->cpus) = c;
	return 0;
}

/* Of CPUs that come later nothing is told. */
static int open_all(struct source *s, size_t pages)
{
	long n = sysconf(_SC_NPROCESSORS_CONF);
	int ret = 0;

	for (int cpu = 0; cpu < n && ret == 0; cpu++) {
		ret = open_owner(s, cpu, pages);
		if (ret == -ENODEV)
			ret = 0;		/* it is offline */
	}
	if (ret < 0)
		perf_close_rings(s);
	return ret;
}

/*
 * How many events may be open.  One that is attached to needs some for each
 * thread that is there, and nobody inherits our limits then; a launched one
 * has one thread when it begins, and gets the limits that we were given.
 */
static size_t slots_limit(const struct source_host *host)
{
	size_t max = host->want_faults ? SLOTS_MAX : SCREEN_SLOTS_MAX;
	rlim_t need = SLOTS_SHARE * max;
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) < 0)
		return 1024 / SLOTS_SHARE;
	if (!host->target->argv && files.rlim_cur < need) {
		files.rlim_cur = files.rlim_max < need ? files.rlim_max : need;
		(void)!setrlimit(RLIMIT_NOFILE, &files);
		(void)!getrlimit(RLIMIT_NOFILE, &files);
	}
	return files.rlim_cur < need ? (size_t)files.rlim_cur / SLOTS_SHARE
				     : max;
}

bool perf_open_rings(struct source *s, size_t pages)
{
	size_t n = (size_t)sysconf(_SC_NPROCESSORS_CONF);
	int ret = -ENODEV;

	while (pages > PAGES_LEAST && pages * n > ALL_PAGES)
		pages /= 2;
	/* EPERM: what may be locked is used up, maybe by another mmtop. */
	for (; pages >= PAGES_LEAST; pages /= 2) {
		ret = open_all(s, pages);
		if (ret != -EPERM && ret != -ENOMEM)
			break;
	}
	s->slots_max = slots_limit(s->host);
	if (ret == 0 && s->cpus.n)
		return true;
	s->state.why = ret == -EPERM || ret == -ENOMEM ? WHY_MLOCK :
		ret == -EMFILE ? WHY_DESCRIPTORS : WHY_SECCOMP;
	s->state.value = ret == -EPERM || ret == -ENOMEM ?
		sysctl_of("perf_event_mlock_kb") :
		ret == -EMFILE ? (int64_t)s->slots_max : -ret;
	return false;
}

void perf_close_rings(struct source *s)
{
	for (size_t i = 0; i < s->cpus.n; i++) {
		perfring_unmap(&s->cpus.v[i].ring);
		close(s->cpus.v[i].fd);
	}
	vec_release(&s->cpus);
}

/* --- tasks --------------------------------------------------------------- */

static int open_on(struct source *s, pid_t tid, size_t cpu, bool major)
{
	const struct perf_cpu *c = &s->cpus.v[cpu];
	struct perf_event_attr attr = attr_of(major ?
		PERF_COUNT_SW_PAGE_FAULTS_MAJ : PERF_COUNT_SW_PAGE_FAULTS_MIN,
		0);
	struct perf_slot slot = { .major = major, .cpu = (uint16_t)cpu };
	bool threads = !s->host->target->follow && !s->no_inherit_thread;

	attr.inherit = 1;
	attr.exclude_kernel = !s->kernel;
	if (threads)
		set_inherit_thread(&attr);
	slot.fd = event_open(&attr, tid, c->number);
	if (slot.fd == -EINVAL && threads) {
		/* Before 5.13: what others tell of is left out instead. */
		s->no_inherit_thread = true;
		return open_on(s, tid, cpu, major);
	}
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

void perf_open_task(struct source *s, pid_t tid)
{
	size_t before = s->slots.n;
	int ret = before + 2 * s->cpus.n > s->slots_max ? -EMFILE : 0;

	for (size_t i = 0; i < 2 * s->cpus.n && ret == 0; i++)
		ret = open_on(s, tid, i / 2, i % 2);
	if (ret == 0)
		return;
	/* All of it or nothing: half of the CPUs would be a lie. */
	while (s->slots.n > before)
		close(s->slots.v[--s->slots.n].fd);
	if (ret == -ESRCH)
		return;
	s->told_state = false;
	s->state.missed++;
	if (ret == -EMFILE || ret == -ENFILE) {
		s->state.why = WHY_DESCRIPTORS;
		s->state.value = (int64_t)s->slots_max;
	} else {
		s->state.why = WHY_SECCOMP;
		s->state.value = -ret;
	}
}

void perf_close_tasks(struct source *s)
{
	for (size_t i = 0; i < s->slots.n; i++)
		close(s->slots.v[i].fd);
	vec_release(&s->slots);
	for (size_t i = 0; i < s->cpus.n; i++)
		s->cpus.v[i].last = (struct perf_slot){ 0 };
}

const struct perf_slot *perf_slot(const struct source *s, uint64_t id)
{
	size_t i = vec_lower(&s->slots, p, p->id < id);

	return i < s->slots.n && s->slots.v[i].id == id ? &s->slots.v[i]
							: NULL;
}

uint64_t perf_counted(const struct source *s)
{
	uint64_t sum = 0, n;

	for (size_t i = 0; i < s->slots.n; i++)
		if (read(s->slots.v[i].fd, &n, sizeof n) == (ssize_t)sizeof n)
			sum += n;
	return sum;
}
