#!/bin/sh
# At the exit of a program, in its main heap and in an arena, mmtop reports to the
# byte: freed memory that is still resident (A9), and how much of the unfreed
# memory is resident (A7).
# shellcheck disable=SC2017 # integer divisions are wanted
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

# figure OP WORD: the total of WORD in the lines for OP
figure()
{
	grep " heap $1 " "$tmp/log" | tr ' ' '\n' |
		awk -F= -v w="$2" '$1 == w { n += $2 } END { print n + 0 }'
}

# The scan at the exit has only some ms; on a busy machine this may not be enough,
# and mmtop logs freed=n/a: try again.
run()
{
	for try in 1 2 3 4 5; do
		"$MMTOP" --heap -b --events=heap -o "$tmp/log" -- "$victim" \
			$count $size "$@" 2>"$tmp/err" ||
			sed 's/^/# /' "$tmp/err"
		grep -q " freed=n/a" "$tmp/log" || return
		echo "# try $try: not scanned in time"
	done
}

if [ "${MMTOP_TEST_SLOW:-1}" -gt 4 ]; then
	echo "1..0 # SKIP an emulated machine is too slow for the scan"
	exit 0
fi
echo "1..14"
page=$(getconf PAGESIZE)
for where in "" thread; do
	run keep $where
	kept=$(figure total freed)
	resident=$(figure total resident)
	empty=$(figure total spare)
	is "row A7 ${where:-main heap}: all kept blocks are resident" \
		$((resident - $(figure total size))) 0
	run half $where
	is "row A9 ${where:-main heap}: half of the blocks are freed, and still resident" \
		$(($(figure total freed) - kept)) $((half * size))
	is "row A7 ${where:-main heap}: resident live memory is less by the freed half" \
		$((resident - $(figure total resident))) $((half * size))
	is "row A7 ${where:-main heap}: resident and live size of the sites are equal" \
		"$(figure leak resident)" "$(figure leak size)"
	# All but the partial pages at both ends of each block, and the allocator's own.
	least=$((half * (size - size % page - page)))
	spare=$(($(figure total spare) - empty))
	is "row A9 ${where:-main heap}: spare counts whole free pages ($spare)" \
		$((spare >= least && spare <= half * size)) 1
	run all $where
	is "row A9 ${where:-main heap}: all blocks are freed, and still resident" \
		$(($(figure total freed) - kept)) $((count * size))
	is "row A9 ${where:-main heap}: no live block is resident" \
		$((resident - $(figure total resident))) $((count * size))
done
exit $failed
