/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/core/sample.h"

#include <string.h>

#include "parse/proc/meminfo.h"
#include "parse/proc/psi.h"
#include "sys/proc/figures.h"
#include "sys/proc/root.h"

#define TEXT_MAX (1u << 20)

static void add_memory(struct sampler *s, struct ev_system *out)
{
	struct sys_memory m;

	if (procps_system(s->procps, &m) < 0)
		return;
#define COPY(name) out->name = m.name
	COPY(total); COPY(free); COPY(available); COPY(used); COPY(buffers);
	COPY(cached); COPY(shmem); COPY(slab); COPY(page_tables);
	COPY(kernel_stack); COPY(anon); COPY(dirty); COPY(writeback);
	COPY(commit); COPY(commit_limit); COPY(swap_total); COPY(swap_free);
	COPY(huge_total); COPY(huge_free); COPY(huge_size);
#undef COPY
}

static void add_psi(struct sampler *s, struct ev_system *out)
{
	struct psi_info psi;

	if (procroot_readf(s->host->proc, &s->scratch, TEXT_MAX,
			   "pressure/memory") < 0 ||
	    !psi_parse((struct bytes){ s->scratch.data, s->scratch.len },
		       &psi))
		return;
	out->psi_some_10 = psi.some[0];
	out->psi_some_60 = psi.some[1];
	out->psi_some_300 = psi.some[2];
	out->psi_full_10 = psi.full[0];
	out->psi_full_60 = psi.full[1];
	out->psi_full_300 = psi.full[2];
}

static void add_oom(struct sampler *s, struct ev_system *out)
{
	if (procroot_readf(s->host->proc, &s->scratch, TEXT_MAX,
			   "vmstat") == 0)
		(void)!meminfo_find((struct bytes){ s->scratch.data,
						    s->scratch.len },
				    "oom_kill", &out->oom_kills);
}

void system_sample(struct sampler *s)
{
	struct event ev = sample_event(s, EV_SYSTEM, 0, 0);

	/* Sets all fields to EV_UNKNOWN, which is all ones. */
	memset(&ev.u.system, 0xff, sizeof ev.u.system);
	add_memory(s, &ev.u.system);
	add_psi(s, &ev.u.system);
	add_oom(s, &ev.u.system);
	sample_emit(s, &ev);
}
