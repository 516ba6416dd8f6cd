/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/reader/filedisk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "sys/reader/filecache.h"
#include "sys/reader/process.h"

/* In a request, this head precedes each name. */
struct head {
	uint64_t dev, inode, len;
};

/* The root directories of mmtop and of the process. */
struct roots {
	int own, theirs;	/* descriptors, -1 if not open */
	char link[PATH_MAX];	/* path of `theirs` below `own`; "" if they are
				 * the same directory */
	size_t len;
};

bool filedisk_ask(struct str *ask, uint64_t dev, uint64_t inode,
		  const char *name, size_t len)
{
	const struct head h = { dev, inode, len };

	if (len >= FILECACHE_PATH || ask->len + sizeof h + len > READER_MAX)
		return false;
	str_add(ask, &h, sizeof h);
	str_add(ask, name, len);
	return true;
}

static void roots_open(struct roots *r, int dir)
{
	ssize_t n = readlinkat(dir, "root", r->link, sizeof r->link - 1);

	r->own = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	r->theirs = filecache_root(dir);
	r->len = n > 1 ? (size_t)n : 0;
	r->link[r->len] = '\0';
}

static void roots_close(const struct roots *r)
{
	if (r->own >= 0)
		close(r->own);
	if (r->theirs >= 0)
		close(r->theirs);
}

static bool roots_differ(const struct roots *r)
{
	struct stat a, b;

	return fstat(r->own, &a) == 0 && fstat(r->theirs, &b) == 0 &&
	       (a.st_dev != b.st_dev || a.st_ino != b.st_ino);
}

/* Returns 1 if the file at `name` is the one in *ask, 0 if it is another file,
 * or -errno. */
static int is_at(const struct roots *r, const struct filecache_ask *ask,
		 const char *name)
{
	bool below = strncmp(name, r->link, r->len) == 0 &&
		     (!r->len || name[r->len] == '/');
	int root = below ? r->theirs : r->own;

	return root < 0 ? -EBADF :
		filecache_is_at(root, ask, below ? name + r->len : name);
}

/*
 * The kernel appends " (deleted)" to the name of an unlinked file, but the name
 * of an existing file may end like that, too.  If a name without this suffix is
 * not found, its file belongs to another mount.
 */
static enum filedisk look(const struct roots *r,
			  const struct filecache_ask *ask, char *name)
{
	static const char deleted[] = " (deleted)";
	size_t n = strlen(name), tail = sizeof deleted - 1;
	int rc = is_at(r, ask, name);

	if (rc == 1)
		return FILEDISK_SAME;
	if (n <= tail || strcmp(name + n - tail, deleted) != 0)
		return rc == 0 ? FILEDISK_OTHER : FILEDISK_UNKNOWN;
	name[n - tail] = '\0';
	rc = is_at(r, ask, name);
	return rc == 1 ? FILEDISK_SAME : rc == 0 ? FILEDISK_OTHER :
	       rc == -ENOENT || rc == -ENOTDIR ? FILEDISK_DELETED :
	       FILEDISK_UNKNOWN;
}

static void run(const struct reader_work *w, struct str *out)
{
	struct roots roots;
	size_t at = 0;

	roots_open(&roots, w->dir);
	str_addc(out, roots_differ(&roots));
	while (w->n - at >= sizeof(struct head)) {
		char name[FILECACHE_PATH];
		struct filecache_ask ask = { 0 };
		struct head h;

		memcpy(&h, w->ask + at, sizeof h);
		at += sizeof h;
		if (h.len >= sizeof name || h.len > w->n - at)
			break;
		memcpy(name, w->ask + at, (size_t)h.len);
		name[h.len] = '\0';
		at += (size_t)h.len;
		ask.dev = h.dev;
		ask.inode = h.inode;
		ask.page_size = (uint64_t)sysconf(_SC_PAGESIZE);
		str_addc(out, (char)look(&roots, &ask, name));
	}
	roots_close(&roots);
}

const struct reader_job filedisk_job = {
	.run = run, .limit_ns = READER_LIMIT_NS, .limits = 4,
};
