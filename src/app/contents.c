/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/contents.h"

#include <errno.h>
#include <inttypes.h>

#include "app/contents_private.h"
#include "app/i18n.h"
#include "app/refusal.h"
#include "app/warn.h"
#include "ui/error_words.h"

bool contents_wants(const struct options *o, pid_t pid)
{
	for (size_t i = 0; i < o->n_attach; i++)
		if (o->attach[i] == pid)
			return true;
	return !o->n_attach;
}

static void say_why(const char *name, enum captured_why why, int error)
{
	switch (why) {
	case CAPTURED_GOOD:
	case CAPTURED_NO_BUILD:
		break;
	case CAPTURED_ERROR:
		warn_user(_("cannot read %s: %s"), name, error_words(error));
		break;
	case CAPTURED_NONE:
		warn_user(_("there is no capture in %s"), name);
		break;
	case CAPTURED_OTHER:
		warn_user(_("%s is no capture of mmtop"), name);
		break;
	case CAPTURED_NEWER:
		warn_user(_("%s was captured by a later mmtop, in a format "
			    "that is not known here"), name);
		break;
	case CAPTURED_BROKEN:
		warn_user(_("%s is damaged at its beginning: nothing of it "
			    "can be read"), name);
		break;
	}
}

/* True: nothing is wrong with it.  That a capture was cut off in the middle of
 * a write is no damage, but is said. */
static bool say_state(const struct captured_file *f)
{
	if (f->torn)
		warn_user(_("%s was cut off: what it ends with was not "
			    "written to its end (bytes: %" PRIu64 ")"),
			  f->name, f->torn);
	if (!f->damaged && !f->given_up)
		return true;
	if (f->given_up)
		warn_user(_("%s is damaged: nothing behind byte %" PRIu64
			    " can be read"), f->name, f->at);
	else
		warn_user(_("%s is damaged, first at byte %" PRIu64 " (places: "
			    "%" PRIu64 "): what was there is not known"),
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

int contents_report(const struct options *o)
{
	struct captured *c = captured_new();
	bool good = true;
	int status;

	for (char *const *name = o->files; *name; name++) {
		enum captured_why why;
		int error;

		if (captured_add(c, *name, &why, &error) < 0) {
			say_why(c->bad.data, why, error);
			good = false;
		}
	}
	for (size_t i = 0; i < c->files.n; i++)
		good &= say_state(&c->files.v[i]);
	status = c->files.n ? show(o, c) : EXIT_OWN;
	captured_free(c);
	return good || status > 1 ? status : EXIT_OWN;
}
