/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands that print values which must be read first: console_want() requests
 * them, and the console runs no other command until they have arrived, or until
 * the time limit of the command.
 */
#include <config.h>

#include "app/headless/console_private.h"

#include <stdlib.h>

#include "app/headless/answers.h"
#include "app/i18n.h"
#include "app/options.h"
#include "base/alloc.h"
#include "sys/loop.h"

#define WAIT_NS 2000000000ull
/* The reader of the frames has a shorter limit, and reports the reason. */
#define WAIT_STACK_NS (15 * WAIT_NS)

/* The values of a command.  p is NULL if the command has no process. */
struct console_values {
	enum cmd cmd;
	bool (*arrived)(const struct console *c, const struct process *p);
	void (*print)(struct console *c, const struct process *p);
	bool samples;			/* needs a new sample, and smaps of the
					 * process */
	enum request_op ends;		/* ends the engine's work for it;
					 * REQ_NEXT: none */
	uint64_t limit_ns;		/* 0: WAIT_NS */
};

/* --- arrived -------------------------------------------------------------- */

static bool system_arrived(const struct console *c, const struct process *p)
{
	(void)p;
	return c->model->system_ns >= c->asked_ns;
}

/* The time of the last read of the process's smaps. */
static uint64_t details_ns(const struct process *p)
{
	uint64_t newest = 0;

	for (size_t i = 0; i < p->space.regions.n; i++)
		if (p->space.regions.v[i]->pss_at_ns > newest)
			newest = p->space.regions.v[i]->pss_at_ns;
	return newest;
}

static bool details_arrived(const struct console *c, const struct process *p)
{
	uint64_t details = details_ns(p);

	return details >= c->asked_ns && p->usage_ns >= details &&
	       p->usage.pss != EV_UNKNOWN;
}

static bool why_arrived(const struct console *c, const struct process *p)
{
	return p->since && details_arrived(c, p);
}

static bool heap_arrived(const struct console *c, const struct process *p)
{
	(void)p;
	return !c->opt->heap || c->heap_ns >= c->asked_ns;
}

/* True if the pages of p were counted, and those of its children, except a
 * child that has other regions since an exec.  Without an address: if the
 * largest region is known. */
static bool family_arrived(const struct console *c, const struct process *p)
{
	if (!c->asked_addr)
		return details_arrived(c, p);
	for (size_t i = 0; i < c->model->processes.n; i++) {
		const struct process *q = c->model->processes.v[i];

		if ((q == p || q->ppid == p->pid) && !q->ended &&
		    space_find(&q->space, c->asked_addr) &&
		    (q->space.family.start != c->asked_addr ||
		     q->space.family.scanned_ns < c->asked_ns))
			return false;
	}
	return true;
}

static bool cgroup_arrived(const struct console *c, const struct process *p)
{
	return c->model->cgroup.pid == p->pid &&
	       c->model->cgroup.time_ns >= c->asked_ns;
}

static bool stack_arrived(const struct console *c, const struct process *p)
{
	(void)p;
	return c->model->backtrace.told != c->asked_told;
}

static bool contents_arrived(const struct console *c, const struct process *p)
{
	(void)p;
	return c->model->contents.told != c->asked_told;
}

/* --- printed -------------------------------------------------------------- */

static void system_print(struct console *c, const struct process *p)
{
	(void)p;
	answer_system(&c->out.text, c->model);
}

static void process_print(struct console *c, const struct process *p)
{
	answer_process(&c->out.text, c->model, p, c->asked_tid, c->ascii);
}

static void heap_print(struct console *c, const struct process *p)
{
	answer_heap(&c->out.text, c->model, p, c->ascii);
}

static void cgroup_print(struct console *c, const struct process *p)
{
	answer_cgroup(&c->out.text, c->model, p, c->ascii);
}

static void regions_print(struct console *c, const struct process *p)
{
	answer_regions(&c->out.text, c->model, p, c->asked_text, &c->sort,
		       c->ascii);
}

static void find_print(struct console *c, const struct process *p)
{
	regions_print(c, p);
	answer_sites(&c->out.text, c->model, p, c->asked_text, c->ascii);
}

static void why_print(struct console *c, const struct process *p)
{
	struct why_asked asked = {
		.process = p, .heap = p->heap || c->model->heap_known,
		.ascii = c->ascii,
	};
	uint64_t addr;

	(void)why_command(&c->out.text, &c->mark, "why", c->asked_text,
			  c->model, &asked, &addr);
	str_addc(&c->out.text, '\n');
}

