/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The seccomp filter, executed here for each call of each ABI: which calls
 * stop, with which class, with and without the calls of event/wire/handover.h.
 */
#include <config.h>

#include "source/trace/calls/filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>

#include <cmocka.h>

#include "event/call.h"
#include "event/wire/handover.h"
#include "source/trace/core/arch.h"

#define X32_BIT 0x40000000u
#define NUMBERS 512u
#define STEPS 4096

struct state {
	struct call_filter filter[2];	/* without and with the handover
					 * calls */
};

static uint32_t load(const struct seccomp_data *d, uint32_t at)
{
	uint32_t v;

	assert_true(at + sizeof v <= sizeof *d);
	memcpy(&v, (const char *)d + at, sizeof v);
	return v;
}

static bool jumps(uint16_t how, uint32_t a, uint32_t k)
{
	switch (how) {
	case BPF_JEQ: return a == k;
	case BPF_JGT: return a > k;
	case BPF_JGE: return a >= k;
	case BPF_JSET: return a & k;
	default: fail_msg("unexpected jump %#x", how);
	}
	return false;
}

/* Executes the filter as the kernel does. */
static uint32_t run(const struct call_filter *f, const struct seccomp_data *d)
{
	uint32_t a = 0, at = 0;

	for (int steps = 0; steps < STEPS; steps++) {
		const struct sock_filter *i = &f->prog.filter[at];

		assert_true(at < f->prog.len);
		at++;
		switch (BPF_CLASS(i->code)) {
		case BPF_LD:
			assert_int_equal(i->code, BPF_LD | BPF_W | BPF_ABS);
			a = load(d, i->k);
			break;
		case BPF_ALU:
			assert_int_equal(i->code, BPF_ALU | BPF_AND | BPF_K);
			a &= i->k;
			break;
		case BPF_JMP:
			if (BPF_OP(i->code) == BPF_JA)
				at += i->k;
			else
				at += jumps(BPF_OP(i->code), a, i->k) ? i->jt
								      : i->jf;
			break;
		case BPF_RET:
			return i->k;
		default:
			fail_msg("instruction %#x", i->code);
		}
	}
	fail_msg("the filter does not end");
	return 0;
}

static enum filter_class wanted(const char *name, uint64_t first,
				bool handovers)
{
	for (int id = CALL_OTHER + 1; id < CALL_IDS; id++)
		if (!strcmp(name, call_by_id((enum call_id)id)->name))
			return FILTER_MEMORY;
	if (!strcmp(name, "ipc"))
		return FILTER_MEMORY;
	if (!strcmp(name, "clone") || !strcmp(name, "clone3"))
		return FILTER_CLONE;
	if (!strcmp(name, "seccomp") ||
	    (!strcmp(name, "prctl") && first == PR_SET_SECCOMP))
		return FILTER_SECCOMP;
	if (!strcmp(name, "ptrace") &&
	    (first == PTRACE_TRACEME || first == PTRACE_ATTACH ||
	     first == PTRACE_SEIZE))
		return FILTER_PTRACE;
	return handovers && is_handover(name) ? FILTER_HANDOVER : FILTER_NONE;
}

/* first: the first argument, on which the class of some calls depends. */
static void check_call(const struct call_filter *f, bool handovers,
		       uint32_t arch, enum abi abi, uint32_t nr, uint64_t first)
{
	struct seccomp_data d = { .nr = (int)nr, .arch = arch,
				  .args = { first } };
	const struct call_desc *call = call_by_nr(abi, nr);
	enum filter_class class = wanted(call->name, first, handovers);
	uint32_t want = class ? SECCOMP_RET_TRACE | class : SECCOMP_RET_ALLOW;
	uint32_t got = run(f, &d);

	if (got != want)
		fail_msg("%s, number %u of ABI %d: %#x, not %#x", call->name,
			 nr, (int)abi, got, want);
}

static void check_abi(struct state *s, uint32_t arch, enum abi abi,
		      uint32_t bit)
{
	for (int with = 0; with < 2; with++)
		for (uint32_t nr = 0; nr < NUMBERS; nr++)
			for (uint64_t first = 0; first < 24; first++)
				check_call(&s->filter[with], with, arch, abi,
					   nr | bit, first);
}

static void test_native_calls_have_the_right_class(void **state)
{
#ifdef __x86_64__
	check_abi(*state, AUDIT_ARCH_X86_64, ABI_X86_64, 0);
#else
	check_abi(*state, AUDIT_ARCH_AARCH64, ABI_AARCH64, 0);
#endif
}

#ifdef __x86_64__
static void test_i386_calls_have_the_right_class(void **state)
{
	check_abi(*state, AUDIT_ARCH_I386, ABI_I386, 0);
}

/* True for execve and others, whose x32 number differs from x86-64's. */
static bool has_other_number(uint32_t nr)
{
	const char *name = call_by_nr(ABI_X32, nr | X32_BIT)->name;

	for (uint32_t other = 512; other < 548; other++)
		if (other != nr &&
		    !strcmp(call_by_nr(ABI_X32, other | X32_BIT)->name, name))
			return true;
	return false;
}

static void test_x32_calls_have_the_right_class(void **state)
{
	struct state *s = *state;

	/* The table also has numbers that only x86-64 uses, such as that of
	 * execve; and libseccomp does not know the x32 numbers of the newest
	 * calls. */
	for (int with = 0; with < 2; with++)
		for (uint32_t nr = 0; nr < 548; nr = nr == 439 ? 512 : nr + 1)
			if (!has_other_number(nr))
				check_call(&s->filter[with], with,
					   AUDIT_ARCH_X86_64, ABI_X32,
					   nr | X32_BIT, 0);
}
#endif

static void test_handover_names_are_sorted_calls(void **state)
{
	const char *name, *last = "";

	(void)state;
	for (size_t i = 0; (name = handover_name(i)); i++) {
		assert_true(strcmp(last, name) < 0);
		if (!call_is_name(name, strlen(name)))
			fail_msg("no ABI has %s", name);
		assert_true(is_handover(name));
		last = name;
	}
	assert_false(is_handover("getpid"));
	assert_false(is_handover("brk"));
	assert_false(is_handover(""));
}

static int set_up(void **state)
{
	static struct state s;
	struct err err = { 0 };

	for (int with = 0; with < 2; with++) {
		int r = filter_make(&s.filter[with], with, &err);

		if (r < 0)
			return r;
	}
	*state = &s;
	return 0;
}

static int tear_down(void **state)
{
	struct state *s = *state;

	for (int with = 0; with < 2; with++)
		filter_release(&s->filter[with]);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_handover_names_are_sorted_calls),
		cmocka_unit_test(test_native_calls_have_the_right_class),
#ifdef __x86_64__
		cmocka_unit_test(test_i386_calls_have_the_right_class),
		cmocka_unit_test(test_x32_calls_have_the_right_class),
#endif
	};

	return cmocka_run_group_tests_name("filter", tests, set_up, tear_down);
}
