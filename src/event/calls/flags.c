/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The names of flags, with the values of the kernel's include/uapi/asm-generic,
 * and of arch/arm64 where they differ.  The values are literal: the C library's
 * headers lack the newest flags and the flags of other architectures.
 */
#include <config.h>

#include "event/calls/flags.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#define NAMES(...) (const struct flag_name[]){ __VA_ARGS__, { 0, NULL } }

static const struct flag_set prot = {
	.bits = NAMES({ 1, "PROT_READ" }, { 2, "PROT_WRITE" },
		      { 4, "PROT_EXEC" }, { 8, "PROT_SEM" },
		      { 0x01000000, "PROT_GROWSDOWN" },
		      { 0x02000000, "PROT_GROWSUP" }),
	.zero = "PROT_NONE",
	.unknown = "PROT_???",
};

static const struct flag_set prot_aarch64 = {
	.bits = NAMES({ 1, "PROT_READ" }, { 2, "PROT_WRITE" },
		      { 4, "PROT_EXEC" }, { 8, "PROT_SEM" },
		      { 0x10, "PROT_BTI" }, { 0x20, "PROT_MTE" },
		      { 0x01000000, "PROT_GROWSDOWN" },
		      { 0x02000000, "PROT_GROWSUP" }),
	.zero = "PROT_NONE",
	.unknown = "PROT_???",
};

static const struct flag_name map_types[] = {
	{ 0, "MAP_FILE" }, { 1, "MAP_SHARED" }, { 2, "MAP_PRIVATE" },
	{ 3, "MAP_SHARED_VALIDATE" }, { 8, "MAP_DROPPABLE" }, { 0, NULL }
};

static const struct flag_set map = {
	.field = 0xf,
	.values = map_types,
	.bits = NAMES({ 0x10, "MAP_FIXED" }, { 0x20, "MAP_ANONYMOUS" },
		      { 0x40, "MAP_32BIT" }, { 0x80, "MAP_ABOVE4G" },
		      { 0x4000, "MAP_NORESERVE" }, { 0x8000, "MAP_POPULATE" },
		      { 0x10000, "MAP_NONBLOCK" }, { 0x100, "MAP_GROWSDOWN" },
		      { 0x800, "MAP_DENYWRITE" }, { 0x1000, "MAP_EXECUTABLE" },
		      { 0x2000, "MAP_LOCKED" }, { 0x40000, "MAP_HUGETLB" },
		      { 0x20000, "MAP_STACK" }, { 0x80000, "MAP_SYNC" },
		      { 0x100000, "MAP_FIXED_NOREPLACE" }),
	.huge = "MAP_HUGE_SHIFT",
	.unknown = "MAP_???",
};

static const struct flag_set map_aarch64 = {
	.field = 0xf,
	.values = map_types,
	.bits = NAMES({ 0x10, "MAP_FIXED" }, { 0x20, "MAP_ANONYMOUS" },
		      { 0x4000, "MAP_NORESERVE" }, { 0x8000, "MAP_POPULATE" },
		      { 0x10000, "MAP_NONBLOCK" }, { 0x100, "MAP_GROWSDOWN" },
		      { 0x800, "MAP_DENYWRITE" }, { 0x1000, "MAP_EXECUTABLE" },
		      { 0x2000, "MAP_LOCKED" }, { 0x40000, "MAP_HUGETLB" },
		      { 0x20000, "MAP_STACK" }, { 0x80000, "MAP_SYNC" },
		      { 0x100000, "MAP_FIXED_NOREPLACE" }),
	.huge = "MAP_HUGE_SHIFT",
	.unknown = "MAP_???",
};

static const struct flag_set mremap_flags = {
	.bits = NAMES({ 1, "MREMAP_MAYMOVE" }, { 2, "MREMAP_FIXED" },
		      { 4, "MREMAP_DONTUNMAP" }),
	.unknown = "MREMAP_???",
};

