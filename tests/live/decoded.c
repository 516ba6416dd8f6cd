/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * T18, T21: mmtop captures a producer and a consumer at a queue in shared
 * memory, and the decoders show the semaphores, head, tail and letters of each
 * frame.  The victim prints the expected values.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "live.h"
#include "rule/decoder.h"
#include "ui/pane/decoded_words.h"
#include "victims/letters.h"

#define STEPS_MAX 200
/* On an emulated machine, a capture may take longer than a program may be
 * stopped: then the frame is later, and reports one as missed. */
#define TRIES 10

struct state {
	int free, used, lock, head, tail;
	char letters[LETTERS_ROOM + 1];
};

/* One captured run. */
struct capture {
	char *queue, *config, *folder;
	struct state want[STEPS_MAX];	/* as printed by the victim */
	int n;
	int frames[STEPS_MAX + 8];	/* numbers of the frames that calls
					 * caused */
	int n_frames;
};

/* --- capturing ------------------------------------------------------------ */

static void write_config(const struct capture *c)
{
	FILE *f = fopen(c->config, "w");

	if (!f || fprintf(f, "function mmap_filter(region)\n"
			     "return region.path == '%s' end\n",
			  c->queue) < 0 || fclose(f))
		bail("no configuration can be written");
}

static void read_states(struct capture *c, const char *text)
{
	for (const char *s = text; *s && c->n < STEPS_MAX; c->n++) {
		struct state *w = &c->want[c->n];

		if (sscanf(s, "%d %d %d %d %d %5s", &w->free, &w->used,
			   &w->lock, &w->head, &w->tail, w->letters) != 6)
			bail("unexpected output of the victim");
		s += strcspn(s, "\n");
		s += *s == '\n';
	}
}

static bool capture(struct capture *c, const char *how, const char *n)
{
	static int captures;
	char option[300], config[300], name[20];
	char *program = victim("letters");
	struct run r;
	bool good;

	snprintf(name, sizeof name, "capture%d", captures++);
	*c = (struct capture){
		.queue = work_file("queue"), .config = work_file("lua"),
		.folder = work_file(name),
	};
	write_config(c);
	snprintf(option, sizeof option, "--save-mmap=%s", c->folder);
	snprintf(config, sizeof config, "--config=%s", c->config);
	/* No timed scan: only frames of calls are counted. */
	run_mmtop(&r, "-b", "-o", "/dev/null", "-d", "3600", config, option,
		  "--", program, c->queue, how, n, NULL);
	good = run_wait(&r) && run_status(&r) == 0;
	if (!good)
		diag("status %d: %s", run_status(&r), r.err);
	else
		read_states(c, r.out);
	run_release(&r);
	free(program);
	return good;
}

static void release(struct capture *c)
{
	free(c->queue);
	free(c->config);
	free(c->folder);
}

/* Lists the frames that were captured before a call. */
static bool list_frames(struct capture *c)
{
	struct run r;
	bool good;

	run_mmtop(&r, "contents", c->folder, NULL);
	good = run_wait(&r) && run_status(&r) == 0;
	for (const char *s = r.out; good && (s = strstr(s, " number="));) {
		const char *end = s + strcspn(s, "\n");
		const char *call = strstr(s, " call=msync ");

		/* The first frame has no call. */
		if (c->n_frames < STEPS_MAX + 8 &&
		    (atoi(s + 8) == 1 || (call && call < end)))
			c->frames[c->n_frames++] = atoi(s + 8);
		s = end;
	}
	/* The frame of the fork may be the first. */
	if (c->n_frames == c->n + 1)
		memmove(c->frames, c->frames + 1,
			(size_t)--c->n_frames * sizeof *c->frames);
	if (!good)
		diag("contents: %d: %s", run_status(&r), r.err);
	run_release(&r);
	return good;
}

/* --- decoding ------------------------------------------------------------------------- */

/* The value of "head: 3 (0x3)". */
static int value(const struct str *words, const char *name)
{
	const char *at = strstr(words->data, name);

	return at ? atoi(at + strlen(name)) : -1;
}

static void words_of(struct str *out, const struct decoded *d)
{
	str_clear(out);
	for (size_t i = 0; i < d->lines.n; i++) {
		str_addc(out, '|');
		decoded_words(out, &d->lines.v[i]);
	}
}

