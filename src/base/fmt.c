/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All calculations use integers: %f takes the decimal point from the locale,
 * and the rounding of a floating-point 9.995 is unpredictable.
 */
#include <config.h>

#include "base/fmt.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define DAY_S 86400

__extension__ typedef unsigned __int128 u128;

/*
 * Writes n / unit with 3 significant digits to buf.  Returns false if the
 * rounded result is 1000 or more.
 */
static bool three_digits(char buf[FMT_MAX], uint64_t n, uint64_t unit,
			 const char *suffix)
{
	u128 hundredths = ((u128)n * 100 + unit / 2) / unit;
	u128 tenths = ((u128)n * 10 + unit / 2) / unit;
	u128 whole = ((u128)n + unit / 2) / unit;

	if (hundredths < 1000)
		snprintf(buf, FMT_MAX, "%u.%02u%s", (unsigned)(hundredths / 100),
			 (unsigned)(hundredths % 100), suffix);
	else if (tenths < 1000)
		snprintf(buf, FMT_MAX, "%u.%u%s", (unsigned)(tenths / 10),
			 (unsigned)(tenths % 10), suffix);
	else if (whole < 1000)
		snprintf(buf, FMT_MAX, "%u%s", (unsigned)whole, suffix);
	else
		return false;
	return true;
}

static char *fmt_units(char buf[FMT_MAX], uint64_t n, uint64_t base,
		       const char *units)
{
	char suffix[2] = "";
	uint64_t unit = base;

	for (; *units; units++, unit *= base) {
		suffix[0] = *units;
		if (three_digits(buf, n, unit, suffix))
			break;
	}
	return buf;	/* 2^64 is 16.0E, so one of the units was large
			 * enough */
}

char *fmt_size(char buf[FMT_MAX], uint64_t bytes)
{
	if (bytes < 1000) {
		snprintf(buf, FMT_MAX, bytes ? "%uB" : "%u", (unsigned)bytes);
		return buf;
	}
	return fmt_units(buf, bytes, 1024, "KMGTPE");
}

char *fmt_rate(char buf[FMT_MAX], double bytes_per_second)
{
	double size = fabs(bytes_per_second);
	char digits[FMT_MAX];

	if (isnan(bytes_per_second))
		return strcpy(buf, "n/a");
	if (size < 512)
		return strcpy(buf, "0");
	fmt_size(digits, size < 0x1p63 ? (uint64_t)(size + 0.5) : UINT64_MAX);
	buf[0] = bytes_per_second < 0 ? '-' : '+';
	strcpy(buf + 1, digits);
	return buf;
}

char *fmt_count(char buf[FMT_MAX], uint64_t n)
{
	if (n < 1000) {
		snprintf(buf, FMT_MAX, "%u", (unsigned)n);
		return buf;
	}
	return fmt_units(buf, n, 1000, "kMGTPE");
}

char *fmt_grouped(char buf[FMT_MAX], uint64_t n)
{
	char digits[FMT_MAX];
	int len = snprintf(digits, sizeof digits, "%" PRIu64, n);
	char *to = buf;

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			*to++ = ',';
		*to++ = digits[i];
	}
	*to = '\0';
	return buf;
}

/* The part may exceed the whole, as committed memory may exceed its limit.  So
 * the result can be up to 999%. */
char *fmt_share(char buf[FMT_MAX], uint64_t part, uint64_t whole)
{
	u128 hundred = (u128)part * 100;

	if (!whole)
		return strcpy(buf, "-");
	if (part && hundred < whole)
		return strcpy(buf, "<1%");
	if (part < whole && hundred > (u128)whole * 99)
		return strcpy(buf, ">99%");
	hundred = (hundred + whole / 2) / whole;
	snprintf(buf, FMT_MAX, "%u%%", hundred > 999 ? 999 : (unsigned)hundred);
	return buf;
}

/* The time is truncated, not rounded: an event must not appear to be later than
 * the next one. */
char *fmt_time(char buf[FMT_MAX], uint64_t ns)
{
	uint64_t s = ns / 1000000000;

	if (s < 1000)
		snprintf(buf, FMT_MAX, "%u.%03u", (unsigned)s,
			 (unsigned)(ns / 1000000 % 1000));
	else
		snprintf(buf, FMT_MAX, "%" PRIu64 ":%02u:%02u", s / 3600,
			 (unsigned)(s / 60 % 60), (unsigned)(s % 60));
	return buf;
}

char *fmt_when(char buf[FMT_MAX], uint64_t ns)
{
	fmt_time(buf, ns);
	if (ns / 1000000000 < 1000)
		strcat(buf, "s");
	return buf;
}

/*
 * Below 100 us the result has one decimal, as the clock is not more precise.
 * Above 100 us it has 3 digits in the first unit that fits.  From 1000 s on it
 * is in whole seconds, then in days, then in years with three digits.  So it
 * never has more than 6 columns.
 */
char *fmt_duration(char buf[FMT_MAX], uint64_t ns)
{
	const uint64_t us = 1000, ms = 1000 * us, s = 1000 * ms;
	const uint64_t day = 86400 * s, year = 365 * day + day / 4;
	uint64_t tenths = ns / 100 + (ns % 100 >= 50);

	if (tenths < 1000)
		snprintf(buf, FMT_MAX, "%u.%uus", (unsigned)(tenths / 10),
			 (unsigned)(tenths % 10));
	else if (!three_digits(buf, ns, us, "us") &&
		 !three_digits(buf, ns, ms, "ms") &&
		 !three_digits(buf, ns, s, "s")) {
		if (ns < 99999 * s)
			snprintf(buf, FMT_MAX, "%" PRIu64 "s", (ns + s / 2) / s);
		else if (!three_digits(buf, ns, day, "d"))
			three_digits(buf, ns, year, "y");
	}
	return buf;
}

char *fmt_addr(char buf[FMT_MAX], uint64_t addr)
{
	snprintf(buf, FMT_MAX, addr >> 48 ? "%016" PRIx64 : "%012" PRIx64, addr);
	return buf;
}

char *fmt_date(char buf[FMT_DATE_MAX], uint64_t ns, int64_t utc_offset)
{
	int64_t ahead = utc_offset > -DAY_S && utc_offset < DAY_S ?
			utc_offset / 60 : 0;
	time_t when = (time_t)(ns / 1000000000 + (uint64_t)(ahead * 60));
	unsigned minutes = (unsigned)(ahead < 0 ? -ahead : ahead);
	struct tm tm;
	size_t n = 0;

	if (gmtime_r(&when, &tm))
		n = strftime(buf, FMT_DATE_MAX, "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(buf + n, FMT_DATE_MAX - n, ".%06u%c%02u:%02u",
		 (unsigned)(ns % 1000000000 / 1000), ahead < 0 ? '-' : '+',
		 minutes / 60, minutes % 60);
	return buf;
}
