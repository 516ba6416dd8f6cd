/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/perf/datafile_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* Limit of event ids: 1000 CPUs with 1000 events each. */
#define IDS_MAX (1u << 20)
/* Limit of attribute entries: one for each event. */
#define ATTRS_MAX (1u << 12)

/* --- reading the file ----------------------------------------------------- */

static bool fail(struct datafile *d, enum datafile_why why, uint64_t offset)
{
	d->end.why = why;
	d->end.offset = offset;
	return false;
}

static bool fill(struct datafile *d, uint64_t offset)
{
	d->at = offset;
	d->n = 0;
	while (d->n < DATAFILE_BUFFER) {
		int64_t got = d->in->read(d->in->arg, offset + d->n,
					  d->buf + d->n, DATAFILE_BUFFER - d->n);

		if (got < 0) {
			d->end.error = (int)-got;
			return fail(d, DATAFILE_ERROR, offset + d->n);
		}
		if (!got)
			break;
		d->n += (size_t)got;
	}
	return true;
}

/* Returns false if the file ends before offset + n. */
static bool has_bytes(struct datafile *d, uint64_t offset, size_t n)
{
	uint64_t size = d->in->size;

	return (offset <= size && n <= size - offset) ||
	       fail(d, DATAFILE_CUT, size);
}

const void *datafile_bytes(struct datafile *d, uint64_t offset, size_t n)
{
	bool has = offset >= d->at && offset - d->at <= d->n &&
		   d->n - (offset - d->at) >= n;

	if (!has_bytes(d, offset, n) || (!has && !fill(d, offset)))
		return NULL;
	if (d->n - (offset - d->at) >= n)
		return d->buf + (offset - d->at);
	fail(d, DATAFILE_CUT, d->at + d->n);
	return NULL;
}

/* --- finding the event of a record ---------------------------------------- */

static size_t form_index(struct datafile *d, struct perfrecord_form form)
{
	for (size_t i = 0; i < d->forms.n; i++)
		if (d->forms.v[i].sample_type == form.sample_type &&
		    d->forms.v[i].trailer == form.trailer)
			return i;
	*vec_push(&d->forms) = form;
	return d->forms.n - 1;
}

