/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mouse: finds the hot area under the pointer in the picture on the
 * terminal, and runs the area's action.  mmtop uses the left button, the wheel,
 * and the right button on bytes.  An action runs when the button is pressed,
 * not when it is released.  A click that would detach from the program or quit
 * opens a question first.
 */
#include <config.h>

#include <stdlib.h>

#include "app/i18n.h"
#include "app/bars/keybar.h"
#include "app/input/filter.h"
#include "app/input/questions.h"
#include "app/picker/picker.h"
#include "app/screen/keys.h"
#include "app/screen/mouse.h"
#include "app/screen/past.h"
#include "app/screen/timeline.h"
#include "app/screen/place.h"
#include "app/screen/private.h"
#include "app/screen/requests.h"
#include "base/alloc.h"

struct screen_mouse {
	enum pane_id dragging;		/* pane where the button that is held
					 * was pressed; PANES: none */
	bool timeline;			/* the button was pressed in the
					 * timeline */
	unsigned sent_button;		/* held button, as reported to the
					 * program */
	uint64_t sent_row, sent_col;	/* position last reported to the
					 * program */
};

void mouse_init(struct screen *s)
{
	s->mouse = xcalloc(1, sizeof *s->mouse);
	s->mouse->dragging = PANES;
}

void mouse_release(struct screen *s)
{
	free(s->mouse);
}

static bool is_shown(const struct screen *s, const struct hot *hot)
{
	return hot->owner >= 0 && hot->owner < PANES &&
	       layout_find(&s->layout, (enum pane_id)hot->owner);
}

static bool choose(struct screen *s, const struct hot *hot, int at,
		   enum choose_how how)
{
	struct pane *p = &s->panes[hot->owner];

	return p->ops->choose &&
	       p->ops->choose(p->state, &s->view, hot, at, how) & CMD_TAKEN;
}

/* Runs a command after a click.  For some commands a click opens a question,
 * although their key runs them at once. */
static void command(struct screen *s, enum cmd id)
{
	const struct command *cmd = command_by_id(id);

	if (!cmd)
		return;
	if (!ask_before_click(s, id))
		screen_run(s, cmd, "");
}

/* A click on a row that is already selected opens the row, as Enter does. */
static void row(struct screen *s, const struct hot *hot)
{
	bool again = hot->selected && !picker_types(s) &&
		     s->place.focus == (enum pane_id)hot->owner;

	place_focus(s, (enum pane_id)hot->owner);
	if (!choose(s, hot, 0, CHOOSE_CLICK))
		return;
	view_moved(&s->view, (enum pane_id)hot->owner);
	if (again)
		screen_run(s, command_by_id(DO_ENTER), "");
}

static void press_pane(struct screen *s, const struct hot *hot, int at)
{
	enum pane_id id = (enum pane_id)hot->owner;

	switch (hot->kind) {
	case HOT_TITLE:
		place_focus(s, id);
		place_zoom(s);
		break;
	case HOT_COLUMN:
		place_focus(s, id);
		if (!sort_click(s, (int)hot->value))
			choose(s, hot, 0, CHOOSE_CLICK);
		break;
	case HOT_ROW:
		row(s, hot);
		break;
	case HOT_CELLS:
		place_focus(s, id);
		if (choose(s, hot, at, CHOOSE_CLICK))
			s->mouse->dragging = id;
		break;
	default:
		place_focus(s, id);
	}
}

/* While a question or an input line is open, only harmless parts of the bottom
 * row can be clicked. */
static void press(struct screen *s, const struct hot *hot, int at)
{
	bool busy = s->ask || s->prompt.kind;

	s->mouse->dragging = PANES;
	if (hot->kind == HOT_KEY) {
		screen_key(s, (uint32_t)hot->value);
		return;
	}
	/* Accept only a choice in the bottom row, not a column head of a
	 * pane. */
	if (s->ask && s->ask->column && hot->kind == HOT_COLUMN &&
	    hot->owner < 0)
		s->ask->column(s, (int)hot->value);
	if (busy)
		return;
	messages_key(&s->messages, hot->kind == HOT_MESSAGE,
		     hot->kind != HOT_COMMAND, s->now_ns);
	s->mouse->timeline = hot->kind == HOT_TIME;
	if (hot->kind == HOT_TIME)
		timeline_click(s, hot, at);
	else if (hot->kind == HOT_COMMAND)
		command(s, (enum cmd)hot->value);
	else if (hot->kind != HOT_MESSAGE && is_shown(s, hot))
		press_pane(s, hot, at);
}

/* A right click on bytes opens a menu of programs that can show them. */
static void press_right(struct screen *s, const struct hot *hot, int at)
{
	if (s->ask || s->prompt.kind ||
	    hot->owner != PANE_CONTENTS || hot->kind != HOT_CELLS ||
	    !is_shown(s, hot))
		return;
	place_focus(s, PANE_CONTENTS);
	if (choose(s, hot, at, CHOOSE_CLICK))
		screen_run(s, command_by_id(DO_OPEN_WITH), "");
}

