/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/bars/header_words.h"

#include <string.h>

#include "app/i18n.h"
#include "base/text.h"
#include "event/call.h"
#include "event/names.h"
#include "ui/kit/keyed.h"

/* Minimum width for a name and a PID, in columns. */
enum { NAME_LEAST = 8 };

static void add_gap(struct str *s)
{
	if (s->len)
		str_adds(s, "  ");
}

/* Appends name and PID, such as "python3 4121", in at most `cols` columns. */
static void add_name(struct str *out, const struct model *m, int cols,
		     bool ascii)
{
	const struct process *p = model_main(m);
	struct str name = STR_INIT, tail = STR_INIT, cut = STR_INIT;

	if (!p)
		return;
	text_safe(&name, p->comm, strlen(p->comm), ascii);
	str_addf(&tail, " %d", (int)p->pid);
	text_cut(&cut, name.data, cols - text_width(tail.data), CUT_END,
		 ascii);
	str_adds(out, cut.data);
	str_adds(out, tail.data);
	str_release(&name);
	str_release(&tail);
	str_release(&cut);
}

static void count_tasks(const struct model *m, size_t *threads,
			size_t *children)
{
	const struct process *main = model_main(m);

	*threads = *children = 0;
	/* The processes of a saved capture may be unrelated, so they are not
	 * counted as children. */
	for (size_t i = 0; i < m->processes.n; i++) {
		const struct process *p = m->processes.v[i];
		if (p->ended || model_captured(m))
			continue;
		if (p != main)
			++*children;
		else if (p->tasks.n > 1)
			*threads = p->tasks.n - 1;
	}
}

/* Appends the command line.  If it is wider than `cols`, the folder of the
 * program is left out, because the arguments matter more. */
static void add_command(struct str *out, const struct process *p, int cols,
			bool ascii)
{
	const char *words = p->argv && p->argv[0] ? p->argv : p->comm;
	const char *slash = memrchr(words, '/', strcspn(words, " "));

	text_safe(out, words, strlen(words), ascii);
	if (!slash || !slash[1] || text_width(out->data) <= cols)
		return;
	str_clear(out);
	text_safe(out, slash + 1, strlen(slash + 1), ascii);
}

/* Appends text such as "python3 ingest.py  4121 +2 threads +2 children". */
static void add_long_name(struct str *out, const struct model *m, int cols,
			  bool ascii)
{
	const struct process *p = model_main(m);
	struct str tail = STR_INIT, name = STR_INIT, cut = STR_INIT;
	size_t threads, children;

	if (!p)
		return;
	count_tasks(m, &threads, &children);
	str_addf(&tail, "%d", (int)p->pid);
	int least = text_width(tail.data) + 12;
	size_t bare = tail.len;
	if (threads)
		str_addf(&tail, ngettext(" +%zu thread", " +%zu threads",
					 threads), threads);
	if (children)
		str_addf(&tail, ngettext(" +%zu child", " +%zu children",
					 children), children);
	int width = text_width(tail.data);
	if (width > cols || (width + 14 > cols && cols >= least)) {
		tail.len = bare;
		tail.data[bare] = '\0';
	}
	int room = cols - text_width(tail.data) - 2;
	add_command(&name, p, room, ascii);
	text_cut(&cut, name.data, room, CUT_END, ascii);
	str_adds(out, cut.data);
	add_gap(out);
	str_adds(out, tail.data);
	str_release(&tail);
	str_release(&name);
	str_release(&cut);
}

/* Returns the newest call of thread `tid`; NULL if it is not among the last 256
 * calls of all threads. */
static const struct call_row *newest_call(const struct model *m, pid_t tid)
{
	for (uint64_t seq = m->calls_last; seq && seq >= m->calls_first; seq--) {
		const struct call_row *row = model_call(m, seq);

		if (row && row->tid == tid)
			return row;
		if (m->calls_last - seq > 256)
			break;
	}
	return NULL;
}

/* Appends the name of the call before or after which the thread is held.  If it
 * is held elsewhere, appends the call that it is in, if any.  That call may
 * have started before mmtop attached. */
static void held_call_name(struct str *out, const struct model *m, pid_t tid)
{
	const struct ev_status *s = &m->status;
	const struct call_row *row = newest_call(m, tid);
	const struct process *p = model_process_of_task(m, tid);
	const struct task *t = p ? process_task(p, tid) : NULL;
	bool at_row = !s->waits_on && (s->held_phase == PHASE_ENTER ||
				       s->held_phase == PHASE_EXIT);

	if (row && (row->open || at_row)) {
		call_name(out, &row->call);
	} else if (t && t->in_call != EV_UNKNOWN) {
		struct ev_call ev = { .abi = t->in_call_abi,
				      .nr = t->in_call };
		call_name(out, &ev);
	}
}

