/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A fault in the first process of a PID namespace.
 *
 *	initfault KIND		prints "ready", waits for a byte, creates the
 *				namespace, prints "killed SIGNAL" or "exited
 *				STATUS" of its first process
 *
 * Exits with 77 if it may not create a namespace.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined __x86_64__ || defined __i386__
#define BREAKPOINT() __asm__ volatile("int3")
#define ILLEGAL() __asm__ volatile("ud2")
#define DIVIDE() __asm__ volatile("xor %%edx, %%edx\n\tdiv %%edx" ::: "eax", "edx")
#else
#define BREAKPOINT() __builtin_trap()
#define ILLEGAL() __builtin_trap()
#define DIVIDE() __builtin_trap()
#endif

static volatile int *volatile nowhere = NULL;

static void wild(void)
{
	*nowhere = 1;
}

static void *wild_thread(void *arg)
{
	wild();
	return arg;
}

static void in_thread(void)
{
	pthread_t t;

	pthread_create(&t, NULL, wild_thread, NULL);
	pthread_join(t, NULL);
}

static void *waits(void *arg)
{
	pause();
	return arg;
}

static void beside_thread(void)
{
	pthread_t t;

	pthread_create(&t, NULL, waits, NULL);
	wild();
}

static void bus(void)
{
	char *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED,
		       memfd_create("empty", 0), 0);

	if (p != MAP_FAILED)
		(void)*(volatile char *)p;
}

static void blocked(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGSEGV);
	sigprocmask(SIG_BLOCK, &set, NULL);
	wild();
}

static void ignored(void)
{
	signal(SIGSEGV, SIG_IGN);
	wild();
}

static void on_fault(int sig)
{
	_exit(40 + sig);
}

static void handled(void)
{
	signal(SIGSEGV, on_fault);
	wild();
}

static int deeper(int n)
{
	volatile char room[4096];

	room[0] = (char)n;
	return n < 0 ? 0 : deeper(n + 1) + room[0];
}

static void overflow(void)
{
	deeper(0);
}

/* SECCOMP_RET_TRAP for getppid(). */
static void trapped(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { sizeof code / sizeof *code, code };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
	syscall(SYS_getppid);
}

static void illegal(void)
{
	ILLEGAL();
}

static void divide(void)
{
	DIVIDE();
}

static void breakpoint(void)
{
	BREAKPOINT();
}

static const struct {
	const char *name;
	void (*fault)(void);
} kinds[] = {
	{ "wild", wild }, { "abort", abort }, { "thread", in_thread },
	{ "beside", beside_thread }, { "bus", bus }, { "blocked", blocked },
	{ "ignored", ignored }, { "handled", handled },
	{ "overflow", overflow }, { "trapped", trapped },
	{ "illegal", illegal }, { "divide", divide },
	{ "breakpoint", breakpoint },
};

int main(int argc, char **argv)
{
	int status;
	pid_t pid;
	char c;

	puts("ready");
	fflush(stdout);
	if (argc != 2 || read(STDIN_FILENO, &c, 1) != 1)
		return 2;
	if (unshare(CLONE_NEWPID) < 0)
		return 77;
	pid = fork();
	if (pid == 0) {
		for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
			if (!strcmp(argv[1], kinds[i].name))
				kinds[i].fault();
		_exit(3);	/* the fault had no effect */
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return 2;
	if (WIFSIGNALED(status))
		printf("killed %d\n", WTERMSIG(status));
	else
		printf("exited %d\n", WEXITSTATUS(status));
	return 0;
}
