/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An interactive shell on its own terminal (P7, P8): Ctrl-Z, fg and bg work as
 * usual, and the shell sees that its jobs stop, whether mmtop launched the
 * shell or attached to it or to its job.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "counter.h"
#include "live.h"
#include "watched.h"

#define PROMPT "ready> "
#define TEXT_MAX 65536
#define TELL 800		/* characters of text printed after a failure */
#define PER_SHELL 8
#define PER_JOB 4

/* --- a terminal ------------------------------------------------------------------ */

struct tty {
	int master;
	pid_t pid;
	size_t n, seen;		/* end of the last match */
	char text[TEXT_MAX];
};

_Noreturn static void become(const char *slave, char *const argv[])
{
	int fd;

	signals_default();
	setsid();
	fd = open(slave, O_RDWR);	/* becomes our controlling terminal */
	for (int i = 0; i < 3; i++)
		dup2(fd, i);
	close_range(STDERR_FILENO + 1, ~0u, 0);
	setenv("PS1", PROMPT, 1);
	setenv("TERM", "dumb", 1);
	unsetenv("HISTFILE");
	execvp(argv[0], argv);
	_exit(99);
}

static void tty_start(struct tty *t, char *const argv[])
{
	const char *slave;

	memset(t, 0, sizeof *t);
	t->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (t->master < 0 || grantpt(t->master) || unlockpt(t->master) ||
	    !(slave = ptsname(t->master)))
		bail("a terminal");
	fflush(stdout);
	t->pid = fork();
	if (t->pid < 0)
		bail("fork");
	if (t->pid == 0)
		become(slave, argv);
}

static void tty_type(struct tty *t, const char *text)
{
	if (write(t->master, text, strlen(text)) < 0)
		diag("cannot type: %s", strerror(errno));
}

struct wanted {
	struct tty *t;
	const char *text;
};

static bool text_appears(void *arg)
{
	struct wanted *w = arg;
	struct tty *t = w->t;
	struct pollfd p = { .fd = t->master, .events = POLLIN };
	char *at;
	ssize_t n;

	while (t->n < TEXT_MAX - 1 && poll(&p, 1, 0) == 1 &&
	       (n = read(t->master, t->text + t->n, TEXT_MAX - 1 - t->n)) > 0)
		t->n += (size_t)n;
	at = strstr(t->text + t->seen, w->text);
	if (at)
		t->seen = (size_t)(at - t->text) + strlen(w->text);
	return at;
}

static void diag_missing(const struct tty *t, const char *text)
{
	size_t from = t->n > TELL ? t->n - TELL : 0;

	diag("no '%s' in:\n%s", text, t->text + from);
}

/* Waits for text after the last match. */
static bool tty_shows(struct tty *t, const char *text)
{
	struct wanted w = { t, text };

	if (wait_for(text_appears, &w))
		return true;
	diag_missing(t, text);
	return false;
}

/* A shell reports on its jobs only before a prompt. */
static bool nudged(void *arg)
{
	struct wanted *w = arg;

	if (text_appears(w))
		return true;
	tty_type(w->t, "\n");
	poll(NULL, 0, 50);
	return false;
}

static bool tty_tells(struct tty *t, const char *text)
{
	struct wanted w = { t, text };

	if (wait_for(nudged, &w))
		return true;
	diag_missing(t, text);
	return false;
}

static void tty_end(struct tty *t)
{
	if (t->pid > 0) {
		kill(t->pid, SIGKILL);
		waitpid(t->pid, NULL, 0);
	}
	close(t->master);
}

static bool has_ended(void *arg)
{
	struct tty *t = arg;
	struct wanted w = { t, "\001" };
	int status;

	text_appears(&w);	/* the shell's output must be read */
	if (waitpid(t->pid, &status, WNOHANG) != t->pid)
		return false;
	t->pid = WIFEXITED(status) ? -WEXITSTATUS(status) : -1000;
	return true;
}

/* The exit status of the shell; -1 if it has none. */
static int tty_wait(struct tty *t)
{
	return wait_for(has_ended, t) && t->pid > -1000 ? -t->pid : -1;
}

/* --- a job ------------------------------------------------------------------------ */

static void start_job(struct tty *t, struct counter *c)
{
	char line[600];

	snprintf(line, sizeof line, "%s %s 2\n", c->program, c->path);
	tty_type(t, line);
	if (!counter_counts(c))
		diag_missing(t, "a job that counts");
	c->pid = counter_told_pid(c);
}

