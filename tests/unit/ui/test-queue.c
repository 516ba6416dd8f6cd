/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * T21: a queue with semaphores in shared memory, and its decoders. After each
 * step of victims/letters, a layout and the script in doc/examples show the
 * file's contents.
 */
#include <config.h>

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../live/victims/letters.h"
#include "../../support/skip.h"
#include "base/str.h"
#include "rule/config.h"
#include "rule/decoder.h"
#include "ui/pane/decoded_words.h"

#define STEPS 24

static char dir[] = "/tmp/mmtop-queue.XXXXXX";
static const char elements[] = "sem free; sem used; sem lock; u32 head; "
			       "u32 tail; char letters[5]";
static const char elements32[] = "sem32 free; sem32 used; sem32 lock; "
				 "u32 head; u32 tail; char letters[5]";

static void path_of(char path[200], const char *name)
{
	snprintf(path, 200, "%s/%s", dir, name);
}

static void read_file(const char *path, struct str *out)
{
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		fail_msg("cannot open %s", path);
	str_clear(out);
	assert_int_equal(str_read(out, fd, 1u << 20), 0);
	close(fd);
}

/* The shell's exit status for a program of another kind of processor. */
#define CANNOT_RUN 126

/* Runs the victim; reads its file and its last line of output. Returns false if
 * the victim does not exist or cannot run on this machine. */
static bool run_victim(const char *name, const char *how, int n,
		       struct str *bytes, char last[100])
{
	const char *top = getenv("top_builddir");
	struct str command = STR_INIT;
	char file[200], line[100];
	int status;
	FILE *f;

	str_addf(&command, "%s/tests/live/victims/%s", top ? top : ".", name);
	if (access(command.data, X_OK) < 0) {
		str_release(&command);
		return false;
	}
	path_of(file, "queue");
	str_addf(&command, " %s %s %d", file, how, n);
	f = popen(command.data, "re");
	assert_non_null(f);
	last[0] = '\0';
	while (fgets(line, sizeof line, f))
		strcpy(last, line);
	status = pclose(f);
	if (WIFEXITED(status) && WEXITSTATUS(status) == CANNOT_RUN) {
		str_release(&command);
		return false;
	}
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	read_file(file, bytes);
	assert_int_equal(bytes->len, 4096);
	str_release(&command);
	return true;
}

static void describe(struct str *out, const struct decoded *d)
{
	str_clear(out);
	assert_int_equal(d->error.fault, RULE_OK);
	for (size_t i = 0; i < d->lines.n; i++) {
		decoded_words(out, &d->lines.v[i]);
		str_addc(out, '|');
	}
}

static void by_layout(struct str *out, const char *text,
		      const struct str *bytes)
{
	const struct decoder_input in = { .raw = bytes->data,
					  .n = bytes->len };
	struct decoded d = { .ascii = false };
	struct rule_error e;
	struct field_layout *l = layout_new(text, &e);

	assert_non_null(l);
	decoder_layout(l, &in, &d);
	describe(out, &d);
	decoded_release(&d);
	layout_free(l);
}

static void by_script(struct str *out, const struct str *bytes)
{
	const struct decoder_input in = { .raw = bytes->data,
					  .n = bytes->len };
	struct decoded d = { .ascii = false };
	const char *top = getenv("top_srcdir");
	struct str path = STR_INIT, script = STR_INIT;

	str_addf(&path, "%s/doc/examples/queue.lua", top ? top : ".");
	read_file(path.data, &script);
	decoder_lua(script.data, script.len, &in, &d);
	describe(out, &d);
	decoded_release(&d);
	str_release(&path);
	str_release(&script);
}

/* --- expected lines ------------------------------------------------------- */

struct state {
	int free, used, lock, head, tail;
	char letters[LETTERS_ROOM + 1];
};

static void parse_state(const char *line, struct state *s)
{
	if (sscanf(line, "%d %d %d %d %d %5s", &s->free, &s->used, &s->lock,
		   &s->head, &s->tail, s->letters) != 6)
		fail_msg("unexpected output of the victim: %s", line);
	/* The victim printed the line while it held the lock, and has released
	 * it. */
	assert_int_equal(s->lock, 0);
	s->lock = 1;
}

static void layout_wants(struct str *out, const struct state *s)
{
	str_clear(out);
	str_addf(out, "free.value: %d (0x%x)|free.waiters: 0 (0x0)|", s->free,
		 (unsigned)s->free);
	str_addf(out, "used.value: %d (0x%x)|used.waiters: 0 (0x0)|", s->used,
		 (unsigned)s->used);
	str_addf(out, "lock.value: %d (0x%x)|lock.waiters: 0 (0x0)|", s->lock,
		 (unsigned)s->lock);
	str_addf(out, "head: %d (0x%x)|tail: %d (0x%x)|letters: \"%s\"|",
		 s->head, (unsigned)s->head, s->tail, (unsigned)s->tail,
		 s->letters);
}

static void script_wants(struct str *out, const struct state *s)
{
	str_clear(out);
	str_addf(out, "free: %d|used: %d|lock: %d|head: %d|tail: %d|"
		 "letters: %s|queued: ", s->free, s->used, s->lock, s->head,
		 s->tail, s->letters);
	for (int i = 0; i < s->used; i++)
		str_addc(out, s->letters[(s->head + i) % LETTERS_ROOM]);
	str_addc(out, '|');
}

/* The reason why the victim cannot run here, or NULL. */
static const char *cannot_run(const char *name)
{
	struct str bytes = STR_INIT;
	char line[100];
	bool can = run_victim(name, "turns", 1, &bytes, line);

	str_release(&bytes);
	return can ? NULL : "programs of this kind cannot run here";
}

