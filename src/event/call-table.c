/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Made by gen-calls; not to be edited. */
#include <config.h>

#include "event/call-table.h"

#include <stddef.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const uint16_t x86_64[] = {
	[0] = 1,	/* read */
	[1] = 2,	/* write */
	[2] = 3,	/* open */
	[3] = 4,	/* close */
	[4] = 5,	/* stat */
	[5] = 6,	/* fstat */
	[6] = 7,	/* lstat */
	[7] = 8,	/* poll */
	[8] = 9,	/* lseek */
	[9] = 10,	/* mmap */
	[10] = 11,	/* mprotect */
	[11] = 12,	/* munmap */
	[12] = 13,	/* brk */
	[13] = 14,	/* rt_sigaction */
	[14] = 15,	/* rt_sigprocmask */
	[15] = 16,	/* rt_sigreturn */
	[16] = 17,	/* ioctl */
	[17] = 18,	/* pread64 */
	[18] = 19,	/* pwrite64 */
	[19] = 20,	/* readv */
	[20] = 21,	/* writev */
	[21] = 22,	/* access */
	[22] = 23,	/* pipe */
	[23] = 24,	/* select */
	[24] = 25,	/* sched_yield */
	[25] = 26,	/* mremap */
	[26] = 27,	/* msync */
	[27] = 28,	/* mincore */
	[28] = 29,	/* madvise */
	[29] = 30,	/* shmget */
	[30] = 31,	/* shmat */
	[31] = 32,	/* shmctl */
	[32] = 33,	/* dup */
	[33] = 34,	/* dup2 */
	[34] = 35,	/* pause */
	[35] = 36,	/* nanosleep */
	[36] = 37,	/* getitimer */
	[37] = 38,	/* alarm */
	[38] = 39,	/* setitimer */
	[39] = 40,	/* getpid */
	[40] = 41,	/* sendfile */
	[41] = 42,	/* socket */
	[42] = 43,	/* connect */
	[43] = 44,	/* accept */
	[44] = 45,	/* sendto */
	[45] = 46,	/* recvfrom */
	[46] = 47,	/* sendmsg */
	[47] = 48,	/* recvmsg */
	[48] = 49,	/* shutdown */
	[49] = 50,	/* bind */
	[50] = 51,	/* listen */
	[51] = 52,	/* getsockname */
	[52] = 53,	/* getpeername */
	[53] = 54,	/* socketpair */
	[54] = 55,	/* setsockopt */
	[55] = 56,	/* getsockopt */
	[56] = 57,	/* clone */
	[57] = 58,	/* fork */
	[58] = 59,	/* vfork */
	[59] = 60,	/* execve */
	[60] = 61,	/* exit */
	[61] = 62,	/* wait4 */
	[62] = 63,	/* kill */
	[63] = 64,	/* uname */
	[64] = 65,	/* semget */
	[65] = 66,	/* semop */
	[66] = 67,	/* semctl */
	[67] = 68,	/* shmdt */
	[68] = 69,	/* msgget */
	[69] = 70,	/* msgsnd */
	[70] = 71,	/* msgrcv */
	[71] = 72,	/* msgctl */
	[72] = 73,	/* fcntl */
	[73] = 74,	/* flock */
	[74] = 75,	/* fsync */
	[75] = 76,	/* fdatasync */
	[76] = 77,	/* truncate */
	[77] = 78,	/* ftruncate */
	[78] = 79,	/* getdents */
	[79] = 80,	/* getcwd */
	[80] = 81,	/* chdir */
	[81] = 82,	/* fchdir */
	[82] = 83,	/* rename */
	[83] = 84,	/* mkdir */
	[84] = 85,	/* rmdir */
	[85] = 86,	/* creat */
	[86] = 87,	/* link */
	[87] = 88,	/* unlink */
	[88] = 89,	/* symlink */
	[89] = 90,	/* readlink */
	[90] = 91,	/* chmod */
	[91] = 92,	/* fchmod */
	[92] = 93,	/* chown */
	[93] = 94,	/* fchown */
	[94] = 95,	/* lchown */
	[95] = 96,	/* umask */
	[96] = 97,	/* gettimeofday */
	[97] = 98,	/* getrlimit */
	[98] = 99,	/* getrusage */
	[99] = 100,	/* sysinfo */
	[100] = 101,	/* times */
	[101] = 102,	/* ptrace */
	[102] = 103,	/* getuid */
	[103] = 104,	/* syslog */
	[104] = 105,	/* getgid */
	[105] = 106,	/* setuid */
	[106] = 107,	/* setgid */
	[107] = 108,	/* geteuid */
	[108] = 109,	/* getegid */
	[109] = 110,	/* setpgid */
	[110] = 111,	/* getppid */
	[111] = 112,	/* getpgrp */
	[112] = 113,	/* setsid */
	[113] = 114,	/* setreuid */
	[114] = 115,	/* setregid */
	[115] = 116,	/* getgroups */
	[116] = 117,	/* setgroups */
	[117] = 118,	/* setresuid */
	[118] = 119,	/* getresuid */
	[119] = 120,	/* setresgid */
	[120] = 121,	/* getresgid */
	[121] = 122,	/* getpgid */
	[122] = 123,	/* setfsuid */
	[123] = 124,	/* setfsgid */
	[124] = 125,	/* getsid */
	[125] = 126,	/* capget */
	[126] = 127,	/* capset */
	[127] = 128,	/* rt_sigpending */
	[128] = 129,	/* rt_sigtimedwait */
	[129] = 130,	/* rt_sigqueueinfo */
	[130] = 131,	/* rt_sigsuspend */
	[131] = 132,	/* sigaltstack */
	[132] = 133,	/* utime */
	[133] = 134,	/* mknod */
	[134] = 135,	/* uselib */
	[135] = 136,	/* personality */
	[136] = 137,	/* ustat */
	[137] = 138,	/* statfs */
	[138] = 139,	/* fstatfs */
	[139] = 140,	/* sysfs */
	[140] = 141,	/* getpriority */
	[141] = 142,	/* setpriority */
	[142] = 143,	/* sched_setparam */
	[143] = 144,	/* sched_getparam */
	[144] = 145,	/* sched_setscheduler */
	[145] = 146,	/* sched_getscheduler */
	[146] = 147,	/* sched_get_priority_max */
	[147] = 148,	/* sched_get_priority_min */
	[148] = 149,	/* sched_rr_get_interval */
	[149] = 150,	/* mlock */
	[150] = 151,	/* munlock */
	[151] = 152,	/* mlockall */
	[152] = 153,	/* munlockall */
	[153] = 154,	/* vhangup */
	[154] = 155,	/* modify_ldt */
	[155] = 156,	/* pivot_root */
	[156] = 157,	/* _sysctl */
	[157] = 158,	/* prctl */
	[158] = 159,	/* arch_prctl */
	[159] = 160,	/* adjtimex */
	[160] = 161,	/* setrlimit */
	[161] = 162,	/* chroot */
	[162] = 163,	/* sync */
	[163] = 164,	/* acct */
	[164] = 165,	/* settimeofday */
	[165] = 166,	/* mount */
	[166] = 167,	/* umount2 */
	[167] = 168,	/* swapon */
	[168] = 169,	/* swapoff */
	[169] = 170,	/* reboot */
	[170] = 171,	/* sethostname */
	[171] = 172,	/* setdomainname */
	[172] = 173,	/* iopl */
	[173] = 174,	/* ioperm */
	[174] = 175,	/* create_module */
	[175] = 176,	/* init_module */
	[176] = 177,	/* delete_module */
	[177] = 178,	/* get_kernel_syms */
	[178] = 179,	/* query_module */
	[179] = 180,	/* quotactl */
	[180] = 181,	/* nfsservctl */
	[181] = 182,	/* getpmsg */
	[182] = 183,	/* putpmsg */
	[183] = 184,	/* afs_syscall */
	[184] = 185,	/* tuxcall */
	[185] = 186,	/* security */
	[186] = 187,	/* gettid */
	[187] = 188,	/* readahead */
	[188] = 189,	/* setxattr */
	[189] = 190,	/* lsetxattr */
	[190] = 191,	/* fsetxattr */
	[191] = 192,	/* getxattr */
	[192] = 193,	/* lgetxattr */
	[193] = 194,	/* fgetxattr */
	[194] = 195,	/* listxattr */
	[195] = 196,	/* llistxattr */
	[196] = 197,	/* flistxattr */
	[197] = 198,	/* removexattr */
	[198] = 199,	/* lremovexattr */
	[199] = 200,	/* fremovexattr */
	[200] = 201,	/* tkill */
	[201] = 202,	/* time */
	[202] = 203,	/* futex */
	[203] = 204,	/* sched_setaffinity */
	[204] = 205,	/* sched_getaffinity */
	[205] = 206,	/* set_thread_area */
	[206] = 207,	/* io_setup */
	[207] = 208,	/* io_destroy */
	[208] = 209,	/* io_getevents */
	[209] = 210,	/* io_submit */
	[210] = 211,	/* io_cancel */
	[211] = 212,	/* get_thread_area */
	[212] = 213,	/* lookup_dcookie */
	[213] = 214,	/* epoll_create */
	[214] = 215,	/* epoll_ctl_old */
	[215] = 216,	/* epoll_wait_old */
	[216] = 217,	/* remap_file_pages */
	[217] = 218,	/* getdents64 */
	[218] = 219,	/* set_tid_address */
	[219] = 220,	/* restart_syscall */
	[220] = 221,	/* semtimedop */
	[221] = 222,	/* fadvise64 */
	[222] = 223,	/* timer_create */
	[223] = 224,	/* timer_settime */
	[224] = 225,	/* timer_gettime */
	[225] = 226,	/* timer_getoverrun */
	[226] = 227,	/* timer_delete */
	[227] = 228,	/* clock_settime */
	[228] = 229,	/* clock_gettime */
	[229] = 230,	/* clock_getres */
	[230] = 231,	/* clock_nanosleep */
	[231] = 232,	/* exit_group */
	[232] = 233,	/* epoll_wait */
	[233] = 234,	/* epoll_ctl */
	[234] = 235,	/* tgkill */
	[235] = 236,	/* utimes */
	[236] = 237,	/* vserver */
	[237] = 238,	/* mbind */
	[238] = 239,	/* set_mempolicy */
	[239] = 240,	/* get_mempolicy */
	[240] = 241,	/* mq_open */
	[241] = 242,	/* mq_unlink */
	[242] = 243,	/* mq_timedsend */
	[243] = 244,	/* mq_timedreceive */
	[244] = 245,	/* mq_notify */
	[245] = 246,	/* mq_getsetattr */
	[246] = 247,	/* kexec_load */
	[247] = 248,	/* waitid */
	[248] = 249,	/* add_key */
	[249] = 250,	/* request_key */
	[250] = 251,	/* keyctl */
	[251] = 252,	/* ioprio_set */
	[252] = 253,	/* ioprio_get */
	[253] = 254,	/* inotify_init */
	[254] = 255,	/* inotify_add_watch */
	[255] = 256,	/* inotify_rm_watch */
	[256] = 257,	/* migrate_pages */
	[257] = 258,	/* openat */
	[258] = 259,	/* mkdirat */
	[259] = 260,	/* mknodat */
	[260] = 261,	/* fchownat */
	[261] = 262,	/* futimesat */
	[262] = 263,	/* newfstatat */
	[263] = 264,	/* unlinkat */
	[264] = 265,	/* renameat */
	[265] = 266,	/* linkat */
	[266] = 267,	/* symlinkat */
	[267] = 268,	/* readlinkat */
	[268] = 269,	/* fchmodat */
	[269] = 270,	/* faccessat */
	[270] = 271,	/* pselect6 */
	[271] = 272,	/* ppoll */
	[272] = 273,	/* unshare */
	[273] = 274,	/* set_robust_list */
	[274] = 275,	/* get_robust_list */
	[275] = 276,	/* splice */
	[276] = 277,	/* tee */
	[277] = 278,	/* sync_file_range */
	[278] = 279,	/* vmsplice */
	[279] = 280,	/* move_pages */
	[280] = 281,	/* utimensat */
	[281] = 282,	/* epoll_pwait */
	[282] = 283,	/* signalfd */
	[283] = 284,	/* timerfd_create */
	[284] = 285,	/* eventfd */
	[285] = 286,	/* fallocate */
	[286] = 287,	/* timerfd_settime */
	[287] = 288,	/* timerfd_gettime */
	[288] = 289,	/* accept4 */
	[289] = 290,	/* signalfd4 */
	[290] = 291,	/* eventfd2 */
	[291] = 292,	/* epoll_create1 */
	[292] = 293,	/* dup3 */
	[293] = 294,	/* pipe2 */
	[294] = 295,	/* inotify_init1 */
	[295] = 296,	/* preadv */
	[296] = 297,	/* pwritev */
	[297] = 298,	/* rt_tgsigqueueinfo */
	[298] = 299,	/* perf_event_open */
	[299] = 300,	/* recvmmsg */
	[300] = 301,	/* fanotify_init */
	[301] = 302,	/* fanotify_mark */
	[302] = 303,	/* prlimit64 */
	[303] = 304,	/* name_to_handle_at */
	[304] = 305,	/* open_by_handle_at */
	[305] = 306,	/* clock_adjtime */
	[306] = 307,	/* syncfs */
	[307] = 308,	/* sendmmsg */
	[308] = 309,	/* setns */
	[309] = 310,	/* getcpu */
	[310] = 311,	/* process_vm_readv */
	[311] = 312,	/* process_vm_writev */
	[312] = 313,	/* kcmp */
	[313] = 314,	/* finit_module */
	[314] = 315,	/* sched_setattr */
	[315] = 316,	/* sched_getattr */
	[316] = 317,	/* renameat2 */
	[317] = 318,	/* seccomp */
	[318] = 319,	/* getrandom */
	[319] = 320,	/* memfd_create */
	[320] = 321,	/* kexec_file_load */
	[321] = 322,	/* bpf */
	[322] = 323,	/* execveat */
	[323] = 324,	/* userfaultfd */
	[324] = 325,	/* membarrier */
	[325] = 326,	/* mlock2 */
	[326] = 327,	/* copy_file_range */
	[327] = 328,	/* preadv2 */
	[328] = 329,	/* pwritev2 */
	[329] = 330,	/* pkey_mprotect */
	[330] = 331,	/* pkey_alloc */
	[331] = 332,	/* pkey_free */
	[332] = 333,	/* statx */
	[333] = 334,	/* io_pgetevents */
	[334] = 335,	/* rseq */
	[335] = 336,	/* uretprobe */
	[336] = 337,	/* uprobe */
	[424] = 338,	/* pidfd_send_signal */
	[425] = 339,	/* io_uring_setup */
	[426] = 340,	/* io_uring_enter */
	[427] = 341,	/* io_uring_register */
	[428] = 342,	/* open_tree */
	[429] = 343,	/* move_mount */
	[430] = 344,	/* fsopen */
	[431] = 345,	/* fsconfig */
	[432] = 346,	/* fsmount */
	[433] = 347,	/* fspick */
	[434] = 348,	/* pidfd_open */
	[435] = 349,	/* clone3 */
	[436] = 350,	/* close_range */
	[437] = 351,	/* openat2 */
	[438] = 352,	/* pidfd_getfd */
	[439] = 353,	/* faccessat2 */
	[440] = 354,	/* process_madvise */
	[441] = 355,	/* epoll_pwait2 */
	[442] = 356,	/* mount_setattr */
	[443] = 357,	/* quotactl_fd */
	[444] = 358,	/* landlock_create_ruleset */
	[445] = 359,	/* landlock_add_rule */
	[446] = 360,	/* landlock_restrict_self */
	[447] = 361,	/* memfd_secret */
	[448] = 362,	/* process_mrelease */
	[449] = 363,	/* futex_waitv */
	[450] = 364,	/* set_mempolicy_home_node */
	[451] = 365,	/* cachestat */
	[452] = 366,	/* fchmodat2 */
	[453] = 367,	/* map_shadow_stack */
	[454] = 368,	/* futex_wake */
	[455] = 369,	/* futex_wait */
	[456] = 370,	/* futex_requeue */
	[457] = 371,	/* statmount */
	[458] = 372,	/* listmount */
	[459] = 373,	/* lsm_get_self_attr */
	[460] = 374,	/* lsm_set_self_attr */
	[461] = 375,	/* lsm_list_modules */
	[462] = 376,	/* mseal */
	[463] = 377,	/* setxattrat */
	[464] = 378,	/* getxattrat */
	[465] = 379,	/* listxattrat */
	[466] = 380,	/* removexattrat */
	[467] = 381,	/* open_tree_attr */
	[468] = 382,	/* file_getattr */
	[469] = 383,	/* file_setattr */
};

