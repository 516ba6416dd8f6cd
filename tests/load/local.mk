# tests/load: real servers and programs while mmtop attaches and detaches;
# tests/faults: mmtop with failing system calls. Read after tests/local.mk,
# which explains how to add a test.

LOAD_HARNESS = \
	tests/live/live.c tests/live/live.h tests/live/run.c \
	tests/live/family.c tests/live/family.h

check_PROGRAMS += tests/live/victims/upright
tests_live_victims_upright_SOURCES = tests/live/victims/upright.c \
	tests/live/victims/victim.h
tests_live_victims_upright_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_upright_LDFLAGS = $(VICTIM_LINK) -pthread

# Preloaded into mmtop. Built by an explicit rule: automake builds shared
# objects only with libtool.
tests/faults/failnth.so: tests/faults/failnth.c tests/faults/failnth.h
	$(AM_V_CCLD)$(MKDIR_P) tests/faults && $(CC) $(PLAIN_CFLAGS) -O1 -g \
		-shared -fPIC -o $@ $(srcdir)/tests/faults/failnth.c
EXTRA_DIST += tests/faults/failnth.c tests/faults/failnth.h
MOSTLYCLEANFILES += tests/faults/failnth.so
check_DATA = tests/faults/failnth.so

check_PROGRAMS += tests/faults/faults
TESTS += tests/faults/faults
tests_faults_faults_SOURCES = tests/faults/faults.c \
	tests/faults/failnth.h $(LOAD_HARNESS)

check_PROGRAMS += tests/load/cycles
TESTS += tests/load/cycles
tests_load_cycles_SOURCES = tests/load/cycles.c \
	tests/load/client.c tests/load/client.h \
	tests/load/looker.c tests/load/looker.h \
	tests/load/server.c tests/load/server.h \
	$(LOAD_HARNESS)

dist_check_SCRIPTS += tests/load/stress.sh
TESTS += tests/load/stress.sh

check_PROGRAMS += tests/load/soak
TESTS += tests/load/soak
tests_load_soak_SOURCES = tests/load/soak.c \
	tests/load/client.c tests/load/client.h \
	tests/load/looker.c tests/load/looker.h \
	tests/load/server.c tests/load/server.h \
	tests/live/log.c tests/live/log.h \
	$(LOAD_HARNESS)
tests_load_soak_LDADD = $(JANSSON_LIBS)

# Random tests for SOAK seconds (default: two minutes): the mix above, faults,
# and stress-ng.
.PHONY: soak
soak: src/mmtop tests/load/soak tests/faults/faults tests/faults/failnth.so \
		tests/live/victims/upright
	$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/load/soak-all
EXTRA_DIST += tests/load/soak-all
