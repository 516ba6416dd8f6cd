/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "event/wire/handover.h"

#include <stdlib.h>
#include <string.h>

/* Sorted for bsearch(). socketcall and ipc of i386 combine several calls. */
static const char *const names[] = {
	"_newselect", "accept", "accept4", "bind", "chmod", "chown",
	"clock_nanosleep", "clock_nanosleep_time64", "clone", "clone3", "close",
	"close_range", "connect", "copy_file_range", "creat", "dup2", "dup3",
	"epoll_pwait", "epoll_pwait2", "epoll_wait", "execve", "execveat",
	"exit", "exit_group", "fallocate", "fchmod", "fchmodat", "fchmodat2",
	"fchown", "fchownat", "fcntl", "fcntl64", "fdatasync", "flock", "fork",
	"fremovexattr", "fsetxattr", "fsync", "ftruncate", "ftruncate64",
	"futex", "futex_requeue", "futex_time64", "futex_wait", "futex_waitv",
	"futex_wake", "futimesat", "io_destroy", "io_getevents",
	"io_pgetevents", "io_pgetevents_time64", "io_submit", "io_uring_enter",
	"ioctl", "ipc", "kill", "lchown", "link", "linkat", "listen",
	"lremovexattr", "lsetxattr", "membarrier", "mkdir", "mkdirat", "mknod",
	"mknodat", "mq_open", "mq_timedreceive", "mq_timedreceive_time64",
	"mq_timedsend", "mq_timedsend_time64", "mq_unlink", "msgctl", "msgget",
	"msgrcv", "msgsnd", "msync", "nanosleep", "open", "openat", "openat2",
	"pause", "pidfd_send_signal", "poll", "ppoll", "ppoll_time64",
	"pread64", "preadv", "preadv2", "process_vm_readv", "process_vm_writev",
	"pselect6", "pselect6_time64", "pwrite64", "pwritev", "pwritev2",
	"read", "readv", "recvfrom", "recvmmsg", "recvmmsg_time64", "recvmsg",
	"removexattr", "rename", "renameat", "renameat2", "rmdir",
	"rt_sigqueueinfo", "rt_sigsuspend", "rt_sigtimedwait",
	"rt_sigtimedwait_time64", "rt_tgsigqueueinfo", "sched_yield", "select",
	"semctl", "semget", "semop", "semtimedop", "semtimedop_time64",
	"sendfile", "sendfile64", "sendmmsg", "sendmsg", "sendto", "setxattr",
	"shutdown", "sigsuspend", "socketcall", "splice", "symlink",
	"symlinkat", "sync", "sync_file_range", "syncfs", "tee", "tgkill",
	"tkill", "truncate", "truncate64", "unlink", "unlinkat", "utime",
	"utimensat", "utimensat_time64", "utimes", "vfork", "vmsplice", "wait4",
	"waitid", "waitpid", "write", "writev",
};
#define NAMES (sizeof names / sizeof *names)

const char *handover_name(size_t i)
{
	return i < NAMES ? names[i] : NULL;
}

static int compare(const void *key, const void *at)
{
	return strcmp(key, *(const char *const *)at);
}

bool is_handover(const char *call)
{
	return bsearch(call, names, NAMES, sizeof *names, compare);
}
