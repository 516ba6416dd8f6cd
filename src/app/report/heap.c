/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/report/heap.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/language.h"
#include "app/options.h"
#include "app/words/refusal.h"
#include "app/warn.h"
#include "base/str.h"
#include "base/text.h"
#include "parse/heap/set.h"
#include "parse/heap/trace.h"
#include "ui/words/error.h"

#define PIECE (1u << 16)
/* Maximum length of a line, in bytes; no trace has longer lines. */
#define LINE_MAX_ 65536u

struct trace {
	struct heapset set;
	bool quiet;
	uint64_t lines, others, failed;
	struct str line;		/* buffer for printing a step */
};

/* The names of the steps are not translated, because programs also read them in
 * the log. */
static const char *const steps[HEAPSET_STEPS] = {
	[HEAPSET_ADDED] = "added",
	[HEAPSET_REMOVED] = "removed",
	[HEAPSET_RESIZED] = "resized",
	[HEAPSET_SPLIT] = "split",
	[HEAPSET_REPLACED] = "replaced",
	[HEAPSET_UNKNOWN] = "unknown",
};

/* Prints bytes of the file as safe text: they may come from an attacker. */
static void write_safe(const char *word, const char *data, size_t n)
{
	struct str safe = STR_INIT;

	text_safe(&safe, data, n, !locale_is_utf8());
	fprintf(stderr, "%s %s\n", word, safe.data);
	str_release(&safe);
}

static void on_step(void *arg, enum heapset_step step,
		    const struct heaptrace_call *entry)
{
	struct trace *t = arg;

	str_clear(&t->line);
	heaptrace_text(&t->line, entry);
	write_safe(steps[step], t->line.data, t->line.len);
}

static void read_line(struct trace *t, const char *data, size_t n)
{
	struct heaptrace_call call;

	t->lines++;
	switch (heaptrace_line(scan_of(data, n), &call)) {
	case HEAPTRACE_CALL:
		heapset_call(&t->set, &call);
		break;
	case HEAPTRACE_FAILED:
		t->failed++;
		if (!t->quiet)
			write_safe("failed", data, n);
		break;
	case HEAPTRACE_BLANK:
		break;
	case HEAPTRACE_OTHER:
		t->others++;
		write_safe("other", data, n < 256 ? n : 256);
		break;
	}
}

/* Reads all complete lines in `text`, and leaves an incomplete line in it.  If
 * `last` is set, the last line needs no newline. */
static void read_lines(struct trace *t, struct str *text, bool last)
{
	size_t at = 0;

	for (;;) {
		const char *from = text->data + at;
		const char *end = memchr(from, '\n', text->len - at);
		size_t n = end ? (size_t)(end - from) : text->len - at;

		if (!end && !(last && n) && n <= LINE_MAX_)
			break;
		read_line(t, from, n);
		at += end ? n + 1 : n;
	}
	memmove(text->data, text->data + at, text->len - at);
	text->len -= at;
	if (text->cap)
		text->data[text->len] = '\0';
}

static bool read_trace(struct trace *t, const char *name)
{
	struct str text = STR_INIT;
	struct stat st;
	int fd = -1, r = 1;

	/* A device may never end, so only files and pipes are read. */
	if (stat(name, &st) == 0 && !S_ISREG(st.st_mode) &&
	    !S_ISFIFO(st.st_mode)) {
		warn_user(_("cannot read %s: %s"), name,
			  file_type_words(st.st_mode));
		return false;
	}
	fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		r = -errno;

	while (r > 0) {
		r = str_read(&text, fd, PIECE);
		if (r >= 0)
			read_lines(t, &text, r == 0);
	}
	str_release(&text);
	if (fd >= 0)
		close(fd);
	if (r < 0)
		warn_user(_("cannot read %s: %s"), name, error_words(-r));
	else if (t->others)
		warn_user(_("%s: %" PRIu64 " of %" PRIu64 " lines are not "
			    "part of a trace"), name, t->others, t->lines);
	return r == 0;
}

static void trace_release(struct trace *t)
{
	heapset_release(&t->set);
	str_release(&t->line);
}

/* ---- IN [OUT] ----------------------------------------------------------- */

static bool is_same(const char *a, const char *b)
{
	struct stat x, y;

	return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) &&
	       x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Writes the list.  The traced program chose the names in the list, so a
 * terminal gets them as safe text.  Other files get the original bytes. */
