/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program's terminal as a source: always read, sent again after a loss, and
 * left to another reader during a relay.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "source/source.h"
#include "source/target.h"
#include "sys/loop.h"
#include "../../support/slow.h"

#define ROWS 5
#define COLS 20

struct terminal {
	int master, slave;
	struct loop *loop;
	struct target target;
	struct source_host host;
	void *src;
	unsigned told[ROWS];		/* events per row */
	char text[ROWS][COLS + 1];
};

static void on_event(void *arg, const struct event *ev)
{
	struct terminal *t = arg;
	const struct ev_output *o = &ev->u.output;
	const struct output_cell *cells = o->cells.data;
	size_t n = o->cells.len / sizeof *cells;

	assert_int_equal(ev->kind, EV_OUTPUT);
	assert_true(o->row < ROWS);
	if (!n)
		return;
	t->told[o->row]++;
	memset(t->text[o->row], 0, COLS + 1);
	for (size_t i = 0; i < n && i < COLS; i++)
		t->text[o->row][i] = cells[i].chars[0] > ' '
			? (char)cells[i].chars[0] : ' ';
}

static void terminal_init(struct terminal *t)
{
	const struct winsize ws = { .ws_row = ROWS, .ws_col = COLS };
	struct termios raw;
	struct err err;

	memset(t, 0, sizeof *t);
	assert_int_equal(openpty(&t->master, &t->slave, NULL, NULL, &ws), 0);
	assert_int_equal(tcgetattr(t->slave, &raw), 0);
	cfmakeraw(&raw);
	assert_int_equal(tcsetattr(t->slave, TCSANOW, &raw), 0);
	t->loop = loop_new();
	t->target.pty_master = t->master;
	t->host = (struct source_host){
		.loop = t->loop, .target = &t->target,
		.emit = on_event, .emit_arg = t, .start_ns = clock_ns(),
	};
	assert_int_equal(output_source.open(&t->src, &t->host, &err), 0);
}

static void terminal_release(struct terminal *t)
{
	output_source.close(t->src);
	loop_free(t->loop);
	close(t->master);
	if (t->slave >= 0)
		close(t->slave);
}

static void write_text(struct terminal *t, const char *s)
{
	assert_int_equal(write(t->slave, s, strlen(s)), (int)strlen(s));
}

static void run_once(struct terminal *t)
{
	bool more = output_source.drain(t->src, 2000000);

	loop_turn(t->loop, more ? 0 : 10000000);
}

static void send_request(struct terminal *t, enum request_op op, uint64_t a)
{
	const struct request req = { .op = op, .a = a };

	assert_int_equal(output_source.request(t->src, &req), 0);
}

/* Runs until the row starts with this text. */
static void wait_row(struct terminal *t, int row, const char *text)
{
	uint64_t until = clock_ns() + DEADLINE_NS;

	while (strncmp(t->text[row], text, strlen(text)) != 0) {
		if (clock_ns() > until)
			fail_msg("timeout: row %d is \"%s\"", row,
				 t->text[row]);
		run_once(t);
	}
}

static void test_snapshot_sends_all_rows_once(void **state)
{
	struct terminal t;
	unsigned before[ROWS];

	(void)state;
	terminal_init(&t);
	write_text(&t, "one\r\ntwo");
	wait_row(&t, 0, "one");
	wait_row(&t, 1, "two");
	memcpy(before, t.told, sizeof before);
	memset(t.text, 0, sizeof t.text);
	send_request(&t, REQ_SNAPSHOT, 0);
	wait_row(&t, 0, "one");
	wait_row(&t, 1, "two");
	for (int i = 0; i < ROWS; i++)
		assert_int_equal(t.told[i], before[i] + 1);
	/* Sent again only once. */
	write_text(&t, "!");
	wait_row(&t, 1, "two!");
	assert_int_equal(t.told[0], before[0] + 1);
	terminal_release(&t);
}

