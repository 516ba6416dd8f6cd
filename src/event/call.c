/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The memory calls, and the lookup of calls. calls/text.c prints them.
 */
#include <config.h>

#include "event/call.h"

#include <inttypes.h>
#include <string.h>

#include "event/calls/table.h"

/* This bit is set in the numbers of x32 calls. */
#define X32_BIT UINT64_C(0x40000000)
/* Greater than all call numbers: x32 has numbers up to 547. */
#define NUMBERS 640
#define X86_64_MMAP 9

#define PROT_ARGS \
	{ "addr", ARG_ADDR }, { "len", ARG_SIZE }, { "prot", ARG_PROT }
#define RANGE_ARGS { "addr", ARG_ADDR }, { "len", ARG_SIZE }
#define MMAP_ARGS \
	PROT_ARGS, { "flags", ARG_MAP_FLAGS }, { "fd", ARG_FD }, \
	{ "offset", ARG_OFFSET }

#define ARGS(...) { __VA_ARGS__ }
#define CALL(ID, call_name, count, arguments) \
	[CALL_##ID] = { \
		.name = call_name, .id = CALL_##ID, \
		.nargs = count, .args = arguments, \
	}

/* The argument names are those of the man pages. */
static const struct call_desc memory_calls[CALL_IDS] = {
	CALL(BRK, "brk", 1, ARGS({ "addr", ARG_ADDR })),
	CALL(MMAP, "mmap", 6, ARGS(MMAP_ARGS)),
	CALL(MMAP2, "mmap2", 6, ARGS(MMAP_ARGS)),
	CALL(OLD_MMAP, "old_mmap", 6, ARGS(MMAP_ARGS)),
	CALL(MUNMAP, "munmap", 2, ARGS(RANGE_ARGS)),
	CALL(MREMAP, "mremap", 5,
	     ARGS({ "old_address", ARG_ADDR }, { "old_size", ARG_SIZE },
		  { "new_size", ARG_SIZE }, { "flags", ARG_MREMAP_FLAGS },
		  { "new_address", ARG_ADDR })),
	CALL(MPROTECT, "mprotect", 3, ARGS(PROT_ARGS)),
	CALL(PKEY_MPROTECT, "pkey_mprotect", 4,
	     ARGS(PROT_ARGS, { "pkey", ARG_INT })),
	CALL(MADVISE, "madvise", 3,
	     ARGS(RANGE_ARGS, { "advice", ARG_MADVICE })),
	CALL(PROCESS_MADVISE, "process_madvise", 5,
	     ARGS({ "pidfd", ARG_FD }, { "iovec", ARG_ADDR },
		  { "vlen", ARG_UINT }, { "advice", ARG_MADVICE },
		  { "flags", ARG_HEX })),
	CALL(MLOCK, "mlock", 2, ARGS(RANGE_ARGS)),
	CALL(MLOCK2, "mlock2", 3,
	     ARGS(RANGE_ARGS, { "flags", ARG_MLOCK_FLAGS })),
	CALL(MUNLOCK, "munlock", 2, ARGS(RANGE_ARGS)),
	CALL(MLOCKALL, "mlockall", 1, ARGS({ "flags", ARG_MLOCKALL_FLAGS })),
	CALL(MUNLOCKALL, "munlockall", 0, ARGS({ "", ARG_NONE })),
	CALL(MSYNC, "msync", 3, ARGS(RANGE_ARGS, { "flags", ARG_MSYNC_FLAGS })),
	CALL(REMAP_FILE_PAGES, "remap_file_pages", 5,
	     ARGS({ "addr", ARG_ADDR }, { "size", ARG_SIZE },
		  { "prot", ARG_PROT }, { "pgoff", ARG_UINT },
		  { "flags", ARG_MAP_FLAGS })),
	CALL(MBIND, "mbind", 6,
	     ARGS(RANGE_ARGS, { "mode", ARG_MPOL }, { "nodemask", ARG_ADDR },
		  { "maxnode", ARG_UINT }, { "flags", ARG_MPOL_FLAGS })),
	CALL(MSEAL, "mseal", 3, ARGS(RANGE_ARGS, { "flags", ARG_HEX })),
	CALL(SHMAT, "shmat", 3,
	     ARGS({ "shmid", ARG_INT }, { "shmaddr", ARG_ADDR },
		  { "shmflg", ARG_SHMAT_FLAGS })),
	CALL(SHMDT, "shmdt", 1, ARGS({ "shmaddr", ARG_ADDR })),
	CALL(SHMGET, "shmget", 3,
	     ARGS({ "key", ARG_SHM_KEY }, { "size", ARG_SIZE },
		  { "shmflg", ARG_SHMGET_FLAGS })),
	CALL(SHMCTL, "shmctl", 3,
	     ARGS({ "shmid", ARG_INT }, { "cmd", ARG_SHM_CMD },
		  { "buf", ARG_ADDR })),
	CALL(MEMFD_CREATE, "memfd_create", 2,
	     ARGS({ "name", ARG_STRING }, { "flags", ARG_MEMFD_FLAGS })),
	CALL(MEMFD_SECRET, "memfd_secret", 1,
	     ARGS({ "flags", ARG_FD_FLAGS })),
	CALL(MAP_SHADOW_STACK, "map_shadow_stack", 3,
	     ARGS({ "addr", ARG_ADDR }, { "size", ARG_SIZE },
		  { "flags", ARG_SHADOW_FLAGS })),
	CALL(USERFAULTFD, "userfaultfd", 1, ARGS({ "flags", ARG_UFFD_FLAGS })),
	CALL(EXECVE, "execve", 3,
	     ARGS({ "pathname", ARG_STRING }, { "argv", ARG_ADDR },
		  { "envp", ARG_ADDR })),
	CALL(EXECVEAT, "execveat", 5,
	     ARGS({ "dirfd", ARG_FD }, { "pathname", ARG_STRING },
		  { "argv", ARG_ADDR }, { "envp", ARG_ADDR },
		  { "flags", ARG_AT_FLAGS })),
};

