/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stack whose next frame is in swap: the backtrace ends there, reports that,
 * and swaps nothing in. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifdef __x86_64__
#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/str.h"
#include "event/event.h"
#include "source/stack/stack.h"

#define DEPTH 4
#define PAGE 4096
#define STACK_SIZE (64 * PAGE)
#define PRESENT (UINT64_C(1) << 63)
#define SWAPPED (UINT64_C(1) << 62)

static struct {
	char *stack;
	ucontext_t main, on, leaf;
	uintptr_t frames[DEPTH + 1];	/* an address in each frame, [0] in the
					 * leaf's */
	int pagemap;			/* a fake */
	struct stack_answer got;
	unsigned n;			/* number of frames */
} c;

static void set_entry(uintptr_t addr, uint64_t entry)
{
	assert_int_equal(pwrite(c.pagemap, &entry, sizeof entry,
				(off_t)(addr / PAGE * sizeof entry)),
			 sizeof entry);
}

static void unwind(void)
{
	/* In DWARF's order. */
	static const int order[] = {
		REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP,
		REG_RSP, REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13,
		REG_R14, REG_R15, REG_RIP,
	};
	struct stack_ask ask = {
		.pid = getpid(), .tid = getpid(), .machine = EM_X86_64,
		.n = sizeof order / sizeof *order, .uid = getuid(),
		.gid = getgid(), .caps = UINT64_MAX,
	};
	struct reader_work w = {
		.dir = open("/proc/self", O_PATH | O_CLOEXEC),
		.mem = open("/proc/self/mem", O_RDONLY | O_CLOEXEC),
		.maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC),
		.root = open("/", O_PATH | O_CLOEXEC), .pagemap = c.pagemap,
		.ask = (const char *)&ask, .n = sizeof ask,
	};
	struct str out = STR_INIT;

	for (unsigned i = 0; i < ask.n; i++)
		ask.regs[i] = (uint64_t)c.leaf.uc_mcontext.gregs[order[i]];
	ask.pc = ask.regs[16];
	stack_job.run(&w, &out);
	assert_true(out.len >= sizeof c.got);
	memcpy(&c.got, out.data, sizeof c.got);
	c.n = (unsigned)(c.got.frames_len / sizeof(struct stack_frame));
	str_release(&out);
	close(w.dir);
	close(w.mem);
	close(w.maps);
	close(w.root);
}

/* Each frame takes more than a page. */
static __attribute__((noinline)) void recurse(int left)
{
	volatile char room[2 * PAGE];

	room[0] = room[PAGE] = 1;
	c.frames[left] = (uintptr_t)__builtin_frame_address(0);
	if (left)
		recurse(left - 1);
	else
		getcontext(&c.leaf);
	room[1] = room[0];
}

/* The registers belong to a stack that does not run. */
static void on_own_stack(void)
{
	recurse(DEPTH);
	swapcontext(&c.on, &c.main);
}

static int begin(void **state)
{
	(void)state;
	c.stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	c.pagemap = memfd_create("pagemap", MFD_CLOEXEC);
	if (c.stack == MAP_FAILED || c.pagemap < 0)
		return -1;
	getcontext(&c.on);
	c.on.uc_stack.ss_sp = c.stack;
	c.on.uc_stack.ss_size = STACK_SIZE;
	makecontext(&c.on, on_own_stack, 0);
	return swapcontext(&c.main, &c.on);
}

static void all_present(void)
{
	for (uintptr_t i = 0; i < STACK_SIZE; i += PAGE)
		set_entry((uintptr_t)c.stack + i, PRESENT);
}

static void test_backtrace_ends_at_swapped_page(void **state)
{
	unsigned all;

	(void)state;
	all_present();
	unwind();
	all = c.n;
	assert_int_equal(c.got.why, STACK_TOLD);
	assert_true(all > DEPTH);
	assert_int_not_equal(c.got.end, STACK_END_SWAPPED);
	for (int i = 1; i < DEPTH; i++) {
		all_present();
		set_entry(c.frames[i], SWAPPED);
		/* The frame's saved registers may reach into the next page. */
		set_entry(c.frames[i] + 16, SWAPPED);
		unwind();
		assert_int_equal(c.got.end, STACK_END_SWAPPED);
		assert_true(c.n > (unsigned)i && c.n < all);
	}
	/* A page that never existed is not in swap. */
	set_entry(c.frames[DEPTH - 1], 0);
	set_entry(c.frames[DEPTH - 1] + 16, 0);
	unwind();
	assert_int_not_equal(c.got.end, STACK_END_SWAPPED);
	assert_true(c.n < all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_backtrace_ends_at_swapped_page),
	};

	return cmocka_run_group_tests(tests, begin, NULL);
}
#else
#include <stdio.h>

int main(void)
{
	puts("1..0 # SKIP needs the registers of x86_64");
	return 0;
}
#endif
