#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The screen under tmux, as a person has it: it comes up, quits, and gives the
# pane back.
set -u

# shellcheck source=tests/terminal/inside-tmux.sh
. "${top_srcdir:?}/tests/terminal/inside-tmux.sh"

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
answers 'Esc ' y
shows 'left with 0'
result $? "P57 y leaves, and the pane is as it was"
exit $failed
