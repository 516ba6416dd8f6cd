/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/words/error.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "ui/kit/i18n.h"

/* Errors that calls for memory, files and processes return. */
static const struct { int err; const char *words; } table[] = {
	{ EPERM, N_("Operation not permitted") },
	{ ENOENT, N_("No such file or directory") },
	{ ESRCH, N_("No such process") },
	{ EINTR, N_("Interrupted system call") },
	{ EIO, N_("Input/output error") },
	{ E2BIG, N_("Argument list too long") },
	{ ENOEXEC, N_("Exec format error") },
	{ EBADF, N_("Bad file descriptor") },
	{ ECHILD, N_("No child processes") },
	{ EAGAIN, N_("Resource temporarily unavailable") },
	{ ENOMEM, N_("Cannot allocate memory") },
	{ EACCES, N_("Permission denied") },
	{ EFAULT, N_("Bad address") },
	{ EBUSY, N_("Device or resource busy") },
	{ EEXIST, N_("File exists") },
	{ ENODEV, N_("No such device") },
	{ ENOTDIR, N_("Not a directory") },
	{ EISDIR, N_("Is a directory") },
	{ EINVAL, N_("Invalid argument") },
	{ ENFILE, N_("Too many open files in system") },
	{ EMFILE, N_("Too many open files") },
	{ ETXTBSY, N_("Text file busy") },
	{ EFBIG, N_("File too large") },
	{ ENOSPC, N_("No space left on device") },
	{ ESPIPE, N_("Illegal seek") },
	{ EROFS, N_("Read-only file system") },
	{ EPIPE, N_("Broken pipe") },
	{ ENAMETOOLONG, N_("File name too long") },
	{ ENOSYS, N_("Function not implemented") },
	{ ELOOP, N_("Too many levels of symbolic links") },
	{ EIDRM, N_("Identifier removed") },
	{ EOVERFLOW, N_("Value too large for defined data type") },
	{ EOPNOTSUPP, N_("Operation not supported") },
	{ EDQUOT, N_("Disk quota exceeded") },
	{ ETIMEDOUT, N_("Connection timed out") },
};

const char *error_words(int err)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (table[i].err == err)
			return _(table[i].words);
	return strerror(err);
}

const char *error_advice(int err)
{
	switch (err) {
	case EMFILE:
		return _("Raise the limit of open files: ulimit -n");
	case ENFILE:
		return _("Raise the system's limit of open files: sudo sysctl "
			 "-w fs.file-max=N");
	case ENOMEM:
		return _("Free memory, or raise the limits: ulimit -v, the "
			 "cgroup's memory.max");
	case EAGAIN:
		return _("Raise the process limits: ulimit -u, the cgroup's "
			 "pids.max");
	case ENOSYS:
		return _("The kernel lacks the call, or a seccomp filter on "
			 "mmtop forbids it");
	default:
		return NULL;
	}
}