static const struct call_desc unknown_call = {
	.name = "",
	.nargs = 6,
	.args = {
		{ "arg1", ARG_HEX }, { "arg2", ARG_HEX }, { "arg3", ARG_HEX },
		{ "arg4", ARG_HEX }, { "arg5", ARG_HEX }, { "arg6", ARG_HEX },
	},
};

/* The descriptions of all calls, by ABI and number. */
static const struct call_desc *calls[ABIS][NUMBERS];

static void fill_calls(void)
{
	for (const struct numbered_call *c = numbered_calls; *c->desc.name; c++)
		for (int abi = 0; abi < ABIS; abi++)
			if (c->nr[abi] >= 0 && c->nr[abi] < NUMBERS)
				calls[abi][c->nr[abi]] = c->desc.id ?
					&memory_calls[c->desc.id] : &c->desc;
}

static const struct call_desc *look_up(enum abi abi, uint64_t nr)
{
	if (!calls[ABI_X86_64][0])
		fill_calls();
	return nr < NUMBERS ? calls[abi][nr] : NULL;
}

/* True for a call of x32, which a tracer may report as x86_64 with X32_BIT
 * set. */
static bool is_x32(enum abi abi, uint64_t nr)
{
	return abi == ABI_X32 || (abi == ABI_X86_64 && (nr & X32_BIT) &&
				  nr <= UINT32_MAX);
}

const struct call_desc *call_by_nr(enum abi abi, uint64_t nr)
{
	const struct call_desc *desc = NULL;

	if (is_x32(abi, nr)) {
		desc = look_up(ABI_X32, nr & ~X32_BIT);
		abi = ABI_X86_64;
		nr &= ~X32_BIT;
	}
	if (!desc && abi < ABIS)
		desc = look_up(abi, nr);
	return desc ? desc : &unknown_call;
}

const struct call_desc *call_by_id(enum call_id id)
{
	return id > CALL_OTHER && id < CALL_IDS ? &memory_calls[id] : NULL;
}

const struct call_desc *call_of(const struct ev_call *ev)
{
	if (ev->call > CALL_OTHER && ev->call < CALL_IDS)
		return &memory_calls[ev->call];
	return call_by_nr(ev->abi < ABIS ? (enum abi)ev->abi : ABIS, ev->nr);
}

/* Numbers of include/uapi/linux/ipc.h. */
enum { IPC_SHMAT = 21, IPC_SHMDT = 22, IPC_SHMGET = 23, IPC_SHMCTL = 24 };

