/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * selfcheck CALLS [wait]: makes about CALLS system calls in a few threads, and
 * checks the result of each: memory that is mapped and moved, files, pipes,
 * children, programs, signals with values, timers, and waits with a timeout.
 * Prints the results, which are the same in every run, and the number of wrong
 * ones; stderr reports the first of these. Exits with 0, or 1.
 *
 * No handler runs during a wait. If a wait nevertheless returns EINTR, it is
 * repeated; then a last line shows how many were interrupted, and how many
 * children exited.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>

#include "victim.h"

#define THREADS 4
#define CYCLE_CALLS 19		/* made by each cycle */
#define TIMED_EVERY 64
#define FORK_EVERY 192
#define EXEC_EVERY 384
#define TOLD_MAX 20
#define PAGE 4096u
#define WAIT_MS 2
#define LIMIT_S 60

struct worker {
	pthread_t id;
	unsigned n;		/* number of the thread */
	unsigned long cycles;
	int file, pipe[2], epoll, sockets[2], semaphore;
	off_t size;
	uint64_t sum;		/* of all results */
	unsigned long wrong, interrupted, children;
};

static const char *self;
static unsigned long told;
static __thread struct worker *own;
static __thread volatile uint64_t handled;

static void add(struct worker *w, uint64_t value)
{
	w->sum = (w->sum ^ value) * 1099511628211u;
}

static void check(struct worker *w, int good, const char *what, long got)
{
	int e = errno;

	if (good)
		return;
	w->wrong++;
	if (__atomic_fetch_add(&told, 1, __ATOMIC_RELAXED) < TOLD_MAX)
		fprintf(stderr, "selfcheck: %s: %ld, errno %d\n", what, got,
			e);
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t sum_of(const void *at, size_t n)
{
	const unsigned char *p = at;
	uint64_t sum = 14695981039346656037u;

	for (size_t i = 0; i < n; i++)
		sum = (sum ^ p[i]) * 1099511628211u;
	return sum;
}

static void fill(unsigned char *at, size_t n, unsigned long seed)
{
	for (size_t i = 0; i < n; i++)
		at[i] = (unsigned char)(seed + i * 31 + (i >> 8));
}

/* True if the call was interrupted and must be repeated. */
static int was_interrupted(struct worker *w, long r)
{
	if (r != -1 || errno != EINTR)
		return 0;
	w->interrupted++;
	return 1;
}

/* --- each cycle ----------------------------------------------------------- */

static void move_memory(struct worker *w, unsigned long i)
{
	size_t size = (1 + i % 4) * PAGE, more = size + (1 + i % 3) * PAGE;
	unsigned char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *q, *r;
	uint64_t sum;

	check(w, p != MAP_FAILED, "mmap", (long)size);
	if (p == MAP_FAILED)
		return;
	fill(p, size, i);
	sum = sum_of(p, size);
	q = mremap(p, size, more, MREMAP_MAYMOVE);
	check(w, q != MAP_FAILED && sum_of(q, size) == sum && !q[size],
	      "mremap that grows", (long)more);
	if (q == MAP_FAILED)
		return;
	q[more - 1] = (unsigned char)i;
	r = mremap(q, more, more, MREMAP_MAYMOVE | MREMAP_DONTUNMAP, NULL);
	check(w, r != MAP_FAILED && r != q && sum_of(r, size) == sum &&
	      r[more - 1] == (unsigned char)i && !q[0], "mremap that copies",
	      (long)more);
	if (r != MAP_FAILED)
		check(w, !munmap(r, more), "munmap", 0);
	check(w, !mprotect(q, PAGE, PROT_READ), "mprotect", 0);
	check(w, !munmap(q, more), "munmap", 0);
	add(w, sum);
}

static void write_file(struct worker *w, unsigned long i)
{
	unsigned char out[256], in[256];
	size_t n = 16 + i % 240;
	long r;

	fill(out, n, i);
	r = write(w->file, out, n);
	check(w, r == (long)n, "write to a file", r);
	w->size += r > 0 ? r : 0;
	r = lseek(w->file, 0, SEEK_CUR);
	check(w, r == w->size, "lseek", r);
	r = pread(w->file, in, n, w->size - (off_t)n);
	check(w, r == (long)n && !memcmp(in, out, n), "pread", r);
	add(w, sum_of(in, n));
}

static void use_pipe(struct worker *w, unsigned long i)
{
	unsigned char out[512], in[512];
	size_t n = 1 + i % 512;
	long r;

	fill(out, n, i * 3);
	r = write(w->pipe[1], out, n);
	check(w, r == (long)n, "write to a pipe", r);
	r = read(w->pipe[0], in, sizeof in);
	check(w, r == (long)n && !memcmp(in, out, n), "read from a pipe", r);
	add(w, sum_of(in, n));
}

static void on_signal(int sig, siginfo_t *si, void *context)
{
	(void)sig, (void)context;
	handled += (uint64_t)(unsigned)si->si_value.sival_int;
}

/* One signal that is waited for, and one with a handler. */
static void send_signals(struct worker *w, unsigned long i)
{
	union sigval v = { .sival_int = (int)(i & 0xffffff) };
	struct timespec limit = { .tv_sec = LIMIT_S };
	uint64_t before = handled;
	siginfo_t si = { 0 };
	sigset_t set;
	long r;

	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN);
	check(w, !pthread_sigqueue(w->id, SIGRTMIN, v), "sigqueue", 0);
	do
		r = sigtimedwait(&set, &si, &limit);
	while (was_interrupted(w, r));
	check(w, r == SIGRTMIN && si.si_value.sival_int == v.sival_int &&
	      si.si_code == SI_QUEUE && si.si_pid == getpid(),
	      "sigtimedwait", r);
	check(w, !pthread_sigqueue(w->id, SIGRTMIN + 1, v), "sigqueue", 0);
	check(w, handled == before + (uint64_t)v.sival_int, "a handler's sum",
	      (long)(handled - before));
	add(w, handled);
}

