/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/words/call.h"

#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>

#include "base/fmt.h"
#include "event/names.h"
#include "ui/words/error.h"
#include "ui/kit/i18n.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif
#ifndef MADV_PAGEOUT
#define MADV_PAGEOUT 21
#endif
#ifndef MADV_COLD
#define MADV_COLD 20
#endif

/* Number of earlier calls that are searched for the heap's end before a brk. */
#define BRK_LOOK_BACK 2000

/*
 * The sentences for a call.  In a sentence, {0} to {5} are the arguments in
 * their short form, {r} is the result in hex, {d} in decimal, {n} the call's
 * name.
 */
struct result_words {
	const char *before;
	const char *after;		/* NULL: the sentence is "it returned
					 * {d}." */
};

static const struct result_words words[CALL_IDS] = {
	[CALL_OTHER] = { N_("{n} (not a memory call)."), NULL },
	[CALL_MUNMAP] = {
		N_("unmaps {1} at {0}."),
		N_("{1} at {0} is unmapped: access raises SIGSEGV.") },
	[CALL_MREMAP] = {
		N_("resizes {1} at {0} to {2}."),
		N_("it is {2} at {r} now; new pages come at first touch.") },
	[CALL_MPROTECT] = {
		N_("sets {1} at {0} to {2}."), N_("{1} at {0} is {2} now.") },
	[CALL_PKEY_MPROTECT] = {
		N_("sets {1} at {0} to {2}, protection key {3}."),
		N_("{1} at {0} is {2} now, key {3}.") },
	[CALL_PROCESS_MADVISE] = {
		N_("advises the kernel on another process's memory: {3}."),
		N_("{d} bytes were advised.") },
	[CALL_MLOCK] = {
		N_("locks {1} at {0} into memory and populates it."),
		N_("{1} at {0} is resident and locked.") },
	[CALL_MLOCK2] = {
		N_("locks {1} at {0} into memory: {2}."),
		N_("{1} at {0} is locked: it is not swapped.") },
	[CALL_MUNLOCK] = {
		N_("unlocks {1} at {0}."),
		N_("{1} at {0} is no longer locked.") },
	[CALL_MLOCKALL] = {
		N_("locks all of its memory: {0}."),
		N_("its memory is locked: it is not swapped.") },
	[CALL_MUNLOCKALL] = {
		N_("unlocks all of its memory."),
		N_("no memory is locked.") },
	[CALL_MSYNC] = {
		N_("writes {1} at {0} back to its file: {2}."),
		N_("done; its pages stay in memory.") },
	[CALL_REMAP_FILE_PAGES] = {
		N_("maps another part of the file to {1} at {0}."),
		N_("{1} at {0} maps the other part.") },
	[CALL_MBIND] = {
		N_("sets the memory nodes of {1} at {0}: {2}."),
		N_("set; existing pages stay unless moved.") },
	[CALL_MSEAL] = {
		N_("seals {1} at {0}: no call may change it after that."),
		N_("{1} at {0} is sealed.") },
	[CALL_SHMAT] = {
		N_("attaches the shared memory segment {0}."),
		N_("attached at {r}: RSS grows as its pages are touched.") },
	[CALL_SHMDT] = {
		N_("detaches the shared memory segment at {0}."),
		N_("detached; the segment lives on until it is removed.") },
	[CALL_SHMGET] = {
		N_("requests a shared memory segment of {1}, key {0}."),
		N_("its id is {d}; it is not mapped yet.") },
	[CALL_SHMCTL] = {
		N_("controls the shared memory segment {0}: {1}."), NULL },
	[CALL_MEMFD_CREATE] = {
		N_("creates an in-memory file: {0}."),
		N_("it is fd {d}; it has no pages yet.") },
	[CALL_MEMFD_SECRET] = {
		N_("creates an in-memory file hidden from the kernel."),
		N_("it is fd {d}; it has no pages yet.") },
	[CALL_MAP_SHADOW_STACK] = {
		N_("requests {1} of shadow stack."),
		N_("a shadow stack at {r}, virt +{1}.") },
	[CALL_USERFAULTFD] = {
		N_("creates a page-fault userfaultfd."),
		N_("it is fd {d}.") },
	[CALL_EXECVE] = {
		N_("replaces the program with {0}."),
		N_("a new program: every region is new.") },
	[CALL_EXECVEAT] = {
		N_("replaces the program with {1}."),
		N_("a new program: every region is new.") },
};

