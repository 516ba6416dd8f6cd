# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A tmux of a test's own, whose pane it reads; inside-tmux.sh is for those of which
# nothing can be tried without.
#
#	dir=$(mktemp -d) || exit 99		the test's own
#	. "$top_srcdir/tests/terminal/tmux-pane.sh"
#	tmux_ new-session -d ...
#	shows 'words'			waits until the pane has them
#
# $dir/pane is what the pane showed last; that folder and the server end with the
# test.

tmux_() {
	tmux -f /dev/null -S "$dir/socket" "$@"
}
trap 'tmux_ kill-server 2>/dev/null; rm -rf "$dir"' EXIT

# Waits until a command is true.
until_() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 1500 ] || return 1
		# Nobody ever signals this channel: a pause.
		timeout 0.2 tmux -f /dev/null -S "$dir/socket" \
			wait-for nobody 2>/dev/null
	done
	return 0
}
has() {
	tmux_ capture-pane -p >"$dir/pane" 2>/dev/null &&
		grep -qF -- "$1" "$dir/pane"
}
shows() {
	until_ has "$1"
}
gone() {
	! has "$1"
}
# answers 'words' KEY...: answers the question that has the words.  An answer counts
# after a while without keys: it is given again until they are gone.
answers() {
	again=0
	words=$1
	shift
	until gone "$words"; do
		again=$((again + 1))
		[ $again -lt 50 ] || return 1
		timeout 0.5 tmux -f /dev/null -S "$dir/socket" \
			wait-for nobody 2>/dev/null
		tmux_ send-keys "$@"
		timeout 0.5 tmux -f /dev/null -S "$dir/socket" \
			wait-for nobody 2>/dev/null
	done
}
