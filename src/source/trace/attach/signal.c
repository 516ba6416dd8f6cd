/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sends a signal to a process that the user chose.  The process may have ended
 * since then, and its pid may belong to another one: a pidfd is opened first,
 * and the start time compared after that.  (Before Linux 5.3 there are no
 * pidfds: mmtop compares the start time just before kill(2).)
 */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/core/tracer.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "event/names.h"

/* Returns 0 or -errno. */
static int send_signal(const struct tracer *s, pid_t pid, uint64_t start,
		       int sig)
{
	int fd = pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;
	struct task_facts f;
	int r = -ESRCH;

	if (pid > 0 && task_facts(s->host, pid, &f) == 0 && f.start == start)
		r = (fd >= 0 ? (int)syscall(SYS_pidfd_send_signal, fd, sig,
					    NULL, 0) :
		     kill(pid, sig)) < 0 ? -errno : 0;
	if (fd >= 0)
		close(fd);
	return r;
}

void signal_send(struct tracer *s, const struct request *req)
{
	int sig = req->a <= INT32_MAX ? (int)req->a : -1;
	int r = sig > 0 ? send_signal(s, req->pid, req->b, sig) : -EINVAL;
	char name[16];

	if (r == 0)
		tracer_note(s, NOTE_SIGNALLED, SEV_NOTE, req->pid, sig, "");
	else
		tracer_note(s, NOTE_NOT_SIGNALLED, SEV_WARN, req->pid, -r,
			    signal_name(req->a, name));
}
