/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/everybody.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/vec.h"
#include "parse/proc/stat.h"
#include "parse/proc/status.h"
#include "source/source.h"
#include "source/target.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

#define LETTER 'm'
#define COMM_LEN 15
#define TEXT_MAX 8192
#define SWEEP_NS UINT64_C(2000000000)
/* How long after the end of a process a source may still report its events. */
#define LATE_NS UINT64_C(2000000000)

struct known_process {
	pid_t pid;
	bool own;
	bool told;			/* an event PROCESS_SEEN was emitted */
	char comm[COMM_LEN + 1];	/* "": unknown */
	uint64_t seen;			/* time of the first PROCESS_SEEN */
	uint64_t ended;			/* time of its end; 0: it lives */
};

struct everybody {
	const struct source_host *host;
	VEC(struct known_process) v;	/* sorted by pid */
	struct known_process last;	/* the last process searched for, if it
					 * lives; pid 0: none */
	uint64_t swept, buried;
};

struct everybody *everybody_new(const struct source_host *host)
{
	struct everybody *e = xcalloc(1, sizeof *e);

	e->host = host;
	return e;
}

void everybody_free(struct everybody *e)
{
	if (!e)
		return;
	vec_release(&e->v);
	free(e);
}

/* --- events --------------------------------------------------------------- */

static struct event process_event(const struct everybody *e, pid_t pid,
				  enum process_op op, uint64_t time)
{
	struct event ev = host_event(e->host, LETTER, EV_PROCESS, pid, pid);

	ev.time_ns = time > e->host->start_ns ? time - e->host->start_ns : 0;
	ev.u.process.op = op;
	ev.u.process.status = ev.u.process.signal = -1;
	return ev;
}

static void emit(const struct everybody *e, const struct event *ev)
{
	e->host->emit(e->host->emit_arg, ev);
}

/* Emits PROCESS_SEEN.  Reads nothing that needs the process's memory map, which
 * may be locked.  `st` is zeroed if the process has exited. */
static void tell_seen(const struct everybody *e, const struct known_process *k,
		      const struct stat_info *st, uint64_t time)
{
	struct event ev = process_event(e, k->pid, PROCESS_SEEN, time);
	struct str exe = STR_INIT;

	ev.u.process.start = st->start;
	ev.u.process.ppid = st->ppid;
	ev.u.process.comm = bytes_of(k->comm);
	if (st->start && procroot_linkf(e->host->proc, &exe, "%d/exe",
					(int)k->pid) == 0)
		ev.u.process.exe = (struct bytes){ exe.data, exe.len };
	emit(e, &ev);
	str_release(&exe);
}

static void saw(struct known_process *k, uint64_t time)
{
	if (!k->seen || time < k->seen)
		k->seen = time;
}

/* Reports the name of the process: a new name, or the known name for an event
 * from before k->seen. */
static void tell_name(const struct everybody *e, struct known_process *k,
		      uint64_t time)
{
	struct event ev = process_event(e, k->pid, PROCESS_SEEN, time);

	saw(k, time);
	ev.u.process.comm = bytes_of(k->comm);
	emit(e, &ev);
}

/* Reports the end of a process if the process was reported. */
static void tell_end(const struct everybody *e, const struct known_process *k)
{
	struct event ev;

	if (!k->told || k->own || !k->ended)
		return;
	ev = process_event(e, k->pid, PROCESS_EXIT, k->ended);
	ev.u.process.gone = 1;
	emit(e, &ev);
}

static void take_comm(struct known_process *k, struct bytes comm)
{
	size_t n = comm.len < COMM_LEN ? comm.len : COMM_LEN;

	if (!n)
		return;
	memcpy(k->comm, comm.data, n);
	k->comm[n] = '\0';
}

static struct bytes base_name(struct bytes file)
{
	const char *s = file.data;
	size_t at = file.len;

	while (at && s[at - 1] != '/')
		at--;
	return (struct bytes){ s + at, file.len - at < COMM_LEN ?
			       file.len - at : COMM_LEN };
}

/* --- the table ------------------------------------------------------------ */

static bool is_ours(const struct everybody *e, int64_t pid)
{
	return pid > 0 && (pid == getpid() || pid == e->host->target->front);
}

size_t everybody_own(const struct everybody *e, pid_t *pids, size_t n)
{
	const pid_t own[] = { getpid(), e->host->target->front };
	size_t found = 0;

	for (size_t i = 0; i < sizeof own / sizeof *own && found < n; i++)
		if (own[i] > 0)
			pids[found++] = own[i];
	return found;
}

static size_t index_of(const struct everybody *e, pid_t pid)
{
	return vec_lower(&e->v, k, k->pid < pid);
}

static bool is_at(const struct everybody *e, size_t i, pid_t pid)
{
	return i < e->v.n && e->v.v[i].pid == pid;
}

static void end(struct everybody *e, struct known_process *k, uint64_t time)
{
	if (k->ended)
		return;
	k->ended = time;
	e->last.pid = 0;
	tell_end(e, k);
}

/* Removes processes that ended more than LATE_NS ago: no source reports events
 * of them any more. */
static void bury(struct everybody *e, uint64_t time)
{
	size_t kept = 0;

	if (time < e->buried + LATE_NS)
		return;
	e->buried = time;
	for (size_t i = 0; i < e->v.n; i++)
		if (!e->v.v[i].ended || time < e->v.v[i].ended + LATE_NS)
			e->v.v[kept++] = e->v.v[i];
	e->v.n = kept;
}

