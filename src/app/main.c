/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "app/batch.h"
#include "app/capturing.h"
#include "app/configuration.h"
#include "app/console.h"
#include "app/contents.h"
#include "app/engine.h"
#include "app/fullscreen.h"
#include "app/heap.h"
#include "app/heap_pool.h"
#include "app/i18n.h"
#include "app/keepers.h"
#include "app/language.h"
#include "app/logfile.h"
#include "app/maps.h"
#include "app/options.h"
#include "app/pick.h"
#include "app/refusal.h"
#include "app/warn.h"
#include "base/str.h"
#include "source/ftrace/state.h"
#include "source/heap/pool.h"
#include "source/perf/state.h"
#include "sys/crash.h"
#include "sys/inherit.h"
#include "sys/loop.h"
#include "sys/pins.h"
#include "sys/procroot.h"
#include "ui/error_words.h"
#include "ui/source_words.h"

/* A missing stdin, stdout or stderr must not become some file of ours.  The
 * program gets what mmtop was given: nothing. */
static void fill_streams(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

/* Whoever runs it would get the right to trace anybody's programs. */
static bool has_foreign_privileges(void)
{
	return getauxval(AT_SECURE) || geteuid() != getuid() ||
	       getegid() != getgid();
}

/* NULL: it may be used. */
static const char *why_no_perf(struct str *why)
{
	int64_t value;
	int error;
	enum source_why ask = perf_ask(&value, &error);

	if (ask == WHY_NONE || ask == WHY_USER_ONLY)
		return NULL;
	str_clear(why);
	source_why_words(why, ask, value);
	return why->data;
}

/* Of everybody, where perf does not. */
static bool ring_tells_faults(const struct options *o)
{
	struct str why = STR_INIT;
	bool tells = o->all && (o->perf == PERF_NO || why_no_perf(&why));

	str_release(&why);
	return tells;
}

/* The program's words for START, as typed but for quotes. */
static void join_words(struct str *out, char *const *argv)
{
	for (; *argv; argv++) {
		if (out->len)
			str_addc(out, ' ');
		str_adds(out, *argv);
	}
}

static struct engine_config make_config(const struct options *o,
					const char *command)
{
	bool logs = o->batch || o->output;
	uint32_t kinds = logs ? o->events : 0;
	bool screen = !o->batch, people = screen || o->console;

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
			.pin = !o->no_pin,
			.repair = !o->no_repair,
			.track = o->track_writes,
			.pgrp = o->batch ? getpgrp() : 0,
			.front = getpid(),
			.pins = pins_new(),
			.pty_master = -1,
			.pty_slave = -1,
			.no_input = o->reads_stdin && !isatty(STDIN_FILENO),
		},
		.command = command,
		.period_ns = o->delay_ns,
		.want_files = o->trace_mmap,
		.allow_clear_refs = o->allow_clear_refs,
		.want_ranges = kinds & 1u << EV_PAGES,
		.log_regions = kinds & 1u << EV_REGION,
		.want_regions = (people && !o->all) || kinds & 1u << EV_REGION,
		.want_pages = (screen && !o->all) || o->track_writes ||
			      kinds & 1u << EV_PAGES,
		.want_usage = people || o->summary,
		.want_last_usage = o->summary,
		.want_system = people || kinds & 1u << EV_SYSTEM,
		.perf = o->perf,
		.want_ring = o->ring,
		.ring_faults = ring_tells_faults(o),
		.want_calls = people || o->summary || kinds & 1u << EV_CALL,
		.log_kinds = kinds,
		.want_faults = kinds & 1u << EV_FAULT,
		.want_fault_sums = screen,
		.want_last_stack = screen,
		.want_maps = kinds & 1u << EV_MAP,
		.want_map_hints = screen && !o->all,
		.build_id = !o->no_build_id,
	};
}

static void finish_log(void *arg, struct loop *loop, const bool *cut)
{
	logfile_finish(arg, loop, cut);
}

static int close_log(void *arg)
{
	return logfile_close(arg);
}

static struct fullscreen_options screen_options(const struct options *o,
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
		.save_folder = o->save_folder,
	};
}

/* What comes of a screen beside its status; as in fullscreen_options. */
struct outcome {
	struct str not_started;
	pid_t opened;
};

/* out may be NULL. */
static int run_screen(const struct engine_config *cfg, const struct options *o,
		      const struct configuration *config, struct outcome *out)
{
	struct fullscreen_options opt = screen_options(o, config);
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
	log.tell = true;	/* the screen is down */
	if (log.sink && logfile_close(&log) < 0 && status == 0)
		status = EXIT_OWN;
	return status;
}