static void decoders_show_every_step(void **state)
{
	struct str bytes = STR_INIT, got = STR_INIT, want = STR_INIT;
	struct state s;
	char line[100];

	(void)state;
	for (int n = 1; n <= STEPS; n++) {
		assert_true(run_victim("letters", "turns", n, &bytes, line));
		parse_state(line, &s);
		by_layout(&got, elements, &bytes);
		layout_wants(&want, &s);
		assert_string_equal(got.data, want.data);
		by_script(&got, &bytes);
		script_wants(&want, &s);
		assert_string_equal(got.data, want.data);
	}
	str_release(&bytes);
	str_release(&got);
	str_release(&want);
}

/* Two processes pass 100 letters through the queue and take all of them. */
static void queue_is_empty_after_a_run(void **state)
{
	struct str bytes = STR_INIT, got = STR_INIT;
	char line[100];

	(void)state;
	assert_true(run_victim("letters", "run", 103, &bytes, line));
	by_script(&got, &bytes);
	assert_string_equal(got.data, "free: 5|used: 0|lock: 1|head: 3|"
			    "tail: 3|letters: .....|queued: |");
	str_release(&bytes);
	str_release(&got);
}

static void waiting_process_is_shown(void **state)
{
	struct str bytes = STR_INIT, got = STR_INIT;
	char line[100];

	(void)state;
	assert_true(run_victim("letters", "wait", 0, &bytes, line));
	by_layout(&got, elements, &bytes);
	assert_string_equal(got.data,
		"free.value: 5 (0x5)|free.waiters: 0 (0x0)|"
		"used.value: 0 (0x0)|used.waiters: 1 (0x1)|"
		"lock.value: 1 (0x1)|lock.waiters: 0 (0x0)|"
		"head: 0 (0x0)|tail: 0 (0x0)|letters: \".....\"|");
	by_script(&got, &bytes);
	assert_string_equal(got.data, "free: 5|used: 0, 1 waiting|lock: 1|"
			    "head: 0|tail: 0|letters: .....|queued: |");
	str_release(&bytes);
	str_release(&got);
}

/* the layout of a 32-bit program */
static void queue_of_a_32_bit_program_is_decoded(void **state)
{
	struct str bytes = STR_INIT, got = STR_INIT, want = STR_INIT;
	struct state s;
	char line[100];

	(void)state;
	assert_true(run_victim("letters32", "turns", 5, &bytes, line));
	parse_state(line, &s);
	by_layout(&got, elements32, &bytes);
	layout_wants(&want, &s);
	assert_string_equal(got.data, want.data);
	assert_true(run_victim("letters32", "wait", 0, &bytes, line));
	by_layout(&got, elements32, &bytes);
	assert_non_null(strstr(got.data, "used.value: 0 (0x0)|"
			       "used.waiters: 1 (0x1)|"));
	str_release(&bytes);
	str_release(&got);
	str_release(&want);
}

/* --- example of a configuration ------------------------------------------- */

static void on_problem(void *arg, const struct rule_error *e)
{
	(void)arg;
	fail_msg("line %d: fault %d %s", e->line, (int)e->fault, e->text);
}

static void example_configuration_is_valid(void **state)
{
	const char *top = getenv("top_srcdir");
	const struct decoder_input in = { .raw = "a\0b", .n = 3 };
	struct str path = STR_INIT, text = STR_INIT, got = STR_INIT;
	struct decoded d = { .ascii = false };
	struct config *c;

	(void)state;
	str_addf(&path, "%s/doc/examples/decoders.lua", top ? top : ".");
	read_file(path.data, &text);
	c = config_new(text.data, text.len, NULL, on_problem, NULL);
	assert_int_equal(c->decoders.n, 4);
	assert_int_equal(c->decoders.v[0].way, DECODER_LAYOUT);
	assert_true(layout_size(c->decoders.v[0].layout) ==
		    offsetof(struct letters_queue, letters) + LETTERS_ROOM ||
		    sizeof(sem_t) != 32);
	assert_int_equal(c->decoders.v[1].way, DECODER_FUNCTION);
	config_decode(c, &c->decoders.v[1], &in, &d);
	describe(&got, &d);
	assert_string_equal(got.data, "bytes: 3|not zero: 2|not known: 0|");
	assert_string_equal(c->decoders.v[2].script, "queue.lua");
	assert_int_equal(c->decoders.v[3].way, DECODER_COMMAND);
	assert_int_equal(c->open_with.n, 1);
	decoded_release(&d);
	config_free(c);
	str_release(&path);
	str_release(&text);
	str_release(&got);
}

static int remove_dir(void **state)
{
	char path[200];

	(void)state;
	path_of(path, "queue");
	remove(path);
	return remove(dir);
}

int main(void)
{
	const char *why, *why32;

	if (!mkdtemp(dir))
		return 1;
	why = sizeof(sem_t) != 32 ? "sem_t of this machine has another size"
				  : cannot_run("letters");
	why32 = cannot_run("letters32");
	const struct CMUnitTest tests[] = {
		test_or_skip(decoders_show_every_step, why),
		test_or_skip(queue_is_empty_after_a_run, why),
		test_or_skip(waiting_process_is_shown, why),
		test_or_skip(queue_of_a_32_bit_program_is_decoded, why32),
		cmocka_unit_test(example_configuration_is_valid),
	};

	return cmocka_run_group_tests(tests, NULL, remove_dir);
}