/* Handles the movement of a held button over cells of the pane where the button
 * was pressed. */
static void drag(struct screen *s, const struct hot *hot, int at)
{
	if (s->mouse->timeline && hot->kind == HOT_TIME)
		timeline_click(s, hot, at);
	if (s->mouse->dragging < PANES && hot->kind == HOT_CELLS &&
	    hot->owner == (int)s->mouse->dragging && is_shown(s, hot))
		choose(s, hot, at, CHOOSE_DRAG);
}

/* Scrolls the pane under the pointer.  With Ctrl, zooms the map around the
 * pointer. */
static void wheel(struct screen *s, const struct hot *hot, int at, bool up,
		  bool zoom)
{
	enum pane_id id = (enum pane_id)hot->owner;

	if (s->ask || !is_shown(s, hot))
		return;
	messages_key(&s->messages, false, true, s->now_ns);
	if (!zoom)
		screen_give(s, id, up ? DO_WHEEL_UP : DO_WHEEL_DOWN);
	else if (hot->kind == HOT_CELLS &&
		 choose(s, hot, at, CHOOSE_POINT))
		screen_give(s, id, up ? DO_ZOOM_IN : DO_ZOOM_OUT);
}

/* --- mouse events for the program ----------------------------------------- */

static void send(struct screen *s, const struct hot *hot, int at,
		 const struct mouse *m)
{
	uint32_t mods = (m->mods & MOUSE_SHIFT ? REQ_MOUSE_SHIFT : 0u) |
			(m->mods & MOUSE_ALT ? REQ_MOUSE_ALT : 0u) |
			(m->mods & MOUSE_CTRL ? REQ_MOUSE_CTRL : 0u);
	struct request req = {
		.op = REQ_MOUSE, .pid = screen_main_pid(s), .a = hot->more,
		.b = hot->value + (uint64_t)at, .c = mods,
	};

	s->mouse->sent_row = req.a;
	s->mouse->sent_col = req.b;
	switch (m->op) {
	case MOUSE_PRESS:
		s->mouse->sent_button = (unsigned)m->button;
		req.c |= s->mouse->sent_button | REQ_MOUSE_PRESSED;
		break;
	case MOUSE_RELEASE:
		/* The X10 mouse protocol does not report which button was
		 * released. */
		req.c |= m->button ? (unsigned)m->button :
				     s->mouse->sent_button;
		s->mouse->sent_button = 0;
		break;
	case MOUSE_WHEEL_UP:
	case MOUSE_WHEEL_DOWN:
		req.c |= REQ_MOUSE_PRESSED | (m->op == MOUSE_WHEEL_UP ? 4 : 5);
		break;
	default:
		break;
	}
	s->request(s->request_arg, &req);
}

static bool is_program(const struct hot *hot)
{
	return hot && hot->kind == HOT_CELLS && hot->owner == PANE_OUTPUT;
}

/* Reports the release of a button that was released outside the program's
 * terminal or after typing ended; the position is the last one reported. */
static void let_go(struct screen *s)
{
	const struct request req = {
		.op = REQ_MOUSE, .pid = screen_main_pid(s),
		.a = s->mouse->sent_row, .b = s->mouse->sent_col,
		.c = s->mouse->sent_button,
	};

	s->mouse->sent_button = 0;
	s->request(s->request_arg, &req);
}

/* While the user types into the program, clicks on its terminal go to the
 * program if it enabled mouse reports.  In the key bar, only the key that ends
 * typing can be clicked. */
static void typing(struct screen *s, const struct hot *hot, int at,
		   const struct mouse *m)
{
	if (is_program(hot))
		send(s, hot, at, m);
	else if (hot->kind == HOT_KEY && m->op == MOUSE_PRESS)
		screen_key(s, (uint32_t)hot->value);
}

void screen_mouse(struct screen *s, const struct canvas *shown,
		  const struct mouse *m)
{
	const struct hot *hot = canvas_hot_at(shown, m->row, m->col);
	int at = hot ? m->col - hot->r.col : 0;

	if (m->op == MOUSE_RELEASE) {
		s->mouse->dragging = PANES;
		s->mouse->timeline = false;
		if (s->mouse->sent_button &&
		    !(s->view.typing && is_program(hot)))
			let_go(s);
	}
	if (s->picker && picker_mouse(s, hot, m))
		return;
	if (!hot)
		return;
	s->dirty = true;
	if (s->view.typing) {
		typing(s, hot, at, m);
		return;
	}
	s->view.key_ns = s->now_ns;
	switch (m->op) {
	case MOUSE_PRESS:
		if (m->button == 1)
			press(s, hot, at);
		else if (m->button == 3)
			press_right(s, hot, at);
		break;
	case MOUSE_DRAG:
		if (m->button == 1)
			drag(s, hot, at);
		break;
	case MOUSE_WHEEL_UP:
	case MOUSE_WHEEL_DOWN:
		wheel(s, hot, at, m->op == MOUSE_WHEEL_UP,
		      m->mods & MOUSE_CTRL);
		break;
	default:
		break;
	}
	past_used(s);
	requests_send(s);
}
