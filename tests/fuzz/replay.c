/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs every target on its seeds, on past findings (tests/fuzz/found/TARGET-*),
 * and on mutated seeds: bytes flipped, cut, repeated, joined, the same each
 * time.
 *
 *	replay				TAP
 *	replay TARGET FILE...		one target on these files
 *	replay --list			prints the targets
 *	replay --seeds TARGET DIR	writes the seeds to DIR
 */
#include <config.h>

#include "fuzz.h"

#include <glob.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../support/slow.h"
#include "base/str.h"
#include "sys/loop.h"

#define INPUT_MAX (1 << 20)
/* Limits of the mutated inputs of a target: their number, their time. */
#define TURNS 3000
#define LIMIT_NS 3000000000ull

static uint64_t dice_state = 88172645463325252ull;

static uint64_t dice(uint64_t n)
{
	dice_state ^= dice_state << 13;
	dice_state ^= dice_state >> 7;
	dice_state ^= dice_state << 17;
	return n ? dice_state % n : 0;
}

struct seeds {
	struct str *v;
	size_t n;
};

static void keep_seed(void *arg, const void *data, size_t n)
{
	struct seeds *s = arg;

	s->v = realloc(s->v, (s->n + 1) * sizeof *s->v);
	FUZZ_MUST(s->v);
	s->v[s->n] = (struct str)STR_INIT;
	str_add(&s->v[s->n++], data, n);
}

static void free_seeds(struct seeds *s)
{
	for (size_t i = 0; i < s->n; i++)
		str_release(&s->v[i]);
	free(s->v);
}

/* In a block of exactly n bytes, so that ASan finds a read past the end. */
static void run(const struct fuzz_target *t, const void *data, size_t n)
{
	uint8_t *copy = malloc(n ? n : 1);

	FUZZ_MUST(copy);
	if (n)
		memcpy(copy, data, n);
	t->run(copy, n);
	free(copy);
}

static void run_file(const struct fuzz_target *t, const char *path)
{
	static char data[INPUT_MAX];
	FILE *f = fopen(path, "r");

	FUZZ_MUST(f);
	run(t, data, fread(data, 1, sizeof data, f));
	fclose(f);
}

static void run_found(const struct fuzz_target *t)
{
	const char *top = getenv("top_srcdir");
	char pattern[512];
	glob_t g;

	snprintf(pattern, sizeof pattern, "%s/tests/fuzz/found/%s-*",
		 top ? top : ".", t->name);
	if (glob(pattern, 0, NULL, &g) == 0)
		for (size_t i = 0; i < g.gl_pathc; i++)
			run_file(t, g.gl_pathv[i]);
	globfree(&g);
}

/* Values at which numbers and texts break. */
static void put_edge(struct str *s)
{
	static const char *const edges[] = {
		"18446744073709551615", "18446744073709551616", "-1", "0x",
		"\\012", "\377", "\033[", "9223372036854775808", "..", "\n\n",
	};
	const char *e = edges[dice(sizeof edges / sizeof *edges)];
	size_t n = strlen(e), at = dice(s->len + 1);

	if (at + n > s->len)
		str_adds(s, e);
	else
		memcpy(s->data + at, e, n);
}

static void break_once(struct str *s, const struct seeds *seeds)
{
	const struct str *other = &seeds->v[dice(seeds->n)];
	size_t at = dice(s->len), from = dice(other->len);

	if (!s->len) {
		str_addc(s, (char)dice(256));
		return;
	}
	switch (dice(7)) {
	case 0:
		s->data[at] = (char)dice(256);
		break;
	case 1:
		s->data[at] = (char)(s->data[at] ^ 1 << dice(8));
		break;
	case 2:
		s->len = at;
		break;
	case 3:
		memmove(s->data + at, s->data + at + 1, s->len - at - 1);
		s->len--;
		break;
	case 4:
		if (s->len + other->len < 65536)
			str_add(s, other->data + from, other->len - from);
		break;
	case 5:
		s->len = at;
		str_add(s, other->data + from, other->len - from);
		break;
	default:
		put_edge(s);
	}
}

static void run_target(const struct fuzz_target *t)
{
	uint64_t until = clock_ns() + LIMIT_NS;
	struct seeds seeds = { NULL, 0 };

	fuzz_seeds(t, keep_seed, &seeds);
	FUZZ_MUST(seeds.n);
	run(t, "", 0);
	for (size_t i = 0; i < seeds.n; i++)
		run(t, seeds.v[i].data, seeds.v[i].len);
	run_found(t);
	for (int i = 0; i < test_times(TURNS, 200) && clock_ns() < until; i++) {
		const struct str *seed = &seeds.v[dice(seeds.n)];
		struct str s = STR_INIT;

		str_add(&s, seed->data, seed->len);
		for (uint64_t k = 1 + dice(6); k; k--)
			break_once(&s, &seeds);
		run(t, s.data, s.len);
		str_release(&s);
	}
	free_seeds(&seeds);
}

/* Each target runs in a child, so that a crash does not stop the others. */
static int tap(void)
{
	const struct fuzz_target *t;
	int failed = 0;
	size_t n = 0;

	while (fuzz_at(n))
		n++;
	printf("1..%zu\n", n);
	for (size_t i = 0; (t = fuzz_at(i)); i++) {
		int status = 0;
		pid_t pid;

		fflush(stdout);
		pid = fork();
		FUZZ_MUST(pid >= 0);
		if (pid == 0) {
			run_target(t);
			exit(0);
		}
		FUZZ_MUST(waitpid(pid, &status, 0) == pid);
		printf("%sok %zu - %s\n", status ? "not " : "", i + 1,
		       t->name);
		failed |= status != 0;
	}
	return failed;
}

struct folder {
	const char *path;
	int n;
};

static void write_seed(void *arg, const void *data, size_t n)
{
	struct folder *to = arg;
	char path[512];
	FILE *f;

	snprintf(path, sizeof path, "%s/seed-%d", to->path, to->n++);
	f = fopen(path, "w");
	FUZZ_MUST(f && fwrite(data, 1, n, f) == n && fclose(f) == 0);
}

int main(int argc, char **argv)
{
	const struct fuzz_target *t;

	if (argc == 1)
		return tap();
	if (argc == 2 && !strcmp(argv[1], "--list")) {
		for (size_t i = 0; (t = fuzz_at(i)); i++)
			puts(t->name);
		return 0;
	}
	if (argc == 4 && !strcmp(argv[1], "--seeds")) {
		struct folder to = { argv[3], 0 };

		t = fuzz_find(argv[2]);
		FUZZ_MUST(t);
		fuzz_seeds(t, write_seed, &to);
		return 0;
	}
	t = fuzz_find(argv[1]);
	FUZZ_MUST(t && argc > 2);
	for (int i = 2; i < argc; i++)
		run_file(t, argv[i]);
	return 0;
}