static void test_relay_leaves_output_to_another_reader(void **state)
{
	struct pollfd p;
	struct terminal t;
	char buf[64] = "";

	(void)state;
	terminal_init(&t);
	write_text(&t, "mine");
	wait_row(&t, 0, "mine");
	send_request(&t, REQ_RELAY, 1);
	write_text(&t, "yours");
	for (int i = 0; i < 20; i++)
		run_once(&t);
	p = (struct pollfd){ .fd = t.master, .events = POLLIN };
	assert_int_equal(poll(&p, 1, DEADLINE_MS), 1);
	assert_int_equal(read(t.master, buf, sizeof buf - 1), 5);
	assert_string_equal(buf, "yours");
	assert_int_equal(strncmp(t.text[0], "mine ", 5), 0);
	/* A repeated request is harmless. */
	send_request(&t, REQ_RELAY, 1);
	send_request(&t, REQ_RELAY, 0);
	write_text(&t, "\rmine again");
	wait_row(&t, 0, "mine again");
	/* No process has it open any more: neither direction waits for an
	 * end. */
	close(t.slave);
	t.slave = -1;
	for (int i = 0; i < 5; i++)
		run_once(&t);
	send_request(&t, REQ_RELAY, 1);
	run_once(&t);
	send_request(&t, REQ_RELAY, 0);
	for (int i = 0; i < 5; i++)
		run_once(&t);
	assert_false(output_source.drain(t.src, 2000000));
	terminal_release(&t);
}

/* The program never waits for mmtop, whether or not its output is shown. */
static void test_output_is_always_read(void **state)
{
	uint64_t until = clock_ns() + DEADLINE_NS;
	struct terminal t;
	int status;
	pid_t pid;

	(void)state;
	terminal_init(&t);
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (int i = 0; i < 20000; i++)
			if (write(t.slave, "0123456789012345678\n", 20) != 20)
				_exit(1);
		_exit(0);
	}
	while (waitpid(pid, &status, WNOHANG) == 0) {
		assert_true(clock_ns() < until);
		run_once(&t);
	}
	assert_int_equal(status, 0);
	terminal_release(&t);
}

static struct event process_event(pid_t pid, enum process_op op)
{
	return (struct event){ .kind = EV_PROCESS, .pid = pid,
			       .u.process.op = op };
}

/* The screen gets a program's last output before the event of its end.  Its
 * other processes end without such a wait. */
static void test_last_words_come_before_the_end(void **state)
{
	const struct event launch = process_event(70, PROCESS_LAUNCH);
	const struct event other = process_event(71, PROCESS_EXIT);
	const struct event end = process_event(70, PROCESS_EXIT);
	struct terminal t;

	(void)state;
	terminal_init(&t);
	output_source.event(t.src, &launch);
	write_text(&t, "one");
	wait_row(&t, 0, "one");
	write_text(&t, "\r\nlast words");
	output_source.flush(t.src, NULL);
	output_source.flush(t.src, &other);
	assert_int_equal(t.told[1], 1);
	assert_false(output_source.note(t.src, &(struct fact){
			.kind = FACT_ENDING, .task.pid = 70 }));
	assert_int_equal(strncmp(t.text[1], "last words ", 11), 0);
	write_text(&t, "\r\nvery last");
	output_source.flush(t.src, &end);
	assert_int_equal(strncmp(t.text[2], "very last ", 10), 0);
	send_request(&t, REQ_RELAY, 1);
	output_source.flush(t.src, &end);
	terminal_release(&t);
}

static void test_requests_without_terminal_are_harmless(void **state)
{
	static const struct request reqs[] = {
		{ .op = REQ_SNAPSHOT }, { .op = REQ_RELAY, .a = 1 },
		{ .op = REQ_INPUT, .a = 3, .text = "abc" },
		{ .op = REQ_OUTPUT_SIZE, .a = 5, .b = 5 },
	};
	struct target target = { .pty_master = -1 };
	struct source_host host = { .target = &target };
	void *src;
	struct err err;

	(void)state;
	assert_int_equal(output_source.open(&src, &host, &err), 0);
	for (size_t i = 0; i < sizeof reqs / sizeof *reqs; i++)
		assert_int_equal(output_source.request(src, &reqs[i]), 0);
	assert_int_equal(output_source.request(src, &(struct request){
				 .op = REQ_KILL }), -ENOTSUP);
	assert_false(output_source.drain(src, 1000));
	output_source.close(src);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_snapshot_sends_all_rows_once),
		cmocka_unit_test(test_relay_leaves_output_to_another_reader),
		cmocka_unit_test(test_output_is_always_read),
		cmocka_unit_test(test_last_words_come_before_the_end),
		cmocka_unit_test(test_requests_without_terminal_are_harmless),
	};

	return cmocka_run_group_tests_name("output", tests, NULL, NULL);
}
