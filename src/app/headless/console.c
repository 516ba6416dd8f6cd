/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/headless/console.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/headless/console_private.h"
#include "app/i18n.h"
#include "app/words/notes.h"
#include "app/options.h"
#include "app/words/refusal.h"
#include "app/settings.h"
#include "app/warn.h"
#include "base/text.h"
#include "sink/sink.h"
#include "source/trace/core/trace.h"
#include "sys/loop.h"
#include "ui/words/call.h"
#include "ui/words/error.h"

/* The maximum size of a script in bytes.  Without a limit, reading a file such
 * as /dev/zero would not end. */
#define SCRIPT_MAX ((size_t)1 << 20)
/* How long a step waits for the regions that its call has changed. */
#define CALL_NS 500000000ull

void console_say(struct console *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(&c->out.text, fmt, ap);
	va_end(ap);
	str_addc(&c->out.text, '\n');
	output_plan(c);
}

void console_ask(struct console *c, enum request_op op, uint64_t a)
{
	const struct request req = { .op = op, .a = a };

	headless_request(c->headless, &req);
}

/* --- waiting -------------------------------------------------------------- */

static bool stands(const struct ev_status *s)
{
	return s->state == TARGET_HELD && !s->steps &&
	       ((s->held_tid && !s->waits_on) ||
		(s->tasks && s->held == s->tasks));
}

/* --- the call at which the program stands ---------------------------------- */

static void explain_call(struct console *c)
{
	struct str sentence = STR_INIT, safe = STR_INIT;

	if (c->call_timer)
		loop_remove_timer(c->loop, c->call_timer);
	c->call_timer = 0;
	call_stop(&sentence, c->model);
	text_safe(&safe, sentence.data, sentence.len, c->ascii);
	if (safe.len)
		console_say(c, "  %s", safe.data);
	str_release(&safe);
	str_release(&sentence);
}

static uint64_t no_regions(void *arg)
{
	struct console *c = arg;

	c->call_timer = 0;
	explain_call(c);
	console_work(c);
	return 0;
}

/* True until the regions are as the call has left them. */
static bool call_waits(struct console *c)
{
	const struct process *p = model_process(c->model, c->call_pid);

	if (!c->call_timer)
		return false;
	if (p && !p->ended && p->space.synced_ns < c->call_ns)
		return true;
	explain_call(c);
	return false;
}

/* Explains the call at which the program stands, once for each stop. */
static void tell_call(struct console *c, uint64_t now_ns)
{
	const struct request sample = { .op = REQ_SAMPLE };
	const struct ev_status *s = &c->model->status;
	const struct call_row *held = call_held(c->model);

	if (!held || !stands(s) ||
	    (held->seq == c->call_seq && s->held_phase == c->call_phase))
		return;
	c->call_seq = held->seq;
	c->call_phase = s->held_phase;
	if (held->open || held->call.call == CALL_OTHER || !c->loop) {
		explain_call(c);
		return;
	}
	c->call_pid = held->pid;
	c->call_ns = now_ns;
	if (!c->call_timer)
		c->call_timer = loop_add_timer(c->loop, CALL_NS, no_regions, c);
	headless_request(c->headless, &sample);
}

static bool is_over(const struct ev_status *s)
{
	return s->state == TARGET_ENDED || s->state == TARGET_DETACHED;
}

static bool waits(struct console *c)
{
	const struct ev_status *s = &c->model->status;
	bool blocked = s->until ||
		       (s->state == TARGET_HELD && s->waits_on);

	if (call_waits(c))
		return true;
	switch (c->waiting) {
	case WAIT_TARGET:
		if (!model_main(c->model) && !is_over(s))
			return true;
		c->waiting = WAIT_NOT;
		return false;
	case WAIT_STEP:
		/* A call may block the program for long: then a user at a
		 * terminal can run other commands. */
		if (!stands(s) && !is_over(s) && !(blocked && c->in.terminal))
			return true;
		c->waiting = WAIT_NOT;
		c->interrupted = false;
		return false;
	case WAIT_STOP:
		if (!stands(s) && !is_over(s))
			return true;
		c->waiting = WAIT_NOT;
		return false;
	case WAIT_END:
		return !is_over(s);
	case WAIT_VALUES:
		if (!console_has_values(c))
			return true;
		console_answer(c);
		/* `family` may have requested more. */
		return waits(c);
	default:
		return false;
	}
}

