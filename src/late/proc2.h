/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libproc2, loaded late: see late/late.h. */
#ifndef LATE_PROC2_H
#define LATE_PROC2_H

#include <libproc2/meminfo.h>
#include <libproc2/pids.h>

#include "late/late.h"

#define LATE_PROC2(X) \
	X(procps_meminfo_new) X(procps_meminfo_select) \
	X(procps_meminfo_unref) X(procps_pids_new) X(procps_pids_select) \
	X(procps_pids_unref)

LATE_TABLE(proc2, LATE_PROC2);

#ifndef LATE_LINKED
#define procps_meminfo_new (*late_proc2.procps_meminfo_new)
#define procps_meminfo_select (*late_proc2.procps_meminfo_select)
#define procps_meminfo_unref (*late_proc2.procps_meminfo_unref)
#define procps_pids_new (*late_proc2.procps_pids_new)
#define procps_pids_select (*late_proc2.procps_pids_select)
#define procps_pids_unref (*late_proc2.procps_pids_unref)
#endif

#endif
