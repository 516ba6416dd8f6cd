#!/bin/sh
# Events of the kernel's rings have the log's clock, in a time namespace too, and
# mmtop reports a ring that another program switches off.
set -u

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-clocks.XXXXXX") || exit 1
loop=
trap '[ -z "$loop" ] || kill "$loop"; rm -rf "$tmp"' EXIT
tracing=/sys/kernel/tracing

# outside LOG: the number of faults before its start or after its end
outside()
{
	awk '/ start version=/ { from = $1 } / end events=/ { to = $1 }
		/ fault / { at[++n] = $1 }
		END { for (i = 1; i <= n; i++) bad += at[i] < from || at[i] > to
			print n ? bad + 0 : "none" }' "$1"
}

for clock in --monotonic=100000 --monotonic=-1 --boottime=5000; do
	name="a time namespace, $clock: faults have the log's times"
	if ! unshare -T $clock true 2>/dev/null; then
		left_out "$name" "not permitted, or the kernel has none"
		continue
	fi
	unshare -T $clock -f "$MMTOP" -b --perf --events=fault,process \
		-o "$tmp/log" -- true 2>"$tmp/err"
	if ! grep -q ' fault ' "$tmp/log"; then
		left_out "$name" "perf reports no faults here"
		continue
	fi
	n=$(outside "$tmp/log")
	[ "$n" = 0 ]
	ok $? "$name ($n outside)"
done

# Events have the time of their writing, not of their reading: the time of a block
# is soon after that of the mmap() for it.
steps='import time
kept = []
for i in range(20):
	kept.append(bytearray(1234567))
	time.sleep(.03)'
# behind COMMAND...: the median of the microseconds from mmap() to block
behind()
{
	"$MMTOP" --heap -b --events=heap,call -o "$tmp/log" -- \
		"$@" python3 -c "$steps" 2>"$tmp/err"
	awk '/ mmap\(/ { at[$NF] = $1 }
		/ heap alloc .* size=1234568 / {
			sub(/^addr=/, "", $5); sub(/10$/, "00", $5)
			if ($5 in at) print int(($1 - at[$5]) * 1e6)
		}' "$tmp/log" | sort -n | sed -n 10p
}
for clock in 100000 -1000; do
	name="a time namespace, $clock s: blocks have the time of their allocation"
	if ! unshare -T --monotonic=$clock python3 -c 0 2>/dev/null; then
		left_out "$name" "not permitted, or no python3, or the kernel has none"
		continue
	fi
	tries=0
	while [ $tries -lt 5 ]; do
		tries=$((tries + 1))
		control=$(behind env)
		n=$(behind unshare -T --monotonic=$clock -f)
		[ "${n:-0}" -le 0 ] || [ "$n" -gt $((3 * control)) ] || break
	done
	[ "${n:-0}" -gt 0 ] && [ "$n" -le $((3 * control)) ]
	ok $? "$name ($n us, $control without)"
done

# shellcheck disable=SC2317 # called by name
ended() # pid
{
	! kill -0 "$1" 2>/dev/null
}
# traced: true if the log has calls, or mmtop has exited.
# shellcheck disable=SC2317 # called by name
traced()
{
	grep -q ' mmap(' "$tmp/log" || ended "$watcher"
}
# shellcheck disable=SC2317 # called by name
told()
{
	grep -q "turned mmtop's trace ring off" "$tmp/err" || ended "$watcher"
}
# switched NAME FILE TEXT: another program writes TEXT to FILE of the instance
switched()
{
	sh -c 'while :; do /bin/true; done' &
	loop=$!
	"$MMTOP" -b --ftrace --level=watch -f -o "$tmp/log" -p $loop \
		2>"$tmp/err" &
	watcher=$!
	soon traced
	for pid in $watcher $(cat /proc/$watcher/task/$watcher/children); do
		for instance in "$tracing"/instances/mmtop-"$pid"-*; do
			[ ! -d "$instance" ] || echo "$3" >"$instance/$2"
		done
	done
	soon told
	kill -TERM $watcher 2>/dev/null
	wait $watcher
	kill $loop
	wait $loop 2>/dev/null
	loop=
	grep -q "turned mmtop's trace ring off" "$tmp/err"
	ok $? "$1: mmtop reports that the ring is off"
	rm -f "$tmp/log"
}
if [ -d $tracing/instances ] && "$MMTOP" -b --ftrace --level=watch \
	-o /dev/null -- true 2>/dev/null; then
	switched "tracing_on" tracing_on 0
	switched "its events" set_event ''
	switched "its clock" trace_clock local
else
	for what in tracing_on "its events" "its clock"; do
		left_out "$what" "no trace ring, or not mounted at $tracing"
	done
fi
echo "1..$number"
exit "$failed"
