/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The line that the user is editing.  mmtop passes the bytes to readline one at
 * a time.  readline never reads the terminal itself: such a read could block
 * mmtop.
 */
#include <config.h>

#include "app/headless/console_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <unistr.h>

#include "app/i18n.h"
#include "app/warn.h"
#include "base/alloc.h"
#include "base/text.h"
#include "late/readline.h"
#include "sys/loop.h"
#include "term/paste.h"
#include "ui/kit/command.h"
#include "ui/words/what.h"

#define PROMPT "mmtop> "
#define HISTORY_MAX 1000

/* This state exists only once, because readline edits only one line per
 * process. */
static struct {
	struct console *console;
	const char *bytes;
	size_t n;
	char *history;		/* the history file; NULL: none */
	bool begun, installed;
	bool too_long;		/* bytes of this line were dropped because it
				 * was too long */
	size_t begun_paste;	/* number of bytes of a paste marker received so
				 * far */
	struct paste_decoder paste;
} edit;

bool edit_possible(void)
{
	const char *type = getenv("TERM");
	struct err err;

	if (!type || !*type)
		return false;
	if (LATE_LOAD(readline, &err) == 0)
		return true;
	/* TRANSLATORS: %s is the message of the dynamic linker. */
	warn_user(_("line editing is unavailable: %s"), err.what);
	return false;
}

/* --- history -------------------------------------------------------------- */

static char *in_folder(const char *folder, const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s", folder, name) < 0)
		return NULL;
	return path;
}

/* Returns the path of $XDG_STATE_HOME/mmtop/history, or of its default, and
 * creates the file, accessible only to its owner.  Returns NULL if it cannot be
 * used. */
static char *history_file(void)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	const char *of = state && *state == '/' ? state : home;
	char *base, *folder, *file;
	struct stat st;
	int fd;

	/* root must not write to a user's folder: a symbolic link there could
	 * redirect the data to another file. */
	if (geteuid() == 0 && of && *of &&
	    (stat(of, &st) < 0 || st.st_uid != 0))
		return NULL;
	if (state && *state == '/') {
		base = xstrdup(state);
	} else if (home && *home) {
		char *local = in_folder(home, ".local");

		(void)mkdir(local, 0700);
		base = in_folder(local, "state");
		free(local);
	} else {
		return NULL;
	}
	(void)mkdir(base, 0700);
	folder = in_folder(base, "mmtop");
	(void)mkdir(folder, 0700);
	file = in_folder(folder, "history");
	free(base);
	free(folder);
	fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0) {
		free(file);
		return NULL;
	}
	close(fd);
	return file;
}

static void remember(char *line)
{
	size_t n = strlen(line);
	HIST_ENTRY *last = history_length ?
		history_get(history_base + history_length - 1) : NULL;

	/* Remove the blank that completion appends. */
	while (n && line[n - 1] == ' ')
		line[--n] = '\0';
	if (!line[strspn(line, " \t")] ||
	    (last && !strcmp(last->line, line)))
		return;
	add_history(line);
	if (edit.history)
		(void)append_history(1, edit.history);
}

/* --- completion ----------------------------------------------------------- */

/* Returns the i-th completion of `word`, or NULL; the caller frees it. */
typedef char *choice_fn(const char *word, size_t i);

static char *command_choice(const char *word, size_t i)
{
	const struct command *c = command_matching(word, i, ON_CONSOLE);

	return c ? xstrdup(c->name) : NULL;
}

static char *id_choice(const char *word, size_t i)
{
	const struct model *m = edit.console->model;
	char id[16];

	for (size_t p = 0; p < m->processes.n; p++) {
		const struct process *proc = m->processes.v[p];

		for (size_t t = 0; !proc->ended && t < proc->tasks.n; t++) {
			snprintf(id, sizeof id, "%d",
				 (int)proc->tasks.v[t].tid);
			if (!strncmp(id, word, strlen(word)) && !i--)
				return xstrdup(id);
		}
	}
	return NULL;
}

