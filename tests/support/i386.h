/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * True if the kernel has the i386 system calls, and so runs 32-bit programs. It
 * may be built or booted without them; some virtual machines lack them.
 */
#ifndef TESTS_SUPPORT_I386_H
#define TESTS_SUPPORT_I386_H

#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

static inline bool kernel_has_i386(void)
{
#ifdef __x86_64__
	int status = -1;
	pid_t pid = fork();

	if (pid == 0) {
		long r;

		signal(SIGSEGV, SIG_DFL);
		__asm__ volatile("int $0x80" : "=a"(r) : "0"(20L /* getpid */) :
				 "memory", "r8", "r9", "r10", "r11");
		_exit(r != getpid());
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
#else
	return false;
#endif
}

#endif
