/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Attaches, stops and detaches that have to wait for a task.
 *
 * A task stops only where it could take a signal: not in uninterruptible sleep,
 * and not while its cgroup is frozen by the freezer of cgroup version 1 (in
 * version 2 a frozen task does stop).  The tracer does not wait for such a
 * task, and reports the reason once.
 *
 * PTRACE_SEIZE of a task in a group-stop waits until the group-stop has become
 * a ptrace-stop (JOBCTL_TRAPPING in ptrace_attach(), kernel/ptrace.c).  While
 * the task is frozen, that never happens, and only SIGKILL ends the wait.  So
 * the tracer attaches to a frozen process only when it has thawed.
 */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/core/tracer.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "parse/proc/mountinfo.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

#define MOUNTS_MAX (1u << 20)
#define CGROUP_MAX 16384
#define WCHAN_MAX 64
/* A stop that takes longer is reported; a vfork() usually takes less. */
#define PENDING_NS 1000000000ull
/* A detach that takes longer is reported, since the user may wait for it. */
#define PENDING_DETACH_NS 300000000ull
/* Maximum number of tasks whose state is read at one tick. */
#define LOOKS_MAX 16

/* --- frozen cgroups ------------------------------------------------------- */

static bool list_has(struct bytes list, const char *word)
{
	const char *at = list.data;
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= list.len; i++)
		if ((i == 0 || at[i - 1] == ',') &&
		    (i + n == list.len || at[i + n] == ',') &&
		    !memcmp(at + i, word, n))
			return true;
	return false;
}

/* Finds the mount point of the freezer hierarchy of cgroup version 1, and its
 * root: the part of the hierarchy that is mounted. */
static bool freezer_mount(const struct source_host *h, struct str *point,
			  struct str *root)
{
	struct str text = STR_INIT;
	struct mount_entry m;
	bool found = false;

	if (procroot_readf(h->proc, &text, MOUNTS_MAX, "self/mountinfo") == 0) {
		struct scan rest = { text.data, text.data + text.len };

		while (!found && mountinfo_next(&rest, &m))
			found = bytes_equal(m.fstype, "cgroup") &&
				list_has(m.options, "freezer");
	}
	if (found) {
		mount_path(point, m.point);
		mount_path(root, m.root);
	}
	str_release(&text);
	return found;
}

/* Gets the path in the line "6:freezer:/path" of /proc/PID/cgroup. */
static bool freezer_of(const struct source_host *h, pid_t pid, struct str *out)
{
	struct str text = STR_INIT;
	bool found = false;
	char *line, *rest = NULL;

	if (procroot_readf(h->proc, &text, CGROUP_MAX, "%d/cgroup", pid) < 0)
		str_clear(&text);
	for (line = text.len ? strtok_r(text.data, "\n", &rest) : NULL;
	     line && !found; line = strtok_r(NULL, "\n", &rest)) {
		char *list = strchr(line, ':');
		char *path = list ? strchr(list + 1, ':') : NULL;

		if (!path)
			continue;
		*path++ = '\0';
		found = list_has(bytes_of(list + 1), "freezer");
		if (found)
			str_adds(out, path);
	}
	str_release(&text);
	return found;
}

static bool freezer_says_frozen(const char *dir, const char *path)
{
	struct str file = STR_INIT;
	char state[16] = "";
	int fd;

	str_addf(&file, "%s/%s/freezer.state", dir, path);
	fd = open(file.data, O_RDONLY | O_CLOEXEC);
	str_release(&file);
	if (fd < 0)
		return false;	/* the root cgroup has no such file */
	if (read(fd, state, sizeof state - 1) < 0)
		state[0] = '\0';
	close(fd);
	return !strncmp(state, "FR", 2);	/* FREEZING or FROZEN */
}

static bool in_frozen_cgroup(const struct source_host *h, pid_t pid)
{
	struct str point = STR_INIT, root = STR_INIT, path = STR_INIT;
	bool frozen = false;

	if (freezer_of(h, pid, &path) && freezer_mount(h, &point, &root)) {
		const char *below = path.data;

		if (root.len > 1 && !strncmp(below, root.data, root.len))
			below += root.len;
		frozen = freezer_says_frozen(point.data, below);
	}
	str_release(&point);
	str_release(&root);
	str_release(&path);
	return frozen;
}

/* Returns the kernel function in which a task sleeps, or "". */
static void wchan_of(const struct source_host *h, pid_t tid, struct str *out)
{
	if (procroot_readf(h->proc, out, WCHAN_MAX, "%d/wchan", tid) < 0 ||
	    !strcmp(out->data, "0"))
		str_clear(out);
}

