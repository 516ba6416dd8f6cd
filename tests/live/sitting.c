/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sitting.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* With a shorter timeout they are not waited for until they all sit. */
#define SETTLED_MS 1000
#define SIZE (sizeof(struct blocking_slot) * BLOCKING_CALLS)

/* Asleep in its call; the ids are told by the victim.  A stop looks
 * different. */
static bool sleeps(const volatile struct blocking_slot *slot)
{
	return slot->absent || (slot->entered > slot->returned &&
				task_state(slot->tid) == 'S');
}

/* And for good. */
static bool sits(const volatile struct blocking_slot *slot)
{
	return sleeps(slot) &&
	       (slot->absent || status_field(slot->tid, "TracerPid") == 0);
}

static bool all_sleep(void *arg)
{
	struct sitting *s = arg;

	for (int i = 0; i < BLOCKING_CALLS; i++)
		if (!sleeps(&s->slots[i]))
			return false;
	return true;
}

bool sitting_calm(struct sitting *s)
{
	return wait_for(all_sleep, s);
}

static bool all_sit(void *arg)
{
	struct sitting *s = arg;

	for (int i = 0; i < BLOCKING_CALLS; i++)
		if (!sits(&s->slots[i]))
			return false;
	return true;
}

static bool all_began(void *arg)
{
	struct sitting *s = arg;

	for (int i = 0; i < BLOCKING_CALLS; i++)
		if (!s->slots[i].entered)
			return false;
	return true;
}

bool sitting_settled(struct sitting *s)
{
	if (wait_for(all_sit, s))
		return true;
	for (int i = 0; i < BLOCKING_CALLS; i++)
		if (!sits(&s->slots[i]))
			diag("%s: state %c, entered %llu, returned %llu",
			     (const char *)s->slots[i].name,
			     task_state(s->slots[i].tid),
			     (unsigned long long)s->slots[i].entered,
			     (unsigned long long)s->slots[i].returned);
	return false;
}

void sitting_start(struct sitting *s, const char *program, bool threads,
		   int timeout_ms)
{
	static int files;
	char name[32], call[24], ms[16];
	int fd;

	memset(s, 0, sizeof *s);
	snprintf(name, sizeof name, "sitting.%d", ++files);
	s->path = work_file(name);
	fd = open(s->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	/* Whoever it runs as. */
	if (fd < 0 || fchmod(fd, 0666) || ftruncate(fd, (off_t)SIZE))
		bail(s->path);
	s->slots = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (s->slots == MAP_FAILED)
		bail("mmap");
	close(fd);
	snprintf(ms, sizeof ms, "%d", timeout_ms);
	s->n = threads ? 1 : BLOCKING_CALLS;
	for (size_t i = 0; i < s->n; i++) {
		snprintf(call, sizeof call, "%zu", i);
		run_start(&s->runs[i], (char *[]){
			  (char *)program, s->path,
			  threads ? (char *)"all" : call, ms, NULL });
		s->pids[i] = s->runs[i].pid;
	}
	if (!(timeout_ms < SETTLED_MS ? wait_for(all_began, s)
				      : sitting_settled(s)))
		bail("the victims do not sit in their calls");
}

int sitting_broken(struct sitting *s)
{
	int broken = 0;

	for (int i = 0; i < BLOCKING_CALLS; i++) {
		const volatile struct blocking_slot *slot = &s->slots[i];

		if (!slot->broken)
			continue;
		broken++;
		diag("%s returned EINTR %llu times of %llu",
		     (const char *)slot->name,
		     (unsigned long long)slot->broken,
		     (unsigned long long)slot->returned);
	}
	return broken;
}

int sitting_disturbed(struct sitting *s, int from, int to)
{
	int disturbed = 0;

	for (int i = from; i < to; i++) {
		const volatile struct blocking_slot *slot = &s->slots[i];

		if (slot->absent || !slot->returned)
			continue;
		disturbed++;
		diag("%s returned %llu times: %s", (const char *)slot->name,
		     (unsigned long long)slot->returned,
		     strerror(slot->error));
	}
	return disturbed;
}

void sitting_release(struct sitting *s)
{
	for (size_t i = 0; i < s->n; i++) {
		kill(s->pids[i], SIGTERM);
		run_wait(&s->runs[i]);
		run_release(&s->runs[i]);
	}
	munmap((void *)s->slots, SIZE);
	free(s->path);
}
