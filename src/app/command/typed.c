/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/command/typed.h"

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "base/alloc.h"
#include "base/fmt.h"
#include "base/text.h"
#include "ui/kit/keyed.h"

#define WORD_COLS 30
#define COUNT_MAX 1000000u
#define BLANKS " \t\r"

void typed_word(struct str *out, const char *word, bool ascii)
{
	struct str safe = STR_INIT;

	text_safe(&safe, word, strlen(word), ascii);
	text_cut(out, safe.data, WORD_COLS, CUT_END, ascii);
	str_release(&safe);
}

static const char *colon(enum cmd_where where)
{
	return where == ON_SCREEN ? ":" : "";
}

void typed_usage(struct str *out, const struct command *cmd,
		 enum cmd_where where)
{
	str_addf(out, "%s%s", colon(where), cmd->name);
	if (cmd->args)
		str_addf(out, " %s", _(cmd->args));
}

static bool number(uint64_t *out, const char *args, uint64_t max)
{
	uint64_t n = *args ? 0 : 1;

	for (const char *p = args; *p; p++) {
		if (*p < '0' || *p > '9')
			return false;
		n = n * 10 + (uint64_t)(*p - '0');
		if (n > max)
			return false;
	}
	*out = n;
	return n > 0;
}

bool typed_count(uint64_t *out, const char *args)
{
	return number(out, args, COUNT_MAX);
}

void typed_count_error(struct str *out, const char *what)
{
	char most[FMT_MAX];

	/* TRANSLATORS: the arguments are a command and the maximum number of
	 * stops. */
	str_addf(out, _("%s takes a number of stops, 1 to %s."), what,
		 fmt_grouped(most, COUNT_MAX));
}

bool typed_id(uint64_t *out, const char *args)
{
	return number(out, args, INT32_MAX);
}

static void no_such(struct str *out, const char *word, enum cmd_where where,
		    bool ascii)
{
	const struct command *near = command_nearest(word, where);
	struct str safe = STR_INIT, names = STR_INIT;
	const struct command *c;

	typed_word(&safe, word, ascii);
	for (size_t i = 0; (c = command_matching(word, i, where)); i++)
		str_addf(&names, "%s%s", i ? ", " : "", c->name);
	if (names.len)
		str_addf(out, _("\"%s\" is ambiguous: %s."), safe.data,
			 names.data);
	else if (near)
		str_addf(out, _("Unknown command \"%s\". Did you mean "
				"\"%s\"?"), safe.data, near->name);
	else if (where == ON_SCREEN)
		str_addf(out, keyed(_("Unknown command \"%s\". Press "
				      "{command} then Tab for a list.")),
			 safe.data);
	else
		str_addf(out, _("Unknown command \"%s\". Type help for a "
				"list."), safe.data);
	str_release(&names);
	str_release(&safe);
}

static void wrong_place(struct str *out, const struct command *cmd,
			enum cmd_where where)
{
	if (cmd->where == ON_PICKER)
		str_addf(out, _("%s works only in the process list: start "
				"mmtop without a program."), cmd->name);
	else if (where == ON_CONSOLE)
		str_addf(out, _("%s needs the screen: start mmtop without "
				"--console."), cmd->name);
	else
		str_addf(out, _("%s works only on the console (--console)."),
			 cmd->name);
}

/* True if the command can take these arguments; otherwise appends an error. */
static bool args_fit(struct str *out, const struct typed *t,
		     enum cmd_where where)
{
	const struct command *cmd = t->cmd;
	struct str usage = STR_INIT;
	bool fit = true;

	typed_usage(&usage, cmd, where);
	if (t->args[0] && !cmd->args) {
		str_addf(out, _("%s takes no argument."), usage.data);
		fit = false;
	} else if (!t->args[0] && cmd->args && cmd->args[0] != '[') {
		str_addf(out, _("Missing: %s"), usage.data);
		fit = false;
	}
	str_release(&usage);
	return fit;
}

bool typed_read(struct typed *t, const char *line, enum cmd_where where,
		bool ascii, struct str *wrong)
{
	char *copy = xstrdup(line + strspn(line, BLANKS ":")), *args;
	size_t n = strlen(copy);

	while (n && strchr(BLANKS, copy[n - 1]))
		copy[--n] = '\0';
	args = copy + strcspn(copy, BLANKS);
	if (*args)
		*args++ = '\0';
	args += strspn(args, BLANKS);
	*t = (struct typed){ .args = args, .copy = copy };
	if (!copy[0])
		return false;
	t->cmd = command_by_name(copy, where);
	if (!t->cmd) {
		no_such(wrong, copy, where, ascii);
		return false;
	}
	if (!(t->cmd->where & where)) {
		wrong_place(wrong, t->cmd, where);
		return false;
	}
	return args_fit(wrong, t, where);
}

void typed_release(struct typed *t)
{
	free(t->copy);
}
