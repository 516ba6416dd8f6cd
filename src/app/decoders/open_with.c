/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/decoders/open_with.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/file/newfile.h"
#include "base/alloc.h"
#include "base/vec.h"
#include "sys/program.h"
#include "ui/words/error.h"

#define XXD_NS UINT64_C(10000000000)
#define PER_LINE 16
/* Maximum length in bytes of a line that xxd writes. */
#define LINE 80

struct command_words {
	VEC(const char *) words;	/* NULL is appended before the command
					 * runs */
	char *text;			/* the words of the editor's command, or
					 * NULL; owned */
};

static void line_release(struct command_words *l)
{
	vec_release(&l->words);
	free(l->text);
}

/* --- hexadecimal text ------------------------------------------------- */

void open_hex(struct str *out, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	for (size_t at = 0; at < n; at += PER_LINE) {
		str_addf(out, "%08zx:", at);
		for (size_t i = at; i < at + PER_LINE; i++) {
			if (i % 2 == 0)
				str_addc(out, ' ');
			if (i < n)
				str_addf(out, "%02x", p[i]);
			else
				str_adds(out, "  ");
		}
		str_adds(out, "  ");
		for (size_t i = at; i < at + PER_LINE && i < n; i++)
			str_addc(out, p[i] >= ' ' && p[i] < 0x7f ? (char)p[i]
								 : '.');
		str_addc(out, '\n');
	}
}

struct hex {
	struct str *out;
	bool done;
};

static void on_xxd(void *arg, const struct program_end *end)
{
	struct hex *h = arg;

	if (end->fate != PROGRAM_EXITED || end->code)
		return;
	str_add(h->out, end->output, end->n);
	h->done = true;
}

static void make_hex(struct str *out, const void *bytes, size_t n)
{
	static const char *const xxd[] = { "xxd", NULL };
	const struct program_options o = {
		.argv = xxd, .bytes = bytes, .n = n, .limit_ns = XXD_NS,
		.output_max = (n / PER_LINE + 1) * LINE,
	};
	struct hex h = { .out = out };
	struct err err = { 0 };

	if (program_run(&o, on_xxd, &h, &err) < 0 || !h.done)
		open_hex(out, bytes, n);
}

/* --- the temporary file ----------------------------------------------- */

/* True if `dir` belongs to the user, and no other user has access to it. */
static bool is_private(const char *dir)
{
	struct stat st;

	return dir && dir[0] == '/' && stat(dir, &st) == 0 &&
	       S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
	       !(st.st_mode & (S_IRWXG | S_IRWXO));
}

static int make_folder(struct str *dir)
{
	const char *runtime = getenv("XDG_RUNTIME_DIR");

	str_adds(dir, is_private(runtime) ? runtime : "/tmp");
	str_adds(dir, "/mmtop-XXXXXX");
	return mkdtemp(dir->data) ? 0 : -errno;
}

/* Removes a directory with all its files: an editor may have created more. */
static void remove_folder(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	while (d && (e = readdir(d)))
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
			unlinkat(dirfd(d), e->d_name, 0);
	if (d)
		closedir(d);
	rmdir(dir);
}

/* --- commands --------------------------------------------------------- */

static void editor(struct command_words *l)
{
	const char *s = getenv("VISUAL");
	char *save = NULL;

	if (!s || !*s)
		s = getenv("EDITOR");
	l->text = xstrdup(s && *s ? s : "vi");
	for (char *w = strtok_r(l->text, " \t", &save); w;
	     w = strtok_r(NULL, " \t", &save))
		*vec_push(&l->words) = w;
	if (!l->words.n)
		*vec_push(&l->words) = "vi";
}

static int run_on(const struct foreground *f, struct command_words *l,
		  const char *path, struct foreground_end *end, struct err *err)
{
	bool placed = false;

	for (size_t i = 0; i < l->words.n; i++)
		if (!strcmp(l->words.v[i], "%s")) {
			l->words.v[i] = path;
			placed = true;
		}
	if (!placed)
		*vec_push(&l->words) = path;
	*vec_push(&l->words) = NULL;
	return foreground_run(f, l->words.v, end, err);
}

int open_editor(const struct foreground *f, const char *path,
		struct foreground_end *end, struct err *err)
{
	struct command_words l = { .text = NULL };
	int r;

	editor(&l);
	r = run_on(f, &l, path, end, err);
	line_release(&l);
	return r;
}

static int no_file(struct err *err, int code)
{
	err_set(err, code, _("cannot write a temporary file: %s"),
		error_words(code));
	return -code;
}

int open_bytes(const struct foreground *f, const struct word_list *command,
	       const void *bytes, size_t n, struct foreground_end *end,
	       struct err *err)
{
	struct str dir = STR_INIT, path = STR_INIT, text = STR_INIT;
	struct command_words l = { .text = NULL };
	int r;

	*end = (struct foreground_end){ .signal = 0 };
	if (command)
		str_add(&text, bytes, n);
	else
		make_hex(&text, bytes, n);
	for (size_t i = 0; command && i < command->v.n; i++)
		*vec_push(&l.words) = command->v.v[i];
	if (!command)
		editor(&l);
	r = make_folder(&dir);
	if (r == 0) {
		str_addf(&path, "%s/%s", dir.data,
			 command ? "bytes.bin" : "bytes.hex");
		r = newfile_write(path.data, &text);
		r = r < 0 ? no_file(err, -r)
			  : run_on(f, &l, path.data, end, err);
		remove_folder(dir.data);
	} else {
		r = no_file(err, -r);
	}
	line_release(&l);
	str_release(&dir);
	str_release(&path);
	str_release(&text);
	return r;
}
