/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tracing instance of mmtop's own, named mmtop-PID-START: START is the start
 * time of the process in clock ticks since boot.  The name outlives the
 * process; START shows that a PID was reused.
 */
#include <config.h>

#include "source/ftrace/ftrace.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/str.h"
#include "late/tracefs.h"
#include "sys/proc/stat.h"

#define PREFIX "mmtop-"
#define NAME_SIZE 64
#define LARGE_SUBBUF 65536
/* Number of attempts to remove an instance, which are 10 ms apart. */
#define BUSY_TRIES 20
#define TEXT_MAX 16384

/* --- stale instances ------------------------------------------------------ */

/* True for an instance of an engine that has exited. */
static bool is_stale(const char *name)
{
	uint64_t start, now;
	int pid, n = 0;

	if (sscanf(name, PREFIX "%d-%" SCNu64 "%n", &pid, &start, &n) != 2 ||
	    name[n] || pid <= 0)
		return false;
	now = procstat_start_of(pid);
	/* 0: the process cannot be read, perhaps for lack of a descriptor. */
	if (!now)
		return kill(pid, 0) < 0 && errno == ESRCH;
	/* A zombie has no open files, so it does not use the instance; its
	 * parent may never wait for it. */
	return now != start || procstat_state_of(pid) == 'Z';
}

static void sweep(void)
{
	char **names = tracefs_instances("^" PREFIX);

	for (char **name = names; name && *name; name++) {
		struct tracefs_instance *t;

		if (!is_stale(*name))
			continue;
		t = tracefs_instance_alloc(NULL, *name);
		if (t)
			(void)tracefs_instance_destroy(t);
		tracefs_instance_free(t);
	}
	tracefs_list_free(names);
}

/* True if there is a stale instance.  Does not load libtracefs, as this
 * function runs at each start of mmtop. */
static bool has_stale(void)
{
	char *place = tracefs_place();
	struct str path = STR_INIT;
	const struct dirent *d;
	bool found = false;
	DIR *instances;

	str_addf(&path, "%s/instances", place ? place : "");
	instances = opendir(path.data);
	while (instances && !found && (d = readdir(instances)))
		found = is_stale(d->d_name);
	if (instances)
		closedir(instances);
	str_release(&path);
	free(place);
	return found;
}

/* Passes the directory of tracefs to libtracefs, which would otherwise search
 * for a mount, or make one. */
static int set_place(void)
{
	char *place = tracefs_place();
	int ret = place ? LATE_LOAD(tracefs, NULL) : -ENOENT;


	if (ret == 0 && tracefs_set_tracing_dir(place) != 0)
		ret = -ENOENT;
	free(place);
	if (ret == 0)
		tracefs_set_loglevel(TEP_LOG_NONE);
	return ret;
}

void ring_sweep(void)
{
	int64_t value;

	if (ring_ask(&value) == WHY_NONE && has_stale() && set_place() == 0)
		sweep();
}

/* --- mmtop's instance ----------------------------------------------------- */

/* descriptor of the instance's file events/enable; -1: not open */
static volatile int events_fd = -1;

void ring_emergency(void)
{
	if (events_fd >= 0)
		(void)!write(events_fd, "0", 1);
}

static void close_events(void)
{
	if (events_fd >= 0)
		close(events_fd);
	events_fd = -1;
}

/* Writes text to a file of the instance.  Returns 0 or -errno. */
static int put(struct instance *in, const char *file, const char *text)
{
	size_t n = strlen(text);
	/* For libtracefs, NULL means the global files, which all programs
	 * share: never write to them. */
	int fd = in->t ? tracefs_instance_file_open(in->t, file, O_WRONLY)
		       : -1;
	int ret = 0;

	if (fd < 0)
		return errno ? -errno : -ENOENT;
	if (write(fd, text, n) != (ssize_t)n)
		ret = -errno;
	close(fd);
	return ret;
}

static int put_number(struct instance *in, const char *file, size_t n)
{
	char text[32];

	snprintf(text, sizeof text, "%zu", n);
	return put(in, file, text);
}

