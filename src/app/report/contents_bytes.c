/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/report/contents_private.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/language.h"
#include "app/words/refusal.h"
#include "app/warn.h"
#include "base/text.h"
#include "ui/words/error.h"

#define PIECE 65536u
#define ROW 16u

/* The frame that the user named as REGION@FRAME. */
struct named_frame {
	const struct captured_object *object;
	const struct captured_frame *frame;
};

/* --- names ---------------------------------------------------------------- */

static bool number_of(const char *s, size_t n, uint64_t *out)
{
	char text[32], *end;

	if (!n || n >= sizeof text || *s < '0' || *s > '9')
		return false;
	memcpy(text, s, n);
	text[n] = '\0';
	errno = 0;
	*out = strtoull(text, &end, 0);
	return !*end && !errno;
}

/* True if s is the whole name, or the last components of a path. */
static bool ends_path(struct bytes name, const char *s, size_t n)
{
	const char *data = name.data;

	if (!n || name.len < n || memcmp(data + name.len - n, s, n) != 0)
		return false;
	return name.len == n || data[name.len - n - 1] == '/';
}

/* Like ends_path(), but the name may have " (deleted)" at its end. */
static bool is_name(struct bytes name, const char *s, size_t n)
{
	static const char gone[] = " (deleted)";
	size_t suffix = sizeof gone - 1;
	struct bytes was = { name.data, name.len - suffix };

	return ends_path(name, s, n) ||
	       (name.len > suffix &&
		!memcmp((const char *)name.data + was.len, gone, suffix) &&
		ends_path(was, s, n));
}

/* True if s matches the region's name, either its real bytes or the safe text
 * that the list shows. */
static bool has_name(const struct ev_frame *f, const char *s, size_t n)
{
	struct str shown = STR_INIT;
	bool is;

	text_safe(&shown, f->name.data, f->name.len, !locale_is_utf8());
	is = is_name(f->name, s, n) ||
	     is_name((struct bytes){ shown.data, shown.len }, s, n);
	str_release(&shown);
	return is;
}

static bool is_named(const struct captured_object *o,
		     const struct captured_frame *f, const char *s, size_t n)
{
	const struct ev_frame *e = &f->ev.u.frame;
	bool hex = n > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
	uint64_t number;

	if (!number_of(s, n, &number))
		return has_name(e, s, n);
	if (hex)
		return number >= e->start && number < e->end;
	return number == o->number;
}

/* Returns the frame with the number in `word`, or the last frame for "last";
 * NULL if there is none. */
static const struct captured_frame *frame_of(const struct captured_object *o,
					     const char *word)
{
	const struct captured_frame *f;
	uint64_t number;

	if (!strcmp(word, "last"))
		return captured_frame(o, UINT64_MAX);
	if (!number_of(word, strlen(word), &number))
		return NULL;
	f = captured_frame(o, number);
	return f && f->ev.u.frame.number == number ? f : NULL;
}

static void not_found(const char *word, const char *at,
		      const struct captured_object *o)
{
	if (o && o->frames.n)
		warn_user(_("region %.*s has no frame %s: its frames are %"
			    PRIu64 " to %" PRIu64), (int)(at - word), word,
			  at + 1, o->frames.v[0].ev.u.frame.number,
			  o->frames.v[o->frames.n - 1].ev.u.frame.number);
	else
		warn_user(_("no region %.*s was captured"), (int)(at - word),
			  word);
}

static bool find(const struct options *o, const struct captured *c,
		 const char *word, struct named_frame *out)
{
	const char *at = strrchr(word, '@');
	const struct captured_object *near = NULL;
	size_t found = 0;

	if (!at || at == word || !at[1]) {
		warn_user(_("invalid frame \"%s\": use REGION@FRAME, such as "
			    "1@7 or 1@last"), word);
		return false;
	}
	for (size_t i = 0; i < c->objects.n; i++) {
		const struct captured_object *x = &c->objects.v[i];
		const struct captured_frame *last = captured_frame(x, UINT64_MAX);
		const struct captured_frame *f = last ? frame_of(x, at + 1)
						      : NULL;

		if (!last || !contents_wants(o, (f ? f : last)->ev.pid) ||
		    !is_named(x, f ? f : last, word, (size_t)(at - word)))
			continue;
		near = x;
		if (f && !found++)
			*out = (struct named_frame){ x, f };
	}
	if (!found)
		not_found(word, at, near);
	else if (found > 1)
		warn_user(_("%.*s matches several regions: use a region's "
			    "number, or read one capture only"),
			  (int)(at - word), word);
	return found == 1;
}

/* --- --extract ------------------------------------------------------------ */

/* Numbers of unknown bytes, by the reason why they are unknown. */
struct unknown {
	uint64_t absent, left_out, damaged;
};

static void count(struct unknown *u, const struct captured_holes *holes)
{
	for (size_t i = 0; i < holes->v.n; i++) {
		const struct contents_hole *h = &holes->v.v[i];
		uint64_t *of = h->error == -EBADMSG ? &u->damaged :
			       h->error ? &u->left_out : &u->absent;

		*of += h->end - h->start;
	}
}

/* Reports unknown bytes.  Returns true if the only unknown bytes are those that
 * were not in memory. */
static bool say_unknown(const struct unknown *u)
{
	if (u->absent)
		warn_user(_("zeros replace data that was not in memory "
			    "(bytes: %" PRIu64 ")"), u->absent);
	if (u->left_out)
		warn_user(_("the disk was too slow: zeros replace the data "
			    "not stored (bytes: %" PRIu64 ")"),
			  u->left_out);
	if (u->damaged)
		warn_user(_("the capture is damaged: zeros replace the lost "
			    "data (bytes: %" PRIu64 ")"), u->damaged);
	return !u->left_out && !u->damaged;
}