/* Finds ended processes of which no source reported the end: they ended before
 * mmtop read the ring, or the record was lost.  Reports the current time as
 * their end, since none of their events can be later. */
static void sweep(struct everybody *e, uint64_t time)
{
	if (time < e->swept + SWEEP_NS)
		return;
	e->swept = time;
	for (size_t i = 0; i < e->v.n; i++) {
		pid_t pid = e->v.v[i].pid;

		if (!e->v.v[i].ended && kill(pid, 0) < 0 && errno == ESRCH)
			end(e, &e->v.v[i], clock_ns());
	}
}

/* Returns the entry of pid: a new one if pid is unknown or was reused. */
static struct known_process *entry(struct everybody *e, pid_t pid,
				   uint64_t time)
{
	size_t i;

	sweep(e, time);
	bury(e, time);
	i = index_of(e, pid);
	if (!is_at(e, i, pid))
		(void)vec_insert(&e->v, i);
	else if (!e->v.v[i].ended || time <= e->v.v[i].ended)
		return &e->v.v[i];
	e->v.v[i] = (struct known_process){ .pid = pid };
	return &e->v.v[i];
}

/* Reads a process from /proc and reports it.  A child of mmtop is one of
 * mmtop's own reader processes. */
static void meet(struct everybody *e, struct known_process *k, bool tell,
		 uint64_t time)
{
	struct stat_info st = { .ppid = 0 };
	struct str text = STR_INIT;
	struct known_process known;

	if (procroot_readf(e->host->proc, &text, TEXT_MAX, "%d/stat",
			   (int)k->pid) < 0 ||
	    !stat_parse((struct bytes){ text.data, text.len }, &st))
		st = (struct stat_info){ .ppid = 0 };
	take_comm(k, st.comm);
	k->own |= is_ours(e, k->pid) || is_ours(e, st.ppid);
	k->told = true;
	saw(k, time);
	known = *k;
	if (tell && !known.own)
		tell_seen(e, &known, &st, time);
	str_release(&text);
}

static struct known_process look(struct everybody *e, pid_t pid, bool tell,
				 uint64_t time)
{
	struct known_process *k;

	if (e->last.pid == pid && time >= e->last.seen)
		return e->last;
	k = entry(e, pid, time);
	if (!k->told) {
		meet(e, k, tell, time);
		k = &e->v.v[index_of(e, pid)];
		/* A faster source has already reported the end of the process,
		 * but none of its events. */
		tell_end(e, k);
	} else if (time < k->seen && !k->own) {
		/* A slower source reports an event from before the first
		 * PROCESS_SEEN. */
		tell_name(e, k, time);
	}
	if (!k->ended)
		e->last = *k;
	return *k;
}

bool everybody_event(struct everybody *e, pid_t pid, uint64_t time)
{
	return pid > 0 && !look(e, pid, true, time).own;
}

void everybody_fork(struct everybody *e, pid_t pid, pid_t child,
		    uint64_t time)
{
	struct known_process maker, *k;

	if (pid <= 0 || child <= 0)
		return;
	maker = look(e, pid, true, time);
	k = entry(e, child, time);
	k->own |= maker.own;
	if (*k->comm)
		return;
	memcpy(k->comm, maker.comm, sizeof k->comm);
	e->last.pid = 0;
	/* Another source has already reported the child: report its parent
	 * now. */
	if (!k->told || k->own || k->ended)
		return;
	saw(k, time);
	tell_seen(e, k, &(struct stat_info){ .ppid = pid }, time);
}

void everybody_exec(struct everybody *e, pid_t pid, struct bytes file,
		    uint64_t time)
{
	struct bytes name = base_name(file);
	struct known_process *k;
	struct event ev;

	if (pid <= 0 || look(e, pid, false, time).own)
		return;
	k = &e->v.v[index_of(e, pid)];
	take_comm(k, name);
	saw(k, time);
	e->last.pid = 0;
	ev = process_event(e, pid, PROCESS_SEEN, time);
	ev.u.process.exe = file;
	ev.u.process.comm = name;
	emit(e, &ev);
}

void everybody_named(struct everybody *e, pid_t pid, struct bytes comm,
		     uint64_t time)
{
	struct known_process was, *k;

	if (pid <= 0)
		return;
	k = entry(e, pid, time);
	was = *k;
	take_comm(k, comm);
	if (!strcmp(was.comm, k->comm))
		return;
	e->last.pid = 0;
	if (k->told && !k->own && !k->ended)
		tell_name(e, k, time);
}

/* Stores the end of an unknown process, too: another source may report its
 * events later. */
void everybody_exit(struct everybody *e, pid_t pid, uint64_t time)
{
	if (pid > 0)
		end(e, entry(e, pid, time), time);
}

void everybody_again(const struct everybody *e, uint64_t time)
{
	for (size_t i = 0; i < e->v.n; i++) {
		const struct known_process *k = &e->v.v[i];
		struct event ev = process_event(e, k->pid, PROCESS_SEEN, time);

		if (!k->told || k->own || k->ended)
			continue;
		ev.flags = EVF_AGAIN;
		ev.u.process.comm = bytes_of(k->comm);
		emit(e, &ev);
	}
}

pid_t everybody_process_of(const struct everybody *e, pid_t tid)
{
	struct status_info st;
	struct str text = STR_INIT;
	pid_t pid = 0;

	if (procroot_readf(e->host->proc, &text, TEXT_MAX, "%d/status",
			   (int)tid) == 0 &&
	    status_parse((struct bytes){ text.data, text.len }, &st) &&
	    st.tgid > 0)
		pid = (pid_t)st.tgid;
	str_release(&text);
	return pid;
}
