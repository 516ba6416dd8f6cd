/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of mapped files: with a newline, with the four characters \012 that the
 * kernel writes for a newline, and with both. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "source/region_name.h"
#include "sys/proc/map.h"

static char dir[] = "/tmp/mmtop-names.XXXXXX";

static int make_dir(void **state)
{
	(void)state;
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	(void)state;
	return rmdir(dir);
}

static void *map_file(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
	void *p;

	assert_true(fd >= 0);
	p = mmap(NULL, 1, PROT_READ, MAP_SHARED, fd, 0);
	assert_ptr_not_equal(p, MAP_FAILED);
	close(fd);
	return p;
}

static void line_at(const void *addr, struct str *text,
		    struct maps_entry *e)
{
	int fd = open("/proc/self/maps", O_RDONLY);
	struct scan rest;

	assert_true(fd >= 0 && str_read(text, fd, 1u << 24) == 0);
	close(fd);
	rest = scan_of(text->data, text->len);
	do
		assert_true(maps_next(&rest, e, NULL));
	while (e->start != (uintptr_t)addr);
}

static void check_name(const char *file, const char *as_newlines)
{
	struct str path = STR_INIT, text = STR_INIT, name = STR_INIT;
	int fd = open("/proc/self/maps", O_RDONLY);
	struct maps_entry e;
	struct procmap m;
	void *p;

	str_addf(&path, "%s/%s", dir, file);
	p = map_file(path.data);
	line_at(p, &text, &e);
	assert_true(maps_name_is(&e, path.data, path.len));
	region_name(&name, &e, fd);
	if (procmap_query(fd, e.start, false, &m, NULL, 0) == 0)
		assert_string_equal(name.data, path.data);
	str_clear(&name);
	region_name(&name, &e, -1);
	assert_string_equal(name.data + strlen(dir) + 1, as_newlines);
	assert_true(maps_name_is(&e, name.data, name.len));
	munmap(p, 1);
	/* The address now belongs to another region. */
	p = mmap(p, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
		 0);
	assert_ptr_not_equal(p, MAP_FAILED);
	str_clear(&name);
	region_name(&name, &e, fd);
	assert_string_equal(name.data + strlen(dir) + 1, as_newlines);
	munmap(p, 1);
	close(fd);
	unlink(path.data);
	str_release(&name);
	str_release(&text);
	str_release(&path);
}

static void test_newlines_in_names_are_told_from_escapes(void **state)
{
	(void)state;
	check_name("plain", "plain");
	check_name("a\nb", "a\nb");
	check_name("a\\012b", "a\nb");
	check_name("a\nb\\012c\\0\\01", "a\nb\nc\\0\\01");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_newlines_in_names_are_told_from_escapes),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
