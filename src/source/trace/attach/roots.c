/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The processes to which key A attaches again.  A pid and a start time do not
 * identify a process: the kernel reports start times in hundredths of a second,
 * and in the same hundredth another process may get the pid.  A pidfd always
 * refers to the same process.  (Before Linux 5.3, only start times are
 * compared.)
 */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/core/tracer.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

void root_add(struct tracer *s, pid_t pid, uint64_t start)
{
	int fd;

	for (size_t i = 0; i < s->roots.n; i++)
		if (s->roots.v[i].id.pid == pid &&
		    s->roots.v[i].id.start == start)
			return;
	fd = (int)syscall(SYS_pidfd_open, pid, 0);
	*vec_push(&s->roots) = (struct root){ { pid, start }, fd };
}

bool root_is_there(const struct tracer *s, const struct root *root)
{
	struct task_facts f;

	if (root->fd >= 0 &&
	    syscall(SYS_pidfd_send_signal, root->fd, 0, NULL, 0) < 0 &&
	    errno == ESRCH)
		return false;
	return task_facts(s->host, root->id.pid, &f) == 0 &&
	       f.start == root->id.start;
}

void roots_release(struct tracer *s)
{
	for (size_t i = 0; i < s->roots.n; i++)
		if (s->roots.v[i].fd >= 0)
			close(s->roots.v[i].fd);
	vec_release(&s->roots);
}
