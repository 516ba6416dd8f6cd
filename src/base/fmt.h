/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers in the form that all screens, tables and messages use.
 *
 * Each function writes the number without padding to buf, which needs at most
 * FMT_MAX bytes, and returns buf.  Point and comma are always those of the C
 * locale.  "At most" gives the width in columns.
 *
 *	fmt_size	bytes, with 3 digits and a unit (powers of 1024): 0 512B
 *			4.00K 132K 0.98M 1.00G.  1000 to 1023 are shown in the
 *			next unit.  At most 5
 *	fmt_rate	bytes per second, with sign and 3 digits: +2.90M -38.1K.
 *			Less than half a K is 0.  At most 6
 *	fmt_count	3 digits and a unit k, M, G (powers of 1000): 794 107k
 *			1.20M.  At most 5
 *	fmt_grouped	77,056
 *	fmt_share	a part of a whole in percent: 29% <1% >99% 100%; `-` if
 *			the whole is 0.  At most 4
 *	fmt_time	nanoseconds since the start: 12.391; from 1000 s on
 *			1:02:11
 *	fmt_when	like fmt_time, with the unit: 12.391s 1:02:11
 *	fmt_duration	nanoseconds: 2.0us 163us 41.0ms 1.20s 61ms.  At most 6
 *	fmt_addr	12 hex digits without 0x; 16 if 12 are too few
 */
#ifndef BASE_FMT_H
#define BASE_FMT_H

#include <stdint.h>

#define FMT_MAX 32
#define FMT_DATE_MAX 48

char *fmt_size(char buf[FMT_MAX], uint64_t bytes);
char *fmt_rate(char buf[FMT_MAX], double bytes_per_second);
char *fmt_count(char buf[FMT_MAX], uint64_t n);
char *fmt_grouped(char buf[FMT_MAX], uint64_t n);
char *fmt_share(char buf[FMT_MAX], uint64_t part, uint64_t whole);
char *fmt_time(char buf[FMT_MAX], uint64_t ns);
char *fmt_when(char buf[FMT_MAX], uint64_t ns);
char *fmt_duration(char buf[FMT_MAX], uint64_t ns);
/* Writes a time in ns since 1970 as ISO 8601 with microseconds, such as
 * 2026-11-26T16:51:56.123456+01:00. utc_offset is in seconds. */
char *fmt_date(char buf[FMT_DATE_MAX], uint64_t ns, int64_t utc_offset);
char *fmt_addr(char buf[FMT_MAX], uint64_t addr);

#endif
