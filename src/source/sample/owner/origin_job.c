/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unwinds the stacks of the waiting calls, one after the other (origin.h). */
#include <config.h>

#include "source/sample/owner/origin_private.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "parse/proc/status.h"
#include "source/sample/core/procs.h"
#include "source/sample/owner/owners.h"
#include "source/stack/caller.h"
#include "sys/loop.h"
#include "sys/proc/root.h"
#include "sys/reader/process.h"

/* Maximum number of stored names of code, for all processes. */
#define CODES_MAX 4096
/* Number of calls that are unwound without a pause, when a program starts.
 * Each further call is followed by a pause of SHARE times the duration of its
 * unwinding. */
#define BURST 512
#define SHARE 4
#define PAUSE_NS NS_PER_MS
#define ANSWER_NS (100 * NS_PER_MS)
#define IDLE_NS (10 * NS_PER_S)
#define STATUS_MAX 65536
/* Maximum number of frames to unwind: the caller of the C library is near the
 * top. */
#define FRAMES 24
/* Maximum size of all stored stacks, for all processes. */
#define STACKS_MAX (4u << 20)

struct origin_job *origin_job_new(void)
{
	struct origin_job *j = xcalloc(1, sizeof *j);

	j->fd = -1;
	return j;
}

static void unwatch(struct sampler *s)
{
	if (s->asked->fd >= 0)
		loop_remove_fd(s->host->loop, s->asked->fd);
	s->asked->fd = -1;
}

void origin_job_free(struct sampler *s)
{
	struct origin_job *j = s->asked;

	if (!j)
		return;
	unwatch(s);
	origin_drop(s, j->now);
	reader_free(j->reader);
	for (size_t i = 0; i < j->codes.n; i++)
		free(j->codes.v[i]);
	vec_release(&j->codes);
	for (size_t i = 0; i < j->stacks.n; i++)
		free(j->stacks.v[i]);
	vec_release(&j->stacks);
	free(j);
	s->asked = NULL;
}

/* --- schedule ------------------------------------------------------------ */

uint64_t origin_due(const struct sampler *s)
{
	const struct origin_job *j = s->asked;
	uint64_t at = 0;

	if (j->now)
		return j->due;
	if (j->wanted_pid && !j->waiting)
		return clock_ns();
	for (size_t i = 0; j->waiting && i < s->procs.n; i++) {
		const struct sproc *p = s->procs.v[i];

		for (size_t k = 0; p->synced && k < p->asked.list.n; k++) {
			const struct waiting_call *w =
				p->asked.list.v[k].waiting;

			if (w && (!at || w->at_ns + ASKED_YOUNG_NS < at))
				at = w->at_ns + ASKED_YOUNG_NS;
		}
	}
	return at && at < j->due ? j->due : at;
}

/* --- request ------------------------------------------------------------- */

/* Stores the current rights of p, which the reader needs to read p's files, in
 * *ask.  Returns 0 or -errno. */
static int fill_rights(struct sampler *s, const struct sproc *p,
		       struct stack_ask *ask)
{
	struct str text = STR_INIT;
	struct status_info info;
	int r = procroot_readf(s->host->proc, &text, STATUS_MAX, "%d/status",
			       (int)(p->via ? p->via : p->pid));

	if (r == 0 && !status_parse((struct bytes){ text.data, text.len },
				    &info))
		r = -ESRCH;
	if (r == 0) {
		ask->uid = (uint32_t)info.uid;
		ask->gid = (uint32_t)info.gid;
		ask->caps = info.caps;
	}
	str_release(&text);
	return r;
}

static void on_answer(void *arg, int fd, short revents)
{
	struct sampler *s = arg;

	(void)revents;
	/* Only origin_work() reads the answer.  Until it does, the readable
	 * descriptor would wake the loop again and again. */
	loop_remove_fd(s->host->loop, fd);
	s->asked->fd = -1;
	s->asked->due = clock_ns();
	sample_due(s, s->asked->due);
}

static void watch(struct sampler *s)
{
	struct origin_job *j = s->asked;

	if (j->fd < 0) {
		j->fd = reader_fd(j->reader);
		loop_add_fd(s->host->loop, j->fd, POLLIN, 2, on_answer, s);
	}
	j->due = clock_ns() + ANSWER_NS;
}

