/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/proc/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "sys/proc/root.h"

#define TEXT_MAX 65536

struct proc_line {
	const char *name;	/* including the colon */
	size_t offset;
};

static const struct proc_line system_keys[] = {
#define K(name, member) { name ":", offsetof(struct sys_memory, member) }
	K("MemTotal", total), K("MemFree", free),
	K("MemAvailable", available), K("Buffers", buffers),
	K("Cached", cached), K("Shmem", shmem), K("Slab", slab),
	K("PageTables", page_tables), K("KernelStack", kernel_stack),
	K("AnonPages", anon), K("Dirty", dirty), K("Writeback", writeback),
	K("Committed_AS", commit), K("CommitLimit", commit_limit),
	K("SwapTotal", swap_total), K("SwapFree", swap_free),
	K("HugePages_Total", huge_total), K("HugePages_Free", huge_free),
	K("Hugepagesize", huge_size),
#undef K
};

static const struct proc_line process_keys[] = {
#define K(name, member) { name ":", offsetof(struct proc_memory, member) }
	K("VmSize", virt), K("VmRSS", rss), K("RssAnon", rss_anon),
	K("RssFile", rss_file), K("RssShmem", rss_shmem), K("VmHWM", peak),
	K("VmSwap", swap), K("VmData", data), K("VmStk", stack),
	K("VmExe", text), K("VmLck", locked), K("HugetlbPages", hugetlb),
	K("Threads", threads),
#undef K
};

#define N_OF(a) (sizeof(a) / sizeof *(a))

static void all_unknown(void *out, const struct proc_line *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		*(uint64_t *)((char *)out + keys[i].offset) = PROCPS_UNKNOWN;
}

void proctext_unknown_system(struct sys_memory *out)
{
	all_unknown(out, system_keys, N_OF(system_keys));
	out->used = PROCPS_UNKNOWN;
}

void proctext_unknown_process(struct proc_memory *out)
{
	all_unknown(out, process_keys, N_OF(process_keys));
	out->minflt = out->majflt = PROCPS_UNKNOWN;
	out->state = '?';
	out->comm[0] = '\0';
}

/* Returns the value of a line: "Key: 12 kB" is a size in bytes, "Key: 12" is a
 * count. */
static uint64_t value_of(const char *text)
{
	unsigned long long v;
	char *end;

	errno = 0;
	v = strtoull(text, &end, 10);
	if (end == text || errno)
		return PROCPS_UNKNOWN;
	if (strncmp(end, " kB", 3) != 0)
		return v;
	return v > UINT64_MAX >> 10 ? PROCPS_UNKNOWN : v << 10;
}

static void read_keys(char *text, void *out, const struct proc_line *keys,
		      size_t n)
{
	char *line, *rest = text;

	while ((line = strsep(&rest, "\n")))
		for (size_t i = 0; i < n; i++) {
			const char *name = keys[i].name;
			size_t len;

			/* Fast path: most names differ in the first letter. */
			if (*line != *name)
				continue;
			len = strlen(name);
			if (strncmp(line, name, len) != 0)
				continue;
			*(uint64_t *)((char *)out + keys[i].offset) =
				value_of(line + len);
			break;
		}
}

void proctext_pss(const char *text, uint64_t *out)
{
	const char *at = strstr(text, "\nPss:");

	if (at)
		*out = value_of(at + 5);
}

static uint64_t times(uint64_t a, uint64_t b)
{
	return a == PROCPS_UNKNOWN || b == PROCPS_UNKNOWN ? PROCPS_UNKNOWN
							  : a * b;
}

int proctext_system(const struct procroot *root, struct sys_memory *out)
{
	struct str text = STR_INIT;
	struct sys_memory m;
	int rc = procroot_readf(root, &text, TEXT_MAX, "meminfo");

	if (rc < 0)
		return rc;
	proctext_unknown_system(&m);
	read_keys(text.data, &m, system_keys, N_OF(system_keys));
	str_release(&text);
	if (m.total == PROCPS_UNKNOWN)
		return -EIO;
	/* `used` is total minus available, as in libproc2. */
	if (m.available != PROCPS_UNKNOWN && m.available <= m.total)
		m.used = m.total - m.available;
	m.huge_total = times(m.huge_total, m.huge_size);
	m.huge_free = times(m.huge_free, m.huge_size);
	*out = m;
	return 0;
}

/* Stores the text between the first `(` and the last `)`. */
static void take_comm(struct proc_memory *out, const char *text,
		      const char *end)
{
	const char *from = memchr(text, '(', (size_t)(end - text));
	size_t n = from ? (size_t)(end - from - 1) : 0;

	if (n >= sizeof out->comm)
		n = sizeof out->comm - 1;
	memcpy(out->comm, from ? from + 1 : "", n);
	out->comm[n] = '\0';
}

/* Reads the name, the state and the faults from /proc/PID/stat.  These fields
 * follow the last `)`, except the name. */
static int read_stat(const struct procroot *root, pid_t pid,
		     struct proc_memory *out)
{
	struct str text = STR_INIT;
	unsigned long long minflt, majflt;
	const char *p;
	char state;
	int rc = procroot_readf(root, &text, TEXT_MAX, "%d/stat", (int)pid);

	if (rc < 0)
		return rc;
	p = strrchr(text.data, ')');
	rc = p && sscanf(p, ") %c %*d %*d %*d %*d %*d %*u %llu %*u %llu",
			 &state, &minflt, &majflt) == 3 ? 0 : -ESRCH;
	if (rc == 0)
		take_comm(out, text.data, p);
	str_release(&text);
	if (rc < 0)
		return rc;
	out->state = state;
	out->minflt = minflt;
	out->majflt = majflt;
	return 0;
}

struct memory_sum {
	const struct procroot *root;
	pid_t pid;
	struct proc_memory *out;
};

/* If the thread has memory values, fills in *out and returns 1. */
static int try_thread(void *arg, pid_t tid)
{
	struct memory_sum *s = arg;
	struct str text = STR_INIT;
	int rc = procroot_readf(s->root, &text, TEXT_MAX,
				"%d/task/%d/status", (int)s->pid, (int)tid);

	if (rc < 0)
		return 0;
	read_keys(text.data, s->out, process_keys, N_OF(process_keys));
	str_release(&text);
	return s->out->virt != PROCPS_UNKNOWN;
}

int proctext_process(const struct procroot *root, pid_t pid,
		     struct proc_memory *out)
{
	struct str text = STR_INIT;
	struct proc_memory m;
	int rc = procroot_readf(root, &text, TEXT_MAX, "%d/status", (int)pid);

	if (rc < 0)
		return rc == -ENOENT ? -ESRCH : rc;
	proctext_unknown_process(&m);
	read_keys(text.data, &m, process_keys, N_OF(process_keys));
	str_release(&text);
	rc = read_stat(root, pid, &m);
	if (rc < 0)
		return rc == -ENOENT ? -ESRCH : rc;
	if (m.virt == PROCPS_UNKNOWN) {
		struct memory_sum s = { root, pid, &m };
		char dir[32];

		snprintf(dir, sizeof dir, "%d/task", (int)pid);
		if (procroot_each_pid(root, dir, try_thread, &s) < 0)
			return -ESRCH;
	}
	*out = m;
	return 0;
}
