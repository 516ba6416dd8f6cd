/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Changes memory on command, one word for each step. Two regions of eight pages
 * are at fixed addresses: one shared (s), one private (p).
 *
 *	s3, p3		the third page starts with a 3 (of eight: page 3 % 8)
 *	k3		like p3, but the kernel writes it: read() from a pipe
 *	m, q		msync of the shared one, mprotect of the private one
 *	u, U		unmaps the private one, the shared one
 *	a		maps the private one again
 *	d		madvise frees the first page of the private one
 *	w		waits for a byte
 *	z100		sleeps 100 ms
 *	f ... x		a child does the steps in between, and is waited for
 *	e		exec of true
 *	b100		for 100 ms counts 3, 11, 19... in the shared one
 *	c3		the same until three bytes have been read
 *	v		PROT_NONE for the private one
 *	B64		64 MiB more, with a different value in each page
 *	S500		500 pages, each made a region by mprotect
 *	=write		a call that lets another task see the memory: see
 *			hand_over() for their names
 *	V3		a vfork child maps and unmaps a page, writes to both
 *			regions, and exits
 *	T3		a thread does the same
 *	P, r, X		starts a peer; the peer reads the private one from
 *			outside, while no other process makes a call; ends the
 *			peer
 *	F/tmp/x		creates a file, maps it, fills it (byte i is i % 251)
 *			and syncs it
 *
 * "wait" as the first word: prints "ready" and waits for a byte.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "changer.h"
#include "victim.h"

static void map(uintptr_t at, int flags)
{
	void *p = mmap((void *)at, CHANGER_SIZE, PROT_READ | PROT_WRITE,
		       flags | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

	if (p == MAP_FAILED)
		_exit(3);
}

/* Atomic: a reader sees the page before or after the change. */
static void put(uintptr_t at, const char *number)
{
	uint64_t n = strtoull(number, NULL, 10);

	__atomic_store_n((uint64_t *)(at + n % 8 * 4096), n, __ATOMIC_SEQ_CST);
}

static void put_by_kernel(uintptr_t at, const char *number)
{
	uint64_t n = strtoull(number, NULL, 10);
	int ends[2];

	if (pipe(ends) < 0 || write(ends[1], &n, sizeof n) != sizeof n ||
	    read(ends[0], (void *)(at + n % 8 * 4096), sizeof n) != sizeof n)
		_exit(6);
	close(ends[0]);
	close(ends[1]);
}

static void wait_for_byte(void)
{
	char c;

	if (read(STDIN_FILENO, &c, 1) != 1)
		_exit(10);
}

static void nap(const char *number)
{
	unsigned long ms = strtoul(number, NULL, 10);
	struct timespec t = { (time_t)(ms / 1000),
			      (long)(ms % 1000) * 1000000 };

	nanosleep(&t, NULL);
}

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* The processor's cycle counter. Without a clock in the vDSO, reading a clock
 * is a system call, at which the memory may be captured. */
static uint64_t ticks(void)
{
#if defined __x86_64__ || defined __i386__
	return __builtin_ia32_rdtsc();
#elif defined __aarch64__
	uint64_t n;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(n));
	return n;
#else
	return now_ms();
#endif
}

static double ticks_per_ms = 1;

static void time_ticks(void)
{
	uint64_t from, since, until = now_ms();

	while ((from = now_ms()) == until)
		;
	since = ticks();
	while ((until = now_ms()) < from + 20)
		;
	ticks_per_ms = (double)(ticks() - since) / (double)(until - from);
}

/* The next of 3, 11, 19... in the shared region. */
static void count_on(void)
{
	static uint64_t n = 3;

	__atomic_store_n((uint64_t *)(CHANGER_SHARED + 3 * 4096), n,
			 __ATOMIC_SEQ_CST);
	n += 8;
}

static void count(const char *number)
{
	double span = strtod(number, NULL) * ticks_per_ms;
	uint64_t since = ticks();

	while ((double)(ticks() - since) < span)
		count_on();
}

static void count_to_bytes(const char *number)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };

	for (unsigned long n = strtoul(number, NULL, 10); n > 0;) {
		count_on();
		if (poll(&p, 1, 0) == 1) {
			wait_for_byte();
			n--;
		}
	}
}

/* Returns in the child the next word, and in the parent the x after the child's
 * words, once the child has exited. */
