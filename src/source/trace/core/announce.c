/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parse/proc/stat.h"
#include "parse/proc/status.h"
#include "sys/proc/root.h"
#include "sys/reader/process.h"

#define STAT_MAX 4096
#define STATUS_MAX 16384
/* include/linux/sched.h */
#define PF_EXITING 0x00000004u
#define PF_POSTCOREDUMP 0x00000008u	/* since Linux 5.16: in do_exit() */
#define PF_KTHREAD 0x00200000u

static void copy_name(char *out, size_t size, struct bytes from)
{
	size_t n = from.len < size ? from.len : size - 1;

	memcpy(out, from.data, n);
	out[n] = 0;
}

/* Fills in the fields that `stat` has: all except the process, the tracer and
 * the user.  Reads the file in task/, because PID/stat has the sums of all
 * threads. */
static int stat_facts(const struct source_host *h, pid_t tgid, pid_t tid,
		      struct task_facts *f)
{
	struct str text = STR_INIT;
	struct stat_info stat;
	int r = procroot_readf(h->proc, &text, STAT_MAX,
			       "%d/task/%d/stat", tgid, tid);

	if (r == 0 && !stat_parse((struct bytes){ text.data, text.len }, &stat))
		r = -ESRCH;
	if (r == 0) {
		copy_name(f->comm, sizeof f->comm, stat.comm);
		f->ppid = (pid_t)stat.ppid;
		f->start = stat.start;
		f->arg_start = stat.arg_start;
		f->env_end = stat.env_end;
		f->state = stat.state;
		f->kthread = stat.flags & PF_KTHREAD;
		/* A killed task does not report its last stop.  Neither does a
		 * task that the exit_group() of another thread wakes at its
		 * last stop.  Both execute no more code of their program. */
		f->ends = (stat.flags & (PF_EXITING | PF_POSTCOREDUMP)) ||
			  (stat.pending & 1ull << (SIGKILL - 1));
	}
	str_release(&text);
	return r;
}

static int status_facts(const struct source_host *h, pid_t tid,
			struct task_facts *f)
{
	struct str text = STR_INIT;
	struct status_info status;
	int r = procroot_readf(h->proc, &text, STATUS_MAX, "%d/status", tid);

	if (r == 0 &&
	    !status_parse((struct bytes){ text.data, text.len }, &status))
		r = -ESRCH;
	if (r == 0) {
		f->tgid = (pid_t)status.tgid;
		f->tracer = (pid_t)status.tracer;
		f->uid = (uid_t)status.uid;
		f->gid = (gid_t)status.gid;
		f->caught = status.caught;
		f->ignored = status.ignored;
		f->pending = status.pending;
		f->blocked = status.blocked;
		f->state = status.state;
		f->caps = status.caps;
		if (status.n_nspid > 1)
			f->ns_pid = (pid_t)status.nspid[status.n_nspid - 1];
	}
	str_release(&text);
	return r;
}

int task_facts(const struct source_host *h, pid_t tid,
	       struct task_facts *out)
{
	struct task_facts f = { 0 };
	int r = stat_facts(h, tid, tid, &f);

	if (r == 0)
		r = status_facts(h, tid, &f);
	if (r == 0)
		*out = f;
	return r;
}

int task_whose(const struct source_host *h, pid_t tid,
	       struct task_facts *out)
{
	*out = (struct task_facts){ 0 };
	return status_facts(h, tid, out);
}

bool task_runs(const struct source_host *h, pid_t tid)
{
	struct task_facts f = { 0 };

	return stat_facts(h, tid, tid, &f) == 0 && f.state == 'R';
}

pid_t task_parent(const struct source_host *h, pid_t pid)
{
	struct task_facts f = { 0 };

	return stat_facts(h, pid, pid, &f) == 0 ? f.ppid : 0;
}

bool task_ends(const struct source_host *h, pid_t tid)
{
	struct task_facts f = { 0 };
	int r = stat_facts(h, tid, tid, &f);

	return r == -ENOENT || r == -ESRCH || (r == 0 && f.ends);
}

/* The fields of a process image, from /proc.  Valid while the event is
 * emitted. */
struct image {
	struct task_facts facts;
	struct str exe, argv;
	bool argv_cut;
};

/* Returns the pid of g in its own PID namespace; 0: the same.  It is read once,
 * since it never changes. */
static pid_t ns_pid_of(const struct tracer *s, struct group *g)
{
	struct task_facts f;

	if (g->ns_pid < 0 && task_whose(s->host, g->tgid, &f) == 0)
		g->ns_pid = f.ns_pid;
	return g->ns_pid > 0 ? g->ns_pid : 0;
}

bool announce_is_init(const struct tracer *s, struct group *g)
{
	return g->tgid == 1 || ns_pid_of(s, g) == 1;
}

enum image_kind {
	IMAGE_NONE,		/* for a thread */
	IMAGE_OLD,
	IMAGE_NEW,		/* t is at the end of an exec */
};

/* A process that overwrites its arguments with a title, as Redis does, fills the
 * rest with NULs, which look like empty arguments. */