static char *region_choice(const char *word, size_t i)
{
	const struct process *p = model_main(edit.console->model);
	struct str name = STR_INIT, last = STR_INIT;

	for (size_t k = 0; p && k < p->space.regions.n; k++) {
		str_clear(&name);
		region_short(&name, p->space.regions.v[k],
			     edit.console->ascii);
		if (strncmp(name.data, word, strlen(word)) ||
		    !strcmp(name.data, last.data))
			continue;
		str_clear(&last);
		str_adds(&last, name.data);
		if (!i--) {
			str_release(&last);
			return str_take(&name);
		}
	}
	str_release(&name);
	str_release(&last);
	return NULL;
}

static char *call_choice(const char *word, size_t i)
{
	size_t before = stops_before(word);
	const char *name = stops_choice(word + before, i);
	struct str all = STR_INIT;

	if (!name)
		return NULL;
	str_add(&all, word, before);
	str_adds(&all, name);
	return str_take(&all);
}

static choice_fn *choices;

static char *choose(const char *word, int state)
{
	static size_t i;

	if (!state)
		i = 0;
	return choices(word, i++);
}

static char *nothing(const char *word, int state)
{
	(void)word;
	(void)state;
	return NULL;
}

static char **complete(const char *word, int start, int end)
{
	const struct command *cmd;
	size_t from = 0, n;
	char *name;

	(void)end;
	for (int i = 0; i < start; i++)
		if (rl_line_buffer[i] == ';')
			from = (size_t)i + 1;
	from += strspn(rl_line_buffer + from, " \t");
	n = strcspn(rl_line_buffer + from, " \t");
	choices = command_choice;
	if (from + n < (size_t)start) {
		name = xstrndup(rl_line_buffer + from, n);
		cmd = command_by_name(name, ON_CONSOLE);
		free(name);
		choices = !cmd ? NULL : cmd->id == DO_PROCESS ? id_choice :
			  cmd->id == DO_PANE_REGIONS ? region_choice :
			  cmd->id == DO_HELP ? command_choice :
			  stops_takes(cmd->id) ? call_choice : NULL;
	}
	rl_attempted_completion_over = 1;
	return rl_completion_matches(word, choices ? choose : nothing);
}

/* --- the line ------------------------------------------------------------- */

static int next_byte(FILE *stream)
{
	(void)stream;
	if (!edit.n)
		return EOF;
	edit.n--;
	return (unsigned char)*edit.bytes++;
}

static void on_line(char *line)
{
	struct console *c = edit.console;

	if (!line) {
		/* The user typed Ctrl-D. */
		str_addc(&c->out.text, '\n');
		c->in.ended = true;
		rl_callback_handler_remove();
		edit.installed = false;
		return;
	}
	if (edit.too_long) {
		input_refuse(c);
	} else {
		remember(line);
		input_add(c, line);
	}
	edit.too_long = false;
	free(line);
}

static void set_up(void)
{
	rl_readline_name = "mmtop";
	rl_catch_signals = 0;
	rl_catch_sigwinch = 0;
	rl_change_environment = 0;
	rl_getc_function = next_byte;
	rl_attempted_completion_function = complete;
	rl_completer_word_break_characters = (char *)" \t;";
	(void)rl_variable_bind("enable-bracketed-paste", "on");
	using_history();
	stifle_history(HISTORY_MAX);
	edit.history = history_file();
	if (edit.history)
		(void)read_history(edit.history);
	edit.begun = true;
}

void edit_begin(struct console *c)
{
	edit.console = c;
	if (!edit.begun)
		set_up();
	rl_callback_handler_install(PROMPT, on_line);
	edit.installed = true;
}

/* --- pasted text ---------------------------------------------------------- */

/* Inserts pasted text into the line, with "; " in place of line breaks: the
 * commands run after the user presses Enter.  Unprintable bytes are dropped. */
