/* SPDX-License-Identifier: GPL-3.0-or-later */
/* T17: bytes in the user's editor, on a terminal of their own: what it gets,
 * that it has the terminal, and that nothing of it stays. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../support/slow.h"
#include "app/decoders/open_with.h"
#include "app/session/signals.h"
#include "base/str.h"

static char dir[] = "/tmp/mmtop-open-with.XXXXXX";

/* What came of it, as the process on the terminal tells it. */
struct outcome {
	int result, status, signal;
	bool has_terminal;		/* again */
	char what[240];
};

struct run {
	pid_t pid;
	int master, told;		/* told: an outcome comes from there */
};

/* --- the process on a terminal ---------------------------------------------------------- */

static void on_terminal(int slave, int told, const struct word_list *command,
			const void *bytes, size_t n)
{
	struct outcome o = { .result = 1 };
	struct foreground f = { .in_fd = slave, .out_fd = slave };
	struct foreground_end end;
	struct err err = { 0 };

	setsid();
	if (ioctl(slave, TIOCSCTTY, 0) < 0)
		_exit(1);
	f.signals_fd = signals_open();
	o.result = open_bytes(&f, command, bytes, n, &end, &err);
	o.status = end.status;
	o.signal = end.signal;
	o.has_terminal = tcgetpgrp(slave) == getpgrp();
	memcpy(o.what, err.what, sizeof o.what);
	_exit(write(told, &o, sizeof o) != (ssize_t)sizeof o);
}

static struct run begin(const struct word_list *command, const void *bytes,
			size_t n)
{
	struct run r = { .master = posix_openpt(O_RDWR | O_NOCTTY) };
	int ends[2], slave;

	assert_true(r.master >= 0);
	assert_int_equal(grantpt(r.master) | unlockpt(r.master), 0);
	slave = open(ptsname(r.master), O_RDWR | O_NOCTTY);
	assert_true(slave >= 0);
	assert_int_equal(pipe(ends), 0);
	r.pid = fork();
	assert_true(r.pid >= 0);
	if (r.pid == 0)
		on_terminal(slave, ends[1], command, bytes, n);
	close(slave);
	close(ends[1]);
	r.told = ends[0];
	return r;
}

static struct outcome end(struct run *r)
{
	struct pollfd fd = { .fd = r->told, .events = POLLIN };
	struct outcome o;

	if (poll(&fd, 1, DEADLINE_MS) != 1) {
		kill(r->pid, SIGKILL);
		fail_msg("%s", "it does not end");
	}
	assert_int_equal(read(r->told, &o, sizeof o), (int)sizeof o);
	assert_int_equal(waitpid(r->pid, NULL, 0), r->pid);
	close(r->told);
	close(r->master);
	return o;
}

/* --- files ------------------------------------------------------------------------------ */

static void path_of(char path[200], const char *name)
{
	snprintf(path, 200, "%s/%s", dir, name);
}

static void read_file(const char *name, struct str *out)
{
	char path[200];
	int fd;

	path_of(path, name);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		fail_msg("there is no %s", path);
	str_clear(out);
	assert_int_equal(str_read(out, fd, 1u << 20), 0);
	close(fd);
}

static void has(const char *name, const char *want)
{
	struct str got = STR_INIT;

	read_file(name, &got);
	assert_string_equal(got.data, want);
	str_release(&got);
}

/* $EDITOR, with arguments; what it saw is in files. */
static void set_editor(const char *script)
{
	char path[200], value[240];
	FILE *f;

	path_of(path, "editor");
	f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "cd %s\n%s\n", dir, script);
	assert_int_equal(fclose(f), 0);
	snprintf(value, sizeof value, "sh %s first", path);
	unsetenv("VISUAL");
	setenv("EDITOR", value, 1);
}

/* The last word of what it was called with, and all that was in its folder. */
static void is_gone(void)
{
	struct str path = STR_INIT;
	char *slash;

	read_file("path", &path);
	assert_true(path.len > 5 && path.data[0] == '/');
	path.data[--path.len] = '\0';
	assert_int_equal(access(path.data, F_OK), -1);
	slash = strrchr(path.data, '/');
	assert_non_null(slash);
	*slash = '\0';
	assert_int_equal(access(path.data, F_OK), -1);
	str_release(&path);
}

/* --- tests ------------------------------------------------------------------------------ */

static void test_hex(void **state)
{
	struct str hex = STR_INIT, got = STR_INIT;
	unsigned char bytes[1000];
	struct outcome o;
	struct run r;

	(void)state;
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (unsigned char)(i * 7);
	open_hex(&hex, bytes, sizeof bytes);
	set_editor("echo $1 >arg; echo $2 >path; cp $2 copy\n"
		   "stat -c %a $2 ${2%/*} | tr '\\n' ' ' >modes\n"
		   "touch ${2%/*}/.swap; ls /proc/self/fd | tr '\\n' ' ' >fds\n"
		   "test -t 0 && test -t 1 && test -t 2 && echo yes >tty\n"
		   "awk '{ print $5 == $8 }' /proc/$$/stat >front\n"
		   "exit 3");
	r = begin(NULL, bytes, sizeof bytes);
	o = end(&r);
	assert_string_equal(o.what, "");
	assert_int_equal(o.result, 0);
	assert_int_equal(o.signal, 0);
	assert_true(WIFEXITED(o.status) && WEXITSTATUS(o.status) == 3);
	assert_true(o.has_terminal);
	has("arg", "first\n");
	has("modes", "600 700 ");
	has("tty", "yes\n");
	has("front", "1\n");
	has("fds", "0 1 2 3 ");
	/* xxd's, where there is one, and ours are the same. */
	read_file("copy", &got);
	assert_string_equal(got.data, hex.data);
	is_gone();
	str_release(&hex);
	str_release(&got);
}

