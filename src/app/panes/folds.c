/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/panes/folds.h"

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

/* Sites that the heap had no room to store become a stack without frames. */
uint64_t folds_text(struct str *text, const struct process *p, bool peak)
{
	const struct folded_frame none = { .addr = 0 };
	struct folded_frame frames[HEAP_DEPTH + 1];
	const struct heap *h = p->heap;
	struct folded *f = folded_new();
	struct str line = STR_INIT;
	uint64_t all = peak ? h->total.peak : h->total.size, sum = 0;

	for (size_t i = 0; i < h->sites.n; i++) {
		const struct heap_site *s = h->sites.v[i];
		uint64_t bytes = peak ? s->at_peak : s->live;

		str_clear(&line);
		folded_put(&line, name_of(p), frames,
			   frames_of(s, frames));
		folded_add(f, line.data, bytes);
		sum += bytes;
	}
	if (h->dropped && h->total_known && all > sum) {
		str_clear(&line);
		folded_put(&line, name_of(p), &none, 1);
		folded_add(f, line.data, all - sum);
		sum = all;
	}
	folded_text(f, text);
	str_release(&line);
	folded_free(f);
	return sum;
}
