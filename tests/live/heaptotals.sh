#!/bin/sh
# A5: what three real programs got, gave back and left, by mmtop and by others
# who count the same calls: to the byte what memcheck has, to the call what
# heaptrack has. What differs, and what is done about it here:
#
#   memcheck	at the end lets libc and libstdc++ give back what they keep for
#		themselves: it is told not to.  What it calls lost or reachable
#		is one sum here: mmtop knows of no pointers.
#   heaptrack	its own library brings libstdc++, which gets one block, for
#		exceptions when memory is short: here mmtop's runs get it too.
#		It has given that back when it counts what is left.
#   python3	has a table of its environment, to which each tool adds some
#		variables: with these many it is of one size for all of them.
#   cc1		asks for its folder where PWD does not tell, and scripts set it;
#		and has a table of 32768 bytes for each 16 MiB of addresses that
#		its pages happen to lie in, and one of 2064 for each 4 GiB: two
#		and one of them more or less are alike.
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-totals.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT

if [ "${MMTOP_TEST_SLOW:-1}" -gt 4 ]; then
	echo "1..0 # SKIP valgrind takes too long on an emulated machine"
	exit 0
fi
memcheck=
heaptrack=
command -v valgrind >/dev/null &&
	valgrind -q true >/dev/null 2>&1 && memcheck=yes
command -v heaptrack >/dev/null && heaptrack=yes
if [ -z "$memcheck$heaptrack" ]; then
	echo "1..0 # SKIP neither valgrind nor heaptrack"
	exit 0
fi

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"

shown=out

# alike THEIRS MINE UNITS: THEIRS when some tables that cc1 has more or less are
# all of the difference, else MINE. UNITS says of each word what it counts: 1 is
# tables, 2 their bytes, 0 neither.
alike()
{
	echo "$@" | awk '
	function fits(large, small,    i, more) {
		for (i = 1; i <= n; i++) {
			more = 0
			if ($(2 * n + i) == 1)
				more = large + small
			if ($(2 * n + i) == 2)
				more = large * 32768 + small * 2064
			if ($(n + i) - $i != more)
				return 0
		}
		return 1
	}
	{
		n = NF / 3
		from = n
		for (large = -2; large <= 2; large++)
			for (small = -1; small <= 1; small++)
				if (fits(large, small))
					from = 0
		for (i = 1; i <= n; i++)
			printf("%s%d", (i > 1 ? " " : ""), $(from + i))
	}'
}

# The same environment for all, but for what they add to it.
plainly()
{
	# shellcheck disable=SC2046 # words
	env -i PATH="$PATH" PWD="$PWD" LC_ALL=C.UTF-8 PYTHONMALLOC=malloc PYTHONHASHSEED=0 \
		$(seq -f 'V%g=v' 24) "$@" <"$tmp/input" >"$tmp/out" 2>&1
}

# The words of the last total: what a process was at its end.
total() # word...
{
	for word; do
		sed -n 's/.* heap total //p' "$tmp/log" | tail -n 1 |
			tr ' ' '\n' | sed -n "s/^$word=//p"
	done | paste -sd ' ' -
}

# A log's lines of what was lost.
lost()
{
	grep -c ' - lost ' "$tmp/log"
}

by_memcheck() # name, program, argument...
{
	name=$1
	shift
	if [ -z "$memcheck" ]; then
		left_out "$name as by memcheck" "no valgrind"
		return
	fi
	plainly "$MMTOP" --heap -b -o "$tmp/log" -- "$@"
	mine=$(total size blocks allocs frees bytes)
	plainly valgrind --leak-check=full --undef-value-errors=no \
		--run-libc-freeres=no --run-cxx-freeres=no \
		--log-file="$tmp/memcheck" "$@"
	theirs=$(tr -d , <"$tmp/memcheck" | awk '
		/ in use at exit:/ { use = $6 " " $9 }
		/ total heap usage:/ { all = $5 " " $7 " " $9 }
		/ (lost|reachable): / || /suppressed: .* in / {
			for (i = 1; i < NF; i++)
				if ($i ~ /:$/) { bytes += $(i + 1); n += $(i + 4) }
		}
		END { print (use == bytes " " n) ? use " " all : use " is not " bytes " " n }')
	# shellcheck disable=SC2086 # words
	[ "$name" != cc1 ] || mine=$(alike $theirs $mine 2 1 1 0 2)
	is "row A5 $name: bytes and blocks left, calls that got and gave back, bytes in all, as by memcheck" \
		"$mine" "$theirs"
}

by_heaptrack() # name, program, argument...
{
	name=$1
	shift
	if [ -z "$heaptrack" ]; then
		left_out "$name as by heaptrack" "no heaptrack"
		return
	fi
	# shellcheck disable=SC2016 # by that shell
	plainly "$MMTOP" --heap -b -o "$tmp/log" -- sh -c \
		'LD_PRELOAD=$LD_PRELOAD:libstdc++.so.6 exec "$@"' sh "$@"
	# Less that block.
	mine=$(total allocs blocks | awk '{ print $1, $2 - 1 }')
	plainly heaptrack -o "$tmp/track" "$@"
	theirs=$(awk '/^[ \t]allocations:/ { n = $2 }
		/leaked allocations:/ { print n, $3 }' "$tmp/out")
	# shellcheck disable=SC2086 # words
	[ "$name" != cc1 ] || mine=$(alike $theirs $mine 1 1)
	is "row A5 $name: calls that got, and blocks left, as by heaptrack" \
		"$mine" "$theirs"
}

each() # name, program, argument...
{
	by_memcheck "$@"
	by_heaptrack "$@"
}

echo "1..7"
: >"$tmp/input"
if python=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null); then
	each python3 "$python" -I -S -c \
		'print(sum(len(str(i)) for i in range(1000)))'
else
	left_out "python3 by memcheck" "no python3"
	left_out "python3 by heaptrack" "no python3"
fi

if command -v sqlite3 >/dev/null; then
	cat >"$tmp/input" <<-'EOF'
		CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
			WHERE i < 500) INSERT INTO t SELECT i, 'text ' || i FROM n;
		SELECT count(*), sum(length(b)) FROM t;
	EOF
	each sqlite3 sqlite3 -batch :memory:
	: >"$tmp/input"
else
	left_out "sqlite3 by memcheck" "no sqlite3"
	left_out "sqlite3 by heaptrack" "no sqlite3"
fi

cc1=$(gcc -print-prog-name=cc1 2>/dev/null)
if [ -x "$cc1" ]; then
	echo 'int f(int a) { while (a > 9) a = a / 10 + a % 10; return a; }' \
		>"$tmp/f.c"
	each cc1 "$cc1" -quiet -fpreprocessed "$tmp/f.c" -o /dev/null
else
	left_out "cc1 by memcheck" "no gcc"
	left_out "cc1 by heaptrack" "no gcc"
fi

if [ -s "$tmp/log" ]; then
	is "row A5 nothing was lost" "$(lost)" 0
else
	left_out "row A5 nothing was lost" "no program"
fi
exit $failed
