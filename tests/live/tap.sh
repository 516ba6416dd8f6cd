# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How the tests in this folder that are scripts tell:
#
#	. "$top_srcdir/tests/live/tap.sh"
#	shown="err log"			files of $tmp that say why one failed
#	ok $? "its name"
#	is "its name" "$have" "$want"
#	soon COMMAND...			waits for its success
#	left_out "its name" "why it cannot be tried here"
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
	# shellcheck disable=SC2086 # the names are words
	[ -z "$shown" ] || (cd "$tmp" && sed 's/^/# /' $shown)
	echo "not ok $number - $2"
	failed=1
}
is() # name, what it is, what it has to be
{
	[ "$2" = "$3" ]
	ok $? "$1: $2, to be $3"
}
# It repeats COMMAND until it succeeds, or returns 1 at the deadline.
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
