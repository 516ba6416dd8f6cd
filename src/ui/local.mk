# src/ui: canvas, theme, layout, panes. No curses, no I/O.

noinst_LIBRARIES += src/ui/libui.a
src_ui_libui_a_SOURCES = \
	src/ui/backtrace.c \
	src/ui/call_words.c src/ui/call_words.h \
	src/ui/calls.c src/ui/calls_line.c src/ui/calls_line.h \
	src/ui/calls_rows.c src/ui/calls_rows.h src/ui/calls_sort.c \
	src/ui/canvas.c src/ui/canvas.h \
	src/ui/command.h \
	src/ui/contents.c src/ui/contents_bytes.c src/ui/contents_keys.c \
	src/ui/contents_decoded.c \
	src/ui/contents_mark.c src/ui/contents_state.h \
	src/ui/contents_values.c src/ui/contents_values.h \
	src/ui/contents_words.c src/ui/contents_words.h \
	src/ui/error_words.c src/ui/error_words.h \
	src/ui/decoded_words.c src/ui/decoded_words.h src/ui/decoding.h \
	src/ui/fault_place.c src/ui/fault_place.h \
	src/ui/fault_words.c src/ui/fault_words.h \
	src/ui/filter.c src/ui/filter.h \
	src/ui/find.c src/ui/find.h \
	src/ui/follow.c src/ui/follow.h \
	src/ui/heap.c src/ui/heap.h src/ui/heap_state.h \
	src/ui/heap_blocks.c src/ui/heap_cells.c src/ui/heap_detail.c \
	src/ui/heap_keys.c src/ui/heap_words.c \
	src/ui/heap_rows.c src/ui/heap_rows.h \
	src/ui/heap_tree.c src/ui/heap_tree.h \
	src/ui/help.c \
	src/ui/i18n.h \
	src/ui/messages.c \
	src/ui/kit/order.c src/ui/kit/order.h \
	src/ui/kit/table.c src/ui/kit/table.h \
	src/ui/line.c src/ui/line.h \
	src/ui/output.c \
	src/ui/owner_words.c src/ui/owner_words.h \
	src/ui/pages.c src/ui/pages_cell.c src/ui/pages_keys.c \
	src/ui/pages_mouse.c \
	src/ui/pages_state.h \
	src/ui/pages_facts.c src/ui/pages_panel.c src/ui/pages_panel.h \
	src/ui/pages_map.c src/ui/pages_map.h src/ui/pages_draw.c \
	src/ui/pages_paint.c src/ui/pages_paint.h src/ui/pages_legend.c \
	src/ui/pages_file.c src/ui/pages_file.h \
	src/ui/pages_frame.c src/ui/pages_frame.h \
	src/ui/pages_space.c src/ui/pages_space.h \
	src/ui/pages_space_way.c \
	src/ui/pane.c src/ui/closed.c src/ui/pane.h \
	src/ui/panes.c \
	src/ui/family.c src/ui/family_parts.c src/ui/family_parts.h \
	src/ui/pick_detail.c src/ui/pick_list.c src/ui/pick_list.h \
	src/ui/picks.c src/ui/picks.h \
	src/ui/picks_order.c src/ui/picks_order.h \
	src/ui/process.c src/ui/process_lines.c src/ui/process_lines.h \
	src/ui/processes.c src/ui/processes_cells.c src/ui/processes_cells.h \
	src/ui/processes_rows.c src/ui/processes_rows.h \
	src/ui/processes_sort.c \
	src/ui/regions.c src/ui/regions_cells.c src/ui/regions_kinds.c \
	src/ui/regions_fault.c src/ui/regions_keys.c src/ui/regions_marks.c \
	src/ui/regions_state.h src/ui/regions_title.c \
	src/ui/regions_columns.c src/ui/regions_columns.h \
	src/ui/regions_detail.c src/ui/regions_detail.h \
	src/ui/regions_rows.c src/ui/regions_rows.h src/ui/regions_sort.c \
	src/ui/rule_words.c src/ui/rule_words.h \
	src/ui/keyed.c src/ui/keyed.h \
	src/ui/say.c src/ui/say.h \
	src/ui/setup.c src/ui/setup.h src/ui/setup_lines.c \
	src/ui/setup_rows.c src/ui/setup_rows.h \
	src/ui/signal_detail.c src/ui/signal_detail.h \
	src/ui/signal_words.c src/ui/signal_words.h \
	src/ui/signals.c \
	src/ui/signals_lines.c src/ui/signals_lines.h \
	src/ui/source_words.c src/ui/source_words.h \
	src/ui/sources.c src/ui/sources_ring.c src/ui/sources_rows.c \
	src/ui/sources_rows.h \
	src/ui/stack_words.c src/ui/stack_words.h \
	src/ui/style.c src/ui/style.h \
	src/ui/system.c \
	src/ui/what.c src/ui/what.h \
	src/ui/why_words.c src/ui/why_words.h \
	src/ui/writes_words.c src/ui/writes_words.h \
	src/ui/widgets.c src/ui/widgets.h \
	src/ui/widgets_bar.c
