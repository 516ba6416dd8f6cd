#!/bin/sh
# --heap-folded, --heap-folded-peak: stacks for flame graphs, with the totals of
# the log. --no-heap and setuid programs: the heap is not watched.
# shellcheck disable=SC2317 # functions are called by name
set -u

victims=$(readlink -f "$top_builddir/tests/live/victims")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-heapfolded.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"

# sum FILE: the total of all lines
sum()
{
	awk '{ n += $NF } END { printf "%d\n", n }' "$1"
}

# told OP KEY: the total of that figure in the log's lines for exited processes
told()
{
	sed -n "s/.* heap $1 .*\\b$2=\\([0-9]*\\).*/\\1/p" log | sum -
}

# parses FILE: true if lines are "frame;frame... BYTES", without other numbers
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
ok $? "the program exits with 0"
parses left && parses peak
ok $? "each line has a stack and bytes"
[ "$(sum left)" -gt 0 ] && [ "$(sum left)" -eq "$(told leak size)" ]
ok $? "the total left is that of the log: $(sum left) bytes"
[ "$(sum peak)" -gt 0 ] && [ "$(sum peak)" -eq "$(told total peak)" ]
ok $? "the total at the peaks is that of the log: $(sum peak) bytes"
[ "$(grep -c '^heaper;' left)" -eq "$(grep -c . left)" ] &&
	[ "$(sed -n 's/^heaper-\([0-9]*\);.*/\1/p' peak | sort -u)" = \
		"$(sed -n 's/.* \([0-9]*\) heap total .*/\1/p' log | sort -u)" ] &&
	[ "$(sed 's/;.*//' peak | sort -u | grep -c .)" -gt 1 ]
ok $? "left: processes of a name are merged; peak: they are separate"
awk -F';' 'NF > 3 { deep = 1 } END { exit !deep }' left
ok $? "stacks have all frames"

# ---- one site, several stacks --------------------------------------------
said="row A2 one allocation site, reached in five ways"
"$MMTOP" -b -o log --heap-stacks=16 --heap-folded=left -- \
	"$victims/stacks" 20000 >out 2>err
sed -n 's/^stacks;.*\(main;.*;leaf [0-9]*\)$/\1/p' left | sort >have
sort out | cmp -s - have && grep -q ' - end .* lost=0 ' log
ok $? "$said: $(grep -c . have) stacks, each with its bytes"
[ "$(sum left)" -eq "$(told leak size)" ]
ok $? "the total of the stacks is that of the log"

# ---- one address, hostile names ---------------------------------
cp "$victims/heaper" "a;b 1
"
"$MMTOP" -b -o log --heap-folded=left -- "./a;b 1
" truth 1 300 >out 2>err
parses left && [ "$(sum left)" -eq "$(told leak size)" ] &&
	! grep -qvE '^a:b_1\\x0a;[^;]+;[^;]+ [0-9]+$' left
ok $? "without stacks, lines have library and site; a hostile name is escaped"

# ---- the heap is not watched -------------------------------------------------
ALLOCATION_TRACE=trace "$MMTOP" -b -o log --heap --no-heap -- \
	"$victims/heaper" truth 1 300 >out 2>err && ! grep -q ' heap ' log &&
	! [ -e trace ]
ok $? "--no-heap overrides --heap and ALLOCATION_TRACE"
"$MMTOP" -b --heap-folded=/dev/null -- true 2>err
[ $? -eq 125 ] && grep -q '/dev/null is not a regular file' err
ok $? "a device is refused"

# ---- a setuid program --------------------------------------------------------
said="row A3 a setuid program runs, and is reported"
user="row A3 for an ordinary user, it runs as without --heap, and is reported"
why=
[ "$(id -u)" -eq 0 ] || why="needs root"
if [ -z "$why" ]; then
	cp "$(command -v id)" own && chown 1 own && chmod 4755 own
	[ "$(./own -u)" = 1 ] || why="setuid has no effect here"
fi
if [ -n "$why" ]; then
	ok 0 "$said # SKIP $why"
	ok 0 "$user # SKIP $why"
	exit $failed
fi
# tells: true if mmtop reports that it does not watch the program
tells()
{
	grep -q 'does not watch .*/own ([0-9]*): setuid and setgid' err
}
"$MMTOP" -b --heap -o log -- ./own -u >out 2>err
status=$?
[ $status -eq 0 ] && [ "$(cat out)" = 1 ] && tells && ! grep -q ' heap leak ' log
ok $? "$said ($status, uid $(cat out))"

# plain COMMAND...: runs it as user nobody
plain()
{
	setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
}
chmod 711 . && mkdir theirs && chown 65534 theirs
# Needs sh: setpriv itself would exec mmtop with root's rights.
# shellcheck disable=SC2016 # expanded by sh
if ! plain sh -c '"$0" --version' "$MMTOP" >/dev/null 2>&1; then
	ok 0 "$user # SKIP no setpriv, or only root reaches the build tree"
	exit $failed
fi
# The kernel ignores setuid if an ordinary user traces the program.
plain "$MMTOP" -b -o theirs/log -- ./own -u >bare 2>err
plain "$MMTOP" -b --heap -o theirs/log -- ./own -u >out 2>err
status=$?
[ $status -eq 0 ] && [ -s out ] && cmp -s bare out && tells &&
	! grep -q ' heap leak ' theirs/log
ok $? "$user ($status, uid $(cat out))"
exit $failed
