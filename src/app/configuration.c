/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/configuration.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/command/keynames.h"
#include "app/file/trusted.h"
#include "base/alloc.h"
#include "base/str.h"
#include "base/text.h"
#include "ui/kit/command.h"
#include "ui/pane/columns.h"
#include "ui/pane/rule_words.h"
#include "ui/kit/style.h"

/* --- the file ------------------------------------------------------------- */

static int read_file(const char *path, struct str *out, struct err *err)
{
	const char *why = "";
	int r = trusted_read(path, CONFIGURATION_MAX, out, &why);

	if (r == -EPERM)
		return err_set(err, EPERM, _("refusing to read the "
					     "configuration %s: %s"),
			       path, why);
	if (r < 0)
		return err_set(err, -r, _("cannot read the configuration %s: "
					  "%s"), path, why);
	return 0;
}

/* --- vocabulary ----------------------------------------------------------- */

static enum pane_id pane_of(const char *word)
{
	for (int i = 0; i < PANES; i++)
		if (!strcmp(pane_table[i]->name, word))
			return (enum pane_id)i;
	return PANES;
}

/* Returns the names of the commands that can have a key, NULL-terminated; the
 * caller frees the array. */
static const char **command_words(void)
{
	const char **words = xcalloc(commands_n + 1, sizeof *words);
	size_t n = 0;

	for (size_t i = 0; i < commands_n; i++)
		if (commands[i].key_label[0] && commands[i].where != ON_CONSOLE)
			words[n++] = commands[i].name;
	return words;
}

/* True if both commands are used on the same screen, so that they cannot share
 * a key. */
static bool meet(const char *command, const char *other)
{
	const struct command *a = command_by_name(command, ON_SCREENS);
	const struct command *b = command_by_name(other, ON_SCREENS);

	return a && b && a->where & b->where & ~(unsigned)ON_CONSOLE;
}

struct configured_file {
	struct configuration *c;
	const char *name;
};

/* True if the message for this fault does not name the setting; the caller then
 * adds the name. */
static bool is_of_text(enum rule_fault fault)
{
	return fault <= RULE_NOT_BOOL || fault == RULE_PATTERN ||
	       fault == RULE_LAYOUT || fault == RULE_ONE_OF;
}

static void tell(void *arg, const struct rule_error *e)
{
	struct configured_file *t = arg;
	struct str s = STR_INIT;

	text_safe(&s, t->name, strlen(t->name), false);
	if (e->line)
		str_addf(&s, ":%d", e->line);
	str_adds(&s, ": ");
	if (e->key[0] && is_of_text(e->fault))
		str_addf(&s, "%s: ", e->key);
	rule_words(&s, e, false);
	*vec_push(&t->c->problems) = str_take(&s);
}

/* --- from words to settings ----------------------------------------------- */

static bool has(const struct word_list *w, const char *word)
{
	for (size_t i = 0; i < w->v.n; i++)
		if (!strcmp(w->v.v[i], word))
			return true;
	return false;
}

static void settle_columns(struct settings *s, const struct config *c)
{
	static const char *const *const columns[CONFIG_TABLES] = {
		[TABLE_REGIONS] = region_column_names,
		[TABLE_PROCESSES] = task_column_names,
	};

	for (int t = 0; t < CONFIG_TABLES; t++)
		for (int i = 0; c->columns[t].given && columns[t][i]; i++)
			if (!has(&c->columns[t], columns[t][i]))
				s->hidden_columns[t] |= 1u << i;
}

static void settle_panes(struct settings *s, const struct config *c)
{
	if (!c->panes.v.n)
		return;
	for (int i = 0; setup_panes[i]; i++)
		if (!has(&c->panes, setup_panes[i]))
			s->hidden_panes |= 1u << pane_of(setup_panes[i]);
	s->first = pane_of(c->panes.v.v[0]);
}

