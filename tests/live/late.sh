#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Libraries that mmtop loads when a feature first needs them (src/late): mmtop is
# not linked to them, a short run loads only those that it uses, and a feature
# reports that its library is missing.
set -u

linked=$(readlink -f "$top_builddir/src/late/linked")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-late.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
echo 1..14
shown="out err"

# needed PROGRAM: the libraries that it is linked to.
needed()
{
	readelf -d "$1" 2>/dev/null | sed -n '/(NEEDED)/s/.*\[\(.*\)\].*/\1/p'
}

if [ -n "$(needed "$MMTOP")" ]; then
	needed "$MMTOP" >out
	! grep -Ev '^(libc|libm|libdl|libpthread|librt|libutil|libintl|libunistring|libprocps|ld-linux.*|libasan|libubsan|libgcov|libgcc_s)\.so' out
	ok $? "mmtop is linked to no other library"
	"$linked" | while read -r name file; do
		needed "$linked" | grep -Fqx "$file" || echo "$name: $file"
	done >out
	[ ! -s out ]
	ok $? "the file names of src/late are those of the installed libraries"
else
	left_out "mmtop is linked to no other library" "no readelf"
	left_out "the file names of src/late are those of the installed libraries" \
		"no readelf"
fi

# loads ARGS: writes the libraries of src/late that mmtop loads to "loaded".
loads()
{
	LD_DEBUG=files "$MMTOP" "$@" 2>err >out
	"$linked" | sort -u | while read -r name file; do
		! grep -Fq "calling init: " err ||
			! grep -F "calling init: " err | grep -Fq "/$file" ||
			echo "$name"
	done >loaded
}

loads --version
is "libraries that --version loads" "$(cat loaded)" ""
loads -b -o log true
! grep -qv '^libseccomp$' loaded
ok $? "a log of calls loads only libseccomp"

# without NAME MESSAGE ARGS: without that library, mmtop prints MESSAGE.
without()
{
	name=$1
	said=$2
	shift 2
	MMTOP_FAULT=no-$name "$@" >out 2>err </dev/null
	status=$?
	grep -Fqe "$said" out err && [ "$status" -lt 128 ]
	ok $? "without $name: $said (status $status)"
}

# shellcheck disable=SC2317 # called by without
on_terminal()
{
	script -qec "TERM=xterm exec $*" /dev/null
}

without libjansson "--json is unavailable: cannot load" \
	"$MMTOP" -b --json -o log true
without libseccomp "No filter: libseccomp is missing" \
	"$MMTOP" -b -o log true
grep -q 'exited with 0' log
ok $? "without libseccomp: calls are logged"
without libzstd "'mmtop contents' is unavailable: cannot load" \
	"$MMTOP" contents .
without libzstd "libzstd is missing: contents cannot be" \
	"$MMTOP" -b -o log --save-mmap=captured true
echo 'sample_period = 1' >config.lua
without liblua "Lua is missing: cannot load" \
	"$MMTOP" -b --config="$tmp/config.lua" -o log true
if script -qec true /dev/null >out 2>err </dev/null; then
	without libncursesw "cannot draw on this terminal: cannot load" \
		on_terminal "$MMTOP" true
	without libvterm "cannot load" on_terminal "$MMTOP" true
	without libreadline "line editing is unavailable: cannot load" \
		on_terminal "$MMTOP" --console true
else
	for name in libncursesw libvterm libreadline; do
		left_out "without $name" "no script(1)"
	done
fi
without libdw "libdw is missing" \
	"$MMTOP" --command "where; quit" -s -o log sleep 0
exit $failed
