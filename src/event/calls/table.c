/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Made by gen-calls; not to be edited. */
#include <config.h>

#include "event/calls/table.h"

const struct numbered_call numbered_calls[] = {
	{ { 0, 3, -1, 63 }, { "read", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "buf", ARG_ADDR }, { "count", ARG_SIZE } } } },
	{ { 1, 4, -1, 64 }, { "write", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "buf", ARG_ADDR },
	    { "count", ARG_SIZE } } } },
	{ { 2, 5, -1, -1 }, { "open", CALL_OTHER, 3, {
	    { "filename", ARG_STRING }, { "flags", ARG_OPEN_FLAGS },
	    { "mode", ARG_MODE } } } },
	{ { 3, 6, -1, 57 }, { "close", CALL_OTHER, 1, {
	    { "fd", ARG_FD } } } },
	{ { 4, 106, -1, -1 }, { "stat", CALL_OTHER, 2, {
	    { "filename", ARG_STRING }, { "statbuf", ARG_ADDR } } } },
	{ { 5, 108, -1, 80 }, { "fstat", CALL_OTHER, 2, {
	    { "fd", ARG_FD }, { "statbuf", ARG_ADDR } } } },
	{ { 6, 107, -1, -1 }, { "lstat", CALL_OTHER, 2, {
	    { "filename", ARG_STRING }, { "statbuf", ARG_ADDR } } } },
	{ { 7, 168, -1, -1 }, { "poll", CALL_OTHER, 3, {
	    { "ufds", ARG_ADDR }, { "nfds", ARG_U32 },
	    { "timeout_msecs", ARG_INT } } } },
	{ { 8, 19, -1, 62 }, { "lseek", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "offset", ARG_LONG },
	    { "whence", ARG_U32 } } } },
	{ { 9, -1, -1, 222 }, { "mmap", .id = CALL_MMAP } },
	{ { 10, 125, -1, 226 }, { "mprotect", .id = CALL_MPROTECT } },
	{ { 11, 91, -1, 215 }, { "munmap", .id = CALL_MUNMAP } },
	{ { 12, 45, -1, 214 }, { "brk", .id = CALL_BRK } },
	{ { 13, 174, 512, 134 }, { "rt_sigaction", CALL_OTHER, 4, {
	    { "sig", ARG_SIGNAL }, { "act", ARG_ADDR },
	    { "oact", ARG_ADDR }, { "sigsetsize", ARG_SIZE } } } },
	{ { 14, 175, -1, 135 }, { "rt_sigprocmask", CALL_OTHER, 4, {
	    { "how", ARG_INT }, { "nset", ARG_ADDR },
	    { "oset", ARG_ADDR }, { "sigsetsize", ARG_SIZE } } } },
	{ { 15, 173, 513, 139 }, { "rt_sigreturn", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { 16, 54, 514, 29 }, { "ioctl", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "cmd", ARG_HEX }, { "arg", ARG_HEX } } } },
	{ { 17, -1, -1, 67 }, { "pread64", CALL_OTHER, 4, {
	    { "fd", ARG_FD }, { "buf", ARG_ADDR },
	    { "count", ARG_SIZE }, { "pos", ARG_LONG } } } },
	{ { 18, -1, -1, 68 }, { "pwrite64", CALL_OTHER, 4, {
	    { "fd", ARG_FD }, { "buf", ARG_ADDR },
	    { "count", ARG_SIZE }, { "pos", ARG_LONG } } } },
	{ { 19, 145, 515, 65 }, { "readv", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "vec", ARG_ADDR }, { "vlen", ARG_UINT } } } },
	{ { 20, 146, 516, 66 }, { "writev", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "vec", ARG_ADDR }, { "vlen", ARG_UINT } } } },
	{ { 21, 33, -1, -1 }, { "access", CALL_OTHER, 2, {
	    { "filename", ARG_STRING }, { "mode", ARG_INT } } } },
	{ { 22, 42, -1, -1 }, { "pipe", CALL_OTHER, 1, {
	    { "fildes", ARG_ADDR } } } },
	{ { 23, -1, -1, -1 }, { "select", CALL_OTHER, 5, {
	    { "n", ARG_INT }, { "inp", ARG_ADDR }, { "outp", ARG_ADDR },
	    { "exp", ARG_ADDR }, { "tvp", ARG_ADDR } } } },
	{ { 24, 158, -1, 124 }, { "sched_yield", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { 25, 163, -1, 216 }, { "mremap", .id = CALL_MREMAP } },
	{ { 26, 144, -1, 227 }, { "msync", .id = CALL_MSYNC } },
	{ { 27, 218, -1, 232 }, { "mincore", CALL_OTHER, 3, {
	    { "start", ARG_HEX }, { "len", ARG_SIZE },
	    { "vec", ARG_ADDR } } } },
	{ { 28, 219, -1, 233 }, { "madvise", .id = CALL_MADVISE } },
	{ { 29, 395, -1, 194 }, { "shmget", .id = CALL_SHMGET } },
	{ { 30, 397, -1, 196 }, { "shmat", .id = CALL_SHMAT } },
	{ { 31, 396, -1, 195 }, { "shmctl", .id = CALL_SHMCTL } },
	{ { 32, 41, -1, 23 }, { "dup", CALL_OTHER, 1, {
	    { "fildes", ARG_FD } } } },
	{ { 33, 63, -1, -1 }, { "dup2", CALL_OTHER, 2, {
	    { "oldfd", ARG_FD }, { "newfd", ARG_FD } } } },
	{ { 34, 29, -1, -1 }, { "pause", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 35, 162, -1, 101 }, { "nanosleep", CALL_OTHER, 2, {
	    { "rqtp", ARG_ADDR }, { "rmtp", ARG_ADDR } } } },
	{ { 36, 105, -1, 102 }, { "getitimer", CALL_OTHER, 2, {
	    { "which", ARG_INT }, { "value", ARG_ADDR } } } },
	{ { 37, 27, -1, -1 }, { "alarm", CALL_OTHER, 1, {
	    { "seconds", ARG_U32 } } } },
	{ { 38, 104, -1, 103 }, { "setitimer", CALL_OTHER, 3, {
	    { "which", ARG_INT }, { "value", ARG_ADDR },
	    { "ovalue", ARG_ADDR } } } },
	{ { 39, 20, -1, 172 }, { "getpid", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 40, 187, -1, 71 }, { "sendfile", CALL_OTHER, 4, {
	    { "out_fd", ARG_FD }, { "in_fd", ARG_FD },
	    { "offset", ARG_ADDR }, { "count", ARG_SIZE } } } },
	{ { 41, 359, -1, 198 }, { "socket", CALL_OTHER, 3, {
	    { "family", ARG_INT }, { "type", ARG_INT },
	    { "protocol", ARG_INT } } } },
	{ { 42, 362, -1, 203 }, { "connect", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "uservaddr", ARG_ADDR },
	    { "addrlen", ARG_INT } } } },
	{ { 43, -1, -1, 202 }, { "accept", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "upeer_sockaddr", ARG_ADDR },
	    { "upeer_addrlen", ARG_ADDR } } } },
	{ { 44, 369, -1, 206 }, { "sendto", CALL_OTHER, 6, {
	    { "fd", ARG_FD }, { "buff", ARG_ADDR }, { "len", ARG_SIZE },
	    { "flags", ARG_HEX }, { "addr", ARG_ADDR },
	    { "addr_len", ARG_INT } } } },
	{ { 45, 371, 517, 207 }, { "recvfrom", CALL_OTHER, 6, {
	    { "fd", ARG_FD }, { "ubuf", ARG_ADDR },
	    { "size", ARG_SIZE }, { "flags", ARG_HEX },
	    { "addr", ARG_ADDR }, { "addr_len", ARG_ADDR } } } },
	{ { 46, 370, 518, 211 }, { "sendmsg", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "msg", ARG_ADDR }, { "flags", ARG_HEX } } } },
	{ { 47, 372, 519, 212 }, { "recvmsg", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "msg", ARG_ADDR }, { "flags", ARG_HEX } } } },
	{ { 48, 373, -1, 210 }, { "shutdown", CALL_OTHER, 2, {
	    { "fd", ARG_FD }, { "how", ARG_INT } } } },
	{ { 49, 361, -1, 200 }, { "bind", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "umyaddr", ARG_ADDR },
	    { "addrlen", ARG_INT } } } },
	{ { 50, 363, -1, 201 }, { "listen", CALL_OTHER, 2, {
	    { "fd", ARG_FD }, { "backlog", ARG_INT } } } },
	{ { 51, 367, -1, 204 }, { "getsockname", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "usockaddr", ARG_ADDR },
	    { "usockaddr_len", ARG_ADDR } } } },
	{ { 52, 368, -1, 205 }, { "getpeername", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "usockaddr", ARG_ADDR },
	    { "usockaddr_len", ARG_ADDR } } } },
	{ { 53, 360, -1, 199 }, { "socketpair", CALL_OTHER, 4, {
	    { "family", ARG_INT }, { "type", ARG_INT },
	    { "protocol", ARG_INT }, { "usockvec", ARG_ADDR } } } },
	{ { 54, 366, 541, 208 }, { "setsockopt", CALL_OTHER, 5, {
	    { "fd", ARG_FD }, { "level", ARG_INT },
	    { "optname", ARG_INT }, { "optval", ARG_ADDR },
	    { "optlen", ARG_INT } } } },
	{ { 55, 365, 542, 209 }, { "getsockopt", CALL_OTHER, 5, {
	    { "fd", ARG_FD }, { "level", ARG_INT },
	    { "optname", ARG_INT }, { "optval", ARG_ADDR },
	    { "optlen", ARG_ADDR } } } },
	{ { 56, -1, -1, -1 }, { "clone", CALL_OTHER, 5, {
	    { "clone_flags", ARG_HEX }, { "newsp", ARG_HEX },
	    { "parent_tidptr", ARG_ADDR }, { "child_tidptr", ARG_ADDR },
	    { "tls", ARG_HEX } } } },
	{ { 57, 2, -1, -1 }, { "fork", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 58, 190, -1, -1 }, { "vfork", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 59, 11, 520, 221 }, { "execve", .id = CALL_EXECVE } },
	{ { 60, 1, -1, 93 }, { "exit", CALL_OTHER, 1, {
	    { "error_code", ARG_INT } } } },
	{ { 61, 114, -1, 260 }, { "wait4", CALL_OTHER, 4, {
	    { "upid", ARG_INT }, { "stat_addr", ARG_ADDR },
	    { "options", ARG_HEX }, { "ru", ARG_ADDR } } } },
	{ { 62, 37, -1, 129 }, { "kill", CALL_OTHER, 2, {
	    { "pid", ARG_INT }, { "sig", ARG_SIGNAL } } } },
	{ { 63, 122, -1, 160 }, { "uname", CALL_OTHER, 1, {
	    { "name", ARG_ADDR } } } },
	{ { 64, 393, -1, 190 }, { "semget", CALL_OTHER, 3, {
	    { "key", ARG_INT }, { "nsems", ARG_INT },
	    { "semflg", ARG_HEX } } } },
	{ { 65, -1, -1, 193 }, { "semop", CALL_OTHER, 3, {
	    { "semid", ARG_INT }, { "tsops", ARG_ADDR },
	    { "nsops", ARG_U32 } } } },
	{ { 66, 394, -1, 191 }, { "semctl", CALL_OTHER, 4, {
	    { "semid", ARG_INT }, { "semnum", ARG_INT },
	    { "cmd", ARG_HEX }, { "arg", ARG_HEX } } } },
	{ { 67, 398, -1, 197 }, { "shmdt", .id = CALL_SHMDT } },
	{ { 68, 399, -1, 186 }, { "msgget", CALL_OTHER, 2, {
	    { "key", ARG_INT }, { "msgflg", ARG_HEX } } } },
	{ { 69, 400, -1, 189 }, { "msgsnd", CALL_OTHER, 4, {
	    { "msqid", ARG_INT }, { "msgp", ARG_ADDR },
	    { "msgsz", ARG_SIZE }, { "msgflg", ARG_HEX } } } },
	{ { 70, 401, -1, 188 }, { "msgrcv", CALL_OTHER, 5, {
	    { "msqid", ARG_INT }, { "msgp", ARG_ADDR },
	    { "msgsz", ARG_SIZE }, { "msgtyp", ARG_LONG },
	    { "msgflg", ARG_HEX } } } },
	{ { 71, 402, -1, 187 }, { "msgctl", CALL_OTHER, 3, {
	    { "msqid", ARG_INT }, { "cmd", ARG_HEX },
	    { "buf", ARG_ADDR } } } },
	{ { 72, 55, -1, 25 }, { "fcntl", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "cmd", ARG_HEX }, { "arg", ARG_HEX } } } },
	{ { 73, 143, -1, 32 }, { "flock", CALL_OTHER, 2, {
	    { "fd", ARG_FD }, { "cmd", ARG_HEX } } } },
	{ { 74, 118, -1, 82 }, { "fsync", CALL_OTHER, 1, {
	    { "fd", ARG_FD } } } },
	{ { 75, 148, -1, 83 }, { "fdatasync", CALL_OTHER, 1, {
	    { "fd", ARG_FD } } } },
	{ { 76, 92, -1, 45 }, { "truncate", CALL_OTHER, 2, {
	    { "path", ARG_STRING }, { "length", ARG_LONG } } } },
	{ { 77, 93, -1, 46 }, { "ftruncate", CALL_OTHER, 2, {
	    { "fd", ARG_FD }, { "length", ARG_LONG } } } },
	{ { 78, 141, -1, -1 }, { "getdents", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "dirent", ARG_ADDR },
	    { "count", ARG_U32 } } } },
	{ { 79, 183, -1, 17 }, { "getcwd", CALL_OTHER, 2, {
	    { "buf", ARG_ADDR }, { "size", ARG_SIZE } } } },
	{ { 80, 12, -1, 49 }, { "chdir", CALL_OTHER, 1, {
	    { "filename", ARG_STRING } } } },
	{ { 81, 133, -1, 50 }, { "fchdir", CALL_OTHER, 1, {
	    { "fd", ARG_FD } } } },
	{ { 82, 38, -1, -1 }, { "rename", CALL_OTHER, 2, {
	    { "oldname", ARG_STRING }, { "newname", ARG_ADDR } } } },
	{ { 83, 39, -1, -1 }, { "mkdir", CALL_OTHER, 2, {
	    { "pathname", ARG_STRING }, { "mode", ARG_MODE } } } },
	{ { 84, 40, -1, -1 }, { "rmdir", CALL_OTHER, 1, {
	    { "pathname", ARG_STRING } } } },
	{ { 85, 8, -1, -1 }, { "creat", CALL_OTHER, 2, {
	    { "pathname", ARG_STRING }, { "mode", ARG_MODE } } } },
	{ { 86, 9, -1, -1 }, { "link", CALL_OTHER, 2, {
	    { "oldname", ARG_STRING }, { "newname", ARG_ADDR } } } },
	{ { 87, 10, -1, -1 }, { "unlink", CALL_OTHER, 1, {
	    { "pathname", ARG_STRING } } } },
	{ { 88, 83, -1, -1 }, { "symlink", CALL_OTHER, 2, {
	    { "oldname", ARG_STRING }, { "newname", ARG_ADDR } } } },
	{ { 89, 85, -1, -1 }, { "readlink", CALL_OTHER, 3, {
	    { "path", ARG_STRING }, { "buf", ARG_ADDR },
	    { "bufsiz", ARG_INT } } } },
	{ { 90, 15, -1, -1 }, { "chmod", CALL_OTHER, 2, {
	    { "filename", ARG_STRING }, { "mode", ARG_MODE } } } },
	{ { 91, 94, -1, 52 }, { "fchmod", CALL_OTHER, 2, {
	    { "fd", ARG_FD }, { "mode", ARG_MODE } } } },
	{ { 92, 182, -1, -1 }, { "chown", CALL_OTHER, 3, {
	    { "filename", ARG_STRING }, { "user", ARG_U32 },
	    { "group", ARG_U32 } } } },
	{ { 93, 95, -1, 55 }, { "fchown", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "user", ARG_U32 }, { "group", ARG_U32 } } } },
	{ { 94, 16, -1, -1 }, { "lchown", CALL_OTHER, 3, {
	    { "filename", ARG_STRING }, { "user", ARG_U32 },
	    { "group", ARG_U32 } } } },
	{ { 95, 60, -1, 166 }, { "umask", CALL_OTHER, 1, {
	    { "mask", ARG_HEX } } } },
	{ { 96, 78, -1, 169 }, { "gettimeofday", CALL_OTHER, 2, {
	    { "tv", ARG_ADDR }, { "tz", ARG_ADDR } } } },
	{ { 97, 76, -1, 163 }, { "getrlimit", CALL_OTHER, 2, {
	    { "resource", ARG_U32 }, { "rlim", ARG_ADDR } } } },
	{ { 98, 77, -1, 165 }, { "getrusage", CALL_OTHER, 2, {
	    { "who", ARG_INT }, { "ru", ARG_ADDR } } } },
	{ { 99, 116, -1, 179 }, { "sysinfo", CALL_OTHER, 1, {
	    { "info", ARG_ADDR } } } },
	{ { 100, 43, -1, 153 }, { "times", CALL_OTHER, 1, {
	    { "tbuf", ARG_ADDR } } } },
	{ { 101, 26, 521, 117 }, { "ptrace", CALL_OTHER, 4, {
	    { "request", ARG_LONG }, { "pid", ARG_LONG },
	    { "addr", ARG_HEX }, { "data", ARG_HEX } } } },
	{ { 102, 24, -1, 174 }, { "getuid", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 103, 103, -1, 116 }, { "syslog", CALL_OTHER, 3, {
	    { "type", ARG_INT }, { "buf", ARG_ADDR },
	    { "len", ARG_INT } } } },
	{ { 104, 47, -1, 176 }, { "getgid", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 105, 23, -1, 146 }, { "setuid", CALL_OTHER, 1, {
	    { "uid", ARG_U32 } } } },
	{ { 106, 46, -1, 144 }, { "setgid", CALL_OTHER, 1, {
	    { "gid", ARG_U32 } } } },
	{ { 107, 49, -1, 175 }, { "geteuid", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 108, 50, -1, 177 }, { "getegid", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 109, 57, -1, 154 }, { "setpgid", CALL_OTHER, 2, {
	    { "pid", ARG_INT }, { "pgid", ARG_INT } } } },
	{ { 110, 64, -1, 173 }, { "getppid", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 111, 65, -1, -1 }, { "getpgrp", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 112, 66, -1, 157 }, { "setsid", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 113, 70, -1, 145 }, { "setreuid", CALL_OTHER, 2, {
	    { "ruid", ARG_U32 }, { "euid", ARG_U32 } } } },
	{ { 114, 71, -1, 143 }, { "setregid", CALL_OTHER, 2, {
	    { "rgid", ARG_U32 }, { "egid", ARG_U32 } } } },
	{ { 115, 80, -1, 158 }, { "getgroups", CALL_OTHER, 2, {
	    { "gidsetsize", ARG_INT }, { "grouplist", ARG_ADDR } } } },
	{ { 116, 81, -1, 159 }, { "setgroups", CALL_OTHER, 2, {
	    { "gidsetsize", ARG_INT }, { "grouplist", ARG_ADDR } } } },
	{ { 117, 164, -1, 147 }, { "setresuid", CALL_OTHER, 3, {
	    { "ruid", ARG_U32 }, { "euid", ARG_U32 },
	    { "suid", ARG_U32 } } } },
	{ { 118, 165, -1, 148 }, { "getresuid", CALL_OTHER, 3, {
	    { "ruidp", ARG_ADDR }, { "euidp", ARG_ADDR },
	    { "suidp", ARG_ADDR } } } },
	{ { 119, 170, -1, 149 }, { "setresgid", CALL_OTHER, 3, {
	    { "rgid", ARG_U32 }, { "egid", ARG_U32 },
	    { "sgid", ARG_U32 } } } },
	{ { 120, 171, -1, 150 }, { "getresgid", CALL_OTHER, 3, {
	    { "rgidp", ARG_ADDR }, { "egidp", ARG_ADDR },
	    { "sgidp", ARG_ADDR } } } },
	{ { 121, 132, -1, 155 }, { "getpgid", CALL_OTHER, 1, {
	    { "pid", ARG_INT } } } },
	{ { 122, 138, -1, 151 }, { "setfsuid", CALL_OTHER, 1, {
	    { "uid", ARG_U32 } } } },
	{ { 123, 139, -1, 152 }, { "setfsgid", CALL_OTHER, 1, {
	    { "gid", ARG_U32 } } } },
	{ { 124, 147, -1, 156 }, { "getsid", CALL_OTHER, 1, {
	    { "pid", ARG_INT } } } },
	{ { 125, 184, -1, 90 }, { "capget", CALL_OTHER, 2, {
	    { "header", ARG_ADDR }, { "dataptr", ARG_ADDR } } } },
	{ { 126, 185, -1, 91 }, { "capset", CALL_OTHER, 2, {
	    { "header", ARG_ADDR }, { "data", ARG_ADDR } } } },
	{ { 127, 176, 522, 136 }, { "rt_sigpending", CALL_OTHER, 2, {
	    { "uset", ARG_ADDR }, { "sigsetsize", ARG_SIZE } } } },
	{ { 128, 177, 523, 137 }, { "rt_sigtimedwait", CALL_OTHER, 4, {
	    { "uthese", ARG_ADDR }, { "uinfo", ARG_ADDR },
	    { "uts", ARG_ADDR }, { "sigsetsize", ARG_SIZE } } } },
	{ { 129, 178, 524, 138 }, { "rt_sigqueueinfo", CALL_OTHER, 3, {
	    { "pid", ARG_INT }, { "sig", ARG_SIGNAL },
	    { "uinfo", ARG_ADDR } } } },
	{ { 130, 179, -1, 133 }, { "rt_sigsuspend", CALL_OTHER, 2, {
	    { "unewset", ARG_ADDR }, { "sigsetsize", ARG_SIZE } } } },
	{ { 131, 186, 525, 132 }, { "sigaltstack", CALL_OTHER, 2, {
	    { "uss", ARG_ADDR }, { "uoss", ARG_ADDR } } } },
	{ { 132, 30, -1, -1 }, { "utime", CALL_OTHER, 2, {
	    { "filename", ARG_STRING }, { "times", ARG_ADDR } } } },
	{ { 133, 14, -1, -1 }, { "mknod", CALL_OTHER, 3, {
	    { "filename", ARG_STRING }, { "mode", ARG_MODE },
	    { "dev", ARG_U32 } } } },
	{ { 134, 86, -1, -1 }, { "uselib", CALL_OTHER, 1, {
	    { "library", ARG_STRING } } } },
	{ { 135, 136, -1, 92 }, { "personality", CALL_OTHER, 1, {
	    { "personality", ARG_HEX } } } },
	{ { 136, 62, -1, -1 }, { "ustat", CALL_OTHER, 2, {
	    { "dev", ARG_U32 }, { "ubuf", ARG_ADDR } } } },
	{ { 137, 99, -1, 43 }, { "statfs", CALL_OTHER, 2, {
	    { "pathname", ARG_STRING }, { "buf", ARG_ADDR } } } },
	{ { 138, 100, -1, 44 }, { "fstatfs", CALL_OTHER, 2, {
	    { "fd", ARG_FD }, { "buf", ARG_ADDR } } } },
	{ { 139, 135, -1, -1 }, { "sysfs", CALL_OTHER, 3, {
	    { "option", ARG_INT }, { "arg1", ARG_HEX },
	    { "arg2", ARG_HEX } } } },
	{ { 140, 96, -1, 141 }, { "getpriority", CALL_OTHER, 2, {
	    { "which", ARG_INT }, { "who", ARG_INT } } } },
	{ { 141, 97, -1, 140 }, { "setpriority", CALL_OTHER, 3, {
	    { "which", ARG_INT }, { "who", ARG_INT },
	    { "niceval", ARG_INT } } } },
	{ { 142, 154, -1, 118 }, { "sched_setparam", CALL_OTHER, 2, {
	    { "pid", ARG_INT }, { "param", ARG_ADDR } } } },
	{ { 143, 155, -1, 121 }, { "sched_getparam", CALL_OTHER, 2, {
	    { "pid", ARG_INT }, { "param", ARG_ADDR } } } },
	{ { 144, 156, -1, 119 }, { "sched_setscheduler", CALL_OTHER, 3, {
	    { "pid", ARG_INT }, { "policy", ARG_INT },
	    { "param", ARG_ADDR } } } },
	{ { 145, 157, -1, 120 }, { "sched_getscheduler", CALL_OTHER, 1, {
	    { "pid", ARG_INT } } } },
	{ { 146, 159, -1, 125 }, { "sched_get_priority_max", CALL_OTHER, 1, {
	    { "policy", ARG_INT } } } },
	{ { 147, 160, -1, 126 }, { "sched_get_priority_min", CALL_OTHER, 1, {
	    { "policy", ARG_INT } } } },
	{ { 148, 161, -1, 127 }, { "sched_rr_get_interval", CALL_OTHER, 2, {
	    { "pid", ARG_INT }, { "interval", ARG_ADDR } } } },
	{ { 149, 150, -1, 228 }, { "mlock", .id = CALL_MLOCK } },
	{ { 150, 151, -1, 229 }, { "munlock", .id = CALL_MUNLOCK } },
	{ { 151, 152, -1, 230 }, { "mlockall", .id = CALL_MLOCKALL } },
	{ { 152, 153, -1, 231 }, { "munlockall", .id = CALL_MUNLOCKALL } },
	{ { 153, 111, -1, 58 }, { "vhangup", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 154, 123, -1, -1 }, { "modify_ldt", CALL_OTHER, 3, {
	    { "func", ARG_INT }, { "ptr", ARG_ADDR },
	    { "bytecount", ARG_SIZE } } } },
	{ { 155, 217, -1, 41 }, { "pivot_root", CALL_OTHER, 2, {
	    { "new_root", ARG_STRING }, { "put_old", ARG_ADDR } } } },
	{ { 156, 149, -1, -1 }, { "_sysctl", CALL_OTHER, 1, {
	    { "args", ARG_ADDR } } } },
	{ { 157, 172, -1, 167 }, { "prctl", CALL_OTHER, 5, {
	    { "option", ARG_INT }, { "arg2", ARG_HEX },
	    { "arg3", ARG_HEX }, { "arg4", ARG_HEX },
	    { "arg5", ARG_HEX } } } },
	{ { 158, 384, -1, -1 }, { "arch_prctl", CALL_OTHER, 2, {
	    { "option", ARG_HEX }, { "arg2", ARG_HEX } } } },
	{ { 159, 124, -1, 171 }, { "adjtimex", CALL_OTHER, 1, {
	    { "txc_p", ARG_ADDR } } } },
	{ { 160, 75, -1, 164 }, { "setrlimit", CALL_OTHER, 2, {
	    { "resource", ARG_U32 }, { "rlim", ARG_ADDR } } } },
	{ { 161, 61, -1, 51 }, { "chroot", CALL_OTHER, 1, {
	    { "filename", ARG_STRING } } } },
	{ { 162, 36, -1, 81 }, { "sync", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 163, 51, -1, 89 }, { "acct", CALL_OTHER, 1, {
	    { "name", ARG_STRING } } } },
	{ { 164, 79, -1, 170 }, { "settimeofday", CALL_OTHER, 2, {
	    { "tv", ARG_ADDR }, { "tz", ARG_ADDR } } } },
	{ { 165, 21, -1, 40 }, { "mount", CALL_OTHER, 5, {
	    { "dev_name", ARG_STRING }, { "dir_name", ARG_ADDR },
	    { "type", ARG_ADDR }, { "flags", ARG_HEX },
	    { "data", ARG_ADDR } } } },
	{ { 166, 52, -1, 39 }, { "umount2", CALL_OTHER, 2, {
	    { "name", ARG_STRING }, { "flags", ARG_HEX } } } },
	{ { 167, 87, -1, 224 }, { "swapon", CALL_OTHER, 2, {
	    { "specialfile", ARG_STRING }, { "swap_flags", ARG_HEX } } } },
	{ { 168, 115, -1, 225 }, { "swapoff", CALL_OTHER, 1, {
	    { "specialfile", ARG_STRING } } } },
	{ { 169, 88, -1, 142 }, { "reboot", CALL_OTHER, 4, {
	    { "magic1", ARG_HEX }, { "magic2", ARG_HEX },
	    { "cmd", ARG_HEX }, { "arg", ARG_ADDR } } } },
	{ { 170, 74, -1, 161 }, { "sethostname", CALL_OTHER, 2, {
	    { "name", ARG_STRING }, { "len", ARG_INT } } } },
	{ { 171, 121, -1, 162 }, { "setdomainname", CALL_OTHER, 2, {
	    { "name", ARG_STRING }, { "len", ARG_INT } } } },
	{ { 172, 110, -1, -1 }, { "iopl", CALL_OTHER, 1, {
	    { "level", ARG_U32 } } } },
	{ { 173, 101, -1, -1 }, { "ioperm", CALL_OTHER, 3, {
	    { "from", ARG_HEX }, { "num", ARG_UINT },
	    { "turn_on", ARG_INT } } } },
	{ { 174, 127, -1, -1 }, { "create_module", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { 175, 128, -1, 105 }, { "init_module", CALL_OTHER, 3, {
	    { "umod", ARG_ADDR }, { "len", ARG_SIZE },
	    { "uargs", ARG_ADDR } } } },
	{ { 176, 129, -1, 106 }, { "delete_module", CALL_OTHER, 2, {
	    { "name_user", ARG_STRING }, { "flags", ARG_HEX } } } },
	{ { 177, 130, -1, -1 }, { "get_kernel_syms", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { 178, 167, -1, -1 }, { "query_module", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { 179, 131, -1, 60 }, { "quotactl", CALL_OTHER, 4, {
	    { "cmd", ARG_HEX }, { "special", ARG_STRING },
	    { "id", ARG_U32 }, { "addr", ARG_ADDR } } } },
	{ { 180, 169, -1, 42 }, { "nfsservctl", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { 181, 188, -1, -1 }, { "getpmsg", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 182, 189, -1, -1 }, { "putpmsg", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 183, 137, -1, -1 }, { "afs_syscall", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { 184, -1, -1, -1 }, { "tuxcall", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 185, -1, -1, -1 }, { "security", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 186, 224, -1, 178 }, { "gettid", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 187, -1, -1, 213 }, { "readahead", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "offset", ARG_LONG },
	    { "count", ARG_SIZE } } } },
	{ { 188, 226, -1, 5 }, { "setxattr", CALL_OTHER, 5, {
	    { "pathname", ARG_STRING }, { "name", ARG_ADDR },
	    { "value", ARG_ADDR }, { "size", ARG_SIZE },
	    { "flags", ARG_HEX } } } },
	{ { 189, 227, -1, 6 }, { "lsetxattr", CALL_OTHER, 5, {
	    { "pathname", ARG_STRING }, { "name", ARG_ADDR },
	    { "value", ARG_ADDR }, { "size", ARG_SIZE },
	    { "flags", ARG_HEX } } } },
	{ { 190, 228, -1, 7 }, { "fsetxattr", CALL_OTHER, 5, {
	    { "fd", ARG_FD }, { "name", ARG_STRING },
	    { "value", ARG_ADDR }, { "size", ARG_SIZE },
	    { "flags", ARG_HEX } } } },
	{ { 191, 229, -1, 8 }, { "getxattr", CALL_OTHER, 4, {
	    { "pathname", ARG_STRING }, { "name", ARG_ADDR },
	    { "value", ARG_ADDR }, { "size", ARG_SIZE } } } },
	{ { 192, 230, -1, 9 }, { "lgetxattr", CALL_OTHER, 4, {
	    { "pathname", ARG_STRING }, { "name", ARG_ADDR },
	    { "value", ARG_ADDR }, { "size", ARG_SIZE } } } },
	{ { 193, 231, -1, 10 }, { "fgetxattr", CALL_OTHER, 4, {
	    { "fd", ARG_FD }, { "name", ARG_STRING },
	    { "value", ARG_ADDR }, { "size", ARG_SIZE } } } },
	{ { 194, 232, -1, 11 }, { "listxattr", CALL_OTHER, 3, {
	    { "pathname", ARG_STRING }, { "list", ARG_ADDR },
	    { "size", ARG_SIZE } } } },
	{ { 195, 233, -1, 12 }, { "llistxattr", CALL_OTHER, 3, {
	    { "pathname", ARG_STRING }, { "list", ARG_ADDR },
	    { "size", ARG_SIZE } } } },
	{ { 196, 234, -1, 13 }, { "flistxattr", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "list", ARG_ADDR },
	    { "size", ARG_SIZE } } } },
	{ { 197, 235, -1, 14 }, { "removexattr", CALL_OTHER, 2, {
	    { "pathname", ARG_STRING }, { "name", ARG_ADDR } } } },
	{ { 198, 236, -1, 15 }, { "lremovexattr", CALL_OTHER, 2, {
	    { "pathname", ARG_STRING }, { "name", ARG_ADDR } } } },
	{ { 199, 237, -1, 16 }, { "fremovexattr", CALL_OTHER, 2, {
	    { "fd", ARG_FD }, { "name", ARG_STRING } } } },
	{ { 200, 238, -1, 130 }, { "tkill", CALL_OTHER, 2, {
	    { "pid", ARG_INT }, { "sig", ARG_SIGNAL } } } },
	{ { 201, 13, -1, -1 }, { "time", CALL_OTHER, 1, {
	    { "tloc", ARG_ADDR } } } },
	{ { 202, 240, -1, 98 }, { "futex", CALL_OTHER, 6, {
	    { "uaddr", ARG_ADDR }, { "op", ARG_FUTEX_OP },
	    { "val", ARG_U32 }, { "utime", ARG_ADDR },
	    { "uaddr2", ARG_ADDR }, { "val3", ARG_U32 } } } },
	{ { 203, 241, -1, 122 }, { "sched_setaffinity", CALL_OTHER, 3, {
	    { "pid", ARG_INT }, { "len", ARG_U32 },
	    { "user_mask_ptr", ARG_ADDR } } } },
	{ { 204, 242, -1, 123 }, { "sched_getaffinity", CALL_OTHER, 3, {
	    { "pid", ARG_INT }, { "len", ARG_U32 },
	    { "user_mask_ptr", ARG_ADDR } } } },
	{ { 205, 243, -1, -1 }, { "set_thread_area", CALL_OTHER, 1, {
	    { "u_info", ARG_ADDR } } } },
	{ { 206, 245, 543, 0 }, { "io_setup", CALL_OTHER, 2, {
	    { "nr_events", ARG_U32 }, { "ctxp", ARG_ADDR } } } },
	{ { 207, 246, -1, 1 }, { "io_destroy", CALL_OTHER, 1, {
	    { "ctx", ARG_HEX } } } },
	{ { 208, 247, -1, 4 }, { "io_getevents", CALL_OTHER, 5, {
	    { "ctx_id", ARG_HEX }, { "min_nr", ARG_LONG },
	    { "nr", ARG_LONG }, { "events", ARG_ADDR },
	    { "timeout", ARG_ADDR } } } },
	{ { 209, 248, 544, 2 }, { "io_submit", CALL_OTHER, 3, {
	    { "ctx_id", ARG_HEX }, { "nr", ARG_LONG },
	    { "iocbpp", ARG_ADDR } } } },
	{ { 210, 249, -1, 3 }, { "io_cancel", CALL_OTHER, 3, {
	    { "ctx_id", ARG_HEX }, { "iocb", ARG_ADDR },
	    { "result", ARG_ADDR } } } },
	{ { 211, 244, -1, -1 }, { "get_thread_area", CALL_OTHER, 1, {
	    { "u_info", ARG_ADDR } } } },
	{ { 212, -1, -1, 18 }, { "lookup_dcookie", CALL_OTHER, 3, {
	    { "cookie64", ARG_HEX }, { "buf", ARG_ADDR },
	    { "len", ARG_SIZE } } } },
	{ { 213, 254, -1, -1 }, { "epoll_create", CALL_OTHER, 1, {
	    { "size", ARG_INT } } } },
	{ { 214, -1, -1, -1 }, { "epoll_ctl_old", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { 215, -1, -1, -1 }, { "epoll_wait_old", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { 216, 257, -1, 234 }, { "remap_file_pages", .id = CALL_REMAP_FILE_PAGES } },
	{ { 217, 220, -1, 61 }, { "getdents64", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "dirent", ARG_ADDR },
	    { "count", ARG_U32 } } } },
	{ { 218, 258, -1, 96 }, { "set_tid_address", CALL_OTHER, 1, {
	    { "tidptr", ARG_ADDR } } } },
	{ { 219, 0, -1, 128 }, { "restart_syscall", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { 220, -1, -1, 192 }, { "semtimedop", CALL_OTHER, 4, {
	    { "semid", ARG_INT }, { "tsops", ARG_ADDR },
	    { "nsops", ARG_U32 }, { "timeout", ARG_ADDR } } } },
	{ { 221, -1, -1, 223 }, { "fadvise64", CALL_OTHER, 4, {
	    { "fd", ARG_FD }, { "offset", ARG_LONG },
	    { "len", ARG_SIZE }, { "advice", ARG_INT } } } },
	{ { 222, 259, 526, 107 }, { "timer_create", CALL_OTHER, 3, {
	    { "which_clock", ARG_INT },
	    { "timer_event_spec", ARG_ADDR },
	    { "created_timer_id", ARG_ADDR } } } },
	{ { 223, 260, -1, 110 }, { "timer_settime", CALL_OTHER, 4, {
	    { "timer_id", ARG_INT }, { "flags", ARG_HEX },
	    { "new_setting", ARG_ADDR }, { "old_setting", ARG_ADDR } } } },
	{ { 224, 261, -1, 108 }, { "timer_gettime", CALL_OTHER, 2, {
	    { "timer_id", ARG_INT }, { "setting", ARG_ADDR } } } },
	{ { 225, 262, -1, 109 }, { "timer_getoverrun", CALL_OTHER, 1, {
	    { "timer_id", ARG_INT } } } },
	{ { 226, 263, -1, 111 }, { "timer_delete", CALL_OTHER, 1, {
	    { "timer_id", ARG_INT } } } },
	{ { 227, 264, -1, 112 }, { "clock_settime", CALL_OTHER, 2, {
	    { "which_clock", ARG_INT }, { "tp", ARG_ADDR } } } },
	{ { 228, 265, -1, 113 }, { "clock_gettime", CALL_OTHER, 2, {
	    { "which_clock", ARG_INT }, { "tp", ARG_ADDR } } } },
	{ { 229, 266, -1, 114 }, { "clock_getres", CALL_OTHER, 2, {
	    { "which_clock", ARG_INT }, { "tp", ARG_ADDR } } } },
	{ { 230, 267, -1, 115 }, { "clock_nanosleep", CALL_OTHER, 4, {
	    { "which_clock", ARG_INT }, { "flags", ARG_HEX },
	    { "rqtp", ARG_ADDR }, { "rmtp", ARG_ADDR } } } },
	{ { 231, 252, -1, 94 }, { "exit_group", CALL_OTHER, 1, {
	    { "error_code", ARG_INT } } } },
	{ { 232, 256, -1, -1 }, { "epoll_wait", CALL_OTHER, 4, {
	    { "epfd", ARG_FD }, { "events", ARG_ADDR },
	    { "maxevents", ARG_INT }, { "timeout", ARG_INT } } } },
	{ { 233, 255, -1, 21 }, { "epoll_ctl", CALL_OTHER, 4, {
	    { "epfd", ARG_FD }, { "op", ARG_INT }, { "fd", ARG_FD },
	    { "event", ARG_ADDR } } } },
	{ { 234, 270, -1, 131 }, { "tgkill", CALL_OTHER, 3, {
	    { "tgid", ARG_INT }, { "pid", ARG_INT },
	    { "sig", ARG_SIGNAL } } } },
	{ { 235, 271, -1, -1 }, { "utimes", CALL_OTHER, 2, {
	    { "filename", ARG_STRING }, { "utimes", ARG_ADDR } } } },
	{ { 236, 273, -1, -1 }, { "vserver", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 237, 274, -1, 235 }, { "mbind", .id = CALL_MBIND } },
	{ { 238, 276, -1, 237 }, { "set_mempolicy", CALL_OTHER, 3, {
	    { "mode", ARG_INT }, { "nmask", ARG_ADDR },
	    { "maxnode", ARG_UINT } } } },
	{ { 239, 275, -1, 236 }, { "get_mempolicy", CALL_OTHER, 5, {
	    { "policy", ARG_ADDR }, { "nmask", ARG_ADDR },
	    { "maxnode", ARG_UINT }, { "addr", ARG_HEX },
	    { "flags", ARG_HEX } } } },
	{ { 240, 277, -1, 180 }, { "mq_open", CALL_OTHER, 4, {
	    { "u_name", ARG_STRING }, { "oflag", ARG_INT },
	    { "mode", ARG_MODE }, { "u_attr", ARG_ADDR } } } },
	{ { 241, 278, -1, 181 }, { "mq_unlink", CALL_OTHER, 1, {
	    { "u_name", ARG_STRING } } } },
	{ { 242, 279, -1, 182 }, { "mq_timedsend", CALL_OTHER, 5, {
	    { "mqdes", ARG_FD }, { "u_msg_ptr", ARG_ADDR },
	    { "msg_len", ARG_SIZE }, { "msg_prio", ARG_U32 },
	    { "u_abs_timeout", ARG_ADDR } } } },
	{ { 243, 280, -1, 183 }, { "mq_timedreceive", CALL_OTHER, 5, {
	    { "mqdes", ARG_FD }, { "u_msg_ptr", ARG_ADDR },
	    { "msg_len", ARG_SIZE }, { "u_msg_prio", ARG_ADDR },
	    { "u_abs_timeout", ARG_ADDR } } } },
	{ { 244, 281, 527, 184 }, { "mq_notify", CALL_OTHER, 2, {
	    { "mqdes", ARG_FD }, { "u_notification", ARG_ADDR } } } },
	{ { 245, 282, -1, 185 }, { "mq_getsetattr", CALL_OTHER, 3, {
	    { "mqdes", ARG_FD }, { "u_mqstat", ARG_ADDR },
	    { "u_omqstat", ARG_ADDR } } } },
	{ { 246, 283, 528, 104 }, { "kexec_load", CALL_OTHER, 4, {
	    { "entry", ARG_HEX }, { "nr_segments", ARG_UINT },
	    { "segments", ARG_ADDR }, { "flags", ARG_HEX } } } },
	{ { 247, 284, 529, 95 }, { "waitid", CALL_OTHER, 5, {
	    { "which", ARG_INT }, { "upid", ARG_INT },
	    { "infop", ARG_ADDR }, { "options", ARG_HEX },
	    { "ru", ARG_ADDR } } } },
	{ { 248, 286, -1, 217 }, { "add_key", CALL_OTHER, 5, {
	    { "_type", ARG_ADDR }, { "_description", ARG_ADDR },
	    { "_payload", ARG_ADDR }, { "plen", ARG_SIZE },
	    { "ringid", ARG_INT } } } },
	{ { 249, 287, -1, 218 }, { "request_key", CALL_OTHER, 4, {
	    { "_type", ARG_ADDR }, { "_description", ARG_ADDR },
	    { "_callout_info", ARG_ADDR }, { "destringid", ARG_INT } } } },
	{ { 250, 288, -1, 219 }, { "keyctl", CALL_OTHER, 5, {
	    { "option", ARG_INT }, { "arg2", ARG_HEX },
	    { "arg3", ARG_HEX }, { "arg4", ARG_HEX },
	    { "arg5", ARG_HEX } } } },
	{ { 251, 289, -1, 30 }, { "ioprio_set", CALL_OTHER, 3, {
	    { "which", ARG_INT }, { "who", ARG_INT },
	    { "ioprio", ARG_INT } } } },
	{ { 252, 290, -1, 31 }, { "ioprio_get", CALL_OTHER, 2, {
	    { "which", ARG_INT }, { "who", ARG_INT } } } },
	{ { 253, 291, -1, -1 }, { "inotify_init", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { 254, 292, -1, 27 }, { "inotify_add_watch", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "pathname", ARG_STRING },
	    { "mask", ARG_HEX } } } },
	{ { 255, 293, -1, 28 }, { "inotify_rm_watch", CALL_OTHER, 2, {
	    { "fd", ARG_FD }, { "wd", ARG_INT } } } },
	{ { 256, 294, -1, 238 }, { "migrate_pages", CALL_OTHER, 4, {
	    { "pid", ARG_INT }, { "maxnode", ARG_UINT },
	    { "old_nodes", ARG_ADDR }, { "new_nodes", ARG_ADDR } } } },
	{ { 257, 295, -1, 56 }, { "openat", CALL_OTHER, 4, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "flags", ARG_OPEN_FLAGS }, { "mode", ARG_MODE } } } },
	{ { 258, 296, -1, 34 }, { "mkdirat", CALL_OTHER, 3, {
	    { "dfd", ARG_FD }, { "pathname", ARG_STRING },
	    { "mode", ARG_MODE } } } },
	{ { 259, 297, -1, 33 }, { "mknodat", CALL_OTHER, 4, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "mode", ARG_MODE }, { "dev", ARG_U32 } } } },
	{ { 260, 298, -1, 54 }, { "fchownat", CALL_OTHER, 5, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "user", ARG_U32 }, { "group", ARG_U32 },
	    { "flag", ARG_HEX } } } },
	{ { 261, 299, -1, -1 }, { "futimesat", CALL_OTHER, 3, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "utimes", ARG_ADDR } } } },
	{ { 262, -1, -1, 79 }, { "newfstatat", CALL_OTHER, 4, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "statbuf", ARG_ADDR }, { "flag", ARG_HEX } } } },
	{ { 263, 301, -1, 35 }, { "unlinkat", CALL_OTHER, 3, {
	    { "dfd", ARG_FD }, { "pathname", ARG_STRING },
	    { "flag", ARG_HEX } } } },
	{ { 264, 302, -1, 38 }, { "renameat", CALL_OTHER, 4, {
	    { "olddfd", ARG_FD }, { "oldname", ARG_STRING },
	    { "newdfd", ARG_FD }, { "newname", ARG_ADDR } } } },
	{ { 265, 303, -1, 37 }, { "linkat", CALL_OTHER, 5, {
	    { "olddfd", ARG_FD }, { "oldname", ARG_STRING },
	    { "newdfd", ARG_FD }, { "newname", ARG_ADDR },
	    { "flags", ARG_HEX } } } },
	{ { 266, 304, -1, 36 }, { "symlinkat", CALL_OTHER, 3, {
	    { "oldname", ARG_STRING }, { "newdfd", ARG_FD },
	    { "newname", ARG_ADDR } } } },
	{ { 267, 305, -1, 78 }, { "readlinkat", CALL_OTHER, 4, {
	    { "dfd", ARG_FD }, { "pathname", ARG_STRING },
	    { "buf", ARG_ADDR }, { "bufsiz", ARG_INT } } } },
	{ { 268, 306, -1, 53 }, { "fchmodat", CALL_OTHER, 3, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "mode", ARG_MODE } } } },
	{ { 269, 307, -1, 48 }, { "faccessat", CALL_OTHER, 3, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "mode", ARG_INT } } } },
	{ { 270, 308, -1, 72 }, { "pselect6", CALL_OTHER, 6, {
	    { "n", ARG_INT }, { "inp", ARG_ADDR }, { "outp", ARG_ADDR },
	    { "exp", ARG_ADDR }, { "tsp", ARG_ADDR },
	    { "sig", ARG_ADDR } } } },
	{ { 271, 309, -1, 73 }, { "ppoll", CALL_OTHER, 5, {
	    { "ufds", ARG_ADDR }, { "nfds", ARG_U32 },
	    { "tsp", ARG_ADDR }, { "sigmask", ARG_ADDR },
	    { "sigsetsize", ARG_SIZE } } } },
	{ { 272, 310, -1, 97 }, { "unshare", CALL_OTHER, 1, {
	    { "unshare_flags", ARG_HEX } } } },
	{ { 273, 311, 530, 99 }, { "set_robust_list", CALL_OTHER, 2, {
	    { "head", ARG_ADDR }, { "len", ARG_SIZE } } } },
	{ { 274, 312, 531, 100 }, { "get_robust_list", CALL_OTHER, 3, {
	    { "pid", ARG_INT }, { "head_ptr", ARG_ADDR },
	    { "len_ptr", ARG_ADDR } } } },
	{ { 275, 313, -1, 76 }, { "splice", CALL_OTHER, 6, {
	    { "fd_in", ARG_FD }, { "off_in", ARG_ADDR },
	    { "fd_out", ARG_FD }, { "off_out", ARG_ADDR },
	    { "len", ARG_SIZE }, { "flags", ARG_HEX } } } },
	{ { 276, 315, -1, 77 }, { "tee", CALL_OTHER, 4, {
	    { "fdin", ARG_FD }, { "fdout", ARG_FD },
	    { "len", ARG_SIZE }, { "flags", ARG_HEX } } } },
	{ { 277, -1, -1, 84 }, { "sync_file_range", CALL_OTHER, 4, {
	    { "fd", ARG_FD }, { "offset", ARG_LONG },
	    { "nbytes", ARG_LONG }, { "flags", ARG_HEX } } } },
	{ { 278, 316, 532, 75 }, { "vmsplice", CALL_OTHER, 4, {
	    { "fd", ARG_FD }, { "uiov", ARG_ADDR },
	    { "nr_segs", ARG_UINT }, { "flags", ARG_HEX } } } },
	{ { 279, 317, 533, 239 }, { "move_pages", CALL_OTHER, 6, {
	    { "pid", ARG_INT }, { "nr_pages", ARG_UINT },
	    { "pages", ARG_ADDR }, { "nodes", ARG_ADDR },
	    { "status", ARG_ADDR }, { "flags", ARG_HEX } } } },
	{ { 280, 320, -1, 88 }, { "utimensat", CALL_OTHER, 4, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "utimes", ARG_ADDR }, { "flags", ARG_HEX } } } },
	{ { 281, 319, -1, 22 }, { "epoll_pwait", CALL_OTHER, 6, {
	    { "epfd", ARG_FD }, { "events", ARG_ADDR },
	    { "maxevents", ARG_INT }, { "timeout", ARG_INT },
	    { "sigmask", ARG_ADDR }, { "sigsetsize", ARG_SIZE } } } },
	{ { 282, 321, -1, -1 }, { "signalfd", CALL_OTHER, 3, {
	    { "ufd", ARG_FD }, { "user_mask", ARG_ADDR },
	    { "sizemask", ARG_SIZE } } } },
	{ { 283, 322, -1, 85 }, { "timerfd_create", CALL_OTHER, 2, {
	    { "clockid", ARG_INT }, { "flags", ARG_HEX } } } },
	{ { 284, 323, -1, -1 }, { "eventfd", CALL_OTHER, 1, {
	    { "count", ARG_U32 } } } },
	{ { 285, -1, -1, 47 }, { "fallocate", CALL_OTHER, 4, {
	    { "fd", ARG_FD }, { "mode", ARG_INT },
	    { "offset", ARG_LONG }, { "len", ARG_LONG } } } },
	{ { 286, 325, -1, 86 }, { "timerfd_settime", CALL_OTHER, 4, {
	    { "ufd", ARG_FD }, { "flags", ARG_HEX },
	    { "utmr", ARG_ADDR }, { "otmr", ARG_ADDR } } } },
	{ { 287, 326, -1, 87 }, { "timerfd_gettime", CALL_OTHER, 2, {
	    { "ufd", ARG_FD }, { "otmr", ARG_ADDR } } } },
	{ { 288, 364, -1, 242 }, { "accept4", CALL_OTHER, 4, {
	    { "fd", ARG_FD }, { "upeer_sockaddr", ARG_ADDR },
	    { "upeer_addrlen", ARG_ADDR }, { "flags", ARG_HEX } } } },
	{ { 289, 327, -1, 74 }, { "signalfd4", CALL_OTHER, 4, {
	    { "ufd", ARG_FD }, { "user_mask", ARG_ADDR },
	    { "sizemask", ARG_SIZE }, { "flags", ARG_HEX } } } },
	{ { 290, 328, -1, 19 }, { "eventfd2", CALL_OTHER, 2, {
	    { "count", ARG_U32 }, { "flags", ARG_HEX } } } },
	{ { 291, 329, -1, 20 }, { "epoll_create1", CALL_OTHER, 1, {
	    { "flags", ARG_HEX } } } },
	{ { 292, 330, -1, 24 }, { "dup3", CALL_OTHER, 3, {
	    { "oldfd", ARG_FD }, { "newfd", ARG_FD },
	    { "flags", ARG_FD_FLAGS } } } },
	{ { 293, 331, -1, 59 }, { "pipe2", CALL_OTHER, 2, {
	    { "fildes", ARG_ADDR }, { "flags", ARG_FD_FLAGS } } } },
	{ { 294, 332, -1, 26 }, { "inotify_init1", CALL_OTHER, 1, {
	    { "flags", ARG_HEX } } } },
	{ { 295, 333, 534, 69 }, { "preadv", CALL_OTHER, 5, {
	    { "fd", ARG_FD }, { "vec", ARG_ADDR }, { "vlen", ARG_UINT },
	    { "pos_l", ARG_UINT }, { "pos_h", ARG_UINT } } } },
	{ { 296, 334, 535, 70 }, { "pwritev", CALL_OTHER, 5, {
	    { "fd", ARG_FD }, { "vec", ARG_ADDR }, { "vlen", ARG_UINT },
	    { "pos_l", ARG_UINT }, { "pos_h", ARG_UINT } } } },
	{ { 297, 335, 536, 240 }, { "rt_tgsigqueueinfo", CALL_OTHER, 4, {
	    { "tgid", ARG_INT }, { "pid", ARG_INT },
	    { "sig", ARG_SIGNAL }, { "uinfo", ARG_ADDR } } } },
	{ { 298, 336, -1, 241 }, { "perf_event_open", CALL_OTHER, 5, {
	    { "attr_uptr", ARG_ADDR }, { "pid", ARG_INT },
	    { "cpu", ARG_INT }, { "group_fd", ARG_FD },
	    { "flags", ARG_HEX } } } },
	{ { 299, 337, 537, 243 }, { "recvmmsg", CALL_OTHER, 5, {
	    { "fd", ARG_FD }, { "mmsg", ARG_ADDR }, { "vlen", ARG_U32 },
	    { "flags", ARG_HEX }, { "timeout", ARG_ADDR } } } },
	{ { 300, 338, -1, 262 }, { "fanotify_init", CALL_OTHER, 2, {
	    { "flags", ARG_HEX }, { "event_f_flags", ARG_HEX } } } },
	{ { 301, -1, -1, 263 }, { "fanotify_mark", CALL_OTHER, 5, {
	    { "fanotify_fd", ARG_FD }, { "flags", ARG_HEX },
	    { "mask", ARG_HEX }, { "dfd", ARG_FD },
	    { "pathname", ARG_STRING } } } },
	{ { 302, 340, -1, 261 }, { "prlimit64", CALL_OTHER, 4, {
	    { "pid", ARG_INT }, { "resource", ARG_U32 },
	    { "new_rlim", ARG_ADDR }, { "old_rlim", ARG_ADDR } } } },
	{ { 303, 341, -1, 264 }, { "name_to_handle_at", CALL_OTHER, 5, {
	    { "dfd", ARG_FD }, { "name", ARG_STRING },
	    { "handle", ARG_ADDR }, { "mnt_id", ARG_ADDR },
	    { "flag", ARG_HEX } } } },
	{ { 304, 342, -1, 265 }, { "open_by_handle_at", CALL_OTHER, 3, {
	    { "mountdirfd", ARG_FD }, { "handle", ARG_ADDR },
	    { "flags", ARG_HEX } } } },
	{ { 305, 343, -1, 266 }, { "clock_adjtime", CALL_OTHER, 2, {
	    { "which_clock", ARG_INT }, { "utx", ARG_ADDR } } } },
	{ { 306, 344, -1, 267 }, { "syncfs", CALL_OTHER, 1, {
	    { "fd", ARG_FD } } } },
	{ { 307, 345, 538, 269 }, { "sendmmsg", CALL_OTHER, 4, {
	    { "fd", ARG_FD }, { "mmsg", ARG_ADDR }, { "vlen", ARG_U32 },
	    { "flags", ARG_HEX } } } },
	{ { 308, 346, -1, 268 }, { "setns", CALL_OTHER, 2, {
	    { "fd", ARG_FD }, { "flags", ARG_HEX } } } },
	{ { 309, 318, -1, 168 }, { "getcpu", CALL_OTHER, 3, {
	    { "cpup", ARG_ADDR }, { "nodep", ARG_ADDR },
	    { "unused", ARG_ADDR } } } },
	{ { 310, 347, 539, 270 }, { "process_vm_readv", CALL_OTHER, 6, {
	    { "pid", ARG_INT }, { "lvec", ARG_ADDR },
	    { "liovcnt", ARG_UINT }, { "rvec", ARG_ADDR },
	    { "riovcnt", ARG_UINT }, { "flags", ARG_HEX } } } },
	{ { 311, 348, 540, 271 }, { "process_vm_writev", CALL_OTHER, 6, {
	    { "pid", ARG_INT }, { "lvec", ARG_ADDR },
	    { "liovcnt", ARG_UINT }, { "rvec", ARG_ADDR },
	    { "riovcnt", ARG_UINT }, { "flags", ARG_HEX } } } },
	{ { 312, 349, -1, 272 }, { "kcmp", CALL_OTHER, 5, {
	    { "pid1", ARG_INT }, { "pid2", ARG_INT },
	    { "type", ARG_INT }, { "idx1", ARG_HEX },
	    { "idx2", ARG_HEX } } } },
	{ { 313, 350, -1, 273 }, { "finit_module", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "uargs", ARG_ADDR },
	    { "flags", ARG_HEX } } } },
	{ { 314, 351, -1, 274 }, { "sched_setattr", CALL_OTHER, 3, {
	    { "pid", ARG_INT }, { "uattr", ARG_ADDR },
	    { "flags", ARG_HEX } } } },
	{ { 315, 352, -1, 275 }, { "sched_getattr", CALL_OTHER, 4, {
	    { "pid", ARG_INT }, { "uattr", ARG_ADDR },
	    { "usize", ARG_U32 }, { "flags", ARG_HEX } } } },
	{ { 316, 353, -1, 276 }, { "renameat2", CALL_OTHER, 5, {
	    { "olddfd", ARG_FD }, { "oldname", ARG_STRING },
	    { "newdfd", ARG_FD }, { "newname", ARG_ADDR },
	    { "flags", ARG_HEX } } } },
	{ { 317, 354, -1, 277 }, { "seccomp", CALL_OTHER, 3, {
	    { "op", ARG_U32 }, { "flags", ARG_HEX },
	    { "uargs", ARG_ADDR } } } },
	{ { 318, 355, -1, 278 }, { "getrandom", CALL_OTHER, 3, {
	    { "ubuf", ARG_ADDR }, { "len", ARG_SIZE },
	    { "flags", ARG_HEX } } } },
	{ { 319, 356, -1, 279 }, { "memfd_create", .id = CALL_MEMFD_CREATE } },
	{ { 320, -1, -1, 294 }, { "kexec_file_load", CALL_OTHER, 5, {
	    { "kernel_fd", ARG_FD }, { "initrd_fd", ARG_FD },
	    { "cmdline_len", ARG_SIZE }, { "cmdline", ARG_ADDR },
	    { "flags", ARG_HEX } } } },
	{ { 321, 357, -1, 280 }, { "bpf", CALL_OTHER, 3, {
	    { "cmd", ARG_HEX }, { "uattr", ARG_ADDR },
	    { "size", ARG_U32 } } } },
	{ { 322, 358, 545, 281 }, { "execveat", .id = CALL_EXECVEAT } },
	{ { 323, 374, -1, 282 }, { "userfaultfd", .id = CALL_USERFAULTFD } },
	{ { 324, 375, -1, 283 }, { "membarrier", CALL_OTHER, 3, {
	    { "cmd", ARG_HEX }, { "flags", ARG_HEX },
	    { "cpu_id", ARG_INT } } } },
	{ { 325, 376, -1, 284 }, { "mlock2", .id = CALL_MLOCK2 } },
	{ { 326, 377, -1, 285 }, { "copy_file_range", CALL_OTHER, 6, {
	    { "fd_in", ARG_FD }, { "off_in", ARG_ADDR },
	    { "fd_out", ARG_FD }, { "off_out", ARG_ADDR },
	    { "len", ARG_SIZE }, { "flags", ARG_HEX } } } },
	{ { 327, 378, 546, 286 }, { "preadv2", CALL_OTHER, 6, {
	    { "fd", ARG_FD }, { "vec", ARG_ADDR }, { "vlen", ARG_UINT },
	    { "pos_l", ARG_UINT }, { "pos_h", ARG_UINT },
	    { "flags", ARG_HEX } } } },
	{ { 328, 379, 547, 287 }, { "pwritev2", CALL_OTHER, 6, {
	    { "fd", ARG_FD }, { "vec", ARG_ADDR }, { "vlen", ARG_UINT },
	    { "pos_l", ARG_UINT }, { "pos_h", ARG_UINT },
	    { "flags", ARG_HEX } } } },
	{ { 329, 380, -1, 288 }, { "pkey_mprotect", .id = CALL_PKEY_MPROTECT } },
	{ { 330, 381, -1, 289 }, { "pkey_alloc", CALL_OTHER, 2, {
	    { "flags", ARG_HEX }, { "init_val", ARG_HEX } } } },
	{ { 331, 382, -1, 290 }, { "pkey_free", CALL_OTHER, 1, {
	    { "pkey", ARG_INT } } } },
	{ { 332, 383, -1, 291 }, { "statx", CALL_OTHER, 5, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "flags", ARG_HEX }, { "mask", ARG_HEX },
	    { "buffer", ARG_ADDR } } } },
	{ { 333, 385, -1, 292 }, { "io_pgetevents", CALL_OTHER, 6, {
	    { "ctx_id", ARG_HEX }, { "min_nr", ARG_LONG },
	    { "nr", ARG_LONG }, { "events", ARG_ADDR },
	    { "timeout", ARG_ADDR }, { "usig", ARG_ADDR } } } },
	{ { 334, 386, -1, 293 }, { "rseq", CALL_OTHER, 4, {
	    { "rseq", ARG_ADDR }, { "rseq_len", ARG_U32 },
	    { "flags", ARG_HEX }, { "sig", ARG_HEX } } } },
	{ { 335, -1, -1, -1 }, { "uretprobe", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { 336, -1, -1, -1 }, { "uprobe", CALL_OTHER, 0, { { "", 0 } } } },
	{ { 424, 424, -1, 424 }, { "pidfd_send_signal", CALL_OTHER, 4, {
	    { "pidfd", ARG_FD }, { "sig", ARG_SIGNAL },
	    { "info", ARG_ADDR }, { "flags", ARG_HEX } } } },
	{ { 425, 425, -1, 425 }, { "io_uring_setup", CALL_OTHER, 2, {
	    { "entries", ARG_U32 }, { "params", ARG_ADDR } } } },
	{ { 426, 426, -1, 426 }, { "io_uring_enter", CALL_OTHER, 6, {
	    { "fd", ARG_FD }, { "to_submit", ARG_U32 },
	    { "min_complete", ARG_U32 }, { "flags", ARG_HEX },
	    { "argp", ARG_ADDR }, { "argsz", ARG_SIZE } } } },
	{ { 427, 427, -1, 427 }, { "io_uring_register", CALL_OTHER, 4, {
	    { "fd", ARG_FD }, { "opcode", ARG_U32 },
	    { "arg", ARG_ADDR }, { "nr_args", ARG_U32 } } } },
	{ { 428, 428, -1, 428 }, { "open_tree", CALL_OTHER, 3, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "flags", ARG_HEX } } } },
	{ { 429, 429, -1, 429 }, { "move_mount", CALL_OTHER, 5, {
	    { "from_dfd", ARG_FD }, { "from_pathname", ARG_STRING },
	    { "to_dfd", ARG_FD }, { "to_pathname", ARG_ADDR },
	    { "flags", ARG_HEX } } } },
	{ { 430, 430, -1, 430 }, { "fsopen", CALL_OTHER, 2, {
	    { "_fs_name", ARG_STRING }, { "flags", ARG_HEX } } } },
	{ { 431, 431, -1, 431 }, { "fsconfig", CALL_OTHER, 5, {
	    { "fd", ARG_FD }, { "cmd", ARG_HEX }, { "_key", ARG_ADDR },
	    { "_value", ARG_ADDR }, { "aux", ARG_INT } } } },
	{ { 432, 432, -1, 432 }, { "fsmount", CALL_OTHER, 3, {
	    { "fs_fd", ARG_FD }, { "flags", ARG_HEX },
	    { "attr_flags", ARG_HEX } } } },
	{ { 433, 433, -1, 433 }, { "fspick", CALL_OTHER, 3, {
	    { "dfd", ARG_FD }, { "path", ARG_STRING },
	    { "flags", ARG_HEX } } } },
	{ { 434, 434, -1, 434 }, { "pidfd_open", CALL_OTHER, 2, {
	    { "pid", ARG_INT }, { "flags", ARG_HEX } } } },
	{ { 435, 435, -1, 435 }, { "clone3", CALL_OTHER, 2, {
	    { "uargs", ARG_ADDR }, { "size", ARG_SIZE } } } },
	{ { 436, 436, -1, 436 }, { "close_range", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "max_fd", ARG_U32 },
	    { "flags", ARG_HEX } } } },
	{ { 437, 437, -1, 437 }, { "openat2", CALL_OTHER, 4, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "how", ARG_ADDR }, { "usize", ARG_SIZE } } } },
	{ { 438, 438, -1, 438 }, { "pidfd_getfd", CALL_OTHER, 3, {
	    { "pidfd", ARG_FD }, { "fd", ARG_FD }, { "flags", ARG_HEX } } } },
	{ { 439, 439, -1, 439 }, { "faccessat2", CALL_OTHER, 4, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "mode", ARG_INT }, { "flags", ARG_HEX } } } },
	{ { 440, 440, -1, 440 }, { "process_madvise", .id = CALL_PROCESS_MADVISE } },
	{ { 441, 441, -1, 441 }, { "epoll_pwait2", CALL_OTHER, 6, {
	    { "epfd", ARG_FD }, { "events", ARG_ADDR },
	    { "maxevents", ARG_INT }, { "timeout", ARG_ADDR },
	    { "sigmask", ARG_ADDR }, { "sigsetsize", ARG_SIZE } } } },
	{ { 442, 442, -1, 442 }, { "mount_setattr", CALL_OTHER, 5, {
	    { "dfd", ARG_FD }, { "path", ARG_STRING },
	    { "flags", ARG_HEX }, { "uattr", ARG_ADDR },
	    { "usize", ARG_SIZE } } } },
	{ { 443, 443, -1, 443 }, { "quotactl_fd", CALL_OTHER, 4, {
	    { "fd", ARG_FD }, { "cmd", ARG_HEX }, { "id", ARG_U32 },
	    { "addr", ARG_ADDR } } } },
	{ { 444, 444, -1, 444 }, { "landlock_create_ruleset", CALL_OTHER, 3, {
	    { "attr", ARG_ADDR }, { "size", ARG_SIZE },
	    { "flags", ARG_HEX } } } },
	{ { 445, 445, -1, 445 }, { "landlock_add_rule", CALL_OTHER, 4, {
	    { "ruleset_fd", ARG_FD }, { "rule_type", ARG_INT },
	    { "rule_attr", ARG_ADDR }, { "flags", ARG_HEX } } } },
	{ { 446, 446, -1, 446 }, { "landlock_restrict_self", CALL_OTHER, 2, {
	    { "ruleset_fd", ARG_FD }, { "flags", ARG_HEX } } } },
	{ { 447, 447, -1, 447 }, { "memfd_secret", .id = CALL_MEMFD_SECRET } },
	{ { 448, 448, -1, 448 }, { "process_mrelease", CALL_OTHER, 2, {
	    { "pidfd", ARG_FD }, { "flags", ARG_HEX } } } },
	{ { 449, 449, -1, 449 }, { "futex_waitv", CALL_OTHER, 5, {
	    { "waiters", ARG_ADDR }, { "nr_futexes", ARG_U32 },
	    { "flags", ARG_HEX }, { "timeout", ARG_ADDR },
	    { "clockid", ARG_INT } } } },
	{ { 450, 450, -1, 450 }, { "set_mempolicy_home_node", CALL_OTHER, 4, {
	    { "start", ARG_HEX }, { "len", ARG_SIZE },
	    { "home_node", ARG_UINT }, { "flags", ARG_HEX } } } },
	{ { 451, 451, -1, 451 }, { "cachestat", CALL_OTHER, 4, {
	    { "fd", ARG_FD }, { "cstat_range", ARG_ADDR },
	    { "cstat", ARG_ADDR }, { "flags", ARG_HEX } } } },
	{ { 452, 452, -1, 452 }, { "fchmodat2", CALL_OTHER, 4, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "mode", ARG_MODE }, { "flags", ARG_HEX } } } },
	{ { 453, 453, -1, 453 }, { "map_shadow_stack", .id = CALL_MAP_SHADOW_STACK } },
	{ { 454, 454, -1, 454 }, { "futex_wake", CALL_OTHER, 4, {
	    { "uaddr", ARG_ADDR }, { "mask", ARG_HEX },
	    { "nr", ARG_INT }, { "flags", ARG_HEX } } } },
	{ { 455, 455, -1, 455 }, { "futex_wait", CALL_OTHER, 6, {
	    { "uaddr", ARG_ADDR }, { "val", ARG_UINT },
	    { "mask", ARG_HEX }, { "flags", ARG_HEX },
	    { "timeout", ARG_ADDR }, { "clockid", ARG_INT } } } },
	{ { 456, 456, -1, 456 }, { "futex_requeue", CALL_OTHER, 4, {
	    { "waiters", ARG_ADDR }, { "flags", ARG_HEX },
	    { "nr_wake", ARG_INT }, { "nr_requeue", ARG_INT } } } },
	{ { 457, 457, -1, 457 }, { "statmount", CALL_OTHER, 4, {
	    { "req", ARG_ADDR }, { "buf", ARG_ADDR },
	    { "bufsize", ARG_SIZE }, { "flags", ARG_HEX } } } },
	{ { 458, 458, -1, 458 }, { "listmount", CALL_OTHER, 4, {
	    { "req", ARG_ADDR }, { "mnt_ids", ARG_ADDR },
	    { "nr_mnt_ids", ARG_SIZE }, { "flags", ARG_HEX } } } },
	{ { 459, 459, -1, 459 }, { "lsm_get_self_attr", CALL_OTHER, 4, {
	    { "attr", ARG_U32 }, { "ctx", ARG_ADDR },
	    { "size", ARG_ADDR }, { "flags", ARG_HEX } } } },
	{ { 460, 460, -1, 460 }, { "lsm_set_self_attr", CALL_OTHER, 4, {
	    { "attr", ARG_U32 }, { "ctx", ARG_ADDR },
	    { "size", ARG_U32 }, { "flags", ARG_HEX } } } },
	{ { 461, 461, -1, 461 }, { "lsm_list_modules", CALL_OTHER, 3, {
	    { "ids", ARG_ADDR }, { "size", ARG_ADDR },
	    { "flags", ARG_HEX } } } },
	{ { 462, 462, -1, 462 }, { "mseal", .id = CALL_MSEAL } },
	{ { 463, 463, -1, 463 }, { "setxattrat", CALL_OTHER, 6, {
	    { "dfd", ARG_FD }, { "pathname", ARG_STRING },
	    { "at_flags", ARG_HEX }, { "name", ARG_ADDR },
	    { "uargs", ARG_ADDR }, { "usize", ARG_SIZE } } } },
	{ { 464, 464, -1, 464 }, { "getxattrat", CALL_OTHER, 6, {
	    { "dfd", ARG_FD }, { "pathname", ARG_STRING },
	    { "at_flags", ARG_HEX }, { "name", ARG_ADDR },
	    { "uargs", ARG_ADDR }, { "usize", ARG_SIZE } } } },
	{ { 465, 465, -1, 465 }, { "listxattrat", CALL_OTHER, 5, {
	    { "dfd", ARG_FD }, { "pathname", ARG_STRING },
	    { "at_flags", ARG_HEX }, { "list", ARG_ADDR },
	    { "size", ARG_SIZE } } } },
	{ { 466, 466, -1, 466 }, { "removexattrat", CALL_OTHER, 4, {
	    { "dfd", ARG_FD }, { "pathname", ARG_STRING },
	    { "at_flags", ARG_HEX }, { "name", ARG_ADDR } } } },
	{ { 467, 467, -1, 467 }, { "open_tree_attr", CALL_OTHER, 5, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "flags", ARG_HEX }, { "uattr", ARG_ADDR },
	    { "usize", ARG_SIZE } } } },
	{ { 468, 468, -1, 468 }, { "file_getattr", CALL_OTHER, 5, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "ufattr", ARG_ADDR }, { "usize", ARG_SIZE },
	    { "at_flags", ARG_HEX } } } },
	{ { 469, 469, -1, 469 }, { "file_setattr", CALL_OTHER, 5, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "ufattr", ARG_ADDR }, { "usize", ARG_SIZE },
	    { "at_flags", ARG_HEX } } } },
	{ { -1, 7, -1, -1 }, { "waitpid", CALL_OTHER, 3, {
	    { "pid", ARG_INT }, { "stat_addr", ARG_ADDR },
	    { "options", ARG_HEX } } } },
	{ { -1, 17, -1, -1 }, { "break", CALL_OTHER, 0, { { "", 0 } } } },
	{ { -1, 18, -1, -1 }, { "oldstat", CALL_OTHER, 2, {
	    { "filename", ARG_STRING }, { "statbuf", ARG_ADDR } } } },
	{ { -1, 22, -1, -1 }, { "umount", CALL_OTHER, 1, {
	    { "name", ARG_STRING } } } },
	{ { -1, 25, -1, -1 }, { "stime", CALL_OTHER, 1, {
	    { "tptr", ARG_ADDR } } } },
	{ { -1, 28, -1, -1 }, { "oldfstat", CALL_OTHER, 2, {
	    { "fd", ARG_FD }, { "statbuf", ARG_ADDR } } } },
	{ { -1, 31, -1, -1 }, { "stty", CALL_OTHER, 0, { { "", 0 } } } },
	{ { -1, 32, -1, -1 }, { "gtty", CALL_OTHER, 0, { { "", 0 } } } },
	{ { -1, 34, -1, -1 }, { "nice", CALL_OTHER, 1, {
	    { "increment", ARG_INT } } } },
	{ { -1, 35, -1, -1 }, { "ftime", CALL_OTHER, 0, { { "", 0 } } } },
	{ { -1, 44, -1, -1 }, { "prof", CALL_OTHER, 0, { { "", 0 } } } },
	{ { -1, 48, -1, -1 }, { "signal", CALL_OTHER, 2, {
	    { "sig", ARG_SIGNAL }, { "handler", ARG_ADDR } } } },
	{ { -1, 53, -1, -1 }, { "lock", CALL_OTHER, 0, { { "", 0 } } } },
	{ { -1, 56, -1, -1 }, { "mpx", CALL_OTHER, 0, { { "", 0 } } } },
	{ { -1, 58, -1, -1 }, { "ulimit", CALL_OTHER, 0, { { "", 0 } } } },
	{ { -1, 59, -1, -1 }, { "oldolduname", CALL_OTHER, 1, {
	    { "name", ARG_ADDR } } } },
	{ { -1, 67, -1, -1 }, { "sigaction", CALL_OTHER, 3, {
	    { "sig", ARG_SIGNAL }, { "act", ARG_ADDR },
	    { "oact", ARG_ADDR } } } },
	{ { -1, 68, -1, -1 }, { "sgetmask", CALL_OTHER, 0, { { "", 0 } } } },
	{ { -1, 69, -1, -1 }, { "ssetmask", CALL_OTHER, 1, {
	    { "newmask", ARG_U32 } } } },
	{ { -1, 72, -1, -1 }, { "sigsuspend", CALL_OTHER, 3, {
	    { "unused1", ARG_INT }, { "unused2", ARG_INT },
	    { "mask", ARG_HEX } } } },
	{ { -1, 73, -1, -1 }, { "sigpending", CALL_OTHER, 1, {
	    { "uset", ARG_ADDR } } } },
	{ { -1, 82, -1, -1 }, { "select", CALL_OTHER, 1, {
	    { "arg", ARG_ADDR } } } },
	{ { -1, 84, -1, -1 }, { "oldlstat", CALL_OTHER, 2, {
	    { "filename", ARG_STRING }, { "statbuf", ARG_ADDR } } } },
	{ { -1, 89, -1, -1 }, { "readdir", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "dirent", ARG_ADDR },
	    { "count", ARG_U32 } } } },
	{ { -1, 90, -1, -1 }, { "old_mmap", .id = CALL_OLD_MMAP } },
	{ { -1, 98, -1, -1 }, { "profil", CALL_OTHER, 0, { { "", 0 } } } },
	{ { -1, 102, -1, -1 }, { "socketcall", CALL_OTHER, 2, {
	    { "call", ARG_INT }, { "args", ARG_ADDR } } } },
	{ { -1, 109, -1, -1 }, { "olduname", CALL_OTHER, 1, {
	    { "name", ARG_ADDR } } } },
	{ { -1, 112, -1, -1 }, { "idle", CALL_OTHER, 0, { { "", 0 } } } },
	{ { -1, 113, -1, -1 }, { "vm86old", CALL_OTHER, 1, {
	    { "user_vm86", ARG_ADDR } } } },
	{ { -1, 117, -1, -1 }, { "ipc", CALL_OTHER, 6, {
	    { "call", ARG_U32 }, { "first", ARG_INT },
	    { "second", ARG_HEX }, { "third", ARG_HEX },
	    { "ptr", ARG_ADDR }, { "fifth", ARG_LONG } } } },
	{ { -1, 119, -1, -1 }, { "sigreturn", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { -1, 120, -1, 220 }, { "clone", CALL_OTHER, 5, {
	    { "clone_flags", ARG_HEX }, { "newsp", ARG_HEX },
	    { "parent_tidptr", ARG_ADDR }, { "tls", ARG_HEX },
	    { "child_tidptr", ARG_ADDR } } } },
	{ { -1, 126, -1, -1 }, { "sigprocmask", CALL_OTHER, 3, {
	    { "how", ARG_INT }, { "nset", ARG_ADDR },
	    { "oset", ARG_ADDR } } } },
	{ { -1, 134, -1, -1 }, { "bdflush", CALL_OTHER, 0, { { "", 0 } } } },
	{ { -1, 140, -1, -1 }, { "_llseek", CALL_OTHER, 5, {
	    { "fd", ARG_FD }, { "offset_high", ARG_HEX },
	    { "offset_low", ARG_HEX }, { "result", ARG_ADDR },
	    { "whence", ARG_U32 } } } },
	{ { -1, 142, -1, -1 }, { "_newselect", CALL_OTHER, 5, {
	    { "n", ARG_INT }, { "inp", ARG_ADDR }, { "outp", ARG_ADDR },
	    { "exp", ARG_ADDR }, { "tvp", ARG_ADDR } } } },
	{ { -1, 166, -1, -1 }, { "vm86", CALL_OTHER, 2, {
	    { "cmd", ARG_HEX }, { "arg", ARG_HEX } } } },
	{ { -1, 180, -1, -1 }, { "pread64", CALL_OTHER, 5, {
	    { "fd", ARG_FD }, { "buf", ARG_ADDR },
	    { "count", ARG_SIZE }, { "pos_lo", ARG_U32 },
	    { "pos_hi", ARG_U32 } } } },
	{ { -1, 181, -1, -1 }, { "pwrite64", CALL_OTHER, 5, {
	    { "fd", ARG_FD }, { "buf", ARG_ADDR },
	    { "count", ARG_SIZE }, { "pos_lo", ARG_U32 },
	    { "pos_hi", ARG_U32 } } } },
	{ { -1, 191, -1, -1 }, { "ugetrlimit", CALL_OTHER, 2, {
	    { "resource", ARG_U32 }, { "rlim", ARG_ADDR } } } },
	{ { -1, 192, -1, -1 }, { "mmap2", .id = CALL_MMAP2 } },
	{ { -1, 193, -1, -1 }, { "truncate64", CALL_OTHER, 3, {
	    { "path", ARG_STRING }, { "len_lo", ARG_U32 },
	    { "len_hi", ARG_U32 } } } },
	{ { -1, 194, -1, -1 }, { "ftruncate64", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "len_lo", ARG_U32 },
	    { "len_hi", ARG_U32 } } } },
	{ { -1, 195, -1, -1 }, { "stat64", CALL_OTHER, 2, {
	    { "filename", ARG_STRING }, { "statbuf", ARG_ADDR } } } },
	{ { -1, 196, -1, -1 }, { "lstat64", CALL_OTHER, 2, {
	    { "filename", ARG_STRING }, { "statbuf", ARG_ADDR } } } },
	{ { -1, 197, -1, -1 }, { "fstat64", CALL_OTHER, 2, {
	    { "fd", ARG_FD }, { "statbuf", ARG_ADDR } } } },
	{ { -1, 198, -1, -1 }, { "lchown32", CALL_OTHER, 3, {
	    { "filename", ARG_STRING }, { "user", ARG_U32 },
	    { "group", ARG_U32 } } } },
	{ { -1, 199, -1, -1 }, { "getuid32", CALL_OTHER, 0, { { "", 0 } } } },
	{ { -1, 200, -1, -1 }, { "getgid32", CALL_OTHER, 0, { { "", 0 } } } },
	{ { -1, 201, -1, -1 }, { "geteuid32", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { -1, 202, -1, -1 }, { "getegid32", CALL_OTHER, 0, {
	    { "", 0 } } } },
	{ { -1, 203, -1, -1 }, { "setreuid32", CALL_OTHER, 2, {
	    { "ruid", ARG_U32 }, { "euid", ARG_U32 } } } },
	{ { -1, 204, -1, -1 }, { "setregid32", CALL_OTHER, 2, {
	    { "rgid", ARG_U32 }, { "egid", ARG_U32 } } } },
	{ { -1, 205, -1, -1 }, { "getgroups32", CALL_OTHER, 2, {
	    { "gidsetsize", ARG_INT }, { "grouplist", ARG_ADDR } } } },
	{ { -1, 206, -1, -1 }, { "setgroups32", CALL_OTHER, 2, {
	    { "gidsetsize", ARG_INT }, { "grouplist", ARG_ADDR } } } },
	{ { -1, 207, -1, -1 }, { "fchown32", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "user", ARG_U32 }, { "group", ARG_U32 } } } },
	{ { -1, 208, -1, -1 }, { "setresuid32", CALL_OTHER, 3, {
	    { "ruid", ARG_U32 }, { "euid", ARG_U32 },
	    { "suid", ARG_U32 } } } },
	{ { -1, 209, -1, -1 }, { "getresuid32", CALL_OTHER, 3, {
	    { "ruidp", ARG_ADDR }, { "euidp", ARG_ADDR },
	    { "suidp", ARG_ADDR } } } },
	{ { -1, 210, -1, -1 }, { "setresgid32", CALL_OTHER, 3, {
	    { "rgid", ARG_U32 }, { "egid", ARG_U32 },
	    { "sgid", ARG_U32 } } } },
	{ { -1, 211, -1, -1 }, { "getresgid32", CALL_OTHER, 3, {
	    { "rgidp", ARG_ADDR }, { "egidp", ARG_ADDR },
	    { "sgidp", ARG_ADDR } } } },
	{ { -1, 212, -1, -1 }, { "chown32", CALL_OTHER, 3, {
	    { "filename", ARG_STRING }, { "user", ARG_U32 },
	    { "group", ARG_U32 } } } },
	{ { -1, 213, -1, -1 }, { "setuid32", CALL_OTHER, 1, {
	    { "uid", ARG_U32 } } } },
	{ { -1, 214, -1, -1 }, { "setgid32", CALL_OTHER, 1, {
	    { "gid", ARG_U32 } } } },
	{ { -1, 215, -1, -1 }, { "setfsuid32", CALL_OTHER, 1, {
	    { "uid", ARG_U32 } } } },
	{ { -1, 216, -1, -1 }, { "setfsgid32", CALL_OTHER, 1, {
	    { "gid", ARG_U32 } } } },
	{ { -1, 221, -1, -1 }, { "fcntl64", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "cmd", ARG_HEX }, { "arg", ARG_HEX } } } },
	{ { -1, 225, -1, -1 }, { "readahead", CALL_OTHER, 4, {
	    { "fd", ARG_FD }, { "offset_lo", ARG_U32 },
	    { "offset_hi", ARG_U32 }, { "count", ARG_SIZE } } } },
	{ { -1, 239, -1, -1 }, { "sendfile64", CALL_OTHER, 4, {
	    { "out_fd", ARG_FD }, { "in_fd", ARG_FD },
	    { "offset", ARG_ADDR }, { "count", ARG_SIZE } } } },
	{ { -1, 250, -1, -1 }, { "fadvise64", CALL_OTHER, 5, {
	    { "fd", ARG_FD }, { "offset_lo", ARG_U32 },
	    { "offset_hi", ARG_U32 }, { "len", ARG_SIZE },
	    { "advice", ARG_INT } } } },
	{ { -1, 253, -1, -1 }, { "lookup_dcookie", CALL_OTHER, 4, {
	    { "cookie_lo", ARG_U32 }, { "cookie_hi", ARG_U32 },
	    { "buf", ARG_ADDR }, { "len", ARG_SIZE } } } },
	{ { -1, 268, -1, -1 }, { "statfs64", CALL_OTHER, 3, {
	    { "pathname", ARG_STRING }, { "sz", ARG_SIZE },
	    { "buf", ARG_ADDR } } } },
	{ { -1, 269, -1, -1 }, { "fstatfs64", CALL_OTHER, 3, {
	    { "fd", ARG_FD }, { "sz", ARG_SIZE }, { "buf", ARG_ADDR } } } },
	{ { -1, 272, -1, -1 }, { "fadvise64_64", CALL_OTHER, 6, {
	    { "fd", ARG_FD }, { "offset_lo", ARG_U32 },
	    { "offset_hi", ARG_U32 }, { "len_lo", ARG_U32 },
	    { "len_hi", ARG_U32 }, { "advice", ARG_INT } } } },
	{ { -1, 300, -1, -1 }, { "fstatat64", CALL_OTHER, 4, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "statbuf", ARG_ADDR }, { "flag", ARG_HEX } } } },
	{ { -1, 314, -1, -1 }, { "sync_file_range", CALL_OTHER, 6, {
	    { "fd", ARG_FD }, { "offset_lo", ARG_U32 },
	    { "offset_hi", ARG_U32 }, { "len_lo", ARG_U32 },
	    { "len_hi", ARG_U32 }, { "flags", ARG_HEX } } } },
	{ { -1, 324, -1, -1 }, { "fallocate", CALL_OTHER, 6, {
	    { "fd", ARG_FD }, { "mode", ARG_INT },
	    { "offset_lo", ARG_U32 }, { "offset_hi", ARG_U32 },
	    { "len_lo", ARG_U32 }, { "len_hi", ARG_U32 } } } },
	{ { -1, 339, -1, -1 }, { "fanotify_mark", CALL_OTHER, 6, {
	    { "fanotify_fd", ARG_FD }, { "flags", ARG_HEX },
	    { "mask_lo", ARG_U32 }, { "mask_hi", ARG_U32 },
	    { "dfd", ARG_FD }, { "pathname", ARG_STRING } } } },
	{ { -1, 403, -1, -1 }, { "clock_gettime64", CALL_OTHER, 2, {
	    { "which_clock", ARG_INT }, { "tp", ARG_ADDR } } } },
	{ { -1, 404, -1, -1 }, { "clock_settime64", CALL_OTHER, 2, {
	    { "which_clock", ARG_INT }, { "tp", ARG_ADDR } } } },
	{ { -1, 405, -1, -1 }, { "clock_adjtime64", CALL_OTHER, 2, {
	    { "which_clock", ARG_INT }, { "utx", ARG_ADDR } } } },
	{ { -1, 406, -1, -1 }, { "clock_getres_time64", CALL_OTHER, 2, {
	    { "which_clock", ARG_INT }, { "tp", ARG_ADDR } } } },
	{ { -1, 407, -1, -1 }, { "clock_nanosleep_time64", CALL_OTHER, 4, {
	    { "which_clock", ARG_INT }, { "flags", ARG_HEX },
	    { "rqtp", ARG_ADDR }, { "rmtp", ARG_ADDR } } } },
	{ { -1, 408, -1, -1 }, { "timer_gettime64", CALL_OTHER, 2, {
	    { "timer_id", ARG_INT }, { "setting", ARG_ADDR } } } },
	{ { -1, 409, -1, -1 }, { "timer_settime64", CALL_OTHER, 4, {
	    { "timer_id", ARG_INT }, { "flags", ARG_HEX },
	    { "new_setting", ARG_ADDR }, { "old_setting", ARG_ADDR } } } },
	{ { -1, 410, -1, -1 }, { "timerfd_gettime64", CALL_OTHER, 2, {
	    { "ufd", ARG_FD }, { "otmr", ARG_ADDR } } } },
	{ { -1, 411, -1, -1 }, { "timerfd_settime64", CALL_OTHER, 4, {
	    { "ufd", ARG_FD }, { "flags", ARG_HEX },
	    { "utmr", ARG_ADDR }, { "otmr", ARG_ADDR } } } },
	{ { -1, 412, -1, -1 }, { "utimensat_time64", CALL_OTHER, 4, {
	    { "dfd", ARG_FD }, { "filename", ARG_STRING },
	    { "utimes", ARG_ADDR }, { "flags", ARG_HEX } } } },
	{ { -1, 413, -1, -1 }, { "pselect6_time64", CALL_OTHER, 6, {
	    { "n", ARG_INT }, { "inp", ARG_ADDR }, { "outp", ARG_ADDR },
	    { "exp", ARG_ADDR }, { "tsp", ARG_ADDR },
	    { "sig", ARG_ADDR } } } },
	{ { -1, 414, -1, -1 }, { "ppoll_time64", CALL_OTHER, 5, {
	    { "ufds", ARG_ADDR }, { "nfds", ARG_U32 },
	    { "tsp", ARG_ADDR }, { "sigmask", ARG_ADDR },
	    { "sigsetsize", ARG_SIZE } } } },
	{ { -1, 416, -1, -1 }, { "io_pgetevents_time64", CALL_OTHER, 6, {
	    { "ctx_id", ARG_HEX }, { "min_nr", ARG_LONG },
	    { "nr", ARG_LONG }, { "events", ARG_ADDR },
	    { "timeout", ARG_ADDR }, { "usig", ARG_ADDR } } } },
	{ { -1, 417, -1, -1 }, { "recvmmsg_time64", CALL_OTHER, 5, {
	    { "fd", ARG_FD }, { "mmsg", ARG_ADDR }, { "vlen", ARG_U32 },
	    { "flags", ARG_HEX }, { "timeout", ARG_ADDR } } } },
	{ { -1, 418, -1, -1 }, { "mq_timedsend_time64", CALL_OTHER, 5, {
	    { "mqdes", ARG_FD }, { "u_msg_ptr", ARG_ADDR },
	    { "msg_len", ARG_SIZE }, { "msg_prio", ARG_U32 },
	    { "u_abs_timeout", ARG_ADDR } } } },
	{ { -1, 419, -1, -1 }, { "mq_timedreceive_time64", CALL_OTHER, 5, {
	    { "mqdes", ARG_FD }, { "u_msg_ptr", ARG_ADDR },
	    { "msg_len", ARG_SIZE }, { "u_msg_prio", ARG_ADDR },
	    { "u_abs_timeout", ARG_ADDR } } } },
	{ { -1, 420, -1, -1 }, { "semtimedop_time64", CALL_OTHER, 4, {
	    { "semid", ARG_INT }, { "tsops", ARG_ADDR },
	    { "nsops", ARG_U32 }, { "timeout", ARG_ADDR } } } },
	{ { -1, 421, -1, -1 }, { "rt_sigtimedwait_time64", CALL_OTHER, 4, {
	    { "uthese", ARG_ADDR }, { "uinfo", ARG_ADDR },
	    { "uts", ARG_ADDR }, { "sigsetsize", ARG_SIZE } } } },
	{ { -1, 422, -1, -1 }, { "futex_time64", CALL_OTHER, 6, {
	    { "uaddr", ARG_ADDR }, { "op", ARG_FUTEX_OP },
	    { "val", ARG_U32 }, { "utime", ARG_ADDR },
	    { "uaddr2", ARG_ADDR }, { "val3", ARG_U32 } } } },
	{ { -1, 423, -1, -1 }, { "sched_rr_get_interval_time64", CALL_OTHER, 2, {
	    { "pid", ARG_INT }, { "interval", ARG_ADDR } } } },
	{ { -1, -1, -1, -1 }, { .id = CALL_OTHER } },
};
