#!/bin/sh
# A9: what a program freed and still has in memory is known at its end, to the
# byte, in its main heap and in an arena; A7: and of what it left what is there.
# shellcheck disable=SC2017 # half of the blocks, and whole pages
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-freed.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
victim=${top_builddir:-.}/tests/live/victims/heapfreed
count=64
size=40000
half=$((count / 2))

if [ ! -r /proc/self/pagemap ]; then
	echo "1..0 # SKIP no pagemap"
	exit 0
fi

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
shown=log

# figure LINES WORD: the sum of those in lines of that op.
figure()
{
	grep " heap $1 " "$tmp/log" | tr ' ' '\n' |
		awk -F= -v w="$2" '$1 == w { n += $2 } END { print n + 0 }'
}

# The look has some ms, the program standing still: where the machine is busy with
# others it may not be enough, and then it says so.
run()
{
	for try in 1 2 3 4 5; do
		"$MMTOP" --heap -b --events=heap -o "$tmp/log" -- "$victim" \
			$count $size "$@" 2>"$tmp/err" ||
			sed 's/^/# /' "$tmp/err"
		grep -q " freed=n/a" "$tmp/log" || return
		echo "# try $try: no time"
	done
}

if [ "${MMTOP_TEST_SLOW:-1}" -gt 4 ]; then
	echo "1..0 # SKIP no time to look on an emulated machine"
	exit 0
fi
echo "1..14"
page=$(getconf PAGESIZE)
for where in "" thread; do
	run keep $where
	kept=$(figure total freed)
	resident=$(figure total resident)
	empty=$(figure total spare)
	is "row A7 ${where:-main heap}: all of it is there" \
		$((resident - $(figure total size))) 0
	run half $where
	is "row A9 ${where:-main heap}: every second one was freed" \
		$(($(figure total freed) - kept)) $((half * size))
	is "row A7 ${where:-main heap}: that much less is of live blocks" \
		$((resident - $(figure total resident))) $((half * size))
	is "row A7 ${where:-main heap}: of its sites that, too" \
		"$(figure leak resident)" "$(figure leak size)"
	# All but the two pages at the ends of each, and what the allocator has.
	least=$((half * (size - size % page - page)))
	spare=$(($(figure total spare) - empty))
	is "row A9 ${where:-main heap}: in whole pages ($spare)" \
		$((spare >= least && spare <= half * size)) 1
	run all $where
	is "row A9 ${where:-main heap}: all of them were freed" \
		$(($(figure total freed) - kept)) $((count * size))
	is "row A9 ${where:-main heap}: nothing of them is live" \
		$((resident - $(figure total resident))) $((count * size))
done
exit $failed
