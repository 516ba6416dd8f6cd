/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "app/configuration.h"
#include "app/report/contents.h"
#include "app/session/fullscreen.h"
#include "app/report/heap.h"
#include "app/i18n.h"
#include "app/engine/keepers.h"
#include "app/language.h"
#include "app/report/maps.h"
#include "app/options.h"
#include "app/words/refusal.h"
#include "app/source_check.h"
#include "app/config_from.h"
#include "app/warn.h"
#include "app/watch.h"
#include "base/str.h"
#include "sys/own/crash.h"
#include "sys/own/ignore.h"
#include "sys/own/inherit.h"
#include "sys/proc/root.h"
#include "ui/words/error.h"

/* Opens /dev/null for stdin, stdout and stderr if they are closed: otherwise
 * a file that mmtop opens could get one of their numbers.  The descriptors
 * are close-on-exec, so a launched program finds the streams closed, as
 * mmtop did. */
static void fill_streams(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

/* mmtop must not run with privileges that its user does not have, because every
 * user could then trace any program. */
static bool has_foreign_privileges(void)
{
	return getauxval(AT_SECURE) || geteuid() != getuid() ||
	       getegid() != getgid();
}

/*
 * Ends by the same signal as the program. mmtop itself must not dump core, as
 * the program already did: the limit prevents a core file, and the flag
 * prevents a dump to a core handler.
 */
static void end_by_signal(int sig)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
	prctl(PR_SET_DUMPABLE, 0);
	crash_die_by(sig);
}

/* Closes stdout and returns the exit status.  A write error, such as a full
 * disk, is a failure. */
static int end_of_output(void)
{
	if (!ferror(stdout) && fclose(stdout) == 0)
		return EXIT_SUCCESS;
	warn_user(_("cannot write to standard output: %s"), error_words(errno));
	return EXIT_OWN;
}

/* True if /proc belongs to mmtop's PID namespace.  In a /proc of another
 * namespace, the same pids belong to other processes. */
static bool proc_is_ours(void)
{
	struct procroot *proc = NULL;
	int ret = procroot_open(&proc, "/proc", NULL);

	procroot_free(proc);
	if (ret == -EXDEV)
		warn_user("%s", _("/proc belongs to another PID namespace, so "
				  "its pids are those of other processes. "
				  "Try: unshare --pid --fork --mount-proc, "
				  "or: mount -t proc proc /proc"));
	return ret != -EXDEV;
}

static int list_keepers(void)
{
	struct str text = STR_INIT;
	struct procroot *proc;
	struct err err;
	char why[320];

	if (!proc_is_ours())
		return EXIT_OWN;
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

/* Runs a verb that watches no process. */
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

static int show_contents(const struct options *o,
			 const struct configuration *config)
{
	const struct fullscreen_options screen = screen_config_from(o, config);

	return contents_report(o, &screen);
}

static int usage_error(const struct err *err)
{
	warn_user("%s", err->what);
	fputs(_("Try 'mmtop --help' for more information.\n"), stderr);
	return EXIT_OWN;
}

/* Reads the configuration.  Errors in the file do not stop mmtop: they are
 * shown on the screen, or printed on stderr without a screen. */
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

/* Returns the exit status, or -N if mmtop must end by signal N. */
static int act(struct options *o)
{
	bool contents = o->verb == OPTIONS_CONTENTS && contents_on_screen(o);
	struct configuration config;
	struct err err;
	int status;

	if (o->verb != OPTIONS_RUN && !contents)
		return say(o);
	if (!contents && options_settle(o, fullscreen_possible(), &err) < 0)
		return usage_error(&err);
	o->ascii |= !o->batch && fullscreen_plain();
	if (o->ascii)
		locale_speak(false);
	if (read_config(&config, o, &err) < 0) {
		warn_user("%s", err.what);
		return EXIT_OWN;
	}
	if (o->ascii)
		locale_speak(false);
	/* A capture contains its own pids, so `mmtop contents` does not need
	 * /proc. */
	if (!contents && !proc_is_ours()) {
		configuration_release(&config);
		return EXIT_OWN;
	}
	ignore_signals(IGNORE_STRAY);
	source_check_settle(o);
	status = contents ? show_contents(o, &config) : watch_run(o, &config);
	configuration_release(&config);
	return status;
}

int main(int argc, char **argv)
{
	struct options o;
	struct err err;
	int status;

	inherit_save();
	/* If a write would exceed the limit of file size, write() must fail:
	 * SIGXFSZ must not kill mmtop. */
	signal(SIGXFSZ, SIG_IGN);
	fill_streams();
	locale_begin();
	if (has_foreign_privileges()) {
		warn_user("%s", _("refusing to run with privileges of another "
				  "user (setuid, setgid or file "
				  "capabilities): remove them"));
		return EXIT_OWN;
	}
	if (options_parse(&o, argc, argv, &err) < 0)
		return usage_error(&err);
	status = act(&o);
	options_release(&o);
	if (status >= 0)
		return status;
	end_by_signal(-status);
	return EXIT_BY_SIGNAL - status;
}
