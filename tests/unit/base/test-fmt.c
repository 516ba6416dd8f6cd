/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as the screen shows them, and their greatest widths. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/fmt.h"

#define K UINT64_C(1024)
#define M (K * K)
#define G (K * M)
#define US UINT64_C(1000)
#define MS (1000 * US)
#define S (1000 * MS)

struct row {
	uint64_t n;
	const char *text;
};

static void check(char *fmt(char buf[FMT_MAX], uint64_t n),
		  const struct row *rows, size_t n)
{
	char buf[FMT_MAX];

	for (size_t i = 0; i < n; i++) {
		assert_ptr_equal(fmt(buf, rows[i].n), buf);
		assert_string_equal(buf, rows[i].text);
	}
}
#define CHECK(fmt, ...) \
	do { \
		const struct row rows[] = { __VA_ARGS__ }; \
		check(fmt, rows, sizeof rows / sizeof *rows); \
	} while (0)

static void sizes_have_three_digits_and_a_unit(void **state)
{
	(void)state;
	CHECK(fmt_size, { 0, "0" }, { 1, "1B" }, { 512, "512B" },
	      { 999, "999B" }, { 1000, "0.98K" }, { 1023, "1.00K" },
	      { K, "1.00K" }, { 4 * K, "4.00K" }, { 12 * K, "12.0K" },
	      { 132 * K, "132K" }, { 999 * K, "999K" },
	      { 1000 * K, "0.98M" }, { 1023 * K, "1.00M" },
	      { M - 1, "1.00M" }, { 1000 * M, "0.98G" }, { G, "1.00G" },
	      { 64 * G, "64.0G" }, { 1000 * G, "0.98T" },
	      { UINT64_MAX, "16.0E" });
}

/* Rounding that adds a digit before the point drops one after it. */
static void rounded_sizes_keep_their_width(void **state)
{
	(void)state;
	CHECK(fmt_size, { 10234, "9.99K" }, { 10235, "10.0K" },
	      { 102348, "99.9K" }, { 102349, "100K" },
	      { 1023487, "999K" }, { 1023488, "0.98M" });
}

