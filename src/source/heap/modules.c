/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/heap/modules.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "event/call.h"
#include "parse/proc/maps.h"
#include "source/region_name.h"
#include "source/stack/names.h"
#include "sys/loop.h"
#include "sys/proc/map.h"
#include "sys/proc/root.h"

#define MAP_MAX (8u << 20)
#define MODULES_MAX 16384u
/* Maximum number of changes that wait for records.  If there are more, the
 * oldest take effect at once. */
#define LATER_MAX 4096u
/* The mappings of a process may be read READS_MAX times without a pause.  After
 * that, each read is followed by a pause of READ_PAUSE times its duration,
 * since code in no file (JIT) may cause any number of reads. */
#define READS_MAX 64u
#define READ_PAUSE 100u

/* Layout of a key: IN_FILE (set if the address is in a file), number of the
 * file, offset in the file. */
#define IN_FILE (UINT64_C(1) << 63)
#define FILE_SHIFT 40
#define OFFSET_MASK ((UINT64_C(1) << FILE_SHIFT) - 1)
#define FILES_END (1u << 23)

void heap_modules_release(struct heap_modules *m)
{
	vec_release(&m->list);
	vec_release(&m->later);
}

void heap_modules_copy(struct heap_modules *to, const struct heap_modules *from)
{
	to->root = from->root;
	vec_clear(&to->list);
	for (size_t i = 0; i < from->list.n; i++)
		*vec_push(&to->list) = from->list.v[i];
}

static void insert(struct heap_modules *m, size_t i, struct heap_module e)
{
	if (e.start < e.end && e.file != HEAP_NO_FILE && m->list.n < MODULES_MAX)
		*vec_insert(&m->list, i) = e;
}

/* Inserts a module.  Removes the parts of other modules that it covers. */
static void put(struct heap_modules *m, const struct heap_module *new)
{
	size_t i = vec_lower(&m->list, e, e->end <= new->start);

	while (i < m->list.n && m->list.v[i].start < new->end) {
		struct heap_module low = m->list.v[i], high = low;

		vec_remove(&m->list, i);
		low.end = low.end < new->start ? low.end : new->start;
		if (high.start < new->end) {
			high.offset += new->end - high.start;
			high.start = new->end;
		}
		insert(m, i, high);
		insert(m, i, low);
		i += low.start < low.end;
		if (high.start < high.end)
			break;
	}
	insert(m, i, *new);
}

bool heap_modules_ends(const struct heap_modules *m, uint64_t ticks)
{
	for (size_t i = 0; i < m->later.n && m->later.v[i].ticks <= ticks; i++) {
		const struct heap_module *new = &m->later.v[i].module;
		size_t at = vec_lower(&m->list, e, e->end <= new->start);

		if (at < m->list.n && m->list.v[at].start < new->end &&
		    m->list.v[at].file != new->file)
			return true;
	}
	return false;
}

bool heap_modules_until(struct heap_modules *m, uint64_t ticks)
{
	size_t n = 0;

	while (n < m->later.n && m->later.v[n].ticks <= ticks)
		put(m, &m->later.v[n++].module);
	for (size_t i = n; n && i < m->later.n; i++)
		m->later.v[i - n] = m->later.v[i];
	m->later.n -= n;
	return n > 0;
}

/* True if [start, end) is changed by a call that is newer than the last
 * record. */
static bool is_later(const struct heap_modules *m, uint64_t start, uint64_t end)
{
	for (size_t i = 0; i < m->later.n; i++)
		if (m->later.v[i].module.start < end &&
		    start < m->later.v[i].module.end)
			return true;
	return false;
}

static const struct heap_module *find(const struct heap_modules *m, uint64_t addr)
{
	size_t i = vec_lower(&m->list, e, e->end <= addr);

	return i < m->list.n && addr >= m->list.v[i].start ? &m->list.v[i] : NULL;
}

static void add_later(struct heap_modules *m, uint64_t ticks,
		      const struct heap_module *new)
{
	if (m->later.n >= LATER_MAX)
		(void)heap_modules_until(m, m->later.v[LATER_MAX / 2].ticks);
	*vec_insert(&m->later, vec_lower(&m->later, e, e->ticks <= ticks)) =
		(struct heap_remap){ ticks, *new };
}

