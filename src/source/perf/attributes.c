/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Attributes for perf_event_open(2), and what the kernel supports and permits.
 */
#include <config.h>

#include "source/perf/perf.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/str.h"
#include "source/target.h"
#include "sys/proc/root.h"

/* Bits of the attribute flags and of read_format.  Defined here, as the headers
 * may be older than the kernel. */
#define ATTR_BUILD_ID (UINT64_C(1) << 34)
#define ATTR_INHERIT_THREAD (UINT64_C(1) << 35)
#define FORMAT_LOST (UINT64_C(1) << 4)

/*
 * A ring wakes the reader of a log after this number of page faults.  The
 * reader finds the regions of the faults, so it must come while these still
 * exist.  In a test that unmapped 100 new pages 100 us after the first touch, 5
 * % of the faults had no region, and 55 % with four times this number.  The
 * larger number saved a third of the wake-ups, but no measurable time (make
 * -j4).  Mapping records wake the reader only by the ring's fill level: a
 * wake-up costs the program as much as a dozen records.
 */
#define FAULTS_WAKE 42

int perf_event_open_on(const struct perf_event_attr *attr, pid_t tid, int cpu)
{
	long fd;

	if (fault_on("no-perf"))
		fd = -1, errno = ENOSYS;
	else
		fd = syscall(SYS_perf_event_open, attr, tid, cpu, -1,
			     PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? -errno : (int)fd;
}

static struct perf_event_attr attr_of(uint64_t config)
{
	return (struct perf_event_attr){
		.size = sizeof(struct perf_event_attr),
		.type = PERF_TYPE_SOFTWARE, .config = config,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP |
			PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR,
		.sample_id_all = 1, .exclude_hv = 1,
		.use_clockid = 1, .clockid = CLOCK_MONOTONIC,
		/* Wake mmtop by fill level: waking it for each fault would cost
		 * more than the fault. */
		.watermark = 1,
	};
}

/* Sets a bit of the flags: the unnamed word after read_format. */
static void set_flag(struct perf_event_attr *attr, uint64_t flag)
{
	char *flags = (char *)&attr->read_format + sizeof attr->read_format;
	uint64_t bits;

	memcpy(&bits, flags, sizeof bits);
	bits |= flag;
	memcpy(flags, &bits, sizeof bits);
}

/* --- attributes of rings and tasks ---------------------------------------- */

struct perf_event_attr perf_owner_attr(size_t wake_bytes)
{
	struct perf_event_attr attr = attr_of(PERF_COUNT_SW_DUMMY);

	attr.wakeup_watermark = (uint32_t)wake_bytes;
	attr.exclude_kernel = 1;
	return attr;
}

static void ask_for_maps(struct perf_event_attr *attr)
{
	attr->mmap = attr->mmap_data = attr->mmap2 = 1;
	attr->comm = attr->comm_exec = attr->task = 1;
}

static uint64_t config_of(enum perf_what what)
{
	switch (what) {
	case PERF_MINOR:
		return PERF_COUNT_SW_PAGE_FAULTS_MIN;
	case PERF_MAJOR:
		return PERF_COUNT_SW_PAGE_FAULTS_MAJ;
	default:
		return PERF_COUNT_SW_DUMMY;
	}
}

struct perf_event_attr perf_task_attr(const struct perf_source *s,
				      enum perf_what what)
{
	struct perf_event_attr attr = attr_of(config_of(what));

	if (host_logs(s->b.host, EV_FAULT)) {
		attr.watermark = 0;
		attr.wakeup_events = FAULTS_WAKE;
	}
	/* In system-wide mode the event belongs to a CPU, so no child can
	 * inherit it. */
	attr.inherit = !s->b.host->everybody;
	attr.exclude_kernel = !s->kernel;
	/* Before its exec, the task runs mmtop's code: start the events at the
	 * exec. */
	attr.disabled = attr.enable_on_exec = s->coming != 0;
	if (s->maps && what != PERF_MAJOR) {
		ask_for_maps(&attr);
		if (s->b.host->wants.build_id && s->can & PERF_CAN_BUILD_ID)
			set_flag(&attr, ATTR_BUILD_ID);
	}
	/* Request comm and task records: they name short-lived processes, which
	 * exit before /proc can be read. */
	if (s->b.host->everybody && what == PERF_MINOR)
		attr.comm = attr.comm_exec = attr.task = 1;
	/* Children are not watched.  A kernel without this feature lets them
	 * inherit the event; then mmtop drops their records. */
	if (!s->b.host->target->follow && s->can & PERF_CAN_THREADS)
		set_flag(&attr, ATTR_INHERIT_THREAD);
	if (s->can & PERF_CAN_LOST)
		attr.read_format = FORMAT_LOST;
	return attr;
}

/* --- features of the kernel ----------------------------------------------- */

static bool opens(const struct perf_event_attr *attr)
{
	int fd = perf_event_open_on(attr, 0, -1);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

unsigned perf_can(void)
{
	struct perf_event_attr attr = perf_owner_attr(0);
	unsigned can = 0;

	attr.inherit = 1;
	set_flag(&attr, ATTR_INHERIT_THREAD);
	can |= opens(&attr) ? PERF_CAN_THREADS : 0;
	attr = perf_owner_attr(0);
	ask_for_maps(&attr);
	set_flag(&attr, ATTR_BUILD_ID);
	can |= opens(&attr) ? PERF_CAN_BUILD_ID : 0;
	attr = perf_owner_attr(0);
	attr.read_format = FORMAT_LOST;
	can |= !fault_on("no-perf-lost") && opens(&attr) ? PERF_CAN_LOST : 0;
	return can;
}

/* --- permissions ---------------------------------------------------------- */

int64_t perf_sysctl(const char *name)
{
	struct procroot *proc;
	struct str text = STR_INIT;
	int64_t value = INT64_MIN;
	char *end;

	if (fault_on("no-perf") || procroot_open(&proc, "/proc", NULL) < 0)
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

bool perf_ran_out(int ret)
{
	return ret == -EMFILE || ret == -ENFILE || ret == -ENOMEM ||
	       ret == -EAGAIN;
}

enum source_why perf_ask(int64_t *value, int *error)
{
	struct perf_event_attr attr = attr_of(PERF_COUNT_SW_PAGE_FAULTS_MIN);
	int64_t paranoid = perf_sysctl("perf_event_paranoid");
	int fd = perf_event_open_on(&attr, 0, -1);
	bool user_only = fd == -EACCES || fd == -EPERM;

	if (user_only) {
		attr.exclude_kernel = 1;
		fd = perf_event_open_on(&attr, 0, -1);
	}
	*value = user_only ? paranoid : 0;
	*error = fd < 0 ? -fd : 0;
	if (fd >= 0) {
		close(fd);
		return user_only ? WHY_USER_ONLY : WHY_NONE;
	}
	*value = -fd;
	if (perf_ran_out(fd))
		return WHY_RESOURCES;
	/* If the kernel has no perf events, the file perf_event_paranoid is
	 * missing. */
	if (fd == -ENOENT || fd == -EOPNOTSUPP || fd == -EINVAL ||
	    (fd == -ENOSYS && paranoid == INT64_MIN))
		return WHY_NO_KERNEL;
	/* Level 3 of perf_event_paranoid, on Debian and Android, forbids
	 * everything. */
	if ((fd == -EACCES || fd == -EPERM) && paranoid > 2) {
		*value = paranoid;
		return WHY_PARANOID;
	}
	return WHY_SECCOMP;
}