/* Requests larger sub-buffers, which cost less to hand over.  Requires Linux
 * 6.8. */
static void set_subbufs(struct instance *in)
{
	in->subbuf_size = (size_t)sysconf(_SC_PAGESIZE);
	if (!fault_on("no-trace-subbuf") &&
	    put_number(in, "buffer_subbuf_size_kb", LARGE_SUBBUF / 1024) == 0)
		in->subbuf_size = LARGE_SUBBUF;
}

static int set_up(struct instance *in, size_t ring_bytes)
{
	int ret = put(in, "tracing_on", "0");

	/* A new instance inherits the global options, so set those that mmtop
	 * relies on. */
	(void)put(in, "options/overwrite", "1");
	(void)put(in, "options/record-cmd", "0");
	set_subbufs(in);
	if (ret == 0)
		ret = put(in, "trace_clock", "mono");
	if (ret == 0)
		ret = put(in, "options/event-fork", "1");
	/* Before Linux 6.7, the global buffer stays at its minimal size if the
	 * size of any buffer is set first.  A write to events/enable, which
	 * enables no event here, first gives the global buffer its configured
	 * size. */
	(void)put(in, "events/enable", "0");
	if (ret == 0)
		ret = put_number(in, "buffer_size_kb", ring_bytes / 1024);
	/* Before Linux 5.1, every event would wake mmtop, which then uses a
	 * timer instead. */
	(void)put(in, "buffer_percent", "25");
	return ret;
}

int instance_create(struct instance *in, size_t ring_bytes)
{
	uint64_t start = procstat_start_of(getpid());
	char name[NAME_SIZE];
	int ret;

	if (!start)
		return -ESRCH;
	ret = set_place();
	if (ret < 0)
		return ret;
	sweep();
	snprintf(name, sizeof name, PREFIX "%d-%" PRIu64, (int)getpid(),
		 start);
	errno = 0;
	in->t = tracefs_instance_create(name);
	if (!in->t)
		return errno ? -errno : -EIO;
	events_fd = tracefs_instance_file_open(in->t, "events/enable",
					       O_WRONLY | O_CLOEXEC);
	ret = set_up(in, ring_bytes);
	if (ret < 0)
		instance_remove(in);
	return ret;
}

static int put_tasks(struct instance *in, const char *file, const pid_t *tids,
		     size_t n)
{
	struct str text = STR_INIT;
	int fd = tracefs_instance_file_open(in->t, file, O_WRONLY | O_APPEND);
	int ret = fd < 0 ? -ENOENT : 0;
	size_t at = 0;

	for (size_t i = 0; i < n; i++)
		str_addf(&text, "%d ", (int)tids[i]);
	/* A write may take only a part of the text. */
	while (ret == 0 && at < text.len) {
		ssize_t took = write(fd, text.data + at, text.len - at);

		if (took <= 0)
			ret = took < 0 ? -errno : -EIO;
		else
			at += (size_t)took;
	}
	if (fd >= 0)
		close(fd);
	str_release(&text);
	return ret;
}

int instance_add_tasks(struct instance *in, const pid_t *tids, size_t n)
{
	return put_tasks(in, "set_event_pid", tids, n);
}

int instance_exclude(struct instance *in, const pid_t *tids, size_t n)
{
	if (fault_on("no-trace-leave-out"))
		return -ENOENT;
	return put_tasks(in, "set_event_notrace_pid", tids, n);
}

void instance_drop_tasks(struct instance *in)
{
	if (in->t)
		(void)tracefs_instance_file_clear(in->t, "set_event_pid");
}

static bool enable(void *arg, const char *system, const char *event)
{
	struct instance *in = arg;
	char path[2 * NAME_SIZE];

	snprintf(path, sizeof path, "events/%s/%s/enable", system, event);
	return put(in, path, "1") == 0;
}

int instance_enable(struct instance *in, uint32_t kinds)
{
	return formats_enable(kinds, enable, in) ? 0 : -ENOENT;
}

