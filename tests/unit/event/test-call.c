/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * System calls by number and as text. The expected long forms are the output of
 * strace 6.1 for the same calls.
 */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/str.h"
#include "base/text.h"
#include "event/call.h"

#define ADDR UINT64_C(0x7f46c23f2000)

struct row {
	struct ev_call ev;
	const char *full, *brief;
};

static void check(const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct str out = STR_INIT;

		call_text(&out, &rows[i].ev, false);
		assert_string_equal(out.data, rows[i].full);
		str_clear(&out);
		call_text(&out, &rows[i].ev, true);
		assert_string_equal(out.data, rows[i].brief);
		str_release(&out);
	}
}

/* CALL: a memory call by its id; call_text() does not need `nr` for it. */
#define CALL(id, ...) .ev = { .call = CALL_##id, .args = { __VA_ARGS__ }
#define GIVES(value) , .result = (int64_t)(value) }
#define FAILS(err) , .result = -1, .error = (err) }
#define OF(s) , .path = { s, sizeof s - 1 }
#define CHECK(...) \
	do { \
		const struct row rows[] = { __VA_ARGS__ }; \
		check(rows, sizeof rows / sizeof *rows); \
	} while (0)

static void mmap_has_the_text_of_strace(void **state)
{
	(void)state;
	CHECK({ CALL(MMAP, 0, 8192, 3, 0x22, UINT64_MAX, 0) GIVES(0x7f12a000),
		"mmap(NULL, 8192, PROT_READ|PROT_WRITE, "
		"MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f12a000",
		"mmap(NULL, 8.00K, rw-, private anon) = 0x7f12a000" },
	      { CALL(MMAP, 0, 1 << 20, 5, 0x802, 3, 0x2000)
		OF("/usr/lib/libfoo.so") GIVES(ADDR),
		"mmap(NULL, 1048576, PROT_READ|PROT_EXEC, "
		"MAP_PRIVATE|MAP_DENYWRITE, 3</usr/lib/libfoo.so>, 0x2000)"
		" = 0x7f46c23f2000",
		"mmap(NULL, 1.00M, r-x, private, libfoo.so, 0x2000)"
		" = 0x7f46c23f2000" },
	      { CALL(MMAP, 0x10000000, 4096, 0x1000043, 0x180003, 3, 0x2000)
		FAILS(EOPNOTSUPP),
		"mmap(0x10000000, 4096, PROT_READ|PROT_WRITE|PROT_GROWSDOWN|"
		"0x40, MAP_SHARED_VALIDATE|MAP_SYNC|MAP_FIXED_NOREPLACE, 3, "
		"0x2000) = -1 EOPNOTSUPP (Operation not supported)",
		"mmap(0x10000000, 4.00K, rw- growsdown 0x40, "
		"shared sync fixed-noreplace, 3, 0x2000) = -1 EOPNOTSUPP" },
	      { CALL(MMAP, 0, 1 << 21, 3, 0x54040022, UINT64_MAX, 0)
		FAILS(ENOMEM),
		"mmap(NULL, 2097152, PROT_READ|PROT_WRITE, MAP_PRIVATE|"
		"MAP_ANONYMOUS|MAP_HUGETLB|21<<MAP_HUGE_SHIFT, -1, 0) = -1 "
		"ENOMEM (Cannot allocate memory)",
		"mmap(NULL, 2.00M, rw-, private anon hugetlb 2.00M)"
		" = -1 ENOMEM" },
	      { CALL(MMAP, 0, UINT64_MAX, 0, 0, 0xfffffffe, 5) FAILS(EINVAL),
		"mmap(NULL, 18446744073709551615, PROT_NONE, MAP_FILE, -2, "
		"0x5) = -1 EINVAL (Invalid argument)",
		"mmap(NULL, 16.0E, ---, file, -2, 0x5) = -1 EINVAL" });
}

