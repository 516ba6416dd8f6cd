/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `recorded deep` maps: more names than one question has room for. */
#ifndef TESTS_LIVE_VICTIMS_RECORDED_H
#define TESTS_LIVE_VICTIMS_RECORDED_H

#define DEEP_FILES 40
#define DEEP_NAME 240
#define DEEP_PATH 3000

#endif
