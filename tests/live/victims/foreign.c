/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes system calls by means other than the native one; prints each as a log
 * must show it.
 *
 *	foreign int80 [wait]	i386 calls from a 64-bit program
 *	foreign x32 [wait]	numbers with the x32 bit
 *	foreign sigreturn	returns from handlers, with a result of every
 *				kind in the register that sigreturn restores
 *
 * The calls that a log at level calls must have are enclosed by munmap(0x10000,
 * 4096) and munmap(0x10000, 8192).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "victim.h"

#ifdef __x86_64__
static void mark(size_t len)
{
	long r = syscall(SYS_munmap, (void *)0x10000, len);

	expect("munmap(0x10000, %zu) = %ld\n", len, r);
}

/* ---- int 0x80 ------------------------------------------------------------ */

/* i386 calls ignore the upper 32 bits of a register. */
#define HIGH UINT64_C(0x5a5a5a5a00000000)
#define H(v) (HIGH | (uint32_t)(uintptr_t)(v))

static long int80(long nr, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
		  uint64_t e, uint64_t f)
{
	register uint64_t r10 __asm__("r10") = f;
	long r;

	/* Skips the red zone. */
	__asm__ volatile("lea -128(%%rsp), %%rsp; push %%rbp; "
			 "mov %%r10, %%rbp; int $0x80; "
			 "pop %%rbp; lea 128(%%rsp), %%rsp"
			 : "=a"(r), "+r"(r10)
			 : "0"(nr), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e)
			 : "memory", "r8", "r9", "r11");
	return r;
}