/* The brief form is that of the pane Calls. */
static void brief_form_has_sizes_and_short_flags(void **state)
{
	(void)state;
	CHECK({ CALL(BRK, 0x55d0d04e2000) GIVES(0x55d0d04e2000),
		"brk(0x55d0d04e2000) = 0x55d0d04e2000",
		"brk(0x55d0d04e2000) = 0x55d0d04e2000" },
	      { CALL(MADVISE, 0x7f1c4c800000, 2 << 20, 4) GIVES(0),
		"madvise(0x7f1c4c800000, 2097152, MADV_DONTNEED) = 0",
		"madvise(0x7f1c4c800000, 2.00M, DONTNEED) = 0" },
	      { CALL(MADVISE, 0x7f6b1c02f000, 65536, 8) FAILS(EINVAL),
		"madvise(0x7f6b1c02f000, 65536, MADV_FREE) = -1 EINVAL "
		"(Invalid argument)",
		"madvise(0x7f6b1c02f000, 64.0K, FREE) = -1 EINVAL" },
	      { CALL(MUNMAP, 0x7f1c8d700000, 1 << 20) GIVES(0),
		"munmap(0x7f1c8d700000, 1048576) = 0",
		"munmap(0x7f1c8d700000, 1.00M) = 0" });
}

static void calls_on_ranges_have_the_text_of_strace(void **state)
{
	(void)state;
	CHECK({ CALL(BRK, 0) GIVES(0x55640ff14000),
		"brk(NULL) = 0x55640ff14000", "brk(NULL) = 0x55640ff14000" },
	      { CALL(MPROTECT, ADDR, 4096, 0x200000f) FAILS(EINVAL),
		"mprotect(0x7f46c23f2000, 4096, PROT_READ|PROT_WRITE|"
		"PROT_EXEC|PROT_SEM|PROT_GROWSUP) = -1 EINVAL "
		"(Invalid argument)",
		"mprotect(0x7f46c23f2000, 4.00K, rwx sem growsup) = -1 EINVAL" },
	      { CALL(MPROTECT, ADDR, 4096, 0x10) FAILS(EINVAL),
		"mprotect(0x7f46c23f2000, 4096, 0x10 /* PROT_??? */) = -1 "
		"EINVAL (Invalid argument)",
		"mprotect(0x7f46c23f2000, 4.00K, --- 0x10) = -1 EINVAL" },
	      { CALL(PKEY_MPROTECT, ADDR, 4096, 3, UINT64_MAX) GIVES(0),
		"pkey_mprotect(0x7f46c23f2000, 4096, PROT_READ|PROT_WRITE, "
		"-1) = 0",
		"pkey_mprotect(0x7f46c23f2000, 4.00K, rw-, -1) = 0" },
	      /* The kernel takes an int and ignores the upper 32 bits. */
	      { CALL(MADVISE, ADDR, 0, 0xabc00000005) FAILS(EINVAL),
		"madvise(0x7f46c23f2000, 0, 0x5 /* MADV_??? */) = -1 EINVAL "
		"(Invalid argument)",
		"madvise(0x7f46c23f2000, 0, 0x5) = -1 EINVAL" },
	      { CALL(MREMAP, ADDR, 1 << 20, 2 << 20, 1, 77) GIVES(ADDR),
		"mremap(0x7f46c23f2000, 1048576, 2097152, MREMAP_MAYMOVE) = "
		"0x7f46c23f2000",
		"mremap(0x7f46c23f2000, 1.00M, 2.00M, MAYMOVE) = "
		"0x7f46c23f2000" },
	      { CALL(MREMAP, 1, 4096, 8192, 3, 0x1000) FAILS(EINVAL),
		"mremap(0x1, 4096, 8192, MREMAP_MAYMOVE|MREMAP_FIXED, 0x1000)"
		" = -1 EINVAL (Invalid argument)",
		"mremap(0x1, 4.00K, 8.00K, MAYMOVE|FIXED, 0x1000) = -1 "
		"EINVAL" },
	      { CALL(MLOCKALL, 0x47) FAILS(EINVAL),
		"mlockall(MCL_CURRENT|MCL_FUTURE|MCL_ONFAULT|0x40) = -1 "
		"EINVAL (Invalid argument)",
		"mlockall(CURRENT|FUTURE|ONFAULT|0x40) = -1 EINVAL" },
	      { CALL(MUNLOCKALL, 1, 2, 3) GIVES(0), "munlockall() = 0",
		"munlockall() = 0" },
	      { CALL(MLOCK2, ADDR, 4096, 0) GIVES(0),
		"mlock2(0x7f46c23f2000, 4096, 0) = 0",
		"mlock2(0x7f46c23f2000, 4.00K, 0) = 0" },
	      { CALL(MSYNC, ADDR, 4096, 7) FAILS(EINVAL),
		"msync(0x7f46c23f2000, 4096, MS_SYNC|MS_ASYNC|MS_INVALIDATE)"
		" = -1 EINVAL (Invalid argument)",
		"msync(0x7f46c23f2000, 4.00K, SYNC|ASYNC|INVALIDATE) = -1 "
		"EINVAL" },
	      { CALL(MSEAL, ADDR, 4096, 0) GIVES(0),
		"mseal(0x7f46c23f2000, 4096, 0) = 0",
		"mseal(0x7f46c23f2000, 4.00K, 0) = 0" });
}

