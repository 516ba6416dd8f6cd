/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "evtext.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"
#include "evvalue.h"

/* Byte values of one line: at most one for each field. They must not move. */
#define PIECES_MAX 32

struct line {
	struct event ev;
	const char *at;			/* the rest of the line */
	struct str pieces[PIECES_MAX];
	size_t npieces;
	uint64_t named;			/* a bit for each field that was set */
	bool has_text;
	struct bytes text;		/* of an output event: becomes cells */
	struct output_cell like;
};

/* --- words -------------------------------------------------------------- */

static void skip_blanks(struct line *l)
{
	l->at += strspn(l->at, " \t");
}

/* Takes the bytes before the next blank or byte of `stop`. */
static char *take_word(struct line *l, const char *stop)
{
	size_t n = 0;

	while (l->at[n] && !strchr(" \t", l->at[n]) && !strchr(stop, l->at[n]))
		n++;
	char *word = xstrndup(l->at, n);
	l->at += n;
	return word;
}

static int take_escape(const char **at, struct str *out)
{
	const char *p = *at + 1;
	unsigned v;

	switch (*p) {
	case 'n':
		str_addc(out, '\n');
		break;
	case '0':
		str_addc(out, '\0');
		break;
	case 'x':
		if (strspn(p + 1, "0123456789abcdefABCDEF") < 2 ||
		    sscanf(p + 1, "%2x", &v) != 1)
			return -EINVAL;
		str_addc(out, (char)v);
		p += 2;
		break;
	case '"':
	case '\\':
		str_addc(out, *p);
		break;
	default:
		return -EINVAL;
	}
	*at = p + 1;
	return 0;
}

static int take_string(struct line *l, struct str *out)
{
	const char *p = l->at + 1;

	while (*p != '"') {
		if (!*p)
			return -EINVAL;
		if (*p == '\\') {
			if (take_escape(&p, out))
				return -EINVAL;
		} else {
			str_addc(out, *p++);
		}
	}
	l->at = p + 1;
	return 0;
}

static int take_value(struct line *l, struct str *out)
{
	if (*l->at == '"')
		return take_string(l, out);
	char *word = take_word(l, "");
	str_adds(out, word);
	free(word);
	return 0;
}

/* --- the head ----------------------------------------------------------- */

static char default_source(enum event_kind kind)
{
	switch (kind) {
	case EV_PROCESS:
	case EV_CALL:
	case EV_SIGNAL:
		return 't';
	case EV_REGION:
	case EV_PAGES:
	case EV_USAGE:
	case EV_TASK:
	case EV_SYSTEM:
		return 'm';
	default:
		return 0;
	}
}

/* Sets every number of the payload to v. */
static void set_numbers(struct event *ev, uint64_t v)
{
	const struct event_desc *d = &event_descs[ev->kind];

	for (size_t i = 0; i < d->n; i++)
		if (d->fields[i].type == 'U')
			memcpy((char *)ev + d->fields[i].offset, &v, sizeof v);
}

static void set_defaults(struct event *ev)
{
	ev->source = default_source(ev->kind);
	switch (ev->kind) {
	case EV_PROCESS:
		ev->u.process.status = ev->u.process.signal = -1;
		break;
	case EV_REGION:
		ev->u.region.rss = ev->u.region.pss = EV_UNKNOWN;
		ev->u.region.swap = EV_UNKNOWN;
		break;
	case EV_USAGE:
	case EV_SYSTEM:
		set_numbers(ev, EV_UNKNOWN);
		break;
	case EV_PAGES:
		ev->u.pages.page_size = 4096;
		ev->u.pages.written = EV_UNKNOWN;
		break;
	case EV_TASK:
		ev->u.task.in_call = EV_UNKNOWN;
		break;
	case EV_HEAP:
		ev->u.heap.resident = EV_UNKNOWN;
		break;
	case EV_STATUS:
		ev->u.status.exit_status = ev->u.status.exit_signal = -1;
		break;
	default:
		break;
	}
}

static int read_ids(struct line *l)
{
	char *word = take_word(l, "/");
	uint64_t pid, tid;
	int r = evvalue_number(word, &pid);

	free(word);
	tid = pid;
	if (!r && *l->at == '/') {
		l->at++;
		word = take_word(l, "");
		r = evvalue_number(word, &tid);
		free(word);
	}
	l->ev.pid = (pid_t)pid;
	l->ev.tid = (pid_t)tid;
	return r;
}

