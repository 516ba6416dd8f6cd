/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --summary against `strace -c -f` and what the kernel counts itself. */
#include <config.h>

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "live.h"
#include "log.h"

#define ARGS_MAX 24
#define HOG_MB 48

/* execve is left out: of a launched program's first one only strace tells. */
#define CALLS "memory,execveat,memfd_create,memfd_secret,process_madvise," \
	      "shmat,shmctl,shmdt,shmget,userfaultfd"

static void start(struct run *r, char *const tool[], char *const command[])
{
	char *argv[ARGS_MAX] = { NULL };
	size_t n = 0;

	for (size_t i = 0; tool[i]; i++)
		argv[n++] = tool[i];
	for (size_t i = 0; command[i]; i++)
		argv[n++] = command[i];
	run_start(r, argv);
}

/* "mmap 12 1" a line, of a table of either: name, calls, errors. */
static char *rows(char *table)
{
	char *list = NULL, *line;
	size_t size;
	FILE *out = open_memstream(&list, &size);

	while ((line = strsep(&table, "\n"))) {
		double share, seconds;
		long each, calls, errors = 0;
		char name[64];

		if (sscanf(line, "%lf %lf %ld %ld %ld %63[a-z0-9_]", &share,
			   &seconds, &each, &calls, &errors, name) != 6) {
			errors = 0;
			if (sscanf(line, "%lf %lf %ld %ld %63[a-z0-9_]",
				   &share, &seconds, &each, &calls, name) != 5)
				continue;
		}
		if (strcmp(name, "execve") != 0 && strcmp(name, "total") != 0)
			fprintf(out, "%s %ld %ld\n", name, calls, errors);
	}
	fclose(out);
	return list;
}

#define W(word) ((char *)(word))
#define ARGV(...) ((char *[]){ __VA_ARGS__, NULL })

static void compare(const char *name, char *const command[])
{
	char *strace_log = work_file("strace"), *log = work_file("log");
	char *table, *want, *got;
	struct run r;

	/* Once before, so that caches are as warm for the one as the other. */
	start(&r, ARGV(W("env")), command);
	run_wait(&r);
	run_release(&r);
	start(&r, ARGV(W("strace"), W("-c"), W("-f"), W("-e"),
		       W("trace=" CALLS), W("-o"), strace_log, W("--")),
	      command);
	ok(run_wait(&r) && run_status(&r) == 0, "%s: under strace -c", name);
	run_release(&r);
	start(&r, ARGV(getenv("MMTOP"), W("--summary"), W("-o"), log, W("--")),
	      command);
	ok(run_wait(&r) && run_status(&r) == 0, "%s: with --summary", name);
	table = read_file(strace_log, NULL);
	want = rows(table);
	got = rows(r.err);
	ok(same_lines(got, want), "%s: the same calls and errors", name);
	free(table);
	free(want);
	free(got);
	run_release(&r);
	free(strace_log);
	free(log);
}

static bool has_python(void)
{
	struct run r;
	bool has;

	run_start(&r, ARGV(W("python3"), W("-c"), W("pass")));
	has = run_wait(&r) && run_status(&r) == 0;
	run_release(&r);
	return has;
}

/* What wait4() says of the same program alone, in bytes. */
static long long alone(char *const argv[])
{
	struct rusage u;
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		execvp(argv[0], argv);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &u) < 0)
		bail("fork");
	return u.ru_maxrss * 1024ll;
}

static long long figure(const char *text, const char *key)
{
	char *at = text ? strstr(text, key) : NULL;

	return at ? strtoll(at + strlen(key), NULL, 10) : -1;
}

/* A child that is short-lived, and what it was before it became another. */
static void peak(void)
{
	char script[128], *log = work_file("peak");
	char *hog[] = { W("python3"), W("-c"), script, NULL };
	long long want, got, mapped;
	struct run r;

	snprintf(script, sizeof script, "import os\nx = bytearray(%d << 20)\n"
		 "os.execvp('true', ['true'])", HOG_MB);
	want = alone(hog);
	run_mmtop(&r, "--summary", "-o", log, "sh", "-c",
		  "python3 -c \"$0\"; trap : USR1; kill -USR1 $$; :", script,
		  NULL);
	ok(run_wait(&r) && run_status(&r) == 0, "a child that becomes another");
	got = figure(r.err, "peak RSS    ");
	mapped = figure(r.err, "mapped      ");
	if (!ok(want > HOG_MB * 1000000ll && got > want - want / 20 &&
		got < want + want / 20, "its peak is what the kernel counts"))
		diag("%lld, not %lld\n%s", got, want, r.err);
	ok(mapped > HOG_MB << 20, "and its bytes were mapped");
	if (!ok(r.err && strstr(r.err, "SIGUSR1 1") &&
		figure(r.err, "SIGCHLD ") >= 1, "signals by name"))
		diag("%s", r.err);
	run_release(&r);
	free(log);
}

/* Behind the log where that goes to the same place. */
static void to_stderr(void)
{
	struct run r;
	char *end;

	run_mmtop(&r, "--summary", "sh", "-c", "exit 3", NULL);
	ok(run_wait(&r) && run_status(&r) == 3, "a log on stderr");
	end = r.err ? strstr(r.err, " end events=") : NULL;
	ok(end && strstr(end, "\n% time "), "the summary comes behind it");
	run_release(&r);
	run_mmtop(&r, "--summary", "/nonexistent/program", NULL);
	ok(run_wait(&r) && run_status(&r) == 127 &&
	   run_said(&r, "/nonexistent/program"), "nothing ran: no summary");
	run_release(&r);
	run_mmtop(&r, "--summary", "-o", "/dev/full", "true", NULL);
	ok(run_wait(&r) && run_status(&r) == 125 && strstr(r.err, "% time "),
	   "a log that cannot be written: the summary all the same");
	run_release(&r);
}

int main(void)
{
	struct run r;

	run_start(&r, ARGV(W("strace"), W("-V")));
	if (!run_wait(&r) || run_status(&r) != 0)
		skip_all("strace is not installed");
	run_release(&r);
	if (personality(ADDR_NO_RANDOMIZE) < 0)
		skip_all("addresses cannot be kept from being random");
	setenv("PYTHONHASHSEED", "0", 1);
	plan(20);
	compare("ls -l", ARGV(W("ls"), W("-l"), W("/usr/bin")));
	compare("children", ARGV(W("sh"), W("-c"),
				 W("for i in 1 2 3; do ls /; done | sort; "
				   "cat /etc/passwd >/dev/null")));
	compare("find", ARGV(W("find"), W("/usr/share/doc"), W("-name"),
			     W("a*")));
	if (has_python()) {
		compare("calls that fail", ARGV(W("python3"), W("-c"), W(
			"import ctypes; c = ctypes.CDLL(None)\n"
			"for i in range(7): c.munmap(1, 0)\n"
			"c.mprotect(1, 4096, 1); c.mlock2(0, 0, 77)")));
		peak();
	} else {
		for (int i = 0; i < 7; i++)
			skip("what python does", "python3 is not installed");
	}
	to_stderr();
	return done();
}
