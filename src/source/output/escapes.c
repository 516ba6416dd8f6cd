/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Input that libvterm (0.1.4 to 0.3.3) does not handle:
 *
 *	more than 16 numbers in a control sequence: libvterm writes beyond the
 *	end of the array of numbers (src/parser.c, csi_args); a number of 20
 *	digits overflows
 *
 *	REP without a character to repeat, or with a character of no columns:
 *	an endless loop (src/state.c, 0x62).  A C1 control in UTF-8 has a width
 *	of -1, which moves the cursor out of the screen, and tab stops with it
 *
 *	marks on one character: libvterm stores any number of them
 *	(grow_combine_buffer())
 *
 *	an incomplete UTF-8 character: the decoder writes past its buffer
 *	(src/encoding.c).  ESC % @ turns UTF-8 off: then bytes of a character
 *	are C1 controls, and one of these starts a control sequence
 *
 *	several modes in one sequence: libvterm uses only the first
 */
#include <config.h>

#include "source/output/escapes.h"

#include <stdio.h>
#include <string.h>
#include <unictype.h>
#include <unistr.h>
#include <uniwidth.h>

#define ESC 0x1b
#define CAN 0x18
#define SUB 0x1a
#define DEL 0x7f

/* Maximum number of characters that REP inserts: a row of the widest
 * terminal. */
#define REPEAT_MAX 1000

/* --- characters ----------------------------------------------------------- */

/* True for all characters that libvterm may combine with the previous one, and
 * for some others.  Some Jamo are tested for by number, since libvterm combines
 * them but their uc_width() is positive. */
static bool is_mark(ucs4_t uc)
{
	if (uc < 0x80)
		return false;
	return (uc >= 0x1160 && uc <= 0x11ff) ||
	       uc_is_general_category_withtable(uc, UC_CATEGORY_MASK_M |
						UC_CATEGORY_MASK_Cf) ||
	       uc_width(uc, "UTF-8") <= 0;
}

static void unknown(struct escapes *e, struct str *out)
{
	static const char replacement[] = "\xef\xbf\xbd";	/* U+FFFD */

	str_adds(out, replacement);
	e->lasts = sizeof replacement - 1;
	memcpy(e->last, replacement, e->lasts);
	e->marks = 0;
}

static void character(struct escapes *e, struct str *out, ucs4_t uc,
		      const char *s, size_t n)
{
	if (uc >= 0x80 && uc < 0xa0) {
		unknown(e, out);
		return;
	}
	if (is_mark(uc)) {
		if (e->lasts && e->marks++ < ESCAPES_MARKS)
			str_add(out, s, n);
		return;
	}
	str_add(out, s, n);
	memcpy(e->last, s, n);
	e->lasts = n;
	e->marks = 0;
}

static void broken_off(struct escapes *e, struct str *out)
{
	for (; e->parts; e->parts--)
		unknown(e, out);
}

/* Handles a byte of a non-ASCII character. */
static void high_byte(struct escapes *e, struct str *out, char c)
{
	e->part[e->parts++] = c;
	while (e->parts) {
		ucs4_t uc;
		int n = u8_mbtoucr(&uc, (const uint8_t *)e->part, e->parts);

		if (n == -2)
			return;		/* bytes of the character are missing */
		if (n > 0)
			character(e, out, uc, e->part, (size_t)n);
		else
			unknown(e, out);
		n = n > 0 ? n : 1;
		e->parts -= (size_t)n;
		memmove(e->part, e->part + n, e->parts);
	}
}

/* --- control sequences ---------------------------------------------------- */

/* The parts of a control sequence such as "?25;7$p". */
struct control {
	char leader, intermediate, final;	/* 0: none */
	unsigned n;
	unsigned v[ESCAPES_NUMBERS];
	bool given[ESCAPES_NUMBERS];
	bool colon[ESCAPES_NUMBERS];		/* a colon follows the number,
						 * not a semicolon */
};

/* Reads the numbers of a sequence; drops those that do not fit into c->v. */
static const char *numbers(const char *p, const char *end, struct control *c)
{
	bool full = false;

	for (c->n = 1; p < end && *p >= '0' && *p <= ';'; p++) {
		unsigned *v = &c->v[c->n - 1];

		if (*p > '9' && c->n == ESCAPES_NUMBERS) {
			full = true;
		} else if (*p > '9') {
			c->colon[c->n++ - 1] = *p == ':';
		} else if (!full) {
			*v = *v * 10 + (unsigned)(*p - '0');
			*v = *v > ESCAPES_NUMBER ? ESCAPES_NUMBER : *v;
			c->given[c->n - 1] = true;
		}
	}
	return p;
}

static bool parse(const char *p, size_t n, struct control *c)
{
	const char *end = p + n;

	*c = (struct control){ 0 };
	if (p < end && *p >= '<' && *p <= '?')
		c->leader = *p++;
	p = numbers(p, end, c);
	if (p < end && *p >= ' ' && *p <= '/')
		c->intermediate = *p++;
	if (end - p != 1)
		return false;
	c->final = *p;
	return true;
}

