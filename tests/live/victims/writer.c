/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Maps 16,384 pages, writes to all of them, prints "at ADDRESS". For each
 * newline that it reads, it writes to a third of them, a tenth of those through
 * read(2), and prints "done N". For each "m" it writes to the page before them;
 * it never writes to the pages after them. For an "o" it registers all of them
 * with its own userfaultfd and prints "own N", N being the error.
 *
 * "seccomp": with its own filter; "uffd": with its own userfaultfd from the
 * start; "leaderless": in another thread, after the first one has exited.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGES 16384u
#define PAGE 4096u
#define BEHIND 200u
#define SIZE ((size_t)(1 + PAGES + BEHIND) * PAGE)

static int own(const char *what)
{
	struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K,
					    SECCOMP_RET_ALLOW);
	const struct sock_fprog prog = { 1, &allow };

	if (!strcmp(what, "uffd"))
		return syscall(SYS_userfaultfd, 1 | O_CLOEXEC) < 0;
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog) < 0;
}

/* Registers all of the memory at once, as a program would. */
static int hand_over(char *p)
{
	int fd = (int)syscall(SYS_userfaultfd, 1 | O_CLOEXEC | O_NONBLOCK);
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register all = {
		.range = { (uintptr_t)p, SIZE },
		.mode = UFFDIO_REGISTER_MODE_MISSING,
	};
	int error = fd < 0 || ioctl(fd, UFFDIO_API, &api) < 0 ||
		    ioctl(fd, UFFDIO_REGISTER, &all) < 0 ? errno : 0;

	errno = 0;
	return error;
}

/* Returns the number of pages written, 0 on an error. */
static unsigned turn_of(char *p, unsigned turn, int zero)
{
	unsigned written = 0;

	for (unsigned i = turn; i < PAGES; i += 3, written++)
		if (i % 10)
			p[(size_t)i * PAGE]++;
		else if (read(zero, p + (size_t)i * PAGE, 8) != 8)
			return 0;
	return written;
}

static int run_writer(const char *what)
{
	int zero = open("/dev/zero", O_RDONLY);
	unsigned turn = 0;
	char byte, *p;

	p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED || zero < 0 || (what && own(what)))
		return 2;
	madvise(p, SIZE, MADV_NOHUGEPAGE);
	for (unsigned i = 0; i <= PAGES; i++)
		p[(size_t)i * PAGE] = 1;
	p += PAGE;
	printf("at %p\n", (void *)p);
	fflush(stdout);
	while (read(0, &byte, 1) > 0) {
		unsigned written;

		if (byte == 'm') {
			p[-(int)PAGE]++;
			continue;
		}
		if (byte == 'o') {
			printf("own %d\n", hand_over(p - PAGE));
			fflush(stdout);
			continue;
		}
		written = turn_of(p, turn++, zero);
		if (!written)
			return 3;
		printf("done %u\n", written);
		fflush(stdout);
	}
	printf("errno %d\n", errno);
	return 0;
}

static void *other(void *arg)
{
	exit(run_writer(arg));
}

int main(int argc, char **argv)
{
	pthread_t t;

	if (argc < 2 || strcmp(argv[1], "leaderless") != 0)
		return run_writer(argc > 1 ? argv[1] : NULL);
	if (pthread_create(&t, NULL, other, NULL))
		return 4;
	pthread_exit(NULL);
}
