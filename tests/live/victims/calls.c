/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes memory calls and prints each as a log must show it, in order. They are
 * enclosed by two calls that no C library makes: munmap(0x10000, 4096) and
 * munmap(0x10000, 8192).
 *
 *	calls [wait]
 *	calls link	107 times mmap2, and link(2), whose number on i386 is
 *			that of mmap on x86_64
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/syscall.h>

#include "victim.h"

#ifdef __i386__
#define MMAP_NR SYS_mmap2
#define MMAP_NAME "mmap2"
#define OFFSET(bytes) ((long)((bytes) / 4096))	/* mmap2 takes pages */
#else
#define OFFSET(bytes) ((long)(bytes))
#define MMAP_NR SYS_mmap
#define MMAP_NAME "mmap"
#endif

#ifndef SYS_mseal
#define SYS_mseal 462
#endif

#define MARK ((void *)0x10000)

static const char *error_name(int e)
{
	switch (e) {
	case EINVAL: return "EINVAL (Invalid argument)";
	case ENOENT: return "ENOENT (No such file or directory)";
	case ENOMEM: return "ENOMEM (Cannot allocate memory)";
	case ENOSYS: return "ENOSYS (Function not implemented)";
	case EPERM: return "EPERM (Operation not permitted)";
	case EBADF: return "EBADF (Bad file descriptor)";
	case EFAULT: return "EFAULT (Bad address)";
	case EIO: return "EIO (Input/output error)";
	}
	_exit(94);
}

/* The call as text, then its result. */
static void result(long r, int is_address, const char *call)
{
	int e = errno;

	if (r == -1)
		expect("%s = -1 %s\n", call, error_name(e));
	else if (is_address)
		expect("%s = 0x%lx\n", call, (unsigned long)r);
	else
		expect("%s = %ld\n", call, r);
}

#define CALL(is_address, text, nr, ...) ({ \
	char text_[512]; \
	long r_ = syscall(nr, ##__VA_ARGS__); \
	int e_ = errno; \
	snprintf text; \
	errno = e_; \
	result(r_, is_address, text_); \
	r_; })
#define T(...) (text_, sizeof text_, __VA_ARGS__)

static char *map(size_t size)
{
	return (char *)CALL(1, T(MMAP_NAME "(NULL, %zu, PROT_READ|PROT_WRITE, "
				 "MAP_PRIVATE|MAP_ANONYMOUS, -1, 0)", size),
			    MMAP_NR, NULL, size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, OFFSET(0));
}

static void changes(char *p)
{
	CALL(0, T("mprotect(%p, 4096, PROT_READ)", p), SYS_mprotect, p, 4096,
	     PROT_READ);
	CALL(0, T("mprotect(%p, 8192, PROT_NONE)", p), SYS_mprotect, p, 8192,
	     PROT_NONE);
	CALL(0, T("pkey_mprotect(%p, 8192, PROT_READ|PROT_WRITE, -1)", p),
	     SYS_pkey_mprotect, p, 8192, PROT_READ | PROT_WRITE, -1);
	CALL(0, T("madvise(%p, 4096, MADV_DONTNEED)", p), SYS_madvise, p, 4096,
	     MADV_DONTNEED);
	CALL(0, T("mlock(%p, 4096)", p), SYS_mlock, p, 4096);
	CALL(0, T("mlock2(%p, 4096, MLOCK_ONFAULT)", p), SYS_mlock2, p, 4096,
	     MLOCK_ONFAULT);
	CALL(0, T("munlock(%p, 4096)", p), SYS_munlock, p, 4096);
	CALL(0, T("mlockall(MCL_ONFAULT)"), SYS_mlockall, MCL_ONFAULT);
	CALL(0, T("munlockall()"), SYS_munlockall);
	CALL(0, T("msync(%p, 4096, MS_ASYNC|MS_INVALIDATE)", p), SYS_msync, p,
	     4096, MS_ASYNC | MS_INVALIDATE);
	CALL(0, T("mseal(%p, 4095, 0)", p + 1), SYS_mseal, p + 1, 4095, 0);
}

