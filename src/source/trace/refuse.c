/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/tracer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sys/procroot.h"

#define CHAIN_MAX 64

static bool refuse(struct refusal *why, enum refusal_why reason)
{
	why->why = reason;
	return false;
}

static void name_of(const struct source *s, pid_t pid, char *out, size_t size)
{
	struct task_facts f;

	if (task_facts(s->host, pid, &f) == 0)
		snprintf(out, size, "%s", f.comm);
}

/* mmtop's ancestors: the shell, the terminal, tmux. Stopping one of them would
 * stop whoever could let it go on again. */
static bool is_ancestor(const struct source *s, pid_t pid)
{
	struct task_facts f;
	pid_t p = getppid();

	for (int i = 0; p > 1 && i < CHAIN_MAX; i++) {
		if (p == pid)
			return true;
		if (task_facts(s->host, p, &f) < 0)
			return false;
		p = f.ppid;
	}
	return false;
}

/* Two that trace each other cannot even be killed; mmtop's other process would
 * not pass on signals.  A tracer is one thread. */
static bool traces_mmtop(const struct source *s, pid_t tgid)
{
	const pid_t own[] = { getpid(), s->host->target->front };
	struct task_facts f;

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (own[i] > 0 && task_facts(s->host, own[i], &f) == 0 &&
		    f.tracer && task_facts(s->host, f.tracer, &f) == 0 &&
		    f.tgid == tgid)
			return true;
	return false;
}

static bool is_hidden(const struct source *s)
{
	/* With hidepid even init is not to be seen. */
	struct task_facts f;

	return task_facts(s->host, 1, &f) < 0;
}

bool attach_allowed(struct source *s, pid_t pid, struct refusal *why)
{
	bool force = s->host->target->force;
	struct task_facts f;

	*why = (struct refusal){ .pid = pid };
	if (task_facts(s->host, pid, &f) < 0)
		return refuse(why, is_hidden(s) ? REFUSED_HIDDEN
						: REFUSED_NO_PROCESS);
	snprintf(why->name, sizeof why->name, "%s", f.comm);
	why->uid = f.uid;
	if (f.tgid == getpid() || f.tgid == s->host->target->front)
		return refuse(why, REFUSED_SELF);
	if (f.kthread)
		return refuse(why, REFUSED_KTHREAD);
	if (f.tracer) {
		why->other = f.tracer;
		name_of(s, f.tracer, why->other_name, sizeof why->other_name);
		return refuse(why, REFUSED_TRACED);
	}
	if (traces_mmtop(s, f.tgid))
		return refuse(why, REFUSED_OWN_TRACER);
	if (f.tgid == 1 && !force)
		return refuse(why, REFUSED_INIT);
	if (is_ancestor(s, f.tgid) && !force)
		return refuse(why, REFUSED_OWN_CHAIN);
	return true;
}

static int yama_scope(const struct source *s)
{
	struct str text = STR_INIT;
	int scope = 0;

	if (procroot_readf(s->host->proc, &text, 32,
			   "sys/kernel/yama/ptrace_scope") == 0)
		scope = atoi(text.data);
	str_release(&text);
	return scope;
}

/* From level 2 on not even children. */
void launch_explain(const struct source *s, pid_t pid, int err,
		    struct refusal *why)
{
	int scope = err == EPERM ? yama_scope(s) : 0;

	if (scope > 1)
		*why = (struct refusal){ .why = REFUSED_YAMA, .pid = pid,
					 .value = scope };
}

void attach_explain(struct source *s, pid_t pid, int err,
		    struct refusal *why)
{
	struct task_facts f;

	why->pid = pid;
	why->err = err;
	why->why = REFUSED_ERRNO;
	if (err == ESRCH) {
		why->why = REFUSED_NO_PROCESS;
	} else if (err == EPERM && task_facts(s->host, pid, &f) == 0) {
		why->uid = f.uid;
		if (f.tracer) {
			why->why = REFUSED_TRACED;
			why->other = f.tracer;
			name_of(s, f.tracer, why->other_name,
				sizeof why->other_name);
		} else if (f.state == 'Z' || f.state == 'X') {
			why->why = REFUSED_ZOMBIE;
		} else if (f.uid != geteuid() && geteuid() != 0) {
			why->why = REFUSED_OTHER_USER;
		} else if ((why->value = yama_scope(s)) > 0) {
			why->why = REFUSED_YAMA;
		} else {
			why->why = REFUSED_NOT_DUMPABLE;
		}
	}
}
