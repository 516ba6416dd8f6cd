/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/input/kill.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/screen/private.h"
#include "base/alloc.h"
#include "base/text.h"
#include "event/names.h"

/* The signals in the order of the list. */
static const unsigned char signals[] = {
	SIGTERM, SIGKILL, SIGINT, SIGHUP, SIGQUIT, SIGSTOP, SIGCONT, SIGUSR1,
	SIGUSR2, SIGABRT, SIGALRM, SIGWINCH, SIGTSTP, SIGPIPE, SIGCHLD,
	SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGTTIN, SIGTTOU,
	SIGURG, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO, SIGPWR,
};
#define SIGNALS ((int)(sizeof signals / sizeof *signals))

struct killing {
	pid_t pid;
	uint64_t start;			/* start time of the process */
	int selected;			/* index in signals[] */
	int signal;			/* signal that question is about */
};

void kill_init(struct screen *s)
{
	s->killing = xcalloc(1, sizeof *s->killing);
}

void kill_release(struct screen *s)
{
	free(s->killing);
}

static void send_it(struct screen *s)
{
	const struct killing *k = s->killing;
	const struct request req = {
		.op = REQ_SIGNAL, .pid = k->pid, .a = (uint64_t)k->signal,
		.b = k->start,
	};

	s->request(s->request_arg, &req);
}

static void add_target(const struct screen *s, struct str *out, int cols)
{
	const struct killing *k = s->killing;
	const struct process *p = model_process(s->view.model, k->pid);

	/* Another process may have the pid now. */
	screen_process_name(s, p && p->start == k->start ? p : NULL, k->pid,
			    out, cols);
}

static void word_signal(const struct screen *s, struct wording *w, int cols)
{
	struct str name = STR_INIT, frame = STR_INIT;
	char sig[16];

	wording_answer(w, "y", _("Send"));
	wording_answer(w, "Esc", _("Stay"));
	/* TRANSLATORS: a signal, then the name and the pid of a process. */
	const char *question = _("Send %s to %s?");
	signal_name((uint64_t)s->killing->signal, sig);
	str_addf(&frame, question, sig, "");
	add_target(s, &name, cols - wording_answers_width(w) -
		   text_width(frame.data) - 2);
	str_addf(&w->text, question, sig, name.data);
	str_release(&name);
	str_release(&frame);
}

static const struct question signal_question = {
	.words = word_signal, .agree = send_it,
};

static void ask_signal(struct screen *s, int sig)
{
	s->killing->signal = sig;
	s->ask = &signal_question;
}

/* --- the list ------------------------------------------------------------- */

static void list_key(struct screen *s, uint32_t key)
{
	struct killing *k = s->killing;

	switch (ask_menu_key(key, DO_KILL)) {
	case MENU_ACCEPT:
		ask_signal(s, signals[k->selected]);
		break;
	case MENU_CANCEL:
		s->ask = NULL;
		break;
	case MENU_NEXT:
		k->selected = (k->selected + 1) % SIGNALS;
		break;
	case MENU_BEFORE:
		k->selected = (k->selected + SIGNALS - 1) % SIGNALS;
		break;
	case MENU_OTHER:
		break;
	}
}

static bool list_column(struct screen *s, int column)
{
	if (column < 0 || column >= SIGNALS)
		return false;
	s->killing->selected = column;
	return true;
}

/* The name of entry i: without SIG, and in brackets if it is selected. */
static int entry(const struct killing *k, int i, char buf[16])
{
	char name[16];

	signal_name(signals[i], name);
	snprintf(buf, 16, i == k->selected ? "[%s]" : "%s",
		 name + strlen("SIG"));
	return (int)strlen(buf);
}

/* Returns the first entry to draw, so that the selected one has room. */
static int first_entry(const struct killing *k, int room)
{
	char buf[16];
	int first = k->selected;

	for (int used = entry(k, first, buf); first; first--) {
		used += 1 + entry(k, first - 1, buf);
		if (used > room)
			break;
	}
	return first;
}

/* The width of "  Enter  Esc", of the sign that more entries follow, and of
 * the widest entry. */
#define KEYS_COLS 12
#define MORE_COLS 4
#define ENTRY_COLS 9
#define NAME_COLS 24

/* Draws the process if the selected entry then still has room before column
 * `end`.  Returns the column after it. */
static int draw_head(const struct screen *s, struct canvas *c, int row, int end)
{
	/* TRANSLATORS: a list of signals follows; %s is a process.  At most 14
	 * columns without it. */
	const char *words = _("Signal to %s:");
	struct str name = STR_INIT, head = STR_INIT;
	int room = end - MORE_COLS - ENTRY_COLS - 1, col = 0, cols;

	str_addf(&head, words, "");
	cols = room - text_width(head.data);
	add_target(s, &name, cols < NAME_COLS ? cols : NAME_COLS);
	str_clear(&head);
	str_addf(&head, words, name.data);
	if (text_width(head.data) <= room)
		col = canvas_puts(c, row, 1, STYLE_TEXT, head.data);
	str_release(&head);
	str_release(&name);
	return col;
}

static void list_draw(const struct screen *s, struct canvas *c, int row)
{
	const struct killing *k = s->killing;
	const char *more = s->view.look.utf8 ? "…" : "...";
	bool keys = c->cols >= KEYS_COLS + 2 * MORE_COLS + ENTRY_COLS;
	int col, end = c->cols - MORE_COLS - (keys ? KEYS_COLS : 0);
	char buf[16];

	canvas_fill(c, row, 0, c->cols, STYLE_TEXT, " ");
	col = draw_head(s, c, row, end);
	for (int i = first_entry(k, end - col - MORE_COLS); i < SIGNALS; i++) {
		int from = col + 1;

		if (from + entry(k, i, buf) > end) {
			col = canvas_puts(c, row, from, STYLE_DIM, more);
			break;
		}
		col = canvas_puts(c, row, from, i == k->selected ? STYLE_WARN :
				  STYLE_DIM, buf);
		canvas_hot(c, row, from, col - from, (struct hot){
			.kind = HOT_COLUMN, .value = (uint64_t)i,
		});
	}
	if (!keys)
		return;
	col = ask_put_key(c, row, col, "Enter", NULL, KEY_ENTER_);
	ask_put_key(c, row, col, "Esc", NULL, KEY_ESC_);
}

static const struct question list_question = {
	.key = list_key, .draw = list_draw, .column = list_column,
};

void exec_kill(const struct command_context *x)
{
	struct screen *s = x->screen;
	const struct process *p = view_process(&s->view);
	int sig = *x->args ? signal_by_name(x->args) : 0;
	struct str safe = STR_INIT;

	if (!p || p->ended) {
		screen_say(s, SEV_NOTE, _("The selected process has ended."));
	} else if (sig < 0) {
		text_safe(&safe, x->args, strlen(x->args), !s->view.look.utf8);
		screen_say(s, SEV_NOTE, _("No signal \"%s\": %s lists them."),
			   safe.data, ":kill");
	} else {
		s->killing->pid = p->pid;
		s->killing->start = p->start;
		s->killing->selected = 0;
		if (sig)
			ask_signal(s, sig);
		else
			s->ask = &list_question;
	}
	str_release(&safe);
}