/* Until one is watched, or nobody wants to any more. */
static int run_picker(const struct engine_config *all, const struct options *o,
		      const struct configuration *config)
{
	const struct fullscreen_options screen = screen_options(o, config);
	struct pick_options pick = {
		.screen = &screen, .level = o->level, .follow = o->follow,
		.step = o->step, .force = o->force,
		.no_perf = o->perf == PERF_NO,
		.period_ns = o->delay_ns,
	};
	struct engine_config cfg = *all;
	struct outcome out = { .not_started = STR_INIT };
	struct picker_choice choice;
	int status;

	while (pick_run(&pick, &choice, &status) == PICKER_CHOSEN) {
		cfg.target.attach = &choice.pid;
		cfg.target.n_attach = 1;
		cfg.target.follow = pick.follow = choice.follow;
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

/* Until one of them is watched, or nobody wants to any more.  Its own session
 * writes no log: that of -o is of everybody. */
static int run_everybody(const struct engine_config *all,
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
		cfg = make_config(&one, "");
		status = run_screen(&cfg, &one, config, &out);
		pins_free(cfg.target.pins);
		if (!out.not_started.len)
			break;
	}
	str_release(&out.not_started);
	return status;
}

/* It was asked for by name: then it is said at once that there is none. */
static bool has_perf(const struct options *o)
{
	struct str words = STR_INIT;
	const char *why = why_no_perf(&words);

	if (why)
		warn_user(o->events & 1u << EV_MAP &&
			  !(o->events & 1u << EV_FAULT) ?
			  _("what is mapped cannot be told of: %s") :
			  _("page faults cannot be told of: %s"), why);
	str_release(&words);
	return !why;
}

/* Who asked for them is refused.  Nobody did: then of everybody's calls alone is
 * told, where neither perf nor the ring has faults. */
static void settle_faults(struct options *o)
{
	const uint32_t faults = 1u << EV_FAULT;

	if (o->events_given || o->perf == PERF_YES || !(o->events & faults) ||
	    !ring_tells_faults(o) || !ring_lacks(faults))
		return;
	if (o->perf != PERF_NO)
		(void)has_perf(o);
	o->events &= ~faults;
}

static bool has_ring(const struct options *o)
{
	struct str why = STR_INIT;
	int64_t value;
	enum source_why ask = ring_ask(&value);
	uint32_t alone = 1u << EV_RSS |
			 (o->perf == PERF_NO || ring_tells_faults(o) ?
			  1u << EV_FAULT : 0);
	uint32_t lacks = ask == WHY_NONE ? ring_lacks(o->events & alone) : 0;

	if (ask == WHY_ROOT && o->all) {
		warn_user("%s", _("--all needs root: sudo mmtop --all"));
	} else if (ask != WHY_NONE) {
		source_why_words(&why, ask, value);
		warn_user(o->all ? _("not all processes can be watched: %s") :
				   _("the trace ring cannot be used: %s"),
			  why.data);
	} else if (lacks) {
		warn_user(_("this kernel's trace ring has nothing for "
			    "--events=%s"),
			  lacks & 1u << EV_FAULT ? "fault" : "rss");
	}
	str_release(&why);
	return ask == WHY_NONE && !lacks;
}

/* --save-mmap: it is said at once that its folder is none.  The writing itself
 * is done where the engine is. */
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

/* The status, or -N: end by signal N. */
static int run(const struct options *o, const struct configuration *config)
{
	struct str command = STR_INIT, library = STR_INIT;
	struct heappool *pool = NULL;
	struct capturing *capturing;
	struct engine_config cfg;
	int status;

	if (o->ring && !has_ring(o))
		return EXIT_OWN;
	if (o->perf == PERF_YES && !has_perf(o))
		return EXIT_OWN;
	if (o->argv)
		join_words(&command, o->argv);
	if (!begin_capture(o, config, &capturing)) {
		str_release(&command);
		return EXIT_OWN;
	}
	if (o->heap && !(pool = heap_pool_new(o, &library))) {
		capturing_free(capturing);
		str_release(&library);
		str_release(&command);
		return EXIT_OWN;
	}
	cfg = make_config(o, command.data);
	cfg.capture = capturing_host(capturing);
	cfg.target.heap = pool;
	cfg.target.heap_library = library.data;
	cfg.target.heap_each = o->heap_each;
	status = o->console ? console_run(&cfg, o, &config->settings) :
		 o->batch ? batch_run(&cfg, o) :
		 o->pick ? run_picker(&cfg, o, config) :
		 o->all ? run_everybody(&cfg, o, config) :
		 run_screen(&cfg, o, config, NULL);
	pins_free(cfg.target.pins);
	capturing_free(capturing);
	if (pool)
		heap_pool_tell(pool, o->argv[0]);
	heappool_free(pool);
	str_release(&library);
	str_release(&command);
	return status;
}

/*
 * Ends as the program did.  The core it may have left is enough: the limit
 * keeps ours from being a file, and the flag from going to a handler.
 */
static void end_by_signal(int sig)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
	prctl(PR_SET_DUMPABLE, 0);
	crash_die_by(sig);
}

