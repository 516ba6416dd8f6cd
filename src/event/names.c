/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The numbers of asm-generic, which x86 and aarch64 share.
 */
#include <config.h>

#include "event/names.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* --- errno --------------------------------------------------------------- */

static const char *const errno_names[] = {
	[1] = "EPERM", [2] = "ENOENT", [3] = "ESRCH", [4] = "EINTR",
	[5] = "EIO", [6] = "ENXIO", [7] = "E2BIG", [8] = "ENOEXEC",
	[9] = "EBADF", [10] = "ECHILD", [11] = "EAGAIN", [12] = "ENOMEM",
	[13] = "EACCES", [14] = "EFAULT", [15] = "ENOTBLK", [16] = "EBUSY",
	[17] = "EEXIST", [18] = "EXDEV", [19] = "ENODEV", [20] = "ENOTDIR",
	[21] = "EISDIR", [22] = "EINVAL", [23] = "ENFILE", [24] = "EMFILE",
	[25] = "ENOTTY", [26] = "ETXTBSY", [27] = "EFBIG", [28] = "ENOSPC",
	[29] = "ESPIPE", [30] = "EROFS", [31] = "EMLINK", [32] = "EPIPE",
	[33] = "EDOM", [34] = "ERANGE", [35] = "EDEADLK",
	[36] = "ENAMETOOLONG", [37] = "ENOLCK", [38] = "ENOSYS",
	[39] = "ENOTEMPTY", [40] = "ELOOP", [42] = "ENOMSG", [43] = "EIDRM",
	[44] = "ECHRNG", [45] = "EL2NSYNC", [46] = "EL3HLT", [47] = "EL3RST",
	[48] = "ELNRNG", [49] = "EUNATCH", [50] = "ENOCSI", [51] = "EL2HLT",
	[52] = "EBADE", [53] = "EBADR", [54] = "EXFULL", [55] = "ENOANO",
	[56] = "EBADRQC", [57] = "EBADSLT", [59] = "EBFONT", [60] = "ENOSTR",
	[61] = "ENODATA", [62] = "ETIME", [63] = "ENOSR", [64] = "ENONET",
	[65] = "ENOPKG", [66] = "EREMOTE", [67] = "ENOLINK", [68] = "EADV",
	[69] = "ESRMNT", [70] = "ECOMM", [71] = "EPROTO", [72] = "EMULTIHOP",
	[73] = "EDOTDOT", [74] = "EBADMSG", [75] = "EOVERFLOW",
	[76] = "ENOTUNIQ", [77] = "EBADFD", [78] = "EREMCHG",
	[79] = "ELIBACC", [80] = "ELIBBAD", [81] = "ELIBSCN",
	[82] = "ELIBMAX", [83] = "ELIBEXEC", [84] = "EILSEQ",
	[85] = "ERESTART", [86] = "ESTRPIPE", [87] = "EUSERS",
	[88] = "ENOTSOCK", [89] = "EDESTADDRREQ", [90] = "EMSGSIZE",
	[91] = "EPROTOTYPE", [92] = "ENOPROTOOPT", [93] = "EPROTONOSUPPORT",
	[94] = "ESOCKTNOSUPPORT", [95] = "EOPNOTSUPP", [96] = "EPFNOSUPPORT",
	[97] = "EAFNOSUPPORT", [98] = "EADDRINUSE", [99] = "EADDRNOTAVAIL",
	[100] = "ENETDOWN", [101] = "ENETUNREACH", [102] = "ENETRESET",
	[103] = "ECONNABORTED", [104] = "ECONNRESET", [105] = "ENOBUFS",
	[106] = "EISCONN", [107] = "ENOTCONN", [108] = "ESHUTDOWN",
	[109] = "ETOOMANYREFS", [110] = "ETIMEDOUT", [111] = "ECONNREFUSED",
	[112] = "EHOSTDOWN", [113] = "EHOSTUNREACH", [114] = "EALREADY",
	[115] = "EINPROGRESS", [116] = "ESTALE", [117] = "EUCLEAN",
	[118] = "ENOTNAM", [119] = "ENAVAIL", [120] = "EISNAM",
	[121] = "EREMOTEIO", [122] = "EDQUOT", [123] = "ENOMEDIUM",
	[124] = "EMEDIUMTYPE", [125] = "ECANCELED", [126] = "ENOKEY",
	[127] = "EKEYEXPIRED", [128] = "EKEYREVOKED", [129] = "EKEYREJECTED",
	[130] = "EOWNERDEAD", [131] = "ENOTRECOVERABLE", [132] = "ERFKILL",
	[133] = "EHWPOISON",
};

