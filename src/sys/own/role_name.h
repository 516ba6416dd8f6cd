/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of mmtop's processes, as ps shows them.  mmtop also uses them to list
 * keeper processes (--keepers) and to report a program's tracer.  A name has at
 * most 15 bytes (TASK_COMM_LEN).
 *
 *	role_name(ROLE_ENGINE);		when the engine starts
 *	role_name(ROLE_KEEPER);		when it becomes a keeper
 */
#ifndef SYS_OWN_ROLE_NAME_H
#define SYS_OWN_ROLE_NAME_H

#include <sys/prctl.h>

#define ROLE_ENGINE "mmtop-engine"
#define ROLE_KEEPER "mmtop-keeper"
#define ROLE_READER "mmtop-reader"
#define ROLE_DRAIN "mmtop-drain"
#define ROLE_GUARD "mmtop-guard"
#define ROLE_LISTER "mmtop-lister"
#define ROLE_RESCUER "mmtop-rescuer"

static inline void role_name(const char *name)
{
	prctl(PR_SET_NAME, name);
}

#endif
