# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# For a test inside tmux that reads its pane:
#
#	. "$top_srcdir/tests/terminal/inside-tmux.sh"	skips without tmux
#	tmux_ new-session -d ...
#	shows 'words'			waits until the pane shows them
#	result $? "its name is shown"
#	exit $failed
#
# $dir is the test's own folder; it and the tmux server are removed at exit.

if ! command -v tmux >/dev/null 2>&1; then
	echo "1..0 # SKIP tmux not found"
	exit 0
fi
if ! infocmp screen >/dev/null 2>&1; then
	echo "1..0 # SKIP terminal type screen not found"
	exit 0
fi

dir=$(mktemp -d) || exit 99
# shellcheck source=tests/terminal/tmux-pane.sh
. "${top_srcdir:?}/tests/terminal/tmux-pane.sh"
number=0
failed=0

result() {
	number=$((number + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $number - $2"
	else
		echo "not ok $number - $2"
		tmux_ capture-pane -p 2>/dev/null | sed 's/^/# |/'
		failed=1
	fi
}
