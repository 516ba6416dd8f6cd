/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The addresses of the memory of victims/changer.c. */
#ifndef TESTS_LIVE_CHANGER_H
#define TESTS_LIVE_CHANGER_H

#define CHANGER_SIZE ((size_t)8 * 4096)
#define CHANGER_SHARED UINT64_C(0x10000000000)
#define CHANGER_PRIVATE UINT64_C(0x20000000000)
#define CHANGER_FILE UINT64_C(0x30000000000)
#define CHANGER_FILE_SIZE ((size_t)4 * 4096)

#endif
