/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the setup screen changes is done at once; what needs the terminal, or a
 * file, is the session's. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/screen_private.h"
#include "base/alloc.h"
#include "base/text.h"
#include "ui/words/error.h"

void setup_begin(struct screen *s)
{
	setup_default(&s->setup);
	s->setup.theme = s->view.look.theme;
	s->setup.ascii = !s->view.look.utf8;
	s->view.setup = &s->setup;
	s->done = s->setup;
}

void setup_release(struct screen *s)
{
	free(s->setup.file);
}

void setup_configure(struct screen *s, const struct settings *settings)
{
	struct setup *to = &s->setup;
	struct str safe = STR_INIT;

	memcpy(to->hidden_columns, settings->hidden_columns,
	       sizeof to->hidden_columns);
	to->hidden_panes = settings->hidden_panes;
	to->first = (int)settings->first;
	to->mouse = settings->mouse;
	to->ascii = settings->ascii;
	if (settings->refresh_ns)
		to->refresh_ns = settings->refresh_ns;
	if (settings->file) {
		text_safe(&safe, settings->file, strlen(settings->file),
			  !s->view.look.utf8);
		to->file = str_take(&safe);
		to->exists = settings->exists;
	}
	setup_apply(s);
	/* The terminal and the engine have begun with that. */
	s->look_wanted = false;
	s->done = *to;
}

void setup_apply(struct screen *s)
{
	struct request req = { .op = REQ_REFRESH, .a = s->setup.refresh_ns };
	const struct setup *now = &s->setup;

	memcpy(s->view.hidden_columns, now->hidden_columns,
	       sizeof s->view.hidden_columns);
	if (s->hidden_panes != now->hidden_panes) {
		s->hidden_panes = now->hidden_panes;
		place_layout(s);
	}
	if (now->theme != s->done.theme || now->ascii != s->done.ascii ||
	    now->mouse != s->done.mouse) {
		s->view.look.theme = now->theme;
		s->look_wanted = true;
	}
	if (now->refresh_ns != s->done.refresh_ns)
		s->request(s->request_arg, &req);
	s->done = *now;
	s->dirty = true;
}

bool screen_wants_look(struct screen *s, struct look_wish *wish)
{
	bool wanted = s->look_wanted;

	*wish = (struct look_wish){ .theme = s->setup.theme,
				    .ascii = s->setup.ascii,
				    .mouse = s->setup.mouse };
	s->look_wanted = false;
	return wanted;
}

const struct setup *screen_wants_config(struct screen *s)
{
	bool wanted = s->setup.write;

	s->setup.write = false;
	return wanted ? &s->setup : NULL;
}

void screen_config_done(struct screen *s, int r)
{
	if (r < 0 && r != -EEXIST) {
		screen_say(s, SEV_ERROR, _("Cannot write %s: %s."),
			   s->setup.file, error_words(-r));
		return;
	}
	s->setup.exists = true;
	if (r < 0)
		screen_say(s, SEV_WARN, _("%s is there meanwhile, and stays "
					  "as it is."), s->setup.file);
	else
		screen_say(s, SEV_NOTE, _("Written to %s: it is read from now "
					  "on, and yours to change."),
			   s->setup.file);
}
