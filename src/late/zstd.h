/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libzstd, loaded late: see late/late.h. */
#ifndef LATE_ZSTD_H
#define LATE_ZSTD_H

#include <zstd.h>

#include "late/late.h"

#define LATE_ZSTD(X) \
	X(ZSTD_compressBound) X(ZSTD_compressCCtx) X(ZSTD_createCCtx) \
	X(ZSTD_decompress) X(ZSTD_freeCCtx) X(ZSTD_isError)

LATE_TABLE(zstd, LATE_ZSTD);

#ifndef LATE_LINKED
#define ZSTD_compressBound (*late_zstd.ZSTD_compressBound)
#define ZSTD_compressCCtx (*late_zstd.ZSTD_compressCCtx)
#define ZSTD_createCCtx (*late_zstd.ZSTD_createCCtx)
#define ZSTD_decompress (*late_zstd.ZSTD_decompress)
#define ZSTD_freeCCtx (*late_zstd.ZSTD_freeCCtx)
#define ZSTD_isError (*late_zstd.ZSTD_isError)
#endif

#endif
