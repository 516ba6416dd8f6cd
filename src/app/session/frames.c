/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/session/frames.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/report/album.h"
#include "base/alloc.h"
#include "base/str.h"
#include "event/request.h"
#include "sink/store.h"
#include "source/captured/captured.h"
#include "sys/loop.h"

/* The minimum interval between searches of the folder. */
#define LOOK_NS UINT64_C(500000000)

struct frames {
	char *folder;
	const struct album *album;	/* NULL: the frames are read from the
					 * folder */
	struct captured *captured;	/* NULL: no capture is open */
	uint64_t looked_ns;
	struct captured_holes holes;
};

struct frames *frames_new(const char *folder)
{
	struct frames *f = xcalloc(1, sizeof *f);

	f->folder = xstrdup(folder ? folder : STORE_FOLDER);
	return f;
}

struct frames *frames_of(const struct album *album)
{
	struct frames *f = xcalloc(1, sizeof *f);

	f->album = album;
	f->captured = album_captured(album);
	return f;
}

void frames_free(struct frames *f)
{
	if (!f)
		return;
	if (!f->album)
		captured_free(f->captured);
	vec_release(&f->holes.v);
	free(f->folder);
	free(f);
}

/* --- the file ------------------------------------------------------------- */

static bool is_newer(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec :
	       a->tv_nsec > b->tv_nsec;
}

/* Finds the capture of this session: the file in the folder that was written
 * last.  Older files are not opened, because they may be large. */
static bool newest(const char *folder, struct str *path)
{
	DIR *d = opendir(folder);
	struct timespec best = { 0 };
	struct dirent *e;
	struct stat st;

	if (!d)
		return false;
	while ((e = readdir(d))) {
		if (fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) ||
		    !S_ISREG(st.st_mode) || !is_newer(&st.st_mtim, &best))
			continue;
		best = st.st_mtim;
		str_clear(path);
		str_addf(path, "%s/%s", folder, e->d_name);
	}
	closedir(d);
	return path->len != 0;
}

static void look(struct frames *f)
{
	struct str path = STR_INIT;
	enum captured_why why;
	int error;

	if (f->looked_ns && clock_ns() < f->looked_ns + LOOK_NS)
		return;
	f->looked_ns = clock_ns();
	captured_free(f->captured);
	f->captured = NULL;
	if (newest(f->folder, &path)) {
		f->captured = captured_new();
		if (captured_add(f->captured, path.data, &why, &error) < 0) {
			captured_free(f->captured);
			f->captured = NULL;
		}
	}
	str_release(&path);
}

/* --- a frame -------------------------------------------------------------- */

/* Finds the captured frame that the screen wants.  Its time must match, too:
 * each capture numbers its objects and frames from the start. */
static const struct captured_object *find_captured(const struct frames *f,
					  const struct screen_frame *w,
					  const struct captured_frame **frame)
{
	if (!f->captured)
		return NULL;
	for (size_t i = 0; i < f->captured->objects.n; i++) {
		const struct captured_object *o = &f->captured->objects.v[i];
		const struct captured_frame *is;

		if (o->number != w->of.object)
			continue;
		is = captured_frame(o, w->of.number);
		if (is && is->ev.u.frame.number == w->of.number &&
		    is->ev.time_ns == w->time_ns && is->ev.pid == w->taken_of) {
			*frame = is;
			return o;
		}
	}
	return NULL;
}

static const struct captured_object *find(struct frames *f,
					  const struct screen_frame *w,
					  const struct captured_frame **frame)
{
	const struct captured_object *o;
	struct album_found found;

	if (f->album) {
		if (!album_find(f->album, w->of.object, w->of.number, &found))
			return NULL;
		*frame = found.frame;
		return found.object;
	}
	o = find_captured(f, w, frame);
	if (!o && f->captured && captured_update(f->captured))
		o = find_captured(f, w, frame);
	if (!o) {
		look(f);
		o = find_captured(f, w, frame);
	}
	return o;
}

/* Returns the address of a byte on the screen minus the address of the same
 * byte in the frame.  Shared memory may be mapped at another address in each
 * process, or in parts.  Private memory has moved if the ranges on the screen
 * and in the frame do not overlap. */
static uint64_t shift_of(const struct screen_frame *w,
			 const struct captured_frame *frame)
{
	const struct ev_frame *e = &frame->ev.u.frame;

	if (e->shared)
		return w->region - w->offset - e->start +
		       captured_begin(frame);
	return e->start < w->region_end && w->region < e->end ? 0 :
	       w->region - e->start;
}

/* Reads n bytes of the frame from address `start` on.  Bytes before the start
 * of the captured region are reported as a hole. */
static void read_from(struct frames *f, const struct captured_object *o,
		      const struct captured_frame *frame, uint64_t start,
		      uint8_t *data, uint64_t n)
{
	uint64_t begin = frame->ev.u.frame.start, below = 0;

	if (start < begin)
		below = begin - start < n ? begin - start : n;
	memset(data, 0, below);
	captured_read(f->captured, o, frame, start + below - begin,
		      data + below, n - below, &f->holes);
	if (below)
		*vec_insert(&f->holes.v, 0) = (struct contents_hole){
			start, start + below, CONTENTS_NOT_KEPT, 0,
		};
}

static void tell(struct frames *f, const struct screen_frame *w,
		 uint64_t shift, struct bytes data, event_fn *fn, void *arg)
{
	struct event ev = { .time_ns = w->now_ns, .pid = w->pid,
			    .kind = EV_CONTENTS, .source = 'm' };

	for (size_t i = 0; i < f->holes.v.n; i++) {
		f->holes.v.v[i].start += shift;
		f->holes.v.v[i].end += shift;
	}
	ev.u.contents = (struct ev_contents){
		.start = w->start, .region_start = w->region,
		.region_end = w->region_end, .object = w->of.object,
		.number = w->of.number, .data = data,
		.holes = { f->holes.v.v,
			   f->holes.v.n * sizeof *f->holes.v.v },
	};
	fn(arg, &ev);
}

bool frames_read(struct frames *f, const struct screen_frame *w, event_fn *fn,
		 void *arg)
{
	uint64_t n = w->bytes < REQ_CONTENTS_MAX ? w->bytes : REQ_CONTENTS_MAX;
	const struct captured_frame *frame = NULL;
	const struct captured_object *o = find(f, w, &frame);
	uint64_t shift;
	uint8_t *data;

	if (!o)
		return false;
	data = xmalloc(n ? n : 1);
	shift = shift_of(w, frame);
	read_from(f, o, frame, w->start - shift, data, n);
	tell(f, w, shift, (struct bytes){ data, n }, fn, arg);
	free(data);
	return true;
}
