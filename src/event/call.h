/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * System calls by number, with the names and types of their arguments.
 *
 * The memory calls (MEMORY_CALLS) have full descriptions.  Every other call has
 * only its name and the names of its arguments, for display in a step.  Pure:
 * tables and formatting only.
 *
 * Numbers and argument order are those of the kernel's arch/x86/entry/syscalls
 * tables and include/uapi/asm-generic/unistd.h.
 */
#ifndef EVENT_CALL_H
#define EVENT_CALL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "event/event.h"

/* X(ID, name): `name` as strace prints it. */
#define MEMORY_CALLS(X) \
	X(BRK, brk) X(MMAP, mmap) X(MMAP2, mmap2) X(OLD_MMAP, old_mmap) \
	X(MUNMAP, munmap) X(MREMAP, mremap) X(MPROTECT, mprotect) \
	X(PKEY_MPROTECT, pkey_mprotect) X(MADVISE, madvise) \
	X(PROCESS_MADVISE, process_madvise) X(MLOCK, mlock) \
	X(MLOCK2, mlock2) X(MUNLOCK, munlock) X(MLOCKALL, mlockall) \
	X(MUNLOCKALL, munlockall) X(MSYNC, msync) \
	X(REMAP_FILE_PAGES, remap_file_pages) X(MBIND, mbind) \
	X(MSEAL, mseal) X(SHMAT, shmat) X(SHMDT, shmdt) X(SHMGET, shmget) \
	X(SHMCTL, shmctl) X(MEMFD_CREATE, memfd_create) \
	X(MEMFD_SECRET, memfd_secret) X(MAP_SHADOW_STACK, map_shadow_stack) \
	X(USERFAULTFD, userfaultfd) X(EXECVE, execve) X(EXECVEAT, execveat)

enum call_id {
	CALL_OTHER,
#define X(ID, name) CALL_##ID,
	MEMORY_CALLS(X)
#undef X
	CALL_IDS
};

enum arg_type {
	ARG_NONE,
	ARG_ADDR,		/* hex; 0 is NULL */
	ARG_SIZE,		/* bytes */
	ARG_INT,		/* signed, 32 bits */
	ARG_UINT,
	ARG_HEX,
	ARG_OFFSET,
	ARG_FD,			/* the file name is in ev_call.path */
	ARG_STRING,		/* a pointer; the string is in ev_call.path */
	ARG_PROT, ARG_MAP_FLAGS, ARG_MREMAP_FLAGS, ARG_MADVICE,
	ARG_MSYNC_FLAGS, ARG_MLOCK_FLAGS, ARG_MLOCKALL_FLAGS, ARG_MPOL,
	ARG_MPOL_FLAGS, ARG_SHM_KEY, ARG_SHMGET_FLAGS, ARG_SHMAT_FLAGS,
	ARG_SHM_CMD, ARG_MEMFD_FLAGS, ARG_UFFD_FLAGS, ARG_AT_FLAGS,
	ARG_SHADOW_FLAGS, ARG_OPEN_FLAGS, ARG_FD_FLAGS,
	ARG_FUTEX_OP,
	ARG_U32,
	ARG_LONG,		/* signed, register width */
	ARG_MODE,		/* file mode, octal */
	ARG_SIGNAL,
	ARG_TYPES
};

/* A description has no pointers, so the tables need no relocation, and their
 * unused pages are never loaded. */
struct call_desc {
	char name[32];
	enum call_id id;
	int nargs;
	struct { char name[19]; unsigned char type; } args[6];
};

/*
 * Returns the description of call number nr, never NULL.  An unknown number has
 * the name "" and six hex arguments.  `ipc` of i386 has the id CALL_OTHER:
 * call_unpack_ipc() finds the actual call.
 */
const struct call_desc *call_by_nr(enum abi abi, uint64_t nr);
/* The description of a memory call; NULL for CALL_OTHER. */
const struct call_desc *call_by_id(enum call_id id);
/*
 * ipc(2) of i386 combines several calls.  If `ev` is an ipc(2) for a memory
 * call, call_unpack_ipc() sets `call` and the arguments to those of the memory
 * call.  Otherwise `call` stays CALL_OTHER.  *third becomes the address at
 * which shmat stores its result.
 */
#define CALL_I386_IPC 117
#define CALL_I386_OLD_MMAP 90
void call_unpack_ipc(struct ev_call *ev, uint64_t *third);
/* Returns the description of an event's call: by ev->call if set, otherwise by
 * number. */
const struct call_desc *call_of(const struct ev_call *ev);
/* True if at least one ABI has a call with that name of n bytes. */
bool call_is_name(const char *name, size_t n);
/* Returns the i-th name of a system call that starts with `word`; NULL if there
 * are fewer, or `word` is "".  Each name comes once. */
const char *call_starting(const char *word, size_t i);
/* Appends the name of the call: "x32:mmap" for x32, "syscall_0x1b5" for an
 * unknown number. */
void call_name(struct str *out, const struct ev_call *ev);

/*
 * Returns an argument as the kernel reads it: cut to the width of its type and
 * register, and sign-extended if the type is signed.  The offset of mmap2 is
 * converted from units of 4096 bytes.
 */
uint64_t call_arg_value(const struct ev_call *ev, int i);
/* Result of a call that returns nothing, or whose result could not be read; its
 * `error` is 0.  No successful call returns this value. */
#define CALL_RESULT_UNKNOWN INT64_C(-1)
bool call_result_known(const struct ev_call *ev);
/* False if the arguments could not be read: those of i386's old_mmap are in
 * memory.  Each argument is then EV_UNKNOWN, a value that no 32-bit argument
 * has. */
bool call_args_known(const struct ev_call *ev);
/* True if the call failed and is not restarted. */
bool call_failed(const struct ev_call *ev);
/* The size argument of the call, in bytes.  EV_UNKNOWN: the call has none. */
uint64_t call_size(const struct ev_call *ev);
/* True if the result is an address. */
bool call_gives_address(const struct ev_call *ev);
/* The length of the memory that the call maps or moves, 0 unless it is memory
 * without a file.  mmtop stores the stack of such a call. */
uint64_t call_maps_anonymous(const struct ev_call *ev);

/*
 * Appends one argument.  The form is that of strace (`PROT_READ|PROT_WRITE`,
 * `3</usr/lib/libfoo.so>`) or, if `brief` is true, the short form of the screen
 * (`rw-`, `private anon`, `1.00M`).  Unsafe bytes of a path are escaped.
 */
void call_arg(struct str *out, const struct ev_call *ev, int i, bool brief);
/* Appends a hex number. 0 is printed without 0x. */
void call_hex(struct str *out, uint64_t value);
/*
 * Appends the whole call: `mmap(NULL, 8192, ...) = 0x7f12a000`.  An error is
 * printed as `= -1 ENOMEM (Cannot allocate memory)`, or `= -1 ENOMEM` if
 * `brief` is true.  Results of mappings and of brk are hex; an unknown result
 * is "?".  PHASE_ENTER has no result.
 */
void call_text(struct str *out, const struct ev_call *ev, bool brief);
/* Returns the mmap(2) call that would create the region of `map`.  Its
 * arguments 2 and 3, prot and flags, are shown by name. */
struct ev_call call_of_map(const struct ev_map *map);
/* Calls name() for each flag that is set in a flag argument, or once for an
 * enum argument.  Bits without a name become "0x..".  False if the argument's
 * type has no names. */
bool call_arg_names(const struct ev_call *ev, int i,
		    void (*name)(void *arg, const char *s), void *arg);

#endif
