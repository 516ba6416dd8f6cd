/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "evvalue.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistr.h>

#include "base/alloc.h"
#include "base/text.h"
#include "event/call.h"
#include "event/names.h"

/* --- numbers ------------------------------------------------------------ */

static const struct {
	const char *suffix;
	uint64_t factor;
} units[] = {
	{ "", 1 },
	{ "K", UINT64_C(1) << 10 },
	{ "M", UINT64_C(1) << 20 },
	{ "G", UINT64_C(1) << 30 },
	{ "T", UINT64_C(1) << 40 },
	{ "ns", 1 },
	{ "us", 1000 },
	{ "ms", 1000000 },
	{ "s", 1000000000 },
};

/* Digits with an optional fraction and unit: "1.5M", exact in integers. */
static int number_decimal(const char *s, uint64_t *out)
{
	uint64_t whole = 0, part = 0, scale = 1;
	const char *p = s;

	for (; isdigit((unsigned char)*p); p++)
		whole = whole * 10 + (uint64_t)(*p - '0');
	if (p == s)
		return -EINVAL;
	if (*p == '.')
		for (p++; isdigit((unsigned char)*p); p++) {
			if (scale >= 1000000000)
				continue;
			part = part * 10 + (uint64_t)(*p - '0');
			scale *= 10;
		}
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (!strcmp(p, units[i].suffix)) {
			uint64_t f = units[i].factor;
			*out = whole * f + f / scale * part +
			       f % scale * part / scale;
			return 0;
		}
	return -EINVAL;
}

int evvalue_number(const char *s, uint64_t *out)
{
	bool minus = *s == '-';
	uint64_t v;

	if (!strcmp(s, "?")) {
		*out = EV_UNKNOWN;
		return 0;
	}
	s += minus;
	if (s[0] == '0' && s[1] == 'x') {
		char *end;
		v = strtoull(s + 2, &end, 16);
		if (end == s + 2 || *end)
			return -EINVAL;
	} else if (number_decimal(s, &v)) {
		return -EINVAL;
	}
	*out = minus ? 0 - v : v;
	return 0;
}

/* --- names -------------------------------------------------------------- */

static const char *const phases[] = { "whole", "enter", "exit" };
static const char *const states[] = {
	"starting", "run", "held", "stopped", "detached", "ended",
	"everybody",
};
static const char *const origins[] = { "attached", "launched" };
static const char *const severities[] = { "note", "warn", "error" };
static const char *const notes[] = {
	[NOTE_ATTACH_FAILED] = "attach-failed",
	[NOTE_LOG_FAILED] = "log-failed",
	[NOTE_NO_TASK] = "no-task",
	[NOTE_STEP_BLOCKED] = "step-blocked",
	[NOTE_STEP_RETURNED] = "step-returned",
	[NOTE_SETUID] = "setuid",
	[NOTE_UNREADABLE] = "unreadable",
	[NOTE_DETACHED] = "detached",
	[NOTE_REFUSED_STATE] = "refused-state",
	[NOTE_REPAIRED] = "repaired",
	[NOTE_KEEPER] = "keeper",
	[NOTE_NO_FILTER] = "no-filter",
	[NOTE_STRICT] = "strict",
	[NOTE_OWN_FILTER] = "own-filter",
	[NOTE_TRACK_WATCH] = "track-watch",
	[NOTE_OOM] = "oom",
	[NOTE_OOM_MAYBE] = "oom-maybe",
	[NOTE_SIGNALLED] = "signalled",
	[NOTE_NOT_SIGNALLED] = "not-signalled",
	[NOTE_UNTRACED] = "untraced",
	[NOTE_READER] = "reader",
	[NOTE_UNMARKED] = "unmarked",
	[NOTE_NO_HEAP] = "no-heap",
	[NOTE_DEBUGGER] = "debugger",
};
static const char *const snapshots[] = {
	[SNAPSHOT_BEGIN] = "begin", [SNAPSHOT_END] = "end",
};

struct names {
	enum event_kind kind;
	const char *field;
	const char *const *list;	/* a list */
	const char *(*name)(uint64_t);	/* or a function */
	uint64_t n;
};