static void numa_and_shm_have_the_text_of_strace(void **state)
{
	(void)state;
	CHECK({ CALL(MBIND, ADDR, 4096, 0x8003, ADDR, 1, 1) FAILS(EINVAL),
		"mbind(0x7f46c23f2000, 4096, MPOL_INTERLEAVE|"
		"MPOL_F_STATIC_NODES, 0x7f46c23f2000, 1, MPOL_MF_STRICT) = -1 "
		"EINVAL (Invalid argument)",
		"mbind(0x7f46c23f2000, 4.00K, INTERLEAVE|STATIC_NODES, "
		"0x7f46c23f2000, 1, STRICT) = -1 EINVAL" },
	      { CALL(MBIND, ADDR, 4096, 99, 0, 1, 8) FAILS(EINVAL),
		"mbind(0x7f46c23f2000, 4096, 0x63 /* MPOL_??? */, NULL, 1, "
		"0x8 /* MPOL_??? */) = -1 EINVAL (Invalid argument)",
		"mbind(0x7f46c23f2000, 4.00K, 0x63, NULL, 1, 0x8) = -1 EINVAL" },
	      { CALL(SHMGET, 0, 4096, 01600) GIVES(6),
		"shmget(IPC_PRIVATE, 4096, IPC_CREAT|0600) = 6",
		"shmget(PRIVATE, 4.00K, CREAT|0600) = 6" },
	      { CALL(SHMGET, 0x1234, 4096, 0x54000a00) GIVES(7),
		"shmget(0x1234, 4096, IPC_CREAT|SHM_HUGETLB|"
		"21<<SHM_HUGE_SHIFT|000) = 7",
		"shmget(0x1234, 4.00K, CREAT|HUGETLB|2.00M|000) = 7" },
	      { CALL(SHMAT, 8, 1, 0170000) FAILS(EINVAL),
		"shmat(8, 0x1, SHM_RDONLY|SHM_RND|SHM_REMAP|SHM_EXEC) = -1 "
		"EINVAL (Invalid argument)",
		"shmat(8, 0x1, RDONLY|RND|REMAP|EXEC) = -1 EINVAL" },
	      { CALL(SHMCTL, 8, 0x100, 0) GIVES(0),
		"shmctl(8, IPC_64|IPC_RMID, NULL) = 0",
		"shmctl(8, IPC_RMID, NULL) = 0" },
	      { CALL(SHMDT, ADDR) GIVES(0), "shmdt(0x7f46c23f2000) = 0",
		"shmdt(0x7f46c23f2000) = 0" });
}

