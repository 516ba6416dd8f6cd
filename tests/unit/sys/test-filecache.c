/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pages of a mapped file in the page cache: files of which ten pages were just
 * written, and files that mmtop may not query. Each query runs in a process of
 * its own, as in mmtop.
 */
#include <config.h>

#include "sys/reader/filecache.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../support/skip.h"

#define PAGE 4096u
#define SIZE (4u << 20)
#define WRITTEN 10
#define NOBODY 65534

static char dir[64], path[128];

/* The result of the child. */
static struct result {
	struct filecache_answer a;
	uint64_t cached, dirty;
} *result;

struct look {
	int fd;			/* of the mapped file */
	const char *path;	/* as maps shows it */
	const char *fault;
	uid_t uid;		/* 0: unchanged */
	void (*meanwhile)(int fd);	/* called after mmap() */
};

_Noreturn static void query_and_exit(const struct look *l)
{
	static struct filecache_bin bins[FILECACHE_BINS];
	void *map = mmap(NULL, SIZE, PROT_READ, MAP_SHARED | MAP_NORESERVE,
			 l->fd, 0);
	struct filecache_ask ask = { .page_size = PAGE, .least = SIZE };
	struct stat st;
	int proc;

	if (map == MAP_FAILED || fstat(l->fd, &st) < 0)
		_exit(1);
	if (l->meanwhile)
		l->meanwhile(l->fd);
	if (l->fault)
		setenv("MMTOP_FAULT", l->fault, 1);
	/* Keeps /proc/self accessible. */
	if (l->uid && (setgid(l->uid) < 0 || setuid(l->uid) < 0 ||
		       prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) < 0))
		_exit(1);
	ask.start = (uintptr_t)map;
	ask.end = ask.start + SIZE;
	ask.dev = st.st_dev;
	ask.inode = st.st_ino;
	proc = open("/proc/self", O_PATH | O_DIRECTORY);
	do {
		filecache_look(proc, &ask, l->path, &result->a, bins);
		for (uint64_t i = 0; i < result->a.done; i++) {
			result->cached += bins[i].cached;
			result->dirty += bins[i].dirty;
		}
		ask.first += result->a.done;
	} while (result->a.done && ask.first < result->a.bins);
	_exit(0);
}

static const struct filecache_answer *query_file(const struct look *l)
{
	int status;
	pid_t pid;

	*result = (struct result){ .cached = 0 };
	pid = fork();
	if (pid == 0)
		query_and_exit(l);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	return &result->a;
}

/* Writes ten pages, far apart, so that they are in the cache. */
static void write_ten_pages(int fd)
{
	for (int i = 0; i < WRITTEN; i++)
		assert_int_equal(pwrite(fd, "x", 1, i * 100 * (off_t)PAGE), 1);
}

static int new_file(mode_t mode)
{
	int fd;

	unlink(path);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	assert_true(fd >= 0);
	assert_int_equal(fchmod(fd, mode), 0);
	assert_int_equal(ftruncate(fd, SIZE), 0);
	write_ten_pages(fd);
	return fd;
}

static bool has_cachestat(void)
{
	uint64_t range[2] = { 0, PAGE }, st[5];
	int fd = open(path, O_RDWR | O_CLOEXEC);
	bool has = syscall(451, fd, range, st, 0) == 0;

	close(fd);
	return has;
}

static void assert_told(const struct look *l, uint64_t how)
{
	const struct filecache_answer *a = query_file(l);

	assert_int_equal(a->why, FILECACHE_TOLD);
	assert_int_equal(a->how, how);
	assert_int_equal(a->size, SIZE);
	assert_int_equal(a->bin_pages, 1);
	assert_int_equal(a->bins, SIZE / PAGE);
	assert_int_equal(result->cached, WRITTEN);
	assert_true(result->dirty <= WRITTEN);
}

/* On tmpfs no page stays dirty. */
static uint64_t dirty_why(uint64_t elsewhere)
{
	struct statfs fs;

	assert_int_equal(statfs(path, &fs), 0);
	return fs.f_type == 0x01021994 ? FILECACHE_MEMORY : elsewhere;
}

