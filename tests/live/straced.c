/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "straced.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"
#include "log.h"

/* mmtop's memory calls that strace also knows, with i386's ipc unpacked.
 * Without execve: only strace shows the first one of a launched program. */
static const char *const known[] = {
	"brk", "execveat", "madvise", "mbind", "memfd_create", "memfd_secret",
	"mlock", "mlock2", "mlockall", "mmap", "mmap2", "mprotect", "mremap",
	"msync", "munlock", "munlockall", "munmap", "pkey_mprotect",
	"process_madvise", "remap_file_pages", "shmat", "shmctl", "shmdt",
	"shmget", "userfaultfd",
};

bool straced_knows(const char *name)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(name, known[i]))
			return true;
	return false;
}

/*
 * 4121 mmap(NULL, 8192, ...) = 0x7f12a000
 * 4121 <... munmap resumed>) = -1 EINVAL (Invalid argument)
 * 0.391842 4121/4122 munmap(NULL, 0) = -1 EINVAL (Invalid argument)
 */
static void strace_line(FILE *out, char *line)
{
	char name[64], error[32] = "ok";
	char *what = line + strspn(line, "0123456789 ./"), *result = NULL;
	int n = 0;

	if (sscanf(what, "<... %63[a-z0-9_] resumed>%n", name, &n) < 1 &&
	    sscanf(what, "%63[a-z0-9_]%n", name, &n) < 1)
		return;
	for (char *p = what; (p = strstr(p, ") = ")); p++)
		result = p + strlen(") = ");
	if (!result || *result == '?' || !straced_knows(name))
		return;
	sscanf(result, "-1 %31[A-Z0-9]", error);
	fprintf(out, "%s %s\n", name, error);
}

char *straced_list(const char *path, const char *from)
{
	char *text = read_file(path, NULL), *rest = text, *line, *list = NULL;
	size_t size;
	FILE *out = open_memstream(&list, &size);

	if (text && from)
		rest = strstr(text, from);
	while ((line = strsep(&rest, "\n")))
		strace_line(out, line);
	fclose(out);
	free(text);
	return list;
}

char *counted_lines(char *list)
{
	char *counts = NULL, *last = NULL, *line, *rest = list;
	size_t size, n = 0;
	FILE *out = open_memstream(&counts, &size);

	sort_lines(list);
	while ((line = strsep(&rest, "\n"))) {
		if (last && strcmp(last, line) != 0) {
			fprintf(out, "%zu %s\n", n, last);
			n = 0;
		}
		last = *line ? line : NULL;
		n++;
	}
	fclose(out);
	free(list);
	return counts;
}
