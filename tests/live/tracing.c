/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "tracing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "live.h"

static bool has_tracing(void)
{
	return access(TRACING "/instances", W_OK) == 0;
}

/* Mounts tracefs in a private mount namespace if it is not mounted. */
static void mount_tracing(void)
{
	if (has_tracing())
		return;
	if (unshare(CLONE_NEWNS) ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("tracefs", TRACING, "tracefs", 0, NULL) || !has_tracing())
		skip_all("no tracefs, and none can be mounted: %s",
			 strerror(errno));
}

/* Bytes of a ring's page that are not for records. */
#define RING_HEAD 16

/* "7 (expanded: 1408)": the buffer is small until an event is enabled; then it
 * has the configured size in whole pages, shown as "1410". */
static void keep_size(char *text)
{
	char *set = strstr(text, "(expanded: ");
	long room = sysconf(_SC_PAGESIZE) - RING_HEAD, pages;

	if (!set)
		return;
	pages = (atol(set + strlen("(expanded: ")) * 1024 + room - 1) / room;
	sprintf(text, "%ld\n", pages * room / 1024);
}

static void add_file(FILE *out, const char *name)
{
	char path[300], *text;

	snprintf(path, sizeof path, TRACING "/%s", name);
	text = read_file(path, NULL);
	if (text)
		keep_size(text);
	fprintf(out, "%s: %s\n", name, text ? text : "?");
	free(text);
}

char *global_state(void)
{
	static const char *const files[] = {
		"set_event", "set_event_pid", "current_tracer", "tracing_on",
		"trace_clock", "buffer_percent", "buffer_size_kb",
		"trace_options",
	};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		add_file(out, files[i]);
	fclose(out);
	return text;
}

int instances_of(pid_t pid)
{
	DIR *d = opendir(TRACING "/instances");
	char begin[40] = "mmtop-";
	struct dirent *e;
	int n = 0;

	if (pid)
		snprintf(begin, sizeof begin, "mmtop-%d-", (int)pid);
	while (d && (e = readdir(d)))
		n += !strncmp(e->d_name, begin, strlen(begin));
	if (d)
		closedir(d);
	return n;
}

bool has_instance(void *arg)
{
	return instances_of(*(pid_t *)arg) > 0;
}

bool has_none(void *arg)
{
	return !instances_of(*(pid_t *)arg);
}

bool write_to(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, text, strlen(text)) > 0;

	if (fd >= 0)
		close(fd);
	return good;
}

/* --- requirements --------------------------------------------------------- */

/* The same check as in mmtop: records have PIDs of the initial PID
 * namespace. */
static bool in_first_pid_ns(void)
{
	char link[64] = "";

	return readlink("/proc/self/ns/pid", link, sizeof link - 1) > 0 &&
	       !strcmp(link, "pid:[4026531836]");
}

void tracing_begin(void)
{
	if (geteuid())
		skip_all("tracefs needs root");
	if (!in_first_pid_ns())
		skip_all("not in the initial PID namespace");
	mount_tracing();
	if (access(TRACING "/events/syscalls/sys_enter_munmap", F_OK))
		skip_all("this kernel has no events of system calls");
}
