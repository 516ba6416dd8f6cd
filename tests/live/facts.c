/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "facts.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "live.h"
#include "log.h"

/* Fields of /proc/PID/status, without SigQ, which counts the user's signals in
 * all processes.  stat_facts() adds the state. */
static const char *const fields[] = {
	"Name", "Umask", "Tgid", "Ngid", "PPid", "TracerPid", "Uid", "Gid",
	"Threads", "SigPnd", "ShdPnd", "SigBlk", "SigIgn", "SigCgt", "CapInh",
	"CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs", "Seccomp",
	"Seccomp_filters", "Cpus_allowed", "Mems_allowed",
};

static void status_facts(FILE *out, const char *dir, pid_t tid)
{
	char path[PATH_MAX + 32], *text, *rest, *line;

	snprintf(path, sizeof path, "%s/status", dir);
	rest = text = read_file(path, NULL);
	while (rest && (line = strsep(&rest, "\n")))
		for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
			size_t n = strlen(fields[i]);

			if (!strncmp(line, fields[i], n) && line[n] == ':')
				fprintf(out, "%d %s\n", tid, line);
		}
	free(text);
}

/* The state (R, S and D count as one; T and t do not), priority, nice,
 * rt_priority and policy. */
static void stat_facts(FILE *out, const char *dir, pid_t tid)
{
	char path[PATH_MAX + 32], *text, *at, state;

	snprintf(path, sizeof path, "%s/stat", dir);
	text = read_file(path, NULL);
	at = text ? strrchr(text, ')') : NULL;
	if (at && (state = at[2])) {
		fprintf(out, "%d state %c\n", tid,
			strchr("RSD", state) ? 'R' : state);
		fprintf(out, "%d scheduling", tid);
		at += 2;
		for (int field = 3; at && field <= 41; field++) {
			if (field == 18 || field == 19 || field > 39)
				fprintf(out, " %.*s", (int)strcspn(at, " "),
					at);
			at = strchr(at, ' ');
			at += at != NULL;
		}
		fputc('\n', out);
	}
	free(text);
}

static void whole_file(FILE *out, const char *dir, pid_t tid, const char *name)
{
	char path[PATH_MAX + 32], *text, *rest, *line;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	rest = text = read_file(path, NULL);
	while (rest && (line = strsep(&rest, "\n")))
		if (*line)
			fprintf(out, "%d %s: %s\n", tid, name, line);
	free(text);
}

static void each_entry(FILE *out, const char *dir, pid_t tid,
		       void (*fn)(FILE *out, const char *dir, pid_t tid,
				  const char *name))
{
	struct dirent *e;
	DIR *d = opendir(dir);

	while (d && (e = readdir(d)))
		if (*e->d_name != '.')
			fn(out, dir, tid, e->d_name);
	if (d)
		closedir(d);
}

static void link_fact(FILE *out, const char *dir, pid_t tid, const char *name)
{
	char path[PATH_MAX], to[PATH_MAX];
	ssize_t n;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	n = readlink(path, to, sizeof to - 1);
	if (n > 0)
		fprintf(out, "%d %s -> %.*s\n", tid, path, (int)n, to);
}

static void task_facts(FILE *out, const char *dir, pid_t pid, const char *name)
{
	pid_t tid = (pid_t)strtol(name, NULL, 10);
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	status_facts(out, path, tid);
	stat_facts(out, path, tid);
	/* The main thread counts: its current call varies. */
	if (tid != pid)
		whole_file(out, path, tid, "syscall");
}

char *facts_of(pid_t pid)
{
	static const char *const files[] = {
		"maps", "timers", "limits", "timerslack_ns", "personality",
		"oom_score_adj", "coredump_filter",
	};
	static const char *const links[] = { "cwd", "root", "exe" };
	char dir[64], *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	snprintf(dir, sizeof dir, "/proc/%d/task", pid);
	each_entry(out, dir, pid, task_facts);
	snprintf(dir, sizeof dir, "/proc/%d/fd", pid);
	each_entry(out, dir, pid, link_fact);
	snprintf(dir, sizeof dir, "/proc/%d/fdinfo", pid);
	each_entry(out, dir, pid, whole_file);
	snprintf(dir, sizeof dir, "/proc/%d", pid);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		whole_file(out, dir, pid, files[i]);
	for (size_t i = 0; i < sizeof links / sizeof *links; i++)
		link_fact(out, dir, pid, links[i]);
	fclose(out);
	return text;
}

struct same {
	pid_t pid;
	const char *before;
};

static bool is_same(void *arg)
{
	const struct same *s = arg;
	char *now = facts_of(s->pid);
	bool same = !strcmp(now, s->before);

	free(now);
	return same;
}

bool facts_same(pid_t pid, const char *before)
{
	struct same s = { pid, before };
	char *now, *then;

	if (*before && wait_for(is_same, &s))
		return true;
	now = facts_of(pid);
	then = strdup(before);
	same_lines(now, then);
	free(now);
	free(then);
	return false;
}
