/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes the keys of a heap event.  Keys that do not apply to the event's op
 * are null.
 *
 *	"op":"leak","addr":null,"size":40,"blocks":1,"resident":40,"site":3,
 *	"library":"/usr/bin/prog","symbol":"main","caller":"0x401136",
 *	"stack":["0x401190"],"frames":[{"library":"/usr/bin/prog",
 *	"symbol":"start"}],"wrong":null,"figures":null,"allocator":null,"why":null
 */
#include <config.h>

#include <string.h>

#include "sink/json/value.h"

/* Reads word i of an array of 64-bit words; an incomplete word at the end is
 * ignored. */
static bool next_word(struct bytes b, size_t i, uint64_t *out)
{
	if ((i + 1) * sizeof *out > b.len)
		return false;
	memcpy(out, (const char *)b.data + i * sizeof *out, sizeof *out);
	return true;
}

static void put_words(struct str *o, const char *key, struct bytes b, bool hex)
{
	json_t *list = json_array();
	uint64_t n;

	for (size_t i = 0; next_word(b, i, &n); i++)
		json_array_append_new(list, hex ? json_hex(n) : json_size(n));
	json_put(o, key, list);
}

/* Writes the names of the stack's frames, if they were looked up. */
static void put_frames(struct str *o, struct bytes names)
{
	json_t *list = json_array(), *one;
	struct heap_frame frame;

	while (heap_frame_next(&names, &frame)) {
		one = json_object();
		json_object_set_new(one, "library",
				    json_name_or_null(frame.library));
		json_object_set_new(one, "symbol",
				    json_name_or_null(frame.symbol));
		json_array_append_new(list, one);
	}
	json_put(o, "frames", list);
}

static void put_figures(struct str *o, const struct ev_heap *h)
{
	bool total = h->op == HEAP_OP_TOTAL;

	if (!total && h->op != HEAP_OP_SITE) {
		json_put_text(o, "figures", NULL);
		return;
	}
	json_open(o, "figures");
#define PUT(name) json_put_size(o, #name, h->name);
	EV_HEAP_LOGGED(PUT)
#undef PUT
	json_put_known(o, "at_peak", total ? EV_UNKNOWN : h->at_peak);
	json_put_known(o, "peak_ns", total ? h->at_peak : EV_UNKNOWN);
	json_put_known(o, "resident", h->resident);
	json_put_known(o, "freed", total ? h->freed : EV_UNKNOWN);
	json_put_known(o, "spare", total ? h->spare : EV_UNKNOWN);
	json_put_known(o, "doubles", total ? h->wrongs : EV_UNKNOWN);
	json_put_known(o, "foreign", total ? h->foreign : EV_UNKNOWN);
	json_put_known(o, "missed", total ? h->missed : EV_UNKNOWN);
	put_words(o, "ages", h->ages, false);
	put_words(o, "classes", h->classes, false);
	json_close(o);
}

static void put_allocator(struct str *o, const struct ev_heap *h)
{
	uint64_t n;

	if (h->op != HEAP_OP_INFO || !h->info.len) {
		json_put_text(o, "allocator", NULL);
		return;
	}
	json_open(o, "allocator");
	for (unsigned i = 0; i < HEAP_INFOS; i++)
		json_put_known(o, heap_info_name(i),
			       next_word(h->info, i, &n) ? n : EV_UNKNOWN);
	json_close(o);
}

void json_heap(struct str *o, const struct event *ev)
{
	const struct ev_heap *h = &ev->u.heap;
	bool block = h->op == HEAP_OP_ALLOC || h->op == HEAP_OP_FREE;
	bool whole = h->op == HEAP_OP_TOTAL || h->op == HEAP_OP_INFO;

	json_put_text(o, "op", heap_op_name(h->op));
	json_put(o, "addr", block ? json_hex(h->addr) : json_null());
	json_put_known(o, "size", h->op == HEAP_OP_INFO ? EV_UNKNOWN : h->size);
	json_put_known(o, "blocks", block || h->op == HEAP_OP_INFO ? EV_UNKNOWN
								   : h->blocks);
	json_put_known(o, "resident",
		       h->op == HEAP_OP_LEAK ? h->resident : EV_UNKNOWN);
	json_put_known(o, "site", whole ? EV_UNKNOWN : h->site);
	json_put(o, "library", json_name_or_null(h->library));
	json_put(o, "symbol", json_name_or_null(h->symbol));
	json_put(o, "caller", whole ? json_null() : json_hex(h->caller));
	put_words(o, "stack", h->stack, true);
	put_frames(o, h->names);
	json_put_text(o, "wrong", heap_wrong_name(h->wrong));
	put_figures(o, h);
	put_allocator(o, h);
	json_put_text(o, "why", h->op == HEAP_OP_INFO ?
		      heap_info_why_name(h->why) : NULL);
}
