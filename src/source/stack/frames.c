/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/stack/private.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <string.h>

#include "source/stack/symbol.h"

#define NAME_MAX_KEPT 1024
/* Maximum number of frames from the code that requested a mapping on. */
#define BEYOND 4

/* The source line of a frame. */
struct source_line {
	const char *dir, *file;		/* NULL: not known */
	uint32_t line;
};

static struct bytes part(const char *s)
{
	size_t n = s ? strlen(s) : 0;

	return (struct bytes){ s, n < NAME_MAX_KEPT ? n : NAME_MAX_KEPT };
}

/* Returns the demangled name of a symbol.  It is valid until the next call. */
static struct bytes name_part(struct stack_frames *f, const char *symbol)
{
	str_clear(&f->name);
	symbol_name(&f->name, symbol);
	return (struct bytes){ f->name.data, f->name.len };
}

static void add(struct stack_frames *f, struct stack_entry *e,
		const struct source_line *at)
{
	struct str path = STR_INIT, lines = STR_INIT;

	if (f->n == STACK_FRAMES_MAX ||
	    (f->u->ask.past && f->n == f->u->ask.past)) {
		f->limit = true;
		return;
	}
	f->n++;
	if (at->file) {
		if (at->file[0] != '/' && at->dir)
			str_addf(&path, "%s/", at->dir);
		str_adds(&path, at->file);
		e->frame.line = at->line;
		lines_around(f->u, path.data, at->line, &lines,
			     &e->frame.first);
		e->file = part(path.data);
		e->lines = (struct bytes){ lines.data, lines.len };
	}
	stack_put(&f->frames, &f->text, e);
	str_release(&path);
	str_release(&lines);
}

/* --- inlined functions ---------------------------------------------------- */

/* Finds the innermost function at pc, which may be inlined. */
static bool innermost(Dwarf_Die *cu, Dwarf_Addr pc, Dwarf_Die *out)
{
	Dwarf_Die *scopes = NULL;
	int n = dwarf_getscopes(cu, pc, &scopes);
	bool found = false;

	for (int i = 0; i < n && !found; i++) {
		int tag = dwarf_tag(&scopes[i]);

		found = tag == DW_TAG_subprogram ||
			tag == DW_TAG_inlined_subroutine ||
			tag == DW_TAG_entry_point;
		if (found)
			*out = scopes[i];
	}
	free(scopes);
	return found;
}

static uint32_t number(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;
	Dwarf_Word value;

	return dwarf_attr_integrate(die, name, &attr) &&
	       dwarf_formudata(&attr, &value) == 0 ? (uint32_t)value : 0;
}

/* Sets *at to the line that calls the inlined function. */
static void call_place(Dwarf_Die *cu, Dwarf_Die *die, struct source_line *at)
{
	Dwarf_Files *files;
	size_t n;
	uint32_t file = number(die, DW_AT_call_file);

	at->line = number(die, DW_AT_call_line);
	at->file = dwarf_getsrcfiles(cu, &files, &n) == 0 && file < n ?
		   dwarf_filesrc(files, file, NULL, NULL) : NULL;
}

/* Returns the name and scope of an inlined function, as its symbol would have
 * them. */
static struct bytes inlined_name(struct stack_frames *f, Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	const char *symbol = dwarf_formstring(
		dwarf_attr_integrate(die, DW_AT_linkage_name, &attr));

	return symbol ? name_part(f, symbol) : part(dwarf_diename(die));
}

/* Adds a frame for each function that is inlined at pc.  Sets *at to the line
 * in the function that is not inlined. */
static void add_inlined(struct stack_frames *f, Dwfl_Module *mod, Dwarf_Addr pc,
			const struct stack_entry *like, struct source_line *at)
{
	Dwarf_Die *cu, inner, *scopes = NULL;
	Dwarf_Addr bias = 0;
	int n;

	cu = dwfl_module_addrdie(mod, pc, &bias);
	if (!cu || !innermost(cu, pc - bias, &inner))
		return;
	/* dwarf_getscopes() is not used: it returns the scopes that surround
	 * the source of an inlined function.  dwarf_getscopes_die() returns the
	 * functions into which its code is inlined. */
	n = dwarf_getscopes_die(&inner, &scopes);
	for (int i = 0; i < n; i++) {
		int tag = dwarf_tag(&scopes[i]);
		struct stack_entry e = *like;

		if (tag == DW_TAG_subprogram)
			break;
		if (tag != DW_TAG_inlined_subroutine)
			continue;
		e.frame.flags |= STACK_INLINE;
		e.frame.offset = 0;
		e.function = inlined_name(f, &scopes[i]);
		add(f, &e, at);
		call_place(cu, &scopes[i], at);
	}
	free(scopes);
}

