/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/program.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "sys/loop.h"
#include "sys/own/inherit.h"

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1u << 2)
#endif

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8u
#endif

/* Priority of the program's descriptors in the loop: they are handled after all
 * others. */
#define PRIORITY 90
/* Maximum number of bytes that one turn of the loop reads, so that keys are
 * handled in between. */
#define SLICE 65536
/* Maximum wait for the exit of a killed program. */
#define DEATH_MS 100
/* The first number above the descriptors that a program inherits. */
#define FD_HIGH 10

struct program {
	struct loop *loop;
	program_fn *done;
	void *arg;
	pid_t pid;
	int pidfd, output_fd, error_fd;	/* -1: the descriptor is closed */
	int timer;
	size_t output_max;
	struct str output;
};

/* Data that the child needs; prepared before fork(). */
struct program_child {
	const char *const *argv;
	char *environment[4];
	int in, out, error;
	pid_t parent;
};

/* --- the child ------------------------------------------------------------ */

static void move(int fd, int to)
{
	/* Use a duplicate: dup2() of a descriptor onto itself would leave
	 * close-on-exec set. */
	int high = fcntl(fd, F_DUPFD_CLOEXEC, FD_HIGH);

	if (high < 0 || dup2(high, to) < 0)
		_exit(127);
}

/* Runs in the child.  Calls only async-signal-safe functions and execvp(),
 * which adds only a search of PATH to execve(2). */
_Noreturn static void run(const struct program_child *c)
{
	const struct rlimit none = { 0, 0 };
	int error, e;

	setsid();
	inherit_restore();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != c->parent)
		_exit(127);
	/* The input bytes come from the memory of a traced program, so no core
	 * file may be written. */
	setrlimit(RLIMIT_CORE, &none);
	error = fcntl(c->error, F_DUPFD_CLOEXEC, FD_HIGH);
	move(c->in, STDIN_FILENO);
	move(c->out, STDOUT_FILENO);
	move(c->out, STDERR_FILENO);
	close_range(STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC);
	environ = (char **)c->environment;
	execvp(c->argv[0], (char *const *)c->argv);
	e = errno;
	if (write(error, &e, sizeof e) < 0)
		_exit(126);
	_exit(127);
}

/* --- end of the program --------------------------------------------------- */

static void close_fd(struct program *p, int *fd)
{
	if (*fd < 0)
		return;
	loop_remove_fd(p->loop, *fd);
	close(*fd);
	*fd = -1;
}

/* Kills the process group.  Its ID is not reused before waitpid() reaps the
 * child. */
static int kill_group(struct program *p)
{
	struct pollfd dead = { .fd = p->pidfd, .events = POLLIN };
	int status = 0;

	kill(-p->pid, SIGKILL);
	kill(p->pid, SIGKILL);
	if (poll(&dead, 1, DEATH_MS) == 1)
		while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
			;
	return status;
}

static void release(struct program *p)
{
	close_fd(p, &p->output_fd);
	close_fd(p, &p->pidfd);
	if (p->error_fd >= 0)
		close(p->error_fd);
	loop_remove_timer(p->loop, p->timer);
	str_release(&p->output);
	free(p);
}

static void finish(struct program *p, enum program_fate fate)
{
	struct program_end end = { .fate = fate };
	int status = kill_group(p), e;

	if (fate == PROGRAM_EXITED && WIFSIGNALED(status)) {
		end.fate = PROGRAM_KILLED;
		end.code = WTERMSIG(status);
	} else if (fate == PROGRAM_EXITED) {
		end.code = WEXITSTATUS(status);
	}
	if (fate == PROGRAM_EXITED &&
	    read(p->error_fd, &e, sizeof e) == (ssize_t)sizeof e) {
		end.fate = PROGRAM_NOT_RUN;
		end.code = e;
	}
	end.output = p->output.data;
	end.n = p->output.len;
	p->done(p->arg, &end);
	release(p);
}

void program_stop(struct program *p)
{
	if (!p)
		return;
	kill_group(p);
	release(p);
}

/* --- output and timeout --------------------------------------------------- */

