# doc: the manual page and what developers read

dist_man_MANS += doc/mmtop.1
EXTRA_DIST += doc/screenshots/main.svg doc/screenshots/pages.svg \
	doc/screenshots/crash.svg
EXTRA_DIST += doc/ARCHITECTURE doc/FORMAT doc/HACKING
