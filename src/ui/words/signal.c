/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/words/signal.h"

#include <inttypes.h>
#include <signal.h>

#include "base/fmt.h"
#include "event/names.h"
#include "ui/kit/i18n.h"
#include "ui/kit/say.h"

/* True if the kernel sent the signal because of an action of the thread; the
 * signal then has an address (si_addr). */
static bool is_fault(const struct signal_row *s)
{
	return s->signal.has_addr != 0;
}

static bool of_child(const struct signal_row *s)
{
	return s->signal.signal == SIGCHLD && s->signal.code >= CLD_EXITED &&
	       s->signal.code <= CLD_CONTINUED;
}

void signal_code(struct str *out, const struct signal_row *s)
{
	const char *name = signal_code_name(s->signal.signal, s->signal.code);

	if (name)
		str_adds(out, name);
	else
		str_addf(out, _("code %lld"), (long long)s->signal.code);
}

void signal_line(struct str *out, const struct signal_row *s)
{
	char name[16];

	signal_name(s->signal.signal, name);
	if (s->signal.action == SIGNAL_STOPPED) {
		str_addf(out, _("--- stopped by %s ---"), name);
		return;
	}
	if (s->signal.action == SIGNAL_CONTINUED) {
		str_adds(out, _("--- continued ---"));
		return;
	}
	str_addf(out, "--- %s ", name);
	signal_code(out, s);
	if (is_fault(s))
		str_addf(out, " addr 0x%" PRIx64, s->signal.addr);
	else if (s->signal.sender > 0)
		str_addf(out, _(" from %lld"), (long long)s->signal.sender);
	str_adds(out, " ---");
}

void signal_sender(struct str *out, const struct look *look,
		   const struct signal_row *s)
{
	char buf[FMT_MAX];

	if (is_fault(s)) {
		str_addf(out, _("at %s"), fmt_addr(buf, s->signal.addr));
	} else if (s->signal.code == SI_TIMER) {
		str_adds(out, _("timer"));
	} else if (s->signal.sender > 0) {
		str_addf(out, "%" PRId64, s->signal.sender);
		if (s->sender_comm[0]) {
			str_addc(out, ' ');
			say_name(out, look, s->sender_comm);
		}
	} else if (s->signal.code == SI_KERNEL &&
		   s->signal.signal == SIGALRM) {
		/* SIGALRM from alarm() or ITIMER_REAL has no sending
		 * process. */
		str_adds(out, _("kernel timer"));
	} else if (s->signal.code > 0) {
		str_adds(out, _("kernel"));
	} else if (s->source != 't') {
		/* The trace ring does not always report the sender. */
		str_adds(out, _("n/a"));
	} else {
		str_adds(out, _("outside its namespace"));
	}
}

void signal_child(struct str *out, const struct signal_row *s)
{
	char name[16];

	if (!of_child(s))
		return;
	switch (s->signal.code) {
	case CLD_EXITED:
		str_addf(out, _("exited %d"), s->child_status);
		break;
	case CLD_CONTINUED:
		str_adds(out, _("resumed"));
		break;
	case CLD_STOPPED:
	case CLD_TRAPPED:
		str_addf(out, _("stopped by %s"),
			 signal_name((uint64_t)s->child_status, name));
		break;
	default:
		str_addf(out, _("killed by %s"),
			 signal_name((uint64_t)s->child_status, name));
	}
}

const char *signal_action_words(const struct signal_row *s)
{
	switch (s->signal.action) {
	case SIGNAL_STOPPED:
		return _("stops it");
	case SIGNAL_CONTINUED:
		return _("resumed");
	case SIGNAL_HELD:
		return _("held here");
	case SIGNAL_DROPPED:
		return _("dropped");
	default:
		return _("delivered");
	}
}
