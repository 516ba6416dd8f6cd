/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applies changes of the setup screen at once.  The session makes the changes
 * that need the terminal or a file. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/input/filter.h"
#include "app/panes/open.h"
#include "app/screen/place.h"
#include "app/screen/private.h"
#include "app/panes/setup.h"
#include "app/settings.h"
#include "app/command/typed.h"
#include "base/alloc.h"
#include "base/text.h"
#include "rule/ignore.h"
#include "ui/words/error.h"
#include "ui/pane/setup.h"

struct screen_setup {
	struct setup wanted;		/* settings that the user chose;
					 * wanted.file is owned */
	struct setup done;		/* settings that are applied already */
	bool look_wanted;
	struct ignore *ignore;		/* owned, or NULL */
};

void setup_init(struct screen *s)
{
	s->setup = xcalloc(1, sizeof *s->setup);
	setup_default(&s->setup->wanted);
	s->setup->wanted.theme = s->view.look.theme;
	s->setup->wanted.ascii = !s->view.look.utf8;
	s->view.setup = &s->setup->wanted;
	s->setup->done = s->setup->wanted;
}

void setup_release(struct screen *s)
{
	free(s->setup->wanted.file);
	ignore_free(s->setup->ignore);
	free(s->setup);
}

static void setup_configure(struct screen *s, const struct settings *settings)
{
	struct setup *to = &s->setup->wanted;
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
	/* The terminal and the engine were started with these values, so they
	 * need no change. */
	s->setup->look_wanted = false;
	s->setup->done = *to;
}

void screen_configure(struct screen *s, const struct settings *settings)
{
	setup_configure(s, settings);
	open_configure(s, settings->config);
	s->place.focus = s->view.focus = settings->first;
	filters_configure(s, settings->filters);
	if (settings->ignore)
		s->view.ignore = s->setup->ignore =
			ignore_new(settings->ignore);
	place_layout(s);
}

void setup_look(struct screen *s, const struct look *look)
{
	s->setup->wanted.theme = s->setup->done.theme = look->theme;
}

void setup_apply(struct screen *s)
{
	const struct setup *now = &s->setup->wanted;
	struct setup *done = &s->setup->done;
	struct request req = { .op = REQ_REFRESH, .a = now->refresh_ns };

	memcpy(s->view.hidden_columns, now->hidden_columns,
	       sizeof s->view.hidden_columns);
	if (now->hidden_panes != done->hidden_panes)
		place_layout(s);
	if (now->theme != done->theme || now->ascii != done->ascii ||
	    now->mouse != done->mouse) {
		s->view.look.theme = now->theme;
		s->setup->look_wanted = true;
	}
	if (now->refresh_ns != done->refresh_ns)
		s->request(s->request_arg, &req);
	*done = *now;
	s->dirty = true;
}

/* --- the theme -------------------------------------------------------------- */

void exec_theme(const struct command_context *x)
{
	struct screen *s = x->screen;
	const char *name = x->args;
	enum theme theme = *name ? theme_by_name(name) :
		(enum theme)((s->view.look.theme + 1) % THEMES);
	struct str safe = STR_INIT, all = STR_INIT;

	for (int i = 0; i < THEMES; i++)
		str_addf(&all, "%s%s", i ? ", " : "", theme_names[i]);
	if (theme == THEMES) {
		typed_word(&safe, name, !s->view.look.utf8);
		screen_say(s, SEV_NOTE, _("Unknown theme \"%s\". Themes: %s."),
			   safe.data, all.data);
	} else {
		s->setup->wanted.theme = theme;
		s->view.look.colors = theme_colors(theme, s->view.look.colors);
		setup_apply(s);
		screen_say(s, SEV_NOTE, _("Theme: %s (themes: %s)."),
			   theme_names[theme], all.data);
	}
	str_release(&all);
	str_release(&safe);
}

bool screen_wants_look(struct screen *s, struct look_wish *wish)
{
	bool wanted = s->setup->look_wanted;

	*wish = (struct look_wish){ .theme = s->setup->wanted.theme,
				    .ascii = s->setup->wanted.ascii,
				    .mouse = s->setup->wanted.mouse };
	s->setup->look_wanted = false;
	return wanted;
}

const struct setup *screen_wants_config(struct screen *s)
{
	bool wanted = s->setup->wanted.write;

	s->setup->wanted.write = false;
	return wanted ? &s->setup->wanted : NULL;
}

void screen_config_done(struct screen *s, int r)
{
	if (r == -EINVAL) {
		/* TRANSLATORS: BEGIN and END are words of the file. */
		screen_say(s, SEV_ERROR, _("Not saved: %s has errors, or its "
					   "lines BEGIN and END do not "
					   "match."), s->setup->wanted.file);
		return;
	}
	if (r == -ESTALE) {
		screen_say(s, SEV_ERROR, _("Not saved: %s has just changed. "
					   "Save again."),
			   s->setup->wanted.file);
		return;
	}
	if (r < 0) {
		screen_say(s, SEV_ERROR, _("Cannot write %s: %s."),
			   s->setup->wanted.file, error_words(-r));
		return;
	}
	s->setup->wanted.exists = true;
	screen_say(s, SEV_NOTE, _("Saved to %s. You can edit it."),
		   s->setup->wanted.file);
}