static int give(struct sampler *s, struct sproc *p,
		const struct waiting_call *w)
{
	struct origin_job *j = s->asked;
	struct stack_ask ask = w->ask;
	struct str bytes = STR_INIT;
	int r = fill_rights(s, p, &ask);

	ask.past = FRAMES;
	ask.stack_len = (uint32_t)w->n;
	ask.pid = ask.tid = p->pid;
	if (!j->reader)
		j->reader = reader_new("/proc");
	if (r == 0) {
		if (j->uid != ask.uid || j->gid != ask.gid ||
		    j->caps != ask.caps)
			reader_end_child(j->reader);
		j->uid = ask.uid;
		j->gid = ask.gid;
		j->caps = ask.caps;
		str_add(&bytes, &ask, sizeof ask);
		str_add(&bytes, w->stack, w->n);
		r = reader_start_job(j->reader, p->via ? p->via : p->pid,
				     &stack_job, bytes.data, bytes.len);
	}
	str_release(&bytes);
	return r;
}

static void begin(struct sampler *s, struct sproc *p, struct asked *a)
{
	struct origin_job *j = s->asked;

	if (give(s, p, a->waiting) < 0) {
		origin_drop(s, a->waiting);
		a->waiting = NULL;
		return;
	}
	j->now = a->waiting;
	j->now->refs++;
	j->begun_ns = clock_ns();
	watch(s);
}

static bool is_there(const struct sproc *p, const struct asked *a)
{
	size_t i = sregions_index(&p->regions, a->start);

	return i < p->regions.n && p->regions.v[i]->start < a->end;
}

/* Starts to unwind the stack of the next due call.  Returns false if no call is
 * due. */
static bool begin_next(struct sampler *s, uint64_t now)
{
	for (size_t i = 0; i < s->procs.n; i++) {
		struct sproc *p = s->procs.v[i];

		for (size_t k = 0; p->synced && k < p->asked.list.n; k++) {
			struct asked *a = &p->asked.list.v[k];

			if (!a->waiting || a->waiting->at_ns + ASKED_YOUNG_NS > now ||
			    p->map.phase == MAP_EMIT)
				continue;
			if (!is_there(p, a)) {
				/* The map may have the range after its next
				 * read. */
				if (p->map.due || p->map.changes.n ||
				    p->map.phase != MAP_IDLE)
					a->waiting->at_ns = now;
				else
					origin_cut(s, p, a->start, a->end);
				return true;
			}
			begin(s, p, a);
			return true;
		}
	}
	return false;
}

/* --- the answer ---------------------------------------------------------- */

static struct bytes keep_code(struct origin_job *j, struct bytes code)
{
	char *copy;

	for (size_t i = 0; i < j->codes.n; i++)
		if (strlen(j->codes.v[i]) == code.len &&
		    !memcmp(j->codes.v[i], code.data, code.len))
			return (struct bytes){ j->codes.v[i], code.len };
	if (!code.len || j->codes.n >= CODES_MAX)
		return (struct bytes){ NULL, 0 };
	copy = xcalloc(1, code.len + 1);
	memcpy(copy, code.data, code.len);
	*vec_push(&j->codes) = copy;
	/* The search above does not find a name that contains a NUL, so such a
	 * name is stored each time. */
	return (struct bytes){ copy, code.len };
}

/* Returns the stored copy of the frames, or NULL if there is no room. */
static const struct kept_stack *keep_stack(struct origin_job *j,
					   const struct ev_stack *frames)
{
	size_t n = frames->frames.len, text = frames->text.len;
	struct kept_stack *k;

	for (size_t i = 0; i < j->stacks.n; i++) {
		k = j->stacks.v[i];
		if (k->end == frames->end && k->frames_len == n &&
		    k->text_len == text &&
		    !memcmp(k->bytes, frames->frames.data, n) &&
		    !memcmp(k->bytes + n, frames->text.data, text))
			return k;
	}
	if (!n || j->stack_bytes + sizeof *k + n + text > STACKS_MAX)
		return NULL;
	k = xcalloc(1, sizeof *k + n + text);
	k->end = (uint32_t)frames->end;
	k->frames_len = n;
	k->text_len = text;
	memcpy(k->bytes, frames->frames.data, n);
	memcpy(k->bytes + n, frames->text.data, text);
	j->stack_bytes += sizeof *k + n + text;
	*vec_push(&j->stacks) = k;
	return k;
}

static struct owner read_answer(struct origin_job *j, const struct str *bytes,
				const struct kept_stack **stack)
{
	struct stack_answer a;
	struct ev_stack frames;
	struct str code = STR_INIT;
	struct owner o = { .whose = WHOSE_UNKNOWN };
	const char *at = bytes->data + sizeof a;

	if (bytes->len < sizeof a)
		return o;
	memcpy(&a, bytes->data, sizeof a);
	if (a.end >= STACK_ENDS || a.frames_len > bytes->len ||
	    a.text_len > bytes->len ||
	    a.frames_len + a.text_len != bytes->len - sizeof a)
		return o;
	frames = (struct ev_stack){
		.end = a.end,
		.frames = { at, (size_t)a.frames_len },
		.text = { at + a.frames_len, (size_t)a.text_len },
	};
	o = caller_of(&frames, &code);
	*stack = keep_stack(j, &frames);
	o.code = keep_code(j, o.code);
	/* If the name of the code is not known, the owner is unknown. */
	if (!o.code.len && (o.whose == WHOSE_CODE || o.whose == WHOSE_LIBC))
		o.whose = WHOSE_UNKNOWN;
	str_release(&code);
	return o;
}

