/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "words.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool words_init(struct words *w, const char *name, int bits, size_t n)
{
	static int files;
	char file[32];
	int fd;

	memset(w, 0, sizeof *w);
	w->n = n;
	w->program = bits == 32 ? victim32(name) : victim(name);
	if (!w->program)
		return false;
	snprintf(file, sizeof file, "words.%d", ++files);
	w->path = work_file(file);
	fd = open(w->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0 || fchmod(fd, 0666) || ftruncate(fd, (off_t)n * 8))
		bail(w->path);
	w->v = mmap(NULL, n * 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (w->v == MAP_FAILED)
		bail("mmap");
	close(fd);
	return true;
}

bool words_start(struct words *w, const char *name, int bits, size_t n,
		 const char *arg)
{
	if (!words_init(w, name, bits, n))
		return false;
	run_start(&w->run, (char *[]){ w->program, w->path, (char *)arg,
				       NULL });
	w->pid = w->run.pid;
	w->started = true;
	return true;
}

struct reach {
	struct words *w;
	size_t i;
	uint64_t value;
};

static bool reached(void *arg)
{
	const struct reach *r = arg;

	return r->w->v[r->i] >= r->value;
}

bool words_reach(struct words *w, size_t i, uint64_t value)
{
	struct reach r = { w, i, value };

	return wait_for(reached, &r);
}

/* The first thread that is traced or in a ptrace stop; 0 if there is none. */
static pid_t one_held(pid_t pid)
{
	char path[64];
	struct dirent *e;
	pid_t held = 0;
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", pid);
	d = opendir(path);
	while (d && !held && (e = readdir(d))) {
		pid_t tid = (pid_t)strtol(e->d_name, NULL, 10);

		if (tid && (status_field(tid, "TracerPid") > 0 ||
			    task_state(tid) == 't'))
			held = tid;
	}
	if (d)
		closedir(d);
	return held;
}

static bool none_held(void *arg)
{
	return !one_held(*(pid_t *)arg);
}

bool is_let_go(pid_t pid)
{
	pid_t held;

	if (wait_for(none_held, &pid))
		return true;
	held = one_held(pid);
	if (held)
		diag("thread %d of %d: state %c, traced by %ld", held, pid,
		     task_state(held), status_field(held, "TracerPid"));
	return false;
}

void words_release(struct words *w)
{
	if (w->started)
		run_release(&w->run);
	if (w->v)
		munmap((void *)w->v, w->n * 8);
	free(w->program);
	free(w->path);
}