static int by_id(const void *a, const void *b)
{
	const struct id_form *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

static bool read_ids(struct datafile *d, const struct perfdata_attr *attr)
{
	size_t form = form_index(d, attr->form);
	uint64_t n = attr->ids.size / 8;

	if (n > IDS_MAX - d->ids.n)
		return fail(d, DATAFILE_BROKEN, attr->ids.offset);
	for (uint64_t i = 0; i < n; i++) {
		const void *p = datafile_bytes(d, attr->ids.offset + 8 * i, 8);

		if (!p)
			return false;
		*vec_push(&d->ids) = (struct id_form){
			perfdata_u64(p, d->head.swapped), form
		};
	}
	return true;
}

static bool each_attr(struct datafile *d,
		      bool (*take)(struct datafile *d,
				   const struct perfdata_attr *attr))
{
	const struct perfdata_section *s = &d->head.attrs;

	for (uint64_t at = 0; at < s->size; at += d->head.attr_size) {
		const void *p = datafile_bytes(d, s->offset + at, d->head.attr_size);
		struct perfdata_attr attr;

		if (!p)
			return false;
		attr = perfdata_attr(p, &d->head);
		if (!take(d, &attr))
			return false;
	}
	return true;
}

static bool read_form(struct datafile *d, const struct perfdata_attr *attr)
{
	(void)form_index(d, attr->form);
	return true;
}

static bool read_attrs(struct datafile *d)
{
	if (d->head.attrs.size / d->head.attr_size > ATTRS_MAX)
		return fail(d, DATAFILE_BROKEN, d->head.attrs.offset);
	if (!each_attr(d, read_form))
		return false;
	if (d->forms.n == 1)
		return true;
	/* Require the identifier in all forms: as the last word of a record's
	 * trailer, it is at the same place in each. */
	for (size_t i = 0; i < d->forms.n; i++)
		if (!perfrecord_has_identifier(&d->forms.v[i]))
			return fail(d, DATAFILE_MIXED, d->head.attrs.offset);
	if (!each_attr(d, read_ids))
		return false;
	if (d->ids.n)
		qsort(d->ids.v, d->ids.n, sizeof *d->ids.v, by_id);
	return true;
}

/* Returns the form of a record.  Records that perf itself writes have id 0, and
 * use the form of the first event. */
static const struct perfrecord_form *form_of(const struct datafile *d,
					     struct bytes record)
{
	const char *p = record.data;
	uint64_t id;
	size_t i;

	if (d->forms.n == 1 || record.len < 16)
		return &d->forms.v[0];
	id = perfdata_u64(p + record.len - 8, d->head.swapped);
	i = vec_lower(&d->ids, e, e->id < id);
	return &d->forms.v[i < d->ids.n && d->ids.v[i].id == id ?
			   d->ids.v[i].form : 0];
}

/* --- order of time -------------------------------------------------------- */

static int by_time(const void *a, const void *b)
{
	const struct queued_record *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

/* Emits a record that waited.  Reads the record again, but not through d->buf,
 * which has another part of the file. */
static bool tell_again(struct datafile *d, const struct queued_record *w)
{
	int64_t got = d->in->read(d->in->arg, w->offset, d->record, w->size);
	struct bytes record = { d->record, w->size };
	struct perfrecord r;

	if (got < 0)
		d->end.error = (int)-got;
	if (got != (int64_t)w->size)
		return fail(d, got < 0 ? DATAFILE_ERROR : DATAFILE_CUT,
			    w->offset);
	/* The file may have changed since the record was first read. */
	if (perfrecord_parse(record, form_of(d, record), &r))
		datafile_tell(d, &r);
	return true;
}

/* Emits the waiting records up to limit.  No later record of the file is older
 * than limit. */
static bool tell_waiting(struct datafile *d, uint64_t limit)
{
	struct queued_record *v = d->waiting.v;
	size_t n = 0;
	bool good = true;

	if (d->waiting.n)
		qsort(v, d->waiting.n, sizeof *v, by_time);
	for (; good && n < d->waiting.n && v[n].time <= limit; n++)
		good = tell_again(d, &v[n]);
	d->waiting.n -= n;
	if (d->waiting.n)
		memmove(v, v + n, d->waiting.n * sizeof *v);
	return good;
}

/*
 * Handles the end of a round, in which perf record empties its rings one after
 * the other.  The file has a mark at the end of each round.  A record that is
 * older than the newest record of a round is in the file by the end of the next
 * round.
 */
static bool end_round(struct datafile *d)
{
	uint64_t limit = d->limit;

	d->limit = d->newest;
	return tell_waiting(d, limit);
}

static bool is_told(uint32_t type)
{
	return type == PERFRECORD_MMAP || type == PERFRECORD_MMAP2 ||
	       type == PERFRECORD_COMM || type == PERFRECORD_FORK ||
	       type == PERFRECORD_EXIT || type == PERFRECORD_LOST ||
	       type == PERFRECORD_LOST_SAMPLES;
}

static void take_record(struct datafile *d, struct bytes record,
			uint64_t offset)
{
	struct perfrecord r;

	if (!perfrecord_parse(record, form_of(d, record), &r)) {
		if (perfrecord_has_no_task(record, form_of(d, record)))
			d->of_none++;
		else if (!d->invalid++)
			d->first_invalid = offset;
		return;
	}
	/* LOST_SAMPLES has the total number of losses, including those that
	 * LOST records report. */
	if (r.type == PERFRECORD_LOST_SAMPLES)
		d->lost_at_end += r.lost;
	if (r.kernel || r.type == PERFRECORD_LOST_SAMPLES)
		return;
	if (!perfrecord_has_time(form_of(d, record)) || !r.time) {
		d->made_up = perfrecord_has_time(form_of(d, record));
		r.time = 0;
		datafile_tell(d, &r);
		d->made_up = false;
		return;
	}
	if (r.time > d->newest)
		d->newest = r.time;
	*vec_push(&d->waiting) =
		(struct queued_record){ r.time, offset, record.len };
}

/* --- reading the data ----------------------------------------------------- */

/* Sets *n to the size of the processor trace that follows the record. */
static bool aux_size(struct datafile *d, struct bytes record, uint64_t left,
		     uint64_t *n)
{
	const char *p = record.data;

	if (record.len < 16)
		return false;
	*n = perfdata_u64(p + 8, d->head.swapped);
	return *n <= left;
}

/* Fails because the record extends past the end of the data. */
static bool fail_at_end(struct datafile *d, uint64_t at)
{
	return fail(d, d->head.data.size ? DATAFILE_BROKEN
					 : DATAFILE_UNFINISHED, at);
}

/* Reads one record and moves *at past it. */
static bool read_record(struct datafile *d, uint64_t *at, uint64_t end)
{
	struct perfrecord_head head;
	struct bytes record;
	uint64_t more = 0;
	const void *p;

	if (end - *at < sizeof head)
		return fail_at_end(d, *at);
	p = datafile_bytes(d, *at, sizeof head);
	if (!p)
		return false;
	head = perfrecord_head(p, d->head.swapped);
	if (head.size < sizeof head)
		return fail(d, DATAFILE_BROKEN, *at);
	if (head.size > end - *at)
		return fail_at_end(d, *at);
	if (head.type == PERFDATA_COMPRESSED ||
	    head.type == PERFDATA_COMPRESSED2)
		return fail(d, DATAFILE_COMPRESSED, *at);
	record = (struct bytes){ datafile_bytes(d, *at, head.size), head.size };
	if (!record.data)
		return false;
	if (head.type == PERFDATA_AUXTRACE &&
	    !aux_size(d, record, end - *at - head.size, &more))
		return fail(d, DATAFILE_BROKEN, *at);
	if (is_told(head.type))
		take_record(d, record, *at);
	*at += head.size + more;
	return head.type != PERFDATA_FINISHED_ROUND || end_round(d);
}

static bool read_data(struct datafile *d)
{
	uint64_t at = d->head.data.offset, end = at + d->head.data.size;
	bool unfinished = !d->head.data.size;

	if (unfinished)
		end = d->in->size;
	while (at < end)
		if (!read_record(d, &at, end))
			return false;
	return !unfinished || fail(d, DATAFILE_UNFINISHED, at);
}

static bool read_head(struct datafile *d)
{
	static const enum datafile_why whys[] = {
		[PERFDATA_OTHER] = DATAFILE_OTHER,
		[PERFDATA_PIPE] = DATAFILE_PIPE,
		[PERFDATA_OLD] = DATAFILE_OLD,
		[PERFDATA_WRONG] = DATAFILE_BROKEN,
	};
	enum perfdata_kind kind;

	if (!fill(d, 0))
		return false;
	kind = perfdata_head((struct bytes){ d->buf, d->n }, &d->head);
	return kind == PERFDATA_FILE || fail(d, whys[kind], 0);
}

/* Reads all data.  Emits the waiting records even after an error. */
static void read_all(struct datafile *d)
{
	struct datafile_end end;

	datafile_tell_start(d);
	(void)read_data(d);
	end = d->end;
	if (!tell_waiting(d, UINT64_MAX) && end.why == DATAFILE_WHOLE)
		end = d->end;
	if (end.why == DATAFILE_WHOLE && d->invalid)
		end = (struct datafile_end){
			.why = DATAFILE_INVALID, .offset = d->first_invalid,
			.records = d->invalid,
		};
	d->end = end;
	datafile_tell_end(d);
}

struct datafile_end datafile_read(const struct datafile_input *in,
				  event_fn *emit, void *arg)
{
	struct datafile d = { .in = in, .emit = emit, .arg = arg };

	d.buf = xmalloc(DATAFILE_BUFFER);
	d.record = xmalloc(DATAFILE_RECORD);
	if (read_head(&d) && read_attrs(&d))
		read_all(&d);
	vec_release(&d.waiting);
	vec_release(&d.ids);
	vec_release(&d.forms);
	free(d.record);
	free(d.buf);
	return d.end;
}