#define LIST(a) .list = (a), .n = sizeof(a) / sizeof *(a)
static const struct names names[] = {
	{ EV_PROCESS, "op", .name = process_op_name, .n = PROCESS_OPS },
	{ EV_CALL, "abi", .name = abi_name, .n = ABIS },
	{ EV_CALL, "phase", LIST(phases) },
	{ EV_CALL, "error", .name = errno_name, .n = 200 },
	{ EV_DENIED, "what", .name = denied_what_name, .n = DENIED_WHATS },
	{ EV_SIGNAL, "action", .name = signal_action_name,
	  .n = SIGNAL_DROPPED + 1 },
	{ EV_REGION, "op", .name = region_op_name, .n = REGION_SYNC + 1 },
	{ EV_REGION, "kind", .name = region_kind_name, .n = KINDS },
	{ EV_REGION, "disk", .name = region_disk_name, .n = DISKS },
	{ EV_REGION, "whose", .name = region_whose_name, .n = WHOSES },
	{ EV_TASK, "in_call_abi", .name = abi_name, .n = ABIS },
	{ EV_STATUS, "state", LIST(states) },
	{ EV_STATUS, "level", .name = level_name, .n = LEVEL_STEP + 1 },
	{ EV_STATUS, "origin", LIST(origins) },
	{ EV_STATUS, "held_phase", LIST(phases) },
	{ EV_NOTE, "id", LIST(notes) },
	{ EV_NOTE, "severity", LIST(severities) },
	{ EV_SNAPSHOT, "op", LIST(snapshots) },
	{ EV_HEAP, "op", .name = heap_op_name, .n = HEAP_EVENT_OPS },
	{ EV_WRITES, "state", .name = writes_state_name,
	  .n = WRITES_REFUSED + 1 },
	{ EV_WRITES, "why", .name = writes_why_name, .n = WRITES_WHYS },
	{ EV_WRITES, "way", .name = writes_way_name,
	  .n = WRITES_BY_SOFT_DIRTY + 1 },
};

static int by_list(const struct names *n, const char *s, uint64_t *out)
{
	for (uint64_t i = 0; i < n->n; i++) {
		const char *name = n->list ? n->list[i] : n->name(i);
		if (name && !strcmp(name, s)) {
			*out = i;
			return 0;
		}
	}
	return -EINVAL;
}

static int by_perm(const char *s, uint64_t *out)
{
	static const char want[] = "rwxs";
	uint64_t perm = 0;

	if (strlen(s) != 4)
		return -EINVAL;
	for (int i = 0; i < 4; i++) {
		if (s[i] == want[i])
			perm |= UINT64_C(1) << i;
		else if (s[i] != (i == 3 ? 'p' : '-'))
			return -EINVAL;
	}
	*out = perm;
	return 0;
}

static int by_signal(const char *s, uint64_t *out)
{
	int sig = signal_by_name(s);

	if (sig < 0)
		return -EINVAL;
	*out = (uint64_t)sig;
	return 0;
}

static int by_code(const struct event *ev, const char *s, uint64_t *out)
{
	for (int64_t code = -64; code < 256; code++) {
		const char *name = signal_code_name(ev->u.signal.signal, code);
		if (name && !strcmp(name, s)) {
			*out = (uint64_t)code;
			return 0;
		}
	}
	return -EINVAL;
}

int evvalue_named(const struct event *ev, const char *field, const char *s,
		  uint64_t *out)
{
	const char *colon = strchr(s, ':');

	if (!evvalue_number(s, out))
		return 0;
	if ((ev->kind == EV_TASK || ev->kind == EV_USAGE) &&
	    !strcmp(field, "state") && strlen(s) == 1) {
		*out = (unsigned char)*s;
		return 0;
	}
	if (!strcmp(field, "perm"))
		return by_perm(s, out);
	if (!strcmp(field, "signal") || !strcmp(field, "exit_signal"))
		return by_signal(s, out);
	if (!strcmp(field, "code"))
		return by_code(ev, s, out);
	if (!strcmp(field, "dev") && colon) {
		*out = makedev((unsigned)strtoul(s, NULL, 10),
			       (unsigned)strtoul(colon + 1, NULL, 10));
		return 0;
	}
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].kind == ev->kind && !strcmp(names[i].field, field))
			return by_list(&names[i], s, out);
	return -EINVAL;
}

int evvalue_call(struct event *ev, const char *name)
{
	struct ev_call *call = &ev->u.call;

	for (uint64_t nr = 0; nr < 1024; nr++) {
		const struct call_desc *d =
			call_by_nr((enum abi)call->abi, nr);
		if (!strcmp(d->name, name)) {
			call->nr = nr;
			call->call = (uint64_t)d->id;
			return 0;
		}
	}
	return evvalue_number(name, &call->call);
}

/* --- lists -------------------------------------------------------------- */

/* Calls each() with every comma-separated piece of s. */
static int for_pieces(const char *s, int (*each)(void *arg, const char *piece),
		      void *arg)
{
	while (*s) {
		size_t n = strcspn(s, ",");
		char *piece = xstrndup(s, n);
		int r = each(arg, piece);
		free(piece);
		if (r)
			return r;
		s += n + (s[n] == ',');
	}
	return 0;
}