static void drop_title_padding(struct str *argv)
{
	size_t n = argv->len;

	while (n > 1 && !argv->data[n - 2])
		n--;
	/* One NUL more may be an empty argument. */
	if (argv->len - n < 2)
		return;
	argv->len = n;
	argv->data[n] = '\0';
}

static void image_read(struct tracer *s, struct tracee *t,
		       enum image_kind kind, struct image *im)
{
	bool titled = kind == IMAGE_OLD;
	pid_t tid = t->tid;

	memset(im, 0, sizeof *im);
	im->exe = im->argv = (struct str)STR_INIT;
	/* Reads by the path PID/task/TID first, because it is usually in the
	 * kernel's cache. */
	if (stat_facts(s->host, t->group->tgid, tid, &im->facts) < 0 &&
	    stat_facts(s->host, tid, tid, &im->facts) < 0)
		im->facts.comm[0] = '\0';
	t->letter = im->facts.state;
	if (kind == IMAGE_NONE)
		return;
	im->facts.ns_pid = ns_pid_of(s, t->group);
	if (procroot_linkf(s->host->proc, &im->exe, "%d/exe", tid) < 0)
		str_clear(&im->exe);
	/* cmdline can be read without the reader process if the read cannot
	 * hang: if the kernel has just written that memory, or no other task
	 * can unmap it. */
	if (kind == IMAGE_OLD && remote_alone(s, t->group) &&
	    remote_stays(s->host, tid, im->facts.arg_start, im->facts.env_end))
		kind = IMAGE_NEW;
	if (kind == IMAGE_OLD)
		im->argv_cut = remote_file(s->host, tid, "cmdline", &im->argv);
	else if (procroot_readf(s->host->proc, &im->argv, READER_MAX + 1,
				"%d/cmdline", tid) < 0)
		str_clear(&im->argv);
	if (im->argv.len > READER_MAX) {
		im->argv.len = READER_MAX;
		im->argv_cut = true;
	}
	if (titled)
		drop_title_padding(&im->argv);
}

/* True if the file is set-user-ID or set-group-ID, with an id that mmtop does
 * not have. */
static bool gives_rights(const struct statx *st)
{
	return (st->stx_mode & S_ISUID && st->stx_uid != geteuid()) ||
	       ((st->stx_mode & (S_ISGID | S_IXGRP)) == (S_ISGID | S_IXGRP) &&
		st->stx_gid != getegid());
}

/* Warns if the program's file gives rights.  The kernel drops them when an
 * ordinary user traces the program, which may then fail.  Capabilities are not
 * checked: they are an extended attribute, and a file server may not answer the
 * read while the target waits. */
static void warn_of_setuid(struct tracer *s, pid_t tid, const struct image *im)
{
	struct statx st;
	int fd;

	if (geteuid() == 0)
		return;
	fd = procroot_openf(s->host->proc, O_PATH, "%d/exe", tid);
	if (fd < 0)
		return;
	if (statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC,
		  STATX_MODE | STATX_UID | STATX_GID, &st) == 0 &&
	    gives_rights(&st))
		tracer_note(s, NOTE_SETUID, SEV_WARN, tid, 0, im->exe.data);
	close(fd);
}

static void warn_of_launched(struct tracer *s, pid_t tid,
			     const struct image *im)
{
	if (s->file_rights)
		tracer_note(s, NOTE_SETUID, SEV_WARN, tid, 0, im->exe.data);
}

static void image_emit(struct tracer *s, struct image *im, struct event *ev)
{
	struct ev_process *p = &ev->u.process;

	p->ppid = im->facts.ppid;
	p->ns_pid = im->facts.ns_pid;
	p->start = im->facts.start;
	p->comm = bytes_of(im->facts.comm);
	p->exe = (struct bytes){ im->exe.data, im->exe.len };
	p->argv = (struct bytes){ im->argv.data, im->argv.len };
	p->argv_cut = im->argv_cut;
	tracer_emit(s, ev);
	str_release(&im->exe);
	str_release(&im->argv);
}

static struct event process_event(const struct tracer *s,
				  const struct tracee *t, enum process_op op)
{
	struct event ev = tracer_event(s, EV_PROCESS, t);

	ev.u.process.op = op;
	ev.u.process.status = ev.u.process.signal = -1;
	return ev;
}

void announce_root(struct tracer *s, struct tracee *t, enum process_op op,
		   uint8_t flags)
{
	struct event ev = process_event(s, t, op);
	struct image im;

	image_read(s, t, op == PROCESS_LAUNCH ? IMAGE_NEW : IMAGE_OLD, &im);
	if (op == PROCESS_LAUNCH)
		warn_of_launched(s, t->tid, &im);
	ev.flags = flags;
	ev.u.process.child = ev.u.process.child_pid = t->group->tgid;
	t->announced = true;
	t->group->start = im.facts.start;
	image_emit(s, &im, &ev);
	if (s->host->target->track)
		track_want(s, t->group->tgid);
}

static uint64_t stack_pointer(pid_t tid)
{
	struct __ptrace_syscall_info info = { 0 };

	return tracer_call_info(tid, &info) ? info.stack_pointer : 0;
}

