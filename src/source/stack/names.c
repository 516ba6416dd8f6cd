/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/stack/names.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/vec.h"
#include "sys/loop.h"

#define PRIORITY 2
/* Maximum number of names in one request: a file with large tables must not
 * take all the time. */
#define ASK_MAX 2048u
/* Maximum numbers of files and names.  Further names are empty. */
#define FILES_MAX 8192u
#define NAMES_MAX 1000000u
/* Maximum number of roots, each of which needs a descriptor. */
#define ROOTS_MAX 64u
/* Without requests for this long, the child process ends: it holds many files
 * in memory. */
#define IDLE_NS 30000000000ull

struct symbol_name {
	uint64_t offset;
	char *text;		/* NULL: not known yet; "": no name was found */
};
/* A root directory, and the mounts below it: two processes may have the same
 * root directory with different mounts. */
struct file_root {
	int fd, mounts;
	uint64_t major, minor, inode, mount;
};
struct named_file {
	char *path;
	uint32_t root;
	uint64_t dev, inode;
	VEC(struct symbol_name) names;	/* sorted by offset */
	uint32_t left;		/* number of unknown names */
};
struct requested_name {
	uint32_t file;
	uint64_t offset;
};

struct names {
	struct loop *loop;
	struct reader *reader;	/* NULL: not started yet */
	int fd;			/* descriptor of the reader in the event loop;
				 * -1: no request is running */
	VEC(struct file_root) roots;	/* the first root is mmtop's own */
	VEC(struct named_file) files;
	VEC(struct requested_name) asked;
	uint32_t n, left;	/* number of names; of unknown names */
	uint64_t used_ns;
};

struct names *names_new(struct loop *loop)
{
	struct names *n = xcalloc(1, sizeof *n);

	n->loop = loop;
	n->fd = -1;
	(void)names_root(n, open("/", O_PATH | O_DIRECTORY | O_CLOEXEC),
			 -1);
	return n;
}

static void unwatch(struct names *n)
{
	if (n->fd >= 0 && n->loop)
		loop_remove_fd(n->loop, n->fd);
	n->fd = -1;
}

static void root_close(const struct file_root *r)
{
	if (r->fd >= 0)
		close(r->fd);
	if (r->mounts >= 0)
		close(r->mounts);
}

void names_free(struct names *n)
{
	if (!n)
		return;
	unwatch(n);
	reader_free(n->reader);
	for (size_t i = 0; i < n->files.n; i++) {
		struct named_file *f = &n->files.v[i];

		for (size_t j = 0; j < f->names.n; j++)
			free(f->names.v[j].text);
		vec_release(&f->names);
		free(f->path);
	}
	for (size_t i = 0; i < n->roots.n; i++)
		root_close(&n->roots.v[i]);
	vec_release(&n->roots);
	vec_release(&n->files);
	vec_release(&n->asked);
	free(n);
}

static bool is_same(const struct file_root *a, const struct file_root *b)
{
	return a->major == b->major && a->minor == b->minor &&
	       a->inode == b->inode && a->mount == b->mount;
}

uint32_t names_root(struct names *n, int fd, int mounts)
{
	struct file_root root = { .fd = fd, .mounts = mounts };
	struct statx st;
	uint32_t i;

	if (fd >= 0 && statx(fd, "", AT_EMPTY_PATH, STATX_INO | STATX_MNT_ID,
			     &st) == 0) {
		root.major = st.stx_dev_major;
		root.minor = st.stx_dev_minor;
		root.inode = st.stx_ino;
		root.mount = st.stx_mnt_id;
		for (i = 0; i < n->roots.n; i++)
			if (is_same(&n->roots.v[i], &root))
				break;
	} else {
		i = n->roots.n ? ROOTS_MAX : 0;
	}
	if (i == n->roots.n && i < ROOTS_MAX)
		*vec_push(&n->roots) = root;
	else
		root_close(&root);
	return i < ROOTS_MAX ? i : NAMES_NOWHERE;
}

uint32_t names_file(struct names *n, uint32_t root, const char *path,
		    uint64_t dev, uint64_t inode)
{
	uint32_t i;

	for (i = 0; i < n->files.n; i++)
		if ((!inode || (n->files.v[i].inode == inode &&
				n->files.v[i].dev == dev)) &&
		    n->files.v[i].root == root &&
		    !strcmp(n->files.v[i].path, path))
			return i;
	if (i >= FILES_MAX)
		return UINT32_MAX;
	*vec_push(&n->files) = (struct named_file){
		.path = xstrdup(path), .root = root, .dev = dev,
		.inode = inode,
	};
	return i;
}

const char *names_path(const struct names *n, uint32_t file)
{
	return file < n->files.n ? n->files.v[file].path : "";
}