static const uint16_t i386[] = {
	[0] = 220,	/* restart_syscall */
	[1] = 61,	/* exit */
	[2] = 58,	/* fork */
	[3] = 1,	/* read */
	[4] = 2,	/* write */
	[5] = 3,	/* open */
	[6] = 4,	/* close */
	[7] = 384,	/* waitpid */
	[8] = 86,	/* creat */
	[9] = 87,	/* link */
	[10] = 88,	/* unlink */
	[11] = 60,	/* execve */
	[12] = 81,	/* chdir */
	[13] = 202,	/* time */
	[14] = 134,	/* mknod */
	[15] = 91,	/* chmod */
	[16] = 95,	/* lchown */
	[17] = 385,	/* break */
	[18] = 386,	/* oldstat */
	[19] = 9,	/* lseek */
	[20] = 40,	/* getpid */
	[21] = 166,	/* mount */
	[22] = 387,	/* umount */
	[23] = 106,	/* setuid */
	[24] = 103,	/* getuid */
	[25] = 388,	/* stime */
	[26] = 102,	/* ptrace */
	[27] = 38,	/* alarm */
	[28] = 389,	/* oldfstat */
	[29] = 35,	/* pause */
	[30] = 133,	/* utime */
	[31] = 390,	/* stty */
	[32] = 391,	/* gtty */
	[33] = 22,	/* access */
	[34] = 392,	/* nice */
	[35] = 393,	/* ftime */
	[36] = 163,	/* sync */
	[37] = 63,	/* kill */
	[38] = 83,	/* rename */
	[39] = 84,	/* mkdir */
	[40] = 85,	/* rmdir */
	[41] = 33,	/* dup */
	[42] = 23,	/* pipe */
	[43] = 101,	/* times */
	[44] = 394,	/* prof */
	[45] = 13,	/* brk */
	[46] = 107,	/* setgid */
	[47] = 105,	/* getgid */
	[48] = 395,	/* signal */
	[49] = 108,	/* geteuid */
	[50] = 109,	/* getegid */
	[51] = 164,	/* acct */
	[52] = 167,	/* umount2 */
	[53] = 396,	/* lock */
	[54] = 17,	/* ioctl */
	[55] = 73,	/* fcntl */
	[56] = 397,	/* mpx */
	[57] = 110,	/* setpgid */
	[58] = 398,	/* ulimit */
	[59] = 399,	/* oldolduname */
	[60] = 96,	/* umask */
	[61] = 162,	/* chroot */
	[62] = 137,	/* ustat */
	[63] = 34,	/* dup2 */
	[64] = 111,	/* getppid */
	[65] = 112,	/* getpgrp */
	[66] = 113,	/* setsid */
	[67] = 400,	/* sigaction */
	[68] = 401,	/* sgetmask */
	[69] = 402,	/* ssetmask */
	[70] = 114,	/* setreuid */
	[71] = 115,	/* setregid */
	[72] = 403,	/* sigsuspend */
	[73] = 404,	/* sigpending */
	[74] = 171,	/* sethostname */
	[75] = 161,	/* setrlimit */
	[76] = 98,	/* getrlimit */
	[77] = 99,	/* getrusage */
	[78] = 97,	/* gettimeofday */
	[79] = 165,	/* settimeofday */
	[80] = 116,	/* getgroups */
	[81] = 117,	/* setgroups */
	[82] = 405,	/* select */
	[83] = 89,	/* symlink */
	[84] = 406,	/* oldlstat */
	[85] = 90,	/* readlink */
	[86] = 135,	/* uselib */
	[87] = 168,	/* swapon */
	[88] = 170,	/* reboot */
	[89] = 407,	/* readdir */
	[90] = 408,	/* old_mmap */
	[91] = 12,	/* munmap */
	[92] = 77,	/* truncate */
	[93] = 78,	/* ftruncate */
	[94] = 92,	/* fchmod */
	[95] = 94,	/* fchown */
	[96] = 141,	/* getpriority */
	[97] = 142,	/* setpriority */
	[98] = 409,	/* profil */
	[99] = 138,	/* statfs */
	[100] = 139,	/* fstatfs */
	[101] = 174,	/* ioperm */
	[102] = 410,	/* socketcall */
	[103] = 104,	/* syslog */
	[104] = 39,	/* setitimer */
	[105] = 37,	/* getitimer */
	[106] = 5,	/* stat */
	[107] = 7,	/* lstat */
	[108] = 6,	/* fstat */
	[109] = 411,	/* olduname */
	[110] = 173,	/* iopl */
	[111] = 154,	/* vhangup */
	[112] = 412,	/* idle */
	[113] = 413,	/* vm86old */
	[114] = 62,	/* wait4 */
	[115] = 169,	/* swapoff */
	[116] = 100,	/* sysinfo */
	[117] = 414,	/* ipc */
	[118] = 75,	/* fsync */
	[119] = 415,	/* sigreturn */
	[120] = 416,	/* clone */
	[121] = 172,	/* setdomainname */
	[122] = 64,	/* uname */
	[123] = 155,	/* modify_ldt */
	[124] = 160,	/* adjtimex */
	[125] = 11,	/* mprotect */
	[126] = 417,	/* sigprocmask */
	[127] = 175,	/* create_module */
	[128] = 176,	/* init_module */
	[129] = 177,	/* delete_module */
	[130] = 178,	/* get_kernel_syms */
	[131] = 180,	/* quotactl */
	[132] = 122,	/* getpgid */
	[133] = 82,	/* fchdir */
	[134] = 418,	/* bdflush */
	[135] = 140,	/* sysfs */
	[136] = 136,	/* personality */
	[137] = 184,	/* afs_syscall */
	[138] = 123,	/* setfsuid */
	[139] = 124,	/* setfsgid */
	[140] = 419,	/* _llseek */
	[141] = 79,	/* getdents */
	[142] = 420,	/* _newselect */
	[143] = 74,	/* flock */
	[144] = 27,	/* msync */
	[145] = 20,	/* readv */
	[146] = 21,	/* writev */
	[147] = 125,	/* getsid */
	[148] = 76,	/* fdatasync */
	[149] = 157,	/* _sysctl */
	[150] = 150,	/* mlock */
	[151] = 151,	/* munlock */
	[152] = 152,	/* mlockall */
	[153] = 153,	/* munlockall */
	[154] = 143,	/* sched_setparam */
	[155] = 144,	/* sched_getparam */
	[156] = 145,	/* sched_setscheduler */
	[157] = 146,	/* sched_getscheduler */
	[158] = 25,	/* sched_yield */
	[159] = 147,	/* sched_get_priority_max */
	[160] = 148,	/* sched_get_priority_min */
	[161] = 149,	/* sched_rr_get_interval */
	[162] = 36,	/* nanosleep */
	[163] = 26,	/* mremap */
	[164] = 118,	/* setresuid */
	[165] = 119,	/* getresuid */
	[166] = 421,	/* vm86 */
	[167] = 179,	/* query_module */
	[168] = 8,	/* poll */
	[169] = 181,	/* nfsservctl */
	[170] = 120,	/* setresgid */
	[171] = 121,	/* getresgid */
	[172] = 158,	/* prctl */
	[173] = 16,	/* rt_sigreturn */
	[174] = 14,	/* rt_sigaction */
	[175] = 15,	/* rt_sigprocmask */
	[176] = 128,	/* rt_sigpending */
	[177] = 129,	/* rt_sigtimedwait */
	[178] = 130,	/* rt_sigqueueinfo */
	[179] = 131,	/* rt_sigsuspend */
	[180] = 422,	/* pread64 */
	[181] = 423,	/* pwrite64 */
	[182] = 93,	/* chown */
	[183] = 80,	/* getcwd */
	[184] = 126,	/* capget */
	[185] = 127,	/* capset */
	[186] = 132,	/* sigaltstack */
	[187] = 41,	/* sendfile */
	[188] = 182,	/* getpmsg */
	[189] = 183,	/* putpmsg */
	[190] = 59,	/* vfork */
	[191] = 424,	/* ugetrlimit */
	[192] = 425,	/* mmap2 */
	[193] = 426,	/* truncate64 */
	[194] = 427,	/* ftruncate64 */
	[195] = 428,	/* stat64 */
	[196] = 429,	/* lstat64 */
	[197] = 430,	/* fstat64 */
	[198] = 431,	/* lchown32 */
	[199] = 432,	/* getuid32 */
	[200] = 433,	/* getgid32 */
	[201] = 434,	/* geteuid32 */
	[202] = 435,	/* getegid32 */
	[203] = 436,	/* setreuid32 */
	[204] = 437,	/* setregid32 */
	[205] = 438,	/* getgroups32 */
	[206] = 439,	/* setgroups32 */
	[207] = 440,	/* fchown32 */
	[208] = 441,	/* setresuid32 */
	[209] = 442,	/* getresuid32 */
	[210] = 443,	/* setresgid32 */
	[211] = 444,	/* getresgid32 */
	[212] = 445,	/* chown32 */
	[213] = 446,	/* setuid32 */
	[214] = 447,	/* setgid32 */
	[215] = 448,	/* setfsuid32 */
	[216] = 449,	/* setfsgid32 */
	[217] = 156,	/* pivot_root */
	[218] = 28,	/* mincore */
	[219] = 29,	/* madvise */
	[220] = 218,	/* getdents64 */
	[221] = 450,	/* fcntl64 */
	[224] = 187,	/* gettid */
	[225] = 451,	/* readahead */
	[226] = 189,	/* setxattr */
	[227] = 190,	/* lsetxattr */
	[228] = 191,	/* fsetxattr */
	[229] = 192,	/* getxattr */
	[230] = 193,	/* lgetxattr */
	[231] = 194,	/* fgetxattr */
	[232] = 195,	/* listxattr */
	[233] = 196,	/* llistxattr */
	[234] = 197,	/* flistxattr */
	[235] = 198,	/* removexattr */
	[236] = 199,	/* lremovexattr */
	[237] = 200,	/* fremovexattr */
	[238] = 201,	/* tkill */
	[239] = 452,	/* sendfile64 */
	[240] = 203,	/* futex */
	[241] = 204,	/* sched_setaffinity */
	[242] = 205,	/* sched_getaffinity */
	[243] = 206,	/* set_thread_area */
	[244] = 212,	/* get_thread_area */
	[245] = 207,	/* io_setup */
	[246] = 208,	/* io_destroy */
	[247] = 209,	/* io_getevents */
	[248] = 210,	/* io_submit */
	[249] = 211,	/* io_cancel */
	[250] = 453,	/* fadvise64 */
	[252] = 232,	/* exit_group */
	[253] = 454,	/* lookup_dcookie */
	[254] = 214,	/* epoll_create */
	[255] = 234,	/* epoll_ctl */
	[256] = 233,	/* epoll_wait */
	[257] = 217,	/* remap_file_pages */
	[258] = 219,	/* set_tid_address */
	[259] = 223,	/* timer_create */
	[260] = 224,	/* timer_settime */
	[261] = 225,	/* timer_gettime */
	[262] = 226,	/* timer_getoverrun */
	[263] = 227,	/* timer_delete */
	[264] = 228,	/* clock_settime */
	[265] = 229,	/* clock_gettime */
	[266] = 230,	/* clock_getres */
	[267] = 231,	/* clock_nanosleep */
	[268] = 455,	/* statfs64 */
	[269] = 456,	/* fstatfs64 */
	[270] = 235,	/* tgkill */
	[271] = 236,	/* utimes */
	[272] = 457,	/* fadvise64_64 */
	[273] = 237,	/* vserver */
	[274] = 238,	/* mbind */
	[275] = 240,	/* get_mempolicy */
	[276] = 239,	/* set_mempolicy */
	[277] = 241,	/* mq_open */
	[278] = 242,	/* mq_unlink */
	[279] = 243,	/* mq_timedsend */
	[280] = 244,	/* mq_timedreceive */
	[281] = 245,	/* mq_notify */
	[282] = 246,	/* mq_getsetattr */
	[283] = 247,	/* kexec_load */
	[284] = 248,	/* waitid */
	[286] = 249,	/* add_key */
	[287] = 250,	/* request_key */
	[288] = 251,	/* keyctl */
	[289] = 252,	/* ioprio_set */
	[290] = 253,	/* ioprio_get */
	[291] = 254,	/* inotify_init */
	[292] = 255,	/* inotify_add_watch */
	[293] = 256,	/* inotify_rm_watch */
	[294] = 257,	/* migrate_pages */
	[295] = 258,	/* openat */
	[296] = 259,	/* mkdirat */
	[297] = 260,	/* mknodat */
	[298] = 261,	/* fchownat */
	[299] = 262,	/* futimesat */
	[300] = 458,	/* fstatat64 */
	[301] = 264,	/* unlinkat */
	[302] = 265,	/* renameat */
	[303] = 266,	/* linkat */
	[304] = 267,	/* symlinkat */
	[305] = 268,	/* readlinkat */
	[306] = 269,	/* fchmodat */
	[307] = 270,	/* faccessat */
	[308] = 271,	/* pselect6 */
	[309] = 272,	/* ppoll */
	[310] = 273,	/* unshare */
	[311] = 274,	/* set_robust_list */
	[312] = 275,	/* get_robust_list */
	[313] = 276,	/* splice */
	[314] = 459,	/* sync_file_range */
	[315] = 277,	/* tee */
	[316] = 279,	/* vmsplice */
	[317] = 280,	/* move_pages */
	[318] = 310,	/* getcpu */
	[319] = 282,	/* epoll_pwait */
	[320] = 281,	/* utimensat */
	[321] = 283,	/* signalfd */
	[322] = 284,	/* timerfd_create */
	[323] = 285,	/* eventfd */
	[324] = 460,	/* fallocate */
	[325] = 287,	/* timerfd_settime */
	[326] = 288,	/* timerfd_gettime */
	[327] = 290,	/* signalfd4 */
	[328] = 291,	/* eventfd2 */
	[329] = 292,	/* epoll_create1 */
	[330] = 293,	/* dup3 */
	[331] = 294,	/* pipe2 */
	[332] = 295,	/* inotify_init1 */
	[333] = 296,	/* preadv */
	[334] = 297,	/* pwritev */
	[335] = 298,	/* rt_tgsigqueueinfo */
	[336] = 299,	/* perf_event_open */
	[337] = 300,	/* recvmmsg */
	[338] = 301,	/* fanotify_init */
	[339] = 461,	/* fanotify_mark */
	[340] = 303,	/* prlimit64 */
	[341] = 304,	/* name_to_handle_at */
	[342] = 305,	/* open_by_handle_at */
	[343] = 306,	/* clock_adjtime */
	[344] = 307,	/* syncfs */
	[345] = 308,	/* sendmmsg */
	[346] = 309,	/* setns */
	[347] = 311,	/* process_vm_readv */
	[348] = 312,	/* process_vm_writev */
	[349] = 313,	/* kcmp */
	[350] = 314,	/* finit_module */
	[351] = 315,	/* sched_setattr */
	[352] = 316,	/* sched_getattr */
	[353] = 317,	/* renameat2 */
	[354] = 318,	/* seccomp */
	[355] = 319,	/* getrandom */
	[356] = 320,	/* memfd_create */
	[357] = 322,	/* bpf */
	[358] = 323,	/* execveat */
	[359] = 42,	/* socket */
	[360] = 54,	/* socketpair */
	[361] = 50,	/* bind */
	[362] = 43,	/* connect */
	[363] = 51,	/* listen */
	[364] = 289,	/* accept4 */
	[365] = 56,	/* getsockopt */
	[366] = 55,	/* setsockopt */
	[367] = 52,	/* getsockname */
	[368] = 53,	/* getpeername */
	[369] = 45,	/* sendto */
	[370] = 47,	/* sendmsg */
	[371] = 46,	/* recvfrom */
	[372] = 48,	/* recvmsg */
	[373] = 49,	/* shutdown */
	[374] = 324,	/* userfaultfd */
	[375] = 325,	/* membarrier */
	[376] = 326,	/* mlock2 */
	[377] = 327,	/* copy_file_range */
	[378] = 328,	/* preadv2 */
	[379] = 329,	/* pwritev2 */
	[380] = 330,	/* pkey_mprotect */
	[381] = 331,	/* pkey_alloc */
	[382] = 332,	/* pkey_free */
	[383] = 333,	/* statx */
	[384] = 159,	/* arch_prctl */
	[385] = 334,	/* io_pgetevents */
	[386] = 335,	/* rseq */
	[393] = 65,	/* semget */
	[394] = 67,	/* semctl */
	[395] = 30,	/* shmget */
	[396] = 32,	/* shmctl */
	[397] = 31,	/* shmat */
	[398] = 68,	/* shmdt */
	[399] = 69,	/* msgget */
	[400] = 70,	/* msgsnd */
	[401] = 71,	/* msgrcv */
	[402] = 72,	/* msgctl */
	[403] = 462,	/* clock_gettime64 */
	[404] = 463,	/* clock_settime64 */
	[405] = 464,	/* clock_adjtime64 */
	[406] = 465,	/* clock_getres_time64 */
	[407] = 466,	/* clock_nanosleep_time64 */
	[408] = 467,	/* timer_gettime64 */
	[409] = 468,	/* timer_settime64 */
	[410] = 469,	/* timerfd_gettime64 */
	[411] = 470,	/* timerfd_settime64 */
	[412] = 471,	/* utimensat_time64 */
	[413] = 472,	/* pselect6_time64 */
	[414] = 473,	/* ppoll_time64 */
	[416] = 474,	/* io_pgetevents_time64 */
	[417] = 475,	/* recvmmsg_time64 */
	[418] = 476,	/* mq_timedsend_time64 */
	[419] = 477,	/* mq_timedreceive_time64 */
	[420] = 478,	/* semtimedop_time64 */
	[421] = 479,	/* rt_sigtimedwait_time64 */
	[422] = 480,	/* futex_time64 */
	[423] = 481,	/* sched_rr_get_interval_time64 */
	[424] = 338,	/* pidfd_send_signal */
	[425] = 339,	/* io_uring_setup */
	[426] = 340,	/* io_uring_enter */
	[427] = 341,	/* io_uring_register */
	[428] = 342,	/* open_tree */
	[429] = 343,	/* move_mount */
	[430] = 344,	/* fsopen */
	[431] = 345,	/* fsconfig */
	[432] = 346,	/* fsmount */
	[433] = 347,	/* fspick */
	[434] = 348,	/* pidfd_open */
	[435] = 349,	/* clone3 */
	[436] = 350,	/* close_range */
	[437] = 351,	/* openat2 */
	[438] = 352,	/* pidfd_getfd */
	[439] = 353,	/* faccessat2 */
	[440] = 354,	/* process_madvise */
	[441] = 355,	/* epoll_pwait2 */
	[442] = 356,	/* mount_setattr */
	[443] = 357,	/* quotactl_fd */
	[444] = 358,	/* landlock_create_ruleset */
	[445] = 359,	/* landlock_add_rule */
	[446] = 360,	/* landlock_restrict_self */
	[447] = 361,	/* memfd_secret */
	[448] = 362,	/* process_mrelease */
	[449] = 363,	/* futex_waitv */
	[450] = 364,	/* set_mempolicy_home_node */
	[451] = 365,	/* cachestat */
	[452] = 366,	/* fchmodat2 */
	[453] = 367,	/* map_shadow_stack */
	[454] = 368,	/* futex_wake */
	[455] = 369,	/* futex_wait */
	[456] = 370,	/* futex_requeue */
	[457] = 371,	/* statmount */
	[458] = 372,	/* listmount */
	[459] = 373,	/* lsm_get_self_attr */
	[460] = 374,	/* lsm_set_self_attr */
	[461] = 375,	/* lsm_list_modules */
	[462] = 376,	/* mseal */
	[463] = 377,	/* setxattrat */
	[464] = 378,	/* getxattrat */
	[465] = 379,	/* listxattrat */
	[466] = 380,	/* removexattrat */
	[467] = 381,	/* open_tree_attr */
	[468] = 382,	/* file_getattr */
	[469] = 383,	/* file_setattr */
};

