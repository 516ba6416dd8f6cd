/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "event/kinds/cgroup.h"

#define STAT "memory.stat"
#define EVENTS "memory.events"
#define AT(field) offsetof(struct ev_cgroup, field)

const struct cgroup_file cgroup_files[CGROUP_FILES] = {
	{ AT(used), { { "memory.usage_in_bytes", NULL, NULL },
		      { "memory.current", NULL, NULL } } },
	{ AT(max), { { "memory.limit_in_bytes", NULL, NULL },
		     { "memory.max", NULL, NULL } } },
	{ AT(high), { { NULL, NULL, NULL }, { "memory.high", NULL, NULL } } },
	{ AT(peak), { { "memory.max_usage_in_bytes", NULL, NULL },
		      { "memory.peak", NULL, NULL } } },
	{ AT(cache), { { STAT, "total_inactive_file", "total_active_file" },
		       { STAT, "inactive_file", "active_file" } } },
	{ AT(thp), { { STAT, "total_rss_huge", NULL },
		     { STAT, "anon_thp", NULL } } },
	{ AT(swap), { { "memory.memsw.usage_in_bytes", NULL, NULL },
		      { "memory.swap.current", NULL, NULL } } },
	{ AT(swap_max), { { "memory.memsw.limit_in_bytes", NULL, NULL },
			  { "memory.swap.max", NULL, NULL } } },
	{ AT(hit_high), { { NULL, NULL, NULL }, { EVENTS, "high", NULL } } },
	{ AT(hit_max), { { "memory.failcnt", NULL, NULL },
			 { EVENTS, "max", NULL } } },
	{ AT(oom), { { NULL, NULL, NULL }, { EVENTS, "oom", NULL } } },
	{ AT(oom_kill), { { "memory.oom_control", "oom_kill", NULL },
			  { EVENTS, "oom_kill", NULL } } },
	/* The keys of the last two name a line; its first value counts. */
	{ AT(some), { { NULL, NULL, NULL },
		      { "memory.pressure", "some", NULL } } },
	{ AT(full), { { NULL, NULL, NULL },
		      { "memory.pressure", "full", NULL } } },
};

const struct cgroup_source *cgroup_source_of(size_t at, uint64_t version)
{
	for (size_t i = 0; i < CGROUP_FILES; i++)
		if (cgroup_files[i].at == at)
			return &cgroup_files[i].of[version == 2];
	return NULL;
}
