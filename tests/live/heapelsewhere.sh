#!/bin/sh
# Names of code in a process for which other files lie at its paths, as in a container:
# they are those of the files that it sees, not of what lies there for mmtop.
set -u

victims=$(readlink -f "$top_builddir/tests/live/victims")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-heapelsewhere.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
export shown="out log"

own=-rm
[ "$(id -u)" -ne 0 ] || own=-m
unshare $own true 2>/dev/null || {
	echo "1..0 # SKIP mount namespaces are not permitted"
	exit 0
}
mkfifo fifo
exec 3<>fifo
# named PROGRAM: its sites have their functions' names
named()
{
	grep -qE " heap leak size=40000 .* $1: keep_small\$" log &&
		grep -qE " heap leak size=300000 .* $1: keep_large(\.constprop\.0)?\$" log
}
cp "$victims/grower" seen
printf q >&3
"$MMTOP" -b --heap -o log -- ./seen fifo >out 2>&1
echo 1..4
named "$tmp/seen"
ok $? "a program has its names"

# Here it has no such functions, and there another inode.
cp "$(command -v sort)" prog
printf q >&3
cat >bound <<'END'
mount --bind seen prog && exec "$1" fifo
END
"$MMTOP" -b --heap -o log -- unshare $own sh bound "$tmp/prog" >out 2>&1
ok $? "a program that is another one in its own mounts"
named "$tmp/prog"
ok $? "it has its own names"

# And there nothing lies for mmtop.
rm prog
mkdir there
printf q >&3
cat >hidden <<'END'
mount -t tmpfs none there && cp seen there/prog && exec "$1" fifo
END
"$MMTOP" -b --heap -o log -- unshare $own sh hidden "$tmp/there/prog" >out 2>&1
named "$tmp/there/prog"
ok $? "so too where nobody else sees it"
exit $failed