/* The target chooses the name: it cannot end the quotes or the line. */
static void hostile_names_are_escaped(void **state)
{
	(void)state;
	CHECK({ CALL(MEMFD_CREATE, ADDR, 1) OF("he\"l\\lo\n\033\xff\xc3\xa9")
		GIVES(4),
		"memfd_create(\"he\\\"l\\\\lo\\n\\x1b\\xffé\", MFD_CLOEXEC)"
		" = 4",
		"memfd_create(\"he\\\"l\\\\lo\\n\\x1b\\xffé\", CLOEXEC) = 4" },
	      { CALL(MEMFD_CREATE, ADDR, 0x78000004) OF("x") GIVES(6),
		"memfd_create(\"x\", MFD_HUGETLB|30<<MFD_HUGE_SHIFT) = 6",
		"memfd_create(\"x\", HUGETLB|1.00G) = 6" },
	      { CALL(MMAP, 0, 4096, 1, 2, 3, 0) OF("/a>, 0) = 0\t/\033[2Jb")
		GIVES(ADDR),
		"mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 3</a\\x3e, 0) = "
		"0\\t/\\x1b[2Jb>, 0) = 0x7f46c23f2000",
		"mmap(NULL, 4.00K, r--, private, \\x1b[2Jb, 0) = "
		"0x7f46c23f2000" },
	      { CALL(EXECVE, ADDR, 1, 2) OF("/bin/true") GIVES(0),
		"execve(\"/bin/true\", 0x1, 0x2) = 0",
		"execve(\"/bin/true\") = 0" },
	      { CALL(EXECVEAT, -100, ADDR, 0, 0, 0x1100) OF("x") FAILS(ENOENT),
		"execveat(AT_FDCWD, \"x\", NULL, NULL, "
		"AT_SYMLINK_NOFOLLOW|AT_EMPTY_PATH) = -1 ENOENT "
		"(No such file or directory)",
		"execveat(AT_FDCWD, \"x\") = -1 ENOENT" },
	      { CALL(MEMFD_CREATE, ADDR, 0) FAILS(EFAULT),
		"memfd_create(0x7f46c23f2000, 0) = -1 EFAULT (Bad address)",
		"memfd_create(0x7f46c23f2000, 0) = -1 EFAULT" },
	      { CALL(MEMFD_SECRET, 02000000) GIVES(9),
		"memfd_secret(O_CLOEXEC) = 9", "memfd_secret(CLOEXEC) = 9" },
	      { CALL(USERFAULTFD, 0x80801) GIVES(11),
		"userfaultfd(UFFD_USER_MODE_ONLY|O_NONBLOCK|O_CLOEXEC) = 11",
		"userfaultfd(USER_MODE_ONLY|NONBLOCK|CLOEXEC) = 11" });
}