void heap_modules_read(struct heap_modules *m, const struct procroot *proc,
		       pid_t pid, struct names *names)
{
	struct str text = STR_INIT, name = STR_INIT;
	struct maps_entry e;
	struct scan at;
	int fd;

	if (procroot_readf(proc, &text, MAP_MAX, "%d/maps", (int)pid) == 0) {
		m->root = names_root(names,
			procroot_openf(proc, O_PATH | O_DIRECTORY, "%d/root",
				       (int)pid),
			procroot_openf(proc, O_RDONLY, "%d/ns/mnt", (int)pid));
		at = scan_of(text.data, text.len);
		while (maps_next(&at, &e, NULL)) {
			if (!(e.perm & PERM_X) || !e.inode ||
			    is_later(m, e.start, e.end) ||
			    (m->told && find(m, e.start)))
				continue;
			str_clear(&name);
			fd = e.escaped ? procroot_openf(proc, O_RDONLY,
						"%d/maps", (int)pid) : -1;
			region_name(&name, &e, fd);
			if (fd >= 0)
				close(fd);
			put(m, &(struct heap_module){
				e.start, e.end, e.offset,
				names_file(names, m->root, name.data, e.dev,
					   e.inode) });
		}
	}
	str_release(&text);
	str_release(&name);
}

static bool may_read(const struct heap_modules *m)
{
	return m->reads < READS_MAX || clock_ns() >= m->next_ns;
}

static void was_read(struct heap_modules *m, uint64_t began)
{
	m->reads++;
	m->next_ns = clock_ns();
	m->next_ns += READ_PAUSE * (m->next_ns - began);
}

bool heap_modules_read_again(struct heap_modules *m, const struct procroot *proc,
			     pid_t pid, struct names *names)
{
	uint64_t began = clock_ns();

	if (!may_read(m))
		return false;
	heap_modules_read(m, proc, pid, names);
	was_read(m, began);
	return true;
}

/* The number of the file that is mapped at `start`.  The path of the call does
 * not suffice: it may lead to another file by now. */
static uint32_t file_at(const struct heap_modules *m, uint64_t start,
			const struct ev_call *call, const struct procroot *proc,
			pid_t pid, struct names *names)
{
	int fd = procroot_openf(proc, O_RDONLY, "%d/maps", (int)pid);
	struct procmap at = { .inode = 0 };
	struct str name = STR_INIT;
	uint32_t file;

	if (fd < 0 || procmap_query(fd, start, false, &at, NULL, 0) < 0)
		at.dev = at.inode = 0;
	if (fd >= 0)
		close(fd);
	str_add(&name, call->path.data, call->path.len);
	file = names_file(names, m->root, name.data, at.dev, at.inode);
	str_release(&name);
	return file;
}

bool heap_modules_call(struct heap_modules *m, const struct ev_call *call,
		       uint64_t ticks, const struct procroot *proc, pid_t pid,
		       struct names *names)
{
	bool maps = call->call == CALL_MMAP;
	struct heap_module new = {
		.start = maps ? (uint64_t)call->result : call->args[0],
		.file = HEAP_NO_FILE,
	};
	uint64_t size = call->args[1];

	if (call->phase == PHASE_ENTER || call->error ||
	    size > UINT64_MAX - 4096 - new.start ||
	    !(maps ? call->path.len && call->args[2] & PROT_EXEC
		   : call->call == CALL_MUNMAP))
		return false;
	new.end = new.start + ((size + 4095) & ~UINT64_C(4095));
	if (maps) {
		new.offset = call->args[5];
		new.file = file_at(m, new.start, call, proc, pid, names);
	} else {
		size_t i = vec_lower(&m->list, e, e->end <= new.start);

		/* Ignore the call unless it unmaps code; most unmapped memory
		 * has none. */
		if (!(i < m->list.n && m->list.v[i].start < new.end) &&
		    !is_later(m, new.start, new.end))
			return false;
	}
	m->called |= maps;
	add_later(m, ticks, &new);
	return true;
}