/* Codes of linux/errno.h.  Only a tracer sees them, at a call that will be
 * restarted. */
static const struct {
	unsigned err;
	const char *name, *text;
} kernel_errnos[] = {
	{ 512, "ERESTARTSYS", "To be restarted if SA_RESTART is set" },
	{ 513, "ERESTARTNOINTR", "To be restarted" },
	{ 514, "ERESTARTNOHAND", "To be restarted if no handler" },
	{ 515, "ENOIOCTLCMD", "No ioctl command" },
	{ 516, "ERESTART_RESTARTBLOCK", "Interrupted by signal" },
	{ 517, "EPROBE_DEFER", "Driver requests probe retry" },
	{ 524, "ENOTSUPP", "Operation is not supported" },
};

const char *errno_name(uint64_t err)
{
	if (err < COUNT(errno_names))
		return errno_names[err];
	for (size_t i = 0; i < COUNT(kernel_errnos); i++)
		if (kernel_errnos[i].err == err)
			return kernel_errnos[i].name;
	return NULL;
}

const char *errno_text(uint64_t err)
{
	if (err && err < COUNT(errno_names))
		return strerrordesc_np((int)err);
	for (size_t i = 0; i < COUNT(kernel_errnos); i++)
		if (kernel_errnos[i].err == err)
			return kernel_errnos[i].text;
	return NULL;
}

/* --- signals ------------------------------------------------------------- */

#define SIGNAL_RTMIN 34		/* the C library reserves 32 and 33 */
#define SIGNAL_MAX 64

static const char *const signal_names[] = {
	[1] = "HUP", [2] = "INT", [3] = "QUIT", [4] = "ILL", [5] = "TRAP",
	[6] = "ABRT", [7] = "BUS", [8] = "FPE", [9] = "KILL", [10] = "USR1",
	[11] = "SEGV", [12] = "USR2", [13] = "PIPE", [14] = "ALRM",
	[15] = "TERM", [16] = "STKFLT", [17] = "CHLD", [18] = "CONT",
	[19] = "STOP", [20] = "TSTP", [21] = "TTIN", [22] = "TTOU",
	[23] = "URG", [24] = "XCPU", [25] = "XFSZ", [26] = "VTALRM",
	[27] = "PROF", [28] = "WINCH", [29] = "IO", [30] = "PWR",
	[31] = "SYS",
};

static const struct {
	const char *name;
	int signal;
} signal_aliases[] = {
	{ "IOT", 6 }, { "CLD", 17 }, { "POLL", 29 }, { "UNUSED", 31 },
};

const char *signal_name(uint64_t sig, char buf[16])
{
	if (sig && sig < COUNT(signal_names))
		snprintf(buf, 16, "SIG%s", signal_names[sig]);
	else if (sig == SIGNAL_RTMIN)
		snprintf(buf, 16, "SIGRTMIN");
	else if (sig > SIGNAL_RTMIN && sig <= SIGNAL_MAX)
		snprintf(buf, 16, "SIGRTMIN+%u", (unsigned)sig - SIGNAL_RTMIN);
	else if (sig <= UINT32_MAX)
		snprintf(buf, 16, "SIG%u", (unsigned)sig);
	else
		snprintf(buf, 16, "SIG?");
	return buf;
}

/* Returns s as a number of at most two digits; -1: it has another form. */
static int small_number(const char *s)
{
	size_t n = strspn(s, "0123456789");

	return n && n <= 2 && !s[n] ? atoi(s) : -1;
}

/* Returns the number of a real-time signal such as "MIN+3" or "MAX-1" (without
 * SIGRT); -1: no such signal. */
static int realtime_signal(const char *s)
{
	int base = SIGNAL_RTMIN, sig = -1;

	if (!strncasecmp(s, "MAX", 3))
		base = SIGNAL_MAX;
	else if (strncasecmp(s, "MIN", 3))
		return -1;
	s += 3;
	if (!*s)
		return base;
	if (*s == '+' || *s == '-')
		sig = small_number(s + 1);
	if (sig < 0)
		return -1;
	sig = *s == '+' ? base + sig : base - sig;
	return sig >= SIGNAL_RTMIN && sig <= SIGNAL_MAX ? sig : -1;
}

