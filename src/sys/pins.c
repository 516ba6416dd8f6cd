/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/pins.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

/* Field 22 of stat, after the name, which may hold anything; 0 unknown. */
static uint64_t start_time(pid_t tid)
{
	char path[40], buf[1024];
	const char *at;
	ssize_t n;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, buf, sizeof buf - 1);
	close(fd);
	if (n <= 0)
		return 0;
	buf[n] = '\0';
	at = strrchr(buf, ')');
	for (int field = 2; at && field < 22; field++)
		at = strchr(at + 1, ' ');
	return at ? strtoull(at, NULL, 10) : 0;
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
	pin->start = start_time(tid);
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

	if (!tid || start_time(tid) != pin->start)
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