static int read_head(struct line *l)
{
	char *time = take_word(l, "");
	char *s = xmalloc(strlen(time) + 2);
	int r;

	strcpy(stpcpy(s, time), "s");
	r = evvalue_number(s, &l->ev.time_ns);
	free(s);
	free(time);
	if (r)
		return r;
	skip_blanks(l);
	r = read_ids(l);
	if (r)
		return r;
	skip_blanks(l);
	char *kind = take_word(l, "");
	l->ev.kind = event_kind_by_name(kind, strlen(kind));
	free(kind);
	if (l->ev.kind == EV_KINDS)
		return -EINVAL;
	set_defaults(&l->ev);
	return 0;
}

/* --- the fields --------------------------------------------------------- */

static int read_flags(struct event *ev, const char *s)
{
	static const char *const flags[] = { "lost", "synthetic", "inferred",
					     "again", "each", "also-perf",
					     "also-ring", "also-ptrace" };
	const size_t max = sizeof flags / sizeof *flags;

	while (*s) {
		size_t n = strcspn(s, ","), i;
		for (i = 0; i < max; i++)
			if (strlen(flags[i]) == n && !strncmp(s, flags[i], n))
				break;
		if (i == max)
			return -EINVAL;
		ev->flags |= (uint8_t)(1u << i);
		s += n + (s[n] == ',');
	}
	return 0;
}

/* Reads a key that is not a field. Returns 1 if the key is unknown. */
static int read_extra(struct line *l, const char *key, struct str *value)
{
	uint64_t v = 0;

	if (!strcmp(key, "src")) {
		l->ev.source = value->data[0];
		return 0;
	}
	if (!strcmp(key, "flags"))
		return read_flags(&l->ev, value->data);
	if (l->ev.kind != EV_OUTPUT)
		return 1;
	if (!strcmp(key, "text")) {
		l->text = (struct bytes){ value->data, value->len };
		l->has_text = true;
		return 0;
	}
	bool fg = !strcmp(key, "fg"), bg = !strcmp(key, "bg");
	if (!fg && !bg && strcmp(key, "attrs") != 0)
		return 1;
	if (evvalue_number(value->data, &v))
		return -EINVAL;
	if (fg)
		l->like.fg = (int16_t)v;
	else if (bg)
		l->like.bg = (int16_t)v;
	else
		l->like.attrs = (uint8_t)v;
	return 0;
}

/* "library,symbol,library,symbol": each ends with a NUL. */
static struct bytes heap_names(struct str *value)
{
	for (size_t i = 0; i < value->len; i++)
		if (value->data[i] == ',')
			value->data[i] = '\0';
	return (struct bytes){ value->data, value->len + 1 };
}

static int read_bytes(struct line *l, const struct event_field *f,
		      struct str *value, struct bytes *out)
{
	struct str *list = &l->pieces[PIECES_MAX - 1];
	bool bins = l->ev.kind == EV_PAGES && !strcmp(f->name, "bins");
	bool ranges = l->ev.kind == EV_PAGES && !strcmp(f->name, "ranges");
	/* The values of a heap event that are not names are lists of
	 * numbers. */
	bool numbers = l->ev.kind == EV_HEAP && strcmp(f->name, "library") &&
		       strcmp(f->name, "symbol") && strcmp(f->name, "names");
	bool holes = l->ev.kind == EV_CONTENTS && !strcmp(f->name, "holes");

	if (l->ev.kind == EV_HEAP && !strcmp(f->name, "names")) {
		*out = heap_names(value);
		return 0;
	}
	if (bins || ranges) {
		list -= ranges;
		if (bins ? evvalue_bins(value->data, list)
			 : evvalue_ranges(value->data, list))
			return -EINVAL;
		value = list;
	}
	if (numbers) {
		list = &l->pieces[l->npieces++];
		if (evvalue_numbers(value->data, list))
			return -EINVAL;
		value = list;
	}
	if (holes) {
		if (evvalue_holes(value->data, list))
			return -EINVAL;
		value = list;
	}
	*out = (struct bytes){ value->data, value->len };
	return 0;
}

static int read_number(struct line *l, const struct event_field *f,
		       const char *s, uint64_t *out)
{
	struct event *ev = &l->ev;

	if (*s == '+' && !strcmp(f->name, "end")) {
		if (evvalue_number(s + 1, out))
			return -EINVAL;
		*out += ev->kind == EV_PAGES ? ev->u.pages.start
					     : ev->u.region.start;
		return 0;
	}
	return evvalue_named(ev, f->name, s, out);
}

