#!/bin/sh
# A capture while it is made, and when mmtop is killed in the middle of it; and
# where it may not lie.
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-captured.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
changer=${top_builddir:?}/tests/live/victims/changer
slow=${MMTOP_TEST_SLOW:-1}

number=0
failed=0
ok() # condition's status, name
{
	number=$((number + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $number - $2"
	else
		sed 's/^/# /' "$tmp/err" "$tmp/list"
		echo "not ok $number - $2"
		failed=1
	fi
}
: >"$tmp/err"
: >"$tmp/list"

refused() # folder, words
{
	"$MMTOP" -b --save-mmap="$1" -o "$tmp/log" -- sh -c 'exit 3' 2>"$tmp/err"
	[ $? -eq 125 ] && printf 'mmtop: cannot capture into %s: %s\n' \
		"$1" "$2" | cmp -s - "$tmp/err"
}
# Of what the victim counts in: the shared one of its regions.
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
if "$MMTOP" contents "$tmp" 2>&1 | grep -q "built without libzstd"; then
	echo "1..0 # SKIP built without libzstd"
	exit 0
fi
echo 1..8

mkdir "$tmp/there" "$tmp/open"
ln -s "$tmp/there" "$tmp/link"
: >"$tmp/file"
chmod 777 "$tmp/open"
refused "$tmp/link" "it is a symbolic link; name the folder itself"
ok $? "not through a symbolic link"
refused "$tmp/file" "it is no folder"
ok $? "not into a file"
refused "$tmp/open" "others may write to it; chmod 700 $tmp/open"
ok $? "not where others may write"

# ---- while it runs ----------------------------------------------------------------
(
	umask 000
	exec "$MMTOP" -b -d 0.05 --save-mmap="$tmp/kept" -o "$tmp/log" -- \
		"$changer" b20000 2>"$tmp/said"
) &
front=$!
until=$(($(date +%s) + 30 * slow))
n=0
while [ "$n" -lt 5 ] && [ "$(date +%s)" -lt $until ]; do
	n=$(frames)
done
[ "$n" -ge 5 ] && grep -q ", cut off$" "$tmp/list"
ok $? "frames can be seen while they are captured ($n)"
[ "$(stat -c %a "$tmp/kept")" = 700 ] &&
	[ "$(stat -c %a "$tmp"/kept/*.mmc)" = 600 ]
ok $? "folder and file are the user's alone"

# The engine first: nobody is to tell it to end.
# shellcheck disable=SC2046 # a word for each
kill -KILL $(cat "/proc/$front/task/$front/children") $front
wait $front 2>/dev/null
again=$(frames)
status=$?
[ "$status" -eq 0 ] && [ "$again" -ge "$n" ] && ! grep -q damaged "$tmp/err"
ok $? "killed, it has what was written ($again)"

last=$(sed -n 's/.* number=\([0-9]*\) .* in 0x10000000000-.*/\1/p' "$tmp/list" |
	tail -n 1)
"$MMTOP" contents "$tmp/kept" --diff "0x10000000000@$((last - 1))" \
	"0x10000000000@$last" >"$tmp/list" 2>"$tmp/err"
status=$?
[ $status -eq 1 ] && [ "$(wc -l <"$tmp/list")" -ge 2 ]
ok $? "the last two frames differ ($last)"
"$MMTOP" contents --extract "0x10000000000@$last" "$tmp/kept" \
	>"$tmp/bytes" 2>"$tmp/err"
status=$?
[ $status -eq 0 ] && [ "$(wc -c <"$tmp/bytes")" -eq 32768 ]
ok $? "and their bytes are there"
exit $failed
