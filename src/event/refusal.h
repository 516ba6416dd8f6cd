/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Why a process may not be attached to: one reason each.  The sentence for the
 * user is worded in app/words/refusal.c, which translates.
 */
#ifndef EVENT_REFUSAL_H
#define EVENT_REFUSAL_H

#include <sys/types.h>

/* The numbers stand in notes and on the link: new ones come last. */
enum refusal_why {
	REFUSED_NOT,		/* nothing is in the way */
	REFUSED_NO_PROCESS,	/* no such process */
	REFUSED_HIDDEN,		/* maybe there, but /proc hides it (hidepid) */
	REFUSED_SELF,		/* mmtop itself */
	REFUSED_INIT,		/* PID 1; --force overrides */
	REFUSED_OWN_CHAIN,	/* an ancestor of mmtop, or its terminal's;
				 * --force overrides */
	REFUSED_KTHREAD,
	REFUSED_ZOMBIE,
	REFUSED_TRACED,		/* other, other_name: who traces it */
	REFUSED_OTHER_USER,	/* uid */
	REFUSED_NOT_DUMPABLE,	/* own process, but not dumpable */
	REFUSED_YAMA,		/* value: kernel.yama.ptrace_scope */
	REFUSED_ERRNO,		/* err: anything else */
	REFUSED_OWN_TRACER,	/* it traces mmtop */
	REFUSED_NO_PROC,	/* there is no /proc to look it up in */
	REFUSED_SECCOMP,	/* a seccomp filter that mmtop runs under */
	REFUSED_USER_NS,	/* its user namespace is not below mmtop's */
	REFUSED_CAPABILITY,	/* it has a capability that mmtop lacks */
	REFUSED_LSM,		/* AppArmor or SELinux; other_name: its label */
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
	char other_name[64];	/* comm of other, hostile bytes */
};

#endif
