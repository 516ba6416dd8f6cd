/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/stack/symbol.h"

#include <setjmp.h>
#include <stdbool.h>
#include <string.h>

#ifdef HAVE_LIBIBERTY_DEMANGLE_H
#include <libiberty/demangle.h>
#else
#include <demangle.h>
#endif

/* The output needs no flags.  libiberty limits the nesting of types as long as
 * DMGL_NO_RECURSE_LIMIT is not set. */
#define PLAIN DMGL_NO_OPTS

struct clear {
	char text[SYMBOL_MAX];
	size_t n;
	jmp_buf full;
};

/* Stores a piece of the demangled name.  longjmp() ends a demangler when the
 * text is full, as it cannot be stopped early.  The disposable child process
 * leaks the memory. */
static void take(const char *text, size_t n, void *arg)
{
	struct clear *c = arg;
	size_t room = sizeof c->text - c->n;

	memcpy(c->text + c->n, text, n < room ? n : room);
	c->n += n < room ? n : room;
	if (n > room)
		longjmp(c->full, 1);
}

static bool clear_up(struct clear *c, const char *symbol)
{
	c->n = 0;
	if (setjmp(c->full))
		return true;
	/* Try Rust first: old Rust names are valid C++ names, too. */
	if (rust_demangle_callback(symbol, PLAIN, take, c))
		return true;
	c->n = 0;
	return cplus_demangle_v3_callback(symbol, PLAIN, take, c);
}

/* Appends the demangled name.  Returns false if the symbol is not a mangled
 * name. */
static bool add_clear(struct str *out, const char *symbol)
{
	struct clear c;

	if (symbol[0] != '_' || !clear_up(&c, symbol))
		return false;
	str_add(out, c.text, c.n);
	return true;
}

void symbol_name(struct str *out, const char *symbol)
{
	char plain[SYMBOL_MAX + 1];
	const char *version;
	size_t n;

	if (!symbol)
		return;
	n = strnlen(symbol, SYMBOL_MAX);
	version = n > 1 ? memchr(symbol + 1, '@', n - 1) : NULL;
	if (version)
		n = (size_t)(version - symbol);
	memcpy(plain, symbol, n);
	plain[n] = '\0';
	if (!add_clear(out, plain))
		str_add(out, plain, n);
}
