# src/ui: canvas, theme, layout, panes. No curses, no I/O.

noinst_LIBRARIES += src/ui/libui.a
src_ui_libui_a_SOURCES = \
	src/ui/calls/detail.c src/ui/calls/detail.h \
	src/ui/calls/line.c src/ui/calls/line.h src/ui/calls/pane.c \
	src/ui/calls/rows.c src/ui/calls/rows.h src/ui/calls/sort.c \
	src/ui/contents/bytes.c src/ui/contents/decoded.c \
	src/ui/contents/keys.c src/ui/contents/mark.c src/ui/contents/pane.c \
	src/ui/contents/state.h src/ui/contents/values.c \
	src/ui/contents/values.h src/ui/contents/words.c \
	src/ui/contents/words.h \
	src/ui/heap/blocks.c src/ui/heap/cells.c src/ui/heap/detail.c \
	src/ui/heap/find.h src/ui/heap/keys.c src/ui/heap/pane.c \
	src/ui/heap/rows.c src/ui/heap/rows.h src/ui/heap/state.h \
	src/ui/heap/answer.c src/ui/heap/answer.h \
	src/ui/heap/tree.c src/ui/heap/tree.h src/ui/heap/words.c \
	src/ui/kit/canvas.c src/ui/kit/canvas.h src/ui/kit/command.h \
	src/ui/kit/command_list.h src/ui/kit/follow.c src/ui/kit/follow.h \
	src/ui/kit/heatmap.h src/ui/kit/i18n.h \
	src/ui/kit/keyed.c src/ui/kit/keyed.h src/ui/kit/line.c \
	src/ui/kit/line.h src/ui/kit/order.c src/ui/kit/order.h \
	src/ui/kit/say.c src/ui/kit/say.h src/ui/kit/style.c \
	src/ui/kit/style.h src/ui/kit/table.c src/ui/kit/table.h src/ui/kit/terms.c \
	src/ui/kit/terms.h \
	src/ui/kit/widgets.c src/ui/kit/widgets.h src/ui/kit/widgets_bar.c \
	src/ui/pages/cell.c src/ui/pages/draw.c src/ui/pages/facts.c \
	src/ui/pages/file.c src/ui/pages/file.h src/ui/pages/frame.c \
	src/ui/pages/frame.h src/ui/pages/keys.c src/ui/pages/legend.c \
	src/ui/pages/map.c src/ui/pages/map.h src/ui/pages/mouse.c \
	src/ui/pages/paint.c src/ui/pages/paint.h src/ui/pages/pane.c \
	src/ui/pages/panel.c src/ui/pages/panel.h src/ui/pages/space.c \
	src/ui/pages/space.h src/ui/pages/space_move.c src/ui/pages/state.h \
	src/ui/pages/terms.c \
	src/ui/pane/closed.c \
	src/ui/pane/columns.c \
	src/ui/pane/columns.h src/ui/pane/decoded_words.c \
	src/ui/pane/decoded_words.h src/ui/pane/decoding.h \
	src/ui/pane/filter.c src/ui/pane/filter.h src/ui/pane/find.c \
	src/ui/pane/find.h src/ui/pane/pane.c src/ui/pane/pane.h \
	src/ui/pane/said.h src/ui/pane/shift.c src/ui/pane/view.h \
	src/ui/pane/panes.c src/ui/pane/rule_words.c src/ui/pane/rule_words.h \
	src/ui/pane/setup.h \
	src/ui/picker/cells.c src/ui/picker/detail.c src/ui/picker/order.c \
	src/ui/picker/order.h src/ui/picker/pane.c src/ui/picker/pane.h \
	src/ui/picker/processes.c src/ui/picker/processes.h \
	src/ui/plain/help.c src/ui/plain/messages.c src/ui/plain/output.c \
	src/ui/plain/output_lines.c src/ui/plain/output_lines.h \
	src/ui/plain/system.c \
	src/ui/process/backtrace.c src/ui/process/cgroup.c \
	src/ui/process/cgroup.h src/ui/process/text.c \
	src/ui/process/text.h src/ui/process/family.c \
	src/ui/process/family_parts.c src/ui/process/family_parts.h \
	src/ui/process/lines.c src/ui/process/lines.h src/ui/process/pane.c \
	src/ui/process/why.c src/ui/process/why.h \
	src/ui/processes/cells.c src/ui/processes/cells.h \
	src/ui/processes/pane.c src/ui/processes/rows.c \
	src/ui/processes/rows.h src/ui/processes/sort.c \
	src/ui/regions/cells.c src/ui/regions/columns.c \
	src/ui/regions/columns.h src/ui/regions/detail.c \
	src/ui/regions/detail.h src/ui/regions/fault.c src/ui/regions/keys.c \
	src/ui/regions/kinds.c src/ui/regions/marks.c src/ui/regions/offer.c \
	src/ui/regions/pane.c \
	src/ui/regions/rows.c src/ui/regions/rows.h src/ui/regions/sort.c \
	src/ui/regions/state.h src/ui/regions/terms.c src/ui/regions/title.c \
	src/ui/setup/lines.c src/ui/setup/pane.c src/ui/setup/rows.c \
	src/ui/setup/rows.h \
	src/ui/signals/detail.c src/ui/signals/detail.h \
	src/ui/signals/lines.c src/ui/signals/lines.h src/ui/signals/pane.c \
	src/ui/sources/pane.c src/ui/sources/ring.c src/ui/sources/rows.c \
	src/ui/sources/rows.h \
	src/ui/words/call.c src/ui/words/call.h src/ui/words/error.c \
	src/ui/words/error.h src/ui/words/fault.c src/ui/words/fault.h \
	src/ui/words/fault_place.c src/ui/words/fault_place.h \
	src/ui/words/owner.c src/ui/words/owner.h \
	src/ui/words/region_flags.c \
	src/ui/words/region_flags.h src/ui/words/signal.c \
	src/ui/words/signal.h src/ui/words/site.c src/ui/words/site.h \
	src/ui/words/source.c src/ui/words/source.h \
	src/ui/words/stack.c src/ui/words/stack.h src/ui/words/what.c \
	src/ui/words/what.h \
	src/ui/words/writes.c src/ui/words/writes.h
