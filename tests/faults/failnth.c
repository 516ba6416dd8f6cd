/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * failnth.so: makes the Nth libc call of one kind fail. mmtop runs with it in
 * LD_PRELOAD.
 *
 *	FAIL_CALL=ptrace FAIL_NTH=17 FAIL_ERRNO=3 [FAIL_ROLE=1]
 *	[FAIL_TABLE=FILE] [FAIL_TRACE=1] LD_PRELOAD=.../failnth.so mmtop ...
 *
 * The constructor removes these variables from the environment, so the programs
 * that mmtop launches run without the library. A role is the number of forks
 * between the first process and this one. Each role counts its own calls;
 * without FAIL_ROLE, all roles are counted together. FAIL_TABLE is a file of at
 * least sizeof(struct fail_table) bytes that records the number of calls and
 * whether the fault happened; the driver can read it even if mmtop crashed.
 * FAIL_TRACE writes a backtrace of the failing call to stderr.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
/* The wrappers define these functions: inline fortified versions would replace
 * them. */
#undef _FORTIFY_SOURCE

#include "failnth.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define CALLER __builtin_return_address(0)
/* Memory for dlsym() and its callees before the real malloc is found. */
#define EARLY_BYTES 65536

static struct fail_table *table;
static int role, only_role = -1;
static enum fail_call which = FAIL_CALLS;
static uint64_t nth;
static int with_errno;
static bool traced;

static void *next(const char *name)
{
	void *fn = dlsym(RTLD_NEXT, name);

	if (!fn)
		abort();
	return fn;
}

static void print_backtrace(void)
{
	void *at[32];
	int n = backtrace(at, 32);
	static const char line[] = "failnth: here\n";

	if (write(STDERR_FILENO, line, sizeof line - 1) > 0)
		backtrace_symbols_fd(at, n, STDERR_FILENO);
}

/* libseccomp 2.5.4 frees a block twice if its realloc() fails: leave its calls
 * alone. */
static bool is_spared(const void *caller)
{
	Dl_info info;

	return caller && dladdr(caller, &info) &&
	       strstr(info.dli_fname, "libseccomp");
}

/* Counts the call. Returns true and sets errno if this call is to fail. */
static bool fails_from(enum fail_call call, const void *caller)
{
	int r = role < FAIL_ROLES ? role : FAIL_ROLES - 1;
	uint64_t n, all;

	if (!table)
		return false;
	n = atomic_fetch_add(&table->calls[r][call], 1) + 1;
	all = atomic_fetch_add(&table->all[call], 1) + 1;
	if (call != which || (only_role >= 0 && only_role != role) ||
	    (only_role >= 0 ? n : all) != nth)
		return false;
	atomic_fetch_add(&table->fired, 1);
	if (is_spared(caller))
		return false;
	if (traced) {
		struct fail_table *keep = table;

		table = NULL;
		print_backtrace();
		table = keep;
	}
	errno = with_errno;
	return true;
}

static bool fails(enum fail_call call)
{
	return fails_from(call, NULL);
}

/* --- memory --------------------------------------------------------------- */

static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void (*real_free)(void *);

static _Alignas(16) char early[EARLY_BYTES];
static size_t early_used;
static bool resolving;

static bool is_early(const void *p)
{
	return (const char *)p >= early && (const char *)p < early + EARLY_BYTES;
}

static void *early_alloc(size_t size)
{
	char *p = early + early_used;

	size = (size + 15) & ~(size_t)15;
	if (size > EARLY_BYTES - early_used)
		abort();
	early_used += size;
	return p;
}

static bool have_malloc(void)
{
	if (real_free)
		return true;
	if (resolving)
		return false;
	resolving = true;
	real_malloc = next("malloc");
	real_calloc = next("calloc");
	real_realloc = next("realloc");
	real_free = next("free");
	resolving = false;
	return true;
}

void *malloc(size_t size)
{
	if (!have_malloc())
		return early_alloc(size);
	return fails_from(FAIL_MALLOC, CALLER) ? NULL : real_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	if (!have_malloc())
		return early_alloc(n * size);
	return fails_from(FAIL_MALLOC, CALLER) ? NULL : real_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
	if (!have_malloc() || is_early(p)) {
		void *copy = malloc(size);
		size_t room = (size_t)(early + EARLY_BYTES - (char *)p);

		if (copy && p)
			memcpy(copy, p, size < room ? size : room);
		return copy;
	}
	return fails_from(FAIL_MALLOC, CALLER) ? NULL : real_realloc(p, size);
}

void free(void *p)
{
	if (p && !is_early(p) && have_malloc())
		real_free(p);
}

/* --- other calls ---------------------------------------------------------- */

