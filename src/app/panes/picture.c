/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/panes/picture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "app/file/newfile.h"
#include "base/str.h"
#include "term/canvas_svg.h"
#include "term/canvas_text.h"

enum picture_kind picture_kind(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	const char *end = strrchr(name, '.');

	/* A name such as ".svg" is a hidden file without a suffix. */
	if (!end || end == name)
		return PICTURE_NONE;
	if (!strcasecmp(end, ".svg"))
		return PICTURE_SVG;
	if (!strcasecmp(end, ".txt"))
		return PICTURE_TEXT;
	return strcasecmp(end, ".ans") ? PICTURE_NONE : PICTURE_ANSI;
}

int picture_write(const char *path, const struct canvas *c, int colors,
		  enum theme theme)
{
	struct str text = STR_INIT;
	int r;

	switch (picture_kind(path)) {
	case PICTURE_SVG:
		canvas_svg(&text, c, colors, theme);
		break;
	case PICTURE_TEXT:
		canvas_plain(&text, c);
		break;
	case PICTURE_ANSI:
		canvas_ansi(&text, c, colors, theme);
		break;
	case PICTURE_NONE:
		return -EINVAL;
	}
	r = newfile_write_typed(path, &text);
	str_release(&text);
	return r;
}
