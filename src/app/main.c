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
#include "app/configuration.h"
#include "app/console.h"
#include "app/engine.h"
#include "app/fullscreen.h"
#include "app/i18n.h"
#include "app/keepers.h"
#include "app/logfile.h"
#include "app/options.h"
#include "app/refusal.h"
#include "app/warn.h"
#include "base/str.h"
#include "source/perf/state.h"
#include "sys/crash.h"
#include "sys/inherit.h"
#include "sys/loop.h"
#include "sys/pins.h"
#include "sys/procroot.h"
#include "ui/error_words.h"
#include "ui/source_words.h"

/* Catalogues beside an mmtop in its build tree: ../locale from src/mmtop.
 * Only a build tree has the stamp. */
static bool build_tree_locales(char dir[PATH_MAX])
{
	char exe[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
	char *slash;

	if (n <= 0)
		return false;
	exe[n] = '\0';
	for (int i = 0; i < 2; i++) {
		slash = strrchr(exe, '/');
		if (!slash)
			return false;
		*slash = '\0';
	}
	n = snprintf(dir, PATH_MAX, "%s/locale/stamp", exe);
	if (n >= PATH_MAX || access(dir, R_OK) != 0)
		return false;
	*strrchr(dir, '/') = '\0';
	return true;
}

/* All text is UTF-8 inside; where that cannot be shown a translation goes
 * without its accents. */
static void speak(bool utf8)
{
	const char *codeset = utf8 ? "UTF-8" : "ASCII";

	bind_textdomain_codeset(PACKAGE, codeset);
	/* strerror() */
	bind_textdomain_codeset("libc", codeset);
}

static bool is_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static void set_locale(void)
{
	char dir[PATH_MAX];

	setlocale(LC_ALL, "");
	/* Numbers have a point everywhere; see base/fmt.h. */
	setlocale(LC_NUMERIC, "C");
	bindtextdomain(PACKAGE, build_tree_locales(dir) ? dir : LOCALEDIR);
	textdomain(PACKAGE);
	speak(is_utf8());
}

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
		.want_regions = people || kinds & 1u << EV_REGION,
		.want_pages = screen || o->track_writes ||
			      kinds & 1u << EV_PAGES,
		.want_usage = people || o->summary,
		.want_last_usage = o->summary,
		.want_system = people || kinds & 1u << EV_SYSTEM,
		.perf = o->perf,
		.want_faults = kinds & 1u << EV_FAULT,
		.want_fault_sums = screen,
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

static int run_screen(const struct engine_config *cfg, const struct options *o,
		      const struct configuration *config)
{
	struct logfile log = { 0 };
	const struct fullscreen_taker taker = {
		.fn = logfile_event,
		.flush = logfile_flush,
		.finish = finish_log,
		.close = close_log,
		.arg = &log,
		.name = o->output,
	};
	const struct fullscreen_options opt = {
		.color = o->color,
		.ascii = o->ascii,
		.theme = o->theme,
		.settings = &config->settings,
		.notes = config->problems.v,
		.n_notes = config->problems.n,
		.duration_ns = o->duration_ns,
		.log = o->output ? &taker : NULL,
	};
	struct loop *loop;
	struct err err;
	int status;

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

/* It was asked for by name: then it is said at once that there is none. */
static bool has_perf(void)
{
	struct str why = STR_INIT;
	int64_t value;
	int error;
	enum source_why ask = perf_ask(&value, &error);
	bool has = ask == WHY_NONE || ask == WHY_USER_ONLY;

	if (!has) {
		source_why_words(&why, ask, value);
		warn_user(_("page faults cannot be told of: %s"), why.data);
	}
	str_release(&why);
	return has;
}

/* The status, or -N: end by signal N. */
static int run(const struct options *o, const struct configuration *config)
{
	struct str command = STR_INIT;
	struct engine_config cfg;
	int status;

	if (o->perf == PERF_YES && !has_perf())
		return EXIT_OWN;
	if (o->argv)
		join_words(&command, o->argv);
	cfg = make_config(o, command.data);
	status = o->console ? console_run(&cfg, o) :
		 o->batch ? batch_run(&cfg, o) : run_screen(&cfg, o, config);
	pins_free(cfg.target.pins);
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
	keepers_text(&text, proc, !is_utf8());
	fputs(text.data, stdout);
	str_release(&text);
	procroot_free(proc);
	return end_of_output();
}

static int print_config(void)
{
	struct str text = STR_INIT;

	configuration_print(&text);
	fputs(text.data, stdout);
	str_release(&text);
	return end_of_output();
}

static int say(enum options_verb verb)
{
	if (verb == OPTIONS_KEEPERS)
		return list_keepers();
	if (verb == OPTIONS_PRINT_CONFIG)
		return print_config();
	verb == OPTIONS_HELP ? options_help() : options_version();
	return end_of_output();
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
	int status;

	inherit_save();
	fill_streams();
	set_locale();
	if (has_foreign_privileges()) {
		warn_user("%s", _("it has privileges that are not its user's "
				  "(setuid, setgid or file capabilities) and "
				  "refuses to run: take them away"));
		return EXIT_OWN;
	}
	if (options_parse(&o, argc, argv, &err) < 0)
		return usage_error(&err);
	if (o.verb != OPTIONS_RUN) {
		options_release(&o);
		return say(o.verb);
	}
	if (options_settle(&o, fullscreen_possible(), &err) < 0) {
		options_release(&o);
		return usage_error(&err);
	}
	o.ascii |= !o.batch && fullscreen_plain();
	if (o.ascii)
		speak(false);
	if (read_config(&config, &o, &err) < 0) {
		options_release(&o);
		warn_user("%s", err.what);
		return EXIT_OWN;
	}
	signal(SIGPIPE, SIG_IGN);
	status = run(&o, &config);
	configuration_release(&config);
	options_release(&o);
	if (status >= 0)
		return status;
	end_by_signal(-status);
	return EXIT_BY_SIGNAL - status;
}