static void test_without_xxd(void **state)
{
	static const char want[] =
		"00000000: 000a 4142 ff7e 7f20 3132 3334 3536 3738  "
		"..AB.~. 12345678\n"
		"00000010: 3930 61                                  90a\n";
	struct str hex = STR_INIT;

	(void)state;
	open_hex(&hex, "\0\nAB\xff~\x7f 1234567890a", 19);
	assert_string_equal(hex.data, want);
	str_release(&hex);
}

static void test_command(void **state)
{
	static char sh[] = "sh", c[] = "-c", name[] = "%s", last[] = "last";
	char script[400];
	char *placed[] = { sh, c, script, name, last },
	     *appended[] = { sh, c, script, last };
	struct word_list w = { .v = { placed, 5, 5 }, .given = true };
	struct outcome o;
	struct run r;

	(void)state;
	snprintf(script, sizeof script,
		 "cd %s; cat \"$0\" >copy; echo $0 >path; echo $1 >arg", dir);
	r = begin(&w, "so\0me", 5);
	o = end(&r);
	assert_int_equal(o.result, 0);
	has("arg", "last\n");
	is_gone();
	snprintf(script, sizeof script,
		 "cd %s; cat $1 >copy; echo $1 >path; echo $0 >arg", dir);
	w.v.v = appended;
	w.v.n = 4;
	r = begin(&w, "other", 5);
	o = end(&r);
	assert_int_equal(o.result, 0);
	has("arg", "last\n");
	has("copy", "other");
	is_gone();
}

static void test_missing(void **state)
{
	struct outcome o;
	struct run r;

	(void)state;
	setenv("VISUAL", "mmtop-no-such-editor -w", 1);
	r = begin(NULL, "x", 1);
	o = end(&r);
	assert_int_equal(o.result, -ENOENT);
	assert_string_equal(o.what, "cannot run mmtop-no-such-editor: No such "
				    "file or directory");
	assert_true(o.has_terminal);
}

/* Until the editor has said that it runs. */
static void await_file(const char *name)
{
	char path[200];
	time_t until = time(NULL) + DEADLINE_S;

	path_of(path, name);
	while (access(path, F_OK) < 0) {
		assert_true(time(NULL) < until);
		poll(NULL, 0, 1);
	}
}

/* mmtop is told to end: so is the editor, and its file goes. */
static void test_told_to_end(void **state)
{
	struct outcome o;
	struct run r;

	(void)state;
	set_editor("trap 'echo hup >hup; exit 1' HUP; echo $2 >path\n"
		   "echo >ready1; while :; do sleep 0.01; done");
	r = begin(NULL, "x", 1);
	await_file("ready1");
	kill(r.pid, SIGTERM);
	o = end(&r);
	assert_int_equal(o.signal, SIGTERM);
	has("hup", "hup\n");
	is_gone();
	/* One that does not listen. */
	set_editor("trap '' HUP; echo $2 >path\n"
		   "echo >ready2; while :; do sleep 0.01; done");
	r = begin(NULL, "x", 1);
	await_file("ready2");
	kill(r.pid, SIGHUP);
	o = end(&r);
	assert_int_equal(o.signal, SIGHUP);
	assert_true(WIFSIGNALED(o.status));
	is_gone();
}

/* Nobody could bring it back here, so that it goes on. */
static void test_stopped(void **state)
{
	struct outcome o;
	struct run r;

	(void)state;
	set_editor("echo $2 >path; kill -TSTP $$; echo on >on");
	r = begin(NULL, "x", 1);
	o = end(&r);
	assert_int_equal(o.result, 0);
	assert_int_equal(o.status, 0);
	has("on", "on\n");
}

/* Ctrl-C is the editor's alone. */
static void test_interrupt(void **state)
{
	struct outcome o;
	struct run r;

	(void)state;
	set_editor("trap 'echo int >int; exit 4' INT; echo $2 >path\n"
		   "echo >ready3; while :; do sleep 0.01; done");
	r = begin(NULL, "x", 1);
	await_file("ready3");
	assert_int_equal(write(r.master, "\003", 1), 1);
	o = end(&r);
	assert_int_equal(o.signal, 0);
	assert_true(WIFEXITED(o.status) && WEXITSTATUS(o.status) == 4);
	has("int", "int\n");
}

static int make_dir(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(dir));
	setenv("XDG_RUNTIME_DIR", dir, 1);
	return 0;
}

static int remove_dir(void **state)
{
	static const char *const names[] = {
		"arg", "copy", "editor", "fds", "front", "hup", "int", "modes",
		"on", "path", "ready1", "ready2", "ready3", "tty",
	};
	char path[200];

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		path_of(path, names[i]);
		remove(path);
	}
	/* Nothing else is left in it. */
	return remove(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hex),
		cmocka_unit_test(test_without_xxd),
		cmocka_unit_test(test_command),
		cmocka_unit_test(test_missing),
		cmocka_unit_test(test_told_to_end),
		cmocka_unit_test(test_stopped),
		cmocka_unit_test(test_interrupt),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
