/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/headless/batch.h"

#include "app/headless/headless.h"

int batch_run(const struct engine_config *cfg, const struct options *o)
{
	static const struct headless_ops ops = { .note = headless_note };

	return headless_run(cfg, o, &ops, NULL);
}
