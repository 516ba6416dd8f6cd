/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each reason for a refusal has a sentence of its own, which names the process
 * and says what to do. */
#include <config.h>

#include <errno.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/words/notes.h"
#include "app/words/refusal.h"
#include "base/str.h"
#include "event/event.h"
#include "ui/words/source.h"
#include "../../support/language.h"

static char *sentence(const struct refusal *r, struct str *out)
{
	str_clear(out);
	refusal_text(out, r, false);
	return out->data;
}

static void one_distinct_sentence_for_each_reason(void **state)
{
	struct str said[REFUSALS];

	(void)state;
	for (int why = REFUSED_NO_PROCESS; why < REFUSALS; why++) {
		struct refusal r = { .why = (enum refusal_why)why,
				     .pid = why == REFUSED_INIT ? 1 : 1944,
				     .other = 2310, .value = 1,
				     .err = EIO, .uid = 12345,
				     .name = "redis", .other_name = "gdb" };
		said[why] = (struct str)STR_INIT;
		sentence(&r, &said[why]);
		assert_non_null(strstr(said[why].data, why == REFUSED_INIT ?
				       " 1 (" : "1944"));
		assert_null(strchr(said[why].data, '\n'));
		for (int other = REFUSED_NO_PROCESS; other < why; other++)
			assert_string_not_equal(said[why].data,
						said[other].data);
	}
	for (int why = REFUSED_NO_PROCESS; why < REFUSALS; why++)
		str_release(&said[why]);
}

/*
 * Each sentence begins with what failed and on which process, and ends with
 * what to do, as a command to type, or says that nothing can be done.
 */
static void each_sentence_says_what_to_do(void **state)
{
	static const struct {
		struct refusal r;
		const char *what_to_do;
	} cases[] = {
		{ { .why = REFUSED_NO_PROCESS }, "'ps -e' lists" },
		{ { .why = REFUSED_NO_PROC }, "mount -t proc proc /proc" },
		{ { .why = REFUSED_HIDDEN }, "hidepid" },
		{ { .why = REFUSED_HIDDEN }, "Try: sudo mmtop -p 1944" },
		{ { .why = REFUSED_SELF }, "Watch it with another" },
		{ { .why = REFUSED_INIT }, "--force" },
		{ { .why = REFUSED_OWN_CHAIN }, "override with --force" },
		{ { .why = REFUSED_OWN_TRACER }, "Use an mmtop that" },
		{ { .why = REFUSED_KTHREAD }, "has no memory of its own" },
		{ { .why = REFUSED_ZOMBIE }, "it is a zombie" },
		{ { .why = REFUSED_TRACED, .other = 2310,
		    .other_name = "gdb" }, "Quit gdb, or watch with -p 2310" },
		{ { .why = REFUSED_TRACED, .other = 2310,
		    .other_name = "mmtop-engine" }, "Quit that first" },
		{ { .why = REFUSED_TRACED, .other = 2310,
		    .other_name = "mmtop-keeper" }, "--no-filter" },
		{ { .why = REFUSED_TRACED, .other = 2310 },
		  "Quit it, or watch with -p 2310" },
		{ { .why = REFUSED_TRACED, .other_name = "gdb" },
		  "Quit gdb first" },
		{ { .why = REFUSED_TRACED }, "Quit it first" },
		{ { .why = REFUSED_OTHER_USER, .uid = 12345 },
		  "belongs to user 12345. Try: sudo mmtop -p 1944" },
		{ { .why = REFUSED_NOT_DUMPABLE }, "sudo mmtop -p 1944" },
		{ { .why = REFUSED_YAMA, .value = 1 },
		  "sudo sysctl kernel.yama.ptrace_scope=0" },
		{ { .why = REFUSED_YAMA, .value = 2 }, "sudo mmtop -p 1944" },
		{ { .why = REFUSED_YAMA, .value = 3 }, "until the next boot" },
		{ { .why = REFUSED_YAMA }, "ptrace_scope=0" },
		{ { .why = REFUSED_ERRNO, .err = EPERM }, "CAP_SYS_PTRACE" },
		{ { .why = REFUSED_ERRNO, .err = EACCES }, "SELinux" },
		{ { .why = REFUSED_ERRNO, .err = EIO }, "Input/output error" },
		{ { .why = REFUSED_ERRNO, .err = EMFILE }, "ulimit -n" },
		{ { .why = REFUSED_ERRNO, .err = ENFILE }, "fs.file-max" },
		{ { .why = REFUSED_ERRNO, .err = ENOMEM }, "memory.max" },
		{ { .why = REFUSED_ERRNO, .err = EAGAIN }, "Try again" },
		{ { .why = REFUSED_ERRNO, .err = ENOSYS }, "seccomp filter" },
		{ { .why = REFUSED_SECCOMP }, "seccomp=unconfined" },
		{ { .why = REFUSED_USER_NS }, "outside of this one" },
		{ { .why = REFUSED_CAPABILITY }, "--cap-add=SYS_PTRACE" },
		{ { .why = REFUSED_LSM, .other_name = "docker-default" },
		  "docker-default, and the policy" },
	};
	bool seen[REFUSALS] = { [REFUSED_NOT] = true };
	struct str s = STR_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct refusal r = cases[i].r;
		r.pid = r.why == REFUSED_INIT ? 1 : 1944;
		sentence(&r, &s);
		assert_ptr_equal(strstr(s.data, r.why == REFUSED_INIT ?
					"Refusing to attach to 1 " :
					"Cannot attach to 1944:"), s.data);
		if (!strstr(s.data, cases[i].what_to_do))
			fail_msg("\"%s\" does not say \"%s\"", s.data,
				 cases[i].what_to_do);
		assert_int_equal(s.data[s.len - 1] == ' ', 0);
		seen[r.why] = true;
	}
	for (int why = 0; why < REFUSALS; why++)
		if (!seen[why])
			fail_msg("reason %d is not in the table", why);
	str_release(&s);
}

