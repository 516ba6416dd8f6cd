#!/bin/sh
# mmtop contents (T20): its output for a capture with known bytes
# (tests/support/makecapture.c), for truncated and damaged captures, and for
# other files.
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-contents.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
make=${top_builddir:?}/tests/support/makecapture

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
shown="out err"

run() # options...
{
	"$MMTOP" contents "$@" >"$tmp/out" 2>"$tmp/err"
	status=$?
}
says() # message: it is all of standard error
{
	printf 'mmtop: %s\n' "$1" | cmp -s - "$tmp/err"
}

echo 1..22

file=$("$make" "$tmp/kept") || exit 99
queue="region 1 0x7f0000000000-0x7f0000004000 16.0K"

run "$tmp/kept"
sed 1,2d "$tmp/out" >"$tmp/rest"
place='in 0x7f0000000000-0x7f0000004000 /dev/shm/queue'
red='/tmp/\x1b[31mred\x0a'
cat >"$tmp/want" <<END
  command producer --queue
  mmtop 0.1.0, Linux 6.18.44 x86_64, on ho\x1bst
process 4121 from 0.001s /usr/bin/producer [producer --queue]
process 4122 of 4121 from 0.001s /usr/bin/producer [producer --queue]
$queue shared by 4121 4122 frames 1-3 /dev/shm/queue (deleted)
region 2 0x10000-0x20000 64.0K offset 6000 length 8192 of 4121 frames 1-1 $red
0.002000 4121 frame object=1 number=1 cause=first offset=0 length=16384 pages=4 absent=0 unread=0 missed=0 by=hash shared $place
0.003000 4121 frame object=2 number=1 cause=call call=munmap offset=6000 length=8192 pages=3 absent=0 unread=0 missed=0 by=hash in 0x10000-0x20000 $red
0.004000 4121 frame object=1 number=2 cause=timer offset=0 length=16384 pages=1 absent=0 unread=0 missed=0 by=hash shared $place
0.006000 4122/4121 frame object=1 number=3 cause=timer offset=0 length=16384 pages=0 absent=0 unread=0 missed=0 by=hash shared $place (deleted)
END
[ $status -eq 0 ] && cmp -s "$tmp/want" "$tmp/rest" && [ ! -s "$tmp/err" ]
ok $? "T20 a list: processes, regions, frames by time"

head -n 2 "$tmp/out" | tail -n 1 >"$tmp/head"
grep -q "^  began 2026-11-23T12:00:00Z, .*K, whole$" "$tmp/head"
ok $? "T20 a list: when it was captured"

run -p 4122 "$file"
[ $status -eq 0 ] && [ "$(grep -c '^process' "$tmp/out")" -eq 1 ] &&
	[ "$(grep -c ' frame ' "$tmp/out")" -eq 1 ]
ok $? "T20 -p omits other processes; a file name is accepted"

run --json "$tmp/kept"
[ $status -eq 0 ] && [ "$(wc -l <"$tmp/out")" -eq 4 ] &&
	! grep -qv '^{"type":"frame","time_ns":[0-9]*,"pid":412[12],' \
		"$tmp/out" &&
	[ "$(grep -c '"object":1,"shared":true' "$tmp/out")" -eq 3 ]
ok $? "T20 --json: one frame a line"

# ---- bytes ---------------------------------------------------------------------
awk 'BEGIN { for (i = 0; i < 16384; i++) printf "a" }' >"$tmp/first"
{
	head -c 5000 "$tmp/first"
	printf Hello
	tail -c +5006 "$tmp/first"
} >"$tmp/second"

run --extract 1@1 "$tmp/kept"
[ $status -eq 0 ] && cmp -s "$tmp/out" "$tmp/first" && [ ! -s "$tmp/err" ]
ok $? "T20 --extract by number: frame 1"
run "$tmp/kept" --extract 0x7f0000002000@2
[ $status -eq 0 ] && cmp -s "$tmp/out" "$tmp/second"
ok $? "T20 --extract by address, after the folder: frame 2"
run --extract queue@last "$tmp/kept"
{
	head -c 8192 "$tmp/second"
	head -c 4096 /dev/zero
	tail -c 4096 "$tmp/second"
} >"$tmp/third"
[ $status -eq 0 ] && cmp -s "$tmp/out" "$tmp/third" &&
	says "zeros replace data that was not in memory (bytes: 4096)"
