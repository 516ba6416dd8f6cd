#!/bin/sh
# --heap-folded, --heap-folded-peak: stacks for flame graphs, whose sums are what the
# log says; and what keeps the heap from being watched: --no-heap, a setuid program.
# shellcheck disable=SC2317 # functions are called by name
set -u

victims=$(readlink -f "$top_builddir/tests/live/victims")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-heapfolded.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"

# sum FILE: of all lines
sum()
{
	awk '{ n += $NF } END { printf "%d\n", n }' "$1"
}

# told OP KEY: the sum of that figure in the log's lines, of processes that ended
told()
{
	sed -n "s/.* heap $1 .*\\b$2=\\([0-9]*\\).*/\\1/p" log | sum -
}

# parses FILE: frames, semicolons between, and bytes behind the last blank
parses()
{
	[ -s "$1" ] && ! grep -qvE '^[^;]+(;[^;]+)+ [1-9][0-9]*$' "$1" &&
		! grep -qE ' [0-9]+ [0-9]+$' "$1" &&
		! grep -q '[[:cntrl:]]' "$1"
}

echo 1..13

# ---- many sites, threads, and children -------------------------------------
mkdir truth
"$MMTOP" -b -o log --heap-stacks=16 --heap-folded=left --heap-folded-peak=peak \
	-- "$victims/heaper" truth 3 4000 2 >out 2>err
ok $? "it runs"
parses left && parses peak
ok $? "each line is a stack and bytes"
[ "$(sum left)" -gt 0 ] && [ "$(sum left)" -eq "$(told leak size)" ]
ok $? "what was left is as the log has it: $(sum left) bytes"
[ "$(sum peak)" -gt 0 ] && [ "$(sum peak)" -eq "$(told total peak)" ]
ok $? "what was had at the peaks is as the log has it: $(sum peak) bytes"
[ "$(grep -c '^heaper;' left)" -eq "$(grep -c . left)" ] &&
	[ "$(sed -n 's/^heaper-\([0-9]*\);.*/\1/p' peak | sort -u)" = \
		"$(sed -n 's/.* \([0-9]*\) heap total .*/\1/p' log | sort -u)" ] &&
	[ "$(sed 's/;.*//' peak | sort -u | grep -c .)" -gt 1 ]
ok $? "processes of a name are one, at their peaks each is one"
awk -F';' 'NF > 3 { deep = 1 } END { exit !deep }' left
ok $? "whole stacks"

# ---- one place, by several ways --------------------------------------------
said="row A2 one place that gets memory, by five ways to it"
"$MMTOP" -b -o log --heap-stacks=16 --heap-folded=left -- \
	"$victims/stacks" 20000 >out 2>err
sed -n 's/^stacks;.*\(main;.*;leaf [0-9]*\)$/\1/p' left | sort >have
sort out | cmp -s - have && grep -q ' - end .* lost=0 ' log
ok $? "$said: $(grep -c . have) stacks, each with its bytes"
[ "$(sum left)" -eq "$(told leak size)" ]
ok $? "and all of it is as the log has it"

# ---- one address, and names that mean harm ---------------------------------
cp "$victims/heaper" "a;b 1
"
"$MMTOP" -b -o log --heap-folded=left -- "./a;b 1
" truth 1 300 >out 2>err
parses left && [ "$(sum left)" -eq "$(told leak size)" ] &&
	! grep -qvE '^a:b_1\\x0a;[^;]+;[^;]+ [0-9]+$' left
ok $? "a library and a place in it; a hostile name is harmless"

# ---- not at all --------------------------------------------------------------
ALLOCATION_TRACE=trace "$MMTOP" -b -o log --heap --no-heap -- \
	"$victims/heaper" truth 1 300 >out 2>err && ! grep -q ' heap ' log &&
	! [ -e trace ]
ok $? "--no-heap undoes --heap, and ALLOCATION_TRACE"
"$MMTOP" -b --heap-folded=/dev/null -- true 2>err
[ $? -eq 125 ] && grep -q '/dev/null is no regular file' err
ok $? "a device is refused"

# ---- a setuid program --------------------------------------------------------
said="row A3 a setuid program runs, and is said"
user="row A3 of an ordinary user it runs as without --heap, and is said"
why=
[ "$(id -u)" -eq 0 ] || why="only root can make one"
if [ -z "$why" ]; then
	cp "$(command -v id)" own && chown 1 own && chmod 4755 own
	[ "$(./own -u)" = 1 ] || why="setuid has no effect here"
fi
if [ -n "$why" ]; then
	ok 0 "$said # SKIP $why"
	ok 0 "$user # SKIP $why"
	exit $failed
fi
# tells: that of it nothing comes
tells()
{
	grep -q 'does not watch .*/own ([0-9]*): setuid and setgid' err
}
"$MMTOP" -b --heap -o log -- ./own -u >out 2>err
status=$?
[ $status -eq 0 ] && [ "$(cat out)" = 1 ] && tells && ! grep -q ' heap leak ' log
ok $? "$said ($status, uid $(cat out))"

# plain COMMAND...: as whoever runs it
plain()
{
	setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
}
chmod 711 . && mkdir theirs && chown 65534 theirs
# By way of another program: setpriv itself has root's rights until it is one.
# shellcheck disable=SC2016 # the other shell's
if ! plain sh -c '"$0" --version' "$MMTOP" >/dev/null 2>&1; then
	ok 0 "$user # SKIP no setpriv, or only root reaches the build tree"
	exit $failed
fi
# The kernel gives it no rights of its owner where an ordinary user traces it.
plain "$MMTOP" -b -o theirs/log -- ./own -u >bare 2>err
plain "$MMTOP" -b --heap -o theirs/log -- ./own -u >out 2>err
status=$?
[ $status -eq 0 ] && [ -s out ] && cmp -s bare out && tells &&
	! grep -q ' heap leak ' theirs/log
ok $? "$user ($status, uid $(cat out))"
exit $failed