/* These fail on some kernels: prints the actual result. */
static void rarer(char *p)
{
	struct { void *base; size_t len; } vec = { p, 4096 };

	CALL(0, T("process_madvise(999, %p, 1, MADV_COLD, 0)", (void *)&vec),
	     SYS_process_madvise, 999, &vec, 1, 20, 0);
	CALL(0, T("remap_file_pages(%p, 4096, PROT_NONE, 0, "
		  "MAP_FILE|MAP_NONBLOCK)", p),
	     SYS_remap_file_pages, p, 4096, 0, 0, MAP_NONBLOCK);
	CALL(0, T("mbind(%p, 4096, MPOL_DEFAULT, NULL, 0, MPOL_MF_STRICT)", p),
	     SYS_mbind, p, 4096, 0, NULL, 0, 1);
	CALL(0, T("userfaultfd(0x80000000 /* UFFD_??? */)"), SYS_userfaultfd,
	     0x80000000);
	CALL(0, T("memfd_secret(0x1 /* O_??? */)"), SYS_memfd_secret, 1);
}

static void moves(char *p)
{
	char *q = (char *)CALL(1, T("mremap(%p, 65536, 1048576, "
				    "MREMAP_MAYMOVE)", p),
			       SYS_mremap, p, 65536, 1 << 20, MREMAP_MAYMOVE);

	CALL(1, T("mremap(%p, 8192, 4096, MREMAP_MAYMOVE|MREMAP_FIXED, %p)", q,
		  q + 65536),
	     SYS_mremap, q, 8192, 4096, MREMAP_MAYMOVE | MREMAP_FIXED,
	     q + 65536);
	CALL(0, T("munmap(%p, 1048576)", q), SYS_munmap, q, 1 << 20);
	CALL(0, T("munmap(0x1, 4096)"), SYS_munmap, (void *)1, 4096);
	CALL(1, T(MMAP_NAME "(NULL, 0, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, "
			    "-1, 0)"),
	     MMAP_NR, NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, OFFSET(0));
	CALL(1, T("brk(0x1)"), SYS_brk, (void *)1);
}

static void files(void)
{
	char exe[PATH_MAX + 1];
	ssize_t n = readlink("/proc/self/exe", exe, PATH_MAX);
	int fd = open("/proc/self/exe", O_RDONLY);
	long p;

	if (n < 0 || fd < 0)
		_exit(93);
	exe[n] = '\0';
	p = CALL(1, T(MMAP_NAME "(NULL, 4096, PROT_READ|PROT_EXEC, "
		      "MAP_PRIVATE, %d<%.400s>, 0x1000)", fd, exe),
		 MMAP_NR, NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd,
		 OFFSET(0x1000));
	CALL(0, T("munmap(0x%lx, 4096)", (unsigned long)p), SYS_munmap, p,
	     4096);
	/* An offset of more than 32 bits. */
	p = CALL(1, T(MMAP_NAME "(NULL, 4096, PROT_READ, MAP_PRIVATE, "
		      "%d<%.400s>, 0x300000000)", fd, exe),
		 MMAP_NR, NULL, 4096, PROT_READ, MAP_PRIVATE, fd,
		 OFFSET(0x300000000));
	CALL(0, T("munmap(0x%lx, 4096)", (unsigned long)p), SYS_munmap, p,
	     4096);
	CALL(1, T(MMAP_NAME "(NULL, 4096, PROT_READ, MAP_SHARED, 999, 0)"),
	     MMAP_NR, NULL, 4096, PROT_READ, MAP_SHARED, 999, OFFSET(0));
	CALL(0, T("memfd_create(\"a \\x1b[31m b\", "
		  "MFD_CLOEXEC|MFD_ALLOW_SEALING)"),
	     SYS_memfd_create, "a \033[31m b",
	     MFD_CLOEXEC | MFD_ALLOW_SEALING);
	close(fd);
}

