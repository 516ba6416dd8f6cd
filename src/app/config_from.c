/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/config_from.h"

#include <unistd.h>

#include "app/configuration.h"
#include "app/options.h"
#include "app/source_check.h"

static struct wants wants_of(const struct options *o)
{
	bool logs = o->batch || o->output;
	uint32_t kinds = logs ? o->events : 0;
	bool screen = !o->batch, people = screen || o->console;

	return (struct wants){
		.log_kinds = kinds,
		.files = o->trace_mmap,
		.regions = (people && !o->all) || kinds & 1u << EV_REGION,
		.pages = (screen && !o->all) || o->track_writes ||
			 kinds & 1u << EV_PAGES,
		.usage = people || o->summary || kinds & 1u << EV_USAGE,
		.pss = logs && o->pss,
		.last_usage = o->summary,
		.system = people || kinds & 1u << EV_SYSTEM,
		.calls = people || o->summary || o->mmap_trace ||
			 kinds & 1u << EV_CALL,
		.fault_sums = screen,
		.map_hints = !o->all && (screen || (o->perf == PERF_YES &&
						kinds & 1u << EV_REGION)),
		.last_stack = screen,
		.ring = o->ring,
		.ring_faults = source_check_ring_faults(o),
		.perf = o->perf,
		.build_id = !o->no_build_id,
		.allow_clear_refs = o->allow_clear_refs,
	};
}

struct engine_config engine_config_from(const struct options *o,
					const char *command)
{
	return (struct engine_config){
		.target = {
			.argv = o->argv,
			.attach = o->attach,
			.n_attach = o->n_attach,
			.everybody = o->all,
			.follow = o->follow,
			.step = o->step,
			.force = o->force,
			.level = o->level,
			.filter = o->filter,
			.capture_at_calls = o->capture_at_calls,
			.pin = !o->no_pin,
			.repair = !o->no_repair,
			.track = o->track_writes,
			.pgrp = o->batch ? getpgrp() : 0,
			.front = getpid(),
			.pty_master = -1,
			.pty_slave = -1,
			.no_input = o->reads_stdin && !isatty(STDIN_FILENO),
		},
		.command = command,
		.period_ns = o->delay_ns,
		.wants = wants_of(o),
	};
}

struct fullscreen_options screen_config_from(const struct options *o,
					     const struct configuration *config)
{
	return (struct fullscreen_options){
		.color = o->color,
		.ascii = o->ascii,
		.theme = o->theme,
		.mouse = o->mouse,
		.settings = &config->settings,
		.notes = config->problems.v,
		.n_notes = config->problems.n,
		.duration_ns = o->duration_ns,
		.history = o->history,
		.save_folder = o->save_folder,
	};
}
