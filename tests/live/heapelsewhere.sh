#!/bin/sh
# Names of code in a process with other mounts than mmtop, as in a container: they
# come from the files that the process sees, not from those that mmtop sees at the
# same paths.
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
# named PROGRAM: true if its leaks have the names of its functions
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
ok $? "a program has the names of its functions"

# mmtop sees another inode at the path, without these functions.
cp "$(command -v sort)" prog
printf q >&3
cat >bound <<'END'
mount --bind seen prog && exec "$1" fifo
END
"$MMTOP" -b --heap -o log -- unshare $own sh bound "$tmp/prog" >out 2>&1
ok $? "a program behind a bind mount runs"
named "$tmp/prog"
ok $? "it has the names of its own functions"

# mmtop sees no file at the path.
rm prog
mkdir there
printf q >&3
cat >hidden <<'END'
mount -t tmpfs none there && cp seen there/prog && exec "$1" fifo
END
"$MMTOP" -b --heap -o log -- unshare $own sh hidden "$tmp/there/prog" >out 2>&1
named "$tmp/there/prog"
ok $? "a program in a private tmpfs has the names of its functions"
exit $failed
