#!/bin/sh
# A8: what mmtop --heap tells of an allocator is what the program itself is told by
# mallinfo2(3); and who has another allocator runs as without, and that is said.
# shellcheck disable=SC2317 # functions are called by name
set -u

victims=$(readlink -f "$top_builddir/tests/live/victims")
preload=$(readlink -f "$top_builddir/src/preload/libmmtop-heap.so")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-heapinfo.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"

# watch NAME PROGRAM...: it reads from the FIFO in.
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

# Its input ends; its status in $status.
finish()
{
	exec 3>&-
	wait "$pid"
	status=$?
}
echo 1..14

# ---- the C library's -------------------------------------------------------
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
		left_out "row A8 what mmtop tells, $1" "the C library has no mallinfo2"
		left_out "row A8 no other numbers, $1" "the C library has no mallinfo2"
	else
		[ $status -eq 0 ] && says_all
		result=$?
		[ $result -eq 0 ] || {
			cat "$1.out"
			grep ' heap info ' "$1.log" | tail -n 3
		} | sed 's/^/# /'
		ok $result "row A8 what mmtop tells is what mallinfo2 tells in the program, $1"
		# Once it is so it stays so, but for how it ends.
		others=$(sed -n '/ heap info '"$(cat "$1.out")"'/,$p' "$1.log" |
			grep ' heap info ' | grep -cvF "$(cat "$1.out")")
		[ "$others" -eq 0 ]
		ok $? "row A8 no other numbers while nothing changes, $1"
	fi
	[ "$(grep -c ' end .* lost=0 ' "$1.log")" -eq 1 ]
	ok $? "row A8 nothing is lost, $1"
}
says anywhere heapsays
# malloc's address is one in the executable.
says fixed heapfixed

# ---- another library's -----------------------------------------------------
# It comes after that of mmtop.
mkfifo grow
watch other env LD_PRELOAD="$preload:$victims/libheapown.so" "$victims/grower" grow
exec 4<>grow
says_other()
{
	# Who waits does not answer.
	echo + >&4
	grep -q ' heap info n/a why=other' other.log
}
soon says_other
ok $? "row A8 another library's malloc is not asked, and said"
echo q >&4
finish
exec 4>&-
[ $status -eq 0 ] && grep -q ' heap leak .*grower' other.log && ! [ -s other.err ]
ok $? "row A3 what it gives out is seen all the same ($status)"

# ---- the program's own -----------------------------------------------------
watch own "$victims/heapown"
soon grep -q ' heap info n/a why=other' own.log
ok $? "row A8 a program's own malloc is said"
finish
[ $status -eq 5 ]
ok $? "row A3 a program with a malloc of its own runs as it does without"
grep -q 'allocator of its own' own.err
ok $? "row A3 that nothing of it was seen is said"
[ "$(grep -cE ' heap (leak|alloc) ' own.log)" -eq 0 ]
ok $? "row A3 and nothing is made up"

# ---- who filters its own calls ------------------------------------------------
# It would be ended for answering.  mmtop's own filter tells when it begins.
"$MMTOP" --events=heap -b -d 0.02 -o walled.log -- "$victims/heapwalled" 2>walled.err
status=$?
if [ $status -eq 77 ]; then
	left_out "row A3 who filters its own calls" "there is no seccomp"
else
	shown="walled.err walled.log"
	[ $status -eq 6 ] && grep -q ' heap info n/a why=sandbox' walled.log
	ok $? "row A3 who filters its own calls is not asked, and runs on ($status)"
fi
"$MMTOP" --heap -b -o walled.log -- "$victims/heapwalled" threads 2>walled.err
status=$?
if [ $status -eq 77 ]; then
	left_out "row A3 its threads" "there is no seccomp"
else
	shown="walled.err walled.log"
	[ $status -eq 6 ] && grep -q ' heap total .* missed=0 ' walled.log &&
		grep -q ' lost=0 ' walled.log
	ok $? "row A3 its threads are not asked who they are ($status)"
fi
exit $failed
