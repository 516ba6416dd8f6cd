/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the values of fields.  The headers of event/kinds declare the
 * enums. */
#include <config.h>

#include "event/event.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const char *name_of(const char *const *names, size_t n, uint64_t value)
{
	return value < n && names[value] ? names[value] : "?";
}

const char *process_op_name(uint64_t op)
{
	static const char *const names[PROCESS_OPS] = {
		[PROCESS_LAUNCH] = "launch",
		[PROCESS_ATTACH] = "attach",
		[PROCESS_THREAD] = "thread",
		[PROCESS_FORK] = "fork",
		[PROCESS_VFORK] = "vfork",
		[PROCESS_CLONE] = "clone",
		[PROCESS_EXEC] = "exec",
		[PROCESS_EXIT] = "exit",
		[PROCESS_DETACH] = "detach",
		[PROCESS_SEEN] = "seen",
	};

	return name_of(names, COUNT(names), op);
}

const char *abi_name(uint64_t abi)
{
	static const char *const names[ABIS] = {
		[ABI_X86_64] = "x86_64",
		[ABI_I386] = "i386",
		[ABI_X32] = "x32",
		[ABI_AARCH64] = "aarch64",
	};

	return name_of(names, COUNT(names), abi);
}

const char *level_name(uint64_t level)
{
	static const char *const names[] = {
		[LEVEL_WATCH] = "watch",
		[LEVEL_CALLS] = "calls",
		[LEVEL_STEP] = "step",
	};

	return name_of(names, COUNT(names), level);
}

const char *signal_action_name(uint64_t action)
{
	static const char *const names[] = {
		[SIGNAL_DELIVERED] = "delivered",
		[SIGNAL_STOPPED] = "stopped",
		[SIGNAL_CONTINUED] = "continued",
		[SIGNAL_HELD] = "held",
		[SIGNAL_DROPPED] = "dropped",
	};

	return name_of(names, COUNT(names), action);
}

const char *denied_what_name(uint64_t what)
{
	static const char *const names[] = {
		[DENIED_MAPPING] = "mapping",
		[DENIED_FILE] = "file",
	};

	return name_of(names, COUNT(names), what);
}

const char *fault_access_name(uint64_t access)
{
	static const char *const names[] = {
		[ACCESS_READ] = "read",
		[ACCESS_WRITE] = "write",
		[ACCESS_EXEC] = "exec",
	};

	return access < COUNT(names) ? names[access] : NULL;
}

const char *rss_member_name(uint64_t member)
{
	static const char *const names[] = {
		[RSS_FILE] = "file",
		[RSS_ANON] = "anon",
		[RSS_SWAP] = "swap",
		[RSS_SHMEM] = "shmem",
	};

	return name_of(names, COUNT(names), member);
}

const char *region_op_name(uint64_t op)
{
	static const char *const names[] = {
		[REGION_ADD] = "add",
		[REGION_REMOVE] = "remove",
		[REGION_CHANGE] = "change",
		[REGION_SYNC] = "sync",
	};

	return name_of(names, COUNT(names), op);
}

const char *region_whose_name(uint64_t whose)
{
	static const char *const names[WHOSES] = {
		[WHOSE_HEAP] = "heap",
		[WHOSE_ARENA] = "arena",
		[WHOSE_STACK] = "stack",
		[WHOSE_MALLOC] = "malloc",
		[WHOSE_TLS] = "tls",
		[WHOSE_LOADER] = "loader",
		[WHOSE_LIBC] = "libc",
		[WHOSE_CODE] = "code",
	};

	return whose < WHOSES ? names[whose] : NULL;
}

const char *region_disk_name(uint64_t disk)
{
	static const char *const names[DISKS] = {
		[DISK_SAME] = "same",
		[DISK_REPLACED] = "replaced",
		[DISK_DELETED] = "deleted",
	};

	return disk < DISKS ? names[disk] : NULL;
}

const char *region_kind_name(uint64_t kind)
{
	static const char *const names[KINDS] = {
		[KIND_ANON] = "anon",
		[KIND_PROGRAM] = "program",
		[KIND_LIBRARY] = "library",
		[KIND_FILE] = "file",
		[KIND_HEAP] = "heap",
		[KIND_STACK] = "stack",
		[KIND_THREAD_STACK] = "thread-stack",
		[KIND_GUARD] = "guard",
		[KIND_ARENA] = "arena",
		[KIND_ARENA_RESERVE] = "arena-reserve",
		[KIND_RESERVE] = "reserve",
		[KIND_SYSV] = "sysv",
		[KIND_POSIX_SHM] = "posix-shm",
		[KIND_MEMFD] = "memfd",
		[KIND_SHARED_ANON] = "shared-anon",
		[KIND_VDSO] = "vdso",
		[KIND_SPECIAL] = "special",
	};

	return name_of(names, COUNT(names), kind);
}

const char *file_op_name(uint64_t op)
{
	static const char *const names[] = {
		[FILE_MAPPING] = "mapping",
		[FILE_TOTAL] = "total",
	};

	return name_of(names, COUNT(names), op);
}

const char *file_at_name(uint64_t at)
{
	static const char *const names[FILE_ATS] = {
		[FILE_AT_TIMER] = "timer",
		[FILE_AT_MUNMAP] = "munmap",
		[FILE_AT_MREMAP] = "mremap",
		[FILE_AT_MMAP] = "mmap",
		[FILE_AT_MADVISE] = "madvise",
		[FILE_AT_EXEC] = "exec",
		[FILE_AT_EXIT] = "exit",
		[FILE_AT_GONE] = "gone",
	};

	return name_of(names, COUNT(names), at);
}

