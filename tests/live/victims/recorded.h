/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that `recorded deep` maps: too many names for one request. */
#ifndef TESTS_LIVE_VICTIMS_RECORDED_H
#define TESTS_LIVE_VICTIMS_RECORDED_H

#define DEEP_FILES 40
#define DEEP_NAME 240
#define DEEP_PATH 3000

#endif