static const uint16_t x32[] = {
	[512] = 14,	/* rt_sigaction */
	[513] = 16,	/* rt_sigreturn */
	[514] = 17,	/* ioctl */
	[515] = 20,	/* readv */
	[516] = 21,	/* writev */
	[517] = 46,	/* recvfrom */
	[518] = 47,	/* sendmsg */
	[519] = 48,	/* recvmsg */
	[520] = 60,	/* execve */
	[521] = 102,	/* ptrace */
	[522] = 128,	/* rt_sigpending */
	[523] = 129,	/* rt_sigtimedwait */
	[524] = 130,	/* rt_sigqueueinfo */
	[525] = 132,	/* sigaltstack */
	[526] = 223,	/* timer_create */
	[527] = 245,	/* mq_notify */
	[528] = 247,	/* kexec_load */
	[529] = 248,	/* waitid */
	[530] = 274,	/* set_robust_list */
	[531] = 275,	/* get_robust_list */
	[532] = 279,	/* vmsplice */
	[533] = 280,	/* move_pages */
	[534] = 296,	/* preadv */
	[535] = 297,	/* pwritev */
	[536] = 298,	/* rt_tgsigqueueinfo */
	[537] = 300,	/* recvmmsg */
	[538] = 308,	/* sendmmsg */
	[539] = 311,	/* process_vm_readv */
	[540] = 312,	/* process_vm_writev */
	[541] = 55,	/* setsockopt */
	[542] = 56,	/* getsockopt */
	[543] = 207,	/* io_setup */
	[544] = 210,	/* io_submit */
	[545] = 323,	/* execveat */
	[546] = 328,	/* preadv2 */
	[547] = 329,	/* pwritev2 */
};

static const uint16_t aarch64[] = {
	[0] = 207,	/* io_setup */
	[1] = 208,	/* io_destroy */
	[2] = 210,	/* io_submit */
	[3] = 211,	/* io_cancel */
	[4] = 209,	/* io_getevents */
	[5] = 189,	/* setxattr */
	[6] = 190,	/* lsetxattr */
	[7] = 191,	/* fsetxattr */
	[8] = 192,	/* getxattr */
	[9] = 193,	/* lgetxattr */
	[10] = 194,	/* fgetxattr */
	[11] = 195,	/* listxattr */
	[12] = 196,	/* llistxattr */
	[13] = 197,	/* flistxattr */
	[14] = 198,	/* removexattr */
	[15] = 199,	/* lremovexattr */
	[16] = 200,	/* fremovexattr */
	[17] = 80,	/* getcwd */
	[18] = 213,	/* lookup_dcookie */
	[19] = 291,	/* eventfd2 */
	[20] = 292,	/* epoll_create1 */
	[21] = 234,	/* epoll_ctl */
	[22] = 282,	/* epoll_pwait */
	[23] = 33,	/* dup */
	[24] = 293,	/* dup3 */
	[25] = 73,	/* fcntl */
	[26] = 295,	/* inotify_init1 */
	[27] = 255,	/* inotify_add_watch */
	[28] = 256,	/* inotify_rm_watch */
	[29] = 17,	/* ioctl */
	[30] = 252,	/* ioprio_set */
	[31] = 253,	/* ioprio_get */
	[32] = 74,	/* flock */
	[33] = 260,	/* mknodat */
	[34] = 259,	/* mkdirat */
	[35] = 264,	/* unlinkat */
	[36] = 267,	/* symlinkat */
	[37] = 266,	/* linkat */
	[38] = 265,	/* renameat */
	[39] = 167,	/* umount2 */
	[40] = 166,	/* mount */
	[41] = 156,	/* pivot_root */
	[42] = 181,	/* nfsservctl */
	[43] = 138,	/* statfs */
	[44] = 139,	/* fstatfs */
	[45] = 77,	/* truncate */
	[46] = 78,	/* ftruncate */
	[47] = 286,	/* fallocate */
	[48] = 270,	/* faccessat */
	[49] = 81,	/* chdir */
	[50] = 82,	/* fchdir */
	[51] = 162,	/* chroot */
	[52] = 92,	/* fchmod */
	[53] = 269,	/* fchmodat */
	[54] = 261,	/* fchownat */
	[55] = 94,	/* fchown */
	[56] = 258,	/* openat */
	[57] = 4,	/* close */
	[58] = 154,	/* vhangup */
	[59] = 294,	/* pipe2 */
	[60] = 180,	/* quotactl */
	[61] = 218,	/* getdents64 */
	[62] = 9,	/* lseek */
	[63] = 1,	/* read */
	[64] = 2,	/* write */
	[65] = 20,	/* readv */
	[66] = 21,	/* writev */
	[67] = 18,	/* pread64 */
	[68] = 19,	/* pwrite64 */
	[69] = 296,	/* preadv */
	[70] = 297,	/* pwritev */
	[71] = 41,	/* sendfile */
	[72] = 271,	/* pselect6 */
	[73] = 272,	/* ppoll */
	[74] = 290,	/* signalfd4 */
	[75] = 279,	/* vmsplice */
	[76] = 276,	/* splice */
	[77] = 277,	/* tee */
	[78] = 268,	/* readlinkat */
	[79] = 263,	/* newfstatat */
	[80] = 6,	/* fstat */
	[81] = 163,	/* sync */
	[82] = 75,	/* fsync */
	[83] = 76,	/* fdatasync */
	[84] = 278,	/* sync_file_range */
	[85] = 284,	/* timerfd_create */
	[86] = 287,	/* timerfd_settime */
	[87] = 288,	/* timerfd_gettime */
	[88] = 281,	/* utimensat */
	[89] = 164,	/* acct */
	[90] = 126,	/* capget */
	[91] = 127,	/* capset */
	[92] = 136,	/* personality */
	[93] = 61,	/* exit */
	[94] = 232,	/* exit_group */
	[95] = 248,	/* waitid */
	[96] = 219,	/* set_tid_address */
	[97] = 273,	/* unshare */
	[98] = 203,	/* futex */
	[99] = 274,	/* set_robust_list */
	[100] = 275,	/* get_robust_list */
	[101] = 36,	/* nanosleep */
	[102] = 37,	/* getitimer */
	[103] = 39,	/* setitimer */
	[104] = 247,	/* kexec_load */
	[105] = 176,	/* init_module */
	[106] = 177,	/* delete_module */
	[107] = 223,	/* timer_create */
	[108] = 225,	/* timer_gettime */
	[109] = 226,	/* timer_getoverrun */
	[110] = 224,	/* timer_settime */
	[111] = 227,	/* timer_delete */
	[112] = 228,	/* clock_settime */
	[113] = 229,	/* clock_gettime */
	[114] = 230,	/* clock_getres */
	[115] = 231,	/* clock_nanosleep */
	[116] = 104,	/* syslog */
	[117] = 102,	/* ptrace */
	[118] = 143,	/* sched_setparam */
	[119] = 145,	/* sched_setscheduler */
	[120] = 146,	/* sched_getscheduler */
	[121] = 144,	/* sched_getparam */
	[122] = 204,	/* sched_setaffinity */
	[123] = 205,	/* sched_getaffinity */
	[124] = 25,	/* sched_yield */
	[125] = 147,	/* sched_get_priority_max */
	[126] = 148,	/* sched_get_priority_min */
	[127] = 149,	/* sched_rr_get_interval */
	[128] = 220,	/* restart_syscall */
	[129] = 63,	/* kill */
	[130] = 201,	/* tkill */
	[131] = 235,	/* tgkill */
	[132] = 132,	/* sigaltstack */
	[133] = 131,	/* rt_sigsuspend */
	[134] = 14,	/* rt_sigaction */
	[135] = 15,	/* rt_sigprocmask */
	[136] = 128,	/* rt_sigpending */
	[137] = 129,	/* rt_sigtimedwait */
	[138] = 130,	/* rt_sigqueueinfo */
	[139] = 16,	/* rt_sigreturn */
	[140] = 142,	/* setpriority */
	[141] = 141,	/* getpriority */
	[142] = 170,	/* reboot */
	[143] = 115,	/* setregid */
	[144] = 107,	/* setgid */
	[145] = 114,	/* setreuid */
	[146] = 106,	/* setuid */
	[147] = 118,	/* setresuid */
	[148] = 119,	/* getresuid */
	[149] = 120,	/* setresgid */
	[150] = 121,	/* getresgid */
	[151] = 123,	/* setfsuid */
	[152] = 124,	/* setfsgid */
	[153] = 101,	/* times */
	[154] = 110,	/* setpgid */
	[155] = 122,	/* getpgid */
	[156] = 125,	/* getsid */
	[157] = 113,	/* setsid */
	[158] = 116,	/* getgroups */
	[159] = 117,	/* setgroups */
	[160] = 64,	/* uname */
	[161] = 171,	/* sethostname */
	[162] = 172,	/* setdomainname */
	[163] = 98,	/* getrlimit */
	[164] = 161,	/* setrlimit */
	[165] = 99,	/* getrusage */
	[166] = 96,	/* umask */
	[167] = 158,	/* prctl */
	[168] = 310,	/* getcpu */
	[169] = 97,	/* gettimeofday */
	[170] = 165,	/* settimeofday */
	[171] = 160,	/* adjtimex */
	[172] = 40,	/* getpid */
	[173] = 111,	/* getppid */
	[174] = 103,	/* getuid */
	[175] = 108,	/* geteuid */
	[176] = 105,	/* getgid */
	[177] = 109,	/* getegid */
	[178] = 187,	/* gettid */
	[179] = 100,	/* sysinfo */
	[180] = 241,	/* mq_open */
	[181] = 242,	/* mq_unlink */
	[182] = 243,	/* mq_timedsend */
	[183] = 244,	/* mq_timedreceive */
	[184] = 245,	/* mq_notify */
	[185] = 246,	/* mq_getsetattr */
	[186] = 69,	/* msgget */
	[187] = 72,	/* msgctl */
	[188] = 71,	/* msgrcv */
	[189] = 70,	/* msgsnd */
	[190] = 65,	/* semget */
	[191] = 67,	/* semctl */
	[192] = 221,	/* semtimedop */
	[193] = 66,	/* semop */
	[194] = 30,	/* shmget */
	[195] = 32,	/* shmctl */
	[196] = 31,	/* shmat */
	[197] = 68,	/* shmdt */
	[198] = 42,	/* socket */
	[199] = 54,	/* socketpair */
	[200] = 50,	/* bind */
	[201] = 51,	/* listen */
	[202] = 44,	/* accept */
	[203] = 43,	/* connect */
	[204] = 52,	/* getsockname */
	[205] = 53,	/* getpeername */
	[206] = 45,	/* sendto */
	[207] = 46,	/* recvfrom */
	[208] = 55,	/* setsockopt */
	[209] = 56,	/* getsockopt */
	[210] = 49,	/* shutdown */
	[211] = 47,	/* sendmsg */
	[212] = 48,	/* recvmsg */
	[213] = 188,	/* readahead */
	[214] = 13,	/* brk */
	[215] = 12,	/* munmap */
	[216] = 26,	/* mremap */
	[217] = 249,	/* add_key */
	[218] = 250,	/* request_key */
	[219] = 251,	/* keyctl */
	[220] = 416,	/* clone */
	[221] = 60,	/* execve */
	[222] = 10,	/* mmap */
	[223] = 222,	/* fadvise64 */
	[224] = 168,	/* swapon */
	[225] = 169,	/* swapoff */
	[226] = 11,	/* mprotect */
	[227] = 27,	/* msync */
	[228] = 150,	/* mlock */
	[229] = 151,	/* munlock */
	[230] = 152,	/* mlockall */
	[231] = 153,	/* munlockall */
	[232] = 28,	/* mincore */
	[233] = 29,	/* madvise */
	[234] = 217,	/* remap_file_pages */
	[235] = 238,	/* mbind */
	[236] = 240,	/* get_mempolicy */
	[237] = 239,	/* set_mempolicy */
	[238] = 257,	/* migrate_pages */
	[239] = 280,	/* move_pages */
	[240] = 298,	/* rt_tgsigqueueinfo */
	[241] = 299,	/* perf_event_open */
	[242] = 289,	/* accept4 */
	[243] = 300,	/* recvmmsg */
	[260] = 62,	/* wait4 */
	[261] = 303,	/* prlimit64 */
	[262] = 301,	/* fanotify_init */
	[263] = 302,	/* fanotify_mark */
	[264] = 304,	/* name_to_handle_at */
	[265] = 305,	/* open_by_handle_at */
	[266] = 306,	/* clock_adjtime */
	[267] = 307,	/* syncfs */
	[268] = 309,	/* setns */
	[269] = 308,	/* sendmmsg */
	[270] = 311,	/* process_vm_readv */
	[271] = 312,	/* process_vm_writev */
	[272] = 313,	/* kcmp */
	[273] = 314,	/* finit_module */
	[274] = 315,	/* sched_setattr */
	[275] = 316,	/* sched_getattr */
	[276] = 317,	/* renameat2 */
	[277] = 318,	/* seccomp */
	[278] = 319,	/* getrandom */
	[279] = 320,	/* memfd_create */
	[280] = 322,	/* bpf */
	[281] = 323,	/* execveat */
	[282] = 324,	/* userfaultfd */
	[283] = 325,	/* membarrier */
	[284] = 326,	/* mlock2 */
	[285] = 327,	/* copy_file_range */
	[286] = 328,	/* preadv2 */
	[287] = 329,	/* pwritev2 */
	[288] = 330,	/* pkey_mprotect */
	[289] = 331,	/* pkey_alloc */
	[290] = 332,	/* pkey_free */
	[291] = 333,	/* statx */
	[292] = 334,	/* io_pgetevents */
	[293] = 335,	/* rseq */
	[294] = 321,	/* kexec_file_load */
	[424] = 338,	/* pidfd_send_signal */
	[425] = 339,	/* io_uring_setup */
	[426] = 340,	/* io_uring_enter */
	[427] = 341,	/* io_uring_register */
	[428] = 342,	/* open_tree */
	[429] = 343,	/* move_mount */
	[430] = 344,	/* fsopen */
	[431] = 345,	/* fsconfig */
	[432] = 346,	/* fsmount */
	[433] = 347,	/* fspick */
	[434] = 348,	/* pidfd_open */
	[435] = 349,	/* clone3 */
	[436] = 350,	/* close_range */
	[437] = 351,	/* openat2 */
	[438] = 352,	/* pidfd_getfd */
	[439] = 353,	/* faccessat2 */
	[440] = 354,	/* process_madvise */
	[441] = 355,	/* epoll_pwait2 */
	[442] = 356,	/* mount_setattr */
	[443] = 357,	/* quotactl_fd */
	[444] = 358,	/* landlock_create_ruleset */
	[445] = 359,	/* landlock_add_rule */
	[446] = 360,	/* landlock_restrict_self */
	[447] = 361,	/* memfd_secret */
	[448] = 362,	/* process_mrelease */
	[449] = 363,	/* futex_waitv */
	[450] = 364,	/* set_mempolicy_home_node */
	[451] = 365,	/* cachestat */
	[452] = 366,	/* fchmodat2 */
	[453] = 367,	/* map_shadow_stack */
	[454] = 368,	/* futex_wake */
	[455] = 369,	/* futex_wait */
	[456] = 370,	/* futex_requeue */
	[457] = 371,	/* statmount */
	[458] = 372,	/* listmount */
	[459] = 373,	/* lsm_get_self_attr */
	[460] = 374,	/* lsm_set_self_attr */
	[461] = 375,	/* lsm_list_modules */
	[462] = 376,	/* mseal */
	[463] = 377,	/* setxattrat */
	[464] = 378,	/* getxattrat */
	[465] = 379,	/* listxattrat */
	[466] = 380,	/* removexattrat */
	[467] = 381,	/* open_tree_attr */
	[468] = 382,	/* file_getattr */
	[469] = 383,	/* file_setattr */
};

