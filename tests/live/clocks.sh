#!/bin/sh
# What the kernel's rings tell: on one clock in a time namespace too, and a ring
# that another program switches off is reported.
set -u

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-clocks.XXXXXX") || exit 1
loop=
trap '[ -z "$loop" ] || kill "$loop"; rm -rf "$tmp"' EXIT
tracing=/sys/kernel/tracing

# LOG: how many faults lie outside of its own time
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
		left_out "$name" "perf tells of no faults here"
		continue
	fi
	n=$(outside "$tmp/log")
	[ "$n" = 0 ]
	ok $? "$name ($n outside)"
done

# switched NAME FILE TEXT: another program writes that into the instance
switched()
{
	name="$1: mmtop says that the ring is off"
	sh -c 'while :; do /bin/true; done' &
	loop=$!
	"$MMTOP" -b --ftrace --level=watch -f -o "$tmp/log" -p $loop \
		2>"$tmp/err" &
	watcher=$!
	tries=0
	until grep -q ' mmap(' "$tmp/log" 2>/dev/null || [ $tries -ge 600 ] ||
		! kill -0 $watcher 2>/dev/null; do
		tries=$((tries + 1))
		sleep 0.1
	done
	for instance in "$tracing"/instances/mmtop-*; do
		case $(pgrep -P $watcher) in
		*"$(basename "$instance" | cut -d- -f2)"*)
			echo "$3" >"$instance/$2" ;;
		esac
	done
	tries=0
	until grep -q 'switched' "$tmp/err" || [ $tries -ge 600 ] ||
		! kill -0 $watcher 2>/dev/null; do
		tries=$((tries + 1))
		sleep 0.1
	done
	kill -TERM $watcher 2>/dev/null
	wait $watcher
	kill $loop
	wait $loop 2>/dev/null
	loop=
	grep -q "switched mmtop's trace ring off" "$tmp/err"
	ok $? "$name"
}
if [ -d $tracing/instances ] && "$MMTOP" -b --ftrace --level=watch \
	-o /dev/null -- true 2>/dev/null; then
	switched "tracing_on" tracing_on 0
else
	left_out "tracing_on" "no trace ring, or not mounted at $tracing"
fi
echo "1..$number"
exit "$failed"
