/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Demangles a symbol and removes its version.  C++ and Rust names are shown
 * without parameters and return type:
 *
 *	memcpy@@GLIBC_2.14			memcpy
 *	_ZN5store4growIiEEPT_m			store::grow<int>
 *	_RNvNtCs1234_7mycrate3foo3bar		mycrate::foo::bar
 *	_ZN7mycrate3bar17h0123456789abcdefE	mycrate::bar
 *
 * A symbol is hostile: some short symbols expand to names of any length.  A
 * name is cut at SYMBOL_MAX bytes.  Call symbol_name() only in a disposable
 * child process.
 */
#ifndef SOURCE_STACK_SYMBOL_H
#define SOURCE_STACK_SYMBOL_H

#include "base/str.h"

#define SYMBOL_MAX 1024

/* Appends the demangled name to *out, or nothing if `symbol` is NULL. */
void symbol_name(struct str *out, const char *symbol);

#endif
