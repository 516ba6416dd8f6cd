# examples: a small program to trace

noinst_PROGRAMS += examples/tour
examples_tour_SOURCES = examples/tour.c
examples_tour_CFLAGS = $(PLAIN_CFLAGS) -pthread
examples_tour_LDFLAGS =
examples_tour_LDADD = $(RT_LIBS)
