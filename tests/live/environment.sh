#!/bin/sh
# A launched program gets the user's environment and CPUs, except for the
# changes that the features in use need.
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-environment.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
library=$(readlink -f "${top_builddir:?}/src/preload/libmmtop-heap.so")
config=$(readlink -f "${top_builddir:?}/config.h")
cd "$tmp" || exit 1
shown="err changes"

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"

# changed NAME WANT VARIABLES... -- OPTIONS...: lists the variables that differ.
changed()
{
	name=$1 want=$2 variables=
	shift 2
	while [ "$1" != -- ]; do
		variables="$variables $1"
		shift
	done
	shift
	# shellcheck disable=SC2086 # words
	env $variables env 2>/dev/null | grep -v '^_=' | sort >bare
	# shellcheck disable=SC2086
	env $variables "$MMTOP" -b -o log "$@" env 2>err </dev/null |
		grep -v '^_=' | sort >traced
	diff bare traced >changes
	have=$(sed -n 's/^[<>] \([^=]*\)=.*/\1/p' changes | sort -u | tr '\n' ' ')
	[ "${have% }" = "$want" ] && [ -s traced ]
	ok $? "$name: changes ${have:-nothing}, expected ${want:-nothing}"
}

echo 1..7
unset ALLOCATION_TRACE MMAP_TRACE LD_PRELOAD
changed "a launch" "" EMPTY= LINES=5 COLUMNS=7 --
changed "MMAP_TRACE of the user" "" MMAP_TRACE=m --
changed "--mmap-trace" "" MMAP_TRACE=m -- --mmap-trace=other
changed "--save-mmap" "" EMPTY= -- --save-mmap=saved
if [ -e "$library" ] && ! grep -q "^#define MMTOP_SANITIZED" \
	"$config"; then
	# Otherwise the library and mmtop would write to the same file.
	changed "MMAP_TRACE and the library of the user" "MMAP_TRACE" \
		MMAP_TRACE=m LD_PRELOAD="$library" --
else
	left_out "MMAP_TRACE and the library of the user" "no such library"
fi
# mmtop pins itself to one CPU for a thread that stops often, not the program.
if command -v python3 >/dev/null && [ "$(nproc)" -gt 1 ]; then
	grep ^Cpus_allowed /proc/self/status >bare
	for option in --follow --no-filter; do
		"$MMTOP" -b -o log $option python3 -c 'import mmap
for i in range(30000):
	mmap.mmap(-1, 4096).close()
	if i % 3000 == 0:
		status = open("/proc/self/status").read().splitlines()
for line in status:
	if line.startswith("Cpus_allowed"):
		print(line)' >traced 2>err
		diff bare traced >changes
		ok $? "$option: the program's allowed CPUs are unchanged"
	done
else
	left_out "the program's allowed CPUs are unchanged" "no python3, or one CPU"
	left_out "allowed CPUs without a filter" "no python3, or one CPU"
fi
exit $failed