struct args {
	uint64_t *v;
	int n;
};

static int add_arg(void *arg, const char *piece)
{
	struct args *a = arg;

	if (a->n == 6)
		return -EINVAL;
	return evvalue_number(piece, &a->v[a->n++]);
}

int evvalue_args(const char *s, uint64_t args[6])
{
	struct args a = { args, 0 };

	return for_pieces(s, add_arg, &a);
}

static uint32_t *bin_member(struct page_bin *b, char letter)
{
	switch (letter) {
	case 'r':
	case '\0':
		return &b->resident;
	case 's':
		return &b->swapped;
	case 'z':
		return &b->zero;
	case 'h':
		return &b->huge;
	case 'e':
		return &b->exclusive;
	case 'w':
		return &b->written;
	default:
		return NULL;
	}
}

static int add_bins(void *arg, const char *piece)
{
	struct page_bin bin = { 0 };
	unsigned long repeat = 1;
	char *end;
	unsigned long v = strtoul(piece, &end, 10);

	if (end == piece)
		return -EINVAL;
	if (*end == 'x') {
		repeat = v;
		piece = end + 1;
		v = strtoul(piece, &end, 10);
	}
	while (end != piece) {
		uint32_t *member = bin_member(&bin, *end);
		if (!member)
			return -EINVAL;
		*member = (uint32_t)v;
		piece = end + (*end != '\0');
		if (!*piece)
			break;
		v = strtoul(piece, &end, 10);
		if (end == piece)
			return -EINVAL;
	}
	while (repeat--)
		str_add(arg, &bin, sizeof bin);
	return 0;
}

int evvalue_bins(const char *s, struct str *out)
{
	return for_pieces(s, add_bins, out);
}

static int add_range(void *arg, const char *piece)
{
	struct page_range range;
	const char *minus = strchr(piece, '-');
	char *first;
	int r;

	if (!minus)
		return -EINVAL;
	first = xstrndup(piece, (size_t)(minus - piece));
	r = evvalue_number(first, &range.start);
	free(first);
	if (!r)
		r = evvalue_number(minus + 1, &range.end);
	if (!r)
		str_add(arg, &range, sizeof range);
	return r;
}

int evvalue_ranges(const char *s, struct str *out)
{
	return for_pieces(s, add_range, out);
}

static int add_number(void *arg, const char *piece)
{
	uint64_t v;

	if (evvalue_number(piece, &v))
		return -EINVAL;
	str_add(arg, &v, sizeof v);
	return 0;
}

int evvalue_numbers(const char *s, struct str *out)
{
	return for_pieces(s, add_number, out);
}

static int add_hole(void *arg, const char *piece)
{
	const char *colon = strchr(piece, ':');
	struct contents_hole hole = { .why = CONTENTS_WHYS };
	struct str range = STR_INIT;
	int r = colon ? add_range(&range, colon + 1) : -EINVAL;

	for (uint32_t i = 0; colon && i < CONTENTS_WHYS; i++)
		if (!strncmp(contents_why_name(i), piece,
			     (size_t)(colon - piece)))
			hole.why = i;
	if (!r && hole.why < CONTENTS_WHYS) {
		memcpy(&hole, range.data, range.len);
		str_add(arg, &hole, sizeof hole);
	} else {
		r = -EINVAL;
	}
	str_release(&range);
	return r;
}

int evvalue_holes(const char *s, struct str *out)
{
	return for_pieces(s, add_hole, out);
}

/* --- the terminal's cells ----------------------------------------------- */

void evvalue_cells(const struct bytes *text, uint64_t *cols,
		   const struct output_cell *like, struct str *out)
{
	const uint8_t *p = text->data;
	size_t left = text->len;
	uint64_t n = 0;

	while (left && (!*cols || n < *cols)) {
		struct output_cell cell = *like;
		ucs4_t uc;
		int len = u8_mbtouc(&uc, p, left);
		int width = text_cell_width(uc);

		cell.chars[0] = uc;
		cell.width = (uint8_t)(width < 1 ? 1 : width);
		str_add(out, &cell, sizeof cell);
		n++;
		if (cell.width == 2) {
			cell.chars[0] = 0;
			cell.width = 0;
			str_add(out, &cell, sizeof cell);
			n++;
		}
		p += len;
		left -= (size_t)len;
	}
	if (!*cols)
		*cols = n;
	for (; n < *cols; n++) {
		struct output_cell blank = { .fg = -1, .bg = -1, .width = 1 };
		str_add(out, &blank, sizeof blank);
	}
}
