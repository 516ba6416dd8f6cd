/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a symbol is called: without its version, and as its language has it.
 * C++ and Rust names come without what the function takes and returns:
 *
 *	memcpy@@GLIBC_2.14			memcpy
 *	_ZN5store4growIiEEPT_m			store::grow<int>
 *	_RNvNtCs1234_7mycrate3foo3bar		mycrate::foo::bar
 *	_ZN7mycrate3bar17h0123456789abcdefE	mycrate::bar
 *
 * A symbol is hostile: some short ones stand for names of any length, and none
 * is longer here than SYMBOL_MAX.  Only a disposable child may ask.
 */
#ifndef SOURCE_STACK_SYMBOL_H
#define SOURCE_STACK_SYMBOL_H

#include "base/str.h"

#define SYMBOL_MAX 1024

/* Behind *out; NULL: nothing. */
void symbol_name(struct str *out, const char *symbol);

#endif