/* --- occasional steps ----------------------------------------------------- */

/* Each wait ends by its timeout; no signal has a handler that could end it. */
static void wait_in_vain(struct worker *w)
{
	struct timespec t = { .tv_nsec = WAIT_MS * 1000000 }, u = t;
	struct sembuf take = { .sem_op = -1 };
	struct pollfd fd = { .fd = w->pipe[0], .events = POLLIN };
	struct epoll_event ev;
	sigset_t set;
	long r[7];
	char c;
	uint64_t from;

	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN);
	for (size_t i = 0; i < sizeof r / sizeof *r; i++) {
		do {
			from = now_ns();
			errno = 0;
			r[i] = i == 0 ? epoll_wait(w->epoll, &ev, 1, WAIT_MS) :
			       i == 1 ? poll(&fd, 1, WAIT_MS) :
			       i == 2 ? ppoll(&fd, 1, &t, NULL) :
			       i == 3 ? sigtimedwait(&set, NULL, &t) :
			       i == 4 ? semtimedop(w->semaphore, &take, 1, &t) :
			       i == 5 ? recv(w->sockets[0], &c, 1, 0) :
					nanosleep(&t, &u);
		} while (was_interrupted(w, r[i]));
		check(w, r[i] == (i >= 3 && i <= 5 ? -1 : 0) &&
		      (r[i] == 0 || errno == EAGAIN), "a wait", (long)i);
		/* Socket timeouts are measured in ticks. */
		check(w, now_ns() - from >= (i == 5 ? 0 : WAIT_MS * 1000000u),
		      "a wait's time", (long)(now_ns() - from));
	}
}

static void use_timers(struct worker *w, unsigned long i)
{
	struct itimerspec once = { .it_value.tv_nsec = 1000000 };
	struct sigevent ev = { .sigev_notify = SIGEV_THREAD_ID,
			       .sigev_signo = SIGRTMIN + 2,
			       .sigev_value.sival_int = (int)(i & 0xffff) };
	struct timespec limit = { .tv_sec = LIMIT_S };
	int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	uint64_t n = 0;
	siginfo_t si = { 0 };
	timer_t timer;
	sigset_t set;
	long r;

	check(w, !timerfd_settime(fd, 0, &once, NULL), "timerfd_settime", fd);
	r = read(fd, &n, sizeof n);
	check(w, r == 8 && n == 1, "read from a timer", (long)n);
	close(fd);
	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN + 2);
	ev._sigev_un._tid = (int)syscall(SYS_gettid);
	check(w, !timer_create(CLOCK_MONOTONIC, &ev, &timer), "timer_create",
	      0);
	check(w, !timer_settime(timer, 0, &once, NULL), "timer_settime", 0);
	do
		r = sigtimedwait(&set, &si, &limit);
	while (was_interrupted(w, r));
	check(w, r == SIGRTMIN + 2 && si.si_code == SI_TIMER &&
	      si.si_value.sival_int == ev.sigev_value.sival_int,
	      "a timer's signal", r);
	check(w, !timer_delete(timer), "timer_delete", 0);
}

/* There is only one per process: the first worker uses it. */
static void use_itimer(struct worker *w)
{
	struct itimerval once = { .it_value.tv_usec = 1000 };
	struct timespec limit = { .tv_sec = LIMIT_S };
	sigset_t set;
	long r;

	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	check(w, !setitimer(ITIMER_REAL, &once, NULL), "setitimer", 0);
	do
		r = sigtimedwait(&set, NULL, &limit);
	while (was_interrupted(w, r));
	check(w, r == SIGALRM, "SIGALRM", r);
}

