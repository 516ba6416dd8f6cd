/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/session/session.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/engine/drain.h"
#include "app/i18n.h"
#include "app/engine/keepers.h"
#include "app/words/refusal.h"
#include "app/session/relay.h"
#include "app/session/rescuer.h"
#include "app/screen/screen.h"
#include "app/session/signals.h"
#include "app/session/terminal.h"
#include "app/warn.h"
#include "base/str.h"
#include "base/text.h"
#include "model/model.h"
#include "sys/loop.h"
#include "term/curses.h"
#include "ui/plain/output_lines.h"
#include "ui/words/error.h"

#define MS 1000000ull
/* The time that mmtop waits for a detach or a kill when it ends. */
#define LEAVE_NS (2000 * MS)
/* The time that mmtop waits at its end for the complete log.  The log is
 * incomplete only if the log's disk hangs for longer. */
#define LOG_NS (20000 * MS)
#define WAIT_NS (5 * MS)
/* The maximum number of lines of output that are printed after the program's
 * end. */
#define TAIL_ROWS 10

/* --- waiting for the engine ----------------------------------------------- */

static const struct ev_status *status_of(const struct session *s)
{
	return &screen_model(s->screen)->status;
}

static uint64_t on_wait(void *arg)
{
	struct session *s = arg;

	loop_stop(s->loop);
	return WAIT_NS;
}

/* Waits until come() is true.  Returns false if the time limit is exceeded, or
 * the engine exits before. */
static bool await(struct session *s, bool (*come)(const struct session *s),
		  uint64_t limit_ns)
{
	uint64_t until = clock_ns() + limit_ns;
	int timer;

	if (come(s))
		return true;
	timer = loop_add_timer(s->loop, WAIT_NS, on_wait, s);
	while (!come(s) && !s->engine_gone && clock_ns() < until)
		loop_run(s->loop);
	loop_remove_timer(s->loop, timer);
	return come(s);
}

static bool settled(const struct session *s)
{
	uint64_t state = status_of(s)->state;

	return state == TARGET_ENDED || state == TARGET_DETACHED;
}

static bool has_pty(const struct session *s)
{
	return s->has_pty;
}

static bool has_no_pty(const struct session *s)
{
	return !s->has_pty;
}

static bool is_done(const struct session *s)
{
	return s->done;
}

static void request(struct session *s, enum request_op op, uint64_t a)
{
	const struct request req = { .op = op, .a = a };

	link_down_request(s->link, &req);
}

void session_detach(struct session *s)
{
	loop_remove_fd(s->loop, s->in_fd);
	loop_remove_timer(s->loop, s->draw_timer);
	loop_remove_timer(s->loop, s->tick_timer);
	loop_remove_timer(s->loop, s->end_timer);
	loop_remove_timer(s->loop, s->keys_timer);
	s->asked = false;
	s->draw_timer = s->tick_timer = s->end_timer = s->keys_timer = 0;
	if (settled(s))
		return;
	request(s, s->kill ? REQ_QUIT : REQ_DETACH, 0);
	(void)await(s, settled, LEAVE_NS);
}

void session_finish_engine(struct session *s)
{
	link_down_finish(s->link);
	if (await(s, is_done, LOG_NS) && !s->last.b)
		(void)engine_process_end(&s->engine);
	if (s->done && s->last.b == STAYS_KEEPER)
		keepers_warn(status_of(s)->state == TARGET_ENDED ? 0 :
			     (pid_t)status_of(s)->main_pid, s->engine.pid);
	if (s->done && s->last.a)
		warn_user(_("the log %s ends early: %s"), s->opt->log->name,
			  error_words((int)s->last.a));
}

void session_close_terminal(struct session *s)
{
	if (!s->term)
		return;
	/* A terminal that hung up cannot be restored, and an attempt could
	 * block mmtop. */
	if (s->hangup)
		term_abandon(s->term);
	else
		term_close(s->term);
	signals_terminal(s->out_fd, -1);
	s->term = NULL;
}

/* --- the relay ------------------------------------------------------------ */

struct relaying {
	struct session *s;
	struct str shown;		/* the program's screen at the start */
	struct str next;		/* text that the next show() prints */
	bool ascii;
};

static bool is_over(void *arg, bool eof, int *status)
{
	const struct session *s = ((const struct relaying *)arg)->s;
	const struct ev_status *st = status_of(s);

	/* The signal arrived while Ctrl-Z had stopped mmtop. */
	if (s->leave_signal)
		*status = -s->leave_signal;
	else if (st->exit_signal > 0)
		*status = -(int)st->exit_signal;
	else if (st->exit_status >= 0 && st->state == TARGET_ENDED)
		*status = (int)st->exit_status;
	else if (s->engine_gone && eof)
		*status = EXIT_OWN;
	else
		return false;
	return true;
}

