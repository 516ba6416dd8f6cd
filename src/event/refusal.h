/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reasons why mmtop cannot attach to a process.  The messages are in
 * app/words/refusal.c.
 */
#ifndef EVENT_REFUSAL_H
#define EVENT_REFUSAL_H

#include <sys/types.h>

/* These numbers are stored in notes and sent over the link between engine and
 * screen: add new ones only at the end. */
enum refusal_why {
	REFUSED_NOT,		/* not refused */
	REFUSED_NO_PROCESS,	/* no such process */
	REFUSED_HIDDEN,		/* the process may exist, but /proc hides it
				 * (hidepid) */
	REFUSED_SELF,		/* the process is mmtop itself */
	REFUSED_INIT,		/* the process is PID 1; --force overrides */
	REFUSED_OWN_CHAIN,	/* the process is an ancestor of mmtop or of its
				 * terminal; --force overrides */
	REFUSED_KTHREAD,
	REFUSED_ZOMBIE,
	REFUSED_TRACED,		/* the process is traced by process `other`,
				 * named other_name */
	REFUSED_OTHER_USER,	/* the process belongs to another user, `uid` */
	REFUSED_NOT_DUMPABLE,	/* the user is the same, but the process is not
				 * dumpable */
	REFUSED_YAMA,		/* refused by Yama; `value` is
				 * kernel.yama.ptrace_scope */
	REFUSED_ERRNO,		/* another error: `err` is the errno */
	REFUSED_OWN_TRACER,	/* the process is mmtop's own tracer */
	REFUSED_NO_PROC,	/* there is no /proc */
	REFUSED_SECCOMP,	/* refused by a seccomp filter on mmtop */
	REFUSED_USER_NS,	/* the process's user namespace is not a
				 * descendant of mmtop's */
	REFUSED_CAPABILITY,	/* the process has a capability that mmtop
				 * lacks */
	REFUSED_LSM,		/* refused by AppArmor or SELinux; other_name:
				 * the security label of the process */
	REFUSALS
};

struct refusal {
	enum refusal_why why;
	pid_t pid;
	pid_t other;
	uid_t uid;
	int value;
	int err;
	char name[64];		/* comm of pid, hostile bytes */
	char other_name[64];	/* comm of `other`, hostile bytes */
};

#endif