static bool write_list(const struct heapset *set, enum heapset_sort sort,
		       FILE *out)
{
	size_t n;
	struct heapset_entry **list = heapset_list(set, sort, &n);
	struct str line = STR_INIT, safe = STR_INIT;
	bool terminal = isatty(fileno(out));

	for (size_t i = 0; i < n; i++) {
		str_clear(&line);
		str_clear(&safe);
		heaptrace_text(&line, &list[i]->call);
		if (terminal)
			text_safe(&safe, line.data, line.len,
				  !locale_is_utf8());
		else
			str_add(&safe, line.data, line.len);
		str_addc(&safe, '\n');
		fwrite(safe.data, 1, safe.len, out);
	}
	str_release(&safe);
	str_release(&line);
	free(list);
	return !ferror(out) && fflush(out) == 0;
}

static bool write_active(const struct heapset *set, const struct options *o)
{
	const char *name = o->files[1];
	FILE *out = name ? fopen(name, "we") : stdout;
	bool good = out && write_list(set, o->sort, out);
	int e = errno;

	if (name && out && fclose(out) != 0 && good) {
		e = errno;
		good = false;
	}
	if (!good && name)
		warn_user(_("cannot write %s: %s"), name, error_words(e));
	else if (!good)
		warn_user(_("cannot write to standard output: %s"),
			  error_words(e));
	return good;
}

static int show_active(const struct options *o)
{
	struct trace t = { .line = STR_INIT };
	bool good;

	if (o->files[1] && is_same(o->files[0], o->files[1])) {
		warn_user(_("%s is the input and would be overwritten: give "
			    "another file"), o->files[0]);
		return EXIT_OWN;
	}
	t.set.tell = on_step;
	t.set.arg = &t;
	good = read_trace(&t, o->files[0]) && write_active(&t.set, o);
	trace_release(&t);
	return good ? EXIT_SUCCESS : EXIT_OWN;
}

/* ---- --match ------------------------------------------------------------ */

static void add_part(void *arg, uint64_t addr, uint64_t size)
{
	const struct heaptrace_call part = {
		.kind = HEAPTRACE_MAP, .name = bytes_of("mmap"),
		.addr = addr, .size = size,
		.library = bytes_of(NULL), .symbol = bytes_of(NULL),
	};
	struct str *out = arg;

	heaptrace_text(out, &part);
	str_addc(out, '\n');
}

/* True if libc made the mapping.  Traces of memory_tracker name no library, so
 * each of their mappings counts as libc's. */
static bool is_libcs(const struct heaptrace_call *map)
{
	static const char *const names[] = { "libc.so", "libc-", "libpthread" };
	const char *name = map->library.data, *slash;
	size_t len = map->library.len;

	if (!len)
		return true;
	slash = memrchr(name, '/', len);
	if (slash) {
		len -= (size_t)(slash + 1 - name);
		name = slash + 1;
	}
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (len > strlen(names[i]) &&
		    memcmp(name, names[i], strlen(names[i])) == 0 &&
		    /* accepts libc-2.31.so, but not libc-client.so */
		    (name[strlen(names[i]) - 1] != '-' ||
		     isdigit((unsigned char)name[strlen(names[i])])))
			return true;
	return false;
}

/* Appends the parts of libc's mappings that no allocation covers.  The list
 * already has the allocations, and the program's own mappings. */
static void match(struct str *out, const struct heapset *list,
		  const struct heapset *maps)
{
	struct heapset_cover cover = { VEC_INIT };
	size_t n;
	struct heapset_entry **entries =
		heapset_list(list, HEAPSET_BY_ADDRESS, &n);

	heapset_cover(&cover, entries, n);
	for (size_t i = 0; i < maps->maps.n; i++)
		if (is_libcs(&maps->maps.v[i]->call))
			heapset_uncovered(&cover, &maps->maps.v[i]->call,
					  add_part, out);
	vec_release(&cover.spans);
	free(entries);
}

static bool append(const char *name, const struct str *text)
{
	FILE *out = fopen(name, "ae");
	bool good = out && fwrite(text->data, 1, text->len, out) == text->len;
	int e = errno;

	if (out && fclose(out) != 0 && good) {
		e = errno;
		good = false;
	}
	if (!good)
		warn_user(_("cannot write %s: %s"), name, error_words(e));
	return good;
}

static int match_lists(const struct options *o)
{
	struct trace list = { .quiet = true, .line = STR_INIT };
	struct trace maps = { .quiet = true, .line = STR_INIT };
	struct str text = STR_INIT;
	bool good = read_trace(&list, o->files[0]) &&
		    read_trace(&maps, o->files[1]);

	if (good) {
		match(&text, &list.set, &maps.set);
		fputs(text.data, stderr);
		good = append(o->files[0], &text);
	}
	str_release(&text);
	trace_release(&list);
	trace_release(&maps);
	return good ? EXIT_SUCCESS : EXIT_OWN;
}

int heap_run(const struct options *o)
{
	return o->match ? match_lists(o) : show_active(o);
}
