#!/bin/sh
# Captures that are read while mmtop writes them, or after mmtop was killed, and
# folders that mmtop refuses to capture into.
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-captured.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
changer=${top_builddir:?}/tests/live/victims/changer
slow=${MMTOP_TEST_SLOW:-1}

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
shown="err list"
: >"$tmp/err"
: >"$tmp/list"

refused() # folder, words
{
	"$MMTOP" -b --save-mmap="$1" -o "$tmp/log" -- sh -c 'exit 3' 2>"$tmp/err"
	[ $? -eq 125 ] && printf 'mmtop: cannot capture into %s: %s\n' \
		"$1" "$2" | cmp -s - "$tmp/err"
}
# The number of frames of the victim's shared region, which it counts in.
frames()
{
	"$MMTOP" contents "$tmp/kept" >"$tmp/list" 2>"$tmp/err"
	grep -c ' frame .* in 0x10000000000-' "$tmp/list"
}

"$MMTOP" -b -o "$tmp/log" -- true 2>"$tmp/err"
if [ $? -eq 125 ] && grep -q ptrace "$tmp/err"; then
	echo "1..0 # SKIP tracing is not possible here"
	exit 0
fi
echo 1..13

mkdir "$tmp/there" "$tmp/open"
ln -s "$tmp/there" "$tmp/link"
: >"$tmp/file"
chmod 777 "$tmp/open"
refused "$tmp/link" "it is a symbolic link; name the folder itself"
ok $? "T4 a symbolic link is refused"
refused "$tmp/file" "it is not a folder"
ok $? "T4 a file is refused"
refused "$tmp/open" "other users can write to it; chmod 700 $tmp/open"
ok $? "T4 a folder that others may write to is refused"

# ---- full and read-only file systems -----------------------------------------
disk() # mount options, commands
{
	# shellcheck disable=SC2016 # expanded there
	$alone sh -c 'mount -t tmpfs -o mode=700,$1 none "$2" && eval "$3"' \
		sh "$1" "$tmp/disk" "$2" 2>"$tmp/err"
}
mkdir "$tmp/disk"
export MMTOP tmp changer
alone="unshare -m"
disk size=1m true || alone="unshare -rm"
if disk size=1m true; then
	# It fills up after a frame has been written.
	mkfifo "$tmp/go"
	export until=$(($(date +%s) + 300 * slow))
	# shellcheck disable=SC2016
	disk size=4m 'exec 3<>"$tmp/go"
		"$MMTOP" -b -d 0.05 --save-mmap="$tmp/disk/c" \
		--events=process -o "$tmp/list" -- sh -c \
		"\"\$0\" s1 m; read -r go <\"\$2\"
		cat /dev/zero 2>/dev/null >\"\$1\"; \"\$0\" s1 m z300 s2 m" \
		"$changer" "$tmp/disk/full" "$tmp/go" 3>&- &
		while ! "$MMTOP" contents "$tmp/disk/c" 2>/dev/null |
			grep -q " frame " && [ "$(date +%s)" -lt "$until" ]
		do :; done
		echo go >&3
		wait $! && "$MMTOP" contents "$tmp/disk/c" >"$tmp/left" &&
		grep -q " frame " "$tmp/left"'
	status=$?
	# It may fill up between mmtop's statvfs() and write().
	[ $status -eq 0 ] && grep -qE "disk/c/mmtop-.*( is free on its disk|: No space left)" \
		"$tmp/err" &&
		grep -q "exited with 0" "$tmp/list"
	ok $? "T4 a full disk: reported, frames so far are readable, the program runs on"
	# shellcheck disable=SC2016
	disk ro '"$MMTOP" -b --save-mmap="$tmp/disk/c" -o "$tmp/list" -- true'
	[ $? -eq 125 ] && grep -q "^mmtop: cannot capture into .*/disk/c: " \
		"$tmp/err"
	ok $? "T4 a read-only disk: one error message"
else
	for what in "a full disk" "a read-only disk"; do
		number=$((number + 1))
		echo "ok $number - T4 $what # SKIP nothing can be mounted"
	done
fi

