#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# libmmtop-heap.so without mmtop, used like the libraries of memory_tracker, in
# 64-bit and 32-bit programs.
set -u

victims=$(readlink -f "$top_builddir/tests/live/victims")
preloads=$(readlink -f "$top_builddir/src/preload")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-heapalone.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
echo 1..23

# says PROGRAM ARGS: runs it with the library; the caller sets other variables.
says()
{
	LD_PRELOAD=$preload "$@"
}

# of OUT NAME: the address that the program printed with NAME.
of()
{
	sed -n "s/^$2 //p" "$1"
}

begins()
{
	rm -rf ./*
	unset ALLOCATION_TRACE MMAP_TRACE
}

tries() # bits, program
{
	program=$2
	begins
	"$program" keep >plain 2>plain.err
	ALLOCATION_TRACE=a MMAP_TRACE=m says "$program" keep >out 2>err &&
		[ ! -s err ] && [ -s a ] && [ -s m ] && [ ! -s plain.err ]
	ok $? "$1 bits: both traces are written, and no messages"

	"$MMTOP" heap a list 2>list.log && "$MMTOP" heap m maps 2>maps.log &&
		! grep -E '^(other|unknown|replaced)' maps.log
	ok $? "$1 bits: the trace of mappings has every step"

	grep -q "^malloc: $(of out block) 0x100000 " list &&
		grep -q "^mmap: $(of out map) 0x3f000 " list &&
		grep -q "^mmap: $(of out map) 0x3f000 $program " maps
	ok $? "$1 bits: the traces have the block, and the mapping with its caller"

	# The block's own mapping begins with the allocator's header.
	block=$(of out block)
	grep -q "^mmap: ${block%???}000 0x101000 [^ ]*/libc" maps
	ok $? "$1 bits: the trace has libc's own mapping of the block"

	shown=match.log
	"$MMTOP" heap --match list maps 2>match.log
	grep -qE '^mmap: 0x[0-9a-f]+ 0x80[01]000$' match.log &&
		[ "$(grep -c . match.log)" -le 4 ] &&
		! grep -q "$(of out map)" match.log
	ok $? "$1 bits: --match appends libc's stack of a thread, and no mapping of the program"
	shown=err

	begins
	says "$program" keep >out 2>err
	grep -q "^malloc: $(of out block) 0x100000 " err &&
		grep -q '^mmap(syscall): ' err &&
		! grep -q ': 0x' out && [ "$(ls)" = "err
out" ]
	ok $? "$1 bits: without a file, both traces go to standard error"

	begins
	MMAP_TRACE=m says "$program" keep >out 2>err
	grep -q '^malloc: ' err && ! grep -q syscall err && grep -q syscall m
	ok $? "$1 bits: with a file only for mappings, calls go to standard error"

	begins
	ALLOCATION_TRACE=a MMAP_TRACE=m says "$program" fork >out 2>err
	block=$(of out block)
	grep -q "^malloc: $block " a.* && grep -q "^mmap(syscall): ${block%???}000 " m.* &&
		! grep -q "^malloc: $block " a
	ok $? "$1 bits: a child has its own two traces"

	begins
	ALLOCATION_TRACE=a MMAP_TRACE=m says "$program" busy >out 2>err &&
		"$MMTOP" heap m maps 2>maps.log &&
		[ "$(grep -c '^added' maps.log)" -gt 2400 ] &&
		! grep -E '^(other|unknown|replaced)' maps.log
	ok $? "$1 bits: threads and a handler: each mapping is unmapped before its address is reused"

	begins
	says "$program" reuse file >out 2>err && [ -s err ] && [ ! -s file ]
	ok $? "$1 bits: a file that the program opens as descriptor 2 gets no trace"

	says "$program" alone >out 2>err &&
		(ulimit -f 1 && ALLOCATION_TRACE=a MMAP_TRACE=m says "$program" busy)
	ok $? "$1 bits: neither a pipe without a reader nor a full file ends the program"
}

preload=$preloads/libmmtop-heap.so
tries 64 "$victims/libcmaps"

begins
[ "$(MMAP_TRACE=m says env | grep -c ^PATH=)" -eq 1 ] &&
	says env 2>err | grep -q ^PATH= && says sh -c : 2>err
ok $? "programs keep their environment"

preload=$preloads/lib32/libmmtop-heap.so
if [ -x "$preload" ] && "$victims/libcmaps32" fork >/dev/null 2>&1; then
	tries 32 "$victims/libcmaps32"
else
	for i in 1 2 3 4 5 6 7 8 9 10 11; do
		ok 0 "32 bits, $i # SKIP no 32-bit programs are built, or run here"
	done
fi
exit $failed