/* ---- mappings that the process reports ----------------------------------- */

static const char *last_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* True if `mapped` is the file that the loader calls `path`.  The loader's name
 * may be a symbolic link to libNAME.so.VERSION. */
static bool is_path_of(const char *path, const char *mapped)
{
	return !path || !strncmp(last_of(path), last_of(mapped),
				 strlen(last_of(path)));
}

/* True if mmap calls of the process up to the time `ticks` have mapped the file
 * `path` in the range `at`. */
static bool is_known(const struct heap_modules *m, const struct heap_module *at,
		     const char *path, uint64_t ticks, const struct names *names)
{
	bool known = false;

	for (size_t i = 0; i < m->list.n; i++) {
		const struct heap_module *e = &m->list.v[i];

		if (e->start < at->end && at->start < e->end)
			known = is_path_of(path, names_path(names, e->file));
	}
	for (size_t i = 0; i < m->later.n && m->later.v[i].ticks <= ticks; i++) {
		const struct heap_module *e = &m->later.v[i].module;

		if (e->start < at->end && at->start < e->end)
			known = e->file != HEAP_NO_FILE &&
				is_path_of(path, names_path(names, e->file));
	}
	return known;
}

/* Reads the current mappings of the file.  Returns false if another file is
 * mapped there. */
static bool read_object(struct heap_modules *m, const struct heap_module *at,
			const char *path, uint64_t ticks,
			const struct procroot *proc, pid_t pid,
			struct names *names)
{
	struct heap_modules now = { .root = m->root };
	uint64_t began = clock_ns();
	bool found = false;

	heap_modules_read(&now, proc, pid, names);
	was_read(m, began);
	m->root = now.root;
	for (size_t i = 0; i < now.list.n; i++) {
		const struct heap_module *e = &now.list.v[i];

		if (e->start >= at->end || at->start >= e->end ||
		    !is_path_of(path, names_path(names, e->file)))
			continue;
		add_later(m, ticks, e);
		found = true;
	}
	heap_modules_release(&now);
	return found;
}

/* Relative paths start at the current folder of the process, which may have
 * changed since. */
static void make_absolute(struct str *out, const char *path,
			  const struct procroot *proc, pid_t pid)
{
	str_clear(out);
	if (path[0] != '/' &&
	    procroot_linkf(proc, out, "%d/cwd", (int)pid) == 0) {
		str_addc(out, '/');
		path += strncmp(path, "./", 2) == 0 ? 2 : 0;
	}
	str_adds(out, path);
}

void heap_modules_object(struct heap_modules *m, struct heap_module at,
			 const char *path, uint64_t ticks,
			 const struct procroot *proc, pid_t pid,
			 struct names *names)
{
	struct str name = STR_INIT;

	bool known = is_known(m, &at, path, ticks, names);

	m->told = true;
	/* If mmap calls are not seen, the path may belong to another file by
	 * now. */
	if (known && (m->called || !path || !may_read(m)))
		return;
	if (read_object(m, &at, path, ticks, proc, pid, names) || known ||
	    !path)
		return;
	make_absolute(&name, path, proc, pid);
	at.file = names_file(names, m->root, name.data, 0, 0);
	add_later(m, ticks, &at);
	str_release(&name);
}

bool heap_modules_has(const struct heap_modules *m, uint64_t addr)
{
	return find(m, addr) != NULL;
}

uint64_t heap_modules_key(const struct heap_modules *m, uint64_t addr)
{
	const struct heap_module *e = find(m, addr);
	uint64_t offset = e ? addr - e->start + e->offset : 0;

	if (!e || e->file >= FILES_END || offset > OFFSET_MASK)
		return addr & ~IN_FILE;
	return IN_FILE | (uint64_t)e->file << FILE_SHIFT | offset;
}

void heap_modules_place(uint64_t key, uint32_t *file, uint64_t *offset)
{
	*file = key & IN_FILE ? (uint32_t)((key & ~IN_FILE) >> FILE_SHIFT) :
		HEAP_NO_FILE;
	*offset = key & OFFSET_MASK;
}
