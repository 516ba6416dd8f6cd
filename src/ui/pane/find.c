/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pane/find.h"

#include <string.h>

#include "base/fmt.h"
#include "base/str.h"
#include "base/text.h"
#include "ui/words/what.h"

/* Minimum number of digits to search addresses for: fewer would match half of
 * all addresses. */
#define ADDRESS_DIGITS 3

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Parses all n bytes as a number.  Returns false if they are not a number, or
 * the number is too large. */
static bool number(const char *s, size_t n, unsigned base, uint64_t *out)
{
	uint64_t v = 0;

	for (size_t i = 0; i < n; i++) {
		int d = hex_digit(s[i]);

		if (d < 0 || (unsigned)d >= base ||
		    v > (UINT64_MAX - (unsigned)d) / base)
			return false;
		v = v * base + (unsigned)d;
	}
	*out = v;
	return n > 0;
}

static bool has_0x(const char *s, size_t n)
{
	return n > 2 && s[0] == '0' && (s[1] | 0x20) == 'x';
}

static bool address(const char *s, size_t n, uint64_t *out)
{
	size_t skip = has_0x(s, n) ? 2 : 0;

	return number(s + skip, n - skip, 16, out);
}

/* Parses an offset such as 4096, 0x1000, 4K or 1M. */
static bool offset(const char *s, uint64_t *out)
{
	static const char units[] = "KMGT";
	size_t n = strlen(s);
	const char *unit;

	if (has_0x(s, n))
		return number(s + 2, n - 2, 16, out);
	unit = n > 1 ? strchr(units, s[n - 1] & ~0x20) : NULL;
	if (!unit || !*unit)
		return number(s, n, 10, out);
	unsigned shift = 10 * (unsigned)(unit - units + 1);
	if (!number(s, n - 1, 10, out) || *out > UINT64_MAX >> shift)
		return false;
	*out <<= shift;
	return true;
}

/* --- names of regions ----------------------------------------------------- */

void find_init(struct find *f, const struct space *space, const char *text,
	       bool ascii)
{
	size_t n = strlen(text), skip = has_0x(text, n) ? 2 : 0;

	*f = (struct find){ .space = space, .text = text, .ascii = ascii };
	f->is_address = address(text, n, &f->addr);
	if (f->is_address && n - skip >= ADDRESS_DIGITS)
		f->digits = text + skip;
	for (unsigned kind = 0; kind < KINDS && *text; kind++) {
		int class = (int)kind_class_of((enum region_kind)kind);

		f->kinds[kind] =
			text_contains(region_kind_name(kind), text) ||
			text_contains(region_kind_name_of(class), text);
	}
}

static bool has_part(const struct find *f, const struct region *r,
		     const char *text)
{
	struct str what = STR_INIT;
	bool found;

	region_what(&what, r, f->ascii);
	found = text_contains(what.data, text);
	str_release(&what);
	return found;
}

bool find_matches(const struct find *f, const struct region *r)
{
	char buf[FMT_MAX];

	if (!f->text[0])
		return false;
	if (f->judge)
		return f->judge(f->arg, r);
	if (f->kinds[r->kind] ||
	    (f->is_address && f->addr >= r->start && f->addr < r->end))
		return true;
	return (f->digits &&
		text_contains(fmt_addr(buf, r->start), f->digits)) ||
	       has_part(f, r, f->text);
}

/* True if `name` is the whole name of the region or of its file.  The kernel's
 * own names, such as [heap], also match without their brackets. */
static bool has_exact_name(const struct find *f, const struct region *r,
			   const char *name)
{
	struct str s = STR_INIT;
	size_t n = strlen(name);
	bool same;

	region_what(&s, r, f->ascii);
	same = !strcmp(s.data, name) ||
	       (s.data[0] == '[' && s.len == n + 2 &&
		!memcmp(s.data + 1, name, n));
	str_clear(&s);
	region_short(&s, r, f->ascii);
	same = same || !strcmp(s.data, name);
	str_release(&s);
	return same;
}

/* --- searching ------------------------------------------------------------ */

typedef bool test_fn(const struct find *f, const struct region *r,
		     const char *text);

/* Returns the first of the n regions that matches.  Starts at index i and wraps
 * around. */