# ---- pages not read in time --------------------------------------------------
# More memory than can be scanned while a program is stopped at its exit: each
# page of a first frame is present, absent or unread.  On a busy machine there
# may be no frame at all.
true >"$tmp/sums"
tries=0
while ! grep -q '^2[0-9]\{8\} ' "$tmp/sums" && [ $tries -lt 10 ]; do
	tries=$((tries + 1))
	rm -rf "$tmp/large"
	"$MMTOP" -b -d 3600 --events=frame --save-mmap="$tmp/large" \
		-o "$tmp/list" -- dd if=/dev/zero of=/dev/null bs=192M count=1 \
		2>"$tmp/err"
	sed -n 's/.* number=1 .* length=\([0-9]*\) pages=\([0-9]*\) absent=\([0-9]*\) unread=\([0-9]*\) .*/\1 \2 \3 \4/p' "$tmp/list" >>"$tmp/sums"
done
awk '$1 > 200000000 { large = 1 }
	$1 != ($2 + $3 + $4) * '"$(getconf PAGESIZE)"' { exit 1 }
	END { if (!large) exit 1 }' "$tmp/sums"
ok $? "T4 pages not read in time are not counted as absent"

# ---- while the program runs --------------------------------------------------
(
	umask 000
	exec "$MMTOP" -b -d 0.05 --save-mmap="$tmp/kept" -o "$tmp/log" -- \
		"$changer" b300000 2>"$tmp/said"
) &
front=$!
until=$(($(date +%s) + 300 * slow))
n=0
while [ "$n" -lt 5 ] && [ "$(date +%s)" -lt $until ]; do
	n=$(frames)
done
[ "$n" -ge 5 ] && grep -q ", cut off$" "$tmp/list"
ok $? "T17 frames can be read while the capture goes on ($n)"
[ "$(stat -c %a "$tmp/kept")" = 700 ] &&
	[ "$(stat -c %a "$tmp"/kept/*.mmc)" = 600 ]
ok $? "T4 only the user may access folder and file"

# The engine first: otherwise the front process would tell it to exit.
# shellcheck disable=SC2046 # a word for each
kill -KILL $(cat "/proc/$front/task/$front/children") $front
wait $front 2>/dev/null
again=$(frames)
status=$?
[ "$status" -eq 0 ] && [ "$again" -ge "$n" ] && ! grep -q damaged "$tmp/err"
ok $? "T4 after a kill, all frames written are readable ($again)"

last=$(sed -n 's/.* number=\([0-9]*\) .* in 0x10000000000-.*/\1/p' "$tmp/list" |
	tail -n 1)
"$MMTOP" contents "$tmp/kept" --diff "0x10000000000@$((last - 1))" \
	"0x10000000000@$last" >"$tmp/list" 2>"$tmp/err"
status=$?
[ $status -eq 1 ] && [ "$(wc -l <"$tmp/list")" -ge 2 ]
ok $? "T17 the last two frames differ ($last)"
"$MMTOP" contents --extract "0x10000000000@$last" "$tmp/kept" \
	>"$tmp/bytes" 2>"$tmp/err"
status=$?
[ $status -eq 0 ] && [ "$(wc -c <"$tmp/bytes")" -eq 32768 ]
ok $? "T17 the last frame can be extracted"

# ---- pages of an exited process are not returned pages -----------------------
leaver=$top_builddir/tests/live/victims/leaver
echo 'function mmap_filter(r) return r.size == 32768 and { rate = 500 } end' \
	>"$tmp/rate.lua"
chmod 600 "$tmp/rate.lua"
for then in "" "/bin/sh -c :"; do
	# shellcheck disable=SC2086 # words, or none
	"$MMTOP" -b --level=watch -d 0.02 --config="$tmp/rate.lua" \
		--save-mmap="$tmp/gone" --events=frame -o "$tmp/list" -- \
		"$leaver" $then 2>"$tmp/err" &&
		grep -q ' frame .* pages=[1-8] ' "$tmp/list" &&
		! grep -q ' frame .* pages=0 ' "$tmp/list"
	ok $? "T8 before ${then:-its exit}, no page is reported as returned"
done
exit $failed
