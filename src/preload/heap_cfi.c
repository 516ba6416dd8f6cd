/* SPDX-License-Identifier: 0BSD */
/*
 * Reads unwind tables (.eh_frame) as compilers write them.  For each code
 * address, they describe how to leave the function's frame.  Unusual entries
 * give no rule.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_code.h"

#include <string.h>

#if defined __x86_64__
#define REG_BP 6
#define REG_SP 7
#define REG_RETURN 16

/* Encodings of pointers: the DW_EH_PE_* values of the ABI. */
#define PE_UDATA4 0x03
#define PE_PCREL_SDATA4 0x1b
#define PE_DATAREL_SDATA4 0x3b
#define PE_OMIT 0xff

/* Maximum nesting of DW_CFA_remember_state instructions. */
#define STATES 4

struct cfi_bytes {
	const unsigned char *at, *end;
	bool bad;
};

struct cfi_row {
	unsigned reg;			/* the register to which `offset` is
					 * added to get the CFA */
	int64_t offset;
	bool odd;			/* unusual: the CFA is an expression, or
					 * the return address is not stored
					 * right below the CFA */
	bool saved, lost;		/* saved: REG_BP is stored below the
					 * CFA; lost: it is stored elsewhere */
	int64_t saved_at;
	bool ends;			/* there is no return address */
};

struct cfi {
	uintptr_t low, high;		/* address range of the object */
	uintptr_t pc, from, to;		/* the address to look up; the range of
					 * its function */
	uint64_t code_align;
	int64_t data_align;
	bool augmented;
	struct cfi_bytes first, then;	/* the instructions of the CIE, and
					 * those of the FDE */
};

static uint64_t get(struct cfi_bytes *b, unsigned n)
{
	uint64_t v = 0;

	if (b->bad || (size_t)(b->end - b->at) < n) {
		b->bad = true;
		return 0;
	}
	memcpy(&v, b->at, n);
	b->at += n;
	return v;
}

