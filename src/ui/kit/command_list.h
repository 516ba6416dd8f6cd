/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The identifier and the name of each command. enum cmd and the table of
 * commands (app/command/commands.c) are made from this list. */
#ifndef UI_KIT_COMMAND_LIST_H
#define UI_KIT_COMMAND_LIST_H

/* X(ID, name): DO_ID is the value in enum cmd, `name` is what the user
 * types. */
#define COMMANDS(X) \
	X(NEXT, "next") X(CONTINUE, "continue") X(HOLD, "hold") \
	X(LEVEL, "level") X(DETACH, "detach") X(ATTACH, "attach") \
	X(QUIT, "quit") X(SYSTEM, "system") X(PROCESS, "process") \
	X(HELP, "help") X(TYPE, "type") \
	X(UP, "up") X(DOWN, "down") X(PAGE_UP, "page-up") \
	X(PAGE_DOWN, "page-down") X(HALF_UP, "half-up") \
	X(HALF_DOWN, "half-down") X(HOME, "home") X(END, "end") \
	X(LEFT, "left") X(RIGHT, "right") \
	X(SCROLL_LEFT, "scroll-left") X(SCROLL_RIGHT, "scroll-right") \
	X(SCROLL_HOME, "scroll-home") X(ENTER, "enter") X(BACK, "back") \
	X(TAB, "next-pane") X(TAB_BACK, "previous-pane") X(ZOOM, "zoom") \
	X(GROUP, "group") X(ZOOM_IN, "zoom-in") X(ZOOM_OUT, "zoom-out") \
	X(ZOOM_ALL, "zoom-all") X(REGION_PREV, "previous-region") \
	X(REGION_NEXT, "next-region") X(PAINT, "paint") \
	X(RANGE, "range") X(BIG, "big") \
	X(WHEEL_UP, "wheel-up") X(WHEEL_DOWN, "wheel-down") \
	X(REDRAW, "redraw") X(SUSPEND, "suspend") X(RESIZE, "resize") \
	X(PANE_REGIONS, "regions") X(PANE_PAGES, "pages") \
	X(PANE_CALLS, "calls") X(PANE_SIGNALS, "signals") \
	X(PANE_PROCESSES, "processes") X(PANE_SYSTEM, "system-pane") \
	X(PANE_OUTPUT, "output") X(PANE_HEAP, "heap") \
	X(PANE_SOURCES, "sources") \
	X(COMMAND, "command") X(GO, "go") X(TRACK, "track") \
	X(FILE, "file") X(COPY, "copy") \
	X(SCREENSHOT, "screenshot") \
	X(FOLDED, "folded") X(WHY, "why") \
	X(FIND, "find") X(FIND_NEXT, "find-next") X(FIND_PREV, "find-previous") \
	X(FAMILY, "family") X(CGROUP, "cgroup") \
	X(BACKTRACE, "backtrace") X(CONTENTS, "contents") \
	X(MARK, "mark") X(COMPARE, "compare") X(FRAME, "frame") \
	X(FRAME_PREV, "previous-frame") X(FRAME_NEXT, "next-frame") \
	X(LIVE, "live") X(CAPTURE, "capture") \
	X(DECODER, "decoder") X(OPEN_WITH, "open-with") X(EDIT, "edit") \
	X(FIND_BYTES, "find-bytes") X(POINTERS, "pointers") \
	X(MESSAGES, "messages") \
	X(KILL, "kill") X(CATCH, "catch") X(UNTIL, "until") X(WAIT, "wait") \
	X(THEME, "theme") X(FILTER, "filter") \
	X(SORT, "sort") X(SORT_BACK, "sort-back") X(SORT_NEXT, "sort-next") \
	X(SORT_INVERT, "sort-invert") X(SORT_MENU, "sort-menu") \
	X(WATCH, "watch") X(WATCH_CALLS, "watch-calls") \
	X(FOLLOW, "follow") X(USER, "user") X(TREE, "tree") \
	X(PAUSE, "pause") X(SECOND_BACK, "second-back") \
	X(SECOND_NEXT, "second-next") \
	X(LEAVE, "leave") X(LETTERS, "letters") X(SETUP, "setup")

#endif
