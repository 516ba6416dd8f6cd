/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mouse where a process is chosen: the left button, as a press, and the
 * wheel.  What is hot is what the picture that is shown says.
 */
#include <config.h>

#include <string.h>

#include "app/i18n.h"
#include "app/picker/private.h"

/* Nothing ends by a click, nor does mmtop. */
static void tell_the_way_out(struct picker *p, const struct command *c)
{
	struct str s = STR_INIT, key = STR_INIT;

	str_add(&key, c->key_label, strcspn(c->key_label, " "));
	/* TRANSLATORS: a key: "Esc". */
	str_addf(&s, _("A click does not leave: the key %s does."), key.data);
	picker_say(p, SEV_NOTE, s.data);
	str_release(&key);
	str_release(&s);
}

static void command(struct picker *p, enum cmd id)
{
	if (id == DO_LEAVE)
		tell_the_way_out(p, command_by_id(id));
	else
		picker_run(p, id);
}

/* The row that is selected already is opened, as by Enter, when the keys were
 * the list's. */
static void row(struct picker *p, const struct hot *hot)
{
	bool again = hot->selected && !p->typing;

	p->typing = false;
	if (pick_list_choose(&p->list, &p->picks, hot) && again)
		picker_run(p, DO_WATCH);
}

static void column(struct picker *p, enum pick_sort by)
{
	struct picks *list = &p->picks;

	p->typing = false;
	picks_sort(list, by, by == list->sort && !list->reverse);
}

static void press(struct picker *p, const struct hot *hot)
{
	if (p->help || !hot) {
		p->help = false;
		return;
	}
	/* As with keys: another one, another wish. */
	p->choice.pid = 0;
	messages_key(&p->messages, hot->kind == HOT_MESSAGE,
		     hot->kind != HOT_COMMAND, p->now_ns);
	switch (hot->kind) {
	case HOT_ROW: row(p, hot); break;
	case HOT_COLUMN: column(p, (enum pick_sort)hot->value); break;
	case HOT_COMMAND: command(p, (enum cmd)hot->value); break;
	default: break;
	}
}

void picker_mouse(struct picker *p, const struct canvas *shown,
		  const struct mouse *m)
{
	p->dirty = true;
	switch (m->op) {
	case MOUSE_PRESS:
		if (m->button == 1)
			press(p, canvas_hot_at(shown, m->row, m->col));
		break;
	case MOUSE_WHEEL_UP:
	case MOUSE_WHEEL_DOWN:
		if (!p->help)
			picker_run(p, m->op == MOUSE_WHEEL_UP ? DO_WHEEL_UP
							      : DO_WHEEL_DOWN);
		break;
	default:
		break;
	}
}
