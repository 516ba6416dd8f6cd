/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/process/lines.h"

#include <libintl.h>
#include <stdlib.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "event/call.h"
#include "event/names.h"
#include "ui/kit/i18n.h"
#include "ui/pane/setup.h"
#include "ui/kit/widgets.h"
#include "ui/kit/say.h"

void process_lines_clear(struct process_lines *st)
{
	for (size_t i = 0; i < st->n; i++)
		free(st->v[i].text);
	vec_clear(st);
}

void process_lines_release(struct process_lines *st)
{
	process_lines_clear(st);
	vec_release(st);
}

/* --- texts ---------------------------------------------------------------- */

void process_lines_add(struct process_lines *st, const char *label,
		       struct str *text)
{
	*vec_push(st) = (struct process_line){
		.label = label, .text = str_take(text),
	};
}

const char *process_state_word(char state)
{
	switch (state) {
	case 'R': return _("running");
	case 'S': return _("sleeping");
	case 'D': return _("uninterruptible sleep");
	case 'T': return _("stopped");
	case 't': return _("tracing stop");
	case 'Z': return _("zombie");
	case 'X': return _("dead");
	case 'I': return _("idle");
	default: return _("unknown");
	}
}

/* Returns the newest note that this file of the process could not be read; NULL
 * if there is no such note. */
static const struct note_row *unreadable(const struct model *m, pid_t pid,
					 const char *file)
{
	for (uint64_t seq = m->notes_last;
	     seq && seq >= m->notes_first; seq--) {
		const struct note_row *n = model_note(m, seq);
		if (n && n->note.id == NOTE_UNREADABLE && n->note.a == pid &&
		    memmem(n->note.text.data, n->note.text.len, file,
			   strlen(file)))
			return n;
	}
	return NULL;
}

static void add_missing(struct str *s, const struct model *m, pid_t pid,
			const char *file)
{
	const struct note_row *n = unreadable(m, pid, file);
	const char *name = n ? errno_name((uint64_t)n->note.b) : NULL;

	if (n)
		str_addf(s, _("n/a: %s: %s"), file, name ? name : "?");
	else
		str_addf(s, _("n/a: %s not read yet"), file);
}

static const char *size_text(char buf[FMT_MAX], uint64_t bytes)
{
	return bytes == EV_UNKNOWN ? _("n/a") : fmt_size(buf, bytes);
}

struct figure {
	const char *name;
	uint64_t bytes;
};

/* Appends sizes with their names: "anon 400M file 12.0M shmem 0". */
static void add_figures(struct str *s, const struct figure *f, size_t n)
{
	char buf[FMT_MAX];

	for (size_t i = 0; i < n; i++)
		str_addf(s, "%s%s %s", i ? "   " : "", f[i].name,
			 size_text(buf, f[i].bytes));
}

/* --- lines ---------------------------------------------------------------- */

static void add_state(struct process_lines *st, const struct process *p,
		      const struct task *t)
{
	struct str s = STR_INIT;
	char name[16], when[FMT_MAX];

	if (p->ended) {
		if (p->signal > 0)
			str_addf(&s, p->core ? _("killed by %s, core dumped")
					     : _("killed by %s"),
				 signal_name((uint64_t)p->signal, name));
		else if (p->status >= 0)
			str_addf(&s, _("exited %d"), p->status);
		else
			str_adds(&s, _("ended, status unknown,"));
		str_addf(&s, _(" at %s"), fmt_when(when, p->ended_ns));
	} else if (!t) {
		str_adds(&s, _("n/a: thread has exited"));
	} else {
		char state = t->state ? t->state : '?';
		str_addf(&s, "%c %s", state, process_state_word(state));
		if (t->in_call != EV_UNKNOWN && state != 'R') {
			const char *call =
				call_by_nr(t->in_call_abi, t->in_call)->name;
			if (call[0])
				str_addf(&s, _(", in %s"), call);
		}
	}
	process_lines_add(st, _("State"), &s);
}

static void add_family(struct process_lines *st, const struct process *p)
{
	struct str s = STR_INIT;
	size_t threads = p->tasks.n;
	char buf[FMT_MAX];

	if (p->usage_ns && p->usage.threads != EV_UNKNOWN)
		threads = (size_t)p->usage.threads;
	str_addf(&s, "%zu   %s ", threads, _("parent"));
	if (p->ppid)
		str_addf(&s, "%d", (int)p->ppid);
	else
		str_adds(&s, _("unknown"));
	if (p->ns_pid)
		str_addf(&s, "   NSpid %d", (int)p->ns_pid);
	str_addf(&s, "   %s %s", _("regions"),
		 p->space.synced_ns ? fmt_grouped(buf, p->space.live) : "-");
	if (p->space.generation > 0)
		str_addf(&s, _("   exec %u"), p->space.generation + 1);
	process_lines_add(st, _("Threads"), &s);
}

