/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/heap/trace.h"

#include <inttypes.h>
#include <string.h>

/* The lowest result of a system call that is an error. */
#define ERROR_LEAST (UINT64_MAX - 4094)

/* A call has the kind of the first entry whose `part` its name contains. */
static const struct {
	const char *part, *name;	/* name in struct heaptrace_call; NULL:
					 * as in the line */
	enum heaptrace_kind kind;
} names[] = {
	{ "free(realloc)", "free", HEAPTRACE_MOVE },
	{ "realloc(failed)", "realloc", HEAPTRACE_STAY },
	{ "free", "free", HEAPTRACE_FREE },
	{ "munmap", "munmap", HEAPTRACE_UNMAP },
	{ "mmap", "mmap", HEAPTRACE_MAP },
	{ "calloc", "calloc", HEAPTRACE_BLOCK },
	{ "malloc", "malloc", HEAPTRACE_BLOCK },
	{ "memalign", NULL, HEAPTRACE_BLOCK },
	{ "aligned_alloc", NULL, HEAPTRACE_BLOCK },
	{ "valloc", NULL, HEAPTRACE_BLOCK },
};

static bool set_name(struct heaptrace_call *c, struct bytes word)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!memmem(word.data, word.len, names[i].part,
			    strlen(names[i].part)))
			continue;
		c->kind = names[i].kind;
		c->name = names[i].name ? bytes_of(names[i].name) : word;
		return true;
	}
	return false;
}

/* Parses a number such as "0x28". */
static bool scan_hex(struct scan *s, uint64_t *out)
{
	struct scan at = *s;

	if (!scan_text(&at, "0x") || !scan_u64(&at, 16, out) ||
	    (at.p < at.end && *at.p != ' ' && *at.p != '\t'))
		return false;
	*s = at;
	return true;
}

/* Parses the caller's address, which has no 0x in memory_tracker's lists. */
static void scan_caller(struct scan *s, struct heaptrace_call *c)
{
	scan_blanks(s);
	(void)scan_text(s, "0x");
	if (!scan_u64(s, 16, &c->caller))
		c->caller = 0;
}

/* Parses LIBRARY SYMBOL CALLER, as far as the line has them. */
static void scan_site(struct scan *s, struct heaptrace_call *c)
{
	scan_blanks(s);
	if (!scan_word(s, &c->library))
		return;
	scan_blanks(s);
	if (scan_word(s, &c->symbol))
		scan_caller(s, c);
}

static bool scan_head(struct scan *s, struct heaptrace_call *c)
{
	struct bytes word;

	return scan_blanks(s) && scan_word(s, &word) && word.len > 1 &&
	       ((const char *)word.data)[word.len - 1] == ':' &&
	       set_name(c, (struct bytes){ word.data, word.len - 1 }) &&
	       scan_blanks(s);
}

enum heaptrace_line heaptrace_line(struct scan line, struct heaptrace_call *out)
{
	struct heaptrace_call c = { .library = bytes_of(NULL),
				    .symbol = bytes_of(NULL) };
	struct scan blank = line;
	bool got = true;

	scan_blanks(&blank);
	if (blank.p == blank.end)
		return HEAPTRACE_BLANK;
	if (!scan_head(&line, &c))
		return HEAPTRACE_OTHER;
	if (scan_text(&line, "(nil)"))
		got = false;
	else if (!scan_hex(&line, &c.addr))
		return HEAPTRACE_OTHER;
	scan_blanks(&line);
	/* Without this check, the start of a library's name could be taken for
	 * a missing size. */
	if (heaptrace_has_size(c.kind) && !scan_hex(&line, &c.size))
		return HEAPTRACE_OTHER;
	if (!got || !c.addr || c.addr >= ERROR_LEAST)
		return HEAPTRACE_FAILED;
	if (c.size > UINT64_MAX - c.addr)
		return HEAPTRACE_OTHER;
	scan_site(&line, &c);
	*out = c;
	return HEAPTRACE_CALL;
}

void heaptrace_text(struct str *out, const struct heaptrace_call *c)
{
	str_add(out, c->name.data, c->name.len);
	str_adds(out, ": ");
	str_addx(out, c->addr);
	if (heaptrace_has_size(c->kind)) {
		str_addc(out, ' ');
		str_addx(out, c->size);
	}
	if (!c->library.len)
		return;
	str_addc(out, ' ');
	str_add(out, c->library.data, c->library.len);
	str_addc(out, ' ');
	if (c->symbol.len)
		str_add(out, c->symbol.data, c->symbol.len);
	else
		str_adds(out, "(null)");
	str_addc(out, ' ');
	str_addx(out, c->caller);
}
