/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/calls/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fault.h"
#include "event/call.h"
#include "event/wire/handover.h"
#include "late/seccomp.h"
#include "sys/pages/uffd.h"

/* include/linux/filter.h: the kernel does not accept a longer program. */
#define INSNS_MAX BPF_MAXINSNS

/* Calls that libseccomp may not know yet.  From 424 on, the numbers of calls
 * are the same on every architecture. */
static const struct {
	uint32_t nr;
	enum filter_class class;
} newer[] = {
	{ 453, FILTER_MEMORY },		/* map_shadow_stack */
	{ 454, FILTER_HANDOVER },	/* futex_wake */
	{ 455, FILTER_HANDOVER },	/* futex_wait */
	{ 456, FILTER_HANDOVER },	/* futex_requeue */
	{ 462, FILTER_MEMORY },		/* mseal */
};
#define NEWER (sizeof newer / sizeof *newer)

static int trace(scmp_filter_ctx ctx, const char *name,
		 enum filter_class class)
{
	int nr = seccomp_syscall_resolve_name(name);

	return nr == __NR_SCMP_ERROR ? 0 :
	       seccomp_rule_add(ctx, SCMP_ACT_TRACE(class), nr, 0);
}

static int add_memory(scmp_filter_ctx ctx)
{
	int r = 0;

	for (int id = CALL_OTHER + 1; id < CALL_IDS && !r; id++)
		/* On i386, mmap is the name of old_mmap. */
		if (id != CALL_OLD_MMAP)
			r = trace(ctx, call_by_id((enum call_id)id)->name,
				  FILTER_MEMORY);
	/* On i386, ipc does shmat and similar calls. */
	return r ? r : trace(ctx, "ipc", FILTER_MEMORY);
}

static bool has_class(const char *name)
{
	for (int id = CALL_OTHER + 1; id < CALL_IDS; id++)
		if (!strcmp(name, call_by_id((enum call_id)id)->name))
			return true;
	return !strcmp(name, "clone") || !strcmp(name, "clone3") ||
	       !strcmp(name, "ipc");
}

static int add_handovers(scmp_filter_ctx ctx)
{
	const char *name;
	int r = 0;

	for (size_t i = 0; (name = handover_name(i)) && !r; i++)
		if (!has_class(name))
			r = trace(ctx, name, FILTER_HANDOVER);
	return r;
}

/* Adds the ptrace requests that fail because mmtop is the tracer. */
static int add_ptrace(scmp_filter_ctx ctx)
{
	static const uint64_t requests[] = {
		PTRACE_TRACEME, PTRACE_ATTACH, PTRACE_SEIZE,
	};
	int r = 0;

	for (size_t i = 0; i < sizeof requests / sizeof *requests && !r; i++)
		r = seccomp_rule_add(ctx, SCMP_ACT_TRACE(FILTER_PTRACE),
				     SCMP_SYS(ptrace), 1,
				     SCMP_A0(SCMP_CMP_EQ, requests[i]));
	return r;
}

static int add_rules(scmp_filter_ctx ctx, bool handovers)
{
	int r = add_memory(ctx);

	if (!r && handovers)
		r = add_handovers(ctx);
	if (!r)
		r = trace(ctx, "clone", FILTER_CLONE);
	if (!r)
		r = trace(ctx, "clone3", FILTER_CLONE);
	if (!r)
		r = trace(ctx, "seccomp", FILTER_SECCOMP);
	if (!r)
		r = add_ptrace(ctx);
	/* The kernel ignores the upper halves of the tested arguments of ioctl
	 * and prctl, which are ints. */
	if (!r)
		r = seccomp_rule_add(ctx, SCMP_ACT_TRACE(FILTER_MEMORY),
				     SCMP_SYS(ioctl), 1,
				     SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffu,
					     UFFD_REGISTER));
	if (!r)
		r = seccomp_rule_add(ctx, SCMP_ACT_TRACE(FILTER_SECCOMP),
				     SCMP_SYS(prctl), 1,
				     SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffffu,
					     PR_SET_SECCOMP));
	return r;
}

static scmp_filter_ctx new_context(void)
{
	scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_ALLOW);

	if (!ctx)
		return NULL;
	/* Allow calls of an unlisted architecture; the default is to kill the
	 * process. */
	if (seccomp_attr_set(ctx, SCMP_FLTATR_ACT_BADARCH,
			     SCMP_ACT_ALLOW) < 0 ||
	    /* level 2 makes the filter a binary tree */
	    seccomp_attr_set(ctx, SCMP_FLTATR_CTL_OPTIMIZE, 2) < 0) {
		seccomp_release(ctx);
		return NULL;
	}
	return ctx;
}

static bool is_traced(enum filter_class class, bool handovers)
{
	return class != FILTER_HANDOVER || handovers;
}

/* Makes the rules for the native architecture: only it accepts rules by call
 * number. */
static scmp_filter_ctx native_rules(bool handovers)
{
	scmp_filter_ctx ctx = new_context();
	int r = ctx ? add_rules(ctx, handovers) : -ENOMEM;

	for (size_t i = 0; i < NEWER && !r; i++) {
		if (!is_traced(newer[i].class, handovers))
			continue;
		r = seccomp_rule_add(ctx, SCMP_ACT_TRACE(newer[i].class),
				     (int)newer[i].nr, 0);
		if (r == -EEXIST)
			r = 0;
	}
	if (r && ctx) {
		seccomp_release(ctx);
		ctx = NULL;
	}
	return ctx;
}

