/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libdw, and libelf, which libdw needs; loaded late: see late/late.h. */
#ifndef LATE_DW_H
#define LATE_DW_H

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <libelf.h>

#include "late/late.h"

#ifdef HAVE_DWFL_FRAME_REG
#define LATE_DW_0_188(X) X(dwfl_frame_reg)
#else
#define LATE_DW_0_188(X)
#endif

#define LATE_DW(X) \
	X(dwarf_attr_integrate) X(dwarf_cfi_addrframe) X(dwarf_diename) \
	X(dwarf_filesrc) X(dwarf_formstring) X(dwarf_formudata) \
	X(dwarf_frame_info) X(dwarf_getscopes) X(dwarf_getscopes_die) \
	X(dwarf_getsrcfiles) X(dwarf_tag) X(dwfl_addrmodule) \
	X(dwfl_attach_state) X(dwfl_begin) X(dwfl_end) X(dwfl_frame_pc) \
	X(dwfl_getthread_frames) X(dwfl_line_comp_dir) X(dwfl_lineinfo) \
	X(dwfl_module_addrdie) X(dwfl_module_addrinfo) \
	X(dwfl_module_eh_cfi) X(dwfl_module_getelf) X(dwfl_module_getsrc) \
	X(dwfl_module_info) X(dwfl_offline_section_address) \
	X(dwfl_report_begin) X(dwfl_report_end) X(dwfl_report_module) \
	X(dwfl_report_offline) X(dwfl_standard_find_debuginfo) \
	X(dwfl_thread_state_register_pc) X(dwfl_thread_state_registers) \
	X(elf_end) X(elf_getphdrnum) X(elf_memory) X(elf_version) \
	X(gelf_getphdr) \
	LATE_DW_0_188(X)

LATE_TABLE(dw, LATE_DW);

#ifndef LATE_LINKED
#define dwarf_attr_integrate (*late_dw.dwarf_attr_integrate)
#define dwarf_cfi_addrframe (*late_dw.dwarf_cfi_addrframe)
#define dwarf_diename (*late_dw.dwarf_diename)
#define dwarf_filesrc (*late_dw.dwarf_filesrc)
#define dwarf_formstring (*late_dw.dwarf_formstring)
#define dwarf_formudata (*late_dw.dwarf_formudata)
#define dwarf_frame_info (*late_dw.dwarf_frame_info)
#define dwarf_getscopes (*late_dw.dwarf_getscopes)
#define dwarf_getscopes_die (*late_dw.dwarf_getscopes_die)
#define dwarf_getsrcfiles (*late_dw.dwarf_getsrcfiles)
#define dwarf_tag (*late_dw.dwarf_tag)
#define dwfl_addrmodule (*late_dw.dwfl_addrmodule)
#define dwfl_attach_state (*late_dw.dwfl_attach_state)
#define dwfl_begin (*late_dw.dwfl_begin)
#define dwfl_end (*late_dw.dwfl_end)
#define dwfl_frame_pc (*late_dw.dwfl_frame_pc)
#define dwfl_frame_reg (*late_dw.dwfl_frame_reg)
#define dwfl_getthread_frames (*late_dw.dwfl_getthread_frames)
#define dwfl_line_comp_dir (*late_dw.dwfl_line_comp_dir)
#define dwfl_lineinfo (*late_dw.dwfl_lineinfo)
#define dwfl_module_addrdie (*late_dw.dwfl_module_addrdie)
#define dwfl_module_addrinfo (*late_dw.dwfl_module_addrinfo)
#define dwfl_module_eh_cfi (*late_dw.dwfl_module_eh_cfi)
#define dwfl_module_getelf (*late_dw.dwfl_module_getelf)
#define dwfl_module_getsrc (*late_dw.dwfl_module_getsrc)
#define dwfl_module_info (*late_dw.dwfl_module_info)
#define dwfl_offline_section_address (*late_dw.dwfl_offline_section_address)
#define dwfl_report_begin (*late_dw.dwfl_report_begin)
#define dwfl_report_end (*late_dw.dwfl_report_end)
#define dwfl_report_module (*late_dw.dwfl_report_module)
#define dwfl_report_offline (*late_dw.dwfl_report_offline)
#define dwfl_standard_find_debuginfo (*late_dw.dwfl_standard_find_debuginfo)
#define dwfl_thread_state_register_pc (*late_dw.dwfl_thread_state_register_pc)
#define dwfl_thread_state_registers (*late_dw.dwfl_thread_state_registers)
#define elf_end (*late_dw.elf_end)
#define elf_getphdrnum (*late_dw.elf_getphdrnum)
#define elf_memory (*late_dw.elf_memory)
#define elf_version (*late_dw.elf_version)
#define gelf_getphdr (*late_dw.gelf_getphdr)
#endif

#endif
