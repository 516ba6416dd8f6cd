# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# TAP for the scripts of this folder:
#
#	. "$top_srcdir/tests/live/tap.sh"
#	shown="err log"			files of $tmp to print if a test fails
#	ok $? "its name"
#	is "its name" "$have" "$want"
#	soon COMMAND...			waits until it succeeds
#	left_out "its name" "why it is skipped"
#	exit $failed

number=0
failed=0
shown=
ok() # condition's status, name
{
	number=$((number + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $number - $2"
		return
	fi
	# shellcheck disable=SC2086 # several names
	[ -z "$shown" ] || (cd "$tmp" && sed 's/^/# /' $shown)
	echo "not ok $number - $2"
	failed=1
}
is() # name, actual, expected
{
	[ "$2" = "$3" ]
	ok $? "$1: $2, expected $3"
}
# Repeats COMMAND until it succeeds; returns 1 at the deadline.
soon() # command...
{
	soon_end=$(($(date +%s) + 300 * ${MMTOP_TEST_SLOW:-1}))
	until "$@" >/dev/null 2>&1; do
		[ "$(date +%s)" -lt "$soon_end" ] || return 1
		sleep 0.05
	done
}
left_out() # name, why
{
	number=$((number + 1))
	echo "ok $number - $1 # SKIP $2"
}
