# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How the tests in this folder that are scripts tell:
#
#	. "$top_srcdir/tests/live/tap.sh"
#	shown="err log"			files of $tmp that say why one failed
#	ok $? "its name"
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
