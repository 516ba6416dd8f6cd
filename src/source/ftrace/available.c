/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/ftrace/ftrace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fault.h"
#include "base/str.h"
#include "parse/proc/mountinfo.h"
#include "sys/proc/root.h"

#define TEXT_MAX (1u << 20)
/* The first PID namespace: the inode number is PROC_PID_INIT_INO of the
 * kernel's include/linux/proc_ns.h. */
#define FIRST_PID_NS "pid:[4026531836]"

static int read_proc(struct str *out, const char *name)
{
	struct procroot *proc;
	int ret = procroot_open(&proc, "/proc", NULL);

	if (ret < 0)
		return ret;
	ret = procroot_readf(proc, out, TEXT_MAX, "%s", name);
	procroot_free(proc);
	return ret;
}

/* True if tracing instances can be created below `place`. */
static bool has_instances(const char *place)
{
	struct str path = STR_INIT;
	bool has;

	str_addf(&path, "%s/instances", place);
	has = access(path.data, W_OK | X_OK) == 0;
	str_release(&path);
	return has;
}

char *tracefs_place(void)
{
	struct str text = STR_INIT, path = STR_INIT;
	struct mount_entry m;
	struct scan scan;
	char *found = NULL;
	bool best = false;

	if (!fault_on("no-tracefs") && read_proc(&text, "self/mountinfo") == 0) {
		scan = scan_of(text.data, text.len);
		while (!best && mountinfo_next(&scan, &m)) {
			/* A mount that shows only a part of tracefs has no
			 * instances. */
			if (!bytes_equal(m.fstype, "tracefs") ||
			    !bytes_equal(m.root, "/"))
				continue;
			str_clear(&path);
			mount_path(&path, m.point);
			/* Prefer a mount where instances can be created, as
			 * some mounts of tracefs are read-only. */
			best = has_instances(path.data);
			if (found && !best)
				continue;
			free(found);
			found = xstrdup(path.data);
		}
	}
	str_release(&path);
	str_release(&text);
	return found;
}

/* Returns 1 or 0; -errno if unknown. */
static int kernel_has_tracefs(void)
{
	struct str text = STR_INIT;
	int r = read_proc(&text, "filesystems");

	if (r == 0)
		r = strstr(text.data, "\ttracefs\n") != NULL;
	str_release(&text);
	return r;
}

/* True if mmtop is in the first PID namespace, whose pids the records have. */
static bool in_first_pid_ns(void)
{
	char link[64];
	ssize_t n = readlink("/proc/self/ns/pid", link, sizeof link - 1);

	if (n < 0)
		return false;
	link[n] = '\0';
	return !strcmp(link, FIRST_PID_NS);
}

static enum source_why ask_place(const char *place, int64_t *value)
{
	struct str path = STR_INIT;
	enum source_why why = WHY_NONE;

	str_addf(&path, "%s/instances", place);
	if (access(path.data, W_OK | X_OK) < 0) {
		*value = errno;
		why = errno == EACCES || errno == EPERM ? WHY_ROOT :
		      errno == ENOENT ? WHY_NO_EVENTS : WHY_TRACEFS_REFUSED;
	}
	str_release(&path);
	return why;
}

enum source_why ring_ask(int64_t *value)
{
	enum source_why why;
	char *place;
	int has = kernel_has_tracefs();

	*value = has < 0 ? -has : 0;
	if (has <= 0)
		return has ? WHY_RESOURCES : WHY_NO_TRACEFS;
	place = tracefs_place();
	if (!place)
		return WHY_NOT_MOUNTED;
	why = ask_place(place, value);
	free(place);
	if (why == WHY_NONE && !in_first_pid_ns())
		return WHY_PID_NAMESPACE;
	return why;
}

static bool has_event(const char *place, const char *event)
{
	struct str path = STR_INIT;
	bool has;

	str_addf(&path, "%s/events/%s", place, event);
	has = access(path.data, F_OK) == 0;
	str_release(&path);
	return has;
}

uint32_t ring_lacks(uint32_t kinds)
{
	static const struct {
		enum event_kind kind;
		const char *event;
	} needs[] = {
		/* some architectures lack this event */
		{ EV_FAULT, "exceptions/page_fault_user" },
		{ EV_RSS, "kmem/rss_stat" },		/* since Linux 5.5 */
	};
	char *place = tracefs_place();
	uint32_t lacks = 0;

	for (size_t i = 0; place && i < sizeof needs / sizeof *needs; i++)
		if (kinds & 1u << needs[i].kind &&
		    (!has_event(place, needs[i].event) ||
		     (needs[i].kind == EV_FAULT &&
		      fault_on("no-trace-faults"))))
			lacks |= 1u << needs[i].kind;
	free(place);
	return lacks;
}
