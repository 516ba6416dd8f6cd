# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a private tmux, whose pane the test reads. inside-tmux.sh is for tests
# that cannot do anything without tmux.
#
#	dir=$(mktemp -d) || exit 99		the test's own
#	. "$top_srcdir/tests/terminal/tmux-pane.sh"
#	tmux_ new-session -d ...
#	shows 'words'			waits until the pane shows them
#
# $dir/pane has the pane as read last; the folder and the tmux server are
# removed at exit.

tmux_() {
	tmux -f /dev/null -S "$dir/socket" "$@"
}
trap 'tmux_ kill-server 2>/dev/null; rm -rf "$dir"' EXIT

# Waits until a command succeeds.
until_() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 1500 ] || return 1
		# No client signals this channel: this only pauses.
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
# answers 'words' KEY...: answers the question with these words. mmtop accepts
# an answer only after a pause without keys: repeats it until the words
# disappear.
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
