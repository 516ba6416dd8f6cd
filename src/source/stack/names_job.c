/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The job that finds names.  It runs in the reader's child process, because a
 * hostile program chose the files to read. */
#include <config.h>

#include "source/stack/names.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "source/stack/restrict.h"
#include "source/stack/symbol.h"
#include "sys/reader/filecache.h"

#define LIMIT_NS 2000000000ull
#define LIMITS 5

/* Maximum number of open files. */
#define FILES 64

static void answer(struct str *out, const char *name)
{
	uint32_t n = name ? (uint32_t)strnlen(name, NAMES_TEXT_MAX) : 0;

	str_add(out, &n, sizeof n);
	str_add(out, name, n);
}

static int section_address(Dwfl_Module *mod, void **data, const char *name,
			   Dwarf_Addr base, const char *section,
			   GElf_Word index, const GElf_Shdr *header,
			   Dwarf_Addr *addr)
{
	return dwfl_offline_section_address(mod, data, name, base, section,
					    index, header, addr);
}

static const Dwfl_Callbacks callbacks = {
	.debuginfo_path = &restrict_debug_path,
	.find_debuginfo = restrict_find_debug,
	.section_address = section_address,
};

struct symbol_file {
	char *path;
	uint64_t dev, inode;
	int root;
	Dwfl *dwfl;		/* NULL: the file cannot be read */
	Dwfl_Module *mod;
};

/* Opens the file if it is the mapped file, and regular; otherwise returns
 * -1. */
static int open_below(int root, const struct names_ask *a, const char *path)
{
	const struct filecache_ask ask = {
		.dev = a->dev, .inode = a->inode,
		.page_size = (uint64_t)getpagesize(),
	};

	if (root < 0 || (a->inode && filecache_is_at(root, &ask, path) != 1))
		return -1;
	return filecache_open_path(root, path);
}

/* Opens the file below the process' root, or else below mmtop's root: a
 * process with another root but the same mounts has paths of mmtop's root in
 * its map. */
static int open_file(int dir, const struct names_ask *a, const char *path)
{
	int root, fd = -1;
	char name[32];

	snprintf(name, sizeof name, "fd/%d", a->root);
	root = a->root < 0 ? -1 : openat(dir, name, O_PATH | O_DIRECTORY |
					 O_CLOEXEC);
	if (a->root >= 0)
		fd = open_below(root, a, path);
	if (root >= 0)
		close(root);
	if (fd >= 0 || (a->root >= 0 && !a->inode))
		return fd;
	root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	fd = open_below(root, a, path);
	if (root >= 0)
		close(root);
	return fd;
}

static void open_module(struct symbol_file *f, int dir,
			const struct names_ask *a)
{
	int fd = open_file(dir, a, f->path);

	if (fd < 0)
		return;
	f->dwfl = dwfl_begin(&callbacks);
	dwfl_report_begin(f->dwfl);
	/* libdw takes over the descriptor unless it fails. */
	f->mod = dwfl_report_offline(f->dwfl, f->path, f->path, fd);
	if (!f->mod)
		close(fd);
	dwfl_report_end(f->dwfl, NULL, NULL);
}

static struct symbol_file *file_of(int dir, const struct names_ask *a,
				   const char *path)
{
	static struct symbol_file files[FILES];
	static unsigned next;
	struct symbol_file *f;

	for (unsigned i = 0; i < FILES; i++)
		if (files[i].path && files[i].inode == a->inode &&
		    files[i].dev == a->dev && files[i].root == a->root &&
		    !strcmp(files[i].path, path))
			return &files[i];
	f = &files[next++ % FILES];
	if (f->dwfl)
		dwfl_end(f->dwfl);
	free(f->path);
	*f = (struct symbol_file){ .path = strdup(path), .root = a->root,
				   .dev = a->dev, .inode = a->inode };
	if (f->path)
		open_module(f, dir, a);
	return f;
}

/* Converts an offset of the file to an address of libdw. */
static bool address_of(Dwfl_Module *mod, uint64_t offset, Dwarf_Addr *out)
{
	Dwarf_Addr bias;
	Elf *elf = dwfl_module_getelf(mod, &bias);
	GElf_Phdr part;
	size_t n;

	if (!elf || elf_getphdrnum(elf, &n) < 0)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (!gelf_getphdr(elf, (int)i, &part) ||
		    part.p_type != PT_LOAD || offset < part.p_offset ||
		    offset - part.p_offset >= part.p_filesz)
			continue;
		*out = part.p_vaddr + (offset - part.p_offset) + bias;
		return true;
	}
	return false;
}

static void look_up(const struct symbol_file *f, uint64_t offset,
		    struct str *out)
{
	struct str name = STR_INIT;
	const char *found = NULL;
	Dwarf_Addr addr;
	GElf_Off in;
	GElf_Sym sym;

	if (f->mod && address_of(f->mod, offset, &addr))
		found = dwfl_module_addrinfo(f->mod, addr, &in, &sym, NULL,
					     NULL, NULL);
	symbol_name(&name, found);
	answer(out, name.data);
	str_release(&name);
}

static bool begin(void)
{
	if (LATE_LOAD(dw, NULL) < 0)
		return false;
	restrict_libdw();
	return true;
}

static void run(const struct reader_work *w, struct str *out)
{
	char path[4096 + 1];
	struct names_ask a;
	size_t at = 0;

	if (!begin())
		return;
	while (w->n - at >= sizeof a) {
		const struct symbol_file *f;
		const char *offsets;

		memcpy(&a, w->ask + at, sizeof a);
		at += sizeof a;
		if (a.path_len >= sizeof path || (w->n - at) / 8 < a.n ||
		    w->n - at - a.n * 8 < a.path_len)
			return;
		offsets = w->ask + at;
		at += a.n * 8;
		memcpy(path, w->ask + at, a.path_len);
		path[a.path_len] = '\0';
		at += a.path_len;
		f = file_of(w->dir, &a, path);
		for (uint32_t i = 0; i < a.n; i++) {
			uint64_t offset;

			memcpy(&offset, offsets + i * 8, sizeof offset);
			look_up(f, offset, out);
		}
	}
}

const struct reader_job names_job = {
	.run = run, .limit_ns = LIMIT_NS, .limits = LIMITS,
};