static void rates_have_a_sign(void **state)
{
	static const struct {
		double rate;
		const char *text;
	} rows[] = {
		{ 0, "0" }, { -0.0, "0" }, { 511.9, "0" }, { -511.9, "0" },
		{ -1e-300, "0" }, { 512, "+512B" }, { -600, "-600B" },
		{ 1000, "+0.98K" }, { 2.9 * 1024 * 1024, "+2.90M" },
		{ -38.1 * 1024, "-38.1K" }, { 205 * 1024, "+205K" },
		{ 1e300, "+16.0E" }, { -1e300, "-16.0E" },
	};
	char buf[FMT_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_string_equal(fmt_rate(buf, rows[i].rate), rows[i].text);
	assert_string_equal(fmt_rate(buf, strtod("inf", NULL)), "+16.0E");
	assert_string_equal(fmt_rate(buf, strtod("nan", NULL)), "n/a");
}

static void counts_have_three_digits_and_a_unit(void **state)
{
	(void)state;
	CHECK(fmt_count, { 0, "0" }, { 794, "794" }, { 999, "999" },
	      { 1000, "1.00k" }, { 107000, "107k" }, { 999499, "999k" },
	      { 999500, "1.00M" }, { 1200000, "1.20M" },
	      { UINT64_MAX, "18.4E" });
	CHECK(fmt_grouped, { 0, "0" }, { 999, "999" }, { 1000, "1,000" },
	      { 77056, "77,056" }, { 1234567, "1,234,567" },
	      { UINT64_MAX, "18,446,744,073,709,551,615" });
}

static void shares_are_in_percent(void **state)
{
	static const struct {
		uint64_t part, whole;
		const char *text;
	} rows[] = {
		{ 0, 0, "-" }, { 5, 0, "-" }, { 0, 7, "0%" }, { 7, 7, "100%" },
		{ 1, 1000, "<1%" }, { 999, 100000, "<1%" }, { 1, 100, "1%" },
		{ 99, 100, "99%" }, { 991, 1000, ">99%" },
		{ UINT64_MAX - 1, UINT64_MAX, ">99%" },
		{ 1, UINT64_MAX, "<1%" }, { 77056, 262144, "29%" },
		{ 1045, 1000, "105%" }, { UINT64_MAX, 1, "999%" },
	};
	char buf[FMT_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_string_equal(fmt_share(buf, rows[i].part, rows[i].whole),
				    rows[i].text);
}

static void times_are_in_seconds_then_hours(void **state)
{
	(void)state;
	CHECK(fmt_time, { 0, "0.000" }, { 999999, "0.000" },
	      { 12391 * MS, "12.391" }, { 12391999999, "12.391" },
	      { 1000 * S - 1, "999.999" }, { 1000 * S, "0:16:40" },
	      { 3731 * S, "1:02:11" }, { UINT64_MAX, "5124095:34:33" });
}

static void times_in_seconds_have_a_unit(void **state)
{
	(void)state;
	CHECK(fmt_when, { 0, "0.000s" }, { 12391 * MS, "12.391s" },
	      { 1000 * S - 1, "999.999s" }, { 1000 * S, "0:16:40" },
	      { UINT64_MAX, "5124095:34:33" });
}

static void durations_have_three_digits_and_a_unit(void **state)
{
	(void)state;
	CHECK(fmt_duration, { 0, "0.0us" }, { 49, "0.0us" }, { 50, "0.1us" },
	      { 2 * US, "2.0us" }, { 8800, "8.8us" }, { 41 * US, "41.0us" },
	      { 99949, "99.9us" }, { 99950, "100us" }, { 163 * US, "163us" },
	      { 999499, "999us" }, { 999500, "1.00ms" }, { 61 * MS, "61.0ms" },
	      { 41 * MS, "41.0ms" }, { 1200 * MS, "1.20s" },
	      { 62100 * MS, "62.1s" }, { 999 * S, "999s" },
	      { 1000 * S, "1000s" }, { 99999 * S - 1, "99999s" },
	      { 99999 * S, "1.16d" }, { 86400 * 365 * S, "365d" },
	      { UINT64_MAX, "585y" });
}

static void addresses_have_twelve_or_sixteen_digits(void **state)
{
	(void)state;
	CHECK(fmt_addr, { 0, "000000000000" }, { 0x8048000, "000008048000" },
	      { 0x7f1c40000000, "7f1c40000000" },
	      { 0xffffffffffff, "ffffffffffff" },
	      { 0x1000000000000, "0001000000000000" },
	      { 0xffffffffff600000, "ffffffffff600000" });
}

/* No value is wider than its column. */
static void no_number_is_wider_than_its_column(void **state)
{
	uint64_t n = 1;
	char buf[FMT_MAX];

	(void)state;
	for (int i = 0; i < 200000; i++) {
		uint64_t value = n >> (i % 64);

		assert_in_range(strlen(fmt_size(buf, value)), 1, 5);
		assert_in_range(strlen(fmt_count(buf, value)), 1, 5);
		assert_in_range(strlen(fmt_duration(buf, value)), 1, 6);
		assert_in_range(strlen(fmt_share(buf, value, n)), 1, 4);
		assert_in_range(strlen(fmt_rate(buf, (double)value)), 1, 6);
		assert_in_range(strlen(fmt_rate(buf, -(double)value)), 1, 6);
		assert_in_range(strlen(fmt_grouped(buf, value)), 1, 26);
		n = n * 6364136223846793005u + 1442695040888963407u;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_have_three_digits_and_a_unit),
		cmocka_unit_test(rounded_sizes_keep_their_width),
		cmocka_unit_test(rates_have_a_sign),
		cmocka_unit_test(counts_have_three_digits_and_a_unit),
		cmocka_unit_test(shares_are_in_percent),
		cmocka_unit_test(times_are_in_seconds_then_hours),
		cmocka_unit_test(times_in_seconds_have_a_unit),
		cmocka_unit_test(durations_have_three_digits_and_a_unit),
		cmocka_unit_test(addresses_have_twelve_or_sixteen_digits),
		cmocka_unit_test(no_number_is_wider_than_its_column),
	};

	return cmocka_run_group_tests_name("fmt", tests, NULL, NULL);
}