void console_work(struct console *c)
{
	char *line;

	/* The answer to a request may arrive before the request returns.
	 * This function then calls itself indirectly; the inner call does
	 * nothing. */
	if (c->working || !c->loop)
		return;
	c->working = true;
	while (!c->leaving && !waits(c)) {
		line = input_next(c);
		if (!line)
			break;
		console_do(c, line);
		free(line);
	}
	c->working = false;
	if (c->in.ended && !c->leaving && c->waiting == WAIT_NOT &&
	    !is_over(&c->model->status)) {
		c->leaving = true;
		headless_leave(c->headless, REQ_DETACH);
	}
}

/* --- events --------------------------------------------------------------- */

/* Reports a stop of the program, unless the output already has the call at
 * which it stopped. */
static void tell_held(struct console *c, const struct ev_status *s)
{
	bool held = s->state == TARGET_HELD;

	if (!held && !s->until)
		c->told_held = false;
	if (!held || c->told_held || !stands(s))
		return;
	c->told_held = true;
	console_say(c, _("%d is held: 'next' steps, 'continue' resumes."),
		    (int)s->main_pid);
}

static bool is_shown(const struct console *c, const struct event *ev)
{
	switch (ev->kind) {
	case EV_START:
	case EV_END:
	case EV_NOTE:
		return false;
	case EV_CALL:
		return ev->u.call.phase != PHASE_WHOLE ||
		       c->kinds & 1u << EV_CALL;
	default:
		return true;
	}
}

static uint64_t on_soon(void *arg)
{
	struct console *c = arg;

	c->work_timer = 0;
	console_work(c);
	return 0;
}

static void on_event(void *arg, const struct event *ev)
{
	struct console *c = arg;

	if (c->over)
		return;
	if (ev->kind == EV_START)
		c->start_ns = clock_ns() - ev->time_ns;
	if (ev->kind == EV_START && c->opt->iso_time)
		c->clock = (struct form_clock){ ev->u.start.clock_ns,
						ev->u.start.utc_offset };
	model_event(c->model, ev);
	if (ev->kind == EV_HEAP && ev->u.heap.op == HEAP_OP_TOTAL &&
	    (pid_t)ev->pid == c->asked_pid)
		c->heap_ns = ev->time_ns;
	if (is_shown(c, ev) &&
	    sink_line(&c->out.text, c->kinds | 1u << EV_CALL, ev,
		      c->ascii, &c->clock))
		output_plan(c);
	if (ev->kind == EV_STATUS) {
		tell_held(c, &ev->u.status);
		tell_call(c, ev->time_ns);
	}
	if (ev->source == TRACE_LETTER)
		console_work(c);
	else if (!c->work_timer && c->loop)
		c->work_timer = loop_add_timer(c->loop, 0, on_soon, c);
}

static void on_note(void *arg, const struct ev_note *n)
{
	struct console *c = arg;
	struct str s = STR_INIT;

	if (c->over)
		return;
	/* The session ends after a detach, so notes about it are of no use. */
	if (n->id == NOTE_KEEPER || n->id == NOTE_DETACHED)
		return;
	if (note_sentence(&s, n, c->model, c->ascii)) {
		str_addf(&c->out.text, "%s\n", s.data);
		output_plan(c);
	}
	str_release(&s);
}

/* --- lifecycle ------------------------------------------------------------ */

