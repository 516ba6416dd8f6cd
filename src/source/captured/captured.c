/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/captured/captured.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/captured/private.h"

#define SUFFIX ".mmc"
/* Limit of the search for the next good record after a damaged one, in bytes:
 * each candidate costs a checksum of up to 4 MiB. */
#define BUDGET (256ull << 20)

struct captured *captured_new(void)
{
	struct captured *c = xcalloc(1, sizeof *c);

	c->bad = (struct str)STR_INIT;
	return c;
}

void captured_free(struct captured *c)
{
	if (!c)
		return;
	captured_drop_index(c);
	captured_drop_cache(c);
	for (size_t i = 0; i < c->files.n; i++) {
		close(c->files.v[i].fd);
		free(c->files.v[i].name);
		str_release(&c->files.v[i].start);
	}
	vec_release(&c->files);
	str_release(&c->bad);
	free(c);
}

/* --- a file --------------------------------------------------------------- */

static enum captured_why read_head(int fd, struct capture_head *head)
{
	static const enum captured_why whys[] = {
		[CAPTURE_FILE] = CAPTURED_GOOD,
		[CAPTURE_OTHER] = CAPTURED_OTHER,
		[CAPTURE_NEWER] = CAPTURED_NEWER,
		[CAPTURE_BROKEN] = CAPTURED_BROKEN,
	};
	char start[CAPTURE_HEAD];
	ssize_t n;

	do
		n = pread(fd, start, sizeof start, 0);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return CAPTURED_ERROR;
	/* The file has no head yet. */
	if (!n)
		return CAPTURED_BROKEN;
	return whys[capture_get_head((struct bytes){ start, (size_t)n }, head)];
}

static int refuse(enum captured_why *why, int *error, enum captured_why is,
		  int code)
{
	*why = is;
	*error = code;
	return -code;
}

/* Adds a file; takes over fd. */
static int add_file(struct captured *c, int fd, const char *name,
		    enum captured_why *why, int *error)
{
	struct capture_head head;

	*why = read_head(fd, &head);
	if (*why != CAPTURED_GOOD) {
		int code = *why == CAPTURED_ERROR ? errno : EBADMSG;

		close(fd);
		return refuse(why, error, *why, code);
	}
	*vec_push(&c->files) = (struct captured_file){
		.name = xstrdup(name), .fd = fd, .head = head,
		.at = CAPTURE_HEAD, .budget = BUDGET, .start = STR_INIT,
	};
	captured_scan(c, c->files.n - 1);
	return 0;
}

/* --- a folder ------------------------------------------------------------- */

static int is_capture(const struct dirent *e)
{
	size_t n = strlen(e->d_name);

	return n > strlen(SUFFIX) &&
	       !strcmp(e->d_name + n - strlen(SUFFIX), SUFFIX);
}

static int add_entry(struct captured *c, int folder, const char *path,
		     const char *entry, enum captured_why *why, int *error)
{
	struct str name = STR_INIT;
	int fd = openat(folder, entry, O_RDONLY | O_CLOEXEC | O_NOCTTY |
			O_NONBLOCK | O_NOFOLLOW);
	struct stat st;
	int r;

	if (fd < 0)
		return refuse(why, error, CAPTURED_ERROR, errno);
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		close(fd);
		return refuse(why, error, CAPTURED_OTHER, EBADMSG);
	}
	str_addf(&name, "%s/%s", path, entry);
	r = add_file(c, fd, name.data, why, error);
	str_release(&name);
	return r;
}

static int add_folder(struct captured *c, int folder, const char *path,
		      enum captured_why *why, int *error)
{
	struct dirent **entries;
	int n = scandirat(folder, ".", &entries, is_capture, alphasort);
	int ret = 0;

	if (n < 0)
		return refuse(why, error, CAPTURED_ERROR, errno);
	if (!n)
		ret = refuse(why, error, CAPTURED_NONE, ENOENT);
	for (int i = 0; i < n; i++) {
		enum captured_why one;
		int code, r = add_entry(c, folder, path, entries[i]->d_name,
					&one, &code);

		if (r < 0 && !ret) {
			ret = refuse(why, error, one, code);
			str_addf(&c->bad, "/%s", entries[i]->d_name);
		}
		free(entries[i]);
	}
	free(entries);
	return ret;
}

int captured_add(struct captured *c, const char *path, enum captured_why *why,
		 int *error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat st;
	int r;

	*why = CAPTURED_GOOD;
	*error = 0;
	str_clear(&c->bad);
	str_adds(&c->bad, path);
	if (fd < 0)
		return refuse(why, error, CAPTURED_ERROR, errno);
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		return add_file(c, fd, path, why, error);
	if (S_ISDIR(st.st_mode))
		r = add_folder(c, fd, path, why, error);
	else
		r = refuse(why, error, CAPTURED_OTHER, EBADMSG);
	close(fd);
	return r;
}

bool captured_update(struct captured *c)
{
	bool news = false;

	for (size_t i = 0; i < c->files.n; i++)
		news |= captured_scan(c, i);
	return news;
}
