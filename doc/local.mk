# doc: the manual pages and the documents for developers

dist_man_MANS += doc/mmtop.1 doc/mmtop-config.5 doc/mmtop-capture.7 \
	doc/mmtop-heap.7 doc/mmtop-screen.7 doc/mmtop-sources.7

# Renews the tables of mmtop(1) and mmtop-screen(7) from the program's tables: doc/HACKING.
.PHONY: renew-manual
renew-manual: src/mmtop$(EXEEXT) tests/support/manualtables$(EXEEXT)
	for page in mmtop.1 mmtop-screen.7; do \
		MMTOP=src/mmtop$(EXEEXT) top_builddir=. \
			$(srcdir)/tests/support/renew-manual \
			$(srcdir)/doc/$$page >doc/$$page.new && \
		mv doc/$$page.new $(srcdir)/doc/$$page || exit 1; \
	done
MOSTLYCLEANFILES += doc/mmtop.1.new doc/mmtop-screen.7.new
EXTRA_DIST += doc/screenshots/main.svg doc/screenshots/pages.svg \
	doc/screenshots/crash.svg
EXTRA_DIST += doc/ARCHITECTURE doc/HACKING doc/PERFORMANCE doc/SECURITY

# Parts of a configuration to start with.
docexamplesdir = $(docdir)/examples
dist_docexamples_DATA = doc/examples/capture.lua

# For readers of the logs.
dist_doc_DATA = doc/FORMAT doc/mmtop-log.schema.json

# Examples of configurations, and scripts for them; tests run them.
examplesdir = $(docdir)/examples
dist_examples_DATA = doc/examples/decoders.lua doc/examples/queue.lua
