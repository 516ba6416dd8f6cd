#!/bin/sh
# T21: memory of files, used in each way there is, and captured: private, shared,
# read-only and write-only mappings, a file of 100 MB of which two bytes are
# touched, and POSIX shared memory between two programs that are no relatives.
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-examples.XXXXXX")
shm=/dev/shm/mmtop-examples.$$
trap 'rm -rf "$tmp" "$shm"' EXIT
shares=${top_builddir:?}/tests/live/victims/shares

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
shown="err log"

# By time nothing is looked at: what is captured is what a call is about.
capture() # file, program...
{
	file=$1
	shift
	rm -rf "$tmp/kept"
	echo "function mmap_filter(r) return r.path == '$file' end" \
		>"$tmp/config.lua"
	chmod 600 "$tmp/config.lua"
	"$MMTOP" -b -d 3600 --config="$tmp/config.lua" --events=frame \
		--save-mmap="$tmp/kept" -o "$tmp/log" -- "$@" 2>"$tmp/err"
}
# The first bytes of a frame are the text.
holds() # frame, text
{
	"$MMTOP" contents --extract="1@$1" "$tmp/kept" 2>>"$tmp/err" |
		head -c ${#2} >"$tmp/bytes"
	printf %s "$2" | cmp -s - "$tmp/bytes"
}

"$MMTOP" -b -o "$tmp/log" -- true 2>"$tmp/err"
if [ $? -eq 125 ] && grep -q ptrace "$tmp/err"; then
	echo "1..0 # SKIP tracing is not possible here"
	exit 0
fi
if "$MMTOP" contents "$tmp" 2>&1 | grep -q "built without libzstd"; then
	echo "1..0 # SKIP built without libzstd"
	exit 0
fi
if ! [ -w /dev/shm ]; then
	echo "1..0 # SKIP there is no /dev/shm"
	exit 0
fi
echo 1..8

for how in private shared write; do
	printf 'what was there before' >"$tmp/$how"
	capture "$tmp/$how" "$shares" "$how" "$tmp/$how" "by $how"
	status=$?
	[ $status -eq 0 ] && holds last "by $how"
	ok $? "T21 a $how mapping of a file: what was written"
done
[ "$(head -c 8 "$tmp/private")" = "what was" ] &&
	[ "$(head -c 9 "$tmp/shared")" = "by shared" ]
ok $? "T21 one writes to the file, the other does not"

printf 'only to be read' >"$tmp/read"
capture "$tmp/read" "$shares" read "$tmp/read"
status=$?
[ $status -eq 0 ] && holds 1 "only to be read" &&
	[ "$(grep -c ' frame ' "$tmp/log")" -eq 1 ]
ok $? "T21 a mapping that is only read: one frame"

capture "$tmp/big" "$shares" big "$tmp/big"
status=$?
page=$(getconf PAGESIZE)
[ $status -eq 0 ] && grep -q " length=104857600 pages=2 absent=$((104857600 / page - 2)) " \
	"$tmp/log" && [ "$(wc -c <"$(echo "$tmp"/kept/*)")" -lt 65536 ]
ok $? "T21 100 MB, the first byte and the last: two pages"

# shellcheck disable=SC2016 # there
capture "$shm" sh -c '"$0" asks "$1" hello & "$0" answers "$1" bye; wait' \
	"$shares" "$shm"
status=$?
"$MMTOP" contents "$tmp/kept" >"$tmp/list" 2>>"$tmp/err"
[ $status -eq 0 ] && [ "$(grep -c '^region ' "$tmp/list")" -eq 1 ] &&
	grep -q '^region 1 .* shared by [0-9]* [0-9]* frames ' "$tmp/list"
ok $? "T21 shared memory of strangers is one, and each is named"
holds 1 hello && holds last hello &&
	"$MMTOP" contents --extract=1@last "$tmp/kept" 2>>"$tmp/err" |
	tail -c +4097 | head -c 3 | grep -q '^bye$'
ok $? "T21 what one said, and what the other"
exit $failed