static void put_control(struct str *out, const struct control *c,
			unsigned from, unsigned to)
{
	str_adds(out, "\033[");
	if (c->leader)
		str_addc(out, c->leader);
	for (unsigned i = from; i < to; i++) {
		if (c->given[i])
			str_addu(out, c->v[i], 0);
		if (i + 1 < to)
			str_addc(out, c->colon[i] ? ':' : ';');
	}
	if (c->intermediate)
		str_addc(out, c->intermediate);
	str_addc(out, c->final);
}

static void repeat(const struct escapes *e, struct str *out, unsigned times)
{
	times = times ? times : 1;
	for (unsigned i = 0; i < times && i < REPEAT_MAX; i++)
		str_add(out, e->last, e->lasts);
}

static void control_sequence(const struct escapes *e, struct str *out)
{
	struct control c;

	if (e->n >= sizeof e->seq || !parse(e->seq, e->n, &c))
		return;
	if (c.final == 'b' && !c.leader && !c.intermediate)
		repeat(e, out, c.v[0]);
	else if ((c.final == 'h' || c.final == 'l') && !c.intermediate)
		for (unsigned i = 0; i < c.n; i++)
			put_control(out, &c, i, i + 1);
	else
		put_control(out, &c, 0, c.n);
}

/* --- escape sequences ----------------------------------------------------- */

/* The escape sequences that are passed on.  Not passed on are double-width and
 * double-height lines (mmtop's screen cannot show them), single shifts (SS2,
 * SS3), requests for 8-bit answers, and turning UTF-8 off. */
static const char *const sequences[] = {
	"7", "8",			/* save and restore the cursor */
	"=", ">",			/* keypad modes */
	"D", "E", "H", "M", "c",	/* IND NEL HTS RI RIS */
	"n", "o", "|", "}", "~",	/* locking shifts */
	"#8",				/* DECALN */
	"(0", "(A", "(B", ")0", ")A", ")B",	/* line drawing, UK, ASCII */
	"*0", "*A", "*B", "+0", "+A", "+B",
};

static void escape_sequence(const struct escapes *e, struct str *out)
{
	for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++)
		if (strlen(sequences[i]) == e->n &&
		    !memcmp(sequences[i], e->seq, e->n)) {
			str_addc(out, ESC);
			str_add(out, e->seq, e->n);
		}
}

static void begin(struct escapes *e, enum escapes_state state)
{
	e->state = state;
	e->n = 0;
}

/* Stores a byte of the sequence.  n reaches the size of seq if the sequence is
 * too long. */
static void keep(struct escapes *e, char c)
{
	if (e->n < sizeof e->seq)
		e->seq[e->n++] = c;
}

static void in_escape(struct escapes *e, struct str *out, char c)
{
	if (!e->n && c == '[') {
		begin(e, IN_CONTROL);
	} else if (!e->n && strchr("]PX^_", c)) {
		e->bell_ends = c == ']';
		begin(e, IN_STRING);
	} else {
		keep(e, c);
		if (c < '0')		/* an intermediate byte; more follow */
			return;
		escape_sequence(e, out);
		begin(e, IN_TEXT);
	}
}

static void in_control(struct escapes *e, struct str *out, char c)
{
	keep(e, c);
	if (c < '@')
		return;
	control_sequence(e, out);
	begin(e, IN_TEXT);
}

/* --- bytes ---------------------------------------------------------------- */

/* A C0 control has its effect even in the middle of a sequence. */
static void control_byte(struct escapes *e, struct str *out, char c)
{
	if (c == ESC)
		begin(e, IN_ESCAPE);
	else if (c == CAN || c == SUB ||
		 (e->state == IN_STRING && c == '\a' && e->bell_ends))
		begin(e, IN_TEXT);
	else if (e->state != IN_STRING && c >= '\a' && c <= 0x0f)
		str_addc(out, c);
}

static void one_byte(struct escapes *e, struct str *out, char c)
{
	unsigned char byte = (unsigned char)c;

	if (byte >= 0x80) {
		/* No sequence contains such a byte: drop the sequence. */
		if (e->state == IN_ESCAPE || e->state == IN_CONTROL)
			begin(e, IN_TEXT);
		if (e->state == IN_TEXT)
			high_byte(e, out, c);
		return;
	}
	broken_off(e, out);
	if (byte < ' ')
		control_byte(e, out, c);
	else if (byte == DEL || e->state == IN_STRING)
		return;
	else if (e->state == IN_ESCAPE)
		in_escape(e, out, c);
	else if (e->state == IN_CONTROL)
		in_control(e, out, c);
	else
		character(e, out, byte, &c, 1);
}

/* Returns the number of plain bytes at the start: they need no further
 * check. */
static size_t plain(const char *bytes, size_t n)
{
	size_t i = 0;

	while (i < n && bytes[i] >= ' ' && bytes[i] < DEL)
		i++;
	return i;
}

void escapes_feed(struct escapes *e, struct str *out, const char *bytes,
		  size_t n)
{
	for (size_t i = 0; i < n;) {
		size_t run = e->state == IN_TEXT ? plain(bytes + i, n - i) : 0;

		/* The last byte of a run is handled alone: REP may repeat it,
		 * or marks may follow it. */
		if (run > 1) {
			broken_off(e, out);
			str_add(out, bytes + i, run - 1);
			i += run - 1;
		}
		one_byte(e, out, bytes[i++]);
	}
}
