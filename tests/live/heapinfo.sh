#!/bin/sh
# A8: mmtop --heap reports the figures of the allocator that the program itself
# gets from mallinfo2(3). A program with another allocator runs as without mmtop,
# which reports that.
# shellcheck disable=SC2317 # functions are called by name
set -u

victims=$(readlink -f "$top_builddir/tests/live/victims")
preload=$(readlink -f "$top_builddir/src/preload/libmmtop-heap.so")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-heapinfo.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"

# watch NAME PROGRAM...: starts it with the FIFO "in" as input
watch()
{
	name=$1
	shift
	rm -f in
	mkfifo in
	"$MMTOP" --events=heap -b -d 0.1 -o "$name.log" -- "$@" \
		<in >"$name.out" 2>"$name.err" &
	pid=$!
	exec 3<>in
}

# finish: ends the program's input; sets $status to its status
finish()
{
	exec 3>&-
	wait "$pid"
	status=$?
}
echo 1..14

# ---- the C library's malloc --------------------------------------------------
says_all()
{
	[ -s "$name.out" ] && grep -qF "$(cat "$name.out")" "$name.log"
}
says_or_gone()
{
	says_all || ! kill -0 "$pid"
}

# says NAME VICTIM
says()
{
	watch "$1" "$victims/$2"
	soon says_or_gone
	finish
	if [ $status -eq 77 ]; then
		left_out "row A8 mmtop reports the figures of mallinfo2, $1" "the C library has no mallinfo2"
		left_out "row A8 no other figures, $1" "the C library has no mallinfo2"
	else
		[ $status -eq 0 ] && says_all
		result=$?
		[ $result -eq 0 ] || {
			cat "$1.out"
			grep ' heap info ' "$1.log" | tail -n 3
		} | sed 's/^/# /'
		ok $result "row A8 mmtop reports the figures of mallinfo2, $1"
		# Later figures are the same.
		others=$(sed -n '/ heap info '"$(cat "$1.out")"'/,$p' "$1.log" |
			grep ' heap info ' | grep -cvF "$(cat "$1.out")")
		[ "$others" -eq 0 ]
		ok $? "row A8 no other figures while nothing changes, $1"
	fi
	[ "$(grep -c ' end .* lost=0 ' "$1.log")" -eq 1 ]
	ok $? "row A8 nothing is lost, $1"
}
says anywhere heapsays
# heapfixed is not position-independent: its malloc is a PLT entry of its own.
says fixed heapfixed

# ---- another library's malloc ------------------------------------------------
# Preloaded after mmtop's library.
mkfifo grow
watch other env LD_PRELOAD="$preload:$victims/libheapown.so" "$victims/grower" grow
exec 4<>grow
says_other()
{
	# A waiting program does not reply: wake it.
	echo + >&4
	grep -q ' heap info n/a why=other' other.log
}
soon says_other
ok $? "row A8 another library's malloc is not queried, and is reported"
echo q >&4
finish
exec 4>&-
[ $status -eq 0 ] && grep -q ' heap leak .*grower' other.log && ! [ -s other.err ]
ok $? "row A3 allocations from another library are logged ($status)"

# ---- the program's own malloc ------------------------------------------------
watch own "$victims/heapown"
soon grep -q ' heap info n/a why=other' own.log
ok $? "row A8 a program's own malloc is reported"
finish
[ $status -eq 5 ]
ok $? "row A3 a program with its own malloc runs as without mmtop"
grep -q 'allocator of its own' own.err
ok $? "row A3 mmtop reports that its allocations are not logged"
[ "$(grep -cE ' heap (leak|alloc) ' own.log)" -eq 0 ]
ok $? "row A3 no blocks are logged for it"

# ---- programs with a seccomp filter ------------------------------------------
# The filter would kill the program for a reply.  mmtop's own filter reports its
# installation.
"$MMTOP" --events=heap -b -d 0.02 -o walled.log -- "$victims/heapwalled" 2>walled.err
status=$?
if [ $status -eq 77 ]; then
	left_out "row A3 a program with a seccomp filter" "there is no seccomp"
else
	shown="walled.err walled.log"
	[ $status -eq 6 ] && grep -q ' heap info n/a why=sandbox' walled.log
	ok $? "row A3 a program with a seccomp filter is not queried, and runs on ($status)"
fi
"$MMTOP" --heap -b -o walled.log -- "$victims/heapwalled" threads 2>walled.err
status=$?
if [ $status -eq 77 ]; then
	left_out "row A3 threads with a seccomp filter" "there is no seccomp"
else
	shown="walled.err walled.log"
	[ $status -eq 6 ] && grep -q ' heap total .* missed=0 ' walled.log &&
		grep -q ' lost=0 ' walled.log
	ok $? "row A3 threads with a seccomp filter make no gettid() ($status)"
fi
exit $failed
