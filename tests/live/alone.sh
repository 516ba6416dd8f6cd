#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The process that reads the path of a call: mmtop itself if no other task can
# unmap the memory; otherwise mmtop-reader, which may hang.
set -u

victim=$(readlink -f "$top_builddir/tests/live/victims/triers")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-alone.XXXXXX")
watcher=
trap 'exec 3>&-; [ -z "$watcher" ] || wait "$watcher"; rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
echo 1..15

# Prints the names of the engine's children.
children()
{
	read -r engine <"/proc/$watcher/task/$watcher/children"
	for child in /proc/[0-9]*; do
		! grep -qs "^PPid:	$engine\$" "$child/status" ||
			cat "$child/comm"
	done
}

tries() # how, number of readers
{
	rm -f in out log
	mkfifo in
	exec 3<>in
	"$MMTOP" --batch --level=calls -o log -- "$victim" "$1" \
		<in >out 3>&- &
	watcher=$!
	soon test -s out && children >names
	ok $? "$1: the victim waits for input"
	[ "$(grep -c '^mmtop-reader$' names)" = "$2" ]
	ok $? "$1: $2 readers"
	exec 3>&-
	wait "$watcher"
	watcher=
	grep -q ' execve("/nowhere/tried", .* = -1 ENOENT' log &&
		! grep ' = -1 ENOENT' log | grep -v '("/nowhere/tried", '
	ok $? "$1: the paths are logged"
}

tries plain 0
tries vfork 0
tries fork 0
tries thread 1
tries shared 1
exit $failed
