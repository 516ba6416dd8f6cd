/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/watch.h"

#include <string.h>
#include <unistd.h>

#include "app/headless/batch.h"
#include "app/engine/capturing.h"
#include "app/configuration.h"
#include "app/headless/console.h"
#include "app/session/fullscreen.h"
#include "app/engine/heap_pool.h"
#include "app/i18n.h"
#include "app/file/logfile.h"
#include "app/options.h"
#include "app/words/refusal.h"
#include "app/source_check.h"
#include "app/engine/traces.h"
#include "app/config_from.h"
#include "app/warn.h"
#include "base/str.h"
#include "sink/folded.h"
#include "source/heap/pool.h"
#include "source/trace/calls/needed.h"
#include "sys/loop.h"
#include "ui/words/error.h"

static void finish_log(void *arg, struct loop *loop, const bool *cut)
{
	logfile_finish(arg, loop, cut);
}

static int close_log(void *arg)
{
	return logfile_close(arg);
}

/* Additional results of a session on the screen; the fields are as in struct
 * fullscreen_options. */
struct outcome {
	struct str not_started;
	pid_t opened;
};

/* Runs a session on the screen. out may be NULL. */
static int run_screen(const struct engine_config *cfg, const struct options *o,
		      const struct configuration *config, struct outcome *out)
{
	struct fullscreen_options opt = screen_config_from(o, config);
	struct logfile log = { 0 };
	const struct fullscreen_taker taker = {
		.fn = logfile_event,
		.flush = logfile_flush,
		.finish = finish_log,
		.close = close_log,
		.arg = &log,
		.name = o->output,
	};
	struct loop *loop;
	struct err err;
	int status;

	opt.log = o->output ? &taker : NULL;
	opt.not_started = out && !cfg->target.everybody ? &out->not_started :
			  NULL;
	opt.opened = out ? &out->opened : NULL;
	opt.error = out && out->not_started.len ? out->not_started.data : NULL;
	if (o->output && logfile_open(&log, o, false, &err) < 0) {
		warn_user(_("cannot write the log %s: %s"), o->output,
			  error_words(err.code));
		return EXIT_OWN;
	}
	loop = loop_new();
	status = fullscreen_run(loop, cfg, &opt);
	loop_free(loop);
	log.tell = true;	/* the screen is closed: errors go to stderr */
	if (log.sink && logfile_close(&log) < 0 && status == 0)
		status = EXIT_OWN;
	return status;
}

/* Watches the process that the user chooses from a list.  If mmtop cannot
 * attach to that process, the user can choose again. */
static int run_picker(const struct engine_config *all, const struct options *o,
		      const struct configuration *config)
{
	const struct fullscreen_options screen = screen_config_from(o, config);
	struct choice_options pick = {
		.screen = &screen,
		.picker = { .level = o->level, .follow = o->follow,
			    .step = o->step, .uid = geteuid() },
		.force = o->force, .no_perf = o->perf == PERF_NO,
		.period_ns = o->delay_ns,
	};
	struct engine_config cfg = *all;
	struct outcome out = { .not_started = STR_INIT };
	struct picker_choice choice;
	int status;

	while (fullscreen_choose(&pick, &choice, &status) == PICKER_CHOSEN) {
		cfg.target.attach = &choice.pid;
		cfg.target.n_attach = 1;
		cfg.target.follow = pick.picker.follow = choice.follow;
		cfg.target.level = choice.level;
		str_clear(&out.not_started);
		status = run_screen(&cfg, o, config, &out);
		if (!out.not_started.len)
			break;
		pick.error = out.not_started.data;
	}
	str_release(&out.not_started);
	return status;
}

/* Watches all processes, and then the process that the user opens.  Ends after
 * that process was watched, or when the user quits.  Only the system-wide
 * session writes the log of -o. */