static void write_text(int fd, const struct str *text)
{
	for (size_t at = 0; at < text->len;) {
		ssize_t n = write(fd, text->data + at, text->len - at);
		if (n <= 0)
			break;
		at += (size_t)n;
	}
}

/* Appends the name and pid of the program, such as "leakd 16917". */
static void add_name(struct str *out, const struct relaying *r)
{
	const struct process *p = model_main(screen_model(r->s->screen));

	if (p) {
		text_safe(out, p->comm, strlen(p->comm), r->ascii);
		str_addf(out, " %d", (int)p->pid);
	} else {
		str_addf(out, "%d", (int)status_of(r->s)->main_pid);
	}
}

/* Appends the program's screen, and mmtop's message that the program keeps
 * running. */
static void picture(const struct relaying *r, struct str *out)
{
	struct str notice = STR_INIT;

	str_adds(&notice, "mmtop: ");
	add_name(&notice, r);
	str_adds(&notice, _(" keeps running. Its output follows; your input "
			    "goes to it. Ctrl-C stops only the output, Ctrl-Z "
			    "returns to the shell."));
	relay_text(out, screen_model(r->s->screen), notice.data, r->ascii);
	str_release(&notice);
}

static void picture_first(struct relaying *r, struct session *s)
{
	*r = (struct relaying){
		.s = s, .shown = STR_INIT, .next = STR_INIT,
		.ascii = s->term && !term_look(s->term).utf8,
	};
	picture(r, &r->shown);
}

/* Handles Ctrl-Z during the relay: mmtop stops, and the engine reads the
 * program's pty until fg.  After fg, shows the program's screen again if the
 * program has changed it. */
static void stand_still(void *arg)
{
	struct relaying *r = arg;
	struct session *s = r->s;
	const char *why = _("Ctrl-Z needs mmtop's engine, which has exited.");

	if (!s->engine_gone) {
		request(s, REQ_RELAY, 0);
		(void)await(s, has_no_pty, LEAVE_NS);
		write_text(s->out_fd, &(struct str){ .data = (char *)"\n",
						     .len = 1 });
		why = terminal_stop();
		request(s, REQ_SNAPSHOT, 0);
		request(s, REQ_RELAY, 1);
		(void)await(s, has_pty, LEAVE_NS);
	}
	if (why)
		warn_user("%s", why);
	picture(r, &r->next);
	if (why && !strcmp(r->next.data, r->shown.data))
		str_clear(&r->next);
}

static void show(void *arg)
{
	struct relaying *r = arg;

	write_text(r->s->out_fd, &r->next);
	str_clear(&r->next);
}

/* Relays a launched program that was detached: its terminal is still mmtop's
 * pty. */
static int go_on(struct relaying *r)
{
	struct session *s = r->s;
	const struct relay relay = {
		.master = s->cfg.target.pty_master,
		.in_fd = s->in_fd, .out_fd = s->out_fd,
		.signals_fd = s->signals, .link = s->link,
		.over = is_over, .show = show, .stop = stand_still, .arg = r,
	};
	struct rescuer rescuer;
	struct str name = STR_INIT;
	int status;

	str_add(&r->next, r->shown.data, r->shown.len);
	rescuer_start(&rescuer, s->out_fd, relay.master);
	status = relay_run(&relay);
	/* If the engine has exited, only this process has the pty master open.
	 * A child process takes it over, so that mmtop can end. */
	if (s->engine_gone && status < 0)
		drain_in_child(relay.master, -1);
	rescuer_end(&rescuer);
	str_release(&r->next);
	if (status == -SIGHUP && !s->leave_signal)
		s->hangup = true;
	if (status == RELAY_LEFT) {
		add_name(&name, r);
		write_text(s->out_fd, &(struct str){ .data = (char *)"\n",
						     .len = 1 });
		warn_user(_("%s keeps running; its output is no longer shown."),
			  name.data);
	}
	str_release(&name);
	return status;
}

/* --- without an engine ---------------------------------------------------- */

/* True if the program still runs.  A filtered program needs the engine's
 * process, which may still handle its calls after a crash. */
static bool lives(const struct session *s, const struct engine_end *end)
{
	const struct ev_status *st = status_of(s);

	return (st->main_pid || end->launched) && st->state != TARGET_ENDED &&
	       (!end->filtered || s->engine.pid > 0);
}

/* Appends a sentence: what happens to the program after the engine has
 * exited. */
static void add_fate(const struct session *s, const struct engine_end *end,
		     struct str *out)
{
	const struct ev_status *st = status_of(s);
	int pid = st->main_pid ? (int)st->main_pid : (int)end->launched;

	if (!pid)
		str_adds(out, _("no process has been traced yet"));
	else if (lives(s, end))
		str_addf(out, _("%d keeps running"), pid);
	else if (st->state == TARGET_ENDED)
		str_addf(out, _("%d had already ended"), pid);
	else
		/* TRANSLATORS: the system calls of that process were filtered
		 * (seccomp). */
		str_addf(out, _("%d has a seccomp filter and ends, too"), pid);
}