static char **branch(char **word)
{
	pid_t child = fork();

	if (child < 0)
		_exit(4);
	if (child == 0)
		return word;
	while (*word && strcmp(*word, "x") != 0)
		word++;
	if (waitpid(child, NULL, 0) != child)
		_exit(5);
	return word;
}

static char *more(size_t size)
{
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		_exit(9);
	for (size_t i = 0; i < size; i += 4096)
		memcpy(p + i, &i, sizeof i);
	return p;
}

static void split(const char *number)
{
	size_t n = strtoul(number, NULL, 10);
	char *p = more(n * 2 * 4096);

	for (size_t i = 0; i < n; i++)
		mprotect(p + i * 2 * 4096, 4096, PROT_READ);
}

static void file(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	unsigned char *p;

	if (fd < 0 || ftruncate(fd, CHANGER_FILE_SIZE) < 0)
		_exit(7);
	p = mmap((void *)CHANGER_FILE, CHANGER_FILE_SIZE,
		 PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
	if (p == MAP_FAILED)
		_exit(8);
	for (size_t i = 0; i < CHANGER_FILE_SIZE; i++)
		p[i] = (unsigned char)(i % 251);
	msync(p, CHANGER_FILE_SIZE, MS_ASYNC);
}

/* --- calls that let other tasks see written memory ------------------------ */

static struct {
	bool there;
	int pipe[2], pair[2];
	pid_t pid;
	uint32_t word;
} means;

static void prepare(void)
{
	if (means.there)
		return;
	if (pipe(means.pipe) < 0 ||
	    socketpair(AF_UNIX, SOCK_DGRAM, 0, means.pair) < 0)
		_exit(11);
	means.pid = getpid();
	means.there = true;
}

/* Each is one call, and none waits for more than a moment. */
static void hand_over(const char *how)
{
	struct timespec moment = { 0, 1000000 };
	struct pollfd nobody = { .fd = -1 };
	struct iovec byte = { &(char){ '.' }, 1 };
	struct msghdr message = { .msg_iov = &byte, .msg_iovlen = 1 };
	long r = -1;

	prepare();
	if (!strcmp(how, "write"))
		r = write(means.pipe[1], ".", 1);
	else if (!strcmp(how, "writev"))
		r = writev(means.pipe[1], &byte, 1);
	else if (!strcmp(how, "send"))
		r = send(means.pair[0], ".", 1, 0);
	else if (!strcmp(how, "sendmsg"))
		r = sendmsg(means.pair[0], &message, 0);
	else if (!strcmp(how, "recv"))
		r = recv(means.pair[1], &(char){ 0 }, 1, 0);
	else if (!strcmp(how, "msync"))
		r = msync((void *)CHANGER_SHARED, CHANGER_SIZE, MS_SYNC);
	else if (!strcmp(how, "wake"))
		r = syscall(SYS_futex, &means.word, FUTEX_WAKE, 1, NULL);
	else if (!strcmp(how, "wait"))
		r = syscall(SYS_futex, &means.word, FUTEX_WAIT, 0, &moment) < 0
			&& errno == ETIMEDOUT ? 0 : -1;
	else if (!strcmp(how, "kill"))
		r = kill(means.pid, 0);
	else if (!strcmp(how, "poll"))
		r = syscall(SYS_ppoll, &nobody, 1, &moment, NULL, 8);
	else if (!strcmp(how, "nap"))
		r = nanosleep(&moment, NULL);
	else if (!strcmp(how, "yield"))
		r = sched_yield();
	else if (!strcmp(how, "lock"))
		r = flock(means.pipe[0], LOCK_SH | LOCK_NB);
	else if (!strcmp(how, "ioctl"))
		r = ioctl(means.pipe[0], FIONREAD, &(int){ 0 });
	else if (!strcmp(how, "close"))
		r = close(means.pair[0]);
	if (r < 0)
		_exit(12);
}

static void put_both(const char *number)
{
	put(CHANGER_SHARED, number);
	put(CHANGER_PRIVATE, number);
}

static void put_by_borrower(const char *number)
{
	int status;
	void *page;
	pid_t child = vfork();

	if (child == 0) {
		page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS,
			    -1, 0);
		if (page == MAP_FAILED || munmap(page, 4096) < 0)
			_exit(14);
		put_both(number);
		_exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || status)
		_exit(13);
}

/* Waits until the call that created the thread has returned: its stop must not
 * capture the change. */
static int made;

static int in_thread(void *number)
{
	while (!__atomic_load_n(&made, __ATOMIC_SEQ_CST))
		;
	put_both(number);
	return 0;
}

