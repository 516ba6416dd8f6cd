/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/ring/trace.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fault.h"

/* From include/uapi/linux/trace_mmap.h, which is missing in older headers. */
#define GET_READER _IO('R', 0x20)
struct trace_meta {
	uint32_t meta_page_size, meta_struct_len;
	uint32_t subbuf_size, subbufs;
	uint64_t lost_events;		/* events lost before the current reader
					 * sub-buffer */
	uint32_t reader, reader_read;
	uint64_t flags;
	uint64_t entries, overrun, read;
};
/* Sizes of mappings above this are invalid. */
#define DATA_MAX (UINT64_C(1) << 32)

/* Returns the page of counters, which the kernel updates at each GET_READER. */
static const volatile struct trace_meta *meta_of(const struct tracering *r)
{
	return r->meta;
}

void tracering_init(struct tracering *r, int fd, size_t subbuf_size)
{
	*r = (struct tracering){ .fd = fd, .subbuf_size = subbuf_size };
}

/* Maps the first page of counters; it has the sizes of all parts of the
 * mapping. */
static int map_meta(struct tracering *r)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const volatile struct trace_meta *meta;
	void *p = mmap(NULL, page, PROT_READ, MAP_SHARED, r->fd, 0);

	if (p == MAP_FAILED)
		return -errno;
	meta = p;
	r->meta = p;
	r->meta_size = page;
	r->subbufs = meta->subbufs;
	if (meta->meta_page_size < page || meta->meta_page_size % page ||
	    meta->meta_struct_len < sizeof *meta ||
	    meta->subbuf_size != r->subbuf_size || !r->subbufs ||
	    r->subbufs > DATA_MAX / r->subbuf_size)
		return -EINVAL;
	return 0;
}

int tracering_map(struct tracering *r)
{
	size_t offset;
	void *data;
	int ret;

	if (fault_on("no-trace-mmap"))
		return -ENODEV;
	ret = map_meta(r);
	if (ret < 0) {
		tracering_unmap(r);
		return ret;
	}
	offset = meta_of(r)->meta_page_size;
	r->data_size = r->subbufs * r->subbuf_size;
	data = mmap(NULL, r->data_size, PROT_READ, MAP_SHARED, r->fd,
		    (off_t)offset);
	if (data == MAP_FAILED) {
		ret = -errno;
		tracering_unmap(r);
		return ret;
	}
	r->data = data;
	r->reader = meta_of(r)->reader;
	r->read = meta_of(r)->reader_read;
	r->begun = false;
	return 0;
}

void tracering_unmap(struct tracering *r)
{
	if (r->data)
		munmap((void *)(uintptr_t)r->data, r->data_size);
	if (r->meta)
		munmap(r->meta, r->meta_size);
	r->data = NULL;
	r->meta = NULL;
	r->subbufs = 0;
}

void tracering_release(struct tracering *r)
{
	tracering_unmap(r);
	free(r->copy);
	r->copy = NULL;
	if (r->fd >= 0)
		close(r->fd);
	r->fd = -1;
}

static int next_mapped(struct tracering *r, struct tracering_part *out)
{
	uint32_t id;
	size_t end;

	if (ioctl(r->fd, GET_READER) < 0)
		return errno == EAGAIN ? 0 : -errno;
	id = meta_of(r)->reader;
	end = meta_of(r)->reader_read;
	if (id >= r->subbufs || end > r->subbuf_size) {
		r->broken++;
		return 0;
	}
	*out = (struct tracering_part){ .has_end = true, .end = end };
	if (id != r->reader) {
		r->reader = id;
		r->read = 0;
		r->begun = false;
	}
	if (end <= r->read)
		return 0;
	out->page = r->data + id * r->subbuf_size;
	out->is_new = !r->begun;
	out->begin = r->read;
	r->begun = true;
	r->read = end;
	return 1;
}

static int next_read(struct tracering *r, struct tracering_part *out)
{
	ssize_t n;

	if (!r->copy)
		r->copy = xmalloc(r->subbuf_size);
	n = read(r->fd, r->copy, r->subbuf_size);
	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	if (!n)
		return 0;
	if ((size_t)n != r->subbuf_size) {
		r->broken++;
		return 0;
	}
	*out = (struct tracering_part){ .page = r->copy, .is_new = true };
	return 1;
}

int tracering_next(struct tracering *r, struct tracering_part *out)
{
	return r->meta ? next_mapped(r, out) : next_read(r, out);
}

void tracering_count(const struct tracering *r, struct tracering_counts *out)
{
	const volatile struct trace_meta *meta = meta_of(r);
	uint64_t entries = meta->entries, gone;

	*out = (struct tracering_counts){ .overrun = meta->overrun,
					  .read = meta->read };
	gone = out->overrun + out->read;
	out->unread = entries > gone ? entries - gone : 0;
}

uint64_t tracering_reader_at(const struct tracering *r)
{
	return meta_of(r)->meta_page_size + r->reader * r->subbuf_size;
}