/* Ctrl-Z stops the job, and the shell reports it; then fg, Ctrl-Z and bg. */
static void stop_and_go(struct tty *t, struct counter *c, const char *name)
{
	tty_type(t, "\032");
	ok(tty_shows(t, "Stopped") && tty_shows(t, PROMPT),
	   "P8 the shell reports that its job is stopped, %s", name);
	ok(counter_stands(c), "P7 Ctrl-Z: no thread runs, %s", name);
	tty_type(t, "fg\n");
	ok(counter_counts(c) && counter_continued(c) == 1,
	   "P7 fg: the job runs, %s", name);
	tty_type(t, "\032");
	tty_shows(t, "Stopped");
	tty_type(t, "bg\n");
	ok(counter_counts(c) && counter_continued(c) == 2,
	   "P7 bg: the job runs, %s", name);
}

/* --- a launched shell ----------------------------------------------------------------- */

static bool logged(const char *log, const char *what)
{
	return file_holds(log, what);
}

/*
 * Uses dash: on a busy machine, only bash 5.2 forgets the exit of a background
 * job that it has killed, about once in a hundred times.
 */
static void launched(const struct mode *m)
{
	const char *option = m->plain ? "--no-filter" : m->quiet ?
			     "--level=watch" : "--level=calls";
	char *log = work_file("log"), *name = strdup(mode_name(m));
	struct counter c;
	struct tty *t = malloc(sizeof *t);

	if (!name || !t)
		bail("no memory");
	counter_init(&c, 2);
	tty_start(t, (char *[]){ getenv("MMTOP"), (char *)"-b", (char *)"-o",
		  log, (char *)option, (char *)"dash", (char *)"-i", NULL });
	tty_shows(t, PROMPT);
	start_job(t, &c);
	stop_and_go(t, &c, name);
	counter_stop(&c);
	ok(tty_tells(t, "Done") && logged(log, "--- stopped by SIGTSTP"),
	   "P8 the shell reports the exit of its job, %s", name);
	tty_type(t, "cat &\n");
	ok(tty_tells(t, "Stopped") && logged(log, "--- stopped by SIGTTIN"),
	   "P7 SIGTTIN stops a background job that reads, %s", name);
	tty_type(t, "kill -9 %%\n");
	tty_tells(t, "Killed");
	tty_type(t, "stty tostop; (echo one; echo two) &\n");
	ok(tty_tells(t, "Stopped") && logged(log, "--- stopped by SIGTTOU"),
	   "P7 SIGTTOU stops a background job that writes, %s", name);
	tty_type(t, "kill -9 %%; stty -tostop\n");
	tty_tells(t, "Killed");
	tty_type(t, "exit 7\n");
	ok(tty_wait(t) == 7,
	   "P7 the shell's exit status is unchanged, %s", name);
	tty_end(t);
	counter_release(&c);
	free(t);
	free(name);
	free(log);
}

/* --- attached to a job, or to its shell ----------------------------------- */

static void attached(const struct mode *m, bool to_shell)
{
	char *log = work_file("log"), pid[16], name[96];
	struct tty *t = malloc(sizeof *t);
	struct counter c;
	struct run r;

	if (!t)
		bail("no memory");
	snprintf(name, sizeof name, "%s, to the %s", mode_name(m),
		 to_shell ? "shell" : "job");
	counter_init(&c, 2);
	tty_start(t, (char *[]){ (char *)"bash", (char *)"--norc",
		  (char *)"--noprofile", (char *)"--noediting", (char *)"-i",
		  NULL });
	tty_shows(t, PROMPT);
	start_job(t, &c);
	snprintf(pid, sizeof pid, "%d", to_shell ? t->pid : c.pid);
	run_mmtop(&r, "-b", "-o", log, m->quiet ? "--level=watch" :
		  "--level=calls", to_shell ? "--follow" : "--no-follow", "-p",
		  pid, NULL);
	file_holds(log, " attach ");
	stop_and_go(t, &c, name);
	counter_stop(&c);
	kill(r.pid, SIGTERM);
	run_wait(&r);
	tty_type(t, "exit 7\n");
	if (tty_wait(t) != 7)
		diag_missing(t, "the shell's end");
	tty_end(t);
	run_release(&r);
	counter_release(&c);
	free(t);
	free(log);
}

static void needs(char *shell)
{
	struct run r;

	run_start(&r, (char *[]){ shell, (char *)"-c", (char *)":", NULL });
	run_wait(&r);
	if (run_status(&r) != 0)
		skip_all("no %s", shell);
	run_release(&r);
}

int main(void)
{
	int planned = 0;

	needs((char *)"bash");
	needs((char *)"dash");
	for (size_t i = 0; i < native_modes_n(); i++)
		planned += modes_at(i)->attach ? 2 * PER_JOB : PER_SHELL;
	plan(planned);
	for (size_t i = 0; i < native_modes_n(); i++) {
		if (!modes_at(i)->attach) {
			launched(modes_at(i));
			continue;
		}
		attached(modes_at(i), false);
		attached(modes_at(i), true);
	}
	return done();
}
