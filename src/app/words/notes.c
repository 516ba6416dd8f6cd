/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/words/notes.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/words/refusal.h"
#include "base/fmt.h"
#include "base/text.h"
#include "event/call.h"
#include "event/names.h"
#include "event/refusal.h"
#include "ui/words/error.h"
#include "ui/kit/keyed.h"

/* Appends why mmtop could not attach.  The text of the note depends on the
 * reason: the tracer's name, "name pid", or a number (PID, user ID, errno or
 * another value). */
static void attach_failed(struct str *out, const struct ev_note *n, bool ascii)
{
	struct refusal r = { .pid = (pid_t)n->a };
	char detail[64];
	size_t len = n->text.len < sizeof detail - 1 ? n->text.len :
		     sizeof detail - 1;

	r.why = n->b > REFUSED_NOT && n->b < REFUSALS ?
		(enum refusal_why)n->b : REFUSED_ERRNO;
	if (len)
		memcpy(detail, n->text.data, len);
	detail[len] = '\0';
	char *number = strrchr(detail, ' ');
	char *digits = number ? number + 1 : detail;
	if (*digits && strspn(digits, "0123456789") == strlen(digits)) {
		long v = strtol(digits, NULL, 10);
		r.other = (pid_t)v;
		r.uid = (uid_t)v;
		r.value = (int)v;
		r.err = (int)v;
		if (number)
			*number = '\0';
		else
			detail[0] = '\0';
	}
	memcpy(r.other_name, detail, sizeof r.other_name);
	memcpy(r.name, detail, sizeof r.name);
	refusal_text(out, &r, ascii);
}

static void call_of_task(struct str *out, const struct model *m, pid_t tid)
{
	const struct process *p = m ? model_process_of_task(m, tid) : NULL;
	const struct task *t = p ? process_task(p, tid) : NULL;

	if (t && t->in_call != EV_UNKNOWN) {
		struct ev_call ev = { .abi = t->in_call_abi,
				      .nr = t->in_call };
		call_name(out, &ev);
	} else {
		str_adds(out, _("its call"));
	}
}

static void blocked(struct str *out, const struct ev_note *n,
		    const struct model *m)
{
	struct str call = STR_INIT;

	call_of_task(&call, m, (pid_t)n->a);
	if (n->b > 0)
		str_addf(out, _("%d is blocked in %s and waits for %d, which "
				"mmtop holds. The other threads run until that "
				"call returns."), (int)n->a,
			 call.data, (int)n->b);
	else
		str_addf(out, _("%d is blocked in %s and waits for an unknown "
				"thread. The other threads run until that call "
				"returns."),
			 (int)n->a, call.data);
	str_release(&call);
}

static void oom_words(struct str *out, const struct ev_note *n,
		      const char *text)
{
	const char *sentence = n->id == NOTE_OOM_MAYBE ?
		_("%d was killed by SIGKILL, maybe by the OOM killer: it "
		  "killed a process at that time, but mmtop cannot read its "
		  "name in the kernel log.") :
		!strcmp(text, "cpuset") ?
		_("%d was killed by the OOM killer: the memory nodes of its "
		  "cpuset were full.") :
		!strcmp(text, "mempolicy") ?
		_("%d was killed by the OOM killer: the memory nodes of its "
		  "policy (NUMA) were full.") :
		!strcmp(text, "cgroup") ?
		_("%d was killed by the OOM killer: its cgroup reached its "
		  "limit.") :
		_("%d was killed by the OOM killer: the machine had no memory "
		  "left.");
	char max[FMT_MAX];

	if (*text != '/')
		str_addf(out, sentence, (int)n->a);
	else if (n->b > 0)
		/* TRANSLATORS: a process, the used memory and the limit of its
		 * cgroup, and the name of the cgroup. */
		str_addf(out, _("%d was killed by the OOM killer: its cgroup "
				"reached %s of %s (%s)."), (int)n->a,
			 fmt_size(max, (uint64_t)n->b), max, text);
	else
		/* TRANSLATORS: a process, and the name of its cgroup. */
		str_addf(out, _("%d was killed by the OOM killer: its cgroup "
				"reached its limit (%s)."), (int)n->a, text);
}

static void no_filter(struct str *out, const struct ev_note *n,
		      const char *text)
{
	switch (n->b) {
	case NO_FILTER_SETUID:
		str_addf(out, _("No filter: %s would lose the privileges of "
				"its file (setuid). Every call stops it."),
			 text);
		break;
	case NO_FILTER_LIBRARY:
		str_adds(out, _("No filter: libseccomp is missing. Every call "
				"stops the program."));
		break;
	case NO_FILTER_STRICT:
		str_adds(out, _("No filter: a sandbox around mmtop forbids it. "
				"Every call stops the program."));
		break;
	case NO_FILTER_CPU_LIMIT:
		str_adds(out, _("No filter: a hard limit on CPU time "
				"(ulimit -t) may kill mmtop, and a filtered "
				"program ends with mmtop. Every call stops the "
				"program."));
		break;
	default:
		str_addf(out, _("No filter (seccomp): %s. Every call stops the "
				"program."), text);
		break;
	}
}

