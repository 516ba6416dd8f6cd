/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "source/target.h"
#include "source/trace/ask.h"
#include "sys/procroot.h"

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

/* mmtop's ancestors: the shell, the terminal, tmux. Stopping one of them would
 * stop whoever could let it go on again. */
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

/* Two that trace each other cannot even be killed; mmtop's other process would
 * not pass on signals.  A tracer is one thread. */
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

/* err: why it cannot be looked up. */
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
	/* With hidepid even init is not to be seen. */
	init = task_facts(h, 1, &f);
	return refuse(why, init == -ENOENT || init == -EACCES ||
			   init == -EPERM ? REFUSED_HIDDEN
					  : REFUSED_NO_PROCESS);
}

/* What can be said without asking the kernel for leave. */
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

bool attach_allowed(struct source *s, pid_t pid, struct refusal *why)
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
	return scope;
}

/* From level 2 on not even children. */
void launch_explain(const struct source *s, pid_t pid, int err,
		    struct refusal *why)
{
	int scope = err == EPERM ? yama_scope(s->host) : 0;

	if (scope > 1)
		*why = (struct refusal){ .why = REFUSED_YAMA, .pid = pid,
					 .value = scope };
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
	} else if (err == EPERM && task_facts(h, pid, &f) == 0) {
		why->uid = f.uid;
		if (f.tracer) {
			why->why = REFUSED_TRACED;
			why->other = f.tracer;
			name_of(h, f.tracer, why->other_name,
				sizeof why->other_name);
		} else if (f.state == 'Z' || f.state == 'X') {
			why->why = REFUSED_ZOMBIE;
		} else if (f.uid != geteuid() && geteuid() != 0) {
			why->why = REFUSED_OTHER_USER;
		} else if ((why->value = yama_scope(h)) > 0) {
			why->why = REFUSED_YAMA;
		} else {
			why->why = REFUSED_NOT_DUMPABLE;
		}
	}
}

void attach_explain(struct source *s, pid_t pid, int err,
		    struct refusal *why)
{
	explain(s->host, pid, err, why);
}

/* --- without attaching ------------------------------------------------------ */

/* Effective, in the user namespace that mmtop is in. */
static bool can_trace(const struct source_host *h)
{
	struct str text = STR_INIT;
	const char *at = NULL;
	bool can;

	if (procroot_readf(h->proc, &text, STATUS_MAX, "self/status") == 0)
		at = strstr(text.data, "\nCapEff:");
	can = at && strtoull(at + 8, NULL, 16) >> CAP_SYS_PTRACE & 1;
	str_release(&text);
	return can;
}

/* The kernel asks for `mem` what it asks of who attaches (proc_mem_open() in
 * fs/proc/base.c), and nothing happens to the process. */
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

/* A leader that has ended before its threads is none yet. */
static bool is_over(const struct source_host *h, pid_t pid, char state)
{
	char dir[32];
	int n = 0;

	if (state != 'Z' && state != 'X')
		return false;
	snprintf(dir, sizeof dir, "%d/task", (int)pid);
	return procroot_each_pid(h->proc, dir, count, &n) <= 0;
}

/* Yama, and nothing before it, would say no; from level 3 on to root too. */
static bool is_yamas(const struct source_host *h, uid_t uid)
{
	int scope = yama_scope(h);

	return scope > 2 ||
	       (scope > 0 && uid == geteuid() && !can_trace(h));
}

void attach_ask(const struct procroot *proc, const struct attach_asked *asked,
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
	/* Yama writes into the kernel's log who asks in vain. */
	if (is_over(&h, pid, f.state) ||
	    (!asked->logged && is_yamas(&h, f.uid)))
		r = -EPERM;
	else
		r = may_open(&h, pid);
	if (r < 0)
		explain(&h, pid, -r, why);
}