static uint64_t get_leb(struct cfi_bytes *b, bool is_signed)
{
	uint64_t v = 0, byte;
	unsigned shift = 0;

	do {
		byte = get(b, 1);
		if (shift < 64)
			v |= (byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80 && !b->bad);
	if (is_signed && byte & 0x40 && shift < 64)
		v |= ~UINT64_C(0) << shift;
	return v;
}

static uint64_t get_u(struct cfi_bytes *b)
{
	return get_leb(b, false);
}

static int64_t get_s(struct cfi_bytes *b)
{
	return (int64_t)get_leb(b, true);
}

static void skip(struct cfi_bytes *b, uint64_t n)
{
	if (b->bad || (uint64_t)(b->end - b->at) < n)
		b->bad = true;
	else
		b->at += n;
}

/* ---- finding the entry --------------------------------------------------- */

/* Returns the entry at address `at`, which starts with the entry's length.
 * Sets `bad` unless the whole entry is inside the object. */
static struct cfi_bytes entry_at(const struct cfi *c, uintptr_t at)
{
	struct cfi_bytes b = { .bad = true };
	uint32_t len;

	if (at < c->low || at > c->high || c->high - at < sizeof len)
		return b;
	memcpy(&len, (const void *)at, sizeof len);
	if (!len || len == UINT32_MAX || len > c->high - at - sizeof len)
		return b;
	b.at = (const unsigned char *)at + sizeof len;
	b.end = b.at + len;
	b.bad = false;
	return b;
}

static int32_t word_at(uintptr_t at)
{
	int32_t v;

	memcpy(&v, (const void *)at, sizeof v);
	return v;
}

/* Searches the header's table for the last function that starts at or before
 * pc.  Returns the address of its entry. */
static uintptr_t find_entry(const struct cfi *c, uintptr_t header)
{
	const unsigned char *h = (const unsigned char *)header;
	uintptr_t table = header + 12;
	uint32_t n, low = 0;

	if (header < c->low || header > c->high || c->high - header < 12 ||
	    h[0] != 1 || h[1] != PE_PCREL_SDATA4 || h[2] != PE_UDATA4 ||
	    h[3] != PE_DATAREL_SDATA4)
		return 0;
	n = (uint32_t)word_at(header + 8);
	if (!n || n > (c->high - table) / 8)
		return 0;
	while (n > 1) {
		uint32_t half = n / 2;

		if (header + (uintptr_t)word_at(table + (low + half) * 8ull) <=
		    c->pc)
			low += half;
		n -= half;
	}
	return header + (uintptr_t)word_at(table + low * 8ull + 4);
}

/* Reads the CIE's augmentation.  Returns false if it is unusual, or addresses
 * of functions are not PC-relative. */
static bool read_augmentation(struct cfi *c, struct cfi_bytes *b,
			      const char *text)
{
	struct cfi_bytes data = *b;

	for (text++; *text; text++) {
		if (*text == 'R' && get(&data, 1) != PE_PCREL_SDATA4)
			return false;
		if (*text == 'L')
			(void)get(&data, 1);
		if (*text == 'P') {
			unsigned how = (unsigned)get(&data, 1);

			if (how == PE_OMIT)
				continue;
			if ((how & 0xf) != 0xb && (how & 0xf) != 0x3)
				return false;
			(void)get(&data, 4);
		}
		/* 'S' marks a signal frame: its return address is elsewhere. */
		if (!strchr("RLPB", *text))
			return false;
	}
	c->augmented = true;
	return !data.bad;
}

static bool read_cie(struct cfi *c, uintptr_t at)
{
	struct cfi_bytes b = entry_at(c, at);
	const char *text;
	unsigned version;
	uint64_t n;

	if (b.bad || get(&b, 4) != 0)
		return false;
	version = (unsigned)get(&b, 1);
	text = (const char *)b.at;
	if ((version != 1 && version != 3) || b.bad ||
	    !memchr(text, 0, (size_t)(b.end - b.at)) || text[0] != 'z')
		return false;
	skip(&b, strlen(text) + 1);
	c->code_align = get_u(&b);
	c->data_align = get_s(&b);
	if ((version == 1 ? get(&b, 1) : get_u(&b)) != REG_RETURN)
		return false;
	n = get_u(&b);
	if (!read_augmentation(c, &b, text))
		return false;
	skip(&b, n);
	c->first = b;
	return !b.bad;
}

static bool read_fde(struct cfi *c, uintptr_t at)
{
	struct cfi_bytes b = entry_at(c, at);
	uintptr_t here = (uintptr_t)b.at;
	uint32_t back = (uint32_t)get(&b, 4);

	if (b.bad || !back || back > here - c->low || !read_cie(c, here - back))
		return false;
	c->from = (uintptr_t)b.at;
	c->from += (uintptr_t)(intptr_t)(int32_t)get(&b, 4);
	c->to = c->from + (uintptr_t)get(&b, 4);
	skip(&b, get_u(&b));
	c->then = b;
	return !b.bad && c->pc >= c->from && c->pc < c->to;
}

/* ---- running the instructions -------------------------------------------- */

/* Notes where a register is stored, if it is REG_BP or REG_RETURN. */
static void store(struct cfi_row *s, uint64_t reg, bool below, int64_t at)
{
	if (reg == REG_BP) {
		s->saved = below;
		s->lost = !below;
		s->saved_at = at;
	} else if (reg == REG_RETURN) {
		s->odd |= !below || at != -8;
	}
}

static void restore(struct cfi_row *s, uint64_t reg,
		    const struct cfi_row *first)
{
	if (reg == REG_BP) {
		s->saved = first->saved;
		s->lost = first->lost;
		s->saved_at = first->saved_at;
	}
}

static void cfa(struct cfi_row *s, uint64_t reg, int64_t offset)
{
	s->reg = reg < 64 ? (unsigned)reg : 64;
	s->offset = offset;
	s->odd = false;
}

struct run {
	const struct cfi *c;
	struct cfi_row s, first, kept[STATES];
	unsigned n_kept;
	uintptr_t at;			/* the address for which the row `s` is
					 * valid */
};

static bool run_state(struct run *r, bool keep)
{
	if (keep ? r->n_kept == STATES : !r->n_kept)
		return false;
	if (keep)
		r->kept[r->n_kept++] = r->s;
	else
		r->s = r->kept[--r->n_kept];
	return true;
}

/* Runs an instruction that has an 8-bit opcode.  Returns false if the opcode is
 * unknown. */
static bool run_long(struct run *r, struct cfi_bytes *b, unsigned op)
{
	struct cfi_row *s = &r->s;
	int64_t align = r->c->data_align;
	uint64_t reg;

	switch (op) {
	case 0x00:			/* nop */
		return true;
	case 0x02: case 0x03: case 0x04: /* advance_loc1, 2, 4 */
		r->at += get(b, 1u << (op - 2)) * r->c->code_align;
		return true;
	case 0x05: case 0x11:		/* offset_extended,
					 * offset_extended_sf */
		reg = get_u(b);
		store(s, reg, true,
		      (op == 0x05 ? (int64_t)get_u(b) : get_s(b)) * align);
		return true;
	case 0x06:			/* restore_extended */
		restore(s, get_u(b), &r->first);
		return true;
	case 0x07:			/* undefined */
		reg = get_u(b);
		s->ends |= reg == REG_RETURN;
		s->lost |= reg == REG_BP;
		return true;
	case 0x08:			/* same_value */
		if (get_u(b) == REG_BP)
			s->saved = s->lost = false;
		return true;
	case 0x09: case 0x14: case 0x15: /* register, val_offset, _sf */
		reg = get_u(b);
		(void)get_u(b);
		store(s, reg, false, 0);
		return true;
	case 0x0a: case 0x0b:		/* remember_state, restore_state */
		return run_state(r, op == 0x0a);
	case 0x0c:			/* def_cfa */
		reg = get_u(b);
		cfa(s, reg, (int64_t)get_u(b));
		return true;
	case 0x0d:			/* def_cfa_register */
		cfa(s, get_u(b), s->offset);
		return true;
	case 0x0e:			/* def_cfa_offset */
		s->offset = (int64_t)get_u(b);
		return true;
	case 0x0f:			/* def_cfa_expression */
		skip(b, get_u(b));
		s->odd = true;
		return true;
	case 0x10: case 0x16:		/* expression, val_expression */
		reg = get_u(b);
		skip(b, get_u(b));
		store(s, reg, false, 0);
		return true;
	case 0x12:			/* def_cfa_sf */
		reg = get_u(b);
		cfa(s, reg, get_s(b) * align);
		return true;
	case 0x13:			/* def_cfa_offset_sf */
		s->offset = get_s(b) * align;
		return true;
	case 0x2e:			/* GNU_args_size */
		(void)get_u(b);
		return true;
	default:
		return false;
	}
}

static bool run(struct run *r, struct cfi_bytes b)
{
	while (b.at < b.end && !b.bad && r->at <= r->c->pc) {
		struct cfi_row before = r->s;
		unsigned op = (unsigned)get(&b, 1);

		if (op >> 6 == 1)
			r->at += (op & 0x3f) * r->c->code_align;
		else if (op >> 6 == 2)
			store(&r->s, op & 0x3f, true,
			      (int64_t)get_u(&b) * r->c->data_align);
		else if (op >> 6 == 3)
			restore(&r->s, op & 0x3f, &r->first);
		else if (!run_long(r, &b, op))
			return false;
		if (r->at > r->c->pc)
			r->s = before;
	}
	return !b.bad;
}

static uint64_t rule_of(const struct cfi_row *s)
{
	uint64_t rule = HEAP_RULE_VALID;

	if (s->ends)
		return rule | HEAP_RULE_END << 1;
	if (s->odd || s->lost || s->offset < 8 || s->offset % 8 ||
	    s->offset > HEAP_RULE_CFA_MAX)
		return rule;
	if (s->saved) {
		if (s->saved_at > -16 || s->saved_at % 8 ||
		    -s->saved_at / 8 > HEAP_RULE_SAVED_MAX)
			return rule;
		rule |= HEAP_RULE_SAVED | (uint64_t)(-s->saved_at / 8) << 5;
	}
	if (s->reg == REG_SP)
		rule |= HEAP_RULE_SP << 1;
	else if (s->reg == REG_BP)
		rule |= HEAP_RULE_BP << 1;
	else
		return HEAP_RULE_VALID;
	return rule | (uint64_t)s->offset << 21;
}

uint64_t heap_cfi_rule(uintptr_t pc, const void *header, uintptr_t low,
		       uintptr_t high, uintptr_t *function)
{
	struct cfi c = { .low = low, .high = high, .pc = pc };
	struct run r = { .c = &c };
	uintptr_t entry = header ? find_entry(&c, (uintptr_t)header) : 0;

	*function = 0;
	if (!entry || !read_fde(&c, entry))
		return HEAP_RULE_VALID;
	*function = c.from;
	if (!run(&r, c.first))
		return HEAP_RULE_VALID;
	r.first = r.s;
	r.at = c.from;
	if (!run(&r, c.then))
		return HEAP_RULE_VALID;
	return rule_of(&r.s);
}
#else
/* Gives no rules: most code for other processors has frame pointers. */
uint64_t heap_cfi_rule(uintptr_t pc, const void *header, uintptr_t low,
		       uintptr_t high, uintptr_t *function)
{
	(void)pc;
	(void)header;
	(void)low;
	(void)high;
	*function = 0;
	return HEAP_RULE_VALID;
}
#endif
