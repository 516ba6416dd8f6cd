/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libvterm, loaded late: see late/late.h. */
#ifndef LATE_VTERM_H
#define LATE_VTERM_H

#include <vterm.h>

#include "late/late.h"

#define LATE_VTERM(X) \
	X(vterm_free) X(vterm_input_write) X(vterm_keyboard_end_paste) \
	X(vterm_keyboard_start_paste) X(vterm_mouse_button) \
	X(vterm_mouse_move) X(vterm_new) X(vterm_obtain_screen) \
	X(vterm_output_set_callback) X(vterm_screen_enable_altscreen) \
	X(vterm_screen_get_cell) X(vterm_screen_reset) \
	X(vterm_screen_set_callbacks) X(vterm_set_size) X(vterm_set_utf8)

LATE_TABLE(vterm, LATE_VTERM);

#ifndef LATE_LINKED
#define vterm_free (*late_vterm.vterm_free)
#define vterm_input_write (*late_vterm.vterm_input_write)
#define vterm_keyboard_end_paste (*late_vterm.vterm_keyboard_end_paste)
#define vterm_keyboard_start_paste (*late_vterm.vterm_keyboard_start_paste)
#define vterm_mouse_button (*late_vterm.vterm_mouse_button)
#define vterm_mouse_move (*late_vterm.vterm_mouse_move)
#define vterm_new (*late_vterm.vterm_new)
#define vterm_obtain_screen (*late_vterm.vterm_obtain_screen)
#define vterm_output_set_callback (*late_vterm.vterm_output_set_callback)
#define vterm_screen_enable_altscreen (*late_vterm.vterm_screen_enable_altscreen)
#define vterm_screen_get_cell (*late_vterm.vterm_screen_get_cell)
#define vterm_screen_reset (*late_vterm.vterm_screen_reset)
#define vterm_screen_set_callbacks (*late_vterm.vterm_screen_set_callbacks)
#define vterm_set_size (*late_vterm.vterm_set_size)
#define vterm_set_utf8 (*late_vterm.vterm_set_utf8)
#endif

#endif
