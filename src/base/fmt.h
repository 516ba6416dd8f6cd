/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers as every screen, table and message shows them.
 *
 * Each function writes the bare form, not padded, and returns buf, so that it
 * can stand in an argument list.  Columns are right-aligned by the caller.
 * FMT_MAX is enough for all of them.  The C locale's point and comma always.
 *
 *	fmt_size	bytes, 3 digits and a unit of 1024: 0 512B 4.00K 132K
 *			0.98M 1.00G; 1000..1023 of a unit go up one (at most 5)
 *	fmt_rate	bytes a second with sign, 3 digits: +2.90M -38.1K; 0
 *			below half a K (at most 6)
 *	fmt_count	3 digits and k M G of 1000: 794 107k 1.20M (at most 5)
 *	fmt_grouped	77,056
 *	fmt_share	part of whole in per cent: 29% <1% >99% 100% (at most 4);
 *			`-` when whole is 0
 *	fmt_time	nanoseconds since start: 12.391; from 1000 s 1:02:11
 *	fmt_when	the same where a reader needs the unit: 12.391s 1:02:11
 *	fmt_duration	nanoseconds: 2.0us 163us 41.0ms 1.20s 61ms (at most 6)
 *	fmt_addr	12 hex digits without 0x, 16 where 12 are too few
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
/* ISO 8601 with microseconds: 2026-11-26T16:51:56.123456+01:00; ns since 1970,
 * utc_offset in seconds. */
char *fmt_date(char buf[FMT_DATE_MAX], uint64_t ns, int64_t utc_offset);
char *fmt_addr(char buf[FMT_MAX], uint64_t addr);

#endif