static const struct flag_set madvice = {
	.field = UINT64_MAX,
	.values = NAMES({ 0, "MADV_NORMAL" }, { 1, "MADV_RANDOM" },
			{ 2, "MADV_SEQUENTIAL" }, { 3, "MADV_WILLNEED" },
			{ 4, "MADV_DONTNEED" }, { 8, "MADV_FREE" },
			{ 9, "MADV_REMOVE" }, { 10, "MADV_DONTFORK" },
			{ 11, "MADV_DOFORK" }, { 12, "MADV_MERGEABLE" },
			{ 13, "MADV_UNMERGEABLE" }, { 14, "MADV_HUGEPAGE" },
			{ 15, "MADV_NOHUGEPAGE" }, { 16, "MADV_DONTDUMP" },
			{ 17, "MADV_DODUMP" }, { 18, "MADV_WIPEONFORK" },
			{ 19, "MADV_KEEPONFORK" }, { 20, "MADV_COLD" },
			{ 21, "MADV_PAGEOUT" }, { 22, "MADV_POPULATE_READ" },
			{ 23, "MADV_POPULATE_WRITE" },
			{ 24, "MADV_DONTNEED_LOCKED" },
			{ 25, "MADV_COLLAPSE" }, { 100, "MADV_HWPOISON" },
			{ 101, "MADV_SOFT_OFFLINE" },
			{ 102, "MADV_GUARD_INSTALL" },
			{ 103, "MADV_GUARD_REMOVE" }),
	.unknown = "MADV_???",
};

static const struct flag_set msync_flags = {
	.bits = NAMES({ 4, "MS_SYNC" }, { 1, "MS_ASYNC" },
		      { 2, "MS_INVALIDATE" }),
	.unknown = "MS_???",
};

static const struct flag_set mlock_flags = {
	.bits = NAMES({ 1, "MLOCK_ONFAULT" }),
	.unknown = "MLOCK_???",
};

static const struct flag_set mlockall_flags = {
	.bits = NAMES({ 1, "MCL_CURRENT" }, { 2, "MCL_FUTURE" },
		      { 4, "MCL_ONFAULT" }),
	.unknown = "MCL_???",
};

static const struct flag_set mpol = {
	.field = ~UINT64_C(0xe000),
	.values = NAMES({ 0, "MPOL_DEFAULT" }, { 1, "MPOL_PREFERRED" },
			{ 2, "MPOL_BIND" }, { 3, "MPOL_INTERLEAVE" },
			{ 4, "MPOL_LOCAL" }, { 5, "MPOL_PREFERRED_MANY" },
			{ 6, "MPOL_WEIGHTED_INTERLEAVE" }),
	.bits = NAMES({ 0x8000, "MPOL_F_STATIC_NODES" },
		      { 0x4000, "MPOL_F_RELATIVE_NODES" },
		      { 0x2000, "MPOL_F_NUMA_BALANCING" }),
	.unknown = "MPOL_???",
};

static const struct flag_set mpol_flags = {
	.bits = NAMES({ 1, "MPOL_MF_STRICT" }, { 2, "MPOL_MF_MOVE" },
		      { 4, "MPOL_MF_MOVE_ALL" }),
	.unknown = "MPOL_???",
};

static const struct flag_set shmget_flags = {
	.bits = NAMES({ 01000, "IPC_CREAT" }, { 02000, "IPC_EXCL" },
		      { 04000, "SHM_HUGETLB" }, { 010000, "SHM_NORESERVE" }),
	.huge = "SHM_HUGE_SHIFT",
	.octal = 0777,
};

static const struct flag_set shmat_flags = {
	.bits = NAMES({ 010000, "SHM_RDONLY" }, { 020000, "SHM_RND" },
		      { 040000, "SHM_REMAP" }, { 0100000, "SHM_EXEC" }),
	.unknown = "SHM_???",
};

static const struct flag_set shm_cmd = {
	.field = ~UINT64_C(0x100),
	.values = NAMES({ 0, "IPC_RMID" }, { 1, "IPC_SET" }, { 2, "IPC_STAT" },
			{ 3, "IPC_INFO" }, { 11, "SHM_LOCK" },
			{ 12, "SHM_UNLOCK" }, { 13, "SHM_STAT" },
			{ 14, "SHM_INFO" }, { 15, "SHM_STAT_ANY" }),
	.bits = NAMES({ 0x100, "IPC_64" }),
	.bits_first = true,
	.unknown = "SHM_???",
};

static const struct flag_set memfd_flags = {
	.bits = NAMES({ 1, "MFD_CLOEXEC" }, { 2, "MFD_ALLOW_SEALING" },
		      { 4, "MFD_HUGETLB" }, { 8, "MFD_NOEXEC_SEAL" },
		      { 0x10, "MFD_EXEC" }),
	.huge = "MFD_HUGE_SHIFT",
	.unknown = "MFD_???",
};

