/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mappings of a session in the text format of memory_tracker. */
#include <config.h>

#include "sink-events.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../support/folder.h"
#include "sink/maptrace.h"

static char folder[] = "/tmp/mmtop-maptrace.XXXXXX";
static char path[64];

static int begin(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof path, "%s/trace", folder);
	return 0;
}

static int end(void **state)
{
	(void)state;
	return folder_remove(folder);
}

static struct maptrace *new_trace(void)
{
	struct event ev = event_at(EV_START);
	struct maptrace *m;

	assert_int_equal(maptrace_new(&m, path), 0);
	ev.u.start.page_size = 4096;
	maptrace_event(m, &ev);
	return m;
}

static void process(struct maptrace *m, pid_t pid, enum process_op op,
		    uint64_t gone)
{
	struct event ev = event_at(EV_PROCESS);

	ev.pid = pid;
	ev.u.process = (struct ev_process){ .op = op, .gone = gone };
	maptrace_event(m, &ev);
}

static void call(struct maptrace *m, pid_t pid, enum call_id id,
		 const uint64_t args[4], int64_t result, uint64_t error)
{
	struct event ev = event_at(EV_CALL);

	ev.pid = pid;
	ev.u.call = (struct ev_call){
		.abi = ABI_X86_64, .call = id, .phase = PHASE_WHOLE,
		.args = { args[0], args[1], args[2], args[3] },
		.result = result, .error = error,
	};
	maptrace_event(m, &ev);
}

#define ARGS(...) (const uint64_t[4]){ __VA_ARGS__ }

static void end_trace(struct maptrace *m)
{
	struct event ev = event_at(EV_END);

	maptrace_event(m, &ev);
	maptrace_free(m);
}

static void assert_file(const char *name, const char *want)
{
	char text[512];
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	ssize_t n = read(fd, text, sizeof text - 1);

	assert_true(fd >= 0 && n >= 0);
	text[n] = '\0';
	close(fd);
	assert_string_equal(text, want);
}

static void calls_are_written_in_whole_pages(void **state)
{
	struct maptrace *m = new_trace();

	(void)state;
	process(m, 7, PROCESS_LAUNCH, 0);
	/* 5,000 bytes are two pages. */
	call(m, 7, CALL_MMAP, ARGS(0, 5000), 0x10000, 0);
	call(m, 7, CALL_MMAP, ARGS(0, 1 << 30), -1, ENOMEM);
	call(m, 7, CALL_MREMAP, ARGS(0x10000, 8192, 12288, 1), 0x20000, 0);
	/* MREMAP_MAYMOVE | MREMAP_DONTUNMAP: the old range stays mapped. */
	call(m, 7, CALL_MREMAP, ARGS(0x20000, 12288, 12288, 5), 0x30000, 0);
	/* An old size of 0 makes a second mapping of shared pages. */
	call(m, 7, CALL_MREMAP, ARGS(0x30000, 0, 4096, 1), 0x40000, 0);
	call(m, 7, CALL_MUNMAP, ARGS(0x20000, 1), 0, 0);
	call(m, 7, CALL_BRK, ARGS(0x50000), 0x50000, 0);
	end_trace(m);
	assert_file(path,
		    "mmap(syscall): 0x10000 0x2000\n"
		    "munmap(syscall): 0x10000 0x2000\n"
		    "mmap(syscall): 0x20000 0x3000\n"
		    "mmap(syscall): 0x30000 0x3000\n"
		    "mmap(syscall): 0x40000 0x1000\n"
		    "munmap(syscall): 0x20000 0x1000\n");
}

static void every_process_has_a_file(void **state)
{
	struct maptrace *m = new_trace();
	char other[80];

	(void)state;
	process(m, 7, PROCESS_LAUNCH, 0);
	call(m, 7, CALL_MMAP, ARGS(0, 4096), 0x10000, 0);
	/* exec discards the mappings of the previous program. */
	process(m, 7, PROCESS_EXEC, 0);
	call(m, 7, CALL_MMAP, ARGS(0, 4096), 0x20000, 0);
	call(m, 9, CALL_MMAP, ARGS(0, 4096), 0x30000, 0);
	process(m, 9, PROCESS_EXIT, 0);
	call(m, 9, CALL_MUNMAP, ARGS(0x30000, 4096), 0, 0);
	process(m, 9, PROCESS_EXIT, 1);
	end_trace(m);
	assert_file(path, "mmap(syscall): 0x20000 0x1000\n");
	snprintf(other, sizeof other, "%s.9", path);
	assert_file(other, "mmap(syscall): 0x30000 0x1000\n"
			   "munmap(syscall): 0x30000 0x1000\n");
}

