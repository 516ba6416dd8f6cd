#!/bin/sh
# mmtop reports a SIGKILL of the OOM killer with the cgroup and its limit.  It does
# not report one of another process, even in a cgroup with a recent OOM kill.
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-oom.XXXXXX") || exit 1
outer='' inner='' sleeper=''
# shellcheck disable=SC2317 # called by trap
clean()
{
	[ -z "$sleeper" ] || kill -9 "$sleeper" 2>/dev/null
	wait
	for group in "$inner" "$outer"; do
		[ -z "$group" ] || soon rmdir "$group"
	done
	rm -rf "$tmp"
}
cd "$tmp" || exit 1
shown="err log out"

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
trap clean EXIT
trap 'exit 1' HUP INT TERM

# A cgroup with a limit of 64M, and one below it without a limit.
for place in /sys/fs/cgroup:memory.max \
	/sys/fs/cgroup/memory:memory.limit_in_bytes; do
	dir=${place%:*}/mmtop-oom-$$
	mkdir "$dir" 2>/dev/null || continue
	# The tmpfs with the mount points of version 1 is no cgroup.
	if ! [ -f "$dir/cgroup.procs" ]; then
		rmdir "$dir"
		continue
	fi
	[ ! -f "$dir/cgroup.subtree_control" ] ||
		echo +memory >"$dir/cgroup.subtree_control" 2>/dev/null
	if [ -f "$dir/${place#*:}" ] &&
		echo 67108864 2>/dev/null >"$dir/${place#*:}" &&
		mkdir "$dir/inner"; then
		outer=$dir inner=$dir/inner
		# No swap, if the kernel can limit it.
		[ ! -f "$dir/memory.swap.max" ] ||
			echo 0 >"$dir/memory.swap.max"
		break
	fi
	rmdir "$dir"
done

echo 1..9
if [ -z "$outer" ] || ! command -v python3 >eater; then
	for name in 1 2 3 4 5 6 7 8 9; do
		left_out "$name" "no memory cgroup can be created, or no python3"
	done
	exit 0
fi
cat >eat <<'END'
#!/bin/sh
echo $$ >"$1/cgroup.procs"
exec python3 -c 'x = [bytearray(1 << 20) for i in range(1024)]'
END
cat >rest <<'END'
#!/bin/sh
echo $$ >"$1/cgroup.procs"
exec sleep 1000
END
chmod +x eat rest

path=/mmtop-oom-$$
# With kernel.dmesg_restrict, only root may read the kernel's log, which has PIDs of
# the initial PID namespace.
certain=true
dd if=/dev/kmsg of=/dev/null count=0 2>/dev/null &&
	[ "$(stat -Lc %i /proc/self/ns/pid)" = 4026531836 ] || certain=false

killed() # group
{
	"${MMTOP:?}" -b --json -o log -- ./eat "$1" >out 2>err
	[ $? -eq 137 ] && grep -q "\"oom_kill\".*\"certain\":$certain" log
}
full() # path
{
	grep -q "\"full\":\"$1\",\"cgroup_max\":67108864" log
}
log_readable="the kernel's log is not readable"

killed "$outer"
ok $? "batch: a kill is logged"
if $certain; then
	full "$path"
	ok $? "batch: the kill has the cgroup and its limit"
else
	left_out "batch: the kill has the cgroup and its limit" "$log_readable"
fi
killed "$inner"
ok $? "batch: a kill in a cgroup without its own limit is logged"
if $certain; then
	full "$path"
	ok $? "batch: the kill has the cgroup with the limit"
else
	left_out "batch: the kill has the cgroup with the limit" "$log_readable"
fi

"$MMTOP" -b -o log -- ./eat "$outer" >out 2>err
is "text: number of logged kills" "$(grep -c 'killed by the OOM killer' log)" 1
"$MMTOP" --summary -o log -- ./eat "$outer" >out 2>err
cat log err out >all
grep -q "^OOM kills   .*1" all
ok $? "--summary counts the kill"

# Another process in the cgroup, which gets a SIGKILL soon after the OOM kill.
"$MMTOP" -b --json -o log -- ./rest "$inner" >out 2>err &
mmtop=$!
# shellcheck disable=SC2317 # called by soon
rests() { sleeper=$(grep -x '[0-9]*' "$inner/cgroup.procs") && [ "$sleeper" ] &&
	grep -q sleep "/proc/$sleeper/comm"; }
soon rests
ok $? "the other process sleeps"
if $certain; then
	./eat "$inner" >out 2>err
	kill -9 "$sleeper"
	sleeper=
	wait $mmtop
	is "a later kill by a user: status" $? 137
	is "a later kill by a user: logged OOM kills" "$(grep -c oom_kill log)" 0
else
	left_out "a later kill by a user: status" "$log_readable"
	left_out "a later kill by a user: logged OOM kills" "$log_readable"
fi
exit $failed
