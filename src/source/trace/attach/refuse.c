/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/core/tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"
#include "parse/proc/status.h"
#include "source/target.h"
#include "source/trace/attach/may_attach.h"
#include "sys/proc/root.h"

#define CHAIN_MAX 64
#define STATUS_MAX 16384

static bool refuse(struct refusal *why, enum refusal_why reason)
{
	why->why = reason;
	return false;
}

static void name_of(const struct source_host *h, pid_t pid, char *out,
		    size_t size)
{
	struct task_facts f;

	if (task_facts(h, pid, &f) == 0)
		snprintf(out, size, "%s", f.comm);
}

/* True if pid is an ancestor of mmtop: the shell, the terminal, tmux.  If mmtop
 * stopped an ancestor, no program might be left that can resume it. */
static bool is_ancestor(const struct source_host *h, pid_t pid)
{
	struct task_facts f;
	pid_t p = getppid();

	for (int i = 0; p > 1 && i < CHAIN_MAX; i++) {
		if (p == pid)
			return true;
		if (task_facts(h, p, &f) < 0)
			return false;
		p = f.ppid;
	}
	return false;
}

/* True if process tgid traces mmtop or its front process.  If mmtop traced its
 * own tracer, the two processes could not even be killed, and the front process
 * would not pass on signals.  /proc only shows the tracing thread, so its
 * process is looked up. */
static bool traces_mmtop(const struct source_host *h, pid_t tgid)
{
	const pid_t own[] = { getpid(), h->target->front };
	struct task_facts f;

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (own[i] > 0 && task_facts(h, own[i], &f) == 0 &&
		    f.tracer && task_facts(h, f.tracer, &f) == 0 &&
		    f.tgid == tgid)
			return true;
	return false;
}

/* Finds out why the process could not be read; err is the -errno of that
 * read. */
static bool refuse_unknown(const struct source_host *h, int err,
			   struct refusal *why)
{
	struct task_facts f;
	int init;

	why->err = -err;
	if (err != -ENOENT && err != -ESRCH && err != -EACCES && err != -EPERM)
		return refuse(why, REFUSED_ERRNO);
	if (task_facts(h, getpid(), &f) == -ENOENT)
		return refuse(why, REFUSED_NO_PROC);
	/* If /proc is mounted with hidepid, even init is invisible. */
	init = task_facts(h, 1, &f);
	return refuse(why, init == -ENOENT || init == -EACCES ||
			   init == -EPERM ? REFUSED_HIDDEN
					  : REFUSED_NO_PROCESS);
}

/* The checks that do not depend on the kernel's permission to attach. */
static bool allowed(const struct source_host *h, pid_t pid,
		    struct refusal *why)
{
	bool force = h->target->force;
	struct task_facts f;
	int r = task_facts(h, pid, &f);

	*why = (struct refusal){ .pid = pid };
	if (r < 0)
		return refuse_unknown(h, r, why);
	snprintf(why->name, sizeof why->name, "%s", f.comm);
	why->uid = f.uid;
	if (f.tgid == getpid() || f.tgid == h->target->front)
		return refuse(why, REFUSED_SELF);
	if (f.kthread)
		return refuse(why, REFUSED_KTHREAD);
	if (f.tracer) {
		why->other = f.tracer;
		name_of(h, f.tracer, why->other_name, sizeof why->other_name);
		return refuse(why, REFUSED_TRACED);
	}
	if (traces_mmtop(h, f.tgid))
		return refuse(why, REFUSED_OWN_TRACER);
	if (f.tgid == 1 && !force)
		return refuse(why, REFUSED_INIT);
	if (is_ancestor(h, f.tgid) && !force)
		return refuse(why, REFUSED_OWN_CHAIN);
	return true;
}

bool attach_allowed(struct tracer *s, pid_t pid, struct refusal *why)
{
	return allowed(s->host, pid, why);
}

static int yama_scope(const struct source_host *h)
{
	struct str text = STR_INIT;
	int scope = 0;

	if (procroot_readf(h->proc, &text, 32,
			   "sys/kernel/yama/ptrace_scope") == 0)
		scope = atoi(text.data);
	str_release(&text);
	return fault_on("yama-3") ? 3 : fault_on("yama-2") ? 2 :
	       fault_on("yama-1") ? 1 : scope;
}

