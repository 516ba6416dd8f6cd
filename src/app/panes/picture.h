/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A picture of the screen in a file: what :screenshot makes.
 *
 * The file is always a new one, readable by its owner alone: the screen may
 * show names and contents that are nobody else's business.  What has that name
 * already, be it a link, is not touched.
 */
#ifndef APP_PANES_PICTURE_H
#define APP_PANES_PICTURE_H

#include <stdbool.h>

#include "base/err.h"
#include "ui/kit/canvas.h"

enum picture_kind {
	PICTURE_NONE,			/* the name says none of them */
	PICTURE_SVG,			/* .svg */
	PICTURE_TEXT,			/* .txt */
	PICTURE_ANSI,			/* .ans: text and a terminal's colours */
};

/* By how the name ends. */
enum picture_kind picture_kind(const char *path);
/* colors and theme as theme_ink() has them; ~/ is the home directory.
 * -EINVAL: the name says no kind; -EEXIST: there is such a file. */
MUST_CHECK int picture_write(const char *path, const struct canvas *c,
			     int colors, enum theme theme);

#endif
