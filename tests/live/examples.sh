#!/bin/sh
# T21: captures of all kinds of mapped files: private, shared, read-only and
# write-only mappings, a file of 100 MB with two touched bytes, POSIX shared
# memory of two unrelated programs, 128 bytes that change before each write(2),
# and a producer and a consumer.
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-examples.XXXXXX")
shm=/dev/shm/mmtop-examples.$$
trap 'rm -rf "$tmp" "$shm"' EXIT
shares=${top_builddir:?}/tests/live/victims/shares

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
shown="err log"

# No timed scan: mmtop captures only the regions that a call concerns.
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
# True if each change with its write(2) made a frame with the right bytes.
tracked() # options...
{
	rm -rf "$tmp/kept"
	printf '%s\nfunction mmap_filter(r) return r.length == 128 and r.path ~= nil end\n' \
		"$setting" >"$tmp/config.lua"
	chmod 600 "$tmp/config.lua"
	"$MMTOP" -d 3600 --config="$tmp/config.lua" --events=frame \
		--save-mmap="$tmp/kept" -o "$tmp/log" "$@" -- \
		"$shares" track "$tmp/track" 128 <"$tmp/script" >"$tmp/out" 2>"$tmp/err" ||
		return 1
	[ "$(grep -c ' frame ' "$tmp/log")" -eq 100 ] || return 1
	for n in 0 1 9 42 98 99; do
		"$MMTOP" contents --extract="track@$((n + 1))" "$tmp/kept" \
			2>>"$tmp/err" | head -c 12 | tr -d '\0' >"$tmp/bytes"
		printf 'change %d' "$n" | cmp -s - "$tmp/bytes" || return 1
	done
}
# True if the frame starts with the text.
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
if ! [ -w /dev/shm ]; then
	echo "1..0 # SKIP there is no /dev/shm"
	exit 0
fi
echo 1..14

for how in private shared write; do
	printf 'what was there before' >"$tmp/$how"
	capture "$tmp/$how" "$shares" "$how" "$tmp/$how" "by $how"
	status=$?
	[ $status -eq 0 ] && holds last "by $how"
	ok $? "T21 a $how mapping of a file: the written text is captured"
done
[ "$(head -c 8 "$tmp/private")" = "what was" ] &&
	[ "$(head -c 9 "$tmp/shared")" = "by shared" ]
ok $? "T21 only the shared mapping writes to the file"

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
ok $? "T21 100 MB, first and last byte touched: two pages"

# shellcheck disable=SC2016 # expanded there
capture "$shm" sh -c '"$0" asks "$1" hello & "$0" answers "$1" bye; wait' \
	"$shares" "$shm"
status=$?
"$MMTOP" contents "$tmp/kept" >"$tmp/list" 2>>"$tmp/err"
[ $status -eq 0 ] && [ "$(grep -c '^region ' "$tmp/list")" -eq 1 ] &&
	grep -q '^region 1 .* shared by [0-9]* [0-9]* frames ' "$tmp/list"
ok $? "T21 memory shared by unrelated programs is one region with both PIDs"
holds 1 hello && holds last hello &&
	"$MMTOP" contents --extract=1@last "$tmp/kept" 2>>"$tmp/err" |
	tail -c +4097 | head -c 3 | grep -q '^bye$'
ok $? "T21 the region has the text of both programs"

: >"$tmp/script"
setting='capture_at = "calls"'
tracked -b --events=frame,call && grep -q ' mmap(' "$tmp/log" &&
	! grep -q ' write(' "$tmp/log"
ok $? "T21 128 bytes, capture_at calls: a frame for each write, no write logged"
setting=
tracked -b --no-filter
ok $? "T21 128 bytes, --no-filter: a frame for each write"
{
	echo catch write
	i=0
	while [ $((i += 1)) -le 201 ]; do
		echo next
	done
	echo continue
} >"$tmp/script"
tracked --console -s
ok $? "T21 128 bytes, stepping from write to write: a frame for each"

# The consumer writes each letter that it takes: a frame has it.
echo "capture_at = 'calls' function mmap_filter(r) return r.path == '$tmp/queue' end" \
	>"$tmp/config.lua"
rm -rf "$tmp/kept"
"$MMTOP" -b -d 3600 --config="$tmp/config.lua" --events=frame \
	--save-mmap="$tmp/kept" -o "$tmp/log" -- "$shares" queue "$tmp/queue" \
	>"$tmp/out" 2>"$tmp/err"
status=$?
if [ $status -eq 77 ]; then
	echo "ok $((number += 1)) - T21 a queue # SKIP no System V semaphores"
else
	frames=$(grep -c ' frame ' "$tmp/log")
	i=0
	while [ $((i += 1)) -le "$frames" ]; do
		"$MMTOP" contents --extract="1@$i" "$tmp/kept" 2>>"$tmp/err" |
			head -c 14 | tail -c 1 | tr -d '\0'
	done >"$tmp/taken"
	[ $status -eq 0 ] && [ "$(tr -s "[:lower:]" <"$tmp/taken")" = \
		abcdefghijklmnopqrstuvwxyz ]
	ok $? "T21 a producer and a consumer: each letter is captured"
fi

# Runs the shipped filter on anonymous shared memory, which has no unique name.
shipped()
{
	rm -rf "$tmp/kept"
	cp "$top_srcdir/doc/examples/capture.lua" "$tmp/config.lua"
	chmod 600 "$tmp/config.lua"
	"$MMTOP" -b --config="$tmp/config.lua" --events=frame \
		--save-mmap="$tmp/kept" -o "$tmp/log" -- \
		"$shares" track - "$1" >"$tmp/out" 2>"$tmp/err" &&
		"$MMTOP" contents "$tmp/kept" >"$tmp/list" 2>>"$tmp/err"
}
shipped 256 && name=$(sed -n 's|^region .* \(/dev/zero.*\)|\1|p' "$tmp/list") &&
	[ -n "$name" ] && text=$("$MMTOP" contents --extract="$name@last" \
	"$tmp/kept" 2>>"$tmp/err" | head -c 7) && [ "$text" = "change " ] &&
	grep -q '^process .* exited with 0, ' "$tmp/list"
ok $? "T21 the shipped filter captures 256 bytes; the listed name works"
shipped 128 && grep -q ' frame ' "$tmp/list" && ! grep -q /dev/zero "$tmp/list"
ok $? "T21 the shipped filter does not capture 128 bytes"
exit $failed
