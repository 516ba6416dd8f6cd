/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What mmtop's processes are called: for a person in ps, and for mmtop itself,
 * which lists keepers (--keepers) and says who traces a program by that name.
 * At most 15 bytes (TASK_COMM_LEN).
 *
 *	role_name(ROLE_ENGINE);		the engine, when it begins
 *	role_name(ROLE_KEEPER);		and while it keeps a filtered tree
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

/* Of the calling process. */
static inline void role_name(const char *name)
{
	prctl(PR_SET_NAME, name);
}

#endif