/* The call is ipc(call, first, second, third, ptr, fifth), see the kernel's
 * ipc/syscall.c.  The upper half of `call` is a version. */
void call_unpack_ipc(struct ev_call *c, uint64_t *third)
{
	uint64_t first = c->args[1], second = c->args[2], ptr = c->args[4];

	*third = c->args[3];
	switch (c->args[0] & 0xffff) {
	case IPC_SHMAT:
		c->call = CALL_SHMAT;
		memcpy(c->args, (uint64_t[6]){ first, ptr, second },
		       sizeof c->args);
		break;
	case IPC_SHMDT:
		c->call = CALL_SHMDT;
		memcpy(c->args, (uint64_t[6]){ ptr }, sizeof c->args);
		break;
	case IPC_SHMGET:
		c->call = CALL_SHMGET;
		memcpy(c->args, (uint64_t[6]){ first, second, *third },
		       sizeof c->args);
		break;
	case IPC_SHMCTL:
		c->call = CALL_SHMCTL;
		memcpy(c->args, (uint64_t[6]){ first, second, ptr },
		       sizeof c->args);
		break;
	default:
		break;
	}
}

bool call_is_name(const char *name, size_t n)
{
	const struct numbered_call *c = numbered_calls;

	for (; *c->desc.name; c++)
		if (strlen(c->desc.name) == n && !memcmp(c->desc.name, name, n))
			return true;
	return false;
}

const char *call_starting(const char *word, size_t i)
{
	const struct numbered_call *c = numbered_calls, *same;
	size_t n = strlen(word);

	for (; n && *c->desc.name; c++) {
		if (strncmp(c->desc.name, word, n))
			continue;
		/* Other ABIs have most of the names, too. */
		for (same = numbered_calls; same < c; same++)
			if (!strcmp(same->desc.name, c->desc.name))
				break;
		if (same == c && !i--)
			return c->desc.name;
	}
	return NULL;
}

void call_name(struct str *out, const struct ev_call *ev)
{
	const struct call_desc *desc = call_of(ev);

	if (!*desc->name)
		str_addf(out, "syscall_0x%" PRIx64, ev->nr);
	else if (is_x32(ev->abi < ABIS ? (enum abi)ev->abi : ABIS, ev->nr))
		str_addf(out, "x32:%s", desc->name);
	else
		str_adds(out, desc->name);
}

bool call_result_known(const struct ev_call *ev)
{
	return ev->error || ev->restarted ||
	       ev->result != CALL_RESULT_UNKNOWN;
}

bool call_args_known(const struct ev_call *ev)
{
	return ev->abi != ABI_I386 || ev->args[0] != EV_UNKNOWN;
}

bool call_failed(const struct ev_call *ev)
{
	return ev->error && !ev->restarted;
}

uint64_t call_size(const struct ev_call *ev)
{
	const struct call_desc *desc = call_of(ev);

	for (int i = 0; i < desc->nargs; i++)
		if (desc->args[i].type == ARG_SIZE)
			return call_arg_value(ev, i);
	return EV_UNKNOWN;
}

bool call_gives_address(const struct ev_call *ev)
{
	switch (call_of(ev)->id) {
	case CALL_BRK:
	case CALL_MMAP:
	case CALL_MMAP2:
	case CALL_OLD_MMAP:
	case CALL_MREMAP:
	case CALL_SHMAT:
	case CALL_MAP_SHADOW_STACK:
		return true;
	default:
		return false;
	}
}

/* Of include/uapi/asm-generic/mman-common.h. */
#define MAP_FLAG_ANONYMOUS 0x20

uint64_t call_maps_anonymous(const struct ev_call *ev)
{
	switch (call_of(ev)->id) {
	case CALL_MMAP:
	case CALL_MMAP2:
	case CALL_OLD_MMAP:
		return ev->args[3] & MAP_FLAG_ANONYMOUS ? ev->args[1] : 0;
	case CALL_MREMAP:
		return ev->args[2];
	default:
		return 0;
	}
}

struct ev_call call_of_map(const struct ev_map *map)
{
	return (struct ev_call){
		.abi = ABI_X86_64, .call = CALL_MMAP, .nr = X86_64_MMAP,
		.args = { map->addr, map->len, map->prot, map->flags,
			  EV_UNKNOWN, map->pgoff },
	};
}