static void insert_pasted(const struct pasted *part)
{
	struct str text = STR_INIT;
	bool gap = false;
	ucs4_t uc;

	for (size_t i = 0; i < part->n;) {
		const uint8_t *p = (const uint8_t *)part->bytes + i;
		int n = u8_mbtouc(&uc, p, part->n - i);

		i += n > 0 ? (size_t)n : 1;
		if (uc == '\n' || uc == '\r')
			gap = true;
		if (uc == '\t')
			uc = ' ';
		if (uc < ' ' || uc == 0xfffd || text_cell_width(uc) < 0)
			continue;
		if (gap && (text.len || rl_point))
			str_adds(&text, "; ");
		gap = false;
		str_add(&text, p, (size_t)n);
	}
	if ((size_t)rl_end + text.len > CONSOLE_LINE)
		edit.too_long = true;
	else
		(void)rl_insert_text(text.data);
	rl_redisplay();
	str_release(&text);
}

static void feed(const char *bytes, size_t n);

/* Handles the bytes that belong to a paste, and returns their number.  readline
 * would read to the end of the paste itself, and could block. */
static size_t take_pasted(const char *bytes, size_t n)
{
	struct pasted part;
	size_t used = 0;

	if (paste_give_up(&edit.paste, clock_ns(), &part))
		insert_pasted(&part);
	while (edit.paste.on && used < n) {
		size_t want = paste_wants(&edit.paste);

		want = want < n - used ? want : n - used;
		if (paste_bytes(&edit.paste, bytes + used, want, clock_ns(),
				&part))
			insert_pasted(&part);
		used += want;
	}
	return used;
}

void edit_bytes(struct console *c, const char *bytes, size_t n)
{
	static const char mark[] = PASTE_BEGIN;
	size_t at = take_pasted(bytes, n), from = at;

	(void)c;
	while (at < n) {
		if (bytes[at] == mark[edit.begun_paste]) {
			if (!edit.begun_paste++)
				feed(bytes + from, at - from);
			from = ++at;
		} else if (edit.begun_paste) {
			/* The bytes held back are not a paste marker, so
			 * readline gets them. */
			feed(mark, edit.begun_paste);
			edit.begun_paste = 0;
		} else {
			at++;
		}
		if (edit.begun_paste == sizeof mark - 1) {
			edit.begun_paste = 0;
			paste_begin(&edit.paste, clock_ns());
			from = at += take_pasted(bytes + at, n - at);
		}
	}
	feed(bytes + from, at - from);
}

static void feed(const char *bytes, size_t n)
{
	edit.bytes = bytes;
	edit.n = n;
	while (edit.n && edit.installed) {
		/* A full line accepts only keys that complete the line or
		 * delete characters. */
		if (rl_end >= CONSOLE_LINE && (unsigned char)*edit.bytes >= ' ' &&
		    *edit.bytes != 127) {
			edit.too_long = true;
			edit.bytes++;
			edit.n--;
			continue;
		}
		rl_callback_read_char();
	}
	edit.n = 0;
}

void edit_hide(void)
{
	if (!edit.installed)
		return;
	rl_clear_visible_line();
	/* readline writes through a stream, which must be flushed: mmtop's
	 * later output goes directly to the descriptor. */
	(void)fflush(rl_outstream);
}

void edit_show(void)
{
	if (!edit.installed)
		return;
	rl_resize_terminal();
	rl_on_new_line();
	rl_redisplay();
}

void edit_drop(void)
{
	if (!edit.installed)
		return;
	rl_free_line_state();
	rl_callback_sigcleanup();
	rl_replace_line("", 1);
	edit.too_long = false;
	rl_crlf();
	rl_on_new_line();
	rl_redisplay();
}

void edit_end(void)
{
	if (!edit.installed)
		return;
	edit_hide();
	rl_callback_handler_remove();
	edit.installed = false;
}
