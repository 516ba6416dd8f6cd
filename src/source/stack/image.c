/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/stack/private.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "sys/pages/present.h"
#include "sys/reader/filecache.h"

/* Maximum size of an image that is copied from memory. */
#define IMAGE_MAX (256u << 20)

static bool is_part(const struct module *m, const struct process_mapping *p)
{
	return p->start >= m->start && p->end <= m->end && p->dev == m->dev &&
	       p->inode == m->inode;
}

/* Drops the reference to section tables that are not in the loaded image. */
#define DROP_SECTIONS(type, image, size) \
	do { \
		type h; \
		memcpy(&h, image, sizeof h); \
		if (h.e_shoff > (size) || h.e_shnum > \
		    ((size) - h.e_shoff) / (h.e_shentsize + 1u)) \
			h.e_shoff = 0, h.e_shnum = h.e_shstrndx = 0; \
		memcpy(image, &h, sizeof h); \
	} while (0)

static void drop_sections(char *image, uint64_t size)
{
	if (image[EI_CLASS] == ELFCLASS64)
		DROP_SECTIONS(Elf64_Ehdr, image, size);
	else
		DROP_SECTIONS(Elf32_Ehdr, image, size);
}

/* Copies each mapping to its offset in the image of the file.  Unreadable and
 * absent pages stay zero. */
static void copy_parts(const struct module *m, char *image, uint64_t size)
{
	const struct unwinder *u = m->u;
	uint64_t page = (uint64_t)getpagesize();

	for (size_t i = 0; i < u->maps.n; i++) {
		const struct process_mapping *p = &u->maps.v[i];
		uint64_t len = p->end - p->start, done = 0;

		if (!is_part(m, p) || p->offset > size ||
		    len > size - p->offset)
			continue;
		for (; done < len; done += page)
			(void)!present_read(u->mem, u->pagemap, p->start + done,
					    image + p->offset + done,
					    (size_t)(len - done));
	}
}

/* Copies the image from memory, for the vdso or a file that cannot be
 * opened.  The loaded parts contain the unwind tables and the names of
 * exported symbols. */
static Elf *from_memory(struct module *m)
{
	const struct unwinder *u = m->u;
	uint64_t size = 0;

	for (size_t i = 0; i < u->maps.n; i++) {
		const struct process_mapping *p = &u->maps.v[i];
		uint64_t end;

		if (is_part(m, p) &&
		    !__builtin_add_overflow(p->offset, p->end - p->start,
					    &end) &&
		    end > size && end <= IMAGE_MAX)
			size = end;
	}
	if (size < sizeof(Elf64_Ehdr))
		return NULL;
	free(m->image);
	m->image = xcalloc(1, (size_t)size);
	copy_parts(m, m->image, size);
	if (memcmp(m->image, ELFMAG, SELFMAG))
		return NULL;
	drop_sections(m->image, size);
	return elf_memory(m->image, (size_t)size);
}

int image_find(Dwfl_Module *mod, void **data, const char *name,
	       Dwarf_Addr base, char **file, Elf **elf)
{
	struct module *m = *data;
	const struct filecache_ask ask = {
		.start = m->start, .end = m->first_end, .dev = m->dev,
		.inode = m->inode, .page_size = (uint64_t)getpagesize(),
	};
	struct filecache_answer answer = { 0 };
	int fd = -1;

	(void)mod;
	(void)name;
	(void)base;
	if (m->inode)
		fd = filecache_open(m->u->dir, m->u->root, &ask, m->path, &answer);
	if (fd >= 0)
		*file = strdup(m->path);
	else
		*elf = from_memory(m);
	return fd;
}
