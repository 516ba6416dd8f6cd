/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Has memory that cannot be read for a while: its name for memfd_create() is on
 * a page that is not yet available, while another thread maps and unmaps.
 *
 *	hang WORDS loops	maps and unmaps only
 *	hang WORDS uffd		the page belongs to a userfaultfd
 *	hang WORDS file		the page belongs to the file HANG_FILE
 *	hang WORDS argv ...	its arguments belong to a userfaultfd (it
 *				executes itself with arguments that fill a page)
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <stdlib.h>

#include "hang.h"

#define PAGE 4096ul

static volatile uint64_t *words;

static void wait_for_word(int word)
{
	while (!words[word])
		poll(NULL, 0, 1);
}

static void *map_and_unmap(void *arg)
{
	while (!words[HANG_END]) {
		void *p = mmap(NULL, PAGE, PROT_READ,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (p == MAP_FAILED || munmap(p, PAGE) < 0)
			_exit(90);
		words[HANG_LOOPS]++;
		poll(NULL, 0, 1);
	}
	return arg;
}

/* ---- userfaultfd --------------------------------------------------------- */

static int uffd_open(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC);

	return fd < 0 || ioctl(fd, UFFDIO_API, &api) < 0 ? -1 : fd;
}

static int uffd_take(int fd, char *page)
{
	struct uffdio_register reg = {
		.range = { (uintptr_t)page, PAGE },
		.mode = UFFDIO_REGISTER_MODE_MISSING,
	};

	return fd < 0 ? -1 : ioctl(fd, UFFDIO_REGISTER, &reg);
}

static void *uffd_deliver(void *arg)
{
	char from[PAGE] __attribute__((aligned(4096))) = HANG_NAME;
	const int fd = *(int *)arg;
	struct uffd_msg msg;

	while (read(fd, &msg, sizeof msg) == (ssize_t)sizeof msg) {
		struct uffdio_copy copy = {
			.dst = msg.arg.pagefault.address & ~(PAGE - 1),
			.src = (uintptr_t)from, .len = PAGE,
		};

		wait_for_word(HANG_RELEASE);
		ioctl(fd, UFFDIO_COPY, &copy);
	}
	return NULL;
}

static int uffd;

static char *uffd_page(void)
{
	char *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_t t;

	uffd = uffd_open();
	if (page == MAP_FAILED || uffd_take(uffd, page) < 0 ||
	    pthread_create(&t, NULL, uffd_deliver, &uffd))
		return NULL;
	return page;
}

/* Replaces the whole pages within an argument by missing pages. */
static int uffd_argv(char *arg)
{
	char *page = (char *)(((uintptr_t)arg + PAGE - 1) & ~(PAGE - 1));

	if (page + PAGE > arg + strlen(arg))
		_exit(91);
	if (mmap(page, PAGE, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != page)
		_exit(92);
	return uffd_take(uffd_open(), page);
}

/* ---- files --------------------------------------------------------------- */

static char *file_page(void)
{
	const char *path = getenv("HANG_FILE");
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	void *p = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, fd, 0);

	return p == MAP_FAILED ? NULL : p;
}

static void call(const char *page)
{
	int fd;

	words[HANG_READY] = page ? 1 : 2;
	if (!page)
		return;
	wait_for_word(HANG_GO);
	words[HANG_CALLING] = 1;
	fd = memfd_create(page, MFD_CLOEXEC);
	words[HANG_DONE] = fd >= 0 ? 1 : 2;
}

static void call_self(char **argv)
{
	static char big[3 * PAGE];

	memset(big, 'x', sizeof big - 1);
	execl("/proc/self/exe", argv[0], argv[1], argv[2], big, NULL);
	_exit(93);
}

int main(int argc, char **argv)
{
	int fd = argc > 2 ? open(argv[1], O_RDWR | O_CLOEXEC) : -1;
	const char *what = argv[2];
	pthread_t t;

	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
	words = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (words == MAP_FAILED)
		return 94;
	if (!strcmp(what, "argv") && argc == 3)
		call_self(argv);
	if (pthread_create(&t, NULL, map_and_unmap, NULL))
		return 95;
	if (!strcmp(what, "uffd"))
		call(uffd_page());
	else if (!strcmp(what, "file"))
		call(file_page());
	else if (!strcmp(what, "argv"))
		words[HANG_READY] = uffd_argv(argv[3]) < 0 ? 2 : 1;
	else
		words[HANG_READY] = 1;
	pthread_join(t, NULL);
	return words[HANG_DONE] == 2;
}