static enum process_op made_op(const struct tracee *t)
{
	if (t->tid != t->group->tgid)
		return PROCESS_THREAD;
	switch (t->made_by) {
	case STOP_VFORK:
		return PROCESS_VFORK;
	case STOP_CLONE:
		return PROCESS_CLONE;
	default:
		return PROCESS_FORK;
	}
}

void announce_task(struct tracer *s, struct tracee *t, uint8_t flags)
{
	struct event ev = process_event(s, t, made_op(t));
	struct image im;

	image_read(s, t, t->tid != t->group->tgid ? IMAGE_NONE : IMAGE_OLD,
		   &im);
	ev.flags = flags;
	if (t->by_creator) {
		ev.pid = t->creator_pid;
		ev.tid = t->creator_tid;
	} else if (t->tid == t->group->tgid) {
		ev.pid = ev.tid = im.facts.ppid;
	} else {
		ev.tid = t->group->tgid;
	}
	ev.u.process.child = t->tid;
	ev.u.process.child_pid = t->group->tgid;
	if (t->state != TRACEE_RUNNING)
		ev.u.process.sp = stack_pointer(t->tid);
	t->announced = true;
	if (t->tid == t->group->tgid)
		t->group->start = im.facts.start;
	image_emit(s, &im, &ev);
}

void announce_exec(struct tracer *s, struct tracee *t, pid_t old_tid)
{
	struct event ev;
	struct image im;

	if (s->launched && !s->started && t->tid == s->main_pid) {
		s->started = true;
		announce_root(s, t, PROCESS_LAUNCH, 0);
		status_changed(s);
		return;
	}
	ev = process_event(s, t, PROCESS_EXEC);
	ev.u.process.old_tid = old_tid;
	ev.u.process.child = ev.u.process.child_pid = t->group->tgid;
	image_read(s, t, t->exec_unreported ? IMAGE_OLD : IMAGE_NEW, &im);
	warn_of_setuid(s, t->tid, &im);
	image_emit(s, &im, &ev);
	track_exec(s, t->group);
	alone_exec(t->group);
}

static void fill_exit(struct event *ev, const struct stop *stop)
{
	if (stop->kind == STOP_EXITED)
		ev->u.process.status = stop->status;
	else
		ev->u.process.signal = stop->sig;
	ev->u.process.core = stop->core;
}

void announce_exit(struct tracer *s, struct tracee *t,
		   const struct stop *stop)
{
	struct event ev = process_event(s, t, PROCESS_EXIT);

	fill_exit(&ev, stop);
	/* After exit_group(), wait returns its code for every thread, even for
	 * a thread that had ended with another code (wait_task_zombie()). */
	if (t->exiting && t->tid != t->group->tgid && t->last_words >= 0) {
		bool exited = WIFEXITED(t->last_words);

		ev.u.process.status = exited ? WEXITSTATUS(t->last_words) : -1;
		ev.u.process.signal = exited ? -1 : WTERMSIG(t->last_words);
	}
	ev.u.process.gone = t->tid == t->group->tgid;
	ev.u.process.start = t->group->start;
	tracer_emit(s, &ev);
}

void announce_main_exit(struct tracer *s, const struct stop *stop)
{
	struct event ev = process_event(s, NULL, PROCESS_EXIT);

	ev.pid = ev.tid = stop->tid;
	fill_exit(&ev, stop);
	ev.u.process.gone = 1;
	tracer_emit(s, &ev);
}

void announce_detach(struct tracer *s, const struct group *g)
{
	struct event ev = process_event(s, NULL, PROCESS_DETACH);

	ev.pid = ev.tid = g->tgid;
	ev.u.process.start = g->start;
	tracer_emit(s, &ev);
}

static enum process_op again_op(const struct tracer *s, const struct tracee *t,
				bool leads)
{
	if (!leads)
		return PROCESS_THREAD;
	if (t->by_creator && t->tid == t->group->tgid)
		return made_op(t);
	if (!s->launched)
		return PROCESS_ATTACH;
	return t->group->root ? PROCESS_LAUNCH : PROCESS_FORK;
}

void announce_repeat(struct tracer *s, struct tracee *t, bool leads)
{
	enum process_op op = again_op(s, t, leads);
	struct event ev = process_event(s, t, op);
	struct image im;

	image_read(s, t, leads ? IMAGE_OLD : IMAGE_NONE, &im);
	ev.flags = EVF_SYNTHETIC | EVF_AGAIN;
	ev.u.process.child = leads ? t->group->tgid : t->tid;
	ev.u.process.child_pid = t->group->tgid;
	if (t->by_creator && op != PROCESS_LAUNCH && op != PROCESS_ATTACH) {
		ev.pid = t->creator_pid;
		ev.tid = t->creator_tid;
	} else if (op == PROCESS_FORK) {
		ev.pid = ev.tid = im.facts.ppid;
	}
	/* /proc may not have the start time of a dying process: repeat the time
	 * that was reported before. */
	if (leads)
		im.facts.start = t->group->start;
	image_emit(s, &im, &ev);
}
