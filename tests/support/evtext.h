/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events as text: the format of the fixtures.
 *
 * One event is one line:
 *
 *	TIME_S PID/TID KIND key=value key="a string" ...
 *
 *	12.391 4121/4121 call call=brk args=0x55d0d04e2000 \
 *		result=0x55d0d04e2000 duration_ns=2us
 *	0.3    4121      region op=add start=0x7f1c40000000 end=+1G \
 *		perm=rw-p kind=anon rss=301M
 *
 * A line that starts with `#` is a comment, blank lines are skipped, a
 * backslash at the end joins the next line. "include NAME" first reads another
 * file of the same folder. PID alone means PID/PID; 0 means none.
 *
 * Keys are the field names of event_descs[KIND]. A field that is not set is 0
 * or empty, except:
 *
 *	region	old_start=start; rss, pss, swap unknown
 *	process	child_pid=child; status=-1 signal=-1
 *	pages	page_size=4096 scanned=end; sums are those of the bins,
 *		written unknown
 *	usage, system	all unknown
 *	task	in_call unknown
 *	heap	resident unknown
 *	status	exit_status=-1 exit_signal=-1
 *	call	nr follows from call=NAME; result=-1 follows from error
 *	output	cols is the width of text
 *
 * Every kind also has src=LETTER (default `t` for process, call and signal, `m`
 * for region, pages, usage, task and system) and
 * flags=lost,synthetic,inferred,again.
 *
 * Values
 *
 *	numbers	12, -1, 0x7f00, `?` for EV_UNKNOWN; 4K 1.5M 2G 1T: units of
 *		1024; 8us 1.5ms 2s are nanoseconds; end=+1M is start plus 1M
 *	strings	bare up to a blank, or "quoted" with \" \\ \n \0 \xNN
 *	names	op=add kind=heap perm=rw-p abi=i386 call=mmap phase=enter
 *		signal=SIGSEGV code=SEGV_MAPERR action=delivered error=ENOMEM
 *		state=held (status) state=S (usage, task) level=calls
 *		origin=launched held_phase=exit id=setuid severity=warn dev=8:1
 *	args	args=0,1M,3,0x22,-1,0
 *	bins	bins=16x256r,4x120r2z118e,12x0: 16 bins of 256 pages each ...;
 *		r resident s swapped z zero h huge e exclusive w written;
 *		no letter is r, no count is one bin
 *	ranges	ranges=0x1000-0x3000,0x5000-0x6000
 *	numbers	stack=0x1000,0x2000 ages=0,0,12,3,0,0,0,0 (heap)
 *	holes	holes=absent:0x1000-0x2000,swapped:0x5000-0x6000 (contents)
 *	cells	text="a row of the terminal", with fg=1 bg=-1 attrs=1 for all
 *		of it; padded with blanks to cols
 */
#ifndef TESTS_SUPPORT_EVTEXT_H
#define TESTS_SUPPORT_EVTEXT_H

#include <stdio.h>

#include "base/err.h"
#include "event/event.h"

/* Calls fn for each event of the file. Returns 0, -EINVAL (err names the line),
 * or the -errno of an include that cannot be opened. */
MUST_CHECK int evtext_read(FILE *f, event_fn *fn, void *arg, struct err *err);

/* Like evtext_read(), for one line without its newline: at most one event. */
MUST_CHECK int evtext_line(const char *line, event_fn *fn, void *arg,
			   struct err *err);

/* Like evtext_read(), for tests/data/NAME below $top_srcdir (default: the
 * current folder). */
MUST_CHECK int evtext_file(const char *name, event_fn *fn, void *arg,
			   struct err *err);

/* For tests: print errors on stderr and exit with status 99 (automake's "hard
 * error"). */
void evtext_load(const char *name, event_fn *fn, void *arg);
void evtext_text(const char *lines, event_fn *fn, void *arg);

#endif
