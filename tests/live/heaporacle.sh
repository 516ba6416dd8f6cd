#!/bin/sh
# A5: what mmtop --heap says of real programs is what valgrind's memcheck says:
# allocations, frees, bytes, and what is left at the end.
#
# Under valgrind the C and C++ libraries would give back their own at the end
# (--run-libc-freeres=no, --run-cxx-freeres=no).  What may differ: python3 copies
# its environment, in which each of the two has variables (a dozen blocks); and
# cc1 has a table of 32768 bytes for each 16 MiB of addresses that its pages happen
# to lie in: two of them more or less.
set -u

if ! command -v valgrind >/dev/null; then
	echo "1..0 # SKIP valgrind not found"
	exit 0
fi
if [ "${MMTOP_TEST_SLOW:-1}" -gt 4 ]; then
	echo "1..0 # SKIP this machine is too slow for valgrind"
	exit 0
fi
dir=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-oracle.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
export PYTHONMALLOC=malloc PYTHONHASHSEED=0 PYTHONDONTWRITEBYTECODE=1
number=0
failed=0
echo "1..3"

# Allocations, frees, bytes, and bytes and blocks that are left.
by_valgrind()
{
	tr -d , <"$dir/valgrind" | awk '
		/total heap usage:/ { a = $5; f = $7; b = $9 }
		/in use at exit:/ { left = $6; blocks = $9 }
		END { print a, f, b, left, blocks }'
}

by_mmtop()
{
	tr ' ' '\n' <"$dir/log" | awk -F= '
		$1 == "size" { left = $2 } $1 == "blocks" { blocks = $2 }
		$1 == "allocs" { a = $2 } $1 == "frees" { f = $2 }
		$1 == "bytes" { b = $2 }
		END { print a, f, b, left, blocks }'
}

# same NAME BLOCKS TABLES COMMAND...: with so many blocks of difference.
same()
{
	name=$1
	blocks=$2
	tables=$3
	shift 3
	number=$((number + 1))
	if ! command -v "$1" >/dev/null; then
		echo "ok $number - row A5 $name # SKIP not found"
		return
	fi
	valgrind --run-libc-freeres=no --run-cxx-freeres=no --log-file="$dir/valgrind" "$@" \
		>"$dir/out" 2>&1 </dev/null
	"$MMTOP" --heap --no-follow -b -o "$dir/all" -- "$@" \
		>"$dir/out" 2>&1 </dev/null
	grep " heap total " "$dir/all" >"$dir/log"
	want=$(by_valgrind)
	have=$(by_mmtop)
	echo "# $name: allocations, frees, bytes, left, in blocks"
	echo "# valgrind $want; mmtop $have"
	if echo "$want $have $blocks $tables" | awk '
		function near(x, y, by) { return x > 0 && x - y <= by && y - x <= by }
		{ more = $6 - $1
		  if (more > $12 || more < -$12)
			more = 0
		  exit !(near($1 + more, $6, $11) && near($2, $7, $11) &&
			near($3 + 32768 * more, $8, 400 * $11) &&
			near($4 + 32768 * more, $9, 400 * $11) &&
			near($5 + more, $10, $11)) }'; then
		echo "ok $number - row A5 $name: as valgrind has it"
	else
		echo "not ok $number - row A5 $name: as valgrind has it"
		failed=1
	fi
}

same sqlite3 0 0 sqlite3 -batch :memory: \
	"create table t(a); insert into t values(1),(2); select sum(a) from t"
echo 'int f(int a) { return a * 2; }' >"$dir/f.c"
same cc1 0 2 "$(gcc -print-prog-name=cc1 2>/dev/null || echo cc1)" -quiet -O1 \
	"$dir/f.c" -o /dev/null
same python3 24 0 /usr/bin/python3 -S -I -c 'print([str(i) for i in range(9)])'
exit $failed