static bool status_of(const struct source_host *h, const char *who,
		      struct status_info *out)
{
	struct str text = STR_INIT;
	bool got = procroot_readf(h->proc, &text, STATUS_MAX, "%s/status",
				  who) == 0 &&
		   status_parse((struct bytes){ text.data, text.len }, out);

	str_release(&text);
	return got;
}

/* True if mmtop has CAP_SYS_PTRACE, in its own user namespace. */
static bool can_trace(const struct source_host *h)
{
	struct status_info own;

	return status_of(h, "self", &own) && own.caps != EV_UNKNOWN &&
	       own.caps >> CAP_SYS_PTRACE & 1;
}

static bool is_filtered(const struct source_host *h)
{
	struct status_info own;

	return status_of(h, "self", &own) && own.seccomp > 0;
}

/* True if Yama would refuse the attach, and the kernel's earlier checks would
 * not.  From level 3 on, Yama also refuses root. */
static bool yama_refuses(const struct source_host *h, uid_t uid)
{
	int scope = yama_scope(h);

	return scope > 2 ||
	       (scope > 0 && uid == geteuid() && !can_trace(h));
}

/* True if the process is not in mmtop's user namespace.  Compares the names of
 * the namespaces.  If mmtop may not read them, compares the uid maps, which any
 * user may read, and which the kernel translates to the reader's namespace. */
static bool in_other_user_ns(const struct source_host *h, pid_t pid)
{
	struct str own = STR_INIT, its = STR_INIT;
	bool other = false;

	if (procroot_linkf(h->proc, &its, "%d/ns/user", (int)pid) == 0 &&
	    procroot_linkf(h->proc, &own, "self/ns/user") == 0) {
		other = strcmp(own.data, its.data) != 0;
	} else {
		str_clear(&own);
		str_clear(&its);
		if (procroot_readf(h->proc, &its, STATUS_MAX, "%d/uid_map",
				   (int)pid) == 0 &&
		    procroot_readf(h->proc, &own, STATUS_MAX,
				   "self/uid_map") == 0)
			other = strcmp(own.data, its.data) != 0;
	}
	str_release(&own);
	str_release(&its);
	return other;
}

/* True if root owns the files in /proc of the process: it is undumpable
 * (task_dump_ownership() in fs/proc/base.c).  Always false for root's
 * processes, whose files root owns anyway. */
static bool is_undumpable(const struct source_host *h, pid_t pid, uid_t uid)
{
	int fd = procroot_openf(h->proc, O_RDONLY, "%d/status", (int)pid);
	struct stat st;
	bool is = fd >= 0 && fstat(fd, &st) == 0 && st.st_uid != uid;

	if (fd >= 0)
		close(fd);
	return is;
}

/* True if AppArmor or SELinux confines the process. */
static bool is_confined(const struct source_host *h, pid_t pid, char *label,
			size_t size)
{
	struct str text = STR_INIT;
	bool is = procroot_readf(h->proc, &text, STATUS_MAX,
				 "%d/attr/current", (int)pid) == 0;

	if (is) {
		text.data[strcspn(text.data, "\n")] = '\0';
		is = *text.data && strncmp(text.data, "unconfined", 10) != 0;
	}
	if (is)
		snprintf(label, size, "%s", text.data);
	str_release(&text);
	return is;
}

/* Returns the reason of a refusal, if another process can find it out.  The
 * checks have the kernel's order (__ptrace_may_access() in kernel/ptrace.c). */
static enum refusal_why forbidden_by(const struct source_host *h, pid_t pid,
				     const struct task_facts *f,
				     struct refusal *why)
{
	bool mine = f->uid == geteuid(), can = can_trace(h);

