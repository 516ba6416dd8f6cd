/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libtracefs, and libtraceevent, which libtracefs needs; loaded late: see
 * late/late.h. */
#ifndef LATE_TRACEFS_H
#define LATE_TRACEFS_H

#include <event-parse.h>
#include <tracefs.h>

#include "late/late.h"

#define LATE_TRACEFS(X) \
	X(tep_alloc) X(tep_find_event_by_name) X(tep_find_field) \
	X(tep_free) X(tep_parse_event) X(tracefs_instance_alloc) \
	X(tracefs_instance_create) X(tracefs_instance_destroy) \
	X(tracefs_instance_file_clear) X(tracefs_instance_file_open) \
	X(tracefs_instance_file_read) X(tracefs_instance_free) \
	X(tracefs_instances) X(tracefs_list_free) X(tracefs_set_loglevel) \
	X(tracefs_set_tracing_dir)

LATE_TABLE(tracefs, LATE_TRACEFS);

#ifndef LATE_LINKED
#define tep_alloc (*late_tracefs.tep_alloc)
#define tep_find_event_by_name (*late_tracefs.tep_find_event_by_name)
#define tep_find_field (*late_tracefs.tep_find_field)
#define tep_free (*late_tracefs.tep_free)
#define tep_parse_event (*late_tracefs.tep_parse_event)
#define tracefs_instance_alloc (*late_tracefs.tracefs_instance_alloc)
#define tracefs_instance_create (*late_tracefs.tracefs_instance_create)
#define tracefs_instance_destroy (*late_tracefs.tracefs_instance_destroy)
#define tracefs_instance_file_clear (*late_tracefs.tracefs_instance_file_clear)
#define tracefs_instance_file_open (*late_tracefs.tracefs_instance_file_open)
#define tracefs_instance_file_read (*late_tracefs.tracefs_instance_file_read)
#define tracefs_instance_free (*late_tracefs.tracefs_instance_free)
#define tracefs_instances (*late_tracefs.tracefs_instances)
#define tracefs_list_free (*late_tracefs.tracefs_list_free)
#define tracefs_set_loglevel (*late_tracefs.tracefs_set_loglevel)
#define tracefs_set_tracing_dir (*late_tracefs.tracefs_set_tracing_dir)
#endif

#endif
