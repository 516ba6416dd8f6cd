/* SPDX-License-Identifier: GPL-3.0-or-later */
/* forbid CALL ERRNO PROGRAM [ARG]...: runs PROGRAM with a filter that makes
 * system call number CALL fail with ERRNO, like a container's seccomp
 * profile. */
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	unsigned call = argc > 3 ? (unsigned)atoi(argv[1]) : 0;
	unsigned err = argc > 3 ? (unsigned)atoi(argv[2]) : 0;
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | err),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog prog = { sizeof code / sizeof *code, code };

	if (argc < 4 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		return 77;
	execvp(argv[3], argv + 3);
	return 78;
}