static const struct region *look(const struct find *f, const char *text,
				 test_fn *test, size_t i, int step)
{
	size_t n = f->space->regions.n;

	for (size_t k = 0; k < n; k++) {
		const struct region *r = f->space->regions.v[i];

		if (!r->removed_ns && test(f, r, text))
			return r;
		i = step > 0 ? (i + 1) % n : (i + n - 1) % n;
	}
	return NULL;
}

static bool matches(const struct find *f, const struct region *r,
		    const char *text)
{
	(void)text;
	return find_matches(f, r);
}

const struct region *find_region(const struct find *f, uint64_t from, int step,
				 bool here)
{
	size_t n = f->space->regions.n, i = space_index(f->space, from);

	if (!n)
		return NULL;
	if (i == n)
		i = step > 0 ? 0 : n - 1;
	else if (f->space->regions.v[i]->start > from)
		i = step > 0 ? i : (i + n - 1) % n;
	else if (!here)
		i = step > 0 ? (i + 1) % n : (i + n - 1) % n;
	return look(f, f->text, matches, i, step);
}

uint64_t find_address(const struct find *f, const struct region *r)
{
	return f->is_address && f->addr >= r->start && f->addr < r->end ?
	       f->addr : r->start;
}

size_t find_count(const struct find *f, const struct region *r, size_t *place)
{
	size_t n = 0;

	*place = 0;
	for (size_t i = 0; i < f->space->regions.n; i++) {
		const struct region *other = f->space->regions.v[i];

		if (other->removed_ns || !find_matches(f, other))
			continue;
		n++;
		if (other == r)
			*place = n;
	}
	return n;
}

/* --- :go ------------------------------------------------------------------ */

static const struct region *nearest(const struct space *s, uint64_t addr)
{
	const struct region *found = NULL;
	uint64_t best = UINT64_MAX;

	for (size_t i = 0; i < s->regions.n; i++) {
		const struct region *r = s->regions.v[i];
		uint64_t away = addr < r->start ? r->start - addr
				: addr >= r->end ? addr - (r->end - 1) : 0;

		if (!r->removed_ns && (away < best || !found)) {
			best = away;
			found = r;
		}
	}
	return found;
}

static enum go_result to_address(struct go *out, const struct find *f,
				 uint64_t addr)
{
	out->addr = addr;
	out->region = space_find(f->space, addr);
	if (out->region)
		return GO_FOUND;
	out->region = nearest(f->space, addr);
	return GO_UNMAPPED;
}

/* Returns the first region whose name matches, from the cursor onwards and
 * wrapping around. */
static const struct region *by_name(const struct find *f, const char *name,
				    test_fn *test, uint64_t cursor)
{
	size_t n = f->space->regions.n, i = space_index(f->space, cursor);

	return n && *name ? look(f, name, test, i % n, 1) : NULL;
}

/*
 * Parses the text before a `+`, or the whole text.  A text that starts with a
 * digit is an address, even an unmapped one: half of all names contain a digit.
 * A text of hexadecimal digits that starts with a letter is a name first.
 */
static enum go_result base(struct go *out, const struct find *f,
			   const char *text, uint64_t cursor)
{
	size_t n = strlen(text);
	const struct region *r;
	uint64_t addr;
	bool is_address = address(text, n, &addr);
	bool is_number = is_address && *text >= '0' && *text <= '9';

	if (is_address && (has_0x(text, n) || space_find(f->space, addr)))
		return to_address(out, f, addr);
	r = by_name(f, text, has_exact_name, cursor);
	if (!r && !is_number)
		r = by_name(f, text, has_part, cursor);
	if (r)
		return to_address(out, f, r->start);
	return is_address ? to_address(out, f, addr) : GO_NO_NAME;
}

enum go_result go_find(struct go *out, const struct find *f, uint64_t cursor)
{
	const char *plus = strrchr(f->text, '+');
	enum go_result r = base(out, f, f->text, cursor);
	struct str before = STR_INIT;
	uint64_t add;

	/* Names can contain `+`, too, such as libstdc++.so.6. */
	if (r != GO_NO_NAME || !plus || !offset(plus + 1, &add))
		return r;
	if (plus == f->text) {
		out->addr = cursor;
		r = GO_FOUND;
	} else {
		str_add(&before, f->text, (size_t)(plus - f->text));
		r = base(out, f, before.data, cursor);
		str_release(&before);
	}
	if (r == GO_NO_NAME || add > UINT64_MAX - out->addr)
		return GO_NO_NAME;
	return to_address(out, f, out->addr + add);
}