static void i386_arguments_and_results_are_32_bit(void **state)
{
	static const struct ev_call calls[] = {
		{ .abi = ABI_I386, .nr = 192, .call = CALL_MMAP2,
		  .args = { 0, 8192, 3, 0x22, 0xffffffff, 2 },
		  .result = (int32_t)0xf7efe000 },
		{ .abi = ABI_I386, .nr = 192,
		  .args = { 0, 4096, 1, 1, 3, 0x80000001 },
		  .result = -1, .error = EBADF },
		{ .abi = ABI_I386, .nr = 90, .call = CALL_OLD_MMAP,
		  .args = { UINT64_C(0xffffffff00000000), 8192, 3, 0x22,
			    0xffffffff, 0x3000 },
		  .result = 0xf7efc000 },
		{ .abi = ABI_I386, .nr = 117, .call = CALL_SHMGET,
		  .args = { 0, 4096, 01600 }, .result = 11 },
		{ .abi = ABI_I386, .nr = 19, .args = { 3, 0xfffffffb, 1 },
		  .result = 0xfffffff0 },
		/* Arguments that could not be read, and calls without a
		 * result. */
		{ .abi = ABI_I386, .nr = 90, .call = CALL_OLD_MMAP,
		  .args = { EV_UNKNOWN, EV_UNKNOWN, EV_UNKNOWN, EV_UNKNOWN,
			    EV_UNKNOWN, EV_UNKNOWN }, .result = 0xf7efc000 },
		{ .abi = ABI_I386, .nr = 117, .call = CALL_SHMAT,
		  .args = { 7, 0, 0 }, .result = CALL_RESULT_UNKNOWN },
		{ .abi = ABI_I386, .nr = 173, .result = CALL_RESULT_UNKNOWN },
		{ .abi = ABI_X86_64, .nr = 15, .result = CALL_RESULT_UNKNOWN },
	};
	static const char *const want[] = {
		"mmap2(NULL, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|"
		"MAP_ANONYMOUS, -1, 0x2000) = 0xf7efe000",
		"mmap2(NULL, 4096, PROT_READ, MAP_SHARED, 3, 0x80000001000)"
		" = -1 EBADF (Bad file descriptor)",
		"old_mmap(NULL, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|"
		"MAP_ANONYMOUS, -1, 0x3000) = 0xf7efc000",
		"shmget(IPC_PRIVATE, 4096, IPC_CREAT|0600) = 11",
		"lseek(3, -5, 1) = -16",
		"old_mmap(?, ?, ?, ?, ?, ?) = 0xf7efc000",
		"shmat(7, NULL, 0) = ?",
		"rt_sigreturn() = ?",
		"rt_sigreturn() = ?",
	};
	struct str out = STR_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		str_clear(&out);
		call_text(&out, &calls[i], false);
		assert_string_equal(out.data, want[i]);
	}
	assert_int_equal(call_arg_value(&calls[0], 5), 0x2000);
	assert_int_equal(call_arg_value(&calls[0], 4), UINT64_MAX);
	assert_int_equal(call_arg_value(&calls[0], 6), 0);
	str_release(&out);
}

static void other_calls_have_the_text_of_strace(void **state)
{
	(void)state;
	CHECK({ .ev = { .nr = 202, .args = { ADDR, 128, 0, 0 } },
		"futex(0x7f46c23f2000, FUTEX_WAIT_PRIVATE, 0, NULL) = 0",
		"futex(0x7f46c23f2000, WAIT_PRIVATE, 0) = 0" },
	      { .ev = { .nr = 202, .args = { ADDR, 0x181, 1 }, .result = -1,
			.error = ENOSYS },
		"futex(0x7f46c23f2000, FUTEX_WAKE_PRIVATE|"
		"FUTEX_CLOCK_REALTIME, 1) = -1 ENOSYS (Function not "
		"implemented)",
		"futex(0x7f46c23f2000, WAKE_PRIVATE|CLOCK_REALTIME, 1) = -1 "
		"ENOSYS" },
	      { .ev = { .nr = 257, .args = { -100, ADDR, 02000000, 7 },
			.path = { "/etc/passwd", 11 }, .result = 3 },
		"openat(AT_FDCWD, \"/etc/passwd\", O_RDONLY|O_CLOEXEC) = 3",
		"openat(AT_FDCWD, \"/etc/passwd\", RDONLY|CLOEXEC) = 3" },
	      { .ev = { .nr = 257, .args = { -100, ADDR, 0101, 0644 },
			.path = { "x", 1 }, .result = 3 },
		"openat(AT_FDCWD, \"x\", O_WRONLY|O_CREAT, 0644) = 3",
		"openat(AT_FDCWD, \"x\", WRONLY|CREAT, 0644) = 3" },
	      { .ev = { .nr = 0, .args = { 3, ADDR, 832 }, .result = 832,
			.path = { "/lib/libc.so.6", 14 } },
		"read(3</lib/libc.so.6>, 0x7f46c23f2000, 832) = 832",
		"read(libc.so.6, 0x7f46c23f2000, 832B) = 832" },
	      { .ev = { .nr = 62, .args = { 12, 15 } },
		"kill(12, SIGTERM) = 0", "kill(12, SIGTERM) = 0" },
	      { .ev = { .nr = 39, .result = 12 }, "getpid() = 12",
		"getpid() = 12" },
	      { .ev = { .nr = 0x1ff, .args = { 0, 1, 2, 3, 4, 5 },
			.result = -1, .error = ENOSYS },
		"syscall_0x1ff(0, 0x1, 0x2, 0x3, 0x4, 0x5) = -1 ENOSYS "
		"(Function not implemented)",
		"syscall_0x1ff(0, 0x1, 0x2, 0x3, 0x4, 0x5) = -1 ENOSYS" },
	      { .ev = { .nr = UINT64_MAX, .phase = PHASE_ENTER },
		"syscall_0xffffffffffffffff(0, 0, 0, 0, 0, 0)",
		"syscall_0xffffffffffffffff(0, 0, 0, 0, 0, 0)" });
}

