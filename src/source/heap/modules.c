/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/heap/modules.h"

#include <fcntl.h>
#include <sys/mman.h>

#include "base/str.h"
#include "event/call.h"
#include "parse/maps.h"
#include "source/stack/names.h"
#include "sys/procroot.h"

#define MAP_MAX (8u << 20)
#define MODULES_MAX 16384u

void heap_modules_release(struct heap_modules *m)
{
	vec_release(&m->list);
}

void heap_modules_copy(struct heap_modules *to, const struct heap_modules *from)
{
	to->root = from->root;
	vec_clear(&to->list);
	for (size_t i = 0; i < from->list.n; i++)
		*vec_push(&to->list) = from->list.v[i];
}

/* What was there before is gone. */
static void add(struct heap_modules *m, const struct heap_module *new)
{
	size_t i = vec_lower(&m->list, e, e->end <= new->start);

	while (i < m->list.n && m->list.v[i].start < new->end)
		vec_remove(&m->list, i);
	if (m->list.n < MODULES_MAX)
		*vec_insert(&m->list, i) = *new;
}

void heap_modules_read(struct heap_modules *m, const struct procroot *proc,
		       pid_t pid, struct names *names)
{
	struct str text = STR_INIT, name = STR_INIT;
	struct maps_entry e;
	struct scan at;

	if (procroot_readf(proc, &text, MAP_MAX, "%d/maps", (int)pid) == 0) {
		m->root = names_root(names,
			procroot_openf(proc, O_PATH | O_DIRECTORY, "%d/root",
				       (int)pid),
			procroot_openf(proc, O_RDONLY, "%d/ns/mnt", (int)pid));
		at = scan_of(text.data, text.len);
		while (maps_next(&at, &e, NULL)) {
			if (!(e.perm & PERM_X) || !e.inode)
				continue;
			str_clear(&name);
			maps_name(&name, &e);
			add(m, &(struct heap_module){
				e.start, e.end, e.offset,
				names_file(names, m->root, name.data, e.dev,
					   e.inode) });
		}
	}
	str_release(&text);
	str_release(&name);
}

void heap_modules_call(struct heap_modules *m, const struct ev_call *call,
		       struct names *names)
{
	struct str name = STR_INIT;
	uint64_t start = (uint64_t)call->result, size = call->args[1];

	if (call->call != CALL_MMAP || call->error || !call->path.len ||
	    !(call->args[2] & PROT_EXEC) || size > UINT64_MAX - 4096 - start)
		return;
	str_add(&name, call->path.data, call->path.len);
	add(m, &(struct heap_module){
		start, start + ((size + 4095) & ~UINT64_C(4095)),
		call->args[5], names_file(names, m->root, name.data, 0, 0) });
	str_release(&name);
}

bool heap_modules_find(const struct heap_modules *m, uint64_t addr,
		       uint32_t *file, uint64_t *offset)
{
	size_t i = vec_lower(&m->list, e, e->end <= addr);

	if (i >= m->list.n || addr < m->list.v[i].start)
		return false;
	*file = m->list.v[i].file;
	*offset = addr - m->list.v[i].start + m->list.v[i].offset;
	return true;
}