#ifdef __i386__
/* Through ipc(2), as in old C libraries. */
static void shared_by_ipc(void)
{
	unsigned long at = 0;
	long id, p;

	/* SHMGET, SHMAT, SHMCTL, SHMDT; and SEMGET, which is not a memory
	 * call. */
	id = CALL(0, T("shmget(IPC_PRIVATE, 8192, IPC_CREAT|0600)"), SYS_ipc,
		  23, IPC_PRIVATE, 8192, IPC_CREAT | 0600, NULL, 0);
	if (syscall(SYS_ipc, 21, id, 0, &at, NULL, 0) == 0)
		expect("shmat(%ld, NULL, 0) = 0x%lx\n", id, at);
	p = (long)at;
	CALL(0, T("shmctl(%ld, IPC_RMID, NULL)", id), SYS_ipc, 24, id, IPC_RMID,
	     0, NULL, 0);
	syscall(SYS_ipc, 2, -1, 0, 0, NULL, 0);
	CALL(0, T("shmdt(0x%lx)", (unsigned long)p), SYS_ipc, 22, 0, 0, 0,
	     p, 0);
	CALL(1, T("shmat(-1, NULL, SHM_RDONLY)"), SYS_ipc, 21, -1, SHM_RDONLY,
	     &at, NULL, 0);
}
#endif

static void shared(void)
{
	long id, p;

	id = CALL(0, T("shmget(IPC_PRIVATE, 8192, IPC_CREAT|0600)"), SYS_shmget,
		  IPC_PRIVATE, 8192, IPC_CREAT | 0600);
	p = CALL(1, T("shmat(%ld, NULL, SHM_RDONLY)", id), SYS_shmat, id, NULL,
		 SHM_RDONLY);
	CALL(0, T("shmctl(%ld, IPC_RMID, NULL)", id), SYS_shmctl, id, IPC_RMID,
	     NULL);
	CALL(0, T("shmdt(0x%lx)", (unsigned long)p), SYS_shmdt, p);
}

#ifdef __x86_64__
static sigjmp_buf no_i386;

static void on_segv(int sig)
{
	siglongjmp(no_i386, sig);
}
#endif

/* Calls with another convention: old_mmap's struct; int 0x80 from 64-bit
 * code. */
static void foreign(void)
{
#ifdef __i386__
	const unsigned long args[6] = { 0, 4096, PROT_READ,
					MAP_PRIVATE | MAP_ANONYMOUS,
					(unsigned long)-1, 0 };

	CALL(1, T("old_mmap(NULL, 4096, PROT_READ, "
		  "MAP_PRIVATE|MAP_ANONYMOUS, -1, 0)"), SYS_mmap, args);
	CALL(1, T("old_mmap(?, ?, ?, ?, ?, ?)"), SYS_mmap, (void *)1);
	shared_by_ipc();
#elif defined __x86_64__
	long r;

	/* A kernel without i386 calls may send a signal instead. */
	signal(SIGSEGV, on_segv);
	if (sigsetjmp(no_i386, 1)) {
		expect("--- SIGSEGV {si_code=SI_KERNEL} ---\n");
		return;
	}
	/* 91 is munmap on i386, fchmod on x86-64. */
	__asm__ volatile ("int $0x80" : "=a" (r)
			  : "0" (91L), "b" (0x20000L), "c" (4096L)
			  : "memory", "r8", "r9", "r10", "r11");
	if (r != -ENOSYS)
		expect("munmap(0x20000, 4096) = %ld\n", r);
#endif
}

static void exec_fails(void)
{
	char *const argv[] = { (char *)"x", NULL };

	CALL(0, T("execve(\"/nonexistent/\\xff\\n\", %p, NULL)",
		  (const void *)argv),
	     SYS_execve, "/nonexistent/\xff\n", argv, NULL);
	CALL(0, T("execveat(AT_FDCWD, \"/nonexistent\", %p, NULL, "
		  "AT_SYMLINK_NOFOLLOW)", (const void *)argv),
	     SYS_execveat, AT_FDCWD, "/nonexistent", argv, NULL,
	     AT_SYMLINK_NOFOLLOW);
}

static int link_and_map(void)
{
	for (int i = 0; i < 107; i++)
		syscall(MMAP_NR, NULL, 12345, PROT_READ,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, OFFSET(0));
#ifdef SYS_link
	syscall(SYS_link, "/nonexistent/a", "/nonexistent/b");
#endif
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "link"))
		return link_and_map();
	expected_init();
	if (argc > 1)
		wait_to_be_watched();
	CALL(0, T("munmap(0x10000, 4096)"), SYS_munmap, MARK, 4096);
	changes(map(65536));
	rarer(map(4096));
	moves(map(65536));
	files();
	shared();
	foreign();
	exec_fails();
	CALL(0, T("munmap(0x10000, 8192)"), SYS_munmap, MARK, 8192);
	expected_print();
	return 0;
}
