/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/ring/perf.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct perf_event_mmap_page *control(const struct perfring *r)
{
	return r->base;
}

int perfring_init(struct perfring *r, void *base, size_t mapped)
{
	const struct perf_event_mmap_page *page = base;
	uint64_t offset = page->data_offset, size = page->data_size;

	/* Kernels before Linux 4.1 leave data_offset and data_size at 0. */
	if (!size) {
		offset = (uint64_t)sysconf(_SC_PAGESIZE);
		size = mapped > offset ? mapped - offset : 0;
	}
	if (!size || size & (size - 1) || offset > mapped ||
	    size > mapped - offset)
		return -EINVAL;
	*r = (struct perfring){
		.base = base, .mapped = mapped, .size = size,
		.data = (const unsigned char *)base + offset,
		.tail = page->data_tail,
	};
	r->head = r->tail;
	return 0;
}

int perfring_map(struct perfring *r, int fd, size_t pages)
{
	size_t size = (1 + pages) * (size_t)sysconf(_SC_PAGESIZE);
	void *base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			  0);
	int ret;

	if (base == MAP_FAILED)
		return -errno;
	ret = perfring_init(r, base, size);
	if (ret < 0)
		munmap(base, size);
	return ret;
}

void perfring_unmap(struct perfring *r)
{
	if (r->base)
		munmap(r->base, r->mapped);
	r->base = NULL;
}

uint64_t perfring_look(struct perfring *r)
{
	r->head = __atomic_load_n(&control(r)->data_head, __ATOMIC_ACQUIRE);
	return r->head - r->tail;
}

/* Copies n bytes that start at `at`.  They may wrap around the end of the
 * ring. */
static inline void copy_out(const struct perfring *r, uint64_t at, void *to,
			    size_t n)
{
	size_t from = (size_t)(at & (r->size - 1));
	size_t first = (size_t)(r->size - from);

	if (n <= first) {
		memcpy(to, r->data + from, n);
		return;
	}
	memcpy(to, r->data + from, first);
	memcpy((char *)to + first, r->data, n - first);
}

static bool give_up(struct perfring *r)
{
	r->broken++;
	r->tail = r->head;
	return false;
}

bool perfring_take(struct perfring *r, void *buf, size_t size, size_t *n)
{
	uint64_t waiting = r->head - r->tail;
	struct perf_event_header head;

	if (!waiting)
		return false;
	if (waiting > r->size || waiting < sizeof head)
		return give_up(r);
	copy_out(r, r->tail, &head, sizeof head);
	if (head.size < sizeof head || head.size > waiting)
		return give_up(r);
	*n = head.size;
	copy_out(r, r->tail, buf, *n < size ? *n : size);
	/* The kernel may change the record between two reads, so its head is
	 * taken from the copy that was checked. */
	if (size >= sizeof head)
		memcpy(buf, &head, sizeof head);
	r->tail += *n;
	return true;
}

void perfring_release_read(struct perfring *r)
{
	__atomic_store_n(&control(r)->data_tail, r->tail, __ATOMIC_RELEASE);
}