static void map_file(struct maptrace *m, pid_t pid, const char *file,
		     uint64_t prot, uint64_t ip, int64_t result)
{
	struct event ev = event_at(EV_CALL);

	ev.pid = pid;
	ev.u.call = (struct ev_call){
		.abi = ABI_X86_64, .call = CALL_MMAP, .phase = PHASE_WHOLE,
		.args = { 0, 4096, prot, 0 }, .result = result, .ip = ip,
		.path = { file, strlen(file) },
	};
	maptrace_event(m, &ev);
}

static void callers_have_library_and_address(void **state)
{
	struct maptrace *m = new_trace();
	struct event ev = event_at(EV_PROCESS);
	char other[80];

	(void)state;
	process(m, 7, PROCESS_LAUNCH, 0);
	map_file(m, 7, "/lib/libc.so.6", PROT_READ | PROT_EXEC, 0x900, 0x10000);
	map_file(m, 7, "/data", PROT_READ, 0x10010, 0x20000);
	map_file(m, 7, "", PROT_READ, 0x20010, 0x30000);
	/* A child has the code of its parent until it calls exec. */
	ev.pid = 7;
	ev.u.process = (struct ev_process){ .op = PROCESS_FORK, .child = 8,
					    .child_pid = 8 };
	maptrace_event(m, &ev);
	map_file(m, 7, "/a b", PROT_EXEC, 0x10010, 0x10000);
	map_file(m, 7, "", PROT_READ, 0x10010, 0x40000);
	map_file(m, 8, "", PROT_READ, 0x10010, 0x40000);
	/* The code of an attached process is unknown. */
	map_file(m, 9, "", PROT_READ, 0x10010, 0x50000);
	end_trace(m);
	assert_file(path,
		    "mmap(syscall): 0x10000 0x1000 (null) (null) 0x900\n"
		    "mmap(syscall): 0x20000 0x1000 /lib/libc.so.6 (null) 0x10010\n"
		    "mmap(syscall): 0x30000 0x1000 (null) (null) 0x20010\n"
		    "mmap(syscall): 0x10000 0x1000 /lib/libc.so.6 (null) 0x10010\n"
		    "mmap(syscall): 0x40000 0x1000 /a\\040b (null) 0x10010\n");
	snprintf(other, sizeof other, "%s.8", path);
	assert_file(other, "mmap(syscall): 0x40000 0x1000 /lib/libc.so.6 (null) 0x10010\n");
	assert_int_equal(unlink(other), 0);
	snprintf(other, sizeof other, "%s.9", path);
	assert_file(other, "mmap(syscall): 0x50000 0x1000\n");
	assert_int_equal(unlink(other), 0);
}

static int failures;

static void on_failed(void *arg, const char *name, int err)
{
	(void)arg;
	(void)name;
	assert_true(err > 0);
	failures++;
}

static void failures_are_reported_once(void **state)
{
	struct maptrace *m = new_trace();
	char other[80], fifo[80];

	(void)state;
	maptrace_on_failure(m, on_failed, NULL);
	assert_false(maptrace_failed(m));
	process(m, 7, PROCESS_LAUNCH, 0);
	/* A directory in place of the file for process 8. */
	snprintf(other, sizeof other, "%s.8", path);
	assert_int_equal(mkdir(other, 0700), 0);
	call(m, 8, CALL_MMAP, ARGS(0, 4096), 0x10000, 0);
	process(m, 8, PROCESS_EXIT, 1);
	assert_int_equal(failures, 1);
	assert_true(maptrace_failed(m));
	call(m, 7, CALL_MMAP, ARGS(0, 4096), 0x10000, 0);
	end_trace(m);
	assert_int_equal(failures, 1);

	assert_int_equal(maptrace_new(&m, "/nonexistent/x"), -ENOENT);
	assert_int_equal(maptrace_new(&m, "/dev/null"), -EINVAL);
	snprintf(fifo, sizeof fifo, "%s/fifo", folder);
	assert_int_equal(mkfifo(fifo, 0600), 0);
	assert_true(maptrace_new(&m, fifo) < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_are_written_in_whole_pages),
		cmocka_unit_test(every_process_has_a_file),
		cmocka_unit_test(callers_have_library_and_address),
		cmocka_unit_test(failures_are_reported_once),
	};

	return cmocka_run_group_tests_name("maptrace", tests, begin, end);
}