static void family_print(struct console *c, const struct process *p)
{
	if (c->asked_addr)
		answer_family(&c->out.text, c->model, p, c->asked_addr,
			      c->ascii);
	else
		console_family_of(c, p, console_largest_copied(p));
}

static void no_answer(struct console *c)
{
	console_say(c, _("No answer: %d has ended, or its memory cannot be "
			 "read now."), (int)c->asked_pid);
}

static void stack_print(struct console *c, const struct process *p)
{
	if (stack_arrived(c, p))
		answer_backtrace(&c->out.text, c->model, c->ignore, c->ascii);
	else
		no_answer(c);
}

/* Prints the bytes, and the parts of the range that mmtop has not read. */
static void contents_print(struct console *c, const struct process *p)
{
	if (contents_arrived(c, p))
		answer_contents(&c->out.text, c->model, c->asked_pid,
				c->asked_addr, c->asked_bytes);
	else
		no_answer(c);
}

static const struct console_values values[] = {
	{ DO_SYSTEM, system_arrived, system_print, true, REQ_NEXT, 0 },
	{ DO_PROCESS, details_arrived, process_print, true, REQ_NEXT, 0 },
	{ DO_PANE_REGIONS, details_arrived, regions_print, true, REQ_NEXT, 0 },
	{ DO_FIND, details_arrived, find_print, true, REQ_NEXT, 0 },
	{ DO_WHY, why_arrived, why_print, true, REQ_NEXT, 0 },
	{ DO_PANE_HEAP, heap_arrived, heap_print, true, REQ_HEAP, 0 },
	{ DO_FAMILY, family_arrived, family_print, true, REQ_FAMILY, 0 },
	{ DO_CGROUP, cgroup_arrived, cgroup_print, true, REQ_CGROUP, 0 },
	{ DO_BACKTRACE, stack_arrived, stack_print, false, REQ_NEXT,
	  WAIT_STACK_NS },
	{ DO_CONTENTS, contents_arrived, contents_print, false, REQ_NEXT, 0 },
};

static const struct console_values *values_of(enum cmd cmd)
{
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		if (values[i].cmd == cmd)
			return &values[i];
	abort();
}

/* --- the wait ------------------------------------------------------------- */

static uint64_t too_late(void *arg)
{
	struct console *c = arg;

	c->timer = 0;
	console_answer(c);
	console_work(c);
	return 0;
}

void console_want(struct console *c, enum cmd cmd, const struct process *p,
		  const char *text, const struct request *req)
{
	const struct request sample = { .op = REQ_SAMPLE };
	const struct request details = {
		.op = REQ_DETAILS, .pid = p ? p->pid : 0,
	};
	const struct console_values *v = values_of(cmd);

	c->waiting = WAIT_VALUES;
	c->asked_ns = clock_ns() - c->start_ns;
	c->asked = cmd;
	c->asked_pid = p ? p->pid : 0;
	c->asked_told = cmd == DO_BACKTRACE ? c->model->backtrace.told :
			c->model->contents.told;
	free(c->asked_text);
	c->asked_text = xstrdup(text);
	c->timer = loop_add_timer(c->loop, v->limit_ns ? v->limit_ns : WAIT_NS,
				  too_late, c);
	if (v->samples)
		headless_request(c->headless, &sample);
	if (v->samples && p)
		headless_request(c->headless, &details);
	if (req)
		headless_request(c->headless, req);
}

bool console_has_values(const struct console *c)
{
	const struct process *p = model_process(c->model, c->asked_pid);
	const struct console_values *v = values_of(c->asked);

	/* The last values of an ended process stay. */
	if (c->asked_pid && (!p || p->ended) && c->asked != DO_BACKTRACE)
		return true;
	return v->arrived(c, p);
}

void console_answer(struct console *c)
{
	const struct process *p = model_process(c->model, c->asked_pid);
	const struct console_values *v = values_of(c->asked);
	const struct request end = { .op = v->ends };

	if (c->timer)
		loop_remove_timer(c->loop, c->timer);
	c->timer = 0;
	c->waiting = WAIT_NOT;
	if (v->ends != REQ_NEXT)
		headless_request(c->headless, &end);
	if (p || !c->asked_pid)
		v->print(c, p);
	output_plan(c);
}