/* With a user name the sentence has the name, otherwise the number. */
static void other_user_is_named(void **state)
{
	static const struct { const char *user, *said; } cases[] = {
		{ "ada", "belongs to ada." },
		{ "a\033d", "belongs to a" },
		{ "12345", "belongs to user 12345." },
		{ NULL, "belongs to user 12345." },
	};
	const struct refusal r = { .why = REFUSED_OTHER_USER, .pid = 1944,
				   .uid = 12345 };
	struct str s = STR_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		str_clear(&s);
		refusal_text_of(&s, &r, cases[i].user, false);
		assert_non_null(strstr(s.data, cases[i].said));
		assert_null(strchr(s.data, '\033'));
	}
	str_release(&s);
}

static void sources_say_what_to_do(void **state)
{
	static const struct {
		enum source_why why;
		int64_t value;
		const char *what_to_do, *in_log;
	} cases[] = {
		{ WHY_OPTION, 0, "--no-perf", "--no-perf" },
		{ WHY_NO_KERNEL, ENOENT, "CONFIG_PERF_EVENTS", "(ENOENT)" },
		{ WHY_PARANOID, 3, "kernel.perf_event_paranoid is 3. Run mmtop "
		  "with sudo, or: sudo sysctl kernel.perf_event_paranoid=2",
		  "paranoid is 3" },
		{ WHY_SECCOMP, EACCES, "(Permission denied): by a container",
		  "(EACCES)" },
		{ WHY_MLOCK, 516, "sudo sysctl kernel.perf_event_mlock_kb=1032",
		  "516K" },
		{ WHY_MLOCK, -1, "no memory for rings", "no memory" },
		{ WHY_USER_ONLY, 2, "sudo sysctl kernel.perf_event_paranoid=1",
		  "paranoid is 2" },
		{ WHY_DESCRIPTORS, 256, "ulimit -n", "256" },
		{ WHY_UNASKED, 0, "--ftrace", "--ftrace" },
		{ WHY_NO_TRACEFS, 0, "CONFIG_FTRACE", "no tracefs" },
		{ WHY_NOT_MOUNTED, 0, "sudo mount -t tracefs tracefs "
		  "/sys/kernel/tracing", "not mounted" },
		{ WHY_ROOT, EACCES, "sudo mmtop --ftrace", "needs root" },
		{ WHY_PID_NAMESPACE, 0, "Run mmtop outside", "container" },
		{ WHY_NO_EVENTS, 0, "CONFIG_FTRACE_SYSCALLS", "no system calls" },
		{ WHY_TRACEFS_REFUSED, EROFS, "(Read-only file system)",
		  "(EROFS)" },
		{ WHY_NO_LIBTRACEFS, 0, "libtracefs is missing", "libtracefs" },
		{ WHY_RESOURCES, EMFILE, "Too many open files. Raise the limit "
		  "of open files: ulimit -n", "EMFILE" },
		{ WHY_SWITCHED_OFF, 0, "turned it off", "turned it off" },
	};
	bool seen[WHYS] = { [WHY_NONE] = true };
	struct str s = STR_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		str_clear(&s);
		source_why_words(&s, cases[i].why, cases[i].value);
		assert_non_null(strstr(s.data, cases[i].what_to_do));
		str_clear(&s);
		source_why_log(&s, cases[i].why, cases[i].value);
		assert_non_null(strstr(s.data, cases[i].in_log));
		seen[cases[i].why] = true;
	}
	for (int why = 0; why < WHYS; why++)
		if (!seen[why])
			fail_msg("reason %d is not in the table", why);
	str_release(&s);
}

