#!/bin/sh
# A3: programs that allocate all they can, short-lived threads, a script that
# forks, a parallel build: with --heap they have the same status and output as
# without, and lost records are reported.
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-stress.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT

if [ "${MMTOP_TEST_SLOW:-1}" -gt 4 ]; then
	echo "1..0 # SKIP too much for an emulated machine"
	exit 0
fi

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"

# same WHAT COMMAND...: runs it twice, in two folders, which are then equal.
same()
{
	what=$1
	shift
	for way in bare heap; do
		rm -rf "${tmp:?}/$way"
		cp -r "$tmp/input" "$tmp/$way"
	done
	(cd "$tmp/bare" && "$@" >out 2>err </dev/null)
	bare=$?
	(cd "$tmp/heap" && exec "$MMTOP" --heap -b -o "$tmp/log" -- "$@" \
		>out 2>err </dev/null)
	heap=$?
	diff -r "$tmp/bare" "$tmp/heap" >"$tmp/diff" 2>&1
	differ=$?
	head -n 40 "$tmp/diff" "$tmp/heap/err" >"$tmp/why"
	shown=why
	[ "$heap" -eq "$bare" ] && [ $differ -eq 0 ] &&
		grep -q ' heap total ' "$tmp/log"
	ok $? "row A3 $what: status $heap, without $bare, the same files, $(
		grep -c ' heap total ' "$tmp/log") programs, $(
		sed -n 's/.* - end .* \(lost=[0-9]*\).*/\1/p' "$tmp/log")"
}

# stress-ng prints times and counts: its output is not compared.
stress() # what, option...
{
	what=$1
	shift
	if command -v stress-ng >/dev/null; then
		same "$what" sh -c 'stress-ng -q "$@" >/dev/null 2>&1' sh "$@"
	else
		left_out "$what" "no stress-ng"
	fi
}

echo "1..5"
mkdir "$tmp/input"
stress "stress-ng --malloc" --malloc 2 --malloc-ops 20000 --malloc-bytes 16M -t 20
stress "stress-ng --bigheap" --bigheap 1 --bigheap-ops 2000 --bigheap-growth 64K -t 20
stress "stress-ng --pthread" --pthread 1 --pthread-ops 300 -t 20

# shellcheck disable=SC2016 # expanded by sh
same "a script that forks" sh -c '
	i=0
	while [ $i -lt 60 ]; do
		i=$((i + 1))
		(echo "$i" | cat | tr 0-9 a-j >"f$i"; exit $((i % 7)))
		echo "$i $?"
		[ $((i % 20)) -ne 0 ] || (sleep 0.01 & wait; exec true)
	done
	exit 9'

if command -v make >/dev/null && command -v gcc >/dev/null; then
	for i in 1 2 3 4 5 6; do
		echo "int f$i(int a) { return a * $i + a / ($i + 1); }" \
			>"$tmp/input/f$i.c"
	done
	echo 'int f1(int); int main(void) { return f1(3) + 4; }' \
		>"$tmp/input/main.c"
	printf '%s\n' 'all: prog' '	./prog; echo "status $$?"' \
		'prog: main.o f1.o f2.o f3.o f4.o f5.o f6.o' \
		'	@gcc -o $@ $^' '%.o: %.c' '	@gcc -O1 -c -o $@ $<' \
		>"$tmp/input/Makefile"
	# The tests may run from make.
	same "make -j2" env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -j2
else
	left_out "make -j2" "no make, or no gcc"
fi
exit $failed