static const struct flag_set uffd_flags = {
	.bits = NAMES({ 1, "UFFD_USER_MODE_ONLY" }, { 04000, "O_NONBLOCK" },
		      { 02000000, "O_CLOEXEC" }),
	.unknown = "UFFD_???",
};

static const struct flag_set at_flags = {
	.bits = NAMES({ 0x100, "AT_SYMLINK_NOFOLLOW" },
		      { 0x1000, "AT_EMPTY_PATH" },
		      { 0x10000, "AT_EXECVE_CHECK" }),
	.unknown = "AT_???",
};

static const struct flag_set shadow_flags = {
	.bits = NAMES({ 1, "SHADOW_STACK_SET_TOKEN" },
		      { 2, "SHADOW_STACK_SET_MARKER" }),
	.unknown = "SHADOW_STACK_???",
};

/* Flags of calls that create a descriptor.  aarch64 and x86-64 have the same
 * values. */
static const struct flag_set fd_flags = {
	.bits = NAMES({ 04000, "O_NONBLOCK" }, { 02000000, "O_CLOEXEC" },
		      { 0200, "O_EXCL" }),
	.unknown = "O_???",
};

/* O_SYNC includes the bit of O_DSYNC, and O_TMPFILE the bit of O_DIRECTORY.
 * So the lists below have O_SYNC before O_DSYNC and O_TMPFILE before
 * O_DIRECTORY. */
static const struct flag_name open_modes[] = {
	{ 0, "O_RDONLY" }, { 1, "O_WRONLY" }, { 2, "O_RDWR" },
	{ 3, "O_ACCMODE" }, { 0, NULL }
};

static const struct flag_set open_flags = {
	.field = 3,
	.values = open_modes,
	.bits = NAMES({ 0100, "O_CREAT" }, { 0200, "O_EXCL" },
		      { 0400, "O_NOCTTY" }, { 01000, "O_TRUNC" },
		      { 02000, "O_APPEND" }, { 04000, "O_NONBLOCK" },
		      { 04010000, "O_SYNC" }, { 010000, "O_DSYNC" },
		      { 020000, "FASYNC" }, { 040000, "O_DIRECT" },
		      { 0100000, "O_LARGEFILE" }, { 0400000, "O_NOFOLLOW" },
		      { 01000000, "O_NOATIME" }, { 02000000, "O_CLOEXEC" },
		      { 010000000, "O_PATH" }, { 020200000, "O_TMPFILE" },
		      { 0200000, "O_DIRECTORY" }),
};

static const struct flag_set open_flags_aarch64 = {
	.field = 3,
	.values = open_modes,
	.bits = NAMES({ 0100, "O_CREAT" }, { 0200, "O_EXCL" },
		      { 0400, "O_NOCTTY" }, { 01000, "O_TRUNC" },
		      { 02000, "O_APPEND" }, { 04000, "O_NONBLOCK" },
		      { 04010000, "O_SYNC" }, { 010000, "O_DSYNC" },
		      { 020000, "FASYNC" }, { 0200000, "O_DIRECT" },
		      { 0400000, "O_LARGEFILE" }, { 0100000, "O_NOFOLLOW" },
		      { 01000000, "O_NOATIME" }, { 02000000, "O_CLOEXEC" },
		      { 010000000, "O_PATH" }, { 020040000, "O_TMPFILE" },
		      { 040000, "O_DIRECTORY" }),
};

/* Each operation has two names, without and with bit 0x80: FUTEX_WAIT and
 * FUTEX_WAIT_PRIVATE. */
#define FUTEX(value, name) { value, name }, { value | 0x80, name "_PRIVATE" }

