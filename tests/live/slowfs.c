/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "slowfs.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "live.h"

#define PAGE 4096
#define ROOT_NODE 1
#define FILE_NODE 2
#define HELD_MAX 64
#define REQUEST_MAX (256u << 10)	/* the kernel requires room for a
					 * write */
#define VALID_S 1000

/* --- the server --------------------------------------------------------------- */

struct server {
	int fd;
	char page[PAGE];
	uint64_t held[HELD_MAX];	/* pending reads */
	int n_held;
	bool delivering;
};

static void reply(const struct server *s, uint64_t unique, int error,
		  const void *data, size_t n)
{
	struct fuse_out_header head = {
		.len = (uint32_t)(sizeof head + n), .error = -error,
		.unique = unique,
	};
	struct iovec v[2] = { { &head, sizeof head }, { (void *)data, n } };

	/* ENOENT: the reader was killed meanwhile. */
	if (writev(s->fd, v, n ? 2 : 1) < 0 && errno != ENOENT)
		_exit(1);
}

static struct fuse_attr attr_of(uint64_t node)
{
	return (struct fuse_attr){
		.ino = node, .nlink = 1, .blksize = PAGE,
		.mode = node == ROOT_NODE ? S_IFDIR | 0755 : S_IFREG | 0444,
		.size = node == ROOT_NODE ? 0 : PAGE,
	};
}

static void answer(struct server *s, const struct fuse_in_header *in)
{
	switch (in->opcode) {
	case FUSE_INIT: {
		const struct fuse_init_out out = {
			.major = 7, .minor = 31, .max_write = PAGE,
		};
		reply(s, in->unique, 0, &out, sizeof out);
		break;
	}
	case FUSE_LOOKUP: {
		const struct fuse_entry_out out = {
			.nodeid = FILE_NODE, .entry_valid = VALID_S,
			.attr_valid = VALID_S, .attr = attr_of(FILE_NODE),
		};
		reply(s, in->unique, 0, &out, sizeof out);
		break;
	}
	case FUSE_GETATTR: {
		const struct fuse_attr_out out = {
			.attr_valid = VALID_S, .attr = attr_of(in->nodeid),
		};
		reply(s, in->unique, 0, &out, sizeof out);
		break;
	}
	case FUSE_OPEN: {
		const struct fuse_open_out out = { .fh = 1 };
		reply(s, in->unique, 0, &out, sizeof out);
		break;
	}
	case FUSE_READ:
		if (s->delivering)
			reply(s, in->unique, 0, s->page, PAGE);
		else if (s->n_held < HELD_MAX)
			s->held[s->n_held++] = in->unique;
		break;
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
	case FUSE_INTERRUPT:
		break;		/* these have no reply */
	case FUSE_FLUSH:
	case FUSE_RELEASE:
		reply(s, in->unique, 0, NULL, 0);
		break;
	default:
		reply(s, in->unique, ENOSYS, NULL, 0);
		break;
	}
}

static void deliver(struct server *s)
{
	s->delivering = true;
	while (s->n_held)
		reply(s, s->held[--s->n_held], 0, s->page, PAGE);
}

_Noreturn static void serve(struct server *s, int control)
{
	char *request = malloc(REQUEST_MAX), c;
	struct pollfd p[2] = { { .fd = s->fd, .events = POLLIN },
			       { .fd = control, .events = POLLIN } };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (request && poll(p, 2, -1) > 0) {
		if (p[1].revents) {
			if (read(control, &c, 1) != 1)
				break;
			deliver(s);
		}
		if (p[0].revents & (POLLERR | POLLHUP))
			break;
		if (p[0].revents & POLLIN &&
		    read(s->fd, request, REQUEST_MAX) > 0)
			answer(s, (const void *)request);
	}
	_exit(0);
}

/* --- the test ------------------------------------------------------------------- */

static const char *mount_it(int fd, const char *dir)
{
	char options[128];

	if (unshare(CLONE_NEWNS) < 0)
		return "no mount namespace: not root";
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
		return "the mounts cannot be made private";
	snprintf(options, sizeof options,
		 "fd=%d,rootmode=40000,user_id=%u,group_id=%u", fd, getuid(),
		 getgid());
	return mount("slowfs", dir, "fuse", MS_NOSUID | MS_NODEV, options) < 0 ?
		"a FUSE file system cannot be mounted" : NULL;
}

bool slowfs_start(struct slowfs *fs, const char *contents)
{
	struct server s = { .fd = open("/dev/fuse", O_RDWR | O_CLOEXEC) };
	int control[2];

	*fs = (struct slowfs){ .control = -1 };
	if (s.fd < 0) {
		fs->why = "no /dev/fuse";
		return false;
	}
	fs->dir = work_file("slow");
	fs->path = work_file("slow/page");
	mkdir(fs->dir, 0700);
	fs->why = mount_it(s.fd, fs->dir);
	if (fs->why) {
		close(s.fd);
		rmdir(fs->dir);
		return false;
	}
	strncpy(s.page, contents, PAGE - 1);
	if (pipe2(control, O_CLOEXEC) < 0)
		bail("pipe");
	fs->server = fork();
	if (fs->server < 0)
		bail("fork");
	if (fs->server == 0) {
		close(control[1]);
		serve(&s, control[0]);
	}
	close(s.fd);
	close(control[0]);
	fs->control = control[1];
	return true;
}

void slowfs_deliver(struct slowfs *fs)
{
	if (write(fs->control, "", 1) != 1)
		diag("the file server has exited");
}

void slowfs_stop(struct slowfs *fs)
{
	if (fs->server > 0) {
		umount2(fs->dir, MNT_DETACH);
		close(fs->control);
		/* The server's death ends all pending requests. */
		kill(fs->server, SIGKILL);
		waitpid(fs->server, NULL, 0);
		rmdir(fs->dir);
	}
	free(fs->dir);
	free(fs->path);
	*fs = (struct slowfs){ .control = -1 };
}
