#!/bin/sh
# A3: programs that allocate all they can, threads that come and go, a script
# that forks, a build of two at a time: with --heap they end as they do without,
# and write the same; what could not be recorded is said.
set -u

dir=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-stress.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
number=0
failed=0

if [ "${MMTOP_TEST_SLOW:-1}" -gt 4 ]; then
	echo "1..0 # SKIP too much for an emulated machine"
	exit 0
fi

# same WHAT COMMAND...: run in folders of their own, which then hold the same.
same()
{
	what=$1
	shift
	number=$((number + 1))
	for way in bare heap; do
		rm -rf "${dir:?}/$way"
		cp -r "$dir/input" "$dir/$way"
	done
	(cd "$dir/bare" && "$@" >out 2>err </dev/null)
	bare=$?
	(cd "$dir/heap" && exec "$MMTOP" --heap -b -o "$dir/log" -- "$@" \
		>out 2>err </dev/null)
	heap=$?
	if [ "$heap" -eq "$bare" ] && diff -r "$dir/bare" "$dir/heap" \
		>"$dir/diff" 2>&1 && grep -q ' heap total ' "$dir/log"; then
		echo "ok $number - A3 $what: status $heap, the same files," \
			"$(grep -c ' heap total ' "$dir/log") programs," \
			"$(sed -n 's/.* - end .* \(lost=[0-9]*\).*/\1/p' "$dir/log")"
	else
		failed=1
		echo "not ok $number - A3 $what: status $heap, not $bare"
		sed 's/^/# /' "$dir/diff" "$dir/heap/err" | head -n 40
	fi
}

left_out() # what, why
{
	number=$((number + 1))
	echo "ok $number - $1 # SKIP $2"
}

# It tells of its time and its numbers, so that nothing of it is compared.
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
mkdir "$dir/input"
stress "stress-ng --malloc" --malloc 2 --malloc-ops 20000 --malloc-bytes 16M -t 20
stress "stress-ng --bigheap" --bigheap 1 --bigheap-ops 2000 --bigheap-growth 64K -t 20
stress "stress-ng --pthread" --pthread 1 --pthread-ops 300 -t 20

# shellcheck disable=SC2016 # by that shell
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
			>"$dir/input/f$i.c"
	done
	echo 'int f1(int); int main(void) { return f1(3) + 4; }' \
		>"$dir/input/main.c"
	printf '%s\n' 'all: prog' '	./prog; echo "status $$?"' \
		'prog: main.o f1.o f2.o f3.o f4.o f5.o f6.o' \
		'	@gcc -o $@ $^' '%.o: %.c' '	@gcc -O1 -c -o $@ $<' \
		>"$dir/input/Makefile"
	# What runs the tests may be one too.
	same "make -j2" env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -j2
else
	left_out "make -j2" "no make, or no gcc"
fi
exit $failed
