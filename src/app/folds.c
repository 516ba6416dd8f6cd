/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/folds.h"

#include <string.h>

#include "base/str.h"
#include "model/model.h"
#include "sink/folded.h"

static struct bytes name_of(const struct process *p)
{
	const char *slash = p->exe ? strrchr(p->exe, '/') : NULL;

	return bytes_of(slash && slash[1] ? slash + 1 :
			p->exe && p->exe[0] ? p->exe : p->comm);
}

static size_t frames_of(const struct heap_site *s,
			struct folded_frame frames[HEAP_DEPTH + 1])
{
	frames[0] = (struct folded_frame){ s->caller,
					   bytes_of(s->library->text),
					   bytes_of(s->symbol->text) };
	for (size_t i = 0; i < s->depth; i++)
		frames[i + 1] = (struct folded_frame){
			s->stack[i], bytes_of(s->names[i].library->text),
			bytes_of(s->names[i].symbol->text) };
	return s->depth + 1;
}

/* What it has, in bytes; what there was no room for is a stack of its own. */
uint64_t folds_text(struct str *text, const struct process *p)
{
	const struct folded_frame none = { .addr = 0 };
	struct folded_frame frames[HEAP_DEPTH + 1];
	const struct heap *h = p->heap;
	struct folded *f = folded_new();
	struct str line = STR_INIT;
	uint64_t sum = 0;

	for (size_t i = 0; i < h->sites.n; i++) {
		str_clear(&line);
		folded_put(&line, name_of(p), frames,
			   frames_of(h->sites.v[i], frames));
		folded_add(f, line.data, h->sites.v[i]->live);
		sum += h->sites.v[i]->live;
	}
	if (h->dropped && h->total_known && h->total.size > sum) {
		str_clear(&line);
		folded_put(&line, name_of(p), &none, 1);
		folded_add(f, line.data, h->total.size - sum);
		sum = h->total.size;
	}
	folded_text(f, text);
	str_release(&line);
	folded_free(f);
	return sum;
}
