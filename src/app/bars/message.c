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

/* Maximum number of rows of a message and of an answer; a longer one is cut. */
enum { LINES_MAX = 3, ANSWER_LINES_MAX = 6 };

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
	/* 0 means "not shown yet", so the time 0 is stored as 1. */
	if (q->n && !q->m[0].since_ns)
		q->m[0].since_ns = now_ns ? now_ns : 1;
}

static void keep(struct messages *q, enum severity severity, const char *text,
		 uint64_t now_ns)
{
	struct said_list *said = &q->said;
	struct said *last = said->n ? &said->v[said->n - 1] : NULL;

	/* If the same message comes again, only its counter is increased. */
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
	/* A note is removed as soon as another message arrives; a hint and an
	 * answer are not. */
	if (q->n && q->m[0].severity == SEV_NOTE && !q->m[0].until_key) {
		drop(q, 0);
		at = q->n;
	}
	if (q->n == MESSAGES_MAX) {
		drop(q, 1);
		at = q->n;
	}
	/* An error does not wait behind a hint or an answer. */
	if (severity == SEV_ERROR && q->n && q->m[0].until_key) {
		memmove(&q->m[1], &q->m[0], q->n * sizeof q->m[0]);
		q->m[1].since_ns = 0;
		at = 0;
	}
	q->m[at] = (struct message){ .severity = severity,
				     .text = xstrdup(text) };
	q->n++;
	show(q, now_ns);
}

void messages_add_detached(struct messages *q, enum severity severity,
			   const char *text, uint64_t now_ns)
{
	messages_add(q, severity, text, now_ns);
	for (size_t i = 0; i < q->n; i++)
		q->m[i].let_go |= !strcmp(q->m[i].text, text);
}

void messages_add_hint(struct messages *q, const char *text, uint64_t now_ns)
{
	messages_add(q, SEV_NOTE, text, now_ns);
	for (size_t i = 0; i < q->n; i++)
		q->m[i].until_key |= !strcmp(q->m[i].text, text);
}

void messages_answer(struct messages *q, const char *text, uint64_t address,
		     uint64_t now_ns)
{
	struct said_list *said = &q->said;

	if (messages_answered(q) && said->n &&
	    !strcmp(said->v[said->n - 1].text, q->m[0].text)) {
		free(said->v[said->n - 1].text);
		said->n--;
	}
	if (messages_answered(q) || q->n == MESSAGES_MAX)
		drop(q, q->m[0].answer ? 0 : 1);
	keep(q, SEV_NOTE, text, now_ns);
	memmove(&q->m[1], &q->m[0], q->n++ * sizeof q->m[0]);
	q->m[0] = (struct message){ .severity = SEV_NOTE, .answer = true,
				    .until_key = true,
				    .address = address,
				    .text = xstrdup(text) };
	show(q, now_ns);
}

const struct message *messages_answered(const struct messages *q)
{
	return q->n && q->m[0].answer ? &q->m[0] : NULL;
}

void messages_attached(struct messages *q, uint64_t now_ns)
{
	for (size_t i = q->n; i-- > 0;)
		if (q->m[i].let_go)
			drop(q, i);
	show(q, now_ns);
}

bool messages_time(struct messages *q, uint64_t now_ns)
{
	if (!q->n || q->m[0].severity != SEV_NOTE || q->m[0].until_key ||
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
	int row;			/* row of the next line */
	int n;
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

/* The lines end at the bottom row.  So a long message covers the rows above,
 * and moves none of them. */
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
	int most = messages_answered(q) ? ANSWER_LINES_MAX : LINES_MAX;

	if (!q->n || cols < 1)
		return false;
	l.style = styles[q->m[0].severity];
	text_cut(&text, q->m[0].text, cols * most - most * 12, CUT_END,
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
