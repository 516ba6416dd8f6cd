/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a picture is made, and when none is. */
#include <config.h>

#include "app/session.h"

#include <poll.h>

#include "app/screen.h"
#include "sys/loop.h"
#include "term/curses.h"

#define MS 1000000ull
/* A line that takes longer for a picture gets fewer of them. */
#define SLOW_FRAME_NS (100 * MS)
#define SLOWEST_NS (1600 * MS)

static void draw(struct session *s)
{
	int rows, cols;
	uint64_t before = clock_ns(), took;

	term_size(s->term, &rows, &cols);
	if (s->canvas.rows != rows || s->canvas.cols != cols) {
		canvas_release(&s->canvas);
		canvas_init(&s->canvas, rows, cols);
	}
	if (screen_wants_redraw(s->screen))
		term_forget(s->term);
	screen_draw(s->screen, &s->canvas);
	term_draw(s->term, &s->canvas);
	s->drawn_ns = clock_ns();
	took = s->drawn_ns - before;
	if (took > SLOW_FRAME_NS)
		s->frame_ns = s->frame_ns * 2 < SLOWEST_NS ?
			      s->frame_ns * 2 : SLOWEST_NS;
	else if (took < SLOW_FRAME_NS / 4)
		s->frame_ns = SESSION_FRAME_NS;
}

/* A terminal that nobody reads takes nothing: no picture is made for it, or
 * the screen would wait in the middle of one and serve no signal. */
static bool terminal_takes(const struct session *s)
{
	struct pollfd p = { .fd = s->out_fd, .events = POLLOUT };

	return poll(&p, 1, 0) == 1 && p.revents & POLLOUT;
}

static uint64_t on_draw(void *arg)
{
	struct session *s = arg;

	if (!s->term || !screen_dirty(s->screen)) {
		s->draw_timer = 0;
		return 0;
	}
	if (!terminal_takes(s)) {
		s->draw_due_ns = clock_ns() + SESSION_FRAME_NS;
		return SESSION_FRAME_NS;
	}
	s->draw_timer = 0;
	draw(s);
	return 0;
}

void session_plan_draw(struct session *s, uint64_t gap_ns)
{
	uint64_t now = clock_ns(), due = s->drawn_ns + gap_ns;

	if (!s->term || !screen_dirty(s->screen))
		return;
	if (due < now)
		due = now;
	if (s->draw_timer) {
		if (s->draw_due_ns <= due)
			return;
		loop_remove_timer(s->loop, s->draw_timer);
	}
	s->draw_due_ns = due;
	s->draw_timer = loop_add_timer(s->loop, due > now ? due - now : 0,
				       on_draw, s);
}
