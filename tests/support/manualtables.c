/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints a table of mmtop(1) from the table of commands, as roff for tbl(1):
 *
 *	manualtables keys program	the keys of one group of commands
 *	manualtables commands		all commands, by name
 */
#include <config.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/kit/command.h"

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

/* A row that begins with a period would be a request of roff. */
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

/* What has no label is the terminal's, not the user's. */
static bool is_typed(const struct command *c)
{
	return c->key_label[0];
}

/* What KEYS says too little of has a row of its own. */
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

/* The others, by their names alone. */
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
		/* Only what the screen itself has not. */
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
	else
		return 2;
	return 0;
}
