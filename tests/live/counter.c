/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "counter.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define WORDS 64
#define ASKED 59
#define MADE 60
#define PID 61
#define CONT 62
#define STOP 63
#define STILL_MS 400

void counter_init(struct counter *c, int threads)
{
	static int files;
	char name[32];
	int fd;

	memset(c, 0, sizeof *c);
	snprintf(name, sizeof name, "counter.%d", ++files);
	c->threads = threads;
	c->program = victim("counter");
	c->path = work_file(name);
	fd = open(c->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0 || fchmod(fd, 0666) || ftruncate(fd, WORDS * 8))
		bail(c->path);
	c->words = mmap(NULL, WORDS * 8, PROT_READ | PROT_WRITE, MAP_SHARED,
			fd, 0);
	if (c->words == MAP_FAILED)
		bail("mmap");
	close(fd);
}

void counter_start(struct counter *c)
{
	char threads[16];

	snprintf(threads, sizeof threads, "%d", c->threads);
	run_start(&c->run, (char *[]){ c->program, c->path, threads, NULL });
	c->pid = c->run.pid;
	c->started = true;
	if (!counter_counts(c))
		bail("the counter does not count");
}

static bool all_moved(void *arg)
{
	struct counter *c = arg;

	for (int i = 0; i < c->threads; i++)
		if (c->words[i] <= c->seen[i] + 2)
			return false;
	return true;
}

bool counter_counts(struct counter *c)
{
	for (int i = 0; i < c->threads; i++)
		c->seen[i] = c->words[i];
	return wait_for(all_moved, c);
}

/* T: stopped; t: stopped by a tracer. */
static bool all_stopped(void *arg)
{
	struct counter *c = arg;
	char path[64];
	struct dirent *e;
	bool stopped = true;
	int n = 0;
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", c->pid);
	d = opendir(path);
	while (d && (e = readdir(d))) {
		pid_t tid = (pid_t)strtol(e->d_name, NULL, 10);
		char state = tid ? task_state(tid) : 0;

		n += tid != 0;
		stopped = stopped && (!tid || state == 'T' || state == 't');
	}
	if (d)
		closedir(d);
	return stopped && n == c->threads;
}

/* A stop at a call has the same state: this stop must last. */
static bool stay_stopped(void *arg)
{
	struct counter *c = arg;
	bool still = true;

	if (!all_stopped(c))
		return false;
	for (int i = 0; i < c->threads; i++)
		c->seen[i] = c->words[i];
	poll(NULL, 0, STILL_MS);
	for (int i = 0; i < c->threads; i++)
		still = still && c->words[i] == c->seen[i];
	return still && all_stopped(c);
}

bool counter_stands(struct counter *c)
{
	if (wait_for(stay_stopped, c))
		return true;
	diag("not all threads of %d stay stopped", c->pid);
	return false;
}

pid_t counter_told_pid(const struct counter *c)
{
	return (pid_t)c->words[PID];
}

uint64_t counter_continued(const struct counter *c)
{
	return c->words[CONT];
}

static bool has_made(void *arg)
{
	const struct counter *c = arg;

	return c->words[MADE] == c->words[ASKED];
}

bool counter_makes_thread(struct counter *c)
{
	c->words[ASKED]++;
	return wait_for(has_made, c);
}

void counter_stop(struct counter *c)
{
	c->words[STOP] = 1;
}

void counter_release(struct counter *c)
{
	counter_stop(c);
	if (c->started)
		run_release(&c->run);
	munmap((void *)c->words, WORDS * 8);
	free(c->program);
	free(c->path);
}

pid_t counter_pid(const char *log_path)
{
	char *log = read_file(log_path, NULL);
	char *at = log ? strstr(log, "\"launch\"") : NULL;
	pid_t pid = 0;

	while (at && at > log && at[-1] != '\n')
		at--;
	at = at ? strstr(at, "\"pid\":") : NULL;
	if (at)
		pid = (pid_t)strtol(at + strlen("\"pid\":"), NULL, 10);
	free(log);
	if (!pid)
		bail("no launch in the log");
	return pid;
}
