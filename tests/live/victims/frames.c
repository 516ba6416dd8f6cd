/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Different stacks that lead to a system call: getppid(), which no library
 * makes by itself.
 *
 *	frames chain		main > outer > middle > inner
 *	frames deep N		inner, N calls deep
 *	frames signal		in a signal handler
 *	frames crash		none: a call of NULL kills it
 *	frames nowhere		in the handler for a call of NULL
 *	frames ignored		none: it ignores SIGABRT, and exits
 *	frames thread		in a thread, forever, while main waits for it
 *	frames code		in code that belongs to no file
 *	frames inlined		in a function that is inlined into another
 *	frames lost		on a stack that leads nowhere
 *	frames loop		on a stack whose frames form a loop
 *	frames absent WHAT	on a stack that leads to an untouched page:
 *				anon, file, hugetlb
 *	frames above		mmap(), below an untouched part of the stack
 *
 * The last two then print how many of those pages are resident.
 */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define OWN __attribute__((noinline, noclone))

static sigjmp_buf back;
static volatile int depth, stays;

OWN static int inner(int n)
{
	depth += n;
	while (stays && write(STDOUT_FILENO, "ready\n", 6) == 6)
		for (;;)
			pause();
	/* here it stops */
	return (int)syscall(SYS_getppid) + depth;
}

OWN static int middle(int n)
{
	return inner(n + 1) + 1;
}

OWN static int outer(int n)
{
	return middle(n + 1) + 1;
}

OWN static int deep(int n)
{
	return n ? deep(n - 1) + depth : inner(0);
}

OWN static void handler(int sig)
{
	outer(sig);
	if (sig == SIGSEGV)
		siglongjmp(back, 1);
}

OWN static int raiser(void)
{
	signal(SIGUSR1, handler);
	raise(SIGUSR1);
	return depth;
}

OWN static int caller(int (*f)(void))
{
	return f() + depth;
}

OWN static void *thread(void *arg)
{
	return (void *)(intptr_t)outer(*(int *)arg);
}

OWN static int threads(void)
{
	pthread_t t;
	int n = 1;

	stays = 1;
	if (pthread_create(&t, NULL, thread, &n))
		return 1;
	return pthread_join(t, NULL);
}

/* Code made at run time that calls its argument, with a standard frame. */
OWN static int made(void)
{
	static const unsigned char code[] = {
#if defined __x86_64__
		0x55, 0x48, 0x89, 0xe5,		/* push %rbp; mov %rsp,%rbp */
		0xff, 0xd7, 0x5d, 0xc3,		/* call *%rdi; pop; ret */
#elif defined __aarch64__
		0xfd, 0x7b, 0xbf, 0xa9,		/* stp x29, x30, [sp, -16]! */
		0xfd, 0x03, 0x00, 0x91,		/* mov x29, sp */
		0x00, 0x00, 0x3f, 0xd6,		/* blr x0 */
		0xfd, 0x7b, 0xc1, 0xa8,		/* ldp x29, x30, [sp], 16 */
		0xc0, 0x03, 0x5f, 0xd6,		/* ret */
#else
		0x55, 0x89, 0xe5,		/* push %ebp; mov %esp,%ebp */
		0xff, 0x55, 0x08, 0x5d, 0xc3,	/* call *8(%ebp); pop; ret */
#endif
	};
	int (*f)(int (*)(int)) = NULL;
	void *at = mmap(NULL, sizeof code, PROT_READ | PROT_WRITE | PROT_EXEC,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		return 1;
	memcpy(at, code, sizeof code);
	__builtin___clear_cache((char *)at, (char *)at + sizeof code);
	memcpy(&f, &at, sizeof f);
	return f(middle) + depth;
}

static inline __attribute__((always_inline)) int within(int n)
{
	return inner(n) + 1;
}

OWN static int around(int n)
{
	return within(n) + 1;
}

OWN static void *here(void)
{
	return __builtin_return_address(0);
}

/* Overwrites the caller's frame, or links it to itself. */
OWN static int broken(int loops)
{
	void **frame = __builtin_frame_address(0);

	frame[0] = loops ? (void *)frame : (void *)1;
	frame[1] = loops ? here() : (void *)8;
	inner(0);
	_exit(0);
}

/* --- pages that are not resident ------------------------------------------ */

#define PG 4096ul
#define AREA (2ul << 20)

static int count(const void *at, size_t size)
{
	int fd = open("/proc/self/pagemap", O_RDONLY), n = 0;
	uint64_t entry;

	for (size_t i = 0; i < size; i += PG)
		n += pread(fd, &entry, sizeof entry, (off_t)
			   (((uintptr_t)at + i) / PG * sizeof entry)) ==
			     sizeof entry && entry >> 63;
	close(fd);
	return n;
}

static void print_present(int n)
{
	char line[32];
	int len = snprintf(line, sizeof line, "present %d\n", n);

	_exit(write(STDOUT_FILENO, line, (size_t)len) != len);
}

OWN static int absent(const char *what)
{
	bool file = !strcmp(what, "file"), huge = !strcmp(what, "hugetlb");
	int fd = file ? open("/proc/self/exe", O_RDONLY) : -1;
	void **frame = __builtin_frame_address(0);
	size_t size = file ? PG : AREA;
	char *at = mmap(NULL, size, PROT_READ | (file ? 0 : PROT_WRITE),
			MAP_PRIVATE | (file ? 0 : MAP_ANONYMOUS) |
			(huge ? MAP_HUGETLB : 0), fd, 0);

	if (at == MAP_FAILED)
		_exit(77);
	frame[0] = at + PG / 2;
	frame[1] = here();
	inner(0);
	print_present(count(at, size));
	return depth;
}

OWN static int above(void)
{
	char big[64 * PG] __attribute__((aligned(4096)));
	volatile char *at = big;

	__asm__ volatile("" : : "r"(at) : "memory");
	if (mmap(NULL, 64 * PG, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
		_exit(1);
	/* Counts pages below: those above were used before main(). */
	print_present(count(big, 32 * PG));
	return depth;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "chain";

	if (!strcmp(what, "deep"))
		return deep(argc > 2 ? atoi(argv[2]) : 1000) < 0;
	if (!strcmp(what, "signal"))
		return raiser() < 0;
	if (!strcmp(what, "nowhere")) {
		signal(SIGSEGV, handler);
		return sigsetjmp(back, 1) ? 0 : caller(NULL);
	}
	if (!strcmp(what, "ignored")) {
		signal(SIGABRT, SIG_IGN);
		return kill(getpid(), SIGABRT);
	}
	if (!strcmp(what, "crash"))
		return caller(NULL);
	if (!strcmp(what, "thread"))
		return threads();
	if (!strcmp(what, "code"))
		return made() < 0;
	if (!strcmp(what, "inlined"))
		return around(1) < 0;
	if (!strcmp(what, "lost") || !strcmp(what, "loop"))
		return broken(what[2] == 'o');
	if (!strcmp(what, "absent"))
		return absent(argc > 2 ? argv[2] : "anon") < 0;
	if (!strcmp(what, "above"))
		return above() < 0;
	return outer(1) < 0;
}