const struct call_table call_tables[ABIS] = {
	[ABI_X86_64] = { x86_64, COUNT(x86_64) },
	[ABI_I386] = { i386, COUNT(i386) },
	[ABI_X32] = { x32, COUNT(x32) },
	[ABI_AARCH64] = { aarch64, COUNT(aarch64) },
};

const struct call_desc call_protos[] = {
	{ "", CALL_OTHER, 0, { { "", 0 } } },
	{ "read", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "buf", ARG_ADDR }, { "count", ARG_SIZE } } },
	{ "write", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "buf", ARG_ADDR }, { "count", ARG_SIZE } } },
	{ "open", CALL_OTHER, 3, { { "filename", ARG_STRING },
	    { "flags", ARG_OPEN_FLAGS }, { "mode", ARG_MODE } } },
	{ "close", CALL_OTHER, 1, { { "fd", ARG_FD } } },
	{ "stat", CALL_OTHER, 2, { { "filename", ARG_STRING },
	    { "statbuf", ARG_ADDR } } },
	{ "fstat", CALL_OTHER, 2, { { "fd", ARG_FD },
	    { "statbuf", ARG_ADDR } } },
	{ "lstat", CALL_OTHER, 2, { { "filename", ARG_STRING },
	    { "statbuf", ARG_ADDR } } },
	{ "poll", CALL_OTHER, 3, { { "ufds", ARG_ADDR },
	    { "nfds", ARG_U32 }, { "timeout_msecs", ARG_INT } } },
	{ "lseek", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "offset", ARG_LONG }, { "whence", ARG_U32 } } },
	{ "mmap", CALL_MMAP, 0, { { "", 0 } } },
	{ "mprotect", CALL_MPROTECT, 0, { { "", 0 } } },
	{ "munmap", CALL_MUNMAP, 0, { { "", 0 } } },
	{ "brk", CALL_BRK, 0, { { "", 0 } } },
	{ "rt_sigaction", CALL_OTHER, 4, { { "sig", ARG_SIGNAL },
	    { "act", ARG_ADDR }, { "oact", ARG_ADDR },
	    { "sigsetsize", ARG_SIZE } } },
	{ "rt_sigprocmask", CALL_OTHER, 4, { { "how", ARG_INT },
	    { "nset", ARG_ADDR }, { "oset", ARG_ADDR },
	    { "sigsetsize", ARG_SIZE } } },
	{ "rt_sigreturn", CALL_OTHER, 0, { { "", 0 } } },
	{ "ioctl", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "cmd", ARG_HEX }, { "arg", ARG_HEX } } },
	{ "pread64", CALL_OTHER, 4, { { "fd", ARG_FD },
	    { "buf", ARG_ADDR }, { "count", ARG_SIZE },
	    { "pos", ARG_LONG } } },
	{ "pwrite64", CALL_OTHER, 4, { { "fd", ARG_FD },
	    { "buf", ARG_ADDR }, { "count", ARG_SIZE },
	    { "pos", ARG_LONG } } },
	{ "readv", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "vec", ARG_ADDR }, { "vlen", ARG_UINT } } },
	{ "writev", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "vec", ARG_ADDR }, { "vlen", ARG_UINT } } },
	{ "access", CALL_OTHER, 2, { { "filename", ARG_STRING },
	    { "mode", ARG_INT } } },
	{ "pipe", CALL_OTHER, 1, { { "fildes", ARG_ADDR } } },
	{ "select", CALL_OTHER, 5, { { "n", ARG_INT },
	    { "inp", ARG_ADDR }, { "outp", ARG_ADDR },
	    { "exp", ARG_ADDR }, { "tvp", ARG_ADDR } } },
	{ "sched_yield", CALL_OTHER, 0, { { "", 0 } } },
	{ "mremap", CALL_MREMAP, 0, { { "", 0 } } },
	{ "msync", CALL_MSYNC, 0, { { "", 0 } } },
	{ "mincore", CALL_OTHER, 3, { { "start", ARG_HEX },
	    { "len", ARG_SIZE }, { "vec", ARG_ADDR } } },
	{ "madvise", CALL_MADVISE, 0, { { "", 0 } } },
	{ "shmget", CALL_SHMGET, 0, { { "", 0 } } },
	{ "shmat", CALL_SHMAT, 0, { { "", 0 } } },
	{ "shmctl", CALL_SHMCTL, 0, { { "", 0 } } },
	{ "dup", CALL_OTHER, 1, { { "fildes", ARG_FD } } },
	{ "dup2", CALL_OTHER, 2, { { "oldfd", ARG_FD },
	    { "newfd", ARG_FD } } },
	{ "pause", CALL_OTHER, 0, { { "", 0 } } },
	{ "nanosleep", CALL_OTHER, 2, { { "rqtp", ARG_ADDR },
	    { "rmtp", ARG_ADDR } } },
	{ "getitimer", CALL_OTHER, 2, { { "which", ARG_INT },
	    { "value", ARG_ADDR } } },
	{ "alarm", CALL_OTHER, 1, { { "seconds", ARG_U32 } } },
	{ "setitimer", CALL_OTHER, 3, { { "which", ARG_INT },
	    { "value", ARG_ADDR }, { "ovalue", ARG_ADDR } } },
	{ "getpid", CALL_OTHER, 0, { { "", 0 } } },
	{ "sendfile", CALL_OTHER, 4, { { "out_fd", ARG_FD },
	    { "in_fd", ARG_FD }, { "offset", ARG_ADDR },
	    { "count", ARG_SIZE } } },
	{ "socket", CALL_OTHER, 3, { { "family", ARG_INT },
	    { "type", ARG_INT }, { "protocol", ARG_INT } } },
	{ "connect", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "uservaddr", ARG_ADDR }, { "addrlen", ARG_INT } } },
	{ "accept", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "upeer_sockaddr", ARG_ADDR },
	    { "upeer_addrlen", ARG_ADDR } } },
	{ "sendto", CALL_OTHER, 6, { { "fd", ARG_FD },
	    { "buff", ARG_ADDR }, { "len", ARG_SIZE },
	    { "flags", ARG_HEX }, { "addr", ARG_ADDR },
	    { "addr_len", ARG_INT } } },
	{ "recvfrom", CALL_OTHER, 6, { { "fd", ARG_FD },
	    { "ubuf", ARG_ADDR }, { "size", ARG_SIZE },
	    { "flags", ARG_HEX }, { "addr", ARG_ADDR },
	    { "addr_len", ARG_ADDR } } },
	{ "sendmsg", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "msg", ARG_ADDR }, { "flags", ARG_HEX } } },
	{ "recvmsg", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "msg", ARG_ADDR }, { "flags", ARG_HEX } } },
	{ "shutdown", CALL_OTHER, 2, { { "fd", ARG_FD },
	    { "how", ARG_INT } } },
	{ "bind", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "umyaddr", ARG_ADDR }, { "addrlen", ARG_INT } } },
	{ "listen", CALL_OTHER, 2, { { "fd", ARG_FD },
	    { "backlog", ARG_INT } } },
	{ "getsockname", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "usockaddr", ARG_ADDR }, { "usockaddr_len", ARG_ADDR } } },
	{ "getpeername", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "usockaddr", ARG_ADDR }, { "usockaddr_len", ARG_ADDR } } },
	{ "socketpair", CALL_OTHER, 4, { { "family", ARG_INT },
	    { "type", ARG_INT }, { "protocol", ARG_INT },
	    { "usockvec", ARG_ADDR } } },
	{ "setsockopt", CALL_OTHER, 5, { { "fd", ARG_FD },
	    { "level", ARG_INT }, { "optname", ARG_INT },
	    { "optval", ARG_ADDR }, { "optlen", ARG_INT } } },
	{ "getsockopt", CALL_OTHER, 5, { { "fd", ARG_FD },
	    { "level", ARG_INT }, { "optname", ARG_INT },
	    { "optval", ARG_ADDR }, { "optlen", ARG_ADDR } } },
	{ "clone", CALL_OTHER, 5, { { "clone_flags", ARG_HEX },
	    { "newsp", ARG_HEX }, { "parent_tidptr", ARG_ADDR },
	    { "child_tidptr", ARG_ADDR }, { "tls", ARG_HEX } } },
	{ "fork", CALL_OTHER, 0, { { "", 0 } } },
	{ "vfork", CALL_OTHER, 0, { { "", 0 } } },
	{ "execve", CALL_EXECVE, 0, { { "", 0 } } },
	{ "exit", CALL_OTHER, 1, { { "error_code", ARG_INT } } },
	{ "wait4", CALL_OTHER, 4, { { "upid", ARG_INT },
	    { "stat_addr", ARG_ADDR }, { "options", ARG_HEX },
	    { "ru", ARG_ADDR } } },
	{ "kill", CALL_OTHER, 2, { { "pid", ARG_INT },
	    { "sig", ARG_SIGNAL } } },
	{ "uname", CALL_OTHER, 1, { { "name", ARG_ADDR } } },
	{ "semget", CALL_OTHER, 3, { { "key", ARG_INT },
	    { "nsems", ARG_INT }, { "semflg", ARG_HEX } } },
	{ "semop", CALL_OTHER, 3, { { "semid", ARG_INT },
	    { "tsops", ARG_ADDR }, { "nsops", ARG_U32 } } },
	{ "semctl", CALL_OTHER, 4, { { "semid", ARG_INT },
	    { "semnum", ARG_INT }, { "cmd", ARG_HEX },
	    { "arg", ARG_HEX } } },
	{ "shmdt", CALL_SHMDT, 0, { { "", 0 } } },
	{ "msgget", CALL_OTHER, 2, { { "key", ARG_INT },
	    { "msgflg", ARG_HEX } } },
	{ "msgsnd", CALL_OTHER, 4, { { "msqid", ARG_INT },
	    { "msgp", ARG_ADDR }, { "msgsz", ARG_SIZE },
	    { "msgflg", ARG_HEX } } },
	{ "msgrcv", CALL_OTHER, 5, { { "msqid", ARG_INT },
	    { "msgp", ARG_ADDR }, { "msgsz", ARG_SIZE },
	    { "msgtyp", ARG_LONG }, { "msgflg", ARG_HEX } } },
	{ "msgctl", CALL_OTHER, 3, { { "msqid", ARG_INT },
	    { "cmd", ARG_HEX }, { "buf", ARG_ADDR } } },
	{ "fcntl", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "cmd", ARG_HEX }, { "arg", ARG_HEX } } },
	{ "flock", CALL_OTHER, 2, { { "fd", ARG_FD },
	    { "cmd", ARG_HEX } } },
	{ "fsync", CALL_OTHER, 1, { { "fd", ARG_FD } } },
	{ "fdatasync", CALL_OTHER, 1, { { "fd", ARG_FD } } },
	{ "truncate", CALL_OTHER, 2, { { "path", ARG_STRING },
	    { "length", ARG_LONG } } },
	{ "ftruncate", CALL_OTHER, 2, { { "fd", ARG_FD },
	    { "length", ARG_LONG } } },
	{ "getdents", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "dirent", ARG_ADDR }, { "count", ARG_U32 } } },
	{ "getcwd", CALL_OTHER, 2, { { "buf", ARG_ADDR },
	    { "size", ARG_SIZE } } },
	{ "chdir", CALL_OTHER, 1, { { "filename", ARG_STRING } } },
	{ "fchdir", CALL_OTHER, 1, { { "fd", ARG_FD } } },
	{ "rename", CALL_OTHER, 2, { { "oldname", ARG_STRING },
	    { "newname", ARG_ADDR } } },
	{ "mkdir", CALL_OTHER, 2, { { "pathname", ARG_STRING },
	    { "mode", ARG_MODE } } },
	{ "rmdir", CALL_OTHER, 1, { { "pathname", ARG_STRING } } },
	{ "creat", CALL_OTHER, 2, { { "pathname", ARG_STRING },
	    { "mode", ARG_MODE } } },
	{ "link", CALL_OTHER, 2, { { "oldname", ARG_STRING },
	    { "newname", ARG_ADDR } } },
	{ "unlink", CALL_OTHER, 1, { { "pathname", ARG_STRING } } },
	{ "symlink", CALL_OTHER, 2, { { "oldname", ARG_STRING },
	    { "newname", ARG_ADDR } } },
	{ "readlink", CALL_OTHER, 3, { { "path", ARG_STRING },
	    { "buf", ARG_ADDR }, { "bufsiz", ARG_INT } } },
	{ "chmod", CALL_OTHER, 2, { { "filename", ARG_STRING },
	    { "mode", ARG_MODE } } },
	{ "fchmod", CALL_OTHER, 2, { { "fd", ARG_FD },
	    { "mode", ARG_MODE } } },
	{ "chown", CALL_OTHER, 3, { { "filename", ARG_STRING },
	    { "user", ARG_U32 }, { "group", ARG_U32 } } },
	{ "fchown", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "user", ARG_U32 }, { "group", ARG_U32 } } },
	{ "lchown", CALL_OTHER, 3, { { "filename", ARG_STRING },
	    { "user", ARG_U32 }, { "group", ARG_U32 } } },
	{ "umask", CALL_OTHER, 1, { { "mask", ARG_HEX } } },
	{ "gettimeofday", CALL_OTHER, 2, { { "tv", ARG_ADDR },
	    { "tz", ARG_ADDR } } },
	{ "getrlimit", CALL_OTHER, 2, { { "resource", ARG_U32 },
	    { "rlim", ARG_ADDR } } },
	{ "getrusage", CALL_OTHER, 2, { { "who", ARG_INT },
	    { "ru", ARG_ADDR } } },
	{ "sysinfo", CALL_OTHER, 1, { { "info", ARG_ADDR } } },
	{ "times", CALL_OTHER, 1, { { "tbuf", ARG_ADDR } } },
	{ "ptrace", CALL_OTHER, 4, { { "request", ARG_LONG },
	    { "pid", ARG_LONG }, { "addr", ARG_HEX },
	    { "data", ARG_HEX } } },
	{ "getuid", CALL_OTHER, 0, { { "", 0 } } },
	{ "syslog", CALL_OTHER, 3, { { "type", ARG_INT },
	    { "buf", ARG_ADDR }, { "len", ARG_INT } } },
	{ "getgid", CALL_OTHER, 0, { { "", 0 } } },
	{ "setuid", CALL_OTHER, 1, { { "uid", ARG_U32 } } },
	{ "setgid", CALL_OTHER, 1, { { "gid", ARG_U32 } } },
	{ "geteuid", CALL_OTHER, 0, { { "", 0 } } },
	{ "getegid", CALL_OTHER, 0, { { "", 0 } } },
	{ "setpgid", CALL_OTHER, 2, { { "pid", ARG_INT },
	    { "pgid", ARG_INT } } },
	{ "getppid", CALL_OTHER, 0, { { "", 0 } } },
	{ "getpgrp", CALL_OTHER, 0, { { "", 0 } } },
	{ "setsid", CALL_OTHER, 0, { { "", 0 } } },
	{ "setreuid", CALL_OTHER, 2, { { "ruid", ARG_U32 },
	    { "euid", ARG_U32 } } },
	{ "setregid", CALL_OTHER, 2, { { "rgid", ARG_U32 },
	    { "egid", ARG_U32 } } },
	{ "getgroups", CALL_OTHER, 2, { { "gidsetsize", ARG_INT },
	    { "grouplist", ARG_ADDR } } },
	{ "setgroups", CALL_OTHER, 2, { { "gidsetsize", ARG_INT },
	    { "grouplist", ARG_ADDR } } },
	{ "setresuid", CALL_OTHER, 3, { { "ruid", ARG_U32 },
	    { "euid", ARG_U32 }, { "suid", ARG_U32 } } },
	{ "getresuid", CALL_OTHER, 3, { { "ruidp", ARG_ADDR },
	    { "euidp", ARG_ADDR }, { "suidp", ARG_ADDR } } },
	{ "setresgid", CALL_OTHER, 3, { { "rgid", ARG_U32 },
	    { "egid", ARG_U32 }, { "sgid", ARG_U32 } } },
	{ "getresgid", CALL_OTHER, 3, { { "rgidp", ARG_ADDR },
	    { "egidp", ARG_ADDR }, { "sgidp", ARG_ADDR } } },
	{ "getpgid", CALL_OTHER, 1, { { "pid", ARG_INT } } },
	{ "setfsuid", CALL_OTHER, 1, { { "uid", ARG_U32 } } },
	{ "setfsgid", CALL_OTHER, 1, { { "gid", ARG_U32 } } },
	{ "getsid", CALL_OTHER, 1, { { "pid", ARG_INT } } },
	{ "capget", CALL_OTHER, 2, { { "header", ARG_ADDR },
	    { "dataptr", ARG_ADDR } } },
	{ "capset", CALL_OTHER, 2, { { "header", ARG_ADDR },
	    { "data", ARG_ADDR } } },
	{ "rt_sigpending", CALL_OTHER, 2, { { "uset", ARG_ADDR },
	    { "sigsetsize", ARG_SIZE } } },
	{ "rt_sigtimedwait", CALL_OTHER, 4, { { "uthese", ARG_ADDR },
	    { "uinfo", ARG_ADDR }, { "uts", ARG_ADDR },
	    { "sigsetsize", ARG_SIZE } } },
	{ "rt_sigqueueinfo", CALL_OTHER, 3, { { "pid", ARG_INT },
	    { "sig", ARG_SIGNAL }, { "uinfo", ARG_ADDR } } },
	{ "rt_sigsuspend", CALL_OTHER, 2, { { "unewset", ARG_ADDR },
	    { "sigsetsize", ARG_SIZE } } },
	{ "sigaltstack", CALL_OTHER, 2, { { "uss", ARG_ADDR },
	    { "uoss", ARG_ADDR } } },
	{ "utime", CALL_OTHER, 2, { { "filename", ARG_STRING },
	    { "times", ARG_ADDR } } },
	{ "mknod", CALL_OTHER, 3, { { "filename", ARG_STRING },
	    { "mode", ARG_MODE }, { "dev", ARG_U32 } } },
	{ "uselib", CALL_OTHER, 1, { { "library", ARG_STRING } } },
	{ "personality", CALL_OTHER, 1, { { "personality", ARG_HEX } } },
	{ "ustat", CALL_OTHER, 2, { { "dev", ARG_U32 },
	    { "ubuf", ARG_ADDR } } },
	{ "statfs", CALL_OTHER, 2, { { "pathname", ARG_STRING },
	    { "buf", ARG_ADDR } } },
	{ "fstatfs", CALL_OTHER, 2, { { "fd", ARG_FD },
	    { "buf", ARG_ADDR } } },
	{ "sysfs", CALL_OTHER, 3, { { "option", ARG_INT },
	    { "arg1", ARG_HEX }, { "arg2", ARG_HEX } } },
	{ "getpriority", CALL_OTHER, 2, { { "which", ARG_INT },
	    { "who", ARG_INT } } },
	{ "setpriority", CALL_OTHER, 3, { { "which", ARG_INT },
	    { "who", ARG_INT }, { "niceval", ARG_INT } } },
	{ "sched_setparam", CALL_OTHER, 2, { { "pid", ARG_INT },
	    { "param", ARG_ADDR } } },
	{ "sched_getparam", CALL_OTHER, 2, { { "pid", ARG_INT },
	    { "param", ARG_ADDR } } },
	{ "sched_setscheduler", CALL_OTHER, 3, { { "pid", ARG_INT },
	    { "policy", ARG_INT }, { "param", ARG_ADDR } } },
	{ "sched_getscheduler", CALL_OTHER, 1, { { "pid", ARG_INT } } },
	{ "sched_get_priority_max", CALL_OTHER, 1, {
	    { "policy", ARG_INT } } },
	{ "sched_get_priority_min", CALL_OTHER, 1, {
	    { "policy", ARG_INT } } },
	{ "sched_rr_get_interval", CALL_OTHER, 2, { { "pid", ARG_INT },
	    { "interval", ARG_ADDR } } },
	{ "mlock", CALL_MLOCK, 0, { { "", 0 } } },
	{ "munlock", CALL_MUNLOCK, 0, { { "", 0 } } },
	{ "mlockall", CALL_MLOCKALL, 0, { { "", 0 } } },
	{ "munlockall", CALL_MUNLOCKALL, 0, { { "", 0 } } },
	{ "vhangup", CALL_OTHER, 0, { { "", 0 } } },
	{ "modify_ldt", CALL_OTHER, 3, { { "func", ARG_INT },
	    { "ptr", ARG_ADDR }, { "bytecount", ARG_SIZE } } },
	{ "pivot_root", CALL_OTHER, 2, { { "new_root", ARG_STRING },
	    { "put_old", ARG_ADDR } } },
	{ "_sysctl", CALL_OTHER, 1, { { "args", ARG_ADDR } } },
	{ "prctl", CALL_OTHER, 5, { { "option", ARG_INT },
	    { "arg2", ARG_HEX }, { "arg3", ARG_HEX },
	    { "arg4", ARG_HEX }, { "arg5", ARG_HEX } } },
	{ "arch_prctl", CALL_OTHER, 2, { { "option", ARG_HEX },
	    { "arg2", ARG_HEX } } },
	{ "adjtimex", CALL_OTHER, 1, { { "txc_p", ARG_ADDR } } },
	{ "setrlimit", CALL_OTHER, 2, { { "resource", ARG_U32 },
	    { "rlim", ARG_ADDR } } },
	{ "chroot", CALL_OTHER, 1, { { "filename", ARG_STRING } } },
	{ "sync", CALL_OTHER, 0, { { "", 0 } } },
	{ "acct", CALL_OTHER, 1, { { "name", ARG_STRING } } },
	{ "settimeofday", CALL_OTHER, 2, { { "tv", ARG_ADDR },
	    { "tz", ARG_ADDR } } },
	{ "mount", CALL_OTHER, 5, { { "dev_name", ARG_STRING },
	    { "dir_name", ARG_ADDR }, { "type", ARG_ADDR },
	    { "flags", ARG_HEX }, { "data", ARG_ADDR } } },
	{ "umount2", CALL_OTHER, 2, { { "name", ARG_STRING },
	    { "flags", ARG_HEX } } },
	{ "swapon", CALL_OTHER, 2, { { "specialfile", ARG_STRING },
	    { "swap_flags", ARG_HEX } } },
	{ "swapoff", CALL_OTHER, 1, { { "specialfile", ARG_STRING } } },
	{ "reboot", CALL_OTHER, 4, { { "magic1", ARG_HEX },
	    { "magic2", ARG_HEX }, { "cmd", ARG_HEX },
	    { "arg", ARG_ADDR } } },
	{ "sethostname", CALL_OTHER, 2, { { "name", ARG_STRING },
	    { "len", ARG_INT } } },
	{ "setdomainname", CALL_OTHER, 2, { { "name", ARG_STRING },
	    { "len", ARG_INT } } },
	{ "iopl", CALL_OTHER, 1, { { "level", ARG_U32 } } },
	{ "ioperm", CALL_OTHER, 3, { { "from", ARG_HEX },
	    { "num", ARG_UINT }, { "turn_on", ARG_INT } } },
	{ "create_module", CALL_OTHER, 0, { { "", 0 } } },
	{ "init_module", CALL_OTHER, 3, { { "umod", ARG_ADDR },
	    { "len", ARG_SIZE }, { "uargs", ARG_ADDR } } },
	{ "delete_module", CALL_OTHER, 2, { { "name_user", ARG_STRING },
	    { "flags", ARG_HEX } } },
	{ "get_kernel_syms", CALL_OTHER, 0, { { "", 0 } } },
	{ "query_module", CALL_OTHER, 0, { { "", 0 } } },
	{ "quotactl", CALL_OTHER, 4, { { "cmd", ARG_HEX },
	    { "special", ARG_STRING }, { "id", ARG_U32 },
	    { "addr", ARG_ADDR } } },
	{ "nfsservctl", CALL_OTHER, 0, { { "", 0 } } },
	{ "getpmsg", CALL_OTHER, 0, { { "", 0 } } },
	{ "putpmsg", CALL_OTHER, 0, { { "", 0 } } },
	{ "afs_syscall", CALL_OTHER, 0, { { "", 0 } } },
	{ "tuxcall", CALL_OTHER, 0, { { "", 0 } } },
	{ "security", CALL_OTHER, 0, { { "", 0 } } },
	{ "gettid", CALL_OTHER, 0, { { "", 0 } } },
	{ "readahead", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "offset", ARG_LONG }, { "count", ARG_SIZE } } },
	{ "setxattr", CALL_OTHER, 5, { { "pathname", ARG_STRING },
	    { "name", ARG_ADDR }, { "value", ARG_ADDR },
	    { "size", ARG_SIZE }, { "flags", ARG_HEX } } },
	{ "lsetxattr", CALL_OTHER, 5, { { "pathname", ARG_STRING },
	    { "name", ARG_ADDR }, { "value", ARG_ADDR },
	    { "size", ARG_SIZE }, { "flags", ARG_HEX } } },
	{ "fsetxattr", CALL_OTHER, 5, { { "fd", ARG_FD },
	    { "name", ARG_STRING }, { "value", ARG_ADDR },
	    { "size", ARG_SIZE }, { "flags", ARG_HEX } } },
	{ "getxattr", CALL_OTHER, 4, { { "pathname", ARG_STRING },
	    { "name", ARG_ADDR }, { "value", ARG_ADDR },
	    { "size", ARG_SIZE } } },
	{ "lgetxattr", CALL_OTHER, 4, { { "pathname", ARG_STRING },
	    { "name", ARG_ADDR }, { "value", ARG_ADDR },
	    { "size", ARG_SIZE } } },
	{ "fgetxattr", CALL_OTHER, 4, { { "fd", ARG_FD },
	    { "name", ARG_STRING }, { "value", ARG_ADDR },
	    { "size", ARG_SIZE } } },
	{ "listxattr", CALL_OTHER, 3, { { "pathname", ARG_STRING },
	    { "list", ARG_ADDR }, { "size", ARG_SIZE } } },
	{ "llistxattr", CALL_OTHER, 3, { { "pathname", ARG_STRING },
	    { "list", ARG_ADDR }, { "size", ARG_SIZE } } },
	{ "flistxattr", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "list", ARG_ADDR }, { "size", ARG_SIZE } } },
	{ "removexattr", CALL_OTHER, 2, { { "pathname", ARG_STRING },
	    { "name", ARG_ADDR } } },
	{ "lremovexattr", CALL_OTHER, 2, { { "pathname", ARG_STRING },
	    { "name", ARG_ADDR } } },
	{ "fremovexattr", CALL_OTHER, 2, { { "fd", ARG_FD },
	    { "name", ARG_STRING } } },
	{ "tkill", CALL_OTHER, 2, { { "pid", ARG_INT },
	    { "sig", ARG_SIGNAL } } },
	{ "time", CALL_OTHER, 1, { { "tloc", ARG_ADDR } } },
	{ "futex", CALL_OTHER, 6, { { "uaddr", ARG_ADDR },
	    { "op", ARG_FUTEX_OP }, { "val", ARG_U32 },
	    { "utime", ARG_ADDR }, { "uaddr2", ARG_ADDR },
	    { "val3", ARG_U32 } } },
	{ "sched_setaffinity", CALL_OTHER, 3, { { "pid", ARG_INT },
	    { "len", ARG_U32 }, { "user_mask_ptr", ARG_ADDR } } },
	{ "sched_getaffinity", CALL_OTHER, 3, { { "pid", ARG_INT },
	    { "len", ARG_U32 }, { "user_mask_ptr", ARG_ADDR } } },
	{ "set_thread_area", CALL_OTHER, 1, { { "u_info", ARG_ADDR } } },
	{ "io_setup", CALL_OTHER, 2, { { "nr_events", ARG_U32 },
	    { "ctxp", ARG_ADDR } } },
	{ "io_destroy", CALL_OTHER, 1, { { "ctx", ARG_HEX } } },
	{ "io_getevents", CALL_OTHER, 5, { { "ctx_id", ARG_HEX },
	    { "min_nr", ARG_LONG }, { "nr", ARG_LONG },
	    { "events", ARG_ADDR }, { "timeout", ARG_ADDR } } },
	{ "io_submit", CALL_OTHER, 3, { { "ctx_id", ARG_HEX },
	    { "nr", ARG_LONG }, { "iocbpp", ARG_ADDR } } },
	{ "io_cancel", CALL_OTHER, 3, { { "ctx_id", ARG_HEX },
	    { "iocb", ARG_ADDR }, { "result", ARG_ADDR } } },
	{ "get_thread_area", CALL_OTHER, 1, { { "u_info", ARG_ADDR } } },
	{ "lookup_dcookie", CALL_OTHER, 3, { { "cookie64", ARG_HEX },
	    { "buf", ARG_ADDR }, { "len", ARG_SIZE } } },
	{ "epoll_create", CALL_OTHER, 1, { { "size", ARG_INT } } },
	{ "epoll_ctl_old", CALL_OTHER, 0, { { "", 0 } } },
	{ "epoll_wait_old", CALL_OTHER, 0, { { "", 0 } } },
	{ "remap_file_pages", CALL_REMAP_FILE_PAGES, 0, { { "", 0 } } },
	{ "getdents64", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "dirent", ARG_ADDR }, { "count", ARG_U32 } } },
	{ "set_tid_address", CALL_OTHER, 1, { { "tidptr", ARG_ADDR } } },
	{ "restart_syscall", CALL_OTHER, 0, { { "", 0 } } },
	{ "semtimedop", CALL_OTHER, 4, { { "semid", ARG_INT },
	    { "tsops", ARG_ADDR }, { "nsops", ARG_U32 },
	    { "timeout", ARG_ADDR } } },
	{ "fadvise64", CALL_OTHER, 4, { { "fd", ARG_FD },
	    { "offset", ARG_LONG }, { "len", ARG_SIZE },
	    { "advice", ARG_INT } } },
	{ "timer_create", CALL_OTHER, 3, { { "which_clock", ARG_INT },
	    { "timer_event_spec", ARG_ADDR },
	    { "created_timer_id", ARG_ADDR } } },
	{ "timer_settime", CALL_OTHER, 4, { { "timer_id", ARG_INT },
	    { "flags", ARG_HEX }, { "new_setting", ARG_ADDR },
	    { "old_setting", ARG_ADDR } } },
	{ "timer_gettime", CALL_OTHER, 2, { { "timer_id", ARG_INT },
	    { "setting", ARG_ADDR } } },
	{ "timer_getoverrun", CALL_OTHER, 1, { { "timer_id", ARG_INT } } },
	{ "timer_delete", CALL_OTHER, 1, { { "timer_id", ARG_INT } } },
	{ "clock_settime", CALL_OTHER, 2, { { "which_clock", ARG_INT },
	    { "tp", ARG_ADDR } } },
	{ "clock_gettime", CALL_OTHER, 2, { { "which_clock", ARG_INT },
	    { "tp", ARG_ADDR } } },
	{ "clock_getres", CALL_OTHER, 2, { { "which_clock", ARG_INT },
	    { "tp", ARG_ADDR } } },
	{ "clock_nanosleep", CALL_OTHER, 4, {
	    { "which_clock", ARG_INT }, { "flags", ARG_HEX },
	    { "rqtp", ARG_ADDR }, { "rmtp", ARG_ADDR } } },
	{ "exit_group", CALL_OTHER, 1, { { "error_code", ARG_INT } } },
	{ "epoll_wait", CALL_OTHER, 4, { { "epfd", ARG_FD },
	    { "events", ARG_ADDR }, { "maxevents", ARG_INT },
	    { "timeout", ARG_INT } } },
	{ "epoll_ctl", CALL_OTHER, 4, { { "epfd", ARG_FD },
	    { "op", ARG_INT }, { "fd", ARG_FD }, { "event", ARG_ADDR } } },
	{ "tgkill", CALL_OTHER, 3, { { "tgid", ARG_INT },
	    { "pid", ARG_INT }, { "sig", ARG_SIGNAL } } },
	{ "utimes", CALL_OTHER, 2, { { "filename", ARG_STRING },
	    { "utimes", ARG_ADDR } } },
	{ "vserver", CALL_OTHER, 0, { { "", 0 } } },
	{ "mbind", CALL_MBIND, 0, { { "", 0 } } },
	{ "set_mempolicy", CALL_OTHER, 3, { { "mode", ARG_INT },
	    { "nmask", ARG_ADDR }, { "maxnode", ARG_UINT } } },
	{ "get_mempolicy", CALL_OTHER, 5, { { "policy", ARG_ADDR },
	    { "nmask", ARG_ADDR }, { "maxnode", ARG_UINT },
	    { "addr", ARG_HEX }, { "flags", ARG_HEX } } },
	{ "mq_open", CALL_OTHER, 4, { { "u_name", ARG_STRING },
	    { "oflag", ARG_INT }, { "mode", ARG_MODE },
	    { "u_attr", ARG_ADDR } } },
	{ "mq_unlink", CALL_OTHER, 1, { { "u_name", ARG_STRING } } },
	{ "mq_timedsend", CALL_OTHER, 5, { { "mqdes", ARG_FD },
	    { "u_msg_ptr", ARG_ADDR }, { "msg_len", ARG_SIZE },
	    { "msg_prio", ARG_U32 }, { "u_abs_timeout", ARG_ADDR } } },
	{ "mq_timedreceive", CALL_OTHER, 5, { { "mqdes", ARG_FD },
	    { "u_msg_ptr", ARG_ADDR }, { "msg_len", ARG_SIZE },
	    { "u_msg_prio", ARG_ADDR }, { "u_abs_timeout", ARG_ADDR } } },
	{ "mq_notify", CALL_OTHER, 2, { { "mqdes", ARG_FD },
	    { "u_notification", ARG_ADDR } } },
	{ "mq_getsetattr", CALL_OTHER, 3, { { "mqdes", ARG_FD },
	    { "u_mqstat", ARG_ADDR }, { "u_omqstat", ARG_ADDR } } },
	{ "kexec_load", CALL_OTHER, 4, { { "entry", ARG_HEX },
	    { "nr_segments", ARG_UINT }, { "segments", ARG_ADDR },
	    { "flags", ARG_HEX } } },
	{ "waitid", CALL_OTHER, 5, { { "which", ARG_INT },
	    { "upid", ARG_INT }, { "infop", ARG_ADDR },
	    { "options", ARG_HEX }, { "ru", ARG_ADDR } } },
	{ "add_key", CALL_OTHER, 5, { { "_type", ARG_ADDR },
	    { "_description", ARG_ADDR }, { "_payload", ARG_ADDR },
	    { "plen", ARG_SIZE }, { "ringid", ARG_INT } } },
	{ "request_key", CALL_OTHER, 4, { { "_type", ARG_ADDR },
	    { "_description", ARG_ADDR }, { "_callout_info", ARG_ADDR },
	    { "destringid", ARG_INT } } },
	{ "keyctl", CALL_OTHER, 5, { { "option", ARG_INT },
	    { "arg2", ARG_HEX }, { "arg3", ARG_HEX },
	    { "arg4", ARG_HEX }, { "arg5", ARG_HEX } } },
	{ "ioprio_set", CALL_OTHER, 3, { { "which", ARG_INT },
	    { "who", ARG_INT }, { "ioprio", ARG_INT } } },
	{ "ioprio_get", CALL_OTHER, 2, { { "which", ARG_INT },
	    { "who", ARG_INT } } },
	{ "inotify_init", CALL_OTHER, 0, { { "", 0 } } },
	{ "inotify_add_watch", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "pathname", ARG_STRING }, { "mask", ARG_HEX } } },
	{ "inotify_rm_watch", CALL_OTHER, 2, { { "fd", ARG_FD },
	    { "wd", ARG_INT } } },
	{ "migrate_pages", CALL_OTHER, 4, { { "pid", ARG_INT },
	    { "maxnode", ARG_UINT }, { "old_nodes", ARG_ADDR },
	    { "new_nodes", ARG_ADDR } } },
	{ "openat", CALL_OTHER, 4, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "flags", ARG_OPEN_FLAGS },
	    { "mode", ARG_MODE } } },
	{ "mkdirat", CALL_OTHER, 3, { { "dfd", ARG_FD },
	    { "pathname", ARG_STRING }, { "mode", ARG_MODE } } },
	{ "mknodat", CALL_OTHER, 4, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "mode", ARG_MODE },
	    { "dev", ARG_U32 } } },
	{ "fchownat", CALL_OTHER, 5, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "user", ARG_U32 },
	    { "group", ARG_U32 }, { "flag", ARG_HEX } } },
	{ "futimesat", CALL_OTHER, 3, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "utimes", ARG_ADDR } } },
	{ "newfstatat", CALL_OTHER, 4, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "statbuf", ARG_ADDR },
	    { "flag", ARG_HEX } } },
	{ "unlinkat", CALL_OTHER, 3, { { "dfd", ARG_FD },
	    { "pathname", ARG_STRING }, { "flag", ARG_HEX } } },
	{ "renameat", CALL_OTHER, 4, { { "olddfd", ARG_FD },
	    { "oldname", ARG_STRING }, { "newdfd", ARG_FD },
	    { "newname", ARG_ADDR } } },
	{ "linkat", CALL_OTHER, 5, { { "olddfd", ARG_FD },
	    { "oldname", ARG_STRING }, { "newdfd", ARG_FD },
	    { "newname", ARG_ADDR }, { "flags", ARG_HEX } } },
	{ "symlinkat", CALL_OTHER, 3, { { "oldname", ARG_STRING },
	    { "newdfd", ARG_FD }, { "newname", ARG_ADDR } } },
	{ "readlinkat", CALL_OTHER, 4, { { "dfd", ARG_FD },
	    { "pathname", ARG_STRING }, { "buf", ARG_ADDR },
	    { "bufsiz", ARG_INT } } },
	{ "fchmodat", CALL_OTHER, 3, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "mode", ARG_MODE } } },
	{ "faccessat", CALL_OTHER, 3, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "mode", ARG_INT } } },
	{ "pselect6", CALL_OTHER, 6, { { "n", ARG_INT },
	    { "inp", ARG_ADDR }, { "outp", ARG_ADDR },
	    { "exp", ARG_ADDR }, { "tsp", ARG_ADDR },
	    { "sig", ARG_ADDR } } },
	{ "ppoll", CALL_OTHER, 5, { { "ufds", ARG_ADDR },
	    { "nfds", ARG_U32 }, { "tsp", ARG_ADDR },
	    { "sigmask", ARG_ADDR }, { "sigsetsize", ARG_SIZE } } },
	{ "unshare", CALL_OTHER, 1, { { "unshare_flags", ARG_HEX } } },
	{ "set_robust_list", CALL_OTHER, 2, { { "head", ARG_ADDR },
	    { "len", ARG_SIZE } } },
	{ "get_robust_list", CALL_OTHER, 3, { { "pid", ARG_INT },
	    { "head_ptr", ARG_ADDR }, { "len_ptr", ARG_ADDR } } },
	{ "splice", CALL_OTHER, 6, { { "fd_in", ARG_FD },
	    { "off_in", ARG_ADDR }, { "fd_out", ARG_FD },
	    { "off_out", ARG_ADDR }, { "len", ARG_SIZE },
	    { "flags", ARG_HEX } } },
	{ "tee", CALL_OTHER, 4, { { "fdin", ARG_FD },
	    { "fdout", ARG_FD }, { "len", ARG_SIZE },
	    { "flags", ARG_HEX } } },
	{ "sync_file_range", CALL_OTHER, 4, { { "fd", ARG_FD },
	    { "offset", ARG_LONG }, { "nbytes", ARG_LONG },
	    { "flags", ARG_HEX } } },
	{ "vmsplice", CALL_OTHER, 4, { { "fd", ARG_FD },
	    { "uiov", ARG_ADDR }, { "nr_segs", ARG_UINT },
	    { "flags", ARG_HEX } } },
	{ "move_pages", CALL_OTHER, 6, { { "pid", ARG_INT },
	    { "nr_pages", ARG_UINT }, { "pages", ARG_ADDR },
	    { "nodes", ARG_ADDR }, { "status", ARG_ADDR },
	    { "flags", ARG_HEX } } },
	{ "utimensat", CALL_OTHER, 4, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "utimes", ARG_ADDR },
	    { "flags", ARG_HEX } } },
	{ "epoll_pwait", CALL_OTHER, 6, { { "epfd", ARG_FD },
	    { "events", ARG_ADDR }, { "maxevents", ARG_INT },
	    { "timeout", ARG_INT }, { "sigmask", ARG_ADDR },
	    { "sigsetsize", ARG_SIZE } } },
	{ "signalfd", CALL_OTHER, 3, { { "ufd", ARG_FD },
	    { "user_mask", ARG_ADDR }, { "sizemask", ARG_SIZE } } },
	{ "timerfd_create", CALL_OTHER, 2, { { "clockid", ARG_INT },
	    { "flags", ARG_HEX } } },
	{ "eventfd", CALL_OTHER, 1, { { "count", ARG_U32 } } },
	{ "fallocate", CALL_OTHER, 4, { { "fd", ARG_FD },
	    { "mode", ARG_INT }, { "offset", ARG_LONG },
	    { "len", ARG_LONG } } },
	{ "timerfd_settime", CALL_OTHER, 4, { { "ufd", ARG_FD },
	    { "flags", ARG_HEX }, { "utmr", ARG_ADDR },
	    { "otmr", ARG_ADDR } } },
	{ "timerfd_gettime", CALL_OTHER, 2, { { "ufd", ARG_FD },
	    { "otmr", ARG_ADDR } } },
	{ "accept4", CALL_OTHER, 4, { { "fd", ARG_FD },
	    { "upeer_sockaddr", ARG_ADDR },
	    { "upeer_addrlen", ARG_ADDR }, { "flags", ARG_HEX } } },
	{ "signalfd4", CALL_OTHER, 4, { { "ufd", ARG_FD },
	    { "user_mask", ARG_ADDR }, { "sizemask", ARG_SIZE },
	    { "flags", ARG_HEX } } },
	{ "eventfd2", CALL_OTHER, 2, { { "count", ARG_U32 },
	    { "flags", ARG_HEX } } },
	{ "epoll_create1", CALL_OTHER, 1, { { "flags", ARG_HEX } } },
	{ "dup3", CALL_OTHER, 3, { { "oldfd", ARG_FD },
	    { "newfd", ARG_FD }, { "flags", ARG_FD_FLAGS } } },
	{ "pipe2", CALL_OTHER, 2, { { "fildes", ARG_ADDR },
	    { "flags", ARG_FD_FLAGS } } },
	{ "inotify_init1", CALL_OTHER, 1, { { "flags", ARG_HEX } } },
	{ "preadv", CALL_OTHER, 5, { { "fd", ARG_FD },
	    { "vec", ARG_ADDR }, { "vlen", ARG_UINT },
	    { "pos_l", ARG_UINT }, { "pos_h", ARG_UINT } } },
	{ "pwritev", CALL_OTHER, 5, { { "fd", ARG_FD },
	    { "vec", ARG_ADDR }, { "vlen", ARG_UINT },
	    { "pos_l", ARG_UINT }, { "pos_h", ARG_UINT } } },
	{ "rt_tgsigqueueinfo", CALL_OTHER, 4, { { "tgid", ARG_INT },
	    { "pid", ARG_INT }, { "sig", ARG_SIGNAL },
	    { "uinfo", ARG_ADDR } } },
	{ "perf_event_open", CALL_OTHER, 5, { { "attr_uptr", ARG_ADDR },
	    { "pid", ARG_INT }, { "cpu", ARG_INT },
	    { "group_fd", ARG_FD }, { "flags", ARG_HEX } } },
	{ "recvmmsg", CALL_OTHER, 5, { { "fd", ARG_FD },
	    { "mmsg", ARG_ADDR }, { "vlen", ARG_U32 },
	    { "flags", ARG_HEX }, { "timeout", ARG_ADDR } } },
	{ "fanotify_init", CALL_OTHER, 2, { { "flags", ARG_HEX },
	    { "event_f_flags", ARG_HEX } } },
	{ "fanotify_mark", CALL_OTHER, 5, { { "fanotify_fd", ARG_FD },
	    { "flags", ARG_HEX }, { "mask", ARG_HEX },
	    { "dfd", ARG_FD }, { "pathname", ARG_STRING } } },
	{ "prlimit64", CALL_OTHER, 4, { { "pid", ARG_INT },
	    { "resource", ARG_U32 }, { "new_rlim", ARG_ADDR },
	    { "old_rlim", ARG_ADDR } } },
	{ "name_to_handle_at", CALL_OTHER, 5, { { "dfd", ARG_FD },
	    { "name", ARG_STRING }, { "handle", ARG_ADDR },
	    { "mnt_id", ARG_ADDR }, { "flag", ARG_HEX } } },
	{ "open_by_handle_at", CALL_OTHER, 3, {
	    { "mountdirfd", ARG_FD }, { "handle", ARG_ADDR },
	    { "flags", ARG_HEX } } },
	{ "clock_adjtime", CALL_OTHER, 2, { { "which_clock", ARG_INT },
	    { "utx", ARG_ADDR } } },
	{ "syncfs", CALL_OTHER, 1, { { "fd", ARG_FD } } },
	{ "sendmmsg", CALL_OTHER, 4, { { "fd", ARG_FD },
	    { "mmsg", ARG_ADDR }, { "vlen", ARG_U32 },
	    { "flags", ARG_HEX } } },
	{ "setns", CALL_OTHER, 2, { { "fd", ARG_FD },
	    { "flags", ARG_HEX } } },
	{ "getcpu", CALL_OTHER, 3, { { "cpup", ARG_ADDR },
	    { "nodep", ARG_ADDR }, { "unused", ARG_ADDR } } },
	{ "process_vm_readv", CALL_OTHER, 6, { { "pid", ARG_INT },
	    { "lvec", ARG_ADDR }, { "liovcnt", ARG_UINT },
	    { "rvec", ARG_ADDR }, { "riovcnt", ARG_UINT },
	    { "flags", ARG_HEX } } },
	{ "process_vm_writev", CALL_OTHER, 6, { { "pid", ARG_INT },
	    { "lvec", ARG_ADDR }, { "liovcnt", ARG_UINT },
	    { "rvec", ARG_ADDR }, { "riovcnt", ARG_UINT },
	    { "flags", ARG_HEX } } },
	{ "kcmp", CALL_OTHER, 5, { { "pid1", ARG_INT },
	    { "pid2", ARG_INT }, { "type", ARG_INT },
	    { "idx1", ARG_HEX }, { "idx2", ARG_HEX } } },
	{ "finit_module", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "uargs", ARG_ADDR }, { "flags", ARG_HEX } } },
	{ "sched_setattr", CALL_OTHER, 3, { { "pid", ARG_INT },
	    { "uattr", ARG_ADDR }, { "flags", ARG_HEX } } },
	{ "sched_getattr", CALL_OTHER, 4, { { "pid", ARG_INT },
	    { "uattr", ARG_ADDR }, { "usize", ARG_U32 },
	    { "flags", ARG_HEX } } },
	{ "renameat2", CALL_OTHER, 5, { { "olddfd", ARG_FD },
	    { "oldname", ARG_STRING }, { "newdfd", ARG_FD },
	    { "newname", ARG_ADDR }, { "flags", ARG_HEX } } },
	{ "seccomp", CALL_OTHER, 3, { { "op", ARG_U32 },
	    { "flags", ARG_HEX }, { "uargs", ARG_ADDR } } },
	{ "getrandom", CALL_OTHER, 3, { { "ubuf", ARG_ADDR },
	    { "len", ARG_SIZE }, { "flags", ARG_HEX } } },
	{ "memfd_create", CALL_MEMFD_CREATE, 0, { { "", 0 } } },
	{ "kexec_file_load", CALL_OTHER, 5, { { "kernel_fd", ARG_FD },
	    { "initrd_fd", ARG_FD }, { "cmdline_len", ARG_SIZE },
	    { "cmdline", ARG_ADDR }, { "flags", ARG_HEX } } },
	{ "bpf", CALL_OTHER, 3, { { "cmd", ARG_HEX },
	    { "uattr", ARG_ADDR }, { "size", ARG_U32 } } },
	{ "execveat", CALL_EXECVEAT, 0, { { "", 0 } } },
	{ "userfaultfd", CALL_USERFAULTFD, 0, { { "", 0 } } },
	{ "membarrier", CALL_OTHER, 3, { { "cmd", ARG_HEX },
	    { "flags", ARG_HEX }, { "cpu_id", ARG_INT } } },
	{ "mlock2", CALL_MLOCK2, 0, { { "", 0 } } },
	{ "copy_file_range", CALL_OTHER, 6, { { "fd_in", ARG_FD },
	    { "off_in", ARG_ADDR }, { "fd_out", ARG_FD },
	    { "off_out", ARG_ADDR }, { "len", ARG_SIZE },
	    { "flags", ARG_HEX } } },
	{ "preadv2", CALL_OTHER, 6, { { "fd", ARG_FD },
	    { "vec", ARG_ADDR }, { "vlen", ARG_UINT },
	    { "pos_l", ARG_UINT }, { "pos_h", ARG_UINT },
	    { "flags", ARG_HEX } } },
	{ "pwritev2", CALL_OTHER, 6, { { "fd", ARG_FD },
	    { "vec", ARG_ADDR }, { "vlen", ARG_UINT },
	    { "pos_l", ARG_UINT }, { "pos_h", ARG_UINT },
	    { "flags", ARG_HEX } } },
	{ "pkey_mprotect", CALL_PKEY_MPROTECT, 0, { { "", 0 } } },
	{ "pkey_alloc", CALL_OTHER, 2, { { "flags", ARG_HEX },
	    { "init_val", ARG_HEX } } },
	{ "pkey_free", CALL_OTHER, 1, { { "pkey", ARG_INT } } },
	{ "statx", CALL_OTHER, 5, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "flags", ARG_HEX },
	    { "mask", ARG_HEX }, { "buffer", ARG_ADDR } } },
	{ "io_pgetevents", CALL_OTHER, 6, { { "ctx_id", ARG_HEX },
	    { "min_nr", ARG_LONG }, { "nr", ARG_LONG },
	    { "events", ARG_ADDR }, { "timeout", ARG_ADDR },
	    { "usig", ARG_ADDR } } },
	{ "rseq", CALL_OTHER, 4, { { "rseq", ARG_ADDR },
	    { "rseq_len", ARG_U32 }, { "flags", ARG_HEX },
	    { "sig", ARG_HEX } } },
	{ "uretprobe", CALL_OTHER, 0, { { "", 0 } } },
	{ "uprobe", CALL_OTHER, 0, { { "", 0 } } },
	{ "pidfd_send_signal", CALL_OTHER, 4, { { "pidfd", ARG_FD },
	    { "sig", ARG_SIGNAL }, { "info", ARG_ADDR },
	    { "flags", ARG_HEX } } },
	{ "io_uring_setup", CALL_OTHER, 2, { { "entries", ARG_U32 },
	    { "params", ARG_ADDR } } },
	{ "io_uring_enter", CALL_OTHER, 6, { { "fd", ARG_FD },
	    { "to_submit", ARG_U32 }, { "min_complete", ARG_U32 },
	    { "flags", ARG_HEX }, { "argp", ARG_ADDR },
	    { "argsz", ARG_SIZE } } },
	{ "io_uring_register", CALL_OTHER, 4, { { "fd", ARG_FD },
	    { "opcode", ARG_U32 }, { "arg", ARG_ADDR },
	    { "nr_args", ARG_U32 } } },
	{ "open_tree", CALL_OTHER, 3, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "flags", ARG_HEX } } },
	{ "move_mount", CALL_OTHER, 5, { { "from_dfd", ARG_FD },
	    { "from_pathname", ARG_STRING }, { "to_dfd", ARG_FD },
	    { "to_pathname", ARG_ADDR }, { "flags", ARG_HEX } } },
	{ "fsopen", CALL_OTHER, 2, { { "_fs_name", ARG_STRING },
	    { "flags", ARG_HEX } } },
	{ "fsconfig", CALL_OTHER, 5, { { "fd", ARG_FD },
	    { "cmd", ARG_HEX }, { "_key", ARG_ADDR },
	    { "_value", ARG_ADDR }, { "aux", ARG_INT } } },
	{ "fsmount", CALL_OTHER, 3, { { "fs_fd", ARG_FD },
	    { "flags", ARG_HEX }, { "attr_flags", ARG_HEX } } },
	{ "fspick", CALL_OTHER, 3, { { "dfd", ARG_FD },
	    { "path", ARG_STRING }, { "flags", ARG_HEX } } },
	{ "pidfd_open", CALL_OTHER, 2, { { "pid", ARG_INT },
	    { "flags", ARG_HEX } } },
	{ "clone3", CALL_OTHER, 2, { { "uargs", ARG_ADDR },
	    { "size", ARG_SIZE } } },
	{ "close_range", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "max_fd", ARG_U32 }, { "flags", ARG_HEX } } },
	{ "openat2", CALL_OTHER, 4, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "how", ARG_ADDR },
	    { "usize", ARG_SIZE } } },
	{ "pidfd_getfd", CALL_OTHER, 3, { { "pidfd", ARG_FD },
	    { "fd", ARG_FD }, { "flags", ARG_HEX } } },
	{ "faccessat2", CALL_OTHER, 4, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "mode", ARG_INT },
	    { "flags", ARG_HEX } } },
	{ "process_madvise", CALL_PROCESS_MADVISE, 0, { { "", 0 } } },
	{ "epoll_pwait2", CALL_OTHER, 6, { { "epfd", ARG_FD },
	    { "events", ARG_ADDR }, { "maxevents", ARG_INT },
	    { "timeout", ARG_ADDR }, { "sigmask", ARG_ADDR },
	    { "sigsetsize", ARG_SIZE } } },
	{ "mount_setattr", CALL_OTHER, 5, { { "dfd", ARG_FD },
	    { "path", ARG_STRING }, { "flags", ARG_HEX },
	    { "uattr", ARG_ADDR }, { "usize", ARG_SIZE } } },
	{ "quotactl_fd", CALL_OTHER, 4, { { "fd", ARG_FD },
	    { "cmd", ARG_HEX }, { "id", ARG_U32 }, { "addr", ARG_ADDR } } },
	{ "landlock_create_ruleset", CALL_OTHER, 3, {
	    { "attr", ARG_ADDR }, { "size", ARG_SIZE },
	    { "flags", ARG_HEX } } },
	{ "landlock_add_rule", CALL_OTHER, 4, {
	    { "ruleset_fd", ARG_FD }, { "rule_type", ARG_INT },
	    { "rule_attr", ARG_ADDR }, { "flags", ARG_HEX } } },
	{ "landlock_restrict_self", CALL_OTHER, 2, {
	    { "ruleset_fd", ARG_FD }, { "flags", ARG_HEX } } },
	{ "memfd_secret", CALL_MEMFD_SECRET, 0, { { "", 0 } } },
	{ "process_mrelease", CALL_OTHER, 2, { { "pidfd", ARG_FD },
	    { "flags", ARG_HEX } } },
	{ "futex_waitv", CALL_OTHER, 5, { { "waiters", ARG_ADDR },
	    { "nr_futexes", ARG_U32 }, { "flags", ARG_HEX },
	    { "timeout", ARG_ADDR }, { "clockid", ARG_INT } } },
	{ "set_mempolicy_home_node", CALL_OTHER, 4, {
	    { "start", ARG_HEX }, { "len", ARG_SIZE },
	    { "home_node", ARG_UINT }, { "flags", ARG_HEX } } },
	{ "cachestat", CALL_OTHER, 4, { { "fd", ARG_FD },
	    { "cstat_range", ARG_ADDR }, { "cstat", ARG_ADDR },
	    { "flags", ARG_HEX } } },
	{ "fchmodat2", CALL_OTHER, 4, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "mode", ARG_MODE },
	    { "flags", ARG_HEX } } },
	{ "map_shadow_stack", CALL_MAP_SHADOW_STACK, 0, { { "", 0 } } },
	{ "futex_wake", CALL_OTHER, 4, { { "uaddr", ARG_ADDR },
	    { "mask", ARG_HEX }, { "nr", ARG_INT },
	    { "flags", ARG_HEX } } },
	{ "futex_wait", CALL_OTHER, 6, { { "uaddr", ARG_ADDR },
	    { "val", ARG_UINT }, { "mask", ARG_HEX },
	    { "flags", ARG_HEX }, { "timeout", ARG_ADDR },
	    { "clockid", ARG_INT } } },
	{ "futex_requeue", CALL_OTHER, 4, { { "waiters", ARG_ADDR },
	    { "flags", ARG_HEX }, { "nr_wake", ARG_INT },
	    { "nr_requeue", ARG_INT } } },
	{ "statmount", CALL_OTHER, 4, { { "req", ARG_ADDR },
	    { "buf", ARG_ADDR }, { "bufsize", ARG_SIZE },
	    { "flags", ARG_HEX } } },
	{ "listmount", CALL_OTHER, 4, { { "req", ARG_ADDR },
	    { "mnt_ids", ARG_ADDR }, { "nr_mnt_ids", ARG_SIZE },
	    { "flags", ARG_HEX } } },
	{ "lsm_get_self_attr", CALL_OTHER, 4, { { "attr", ARG_U32 },
	    { "ctx", ARG_ADDR }, { "size", ARG_ADDR },
	    { "flags", ARG_HEX } } },
	{ "lsm_set_self_attr", CALL_OTHER, 4, { { "attr", ARG_U32 },
	    { "ctx", ARG_ADDR }, { "size", ARG_U32 },
	    { "flags", ARG_HEX } } },
	{ "lsm_list_modules", CALL_OTHER, 3, { { "ids", ARG_ADDR },
	    { "size", ARG_ADDR }, { "flags", ARG_HEX } } },
	{ "mseal", CALL_MSEAL, 0, { { "", 0 } } },
	{ "setxattrat", CALL_OTHER, 6, { { "dfd", ARG_FD },
	    { "pathname", ARG_STRING }, { "at_flags", ARG_HEX },
	    { "name", ARG_ADDR }, { "uargs", ARG_ADDR },
	    { "usize", ARG_SIZE } } },
	{ "getxattrat", CALL_OTHER, 6, { { "dfd", ARG_FD },
	    { "pathname", ARG_STRING }, { "at_flags", ARG_HEX },
	    { "name", ARG_ADDR }, { "uargs", ARG_ADDR },
	    { "usize", ARG_SIZE } } },
	{ "listxattrat", CALL_OTHER, 5, { { "dfd", ARG_FD },
	    { "pathname", ARG_STRING }, { "at_flags", ARG_HEX },
	    { "list", ARG_ADDR }, { "size", ARG_SIZE } } },
	{ "removexattrat", CALL_OTHER, 4, { { "dfd", ARG_FD },
	    { "pathname", ARG_STRING }, { "at_flags", ARG_HEX },
	    { "name", ARG_ADDR } } },
	{ "open_tree_attr", CALL_OTHER, 5, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "flags", ARG_HEX },
	    { "uattr", ARG_ADDR }, { "usize", ARG_SIZE } } },
	{ "file_getattr", CALL_OTHER, 5, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "ufattr", ARG_ADDR },
	    { "usize", ARG_SIZE }, { "at_flags", ARG_HEX } } },
	{ "file_setattr", CALL_OTHER, 5, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "ufattr", ARG_ADDR },
	    { "usize", ARG_SIZE }, { "at_flags", ARG_HEX } } },
	{ "waitpid", CALL_OTHER, 3, { { "pid", ARG_INT },
	    { "stat_addr", ARG_ADDR }, { "options", ARG_HEX } } },
	{ "break", CALL_OTHER, 0, { { "", 0 } } },
	{ "oldstat", CALL_OTHER, 2, { { "filename", ARG_STRING },
	    { "statbuf", ARG_ADDR } } },
	{ "umount", CALL_OTHER, 1, { { "name", ARG_STRING } } },
	{ "stime", CALL_OTHER, 1, { { "tptr", ARG_ADDR } } },
	{ "oldfstat", CALL_OTHER, 2, { { "fd", ARG_FD },
	    { "statbuf", ARG_ADDR } } },
	{ "stty", CALL_OTHER, 0, { { "", 0 } } },
	{ "gtty", CALL_OTHER, 0, { { "", 0 } } },
	{ "nice", CALL_OTHER, 1, { { "increment", ARG_INT } } },
	{ "ftime", CALL_OTHER, 0, { { "", 0 } } },
	{ "prof", CALL_OTHER, 0, { { "", 0 } } },
	{ "signal", CALL_OTHER, 2, { { "sig", ARG_SIGNAL },
	    { "handler", ARG_ADDR } } },
	{ "lock", CALL_OTHER, 0, { { "", 0 } } },
	{ "mpx", CALL_OTHER, 0, { { "", 0 } } },
	{ "ulimit", CALL_OTHER, 0, { { "", 0 } } },
	{ "oldolduname", CALL_OTHER, 1, { { "name", ARG_ADDR } } },
	{ "sigaction", CALL_OTHER, 3, { { "sig", ARG_SIGNAL },
	    { "act", ARG_ADDR }, { "oact", ARG_ADDR } } },
	{ "sgetmask", CALL_OTHER, 0, { { "", 0 } } },
	{ "ssetmask", CALL_OTHER, 1, { { "newmask", ARG_U32 } } },
	{ "sigsuspend", CALL_OTHER, 3, { { "unused1", ARG_INT },
	    { "unused2", ARG_INT }, { "mask", ARG_HEX } } },
	{ "sigpending", CALL_OTHER, 1, { { "uset", ARG_ADDR } } },
	{ "select", CALL_OTHER, 1, { { "arg", ARG_ADDR } } },
	{ "oldlstat", CALL_OTHER, 2, { { "filename", ARG_STRING },
	    { "statbuf", ARG_ADDR } } },
	{ "readdir", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "dirent", ARG_ADDR }, { "count", ARG_U32 } } },
	{ "old_mmap", CALL_OLD_MMAP, 0, { { "", 0 } } },
	{ "profil", CALL_OTHER, 0, { { "", 0 } } },
	{ "socketcall", CALL_OTHER, 2, { { "call", ARG_INT },
	    { "args", ARG_ADDR } } },
	{ "olduname", CALL_OTHER, 1, { { "name", ARG_ADDR } } },
	{ "idle", CALL_OTHER, 0, { { "", 0 } } },
	{ "vm86old", CALL_OTHER, 1, { { "user_vm86", ARG_ADDR } } },
	{ "ipc", CALL_OTHER, 6, { { "call", ARG_U32 },
	    { "first", ARG_INT }, { "second", ARG_HEX },
	    { "third", ARG_HEX }, { "ptr", ARG_ADDR },
	    { "fifth", ARG_LONG } } },
	{ "sigreturn", CALL_OTHER, 0, { { "", 0 } } },
	{ "clone", CALL_OTHER, 5, { { "clone_flags", ARG_HEX },
	    { "newsp", ARG_HEX }, { "parent_tidptr", ARG_ADDR },
	    { "tls", ARG_HEX }, { "child_tidptr", ARG_ADDR } } },
	{ "sigprocmask", CALL_OTHER, 3, { { "how", ARG_INT },
	    { "nset", ARG_ADDR }, { "oset", ARG_ADDR } } },
	{ "bdflush", CALL_OTHER, 0, { { "", 0 } } },
	{ "_llseek", CALL_OTHER, 5, { { "fd", ARG_FD },
	    { "offset_high", ARG_HEX }, { "offset_low", ARG_HEX },
	    { "result", ARG_ADDR }, { "whence", ARG_U32 } } },
	{ "_newselect", CALL_OTHER, 5, { { "n", ARG_INT },
	    { "inp", ARG_ADDR }, { "outp", ARG_ADDR },
	    { "exp", ARG_ADDR }, { "tvp", ARG_ADDR } } },
	{ "vm86", CALL_OTHER, 2, { { "cmd", ARG_HEX },
	    { "arg", ARG_HEX } } },
	{ "pread64", CALL_OTHER, 5, { { "fd", ARG_FD },
	    { "buf", ARG_ADDR }, { "count", ARG_SIZE },
	    { "pos_lo", ARG_U32 }, { "pos_hi", ARG_U32 } } },
	{ "pwrite64", CALL_OTHER, 5, { { "fd", ARG_FD },
	    { "buf", ARG_ADDR }, { "count", ARG_SIZE },
	    { "pos_lo", ARG_U32 }, { "pos_hi", ARG_U32 } } },
	{ "ugetrlimit", CALL_OTHER, 2, { { "resource", ARG_U32 },
	    { "rlim", ARG_ADDR } } },
	{ "mmap2", CALL_MMAP2, 0, { { "", 0 } } },
	{ "truncate64", CALL_OTHER, 3, { { "path", ARG_STRING },
	    { "len_lo", ARG_U32 }, { "len_hi", ARG_U32 } } },
	{ "ftruncate64", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "len_lo", ARG_U32 }, { "len_hi", ARG_U32 } } },
	{ "stat64", CALL_OTHER, 2, { { "filename", ARG_STRING },
	    { "statbuf", ARG_ADDR } } },
	{ "lstat64", CALL_OTHER, 2, { { "filename", ARG_STRING },
	    { "statbuf", ARG_ADDR } } },
	{ "fstat64", CALL_OTHER, 2, { { "fd", ARG_FD },
	    { "statbuf", ARG_ADDR } } },
	{ "lchown32", CALL_OTHER, 3, { { "filename", ARG_STRING },
	    { "user", ARG_U32 }, { "group", ARG_U32 } } },
	{ "getuid32", CALL_OTHER, 0, { { "", 0 } } },
	{ "getgid32", CALL_OTHER, 0, { { "", 0 } } },
	{ "geteuid32", CALL_OTHER, 0, { { "", 0 } } },
	{ "getegid32", CALL_OTHER, 0, { { "", 0 } } },
	{ "setreuid32", CALL_OTHER, 2, { { "ruid", ARG_U32 },
	    { "euid", ARG_U32 } } },
	{ "setregid32", CALL_OTHER, 2, { { "rgid", ARG_U32 },
	    { "egid", ARG_U32 } } },
	{ "getgroups32", CALL_OTHER, 2, { { "gidsetsize", ARG_INT },
	    { "grouplist", ARG_ADDR } } },
	{ "setgroups32", CALL_OTHER, 2, { { "gidsetsize", ARG_INT },
	    { "grouplist", ARG_ADDR } } },
	{ "fchown32", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "user", ARG_U32 }, { "group", ARG_U32 } } },
	{ "setresuid32", CALL_OTHER, 3, { { "ruid", ARG_U32 },
	    { "euid", ARG_U32 }, { "suid", ARG_U32 } } },
	{ "getresuid32", CALL_OTHER, 3, { { "ruidp", ARG_ADDR },
	    { "euidp", ARG_ADDR }, { "suidp", ARG_ADDR } } },
	{ "setresgid32", CALL_OTHER, 3, { { "rgid", ARG_U32 },
	    { "egid", ARG_U32 }, { "sgid", ARG_U32 } } },
	{ "getresgid32", CALL_OTHER, 3, { { "rgidp", ARG_ADDR },
	    { "egidp", ARG_ADDR }, { "sgidp", ARG_ADDR } } },
	{ "chown32", CALL_OTHER, 3, { { "filename", ARG_STRING },
	    { "user", ARG_U32 }, { "group", ARG_U32 } } },
	{ "setuid32", CALL_OTHER, 1, { { "uid", ARG_U32 } } },
	{ "setgid32", CALL_OTHER, 1, { { "gid", ARG_U32 } } },
	{ "setfsuid32", CALL_OTHER, 1, { { "uid", ARG_U32 } } },
	{ "setfsgid32", CALL_OTHER, 1, { { "gid", ARG_U32 } } },
	{ "fcntl64", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "cmd", ARG_HEX }, { "arg", ARG_HEX } } },
	{ "readahead", CALL_OTHER, 4, { { "fd", ARG_FD },
	    { "offset_lo", ARG_U32 }, { "offset_hi", ARG_U32 },
	    { "count", ARG_SIZE } } },
	{ "sendfile64", CALL_OTHER, 4, { { "out_fd", ARG_FD },
	    { "in_fd", ARG_FD }, { "offset", ARG_ADDR },
	    { "count", ARG_SIZE } } },
	{ "fadvise64", CALL_OTHER, 5, { { "fd", ARG_FD },
	    { "offset_lo", ARG_U32 }, { "offset_hi", ARG_U32 },
	    { "len", ARG_SIZE }, { "advice", ARG_INT } } },
	{ "lookup_dcookie", CALL_OTHER, 4, { { "cookie_lo", ARG_U32 },
	    { "cookie_hi", ARG_U32 }, { "buf", ARG_ADDR },
	    { "len", ARG_SIZE } } },
	{ "statfs64", CALL_OTHER, 3, { { "pathname", ARG_STRING },
	    { "sz", ARG_SIZE }, { "buf", ARG_ADDR } } },
	{ "fstatfs64", CALL_OTHER, 3, { { "fd", ARG_FD },
	    { "sz", ARG_SIZE }, { "buf", ARG_ADDR } } },
	{ "fadvise64_64", CALL_OTHER, 6, { { "fd", ARG_FD },
	    { "offset_lo", ARG_U32 }, { "offset_hi", ARG_U32 },
	    { "len_lo", ARG_U32 }, { "len_hi", ARG_U32 },
	    { "advice", ARG_INT } } },
	{ "fstatat64", CALL_OTHER, 4, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "statbuf", ARG_ADDR },
	    { "flag", ARG_HEX } } },
	{ "sync_file_range", CALL_OTHER, 6, { { "fd", ARG_FD },
	    { "offset_lo", ARG_U32 }, { "offset_hi", ARG_U32 },
	    { "len_lo", ARG_U32 }, { "len_hi", ARG_U32 },
	    { "flags", ARG_HEX } } },
	{ "fallocate", CALL_OTHER, 6, { { "fd", ARG_FD },
	    { "mode", ARG_INT }, { "offset_lo", ARG_U32 },
	    { "offset_hi", ARG_U32 }, { "len_lo", ARG_U32 },
	    { "len_hi", ARG_U32 } } },
	{ "fanotify_mark", CALL_OTHER, 6, { { "fanotify_fd", ARG_FD },
	    { "flags", ARG_HEX }, { "mask_lo", ARG_U32 },
	    { "mask_hi", ARG_U32 }, { "dfd", ARG_FD },
	    { "pathname", ARG_STRING } } },
	{ "clock_gettime64", CALL_OTHER, 2, {
	    { "which_clock", ARG_INT }, { "tp", ARG_ADDR } } },
	{ "clock_settime64", CALL_OTHER, 2, {
	    { "which_clock", ARG_INT }, { "tp", ARG_ADDR } } },
	{ "clock_adjtime64", CALL_OTHER, 2, {
	    { "which_clock", ARG_INT }, { "utx", ARG_ADDR } } },
	{ "clock_getres_time64", CALL_OTHER, 2, {
	    { "which_clock", ARG_INT }, { "tp", ARG_ADDR } } },
	{ "clock_nanosleep_time64", CALL_OTHER, 4, {
	    { "which_clock", ARG_INT }, { "flags", ARG_HEX },
	    { "rqtp", ARG_ADDR }, { "rmtp", ARG_ADDR } } },
	{ "timer_gettime64", CALL_OTHER, 2, { { "timer_id", ARG_INT },
	    { "setting", ARG_ADDR } } },
	{ "timer_settime64", CALL_OTHER, 4, { { "timer_id", ARG_INT },
	    { "flags", ARG_HEX }, { "new_setting", ARG_ADDR },
	    { "old_setting", ARG_ADDR } } },
	{ "timerfd_gettime64", CALL_OTHER, 2, { { "ufd", ARG_FD },
	    { "otmr", ARG_ADDR } } },
	{ "timerfd_settime64", CALL_OTHER, 4, { { "ufd", ARG_FD },
	    { "flags", ARG_HEX }, { "utmr", ARG_ADDR },
	    { "otmr", ARG_ADDR } } },
	{ "utimensat_time64", CALL_OTHER, 4, { { "dfd", ARG_FD },
	    { "filename", ARG_STRING }, { "utimes", ARG_ADDR },
	    { "flags", ARG_HEX } } },
	{ "pselect6_time64", CALL_OTHER, 6, { { "n", ARG_INT },
	    { "inp", ARG_ADDR }, { "outp", ARG_ADDR },
	    { "exp", ARG_ADDR }, { "tsp", ARG_ADDR },
	    { "sig", ARG_ADDR } } },
	{ "ppoll_time64", CALL_OTHER, 5, { { "ufds", ARG_ADDR },
	    { "nfds", ARG_U32 }, { "tsp", ARG_ADDR },
	    { "sigmask", ARG_ADDR }, { "sigsetsize", ARG_SIZE } } },
	{ "io_pgetevents_time64", CALL_OTHER, 6, {
	    { "ctx_id", ARG_HEX }, { "min_nr", ARG_LONG },
	    { "nr", ARG_LONG }, { "events", ARG_ADDR },
	    { "timeout", ARG_ADDR }, { "usig", ARG_ADDR } } },
	{ "recvmmsg_time64", CALL_OTHER, 5, { { "fd", ARG_FD },
	    { "mmsg", ARG_ADDR }, { "vlen", ARG_U32 },
	    { "flags", ARG_HEX }, { "timeout", ARG_ADDR } } },
	{ "mq_timedsend_time64", CALL_OTHER, 5, { { "mqdes", ARG_FD },
	    { "u_msg_ptr", ARG_ADDR }, { "msg_len", ARG_SIZE },
	    { "msg_prio", ARG_U32 }, { "u_abs_timeout", ARG_ADDR } } },
	{ "mq_timedreceive_time64", CALL_OTHER, 5, {
	    { "mqdes", ARG_FD }, { "u_msg_ptr", ARG_ADDR },
	    { "msg_len", ARG_SIZE }, { "u_msg_prio", ARG_ADDR },
	    { "u_abs_timeout", ARG_ADDR } } },
	{ "semtimedop_time64", CALL_OTHER, 4, { { "semid", ARG_INT },
	    { "tsops", ARG_ADDR }, { "nsops", ARG_U32 },
	    { "timeout", ARG_ADDR } } },
	{ "rt_sigtimedwait_time64", CALL_OTHER, 4, {
	    { "uthese", ARG_ADDR }, { "uinfo", ARG_ADDR },
	    { "uts", ARG_ADDR }, { "sigsetsize", ARG_SIZE } } },
	{ "futex_time64", CALL_OTHER, 6, { { "uaddr", ARG_ADDR },
	    { "op", ARG_FUTEX_OP }, { "val", ARG_U32 },
	    { "utime", ARG_ADDR }, { "uaddr2", ARG_ADDR },
	    { "val3", ARG_U32 } } },
	{ "sched_rr_get_interval_time64", CALL_OTHER, 2, {
	    { "pid", ARG_INT }, { "interval", ARG_ADDR } } },
};
