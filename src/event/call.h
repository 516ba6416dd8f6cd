/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * System calls by number, with the names and types of their arguments.
 *
 * The memory calls (MEMORY_CALLS) are described in full; every other call of an
 * ABI has its name and the names of its arguments, so that a step can show it.
 * Pure tables and formatting: nothing is read from anywhere.
 *
 * Numbers and argument order: the kernel's arch/x86/entry/syscalls tables and
 * include/uapi/asm-generic/unistd.h.
 */
#ifndef EVENT_CALL_H
#define EVENT_CALL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "event/event.h"

/* X(ID, name): name as strace prints it. */
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
	ARG_ADDR,		/* hex, NULL for 0 */
	ARG_SIZE,		/* bytes */
	ARG_INT,		/* signed 32 */
	ARG_UINT,
	ARG_HEX,
	ARG_OFFSET,
	ARG_FD,			/* with ev_call.path */
	ARG_STRING,		/* pointer; ev_call.path is what it held */
	ARG_PROT, ARG_MAP_FLAGS, ARG_MREMAP_FLAGS, ARG_MADVICE,
	ARG_MSYNC_FLAGS, ARG_MLOCK_FLAGS, ARG_MLOCKALL_FLAGS, ARG_MPOL,
	ARG_MPOL_FLAGS, ARG_SHM_KEY, ARG_SHMGET_FLAGS, ARG_SHMAT_FLAGS,
	ARG_SHM_CMD, ARG_MEMFD_FLAGS, ARG_UFFD_FLAGS, ARG_AT_FLAGS,
	ARG_SHADOW_FLAGS, ARG_OPEN_FLAGS, ARG_FD_FLAGS,
	ARG_FUTEX_OP,
	ARG_U32,
	ARG_LONG,		/* signed, as wide as a register */
	ARG_MODE,		/* of a file, octal */
	ARG_SIGNAL,
	ARG_TYPES
};

/* Without pointers: the tables need no relocation, and a start only touches
 * what it uses. */
struct call_desc {
	char name[32];
	enum call_id id;
	int nargs;
	struct { char name[19]; unsigned char type; } args[6];
};

/*
 * The call with that number; never NULL: an unknown number gives a desc whose
 * name is "" and whose six arguments are hex.  i386 `ipc` is CALL_OTHER here:
 * call_unpack_ipc() says which it is.
 */
const struct call_desc *call_by_nr(enum abi abi, uint64_t nr);
/* The description of a memory call; CALL_OTHER gives NULL. */
const struct call_desc *call_by_id(enum call_id id);
/*
 * ipc(2) of i386, several calls in one: sets call, and args as those of that
 * call, where it is a memory call, else leaves it CALL_OTHER.  *third: where
 * shmat's result is put, which it does not return.
 */
#define CALL_I386_IPC 117
#define CALL_I386_OLD_MMAP 90
void call_unpack_ipc(struct ev_call *ev, uint64_t *third);
/* What an event is about: by ev->call where that is set, else by number. */
const struct call_desc *call_of(const struct ev_call *ev);
/* Whether some ABI has a call of that name, which ends before n. */
bool call_is_name(const char *name, size_t n);
/* The call's name into out; "x32:mmap" of x32, "syscall_0x1b5" for unknown
 * numbers. */
void call_name(struct str *out, const struct ev_call *ev);

/*
 * The value of an argument as the kernel takes it: cut to the width of its
 * type and of the ABI's registers, sign-extended where it is signed, and the
 * offset of mmap2, which counts 4096-byte units, in bytes.
 */
uint64_t call_arg_value(const struct ev_call *ev, int i);
/* A result, with no error, of a call that gives none or whose result could not
 * be had; no call succeeds with it. */
#define CALL_RESULT_UNKNOWN INT64_C(-1)
bool call_result_known(const struct ev_call *ev);
/* Whether the arguments could be had: i386's old_mmap keeps them in memory.
 * Else each is EV_UNKNOWN, which no 32-bit one is. */
bool call_args_known(const struct ev_call *ev);
/* It failed, and is not to be restarted. */
bool call_failed(const struct ev_call *ev);
/* The bytes that are mapped, freed, advised: the argument that is a size.
 * EV_UNKNOWN where none is. */
uint64_t call_size(const struct ev_call *ev);
/* Whether the call's result is an address. */
bool call_gives_address(const struct ev_call *ev);

/*
 * Appends one argument, as strace prints it (`PROT_READ|PROT_WRITE`,
 * `3</usr/lib/libfoo.so>`), or its short form of the screen (`rw-`,
 * `private anon`, `1.00M`).  `path` is made safe.
 */
void call_arg(struct str *out, const struct ev_call *ev, int i, bool brief);
/* In hex; 0 is no more than that. */
void call_hex(struct str *out, uint64_t value);
/*
 * The whole call: `mmap(NULL, 8192, ...) = 0x7f12a000`, errors as
 * `= -1 ENOMEM (Cannot allocate memory)`, in brief `= -1 ENOMEM`; without
 * result in PHASE_ENTER.  A mapping's result and brk's are in hex; "?" is what
 * is not known.
 */
void call_text(struct str *out, const struct ev_call *ev, bool brief);
/* What mmap(2) would have been called with for that region: for the names of
 * its protection (argument 2) and flags (3). */
struct ev_call call_of_map(const struct ev_map *map);
/* The names of the set flags (or the one value) of a flag argument, each by
 * a call to name(); bits without a name as "0x..".  Returns false when the
 * argument is not made of names. */
bool call_arg_names(const struct ev_call *ev, int i,
		    void (*name)(void *arg, const char *s), void *arg);

#endif
