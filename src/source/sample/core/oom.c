/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/core/oom.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "parse/proc/oom.h"
#include "source/sample/core/cgroup.h"
#include "source/sample/core/sample.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

/* Inode of the initial PID namespace: PROC_PID_INIT_INO in the kernel. */
#define FIRST_PID_NS 0xEFFFFFFCu
/* The longest record: CONSOLE_EXT_LOG_MAX in the kernel. */
#define RECORD_MAX 8192
/* Maximum number of records to read, more than any log has.  Only records newer
 * than mmtop's start are read. */
#define RECORDS_MAX 100000
/* Maximum number of victims that have not exited yet. */
#define VICTIMS 64

struct victim {
	pid_t pid;			/* 0: unused entry */
	enum oom_scope scope;
	struct str memcg;		/* empty: not known */
};

struct oom {
	int fd;				/* descriptor of /dev/kmsg; -1: not
					 * usable */
	struct victim v[VICTIMS];
	size_t next;
};

static bool pids_are_the_kernels(void)
{
	struct stat st;

	return stat("/proc/self/ns/pid", &st) == 0 && st.st_ino == FIRST_PID_NS;
}

struct oom *oom_new(const struct procroot *proc)
{
	struct oom *o = xcalloc(1, sizeof *o);

	o->fd = -1;
	if (procroot_is_live(proc) && pids_are_the_kernels())
		o->fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC |
			     O_NOCTTY);
	if (o->fd >= 0 && lseek(o->fd, 0, SEEK_END) < 0) {
		close(o->fd);
		o->fd = -1;
	}
	return o;
}

void oom_free(struct oom *o)
{
	if (!o)
		return;
	for (size_t i = 0; i < VICTIMS; i++)
		str_release(&o->v[i].memcg);
	if (o->fd >= 0)
		close(o->fd);
	free(o);
}

static struct victim *victim_of(struct oom *o, pid_t pid)
{
	for (size_t i = 0; i < VICTIMS; i++)
		if (o->v[i].pid == pid)
			return &o->v[i];
	return NULL;
}

/* For each kill, the kernel logs two records.  The first one has the
 * constraint, but the kernel omits this record if kills follow each other
 * quickly; then the second one is used.  It does not replace the first one,
 * because for cpusets and memory policies it only has "Out of memory". */
static void note_record(struct oom *o, const struct oom_record *r)
{
	struct victim *v = victim_of(o, r->pid);

	if (v && r->killed)
		return;
	if (!v) {
		v = &o->v[o->next];
		o->next = (o->next + 1) % VICTIMS;
	}
	v->pid = r->pid;
	v->scope = r->scope;
	str_clear(&v->memcg);
	if (r->memcg.len)
		str_add(&v->memcg, r->memcg.data, r->memcg.len);
}

static void read_log(struct oom *o)
{
	char buf[RECORD_MAX];
	struct oom_record r;

	for (int i = 0; i < RECORDS_MAX; i++) {
		ssize_t n = read(o->fd, buf, sizeof buf);

		/* EPIPE: records were overwritten before they were read. */
		if (n < 0 && (errno == EPIPE || errno == EINTR))
			continue;
		if (n <= 0)
			break;
		if (oom_record_parse((struct bytes){ buf, (size_t)n }, &r))
			note_record(o, &r);
	}
}

void oom_forget(struct oom *o, pid_t pid)
{
	struct victim *v;

	if (!o || o->fd < 0)
		return;
	read_log(o);
	v = victim_of(o, pid);
	if (v)
		v->pid = 0;
}

void oom_sample_group(struct sampler *s, const struct sproc *p)
{
	if (s->oom->fd < 0)
		cgroups_count_kills(s->cgroups, p->group, clock_ns());
}

void oom_sample(struct sampler *s, struct sproc *p)
{
	struct cgroup_usage cg = cgroups_usage(s->cgroups, p->pid, clock_ns(),
					       s->host->period_ns / 2);

	if (cg.group && (!p->group || strcmp(p->group, cg.group))) {
		free(p->group);
		p->group = xstrdup(cg.group);
	}
	oom_sample_group(s, p);
}

static struct ev_note words_of(struct sampler *s, const struct sproc *p,
			       const struct victim *v)
{
	static const char *const scopes[] = {
		[OOM_MACHINE] = "machine", [OOM_CGROUP] = "cgroup",
		[OOM_CPUSET] = "cpuset", [OOM_POLICY] = "mempolicy",
	};
	struct ev_note n = { .id = NOTE_OOM, .severity = SEV_WARN,
			     .a = p->pid };
	struct bytes memcg = { v->memcg.data, v->memcg.len };
	uint64_t max;

	n.text = (struct bytes){ scopes[v->scope], strlen(scopes[v->scope]) };
	if (v->scope == OOM_CGROUP && memcg.len) {
		max = cgroups_limit(s->cgroups, p->group, memcg);
		n.b = max == EV_UNKNOWN ? 0 : (int64_t)max;
		n.text = memcg;
	}
	return n;
}

void oom_tell(struct sampler *s, const struct sproc *p,
	      const struct event *exit)
{
	struct event ev = sample_event(s, EV_NOTE, p->pid, 0);
	struct oom *o = s->oom;
	struct victim *v;

	if (exit->u.process.signal != SIGKILL)
		return;
	if (o->fd >= 0) {
		read_log(o);
		v = victim_of(o, p->pid);
		if (!v)
			return;
		ev.u.note = words_of(s, p, v);
		v->pid = 0;
	} else if (cgroups_killed(s->cgroups, p->group)) {
		ev.u.note = (struct ev_note){ .id = NOTE_OOM_MAYBE,
					      .severity = SEV_WARN,
					      .a = p->pid };
	} else {
		return;
	}
	sample_emit(s, &ev);
}
