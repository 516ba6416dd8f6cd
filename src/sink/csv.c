/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes the events of one kind as CSV (RFC 4180, but lines end with LF): a line
 * of column names, then a line for each event.  An unknown value is empty.
 * Names are quoted and escaped like those of the text log.  A name that a
 * spreadsheet would take for a formula starts with an escape, too.
 */
#include <config.h>

#include "sink/form.h"

#include <inttypes.h>
#include <string.h>

#include "sink/text/value.h"

#define HEAD(name) "," #name
static const char memory_head[] =
	"time,pid,comm" EV_MEMORY_LOGGED(HEAD) ",cgroup\n";
static const char system_head[] =
	"time" EV_SYSTEM_LOGGED(HEAD) ",psi_some_avg10,psi_full_avg10\n";
#undef HEAD

#define CSV_KINDS (1u << EV_USAGE | 1u << EV_SYSTEM)

bool form_csv_takes(uint32_t kinds)
{
	return kinds && !(kinds & ~CSV_KINDS) && !(kinds & (kinds - 1));
}

void form_csv_head(struct str *out, uint32_t kinds)
{
	str_adds(out, kinds & 1u << EV_USAGE ? memory_head : system_head);
}

static void put_cell(struct str *out, uint64_t n)
{
	str_addc(out, ',');
	if (n != EV_UNKNOWN)
		str_addu(out, n, 0);
}

static void put_per_mille(struct str *out, uint64_t n)
{
	str_addc(out, ',');
	if (n != EV_UNKNOWN)
		str_addf(out, "%" PRIu64 ".%" PRIu64, n / 10, n % 10);
}

static void put_name(struct str *out, struct bytes name)
{
	struct str safe = STR_INIT;
	const char *p;

	str_adds(out, ",\"");
	if (name.len && memchr("=+-@", *(const char *)name.data, 4)) {
		str_addf(out, "\\x%02x", *(const unsigned char *)name.data);
		name.data = (const char *)name.data + 1;
		name.len--;
	}
	put_safe(&safe, name);
	for (p = safe.data; *p; p++)
		str_adds(out, *p == '"' ? "\"\"" : (char[]){ *p, '\0' });
	str_addc(out, '"');
	str_release(&safe);
}

void form_csv(struct str *out, const struct event *ev,
	      const struct form_clock *clock)
{
	const struct ev_usage *u = &ev->u.usage;
	const struct ev_system *s = &ev->u.system;

	put_time(out, ev->time_ns, clock);
#define PUT_USAGE(name) put_cell(out, u->name);
#define PUT_SYSTEM(name) put_cell(out, s->name);
	if (ev->kind == EV_USAGE) {
		put_cell(out, (uint64_t)ev->pid);
		put_name(out, u->comm);
		EV_MEMORY_LOGGED(PUT_USAGE)
		put_name(out, u->cgroup);
	} else {
		EV_SYSTEM_LOGGED(PUT_SYSTEM)
		put_per_mille(out, s->psi_some_10);
		put_per_mille(out, s->psi_full_10);
	}
#undef PUT_SYSTEM
#undef PUT_USAGE
}
