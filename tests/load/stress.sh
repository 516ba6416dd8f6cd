#!/bin/sh
# Runs stress-ng's stressors under mmtop, launched with and without the filter,
# and attached to: the exit status and the verdict must be the same as without
# mmtop.
#
#	stress.sh			a few quick ones
#	STRESS=all stress.sh		all that concern memory and tasks
#	STRESS="clone ptrace" stress.sh
#	STRESS_OPS, STRESS_SECONDS	amount and time of each (20, 1)

set -u
LC_ALL=C
export LC_ALL

mmtop=${MMTOP:-src/mmtop}
ops=${STRESS_OPS:-20}
seconds=${STRESS_SECONDS:-1}
short="fork vfork brk munmap pthread sigq seccomp"
all="clone fork vfork vforkmany mmap mremap mmapmany brk stack bigheap mprotect
	madvise malloc remap memfd shm shm-sysv fault mmapfixed munmap pthread
	sigsegv sigq sigfd sigrt sigsuspend sigchld kill itimer session daemon
	zombie wait ptrace seccomp userfaultfd"

command -v stress-ng >/dev/null || {
	echo "1..0 # SKIP stress-ng not found"
	exit 0
}
wanted=${STRESS:-$short}
[ "$wanted" != all ] || wanted=$all
# shellcheck disable=SC2086 # words
set -- $wanted
echo "1..$#"

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-stress.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
# stress-ng leaves files in its current folder.
cd "$tmp" || exit 1

# Print the verdict of a run: its status, success, and its errors.
verdict() # status, output
{
	echo "status $1"
	sed -n 's/^.*\(successful run\|unsuccessful run\|unimplemented\).*/\1/p
		s/^.*\([Ff]unction not implemented\).*/\1/p
		s/^stress-ng: fail: *\[[0-9]*\] */fail: /p' "$2" | sort -u
}

stress() # stressor, [command before stress-ng...]
{
	name=$1
	shift
	timeout 600 "$@" stress-ng --"$name" 1 --"$name"-ops "$ops" \
		--timeout "$seconds" --verify >out 2>&1 </dev/null
	verdict $? out
}

attached() # stressor
{
	timeout 600 stress-ng --"$1" 1 --timeout "$seconds" --verify >out 2>&1 \
		</dev/null &
	job=$!
	# The child of timeout: all others descend from it.
	while [ -z "$(cat "/proc/$job/task/$job/children" 2>/dev/null)" ] &&
		kill -0 $job 2>/dev/null; do
		sleep 0.01
	done
	pid=$(tr -d ' ' <"/proc/$job/task/$job/children")
	timeout 600 "$mmtop" -b -o log -f -p "$pid" >mmtop.out 2>&1
	looked=$?
	wait $job
	verdict $? out
	# 125: stress-ng had exited before mmtop attached.
	[ $looked = 0 ] || [ $looked = 125 ] || echo "mmtop exited with $looked"
}

number=0
failed=0
for name; do
	number=$((number + 1))
	good=yes
	stress "$name" >plain
	for way in filter no-filter attach; do
		case $way in
		filter)
			stress "$name" "$mmtop" -b -o log -- >watched ;;
		no-filter)
			stress "$name" "$mmtop" -b -o log --no-filter -- \
				>watched ;;
		attach) attached "$name" >watched ;;
		esac
		cmp -s plain watched && continue
		good=no
		echo "# $name, $way: without"
		sed 's/^/#   /' plain
		echo "# with"
		sed 's/^/#   /' watched out
	done
	if [ $good = yes ]; then
		echo "ok $number - stress-ng --$name: $(tr '\n' ' ' <plain)"
	else
		echo "not ok $number - stress-ng --$name"
		failed=1
	fi
done
exit $failed
