/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Touches new pages, and prints how many faults each range must have:
 *
 *	minor TID START END N FROM TO	caused by code between FROM and TO
 *	major TID START END N		as counted by getrusage(); 0: none
 *	total PID MIN MAX MAJOR		bounds for all faults since "ready"
 *
 *	faults [FILE]	FILE: created, dropped from the page cache, read
 *	faults flood N	touches N pages, prints "flooded N", exits at the next
 *			byte
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "victim.h"

#define FILE_PAGES 32

static long page;

__attribute__((noinline)) static void touch(volatile char *p, long n)
{
	for (long i = 0; i < n; i++)
		p[i * page] = 1;
}

__attribute__((noinline)) static int look_at(const volatile char *p, long n)
{
	int sum = 0;

	for (long i = 0; i < n; i++)
		sum += p[i * page];
	return sum;
}

static void *fresh(long n)
{
	char *p = mmap(NULL, (size_t)(n * page), PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		_exit(90);
	/* One fault per page, whatever the machine's default. */
	madvise(p, (size_t)(n * page), MADV_NOHUGEPAGE);
	return p;
}

/* Pages with a PROT_NONE page on both sides, so that the kernel does not merge
 * them with another region. */
static char *alone(long n)
{
	char *p = fresh(n + 2);

	if (mprotect(p, (size_t)page, PROT_NONE) ||
	    mprotect(p + (n + 1) * page, (size_t)page, PROT_NONE))
		_exit(91);
	return p + page;
}

static void touch_new(long n)
{
	char *p = alone(n);
	uintptr_t code = (uintptr_t)touch;

	touch(p, n);
	expect("minor %ld %lx %lx %ld %lx %lx\n", (long)syscall(SYS_gettid),
	       (unsigned long)p, (unsigned long)(p + n * page), n,
	       (unsigned long)code, (unsigned long)code + 512);
}

/* Exists before mmtop attaches; starts together with the others. */
static void *early(void *arg)
{
	char c;

	if (read(*(int *)arg, &c, 1) != 1)
		_exit(89);
	touch_new(200);
	return NULL;
}

static void *thread(void *arg)
{
	(void)arg;
	touch_new(300);
	return NULL;
}

static void child(char **argv)
{
	pid_t pid = fork();

	if (pid == 0) {
		touch_new(100);
		execl("/proc/self/exe", argv[0], "again", (char *)NULL);
		_exit(92);
	}
	if (pid < 0 || waitpid(pid, NULL, 0) != pid)
		_exit(93);
}

static long majors(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return u.ru_majflt;
}

static void read_file(const char *path)
{
	size_t size = (size_t)(FILE_PAGES * page);
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	char *p, buf[4096];
	long before;

	memset(buf, 'x', sizeof buf);
	for (size_t n = 0; fd >= 0 && n < size; n += sizeof buf)
		if (write(fd, buf, sizeof buf) != (ssize_t)sizeof buf)
			_exit(94);
	if (fd < 0 || fsync(fd))
		_exit(94);
	posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	p = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		_exit(94);
	madvise(p, size, MADV_RANDOM);
	before = majors();
	look_at(p, FILE_PAGES);
	expect("major %ld %lx %lx %ld\n", (long)getpid(), (unsigned long)p,
	       (unsigned long)p + size, majors() - before);
	close(fd);
	unlink(path);
}

/* After exec the collected lines are lost, so these are printed. */
static int after_exec(void)
{
	char *p = alone(50);
	unsigned long code = (unsigned long)(uintptr_t)touch;

	touch(p, 50);
	printf("minor %ld %lx %lx 50 %lx %lx\n", (long)getpid(),
	       (unsigned long)p, (unsigned long)(p + 50 * page), code,
	       code + 512);
	return 0;
}

static int flood(long n)
{
	char c;

	wait_to_be_watched();
	for (long i = 0; i < n; i += 1000) {
		char *p = fresh(1000);

		touch(p, 1000);
		munmap(p, (size_t)(1000 * page));
	}
	printf("flooded %ld\n", n);
	fflush(stdout);
	return read(STDIN_FILENO, &c, 1) == 1 ? 0 : 1;
}

int main(int argc, char **argv)
{
	struct rusage first, last;
	pthread_t t, before;
	int begin[2];

	page = sysconf(_SC_PAGESIZE);
	if (argc > 1 && !strcmp(argv[1], "again")) {
		return after_exec();
	}
	if (argc > 2 && !strcmp(argv[1], "flood"))
		return flood(atol(argv[2]));
	expected_init();
	if (pipe(begin) || pthread_create(&before, NULL, early, begin))
		return 1;
	wait_to_be_watched();
	getrusage(RUSAGE_SELF, &first);
	touch_new(600);
	if (write(begin[1], "", 1) != 1 || pthread_join(before, NULL) ||
	    pthread_create(&t, NULL, thread, NULL) ||
	    pthread_join(t, NULL))
		return 1;
	child(argv);
	if (argc > 1)
		read_file(argv[1]);
	getrusage(RUSAGE_SELF, &last);
	expect("total %ld %ld %ld %ld\n", (long)getpid(), 1100L,
	       last.ru_minflt - first.ru_minflt,
	       last.ru_majflt - first.ru_majflt);
	expected_print();
	return 0;
}