static void by_layout(const struct decoder_input *in, struct state *s)
{
	struct decoded d = { .ascii = false };
	struct str words = STR_INIT;
	struct rule_error e;
	struct field_layout *l = layout_new("sem free; sem used; sem lock; u32 head; "
				      "u32 tail; char letters[5]", &e);
	const char *letters;

	if (!l)
		bail("the layout is refused");
	decoder_layout(l, in, &d);
	words_of(&words, &d);
	s->free = value(&words, "|free.value: ");
	s->used = value(&words, "|used.value: ");
	s->lock = value(&words, "|lock.value: ");
	s->head = value(&words, "|head: ");
	s->tail = value(&words, "|tail: ");
	letters = strstr(words.data, "|letters: \"");
	snprintf(s->letters, sizeof s->letters, "%s",
		 letters ? letters + 11 : "");
	str_release(&words);
	decoded_release(&d);
	layout_free(l);
}

static void by_script(const struct decoder_input *in, struct state *s)
{
	const char *top = getenv("top_srcdir"), *letters;
	struct decoded d = { .ascii = false };
	struct str words = STR_INIT;
	char path[300], *script;
	size_t n = 0;

	snprintf(path, sizeof path, "%s/doc/examples/queue.lua",
		 top ? top : ".");
	script = read_file(path, &n);
	if (!script)
		bail("there is no doc/examples/queue.lua");
	decoder_lua(script, n, in, &d);
	words_of(&words, &d);
	s->free = value(&words, "|free: ");
	s->used = value(&words, "|used: ");
	s->lock = value(&words, "|lock: ");
	s->head = value(&words, "|head: ");
	s->tail = value(&words, "|tail: ");
	letters = strstr(words.data, "|letters: ");
	snprintf(s->letters, sizeof s->letters, "%s",
		 letters ? letters + 10 : "");
	free(script);
	str_release(&words);
	decoded_release(&d);
}

/* free and used may be lower by the processes that wait for the lock: see the
 * victim. */
static bool is_right(const struct state *got, const struct state *want,
		     int less)
{
	return got->free <= want->free && got->free >= want->free - less &&
	       got->used <= want->used && got->used >= want->used - less &&
	       got->lock == want->lock && got->head == want->head &&
	       got->tail == want->tail && !strcmp(got->letters, want->letters);
}

static bool check_frame(const struct capture *c, int i, int less)
{
	struct state layout = { .free = -1 }, script = { .free = -1 };
	struct decoder_input in;
	char frame[40];
	struct run r;
	size_t n = 0;
	char *bytes;
	bool good;

	snprintf(frame, sizeof frame, "--extract=1@%d", c->frames[i]);
	run_mmtop(&r, "contents", frame, c->folder, NULL);
	good = run_wait(&r) && run_status(&r) == 0;
	bytes = good ? read_file(r.out_path, &n) : NULL;
	if (bytes) {
		in = (struct decoder_input){ .raw = bytes, .n = n };
		by_layout(&in, &layout);
		by_script(&in, &script);
		good = n == 4096 && is_right(&layout, &c->want[i], less) &&
		       is_right(&script, &c->want[i], less);
	}
	if (!good)
		diag("frame %d: %d %d %d %d %d %s, not %d %d %d %d %d %s",
		     c->frames[i], script.free, script.used, script.lock,
		     script.head, script.tail, script.letters,
		     c->want[i].free, c->want[i].used, c->want[i].lock,
		     c->want[i].head, c->want[i].tail, c->want[i].letters);
	free(bytes);
	run_release(&r);
	return good && bytes;
}

static void decode(const char *how, const char *steps, int n, int less)
{
	struct capture c;
	bool good;

	for (int i = 0; i < TRIES; i++) {
		good = capture(&c, how, steps) && list_frames(&c);
		if (!good || c.n_frames == n || i == TRIES - 1)
			break;
		release(&c);
	}
	ok(good && c.n == n && c.n_frames == n,
	   "%s: %d changes make %d frames (%d, %d)", how, n, n, c.n,
	   c.n_frames);
	good = good && c.n_frames == c.n;
	for (int i = 0; good && i < c.n; i++)
		good = check_frame(&c, i, less);
	ok(good, "%s: layout and script decode each frame", how);
	release(&c);
}

int main(void)
{
	if (sizeof(sem_t) != 32)
		skip_all("this machine has another sem_t");
	plan(4);
	decode("turns", "40", 40, 0);
	decode("run", "20", 40, 1);
	return done();
}