static int read_field(struct line *l, const char *key, struct str *value)
{
	const struct event_desc *d = &event_descs[l->ev.kind];
	size_t i;

	for (i = 0; i < d->n && strcmp(d->fields[i].name, key) != 0; i++)
		;
	if (i == d->n)
		return -EINVAL;
	const struct event_field *f = &d->fields[i];
	void *at = (char *)&l->ev + f->offset;
	l->named |= UINT64_C(1) << i;
	if (l->ev.kind == EV_CALL && !strcmp(key, "call"))
		return evvalue_call(&l->ev, value->data);
	switch (f->type) {
	case 'B':
		return read_bytes(l, f, value, at);
	case 'A':
		return evvalue_args(value->data, at);
	default:
		return read_number(l, f, value->data, at);
	}
}

/* Derives fields that were not set from other fields. */
static bool was_named(const struct line *l, const char *key)
{
	const struct event_desc *d = &event_descs[l->ev.kind];

	for (size_t i = 0; i < d->n; i++)
		if (!strcmp(d->fields[i].name, key))
			return l->named >> i & 1;
	return false;
}

static void derive_pages(struct line *l)
{
	struct ev_pages *p = &l->ev.u.pages;
	const struct page_bin *bins = p->bins.data;
	struct page_bin none = { 0 };
	uint64_t sum[5] = { 0 };

	for (size_t i = 0; i < p->bins.len / sizeof none; i++) {
		sum[0] += bins[i].resident;
		sum[1] += bins[i].swapped;
		sum[2] += bins[i].zero;
		sum[3] += bins[i].huge;
		sum[4] += bins[i].exclusive;
	}
	static const char *const keys[] = {
		"resident", "swapped", "zero", "huge", "exclusive",
	};
	uint64_t *to[] = {
		&p->resident, &p->swapped, &p->zero, &p->huge, &p->exclusive,
	};
	for (size_t i = 0; i < 5; i++)
		if (!was_named(l, keys[i]))
			*to[i] = sum[i];
	if (!was_named(l, "scanned"))
		p->scanned = p->end;
}

static void derive(struct line *l)
{
	struct event *ev = &l->ev;
	struct str *cells = &l->pieces[PIECES_MAX - 1];

	if (ev->kind == EV_PROCESS && !was_named(l, "child_pid"))
		ev->u.process.child_pid = ev->u.process.child;
	if (ev->kind == EV_REGION && !was_named(l, "old_start"))
		ev->u.region.old_start = ev->u.region.start;
	if (ev->kind == EV_CALL && ev->u.call.error &&
	    !was_named(l, "result"))
		ev->u.call.result = -1;
	if (ev->kind == EV_PAGES)
		derive_pages(l);
	if (ev->kind == EV_OUTPUT && l->has_text) {
		evvalue_cells(&l->text, &ev->u.output.cols, &l->like, cells);
		ev->u.output.cells = (struct bytes){ cells->data, cells->len };
	}
}

static int read_pairs(struct line *l, char *bad, size_t size)
{
	for (;;) {
		skip_blanks(l);
		if (!*l->at)
			return 0;
		char *key = take_word(l, "=");
		struct str *value = &l->pieces[l->npieces];
		int r = -EINVAL;

		if (*l->at == '=' && l->npieces < PIECES_MAX - 2) {
			l->npieces++;
			l->at++;
			r = take_value(l, value);
			if (!r)
				r = read_extra(l, key, value);
			if (r == 1)
				r = read_field(l, key, value);
		}
		if (r)
			snprintf(bad, size, "%s", key);
		free(key);
		if (r)
			return -EINVAL;
	}
}

static int read_include(const char *line, event_fn *fn, void *arg,
			struct err *err)
{
	char name[256];

	if (sscanf(line, "include %255s", name) != 1)
		return err_set(err, EINVAL, "include");
	return evtext_file(name, fn, arg, err);
}

int evtext_line(const char *text, event_fn *fn, void *arg, struct err *err)
{
	struct line l = { .at = text, .like = { .fg = -1, .bg = -1 } };
	char bad[64] = "head";
	int r;

	skip_blanks(&l);
	if (!*l.at || *l.at == '#')
		return 0;
	if (!strncmp(l.at, "include ", 8))
		return read_include(l.at, fn, arg, err);
	for (size_t i = 0; i < PIECES_MAX; i++)
		l.pieces[i] = (struct str)STR_INIT;
	r = read_head(&l);
	if (!r)
		r = read_pairs(&l, bad, sizeof bad);
	if (r) {
		err_set(err, EINVAL, "%s in: %.150s", bad, text);
	} else {
		derive(&l);
		fn(arg, &l.ev);
	}
	for (size_t i = 0; i < PIECES_MAX; i++)
		str_release(&l.pieces[i]);
	return r;
}
