/* SPDX-License-Identifier: GPL-3.0-or-later */
/* If a log cannot be written, mmtop prints one message, and the program runs
 * on. If the log's reader exits, mmtop ends as SIGPIPE would end it. A log can
 * be read while the program runs. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "isolated.h"
#include "live.h"

/* A program with some hundred lines of log and one of output; its status
 * follows. */
#define BUSY "i=0; while [ $i -lt 40 ]; do /bin/true; i=$((i + 1)); done; " \
	     "echo it runs on; exit "

/* True if the program ran on, and mmtop reported the log; status is 125 unless
 * the program failed. */
static bool program_runs_on(struct run *r, int status, const char *name)
{
	bool good = run_wait(r) && run_status(r) == status &&
		    !strcmp(r->out, "it runs on\n") && run_said(r, name);

	if (!good)
		diag("status %d\nout: %serr: %s", run_status(r), r->out,
		     r->err);
	run_release(r);
	return good;
}

static bool holds_now(const char *path, const char *text)
{
	char *all = read_file(path, NULL);
	bool holds = all && strstr(all, text);

	free(all);
	return holds;
}

static void full_device(const char *option)
{
	struct run r;

	run_mmtop(&r, option, "-o", "/dev/full", "sh", "-c", BUSY "0", NULL);
	ok(program_runs_on(&r, 125, "the log /dev/full ends here: No space"),
	   "%s /dev/full: one message, the program runs on, 125", option);
	run_mmtop(&r, option, "-o", "/dev/full", "sh", "-c", BUSY "9", NULL);
	ok(program_runs_on(&r, 9, "/dev/full"),
	   "%s /dev/full: a failed program keeps its status", option);
}

static bool on_small_disk(void *arg)
{
	char *log = arg, *slash = strrchr(log, '/');
	struct stat st;
	struct run r;
	bool good;

	*slash = '\0';
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
	    mount("tmpfs", log, "tmpfs", 0, "size=8k") < 0) {
		diag("tmpfs: %s", strerror(errno));
		return false;
	}
	*slash = '/';
	run_mmtop(&r, "-b", "-o", log, "sh", "-c", BUSY "0", NULL);
	good = program_runs_on(&r, 125, "ends here: No space");
	/* The file has all that fits. */
	return good && stat(log, &st) == 0 && st.st_size == 8192;
}

static void small_disk(void)
{
	char *dir = work_file("small"), log[4096];
	bool good = false;

	snprintf(log, sizeof log, "%s/log", dir);
	if (mkdir(dir, 0755) < 0)
		bail(dir);
	if (!isolated(CLONE_NEWNS, on_small_disk, log, &good))
		skip("a disk of 8 KiB", isolated_why());
	else
		ok(good, "a disk of 8 KiB: the log fills it, one message, 125");
	rmdir(dir);
	free(dir);
}

/* SIGXFSZ for a write beyond the limit must not kill the tracer. */
static void file_limit(void)
{
	char *log = work_file("limit");
	struct run r;

	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"ulimit -f 8; exec \"$MMTOP\" -b -o \"$0\" "
		  "sh -c '" BUSY "0'", log, NULL });
	ok(program_runs_on(&r, 125, "ends here: File too large"),
	   "a file size limit: one message, the program runs on, 125");
	free(log);
}

static void reader_gone(void)
{
	char *fifo = work_file("fifo"), *in_path = work_file("go");
	char *out = work_file("out");
	char byte;
	struct run r;
	bool good;
	int fd;

	if (mkfifo(fifo, 0600) < 0 || mkfifo(in_path, 0600) < 0)
		bail("mkfifo");
	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"exec \"$MMTOP\" -b -o \"$0\" sh -c 'exec >\"$1\"; "
		  "read x <\"$0\"; " BUSY "0' \"$1\" \"$2\"", fifo, in_path, out,
		  NULL });
	fd = open(fifo, O_RDONLY | O_CLOEXEC);
	ok(fd >= 0 && read(fd, &byte, 1) == 1,
	   "a reader gets the log while the program waits");
	close(fd);
	fd = open(in_path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, "\n", 1) != 1)
		diag("the program does not read: %s", strerror(errno));
	close(fd);
	good = run_wait(&r) && run_status(&r) == 141 &&
	       !strstr(r.err, "pipe") && file_holds(out, "it runs on\n");
	if (!ok(good, "after the reader's exit: no message, 141, the program "
		"runs on"))
		diag("status %d\nout: %serr: %s", run_status(&r), r.out, r.err);
	run_release(&r);
	free(fifo);
	free(in_path);
	free(out);
}

/* `mmtop -b PROGRAM 2>&1 | head -n 1`: mmtop exits while the program runs. */
static void stderr_gone(void)
{
	char *out = work_file("out");
	struct run r;

	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"exec 3>&1; { \"$MMTOP\" -b sh -c '" BUSY "0' "
		  "2>&1 >\"$0\" 3>&-; echo st=$? >&3; } | head -n 1 >/dev/null",
		  out, NULL });
	if (!ok(run_wait(&r) && !strcmp(r.out, "st=141\n") &&
		file_holds(out, "it runs on\n"),
		"no reader of stderr: the program runs on, 141"))
		diag("out: %serr: %s", r.out, r.err);
	run_release(&r);
	free(out);
}

/* mmtop writes to a file or pipe at least every 50 ms. */
static void flushed_by_timer(void)
{
	char *log = work_file("timer");
	struct run r;

	run_mmtop(&r, "-b", "-o", log, "sh", "-c", "/bin/true; read x", NULL);
	ok(file_holds(log, "+++ exited with 0 +++") &&
	   !holds_now(log, " end events="),
	   "the events are in the file while the program waits");
	run_poke(&r);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   holds_now(log, " end events="), "the rest is in the file at exit");
	run_release(&r);
	free(log);
}

int main(void)
{
	plan(11);
	full_device("-b");
	full_device("--json");
	small_disk();
	file_limit();
	reader_gone();
	stderr_gone();
	flushed_by_timer();
	return done();
}