/* In each of these messages, %s is the name of a program, and %d its PID. */
static void no_heap(struct str *out, const struct ev_note *n, const char *text)
{
	static const char *const sentences[NO_HEAP_WHYS] = {
		[NO_HEAP_STATIC] =
			N_("--heap does not watch %s (%d): it is linked "
			   "statically."),
		[NO_HEAP_LOADER] =
			N_("--heap does not watch %s (%d): its C library is "
			   "not glibc."),
		[NO_HEAP_MACHINE] =
			N_("--heap does not watch %s (%d): it is a 32-bit "
			   "program, or for another processor."),
		[NO_HEAP_SANITIZER] =
			N_("--heap does not watch %s (%d): its sanitizer (ASan "
			   "or the like) has an allocator of its own."),
		[NO_HEAP_SECURE] =
			N_("--heap does not watch %s (%d): setuid and setgid "
			   "programs, and those with capabilities, ignore "
			   "LD_PRELOAD."),
		[NO_HEAP_ENVIRONMENT] =
			N_("--heap does not watch %s (%d): it was started "
			   "without mmtop's LD_PRELOAD in its environment."),
		[NO_HEAP_HIDDEN] =
			N_("--heap does not watch %s (%d): it cannot see "
			   "mmtop's library from its root folder."),
		[NO_HEAP_LIBRARY] =
			N_("--heap does not watch %s (%d): it did not load "
			   "mmtop's library, or cannot open the memory that it "
			   "shares with mmtop."),
		[NO_HEAP_ALLOCATOR] =
			N_("--heap does not watch %s (%d): it has an allocator "
			   "of its own."),
		[NO_HEAP_UNREADABLE] =
			N_("--heap does not watch %s (%d): its user cannot "
			   "read mmtop's library; install it where all users "
			   "can."),
	};

	if (n->b > 0 && n->b < NO_HEAP_WHYS)
		str_addf(out, _(sentences[n->b]), *text ? text : "?",
			 (int)n->a);
}

static void capture(struct str *out, const struct ev_note *n, const char *text)
{
	char size[FMT_MAX];

	switch (n->id) {
	case NOTE_CAPTURE_LIMIT:
		fmt_size(size, (uint64_t)n->b);
		/* TRANSLATORS: the name of a region, its process, and a
		 * size. */
		str_addf(out, _("%s of %d is no longer captured: it reached "
				"its limit of %s."),
			 *text ? text : _("A region"), (int)n->a, size);
		break;
	case NOTE_CAPTURE_FILTER:
		str_addf(out, n->a ?
			 _("mmap_filter failed and is no longer called; no "
			   "new region is captured: %s.") :
			 _("mmap_filter failed; regions for which it fails "
			   "are not captured: %s."), text);
		break;
	case NOTE_CAPTURE_PAST:
		str_addf(out, _("mmap_filter chose a window beyond the end of "
				"%s of %d: the region is not captured."),
			 *text ? text : _("a region"), (int)n->a);
		break;
	case NOTE_CAPTURE_SLOW:
		str_addf(out, "%s",
			 _("mmap_filter is slow: mmtop limits it to a tenth "
			   "of the time. A region is captured only after its "
			   "answer."));
		break;
	case NOTE_CAPTURE_FAILED:
		str_addf(out, _("Capturing has stopped: %s."), text);
		break;
	default:
		break;
	}
}

/* Appends that an attach, a stop or a detach cannot complete yet: the process
 * is frozen, or one of its threads is in uninterruptible sleep. */
static void pending(struct str *out, const struct ev_note *n, const char *text)
{
	bool detach = n->id == NOTE_DETACH_PENDING;

	if (n->id == NOTE_ATTACH_PENDING)
		str_addf(out, _("attach to %d (%s) is pending: its cgroup is "
				"frozen"), (int)n->a, text);
	else if (!n->b)
		str_addf(out, detach ?
			 _("detach from %d is pending: its cgroup is frozen") :
			 _("stop of %d is pending: its cgroup is frozen"),
			 (int)n->a);
	else
		/* TRANSLATORS: a process, its thread, and the kernel function
		 * in which the thread sleeps. */
		str_addf(out, detach ?
			 _("detach from %d is pending: thread %d is in "
			   "uninterruptible sleep (%s)") :
			 _("stop of %d is pending: thread %d is in "
			   "uninterruptible sleep (%s)"),
			 (int)n->a, (int)n->b, *text ? text : "?");
}

/* Appends the sentence for a note about filters, pending stops, kills or hung
 * reads.  Other notes are passed on to capture(). */