/* Sets the owner of the call's range in all processes: forked processes share
 * the call. */
static void tell(struct sampler *s, struct owner o,
		 const struct kept_stack *stack)
{
	struct waiting_call *w = s->asked->now;

	for (size_t i = 0; i < s->procs.n; i++) {
		struct sproc *p = s->procs.v[i];

		for (size_t k = 0; k < p->asked.list.n; k++) {
			if (p->asked.list.v[k].waiting != w)
				continue;
			p->asked.list.v[k].told = o;
			p->asked.list.v[k].stack = stack;
			p->asked.list.v[k].waiting = NULL;
			origin_drop(s, w);
			owners_tell(s, p, p->asked.list.v[k].start,
				    p->asked.list.v[k].end);
		}
	}
	origin_drop(s, w);
	s->asked->now = NULL;
}

/* False while a map is only partly emitted: owners must not be emitted then. */
static bool may_tell(const struct sampler *s)
{
	for (size_t i = 0; i < s->procs.n; i++)
		if (s->procs.v[i]->map.phase == MAP_EMIT)
			return false;
	return true;
}

static void forget_hung(struct sampler *s)
{
	const struct waiting_call *w = s->asked->now;

	for (size_t i = 0; i < s->procs.n; i++) {
		struct sproc *p = s->procs.v[i];

		for (size_t k = 0; k < p->asked.list.n; k++)
			if (p->asked.list.v[k].waiting == w)
				p->asked.hung = true;
		if (p->asked.hung)
			origin_clear(s, p);
	}
}

static void wait_for(struct sampler *s, uint64_t now)
{
	struct origin_job *j = s->asked;
	struct owner o = { .whose = WHOSE_UNKNOWN };
	const struct kept_stack *stack = NULL;
	struct str answer = STR_INIT;
	int rc;

	if (!may_tell(s)) {
		j->due = now + PAUSE_NS;
		return;
	}
	rc = reader_job_result(j->reader, &answer);
	if (rc == 0) {
		/* Only a part of the answer has arrived. */
		watch(s);
	} else {
		unwatch(s);
		if (rc == -ETIMEDOUT)
			forget_hung(s);
		if (rc > 0)
			o = read_answer(j, &answer, &stack);
		tell(s, o, stack);
		j->burst++;
		j->due = now + (j->burst < BURST ? 0 :
				(now - j->begun_ns) * SHARE);
	}
	str_release(&answer);
}

/* --- requests for the stack of a call ------------------------------------ */

/* Answers the request, unless the stack is still to be unwound. */
static void answer_wanted(struct sampler *s)
{
	struct origin_job *j = s->asked;
	const struct sproc *p = sproc_find(s, j->wanted_pid);
	const struct asked *a = p ? origin_at(&p->asked.list, j->wanted_at)
				  : NULL;
	struct event ev;

	if (!j->wanted_pid || (a && a->waiting))
		return;
	ev = sample_event(s, EV_STACK, j->wanted_pid, a ? a->tid : 0);
	ev.u.stack = (struct ev_stack){
		.why = STACK_NOT_STORED, .mapped = j->wanted_at,
	};
	if (a && a->stack) {
		const struct kept_stack *k = a->stack;

		ev.u.stack.why = STACK_TOLD;
		ev.u.stack.end = k->end;
		ev.u.stack.took_ns = clock_ns() - a->at_ns;
		ev.u.stack.frames = (struct bytes){ k->bytes, k->frames_len };
		ev.u.stack.text = (struct bytes){ k->bytes + k->frames_len,
						  k->text_len };
	}
	j->wanted_pid = 0;
	s->host->emit(s->host->emit_arg, &ev);
}

void origin_want(struct sampler *s, pid_t pid, uint64_t start)
{
	s->asked->wanted_pid = pid;
	s->asked->wanted_at = start;
	sample_due(s, clock_ns());
}

bool origin_work(struct sampler *s, uint64_t deadline)
{
	struct origin_job *j = s->asked;
	uint64_t now = clock_ns();

	(void)deadline;
	answer_wanted(s);
	if (!j->now && !j->waiting) {
		j->burst = 0;
		if (j->reader)
			reader_end_idle(j->reader, IDLE_NS);
		return false;
	}
	if (j->due > now)
		return false;
	if (j->now) {
		wait_for(s, now);
		return true;
	}
	return begin_next(s, now);
}