/* Adds rules for the other ABIs of the kernel: 32-bit programs and x32. */
static int add_others(scmp_filter_ctx ctx, bool handovers)
{
#ifdef __x86_64__
	scmp_filter_ctx other = new_context();
	int r = other ? 0 : -ENOMEM;

	if (!r)
		r = seccomp_arch_add(other, SCMP_ARCH_X86);
	if (!r)
		r = seccomp_arch_add(other, SCMP_ARCH_X32);
	if (!r)
		r = seccomp_arch_remove(other, SCMP_ARCH_NATIVE);
	if (!r)
		r = add_rules(other, handovers);
	if (!r)
		r = seccomp_merge(ctx, other);	/* frees `other` */
	if (r && other)
		seccomp_release(other);
	return r;
#else
	(void)ctx;
	(void)handovers;
	return 0;
#endif
}

/* The instructions for the `newer` calls, at the start of the program: if a
 * library does not know a call, it cannot translate it for another
 * architecture. */
#define FIRST_MAX (3 + 2 * NEWER)
#define EXPORT_MAX ((INSNS_MAX - FIRST_MAX) * sizeof(struct sock_filter))

static unsigned short put_first(struct sock_filter *at, bool handovers)
{
	unsigned short n = 0;
#ifdef __x86_64__
	at[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			offsetof(struct seccomp_data, arch));
	n++;
	at[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			offsetof(struct seccomp_data, nr));
	for (size_t i = 0; i < NEWER; i++) {
		if (!is_traced(newer[i].class, handovers))
			continue;
		at[n++] = (struct sock_filter)BPF_JUMP(
			BPF_JMP | BPF_JEQ | BPF_K, newer[i].nr, 0, 1);
		at[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
			SECCOMP_RET_TRACE | newer[i].class);
	}
	at[1] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
			AUDIT_ARCH_I386, 0, (uint8_t)(n - 2));
#else
	(void)at;
	(void)handovers;
#endif
	return n;
}

/* Reads the program from fd: libseccomp can write it only to a descriptor. */
static int read_back(int fd, struct call_filter *f, bool handovers)
{
	unsigned short first;
	char *to;
	size_t size = 0;
	ssize_t n;

	f->prog.filter = xcalloc(INSNS_MAX, sizeof(struct sock_filter));
	first = put_first(f->prog.filter, handovers);
	to = (char *)(f->prog.filter + first);
	while ((n = read(fd, to + size, EXPORT_MAX - size)) > 0)
		size += (size_t)n;
	if (n < 0)
		return -errno;
	if (!size || size == EXPORT_MAX || size % sizeof(struct sock_filter))
		return -E2BIG;
	f->prog.len = (unsigned short)(first + size / sizeof(struct sock_filter));
	return 0;
}

/* Gets the program through a pipe that can hold all of it.  In a file, the
 * limit on file sizes might truncate it. */
static int export(scmp_filter_ctx ctx, struct call_filter *f, bool handovers)
{
	int fd[2], r;

	if (pipe2(fd, O_CLOEXEC | O_NONBLOCK) < 0)
		return -errno;
	r = fcntl(fd[1], F_SETPIPE_SZ, EXPORT_MAX) < 0 ? -errno
		: seccomp_export_bpf(ctx, fd[1]);
	close(fd[1]);
	if (!r)
		r = read_back(fd[0], f, handovers);
	close(fd[0]);
	return r;
}

int filter_make(struct call_filter *f, bool handovers, struct err *err)
{
	scmp_filter_ctx ctx;
	int r;

	*f = (struct call_filter){ 0 };
	if (fault_on("no-seccomp"))
		return err_set(err, ENOSYS, "seccomp filter");
	r = LATE_LOAD(seccomp, err);
	if (r < 0)
		return r;
	ctx = native_rules(handovers);
	r = ctx ? add_others(ctx, handovers) : -ENOMEM;
	if (!r)
		r = export(ctx, f, handovers);
	if (ctx)
		seccomp_release(ctx);
	if (r) {
		filter_release(f);
		return err_set(err, -r, "seccomp filter");
	}
	return 0;
}

void filter_release(struct call_filter *f)
{
	free(f->prog.filter);
	*f = (struct call_filter){ 0 };
}

int filter_load(const struct call_filter *f)
{
	if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &f->prog) == 0)
		return 0;
	if (errno != EACCES)
		return -errno;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &f->prog) < 0)
		return -errno;
	return 0;
}

/* --- programs that would lose rights -------------------------------------- */

/* True if mmtop has CAP_SYS_ADMIN in its user namespace, and so does not need
 * no_new_privs. */
static bool may_filter(void)
{
	struct __user_cap_header_struct head = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

	memset(data, 0, sizeof data);
	if (syscall(SYS_capget, &head, data) < 0)
		return geteuid() == 0;
	return data[CAP_SYS_ADMIN / 32].effective & 1u << CAP_SYS_ADMIN % 32;
}

static bool gives_rights(const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode) ||
	    access(path, X_OK) < 0)
		return false;
	return (st.st_mode & S_ISUID && st.st_uid != geteuid()) ||
	       ((st.st_mode & (S_ISGID | S_IXGRP)) == (S_ISGID | S_IXGRP) &&
		st.st_gid != getegid()) ||
	       getxattr(path, "security.capability", NULL, 0) > 0;
}

/* Finds the program's file as execvp(3) does. */
bool filter_takes_rights(const char *program)
{
	const char *path = getenv("PATH");
	char file[4096];

	if (may_filter())
		return false;
	if (strchr(program, '/'))
		return gives_rights(program);
	if (!path)
		path = "/bin:/usr/bin";
	for (;; path++) {
		size_t n = strcspn(path, ":");

		snprintf(file, sizeof file, "%.*s%s%s", (int)n, path,
			 n ? "/" : "", program);
		if (access(file, X_OK) == 0)
			return gives_rights(file);
		path += n;
		if (!*path)
			return false;
	}
}
