/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A fork that blocks until a byte arrives: it waits until the fork event of a
 * userfaultfd is read. The child exits with 0 once it is traced. Exits with the
 * child's status, or with 77 if this is not possible here.
 */
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096
#define TRIES 360000
#define TRY_MS 10

static int fd;

static int prepare(void)
{
	struct uffdio_api api = { .api = UFFD_API,
				  .features = UFFD_FEATURE_EVENT_FORK };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	void *p = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
	reg.range.start = (uintptr_t)p;
	reg.range.len = PAGE;
	if (fd < 0 || p == MAP_FAILED || ioctl(fd, UFFDIO_API, &api))
		return -1;
	return ioctl(fd, UFFDIO_REGISTER, &reg);
}

static void *answer(void *arg)
{
	struct uffd_msg msg;
	char c;

	if (read(STDIN_FILENO, &c, 1) < 0 ||
	    read(fd, &msg, sizeof msg) != sizeof msg)
		_exit(1);
	return arg;
}

static int is_traced(void)
{
	static const char field[] = "TracerPid:\t";
	char text[4096], *at;
	int status = open("/proc/self/status", O_RDONLY);
	ssize_t n = read(status, text, sizeof text - 1);

	close(status);
	text[n > 0 ? n : 0] = '\0';
	at = strstr(text, field);
	return at && atoi(at + sizeof field - 1);
}

static int child(void)
{
	for (int i = 0; i < TRIES; i++) {
		if (is_traced())
			return 0;
		poll(NULL, 0, TRY_MS);
	}
	return 1;
}

int main(void)
{
	pthread_t t;
	int status;
	pid_t pid;

	if (prepare() || pthread_create(&t, NULL, answer, NULL))
		return 77;
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		_exit(child());
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