static int run_system_wide(const struct engine_config *all,
			   const struct options *o,
			   const struct configuration *config)
{
	struct outcome out = { .not_started = STR_INIT };
	struct options one = *o;
	struct engine_config cfg;
	int status;

	one.all = one.follow = false;
	one.output = NULL;
	one.attach = &out.opened;
	one.n_attach = 1;
	for (;;) {
		out.opened = 0;
		status = run_screen(all, o, config, &out);
		if (!out.opened)
			break;
		str_clear(&out.not_started);
		cfg = engine_config_from(&one, "");
		status = run_screen(&cfg, &one, config, &out);
		if (!out.not_started.len)
			break;
	}
	str_release(&out.not_started);
	return status;
}

/* Appends the program's command line, without quotes, for the event START. */
static void join_words(struct str *out, char *const *argv)
{
	for (; *argv; argv++) {
		if (out->len)
			str_addc(out, ' ');
		str_adds(out, *argv);
	}
}

/* For --save-mmap: opens the folder now, so that an error is reported at once.
 * The engine's process writes to the folder later. */
static bool begin_capture(const struct options *o,
			  const struct configuration *config,
			  struct capturing **out)
{
	struct str words = STR_INIT;
	int r = 0;

	*out = capturing_new(o, config->config);
	if (o->save_mmap)
		r = capturing_open(*out, &words);
	if (r < 0) {
		warn_user("%s", words.data);
		capturing_free(*out);
	}
	str_release(&words);
	return r == 0;
}

/* Watches until the end of the session.  Returns the exit status, or -N if
 * mmtop must end by signal N. */
static int watch_by(const struct engine_config *cfg, const struct options *o,
		    const struct configuration *config)
{
	return o->console ? console_run(cfg, o, &config->settings) :
	       o->batch ? batch_run(cfg, o) :
	       o->pick ? run_picker(cfg, o, config) :
	       o->all ? run_system_wide(cfg, o, config) :
	       run_screen(cfg, o, config, NULL);
}

static bool can_work(void)
{
	const char *name;
	int r = needed_calls(&name);

	if (r < 0)
		/* TRANSLATORS: the name of a system call, and the reason why it
		 * fails. */
		warn_user(_("cannot trace here: %s(2) fails: %s; a seccomp "
			    "profile around mmtop may forbid it"), name,
			  error_words(-r));
	return r == 0;
}

int watch_run(const struct options *o, const struct configuration *config)
{
	struct str command = STR_INIT, library = STR_INIT;
	struct heappool *pool = NULL;
	struct capturing *capturing;
	struct traces traces;
	struct engine_config cfg;
	int status;

	if (!can_work())
		return EXIT_OWN;
	if (o->ring && !source_check_ring(o))
		return EXIT_OWN;
	if (o->perf == PERF_YES && !source_check_perf(o))
		return EXIT_OWN;
	if (!traces_begin(o, &traces))
		return EXIT_OWN;
	if (o->argv)
		join_words(&command, o->argv);
	if (!begin_capture(o, config, &capturing)) {
		traces_end(&traces);
		str_release(&command);
		return EXIT_OWN;
	}
	if (o->heap && !(pool = heap_pool_new(o, &library))) {
		capturing_free(capturing);
		traces_end(&traces);
		str_release(&library);
		str_release(&command);
		return EXIT_OWN;
	}
	cfg = engine_config_from(o, command.data);
	cfg.capture = capturing_host(capturing);
	cfg.mmap_trace = traces.maps;
	memcpy(cfg.folded, traces.folded, sizeof cfg.folded);
	cfg.target.heap = pool;
	cfg.target.heap_library = library.data;
	cfg.target.heap_each = o->heap_each;
	cfg.target.heap_peaks = o->folded[FOLDED_PEAK] != NULL;
	status = watch_by(&cfg, o, config);
	capturing_free(capturing);
	heappool_free(pool);
	traces_end(&traces);
	str_release(&library);
	str_release(&command);
	return status;
}