/* The sentences for madvise, by its third argument. */
static const struct {
	int advice;
	struct result_words words;
} advices[] = {
	{ MADV_DONTNEED, {
		N_("frees the pages of {1} at {0}; the addresses stay."),
		N_("pages freed; RSS fell by at most {1}.") } },
	{ MADV_FREE, {
		N_("lets the kernel free the pages of {1} at {0}."),
		N_("RSS stays until memory is short.") } },
	{ MADV_REMOVE, {
		N_("frees {1} at {0} and its backing store."),
		N_("pages freed, in the file too.") } },
	{ MADV_WILLNEED, {
		N_("will need {1} at {0} soon."),
		N_("the kernel may read it ahead.") } },
	{ MADV_COLD, {
		N_("will not need {1} at {0} for a while."),
		N_("its pages are evicted first when memory is short.") } },
	{ MADV_PAGEOUT, {
		N_("reclaims {1} at {0} now."),
		N_("reclaimed if possible.") } },
	{ MADV_HUGEPAGE, {
		N_("requests huge pages in {1} at {0}."),
		N_("huge pages may come at the next touch.") } },
	{ MADV_NOHUGEPAGE, {
		N_("disables huge pages in {1} at {0}."),
		N_("existing huge pages stay.") } },
	{ -1, {
		N_("advises the kernel on {1} at {0}: {2}."),
		N_("the kernel took note.") } },
};

static void fill_in(struct str *out, const char *sentence,
		    const struct ev_call *ev)
{
	for (const char *s = sentence; *s; s++) {
		if (s[0] != '{' || !s[1] || s[2] != '}') {
			str_addc(out, *s);
			continue;
		}
		if (s[1] >= '0' && s[1] <= '5')
			call_arg(out, ev, s[1] - '0', true);
		else if (s[1] != 'n' && !call_result_known(ev))
			str_adds(out, "n/a");
		else if (s[1] == 'r')
			str_addf(out, "0x%" PRIx64, (uint64_t)ev->result);
		else if (s[1] == 'd')
			str_addf(out, "%" PRId64, ev->result);
		else
			call_name(out, ev);
		s += 2;
	}
}

static const struct result_words *words_of(enum call_id id,
					   const struct ev_call *ev)
{
	int advice = (int)ev->args[2];
	size_t i;

	if (id != CALL_MADVISE)
		return &words[id];
	for (i = 0; advices[i].advice >= 0; i++)
		if (advices[i].advice == advice)
			break;
	return &advices[i].words;
}

static enum call_id id_of(const struct ev_call *ev)
{
	const struct call_desc *desc = call_of(ev);

	if (ev->call < CALL_IDS && ev->call != CALL_OTHER)
		return (enum call_id)ev->call;
	return desc && desc->id < CALL_IDS ? desc->id : CALL_OTHER;
}

static bool is_mmap(enum call_id id)
{
	return id == CALL_MMAP || id == CALL_MMAP2 || id == CALL_OLD_MMAP;
}

/* --- mmap ----------------------------------------------------------------- */

static void mmap_before(struct str *out, const struct ev_call *ev)
{
	uint64_t prot = ev->args[2], flags = ev->args[3];
	bool shared = (flags & MAP_TYPE) != MAP_PRIVATE;
	const char *what, *where;

	if (!(flags & MAP_ANONYMOUS))
		what = !shared ? N_("maps {1} of the file {4}, privately") :
		       prot & PROT_WRITE ?
		       N_("maps {1} of the file {4}, writes reach it") :
		       N_("maps {1} of the file {4}, shared");
	else if (prot == PROT_NONE)
		what = N_("reserves {1} of addresses");
	else if (shared)
		what = N_("requests {1} of new shared memory");
	else
		what = N_("requests {1} of new private memory");
	if (flags & MAP_FIXED_NOREPLACE)
		where = N_(" at {0} if that is free.");
	else if (flags & MAP_FIXED)
		where = N_(" at {0}, over what is there.");
	else if (ev->args[0])
		where = N_(", near {0}.");
	else
		where = N_(", the kernel chooses where.");
	fill_in(out, _(what), ev);
	fill_in(out, _(where), ev);
}

static void mmap_after(struct str *out, const struct model *m,
		       const struct process *p, const struct call_row *row)
{
	const struct ev_call *ev = &row->call;
	uint64_t start = (uint64_t)ev->result, ps = m->page_size ?
		m->page_size : 4096;
	uint64_t size = (ev->args[1] + ps - 1) / ps * ps;
	const struct region *r = p ? space_find(&p->space, start) : NULL;
	bool own = r && r->start == start && r->end == start + size;
	char a[FMT_MAX], b[FMT_MAX];

	fmt_size(a, size);
	if (!r || !call_args_known(ev)) {
		fill_in(out, _("mapped {1} at {r}; region not read yet."), ev);
		return;
	}
	if (own)
		str_addf(out, _("1 region added, virt +%s"), a);
	else
		str_addf(out, _("joined its neighbour, virt +%s"), a);
	if (!own || r->rss == EV_UNKNOWN) {
		str_adds(out, _(": its pages come at the first touch."));
		return;
	}
	str_addf(out, _(", RSS +%s"), fmt_size(b, r->rss));
	if (ev->args[2] == PROT_NONE)
		str_adds(out, _(": no access, so no pages."));
	else if (r->rss < size)
		str_adds(out, _(": its pages come at the first touch."));
	else
		str_adds(out, _(": all of it resident."));
}

/* --- brk -------------------------------------------------------------------- */

/* Returns the end of the heap before the call, or 0 if no earlier brk is
 * known. */