static void add_resident(struct process_lines *st, const struct process *p)
{
	const struct ev_usage *u = &p->usage;
	const struct figure parts[] = {
		{ _("anon"), u->rss_anon }, { _("file"), u->rss_file },
		{ _("shmem"), u->rss_shmem },
	};
	struct str s = STR_INIT;
	char buf[FMT_MAX], when[FMT_MAX];

	str_adds(&s, p->detached && u->rss != EV_UNKNOWN ?
		 old_size(buf, u->rss) : size_text(buf, u->rss));
	if (rate_known(&p->rss_rate) && !p->detached)
		str_addf(&s, "   %s/s",
			 fmt_rate(buf, rate_value(&p->rss_rate)));
	if (u->peak != EV_UNKNOWN)
		str_addf(&s, "   %s %s", _("peak"), fmt_size(buf, u->peak));
	else if (p->peak_ns)
		str_addf(&s, _("   peak %s at %s"),
			 fmt_size(buf, p->peak_rss),
			 fmt_when(when, p->peak_ns));
	process_lines_add(st, _("Resident"), &s);
	add_figures(&s, parts, sizeof parts / sizeof parts[0]);
	process_lines_add(st, "", &s);
}

static void add_size(struct process_lines *st, const char *label,
		     uint64_t bytes)
{
	struct str s = STR_INIT;
	char buf[FMT_MAX];

	str_adds(&s, size_text(buf, bytes));
	process_lines_add(st, label, &s);
}

/* PSS is as old as the last read of smaps; all other values are current. */
static void add_pss(struct process_lines *st, const struct view *view,
		    const struct process *p)
{
	const struct model *m = view->model;
	struct str s = STR_INIT;
	char buf[FMT_MAX];

	if (p->usage.pss == EV_UNKNOWN)
		add_missing(&s, m, p->pid, "smaps");
	else if (m->now_ns >= p->pss_ns + 2 * setup_refresh(view->setup))
		str_adds(&s, old_size(buf, p->usage.pss));
	else
		str_adds(&s, fmt_size(buf, p->usage.pss));
	if (p->usage.pss != EV_UNKNOWN)
		str_addf(&s, _("   read %s ago"),
			 fmt_ago(buf, m->now_ns, p->pss_ns));
	process_lines_add(st, _("PSS"), &s);
}

/* Adds the hugetlb pages separately: the kernel does not count them in the
 * sizes above. */
static void add_hugetlb(struct process_lines *st, uint64_t bytes)
{
	if (bytes && bytes != EV_UNKNOWN)
		add_size(st, _("Hugetlb"), bytes);
}

static void add_parts(struct process_lines *st, const struct process *p)
{
	const struct ev_usage *u = &p->usage;
	const struct figure parts[] = {
		{ _("data"), u->data }, { _("stack"), u->stack },
		{ _("text"), u->text }, { _("locked"), u->locked },
	};
	struct str s = STR_INIT;

	add_figures(&s, parts, sizeof parts / sizeof parts[0]);
	process_lines_add(st, _("Of virtual"), &s);
}

static void add_faults(struct process_lines *st, uint64_t minor,
		       uint64_t major, const struct rate *rate)
{
	struct str s = STR_INIT;
	char buf[FMT_MAX];
	double v;

	str_addf(&s, _("%s minor"),
		 minor == EV_UNKNOWN ? _("n/a") : fmt_grouped(buf, minor));
	str_addf(&s, _(", %s major"),
		 major == EV_UNKNOWN ? _("n/a") : fmt_grouped(buf, major));
	if (rate && rate_known(rate)) {
		v = rate_value(rate);
		str_addf(&s, "   %s/s",
			 fmt_count(buf, v > 0 ? (uint64_t)(v + 0.5) : 0));
	}
	process_lines_add(st, _("Faults"), &s);
}

static void add_cgroup(struct process_lines *st, const struct process *p)
{
	const struct ev_usage *u = &p->usage;
	struct str s = STR_INIT;
	char a[FMT_MAX], b[FMT_MAX], share[FMT_MAX];

	if (u->cgroup_used == EV_UNKNOWN)
		str_adds(&s, _("n/a: no readable memory controller"));
	else if (u->cgroup_max == EV_UNKNOWN)
		str_addf(&s, _("%s, no limit"), fmt_size(a, u->cgroup_used));
	else
		str_addf(&s, _("%s of %s   %s"), fmt_size(a, u->cgroup_used),
			 fmt_size(b, u->cgroup_max),
			 fmt_share(share, u->cgroup_used, u->cgroup_max));
	process_lines_add(st, _("Cgroup"), &s);
}

static void add_calls(struct process_lines *st, const struct model *m,
		      uint64_t calls, const struct rate *rate)
{
	struct str s = STR_INIT;
	char buf[FMT_MAX];
	double v = rate_value(rate);

	if (!calls && m->status_ns && !model_calls_reported(m)) {
		str_adds(&s, _("n/a: level watch does not see them"));
		process_lines_add(st, _("Mem. calls"), &s);
		return;
	}
	str_adds(&s, fmt_grouped(buf, calls));
	if (rate_known(rate) && (!m->status_ns || model_calls_reported(m)))
		str_addf(&s, "   %s/s",
			 fmt_count(buf, v > 0 ? (uint64_t)(v + 0.5) : 0));
	process_lines_add(st, _("Mem. calls"), &s);
}