/* The log is in English in every language of the screen. */
static void logs_are_not_translated(void **state)
{
	struct str words = STR_INIT, log = STR_INIT;

	(void)state;
	for (const char *const *list = languages(); *list; list++) {
		assert_true(language_speak(*list));
		str_clear(&words);
		source_why_words(&words, WHY_MLOCK, 516);
		str_clear(&log);
		source_why_log(&log, WHY_MLOCK, 516);
		assert_null(strstr(words.data, "no memory"));
		assert_non_null(strstr(log.data, "no memory"));
	}
	language_speak(NULL);
	str_release(&words);
	str_release(&log);
}

/* Quitting a keeper would end the program. */
static void advice_is_not_to_quit_a_keeper(void **state)
{
	struct refusal r = { .why = REFUSED_TRACED, .pid = 1944,
			     .other = 2310, .other_name = "mmtop-keeper" };
	struct str s = STR_INIT;

	(void)state;
	assert_non_null(strstr(sentence(&r, &s), "1944: mmtop-keeper 2310 "));
	assert_null(strstr(s.data, "Quit"));
	snprintf(r.other_name, sizeof r.other_name, "mmtop-engine");
	assert_non_null(strstr(sentence(&r, &s), "another mmtop traces it "
			       "(process 2310). Quit that"));
	str_release(&s);
}

static void tracer_is_named(void **state)
{
	struct refusal r = { .why = REFUSED_TRACED, .pid = 1944,
			     .other = 2310, .other_name = "gdb" };
	struct str s = STR_INIT;

	(void)state;
	assert_string_equal(sentence(&r, &s),
			    "Cannot attach to 1944: gdb 2310 traces it. Quit "
			    "gdb, or watch with -p 2310.");
	r.other_name[0] = '\0';
	assert_non_null(strstr(sentence(&r, &s), "2310 traces it"));
	r.other = 0;
	assert_non_null(strstr(sentence(&r, &s), "another program traces it"));
	str_release(&s);
}

static void yama_quotes_the_sysctl_and_the_command(void **state)
{
	struct refusal r = { .why = REFUSED_YAMA, .pid = 77 };
	struct str s = STR_INIT;
	char quoted[64];

	(void)state;
	for (r.value = 1; r.value <= 3; r.value++) {
		snprintf(quoted, sizeof quoted,
			 "kernel.yama.ptrace_scope = %d", r.value);
		assert_non_null(strstr(sentence(&r, &s), quoted));
		if (r.value < 3)
			assert_non_null(strstr(s.data, "sudo mmtop -p 77"));
		else
			assert_null(strstr(s.data, "sudo"));
	}
	str_release(&s);
}

static void yama_can_forbid_launching(void **state)
{
	struct refusal r = { .why = REFUSED_YAMA, .pid = 77, .value = 2 };
	struct str s = STR_INIT;

	(void)state;
	assert_int_equal(start_failure(&s, "./x", &r, NULL, false), 125);
	assert_string_equal(s.data, "Cannot trace ./x: "
			    "kernel.yama.ptrace_scope = 2 lets only an "
			    "administrator trace. Try: sudo mmtop ./x");
	str_clear(&s);
	r.value = 3;
	assert_int_equal(start_failure(&s, "./x", &r, NULL, false), 125);
	assert_non_null(strstr(s.data, "kernel.yama.ptrace_scope = 3"));
	assert_null(strstr(s.data, "sudo"));
	str_release(&s);
}