static void test_each_method_counts_cached_pages(void **state)
{
	struct look l = { .fd = new_file(0600), .path = path };
	bool stat = has_cachestat();

	(void)state;
	assert_told(&l, stat ? FILECACHE_STAT : FILECACHE_MINCORE);
	assert_int_equal(result->a.dirty_why, dirty_why(stat ?
			 FILECACHE_TOLD : FILECACHE_NO_STAT));
	l.fault = "no-cachestat";
	assert_told(&l, FILECACHE_MINCORE);
	assert_int_equal(result->a.dirty_why, dirty_why(FILECACHE_NO_STAT));
	l.fault = "no-map-files";
	assert_told(&l, stat ? FILECACHE_STAT : FILECACHE_MINCORE);
	l.fault = "no-map-files,no-cachestat";
	assert_told(&l, FILECACHE_MINCORE);
	close(l.fd);
}

static void cut(int fd)
{
	if (ftruncate(fd, PAGE) < 0)
		_exit(1);
}

static void test_truncated_file_is_counted(void **state)
{
	struct look l = { .fd = new_file(0600), .path = path,
			  .meanwhile = cut };

	(void)state;
	query_file(&l);
	assert_int_equal(result->a.why, FILECACHE_TOLD);
	assert_int_equal(result->a.size, PAGE);
	/* The answer still covers the whole mapping. */
	assert_int_equal(result->a.bins, SIZE / PAGE);
	assert_int_equal(result->cached, 1);
	close(l.fd);
}

static void delete(int fd)
{
	(void)fd;
	unlink(path);
}

static void test_deleted_file_is_reported(void **state)
{
	char gone[160];
	struct look l = { .fd = new_file(0600), .path = gone,
			  .meanwhile = delete, .fault = "no-map-files" };

	(void)state;
	snprintf(gone, sizeof gone, "%s (deleted)", path);
	assert_int_equal(query_file(&l)->why, FILECACHE_DELETED);
	assert_int_equal(result->a.how, FILECACHE_NOT);
	assert_int_equal(result->a.bins, SIZE / PAGE);
	close(l.fd);
}

/* Root can open it through /proc/PID/map_files. */
static void test_root_counts_deleted_file(void **state)
{
	char gone[200];
	struct look l = { .fd = new_file(0600), .path = gone,
			  .meanwhile = delete };

	(void)state;
	snprintf(gone, sizeof gone, "%s (deleted)", path);
	assert_int_equal(query_file(&l)->why, FILECACHE_TOLD);
	assert_int_equal(result->cached, WRITTEN);
	close(l.fd);
}

static void replace(int fd)
{
	(void)fd;
	unlink(path);
	close(open(path, O_WRONLY | O_CREAT | O_EXCL, 0600));
}

static void replace_by_fifo(int fd)
{
	(void)fd;
	unlink(path);
	if (mkfifo(path, 0600) < 0)
		_exit(1);
}

static void replace_by_link(int fd)
{
	(void)fd;
	unlink(path);
	if (symlink("/etc/passwd", path) < 0)
		_exit(1);
}

/* The path now names another file. */
static void test_replaced_file_is_not_counted(void **state)
{
	struct look l = { .fd = new_file(0600), .path = path,
			  .meanwhile = replace, .fault = "no-map-files" };

	(void)state;
	assert_int_equal(query_file(&l)->why, FILECACHE_OTHER);
	l.meanwhile = replace_by_fifo;
	assert_int_equal(query_file(&l)->why, FILECACHE_SPECIAL);
	l.meanwhile = replace_by_link;
	assert_int_equal(query_file(&l)->why, FILECACHE_SPECIAL);
	assert_int_equal(result->a.how, FILECACHE_NOT);
	close(l.fd);
}

static void test_mincore_needs_write_permission(void **state)
{
	struct look l = { .path = path, .uid = NOBODY };

	(void)state;
	l.fd = new_file(0644);
	l.fault = "no-cachestat";
	assert_int_equal(query_file(&l)->why, FILECACHE_RIGHTS);
	assert_int_equal(result->cached, 0);
	/* Which users cachestat() answers depends on the kernel. */
	l.fault = NULL;
	query_file(&l);
	assert_true(result->a.why == FILECACHE_RIGHTS ||
		    (result->a.how == FILECACHE_STAT &&
		     result->cached == WRITTEN));
	assert_int_equal(fchmod(l.fd, 0666), 0);
	l.fault = "no-cachestat";
	assert_told(&l, FILECACHE_MINCORE);
	assert_int_equal(fchmod(l.fd, 0600), 0);
	assert_int_equal(query_file(&l)->why, FILECACHE_OPEN);
	assert_int_equal(result->a.error, EACCES);
	close(l.fd);
}

