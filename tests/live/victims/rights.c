/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints its privileges, or gives some up.
 *
 *	rights show		"euid 0 egid 0 caps 0 nnp 0 seccomp 0"
 *	rights exec FILE	waits, then executes `FILE show`
 *	rights strict HOW	strict seccomp by prctl or seccomp: "strict" and 5,
 *				or "refused ERRNO" and 3; probe: tests if the
 *				call exists, with a flag that does not
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/syscall.h>

#include "victim.h"

/* The value in a line of /proc/self/status. */
static unsigned long long of_status(const char *key, int base)
{
	unsigned long long value = 99;
	char line[256];
	FILE *f = fopen("/proc/self/status", "r");

	while (f && fgets(line, sizeof line, f))
		if (!strncmp(line, key, strlen(key)))
			value = strtoull(line + strlen(key), NULL, base);
	if (f)
		fclose(f);
	return value;
}

static void show(void)
{
	printf("euid %d egid %d caps %llx nnp %llu seccomp %llu\n",
	       (int)geteuid(), (int)getegid(), of_status("CapEff:", 16),
	       of_status("NoNewPrivs:", 10), of_status("Seccomp:", 10));
}

/* After this, only read, write, exit and sigreturn are allowed. */
_Noreturn static void strict(const char *how)
{
	static const char said[] = "strict\n";
	long r;

	if (!strcmp(how, "prctl"))
		r = prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0);
	else
		r = syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT,
			    !strcmp(how, "probe"), NULL);
	if (r < 0) {
		printf("refused %d\n", errno);
		exit(3);
	}
	if (write(STDOUT_FILENO, said, sizeof said - 1) != sizeof said - 1)
		syscall(SYS_exit, 94);
	syscall(SYS_exit, 5);
	__builtin_unreachable();
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "show")) {
		show();
		return 0;
	}
	if (argc < 3)
		return 93;
	wait_to_be_watched();
	if (!strcmp(what, "strict"))
		strict(argv[2]);
	execl(argv[2], argv[2], "show", (char *)NULL);
	return 92;
}
