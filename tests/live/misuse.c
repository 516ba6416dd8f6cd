/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop's messages and exit status for wrong usage: one line on stderr that
 * names the error, nothing on stdout; a second line names --help for errors of
 * the command line.
 */
#include <config.h>

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "live.h"
#include "log.h"

enum { USAGE = 1 };	/* followed by "Try 'mmtop --help'" */

/* args: for a shell in work_dir(), with the variables that main() sets. */
static const struct misuse {
	const char *args;
	int status, usage;
	const char *said;
} table[] = {
	/* options */
	{ "", 125, USAGE, "give a program to launch" },
	{ "--", 125, USAGE, "give a program to launch" },
	{ "''", 125, USAGE, "the program's name is empty" },
	{ "--nonsense", 125, USAGE, "unknown option \"--nonsense\"" },
	{ "-z", 125, USAGE, "unknown option \"-z\"" },
	{ "-bz true", 125, USAGE, "unknown option \"-z\"" },
	{ "--no-f true", 125, USAGE,
	  "\"--no-f\" is ambiguous: --no-follow --no-filter" },
	{ "-p", 125, USAGE, "option \"-p\" needs a value" },
	{ "--level", 125, USAGE, "option \"--level\" needs a value" },
	{ "--batch=yes true", 125, USAGE, "\"--batch=yes\" takes no value" },
	{ "\"$(printf -- '--\\033]0;x\\007')\" true", 125, USAGE,
	  "unknown option \"--\\x1b]0;x\\x07\"" },
	/* their values */
	{ "-p 0", 125, USAGE, "invalid process ID \"0\"" },
	{ "-p -5", 125, USAGE, "invalid process ID \"-5\"" },
	{ "-p ''", 125, USAGE, "invalid process ID \"\"" },
	{ "-p 12x", 125, USAGE, "invalid process ID \"12x\"" },
	{ "-p 99999999999", 125, USAGE, "invalid process ID \"99999999999\"" },
	{ "-d 0 true", 125, USAGE, "invalid time \"0\"" },
	{ "-d x true", 125, USAGE, "invalid time \"x\"" },
	{ "-d 1,5 true", 125, USAGE, "invalid time \"1,5\"" },
	{ "-d 0.001 true", 125, USAGE, "at least 0.01 seconds" },
	{ "--duration=-1 true", 125, USAGE, "invalid time \"-1\"" },
	{ "--events=all true", 125, USAGE, "invalid --events \"all\"" },
	{ "--events=call, true", 125, USAGE, "invalid --events \"\"" },
	{ "--level=deep true", 125, USAGE, "invalid --level \"deep\"" },
	{ "--time=utc true", 125, USAGE, "invalid --time \"utc\"" },
	{ "--color=blue true", 125, USAGE, "invalid --color \"blue\"" },
	{ "-o '' true", 125, USAGE, "-o needs the name of a file" },
	/* conflicts */
	{ "-p $PPID true", 125, USAGE, "not both" },
	{ "-b -s true", 125, USAGE, "-s needs the screen" },
	{ "-b --level=step true", 125, USAGE,
	  "--level=step needs the screen" },
	{ "--level=step true", 125, USAGE,
	  "--level=step needs a terminal or --console" },
	{ "--no-perf --events=fault true", 125, USAGE, "needs perf" },
	{ "--json --summary true", 125, USAGE,
	  "--summary and the log of --json" },
	/* the log */
	{ "-b -o nowhere/log true", 125, 0,
	  "cannot write the log nowhere/log: No such file" },
	{ "-b -o dir true", 125, 0, "cannot write the log dir: Is a dir" },
	{ "--json -o /dev/full true", 125, 0, "the log /dev/full ends here" },
	/* standard output */
	{ "--help >/dev/full", 125, 0, "cannot write to standard output" },
	{ "--version >/dev/full", 125, 0, "cannot write to standard output" },
	{ "--keepers >/dev/full", 125, 0, "cannot write to standard output" },
	/* programs */
	{ "no-such-program", 127, 0, "no such program in PATH" },
	{ "./no-such-file", 127, 0, "Cannot run ./no-such-file: " },
	{ "./interpreter", 127, 0, "its interpreter is missing" },
	{ "./plain", 126, 0, "Try: chmod +x ./plain" },
	{ "./dir", 126, 0, "Cannot run ./dir: " },
	{ "./loop", 126, 0, "Too many levels of symbolic links" },
	{ "./plain/below", 127, 0, "Cannot run ./plain/below: " },
	/* processes */
	{ "-p $GONE", 125, 0, "no such process" },
	{ "-p 1", 125, 0, "Override with --force" },
	{ "-p $$", 125, 0, "that is mmtop itself" },
	{ "-p $PPID", 125, 0, "it started mmtop" },
	{ "-p $ZOMBIE", 125, 0, "it is a zombie" },
	{ "-p $TRACED", 125, 0, "Cannot attach to " },
	{ "-p $SLEEPER -p $GONE", 125, 0, "no such process" },
};

