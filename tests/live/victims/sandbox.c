/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Forbids itself two calls by its own seccomp filter, then makes them all the
 * time: they must fail with the filter's errors.
 *
 *	sandbox FILE [TIMES]	4 words: rounds, calls that were not refused,
 *				set to end the victim, its PID
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>

#include "victim.h"

/* Does not check the architecture: there are no foreign calls here. */
static int forbid(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mlock, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EXDEV),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog prog = { sizeof code / sizeof *code, code };

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
}

static int is_refused(long r)
{
	return r == -1 && errno == EXDEV;
}

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDWR) : -1;
	uint64_t times = argc > 2 ? strtoul(argv[2], NULL, 10) : UINT64_MAX;
	const struct timespec pause = { .tv_nsec = 100000 };
	time_t until = time(NULL) + LIFE_S;
	volatile uint64_t *w = mmap(NULL, 32, PROT_READ | PROT_WRITE,
				    MAP_SHARED, fd, 0);

	if (w == MAP_FAILED)
		return 2;
	allow_tracing();
	if (forbid())
		return 4;
	w[3] = (uint64_t)getpid();
	while (!w[2] && w[0] < times && time(NULL) < until) {
		w[1] += !is_refused(syscall(SYS_getppid));
		w[1] += !is_refused(syscall(SYS_mlock, w, 4096));
		w[0]++;
		nanosleep(&pause, NULL);
	}
	return w[1] ? 3 : 0;
}