static void hostile_names_are_escaped(void **state)
{
	struct refusal r = { .why = REFUSED_TRACED, .pid = 5, .other = 6,
			     .other_name = "\033[2J\n" };
	struct str s = STR_INIT;

	(void)state;
	sentence(&r, &s);
	assert_null(strchr(s.data, '\033'));
	assert_null(strchr(s.data, '\n'));
	str_release(&s);
}

static void failed_launch_has_its_exit_status(void **state)
{
	static const struct { int err, status; } cases[] = {
		{ ENOENT, 127 }, { ENOTDIR, 127 }, { EACCES, 126 },
		{ ENOEXEC, 126 }, { EISDIR, 126 }, { E2BIG, 126 },
		{ ENOMEM, 125 }, { EPERM, 125 }, { EAGAIN, 125 },
	};
	struct str s = STR_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct err err = { .code = cases[i].err, .what = "exec" };
		str_clear(&s);
		assert_int_equal(launch_failure(&s, "/x/prog", &err, false),
				 cases[i].status);
		assert_non_null(strstr(s.data, "/x/prog"));
	}
	struct err err = { .code = ENOENT };
	str_clear(&s);
	launch_failure(&s, "prog", &err, false);
	assert_non_null(strstr(s.data, "./prog"));
	str_release(&s);
}

static void attach_note_and_refusal_are_equal(void **state)
{
	const struct ev_note n = { .id = NOTE_ATTACH_FAILED, .a = 1944,
				   .b = REFUSED_TRACED,
				   .text = bytes_of("gdb 2310") };
	struct str s = STR_INIT;

	(void)state;
	assert_true(note_sentence(&s, &n, NULL, false));
	assert_string_equal(s.data,
			    "Cannot attach to 1944: gdb 2310 traces it. Quit "
			    "gdb, or watch with -p 2310.");
	str_release(&s);
}

static void every_note_has_a_sentence(void **state)
{
	struct str s = STR_INIT;

	(void)state;
	for (int id = 0; id < NOTES; id++) {
		const struct ev_note n = { .id = (uint64_t)id, .a = 1944,
					   .b = id == NOTE_NO_HEAP ?
						NO_HEAP_LOADER : REFUSED_YAMA };
		str_clear(&s);
		/* This note is for logs only. */
		if (id == NOTE_REPAIRED) {
			assert_false(note_sentence(&s, &n, NULL, false));
			continue;
		}
		assert_true(note_sentence(&s, &n, NULL, false));
		/* These notes concern no process. */
		assert_true(id == NOTE_LOG_FAILED ||
			    id == NOTE_NO_FILTER ||
			    id == NOTE_CAPTURE_FILTER ||
			    id == NOTE_CAPTURE_FAILED ||
			    id == NOTE_CAPTURE_SLOW ||
			    id == NOTE_RING_OFF ||
			    strstr(s.data, "1944") != NULL);
	}
	const struct ev_note unknown = { .id = NOTES };
	assert_false(note_sentence(&s, &unknown, NULL, false));
	str_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_distinct_sentence_for_each_reason),
		cmocka_unit_test(each_sentence_says_what_to_do),
		cmocka_unit_test(other_user_is_named),
		cmocka_unit_test(sources_say_what_to_do),
		cmocka_unit_test(logs_are_not_translated),
		cmocka_unit_test(advice_is_not_to_quit_a_keeper),
		cmocka_unit_test(tracer_is_named),
		cmocka_unit_test(yama_quotes_the_sysctl_and_the_command),
		cmocka_unit_test(yama_can_forbid_launching),
		cmocka_unit_test(hostile_names_are_escaped),
		cmocka_unit_test(failed_launch_has_its_exit_status),
		cmocka_unit_test(attach_note_and_refusal_are_equal),
		cmocka_unit_test(every_note_has_a_sentence),
	};

	setlocale(LC_ALL, "");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