/* Appends text such as "4122 before mmap, 5 tasks held". */
static void add_held(struct str *out, const struct model *m)
{
	const struct ev_status *s = &m->status;
	/* If no thread stopped at a call, the call of the main thread is
	 * shown. */
	int tid = (int)(s->held_tid > 0 ? s->held_tid : s->main_pid);
	struct str call = STR_INIT;
	unsigned long held = (unsigned long)s->held;

	if (s->steps > 1)
		/* TRANSLATORS: a number of steps is in progress: the step, and
		 * the number. */
		str_addf(out, _("step %llu of %llu"),
			 (unsigned long long)s->step,
			 (unsigned long long)s->steps);
	str_adds(out, out->len ? ", " : "");
	held_call_name(&call, m, tid);
	if (s->held_tid > 0 && s->waits_on > 0)
		str_addf(out, _("%d in %s waits for %d"), tid,
			 call.len ? call.data : _("a call"),
			 (int)s->waits_on);
	else if (s->held_tid > 0 && s->waits_on < 0)
		str_addf(out, _("%d waits in %s"), tid,
			 call.len ? call.data : _("a call"));
	else if (s->held_tid > 0 && call.len && s->held_phase == PHASE_ENTER)
		str_addf(out, _("%d before %s"), tid, call.data);
	else if (s->held_tid > 0 && call.len && s->held_phase == PHASE_EXIT)
		str_addf(out, _("%d after %s"), tid, call.data);
	else if (call.len)
		/* TRANSLATORS: a held thread, and the call in which it is. */
		str_addf(out, _("%d in %s"), tid, call.data);
	else if (s->held_tid > 0)
		str_addf(out, "%d", tid);
	if (held && s->steps <= 1) {
		str_adds(out, out->len ? ", " : "");
		str_addf(out, ngettext("%lu task held", "%lu tasks held", held),
			 held);
	}
	str_release(&call);
}

static void add_exit(struct str *out, const struct ev_status *s)
{
	char name[16];

	if (s->exit_signal > 0) {
		str_adds(out, signal_name((uint64_t)s->exit_signal, name));
		if (s->exit_core)
			str_adds(out, _(", core"));
	} else if (s->exit_status >= 0) {
		str_addf(out, _("exited %d"), (int)s->exit_status);
	}
}

/* Returns the long form of the level if it fits in `cols` columns, else the
 * short form. */
static const char *level_words(const struct ev_status *s, int cols)
{
	const char *brief, *whole;

	switch (s->state) {
	case TARGET_DETACHED:
		/* TRANSLATORS: kept: a keeper process of mmtop still handles
		 * the filtered calls of the detached program. */
		brief = s->keeper ? _("DETACHED, kept") : _("DETACHED");
		whole = s->keeper ? keyed(_("DETACHED, kept, {attach} "
					    "attaches")) :
				    keyed(_("DETACHED, {attach} attaches"));
		break;
	case TARGET_STOPPED:
		brief = whole = _("STOPPED");
		break;
	case TARGET_CAPTURE:
		brief = whole = _("captured");
		break;
	default:
		/* TRANSLATORS: the program runs until it enters a call. */
		brief = whole = s->until ? _("until a call") :
				level_name(s->level);
		/* TRANSLATORS: calls and watch are names of levels: do not
		 * translate them. */
		if (s->level == LEVEL_CALLS && !s->filter)
			whole = _("calls, unfiltered");
		else if (s->level == LEVEL_WATCH && s->filter)
			brief = whole = _("watch, filter");
		/* TRANSLATORS: mmtop itself stays on one CPU. */
		else if (s->level == LEVEL_CALLS && s->pinned)
			whole = _("calls, one CPU");
	}
	return text_width(whole) <= cols ? whole : brief;
}

static bool tracks_writes(const struct model *m)
{
	for (size_t i = 0; i < m->processes.n; i++)
		if (!m->processes.v[i]->ended &&
		    m->processes.v[i]->writes.state == WRITES_ON)
			return true;
	return false;
}

/* Appends the level, and whether written pages are tracked, because tracking
 * slows the program down. */
static void add_level(struct str *out, const struct model *m, int cols)
{
	/* TRANSLATORS: short for: written pages (W) are tracked. */
	const char *brief = tracks_writes(m) ? _(" +W") : "";
	const char *whole = *brief ? _(", writes tracked") : "";
	int room = cols - text_width(whole);
	const char *level = level_words(&m->status, room);

	if (*brief && text_width(level) > room) {
		whole = brief;
		level = level_words(&m->status, cols - text_width(brief));
	}
	str_adds(out, level);
	str_adds(out, whole);
}

void header_words(struct str *out, const struct model *m, int cols, bool ascii)
{
	const struct ev_status *s = &m->status;
	struct str state = STR_INIT, name = STR_INIT;
	bool wide = cols >= 50;

	if (model_is_system_wide(m)) {
		str_adds(out, _("all processes"));
		return;
	}
	if (s->state == TARGET_HELD)
		add_held(&state, m);
	else if (s->state == TARGET_ENDED)
		add_exit(&state, s);
	else if (m->status_ns)
		add_level(&state, m, 0);
	int room = cols - text_width(state.data) - (state.len ? 2 : 0);
	/* If room is short, a running program is shown without its level: the
	 * PID matters more. */
	if (room < NAME_LEAST && s->state != TARGET_HELD &&
	    s->state != TARGET_ENDED) {
		str_clear(&state);
		room = cols;
	}
	if (room >= NAME_LEAST)
		(wide ? add_long_name : add_name)(&name, m, room, ascii);
	else if (s->state != TARGET_HELD && model_main(m))
		str_addf(&name, "%d", (int)model_main(m)->pid);
	if (s->state == TARGET_HELD) {
		str_adds(out, state.data);
		if (tracks_writes(m))
			str_adds(out, _(" +W"));
		if (name.len)
			add_gap(out);
		str_adds(out, name.data);
	} else {
		int left = cols - text_width(name.data) - 2;
		str_adds(out, name.data);
		if (state.len)
			add_gap(out);
		if (s->state == TARGET_ENDED)
			str_adds(out, state.data);
		else if (state.len)
			add_level(out, m, left);
	}
	str_release(&state);
	str_release(&name);
}
