/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/captured/private.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Maximum number of bytes to read at once. */
#define READ_SIZE (1u << 20)
bool captured_get(const struct captured_file *f, uint64_t at, void *buf,
		  size_t n)
{
	size_t done = 0;

	while (done < n) {
		ssize_t got = pread(f->fd, (char *)buf + done, n - done,
				    (off_t)(at + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		done += (size_t)got;
	}
	return true;
}

/* The part of the file that is in memory. */
struct window {
	const struct captured_file *file;
	struct str text;
	size_t begin;		/* offset of the unhandled part in `text` */
	uint64_t at;		/* offset of the unhandled part in the file */
};

static struct bytes rest(const struct window *w)
{
	return (struct bytes){ w->text.data + w->begin,
			       w->text.len - w->begin };
}

/* Reads until the window has n bytes, or the file ends.  Returns false if the
 * file has no more bytes. */
static bool fill(struct window *w, size_t n)
{
	size_t have = rest(w).len;
	static char piece[READ_SIZE];

	if (have >= n)
		return true;
	memmove(w->text.data, w->text.data + w->begin, have);
	w->text.len = have;
	w->begin = 0;
	while (w->text.len < n) {
		uint64_t end = w->at + w->text.len;
		uint64_t left = end < w->file->size ? w->file->size - end : 0;
		size_t want = left < sizeof piece ? (size_t)left : sizeof piece;

		if (!want || !captured_get(w->file, end, piece, want))
			break;
		str_add(&w->text, piece, want);
	}
	return w->text.len > have;
}

static void pass(struct window *w, size_t n)
{
	w->begin += n;
	w->at += n;
}

/* Gets the record at w->at, if the record is complete and good. */
static enum capture_got get(struct window *w, struct capture_record *r)
{
	enum capture_got got;

	do
		got = capture_get(rest(w), w->file->head.seed, w->at, r);
	while (got == CAPTURE_MORE && fill(w, r->size));
	return got;
}

/* Skips invalid bytes up to the next good record.  Returns false if there is no
 * such record. */
static bool seek(struct window *w, struct captured_file *f,
		 struct capture_record *r)
{
	for (;;) {
		struct bytes text = rest(w);
		enum capture_got got;
		size_t at = text.len ? capture_seek(text, 1) : 0;

		pass(w, at);
		if (!rest(w).len && !fill(w, CAPTURE_RECORD_HEAD))
			return false;
		got = get(w, r);
		if (got == CAPTURE_RECORD && r->number >= f->next_number)
			return true;
		/* The budget limits the bytes of invalid data for which
		 * checksums are computed. */
		if (got != CAPTURE_MORE && r->size > f->budget) {
			f->given_up = true;
			return false;
		}
		f->budget -= got == CAPTURE_MORE ? 0 : r->size;
	}
}

static void count_gap(struct captured *c, size_t file,
		      const struct capture_record *r, uint64_t at)
{
	struct captured_file *f = &c->files.v[file];

	if (!f->damaged++)
		f->first_damage = at;
	f->missing += r->number - f->next_number;
	/* If only data records are missing, all frames are known. */
	if (r->facts != f->next_facts)
		/* Incomplete frames of the old epoch stay incomplete. */
		f->epoch++;
}

static void take(struct captured *c, size_t file, uint64_t at,
		 const struct capture_record *r)
{
	struct captured_file *f = &c->files.v[file];

	f->next_number = r->number + 1;
	f->next_facts = r->facts + (r->type != CAPTURE_DATA);
	captured_record(c, file, at, r);
}

bool captured_scan(struct captured *c, size_t file)
{
	struct captured_file *f = &c->files.v[file];
	struct window w = { .file = f, .text = STR_INIT, .at = f->at };
	struct capture_record r;
	struct stat st;
	uint64_t was = f->at;

	if (fstat(f->fd, &st) == 0)
		f->size = (uint64_t)st.st_size;
	while (!f->given_up && w.at < f->size) {
		bool good = get(&w, &r) == CAPTURE_RECORD &&
			    r.number >= f->next_number;
		uint64_t at = w.at;

		if (!good && !seek(&w, f, &r))
			break;
		if (!good || r.number != f->next_number)
			count_gap(c, file, &r, at);
		take(c, file, w.at, &r);
		pass(&w, r.size);
		f->at = w.at;
	}
	captured_settle(c);
	f->torn = f->size > f->at ? f->size - f->at : 0;
	str_release(&w.text);
	return f->at != was;
}