static void add_usage(struct process_lines *st, const struct view *view,
		      const struct process *p)
{
	const struct model *m = view->model;
	struct str s = STR_INIT;
	char buf[FMT_MAX];

	if (p->usage_ns == 0) {
		add_missing(&s, m, p->pid, "status");
		process_lines_add(st, _("Memory"), &s);
		return;
	}
	if (p->detached) {
		str_addf(&s, _("%s ago, before it was detached"),
			 fmt_ago(buf, m->now_ns, p->detached_ns));
		process_lines_add(st, _("Sampled"), &s);
	}
	add_size(st, _("Virtual"), p->usage.virt);
	add_resident(st, p);
	add_pss(st, view, p);
	add_size(st, _("Swap"), p->usage.swap);
	add_hugetlb(st, p->usage.hugetlb);
	add_parts(st, p);
	add_faults(st, p->usage.minflt, p->usage.majflt,
		   p->detached ? NULL : &p->fault_rate);
	add_cgroup(st, p);
}

/* Returns the stack of the thread: the region that is known to be its stack,
 * else the region that its stack pointer points to. */
static const struct region *stack_of(const struct process *p, pid_t tid,
				     uint64_t sp)
{
	for (size_t i = 0; i < p->space.regions.n; i++) {
		const struct region *r = p->space.regions.v[i];
		if (r->removed_ns)
			continue;
		if ((r->kind == KIND_THREAD_STACK && r->owner == tid) ||
		    (r->kind == KIND_STACK && tid == p->pid))
			return r;
	}
	return sp ? space_find(&p->space, sp) : NULL;
}

static void add_stack(struct process_lines *st, const struct process *p,
		      pid_t tid, const struct task *t)
{
	const struct region *r = stack_of(p, tid, t ? t->sp : 0);
	struct str s = STR_INIT;
	char a[FMT_MAX], b[FMT_MAX];

	if (!r) {
		str_adds(&s, p->space.synced_ns
				     ? _("n/a: its region is unknown")
				     : _("n/a: regions not read yet"));
		process_lines_add(st, _("Its stack"), &s);
		return;
	}
	str_addf(&s, "%s-%s", fmt_addr(a, r->start), fmt_addr(b, r->end));
	str_addf(&s, "  %s", fmt_size(a, r->end - r->start));
	if (r->rss == EV_UNKNOWN)
		str_adds(&s, _("   resident n/a"));
	else
		str_addf(&s, _("   resident %s"), fmt_size(a, r->rss));
	process_lines_add(st, _("Its stack"), &s);
	if (t && t->sp) {
		str_addf(&s, _("pointer %s"), fmt_addr(a, t->sp));
		if (t->sp >= r->start && t->sp < r->end)
			str_addf(&s, _(", %s in use"),
				 fmt_size(a, r->end - t->sp));
		process_lines_add(st, "", &s);
	}
}

struct wrapping {
	struct process_lines *st;
	const char *label;
};

static void add_wrapped(void *arg, const char *text, size_t n)
{
	struct wrapping *w = arg;
	struct str s = STR_INIT;

	str_add(&s, text, n);
	process_lines_add(w->st, w->label, &s);
	w->label = "";
}

/* Adds text that comes from the target, made safe and wrapped. */
static void add_text(struct process_lines *st, const char *label,
		     const char *text, int cols, bool ascii)
{
	struct wrapping w = { .st = st, .label = label };
	struct str s = STR_INIT;

	if (text && text[0])
		text_safe(&s, text, strlen(text), ascii);
	else
		str_adds(&s, _("n/a"));
	text_wrap(s.data, cols > 8 ? cols : 8, add_wrapped, &w);
	str_release(&s);
}

void process_lines_rule(struct process_lines *st, struct str *text)
{
	*vec_push(st) = (struct process_line){
		.label = "", .text = str_take(text), .rule = true,
	};
}

void process_lines_make(struct process_lines *st, const struct view *view,
		       const struct process *p, int cols)
{
	pid_t tid = view->tid && view->tid != p->pid ? view->tid : 0;
	const struct task *t = process_task(p, tid ? tid : p->pid);
	bool ascii = !view->look.utf8;
	struct str s = STR_INIT;

	process_lines_clear(st);
	if (tid) {
		add_state(st, p, t);
		add_stack(st, p, tid, t);
		if (t)
			add_calls(st, view->model, t->calls, &t->call_rate);
		str_addf(&s, "%d ", (int)p->pid);
		text_safe(&s, p->comm, strlen(p->comm), ascii);
		str_adds(&s, _(", the process of this thread"));
		process_lines_rule(st, &s);
	} else {
		add_state(st, p, t);
	}
	add_family(st, p);
	add_usage(st, view, p);
	if (!tid)
		add_stack(st, p, p->pid, t);
	add_calls(st, view->model, p->calls, &p->call_rate);
	add_text(st, _("Program"), p->exe, cols - PROCESS_LABEL - 3, ascii);
	add_text(st, _("Arguments"), p->argv, cols - PROCESS_LABEL - 3, ascii);
}
