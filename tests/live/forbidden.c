/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A seccomp profile around mmtop forbids one system call (R17): mmtop works
 * without it, or exits with an error message.  It never hangs.
 */
#include <config.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "live.h"

static const struct {
	const char *name;
	int number;
	bool named;		/* the message must name it */
} calls[] = {
	{ "waitid", SYS_waitid, true },
	{ "wait4", SYS_wait4, true },
	{ "rt_sigprocmask", SYS_rt_sigprocmask, true },
	{ "sendto", SYS_sendto, true },
	{ "recvfrom", SYS_recvfrom, true },
	{ "signalfd", SYS_signalfd4, true },
	{ "ptrace", SYS_ptrace, false },
	{ "process_vm_readv", SYS_process_vm_readv, false },
	{ "pidfd_open", SYS_pidfd_open, false },
	{ "pidfd_send_signal", SYS_pidfd_send_signal, false },
#ifdef SYS_poll
	{ "poll", SYS_poll, true },
#endif
	{ "ppoll", SYS_ppoll, false },
	{ "socketpair", SYS_socketpair, true },
	{ "pipe2", SYS_pipe2, false },
	{ "memfd_create", SYS_memfd_create, false },
	{ "clone", SYS_clone, false },
	{ "clone3", SYS_clone3, false },
	{ "prctl", SYS_prctl, false },
	{ "seccomp", SYS_seccomp, false },
	{ "perf_event_open", SYS_perf_event_open, false },
	{ "userfaultfd", SYS_userfaultfd, false },
	{ "setitimer", SYS_setitimer, false },
	{ "eventfd2", SYS_eventfd2, false },
	{ "rt_sigaction", SYS_rt_sigaction, false },
	{ "rt_sigtimedwait", SYS_rt_sigtimedwait, false },
	{ "sendmsg", SYS_sendmsg, false },
	{ "recvmsg", SYS_recvmsg, false },
	{ "kill", SYS_kill, false },
	{ "prlimit64", SYS_prlimit64, false },
	{ "close_range", SYS_close_range, false },
	{ "setpgid", SYS_setpgid, false },
	{ "sched_setaffinity", SYS_sched_setaffinity, false },
	{ "clock_nanosleep", SYS_clock_nanosleep, false },
	{ "getdents64", SYS_getdents64, false },
	{ "tgkill", SYS_tgkill, false },
};

enum { N_CALLS = sizeof calls / sizeof *calls };

/* pid NULL: mmtop launches a program. */
static void run_forbidden(struct run *r, size_t i, int err, const char *pid)
{
	char number[16], error[16], *forbid = victim("forbid");
	char *argv[] = {
		forbid, number, error, getenv("MMTOP"), (char *)"-b",
		(char *)"-o", (char *)"/dev/null",
		(char *)(pid ? "--duration=0.1" : "--level=calls"),
		(char *)(pid ? "-p" : "true"), (char *)pid, NULL,
	};

	snprintf(number, sizeof number, "%d", calls[i].number);
	snprintf(error, sizeof error, "%d", err);
	run_start(r, argv);
	free(forbid);
}

static bool is_good(struct run *r, size_t i)
{
	bool good = run_wait(r);

	if (good && run_status(r) == 0)
		return true;
	good = good && run_status(r) == 125 && !strncmp(r->err, "mmtop: ", 7) &&
	       (!calls[i].named || strstr(r->err, calls[i].name) ||
		strstr(r->err, "watch for signals"));
	if (!good)
		diag("%s: status %d, %s", calls[i].name, run_status(r), r->err);
	return good;
}

static void forbidden(size_t i, const char *pid)
{
	struct run r;
	bool good = true;

	for (int n = 0; good && n < 2; n++) {
		run_forbidden(&r, i, n ? ENOSYS : EPERM, n ? NULL : pid);
		good = is_good(&r, i);
		run_release(&r);
	}
	ok(good, "without %s(2), mmtop works or reports why not",
	   calls[i].name);
}

static bool has_filters(void)
{
	char *forbid = victim("forbid");
	struct run r;
	bool has;

	run_start(&r, (char *[]){ forbid, (char *)"-1", (char *)"1",
				  (char *)"true", NULL });
	has = run_wait(&r) && run_status(&r) == 0;
	run_release(&r);
	free(forbid);
	return has;
}

int main(void)
{
	char *sleeper = victim("tasks"), pid[16];
	struct run target;

	if (!has_filters())
		skip_all("the kernel has no seccomp filters");
#ifdef MMTOP_SANITIZED
	skip_all("the runtime of a sanitizer needs some of these calls");
#endif
	plan(N_CALLS);
	run_start(&target, (char *[]){ sleeper, (char *)"wait", NULL });
	run_printed(&target, "ready\n");
	snprintf(pid, sizeof pid, "%d", target.pid);
	for (size_t i = 0; i < N_CALLS; i++)
		forbidden(i, pid);
	run_release(&target);
	free(sleeper);
	return done();
}
