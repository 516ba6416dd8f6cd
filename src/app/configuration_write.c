/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saves the settings: creates the configuration file and its folders, or changes
 * the block of settings in an existing file. */
#include <config.h>

#include "app/configuration.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/file/newfile.h"
#include "app/file/trusted.h"
#include "base/str.h"

/* False if the text would not be a valid configuration: it is too long, or the
 * base contains a `return`, after which Lua allows no more text. */
static bool is_right(const struct str *text)
{
	struct configuration c = { .settings.first = PANE_REGIONS };
	bool right;

	if (text->len >= CONFIGURATION_MAX)
		return false;
	configuration_take(&c, "", text->data, text->len);
	right = !c.problems.n;
	configuration_release(&c);
	return right;
}

/* --- an existing file ----------------------------------------------------- */

/* Returns the start of the only line with this text, or NULL.  *n is the number
 * of such lines. */
static const char *find_line(const struct str *text, const char *line,
			     size_t *n)
{
	size_t len = strlen(line);
	const char *found = NULL, *end;

	*n = 0;
	for (const char *p = text->data; *p; p = end + (*end == '\n')) {
		end = p + strcspn(p, "\n");
		if ((size_t)(end - p) != len || memcmp(p, line, len))
			continue;
		found = p;
		++*n;
	}
	return found;
}

/* Appends the old text with the new settings in place of its block or, if it
 * has none, at its end.  Returns -EINVAL if the lines around the block do not
 * match. */
static int with_block(struct str *out, const struct str *old,
		      const struct setup *setup)
{
	size_t begins, ends;
	const char *begin = find_line(old, CONFIGURATION_BEGIN, &begins);
	const char *end = find_line(old, CONFIGURATION_END, &ends);

	if (begins != ends || begins > 1 || (begin && begin > end))
		return -EINVAL;
	if (begin) {
		str_add(out, old->data, (size_t)(begin - old->data));
		configuration_block(out, setup);
		end += strlen(CONFIGURATION_END);
		str_adds(out, end + (*end == '\n'));
		return 0;
	}
	str_add(out, old->data, old->len);
	if (old->len && old->data[old->len - 1] != '\n')
		str_addc(out, '\n');
	str_addc(out, '\n');
	configuration_block(out, setup);
	return 0;
}

static bool same_time(struct timespec a, struct timespec b)
{
	return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* Returns 0 if the file is unchanged since `was`; otherwise -errno: -ESTALE if
 * it was changed. */
static int check_unchanged(const char *path, const struct stat *was)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return -errno;
	return st.st_dev == was->st_dev && st.st_ino == was->st_ino &&
	       st.st_size == was->st_size &&
	       same_time(st.st_mtim, was->st_mtim) &&
	       same_time(st.st_ctim, was->st_ctim) ? 0 : -ESTALE;
}

/* Puts the text into a new file that then replaces `path`, so that no reader
 * sees half of it.  The owner and the mode stay those of `was`. */
static int replace(const char *path, const struct str *text,
		   const struct stat *was)
{
	struct str temporary = STR_INIT;
	int r, fd;

	str_addf(&temporary, "%s.mmtop-%d", path, (int)getpid());
	fd = access(path, W_OK) < 0 ? -errno :
	     newfile_open(temporary.data, text);
	r = fd < 0 ? fd : 0;
	if (r == 0 && (fchown(fd, was->st_uid, was->st_gid) < 0 ||
		       fchmod(fd, was->st_mode & 0777) < 0 || fsync(fd) < 0))
		r = -errno;
	if (r == 0)
		r = check_unchanged(path, was);
	if (r == 0 && rename(temporary.data, path) < 0)
		r = -errno;
	if (r < 0 && fd >= 0)
		unlink(temporary.data);
	if (fd >= 0)
		close(fd);
	str_release(&temporary);
	return r;
}

/* Changes the block of an existing file.  A symbolic link stays. */
static int change(const char *file, const struct setup *setup)
{
	struct str old = STR_INIT, text = STR_INIT;
	char *path = realpath(file, NULL);
	struct stat was;
	const char *why;
	int r;

	if (!path)
		return -errno;
	r = make_parent_folders(path);
	if (r == 0 && stat(path, &was) < 0)
		r = -errno;
	if (r == 0)
		r = trusted_read(path, CONFIGURATION_MAX, &old, &why);
	if (r == 0)
		r = with_block(&text, &old, setup);
	if (r == 0 && (strlen(old.data) != old.len || !is_right(&text)))
		r = -EINVAL;
	if (r == 0)
		r = replace(path, &text, &was);
	str_release(&text);
	str_release(&old);
	free(path);
	return r;
}

int configuration_write(const char *file, const char *base,
			const struct setup *setup)
{
	struct str text = STR_INIT;
	int r;

	if (base)
		configuration_extend(&text, base, setup);
	if (!base || !is_right(&text)) {
		str_clear(&text);
		configuration_print(&text, setup);
	}
	r = access(file, F_OK) == 0 ? -EEXIST : make_parent_folders(file);
	/* A partly written file must not remain: mmtop would read it at its
	 * next start. */
	if (r == 0)
		r = newfile_write(file, &text);
	str_release(&text);
	return r == -EEXIST ? change(file, setup) : r;
}
