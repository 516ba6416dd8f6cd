/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/proc/status.h"

#include <stddef.h>

#include "parse/scan.h"

static const struct {
	const char *key;
	size_t offset;
} sizes[] = {
#define K(name, member) { name, offsetof(struct status_info, member) }
	K("VmPeak:", vm_peak), K("VmSize:", vm_size), K("VmHWM:", vm_hwm),
	K("VmRSS:", vm_rss), K("RssAnon:", rss_anon),
	K("RssFile:", rss_file), K("RssShmem:", rss_shmem),
	K("VmLck:", vm_lck), K("VmData:", vm_data), K("VmStk:", vm_stk),
	K("VmExe:", vm_exe), K("VmLib:", vm_lib), K("VmSwap:", vm_swap),
#undef K
};

static void size_key(struct scan line, struct status_info *st)
{
	uint64_t kib;

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		if (!scan_text(&line, sizes[i].key))
			continue;
		scan_blanks(&line);
		/* Without " kB" the line was cut off, perhaps inside the
		 * number. */
		if (scan_u64(&line, 10, &kib) && kib <= UINT64_MAX >> 10 &&
		    scan_text(&line, " kB"))
			*(uint64_t *)((char *)st + sizes[i].offset) =
				kib << 10;
		return;
	}
}

static void int_key(struct scan line, int64_t *out)
{
	scan_blanks(&line);
	scan_i64(&line, out);
}

static void nspid_key(struct scan line, struct status_info *st)
{
	st->n_nspid = 0;
	while (st->n_nspid < STATUS_NSPIDS && scan_blanks(&line) &&
	       scan_i64(&line, &st->nspid[st->n_nspid]))
		st->n_nspid++;
}

static void mask_key(struct scan line, uint64_t *out)
{
	scan_blanks(&line);
	if (!scan_u64(&line, 16, out))
		*out = EV_UNKNOWN;
}

static void one_line(struct scan line, struct status_info *st)
{
	uint64_t mask;
	int64_t v = 0;

	if (scan_text(&line, "Tgid:")) {
		int_key(line, &st->tgid);
	} else if (scan_text(&line, "PPid:")) {
		int_key(line, &st->ppid);
	} else if (scan_text(&line, "TracerPid:")) {
		int_key(line, &st->tracer);
	} else if (scan_text(&line, "State:")) {
		scan_blanks(&line);
		st->state = line.p < line.end ? *line.p : 0;
	} else if (scan_text(&line, "Uid:")) {
		scan_blanks(&line);
		if (scan_i64(&line, &st->uid))
			int_key(line, &st->euid);
	} else if (scan_text(&line, "Gid:")) {
		int_key(line, &st->gid);
	} else if (scan_text(&line, "SigCgt:")) {
		mask_key(line, &st->caught);
	} else if (scan_text(&line, "SigIgn:")) {
		mask_key(line, &st->ignored);
	} else if (scan_text(&line, "SigBlk:")) {
		mask_key(line, &st->blocked);
	} else if (scan_text(&line, "SigPnd:") ||
		   scan_text(&line, "ShdPnd:")) {
		mask_key(line, &mask);
		st->pending |= mask == EV_UNKNOWN ? 0 : mask;
	} else if (scan_text(&line, "CapEff:")) {
		mask_key(line, &st->caps);
	} else if (scan_text(&line, "NSpid:")) {
		nspid_key(line, st);
	} else if (scan_text(&line, "Threads:")) {
		int_key(line, &v);
		st->threads = v > 0 ? (uint64_t)v : 0;
	} else if (scan_text(&line, "Kthread:")) {
		int_key(line, &v);
		st->kthread = v == 1;
	} else if (scan_text(&line, "NoNewPrivs:")) {
		int_key(line, &v);
		st->no_new_privs = v == 1;
	} else if (scan_text(&line, "Seccomp:")) {
		int_key(line, &st->seccomp);
	} else if (scan_text(&line, "Seccomp_filters:")) {
		int_key(line, &st->filters);
	} else {
		size_key(line, st);
	}
}

bool status_parse(struct bytes text, struct status_info *out)
{
	struct scan s = scan_of(text.data, text.len), line;
	struct status_info st = {
		.tgid = -1, .ppid = -1, .tracer = -1, .uid = -1, .euid = -1,
		.gid = -1, .seccomp = -1, .filters = -1,
		.caught = EV_UNKNOWN, .ignored = EV_UNKNOWN,
		.blocked = EV_UNKNOWN,
		.caps = EV_UNKNOWN,
	};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		*(uint64_t *)((char *)&st + sizes[i].offset) = EV_UNKNOWN;
	while (scan_line(&s, &line)) {
		/* A line without its newline was cut off. */
		if (line.end == s.end && s.p[-1] != '\n')
			break;
		one_line(line, &st);
	}
	if (st.tgid < 0)
		return false;
	*out = st;
	return true;
}