static void end_child(struct worker *w, pid_t pid, int wanted,
		      const char *what)
{
	int status = -1;
	long r = waitpid(pid, &status, 0);

	w->children++;
	check(w, pid > 0 && r == pid && WIFEXITED(status) &&
	      WEXITSTATUS(status) == wanted, what, status);
	add(w, (uint64_t)(unsigned)status);
}

/*
 * fork() and posix_spawn() block all signals. A SIGCHLD that arrives then is
 * not discarded and would interrupt another thread's wait, also without a
 * tracer. So each child waits for a byte before it exits.
 */
static pid_t spawn(struct worker *w, int from, const char *code)
{
	posix_spawn_file_actions_t actions;
	char exits[] = "exit";
	pid_t pid = -1;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, from, STDIN_FILENO);
	check(w, !posix_spawn(&pid, self, &actions, NULL,
			      (char *[]){ (char *)(uintptr_t)self, exits,
					  (char *)(uintptr_t)code, NULL },
			      environ), "posix_spawn", 0);
	posix_spawn_file_actions_destroy(&actions);
	return pid;
}

static void make_child(struct worker *w, unsigned long i)
{
	int code = (int)(i % 251), go[2];
	char text[16], c;
	pid_t pid;

	check(w, !pipe2(go, O_CLOEXEC), "pipe2", 0);
	pid = fork();
	if (pid == 0)
		_exit(read(go[0], &c, 1) == 1 ? code : 252);
	check(w, write(go[1], "x", 1) == 1, "write to a child", pid);
	end_child(w, pid, code, "a child");
	if (i % EXEC_EVERY == 0) {
		snprintf(text, sizeof text, "%d", code);
		pid = spawn(w, go[0], text);
		check(w, write(go[1], "x", 1) == 1, "write to a program", pid);
		end_child(w, pid, code, "a program");
	}
	close(go[0]);
	close(go[1]);
}

/* --- the threads ---------------------------------------------------------- */

static void open_all(struct worker *w)
{
	char name[] = "/tmp/mmtop-selfcheck.XXXXXX";
	struct timeval t = { .tv_usec = WAIT_MS * 1000 };

	w->file = mkostemp(name, O_CLOEXEC);
	unlink(name);
	w->epoll = epoll_create1(EPOLL_CLOEXEC);
	w->semaphore = semget(IPC_PRIVATE, 1, 0600);
	if (w->file < 0 || w->epoll < 0 || w->semaphore < 0 ||
	    pipe2(w->pipe, O_CLOEXEC) ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, w->sockets) ||
	    setsockopt(w->sockets[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t))
		_exit(94);
}

static void close_all(struct worker *w)
{
	off_t end = lseek(w->file, 0, SEEK_END);

	check(w, end == w->size, "a file's size", (long)end);
	add(w, (uint64_t)end);
	semctl(w->semaphore, 0, IPC_RMID);
}

static void *work(void *arg)
{
	struct worker *w = own = arg;

	w->id = pthread_self();
	open_all(w);
	for (unsigned long i = 0; i < w->cycles; i++) {
		move_memory(w, i + w->n);
		write_file(w, i);
		use_pipe(w, i);
		send_signals(w, i + w->n);
		if (i % TIMED_EVERY == 0) {
			wait_in_vain(w);
			use_timers(w, i);
		}
		if (i % TIMED_EVERY == 0 && !w->n)
			use_itimer(w);
		if (i % FORK_EVERY == 0)
			make_child(w, i);
	}
	close_all(w);
	return NULL;
}

int main(int argc, char **argv)
{
	static struct worker workers[THREADS];
	unsigned long calls = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	struct sigaction sa = { .sa_sigaction = on_signal,
				.sa_flags = SA_SIGINFO };
	unsigned long wrong = 0, interrupted = 0, children = 0;
	uint64_t sum = 0;
	sigset_t set;

	if (argc > 2 && !strcmp(argv[1], "exit"))
		return getchar() == 'x' ? atoi(argv[2]) : 254;
	self = argv[0];
	if (argc > 2)
		wait_to_be_watched();
	sigaction(SIGRTMIN + 1, &sa, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN);
	sigaddset(&set, SIGRTMIN + 2);
	sigaddset(&set, SIGALRM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	for (unsigned i = 0; i < THREADS; i++) {
		workers[i].n = i;
		workers[i].cycles = calls / CYCLE_CALLS / THREADS + 1;
		if (pthread_create(&workers[i].id, NULL, work, &workers[i]))
			return 94;
	}
	for (unsigned i = 0; i < THREADS; i++) {
		pthread_join(workers[i].id, NULL);
		sum += workers[i].sum;
		wrong += workers[i].wrong;
		interrupted += workers[i].interrupted;
		children += workers[i].children;
	}
	printf("%lu calls, result %016llx, wrong %lu\n", calls,
	       (unsigned long long)sum, wrong);
	if (interrupted)
		printf("%lu waits interrupted, %lu children\n", interrupted,
		       children);
	return wrong != 0;
}