bool names_get(struct names *n, uint32_t file, uint64_t offset,
	       const char **function)
{
	struct named_file *f;
	struct symbol_name *name;
	size_t i;

	*function = "";
	if (file >= n->files.n)
		return true;
	f = &n->files.v[file];
	i = vec_lower(&f->names, e, e->offset < offset);
	if (i < f->names.n && f->names.v[i].offset == offset) {
		name = &f->names.v[i];
		*function = name->text ? name->text : "";
		return name->text != NULL;
	}
	if (n->n >= NAMES_MAX || f->root >= n->roots.n)
		return true;
	name = vec_insert(&f->names, i);
	*name = (struct symbol_name){ .offset = offset };
	f->left++;
	n->n++;
	n->left++;
	return false;
}

/* ---- requests and answers ----------------------------------------------- */

static void settle_name(struct names *n, const struct requested_name *a,
			const char *text, size_t len)
{
	struct named_file *f = &n->files.v[a->file];
	size_t i = vec_lower(&f->names, e, e->offset < a->offset);
	struct symbol_name *name = &f->names.v[i];

	if (name->text)
		return;
	name->text = xmalloc(len + 1);
	if (len)
		memcpy(name->text, text, len);
	name->text[len] = '\0';
	f->left--;
	n->left--;
}

/* Stores the names of an answer.  Names that are missing, because the job
 * crashed or took too long, become empty. */
static void take(struct names *n, const struct str *bytes)
{
	size_t at = 0;
	uint32_t len;

	for (size_t i = 0; i < n->asked.n; i++) {
		if (bytes->len - at < sizeof len)
			len = 0;
		else
			memcpy(&len, bytes->data + at, sizeof len);
		at = bytes->len - at < sizeof len ? bytes->len :
		     at + sizeof len;
		if (len > NAMES_TEXT_MAX || len > bytes->len - at)
			len = 0;
		settle_name(n, &n->asked.v[i], bytes->data + at, len);
		at += len;
	}
	vec_clear(&n->asked);
}

static bool finish(struct names *n)
{
	struct str bytes = STR_INIT;
	int r;

	if (n->fd < 0)
		return true;
	r = reader_job_result(n->reader, &bytes);
	if (r == 0) {
		str_release(&bytes);
		return false;
	}
	unwatch(n);
	n->used_ns = clock_ns();
	if (r < 0)
		str_clear(&bytes);
	take(n, &bytes);
	str_release(&bytes);
	return true;
}

static void on_answer(void *arg, int fd, short revents)
{
	(void)fd;
	(void)revents;
	(void)names_work(arg);
}

static void ask_file(struct names *n, uint32_t at, struct str *out)
{
	struct named_file *f = &n->files.v[at];
	struct names_ask a = { .dev = f->dev, .inode = f->inode,
			       .root = f->root == NAMES_OWN ? -1 :
				       n->roots.v[f->root].fd,
			       .path_len = (uint32_t)strlen(f->path) };
	size_t head = out->len;

	str_add(out, &a, sizeof a);
	for (size_t i = 0; i < f->names.n && n->asked.n < ASK_MAX; i++) {
		struct symbol_name *name = &f->names.v[i];

		if (name->text)
			continue;
		a.n++;
		*vec_push(&n->asked) =
			(struct requested_name){ at, name->offset };
		str_add(out, &name->offset, sizeof name->offset);
	}
	memcpy(out->data + head, &a, sizeof a);
	str_adds(out, f->path);
}

static void ask(struct names *n)
{
	struct str bytes = STR_INIT;
	const struct str none = STR_INIT;

	if (!n->reader)
		n->reader = reader_new("/proc");
	for (uint32_t i = 0; i < n->files.n && n->asked.n < ASK_MAX &&
	     bytes.len < READER_ASK_MAX / 4; i++)
		if (n->files.v[i].left)
			ask_file(n, i, &bytes);
	if (reader_start_job(n->reader, getpid(), &names_job, bytes.data,
			     bytes.len) < 0) {
		take(n, &none);
	} else {
		n->fd = reader_fd(n->reader);
		if (n->loop)
			loop_add_fd(n->loop, n->fd, POLLIN, PRIORITY,
				    on_answer, n);
	}
	str_release(&bytes);
}

bool names_work(struct names *n)
{
	if (finish(n) && n->left)
		ask(n);
	else if (n->fd < 0 && n->used_ns && clock_ns() - n->used_ns > IDLE_NS) {
		reader_end_child(n->reader);
		n->used_ns = 0;
	}
	return n->left || n->fd >= 0;
}

void names_wait(struct names *n, uint64_t limit_ns)
{
	uint64_t until = clock_ns() + limit_ns;

	while (names_work(n) && clock_ns() < until) {
		struct pollfd p = { .fd = n->fd, .events = POLLIN };

		(void)poll(&p, 1, 10);
	}
}
