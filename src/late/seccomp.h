/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libseccomp, loaded late: see late/late.h. */
#ifndef LATE_SECCOMP_H
#define LATE_SECCOMP_H

#include <seccomp.h>

#include "late/late.h"

#define LATE_SECCOMP(X) \
	X(seccomp_arch_add) X(seccomp_arch_remove) X(seccomp_attr_set) \
	X(seccomp_export_bpf) X(seccomp_init) X(seccomp_merge) \
	X(seccomp_release) X(seccomp_rule_add) \
	X(seccomp_syscall_resolve_name)

LATE_TABLE(seccomp, LATE_SECCOMP);

#ifndef LATE_LINKED
#define seccomp_arch_add (*late_seccomp.seccomp_arch_add)
#define seccomp_arch_remove (*late_seccomp.seccomp_arch_remove)
#define seccomp_attr_set (*late_seccomp.seccomp_attr_set)
#define seccomp_export_bpf (*late_seccomp.seccomp_export_bpf)
#define seccomp_init (*late_seccomp.seccomp_init)
#define seccomp_merge (*late_seccomp.seccomp_merge)
#define seccomp_release (*late_seccomp.seccomp_release)
#define seccomp_rule_add (*late_seccomp.seccomp_rule_add)
#define seccomp_syscall_resolve_name (*late_seccomp.seccomp_syscall_resolve_name)
#endif

#endif