static int write_bytes(const char *p, size_t n)
{
	while (n) {
		ssize_t w = write(STDOUT_FILENO, p, n);

		if (w < 0 && errno == EINTR)
			continue;
		if (w < 0) {
			warn_user(_("cannot write to standard output: %s"),
				  error_words(errno));
			return -1;
		}
		p += w;
		n -= (size_t)w;
	}
	return 0;
}

int contents_extract(const struct options *o, struct captured *c)
{
	struct captured_holes holes = { .v = VEC_INIT };
	struct unknown u = { 0 };
	static char buf[PIECE];
	struct named_frame a;
	uint64_t length;
	bool good = true;

	if (!find(o, c, o->extract, &a))
		return EXIT_OWN;
	if (isatty(STDOUT_FILENO)) {
		warn_user("%s", _("--extract does not write raw bytes to a "
				  "terminal: redirect it to a file"));
		return EXIT_OWN;
	}
	length = a.frame->ev.u.frame.length;
	for (uint64_t at = 0; at < length && good; at += PIECE) {
		size_t n = length - at < PIECE ? (size_t)(length - at) : PIECE;

		captured_read(c, a.object, a.frame,
			      a.frame->ev.u.frame.offset + at, buf, n, &holes);
		count(&u, &holes);
		good = write_bytes(buf, n) == 0;
	}
	vec_release(&holes.v);
	return good && say_unknown(&u) ? EXIT_SUCCESS : EXIT_OWN;
}

/* --- --diff --------------------------------------------------------------- */

/* A piece of a frame; `known` has a flag for each byte of `bytes`. */
struct side {
	struct named_frame of;
	struct captured_holes holes;
	char bytes[PIECE];
	bool known[PIECE];
};

static void load(struct captured *c, struct side *s, uint64_t at, size_t n)
{
	const struct ev_frame *f = &s->of.frame->ev.u.frame;
	uint64_t begin = f->start + f->offset + at;

	captured_read(c, s->of.object, s->of.frame, f->offset + at, s->bytes, n,
		      &s->holes);
	memset(s->known, true, n);
	for (size_t i = 0; i < s->holes.v.n; i++)
		memset(s->known + (s->holes.v.v[i].start - begin), false,
		       s->holes.v.v[i].end - s->holes.v.v[i].start);
}

static bool differs(const struct side *a, const struct side *b, size_t i)
{
	return a->known[i] != b->known[i] ||
	       (a->known[i] && a->bytes[i] != b->bytes[i]);
}

/* Prints the differing bytes of a row, and dots in place of equal bytes. */
static void put_row(char sign, const struct side *s, const struct side *other,
		    uint64_t offset, size_t i, size_t n)
{
	printf("%c %08" PRIx64 " ", sign, offset);
	for (size_t j = i; j < i + ROW; j++)
		if (j >= i + n)
			fputs("   ", stdout);
		else if (!differs(s, other, j))
			fputs(" ..", stdout);
		else if (!s->known[j])
			fputs(" ??", stdout);
		else
			printf(" %02x", (unsigned char)s->bytes[j]);
	fputs("  |", stdout);
	for (size_t j = i; j < i + n; j++)
		putchar(s->known[j] && s->bytes[j] >= ' ' && s->bytes[j] < 127
			? s->bytes[j] : '.');
	fputs("|\n", stdout);
}

/* Prints the differences in a piece of n bytes.  Returns true if there are
 * any. */
static bool put_piece(const struct side *a, const struct side *b, uint64_t at,
		      size_t n)
{
	uint64_t base = a->of.frame->ev.u.frame.offset + at;
	bool any = false;

	for (size_t i = 0; i < n; i += ROW) {
		size_t row = n - i < ROW ? n - i : ROW, j = i;

		while (j < i + row && !differs(a, b, j))
			j++;
		if (j == i + row)
			continue;
		any = true;
		put_row('-', a, b, base + i, i, row);
		put_row('+', b, a, base + i, i, row);
	}
	return any;
}

static int compare(struct captured *c, struct side *a, struct side *b)
{
	uint64_t length = a->of.frame->ev.u.frame.length;
	bool any = false;

	if (length != b->of.frame->ev.u.frame.length) {
		warn_user(_("cannot compare frames of different length "
			    "(bytes: %" PRIu64 " and %" PRIu64 ")"), length,
			  b->of.frame->ev.u.frame.length);
		return EXIT_OWN;
	}
	for (uint64_t at = 0; at < length && !ferror(stdout); at += PIECE) {
		size_t n = length - at < PIECE ? (size_t)(length - at) : PIECE;

		load(c, a, at, n);
		load(c, b, at, n);
		any |= put_piece(a, b, at, n);
	}
	if (fflush(stdout) || ferror(stdout)) {
		warn_user(_("cannot write to standard output: %s"),
			  error_words(errno));
		return EXIT_OWN;
	}
	return any;
}

int contents_diff(const struct options *o, struct captured *c)
{
	struct side *sides = xcalloc(2, sizeof *sides);
	int status = EXIT_OWN;

	if (find(o, c, o->diff[0], &sides[0].of) &&
	    find(o, c, o->diff[1], &sides[1].of))
		status = compare(c, &sides[0], &sides[1]);
	vec_release(&sides[0].holes.v);
	vec_release(&sides[1].holes.v);
	free(sides);
	return status;
}