	if (in_other_user_ns(h, pid) && (can || geteuid() == 0))
		return REFUSED_USER_NS;
	if (!mine && !can)
		return geteuid() ? REFUSED_OTHER_USER : REFUSED_CAPABILITY;
	if (!can && is_undumpable(h, pid, f->uid))
		return REFUSED_NOT_DUMPABLE;
	if (yama_refuses(h, f->uid)) {
		why->value = yama_scope(h);
		return REFUSED_YAMA;
	}
	if (is_filtered(h))
		return REFUSED_SECCOMP;
	if (is_confined(h, pid, why->other_name, sizeof why->other_name))
		return REFUSED_LSM;
	return can ? REFUSED_ERRNO :
	       geteuid() ? REFUSED_NOT_DUMPABLE : REFUSED_CAPABILITY;
}

static void explain(const struct source_host *h, pid_t pid, int err,
		    struct refusal *why)
{
	struct task_facts f;

	why->pid = pid;
	why->err = err;
	why->why = REFUSED_ERRNO;
	if (err == ESRCH) {
		why->why = REFUSED_NO_PROCESS;
	} else if (err == ENOSYS && is_filtered(h)) {
		why->why = REFUSED_SECCOMP;
	} else if (err == EPERM && task_facts(h, pid, &f) == 0) {
		why->uid = f.uid;
		if (f.tracer) {
			why->why = REFUSED_TRACED;
			why->other = f.tracer;
			name_of(h, f.tracer, why->other_name,
				sizeof why->other_name);
		} else if (f.state == 'Z' || f.state == 'X') {
			why->why = REFUSED_ZOMBIE;
		} else {
			why->why = forbidden_by(h, pid, &f, why);
		}
	}
}

/* If the process is mmtop's own child, Yama refuses only from level 2 on. */
void launch_explain(const struct tracer *s, pid_t pid, int err,
		    struct refusal *why)
{
	explain(s->host, pid, err, why);
	if (why->why == REFUSED_YAMA && why->value < 2)
		why->why = REFUSED_ERRNO;
	if (why->why != REFUSED_YAMA && why->why != REFUSED_TRACED &&
	    why->why != REFUSED_SECCOMP)
		*why = (struct refusal){ .why = REFUSED_NOT };
}

void attach_explain(struct tracer *s, pid_t pid, int err,
		    struct refusal *why)
{
	explain(s->host, pid, err, why);
}

/* --- checks without attaching --------------------------------------------- */

/* Opens `mem`, which needs the same permission as attaching (proc_mem_open() in
 * fs/proc/base.c), and does not affect the process. */
static int may_open(const struct source_host *h, pid_t pid)
{
	int fd = procroot_openf(h->proc, O_RDONLY, "%d/mem", (int)pid);

	if (fd < 0)
		return fd == -EACCES ? -EPERM : fd == -ENOENT ? -ESRCH : fd;
	close(fd);
	return 0;
}

static int count(void *arg, pid_t tid)
{
	int *n = arg;

	(void)tid;
	return ++*n > 1;
}

/* True for a zombie that has no living threads. */
static bool is_over(const struct source_host *h, pid_t pid, char state)
{
	char dir[32];
	int n = 0;

	if (state != 'Z' && state != 'X')
		return false;
	snprintf(dir, sizeof dir, "%d/task", (int)pid);
	return procroot_each_pid(h->proc, dir, count, &n) <= 0;
}

void attach_check(const struct procroot *proc, const struct attach_query *asked,
		  struct refusal *why)
{
	const struct target target = { .force = asked->force,
				       .front = asked->front };
	const struct source_host h = {
		.proc = (struct procroot *)proc, .target = &target,
	};
	pid_t pid = asked->pid;
	struct task_facts f;
	int r;

	if (!allowed(&h, pid, why))
		return;
	if (task_facts(&h, pid, &f) < 0) {
		why->why = REFUSED_NO_PROCESS;
		return;
	}
	/* Yama logs each refused attempt.  So if logging is not permitted, and
	 * Yama would refuse, `mem` is not opened. */
	if (is_over(&h, pid, f.state) ||
	    (!asked->logged && yama_refuses(&h, f.uid)))
		r = -EPERM;
	else
		r = may_open(&h, pid);
	if (r < 0)
		explain(&h, pid, -r, why);
}