static uint64_t heap_end_before(const struct model *m,
				const struct call_row *row)
{
	for (uint64_t seq = row->seq - 1, n = 0;
	     seq && n < BRK_LOOK_BACK; seq--, n++) {
		const struct call_row *c = model_call(m, seq);

		if (!c)
			return 0;
		if (c->pid == row->pid && !c->open &&
		    id_of(&c->call) == CALL_EXECVE)
			return 0;
		if (c->pid == row->pid && !c->open &&
		    id_of(&c->call) == CALL_BRK)
			return (uint64_t)c->call.result;
	}
	return 0;
}

static const struct region *heap_of(const struct process *p)
{
	if (!p)
		return NULL;
	for (size_t i = 0; i < p->space.regions.n; i++) {
		const struct region *r = p->space.regions.v[i];

		if (r->kind == KIND_HEAP && !r->removed_ns)
			return r;
	}
	return NULL;
}

static void brk_before(struct str *out, const struct process *p,
		       const struct ev_call *ev)
{
	const struct region *heap = heap_of(p);
	uint64_t want = ev->args[0];
	char a[FMT_MAX];

	if (!want)
		str_adds(out, _("queries the heap's end."));
	else if (!heap)
		fill_in(out, _("requests a heap that ends at {0}."), ev);
	else if (want >= heap->end)
		str_addf(out, _("requests %s more heap."),
			 fmt_size(a, want - heap->end));
	else if (want >= heap->start)
		str_addf(out, _("frees %s at the end of the heap."),
			 fmt_size(a, heap->end - want));
	else
		fill_in(out, _("requests a heap that ends at {0}."), ev);
}

static void brk_after(struct str *out, const struct model *m,
		      const struct call_row *row)
{
	const struct ev_call *ev = &row->call;
	uint64_t end = (uint64_t)ev->result, was = heap_end_before(m, row);
	char a[FMT_MAX];

	/* brk() reports a failure by returning the current end. */
	if (ev->args[0] && end != ev->args[0])
		fill_in(out, _("refused: the heap still ends at {r}."), ev);
	else if (!ev->args[0] || !was || was == end)
		fill_in(out, _("the heap ends at {r}."), ev);
	else if (end > was)
		str_addf(out, _("the heap is %s longer, RSS +0: its pages "
				"come at the first touch."),
			 fmt_size(a, end - was));
	else
		str_addf(out, _("the heap is %s shorter; pages freed."),
			 fmt_size(a, was - end));
}

/* --- all calls ------------------------------------------------------------ */

void call_before(struct str *out, const struct process *p,
		 const struct call_row *row)
{
	enum call_id id = id_of(&row->call);
	const struct result_words *w = words_of(id, &row->call);

	if (!call_args_known(&row->call))
		call_name(out, &row->call);
	else if (is_mmap(id))
		mmap_before(out, &row->call);
	else if (id == CALL_BRK)
		brk_before(out, p, &row->call);
	else
		fill_in(out, _(w->before), &row->call);
}

void call_after(struct str *out, const struct model *m,
		const struct process *p, const struct call_row *row)
{
	const struct ev_call *ev = &row->call;
	enum call_id id = id_of(ev);
	const struct result_words *w = words_of(id, ev);

	if (ev->restarted) {
		str_adds(out, _("it was interrupted; the kernel restarts it "
				"after the signal."));
	} else if (ev->error) {
		const char *name = errno_name(ev->error);

		str_addf(out, _("it failed: %s (%s)."), name ? name : "?",
			 error_words((int)ev->error));
	} else if (is_mmap(id)) {
		mmap_after(out, m, p, row);
	} else if (id == CALL_BRK) {
		brk_after(out, m, row);
	} else {
		fill_in(out, w->after ? _(w->after) : _("it returned {d}."),
			ev);
	}
}

const struct call_row *call_held(const struct model *m)
{
	pid_t tid = (pid_t)m->status.held_tid;

	if (m->status.state != TARGET_HELD || !tid || m->status.waits_on ||
	    (m->status.held_phase != PHASE_ENTER &&
	     m->status.held_phase != PHASE_EXIT))
		return NULL;
	for (uint64_t seq = m->calls_last; seq; seq--) {
		const struct call_row *c = model_call(m, seq);

		if (!c)
			return NULL;
		if (c->tid == tid)
			return c;
	}
	return NULL;
}

void call_stop(struct str *out, const struct model *m)
{
	const struct call_row *held = call_held(m);
	const struct process *p;

	if (m->status.waits_on > 0) {
		str_addf(out, _("Blocked: it waits for %d; the others run until "
				"it returns."), (int)m->status.waits_on);
	} else if (m->status.waits_on < 0) {
		str_adds(out, _("Blocked: the others run until it returns."));
	} else if (held) {
		p = model_process(m, held->pid);
		str_adds(out, held->open ? _("Before: ") : _("After: "));
		if (held->open)
			call_before(out, p, held);
		else
			call_after(out, m, p, held);
	}
}
