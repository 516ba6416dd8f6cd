/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/decoders/scripts.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/file/newfile.h"
#include "app/file/trusted.h"
#include "base/alloc.h"
#include "base/text.h"
#include "ui/words/error.h"

#define ENDING ".lua"
/* Maximum number of directory entries that are read. */
#define ENTRIES_MAX 4096

static bool folder(struct str *path)
{
	if (!config_folder(path))
		return false;
	str_adds(path, "/decoders");
	return true;
}

static bool has_ending(const char *name, size_t n)
{
	size_t end = strlen(ENDING);

	return n > end && !memcmp(name + n - end, ENDING, end);
}

bool script_path(const char *name, struct str *path)
{
	size_t n = strlen(name);

	if (name[0] == '/') {
		str_adds(path, name);
		return true;
	}
	if (!n || n > SCRIPT_NAME || name[0] == '.' || strchr(name, '/') ||
	    !folder(path))
		return false;
	str_addf(path, "/%s%s", name, has_ending(name, n) ? "" : ENDING);
	return true;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void scripts_list(struct word_list *names)
{
	struct str path = STR_INIT;
	DIR *d = folder(&path) ? opendir(path.data) : NULL;
	size_t first = names->v.n;
	struct dirent *e;

	for (int i = 0; d && i < ENTRIES_MAX && (e = readdir(d)); i++) {
		size_t n = strlen(e->d_name);

		if (e->d_name[0] == '.' || n > SCRIPT_NAME ||
		    !has_ending(e->d_name, n))
			continue;
		*vec_push(&names->v) = xstrndup(e->d_name,
						n - strlen(ENDING));
	}
	if (d)
		closedir(d);
	str_release(&path);
	if (names->v.n == first)
		return;
	qsort(names->v.v + first, names->v.n - first, sizeof *names->v.v,
	      by_name);
	while (names->v.n - first > SCRIPTS_MAX)
		free(names->v.v[--names->v.n]);
}

/* --- reading and writing ---------------------------------------------- */

/* Sets the error message for the script `name`.  The name is made safe for a
 * terminal, because a file name may contain escape sequences.  Returns
 * -code. */
static int fail(struct err *err, int code, const char *name, const char *why)
{
	struct str safe = STR_INIT;

	text_safe(&safe, name, strlen(name), false);
	err_set(err, code, _("the decoder %s: %s"), safe.data, why);
	str_release(&safe);
	return -code;
}

static int no_name(struct err *err, const char *name)
{
	return fail(err, EINVAL, name, _("a decoder's name has no slash, does "
					 "not start with a dot, and has at "
					 "most 64 bytes"));
}

int script_read(const char *name, struct str *text, struct err *err)
{
	struct str path = STR_INIT;
	const char *why = "";
	int r;

	if (!script_path(name, &path))
		return no_name(err, name);
	r = trusted_read(path.data, SCRIPT_MAX, text, &why);
	str_release(&path);
	return r < 0 ? fail(err, -r, name, why) : 0;
}

static void comment(void *arg, const char *s, size_t n)
{
	str_adds(arg, "-- ");
	str_add(arg, s, n);
	str_addc(arg, '\n');
}

static void begin(struct str *text)
{
	text_wrap(_("A decoder. Its input is the variable 'raw': the bytes. "
		    "Its output is the variable 'result': a text, a number "
		    "or a table, which mmtop shows. Other variables: "
		    "'region' (name, address, size, offset) and 'frame' "
		    "(number, time, live). See mmtop-config(5)."), 76,
		  comment, text);
	str_adds(text, "local head, tail = string.unpack(\"<I4I4\", raw)\n\n"
		       "result = {\n"
		       "\t{ \"head\", head },\n"
		       "\t{ \"tail\", tail },\n"
		       "\t{ \"bytes\", #raw },\n"
		       "}\n");
}

int script_make(const char *name, struct str *path, struct err *err)
{
	struct str text = STR_INIT;
	int r;

	if (!script_path(name, path))
		return no_name(err, name);
	if (access(path->data, F_OK) == 0)
		return 0;
	begin(&text);
	r = make_parent_folders(path->data);
	if (r == 0)
		r = newfile_write(path->data, &text);
	str_release(&text);
	return r < 0 ? fail(err, -r, name, error_words(-r)) : 0;
}

/* Replaces the file at `path` atomically: writes a new file, then renames it to
 * `path`. */
static int replace(const char *path, const struct str *text)
{
	struct str new = STR_INIT;
	int r;

	str_addf(&new, "%s.%d.new", path, (int)getpid());
	r = newfile_write(new.data, text);
	if (r == 0 && rename(new.data, path) < 0) {
		r = -errno;
		unlink(new.data);
	}
	str_release(&new);
	return r;
}

int script_save(const char *name, const struct str *text, bool over,
		struct err *err)
{
	struct str path = STR_INIT;
	int r;

	if (!script_path(name, &path))
		return no_name(err, name);
	r = make_parent_folders(path.data);
	if (r == 0)
		r = over ? replace(path.data, text)
			 : newfile_write(path.data, text);
	str_release(&path);
	return r < 0 ? fail(err, -r, name, error_words(-r)) : 0;
}