ok $? "T20 --extract by name, the last frame: absent bytes are reported"
run --extract 2@1 "$tmp/kept"
awk 'BEGIN { for (i = 0; i < 8192; i++) printf "%c", 65 + i % 26 }' >"$tmp/other"
[ $status -eq 0 ] && cmp -s "$tmp/out" "$tmp/other"
ok $? "T20 --extract of a range that starts and ends within pages"

run --extract 1@9 "$tmp/kept"
[ $status -eq 125 ] && says "region 1 has no frame 9: its frames are 1 to 3"
ok $? "T20 a missing frame is an error"
run --extract nothing@1 "$tmp/kept"
[ $status -eq 125 ] && says "no region nothing was captured"
ok $? "T20 a missing region is an error"
"$make" "$tmp/again" >/dev/null
run "$tmp/kept" "$tmp/again"
[ $status -eq 0 ] && [ "$(grep -c '^capture ' "$tmp/out")" -eq 2 ] &&
	[ "$(grep -c '^region .* shared by 4121 4122 ' "$tmp/out")" -eq 2 ] &&
	[ "$(grep -c ' frame ' "$tmp/out")" -eq 8 ]
ok $? "T20 two captures are listed at once"
run --extract 1@1 "$tmp/kept" "$tmp/again"
[ $status -eq 125 ] && [ ! -s "$tmp/out" ] && says \
	"1 matches several regions: use a region's number, or read one capture only"
ok $? "T20 a region of two captures is ambiguous"

run --diff 1@1 queue@2 "$tmp/kept"
cat >"$tmp/want" <<END
- 00001380  .. .. .. .. .. .. .. .. 61 61 61 61 61 .. .. ..  |aaaaaaaaaaaaaaaa|
+ 00001380  .. .. .. .. .. .. .. .. 48 65 6c 6c 6f .. .. ..  |aaaaaaaaHelloaaa|
END
[ $status -eq 1 ] && cmp -s "$tmp/out" "$tmp/want"
ok $? "T20 --diff: prints the differences, status 1"
run --diff 1@2 1@2 "$tmp/kept"
[ $status -eq 0 ] && [ ! -s "$tmp/out" ]
ok $? "T20 --diff: no difference, status 0"
run --diff 1@2 1@3 "$tmp/kept"
[ $status -eq 1 ] && [ "$(grep -c '^+ .* ?? ?? ' "$tmp/out")" -eq 256 ]
ok $? "T20 --diff: unknown bytes differ"
run --diff 1@1 2@1 "$tmp/kept"
[ $status -eq 125 ] && says \
	"cannot compare frames of different length (bytes: 16384 and 8192)"
ok $? "T20 --diff: other lengths are an error"

# ---- incomplete files --------------------------------------------------------
size=$(wc -c <"$file")
mkdir "$tmp/cut" "$tmp/bad" "$tmp/none"
head -c $((size - 50)) "$file" >"$tmp/cut/a.mmc"
run "$tmp/cut"
[ $status -eq 0 ] && grep -q ", cut off$" "$tmp/out" &&
	grep -q "cut/a.mmc was cut off: its last record .* (bytes: [0-9]*)$" \
		"$tmp/err" && [ "$(grep -c ' frame ' "$tmp/out")" -ge 3 ]
ok $? "T20 a truncated file is shown up to its end, and reported"

cp "$file" "$tmp/bad/a.mmc"
printf '\377\377' |
	dd of="$tmp/bad/a.mmc" bs=1 seek=600 conv=notrunc 2>/dev/null
run "$tmp/bad"
[ $status -eq 125 ] && grep -q \
	"bad/a.mmc is damaged, first at byte [0-9]* (damaged places: 1): their data" "$tmp/err" && [ -s "$tmp/out" ]
ok $? "T20 damage is reported, and the rest is shown"

run "$tmp/none"
[ $status -eq 125 ] && says "no capture in $tmp/none"
ok $? "T20 an empty folder is an error"
run /dev/null
[ $status -eq 125 ] && says "/dev/null is not a capture of mmtop"
ok $? "T20 a device is refused"
run "$tmp/first"
[ $status -eq 125 ] && says "$tmp/first is not a capture of mmtop"
ok $? "T20 another file is refused"
head -c 100 "$file" >"$tmp/cut/a.mmc"
run "$tmp/cut"
[ $status -eq 125 ] &&
	says "$tmp/cut/a.mmc is damaged at its start and cannot be read"
ok $? "T20 a file with half a header is refused"
exit $failed