static const struct flag_set futex_op = {
	.field = ~UINT64_C(0x100),
	.values = NAMES(FUTEX(0, "FUTEX_WAIT"), FUTEX(1, "FUTEX_WAKE"),
			{ 2, "FUTEX_FD" }, FUTEX(3, "FUTEX_REQUEUE"),
			FUTEX(4, "FUTEX_CMP_REQUEUE"),
			FUTEX(5, "FUTEX_WAKE_OP"), FUTEX(6, "FUTEX_LOCK_PI"),
			FUTEX(7, "FUTEX_UNLOCK_PI"),
			FUTEX(8, "FUTEX_TRYLOCK_PI"),
			FUTEX(9, "FUTEX_WAIT_BITSET"),
			FUTEX(10, "FUTEX_WAKE_BITSET"),
			FUTEX(11, "FUTEX_WAIT_REQUEUE_PI"),
			FUTEX(12, "FUTEX_CMP_REQUEUE_PI"),
			FUTEX(13, "FUTEX_LOCK_PI2")),
	.bits = NAMES({ 0x100, "FUTEX_CLOCK_REALTIME" }),
	.unknown = "FUTEX_???",
};

const struct flag_set *flag_set_of(enum arg_type type, enum abi abi)
{
	static const struct flag_set *const sets[ARG_TYPES] = {
		[ARG_PROT] = &prot,
		[ARG_MAP_FLAGS] = &map,
		[ARG_MREMAP_FLAGS] = &mremap_flags,
		[ARG_MADVICE] = &madvice,
		[ARG_MSYNC_FLAGS] = &msync_flags,
		[ARG_MLOCK_FLAGS] = &mlock_flags,
		[ARG_MLOCKALL_FLAGS] = &mlockall_flags,
		[ARG_MPOL] = &mpol,
		[ARG_MPOL_FLAGS] = &mpol_flags,
		[ARG_SHMGET_FLAGS] = &shmget_flags,
		[ARG_SHMAT_FLAGS] = &shmat_flags,
		[ARG_SHM_CMD] = &shm_cmd,
		[ARG_MEMFD_FLAGS] = &memfd_flags,
		[ARG_UFFD_FLAGS] = &uffd_flags,
		[ARG_AT_FLAGS] = &at_flags,
		[ARG_SHADOW_FLAGS] = &shadow_flags,
		[ARG_OPEN_FLAGS] = &open_flags,
		[ARG_FD_FLAGS] = &fd_flags,
		[ARG_FUTEX_OP] = &futex_op,
	};

	if (abi == ABI_AARCH64) {
		switch (type) {
		case ARG_PROT:
			return &prot_aarch64;
		case ARG_MAP_FLAGS:
			return &map_aarch64;
		case ARG_OPEN_FLAGS:
			return &open_flags_aarch64;
		default:
			break;
		}
	}
	return sets[type];
}

/* --- splitting a value --------------------------------------------------- */

#define HUGE_SHIFT 26
#define HUGE_MASK UINT64_C(0x3f)

static void say_hex(flag_fn *name, void *arg, uint64_t value)
{
	char buf[24];

	snprintf(buf, sizeof buf, "0x%" PRIx64, value);
	name(arg, buf);
}

static void say_value(const struct flag_set *set, uint64_t value,
		      flag_fn *name, void *arg)
{
	for (const struct flag_name *v = set->values; v->name; v++)
		if (v->value == value) {
			name(arg, v->name);
			return;
		}
	say_hex(name, arg, value);
}

/* Calls name() for the named bits.  Returns the other bits. */
static uint64_t say_bits(const struct flag_set *set, uint64_t value,
			 flag_fn *name, void *arg)
{
	for (const struct flag_name *b = set->bits; b && b->name; b++)
		if ((value & b->value) == b->value) {
			name(arg, b->name);
			value &= ~b->value;
		}
	return value;
}

void flags_each(const struct flag_set *set, uint64_t value, flag_fn *name,
		void *arg)
{
	uint64_t huge = set->huge ? value >> HUGE_SHIFT & HUGE_MASK : 0;
	uint64_t rest = value & ~set->field & ~set->octal;
	char buf[40];

	rest &= ~(huge << HUGE_SHIFT);
	if (set->bits_first)
		rest = say_bits(set, rest, name, arg);
	if (set->field)
		say_value(set, value & set->field, name, arg);
	else if (!value && set->zero)
		name(arg, set->zero);
	if (!set->bits_first)
		rest = say_bits(set, rest, name, arg);
	if (rest)
		say_hex(name, arg, rest);
	if (huge) {
		snprintf(buf, sizeof buf, "%u<<%s", (unsigned)huge, set->huge);
		name(arg, buf);
	}
	if (set->octal) {
		snprintf(buf, sizeof buf, "%#03o",
			 (unsigned)(value & set->octal));
		name(arg, buf);
	}
}