static void bind_keys(const struct config *c)
{
	for (size_t i = 0; i < c->keys.n; i++) {
		const struct config_binding *b = &c->keys.v[i];
		const struct command *cmd = command_by_name(b->command,
							    ON_SCREEN);
		uint32_t keys[COMMAND_KEYS];
		size_t n = 0;

		for (size_t k = 0; k < b->keys.v.n && n < COMMAND_KEYS - 1;
		     k++)
			keys[n++] = key_by_name(b->keys.v.v[k]);
		keys[n] = 0;
		command_bind(cmd->id, keys);
	}
	/* The user must always be able to quit: if neither `quit` nor the
	 * command line has a key, Ctrl-C quits. */
	if (!command_by_id(DO_QUIT)->keys[0] &&
	    !command_by_id(DO_COMMAND)->keys[0])
		command_bind(DO_QUIT, (const uint32_t[]){ KEY_CTRL('c'), 0 });
}

/* --- the configuration ---------------------------------------------------- */

void configuration_take(struct configuration *c, const char *name,
			const char *text, size_t n)
{
	const char **command = command_words();
	const struct config_vocabulary words = {
		.themes = theme_names,
		.commands = command,
		.panes = setup_panes,
		.columns = { [TABLE_REGIONS] = region_column_names,
			     [TABLE_PROCESSES] = task_column_names },
		.key = key_by_name, .meet = meet,
	};
	struct configured_file t = { c, name };

	c->config = config_new(text, n, &words, tell, &t);
	free(command);
	settle_columns(&c->settings, c->config);
	settle_panes(&c->settings, c->config);
	c->settings.ignore = &c->config->ignore;
	c->settings.config = c->config;
	for (int i = 0; i < OVERS; i++)
		c->settings.filters[i] = c->config->filters[i];
}

/* Appends the path of the user's own file; nothing if the user has no
 * configuration folder. */
static void own_file(struct str *path)
{
	if (config_folder(path))
		str_adds(path, "/config.lua");
}

/* Sets `path` to the file to read (empty: none), and settings.file to the file
 * that the user may change. */
static void look_for(struct configuration *c, const char *file,
		     struct str *path)
{
	struct str own = STR_INIT;

	if (file)
		str_adds(&own, file);
	else
		own_file(&own);
	c->settings.exists = file || (own.len && access(own.data, F_OK) == 0);
	if (c->settings.exists)
		str_adds(path, own.data);
	else if (access(SYSTEM_CONFIG, F_OK) == 0)
		str_adds(path, SYSTEM_CONFIG);
	if (own.len)
		c->settings.file = c->file = str_take(&own);
	str_release(&own);
}

int configuration_read(struct configuration *c, const char *file,
		       struct err *err)
{
	struct str path = STR_INIT, text = STR_INIT;
	int r = 0;

	*c = (struct configuration){ .settings.first = PANE_REGIONS };
	look_for(c, file, &path);
	if (path.len)
		r = read_file(path.data, &text, err);
	if (r == 0 && path.len)
		configuration_take(c, path.data, text.data, text.len);
	/* The system's file was read, because the user has none.  If mmtop
	 * later writes a file for the user, it starts with this text. */
	if (r == 0 && path.len && !c->settings.exists && !c->problems.n)
		c->settings.base = c->base = str_take(&text);
	/* An unreadable file stops mmtop only if the user named it with
	 * --config. */
	if (r < 0 && !file) {
		*vec_push(&c->problems) = xstrdup(err->what);
		r = 0;
	}
	str_release(&text);
	str_release(&path);
	return r;
}

static void apply(const struct config *c, struct options *o)
{
	if (!o->theme_given && c->theme)
		o->theme = theme_by_name(c->theme);
	if (!o->delay_given && c->refresh_ns)
		o->delay_ns = c->refresh_ns;
	if (c->ascii == SWITCH_ON)
		o->ascii = true;
	if (!o->mouse_given && c->mouse)
		o->mouse = c->mouse == SWITCH_ON;
	if (!o->history_given && c->history_given)
		o->history = c->history;
	o->capture_at_calls = c->capture_at_calls;
	bind_keys(c);
}

void configuration_apply(struct configuration *c, struct options *o)
{
	if (c->config)
		apply(c->config, o);
	c->settings.ascii = o->ascii;
	c->settings.mouse = o->mouse;
	c->settings.refresh_ns = o->delay_ns;
}

void configuration_release(struct configuration *c)
{
	for (size_t i = 0; i < c->problems.n; i++)
		free(c->problems.v[i]);
	vec_release(&c->problems);
	config_free(c->config);
	free(c->file);
	free(c->base);
	c->config = NULL;
	c->file = NULL;
	c->base = NULL;
}
