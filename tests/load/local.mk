# tests/load: real servers and programs while mmtop comes and goes. Read after
# tests/local.mk, which says how to add a test.

LOAD_HARNESS = \
	tests/live/live.c tests/live/live.h \
	tests/live/family.c tests/live/family.h

check_PROGRAMS += tests/load/cycles
TESTS += tests/load/cycles
tests_load_cycles_SOURCES = tests/load/cycles.c \
	tests/load/client.c tests/load/client.h \
	tests/load/looker.c tests/load/looker.h \
	tests/load/server.c tests/load/server.h \
	$(LOAD_HARNESS)
