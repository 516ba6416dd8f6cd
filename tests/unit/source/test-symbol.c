/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Demangling of C++ and Rust symbols, of others, and of symbols whose names
 * would be huge. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "source/stack/symbol.h"

static void test_symbols_are_demangled(void **state)
{
	static const struct { const char *symbol, *name; } names[] = {
		{ "main", "main" },
		{ "memcpy@@GLIBC_2.14", "memcpy" },
		{ "memcpy@GLIBC_2.2.5", "memcpy" },
		{ "@odd", "@odd" },
		{ "", "" },
		{ "_", "_" },
		{ "_start", "_start" },
		/* Not valid mangled names. */
		{ "_Z", "_Z" },
		{ "_ZN5store4grow", "_ZN5store4grow" },
		{ "_ZN99999999999999999999store", "_ZN99999999999999999999store" },
		{ "_R", "_R" },
		{ "_Znwm", "operator new" },
		{ "_Znwm@@GLIBCXX_3.4", "operator new" },
		{ "_ZN5store4growIiEEPT_m", "store::grow<int>" },
		{ "_ZNSt6vectorIiSaIiEE9push_backERKi",
		  "std::vector<int, std::allocator<int> >::push_back" },
		{ "_ZNK5store5Shelf4sizeEv", "store::Shelf::size" },
		{ "_ZN5storeclEi", "store::operator()" },
		{ "_ZN5store4growEm.part.0", "store::grow" },
		/* Rust: the current and the legacy mangling. */
		{ "_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo::bar" },
		{ "_RNvMs_CsaBcD_5storeINtB4_5ShelfmE4grow",
		  "<store::Shelf<u32>>::grow" },
		{ "_ZN7mycrate3bar17h0123456789abcdefE", "mycrate::bar" },
		{ "_ZN71_$LT$Test$u20$$u2b$$u20$$u27$static$u20$as$u20$"
		  "foo..Bar$LT$Test$GT$$GT$3bar17h930b740aa94f1d3aE",
		  "<Test + 'static as foo::Bar<Test>>::bar" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct str out = STR_INIT;

		str_adds(&out, "in ");
		symbol_name(&out, names[i].symbol);
		assert_memory_equal(out.data, "in ", 3);
		assert_string_equal(out.data + 3, names[i].name);
		str_release(&out);
	}
}

static void test_null_symbol_has_no_name(void **state)
{
	struct str out = STR_INIT;

	(void)state;
	symbol_name(&out, NULL);
	assert_int_equal(out.len, 0);
	str_release(&out);
}

static void assert_bounded(const char *symbol, const char *begins)
{
	struct str out = STR_INIT;

	symbol_name(&out, symbol);
	assert_in_range(out.len, 1, SYMBOL_MAX);
	assert_memory_equal(out.data, begins, strlen(begins));
	str_release(&out);
}

/* Substitutions: S_, S0_ ... S9_, SA_ ... SZ_, S10_. */
static void add_seen(struct str *s, unsigned n)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

	str_addc(s, 'S');
	if (n > 36)
		str_addc(s, digits[(n - 1) / 36]);
	if (n)
		str_addc(s, digits[(n - 1) % 36]);
	str_addc(s, '_');
}

/* Each type contains the previous one twice: 2^50 parts in all. */
static void test_exponential_name_is_bounded(void **state)
{
	struct str s = STR_INIT;

	(void)state;
	str_adds(&s, "_Z1fI1AIiiE");
	for (unsigned i = 2; i < 50; i++) {
		add_seen(&s, 1);
		str_addc(&s, 'I');
		add_seen(&s, i);
		add_seen(&s, i);
		str_addc(&s, 'E');
	}
	str_adds(&s, "EvT_");
	assert_true(s.len < SYMBOL_MAX);
	assert_bounded(s.data, "f<A<int, int>, A<A<int, int>, A<int, int> >, "
			   "A<A<A<int, int>, A<int, int> >, "
			   "A<A<int, int>, A<int, int> > >, ");
	str_release(&s);
}

/* Nesting as deep as possible, and longer than any limit. */
static void test_deep_nesting_is_bounded(void **state)
{
	const char *const begins[] = { "_Z1fI", "_RIC1a", "_Z", "_R", "_" };
	const char *const repeats[] = { "1AI", "P", "F", "IC1a", "R", "S", "T",
					"DpT_", "N", "_", "K0", "NvB_" };

	(void)state;
	for (size_t b = 0; b < sizeof begins / sizeof *begins; b++)
		for (size_t r = 0; r < sizeof repeats / sizeof *repeats; r++)
			for (size_t max = 900; max < 5000; max += 1000) {
				struct str s = STR_INIT;

				str_adds(&s, begins[b]);
				while (s.len < max)
					str_adds(&s, repeats[r]);
				assert_bounded(s.data, "");
				str_release(&s);
			}
}

/* Random symbols must terminate, with a bounded result. */
static void test_random_symbols_are_bounded(void **state)
{
	static const char *const parts[] = {
		"_Z", "_R", "N", "I", "E", "S_", "S0_", "T_", "1A", "3foo", "i",
		"P", "R", "K", "F", "v", "X", "L", "J", "D", "p", "t", "Nv", "C",
		"Cs_", "B_", "B1_", "St", "17h0123456789abcdefE", "$LT$", "..",
		"h", "M", "Y", "sZ", "fp", "fL0p_", "Ut_", "UlvE_", ".part.0",
		"u5", "9999", "\xc3\xa9", "\xff", "K1_", "G_",
	};
	uint32_t seed = 8;

	(void)state;
	for (int i = 0; i < 30000; i++) {
		struct str s = STR_INIT, out = STR_INIT;
		unsigned n;

		seed = seed * 1664525 + 1013904223;
		n = seed >> 27;
		str_adds(&s, seed & 0x10000 ? "_Z" : "_R");
		while (n--) {
			seed = seed * 1664525 + 1013904223;
			str_adds(&s, parts[(seed >> 8) % (sizeof parts /
							  sizeof *parts)]);
		}
		symbol_name(&out, s.data);
		assert_true(out.len <= SYMBOL_MAX);
		str_release(&s);
		str_release(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_symbols_are_demangled),
		cmocka_unit_test(test_null_symbol_has_no_name),
		cmocka_unit_test(test_exponential_name_is_bounded),
		cmocka_unit_test(test_deep_nesting_is_bounded),
		cmocka_unit_test(test_random_symbols_are_bounded),
	};

	return cmocka_run_group_tests_name("symbol", tests, NULL, NULL);
}
