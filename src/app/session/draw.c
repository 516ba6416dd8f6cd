/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/session/session.h"

#include "app/screen/screen.h"
#include "app/session/terminal.h"
#include "sys/loop.h"
#include "term/curses.h"

#define MS 1000000ull
/* If a redraw takes longer than SLOW_FRAME_NS, the connection to the terminal
 * is slow.  Then the interval between redraws is doubled, up to SLOWEST_NS. */
#define SLOW_FRAME_NS (100 * MS)
#define SLOWEST_NS (1600 * MS)
/* All events of one sample of a process arrive within this time. */
#define BATCH_NS (30 * MS)
/* A redraw may come earlier than planned by 1/EARLY of the interval. */
#define EARLY 4

static void draw(struct session *s)
{
	int rows, cols;
	uint64_t before = clock_ns(), took;

	term_size(s->term, &rows, &cols);
	canvas_fit(&s->canvas, rows, cols);
	if (screen_wants_redraw(s->screen))
		term_forget(s->term);
	screen_draw(s->screen, &s->canvas);
	term_draw(s->term, &s->canvas);
	asking_now(&s->asking, screen_asks(s->screen));
	if (asking_undrawn(&s->asking)) {
		session_drop_keys(s);
		asking_drawn(&s->asking, clock_ns());
	}
	s->drawn_ns = clock_ns();
	session_tell_view(s);
	session_plan_tick(s);
	took = s->drawn_ns - before;
	if (took > SLOW_FRAME_NS)
		s->frame_ns = s->frame_ns * 2 < SLOWEST_NS ?
			      s->frame_ns * 2 : SLOWEST_NS;
	else if (took < SLOW_FRAME_NS / 4)
		s->frame_ns = SESSION_FRAME_NS;
}

static uint64_t on_draw(void *arg)
{
	struct session *s = arg;

	if (!s->term || !screen_dirty(s->screen)) {
		s->draw_timer = 0;
		return 0;
	}
	if (!terminal_takes(s->out_fd)) {
		s->draw_due_ns = clock_ns() + SESSION_FRAME_NS;
		return SESSION_FRAME_NS;
	}
	s->draw_timer = 0;
	draw(s);
	return 0;
}

static void plan(struct session *s, uint64_t gap_ns, uint64_t wait)
{
	uint64_t now = clock_ns(), due = s->drawn_ns + gap_ns;

	if (!s->term || !screen_dirty(s->screen))
		return;
	if (due < now + wait)
		due = now + wait;
	if (s->draw_timer) {
		if (s->draw_due_ns <= due)
			return;
		loop_remove_timer(s->loop, s->draw_timer);
	}
	s->draw_due_ns = due;
	s->draw_timer = loop_add_timer(s->loop, due > now ? due - now : 0,
				       on_draw, s);
}

void session_plan_draw(struct session *s, uint64_t gap_ns)
{
	/* If the interval is long, events come in batches: the redraw waits
	 * BATCH_NS, to show a whole batch. */
	plan(s, gap_ns, gap_ns > SESSION_FRAME_NS ? BATCH_NS : 0);
}

static uint64_t next_gap(const struct session *s)
{
	uint64_t pace = screen_pace(s->screen);

	return pace > s->frame_ns ? pace : s->frame_ns;
}

void session_plan_next(struct session *s)
{
	session_plan_draw(s, next_gap(s));
}

void session_settled(struct session *s)
{
	uint64_t gap = next_gap(s);

	/* All due events have arrived.  So the redraw may be a little early:
	 * otherwise these events would need another redraw later. */
	plan(s, gap > SESSION_FRAME_NS ? gap - gap / EARLY : gap, 0);
}