int instance_enable_raw(struct instance *in, const char *filter)
{
	int ret = put(in, "events/raw_syscalls/sys_enter/filter", filter);

	if (ret == 0)
		ret = put(in, "events/raw_syscalls/sys_exit/filter", filter);
	if (ret == 0)
		ret = put(in, "events/raw_syscalls/sys_enter/enable", "1");
	if (ret == 0)
		ret = put(in, "events/raw_syscalls/sys_exit/enable", "1");
	return ret;
}

void instance_run(struct instance *in, bool on)
{
	(void)put(in, "tracing_on", on ? "1" : "0");
}

/* True if the file contains the text `what`, or cannot be read. */
static bool holds(struct instance *in, const char *file, const char *what)
{
	int fd = tracefs_instance_file_open(in->t, file, O_RDONLY | O_CLOEXEC);
	struct str text = STR_INIT;
	bool found = true;

	if (fd >= 0 && str_read(&text, fd, TEXT_MAX) == 0)
		found = text.len && strstr(text.data, what);
	if (fd >= 0)
		close(fd);
	str_release(&text);
	return found;
}

bool instance_runs(struct instance *in)
{
	return holds(in, "tracing_on", "1") &&
	       holds(in, "trace_clock", "[mono]") &&
	       holds(in, "set_event", ":");
}

int instance_open_ring(struct instance *in, int cpu)
{
	char path[NAME_SIZE];
	int fd;

	snprintf(path, sizeof path, "per_cpu/cpu%d/trace_pipe_raw", cpu);
	errno = 0;
	fd = tracefs_instance_file_open(in->t, path,
					O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	return fd < 0 ? (errno ? -errno : -ENOENT) : fd;
}

/* Reads a file of that CPU's ring.  Returns the text, which the caller frees,
 * or NULL on failure. */
static char *read_of_cpu(struct instance *in, int cpu, const char *file)
{
	char path[NAME_SIZE];
	int size;

	snprintf(path, sizeof path, "per_cpu/cpu%d/%s", cpu, file);
	return tracefs_instance_file_read(in->t, path, &size);
}

/* Finds a line like "overrun: 17". */
static bool find_count(const char *text, const char *name, uint64_t *out)
{
	size_t n = strlen(name);

	for (const char *at = text; at; at = strchr(at, '\n')) {
		at += *at == '\n';
		if (!strncmp(at, name, n)) {
			*out = strtoull(at + n, NULL, 10);
			return true;
		}
	}
	return false;
}

bool instance_count(struct instance *in, int cpu, struct tracering_counts *out)
{
	char *text = read_of_cpu(in, cpu, "stats");
	struct tracering_counts counts;
	bool found = find_count(text, "entries: ", &counts.unread) &&
		     find_count(text, "overrun: ", &counts.overrun) &&
		     find_count(text, "read events: ", &counts.read);

	free(text);
	if (found)
		*out = counts;
	return found;
}

uint64_t instance_subbufs(struct instance *in, int cpu, size_t head)
{
	char *text = read_of_cpu(in, cpu, "buffer_size_kb");
	uint64_t room = in->subbuf_size - head;
	uint64_t kb = text ? strtoull(text, NULL, 10) : 0;

	free(text);
	/* The file has the size in KiB, rounded down by less than a
	 * sub-buffer. */
	return kb && kb < UINT32_MAX ? (kb * 1024 + room - 1) / room + 1 : 0;
}

void instance_remove(struct instance *in)
{
	const struct timespec busy = { .tv_nsec = 10000000 };

	if (!in->t)
		return;
	instance_run(in, false);
	close_events();
	/* If another program has a file of the instance open, the instance
	 * stays.  Disable its events, so that it costs nothing. */
	if (tracefs_instance_destroy(in->t) < 0) {
		(void)put(in, "events/enable", "0");
		for (int i = 0; i < BUSY_TRIES; i++) {
			nanosleep(&busy, NULL);
			if (tracefs_instance_destroy(in->t) == 0)
				break;
		}
	}
	tracefs_instance_free(in->t);
	in->t = NULL;
}