static void test_memfd_is_reported_as_deleted(void **state)
{
	struct look l = { .path = "/memfd:x (deleted)" };

	(void)state;
	l.fd = memfd_create("x", MFD_CLOEXEC);
	assert_true(l.fd >= 0);
	assert_int_equal(ftruncate(l.fd, SIZE), 0);
	write_ten_pages(l.fd);
	l.fault = "no-map-files";
	assert_int_equal(query_file(&l)->why, FILECACHE_DELETED);
	close(l.fd);
}

static void test_root_counts_memfd(void **state)
{
	struct look l = { .path = "/memfd:x (deleted)" };

	(void)state;
	l.fd = memfd_create("x", MFD_CLOEXEC);
	assert_true(l.fd >= 0);
	assert_int_equal(ftruncate(l.fd, SIZE), 0);
	write_ten_pages(l.fd);
	query_file(&l);
	assert_int_equal(result->a.why, FILECACHE_TOLD);
	assert_int_equal(result->a.dirty_why, FILECACHE_MEMORY);
	assert_int_equal(result->cached, WRITTEN);
	close(l.fd);
}

/* A memfd of huge pages; -1: not available. */
static int huge_memfd(void)
{
	int fd = memfd_create("x", MFD_CLOEXEC | MFD_HUGETLB);

	if (fd < 0 || ftruncate(fd, SIZE) == 0)
		return fd;
	close(fd);
	return -1;
}

static void test_huge_memfd_is_not_supported(void **state)
{
	struct look l = { .path = "/memfd:x (deleted)", .fd = huge_memfd() };

	(void)state;
	assert_true(l.fd >= 0);
	query_file(&l);
	assert_int_equal(result->a.why, FILECACHE_KERNEL);
	assert_int_equal(result->a.how, FILECACHE_NOT);
	close(l.fd);
}

static const char *no_huge_memfd(void)
{
	int fd = huge_memfd();

	if (fd < 0)
		return "no memfd of huge pages can be created";
	close(fd);
	return NULL;
}

static void test_bin_size_follows_file_size(void **state)
{
	(void)state;
	assert_int_equal(filecache_bin_pages(0, PAGE), 1);
	assert_int_equal(filecache_bin_pages(1, PAGE), 1);
	assert_int_equal(filecache_bin_pages(16u << 20, PAGE), 1);
	assert_int_equal(filecache_bin_pages((16u << 20) + 1, PAGE), 2);
	assert_int_equal(filecache_bin_pages(UINT64_MAX, PAGE),
			 UINT64_C(1) << 40);
}

static int set_up(void **state)
{
	const char *tmp = getenv("TMPDIR");

	(void)state;
	snprintf(dir, sizeof dir, "%s/mmtop-file.XXXXXX",
		 tmp && strlen(tmp) < 40 ? tmp : "/tmp");
	result = mmap(NULL, sizeof *result, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (result == MAP_FAILED || !mkdtemp(dir) || chmod(dir, 0755) < 0)
		return -1;
	snprintf(path, sizeof path, "%s/file", dir);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	unlink(path);
	rmdir(dir);
	return 0;
}

int main(void)
{
	const char *why = geteuid() ? "needs root" : NULL;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_method_counts_cached_pages),
		cmocka_unit_test(test_truncated_file_is_counted),
		cmocka_unit_test(test_deleted_file_is_reported),
		test_or_skip(test_root_counts_deleted_file, why),
		cmocka_unit_test(test_replaced_file_is_not_counted),
		test_or_skip(test_mincore_needs_write_permission, why),
		cmocka_unit_test(test_memfd_is_reported_as_deleted),
		test_or_skip(test_root_counts_memfd, why),
		test_or_skip(test_huge_memfd_is_not_supported,
			     why ? why : no_huge_memfd()),
		cmocka_unit_test(test_bin_size_follows_file_size),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
