/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unusual lines of the console's input, and late or missing readers of its
 * output. */
#include <config.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "job.h"
#include "live.h"

#define TIMES 150
/* Bytes: more than a line may have and than a pipe holds. */
#define TOO_LONG ((size_t)1 << 20)
/* The reader starts that late; mmtop must not exit before. */
#define LATE_MS 2000

static size_t times(const char *text, const char *part)
{
	size_t n = 0;

	for (; (text = strstr(text, part)); text += strlen(part))
		n++;
	return n;
}

static void lines(void)
{
	struct run r;

	run_mmtop(&r, "--command", "help :kill; help next 2; help zoom; quit",
		  "-s", "-o", "/dev/null", "true", NULL);
	ok(run_wait(&r) && run_status(&r) == 0 && !strstr(r.out, " brk(") &&
	   strstr(r.out, "kill the program, even ") &&
	   strstr(r.out, "next [N]"),
	   "help does not run the command");
	ok(strstr(r.out, "zoom needs the screen") != NULL,
	   "help names screen-only commands");
	run_release(&r);
	run_mmtop(&r, "--console", "-s", "-o", "/dev/null", "true", NULL);
	ok(write(r.in, "next;\nquit\n", 11) == 11 && run_wait(&r) &&
	   times(r.out, " brk(NULL)") == 1, "a final ; adds no command");
	run_release(&r);
	run_mmtop(&r, "--command", "process; regions stack; process foo;"
		  "quit", "-o", "/dev/null", "sleep", "60", NULL);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   strstr(r.out, "\nProcess ") && strstr(r.out, "[stack]\n"),
	   "the first command waits for the program");
	ok(times(r.out, "\nProcess ") == 1 && strstr(r.out,
	   "No process or thread foo is watched.\n"),
	   "a word is not a process id");
	run_release(&r);
}

/* help has a line for each command, and names nothing that the console
 * lacks. */
static void helps(void)
{
	static const char *const names[] = {
		"next", "continue", "hold", "detach", "level", "regions",
		"system", "process", "backtrace", "track", "catch", "kill",
		"wait", "help", "quit",
	};
	const size_t n = sizeof names / sizeof *names;
	struct str commands = STR_INIT, want = STR_INIT;
	struct run r;
	size_t had = 0;

	for (size_t i = 0; i < n; i++)
		str_addf(&commands, "help %s;", names[i]);
	str_adds(&commands, "help; quit");
	run_mmtop(&r, "--command", commands.data, "-s", "-o", "/dev/null",
		  "true", NULL);
	ok(run_wait(&r) && run_status(&r) == 0, "help of each command");
	for (size_t i = 0; i < n; i++) {
		str_clear(&want);
		str_addf(&want, "\n%s ", names[i]);
		had += times(r.out, want.data) == 2;
	}
	ok(had == n, "help has a line for %zu of %zu, alone and in the list",
	   had, n);
	/* Panes and questions belong to the screen. */
	ok(!strstr(r.out, "pane") && !strstr(r.out, "asks") &&
	   !strstr(r.out, "  Regions"), "help does not mention the screen");
	run_release(&r);
	str_release(&commands);
	str_release(&want);
}

/* A line without end is not stored, and is reported when it does end. */
static void long_line(void)
{
	char *text = malloc(TOO_LONG + 1);
	struct run r;

	if (!text)
		bail("no memory");
	memset(text, 'x', TOO_LONG);
	text[TOO_LONG] = '\n';
	run_mmtop(&r, "--console", "-s", "-o", "/dev/null", "true", NULL);
	for (size_t done = 0; done < TOO_LONG + 1;) {
		ssize_t n = write(r.in, text + done, TOO_LONG + 1 - done);

		if (n < 0)
			bail("a line");
		done += (size_t)n;
	}
	ok(write(r.in, "next 99999999999\nnext\nquit\n", 28) == 28 &&
	   run_wait(&r) && run_status(&r) == 0 &&
	   times(r.out, "Skipped a line of more than 65536 bytes.\n") == 1,
	   "a line that is too long is reported");
	ok(!strstr(r.out, "xx") && times(r.out, " brk(NULL)") == 1,
	   "the line after it is read");
	ok(times(r.out, "next takes a number of stops, 1 to 1,000,000.\n") ==
	   1, "a count that is too high is refused");
	run_release(&r);
	free(text);
}

/* --- readers ------------------------------------------------------------------- */

static void start_into(struct run *r, const char *commands, const char *file)
{
	const char *const argv[] = { "sh", "-c", "exec \"$MMTOP\" --command "
		"\"$0\" -s -o /dev/null true >\"$1\"", commands, file, NULL };

	run_start(r, (char *const *)argv);
}

static void late_reader(void)
{
	char *fifo = work_file("fifo"), buf[4096];
	struct str commands = STR_INIT, text = STR_INIT;
	struct run r;
	ssize_t n;
	int fd;

	for (int i = 0; i < TIMES; i++)
		str_adds(&commands, "help;");
	str_adds(&commands, "quit");
	if (mkfifo(fifo, 0600) < 0)
		bail(fifo);
	fd = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	start_into(&r, commands.data, fifo);
	for (int ms = 0; ms < LATE_MS && task_state(r.pid) != 'Z'; ms += 20)
		poll(NULL, 0, 20);
	fcntl(fd, F_SETFL, 0);
	while ((n = read(fd, buf, sizeof buf)) > 0)
		str_add(&text, buf, (size_t)n);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   times(text.data, "\nnext [N]") == TIMES,
	   "a pipe that is read late has all output");
	close(fd);
	unlink(fifo);
	free(fifo);
	str_release(&commands);
	str_release(&text);
	run_release(&r);
}

static void full_disk(void)
{
	struct run r;

	start_into(&r, "system; quit", "/dev/full");
	ok(run_wait(&r) && run_status(&r) == 125 &&
	   run_said(&r, "cannot write to standard output: "),
	   "a failed write is reported and is an error");
	run_release(&r);
}

/* --- a terminal that is hung up ---------------------------------------------------- */

static bool is_gone(void *arg)
{
	return kill(*(pid_t *)arg, 0) < 0;
}

static void hung_up(void)
{
	pid_t engine, program;
	char line[512];
	struct job j;

	if (!job_open(&j)) {
		skip("a terminal that is hung up", "no bash");
		return;
	}
	snprintf(line, sizeof line, "trap '' HUP; XDG_STATE_HOME=%s "
		 "%s --console --no-filter -o /dev/null sleep 600\n",
		 work_dir(), getenv("MMTOP"));
	job_type(&j, line);
	if (!job_shows(&j, " launch "))
		diag("mmtop does not start");
	engine = engine_of(job_foreground(&j));
	program = child_of(engine, "sleep");
	close(j.master);
	j.master = -1;
	ok(engine > 0 && program > 0 && wait_for(is_gone, &engine) &&
	   kill(program, 0) == 0,
	   "a hangup of the terminal ends the input: the program runs on");
	send_to(program, SIGKILL);
	job_close(&j);
}

int main(void)
{
	plan(14);
	lines();
	helps();
	long_line();
	late_reader();
	full_disk();
	hung_up();
	return done();
}