/* --- one frame ------------------------------------------------------------ */

static void source_place(Dwfl_Module *mod, Dwarf_Addr pc,
			 struct source_line *at)
{
	Dwfl_Line *l = dwfl_module_getsrc(mod, pc);
	int line = 0;

	if (!l)
		return;
	at->file = dwfl_lineinfo(l, NULL, &line, NULL, NULL, NULL);
	at->dir = dwfl_line_comp_dir(l);
	at->line = line > 0 ? (uint32_t)line : 0;
}

/* True if the unwind tables show that pc is the code to which a signal handler
 * returns. */
static bool is_trampoline(const struct unwinder *u, Dwarf_Addr pc)
{
	Dwfl_Module *mod = dwfl_addrmodule(u->dwfl, pc);
	Dwarf_Addr bias;
	Dwarf_CFI *cfi = mod ? dwfl_module_eh_cfi(mod, &bias) : NULL;
	Dwarf_Frame *frame;
	bool is = false;

	if (!cfi || dwarf_cfi_addrframe(cfi, pc - bias, &frame))
		return false;
	if (dwarf_frame_info(frame, NULL, NULL, &is) < 0)
		is = false;
	free(frame);
	return is;
}

/* Adds frames for pc.  Names and lines are searched at `looked`: if pc is a
 * return address, `looked` is inside the call instruction. */
static void add_code(struct stack_frames *f, Dwarf_Addr pc, Dwarf_Addr looked)
{
	struct unwinder *u = f->u;
	Dwfl_Module *mod = dwfl_addrmodule(u->dwfl, looked);
	const struct process_mapping *map = modules_mapping(u, looked);
	struct stack_entry e = { .frame.pc = pc };
	struct source_line at = { NULL, NULL, 0 };
	GElf_Off offset = 0;
	GElf_Sym sym;

	e.module = part(map ? map->name : NULL);
	if (mod && u->ask.past) {
		e.function = part(modules_symbol(mod, looked, &offset));
		if (e.function.len)
			e.frame.offset = offset + (pc - looked);
		/* The user needs some callers of the code that requested the
		 * mapping, not all. */
		if (f->beyond || !caller_is_between(&f->way, &e))
			f->beyond++;
	} else if (mod) {
		source_place(mod, looked, &at);
		add_inlined(f, mod, looked, &e, &at);
		e.function = name_part(f, dwfl_module_addrinfo(mod, looked,
				       &offset, &sym, NULL, NULL, NULL));
		e.frame.offset = offset + (pc - looked);
		e.frame.flags |= f->trampoline ? STACK_SIGNAL : 0;
	}
	add(f, &e, &at);
	f->limit |= f->beyond == BEYOND;
}

int frames_add(Dwfl_Frame *state, void *arg)
{
	struct stack_frames *f = arg;
	const struct process_mapping *map;
	bool stands;
	Dwarf_Addr pc;

	f->u->swapped = false;
	if (!dwfl_frame_pc(state, &pc, &stands)) {
		f->lost = true;
		return DWARF_CB_ABORT;
	}
	/* If the first frame had no code, nowhere_called() has continued at its
	 * return address: pc is that address. */
	if (!f->begun && f->n)
		stands = false;
	map = modules_mapping(f->u, pc);
	if (f->n && (!map || !map->runs)) {
		/* pc is not in code, so the rest of the stack is invalid,
		 * unless a signal handler was called. */
		f->lost = !(f->trampoline && nowhere_interrupted(f));
		return DWARF_CB_ABORT;
	}
	if (!nowhere_new(f, state, pc)) {
		f->lost = true;
		f->trampoline = false;
		return DWARF_CB_ABORT;
	}
	f->trampoline = is_trampoline(f->u, pc);
	if (f->trampoline) {
		nowhere_remember(f, state);
		stands = true;
	}
	f->begun = true;
	add_code(f, pc, stands ? pc : pc - 1);
	return f->limit ? DWARF_CB_ABORT : DWARF_CB_OK;
}

void frames_nowhere(struct stack_frames *f, uint64_t pc)
{
	const struct process_mapping *map = modules_mapping(f->u, pc);
	struct stack_entry e = {
		.frame.pc = pc, .module = part(map ? map->name : NULL),
	};

	add(f, &e, &(struct source_line){ NULL, NULL, 0 });
}