static void safety(struct str *out, const struct ev_note *n, const char *text)
{
	switch (n->id) {
	case NOTE_KEEPER:
		/* TRANSLATORS: the second number is the PID of the keeper, a
		 * process of mmtop. */
		str_addf(out, keyed(_("Detached from %d; keeper %d resumes "
				      "its filtered calls (mmtop --keepers). "
				      "{attach} reattaches.")),
			 (int)n->a, (int)n->b);
		break;
	case NOTE_NO_FILTER:
		no_filter(out, n, text);
		break;
	case NOTE_STRICT:
		str_addf(out, _("%d requested strict seccomp, which does not "
				"work with mmtop's filter. Launch it with "
				"--no-filter."), (int)n->a);
		break;
	case NOTE_OWN_FILTER:
		str_addf(out, _("%d has a seccomp filter of its own: mmtop may "
				"miss calls that this filter refuses or passes "
				"to another program. --no-filter shows them."),
			 (int)n->a);
		break;
	case NOTE_ATTACH_PENDING:
	case NOTE_STOP_PENDING:
	case NOTE_DETACH_PENDING:
		pending(out, n, text);
		break;
	case NOTE_OOM:
	case NOTE_OOM_MAYBE:
		oom_words(out, n, text);
		break;
	case NOTE_TRACK_WATCH:
		str_addf(out, keyed(_("mremap of %d may fail with EFAULT while "
				      "its writes are tracked at level watch. "
				      "Use level calls ({level}, "
				      "--level=calls).")),
			 (int)n->a);
		break;
	case NOTE_UNTRACED:
		str_addf(out, _("%d was created by %d with CLONE_UNTRACED: it "
				"is not traced. Try: mmtop -p %d"),
			 (int)n->a, (int)n->b, (int)n->a);
		break;
	case NOTE_UNMARKED:
		/* TRANSLATORS: the last argument is the name of a system call,
		 * such as clone3. */
		str_addf(out, _("%d requested an untraced child, whose "
				"filtered calls would fail: mmtop removed "
				"CLONE_UNTRACED from its %s."),
			 (int)n->a, text);
		break;
	case NOTE_NO_HEAP:
		no_heap(out, n, text);
		break;
	case NOTE_READER:
		str_addf(out, _("Reading %s of %d hung and was cancelled: "
				"its values are n/a."), text, (int)n->a);
		break;
	case NOTE_DEBUGGER:
		/* TRANSLATORS: name and PID of a debugger, and a thread that it
		 * wants to trace. */
		str_addf(out, _("%s (%d) cannot trace %d: mmtop traces it, and "
				"a thread has only one tracer. Launch it with "
				"--no-follow --no-filter, or attach without "
				"-f."),
			 *text ? text : "?", (int)n->a, (int)n->b);
		break;
	case NOTE_RING_OFF:
		str_adds(out, _("Another program turned mmtop's trace ring "
				"off: calls are missing from now on."));
		break;
	default:
		capture(out, n, text);
	}
}

bool note_sentence(struct str *out, const struct ev_note *n,
	       const struct model *m, bool ascii)
{
	struct str text = STR_INIT;
	size_t before = out->len;
	char sig[16];

	text_safe(&text, n->text.data, n->text.len, ascii);
	switch (n->id) {
	case NOTE_ATTACH_FAILED:
		attach_failed(out, n, ascii);
		break;
	case NOTE_LOG_FAILED:
		str_addf(out, _("Cannot write %s: %s. The log ends here; the "
				"program continues."),
			 text.len ? text.data : _("the log"),
			 error_words((int)n->b));
		break;
	case NOTE_NO_TASK:
		str_addf(out, keyed(_("There is no thread %d. Select another "
				      "one in Processes ({processes}).")),
			 (int)n->a);
		break;
	case NOTE_STEP_BLOCKED:
		blocked(out, n, m);
		break;
	case NOTE_STEP_RETURNED:
		str_addf(out, _("%d: its call has returned; all threads are "
				"held again."),
			 (int)n->a);
		break;
	case NOTE_SETUID:
		str_addf(out, _("%d runs %s without the privileges of its "
				"file (setuid), because it is traced."),
			 (int)n->a, text.data);
		break;
	case NOTE_UNREADABLE:
		str_addf(out, _("Cannot read %s of %d: %s."),
			 text.len ? text.data : "/proc", (int)n->a,
			 error_words((int)n->b));
		break;
	case NOTE_DETACHED:
		str_addf(out, keyed(_("Detached from %d, which keeps "
				      "running. {attach} reattaches, {quit} "
				      "quits.")), (int)n->a);
		break;
	case NOTE_SIGNALLED:
		signal_name((uint64_t)n->b, sig);
		/* The kernel delivers SIGKILL to a held thread, too. */
		str_addf(out, m && m->status.state == TARGET_HELD &&
			 n->b != SIGKILL ?
			 _("%s was sent to %d, which gets it when it "
			   "continues.") : _("%s was sent to %d."),
			 sig, (int)n->a);
		break;
	case NOTE_NOT_SIGNALLED:
		str_addf(out, _("Cannot send %s to %d: %s."), text.data,
			 (int)n->a, error_words((int)n->b));
		break;
	case NOTE_REFUSED_STATE:
		str_addf(out, _("Not now: %d is not being traced."),
			 (int)n->a);
		break;
	default:
		safety(out, n, text.len ? text.data : "");
		break;
	}
	str_release(&text);
	return out->len > before;
}