static void int80_calls(void)
{
	/* Both tables have these numbers, for different calls. On x86-64, 192
	 * is lgetxattr, 91 fchmod, 125 capget, 219 restart_syscall, 163 acct,
	 * 45 recvfrom, 117 setresuid, 90 chmod. */
	char *low = mmap(NULL, 65536, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	uint32_t *words = (uint32_t *)(void *)low;
	long p, id;

	expect("mmap(NULL, 65536, PROT_READ|PROT_WRITE, "
	       "MAP_PRIVATE|MAP_ANONYMOUS|MAP_32BIT, -1, 0) = %p\n",
	       (void *)low);
	p = int80(192, H(0), H(8192), H(PROT_READ | PROT_WRITE),
		  H(MAP_PRIVATE | MAP_ANONYMOUS), H(-1), H(0));
	expect("mmap2(NULL, 8192, PROT_READ|PROT_WRITE, "
	       "MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x%x\n", (unsigned)p);
	expect("mprotect(0x%x, 4096, PROT_READ) = %ld\n", (unsigned)p,
	       int80(125, H(p), H(4096), H(PROT_READ), 0, 0, 0));
	expect("madvise(0x%x, 8192, MADV_DONTNEED) = %ld\n", (unsigned)p,
	       int80(219, H(p), H(8192), H(MADV_DONTNEED), 0, 0, 0));
	expect("mremap(0x%x, 8192, 4096, 0) = 0x%x\n", (unsigned)p,
	       (unsigned)int80(163, H(p), H(8192), H(4096), H(0), 0, 0));
	expect("munmap(0x%x, 8192) = %ld\n", (unsigned)p,
	       int80(91, H(p), H(8192), 0, 0, 0, 0));
	words[0] = 0;
	words[1] = 4096;
	words[2] = PROT_NONE;
	words[3] = MAP_SHARED | MAP_ANONYMOUS;
	words[4] = UINT32_MAX;
	words[5] = 0;
	p = int80(90, H(low), 0, 0, 0, 0, 0);
	expect("old_mmap(NULL, 4096, PROT_NONE, MAP_SHARED|MAP_ANONYMOUS, -1, "
	       "0) = 0x%x\n", (unsigned)p);
	expect("munmap(0x%x, 4096) = %ld\n", (unsigned)p,
	       int80(91, H(p), H(4096), 0, 0, 0, 0));
	id = int80(117, H(23), H(IPC_PRIVATE), H(4096), H(IPC_CREAT | 0600), 0,
		   0);
	expect("shmget(IPC_PRIVATE, 4096, IPC_CREAT|0600) = %ld\n", id);
	int80(117, H(21), H(id), H(0), H(low), H(0), 0);
	expect("shmat(%ld, NULL, 0) = 0x%x\n", id, words[0]);
	expect("shmctl(%ld, IPC_RMID, NULL) = %ld\n", id,
	       int80(117, H(24), H(id), H(IPC_RMID), 0, H(0), 0));
	expect("shmdt(0x%x) = %ld\n", words[0],
	       int80(117, H(22), 0, 0, 0, H(words[0]), 0));
	strcpy(low, "by int 0x80");
	expect("memfd_create(\"by int 0x80\", MFD_CLOEXEC) = %ld\n",
	       int80(356, H(low), H(1), 0, 0, 0, 0));
	expect("munmap(0x1, 4096) = %s\n",
	       int80(91, H(1), H(4096), 0, 0, 0, 0) == -EINVAL ?
	       "-1 EINVAL (Invalid argument)" : "another result");
}

/* Without 32-bit calls in the kernel, the instruction faults, or every call
 * fails with ENOSYS. */
static int has_int80(void)
{
	pid_t pid = fork();
	int status = 0;

	if (pid == 0)
		_exit(int80(20, 0, 0, 0, 0, 0, 0) != getpid());
	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

/* ---- x32 ----------------------------------------------------------------- */

#define X32 0x40000000l

static const char *x32_result(long r, int e)
{
	static char text[64];

	if (r >= 0)
		snprintf(text, sizeof text, r > 65535 ? "0x%lx" : "%ld", r);
	else
		snprintf(text, sizeof text, "-1 %s", e == ENOSYS ?
			 "ENOSYS (Function not implemented)" : "?");
	return text;
}

static void x32_calls(void)
{
	long r = syscall(X32 | 9, NULL, 4096, PROT_READ,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0l);

	expect("x32:mmap(NULL, 4096, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, "
	       "0) = %s\n", x32_result(r, errno));
	r = syscall(X32 | 11, 0x20000l, 4096l);
	expect("x32:munmap(0x20000, 4096) = %s\n", x32_result(r, errno));
	/* A number beyond every system call table. */
	syscall(X32 | 0x3fffffff, 1, 2, 3);
	syscall(X32 | 39);
}
#endif

/* ---- returns from handlers ----------------------------------------------- */

static void on_signal(int sig)
{
	(void)sig;
}

/* Raises a signal while the result register holds `value`. Uses a trap, as a
 * system call would change the register. */
static void interrupted_with(long value)
{
#if defined __x86_64__ || defined __i386__
	__asm__ volatile("int3" : : "a"(value) : "memory");
#else
	register long x0 __asm__("x0") = value;

	(void)x0;
	raise(SIGTRAP);
#endif
}

static void handlers(void)
{
	static const long values[] = { 0, -1, -EINTR, -EFAULT, -4095, -512,
				       -516, 7, 0x7fffffff };
	struct sigaction sa = { .sa_handler = on_signal };

	sigaction(SIGTRAP, &sa, NULL);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		interrupted_with(values[i]);
	expect("%zu\n", sizeof values / sizeof *values);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	expected_init();
	if (!strcmp(what, "sigreturn")) {
		handlers();
		expected_print();
		return 0;
	}
#ifdef __x86_64__
	if (!strcmp(what, "int80") && !has_int80()) {
		if (write(STDOUT_FILENO, "none\n", 5) != 5)
			return 1;
		return 0;
	}
	if (argc > 2)
		wait_to_be_watched();
	mark(4096);
	if (!strcmp(what, "int80"))
		int80_calls();
	else if (!strcmp(what, "x32"))
		x32_calls();
	mark(8192);
#endif
	expected_print();
	return 0;
}
