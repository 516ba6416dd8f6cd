/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/proc/oom.h"

#include <limits.h>
#include <string.h>

#include "parse/scan.h"

/* A record starts with a number that has priority and facility.  The numbers
 * below 8 are those of the kernel. */
#define KERNEL 8

/* Moves s past the next occurrence of text; false if there is none. */
static bool skip_past(struct scan *s, const char *text)
{
	const char *at = memmem(s->p, (size_t)(s->end - s->p), text,
				strlen(text));

	if (at)
		s->p = at + strlen(text);
	return at;
}

static bool scan_pid(struct scan *s, pid_t *out)
{
	uint64_t v;

	if (!scan_u64(s, 10, &v) || v == 0 || v > INT_MAX)
		return false;
	*out = (pid_t)v;
	return true;
}

static bool parse_killed(struct scan *s, struct oom_record *out)
{
	if (scan_text(s, "Memory cgroup out of memory"))
		out->scope = OOM_CGROUP;
	else if (scan_text(s, "Out of memory"))
		out->scope = OOM_MACHINE;
	else
		return false;
	(void)!scan_text(s, " (oom_kill_allocating_task)");
	out->killed = true;
	return scan_text(s, ": Killed process ") && scan_pid(s, &out->pid) &&
	       scan_text(s, " (");
}

static bool parse_constraint(struct scan *s, struct oom_record *out)
{
	const char *group;
	struct scan last;
	bool found = false;

	if (!scan_text(s, "oom-kill:constraint=CONSTRAINT_"))
		return false;
	out->scope = scan_text(s, "MEMCG,") ? OOM_CGROUP :
		     scan_text(s, "CPUSET,") ? OOM_CPUSET :
		     scan_text(s, "MEMORY_POLICY,") ? OOM_POLICY : OOM_MACHINE;
	if (out->scope == OOM_CGROUP) {
		if (!skip_past(s, ",oom_memcg="))
			return false;
		group = s->p;
		if (!skip_past(s, ",task_memcg="))
			return false;
		out->memcg = (struct bytes){ group, (size_t)(s->p - group) -
					     strlen(",task_memcg=") };
	}
	/* Use the last ",pid=": the name of a cgroup or process may contain
	 * it. */
	while (skip_past(s, ",pid=")) {
		last = *s;
		found = true;
	}
	return found && scan_pid(&last, &out->pid) && scan_text(&last, ",uid=");
}

bool oom_record_parse(struct bytes record, struct oom_record *out)
{
	struct scan s = scan_of(record.data, record.len), line;
	uint64_t priority;

	*out = (struct oom_record){ .scope = OOM_MACHINE };
	if (!scan_line(&s, &line) || !scan_u64(&line, 10, &priority) ||
	    priority >= KERNEL || !skip_past(&line, ";"))
		return false;
	return parse_killed(&line, out) || parse_constraint(&line, out);
}
