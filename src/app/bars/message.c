/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/bars/message.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/text.h"
#include "base/vec.h"

#define SECOND 1000000000ull
#define NOTE_NS (4 * SECOND)
#define WARN_NS (10 * SECOND)

/* More of a message than these rows is cut off. */
enum { LINES_MAX = 3 };

void messages_release(struct messages *q)
{
	for (size_t i = 0; i < q->n; i++)
		free(q->m[i].text);
	q->n = 0;
	for (size_t i = 0; i < q->said.n; i++)
		free(q->said.v[i].text);
	vec_release(&q->said);
}

static void drop(struct messages *q, size_t i)
{
	free(q->m[i].text);
	memmove(&q->m[i], &q->m[i + 1], (q->n - i - 1) * sizeof q->m[0]);
	q->n--;
}

static void show(struct messages *q, uint64_t now_ns)
{
	/* 0 means "not shown yet", also at the very start of a session. */
	if (q->n && !q->m[0].since_ns)
		q->m[0].since_ns = now_ns ? now_ns : 1;
}

static void keep(struct messages *q, enum severity severity, const char *text,
		 uint64_t now_ns)
{
	struct said_list *said = &q->said;
	struct said *last = said->n ? &said->v[said->n - 1] : NULL;

	/* Said again: a number is enough. */
	if (last && last->severity == severity && !strcmp(last->text, text)) {
		last->time_ns = now_ns;
		last->times++;
		return;
	}
	if (said->n == MESSAGES_KEPT) {
		free(said->v[0].text);
		vec_remove(said, 0);
	}
	*vec_push(said) = (struct said){ now_ns, severity, xstrdup(text), 1 };
}

void messages_add(struct messages *q, enum severity severity,
		  const char *text, uint64_t now_ns)
{
	size_t at = q->n;

	keep(q, severity, text, now_ns);
	for (size_t i = 0; i < q->n; i++) {
		if (strcmp(q->m[i].text, text))
			continue;
		if (i == 0)
			q->m[0].since_ns = now_ns ? now_ns : 1;
		return;
	}
	/* A note gives way to what comes after it. */
	if (q->n && q->m[0].severity == SEV_NOTE) {
		drop(q, 0);
		at = q->n;
	}
	if (q->n == MESSAGES_MAX) {
		drop(q, 1);
		at = q->n;
	}
	q->m[at] = (struct message){ .severity = severity,
				     .text = xstrdup(text) };
	q->n++;
	show(q, now_ns);
}

void messages_let_go(struct messages *q, enum severity severity,
		     const char *text, uint64_t now_ns)
{
	messages_add(q, severity, text, now_ns);
	for (size_t i = 0; i < q->n; i++)
		q->m[i].let_go |= !strcmp(q->m[i].text, text);
}

void messages_taken_up(struct messages *q, uint64_t now_ns)
{
	for (size_t i = q->n; i-- > 0;)
		if (q->m[i].let_go)
			drop(q, i);
	show(q, now_ns);
}

bool messages_time(struct messages *q, uint64_t now_ns)
{
	if (!q->n || q->m[0].severity != SEV_NOTE ||
	    now_ns < q->m[0].since_ns + NOTE_NS)
		return false;
	drop(q, 0);
	show(q, now_ns);
	return true;
}

void messages_key(struct messages *q, bool esc, bool movement,
		  uint64_t now_ns)
{
	if (!q->n)
		return;
	const struct message *m = &q->m[0];
	bool stays = false;

	switch (m->severity) {
	case SEV_NOTE: break;
	case SEV_WARN: stays = now_ns < m->since_ns + WARN_NS && !esc; break;
	case SEV_ERROR: stays = movement && !esc; break;
	}
	if (stays)
		return;
	drop(q, 0);
	show(q, now_ns);
}

struct message_lines {
	struct canvas *c;
	style style;
	int row;			/* of the next line */
	int n;				/* lines there are */
};

static void count_line(void *arg, const char *text, size_t n)
{
	struct message_lines *l = arg;

	(void)text;
	(void)n;
	l->n++;
}

static void draw_line(void *arg, const char *text, size_t n)
{
	struct message_lines *l = arg;
	char *copy = xstrndup(text, n);

	canvas_fill(l->c, l->row, 0, l->c->cols, l->style, " ");
	canvas_puts(l->c, l->row++, 1, l->style, copy);
	free(copy);
}

/* Upwards from the bottom row: nothing moves, but a sentence is read to its
 * end. */
bool messages_draw(const struct messages *q, struct canvas *c, int row,
		   bool ascii)
{
	static const style styles[] = {
		[SEV_NOTE] = STYLE_NOTE,
		[SEV_WARN] = STYLE_WARN,
		[SEV_ERROR] = STYLE_ERR,
	};
	struct str text = STR_INIT;
	struct message_lines l = { .c = c };
	int cols = c->cols - 2;

	if (!q->n || cols < 1)
		return false;
	l.style = styles[q->m[0].severity];
	text_cut(&text, q->m[0].text, cols * LINES_MAX - LINES_MAX * 12, CUT_END,
		 ascii);
	if (q->n > 1)
		str_addf(&text, " (+%zu)", q->n - 1);
	text_wrap(text.data, cols, count_line, &l);
	l.row = row - l.n + 1;
	if (l.row < 0)
		l.row = 0;
	for (int i = l.row; i <= row; i++)
		canvas_hot(c, i, 0, c->cols,
			   (struct hot){ .kind = HOT_MESSAGE });
	text_wrap(text.data, cols, draw_line, &l);
	str_release(&text);
	return true;
}
