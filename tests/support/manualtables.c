/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints a table of mmtop(1) from the table of commands, as roff for tbl(1), or
 * the lists of mmtop-screen(7) from the tables of the help:
 *
 *	manualtables keys program	the keys of one group of commands
 *	manualtables commands		all commands, by name
 *	manualtables header		what the header shows
 *	manualtables panes		what each pane shows
 */
#include <config.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/bars/header.h"
#include "base/text.h"
#include "ui/kit/command.h"
#include "ui/kit/heatmap.h"
#include "ui/pane/pane.h"

enum { LINE_COLS = 72 };

static const struct {
	const char *name;
	enum cmd_where where;
	enum cmd_group group;
} groups[] = {
	{ "program", ON_SCREEN, GROUP_TARGET },
	{ "pane", ON_SCREEN, GROUP_PANE },
	{ "screen", ON_SCREEN, GROUP_SCREEN },
};

/* roff would take a row that starts with a period for a request. */
static void put_text(const char *s)
{
	if (*s == '.')
		fputs("\\&", stdout);
	for (; *s; s++)
		if (*s == '-' || *s == '\\')
			printf("\\%c", *s == '-' ? '-' : 'e');
		else
			putchar(*s);
}

/* Prints the sign of a term as a terminal without UTF-8 shows it: the page must
 * be readable on each terminal. */
static void put_sign(const struct term *t)
{
	static const struct look ascii = { .utf8 = false, .colors = 0 };
	const char *sign = t->ascii ? t->ascii : t->sign ? t->sign :
			   pages_glyph(&ascii, (enum style_role)t->st);

	fputs(".TP\n\\fB", stdout);
	for (; *sign; sign++)
		if (strchr("`^~'\"", *sign))
			printf("\\(%s", *sign == '`' ? "ga" :
			       *sign == '^' ? "ha" : *sign == '~' ? "ti" :
			       *sign == '"' ? "dq" : "aq");
		else if ((unsigned char)*sign < 0x80)
			put_text((const char[]){ *sign, '\0' });
	puts("\\fR");
}

static void put_parts(const char *title, const struct terms_part *const *parts)
{
	printf(".SS %s\n", title);
	for (size_t p = 0; parts[p]; p++) {
		/* The signs of all panes have a section of their own. */
		if (parts[p] == &terms_common)
			continue;
		/* mandoc warns of a paragraph right after a heading. */
		printf("%s.I %s\n", p ? ".PP\n" : "", parts[p]->title);
		for (size_t i = 0; i < parts[p]->n; i++) {
			struct term t = terms_at(parts[p], i);

			if ((t.sign && !*t.sign) || terms_repeated(parts, p, i))
				continue;
			put_sign(&t);
			put_text(t.help);
			putchar('\n');
		}
	}
}

static void put_panes(void)
{
	const struct terms_part common = {
		"All panes", NULL, terms_common.terms, terms_common.n,
	};
	const struct terms_part *const all[] = { &common, NULL };

	put_parts("Signs of all panes", all);
	for (int id = 0; id < PANES; id++)
		if (pane_table[id]->terms)
			put_parts(pane_table[id]->title, pane_table[id]->terms);
}

/* "q Ctrl-C" as "q, Ctrl-C". */
static void put_words(const char *words)
{
	char word[64];

	for (int used; sscanf(words, "%63s%n", word, &used) == 1;) {
		put_text(word);
		words += used;
		if (*words)
			fputs(", ", stdout);
	}
}

static void put_keys(const struct command *c)
{
	put_words(c->key_label);
	putchar('\t');
	put_text(c->name);
	putchar('\t');
	put_text(c->help);
	putchar('\n');
}

static void put_command(const struct command *c)
{
	printf("%s", c->where & ON_SCREEN ? ":" : "");
	put_text(c->name);
	if (c->args) {
		fputs(" \\fR", stdout);
		put_text(c->args);
	}
	putchar('\t');
	put_words(c->aliases);
	printf("\t%s%s\t", c->where & ON_CONSOLE ? "C" : "",
	       c->where & ON_PICKER ? "L" : "");
	put_text(c->help);
	putchar('\n');
}

static int by_name(const void *a, const void *b)
{
	const struct command *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

/* Commands without a key label belong to the terminal, not to the user. */
static bool is_typed(const struct command *c)
{
	return c->key_label[0];
}

/* KEYS does not describe these fully, so they have a row of their own. */
static bool has_row(const struct command *c)
{
	return c->args || c->aliases[0] || c->where & ON_CONSOLE ||
	       !c->keys[0];
}

static void put_rows(const struct command **sorted)
{
	puts(".TS\nlb1 lb1 lb1 lb\nlb1 l1 l1 l.\nCommand\tAliases\t\tWhat it does");
	for (size_t i = 0; i < commands_n; i++)
		if (is_typed(sorted[i]) && has_row(sorted[i]))
			put_command(sorted[i]);
	puts(".TE");
}

/* Prints only the names of the other commands. */
static void put_names(const struct command **sorted)
{
	const char *last = NULL;
	size_t width = 0;

	puts(".PP\nThese commands take no argument; KEYS describes them:");
	for (size_t i = 0; i < commands_n; i++) {
		if (!is_typed(sorted[i]) || has_row(sorted[i]))
			continue;
		if (last) {
			put_text(last);
			putchar(',');
			width += strlen(last) + 2;
			if (width + strlen(sorted[i]->name) > LINE_COLS)
				width = 0;
			putchar(width ? ' ' : '\n');
		}
		last = sorted[i]->name;
	}
	put_text(last);
	puts(".");
}

static void put_commands(void)
{
	const struct command **sorted = calloc(commands_n, sizeof(*sorted));

	if (!sorted)
		abort();
	for (size_t i = 0; i < commands_n; i++)
		sorted[i] = &commands[i];
	qsort(sorted, commands_n, sizeof(*sorted), by_name);
	put_rows(sorted);
	put_names(sorted);
	free(sorted);
}

static void put_group(const char *name)
{
	puts(".TS\nlb lb lb\nlb l l.\nKey\tCommand\tWhat it does");
	for (size_t i = 0; i < commands_n; i++) {
		const struct command *c = &commands[i];
		/* The list's table has only the keys that differ from the
		 * screen's. */
		bool is_in = !strcmp(name, "list") && c->where == ON_PICKER;

		for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
			is_in |= !strcmp(groups[g].name, name) &&
				 c->where & groups[g].where &&
				 c->group == groups[g].group;
		if (is_in && c->keys[0] && is_typed(c))
			put_keys(c);
	}
	puts(".TE");
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "keys"))
		put_group(argv[2]);
	else if (argc == 2 && !strcmp(argv[1], "commands"))
		put_commands();
	else if (argc == 2 && !strcmp(argv[1], "header"))
		put_parts("The header", header_terms);
	else if (argc == 2 && !strcmp(argv[1], "panes"))
		put_panes();
	else
		return 2;
	return 0;
}
