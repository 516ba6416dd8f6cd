/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/source.h"

#include "sys/loop.h"

struct event host_event(const struct source_host *host, char letter,
			enum event_kind kind, pid_t pid, pid_t tid)
{
	struct event ev = { .time_ns = clock_ns() - host->start_ns,
			    .pid = pid, .tid = tid, .kind = kind,
			    .source = letter };

	return ev;
}