#define WRAP(call, type, name, params, args)			\
	type name params;					\
	type name params					\
	{							\
		static type (*real) params;			\
								\
		if (!real)					\
			real = (type (*) params)next(#name);	\
		return fails(call) ? (type)-1 : real args;	\
	}

WRAP(FAIL_READ, ssize_t, read, (int fd, void *p, size_t n), (fd, p, n))
WRAP(FAIL_READ, ssize_t, __read_chk,
     (int fd, void *p, size_t n, size_t room), (fd, p, n, room))
WRAP(FAIL_PREAD, ssize_t, pread, (int fd, void *p, size_t n, off_t at),
     (fd, p, n, at))
WRAP(FAIL_WRITE, ssize_t, write, (int fd, const void *p, size_t n),
     (fd, p, n))
WRAP(FAIL_SEND, ssize_t, send, (int fd, const void *p, size_t n, int flags),
     (fd, p, n, flags))
WRAP(FAIL_SEND, ssize_t, sendmsg, (int fd, const struct msghdr *m, int flags),
     (fd, m, flags))
WRAP(FAIL_RECV, ssize_t, recv, (int fd, void *p, size_t n, int flags),
     (fd, p, n, flags))
WRAP(FAIL_WAITID, int, waitid,
     (idtype_t type, id_t id, siginfo_t *si, int options),
     (type, id, si, options))
WRAP(FAIL_WAITID, pid_t, waitpid, (pid_t pid, int *status, int options),
     (pid, status, options))
WRAP(FAIL_POLL, int, ppoll, (struct pollfd *p, nfds_t n,
     const struct timespec *t, const sigset_t *m), (p, n, t, m))
WRAP(FAIL_POLL, int, poll, (struct pollfd *p, nfds_t n, int t), (p, n, t))
WRAP(FAIL_KILL, int, kill, (pid_t pid, int sig), (pid, sig))
WRAP(FAIL_PIPE, int, pipe2, (int fds[2], int flags), (fds, flags))
WRAP(FAIL_PIPE, int, socketpair, (int d, int t, int p, int fds[2]),
     (d, t, p, fds))
WRAP(FAIL_SIGNALFD, int, signalfd, (int fd, const sigset_t *m, int flags),
     (fd, m, flags))
WRAP(FAIL_READLINK, ssize_t, readlinkat,
     (int fd, const char *path, char *p, size_t n), (fd, path, p, n))
WRAP(FAIL_READLINK, ssize_t, readlink, (const char *path, char *p, size_t n),
     (path, p, n))
WRAP(FAIL_AFFINITY, int, sched_setaffinity,
     (pid_t pid, size_t n, const cpu_set_t *set), (pid, n, set))
WRAP(FAIL_AFFINITY, int, sched_getaffinity,
     (pid_t pid, size_t n, cpu_set_t *set), (pid, n, set))
WRAP(FAIL_MMAP, void *, mmap,
     (void *p, size_t n, int prot, int flags, int fd, off_t at),
     (p, n, prot, flags, fd, at))
WRAP(FAIL_OPEN, int, __openat_2, (int dir, const char *path, int flags),
     (dir, path, flags))
WRAP(FAIL_OPEN, int, __open_2, (const char *path, int flags), (path, flags))

int open(const char *path, int flags, ...)
{
	static int (*real)(const char *, int, ...);
	va_list ap;
	mode_t mode = 0;

	va_start(ap, flags);
	if (flags & (O_CREAT | O_TMPFILE))
		mode = va_arg(ap, mode_t);
	va_end(ap);
	if (!real)
		real = (int (*)(const char *, int, ...))next("open");
	return fails(FAIL_OPEN) ? -1 : real(path, flags, mode);
}

int openat(int dir, const char *path, int flags, ...)
{
	static int (*real)(int, const char *, int, ...);
	va_list ap;
	mode_t mode = 0;

	va_start(ap, flags);
	if (flags & (O_CREAT | O_TMPFILE))
		mode = va_arg(ap, mode_t);
	va_end(ap);
	if (!real)
		real = (int (*)(int, const char *, int, ...))next("openat");
	return fails(FAIL_OPEN) ? -1 : real(dir, path, flags, mode);
}

/* Resolved in the constructor: a signal handler may leave a wrapper by
 * siglongjmp(), and dlsym() would then keep its lock. */
static long (*real_ptrace)(enum __ptrace_request, ...);

/* Passes four words whatever the request, as the kernel expects. */
long ptrace(enum __ptrace_request request, ...)
{
	va_list ap;
	pid_t pid;
	void *addr, *data;

	va_start(ap, request);
	pid = va_arg(ap, pid_t);
	addr = va_arg(ap, void *);
	data = va_arg(ap, void *);
	va_end(ap);
	return fails(FAIL_PTRACE) ? -1 : real_ptrace(request, pid, addr, data);
}

static pid_t forked(pid_t pid)
{
	if (pid == 0)
		role++;
	return pid;
}

pid_t fork(void)
{
	static pid_t (*real)(void);

	if (!real)
		real = (pid_t (*)(void))next("fork");
	return fails(FAIL_FORK) ? -1 : forked(real());
}

pid_t _Fork(void)
{
	static pid_t (*real)(void);

	if (!real)
		real = (pid_t (*)(void))next("_Fork");
	return fails(FAIL_FORK) ? -1 : forked(real());
}

/* --- configuration -------------------------------------------------------- */

static const char *take(const char *name)
{
	const char *value = getenv(name);

	/* The string stays valid after unsetenv(). */
	unsetenv(name);
	return value;
}

static long number(const char *name, long otherwise)
{
	const char *value = take(name);

	return value ? strtol(value, NULL, 10) : otherwise;
}

static struct fail_table *open_table(const char *path)
{
	int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *p = mmap(NULL, sizeof *table, PROT_READ | PROT_WRITE,
		       fd < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED, fd, 0);

	if (fd >= 0)
		close(fd);
	return p == MAP_FAILED ? NULL : p;
}

__attribute__((constructor)) static void begin(void)
{
	static const char *const names[] = { FAIL_NAMES };
	const char *name = take("FAIL_CALL"), *path = take("FAIL_TABLE");
	void *at[1];

	have_malloc();
	real_ptrace = (long (*)(enum __ptrace_request, ...))next("ptrace");
	unsetenv("LD_PRELOAD");
	nth = (uint64_t)number("FAIL_NTH", 0);
	with_errno = (int)number("FAIL_ERRNO", EIO);
	only_role = (int)number("FAIL_ROLE", -1);
	traced = number("FAIL_TRACE", 0);
	for (int i = 0; name && i < FAIL_CALLS; i++)
		if (!strcmp(names[i], name))
			which = (enum fail_call)i;
	if (traced)	/* the first backtrace() loads a library */
		(void)backtrace(at, 1);
	table = open_table(path);
}
