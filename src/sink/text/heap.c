/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <string.h>

#include "sink/text/value.h"

/* Writes " name=[1 2 3]"; an incomplete number at the end is ignored. */
static void put_numbers(struct str *out, const char *name, struct bytes b)
{
	uint64_t n;

	if (b.len < sizeof n)
		return;
	str_addf(out, " %s=", name);
	for (size_t i = 0; i + sizeof n <= b.len; i += sizeof n) {
		memcpy(&n, (const char *)b.data + i, sizeof n);
		str_addc(out, i ? ' ' : '[');
		str_addu(out, n, 0);
	}
	str_addc(out, ']');
}

/* Writes " stack=[0x401190(main) 0x7f29(libc.so.6)]"; the names only if they
 * are known. */
static void put_stack(struct str *out, const struct ev_heap *h)
{
	struct bytes names = h->names;
	struct heap_frame f = { { NULL, 0 }, { NULL, 0 } };
	uint64_t n;

	if (h->stack.len < sizeof n)
		return;
	str_adds(out, " stack=");
	for (size_t i = 0; i + sizeof n <= h->stack.len; i += sizeof n) {
		memcpy(&n, (const char *)h->stack.data + i, sizeof n);
		str_addc(out, i ? ' ' : '[');
		str_addx(out, n);
		if (!heap_frame_next(&names, &f) ||
		    !(f.symbol.len || f.library.len))
			continue;
		str_addc(out, '(');
		put_safe(out, f.symbol.len ? f.symbol : f.library);
		str_addc(out, ')');
	}
	str_addc(out, ']');
}

static void put_figures(struct str *out, const struct ev_heap *h)
{
#define PUT(name) put_number(out, #name, h->name);
	EV_HEAP_LOGGED(PUT)
#undef PUT
	put_number(out, "resident", h->resident);
	if (h->op == HEAP_OP_TOTAL) {
		put_number(out, "freed", h->freed);
		put_number(out, "spare", h->spare);
		put_number(out, "doubles", h->wrongs);
		put_number(out, "foreign", h->foreign);
		put_number(out, "missed", h->missed);
	} else {
		put_number(out, "at_peak", h->at_peak);
	}
	put_numbers(out, "ages", h->ages);
	put_numbers(out, "classes", h->classes);
}

static void put_allocator(struct str *out, const struct ev_heap *h)
{
	const char *why = heap_info_why_name(h->why);
	const struct bytes info = h->info;
	uint64_t n;

	if (!info.len)
		str_addf(out, " n/a why=%s", why ? why : "n/a");
	for (unsigned i = 0; i < HEAP_INFOS && info.len; i++) {
		n = EV_UNKNOWN;
		if ((i + 1) * sizeof n <= info.len)
			memcpy(&n, (const char *)info.data + i * sizeof n,
			       sizeof n);
		put_number(out, heap_info_name(i), n);
	}
}

static void put_site(struct str *out, const struct ev_heap *h)
{
	put_number(out, "site", h->site);
	str_adds(out, " caller=");
	str_addx(out, h->caller);
	put_stack(out, h);
	if (h->library.len) {
		str_addc(out, ' ');
		put_safe(out, h->library);
	}
	if (h->symbol.len) {
		str_adds(out, ": ");
		put_safe(out, h->symbol);
	}
}

void put_heap(struct str *out, const struct ev_heap *h)
{
	str_addf(out, "heap %s", heap_op_name(h->op));
	switch (h->op) {
	case HEAP_OP_INFO:
		put_allocator(out, h);
		return;
	case HEAP_OP_ALLOC:
	case HEAP_OP_FREE:
		str_adds(out, " addr=");
		str_addx(out, h->addr);
		put_number(out, "size", h->size);
		if (heap_wrong_name(h->wrong))
			str_addf(out, " wrong=%s", heap_wrong_name(h->wrong));
		break;
	default:
		put_number(out, "size", h->size);
		put_number(out, "blocks", h->blocks);
		if (h->op == HEAP_OP_LEAK)
			put_number(out, "resident", h->resident);
	}
	if (h->op == HEAP_OP_SITE || h->op == HEAP_OP_TOTAL)
		put_figures(out, h);
	if (h->op != HEAP_OP_TOTAL)
		put_site(out, h);
}
