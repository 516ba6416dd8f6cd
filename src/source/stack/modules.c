/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/stack/private.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "parse/proc/maps.h"
#include "source/region_name.h"
#include "source/stack/symbol.h"

#define MAPS_MAX (64u << 20)
/* Maximum number of cached names of a module; a full cache is cleared. */
#define NAMED_MAX 4096

static int read_map(struct str *out, int fd)
{
	int r = lseek(fd, 0, SEEK_SET) < 0 ? -errno
					   : str_read(out, fd, MAPS_MAX);

	return r < 0 ? r : out->len ? 0 : -ESRCH;
}

static void forget_maps(struct unwinder *u)
{
	for (size_t i = 0; i < u->maps.n; i++)
		free(u->maps.v[i].name);
	vec_clear(&u->maps);
}

int modules_read(struct unwinder *u, int maps, const char *kept, size_t n)
{
	struct str text = STR_INIT, name = STR_INIT;
	struct maps_entry e;
	struct scan scan;
	int r = 0;

	if (n)
		str_add(&text, kept, n);
	else
		r = read_map(&text, maps);
	forget_maps(u);
	scan = scan_of(text.data, text.len);
	while (r == 0 && maps_next(&scan, &e, NULL)) {
		str_clear(&name);
		region_name(&name, &e, maps);
		*vec_push(&u->maps) = (struct process_mapping){
			.start = e.start, .end = e.end, .offset = e.offset,
			.dev = e.dev, .inode = e.inode,
			.runs = e.perm & PERM_X, .name = xstrdup(name.data),
		};
	}
	str_release(&name);
	str_release(&text);
	return r;
}

const struct process_mapping *modules_mapping(const struct unwinder *u,
					      uint64_t addr)
{
	size_t i = vec_lower(&u->maps, m, m->end <= addr);

	return i < u->maps.n && u->maps.v[i].start <= addr ?
	       &u->maps.v[i] : NULL;
}

/* --- modules for libdw ---------------------------------------------------- */

/* True if b is a later segment than a of the same load of a file. */
static bool goes_on(const struct process_mapping *a,
		    const struct process_mapping *b)
{
	return a->inode && a->inode == b->inode && a->dev == b->dev &&
	       b->offset && b->offset >= a->offset && !strcmp(a->name, b->name);
}

static void report(struct unwinder *u, const struct process_mapping *first,
		   const struct process_mapping *last)
{
	struct str name = STR_INIT;
	struct module *m;
	Dwfl_Module *mod;
	void **data;

	/* libdw reuses a module with the same name and address: put the device
	 * and inode into the name. */
	str_addf(&name, "%" PRIx64 ":%" PRIu64 " %s", first->dev, first->inode,
		 first->name);
	mod = dwfl_report_module(u->dwfl, name.data, first->start, last->end);
	str_release(&name);
	if (!mod)
		return;
	dwfl_module_info(mod, &data, NULL, NULL, NULL, NULL, NULL, NULL);
	if (*data)
		return;
	m = xcalloc(1, sizeof *m);
	*m = (struct module){
		.u = u, .start = first->start, .end = last->end,
		.first_end = first->end, .dev = first->dev,
		.inode = first->inode, .path = xstrdup(first->name),
	};
	*vec_push(&u->modules) = m;
	*data = m;
}

void modules_report(struct unwinder *u)
{
	dwfl_report_begin(u->dwfl);
	for (size_t i = 0, n; i < u->maps.n; i = n) {
		const struct process_mapping *first = &u->maps.v[i];
		bool runs = first->runs;

		for (n = i + 1; n < u->maps.n &&
		     goes_on(&u->maps.v[n - 1], &u->maps.v[n]); n++)
			runs |= u->maps.v[n].runs;
		if (runs && (first->inode || !strcmp(first->name, "[vdso]")))
			report(u, first, &u->maps.v[n - 1]);
	}
	dwfl_report_end(u->dwfl, NULL, NULL);
}

static void forget_named(struct module *m)
{
	for (size_t i = 0; i < m->named.n; i++)
		free(m->named.v[i].name);
	vec_clear(&m->named);
}

const char *modules_symbol(Dwfl_Module *mod, uint64_t pc, uint64_t *off)
{
	struct str name = STR_INIT;
	GElf_Off offset = 0;
	const char *symbol;
	struct module *m;
	void **data;
	GElf_Sym sym;
	size_t i;

	dwfl_module_info(mod, &data, NULL, NULL, NULL, NULL, NULL, NULL);
	m = *data;
	i = vec_lower(&m->named, k, k->pc < pc);
	if (i < m->named.n && m->named.v[i].pc == pc) {
		*off = m->named.v[i].offset;
		return m->named.v[i].name;
	}
	if (m->named.n == NAMED_MAX) {
		forget_named(m);
		i = 0;
	}
	symbol = dwfl_module_addrinfo(mod, pc, &offset, &sym, NULL, NULL, NULL);
	/* An address after the end of the preceding symbol has no symbol. */
	if (symbol && (!sym.st_size || offset < sym.st_size))
		symbol_name(&name, symbol);
	*off = name.len ? offset : 0;
	*vec_insert(&m->named, i) = (struct pc_name){ pc, str_take(&name),
						      *off };
	return m->named.v[i].name;
}

void modules_release(struct unwinder *u)
{
	forget_maps(u);
	vec_release(&u->maps);
	for (size_t i = 0; i < u->modules.n; i++) {
		forget_named(u->modules.v[i]);
		vec_release(&u->modules.v[i]->named);
		free(u->modules.v[i]->path);
		free(u->modules.v[i]->image);
		free(u->modules.v[i]);
	}
	vec_release(&u->modules);
}