static void results_and_errors_are_shown(void **state)
{
	(void)state;
	CHECK({ .ev = { .call = CALL_MUNLOCKALL, .phase = PHASE_ENTER },
		"munlockall()", "munlockall()" },
	      { .ev = { .call = CALL_MUNLOCKALL, .phase = PHASE_EXIT },
		"munlockall() = 0", "munlockall() = 0" },
	      { .ev = { .call = CALL_MUNLOCKALL, .result = -1, .error = 4000 },
		"munlockall() = -1 (errno 4000)",
		"munlockall() = -1 errno 4000" },
	      { .ev = { .call = CALL_MUNLOCKALL, .result = -1, .error = 512,
			.restarted = 1 },
		"munlockall() = ? ERESTARTSYS (To be restarted if SA_RESTART "
		"is set)",
		"munlockall() = ? ERESTARTSYS" },
	      { .ev = { .call = CALL_MUNLOCKALL, .restarted = 1 },
		"munlockall() = ?", "munlockall() = ?" });
}

/* --- tables -------------------------------------------------------------- */

static void check_number(enum abi abi, uint64_t nr, const char *name)
{
	assert_string_equal(call_by_nr(abi, nr)->name, name);
}

/* The kernel's numbers, and numbers outside of the tables. */
static void numbers_are_those_of_the_kernel(void **state)
{
	static const struct {
		const char *name;
		uint64_t i386, x86_64, aarch64;
	} rows[] = {
		{ "brk", 45, 12, 214 }, { "munmap", 91, 11, 215 },
		{ "mremap", 163, 25, 216 }, { "mprotect", 125, 10, 226 },
		{ "openat", 295, 257, 56 }, { "openat2", 437, 437, 437 },
		{ "shmget", 395, 29, 194 }, { "shmat", 397, 30, 196 },
		{ "shmctl", 396, 31, 195 }, { "shmdt", 398, 67, 197 },
		{ "pkey_mprotect", 380, 329, 288 },
		{ "remap_file_pages", 257, 216, 234 },
		{ "memfd_create", 356, 319, 279 }, { "madvise", 219, 28, 233 },
		{ "process_madvise", 440, 440, 440 },
		{ "execve", 11, 59, 221 }, { "execveat", 358, 322, 281 },
		{ "msync", 144, 26, 227 }, { "mlock2", 376, 325, 284 },
		{ "mbind", 274, 237, 235 }, { "userfaultfd", 374, 323, 282 },
		{ "memfd_secret", 447, 447, 447 },
		{ "map_shadow_stack", 453, 453, 453 },
		{ "mseal", 462, 462, 462 }, { "file_setattr", 469, 469, 469 },
		{ "read", 3, 0, 63 }, { "clone3", 435, 435, 435 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		check_number(ABI_I386, rows[i].i386, rows[i].name);
		check_number(ABI_X86_64, rows[i].x86_64, rows[i].name);
		check_number(ABI_AARCH64, rows[i].aarch64, rows[i].name);
	}
	check_number(ABI_I386, 90, "old_mmap");
	check_number(ABI_I386, 192, "mmap2");
	check_number(ABI_I386, 117, "ipc");
	check_number(ABI_X86_64, 9, "mmap");
	check_number(ABI_AARCH64, 222, "mmap");
	check_number(ABI_X86_64, 512, "");
	check_number(ABI_X86_64, 400, "");
	check_number(ABI_AARCH64, 244, "");
	check_number(ABI_X86_64, UINT64_MAX, "");
	check_number(ABI_I386, UINT32_MAX, "");
	check_number(ABIS, 9, "");
	assert_int_equal(call_by_nr(ABI_X86_64, UINT64_MAX)->nargs, 6);
}

static void x32_calls_are_marked(void **state)
{
	struct ev_call ev = { .abi = ABI_X86_64, .nr = 0x40000027 };
	struct str out = STR_INIT;

	(void)state;
	check_number(ABI_X32, 9, "mmap");
	check_number(ABI_X32, 0x40000009, "mmap");
	check_number(ABI_X86_64, 0x40000009, "mmap");
	check_number(ABI_X32, 520, "execve");
	check_number(ABI_X32, 0x40000000 + 514, "ioctl");
	check_number(ABI_X32, 0x40000000 + 5000, "");
	assert_int_equal(call_by_nr(ABI_X32, 0x40000009)->id, CALL_MMAP);
	call_name(&out, &ev);
	assert_string_equal(out.data, "x32:getpid");
	str_clear(&out);
	ev.nr = UINT64_C(0x140000027);
	call_name(&out, &ev);
	assert_string_equal(out.data, "syscall_0x140000027");
	str_release(&out);
}

/* Every number has a name, and every argument has one, in each ABI's table. */
static void every_call_can_be_printed(void **state)
{
	static const int least[ABIS] = { 380, 450, 380, 320 };

	(void)state;
	for (int abi = 0; abi < ABIS; abi++) {
		int n = 0;

		for (uint64_t nr = 0; nr < 600; nr++) {
			const struct call_desc *desc =
				call_by_nr((enum abi)abi, nr);
			struct ev_call ev = { .abi = (uint64_t)abi, .nr = nr,
				.path = { "p", 1 } };
			struct str out = STR_INIT;

			assert_in_range(desc->nargs, 0, 6);
			for (int i = 0; i < desc->nargs; i++) {
				assert_non_null(desc->args[i].name);
				assert_in_range(desc->args[i].type, 1,
						ARG_TYPES - 1);
				ev.args[i] = UINT64_C(0x9e3779b97f4a7c15) * nr;
			}
			call_text(&out, &ev, false);
			assert_true(text_valid(out.data, out.len));
			assert_ptr_equal(call_of(&ev), desc);
			str_release(&out);
			n += *desc->name != '\0';
		}
		assert_true(n >= least[abi]);
	}
}

static void memory_calls_have_ids(void **state)
{
	static const uint64_t other[] = { 0, 1, 2, 3, 39, 56, 202, 231 };
	int memory = 0;

	(void)state;
	for (int id = CALL_OTHER + 1; id < CALL_IDS; id++) {
		const struct call_desc *desc = call_by_id((enum call_id)id);

		assert_int_equal(desc->id, id);
		assert_true(*desc->name);
	}
	assert_null(call_by_id(CALL_OTHER));
	assert_null(call_by_id(CALL_IDS));
#define X(ID, text) \
	assert_string_equal(call_by_id(CALL_##ID)->name, #text);
	MEMORY_CALLS(X)
#undef X
	for (uint64_t nr = 0; nr < 600; nr++)
		memory += call_by_nr(ABI_X86_64, nr)->id != CALL_OTHER;
	assert_int_equal(memory, CALL_IDS - 1 - 2);	/* without mmap2 and
							 * old_mmap */
	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		assert_int_equal(call_by_nr(ABI_X86_64, other[i])->id,
				 CALL_OTHER);
	assert_int_equal(call_by_nr(ABI_X86_64, UINT64_MAX)->id, CALL_OTHER);
}

/* --- names of flags ------------------------------------------------------ */

static void add_name(void *arg, const char *s)
{
	str_addf(arg, "[%s]", s);
}

static void check_names(enum call_id id, enum abi abi, int arg, uint64_t value,
			const char *want)
{
	struct ev_call ev = { .call = id, .abi = abi };
	struct str out = STR_INIT;

	ev.args[arg] = value;
	assert_true(call_arg_names(&ev, arg, add_name, &out));
	assert_string_equal(out.data, want);
	str_release(&out);
}

static void flags_are_split_into_names(void **state)
{
	struct ev_call ev = { .call = CALL_MMAP };

	(void)state;
	check_names(CALL_MMAP, ABI_X86_64, 2, 3, "[PROT_READ][PROT_WRITE]");
	check_names(CALL_MMAP, ABI_X86_64, 2, 0, "[PROT_NONE]");
	check_names(CALL_MMAP, ABI_X86_64, 2, 0x10, "[0x10]");
	check_names(CALL_MMAP, ABI_AARCH64, 2, 0x31,
		    "[PROT_READ][PROT_BTI][PROT_MTE]");
	check_names(CALL_MMAP, ABI_X86_64, 3, 0x62,
		    "[MAP_PRIVATE][MAP_ANONYMOUS][MAP_32BIT]");
	check_names(CALL_MMAP, ABI_AARCH64, 3, 0x62,
		    "[MAP_PRIVATE][MAP_ANONYMOUS][0x40]");
	check_names(CALL_MMAP, ABI_X86_64, 3, 0x28,
		    "[MAP_DROPPABLE][MAP_ANONYMOUS]");
	check_names(CALL_MREMAP, ABI_X86_64, 3, 0, "");
	check_names(CALL_MADVISE, ABI_X86_64, 2, 25, "[MADV_COLLAPSE]");
	check_names(CALL_MADVISE, ABI_X86_64, 2, 102, "[MADV_GUARD_INSTALL]");
	check_names(CALL_SHMGET, ABI_X86_64, 2, 01600, "[IPC_CREAT][0600]");
	check_names(CALL_SHMGET, ABI_X86_64, 2, UINT64_MAX,
		    "[IPC_CREAT][IPC_EXCL][SHM_HUGETLB][SHM_NORESERVE]"
		    "[0x3ffe000][63<<SHM_HUGE_SHIFT][0777]");
	assert_false(call_arg_names(&ev, 0, add_name, NULL));
	assert_false(call_arg_names(&ev, 6, add_name, NULL));
	assert_false(call_arg_names(&ev, -1, add_name, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mmap_has_the_text_of_strace),
		cmocka_unit_test(brief_form_has_sizes_and_short_flags),
		cmocka_unit_test(calls_on_ranges_have_the_text_of_strace),
		cmocka_unit_test(numa_and_shm_have_the_text_of_strace),
		cmocka_unit_test(hostile_names_are_escaped),
		cmocka_unit_test(i386_arguments_and_results_are_32_bit),
		cmocka_unit_test(other_calls_have_the_text_of_strace),
		cmocka_unit_test(results_and_errors_are_shown),
		cmocka_unit_test(numbers_are_those_of_the_kernel),
		cmocka_unit_test(x32_calls_are_marked),
		cmocka_unit_test(every_call_can_be_printed),
		cmocka_unit_test(memory_calls_have_ids),
		cmocka_unit_test(flags_are_split_into_names),
	};

	return cmocka_run_group_tests_name("call", tests, NULL, NULL);
}
