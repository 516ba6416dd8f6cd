#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The screen under tmux, as a person has it: it comes up, quits, and gives the
# pane back.
set -u

if ! command -v tmux >/dev/null 2>&1; then
	echo "1..0 # SKIP no tmux here"
	exit 0
fi
if ! infocmp screen >/dev/null 2>&1; then
	echo "1..0 # SKIP no terminal type screen here"
	exit 0
fi

dir=$(mktemp -d) || exit 99
tmux_() {
	tmux -f /dev/null -S "$dir/socket" "$@"
}
trap 'tmux_ kill-server 2>/dev/null; rm -rf "$dir"' EXIT
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

# Waits until the pane has the text.
shows() {
	tries=0
	until tmux_ capture-pane -p 2>/dev/null | grep -qF -- "$1"; do
		tries=$((tries + 1))
		[ $tries -lt 150 ] || return 1
		# Nobody ever signals this channel: a pause.
		timeout 0.2 tmux -f /dev/null -S "$dir/socket" \
			wait-for nobody 2>/dev/null
	done
	return 0
}

echo 1..6
TERM=${TERM:-dumb}
tmux_ -u new-session -d -x 120 -y 40 \
	"$MMTOP $top_builddir/examples/tour; echo left with \$?; exec sleep 60"
shows '1 Regions'
result $? "the screen comes up in tmux"
shows '3 Calls'
result $? "with its panes"
tmux_ send-keys n
shows ' HELD '
result $? "n holds"
tmux_ send-keys c
shows ' RUN '
result $? "c runs on"
tmux_ send-keys q
shows 'Kill tour'
result $? "q asks"
tmux_ send-keys y
shows 'left with 0'
result $? "P57 y leaves, and the pane is as it was"
exit $failed
