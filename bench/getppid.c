/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * getppid: makes argv[1] thousand calls that have nothing to do with memory.
 * With a second argument it first installs a seccomp filter that allows every
 * call, which shows the cost of any filter without a tracer.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int filter(void)
{
	struct sock_filter allow[] = {
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { 1, allow };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int argc, char **argv)
{
	long calls = (argc > 1 ? atol(argv[1]) : 1000) * 1000;

	if (argc > 2 && filter()) {
		perror("getppid: seccomp");
		return 1;
	}
	while (calls-- > 0)
		syscall(SYS_getppid);
	return 0;
}