/* Returns false if the program wrote too much. */
static bool take_output(struct program *p, size_t most)
{
	char buf[4096];
	ssize_t n;

	while (most && (n = read(p->output_fd, buf, sizeof buf)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return true;
		str_add(&p->output, buf, (size_t)n);
		most -= most < (size_t)n ? most : (size_t)n;
		if (p->output.len > p->output_max) {
			p->output.len = p->output_max;
			p->output.data[p->output.len] = '\0';
			return false;
		}
	}
	if (most)
		close_fd(p, &p->output_fd);
	return true;
}

static void on_output(void *arg, int fd, short revents)
{
	struct program *p = arg;

	(void)fd;
	(void)revents;
	if (!take_output(p, SLICE))
		finish(p, PROGRAM_LOUD);
}

static void on_end(void *arg, int fd, short revents)
{
	struct program *p = arg;

	(void)fd;
	(void)revents;
	/* Kill the group: a process that remains in it might write forever. */
	kill(-p->pid, SIGKILL);
	if (p->output_fd >= 0 && !take_output(p, p->output_max + SLICE))
		finish(p, PROGRAM_LOUD);
	else
		finish(p, PROGRAM_EXITED);
}

static uint64_t on_time(void *arg)
{
	struct program *p = arg;

	p->timer = 0;
	finish(p, PROGRAM_SLOW);
	return 0;
}

/* --- start of the program ------------------------------------------------- */

/* Creates a memory file that contains the bytes, and seals it.  Returns its
 * descriptor or -errno. */
static int bytes_file(const void *bytes, size_t n)
{
	const unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
	int fd = memfd_create("mmtop", flags | MFD_NOEXEC_SEAL), e;
	size_t at = 0;

	/* Kernels before Linux 6.3 refuse MFD_NOEXEC_SEAL. */
	if (fd < 0 && errno == EINVAL)
		fd = memfd_create("mmtop", flags);
	if (fd < 0)
		return -errno;
	while (at < n) {
		ssize_t done = write(fd, (const char *)bytes + at, n - at);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			goto fail;
		at += (size_t)done;
	}
	if (lseek(fd, 0, SEEK_SET) == 0 &&
	    fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW |
		  F_SEAL_SHRINK | F_SEAL_SEAL) == 0)
		return fd;
fail:
	e = errno;
	close(fd);
	return -e;
}

static void add_variable(struct program_child *c, const char *name, size_t *n)
{
	const char *value = getenv(name);
	struct str s = STR_INIT;

	if (!value)
		return;
	str_addf(&s, "%s=%s", name, value);
	c->environment[(*n)++] = str_take(&s);
}

static void child_release(struct program_child *c)
{
	for (size_t i = 0; c->environment[i]; i++)
		free(c->environment[i]);
	if (c->in >= 0)
		close(c->in);
	if (c->out >= 0)
		close(c->out);
	if (c->error >= 0)
		close(c->error);
}

/* Creates the pipes and the input: the child's ends in *c, the parent's ends in
 * *p.  Returns 0 or -errno. */
static int make_ends(struct program *p, struct program_child *c,
		     const struct program_options *o)
{
	size_t n = 0;
	int ends[2];

	add_variable(c, "PATH", &n);
	add_variable(c, "HOME", &n);
	add_variable(c, "LANG", &n);
	c->in = bytes_file(o->bytes, o->n);
	if (c->in < 0)
		return c->in;
	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	p->output_fd = ends[0];
	c->out = ends[1];
	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	p->error_fd = ends[0];
	c->error = ends[1];
	if (fcntl(p->output_fd, F_SETFL, O_NONBLOCK) < 0 ||
	    fcntl(p->error_fd, F_SETFL, O_NONBLOCK) < 0)
		return -errno;
	return 0;
}

static int begin(struct program *p, const struct program_options *o)
{
	struct program_child c = { .argv = o->argv, .in = -1, .out = -1,
				   .error = -1, .parent = getpid() };
	int e = make_ends(p, &c, o);

	if (e == 0) {
		p->pid = fork();
		if (p->pid == 0)
			run(&c);
		e = p->pid < 0 ? -errno : 0;
	}
	if (e == 0) {
		p->pidfd = (int)syscall(SYS_pidfd_open, p->pid, 0);
		if (p->pidfd < 0) {
			e = -errno;
			kill(p->pid, SIGKILL);
			waitpid(p->pid, NULL, 0);
		}
	}
	child_release(&c);
	return e;
}

struct program *program_start(struct loop *l, const struct program_options *o,
			      program_fn *done, void *arg, struct err *err)
{
	struct program *p = xcalloc(1, sizeof *p);
	int e;

	*p = (struct program){
		.loop = l, .done = done, .arg = arg, .pidfd = -1,
		.output_fd = -1, .error_fd = -1, .output = STR_INIT,
		.output_max = o->output_max,
	};
	e = begin(p, o);
	if (e) {
		err_set(err, -e, "run %s", o->argv[0]);
		release(p);
		return NULL;
	}
	loop_add_fd(l, p->output_fd, POLLIN, PRIORITY, on_output, p);
	loop_add_fd(l, p->pidfd, POLLIN, PRIORITY, on_end, p);
	p->timer = loop_add_timer(l, o->limit_ns, on_time, p);
	return p;
}

/* --- waiting for the end -------------------------------------------------- */

struct program_wait {
	struct loop *loop;
	program_fn *done;
	void *arg;
};

static void on_done(void *arg, const struct program_end *end)
{
	struct program_wait *w = arg;

	w->done(w->arg, end);
	loop_stop(w->loop);
}

int program_run(const struct program_options *o, program_fn *done, void *arg,
		struct err *err)
{
	struct program_wait w = { loop_new(), done, arg };
	struct program *p = program_start(w.loop, o, on_done, &w, err);

	if (p)
		loop_run(w.loop);
	loop_free(w.loop);
	return p ? 0 : -(err->code ? err->code : EIO);
}
