/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The session in which the user chooses a process.  Instead of an engine it has
 * a lister, a process that lists all processes. */
#include <config.h>

#include "app/session/session.h"

#include <poll.h>
#include <time.h>

#include "app/i18n.h"
#include "app/screen/screen.h"
#include "app/warn.h"
#include "app/words/refusal.h"
#include "source/list/list.h"
#include "sys/loop.h"
#include "ui/words/error.h"

/* Values are updated at most twice a second, whatever value -d has. */
#define PERIOD_NS 500000000ull
/* The maximum number of messages handled before the next key. */
#define MESSAGES_MAX 200

/* Sets event time 0 to the time of the boot: the list has start times since the
 * boot, from which the screen computes ages. */
static void set_time(struct session *s)
{
	struct timespec ts = { 0, 0 };
	uint64_t boot_ns;

	clock_gettime(CLOCK_BOOTTIME, &ts);
	boot_ns = (uint64_t)ts.tv_sec * 1000000000ull + (uint64_t)ts.tv_nsec;
	s->start_ns = clock_ns() - boot_ns;
	screen_time(s->screen, boot_ns);
}

void session_tell_view(struct session *s)
{
	pid_t pids[LISTER_WATCHED], selected, asked;
	size_t n;

	if (!s->lister.pid)
		return;
	/* If the lister cannot take the message now, the next call sends it
	 * again. */
	if (picker_watch(s->screen, pids, LISTER_WATCHED, &n, &selected) &&
	    !pick_process_watch(&s->lister, pids, n, selected))
		picker_unwatch(s->screen);
	asked = picker_ask(s->screen);
	if (asked && !pick_process_ask(&s->lister, asked))
		picker_unask(s->screen);
}

static void on_lister(void *arg, int fd, short revents)
{
	struct session *s = arg;
	struct listed_message m;
	int r = 1;

	(void)revents;
	set_time(s);
	for (int i = 0; i < MESSAGES_MAX && r > 0; i++) {
		r = pick_process_next(&s->lister, &m);
		if (r > 0)
			picker_take(s->screen, &m);
	}
	if (r < 0) {
		loop_remove_fd(s->loop, fd);
		s->failed = true;
		session_stop(s);
	}
	session_check_leaving(s);
	session_plan_draw(s, SESSION_FRAME_NS);
}

int session_begin_choice(struct session *s, const struct choice_options *opt)
{
	const struct pick_process_options list = {
		.period_ns = opt->period_ns > PERIOD_NS ? opt->period_ns :
			     PERIOD_NS,
		.force = opt->force, .no_perf = opt->no_perf,
		.terminal = s->out_fd,
	};
	int r = pick_process_start(&s->lister, &list);

	if (r < 0) {
		warn_user(_("cannot list processes: %s"), error_words(-r));
		return EXIT_OWN;
	}
	loop_add_fd(s->loop, s->lister.fd, POLLIN, 3, on_lister, s);
	picker_start(s->screen, &opt->picker);
	set_time(s);
	return 0;
}

int session_end_choice(struct session *s)
{
	if (!s->failed)
		return 0;
	warn_user("%s", _("the process that lists processes has exited"));
	return EXIT_OWN;
}