/* True if the process is frozen.  If it sleeps in do_signal_stop() but its
 * state is not T, it is frozen, even if its cgroup cannot be read. */
static bool is_frozen(const struct source_host *h, pid_t pid)
{
	struct str wchan = STR_INIT;
	struct task_facts f;
	bool frozen;

	if (task_facts(h, pid, &f) < 0 || !strchr("DTZ", f.state))
		return false;
	wchan_of(h, pid, &wchan);
	frozen = (f.state == 'D' && wchan.len &&
		  !strcmp(wchan.data, "do_signal_stop")) ||
		 in_frozen_cgroup(h, pid);
	str_release(&wchan);
	return frozen;
}

/* --- attaches ------------------------------------------------------------- */

bool pending_has(const struct tracer *s, pid_t tgid)
{
	for (size_t i = 0; i < s->pending.n; i++)
		if (s->pending.v[i].id.pid == tgid)
			return true;
	return false;
}

bool pending_attach(struct tracer *s, pid_t tgid, bool root)
{
	struct task_facts f;

	if (!is_frozen(s->host, tgid) || task_facts(s->host, tgid, &f) < 0)
		return false;
	if (pending_has(s, tgid))
		return true;
	*vec_push(&s->pending) = (struct pending){
		.id = { tgid, f.start }, .root = root };
	tracer_note(s, NOTE_ATTACH_PENDING, SEV_WARN, tgid, 0, f.comm);
	return true;
}

static void pending_failed(struct tracer *s, pid_t pid,
			   const struct refusal *why)
{
	tracer_note(s, NOTE_ATTACH_FAILED, SEV_ERROR, pid, why->why,
		    why->other_name);
	if (s->pending.n || tracees_count(&s->tracees) || s->detached)
		return;
	s->ended = true;
	status_changed(s);
}

static void pending_try(struct tracer *s)
{
	for (size_t i = s->pending.n; i-- > 0;) {
		const struct pending p = s->pending.v[i];
		struct refusal why = { .pid = p.id.pid,
				       .why = REFUSED_NO_PROCESS };
		struct task_facts f;
		bool there = task_facts(s->host, p.id.pid, &f) == 0 &&
			     f.start == p.id.start;

		if (there && is_frozen(s->host, p.id.pid))
			continue;
		s->pending.v[i] = s->pending.v[--s->pending.n];
		if (!there || attach_process(s, p.id.pid, p.root, &why) < 0)
			pending_failed(s, p.id.pid, &why);
	}
}

/* --- stops ---------------------------------------------------------------- */

/* If t cannot stop, reports its process and returns true. */
static bool pending_tell(struct tracer *s, const struct tracee *t)
{
	enum note_id id = s->detaching ? NOTE_DETACH_PENDING
				       : NOTE_STOP_PENDING;
	struct str wchan = STR_INIT;
	struct task_facts f;
	bool frozen;

	if (task_facts(s->host, t->tid, &f) < 0 || f.state != 'D')
		return false;
	frozen = is_frozen(s->host, t->tid);
	if (!frozen)
		wchan_of(s->host, t->tid, &wchan);
	/* Only a note while detaching, as the kernel detaches the task when
	 * mmtop ends. */
	tracer_note(s, id, s->detaching ? SEV_NOTE : SEV_WARN, t->group->tgid,
		    frozen ? 0 : t->tid, wchan.len ? wchan.data : "");
	str_release(&wchan);
	return true;
}

/* Reports processes with tasks that do not stop.  Returns true if no other
 * tasks have yet to stop. */
static bool pending_look(struct tracer *s)
{
	struct tracee *t, *next;
	uint64_t limit = s->detaching ? PENDING_DETACH_NS : PENDING_NS;
	uint64_t now = clock_ns();
	bool only = true, left = false, late;
	int looks = 0;

	HASH_ITER(hh, s->tracees.tasks, t, next) {
		bool *told = s->detaching ? &t->group->told_detach
					  : &t->group->told_stop;

		if (t->exiting)
			continue;
		only &= t->interrupted;
		if (!t->interrupted)
			continue;
		left = true;
		late = now - t->asked_ns >= limit;
		if (late && !*told && looks++ < LOOKS_MAX)
			*told = pending_tell(s, t);
		only &= *told && late;
	}
	s->wave.stuck = left;
	return left && only;
}

void pending_tick(struct tracer *s)
{
	if (!s->detaching && !s->detached)
		pending_try(s);
	if (s->wave.stuck && pending_look(s) && s->detaching && !s->detached) {
		/* If the task stops later, it is then detached; otherwise the
		 * end of mmtop detaches it. */
		s->detached = true;
		status_changed(s);
	}
}
