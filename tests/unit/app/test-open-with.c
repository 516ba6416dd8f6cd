/* SPDX-License-Identifier: GPL-3.0-or-later */
/* T17: bytes in the user's editor, on a separate terminal: the editor gets the
 * right file, it has the terminal, and its file is removed. */
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

/* The result, as the process on the terminal reports it. */
struct outcome {
	int result, status, signal;
	bool has_terminal;		/* mmtop's process group is in the
					 * foreground again */
	char what[240];
};

struct run {
	pid_t pid;
	int master, told;		/* told: pipe with the outcome */
};

/* --- process on a terminal ------------------------------------------------ */

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

/* --- files ---------------------------------------------------------------- */

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

/* Sets $EDITOR, with an argument; the script stores what it finds in files. */
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

/* The file that the editor was called with is removed, and its folder, too. */
static void check_file_is_removed(void)
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

/* --- tests ---------------------------------------------------------------- */

static void editor_gets_a_hex_dump(void **state)
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
	/* The output equals that of xxd, if the machine has it. */
	read_file("copy", &got);
	assert_string_equal(got.data, hex.data);
	check_file_is_removed();
	str_release(&hex);
	str_release(&got);
}

static void hex_dump_equals_that_of_xxd(void **state)
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

static void configured_command_gets_the_bytes(void **state)
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
	check_file_is_removed();
	snprintf(script, sizeof script,
		 "cd %s; cat $1 >copy; echo $1 >path; echo $0 >arg", dir);
	w.v.v = appended;
	w.v.n = 4;
	r = begin(&w, "other", 5);
	o = end(&r);
	assert_int_equal(o.result, 0);
	has("arg", "last\n");
	has("copy", "other");
	check_file_is_removed();
}

static void missing_editor_is_reported(void **state)
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

/* Waits until the editor runs. */
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

/* A signal that ends mmtop ends the editor, and the file is removed. */
static void signal_ends_the_editor_and_removes_its_file(void **state)
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
	check_file_is_removed();
	/* This editor ignores SIGHUP. */
	set_editor("trap '' HUP; echo $2 >path\n"
		   "echo >ready2; while :; do sleep 0.01; done");
	r = begin(NULL, "x", 1);
	await_file("ready2");
	kill(r.pid, SIGHUP);
	o = end(&r);
	assert_int_equal(o.signal, SIGHUP);
	assert_true(WIFSIGNALED(o.status));
	check_file_is_removed();
}

/* mmtop continues a stopped editor, because there is no shell to continue
 * it. */
static void stopped_editor_is_continued(void **state)
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

/* Ctrl-C interrupts only the editor. */
static void ctrl_c_reaches_only_the_editor(void **state)
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
	/* Fails if another file is left. */
	return remove(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(editor_gets_a_hex_dump),
		cmocka_unit_test(hex_dump_equals_that_of_xxd),
		cmocka_unit_test(configured_command_gets_the_bytes),
		cmocka_unit_test(missing_editor_is_reported),
		cmocka_unit_test(signal_ends_the_editor_and_removes_its_file),
		cmocka_unit_test(stopped_editor_is_continued),
		cmocka_unit_test(ctrl_c_reaches_only_the_editor),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
