/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "live.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../support/folder.h"
#include "../support/i386.h"

/* --- TAP ------------------------------------------------------------------- */

static int planned, number, failures;
static const char *unplanned[4][2];	/* name, reason */
static int n_unplanned;

void plan(int tests)
{
	planned = tests + n_unplanned;
	printf("1..%d\n", planned);
	fflush(stdout);
	for (int i = 0; i < n_unplanned; i++)
		skip(unplanned[i][0], unplanned[i][1]);
}

void plan_skip(const char *name, const char *why)
{
	if (n_unplanned == sizeof unplanned / sizeof *unplanned)
		bail("too many calls of plan_skip()");
	unplanned[n_unplanned][0] = name;
	unplanned[n_unplanned++][1] = why;
}

_Noreturn void skip_all(const char *why, ...)
{
	va_list ap;

	va_start(ap, why);
	fputs("1..0 # SKIP ", stdout);
	vprintf(why, ap);
	va_end(ap);
	putchar('\n');
	exit(0);
}

bool ok(bool good, const char *name, ...)
{
	va_list ap;

	va_start(ap, name);
	printf("%sok %d - ", good ? "" : "not ", ++number);
	vprintf(name, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
	failures += !good;
	return good;
}

void skip(const char *name, const char *why)
{
	printf("ok %d - %s # SKIP %s\n", ++number, name, why);
	fflush(stdout);
}

bool ok_in_time(bool good, const char *name)
{
	if (good || test_slow() == 1)
		return ok(good, "%s", name);
	skip(name, "not done in time");
	return good;
}

/* Prints each line after a "# ". */
void diag(const char *text, ...)
{
	char *all, *line, *rest;
	va_list ap;

	va_start(ap, text);
	if (vasprintf(&all, text, ap) < 0)
		bail("no memory");
	va_end(ap);
	for (rest = all; (line = strsep(&rest, "\n"));)
		if (*line || rest)
			printf("# %s\n", line);
	fflush(stdout);
	free(all);
}

_Noreturn void bail(const char *why)
{
	printf("Bail out! %s: %s\n", why, strerror(errno));
	exit(1);
}

int done(void)
{
	if (number != planned) {
		diag("%d tests planned, %d run", planned, number);
		return 1;
	}
	return failures != 0;
}

/* --- conditions ------------------------------------------------------------- */

static uint64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000 + (uint64_t)ts.tv_nsec / 1000000;
}

bool wait_for(bool (*fn)(void *arg), void *arg)
{
	uint64_t until = now_ms() + DEADLINE_S * 1000;

	while (!fn(arg)) {
		if (now_ms() >= until)
			return fn(arg);
		poll(NULL, 0, 5);
	}
	return true;
}

/* --- files -------------------------------------------------------------------- */

static char dir[64];
static pid_t dir_owner;

static void remove_dir(void)
{
	if (getpid() == dir_owner)
		folder_remove(dir);
}

const char *work_dir(void)
{
	if (!*dir) {
		strcpy(dir, "/tmp/mmtop-live.XXXXXX");
		if (!mkdtemp(dir))
			bail("mkdtemp");
		chmod(dir, 0755);
		dir_owner = getpid();
		atexit(remove_dir);
	}
	return dir;
}

char *work_file(const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s", work_dir(), name) < 0)
		bail("no memory");
	unlink(path);
	return path;
}

char *read_file(const char *path, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t n = 0, cap = 4096;
	char *text;
	ssize_t got;

	if (fd < 0)
		return NULL;
	text = malloc(cap);
	while (text && (got = read(fd, text + n, cap - n - 1)) > 0) {
		n += (size_t)got;
		if (cap - n < 2)
			text = realloc(text, cap *= 2);
	}
	close(fd);
	if (!text)
		bail("no memory");
	text[n] = '\0';
	if (size)
		*size = n;
	return text;
}

char *copy_of(const char *path, const char *name, mode_t mode)
{
	size_t size;
	char *bytes = read_file(path, &size), *copy = work_file(name);
	int fd = open(copy, O_WRONLY | O_CREAT | O_CLOEXEC, 0700);

	if (!bytes || fd < 0 || write(fd, bytes, size) != (ssize_t)size ||
	    fchmod(fd, mode))
		bail(copy);
	close(fd);
	free(bytes);
	return copy;
}

void mmtop_for_all(void)
{
	char *mmtop = getenv("MMTOP"), *copy;

	if (geteuid() != 0 || !mmtop)
		return;
	copy = copy_of(mmtop, "mmtop", 0755);
	setenv("MMTOP", copy, 1);
	free(copy);
}

char *built(const char *name)
{
	const char *top = getenv("top_builddir");
	char *path;

	if (asprintf(&path, "%s/%s", top ? top : ".", name) < 0)
		bail("no memory");
	return path;
}

/* NULL if there is none. */
static char *find_victim(const char *name, const char *suffix)
{
	char of[128], *path, *full;

	snprintf(of, sizeof of, "tests/live/victims/%s%s", name, suffix);
	path = built(of);
	full = realpath(path, NULL);
	free(path);
	return full;
}

char *victim(const char *name)
{
	char *path = find_victim(name, "");

	if (!path)
		bail(name);
	return path;
}

char *victim32(const char *name)
{
	return kernel_has_i386() ? find_victim(name, "32") : NULL;
}

char *victim32_or_skip(const char *name)
{
	char *path = victim32(name);

	if (!path)
		plan_skip("32-bit programs", "they cannot be built or run here");
	return path;
}

char *victim_for_all(const char *name)
{
	char *path = victim(name), *copy = copy_of(path, name, 0755);

	free(path);
	return copy;
}

long status_field(pid_t pid, const char *field)
{
	char path[64], *text, *p;
	long value = -1;

	snprintf(path, sizeof path, "/proc/%d/status", pid);
	text = read_file(path, NULL);
	for (p = text; p; p = strchr(p, '\n')) {
		p += *p == '\n';
		if (!strncmp(p, field, strlen(field)) &&
		    p[strlen(field)] == ':') {
			value = strtol(p + strlen(field) + 1, NULL, 10);
			break;
		}
	}
	free(text);
	return value;
}

char task_state(pid_t tid)
{
	char path[64], *text, *p, state = 0;

	snprintf(path, sizeof path, "/proc/%d/stat", tid);
	text = read_file(path, NULL);
	/* The name before it may contain any byte, even ")". */
	p = text ? strrchr(text, ')') : NULL;
	if (p && p[1] == ' ')
		state = p[2];
	free(text);
	return state;
}

long task_call(pid_t tid)
{
	char path[64], *text;
	long nr = -1;

	snprintf(path, sizeof path, "/proc/%d/syscall", (int)tid);
	text = read_file(path, NULL);
	if (text && sscanf(text, "%ld", &nr) != 1)
		nr = -1;
	free(text);
	return nr;
}

struct holds {
	const char *path, *text;
};

static bool has_text(void *arg)
{
	const struct holds *h = arg;
	char *all = read_file(h->path, NULL);
	bool found = all && strstr(all, h->text);

	free(all);
	return found;
}

bool file_holds(const char *path, const char *text)
{
	struct holds h = { path, text };

	return wait_for(has_text, &h);
}
