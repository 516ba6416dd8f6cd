/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/pins.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>

#include "sys/procstat.h"

/* One task a tree is worth pinning; a few trees may be watched. */
#define PINS_MAX 16

/* tid is written last when a pin is made and first when it is taken back. */
struct pin {
	_Atomic pid_t tid;		/* 0: free */
	int cpu;
	uint64_t start;			/* clock ticks since boot */
	cpu_set_t before;
};

struct pins {
	struct pin pin[PINS_MAX];
};

struct pins *pins_new(void)
{
	void *p = mmap(NULL, sizeof(struct pins), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

void pins_free(struct pins *p)
{
	if (p)
		munmap(p, sizeof *p);
}

static struct pin *find(struct pins *p, pid_t tid)
{
	for (int i = 0; i < PINS_MAX; i++)
		if (atomic_load(&p->pin[i].tid) == tid)
			return &p->pin[i];
	return NULL;
}

int pins_pin(struct pins *p, pid_t tid, int cpu)
{
	struct pin *pin = find(p, 0);
	cpu_set_t one;

	if (!pin)
		return -ENOSPC;
	pin->start = procstat_start_of(tid);
	pin->cpu = cpu;
	if (!pin->start ||
	    sched_getaffinity(tid, sizeof pin->before, &pin->before) < 0)
		return -ESRCH;
	/* It may run elsewhere, or only where it was told to. */
	if (!CPU_ISSET((size_t)cpu, &pin->before))
		return -EINVAL;
	atomic_store(&pin->tid, tid);
	CPU_ZERO(&one);
	CPU_SET((size_t)cpu, &one);
	if (sched_setaffinity(tid, sizeof one, &one) < 0) {
		int e = errno;

		atomic_store(&pin->tid, 0);
		return -e;
	}
	return 0;
}

void pins_like(struct pins *p, pid_t pinned, pid_t tid)
{
	struct pin *pin = pinned ? find(p, pinned) : NULL;

	if (pin)
		sched_setaffinity(tid, sizeof pin->before, &pin->before);
}

static void put_back(struct pin *pin)
{
	pid_t tid = atomic_exchange(&pin->tid, 0);
	cpu_set_t now, one;

	if (!tid || procstat_start_of(tid) != pin->start)
		return;
	CPU_ZERO(&one);
	CPU_SET((size_t)pin->cpu, &one);
	if (sched_getaffinity(tid, sizeof now, &now) == 0 &&
	    CPU_EQUAL(&now, &one))
		sched_setaffinity(tid, sizeof pin->before, &pin->before);
}

void pins_unpin(struct pins *p, pid_t tid)
{
	struct pin *pin = tid ? find(p, tid) : NULL;

	if (pin)
		put_back(pin);
}

void pins_put_back(struct pins *p)
{
	for (int i = 0; p && i < PINS_MAX; i++)
		put_back(&p->pin[i]);
}
