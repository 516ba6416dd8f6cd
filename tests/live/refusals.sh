#!/bin/sh
# What keeps mmtop from its work is told by its cause.
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-refusals.XXXXXX") || exit 1
sleep 1000 &
target=$!
trap 'kill $target; rm -rf "$tmp"' EXIT
config=$(readlink -f "${top_builddir:?}/config.h")
cd "$tmp" || exit 1
mkdir folder threads
: >threads/data
: >threads/data.0
shown="err"

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"

# refused NAME WORDS COMMAND...
refused()
{
	name=$1 words=$2
	shift 2
	"$@" >out 2>err </dev/null
	[ $? -eq 125 ] && grep -q -- "$words" err && ! grep -q hidepid err
	ok $? "$name"
}

echo 1..7
refused "heap: a device that never ends" "it is a device" "$MMTOP" heap /dev/zero
refused "heap: a folder" "it is a folder" "$MMTOP" heap folder
refused "maps: a device" "it is a device" "$MMTOP" maps /dev/zero
refused "maps: a folder of threads" "perf record --threads" "$MMTOP" maps threads
# shellcheck disable=SC2016 # the inner shell's
refused "no more descriptors" "Too many open files" \
	sh -c 'ulimit -n 12; exec "$@"' sh "$MMTOP" -b -o log -p $target
if unshare -p -f -m true 2>/dev/null; then
	refused "/proc of another PID namespace" "another PID namespace" \
		unshare -p -f "$MMTOP" -b -o log -- true
else
	left_out "/proc of another PID namespace" "no namespaces"
fi
if ! unshare -m true 2>/dev/null; then
	left_out "no /proc" "no namespaces"
elif grep -q "define MMTOP_SANITIZED" "$config"; then
	left_out "no /proc" "the runtime of a sanitizer reads it"
else
	# shellcheck disable=SC2016 # the inner shell's
	refused "no /proc" "proc is not mounted" unshare -m sh -c \
		'mount -t tmpfs none /proc; exec "$@"' sh "$MMTOP" -b -o log -p $target
fi
exit $failed
