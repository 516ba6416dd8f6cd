/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes a picture of the screen to a file, for :screenshot.
 *
 * The file is always new: an existing file or link is not touched.  Only its
 * owner can read the file, since the screen may show private names and
 * contents.
 */
#ifndef APP_PANES_PICTURE_H
#define APP_PANES_PICTURE_H

#include <stdbool.h>

#include "base/err.h"
#include "ui/kit/canvas.h"

enum picture_kind {
	PICTURE_NONE,			/* the name has none of the suffixes
					 * below */
	PICTURE_SVG,			/* .svg */
	PICTURE_TEXT,			/* .txt */
	PICTURE_ANSI,			/* .ans: text and a terminal's colours */
};

/* Returns the kind of picture that the suffix of the name selects. */
enum picture_kind picture_kind(const char *path);
/* Writes the picture. colors and theme are as for theme_ink(); ~/ at the start
 * of the path means the home directory.  Returns -EINVAL for an unknown suffix,
 * and -EEXIST if the file exists. */
MUST_CHECK int picture_write(const char *path, const struct canvas *c,
			     int colors, enum theme theme);

#endif