bool console_interrupt(void *arg)
{
	struct console *c = arg;

	if (!c->in.terminal)
		return false;
	if (c->in.edits && !c->in.away)
		edit_drop();
	input_forget(&c->in);
	switch (c->waiting) {
	case WAIT_STEP:
		/* The program stops where it is.  A second Ctrl-C does not wait
		 * for that. */
		if (c->interrupted)
			c->waiting = WAIT_NOT;
		else
			console_ask(c, REQ_HOLD, 0);
		c->interrupted = true;
		c->told_held = false;
		break;
	case WAIT_STOP:
	case WAIT_END:
		c->waiting = WAIT_NOT;
		break;
	default:
		break;
	}
	console_work(c);
	return true;
}

static void begin(void *arg, struct headless *h, struct loop *loop)
{
	struct console *c = arg;

	c->headless = h;
	c->loop = loop;
	output_plan(c);
	/* With -s, the commands start at the first stop. */
	c->waiting = c->opt->step ? WAIT_STEP : WAIT_TARGET;
	input_open(c);
	console_work(c);
}

static bool end(void *arg)
{
	struct console *c = arg;
	int err;

	c->leaving = true;
	if (c->waiting == WAIT_VALUES)
		console_answer(c);
	input_release(c);
	c->in.edits = false;
	err = output_close(c);
	/* EPIPE is not an error: the reader of the pipe may have read
	 * enough. */
	if (err && err != EPIPE)
		warn_user(_("cannot write to standard output: %s"),
			  error_words(err));
	/* From now on only the log gets the events. */
	c->over = true;
	/* The loop still runs for the log later, but the model is freed now. */
	loop_remove_timer(c->loop, c->timer);
	loop_remove_timer(c->loop, c->work_timer);
	loop_remove_timer(c->loop, c->call_timer);
	c->timer = c->work_timer = c->call_timer = 0;
	stops_release(&c->stops);
	free(c->asked_text);
	rss_mark_release(&c->mark);
	ignore_free(c->ignore);
	model_free(c->model);
	c->model = NULL;
	return !err || err == EPIPE;
}

/* Reads all commands of --script and --command, before the session starts. */
static int read_commands(struct console *c)
{
	const struct options *o = c->opt;
	struct str text = STR_INIT;
	int fd, r;

	if (o->commands)
		str_adds(&c->in.text, o->commands);
	if (!o->script)
		return 0;
	fd = open(o->script, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	r = str_read(&text, fd, SCRIPT_MAX);
	close(fd);
	if (!r)
		input_bytes(&c->in, text.data, text.len);
	str_release(&text);
	return r > 0 ? -EFBIG : r;
}

int console_run(const struct engine_config *cfg, const struct options *o,
		const struct settings *settings)
{
	struct console c = {
		.opt = o, .stops = STOPS_INIT,
		.in = { .fd = -1, .text = STR_INIT, .lines = VEC_INIT },
		.ascii = o->ascii || strcmp(nl_langinfo(CODESET), "UTF-8"),
		.kinds = 1u << EV_PROCESS | 1u << EV_SIGNAL | 1u << EV_LOST |
			 1u << EV_WRITES,
	};
	struct headless_ops ops = {
		.event = on_event, .begin = begin, .end = end,
		.note = on_note, .interrupt = console_interrupt,
		.job = console_job,
		.terminal = o->reads_stdin && isatty(STDIN_FILENO),
		/* If the log goes to stdout or to the terminal, the console
		 * prints the log's lines itself. */
		.own_log = !o->output && !o->json && !o->csv &&
			   (o->to_stdout || isatty(STDERR_FILENO)),
	};
	int status, r = read_commands(&c);

	console_check_commands();
	if (r < 0) {
		warn_user(_("cannot read the commands in %s: %s"), o->script,
			  error_words(-r));
		return EXIT_OWN;
	}
	if (ops.own_log)
		c.kinds |= o->events;
	if (settings->ignore)
		c.ignore = ignore_new(settings->ignore);
	c.model = model_new();
	output_open(&c);
	status = headless_run(cfg, o, &ops, &c);
	return status;
}