const char *writes_state_name(uint64_t state)
{
	static const char *const names[] = {
		[WRITES_OFF] = "off",
		[WRITES_STARTING] = "starting",
		[WRITES_ON] = "on",
		[WRITES_REFUSED] = "refused",
	};

	return name_of(names, COUNT(names), state);
}

const char *writes_way_name(uint64_t way)
{
	static const char *const names[] = {
		[WRITES_BY_NONE] = "none",
		[WRITES_BY_UFFD] = "userfaultfd",
		[WRITES_BY_SOFT_DIRTY] = "soft-dirty",
	};

	return name_of(names, COUNT(names), way);
}

const char *writes_why_name(uint64_t why)
{
	static const char *const names[WRITES_WHYS] = {
		[WRITES_WHY_NONE] = "none",
		[WRITES_WHY_KERNEL] = "kernel",
		[WRITES_WHY_DENIED] = "denied",
		[WRITES_WHY_MACHINE] = "machine",
		[WRITES_WHY_SECCOMP] = "seccomp",
		[WRITES_WHY_OWN] = "own-userfaultfd",
		[WRITES_WHY_STOPPED] = "no-task",
		[WRITES_WHY_PLACE] = "no-place",
		[WRITES_WHY_GONE] = "gone",
		[WRITES_WHY_NOT_TRACED] = "not-traced",
		[WRITES_WHY_FAILED] = "failed",
	};

	return name_of(names, COUNT(names), why);
}

const char *frame_cause_name(uint64_t cause)
{
	static const char *const names[FRAME_CAUSES] = {
		[FRAME_FIRST] = "first",
		[FRAME_CALL] = "call",
		[FRAME_UNMAP] = "unmap",
		[FRAME_TIMER] = "timer",
		[FRAME_EXEC] = "exec",
		[FRAME_EXIT] = "exit",
		[FRAME_ASKED] = "asked",
		[FRAME_SIGNAL] = "signal",
	};

	return name_of(names, COUNT(names), cause);
}

const char *heap_op_name(uint64_t op)
{
	static const char *const names[HEAP_EVENT_OPS] = {
		[HEAP_OP_ALLOC] = "alloc",
		[HEAP_OP_FREE] = "free",
		[HEAP_OP_SITE] = "site",
		[HEAP_OP_LEAK] = "leak",
		[HEAP_OP_BLOCK] = "block",
		[HEAP_OP_PAGES] = "pages",
		[HEAP_OP_TOTAL] = "total",
		[HEAP_OP_INFO] = "info",
		[HEAP_OP_PEAK] = "peak",
	};

	return name_of(names, COUNT(names), op);
}

const char *no_heap_name(uint64_t why)
{
	static const char *const names[NO_HEAP_WHYS] = {
		[NO_HEAP_STATIC] = "static",
		[NO_HEAP_LOADER] = "loader",
		[NO_HEAP_MACHINE] = "machine",
		[NO_HEAP_SANITIZER] = "sanitizer",
		[NO_HEAP_SECURE] = "secure",
		[NO_HEAP_ENVIRONMENT] = "environment",
		[NO_HEAP_HIDDEN] = "hidden",
		[NO_HEAP_LIBRARY] = "library",
		[NO_HEAP_ALLOCATOR] = "allocator",
		[NO_HEAP_UNREADABLE] = "unreadable",
	};

	return name_of(names, NO_HEAP_WHYS, why);
}

const char *heap_wrong_name(uint64_t wrong)
{
	return wrong == HEAP_DOUBLE ? "double" :
	       wrong == HEAP_FOREIGN ? "foreign" : NULL;
}

const char *heap_info_name(unsigned i)
{
	static const char *const names[HEAP_INFOS] = {
		"arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks",
		"fsmblks", "uordblks", "fordblks", "keepcost",
	};

	return name_of(names, COUNT(names), i);
}

const char *heap_info_why_name(uint64_t why)
{
	static const char *const names[HEAP_INFO_WHYS] = {
		[HEAP_INFO_NONE] = "none",
		[HEAP_INFO_OTHER] = "other",
		[HEAP_INFO_LATE] = "late",
		[HEAP_INFO_UNABLE] = "unable",
		[HEAP_INFO_SANDBOX] = "sandbox",
	};

	return why == HEAP_INFO_TOLD ? NULL : name_of(names, COUNT(names), why);
}

const char *frame_by_name(uint64_t by)
{
	static const char *const names[] = {
		[FRAME_BY_HASH] = "hash",
		[FRAME_BY_WRITES] = "writes",
	};

	return name_of(names, COUNT(names), by);
}

const char *contents_why_name(uint64_t why)
{
	static const char *const names[CONTENTS_WHYS] = {
		[CONTENTS_ABSENT] = "absent",
		[CONTENTS_SWAPPED] = "swapped",
		[CONTENTS_UNMAPPED] = "unmapped",
		[CONTENTS_UNREADABLE] = "unreadable",
		[CONTENTS_HUNG] = "hung",
		[CONTENTS_NOT_KEPT] = "not-kept",
		[CONTENTS_GONE] = "gone",
	};

	return name_of(names, COUNT(names), why);
}

char *perm_text(char buf[5], uint64_t perm)
{
	buf[0] = perm & PERM_R ? 'r' : '-';
	buf[1] = perm & PERM_W ? 'w' : '-';
	buf[2] = perm & PERM_X ? 'x' : '-';
	buf[3] = perm & PERM_SHARED ? 's' : 'p';
	buf[4] = '\0';
	return buf;
}
