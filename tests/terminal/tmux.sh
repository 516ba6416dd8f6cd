#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The screen under tmux, as a user sees it: it appears, quits, and restores the
# pane.
set -u

# shellcheck source=tests/terminal/inside-tmux.sh
. "${top_srcdir:?}/tests/terminal/inside-tmux.sh"

echo 1..6
TERM=${TERM:-dumb}
tmux_ -u new-session -d -x 120 -y 40 \
	"$MMTOP $top_builddir/examples/tour; echo left with \$?; exec sleep 60"
shows '1 Regions'
result $? "the screen appears in tmux"
shows '3 Calls'
result $? "the screen shows its panes"
tmux_ send-keys n
shows ' HELD '
result $? "n holds the program"
tmux_ send-keys c
shows ' RUN '
result $? "c continues the program"
tmux_ send-keys q
shows 'Kill tour'
result $? "q asks before quitting"
answers 'Esc ' y
shows 'left with 0'
result $? "P57 y leaves, and the pane is restored"
exit $failed
