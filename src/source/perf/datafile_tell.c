/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/perf/datafile_private.h"

#include "base/str.h"
#include "source/perf/state.h"

static void tell(struct datafile *d, struct event *ev, uint64_t time)
{
	if (time && !d->has_base) {
		d->has_base = true;
		d->base = time;
	}
	if (time > d->base)
		ev->time_ns = time - d->base;
	if (ev->time_ns > d->now)
		d->now = ev->time_ns;
	if (d->made_up)
		ev->flags |= EVF_SYNTHETIC;
	d->events++;
	d->emit(d->arg, ev);
}

static void tell_lost(struct datafile *d, uint64_t time, uint64_t count)
{
	struct event ev = { .kind = EV_LOST, .source = PERF_LETTER };

	ev.u.lost = (struct ev_lost){ .source = bytes_of("perf"),
				      .count = count };
	d->lost += count;
	tell(d, &ev, time);
}

/* True if perf made up the record for a process that is older than the
 * recording.  For such a process perf writes a FORK, which did not happen, and
 * a COMM. */
static bool is_attach(const struct datafile *d, const struct perfrecord *r)
{
	return d->made_up && r->type == PERFRECORD_COMM && !r->exec &&
	       r->pid == r->tid;
}

void datafile_tell(struct datafile *d, const struct perfrecord *r)
{
	struct event ev;

	if (r->type == PERFRECORD_LOST) {
		if (r->lost)
			tell_lost(d, r->time, r->lost);
		return;
	}
	if (d->made_up && r->type == PERFRECORD_FORK)
		return;
	if (!perfrecord_event(r, &ev)) {
		if (!is_attach(d, r))
			return;
		ev.u.process.op = PROCESS_ATTACH;
	}
	ev.source = PERF_LETTER;
	tell(d, &ev, r->time);
}

/* --- the header of the file ----------------------------------------------- */

/* Appends a string of a feature section to out: the first one from offset `at`
 * on; or with `all`, all strings from there on, separated by blanks. */
static void read_feature(struct datafile *d, enum perfdata_feature f,
			 size_t at, bool all, struct str *out)
{
	const struct perfdata_section *data = &d->head.data;
	struct perfdata_section s = { 0 };
	struct bytes text, section;
	unsigned index;
	const void *p = NULL;

	if (data->size && perfdata_feature(&d->head, f, &index))
		p = datafile_bytes(d, data->offset + data->size +
			     PERFDATA_SECTION * (uint64_t)index,
			     PERFDATA_SECTION);
	if (p) {
		s = perfdata_section(p, d->head.swapped);
		p = s.size > DATAFILE_RECORD || s.offset > INT64_MAX ? NULL :
		    datafile_bytes(d, s.offset, s.size);
	}
	section = (struct bytes){ p, p ? s.size : 0 };
	while (perfdata_string(section, d->head.swapped, &at, &text)) {
		if (out->len)
			str_addc(out, ' ');
		str_add(out, text.data, text.len);
		if (!all)
			break;
	}
	/* A file without this feature is not an error. */
	d->end = (struct datafile_end){ .why = DATAFILE_WHOLE };
}

static struct bytes text_or_none(const struct str *s)
{
	return s->len ? (struct bytes){ s->data, s->len } : bytes_of("n/a");
}

void datafile_tell_start(struct datafile *d)
{
	static const char on[] = "perf=on";
	struct str kernel = STR_INIT, machine = STR_INIT, command = STR_INIT;
	struct str host = STR_INIT;
	struct event ev = { .kind = EV_START };

	read_feature(d, PERFDATA_HOSTNAME, 0, false, &host);
	read_feature(d, PERFDATA_OSRELEASE, 0, false, &kernel);
	read_feature(d, PERFDATA_ARCH, 0, false, &machine);
	/* The section starts with the number of words: 4 bytes. */
	read_feature(d, PERFDATA_CMDLINE, 4, true, &command);
	ev.u.start = (struct ev_start){
		.version = bytes_of(PACKAGE_VERSION),
		.kernel = text_or_none(&kernel),
		.machine = text_or_none(&machine),
		.host = { host.data, host.len },
		.command = { command.data, command.len },
		.page_size = EV_UNKNOWN,
		.sources = { on, sizeof on },
	};
	tell(d, &ev, 0);
	str_release(&host);
	str_release(&command);
	str_release(&machine);
	str_release(&kernel);
}

void datafile_tell_end(struct datafile *d)
{
	struct event ev = { .kind = EV_END };
	uint64_t more = d->of_none;

	if (d->lost_at_end > d->lost)
		more += d->lost_at_end - d->lost;
	if (more)
		tell_lost(d, d->base + d->now, more);
	ev.u.end = (struct ev_end){ .events = d->events, .lost = d->lost,
				    .duration_ns = d->now };
	tell(d, &ev, d->base + d->now);
}