static void explain_end(const struct session *s, const struct engine_end *end)
{
	struct str fate = STR_INIT;

	add_fate(s, end, &fate);
	if (end->no_memory)
		warn_user(_("the engine ran out of memory: %s"), fate.data);
	else if (end->signal == SIGKILL)
		warn_user(_("the engine was killed (signal 9): %s"),
			  fate.data);
	else if (end->signal == SIGTERM)
		warn_user(_("the engine was terminated (signal 15): %s"),
			  fate.data);
	else if (end->signal == SIGXCPU)
		warn_user(_("the engine reached its hard limit on CPU time "
			    "(ulimit -t): %s"), fate.data);
	else if (end->signal)
		warn_user(_("the engine crashed (signal %d): %s"),
			  end->signal, fate.data);
	else
		warn_user(_("the engine has exited: %s"), fate.data);
	str_release(&fate);
}

void session_explain_end(struct session *s)
{
	struct engine_end end = engine_process_end(&s->engine);

	explain_end(s, &end);
}

/* Ends the session after the engine has exited.  Only this process now has the
 * program's pty, and can restore what the engine changed. */
static int leave_alone(struct session *s)
{
	struct engine_end end = engine_process_end(&s->engine);
	bool launched_lives = s->cfg.target.argv && lives(s, &end);
	struct relaying r;

	picture_first(&r, s);
	session_close_terminal(s);
	explain_end(s, &end);
	if (launched_lives) {
		signals_keep_pty(s->cfg.target.pty_master);
		if (s->hangup || s->leave_signal)
			drain_in_child(s->cfg.target.pty_master, -1);
		else
			(void)go_on(&r);
	}
	str_release(&r.shown);
	if (s->leave_signal)
		return -s->leave_signal;
	return s->hangup ? -SIGHUP : EXIT_OWN;
}

/* --- the last output ------------------------------------------------------ */

/* Prints the last lines of the program's output, which left with the screen. */
static void print_tail(const struct session *s, bool ascii)
{
	const struct output *o = &screen_model(s->screen)->output;
	unsigned end = (unsigned)(output_last(o) + 1), row;
	struct str text = STR_INIT, line = STR_INIT;

	if (!s->cfg.target.argv || s->hangup || s->leave_signal || !end)
		return;
	str_addf(&text, "mmtop: %s", _("the program's last output:"));
	row = output_first(o, end < TAIL_ROWS ? 0 : end - TAIL_ROWS);
	for (bool any = false; row < end; row++) {
		str_clear(&line);
		output_line(&line, o, row, ascii);
		any |= line.len;
		if (any && output_first(o, row) == row)
			str_addc(&text, '\n');
		str_adds(&text, line.data ? line.data : "");
	}
	str_addc(&text, '\n');
	write_text(s->out_fd, &text);
	str_release(&line);
	str_release(&text);
}

/* --- the exit status ------------------------------------------------------ */

static int exit_code(const struct session *s)
{
	const struct ev_status *st = status_of(s);

	if (s->leave_signal)
		return -s->leave_signal;
	if (s->hangup)
		return -SIGHUP;
	if (s->timed_out && s->cfg.target.argv)
		return 124;
	if (s->kill || !s->cfg.target.argv)
		return 0;
	if (st->exit_signal > 0)
		return -(int)st->exit_signal;
	return st->exit_status > 0 ? (int)st->exit_status : 0;
}

/* True if the launched program continues at this terminal after the screen is
 * closed. */
static bool runs_on_here(const struct session *s)
{
	return s->cfg.target.argv && !s->kill && !s->hangup &&
	       !s->leave_signal && status_of(s)->state == TARGET_DETACHED;
}

int session_leave(struct session *s)
{
	struct relaying r = { .shown = STR_INIT, .next = STR_INIT };
	bool relayed = false, ascii = s->term && !term_look(s->term).utf8;
	int status;

	if (!s->engine_gone)
		session_detach(s);
	if (s->engine_gone)
		return leave_alone(s);
	if (runs_on_here(s)) {
		request(s, REQ_RELAY, 1);
		relayed = await(s, has_pty, LEAVE_NS);
		picture_first(&r, s);
	}
	session_close_terminal(s);
	if (!relayed)
		print_tail(s, ascii);
	status = relayed ? go_on(&r) : exit_code(s);
	str_release(&r.shown);
	if (!s->engine_gone) {
		session_finish_engine(s);
	} else if (status == EXIT_OWN || status < 0) {
		/* The engine exited while the program was relayed. */
		session_explain_end(s);
	}
	if (status == RELAY_LEFT)
		status = 0;
	if (status == 0 && s->done && s->last.a)
		status = EXIT_OWN;
	return status;
}