int signal_by_name(const char *name)
{
	int sig;

	if (!strncasecmp(name, "SIG", 3))
		name += 3;
	for (size_t i = 1; i < COUNT(signal_names); i++)
		if (!strcasecmp(name, signal_names[i]))
			return (int)i;
	for (size_t i = 0; i < COUNT(signal_aliases); i++)
		if (!strcasecmp(name, signal_aliases[i].name))
			return signal_aliases[i].signal;
	if (!strncasecmp(name, "RT", 2))
		return realtime_signal(name + 2);
	sig = small_number(name);
	return sig >= 1 && sig <= SIGNAL_MAX ? sig : -1;
}

/* --- si_code: include/uapi/asm-generic/siginfo.h ------------------------- */

static const char *const ill_codes[] = {
	NULL, "ILL_ILLOPC", "ILL_ILLOPN", "ILL_ILLADR", "ILL_ILLTRP",
	"ILL_PRVOPC", "ILL_PRVREG", "ILL_COPROC", "ILL_BADSTK", "ILL_BADIADDR",
};
static const char *const fpe_codes[] = {
	NULL, "FPE_INTDIV", "FPE_INTOVF", "FPE_FLTDIV", "FPE_FLTOVF",
	"FPE_FLTUND", "FPE_FLTRES", "FPE_FLTINV", "FPE_FLTSUB",
	[14] = "FPE_FLTUNK", [15] = "FPE_CONDTRAP",
};
static const char *const segv_codes[] = {
	NULL, "SEGV_MAPERR", "SEGV_ACCERR", "SEGV_BNDERR", "SEGV_PKUERR",
	"SEGV_ACCADI", "SEGV_ADIDERR", "SEGV_ADIPERR", "SEGV_MTEAERR",
	"SEGV_MTESERR", "SEGV_CPERR",
};
static const char *const bus_codes[] = {
	NULL, "BUS_ADRALN", "BUS_ADRERR", "BUS_OBJERR", "BUS_MCEERR_AR",
	"BUS_MCEERR_AO",
};
static const char *const trap_codes[] = {
	NULL, "TRAP_BRKPT", "TRAP_TRACE", "TRAP_BRANCH", "TRAP_HWBKPT",
	"TRAP_UNK", "TRAP_PERF",
};
static const char *const chld_codes[] = {
	NULL, "CLD_EXITED", "CLD_KILLED", "CLD_DUMPED", "CLD_TRAPPED",
	"CLD_STOPPED", "CLD_CONTINUED",
};
static const char *const poll_codes[] = {
	NULL, "POLL_IN", "POLL_OUT", "POLL_MSG", "POLL_ERR", "POLL_PRI",
	"POLL_HUP",
};
static const char *const sys_codes[] = {
	NULL, "SYS_SECCOMP", "SYS_USER_DISPATCH",
};

static const struct {
	const char *const *names;
	int n;
} signal_codes[] = {
	[4] = { ill_codes, COUNT(ill_codes) },
	[5] = { trap_codes, COUNT(trap_codes) },
	[7] = { bus_codes, COUNT(bus_codes) },
	[8] = { fpe_codes, COUNT(fpe_codes) },
	[11] = { segv_codes, COUNT(segv_codes) },
	[17] = { chld_codes, COUNT(chld_codes) },
	[29] = { poll_codes, COUNT(poll_codes) },
	[31] = { sys_codes, COUNT(sys_codes) },
};

/* Values of si_code that any signal may have. */
static const struct {
	int code;
	const char *name;
} any_codes[] = {
	{ 0x80, "SI_KERNEL" }, { 0, "SI_USER" }, { -1, "SI_QUEUE" },
	{ -2, "SI_TIMER" }, { -3, "SI_MESGQ" }, { -4, "SI_ASYNCIO" },
	{ -5, "SI_SIGIO" }, { -6, "SI_TKILL" }, { -7, "SI_DETHREAD" },
	{ -60, "SI_ASYNCNL" },
};

const char *signal_code_name(uint64_t sig, int64_t code)
{
	for (size_t i = 0; i < COUNT(any_codes); i++)
		if (any_codes[i].code == code)
			return any_codes[i].name;
	if (sig < COUNT(signal_codes) && code > 0 &&
	    code < signal_codes[sig].n)
		return signal_codes[sig].names[code];
	return NULL;
}