#define ROWS (sizeof table / sizeof *table)

static bool is_said(const struct run *r, const struct misuse *m)
{
	const char *second = r->err ? strchr(r->err, '\n') : NULL;

	if (!second || strncmp(r->err, "mmtop: ", 7) != 0 ||
	    !memmem(r->err, (size_t)(second - r->err), m->said,
		    strlen(m->said)))
		return false;
	return !strcmp(second + 1, m->usage ? "Try 'mmtop --help' for more "
					      "information.\n" : "");
}

static void misuse(const struct misuse *m)
{
	char *script;
	struct run r;
	bool ended;

	if (asprintf(&script, "cd \"$WORK\" && exec \"$MMTOP\" %s",
		     m->args) < 0)
		bail("no memory");
	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c", script, NULL });
	ended = run_wait(&r);
	if (!ok(ended && run_status(&r) == m->status && is_said(&r, m) &&
		!*r.out, "mmtop %s: %d, %s", *m->args == '"' ? "..." : m->args,
		m->status, m->said))
		diag("status %d\nout: %s\nerr: %s", run_status(&r), r.out,
		     r.err);
	run_release(&r);
	free(script);
}

/* --- objects of misuse ---------------------------------------------------- */

static void setenv_pid(const char *name, pid_t pid)
{
	char text[16];

	snprintf(text, sizeof text, "%d", (int)pid);
	setenv(name, text, 1);
}

static pid_t child(bool traced, bool ends)
{
	pid_t pid = fork();

	if (pid < 0)
		bail("fork");
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (traced)
			ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		if (ends)
			_exit(0);
		raise(SIGSTOP);
		for (;;)
			pause();
	}
	if (ends) {
		siginfo_t si;
		waitid(P_PID, (id_t)pid, &si, WEXITED | WNOWAIT);
	} else {
		waitpid(pid, NULL, WUNTRACED);
	}
	return pid;
}

static void make_file(const char *name, const char *text, mode_t mode)
{
	char *path = work_file(name);
	FILE *f = fopen(path, "w");

	if (!f || fputs(text, f) < 0 || fclose(f) || chmod(path, mode) < 0)
		bail(path);
	free(path);
}

int main(void)
{
	pid_t zombie = child(false, true), gone = child(false, true),
	      sleeper = child(false, false), traced = child(true, false);
	char *loop = work_file("loop"), *dir = work_file("dir");

	waitpid(gone, NULL, 0);
	setenv("WORK", work_dir(), 1);
	setenv_pid("ZOMBIE", zombie);
	setenv_pid("GONE", gone);
	setenv_pid("SLEEPER", sleeper);
	setenv_pid("TRACED", traced);
	make_file("plain", "", 0644);
	make_file("interpreter", "#!/nonexistent/sh\n", 0755);
	if (symlink("loop", loop) < 0 || mkdir(dir, 0755) < 0)
		bail("cannot create the files of the test");
	plan(ROWS + 1);
	for (size_t i = 0; i < ROWS; i++)
		misuse(&table[i]);
	ok(task_state(sleeper) == 'T' && status_field(sleeper, "TracerPid") == 0,
	   "a failed attach leaves the other processes as they were");
	kill(sleeper, SIGKILL);
	kill(traced, SIGKILL);
	waitpid(zombie, NULL, 0);
	waitpid(sleeper, NULL, 0);
	waitpid(traced, NULL, 0);
	rmdir(dir);
	free(loop);
	free(dir);
	return done();
}
