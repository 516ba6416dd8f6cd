#!/bin/sh
# What scripts need: the log's stream, its end, its times, and an argv without the
# padding of a title.
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-scripts.XXXXXX") || exit 1
target=
trap '[ -z "$target" ] || kill "$target" 2>/dev/null; rm -rf "$tmp"' EXIT
shown="out err"

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"

mkfifo "$tmp/hold"
"${top_builddir:?}/tests/live/victims/titled" one two <"$tmp/hold" >"$tmp/ready" &
target=$!
exec 3>"$tmp/hold"
soon grep -q ready "$tmp/ready"

# run OPTION...: stdout and stderr in files, as in a script
run()
{
	"$MMTOP" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
}

run --json -p $target --duration=0.1
if grep -q 'annot attach' "$tmp/err"; then
	echo "1..0 # SKIP attaching is not possible here"
	exit 0
fi
echo 1..17
[ $status -eq 0 ] && grep -q '"type":"end"' "$tmp/out" &&
	! grep -q '"type"' "$tmp/err"
ok $? "--json -p: the log goes to stdout"
grep -q '"argv":\["t"\]' "$tmp/out"
ok $? "a title's padding is not in argv"

run -b -p $target --duration=0.1
[ ! -s "$tmp/out" ] && grep -q ' end events=' "$tmp/err"
ok $? "-b -p: the text log goes to stderr, as that of strace"

run -b -o - -p $target --duration=0.1
grep -q ' end events=' "$tmp/out" && [ ! -e ./- ]
ok $? "-o -: the log goes to stdout"

run --json --events=process sh -c 'echo its output'
[ "$(cat "$tmp/out")" = "its output" ] && grep -q '"type":"end"' "$tmp/err"
ok $? "--json PROGRAM: stdout belongs to the program"

run --json -o - sh -c 'echo its output'
grep -qx 'its output' "$tmp/out" && grep -q '"type":"end"' "$tmp/out"
ok $? "-o - PROGRAM: both on stdout"

run --json --summary -p $target --duration=0.1
grep -q '"type":"end"' "$tmp/out" && grep -q 'peak RSS' "$tmp/err"
ok $? "--json --summary -p: the table goes to stderr"

stamp='[0-9]\{4\}-[0-9][0-9]-[0-9][0-9]T[0-9:]\{8\}[.][0-9]\{6\}+00:00'
TZ=UTC0 run -b -o - --time=iso -p $target --duration=0.1
grep -q "^$stamp - start " "$tmp/out" && ! grep -qv "^$stamp " "$tmp/out"
ok $? "--time=iso: each line of a text log has date and time"
[ "$(sed -n 's/^\([^.]*\).* - start .* date=\([^.]*\).*/\1 \2/p' "$tmp/out" |
	tr ' ' '\n' | xargs -I{} date -u -d '{}' +%s |
	awk 'NR == 1 { a = $1 } END { print a - $1 <= 1 }')" = 1 ]
ok $? "--time=iso: it is the wall-clock time"
TZ=UTC0 run --json --time=iso -p $target --duration=0.1
grep -q "\"time_ns\":[0-9]*,\"time\":\"$stamp\",\"pid\":" "$tmp/out" &&
	! grep -qv '"time":"' "$tmp/out"
ok $? "--time=iso: JSON has both times"

run --csv -p $target -d 0.1 --duration=0.3
[ $status -eq 0 ] && [ ! -s "$tmp/err" ] &&
	awk -F, 'NR == 1 { head = $1 == "time" && $NF == "cgroup"; n = NF }
		NR > 1 && (NF != n || $2 != '$target' || $3 != "\"titled\"") { bad = 1 }
		END { exit !head || bad || NR < 2 }' "$tmp/out"
ok $? "--csv -p: a head and a line for each sample, nothing else"
run --csv --events=memory,pss -p $target --duration=0.1
awk -F, 'NR > 1 && $10 > 0 { found = 1 } END { exit !found }' "$tmp/out"
ok $? "--events=memory,pss has the PSS"
{
	"$MMTOP" --csv -d 0.02 -p $target 2>"$tmp/err"
	echo $? >"$tmp/status"
} | head -n 2 >"$tmp/out"
[ "$(cat "$tmp/status")" -eq 141 ] && [ ! -s "$tmp/err" ] &&
	[ "$(wc -l <"$tmp/out")" -eq 2 ]
ok $? "--csv | head ends quietly"

TZ=UTC0 run --console --time=iso -o - --level=watch --command='wait; quit' \
	sh -c 'exec true'
grep -q "^$stamp [0-9]* " "$tmp/out" && ! grep -q '^[0-9.]* [0-9]* +++' "$tmp/out" &&
	[ ! -s "$tmp/err" ]
ok $? "--console -o -: the console prints the log's lines, with --time=iso"

# A socket has no POLLERR when its reader exits.
python3 -c '
import os, socket, subprocess, sys
ours, theirs = socket.socketpair()
p = subprocess.Popen(sys.argv[1:], stdout=theirs, stdin=subprocess.DEVNULL)
theirs.close()
ours.recv(1)
ours.close()
sys.exit(p.wait(60) != 141)' "$MMTOP" --json -p $target 2>"$tmp/err"
ok $? "mmtop ends when the reader of a socket exits"

# The process makes no call, so mmtop writes no line after the first ones.
{
	"$MMTOP" --json -p $target 2>"$tmp/err"
	echo $? >"$tmp/status"
} | head -n 1 >"$tmp/out"
[ "$(cat "$tmp/status")" -eq 141 ] && ! grep -qi pipe "$tmp/err"
ok $? "mmtop ends when the reader exits: no message, 141"
kill -0 $target
ok $? "the attached process runs on"
exit $failed
