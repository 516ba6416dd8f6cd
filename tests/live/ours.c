/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ours.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "live.h"

#define VARIABLE "MMTOP_TEST_RUN"

static char mark[32];

void ours_mark(void)
{
	static int marks;

	snprintf(mark, sizeof mark, "%d.%d", (int)getpid(), ++marks);
	setenv(VARIABLE, mark, 1);
}

static bool is_marked(pid_t pid)
{
	char path[64], entry[64], *env;
	size_t size = 0, n;
	bool found = false;

	snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
	snprintf(entry, sizeof entry, VARIABLE "=%s", mark);
	env = read_file(path, &size);
	for (size_t at = 0; env && !found && at < size; at += n) {
		n = strlen(env + at) + 1;
		found = !strcmp(env + at, entry);
	}
	free(env);
	return found;
}

/* Stores the part of the name after "mmtop-"; false for other programs. */
static bool role_of(pid_t pid, char role[16])
{
	char path[64], *comm;
	bool is;

	snprintf(path, sizeof path, "/proc/%d/comm", (int)pid);
	comm = read_file(path, NULL);
	if (comm)
		comm[strcspn(comm, "\n")] = '\0';
	is = comm && !strncmp(comm, "mmtop", 5) && task_state(pid) != 'Z';
	if (is)
		snprintf(role, 16, "%s", comm[5] == '-' ? comm + 6 : "first");
	free(comm);
	return is;
}

void ours_list(struct ours *o)
{
	DIR *proc = opendir("/proc");
	struct dirent *d;

	o->n = 0;
	while (proc && o->n < OURS_MAX && (d = readdir(proc))) {
		pid_t pid = (pid_t)strtol(d->d_name, NULL, 10);

		if (pid > 1 && role_of(pid, o->v[o->n].role) && is_marked(pid))
			o->v[o->n++].pid = pid;
	}
	if (proc)
		closedir(proc);
}

struct sought {
	const char *role;
	pid_t pid;
};

static bool is_found(void *arg)
{
	struct sought *s = arg;
	struct ours o;

	ours_list(&o);
	for (size_t i = 0; i < o.n; i++)
		if (!strcmp(o.v[i].role, s->role))
			s->pid = o.v[i].pid;
	return s->pid;
}

pid_t ours_find(const char *role)
{
	struct sought s = { .role = role };

	wait_for(is_found, &s);
	return s.pid;
}

static bool is_none(void *arg)
{
	struct ours o;

	(void)arg;
	ours_list(&o);
	return !o.n;
}

bool ours_end(void)
{
	return wait_for(is_none, NULL);
}
