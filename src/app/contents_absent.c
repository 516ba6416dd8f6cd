/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mmtop contents, where libzstd was left out of the build. */
#include <config.h>

#include "app/contents.h"
#include "app/i18n.h"
#include "app/refusal.h"
#include "app/warn.h"

bool contents_on_screen(const struct options *o)
{
	(void)o;
	return false;
}

int contents_report(const struct options *o,
		    const struct fullscreen_options *screen)
{
	(void)o;
	(void)screen;
	warn_user("%s", _("this mmtop was built without libzstd: contents is "
			  "not available"));
	return EXIT_OWN;
}
