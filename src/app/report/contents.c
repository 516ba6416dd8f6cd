/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/report/contents.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include "app/report/contents_private.h"
#include "app/i18n.h"
#include "app/words/refusal.h"
#include "app/warn.h"
#include "base/str.h"
#include "base/vec.h"
#include "parse/capture.h"
#include "ui/words/error.h"

bool contents_wants(const struct options *o, pid_t pid)
{
	for (size_t i = 0; i < o->n_attach; i++)
		if (o->attach[i] == pid)
			return true;
	return !o->n_attach;
}

/* Prints a message on stderr, and stores it for the screen. */
static void say(struct sentences *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void say(struct sentences *s, const char *fmt, ...)
{
	struct str text = STR_INIT;
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	warn_user("%s", text.data);
	*vec_push(s) = str_take(&text);
}

static void say_why(struct sentences *s, const char *name, enum captured_why why, int error)
{
	switch (why) {
	case CAPTURED_GOOD:
		break;
	case CAPTURED_ERROR:
		say(s, _("cannot read %s: %s"), name, error_words(error));
		break;
	case CAPTURED_NONE:
		say(s, _("no capture in %s"), name);
		break;
	case CAPTURED_OTHER:
		say(s, _("%s is not a capture of mmtop"), name);
		break;
	case CAPTURED_NEWER:
		say(s, _("%s was captured by a newer mmtop, in an unknown "
			 "format"), name);
		break;
	case CAPTURED_BROKEN:
		say(s, _("%s is damaged at its start and cannot be read"),
			 name);
		break;
	}
}

/* Reports the state of a file; true if it is undamaged.  A capture that was cut
 * off during a write is reported, but counts as undamaged. */
static bool say_state(struct sentences *s, const struct captured_file *f)
{
	if (f->torn)
		say(s, _("%s was cut off: its last record is incomplete "
			    "(bytes: %" PRIu64 ")"),
			  f->name, f->torn);
	if (!f->damaged && !f->given_up)
		return true;
	if (f->given_up)
		say(s, _("%s is damaged: what follows byte %" PRIu64
			    " cannot be read"), f->name, f->at);
	else
		say(s, _("%s is damaged, first at byte %" PRIu64
			    " (damaged places: %" PRIu64 "): their data is "
			    "lost"),
			  f->name, f->first_damage, f->damaged);
	return false;
}

static int show(const struct options *o, struct captured *c)
{
	if (o->extract)
		return contents_extract(o, c);
	if (o->diff[0])
		return contents_diff(o, c);
	return o->json ? contents_json(o, c) : contents_list(o, c);
}

int contents_report(const struct options *o,
		    const struct fullscreen_options *screen)
{
	struct sentences said = VEC_INIT;
	struct captured *c;
	struct err err;
	bool good = true;
	int status;

	if (capture_load(&err) < 0) {
		/* TRANSLATORS: %s is the message of the dynamic linker. */
		warn_user(_("'mmtop contents' is unavailable: %s"), err.what);
		return EXIT_OWN;
	}
	c = captured_new();
	for (char *const *name = o->files; *name; name++) {
		enum captured_why why;
		int error;

		if (captured_add(c, *name, &why, &error) < 0) {
			say_why(&said, c->bad.data, why, error);
			good = false;
		}
	}
	for (size_t i = 0; i < c->files.n; i++)
		good &= say_state(&said, &c->files.v[i]);
	status = !c->files.n ? EXIT_OWN :
		 screen ? contents_screen(o, c, screen, &said) : show(o, c);
	captured_free(c);
	for (size_t i = 0; i < said.n; i++)
		free(said.v[i]);
	vec_release(&said);
	return good || status > 1 || status < 0 ? status : EXIT_OWN;
}
