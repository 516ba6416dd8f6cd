# doc: the manual page and what developers read

dist_man_MANS += doc/mmtop.1 doc/mmtop-config.5 doc/mmtop-capture.7 \
	doc/mmtop-heap.7 doc/mmtop-sources.7

# The tables of mmtop(1), from the program's own: doc/HACKING.
.PHONY: renew-manual
renew-manual: src/mmtop$(EXEEXT) tests/support/manualtables$(EXEEXT)
	MMTOP=src/mmtop$(EXEEXT) top_builddir=. \
		$(srcdir)/tests/support/renew-manual $(srcdir)/doc/mmtop.1 \
		>doc/mmtop.1.new
	mv doc/mmtop.1.new $(srcdir)/doc/mmtop.1
MOSTLYCLEANFILES += doc/mmtop.1.new
EXTRA_DIST += doc/screenshots/main.svg doc/screenshots/pages.svg \
	doc/screenshots/crash.svg
EXTRA_DIST += doc/ARCHITECTURE doc/HACKING doc/PERFORMANCE doc/SECURITY

# Parts of a configuration to begin with.
docexamplesdir = $(docdir)/examples
dist_docexamples_DATA = doc/examples/capture.lua

# For who reads the logs.
dist_doc_DATA = doc/FORMAT doc/mmtop-log.schema.json

# What a configuration may say, and scripts that it may name; tests run them.
examplesdir = $(docdir)/examples
dist_examples_DATA = doc/examples/decoders.lua doc/examples/queue.lua