/* Waits for the thread without a system call. */
static void put_by_thread(char *number)
{
	static char stack[65536] __attribute__((aligned(16)));
	static pid_t there;
	int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND |
		    CLONE_THREAD | CLONE_SYSVSEM | CLONE_PARENT_SETTID |
		    CLONE_CHILD_CLEARTID;

	__atomic_store_n(&made, 0, __ATOMIC_SEQ_CST);
	if (clone(in_thread, stack + sizeof stack, flags, number, &there, NULL,
		  &there) < 0)
		_exit(14);
	__atomic_store_n(&made, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(&there, __ATOMIC_SEQ_CST))
		;
}

enum { PEER_WAITS, PEER_READS, PEER_ENDS };
static int *peer;

static void be_peer(pid_t whose)
{
	char page[4096];
	struct iovec to = { page, sizeof page };
	/* This page is resident: reading would populate others. */
	struct iovec from = { (void *)(CHANGER_PRIVATE + 4096), sizeof page };
	int what;

	while ((what = __atomic_load_n(peer, __ATOMIC_SEQ_CST)) != PEER_ENDS) {
		if (what == PEER_WAITS)
			continue;
		if (process_vm_readv(whose, &to, 1, &from, 1, 0) < 0)
			_exit(15);
		__atomic_store_n(peer, PEER_WAITS, __ATOMIC_SEQ_CST);
	}
	_exit(0);
}

static void start_peer(void)
{
	pid_t pid = getpid();

	peer = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (peer == MAP_FAILED)
		_exit(16);
	if (fork() == 0)
		be_peer(pid);
}

static void ask_peer(void)
{
	__atomic_store_n(peer, PEER_READS, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(peer, __ATOMIC_SEQ_CST) == PEER_READS)
		;
}

static void end_peer(void)
{
	int status;

	__atomic_store_n(peer, PEER_ENDS, __ATOMIC_SEQ_CST);
	if (wait(&status) < 0 || status)
		_exit(17);
}

static void step(char *word)
{
	switch (*word) {
	case 's': put(CHANGER_SHARED, word + 1); break;
	case 'p': put(CHANGER_PRIVATE, word + 1); break;
	case 'k': put_by_kernel(CHANGER_PRIVATE, word + 1); break;
	case 'm': msync((void *)CHANGER_SHARED, CHANGER_SIZE, MS_ASYNC); break;
	case 'q':
		mprotect((void *)CHANGER_PRIVATE, CHANGER_SIZE,
			 PROT_READ | PROT_WRITE);
		break;
	case 'v':
		mprotect((void *)CHANGER_PRIVATE, CHANGER_SIZE, PROT_NONE);
		break;
	case 'u': munmap((void *)CHANGER_PRIVATE, CHANGER_SIZE); break;
	case 'U': munmap((void *)CHANGER_SHARED, CHANGER_SIZE); break;
	case 'a': map(CHANGER_PRIVATE, MAP_PRIVATE); break;
	case 'd': madvise((void *)CHANGER_PRIVATE, 4096, MADV_DONTNEED); break;
	case 'w': wait_for_byte(); break;
	case 'z': nap(word + 1); break;
	case 'b': count(word + 1); break;
	case 'c': count_to_bytes(word + 1); break;
	case 'B':
		more((size_t)strtoul(word + 1, NULL, 10) << 20);
		break;
	case 'S': split(word + 1); break;
	case 'F': file(word + 1); break;
	case '=': hand_over(word + 1); break;
	case 'V': put_by_borrower(word + 1); break;
	case 'T': put_by_thread(word + 1); break;
	case 'P': start_peer(); break;
	case 'r': ask_peer(); break;
	case 'X': end_peer(); break;
	case 'e': execl("/bin/true", "true", (char *)NULL); break;
	case 'x': _exit(0);
	default: _exit(6);
	}
}

int main(int argc, char **argv)
{
	char **word = argv + 1;

	for (int i = 1; i < argc; i++)
		if (argv[i][0] == 'b') {
			time_ticks();
			break;
		}
	map(CHANGER_SHARED, MAP_SHARED);
	map(CHANGER_PRIVATE, MAP_PRIVATE);
	if (argc > 1 && !strcmp(*word, "wait")) {
		wait_to_be_watched();
		word++;
	}
	while (*word) {
		if (!strcmp(*word, "f")) {
			word = branch(word);
			word++;
			continue;
		}
		step(*word++);
	}
	return 0;
}