/* --help into a full disk has failed. */
static int end_of_output(void)
{
	if (!ferror(stdout) && fclose(stdout) == 0)
		return EXIT_SUCCESS;
	warn_user(_("cannot write to standard output: %s"), error_words(errno));
	return EXIT_OWN;
}

static int list_keepers(void)
{
	struct str text = STR_INIT;
	struct procroot *proc;
	struct err err;
	char why[320];

	if (procroot_open(&proc, "/proc", &err) < 0) {
		warn_user("%s", err_text(&err, why, sizeof why));
		return EXIT_OWN;
	}
	keepers_text(&text, proc, !locale_is_utf8());
	fputs(text.data, stdout);
	str_release(&text);
	procroot_free(proc);
	return end_of_output();
}

static int print_config(void)
{
	struct str text = STR_INIT;

	configuration_print(&text, NULL);
	fputs(text.data, stdout);
	str_release(&text);
	return end_of_output();
}

/* What watches nothing. */
static int say(const struct options *o)
{
	if (o->verb == OPTIONS_MAPS)
		return maps_run(o);
	if (o->verb == OPTIONS_CONTENTS)
		return contents_report(o, NULL);
	if (o->verb == OPTIONS_HEAP)
		return heap_run(o);
	if (o->verb == OPTIONS_KEEPERS)
		return list_keepers();
	if (o->verb == OPTIONS_PRINT_CONFIG)
		return print_config();
	o->verb == OPTIONS_HELP ? options_help() : options_version();
	return end_of_output();
}

/* mmtop contents, as a screen. */
static int show_contents(const struct options *o,
			 const struct configuration *config)
{
	const struct fullscreen_options screen = screen_options(o, config);

	return contents_report(o, &screen);
}

static int usage_error(const struct err *err)
{
	warn_user("%s", err->what);
	fputs(_("Try 'mmtop --help' for more information.\n"), stderr);
	return EXIT_OWN;
}

/* What is wrong with it keeps nobody from work: the screen says it, or here. */
static int read_config(struct configuration *config, struct options *o,
		       struct err *err)
{
	int r = configuration_read(config, o->config, err);

	if (r < 0)
		return r;
	configuration_apply(config, o);
	for (size_t i = 0; o->batch && i < config->problems.n; i++)
		warn_user("%s", config->problems.v[i]);
	return 0;
}

int main(int argc, char **argv)
{
	struct configuration config;
	struct options o;
	struct err err;
	bool contents;
	int status;

	inherit_save();
	fill_streams();
	locale_begin();
	if (has_foreign_privileges()) {
		warn_user("%s", _("it has privileges that are not its user's "
				  "(setuid, setgid or file capabilities) and "
				  "refuses to run: take them away"));
		return EXIT_OWN;
	}
	if (options_parse(&o, argc, argv, &err) < 0)
		return usage_error(&err);
	contents = o.verb == OPTIONS_CONTENTS && contents_on_screen(&o);
	if (o.verb != OPTIONS_RUN && !contents) {
		status = say(&o);
		options_release(&o);
		return status;
	}
	if (!contents && options_settle(&o, fullscreen_possible(), &err) < 0) {
		options_release(&o);
		return usage_error(&err);
	}
	o.ascii |= !o.batch && fullscreen_plain();
	if (o.ascii)
		locale_speak(false);
	if (read_config(&config, &o, &err) < 0) {
		options_release(&o);
		warn_user("%s", err.what);
		return EXIT_OWN;
	}
	if (o.ascii)
		locale_speak(false);
	signal(SIGPIPE, SIG_IGN);
	settle_faults(&o);
	status = contents ? show_contents(&o, &config) : run(&o, &config);
	configuration_release(&config);
	options_release(&o);
	if (status >= 0)
		return status;
	end_by_signal(-status);
	return EXIT_BY_SIGNAL - status;
}
