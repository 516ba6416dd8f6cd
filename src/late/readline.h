/* SPDX-License-Identifier: GPL-3.0-or-later */
/* readline and its history, loaded late: see late/late.h. */
#ifndef LATE_READLINE_H
#define LATE_READLINE_H

#include <stdio.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "late/late.h"

#define LATE_READLINE(X) \
	X(add_history) X(append_history) X(history_base) X(history_get) \
	X(history_length) X(read_history) \
	X(rl_attempted_completion_function) X(rl_attempted_completion_over) \
	X(rl_callback_handler_install) X(rl_callback_handler_remove) \
	X(rl_callback_read_char) X(rl_callback_sigcleanup) \
	X(rl_catch_signals) X(rl_catch_sigwinch) X(rl_change_environment) \
	X(rl_clear_visible_line) X(rl_completer_word_break_characters) \
	X(rl_completion_matches) X(rl_crlf) X(rl_end) X(rl_free_line_state) \
	X(rl_getc_function) X(rl_insert_text) X(rl_line_buffer) \
	X(rl_on_new_line) X(rl_outstream) X(rl_point) X(rl_readline_name) \
	X(rl_redisplay) X(rl_replace_line) X(rl_resize_terminal) \
	X(rl_variable_bind) X(stifle_history) X(using_history)

LATE_TABLE(readline, LATE_READLINE);

#ifndef LATE_LINKED
#define add_history (*late_readline.add_history)
#define append_history (*late_readline.append_history)
#define history_base (*late_readline.history_base)
#define history_get (*late_readline.history_get)
#define history_length (*late_readline.history_length)
#define read_history (*late_readline.read_history)
#define rl_attempted_completion_function (*late_readline.rl_attempted_completion_function)
#define rl_attempted_completion_over (*late_readline.rl_attempted_completion_over)
#define rl_callback_handler_install (*late_readline.rl_callback_handler_install)
#define rl_callback_handler_remove (*late_readline.rl_callback_handler_remove)
#define rl_callback_read_char (*late_readline.rl_callback_read_char)
#define rl_callback_sigcleanup (*late_readline.rl_callback_sigcleanup)
#define rl_catch_signals (*late_readline.rl_catch_signals)
#define rl_catch_sigwinch (*late_readline.rl_catch_sigwinch)
#define rl_change_environment (*late_readline.rl_change_environment)
#define rl_clear_visible_line (*late_readline.rl_clear_visible_line)
#define rl_completer_word_break_characters (*late_readline.rl_completer_word_break_characters)
#define rl_completion_matches (*late_readline.rl_completion_matches)
#define rl_crlf (*late_readline.rl_crlf)
#define rl_end (*late_readline.rl_end)
#define rl_free_line_state (*late_readline.rl_free_line_state)
#define rl_getc_function (*late_readline.rl_getc_function)
#define rl_insert_text (*late_readline.rl_insert_text)
#define rl_line_buffer (*late_readline.rl_line_buffer)
#define rl_on_new_line (*late_readline.rl_on_new_line)
#define rl_outstream (*late_readline.rl_outstream)
#define rl_point (*late_readline.rl_point)
#define rl_readline_name (*late_readline.rl_readline_name)
#define rl_redisplay (*late_readline.rl_redisplay)
#define rl_replace_line (*late_readline.rl_replace_line)
#define rl_resize_terminal (*late_readline.rl_resize_terminal)
#define rl_variable_bind (*late_readline.rl_variable_bind)
#define stifle_history (*late_readline.stifle_history)
#define using_history (*late_readline.using_history)
#endif

#endif
