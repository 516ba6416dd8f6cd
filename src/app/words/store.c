/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/words/store.h"

#include "app/i18n.h"
#include "base/fmt.h"
#include "ui/words/error.h"

void store_words(struct str *out, struct store_end end, const char *folder,
		 uint64_t size)
{
	char buf[FMT_MAX];

	switch (end.why) {
	case STORE_ON:
	case STORE_WHYS:
		break;
	case STORE_ERROR:
		str_addf(out, _("cannot capture into %s: %s"), folder,
			 error_words(end.error));
		break;
	case STORE_NO_LIBRARY:
		str_adds(out, _("libzstd is missing: contents cannot be "
				"captured"));
		break;
	case STORE_LINK:
		str_addf(out, _("cannot capture into %s: it is a symbolic "
				"link; name the folder itself"), folder);
		break;
	case STORE_NO_FOLDER:
		str_addf(out, _("cannot capture into %s: it is not a folder"),
			 folder);
		break;
	case STORE_FOREIGN:
		str_addf(out, _("cannot capture into %s: another user owns "
				"it; name a folder of your own"), folder);
		break;
	case STORE_OPEN:
		str_addf(out, _("cannot capture into %s: other users can "
				"write to it; chmod 700 %s"), folder, folder);
		break;
	case STORE_PARENT:
		str_addf(out, _("cannot capture into %s: other users can "
				"replace it; name a folder elsewhere"),
			 folder);
		break;
	case STORE_LIMIT:
		str_addf(out, _("the capture %s ends here: it has reached "
				"its limit of %s"), folder,
			 fmt_size(buf, size));
		break;
	case STORE_FLOOR:
		str_addf(out, _("the capture %s ends here: less than %s is "
				"free on its disk"), folder,
			 fmt_size(buf, size));
		break;
	}
}
